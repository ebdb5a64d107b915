import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Block } from '../document/block.ts';
import { plainText } from '../document/inline.ts';
import { readHtml } from './html.ts';

const read = (html: string) => readHtml(new TextEncoder().encode(html));

function outline(blocks: readonly Block[], indent = ''): string[] {
  return blocks.flatMap((block): string[] => {
    if (block.type === 'heading') return [`${indent}h${block.level} ${plainText(block.runs)}`];
    if (block.type === 'paragraph') return [`${indent}p ${plainText(block.runs)}`];
    if (block.type === 'list')
      return block.items.flatMap((item, at) => [
        `${indent}${block.ordered ? `${(block.start ?? 1) + at}.` : block.definitions ? 'term' : '-'}`,
        ...outline(item.blocks, `${indent}  `),
      ]);
    if (block.type === 'table') return block.rows.map((row) => `${indent}| ${row.cells.map((cell) => plainText(cell.runs)).join(' | ')}`);
    if (block.type === 'quote') return [`${indent}>`, ...outline(block.blocks, `${indent}  `)];
    return [`${indent}${block.type}`];
  });
}

function check(html: string, expected: readonly string[]): void {
  assert.deepEqual(outline(read(html).value.blocks), expected);
}

test('headings, paragraphs without ends, text beside blocks', () => {
  check('<h2>A <b>b</b></h2><p>one<p>two<div>three<p>four</div>five', ['h2 A b', 'p one', 'p two', 'p three', 'p four', 'p five']);
});

test('lists nest, items without ends end', () => {
  check('<ul><li>a<li>b<ul><li>c</ul></ul><ol start=3><li>x</ol>', ['-', '  p a', '-', '  p b', '  -', '    p c', '3.', '  p x']);
});

test('terms are a list, with what they mean below them', () => {
  check('<dl><dt>Coffee<dd>Black<dd>Hot<dt>Milk<div><dd>White</div><dt>Oat<dt>Soy<dd>Green</dl>', [
    'term',
    '  p Coffee',
    '  p Black',
    '  p Hot',
    'term',
    '  p Milk',
    '  p White',
    'term',
    '  p Oat\nSoy',
    '  p Green',
  ]);
  check('<dl><dd>alone<dt hidden>no<dt>Outer<dd><dl><dt>Inner<dd>deep</dl></dl>', [
    'p alone',
    'term',
    '  p Outer',
    '  term',
    '    p Inner',
    '    p deep',
  ]);
});

test('tables with rows and cells that are not ended', () => {
  check('<table><thead><tr><th>A<th>B<tbody><tr><td>1<td>2<tr><td>3</table>', ['| A | B', '| 1 | 2', '| 3']);
});

test('scripts, styles and hidden parts are left out; only hidden text is said', () => {
  const { value, notes } = read(
    '<p>a<script>"<p>x</p>"</script><style>p{}</style><p style="display: none">secret</p><p hidden>too</p><!-- c --><p>b',
  );
  assert.deepEqual(outline(value.blocks), ['p a', 'p b']);
  assert.deepEqual(
    notes.map(({ code }) => code),
    ['hidden_text'],
  );
});

test('text in the colour of its background is left out, unless something else may lie behind it', () => {
  const gone = [
    '<p style="color:#fff">x',
    '<p><font color=white>x</font>',
    '<div style="color: rgb(254, 255, 255) !important"><p>x</p></div>',
    '<table><tr><td bgcolor="#203040"><span style="color:#203040">x</span></table>',
    '<body style="background:#111"><p style="color:#111111">x',
  ];
  for (const page of gone)
    assert.deepEqual(
      read(`${page}`).notes.map(({ code }) => code),
      ['hidden_text'],
      page,
    );
  const stays = [
    '<p style="color:#ff0">x',
    '<body style="background:#111"><p style="color:#fff">x',
    '<div style="background:url(a.png)"><p style="color:#fff">x</div>',
    '<a style="color:#fff;background-color:#06c">x</a>',
    '<div style="color:#fff"><p style="color:#000">x</div>',
    '<style>.hero{background:#000}</style><p style="color:#fff">x',
    '<link rel="stylesheet" href="a.css"><p style="color:#fff">x',
    '<p style="color:#fff;position:absolute;top:9px">x',
    '<table><tr bgcolor="navy"><td style="color:white">x</table>',
  ];
  for (const page of stays) {
    const { value, notes } = read(page);
    assert.deepEqual([notes.length, outline(value.blocks).join('').at(-1)], [0, 'x'], page);
  }
});

