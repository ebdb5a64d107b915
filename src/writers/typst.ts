/**
 * Document → Typst source, from which the typesetter makes a tagged PDF (PDF/UA-1). The source is one file: the numbers
 * of the look, the shapes of the blocks, then the text. The author's words are in it as string literals alone, so that
 * nothing they hold is ever read as code; pictures are named under `/assets/`.
 */
import type { Note, Noted } from '../base/note.ts';
import type { Block } from '../document/block.ts';
import type { Document } from '../document/document.ts';
import { chaptersBreak } from '../document/estimate-pages.ts';
import { plainText } from '../document/inline.ts';
import { labelsOf } from '../document/labels.ts';
import type { Look } from '../document/look.ts';
import { collectReferences } from './references.ts';
import { lostRemarks, revisionNote } from './review.ts';
import type { Remark } from '../document/inline.ts';
import { planFront, type FrontMatter } from './front-matter.ts';
import { divideClosing } from './letter-closing.ts';
import { quoteMarks } from './typography.ts';
import { blocksMarkup } from './typst/blocks.ts';
import { inside, type Draft } from './typst/draft.ts';
import { facesOf, firstFace } from './typst/faces.ts';
import { assetName } from './typst/figures.ts';
import { closingMarkup, frontMarkup, headLogoCode } from './typst/front.ts';
import { LIBRARY } from './typst/library.ts';
import { measuresOf } from './typst/measures.ts';
import { preamble } from './typst/preamble.ts';
import { withClauseReferences } from './clause-references.ts';
import { withTableFigures } from './table-figures.ts';
import { placeMarkup } from './typst/runs.ts';

export interface TypstSource {
  source: string;
  /** Bytes of pictures by the name under which the source reads them: `/assets/<name>`. */
  assets: ReadonlyMap<string, Uint8Array>;
  /** Comments: the words of the third are a link to `octavo-comment:2` until they become annotations. */
  remarks: readonly Remark[];
  /** Keys of the document's pictures that the source reads. */
  placed: string[];
}

export interface TypstOptions {
  /** Sets formulas as their TeX, for a second try where the first did not compile. */
  plainFormulas?: boolean;
}

/** The face that the text of a look is set in: the one asked for or its twin of the same widths by the name asked, else what stands for it. */
export function faceInPdf(look: Look): string {
  if (look.ownFont) return facesOf(look).substituted?.used ?? look.faces.text;
  return firstFace(look);
}

/** Every block of the document in the given look. What cannot be carried is noted. */
export function writeTypst(plain: Document, given: Look, options: TypstOptions = {}): Noted<TypstSource> {
  const labels = labelsOf(plain.lang);
  const document = withClauseReferences(withTableFigures(plain), labels);
  const look = numberedBy(document, given);
  const front = planFront(document, look, labels);
  const faces = facesOf(look);
  const draft = openDraft(document, look, front, options);
  if (faces.substituted !== undefined) {
    const { asked, used } = faces.substituted;
    draft.notes.push({
      code: 'font_substituted',
      severity: 'warning',
      message: `The font ${asked.slice(0, 60)} is not available; ${used} substitutes for it.`,
    });
  }
  const head = preamble({
    document,
    look,
    labels,
    measures: draft.measures,
    faces,
    letterhead: front.letterhead,
    logo: inLetterhead(look, front) ? undefined : headLogoCode(draft),
  });
  const source = [
    head,
    typeRules(look),
    LIBRARY,
    look.framed === true ? '#v(1fr)' : '',
    frontMarkup(draft, front),
    bodyMarkup(draft, front.body),
    unusedFootnotes(draft),
    missingPlaces(draft),
    look.framed === true ? '#v(1fr)' : '',
  ]
    .filter((part) => part !== '')
    .join('\n\n');
  const shown = revisionNote(document.blocks, 'A PDF');
  const notes = [...draft.notes, ...lostRemarks(document.blocks, draft.remarks), ...(shown === undefined ? [] : [shown])];
  const placed = [...document.assets.values()].filter(({ key, contentType }) => draft.assets.has(assetName(key, contentType)));
  return {
    value: { source: `${source}\n`, assets: draft.assets, remarks: draft.remarks, placed: placed.map(({ key }) => key) },
    notes,
  };
}

