/** Templates to be filled, as small as they can be: a workbook with a table and its chart, and a presentation with a table. */
import { buildContentTypes, buildRelationships, type PartType, type RelationshipInput } from '../../src/ooxml/package-parts.ts';
import { writeZip } from '../../src/ooxml/write-zip.ts';
import { xmlns } from '../../src/ooxml/names.ts';
import { escapeText } from '../../src/ooxml/xml-text.ts';

const R = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const S = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const TYPE = 'application/vnd.openxmlformats-officedocument.';
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

interface Parts {
  main: string;
  mainType: string;
  parts: { name: string; type: string; data: string; relationships?: RelationshipInput[] }[];
}

function zip({ main, mainType, parts }: Parts): Uint8Array {
  const types: PartType[] = parts.map(({ name, type }) => ({ name, contentType: name === main ? mainType : type }));
  return writeZip([
    { name: '[Content_Types].xml', data: buildContentTypes(types) },
    { name: '_rels/.rels', data: buildRelationships([{ id: 'rId1', type: `${R}/officeDocument`, target: main }]) },
    ...parts.flatMap(({ name, data, relationships }) => {
      const slash = name.lastIndexOf('/');
      const rels = { name: `${name.slice(0, slash)}/_rels${name.slice(slash)}.rels`, data: buildRelationships(relationships ?? []) };
      return [{ name, data: HEAD + data }, ...(relationships === undefined ? [] : [rels])];
    }),
  ]);
}

/** Cells by their addresses: text, number, or `=formula`; formats 0 General, 1 date, 2 money, 3 header on a ground. */
export type Cells = Readonly<Record<string, string | number | readonly [value: string | number, style: number]>>;

function sheetData(cells: Cells): string {
  const rows = new Map<number, string[]>();
  for (const [place, given] of Object.entries(cells)) {
    const [value, style] = typeof given === 'object' ? given : [given, 0];
    const row = Number(place.replace(/\D+/, ''));
    const head = `<c r="${place}"${style === 0 ? '' : ` s="${style}"`}`;
    const xml =
      typeof value === 'number'
        ? `${head}><v>${value}</v></c>`
        : value.startsWith('=')
          ? `${head}><f>${escapeText(value.slice(1))}</f><v>0</v></c>`
          : `${head} t="inlineStr"><is><t>${escapeText(value)}</t></is></c>`;
    rows.set(row, [...(rows.get(row) ?? []), xml]);
  }
  return `<sheetData>${[...rows].map(([row, list]) => `<row r="${row}">${list.join('')}</row>`).join('')}</sheetData>`;
}

const STYLES =
  `<styleSheet xmlns="${S}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><color rgb="FFFFFFFF"/><name val="Georgia"/></font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FF7A1F3D"/><bgColor indexed="64"/></patternFill></fill></fills>` +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  '<cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="14" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="4" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="0" fontId="1" fillId="2" borderId="0" xfId="0" applyFont="1" applyFill="1"/></cellXfs>' +
  '<dxfs count="1"><dxf><font><b/></font></dxf></dxfs></styleSheet>';

function chart(title: string, categories: string, values: string): string {
  const text = `<c:tx><c:rich><a:bodyPr/><a:p><a:r><a:rPr lang="en"/><a:t>${title}</a:t></a:r></a:p></c:rich></c:tx>`;
  return (
    `<c:chartSpace ${xmlns('c', 'a', 'r')}><c:chart><c:title>${text}<c:overlay val="0"/></c:title><c:autoTitleDeleted val="0"/><c:plotArea><c:layout/><c:barChart><c:barDir val="col"/><c:grouping val="clustered"/><c:varyColors val="0"/>` +
    `<c:ser><c:idx val="0"/><c:order val="0"/><c:cat><c:strRef><c:f>${categories}</c:f><c:strCache><c:ptCount val="1"/><c:pt idx="0"><c:v>x</c:v></c:pt></c:strCache></c:strRef></c:cat><c:val><c:numRef><c:f>${values}</c:f><c:numCache><c:formatCode>General</c:formatCode><c:ptCount val="1"/></c:numCache></c:numRef></c:val></c:ser>` +
    '<c:axId val="1"/><c:axId val="2"/></c:barChart><c:catAx><c:axId val="1"/><c:scaling><c:orientation val="minMax"/></c:scaling><c:delete val="0"/><c:axPos val="b"/><c:crossAx val="2"/></c:catAx><c:valAx><c:axId val="2"/><c:scaling><c:orientation val="minMax"/></c:scaling><c:delete val="0"/><c:axPos val="l"/><c:crossAx val="1"/></c:valAx></c:plotArea><c:plotVisOnly val="1"/></c:chart></c:chartSpace>'
  );
}

