/** Whatever a document holds, its slides are within their bounds: held by the rules that look at presentations. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { composeDeck } from '../../src/document/compose-deck.ts';
import { resolveLook } from '../../src/document/look.ts';
import { numberBlocks } from '../../src/document/walk.ts';
import { reviewPackage } from '../../src/review/review.ts';
import { planDeck, writePptx } from '../../src/writers/pptx.ts';
import { assets, block } from '../support/any-document.ts';

/** Of places, sizes, colours and parts: no content can be to blame for them. */
const OURS = new Set([
  'package_invalid',
  'relationship_dangling',
  'slide_alt_text_missing',
  'slide_content_outside',
  'slide_contrast_low',
  'slide_edges_misaligned',
  'slide_gaps_uneven',
  'slide_shapes_overlap',
  'slide_text_overflow',
  'slide_title_missing',
  'slide_type_small',
]);
test('the slides of any document are within their bounds, in both themes', () => {
  fc.assert(
    fc.property(fc.array(block, { maxLength: 8 }), fc.boolean(), (blocks, dark) => {
      numberBlocks(blocks);
      const document = composeDeck({ blocks, meta: {}, lang: 'en', name: 'Name', assets });
      const { bytes } = writePptx(planDeck(document, { ...resolveLook('presentation'), dark }), { created: new Date(0) });
      assert.deepEqual(
        reviewPackage(bytes).flatMap(({ finding }) => (OURS.has(finding.code) ? [finding.message] : [])),
        [],
      );
    }),
    { numRuns: 60 },
  );
});
