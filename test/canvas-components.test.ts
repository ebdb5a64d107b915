/** Components of a design in canvases, and what the author of a chart on a canvas may ask for. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flatItems, type DrawnChart, type DrawnItem } from '../src/canvas/drawing.ts';
import { layOutCanvas, type CanvasTheme } from '../src/canvas/lay-out-canvas.ts';
import { canvasTexts } from '../src/document/canvas.ts';
import { COLOR_ROLES } from '../src/document/canvas-values.ts';
import { composeDeck } from '../src/document/compose-deck.ts';
import { composeDocument } from '../src/document/compose.ts';
import { resolveLook } from '../src/document/look.ts';
import { decodeXml } from '../src/ooxml/decode-xml.ts';
import { readZip } from '../src/ooxml/read-zip.ts';
import { readMarkdown } from '../src/readers/markdown.ts';
import { readCanvas } from '../src/readers/read-canvas.ts';
import { buildDocx } from '../src/writers/docx.ts';
import { planDeck, writePptx } from '../src/writers/pptx.ts';
import { writeTypst } from '../src/writers/typst.ts';
import { typesetClean } from './support/typeset.ts';
import { validateOffice } from './support/validate-office.ts';

const theme: CanvasTheme = {
  colors: {
    ...(Object.fromEntries(COLOR_ROLES.map((role) => [role, '252E38'])) as CanvasTheme['colors']),
    ground: 'FFFFFF',
    accent: '0E6E73',
    rule: 'C9D0D6',
  },
  faces: { text: 'Calibri', display: 'Georgia', code: 'Consolas' },
  fontSize: 20,
};
const itemsOf = (html: string): Exclude<DrawnItem, { kind: 'group' }>[] => {
  const { nodes, rules } = readCanvas(html);
  const canvas = { id: 'b1', type: 'canvas' as const, nodes, rules };
  return [...flatItems(layOutCanvas(canvas, { theme, width: 1280, height: 720, slide: true, pictures: new Map() }).drawing.items)];
};

const CARD = new Map([
  [
    'x-card',
    '<div class="card"><i data-icon="{icon}"></i><h3>{title}</h3><p>{note|No note}</p><p class="s">{source}</p><slot></slot></div>',
  ],
  ['x-row', '<div style="flex-direction:row"><x-card title="{a}"></x-card><x-card title="{b}"></x-card></div>'],
  ['x-loop', '<div><x-loop></x-loop><p>in it</p></div>'],
]);

test('a component takes its fields and what is between its tags; what was not given is left out', () => {
  const { nodes, notes } = readCanvas(
    '<x-card title="Tom &amp; &lt;b&gt;" icon="truck" id="first" class="wide" style="gap:8px"><p>Inside</p></x-card><x-card title="Two" note="Own"/><p>After</p>',
    CARD,
  );
  assert.deepEqual(notes, []);
  assert.deepEqual(canvasTexts(nodes), ['Tom & <b>', 'No note', 'Inside', 'Two', 'Own', 'After']);
  const [first, second] = nodes.filter((node) => typeof node !== 'string');
  assert.deepEqual([first?.name, first?.classes, first?.style], ['first', ['card', 'wide'], { gap: '8px' }]);
  const tags = (node: typeof first): string[] => (node?.children ?? []).map((child) => (typeof child === 'string' ? child : child.tag));
  assert.deepEqual(
    [tags(first), tags(second)],
    [
      ['icon', 'h3', 'p', 'p'],
      ['h3', 'p'],
    ],
  );
});

test('components may be made of others, but not of themselves, and take no more than their length', () => {
  assert.deepEqual(canvasTexts(readCanvas('<x-row a="A" b="B"></x-row>', CARD).nodes), ['A', 'No note', 'B', 'No note']);
  const { nodes, notes } = readCanvas('<x-loop></x-loop>', CARD);
  assert.deepEqual(canvasTexts(nodes), ['in it']);
  assert.match(notes[0]?.message ?? '', /<x-loop> \(it holds itself\)/);
  const wide = new Map(
    Array.from({ length: 30 }, (_, at): [string, string] => [
      `x-a${at}`,
      `<div>${`<x-a${at + 1} t="{t}{t}"></x-a${at + 1}>`.repeat(40)}{t}</div>`,
    ]),
  );
  assert.ok(JSON.stringify(readCanvas(`<x-a0 t="${'y'.repeat(500)}"></x-a0>`, wide).nodes).length < 40_000_000);
});

test('an empty tag that is closed at once holds nothing', () => {
  assert.deepEqual(canvasTexts(readCanvas('<i data-icon="truck" /><div class="bar"/><p>Words</p>').nodes), ['Words']);
  assert.equal(readCanvas('<div class="bar"/><p>Words</p>').nodes.length, 2);
});

const DECK = `---
design:
  components:
    x-stat: |
      <div class="stat"><p class="v">{value}</p><p>{label}</p></div>
    "bad name": <p>x</p>
  canvases:
    css: |
      .stat { flex: 1; padding: 20px; background: var(--card) }
---

::slide

:::canvas
<h1>Figures</h1><div style="flex-direction:row;gap:20px"><x-stat value="138" label="buoys"/><x-stat value="64%" label="margin"/></div>
:::
`;

test('a design has components, and what is wrong with one is named', () => {
  const { value, notes } = readMarkdown(DECK, { pictures: 0, deck: true });
  const texts = value.blocks.flatMap((block) =>
    block.type === 'slide' ? block.blocks.flatMap((inner) => (inner.type === 'canvas' ? canvasTexts(inner.nodes) : [])) : [],
  );
  assert.deepEqual(texts, ['Figures', '138', 'buoys', '64%', 'margin']);
  assert.equal(notes.length, 1);
  assert.match(notes[0]?.message ?? '', /bad name/);
});

// -------------------------------------------------------------------------------------------------------------- charts

const table = (rows: readonly string[][]): string =>
  `<table>${rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</table>`;
const ROWS = [
  ['Quarter', 'Sales'],
  ['Q1', '1.2'],
  ['Q2', '2.5'],
  ['Q3', '3'],
];
const chartOf = (attributes: string): DrawnChart => {
  const item = itemsOf(`<x-chart ${attributes} style="flex:1">${table(ROWS)}</x-chart>`)[0];
  assert.ok(item?.kind === 'chart');
  return item;
};

test('a chart says how it wants to be drawn', () => {
  const { wishes, text } = chartOf(
    'labels="on" legend="none" grid="none" axis="none" min="1" max="4" step="0.5" format="€0.0m" highlight="Q2, Q3" plot="10px 0 30px 40px" gap="0.2"',
  );
  assert.deepEqual(wishes, {
    labels: true,
    legend: false,
    grid: false,
    axis: false,
    min: 1,
    max: 4,
    step: 0.5,
    gap: 0.2,
    format: { before: '€', decimals: 1, after: 'm' },
    highlight: ['Q2', 'Q3'],
    plot: [10, 0, 30, 40],
  });
  assert.equal(text.size, 16);
  const { min, step, format, plot } = chartOf('min="low" step="-1" format="many" plot="wide"').wishes;
  assert.deepEqual([min, step, format, plot], [undefined, undefined, undefined, undefined]);
});

const chartDeck = (charts: string, mode = ''): string =>
  `::slide\n\n:::canvas${mode}\n<h1>Charts</h1><div style="flex:1;flex-direction:row;gap:20px">${charts}</div>\n:::\n`;
const plan = (markdown: string): ReturnType<typeof planDeck> => {
  const { blocks, meta } = readMarkdown(markdown, { pictures: 0, deck: true }).value;
  return planDeck(composeDeck({ blocks, meta, lang: 'en', name: null, assets: new Map() }), resolveLook('presentation'));
};

test('charts of canvases are valid in every form, and keep what their author asks for', async () => {
  const two = table([
    ['Quarter', 'New', 'Old'],
    ['Q1', '1', '2'],
    ['Q2', '2', '2.5'],
  ]);
  const kinds = ['column', 'bar', 'stacked', 'line', 'area', 'pie', 'doughnut', 'combo'];
  const charts = kinds.flatMap((kind) => [
    `<x-chart type="${kind}" labels="on" grid="#ABCDEF" format="0.0 kg" plot="8 8 24 40" style="flex:1">${kind === 'pie' || kind === 'doughnut' ? table(ROWS) : two}</x-chart>`,
    `<x-chart type="${kind}" labels="none" axis="none" legend="none" highlight="Q2" style="flex:1">${table(ROWS)}</x-chart>`,
  ]);
  const bytes = writePptx(plan(chartDeck(charts.join(''))), { created: new Date('2026-11-20T12:00:00Z') }).bytes;
  assert.deepEqual(await validateOffice(bytes, 'pptx'), []);
  const parts = readZip(bytes).parts;
  const xml = (n: number): string => decodeXml(parts.get(`ppt/charts/chart${n}.xml`)?.read() ?? new Uint8Array()).text;
  const [column, plain] = [xml(1), xml(2)];
  assert.match(column, /ABCDEF|<c:showVal val="1"\/>/);
  assert.match(column, /formatCode="#,##0.0&quot; kg&quot;/);
  assert.match(column, /<c:layoutTarget val="inner"\/>/);
  assert.equal([...plain.matchAll(/<c:dPt>/g)].length, 2);
  assert.match(plain, /<c:valAx>.*<c:delete val="1"\/>/);
  const stacked = xml(5);
  assert.match(stacked, /<c:dLblPos val="ctr"\/>/);
  assert.doesNotMatch(stacked, /outEnd/);
  assert.match(xml(7), /<c:dLblPos val="t"\/>/);
});

test('a canvas has dark ground in a light document of any format', async () => {
  const canvas = ':::canvas{mode=dark}\n<h1>Night</h1><p>Words on dark ground</p>\n:::\n';
  const { slides, notes } = plan(`::slide\n\n${canvas}`);
  const [ground] = [...flatItems(slides[0]?.drawing?.items ?? [])];
  assert.ok(ground?.kind === 'shape' && ground.paint?.kind === 'solid' && ground.paint.color.hex === '0F1822');
  assert.deepEqual(notes, []);
  const { blocks, meta } = readMarkdown(`# Day\n\n${canvas}`, { pictures: 0 }).value;
  const look = resolveLook('report');
  const { document } = composeDocument({ blocks, meta, lang: 'en', name: null, assets: new Map() }, look);
  const word = buildDocx(document, look, { created: new Date('2026-11-20T12:00:00Z') });
  assert.deepEqual([await validateOffice(word.render, 'docx'), word.notes], [[], []]);
  assert.match(decodeXml(readZip(word.render).parts.get('word/document.xml')?.read() ?? new Uint8Array()).text, /0F1822/);
  const typst = writeTypst(document, look);
  assert.deepEqual(typst.notes, []);
  assert.match((await typesetClean(typst.value)).pages[0] ?? '', /Words on dark ground/);
});

// -------------------------------------------------------------------------------------------------------------- layout

test('what is in a box that hides its overflow is cut at its round corners', () => {
  const items = itemsOf(
    '<div style="width:200px;height:100px;border-radius:20px;overflow:hidden;background:#eee"><div style="height:40px;background:#0E6E73"></div></div>',
  );
  const band = items[1];
  assert.ok(band?.kind === 'shape' && band.form.kind === 'path');
  const corner = band.form.paths[0]?.commands.some(
    (command) => command.to !== 'close' && command.to !== 'curve' && command.x < 1 && command.y < 1,
  );
  assert.equal(corner, false);
});

test('a cell of a grid may take several columns', () => {
  const cells = [2, 1, 1, 1, 1].map((span) => `<div style="grid-column:span ${span};background:#eee"><p>x</p></div>`).join('');
  const shapes = itemsOf(`<div style="display:grid;grid-template-columns:1fr 1fr 1fr;gap:20px;width:640px">${cells}</div>`);
  assert.deepEqual(
    shapes.map(({ rect }) => [rect.x, rect.w]),
    [
      [0, 420],
      [440, 200],
      [0, 200],
      [220, 200],
      [440, 200],
    ],
  );
});

test('figures stand on the line where that is asked for, in a face that has such', () => {
  const [shape] = itemsOf('<p style="font-family:Georgia;font-variant-numeric:lining-nums">In 2026 we sold €1,234.5 and −52%</p>');
  assert.ok(shape?.kind === 'shape');
  const runs = shape.text?.paragraphs[0]?.runs ?? [];
  assert.equal(runs.map(({ text }) => text).join(''), 'In 2026 we sold €1,234.5 and −52%');
  assert.deepEqual(
    runs.filter(({ face }) => face === 'Cambria').map(({ text }) => text.trim()),
    ['2026', '€1,234.5', '−52%'],
  );
});
