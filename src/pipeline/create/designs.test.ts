/** Designs in the front matter, through every writer: what they say is in the file, and the file is one that Office takes. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { CALLOUT_FORMS, COVER_FORMS, HEADING_RULES, SLIDE_DECORATIONS, TABLE_FORMS } from '../../document/design.ts';
import { composeDraft, type Composition } from './compose-draft.ts';
import { unmetDesign } from './unmet-wishes.ts';
import type { MakeInput } from '../make.ts';
import { readMarkdown } from '../../readers/markdown.ts';
import type { MadeFormat } from '../../review/define-rule.ts';
import { buildDocx } from '../../writers/docx.ts';
import { planDeck, writePptx } from '../../writers/pptx.ts';
import { writeTypst } from '../../writers/typst.ts';
import { planWorkbook, writeXlsx } from '../../writers/xlsx.ts';
import { partsText } from '../../../test/support/office-parts.ts';
import { typesetClean } from '../../../test/support/typeset.ts';
import { validateAllOffice } from '../../../test/support/validate-office.ts';
import { maxOf } from '../../base/extremes.ts';

const CREATED = new Date('2026-11-20T12:00:00Z');
const FORMATS = ['docx', 'pptx', 'xlsx', 'pdf'] as const;

function compose(markdown: string, format: MadeFormat): Composition {
  const input: MakeInput = { markdown, format, name: null, pictures: [] };
  const { value, notes } = readMarkdown(markdown, { pictures: 0, deck: format === 'pptx', workbook: format === 'xlsx' });
  assert.deepEqual(
    notes.filter(({ code }) => code === 'design_invalid' || code === 'front_matter_unknown'),
    [],
  );
  return composeDraft(input, value);
}

function build({ document, look }: Composition, format: 'docx' | 'pptx' | 'xlsx'): Uint8Array {
  if (format === 'docx') return buildDocx(document, look, { created: CREATED }).deliver(new Map());
  if (format === 'pptx') return writePptx(planDeck(document, look), { created: CREATED }).bytes;
  return writeXlsx(planWorkbook(document, look), { created: CREATED }).bytes;
}

const BODY = `

# Three depots break the chain

| Depot | Breaks | Cost |
|---|---:|---:|
| Bilbao | 6 | €12,400 |
| Vigo | 5 | €9,100 |
| Total | 11 | €21,500 |

> [!IMPORTANT]
> Replace the three reefers before May.

## Why

Because the ramp is open.
`;
const designed = (design: string, body = BODY): string => `---\ntitle: Cold chain\nauthor: Ana Ruiz\ndesign: ${design}\n---\n${body}`;

test('docs/design.md: its examples are designs in every format, in files that Office takes', async () => {
  const page = readFileSync(new URL('../../../docs/design.md', import.meta.url), 'utf8');
  const examples = Array.from(page.matchAll(/^````markdown\n([^]*?)^````$/gm), ([, text = '']) => text);
  assert.ok(examples.length >= 2);
  const files: Record<string, Parameters<typeof validateAllOffice>[0][string]> = {};
  for (const [at, markdown] of examples.entries()) {
    for (const format of FORMATS) {
      const made = compose(markdown, format);
      assert.notEqual(made.look.design, undefined, format);
      if (format === 'pdf') await typesetClean(writeTypst(made.document, made.look).value);
      else files[`${at}.${format}`] = { bytes: build(made, format), kind: format };
    }
  }
  assert.deepEqual(await validateAllOffice(files), {});
});

test('every form of a design is set by the typesetter and written by Word, decks and workbooks', async () => {
  const at = <T>(words: readonly T[], index: number): T | undefined => words[index % words.length];
  const most = maxOf([HEADING_RULES, TABLE_FORMS, CALLOUT_FORMS, COVER_FORMS, SLIDE_DECORATIONS].map((words) => words.length));
  const designs = Array.from({ length: most }, (_, i) =>
    JSON.stringify({
      headings: { rule: at(HEADING_RULES, i), caps: i % 2 === 0, numbered: i % 3 === 0 },
      tables: { form: at(TABLE_FORMS, i) },
      callouts: { form: at(CALLOUT_FORMS, i) },
      cover: { form: at(COVER_FORMS, i), color: i % 2 === 0 ? 'accent' : 'deep' },
      slides: { decoration: at(SLIDE_DECORATIONS, i), mode: i % 2 === 0 ? 'dark' : 'light', title_align: 'center' },
      header: { text: 'Norte', rule: i % 2 === 0 },
      footer: { text: 'Draft', rule: i % 2 === 1, numbers: i % 2 === 0 ? 'all' : 'none' },
      charts: { colors: ['#112233'], gridlines: false },
      spacing: { density: 0.6 + i / 4 },
      radius: i * 3,
    }),
  );
  const files: Record<string, Parameters<typeof validateAllOffice>[0][string]> = {};
  for (const [number, design] of designs.entries()) {
    const markdown = designed(design, `\n:::cover\n:::\n${BODY}`);
    for (const format of FORMATS) {
      const made = compose(markdown, format);
      if (format === 'pdf') {
        const { pages } = await typesetClean(writeTypst(made.document, made.look).value);
        // capitals are drawn from the same words
        assert.match(pages.join(' ').replaceAll(/\s+/g, ' '), /three depots break the chain/i, design);
        assert.match(pages.join('\n'), /Replace the three reefers/, design);
      } else files[`${number}.${format}`] = { bytes: build(made, format), kind: format };
    }
  }
  assert.deepEqual(await validateAllOffice(files), {});
});

test('palette, faces and series of a design are the theme of each file', () => {
  const design =
    '{palette: {accent: "#B4532A", deep: "#2B2A4C"}, faces: {display: Cambria, text: Arial}, charts: {colors: ["#2B2A4C", "#B4532A", "#7A8F3C", "#445566"]}}';
  for (const format of ['docx', 'pptx'] as const) {
    const theme = partsText(build(compose(designed(design), format), format), /theme1\.xml$/);
    for (const value of ['B4532A', '2B2A4C', '445566', 'typeface="Cambria"', 'typeface="Arial"'])
      assert.ok(theme.includes(value), `${format}: ${value}`);
  }
  assert.match(partsText(build(compose(designed(design), 'xlsx'), 'xlsx'), /styles\.xml$/), /2B2A4C/);
});

test('a filled table has its ground and the colour of its head in each format', () => {
  const design = '{tables: {form: filled, head: "#123456"}}';
  assert.match(partsText(build(compose(designed(design), 'docx'), 'docx'), /styles\.xml$/), /w:fill="123456"/);
  assert.match(
    partsText(build(compose(designed(design), 'pptx'), 'pptx'), /slides\/slide\d+\.xml$/),
    /<a:solidFill><a:srgbClr val="123456"\/>/,
  );
  assert.match(partsText(build(compose(designed(design), 'xlsx'), 'xlsx'), /styles\.xml$/), /FF123456/);
  const { document, look } = compose(designed(design), 'pdf');
  assert.match(writeTypst(document, look).value.source, /#let table-head-ground = rgb\("#?123456"\)/i);
});

test('what a format has no place for is said, and only that', () => {
  assert.deepEqual(unmetDesign({ slides: { mode: 'dark' }, radius: 4 }, 'docx'), [
    'slides, radius of the design have no place in a Word document',
  ]);
  assert.deepEqual(unmetDesign({ slides: { mode: 'dark' }, radius: 4 }, 'pptx'), []);
  assert.deepEqual(unmetDesign({ palette: { accent: '112233' }, tables: { form: 'banded' } }, 'xlsx'), [
    'tables.form banded of the design has no place in a workbook',
  ]);
});

test('the author’s cover takes what it leaves out from the front matter', () => {
  const { document } = compose(designed('{cover: {form: full}}', `\n:::cover\n:::\n${BODY}`), 'docx');
  const cover = document.blocks.find(({ type }) => type === 'cover');
  assert.ok(cover?.type === 'cover');
  assert.equal(cover.author, 'Ana Ruiz');
  assert.equal(cover.title, 'Three depots break the chain');
});

test('the style sheet of a design is that of all canvases, before their own', () => {
  const css = '.c{background:#112233;width:300px;height:100px}.d{background:#445566}';
  const body = `\n::slide\n\n:::canvas\n<style>.d{background:#778899}</style><h1>Title</h1><div class="c">One</div><div class="c d">Two</div>\n:::\n`;
  const slides = partsText(build(compose(designed(`{canvases: {css: "${css}"}}`, body), 'pptx'), 'pptx'), /slides\/slide\d+\.xml$/);
  assert.match(slides, /112233/);
  assert.match(slides, /778899/);
  assert.doesNotMatch(slides, /445566/);
  const { notes } = readMarkdown(designed('{canvases: {css: "a:hover{color:red}"}}', body), { pictures: 0, deck: true });
  assert.ok(notes.some(({ code }) => code === 'canvas_unsupported'));
});
