/** Pictures, Markdown, links, content controls and fields of Word templates. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { partsText, wrapInDocx, type ExtraParts } from './support/office-parts.ts';
import { validateOffice } from './support/validate-office.ts';
import { readZip } from '../src/ooxml/read-zip.ts';
import { readMarkdown } from '../src/readers/markdown.ts';
import { fillTemplate, type Data } from '../src/edits/fill-template.ts';

const R = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
/** A red pixel, and a picture of 40 by 20 pixels. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVQI12P4z8AAAAMBAQAY3Y2wAAAAAElFTkSuQmCC';
function wide(): string {
  const bytes = Buffer.from(PIXEL, 'base64');
  bytes.writeUInt32BE(40, 16);
  bytes.writeUInt32BE(20, 20);
  return bytes.toString('base64');
}
const p = (text: string): string => `<w:p><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
const SECTION =
  '<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1440" w:right="1440" w:bottom="1440" w:left="1440" w:header="708" w:footer="708" w:gutter="0"/></w:sectPr>';

const readBlocks = (text: string) => readMarkdown(text, { pictures: 0 }).value.blocks;

function fill(body: string, data: Data, extra?: ExtraParts): { xml: string; bytes: Uint8Array } {
  const filled = fillTemplate(wrapInDocx(body, extra), data, { missing: 'error', locale: 'en-GB' }, readBlocks);
  assert.ok(!('faults' in filled), JSON.stringify('faults' in filled ? filled.faults : ''));
  return { xml: partsText(filled.bytes, /word\/document\.xml$/), bytes: filled.bytes };
}
const faultsOf = (body: string, data: Data): string[] => {
  const filled = fillTemplate(wrapInDocx(body), data, { missing: 'error', locale: 'en' }, readBlocks);
  return 'faults' in filled ? filled.faults.map(({ tag, message }) => `${tag}: ${message}`) : [];
};

test('a picture stands in the line of its tag, in the size that it asks for; the same bytes come once into the file', async () => {
  const body =
    p('Logo: {{%logo}}') + p('{{image logo width=4cm}}') + p('{{#more}}') + p('{{image picture height=10mm}}') + p('{{/more}}') + SECTION;
  const { xml, bytes } = fill(body, {
    logo: wide(),
    more: [{ picture: { data: PIXEL, alt: 'A dot' } }, { picture: `data:image/png;base64,${PIXEL}` }],
  });
  assert.deepEqual(
    Array.from(xml.matchAll(/<wp:extent cx="(\d+)" cy="(\d+)"/g), ([, cx, cy]) => [Number(cx), Number(cy)]),
    [
      [381_000, 190_500],
      [1_440_000, 720_000],
      [360_000, 360_000],
      [360_000, 360_000],
    ],
  );
  assert.match(xml, /descr="A dot"/);
  assert.equal([...readZip(bytes).parts.keys()].filter((name) => name.startsWith('word/media/')).length, 2);
  assert.deepEqual(await validateOffice(bytes, 'docx'), []);
});

test('a picture described by a tag is replaced within its frame', () => {
  const drawing = `<w:p><w:r><w:drawing><wp:inline xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><wp:extent cx="1000000" cy="1000000"/><wp:docPr id="1" name="Logo" descr="{{%logo}}"/><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:nvPicPr><pic:cNvPr id="0" name=""/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:embed="rId9"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="1000000" cy="1000000"/></a:xfrm></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`;
  const { xml } = fill(drawing, { logo: { data: wide(), alt: 'Our logo' } });
  assert.match(xml, /<wp:extent cx="1000000" cy="500000"\/><wp:docPr id="1" name="Logo" descr="Our logo"\/>/);
  assert.match(xml, /<a:ext cx="1000000" cy="500000"\/>/);
  assert.ok(!xml.includes('rId9'));
});

test('what is no picture is told', () => {
  assert.match(
    faultsOf(p('{{%a}} {{%b}}'), { a: 'AAAA', b: 7 }).join('\n'),
    /\{\{%a\}\}: The data is no picture.*\n\{\{%b\}\}: it is no picture/,
  );
});

test('Markdown becomes paragraphs, headings and lists of the file; in a line, words with marks', async () => {
  const body = p('{{md body}}') + p('In a line: {{md line}}.') + SECTION;
  const { xml, bytes } = fill(body, {
    body: '## Head\n\nA **bold** [link](https://example.com).\n\n- one\n- two\n  - inner\n',
    line: '*so*',
  });
  assert.match(xml, /<w:pStyle w:val="Heading2"\/>.*Head/);
  assert.match(xml, /<w:rPr><w:b\/><\/w:rPr><w:t>bold<\/w:t>/);
  assert.match(xml, /<w:hyperlink [^>]*r:id="rId\d+"><w:r><w:t>link/);
  assert.equal(xml.match(/<w:numPr>/g)?.length, 3);
  assert.match(xml, /In a line: <\/w:t><\/w:r><w:r><w:rPr><w:i\/><\/w:rPr><w:t>so<\/w:t>/);
  assert.deepEqual(await validateOffice(bytes, 'docx'), []);
  assert.match(faultsOf(p('x {{md body}}'), { body: 'a\n\nb' })[0] ?? '', /stands in a paragraph of its own/);
});

test('addresses of links are filled, and never lead to programs', () => {
  const link = '<w:p><w:hyperlink r:id="rId7"><w:r><w:t>{{name}}</w:t></w:r></w:hyperlink></w:p>';
  const extra = {
    entries: [],
    types: [],
    relationships: [{ id: 'rId7', type: `${R}/hyperlink`, target: 'https://example.com/%7B%7Bid%7D%7D', external: true }],
  };
  const { xml, bytes } = fill(
    p('{{#a}}') + link + p('{{/a}}'),
    {
      a: [
        { name: 'x', id: 1 },
        { name: 'y', id: 2 },
      ],
    },
    extra,
  );
  const rels = partsText(bytes, /document\.xml\.rels$/);
  assert.match(rels, /Target="https:\/\/example\.com\/1".*Target="https:\/\/example\.com\/2"/);
  assert.equal(new Set(Array.from(xml.matchAll(/r:id="(\w+)"/g), ([, id]) => id)).size, 2);
  const bad = { entries: [], types: [], relationships: [{ id: 'rId7', type: `${R}/hyperlink`, target: '%7B%7Bid%7D%7D', external: true }] };
  const filled = fillTemplate(wrapInDocx(link, bad), { name: 'x', id: 'javascript:alert(1)' }, { missing: 'error', locale: 'en' });
  assert.match('faults' in filled ? (filled.faults[0]?.message ?? '') : '', /not to "javascript:/);
});

const control = (properties: string, content: string): string =>
  `<w:sdt><w:sdtPr>${properties}</w:sdtPr><w:sdtContent>${content}</w:sdtContent></w:sdt>`;
const W14 = 'xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"';
const W15 = 'xmlns:w15="http://schemas.microsoft.com/office/word/2012/wordml"';

test('content controls are filled by their tag; those that the data does not name stay', () => {
  const body =
    control(
      '<w:tag w:val="name"/><w:showingPlcHdr/>',
      '<w:p><w:pPr><w:jc w:val="right"/></w:pPr><w:r><w:rPr><w:rStyle w:val="PlaceholderText"/></w:rPr><w:t>Click here</w:t></w:r></w:p>',
    ) +
    `<w:p>${control('<w:tag w:val="customer.city"/>', '<w:r><w:rPr><w:b/></w:rPr><w:t>City</w:t></w:r>')}</w:p>` +
    control('<w:tag w:val="other"/>', p('stays')) +
    `<w:p>${control('<w:tag w:val="due"/><w:date><w:dateFormat w:val="dd.MM.yyyy"/><w:lid w:val="de-DE"/></w:date>', '<w:r><w:t>date</w:t></w:r>')}</w:p>` +
    `<w:p>${control(`<w:tag w:val="agreed"/><w14:checkbox ${W14}><w14:checked w14:val="0"/><w14:checkedState w14:val="2612" w14:font="MS Gothic"/><w14:uncheckedState w14:val="2610" w14:font="MS Gothic"/></w14:checkbox>`, '<w:r><w:t>☐</w:t></w:r>')}</w:p>` +
    `<w:p>${control('<w:tag w:val="size"/><w:dropDownList><w:listItem w:displayText="Large" w:value="L"/></w:dropDownList>', '<w:r><w:t>Choose</w:t></w:r>')}</w:p>`;
  const { xml } = fill(body, { name: 'Ada', customer: { city: 'Turin' }, due: '2026-11-02', agreed: true, size: 'L' });
  assert.match(
    xml,
    /<w:sdtPr><w:tag w:val="name"\/><\/w:sdtPr><w:sdtContent><w:p><w:pPr><w:jc w:val="right"\/><\/w:pPr><w:r><w:t>Ada<\/w:t><\/w:r><\/w:p>/,
  );
  assert.match(xml, /<w:r><w:rPr><w:b\/><\/w:rPr><w:t>Turin<\/w:t><\/w:r>/);
  for (const wanted of ['>stays<', '>02.11.2026<', 'w14:val="1"', '>☒<', '>Large<']) assert.ok(xml.includes(wanted), wanted);
});

test('a section of controls that repeats comes once for each item', () => {
  const item = control(
    `<w15:repeatingSectionItem ${W15}/>`,
    `<w:p>${control('<w:id w:val="5"/><w:tag w:val="item"/>', '<w:r><w:t>Item</w:t></w:r>')}</w:p>`,
  );
  const { xml } = fill(control(`<w:tag w:val="items"/><w15:repeatingSection ${W15}/>`, item), { items: [{ item: 'x' }, { item: 'y' }] });
  assert.deepEqual(
    Array.from(xml.matchAll(/<w:t>([^<]*)</g), ([, text]) => text),
    ['x', 'y'],
  );
  assert.equal(xml.match(/<w:id /g)?.length, 1);
});

test('fields of forms and of mail merge are filled by their names', () => {
  const field = (begin: string, instruction: string, shown: string): string =>
    `<w:p><w:r><w:fldChar w:fldCharType="begin">${begin}</w:fldChar></w:r><w:r><w:instrText xml:space="preserve">${instruction}</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:rPr><w:i/></w:rPr><w:t>${shown}</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`;
  const body =
    field('<w:ffData><w:name w:val="Text1"/><w:enabled/><w:textInput/></w:ffData>', ' FORMTEXT ', '     ') +
    field('<w:ffData><w:name w:val="Tick"/><w:checkBox><w:sizeAuto/><w:default w:val="0"/></w:checkBox></w:ffData>', ' FORMCHECKBOX ', '') +
    field(
      '<w:ffData><w:name w:val="List"/><w:ddList><w:listEntry w:val="a"/><w:listEntry w:val="b"/></w:ddList></w:ffData>',
      ' FORMDROPDOWN ',
      '',
    ) +
    field('', ' MERGEFIELD "First name" \\* MERGEFORMAT ', '«First name»') +
    '<w:p><w:fldSimple w:instr=" MERGEFIELD City "><w:r><w:t>«City»</w:t></w:r></w:fldSimple></w:p>' +
    field('', ' MERGEFIELD Other ', '«Other»');
  const { xml } = fill(body, { Text1: 'typed', Tick: true, List: 'b', 'First name': 'Ada', City: 'Turin' });
  assert.match(xml, /<w:r><w:rPr><w:i\/><\/w:rPr><w:t>typed<\/w:t><\/w:r><w:r><w:fldChar w:fldCharType="end"/);
  for (const wanted of ['<w:default w:val="0"/><w:checked w:val="1"/>', '<w:ddList><w:result w:val="1"/>', '>Ada<', '>Turin<', '«Other»'])
    assert.ok(xml.includes(wanted), wanted);
  assert.match(faultsOf(body, { List: 'c' })[0] ?? '', /"c" is none of its choices \(a, b\)/);
});

test('a bookmark is a target: its words give way in their look, fields and ranges over paragraphs stay', () => {
  const bookmark = (name: string, inside: string, id: number): string =>
    `<w:bookmarkStart w:id="${id}" w:name="${name}"/>${inside}<w:bookmarkEnd w:id="${id}"/>`;
  const bold = '<w:r><w:rPr><w:b/></w:rPr><w:t>old</w:t></w:r>';
  const body = `<w:p>${bookmark('client', bold, 1)}<w:r><w:t>!</w:t></w:r></w:p><w:p><w:r><w:t xml:space="preserve">At </w:t></w:r>${bookmark('town', '', 2)}</w:p><w:p>${bookmark('other', bold, 3)}</w:p>`;
  const { xml } = fill(body, { client: 'Ada & Co', town: 'Rome' });
  assert.match(xml, /w:name="client"\/><w:r><w:rPr><w:b\/><\/w:rPr><w:t>Ada &amp; Co<\/w:t><\/w:r><w:bookmarkEnd w:id="1"\/>/);
  assert.match(xml, /w:name="town"\/><w:r><w:t>Rome<\/w:t><\/w:r><w:bookmarkEnd/);
  assert.match(xml, /w:name="other"\/><w:r><w:rPr><w:b\/><\/w:rPr><w:t>old</);
  const wide = `<w:p><w:bookmarkStart w:id="1" w:name="clause"/>${bold}</w:p><w:p>${bold}<w:bookmarkEnd w:id="1"/></w:p>`;
  assert.deepEqual(faultsOf(wide, { clause: 'x' }), ['bookmark clause: it is about more than words of one paragraph']);
});

test('a control that holds a picture shows that of the data', () => {
  const drawing = `<w:p><w:r><w:drawing><wp:inline xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><wp:extent cx="1000000" cy="1000000"/><wp:docPr id="1" name="Logo" descr="old"/><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:nvPicPr><pic:cNvPr id="0" name=""/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:embed="rId9"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="1000000" cy="1000000"/></a:xfrm></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`;
  const control = `<w:sdt><w:sdtPr><w:tag w:val="photo"/><w:picture/></w:sdtPr><w:sdtContent>${drawing}</w:sdtContent></w:sdt>`;
  const { xml } = fill(control, { photo: { data: wide(), alt: 'Us' } });
  assert.match(xml, /<wp:extent cx="1000000" cy="500000"\/><wp:docPr id="1" name="Logo" descr="Us"\/>/);
  assert.doesNotMatch(xml, /r:embed="rId9"/);
  assert.match(fill(control, {}).xml, /r:embed="rId9"/);
});

test('footnotes of a repeated paragraph: each has its own, with the words of its item', async () => {
  const note = (id: number, text: string, type = ''): string => `<w:footnote${type} w:id="${id}">${p(text)}</w:footnote>`;
  const extra: ExtraParts = {
    entries: [
      {
        name: 'word/footnotes.xml',
        data: `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<w:footnotes xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">${note(-1, '', ' w:type="separator"')}${note(0, '', ' w:type="continuationSeparator"')}${note(1, 'About {{name}}')}${note(2, 'Always')}</w:footnotes>`,
      },
    ],
    types: [{ name: 'word/footnotes.xml', contentType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.footnotes+xml' }],
    relationships: [{ id: 'rIdF', type: `${R}/footnotes`, target: 'footnotes.xml' }],
  };
  const mark = (id: number): string => `<w:r><w:footnoteReference w:id="${id}"/></w:r>`;
  const body = `${p('{{#items}}')}<w:p><w:r><w:t>{{name}}</w:t></w:r>${mark(1)}</w:p>${p('{{/items}}')}<w:p>${mark(2)}</w:p>${SECTION}`;
  const { xml, bytes } = fill(body, { items: [{ name: 'a' }, { name: 'b' }, { name: 'c' }] }, extra);
  assert.deepEqual(
    Array.from(xml.matchAll(/footnoteReference w:id="(\d+)"/g), ([, id]) => id),
    ['1', '3', '4', '2'],
  );
  const notes = partsText(bytes, /footnotes\.xml$/);
  assert.deepEqual(
    Array.from(
      notes.matchAll(/w:id="(\d+)">(?:(?!<\/w:footnote>).)*?About (?:(?!<\/w:footnote>).)*?>(\w)</g),
      ([, id, name]) => `${id}${name}`,
    ),
    ['1a', '3b', '4c'],
  );
  assert.deepEqual(await validateOffice(bytes, 'docx'), []);
  assert.doesNotMatch(partsText(fill(body, { items: [] }, extra).bytes, /footnotes\.xml$/), /About/);
});

test('a list item by its style is repeated as an item', () => {
  const item = '<w:p><w:pPr><w:pStyle w:val="ListNumber"/></w:pPr><w:r><w:t>{{#people}}{{name}}{{/people}}</w:t></w:r></w:p>';
  assert.equal(fill(item, { people: [{ name: 'Ana' }, { name: 'Luis' }] }).xml.match(/w:val="ListNumber"/g)?.length, 2);
});
