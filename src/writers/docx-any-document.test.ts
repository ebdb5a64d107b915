import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { assets, block, footnotes, looks } from '../../test/support/any-document.ts';
import { partNames, partText } from '../../test/support/word-file.ts';
import { validateOffice } from '../../test/support/validate-office.ts';
import type { Block } from '../document/block.ts';
import { composeDocument } from '../document/compose.ts';
import { resolveLook } from '../document/look.ts';
import { numberBlocks } from '../document/walk.ts';
import { buildDocx } from './docx.ts';

/** What Word calls damaged and no schema sees. */
const STRUCTURE = /<\/w:tbl><w:tbl>|<\/w:tbl><\/w:tc>|<\/w:tbl><w:sectPr>|<\/w:sectPr><w:sectPr>/;

function checkParts(bytes: Uint8Array): void {
  for (const name of partNames(bytes)) if (/\.(xml|rels)$/.test(name)) partText(bytes, name);
  const text = partText(bytes, 'word/document.xml') + partText(bytes, 'word/footnotes.xml');
  assert.ok(!STRUCTURE.test(text), 'structure');
  const names = [...text.matchAll(/w:bookmarkStart w:id="\d+" w:name="([^"]+)"/g)].map(([, name]) => name);
  assert.equal(new Set(names).size, names.length, 'two bookmarks of one name');
  const wanted = [...text.matchAll(/w:anchor="([^"]+)"|(?:PAGEREF|NOTEREF| REF) (\S+) /g)].map(([, anchor, field]) => anchor ?? field);
  assert.equal(
    wanted.find((name) => !names.includes(name)),
    undefined,
    'a link to nowhere',
  );
}

const anyDocument = fc.tuple(fc.array(block, { maxLength: 8 }), footnotes, looks).map(([body, notes, { type, lang, style }]) => {
  const blocks: Block[] = [...body, { id: 'fn', type: 'footnotes', notes: notes.map(([id, inner]) => ({ id, blocks: inner })) }];
  numberBlocks(blocks);
  const look = resolveLook(type as Parameters<typeof resolveLook>[0], style);
  return { document: composeDocument({ blocks, meta: {}, lang, name: 'Name', assets }, look).document, look };
});

const CREATED = new Date('2026-11-20T12:00:00Z');

test('any document of the model becomes a Word file whose links and tables hold', () => {
  fc.assert(
    fc.property(anyDocument, ({ document, look }) => {
      const built = buildDocx(document, look, { created: CREATED });
      checkParts(built.render);
      if (built.needsPages) checkParts(built.deliver(new Map()));
    }),
    { numRuns: 120 },
  );
});

test('the Open XML SDK finds no fault in any document of the model', async () => {
  await fc.assert(
    fc.asyncProperty(anyDocument, async ({ document, look }) => {
      const errors = await validateOffice(buildDocx(document, look, { created: CREATED }).deliver(new Map()), 'docx');
      assert.equal(JSON.stringify(errors).slice(0, 600), '[]');
    }),
    { numRuns: 6 },
  );
});
