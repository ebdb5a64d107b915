/**
 * OpenDocument sheets whose rows and cells say that they are repeated (OpenDocument 1.3 part 3, §19.675, §19.676): one line of XML
 * stands for up to seventeen billion cells, and LibreOffice makes each of them. What goes to it repeats no more than anybody reads.
 */
import type { Noted } from '../base/note.ts';
import { Refusal } from '../base/refusal.ts';
import { decodeXml } from '../ooxml/decode-xml.ts';
import { readZip, type ZipArchive } from '../ooxml/read-zip.ts';
import { rewriteZip } from '../ooxml/write-zip.ts';

const CONTENT = 'content.xml';
/** `P` of `PK`. */
const ZIP_BEGINS = 0x50;
/** Cells with something in them that repetition makes, over all sheets: LibreOffice saves some 50,000 in a second. */
const REPEATED_CELLS_MAX = 100_000;
/** Empty cells with a look: of rows that are coloured from edge to edge LibreOffice keeps each column. */
const STYLED_COLUMNS_MAX = 1_024;

const ROW = /<(table:table-row)(?=[\s/>])([^>]*?)(\/?)>/g;
const CELL = /<table:(?:covered-)?table-cell(?=[\s/>])([^>]*?)(\/?)>/g;
const ROWS_REPEATED = /\btable:number-rows-repeated="(\d{1,9})"/;
const COLUMNS_REPEATED = /\btable:number-columns-repeated="(\d{1,9})"/;
const HOLDS = /\boffice:(?:value-type|value|string-value|date-value|time-value|boolean-value)=|\btable:formula=/;

const timesOf = (attributes: string, name: RegExp): number => Math.max(1, Number(name.exec(attributes)?.[1] ?? 1));

interface Budget {
  left: number;
  rows: number;
  columns: number;
}

/** A row's cells with fewer repetitions, how many of them hold something, and how many of those are written out. */
function boundCells(source: string, budget: Budget): { cells: string; filled: number; written: number } {
  let [filled, written] = [0, 0];
  const cells = source.replaceAll(CELL, (cell, attributes: string, closed: string) => {
    const times = timesOf(attributes, COLUMNS_REPEATED);
    if (closed === '' || HOLDS.test(attributes)) {
      const kept = Math.min(times, 1 + Math.max(0, budget.left - (filled - written)));
      filled += kept;
      written++;
      if (kept === times) return cell;
      budget.columns = Math.max(budget.columns, times);
      return cell.replace(COLUMNS_REPEATED, `table:number-columns-repeated="${kept}"`);
    }
    // the look of what is empty is nothing that is read
    return times > STYLED_COLUMNS_MAX ? cell.replace(/\s*\btable:style-name="[^"]*"/, '') : cell;
  });
  return { cells, filled, written };
}

function boundRows(source: string, budget: Budget): string {
  let bounded = '';
  let copied = 0;
  for (const { 0: tag, 1: name = '', 2: attributes = '', 3: closed = '', index } of source.matchAll(ROW)) {
    if (closed !== '') continue;
    const start = index + tag.length;
    const end = source.indexOf(`</${name}>`, start);
    if (end === -1) break;
    const { cells, filled, written } = boundCells(source.slice(start, end), budget);
    const times = timesOf(attributes, ROWS_REPEATED);
    const kept = filled === 0 ? times : Math.min(times, 1 + Math.floor(Math.max(0, budget.left - (filled - written)) / filled));
    // what is written out is as long as the file; only what is repeated counts
    budget.left -= kept * filled - written;
    if (kept < times) budget.rows = Math.max(budget.rows, times);
    bounded += `${source.slice(copied, index)}${kept < times ? tag.replace(ROWS_REPEATED, `table:number-rows-repeated="${kept}"`) : tag}${cells}`;
    copied = end;
  }
  return bounded + source.slice(copied);
}

function openArchive(bytes: Uint8Array): ZipArchive | null {
  try {
    return readZip(bytes);
  } catch (error) {
    // what is damaged LibreOffice may repair; what unpacks without end it must not see
    if (error instanceof Refusal && error.fault === 'damaged') return null;
    throw error;
  }
}

/** Where the cells are: in a part of an archive, or in all of a file that is one XML (ODF 1.3 part 3, §3.1.2). */
function openContent(bytes: Uint8Array): { text: string; rewrite: (bounded: string) => Uint8Array } | null {
  if (bytes[0] !== ZIP_BEGINS) return { text: decodeXml(bytes).text, rewrite: (bounded) => Buffer.from(bounded) };
  const archive = openArchive(bytes);
  const content = archive?.parts.get(CONTENT);
  if (archive === null || content === undefined) return null;
  const rewrite = (bounded: string): Uint8Array =>
    rewriteZip(archive.entries.map((entry) => (entry.name === CONTENT ? { name: CONTENT, data: bounded } : entry)));
  return { text: decodeXml(content.read()).text, rewrite };
}

/**
 * The file with bounded repetition: the same bytes where nothing is repeated beyond measure.
 * @param bytes an OpenDocument spreadsheet, as an archive or as one XML
 * @returns a note `part_left_out` where filled rows or cells are repeated less often
 * @throws Refusal file_rejected: an archive that unpacks too far
 */
export function boundRepeats(bytes: Uint8Array): Noted<Uint8Array> {
  const content = openContent(bytes);
  if (content === null) return { value: bytes, notes: [] };
  const { text, rewrite } = content;
  const budget: Budget = { left: REPEATED_CELLS_MAX, rows: 0, columns: 0 };
  const bounded = boundRows(text, budget);
  if (bounded === text) return { value: bytes, notes: [] };
  const { rows, columns } = budget;
  const said = [
    rows > 0 ? `a row ${rows.toLocaleString('en')} times` : '',
    columns > 0 ? `a cell ${columns.toLocaleString('en')} times` : '',
  ];
  const value = rewrite(bounded);
  if (rows + columns === 0) return { value, notes: [] };
  return {
    value,
    notes: [
      {
        code: 'part_left_out',
        severity: 'warning',
        message: `The file repeats ${said.filter((one) => one !== '').join(' and ')} with the same content; repeated cells are read up to ${REPEATED_CELLS_MAX.toLocaleString('en')} in all.`,
      },
    ],
  };
}
