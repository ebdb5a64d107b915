import { z } from 'zod';
import { addPart, addRelationship, freePartName } from '../../../ooxml/change-package.ts';
import { contentTypeOf } from '../../../ooxml/office-package.ts';
import { defineEdit, reject, type Rejected } from '../../define-edit.ts';
import { textFits } from '../../text-fits.ts';
import type { DeckFile, DeckSlide } from '../../../ooxml/deck-file.ts';
import { enterSlide, namesOf, renumberForNew } from '../mechanics/slide-list.ts';
import { isFurniture, isTitle, LAYOUT_RELATION, layoutsOf, placeholdersOf, type DeckLayout } from '../mechanics/layouts.ts';
import { newSlideXml } from '../mechanics/new-slide.ts';
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
function makeSlide(file: DeckFile, fields: z.infer<typeof schema>, beside: DeckSlide): MadeSlide | Rejected {
  const layout = chooseLayout(layoutsOf(file.opened), fields.layout);
  if ('rejected' in layout) return layout;
  const isBare = placeholdersOf(layout.part).every(isFurniture);
  const texts = fields.texts ?? [];
  const drawn =
    isBare && (fields.title !== undefined || texts.length === 1) && texts.length < 2 ? slideLikeOthers(file, fields, beside) : undefined;
  if (drawn !== undefined)
    return {
      xml: drawn.xml,
      layout: (fields.layout === undefined ? drawn.layout : undefined) ?? layout,
      message: `The layouts have no places for text, so that title and text are set as those of ${drawn.like}.`,
    };
  const xml = newSlideXml(file.main, layout, fields, beside);
  return typeof xml === 'string' ? { xml, layout } : xml;
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
    unsupported: 'neither the layout nor another slide shows how a title is set',
  },
  schema,
  plan(file, fields) {
    const { slides } = file;
    const beside = slides[Math.min((fields.position ?? slides.length + 1) - 1, slides.length) - 1] ?? slides[0];
    if (beside === undefined) return reject('unsupported', 'This presentation has no slides to insert one beside.');
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
        const folder = beside.part.name.slice(0, beside.part.name.lastIndexOf('/') + 1);
        const name = freePartName(now, `${folder}slide`, '.xml');
        addPart(now, { name, contentType: contentTypeOf(now, beside.part.name) ?? SLIDE_TYPE }, xml);
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
