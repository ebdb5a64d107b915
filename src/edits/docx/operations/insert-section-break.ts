import { z } from 'zod';
import { appendContent, guardElement, insertAfter, type XmlEdit } from '../../../ooxml/edit-xml.ts';
import { elementsOf, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { defineEdit, isRejected, reject, type EditContext, type Rejected } from '../../define-edit.ts';
import { changeProperties, insertProperty, ofAnother, otherAuthor, withAttributes } from '../mechanics/change-properties.ts';
import { openRevision } from '../mechanics/change-text.ts';
import { findTarget, tell, textOfTarget } from '../mechanics/find-target.ts';
import { sectionsOf } from '../mechanics/page-room.ts';
import { exchangeEnd, insertedEnd, refuseExchange } from '../mechanics/section-ends.ts';
import type { WordBlock, WordFile } from '../../../ooxml/word-file.ts';
import { childOf, valueOf } from '../../../ooxml/word-text.ts';

const schema = z.strictObject({
  op: z.literal('insert_section_break'),
  target: z.string().min(1).max(200).describe('Address of the paragraph or table behind which the new section begins.'),
  kind: z.enum(['next_page', 'continuous', 'even_page', 'odd_page']).optional().describe('next_page where absent.'),
  expect: z.string().max(100_000).optional(),
});

const TYPES = { next_page: 'nextPage', continuous: 'continuous', even_page: 'evenPage', odd_page: 'oddPage' } as const;

/** Properties of the section as it was, for the part in front of the break: without the history of its own. */
function copyOf(file: WordFile, section: XmlElement | undefined): string {
  const { w, main } = file;
  const kept = section === undefined ? [] : elementsOf(section).filter(({ local }) => local !== 'sectPrChange');
  return `<${w}sectPr>${kept.map(({ start, end }) => main.source.slice(start, end)).join('')}</${w}sectPr>`;
}

/** The end of a section is a property of its last paragraph (ISO/IEC 29500-1 §17.6.18); a table gets one behind it. */
function endSection(file: WordFile, block: WordBlock, copy: string, context: EditContext): XmlEdit[] {
  if (context.mode === 'tracked')
    return block.kind === 'table'
      ? [insertAfter(block.element, insertedEnd(file, copy, context))]
      : exchangeEnd(file, block, copy, context);
  return [endAtOnce(file, block, copy)];
}

function endAtOnce(file: WordFile, block: WordBlock, copy: string): XmlEdit {
  const { w } = file;
  if (block.kind === 'table') return insertAfter(block.element, `<${w}p><${w}pPr>${copy}</${w}pPr></${w}p>`);
  const properties = childOf(block.element, 'pPr');
  if (properties !== undefined) return insertProperty(block.part, properties, 'pPr', 'sectPr', copy);
  const xml = `<${w}pPr>${copy}</${w}pPr>`;
  const { element, part } = block;
  return element.contentStart === element.end
    ? appendContent(part, element, xml)
    : { start: element.contentStart, end: element.contentStart, xml, unique: 'pPr' };
}

/** Properties of the last section, of which the file says nothing yet. */
function newLastSection(file: WordFile, body: XmlElement, type: string, context: EditContext): XmlEdit[] {
  const { w, main } = file;
  const history = context.mode === 'direct' ? '' : `${openRevision(file, 'sectPrChange', context)}><${w}sectPr/></${w}sectPrChange>`;
  return [{ ...appendContent(main, body, `<${w}sectPr>${type}${history}</${w}sectPr>`), unique: 'sectPr', last: true }];
}

function refuseTracked(block: WordBlock, section: XmlElement | undefined, context: EditContext): Rejected | null {
  const other = section === undefined ? null : otherAuthor(section, 'sectPr', context);
  if (other !== null) return ofAnother('The section behind it', other);
  return block.kind === 'table' ? null : refuseExchange(block);
}

export const insertSectionBreak = defineEdit<WordFile, z.infer<typeof schema>>({
  op: 'insert_section_break',
  format: 'docx',
  summary: 'Begins a new section behind a paragraph or table, with the pages, headers and columns of the one before; set_page changes them',
  tracked: true,
  refuses: {
    unsupported:
      'in tables, headers, notes and text boxes there are no sections; tracked, the end of the paragraph or the section behind it is in a tracked change that is not settled',
    no_effect: 'a section ends there already',
    read_only_content: 'it is locked',
  },
  schema,
  plan(file, fields, context) {
    const block = findTarget(file, fields, ['paragraph', 'table']);
    if (isRejected(block)) return block;
    const body = childOf(file.main.root, 'body');
    if (block.cell !== undefined || block.part !== file.main || block.address.includes('.') || body === undefined)
      return reject('unsupported', `No section can begin behind ${fields.target}: name a paragraph or table of the text itself.`);
    if (block.locked !== null || block.element.parent !== body)
      return reject('read_only_content', `No section can begin behind ${fields.target}: ${block.locked ?? 'it is in a content control'}.`, [
        fields.target,
      ]);
    const sections = sectionsOf(file);
    if (block.kind === 'paragraph' && sections.some(({ parent }) => parent?.parent === block.element))
      return reject('no_effect', `A section ends with ${fields.target} already.`);
    const section = sections.find(({ start }) => start >= block.element.end);
    const refused = context.mode === 'tracked' ? refuseTracked(block, section, context) : null;
    if (refused !== null) return refused;
    const { w, main } = file;
    const type = `<${w}type ${w}val="${TYPES[fields.kind ?? 'next_page']}"/>`;
    const numbering = section && childOf(section, 'pgNumType');
    const edits = endSection(file, block, copyOf(file, section), context);
    if (section === undefined) edits.push(...newLastSection(file, body, type, context));
    else {
      // the pages of the new section are counted on
      const counted: [string, string][] =
        valueOf(numbering, 'start') === undefined ? [] : [['pgNumType', withAttributes(w, 'pgNumType', numbering, { start: null })]];
      // what is copied is not to be changed by another operation of the request
      edits.push(
        guardElement(section),
        ...changeProperties({ file, part: main, owner: section, list: 'sectPr', context }, new Map([['type', type], ...counted])),
      );
    }
    return { parts: [{ part: main.name, edits }], before: tell(textOfTarget(file, block)), after: fields.kind ?? 'next_page' };
  },
  examples: [
    {
      name: 'on a new page',
      operation: { op: 'insert_section_break', target: 'p1' },
      given: '<w:p><w:r><w:t>a</w:t></w:r></w:p><w:p/><w:sectPr><w:pgSz w:w="11906" w:h="16838"/></w:sectPr>',
      expected:
        '<w:p><w:pPr><w:sectPr><w:pgSz w:w="11906" w:h="16838"/></w:sectPr></w:pPr><w:r><w:t>a</w:t></w:r></w:p><w:p/><w:sectPr><w:type w:val="nextPage"/><w:pgSz w:w="11906" w:h="16838"/></w:sectPr>',
    },
    {
      name: 'in a table',
      operation: { op: 'insert_section_break', target: 't1.r1.c1.p1' },
      given: '<w:tbl><w:tr><w:tc><w:p/></w:tc></w:tr></w:tbl><w:p/>',
      expected: { rejected: 'unsupported' },
    },
  ],
});
