/** What Word templates do with values that are no plain text, and with markup that may be in a file only once. */
import { W, W14, WP } from '../../ooxml/names.ts';
import type { OfficePackage, XmlPart } from '../../ooxml/office-package.ts';
import { readWordFile, type WordFile } from '../../ooxml/word-file.ts';
import { attributeOf, walkElements, type XmlElement } from '../../ooxml/xml-tree.ts';
import { pictureRun } from '../docx/mechanics/new-drawing.ts';
import { attributePlaces } from './attribute-tags.ts';
import type { Filling, PlacedTag } from './filling.ts';
import type { ReadMarkdown } from './markdown-runs.ts';
import { namedPlaces } from './named-controls.ts';
import { copyNotes } from './note-copies.ts';
import { createPictures, sizeOf, type Pictures } from './pictures.ts';
import type { Place } from './program.ts';
import type { Tag } from './read-tag.ts';
import type { Shape, TextTag } from './text-blocks.ts';
import type { TextWriter } from './text-part.ts';
import { markdownPlace, type WordMarkdown } from './word-markdown.ts';

/** Marks with a name or number of which a file has one: a copy is made without them. */
const ONCE = new Set(['bookmarkStart', 'bookmarkEnd', 'commentRangeStart', 'commentRangeEnd', 'commentReference', 'permStart', 'permEnd']);

/** The attribute with the white space before it. */
function attributeSpan(source: string, element: XmlElement, name: string): { start: number; end: number } | undefined {
  const found = new RegExp(String.raw`\s+${name}\s*=\s*(?:"[^"]*"|'[^']*')`).exec(source.slice(element.start, element.contentStart));
  return found === null ? undefined : { start: element.start + found.index, end: element.start + found.index + found[0].length };
}

const inCopies = ({ source }: XmlPart, { start, end }: { start: number; end: number }, xml: () => string): Place => ({
  start,
  end,
  render: (scope) => (scope.copy ? xml() : source.slice(start, end)),
});

/** Ids and marks inside what is repeated. @param nextId of drawings */
function copyPlaces(part: XmlPart, spans: readonly { start: number; end: number }[], nextId: () => number): Place[] {
  if (spans.length === 0) return [];
  const places: Place[] = [];
  for (const element of walkElements(part.root)) {
    if (!spans.some(({ start, end }) => element.start >= start && element.end <= end)) continue;
    if (element.uri === W && ONCE.has(element.local)) {
      places.push(inCopies(part, element, () => ''));
      continue;
    }
    for (const { uri, local, name } of element.attributes) {
      const isMark = uri === W14 && (local === 'paraId' || local === 'textId');
      const span = isMark ? attributeSpan(part.source, element, name) : undefined;
      if (span !== undefined) places.push(inCopies(part, span, () => ''));
    }
    if (element.local === 'docPr' && element.uri === WP && attributeOf(element, 'id') !== undefined) {
      const span = attributeSpan(part.source, element, 'id');
      if (span !== undefined) places.push(inCopies(part, span, () => ` id="${nextId()}"`));
    }
    if (element.local === 'id' && element.uri === W && element.parent?.local === 'sdtPr') places.push(inCopies(part, element, () => ''));
  }
  return places;
}

/** Everything inside sections of controls that repeat is copied too. */
const repeatedSections = (part: XmlPart): XmlElement[] =>
  part.source.includes('repeatingSection')
    ? [...walkElements(part.root)].filter(({ local }) => local === 'repeatingSection').flatMap(({ parent }) => parent?.parent ?? [])
    : [];

type ValueTag = TextTag & { tag: Tag & { kind: 'value' } };

function picturePlace(file: () => WordFile, pictures: Pictures, part: XmlPart, tag: ValueTag): Place {
  const { start, end } = tag.run;
  return {
    start,
    end,
    render(scope) {
      const picture = pictures.place(part.name, tag, scope);
      if (picture === undefined) return part.source.slice(start, end);
      return picture === null
        ? ''
        : pictureRun(file(), picture.id, { ...sizeOf(picture, tag.tag.options), description: picture.alt ?? '' });
    },
  };
}

/** What the writers of one file share. */
export interface WordTools {
  opened: OfficePackage;
  template: OfficePackage;
  filling: Filling;
  read: ReadMarkdown;
  /** Receives tags outside of paragraphs. */
  tags: PlacedTag[];
}

/** @returns the writer for a part */
export function wordWriter({ opened, template, filling, read, tags }: WordTools): (part: string) => TextWriter {
  let last = 1_000_000;
  let known: WordFile | undefined;
  const file = (): WordFile => (known ??= readWordFile(template));
  const pictures = createPictures(opened, filling, 'word/media');
  const notes = copyNotes(template);
  const markdown: WordMarkdown = { opened, filling, file, read };
  return (name) => ({
    placeOf(part, tag) {
      if (tag.tag.as === 'picture') return picturePlace(file, pictures, part, tag);
      return tag.tag.as === 'markdown' ? markdownPlace(markdown, part, tag) : undefined;
    },
    around: (part) => notes.texts(part),
    others: (part, shapes: readonly { shape: Shape }[]) => [
      ...namedPlaces(filling, part, pictures),
      ...notes.references(
        part,
        shapes.map(({ shape }) => shape.span),
      ),
      ...copyPlaces(part, [...shapes.map(({ shape }) => shape.span), ...repeatedSections(part)], () => ++last),
      ...attributePlaces({ opened, filling, pictures, part: () => name, tags }, part),
    ],
  });
}