/** The sender's lines have the logo above them. */
const inLetterhead = (look: Look, { letterhead }: FrontMatter): boolean =>
  look.type === 'letter' && letterhead?.from.some((line) => line.trim() !== '') === true;

/** A letter's last lines are set by what they are. */
function bodyMarkup(draft: Draft, body: readonly Block[]): string {
  const { text, closing } = draft.look.type === 'letter' ? divideClosing(body) : { text: body, closing: [] };
  const written = blocksMarkup(draft, text);
  return closing.length === 0 ? written : `${written}\n\n${closingMarkup(draft, closing)}`;
}

const TYPED_NUMBER = /^\s*\d+(\.\d+)*[.)]?\s/;

/** Headings are not counted where the author has numbered them by hand. */
function numberedBy(document: Document, look: Look): Look {
  const typed = document.blocks.some(
    (block) => block.type === 'heading' && block.id !== document.titleId && TYPED_NUMBER.test(plainText(block.runs)),
  );
  return look.numberedHeadings && typed ? { ...look, numberedHeadings: false } : look;
}

function openDraft(document: Document, look: Look, front: FrontMatter, options: TypstOptions): Draft {
  const labels = labelsOf(document.lang);
  const measures = measuresOf(look);
  const references = collectReferences(document, labels, look.numberedHeadings);
  const notes: Note[] = [];
  const footnotes = new Map(
    document.blocks.flatMap((block) => (block.type === 'footnotes' ? block.notes.map((note) => [note.id, note.blocks] as const) : [])),
  );
  return {
    document,
    look,
    labels,
    pageLang: document.lang,
    references,
    measures,
    quotes: quoteMarks(document.lang),
    notes,
    assets: new Map(),
    chartCount: 0,
    footnotes,
    footnotesSet: new Set(),
    labelsSet: new Set(),
    labelsWanted: new Set(),
    footnoteDepth: 0,
    writeBlocks: blocksMarkup,
    headings: new Map(references.headings.map((entry) => [entry.blockId, entry])),
    openLevels: [],
    chapterBreaks: chaptersBreak(document, look),
    remarks: [],
    chapterCount: 0,
    leadId: front.leadId,
    listLevel: 0,
    orientation: look.orientation,
    depth: 0,
    widthPt: measures.textWidthPt,
    clauses: [0, 0, 0, 0],
    plainFormulas: options.plainFormulas === true,
  };
}

/** The few numbers that differ by type of document. */
function typeRules({ type, compact }: Look): string {
  return [
    `#let heading-number-width = ${type === 'contract' ? '1.1cm' : '0.8cm'}`,
    `#let contents-size = ${type === 'contract' ? '12.5pt' : '21pt'}`,
    `#let title-rule-stroke = ${type === 'contract' ? '0.75pt + c-body' : '2.25pt + accent'}`,
    `#let facts-width = ${type === 'minutes' ? '2.6cm' : '2.4cm'}`,
    `#let facts-inset = ${(type === 'minutes' ? 4.6 : 5.4) - (compact === true ? 1.5 : 0)}pt`,
  ].join('\n');
}

/** Links to blocks that show nothing lead to the end of the text. */
function missingPlaces(draft: Draft): string {
  return [...draft.labelsWanted].map((name) => placeMarkup(draft, name)).join('');
}

/** Notes that nothing refers to are still the author's words. */
function unusedFootnotes(draft: Draft): string {
  const parts: string[] = [];
  draft.footnoteDepth += 1;
  for (const [id, blocks] of draft.footnotes) {
    if (draft.footnotesSet.has(id)) continue;
    draft.footnotesSet.add(id);
    parts.push(`#block(text(..r-footnote)[${inside(draft, draft.measures.textWidthPt, () => draft.writeBlocks(draft, blocks).trim())}]);`);
  }
  return parts.join('\n\n');
}
