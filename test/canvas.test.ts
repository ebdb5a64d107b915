import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Canvas } from '../src/document/block.ts';
import { COLOR_ROLES } from '../src/document/canvas-values.ts';
import { composeDocument } from '../src/document/compose.ts';
import type { Document } from '../src/document/document.ts';
import { composeDeck } from '../src/document/compose-deck.ts';
import { resolveLook, type Look } from '../src/document/look.ts';
import { decodeXml } from '../src/ooxml/decode-xml.ts';
import { readZip } from '../src/ooxml/read-zip.ts';
import { readMarkdown } from '../src/readers/markdown.ts';
import { buildDocx } from '../src/writers/docx.ts';
import { writeMarkdown } from '../src/writers/markdown.ts';
import { planDeck, writePptx } from '../src/writers/pptx.ts';
import { writeTypst } from '../src/writers/typst.ts';
import { typesetClean } from './support/typeset.ts';
import { assets } from './support/any-document.ts';
import { validateOffice } from './support/validate-office.ts';
import { readCanvas } from '../src/readers/read-canvas.ts';
import { flatItems, type CanvasFault, type DrawnItem, type DrawnShape } from '../src/canvas/drawing.ts';
import { layOutCanvas, type CanvasTheme, type LaidOutCanvas } from '../src/canvas/lay-out-canvas.ts';

const theme: CanvasTheme = {
  colors: {
    ...(Object.fromEntries(COLOR_ROLES.map((role) => [role, '252E38'])) as CanvasTheme['colors']),
    ground: 'FFFFFF',
    accent: '0E6E73',
  },
  faces: { text: 'Calibri', display: 'Georgia', code: 'Consolas' },
  fontSize: 20,
};

function lay(html: string, more: Partial<Canvas> = {}): LaidOutCanvas {
  const { nodes, rules } = readCanvas(html);
  const pictures = new Map([['img:1', { width: 400, height: 200 }]]);
  return layOutCanvas({ id: 'b1', type: 'canvas', nodes, rules, ...more }, { theme, width: 1280, height: 720, slide: true, pictures });
}
const itemsOf = (html: string): Exclude<DrawnItem, { kind: 'group' }>[] => [...flatItems(lay(html).drawing.items)];
const shapesOf = (html: string): DrawnShape[] => itemsOf(html).filter((item) => item.kind === 'shape');
const faultsOf = (html: string): CanvasFault['kind'][] => lay(html).faults.map(({ kind }) => kind);
const wordsOf = ({ text }: DrawnShape): string => text?.paragraphs.flatMap(({ runs }) => runs.map((run) => run.text)).join('') ?? '';

test('boxes share a row by their shares, gaps and padding', () => {
  const [a, b] = shapesOf(
    '<div style="flex-direction:row;gap:20px;padding:40px;height:720px"><div style="flex:1;background:#eee"></div><div style="flex:2;background:#ddd"></div></div>',
  );
  assert.deepEqual(a?.rect, { x: 40, y: 40, w: 393, h: 640 });
  assert.deepEqual(b?.rect, { x: 453, y: 40, w: 787, h: 640 });
});

test('a figure that must not break was pushed under its neighbour', () => {
  const stat = (words: string): string =>
    `<div style="flex:1;padding-right:12px"><p style="white-space:nowrap;font-size:40px">${words}</p></div>`;
  const html = `<div style="flex-direction:row;width:760px">${stat('95')}${stat('2,700 to 6,500 K')}${stat('9 W')}${stat('5 years')}</div>`;
  assert.deepEqual(faultsOf(html), []);
  const [, long, next] = shapesOf(html);
  assert.ok((long?.rect.x ?? 0) + (long?.rect.w ?? 0) <= (next?.rect.x ?? 0));
});

test('shares of one under a percent format were drawn as hundredths of a percent', () => {
  const chartOf = (format: string, figures: readonly string[], more = '') => {
    const rows = figures.map((figure, at) => `<tr><td>${at}</td><td>${figure}</td></tr>`).join('');
    const html = `<x-chart type="line" format="${format}" ${more}><table><tr><th>Week</th><th>Waste</th></tr>${rows}</table></x-chart>`;
    const [item] = itemsOf(html);
    assert.ok(item?.kind === 'chart');
    return item;
  };
  const valuesOf = (format: string, figures: readonly string[]) => chartOf(format, figures).chart.series[0]?.values;
  assert.deepEqual(valuesOf('0%', ['0.19', '', '0.07']), [19, null, 7]);
  assert.deepEqual(valuesOf('0%', ['19', '0.5']), [19, 0.5]);
  assert.deepEqual(valuesOf('0%', ['1', '0']), [1, 0]);
  assert.deepEqual(valuesOf('0.00', ['0.19', '0.5']), [0.19, 0.5]);
  const { wishes, colors } = chartOf('0%', ['0.19', '0.5'], 'max="0.6" step="10" colors="#112233 rgb(1, 2, 3),#445566"');
  assert.deepEqual([wishes.max, wishes.step, colors], [60, 10, ['112233', '010203', '445566']]);
});

