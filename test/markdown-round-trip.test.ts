/** What is written as Markdown reads back as the same blocks: for generated trees, and for real texts. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { blockSchema, CHART_KINDS, type Block, type ListItem, type Table, type TableCell } from '../src/document/block.ts';
import type { Run } from '../src/document/inline.ts';
import { walkBlocks } from '../src/document/walk.ts';
import { readMarkdown } from '../src/readers/markdown.ts';
import { writeMarkdown } from '../src/writers/markdown.ts';

const PICTURES = 3;

const read = (markdown: string): Block[] => readMarkdown(markdown, { pictures: PICTURES }).value.blocks;

/** The same value with sorted keys, without what is undefined and without ids of blocks. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).filter(([key, entry]) => entry !== undefined && !(key === 'id' && 'type' in value));
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, entry]) => [key, canonical(entry)]));
}

/** First place where two values differ, or undefined. */
function difference(a: unknown, b: unknown, path = ''): string | undefined {
  const [left, right] = [JSON.stringify(a), JSON.stringify(b)];
  if (left === right) return undefined;
  if (a !== null && b !== null && typeof a === 'object' && typeof b === 'object') {
    const [x, y] = [new Map(Object.entries(a)), new Map(Object.entries(b))];
    for (const key of new Set([...x.keys(), ...y.keys()])) {
      const found = difference(x.get(key), y.get(key), `${path}/${key}`);
      if (found !== undefined) return found;
    }
  }
  return `${path}: ${String(left).slice(0, 200)} became ${String(right).slice(0, 200)}`;
}

function check(blocks: readonly Block[]): void {
  const markdown = writeMarkdown(blocks);
  const found = difference(canonical(blocks), canonical(read(markdown)));
  assert.equal(found, undefined, `${found}\n${markdown.slice(0, 1500)}`);
}

// ------------------------------------------------------------------------------------------------------- generated trees

const fragment = fc.constantFrom(
  'word',
  'Two words',
  'ñandú',
  '中文',
  '😀',
  ' ',
  '  ',
  '.',
  ',',
  '!',
  '?',
  '*',
  '**',
  '_',
  '__',
  'snake_case',
  '~',
  '~~',
  '`',
  '``',
  '[',
  ']',
  '[x]',
  '[ ] ',
  '](',
  '(',
  ')',
  '<',
  '<b>',
  '</i>',
  '<!--',
  '&',
  '&amp;',
  '&#32;',
  '$',
  '$5',
  '$$',
  '\\',
  '\\\\',
  '|',
  '#',
  '# ',
  '- ',
  '+ ',
  '1. ',
  '2) ',
  '> ',
  ':::',
  ':::note',
  '::toc',
  '{#id}',
  '{',
  '}',
  '---',
  '===',
  '=',
  '%',
  '% x',
  'http://a.b/c',
  'https://x.y',
  'www.a.b',
  'a@b.co',
  'Table: x',
  'Source: y',
  'Sheet: z',
  '— z',
  '– ',
  '• a',
  '\n• b',
  '--',
  '[^1]',
  '[^1]: x',
  '[!NOTE]',
  '![',
  '!',
  '^',
  '^^',
  '<<',
  '"',
  "'",
  '\n',
  'a\nb',
  '\u00A0',
  '\t',
  '7',
  '[TOC]',
  '\\pagebreak',
  '=[Units]*[Price]',
);
const text = fc.array(fragment, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(''));
const line = text.map((value) => value.replaceAll(/\s+/g, ' ').trim()).filter((value) => value !== '');

