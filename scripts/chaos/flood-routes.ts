/** One organisation asks for the heaviest that each route takes, many times at once; another one's short requests are timed beside it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { maxOf } from '../../src/base/extremes.ts';
import { cancelAll, type Attack } from './attack.ts';
import { ask, type World } from './world.ts';

/** Requests under way at a time. */
const AT_ONCE = 12;
const UPLOAD_BYTES = 15 * 1024 * 1024;
const ROUTE_MS_MIN = 4_000;

const lines = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join('\n');
const LONG_WORD = `# Report\n\n${lines(
  120,
  (i) =>
    `## Section ${i + 1}\n\n${'The supplier confirmed the plan for the coming year. '.repeat(30)}\n\n| A | B |\n|---|--:|\n| x | ${i} |\n`,
)}`;
const LONG_DECK = lines(45, (i) => `::slide\n## Point ${i + 1}\n\n- One that holds\n- Another\n`);
const LONG_SHEET = `| Name | Amount |\n|---|--:|\n${lines(9_000, (i) => `| Item ${i} | ${i} |`)}`;
const MANY_HEADINGS = '# a\n'.repeat(125_000);
const cells = (value: (at: number) => unknown): unknown[] => [
  { op: 'set_cells', target: 'D2', values: Array.from({ length: 1_800 }, () => Array.from({ length: 100 }, (_, at) => value(at))) },
];
const TEMPLATE = '# Letter\n\nDear {{name}}, the sum is {{amount}}.\n';

const post = (body: unknown): RequestInit => ({ method: 'POST', body: JSON.stringify(body) });

async function idIn(answer: Response | null, what: string): Promise<string> {
  const body: unknown = await answer?.json().catch(() => null);
  const id: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'id') : undefined;
  if (typeof id !== 'string') throw new Error(`${what} was not made: ${answer?.status} ${JSON.stringify(body)}`);
  return id;
}

function upload(world: World, bytes: Uint8Array<ArrayBuffer>, name: string): Promise<Response | null> {
  const form = new FormData();
  form.set('file', new File([bytes], name));
  return ask(world, '/files', { method: 'POST', body: form, form: true });
}

const make = async (world: World, format: string, markdown: string): Promise<string> =>
  idIn(await ask(world, '/documents', post({ content: { markdown }, format })), `a ${format}`);

/** The file of a document. */
async function download(world: World, id: string): Promise<Uint8Array<ArrayBuffer>> {
  const record: unknown = await (await ask(world, `/documents/${id}`))?.json();
  const { outputs }: { outputs: { url: string }[] } = JSON.parse(JSON.stringify(record));
  return new Uint8Array(await (await fetch(outputs[0]?.url ?? '')).arrayBuffer());
}

type Ask = (turn: number) => Promise<Response | null>;

async function listRequests(world: World): Promise<Record<string, Ask>> {
  const word = await make(world, 'docx', LONG_WORD);
  const deck = await make(world, 'pptx', LONG_DECK);
  const sheet = await make(world, 'xlsx', LONG_SHEET);
  const page = await make(world, 'pdf', LONG_WORD);
  const template = await make(world, 'docx', TEMPLATE);
  const text = new Uint8Array(UPLOAD_BYTES).fill(97);
  const all = [word, deck, sheet, page];
  const of = (turn: number): string => all[turn % all.length] ?? word;
  const file = await download(world, word);
  const replace = [{ op: 'replace_text', find: 'supplier', replace: 'x', all: true }];
  const records = Array.from({ length: 60 }, (_, i) => ({ name: `Ada ${i}`, amount: i }));
  return {
    'uploads of 15 MB': () => upload(world, text, 'long.txt'),
    'uploads in base64': () => ask(world, '/files', post({ data: Buffer.from(text).toString('base64'), filename: 'long.txt' })),
    'uploads of a Word file': () => upload(world, file, 'long.docx'),
    extract: (turn) => ask(world, '/extract', post({ file: of(turn) })),
    'extract with places': (turn) => ask(world, '/extract?layout=true&pictures=true', post({ file: of(turn) })),
    'content of documents': (turn) => ask(world, `/documents/${of(turn)}/content`),
    edits: (turn) => ask(world, '/edits', post({ file: of(turn), operations: replace, render: false })),
    'edits that are tried': (turn) => ask(world, '/edits', post({ file: of(turn), operations: replace, preview: true })),
    comparisons: (turn) => ask(world, '/compare', post({ from: of(turn), to: of(turn) })),
    'redlines as files': () => ask(world, '/compare', post({ from: word, to: word, format: 'docx' })),
    'templates that are tried': () => ask(world, '/fill', post({ file: template, data: records, dry_run: true })),
    'templates with records': () => ask(world, '/fill', post({ file: template, data: records, output: 'one' })),
    reviews: (turn) => ask(world, '/documents', post({ operation: 'review', file: of(turn), background: true })),
    'long documents': (turn) => ask(world, '/documents', post({ content: { markdown: LONG_WORD }, format: turn % 2 ? 'docx' : 'pdf' })),
    'long documents that are tried': () =>
      ask(world, '/documents?dry_run=true', post({ content: { markdown: LONG_WORD }, format: 'docx' })),
    'headings that are tried': () => ask(world, '/documents?dry_run=true', post({ content: { markdown: MANY_HEADINGS } })),
    'edits of many cells': () => ask(world, '/edits', post({ file: sheet, operations: cells((at) => `Cell ${at}`), preview: true })),
    'edits of many faults': () => ask(world, '/edits', post({ file: sheet, operations: cells(() => ({})), preview: true })),
    documents: (turn) => ask(world, `/documents/${of(turn)}`),
    events: (turn) => ask(world, `/documents/${of(turn)}/events`),
    reports: (turn) => ask(world, `/documents/${of(turn)}/report`),
    requests: (turn) => ask(world, `/documents/${of(turn)}/request`),
    lists: () => ask(world, '/documents?limit=100'),
    'wrong keys': () => ask(world, '/documents', { key: 'ak_test_wrong' }),
    'unknown addresses': (turn) => ask(world, `/nothing/${turn}`),
  };
}

