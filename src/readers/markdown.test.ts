import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Block } from '../document/block.ts';
import { plainText, type Run } from '../document/inline.ts';
import { walkBlocks } from '../document/walk.ts';
import { createMarkdownStream, readMarkdown } from './markdown.ts';

// ------------------------------------------------------------------------------------- blocks as short lines of text

function sketchRuns(runs: readonly Run[]): string {
  return runs
    .map(({ text, ...marks }) => {
      const names = Object.entries(marks).map(([name, value]) => (value === true ? name : `${name}=${String(value)}`));
      return names.length === 0 ? text : `{${names.join(' ')}:${text}}`;
    })
    .join('');
}

function sketch(block: Block): string {
  const anchor = block.anchor === undefined ? '' : `#${block.anchor}`;
  const inner = (blocks: readonly Block[]): string => `[${blocks.map(sketch).join(', ')}]`;
  const title = 'title' in block && Array.isArray(block.title) ? ` "${sketchRuns(block.title)}"` : '';
  switch (block.type) {
    case 'heading':
      return `h${block.level}${anchor} ${sketchRuns(block.runs)}`;
    case 'paragraph':
      return `p${anchor} ${sketchRuns(block.runs)}`;
    case 'list':
      return `${block.ordered ? `ol${block.start ?? ''}` : block.definitions ? 'terms' : 'ul'}${anchor}[${block.items.map((item) => `${item.checked === undefined ? '' : item.checked ? '☑' : '☐'}${item.blocks.map(sketch).join('; ')}`).join(' / ')}]`;
    case 'quote':
      return `quote${anchor}${inner(block.blocks)}${block.by === undefined ? '' : ` by ${block.by}`}`;
    case 'callout':
      return `${block.kind}${anchor}${title}${inner(block.blocks)}`;
    case 'clause':
      return `clause${block.level}${anchor}${title}${inner(block.blocks)}`;
    case 'columns':
      return `columns${block.ratio?.join(':') ?? ''}${block.columns.map((column) => inner(column.blocks)).join('')}`;
    case 'table':
      return `table${anchor}${block.caption ? ` "${sketchRuns(block.caption)}"` : ''} ${block.rows.map((row) => row.cells.map((cell) => (cell.blocks ? inner(cell.blocks) : sketchRuns(cell.runs)) + (cell.colspan ? `→${cell.colspan}` : '') + (cell.rowspan ? `↓${cell.rowspan}` : '')).join('|')).join(' / ')}${block.total_row ? ' total' : ''}${block.source ? ` (${sketchRuns(block.source)})` : ''}`;
    case 'footnotes':
      return `footnotes ${block.notes.map((note) => `${note.id}${inner(note.blocks)}`).join(' ')}`;
    case 'slide':
      return `slide${anchor} ${block.layout ?? ''}${title}${inner(block.blocks)}${block.notes ? ` notes${inner(block.notes)}` : ''}`;
    case 'sheet':
      return `sheet ${block.name}${inner(block.blocks)}${block.names ? JSON.stringify(block.names) : ''}`;
    case 'image':
      return `image${anchor} ${block.asset ?? 'none'} alt=${block.alt}${block.caption ? ` "${sketchRuns(block.caption)}"` : ''}${block.width === undefined ? '' : ` ${block.width}`}${block.link ? ` → ${block.link}` : ''}`;
    case 'code':
      return `code ${block.language ?? ''}${JSON.stringify(block.text)}`;
    case 'equation':
      return `equation ${JSON.stringify(block.tex)}`;
    default: {
      const { id: _id, type, ...rest } = block;
      return Object.keys(rest).length === 0 ? type : `${type} ${JSON.stringify(rest)}`;
    }
  }
}

/** @param notes codes of the notes, in order; not looked at where left out */
function check(markdown: string, expected: readonly string[], notes?: readonly string[]): void {
  const read = readMarkdown(markdown, { pictures: 2 });
  assert.deepEqual(read.value.blocks.map(sketch), expected);
  if (notes)
    assert.deepEqual(
      read.notes.map((note) => note.code),
      notes,
    );
}

// ---------------------------------------------------------------------------------------------------------- CommonMark

