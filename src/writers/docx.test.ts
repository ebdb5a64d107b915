import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Block } from '../document/block.ts';
import { DOCUMENT_TYPES } from '../document/document.ts';
import { composeDocument } from '../document/compose.ts';
import { resolveLook } from '../document/look.ts';
import type { Style } from '../document/style.ts';
import { buildWord, countOf, h, ol, p, partNames, partText, pictureOf, t, tableOf, ul, wordXml } from '../../test/support/word-file.ts';
import { validateAllOffice } from '../../test/support/validate-office.ts';
import { buildDocx, matchOutline } from './docx.ts';

/** One of everything, in every room that can hold it. */
function everything(): Block[] {
  const block = (fields: object): Block => ({ id: '', ...fields }) as Block;
  return [
    h(1, 'All kinds of blocks'),
    p('Subtitle without a stop'),
    block({ type: 'toc' }),
    h(1, 'First', 'first'),
    p(
      'Plain, ',
      t('bold', { bold: true }),
      t(' italic', { italic: true, underline: true }),
      t(' struck', { strike: true }),
      t('code', { code: true }),
      t('x', { script: 'super' }),
      t('red', { color: 'AA0000' }),
    ),
    p(
      'To ',
      t('a site', { link: 'https://example.org/a?b=c&d=e' }),
      t(' here', { link: '#first' }),
      t('', { link: '#prices' }),
      t('1', { link: '#sum' }),
      t(' nowhere', { link: '#none' }),
      t('bad', { link: 'javascript:alert(1)' }),
    ),
    p(
      'A note',
      t('', { footnote: 'n1' }),
      ' and again',
      t('', { footnote: 'n1' }),
      t('', { footnote: 'missing' }),
      t('E=mc^2', { math: true }),
      t('\\frac{', { math: true }),
    ),
    p('Arabic مرحبا بالعالم, Japanese 日本語テキスト, emoji 🎉 and 👩‍👩‍👧'),
    p('مرحبا بالعالم'),
    p(''),
    p('Line\nbreak\tand tab'),
    ul('One', [p('Two'), ol('a', [p('b'), ul('deep', [p('deeper'), ul('deepest')])]), p('after')]),
    ol('x', 'y'),
    block({
      type: 'list',
      ordered: true,
      start: 5,
      items: [
        { blocks: [] },
        {
          blocks: [
            tableOf([
              ['a', 'b'],
              ['1', '2'],
            ]),
          ],
        },
      ],
    }),
    block({
      type: 'list',
      ordered: false,
      items: [
        { checked: true, blocks: [p('done')] },
        { checked: false, blocks: [p('open'), p('more')] },
      ],
    }),
    tableOf(
      [
        ['Item', 'Price'],
        ['A', '1,200'],
        ['Total', '1,200'],
      ],
      { total_row: true, anchor: 'prices', caption: [t('Prices')], source: [t('the ledger')] },
    ),
    tableOf(
      [
        ['Head', { runs: [t('Wide')], colspan: 2 }],
        [{ runs: [t('Tall')], rowspan: 2 }, 'a', 'b'],
        ['c', { runs: [], blocks: [p('x'), ul('y')] }],
      ],
      { header_rows: 1, columns: [{}, {}, {}] },
    ),
    tableOf([Array.from({ length: 11 }, (_, at) => `C${at}`), Array.from({ length: 11 }, (_, at) => String(at))], { caption: [t('Wide')] }),
    block({ type: 'image', asset: 'img:1', alt: 'A map', caption: [t('Map')], source: [t('us')], width: 0.5, link: 'https://example.org' }),
    block({ type: 'image', asset: null, alt: 'gone' }),
    block({
      type: 'chart',
      kind: 'line',
      title: 'Rise',
      unit: '€',
      categories: ['2025', '2026'],
      series: [
        { name: 'A', values: [1, null] },
        { name: 'B', values: [-2.5, 3] },
      ],
    }),
    block({ type: 'chart', kind: 'bar', title: 'Nothing', categories: ['only a name'], series: [] }),
    block({ type: 'code', text: 'const a = 1;\n\n  return <a>;\n', language: 'ts' }),
    block({ type: 'code', text: '' }),
    block({ type: 'quote', blocks: [p('Short saying')], by: 'Someone' }),
    block({ type: 'quote', blocks: [p('One'), h(2, 'Inside'), ul('a')] }),
    block({ type: 'quote', blocks: [] }),
    block({ type: 'callout', kind: 'note', blocks: [p('x'), p('y')] }),
    block({ type: 'callout', kind: 'note', title: [t('Title')], blocks: [] }),
    block({ type: 'callout', kind: 'warning', blocks: [ul('a'), block({ type: 'code', text: 'x' }), tableOf([['a'], ['b']])] }),
    block({ type: 'callout', kind: 'key', blocks: [p('k')] }),
    block({ type: 'callout', kind: 'tip', blocks: [p('t')] }),
    block({ type: 'equation', tex: '\\sum_{i=1}^n i', anchor: 'sum' }),
    block({ type: 'equation', tex: 'a^2' }),
    block({ type: 'equation', tex: '\\frac{' }),
    block({
      type: 'columns',
      ratio: [2, 1],
      columns: [{ blocks: [h(2, 'Left'), p('l')] }, { blocks: [tableOf([['q'], ['r']])] }, { blocks: [] }],
    }),
    block({
      type: 'kpis',
      items: [
        { value: [t('€4.2M')], label: [t('Saving')], change: [t('+12 %')] },
        { value: [t('a very long value indeed')] },
        { value: [t('1')] },
        { value: [t('2')] },
        { value: [t('3')], change: [t('flat')] },
      ],
    }),
    block({ type: 'divider' }),
    block({ type: 'page_break' }),
    block({ type: 'page_break', orientation: 'landscape' }),
    h(2, 'Turned'),
    block({ type: 'page_break', orientation: 'portrait' }),
    block({
      type: 'clause',
      level: 1,
      title: [t('Terms')],
      anchor: 'terms',
      blocks: [
        p('Under the title'),
        block({
          type: 'clause',
          level: 2,
          blocks: [
            p('Numbered:'),
            p('more'),
            block({
              type: 'clause',
              level: 3,
              title: [t('Titled')],
              blocks: [p('x'), block({ type: 'clause', level: 4, anchor: 'deep', blocks: [p('iv')] })],
            }),
          ],
        }),
      ],
    }),
    block({ type: 'clause', level: 1, blocks: [p('No title, see '), p(t('2.1', { link: '#deep' }))] }),
    block({ type: 'clause', level: 2, blocks: [] }),
    block({ type: 'slide', title: [t('Slide')], blocks: [p('s')], notes: [p('spoken')] }),
    block({ type: 'sheet', name: 'Budget', blocks: [tableOf([['=A1', '2']])] }),
    block({ type: 'letterhead', from: ['Us', 'Street 1'], to: ['You'], date: 'today' }),
    p('Signed:'),
    block({ type: 'signatures', parties: [{ name: 'A', role: 'Boss' }, { name: 'B' }, { name: 'C' }] }),
    block({
      type: 'footnotes',
      notes: [
        { id: 'n1', blocks: [p('Text of the note', t('', { footnote: 'n1' })), ul('list in it')] },
        { id: 'unused', blocks: [p('Nobody refers to this')] },
      ],
    }),
  ];
}

