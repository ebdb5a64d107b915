/** Every kind of block as Typst markup. */
import { labelsOf } from '../../document/labels.ts';
import { languageAt } from '../../document/section-languages.ts';
import type { Block, Heading, PageBreak, Paragraph, Sheet, Slide } from '../../document/block.ts';
import { plainText, type Run } from '../../document/inline.ts';
import { isInteractive, type Interactive } from '../../document/interactive.ts';
import { blockText } from '../../document/walk.ts';
import { chartFigures, chartTable, isEmptyChart } from '../chart-table.ts';
import { printedBlocks } from '../print-interactive.ts';
import { isRightToLeftLanguage, startsRightToLeft } from '../script.ts';
import { firmRuns } from '../typography.ts';
import { drawnChartMarkup } from './chart.ts';
import { calloutMarkup, clauseMarkup, columnsMarkup, kpisMarkup, quoteMarkup, signaturesMarkup } from './containers.ts';
import { isDiagram } from '../../canvas/read-diagram.ts';
import { canvasMarkup, diagramMarkup } from './drawing.ts';
import { addNote, hasTitle, outlineLevel, type Draft } from './draft.ts';
import { codeMarkup, equationMarkup, imageMarkup } from './figures.ts';
import { contentsMarkup, coverMarkup, letterheadMarkup } from './front.ts';
import { listMarkup } from './lists.ts';
import { anchorMarkup, labelName, placeMarkup, runsMarkup } from './runs.ts';
import { tableMarkup } from './tables.ts';
import { code, literal, textMarkup } from './text.ts';

/** Containers in containers: the compiler lays out no more than some seventy levels, of which each of ours takes up to five. */
const DEPTH_MAX = 10;

/** In less width a chart is only labels. */
const CHART_PT_MIN = 110;

/** The blocks, each a paragraph of the source. */
export function blocksMarkup(draft: Draft, blocks: readonly Block[]): string {
  const parts: string[] = [];
  blocks.forEach((block, at) => {
    const next = blocks[at + 1];
    const markup = blockMarkup(draft, block, blocks[at - 1]);
    if (markup === '') return;
    // a signature never is alone on a page: the sentence before it goes with it
    const entry = next?.type === 'list' && block.type === 'paragraph' && block.runs.some((run) => run.text === '\t');
    parts.push(
      entry || (block.type === 'paragraph' && isReason(block, next)) ? code(`block(width: 100%, sticky: true)[${markup}]`) : markup,
    );
  });
  return parts.join('\n\n');
}

/** From here on pages are counted in the words of this language; '' where they are already. */
function pageWords(draft: Draft, lang: string): string {
  if (lang === draft.pageLang) return '';
  draft.pageLang = lang;
  const { page, of } = labelsOf(lang);
  return code(`page-words.update((${literal(page)}, ${literal(of)}))`);
}

/** What is said right before a decision is why it was taken; longer texts may be divided. */
const REASON_CHARS_MAX = 500;

const isReason = (block: Block, next: Block | undefined): boolean =>
  next?.type === 'signatures' || (next?.type === 'callout' && next.kind === 'key' && blockText(block).length <= REASON_CHARS_MAX);

