/** A workbook made of Markdown, as its reader sees it: what the cells of the file show, and the notes that were made on the way. */
import { composeDocument } from '../../src/document/compose.ts';
import { plainText } from '../../src/document/inline.ts';
import { resolveLook } from '../../src/document/look.ts';
import { blockText } from '../../src/document/walk.ts';
import { decodeXml } from '../../src/ooxml/decode-xml.ts';
import { readZip } from '../../src/ooxml/read-zip.ts';
import { readMarkdown } from '../../src/readers/markdown.ts';
import { readXlsx } from '../../src/readers/xlsx.ts';
import { planWorkbook, writeXlsx } from '../../src/writers/xlsx.ts';

export interface ShownWorkbook {
  bytes: Uint8Array;
  /** `code: message` */
  notes: string[];
  /** Names of the sheets, in their order. */
  sheets: string[];
  /** Names of table objects, in the order of the workbook. */
  tables: string[];
  /** Text of a part of the package. */
  part(name: string): string;
  /** Rows of a sheet as its reader shows them, from the top down; a line of text is a row of one cell. */
  cells(sheet: string): string[][];
}

export function shownCells(markdown: string, lang = 'en'): ShownWorkbook {
  const look = resolveLook('spreadsheet');
  const { value, notes } = readMarkdown(markdown, { pictures: 0, workbook: true });
  const { document } = composeDocument(
    { blocks: value.blocks, meta: value.meta, lang: value.meta.lang ?? lang, name: null, assets: new Map() },
    look,
  );
  const { bytes, notes: written } = writeXlsx(planWorkbook(document, look), { created: new Date('2026-11-20T12:00:00Z') });
  const { parts } = readZip(bytes);
  const sheets = readXlsx(bytes).value.blocks;
  const part = (name: string): string => {
    const found = parts.get(name);
    return found ? decodeXml(found.read()).text : '';
  };
  return {
    bytes,
    notes: [...notes, ...written].map(({ code, message }) => `${code}: ${message}`),
    sheets: sheets.map((sheet) => (sheet.type === 'sheet' ? sheet.name : '')),
    tables: [...parts.keys()]
      .filter((name) => name.startsWith('xl/tables/'))
      .map((name) => / displayName="([^"]*)"/.exec(part(name))?.[1] ?? ''),
    part,
    cells(name) {
      const sheet = sheets.find((one) => one.type === 'sheet' && one.name === name);
      return (sheet?.type === 'sheet' ? sheet.blocks : []).flatMap((block) =>
        block.type === 'table' ? block.rows.map((row) => row.cells.map((cell) => plainText(cell.runs))) : [[blockText(block)]],
      );
    },
  };
}
