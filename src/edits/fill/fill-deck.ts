/**
 * A presentation template: slides with their notes, charts and tables. A block whose tags stand in different shapes or on different
 * slides is about slides: they are repeated, or left out, as wholes.
 */
import { append } from '../../base/append.ts';
import { maxOf } from '../../base/extremes.ts';
import { A } from '../../ooxml/names.ts';
import { editXmlPart, removeRelationship, replacePart } from '../../ooxml/change-package.ts';
import { encodeXml } from '../../ooxml/decode-xml.ts';
import { readDeckFile, type DeckFile } from '../../ooxml/deck-file.ts';
import { contentTypeOf, partNamed, readXmlPart, relationshipsOf, type OfficePackage, type XmlPart } from '../../ooxml/office-package.ts';
import { walkElements, type XmlElement } from '../../ooxml/xml-tree.ts';
import { copySlide } from '../pptx/mechanics/copy-part.ts';
import { enterSlides, unlistEdits } from '../pptx/mechanics/slide-list.ts';
import { removeSlidePart } from '../pptx/operations/delete-slide.ts';
import { hasOpenLinks } from './attribute-tags.ts';
import { deckWriter } from './deck-writer.ts';
import { fillProperties, fillTextPart } from './fill-parts.ts';
import { addFault, scopesOf, TooMuch, type Filling, type PlacedTag } from './filling.ts';
import { pairTags } from './pair-tags.ts';
import type { ReadMarkdown } from './markdown-runs.ts';
import { rootScope, type Scope } from './scope.ts';
import { divideLongTables } from './slide-tables.ts';
import type { TextBlock, TextTag } from './text-blocks.ts';
import { compilePart, dividePart, mayHoldTags, tagsOfPart } from './text-part.ts';

const SLIDES_MAX = 1_000;

interface SlideTag extends TextTag {
  slide: number;
}
type SlideBlock = { open: SlideTag & TextBlock['open']; elses: (SlideTag & TextBlock['elses'][number])[]; close: SlideTag };

interface TemplateSlide {
  name: string;
  /** Divided; undefined where the slide has no tags. */
  part: XmlPart | undefined;
  tags: SlideTag[];
}

/** A slide of the filled deck. */
interface Output {
  slide: number;
  scope: Scope;
}

const around = (element: XmlElement, is: (one: XmlElement) => boolean): XmlElement | undefined => {
  for (let at: XmlElement | undefined = element; at !== undefined; at = at.parent) if (is(at)) return at;
  return undefined;
};
const tableOf = (run: XmlElement): XmlElement | undefined => around(run, ({ local, uri }) => local === 'tbl' && uri === A);
const bodyOf = (run: XmlElement): XmlElement | undefined => around(run, ({ local }) => local === 'txBody');

/** Whether a block repeats something on its slide, and not the slide. */
function isOnSlide({ open, close }: SlideBlock): boolean {
  if (open.slide !== close.slide || open.tag.by === 'slide') return false;
  const table = tableOf(open.run);
  return table === undefined ? bodyOf(open.run) === bodyOf(close.run) : table === tableOf(close.run);
}

function labelsOf(file: DeckFile, slide: number): () => (ordinal: number) => string {
  let known: string[] | undefined;
  return () => (ordinal) => {
    const found = file.slides[slide];
    if (found === undefined) return '';
    if (known === undefined) {
      const starts = new Map(
        found.shapes.flatMap(({ paragraphs }) => paragraphs.map(({ element, address }) => [element.start, address] as const)),
      );
      known = [...walkElements(found.part.root)]
        .filter(({ local, uri }) => local === 'p' && uri === A)
        .map(({ start }) => starts.get(start) ?? found.address);
    }
    return known[ordinal] ?? found.address;
  };
}

function readTemplate(file: DeckFile, filling: Filling): TemplateSlide[] {
  return file.slides.map(({ part: given }, slide) => {
    if (!mayHoldTags(given.source) && !hasOpenLinks(file.opened, given.name)) return { name: given.name, part: undefined, tags: [] };
    const part = dividePart(given);
    const tags = tagsOfPart(filling, part, labelsOf(file, slide)()).map((tag): SlideTag => ({ ...tag, slide }));
    return { name: given.name, part, tags };
  });
}

/** Slides in the order of the filled deck. */
function outputsOf(filling: Filling, count: number, blocks: readonly SlideBlock[], scope: Scope): Output[] {
  const made: Output[] = [];
  // outer blocks first: pairing gives inner ones first
  const ordered = blocks.toReversed();
  const put = (from: number, to: number, inner: readonly SlideBlock[], within: Scope): void => {
    for (let slide = from; slide <= to;) {
      const block = inner.find(({ open }) => open.slide === slide);
      if (block === undefined) {
        made.push({ slide, scope: within });
        if (made.length > SLIDES_MAX)
          throw new TooMuch(`The filled presentation would have more than ${SLIDES_MAX} slides; fill it in several requests.`);
        slide++;
        continue;
      }
      const { open, close } = block;
      const rest = inner.slice(inner.indexOf(block) + 1).filter((one) => one.open.slide >= open.slide && one.close.slide <= close.slide);
      for (const inside of scopesOf(filling, open, within)) put(open.slide, close.slide, rest, inside);
      slide = close.slide + 1;
    }
  };
  put(0, count - 1, ordered, scope);
  return made;
}

