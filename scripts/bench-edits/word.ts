/**
 * Operations on Word files. Directly done, no more lines of the structure change than the operation names, and nothing is
 * torn. Tracked, rejecting gives the structure before and accepting that of the same operation done directly.
 */
import { applyEdits, type EditOperation, type EditOutcome } from '../../src/edits/apply-edits.ts';
import type { EditMode } from '../../src/edits/define-edit.ts';
import { WORD_EDITS } from '../../src/edits/all-edits.ts';
import { listContent, type AddressedBlock } from '../../src/edits/list-content.ts';
import { contentTypeOf, openOfficePackage, partNames, readPart, type OfficePackage } from '../../src/ooxml/office-package.ts';
import { decodeXml } from '../../src/ooxml/decode-xml.ts';
import { faultsOfWord } from '../../test/support/word-faults.ts';
import { differentLines, structureLines, type Settling } from '../../test/support/word-structure.ts';
import { operationsFor, settles } from '../../test/support/word-operations.ts';
import { withNamesBefore, withoutMovedIds } from './moved-names.ts';
import type { BenchFile, Suite, Trial } from './suite.ts';

const CONTEXT = { author: 'Octavo bench', date: '2026-01-01T00:00:00Z' };
const STORY =
  /wordprocessingml\.(?:document|template|header|footer|footnotes|endnotes)(?:\.main)?\+xml$|ms-word\.\w+\.macroEnabled\w*\.main\+xml$/;
const TRACKED = new Set<string>(WORD_EDITS.filter(({ tracked }) => tracked).map(({ op }) => op));

const storiesOf = (opened: OfficePackage): string[] =>
  partNames(opened).filter((name) => !name.startsWith('[') && STORY.test(contentTypeOf(opened, name) ?? ''));
const sourceOf = (opened: OfficePackage, name: string): string => decodeXml(readPart(opened, name)).text;

