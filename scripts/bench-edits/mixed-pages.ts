/**
 * Requests of two to five operations of different kinds on a PDF. Where each page goes, what is written on it and how it is turned follow
 * from all operations that were done, by a model of its own; what was refused is to have left nothing. Read back by PDFium.
 */
import { PDFArray, PDFDict, PDFDocument, PDFName, PDFNumber, type PDFPage } from '@cantoo/pdf-lib';
import { turnBox } from '../../src/document/turn-box.ts';
import type { Box } from '../../src/document/rendered-document.ts';
import type { EditOperation, EditResult } from '../../src/edits/apply-edits.ts';
import { applyPdfEdits } from '../../src/edits/apply-pdf-edits.ts';
import { leftWithin } from '../../src/edits/redacted-words.ts';
import { faultsOfPdf } from '../../test/support/pdf-model.ts';
import { seededPick } from '../../test/support/seeded.ts';
import { attachedTo, keepsLetters, looksDifferent, openToChange, seePages, twoPages, wordOf, type SeenPages } from './pages.ts';
import type { Suite, Trial } from './suite.ts';

const CONTEXT = { author: 'Octavo bench', date: '2026-01-01T00:00:00Z', mode: 'direct' as const };
const REQUESTS = 3;
/** Points by which a mark may lie beside the word. */
const BESIDE_PT = 4;
const WORD_TRIES = 8;
const TREE_DEPTH_MAX = 250;

/** What is to come of the file, as the operations go on. */
interface Expected {
  /** Pages in their order, by the numbers that they were sent with; null: came in. */
  order: (number | null)[];
  turns: Map<number, number>;
  /** What is written on pages, by their number; on those that came in it is not looked for. */
  written: Map<number, string[]>;
  /** Pages that may look and say different. */
  changed: Set<number>;
  gone: { page: number; word: string }[];
  marked: { page: number; word: string }[];
  fields: Map<string, string>;
  bookmarks: { title: string; page: number }[] | null;
  title: string | null;
  attached: string[];
  isFlat: boolean;
}

interface Chosen {
  operation: EditOperation;
  /** What it changes of what is to come, where it is done. */
  expect(state: Expected): void;
}
interface Choosing {
  seen: SeenPages;
  pick(below: number): number;
  /** A file whose pages may come in, as base64. */
  other: string;
  /** The only page that operations name, so that they meet; undefined: any. */
  focus: number | undefined;
}
type Choice = (choosing: Choosing) => Chosen | null;

const write = (state: Expected, page: number | null, text: string): void => {
  if (page === null) return;
  state.written.set(page, [...(state.written.get(page) ?? []), text]);
};

const pageOf = ({ seen, pick, focus }: Choosing): number => focus ?? pick(seen.texts.length) + 1;

function wordFor({ seen, pick, focus }: Choosing): ReturnType<typeof wordOf> {
  for (let tries = 0; tries < WORD_TRIES; tries++) {
    const found = wordOf(seen, pick(1_000));
    if (found === null || focus === undefined || found.page === focus) return found;
  }
  return null;
}

const ORDERS: Readonly<Record<string, Choice>> = {
  delete_pages(choosing) {
    const page = pageOf(choosing);
    return {
      operation: { op: 'delete_pages', pages: [page] },
      expect: (state) => void (state.order = state.order.filter((one) => one !== page)),
    };
  },
  move_pages(choosing) {
    const { seen, pick } = choosing;
    const [page, before] = [pageOf(choosing), pick(seen.texts.length + 1) + 1];
    return {
      operation: { op: 'move_pages', pages: [page], before },
      expect(state) {
        const next = before === page ? state.order[state.order.indexOf(page) + 1] : before;
        const rest = state.order.filter((one) => one !== page);
        const at = next === undefined ? -1 : rest.indexOf(next);
        rest.splice(at < 0 ? rest.length : at, 0, page);
        state.order = rest;
      },
    };
  },
  extract_pages(choosing) {
    const pages = [...new Set([pageOf(choosing), pageOf(choosing), pageOf(choosing)])];
    return { operation: { op: 'extract_pages', pages }, expect: (state) => void (state.order = [...pages]) };
  },
  insert_blank: (choosing) => insertion(pageOf(choosing), { blank: 1 }, [null]),
  insert_file: (choosing) => insertion(pageOf(choosing), { file: { data: choosing.other } }, [null, null]),
  rotate_pages(choosing) {
    const [page, angle] = [pageOf(choosing), [90, 180, 270][choosing.pick(3)] ?? 90];
    return {
      operation: { op: 'rotate_pages', pages: [page], angle },
      expect(state) {
        state.turns.set(page, (state.turns.get(page) ?? 0) + angle / 90);
        state.changed.add(page);
      },
    };
  },
};

