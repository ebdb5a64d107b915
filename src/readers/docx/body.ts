/** Blocks of a Word file: paragraphs, lists, tables, and what hangs on them. */
import { M, MC, W } from '../../ooxml/names.ts';
import type { Block, Heading, Paragraph, Table, TableCell, TableRow } from '../../document/block.ts';
import type { Run } from '../../document/inline.ts';
import { dropCharacters, plainText } from '../../document/inline.ts';
import { attributeOf, elementsOf, firstElementOf, walkElements } from '../../ooxml/xml-tree.ts';
import type { XmlElement } from '../../ooxml/xml-tree.ts';
import { checklistOf } from '../office/checklist.ts';
import { readEquation } from '../office/equation.ts';
import { buildLists } from '../office/list-tree.ts';
import type { FlowPiece } from '../office/list-tree.ts';
import { readTypedMarks } from '../office/typed-marks.ts';
import { firstOf, readAlternative, noteOnce } from '../office/parts.ts';
import { addRun, trimRuns } from '../office/runs.ts';
import { backgroundOfCell } from './background.ts';
import { readForeignChunk } from './foreign-chunk.ts';
import { placeInList } from './numbering.ts';
import type { ListPlace } from './numbering.ts';
import { readRuns, styledValue } from './inline.ts';
import { columnsIn, figuresIn, layoutIn } from './side-by-side.ts';
import { headingLevel, styleChain, valueOf } from './styles.ts';
import type { WordStyle } from './styles.ts';
import type { WordReading } from './word-reading.ts';
import { maxOf } from '../../base/extremes.ts';

const COLUMNS_MAX = 200;

/** All that is in an element that holds blocks: body, cell, note, text box. */
export function readBody(reading: WordReading, element: XmlElement): Block[] {
  const pieces: FlowPiece[] = [];
  readFlow(reading, element, pieces);
  for (const piece of pieces) if ('type' in piece && piece.type === 'code') piece.text = piece.text.trimEnd();
  return buildLists(reading.literal ? pieces : readTypedMarks(pieces));
}

function readFlow(reading: WordReading, element: XmlElement, pieces: FlowPiece[]): void {
  for (const child of element.children) {
    if (child.kind !== 'element') continue;
    if (child.uri === MC && child.local === 'AlternateContent') {
      readAlternative(
        child,
        (content) => readFlow(reading, content, pieces),
        () => pieces.length,
      );
    } else if (child.uri === M && (child.local === 'oMathPara' || child.local === 'oMath')) {
      addEquation(child, pieces);
    } else if (child.uri === W) readBlock(reading, child, pieces);
  }
}

function readBlock(reading: WordReading, element: XmlElement, pieces: FlowPiece[]): void {
  switch (element.local) {
    case 'p':
      readParagraph(reading, element, pieces);
      return;
    case 'tbl': {
      const table = readTable(reading, element);
      // a box around text is no table
      const only = table?.rows.length === 1 && table.rows[0]?.cells.length === 1 ? table.rows[0].cells[0] : undefined;
      if (only) for (const block of only.blocks ?? [{ id: '', type: 'paragraph' as const, runs: only.runs }]) pieces.push(block);
      else if (table) for (const block of figuresOrColumns(reading, element, table)) pieces.push(block);
      return;
    }
    case 'sdt': {
      const content = firstElementOf(element, 'sdtContent', W);
      if (content) readFlow(reading, content, pieces);
      return;
    }
    case 'del':
    case 'moveFrom':
      noteOnce(reading.office, 'tracked_changes', 'info', 'The file has tracked changes; the text is read as if they were accepted.');
      return;
    case 'ins':
    case 'moveTo':
    case 'customXml':
    case 'smartTag':
    case 'sdtContent':
    case 'txbxContent':
      readFlow(reading, element, pieces);
      return;
    case 'altChunk':
      for (const block of readForeignChunk(reading, element)) pieces.push(block);
      return;
    case 'sectPr':
    case 'tcPr':
      return;
    default:
      readUnknown(reading, element, pieces);
  }
}

