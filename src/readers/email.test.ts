import assert from 'node:assert/strict';
import { test } from 'node:test';
import { burn, type Entry } from '@kenjiuno/msgreader/lib/Burner.js';
import { Refusal } from '../base/refusal.ts';
import { blockText } from '../document/walk.ts';
import { readMessage } from './email.ts';
import { readOutlookMessage } from './outlook-message.ts';

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
  const { value, notes } = readMessage(Buffer.from(LINES.join('\r\n')));
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
  const { value } = readMessage(Buffer.from('Subject: A\n\nOne\nline\n\nTwo'));
  assert.deepEqual(value.blocks.map(blockText), ['A', 'One\nline', 'Two']);
  assert.deepEqual(readMessage(Buffer.from('')).value.blocks, []);
});

test('what a web archive keeps beside its page is no attachment; its pictures are those of the page', () => {
  const lines = [
    'Subject: Page',
    'MIME-Version: 1.0',
    'Content-Type: multipart/related; boundary=b; type="text/html"',
    '',
    '--b',
    'Content-Type: text/html',
    'Content-Location: https://example.com/a.html',
    '',
    '<p>Text <img src="https://example.com/a.png" alt="A boat"></p>',
    '--b',
    'Content-Type: text/css',
    'Content-Location: https://example.com/a.css',
    '',
    'p { color: red }',
    '--b',
    'Content-Type: image/png',
    'Content-Location: https://example.com/a.png',
    'Content-Transfer-Encoding: base64',
    '',
    'iVBORw0K',
    '--b--',
  ];
  const sources: string[] = [];
  const { value } = readMessage(Buffer.from(lines.join('\r\n')), sources);
  assert.deepEqual(value.attachments, []);
  assert.deepEqual(sources, ['data:image/png;base64,iVBORw0K']);
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

/** RTF as it may be kept without being packed ([MS-OXRTFCP] §2.1.3.1.5). */
function keptRtf(rtf: string): Uint8Array {
  const bytes = Buffer.concat([Buffer.alloc(16), Buffer.from(rtf, 'latin1')]);
  bytes.writeUInt32LE(bytes.length - 4, 0);
  bytes.writeUInt32LE(rtf.length, 4);
  bytes.writeUInt32LE(0x414c454d, 8);
  return bytes;
}

function readRtfMessage(rtf: Uint8Array): { texts: string[]; codes: string[] } {
  const { value, notes } = readOutlookMessage(
    makeMsg([numberItem(32), textItem('0037', 'Plan'), { name: '__substg1.0_10090102', bytes: Uint8Array.from(rtf) }]),
  );
  return { texts: value.blocks.slice(1).map(blockText), codes: notes.map(({ code }) => code) };
}

/** The example of [MS-OXRTFCP] §4.1. */
const PACKED = '2d0000002b0000004c5a4675f1c5c7a703000a007263706731323542320af32068656c090020627705b06c647d0a800fa0';

test('a message whose text is in packed RTF alone is read', () => {
  assert.deepEqual(readRtfMessage(Buffer.from(PACKED, 'hex')), { texts: ['hello world'], codes: [] });
  assert.deepEqual(readRtfMessage(new Uint8Array(40)), { texts: [], codes: ['part_damaged'] });
});

test('RTF that holds the HTML of a message gives that HTML, and none of what only readers of RTF see', () => {
  const rtf =
    '{\\rtf1\\ansi\\ansicpg1252\\fromhtml1 \\deff0{\\fonttbl{\\f0\\fswiss Arial;}{\\f1\\fcharset204 Arial;}}{\\colortbl;}\r\n' +
    "{\\*\\htmltag64 <p>}\\htmlrtf {\\htmlrtf0 Gr\\'fc\\'dfe {\\*\\htmltag84 <b>}\\htmlrtf {\\b\\htmlrtf0 an {\\f1 \\'c0\\'ed\\'e0}" +
    '\\htmlrtf }\\htmlrtf0 {\\*\\htmltag92 </b>}{\\*\\htmltag84 &amp;}\\htmlrtf &\\htmlrtf0  \\u8364? \\{x\\}\\htmlrtf\\par}\\htmlrtf0\r\n{\\*\\htmltag72 </p>}' +
    '{\\*\\htmltag64 <ul>}{\\*\\htmltag64 <li>}{\\pntext bullet}One{\\*\\mhtmltag64 x}{\\*\\htmltag72 </ul>}}';
  assert.deepEqual(readRtfMessage(keptRtf(rtf)), { texts: ['Grüße an Ана& € {x}', 'bulletOne'], codes: [] });
});

test('other RTF of a message is its paragraphs, without what nobody sees', () => {
  const rtf =
    "{\\rtf1\\ansi\\ansicpg1251{\\fonttbl{\\f0 Arial;}{\\f1\\fcharset128 Gothic;}}{\\info{\\title No}}\\f0 \\'cf\\'f0\\par\r\n" +
    "two\\line three{\\v hidden}\\tab{\\f1 \\'82\\'a0\\'83A}\\par{\\field{\\*\\fldinst HYPERLINK x}{\\fldrslt link}}{\\pict 00ff}\\emdash\\bin4 }}}}\\uc0\\u945 b}";
  assert.deepEqual(readRtfMessage(keptRtf(rtf)), { texts: ['Пр', 'two\nthree\tあア', 'link—αb'], codes: [] });
});

/** An attribute of a `winmail.dat` ([MS-OXTNEF] §2.1.3.2). */
function attribute(id: number, data: Uint8Array): Uint8Array {
  const head = Buffer.alloc(9);
  head.writeUInt8(1);
  head.writeUInt32LE(id, 1);
  head.writeUInt32LE(data.length, 5);
  return Buffer.concat([head, data, Buffer.alloc(2)]);
}

/** Properties of no fixed length, behind one that is a number and one with a name. */
function properties(list: readonly (readonly [tag: number, bytes: Uint8Array])[]): Uint8Array {
  const number = (value: number): Buffer => Buffer.from(Uint32Array.of(value).buffer);
  const named = [number(0x8001001f), Buffer.alloc(16), number(1), number(6), Buffer.alloc(8), number(1), number(2), Buffer.alloc(4)];
  const values = list.flatMap(([tag, bytes]) => [
    number(tag),
    number(1),
    number(bytes.length),
    bytes,
    Buffer.alloc((4 - (bytes.length % 4)) % 4),
  ]);
  return Buffer.concat([number(list.length + 2), number(0x00170003), number(1), ...named, ...values]);
}

test('a winmail.dat gives the text and the files that Outlook has put into it', async () => {
  const head = Buffer.from([0x78, 0x9f, 0x3e, 0x22, 0, 0]);
  const data = Buffer.concat([
    head,
    attribute(0x00069003, properties([[0x10090102, Buffer.from(PACKED, 'hex')]])),
    attribute(0x00069002, Buffer.alloc(14)),
    attribute(0x00018010, Buffer.from('A~1.CSV\0')),
    attribute(0x0006800f, Buffer.from('x,y')),
    attribute(0x00069005, properties([[0x3707001f, Buffer.from('años.csv\0', 'utf16le')]])),
  ]);
  const mail = (text: string): Buffer =>
    Buffer.from(
      [
        'Subject: A',
        'MIME-Version: 1.0',
        'Content-Type: multipart/mixed; boundary=b',
        '',
        '--b',
        'Content-Type: text/plain',
        '',
        text,
        '--b',
        'Content-Type: application/ms-tnef; name="winmail.dat"',
        'Content-Transfer-Encoding: base64',
        '',
        data.toString('base64'),
        '--b--',
      ].join('\r\n'),
    );
  const { value } = readMessage(mail(''));
  assert.deepEqual(value.blocks.map(blockText), ['A', 'hello world']);
  assert.deepEqual(
    value.attachments.map(({ name, bytes }) => [name, Buffer.from(bytes).toString()]),
    [['años.csv', 'x,y']],
  );
  assert.deepEqual(readMessage(mail('Its own')).value.blocks.map(blockText), ['A', 'Its own']);
});

test('letters of older encodings, wrapped lines and messages in messages are read', async () => {
  const lines = [
    'From: =?koi8-r?Q?=F0=CF=DE=D4=C1?= <a@example.com>',
    'Subject: =?windows-1252?Q?=93Q=94?=',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    'Content-Type: text/plain; charset=windows-1252; format=flowed; delsp=no',
    '',
    'A \x93long\x94 line that \r\ngoes on.',
    '',
    '--b',
    'Content-Type: message/rfc822',
    '',
    'Subject: Inner\r\nFrom: b@example.com\r\n\r\nText within.',
    '--b',
    'Content-Type: text/plain; charset=shift_jis',
    "Content-Disposition: attachment; filename*0*=utf-8''a%C3%B1; filename*1=o.txt",
    'Content-Transfer-Encoding: base64',
    '',
    'gqCDQQ==',
    '--b--',
  ];
  const { value } = readMessage(Buffer.from(lines.join('\r\n'), 'latin1'));
  assert.deepEqual(value.blocks.map(blockText), ['“Q”', 'From: Почта <a@example.com>', 'A “long” line that goes on.']);
  const [inner, file] = value.attachments;
  assert.equal(file?.name, 'año.txt');
  assert.ok(inner);
  assert.deepEqual(readMessage(inner.bytes).value.blocks.map(blockText), ['Inner', 'From: b@example.com', 'Text within.']);
});

test('texts of Outlook that are not Unicode are in the code page of the message', () => {
  const narrow = (id: string, bytes: string): Item => ({
    name: `__substg1.0_${id}001E`,
    bytes: Uint8Array.from(Buffer.from(bytes, 'latin1')),
  });
  const read = (tag: number, value: number, subject: string): string[] =>
    readOutlookMessage(makeMsg([numberItem(32, [[tag, value]]), narrow('0037', subject), narrow('1000', 'x')])).value.blocks.map(blockText);
  assert.deepEqual(read(0x3ffd0003, 1251, '\xcf\xf0\xe8'), ['При', 'x']);
  assert.deepEqual(read(0x3ff10003, 1041, '\x93\xfa\x96\x7b'), ['日本', 'x']);
  assert.deepEqual(read(0x3fde0003, 28591, 'caf\xe9'), ['café', 'x']);
});

test('a page that is kept as bytes is in the code page that the message names, unless it names one itself', () => {
  const read = (page: number, html: string): { texts: string[]; codes: string[] } => {
    const { value, notes } = readOutlookMessage(
      makeMsg([
        numberItem(32, [[0x3fde0003, page]]),
        textItem('0037', 'S'),
        { name: '__substg1.0_10130102', bytes: Uint8Array.from(Buffer.from(html, 'latin1')) },
      ]),
    );
    return { texts: value.blocks.slice(1).map(blockText), codes: notes.map(({ code }) => code) };
  };
  assert.deepEqual(read(28592, '<p>\xb3\xf3d\xbc</p>'), { texts: ['łódź'], codes: [] });
  assert.deepEqual(read(932, '<p>\x93\xfa\x96\x7b</p>'), { texts: ['日本'], codes: [] });
  assert.deepEqual(read(20866, '<p>\xf0\xcf\xde\xd4\xc1</p>'), { texts: ['Почта'], codes: [] });
  assert.deepEqual(read(28591, '<p>\x93q\x94 \x80</p>'), { texts: ['“q” €'], codes: [] });
  assert.deepEqual(read(1252, '<meta charset=shift_jis><p>\x93\xfa\x96\x7b</p>'), { texts: ['日本'], codes: [] });
});

test('texts of Outlook in UTF-8 where a code page is meant, and in the Windows page of an encoding of the internet', () => {
  const narrow = (id: string, bytes: Uint8Array): Item => ({ name: `__substg1.0_${id}001E`, bytes: Uint8Array.from(bytes) });
  const read = (tag: number, page: number, subject: Uint8Array): string =>
    readOutlookMessage(makeMsg([numberItem(32, [[tag, page]]), narrow('0037', subject), narrow('1000', Buffer.from('x'))]))
      .value.blocks.map(blockText)
      .join('|');
  assert.equal(read(0x3ffd0003, 65001, Buffer.from('Grüße 日本')), 'Grüße 日本|x');
  assert.equal(read(0x3fde0003, 65001, Buffer.from('Grüße 日本')), 'Grüße 日本|x');
  assert.equal(read(0x3fde0003, 65001, Buffer.from('caf\xe9', 'latin1')), 'café|x', 'only its page is in UTF-8');
  assert.equal(read(0x3fde0003, 20866, Buffer.from('\xcf\xf0\xe8', 'latin1')), 'При|x');
});

test('a page that shows nothing stands before no text, in messages of Outlook and others', () => {
  const blank = '<html><head><title>x</title><style>p {}</style></head><body><!-- none --><p>&nbsp;</p></body></html>';
  const page = (html: string): Item => ({ name: '__substg1.0_10130102', bytes: Uint8Array.from(Buffer.from(html)) });
  const read = (html: string): string[] =>
    readOutlookMessage(makeMsg([numberItem(32), textItem('0037', 'S'), textItem('1000', 'plain'), page(html)])).value.blocks.map(blockText);
  assert.deepEqual(read(blank), ['S', 'plain']);
  assert.deepEqual(read(`${blank}<p>rich</p>`), ['S', 'rich']);
  const mail = (html: string): string[] =>
    readMessage(
      Buffer.from(
        [
          'Subject: S',
          'Content-Type: multipart/alternative; boundary=b',
          '',
          '--b',
          'Content-Type: text/plain',
          '',
          'plain',
          '--b',
          'Content-Type: text/html',
          '',
          html,
          '--b--',
        ].join('\r\n'),
      ),
    ).value.blocks.map(blockText);
  assert.deepEqual(mail(blank), ['S', 'plain']);
  assert.deepEqual(mail('<p>rich</p>'), ['S', 'rich']);
});

test('a contact of Outlook is its card', () => {
  const { value } = readOutlookMessage(
    makeMsg([
      numberItem(32),
      textItem('001A', 'IPM.Contact'),
      textItem('0037', 'Ana Ruiz'),
      textItem('3A16', 'Alba Ltd'),
      textItem('3A1C', '+1 555 0100'),
    ]),
  );
  assert.deepEqual(value.blocks.map(blockText), ['Ana Ruiz', 'Company: Alba Ltd\nMobile phone: +1 555 0100']);
});

test('files in the text of an old message are its attachments; what only begins like one stays', () => {
  const coded = 'begin 644 note.txt\n+:&5L;&\\@9F]L:W,`\n`\nend\n';
  const { value } = readMessage(Buffer.from(`Subject: old\n\nSee it.\n${coded}\nAfter.\nbegin 644 talks\nabout this in small letters\n`));
  assert.deepEqual(
    value.attachments.map(({ name, bytes }) => [name, Buffer.from(bytes).toString()]),
    [['note.txt', 'hello folks']],
  );
  const text = value.blocks.map(blockText).join('\n');
  assert.match(text, /See it\.[^]*After\.[^]*begin 644 talks[^]*small letters/);
  assert.ok(!text.includes(':&5'), text);
});

test('UTF-7 is read as what it says', () => {
  const { value } = readMessage(Buffer.from('Content-Type: text/plain; charset=utf-7\n\nGr+APwA3w-e 1 +- 1 +2D3eAA-\n'));
  assert.equal(value.blocks.map(blockText).at(-1), 'Grüße 1 + 1 😀');
});
