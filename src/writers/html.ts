/**
 * Document → one page of HTML that needs nothing else: its style sheet, its pictures and its charts are in it, and nothing in
 * it asks another address for anything. It reads on a phone and on paper, in light and in dark, and without script.
 */
import type { Note, Noted } from '../base/note.ts';
import type { Block, Cover } from '../document/block.ts';
import { collectionsOf, type PageCollection } from '../document/collections.ts';
import type { Document } from '../document/document.ts';
import { plainText } from '../document/inline.ts';
import { labelsOf } from '../document/labels.ts';
import type { Look } from '../document/look.ts';
import { walkBlocks } from '../document/walk.ts';
import { withClauseReferences } from './clause-references.ts';
import { planFront } from './front-matter.ts';
import { blocksMarkup } from './html/blocks.ts';
import type { Draft } from './html/draft.ts';
import { deckFront, deckHero } from './html/deck-front.ts';
import { closingMarkup, contentsMarkup, heroMarkup } from './html/front.ts';
import { collectIds } from './html/ids.ts';
import { element, escapeHtml } from './html/markup.ts';
import { endMatter } from './html/notes.ts';
import { pageScript } from './html/page-script.ts';
import { INTERACTIVE_CSS } from './html/style-interactive.ts';
import { rootClasses, styleSheet } from './html/style-sheet.ts';
import { divideClosing } from './letter-closing.ts';
import { collectReferences } from './references.ts';
import { lostRemarks } from './review.ts';
import { isRightToLeftLanguage } from './script.ts';
import { withTableFigures } from './table-figures.ts';
import { quoteMarks } from './typography.ts';

export interface HtmlPage {
  /** The whole page, UTF-8 when it is stored. */
  html: string;
  /** Size as it is sent. */
  bytes: number;
  /** Of these, what is no picture: markup, style sheet and script. */
  bytesWithoutPictures: number;
  /** What visitors enter is kept in these. */
  collections: readonly PageCollection[];
  /** Keys of the document's pictures that are in the page. */
  placed: string[];
}

/** Width of the text's frame, for what is laid out before it is written; CSS pixels. */
const FRAME_PX = { text: 752, contents: 870, wide: 1120 };

/** Every block of the document in the given look. What cannot be carried is noted. */
export function writeHtml(plain: Document, look: Look): Noted<HtmlPage> {
  const labels = labelsOf(plain.lang);
  const document = withClauseReferences(withTableFigures(plain), labels);
  const draft = openDraft(plain, document, look);
  const { hero, body, wide, contents } = bodyOf(draft);
  const script = pageScript(draft.uses, body.includes('data-sort'));
  const classes = rootClasses(look, { contents: contents.side !== '', wide });
  const html = [
    '<!doctype html>',
    `<html lang="${escapeHtml(document.lang)}"${isRightToLeftLanguage(document.lang) ? ' dir="rtl"' : ''} class="${classes}">`,
    headOf(draft, body.includes('data-filter')),
    `<body><a class="skip" href="#o-main">${escapeHtml(draft.labels.skipToContent)}</a>`,
    hero,
    `<div class="frame">${contents.side}<main id="o-main" tabindex="-1">${contents.top}${body}</main></div>`,
    footOf(draft),
    script === '' ? '' : `<script>${script}</script>`,
    '</body></html>',
  ]
    .filter((part) => part !== '')
    .join('\n');
  const bytes = Buffer.byteLength(html);
  const pictures = [...html.matchAll(/"data:image\/[^"]*"/g)].reduce((sum, [text]) => sum + text.length, 0);
  const notes: Note[] = [...draft.notes, ...publicFields(draft.collections), ...lostRemarks(document.blocks, draft.remarks)];
  const { collections, placed } = draft;
  return { value: { html, bytes, bytesWithoutPictures: bytes - pictures, collections, placed: [...placed] }, notes };
}

/** Whoever may read a collection may read all of it, also what the page does not show. */
const publicFields = (collections: readonly PageCollection[]): Note[] =>
  collections.flatMap(({ name, mode, fields = [] }) => {
    const personal = fields.filter(({ type }) => type === 'email').map((field) => field.name);
    if (mode === 'submit' || personal.length === 0) return [];
    return [
      {
        code: 'collection_public' as const,
        severity: 'warning' as const,
        message: `Every visitor can read the collection ${name}, also ${personal.join(', ')}; with mode=submit only the owner can.`,
      },
    ];
  });

function openDraft(plain: Document, document: Document, look: Look): Draft {
  const references = collectReferences(document, labelsOf(document.lang), look.numberedHeadings && !hasTypedNumbers(document));
  return {
    document,
    look,
    labels: labelsOf(document.lang),
    references,
    ids: collectIds(document, references.headings),
    quotes: quoteMarks(document.lang),
    notes: [],
    headings: new Map(references.headings.map((entry) => [entry.blockId, entry])),
    footnotes: new Map(
      document.blocks.flatMap((block) => (block.type === 'footnotes' ? block.notes.map((note) => [note.id, note.blocks] as const) : [])),
    ),
    footnotesUsed: [],
    footnoteUses: new Map(),
    footnoteDepth: 0,
    remarks: [],
    plainCells: plainCells(plain),
    fills: new Set(),
    pairs: new Set(),
    texts: new Set(),
    rules: [],
    placed: new Set(),
    leadId: planFront(document, look, labelsOf(document.lang)).leadId,
    depth: 0,
    widthPx: FRAME_PX.text,
    counter: 0,
    uses: new Set(),
    collections: collectionsOf(document),
    clauses: [0, 0, 0, 0],
    openLevels: [],
    writeBlocks: blocksMarkup,
  };
}

const TYPED_NUMBER = /^\s*\d+(\.\d+)*[.)]?\s/;

