/** The package rules over every Word file that is held as a golden, and over one of each look that a client may ask for. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { composeDocument } from '../../src/document/compose.ts';
import { decideType } from '../../src/document/document-type.ts';
import { resolveLook } from '../../src/document/look.ts';
import type { Style } from '../../src/document/style.ts';
import { readMarkdown } from '../../src/readers/markdown.ts';
import { applyRepairs, reviewContent, reviewPackage } from '../../src/review/review.ts';
import { buildDocx } from '../../src/writers/docx.ts';
import { languagesOf, loadLanguages } from '../../src/writers/highlight.ts';
import { pictureOf } from '../support/word-file.ts';
import { galleryDocument } from './clean-documents.ts';

const GOLDENS = fileURLToPath(new URL('../golden/', import.meta.url));
const names = readdirSync(GOLDENS, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && existsSync(`${GOLDENS}${entry.name}/input.md`))
  .map(({ name }) => name)
  .sort();

const STYLES: Record<string, Partial<Style>> = {
  'another face and size': { font: 'Arial', font_size: 9 },
  'landscape and justified': { orientation: 'landscape', align: { title: 'center', headings: 'center', body: 'justify' } },
  'no cover and no contents': { cover_page: false, table_of_contents: false, page_numbers: false },
  'header and footer': { header: 'A header', footer: 'A footer', margins_cm: 2 },
};

/** Messages about both files: the one that is drawn and the one that is delivered. */
async function check(markdown: string, style: Partial<Style>): Promise<void> {
  const { blocks, meta } = readMarkdown(markdown, { pictures: 1 }).value;
  await loadLanguages(languagesOf(blocks));
  const look = resolveLook(decideType(blocks, meta), style);
  const composed = composeDocument(
    { blocks, meta, lang: meta.lang ?? 'en', name: null, assets: new Map([['img:1', pictureOf('img:1', 1600, 900)]]) },
    look,
  ).document;
  const { document } = applyRepairs({ document: composed, look }, reviewContent({ document: composed, look }, 'docx')).draft;
  const built = buildDocx(document, look, { created: new Date('2026-11-20T12:00:00Z') });
  for (const bytes of [built.render, built.deliver(new Map())])
    assert.deepEqual(
      reviewPackage(bytes).map(({ finding }) => finding.message),
      [],
    );
}

for (const name of names)
  test(`no rule sees a fault in the Word file of the golden ${name}`, () => check(readFileSync(`${GOLDENS}${name}/input.md`, 'utf8'), {}));
for (const [name, style] of Object.entries(STYLES))
  test(`no rule sees a fault in a long report with ${name}`, () => check(galleryDocument('report-long.en'), style));