const insertion = (before: number, what: object, come: null[]): Chosen => ({
  operation: { op: 'insert_pages', ...what, before },
  expect: (state) => void state.order.splice(state.order.indexOf(before), 0, ...come),
});

const WRITINGS: Readonly<Record<string, Choice>> = {
  stamp(choosing) {
    const { pick } = choosing;
    const page = pageOf(choosing);
    const position = ['top', 'bottom', 'top_left', 'bottom_right'][pick(4)] ?? 'top';
    return { operation: { op: 'stamp', text: 'BENCHED', pages: [page], position }, expect: (state) => write(state, page, 'BENCHED') };
  },
  stamp_all: () => ({
    operation: { op: 'stamp', text: 'WHOLE', position: 'top' },
    expect: (state) => state.order.forEach((page) => write(state, page, 'WHOLE')),
  }),
  add_page_numbers: ({ pick }) => ({
    operation: { op: 'add_page_numbers', text: 'Leaf {page}/{pages}', ...(pick(2) === 0 ? {} : { position: 'top_right' }) },
    expect: ({ order, ...state }) => order.forEach((page, at) => write({ order, ...state }, page, `Leaf ${at + 1}/${order.length}`)),
  }),
  annotate_box(choosing) {
    const page = pageOf(choosing);
    return {
      operation: { op: 'annotate', page, box: [20, 20, 90, 60], kind: 'note', text: 'Why?' },
      expect: (state) => void state.changed.add(page),
    };
  },
  annotate_word(choosing) {
    const found = wordFor(choosing);
    return found === null
      ? null
      : { operation: { op: 'annotate', find: found.word, kind: 'underline' }, expect: (state) => void state.marked.push(found) };
  },
  redact(choosing) {
    const found = wordFor(choosing);
    return found === null ? null : { operation: { op: 'redact', find: found.word }, expect: (state) => void state.gone.push(found) };
  },
};

const WHOLES: Readonly<Record<string, Choice>> = {
  set_bookmarks(choosing) {
    const bookmarks = [
      { title: 'Bench one', page: pageOf(choosing) },
      { title: 'Bench two', page: pageOf(choosing) },
    ];
    return { operation: { op: 'set_bookmarks', bookmarks }, expect: (state) => void (state.bookmarks = bookmarks) };
  },
  set_property: () => ({
    operation: { op: 'set_property', name: 'title', value: 'Bench & title' },
    expect: (state) => void (state.title = 'Bench & title'),
  }),
  add_attachment: () => ({
    operation: { op: 'add_attachment', name: 'bench.csv', file: { data: Buffer.from('figures').toString('base64') } },
    expect: (state) => void state.attached.push('bench.csv'),
  }),
  flatten_form: () => ({ operation: { op: 'flatten_form' }, expect: (state) => void (state.isFlat = true) }),
};

/** Fills a text of the form; now and then with a field beside it that takes no such value, so that none may be filled. */
function fillForm(names: readonly string[], pick: (below: number) => number): Chosen | null {
  const name = names[pick(Math.max(1, names.length))];
  if (name === undefined) return null;
  const value = `B${pick(10)}`;
  const fields = { [name]: value, ...(pick(4) === 0 ? { [names.at(-1) ?? '']: true } : {}) };
  return { operation: { op: 'fill_form', fields }, expect: (state) => void state.fields.set(name, value) };
}

const textFields = (document: PDFDocument): string[] => {
  try {
    const fields = document.getForm().getFields();
    return fields.filter((one) => one.constructor.name === 'PDFTextField' && !one.isReadOnly()).map((one) => one.getName());
  } catch {
    // a form that cannot be read has nothing to fill
    return [];
  }
};

function chooseRequest(seen: SeenPages, names: readonly string[], other: string, seed: number): Chosen[] {
  const pick = seededPick(seed);
  const focus = pick(2) === 0 ? undefined : wordOf(seen, pick(1_000))?.page;
  const choosing: Choosing = { seen, pick, other, focus };
  const { rotate_pages: rotate, move_pages: move } = ORDERS;
  const meeting = Object.values({ ...WRITINGS, rotate, move });
  const choices = focus === undefined ? [...Object.values(ORDERS), ...Object.values(WRITINGS), ...Object.values(WHOLES)] : meeting;
  if (names.length > 0) choices.push(() => fillForm(names, pick));
  const count = 2 + pick(4);
  const chosen: Chosen[] = [];
  const taken = new Set<Choice>();
  for (let tries = 0; chosen.length < count && tries < 40; tries++) {
    const choice = choices[pick(choices.length)];
    if (choice === undefined || taken.has(choice)) continue;
    taken.add(choice);
    const one = choice(choosing);
    if (one !== null) chosen.push(one);
  }
  return chosen;
}