/** Headings are not counted where the author has numbered them by hand. */
const hasTypedNumbers = ({ blocks, titleId }: Document): boolean =>
  blocks.some((block) => block.type === 'heading' && block.id !== titleId && TYPED_NUMBER.test(plainText(block.runs)));

/** Texts of cells as they were typed, by the id of their table: figures and dates are sorted by them. */
const plainCells = ({ blocks }: Document): Map<string, string[][]> =>
  new Map(
    [...walkBlocks(blocks)].flatMap((block) =>
      block.type === 'table' ? [[block.id, block.rows.map((row) => row.cells.map((cell) => plainText(cell.runs)))] as const] : [],
    ),
  );

/** A page of figures beside each other takes the whole screen. */
function isWide(blocks: readonly Block[]): boolean {
  const count = (type: Block['type']): number => [...walkBlocks(blocks)].filter((block) => block.type === type).length;
  return count('columns') > 0 && count('chart') + count('kpis') > 1;
}

interface PageBody {
  hero: string;
  body: string;
  wide: boolean;
  contents: { side: string; top: string };
}

function bodyOf(draft: Draft): PageBody {
  const { document, look, labels } = draft;
  const front = planFront(document, look, labels);
  const cover = front.body.find((block): block is Cover => block.type === 'cover');
  const deck = cover === undefined && front.title === undefined ? deckFront(document, front.body) : undefined;
  const hero = deck === undefined ? heroMarkup(draft, front, cover) : deckHero(draft, deck);
  const contents = contentsMarkup(draft);
  const wide = isWide(document.blocks) && contents.side === '';
  draft.widthPx = wide ? FRAME_PX.wide : contents.side === '' ? FRAME_PX.text : FRAME_PX.contents;
  const { text, closing } = look.type === 'letter' ? divideClosing(front.body) : { text: deck?.rest ?? front.body, closing: [] };
  const salutation = front.salutation === undefined ? [] : [front.salutation];
  // a page without a title of its own still says what it is
  const title = hero.includes('<h1')
    ? ''
    : element('h1', { class: 'hidden' }, escapeHtml(document.title === '' ? labels.summary : document.title));
  const body = [title, blocksMarkup(draft, [...salutation, ...text]), closing.length === 0 ? '' : closingMarkup(draft, closing)];
  return { hero, contents, wide, body: [...body, endMatter(draft)].filter((part) => part !== '').join('\n') };
}

function headOf(draft: Draft, searched: boolean): string {
  const { document } = draft;
  const title = document.title === '' ? draft.labels.summary : document.title;
  // a table that is searched has a field like those of forms
  const more = draft.uses.size > 0 || searched ? INTERACTIVE_CSS : '';
  return [
    '<head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    '<meta name="color-scheme" content="light dark"><meta name="referrer" content="no-referrer">',
    `<title>${escapeHtml(title)}</title>`,
    `<style>${styleSheet(draft, more)}</style></head>`,
  ].join('\n');
}

function footOf({ document, look }: Draft): string {
  const parts = [look.footer ?? document.organization, document.confidentiality].filter(
    (part): part is string => part !== undefined && part !== '',
  );
  return parts.length === 0 ? '' : `<footer class="foot"><p>${parts.map(escapeHtml).join(' · ')}</p></footer>`;
}