const assets = [pictureOf('img:1', 1_200, 800)];

const kind = 'docx' as const;

test('one of everything is valid in every look, drawn or delivered', async () => {
  const drawn = (['letter', 'memo', 'minutes'] as const).map((type) => [
    type,
    { bytes: buildWord(everything(), { type, assets }).render, kind },
  ]);
  const delivered = (['report', 'contract'] as const).map((type) => [
    type,
    { bytes: buildWord(everything(), { type, assets, style: { cover_page: true } }).deliver(new Map()), kind },
  ]);
  assert.deepEqual(await validateAllOffice(Object.fromEntries([...drawn, ...delivered])), {});
});

const colors = { title: 'AA0000', headings: '00AA00', text: '111111', accent: 'FFD400' };
const STYLES: Record<string, Partial<Style>> = {
  'own face, own colours, centred plain cover': {
    font: 'A "quoted" & <odd> face',
    font_size: 14,
    line_spacing: 2,
    colors,
    cover_page: true,
    align: { title: 'center', headings: 'center', body: 'justify' },
  },
  'landscape, narrow margins, own header': {
    orientation: 'landscape',
    cover_page: true,
    margins_cm: 0.5,
    header: 'Head & <foot>',
    footer: 'Foot',
    page_numbers: true,
  },
  'tiny in wide margins, bare': { font_size: 6, margins_cm: 8, page_numbers: false, table_of_contents: false, cover_page: false },
};

