import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '../../base/refusal.ts';
import { blockText } from '../../document/walk.ts';
import { readMessage } from '../email.ts';
import { parseMime } from './mime.ts';

const mail = (...lines: string[]): Buffer => Buffer.from(lines.join('\r\n'), 'latin1');
const textsOf = (bytes: Buffer): string[] => readMessage(bytes).value.blocks.map(blockText);

test('several senders are all named, and letters in fields that nothing encodes are read', () => {
  const [subject, facts] = textsOf(mail('From: Ana <a@example.com>, bo@example.org', 'Subject: Forma\xe7\xe3o no Ver\xe3o', '', 'x'));
  assert.equal(subject, 'Formação no Verão');
  assert.equal(facts, 'From: Ana <a@example.com>, bo@example.org');
});

test('text whose encoding nobody knows, or that is not in the one it names, is in the one that it makes sense in', () => {
  const utf8 = Buffer.from('Bell Mobilité').toString('latin1');
  assert.deepEqual(textsOf(mail('Content-Type: text/plain; charset=X-UNKNOWN', '', utf8)), ['Bell Mobilité']);
  assert.deepEqual(textsOf(mail('Content-Type: text/plain; charset=us-ascii', '', utf8)), ['Bell Mobilité']);
});

test('quoted-printable that is cut short or wrong stays as it is', () => {
  const { message } = parseMime(mail('Content-Transfer-Encoding: quoted-printable', '', 'a=3Db = c=ZZ  ', 'long=  ', 'er=E'));
  assert.equal(Buffer.from(message.bytes).toString('latin1'), 'a=b = c=ZZ\r\nlonger=E');
});

test('marks between parts are whole lines, and a message that was cut short has its last part', () => {
  const { message } = parseMime(
    mail('Content-Type: multipart/mixed; boundary="b"', '', 'before', '--b', '', 'one --b', '--bc', '--b ', '', 'two'),
  );
  assert.deepEqual(
    message.parts.map(({ bytes }) => Buffer.from(bytes).toString()),
    ['one --b\r\n--bc', 'two'],
  );
});

test('parts without end, and parts in parts without end, are bounded', () => {
  const many = parseMime(Buffer.from(`Content-Type: multipart/mixed; boundary=b\n\n${'--b\n\nx\n'.repeat(12_000)}`));
  assert.equal(many.message.parts.length + many.partsLeftOut, 12_000);
  assert.ok(many.partsLeftOut > 1_900);
  assert.deepEqual(
    readMessage(Buffer.from(`Content-Type: multipart/mixed; boundary=b\n\n${'--b\n\nx\n'.repeat(12_000)}`)).notes.map(({ code }) => code),
    ['part_left_out'],
  );
  const deep = Array.from({ length: 60 }, (_, at) => `Content-Type: multipart/mixed; boundary=b${at}x\n\n--b${at}x\n`).join('');
  assert.throws(
    () => parseMime(Buffer.from(deep)),
    (error) => error instanceof Refusal && error.code === 'file_rejected',
  );
});

test('of alternatives the page is read and no other form of the same text', () => {
  const bytes = mail(
    'Content-Type: multipart/alternative; boundary=b',
    '',
    '--b',
    '',
    'plain',
    '--b',
    'Content-Type: text/html',
    '',
    '<p>page <img src="cid:one@x" alt="Chart"></p>',
    '--b',
    'Content-Type: text/x-amp-html',
    '',
    '<html amp4email>moving</html>',
    '--b--',
  );
  assert.deepEqual(textsOf(bytes), ['page', 'Chart']);
  assert.deepEqual(readMessage(bytes).value.attachments, []);
});

test('pictures in the text are those of the message, and others are attachments', () => {
  const picture = (id: string): string[] => [
    '--b',
    'Content-Type: image/png',
    `Content-ID: <${id}>`,
    'Content-Transfer-Encoding: base64',
    '',
    'iVBORw==',
  ];
  const page = ['--b', 'Content-Type: text/html', '', '<p>See</p><img src="cid:one@x" alt="Chart">'];
  const sources: string[] = [];
  const { value } = readMessage(
    mail('Content-Type: multipart/related; boundary=b', '', ...page, ...picture('one@x'), ...picture('two@x'), '--b--'),
    sources,
  );
  assert.deepEqual(sources, ['data:image/png;base64,iVBORw==']);
  assert.deepEqual(
    value.attachments.map(({ name }) => name),
    ['attachment 1'],
  );
});
