/** Whole presentations from Markdown: `deck/input.md` and its like → the parts beside it; and no file may break a rule of the Open XML SDK. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { composeDeck } from '../../src/document/compose-deck.ts';
import { resolveLook } from '../../src/document/look.ts';
import { readMarkdown } from '../../src/readers/markdown.ts';
import { planDeck, writePptx } from '../../src/writers/pptx.ts';
import { checkGolden } from '../support/office-golden.ts';
import { assets as randomAssets } from '../support/any-document.ts';
import { validateOffice } from '../support/validate-office.ts';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const CREATED = new Date('2026-11-20T12:00:00Z');

function build(markdown: string, dark: boolean): Uint8Array {
  const { blocks, meta } = readMarkdown(markdown, { pictures: 1, deck: true }).value;
  const document = composeDeck({ blocks, meta, lang: meta.lang ?? 'en', name: null, assets: randomAssets });
  return writePptx(planDeck(document, { ...resolveLook('presentation'), dark }), { created: CREATED }).bytes;
}

const cases = readdirSync(HERE, { withFileTypes: true }).filter((entry) => entry.isDirectory() && entry.name.startsWith('deck')).map(({ name }) => name).sort();

for (const name of cases) {
  const markdown = readFileSync(`${HERE}${name}/input.md`, 'utf8');
  test(`${name}: the presentation is as accepted`, () => checkGolden(`${HERE}${name}/pptx`, build(markdown, false)));
  test(`${name}: the Open XML SDK finds no fault in either theme`, async () => {
    assert.deepEqual(await validateOffice(build(markdown, false), 'pptx'), []);
    assert.deepEqual(await validateOffice(build(markdown, true), 'pptx'), []);
  });
}
