/**
 * Letters filled with data: one, beside what the renderers need for the same file, and 1,000 in one request, beside docxtemplater with
 * two warm LibreOffices and the same drawing of pages.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { composeDocument } from '../../src/document/compose.ts';
import { resolveLook } from '../../src/document/look.ts';
import { readMarkdown } from '../../src/readers/markdown.ts';
import { buildDocx } from '../../src/writers/docx.ts';
import { expectJson, type DocumentJson, type Running } from '../../test/support/service.ts';
import type { Floor } from './floor.ts';
import { downloadOffice, makeRow, round, WARM_UP_RUNS, type Row } from './measure.ts';

const TEMPLATE = fileURLToPath(new URL('samples/letter-template.md', import.meta.url));
const ITEMS = ['Oak shelf', 'Steel frame', 'Desk lamp', 'Office chair', 'Side table'];
/** How often it is asked whether the next document is there. */
const POLL_MS = 50;
/** Programs that fill and draw side by side, as many as the floor has LibreOffices. */
const CLIENTS = 2;

function letterTemplate(): Uint8Array {
  const look = resolveLook('letter');
  const { blocks, meta } = readMarkdown(readFileSync(TEMPLATE, 'utf8'), { pictures: 0 }).value;
  const { document } = composeDocument({ blocks, meta, lang: 'en', name: null, assets: new Map() }, look);
  return buildDocx(document, look, { created: new Date(0) }).deliver(new Map());
}

const recordOf = (number: number): Record<string, unknown> => ({
  customer: { name: `Customer ${number}`, street: `${1 + (number % 90)} Long Lane`, town: 'Brightwater' },
  order: { number: `A-${10_000 + number}`, date: '1 December 2026', sum: `EUR ${100 + (number % 900)}.00` },
  reduced: number % 3 === 0,
  items: ITEMS.slice(0, 1 + (number % ITEMS.length)).map((name, at) => ({ name, pieces: 1 + at, price: `EUR ${25 + at * 10}.00` })),
});

async function upload(running: Running, bytes: Uint8Array): Promise<string> {
  const form = new FormData();
  form.set('file', new Blob([Buffer.from(bytes)]), 'Letter.docx');
  return (await expectJson<{ id: string }>(await running.call('/files', { method: 'POST', body: form }), 201)).id;
}

const fill = (running: Running, body: unknown): Promise<Response> =>
  running.call('/fill', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

async function measureOne(running: Running, floor: Floor, file: string, runs: number): Promise<Row> {
  const [times, floors]: [number[], number[]] = [[], []];
  for (let at = -WARM_UP_RUNS; at < runs; at++) {
    const start = performance.now();
    const made = await expectJson<DocumentJson>(await fill(running, { file, data: recordOf(at + WARM_UP_RUNS) }), 201);
    const ms = performance.now() - start;
    if (made.status !== 'ready') throw new Error(`a letter ended as ${made.status}: ${made.error?.message ?? ''}`);
    const bare = await floor.office(await downloadOffice(made, 'docx'), 'docx');
    if (at < 0) continue;
    times.push(ms);
    floors.push(bare.ms);
  }
  return makeRow('one letter filled docx', times, floors);
}

/** Until the last document of the batch has its file, its PDF and its pages. @returns ms, and of it those until the answer */
async function fillMany(running: Running, file: string, count: number): Promise<{ ms: number; answeredMs: number }> {
  const start = performance.now();
  const records = Array.from({ length: count }, (_, at) => recordOf(at));
  const { documents } = await expectJson<{ documents: DocumentJson[] }>(await fill(running, { file, data: records }), 202);
  const answeredMs = performance.now() - start;
  for (const { id } of documents)
    for (;;) {
      const { status } = await expectJson<DocumentJson>(await running.call(`/documents/${id}`));
      if (status === 'ready') break;
      if (status !== 'queued' && status !== 'running') throw new Error(`a letter of many ended as ${status}`);
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  return { ms: performance.now() - start, answeredMs };
}

type FillPeer = (template: Uint8Array, data: Record<string, unknown>) => Uint8Array;

/** null where the program is not there. */
function findPeer(folder: string): FillPeer | null {
  if (folder === '') return null;
  const require = createRequire(join(folder, 'peers.js'));
  type Peer = new (zip: unknown, options: object) => { render(data: object): void; toBuffer(): Uint8Array };
  let Docxtemplater: Peer;
  let PizZip: new (bytes: Uint8Array) => unknown;
  try {
    const load = (name: string): unknown => require(name);
    Docxtemplater = load('docxtemplater') as Peer;
    PizZip = load('pizzip') as typeof PizZip;
  } catch {
    return null;
  }
  const parser = (tag: string) => ({
    get: (scope: unknown): unknown =>
      tag
        .split('.')
        .reduce<unknown>((value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined), scope),
  });
  const options = { delimiters: { start: '{{', end: '}}' }, paragraphLoop: true, linebreaks: true, parser };
  return (template, data) => {
    const made = new Docxtemplater(new PizZip(template), options);
    made.render(data);
    return made.toBuffer();
  };
}

/** Filled, turned into a PDF and drawn, by as many clients as there are LibreOffices. */
async function fillByPeer(peer: FillPeer, floor: Floor, template: Uint8Array, count: number): Promise<number> {
  let next = 0;
  const start = performance.now();
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      for (let at = next++; at < count; at = next++) await floor.office(peer(template, recordOf(at)), 'docx');
    }),
  );
  return performance.now() - start;
}

/**
 * @param folder where `npm install docxtemplater pizzip` was run; '' measures ours alone
 * @param letters of the batch
 */
export async function measureFills(
  running: Running,
  floor: Floor,
  { folder, runs, letters }: { folder: string; runs: number; letters: number },
): Promise<Row[]> {
  const template = letterTemplate();
  const file = await upload(running, template);
  const one = await measureOne(running, floor, file, runs);
  const { ms, answeredMs } = await fillMany(running, file, letters);
  const peer = findPeer(folder);
  const peerMs = peer === null ? null : await fillByPeer(peer, floor, template, letters);
  const each = ms / letters;
  const perMinute = (total: number): number => Math.round((letters / total) * 60_000);
  return [
    one,
    {
      name: `letters filled, ${perMinute(ms)} a minute (accepted in ${round(answeredMs)} ms)`,
      median_ms: round(each),
      floor_ms: peerMs === null ? null : round(peerMs / letters),
      ratio: peerMs === null ? null : Math.round((ms / peerMs) * 100) / 100,
      runs: letters,
    },
    ...(peerMs === null
      ? []
      : [
          {
            name: `letters by docxtemplater + LibreOffice, ${perMinute(peerMs)} a minute`,
            median_ms: round(peerMs / letters),
            floor_ms: null,
            ratio: null,
            runs: letters,
          },
        ]),
  ];
}