test('the rows of a grid share their columns, whatever the cells hold', () => {
  const cells = ['one', 'a much longer text in the second cell', 'three', 'four'].map(
    (text) => `<div style="background:#eee"><p>${text}</p></div>`,
  );
  const shapes = shapesOf(`<div style="display:grid;grid-template-columns:200px 1fr 1fr;gap:10px;width:1000px">${cells.join('')}</div>`);
  assert.deepEqual(
    shapes.map(({ rect }) => [rect.x, rect.w]),
    [
      [0, 200],
      [210, 390],
      [610, 390],
      [0, 200],
    ],
  );
});

test('a box that holds only text carries it, and the first heading names the slide', () => {
  const shapes = shapesOf(
    '<h1>Title</h1><h2>Part</h2><div style="background:#0B3B40;padding:10px 20px"><p style="color:#fff">Words</p></div>',
  );
  assert.deepEqual(
    shapes.map((shape) => [wordsOf(shape), shape.heading, shape.paint === undefined]),
    [
      ['Title', 1, true],
      ['Part', 2, true],
      ['Words', undefined, false],
    ],
  );
  assert.equal(shapes[2]?.text?.rect.x, 20);
});

test('what is wrong is named with its element', () => {
  const check = (html: string, ...kinds: CanvasFault['kind'][]): void => assert.deepEqual(faultsOf(html), kinds, html);
  check('<p>Fine</p>');
  check('<p style="height:20px;width:200px">Many words that cannot be in so little a box as this one is</p>', 'text_overflow');
  check('<p style="width:60px">Extraordinarily</p>', 'word_broken');
  check('<p style="position:absolute;left:1250px;top:0;white-space:nowrap">Over the edge</p>', 'off_page');
  check('<p style="position:absolute;left:0;top:0">One text</p><p style="position:absolute;left:10px;top:5px">Another</p>', 'overlap');
  check('<p>Under</p><div style="position:absolute;left:0;top:0;width:90px;height:40px;background:#eee"></div>', 'overlap');
  check('<p style="color:#bbb">Pale</p>', 'contrast_low');
  check('<div style="background:#222;padding:4px"><p style="color:#333">Dark on dark</p></div>', 'contrast_low');
  check('<p style="font-size:11px">Small</p>', 'type_small');
  check('<p style="font-family:Papyrus">Unknown face</p>', 'face_unmeasured');
  check('<x-line from="a" to="nowhere"></x-line><p id="a">A</p>', 'line_loose');
  check('<i data-icon="no-such-icon"></i>', 'icon_unknown');
  check('<img src="img:7" alt="x" style="width:100px;height:80px">', 'picture_missing');
  check('<p style="width:360px">Incomprehensibilities uncharacteristically ok</p>', 'last_line_short');
  // a lonely word takes the one before it along where that costs no line
  check('<p style="width:440px">A sentence of some length whose last line ends badly: alas</p>');
});

test('connectors meet the sides that face each other', () => {
  const html =
    '<div style="flex-direction:row;gap:100px;padding:50px"><div id="a" style="width:100px;height:60px;background:#eee"></div><div id="b" style="width:100px;height:60px;background:#eee"></div></div><x-line from="a" to="b"></x-line>';
  const line = itemsOf(html).find((item) => item.kind === 'line');
  assert.ok(line?.kind === 'line');
  assert.deepEqual(line.points, [
    { x: 150, y: 80 },
    { x: 250, y: 80 },
  ]);
  assert.deepEqual([line.from, line.to, line.endArrow], [{ id: 'a', side: 3 }, { id: 'b', side: 1 }, true]);
});

