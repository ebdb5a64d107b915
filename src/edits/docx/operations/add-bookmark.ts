import { z } from 'zod';
import { W } from '../../../ooxml/names.ts';
import { removeNode, type XmlEdit } from '../../../ooxml/edit-xml.ts';
import { walkElements } from '../../../ooxml/xml-tree.ts';
import { defineEdit, isRejected, reject, type Rejected } from '../../define-edit.ts';
import { textFits } from '../../text-fits.ts';
import { cutRun } from '../mechanics/cut-run.ts';
import { findWords, runsOfWords, type Words } from '../mechanics/find-words.ts';
import { tell } from '../mechanics/find-target.ts';
import { bookmarksOf, bookmarkTags, markParagraph, sameName, usersOf } from '../mechanics/word-bookmarks.ts';
import type { WordFile } from '../../../ooxml/word-file.ts';
import { valueOf } from '../../../ooxml/word-text.ts';

const addSchema = z.strictObject({
  op: z.literal('add_bookmark'),
  target: z.string().min(1).max(200).describe('Address of a paragraph, or of a cell: its first paragraph.'),
  find: textFits(1, 10_000).optional().describe('The words of it that are meant; absent: all of it.'),
  name: z
    .string()
    .regex(/^[\p{L}_][\p{L}\p{N}_]{0,39}$/u, 'a letter, then letters, digits and _, 40 at most')
    .describe('A letter, then letters, digits and _, 40 at most.'),
  expect: z.string().max(100_000).optional(),
});
const deleteSchema = z.strictObject({
  op: z.literal('delete_bookmark'),
  name: z.string().min(1).max(200),
});

function markWords(file: WordFile, words: Words, name: string): XmlEdit[] | Rejected {
  const { paragraph } = words;
  const runs = runsOfWords(file, words);
  const [first] = runs;
  const last = runs.at(-1);
  const { start, end } = bookmarkTags(file, name);
  const opened = first && cutRun(paragraph, first.first, first.from, { file, between: start });
  const closed = last && cutRun(paragraph, last.last, last.to, { file, between: end });
  return opened && closed
    ? [...opened, ...closed]
    : reject('read_only_content', `The text in ${paragraph.address} cannot be divided: it is written as a CDATA section.`, [
        paragraph.address,
      ]);
}

/** Names that operations of the same request give, by the file that they are planned on. */
const namesGiven = new WeakMap<WordFile, string[]>();

function givenOf(file: WordFile): string[] {
  const given = namesGiven.get(file) ?? [];
  namesGiven.set(file, given);
  return given;
}

export const addBookmark = defineEdit<WordFile, z.infer<typeof addSchema>>({
  op: 'add_bookmark',
  format: 'docx',
  summary: 'Gives a paragraph or words of it a name that links and fields lead to',
  tracked: false,
  refuses: {
    target_not_found: 'the words are not there',
    ambiguous_target: 'the words appear more than once',
    unsupported: 'the file has a bookmark of that name, or another operation gives it',
  },
  schema: addSchema,
  plan(file, fields) {
    const words = findWords(file, fields);
    if (isRejected(words)) return words;
    if (bookmarksOf(file).some(({ name }) => sameName(name, fields.name)))
      return reject('unsupported', `The file has a bookmark ${fields.name} already; delete it first, or take another name.`);
    const given = givenOf(file);
    if (given.some((name) => sameName(name, fields.name)))
      return reject('unsupported', `Another operation of the request gives the name ${fields.name} already; take another name.`);
    const edits = fields.find === undefined ? markParagraph(file, words.paragraph, fields.name) : markWords(file, words, fields.name);
    if (isRejected(edits)) return edits;
    given.push(fields.name);
    return { parts: [{ part: words.paragraph.part.name, edits }], before: tell(words.text), after: fields.name };
  },
  examples: [
    {
      name: 'a paragraph',
      operation: { op: 'add_bookmark', target: 'p1', name: 'Fees' },
      given: '<w:p><w:r><w:t>Fees</w:t></w:r></w:p>',
      expected: '<w:p><w:bookmarkStart w:id="1" w:name="Fees"/><w:r><w:t>Fees</w:t></w:r><w:bookmarkEnd w:id="1"/></w:p>',
    },
    {
      name: 'words',
      operation: { op: 'add_bookmark', target: 'p1', find: 'ten', name: 'Days' },
      given: '<w:p><w:r><w:t>in ten</w:t></w:r></w:p>',
      expected:
        '<w:p><w:r><w:t xml:space="preserve">in </w:t></w:r><w:bookmarkStart w:id="1" w:name="Days"/><w:r><w:t xml:space="preserve">ten</w:t></w:r><w:bookmarkEnd w:id="1"/></w:p>',
    },
    {
      name: 'a name that is taken',
      operation: { op: 'add_bookmark', target: 'p1', name: 'fees' },
      given: '<w:p><w:bookmarkStart w:id="1" w:name="Fees"/><w:bookmarkEnd w:id="1"/></w:p>',
      expected: { rejected: 'unsupported' },
    },
  ],
});

export const deleteBookmark = defineEdit<WordFile, z.infer<typeof deleteSchema>>({
  op: 'delete_bookmark',
  format: 'docx',
  summary: 'Deletes a bookmark; the text that it names stays',
  tracked: false,
  refuses: { target_not_found: 'there is no such bookmark', read_only_content: 'a link or a field leads to it' },
  schema: deleteSchema,
  plan(file, { name }) {
    const bookmarks = bookmarksOf(file);
    const found = bookmarks.find((one) => sameName(one.name, name));
    if (found === undefined)
      return reject(
        'target_not_found',
        `There is no bookmark ${name}.`,
        bookmarks.map((one) => one.name).filter((one) => !one.startsWith('_')),
      );
    const users = usersOf(file, found.name);
    if (users.length > 0)
      return reject(
        'read_only_content',
        `${users.length} places lead to the bookmark ${found.name}: ${users.slice(0, 3).join(', ')}; change them first.`,
      );
    const end = [...walkElements(found.part.root)].find(
      (element) => element.uri === W && element.local === 'bookmarkEnd' && valueOf(element, 'id') === found.id,
    );
    return {
      parts: [{ part: found.part.name, edits: [found.start, ...(end === undefined ? [] : [end])].map(removeNode) }],
      before: found.name,
      after: '',
    };
  },
  examples: [
    {
      name: 'its text stays',
      operation: { op: 'delete_bookmark', name: 'Fees' },
      given: '<w:p><w:bookmarkStart w:id="1" w:name="Fees"/><w:r><w:t>Fees</w:t></w:r><w:bookmarkEnd w:id="1"/></w:p>',
      expected: '<w:p><w:r><w:t>Fees</w:t></w:r></w:p>',
    },
    {
      name: 'a link leads to it',
      operation: { op: 'delete_bookmark', name: 'Fees' },
      given:
        '<w:p><w:bookmarkStart w:id="1" w:name="Fees"/><w:bookmarkEnd w:id="1"/><w:hyperlink w:anchor="Fees"><w:r><w:t>Fees</w:t></w:r></w:hyperlink></w:p>',
      expected: { rejected: 'read_only_content' },
    },
  ],
});
