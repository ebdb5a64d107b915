/** Render, findings, repairs, render: on documents set for real, told by the events that a client would see. */
import type { NewEvent } from '../../src/contract/event.ts';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openCommandEngine } from '../../src/main/open-workshop.ts';
import { makeFromContent, type MakeResult } from '../../src/pipeline/make.ts';
import type { OutputRecord } from '../../src/ports/record.ts';
import { signedContract } from './seeds.ts';

let opened: Awaited<ReturnType<typeof openCommandEngine>> | undefined;
before(async () => {
  opened = await openCommandEngine({ office: false });
});
after(() => opened?.close());

/** What is made of Markdown as a PDF, with the texts on each of its pages. */
async function make(markdown: string): Promise<{ made: MakeResult; events: NewEvent[]; stored: string[]; pages: string[][] }> {
  const engine = opened ?? assert.fail('the engine did not start');
  const events: NewEvent[] = [];
  const stored: string[] = [];
  let pdf: Uint8Array | undefined;
  const sink = {
    emit: (_patch: unknown, emitted: NewEvent[]) => void events.push(...emitted),
    async put({ bytes, ...rest }: { bytes: Uint8Array; kind: OutputRecord['kind']; contentType: string }): Promise<OutputRecord> {
      stored.push(rest.kind);
      if (rest.kind === 'pdf') pdf = bytes;
      return { ...rest, id: '', key: '', bytes: bytes.length };
    },
  };
  const made = await makeFromContent({ markdown, format: 'pdf', name: null, pictures: [] }, engine, sink, new AbortController().signal);
  const drawn = await engine.pages.read(pdf ?? assert.fail('no PDF was stored'), { structure: false });
  const pages = drawn.pages.map(({ lines: found }) => found.map(({ text }) => text));
  return { made, events, stored, pages };
}

const lines = (count: number): string => `# A report\n\n${'A line of text.\n\n'.repeat(count)}`;
const typesOf = (events: readonly NewEvent[]): string[] =>
  events.map(({ type }) => type).filter((type) => /^(?:render|repair|validation)\./.test(type));

test('a last page of one line is taken back, and the finding is reported as resolved', async () => {
  const { made, events, stored } = await make(lines(28));
  assert.equal(made.pages, 1);
  assert.deepEqual(made.findings, []);
  assert.deepEqual(
    made.resolved.map(({ code }) => code),
    ['last_page_almost_empty'],
  );
  assert.deepEqual(made.repairs, [{ iteration: 1, fix: 'set_tighter', finding_code: 'last_page_almost_empty', outcome: 'applied' }]);
  assert.deepEqual(typesOf(events), [
    'render.completed',
    'validation.issue_found',
    'validation.completed',
    'render.completed',
    'validation.completed',
    'repair.applied',
  ]);
  // pages of the first render are not among what is kept
  assert.deepEqual(stored.toSorted(), ['pdf', 'preview']);
});

test('a repair that does not help is taken back and said so', async () => {
  const { made, events } = await make(`${lines(26)}::pagebreak\n\nThe only line of its page.`);
  assert.equal(made.pages, 2);
  assert.deepEqual(
    made.repairs.map(({ fix, outcome }) => [fix, outcome]),
    [['set_tighter', 'rejected']],
  );
  assert.deepEqual(
    made.findings.map(({ code }) => code),
    ['last_page_almost_empty'],
  );
  assert.equal(events.filter(({ type }) => type === 'repair.rejected').length, 1);
  assert.equal(made.repaired.applied, 0);
});

test('the last clause goes with the signatures', async () => {
  const { made } = await make(signedContract(19));
  assert.deepEqual(
    made.repairs.map(({ fix, outcome }) => [fix, outcome]),
    [['page_break_before_last_clause', 'applied']],
  );
  assert.equal(made.status, 'ready');
});

