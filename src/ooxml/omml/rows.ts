/**
 * Rows: MathML is a flat run of tokens where OMML has structure, so brackets are paired, sums and integrals take what
 * follows up to the next relation as their operand, and functions take their argument.
 */
import { append } from '../../base/append.ts';
import { descend } from './bounds.ts';
import { BARS, BIG_SIGNS, CLOSERS, INTEGRALS, isRelation, KNOWN_FUNCTIONS, NARY_OPERATORS, OPENERS } from './characters.ts';
import { colorOf } from './mathml.ts';
import type { MathNode } from './mathml.ts';
import { joinPieces, operand, writeDelimiters } from './pieces.ts';
import type { OmmlContext, Piece } from './pieces.ts';
import { convertItem, isBoxed, writeScripts } from './structures.ts';

export interface Item {
  node: MathNode;
  color: string | undefined;
}

const APPLY = '\u2061';
const TRANSPARENT = new Set(['math', 'mrow', 'mstyle', 'mpadded', 'merror', 'maction', 'a']);

/** Content of an element that takes one argument (`m:e`, `m:num`, `m:sub` …); never empty. */
export function writeArgument(nodes: readonly MathNode[], color: string | undefined, context: OmmlContext): string {
  return joinPieces(convertRow(flatten(nodes, color), context), context);
}

/** Groups that mean nothing to OMML are opened, so that brackets and operators meet their neighbours. */
export function flatten(nodes: readonly MathNode[], color: string | undefined): Item[] {
  return nodes.flatMap((node): Item[] => {
    const own = colorOf(node) ?? color;
    if (node.name === 'semantics') return flatten(node.children.slice(0, 1), own);
    const opens = TRANSPARENT.has(node.name) && !isBoxed(node) && !(node.name === 'mpadded' && isSmash(node));
    return opens ? flatten(node.children, own) : [{ node, color: own }];
  });
}

function isSmash(node: MathNode): boolean {
  return 'height' in node.attributes || 'depth' in node.attributes || 'width' in node.attributes;
}

interface Row {
  items: readonly Item[];
  /** Index of the closing bracket for that of its opening one. */
  pairs: ReadonlyMap<number, number>;
  at: number;
  context: OmmlContext;
}

export function convertRow(items: readonly Item[], context: OmmlContext): Piece[] {
  const row: Row = { items, pairs: pairFences(items), at: 0, context };
  const paired = new Set(row.pairs.values());
  let pieces: Piece[] = [];
  while (row.at < items.length) {
    const closing = fenceAt(row, row.at);
    if (closing?.kind === 'close' && !paired.has(row.at) && !row.pairs.has(row.at)) {
      const fenced = writeDelimiters('', closing.character, [joinPieces(pieces, context)]);
      pieces = [operand(withScripts(items[row.at], fenced, context))];
      row.at++;
    } else {
      append(pieces, convertNext(row));
    }
  }
  return pieces;
}

/** Converts the item at `row.at` with all that it takes, and moves on. */
function convertNext(row: Row): Piece[] {
  return descend(row.context, () => convertDescended(row));
}

function convertDescended(row: Row): Piece[] {
  const item = row.items[row.at];
  if (item === undefined) return [];
  const fenced = convertFenced(row);
  if (fenced !== undefined) return [fenced];
  const { node } = item;
  if (isBigOperator(node)) return [convertBigOperator(row, item)];
  if (isFunctionAt(row, row.at)) return convertFunction(row, item);
  row.at++;
  if (node.name === 'mo' && node.text === APPLY) return [];
  if (isThinSpace(node) && isFunctionAt(row, row.at)) return [];
  if (isPreScript(node)) {
    const before = row.items[row.at - 2]?.node;
    const next = row.items[row.at];
    if ((before === undefined || before.name === 'mo') && next !== undefined && next.node.name !== 'mo') {
      return [operand(writePreScripts(node, item.color, joinPieces(convertNext(row), row.context), row.context))];
    }
  }
  return convertItem(item, row.context);
}

// Brackets ---------------------------------------------------------------------------------------------------------

interface Fence {
  kind: 'open' | 'close' | 'bar';
  character: string;
}

function fenceOf(node: MathNode | undefined): Fence | undefined {
  if (node === undefined) return undefined;
  if (node.name === 'msub' || node.name === 'msup' || node.name === 'msubsup') {
    const base = fenceOf(node.children[0]);
    return base?.kind === 'open' ? undefined : base;
  }
  if (node.name !== 'mo' && node.name !== 'mi') return undefined;
  const { form, fence } = node.attributes;
  const known = fence === 'true' || OPENERS.has(node.text) || CLOSERS.has(node.text);
  if (form === 'prefix' && known) return { kind: 'open', character: node.text };
  if (form === 'postfix' && known) return { kind: 'close', character: node.text };
  if (form === 'infix') return undefined;
  if (OPENERS.has(node.text)) return { kind: 'open', character: node.text };
  if (CLOSERS.has(node.text)) return { kind: 'close', character: node.text };
  const relation = node.name === 'mo' && 'lspace' in node.attributes;
  return BARS.has(node.text) && !relation ? { kind: 'bar', character: node.text } : undefined;
}