test('pictures are cropped to their box, icons and vectors become paths, charts keep their figures', () => {
  const items = itemsOf(
    '<img src="img:1" alt="A view" style="width:100px;height:100px"><i data-icon="truck" style="width:48px;height:48px;color:var(--accent)"></i>' +
      '<svg viewBox="0 0 10 10" style="width:100px;height:100px"><circle cx="5" cy="5" r="4" fill="#f00"/><path d="M0 0 Q5 5 10 0" stroke="#000" fill="none"/></svg>' +
      '<x-chart type="bar"><table><tr><th>Q</th><th>Sales</th></tr><tr><td>Q1</td><td>1,200</td></tr></table></x-chart>',
  );
  const [picture, icon, circle, curve, chart] = items;
  assert.deepEqual(picture?.kind === 'picture' && picture.crop, { left: 0.25, right: 0.25, top: 0, bottom: 0 });
  assert.ok(icon?.kind === 'shape' && icon.form.kind === 'path' && icon.stroke?.color.hex === '0E6E73');
  assert.deepEqual(circle?.rect, { x: 10, y: 158, w: 80, h: 80 });
  assert.ok(curve?.kind === 'shape' && curve.paint === undefined && curve.stroke?.width === 10);
  assert.deepEqual(chart?.kind === 'chart' && chart.chart.series, [{ name: 'Sales', values: [1200] }]);
});

test('what the subset lacks is named in a note, and its text is kept', () => {
  const { nodes, notes } = readCanvas(
    '<marquee>Kept</marquee><p style="float:left;color:blurple">x</p><style>p:hover{color:red}</style><script>alert(1)</script>',
  );
  assert.deepEqual(
    notes.map(({ message }) => message),
    [
      'A canvas leaves out elements (their content is kept where it is text) <marquee>, <script>.',
      'A canvas leaves out properties float.',
      'A canvas leaves out values color: blurple.',
      'A canvas leaves out selectors (tags and classes, one in another, are understood) p:hover.',
    ],
  );
  assert.ok(JSON.stringify(nodes).includes('Kept'));
});

test('rules reach what is in an element, or directly in it', () => {
  const style = '<style>.a p{font-size:30px}.a > p{color:#111111}div.b.c p{font-weight:700}</style>';
  const shapes = shapesOf(`${style}<div class="a"><p>One</p><div class="b c"><p>Two</p></div></div><p>Three</p>`);
  assert.deepEqual(
    shapes.map((shape) => shape.text?.paragraphs[0]?.runs[0]).map((run) => [run?.text, run?.size, run?.bold, run?.color.hex]),
    [
      ['One', 30, false, '111111'],
      ['Two', 30, true, '252E38'],
      ['Three', 20, false, '252E38'],
    ],
  );
});

test('hostile sources take no more than their length', () => {
  const deep = readCanvas('<div>'.repeat(20_000));
  assert.ok(deep.notes.some(({ message }) => message.includes('40 levels')));
  const wide = readCanvas('<p>x</p>'.repeat(20_000));
  assert.equal(wide.nodes.length, 3_000);
  assert.equal(readCanvas('<style>' + '.a{color:red'.repeat(10_000)).nodes.length, 0);
});

// ------------------------------------------------------------------------------------------------------- in documents

const SLIDES = `::slide

:::canvas
<style>.card{flex:1;padding:24px;background:var(--card);border-radius:12px;box-shadow:0 6px 18px rgba(0,0,0,.2)}</style>
<div style="flex:1;padding:60px;gap:30px;background:linear-gradient(135deg,#0B3B40,#0E6E73)">
<h1 style="color:#fff">What we propose</h1>
<div style="flex-direction:row;gap:24px;align-items:stretch">
<div class="card" id="first"><i data-icon="truck" style="color:var(--accent)"></i><p>Text with <strong>weight</strong> &amp; a <a href="https://example.com">link</a></p></div>
<div class="card" id="second" style="border:2px dashed #333"><ul><li>One</li><li>Two</li></ul><ol start="3"><li>Three</li></ol></div>
<img src="img:1" alt="A picture" style="width:200px;height:160px;border-radius:50%">
</div>
<x-line from="first" to="second" style="border:3px dotted #fff"></x-line>
<table style="width:600px"><tr style="background:#fff"><th>A</th><th colspan="2">B</th></tr><tr style="border-bottom:1px solid #fff"><td>1</td><td>2</td><td>3</td></tr></table>
<x-chart type="column" colors="#F2B950" style="flex:1;color:#fff"><table><tr><th></th><th>Sales</th></tr><tr><td>Q1</td><td>12</td></tr><tr><td>Q2</td><td>20</td></tr></table></x-chart>
<svg viewBox="0 0 20 20" style="width:40px;height:40px" alt="A star"><path d="M10 1 L13 8 L19 9 Z" fill="#F2B950"/><circle cx="5" cy="15" r="3"/></svg>
</div>
:::

:::notes
What is said.
:::
`;

