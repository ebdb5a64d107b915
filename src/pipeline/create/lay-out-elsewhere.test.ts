/** Long contents in a thread: the same document, the service's own faults and events, and an event loop that goes on meanwhile. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '../../base/refusal.ts';
import type { EmittedEvent } from '../../contract/event.ts';
import type { Engine, MakeInput } from '../make.ts';
import type { MadeFormat } from '../../review/define-rule.ts';
import { isShort, layOut } from './lay-out-elsewhere.ts';
import { layOutHere, type LaidOut, type LayOutContext } from './lay-out.ts';

const CREATED = new Date('2026-01-02T03:04:05Z');
const input = (markdown: string): MakeInput => ({
  markdown,
  format: 'docx',
  name: 'Survey',
  pictures: [],
  settled: { styleFor: () => ({ style: { page_numbers: false }, unsupported: ['glitter'] }), reported: false, notes: [] },
});
const LONG = `# Survey\n\n${Array.from({ length: 900 }, (_, at) => `Answer ${at} of the survey, as it was given.`).join('\n\n')}\n`;

interface Seen {
  context: LayOutContext;
  events: EmittedEvent[];
  drawn: number[];
  files: Uint8Array[];
}

/** Renderers that draw nothing, and keep what they are given. */
function openContext(more: Partial<Engine['office']> = {}, signal = new AbortController().signal): Seen {
  const events: EmittedEvent[] = [];
  const drawn: number[] = [];
  const files: Uint8Array[] = [];
  const office: Partial<Engine['office']> = {
    async toPdf({ bytes }) {
      files.push(bytes);
      return Uint8Array.of(1, 2, 3);
    },
    ...more,
  };
  const engine: Pick<Engine, 'clock'> & { office: typeof office; pages: Partial<Engine['pages']> } = {
    clock: { now: () => CREATED, monotonicMs: () => 0, ulid: () => '' },
    office,
    pages: { read: async () => ({ pages: [], fonts: ['Inter'], outline: [], tagged: true, title: '', lang: 'en' }) },
  };
  const context: LayOutContext = {
    // only these are used for a Word file
    engine: engine as Engine,
    sink: { emit: (_, more) => void events.push(...more) },
    signal,
    delivery: { renderPages: (pdf) => void drawn.push(pdf.length), drop: () => undefined },
  };
  return { context, events, drawn, files };
}

const OPTIONS = { reported: null, once: false };
const sizeOf = ({ office }: LaidOut): number => office?.bytes.length ?? 0;

test('a long content comes out of a thread as it would here', async () => {
  const [here, there] = [openContext(), openContext()];
  const expected = await layOutHere(input(LONG), here.context, OPTIONS);
  const laidOut = await layOut(input(LONG), there.context, OPTIONS);
  // the hour in the file is that of the thread
  const withoutFile = (one: LaidOut): unknown => ({ ...one, office: one.office?.kind });
  assert.deepEqual(withoutFile(laidOut), withoutFile(expected));
  assert.ok(sizeOf(expected) > 10_000 && Math.abs(sizeOf(laidOut) - sizeOf(expected)) < 100);
  const dataOf = (event: EmittedEvent): unknown => JSON.parse('json' in event ? event.json : JSON.stringify(event.data));
  const content = ({ events }: Seen): unknown[] =>
    events.filter(({ type }) => /^(content|style)\./.test(type)).map((event) => [event.type, dataOf(event)]);
  assert.deepEqual(content(there), content(here));
  assert.equal(there.events.length, here.events.length);
  assert.deepEqual([there.drawn, laidOut.unsupported, laidOut.fonts], [[3], ['glitter'], ['Inter']]);
  assert.equal(laidOut.style.page_numbers, false);
});

test('what a renderer throws is thrown as it is; what the content lacks is refused', async () => {
  const gone = new Refusal('processing_failed', 'The renderer is gone.', { retryAfterS: 7 });
  const { context } = openContext({ toPdf: () => Promise.reject(gone) });
  await assert.rejects(layOut(input(LONG), context, OPTIONS), (error) => error === gone);
  const nothing = layOut(input('---\n\n'.repeat(5000)), openContext().context, OPTIONS);
  await assert.rejects(nothing, (error) => error instanceof Refusal && error.code === 'content_empty');
});

test('a document that is given up ends its thread, and the next one has another', async () => {
  const abort = new AbortController();
  const { context } = openContext({ toPdf: () => new Promise(() => abort.abort(new Error('canceled'))) }, abort.signal);
  await assert.rejects(layOut(input(LONG), context, OPTIONS), /canceled/);
  const next = await layOut(input(LONG), openContext().context, OPTIONS);
  assert.equal(next.type, 'report');
});

test('the event loop goes on while a text that takes long is laid out', async () => {
  const hostile = input('# A\n\n'.repeat(30_000));
  const { context, events } = openContext();
  let [turns, last, longest] = [0, 0, 0];
  const timer = setInterval(() => {
    turns++;
    longest = Math.max(longest, events.length - last);
    last = events.length;
  }, 1);
  await layOut(hostile, context, { reported: null, once: true });
  clearInterval(timer);
  assert.ok(turns > 50, `${turns} turns`);
  assert.ok(events.length > 50_000 && longest < 20_000, `${longest} of ${events.length} events between two turns`);
});

test('what a text costs is told by its lines and marks as well as by its letters', () => {
  const short = (markdown: string, format: MadeFormat = 'docx'): boolean => isShort({ markdown, format });
  assert.equal(short(`\`\`\`chart\ntype: line\ndata: [${'1,'.repeat(5_000)}]\n\`\`\``), false, 'figures of a described chart');
  const memo = '# A memo\n\nThe weekly review moves to **Tuesday**.\n\n| Item | Amount |\n|---|--:|\n| Paper | 12.50 |\n';
  assert.ok(short(memo));
  assert.ok(short(memo, 'pptx'));
  assert.ok(!short('A sentence of a long paragraph. '.repeat(400)));
  for (const piece of ['# a\n', '> a\n\n', '- a\n', '$x^2$ ', '**a* ', '|a|b|\n|-|-|\n|1|2|\n\n']) {
    const text = piece.repeat(Math.floor(11_000 / piece.length));
    assert.ok(!short(text), piece);
    assert.ok(!short(text.slice(0, 6_000), 'pptx'), `${piece} of a deck`);
  }
});
