/** Properties of words on slides: runs are divided where the words begin and end, and what is not named stays (ISO/IEC 29500-1 §21.1.2.3.9). */
import { A } from '../../../ooxml/names.ts';
import type { DeckParagraph, DeckPiece } from '../../../ooxml/deck-file.ts';
import { insertBefore, prependContent, replaceNode, type XmlEdit } from '../../../ooxml/edit-xml.ts';
import { escapeAttribute, escapeText } from '../../../ooxml/xml-text.ts';
import { elementsOf, firstElementOf, type XmlElement } from '../../../ooxml/xml-tree.ts';

export interface RunChange {
  /** By name; null takes one away. */
  attributes?: Readonly<Record<string, string | null>>;
  /** Local name → XML with the prefix `a:`; '' takes it away. What excludes it goes with it: a fill takes the place of any fill. */
  children?: Readonly<Record<string, string>>;
}

/** Children in the order of the schema, fills and effects as one choice each. */
const ORDER: readonly (readonly string[])[] = [
  ['ln'],
  ['noFill', 'solidFill', 'gradFill', 'blipFill', 'pattFill', 'grpFill'],
  ['effectLst', 'effectDag'],
  ['highlight'],
  ['uLnTx', 'uLn'],
  ['uFillTx', 'uFill'],
  ['latin'],
  ['ea'],
  ['cs'],
  ['sym'],
  ['hlinkClick'],
  ['hlinkMouseOver'],
  ['rtl'],
  ['extLst'],
];
const rankOf = (local: string): number => ORDER.findIndex((names) => names.includes(local));

const prefixOf = ({ name }: XmlElement): string => name.slice(0, name.indexOf(':') + 1);

/** The properties with a change. @param name as written, `a:rPr` */
function propertiesXml(source: string, held: XmlElement | undefined, name: string, { attributes = {}, children = {} }: RunChange): string {
  const prefix = name.slice(0, name.indexOf(':') + 1);
  const written = held === undefined ? '' : source.slice(held.start + held.name.length + 1, held.contentStart).replace(/\s*\/?>$/, '');
  let opening = written;
  for (const [attribute, value] of Object.entries(attributes)) {
    const found = new RegExp(`\\s+${attribute}\\s*=\\s*(?:"[^"]*"|'[^']*')`);
    const put = value === null ? '' : ` ${attribute}="${escapeAttribute(value)}"`;
    opening = found.test(opening) ? opening.replace(found, () => put) : opening + put;
  }
  const changed = Object.entries(children).map(([local, xml]) => ({ rank: rankOf(local), xml }));
  const kept = (held === undefined ? [] : elementsOf(held)).flatMap((child) => {
    const rank = rankOf(child.local);
    return changed.some((one) => one.rank === rank)
      ? []
      : [{ rank: rank < 0 ? ORDER.length : rank, xml: source.slice(child.start, child.end) }];
  });
  const inner = [
    ...kept,
    ...changed.map(({ rank, xml }) => ({ rank, xml: prefix === 'a:' ? xml : xml.replaceAll(/<(\/?)a:/g, `<$1${prefix}`) })),
  ]
    .filter(({ xml }) => xml !== '')
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ xml }) => xml)
    .join('');
  return inner === '' ? `<${name}${opening}/>` : `<${name}${opening}>${inner}</${name}>`;
}

interface RunOf {
  run: XmlElement;
  at: number;
  text: string;
  pieces: DeckPiece[];
}

/** The runs of a paragraph, each with all its text. */
function runsOf({ pieces }: DeckParagraph): RunOf[] {
  const runs = new Map<XmlElement, RunOf>();
  for (const piece of pieces) {
    const known = runs.get(piece.run);
    if (known === undefined) runs.set(piece.run, { run: piece.run, at: piece.at, text: piece.text, pieces: [piece] });
    else {
      known.text += piece.text;
      known.pieces.push(piece);
    }
  }
  return [...runs.values()];
}

function setOn(paragraph: DeckParagraph, run: XmlElement, change: RunChange): XmlEdit {
  const { part } = paragraph;
  const held = firstElementOf(run, 'rPr', A);
  const xml = propertiesXml(part.source, held, `${prefixOf(run)}rPr`, change);
  return held === undefined ? prependContent(part, run, xml) : replaceNode(held, xml);
}

export interface Stretch {
  start: number;
  end: number;
}