/** An element that the standard does not have there: what it holds is read, so that nothing is lost. */
function readUnknown(reading: WordReading, element: XmlElement, pieces: FlowPiece[]): void {
  let text = false;
  for (const inner of walkElements(element)) {
    if (inner.uri !== W) continue;
    if (inner.local === 'p' || inner.local === 'tbl') return readFlow(reading, element, pieces);
    text ||= inner.local === 't';
  }
  if (text) readParagraph(reading, element, pieces);
}

function figuresOrColumns({ styles, literal }: WordReading, element: XmlElement, table: Table): Block[] {
  const figures = figuresIn(element, table, styles);
  if (figures) return [figures];
  const columns = columnsIn(element, table, styles);
  return columns ?? (literal ? undefined : (checklistOf(table) ?? layoutIn(element, table, styles))) ?? [table];
}

function addEquation(element: XmlElement, pieces: FlowPiece[]): void {
  const maths = element.local === 'oMath' ? [element] : elementsOf(element, 'oMath', M);
  for (const math of maths) {
    const tex = readEquation(math);
    if (tex !== '') pieces.push({ id: '', type: 'equation', tex });
  }
}

// -------------------------------------------------------------------------------------------------------- paragraphs

function readParagraph(reading: WordReading, element: XmlElement, pieces: FlowPiece[]): void {
  const properties = firstElementOf(element, 'pPr', W);
  const chain = styleChain(reading.styles, valueOf(properties, 'pStyle'));
  const hanging: Block[] = [];
  if (CODE.test(chain[0]?.name ?? '')) return readCode(reading, element, chain, pieces);
  const level = headingLevel(chain, valueOf(properties, 'outlineLvl'));
  const runs = trimRuns(
    readRuns(reading, element, { hanging, plain: level !== undefined, hidden: styledValue(chain, 'vanish') ?? false, chain }),
  );
  const markDeleted = properties && firstElementOf(firstElementOf(properties, 'rPr', W) ?? properties, 'del', W);
  if (markDeleted)
    noteOnce(reading.office, 'tracked_changes', 'info', 'The file has tracked changes; the text is read as if they were accepted.');
  // An empty item is drawn with its number, but says nothing; Word counts it all the same.
  const place = runs.length === 0 ? undefined : listPlace(reading, properties, chain);
  const equations = level === undefined && place === undefined ? onlyEquations(runs) : [];
  if (equations.length > 0) for (const tex of equations) pieces.push({ id: '', type: 'equation', tex });
  else if (runs.length > 0) pieces.push(blockOf(reading, { runs, level, place, chain }));
  for (const block of hanging) pieces.push(block);
}

/** What Word, LibreOffice, converters and we call paragraphs that are lines of code, in lower case. */
const CODE = /^(?:code|code block|source code|html preformatted|preformatted text|macro|macro text|listing|verbatim)$/;

/** Paragraphs of code one after the other are its lines. */
function readCode(reading: WordReading, element: XmlElement, chain: readonly WordStyle[], pieces: FlowPiece[]): void {
  const hanging: Block[] = [];
  const text = plainText(readRuns(reading, element, { hanging, plain: true, hidden: styledValue(chain, 'vanish') ?? false, chain }));
  const last = pieces.at(-1);
  if (last && 'type' in last && last.type === 'code') last.text += `\n${text}`;
  else if (text.trim() !== '') pieces.push({ id: '', type: 'code', text });
  for (const block of hanging) pieces.push(block);
}

/** The equations of a paragraph that holds nothing else. */
function onlyEquations(runs: readonly Run[]): string[] {
  const plain = runs.filter((run) => !run.math);
  return plain.some((run) => run.text.trim() !== '' || run.footnote !== undefined)
    ? []
    : runs.flatMap((run) => (run.math ? [run.text] : []));
}

