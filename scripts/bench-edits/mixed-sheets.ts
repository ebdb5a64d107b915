/**
 * Requests of two to six operations of different kinds on a workbook, with targets by address and by query. All addresses mean the
 * workbook as it was sent, so that where each cell goes follows from all of them together.
 */
import { applyEdits, type EditOperation, type EditResult } from '../../src/edits/apply-edits.ts';
import { listContent, type AddressedBlock } from '../../src/edits/list-content.ts';
import { resolveTargets, type AskedOperation } from '../../src/edits/resolve-targets.ts';
import { faultsOfBook, readBook, readEdges, type SeenBook } from '../../test/support/book-model.ts';
import { bookOperations, type Chosen, type NamedOperation } from '../../test/support/book-operations.ts';
import { seededPick } from '../../test/support/seeded.ts';
import { compareFormulas, compareSheet, sortedValues, type May, type Move, type Place } from './sheets.ts';
import type { BenchFile, Suite, Trial } from './suite.ts';
import { compareTied } from './tied-areas.ts';

const CONTEXT = { author: 'Octavo bench', date: '2026-01-01T00:00:00Z', mode: 'direct' as const };
const REQUESTS = 3;
/** Areas of more cells are not looked at cell by cell. */
const AREA_MAX = 100_000;

type Asked = Chosen & { named: NamedOperation };

function chooseRequest(book: SeenBook, seed: number): Asked[] {
  const pick = seededPick(seed);
  const count = 2 + pick(5);
  const asked: Asked[] = [];
  for (let tries = 0; asked.length < count && tries < 60; tries++) {
    const chosen = bookOperations(book, pick(100_000));
    const named = chosen?.operations[pick(chosen.operations.length)];
    if (chosen === null || named === undefined || asked.some(({ named: { name } }) => name === named.name)) continue;
    asked.push({ ...chosen, named });
  }
  return asked;
}

/** The same cell by what is listed of it, where it is. */
function byQuery(operation: EditOperation, blocks: readonly AddressedBlock[], pick: (below: number) => number): AskedOperation {
  const isListed = blocks.some(({ rows }) => rows?.some(({ cells }) => cells.some(({ address }) => address === operation.target)));
  return !isListed || pick(2) === 0 ? operation : { ...operation, target: { query: `cell[address="${operation.target ?? ''}"]` } };
}

interface Moves {
  inserted: number[];
  deleted: number[];
}
type SheetMoves = Map<string, { rows: Moves; columns: Moves }>;

function movesOf(done: readonly { one: Asked; operation: EditOperation }[]): SheetMoves {
  const moves: SheetMoves = new Map();
  for (const { one, operation } of done) {
    const [, kind, axis] = /^(insert|delete)_(rows|columns)$/.exec(operation.op) ?? [];
    if (axis !== 'rows' && axis !== 'columns') continue;
    const known = moves.get(one.sheet.name) ?? { rows: { inserted: [], deleted: [] }, columns: { inserted: [], deleted: [] } };
    moves.set(one.sheet.name, known);
    known[axis][kind === 'insert' ? 'inserted' : 'deleted'].push(axis === 'rows' ? one.row : one.column);
  }
  return moves;
}

const lineAfter = ({ inserted, deleted }: Moves, line: number): number | null =>
  deleted.includes(line) ? null : line + inserted.filter((at) => at <= line).length - deleted.filter((at) => at < line).length;

/** Lines of a sheet, as they are numbered afterwards, that came in. */
const newLines = (moves: Moves): number[] =>
  moves.inserted.map(
    (at, index) =>
      at +
      moves.inserted.filter((other, before) => other < at || (other === at && before < index)).length -
      moves.deleted.filter((gone) => gone < at).length,
  );

function writtenCells(done: readonly { one: Asked; operation: EditOperation }[], move: Move): Map<string, Set<string>> {
  const written = new Map<string, Set<string>>();
  for (const { one } of done) {
    const cells = written.get(one.sheet.name) ?? new Set<string>();
    written.set(one.sheet.name, cells);
    for (const edges of one.named.writes.flatMap((area) => readEdges(area) ?? [])) {
      if ((edges.bottom - edges.top + 1) * (edges.right - edges.left + 1) > AREA_MAX) continue;
      for (let row = edges.top; row <= edges.bottom; row++)
        for (let column = edges.left; column <= edges.right; column++) cells.add(move(one.sheet.name, [row, column])?.join(',') ?? '');
    }
  }
  return written;
}

