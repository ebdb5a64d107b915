import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseXml } from '../ooxml/xml-tree.ts';
import { keepsWellFormed } from './read-back.ts';

const SOURCE = '<?xml version="1.0"?>\n<w:p xmlns:w="urn:w" w:a="one"><w:r><w:t>ten days</w:t></w:r><!-- a > b --><w:r/></w:p>';
const span = (old: string, xml: string): { start: number; end: number; xml: string } => {
  const start = SOURCE.indexOf(old);
  return { start, end: start + old.length, xml };
};

test('changes that are content by themselves leave a part well-formed', () => {
  assert.equal(keepsWellFormed(SOURCE, [span('ten days', 'two &amp; a half')]), true);
  assert.equal(keepsWellFormed(SOURCE, [span('<w:r><w:t>ten days</w:t></w:r>', '<w:r w:b="1"><w:t>x</w:t></w:r><w:r/>')]), true);
  assert.equal(keepsWellFormed(SOURCE, [span('ten days', 'x'), span('<w:r/>', '')]), true);
});

test('what cannot be told from the place alone is not called well-formed', () => {
  const cases: [string, string][] = [
    ['ten days', 'a < b'],
    ['ten days', 'R&D'],
    ['ten days', '</w:t><w:t>'],
    ['ten days', '<v:x/>'],
    ['ten days', '<w:x w:a="1" w:a="2"/>'],
    ['ten days', 'a ]]> b'],
    ['one', 'a"b'],
    ['a > b', '--'],
    ['<w:t>ten', 'ten'],
    ['w:r/>', 'w:r></w:r>'],
  ];
  for (const [old, xml] of cases) assert.equal(keepsWellFormed(SOURCE, [span(old, xml)]), false, `${old} → ${xml}`);
  assert.equal(keepsWellFormed(SOURCE, [{ ...span('<w:r/>', 'x'), fills: 'w:r' }]), false);
});

test('changes that belong together are judged by the paragraph around them', () => {
  const { root } = parseXml(`<w:d xmlns:w="urn:w"><w:b><w:p><w:r><w:t>ten days</w:t></w:r></w:p><w:p/></w:b></w:d>`);
  const source = '<w:d xmlns:w="urn:w"><w:b><w:p><w:r><w:t>ten days</w:t></w:r></w:p><w:p/></w:b></w:d>';
  const at = (text: string): number => source.indexOf(text);
  const open = { start: at('<w:r>'), end: at('<w:r>'), xml: '<w:ins>' };
  const close = { start: at('</w:p>'), end: at('</w:p>'), xml: '</w:ins>' };
  assert.equal(keepsWellFormed(source, [open, close]), false);
  assert.equal(keepsWellFormed(source, [open, close], root), true);
  assert.equal(keepsWellFormed(source, [open], root), false);
});
