import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildContentTypes, buildRelationships, relationshipsPartOf } from './package-parts.ts';

function check(actual: string, expected: string): void {
  assert.equal(actual, expected);
}

test('content types hold the two defaults, the given ones, then the parts', () =>
  check(
    buildContentTypes([{ name: 'word/document.xml', contentType: 'a/b' }], { png: 'image/png' }),
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">' +
      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
      '<Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/>' +
      '<Override PartName="/word/document.xml" ContentType="a/b"/></Types>',
  ));

test('an external target is escaped and marked', () =>
  check(
    buildRelationships([{ id: 'rId1', type: 't', target: 'https://x.example/?a=1&b="2"', external: true }]),
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">' +
      '<Relationship Id="rId1" Type="t" Target="https://x.example/?a=1&amp;b=&quot;2&quot;" TargetMode="External"/></Relationships>',
  ));

test('relationship part of a part', () => check(relationshipsPartOf('word/document.xml'), 'word/_rels/document.xml.rels'));
test('relationship part of the package', () => check(relationshipsPartOf(''), '_rels/.rels'));
test('relationship part of a part at the root', () => check(relationshipsPartOf('/book.xml'), '_rels/book.xml.rels'));
