import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { typeset, typesetClean } from '../../test/support/typeset.ts';
import type { Block, Table } from '../document/block.ts';
import { composeDocument, type ContentMeta } from '../document/compose.ts';
import type { Asset, DocumentType } from '../document/document.ts';
import type { Run } from '../document/inline.ts';
import { resolveLook } from '../document/look.ts';
import type { Style } from '../document/style.ts';
import { writeTypst } from './typst.ts';

let last = 0;
const id = (): string => `b${++last}`;
const runs = (text: string | Run[]): Run[] => (typeof text === 'string' ? [{ text }] : text);
const h = (level: number, text: string, anchor?: string): Block => ({
  id: id(),
  type: 'heading',
  level,
  runs: runs(text),
  ...(anchor === undefined ? {} : { anchor }),
});
const p = (text: string | Run[]): Block => ({ id: id(), type: 'paragraph', runs: runs(text) });
const list = (ordered: boolean, ...items: Block[][]): Block => ({
  id: id(),
  type: 'list',
  ordered,
  items: items.map((blocks) => ({ blocks })),
});
const table = (rows: string[][], more: Partial<Table> = {}): Table => ({
  id: id(),
  type: 'table',
  columns: (rows[0] ?? []).map(() => ({})),
  header_rows: 1,
  rows: rows.map((row) => ({ cells: row.map((text) => ({ runs: runs(text) })) })),
  ...more,
});

interface Case {
  type?: DocumentType;
  style?: Partial<Style>;
  meta?: ContentMeta;
  lang?: string;
  assets?: Asset[];
  plainFormulas?: boolean;
}

function write(
  blocks: Block[],
  { type = 'report', style = {}, meta = {}, lang = 'en', assets = [], plainFormulas = false }: Case = {},
): ReturnType<typeof writeTypst> {
  const look = resolveLook(type, style);
  const { document } = composeDocument(
    { blocks, meta, lang, name: 'A name', assets: new Map(assets.map((asset) => [asset.key, asset])) },
    look,
  );
  return writeTypst(document, look, { plainFormulas });
}

const squeeze = (text: string): string => text.replaceAll(/[\s\u00AD\uFFFE-]+/g, '');

/** The text of the whole PDF, which must be valid and free of warnings. */
async function textOf(blocks: Block[], options: Case = {}): Promise<string> {
  const { value } = write(blocks, options);
  return (await typesetClean(value)).pages.join('\n');
}

const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
const picture: Asset = { key: 'img:1', contentType: 'image/png', width: 1, height: 1, data: PNG };

