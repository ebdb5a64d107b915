/** Builder for the examples of workbook rules: small workbooks, whole but for what an example changes. */
import { OFFICE_RELATIONSHIP, S, xmlns } from '../ooxml/names.ts';
import { cellName } from '../spreadsheet/cell-names.ts';
import {
  buildContentTypes,
  buildRelationships,
  relationshipsPartOf,
  XML_DECLARATION,
  type RelationshipInput,
} from '../ooxml/package-parts.ts';
import { writeZip, type ZipEntryInput } from '../ooxml/write-zip.ts';
import { escapeAttribute, escapeText } from '../ooxml/xml-text.ts';

const SHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml.';
const NAMESPACES = `xmlns="${S}" ${xmlns('r')}`;

/** A formula with its stored value; without `v` the file says nothing. `s` is a style, `vm` metadata of the value. */
interface CellInput {
  vm?: number;
  f?: string;
  v?: number | string | boolean;
  error?: string;
  s?: number;
}
export type RowInput = readonly (CellInput | number | string | boolean | null)[];

export interface SheetInput {
  name?: string;
  rows: readonly RowInput[];
  /** Elements behind the cells, and before them. */
  after?: string;
  before?: string;
  table?: { name: string; ref: string; columns: readonly string[] };
  relationships?: readonly RelationshipInput[];
}

export interface WorkbookInput {
  sheets: readonly SheetInput[];
  /** Definitions as XML. */
  names?: string;
  calculation?: string;
  /** Format codes: the first is style 1. */
  formats?: readonly string[];
  relationships?: readonly RelationshipInput[];
  /** One without a type of its own is what no file is: a part that nobody can open. */
  parts?: readonly (ZipEntryInput & { contentType?: string })[];
}

function cellXml(input: RowInput[number], row: number, column: number): string {
  if (input === null) return '';
  const { f, v, error, s, vm } = typeof input === 'object' ? input : { v: input };
  const type = error === undefined ? (typeof v === 'string' ? 'str' : typeof v === 'boolean' ? 'b' : 'n') : 'e';
  const value = error ?? (typeof v === 'boolean' ? Number(v) : v);
  const look = `${s === undefined ? '' : ` s="${s}"`}${vm === undefined ? '' : ` vm="${vm}"`}`;
  if (f === undefined && typeof v === 'string')
    return `<c r="${cellName(row, column)}" t="inlineStr"${look}><is><t>${escapeText(v)}</t></is></c>`;
  return `<c r="${cellName(row, column)}" t="${type}"${look}>${f === undefined ? '' : `<f>${escapeText(f)}</f>`}${value === undefined ? '' : `<v>${escapeText(String(value))}</v>`}</c>`;
}

const sheetXml = ({ rows, before = '', after = '', table }: SheetInput): string =>
  `${XML_DECLARATION}<worksheet ${NAMESPACES}>${before}<sheetData>${rows.map((cells, row) => `<row r="${row + 1}">${cells.map((cell, column) => cellXml(cell, row, column)).join('')}</row>`).join('')}</sheetData>${after}` +
  `${table ? '<tableParts count="1"><tablePart r:id="rIdTable"/></tableParts>' : ''}</worksheet>`;

function stylesXml(formats: readonly string[]): string {
  const codes = formats.map((code, i) => `<numFmt numFmtId="${164 + i}" formatCode="${escapeAttribute(code)}"/>`).join('');
  const records = [
    '<xf numFmtId="0" fontId="0" fillId="0" borderId="0"/>',
    ...formats.map((_, i) => `<xf numFmtId="${164 + i}" fontId="0" fillId="0" borderId="0"/>`),
  ];
  return (
    `${XML_DECLARATION}<styleSheet ${NAMESPACES}>${codes === '' ? '' : `<numFmts count="${formats.length}">${codes}</numFmts>`}<fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders>` +
    `<cellXfs count="${records.length}">${records.join('')}</cellXfs></styleSheet>`
  );
}

export function workbookFileOf({
  sheets,
  names = '',
  calculation = '',
  formats = [],
  relationships = [],
  parts = [],
}: WorkbookInput): Uint8Array {
  const entries: { name: string; data: string; contentType: string; relationships?: readonly RelationshipInput[] }[] = [];
  const list = sheets
    .map(({ name }, i) => `<sheet name="${escapeAttribute(name ?? `Sheet${i + 1}`)}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`)
    .join('');
  entries.push({
    name: 'xl/workbook.xml',
    contentType: `${SHEET}sheet.main+xml`,
    data: `${XML_DECLARATION}<workbook ${NAMESPACES}><sheets>${list}</sheets>${names === '' ? '' : `<definedNames>${names}</definedNames>`}${calculation}</workbook>`,
    relationships: [
      ...sheets.map((_, i) => ({ id: `rId${i + 1}`, type: `${OFFICE_RELATIONSHIP}worksheet`, target: `worksheets/sheet${i + 1}.xml` })),
      { id: 'rIdStyles', type: `${OFFICE_RELATIONSHIP}styles`, target: 'styles.xml' },
      ...relationships,
    ],
  });
  for (const [i, sheet] of sheets.entries()) {
    const own = [
      ...(sheet.table ? [{ id: 'rIdTable', type: `${OFFICE_RELATIONSHIP}table`, target: `../tables/table${i + 1}.xml` }] : []),
      ...(sheet.relationships ?? []),
    ];
    entries.push({
      name: `xl/worksheets/sheet${i + 1}.xml`,
      contentType: `${SHEET}worksheet+xml`,
      data: sheetXml(sheet),
      relationships: own,
    });
    if (!sheet.table) continue;
    const { name, ref, columns } = sheet.table;
    const columnsXml = columns.map((column, at) => `<tableColumn id="${at + 1}" name="${escapeAttribute(column)}"/>`).join('');
    entries.push({
      name: `xl/tables/table${i + 1}.xml`,
      contentType: `${SHEET}table+xml`,
      data: `${XML_DECLARATION}<table ${NAMESPACES} id="${i + 1}" name="${name}" displayName="${name}" ref="${ref}"><tableColumns count="${columns.length}">${columnsXml}</tableColumns></table>`,
    });
  }
  entries.push({ name: 'xl/styles.xml', contentType: `${SHEET}styles+xml`, data: stylesXml(formats) });
  return writeZip([
    {
      name: '[Content_Types].xml',
      data: buildContentTypes(
        [...entries, ...parts].flatMap(({ name, contentType }) => (contentType === undefined ? [] : [{ name, contentType }])),
      ),
    },
    {
      name: '_rels/.rels',
      data: buildRelationships([{ id: 'rId1', type: `${OFFICE_RELATIONSHIP}officeDocument`, target: 'xl/workbook.xml' }]),
    },
    ...entries.flatMap(({ name, data, relationships: own = [] }): ZipEntryInput[] => [
      { name, data },
      ...(own.length === 0 ? [] : [{ name: relationshipsPartOf(name), data: buildRelationships(own) }]),
    ]),
    ...parts.map(({ name, data }) => ({ name, data })),
  ]);
}

/** A workbook of one sheet. */
export const sheetFileOf = (
  rows: readonly RowInput[],
  more: Omit<WorkbookInput, 'sheets'> & Omit<SheetInput, 'rows' | 'relationships'> = {},
): Uint8Array => workbookFileOf({ ...more, sheets: [{ rows, ...more }] });