test('one of everything is valid in the styles that a client can ask for', async () => {
  const files = Object.fromEntries(
    Object.entries(STYLES).map(([name, style]) => [name, { bytes: buildWord(everything(), { assets, style }).render, kind }]),
  );
  assert.deepEqual(await validateAllOffice(files), {});
});

test('a document of nothing is a file in every look', async () => {
  const built = DOCUMENT_TYPES.map((type) => buildWord([], { type }).render);
  assert.ok(built.every((bytes) => partText(bytes, 'word/document.xml').includes('<w:p>')));
  assert.deepEqual(await validateAllOffice({ nothing: { bytes: built[0] ?? new Uint8Array(), kind } }), {});
});

test('the same input gives the same bytes, also when delivered twice', () => {
  const [one, two] = [buildWord(everything(), { assets }), buildWord(everything(), { assets })];
  assert.ok(Buffer.compare(one.render, two.render) === 0);
  const pages = new Map([['b4', 3]]);
  assert.ok(Buffer.compare(one.deliver(pages), one.deliver(pages)) === 0);
});

test('names of bookmarks, ids of bookmarks and drawings appear once', () => {
  const xml = wordXml(everything(), { assets, style: { cover_page: true } });
  for (const pattern of [/w:bookmarkStart w:id="(\d+)"/g, /w:name="([^"]+)"/g, /wp:docPr id="(\d+)"/g]) {
    const found = [...xml.matchAll(pattern)].map(([, value]) => value);
    assert.ok(found.length > 0);
    assert.equal(new Set(found).size, found.length, String(pattern));
  }
  assert.equal(countOf(xml, '<w:bookmarkStart '), countOf(xml, '<w:bookmarkEnd '));
});