const flag = fc.constantFrom(undefined, undefined, true);
const marks = fc.record({
  bold: flag,
  italic: flag,
  strike: fc.constantFrom(undefined, undefined, undefined, true),
  underline: fc.constantFrom(undefined, undefined, undefined, true),
  code: fc.constantFrom(undefined, undefined, undefined, undefined, true),
  link: fc.constantFrom(undefined, undefined, undefined, 'https://example.org/a_b?c=1&d=(2)', 'mailto:a@b.co', 'http://www.a.b'),
  script: fc.constantFrom(undefined, undefined, undefined, undefined, 'super' as const, 'sub' as const),
  color: fc.constantFrom(undefined, undefined, undefined, undefined, 'A0B1C2'),
  lang: fc.constantFrom(undefined, undefined, undefined, undefined, 'es'),
});
const run: fc.Arbitrary<Run> = fc.oneof(
  { weight: 3, arbitrary: text.map((value): Run => ({ text: value })) },
  { weight: 3, arbitrary: fc.tuple(text, marks).map(([value, set]): Run => ({ text: value, ...set })) },
  { weight: 1, arbitrary: fc.constantFrom('x^2', 'a|b', '\\frac{1}{2}', 'n_{i} < m').map((value): Run => ({ text: value, math: true })) },
);

/** As a reader gives them: neighbours with the same marks are one run. */
function joinRuns(runs: readonly Run[]): Run[] {
  const joined: Run[] = [];
  for (const { text: value, ...set } of runs) {
    const last = joined.at(-1);
    const { text: lastText, ...lastSet } = last ?? { text: '' };
    const same = last !== undefined && !set.math && !lastSet.math && difference(canonical(set), canonical(lastSet)) === undefined;
    if (same) last.text = lastText + value;
    else joined.push({ text: value, ...set });
  }
  return joined;
}
const runs = fc.array(run, { minLength: 1, maxLength: 5 }).map(joinRuns);
const title = fc.array(run, { minLength: 1, maxLength: 3 }).map(joinRuns);

const paragraph = runs.map((value): Block => ({ id: '', type: 'paragraph', runs: value }));
const heading = fc
  .tuple(fc.integer({ min: 1, max: 6 }), title)
  .map(([level, value]): Block => ({ id: '', type: 'heading', level, runs: value }));
const code = fc
  .tuple(
    fc.array(fc.constantFrom('x', '', '```', '  y', '~~~', ':::', '\tz', '# a'), { maxLength: 4 }),
    fc.constantFrom(undefined, 'js', 'c++'),
  )
  .map(([lines, language]): Block => ({ id: '', type: 'code', text: lines.join('\n'), language }));
const equation = fc.constantFrom('x', 'a\nb', '\\sum_{i}\n\nx').map((tex): Block => ({ id: '', type: 'equation', tex }));
const image = fc
  .record({
    asset: fc.constantFrom('img:1', 'img:3', null),
    alt: line,
    caption: fc.option(title, { nil: undefined }),
    width: fc.constantFrom(undefined, 0.6, 0.3333),
    source: fc.option(title, { nil: undefined }),
    link: fc.constantFrom(undefined, 'https://a.b/c'),
  })
  .map((fields): Block => ({ id: '', type: 'image', ...fields }));

const cell = fc
  .oneof({ weight: 4, arbitrary: runs }, { weight: 1, arbitrary: fc.constant<Run[]>([]) })
  .map((value): TableCell => ({ runs: value }));
const table = fc
  .integer({ min: 1, max: 4 })
  .chain((width) =>
    fc.record({
      columns: fc.array(
        fc.record({
          align: fc.constantFrom(undefined, 'left' as const, 'center' as const, 'right' as const),
          type: fc.constantFrom(undefined, 'eur2', 'text'),
        }),
        { minLength: width, maxLength: width },
      ),
      rows: fc.array(
        fc.array(cell, { minLength: width, maxLength: width }).map((cells) => ({ cells })),
        { minLength: 1, maxLength: 4 },
      ),
      header_rows: fc.constantFrom(0, 1, 1, 2),
      total_row: fc.constantFrom(undefined, undefined, true),
      caption: fc.option(title, { nil: undefined }),
      source: fc.option(title, { nil: undefined }),
    }),
  )
  .map((fields): Table => {
    const header = Math.min(fields.header_rows, fields.rows.length);
    return { id: '', type: 'table', ...fields, header_rows: header, total_row: fields.rows.length > header ? fields.total_row : undefined };
  });
