/** Every kind of block as markup. */
import { isDiagram } from '../../canvas/read-diagram.ts';
import type { Block, Heading, Paragraph, Sheet, Slide } from '../../document/block.ts';
import { plainText, type Run } from '../../document/inline.ts';
import { languageAt } from '../../document/section-languages.ts';
import { blockText } from '../../document/walk.ts';
import { isRightToLeftLanguage, startsRightToLeft } from '../script.ts';
import { calloutMarkup, clauseMarkup, columnsMarkup, kpisMarkup, listMarkup, quoteMarkup, signaturesMarkup } from './containers.ts';
import { addNote, type Draft } from './draft.ts';
import { canvasMarkup, diagramMarkup } from './drawing.ts';
import { chartMarkup, codeMarkup, equationMarkup, imageMarkup } from './figures.ts';
import { interactiveMarkup } from './interactive.ts';
import { letterheadMarkup } from './front.ts';
import { headingMarkup } from './headings.ts';
import { element, escapeHtml } from './markup.ts';
import { datedMarkup, runsMarkup } from './runs.ts';
import { tableMarkup } from './tables.ts';

/** Containers in containers; beyond, the words alone. */
const DEPTH_MAX = 24;

/** The blocks, one behind the other. */
export const blocksMarkup = (draft: Draft, blocks: readonly Block[]): string => blocks.map((block) => blockMarkup(draft, block)).join('\n');

function blockMarkup(draft: Draft, block: Block): string {
  if (draft.depth >= DEPTH_MAX && block.type !== 'paragraph') return flatMarkup(draft, block);
  switch (block.type) {
    case 'heading':
      return innerHeading(draft, block);
    case 'paragraph':
      return paragraphMarkup(draft, block);
    case 'list':
      return listMarkup(draft, block);
    case 'table':
      return tableMarkup(draft, block);
    case 'image':
      return imageMarkup(draft, block);
    case 'chart':
      return chartMarkup(draft, block);
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
      return '<hr>';
    case 'page_break':
      return '<div class="break"></div>';
    case 'canvas':
      return canvasMarkup(draft, block);
    case 'letterhead':
      return letterheadMarkup(draft, block);
    case 'signatures':
      return signaturesMarkup(draft, block);
    case 'clause':
      return clauseMarkup(draft, block);
    case 'slide':
      return slideMarkup(draft, block);
    case 'sheet':
      return sheetMarkup(draft, block);
    case 'form':
    case 'records':
    case 'checklist':
    case 'poll':
    case 'tally':
    case 'calculator':
      return interactiveMarkup(draft, block);
    // the page has them in places of their own
    case 'toc':
    case 'cover':
    case 'footnotes':
      return '';
  }
}

/** Text that runs against the document's direction has its own. */
function directionOf(draft: Draft, runs: readonly Run[]): 'rtl' | 'ltr' | undefined {
  const own = startsRightToLeft(plainText(runs));
  return own === undefined || own === isRightToLeftLanguage(draft.document.lang) ? undefined : own ? 'rtl' : 'ltr';
}

const languageOf = (draft: Draft, block: Block): string | undefined => {
  const lang = languageAt(draft.document, block.id);
  return lang === draft.document.lang ? undefined : lang;
};

/** Of the outline as such; elsewhere (in a cell, a quote) a bold line: a level there would leave gaps. */
function innerHeading(draft: Draft, heading: Heading): string {
  const entry = draft.headings.get(heading.id);
  if (entry !== undefined)
    return headingMarkup(draft, { blockId: heading.id, level: entry.level, runs: heading.runs, number: entry.number });
  return element('p', { class: 'minor', id: draft.ids.byBlock.get(heading.id) }, runsMarkup(draft, heading.runs));
}

function paragraphMarkup(draft: Draft, paragraph: Paragraph): string {
  const id = draft.ids.byBlock.get(paragraph.id);
  const text = datedMarkup(draft, paragraph.runs);
  if (text === '') return id === undefined ? '' : element('span', { id }, '');
  const lead = paragraph.id === draft.leadId ? 'lead' : undefined;
  return element('p', { id, class: lead, lang: languageOf(draft, paragraph), dir: directionOf(draft, paragraph.runs) }, text);
}

function slideMarkup(draft: Draft, slide: Slide): string {
  const title = slide.title === undefined ? '' : sectionTitle(draft, slide, slide.title);
  const notes =
    slide.notes === undefined || slide.notes.length === 0
      ? ''
      : `<details class="speech"><summary>${escapeHtml(draft.labels.speakerNotes)}</summary>${draft.writeBlocks(draft, slide.notes)}</details>`;
  return element('section', { class: 'slide' }, `${title}${draft.writeBlocks(draft, slide.blocks)}${notes}`);
}

function sheetMarkup(draft: Draft, sheet: Sheet): string {
  addNote(draft, {
    code: 'sheet_as_section',
    severity: 'info',
    message: 'Sheets are shown as sections of the text; formulas as they were typed.',
    blockId: sheet.id,
  });
  return `${sectionTitle(draft, sheet, [{ text: sheet.name }])}${draft.writeBlocks(draft, sheet.blocks)}`;
}

const sectionTitle = (draft: Draft, block: Slide | Sheet, runs: readonly Run[]): string =>
  headingMarkup(draft, { blockId: block.id, level: draft.headings.get(block.id)?.level ?? 1, runs, number: '' });

function flatMarkup(draft: Draft, block: Block): string {
  addNote(draft, {
    code: 'nesting_flattened',
    severity: 'warning',
    message: 'Blocks nested very deeply are shown without their structure.',
    blockId: block.id,
  });
  return element('p', {}, escapeHtml(blockText(block)).replaceAll('\n', '<br>'));
}
