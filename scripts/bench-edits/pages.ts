/**
 * Operations on the pages of PDF files. Pages that no operation names say and show what they did, in the order that was asked for; what was
 * asked for is read back from the page by PDFium, which shares nothing with what writes it; and nothing leads to what is gone.
 */
import { createHash } from 'node:crypto';
import { decodePDFRawStream, PDFArray, PDFDict, PDFDocument, PDFHexString, PDFName, PDFRawStream } from '@cantoo/pdf-lib';
import { Refusal } from '../../src/base/refusal.ts';
import type { RenderedDocument, RenderedPage } from '../../src/document/rendered-document.ts';
import { leftWithin } from '../../src/edits/redacted-words.ts';
import { applyPdfEdits } from '../../src/edits/apply-pdf-edits.ts';
import type { EditOperation } from '../../src/edits/apply-edits.ts';
import { createPageRenderer } from '../../src/render/page-renderer.ts';
import { faultsOfPdf } from '../../test/support/pdf-model.ts';
import type { BenchFile, Suite, Trial } from './suite.ts';

const CONTEXT = { author: 'Octavo bench', date: '2026-01-01T00:00:00Z', mode: 'direct' as const };
/** Pictures of more pages are not compared. */
const PICTURED_MAX = 12;
const PICTURE_PX = 160;

export interface SeenPages {
  bytes: Uint8Array;
  drawn: RenderedDocument;
  texts: string[];
  /** Digest of each page's picture; empty where there are too many. */
  pictures: string[];
}
interface PageTrial {
  name: string;
  operations: EditOperation[];
  /** Pages as they were, in their order afterwards; null is one that came in. */
  order?: (number | null)[];
  /** Pages, by their number as they were, on which something else may be shown. */
  changes?: readonly number[];
  /** Whether their texts stay although their pictures change, or grow by what is put there. */
  keepsText?: boolean;
  check?(after: SeenPages, document: PDFDocument): string | null;
}

let opened: ReturnType<typeof createPageRenderer> | undefined;
const renderer = (): ReturnType<typeof createPageRenderer> => (opened ??= createPageRenderer());

const textOf = ({ lines }: RenderedPage): string =>
  lines
    .map(({ text }) => text)
    .join('\n')
    .replaceAll(/\s+/g, ' ')
    .trim();

async function picturesOf(by: ReturnType<typeof createPageRenderer>, bytes: Uint8Array): Promise<string[]> {
  const pictures: string[] = [];
  await by.draw(bytes, {
    widthPx: PICTURE_PX,
    onPage: ({ page, png }) => void (pictures[page - 1] = createHash('sha1').update(png).digest('hex')),
  });
  return pictures;
}

export async function seePages(bytes: Uint8Array): Promise<SeenPages> {
  const drawn = await renderer().read(bytes);
  const pictures = drawn.pages.length <= PICTURED_MAX ? await picturesOf(renderer(), bytes) : [];
  return { bytes, drawn, texts: drawn.pages.map(textOf), pictures };
}

const has = (found: boolean, what: string): string | null => (found ? null : what);

/** A word of letters that is on the page once in the whole file, so that no other place is meant. */
export function wordOf({ drawn }: SeenPages, seed: number): { word: string; page: number } | null {
  const counts = new Map<string, number[]>();
  for (const { page, lines } of drawn.pages)
    for (const { text } of lines)
      for (const word of text.match(/(?<=^|\s)[A-Za-z]{5,}(?=\s|$)/g) ?? [])
        counts.set(word.toLowerCase(), [...(counts.get(word.toLowerCase()) ?? []), page]);
  const all = drawn.pages.flatMap(({ lines }) => lines.flatMap(({ text }) => text.match(/(?<=^|\s)[A-Za-z]{5,}(?=\s|$)/g) ?? []));
  const single = all.filter(
    (word) =>
      counts.get(word.toLowerCase())?.length === 1 &&
      drawn.pages
        .flatMap(({ lines }) => lines)
        .reduce((sum, { text }) => sum + text.toLowerCase().split(word.toLowerCase()).length - 1, 0) === 1,
  );
  const word = single[seed % Math.max(1, single.length)];
  const page = word === undefined ? undefined : counts.get(word.toLowerCase())?.[0];
  return word === undefined || page === undefined ? null : { word, page };
}

