import { z } from 'zod';
import { R } from '../../../ooxml/names.ts';
import { guardElement, removeNode, type XmlEdit } from '../../../ooxml/edit-xml.ts';
import { elementsOf } from '../../../ooxml/xml-tree.ts';
import { defineEdit, isRejected, reject, type EditContext } from '../../define-edit.ts';
import { findTarget, tell, textOfTarget } from '../mechanics/find-target.ts';
import { sectionsOf } from '../mechanics/page-room.ts';
import { trackParagraphMark } from '../mechanics/paragraph-mark.ts';
import { exchangeEnd, keepReferences, refuseExchange, sectionEndedBy } from '../mechanics/section-ends.ts';
import { paragraphsOf, type WordBlock, type WordFile, type WordParagraph } from '../../../ooxml/word-file.ts';
import { childOf } from '../../../ooxml/word-text.ts';
import { isNeeded, keepsApart } from './delete-block.ts';

const schema = z.strictObject({
  op: z.literal('delete_section_break'),
  target: z.string().min(1).max(200).describe('Address of the paragraph that ends the section.'),
  expect: z.string().max(100_000).optional(),
});

/** Addresses of paragraphs that end a section. */
const endsOf = ({ stories, main }: WordFile): string[] =>
  stories
    .filter(({ part }) => part === main)
    .flatMap(({ blocks }) => [...paragraphsOf(blocks)].filter(({ element }) => sectionEndedBy(element) !== undefined))
    .map(({ address }) => address);

/** A paragraph that was only there to end the section goes with it. */
const isOnlyEnd = (file: WordFile, block: WordBlock): boolean =>
  elementsOf(block.element).every(({ local }) => local === 'pPr') && !isNeeded(file, block) && !keepsApart(file, [block]);

function removeEnd(file: WordFile, paragraph: WordParagraph & WordBlock, context: EditContext): XmlEdit[] {
  const section = sectionEndedBy(paragraph.element);
  const goes = isOnlyEnd(file, paragraph);
  if (context.mode === 'tracked')
    return goes ? trackParagraphMark(file, paragraph, 'del', context) : exchangeEnd(file, paragraph, '', context);
  const properties = childOf(paragraph.element, 'pPr');
  const isAll = section !== undefined && properties !== undefined && elementsOf(properties).length === 1;
  return [removeNode(goes ? paragraph.element : isAll ? properties : (section ?? paragraph.element))];
}

export const deleteSectionBreak = defineEdit<WordFile, z.infer<typeof schema>>({
  op: 'delete_section_break',
  format: 'docx',
  summary:
    'Takes the end of a section away: what is in front of it gets the pages and columns of the section behind, which keeps its headers',
  tracked: true,
  refuses: {
    target_not_found: 'no section ends with this paragraph',
    read_only_content: 'it is locked',
    unsupported: 'tracked, the end of the paragraph is in a tracked change that is not settled',
  },
  schema,
  plan(file, fields, context) {
    const block = findTarget(file, fields, ['paragraph']);
    if (isRejected(block)) return block;
    const section = sectionEndedBy(block.element);
    if (section === undefined) return reject('target_not_found', `No section ends with ${fields.target}.`, endsOf(file));
    if (block.locked !== null) return reject('read_only_content', `The section that ends with ${fields.target} stays: ${block.locked}.`);
    const refused = context.mode === 'tracked' ? refuseExchange(block) : null;
    if (refused !== null) return refused;
    const next = sectionsOf(file).find(({ start }) => start >= section.end);
    const kept = keepReferences(file, section, next);
    const part = file.main.name;
    // what either section says is not to be changed by another operation of the request
    const guards = [...(context.mode === 'tracked' ? [section] : []), ...(next === undefined ? [] : [next])].map(guardElement);
    return {
      parts: [{ part, edits: [...guards, ...removeEnd(file, block, context), ...kept] }],
      // a section may name what it showed already
      standing: [{ part, edits: kept }],
      before: tell(textOfTarget(file, block)),
      after: tell(textOfTarget(file, block)),
    };
  },
  examples: [
    {
      name: 'the section behind keeps the header that it had from the one in front',
      operation: { op: 'delete_section_break', target: 'p1' },
      given: `<w:p><w:pPr><w:sectPr><w:headerReference w:type="default" xmlns:r="${R}" r:id="rId9"/><w:pgSz w:w="16838" w:h="11906" w:orient="landscape"/></w:sectPr></w:pPr><w:r><w:t>a</w:t></w:r></w:p><w:p/><w:sectPr><w:pgSz w:w="11906" w:h="16838"/></w:sectPr>`,
      expected: `<w:p><w:r><w:t>a</w:t></w:r></w:p><w:p/><w:sectPr><w:headerReference w:type="default" xmlns:r="${R}" r:id="rId9"/><w:pgSz w:w="11906" w:h="16838"/></w:sectPr>`,
    },
    {
      name: 'tracked: the end goes, and one without a section comes',
      operation: { op: 'delete_section_break', target: 'p1' },
      mode: 'tracked',
      given: '<w:p><w:pPr><w:sectPr/></w:pPr><w:r><w:t>a</w:t></w:r></w:p><w:p/><w:sectPr/>',
      expected:
        '<w:p><w:pPr><w:rPr><w:del w:id="1" w:author="Octavo" w:date="2026-01-01T00:00:00Z"/></w:rPr><w:sectPr/></w:pPr><w:r><w:t>a</w:t></w:r></w:p><w:p><w:pPr><w:rPr><w:ins w:id="2" w:author="Octavo" w:date="2026-01-01T00:00:00Z"/></w:rPr></w:pPr></w:p><w:p/><w:sectPr/>',
    },
    {
      name: 'no section ends there',
      operation: { op: 'delete_section_break', target: 'p1' },
      given: '<w:p/><w:sectPr/>',
      expected: { rejected: 'target_not_found' },
    },
  ],
});
