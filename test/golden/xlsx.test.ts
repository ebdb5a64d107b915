/** Whole workbooks from Markdown: `<case>/input.md` → the parts under `<case>/xlsx/`; and no file may break a rule of the Open XML SDK. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { composeDocument } from '../../src/document/compose.ts';
import { detectLanguage } from '../../src/document/language.ts';
import { resolveLook } from '../../src/document/look.ts';
import { blockText } from '../../src/document/walk.ts';
import { readMarkdown } from '../../src/readers/markdown.ts';
import { planWorkbook, writeXlsx } from '../../src/writers/xlsx.ts';
import { checkGolden } from '../support/office-golden.ts';
import { validateAllOffice } from '../support/validate-office.ts';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const CREATED = new Date('2026-11-20T12:00:00Z');
const SHEET = /^#[ \t]+(?:Sheet|Hoja):/m;

function build(markdown: string): Uint8Array {
  const { blocks, meta } = readMarkdown(markdown, { pictures: 0 }).value;
  const look = resolveLook('spreadsheet');
  const { document } = composeDocument({ blocks, meta, lang: meta.lang ?? detectLanguage(blocks.map(blockText).join('\n')), name: null, assets: new Map() }, look);
  return writeXlsx(planWorkbook(document, look), { created: CREATED }).bytes;
}

const cases = readdirSync(HERE, { withFileTypes: true }).filter((entry) => entry.isDirectory() && existsSync(`${HERE}${entry.name}/input.md`)).map(({ name }) => name).sort();

for (const name of cases) {
  const markdown = readFileSync(`${HERE}${name}/input.md`, 'utf8');
  if (SHEET.test(markdown)) test(`${name}: the workbook is as accepted`, () => checkGolden(`${HERE}${name}/xlsx`, build(markdown)));
}

test('every case is a workbook in which the Open XML SDK finds no fault', async () => {
  const files = cases.map((name) => [name, { bytes: build(readFileSync(`${HERE}${name}/input.md`, 'utf8')), kind: 'xlsx' as const }] as const);
  assert.deepEqual(await validateAllOffice(Object.fromEntries(files)), {});
});
