import { z } from 'zod';
import { defineEdit, reject, type EditContext, type PartEdits, type Rejected } from '../../define-edit.ts';
import { textFits } from '../../text-fits.ts';
import { changeText } from '../mechanics/change-text.ts';
import { diffWords, groupChanges } from '../../diff-words.ts';
import { findTarget, tell } from '../mechanics/find-target.ts';
import type { WordFile, WordParagraph } from '../../../ooxml/word-file.ts';

const schema = z.strictObject({
  op: z.literal('rewrite_block'),
  target: z.string().min(1).max(200).describe('Address of a paragraph.'),
  text: textFits(0, 100_000).describe('Its new text; \\n is a line break, \\t a tab. Words that stay keep their formatting.'),
  expect: z.string().max(100_000).optional(),
});

/** The paragraph with another text: only the words that differ are touched. */
export function rewriteParagraph(file: WordFile, paragraph: WordParagraph, text: string, context: EditContext): PartEdits | Rejected {
  const before = file.textOf(paragraph).text;
  const changes = diffWords(before, text);
  const grouped = context.mode === 'tracked' ? changeText(file, paragraph, groupChanges(changes, before), context) : null;
  // a word that cannot be changed, in a field, is no part of a passage
  const edits = grouped !== null && Array.isArray(grouped) ? grouped : changeText(file, paragraph, changes, context);
  return Array.isArray(edits) ? { part: paragraph.part.name, edits } : edits;
}

export const rewriteBlock = defineEdit<WordFile, z.infer<typeof schema>>({
  op: 'rewrite_block',
  format: 'docx',
  summary: 'Gives a paragraph another text; words that stay are not touched',
  tracked: true,
  refuses: {
    read_only_content: 'what would go is a field, a picture, a formula or locked',
    no_effect: 'the paragraph holds this text already',
  },
  schema,
  plan(file, fields, context) {
    const paragraph = findTarget(file, fields, ['paragraph']);
    if ('rejected' in paragraph) return paragraph;
    const before = file.textOf(paragraph).text;
    if (before === fields.text) return reject('no_effect', `${fields.target} holds this text already.`);
    const made = rewriteParagraph(file, paragraph, fields.text, context);
    return 'rejected' in made ? made : { parts: [made], before: tell(before), after: tell(fields.text) };
  },
  examples: [
    {
      name: 'only the words that differ',
      operation: { op: 'rewrite_block', target: 'p1', text: 'The fee is due in May.', expect: 'The fee is due in June.' },
      given:
        '<w:p><w:r><w:t xml:space="preserve">The </w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t>fee</w:t></w:r><w:r><w:t xml:space="preserve"> is due in June.</w:t></w:r></w:p>',
      expected:
        '<w:p><w:r><w:t xml:space="preserve">The </w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t>fee</w:t></w:r><w:r><w:t xml:space="preserve"> is due in May.</w:t></w:r></w:p>',
    },
    {
      name: 'an empty paragraph, tracked',
      operation: { op: 'rewrite_block', target: 'p1', text: 'New' },
      mode: 'tracked',
      given: '<w:p/>',
      expected: '<w:p><w:ins w:id="1" w:author="Octavo" w:date="2026-01-01T00:00:00Z"><w:r><w:t>New</w:t></w:r></w:ins></w:p>',
    },
    {
      name: 'tracked: a passage that is another one now is one change, whatever small word it shares',
      operation: { op: 'rewrite_block', target: 'p1', text: 'A yearly subscription of thirty thousand euros.' },
      mode: 'tracked',
      given: '<w:p><w:r><w:t>A monthly instalment of several hundred euros.</w:t></w:r></w:p>',
      expected:
        '<w:p><w:r><w:t xml:space="preserve">A </w:t></w:r><w:del w:id="1" w:author="Octavo" w:date="2026-01-01T00:00:00Z"><w:r><w:delText xml:space="preserve">monthly instalment of several hundred</w:delText></w:r></w:del>' +
        '<w:ins w:id="2" w:author="Octavo" w:date="2026-01-01T00:00:00Z"><w:r><w:t>yearly subscription of thirty thousand</w:t></w:r></w:ins><w:r><w:t xml:space="preserve"> euros.</w:t></w:r></w:p>',
    },
    {
      name: 'another text than expected',
      operation: { op: 'rewrite_block', target: 'p1', text: 'b', expect: 'x' },
      given: '<w:p><w:r><w:t>a</w:t></w:r></w:p>',
      expected: { rejected: 'expect_mismatch' },
    },
    {
      name: 'no such paragraph',
      operation: { op: 'rewrite_block', target: 'p2', text: 'b' },
      given: '<w:p><w:r><w:t>a</w:t></w:r></w:p>',
      expected: { rejected: 'target_not_found' },
    },
    {
      name: 'the same text',
      operation: { op: 'rewrite_block', target: 'p1', text: 'a' },
      given: '<w:p><w:r><w:t>a</w:t></w:r></w:p>',
      expected: { rejected: 'no_effect' },
    },
  ],
});