test('every bookmark that a field or link names is there', () => {
  const built = buildWord(everything(), { assets });
  const xml = partText(built.deliver(new Map()), 'word/document.xml');
  const names = new Set([...xml.matchAll(/w:bookmarkStart w:id="\d+" w:name="([^"]+)"/g)].map(([, name]) => name));
  const wanted = [...xml.matchAll(/w:anchor="([^"]+)"|(?:PAGEREF|NOTEREF|REF) (\S+) /g)].map(([, anchor, field]) => anchor ?? field);
  assert.ok(wanted.length > 10);
  assert.deepEqual(
    wanted.filter((name) => !names.has(name)),
    [],
  );
});

test('nothing of the text is lost', () => {
  const xml = wordXml(everything(), { assets });
  const footnotes = partText(buildWord(everything(), { assets }).render, 'word/footnotes.xml');
  const text = (xml + footnotes).replaceAll(/<[^>]+>/g, '');
  for (const words of [
    'a site',
    'nowhere',
    'bad',
    'deepest',
    'Short saying',
    'Someone',
    'spoken',
    'Budget',
    'Text of the note',
    'list in it',
    'Nobody refers to this',
    'gone',
    'Titled',
    'a very long value indeed',
    'Rise',
    'only a name',
  ]) {
    assert.ok(text.includes(words), words);
  }
});

test('what could not be carried is said', () => {
  const codes = buildWord(everything(), { assets }).notes.map(({ code }) => code);
  for (const code of [
    'chart_as_table',
    'slide_as_section',
    'sheet_as_section',
    'footnote_missing',
    'footnote_nested',
    'formula_unreadable',
    'link_dropped',
    'link_target_missing',
  ] as const)
    assert.ok(codes.includes(code), code);
});

test('the contents are drawn with live page references and delivered as a field with numbers', () => {
  const blocks = [h(1, 'Title'), { id: '', type: 'toc' } as Block, h(1, 'Alpha'), p('x'), h(2, 'Beta')];
  const built = buildWord(blocks, { style: { table_of_contents: true } });
  assert.equal(built.needsPages, true);
  const drawn = partText(built.render, 'word/document.xml');
  assert.ok(!drawn.includes(' TOC '));
  assert.equal(countOf(drawn, 'PAGEREF'), 2);
  const document = composeDocument(
    { blocks, meta: {}, lang: 'en', name: null, assets: new Map() },
    resolveLook('report', { table_of_contents: true }),
  ).document;
  const pages = matchOutline(document, [
    { title: 'Alpha', page: 7 },
    { title: 'Beta', page: 12 },
  ]);
  const delivered = partText(built.deliver(pages), 'word/document.xml');
  assert.equal(countOf(delivered, ' TOC '), 1);
  assert.ok(/<w:t>7<\/w:t>/.test(delivered) && /<w:t>12<\/w:t>/.test(delivered));
  assert.equal(countOf(delivered, 'w:fldCharType="begin"'), countOf(delivered, 'w:fldCharType="end"'));
});

test('a heading whose page is not in the outline takes that of the one before it', () => {
  const blocks = [h(1, 'Title'), { id: '', type: 'toc' } as Block, h(1, 'Alpha'), h(1, 'Beta')];
  const built = buildWord(blocks, { style: { table_of_contents: true } });
  const delivered = partText(built.deliver(new Map([['b3', 4]])), 'word/document.xml');
  assert.equal(countOf(delivered, '<w:t>4</w:t>'), 2);
});

test('without a table of contents one file serves for drawing and for delivery', () => {
  const built = buildWord([p('Hello')], { type: 'memo' });
  assert.equal(built.needsPages, false);
  assert.ok(built.deliver(new Map()) === built.render);
});

test('the picture is stored once however often it is shown', () => {
  const image: Block = { id: '', type: 'image', asset: 'img:1', alt: 'Twice' };
  const { render } = buildWord([{ ...image }, { ...image }], { assets });
  assert.equal(partNames(render).filter((name) => name.startsWith('word/media/')).length, 1);
  assert.equal(countOf(partText(render, 'word/document.xml'), 'descr="Twice"'), 2);
});

test('title, author and language are in the properties', () => {
  const { render } = buildWord([h(1, 'Plan <A> & B'), p('x')], { lang: 'es', meta: { author: 'Ana' } });
  const core = partText(render, 'docProps/core.xml');
  assert.ok(
    core.includes('<dc:title>Plan &lt;A&gt; &amp; B</dc:title>') &&
      core.includes('<dc:creator>Ana</dc:creator>') &&
      core.includes('<dc:language>es-ES</dc:language>'),
  );
  assert.ok(partText(render, 'word/styles.xml').includes('<w:lang w:val="es-ES"'));
});

test('a document written from right to left is so as a whole', () => {
  const { render } = buildWord(
    [
      h(1, 'تقرير'),
      p('مرحبا'),
      tableOf([
        ['أ', 'ب'],
        ['1', '2'],
      ]),
    ],
    { lang: 'ar' },
  );
  const xml = partText(render, 'word/document.xml');
  assert.ok(xml.includes('<w:bidiVisual/>') && xml.includes('<w:bidi/></w:sectPr>') && xml.includes('<w:rtl/>'));
  assert.ok(partText(render, 'word/styles.xml').includes('<w:pPrDefault><w:pPr><w:bidi/>'));
});

test('the cover counts as page 1 and bears neither header nor number', () => {
  const { render } = buildWord([h(1, 'Cover me'), p('x'), h(1, 'A'), p('y')], { style: { cover_page: true } });
  const xml = partText(render, 'word/document.xml');
  const [cover = '', text = ''] = xml.split('</w:sectPr>');
  assert.ok(!cover.includes('headerReference') && !cover.includes('footerReference'));
  assert.ok(text.includes('<w:footerReference w:type="default"') && !text.includes('<w:titlePg/>'));
});

test('without a cover the first page has no number, so that one page is not "Page 1 of 1"', () => {
  const { render } = buildWord([h(1, 'Memo'), p('x')], { type: 'memo' });
  assert.ok(partText(render, 'word/document.xml').includes('<w:titlePg/>'));
  const footers = partNames(render)
    .filter((name) => name.startsWith('word/footer'))
    .map((name) => partText(render, name));
  assert.equal(footers.filter((xml) => xml.includes('NUMPAGES')).length, 1);
});

test('a wide table at the end of a document leaves no empty page behind it', () => {
  const cells = Array.from({ length: 12 }, (_, at) => String(at));
  const xml = wordXml([p('x'), tableOf([cells, cells])]);
  assert.equal(countOf(xml, '<w:sectPr>'), 2);
  assert.ok(/w:orient="landscape"(?:(?!<w:p>|<w:tbl>).)*<\/w:sectPr><\/w:body>/s.test(xml));
});

test('a built document can be built from again', () => {
  const document = composeDocument(
    { blocks: everything(), meta: {}, lang: 'en', name: null, assets: new Map() },
    resolveLook('report'),
  ).document;
  const before = JSON.stringify(document.blocks);
  buildDocx(document, resolveLook('report'), { created: new Date(0) });
  assert.ok(JSON.stringify(document.blocks) === before, 'the writer changed the document');
});

test('turning the page at the start, or twice, makes no empty page', () => {
  const turn = (orientation: 'landscape' | 'portrait'): Block => ({ id: '', type: 'page_break', orientation });
  const cells = Array.from({ length: 12 }, (_, at) => String(at));
  assert.equal(countOf(wordXml([turn('landscape'), p('x')]), '<w:sectPr>'), 1);
  assert.equal(countOf(wordXml([p('x'), turn('landscape'), turn('portrait'), p('y')]), '<w:sectPr>'), 2);
  assert.equal(countOf(wordXml([tableOf([cells, cells]), turn('portrait'), p('y')]), '<w:sectPr>'), 2);
  assert.equal(countOf(wordXml([h(1, 'Title'), tableOf([cells, cells]), p('y')]), '<w:sectPr>'), 3);
});

/** Strings that break what is careless. */
const NASTY = [
  '&<>"\'',
  ']]>',
  '\u0000\u0001\u000b\u001f',
  '\ud800',
  '\udc00x',
  '\ufffe\uffff',
  '\r\n\t\u2028',
  '<!--contents-->',
  '\u202e\u200f\ufeff',
  '</w:t></w:r>',
  '${x}%20%zz',
  '$&$1',
  '\\\\ "\\h',
  'x'.repeat(5_000),
  'é'.repeat(300),
  '中\u0301🎉\u200d',
];
const FREE = new Set([
  'text',
  'name',
  'role',
  'by',
  'tex',
  'unit',
  'alt',
  'date',
  'subject',
  'reference',
  'category_label',
  'language',
  'lang',
  'anchor',
  'link',
]);

/** The same blocks with another string wherever an author's words may stand. */
function fillWith(value: unknown, words: string, key = ''): unknown {
  if (typeof value === 'string') return FREE.has(key) || (key === 'title' && value !== '') ? words : value;
  if (Array.isArray(value)) return value.map((one) => fillWith(one, words, ['from', 'to', 'categories'].includes(key) ? 'text' : key));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, fillWith(inner, words, name)]));
}

