import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { GALLERY, samplePicture } from './gallery-samples.ts';
import { examplesOf, pictureName, sitePage, slidesOf } from './prepare-pages.ts';

const DOCS = fileURLToPath(new URL('../../docs/', import.meta.url));
const read = (name: string): string => readFileSync(DOCS + name, 'utf8');

test('every example, slide and sample has its picture, and none is left over (npm run docs:pictures)', () => {
  const wanted = [...examplesOf(read('markdown.md')), ...slidesOf(read('canvas-gallery.md'))].map(pictureName);
  assert.ok(wanted.length > 40);
  assert.deepEqual(readdirSync(`${DOCS}pictures/blocks`).toSorted(), [...new Set(wanted)].toSorted());
  assert.deepEqual(readdirSync(`${DOCS}pictures/samples`).toSorted(), GALLERY.map(samplePicture).toSorted());
});

test('fences with labels that follow each other are tabs, and one alone is none', () => {
  const fence = (language: string, label: string): string => `\`\`\`${language} [${label}]\ncode\n\`\`\`\n`;
  const page = (text: string): string => sitePage({ path: 'a', text }, new Set());
  const grouped = page(`Before\n\n${fence('bash', 'curl')}\n${fence('ts', 'TypeScript')}\nBehind\n`);
  assert.match(grouped, /Before\n\n::: code-group\n\n```bash \[curl\][^]*```ts \[TypeScript\]\ncode\n```\n\n:::\n\nBehind/);
  assert.equal(page(fence('bash', 'curl')).includes(':::'), false);
});
