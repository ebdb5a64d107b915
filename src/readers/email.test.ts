import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '../base/refusal.ts';
import { blockText } from '../document/walk.ts';
import { readMessage, readOutlookMessage } from './email.ts';

const LINES = [
  'From: Ana Ruiz <ana@example.com>',
  'To: "Holm, Tom" <tom@example.com>, x@example.org',
  'Subject: =?UTF-8?B?R3LDvMOfZQ==?= plan',
  'Date: Mon, 02 Nov 2026 10:00:00 +0100',
  'MIME-Version: 1.0',
  'Content-Type: multipart/mixed; boundary=b',
  '',
  '--b',
  'Content-Type: text/html; charset=iso-8859-1',
  'Content-Transfer-Encoding: quoted-printable',
  '',
  '<meta charset=3Dutf-8><p>Hello <b>Tom</b>, gr=FC=DFe</p><p style=3D"display:none">hidden</p>',
  '--b',
  'Content-Type: text/csv; name="a.csv"',
  'Content-Disposition: attachment; filename="a.csv"',
  '',
  'x,y',
  '--b--',
];

test('a message is its subject, who wrote to whom and when, its text, and its attachments', async () => {
  const { value, notes } = await readMessage(Buffer.from(LINES.join('\r\n')));
  assert.deepEqual(
    value.blocks.map(({ type }) => type),
    ['heading', 'list', 'paragraph'],
  );
  const text = value.blocks.map(blockText).join('\n');
  for (const piece of [
    'Grüße plan',
    'Ana Ruiz <ana@example.com>',
    'Holm, Tom <tom@example.com>, x@example.org',
    '2026-11-02T09:00',
    'Hello Tom, grüße',
  ])
    assert.ok(text.includes(piece), `${piece} is not in ${text}`);
  assert.ok(!text.includes('hidden'));
  assert.deepEqual(
    notes.map(({ code }) => code),
    ['hidden_text'],
  );
  assert.deepEqual(
    value.attachments.map(({ name, bytes }) => [name, Buffer.from(bytes).toString().trim()]),
    [['a.csv', 'x,y']],
  );
});

test('plain text keeps its paragraphs; what is no message is its text', async () => {
  const { value } = await readMessage(Buffer.from('Subject: A\n\nOne\nline\n\nTwo'));
  assert.deepEqual(value.blocks.map(blockText), ['A', 'One\nline', 'Two']);
  assert.deepEqual((await readMessage(Buffer.from(''))).value.blocks, []);
});

test('a damaged Outlook message is refused', () => {
  const bytes = Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), Buffer.alloc(600)]);
  assert.throws(
    () => readOutlookMessage(bytes),
    (error) => error instanceof Refusal && error.code === 'file_rejected',
  );
});
