/**
 * How well the rules for workbooks see: more than eighty defects, each planted by code into a sound workbook, and more than
 * forty sound ones in English and Spanish. Nearly all of the first have to be found, none of the second may be flagged.
 */
import { judgeSeeds } from '../support/judge-seeds.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { composeDocument } from '../../src/document/compose.ts';
import { detectLanguage } from '../../src/document/language.ts';
import { resolveLook } from '../../src/document/look.ts';
import { blockText } from '../../src/document/walk.ts';
import { readZip } from '../../src/ooxml/read-zip.ts';
import { writeZip, type ZipEntryInput } from '../../src/ooxml/write-zip.ts';
import { readMarkdown } from '../../src/readers/markdown.ts';
import { reviewContent, reviewPackage } from '../../src/review/review.ts';
import { planWorkbook, writeXlsx } from '../../src/writers/xlsx.ts';
import { cleanWorkbooks } from './clean-workbooks.ts';
import { BASE_WORKBOOK, PART_SEEDS, WRITTEN_SEEDS } from './workbook-seeds.ts';

const LOOK = resolveLook('spreadsheet');

interface Found {
  code: string;
  severity: string;
  message: string;
}

/** As the service makes and reviews it, but for the drawing. */
function make(markdown: string): { bytes: Uint8Array; found: Found[] } {
  const {
    value: { blocks, meta },
    notes,
  } = readMarkdown(markdown, { pictures: 0 });
  const { document } = composeDocument(
    { blocks, meta, lang: meta.lang ?? detectLanguage(blocks.map(blockText).join('\n')), name: null, assets: new Map() },
    LOOK,
  );
  const written = writeXlsx(planWorkbook(document, LOOK), { created: new Date('2026-11-20T12:00:00Z') });
  const content = reviewContent({ document, look: LOOK }, 'xlsx').map(({ finding }) => finding);
  return {
    bytes: written.bytes,
    found: [...notes, ...written.notes, ...content, ...reviewPackage(written.bytes).map(({ finding }) => finding)],
  };
}

test('there are enough seeds and sound workbooks to mean something', () => {
  assert.ok(WRITTEN_SEEDS.length + PART_SEEDS.length >= 60);
  assert.ok(cleanWorkbooks().length >= 40);
  assert.equal(new Set([...WRITTEN_SEEDS, ...PART_SEEDS].map(({ name }) => name)).size, WRITTEN_SEEDS.length + PART_SEEDS.length);
});

test('defects that come with what was written are found', () => {
  judgeSeeds(WRITTEN_SEEDS.map((seed) => ({ ...seed, codes: make(seed.markdown).found.map(({ code }) => code) })));
});

test('defects of the file are found', () => {
  const base = make(BASE_WORKBOOK);
  assert.deepEqual(base.found, []);
  const parts = [...readZip(base.bytes).parts].map(([name, part]) => ({ name, text: new TextDecoder().decode(part.read()) }));
  judgeSeeds(
    PART_SEEDS.map((seed) => {
      const changed = parts.flatMap(({ name, text }): ZipEntryInput[] => {
        if (name !== seed.part) return [{ name, data: text }];
        const data = seed.change(text);
        assert.notEqual(data, text, `${seed.name}: nothing was planted`);
        return data === null ? [] : [{ name, data }];
      });
      return { ...seed, codes: reviewPackage(writeZip(changed)).map(({ finding }) => finding.code) };
    }),
    {
      'dates as numbers':
        'whole numbers under "Ordered" may as well be pieces: only a column that names a date is determined by its header',
    },
  );
});

test('sound workbooks are not flagged', () => {
  const flagged = cleanWorkbooks().flatMap(({ name, markdown }) => {
    const found = make(markdown).found.filter(({ severity }) => severity !== 'info');
    return found.length === 0 ? [] : [`${name}: ${found.map(({ code, message }) => `${code} ${message}`).join('; ')}`];
  });
  assert.deepEqual(flagged, []);
});
