/** Every kind of block as WordprocessingML. The switch is exhaustive: a new kind does not compile until it has an answer here. */
import { languageAt } from '../../document/section-languages.ts';
import type { Block, Chart, Clause, Heading, Paragraph, Quote, Sheet, Slide } from '../../document/block.ts';
import { plainText } from '../../document/inline.ts';
import type { Interactive } from '../../document/interactive.ts';
import { printedBlocks } from '../print-interactive.ts';
import { chartFigures, chartTable, isEmptyChart } from '../chart-table.ts';
import { writeCallout } from './callout.ts';
import { drawnChart } from './chart.ts';
import { CLAUSE_INDENTS, CLAUSE_NUM_ID } from './clause-styles.ts';
import { writeCode } from './code.ts';
import { writeColumns, writeKpis, writeSignatures } from './columns.ts';
import { writeContents } from './contents.ts';
import { isDiagram } from '../../canvas/read-diagram.ts';
import { writeCanvas, writeDiagram } from './drawing.ts';
import { note, type Draft, type Place } from './draft.ts';
import { equationXml } from './formula.ts';
import { writeList } from './list.ts';
import { dxaOfCm, dxaOfPt } from './measures.ts';
import { bookmarked, indented, paragraph, spacer } from './paragraph.ts';
import { writeImage } from './picture.ts';
import { revisedMark } from './review.ts';
import { directionText, displayXml, proseXml, textRun } from './runs.ts';
import { endSection, pagePlace } from './sections.ts';
import { writeTable } from './table.ts';

/** Neighbours of one of these kinds would run together without something between. */
const BOXES: ReadonlySet<Block['type']> = new Set<Block['type']>(['code', 'callout']);

export function writeBlocks(draft: Draft, blocks: readonly Block[], place: Place): string {
  // sections are closed one by one, so that a long text is not copied for each of them
  const closed: string[] = [];
  let xml = '';
  let previous: Block | undefined;
  for (const [at, block] of blocks.entries()) {
    if (place.room === 'body' && block.type === 'page_break' && block.orientation !== undefined) {
      const landscape = block.orientation === 'landscape';
      if (draft.section.empty) draft.section = { ...draft.section, landscape };
      else if (draft.section.landscape === landscape) draft.pageBreakPending = true;
      else {
        closed.push(endSection(draft, xml, landscape));
        xml = '';
      }
      previous = undefined;
      continue;
    }
    if (previous?.type === block.type && BOXES.has(block.type)) xml += spacer(draft, dxaOfPt(1));
    const here = {
      ...place,
      ...(place.room === 'body' ? pageSize(draft) : {}),
      afterBox: previous !== undefined && BOXES.has(previous.type),
    };
    xml += writeBlock(draft, block, staysWith(blocks[at + 1], block) ? { ...here, keepNext: true } : here);
    previous = block;
  }
  return closed.length === 0 ? xml : closed.join('') + xml;
}

const pageSize = (draft: Draft): Pick<Place, 'widthDxa' | 'heightDxa'> => {
  const { widthDxa, heightDxa } = pagePlace(draft);
  return { widthDxa, heightDxa };
};

/** A lead-in stays with what it leads to, and the sentence before signatures with them. */
function staysWith(next: Block | undefined, block: Block): boolean {
  if (next === undefined || block.type !== 'paragraph') return false;
  if (next.type === 'signatures') return true;
  // what was decided, below why
  if (next.type === 'callout' && next.kind === 'key') return true;
  // an entry of a curriculum, with its dates on the right
  if (next.type === 'list' && block.runs.some((run) => run.text === '\t')) return true;
  return next.type !== 'paragraph' && next.type !== 'heading' && /[:：]\s*$/.test(plainText(block.runs));
}

function writeBlock(draft: Draft, block: Block, place: Place): string {
  markTarget(draft, block);
  switch (block.type) {
    case 'heading':
      return writeHeading(draft, block, place);
    case 'paragraph':
      return writeParagraph(draft, block, place);
    case 'list':
      return writeList(draft, block, place);
    case 'table':
      return writeTable(draft, block, place);
    case 'image':
      return writeImage(draft, block, place);
    case 'chart':
      return writeChart(draft, block, place);
    case 'code':
      return isDiagram(block) ? writeDiagram(draft, block, place) : writeCode(draft, block, place);
    case 'quote':
      return writeQuote(draft, block, place);
    case 'callout':
      return writeCallout(draft, block, place);
    case 'equation':
      return equationXml(draft, block, place);
    case 'columns':
      return writeColumns(draft, block, place);
    case 'kpis':
      return writeKpis(draft, block, place);
    case 'divider':
      return paragraph(draft, { style: 'Divider', content: '', leftDxa: indented(place) });
    case 'page_break':
      if (place.room === 'body') draft.pageBreakPending = true;
      return '';
    case 'toc':
      return writeContents(draft, block, draft.document.blocks[0]?.type === 'cover');
    case 'canvas':
      return writeCanvas(draft, block, place);
    case 'cover':
    case 'letterhead':
      return writeLines(draft, block, place);
    case 'signatures':
      return writeSignatures(draft, block, place);
    case 'clause':
      return writeClause(draft, block, place);
    case 'form':
    case 'records':
    case 'checklist':
    case 'poll':
    case 'tally':
    case 'calculator':
      return writePrinted(draft, block, place);
    case 'footnotes':
      return '';
    case 'slide':
      return writeSlide(draft, block, place);
    case 'sheet':
      return writeSheet(draft, block, place);
  }
}

