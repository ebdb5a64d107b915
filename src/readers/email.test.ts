import assert from 'node:assert/strict';
import { test } from 'node:test';
import { burn, type Entry } from '@kenjiuno/msgreader/lib/Burner.js';
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

interface Item {
  name: string;
  bytes?: Uint8Array;
  items?: Item[];
}
const [DIRECTORY, DOCUMENT, ROOT] = [1, 2, 5];
const textItem = (id: string, text: string): Item => ({
  name: `__substg1.0_${id}001F`,
  bytes: Uint8Array.from(Buffer.from(text, 'utf16le')),
});
/** Numbers by their tags ([MS-OXMSG] §2.4.2), after a head of so many bytes. */
function numberItem(headBytes: number, numbers: readonly (readonly [tag: number, value: number])[] = []): Item {
  const bytes = new Uint8Array(headBytes + numbers.length * 16);
  const view = new DataView(bytes.buffer);
  for (const [index, [tag, value]] of numbers.entries()) {
    view.setUint32(headBytes + index * 16, tag, true);
    view.setUint32(headBytes + index * 16 + 8, value, true);
  }
  return { name: '__properties_version1.0', bytes };
}

function makeMsg(items: readonly Item[]): Uint8Array {
  const entries: (Entry & { children: number[] })[] = [{ name: 'Root Entry', type: ROOT, length: 0, children: [] }];
  const add = (list: readonly Item[], parent: number): void => {
    for (const { name, bytes = new Uint8Array(0), items: below } of list) {
      const type = below ? DIRECTORY : DOCUMENT;
      const at = entries.push({ name, type, length: bytes.length, children: [], binaryProvider: () => bytes }) - 1;
      entries[parent]?.children.push(at);
      if (below) add(below, at);
    }
  };
  add(items, 0);
  return burn(entries);
}

test('an Outlook message tells who is in copy, and has the messages in it as attachments', () => {
  const person = (at: number, type: number, name: string): Item => ({
    name: `__recip_version1.0_#0000000${at}`,
    items: [numberItem(8, [[0x0c150003, type]]), textItem('3001', name), textItem('39FE', `${name}@example.com`)],
  });
  const { value, notes } = readOutlookMessage(
    makeMsg([
      numberItem(32),
      textItem('0037', 'Plan'),
      textItem('1000', 'Hello.'),
      person(0, 1, 'tom'),
      person(1, 2, 'ana'),
      person(2, 3, 'bo'),
      {
        name: '__attach_version1.0_#00000000',
        items: [
          numberItem(8, [[0x37050003, 5]]),
          textItem('3001', 'Forwarded'),
          { name: '__substg1.0_3701000D', items: [numberItem(24), textItem('0037', 'Before'), textItem('1000', 'Inner text.')] },
        ],
      },
    ]),
  );
  assert.deepEqual(value.blocks.map(blockText), [
    'Plan',
    'To: tom <tom@example.com>\nCc: ana <ana@example.com>\nBcc: bo <bo@example.com>',
    'Hello.',
  ]);
  assert.deepEqual(notes, []);
  const [inner] = value.attachments;
  assert.equal(inner?.name, 'Forwarded.msg');
  assert.deepEqual(readOutlookMessage(inner.bytes).value.blocks.map(blockText), ['Before', 'Inner text.']);
});

test('a message whose text is in RTF alone says that it was not read', () => {
  const { notes } = readOutlookMessage(
    makeMsg([numberItem(32), textItem('0037', 'Plan'), { name: '__substg1.0_10090102', bytes: new Uint8Array(40) }]),
  );
  assert.deepEqual(
    notes.map(({ code }) => code),
    ['part_left_out'],
  );
});