test('headings, paragraphs and breaks', () => {
  check(
    '# A\n\nSoft\nbreak, hard  \nbreak\\\nand<br>html\n\nB\n===\n\n## C ##',
    ['h1 A', 'p Soft break, hard\nbreak\nand\nhtml', 'h1 B', 'h2 C'],
    [],
  );
});

test('marks, code, entities, escapes', () => {
  check('**b** *i* ***bi*** ~~s~~ `c` snake_case \\*no\\* &amp; &copy; &#0;', [
    'p {bold:b} {italic:i} {bold italic:bi} {strike:s} {code:c} snake_case *no* & © \uFFFD',
  ]);
});

test('HTML tags with a meaning become marks, others leave their text and a note', () => {
  check(
    'H<sub>2</sub>O <b>x<i>y</i></b> <kbd>K</kbd> <u>u</u> <mark>m</mark> <span style="color:#ff0000" lang="fr">z</span>',
    ['p H{script=sub:2}O {bold:x}{bold italic:y} {code:K} {underline:u} {bold:m} {lang=fr color=FF0000:z}'],
    [],
  );
  check('<details><summary>S</summary>\n\ntext\n\n</details>', ['p {bold:S}', 'p text'], ['html_dropped']);
  check('x <table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>', ['p x\na b\nc'], ['html_dropped']);
  check(
    'a <!-- secret --> b <script>alert(1)</script>c\n\n<!-- more\n\nsecrets -->\n\n<style>\np {}\n</style>',
    ['p a  b c'],
    ['html_dropped', 'html_dropped', 'html_dropped', 'html_dropped'],
  );
});

test('headings, rules and page breaks in HTML', () => {
  check(
    '<h2 align="center">A *b*</h2>\n\n<hr>\n\n<div style="page-break-after: always;"></div>\n\n<h2>a</h2> <h2>b</h2>',
    ['h2 A {italic:b}', 'divider', 'page_break', 'h2 a', 'h2 b'],
    [],
  );
});

test('HTML tables are tables, with lists and tables in their cells, and without an end too', () => {
  check(
    '<table>\n<caption>C</caption>\n<thead><tr><th>A</th><th colspan="2">B</th></tr></thead>\n\n<tr><td rowspan=2>a</td><td>**b**<br>c</td>\n    <td><ul><li>d</li><li>e</li></ul></td></tr>\n<tr><td>f</td></tr>\n</table>\n\nend',
    ['table "C" A|B→2 / a↓2|{bold:b}\nc|[ul[p d / p e]] / f|', 'p end'],
    ['html_table'],
  );
  check('<table><tr><td>a<table><tr><td>b</td></tr></table></td></tr></table>', ['table [p a, table b]'], ['html_table']);
  check('<table>\n<tr><td>a', ['table a'], ['html_table']);
});

test('headings, lists, definitions, quotes and code in one piece of HTML keep their form, with Markdown between the tags', () => {
  check(
    '<div class="box">\n<h2 id="what">What **we** do</h2>\n<ul>\n  <li>One <b>bold</b></li>\n\n  <li>Two\n    <ol start="3"><li>deep</li></ol></li>\n</ul>\n<p>A [link](https://x.org), `<ul>` &lt;b&gt; and <https://y.org>.</p>\n</div>',
    [
      'h2#what What {bold:we} do',
      'ul[p One {bold:bold} / p Two; ol3[p deep]]',
      'p A {link=https://x.org:link}, {code:<ul>} <b> and {link=https://y.org:https://y.org}.',
    ],
    ['html_dropped'],
  );
  check(
    '<pre><code>a &lt; `b`\n\n  c</code></pre>\n<blockquote>said <i>so</i></blockquote>',
    ['code "a < `b`\\n\\n  c"', 'quote[p said {italic:so}]'],
    [],
  );
  check('Lead:\n<ul>\n<li>\n\n- a\n- b\n\n</li>\n</ul>', ['p Lead:', 'ul[ul[p a / p b]]'], []);
  check('<dl><dt>T<dt>U<dd>what<dd>it is<dt>V</dl>', ['terms[p T\nU; p what; p it is / p V]'], []);
  check('<ul>\n<li>no end', ['ul[p no end]'], []);
  check('</div>\n\n<p align="center">\n  <img src="img:1" alt="A">\n</p>', ['image img:1 alt=A'], []);
});

