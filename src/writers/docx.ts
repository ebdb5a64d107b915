/**
 * Word files (ISO/IEC 29500 transitional, as Word 2013 and later write them). The tree is walked twice: once for what it
 * counts and refers to, once to be written; the parts are strings until they are zipped. Same input, same bytes.
 */
import { append } from '../base/append.ts';
import type { Note } from '../base/note.ts';
import type { Block } from '../document/block.ts';
import type { Document } from '../document/document.ts';
import { chaptersBreak, estimatePages } from '../document/estimate-pages.ts';
import { plainText } from '../document/inline.ts';
import { labelsOf } from '../document/labels.ts';
import type { Look } from '../document/look.ts';
import { markTarget, writeBlocks } from './docx/blocks.ts';
import { themeSlots } from './docx/colors.ts';
import { contentsDepth, withContents } from './docx/contents.ts';
import { writeCover } from './docx/cover.ts';
import type { Contents, Draft, Place } from './docx/draft.ts';
import { instantOf, lostRemarks } from './review.ts';
import { unreferencedNotes, writeFootnotes } from './docx/footnotes.ts';
import { writeFront } from './docx/front.ts';
import { letterClosing, letterOpening } from './docx/letterhead.ts';
import { numberingXml } from './docx/numbering.ts';
import { pagesOfHeadings } from './docx/outline.ts';
import { packer, type Frame } from './docx/package.ts';
import { settleOnTemplate, templatePacker } from './docx/template/build.ts';
import { bookmarked, paragraph } from './docx/paragraph.ts';
import { collectReferences, type References } from './references.ts';
import { newRelationships } from './docx/relationships.ts';
import { isRightToLeftLanguage } from './script.ts';
import { pageOf, pagePlace, sectionXml, textWidthDxa } from './docx/sections.ts';
import { stylesXml } from './docx/styles.ts';
import { withClauseReferences } from './clause-references.ts';
import { planFront } from './front-matter.ts';
import { divideClosing } from './letter-closing.ts';
import { withTableFigures } from './table-figures.ts';
import { quoteMarks } from './typography.ts';

export interface BuiltDocx {
  /** The file to draw from: page references in it are live. Where `needsPages` is false it is also the file to deliver. */
  render: Uint8Array;
  /** The file has a table of contents, whose numbers `deliver` writes. */
  needsPages: boolean;
  /** The file for the client. @param pages by block id of the heading, 1-based, from `matchOutline` */
  deliver(pages: ReadonlyMap<string, number>): Uint8Array;
  notes: Note[];
  /** Keys of the document's pictures that are in the file. */
  placed: string[];
}

/** A composed document as a Word file in this look. @param options.created goes into the file's properties */
export function buildDocx(given: Document, look: Look, options: { created: Date }): BuiltDocx {
  const counted = withClauseReferences(withTableFigures(given), labelsOf(given.lang));
  const { template } = look;
  const supplied = template === undefined ? undefined : settleOnTemplate(counted, look, template.file);
  const document = supplied?.document ?? counted;
  const draft = beginDraft(document, settleLook(document, supplied?.look ?? look), options.created);
  const written = liftLastSection(writeBody(draft));
  const footnotesXml = writeFootnotes(draft, (inner, blocks) => writeBlocks(inner, blocks, footnotePlace(inner)));
  const body = withLastBookmarks(draft, written);
  append(draft.notes, lostRemarks(document.blocks, draft.review.placed));
  const drawn = withContents(draft, body, undefined);
  const frame: Frame = {
    document,
    look: draft.look,
    created: options.created,
    footnotesXml,
    numberingXml: numberingXml(draft.look, draft.slots, draft.lists),
    stylesXml: stylesXml(draft.look, {
      lang: document.lang,
      widthDxa: textWidthDxa(draft.look.page),
      clauseLevel: draft.references.clauseLevel,
    }),
  };
  const pack =
    template === undefined || supplied === undefined ? packer(draft, frame) : templatePacker(draft, frame, template.file, supplied.front);
  const render = pack(drawn);
  const needsPages = drawn !== body;
  const deliver = (pages: ReadonlyMap<string, number>): Uint8Array => (needsPages ? pack(withContents(draft, body, pages)) : render);
  return { render, needsPages, deliver, notes: draft.notes, placed: [...draft.placed] };
}

/** Pages of the headings by block id. @param entries the outline of the drawn PDF, in order */
export function matchOutline(document: Document, entries: readonly { title: string; page: number }[]): Map<string, number> {
  return pagesOfHeadings(collectReferences(document, labelsOf(document.lang), false).headings, entries);
}

const TYPED_NUMBER = /^\s*\d+(\.\d+)*[.)]?\s/;
/** A contract shorter than this fills one page, which needs no "Page 1 of 1". */
const ONE_PAGE = 0.8;

/** The look as this document needs it: headings that the author has numbered by hand are not counted again. */
function settleLook(document: Document, look: Look): Look {
  const typed = document.blocks.some(
    (block) => block.type === 'heading' && block.id !== document.titleId && TYPED_NUMBER.test(plainText(block.runs)),
  );
  const single =
    look.type === 'contract' &&
    look.pageNumbers === 'all' &&
    document.blocks[0]?.type !== 'cover' &&
    estimatePages(document.blocks, look) < ONE_PAGE;
  return { ...look, numberedHeadings: look.numberedHeadings && !typed, ...(single ? { pageNumbers: 'from2' as const } : {}) };
}

