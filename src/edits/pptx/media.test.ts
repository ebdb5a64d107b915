/** Videos and sounds on slides: held by the file, played on a click, seen as a picture until then, and gone without a trace when they are deleted. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { templateDeck } from '../../../test/support/template-deck.ts';
import { validateOffice } from '../../../test/support/validate-office.ts';
import { contentTypeOf, openOfficePackage, partNamed, partNames, readPart, relationshipsOf } from '../../ooxml/office-package.ts';
import { readDeckFile } from '../../ooxml/deck-file.ts';
import { applyEdits, type EditOperation } from '../apply-edits.ts';
import { listContent } from '../list-content.ts';

const CONTEXT = { author: 'A', date: '2026-01-01T00:00:00Z', mode: 'direct' as const };

function box(type: string, ...content: Buffer[]): Buffer {
  const inner = Buffer.concat(content);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(inner.length + 8);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, inner]);
}
/** An MP4 file as far as its tracks. */
function mp4(brand: string, width: number, height: number): Buffer {
  const header = Buffer.alloc(84);
  header.writeUInt32BE(width * 65_536, 76);
  header.writeUInt32BE(height * 65_536, 80);
  return Buffer.concat([box('ftyp', Buffer.from(brand)), box('moov', box('mvhd', Buffer.alloc(100)), box('trak', box('tkhd', header)))]);
}
const wav = Buffer.concat([Buffer.from('RIFF'), Buffer.alloc(4), Buffer.from('WAVEfmt ')]);
const data = (bytes: Buffer): { data: string } => ({ data: bytes.toString('base64') });
const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

function edit(bytes: Uint8Array, ...operations: EditOperation[]): { bytes: Uint8Array; made: string[] } {
  const { results, bytes: after } = applyEdits(bytes, operations, CONTEXT);
  assert.deepEqual(
    results.map(({ message }) => message),
    operations.map(() => undefined),
  );
  return { bytes: after, made: results.map(({ made }) => made ?? '') };
}
const slideOf = (bytes: Uint8Array, address: string): { part: string; xml: string } => {
  const found = readDeckFile(openOfficePackage(bytes)).slides.find((one) => one.address === address);
  return { part: found?.part.name ?? '', xml: found?.part.source ?? '' };
};

test('a video and a sound are in the file, each with a picture, and wait for a click', async () => {
  const [video, sound] = [mp4('isom', 640, 360), mp4('M4A ', 0, 0)];
  const { bytes, made } = edit(
    templateDeck(),
    { op: 'insert_media', target: 's1', media: data(video), alt: 'How it is built', left_cm: 2, top_cm: 6, width_cm: 8 },
    { op: 'insert_media', target: 's1', media: data(sound), poster: { data: DOT }, left_cm: 12, top_cm: 6 },
    { op: 'insert_media', target: 's1', media: data(wav), left_cm: 16, top_cm: 6 },
  );
  assert.equal(new Set(made).size, 3);
  assert.deepEqual(await validateOffice(bytes, 'pptx'), []);
  const opened = openOfficePackage(bytes);
  const { part, xml } = slideOf(bytes, 's1');
  const held = relationshipsOf(opened, part).filter(({ type }) => /relationships\/(?:media|video|audio)$/.test(type));
  assert.deepEqual(
    held.map(({ type, target }) => [type.split('/').at(-1), contentTypeOf(opened, partNamed(opened, target) ?? '')]),
    [
      ['media', 'video/mp4'],
      ['video', 'video/mp4'],
      ['media', 'audio/mp4'],
      ['audio', 'audio/mp4'],
      ['media', 'audio/wav'],
      ['audio', 'audio/wav'],
    ],
  );
  assert.deepEqual(Buffer.from(readPart(opened, partNamed(opened, held[0]?.target ?? '') ?? '')), video);
  assert.match(xml, /descr="How it is built"><a:hlinkClick [^>]*action="ppaction:\/\/media"/);
  assert.match(xml, /<a:ext cx="2880000" cy="1620000"\/>/);
  const shown = [...xml.matchAll(/<p:cNvPr id="(\d+)" name="(?:Video|Audio)/g)].map(([, id]) => id);
  const played = [...xml.matchAll(/<p:cMediaNode.*?spid="(\d+)"/g)].map(([, id]) => id);
  assert.deepEqual(played, shown);
  assert.equal(
    listContent(bytes)
      .flatMap(({ blocks = [] }) => blocks)
      .filter(({ text }) => text === 'How it is built').length,
    1,
  );
});

test('a video that is deleted leaves neither file nor time line, and its still is not replaced as if it were a picture', async () => {
  const deck = templateDeck();
  const place = { left_cm: 2, top_cm: 6 };
  const { bytes, made } = edit(deck, { op: 'insert_media', target: 's1', media: data(mp4('isom', 640, 360)), ...place });
  const target = made[0] ?? '';
  const [refused] = applyEdits(bytes, [{ op: 'replace_image', target, image: { data: DOT } }], CONTEXT).results;
  assert.deepEqual([refused?.reason, /video or sound/.test(refused?.message ?? '')], ['unsupported', true]);
  const gone = edit(bytes, { op: 'delete_shape', target }).bytes;
  assert.doesNotMatch(slideOf(gone, 's1').xml, /<p:timing|cMediaNode/);
  assert.deepEqual(
    partNames(openOfficePackage(gone)).filter((name) => name.endsWith('.mp4')),
    [],
  );
  assert.deepEqual(await validateOffice(gone, 'pptx'), []);
});

test('what is no video or sound is refused', () => {
  for (const bytes of [Buffer.from('RIFF....AVI '), Buffer.from('<svg/>'), mp4('qt  ', 640, 360), Buffer.alloc(64)]) {
    const [result] = applyEdits(templateDeck(), [{ op: 'insert_media', target: 's1', media: data(bytes) }], CONTEXT).results;
    assert.equal(result?.reason, 'unsupported');
  }
});