function orderTrials(count: number, page: number): PageTrial[] {
  const all = Array.from({ length: count }, (_, i) => i + 1);
  const rest = all.filter((one) => one !== page);
  const blankAt = [...all.slice(0, page - 1), null, ...all.slice(page - 1)];
  return [
    { name: 'delete_pages', operations: [{ op: 'delete_pages', pages: [page] }], order: rest },
    { name: 'move_pages', operations: [{ op: 'move_pages', pages: [page], before: 1 }], order: [page, ...rest] },
    { name: 'move_pages_end', operations: [{ op: 'move_pages', pages: [page], before: count + 1 }], order: [...rest, page] },
    { name: 'extract_pages', operations: [{ op: 'extract_pages', pages: [page] }], order: [page] },
    { name: 'insert_blank', operations: [{ op: 'insert_pages', blank: 1, before: page }], order: blankAt },
    {
      name: 'insert_then_move',
      operations: [
        { op: 'insert_pages', blank: 1, before: 1 },
        { op: 'move_pages', pages: [page], before: count + 1 },
        { op: 'rotate_pages', pages: [page], angle: 180 },
      ],
      order: [null, ...rest, page],
      changes: [page],
    },
  ];
}

function writtenTrials(seen: SeenPages, page: number): PageTrial[] {
  const all = seen.texts.map((_, i) => i + 1);
  const rotated = seen.drawn.pages[page - 1];
  const says =
    (at: number, words: string) =>
    (after: SeenPages): string | null =>
      has(after.texts[at - 1]?.replaceAll(' ', '').includes(words.replaceAll(' ', '')) === true, `page ${at} does not say ${words}`);
  return [
    {
      name: 'rotate_pages',
      operations: [{ op: 'rotate_pages', pages: [page], angle: 90 }],
      changes: [page],
      check: ({ drawn }) => {
        const now = drawn.pages[page - 1];
        const turned = (one: RenderedPage | undefined): boolean => one !== undefined && one.turned !== undefined && one.turned % 2 === 1;
        return has(
          rotated === undefined || now === undefined || turned(now) !== turned(rotated) || Math.abs(now.widthPt - rotated.heightPt) < 1,
          'the page is not turned',
        );
      },
    },
    {
      name: 'stamp',
      operations: [{ op: 'stamp', text: 'BENCHED', pages: [page], position: 'top' }],
      changes: [page],
      keepsText: true,
      check: says(page, 'BENCHED'),
    },
    { name: 'stamp_center', operations: [{ op: 'stamp', text: 'BENCHED' }], changes: all },
    {
      name: 'add_page_numbers',
      operations: [{ op: 'add_page_numbers', text: 'Page {page} of {pages}' }],
      changes: all,
      keepsText: true,
      check: says(page, `Page ${page} of ${all.length}`),
    },
    {
      name: 'bates',
      operations: [{ op: 'add_page_numbers', text: 'ACME-{page}', first: 41, digits: 6, position: 'bottom_right' }],
      changes: all,
      keepsText: true,
      check: says(page, `ACME-${String(40 + page).padStart(6, '0')}`),
    },
  ];
}

/** What an attached file holds; entries of files whose data are missing, which some have, are none. */
export function attachedTo({ catalog }: PDFDocument, wanted: string): string | undefined {
  const within = (holder: unknown, key: string): unknown => (holder instanceof PDFDict ? holder.lookup(PDFName.of(key)) : undefined);
  const pairs = within(within(within(catalog, 'Names'), 'EmbeddedFiles'), 'Names');
  if (!(pairs instanceof PDFArray)) return undefined;
  for (let at = 0; at + 1 < pairs.size(); at += 2) {
    const [key, file] = [pairs.lookup(at), pairs.lookup(at + 1)];
    const stream = within(within(file, 'EF'), 'F');
    if (key instanceof PDFHexString && key.decodeText() === wanted && stream instanceof PDFRawStream)
      return Buffer.from(decodePDFRawStream(stream).decode()).toString();
  }
  return undefined;
}

