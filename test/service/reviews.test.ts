/** Reviews over HTTP: what files of others have, what is repaired in them, and what stays as it was. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { paragraphXml, tableXml, wordFileOf } from '../../src/review/example-files.ts';
import {
  download,
  expectJson,
  expectProblem,
  makeDocument,
  readAllEvents,
  startOctavo,
  stopOctavo,
  type DocumentJson,
  type Running,
} from '../support/service.ts';

let octavo: Running;
before(async () => {
  octavo = await startOctavo();
});
after(() => stopOctavo(octavo));

interface Report {
  validation: { findings: { code: string; disposition: string; location: { block_id?: string } }[]; resolved: { code: string }[] };
  repairs: { fix: string; outcome: string }[];
  integrity: { parts_changed: string[]; parts_unchanged: Record<string, string> } | null;
  style: { applied: unknown };
}

const TEXT = 'The quarterly figures are better than those of the year before, and all that was planned has been done. ';
const STYLES =
  '<w:docDefaults><w:rPrDefault><w:rPr><w:lang w:val="en-GB"/></w:rPr></w:rPrDefault></w:docDefaults><w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/><w:pPr><w:outlineLvl w:val="0"/></w:pPr></w:style>';
const heading = '<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t>Figures of the year</w:t></w:r></w:p>';
const words = (text: string): string => paragraphXml(`<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`);
const cell = (text: string): string => `<w:tc><w:tcPr/>${words(text)}</w:tc>`;
const longTable = tableXml(
  2,
  Array.from({ length: 20 }, (_, i) => cell(`Row ${i}`) + cell('1')),
  '<w:tblLook w:firstRow="1"/>',
);
const foreign = (): Uint8Array =>
  wordFileOf({
    body: `${heading}${words(TEXT.repeat(5))}${words('Told by [your name], TODO: write.')}${longTable}${paragraphXml('')}`,
    title: '',
    styles: STYLES,
  });

const review = (bytes: Uint8Array, filename: string, more: Record<string, unknown> = {}): Promise<Response> =>
  octavo.post({ operation: 'review', file: { data: Buffer.from(bytes).toString('base64'), filename }, ...more });

test('a Word file: found, repaired where it is safe, drawn, told', async () => {
  const original = foreign();
  const document = await expectJson<DocumentJson>(await review(original, 'figures.docx'));
  assert.deepEqual(
    [document.operation, document.mode, document.route, document.quality, document.status],
    ['review', null, null, null, 'ready_with_warnings'],
    JSON.stringify(document.error),
  );
  assert.deepEqual([document.format, document.type, document.style_applied], ['docx', 'report', null]);
  assert.equal(document.outputs?.filter(({ kind }) => kind === 'preview').length, document.pages);
  const report = await expectJson<Report>(await octavo.call(`/documents/${document.id}/report`));
  const placeholder = report.validation.findings.find(({ code }) => code === 'placeholder_left');
  assert.deepEqual([placeholder?.disposition, placeholder?.location.block_id], ['pre_existing', 'p3']);
  assert.deepEqual(
    report.repairs.map(({ fix, outcome }) => [fix, outcome]),
    [
      ['title_set', 'applied'],
      ['header_row_repeated', 'applied'],
    ],
  );
  assert.ok(report.validation.resolved.some(({ code }) => code === 'properties_missing'));
  assert.ok(report.integrity?.parts_changed.includes('word/document.xml'));
  assert.ok(report.integrity?.parts_unchanged['word/styles.xml']);
  const events = (await readAllEvents(octavo, document.id)).map(({ type }) => type);
  assert.ok(!events.some((type) => type.startsWith('content.') || type === 'style.resolved'));
  const order = [
    'document.created',
    'document.started',
    'render.completed',
    'validation.completed',
    'repair.applied',
    'preview.page_ready',
    'output.available',
    'document.ready',
  ];
  assert.deepEqual(
    order.map((type) => events.indexOf(type)).toSorted((a, b) => a - b),
    order.map((type) => events.indexOf(type)),
  );
});

test('a file of which nothing needs repairing comes back byte for byte', async () => {
  const made = await makeDocument(octavo, {
    name: 'Plan',
    format: 'docx',
    content: { markdown: '# Plan\n\nWe open **two** offices, one in Lisbon and one in Vigo.\n' },
  });
  const before = await download(made.outputs?.[0]?.url ?? '');
  const document = await expectJson<DocumentJson>(await octavo.post({ operation: 'review', file: made.id }));
  assert.deepEqual([document.status, document.parent_id, document.name], ['ready', made.id, 'Plan']);
  assert.ok(Buffer.from(before).equals(await download(document.outputs?.[0]?.url ?? '')));
});

test('decks, workbooks and PDF files', async () => {
  for (const [format, markdown] of [
    ['pptx', '::slide{layout=bullets}\n\n# One\n\n- a\n- b\n'],
    ['xlsx', '# Sheet: A\n\n| Item | Price |\n|---|--:|\n| Ink | 2 |\n'],
    ['pdf', '# Plan\n\nText enough.\n'],
  ] as const) {
    const made = await makeDocument(octavo, { format, content: { markdown } });
    const document = await expectJson<DocumentJson>(await octavo.post({ operation: 'review', file: made.id }));
    assert.deepEqual([document.format, document.error], [format, null]);
    assert.deepEqual(
      document.outputs?.filter(({ kind }) => kind !== 'preview').map(({ kind }) => kind),
      format === 'pdf' ? ['pdf'] : [format, 'pdf'],
    );
  }
});

test('more than fifty pages are too long; fifty are not', async () => {
  const pages = (count: number): Uint8Array =>
    wordFileOf({
      body: Array.from({ length: count }, (_, i) => words(`Page ${i + 1}`)).join(paragraphXml('<w:r><w:br w:type="page"/></w:r>')),
    });
  assert.equal((await expectJson<DocumentJson>(await review(pages(50), 'long.docx'))).pages, 50);
  const failed = await expectJson<DocumentJson>(await review(pages(51), 'long.docx'));
  assert.deepEqual([failed.status, failed.error?.code], ['failed', 'document_too_long']);
});

test('what cannot be reviewed is refused at once, a damaged file in processing', async () => {
  await expectProblem(await review(Buffer.from('plain text'), 'a.txt'), 422, 'file_rejected');
  await expectProblem(await octavo.post({ operation: 'review', file: `file_${'0'.repeat(26)}` }), 404, 'not_found');
  await expectProblem(await octavo.post({ operation: 'review', file: `doc_${'0'.repeat(26)}`, prompt: 'x y z' }), 422, 'input_invalid');
  const failed = await expectJson<DocumentJson>(await review(wordFileOf({ body: '<w:p><w:r></w:p>' }), 'broken.docx'));
  assert.deepEqual([failed.status, failed.error?.code], ['failed', 'docx_invalid']);
});

test('a dry run says which file it is and makes nothing', async () => {
  const answer = await octavo.call('/documents?dry_run=true', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ operation: 'review', file: { data: Buffer.from(foreign()).toString('base64'), filename: 'figures.docx' } }),
  });
  const told = await expectJson<{ operation: string; format: string; files: { ref: string; format: string }[] }>(answer);
  assert.deepEqual(
    [told.operation, told.format, told.files.map(({ ref, format }) => [ref, format])],
    ['review', 'docx', [['file', 'docx']]],
  );
});

test('the same key gives the same review; a stream tells it live', async () => {
  const file = { data: Buffer.from(foreign()).toString('base64'), filename: 'figures.docx' };
  const [first, second] = [
    await octavo.post({ operation: 'review', file }, { 'idempotency-key': 'one' }),
    await octavo.post({ operation: 'review', file }, { 'idempotency-key': 'one' }),
  ];
  assert.equal((await expectJson<DocumentJson>(second)).id, (await expectJson<DocumentJson>(first)).id);
  const stream = await (await octavo.post({ operation: 'review', file, stream: true })).text();
  assert.match(stream, /event: validation\.completed[\s\S]*event: document\.ready/);
});

const CORPUS = process.env['OCTAVO_CORPUS'];
test(
  'older files come back as their successors',
  { skip: CORPUS === undefined && 'set OCTAVO_CORPUS to a folder of files with a MANIFEST.tsv' },
  async () => {
    const rows = (await readFile(`${CORPUS ?? ''}/MANIFEST.tsv`, 'utf8')).split('\n').map((line) => line.split('\t'));
    for (const [kind, format] of [
      ['doc', 'docx'],
      ['ppt', 'pptx'],
      ['xls', 'xlsx'],
    ] as const) {
      const sound = rows
        .filter(([, found, bytes, , expected]) => found === kind && expected === 'ok' && Number(bytes) < 200_000)
        .slice(0, 4);
      let made = 0;
      for (const [path = ''] of sound) {
        const document = await expectJson<DocumentJson>(await review(await readFile(`${CORPUS ?? ''}/${path}`), `a.${kind}`));
        if (document.status === 'failed')
          assert.ok(
            ['document_too_long', 'file_rejected'].includes(document.error?.code ?? ''),
            `${path}: ${document.error?.message ?? ''}`,
          );
        else {
          assert.deepEqual([document.format, document.outputs?.[0]?.kind], [format, format], path);
          made++;
        }
      }
      assert.ok(made > 0, `no ${kind} file of ${sound.length} came back`);
    }
  },
);
