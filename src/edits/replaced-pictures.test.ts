/** A picture that was replaced, or whose shape was deleted, is in the file no more. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildContentTypes, buildRelationships } from '../ooxml/package-parts.ts';
import { addRelationship, replacePart, saveOfficePackage } from '../ooxml/change-package.ts';
import { openOfficePackage, partNames, readPart, relationshipsOf } from '../ooxml/office-package.ts';
import { writeZip } from '../ooxml/write-zip.ts';
import { applyEdits, type EditOperation } from './apply-edits.ts';

const CONTEXT = { author: 'Octavo', date: '2026-01-01T00:00:00Z', mode: 'direct' } as const;
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const OFFICE = 'application/vnd.openxmlformats-officedocument';
const NAMES = `xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="${RELATIONS}"`;
const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVQI12P4z8AAAAMBAQAY3Y2wAAAAAElFTkSuQmCC';
const SPACE = '<a:xfrm><a:off x="0" y="0"/><a:ext cx="100" cy="100"/></a:xfrm>';

function wrap(
  main: { name: string; type: string; xml: string; related: { id: string; type: string; target: string }[] },
  others: { name: string; type: string; data: string; related?: { id: string; type: string; target: string }[] }[],
): Uint8Array {
  const rels = (name: string): string => name.replace(/([^/]+)$/, '_rels/$1.rels');
  return writeZip([
    { name: '[Content_Types].xml', data: buildContentTypes([main, ...others].map(({ name, type }) => ({ name, contentType: type }))) },
    { name: '_rels/.rels', data: buildRelationships([{ id: 'rId1', type: `${RELATIONS}/officeDocument`, target: main.name }]) },
    { name: main.name, data: main.xml },
    { name: rels(main.name), data: buildRelationships(main.related) },
    ...others.flatMap(({ name, data, related }) => [
      { name, data },
      ...(related ? [{ name: rels(name), data: buildRelationships(related) }] : []),
    ]),
  ]);
}

function deckWith(pictures: number): Uint8Array {
  const pic = (id: number): string =>
    `<p:pic><p:nvPicPr><p:cNvPr id="${id}" name="Picture"/><p:cNvPicPr/><p:nvPr/></p:nvPicPr><p:blipFill><a:blip r:embed="rId1"/></p:blipFill><p:spPr>${SPACE}</p:spPr></p:pic>`;
  const p = 'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"';
  return wrap(
    {
      name: 'ppt/presentation.xml',
      type: `${OFFICE}.presentationml.presentation.main+xml`,
      xml: `<p:presentation ${p} ${NAMES}><p:sldIdLst><p:sldId id="256" r:id="rId1"/></p:sldIdLst></p:presentation>`,
      related: [{ id: 'rId1', type: `${RELATIONS}/slide`, target: '/ppt/slides/slide1.xml' }],
    },
    [
      {
        name: 'ppt/slides/slide1.xml',
        type: `${OFFICE}.presentationml.slide+xml`,
        data: `<p:sld ${p} ${NAMES}><p:cSld><p:spTree>${Array.from({ length: pictures }, (_, at) => pic(at + 2)).join('')}</p:spTree></p:cSld></p:sld>`,
        related: [{ id: 'rId1', type: `${RELATIONS}/image`, target: '/ppt/media/secret.png' }],
      },
      { name: 'ppt/media/secret.png', type: 'image/png', data: 'old' },
    ],
  );
}

function wordFile(): Uint8Array {
  const pic = 'http://schemas.openxmlformats.org/drawingml/2006/picture';
  const drawing = `<w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"><wp:extent cx="100" cy="100"/><wp:docPr id="1" name="Picture"/><a:graphic><a:graphicData uri="${pic}"><pic:pic xmlns:pic="${pic}"><pic:blipFill><a:blip r:embed="rId1"/></pic:blipFill><pic:spPr>${SPACE}</pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing>`;
  return wrap(
    {
      name: 'word/document.xml',
      type: `${OFFICE}.wordprocessingml.document.main+xml`,
      xml: `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" ${NAMES}><w:body><w:p><w:r>${drawing}</w:r></w:p></w:body></w:document>`,
      related: [{ id: 'rId1', type: `${RELATIONS}/image`, target: '/word/media/secret.png' }],
    },
    [{ name: 'word/media/secret.png', type: 'image/png', data: 'old' }],
  );
}

function partsAfter(file: Uint8Array, operation: EditOperation): string[] {
  const {
    results: [result],
    bytes,
  } = applyEdits(file, [operation], CONTEXT);
  assert.equal(result?.status, 'applied', result?.message);
  return partNames(openOfficePackage(bytes)).filter((name) => name.includes('/media/'));
}

test('a replaced picture is gone from the file', () => {
  assert.deepEqual(partsAfter(deckWith(1), { op: 'replace_image', target: 's1.img1', image: { data: DOT } }), ['ppt/media/image1.png']);
  assert.deepEqual(partsAfter(wordFile(), { op: 'replace_image', target: 'img1', image: { data: DOT } }), ['word/media/image1.png']);
});

test('a picture that is shown elsewhere too stays', () => {
  assert.deepEqual(partsAfter(deckWith(2), { op: 'replace_image', target: 's1.img1', image: { data: DOT } }).sort(), [
    'ppt/media/image1.png',
    'ppt/media/secret.png',
  ]);
  assert.deepEqual(partsAfter(deckWith(2), { op: 'delete_shape', target: 's1.img2' }), ['ppt/media/secret.png']);
});

test('a deleted picture is gone from the file', () => {
  assert.deepEqual(partsAfter(deckWith(1), { op: 'delete_shape', target: 's1.img1' }), []);
});

test('a picture that is linked, too, or only linked, was not replaced', () => {
  const linked = (file: Uint8Array, part: string, attributes: string): Uint8Array => {
    const opened = openOfficePackage(file);
    const xml = Buffer.from(readPart(opened, part)).toString('utf8');
    replacePart(opened, part, Buffer.from(xml.replace('r:embed="rId1"', attributes), 'utf8'));
    addRelationship(opened, part, { id: 'rId9', type: `${RELATIONS}/image`, target: 'https://example.com/old.png', external: true });
    return saveOfficePackage(opened);
  };
  for (const [file, part, target] of [
    [deckWith(1), 'ppt/slides/slide1.xml', 's1.img1'],
    [wordFile(), 'word/document.xml', 'img1'],
  ] as const)
    for (const attributes of ['r:embed="rId1" r:link="rId9"', 'r:link="rId9"', 'r:embed="" r:link="rId9"']) {
      const given = linked(file, part, attributes);
      const { bytes, results } = applyEdits(given, [{ op: 'replace_image', target, image: { data: DOT } }], CONTEXT);
      assert.equal(results[0]?.status, 'applied', `${attributes}: ${results[0]?.message}`);
      const opened = openOfficePackage(bytes);
      const [tag = ''] = /<a:blip [^>]*>/.exec(Buffer.from(readPart(opened, part)).toString('utf8')) ?? [];
      assert.doesNotMatch(tag, /link/);
      const id = /r:embed="([^"]+)"/.exec(tag)?.[1];
      const shown = relationshipsOf(opened, part).filter((one) => one.id === id);
      assert.deepEqual(
        shown.map(({ target: to, external }) => [to.endsWith('media/image1.png'), external]),
        [[true, false]],
      );
      assert.ok(relationshipsOf(opened, part).every((one) => one.id !== 'rId9'));
    }
});