/** Merged cells, in a table that is whole. */
const mergedTable = fc
  .constantFrom<Table['rows']>(
    [
      { cells: [{ runs: [{ text: 'a' }], colspan: 2 }, { runs: [] }] },
      { cells: [{ runs: [{ text: 'b' }], rowspan: 2 }, { runs: [] }, { runs: [{ text: '^^' }] }] },
      { cells: [{ runs: [{ text: '<<' }] }, { runs: [] }] },
    ],
    [
      { cells: [{ runs: [{ text: 'a' }], colspan: 2, rowspan: 2 }, { runs: [{ text: 'x' }] }] },
      { cells: [{ runs: [] }] },
      { cells: [{ runs: [] }, { runs: [{ text: 'y' }], colspan: 2 }] },
    ],
  )
  .map((rows): Block => ({ id: '', type: 'table', columns: [{}, {}, {}], header_rows: 1, rows }));
const chart = fc
  .record({
    kind: fc.constantFrom(...CHART_KINDS.filter((kind) => kind !== 'combo')),
    title: fc.option(line, { nil: undefined }),
    unit: fc.constantFrom(undefined, '€', 'Mio. €'),
    category_label: fc.option(line, { nil: undefined }),
    series: fc.array(
      fc.tuple(
        line,
        fc.array(
          fc.oneof(fc.constant(null), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constantFrom(1.234, -12.345, 0, 1000)),
          { minLength: 3, maxLength: 3 },
        ),
      ),
      { minLength: 1, maxLength: 3 },
    ),
    categories: fc.array(line, { minLength: 3, maxLength: 3 }),
    alt: fc.option(line, { nil: undefined }),
    source: fc.option(title, { nil: undefined }),
  })
  .map(({ series, ...fields }): Block => ({
    id: '',
    type: 'chart',
    ...fields,
    series: series.map(([name, values]) => ({ name, values: values.map((value) => (value === 0 ? 0 : value)) })),
  }));

const fixed = fc.constantFrom<Block>(
  { id: '', type: 'divider' },
  { id: '', type: 'page_break' },
  { id: '', type: 'page_break', orientation: 'landscape' },
  { id: '', type: 'toc' },
  { id: '', type: 'toc', title: [{ text: 'In "here"' }], depth: 2 },
);
const field = fc.option(line, { nil: undefined });
const cover = fc
  .record({
    title: line,
    subtitle: field,
    eyebrow: field,
    date: field,
    author: field,
    organization: field,
    version: field,
    logo: fc.constantFrom(undefined, 'img:2'),
  })
  .map((fields): Block => ({ id: '', type: 'cover', ...fields }));
const letterhead = fc
  .record({ from: fc.array(line, { maxLength: 3 }), to: fc.array(line, { maxLength: 3 }), date: field, subject: field, reference: field })
  .map((fields): Block => ({ id: '', type: 'letterhead', ...fields }));
const signatures = fc
  .array(fc.record({ name: line, role: field }), { minLength: 1, maxLength: 3 })
  .map((parties): Block => ({ id: '', type: 'signatures', parties }));
const kpis = fc
  .array(fc.record({ value: title, label: fc.option(title, { nil: undefined }), change: fc.option(title, { nil: undefined }) }), {
    minLength: 1,
    maxLength: 3,
  })
  .map((items) => items.filter((item) => !item.value.every((value) => value.bold || value.math)))
  .filter((items) => items.length > 0)
  .map((items): Block => ({ id: '', type: 'kpis', items }));