test('definition lists: terms with what they mean, with and without blank lines', () => {
  check('Apple\n: A fruit.\n: A firm.\nPear\n: Another\n  fruit.\n\n    - green\n\nend', [
    'terms[p Apple; p A fruit.; p A firm. / p Pear; p Another fruit.; ul[p green]]',
    'p end',
  ]);
  check('**Term** one\n\n:   loose\n\nTerm two\n\n:   loose too', ['terms[p {bold:Term} one; p loose / p Term two; p loose too]']);
  check('- Item\n  : meaning\n\n: alone\n\ntime\n:30', ['ul[terms[p Item; p meaning]]', 'p : alone', 'p time :30']);
});

test('links: kept schemes, references, bare addresses, none that run', () => {
  check(
    '[a](https://x.org/?q=1&r=2) <https://y.org> https://z.org/a_(b). me@x.org [r][1]\n\n[1]: http://r.org "t"',
    [
      'p {link=https://x.org/?q=1&r=2:a} {link=https://y.org:https://y.org} {link=https://z.org/a_(b):https://z.org/a_(b)}. {link=mailto:me@x.org:me@x.org} {link=http://r.org:r}',
    ],
    [],
  );
  check('[a](javascript:alert(1)) [b](file:///etc/passwd) [c](other.md)', ['p a b c'], ['link_dropped', 'link_dropped', 'link_dropped']);
});

test('lists: nested, tasks, start, loose, code inside', () => {
  check('- a\n- b\n  1. c\n  2. d\n\n     e\n     ```js\n     x\n     ```\n- [ ] t\n- [x] u', [
    'ul[p a / p b; ol[p c / p d; p e; code js"x"] / ☐p t / ☑p u]',
  ]);
  check('3. a\n4. b\n\n- c', ['ol3[p a / p b]', 'ul[p c]']);
  check('• a\n• **b**\n\n• c', ['ul[p a / p {bold:b}]', 'p • c']);
});

test('quotes, authors of quotes, alerts', () => {
  check('> a\n>\n> b\n> — C. D.', ['quote[p a, p b] by C. D.']);
  check('> — not an author', ['quote[p — not an author]']);
  check('> [!WARNING]\n> hot', ['warning[p hot]']);
});

test('code: fences with a language, indented, maths', () => {
  check('```ts title="x"\na\n\n b\n```\n\n    c\n\n```math\nx^2\n```\n\n$$\ny\n$$', [
    'code ts"a\\n\\n b"',
    'code "c"',
    'equation "x^2"',
    'equation "y"',
  ]);
});

test('prices are no formulas', () => {
  check('It costs $5, not $6 or 10$ or US$ 7. But $x^2$ and $\\alpha$, $5x = 2$; $$z$$.', [
    'p It costs $5, not $6 or 10$ or US$ 7. But {math:x^2} and {math:\\alpha}, {math:5x = 2}; {math:z}.',
  ]);
});

test('pipe tables: alignment, breaks, escaped pipes, short and long rows, totals', () => {
  check(
    '| A | B |\n|:--|--:|\n| `x\\|y` | 1<br>2 |\n| z |\n| p | q | r |',
    ['table A|B / {code:x|y}|1\n2 / z| / p|q', 'p r'],
    ['table_row_too_long'],
  );
  check('| A | B |\n|---|---|\n| x | 1 |\n| Total | 1 |', ['table A|B / x|1 / Total|1 total']);
  check('Table: Sales\n\n| A |\n|---|\n| x |\n\n*Source: us*', ['table "Sales" A / x (us)']);
});

test('footnotes in the order of their references; unused and doubled ones are not lost', () => {
  check(
    'b[^b] a[^a] none[^z]\n\n[^a]: A\n[^b]: B **x**\n\n    more\n[^c]: C\n[^a]: again',
    ['p b{footnote=b:} a{footnote=a:} none[^z]', 'p again', 'p C', 'footnotes b[p B {bold:x}, p more] a[p A]'],
    ['footnote_duplicate', 'footnote_unused'],
  );
});

// ----------------------------------------------------------------------------------------------------------- our dialect

