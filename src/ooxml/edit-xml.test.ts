import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  appendContent,
  applyXmlEdits,
  insertAfter,
  insertBefore,
  prependContent,
  removeAttribute,
  removeNode,
  replaceContent,
  replaceNode,
  setAttribute,
} from './edit-xml.ts';
import type { XmlEdit } from './edit-xml.ts';
import { parseXml } from './xml-tree.ts';
import type { XmlElement, XmlTree } from './xml-tree.ts';

/** The edits that are made of `<b>`, the first element inside the root. */
function check(source: string, make: (tree: XmlTree, b: XmlElement) => (XmlEdit | null)[], expected: string): void {
  const tree = parseXml(source);
  const [b] = tree.root.children.filter((child) => child.kind === 'element');
  assert.ok(b);
  const made = applyXmlEdits(
    source,
    make(tree, b).filter((edit) => edit !== null),
  );
  assert.equal(made, expected);
  parseXml(made);
}

const SOURCE = '<a><!-- 1 --><b  x = "1"\ty=\'2\'>old</b> <c/></a>';

test('nothing', () => check(SOURCE, () => [], SOURCE));
test('replace', () => check(SOURCE, (_, b) => [replaceNode(b, '<d/>')], '<a><!-- 1 --><d/> <c/></a>'));
test('remove', () => check(SOURCE, (_, b) => [removeNode(b)], '<a><!-- 1 --> <c/></a>'));
test('around', () => check('<a><b/></a>', (_, b) => [insertAfter(b, '3'), insertBefore(b, '1'), insertBefore(b, '2')], '<a>12<b/>3</a>'));
test('inside', () =>
  check('<a><b>2</b></a>', (tree, b) => [appendContent(tree, b, '3'), prependContent(tree, b, '1')], '<a><b>123</b></a>'));
test('inside an empty element', () =>
  check('<a><b></b></a>', (tree, b) => [appendContent(tree, b, '1'), prependContent(tree, b, '2')], '<a><b>12</b></a>'));
test('inside a self-closing element', () =>
  check('<a><b x="1" /></a>', (tree, b) => [appendContent(tree, b, '1'), appendContent(tree, b, '2')], '<a><b x="1" >12</b></a>'));
test('whole content', () =>
  check(SOURCE, (tree, b) => [replaceContent(tree, b, 'new')], '<a><!-- 1 --><b  x = "1"\ty=\'2\'>new</b> <c/></a>'));
test('an attribute keeps its quotes', () => {
  check(SOURCE, (tree, b) => [setAttribute(tree, b, 'x', '"3"')], SOURCE.replace('"1"', '"&quot;3&quot;"'));
  check(SOURCE, (tree, b) => [setAttribute(tree, b, 'y', "it's")], SOURCE.replace("'2'", "'it&#39;s'"));
});
test('a new attribute', () => {
  check('<a><b x="1" /></a>', (tree, b) => [setAttribute(tree, b, 'z', '<')], '<a><b x="1" z="&lt;" /></a>');
  check('<a><b></b></a>', (tree, b) => [setAttribute(tree, b, 'z', '1'), setAttribute(tree, b, 'y', '2')], '<a><b z="1" y="2"></b></a>');
});
test('removing an attribute', () => {
  check(SOURCE, (tree, b) => [removeAttribute(tree, b, 'x')], "<a><!-- 1 --><b\ty='2'>old</b> <c/></a>");
  check(SOURCE, (tree, b) => [removeAttribute(tree, b, 'z')], SOURCE);
});
test('a name inside of a value is not an attribute', () =>
  check(`<a><b x=" y='1'" y='2'/></a>`, (tree, b) => [setAttribute(tree, b, 'y', '3')], `<a><b x=" y='1'" y='3'/></a>`));
test('a new attribute and content in a self-closing element', () =>
  check('<a><b/></a>', (tree, b) => [appendContent(tree, b, '1'), setAttribute(tree, b, 'z', '2')], '<a><b z="2">1</b></a>'));
test('edits that overlap are a bug', () => {
  const tree = parseXml(SOURCE);
  const [, b] = [tree, tree.root.children[0]];
  assert.ok(b?.kind === 'element');
  assert.throws(() => applyXmlEdits(SOURCE, [removeNode(b), setAttribute(tree, b, 'x', '2')]), /overlap/);
});
