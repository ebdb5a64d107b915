import { z } from 'zod';
import { defineEdit, type PartEdits, type Rejected } from '../../define-edit.ts';
import { changedText, chooseText } from '../../choose-text.ts';
import { findFields } from '../../find-text.ts';
import { unreachedText } from '../../office/unreached-text.ts';
import { changeText } from '../mechanics/change-text.ts';
import { diffWords, type TextChange } from '../../diff-words.ts';
import { findTarget, paragraphsOfTarget, tell } from '../mechanics/find-target.ts';
import { paragraphsOf, type WordFile, type WordParagraph } from '../../../ooxml/word-file.ts';

const schema = z.strictObject({
  op: z.literal('replace_text'),
  target: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe('Address of a paragraph, cell, row or table; absent: the whole file with headers, footers and notes.'),
  ...findFields,
  expect: z.string().max(100_000).optional(),
});
type Fields = z.infer<typeof schema>;

function scopeOf(file: WordFile, fields: Fields): WordParagraph[] | Rejected {
  if (fields.target === undefined) return file.stories.flatMap(({ blocks }) => [...paragraphsOf(blocks)]);
  const target = findTarget(file, { target: fields.target, expect: fields.expect }, ['paragraph', 'cell', 'row', 'table']);
  if ('rejected' in target) return target;
  return paragraphsOfTarget(target);
}

/** Only the words that differ are changed: common ones at the ends keep their own formatting. */
function narrow(change: TextChange, text: string): TextChange[] {
  return diffWords(text.slice(change.start, change.end), change.text).map(({ start, end, text: inner }) => ({
    start: change.start + start,
    end: change.start + end,
    text: inner,
  }));
}

export const replaceText = defineEdit<WordFile, Fields>({
  op: 'replace_text',
  format: 'docx',
  summary: 'Replaces words wherever they stand, across runs, and keeps their formatting',
  tracked: true,
  refuses: {
    target_not_found: 'the text is not there',
    ambiguous_target: 'the text is in several places and `all` is not set',
    read_only_content: 'it lies in a field, a formula or a locked control',
    no_effect: 'old and new text are the same',
  },
  schema,
  plan(file, fields, context) {
    const scope = scopeOf(file, fields);
    if (!Array.isArray(scope)) return scope;
    const texts = scope.map((paragraph) => ({ address: paragraph.address, text: file.textOf(paragraph).text, paragraph }));
    const found = chooseText([...Map.groupBy(texts, ({ paragraph }) => paragraph.element.parent).values()], fields, 'this file');
    if ('rejected' in found) return found;
    const parts: PartEdits[] = [];
    for (const { place, changes } of found) {
      const { paragraph, text } = place;
      const edits = changeText(
        file,
        paragraph,
        changes.flatMap((change) => narrow(change, text)),
        context,
      );
      if (!Array.isArray(edits)) return edits;
      parts.push({ part: paragraph.part.name, edits });
    }
    const [first] = found;
    const before = first?.place.text ?? '';
    const after = changedText(before, first?.changes ?? []);
    const message = fields.all === true && fields.target === undefined ? unreachedText(file.opened, fields) : undefined;
    return { parts, before: tell(before), after: tell(after), ...(message === undefined ? {} : { message }) };
  },
  examples: [
    {
      name: 'across runs, in the formatting of its beginning',
      operation: { op: 'replace_text', find: 'ten days', replace: 'thirty days' },
      given:
        '<w:p><w:r><w:t xml:space="preserve">within </w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t>te</w:t></w:r><w:r><w:t>n days</w:t></w:r></w:p>',
      expected:
        '<w:p><w:r><w:t xml:space="preserve">within </w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t>thirty</w:t></w:r><w:r><w:t xml:space="preserve"> days</w:t></w:r></w:p>',
    },
    {
      name: 'tracked: the run is divided',
      operation: { op: 'replace_text', find: '10', replace: '30' },
      mode: 'tracked',
      given: '<w:p><w:r><w:t>in 10 days</w:t></w:r></w:p>',
      expected:
        '<w:p><w:r><w:t xml:space="preserve">in </w:t></w:r><w:del w:id="1" w:author="Octavo" w:date="2026-01-01T00:00:00Z"><w:r><w:delText xml:space="preserve">10</w:delText></w:r></w:del><w:ins w:id="2" w:author="Octavo" w:date="2026-01-01T00:00:00Z"><w:r><w:t>30</w:t></w:r></w:ins><w:r><w:t xml:space="preserve"> days</w:t></w:r></w:p>',
    },
    {
      name: 'twice there',
      operation: { op: 'replace_text', find: 'a', replace: 'b' },
      given: '<w:p><w:r><w:t>a a</w:t></w:r></w:p>',
      expected: { rejected: 'ambiguous_target' },
    },
    {
      name: 'not there',
      operation: { op: 'replace_text', find: 'x', replace: 'b' },
      given: '<w:p><w:r><w:t>a a</w:t></w:r></w:p>',
      expected: { rejected: 'target_not_found' },
    },
    {
      name: 'in a page number',
      operation: { op: 'replace_text', find: '7', replace: '8' },
      expected: { rejected: 'read_only_content' },
      given: '<w:p><w:fldSimple w:instr=" PAGE "><w:r><w:t>7</w:t></w:r></w:fldSimple></w:p>',
    },
  ],
});
