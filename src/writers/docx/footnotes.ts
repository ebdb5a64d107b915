/**
 * Footnotes as Word has them: a part of their own, numbered from 1, since -1 and 0 are the separators (ECMA-376-1
 * §17.11). A note is written when its first reference is; a second reference shows the first one's number by a field.
 */
import { append } from '../../base/append.ts';
import type { Block } from '../../document/block.ts';
import { NEUTRALS } from '../../document/look.ts';
import { note, type Draft } from './draft.ts';
import { textFieldXml } from './field.ts';
import { bookmarked } from './paragraph.ts';

type WriteBlocks = (draft: Draft, blocks: readonly Block[]) => string;

const MARK = '<w:r><w:rPr><w:rStyle w:val="FootnoteReference"/></w:rPr><w:footnoteRef/></w:r><w:r><w:t xml:space="preserve"> </w:t></w:r>';

/** The reference mark. The text of the note is written later, by `writeFootnotes`, in the order of these marks. */
export function footnoteReference(draft: Draft, id: string): string {
  if (draft.insideFootnote) {
    note(draft, {
      code: 'footnote_nested',
      severity: 'info',
      message: 'A footnote inside a footnote cannot be shown in Word; its mark was left out.',
    });
    return '';
  }
  const known = draft.footnoteNumbers.get(id);
  const rPr = '<w:rPr><w:rStyle w:val="FootnoteReference"/></w:rPr>';
  if (known !== undefined) return textFieldXml(`NOTEREF _RefNote${known} \\f \\h`, String(known), rPr);
  if (!draft.footnoteBlocks.has(id)) {
    note(draft, { code: 'footnote_missing', severity: 'warning', message: `The footnote ${id.slice(0, 60)} has no text.` });
    return '';
  }
  const number = draft.footnoteNumbers.size + 1;
  draft.footnoteNumbers.set(id, number);
  return bookmarked(draft, `_RefNote${number}`, `<w:r>${rPr}<w:footnoteReference w:id="${number}"/></w:r>`);
}

/** Every note that was referred to, as `w:footnote`; references inside tables and captions included. */
export function writeFootnotes(draft: Draft, write: WriteBlocks): string {
  let xml = '';
  const outer = draft.relationships;
  draft.relationships = draft.footnoteRelationships;
  draft.insideFootnote = true;
  draft.pageBreakPending = false;
  for (const [id, number] of draft.footnoteNumbers) {
    const blocks = draft.footnoteBlocks.get(id) ?? [];
    xml += `<w:footnote w:id="${number}">${withMark(write(draft, blocks.length > 0 ? blocks : [{ id: '', type: 'paragraph', runs: [] }]))}</w:footnote>`;
  }
  draft.insideFootnote = false;
  draft.relationships = outer;
  return xml;
}

/** The number goes into the first paragraph; before a table it gets one of its own. */
function withMark(content: string): string {
  if (!content.startsWith('<w:p>')) return `<w:p><w:pPr><w:pStyle w:val="FootnoteText"/></w:pPr>${MARK}</w:p>${content}`;
  const end = content.startsWith('<w:p><w:pPr>') ? content.indexOf('</w:pPr>') + '</w:pPr>'.length : '<w:p>'.length;
  return content.slice(0, end) + MARK + content.slice(end);
}

/** The lines above notes, in the colour of rules: Word draws them black where the part leaves them out. */
export function noteSeparators(): string {
  const one = (type: string, id: number, element: string): string =>
    `<w:footnote w:type="${type}" w:id="${id}"><w:p><w:pPr><w:spacing w:before="0" w:after="40" w:line="240" w:lineRule="auto"/></w:pPr><w:r><w:rPr><w:color w:val="${NEUTRALS.rule}"/></w:rPr><w:${element}/></w:r></w:p></w:footnote>`;
  return one('separator', -1, 'separator') + one('continuationSeparator', 0, 'continuationSeparator');
}

/** Notes that nothing refers to; they follow the text, so that nothing is lost. */
export function unreferencedNotes(draft: Draft): Block[] {
  const left: Block[] = [];
  for (const [id, blocks] of draft.footnoteBlocks) if (!draft.footnoteNumbers.has(id)) append(left, blocks);
  return left;
}
