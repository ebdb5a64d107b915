/**
 * Properties of runs, paragraphs, cells and sections, changed child by child at the places where the schema wants them
 * (ISO/IEC 29500-1 §17.3.1.26, §17.3.2.28, §17.4.69, §17.6.17): what is not named keeps its bytes. Tracked, the properties
 * as they were are written down beside them (§17.13.5.29 and the like).
 */
import { W } from '../../../ooxml/names.ts';
import { appendContent, insertBefore, prependContent, removeNode, replaceNode, type XmlEdit } from '../../../ooxml/edit-xml.ts';
import type { XmlPart } from '../../../ooxml/office-package.ts';
import { escapeAttribute } from '../../../ooxml/xml-text.ts';
import { elementsOf, type XmlElement, type XmlTree } from '../../../ooxml/xml-tree.ts';
import { reject, type EditContext, type Rejected } from '../../define-edit.ts';
import { openRevision } from './change-text.ts';
import type { WordFile } from '../../../ooxml/word-file.ts';
import { childOf, valueOf } from '../../../ooxml/word-text.ts';

/** Children of properties in the order of the schema. */
export const ORDERS = {
  rPr: [
    'rStyle',
    'rFonts',
    'b',
    'bCs',
    'i',
    'iCs',
    'caps',
    'smallCaps',
    'strike',
    'dstrike',
    'outline',
    'shadow',
    'emboss',
    'imprint',
    'noProof',
    'snapToGrid',
    'vanish',
    'webHidden',
    'color',
    'spacing',
    'w',
    'kern',
    'position',
    'sz',
    'szCs',
    'highlight',
    'u',
    'effect',
    'bdr',
    'shd',
    'fitText',
    'vertAlign',
    'rtl',
    'cs',
    'em',
    'lang',
    'eastAsianLayout',
    'specVanish',
    'oMath',
  ],
  pPr: [
    'pStyle',
    'keepNext',
    'keepLines',
    'pageBreakBefore',
    'framePr',
    'widowControl',
    'numPr',
    'suppressLineNumbers',
    'pBdr',
    'shd',
    'tabs',
    'suppressAutoHyphens',
    'kinsoku',
    'wordWrap',
    'overflowPunct',
    'topLinePunct',
    'autoSpaceDE',
    'autoSpaceDN',
    'bidi',
    'adjustRightInd',
    'snapToGrid',
    'spacing',
    'ind',
    'contextualSpacing',
    'mirrorIndents',
    'suppressOverlap',
    'jc',
    'textDirection',
    'textAlignment',
    'textboxTightWrap',
    'outlineLvl',
    'divId',
    'cnfStyle',
    'rPr',
    'sectPr',
  ],
  tcPr: [
    'cnfStyle',
    'tcW',
    'gridSpan',
    'hMerge',
    'vMerge',
    'tcBorders',
    'shd',
    'noWrap',
    'tcMar',
    'textDirection',
    'tcFitText',
    'vAlign',
    'hideMark',
    'headers',
    'cellIns',
    'cellDel',
    'cellMerge',
  ],
  sectPr: [
    'headerReference',
    'footerReference',
    'footnotePr',
    'endnotePr',
    'type',
    'pgSz',
    'pgMar',
    'paperSrc',
    'pgBorders',
    'lnNumType',
    'pgNumType',
    'cols',
    'formProt',
    'vAlign',
    'noEndnote',
    'titlePg',
    'textDirection',
    'bidi',
    'rtlGutter',
    'docGrid',
    'printerSettings',
  ],
} as const;
/** Properties by their local names, written as the schema orders them; others come first. */
export const inOrder = (order: readonly string[], parts: ReadonlyMap<string, string>): string =>
  [...parts]
    .toSorted(([a], [b]) => order.indexOf(a) - order.indexOf(b))
    .map(([, xml]) => xml)
    .join('');

export type PropertyList = keyof typeof ORDERS;

/** Not part of what a change of formatting writes down: they have revisions of their own. */
const APART = new Set([
  'rPr',
  'sectPr',
  'rPrChange',
  'pPrChange',
  'tcPrChange',
  'sectPrChange',
  'headerReference',
  'footerReference',
  'ins',
  'del',
  'moveFrom',
  'moveTo',
  'cellIns',
  'cellDel',
  'cellMerge',
]);

/** Local name → its XML; '' takes it away. */
export type PropertyChanges = ReadonlyMap<string, string>;

/** An element with some attributes set (null: taken away); others stay as they are written. */
export function withAttributes(
  w: string,
  local: string,
  element: XmlElement | undefined,
  values: Readonly<Record<string, string | null>>,
): string {
  const kept = (element?.attributes ?? [])
    .filter((attribute) => attribute.uri !== W || !(attribute.local in values))
    .map(({ name, value }) => ` ${name}="${escapeAttribute(value)}"`);
  const set = Object.entries(values).flatMap(([name, value]) => (value === null ? [] : [` ${w}${name}="${escapeAttribute(value)}"`]));
  return kept.length + set.length === 0 ? '' : `<${w}${local}${kept.join('')}${set.join('')}/>`;
}

/** The properties before, as a change of formatting writes them down; '' where one is written down already. */
function historyOf(file: WordFile, source: string, list: PropertyList, properties: XmlElement | undefined, context: EditContext): string {
  const { w } = file;
  if (context.mode === 'direct' || (properties !== undefined && childOf(properties, `${list}Change`) !== undefined)) return '';
  const before =
    properties === undefined
      ? ''
      : elementsOf(properties)
          .filter(({ local }) => !APART.has(local))
          .map(({ start, end }) => source.slice(start, end))
          .join('');
  return `${openRevision(file, `${list}Change`, context)}><${w}${list}>${before}</${w}${list}></${w}${list}Change>`;
}

