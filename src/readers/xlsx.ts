/** Excel files → document: a sheet block for each sheet in order, its cells as tables of what they show, then charts, text boxes and comments. */
import { append } from '../base/append.ts';
import { R } from '../ooxml/names.ts';
import type { Block, Sheet } from '../document/block.ts';
import { plainText } from '../document/inline.ts';
import { numberBlocks } from '../document/walk.ts';
import type { Noted } from '../base/note.ts';
import { Refusal } from '../base/refusal.ts';
import { openForeignPackage } from '../ooxml/validate-package.ts';
import { readXmlPart } from '../ooxml/office-package.ts';
import { attributeOf, elementsOf, firstElementOf } from '../ooxml/xml-tree.ts';
import { readEmbeddedPart } from './office/embedded.ts';
import { beginReading, firstOf, noteOnce, partsByKind, readMeta, targetOf } from './office/parts.ts';
import type { OfficeContent } from './docx.ts';
import { readSheetControls } from './xlsx/form-controls.ts';
import { readPersons, readSheetComments, readSheetDrawings, readThreadedComments } from './xlsx/sheet-drawings.ts';
import { areasOfTables, readSheet, type SheetGrid } from './xlsx/sheet.ts';
import { sheetBlocks } from './xlsx/regions.ts';
import { openWorkbook } from './xlsx/workbook.ts';
import type { CalculatedValues, Workbook } from './xlsx/workbook.ts';

const SHEETS_MAX = 1_000;
/** Different headers, or footers, of one workbook. */
const PRINTED_MAX = 50;

export type { CalculatedValues } from './xlsx/workbook.ts';

/**
 * @param options.calculated what formulas come to that have no stored value; absent: they are shown themselves
 * @throws Refusal `file_rejected`: hostile or damaged package, macros, not a workbook
 */
export function readXlsx(
  bytes: Uint8Array,
  { inside = false, calculated }: { inside?: boolean; calculated?: CalculatedValues } = {},
): Noted<OfficeContent> {
  const { value: file, notes } = openForeignPackage(bytes);
  if (file.kind !== 'xlsx') throw new Refusal('file_rejected', 'The file is not an Excel workbook.');
  const reading = beginReading(file, notes, inside);
  const root = readXmlPart(file, file.mainPart).root;
  const workbook = openWorkbook(reading, root, calculated);
  const list = firstElementOf(root, 'sheets');
  const persons = readPersons(reading, partsByKind(reading, file.mainPart, 'person')[0]);
  const blocks: Block[] = [];
  const hidden: string[] = [];
  for (const element of firstOf(reading, list ? elementsOf(list, 'sheet') : [], SHEETS_MAX, 'sheets')) {
    const name = attributeOf(element, 'name') ?? 'Sheet';
    const target = targetOf(reading, file.mainPart, attributeOf(element, 'id', R));
    if (target === undefined || target.external) {
      noteOnce(reading, 'part_left_out', 'warning', `The sheet ${name.slice(0, 100)} leads to no part of the file and was left out.`);
      continue;
    }
    const sheet = readOne(workbook, { name, part: target.target, type: target.type, persons });
    if ((attributeOf(element, 'state') ?? 'visible') !== 'visible') {
      sheet.hidden = true;
      hidden.push(name);
    }
    blocks.push(sheet);
  }
  if (hidden.length > 0)
    noteOnce(reading, 'sheet_hidden', 'info', `The workbook has hidden sheets; they were read too: ${namesOf(hidden)}.`);
  const { unshown } = workbook;
  if (unshown.count > 0)
    noteOnce(
      reading,
      'value_not_shown',
      'info',
      `Values that are no dates are in cells for dates, which show ####: ${namesOf(unshown.first, unshown.count)}.`,
    );
  numberBlocks(blocks);
  const furniture = {
    headers: [...firstOf(reading, [...workbook.furniture.headers], PRINTED_MAX, 'different headers of printed sheets')],
    footers: [...firstOf(reading, [...workbook.furniture.footers], PRINTED_MAX, 'different footers of printed sheets')],
  };
  return { value: { blocks, meta: readMeta(reading), pictures: reading.pictures, pages: blocks.length, furniture }, notes: reading.notes };
}

const NAMES_MAX = 10;

/** `a, b, … (12 in all)` */
const namesOf = (names: readonly string[], count = names.length): string =>
  `${names
    .slice(0, NAMES_MAX)
    .map((name) => name.slice(0, 100))
    .join(', ')}${count > NAMES_MAX ? `, … (${count} in all)` : ''}`;

function readOne(
  workbook: Workbook,
  { name, part, type, persons }: { name: string; part: string; type: string; persons: ReadonlyMap<string, string> },
): Sheet {
  const { reading } = workbook;
  const sheet: Sheet = { id: '', type: 'sheet', name, blocks: [] };
  try {
    if (type.endsWith('/worksheet')) {
      const grid = readSheet(workbook, part);
      append(
        sheet.blocks,
        sheetBlocks(grid, () => areasOfTables(workbook, part)),
      );
      noteBeyond(workbook, name, grid);
      if (grid.covered > 0)
        noteOnce(reading, 'value_hidden', 'info', 'Some cells lie under merged cells, where nobody sees what they hold; it was left out.');
    }
    const controls = partsByKind(reading, part, 'vmlDrawing').map((drawing) => readSheetControls(reading, drawing, { name, part }));
    const drawn = new Set(controls.flatMap(({ shapes }) => [...shapes]));
    for (const drawing of partsByKind(reading, part, 'drawing')) append(sheet.blocks, readSheetDrawings(reading, drawing, drawn));
    for (const { blocks } of controls) append(sheet.blocks, blocks);
    for (const embedded of partsByKind(reading, part, 'package')) append(sheet.blocks, readEmbeddedPart(reading, embedded));
    const threads = partsByKind(reading, part, 'threadedComment');
    for (const comments of partsByKind(reading, part, 'comments'))
      append(sheet.blocks, readSheetComments(reading, comments, threads.length > 0));
    for (const thread of threads) append(sheet.blocks, readThreadedComments(reading, thread, persons));
  } catch (error) {
    if (!(error instanceof Refusal) || error.fault === 'document_type') throw error;
    noteOnce(
      reading,
      'part_damaged',
      'warning',
      `The sheet ${name.slice(0, 100)} cannot be read and was left out: ${error.message.slice(0, 200)}`,
    );
  }
  dropRepeatedName(sheet);
  return sheet;
}

/** Cells at the end of the sheet, merged areas and links that were too many to keep. */
function noteBeyond({ reading }: Workbook, name: string, { cells: kept, beyond: { cells, merges, links } }: SheetGrid): void {
  const sheet = `The sheet ${name.slice(0, 100)}`;
  if (cells > 0) {
    const message = `${sheet} has more than is read of one: its first ${kept} cells that show something were read, the last ${cells} were left out.`;
    noteOnce(reading, 'sheet_cut', 'warning', message);
  }
  if (merges + links === 0) return;
  const message = `${sheet} has more merged areas or links than are read: ${merges} merges and ${links} links were left out.`;
  noteOnce(reading, 'part_left_out', 'warning', message);
}

/** A title that says the sheet's name once more adds nothing to it. */
function dropRepeatedName(sheet: Sheet): void {
  const [first] = sheet.blocks;
  if (
    (first?.type === 'paragraph' || first?.type === 'heading') &&
    plainText(first.runs).trim().toLowerCase() === sheet.name.trim().toLowerCase()
  )
    sheet.blocks.shift();
}
