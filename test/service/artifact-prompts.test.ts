/** Pages from a prompt, by a model that answers by script: sources built in, previews, limits, prices. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import sharp from 'sharp';
import type { Report } from '../../src/contract/report.ts';
import { withoutChromium } from '../support/browser.ts';
import { call, done, scriptAgent } from '../support/scripted-agent.ts';
import { classified, SCRIPTED_DOCUMENTS } from '../support/scripted-documents.ts';
import { type Fixture, type ScriptedModel } from '../support/scripted-model.ts';
import { download, expectJson, makeDocument, readAllEvents, type DocumentJson, type Running } from '../support/service.ts';
import { startWithModel, stopWithModel } from '../support/service-with-model.ts';

let model: ScriptedModel;
let octavo: Running;
before(async () => {
  ({ model, octavo } = await startWithModel(SCRIPTED_DOCUMENTS, {
    OCTAVO_MODEL_SMALL: 'openai-compatible:small',
    OCTAVO_PRICES: '{"fast":2,"standard":10,"best":30,"currency":"EUR"}',
  }));
});
after(() => stopWithModel({ model, octavo }));

const CSV = 'Month,Income\nMarch,48210\nApril,51330\nMay,47905\n';
const PAGE = `# Income of the spring

How the bakery did from March to May

![The shop](img:1)

:::chart{type=column x=Month y=Income title="Income by month"}
| Month | Income |
|---|--:|
| March | 48210 |
| April | 51330 |
| May | 47905 |
:::

:::poll{collection=opinions question="Shall we open on Sundays?"}
- Yes
- No
:::
`;
/** A page for requests that have this word. */
const scriptPage = (word: RegExp, text: string): Fixture[] => [
  {
    match: ({ structured, conversation }) => structured && word.test(conversation),
    answer: { object: classified({ format: 'artifact', type: 'artifact' }) },
  },
  { match: ({ system, conversation }) => /^Kind of document: web page/m.test(system) && word.test(conversation), answer: { text } },
];
const dataOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
const picture = (side: number): Promise<Buffer> =>
  sharp(randomBytes(side * side * 3), { raw: { width: side, height: side, channels: 3 } })
    .png()
    .toBuffer();
const reportOf = async ({ id }: DocumentJson): Promise<Report> => expectJson<Report>(await octavo.call(`/documents/${id}/report`));
const pageOf = async ({ outputs = [] }: DocumentJson): Promise<string> => {
  const url = outputs.find(({ kind }) => kind === 'html')?.url ?? assert.fail('no page');
  const shell = await (await fetch(url)).text();
  return (await fetch(/data-src="([^"]+)"/.exec(shell)?.[1] ?? assert.fail(shell))).text();
};