test('whatever an author writes, every part is well-formed and says no more than text', async () => {
  const files: Record<string, { bytes: Uint8Array; kind: 'docx' }> = {};
  for (const [at, words] of NASTY.entries()) {
    const blocks = fillWith(everything(), words) as Block[];
    const type = at % 3 === 2 ? 'letter' : 'report';
    const built = buildWord(
      [
        { id: '', type: 'cover', title: words, subtitle: words, eyebrow: words, author: words, organization: words, date: words },
        ...blocks,
      ],
      {
        type,
        assets,
        lang: at % 2 === 0 ? 'en' : 'es',
        meta: { title: words, organization: words },
        style: { header: words, footer: words, font: words.slice(0, 90), cover_page: type === 'report' },
      },
    );
    const delivered = built.deliver(new Map());
    for (const name of partNames(delivered)) if (/\.(xml|rels)$/.test(name)) partText(delivered, name);
    if (at % 6 === 0) files[String(at)] = { bytes: delivered, kind };
  }
  const found = await validateAllOffice(files);
  assert.equal(JSON.stringify(found).slice(0, 1_500), '{}');
});

test('control characters are dropped with a note', () => {
  const built = buildWord([p('a\u0001b\ud800c')]);
  assert.ok(partText(built.render, 'word/document.xml').includes('<w:t>ab\ufffdc</w:t>'));
  assert.deepEqual(
    built.notes.map(({ code }) => code),
    ['characters_dropped'],
  );
});

test('a table wider than Word takes is cut, and all its cells are there', () => {
  const wide = (word: string): string[] => Array.from({ length: 150 }, (_, at) => `${word}${at}`);
  const built = buildWord([tableOf([wide('h'), wide('c')])]);
  const xml = partText(built.render, 'word/document.xml');
  assert.equal(countOf(xml, '<w:tbl>'), 3);
  assert.equal(countOf(xml, '<w:gridCol '), 150);
  assert.ok(xml.includes('>c149<') && built.notes.some(({ code }) => code === 'table_too_wide'));
});

