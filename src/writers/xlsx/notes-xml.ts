/**
 * Comments on cells as notes (ECMA-376-1 §18.7) with the boxes that show them (VML, ECMA-376-4 §19.4): every version of Excel and
 * LibreOffice shows them, where threaded comments ([MS-XLSX] §2.6.205) need Microsoft 365.
 */
import { NOTE_BOX_FIRST, NOTE_BOXES_HEAD, noteBoxXml } from '../../ooxml/cell-note.ts';
import { S } from '../../ooxml/names.ts';
import { XML_DECLARATION } from '../../ooxml/package-parts.ts';
import { escapeText } from '../../ooxml/xml-text.ts';
import { cellName } from '../../spreadsheet/cell-names.ts';
import { authorOf } from '../review.ts';
import type { SheetPlan } from './plan.ts';

/** Excel takes no more in a note. */
const CHARS_MAX = 32_000;

interface CellNote {
  row: number;
  column: number;
  author: string;
  text: string;
}

/** One note for each cell: several comments are in it one below the other, each with its author. */
function notesOf({ remarks }: SheetPlan): CellNote[] {
  const cells = new Map<string, CellNote>();
  for (const { row, column, remarks: own } of remarks.toSorted((a, b) => a.row - b.row || a.column - b.column)) {
    for (const { remark } of own) {
      const author = authorOf(remark);
      const known = cells.get(cellName(row, column));
      const text = `${author}:\n${remark.text}`;
      if (known === undefined) cells.set(cellName(row, column), { row, column, author, text: text.slice(0, CHARS_MAX).toWellFormed() });
      else known.text = `${known.text}\n\n${text}`.slice(0, CHARS_MAX).toWellFormed();
    }
  }
  return [...cells.values()];
}

/** As high as its text, within limits. */
function boxXml({ row, column, text }: CellNote, at: number): string {
  const lines = text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / 28)), 0);
  return noteBoxXml(NOTE_BOX_FIRST + 1 + at, { row: row + 1, column: column + 1 }, Math.min(40, Math.max(4, lines + 1)));
}

/** Both parts of a sheet's notes; null where it has none. */
export function notesXml(sheet: SheetPlan): { comments: string; drawing: string } | null {
  const notes = notesOf(sheet);
  if (notes.length === 0) return null;
  const authors = [...new Set(notes.map(({ author }) => author))];
  const bold = '<rPr><b/><sz val="9"/><rFont val="Tahoma"/><family val="2"/></rPr>';
  const plain = '<rPr><sz val="9"/><rFont val="Tahoma"/><family val="2"/></rPr>';
  const comment = ({ row, column, author, text }: CellNote): string => {
    const head = text.slice(0, author.length + 1);
    return `<comment ref="${cellName(row, column)}" authorId="${authors.indexOf(author)}"><text><r>${bold}<t xml:space="preserve">${escapeText(head)}</t></r><r>${plain}<t xml:space="preserve">${escapeText(text.slice(head.length))}</t></r></text></comment>`;
  };
  return {
    comments: `${XML_DECLARATION}<comments xmlns="${S}"><authors>${authors.map((author) => `<author>${escapeText(author)}</author>`).join('')}</authors><commentList>${notes.map(comment).join('')}</commentList></comments>`,
    drawing: `${NOTE_BOXES_HEAD}${notes.map(boxXml).join('')}</xml>`,
  };
}