export interface BookTemplate {
  cells: Cells;
  /** Of a second sheet, "Other". */
  other?: Cells;
  /** Behind the cells of the first sheet, in the order of the schema. */
  frame?: string;
  /** Area and names of the columns of a table, with its row of totals. */
  table?: { ref: string; columns: string[]; totals?: boolean };
  chart?: { title: string; categories: string; values: string; at: number };
  names?: string;
}

/** A workbook with the sheets Data and Other. */
export function bookTemplate({ cells, other = { A1: 'x' }, frame = '', table, chart: drawn, names = '' }: BookTemplate): Uint8Array {
  const relationships: RelationshipInput[] = [];
  if (drawn !== undefined) relationships.push({ id: 'rId1', type: `${R}/drawing`, target: '../drawings/drawing1.xml' });
  if (table !== undefined) relationships.push({ id: 'rId2', type: `${R}/table`, target: '../tables/table1.xml' });
  const ends = `${drawn === undefined ? '' : '<drawing r:id="rId1"/>'}${table === undefined ? '' : '<tableParts count="1"><tablePart r:id="rId2"/></tableParts>'}`;
  const sheet = (inside: string): string => `<worksheet xmlns="${S}" xmlns:r="${R}">${inside}</worksheet>`;
  return zip({
    main: 'xl/workbook.xml',
    mainType: `${TYPE}spreadsheetml.sheet.main+xml`,
    parts: [
      {
        name: 'xl/workbook.xml',
        type: '',
        data: `<workbook xmlns="${S}" xmlns:r="${R}"><sheets><sheet name="Data" sheetId="1" r:id="rId1"/><sheet name="Other" sheetId="2" r:id="rId2"/></sheets>${names === '' ? '' : `<definedNames>${names}</definedNames>`}</workbook>`,
        relationships: [
          { id: 'rId1', type: `${R}/worksheet`, target: 'worksheets/sheet1.xml' },
          { id: 'rId2', type: `${R}/worksheet`, target: 'worksheets/sheet2.xml' },
          { id: 'rId3', type: `${R}/styles`, target: 'styles.xml' },
        ],
      },
      { name: 'xl/styles.xml', type: `${TYPE}spreadsheetml.styles+xml`, data: STYLES },
      {
        name: 'xl/worksheets/sheet1.xml',
        type: `${TYPE}spreadsheetml.worksheet+xml`,
        data: sheet(sheetData(cells) + frame + ends),
        relationships,
      },
      { name: 'xl/worksheets/sheet2.xml', type: `${TYPE}spreadsheetml.worksheet+xml`, data: sheet(sheetData(other)) },
      ...(drawn === undefined
        ? []
        : [
            {
              name: 'xl/drawings/drawing1.xml',
              type: `${TYPE}drawing+xml`,
              data: `<xdr:wsDr ${xmlns('xdr', 'a')}><xdr:twoCellAnchor><xdr:from><xdr:col>6</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>${drawn.at}</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:from><xdr:to><xdr:col>14</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>${drawn.at + 15}</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:to><xdr:graphicFrame macro=""><xdr:nvGraphicFramePr><xdr:cNvPr id="2" name="Chart 1"/><xdr:cNvGraphicFramePr/></xdr:nvGraphicFramePr><xdr:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/></xdr:xfrm><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/chart"><c:chart xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:r="${R}" r:id="rId1"/></a:graphicData></a:graphic></xdr:graphicFrame><xdr:clientData/></xdr:twoCellAnchor></xdr:wsDr>`,
              relationships: [{ id: 'rId1', type: `${R}/chart`, target: '../charts/chart1.xml' }],
            },
            { name: 'xl/charts/chart1.xml', type: `${TYPE}drawingml.chart+xml`, data: chart(drawn.title, drawn.categories, drawn.values) },
          ]),
      ...(table === undefined
        ? []
        : [
            {
              name: 'xl/tables/table1.xml',
              type: `${TYPE}spreadsheetml.table+xml`,
              data: `<table xmlns="${S}" id="1" name="Items" displayName="Items" ref="${table.ref}"${table.totals === true ? ' totalsRowCount="1"' : ' totalsRowShown="0"'}><tableColumns count="${table.columns.length}">${table.columns.map((name, at) => `<tableColumn id="${at + 1}" name="${name}"/>`).join('')}</tableColumns><tableStyleInfo name="TableStyleMedium2" showFirstColumn="0" showLastColumn="0" showRowStripes="1" showColumnStripes="0"/></table>`,
            },
          ]),
    ],
  });
}