test('anchors: own, by slug, for any block; broken links keep their text', () => {
  check(
    '## Über uns!\n\n[x](#über-uns) [y](#own) [z](#nowhere)\n\n{#own}\npara\n\n# H {#h}\n\n# H {#h}',
    ['h2#über-uns Über uns!', 'p {link=#über-uns:x} {link=#own:y} z', 'p#own para', 'h1#h H', 'h1 H'],
    ['anchor_duplicate', 'link_broken'],
  );
  check('# A\n\n# A\n\n[x](#a-1)', ['h1 A', 'h1#a-1 A', 'p {link=#a-1:x}']);
});

test('pictures are between paragraphs; missing and remote ones keep their words', () => {
  check('![One **b**](img:1){width=60% alt="the alt" #fig}', ['image#fig img:1 alt=the alt "One {bold:b}" 0.6'], []);
  check('a ![x](img:2) b', ['p a', 'image img:2 alt=x "x"', 'p b'], []);
  check('[![x](img:1)](https://a.org)', ['image img:1 alt=x "x" → https://a.org'], []);
  check('![x](img:9) ![y](https://a.org/b.png)', ['image none alt=x "x"', 'image none alt=y "y"'], ['image_missing', 'image_remote']);
});

test('cover, letterhead, signatures: fields in braces or in lines', () => {
  check('# before\n\n:::cover{title="T" logo=img:1 date=2026}\n:::', ['h1 before', 'cover {"title":"T","date":"2026","logo":"img:1"}'], []);
  check(':::cover\n# T\nsub\n:::', ['cover {"title":"T","subtitle":"sub"}'], []);
  check(
    ':::letterhead{from="A|B \\| C" subject=Hello world}\nto: X\ndate: today\n:::',
    ['letterhead {"from":["A","B | C"],"to":["X"],"date":"today","subject":"Hello world"}'],
    [],
  );
  check(
    ':::signatures{parties="Acme, S.L.|Bob — director"}\n:::',
    ['signatures {"parties":[{"name":"Acme, S.L."},{"name":"Bob","role":"director"}]}'],
    [],
  );
});

test('callouts, columns, key figures', () => {
  check(
    ':::callout{kind=key title="In *short*"}\nx\n:::\n\n:::warning Mind\ny\n:::',
    ['key "In {italic:short}"[p x]', 'warning "Mind"[p y]'],
    [],
  );
  check(':::columns{ratio=2:1}\nl\n\n::col\nr\n:::', ['columns2:1[p l][p r]'], []);
  check(
    ':::kpis\n- **€4.2M** | Revenue | +12 %\n:::',
    ['kpis {"items":[{"value":[{"text":"€4.2M"}],"label":[{"text":"Revenue"}],"change":[{"text":"+12 %"}]}]}'],
    [],
  );
});

test('pages and contents', () => {
  check(
    '::toc\n\n::pagebreak\n\n::landscape\n\n::portrait\n\n:::toc\n:::\n\n\\newpage',
    ['toc', 'page_break', 'page_break {"orientation":"landscape"}', 'page_break {"orientation":"portrait"}', 'toc', 'page_break'],
    [],
  );
  check(':::landscape\nwide\n:::', ['page_break {"orientation":"landscape"}', 'p wide', 'page_break {"orientation":"portrait"}'], []);
});

test('charts: columns by name, figures of both notations, no figures stay a table', () => {
  check(
    ':::chart{type=bar x=Q y="B" unit=€ title="T"}\n| Q | A | B |\n|---|---|---|\n| 1 | 2 | € 1,234.5 |\n| 2 | 3 | −1.5k |\n:::',
    [
      'chart {"kind":"bar","categories":["1","2"],"series":[{"name":"B","values":[1234.5,-1500]}],"title":"T","unit":"€","category_label":"Q"}',
    ],
    ['chart_column_unused'],
  );
  check(':::chart\n| Q | A |\n|---|---|\n| 1 | many |\n:::', ['table Q|A / 1|many'], ['chart_value_invalid', 'chart_invalid']);
});

test('figures of a Spanish text are read with a decimal comma', () => {
  const read = readMarkdown(
    'Las ventas de la empresa han crecido en el año.\n\n:::chart\n| T | V |\n|---|---|\n| 1 | 1.234 |\n| 2 | 2,5 |\n:::',
    { pictures: 0 },
  );
  const chart = read.value.blocks[1];
  assert.deepEqual(chart?.type === 'chart' && chart.series[0]?.values, [1234, 2.5]);
});