function beginDraft(document: Document, look: Look, created: Date): Draft {
  const labels = labelsOf(document.lang);
  const references = collectReferences(document, labels, look.numberedHeadings);
  const footnotes = document.blocks.find((block) => block.type === 'footnotes');
  const hasCover = document.blocks[0]?.type === 'cover';
  return {
    document,
    look,
    labels,
    references,
    slots: themeSlots(look),
    notes: [],
    noted: new Set(),
    relationships: newRelationships(),
    extraParts: [],
    placed: new Set(),
    lists: [],
    footnoteBlocks: new Map(footnotes?.type === 'footnotes' ? footnotes.notes.map(({ id, blocks }) => [id, blocks]) : []),
    footnoteNumbers: new Map(),
    footnoteRelationships: newRelationships(),
    insideFootnote: false,
    review: { date: instantOf(created), comments: [], placed: [], revisions: 0 },
    bookmarkCount: 0,
    bookmarkNames: new Set(),
    drawingCount: 0,
    controlCount: 0,
    chartCount: 0,
    pageBreakPending: false,
    bookmarksPending: [],
    topOfColumn: false,
    rightToLeft: isRightToLeftLanguage(document.lang),
    quotes: quoteMarks(document.lang),
    headings: new Map(references.headings.map((entry) => [entry.blockId, entry])),
    furniture: new Map(),
    contents: contentsOf(document, references),
    section: { landscape: look.page.widthCm > look.page.heightCm, first: !hasCover, empty: true },
    chapterBreaks: chaptersBreak(document, look),
    chapterCount: 0,
    leadId: undefined,
  };
}

function contentsOf(document: Document, references: References): Contents | undefined {
  const block = document.blocks.find((one) => one.type === 'toc');
  if (block?.type !== 'toc') return undefined;
  const depth = contentsDepth(block, references.headings);
  return { block, depth, entries: references.headings.filter((entry) => entry.level <= depth && plainText(entry.runs).trim() !== '') };
}

function footnotePlace(draft: Draft): Place {
  return {
    widthDxa: textWidthDxa(pageOf(draft, draft.section.landscape)),
    heightDxa: 6_000,
    indentDxa: 0,
    room: 'footnote',
    style: 'FootnoteText',
    listDepth: 0,
  };
}

/** Cover, head, text, notes that nothing refers to, and the last section's properties. */
function writeBody(draft: Draft): string {
  const front = planFront(draft.document, draft.look, draft.labels);
  draft.leadId = front.leadId;
  const [first, ...others] = front.body;
  const cover = first?.type === 'cover' && draft.document.blocks[0] === first ? first : undefined;
  const blocks = cover === undefined ? front.body : others;
  if (cover !== undefined) markTarget(draft, cover);
  let xml = cover === undefined ? '' : writeCover(draft, cover);
  if (front.letterhead !== undefined) markTarget(draft, front.letterhead);
  draft.section.empty = true;
  xml += writeFront(draft, front, pagePlace(draft));
  if (draft.look.type === 'letter') xml += letterOpening(draft, front) + writeLetterText(draft, blocks);
  else xml += writeBlocks(draft, blocks, pagePlace(draft));
  const left = unreferencedNotes(draft);
  if (left.length > 0) xml += writeBlocks(draft, left, { ...pagePlace(draft), room: 'footnote', style: 'FootnoteText' });
  if (!xml.endsWith('</w:p>')) xml += paragraph(draft, { style: 'Spacer', content: '' });
  return flattenLastSpacer(xml) + sectionXml(draft);
}

/** Room below the last table would otherwise begin a page of its own where the table ends one. */
function flattenLastSpacer(xml: string): string {
  const at = xml.lastIndexOf('<w:p>');
  const last = xml.slice(at);
  return last.includes('<w:pStyle w:val="Spacer"/>') ? xml.slice(0, at) + last.replace(/w:line="\d+"/, 'w:line="20"') : xml;
}

function writeLetterText(draft: Draft, blocks: readonly Block[]): string {
  const { text, closing } = divideClosing(blocks);
  return writeBlocks(draft, text, pagePlace(draft)) + letterClosing(draft, closing);
}

/** Targets whose block showed nothing that could carry a bookmark: links to them lead to the end, not nowhere. */
function withLastBookmarks(draft: Draft, body: string): string {
  let marks = '';
  for (const { bookmark, numberBookmark = bookmark } of draft.references.targets.values()) {
    for (const name of [bookmark, numberBookmark]) if (!draft.bookmarkNames.has(name)) marks += bookmarked(draft, name, '');
  }
  const at = body.lastIndexOf('<w:sectPr>');
  return marks === '' ? body : body.slice(0, at) + marks + body.slice(at);
}

/** A section that ends with the text is the last one: another after it would be an empty page. */
function liftLastSection(body: string): string {
  const last = body.lastIndexOf('<w:sectPr>');
  const before = body.lastIndexOf('<w:sectPr>', last - 1);
  if (before === -1) return body;
  const end = body.indexOf('</w:sectPr>', before) + '</w:sectPr>'.length;
  const between = body.slice(end, last);
  if (!/^<\/w:pPr>(?:(?!<w:p>|<w:tbl>).)*<\/w:p>$/s.test(between)) return body;
  return body.slice(0, before) + between + body.slice(before, end);
}
