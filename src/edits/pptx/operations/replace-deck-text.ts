import { unreachedText } from '../../office/unreached-text.ts';
import { z } from 'zod';
import { defineEdit, reject, type PartEdits } from '../../define-edit.ts';
import { faultOfPattern, findFields, findText, nearestTexts, preferExact } from '../../find-text.ts';
import { followMoves } from '../../../ooxml/address-moves.ts';
import { changeDeckText } from '../mechanics/change-deck-text.ts';
import { paragraphsOfDeck, type DeckFile } from '../../../ooxml/deck-file.ts';

const schema = z.strictObject({
  op: z.literal('replace_text'),
  target: z.string().min(1).max(200).optional().describe('Address of a slide, shape, cell or paragraph; absent: all slides.'),
  ...findFields,
});

export const replaceDeckText = defineEdit<DeckFile, z.infer<typeof schema>>({
  op: 'replace_text',
  format: 'pptx',
  summary: 'Replaces words on the slides, across runs, and keeps their formatting',
  tracked: false,
  refuses: {
    target_not_found: 'the text is not there',
    ambiguous_target: 'the text is in several places and `all` is not set',
    no_effect: 'old and new text are the same',
  },
  schema,
  plan(file, fields) {
    if (fields.find === fields.replace) return reject('no_effect', 'The text to find and the text to set are the same.');
    const target = fields.target === undefined ? undefined : followMoves(file.moves, fields.target);
    if (target === null) return reject('target_not_found', `${fields.target ?? ''} went with an earlier operation of this request.`);
    const scope = paragraphsOfDeck(file).filter(
      ({ address }) => target === undefined || address === target || address.startsWith(`${target}.`),
    );
    const fault = faultOfPattern(fields);
    if (fault !== null) return reject('unsupported', `The regular expression cannot be used: ${fault}.`);
    const found = preferExact(
      scope.map((paragraph) => ({ paragraph, changes: findText(paragraph.text, fields) })).filter(({ changes }) => changes.length > 0),
      fields.all,
    );
    const places = found.reduce((sum, { changes }) => sum + changes.length, 0);
    if (places === 0)
      return reject(
        'target_not_found',
        `The text "${fields.find.slice(0, 300)}" is not in ${target ?? 'this presentation'}.`,
        nearestTexts(scope, fields.find),
      );
    if (places > 1 && fields.all !== true)
      return reject(
        'ambiguous_target',
        `The text is in ${places} places; name a target, give more of the text, or set all.`,
        found.map(({ paragraph }) => paragraph.address),
      );
    const parts: PartEdits[] = [];
    for (const { paragraph, changes } of found) {
      const edits = changeDeckText(paragraph, changes);
      if (!Array.isArray(edits)) return edits;
      parts.push({ part: paragraph.part.name, edits });
    }
    const message = fields.all === true && target === undefined ? unreachedText(file.opened, fields) : undefined;
    return { parts, before: fields.find, after: fields.replace, ...(message === undefined ? {} : { message }) };
  },
  examples: [
    {
      name: 'across runs',
      operation: { op: 'replace_text', find: 'Plan for', replace: 'Budget for' },
      given: '<a:p><a:r><a:rPr b="1"/><a:t>Pl</a:t></a:r><a:r><a:t>an for 2026</a:t></a:r></a:p>',
      expected: '<a:p><a:r><a:rPr b="1"/><a:t>Budget</a:t></a:r><a:r><a:t> for 2026</a:t></a:r></a:p>',
    },
  ],
});
