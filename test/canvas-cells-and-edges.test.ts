/** Canvases as designers write them: cells over several rows, corners one by one, dashes, what is cut, and what text stands on. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flatItems, isCell, type DrawnItem, type DrawnTable } from '../src/canvas/drawing.ts';
import { layOutCanvas, type CanvasTheme, type LaidOutCanvas } from '../src/canvas/lay-out-canvas.ts';
import { COLOR_ROLES } from '../src/document/canvas-values.ts';
import { composeDeck } from '../src/document/compose-deck.ts';
import { composeDocument } from '../src/document/compose.ts';
import { resolveLook } from '../src/document/look.ts';
import { decodeXml } from '../src/ooxml/decode-xml.ts';
import { readZip } from '../src/ooxml/read-zip.ts';
import { readMarkdown } from '../src/readers/markdown.ts';
import { readCanvas } from '../src/readers/read-canvas.ts';
import { buildDocx } from '../src/writers/docx.ts';
import { writeHtml } from '../src/writers/html.ts';
import { planDeck, writePptx } from '../src/writers/pptx.ts';
import { writeTypst } from '../src/writers/typst.ts';
import { typesetClean } from './support/typeset.ts';
import { validateOffice } from './support/validate-office.ts';

const theme: CanvasTheme = {
  colors: { ...(Object.fromEntries(COLOR_ROLES.map((role) => [role, '252E38'])) as CanvasTheme['colors']), ground: 'FFFFFF' },
  faces: { text: 'Calibri', display: 'Georgia', code: 'Consolas' },
  fontSize: 20,
};
const lay = (html: string): LaidOutCanvas => {
  const { nodes, rules } = readCanvas(html);
  const canvas = { id: 'b1', type: 'canvas' as const, nodes, rules };
  return layOutCanvas(canvas, { theme, width: 1280, height: 720, slide: true, pictures: new Map() });
};
const itemsOf = (html: string): Exclude<DrawnItem, { kind: 'group' }>[] => [...flatItems(lay(html).drawing.items)];
const faultsOf = (html: string): string[] => lay(html).faults.map(({ kind }) => kind);

const partOf = (file: Uint8Array, name: string): string => decodeXml(readZip(file).parts.get(name)?.read() ?? new Uint8Array()).text;

const TABLE =
  '<table><tr><th>Site</th><th>Year</th><th colspan="2" rowspan="2">Stops and what they cost</th></tr>' +
  '<tr style="border-bottom:2px solid #123456"><td rowspan="2">Vigo</td><td>2025</td></tr>' +
  '<tr><td>2026</td><td>5</td><td>€9,100</td></tr></table>';

test('cells of tables go over rows and columns, and the line between two cells is one for both', () => {
  const table = itemsOf(`<div style="padding:40px">${TABLE}</div>`).find((item): item is DrawnTable => item.kind === 'table');
  const grid = table?.rows.map(({ cells }) => cells.map((cell) => (isCell(cell) ? `${cell.rowspan}x${cell.colspan}` : cell)));
  assert.deepEqual(grid, [
    ['1x1', '1x1', '2x2', 'covered'],
    ['2x1', '1x1', { below: 2 }, 'covered'],
    [{ below: 1 }, '1x1', '1x1', '1x1'],
  ]);
  const below = table?.rows[2]?.cells[1];
  assert.equal(below !== undefined && isCell(below) && below.borders[0]?.color.hex, '123456');
});

test('such a table is one in PowerPoint, Word, PDF and web pages, without a fault', async () => {
  const markdown = `:::canvas{alt="Table"}\n<div style="padding:20px">${TABLE}</div>\n:::\n`;
  const content = (text: string, deck: boolean): Parameters<typeof composeDocument>[0] => ({
    ...readMarkdown(text, { pictures: 0, deck }).value,
    lang: 'en',
    name: null,
    assets: new Map(),
  });
  const deckLook = resolveLook('presentation');
  const pptx = writePptx(planDeck(composeDeck(content(`::slide\n\n${markdown}`, true)), deckLook), { created: new Date(0) }).bytes;
  const look = resolveLook('report');
  const { document } = composeDocument(content(`# Stops\n\n${markdown}`, false), look);
  const docx = buildDocx(document, look, { created: new Date(0) }).render;
  assert.deepEqual(await validateOffice(pptx, 'pptx'), []);
  assert.deepEqual(await validateOffice(docx, 'docx'), []);
  const slide = partOf(pptx, 'ppt/slides/slide1.xml');
  assert.match(
    slide,
    /<a:tc rowSpan="2" gridSpan="2">[^]*<a:tc rowSpan="2" hMerge="1">[^]*<a:tc gridSpan="2" vMerge="1">[^]*<a:tc hMerge="1" vMerge="1">/,
  );
  assert.match(partOf(docx, 'word/document.xml'), /<w:gridSpan w:val="2"\/><w:vMerge w:val="restart"\/>[^]*<w:vMerge\/>/);
  const typst = writeTypst(document, look);
  assert.match(typst.value.source, /colspan: 2, rowspan: 2/);
  await typesetClean(typst.value);
  assert.match(writeHtml(document, look).value.html, /rowspan="2"/);
});

test('corners may differ, and lines of drawings be dashed or dotted', () => {
  const [arch] = itemsOf('<div style="width:200px;height:300px;background:#eee;border-radius:90px 90px 10px 10px"></div>');
  assert.ok(arch?.kind === 'shape' && arch.form.kind === 'path');
  const first = arch.form.paths[0]?.commands[0];
  assert.deepEqual(first, { to: 'move', x: 90, y: 0 });
  const [even] = itemsOf('<div style="width:200px;height:300px;background:#eee;border-radius:12px 12px"></div>');
  assert.ok(even?.kind === 'shape' && even.form.kind === 'round' && even.form.radius === 12);
  const lines = itemsOf(
    '<svg viewBox="0 0 100 100" style="width:300px;height:300px"><g fill="none" stroke="#000" stroke-width="4"><path d="M0 10H90" stroke-dasharray="12 6"/><path d="M0 30H90" stroke-dasharray="4 6"/><path d="M0 50H90"/></g></svg>',
  );
  assert.deepEqual(
    lines.map((item) => item.kind === 'shape' && item.stroke?.line),
    ['dashed', 'dotted', 'solid'],
  );
});

test('a drawing ends at its box, but for the edge of the slide; the ground of words is cut, the words are not', () => {
  const circle = '<svg viewBox="0 0 100 100" style="width:200px;height:200px"><circle cx="100" cy="50" r="40" fill="#123456"/></svg>';
  const [inside] = itemsOf(`<div style="padding:100px">${circle}</div>`);
  assert.equal((inside?.rect.x ?? 0) + (inside?.rect.w ?? 0), 300);
  const [atEdge] = itemsOf(`<div style="flex:1;align-items:flex-end">${circle}</div>`);
  assert.ok((atEdge?.rect.x ?? 0) + (atEdge?.rect.w ?? 0) > 1300, 'the slide cuts it');
  const [ground, words] = itemsOf(
    '<div style="width:400px;height:80px;border-radius:40px;overflow:hidden"><div style="flex:1;background:#123456;padding:20px 60px"><p style="color:#fff">Half of it</p></div></div>',
  );
  assert.ok(ground?.kind === 'shape' && ground.form.kind === 'path' && ground.text === undefined);
  assert.ok(words?.kind === 'shape' && words.paint === undefined && words.text !== undefined);
});

test('text on a drawn ground is measured against it', () => {
  const hill = (fill: string): string =>
    `<div style="flex:1"><svg viewBox="0 0 1280 720" style="position:absolute;left:0;top:0;width:1280px;height:720px"><path d="M0 400 C400 300 800 500 1280 380 L1280 720 L0 720 Z" fill="${fill}"/></svg><p style="position:absolute;left:64px;bottom:40px;color:#FFFFFF">Report to the growers</p></div>`;
  assert.ok(!faultsOf(hill('#7B1E3A')).includes('contrast_low'));
  assert.ok(faultsOf(hill('#F7EDE6')).includes('contrast_low'));
});

test('a text that opens with a drawn cover or head has no second title', () => {
  const head = (html: string): string[] =>
    readMarkdown(`---\ntitle: Harvest\n---\n\n:::canvas{size=page}\n${html}\n:::\n\nLittle fruit.\n`, { pictures: 0 }).value.blocks.map(
      ({ type }) => type,
    );
  assert.deepEqual(head('<div><h1>Harvest 2026</h1></div>'), ['canvas', 'paragraph']);
  assert.deepEqual(head('<div><p>1,940 t</p></div>'), ['heading', 'canvas', 'paragraph']);
  const { value } = readMarkdown(
    ':::canvas{size=page}\n<div><p>The cellar</p><h1>Harvest <em>2026</em></h1></div>\n:::\n\nLittle fruit.\n',
    { pictures: 0 },
  );
  const { document } = composeDocument({ ...value, lang: 'en', name: 'file', assets: new Map() }, resolveLook('report'));
  assert.equal(document.title, 'Harvest 2026');
});

test('on a web page canvases follow the dark scheme, but not those whose own colours would not be read then', () => {
  const page = (html: string, mode = ''): string => {
    const { value } = readMarkdown(`# Stops\n\n:::canvas{alt="Figures"${mode}}\n${html}\n:::\n`, { pictures: 0 });
    const look = resolveLook('report');
    return writeHtml(composeDocument({ ...value, lang: 'en', name: null, assets: new Map() }, look).document, look).value.html;
  };
  const byRole = page('<div style="background:var(--card);padding:20px"><p style="color:var(--muted)">Half of it</p></div>');
  assert.match(byRole, /<figure class="canvas both"/);
  const [, name = ''] = /<rect[^>]*fill="var\((--p[\dA-F-]+)\)"/i.exec(byRole) ?? [];
  const values = [...byRole.matchAll(new RegExp(`${name}:(#[\\dA-F]{6})`, 'gi'))].map(([, value]) => value);
  assert.equal(new Set(values).size, 2, `${name}: one value in light, one in dark`);
  assert.match(page('<div style="background:#FFFFFF;padding:20px"><p>Half of it</p></div>'), /<figure class="canvas"/);
  assert.match(page('<div style="padding:20px"><p>Half of it</p></div>', ' mode=light'), /<figure class="canvas"/);
});