/** Keeps so many requests under way until the time is over, counts their answers by status, and cancels what was accepted for later. */
async function flood(world: World, request: Ask, untilMs: number): Promise<Map<number, number>> {
  const statuses = new Map<number, number>();
  const accepted: string[] = [];
  let turn = 0;
  const client = async (): Promise<void> => {
    while (Date.now() < untilMs) {
      const answer = await request(turn++);
      if (answer?.status === 202) accepted.push(await idIn(answer, 'an accepted document'));
      else await answer?.arrayBuffer().catch(() => null);
      const status = answer?.status ?? 0;
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      // who is refused comes again a little later
      if (status === 429 || status === 0) await sleep(200);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, client));
  await cancelAll(world, accepted);
  return statuses;
}

/** Requests of the other organisation, which take some milliseconds each: one that reads, one that sends a file and has it read. Longest of each, in ms. */
async function timeNeighbour(world: World, untilMs: number): Promise<{ list: number; extract: number }> {
  const key = world.keys.quiet;
  const timed = async (request: () => Promise<Response | null>): Promise<number> => {
    const startedMs = performance.now();
    const answer = await request();
    await answer?.arrayBuffer().catch(() => null);
    return answer?.status === 200 ? performance.now() - startedMs : Infinity;
  };
  const [list, extract] = [[0], [0]];
  const small = post({ file: { data: Buffer.from('# A note\n').toString('base64'), filename: 'note.md' } });
  while (Date.now() < untilMs) {
    list.push(await timed(() => ask(world, '/documents?limit=1', { key })));
    extract.push(await timed(() => ask(world, '/extract', { ...small, key })));
    await sleep(100);
  }
  return { list: maxOf(list), extract: maxOf(extract) };
}

export const floodRoutes: Attack = {
  name: 'flood of each route',
  async perform(world, ms) {
    const requests = Object.entries(await listRequests(world));
    let [worstMs, sent] = [0, 0];
    for (const [name, request] of requests) {
      const startedMs = Date.now();
      const until = startedMs + Math.max(ROUTE_MS_MIN, ms / requests.length);
      const [statuses, waited] = await Promise.all([flood(world, request, until), timeNeighbour(world, until)]);
      await sleep(1_100);
      const { blockMs } = world.blocks(startedMs);
      const longest = Math.max(waited.list, waited.extract);
      worstMs = Math.max(worstMs, longest);
      for (const count of statuses.values()) sent += count;
      console.log(
        `  ${name}: ${[...statuses].map(([status, count]) => `${status} × ${count}`).join(', ')}; neighbour's list ${Math.round(waited.list)} ms, reading ${Math.round(waited.extract)} ms at most; block ${blockMs}`,
      );
    }
    return { sent, routes_neighbour_ms: Number.isFinite(worstMs) ? Math.round(worstMs) : 999_999 };
  },
};
