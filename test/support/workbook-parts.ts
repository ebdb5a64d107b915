/** Small workbooks of given XML, for tests of edits. */
import { buildContentTypes, buildRelationships } from '../../src/ooxml/package-parts.ts';
import { writeZip, type ZipEntryInput } from '../../src/ooxml/write-zip.ts';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

export interface WorkbookParts {
  /** Name → content of `sheetData`, or of the whole sheet where it begins with that. */
  sheets: Readonly<Record<string, string>>;
  /** XML behind the list of sheets: names, settings. */
  behind?: string;
  /** More parts, with their types; those of a sheet are related to it by `relations`. */
  parts?: readonly (ZipEntryInput & { contentType: string })[];
  relations?: readonly { sheet: number; type: string; target: string }[];
}

export function wrapInXlsx({ sheets, behind = '', parts = [], relations = [] }: WorkbookParts): Uint8Array {
  const names = Object.keys(sheets);
  const sheetParts = Object.values(sheets).map((xml, index) => ({
    name: `xl/worksheets/sheet${index + 1}.xml`,
    data: `<worksheet xmlns="${MAIN}" xmlns:r="${OFFICE}">${/<sheetData/.test(xml) ? xml : `<sheetData>${xml}</sheetData>`}</worksheet>`,
  }));
  return writeZip([
    {
      name: '[Content_Types].xml',
      data: buildContentTypes([
        { name: 'xl/workbook.xml', contentType: `${TYPES}.sheet.main+xml` },
        ...sheetParts.map(({ name }) => ({ name, contentType: `${TYPES}.worksheet+xml` })),
        ...parts.map(({ name, contentType }) => ({ name, contentType })),
      ]),
    },
    { name: '_rels/.rels', data: buildRelationships([{ id: 'rId1', type: `${OFFICE}/officeDocument`, target: 'xl/workbook.xml' }]) },
    {
      name: 'xl/workbook.xml',
      data: `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${names.map((name, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`).join('')}</sheets>${behind}</workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      data: buildRelationships(
        sheetParts.map(({ name }, index) => ({ id: `rId${index + 1}`, type: `${OFFICE}/worksheet`, target: `/${name}` })),
      ),
    },
    ...sheetParts,
    ...names.flatMap((_, index) => {
      const mine = relations.filter(({ sheet }) => sheet === index);
      return mine.length === 0
        ? []
        : [
            {
              name: `xl/worksheets/_rels/sheet${index + 1}.xml.rels`,
              data: buildRelationships(mine.map(({ type, target }, at) => ({ id: `rId${at + 1}`, type: `${OFFICE}/${type}`, target }))),
            },
          ];
    }),
    ...parts.map(({ name, data }) => ({ name, data })),
  ]);
}