test('what a style sheet of the page hides is left out, what another rule shows stays', () => {
  const page = (styles: string, body: string): string => `<style>${styles}</style>${body}`;
  check(
    page(
      '.x, #y { color: red; display: none } div.z{visibility:hidden}',
      '<p class="a x">no</p><p id="y">no</p><div class="z">no</div><p class="z">yes',
    ),
    ['p yes'],
  );
  check(
    page(
      '.tab { display: none } .tab.open { display: block } .late{display:none} .late{display:flex}',
      '<div class="tab">no</div><div class="tab open">yes</div><p class="late">yes</p><p class="tab" style="display:block">yes',
    ),
    ['p yes', 'p yes', 'p yes'],
  );
  check(
    page(
      '@media print { .p { display: none } } .q:hover { display: none } .r .s { display: none } /* .t { display: none } */ * { display: none } body { display: none }',
      '<p class="p">a<p class="q">b<div class="r"><p class="s">c</div><p class="t">d',
    ),
    ['p a', 'p b', 'p c', 'p d'],
  );
  check('<style media="print">p { display: none }</style><p>a', ['p a']);
  assert.deepEqual(
    read(page('.x{display:none}', '<p class="x">secret')).notes.map(({ code }) => code),
    ['hidden_text'],
  );
});

test('white space folds, breaks stay, references become characters', () => {
  const [block] = read('<p>  a \n b<br> c &eacute;&#x41;&nope; <a href="https://x.example/">l</a> <a href="javascript:x">m</a>').value
    .blocks;
  assert.deepEqual(block?.type === 'paragraph' && block.runs, [
    { text: 'a b\nc éA&nope; ' },
    { text: 'l', link: 'https://x.example/' },
    { text: ' m' },
  ]);
});

test('an encoding that the page declares is believed', () => {
  const bytes = Buffer.from('<meta charset="windows-1252"><p>caf\xe9 \x80', 'latin1');
  assert.deepEqual(outline(readHtml(bytes).value.blocks), ['p café €']);
});

test('pages made to harm are read as well as any', () => {
  for (const piece of [
    '<div>',
    '<table><tr><td>',
    '<a ',
    '<ul><li>',
    '<p>',
    '&',
    '<!--',
    '<b><i>',
    '</p>',
    '<x y=">',
    '<table><tr><td rowspan=1000 colspan=1000>',
    '<tr><td rowspan=1000 colspan=1000>',
    '<style>.a{display:none}.b{display:none}</style><p class="c a">',
    '<style>{{{',
    '<style>.a,',
    '<a href=1>',
    '<table>x<i>y',
    '<b><p>',
  ]) {
    const { value } = read(`${piece.repeat(5_000)}end`);
    assert.ok(value.blocks.length < 20_000, piece);
  }
});

test('formatting that is never closed is opened again in each paragraph, and none of them is lost', () => {
  const page = `<p>${Array.from({ length: 600 }, (_, at) => `<b class=c${at}>`).join('')}${'</p><p>a'.repeat(700)}`;
  const { value, notes } = read(page);
  assert.deepEqual([value.blocks.length, notes.length], [700, 0]);
});

