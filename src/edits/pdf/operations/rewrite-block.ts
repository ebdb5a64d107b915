import { z } from 'zod';
import { plainText } from '../../../document/inline.ts';
import { blockText } from '../../../document/walk.ts';
import { isRejected, reject } from '../../define-edit.ts';
import { textFits } from '../../text-fits.ts';
import { definePdfTextEdit, expect, findPlaced, target } from '../define-pdf-text-edit.ts';
import { replaceSpan } from '../mechanics/replace-span.ts';

const schema = z.strictObject({ op: z.literal('rewrite_block'), target, text: textFits(0, 100_000), expect });

export const rewritePdfBlock = definePdfTextEdit({
  op: 'rewrite_block',
  summary: 'Gives a paragraph another text; the pages are set again',
  refuses: {
    target_not_found: 'there is no such block',
    expect_mismatch: 'the block holds another text than `expect`',
    no_effect: 'it holds this text already',
    unsupported: 'it is a table or a picture',
  },
  schema,
  apply(placed, { target: address, text, expect: expected }) {
    const found = findPlaced(placed, address, expected);
    if (isRejected(found)) return found;
    const { block } = found;
    const before = blockText(block);
    if (block.type !== 'paragraph' && block.type !== 'heading')
      return reject('unsupported', `${address} is a ${block.type}, whose text is changed by replace_text.`);
    if (before === text) return reject('no_effect', `${address} holds this text already.`);
    found.block = { ...block, runs: replaceSpan(block.runs, 0, plainText(block.runs).length, text) };
    return { before, after: text };
  },
  examples: [
    {
      name: 'a heading',
      given: '# Plan\n\nText.',
      operation: { op: 'rewrite_block', target: 'page1.b1', text: 'Plan for 2027', expect: 'Plan' },
      expected: '# Plan for 2027\n\nText.',
    },
    {
      name: 'another text than expected',
      given: 'Text.',
      operation: { op: 'rewrite_block', target: 'page1.b1', text: 'New', expect: 'Old' },
      expected: { rejected: 'expect_mismatch' },
    },
    {
      name: 'a table',
      given: '| A |\n|---|\n| 1 |',
      operation: { op: 'rewrite_block', target: 'page1.b1', text: 'New' },
      expected: { rejected: 'unsupported' },
    },
  ],
});
