/** The parts of a workbook put together (ISO/IEC 29500-2): sheets, tables, drawings, styles, texts, properties. */
import { late, zipPackage, type PackagePart } from '../zip-package.ts';
import { S, xmlns } from '../../ooxml/names.ts';
import { XML_DECLARATION } from '../../ooxml/package-parts.ts';
import { escapeAttribute, escapeText } from '../../ooxml/xml-text.ts';
import { newRelationships, relate } from '../docx/relationships.ts';
import { appPropertiesXml, corePropertiesXml } from '../docx/settings.ts';
import { themeXml } from '../docx/theme.ts';
import { drawingParts, type DrawingCounts } from './drawing-xml.ts';
import { fixedName, quoteSheet, writeFormula } from './formula/write.ts';
import { templateOf } from './own-template.ts';
import type { WorkbookPlan } from './plan.ts';
import { layOutPrint, type PrintLayout } from './print-layout.ts';
import { createSharedStrings } from './shared-strings.ts';
import { printNames, sheetXml } from './sheet-xml.ts';
import { createStyles } from './styles.ts';
import { notesXml } from './notes-xml.ts';
import { tableXml } from './table-xml.ts';

const SHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const NAMESPACES = `xmlns="${S}" ${xmlns('r')}`;

export interface PackageOptions {
  created: Date;
  /** Whether formulas carry what they evaluate to. */
  cached: boolean;
  /** Some values are not known: the program that opens the file calculates all. */
  recalculate: boolean;
}

export function packWorkbook(book: WorkbookPlan, options: PackageOptions): Uint8Array {
  const styles = createStyles(book.look, book.document.lang);
  const strings = createSharedStrings(book.look);
  const counts: DrawingCounts = { charts: 0, pictures: 0 };
  const root = newRelationships();
  const parts: PackagePart[] = [];
  const layouts = book.sheets.map((sheet) => layOutPrint(sheet, book.look));
  let tables = 0;
  for (const [sheetIndex, sheet] of book.sheets.entries()) {
    const print = layouts[sheetIndex];
    if (!print) continue;
    relate(root, 'worksheet', `worksheets/sheet${sheetIndex + 1}.xml`);
    const drawing = drawingParts(sheet, sheetIndex, book, counts);
    const own = sheet.tables.filter((table) => table.name !== '').map((table) => ({ table, id: ++tables }));
    const relationships = newRelationships();
    const notes = notesXml(sheet);
    if (notes !== null) relate(relationships, 'comments', `../comments${sheetIndex + 1}.xml`);
    const data = sheetXml(
      { book, sheet, print, sheetIndex, styles, strings, cached: options.cached },
      { relationships, drawing: drawing.length > 0, notes: notes !== null, tables: own.map(({ id }) => `../tables/table${id}.xml`) },
      sheetIndex === 0,
    );
    parts.push({ name: `xl/worksheets/sheet${sheetIndex + 1}.xml`, data, contentType: `${SHEET}.worksheet+xml`, relationships });
    parts.push(
      ...own.map(({ table, id }) => ({
        name: `xl/tables/table${id}.xml`,
        data: tableXml(table, id, book),
        contentType: `${SHEET}.table+xml`,
      })),
      ...drawing,
      ...(notes === null
        ? []
        : [
            { name: `xl/comments${sheetIndex + 1}.xml`, data: notes.comments, contentType: `${SHEET}.comments+xml` },
            { name: `xl/drawings/vmlDrawing${sheetIndex + 1}.vml`, data: notes.drawing },
          ]),
    );
  }
  for (const [kind, file] of [
    ['styles', 'styles.xml'],
    ['theme', 'theme/theme1.xml'],
    ['sharedStrings', 'sharedStrings.xml'],
  ] as const)
    relate(root, kind, file);
  parts.unshift({
    name: 'xl/workbook.xml',
    data: workbookXml(book, layouts, options),
    contentType: `${SHEET}.sheet.main+xml`,
    relationships: root,
  });
  return zipPackage('xl/workbook.xml', [
    ...parts,
    // styles and texts are known when the sheets are written, which the zip does in this order
    { name: 'xl/styles.xml', data: late(() => styles.xml()), contentType: `${SHEET}.styles+xml` },
    { name: 'xl/sharedStrings.xml', data: strings.chunks(), contentType: `${SHEET}.sharedStrings+xml` },
    themePart(book),
    {
      name: 'docProps/core.xml',
      data: corePropertiesXml(book.document, options.created),
      contentType: 'application/vnd.openxmlformats-package.core-properties+xml',
    },
    {
      name: 'docProps/app.xml',
      data: appPropertiesXml(book.document),
      contentType: 'application/vnd.openxmlformats-officedocument.extended-properties+xml',
    },
  ]);
}

const themePart = ({ look }: WorkbookPlan): PackagePart => ({
  name: 'xl/theme/theme1.xml',
  data: templateOf(look)?.theme ?? themeXml(look),
  contentType: 'application/vnd.openxmlformats-officedocument.theme+xml',
});

/** The sheets of Excel in their order, and the names: of cells first, then what is printed. */
function workbookXml(book: WorkbookPlan, layouts: readonly PrintLayout[], { recalculate }: PackageOptions): string {
  const sheets = book.sheets
    .map((sheet, i) => `<sheet name="${escapeAttribute(sheet.name)}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`)
    .join('');
  const own = book.names.map(({ name, content }) => {
    const formula =
      content.kind === 'cell'
        ? `${quoteSheet(book.sheets[content.sheet]?.name ?? '')}!${fixedName(content.row, content.column)}`
        : writeFormula(content.cell.formula, { sheet: -1, row: 0 }, book);
    return `<definedName name="${escapeAttribute(name)}">${escapeText(formula)}</definedName>`;
  });
  const printed = layouts.flatMap((layout, i) => {
    const sheet = book.sheets[i];
    return sheet ? [printNames(sheet, i, layout)] : [];
  });
  return (
    `${XML_DECLARATION}<workbook ${NAMESPACES}><workbookPr defaultThemeVersion="166925"/><bookViews><workbookView xWindow="0" yWindow="0" windowWidth="28800" windowHeight="15600"/></bookViews><sheets>${sheets}</sheets>` +
    `<definedNames>${own.join('')}${printed.join('')}</definedNames><calcPr calcId="191029"${recalculate ? ' fullCalcOnLoad="1"' : ''}/></workbook>`
  );
}