test('a canvas reads back from the Markdown that it is written as', () => {
  const first = readMarkdown(SLIDES, { pictures: 2, deck: true }).value.blocks;
  const again = readMarkdown(writeMarkdown(first), { pictures: 2, deck: true });
  assert.deepEqual(again.value.blocks, first);
  assert.deepEqual(again.notes, []);
});

function deckOf(markdown: string): ReturnType<typeof planDeck> {
  const { blocks, meta } = readMarkdown(markdown, { pictures: 2, deck: true }).value;
  return planDeck(composeDeck({ blocks, meta, lang: 'en', name: null, assets }), resolveLook('presentation'));
}

test('a slide of a canvas is native shapes, and valid', async () => {
  const { bytes } = writePptx(deckOf(SLIDES), { created: new Date('2026-11-20T12:00:00Z') });
  assert.deepEqual(await validateOffice(bytes, 'pptx'), []);
  const xml = decodeXml(readZip(bytes).parts.get('ppt/slides/slide1.xml')?.read() ?? new Uint8Array()).text;
  const count = (pattern: RegExp): number => [...xml.matchAll(pattern)].length;
  assert.equal(count(/<p:ph type="title"\/>/g), 1);
  assert.equal(count(/<p:bg><p:bgPr><a:gradFill/g), 1);
  assert.equal(count(/<p:cxnSp>/g), 1);
  assert.match(xml, /<a:stCxn id="\d+" idx="3"\/><a:endCxn id="\d+" idx="1"\/>/);
  assert.deepEqual([count(/<a:tbl>/g), count(/<c:chart /g), count(/<p:pic>/g), count(/<a:custGeom>/g)], [1, 1, 1, 3]);
  assert.ok(count(/<p:grpSp>/g) >= 2);
  assert.match(xml, /descr="A picture"/);
  const ids = [...xml.matchAll(/<p:cNvPr id="(\d+)"/g)].map(([, id]) => id);
  assert.equal(new Set(ids).size, ids.length);
});

test('a canvas without a heading is below the title of its slide, and one with a heading fills the slide', () => {
  const below = deckOf('::slide{title="The title"}\n\n:::canvas\n<div style="flex:1;background:#eee"></div>\n:::\n').slides[0];
  assert.equal(below?.title, 'The title');
  assert.ok((below?.drawing?.items[0]?.rect.y ?? 0) > 150);
  const whole = deckOf('::slide{title="Other"}\n\n:::canvas\n<h1>Own</h1>\n:::\n');
  assert.equal(whole.slides[0]?.title, 'Own');
  assert.ok(whole.notes.some(({ code }) => code === 'canvas_title_replaced'));
});

const PAGE = `# The document

:::canvas{width=1280 height=720}
${SLIDES.slice(SLIDES.indexOf('<style>'), SLIDES.indexOf('\n:::\n'))}
:::

:::canvas{size=page alt="A certificate"}
<div style="flex:1;background:var(--block);padding:80px"><h1 style="color:#fff">Certificate</h1></div>
:::

After it.
`;

function documentOf(markdown: string): { document: Document; look: Look } {
  const { blocks, meta } = readMarkdown(markdown, { pictures: 2 }).value;
  const look = resolveLook('report');
  const composed = composeDocument({ blocks, meta, lang: 'en', name: null, assets }, look);
  return { document: composed.document, look };
}

test('a canvas in a PDF keeps its words, headings and pictures, and is accessible', async () => {
  const { document, look } = documentOf(PAGE);
  const { value, notes } = writeTypst(document, look);
  assert.deepEqual(
    notes.filter(({ severity }) => severity === 'warning'),
    [],
  );
  const { pages } = await typesetClean(value);
  assert.equal(pages.length, 3);
  for (const words of ['What we propose', 'Text with weight & a link', 'Three', 'Q2']) assert.ok(pages[0]?.includes(words), words);
  assert.match(pages[1] ?? '', /^\s*Certificate\s*$/);
  assert.match(pages[2] ?? '', /After it\./);
});

