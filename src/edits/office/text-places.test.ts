/** Text outside of paragraphs and cells: found, listed and changed like any other. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { partsText } from '../../../test/support/office-parts.ts';
import { buildContentTypes, buildRelationships } from '../../ooxml/package-parts.ts';
import { writeZip } from '../../ooxml/write-zip.ts';
import { applyEdits, type EditOperation, type EditResult } from '../apply-edits.ts';
import { nearestTexts } from '../find-text.ts';
import { listContent, type AddressedBlock } from '../list-content.ts';

const CONTEXT = { author: 'Octavo', date: '2026-01-01T00:00:00Z', mode: 'direct' as const };
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const A = 'http://schemas.openxmlformats.org/drawingml/2006/main';
const SHEETS = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const DECKS = 'http://schemas.openxmlformats.org/presentationml/2006/main';
const DIAGRAMS = 'http://schemas.openxmlformats.org/drawingml/2006/diagram';
const TYPE = 'application/vnd.openxmlformats-officedocument.';

interface Part {
  name: string;
  type: string;
  xml: string;
  /** Of its relationships: kind or whole type → part, numbered from rId1. */
  related?: readonly (readonly [type: string, target: string])[];
}

/** A package whose first part is the main one. */
function pack(parts: readonly Part[]): Uint8Array {
  const related = (all: NonNullable<Part['related']>): string =>
    buildRelationships(
      all.map(([type, target], index) => ({
        id: `rId${index + 1}`,
        type: type.includes(':') ? type : `${OFFICE}/${type}`,
        target: `/${target}`,
      })),
    );
  return writeZip([
    { name: '[Content_Types].xml', data: buildContentTypes(parts.map(({ name, type }) => ({ name, contentType: type }))) },
    { name: '_rels/.rels', data: related([['officeDocument', parts[0]?.name ?? '']]) },
    ...parts.flatMap(({ name, xml, related: all = [] }) => [
      { name, data: xml },
      ...(all.length === 0 ? [] : [{ name: name.replace(/([^/]+)$/, '_rels/$1.rels'), data: related(all) }]),
    ]),
  ]);
}

const paragraph = (text: string): string => `<a:p><a:r><a:t>${text}</a:t></a:r></a:p>`;

const workbook = pack([
  {
    name: 'xl/workbook.xml',
    type: `${TYPE}spreadsheetml.sheet.main+xml`,
    xml: `<workbook xmlns="${SHEETS}" xmlns:r="${OFFICE}"><sheets><sheet name="Q1 plan" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    related: [['worksheet', 'xl/worksheets/sheet1.xml']],
  },
  {
    name: 'xl/worksheets/sheet1.xml',
    type: `${TYPE}spreadsheetml.worksheet+xml`,
    xml: `<worksheet xmlns="${SHEETS}" xmlns:r="${OFFICE}"><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>The fee</t></is></c><c r="B1" t="str"><f>A1</f><v>The fee</v></c></row></sheetData><headerFooter><oddHeader>&amp;L&amp;12Fee &amp;&amp; terms&amp;RPage &amp;P</oddHeader></headerFooter><drawing r:id="rId1"/></worksheet>`,
    related: [
      ['drawing', 'xl/drawings/drawing1.xml'],
      ['comments', 'xl/comments1.xml'],
    ],
  },
  {
    name: 'xl/drawings/drawing1.xml',
    type: `${TYPE}drawing+xml`,
    xml: `<xdr:wsDr xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" xmlns:a="${A}"><xdr:twoCellAnchor><xdr:sp><xdr:nvSpPr><xdr:cNvPr id="2" name="Box" descr="About the fee"/></xdr:nvSpPr><xdr:txBody><a:bodyPr/>${paragraph('One fee')}${paragraph('for all')}</xdr:txBody></xdr:sp></xdr:twoCellAnchor></xdr:wsDr>`,
  },
  {
    name: 'xl/comments1.xml',
    type: `${TYPE}spreadsheetml.comments+xml`,
    xml: `<comments xmlns="${SHEETS}"><authors><author>Ana</author></authors><commentList><comment ref="A1" authorId="0"><text><r><t>Which fee?</t></r></text></comment></commentList></comments>`,
  },
]);

const point = (id: string, text: string): string =>
  `<dgm:pt modelId="${id}"><dgm:t><a:bodyPr/>${paragraph(text)}</dgm:t></dgm:pt><dgm:pt modelId="9${id}" type="pres"><dgm:prSet presAssocID="${id}"/></dgm:pt>`;
