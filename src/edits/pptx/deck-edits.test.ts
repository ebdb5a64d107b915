/** Slides and charts of a small presentation under operations that move or number them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildContentTypes, buildRelationships } from '../../ooxml/package-parts.ts';
import { openOfficePackage, partNamed, partNames, readPart, type OfficePackage } from '../../ooxml/office-package.ts';
import { writeZip } from '../../ooxml/write-zip.ts';
import { wrapInXlsx } from '../../../test/support/workbook-parts.ts';
import { applyEdits, type EditOperation } from '../apply-edits.ts';
import { listContent } from '../list-content.ts';

const CONTEXT = { author: 'Ann Lee', date: '2026-01-01T00:00:00Z', mode: 'direct' as const };
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const TYPES = 'application/vnd.openxmlformats-officedocument';
const A = 'http://schemas.openxmlformats.org/drawingml/2006/main';
const P = 'http://schemas.openxmlformats.org/presentationml/2006/main';
const C = 'http://schemas.openxmlformats.org/drawingml/2006/chart';

const shape = (text: string): string =>
  `<p:sp><p:nvSpPr><p:cNvPr id="2" name="Text"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr/><p:txBody><a:bodyPr/><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp>`;
const slide = (inner: string): string =>
  `<p:sld xmlns:p="${P}" xmlns:a="${A}" xmlns:r="${OFFICE}"><p:cSld><p:spTree><p:nvGrpSpPr/><p:grpSpPr/>${inner}</p:spTree></p:cSld></p:sld>`;
const frame = `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="9" name="Chart"/></p:nvGraphicFramePr><a:graphic><a:graphicData><c:chart xmlns:c="${C}" r:id="rId2"/></a:graphicData></a:graphic></p:graphicFrame>`;
const series = (index: number, name: string, column: string): string =>
  `<c:ser><c:idx val="${index}"/><c:order val="${index}"/><c:tx><c:strRef><c:f>Sheet1!$${column}$1</c:f><c:strCache><c:ptCount val="1"/><c:pt idx="0"><c:v>${name}</c:v></c:pt></c:strCache></c:strRef></c:tx><c:spPr/>` +
  `<c:cat><c:strRef><c:f>Sheet1!$A$2:$A$3</c:f></c:strRef></c:cat><c:val><c:numRef><c:f>Sheet1!$${column}$2:$${column}$3</c:f><c:numCache><c:formatCode>0.0</c:formatCode><c:ptCount val="2"/></c:numCache></c:numRef></c:val></c:ser>`;
const chart = `<c:chartSpace xmlns:c="${C}"><c:chart><c:plotArea><c:barChart><c:grouping val="clustered"/>${series(0, 'Old', 'B')}${series(1, 'Older', 'C')}<c:axId val="1"/><c:axId val="2"/></c:barChart><c:valAx><c:axId val="2"/><c:scaling><c:max val="10"/></c:scaling><c:majorUnit val="5"/></c:valAx></c:plotArea></c:chart></c:chartSpace>`;
const workbook = wrapInXlsx({
  sheets: {
    Sheet1:
      '<row r="1"><c r="B1" t="str"><v>Old</v></c><c r="C1" t="str"><v>Older</v></c></row><row r="2"><c r="A2" t="str"><v>x</v></c><c r="B2"><v>1</v></c><c r="C2"><v>2</v></c></row><row r="3"><c r="C3"><v>3</v></c></row>',
  },
});

function deck(): Uint8Array {
  const slides = [
    slide(shape('One') + frame),
    slide(shape('Two')),
    slide(shape('Three').replace('<a:t>', '<a:rPr><a:hlinkClick r:id="rId2" action="ppaction://hlinksldjump"/></a:rPr><a:t>')),
  ];
  const links = [
    [{ id: 'rId2', type: `${OFFICE}/chart`, target: '../charts/chart1.xml' }],
    [],
    [{ id: 'rId2', type: `${OFFICE}/slide`, target: 'slide2.xml' }],
  ];
  const layout = { id: 'rId1', type: `${OFFICE}/slideLayout`, target: '../slideLayouts/slideLayout1.xml' };
  return writeZip([
    {
      name: '[Content_Types].xml',
      data: buildContentTypes(
        [
          { name: 'ppt/presentation.xml', contentType: `${TYPES}.presentationml.presentation.main+xml` },
          ...slides.map((_, at) => ({ name: `ppt/slides/slide${at + 1}.xml`, contentType: `${TYPES}.presentationml.slide+xml` })),
          { name: 'ppt/charts/chart1.xml', contentType: `${TYPES}.drawingml.chart+xml` },
          { name: 'ppt/slideLayouts/slideLayout1.xml', contentType: `${TYPES}.presentationml.slideLayout+xml` },
        ],
        { xlsx: `${TYPES}.spreadsheetml.sheet` },
      ),
    },
    { name: '_rels/.rels', data: buildRelationships([{ id: 'rId1', type: `${OFFICE}/officeDocument`, target: 'ppt/presentation.xml' }]) },
    {
      name: 'ppt/presentation.xml',
      data: `<p:presentation xmlns:p="${P}" xmlns:r="${OFFICE}"><p:sldIdLst>${slides.map((_, at) => `<p:sldId id="${256 + at}" r:id="rId${at + 1}"/>`).join('')}</p:sldIdLst><p:extLst><p:ext uri="x"><p14:sectionLst xmlns:p14="http://schemas.microsoft.com/office/powerpoint/2010/main"><p14:section name="A" id="{1}"><p14:sldIdLst><p14:sldId id="256"/><p14:sldId id="257"/></p14:sldIdLst></p14:section><p14:section name="B" id="{2}"><p14:sldIdLst><p14:sldId id="258"/></p14:sldIdLst></p14:section></p14:sectionLst></p:ext></p:extLst></p:presentation>`,
    },
    {
      name: 'ppt/_rels/presentation.xml.rels',
      data: buildRelationships(
        slides.map((_, at) => ({ id: `rId${at + 1}`, type: `${OFFICE}/slide`, target: `slides/slide${at + 1}.xml` })),
      ),
    },
    ...slides.flatMap((data, at) => [
      { name: `ppt/slides/slide${at + 1}.xml`, data },
      { name: `ppt/slides/_rels/slide${at + 1}.xml.rels`, data: buildRelationships([layout, ...(links[at] ?? [])]) },
    ]),
    { name: 'ppt/slideLayouts/slideLayout1.xml', data: `<p:sldLayout xmlns:p="${P}"/>` },
    { name: 'ppt/charts/chart1.xml', data: chart },
    {
      name: 'ppt/charts/_rels/chart1.xml.rels',
      data: buildRelationships([{ id: 'rId1', type: `${OFFICE}/package`, target: '../embeddings/book1.xlsx' }]),
    },
    { name: 'ppt/embeddings/book1.xlsx', data: workbook },
  ]);
}

function edit(...operations: EditOperation[]): {
  opened: OfficePackage;
  bytes: Uint8Array;
  texts: string[];
  reasons: (string | undefined)[];
} {
  const { bytes, results } = applyEdits(deck(), operations, CONTEXT);
  return {
    opened: openOfficePackage(bytes),
    bytes,
    texts: listContent(bytes).map(({ text }) => text),
    reasons: results.map(({ reason }) => reason),
  };
}
const textOf = (opened: OfficePackage, part: string): string => Buffer.from(readPart(opened, part)).toString('utf8');
const sections = (opened: OfficePackage): string[] =>
  [...textOf(opened, 'ppt/presentation.xml').matchAll(/<p14:sldId id="(\d+)"\/>/g)].map(([, id]) => id ?? '');

test('slides move, and later operations name them as they were sent', () => {
  const { texts, reasons, opened } = edit(
    { op: 'move_slide', target: 's3', position: 1 },
    { op: 'set_text', target: 's1.sh1', text: 'First' },
    { op: 'delete_slide', target: 's2' },
    { op: 'set_text', target: 's2.sh1', text: 'Gone' },
  );
  assert.deepEqual(texts, ['Three', 'First']);
  assert.deepEqual(reasons, [undefined, undefined, undefined, 'target_not_found']);
  assert.deepEqual(sections(opened), ['258', '256'], 'the sections name the slides that are left');
});

test('a slide that goes takes its chart along, and links to it', () => {
  const chartGone = edit({ op: 'delete_slide', target: 's1' });
  assert.deepEqual(
    partNames(chartGone.opened).filter((name) => /chart|embeddings|slide1\.xml/.test(name)),
    [],
  );
  const linkGone = edit({ op: 'delete_slide', target: 's2' });
  assert.equal(/hlinkClick/.test(textOf(linkGone.opened, 'ppt/slides/slide3.xml')), false);
  assert.equal(textOf(linkGone.opened, 'ppt/slides/_rels/slide3.xml.rels').includes('slide2.xml'), false);
});

test('a copy has a chart and a workbook of its own', () => {
  const { texts, opened } = edit(
    { op: 'duplicate_slide', target: 's1' },
    { op: 'set_chart_data', target: 's1.chart1', categories: ['y'], series: [{ name: 'New', values: [4] }] },
  );
  assert.deepEqual(texts, ['One', 'One', 'Two', 'Three']);
  assert.equal(textOf(opened, 'ppt/charts/chart2.xml'), chart, 'the copy keeps the old figures');
  assert.ok(partNamed(opened, 'ppt/embeddings/book2.xlsx') !== undefined);
  assert.deepEqual(sections(opened), ['256', '259', '257', '258']);
});

test('what a chart shows and what its workbook holds change together', () => {
  const { opened, reasons } = edit({
    op: 'set_chart_data',
    target: 's1.chart1',
    categories: ['x', 'y', 'z'],
    series: [{ name: 'New', values: [4, null, 60] }],
  });
  assert.deepEqual(reasons, [undefined]);
  const text = textOf(opened, 'ppt/charts/chart1.xml');
  assert.match(
    text,
    /Sheet1!\$B\$2:\$B\$4<\/c:f><c:numCache><c:formatCode>0\.0<\/c:formatCode><c:ptCount val="3"\/><c:pt idx="0"><c:v>4<\/c:v><\/c:pt><c:pt idx="2"><c:v>60</,
  );
  assert.equal(text.match(/<c:ser>/g)?.length, 1);
  assert.equal(/<c:max|majorUnit/.test(text), false, 'an axis that ended at 10 does not cut off 60');
  const cells = listContent(readPart(opened, 'ppt/embeddings/book1.xlsx')).flatMap(({ rows = [] }) =>
    rows.flatMap((row) => row.cells.map((cell) => `${cell.address}=${cell.text}`)),
  );
  assert.deepEqual(cells, ['Sheet1!B1=New', 'Sheet1!A2=x', 'Sheet1!B2=4', 'Sheet1!A3=y', 'Sheet1!A4=z', 'Sheet1!B4=60']);
});

test('comments get their numbers by author', () => {
  const { opened } = edit(
    { op: 'add_comment', target: 's1', text: 'Why?' },
    { op: 'add_comment', target: 's1.sh1', text: 'And <this>?' },
    { op: 'add_comment', target: 's2', text: 'Bob asks', author: 'Bob' },
  );
  assert.match(textOf(opened, 'ppt/comments/comment1.xml'), /idx="1".*Why\?.*idx="2".*And &lt;this&gt;\?/);
  assert.match(textOf(opened, 'ppt/commentAuthors.xml'), /id="0" name="Ann Lee" initials="AL" lastIdx="2".*id="1" name="Bob"/);
});

test('shapes that are added follow each other with numbers of their own, above what is there', () => {
  const place = { left_cm: 1, top_cm: 2, width_cm: 5, height_cm: 3 };
  const { bytes, results } = applyEdits(
    deck(),
    [
      { op: 'add_shape', target: 's2', kind: 'text_box', ...place, text: 'Q&A\n<now>', size_pt: 18, bold: true },
      { op: 'add_shape', target: 's2', kind: 'ellipse', ...place, text: 'Go', fill: '00AA00', alt: 'A green "button"' },
      { op: 'add_shape', target: 's2', kind: 'line', ...place },
      { op: 'set_text', target: 's2.sh1', text: 'First' },
    ],
    CONTEXT,
  );
  assert.deepEqual(
    results.map(({ status, message }) => message ?? status),
    ['applied', 'applied', 'applied', 'applied'],
  );
  const second = listContent(bytes)[1]?.blocks?.map(({ address, text }) => [address, text]);
  assert.deepEqual(second, [
    ['s2.sh1', 'First'],
    ['s2.sh2', 'Q&A\n<now>'],
    ['s2.sh3', 'Go'],
    ['s2.sh3.alt', 'A green "button"'],
    ['s2.d1', ''],
  ]);
  const xml = Buffer.from(readPart(openOfficePackage(bytes), 'ppt/slides/slide2.xml')).toString('utf8');
  assert.deepEqual(
    Array.from(xml.matchAll(/<p:cNvPr id="(\d+)"/g), ([, id]) => id),
    ['2', '3', '4', '5'],
  );
  assert.match(xml, /<p:cxnSp [^>]*><p:nvCxnSpPr>/);
});