function expectOf(seen: SeenPages, done: readonly Chosen[]): Expected {
  const state: Expected = {
    order: seen.texts.map((_, at) => at + 1),
    turns: new Map(),
    written: new Map(),
    changed: new Set(),
    gone: [],
    marked: [],
    fields: new Map(),
    bookmarks: null,
    title: null,
    attached: [],
    isFlat: false,
  };
  for (const { expect } of done) expect(state);
  return state;
}

const squeezed = (text: string): string => text.replaceAll(/\s+/g, '');

function faultOfText(was: string, now: string, state: Expected, page: number): string | null {
  const written = state.written.get(page) ?? [];
  const missing = written.find((text) => !squeezed(now).includes(squeezed(text)) && !keepsLetters(text, now));
  if (missing !== undefined) return `page ${page} does not say ${missing}`;
  const gone = state.gone.filter((one) => one.page === page);
  const left = gone.find(({ word }) => new RegExp(`\\b${word}\\b`, 'i').test(now));
  if (left !== undefined) return `${left.word} is still on page ${page}`;
  const isFilled = state.fields.size > 0 || state.isFlat;
  // words under a mark of a note or field are read twice
  const isMarked = state.marked.some((one) => one.page === page);
  if (written.length === 0 && gone.length === 0 && !isFilled && !isMarked && !state.turns.has(page))
    return was === now ? null : `page ${page} says ${now.slice(0, 80)} in the place of ${was.slice(0, 80)}`;
  // words beside a redacted one may be cut with it, which its own suite looks at
  if (gone.length > 0 || isFilled || keepsLetters(was, now)) return null;
  return `page ${page} lost some of what it said`;
}

async function comparePages(before: SeenPages, after: SeenPages, state: Expected): Promise<string | null> {
  if (after.texts.length !== state.order.length) return `there are ${after.texts.length} pages in the place of ${state.order.length}`;
  for (const [at, number] of state.order.entries()) {
    if (number === null) continue;
    const fault = faultOfText(before.texts[number - 1] ?? '', after.texts[at] ?? '', state, number);
    // what fields hold is not read on pages that lie on their side
    const isUnread = state.turns.has(number) && before.drawn.pages[number - 1]?.lines.some(({ field }) => field === true) === true;
    if (fault !== null && !isUnread) return fault;
    const isTouched =
      state.changed.has(number) ||
      state.written.has(number) ||
      state.isFlat ||
      state.fields.size > 0 ||
      [...state.gone, ...state.marked].some(({ page }) => page === number);
    const [shown, shows] = [before.pictures[number - 1], after.pictures[at]];
    const isOther = !isTouched && shown !== undefined && shows !== undefined && shown !== shows;
    if (isOther && (await looksDifferent(before, after, number, at))) return `page ${number} looks different`;
  }
  return null;
}

/** By the page or what is above it, whatever parents these name. */
function angleOf(page: PDFPage | undefined): number {
  let node: unknown = page?.node;
  for (let depth = 0; node instanceof PDFDict && depth < TREE_DEPTH_MAX; depth++) {
    const turn = node.lookup(PDFName.of('Rotate'));
    if (turn instanceof PDFNumber) return ((turn.asNumber() % 360) + 360) % 360;
    node = node.lookup(PDFName.of('Parent'));
  }
  return 0;
}

/** Where a mark lies, from the upper left corner of the page as it is shown. */
function boxesOfMarks(page: PDFPage): Box[] {
  const list = page.node.lookup(PDFName.of('Annots'));
  if (!(list instanceof PDFArray)) return [];
  const { x, y, width, height } = page.getCropBox();
  return Array.from({ length: list.size() }, (_, at) => list.lookup(at)).flatMap((one): Box[] => {
    const rect =
      one instanceof PDFDict && one.lookup(PDFName.of('Subtype')) === PDFName.of('Underline') ? one.lookup(PDFName.of('Rect')) : null;
    if (!(rect instanceof PDFArray)) return [];
    const [left = 0, bottom = 0, right = 0, top = 0] = rect.asArray().map((value) => (value instanceof PDFNumber ? value.asNumber() : 0));
    const plain = { left: left - x, top: y + height - top, right: right - x, bottom: y + height - bottom };
    const quarter = ([0, 1, 2, 3] as const)[(angleOf(page) / 90) % 4] ?? 0;
    return [turnBox(plain, { widthPt: width, heightPt: height }, quarter)];
  });
}

const isNear = (a: Box, b: Box): boolean =>
  a.left < b.right + BESIDE_PT && b.left < a.right + BESIDE_PT && a.top < b.bottom + BESIDE_PT && b.top < a.bottom + BESIDE_PT;

