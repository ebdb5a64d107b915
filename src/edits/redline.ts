/**
 * Two versions of a Word file as one with tracked changes: the older file, on which the operations that lead to the text of
 * the newer one are done as revisions. What differs in more than text (formatting, pictures) is not in it.
 */
import { applyEdits, type EditOperation, type EditResult } from './apply-edits.ts';
import { alignBlocks, flattenContent, type ComparedBlock } from './compare-content.ts';
import type { EditContext } from './define-edit.ts';
import { listContent } from './list-content.ts';

export interface Redline {
  bytes: Uint8Array;
  /** What could not be written as a revision. */ left: EditResult[];
}

/** Headers, footers and notes have their own order, and pictures no text. */
const isText = ({ address, type }: ComparedBlock): boolean => /^[pt]\d/.test(address) && type !== 'image';

function newBlock({ type, text, level }: ComparedBlock): Record<string, unknown> {
  return type === 'heading' ? { type: 'heading', level: level ?? 1, text } : { type: 'paragraph', text };
}

function changeOf(old: ComparedBlock, next: ComparedBlock): EditOperation[] {
  if (old.text === next.text) return [];
  if (!old.cells || !next.cells) return [{ op: 'rewrite_block', target: old.address, text: next.text }];
  const { cells } = next;
  return old.cells.flatMap((cell, i): EditOperation[] => {
    const text = cells[i]?.text;
    return text === undefined || text === cell.text ? [] : [{ op: 'set_cell_text', target: cell.address, text }];
  });
}

/** Blocks that come one after another go in together, behind the old block before them. */
function insertionsOf(pairs: ReturnType<typeof alignBlocks>): EditOperation[] {
  const operations: EditOperation[] = [];
  const first = pairs.find(([old]) => old !== null && old.cells === undefined)?.[0];
  let behind: ComparedBlock | null = null;
  let waiting: ComparedBlock[] = [];
  const close = (): void => {
    if (waiting.length === 0) return;
    const rows = waiting.filter(({ cells }) => cells !== undefined);
    const blocks = waiting.filter(({ cells }) => cells === undefined);
    const beside = behind ?? first;
    if (rows.length > 0 && behind?.cells)
      operations.push({ op: 'insert_rows', target: behind.address, rows: rows.map(({ cells }) => (cells ?? []).map(({ text }) => text)) });
    else if (rows.length > 0 && beside)
      operations.push({
        op: 'insert_blocks',
        target: tableOf(beside.address),
        position: behind ? 'after' : 'before',
        blocks: rows.map(({ text }) => ({ type: 'paragraph', text })),
      });
    if (blocks.length > 0 && beside)
      operations.push({
        op: 'insert_blocks',
        target: tableOf(beside.address),
        position: behind ? 'after' : 'before',
        blocks: blocks.map(newBlock),
      });
    waiting = [];
  };
  for (const [old, next] of pairs) {
    if (old) {
      close();
      behind = old;
    } else if (next) waiting.push(next);
  }
  close();
  return operations;
}

const tableOf = (address: string): string => /^(t\d+)\./.exec(address)?.[1] ?? address;

/** A table of which no row is left goes as a whole. */
function deletionsOf(pairs: ReturnType<typeof alignBlocks>): EditOperation[] {
  const kept = new Set(pairs.flatMap(([old, next]) => (old?.cells && next ? [tableOf(old.address)] : [])));
  const gone = pairs.flatMap(([old, next]) => (old && !next ? [old] : []));
  const tables = new Set(
    gone.filter(({ address, cells }) => cells !== undefined && !kept.has(tableOf(address))).map(({ address }) => tableOf(address)),
  );
  return [
    ...gone.flatMap((old): EditOperation[] => {
      if (old.cells === undefined) return [{ op: 'delete_block', target: old.address }];
      return tables.has(tableOf(old.address)) ? [] : [{ op: 'delete_rows', target: old.address }];
    }),
    ...[...tables].map((target): EditOperation => ({ op: 'delete_block', target })),
  ];
}

/** @throws Refusal `file_rejected` */
export function redlineFiles(from: Uint8Array, to: Uint8Array, context: Omit<EditContext, 'mode'>): Redline {
  const pairs = alignBlocks(flattenContent(listContent(from)).filter(isText), flattenContent(listContent(to)).filter(isText));
  const operations = [
    ...pairs.flatMap(([old, next]) => (old && next ? changeOf(old, next) : [])),
    ...deletionsOf(pairs),
    ...insertionsOf(pairs),
  ];
  const { bytes, results } = applyEdits(from, operations, { ...context, mode: 'tracked' });
  return { bytes, left: results.filter(({ status }) => status === 'rejected') };
}
