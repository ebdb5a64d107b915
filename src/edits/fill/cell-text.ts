/** Texts of cells with their formatting (ISO/IEC 29500-1 §18.4.8), as words and tags one after another. */
import { S } from '../../ooxml/names.ts';
import { escapeText } from '../../ooxml/xml-text.ts';
import { elementsOf, firstElementOf, parseXml, textOf } from '../../ooxml/xml-tree.ts';
import { TagFault } from './expression.ts';
import { addFault, holds, scopesOf, valueOfTag, type Filling, type PlacedTag } from './filling.ts';
import { pairTags, type Block } from './pair-tags.ts';
import { findTags, readTag } from './read-tag.ts';
import type { Scope } from './scope.ts';
import { plainTextOf } from './text-part.ts';

/** Words in one formatting, or a tag in that of its first letter. */
export interface CellPiece {
  text: string;
  /** `rPr` as written, '' where there is none. */
  look: string;
  tag: CellTag | undefined;
}
export interface CellTag extends PlacedTag {
  row: number;
  column: number;
}

/** @param xml content of `si` or `is`, without a prefix or with it */
export function readCellText(xml: string, prefix: string): { text: string; look: string }[] {
  const name = prefix === '' ? '' : `:${prefix.slice(0, -1)}`;
  const { root, source } = parseXml(`<${prefix}si xmlns${name}="${S}">${xml}</${prefix}si>`);
  return elementsOf(root).flatMap((element) => {
    if (element.local === 't') return [{ text: textOf(element), look: '' }];
    if (element.local !== 'r') return [];
    const look = firstElementOf(element, 'rPr');
    return [{ text: elementsOf(element, 't').map(textOf).join(''), look: look === undefined ? '' : source.slice(look.start, look.end) }];
  });
}

/** Divides the text of a cell at its tags; faults of tags that cannot be read are noted. */
export function cutCell(
  filling: Filling,
  runs: readonly { text: string; look: string }[],
  at: { row: number; column: number; place: () => string },
): CellPiece[] {
  const whole = runs.map(({ text }) => text).join('');
  const pieces: CellPiece[] = [];
  const lookAt = (offset: number): string => {
    let end = 0;
    for (const { text, look } of runs) {
      end += text.length;
      if (offset < end) return look;
    }
    return '';
  };
  const addText = (from: number, to: number): void => {
    let start = 0;
    for (const { text, look } of runs) {
      const [first, last] = [Math.max(from, start), Math.min(to, start + text.length)];
      if (first < last) pieces.push({ text: whole.slice(first, last), look, tag: undefined });
      start += text.length;
    }
  };
  let done = 0;
  for (const found of findTags(whole)) {
    if (found.end === -1) {
      addFault(filling, { text: found.text, place: at.place }, 'it has no }} in its cell; write {{"{{"}} for the braces themselves');
      continue;
    }
    addText(done, found.start);
    done = found.end;
    try {
      const tag = readTag(found.text.slice(2, -2));
      pieces.push({
        text: found.text,
        look: lookAt(found.start),
        tag: { tag, text: found.text, place: at.place, row: at.row, column: at.column },
      });
    } catch (error) {
      if (!(error instanceof TagFault)) throw error;
      addFault(filling, { text: found.text, place: at.place }, error.message);
    }
  }
  addText(done, whole.length);
  return pieces;
}

interface Written {
  text: string;
  look: string;
}

function writeRange(
  filling: Filling,
  pieces: readonly CellPiece[],
  blocks: readonly Block<CellTag>[],
  [from, to]: [number, number],
  scope: Scope,
): Written[] {
  const made: Written[] = [];
  for (let at = from; at < to; at++) {
    const piece = pieces[at];
    if (piece === undefined) break;
    const { tag, look } = piece;
    if (tag === undefined) {
      made.push({ text: piece.text, look });
      continue;
    }
    if (tag.tag.kind === 'value') {
      const value = valueOfTag(filling, tag, tag.tag.piped, scope);
      made.push({ text: value === undefined ? tag.text : plainTextOf(filling, tag, value), look });
      continue;
    }
    const block = blocks.find(({ open }) => open === tag);
    if (block === undefined) continue;
    const indexOf = (one: CellTag): number => pieces.findIndex((other) => other.tag === one);
    const bounds = [at, ...block.elses.map(indexOf), indexOf(block.close)];
    const branch = (number: number, inside: Scope): void =>
      void made.push(...writeRange(filling, pieces, blocks, [(bounds[number] ?? 0) + 1, bounds[number + 1] ?? 0], inside));
    const scopes = scopesOf(filling, block.open, scope);
    for (const inside of scopes) branch(0, inside);
    const other = scopes.length > 0 ? -1 : block.elses.findIndex((one) => holds(filling, one, one.tag.condition, scope));
    if (other !== -1) branch(other + 1, scope);
    at = bounds.at(-1) ?? at;
  }
  return made;
}

/** Blocks that begin and end in one cell. */
export function inlineBlocks(filling: Filling, pieces: readonly CellPiece[]): Block<CellTag>[] {
  return pairTags(
    filling,
    pieces.flatMap(({ tag }) => (tag === undefined ? [] : [tag])),
  );
}

/** The filled text as content of `is`; undefined where it is empty. */
export function writeCellText(
  filling: Filling,
  pieces: readonly CellPiece[],
  blocks: readonly Block<CellTag>[],
  scope: Scope,
  prefix: string,
): { xml: string; length: number } | undefined {
  const written = writeRange(filling, pieces, blocks, [0, pieces.length], scope).filter(({ text }) => text !== '');
  if (written.length === 0) return undefined;
  const length = written.reduce((sum, { text }) => sum + text.length, 0);
  const t = (text: string): string => `<${prefix}t xml:space="preserve">${escapeText(text)}</${prefix}t>`;
  if (written.every(({ look }) => look === '')) return { xml: t(written.map(({ text }) => text).join('')), length };
  const runs: Written[] = [];
  for (const one of written) {
    const last = runs.at(-1);
    if (last?.look === one.look) last.text += one.text;
    else runs.push({ ...one });
  }
  return { xml: runs.map(({ text, look }) => `<${prefix}r>${look}${t(text)}</${prefix}r>`).join(''), length };
}
