/**
 * The figures of an existing chart (ISO/IEC 29500-1 §21.2): series get other references and the values beside them, and keep
 * their colours, lines, labels and axes. Series that are too many go, those that are too few are made like the last one.
 */
import { append } from '../../base/append.ts';
import { A, C } from '../../ooxml/names.ts';
import {
  applyXmlEdits,
  insertAfter,
  insertBefore,
  prependContent,
  removeNode,
  replaceContent,
  replaceNode,
  setAttribute,
  type XmlEdit,
} from '../../ooxml/edit-xml.ts';
import type { XmlPart } from '../../ooxml/office-package.ts';
import { escapeText } from '../../ooxml/xml-text.ts';
import { attributeOf, elementsOf, firstElementOf, parseXml, textOf, walkElements, type XmlElement } from '../../ooxml/xml-tree.ts';
import { reject, type Rejected } from '../define-edit.ts';

/** Values and the cells that hold them: a formula without `=`. */
interface ChartCells<Value> {
  formula: string;
  values: readonly Value[];
}

export interface ChartFigures {
  /** Some cells hold formulas whose values are not known before the workbook is recalculated; the chart gets them then. */
  waiting?: boolean;
  /** What was left out of the cells that were named. */
  message?: string;
  categories: ChartCells<string | number | null>;
  series: { name: ChartCells<string>; values: ChartCells<number | null> }[];
}

const prefixOf = ({ name }: XmlElement): string => name.slice(0, name.indexOf(':') + 1);

function pointsXml(prefix: string, values: readonly (string | number | null)[]): string {
  return `<${prefix}ptCount val="${values.length}"/>${values.map((value, index) => (value === null || value === '' ? '' : `<${prefix}pt idx="${index}"><${prefix}v>${escapeText(String(value))}</${prefix}v></${prefix}pt>`)).join('')}`;
}

function numbersXml(prefix: string, { formula, values }: ChartCells<string | number | null>, format: string): string {
  return `<${prefix}numRef><${prefix}f>${escapeText(formula)}</${prefix}f><${prefix}numCache><${prefix}formatCode>${escapeText(format)}</${prefix}formatCode>${pointsXml(prefix, values)}</${prefix}numCache></${prefix}numRef>`;
}

function textsXml(prefix: string, { formula, values }: ChartCells<string | number | null>): string {
  return `<${prefix}strRef><${prefix}f>${escapeText(formula)}</${prefix}f><${prefix}strCache>${pointsXml(prefix, values)}</${prefix}strCache></${prefix}strRef>`;
}

/** Format of the values so far, for axes that take theirs from the cells. */
function formatIn(element: XmlElement | undefined): string {
  for (const inner of element === undefined ? [] : walkElements(element)) if (inner.local === 'formatCode') return textOf(inner);
  return 'General';
}

function seriesEdits(
  part: XmlPart,
  ser: XmlElement,
  categories: ChartFigures['categories'],
  { name, values }: ChartFigures['series'][number],
): XmlEdit[] {
  const prefix = prefixOf(ser);
  const child = (...locals: string[]): XmlElement | undefined =>
    locals.map((local) => firstElementOf(ser, local, C)).find((one) => one !== undefined);
  const [tx, cat, val, order] = [child('tx'), child('cat', 'xVal'), child('val', 'yVal'), child('order', 'idx')];
  const known = categories.values.filter((value) => value !== null);
  const isNumbers = (known.length > 0 && known.every((value) => typeof value === 'number')) || cat?.local === 'xVal';
  const inside = isNumbers ? numbersXml(prefix, categories, formatIn(cat)) : textsXml(prefix, categories);
  const nameXml = `<${prefix}tx>${textsXml(prefix, name)}</${prefix}tx>`;
  const edits: XmlEdit[] =
    tx !== undefined
      ? [replaceNode(tx, nameXml)]
      : order === undefined
        ? [prependContent(part, ser, nameXml)]
        : [insertAfter(order, nameXml)];
  if (val !== undefined) edits.push(replaceContent(part, val, numbersXml(prefix, values, formatIn(val))));
  if (cat !== undefined) edits.push(replaceContent(part, cat, inside));
  else if (val !== undefined) edits.push(insertBefore(val, `<${prefix}cat>${inside}</${prefix}cat>`));
  return edits;
}