test('what the content shows is repaired before the first render', async () => {
  const { made, events } = await make(
    '# A report\n\nText of it.\n\n1.- The first point.\n\n2.- The second point.\n\n3.- The third point.\n',
  );
  assert.deepEqual(
    made.repairs.map(({ fix }) => fix),
    ['list_made'],
  );
  assert.equal(events.filter(({ type }) => type === 'render.completed').length, 1);
  assert.deepEqual(made.findings, []);
});

const numbered = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, at) => `Line ${from + at} of the text.\n\n`).join('');

test('a table that left the page before it white is split, with three rows or more on each side', async () => {
  const rows = Array.from({ length: 10 }, (_, at) => `| Depot ${at + 1} | ${at + 20} | ${at + 3} |\n`).join('');
  const table = `:::table{caption="Vehicles by depot"}\n| Depot | Vans | Lorries |\n|---|--:|--:|\n${rows}:::\n\n`;
  const { made, pages } = await make(`# Depots\n\n${numbered(1, 19)}${table}${numbered(20, 31)}`);
  assert.deepEqual(
    made.repairs.map(({ fix, finding_code, outcome }) => [fix, finding_code, outcome]),
    [['table_split', 'page_gap', 'applied']],
  );
  assert.deepEqual(made.findings, []);
  const rowsOn = pages.map((texts) => texts.filter((text) => /^Depot \d+$/.test(text)).map((text) => Number(text.slice(6))));
  assert.deepEqual(rowsOn, [
    [1, 2, 3, 4, 5, 6, 7],
    [8, 9, 10],
  ]);
  assert.ok(pages[1]?.includes('Depot'), 'the header row is repeated');
});

test('text behind a tall chart moves before it, where the chart left the page before it white', async () => {
  const rows = Array.from({ length: 16 }, (_, at) => `| Depot ${at + 1} | ${at + 20} |\n`).join('');
  const chart = `:::chart{type=bar x=Depot y=Vans title="Vans by depot and town"}\n| Depot | Vans |\n|---|--:|\n${rows}:::\n\n`;
  const behind = `What the figures mean for the year is said here. ${'It goes on for some lines, so that it fills the page. '.repeat(12)}`;
  const { made, pages } = await make(`# Depots\n\n${numbered(1, 18)}${chart}${behind}\n\n${numbered(19, 24)}`);
  assert.deepEqual(
    made.repairs.map(({ fix, finding_code, outcome }) => [fix, finding_code, outcome]),
    [['text_moved_before_figure', 'page_gap', 'applied']],
  );
  assert.deepEqual(made.findings, []);
  const pageOf = (start: string): number => pages.findIndex((texts) => texts.some((text) => text.startsWith(start)));
  assert.deepEqual([pageOf('What the figures mean'), pageOf('Vans by depot and town'), pageOf('Line 19 ')], [0, 1, 1]);
});

test('a list of a PDF whose last item was alone on a page is held together there', async () => {
  const items = [
    'The first of the items',
    'The second of the items',
    'The third of the items',
    'The fourth of the items',
    'The fifth of the items',
  ];
  const list = items.map((item) => `- ${item}`).join('\n');
  const text = (before: number): string =>
    `# A report\n\n${'A line of text that is long enough.\n\n'.repeat(before)}${list}\n\n${'More of the text comes behind the list.\n\n'.repeat(18)}`;
  const held: { before: number; pages: string[][] }[] = [];
  for (let before = 18; before <= 28 && held.length === 0; before++) {
    const { made, pages } = await make(text(before));
    if (made.repairs.some(({ fix, outcome }) => fix === 'list_held' && outcome === 'applied')) held.push({ before, pages });
  }
  const [found] = held;
  assert.ok(found, 'no text parted the list');
  const on = found.pages.map((page) => items.filter((item) => page.some((line) => line.includes(item))).length);
  assert.equal(on[0] === undefined ? 0 : on.reduce((sum, count) => sum + count, 0), items.length);
  assert.ok(
    on.every((count) => count !== 1),
    on.join(' '),
  );
});