const EVERY_KIND: Block[] = [
  {
    id: 'cov',
    type: 'cover',
    title: 'Title',
    subtitle: 'Sub',
    eyebrow: 'Eye',
    date: 'Today',
    author: 'Ann',
    organization: 'House',
    version: '2',
    logo: 'img:1',
  },
  { id: 'toc', type: 'toc' },
  h(1, 'First', 'first'),
  p([
    { text: 'bold', bold: true },
    { text: ' italic', italic: true },
    { text: ' under', underline: true },
    { text: ' strike', strike: true },
    { text: ' code', code: true },
    { text: '2', script: 'super' },
    { text: ' red', color: 'FF0000' },
    { text: ' mot', lang: 'fr' },
    { text: ' x^2', math: true },
    { text: '', footnote: 'n' },
    { text: 'web', link: 'https://example.org/?a=b&c=%22d%22' },
    { text: ' mail', link: 'mailto:a@example.org' },
    { text: 'there', link: '#first' },
  ]),
  list(false, [p('one'), list(true, [p('two')], [p('three'), p('four')])]),
  {
    id: 'tasks',
    type: 'list',
    ordered: false,
    items: [
      { checked: true, blocks: [p('done')] },
      { checked: false, blocks: [p('open')] },
    ],
  },
  table(
    [
      ['A', 'B'],
      ['x', '1'],
      ['Total', '1'],
    ],
    { total_row: true, caption: runs('A caption'), source: runs('the office') },
  ),
  {
    id: 'im',
    type: 'image',
    asset: 'img:1',
    alt: 'A dot',
    caption: runs('Dot'),
    source: runs('us'),
    width: 0.3,
    link: 'https://example.org',
  },
  { id: 'im2', type: 'image', asset: null, alt: 'Nothing' },
  ...(['bar', 'column', 'stacked', 'line', 'area', 'pie', 'doughnut', 'scatter', 'combo'] as const).map((kind): Block => ({
    id: id(),
    type: 'chart',
    kind,
    title: `A ${kind}`,
    unit: '€',
    categories: ['Q1', 'Q2'],
    series: [
      { name: 'S', values: [1234.5, null] },
      { name: 'T', values: [3, 4], kind: 'line' },
    ],
  })),
  { id: 'ch', type: 'chart', kind: 'bar', title: 'Nothing', categories: ['none'], series: [{ name: 'S', values: [null] }] },
  { id: 'co', type: 'code', language: 'json', text: '{\n  "a": 1\n}' },
  { id: 'qu', type: 'quote', blocks: [p('Quoted')], by: 'Somebody' },
  ...(['note', 'tip', 'warning', 'key'] as const).map((kind): Block => ({ id: id(), type: 'callout', kind, blocks: [p(`a ${kind}`)] })),
  { id: 'eq', type: 'equation', tex: '\\frac{a}{b}', anchor: 'eq' },
  { id: 'cols', type: 'columns', ratio: [2, 1], columns: [{ blocks: [h(3, 'Left'), p('l')] }, { blocks: [h(4, 'Right'), p('r')] }] },
  { id: 'kp', type: 'kpis', items: [{ value: runs('€4M'), label: runs('Income'), change: runs('▲ 3 %') }, { value: runs('5') }] },
  { id: 'dv', type: 'divider' },
  { id: 'pb', type: 'page_break', orientation: 'landscape' },
  p('wide'),
  { id: 'pb2', type: 'page_break', orientation: 'portrait' },
  { id: 'lh', type: 'letterhead', from: ['Me'], to: ['You'], date: 'Today', subject: 'This', reference: 'R1' },
  {
    id: 'cl',
    type: 'clause',
    level: 1,
    title: runs('Terms'),
    blocks: [
      {
        id: 'cl2',
        type: 'clause',
        level: 2,
        anchor: 'term',
        blocks: [
          p('words'),
          { id: 'cl3', type: 'clause', level: 3, blocks: [p('deeper'), { id: 'cl4', type: 'clause', level: 4, blocks: [p('deepest')] }] },
        ],
      },
    ],
  },
  p([{ text: 'see ' }, { text: '9', link: '#term' }, { text: ' and ' }, { text: '', link: '#eq' }]),
  { id: 'sl', type: 'slide', title: runs('A slide'), blocks: [h(3, 'In it'), p('s')], notes: [p('spoken')] },
  {
    id: 'sh',
    type: 'sheet',
    name: 'Budget',
    blocks: [
      table([
        ['a', 'b'],
        ['1', '2'],
      ]),
    ],
  },
  p('Signed by'),
  { id: 'si', type: 'signatures', parties: [{ name: 'A Ltd', role: 'Chair' }, { name: 'B Ltd' }] },
  {
    id: 'fn',
    type: 'footnotes',
    notes: [
      { id: 'n', blocks: [p('The note')] },
      { id: 'unused', blocks: [p('Nobody refers to this')] },
    ],
  },
];

test('every kind of block, in every type of document, is a tagged PDF/UA-1 file', async () => {
  for (const type of ['report', 'letter', 'contract', 'memo', 'minutes'] as const) {
    const text = await textOf(structuredClone(EVERY_KIND), { type, assets: [picture] });
    for (const word of [
      'bold',
      'three',
      'done',
      'A caption',
      'the office',
      'Quoted',
      'Somebody',
      'a warning',
      'Income',
      '€4M',
      'wide',
      'deepest',
      'see 1.1 and (1)',
      'spoken',
      'Budget',
      'A Ltd',
      'The note',
      'Nobody refers',
      'A doughnut',
      '"a": 1',
    ]) {
      assert.ok(squeeze(text).includes(squeeze(word)), `${type}: ${word}`);
    }
  }
});

