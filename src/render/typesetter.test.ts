import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Refusal } from '../base/refusal.ts';
import type { Typesetter } from '../ports/typesetter.ts';
import { createTypesetter } from './typesetter.ts';

const said: string[] = [];
let typesetter: Typesetter;
before(async () => {
  typesetter = await createTypesetter({ log: (_, message) => void said.push(message) });
});
after(() => typesetter.close());

const page = (text: string): string =>
  `#set document(title: "t", date: none)\n#set text(lang: "en", font: ("Source Sans 3", "Noto Sans"))\n${text}\n`;
const compile = (text: string, assets: ReadonlyMap<string, Uint8Array> = new Map()): Promise<Uint8Array> =>
  typesetter.compile(page(text), { assets, creationTime: 0 });
const isPdf = (bytes: Uint8Array): boolean => Buffer.from(bytes.subarray(0, 5)).toString() === '%PDF-';

test('the same source makes the same bytes', async () => {
  const [one, two] = [await compile('Hello'), await compile('Hello')];
  assert.ok(isPdf(one));
  assert.ok(Buffer.from(one).equals(Buffer.from(two)));
});

test('several documents at once', async () => {
  const files = await Promise.all(Array.from({ length: 6 }, (_, at) => compile(`Number ${at}`)));
  assert.ok(files.every(isPdf));
});

test('an error of the source is thrown with what the compiler says', async () => {
  await assert.rejects(compile('#unknown-thing'), /unknown variable/);
  assert.ok(isPdf(await compile('after it')));
});

test('no file of the machine can be read, and pictures of an earlier task are gone', async () => {
  await assert.rejects(compile('#read("/etc/hostname")'), /not found/);
  await assert.rejects(compile('#read("../../../etc/hostname")'), /not found|failed/);
  assert.ok(isPdf(await compile('#read("/assets/a.txt")', new Map([['a.txt', Buffer.from('x')]]))));
  await assert.rejects(compile('#read("/assets/a.txt")'), /not found/);
});

test('characters that no font has are replaced, and the file stays PDF/UA', async () => {
  said.length = 0;
  const file = await compile('#"a\u0378b\u2FFFc"');
  assert.ok(Buffer.from(file).includes('pdfuaid'));
  assert.deepEqual(said, []);
});

test('a character that fells the compiler costs itself alone', async () => {
  assert.ok(isPdf(await compile(`#"a${String.fromCodePoint(0x13e1a)}b"`)));
});

test('what PDF/UA forbids is said, and a file made all the same', async () => {
  said.length = 0;
  assert.ok(isPdf(await compile('#heading(level: 3)[Gap]')));
  assert.ok(said.some((message) => message.includes('PDF/UA')));
});

test('a call that was given up is answered at once, queued or begun', async () => {
  await assert.rejects(typesetter.compile(page('x'), { assets: new Map(), signal: AbortSignal.abort(new Error('gone')) }), /gone/);
  const controller = new AbortController();
  const call = typesetter.compile(page('x'), { assets: new Map(), signal: controller.signal });
  controller.abort(new Error('left'));
  await assert.rejects(call, /left/);
  assert.ok(isPdf(await compile('still here')));
});

test('a source that takes too long is refused, and the next one is set', async () => {
  const hasty = await createTypesetter({ children: 1, timeoutMs: 300 });
  const endless = page('#let n = 0\n#for a in range(1500) { for b in range(1500) { n = n + calc.rem(a * b, 7) } }\n#n');
  await assert.rejects(
    hasty.compile(endless, { assets: new Map() }),
    (error) => error instanceof Refusal && error.code === 'processing_failed',
  );
  assert.ok(isPdf(await hasty.compile(page('next'), { assets: new Map() })));
  await hasty.close();
});

test('after the end nothing is begun', async () => {
  const closed = await createTypesetter({ children: 1 });
  await closed.close();
  await assert.rejects(closed.compile(page('x'), { assets: new Map() }), /closed/);
});