function blockMarkup(draft: Draft, block: Block, before: Block | undefined): string {
  if (draft.depth >= DEPTH_MAX && block.type !== 'paragraph') return flatMarkup(draft, block);
  if (isInteractive(block)) return printed(draft, block);
  switch (block.type) {
    case 'heading':
      return pageWords(draft, languageAt(draft.document, block.id)) + headingMarkup(draft, block);
    case 'paragraph':
      return paragraphMarkup(draft, block);
    case 'list':
      draft.listLevel += 1;
      try {
        return `${anchorMarkup(draft, block.anchor)}${listMarkup(draft, block, draft.listLevel)}`;
      } finally {
        draft.listLevel -= 1;
      }
    case 'table':
      return tableMarkup(draft, block);
    case 'image':
      return imageMarkup(draft, block);
    case 'chart':
      if (!isEmptyChart(block) && draft.widthPt >= CHART_PT_MIN)
        return (
          drawnChartMarkup(draft, block) +
          (block.data === 'table' ? `\n\n${tableMarkup(draft, chartFigures(block, languageAt(draft.document, block.id)))}` : '')
        );
      addNote(draft, {
        code: 'chart_as_table',
        severity: 'info',
        message: 'A chart without figures, or without room to draw it, is shown as a table.',
        blockId: block.id,
      });
      return tableMarkup(draft, chartTable(block, languageAt(draft.document, block.id)));
    case 'code':
      return isDiagram(block) ? diagramMarkup(draft, block) : codeMarkup(draft, block);
    case 'quote':
      return quoteMarkup(draft, block);
    case 'callout':
      return calloutMarkup(draft, block);
    case 'equation':
      return equationMarkup(draft, block);
    case 'columns':
      return columnsMarkup(draft, block);
    case 'kpis':
      return kpisMarkup(draft, block);
    case 'divider':
      return `${anchorMarkup(draft, block.anchor)}${code('divider()')}`;
    case 'page_break':
      return pageBreakMarkup(draft, block);
    case 'toc':
      return draft.depth > 0 ? '' : contentsMarkup(draft, block, before?.type === 'cover');
    case 'cover':
      return draft.depth > 0 ? '' : coverMarkup(draft, block);
    case 'canvas':
      return canvasMarkup(draft, block);
    case 'letterhead':
      return letterheadMarkup(draft, block);
    case 'signatures':
      return signaturesMarkup(draft, block);
    case 'clause':
      return clauseMarkup(draft, block);
    case 'footnotes':
      return '';
    case 'slide':
      return slideMarkup(draft, block);
    case 'sheet':
      return sheetMarkup(draft, block);
  }
}

/** What a page would be used for, to be filled in by hand. */
function printed(draft: Draft, block: Interactive): string {
  const { blocks, note } = printedBlocks(block, languageAt(draft.document, block.id));
  addNote(draft, note);
  return `${anchorMarkup(draft, block.anchor)}${draft.writeBlocks(draft, blocks)}`;
}

/** Text that runs against the document's direction is set in its own, from its own margin. */
function directed(draft: Draft, runs: readonly Run[], markup: string): string {
  const own = startsRightToLeft(plainText(runs));
  if (markup === '' || own === undefined || own === isRightToLeftLanguage(draft.document.lang)) return markup;
  return code(`block(width: 100%, { set text(dir: ${own ? 'rtl' : 'ltr'}); [${markup}] })`);
}

/** Headings outside the outline (in a cell, a quote) are bold lines: levels there would leave gaps in it. */
function headingMarkup(draft: Draft, heading: Heading): string {
  const entry = draft.headings.get(heading.id);
  const bookmark = draft.references.headingBookmarks.get(heading.id);
  const place = bookmark === undefined ? '' : placeMarkup(draft, labelName({ kind: 'heading', bookmark, label: '', number: '' }));
  if (entry === undefined || !hasTitle(heading.runs)) {
    const level = Math.min(Math.max(heading.level, 3), 4);
    return `${anchorMarkup(draft, bookmark === undefined ? heading.anchor : undefined)}${place}${code(`minor-heading(${level})[${runsMarkup(draft, heading.runs)}]`)}`;
  }
  const number = entry.number === '' ? '' : `, numbering: (..n) => "${entry.number.replaceAll(/[^\w.]/g, '')}"`;
  const level = outlineLevel(draft, heading.level);
  return `${level === 1 ? chapterBreak(draft) : ''}${place}${code(`heading(level: ${level}${number})[${runsMarkup(draft, heading.runs, { footnotes: 'leave' })}]`)}${leftFootnotes(draft, heading.runs)}`;
}

/** The first chapter is where the text begins. */
function chapterBreak(draft: Draft): string {
  draft.chapterCount += 1;
  return draft.chapterBreaks && draft.depth === 0 && draft.chapterCount > 1 ? '#pagebreak(weak: true);\n\n' : '';
}