test('spans that do not fit are cut to the grid', () => {
  const rows = [
    [{ runs: [t('a')], colspan: 3, rowspan: 9_999 }, 'b'],
    ['c'],
    [],
    [
      { runs: [t('d')], rowspan: 2 },
      { runs: [t('e')], colspan: 3 },
    ],
  ];
  const xml = wordXml([tableOf(rows, { columns: [{}, {}, {}] })]);
  assert.ok(wordXml([tableOf([[{ runs: [t('a')], colspan: 9_999_999, rowspan: 9_999_999 }], ['b']])]).length < 2_000_000);
  for (const row of xml.split('<w:tr>').slice(1)) {
    const spans = [...row.matchAll(/<w:tc>.*?<\/w:tcPr>/gs)].map(([cell]) => Number(/w:gridSpan w:val="(\d+)"/.exec(cell)?.[1] ?? 1));
    assert.equal(
      spans.reduce((sum, span) => sum + span, 0),
      countOf(xml, '<w:gridCol '),
    );
  }
});

test('a deep tree is written as deep as it is', () => {
  let deep: Block = ul('end');
  for (let depth = 0; depth < 60; depth += 1) deep = depth % 3 === 0 ? { id: '', type: 'quote', blocks: [deep] } : ul([p('x'), deep]);
  const xml = wordXml([deep]);
  assert.ok(xml.includes('>end<'));
  assert.ok([...xml.matchAll(/w:left="(\d+)"/g)].every(([, left]) => Number(left) < 8_505));
});

test('breaks, tabs and special hyphens are the elements that Word has for them', () => {
  const xml = wordXml([p('a\nb\u2028c\td\u2011e\u00adf')]);
  assert.ok(
    xml.includes(
      '<w:t>a</w:t><w:br/><w:t>b</w:t><w:br/><w:t>c</w:t><w:tab/><w:t>d</w:t><w:noBreakHyphen/><w:t>e</w:t><w:softHyphen/><w:t>f</w:t>',
    ),
  );
});

test('a letter puts the address under the letterhead, the subject after the salutation, the closing at the end', () => {
  const blocks: Block[] = [
    {
      id: '',
      type: 'letterhead',
      from: ['House', 'Makers of things', '1 Street'],
      to: ['Ms Reader', 'Town'],
      date: '1 May 2026',
      subject: 'The subject',
      reference: 'R/1',
    },
    p('Dear Ms Reader,'),
    p('Text.'),
    p('Yours sincerely,'),
    p('A. Writer\nDirector'),
    p('Enclosed: a form'),
  ];
  const { render } = buildWord(blocks, { type: 'letter' });
  const styles = [...partText(render, 'word/document.xml').matchAll(/<w:pStyle w:val="(\w+)"/g)].map(([, style]) => style);
  assert.deepEqual(styles, [
    'LetterAddress',
    'LetterAddress',
    'LetterDate',
    'LetterSalutation',
    'LetterSubject',
    'LetterClosing',
    'LetterSigner',
    'LetterRole',
    'LetterEnclosed',
  ]);
  const headers = partNames(render)
    .filter((name) => name.startsWith('word/header'))
    .map((name) => partText(render, name));
  assert.ok(
    headers.some((xml) => xml.includes('House') && xml.includes('Makers of things')) &&
      headers.some((xml) => xml.includes('Ms Reader') && xml.includes('1 May 2026')),
  );
});

test('a memo opens with the grid of who, to whom and about what', () => {
  const xml = wordXml([h(1, 'Move'), p(t('To:', { bold: true }), ' All'), p(t('From:', { bold: true }), ' Operations'), p('Text')], {
    type: 'memo',
  });
  assert.equal(countOf(xml, '<w:pStyle w:val="FactLabel"/>'), 2);
  assert.ok(xml.includes('>Operations<') && xml.indexOf('FactLabel') < xml.indexOf('>Text<'));
});

test('clauses are numbered by their styles, and references to them are fields', () => {
  const clause = (level: number, fields: object): Block => ({ id: '', type: 'clause', level, blocks: [], ...fields }) as Block;
  const blocks = [
    h(1, 'Agreement'),
    clause(1, { title: [t('Terms')], blocks: [clause(2, { anchor: 'pay', blocks: [p('The Client pays.')] })] }),
    clause(1, { title: [t('End')], blocks: [clause(2, { blocks: [p('See clause ', t('1.1', { link: '#pay' }))] })] }),
  ];
  const xml = wordXml(blocks, { type: 'contract' });
  assert.equal(countOf(xml, '<w:pStyle w:val="Clause1"/>'), 2);
  assert.equal(countOf(xml, '<w:pStyle w:val="Clause2"/>'), 2);
  assert.ok(/REF pay \\w \\h/.test(xml) && xml.includes('<w:t>1.1</w:t>'));
});