function faultOfMarks(after: SeenPages, pages: readonly PDFPage[], state: Expected): string | null {
  for (const { page: number, word } of state.marked) {
    const at = state.order.indexOf(number);
    const [page, shown] = [pages[at], after.drawn.pages[at]];
    // a word that is redacted, too, takes its mark along; of pages that read sideways the suite of single operations tells
    if (at < 0 || page === undefined || shown === undefined || shown.turned !== undefined) continue;
    if (state.gone.some((one) => one.page === number) || state.isFlat) continue;
    const lines = shown.lines.filter(({ text }) => text.toLowerCase().includes(word.toLowerCase()));
    const marks = boxesOfMarks(page);
    if (lines.length > 0 && !marks.some((mark) => lines.some((line) => isNear(mark, line)))) return `${word} is marked elsewhere`;
  }
  return null;
}

function faultOfFile(before: PDFDocument, document: PDFDocument, after: SeenPages, state: Expected): string | null {
  const pages = document.getPages();
  for (const [at, number] of state.order.entries()) {
    if (number === null) continue;
    const wanted = (angleOf(before.getPages()[number - 1]) + (state.turns.get(number) ?? 0) * 90) % 360;
    if (angleOf(pages[at]) !== wanted) return `page ${number} is turned by ${angleOf(pages[at])} in the place of ${wanted}`;
  }
  if (state.title !== null && document.getTitle() !== state.title) return 'the title is another';
  const lost = state.attached.find((name) => attachedTo(document, name) !== 'figures');
  if (lost !== undefined) return `${lost} is not attached`;
  const wanted = state.bookmarks?.filter(({ page }) => state.order.includes(page)).map(({ title }) => title);
  if (wanted !== undefined && after.drawn.outline.map(({ title }) => title).join() !== wanted.join())
    return `the bookmarks are ${JSON.stringify(after.drawn.outline).slice(0, 100)}`;
  for (const [name, value] of state.isFlat ? [] : state.fields) {
    const held = document.getForm().getFieldMaybe(name);
    if (held !== undefined && document.getForm().getTextField(name).getText() !== value) return `the field ${name} holds something else`;
  }
  return faultOfMarks(after, pages, state);
}

const refusalOf = ({ op, reason, message }: EditResult): Trial => ({
  name: `mixed ${op}`,
  mode: 'direct',
  outcome: 'refused',
  reason: reason ?? 'none given',
  ...(message === undefined ? {} : { said: message }),
});

interface Case {
  before: SeenPages;
  document: PDFDocument;
  faults: ReadonlySet<string>;
  other: string;
}

async function judge({ before, document, faults, other }: Case, seed: number): Promise<Trial[]> {
  const request = chooseRequest(before, textFields(document), other, seed);
  const operations = request.map(({ operation }) => operation);
  const trial = { name: 'mixed', mode: `${request.length} operations`, reason: '' };
  const said = (fault: string): Trial[] => [
    {
      ...trial,
      outcome: 'wrong',
      reason: `${fault}\n  ${JSON.stringify(operations, (key, value: unknown) => (key === 'data' ? '…' : value)).slice(0, 1_500)}`,
    },
  ];
  try {
    const { bytes, results, redacted } = await applyPdfEdits(before.bytes, before.drawn, operations, CONTEXT);
    const refused = results.filter(({ status }) => status === 'rejected').map(refusalOf);
    const state = expectOf(
      before,
      request.filter((_, at) => results[at]?.status === 'applied'),
    );
    if (refused.length === results.length)
      return Buffer.compare(bytes, before.bytes) === 0 ? refused : said('all is refused, and the file is another');
    const after = await seePages(bytes);
    // such pages are made pictures by who asked for it
    if (redacted.some(({ unsure }) => unsure) || leftWithin(after.drawn, redacted).length > 0)
      return [...refused, { ...trial, outcome: 'refused', reason: 'made_picture' }];
    const torn = (await faultsOfPdf(bytes)).filter((fault) => !faults.has(fault));
    const changed = await PDFDocument.load(bytes, { updateMetadata: false });
    const found =
      torn.length > 0
        ? `torn: ${torn.slice(0, 3).join('; ')}`
        : ((await comparePages(before, after, state)) ?? faultOfFile(document, changed, after, state));
    return found === null ? [{ ...trial, outcome: 'applied' }, ...refused] : said(found);
  } catch (error) {
    return said(`thrown: ${error instanceof Error ? (error.stack ?? '').slice(0, 400) : String(error)}`);
  }
}

export const mixedPageSuite: Suite = {
  kind: 'pdf',
  validates: false,
  async *trialsOf(file) {
    const before = await seePages(file.bytes);
    const document = await openToChange(file.bytes);
    const one: Case = { before, document, faults: new Set(await faultsOfPdf(file.bytes)), other: await twoPages() };
    for (let request = 0; request < REQUESTS; request++) yield* await judge(one, file.seed * REQUESTS + request);
  },
};