function highestId(opened: OfficePackage): number {
  let most = 0;
  for (const name of storiesOf(opened))
    for (const [, digits] of sourceOf(opened, name).matchAll(/:id\s*=\s*["'](\d{1,9})["']/g)) most = Math.max(most, Number(digits));
  return most;
}

/** Lines of all stories of the first file that are in the second too; what is new is of the operation. */
function linesOf(opened: OfficePackage, names: readonly string[], settling: Settling | null): string[] {
  return names.flatMap((name) => [name, ...structureLines(sourceOf(opened, name), settling)]);
}

const LINE_CHARS = 300;
/** Two lines from shortly before where they part. */
function shortenBoth(left = '', right = ''): string {
  let same = 0;
  while (same < left.length && left[same] === right[same]) same++;
  const from = Math.max(0, same - LINE_CHARS / 3);
  return [left, right].map((line) => (from > 0 ? '…' : '') + line.slice(from, from + LINE_CHARS)).join(' ⇒ ');
}

function compare(what: string, wanted: readonly string[], found: readonly string[]): string | null {
  if (wanted.length === found.length && wanted.every((line, index) => line === found[index])) return null;
  const { gone, come } = differentLines(wanted, found);
  return `${what}: ${gone.length} lines missing, ${come.length} too many; ${shortenBoth(gone[0], come[0])}`;
}

/** How many lines of the structure an operation may change or take away; tags of tables and rows are lines. */
function budgetOf(name: string, blocks: readonly AddressedBlock[], operations: readonly EditOperation[]): number {
  const target = operations[0]?.target ?? '';
  const rows = blocks.find(({ address }) => target === address || target.startsWith(`${address}.`))?.rows ?? [];
  const inTable = rows.reduce((all, { cells }) => all + 3 + cells.reduce((sum, { text }) => sum + 4 + text.split('\n').length, 0), 4);
  if (
    /^(?:replace_text|refresh_toc|restyle|set_page|set_columns|.*_watermark$|insert_section_break|delete_footnote|.*_control$|add_checkbox|set_header_footer|.*_all$|move_)/.test(
      name,
    )
  )
    return Infinity;
  if (/table|rows|columns|merge_cells|split_cell/.test(name)) return inTable;
  return /^(?:set_cell|format|accept|reject)/.test(name) ? Math.max(3, inTable) : 2;
}

/** Notes go with what is deleted around their numbers, at once: what they say is then held against the file by rejecting alone. */
const withoutNotes = (name: string, stories: readonly string[]): string[] =>
  stories.filter((story) => !/delete_(?:block|table|rows|columns)/.test(name) || !/(?:foot|end)notes\d*\.xml$/i.test(story));

/** A change of a grid that says what the grid is, as some programs write it into every table: none. */
const SAME_GRID = /(<w:tblGrid>)((?:<w:gridCol[^<>]*><\/>)+)<w:tblGridChange><w:tblGrid>\2<\/><\/>/g;

const sayIds = (line: string): string => line.replaceAll(/ w:id=-?\d+/g, '');

/** What is set at once in either mode: headers that did not exist, hidden bookmarks that a link leads to, the states of controls. */
const AT_ONCE: Readonly<Record<string, RegExp>> = {
  set_header_footer: /<w:(?:headerReference|footerReference)[^>]*><\/>/g,
  set_watermark: /<w:headerReference[^>]*><\/>/g,
  link_to_block: /<w:bookmark(?:Start w:name=_Ref\d+|End)><\/>/g,
  set_control: /<w:showingPlcHdr><\/>|(?<=<w:date) w:fullDate=\S+?(?=>)|(?<=<wordml:checked) wordml:val=\w+/g,
};
const EMPTY_NOTE = /<w:(footnote|endnote)>\n<w:p>(?:<w:pPr>[^\n]*<\/>)?<\/>\n<\/w:\1>\n?/g;
/** A note whose text and number have gone is none: what is left of it is for the program that settles. */
const withoutEmptyNotes = (lines: readonly string[]): string[] => lines.join('\n').replaceAll(EMPTY_NOTE, '').split('\n');
/** A picture that is moved with tracked changes is there twice, and so has another number where it comes. */
const MOVED_NUMBER = /(?<=<[^<>\s]*(?::docPr|:vml:\w+|:OLEObject)[^<>]*) (?:id|type|ShapeID)=[^<>]*?(?= [\w:.-]+=|>)/g;
/** A section that has but the headers that are set at once says nothing: the file had none before, and there is one that they are of. */
const EMPTY_SECTION = /^<w:sectPr><\/>$/;
/** What an operation makes is numbered in the order in which it is written, which of several need not be the same tracked and directly. */
const NUMBERS =
  /(?<= )(?:relationships:(?:id|embed|link)=rIdNew\d+|id=\d+|:?o?:?spid=\S+?(?=[ >])|id=_x0000_\S+?(?=[ >]))|(?<=<w:id w:val=)-?\d+(?=>)|(?<=name=)(?:Chart|Picture|Text Box|Image) \d+|(?<=_Ref)\d{9}\b|(?<=<w:(?:foot|end)note(?:Reference)?\b[^<>]*) w:id=\d+/g;
/** A note's number takes its look from the words beside it, as they are when it comes: before or behind another operation that formats them. */
const NOTE_LOOK = /(?<=<w:r><w:rPr>)<w:i><\/>(?=<w:rStyle w:val=(?:Footnote|Endnote)Reference>)/g;
const withoutNumbers = (name: string, lines: readonly string[]): string[] =>
  trialsIn(name).length > 1 ? lines.map((line) => line.replaceAll(NUMBERS, '').replaceAll(NOTE_LOOK, '')) : [...lines];

const ENDS_WITHOUT = /^(?:<\/w:(?:body|tc|hdr|ftr|sdtContent|footnote|endnote)>|<w:sectPr\b|<w:tbl>)/;
/** The paragraph that Word has behind every table, also where the file has none: it comes at once where the last table is deleted. */
const withLastParagraphs = (lines: readonly string[]): string[] =>
  lines.flatMap((line, at) => (line === '</w:tbl>' && ENDS_WITHOUT.test(lines[at + 1] ?? '') ? [line, '<w:p></>'] : [line]));

/** Names of trials that are one request are joined by a plus. */
const trialsIn = (name: string): string[] => name.split('+');
const movesText = (name: string): boolean => trialsIn(name).some((one) => one.startsWith('move_'));

function comparable(name: string, lines: readonly string[]): string[] {
  const atOnce = trialsIn(name).flatMap((one) => AT_ONCE[one] ?? []);
  const moves = movesText(name);
  const told = (trialsIn(name).includes('delete_table') ? withLastParagraphs(lines) : lines).map((line) =>
    [...atOnce, ...(moves ? [MOVED_NUMBER] : [])].reduce(
      (left, pattern) => left.replaceAll(pattern, ''),
      sayIds(line).replaceAll(SAME_GRID, '$1$2'),
    ),
  );
  const shown = atOnce.length > 0 ? told.filter((line) => !EMPTY_SECTION.test(line)) : told;
  return moves || /_(?:footnote|endnote)\b/.test(name) ? withoutEmptyNotes(shown) : shown;
}

const ALT_TEXT = / (?:descr|title)=.*?(?= (?:id|name|title)=|><)/g;

/**
 * @param direct null where the file allows tracked changes alone
 * @param told what the report says of what could not be tracked: alt texts that it names are as they were
 */
function checkTracked(name: string, before: OfficePackage, tracked: Uint8Array, direct: Uint8Array | null, told: string): string | null {
  const now = openOfficePackage(tracked);
  const names = storiesOf(before);
  const kept = withoutNotes(name, names);
  const idAbove = highestId(before);
  const settled = (verdict: 'accept' | 'reject'): string[] =>
    comparable(name, linesOf(now, verdict === 'accept' ? kept : names, { verdict, author: CONTEXT.author, idAbove }));
  const all = (opened: OfficePackage): string[] => comparable(name, linesOf(opened, kept, { verdict: 'accept', author: '*', idAbove: -1 }));
  const first = comparable(name, linesOf(before, names, null));
  const isMove = movesText(name);
  const rejected = compare('rejected', first, isMove ? withNamesBefore(first, settled('reject')) : settled('reject'));
  if (direct === null) return rejected;
  const meant = openOfficePackage(direct);
  const named = (lines: readonly string[]): string[] =>
    /\.alt\b.*cannot be tracked/.test(told) ? lines.map((line) => line.replaceAll(ALT_TEXT, '')) : [...lines];
  const shown = (lines: readonly string[]): string[] => withoutNumbers(name, named(lines));
  const [wanted, found] = [shown(comparable(name, linesOf(meant, kept, null))), shown(settled('accept'))];
  const accepted = compare('accepted', ...(isMove ? withoutMovedIds(first, wanted, found) : ([wanted, found] as const)));
  // what another author deleted already is theirs to settle: with that accepted too, both come to the same
  return rejected ?? (accepted === null ? null : compare('accepted', shown(all(meant)), shown(all(now))) === null ? null : accepted);
}

const PROMPT = /<w:showingPlcHdr><\/>/g;

/**
 * What the service's own settling alone gives back, to the last one: the states of controls, which are no text, and the names of bookmarks that
 * move. That words which come back were a prompt may be lost, where the report says so.
 */
function checkSettled(name: string, before: OfficePackage, tracked: Uint8Array, direct: Uint8Array, told: string): string | null {
  const names = storiesOf(before);
  const isPromptLost = told.includes('were a prompt');
  const shown = (opened: OfficePackage): string[] =>
    linesOf(opened, names, null).map((line) => (isPromptLost ? line.replaceAll(PROMPT, '') : line));
  const settled = (verdict: 'accept' | 'reject'): string[] => {
    const operation = { op: `${verdict}_revision`, target: 'all', author: CONTEXT.author };
    return shown(openOfficePackage(applyEdits(tracked, [operation], { ...CONTEXT, mode: 'direct' }).bytes));
  };
  const first = shown(before);
  const meant = withoutMovedIds(first, shown(openOfficePackage(direct)), settled('accept'));
  // what is copied has other numbers where it comes
  const [wanted, found] = (movesText(name) ? meant.map((lines) => comparable(name, lines)) : meant).map((lines) =>
    withoutNumbers(name, lines),
  );
  const rejected = settled('reject');
  // what is set at once in either mode stays
  const [own, back] = trialsIn(name).some((one) => one in AT_ONCE)
    ? [first, rejected].map((lines) => comparable(name, lines))
    : [first, rejected];
  return compare('after reject_revision', own ?? [], back ?? []) ?? compare('after accept_revision', wanted ?? [], found ?? []);
}

/** A file and what an outcome is held against. */
export interface Case {
  file: BenchFile;
  before: OfficePackage;
  blocks: AddressedBlock[];
  faults: Set<string>;
}

/** Lines of the longest table that stands in no other, with all that is in its cells: as much may go with a table. */
function longestTable(lines: readonly string[]): number {
  let [depth, began, longest] = [0, 0, 0];
  for (const [at, line] of lines.entries()) {
    if (line.startsWith('<w:tbl>') && depth++ === 0) began = at;
    if (line.startsWith('</w:tbl>') && --depth === 0) longest = Math.max(longest, at - began + 1);
  }
  return longest;
}

/** Lines of tables within tables, in the table that has most of them: they go with the cells that they are in. */
function nestedLines(lines: readonly string[]): number {
  let [depth, nested, most] = [0, 0, 0];
  for (const line of lines) {
    if (line.startsWith('<w:tbl>') && depth++ === 0) nested = 0;
    if (depth > 1) most = Math.max(most, ++nested);
    if (line.startsWith('</w:tbl>')) depth--;
  }
  return most;
}

/** Lines of the longest row: as many go with one that is settled as a tracked change. */
function longestRow(lines: readonly string[]): number {
  let [began, longest] = [0, 0];
  for (const [at, line] of lines.entries()) {
    if (line.startsWith('<w:tr>')) began = at;
    if (line.startsWith('</w:tr>')) longest = Math.max(longest, at - began + 1);
  }
  return longest;
}

const TRACKED_ROW = /<w:trPr>(?:(?!<\/w:trPr>).)*<w:(?:ins|del)\b/s;

function budgetWithin({ before, blocks }: Case, name: string, operations: readonly EditOperation[], lines: readonly string[]): number {
  if (trialsIn(name).length > 1) return Infinity;
  const budget = budgetOf(name, blocks, operations);
  if (name === 'delete_table') return longestTable(lines) + 1;
  if (/rows|columns/.test(name)) return budget + nestedLines(lines);
  const isSettled = /^(?:accept|reject)/.test(name);
  return isSettled && storiesOf(before).some((part) => TRACKED_ROW.test(sourceOf(before, part)))
    ? Math.max(budget, longestRow(lines))
    : budget;
}

function checkDirect(one: Case, name: string, operations: readonly EditOperation[], after: Uint8Array): string | null {
  const { before } = one;
  const names = withoutNotes(name, storiesOf(before));
  const lines = linesOf(before, names, null);
  const different = differentLines(lines, linesOf(openOfficePackage(after), names, null));
  const budget = budgetWithin(one, name, operations, lines);
  // controls around cells go with them, and are no cells
  const gone = /table|rows|columns/.test(name) ? different.gone.filter((line) => !/^<\/?w:sdt/.test(line)) : different.gone;
  return gone.length <= budget ? null : `${gone.length} lines changed where ${budget} were named; ${(gone[0] ?? '').slice(0, LINE_CHARS)}`;
}

export const caseOf = (file: BenchFile): Case => ({
  file,
  blocks: listContent(file.bytes),
  before: openOfficePackage(file.bytes),
  faults: new Set(faultsOfWord(file.bytes)),
});

/** What becomes of a request, done and checked. @param name of the trial, or those of its operations joined by a plus */
export function judge(one: Case, name: string, operations: readonly EditOperation[], mode: EditMode): Trial {
  const trial = { name, mode, reason: '' };
  const run = (how: EditMode): EditOutcome => applyEdits(one.file.bytes, operations, { ...CONTEXT, mode: how });
  try {
    const { bytes, results } = run(mode);
    const refused = results.find(({ status }) => status === 'rejected');
    if (refused !== undefined)
      return { ...trial, outcome: 'refused', reason: refused.reason ?? 'none given', said: refused.message ?? 'nothing said' };
    const torn = faultsOfWord(bytes).filter((fault) => !one.faults.has(fault));
    const isTracked = mode === 'tracked' && operations.every(({ op }) => TRACKED.has(op));
    const tracking = (): string | null => {
      const direct = run('direct');
      const isProtected = direct.results.some(({ reason }) => reason === 'protected_document');
      const told = results.map(({ message }) => message ?? '').join(' ');
      const found = checkTracked(name, one.before, bytes, isProtected ? null : direct.bytes, told);
      const isOurs = (movesText(name) || trialsIn(name).includes('set_control')) && !isProtected;
      return found ?? (isOurs ? checkSettled(name, one.before, bytes, direct.bytes, told) : null);
    };
    const found =
      (torn.length === 0 ? null : `torn: ${torn.slice(0, 3).join('; ')}`) ??
      (isTracked ? tracking() : checkDirect(one, name, operations, bytes));
    return found === null ? { ...trial, outcome: 'applied', bytes } : { ...trial, outcome: 'wrong', reason: found };
  } catch (error) {
    return { ...trial, outcome: 'wrong', reason: `thrown: ${error instanceof Error ? error.message : String(error)}` };
  }
}

export const wordSuite: Suite = {
  kind: 'docx',
  validates: true,
  *trialsOf(file) {
    const one = caseOf(file);
    const wanted = Object.entries(operationsFor(one.blocks, file.seed)).filter(([name]) => file.trials?.includes(name) !== false);
    for (const [name, operations] of wanted)
      for (const mode of settles(name) ? (['direct'] as const) : (['direct', 'tracked'] as const)) yield judge(one, name, operations, mode);
  },
};
