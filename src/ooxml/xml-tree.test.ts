import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { Refusal } from '../base/refusal.ts';
import { applyXmlEdits } from './edit-xml.ts';
import { attributeOf, elementsOf, firstElementOf, parseXml, textOf, walkElements } from './xml-tree.ts';
import type { XmlNode } from './xml-tree.ts';

/** What is in the source for each child of the root. */
function check(source: string, expected: readonly string[]): void {
  const { root } = parseXml(source);
  assert.deepEqual(
    root.children.map(({ start, end }) => source.slice(start, end)),
    expected,
  );
}

function checkRefused(source: string, message: RegExp): void {
  assert.throws(
    () => parseXml(source),
    (error) => error instanceof Refusal && error.code === 'file_rejected' && message.test(error.message) && error.message.length < 400,
  );
}

test('elements and text have their spans', () =>
  check('<?xml version="1.0"?>\n<a x="1" ><b/> two &amp; <c d=\'>\'>3</c ></a>\n', ['<b/>', ' two &amp; ', "<c d='>'>3</c >"]));
test('comments and processing instructions divide text', () => check('<a>1<!-- <b/> > -->2<?p >?>3 ></a>', ['1', '2', '3 >']));
test('a section of characters is text', () => check('<a>x<![CDATA[<b>]]>y</a>', ['x', '<![CDATA[<b>]]>', 'y']));
test('line ends and characters beyond the first plane keep positions right', () =>
  check('<a>\r\n😀<b/>\r\n</a>', ['\r\n😀', '<b/>', '\r\n']));

test('values are decoded', () => {
  const { root } = parseXml('<a x="&lt;&#x41;&#10;">&quot;\r\n<![CDATA[&amp;]]></a>');
  assert.equal(attributeOf(root, 'x'), '<A\n');
  assert.equal(textOf(root), '"\n&amp;');
});
test('names carry their namespace, strict ones that of their twin', () => {
  const { root } = parseXml('<w:a xmlns:w="http://purl.oclc.org/ooxml/wordprocessingml/main" w:b="1" b="2"><w:c/><c/></w:a>');
  const main = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
  assert.equal(root.uri, main);
  assert.equal(attributeOf(root, 'b', main), '1');
  assert.equal(attributeOf(root, 'b'), '2');
  assert.equal(elementsOf(root, 'c').length, 2);
  assert.equal(firstElementOf(root, 'c', '')?.name, 'c');
});
test('elements are walked in order', () => {
  const names = [...walkElements(parseXml('<a><b><c/></b><d/></a>').root)].map(({ name, parent }) => `${parent?.name ?? ''}/${name}`);
  assert.deepEqual(names, ['/a', 'a/b', 'b/c', 'a/d']);
});

test('malformed XML is refused, never repaired', () => {
  for (const source of [
    '',
    '<a>',
    '<a></b>',
    '<a/><b/>',
    '<a b=1/>',
    '<a b="1" b="2"/>',
    '<a>&nope;</a>',
    '<x:a/>',
    '<a>\u0001</a>',
    'text',
    '<a b="<"/>',
  ]) {
    checkRefused(source, /not well-formed/);
  }
});
test('document types are refused', () => {
  checkRefused('<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>', /declares a document type/);
  checkRefused('<?xml version="1.0"?><!DOCTYPE a><a/>', /declares a document type/);
});
test('depth and size are bounded', () => {
  assert.throws(() => parseXml('<abc/>', { charactersMax: 5, depthMax: 9, nodesMax: 20, attributesMax: 50 }), /more than 5 characters/);
  checkRefused('<a>'.repeat(100_000), /nested deeper than 256/);
  assert.equal(parseXml(`${'<a>'.repeat(256)}${'</a>'.repeat(256)}`).root.name, 'a');
  assert.throws(
    () => parseXml(`<a>${'<b/>'.repeat(20)}</a>`, { charactersMax: 1000, depthMax: 9, nodesMax: 20, attributesMax: 50 }),
    /more than 20 elements/,
  );
  assert.throws(
    () =>
      parseXml(`<a ${Array.from({ length: 20 }, (_, at) => `b${at}=""`).join(' ')}/>`, {
        charactersMax: 1000,
        depthMax: 9,
        nodesMax: 20,
        attributesMax: 50,
      }),
    /more than 20 elements/,
  );
});

const { xml: anyXml } = fc.letrec<{ xml: string; child: string }>((tie) => ({
  child: fc.oneof(
    { maxDepth: 5 },
    fc.constantFrom('text', ' ', '\r\n', '&amp;&#x1f600;', '<!-- c -->', '<?p i?>', '<![CDATA[<]]>', 'ñ😀', ']] ', '>'),
    tie('xml'),
  ),
  xml: fc
    .tuple(
      fc.constantFrom('a', 'b.c', 'ñ'),
      fc.constantFrom('', ' ', ' x="1"', '\n x=\'"\'  y = "&lt;>" '),
      fc.array(tie('child'), { maxLength: 5 }),
      fc.boolean(),
    )
    .map(([name, attributes, children, short]) =>
      short && children.length === 0 ? `<${name}${attributes}/>` : `<${name}${attributes}>${children.join('')}</${name} >`,
    ),
}));
test('any tree is lossless', () => {
  fc.assert(
    fc.property(anyXml, (source) => {
      const tree = parseXml(source);
      assert.ok(applyXmlEdits(tree.source, []) === source);
      const visit = (node: XmlNode, from: number, to: number): void => {
        assert.ok(node.start >= from && node.end <= to && node.start < node.end);
        if (node.kind === 'text') return;
        assert.ok(source.startsWith(`<${node.name}`, node.start) && source.charAt(node.end - 1) === '>');
        let at = node.contentStart;
        for (const child of node.children) {
          visit(child, at, node.contentEnd);
          at = child.end;
        }
      };
      visit(tree.root, 0, source.length);
    }),
  );
});