/** Operations on the file as a whole, its forms and its marks. */
function fileTrials(seen: SeenPages, page: number): PageTrial[] {
  const all = seen.texts.map((_, i) => i + 1);
  const outline = [
    { title: 'Bench one', page: 1 },
    { title: 'Bench <two>', page, level: 2 },
  ];
  return [
    {
      name: 'set_bookmarks',
      operations: [{ op: 'set_bookmarks', bookmarks: outline }],
      check: ({ drawn }) =>
        has(
          drawn.outline.map(({ title }) => title).join() === outline.map(({ title }) => title).join(),
          `the bookmarks are ${JSON.stringify(drawn.outline).slice(0, 100)}`,
        ),
    },
    {
      name: 'set_property',
      operations: [{ op: 'set_property', name: 'title', value: 'Bench & title' }],
      check: (_, document) => has(document.getTitle() === 'Bench & title', 'the title is another'),
    },
    {
      name: 'add_attachment',
      operations: [{ op: 'add_attachment', name: 'bench.csv', file: { data: Buffer.from('figures').toString('base64') } }],
      check: (_, document) => has(attachedTo(document, 'bench.csv') === 'figures', 'it is not attached'),
    },
    {
      name: 'annotate_box',
      operations: [{ op: 'annotate', page, box: [20, 20, 90, 60], kind: 'note', text: 'Why?' }],
      changes: [page],
      keepsText: true,
    },
    {
      name: 'flatten_form',
      operations: [{ op: 'flatten_form' }],
      changes: all,
      check: (_, document) => has(document.getForm().getFields().length === 0, 'there are fields left'),
    },
  ];
}

function wordTrials(seen: SeenPages, seed: number): PageTrial[] {
  const found = wordOf(seen, seed);
  if (found === null) return [];
  const { word, page } = found;
  const marks = (document: PDFDocument): number => document.getPages()[page - 1]?.node.Annots()?.size() ?? 0;
  return [
    {
      name: 'annotate_word',
      operations: [{ op: 'annotate', find: word }],
      changes: [page],
      keepsText: true,
      check: (_, document) => has(marks(document) > 0, 'there is no mark'),
    },
    {
      name: 'strike_word',
      operations: [{ op: 'annotate', find: word, kind: 'strike', text: 'Out?' }],
      changes: [page],
      keepsText: true,
      check: (_, document) => has(marks(document) > 0, 'there is no mark'),
    },
    {
      name: 'redact',
      operations: [{ op: 'redact', find: word }],
      changes: [page],
      check: ({ texts }) => has(!new RegExp(`\\b${word}\\b`, 'i').test(texts[page - 1] ?? ''), `${word} is still there`),
    },
  ];
}

/** A file that comes into others, as base64. */
export async function twoPages(): Promise<string> {
  const other = await PDFDocument.create();
  for (const label of ['first', 'second']) other.addPage([300, 400]).drawText(`Merged ${label}`, { x: 40, y: 300, size: 18 });
  return Buffer.from(await other.save()).toString('base64');
}

async function mergeTrial(count: number, page: number): Promise<PageTrial> {
  const data = await twoPages();
  const all = Array.from({ length: count }, (_, i) => i + 1);
  return {
    name: 'insert_file',
    operations: [{ op: 'insert_pages', file: { data }, before: page }],
    order: [...all.slice(0, page - 1), null, null, ...all.slice(page - 1)],
    check: ({ texts }) =>
      has(
        texts[page - 1] === 'Merged first' && texts[page] === 'Merged second',
        `the pages that came say ${texts[page - 1]?.slice(0, 60)}`,
      ),
  };
}

function fieldTrial(document: PDFDocument): PageTrial[] {
  try {
    const field = document
      .getForm()
      .getFields()
      .find((one) => one.constructor.name === 'PDFTextField' && !one.isReadOnly());
    if (field === undefined) return [];
    const name = field.getName();
    return [
      {
        name: 'fill_form',
        operations: [{ op: 'fill_form', fields: { [name]: 'Be 1' } }],
        changes: document.getPages().map((_, i) => i + 1),
        check: (_, after) => has(after.getForm().getTextField(name).getText() === 'Be 1', 'the field holds something else'),
      },
    ];
  } catch {
    return [];
  }
}

/** Whether each letter is there as often: what is put on a page may change the order in which PDFium reads the others. */
export function keepsLetters(was: string, now: string): boolean {
  const counts = new Map<string, number>();
  for (const letter of now) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  return Array.from(was.replaceAll(/\s/g, '')).every((letter) => {
    const count = counts.get(letter) ?? 0;
    counts.set(letter, count - 1);
    return count > 0;
  });
}

async function picturesAlone(bytes: Uint8Array): Promise<string[]> {
  const alone = createPageRenderer({ threads: 1 });
  try {
    return await picturesOf(alone, bytes);
  } finally {
    await alone.close();
  }
}