function checkRequest(before: SeenBook, done: readonly { one: Asked; operation: EditOperation }[], after: SeenBook): string | null {
  const of = (op: string): { one: Asked; operation: EditOperation }[] => done.filter(({ operation }) => operation.op === op);
  const moves = movesOf(done);
  const gone = new Set(of('delete_sheet').map(({ one }) => one.sheet.name));
  const sorted = new Set(of('sort').map(({ one }) => one.sheet.name));
  const names = new Map(
    of('rename_sheet').map(({ one, operation }) => [one.sheet.name.toLowerCase(), String(operation['name']).toLowerCase()]),
  );
  const renamed = (sheet: string): string => names.get(sheet.toLowerCase()) ?? sheet.toLowerCase();
  const move: Move = (sheet, [row, column]): Place | null => {
    if (gone.has(sheet)) return null;
    const known = moves.get(sheet);
    if (known === undefined) return [row, column];
    const [down, across] = [lineAfter(known.rows, row), lineAfter(known.columns, column)];
    return down === null || across === null ? null : [down, across];
  };
  const written = writtenCells(done, move);
  const words = done.filter(({ one }) => one.named.name === 'replace_text_all').map(({ one }) => one.word);
  const lines = new Map([...moves].map(([sheet, { rows, columns }]) => [sheet, { rows: newLines(rows), columns: newLines(columns) }]));
  const may: May = (sheet, cell) =>
    written.get(sheet)?.has(`${cell.row},${cell.column}`) === true ||
    lines.get(sheet)?.rows.includes(cell.row) === true ||
    lines.get(sheet)?.columns.includes(cell.column) === true ||
    words.some((word) => cell.value.includes(word) || cell.value.includes('Other'));
  for (const sheet of before.sheets) {
    if (gone.has(sheet.name)) continue;
    const now = after.sheets.find(({ name }) => name.toLowerCase() === renamed(sheet.name));
    if (now === undefined) return `the sheet ${sheet.name} is gone`;
    const isSorted = sorted.has(sheet.name);
    // where rows are sorted and others changed, which one stands where follows from neither alone
    const isPlain = words.length === 0 && !written.get(sheet.name)?.size && !moves.has(sheet.name);
    const fault = !isSorted
      ? compareSheet(sheet, now, move, may)
      : isPlain && sortedValues(sheet) !== sortedValues(now)
        ? `${sheet.name} has other values than before it was sorted`
        : null;
    if (fault !== null) return fault;
  }
  const opsOn = (sheet: string): string[] => done.filter(({ one }) => one.sheet.name === sheet).map(({ operation }) => operation.op);
  return (
    compareTied(before, after, { move, renamed, done: opsOn }) ??
    (sorted.size > 0 ? null : compareFormulas(before, after, move, may, renamed))
  );
}

/** The result of each operation as it was sent: the last one of those that a query made of it. */
function sentResults(
  count: number,
  resolved: readonly (readonly ({ operation: EditOperation } | { result: EditResult })[])[],
  results: readonly EditResult[],
): EditResult[] {
  let at = 0;
  return Array.from({ length: count }, (_, index) => {
    const made = resolved[index] ?? [];
    let last: EditResult | undefined;
    for (const one of made) last = 'result' in one ? one.result : results[at++];
    return last ?? { op: '', target: null, status: 'rejected' };
  });
}

function judge(file: BenchFile, before: SeenBook, faults: ReadonlySet<string>, blocks: readonly AddressedBlock[], seed: number): Trial[] {
  const request = chooseRequest(before, seed);
  const pick = seededPick(seed + 1);
  const sent = request.flatMap((one) => one.named.operations.map((operation) => ({ one, operation })));
  const asked = sent.map(({ operation }) => byQuery(operation, blocks, pick));
  const trial = { name: 'mixed', mode: `${request.length} operations`, reason: '' };
  const said = (fault: string): Trial[] => [{ ...trial, outcome: 'wrong', reason: `${fault}\n  ${JSON.stringify(asked).slice(0, 1_500)}` }];
  try {
    const resolved = asked.map((operation) => resolveTargets(blocks, [operation]));
    const operations = resolved.flatMap((all) => all.flatMap((one) => ('operation' in one ? [one.operation] : [])));
    const { bytes, results } = applyEdits(file.bytes, operations, CONTEXT);
    const lines = sentResults(sent.length, resolved, results);
    const refused = lines.flatMap((line): Trial[] => {
      const { status, reason = '', message } = line;
      const isTaken = message?.startsWith('It was tried and taken back') === true;
      return status === 'applied'
        ? []
        : [
            {
              name: `mixed ${line.op}`,
              mode: 'direct',
              outcome: 'refused',
              reason: isTaken ? `taken_back ${message?.slice(73, 180) ?? ''}` : reason,
              ...(message === undefined ? {} : { said: message }),
            },
          ];
    });
    const done = sent.filter((_, index) => lines[index]?.status === 'applied');
    if (done.length === 0) return refused;
    const after = readBook(bytes);
    const torn = faultsOfBook(after).filter((fault) => !faults.has(fault));
    const found = torn.length > 0 ? `torn: ${torn.slice(0, 3).join('; ')}` : checkRequest(before, done, after);
    return found === null ? [{ ...trial, outcome: 'applied', bytes }, ...refused] : said(found);
  } catch (error) {
    return said(`thrown: ${error instanceof Error ? `${error.stack ?? ''} ${String(error.cause ?? '')}` : String(error)}`);
  }
}

export const mixedSheetSuite: Suite = {
  kind: 'xlsx',
  validates: true,
  *trialsOf(file) {
    const before = readBook(file.bytes);
    const faults = new Set(faultsOfBook(before));
    const blocks = listContent(file.bytes);
    if (bookOperations(before, file.seed) === null) return;
    for (let request = 0; request < REQUESTS; request++) yield* judge(file, before, faults, blocks, file.seed * REQUESTS + request);
  },
};