function fenceAt(row: Row, index: number): Fence | undefined {
  return fenceOf(row.items[index]?.node);
}

function pairFences(items: readonly Item[]): Map<number, number> {
  const pairs = new Map<number, number>();
  const open: { index: number; fence: Fence }[] = [];
  const looseClosers: number[] = [];
  items.forEach((item, index) => {
    const fence = fenceOf(item.node);
    if (fence === undefined) return;
    const top = open.at(-1);
    if (fence.kind === 'close') {
      const match = open.findLastIndex((candidate) => candidate.fence.kind === 'open');
      if (match < 0) looseClosers.push(index);
      else pairs.set(open.splice(match)[0]?.index ?? index, index);
    } else if (fence.kind === 'bar' && top?.fence.character === fence.character && index > top.index + 1) {
      open.pop();
      pairs.set(top.index, index);
    } else {
      open.push({ index, fence });
    }
  });
  // Intervals as France writes them: ]0, 1[
  const looseOpeners = open.filter(({ fence }) => fence.kind === 'open');
  for (const { index } of looseOpeners) {
    const start = looseClosers.find((closer) => closer < index && !pairs.has(closer));
    if (start !== undefined) pairs.set(start, index);
  }
  return pairs;
}

function convertFenced(row: Row): Piece | undefined {
  const fence = fenceAt(row, row.at);
  if (fence === undefined) return undefined;
  const end = row.pairs.get(row.at);
  if (end === undefined && fence.kind !== 'open') return undefined;
  const inner = row.items.slice(row.at + 1, end ?? row.items.length);
  const isMiddle = ({ node }: Item): boolean =>
    node.name === 'mo' && node.attributes['form'] === 'infix' && node.attributes['stretchy'] === 'true';
  const contents: Item[][] = [[]];
  for (const item of inner) {
    if (isMiddle(item)) contents.push([]);
    else contents.at(-1)?.push(item);
  }
  const parts = contents.map((content) => joinPieces(convertRow(content, row.context), row.context));
  const close = end === undefined ? '' : (fenceAt(row, end)?.character ?? '');
  const xml = writeDelimiters(fence.character, close, parts, inner.find(isMiddle)?.node.text);
  row.at = end === undefined ? row.items.length : end + 1;
  return operand(end === undefined ? xml : withScripts(row.items[end], xml, row.context));
}

/** `(a+b)^2` reaches us with the exponent on the closing bracket alone. */
function withScripts(closing: Item | undefined, fenced: string, context: OmmlContext): string {
  return closing === undefined || closing.node.name === 'mo' || closing.node.name === 'mi'
    ? fenced
    : writeScripts(closing.node, fenced, closing.color, context);
}

// Sums, integrals --------------------------------------------------------------------------------------------------

const SCRIPTED = new Set(['msub', 'msup', 'msubsup', 'munder', 'mover', 'munderover']);

function operatorOf(node: MathNode): MathNode | undefined {
  const inner = SCRIPTED.has(node.name) ? flatten(node.children.slice(0, 1), undefined)[0]?.node : node;
  return inner?.name === 'mo' && (NARY_OPERATORS.has(inner.text) || BIG_SIGNS.has(inner.text)) ? inner : undefined;
}

function isBigOperator(node: MathNode): boolean {
  return operatorOf(node) !== undefined;
}

function convertBigOperator(row: Row, item: Item): Piece {
  const sign = operatorOf(item.node)?.text ?? '';
  const [sub, sup] = limitsOf(item.node);
  const write = (limit: MathNode | undefined): string => (limit === undefined ? '' : writeArgument([limit], item.color, row.context));
  const stacked = item.node.name.startsWith('mu') || item.node.name === 'mover';
  row.at++;
  if (BIG_SIGNS.has(sign)) return operand(writeBigSign(sign, write(sub), write(sup), stacked, item, row.context));
  const operands = collectOperand(row, INTEGRALS.has(sign));
  return operand(
    `<m:nary><m:naryPr><m:chr m:val="${sign}"/><m:limLoc m:val="${stacked ? 'undOvr' : 'subSup'}"/>` +
      `${sub === undefined ? '<m:subHide m:val="1"/>' : ''}${sup === undefined ? '<m:supHide m:val="1"/>' : ''}</m:naryPr>` +
      `<m:sub>${write(sub)}</m:sub><m:sup>${write(sup)}</m:sup><m:e>${joinPieces(operands, row.context)}</m:e></m:nary>`,
  );
}

function limitsOf(node: MathNode): [MathNode | undefined, MathNode | undefined] {
  const [, first, second] = node.children;
  if (node.name === 'msup' || node.name === 'mover') return [undefined, first];
  return SCRIPTED.has(node.name) ? [first, second] : [undefined, undefined];
}