test('the source depends on nothing but the document', () => {
  const [one, two] = [write(structuredClone(EVERY_KIND), { assets: [picture] }), write(structuredClone(EVERY_KIND), { assets: [picture] })];
  assert.ok(one.value.source === two.value.source);
});

test('what is shown in another form is noted', () => {
  const codes = new Set(write(structuredClone(EVERY_KIND), { assets: [picture] }).notes.map((note) => note.code));
  assert.deepEqual([...codes].sort(), ['chart_as_table', 'chart_kind_changed', 'sheet_as_section', 'slide_as_section']);
});

// --------------------------------------------------------------------------------------------------------- text as text

const ATTACKS = [
  '#read("/etc/passwd")',
  '"#panic("x")',
  '\\"; #panic()',
  '$ x $',
  '@ref <label>',
  '*a* _b_ `c`',
  '// not a comment',
  '/* nor this */',
  '= no heading',
  '- no list',
  '~',
  '-- --- ...',
  '#[',
  ']#',
  '\\u{41}',
  '{{',
  '))',
  '%',
  'a\\',
];

test('nothing in a text is read as code or markup', async () => {
  for (const place of [
    p,
    (text: string): Block => h(2, text),
    (text: string): Block =>
      table(
        [
          ['head', 'b'],
          [text, text],
        ],
        { caption: runs(text) },
      ),
  ]) {
    const text = squeeze(await textOf([h(1, 'Title'), ...ATTACKS.map(place)]));
    for (const attack of ATTACKS) assert.ok(text.replaceAll(/[“”]/g, '"').includes(squeeze(attack)), attack);
  }
});

test('strings that are outside running text are as safe: titles, alternatives, addresses, names, labels', async () => {
  for (const attack of ATTACKS) {
    const text = await textOf(
      [
        { id: 'c', type: 'cover', title: attack, author: attack, organization: attack },
        h(1, 'One', attack),
        p([
          { text: 'x', link: `#${attack}` },
          { text: 'y', link: `https://example.org/${attack}` },
          { text: attack, code: true },
        ]),
        { id: 'i', type: 'image', asset: 'img:1', alt: attack },
        { id: 'co', type: 'code', text: attack, language: attack },
        { id: 'e', type: 'equation', tex: attack, anchor: `${attack}2` },
        { id: 's', type: 'signatures', parties: [{ name: attack, role: attack }] },
        {
          id: 'ch',
          type: 'chart',
          kind: 'line',
          title: attack,
          unit: attack,
          categories: [attack, '<b>&amp;\u0001\u{1F600}'],
          series: [{ name: attack, values: [1, 2] }],
        },
        { id: 'f', type: 'footnotes', notes: [{ id: attack, blocks: [p(attack)] }] },
      ],
      { assets: [picture], lang: attack, style: { header: attack, footer: attack, font: attack } },
    );
    assert.ok(text.length > 0);
  }
});

test('any text compiles and comes out again', async () => {
  const printable = fc.string({
    unit: fc.integer({ min: 0x20, max: 0x7e }).map((point) => String.fromCharCode(point)),
    minLength: 1,
    maxLength: 40,
  });
  await fc.assert(
    fc.asyncProperty(fc.array(printable, { minLength: 1, maxLength: 8 }), async (texts) => {
      const { value } = write([
        h(1, 'Title'),
        ...texts.map((text) => p(`a${text}z`)),
        ...texts.map((text) => p([{ text: `b${text}y`, bold: true, code: true }])),
      ]);
      const text = squeeze((await typesetClean(value)).pages.join(''))
        .replaceAll(/[“”]/g, '"')
        .replaceAll(/[‘’]/g, "'")
        .replaceAll(/[′″]/g, (prime) => (prime === '″' ? '"' : "'"));
      for (const each of texts) assert.ok(text.includes(squeeze(`a${each}z`)) && text.includes(squeeze(`b${each}y`)), JSON.stringify(each));
    }),
    { numRuns: 40 },
  );
});

test('any character at all compiles, whatever no font can draw', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.string({ unit: 'binary', maxLength: 20 }), { maxLength: 6 }), async (texts) => {
      const file = await typeset(
        write([h(1, 'Title'), p('kept'), ...texts.map(p), ...texts.map((text): Block => ({ id: id(), type: 'code', text }))]).value,
      );
      assert.ok(file.pages.join('').includes('kept'));
    }),
    { numRuns: 12 },
  );
});

