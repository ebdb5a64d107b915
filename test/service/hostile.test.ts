/** Input made to hurt: each must end soon, as a document or a refusal, and leave the service well. */
import assert from 'node:assert/strict';
import { crc32, deflateSync } from 'node:zlib';
import { after, before, test } from 'node:test';
import { replacePart, saveOfficePackage } from '../../src/ooxml/change-package.ts';
import { openOfficePackage, partNames } from '../../src/ooxml/office-package.ts';
import { expectJson, makeDocument, startOctavo, stopOctavo, type DocumentJson, type Running } from '../support/service.ts';
import { pictureOf } from '../support/word-file.ts';
import { wrapInXlsx } from '../support/workbook-parts.ts';

let octavo: Running;
before(async () => {
  octavo = await startOctavo();
});
after(() => stopOctavo(octavo));

const ENDS = ['ready', 'ready_with_warnings', 'needs_review', 'failed'];
const row = (cells: number, text: string): string => `|${`${text}|`.repeat(cells)}\n`;

const TEXTS: Record<string, string> = {
  'nested quotes': `${'>'.repeat(100_000)} deep`,
  'nested lists': Array.from({ length: 700 }, (_, i) => `${' '.repeat(i * 2 > 1200 ? 1200 : i * 2)}- item ${i}`).join('\n'),
  'open brackets': '['.repeat(100_000),
  stars: `${'*'.repeat(100_000)}a`,
  'back-ticks': Array.from({ length: 400 }, (_, i) => '`'.repeat(i + 1)).join(' '),
  dollars: '$'.repeat(30_000),
  'braces in a formula': `$$${'{'.repeat(10_000)}$$`,
  'a table of 10,000 columns': row(10_000, 'a') + row(10_000, '-') + row(10_000, 'b'),
  'a table of 1,000 rows': row(3, 'a') + row(3, '-') + row(3, 'b').repeat(1_000),
  footnotes: Array.from({ length: 500 }, (_, i) => `Text[^${i}]\n\n[^${i}]: Note ${i}\n`).join('\n'),
  'one word of 200,000 letters': 'a'.repeat(200_000),
  'control characters': `# A${Array.from({ length: 32 }, (_, i) => String.fromCharCode(i)).join('')}B\n\nText\u202e\u2066\ufeff\ufffe.\n`,
  'Typst, XML and field codes':
    '# "#eval(1)" </w:t> & <![CDATA[x]]>\n\n#import "@preview/x:1" $x$ \\u{0} @ref `#read("/etc/passwd")` HYPERLINK "file:///etc/passwd"\n',
  'many scripts': '# 中文 日本語 한국어 עברית العربية हिन्दी ไทย 😀👩‍👩‍👧‍👦\n\nنص عربي מעורב with English.\n',
};

const OPEN_DIRECTIVE = ':::callout{kind=note}\n';
const CASES: [title: string, markdown: string, format: string][] = [
  ...Object.entries(TEXTS).flatMap(([title, markdown]): typeof CASES => [
    [title, markdown, 'docx'],
    [title, markdown, 'pdf'],
  ]),
  // Twelve boxes in each other are more than anybody means; LibreOffice takes minutes to lay out what hundreds would be.
  ['open directives', `${OPEN_DIRECTIVE.repeat(12)}text`, 'docx'],
  ['open directives', OPEN_DIRECTIVE.repeat(5_000), 'pdf'],
];

for (const [title, markdown, format] of CASES) {
  test(`${title} as ${format}`, { timeout: 600_000 }, async () => {
    const document = await makeDocument(octavo, { content: { markdown }, format });
    assert.ok(ENDS.includes(document.status), document.status);
    assert.notEqual(document.error?.code, 'processing_failed', `${title}: ${document.error?.message.slice(0, 300)}`);
    assert.ok(document.status !== 'failed', `${document.error?.code}: ${document.error?.message.slice(0, 300)}`);
  });
}

/** A PNG of these dimensions whose data are zeros: small to send, huge to draw. */
function blankPng(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    check.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, check]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(1, 8);
  const data = deflateSync(Buffer.alloc(1024 * 1024));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

test('a picture of a gigapixel is refused by its header', async () => {
  const source = { data: blankPng(40_000, 40_000).toString('base64'), filename: 'bomb.png' };
  const problem = await expectJson<{ code: string }>(await octavo.post({ content: { markdown: '![x](img:1)' }, sources: [source] }), 422);
  assert.equal(problem.code, 'source_unreadable');
});