test('every ordered list begins at its own number', () => {
  const { render } = buildWord([ol('a'), p('between'), { id: '', type: 'list', ordered: true, start: 7, items: [{ blocks: [p('b')] }] }]);
  const numbering = partText(render, 'word/numbering.xml');
  assert.deepEqual(
    [...numbering.matchAll(/startOverride w:val="(\d+)"/g)].map(([, start]) => start),
    ['1', '7'],
  );
});

test('a contract of one page bears no number, a longer one does on every page', () => {
  const numbered = (count: number): number => {
    const { render } = buildWord([h(1, 'Agreement'), ...Array.from({ length: count }, () => p('Words of the contract. '.repeat(30)))], {
      type: 'contract',
    });
    const xml = partText(render, 'word/document.xml');
    return xml.includes('<w:titlePg/>')
      ? 0
      : partNames(render).filter((name) => name.startsWith('word/footer') && partText(render, name).includes('NUMPAGES')).length;
  };
  assert.equal(numbered(2), 0);
  assert.equal(numbered(20), 1);
});

/** Containers around blocks, each with the blocks as the whole of what it holds. */
const CONTAINERS: Record<string, (blocks: Block[]) => Block> = {
  item: (blocks) => ul(blocks),
  cell: (blocks) => tableOf([['head'], [{ runs: [], blocks }]]),
  quote: (blocks) => ({ id: '', type: 'quote', blocks }),
  callout: (blocks) => ({ id: '', type: 'callout', kind: 'note', blocks }),
  column: (blocks) => ({ id: '', type: 'columns', columns: [{ blocks }, { blocks: [] }] }),
  clause: (blocks) => ({ id: '', type: 'clause', level: 2, blocks }),
  slide: (blocks) => ({ id: '', type: 'slide', blocks, notes: [p('spoken')] }),
  footnote: (blocks) => ({ id: '', type: 'footnotes', notes: [{ id: 'n', blocks }] }),
};

const copyOf = (blocks: Block[]): Block[] => structuredClone(blocks);

for (const type of ['report', 'contract'] as const) {
  test(`everything in everything is valid in a ${type}`, async () => {
    const files = Object.fromEntries(
      Object.entries(CONTAINERS).map(([name, around]) => {
        const inside =
          name === 'footnote' ? [p('x', t('', { footnote: 'n' })), around(copyOf(everything()))] : [around(copyOf(everything()))];
        const { render } = buildWord(inside, { assets, type });
        const xml = partText(render, 'word/document.xml') + partText(render, 'word/footnotes.xml');
        assert.ok(!/<\/w:tbl><w:tbl>|<\/w:tbl><\/w:tc>|<w:tc><w:tcPr>(?:(?!<w:p>|<\/w:tc>).)*<\/w:tc>/s.test(xml), name);
        return [name, { bytes: render, kind }];
      }),
    );
    assert.equal(
      JSON.stringify(
        await validateAllOffice(type === 'report' ? files : { cell: files['cell'] ?? { bytes: new Uint8Array(), kind } }),
      ).slice(0, 1_500),
      '{}',
    );
  });
}

test('containers in containers, twenty deep, are well-formed', () => {
  for (const [outer, around] of Object.entries(CONTAINERS)) {
    for (const within of Object.values(CONTAINERS)) {
      let block: Block = p('core');
      for (let depth = 0; depth < 10; depth += 1) block = around([within([block]), p('after')]);
      const { render } = buildWord([p('x', t('', { footnote: 'n' })), block]);
      const text = partText(render, 'word/document.xml') + partText(render, 'word/footnotes.xml');
      assert.ok(text.includes('core') || outer === 'footnote' || text.includes('after'), outer);
    }
  }
});

