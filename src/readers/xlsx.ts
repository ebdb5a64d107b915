/** Excel files → document: a sheet block for each sheet in order, its cells as tables of what they show, then charts, text boxes and comments. */
import type { Block, Sheet } from '../document/block.ts';
import { numberBlocks } from '../document/walk.ts';
import type { Noted } from '../base/note.ts';
import { Refusal } from '../base/refusal.ts';
import { openForeignPackage } from '../ooxml/gate.ts';
import { readXmlPart } from '../ooxml/office-package.ts';
import { attributeOf, elementsOf, firstElementOf } from '../ooxml/xml-tree.ts';
import { R } from './office/names.ts';
import { beginReading, noteOnce, partsByKind, readMeta, targetOf } from './office/parts.ts';
import type { OfficeContent } from './docx.ts';
import { readSheetComments, readSheetDrawings } from './xlsx/sheet-drawings.ts';
import { readSheet } from './xlsx/sheet.ts';
import { sheetTables } from './xlsx/regions.ts';
import { openWorkbook } from './xlsx/workbook.ts';
import type { Workbook } from './xlsx/workbook.ts';

const SHEETS_MAX = 1_000;

/** @throws Refusal `file_rejected`: hostile or damaged package, macros, not a workbook */
export function readXlsx(bytes: Uint8Array): Noted<OfficeContent> {
  const { value: file, notes } = openForeignPackage(bytes);
  if (file.kind !== 'xlsx') throw new Refusal('file_rejected', 'The file is not an Excel workbook.');
  const reading = beginReading(file, notes);
  const root = readXmlPart(file, file.mainPart).root;
  const workbook = openWorkbook(reading, root);
  const list = firstElementOf(root, 'sheets');
  const blocks: Block[] = [];
  for (const element of (list ? elementsOf(list, 'sheet') : []).slice(0, SHEETS_MAX)) {
    const name = attributeOf(element, 'name') ?? 'Sheet';
    const target = targetOf(reading, file.mainPart, attributeOf(element, 'id', R));
    if ((attributeOf(element, 'state') ?? 'visible') !== 'visible') noteOnce(reading, 'sheet_hidden', 'info', 'The workbook has hidden sheets; they were read too.');
    if (target !== undefined && !target.external) blocks.push(readOne(workbook, { name, part: target.target, type: target.type }));
  }
  numberBlocks(blocks);
  return { value: { blocks, meta: readMeta(reading), pictures: reading.pictures, pages: blocks.length }, notes: reading.notes };
}

function readOne(workbook: Workbook, { name, part, type }: { name: string; part: string; type: string }): Sheet {
  const { reading } = workbook;
  const sheet: Sheet = { id: '', type: 'sheet', name, blocks: [] };
  try {
    if (type.endsWith('/worksheet')) sheet.blocks.push(...sheetTables(readSheet(workbook, part)));
    for (const drawing of partsByKind(reading, part, 'drawing')) sheet.blocks.push(...readSheetDrawings(reading, drawing));
    for (const comments of partsByKind(reading, part, 'comments')) sheet.blocks.push(...readSheetComments(reading, comments));
  } catch (error) {
    if (!(error instanceof Refusal) || /document type/.test(error.message)) throw error;
    noteOnce(reading, 'part_damaged', 'warning', `The sheet ${name.slice(0, 100)} is damaged and was left out: ${error.message.slice(0, 200)}`);
  }
  return sheet;
}