function writeBigSign(sign: string, sub: string, sup: string, stacked: boolean, item: Item, context: OmmlContext): string {
  let xml = joinPieces([{ role: 'operand', text: sign, upright: true, color: item.color }], context);
  if (!stacked) return sub === '' && sup === '' ? xml : writeScripts(item.node, xml, item.color, context);
  if (sub !== '') xml = `<m:limLow><m:e>${xml}</m:e><m:lim>${sub}</m:lim></m:limLow>`;
  return sup === '' ? xml : `<m:limUpp><m:e>${xml}</m:e><m:lim>${sup}</m:lim></m:limUpp>`;
}

/** Up to the next relation, comma or sign; a sign inside an integral belongs to it until its differential has come. */
function collectOperand(row: Row, integral: boolean): Piece[] {
  const pieces: Piece[] = [];
  let closed = !integral;
  while (row.at < row.items.length) {
    const node = row.items[row.at]?.node;
    if (node === undefined || (fenceAt(row, row.at)?.kind === 'close' && !row.pairs.has(row.at))) break;
    if (node.name === 'mo') {
      const sign = /^[+−±∓]$/u.test(node.text) && pieces.length > 0;
      if (isRelation(node.text) || node.attributes['separator'] === 'true' || (sign && closed)) break;
    }
    if (integral && pieces.length > 0 && isDifferential(row)) closed = true;
    append(pieces, convertNext(row));
  }
  return pieces;
}

function isDifferential(row: Row): boolean {
  const next = row.items[row.at + 1]?.node.name;
  return row.items[row.at]?.node.text === 'd' && (next === 'mi' || next === 'msup' || next === 'msub' || next === 'mover');
}

// Functions --------------------------------------------------------------------------------------------------------

function isFunctionAt(row: Row, index: number): boolean {
  const item = row.items[index]?.node;
  const next = row.items[index + 1]?.node;
  return item !== undefined && next?.name === 'mo' && next.text === APPLY && (item.name === 'mi' || SCRIPTED.has(item.name));
}

function convertFunction(row: Row, item: Item): Piece[] {
  row.at += 2;
  const name = functionName(item, row.context);
  while (isThinSpace(row.items[row.at]?.node)) row.at++;
  const argument = collectArgument(row);
  if (argument.length === 0) return [operand(name)];
  return [operand(`<m:func><m:fName>${name}</m:fName><m:e>${joinPieces(argument, row.context)}</m:e></m:func>`)];
}

function functionName({ node, color }: Item, context: OmmlContext): string {
  const base = SCRIPTED.has(node.name) ? flatten(node.children.slice(0, 1), undefined)[0]?.node : node;
  if (base?.name !== 'mi') return joinPieces(convertItem({ node, color }, context), context);
  // LibreOffice takes "lim" for an operator that cannot have a subscript.
  const upright = !KNOWN_FUNCTIONS.has(base.text) || (base.text === 'lim' && node.name === 'msub');
  const name = joinPieces([{ role: 'operand', text: base.text, upright, color }], context);
  return base === node ? name : writeScripts(node, name, color, context);
}

/** What a reader takes as the argument: one bracket, or the factors up to the next operator, space or function. */
function collectArgument(row: Row): Piece[] {
  const pieces: Piece[] = [];
  while (row.at < row.items.length) {
    const node = row.items[row.at]?.node;
    if (node === undefined) break;
    const bracket = row.pairs.has(row.at);
    const first = pieces.length === 0;
    if (bracket && first) return convertNext(row);
    const sign = first && node.name === 'mo' && /^[+−]$/u.test(node.text);
    const stops = (node.name === 'mo' && !sign && !(first && isBigOperator(node)) && node.text !== '!') || node.name === 'mspace';
    if (stops || bracket || (!first && (isFunctionAt(row, row.at) || isBigOperator(node))) || fenceOf(node) !== undefined) break;
    append(pieces, convertNext(row));
  }
  return pieces;
}

function isThinSpace(node: MathNode | undefined): boolean {
  return node?.name === 'mspace' && Number.parseFloat(node.attributes['width'] ?? '0') < 0.2;
}

// Scripts before their base ----------------------------------------------------------------------------------------

function isPreScript(node: MathNode): boolean {
  return (
    (node.name === 'msub' || node.name === 'msup' || node.name === 'msubsup') && flatten(node.children.slice(0, 1), undefined).length === 0
  );
}

function writePreScripts(node: MathNode, color: string | undefined, base: string, context: OmmlContext): string {
  const [, first, second] = node.children;
  const sub = node.name === 'msup' ? undefined : first;
  const sup = node.name === 'msup' ? first : second;
  const write = (script: MathNode | undefined): string => writeArgument(script === undefined ? [] : [script], color, context);
  return `<m:sPre><m:sub>${write(sub)}</m:sub><m:sup>${write(sup)}</m:sup><m:e>${base}</m:e></m:sPre>`;
}
