/** Columns of upright letters are read as lines, from right to left. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { RenderedPage } from '../../document/rendered-document.ts';
import { turnBox } from '../../document/turn-box.ts';
import { createPageRenderer } from '../page-renderer.ts';

const pages = createPageRenderer({ threads: 1 });
after(() => pages.close());

const LETTERS = [...new Set('第一二の列です、。次終価格は万円「﹁引用句﹂︒」これ横に書かた文章もう行があります合計金額')];
const FIRST_CODE = 33;
const unicode = (char: string): string => (char.codePointAt(0) ?? 0).toString(16).padStart(4, '0');
const codeOf = (char: string): string => (FIRST_CODE + LETTERS.indexOf(char)).toString(16).padStart(2, '0');
const stream = (content: string): string => `<</Length ${content.length}>>stream\n${content}\nendstream\n`;
const CHARACTERS = LETTERS.map((char) => `<${codeOf(char)}><${unicode(char)}>`).join('\n');
const CODES = `/CIDInit/ProcSet findresource begin 12 dict begin begincmap/CMapName/T def/CMapType 2 def 1 begincodespacerange<00><FF>endcodespacerange ${LETTERS.length} beginbfchar\n${CHARACTERS}\nendbfchar endcmap end end`;
/** A square for each letter. */
const FONT = `<</Type/Font/Subtype/Type3/FontBBox[0 -120 1000 880]/FontMatrix[0.001 0 0 0.001 0 0]/FirstChar ${FIRST_CODE}/LastChar ${FIRST_CODE + LETTERS.length - 1}/Widths[${LETTERS.map(() => 1000).join(' ')}]/Encoding<</Type/Encoding/Differences[${FIRST_CODE} ${LETTERS.map(() => '/a').join('')}]>>/CharProcs<</a 6 0 R>>/ToUnicode 7 0 R/Resources<<>>>>`;

async function read(content: string): Promise<RenderedPage> {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Contents 4 0 R/Resources<</Font<</H 5 0 R/L 8 0 R>>>>>>',
    stream(content),
    FONT,
    stream('1000 0 0 -80 1000 840 d1 40 -60 920 860 re f'),
    stream(CODES),
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ];
  let file = '%PDF-1.7\n';
  const rows = objects.map((object, index) => {
    const row = `${String(file.length).padStart(10, '0')} 00000 n \n`;
    file += `${index + 1} 0 obj${object}endobj\n`;
    return row;
  });
  const tail = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows.join('')}trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${file.length}\n%%EOF`;
  const [page] = (await pages.read(Buffer.from(file + tail, 'latin1'))).pages;
  assert.ok(page);
  return page;
}

const hex = (text: string): string => [...text].map(codeOf).join('');
/** Letters of 12 points one below the other, each placed by itself. */
const placed = (text: string, x: number, y: number): string =>
  [...text].map((char, index) => `BT /H 12 Tf ${x} ${y - index * 12} Td <${codeOf(char)}> Tj ET`).join('\n');
const texts = ({ lines }: RenderedPage): string[] => lines.map(({ text }) => text);
const textsInOrder = (page: RenderedPage): string[] => page.lines.toSorted((a, b) => a.top - b.top).map(({ text }) => text);

test('columns of letters are lines, the right one first, and are found on the page as it is shown', async () => {
  // the left one is written first
  const page = await read(`${placed('第二の列です。終', 220, 350)}\n${placed('第一の列です、次', 250, 350)}`);
  assert.equal(page.turned, 1);
  assert.deepEqual(textsInOrder(page), ['第一の列です、次', '第二の列です。終']);
  const [, first] = page.lines;
  assert.equal(first?.letters?.length, 3 * 8);
  const shown = turnBox(first ?? { left: 0, top: 0, right: 0, bottom: 0 }, page, 1);
  assert.ok(shown.right - shown.left < 20 && shown.bottom - shown.top > 80, JSON.stringify(shown));
  assert.ok(shown.left > 235 && shown.right < 275, JSON.stringify(shown));
});

test('digits that stand upright and Latin words that lie on their side are in their column', async () => {
  const column = placed('価格は', 250, 350);
  const digits = 'BT /L 10 Tf 251 314 Td (12) Tj ET';
  const rest = placed('万円で', 250, 302);
  const word = 'BT /L 10 Tf 0 -1 1 0 253 262 Tm (Total) Tj ET';
  const page = await read([column, digits, rest, word, placed('です', 250, 224)].join('\n'));
  assert.deepEqual(texts(page), ['価格は12万円でTotalです']);
});

test('marks that have a form for columns are told as they are written', async () => {
  const page = await read(placed('﹁引用句﹂︒', 250, 350));
  assert.deepEqual(texts(page), ['「引用句」。']);
});

test('a page whose lines run across is left as it is, a label in it too', async () => {
  const lines = ['これは横に書かれた文章です', 'もう一行の文章があります'].map(
    (text, index) => `BT /H 12 Tf 40 ${350 - index * 20} Td <${hex(text)}> Tj ET`,
  );
  const page = await read(`${lines.join('\n')}\n${placed('合計金額', 250, 250)}`);
  assert.equal(page.turned, undefined);
  assert.deepEqual(texts(page).slice(0, 2), ['これは横に書かれた文章です', 'もう一行の文章があります']);
});