/** A run as several, of which those of the stretches have the change. @param stretches within the run, in order */
function divide(paragraph: DeckParagraph, { run, text, pieces }: RunOf, stretches: readonly Stretch[], change: RunChange): XmlEdit {
  const { source } = paragraph.part;
  const held = firstElementOf(run, 'rPr', A);
  const same = held === undefined ? '' : source.slice(held.start, held.end);
  const other = propertiesXml(source, held, `${prefixOf(run)}rPr`, change);
  const holder = pieces[0]?.holder.name ?? `${prefixOf(run)}t`;
  const piece = (properties: string, words: string): string =>
    words === '' ? '' : `<${run.name}>${properties}<${holder}>${escapeText(words)}</${holder}></${run.name}>`;
  let at = 0;
  const written = stretches.map(({ start, end }) => {
    const xml = piece(same, text.slice(at, start)) + piece(other, text.slice(start, end));
    at = end;
    return xml;
  });
  return replaceNode(run, written.join('') + piece(same, text.slice(at)));
}

/**
 * Changes the properties of words of a paragraph.
 * @param stretches in order, without overlap
 * @param withEnd whether the end of the paragraph, which new words take after, changes too
 */
export function changeRuns(paragraph: DeckParagraph, stretches: readonly Stretch[], change: RunChange, withEnd: boolean): XmlEdit[] {
  const edits = runsOf(paragraph).flatMap((one): XmlEdit[] => {
    const { length } = one.text;
    const within = stretches
      .map(({ start, end }) => ({ start: Math.max(0, start - one.at), end: Math.min(length, end - one.at) }))
      .filter(({ start, end }) => end > start);
    const [first] = within;
    if (first === undefined) return [];
    const isWhole = (first.start === 0 && first.end === length) || one.run.local !== 'r';
    return [isWhole ? setOn(paragraph, one.run, change) : divide(paragraph, one, within, change)];
  });
  if (!withEnd) return edits;
  const { element, part } = paragraph;
  const last = firstElementOf(element, 'endParaRPr', A);
  const name = `${prefixOf(element)}endParaRPr`;
  if (last !== undefined) edits.push(replaceNode(last, propertiesXml(part.source, last, name, change)));
  return edits;
}

/** Children of a paragraph's properties in the order of the schema (§21.1.2.2.7). */
const PARAGRAPH_ORDER = ['lnSpc', 'spcBef', 'spcAft'];

export interface ParagraphChange {
  attributes: Readonly<Record<string, string>>;
  /** Local name of a child, of those at the beginning → XML. */
  children: Readonly<Record<string, string>>;
}

/** Changes the properties of a paragraph. */
export function changeParagraph({ element, part }: DeckParagraph, { attributes, children }: ParagraphChange): XmlEdit[] {
  if (Object.keys(attributes).length === 0 && Object.keys(children).length === 0) return [];
  const held = firstElementOf(element, 'pPr', A);
  const prefix = prefixOf(element);
  const spelled = (xml: string): string => (prefix === 'a:' ? xml : xml.replaceAll(/<(\/?)a:/g, `<$1${prefix}`));
  const inner = held === undefined ? [] : elementsOf(held);
  const spaces = PARAGRAPH_ORDER.map((local) => {
    const known = inner.find((child) => child.local === local);
    const given = children[local];
    return given === undefined ? (known === undefined ? '' : part.source.slice(known.start, known.end)) : spelled(given);
  });
  const others = inner.filter(({ local }) => !PARAGRAPH_ORDER.includes(local)).map((child) => part.source.slice(child.start, child.end));
  const opening = held === undefined ? `<${prefix}pPr` : part.source.slice(held.start, held.contentStart).replace(/\s*\/?>$/, '');
  let tag = opening;
  for (const [name, value] of Object.entries(attributes)) {
    const found = new RegExp(`\\s+${name}\\s*=\\s*(?:"[^"]*"|'[^']*')`);
    tag = found.test(tag) ? tag.replace(found, () => ` ${name}="${escapeAttribute(value)}"`) : `${tag} ${name}="${escapeAttribute(value)}"`;
  }
  const content = spaces.join('') + others.join('');
  const xml = content === '' ? `${tag}/>` : `${tag}>${content}</${prefix}pPr>`;
  if (held !== undefined) return [replaceNode(held, xml)];
  const first = elementsOf(element)[0];
  return [first === undefined ? prependContent(part, element, xml) : insertBefore(first, xml)];
}