function listPlace(reading: WordReading, properties: XmlElement | undefined, chain: readonly WordStyle[]): ListPlace | undefined {
  const own = properties && firstElementOf(properties, 'numPr', W);
  const styled = chain.find((style) => style.numId !== undefined);
  const numId = valueOf(own, 'numId') ?? styled?.numId;
  if (numId === undefined || numId === '0') return undefined;
  const level = Number(valueOf(own, 'ilvl') ?? chain.find((style) => style.level !== undefined)?.level ?? 0);
  return placeInList(reading.numbering, numId, Number.isInteger(level) ? level : 0);
}

interface ReadParagraph {
  runs: Run[];
  level: number | undefined;
  place: ListPlace | undefined;
  chain: readonly WordStyle[];
}

function blockOf(reading: WordReading, { runs, level, place, chain }: ReadParagraph): FlowPiece {
  const text = plainText(runs);
  if (level !== undefined && text.length <= 1_000 && runs.some((run) => run.footnote === undefined)) {
    const counted = place?.ordered && place.label !== '' ? [{ text: `${place.label} ` }, ...runs] : runs;
    const heading: Heading = { id: '', type: 'heading', level: Math.max(1, Math.min(6, level)), runs: joined(counted.map(asOneLine)) };
    if (level === 0) reading.hasTitle = true;
    (level === 0 ? reading.titles : reading.headings).push(heading);
    return heading;
  }
  const name = chain[0]?.name ?? '';
  const box = /^([☐☑☒])\s*/.exec(text);
  const words: Paragraph = { id: '', type: 'paragraph', runs: box ? dropCharacters(runs, box[0].length) : runs };
  const paragraph: Block = { id: '', type: 'paragraph', runs };
  const item = { blocks: [words], ...(box ? { checked: box[1] !== '☐' } : {}) };
  if (place !== undefined && place.ordered && !isPlainNumber(place)) {
    // A list of ours counts 1, 2, 3: what Word counts in another way (1.2, (a), § 4) stays as words.
    const labelled: Block = { id: '', type: 'paragraph', runs: joined([{ text: `${place.label} ` }, ...words.runs]) };
    return { level: place.level, ordered: false, key: place.key, number: 0, item: { ...item, blocks: [labelled] } };
  }
  if (place !== undefined) return { level: place.level, ordered: place.ordered, key: place.key, number: place.number, item };
  if (box && text.length > box[0].length) return { level: 0, ordered: false, key: 'boxes', number: 0, item };
  if (/^(?:intense )?quote$/.test(name)) return { id: '', type: 'quote', blocks: [paragraph] };
  return paragraph;
}

/** `3`, `3.` or `3)`; also where nothing is shown. */
const isPlainNumber = ({ label, number }: ListPlace): boolean =>
  label.trim() === '' || label.replace(/^\(?|[.):]?\s*$/g, '') === String(number);

const asOneLine = (run: Run): Run => ({ ...run, text: run.math ? run.text : run.text.replaceAll(/\s+/g, ' ') });

function joined(runs: readonly Run[]): Run[] {
  const all: Run[] = [];
  for (const run of runs) addRun(all, run);
  return all;
}

// ------------------------------------------------------------------------------------------------------------ tables

interface DraftCell {
  cell: TableCell;
  column: number;
  span: number;
  merge: 'begins' | 'continues' | 'none';
}