/** What a page would be used for, to be filled in by hand. */
function writePrinted(draft: Draft, block: Interactive, place: Place): string {
  const printed = printedBlocks(block, languageAt(draft.document, block.id));
  note(draft, printed.note);
  return writeBlocks(draft, printed.blocks, place);
}

/** Where a link points at a block as a whole, the next paragraph carries the bookmark. */
export function markTarget(draft: Draft, block: Block): void {
  const target = block.anchor === undefined ? undefined : draft.references.targets.get(block.anchor);
  if (target !== undefined && (target.kind === 'block' || target.kind === 'clause') && block.type !== 'footnotes')
    draft.bookmarksPending.push(target.bookmark);
}

/** At the page's own level a heading belongs to the outline; inside boxes and cells it is a bold line. */
function writeHeading(draft: Draft, block: Heading | { id: string; level: number; runs: Heading['runs'] }, place: Place): string {
  const entry = draft.headings.get(block.id);
  const text = directionText(block.runs);
  let content = displayXml(draft, block.runs);
  if (entry === undefined || (place.room !== 'body' && place.room !== 'column'))
    return paragraph(draft, { style: 'InsetHeading', content, text, leftDxa: indented(place) });
  if (block.level === 1 && place.room === 'body') {
    draft.chapterCount += 1;
    if (draft.chapterBreaks && draft.chapterCount > 1) draft.pageBreakPending = true;
  }
  const own = draft.references.headingBookmarks.get(block.id);
  if (own !== undefined) content = bookmarked(draft, own, content);
  if (draft.contents !== undefined) content = bookmarked(draft, entry.bookmark, content);
  return paragraph(draft, { style: `Heading${block.level}`, content, text });
}

/** "(1)", "(A)": how parties and recitals of a contract are numbered by hand. */
const PART_NUMBER = /^\((?:\d{1,2}|[A-Z])\)\s+/;

function writeParagraph(draft: Draft, block: Paragraph, place: Place): string {
  const [first, ...others] = block.runs;
  const number =
    draft.look.type === 'contract' && place.room === 'body' && first?.link === undefined
      ? PART_NUMBER.exec(first?.text ?? '')?.[0]
      : undefined;
  if (number !== undefined && first !== undefined) {
    const runs = [{ ...first, text: `${number.trim()}\t${first.text.slice(number.length)}` }, ...others];
    return paragraph(draft, { style: 'ClausePart', content: proseXml(draft, runs), text: directionText(block.runs) });
  }
  const style = block.id === draft.leadId ? 'Lead' : place.style;
  return paragraph(draft, {
    style,
    content: proseXml(draft, block.runs),
    text: directionText(block.runs),
    leftDxa: style === 'FootnoteText' ? undefined : indented(place),
    markXml: revisedMark(draft, block.runs),
    ...(place.keepNext === true ? { keepNext: true } : {}),
    ...(place.closesList === true ? { afterDxa: dxaOfPt(8) } : {}),
  });
}

/** A short saying is set large; anything longer, or of several parts, as text with a rule beside it. */
const SAYING_CHARS_MAX = 220;

function writeQuote(draft: Draft, block: Quote, place: Place): string {
  const [only] = block.blocks;
  const by =
    block.by === undefined || block.by === ''
      ? ''
      : paragraph(draft, { style: 'QuoteBy', content: textRun(draft, block.by), text: block.by, leftDxa: indented(place, dxaOfCm(0.8)) });
  const saying =
    block.blocks.length === 1 &&
    only?.type === 'paragraph' &&
    place.room === 'body' &&
    draft.look.type !== 'contract' &&
    plainText(only.runs).length <= SAYING_CHARS_MAX;
  if (saying)
    return (
      paragraph(draft, {
        style: 'Quote',
        content: proseXml(draft, only.runs),
        text: directionText(only.runs),
        ...(by === '' ? { keepNext: false, afterDxa: dxaOfPt(14) } : {}),
      }) + by
    );
  const inner: Place = {
    ...place,
    room: place.room === 'cell' || place.room === 'footnote' ? place.room : 'box',
    indentDxa: Math.min(place.indentDxa + dxaOfCm(0.8), Math.max(0, place.widthDxa - 1_700)),
    style: 'LongQuote',
    listDepth: 0,
  };
  return writeBlocks(draft, block.blocks, inner) + by;
}