/** Who has a tracked change of this formatting that is not settled: a second one would be written down under that name. Null where nobody else has. */
export function otherAuthor(owner: XmlElement, list: PropertyList, { mode, author }: EditContext): string | null {
  const properties = owner.local === list ? owner : childOf(owner, list);
  const change = mode === 'tracked' && properties !== undefined ? childOf(properties, `${list}Change`) : undefined;
  const known = valueOf(change, 'author');
  return known === undefined || known === author ? null : known;
}

export const ofAnother = (address: string, author: string): Rejected =>
  reject('unsupported', `${address} has a tracked change of its formatting by ${author.slice(0, 100)}; accept or reject that first.`, [
    address,
  ]);

/** Names that sort as the schema does. */
const nameOf = (list: PropertyList, local: string): string => {
  const order: readonly string[] = ORDERS[list];
  const rank = order.indexOf(local);
  return `${list} ${String(rank === -1 ? order.length : rank).padStart(2, '0')} ${local}`;
};

/** Place of a new child among those that are there: in front of the first one that the schema sets behind it. */
export function insertProperty(part: XmlTree, properties: XmlElement, list: PropertyList, local: string, xml: string): XmlEdit {
  const order: readonly string[] = ORDERS[list];
  const rank = order.indexOf(local);
  const next = elementsOf(properties).find(
    (child) => child.uri === W && (child.local === `${list}Change` || order.indexOf(child.local) > rank),
  );
  // elements of newer namespaces follow those of the standard
  const foreign = next ?? elementsOf(properties).find((child) => child.uri !== W);
  return { ...(foreign === undefined ? appendContent(part, properties, xml) : insertBefore(foreign, xml)), unique: nameOf(list, local) };
}

/**
 * Something of the last section where the file says nothing of it yet: its properties are made around all that a request sets of them,
 * behind everything else (ISO/IEC 29500-1 §17.6.17).
 * @param local what it is, such as pgSz, or unique: its name among what may come once
 */
export function setOfNewSection(
  { w, main }: WordFile,
  xml: string,
  { local, unique }: { local: string; unique?: never } | { local?: never; unique: string },
): XmlEdit {
  return {
    ...appendContent(main, childOf(main.root, 'body') ?? main.root, xml),
    within: `${w}sectPr`,
    last: true,
    unique: local === undefined ? unique : nameOf('sectPr', local),
  };
}

export interface PropertyPlace {
  file: WordFile;
  part: XmlPart;
  /** What has the properties: a paragraph, a run, a cell. */
  owner: XmlElement;
  list: PropertyList;
  context: EditContext;
}

/** [] where all is so already. */
export function changeProperties({ file, part, owner, list, context }: PropertyPlace, changes: PropertyChanges): XmlEdit[] {
  const { w } = file;
  const { source } = part;
  const properties = owner.local === list ? owner : childOf(owner, list);
  const ranked = [...changes].toSorted(
    ([a], [b]) => (ORDERS[list] as readonly string[]).indexOf(a) - (ORDERS[list] as readonly string[]).indexOf(b),
  );
  if (properties === undefined) {
    const added = ranked.filter(([, xml]) => xml !== '');
    const history = added.length === 0 ? '' : historyOf(file, source, list, undefined, context);
    const all = history === '' ? added : [...added, [`${list}Change`, history] as const];
    return all.map(([local, xml]) => ({ ...prependContent(part, owner, xml), within: `${w}${list}`, unique: nameOf(list, local) }));
  }
  const edits = ranked.flatMap(([local, xml]): XmlEdit[] => {
    const child = childOf(properties, local);
    if (child === undefined) return xml === '' ? [] : [insertProperty(part, properties, list, local, xml)];
    if (source.slice(child.start, child.end) === xml) return [];
    return [xml === '' ? removeNode(child) : replaceNode(child, xml)];
  });
  if (edits.length === 0) return [];
  const history = historyOf(file, source, list, properties, context);
  return history === '' ? edits : [...edits, { ...appendContent(part, properties, history), unique: nameOf(list, `${list}Change`) }];
}

/** The properties as one piece of XML, for a run that is written again. */
export function writeProperties({ file, part, owner, list, context }: PropertyPlace, changes: PropertyChanges): string {
  const { w } = file;
  const properties = childOf(owner, list);
  const order: readonly string[] = ORDERS[list];
  const kept =
    properties === undefined ? [] : elementsOf(properties).filter(({ local }) => !changes.has(local) && local !== `${list}Change`);
  const known = properties && childOf(properties, `${list}Change`);
  const rankOf = (local: string): number => (order.includes(local) ? order.indexOf(local) : order.length);
  const all = [
    ...kept.map(({ local, start, end }) => ({ local, xml: part.source.slice(start, end) })),
    ...[...changes].map(([local, xml]) => ({ local, xml })),
  ].toSorted((a, b) => rankOf(a.local) - rankOf(b.local));
  const history =
    known === undefined
      ? historyOf(file, part.source, list, properties, context)
      : part.source.slice(known.start, known.end).replace(/:id\s*=\s*(["'])[^"']*\1/, `:id="${file.nextId()}"`);
  const inner = all.map(({ xml }) => xml).join('') + history;
  return inner === '' ? '' : `<${w}${list}>${inner}</${w}${list}>`;
}