test('a page with more elements than can be held says that its end was not read', () => {
  const page = `<p>first</p><p>${Array.from({ length: 2_000 }, (_, at) => `<b class=c${at}>`).join('')}${'</p><p>a'.repeat(2_000)}`;
  const { value, notes } = read(page);
  assert.deepEqual(outline(value.blocks)[0], 'p first');
  assert.deepEqual(
    notes.map(({ code }) => code),
    ['text_cut'],
  );
});

test('what forms hold, drawings say and dialogs show is read; what is chosen of a list is one option', () => {
  check(
    '<p>Name <input value="Ana"> <input type=hidden value=no><select><option>a<option selected>b</select><textarea>two\nlines</textarea>',
    ['p Name Ana b two\nlines'],
  );
  check('<select multiple><option>a<option>b</select><button>Send</button><input type=submit value=Go>', ['p a, b Send Go']);
  check('<svg><defs><text>no</text></defs><title>no</title><g><text>North <tspan>12</tspan></text></g></svg>', ['p North 12']);
  check('<dialog open><p>yes</dialog><dialog><p>no</dialog><xmp>a <b></xmp>', ['p yes', 'code']);
});

test('formulas are TeX: their own where they carry it', () => {
  const [first, second] = read(
    '<p>a <math><semantics><mi>x</mi><annotation encoding="application/x-tex">x^2</annotation></semantics></math></p>' +
      '<math display="block"><mfrac><mn>1</mn><msup><mi>x</mi><mn>2</mn></msup></mfrac><mo>%</mo></math>',
  ).value.blocks;
  assert.deepEqual(first?.type === 'paragraph' && first.runs, [{ text: 'a ' }, { text: 'x^2', math: true }]);
  assert.equal(second?.type === 'equation' && second.tex, '\\frac{1}{x^{2}} \\%');
});

test('numbers of items that jump begin a list of their own', () => {
  check('<ol start=5><li>a<li value=9>b<li>c<li value=11>d</ol>', ['5.', '  p a', '9.', '  p b', '10.', '  p c', '11.', '  p d']);
});

test('letters, Roman numerals and numbers that fall are said in words', () => {
  check('<ol type=a start=3><li>x<li value=28>y</ol>', ['-', '  p c. x', '-', '  p ab. y']);
  check('<ol type=I><li>x<ul><li>in</ul><li>y<li hidden>no<li>z</ol>', [
    '-',
    '  p I. x',
    '  -',
    '    p in',
    '-',
    '  p II. y',
    '-',
    '  p III. z',
  ]);
  check('<ol style="list-style: upper-latin inside"><li><h3>T</h3></ol>', ['-', '  p A.', '  h3 T']);
  check('<ol reversed><li>x<li>y<li value=9>z</ol>', ['-', '  p 3. x', '-', '  p 2. y', '-', '  p 9. z']);
  check('<ol type=1 start=-1><li>x</ol><ol type=a start=0><li>x</ol>', ['1.', '  p x', '-', '  p 0. x']);
});

test('the reading of characters is in brackets, once', () => {
  check('<p><ruby>漢<rt>kan</rt>字<rt>ji</rt></ruby> <ruby>字<rp>(</rp><rt>ji</rt><rp>)</rp></ruby>', ['p 漢(kan)字(ji) 字(ji)']);
});

test('a page within the page is read, what it hides is not, and no frame in it', () => {
  check(`<p>a<iframe srcdoc="<p>inner</p><p hidden>no</p><iframe srcdoc='deep'></iframe>"></iframe><p>b`, ['p a', 'p inner', 'p b']);
  check('<p>a<iframe src="https://example.org">fallback</iframe>', ['p a']);
});

test('code has its language, words no places to divide them, and empty fields what they ask for', () => {
  const [first, second] = read('<pre class=lang-c>x</pre><pre><code class="hljs language-js">a</code></pre>').value.blocks;
  assert.deepEqual(
    [first, second].map((block) => block?.type === 'code' && block.language),
    ['c', 'js'],
  );
  check('<p>soft&shy;ly <input placeholder="Your name"><input placeholder=no value=Ann>', ['p softly Your name Ann']);
});
