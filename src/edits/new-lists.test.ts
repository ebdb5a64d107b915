/** New lists look like those that the file has, and those beside an item go on with its list. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { partsText, wrapInDocx, type ExtraParts } from '../../test/support/office-parts.ts';
import { validateAllOffice } from '../../test/support/validate-office.ts';
import { OFFICE_RELATIONSHIP, W } from '../ooxml/names.ts';
import { applyEdits } from './apply-edits.ts';
import type { EditMode } from './define-edit.ts';

const level = (ilvl: number, format: string, text: string, left: number): string =>
  `<w:lvl w:ilvl="${ilvl}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/><w:lvlJc w:val="left"/><w:pPr><w:ind w:left="${left}" w:hanging="300"/></w:pPr></w:lvl>`;
const abstract = (id: number, levels: readonly string[]): string =>
  `<w:abstractNum w:abstractNumId="${id}"><w:multiLevelType w:val="hybridMultilevel"/>${levels.join('')}</w:abstractNum>`;
const num = (id: number, abstractId: number): string => `<w:num w:numId="${id}"><w:abstractNumId w:val="${abstractId}"/></w:num>`;
const style = (id: string, name: string, properties: string): string =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/><w:pPr>${properties}</w:pPr></w:style>`;
const listed = (numId: number, ilvl = 0): string => `<w:numPr><w:ilvl w:val="${ilvl}"/><w:numId w:val="${numId}"/></w:numPr>`;

const PARTS = {
  numbering: [
    abstract(1, [level(0, 'bullet', '*', 700), level(1, 'lowerLetter', '%2.', 1400)]),
    abstract(2, [level(0, 'decimal', '%1)', 800), level(1, 'lowerLetter', '%2)', 1600)]),
    abstract(3, [level(0, 'decimal', 'Article %1', 0)]),
    abstract(4, [level(0, 'bullet', '–', 900)]),
    ...[1, 2, 3, 4].map((id) => num(id + 10, id)),
  ].join(''),
  styles: [
    style('Dashes', 'Dashes', listed(14)),
    style('Dashes2', 'Dashes 2', listed(14)),
    style('Clause', 'Clause', listed(13)),
    style('Heading1', 'heading 1', '<w:spacing w:before="400"/><w:outlineLvl w:val="0"/>'),
  ].join(''),
};
const EXTRA: ExtraParts = {
  entries: Object.entries(PARTS).map(([name, xml]) => ({ name: `word/${name}.xml`, data: `<w:${name} xmlns:w="${W}">${xml}</w:${name}>` })),
  types: Object.keys(PARTS).map((name) => ({
    name: `word/${name}.xml`,
    contentType: `application/vnd.openxmlformats-officedocument.wordprocessingml.${name}+xml`,
  })),
  relationships: Object.keys(PARTS).map((name, index) => ({
    id: `rId${index + 1}`,
    type: OFFICE_RELATIONSHIP + name,
    target: `${name}.xml`,
  })),
};
const paragraph = (properties: string, text: string): string =>
  `<w:p><w:pPr>${properties}</w:pPr><w:r><w:rPr><w:rFonts w:ascii="Arial"/></w:rPr><w:t>${text}</w:t></w:r></w:p>`;
const LOOK = '<w:spacing w:after="40"/><w:ind w:left="999" w:hanging="300"/>';
const bullets = wrapInDocx(paragraph(listed(11) + LOOK, 'a') + paragraph('', 'text'), EXTRA);
const numbers = wrapInDocx(paragraph(listed(12), 'one') + paragraph(listed(12), 'two') + paragraph('', 'text'), EXTRA);

const made: Record<string, { bytes: Uint8Array; kind: 'docx' }> = {};

/** Properties of the paragraph of each text. */
function insert(
  file: Uint8Array,
  target: string,
  blocks: readonly object[],
  mode: EditMode = 'direct',
): { of: (text: string) => string; parts: string } {
  const { bytes, results } = applyEdits(file, [{ op: 'insert_blocks', target, blocks }], {
    author: 'A',
    date: '2026-01-01T00:00:00Z',
    mode,
  });
  assert.equal(results[0]?.status, 'applied', results[0]?.message);
  made[`${Object.keys(made).length}.docx`] = { bytes, kind: 'docx' };
  const xml = partsText(bytes, /document\.xml$/);
  return {
    of: (text) => /<w:pPr>(.*?)(?:<w:rPr>.*)?<\/w:pPr>/.exec(xml.split('<w:p>').find((one) => one.includes(`>${text}<`)) ?? '')?.[1] ?? '',
    parts: partsText(bytes, /numbering\.xml$/),
  };
}

