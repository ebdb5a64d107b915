/** A table of the presentation that is drawn cell by cell, without a style, as a pattern for new ones. */
import { A } from '../../../ooxml/names.ts';
import type { DeckFile, DeckSlide } from '../../../ooxml/deck-file.ts';
import type { XmlPart } from '../../../ooxml/office-package.ts';
import { attributeOf, elementsOf, firstElementOf, walkElements, type XmlElement } from '../../../ooxml/xml-tree.ts';

/** How a cell of the pattern looks. */
export interface CellSample {
  /** `a:tcPr` whole. */
  properties: string;
  /** Attributes of `a:rPr` that make its words stand out: ` b="1"`. */
  weight: string;
  /** What is in `a:rPr`: colour and faces. */
  run: string;
  sizePt: number | undefined;
}

export interface DeckTableSample {
  /** undefined where the first row looks like the others. */
  head: CellSample | undefined;
  body: CellSample;
  last: CellSample;
  /** Height of a row below the head, in EMU. */
  rowEmu: number;
}

const RUN_PARTS = new Set(['solidFill', 'latin', 'ea', 'cs']);
const MERGED = ['gridSpan', 'rowSpan', 'hMerge', 'vMerge'];

function cellSample({ source }: XmlPart, cell: XmlElement): CellSample | undefined {
  const properties = firstElementOf(cell, 'tcPr', A);
  const run = [...walkElements(cell)].find(({ local, uri }) => local === 'rPr' && uri === A);
  const xml = properties === undefined ? '' : source.slice(properties.start, properties.end);
  const inner = run === undefined ? [] : elementsOf(run).filter(({ local }) => RUN_PARTS.has(local));
  const words = inner.map(({ start, end }) => source.slice(start, end)).join('');
  // pictures and what else is in other namespaces would need what they name
  if (/<(?!\/?a:)|\sr:/.test(xml + words)) return undefined;
  const size = Number((run && attributeOf(run, 'sz')) ?? NaN);
  const weight = ['b', 'i'].map((name) => (run !== undefined && attributeOf(run, name) === '1' ? ` ${name}="1"` : '')).join('');
  return { properties: xml, weight, run: words, sizePt: size > 0 ? size / 100 : undefined };
}

function sampleOf(part: XmlPart, table: XmlElement): DeckTableSample | undefined {
  if ([...walkElements(table)].some(({ local, uri }) => local === 'tableStyleId' && uri === A)) return undefined;
  const rows = elementsOf(table, 'tr', A);
  const cellsOf = (row: XmlElement | undefined): XmlElement[] => (row === undefined ? [] : elementsOf(row, 'tc', A));
  const [first, second, last] = [cellsOf(rows[0]), cellsOf(rows[1]), cellsOf(rows.at(-1))];
  const [top, below, bottom] = [first[0], second[0], last[0]];
  if (top === undefined || below === undefined || bottom === undefined || first.length < 2 || second.length !== first.length)
    return undefined;
  if ([...first, ...second].some((cell) => MERGED.some((name) => attributeOf(cell, name) !== undefined))) return undefined;
  const [head, body, end] = [top, below, bottom].map((cell) => cellSample(part, cell));
  // nothing is drawn where no cell has lines or a ground: a layout
  if (
    head === undefined ||
    body === undefined ||
    end === undefined ||
    !/<a:(?:ln[LRTB]|solidFill)\b/.test(head.properties + body.properties)
  )
    return undefined;
  const isUnlike = head.properties !== body.properties || head.weight !== body.weight || head.run !== body.run;
  // a row of totals is not the end of every table
  const same = end.weight === body.weight && end.run === body.run;
  const rowEmu = Number(attributeOf(rows[1] ?? table, 'h') ?? 0);
  return { head: isUnlike ? head : undefined, body, last: same ? end : body, rowEmu };
}

/** Of the table before the slide, else of the first one; undefined where all have styles, or none is plain. */
export function sampleDeckTable({ slides }: DeckFile, slide: DeckSlide): DeckTableSample | undefined {
  const at = slides.indexOf(slide);
  const nearest = [...slides.slice(0, at + 1).toReversed(), ...slides.slice(at + 1)];
  for (const { part } of nearest)
    for (const element of walkElements(part.root)) {
      const sample = element.local === 'tbl' && element.uri === A ? sampleOf(part, element) : undefined;
      if (sample !== undefined) return sample;
    }
  return undefined;
}
