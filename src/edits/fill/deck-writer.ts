/** What presentations do with tags that are no plain text: marks of slides go, with the boxes that were made for them. */
import { P } from '../../ooxml/names.ts';
import type { OfficePackage, XmlPart } from '../../ooxml/office-package.ts';
import { textOf, walkElements, type XmlElement } from '../../ooxml/xml-tree.ts';
import { attributePlaces } from './attribute-tags.ts';
import { deckMarkdownPlace } from './deck-markdown.ts';
import type { Filling, PlacedTag } from './filling.ts';
import type { ReadMarkdown } from './markdown-runs.ts';
import { createPictures } from './pictures.ts';
import type { Place } from './program.ts';
import type { Shape, TextTag } from './text-blocks.ts';
import type { TextWriter } from './text-part.ts';

const shapeOf = (run: XmlElement): XmlElement | undefined => {
  for (let at: XmlElement | undefined = run; at !== undefined; at = at.parent) if (at.local === 'sp' && at.uri === P) return at;
  return undefined;
};

const isPlaceholder = (shape: XmlElement): boolean => [...walkElements(shape)].some(({ local, uri }) => local === 'ph' && uri === P);

/** Tags of slides, which are on the slide only to be found. */
function marksOf(part: XmlPart, outer: ReadonlySet<TextTag>): Place[] {
  const inPart = [...outer].filter(({ run }) => part.source.startsWith('<', run.start) && isIn(part, run));
  const byShape = new Map<XmlElement, TextTag[]>();
  for (const tag of inPart) {
    const shape = shapeOf(tag.run);
    if (shape !== undefined) byShape.set(shape, [...(byShape.get(shape) ?? []), tag]);
  }
  const whole = [...byShape].filter(
    ([shape, tags]) =>
      !isPlaceholder(shape) && textOf(shape).replaceAll(/\s/g, '') === tags.map(({ text }) => text.replaceAll(/\s/g, '')).join(''),
  );
  const goneShapes = new Set(whole.map(([shape]) => shape));
  const gone = inPart.filter(({ run }) => !goneShapes.has(shapeOf(run) ?? run));
  const empty = (element: XmlElement): Place => ({ start: element.start, end: element.end, render: () => '' });
  return [...whole.map(([shape]) => empty(shape)), ...gone.map(({ run }) => empty(run))];
}

function isIn({ root }: XmlPart, element: XmlElement): boolean {
  let at = element;
  while (at.parent !== undefined) at = at.parent;
  return at === root;
}

/** Rows are told apart by an id, which copies are to have for themselves. */
function rowIds(part: XmlPart, shapes: readonly { shape: Shape }[], next: () => number): Place[] {
  const spans = shapes.map(({ shape }) => shape.span);
  return [...walkElements(part.root)].flatMap((element): Place[] => {
    if (element.local !== 'rowId' || !spans.some(({ start, end }) => element.start >= start && element.end <= end)) return [];
    const { start, end } = element;
    return [
      {
        start,
        end,
        render: (scope) =>
          scope.copy ? part.source.slice(start, end).replace(/val="\d+"/, () => `val="${next()}"`) : part.source.slice(start, end),
      },
    ];
  });
}

export interface DeckWriters {
  /** For a slide of the template. */
  of(outer: ReadonlySet<TextTag>): TextWriter;
  /** What is written from now on goes into this part. */
  begin(name: string): void;
}

/** @param read Markdown into blocks; tags: receives those outside of paragraphs */
export function deckWriter(opened: OfficePackage, filling: Filling, read: ReadMarkdown, tags: PlacedTag[]): DeckWriters {
  let lastRow = 3_000_000_000;
  let target = '';
  const pictures = createPictures(opened, filling, 'ppt/media');
  return {
    of: (outer) => ({
      placeOf: (part, tag) => (tag.tag.as === 'markdown' ? deckMarkdownPlace(filling, read, part, tag) : undefined),
      others: (part, shapes) => [
        ...marksOf(part, outer),
        ...rowIds(part, shapes, () => ++lastRow),
        ...attributePlaces({ opened, filling, pictures, part: () => target, tags, shares: false }, part),
      ],
    }),
    begin(name) {
      target = name;
    },
  };
}