test('an item beside bullets is one of them, and levels of another kind are not taken for bullets', () => {
  const { of } = insert(bullets, 'p1', [{ type: 'list', items: ['b', { text: 'c', items: ['d'] }] }]);
  assert.equal(of('b'), listed(11) + LOOK);
  assert.equal(of('c'), listed(11) + LOOK);
  assert.doesNotMatch(of('d'), /w:numId w:val="11"|w:left="999"/);
  assert.match(of('d'), /w:ilvl w:val="1"/);
});

test('numbers beside an item go on, and elsewhere begin at 1 in the same look', () => {
  for (const mode of ['direct', 'tracked'] as const) {
    const beside = insert(numbers, 'p1', [{ type: 'list', ordered: true, items: [{ text: 'new', items: ['deep'] }] }], mode);
    assert.equal(beside.of('new'), listed(12));
    assert.equal(beside.of('deep'), listed(12, 1));
    const apart = insert(numbers, 'p3', [{ type: 'list', ordered: true, items: ['new'] }], mode);
    assert.equal(apart.of('new'), listed(15));
    assert.match(apart.parts, /<w:num w:numId="15"><w:abstractNumId w:val="2"\/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"\/>/);
  }
  const second = insert(numbers, 'p1', [
    { type: 'paragraph', text: 'x' },
    { type: 'list', ordered: true, items: ['new'] },
  ]);
  assert.equal(second.of('new'), listed(15));
});

test('lists that are numbered by their styles are, and articles and headings are no pattern', () => {
  const styled = wrapInDocx(paragraph('<w:pStyle w:val="Dashes"/>', 'a') + paragraph('<w:pStyle w:val="Clause"/>', 'clause'), EXTRA);
  const { of } = insert(styled, 'p1', [{ type: 'list', items: [{ text: 'b', items: ['c'] }] }]);
  assert.equal(of('b'), '<w:pStyle w:val="Dashes"/>');
  assert.equal(of('c'), '<w:pStyle w:val="Dashes2"/>');
  const { of: numbered } = insert(styled, 'p2', [{ type: 'list', ordered: true, items: ['n'] }]);
  assert.doesNotMatch(numbered('n'), /Clause|w:numId w:val="13"/);
});

test('text below a new table has room, unless it or its style has some', () => {
  const table = { type: 'table', rows: [['a', 'b']] };
  const { of } = insert(bullets, 'p2', [table, { type: 'paragraph', text: 'below' }, { type: 'paragraph', text: 'far' }]);
  assert.equal(of('below'), '<w:spacing w:before="160"/>');
  assert.equal(of('far'), '');
  assert.doesNotMatch(insert(bullets, 'p2', [table, { type: 'heading', level: 1, text: 'head' }]).of('head'), /w:spacing/);
  const listBelow = insert(bullets, 'p2', [table, { type: 'list', items: ['x', 'y'] }]);
  assert.match(listBelow.of('x'), /<w:spacing w:after="40" w:before="160"\/><w:ind /);
  assert.match(listBelow.of('y'), /<w:spacing w:after="40"\/>/);
});

test('what was made is valid', async () => {
  assert.ok(Object.keys(made).length > 0);
  assert.deepEqual(await validateAllOffice(made), {});
});
