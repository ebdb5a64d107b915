import { z } from 'zod';
import { addPart, addRelationship, editXmlPart, freePartName } from '../../ooxml/change-package.ts';
import { appendContent, insertAfter, prependContent, type XmlEdit } from '../../ooxml/edit-xml.ts';
import { readXmlPart, type OfficePackage } from '../../ooxml/office-package.ts';
import { XML_DECLARATION } from '../../ooxml/package-parts.ts';
import { escapeAttribute } from '../../ooxml/xml-text.ts';
import { defineEdit, reject, type EditContext } from '../define-edit.ts';
import { textFits } from '../text-fits.ts';
import { findTarget, tell } from './find-target.ts';
import { plainParagraph } from './new-blocks.ts';
import { sidePartOf, type WordFile, type WordParagraph } from './word-file.ts';
import { childOf, W } from './word-text.ts';

const schema = z.strictObject({
  op: z.literal('add_comment'),
  target: z.string().min(1).max(200).describe('Address of a paragraph, or of a cell: its first paragraph.'),
  text: textFits(1, 10_000).describe('\\n begins a new paragraph.'),
  author: z.string().min(1).max(200).optional(),
  expect: z.string().max(100_000).optional(),
});

const COMMENTS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/comments';
const COMMENTS_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.comments+xml';

/** Around all that the paragraph holds, with the mark behind it (ISO/IEC 29500-1 §17.13.4). */
function anchor({ w }: WordFile, { part, element }: WordParagraph, id: number): XmlEdit[] {
  const start = `<${w}commentRangeStart ${w}id="${id}"/>`;
  const end = `<${w}commentRangeEnd ${w}id="${id}"/><${w}r><${w}commentReference ${w}id="${id}"/></${w}r>`;
  const properties = childOf(element, 'pPr');
  if (properties !== undefined) return [insertAfter(properties, start), appendContent(part, element, end)];
  return element.contentStart === element.end ? [appendContent(part, element, start + end)] : [prependContent(part, element, start), appendContent(part, element, end)];
}

function writeComment(opened: OfficePackage, id: number, text: string, { author, date }: EditContext): void {
  const initials = author.split(/\s+/).map((word) => word.slice(0, 1)).join('').slice(0, 4);
  const commentXml = (w: string): string =>
    `<${w}comment ${w}id="${id}" ${w}author="${escapeAttribute(author)}" ${w}date="${date}" ${w}initials="${escapeAttribute(initials)}">${text.split('\n').map((line) => plainParagraph(w, line)).join('')}</${w}comment>`;
  const part = sidePartOf(opened, 'comments');
  if (part === undefined) {
    const name = freePartName(opened, 'word/comments', '.xml');
    addPart(opened, { name, contentType: COMMENTS_TYPE }, `${XML_DECLARATION}<w:comments xmlns:w="${W}">${commentXml('w:')}</w:comments>`);
    addRelationship(opened, opened.mainPart, { type: COMMENTS, target: name });
    return;
  }
  const now = readXmlPart(opened, part.name);
  editXmlPart(opened, now, [appendContent(now, now.root, commentXml(now.root.name.slice(0, now.root.name.indexOf(':') + 1)))]);
}

export const addComment = defineEdit<WordFile, z.infer<typeof schema>>({
  op: 'add_comment', format: 'docx', summary: 'Puts a comment on a paragraph', tracked: false,
  refuses: { unsupported: 'in headers, footers and notes Word has no comments' },
  schema,
  plan(file, fields, context) {
    const target = findTarget(file, fields, ['paragraph', 'cell']);
    if ('rejected' in target) return target;
    const paragraph = target.kind === 'paragraph' ? target : target.blocks.find((block) => block.kind === 'paragraph');
    if (paragraph === undefined || paragraph.part !== file.main) return reject('unsupported', `Word takes no comment on ${fields.target}: name a paragraph of the text.`);
    const id = file.nextId();
    const by = { ...context, author: fields.author ?? context.author };
    return {
      parts: [{ part: paragraph.part.name, edits: anchor(file, paragraph, id) }], before: tell(file.textOf(paragraph).text), after: fields.text,
      finish: (opened) => writeComment(opened, id, fields.text, by),
    };
  },
  examples: [
    {
      name: 'on a paragraph', operation: { op: 'add_comment', target: 'p1', text: 'Why?' }, given: '<w:p><w:r><w:t>a</w:t></w:r></w:p>',
      expected: '<w:p><w:commentRangeStart w:id="1"/><w:r><w:t>a</w:t></w:r><w:commentRangeEnd w:id="1"/><w:r><w:commentReference w:id="1"/></w:r></w:p>',
    },
  ],
});