test('without a format, with a table and a picture as sources: a page that has both in it', async () => {
  model.add(...scriptPage(/bakery page/, PAGE));
  const sources = [
    { data: dataOf(Buffer.from(CSV)), filename: 'income.csv' },
    { data: dataOf(await picture(900)), filename: 'shop.png' },
  ];
  const body = { prompt: 'The bakery page with the income of the spring and a vote on Sundays', sources, quality: 'fast' };
  const dry = await expectJson<{ valid: boolean; files: unknown[] }>(
    await octavo.call('/documents?dry_run=true', {
      method: 'POST',
      headers: { authorization: `Bearer ${octavo.key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  );
  assert.deepEqual([dry.valid, dry.files.length], [true, 2]);
  const document = await makeDocument(octavo, body);
  assert.deepEqual(
    [document.error, document.status, document.format, document.type, document.artifact, document.quality?.level, document.route?.path],
    [null, 'ready', 'artifact', 'artifact', { storage: 'shared' }, 'fast', 'fast'],
  );
  const asked = model.requests.find(({ system }) => /^Kind of document: web page/m.test(system));
  assert.match(asked?.conversation ?? '', /48210/, 'the model has the figures');
  assert.equal(asked?.pictures, 1, 'and the picture');
  const html = await pageOf(document);
  assert.match(html, /51.?330/, 'the figures are in the page');
  const [inlined = ''] = /data:image\/jpeg;base64,[A-Za-z0-9+/=]+/.exec(html) ?? [];
  const { width = 0 } = await sharp(Buffer.from(inlined.slice(inlined.indexOf(',') + 1), 'base64')).metadata();
  assert.ok(width > 300 && width <= 900, `${width} px`);
  assert.deepEqual(await expectJson(await octavo.call(`/documents/${document.id}/data`)), {
    data: [{ collection: 'opinions', records: 0 }],
  });
  const report = await reportOf(document);
  assert.deepEqual(report.cost, { amount: 2, currency: 'EUR' });
  assert.deepEqual(
    report.sources.map(({ used }) => used),
    [true, true],
  );
  const types = (await readAllEvents(octavo, document.id)).map(({ type }) => type);
  const order = [
    'style.resolved',
    'content.block_started',
    'content.block_delta',
    'content.block_completed',
    'render.completed',
    'document.ready',
  ];
  assert.deepEqual(
    order.toSorted((a, b) => types.indexOf(a) - types.indexOf(b)),
    order,
  );
});

test('a page has a preview picture, told before it is ready', { skip: withoutChromium() }, async () => {
  const document = await makeDocument(octavo, { format: 'artifact', content: { markdown: PAGE.replace(/^!.*$/m, '') } });
  const preview = document.outputs?.find(({ kind }) => kind === 'preview');
  assert.deepEqual([preview?.content_type, preview?.page, preview?.width], ['image/png', 1, 1_280]);
  const { width, height } = await sharp(await download(preview?.url ?? '')).metadata();
  assert.deepEqual([width, height], [1_280, preview?.height]);
  const events = await readAllEvents(octavo, document.id);
  const told = events.find(({ type }) => type === 'preview.page_ready');
  assert.deepEqual([told?.data['page'], told?.data['total'], told?.data['output_id']], [1, 1, preview?.id]);
  assert.deepEqual(
    events.filter(({ type }) => type === 'output.available').map(({ data }) => data['kind']),
    ['preview', 'html'],
  );
});

test('a page over 900 KB fails and costs nothing', async () => {
  const markdown = Array.from({ length: 10 }, (_, at) => `![Noise](img:${at + 1})`).join('\n\n');
  model.add(...scriptPage(/noise page/, `# Noise\n\n${markdown}\n`));
  const bytes = dataOf(await picture(1_400));
  const sources = Array.from({ length: 10 }, (_, at) => ({ data: bytes, filename: `${at}.png` }));
  const document = await makeDocument(octavo, { prompt: 'The noise page', format: 'artifact', quality: 'fast', sources });
  assert.deepEqual([document.status, document.error?.code], ['failed', 'page_too_large']);
  assert.match(document.error?.message ?? '', /at most 900 KB/);
  assert.equal((await reportOf(document)).cost.amount, 0);
});

const FREE = `<!doctype html>
<html lang="en"><head><title>Seats</title>
<script type="application/json" id="octavo-collections">[{"name":"seats","mode":"open","fields":[{"name":"seat","type":"text","required":true,"max":4}]}]</script>
</head><body><main><h1>Seats for the film night</h1><button id="take">Take A1</button><button>Nothing</button><p id="said" aria-live="polite"></p></main>
<script data-library="preact"></script>
<script>
document.getElementById('take').onclick = async () => { await octavo.collection('seats').add({ seat: 'A1' }); document.getElementById('said').textContent = 'A1 is yours ' + typeof htmPreact.html; };
</script></body></html>`;
const FENCED = '````html page\n' + FREE + '\n````\n';

test('a page written whole by its owner is checked, completed and used in the browser', { skip: withoutChromium() }, async () => {
  const document = await makeDocument(octavo, {
    format: 'artifact',
    content: { markdown: FREE.replace('<main>', '<main><img src="https://x.example/a.png" alt="A">') },
  });
  assert.equal(document.error, null, JSON.stringify(document.error));
  assert.deepEqual([document.status, document.type, document.quality?.level], ['ready_with_warnings', 'artifact', 'fast']);
  const { findings } = (await reportOf(document)).validation;
  const told = findings.map(({ code, message }) => `${code}: ${message}`);
  assert.ok(
    told.some((line) => line.startsWith('page_reaches_out') && line.includes('x.example/a.png')),
    told.join('\n'),
  );
  assert.ok(told.includes('page_dead_end: Pressing "Nothing" changes nothing that a visitor sees.'), told.join('\n'));
  assert.ok(!told.some((line) => line.startsWith('page_script_failed')), told.join('\n'));
  const html = await pageOf(document);
  assert.doesNotMatch(html, /x\.example|octavo:library/);
  assert.match(html, /htmPreact/);
  assert.deepEqual(await expectJson(await octavo.call(`/documents/${document.id}/data`)), { data: [{ collection: 'seats', records: 0 }] });
});

test(
  'an agent sees the page at both widths, uses it, corrects it and is done; the price is that of its level',
  { skip: withoutChromium() },
  async () => {
    const seen: number[] = [];
    model.add(
      {
        match: ({ structured, conversation }) => structured && /film night/.test(conversation),
        answer: { object: classified({ format: 'artifact', type: 'artifact' }) },
      },
      ...scriptAgent(/film night/, FENCED, [
        ({ pictures, conversation }) => {
          seen.push(pictures);
          assert.match(conversation, /page_dead_end: Pressing "Nothing"/);
          assert.match(conversation, /Pressed "Take A1": now it says "A1 is yours function"/);
          assert.match(conversation, /on a phone, 360 px wide, screen 1 of 1/);
          return [
            call('replace', { block: 'p1', find: '<button>Nothing</button>', by: '' }),
            call('use_page', {
              steps: [
                { do: 'click', target: 'Take A1' },
                { do: 'click', target: 'Nothing' },
              ],
            }),
            call('look', { pages: [], zoom: 'page' }),
          ];
        },
        ({ pictures, conversation }) => {
          seen.push(pictures);
          assert.match(conversation, /click \\?"Take A1\\?": now it says \\?"A1 is yours/);
          assert.match(conversation, /There is nothing named/);
          return [done];
        },
      ]),
    );
    const document = await makeDocument(octavo, {
      prompt: 'Seats for the film night as a web page',
      format: 'artifact',
      quality: 'standard',
    });
    assert.equal(document.error, null, JSON.stringify(document.error));
    assert.deepEqual([document.status, document.quality?.level, document.route?.path], ['ready', 'standard', 'agent']);
    assert.deepEqual(seen, [2, 4], 'desk and phone, before and after');
    const report = await reportOf(document);
    assert.deepEqual(report.cost, { amount: 10, currency: 'EUR' });
    assert.equal(report.agent?.saw_pages, true);
    assert.deepEqual(report.accessibility?.passed, true);
    assert.ok(
      report.repairs.some(
        ({ fix, finding_code, outcome }) => fix === 'replace' && finding_code === 'page_dead_end' && outcome === 'applied',
      ) || report.repairs.some(({ fix, outcome }) => fix === 'replace' && outcome === 'applied'),
    );
    assert.doesNotMatch(await pageOf(document), />Nothing</);
    const types = (await readAllEvents(octavo, document.id)).map(({ type }) => type);
    assert.ok(types.filter((type) => type === 'render.completed').length >= 2);
    assert.ok(types.includes('repair.applied') && types.includes('preview.page_ready'));
  },
);

test('supplied words are designed by the agent in the browser, and none of them changes', { skip: withoutChromium() }, async () => {
  model.add(
    ...scriptAgent(/quiet garden/, '', [
      [call('rewrite', { block: 'p2', markdown: 'Other words.' })],
      ({ conversation }) => {
        assert.match(conversation, /Not done: /);
        return [done];
      },
    ]),
  );
  const document = await makeDocument(octavo, {
    format: 'artifact',
    quality: 'best',
    content: { markdown: '# The quiet garden\n\nOpen until dusk.\n' },
  });
  assert.deepEqual([document.error, document.quality?.level, document.route?.path], [null, 'best', 'agent']);
  assert.match(await pageOf(document), /Open until dusk\./);
  assert.equal((await reportOf(document)).cost.amount, 30);
});