test('other scripts are drawn, and lone surrogates and controls vanish', async () => {
  const text = await textOf([
    h(1, 'Title'),
    p('日本語 中文 한국어'),
    p('שלום'),
    p('Привет'),
    p('😀 👩‍👩‍👧'),
    p(`a${String.fromCharCode(0xd800)}b\u0000c\uFEFFd\u0378e`),
    p('हिन्दी ไทย'),
  ]);
  for (const word of ['日本語', '한국어', 'Привет', '😀', 'cd']) assert.ok(text.includes(word), word);
});

test('straight quotes follow the language', async () => {
  assert.ok((await textOf([h(1, 'T'), p('"one" and it\'s')])).includes('“one” and it’s'));
  assert.ok((await textOf([h(1, 'T'), p('"uno"')], { lang: 'es' })).includes('«uno»'));
});

// -------------------------------------------------------------------------------------------------------------- hostile

test('tables whose spans do not fit, or are empty, still stand', async () => {
  const cell = (text: string, more: object = {}): Table['rows'][number]['cells'][number] => ({ runs: runs(text), ...more });
  const odd: Table[] = [
    { id: id(), type: 'table', columns: [], header_rows: 3, rows: [{ cells: [cell('a', { colspan: 9, rowspan: 9 })] }, { cells: [] }] },
    {
      id: id(),
      type: 'table',
      columns: [{}, {}],
      header_rows: 1,
      rows: [
        { cells: [cell('b', { rowspan: 5 }), cell('c')] },
        { cells: [cell('d', { colspan: 4 }), cell('e')] },
        { cells: [cell('f'), cell('g'), cell('h')] },
      ],
    },
    { id: id(), type: 'table', columns: [{ width: 1 }, { width: 1 }, {}], header_rows: 9, rows: [{ cells: [cell('i')] }] },
    { id: id(), type: 'table', columns: [], header_rows: 0, rows: [], caption: runs('j') },
    {
      id: id(),
      type: 'table',
      columns: [],
      header_rows: 0,
      rows: [{ cells: [cell('k', { blocks: [p('l'), list(false, [p('m')])] })] }],
      total_row: true,
    },
  ];
  const text = await textOf([h(1, 'T'), ...odd]);
  for (const letter of 'abcdefghijlm') assert.ok(text.includes(letter), letter);
});

test('a wide table with a caption is a table to a reader of tags', async () => {
  assert.ok(
    (
      await textOf([
        h(1, 'T'),
        table([Array.from({ length: 9 }, (_, at) => `c${at}`), Array.from({ length: 9 }, (_, at) => `v${at}`)], { caption: runs('Wide') }),
      ])
    ).includes('v8'),
  );
});

test('a long table repeats its header on every page', async () => {
  const rows = Array.from({ length: 120 }, (_, at) => [`row ${at}`, String(at)]);
  const { pages } = await typesetClean(write([h(1, 'T'), table([['Heading of it', 'N'], ...rows])]).value);
  assert.ok(pages.length >= 3);
  assert.ok(pages.every((page) => page.includes('Heading of it')));
});

test('deep nesting is flattened, not refused', async () => {
  let block: Block = p('innermost');
  for (let depth = 0; depth < 60; depth += 1)
    block = depth % 2 === 0 ? { id: id(), type: 'quote', blocks: [block] } : list(depth % 3 === 0, [block]);
  const { value, notes } = write([h(1, 'T'), block]);
  assert.ok(notes.some((note) => note.code === 'nesting_flattened'));
  assert.ok((await typesetClean(value)).pages.join('').includes('innermost'));
});

test('boxes inside boxes as deep as they are kept can be laid out', async () => {
  const kinds: ((block: Block) => Block)[] = [
    (block) => ({ id: id(), type: 'callout', kind: 'note', blocks: [block] }),
    (block) => list(true, [block]),
    (block) => ({ id: id(), type: 'columns', columns: [{ blocks: [block] }, { blocks: [] }] }),
    (block) => ({ ...table([['x']]), rows: [{ cells: [{ runs: [], blocks: [block] }] }] }),
    (block) => ({ id: id(), type: 'quote', blocks: [block] }),
    (block) => ({ id: id(), type: 'clause', level: 2, blocks: [block] }),
  ];
  for (const wrap of kinds) {
    let block: Block = p('core');
    for (let depth = 0; depth < 12; depth += 1) block = wrap(block);
    assert.ok((await typesetClean(write([h(1, 'T'), block]).value)).pages.join('').includes('core'));
  }
});