const drawn = (id: string, text: string): string =>
  `<dsp:sp modelId="9${id}"><dsp:txBody><a:bodyPr/>${paragraph(text)}</dsp:txBody></dsp:sp>`;
const DSP = 'http://schemas.microsoft.com/office/drawing/2008/diagram';

const deck = pack([
  {
    name: 'ppt/presentation.xml',
    type: `${TYPE}presentationml.presentation.main+xml`,
    xml: `<p:presentation xmlns:p="${DECKS}" xmlns:r="${OFFICE}"><p:sldIdLst><p:sldId id="256" r:id="rId1"/></p:sldIdLst></p:presentation>`,
    related: [['slide', 'ppt/slides/slide1.xml']],
  },
  {
    name: 'ppt/slides/slide1.xml',
    type: `${TYPE}presentationml.slide+xml`,
    xml: `<p:sld xmlns:p="${DECKS}" xmlns:a="${A}" xmlns:r="${OFFICE}"><p:cSld><p:spTree><p:sp><p:nvSpPr><p:cNvPr id="2" name="Title" descr="Steps in short"/></p:nvSpPr><p:txBody>${paragraph('The first')}${paragraph('steps')}</p:txBody></p:sp><p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="3" name="Steps"/></p:nvGraphicFramePr><a:graphic><a:graphicData uri="${DIAGRAMS}"><dgm:relIds xmlns:dgm="${DIAGRAMS}" r:dm="rId1"/></a:graphicData></a:graphic></p:graphicFrame></p:spTree></p:cSld></p:sld>`,
    related: [
      ['diagramData', 'ppt/diagrams/data1.xml'],
      ['http://schemas.microsoft.com/office/2007/relationships/diagramDrawing', 'ppt/diagrams/drawing1.xml'],
      ['comments', 'ppt/comments/comment1.xml'],
    ],
  },
  {
    name: 'ppt/diagrams/data1.xml',
    type: `${TYPE}drawingml.diagramData+xml`,
    xml: `<dgm:dataModel xmlns:dgm="${DIAGRAMS}" xmlns:a="${A}"><dgm:ptLst>${point('1', 'Ask')}${point('2', 'Wait')}${point('3', 'Ask')}</dgm:ptLst><dgm:extLst><a:ext uri="u"><dsp:dataModelExt xmlns:dsp="${DSP}" relId="rId2"/></a:ext></dgm:extLst></dgm:dataModel>`,
  },
  {
    name: 'ppt/diagrams/drawing1.xml',
    type: 'application/vnd.ms-office.drawingml.diagramDrawing+xml',
    // in another order than the data
    xml: `<dsp:drawing xmlns:dsp="${DSP}" xmlns:a="${A}"><dsp:spTree>${drawn('3', 'Ask')}${drawn('1', 'Ask')}${drawn('2', 'Wait')}</dsp:spTree></dsp:drawing>`,
  },
  {
    name: 'ppt/comments/comment1.xml',
    type: `${TYPE}presentationml.comments+xml`,
    xml: `<p:cmLst xmlns:p="${DECKS}"><p:cm authorId="0" idx="1"><p:pos x="1" y="1"/><p:text>Which steps?</p:text></p:cm></p:cmLst>`,
  },
]);

const flat = (blocks: readonly AddressedBlock[]): AddressedBlock[] => blocks.flatMap((block) => [block, ...flat(block.blocks ?? [])]);
const textAt = (bytes: Uint8Array, address: string): string | undefined =>
  flat(listContent(bytes)).find((block) => block.address === address)?.text;

function replace(file: Uint8Array, operation: Omit<EditOperation, 'op'>): { bytes: Uint8Array; result: EditResult } {
  const { bytes, results } = applyEdits(file, [{ op: 'replace_text', ...operation }], CONTEXT);
  const [result] = results;
  assert.ok(result);
  return { bytes, result };
}

