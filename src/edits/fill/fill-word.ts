/** A Word template: its text, headers, footers, notes, text boxes, charts and properties. */
import { append } from '../../base/append.ts';
import { W } from '../../ooxml/names.ts';
import { contentTypeOf, partNames, readXmlPart, type OfficePackage, type XmlPart } from '../../ooxml/office-package.ts';
import { walkElements } from '../../ooxml/xml-tree.ts';
import { readWordFile } from '../../ooxml/word-file.ts';
import { addFault, type Filling, type PlacedTag } from './filling.ts';
import { fillProperties, fillTextPart, sourceWithTags } from './fill-parts.ts';
import { recordPlaces, unmergeable } from './merge-word.ts';
import type { Place } from './program.ts';
import type { Shape, TextTag } from './text-blocks.ts';
import type { ReadMarkdown } from './markdown-runs.ts';
import { rootScope, type Scope } from './scope.ts';
import type { Labels } from './text-part.ts';
import { wordWriter } from './word-writer.ts';

/** Parts with text, the document first. */
const STORIES = /wordprocessingml\.(?:header|footer|footnotes|endnotes|comments)\+xml$/;
const DRAWN = /drawingml\.(?:chart|diagramData)\+xml$|ms-office\.drawingml\.diagramDrawing\+xml$/;

/** Addresses of paragraphs as `GET …/content` gives them, read when the first is wanted. */
function wordLabels(opened: OfficePackage): (part: string) => Labels {
  let known: Map<string, string[]> | undefined;
  const read = (): Map<string, string[]> => {
    const file = readWordFile(opened);
    const byPart = new Map<string, string[]>();
    for (const part of new Set(file.stories.map((story) => story.part))) {
      const starts = new Map<number, string>();
      for (const target of file.targets.values())
        if (target.kind === 'paragraph' && target.part === part) starts.set(target.element.start, target.address);
      byPart.set(
        part.name,
        [...walkElements(part.root)]
          .filter(({ local, uri }) => local === 'p' && uri === W)
          .map(({ start }) => starts.get(start) ?? part.name),
      );
    }
    return byPart;
  };
  return (part) => (ordinal) => (known ??= read()).get(part)?.[ordinal] ?? part;
}

/** Parts that are in the file once: many records cannot share them. */
const SHARED = /wordprocessingml\.(?:footnotes|endnotes|comments)\+xml$/;

/** Fills the open package, with a section for each record where there are several. @returns all its tags */
export function fillWord(
  opened: OfficePackage,
  template: OfficePackage,
  filling: Filling,
  scopes: readonly Scope[],
  read: ReadMarkdown,
): PlacedTag[] {
  const labels = wordLabels(template);
  const names = partNames(opened);
  const stories = names.filter((name) => STORIES.test(contentTypeOf(opened, name) ?? ''));
  const drawn = names.filter((name) => DRAWN.test(contentTypeOf(opened, name) ?? ''));
  const tags: PlacedTag[] = [];
  const writer = wordWriter({ opened, template, filling, read, tags });
  const scope = scopes.at(-1) ?? rootScope({});
  const fillPart = (name: string, inside: Scope): TextTag[] =>
    fillTextPart(opened, name, { scope: inside, filling, labels: labels(name), writer: writer(name) });
  const many = scopes.length > 1;
  const refuse = (name: string, message: string): void => addFault(filling, { text: '', place: () => name }, message);
  if (many) {
    const wrong = unmergeable(opened, readXmlPart(opened, opened.mainPart));
    if (wrong !== undefined) refuse(opened.mainPart, wrong);
    for (const name of [...stories, ...drawn])
      if ((SHARED.test(contentTypeOf(opened, name) ?? '') || drawn.includes(name)) && sourceWithTags(opened, name)?.includes('{{'))
        refuse(name, 'its tags cannot be merged into one file');
  }
  const own = writer(opened.mainPart);
  const records = { scopes, fillSide: (part: string, inside: Scope) => void fillPart(part, inside) };
  const isFree = (shapes: readonly { shape: Shape }[]) => (at: number) =>
    !shapes.some(({ shape: { span } }) => at >= span.start && at <= span.end);
  const around = (part: XmlPart, shapes: readonly { shape: Shape }[]): Place[] =>
    recordPlaces(opened, part, records, filling, isFree(shapes));
  const main = { ...own, ...(many ? { around } : {}) };
  append(tags, fillTextPart(opened, opened.mainPart, { scope, filling, labels: labels(opened.mainPart), writer: main }));
  filling.record = undefined;
  for (const name of stories) append(tags, fillPart(name, scope));
  // charts of copies are new
  for (const name of partNames(opened).filter((one) => DRAWN.test(contentTypeOf(opened, one) ?? '')))
    append(tags, fillTextPart(opened, name, { scope, filling, labels: () => name, writer: {} }));
  return [...tags, ...fillProperties(opened, filling, scopes[0] ?? scope)];
}
