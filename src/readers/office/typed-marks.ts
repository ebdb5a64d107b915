/**
 * Lists whose marks were typed: paragraphs one after the other that count on (`a)`, `b)`; `1.1`, `1.2`) are items, under the item
 * before them where their marks are of a deeper kind.
 */
import { dropCharacters, plainText } from '../../document/inline.ts';
import type { Paragraph } from '../../document/block.ts';
import type { FlowPiece } from './list-tree.ts';

interface Mark {
  /** Marks of one kind count on with each other: `a)`, `(a)`, `1.`, `1.1`. */
  kind: string;
  number: number;
  /** Numbers in one: `1.1` has two. */
  depth: number;
  /** Letters of the mark with the space behind it. */
  length: number;
}

const TYPED = /^(\(?)(?:(\d{1,2}(?:\.\d{1,2}){0,4})|([a-z]))([.)]?)\s+(?=\S)/u;
const A = 'a'.charCodeAt(0);

function markOf(piece: FlowPiece | undefined): Mark | undefined {
  if (piece === undefined || ('level' in piece && 'item' in piece) || piece.type !== 'paragraph') return undefined;
  const found = TYPED.exec(plainText(piece.runs));
  const [all, open = '', digits, letter, close = ''] = found ?? [];
  if (all === undefined || (open !== '' && close !== ')')) return undefined;
  if (letter !== undefined)
    return close === '' ? undefined : { kind: `${open}a${close}`, number: letter.charCodeAt(0) - A + 1, depth: 1, length: all.length };
  const parts = (digits ?? '').split('.').map(Number);
  // `12 persons` and `3.5 tonnes` are figures, `1.1 Scope` counts on with others alone
  if (parts.length === 1 && close === '') return undefined;
  return { kind: `${open}${parts.slice(0, -1).join('.')}#${close}`, number: parts.at(-1) ?? 0, depth: parts.length, length: all.length };
}

const isItem = (piece: FlowPiece | undefined): piece is Extract<FlowPiece, { item: unknown }> => piece !== undefined && 'item' in piece;

/** How many paragraphs from `at` on are such a list: two of one kind at least that count from one, those of deeper kinds among them. */
function countFrom(pieces: readonly FlowPiece[], at: number): number {
  const next = new Map<string, number>();
  let counted = false;
  let end = at;
  for (let mark = markOf(pieces[end]); mark !== undefined; mark = markOf(pieces[++end])) {
    const wanted = next.get(mark.kind);
    const begins = mark.number === 1;
    if (wanted !== undefined && mark.number === wanted) counted = true;
    else if (!begins) break;
    next.set(mark.kind, mark.number + 1);
  }
  return counted ? end - at : 0;
}

/** The pieces with typed lists as items. Plain numbers are counted by the list; other marks stay before the text. */
export function readTypedMarks(pieces: readonly FlowPiece[]): FlowPiece[] {
  const read: FlowPiece[] = [];
  for (let at = 0; at < pieces.length;) {
    const count = countFrom(pieces, at);
    const piece = pieces[at];
    if (count === 0) {
      if (piece) read.push(piece);
      at++;
      continue;
    }
    const above = read.at(-1);
    const base = isItem(above) ? above.level + 1 : 0;
    const kinds: string[] = [];
    for (const one of pieces.slice(at, at + count)) {
      const mark = markOf(one);
      if (!mark || isItem(one)) continue;
      const known = kinds.indexOf(mark.kind);
      if (known >= 0) kinds.length = known + 1;
      else kinds.push(mark.kind);
      const { runs } = one as Paragraph;
      const plain = mark.depth === 1 && mark.kind.startsWith('#');
      read.push({
        level: base + kinds.length - 1,
        ordered: plain,
        key: plain ? 'typed' : `typed ${mark.kind}`,
        number: plain ? mark.number : 0,
        item: { blocks: [{ id: '', type: 'paragraph', runs: plain ? dropCharacters(runs, mark.length) : runs }] },
      });
    }
    at += count;
  }
  return read;
}
