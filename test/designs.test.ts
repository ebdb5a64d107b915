/**
 * Twelve documents as a model that designs each writes them (test/designs): six decks, four reports, two of one page, each with a
 * look of its own. They are laid out and written without a fault, so that what a designer does stays possible.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Note } from '../src/base/note.ts';
import { composeDeck } from '../src/document/compose-deck.ts';
import { composeDocument } from '../src/document/compose.ts';
import { resolveDesign } from '../src/document/design-look.ts';
import type { Look } from '../src/document/look.ts';
import { chooseTheme } from '../src/document/theme-choice.ts';
import { readMarkdown } from '../src/readers/markdown.ts';
import { buildDocx } from '../src/writers/docx.ts';
import { planDeck, writePptx } from '../src/writers/pptx.ts';
import { writeTypst } from '../src/writers/typst.ts';
import { ROOT } from './support/read-sources.ts';

const FOLDER = `${ROOT}test/designs/`;
const NAMES = readdirSync(FOLDER).map((file) => file.replace(/\.md$/, ''));
const CREATED = { created: new Date('2026-11-23T12:00:00Z') };
/** A matter of taste, which the model is told and may leave. */
const TASTE = new Set(['canvas_last_line_short']);

function notesOf(name: string): Note[] {
  const deck = name.startsWith('deck');
  const { value, notes } = readMarkdown(readFileSync(`${FOLDER}${name}.md`, 'utf8'), { pictures: 0, deck });
  const design = value.meta.design;
  assert.ok(design, `${name} has a design`);
  const designed = resolveDesign(
    deck ? 'presentation' : 'report',
    design,
    {},
    chooseTheme({ title: name, organization: undefined, text: '' }),
  );
  const look: Look = { ...designed.look, ...(value.meta.canvasRules === undefined ? {} : { canvasRules: value.meta.canvasRules }) };
  const content = { ...value, lang: 'en', name: null, assets: new Map() };
  if (deck) {
    const plan = planDeck(composeDeck(content), look);
    return [...notes, ...plan.notes, ...writePptx(plan, CREATED).notes];
  }
  const { document } = composeDocument(content, look);
  return [...notes, ...buildDocx(document, look, CREATED).notes, ...writeTypst(document, look).notes];
}

test('each of the twelve documents is drawn without a fault', () => {
  assert.equal(NAMES.length, 12);
  for (const name of NAMES) {
    const found = notesOf(name).filter(({ code }) => !TASTE.has(code));
    assert.deepEqual(
      found.map(({ code, message }) => `${code}: ${message}`),
      [],
      name,
    );
  }
});
