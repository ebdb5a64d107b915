import { OFFICE_2017_RELATIONSHIP } from '../../../ooxml/names.ts';
import { cellName } from '../../../spreadsheet/cell-names.ts';
import { isError } from '../../../spreadsheet/formula-tree.ts';
import { defineWorkbookRule, type Hit } from '../../define-rule.ts';
import { sheetFileOf, workbookFileOf } from '../../example-workbooks.ts';
import { cellKey } from '../../workbook/cells.ts';
import type { WorkbookView, Worksheet } from '../../workbook-view.ts';

const TOLD_MAX = 20;
/** Said on purpose: a chart leaves such a figure out. */
const MEANT = /^\s*NA\(\s*\)\s*$|[,(;]\s*NA\(\s*\)\s*[,)]/i;

const WHY: Readonly<Record<string, string>> = {
  '#DIV/0!': 'it divides by zero or by an empty cell',
  '#N/A': 'what it looks for is not there',
  '#REF!': 'it refers to cells that are gone',
  '#NAME?': 'it holds a name or function that is not known',
  '#NULL!': 'its ranges do not meet',
  '#NUM!': 'a figure in it is out of bounds',
  '#VALUE!': 'it takes text for a figure',
};

function errorsIn(sheet: Worksheet, file: WorkbookView): Hit[] {
  const hits: Hit[] = [];
  const broken = new Set<number>();
  const add = (row: number, column: number, code: string, formula: string | undefined): void => {
    const cell = cellName(row, column);
    // some programs write a formula without a text for an error that was typed
    const what =
      formula === undefined || formula === '' ? `holds ${code}` : `comes to ${code} (=${formula.slice(0, 60)}): ${WHY[code] ?? ''}`;
    hits.push({ message: `${sheet.name}!${cell} ${what}.`, location: { sheet: sheet.name, cell } });
    broken.add(cellKey(row, column));
  };
  for (const [key, value] of sheet.values) {
    if (!isError(value)) continue;
    const [row, column] = [Math.floor(key / 16_384), key % 16_384];
    const formula = sheet.formulas.get(key);
    if (value.error === '#N/A' && formula && MEANT.test(formula.text)) continue;
    // a circle is determined by a rule of its own
    if (formula && file.circular().some((one) => one.sheet === sheet.index && one.row === row && one.column === column)) continue;
    add(row, column, value.error, formula?.text);
  }
  for (const { row, column, text, cached } of sheet.formulas.values()) {
    // a file that was never calculated says nothing of its own
    const value = cached === undefined && !broken.has(cellKey(row, column)) ? file.calculate(sheet, row, column) : undefined;
    if (value !== undefined && isError(value) && !(value.error === '#N/A' && MEANT.test(text))) add(row, column, value.error, text);
    else if (cached !== undefined && !isError(cached) && /(?<![\w"'])#REF!/.test(text.replaceAll(/"[^"]*"/g, '')))
      add(row, column, '#REF!', text);
  }
  if (hits.length <= TOLD_MAX) return hits;
  return [
    ...hits.slice(0, TOLD_MAX),
    { message: `${hits.length - TOLD_MAX} more cells of ${sheet.name} come to errors.`, location: { sheet: sheet.name } },
  ];
}

const RICH = {
  relationships: [
    ['sheetMetadata', 'metadata'],
    ['rdRichValue', 'values'],
    ['rdRichValueStructure', 'structures'],
  ].map(([kind = '', name = '']) => ({
    id: name,
    type: `${OFFICE_2017_RELATIONSHIP}${kind}`,
    target: `${name}.xml`,
  })),
  parts: [
    {
      name: 'xl/metadata.xml',
      contentType: 'application/xml',
      data: '<metadata><metadataTypes><metadataType name="XLDAPR"/><metadataType name="XLRICHVALUE"/></metadataTypes><futureMetadata name="XLRICHVALUE"><bk><extLst><ext><rvb i="0"/></ext></extLst></bk><bk><extLst><ext><rvb i="1"/></ext></extLst></bk></futureMetadata><valueMetadata><bk><rc t="2" v="0"/></bk><bk><rc t="2" v="1"/></bk></valueMetadata></metadata>',
    },
    { name: 'xl/values.xml', contentType: 'application/xml', data: '<rvData><rv s="1"><v>0</v></rv><rv s="0"><v>8</v></rv></rvData>' },
    { name: 'xl/structures.xml', contentType: 'application/xml', data: '<rvStructures><s t="_error"/><s t="_localImage"/></rvStructures>' },
  ],
};

/** A reader sees a code in place of a figure, and every figure made from it is one too. */
export const formulaError = defineWorkbookRule({
  code: 'formula_error',
  severity: 'error',
  summary: 'a cell of the workbook that comes to an error such as `#DIV/0!`',
  check: (file) => file.sheets.flatMap((sheet) => errorsIn(sheet, file)),
  examples: {
    fires: [
      {
        name: 'divided by nothing',
        file: () =>
          sheetFileOf([
            ['A', 'B'],
            [1, { f: 'A2/0', error: '#DIV/0!' }],
          ]),
      },
      {
        name: 'never calculated',
        file: () =>
          sheetFileOf(
            [
              ['A', 'B'],
              [1, { f: 'SQRT(0-A2)' }],
            ],
            { calculation: '<calcPr fullCalcOnLoad="1"/>' },
          ),
      },
      {
        name: 'an error of the new kind',
        file: () =>
          workbookFileOf({
            ...RICH,
            sheets: [
              {
                rows: [
                  ['A', 'B'],
                  [1, { f: '_FV(A2,"Area")', error: '#VALUE!', vm: 2 }],
                ],
              },
            ],
          }),
      },
      {
        name: 'an error without a formula',
        file: () =>
          sheetFileOf([
            ['A', 'B'],
            [1, { f: '', error: '#VALUE!' }],
          ]),
      },
      {
        name: 'a deleted column',
        file: () =>
          sheetFileOf([
            ['A', 'B'],
            [1, { f: 'A2+#REF!', error: '#REF!' }],
          ]),
      },
    ],
    silent: [
      {
        name: 'a figure',
        file: () =>
          sheetFileOf([
            ['A', 'B'],
            [1, { f: 'A2/2', v: 0.5 }],
          ]),
      },
      {
        name: 'left out on purpose',
        file: () =>
          sheetFileOf([
            ['A', 'B'],
            [1, { f: 'IF(A2=1,NA(),A2)', error: '#N/A' }],
          ]),
      },
      {
        name: 'a picture in a cell',
        file: () =>
          workbookFileOf({
            ...RICH,
            sheets: [
              {
                rows: [
                  ['A', 'B'],
                  [1, { error: '#VALUE!', vm: 1 }],
                ],
              },
            ],
          }),
      },
      {
        name: 'caught',
        file: () =>
          sheetFileOf([
            ['A', 'B'],
            [1, { f: 'IFERROR(A2/0,0)', v: 0 }],
          ]),
      },
    ],
  },
});
