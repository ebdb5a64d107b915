import { z } from 'zod';
import { appendContent, insertAfter, prependContent, type XmlEdit } from '../../../ooxml/edit-xml.ts';
import { defineEdit, reject, type Rejected } from '../../define-edit.ts';
import { findText } from '../../find-text.ts';
import { textFits } from '../../text-fits.ts';
import { cutRun } from '../mechanics/cut-run.ts';
import { findTarget, tell } from '../mechanics/find-target.ts';
import { writeComment } from '../mechanics/word-comments.ts';
import type { WordFile, WordParagraph } from '../../../ooxml/word-file.ts';
import { childOf } from '../../../ooxml/word-text.ts';

const schema = z.strictObject({
  op: z.literal('add_comment'),
  target: z.string().min(1).max(200).describe('Address of a paragraph, or of a cell: its first paragraph.'),
  find: textFits(1, 10_000).optional().describe('The words of it that are meant; absent: all of it.'),
  text: textFits(1, 10_000).describe('\\n begins a new paragraph.'),
  author: textFits(1, 200).optional(),
  expect: z.string().max(100_000).optional(),
});

interface Marks {
  start: string;
  end: string;
}

const marksOf = ({ w }: WordFile, id: number): Marks => ({
  start: `<${w}commentRangeStart ${w}id="${id}"/>`,
  end: `<${w}commentRangeEnd ${w}id="${id}"/><${w}r><${w}commentReference ${w}id="${id}"/></${w}r>`,
});

/** Around all that the paragraph holds, with the mark behind it (ISO/IEC 29500-1 §17.13.4). */
function anchorAll({ part, element }: WordParagraph, { start, end }: Marks): XmlEdit[] {
  const properties = childOf(element, 'pPr');
  if (properties !== undefined) return [insertAfter(properties, start), appendContent(part, element, end)];
  return element.contentStart === element.end
    ? [appendContent(part, element, start + end)]
    : [prependContent(part, element, start), appendContent(part, element, end)];
}

/** Around words: the runs are divided where they begin and end. */
function anchorWords(file: WordFile, paragraph: WordParagraph, find: string, marks: Marks): XmlEdit[] | Rejected {
  const { text, pieces } = file.textOf(paragraph);
  const places = findText(text, { find, replace: '' });
  const [place] = places;
  if (place === undefined) return reject('target_not_found', `The text "${tell(find)}" is not in ${paragraph.address}.`);
  if (places.length > 1)
    return reject('ambiguous_target', `The text "${tell(find)}" is in ${places.length} places of ${paragraph.address}; give more of it.`);
  const first = pieces.find(({ at, text: own }) => at + own.length > place.start);
  const last = pieces.findLast(({ at }) => at < place.end);
  const opened = first && cutRun(paragraph, first, place.start - first.at, { file, between: marks.start });
  const closed = last && cutRun(paragraph, last, place.end - last.at, { file, between: marks.end });
  if (!opened || !closed)
    return reject('read_only_content', `The text in ${paragraph.address} cannot be divided: it is written as a CDATA section.`, [
      paragraph.address,
    ]);
  return [...opened, ...closed];
}

export const addComment = defineEdit<WordFile, z.infer<typeof schema>>({
  op: 'add_comment',
  format: 'docx',
  summary: 'Puts a comment on a paragraph or on words of it',
  tracked: false,
  refuses: {
    unsupported: 'in headers and footers Word has no comments',
    target_not_found: 'the words are not there',
    ambiguous_target: 'the words appear more than once',
  },
  schema,
  plan(file, fields, context) {
    const target = findTarget(file, fields, ['paragraph', 'cell']);
    if ('rejected' in target) return target;
    const paragraph = target.kind === 'paragraph' ? target : target.blocks.find((block) => block.kind === 'paragraph');
    if (paragraph === undefined || /^(header|footer|box)/.test(paragraph.address))
      return reject('unsupported', `Word takes no comment on ${fields.target}: name a paragraph of the text.`);
    const id = file.nextId();
    const edits =
      fields.find === undefined ? anchorAll(paragraph, marksOf(file, id)) : anchorWords(file, paragraph, fields.find, marksOf(file, id));
    if (!Array.isArray(edits)) return edits;
    const by = { ...context, author: fields.author ?? context.author };
    return {
      parts: [{ part: paragraph.part.name, edits }],
      before: fields.find ?? tell(file.textOf(paragraph).text),
      after: fields.text,
      finish: (opened) => writeComment(opened, { id, text: fields.text, by }),
    };
  },
  examples: [
    {
      name: 'on a paragraph',
      operation: { op: 'add_comment', target: 'p1', text: 'Why?' },
      given: '<w:p><w:r><w:t>a</w:t></w:r></w:p>',
      expected:
        '<w:p><w:commentRangeStart w:id="1"/><w:r><w:t>a</w:t></w:r><w:commentRangeEnd w:id="1"/><w:r><w:commentReference w:id="1"/></w:r></w:p>',
    },
    {
      name: 'on words',
      operation: { op: 'add_comment', target: 'p1', find: 'ten', text: 'Why?' },
      given: '<w:p><w:r><w:t>in ten days</w:t></w:r></w:p>',
      expected:
        '<w:p><w:r><w:t xml:space="preserve">in </w:t></w:r><w:commentRangeStart w:id="1"/><w:r><w:t xml:space="preserve">ten</w:t></w:r><w:commentRangeEnd w:id="1"/><w:r><w:commentReference w:id="1"/></w:r><w:r><w:t xml:space="preserve"> days</w:t></w:r></w:p>',
    },
    {
      name: 'on words that appear twice',
      operation: { op: 'add_comment', target: 'p1', find: 'a', text: 'Why?' },
      given: '<w:p><w:r><w:t>a a</w:t></w:r></w:p>',
      expected: { rejected: 'ambiguous_target' },
    },
  ],
});
