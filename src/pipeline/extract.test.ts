import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RenderedDocument } from '../document/rendered-document.ts';
import { Refusal } from '../base/refusal.ts';
import { createExtractTools, EXTRACT_CHARS_MAX, extractMarkdown } from './extract.ts';
import { createReadingThreads } from './extract/reading-threads.ts';

const tools = createExtractTools(null, { threads: false });
const extract = (text: string, filename: string) => extractMarkdown({ bytes: Buffer.from(text), filename }, tools);
const refusal =
  (code: string) =>
  (error: unknown): boolean =>
    error instanceof Refusal && error.code === code;

test('text and Markdown come back as they are, HTML as Markdown', async () => {
  assert.deepEqual(await extract('a *b*\r\n', 'a.md'), {
    format: 'md',
    markdown: 'a *b*\n',
    chars: 6,
    truncated: false,
    pages: null,
    notes: [],
  });
  assert.equal((await extract('x', 'a.txt')).format, 'txt');
  assert.equal(
    (await extract('<h1>T</h1><table><tr><td colspan=2>a<tr><td>b<td>c</table>', 'a.html')).markdown,
    '# T\n\n| a | a |\n| --- | --- |\n| b | c |\n',
  );
});

test('characters are counted whole, and text is cut after two millions of them', async () => {
  const astral = await extract('😀'.repeat(10), 'a.txt');
  assert.equal(astral.chars, 10);
  const long = await extract('😀'.repeat(EXTRACT_CHARS_MAX + 5), 'a.txt');
  assert.deepEqual([long.chars, long.truncated, long.markdown.length], [EXTRACT_CHARS_MAX + 5, true, EXTRACT_CHARS_MAX * 2]);
  assert.deepEqual(
    long.notes.map(({ code, message }) => [code, message.includes('2,000,005 characters')]),
    [['text_cut', true]],
  );
  const exact = await extract('x'.repeat(EXTRACT_CHARS_MAX), 'a.txt');
  assert.deepEqual([exact.chars, exact.truncated, exact.notes], [EXTRACT_CHARS_MAX, false, []]);
});

test('files that are not read are refused with the code that says why', async () => {
  await assert.rejects(extract('PK\u0003\u0004', 'a.docx'), refusal('file_rejected'));
  await assert.rejects(extract('%PDF-1.4', 'a.pdf'), refusal('feature_unavailable'));
  const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
  await assert.rejects(extractMarkdown({ bytes: png, filename: 'a.png' }, tools), refusal('feature_unavailable'));
});

test('a PDF that cannot be opened is rejected', async () => {
  const read = (): Promise<RenderedDocument> =>
    Promise.reject(new Refusal('processing_failed', 'The PDF cannot be drawn.', { fault: 'password_protected' }));
  await assert.rejects(
    extractMarkdown(
      { bytes: Buffer.from('%PDF-1.4'), filename: 'a.pdf' },
      {
        ...tools,
        renderers: {
          pages: { read, outline: () => assert.fail('nothing is outlined') },
          office: null,
          recognition: null,
        },
      },
    ),
    refusal('file_rejected'),
  );
});

test('threads read, hand refusals on, and survive a file that takes too long', async () => {
  const threads = createReadingThreads({ threads: 1 });
  assert.equal((await threads.read({ kind: 'txt', bytes: Buffer.from('hello') })).markdown, 'hello');
  await assert.rejects(threads.read({ kind: 'docx', bytes: Buffer.from('no') }), refusal('file_rejected'));
  const hasty = createReadingThreads({ threads: 1, timeoutMs: 1 });
  await assert.rejects(hasty.read({ kind: 'html', bytes: Buffer.from('<p>x'.repeat(500_000)) }), refusal('processing_failed'));
  assert.equal((await threads.read({ kind: 'txt', bytes: Buffer.from('again') })).markdown, 'again');
});

test('an old file is called damaged only where it was looked at; a program that was lost says so', async () => {
  const office = (fault?: 'damaged') => ({
    modernize: () => Promise.reject(new Refusal('processing_failed', 'The ppt file ended the program that opens it.', { fault })),
    calculate: () => Promise.reject(new Error('unused')),
  });
  const pages = { read: () => Promise.reject(new Error('unused')), outline: () => Promise.reject(new Error('unused')) };
  const open = (fault?: 'damaged') => createExtractTools({ pages, office: office(fault), recognition: null }, { threads: false });
  const rtf = { bytes: Buffer.from('{\\rtf1 a}'), filename: 'a.rtf' };
  await assert.rejects(extractMarkdown(rtf, open('damaged')), refusal('file_rejected'));
  await assert.rejects(
    extractMarkdown(rtf, open()),
    (error) => error instanceof Refusal && error.code === 'processing_failed' && /ended/.test(error.message),
  );
});
