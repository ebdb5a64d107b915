import { z } from 'zod';
import { addPart, addRelationship, freePartName } from '../../../ooxml/change-package.ts';
import { contentTypeOf } from '../../../ooxml/office-package.ts';
import { defineEdit, reject, type Rejected } from '../../define-edit.ts';
import { textFits } from '../../text-fits.ts';
import type { DeckFile, DeckSlide } from '../../../ooxml/deck-file.ts';
import { enterSlide, namesOf, renumberForNew } from '../mechanics/slide-list.ts';
import { isFurniture, isTitle, LAYOUT_RELATION, layoutsOf, placeholdersOf, type DeckLayout } from '../mechanics/layouts.ts';
import { fitting, newSlideXml, roomsIn } from '../mechanics/new-slide.ts';
import { themedBoxes } from '../mechanics/themed-boxes.ts';
import { slideLikeOthers } from '../mechanics/sample-slide.ts';
import { numberSlides } from '../mechanics/slide-numbers.ts';
import { writeNotes } from '../mechanics/notes-page.ts';

const TEXTS_MAX = 20;
const SLIDE_TYPE = 'application/vnd.openxmlformats-officedocument.presentationml.slide+xml';

const schema = z.strictObject({
  op: z.literal('insert_slide'),
  position: z.int().min(1).max(10_000).optional().describe('Its place among the slides, from 1; absent: the last.'),
  layout: z.string().min(1).max(200).optional().describe("Name of one of the file's layouts; absent: a title with one text."),
  title: textFits(1, 1_000).optional(),
  texts: z
    .array(textFits(0, 50_000))
    .max(TEXTS_MAX)
    .optional()
    .describe('For the places of the layout beside the title, in their order; lines are paragraphs, tabs at their beginning levels.'),
  notes: textFits(1, 50_000).optional().describe('Speaker notes.'),
});

/** The layout named; else one with a title and one text. */
export function chooseLayout(layouts: readonly DeckLayout[], name: string | undefined): DeckLayout | Rejected {
  const names = layouts.map((layout) => layout.name);
  if (name !== undefined) {
    return (
      layouts.find((layout) => layout.name.toLowerCase() === name.toLowerCase()) ??
      reject('target_not_found', `There is no layout "${name.slice(0, 100)}" in this presentation.`, names)
    );
  }
  const rooms = (layout: DeckLayout): number => placeholdersOf(layout.part).filter((one) => !isTitle(one) && !isFurniture(one)).length;
  const plain =
    layouts.find(({ type }) => type === 'obj') ??
    layouts.find((layout) => placeholdersOf(layout.part).some(isTitle) && rooms(layout) === 1) ??
    layouts.find((layout) => placeholdersOf(layout.part).some(isTitle)) ??
    layouts[0];
  return plain ?? reject('unsupported', 'This presentation has no layouts.');
}

interface MadeSlide {
  xml: string;
  layout: DeckLayout;
  message?: string;
}

/** On the layout's places; where it has none for text, as titles and texts stand on the other slides. */
function makeSlide(file: DeckFile, fields: z.infer<typeof schema>, beside: DeckSlide | undefined): MadeSlide | Rejected {
  const layouts = layoutsOf(file.opened);
  const layout = chooseLayout(layouts, fields.layout);
  if ('rejected' in layout) return layout;
  const place = { main: file.main, layout, layouts, beside };
  const isBare = placeholdersOf(layout.part).every(isFurniture);
  const texts = fields.texts ?? [];
  const drawn =
    beside !== undefined && isBare && (fields.title !== undefined || texts.length === 1) && texts.length < 2
      ? slideLikeOthers(file, fields, beside)
      : undefined;
  if (drawn !== undefined)
    return {
      xml: drawn.xml,
      layout: (fields.layout === undefined ? drawn.layout : undefined) ?? layout,
      message: `The layouts have no places for text, so that title and text are set as those of ${drawn.like}.`,
    };
  const loose = looseTexts(layouts, layout, fields);
  const boxes = themedBoxes(file, layout, loose, beside);
  const held = {
    title: loose.title === undefined ? fields.title : undefined,
    texts: loose.text === undefined ? texts : [],
  };
  const xml = newSlideXml(place, held, boxes);
  if (typeof xml !== 'string') return xml;
  return boxes.length === 0 ? { xml, layout } : { xml, layout, message: tellLoose(loose) };
}

/** Says what stands in a box of its own. */
const tellLoose = ({ title, text }: { title?: string | undefined; text?: string | undefined }): string =>
  `No layout has a place for ${title === undefined ? 'the text' : text === undefined ? 'the title' : 'title and text'}, so that ${title !== undefined && text !== undefined ? 'they stand in boxes of their own' : 'it stands in a box of its own'}, in the style of the theme.`;

/** What no layout has a place for: it stands in boxes of its own, so that a presentation of blank layouts can go on. */
function looseTexts(
  layouts: readonly DeckLayout[],
  layout: DeckLayout,
  { title, texts = [] }: z.infer<typeof schema>,
): { title?: string | undefined; text?: string | undefined } {
  const offered = placeholdersOf(layout.part);
  const isFitting = fitting(layouts, { title, texts: [''] }).length > 0;
  const text = texts.length === 1 && roomsIn(offered).length === 0 && !isFitting ? texts[0] : undefined;
  return layouts.some(({ part }) => placeholdersOf(part).some(isTitle)) ? { text } : { title, text };
}

export const insertSlide = defineEdit<DeckFile, z.infer<typeof schema>>({
  op: 'insert_slide',
  format: 'pptx',
  summary:
    "Inserts a slide on one of the file's layouts; later operations of the request name it by the number after the last slide, wherever it is put",
  tracked: false,
  alone: true,
  refuses: {
    target_not_found: 'there is no such layout',
    would_overflow: 'the layout has fewer places than texts are given',
    unsupported: 'the layout has no title, and others have',
  },
  schema,
  plan(file, fields) {
    const { slides } = file;
    const beside = slides[Math.min((fields.position ?? slides.length + 1) - 1, slides.length) - 1] ?? slides[0];
    const made = makeSlide(file, fields, beside);
    if ('rejected' in made) return made;
    const { xml, layout, message } = made;
    const to = Math.min((fields.position ?? slides.length + 1) - 1, slides.length);
    return {
      parts: [],
      after: [fields.title, ...(fields.texts ?? [])].filter((text) => text !== undefined).join('\n'),
      made: `s${to + 1}`,
      ...(message === undefined ? {} : { message }),
      moved: renumberForNew(to, slides.length),
      finish(now) {
        const model = beside?.part.name ?? `${file.main.name.slice(0, file.main.name.lastIndexOf('/') + 1)}slides/`;
        const name = freePartName(now, `${model.slice(0, model.lastIndexOf('/') + 1)}slide`, '.xml');
        addPart(now, { name, contentType: contentTypeOf(now, model) ?? SLIDE_TYPE }, xml);
        addRelationship(now, name, { type: LAYOUT_RELATION, target: layout.part.name });
        enterSlide(now, name, to);
        if (fields.notes !== undefined) writeNotes(now, name, fields.notes);
        numberSlides(now, namesOf(file));
      },
    };
  },
  examples: [
    {
      name: 'no such layout',
      operation: { op: 'insert_slide', layout: 'Nowhere' },
      given: '<a:p/>',
      expected: { rejected: 'target_not_found' },
    },
  ],
});