test('footnotes that refer to themselves or to nothing end', async () => {
  const note = (name: string, to: string): { id: string; blocks: Block[] } => ({
    id: name,
    blocks: [p([{ text: `note ${name}` }, { text: '', footnote: to }])],
  });
  const text = await textOf([
    h(1, 'T'),
    p([{ text: 'x' }, { text: '', footnote: 'a' }, { text: '', footnote: 'a' }, { text: '', footnote: 'zz' }]),
    { id: 'f', type: 'footnotes', notes: [note('a', 'b'), note('b', 'a'), note('c', 'c')] },
  ]);
  for (const word of ['note a', 'note b', 'note c']) assert.equal(text.split(word).length, 2, word);
});

test('headings never leave a gap, wherever they stand', async () => {
  const text = await textOf([
    h(6, 'Six'),
    h(3, 'Three'),
    { id: 'c', type: 'columns', columns: [{ blocks: [h(5, 'Five')] }] },
    { id: 's', type: 'slide', title: runs('Slide'), blocks: [h(4, 'Four')] },
    { id: 'q', type: 'quote', blocks: [h(1, 'Quoted')] },
  ]);
  assert.ok(text.includes('Four'));
});

// ----------------------------------------------------------------------------------------------------- page and look

test('the only page has no number, later pages do', async () => {
  assert.ok(!(await textOf([h(1, 'T'), p('x')], { type: 'contract' })).includes('Page 1'));
  const { pages } = await typesetClean(write([h(1, 'T'), p('x'), { id: 'pb', type: 'page_break' }, p('y')], { type: 'contract' }).value);
  assert.equal(pages.length, 2);
  assert.ok(pages[0]?.includes('Page 1 of 2') && pages[1]?.includes('Page 2 of 2'));
  const letter = await typesetClean(write([p('x'), { id: 'pb', type: 'page_break' }, p('y')], { type: 'letter' }).value);
  assert.ok(!letter.pages.join('').includes('Page'));
});

test('contents list the headings with their pages', async () => {
  const { pages } = await typesetClean(
    write([h(1, 'Title'), { id: 't', type: 'toc' }, h(2, 'Alpha'), { id: 'pb', type: 'page_break' }, h(2, 'Beta')]).value,
  );
  assert.equal(pages.length, 2);
  assert.ok(/Contents[\s\S]*Alpha[\s.]*\d[\s\S]*Beta[\s.]*\d/.test(pages.join('\n')));
});

test('every wish of the style object compiles', async () => {
  const style: Style = {
    font: 'Comic Sans MS',
    font_size: 14,
    line_spacing: 2,
    colors: { title: 'AA0000', headings: '00AA00', text: '0000AA', accent: 'FF6600' },
    align: { title: 'center', headings: 'right', body: 'justify' },
    margins_cm: 0.5,
    orientation: 'landscape',
    cover_page: true,
    table_of_contents: true,
    page_numbers: true,
    header: 'Head',
    footer: 'Foot',
  };
  for (const body of ['center', 'justify'] as const) {
    for (const type of ['report', 'letter', 'contract'] as const) {
      const { value, notes } = write(structuredClone(EVERY_KIND), {
        type,
        style: { ...style, align: { ...style.align, body } },
        assets: [picture],
      });
      assert.ok(notes.some((note) => note.code === 'font_substituted'));
      assert.ok((await typesetClean(value)).pages.some((page) => page.includes('Foot')));
    }
  }
});

test('a face that is available is not a substitution', async () => {
  const { value, notes } = write([h(1, 'T'), p('x')], { style: { font: 'Arial' } });
  assert.ok(!notes.some((note) => note.code === 'font_substituted'));
  assert.ok(Buffer.from((await typesetClean(value)).pdf).includes('LiberationSans'));
});