/** Notes on a heading: the contents repeat its text, so the note hangs on an empty line of its own below. */
function leftFootnotes(draft: Draft, runs: readonly Run[]): string {
  const notes = runs.filter((run) => run.footnote !== undefined);
  return notes.length === 0 ? '' : `\n\n${runsMarkup(draft, notes)}`;
}

/** "(1)", "(A)": how parties and recitals of a contract are numbered by hand. */
const PART_NUMBER = /^\((?:\d{1,2}|[A-Z])\)\s+/;

function paragraphMarkup(draft: Draft, paragraph: Paragraph): string {
  const place = anchorMarkup(draft, paragraph.anchor);
  const [first, ...others] = firmRuns(paragraph.runs);
  const part =
    draft.look.type === 'contract' && draft.depth === 0 && first?.link === undefined ? PART_NUMBER.exec(first?.text ?? '')?.[0] : undefined;
  if (part !== undefined && first !== undefined)
    return code(
      `clause(0cm, 1.1cm, ${literal(part.trim())}, false)[${place}${runsMarkup(draft, [{ ...first, text: first.text.slice(part.length) }, ...others])}]`,
    );
  const text = first === undefined ? '' : runsMarkup(draft, [first, ...others]);
  if (text === '') return place;
  if (paragraph.id === draft.leadId) return `${place}${code(`lead[${text}]`)}`;
  const { bodyAlign } = draft.look;
  if (draft.depth === 0 && (bodyAlign === 'center' || bodyAlign === 'right')) return code(`align(${bodyAlign})[${place}${text}]`);
  return `${place}${draft.depth === 0 ? directed(draft, paragraph.runs, text) : text}`;
}

function pageBreakMarkup(draft: Draft, block: PageBreak): string {
  if (draft.depth > 0) return '';
  if (block.orientation === undefined || block.orientation === draft.orientation) return code('pagebreak(weak: true)');
  draft.orientation = block.orientation;
  const { page, orientation } = draft.look;
  const turned = block.orientation !== orientation;
  draft.widthPt = turned ? ((page.heightCm - 4) * 72) / 2.54 : draft.measures.textWidthPt;
  // a set rule holds to the end of its block, here of the document
  return turned ? '#set page(..turned-geometry)' : '#set page(..page-geometry)';
}

function slideMarkup(draft: Draft, slide: Slide): string {
  addNote(draft, { code: 'slide_as_section', severity: 'info', message: 'Slides are shown as sections of the text.', blockId: slide.id });
  const title = slide.title === undefined ? [] : [sectionTitle(draft, slide, slide.title)];
  const notes = slide.notes === undefined || slide.notes.length === 0 ? [] : [draft.writeBlocks(draft, slide.notes)];
  return [...title, draft.writeBlocks(draft, slide.blocks), ...notes].filter((part) => part !== '').join('\n\n');
}

function sheetMarkup(draft: Draft, sheet: Sheet): string {
  addNote(draft, {
    code: 'sheet_as_section',
    severity: 'info',
    message: 'Sheets are shown as sections of the text; formulas as they were typed.',
    blockId: sheet.id,
  });
  return [sectionTitle(draft, sheet, [{ text: sheet.name }]), draft.writeBlocks(draft, sheet.blocks)]
    .filter((part) => part !== '')
    .join('\n\n');
}

function sectionTitle(draft: Draft, block: Slide | Sheet, runs: Run[]): string {
  return headingMarkup(draft, {
    id: block.id,
    type: 'heading',
    level: 1,
    runs,
    ...(block.anchor === undefined ? {} : { anchor: block.anchor }),
  });
}

/** Beyond what the compiler can nest: the words alone, in the order in which they stand. */
function flatMarkup(draft: Draft, block: Block): string {
  addNote(draft, {
    code: 'nesting_flattened',
    severity: 'warning',
    message: 'Blocks nested very deeply are shown without their structure.',
    blockId: block.id,
  });
  return textMarkup(blockText(block));
}