function readTable(reading: WordReading, element: XmlElement): Table | undefined {
  const drafts: DraftCell[][] = [];
  let headers = 0;
  const own = firstElementOf(element, 'tblPr', W);
  const look = { table: own, shaded: styleChain(reading.styles, valueOf(own, 'tblStyle') ?? '').some(({ shaded }) => shaded) };
  for (const row of rowsOf(element)) {
    const properties = firstElementOf(row, 'trPr', W);
    if (properties && firstElementOf(properties, 'del', W)) continue;
    const isHeader = properties !== undefined && firstElementOf(properties, 'tblHeader', W) !== undefined;
    if (isHeader && headers === drafts.length) headers++;
    let column = Math.min(COLUMNS_MAX, Number(valueOf(properties, 'gridBefore') ?? 0) || 0);
    const cells: DraftCell[] = [];
    if (column > 0) cells.push({ cell: { runs: [] }, column: 0, span: column, merge: 'none' });
    const held = [...cellsOf(row)];
    for (const [at, cell] of held.entries()) {
      const draft = readCell(reading, cell, column, look);
      cells.push(draft);
      column += draft.span;
      if (column < COLUMNS_MAX) continue;
      firstOf(reading.office, held, at + 1, 'cells of a row of a table');
      break;
    }
    drafts.push(cells);
  }
  const width = Math.max(0, maxOf(drafts.map((cells) => cells.reduce((sum, { span }) => sum + span, 0))));
  if (width === 0) return undefined;
  const rows = settleMerges(drafts, width, () =>
    noteOnce(
      reading.office,
      'hidden_text',
      'info',
      'Cells that are merged with the one above them hold text that nobody sees; it was left out.',
    ),
  );
  const marked = firstElementOf(own ?? element, 'tblLook', W);
  const firstRow =
    marked !== undefined &&
    (attributeOf(marked, 'firstRow', W) === '1' || (Number.parseInt(attributeOf(marked, 'val', W) ?? '0', 16) & 0x20) !== 0);
  const header = Math.min(rows.length, headers > 0 ? headers : firstRow && rows.length > 1 ? 1 : 0);
  return { id: '', type: 'table', columns: Array.from({ length: width }, () => ({})), header_rows: header, rows };
}

/** Rows may be in content controls and insertions. */
function* rowsOf(element: XmlElement): Generator<XmlElement> {
  for (const child of elementsOf(element)) {
    if (child.local === 'tr' && child.uri === W) yield child;
    else if (/^(?:sdt|sdtContent|ins|customXml|moveTo)$/.test(child.local)) yield* rowsOf(child);
  }
}

function* cellsOf(element: XmlElement): Generator<XmlElement> {
  for (const child of elementsOf(element)) {
    if (child.local === 'tc' && child.uri === W) yield child;
    else if (/^(?:sdt|sdtContent|ins|customXml|moveTo)$/.test(child.local)) yield* cellsOf(child);
  }
}

function readCell(
  reading: WordReading,
  element: XmlElement,
  column: number,
  look: { table: XmlElement | undefined; shaded: boolean },
): DraftCell {
  const properties = firstElementOf(element, 'tcPr', W);
  const span = Math.max(1, Math.min(COLUMNS_MAX - column, Number(valueOf(properties, 'gridSpan') ?? 1) || 1));
  const vertical = properties && firstElementOf(properties, 'vMerge', W);
  const merge = vertical === undefined ? 'none' : attributeOf(vertical, 'val', W) === 'restart' ? 'begins' : 'continues';
  const { ground } = reading;
  reading.ground = backgroundOfCell(ground, { ...look, cell: properties });
  const blocks = readBody(reading, element);
  reading.ground = ground;
  const [first] = blocks;
  const cell: TableCell =
    blocks.length === 0 ? { runs: [] } : blocks.length === 1 && first?.type === 'paragraph' ? { runs: first.runs } : { runs: [], blocks };
  if (span > 1) cell.colspan = span;
  return { cell, column, span, merge };
}

/** Cells that go on below become one with a rowspan; short rows are filled up. @param noteCovered is called where one of them holds something */
function settleMerges(drafts: readonly (readonly DraftCell[])[], width: number, noteCovered: () => void): TableRow[] {
  const open = new Map<number, { cell: TableCell; span: number }>();
  return drafts.map((row): TableRow => {
    const cells: TableCell[] = [];
    let end = 0;
    for (const { cell, column, span, merge } of row) {
      const above = open.get(column);
      end = column + span;
      if (merge === 'continues' && above?.span === span) {
        above.cell.rowspan = (above.cell.rowspan ?? 1) + 1;
        if (cell.runs.length > 0 || cell.blocks !== undefined) noteCovered();
        continue;
      }
      for (let at = column; at < end; at++) open.delete(at);
      if (merge !== 'none') open.set(column, { cell, span });
      cells.push(cell);
    }
    if (end < width) cells.push(width - end > 1 ? { runs: [], colspan: width - end } : { runs: [] });
    for (let at = end; at < width; at++) open.delete(at);
    return { cells };
  });
}
