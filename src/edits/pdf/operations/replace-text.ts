import { z } from 'zod';
import { plainText } from '../../../document/inline.ts';
import { blockText, mapRuns } from '../../../document/walk.ts';
import { reject, type Rejected } from '../../define-edit.ts';
import { faultOfPattern, findFields, findText, nearestTexts } from '../../find-text.ts';
import { definePdfTextEdit, target, type PlacedBlock, type TextDone } from '../define-pdf-text-edit.ts';
import { replaceSpan } from '../mechanics/replace-span.ts';

const schema = z.strictObject({
  op: z.literal('replace_text'),
  ...findFields,
  target: target.optional().describe('Address of the block that it is looked for in.'),
});

function apply(placed: readonly PlacedBlock[], operation: z.infer<typeof schema>): TextDone | Rejected {
  if (operation.find === operation.replace) return reject('no_effect', 'Old and new text are the same.');
  const fault = faultOfPattern(operation);
  if (fault !== null) return reject('unsupported', `The regular expression cannot be used: ${fault}.`);
  const among = placed.filter((one) => !one.gone && (operation.target === undefined || one.address === operation.target));
  if (among.length === 0) return reject('target_not_found', `There is no block ${String(operation.target).slice(0, 60)}.`);
  const counts = among
    .map((one) => {
      let count = 0;
      mapRuns([one.block], (runs) => {
        count += findText(plainText(runs), operation).length;
        return runs;
      });
      return { one, count };
    })
    .filter(({ count }) => count > 0);
  const places = counts.reduce((sum, { count }) => sum + count, 0);
  if (places === 0)
    return reject(
      'target_not_found',
      `"${operation.find.slice(0, 80)}" is nowhere in the text.`,
      nearestTexts(
        among.map((one) => ({ address: one.address, text: blockText(one.block) })),
        operation.find,
      ),
    );
  if (places > 1 && operation.all !== true)
    return reject(
      'ambiguous_target',
      `"${operation.find.slice(0, 80)}" is in ${places} places; set all, or name the block.`,
      counts.map(({ one }) => one.address),
    );
  const [first] = counts;
  const before = first ? blockText(first.one.block) : '';
  for (const { one } of counts) {
    const [changed] = mapRuns([one.block], (runs) =>
      findText(plainText(runs), operation)
        .toReversed()
        .reduce((all, { start, end, text }) => replaceSpan(all, start, end, text), [...runs]),
    );
    if (changed) one.block = changed;
  }
  return { before, after: first ? blockText(first.one.block) : '' };
}

export const replacePdfText = definePdfTextEdit({
  op: 'replace_text',
  summary: 'Replaces words; the pages are set again in the faces, sizes and margins of the source',
  refuses: {
    target_not_found: 'the text is not there',
    ambiguous_target: 'the text is in several places and `all` is not set',
    no_effect: 'old and new text are the same',
    unsupported: '`find` is no regular expression that can be used',
  },
  schema,
  apply,
  examples: [
    {
      name: 'in the formatting of what goes',
      given: 'Due in **ten days** from today.',
      operation: { op: 'replace_text', find: 'ten days', replace: 'thirty days' },
      expected: 'Due in **thirty days** from today.',
    },
    {
      name: 'every place, in tables too',
      given: 'North is cold.\n\n| Region | Units |\n|---|---|\n| North | 4 |',
      operation: { op: 'replace_text', find: 'North', replace: 'Norte', all: true },
      expected: 'Norte is cold.\n\n| Region | Units |\n|---|---|\n| Norte | 4 |',
    },
    {
      name: 'two places and no word which',
      given: 'One and one.\n\nAnother one.',
      operation: { op: 'replace_text', find: 'one', replace: '1' },
      expected: { rejected: 'ambiguous_target' },
    },
    {
      name: 'not there',
      given: 'One.',
      operation: { op: 'replace_text', find: 'Two', replace: '2' },
      expected: { rejected: 'target_not_found' },
    },
    {
      name: 'the same',
      given: 'One.',
      operation: { op: 'replace_text', find: 'One', replace: 'One' },
      expected: { rejected: 'no_effect' },
    },
  ],
});