test('typed tables: types, sums, merged cells, cells with blocks', () => {
  check(
    ':::table{types="text,eur2" total=sum caption="C" source="S"}\n| A | B |\n|---|--:|\n| x | € 1,200.50 |\n| y | € 10.25 |\n:::',
    ['table "C" A|B / x|€ 1,200.50 / y|€ 10.25 / Total|€ 1,210.75 total (S)'],
    [],
  );
  check(':::table\n| A | << | B |\n|---|---|---|\n| x | y | z |\n| ^^ | w | v |\n:::', ['table A→2|B / x↓2|y|z / w|v'], []);
  check(
    '::::table{header=0}\n:::row\n:::cell{colspan=2}\n- a\n:::\n:::\n:::row\n:::cell\nb\n:::\n:::\n::::',
    ['table [ul[p a]]→2 / b|'],
    [],
  );
});

test('clauses: directives, and typed numbers of a contract where they are in order', () => {
  check(':::clause{title="One" #one}\na\n\n:::clause\nb\n:::\n:::', ['clause1#one "One"[p a, clause2[p b]]'], []);
  const contract =
    '# Service agreement\n\n## 1. Scope\n\n1.1 First.\n\n1.2 Second:\n\n(a) x;\n\n(b) y.\n\n## 2. Fees\n\nText.\n\n## Signatures\n\nz';
  check(
    contract,
    [
      'h1 Service agreement',
      'clause1 "Scope"[clause2[p First.], clause2[p Second:, clause3[p x;], clause3[p y.]]]',
      'clause1 "Fees"[p Text.]',
      'h2 Signatures',
      'p z',
    ],
    [],
  );
  check(
    contract.replace('## 2. Fees', '## 3. Fees'),
    [
      'h1 Service agreement',
      'h2 1. Scope',
      'p 1.1 First.',
      'p 1.2 Second:',
      'p (a) x;',
      'p (b) y.',
      'h2 3. Fees',
      'p Text.',
      'h2 Signatures',
      'p z',
    ],
    [],
  );
});

test('clauses: the plain headings of a contract, but not its parts, nor those that are numbered in words', () => {
  const contract =
    '# Lease agreement\n\n## Parties\n\na\n\n## Rent\n\nb\n\n### Deposit\n\nc\n\n## Term\n\nd\n\n## Ending\n\ne\n\n## Signatures\n\nf';
  check(
    contract,
    [
      'h1 Lease agreement',
      'h2 Parties',
      'p a',
      'clause1 "Rent"[p b, h3 Deposit, p c]',
      'clause1 "Term"[p d]',
      'clause1 "Ending"[p e]',
      'h2 Signatures',
      'p f',
    ],
    [],
  );
  const spelled = '# Contrato de arrendamiento\n\n## Primera. Objeto\n\n## Segunda. Renta\n\n## Tercera. Plazo';
  check(spelled, ['h1 Contrato de arrendamiento', 'h2 Primera. Objeto', 'h2 Segunda. Renta', 'h2 Tercera. Plazo'], []);
  check(
    contract.replace('# Lease agreement', '# Lease report'),
    [
      'h1 Lease report',
      'h2 Parties',
      'p a',
      'h2 Rent',
      'p b',
      'h3 Deposit',
      'p c',
      'h2 Term',
      'p d',
      'h2 Ending',
      'p e',
      'h2 Signatures',
      'p f',
    ],
    [],
  );
});

test('slides and sheets', () => {
  check(
    '::slide{layout=title title="A"}\n\n::slide\n# B\n- x\n\n:::notes\nsay\n:::\n\n---\n\nc\n\n---\n\n::slide\nd',
    ['slide title "A"[]', 'slide  "B"[ul[p x]] notes[p say]', 'slide [p c]', 'slide [p d]'],
    [],
  );
  check(
    '# Sheet: Budget\n\n::name{TaxRate=0.21}\n\n| A |\n|---|\n| =[X]*2 |',
    ['sheet Budget[table A / {code:=[X]*2}]{"TaxRate":"0.21"}'],
    [],
  );
});

