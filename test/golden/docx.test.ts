/**
 * Whole Word files from Markdown: `<case>/input.md` → the parts under `<case>/docx/`, which hold what a change of the
 * reader, the composer or the writer does to them; and no file may break a rule of the Open XML SDK.
 */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { composeDocument } from '../../src/document/compose.ts';
import type { Asset } from '../../src/document/document.ts';
import { decideType } from '../../src/document/document-type.ts';
import { detectLanguage } from '../../src/document/language.ts';
import { resolveLook } from '../../src/document/look.ts';
import { blockText } from '../../src/document/walk.ts';
import { readMarkdown } from '../../src/readers/markdown.ts';
import { buildDocx } from '../../src/writers/docx.ts';
import type { BuiltDocx } from '../../src/writers/docx.ts';
import { languagesOf, loadLanguages } from '../../src/writers/highlight.ts';
import { checkGolden } from '../support/office-golden.ts';
import { validateAllOffice } from '../support/validate-office.ts';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const CREATED = new Date('2026-11-20T12:00:00Z');

/** A PNG of 2 by 2 points, half red and half blue. */
const PICTURE: Asset = {
  key: 'img:1', contentType: 'image/png', width: 2, height: 2,
  data: Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEklEQVQImWP4z8DAwPCfAUIBABvyA/3xh4/6AAAAAElFTkSuQmCC', 'base64'),
};

async function build(markdown: string): Promise<BuiltDocx> {
  const { blocks, meta } = readMarkdown(markdown, { pictures: 1 }).value;
  await loadLanguages(languagesOf(blocks));
  const look = resolveLook(decideType(blocks, meta));
  const lang = meta.lang ?? detectLanguage(blocks.map(blockText).join('\n'));
  const { document } = composeDocument({ blocks, meta, lang, name: null, assets: new Map([[PICTURE.key, PICTURE]]) }, look);
  return buildDocx(document, look, { created: CREATED });
}

const cases = readdirSync(HERE, { withFileTypes: true }).filter((entry) => existsSync(`${HERE}${entry.name}/input.md`) && !entry.name.startsWith('deck')).map(({ name }) => name).sort();

for (const name of cases) {
  const markdown = readFileSync(`${HERE}${name}/input.md`, 'utf8');
  test(`${name}: the Word file is as accepted, and the same twice`, async () => {
    const made = (await build(markdown)).deliver(new Map());
    assert.ok(Buffer.compare((await build(markdown)).deliver(new Map()), made) === 0, 'the same input gave other bytes');
    checkGolden(`${HERE}${name}/docx`, made);
  });
  test(`${name}: the Open XML SDK finds no fault in the file that is drawn nor in the one that is delivered`, async () => {
    const built = await build(markdown);
    assert.deepEqual(await validateAllOffice({ drawn: { bytes: built.render, kind: 'docx' }, delivered: { bytes: built.deliver(new Map()), kind: 'docx' } }), {});
  });
}
