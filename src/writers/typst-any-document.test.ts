import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { assets as randomAssets, block as randomBlock, looks } from '../../test/support/any-document.ts';
import { typeset } from '../../test/support/typeset.ts';
import type { Block } from '../document/block.ts';
import { composeDocument } from '../document/compose.ts';
import { resolveLook } from '../document/look.ts';
import { numberBlocks } from '../document/walk.ts';
import { writeTypst } from './typst.ts';

/** Tables in tables, broken over pages: the compiler's own tree of tags does not always hold, and the file is made without the promise. */
const COMPILER_FAULTS = /split up|invalid table|properly closed/;

test('any document of the model becomes a PDF', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(randomBlock, { maxLength: 8 }),
      fc.array(fc.tuple(fc.constantFrom('1', '2', '3'), fc.array(randomBlock, { maxLength: 2 })), { maxLength: 3 }),
      looks,
      async (body, notes, { type, lang, style }) => {
        const blocks: Block[] = [...body, { id: 'fn', type: 'footnotes', notes: notes.map(([id, blocks]) => ({ id, blocks })) }];
        numberBlocks(blocks);
        const look = resolveLook(type, style);
        const { document } = composeDocument({ blocks, meta: {}, lang, name: 'Name', assets: randomAssets }, look);
        const { value } = writeTypst(document, look);
        const { pages, warnings } = await typeset(value);
        assert.ok(pages.length > 0);
        assert.deepEqual(
          warnings.filter((warning) => !COMPILER_FAULTS.test(warning)),
          [],
        );
      },
    ),
    { numRuns: 25 },
  );
});