test('unknown and unclosed directives keep their content', () => {
  check(
    ':::foo Label\nx\n:::\n\n::bar{a=b}\n\n:::note\nrest',
    ['p Label', 'p x', 'p ::bar{a=b}', 'note[p rest]'],
    ['directive_unknown', 'directive_unknown', 'directive_unclosed'],
  );
  check('std::vector and ::1 and a :::note in text\n\n:::', ['p std::vector and ::1 and a :::note in text'], ['directive_stray_end']);
});

test('front matter gives the title and the language', () => {
  const read = readMarkdown('---\ntitle: "T: x"\nauthor: A\nlang: es_ES\nfoo: 1\n---\n\ntext', { pictures: 0 });
  assert.deepEqual(read.value.meta, { title: 'T: x', author: 'A', lang: 'es-ES' });
  assert.deepEqual(read.value.blocks.map(sketch), ['h1 T: x', 'p text']);
  assert.deepEqual(
    read.notes.map((note) => note.code),
    ['front_matter_unknown'],
  );
  check('% T\n% A\n\n# T\n\nx', ['h1 T', 'p x'], []);
  assert.deepEqual(
    readMarkdown('---\ntitle: >\n  A long\n  title\nauthor:\n  - "A"\n  - B\ntags:\n  - x\n---\n', { pictures: 0 }).value.meta,
    { title: 'A long title', author: 'A, B' },
  );
  check('---\n\ntext\n\n---', ['divider', 'p text', 'divider'], []);
  check('---\nconstructor: x\n__proto__: y\n---\na', ['p a'], ['front_matter_unknown']);
});

test('notes name the line and the block', () => {
  const { notes } = readMarkdown('---\ntitle: T\n---\n# T\n\na\n\n- b\n- ![c](img:7)\n', { pictures: 1 });
  assert.deepEqual(
    notes.map(({ code, severity, line, blockId }) => ({ code, severity, line, blockId })),
    [{ code: 'image_missing', severity: 'warning', line: 9, blockId: 'b3' }],
  );
});

test('ids count in reading order', () => {
  const { value } = readMarkdown('# A\n\n- b\n\n  c\n\n> d', { pictures: 0 });
  assert.deepEqual(
    [...walkBlocks(value.blocks)].map((block) => `${block.id} ${block.type}`),
    ['b1 heading', 'b2 list', 'b3 paragraph', 'b4 paragraph', 'b5 quote', 'b6 paragraph'],
  );
});

test('the stream tells each block with its own text, then the same content', () => {
  const markdown = '# A\n\ntext\n\n| x |\n|---|\n| y |\n';
  const stream = createMarkdownStream({ pictures: 0 });
  const steps = [...stream.push(markdown.slice(0, 7)), ...stream.push(markdown.slice(7)), ...stream.end()];
  assert.deepEqual(
    steps.filter((step) => step.kind === 'started').map((step) => [step.blockId, step.index, step.blockType, step.level]),
    [
      ['b1', 0, 'heading', 1],
      ['b2', 1, 'paragraph', undefined],
      ['b3', 2, 'table', undefined],
    ],
  );
  assert.deepEqual(
    steps.filter((step) => step.kind === 'delta').map((step) => step.text),
    ['# A', 'text', '| x |\n|---|\n| y |'],
  );
  assert.deepEqual(stream.result(), readMarkdown(markdown, { pictures: 0 }));
});

test('lines of an address, and labels below each other, stay lines; wrapped text does not', () => {
  const lines = (text: string): number => {
    const [block] = readMarkdown(text, { pictures: 0 }).value.blocks;
    return block?.type === 'paragraph' ? plainText(block.runs).split('\n').length : 0;
  };
  assert.equal(lines('**Bill to:**\nOrchard House School\n4 Orchard Road\nBath BA2 5LF'), 4);
  assert.equal(lines('**Invoice number:** 2026-0418\n**Due date:** 20 December 2026'), 2);
  assert.equal(lines('**Engineer** — Harrow & Finch\n*2020 – 2024*'), 2);
  assert.equal(
    lines(
      '**Note** that this text was wrapped by hand at some forty\ncharacters, as people do, and goes on in the next line\nwithout meaning it.',
    ),
    1,
  );
  assert.equal(lines('Plain text of\ntwo lines'), 1);
});
