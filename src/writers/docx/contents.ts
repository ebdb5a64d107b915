/**
 * The table of contents. The file that is drawn has plain paragraphs with live page references, since an office program
 * shows a finished TOC field as it stands; the file that is delivered has the TOC field with the numbers read from the
 * drawing, so that it is right when opened and is recalculated when asked for.
 */
import type { Toc } from '../../document/block.ts';
import { contentsFillPage } from '../../document/estimate-pages.ts';
import type { Run } from '../../document/inline.ts';
import { NEUTRALS } from '../../document/look.ts';
import { escapeText } from '../../ooxml/xml-text.ts';
import { note, type Draft } from './draft.ts';
import { textFieldXml } from './field.ts';
import { dxaOfCm } from './measures.ts';
import { paragraph, settlePending } from './paragraph.ts';
import type { HeadingEntry } from '../references.ts';
import { displayXml, textRun } from './runs.ts';

/** No text can hold it: an angle bracket is escaped there. */
const MARK = '<!--contents-->';
/** A third level only where the whole stays short. */
const THREE_LEVEL_ENTRIES_MAX = 25;

/** Leaves the mark; the entries are put in by `withContents`. */
export function writeContents(draft: Draft, block: Toc, afterCover: boolean): string {
  if (draft.contents?.block !== block) {
    note(draft, { code: 'contents_repeated', severity: 'info', message: 'A second table of contents was left out.', blockId: block.id });
    return '';
  }
  if (draft.contents.entries.length === 0) return '';
  const lead = settlePending(draft);
  const levels = draft.contents.entries.map(({ level }) => level);
  if (contentsFillPage(levels, draft.look, afterCover)) draft.pageBreakPending = true;
  // what follows on the page keeps the space above it
  else draft.section.empty = false;
  return lead + MARK;
}

export function contentsDepth(block: Toc, headings: readonly HeadingEntry[]): number {
  return block.depth ?? (headings.filter(({ level }) => level <= 3).length < THREE_LEVEL_ENTRIES_MAX ? 3 : 2);
}

/** @param pages by id of the heading's block; absent: live references for drawing */
export function withContents(draft: Draft, xml: string, pages: ReadonlyMap<string, number> | undefined): string {
  const at = xml.indexOf(MARK);
  if (at === -1 || draft.contents === undefined) return xml;
  const waiting = draft.pageBreakPending;
  draft.pageBreakPending = false;
  const { block, entries, depth } = draft.contents;
  const title = block.title === undefined ? textRun(draft, draft.labels.contents) : displayXml(draft, withoutNotes(block.title));
  const head = paragraph(draft, { style: 'TOCHeading', content: title });
  let last = 1;
  const body = entries.map((entry, index) => {
    last = pages?.get(entry.blockId) ?? last;
    const field =
      pages === undefined
        ? { begin: '', end: '' }
        : {
            begin: index === 0 ? beginField(depth) : '',
            end: index === entries.length - 1 ? '<w:r><w:fldChar w:fldCharType="end"/></w:r>' : '',
          };
    return entryXml(draft, entry, { page: last, first: index === 0, ...field });
  });
  const lines = head + body.join('');
  draft.pageBreakPending = waiting;
  const part = '<w:docPartObj><w:docPartGallery w:val="Table of Contents"/><w:docPartUnique/></w:docPartObj>';
  const whole =
    pages === undefined ? lines : `<w:sdt><w:sdtPr><w:id w:val="900001"/>${part}</w:sdtPr><w:sdtContent>${lines}</w:sdtContent></w:sdt>`;
  return xml.slice(0, at) + whole + xml.slice(at + MARK.length);
}

/** The contents are written after the notes, and more than once: no note is referred to from here. */
const withoutNotes = (runs: readonly Run[]): Run[] => runs.filter((run) => run.footnote === undefined);

function beginField(depth: number): string {
  return (
    '<w:r><w:fldChar w:fldCharType="begin"/></w:r>' +
    `<w:r><w:instrText xml:space="preserve"> ${escapeText(`TOC \\o "1-${depth}" \\h \\z \\u`)} </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>`
  );
}

interface EntryInput {
  page: number;
  first: boolean;
  begin: string;
  end: string;
}

function entryXml(draft: Draft, entry: HeadingEntry, { page, first, begin, end }: EntryInput): string {
  const runs = withoutNotes(entry.runs).map((run) => ({ ...run, link: undefined, text: run.text.replaceAll('\n', ' ') }));
  const number = entry.number === '' ? '' : `${textRun(draft, entry.number)}<w:r><w:tab/></w:r>`;
  const leader = `<w:r><w:rPr><w:b w:val="0"/><w:color w:val="${NEUTRALS.leader}"/></w:rPr><w:tab/></w:r>`;
  const rPr = entry.level === 1 ? '' : `<w:rPr><w:color w:val="${NEUTRALS.muted}"/></w:rPr>`;
  // the tab and the number are outside: LibreOffice gives a whole hyperlink the colour of its last run
  const link = `<w:hyperlink w:anchor="${entry.bookmark}" w:history="1">${number}${displayXml(draft, runs)}</w:hyperlink>${leader}${textFieldXml(`PAGEREF ${entry.bookmark} \\h`, String(page), rPr)}`;
  const indent = dxaOfCm(0.6 * (entry.level - 1));
  const tabs = entry.number === '' ? {} : { tabsXml: `<w:tabs><w:tab w:val="left" w:pos="${indent + dxaOfCm(0.9)}"/></w:tabs>` };
  return paragraph(draft, {
    style: `TOC${Math.min(entry.level, 4)}`,
    content: begin + link + end,
    ...tabs,
    ...(first ? { beforeDxa: 0 } : {}),
  });
}