/** Slides of the filled deck as parts, in the list of slides. @returns their names */
function arrangeSlides(opened: OfficePackage, slides: readonly TemplateSlide[], outputs: readonly Output[]): string[] {
  const taken = new Set<number>();
  // copied while they are templates still; an original stays where it is, so none comes behind a later one
  const names = outputs.map(({ slide }) => {
    const name = slides[slide]?.name ?? '';
    if (taken.has(slide) || maxOf(taken) > slide) return copySlide(opened, name);
    taken.add(slide);
    return name;
  });
  const unused = slides.filter((_, slide) => !taken.has(slide));
  for (const { name } of unused) {
    const file = readDeckFile(opened);
    const found = file.slides.find(({ part }) => part.name === name);
    if (found === undefined) continue;
    editXmlPart(opened, file.main, unlistEdits(file.main, found.entry, found.relationship));
    removeRelationship(opened, file.main.name, found.relationship);
    removeSlidePart(opened, name);
  }
  const own = new Set(slides.map(({ name }) => name));
  enterSlides(
    opened,
    names.flatMap((name, index) => (own.has(name) ? [] : [{ name, index }])),
  );
  return names;
}

const SIDE = /\/(?:notesSlide|chart|diagramData|diagramDrawing)$/;

/** Notes and charts of a slide, in the scope of that slide. */
function fillSides(
  opened: OfficePackage,
  slide: string,
  address: string,
  { filling, scope }: { filling: Filling; scope: Scope },
): PlacedTag[] {
  return relationshipsOf(opened, slide).flatMap(({ type, target, external }) => {
    const name = external || !SIDE.test(type) ? undefined : partNamed(opened, target);
    if (name === undefined || !(contentTypeOf(opened, name) ?? '').endsWith('xml')) return [];
    const label = type.endsWith('/notesSlide') ? `${address}.notes` : `${address} ${name}`;
    return fillTextPart(opened, name, { scope, filling, labels: () => label, writer: {} });
  });
}

/** Fills the open package. @returns all its tags */
export function fillDeck(opened: OfficePackage, filling: Filling, scopes: readonly Scope[], read: ReadMarkdown): PlacedTag[] {
  const file = readDeckFile(opened);
  const slides = readTemplate(file, filling);
  const all = slides.flatMap(({ tags }) => tags);
  // blocks of tags with their slides come back with them
  const blocks: SlideBlock[] = pairTags(filling, all);
  const ofSlides = blocks.filter((block) => !isOnSlide(block));
  for (const { elses } of ofSlides)
    for (const one of elses) addFault(filling, one, 'slides have no else: use a second block, {{^…}} or {{#unless …}}');
  const outputs = scopes.flatMap((one) => outputsOf(filling, slides.length, ofSlides, one));
  if (outputs.length > SLIDES_MAX)
    throw new TooMuch(`The filled presentation would have more than ${SLIDES_MAX} slides; fill it in several requests.`);
  if (outputs.length === 0 && slides.length > 0) {
    const [block] = ofSlides;
    if (block !== undefined) addFault(filling, block.open, 'no slide is left with this data');
    return all;
  }
  const names = arrangeSlides(opened, slides, outputs);
  const outer = new Set<TextTag>(ofSlides.flatMap(({ open, elses, close }) => [open, ...elses, close]));
  const tags: PlacedTag[] = [...all];
  const writers = deckWriter(opened, filling, read, tags);
  const compiled = slides.map(({ part, tags: own }, slide) =>
    part === undefined
      ? undefined
      : compilePart(
          filling,
          part,
          own,
          blocks.filter((block) => isOnSlide(block) && block.open.slide === slide),
          writers.of(outer),
        ),
  );
  let added = 0;
  for (const [index, { slide, scope: own }] of outputs.entries()) {
    const [name, write, template] = [names[index], compiled[slide], slides[slide]?.part];
    if (name === undefined) continue;
    append(tags, fillSides(opened, name, `s${slide + 1}`, { filling, scope: own }));
    if (write === undefined || template === undefined) continue;
    const target = readXmlPart(opened, name);
    writers.begin(name);
    const filled = write(0, template.source.length, own);
    if (filled === target.source) continue;
    replacePart(opened, name, encodeXml({ text: filled, encoding: target.encoding }));
    added += divideLongTables(opened, file, { name, template: slides[slide]?.part, position: index + added });
    if (added + outputs.length > SLIDES_MAX)
      throw new TooMuch(`The filled presentation would have more than ${SLIDES_MAX} slides; fill it in several requests.`);
  }
  return [...tags, ...fillProperties(opened, filling, scopes[0] ?? rootScope({}))];
}