test('a canvas in a Word file is a group of shapes, with charts and tables of its own, and valid', async () => {
  const { document, look } = documentOf(PAGE);
  const { render: bytes, notes } = buildDocx(document, look, { created: new Date('2026-11-20T12:00:00Z') });
  assert.deepEqual(
    notes.filter(({ severity }) => severity === 'warning'),
    [],
  );
  assert.deepEqual(await validateOffice(bytes, 'docx'), []);
  const xml = decodeXml(readZip(bytes).parts.get('word/document.xml')?.read() ?? new Uint8Array()).text;
  const count = (pattern: RegExp): number => [...xml.matchAll(pattern)].length;
  assert.deepEqual([count(/<wpg:wgp>/g), count(/<wp:inline /g), count(/<c:chart /g), count(/<pic:pic>/g)], [2, 1, 1, 1]);
  assert.match(xml, /<w:txbxContent><w:tbl>/);
  assert.match(xml, /descr="A certificate"/);
  const ids = [...xml.matchAll(/<(?:wp:docPr|wps:cNvPr|wpg:cNvPr|pic:cNvPr) id="(\d+)"/g)].map(([, id]) => id);
  assert.equal(new Set(ids).size, ids.length);
});

test('a diagram is shapes and connectors in slides, Word files and PDFs, and all are valid', async () => {
  const diagram = '```mermaid\nflowchart LR\n  A[Start] -->|yes| B{Choice}\n  B --> C[(Store)]\n  C --> A\n  B <--> D{{Hexagon}}\n```\n';
  const deck = writePptx(deckOf(`::slide{title="Flow"}\n\n${diagram}`), { created: new Date('2026-11-20T12:00:00Z') }).bytes;
  const { document, look } = documentOf(`# Flow\n\n${diagram}`);
  const word = buildDocx(document, look, { created: new Date('2026-11-20T12:00:00Z') }).render;
  assert.deepEqual([await validateOffice(deck, 'pptx'), await validateOffice(word, 'docx')], [[], []]);
  const slide = decodeXml(readZip(deck).parts.get('ppt/slides/slide1.xml')?.read() ?? new Uint8Array()).text;
  assert.match(slide, /<p:cxnSp>/);
  for (const form of ['diamond', 'can', 'hexagon']) assert.match(slide, new RegExp(`prst="${form}"`));
  const { pages } = await typesetClean(writeTypst(document, look).value);
  for (const words of ['Start', 'Choice', 'Store', 'yes']) assert.ok(pages[0]?.includes(words), words);
});

test('the designs of the gallery have no fault, in light and in dark', () => {
  const source = readFileSync(new URL('../docs/canvas-gallery.md', import.meta.url), 'utf8');
  const { value, notes } = readMarkdown(source, { pictures: 0, deck: true });
  const { blocks, meta } = value;
  assert.deepEqual(notes, []);
  for (const dark of [false, true]) {
    const look = { ...resolveLook('presentation'), dark };
    const plan = planDeck(composeDeck({ blocks, meta, lang: 'en', name: null, assets: new Map() }), look);
    assert.equal(plan.slides.filter(({ drawing }) => drawing !== undefined).length, 20);
    assert.deepEqual(
      plan.notes.filter(({ severity }) => severity === 'warning').map(({ message }) => message),
      [],
      dark ? 'dark' : 'light',
    );
  }
});

test('the examples of docs/canvas.md are drawn without a fault', () => {
  const page = readFileSync(new URL('../docs/canvas.md', import.meta.url), 'utf8');
  const canvases = [...page.matchAll(/```markdown\n([^]*?)\n```/g)].map(([, text = '']) => text);
  const diagram = /```mermaid\n[^]*?\n```/.exec(page)?.[0] ?? '';
  const made = [...canvases, `::slide{title="Diagram"}\n\n${diagram}\n`].map((text) => {
    const { blocks, meta } = readMarkdown(text, { pictures: 0, deck: true }).value;
    const look = { ...resolveLook('presentation'), canvasRules: meta.canvasRules ?? [] };
    return planDeck(composeDeck({ blocks, meta, lang: 'en', name: null, assets: new Map() }), look);
  });
  assert.deepEqual(
    made.flatMap(({ slides }) => slides.map(({ title, drawing }) => [title, drawing !== undefined])),
    [
      ['The pilot halved the stops', true],
      ['Sales have doubled since the spring', true],
      ['The pilot did what it was to do', true],
      ['Diagram', true],
    ],
  );
  assert.deepEqual(
    made.flatMap(({ notes }) => notes),
    [],
  );
});