test('all text of a workbook but comments and what formulas give is replaced, and what is left is named', () => {
  const { bytes, result } = replace(workbook, { find: 'fee', replace: 'R&D <price>', all: true, match_case: false });
  assert.equal(result.status, 'applied', result.message);
  assert.equal(result.message, "The text is also in 'Q1 plan'!B1, 'Q1 plan'!A1.comment, where it was not changed.");
  assert.deepEqual(
    ["'Q1 plan'!header.p1", "'Q1 plan'!header.p2", "'Q1 plan'!shape1.p1", "'Q1 plan'!shape1.alt", "'Q1 plan'!A1.comment"].map((address) =>
      textAt(bytes, address),
    ),
    ['R&D <price> & terms', 'Page ', 'One R&D <price>', 'About the R&D <price>', 'Which fee?'],
  );
  assert.match(partsText(bytes, /sheet1\.xml$/), /<oddHeader>&amp;L&amp;12R&amp;&amp;D &lt;price&gt; &amp;&amp; terms&amp;RPage &amp;P</);
  assert.match(partsText(bytes, /sheet1\.xml$/), /r="A1" t="inlineStr"><is><t xml:space="preserve">The R&amp;D/);
});

test('a figure behind a size of type in a header does not become part of the size', () => {
  const { bytes } = replace(workbook, { find: 'Fee', replace: '2027' });
  assert.match(partsText(bytes, /sheet1\.xml$/), /&amp;12 2027 &amp;&amp; terms/);
});

test('a comment is changed where it is the target, and told of where it alone holds the text', () => {
  const { result } = replace(workbook, { find: 'Which', replace: 'What' });
  assert.deepEqual([result.reason, result.candidates], ['target_not_found', ["'Q1 plan'!A1.comment"]]);
  const { bytes } = replace(workbook, { target: "'Q1 plan'!A1.comment", find: 'Which', replace: 'What' });
  assert.equal(textAt(bytes, "'Q1 plan'!A1.comment"), 'What fee?');
  const onSlide = replace(deck, { target: 's1.comment1', find: 'steps', replace: 'stages' });
  assert.equal(textAt(onSlide.bytes, 's1.comment1'), 'Which stages?');
});

test('a typing mistake in what is sought tells where it may have been meant, with what is written right in front', () => {
  const near = (file: Uint8Array, find: string): unknown[] => {
    const { result } = replace(file, { find, replace: 'x' });
    return [result.reason, result.candidates];
  };
  // letters exchanged, one too many, one wrong, one missing
  assert.deepEqual(near(deck, 'frist stpes'), ['target_not_found', ['s1.sh1.p1', 's1.sh1.p2', 's1.sh1.alt']]);
  for (const find of ['Firrst', 'Fitst', 'Frst']) assert.deepEqual(near(deck, find), ['target_not_found', ['s1.sh1.p1']], find);
  assert.deepEqual(near(workbook, 'Tearms'), ['target_not_found', ["'Q1 plan'!header.p1"]]);
  // short words are others, not mistyped
  assert.deepEqual(near(workbook, 'fie'), ['target_not_found', undefined]);
  assert.deepEqual(
    nearestTexts(
      [
        { address: 'a', text: 'Paymant' },
        { address: 'b', text: 'payment' },
      ],
      'payment',
    ),
    ['b', 'a'],
  );
  assert.deepEqual(nearestTexts([{ address: 'a', text: 'Pavement of Zürich' }], 'payment'), []);
});

test('SmartArt is changed in its data and in its drawing, in the shape of the same point', () => {
  const { bytes, result } = replace(deck, { target: 's1.d1.p1', find: 'Ask', replace: 'Call' });
  assert.equal(result.status, 'applied', result.message);
  const words = (part: RegExp): (string | undefined)[] => Array.from(partsText(bytes, part).matchAll(/<a:t>([^<]*)/g), (found) => found[1]);
  assert.deepEqual(words(/data1\.xml$/), ['Call', 'Wait', 'Ask']);
  assert.deepEqual(words(/drawing1\.xml$/), ['Ask', 'Call', 'Wait']);
});

test('a text that runs over two paragraphs of a shape is found, and each keeps its own part', () => {
  const { bytes, result } = replace(deck, { find: 'first steps', replace: 'next steps' });
  assert.equal(result.status, 'applied', result.message);
  assert.equal(textAt(bytes, 's1.sh1'), 'The next\nsteps');
});

test('a text in several places of a kind each is told with all of them, descriptions too', () => {
  const { result } = replace(deck, { find: 'STEPS', replace: 'Stages', match_case: false });
  assert.deepEqual([result.reason, result.candidates], ['ambiguous_target', ['s1.sh1.p2', 's1.sh1.alt']]);
});

test('an expression takes groups along and may run over paragraphs', () => {
  const { bytes, result } = replace(deck, { find: '(first)\\s(steps)', replace: '$2\n$1', regex: true });
  assert.equal(result.status, 'applied', result.message);
  assert.equal(textAt(bytes, 's1.sh1'), 'The steps\nfirst');
});
