import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildRelationships, XML_DECLARATION } from '../ooxml/package-parts.ts';
import { writeZip } from '../ooxml/write-zip.ts';
import { copyWorkbookLook } from './workbook-look.ts';

const S =
  'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
const R = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const SHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml.';

/** A workbook in Verdana whose header rows are bold on a deep blue. */
function workbook(main = 'sheet.main+xml'): Uint8Array {
  const rels = (rows: readonly (readonly [string, string, string])[]): string =>
    buildRelationships(rows.map(([id, kind, target]) => ({ id, type: `${R}/${kind}`, target })));
  const parts: readonly (readonly [name: string, data: string, type?: string])[] = [
    [
      'xl/workbook.xml',
      `${XML_DECLARATION}<workbook ${S}><sheets><sheet name="Old" sheetId="1" r:id="rId1"/></sheets></workbook>`,
      SHEET + main,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      rels([
        ['rId1', 'worksheet', 'worksheets/sheet1.xml'],
        ['rId2', 'styles', 'styles.xml'],
      ]),
    ],
    [
      'xl/styles.xml',
      `${XML_DECLARATION}<styleSheet ${S}><fonts count="2"><font><sz val="10"/><name val="Verdana"/></font><font><b/><sz val="10"/><name val="Verdana"/></font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FF1F3864"/></patternFill></fill></fills><borders count="1"><border/></borders><cellXfs count="2"><xf fontId="0" fillId="0"/><xf fontId="1" fillId="2"/></cellXfs></styleSheet>`,
      `${SHEET}styles+xml`,
    ],
    [
      'xl/worksheets/sheet1.xml',
      `${XML_DECLARATION}<worksheet ${S}><sheetData><row r="1"><c r="A1" s="1"><v>1</v></c><c r="B1" s="1"><v>2</v></c></row><row r="2"><c r="A2" s="0"><v>3</v></c></row></sheetData></worksheet>`,
      `${SHEET}worksheet+xml`,
    ],
    ['_rels/.rels', rels([['rId1', 'officeDocument', 'xl/workbook.xml']])],
  ];
  const overrides = parts.flatMap(([name, , type]) =>
    type === undefined ? [] : [`<Override PartName="/${name}" ContentType="${type}"/>`],
  );
  const types = `${XML_DECLARATION}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${overrides.join('')}</Types>`;
  return writeZip([{ name: '[Content_Types].xml', data: types }, ...parts.map(([name, data]) => ({ name, data }))]);
}

test('a workbook gives its face, its header rows and its colours, a template of one too', () => {
  for (const file of [workbook(), workbook('template.main+xml')]) {
    const { design, template, copied } = copyWorkbookLook(file, 'xlsx');
    assert.deepEqual(template, { file });
    assert.deepEqual(design.faces, { text: 'Verdana', display: 'Verdana' });
    assert.deepEqual(design.tables, { form: 'filled', head: '1F3864' });
    assert.equal(design.palette?.accent, '1F3864');
    assert.match(copied.join(), /its styles/);
    assert.match(copyWorkbookLook(file, 'docx').copied.join(), /Verdana.*header rows, 1F3864/);
  }
  assert.match(copyWorkbookLook(workbook(), 'docx').notCopied[0]?.reason ?? '', /a docx file has none/);
});