test('links to a cover, a letterhead or to what shows nothing lead to a bookmark all the same', () => {
  const targets: Block[] = [
    { id: '', type: 'cover', title: 'T', anchor: 'cover' },
    p(t('a', { link: '#cover' }), t('b', { link: '#head' }), t('c', { link: '#empty' }), t('d', { link: '#toc2' })),
    { id: '', type: 'toc' },
    { id: '', type: 'toc', anchor: 'toc2' },
    h(1, 'H'),
    { id: '', type: 'letterhead', from: ['x'], to: [], anchor: 'head' },
    { id: '', type: 'kpis', items: [], anchor: 'empty' },
  ];
  for (const type of ['report', 'letter'] as const) {
    const xml = wordXml(structuredClone(targets), { type, style: { cover_page: true } });
    const names = new Set([...xml.matchAll(/w:bookmarkStart w:id="\d+" w:name="([^"]+)"/g)].map(([, name]) => name));
    const wanted = [...xml.matchAll(/w:anchor="([^"]+)"/g)].map(([, anchor]) => anchor);
    assert.ok(wanted.length >= 4);
    assert.deepEqual(
      wanted.filter((name) => !names.has(name)),
      [],
    );
  }
});

test('a page break before a turned page stays out of the header', () => {
  const { render } = buildWord([
    h(1, 'T'),
    p('x'),
    { id: '', type: 'page_break' },
    { id: '', type: 'page_break', orientation: 'landscape' },
    p('y'),
    { id: '', type: 'page_break' },
  ]);
  for (const name of partNames(render).filter((one) => /word\/(header|footer)/.test(one)))
    assert.ok(!partText(render, name).includes('pageBreakBefore'), name);
});

test('pages turned inside a slide lose nothing', () => {
  const turn = (orientation: 'landscape' | 'portrait'): Block => ({ id: '', type: 'page_break', orientation });
  const cells = Array.from({ length: 12 }, (_, at) => `c${at}`);
  const around: Block = {
    id: '',
    type: 'slide',
    title: [t('Slide')],
    blocks: [p('first'), turn('landscape'), tableOf([cells, cells]), turn('portrait')],
  };
  const xml = wordXml([
    p('before'),
    around,
    turn('landscape'),
    tableOf([cells, cells]),
    turn('portrait'),
    tableOf([], { columns: cells.map(() => ({})) }),
    p('after'),
  ]);
  for (const words of ['before', 'first', 'after']) assert.ok(xml.includes(`>${words}<`), words);
  assert.equal(countOf(xml, '>c11<'), 4);
  assert.equal(countOf(xml, '<w:sectPr>'), 4);
  assert.ok(!/<\/w:sectPr><w:sectPr>/.test(xml));
});

test('a link to a formula leads to its number', () => {
  const xml = wordXml([p(t('the law', { link: '#law' })), { id: '', type: 'equation', tex: 'a', anchor: 'law' }, p('after')]);
  assert.ok(/<w:bookmarkStart w:id="\d+" w:name="law"\/>.*\(1\)/s.test(xml));
  assert.ok(xml.indexOf('w:name="law"') < xml.indexOf('>after<'));
});

test('what waits for a paragraph is not lost where blocks show nothing', () => {
  const blocks: Block[] = [
    p(...['sig', 'cols', 'empty'].map((anchor) => t(anchor, { link: `#${anchor}` })), t('', { link: '#empty' })),
    { id: '', type: 'signatures', parties: [], anchor: 'sig' },
    { id: '', type: 'columns', anchor: 'cols', columns: [{ blocks: [{ id: '', type: 'kpis', items: [], anchor: 'inner' }] }] },
    tableOf([], { caption: [t('No rows')], anchor: 'empty' }),
  ];
  const xml = wordXml(blocks);
  for (const name of ['sig', 'cols', 'inner', 'empty', 'empty_n']) assert.equal(countOf(xml, `w:name="${name}"`), 1, name);
  assert.ok(xml.includes('No rows'));
});

test('a chart shows its figures as a table where that is asked', () => {
  const chart: Block = {
    id: 'c',
    type: 'chart',
    kind: 'column',
    title: 'Sales',
    categories: ['North', 'South'],
    series: [{ name: '2026', values: [41.5, 1250] }],
  };
  assert.equal(countOf(wordXml([chart]), '<w:tbl>'), 0);
  const xml = wordXml([{ ...chart, data: 'table' }]);
  assert.equal(countOf(xml, '<w:tbl>'), 1);
  for (const text of ['North', '41.5', '1,250']) assert.ok(xml.includes(`>${text}<`), text);
});