const tree = fc.letrec<{ block: Block; blocks: Block[] }>((tie) => ({
  blocks: fc.array(tie('block'), { minLength: 1, maxLength: 3, depthIdentifier: 'tree' }),
  block: fc.oneof(
    { depthIdentifier: 'tree', maxDepth: 3, withCrossShrink: true },
    { weight: 4, arbitrary: paragraph },
    { weight: 1, arbitrary: heading },
    { weight: 1, arbitrary: code },
    { weight: 1, arbitrary: equation },
    { weight: 1, arbitrary: image },
    { weight: 1, arbitrary: table },
    { weight: 1, arbitrary: mergedTable },
    { weight: 1, arbitrary: chart },
    { weight: 1, arbitrary: fixed },
    { weight: 1, arbitrary: cover },
    { weight: 1, arbitrary: letterhead },
    { weight: 1, arbitrary: signatures },
    { weight: 1, arbitrary: kpis },
    {
      weight: 1,
      arbitrary: fc.array(fc.tuple(title, tie('blocks')), { minLength: 1, maxLength: 3 }).map((items): Block => ({
        id: '',
        type: 'list',
        ordered: false,
        definitions: true,
        items: items.map(([term, meaning]) => ({ blocks: [{ id: '', type: 'paragraph', runs: term }, ...meaning] })),
      })),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(
          fc.boolean(),
          fc.constantFrom(undefined, 0, 3, 999_999_999),
          fc.array(fc.record({ blocks: tie('blocks'), checked: fc.constantFrom(undefined, undefined, true, false) }), {
            minLength: 1,
            maxLength: 3,
          }),
        )
        .map(([ordered, start, items]): Block => ({
          id: '',
          type: 'list',
          ordered,
          start: ordered ? start : undefined,
          items: items as ListItem[],
        })),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(tie('blocks'), fc.option(line, { nil: undefined }))
        .map(([blocks, by]): Block => ({ id: '', type: 'quote', blocks, by })),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(tie('blocks'), fc.constantFrom('note' as const, 'key' as const), fc.option(title, { nil: undefined }))
        .map(([blocks, kind, value]): Block => ({ id: '', type: 'callout', kind, title: value, blocks })),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(tie('blocks'), fc.integer({ min: 1, max: 4 }), fc.option(title, { nil: undefined }))
        .map(([blocks, level, value]): Block => ({ id: '', type: 'clause', level, title: value, blocks })),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(
          fc.array(
            tie('blocks').map((blocks) => ({ blocks })),
            { minLength: 2, maxLength: 2 },
          ),
          fc.constantFrom<number[] | undefined>(undefined, [2, 1], [1.5, 1]),
        )
        .map(([columns, ratio]): Block => ({ id: '', type: 'columns', columns, ratio })),
    },
    {
      weight: 1,
      arbitrary: tie('blocks').map((blocks): Block => ({
        id: '',
        type: 'table',
        columns: [{ align: 'right' }, {}],
        header_rows: 1,
        rows: [
          { cells: [{ runs: [{ text: 'h' }], colspan: 2 }] },
          {
            cells: [
              { runs: [], blocks: [...blocks, { id: '', type: 'divider' }] },
              { runs: [{ text: 'x' }], align: 'center' },
            ],
          },
        ],
      })),
    },
  ),
}));

test('generated trees read back as they were', () => {
  fc.assert(
    fc.property(tree.blocks, (blocks) => check(blocks)),
    { numRuns: 400, seed: 7 },
  );
});

