/** Any document of the content model, for trials of the writers: every kind in every place, odd words, odd spans, dangling links. */
import * as fc from 'fast-check';
import { blockSchema, CALLOUT_KINDS, CHART_KINDS, type Block } from '../../src/document/block.ts';
import type { Asset } from '../../src/document/document.ts';
import type { resolveLook } from '../../src/document/look.ts';

const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
export const assets = new Map<string, Asset>([
  ['img:1', { key: 'img:1', contentType: 'image/png', width: 4000, height: 3, data: PNG }],
  ['img:2', { key: 'img:2', contentType: 'image/png', width: 3, height: 4000, data: PNG }],
]);

const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(arbitrary, { nil: undefined });
const text = fc.oneof(
  fc.string({ maxLength: 30 }),
  fc.constantFrom('', ' ', '\n', 'word '.repeat(60), 'x'.repeat(200), '(1) Party', '€ 4.2M', '1,234', '#"$', 'a"b', 'ملاحظة', '日本', '☑'),
);
const anchor = maybe(fc.constantFrom('a', 'b', 'c', 'x y', '"', '#'));
const run = fc.record(
  {
    text: fc.oneof(text, fc.constantFrom('x^2', '\\frac{a}{b}', '\\bad')),
    bold: maybe(fc.boolean()),
    italic: maybe(fc.boolean()),
    underline: maybe(fc.boolean()),
    strike: maybe(fc.boolean()),
    code: maybe(fc.boolean()),
    link: maybe(fc.constantFrom('#a', '#b', '#c', '#nothing', 'https://example.org/x?y=z', 'javascript:alert(1)', 'mailto:a@b.c')),
    color: maybe(fc.constantFrom('FF0000', '000000')),
    script: maybe(fc.constantFrom('super', 'sub')),
    footnote: maybe(fc.constantFrom('1', '2', 'none')),
    math: maybe(fc.boolean()),
    lang: maybe(fc.constantFrom('fr', 'zz', 'en-GB', 'x"y')),
  },
  { requiredKeys: ['text'] },
);
const runs = fc.array(run, { maxLength: 4 });

/** Optional keys that came out undefined are left out, as a reader leaves them. */
const clean = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

const base = { id: fc.constant('b0'), anchor };
const kind = <T extends string>(type: T, fields: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<Block> =>
  fc.record({ ...base, type: fc.constant(type), ...fields }).map((value) => blockSchema.parse(clean(value)));

/** Blocks without blocks inside. */
const leaf = fc.oneof(
  kind('paragraph', { runs }),
  kind('heading', { level: fc.integer({ min: 1, max: 6 }), runs }),
  kind('code', { text, language: maybe(fc.constantFrom('json', 'nonsense', '"')) }),
  kind('equation', { tex: text }),
  kind('divider', {}),
  kind('page_break', { orientation: maybe(fc.constantFrom('portrait', 'landscape')) }),
  kind('toc', { title: maybe(runs), depth: maybe(fc.integer({ min: 1, max: 4 })) }),
  kind('image', {
    asset: fc.constantFrom('img:1', 'img:2', 'img:9', null),
    alt: text,
    caption: maybe(runs),
    source: maybe(runs),
    width: maybe(fc.constantFrom(0.0001, 0.5, 1)),
    link: maybe(text),
  }),
  kind('chart', {
    kind: fc.constantFrom(...CHART_KINDS),
    title: maybe(text),
    unit: maybe(text),
    categories: fc.array(text, { maxLength: 5 }),
    series: fc.array(
      fc.record({
        name: text,
        values: fc.array(fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constant(null), fc.integer()), {
          maxLength: 6,
        }),
      }),
      { maxLength: 4 },
    ),
  }),
  kind('cover', {
    title: maybe(text),
    subtitle: maybe(text),
    eyebrow: maybe(text),
    date: maybe(text),
    author: maybe(text),
    organization: maybe(text),
    version: maybe(text),
    logo: maybe(fc.constantFrom('img:1', 'img:2', 'img:9')),
  }),
  kind('letterhead', {
    from: fc.array(text, { maxLength: 9 }),
    to: fc.array(text, { maxLength: 9 }),
    date: maybe(text),
    subject: maybe(text),
    reference: maybe(text),
  }),
  kind('kpis', { items: fc.array(fc.record({ value: runs, label: maybe(runs), change: maybe(runs) }), { maxLength: 9 }) }),
  kind('signatures', { parties: fc.array(fc.record({ name: text, role: maybe(text) }), { maxLength: 9 }) }),
);

/** A block of any kind, with any blocks inside. */
export const { block } = fc.letrec<{ block: Block; blocks: Block[] }>((tie) => {
  const blocks = fc.array(tie('block'), { maxLength: 4 });
  const cell = fc.record({
    runs,
    blocks: maybe(blocks),
    colspan: maybe(fc.integer({ min: 2, max: 9 })),
    rowspan: maybe(fc.integer({ min: 2, max: 9 })),
    align: maybe(fc.constantFrom('left', 'center', 'right')),
  });
  return {
    block: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      leaf,
      fc.oneof(
        kind('list', {
          ordered: fc.boolean(),
          start: maybe(fc.constantFrom(0, 7, 9_999_999)),
          definitions: maybe(fc.constant(true)),
          items: fc.array(fc.record({ blocks, checked: maybe(fc.boolean()) }), { maxLength: 4 }),
        }),
        kind('table', {
          columns: fc.array(
            fc.record({
              type: maybe(fc.constantFrom('text', 'eur0', 'date')),
              align: maybe(fc.constantFrom('left', 'center', 'right')),
              width: maybe(fc.constantFrom(0.01, 0.9, 1)),
            }),
            { maxLength: 14 },
          ),
          header_rows: fc.integer({ min: 0, max: 3 }),
          rows: fc.array(fc.record({ cells: fc.array(cell, { maxLength: 5 }) }), { maxLength: 5 }),
          total_row: maybe(fc.boolean()),
          caption: maybe(runs),
          source: maybe(runs),
        }),
        kind('quote', { blocks, by: maybe(text) }),
        kind('callout', { kind: fc.constantFrom(...CALLOUT_KINDS), title: maybe(runs), blocks }),
        kind('columns', {
          ratio: maybe(fc.array(fc.constantFrom(0.0001, 1, 1e9), { maxLength: 4 })),
          columns: fc.array(fc.record({ blocks }), { maxLength: 4 }),
        }),
        kind('clause', { level: fc.integer({ min: 1, max: 4 }), title: maybe(runs), blocks }),
        kind('slide', { title: maybe(runs), blocks, notes: maybe(blocks) }),
        kind('sheet', { name: text, blocks }),
      ),
    ),
    blocks,
  };
});

/** Types, languages and styles that bend the page. */
export const looks = fc.record({
  type: fc.constantFrom('report', 'letter', 'contract', 'memo', 'minutes'),
  lang: fc.constantFrom('en', 'es', 'ar', 'zh-CN', 'de'),
  style: fc.constantFrom(
    {},
    { orientation: 'landscape', margins_cm: 8 },
    { font_size: 32, line_spacing: 0.8 },
    { font_size: 6, line_spacing: 3 },
    { cover_page: true, table_of_contents: true },
  ) as fc.Arbitrary<Parameters<typeof resolveLook>[1]>,
} as const);

/** Contents of up to three footnotes. */
export const footnotes = fc.array(fc.tuple(fc.constantFrom('1', '2', '3'), fc.array(block, { maxLength: 2 })), { maxLength: 3 });
