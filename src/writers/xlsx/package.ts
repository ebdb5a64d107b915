/** The parts of a workbook put together (ISO/IEC 29500-2): sheets, tables, drawings, styles, texts, properties. */
import { CORE_PROPERTIES_RELATIONSHIP, OFFICE_RELATIONSHIP } from '../../ooxml/names.ts';
import {
  buildContentTypes,
  buildRelationships,
  MEDIA_TYPES,
  relationshipsPartOf,
  XML_DECLARATION,
  type PartType,
} from '../../ooxml/package-parts.ts';
import { writeZip, type ZipEntryInput } from '../../ooxml/write-zip.ts';
import { escapeAttribute, escapeText } from '../../ooxml/xml-text.ts';
import { newRelationships, relate, type Relationships } from '../docx/relationships.ts';
import { appPropertiesXml, corePropertiesXml } from '../docx/settings.ts';
import { themeXml } from '../docx/theme.ts';
import { drawingParts, type DrawingCounts } from './drawing-xml.ts';
import { fixedName, quoteSheet, writeFormula } from './formula/write.ts';
import type { WorkbookPlan } from './plan.ts';
import { createSharedStrings } from './shared-strings.ts';
import { printNames, sheetXml } from './sheet-xml.ts';
import { createStyles } from './styles.ts';
import { tableXml } from './table-xml.ts';

const SHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const NAMESPACES =
  'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';

interface Part {
  name: string;
  data: ZipEntryInput['data'];
  contentType?: string;
  relationships?: Relationships;
}

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
  const parts: Part[] = [];
  let tables = 0;
  for (const [sheetIndex, sheet] of book.sheets.entries()) {
    relate(root, 'worksheet', `worksheets/sheet${sheetIndex + 1}.xml`);
    const drawing = drawingParts(sheet, sheetIndex, book, counts);
    const own = sheet.tables.filter((table) => table.name !== '').map((table) => ({ table, id: ++tables }));
    const relationships = newRelationships();
    const data = sheetXml(
      { book, sheet, sheetIndex, styles, strings, cached: options.cached },
      { relationships, drawing: drawing.length > 0, tables: own.map(({ id }) => `../tables/table${id}.xml`) },
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
    );
  }
  for (const [kind, file] of [
    ['styles', 'styles.xml'],
    ['theme', 'theme/theme1.xml'],
    ['sharedStrings', 'sharedStrings.xml'],
  ] as const)
    relate(root, kind, file);
  parts.unshift({ name: 'xl/workbook.xml', data: workbookXml(book, options), contentType: `${SHEET}.sheet.main+xml`, relationships: root });
  return zip([
    ...parts,
    // styles and texts are known when the sheets are written, which the zip does in this order
    { name: 'xl/styles.xml', data: late(() => styles.xml()), contentType: `${SHEET}.styles+xml` },
    { name: 'xl/sharedStrings.xml', data: strings.chunks(), contentType: `${SHEET}.sharedStrings+xml` },
    { name: 'xl/theme/theme1.xml', data: themeXml(book.look), contentType: 'application/vnd.openxmlformats-officedocument.theme+xml' },
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

function* late(write: () => string): Generator<string, void, undefined> {
  yield write();
}

/** The sheets of Excel in their order, and the names: of cells first, then what is printed. */
function workbookXml(book: WorkbookPlan, { recalculate }: PackageOptions): string {
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
  const printed = book.sheets.map((sheet, i) => printNames(sheet, i, book.look));
  return (
    `${XML_DECLARATION}<workbook ${NAMESPACES}><workbookPr defaultThemeVersion="166925"/><bookViews><workbookView xWindow="0" yWindow="0" windowWidth="28800" windowHeight="15600"/></bookViews><sheets>${sheets}</sheets>` +
    `<definedNames>${own.join('')}${printed.join('')}</definedNames><calcPr calcId="191029"${recalculate ? ' fullCalcOnLoad="1"' : ''}/></workbook>`
  );
}

function zip(parts: readonly Part[]): Uint8Array {
  const types = parts.flatMap(({ name, contentType }): PartType[] => (contentType === undefined ? [] : [{ name, contentType }]));
  const extensions = new Set(
    parts.flatMap(({ name, contentType }) => (contentType === undefined ? [name.slice(name.lastIndexOf('.') + 1)] : [])),
  );
  const defaults = Object.fromEntries(
    [...extensions].sort().map((extension) => [extension, MEDIA_TYPES[extension] ?? 'application/octet-stream']),
  );
  const root = buildRelationships([
    { id: 'rId1', type: `${OFFICE_RELATIONSHIP}officeDocument`, target: 'xl/workbook.xml' },
    { id: 'rId2', type: CORE_PROPERTIES_RELATIONSHIP, target: 'docProps/core.xml' },
    { id: 'rId3', type: `${OFFICE_RELATIONSHIP}extended-properties`, target: 'docProps/app.xml' },
  ]);
  const entries: ZipEntryInput[] = [
    { name: '[Content_Types].xml', data: buildContentTypes(types, defaults) },
    { name: '_rels/.rels', data: root },
  ];
  for (const { name, data, relationships } of parts) {
    entries.push({ name, data });
    // the relationships of a sheet are known once it is written
    if (relationships) entries.push({ name: relationshipsPartOf(name), data: late(() => buildRelationships(relationships.list)) });
  }
  return writeZip(entries);
}