test('slides, sheets and footnotes read back as they were', () => {
  const note = (id: string): Run => ({ text: '', footnote: id });
  const p = (value: string, ...more: Run[]): Block => ({ id: '', type: 'paragraph', runs: [{ text: value }, ...more] });
  check([
    p('before'),
    { id: '', type: 'slide', layout: 'title', title: [{ text: 'A "title"' }], blocks: [] },
    { id: '', type: 'slide', blocks: [p('x'), { id: '', type: 'divider' }, p('y')], notes: [p('say: this')], anchor: 's2' },
  ]);
  check([
    { id: '', type: 'sheet', name: 'Budget: a_b', blocks: [p('x')], names: { TaxRate: '0.21', 'a.b': 'x y' } },
    { id: '', type: 'sheet', name: 'Two', blocks: [], anchor: 'two' },
  ]);
  check([
    p('a', note('n'), { text: ': b' }, note('1')),
    {
      id: '',
      type: 'footnotes',
      notes: [
        { id: 'n', blocks: [p('first'), { id: '', type: 'code', text: 'a\n\n b' }] },
        { id: '1', blocks: [{ id: '', type: 'list', ordered: false, items: [{ blocks: [p('item')] }] }] },
      ],
    },
  ]);
  check([
    { id: '', type: 'heading', level: 1, runs: [{ text: 'H' }], anchor: 'h' },
    { id: '', type: 'paragraph', runs: [{ text: 'see ' }, { text: 'H', link: '#h' }], anchor: 'p' },
  ]);
});

// ------------------------------------------------------------------------------------------------------- generated texts

const source = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: fragment },
      {
        weight: 2,
        arbitrary: fc.constantFrom(
          '\n\n',
          '\n',
          '\n- ',
          '\n  ',
          '\n    ',
          '\n> ',
          '\n1. ',
          '\n```\n',
          '\n:::note\n',
          '\n:::\n',
          '\n:::table{total=sum}\n',
          '\n:::chart\n',
          '\n:::columns\n',
          '\n::col\n',
          '\n:::kpis\n',
          '\n:::clause{title=x}\n',
          '\n::pagebreak\n',
          '\n| a | b |\n|---|--:|\n| 1 | 2 |\n',
          ' | ',
          '\n| ',
          '\n$$\n',
          '\n# ',
          '\n## ',
          '\n---\n',
          '\n***\n',
          '\n===\n',
          '![',
          '](img:1)',
          '](#x)',
          '](http://a.b "t")',
          '\n[^1]: ',
          '[^1]',
          '\n{#x}\n',
          ' {#x}',
          '\n<table>',
          '<td>',
          '</table>\n',
          '<br>',
          '</b>',
          '<i>',
          '<u>',
          '<sup>',
          '<span style="color:#112233">',
          '</span>',
          '<code>',
          '\n<!-- x -->\n',
          '\n:::cover\n',
          '\n:::signatures\n',
          '\ntitle: x\n',
          '\n:::cell\n',
          '\n:::row\n',
          '\n:::slide\n',
          '\n::slide\n',
          '\n:::notes\n',
          '\n# Sheet: x\n',
          '\n::name{a=b}\n',
          '{width=50%}',
          '\nSource: y\n',
          '\nTable: z\n',
        ),
      },
    ),
    { minLength: 1, maxLength: 24 },
  )
  .map((parts) => parts.join(''));

test('what any text says, its own rendering says again', () => {
  fc.assert(
    fc.property(source, (markdown) => check(read(markdown))),
    { numRuns: 1000, seed: 11 },
  );
});

test('any text gives blocks of the content model', () => {
  fc.assert(
    fc.property(source, (markdown) => {
      for (const block of read(markdown))
        assert.equal(blockSchema.safeParse(block).error?.issues[0]?.path.join('/'), undefined, block.type);
    }),
    { numRuns: 500, seed: 5 },
  );
});

// ------------------------------------------------------------------------------------------------------------ real texts

const corpus = process.env['OCTAVO_CORPUS'];

test('real texts read back as they were', { skip: corpus === undefined ? 'OCTAVO_CORPUS names no folder' : false }, () => {
  const names = readdirSync(corpus ?? '', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .sort();
  assert.ok(names.length > 0);
  for (const name of names) {
    const blocks = read(readFileSync(join(corpus ?? '', name), 'utf8').slice(0, 500_000));
    const found = difference(canonical(blocks), canonical(read(writeMarkdown(blocks))));
    assert.equal(found, undefined, name);
    assert.ok(
      [...walkBlocks(blocks)].every((block) => block.id !== ''),
      name,
    );
  }
});