test('a picture of a gigapixel inside a Word file is not drawn, and a finding says so', async () => {
  const made = await makeDocument(octavo, {
    content: { markdown: '# A\n\n![A square](img:1)\n' },
    sources: [{ data: Buffer.from(pictureOf('a', 2, 2).data).toString('base64'), filename: 'a.png' }],
    format: 'docx',
  });
  const word = made.outputs?.find(({ kind }) => kind === 'docx')?.url ?? '';
  const opened = openOfficePackage(new Uint8Array(await (await fetch(word)).arrayBuffer()));
  const part = partNames(opened).find((name) => name.includes('media/')) ?? assert.fail('no picture in the file');
  replacePart(opened, part, blankPng(40_000, 40_000));
  const file = { data: Buffer.from(saveOfficePackage(opened)).toString('base64'), filename: 'a.docx' };
  const reviewed = await makeDocument(octavo, { operation: 'review', file });
  assert.ok(ENDS.includes(reviewed.status) && reviewed.status !== 'failed', JSON.stringify(reviewed.error));
  const { validation } = await expectJson<{ validation: { findings: { code: string; message: string }[] } }>(
    await octavo.call(`/documents/${reviewed.id}/report`),
  );
  const found = validation.findings.find(({ code }) => code === 'pictures_not_drawn');
  assert.ok(found?.message.includes(`${part} (40000 × 40000 pixels)`), JSON.stringify(validation.findings));
});

test('a workbook whose last cell is in use is edited, and comes without pages, which a finding says', async () => {
  const rows =
    '<row r="1"><c r="A1"><v>1</v></c><c r="B1"><f>A1*2</f><v>2</v></c></row><row r="1048576"><c r="XFD1048576"><v>1</v></c></row>';
  const file = { data: Buffer.from(wrapInXlsx({ sheets: { Data: rows } })).toString('base64'), filename: 'far.xlsx' };
  const operations = [{ op: 'set_cells', target: 'Data!A1', values: [[5]] }];
  const edited = await expectJson<DocumentJson>(
    await octavo.call('/edits', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ file, operations }),
    }),
    201,
  );
  assert.deepEqual([edited.status, edited.outputs?.map(({ kind }) => kind)], ['ready_with_warnings', ['xlsx']]);
  const { validation } = await expectJson<{ validation: { findings: { code: string }[] } }>(
    await octavo.call(`/documents/${edited.id}/report`),
  );
  const codes = validation.findings.map(({ code }) => code);
  assert.ok(codes.includes('pages_not_drawn') && codes.includes('values_pending'), codes.join());
});

test('a picture that ends too early ends the document, not the service', async () => {
  const whole = blankPng(400, 400);
  const source = { data: whole.subarray(0, whole.length / 2).toString('base64'), filename: 'cut.png' };
  const answer = await octavo.post({ content: { markdown: '# A\n\n![x](img:1)' }, format: 'pdf', sources: [source] });
  if (answer.status === 422) return void (await answer.text());
  const document = await expectJson<DocumentJson>(answer);
  assert.ok(document.status !== 'failed' || document.error?.code === 'source_unreadable', JSON.stringify(document.error));
});

test('names that try to leave their place come out as plain names', async () => {
  for (const name of ['../../etc/passwd', 'a\r\nSet-Cookie: x=1', 'con"quotes".docx', '\u202efdp.exe', '.']) {
    const document = await makeDocument(octavo, { name, content: { markdown: '# A\n' }, format: 'pdf' });
    const answer = await fetch(document.outputs?.[0]?.url ?? '');
    const disposition = answer.headers.get('content-disposition') ?? '';
    await answer.arrayBuffer();
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('set-cookie'), null);
    assert.ok(!/[/\\]etc/.test(decodeURIComponent(disposition.split("''")[1] ?? '')), disposition);
    assert.match(disposition, /\.pdf/);
  }
});

test('after all this the service makes a document as on the first day', async () => {
  const document = await makeDocument(octavo, { content: { markdown: '# Well\n\nText.\n' }, format: 'docx' });
  assert.equal(document.status, 'ready');
  assert.equal((await fetch(`${octavo.root}/healthz`)).status, 200);
  assert.equal((await fetch(`${octavo.root}/readyz`)).status, 200);
});