/**
 * Whether a page that nobody changed looks different in renderers that have drawn nothing else. In a face that PDFium makes up out of one
 * with several masters, the width that it gave the last letter, of whatever file, shows in the next.
 */
export const looksDifferent = async (before: SeenPages, after: SeenPages, page: number, at: number): Promise<boolean> =>
  (await picturesAlone(before.bytes))[page - 1] !== (await picturesAlone(after.bytes))[at];

async function comparePages(before: SeenPages, after: SeenPages, trial: PageTrial): Promise<string | null> {
  const order = trial.order ?? before.texts.map((_, i) => i + 1);
  if (after.texts.length !== order.length) return `there are ${after.texts.length} pages in the place of ${order.length}`;
  for (const [at, number] of order.entries()) {
    if (number === null) continue;
    const [was, now] = [before.texts[number - 1] ?? '', after.texts[at] ?? ''];
    const changes = trial.changes?.includes(number) === true;
    if (!changes && was !== now) return `page ${number} says ${now.slice(0, 100)} in the place of ${was.slice(0, 100)}`;
    const [shown, shows] = [before.pictures[number - 1], after.pictures[at]];
    const isOther = !changes && shown !== undefined && shows !== undefined && shown !== shows;
    if (isOther && (await looksDifferent(before, after, number, at))) return `page ${number} looks different`;
    if (changes && trial.keepsText === true) {
      const words = new Set(now.split(/\s+/));
      const lost = was.split(/\s+/).filter((word) => word !== '' && !words.has(word) && !now.replaceAll(' ', '').includes(word));
      if (lost.length > 0 && !keepsLetters(was, now)) return `page ${number} lost ${lost.slice(0, 5).join(' ')}`;
    }
  }
  return null;
}

async function judge(before: SeenPages, faults: ReadonlySet<string>, trial: PageTrial): Promise<Trial> {
  const row = { name: trial.name, mode: 'direct', reason: '' };
  try {
    const { bytes, results, redacted } = await applyPdfEdits(before.bytes, before.drawn, trial.operations, CONTEXT);
    const refused = results.find(({ status }) => status === 'rejected');
    if (refused !== undefined) return { ...row, outcome: 'refused', reason: refused.reason ?? 'none given' };
    const after = await seePages(bytes);
    // such pages are made pictures by who asked for it
    if (redacted.some(({ unsure }) => unsure) || leftWithin(after.drawn, redacted).length > 0)
      return { ...row, outcome: 'refused', reason: 'made_picture' };
    const torn = (await faultsOfPdf(bytes)).filter((fault) => !faults.has(fault));
    const document = await PDFDocument.load(bytes, { updateMetadata: false });
    const found =
      torn.length > 0
        ? `torn: ${torn.slice(0, 3).join('; ')}`
        : ((await comparePages(before, after, trial)) ?? trial.check?.(after, document) ?? null);
    return found === null
      ? { ...row, outcome: 'applied' }
      : { ...row, outcome: 'wrong', reason: `${found} (${JSON.stringify(trial.operations[0]).slice(0, 160)})` };
  } catch (error) {
    return { ...row, outcome: 'wrong', reason: `thrown: ${error instanceof Error ? (error.stack ?? '').slice(0, 300) : String(error)}` };
  }
}

/** The file as its library reads it. @throws Refusal `file_rejected` */
export async function openToChange(bytes: Uint8Array): Promise<PDFDocument> {
  try {
    const document = await PDFDocument.load(bytes, { updateMetadata: false, ignoreEncryption: true, throwOnInvalidObject: false });
    document.getPages();
    return document;
  } catch (error) {
    throw new Refusal('file_rejected', 'It cannot be opened for changes.', { cause: error });
  }
}

async function* trialsOf(file: BenchFile): AsyncGenerator<Trial> {
  const before = await seePages(file.bytes);
  const count = before.texts.length;
  const page = (file.seed % count) + 1;
  const document = await openToChange(file.bytes);
  const faults = new Set(await faultsOfPdf(file.bytes));
  const trials = [
    ...orderTrials(count, page),
    ...writtenTrials(before, page),
    ...fileTrials(before, page),
    ...wordTrials(before, file.seed),
    ...(document.isEncrypted ? [] : [await mergeTrial(count, page), ...fieldTrial(document)]),
  ];
  for (const trial of trials) if (file.trials?.includes(trial.name) !== false) yield await judge(before, faults, trial);
}

export const pageSuite: Suite = { kind: 'pdf', validates: false, trialsOf };
