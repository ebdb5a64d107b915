/**
 * Lists whose marks were typed: paragraphs one after the other that begin with a bullet, and paragraphs that count on (`a)`, `b)`;
 * `1.1`, `1.2`), also where others are between them, are items, under the item before them where their marks are of a deeper kind.
 */
import { dropCharacters, plainText } from '../../document/inline.ts';
import type { FlowPiece } from './list-tree.ts';
import { readMark, type Count, type TypedMark } from './typed-mark.ts';

/** So many other paragraphs may be between an item and the next one that counts on. */
const BETWEEN_MAX = 12;
/** Where a list does not begin with the first number, so many count on. */
const CHAIN_MIN = 3;
/** No heading goes on that far. */
const LONG_CHARS = 60;
const LEVEL_MAX = 8;
/** Of the members of a chain that look like items, or like headings. */
const HALF = 0.5;

interface Member {
  at: number;
  mark: TypedMark;
}
interface Chain {
  count: Count;
  members: Member[];
  /** Once its first item has a place. */
  level?: number;
}
interface Marked {
  mark: TypedMark;
  text: string;
  bold: boolean;
}

const isItem = (piece: FlowPiece | undefined): piece is Extract<FlowPiece, { item: unknown }> => piece !== undefined && 'item' in piece;

function markedPieces(pieces: readonly FlowPiece[]): (Marked | undefined)[] {
  return pieces.map((piece) => {
    if (isItem(piece) || piece.type !== 'paragraph') return undefined;
    const text = plainText(piece.runs);
    const mark = readMark(text);
    return mark && { mark, text, bold: piece.runs.every((run) => run.bold === true || run.text.trim() === '') };
  });
}

// ------------------------------------------------------------------------------------------------------------ chains

/** Bullets with nothing but other items between them. */
function bulletRuns(pieces: readonly FlowPiece[], marked: readonly (Marked | undefined)[]): Chain[] {
  const chains: Chain[] = [];
  let open = new Map<string, Chain>();
  for (const [at, one] of marked.entries()) {
    if (!one && !isItem(pieces[at])) open = new Map();
    const [count] = one?.mark.counts ?? [];
    if (!one?.mark.bullet || !count) continue;
    const chain = open.get(count.kind) ?? { count, members: [] };
    chain.members.push({ at, mark: one.mark });
    if (!open.has(count.kind)) chains.push(chain);
    open.set(count.kind, chain);
  }
  return chains.filter(({ members }) => members.length > 1);
}

/** Marks that count on, each at most once in a chain of its kind; headings end them all. */
function countingChains(pieces: readonly FlowPiece[], marked: readonly (Marked | undefined)[]): Chain[] {
  const chains: Chain[] = [];
  let open = new Map<string, Chain>();
  for (const [at, one] of marked.entries()) {
    const piece = pieces[at];
    if (piece && !isItem(piece) && piece.type === 'heading') open = new Map();
    if (!one || one.mark.bullet) continue;
    const { mark } = one;
    const goesOn = mark.counts.filter(({ kind, number }) => {
      const chain = open.get(kind);
      const last = chain?.members.at(-1);
      return chain && last && chain.count.number + chain.members.length === number && at - last.at <= BETWEEN_MAX;
    });
    for (const { kind } of goesOn) open.get(kind)?.members.push({ at, mark });
    if (goesOn.length > 0) continue;
    for (const count of mark.counts) {
      const chain = { count, members: [{ at, mark }] };
      chains.push(chain);
      open.set(count.kind, chain);
    }
  }
  return chains;
}

function isList(pieces: readonly FlowPiece[], marked: readonly (Marked | undefined)[], { count, members }: Chain): boolean {
  if (members.length < (count.number === 1 ? 2 : CHAIN_MIN)) return false;
  const own = new Set(members.map(({ at }) => at));
  const isBold = ({ at }: Member): boolean => marked[at]?.bold === true;
  const isLong = ({ at }: Member): boolean => (marked[at]?.text.length ?? 0) >= LONG_CHARS;
  const isFollowed = ({ at }: Member): boolean => marked[at + 1] !== undefined || isItem(pieces[at + 1]) || at + 1 === pieces.length;
  const isBeside = ({ at }: Member): boolean => own.has(at + 1) || own.has(at - 1);
  const share = (holds: (member: Member) => boolean): number => members.filter(holds).length / members.length;
  // what is bold by itself over other paragraphs is a heading that nobody has called one
  if (share(isBold) >= HALF) return share(isBeside) >= HALF;
  return !count.weak || share((member) => isLong(member) || isFollowed(member)) >= HALF;
}

/** The chain that each piece belongs to: of several the longest, as `i)` is the ninth letter and the first Roman number. */
function chainsByPiece(pieces: readonly FlowPiece[], marked: readonly (Marked | undefined)[]): Map<number, Chain> {
  const found = new Map<number, Chain>();
  const lists = [...bulletRuns(pieces, marked), ...countingChains(pieces, marked).filter((chain) => isList(pieces, marked, chain))];
  for (const chain of lists.toSorted((a, b) => b.members.length - a.members.length))
    for (const { at } of chain.members) if (!found.has(at)) found.set(at, chain);
  return found;
}

// ------------------------------------------------------------------------------------------------------------ levels

interface Level {
  kind: string;
  depth: number;
  level: number;
}

/** Where the first item of a chain belongs. @param above those that are open above it, outermost first */
function levelOf({ kind }: Count, depth: number, above: readonly Level[], previous: FlowPiece | undefined): number {
  const same = above.findLast((one) => one.kind === kind || (depth > 0 && one.depth >= depth));
  if (same) return same.level;
  return isItem(previous) ? Math.min(previous.level + 1, LEVEL_MAX) : 0;
}

/** The pieces with typed lists as items. Bullets and plain numbers are set by the list; other marks stay before the text. */
export function readTypedMarks(pieces: readonly FlowPiece[]): FlowPiece[] {
  const marked = markedPieces(pieces);
  const chains = chainsByPiece(pieces, marked);
  if (chains.size === 0) return [...pieces];
  const keys = new Map<Chain, number>();
  let above: Level[] = [];
  const read: FlowPiece[] = [];
  for (const [at, piece] of pieces.entries()) {
    const [chain, one] = [chains.get(at), marked[at]];
    if (!chain || !one || isItem(piece) || piece.type !== 'paragraph') {
      above = [];
      read.push(piece);
      continue;
    }
    const { mark } = one;
    const level = (chain.level ??= levelOf(chain.count, mark.depth, above, read.at(-1)));
    above = [...above.filter((open) => open.level < level), { kind: chain.count.kind, depth: mark.depth, level }];
    if (!keys.has(chain)) keys.set(chain, keys.size);
    const dropped = mark.bullet || mark.plain;
    read.push({
      level,
      ordered: mark.plain,
      key: mark.bullet ? 'typed bullets' : `typed ${keys.get(chain)}`,
      number: mark.plain ? chain.count.number + chain.members.findIndex((member) => member.at === at) : 0,
      item: { blocks: [{ id: '', type: 'paragraph', runs: dropped ? dropCharacters(piece.runs, mark.length) : piece.runs }] },
    });
  }
  return read;
}
