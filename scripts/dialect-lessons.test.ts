import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { blockSchema, type Block, type BlockType } from '../src/document/block.ts';
import { runSchema } from '../src/document/inline.ts';
import { numberBlocks, walkBlocks } from '../src/document/walk.ts';
import { readMarkdown } from '../src/readers/markdown.ts';
import { exampleOf, LESSONS, REVIEW, writeDialect } from './dialect-lessons.ts';

interface JsonSchema {
  properties?: Record<string, { const?: string }>;
  anyOf?: JsonSchema[];
}

/** Kind of block → the names of its fields, as the content model has them. */
function fieldsByType(): Map<BlockType, string[]> {
  const { anyOf = [] } = z.toJSONSchema(blockSchema, { io: 'input' }) as JsonSchema;
  return new Map(anyOf.map(({ properties = {} }) => [properties['type']?.const as BlockType, Object.keys(properties)]));
}

const readLesson = (type: BlockType): { blocks: Block[]; notes: string[] } => {
  const { value, notes } = readMarkdown(exampleOf(LESSONS[type]), { pictures: 1, deck: type === 'slide' });
  return { blocks: value.blocks, notes: notes.map(({ code, message }) => `${code}: ${message}`) };
};

test('every kind of block has a lesson, whose example is read as that kind and without a note', () => {
  const types = [...fieldsByType().keys()];
  assert.deepEqual(types.toSorted(), Object.keys(LESSONS).toSorted());
  for (const type of types) {
    const { blocks, notes } = readLesson(type);
    assert.deepEqual(notes, [], type);
    assert.ok(
      blocks.some((block) => block.type === type),
      type,
    );
  }
});

test('what is written of blocks is read as those blocks again', () => {
  for (const { title, example } of Object.values(LESSONS)) {
    if (typeof example === 'string') continue;
    const expected = structuredClone([...example]);
    numberBlocks(expected);
    const { value } = readMarkdown(exampleOf({ title, words: '', example }), { pictures: 1 });
    assert.deepEqual(value.blocks, expected, title);
  }
});

/** Fields that a model needs not write: given by readers, settled by the service, or of no use to it. */
const NOT_WRITTEN = new Set([
  // taught with sheets, as directives
  'table.rules',
  'sheet.protected',
  'canvas.width',
  'canvas.page',
  'canvas.alt',
  // taught with canvases
  'canvas.mode',
  'id',
  'sheet.hidden',
  'image.link',
  'run.lang',
  'run.color',
  'series.kind',
]);
/** Anchors are taught once, for all kinds. */
const ANCHOR = /\.anchor$/;

test('every field of the content model occurs in a lesson', () => {
  const missing: string[] = [];
  const runs = new Set<string>();
  for (const [type, fields] of fieldsByType()) {
    const { blocks } = readLesson(type);
    const own = [...walkBlocks(blocks)].filter((block) => block.type === type);
    const seen = new Set(own.flatMap((block) => Object.keys(block)));
    for (const field of fields)
      if (!seen.has(field) && !NOT_WRITTEN.has(field) && !NOT_WRITTEN.has(`${type}.${field}`)) missing.push(`${type}.${field}`);
    for (const [, key = ''] of JSON.stringify(blocks).matchAll(/"(\w+)":/g)) runs.add(key);
  }
  const reviewed = readMarkdown(exampleOf(REVIEW), { pictures: 0 });
  assert.deepEqual(reviewed.notes, []);
  for (const [, key = ''] of JSON.stringify(reviewed.value.blocks).matchAll(/"(\w+)":/g)) runs.add(key);
  for (const field of Object.keys(runSchema.shape)) if (!runs.has(field) && !NOT_WRITTEN.has(`run.${field}`)) missing.push(`run.${field}`);
  for (const field of ['colspan', 'rowspan', 'formula', 'checked', 'role', 'total', 'width']) if (!runs.has(field)) missing.push(field);
  assert.deepEqual(
    missing.filter((field) => !ANCHOR.test(field)),
    [],
  );
});

test('the dialect fits what a model reads each time', () => {
  const text = writeDialect();
  assert.ok(text.length < 9_300, `${text.length} characters`);
  for (const name of text.match(/^:{2,}[a-z]+/gm) ?? [])
    assert.match(
      name,
      /^:+(?:table|chart|callout|columns|col|kpis|pagebreak|landscape|portrait|toc|cover|letterhead|signatures|clause|slide|notes|name|total|highlight|input|grow|style|protect|quote)$/,
    );
});