/** A series like this one, in the next colour of the theme. */
function copyOf(
  part: XmlPart,
  ser: XmlElement,
  index: number,
  categories: ChartFigures['categories'],
  figures: ChartFigures['series'][number],
): string {
  const open = part.source.slice(part.root.start, part.root.contentStart);
  const close = `</${part.root.name}>`;
  const tree = parseXml(open + part.source.slice(ser.start, ser.end) + close);
  const [copy] = elementsOf(tree.root);
  if (copy === undefined) return '';
  const fixed = { ...part, ...tree };
  // labels of single points are about the points of the other one
  const own = elementsOf(copy)
    .filter(
      (child) =>
        ['spPr', 'dPt', 'extLst'].includes(child.local) || (child.local === 'dLbls' && firstElementOf(child, 'dLbl', C) !== undefined),
    )
    .map(removeNode);
  const numbered = ['idx', 'order'].flatMap((local) => {
    const element = firstElementOf(copy, local, C);
    return element === undefined ? [] : [setAttribute(fixed, element, 'val', String(index))];
  });
  const xml = applyXmlEdits(tree.source, [...own, ...numbered, ...seriesEdits(fixed, copy, categories, figures)]);
  return xml.slice(open.length, xml.length - close.length);
}

export function chartFiguresEdits(part: XmlPart, figures: ChartFigures): XmlEdit[] | Rejected {
  const all = [...walkElements(part.root)].filter(({ local, uri }) => local === 'ser' && uri === C);
  const last = all.at(-1);
  if (last === undefined) return reject('unsupported', 'The chart is of a kind whose figures cannot be set.');
  if (all.some((ser) => firstElementOf(ser, 'bubbleSize', C) !== undefined))
    return reject('unsupported', 'The figures of bubble charts cannot be set.');
  const edits: XmlEdit[] = [];
  for (const [index, ser] of all.entries()) {
    const mine = figures.series[index];
    append(edits, mine === undefined ? [removeNode(ser)] : seriesEdits(part, ser, figures.categories, mine));
  }
  const emptied = new Set(all.slice(figures.series.length).flatMap(({ parent }) => parent ?? []));
  for (const group of emptied) {
    if (elementsOf(group, 'ser', C).every((ser) => all.indexOf(ser) >= figures.series.length))
      return reject('unsupported', 'A kind of the chart would be left without series; set as many series as it has.');
  }
  const numbers = all.flatMap((ser) =>
    ['idx', 'order'].map((local) =>
      Number((firstElementOf(ser, local, C) === undefined ? undefined : attributeOf(firstElementOf(ser, local, C) ?? ser, 'val')) ?? 0),
    ),
  );
  const next = numbers.reduce((most, one) => Math.max(most, one), 0) + 1;
  const added = figures.series
    .slice(all.length)
    .map((mine, index) => copyOf(part, last, next + index, figures.categories, mine))
    .join('');
  if (added !== '') edits.push(insertAfter(last, added));
  return edits;
}

/** The words above a chart; they take the place of others, or are made. */
export function chartTitleEdits(part: XmlPart, title: string): XmlEdit[] | Rejected {
  const chart = firstElementOf(part.root, 'chart', C);
  if (chart === undefined) return reject('unsupported', 'The chart is of a kind whose title cannot be set.');
  const prefix = prefixOf(chart);
  const known = firstElementOf(chart, 'title', C);
  const texts = known === undefined ? [] : [...walkElements(known)].filter(({ local, uri }) => local === 't' && uri === A);
  const deleted = firstElementOf(chart, 'autoTitleDeleted', C);
  const shown = deleted === undefined ? [] : [setAttribute(part, deleted, 'val', '0')];
  const [first, ...rest] = texts;
  if (first !== undefined)
    return [replaceContent(part, first, escapeText(title)), ...rest.map((text) => replaceContent(part, text, '')), ...shown];
  const rich = `<${prefix}tx><${prefix}rich><a:bodyPr xmlns:a="${A}"/><a:p xmlns:a="${A}"><a:r><a:t>${escapeText(title)}</a:t></a:r></a:p></${prefix}rich></${prefix}tx>`;
  if (known === undefined)
    return [prependContent(part, chart, `<${prefix}title>${rich}<${prefix}overlay val="0"/></${prefix}title>`), ...shown];
  const tx = firstElementOf(known, 'tx', C);
  return [tx === undefined ? prependContent(part, known, rich) : replaceNode(tx, rich), ...shown];
}

export function chartTitle(part: XmlPart): string {
  const chart = firstElementOf(part.root, 'chart', C);
  const title = chart && firstElementOf(chart, 'title', C);
  return title === undefined
    ? ''
    : [...walkElements(title)]
        .filter(({ local, uri }) => local === 't' && uri === A)
        .map(textOf)
        .join('');
}
