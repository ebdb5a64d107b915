/** A Word template: its text, headers, footers, notes, text boxes, charts and properties. */
import { W } from '../../ooxml/names.ts';
import { contentTypeOf, partNames, type OfficePackage } from '../../ooxml/office-package.ts';
import { walkElements } from '../../ooxml/xml-tree.ts';
import { readWordFile } from '../../ooxml/word-file.ts';
import type { Filling, PlacedTag } from './filling.ts';
import { fillProperties, fillTextPart } from './fill-parts.ts';
import type { ReadMarkdown } from './markdown-runs.ts';
import type { Scope } from './scope.ts';
import type { Labels } from './text-part.ts';
import { wordWriter } from './word-writer.ts';

/** Parts with text, the document first. */
const STORIES = /wordprocessingml\.(?:header|footer|footnotes|endnotes|comments)\+xml$/;
const DRAWN = /drawingml\.(?:chart|diagramData)\+xml$|ms-office\.drawingml\.diagramDrawing\+xml$/;

/** Addresses of paragraphs as `GET …/content` gives them, read when the first is wanted. */
export function wordLabels(opened: OfficePackage): (part: string) => Labels {
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

/** Fills the open package. @returns all its tags */
export function fillWord(opened: OfficePackage, template: OfficePackage, filling: Filling, scope: Scope, read: ReadMarkdown): PlacedTag[] {
  const labels = wordLabels(template);
  const names = partNames(opened);
  const stories = [opened.mainPart, ...names.filter((name) => STORIES.test(contentTypeOf(opened, name) ?? ''))];
  const drawn = names.filter((name) => DRAWN.test(contentTypeOf(opened, name) ?? ''));
  const tags: PlacedTag[] = [];
  const writer = wordWriter({ opened, template, filling, read, tags });
  for (const name of stories) tags.push(...fillTextPart(opened, name, { scope, filling, labels: labels(name), writer: writer(name) }));
  for (const name of drawn) tags.push(...fillTextPart(opened, name, { scope, filling, labels: () => name, writer: {} }));
  return [...tags, ...fillProperties(opened, filling, scope)];
}
