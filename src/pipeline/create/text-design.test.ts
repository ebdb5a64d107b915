import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readMarkdown } from '../../readers/markdown.ts';
import { designOf, patchDesign, withDesign } from './text-design.ts';

const designIn = (markdown: string): unknown => readMarkdown(markdown, { pictures: 0 }).value.meta.design;

test('a design is written into the front matter in the place of what was there, and nothing else changes', () => {
  const design = { palette: { accent: '#B4532A' }, radius: 8 };
  for (const front of [
    '',
    '---\ntitle: Any\n---\n',
    '---\ntitle: Any\ndesign:\n  radius: 3\n  palette:\n    accent: "#112233"\nlang: en\n---\n',
    '---\ndesign: marine\n---\n',
  ]) {
    const text = withDesign(`${front}\n# Heading\n\nText\n`, design);
    assert.deepEqual(designIn(text), { palette: { accent: 'B4532A' }, radius: 8 });
    const { meta } = readMarkdown(text, { pictures: 0 }).value;
    assert.equal(meta.title, front.includes('title') ? 'Any' : undefined);
    assert.match(text, /# Heading\n\nText\n$/);
    assert.deepEqual(designOf({ markdown: text }, undefined), design, 'and read back as it was written');
  }
  assert.equal(withDesign('# A\n', {}), '# A\n');
});

test('a patch replaces the fields that it names, null takes one out, and what cannot be says why', () => {
  const before = { palette: { accent: '#B4532A', deep: '#2B2A4C' }, radius: 8 };
  assert.deepEqual(patchDesign(before, { palette: { deep: null, tint: '#FBEFE8' }, radius: null }), {
    design: { palette: { accent: '#B4532A', tint: '#FBEFE8' } },
  });
  const refused = patchDesign(before, { palette: { accent: 'pretty' }, sparkle: true });
  assert.ok('problems' in refused && refused.problems.length === 2, JSON.stringify(refused));
});

test('what was planned holds where the text has no design of its own', () => {
  assert.deepEqual(designOf({ markdown: '# A\n' }, { radius: 4 }), { radius: 4 });
  assert.deepEqual(designOf({ markdown: '---\ndesign: {radius: 2}\n---\n\n# A\n' }, { radius: 4 }), { radius: 2 });
});