const CLAUSE_LEVELS = 4;

/** The number counts on its own; the first paragraph carries it, what follows is at its text's edge. */
/** A clause of one line over the clauses that it holds is their title, and never the last line of a page. */
const CLAUSE_LINE_CHARS = 80;

function writeClause(draft: Draft, block: Clause, place: Place): string {
  const level = Math.min(block.level, CLAUSE_LEVELS);
  const [first, ...others] = block.blocks;
  const own = block.title === undefined && first?.type === 'paragraph';
  const runs = block.title ?? (own ? first.runs : []);
  const entry = draft.headings.get(block.id);
  let content = block.title === undefined ? proseXml(draft, runs) : displayXml(draft, runs, level > 1 ? { bold: true } : {});
  if (entry !== undefined && draft.contents !== undefined) content = bookmarked(draft, entry.bookmark, content);
  // without a title, a first level is text with its number, not a heading
  const untitled = level === 1 && block.title === undefined;
  const rest = own ? others : block.blocks;
  const words = plainText(runs);
  const leadsIn = rest[0]?.type === 'clause' && (/[:：]\s*$/.test(words) || words.length <= CLAUSE_LINE_CHARS);
  const head = paragraph(draft, {
    style: untitled ? 'Clause2' : `Clause${level}`,
    content,
    text: directionText(runs),
    ...(untitled ? { list: { level: 0, numId: CLAUSE_NUM_ID } } : {}),
    ...(leadsIn || (block.title !== undefined && rest.length > 0) ? { keepNext: true } : {}),
  });
  const textLevel = Math.max(2, level);
  const textDxa = dxaOfCm(CLAUSE_INDENTS[textLevel - 1]?.textCm ?? 0);
  let xml = head;
  for (const child of rest) {
    const inner: Place = child.type === 'clause' ? place : { ...place, indentDxa: textDxa, style: `ClauseText${textLevel}` };
    xml += writeBlocks(draft, [child], inner);
  }
  return xml;
}

/** A chart without figures has nothing to draw. */
function writeChart(draft: Draft, block: Chart, place: Place): string {
  if (!isEmptyChart(block))
    return (
      drawnChart(draft, block, place) +
      (block.data === 'table' ? writeTable(draft, chartFigures(block, languageAt(draft.document, block.id)), place) : '')
    );
  note(draft, { code: 'chart_as_table', severity: 'info', message: 'A chart without figures is shown as a table.', blockId: block.id });
  return writeTable(draft, chartTable(block, languageAt(draft.document, block.id)), place, 'figure');
}

function writeSlide(draft: Draft, block: Slide, place: Place): string {
  note(draft, { code: 'slide_as_section', severity: 'info', message: 'Slides are as sections with a heading in a text document.' });
  const head = block.title === undefined ? '' : writeHeading(draft, { id: block.id, level: 1, runs: block.title }, place);
  const notes =
    block.notes === undefined || block.notes.length === 0
      ? ''
      : writeBlocks(draft, block.notes, {
          ...place,
          room: 'box',
          indentDxa: place.indentDxa + dxaOfCm(0.8),
          style: 'LongQuote',
          listDepth: 0,
        });
  return head + writeBlocks(draft, block.blocks, place) + notes;
}

function writeSheet(draft: Draft, block: Sheet, place: Place): string {
  note(draft, {
    code: 'sheet_as_section',
    severity: 'info',
    message: 'Sheets are as sections with a heading in a text document; their formulas are shown as written.',
  });
  return writeHeading(draft, { id: block.id, level: 1, runs: [{ text: block.name }] }, place) + writeBlocks(draft, block.blocks, place);
}

/** A cover or letterhead where none can stand: its words, so that none is lost. */
function writeLines(draft: Draft, block: Extract<Block, { type: 'cover' | 'letterhead' }>, place: Place): string {
  const texts =
    block.type === 'cover'
      ? [block.eyebrow, block.title, block.subtitle, block.author, block.organization, block.date, block.version]
      : [...block.from, ...block.to, block.date, block.reference, block.subject];
  return texts
    .filter((text): text is string => text !== undefined && text !== '')
    .map((text) =>
      paragraph(draft, {
        style: place.style,
        content: textRun(draft, text, text === texts[1] && block.type === 'cover' ? { bold: true } : {}),
        text,
        leftDxa: indented(place),
      }),
    )
    .join('');
}
