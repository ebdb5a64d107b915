import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wrapInDocx } from '../../test/support/office-parts.ts';
import type { Block } from '../document/block.ts';
import { plainText } from '../document/inline.ts';
import { buildContentTypes, buildRelationships } from '../ooxml/package-parts.ts';
import { writeZip } from '../ooxml/write-zip.ts';
import { readDocx } from './docx.ts';

const W =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"';
const REFERENCES =
  '<w:sectPr><w:headerReference w:type="default" r:id="h1"/><w:headerReference w:type="first" r:id="h2"/><w:footerReference w:type="default" r:id="f1"/></w:sectPr>';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/';
const TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.';

interface Parts {
  styles?: string;
  numbering?: string;
  footnotes?: string;
  endnotes?: string;
  comments?: string;
  links?: Record<string, string>;
  more?: Record<string, string>;
}

function makeDocx(body: string, parts: Parts = {}): Uint8Array {
  const side = (['styles', 'numbering', 'footnotes', 'endnotes', 'comments'] as const).filter((name) => parts[name] !== undefined);
  const relations = [
    ...side.map((name) => ({ id: `r${name}`, type: OFFICE + name, target: `${name}.xml` })),
    ...Object.keys(parts.more ?? {}).map((id) => ({
      id,
      type: `${OFFICE}${id.startsWith('h') ? 'header' : 'footer'}`,
      target: `${id}.xml`,
    })),
    ...Object.entries(parts.links ?? {}).map(([id, target]) => ({ id, type: `${OFFICE}hyperlink`, target, external: true })),
  ];
  return writeZip([
    {
      name: '[Content_Types].xml',
      data: buildContentTypes([
        { name: 'word/document.xml', contentType: `${TYPE}document.main+xml` },
        ...side.map((name) => ({ name: `word/${name}.xml`, contentType: `${TYPE}${name}+xml` })),
      ]),
    },
    { name: '_rels/.rels', data: buildRelationships([{ id: 'r1', type: `${OFFICE}officeDocument`, target: 'word/document.xml' }]) },
    { name: 'word/document.xml', data: `<w:document ${W}><w:body>${body}</w:body></w:document>` },
    { name: 'word/_rels/document.xml.rels', data: buildRelationships(relations) },
    ...Object.entries(parts.more ?? {}).map(([id, content]) => ({ name: `word/${id}.xml`, data: `<w:hdr ${W}>${content}</w:hdr>` })),
    ...side.map((name) => ({ name: `word/${name}.xml`, data: `<w:${name} ${W}>${parts[name]}</w:${name}>` })),
  ]);
}

const p = (text: string, properties = ''): string =>
  `<w:p><w:pPr>${properties}</w:pPr><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
const styled = (id: string): string => `<w:pStyle w:val="${id}"/>`;
const listed = (id: number, level = 0): string => `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${id}"/></w:numPr>`;
const STYLES =
  '<w:style w:type="paragraph" w:styleId="T"><w:name w:val="Title"/></w:style><w:style w:type="paragraph" w:styleId="H1"><w:name w:val="heading 1"/><w:pPr><w:outlineLvl w:val="0"/></w:pPr></w:style><w:style w:type="paragraph" w:styleId="Own"><w:name w:val="Kapitel"/><w:basedOn w:val="H1"/></w:style>';
const NUMBERING =
  '<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl><w:lvl w:ilvl="1"><w:numFmt w:val="bullet"/><w:lvlText w:val="-"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>';

/** Blocks as short lines: `h1 Text`, `p Text`, `1. Text`, `- Text`. */
function outline(blocks: readonly Block[], indent = ''): string[] {
  return blocks.flatMap((block): string[] => {
    if (block.type === 'heading') return [`${indent}h${block.level} ${plainText(block.runs)}`];
    if (block.type === 'paragraph') return [`${indent}p ${plainText(block.runs)}`];
    if (block.type === 'list')
      return block.items.flatMap((item, at) => [
        `${indent}${block.ordered ? `${(block.start ?? 1) + at}.` : '-'}`,
        ...outline(item.blocks, `${indent}  `),
      ]);
    if (block.type === 'table')
      return block.rows.map(
        (row) =>
          `${indent}| ${row.cells.map((cell) => `${plainText(cell.runs)}${cell.colspan ? ` c${cell.colspan}` : ''}${cell.rowspan ? ` r${cell.rowspan}` : ''}`).join(' | ')}`,
      );
    if (block.type === 'footnotes') return block.notes.flatMap((note) => [`${indent}[${note.id}]`, ...outline(note.blocks, `${indent}  `)]);
    if (block.type === 'equation') return [`${indent}$ ${block.tex}`];
    return [`${indent}${block.type}`];
  });
}

function check(body: string, expected: readonly string[], parts: Parts = {}): void {
  assert.deepEqual(outline(readDocx(makeDocx(body, parts)).value.blocks), expected);
}

test('headings by style, by a style based on one, and below a title', () => {
  check(p('One', styled('H1')) + p('Two', styled('Own')) + p('Body'), ['h1 One', 'h1 Two', 'p Body'], { styles: STYLES });
  check(p('Name', styled('T')) + p('One', styled('H1')), ['h1 Name', 'h2 One'], { styles: STYLES });
  check(p('Direct', '<w:outlineLvl w:val="1"/>') + p('Not', '<w:outlineLvl w:val="9"/>'), ['h2 Direct', 'p Not'], { styles: STYLES });
});

test('lists nest by level and go on with their numbers behind other text', () => {
  check(
    p('a', listed(1)) + p('b', listed(1, 1)) + p('c', listed(1)) + p('between') + p('d', listed(1)),
    ['1.', '  p a', '  -', '    p b', '2.', '  p c', 'p between', '3.', '  p d'],
    { numbering: NUMBERING },
  );
  check(p('x', listed(0)) + p('y', listed(7)), ['p x', 'p y'], { numbering: NUMBERING });
});

test('numbers that a list of ours cannot count stay as words', () => {
  const numbering = NUMBERING.replace(
    '<w:lvl w:ilvl="1"><w:numFmt w:val="bullet"/><w:lvlText w:val="-"/></w:lvl>',
    '<w:lvl w:ilvl="1"><w:numFmt w:val="decimal"/><w:lvlText w:val="%1.%2"/></w:lvl><w:lvl w:ilvl="2"><w:numFmt w:val="lowerLetter"/><w:lvlText w:val="(%3)"/></w:lvl>',
  );
  check(
    p('a', listed(1)) + p('b', listed(1, 1)) + p('c', listed(1, 2)) + p('d', listed(1, 2)),
    ['1.', '  p a', '  -', '    p 1.1 b', '    -', '      p (a) c', '    -', '      p (b) d'],
    { numbering },
  );
});

test('numbers are written in the signs that the list counts in', () => {
  const labels = (format: string, count: number): string => {
    const numbering = `<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="${count}"/><w:numFmt w:val="${format}"/><w:lvlText w:val="%1"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>`;
    const [list] = readDocx(makeDocx(p('x', listed(1)), { numbering })).value.blocks;
    return list?.type === 'list' ? (outline(list.items[0]?.blocks ?? [])[0] ?? '').replace(/^p /, '').replace(/ ?x$/, '') : '';
  };
  const cases: [string, number, string][] = [
    ['lowerRoman', 14, 'xiv'],
    ['upperLetter', 28, 'BB'],
    ['ordinal', 22, '22nd'],
    ['ordinal', 112, '112th'],
    ['chineseCounting', 23, '二十三'],
    ['chineseCounting', 10, '十'],
    ['ideographDigital', 105, '一〇五'],
    ['decimalEnclosedCircle', 3, '③'],
    ['ganada', 2, '나'],
    ['russianLower', 3, 'в'],
    ['decimal', 5, ''],
    ['unheard', 7, ''],
  ];
  for (const [format, count, label] of cases) assert.equal(labels(format, count), label, format);
});

test('boxes to tick make task lists', () => {
  const { value } = readDocx(makeDocx(p('☒ done') + p('☐ open') + p('☐')));
  const [list, alone] = value.blocks;
  assert.deepEqual(list?.type === 'list' && list.items.map((item) => [item.checked, outline(item.blocks)]), [
    [true, ['p done']],
    [false, ['p open']],
  ]);
  assert.deepEqual(alone && outline([alone]), ['p ☐']);
});

test('merged cells of tables have their spans', () => {
  const cell = (text: string, properties = ''): string => `<w:tc><w:tcPr>${properties}</w:tcPr>${p(text)}</w:tc>`;
  const rows = [
    cell('a', '<w:gridSpan w:val="2"/>') + cell('b'),
    cell('c', '<w:vMerge w:val="restart"/>') + cell('d') + cell('e'),
    cell('', '<w:vMerge/>') + cell('f'),
  ];
  check(`<w:tbl>${rows.map((row) => `<w:tr>${row}</w:tr>`).join('')}</w:tbl>`, ['| a c2 | b', '| c r2 | d | e', '| f | ']);
});

test('changes are read as accepted, hidden text is left out, and both are said', () => {
  const { value, notes } = readDocx(
    makeDocx(
      '<w:p><w:r><w:t>a</w:t></w:r><w:del><w:r><w:delText>b</w:delText></w:r></w:del><w:ins><w:r><w:t>c</w:t></w:r></w:ins><w:r><w:rPr><w:vanish/></w:rPr><w:t>d</w:t></w:r><w:r><w:rPr><w:sz w:val="2"/></w:rPr><w:t>e</w:t></w:r></w:p>',
    ),
  );
  assert.deepEqual(outline(value.blocks), ['p ac']);
  assert.deepEqual(
    notes.map(({ code }) => code),
    ['tracked_changes', 'hidden_text'],
  );
});

test('text that a style hides is left out too, unless the run says that it is shown', () => {
  const styles =
    '<w:style w:type="paragraph" w:styleId="P"><w:name w:val="Secret"/><w:rPr><w:vanish/></w:rPr></w:style><w:style w:type="character" w:styleId="C"><w:name w:val="Hide"/><w:rPr><w:vanish/></w:rPr></w:style><w:style w:type="character" w:styleId="D"><w:name w:val="Below"/><w:basedOn w:val="C"/></w:style>';
  const run = (text: string, properties: string): string => `<w:r><w:rPr>${properties}</w:rPr><w:t>${text}</w:t></w:r>`;
  const { value, notes } = readDocx(
    makeDocx(
      `<w:p>${run('a', '')}${run('b', '<w:rStyle w:val="C"/>')}${run('c', '<w:rStyle w:val="D"/>')}${run('d', '<w:rStyle w:val="C"/><w:vanish w:val="0"/>')}</w:p>${p('gone', styled('P'))}<w:p><w:pPr>${styled('P')}</w:pPr>${run('shown', '<w:vanish w:val="false"/>')}</w:p>`,
      { styles },
    ),
  );
  assert.deepEqual(outline(value.blocks), ['p ad', 'p shown']);
  assert.deepEqual(
    notes.map(({ code }) => code),
    ['hidden_text'],
  );
});

test('text in the colour of its background is left out; on another background, or over what nobody here can judge, it stays', () => {
  const white = (text: string, { run = '', paragraph = '', color = '<w:color w:val="FFFFFF"/>' } = {}): string =>
    `<w:p><w:pPr>${paragraph}</w:pPr><w:r><w:rPr>${color}${run}</w:rPr><w:t>${text}</w:t></w:r></w:p>`;
  const fill = (hex: string): string => `<w:shd w:val="clear" w:color="auto" w:fill="${hex}"/>`;
  const left = (body: string, styles = ''): [string[], string[]] => {
    const { value, notes } = readDocx(makeDocx(p('seen') + body, { styles }));
    return [outline(value.blocks).slice(1), notes.map(({ code }) => code)];
  };
  const gone = [[], ['hidden_text']];
  for (const color of ['<w:color w:val="FEFEFE"/>', '<w:color w:val="000000" w:themeColor="background1"/>'])
    assert.deepEqual(left(white('x', { color })), gone);
  assert.deepEqual(left(white('x', { run: fill('FFFFFF') })), gone);
  assert.deepEqual(left(white('x', { color: '<w:color w:val="203040"/>', run: fill('203040') })), gone);
  const style = (inner: string): string => `<w:style w:type="paragraph" w:styleId="S"><w:name w:val="S"/>${inner}</w:style>`;
  assert.deepEqual(left(white('x', { color: '', paragraph: styled('S') }), style('<w:rPr><w:color w:val="FFFFFF"/></w:rPr>')), gone);
  const stays = [['p x'], []];
  for (const run of [
    fill('203040'),
    '<w:highlight w:val="black"/>',
    '<w:shd w:val="pct50" w:color="auto" w:fill="FFFFFF"/>',
    '<w:outline/>',
  ])
    assert.deepEqual(left(white('x', { run })), stays);
  assert.deepEqual(left(white('x', { color: '<w:color w:val="auto"/>', run: fill('000000') })), stays);
  assert.deepEqual(left(white('x', { paragraph: fill('203040') })), stays);
  assert.deepEqual(left(white('x', { paragraph: styled('S') }), style(`<w:pPr>${fill('203040')}</w:pPr>`)), stays);
  const behind =
    '<w:p><w:r><w:drawing><wp:anchor xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" behindDoc="1"/></w:drawing></w:r></w:p>';
  assert.deepEqual(left(behind + white('x')), stays);
  const cell = (tcPr: string, tblPr = ''): string =>
    `<w:tbl><w:tblPr>${tblPr}</w:tblPr><w:tr><w:tc><w:tcPr>${tcPr}</w:tcPr>${white('x')}</w:tc><w:tc>${p('y')}</w:tc></w:tr></w:tbl>`;
  assert.deepEqual(left(cell('')), [['p y'], ['hidden_text']]);
  assert.deepEqual(left(cell(fill('203040'))), [['| x | y'], []]);
  const banded = `<w:style w:type="table" w:styleId="B"><w:name w:val="Banded"/><w:tblStylePr w:type="firstRow"><w:tcPr>${fill('203040')}</w:tcPr></w:tblStylePr></w:style>`;
  assert.deepEqual(left(cell('', '<w:tblStyle w:val="B"/>'), banded), [['| x | y'], []]);
  const box = `<w:p><w:r><w:pict><v:textbox xmlns:v="urn:schemas-microsoft-com:vml"><w:txbxContent>${white('x')}</w:txbxContent></v:textbox></w:pict></w:r></w:p>`;
  assert.deepEqual(left(box), stays);
});

test('fields show their results; a link is one whether it is a field or an element', () => {
  const field = (code: string, result: string): string =>
    `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>${code}</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>${result}</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>`;
  const { value, notes } = readDocx(
    makeDocx(
      `<w:p>${field(' PAGE ', '7')}${field(' HYPERLINK "https://a.example/" ', 'A')}<w:hyperlink r:id="x"><w:r><w:t>B</w:t></w:r></w:hyperlink><w:hyperlink r:id="y"><w:r><w:t>C</w:t></w:r></w:hyperlink>${field(' INCLUDETEXT "http://evil/" ', 'D')}</w:p>`,
      { links: { x: 'https://b.example/', y: 'javascript:alert(1)' } },
    ),
  );
  const [block] = value.blocks;
  assert.deepEqual(block?.type === 'paragraph' && block.runs, [
    { text: '7' },
    { text: 'A', link: 'https://a.example/' },
    { text: 'B', link: 'https://b.example/' },
    { text: 'CD' },
  ]);
  assert.deepEqual(
    notes.map(({ code }) => code),
    ['external_reference'],
  );
});

test('footnotes and comments are at the end in the order of their references', () => {
  check(
    '<w:p><w:r><w:t>x</w:t><w:footnoteReference w:id="2"/></w:r><w:r><w:commentReference w:id="0"/></w:r></w:p>',
    ['p x', '[2]', '  p note', '[comment-0]', '  p Ann: why'],
    {
      footnotes: `<w:footnote w:type="separator" w:id="0">${p('-')}</w:footnote><w:footnote w:id="2">${p('note')}</w:footnote>`,
      comments: `<w:comment w:id="0" w:author="Ann">${p('why')}</w:comment>`,
    },
  );
});

test('a comment of nobody is called a comment', () => {
  const anonymous = (author: string): string => `<w:comment w:id="0" ${author}>${p('why')}</w:comment>`;
  for (const author of ['', 'w:author=""', 'w:author=" "'])
    check('<w:p><w:r><w:t>x</w:t></w:r><w:r><w:commentReference w:id="0"/></w:r></w:p>', ['p x', '[comment-0]', '  p Comment: why'], {
      comments: anonymous(author),
    });
});

test('equations become TeX', () => {
  check(
    '<w:p><m:oMathPara><m:oMath><m:f><m:num><m:r><m:t>a</m:t></m:r></m:num><m:den><m:sSup><m:e><m:r><m:t>b</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup></m:den></m:f></m:oMath></m:oMathPara></w:p>',
    ['$ \\frac{a}{b^{2}}'],
  );
});

test('equations side by side are each for itself; a typed caret raises, a typed dash is a minus', () => {
  const math = (text: string): string => `<m:oMath><m:r><m:t>${text}</m:t></m:r></m:oMath>`;
  check(`<w:p>${math('a=b')}<w:r><w:t xml:space="preserve"> </w:t></w:r>${math('x – y^2')}</w:p>`, ['$ a=b', '$ x - y^2']);
  check(`<w:p><w:r><w:t xml:space="preserve">with </w:t></w:r>${math('z^')}</w:p>`, ['p with z\\hat{}']);
});

test('headers and footers are reported once, and only those that some page shows', () => {
  const more = { h1: p('Acme') + p('Confidential'), h2: p('First page'), h3: p('Never used'), f1: p('Acme') };
  const furniture = (body: string) => readDocx(makeDocx(body, { more })).value.furniture;
  assert.deepEqual(furniture(p('text') + REFERENCES), { headers: ['Acme | Confidential'], footers: ['Acme'] });
  assert.deepEqual(
    furniture(`<w:p><w:pPr>${REFERENCES}</w:pPr></w:p>${p('text')}${REFERENCES.replace('</w:sectPr>', '<w:titlePg/></w:sectPr>')}`),
    { headers: ['Acme | Confidential', 'First page'], footers: ['Acme'] },
  );
  // a section that names none has those of the section before it
  assert.deepEqual(furniture(`<w:p><w:pPr>${REFERENCES}</w:pPr></w:p>${p('text')}<w:sectPr><w:titlePg/></w:sectPr>`)?.headers, [
    'Acme | Confidential',
    'First page',
  ]);
});

test('text in a cell that is merged with the one above it is left out, and that is said', () => {
  const cell = (merge: string, text: string): string =>
    `<w:tc><w:tcPr><w:vMerge${merge}/></w:tcPr>${text === '' ? '<w:p/>' : p(text)}</w:tc>`;
  const codes = (below: string): string[] =>
    readDocx(
      makeDocx(
        `<w:tbl><w:tr>${cell(' w:val="restart"', 'a')}<w:tc>${p('b')}</w:tc></w:tr><w:tr>${cell('', below)}<w:tc>${p('c')}</w:tc></w:tr></w:tbl>`,
      ),
    ).notes.map(({ code }) => code);
  assert.deepEqual([codes(''), codes('unseen')], [[], ['hidden_text']]);
});

test('text in elements that the standard does not have there is read', () => {
  check(`<w:p2><w:b2><w:r><w:t>lost</w:t></w:r></w:b2></w:p2><w:box>${p('kept')}</w:box>`, ['p lost', 'p kept']);
  check(`<w:p><w:r><w:t>out</w:t></w:r><w:tbl><w:tr><w:tc>${p('in')}</w:tc><w:tc>${p('side')}</w:tc></w:tr></w:tbl></w:p>`, [
    'p out',
    '| in | side',
  ]);
});

test('endnotes, text boxes, content controls and nested tables keep their text', () => {
  check('<w:p><w:r><w:t>x</w:t><w:endnoteReference w:id="3"/></w:r></w:p>', ['p x', '[end-3]', '  p end'], {
    endnotes: `<w:endnote w:id="3">${p('end')}</w:endnote>`,
  });
  check(
    `<w:p><w:r><w:t>host</w:t><w:pict><v:textbox xmlns:v="urn:schemas-microsoft-com:vml"><w:txbxContent>${p('boxed')}</w:txbxContent></v:textbox></w:pict></w:r></w:p>`,
    ['p host', 'p boxed'],
  );
  check(
    `<w:sdt><w:sdtContent>${p('block')}<w:p><w:sdt><w:sdtContent><w:r><w:t>inline</w:t></w:r></w:sdtContent></w:sdt></w:p></w:sdtContent></w:sdt>`,
    ['p block', 'p inline'],
  );
  const inner = `<w:tbl><w:tr><w:tc>${p('in')}</w:tc><w:tc>${p('side')}</w:tc></w:tr></w:tbl>`;
  const [table] = readDocx(makeDocx(`<w:tbl><w:tr><w:tc>${p('out')}${inner}</w:tc><w:tc>${p('next')}</w:tc></w:tr></w:tbl>`)).value.blocks;
  assert.deepEqual(table?.type === 'table' && outline(table.rows[0]?.cells[0]?.blocks ?? []), ['p out', '| in | side']);
});

test('web pages and texts that Word takes in on opening are read, others are said to be left out', () => {
  const chunk = (id: string): string => `<w:altChunk r:id="${id}"/>`;
  const relationships = ['h', 't', 'r'].map((id) => ({ id, type: `${OFFICE}aFChunk`, target: `${id}.chunk` }));
  const types = [
    { name: 'word/h.chunk', contentType: 'text/html' },
    { name: 'word/t.chunk', contentType: 'text/plain' },
    { name: 'word/r.chunk', contentType: 'application/rtf' },
  ];
  const entries = [
    { name: 'word/h.chunk', data: '<h1>Page</h1><script>x</script><img src="http://evil.example/"><p>text' },
    { name: 'word/t.chunk', data: 'one\ntwo' },
    { name: 'word/r.chunk', data: '{\\rtf1 no}' },
  ];
  const { value, notes } = readDocx(
    wrapInDocx(`${p('before')}${chunk('h')}${chunk('t')}${chunk('r')}${chunk('gone')}`, { entries, types, relationships }),
  );
  assert.deepEqual(outline(value.blocks), ['p before', 'h1 Page', 'p text', 'p one', 'p two']);
  assert.deepEqual(
    notes.map(({ code }) => code),
    ['active_content', 'part_left_out'],
  );
});

test('pictures have their alternative texts', () => {
  const drawing =
    '<w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"><wp:docPr id="1" name="n" descr="A dog"/><a:graphic xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:graphicData><pic:pic xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:blipFill><a:blip r:embed="h1"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing>';
  const [image] = readDocx(makeDocx(`<w:p><w:r>${drawing}</w:r></w:p>`, { more: { h1: '' } })).value.blocks;
  assert.deepEqual(image?.type === 'image' && [image.asset, image.alt], ['img:1', 'A dog']);
});

test('what is no sound Word file is refused', () => {
  const refused = (bytes: Uint8Array): void => assert.throws(() => readDocx(bytes), { name: 'Refusal', code: 'file_rejected' });
  refused(new TextEncoder().encode('PK'));
  refused(makeDocx('<w:p>'));
  refused(makeDocx(`${'<w:sdt><w:sdtContent>'.repeat(300)}${'</w:sdtContent></w:sdt>'.repeat(300)}`));
});

test('ruby keeps its base text, and its reading behind it', () => {
  const run = (text: string): string => `<w:r><w:t>${text}</w:t></w:r>`;
  const body = `<w:p>${run('A ')}<w:r><w:ruby><w:rubyPr/><w:rt>${run('かんじ')}</w:rt><w:rubyBase>${run('漢字')}</w:rubyBase></w:ruby></w:r>${run(' Z')}</w:p>`;
  const [block] = readDocx(makeDocx(body)).value.blocks;
  assert.equal(block?.type === 'paragraph' && plainText(block.runs), 'A 漢字(かんじ) Z');
});

const textsOf = (body: string): string[] =>
  readDocx(makeDocx(body)).value.blocks.map((block) =>
    block.type === 'paragraph' || block.type === 'heading' ? plainText(block.runs) : block.type,
  );

test('letters in a symbol font were read as other letters, or not at all', () => {
  const run = (font: string, text: string): string =>
    `<w:r><w:rPr><w:rFonts w:ascii="${font}" w:hAnsi="${font}"/></w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
  assert.deepEqual(
    textsOf(
      `<w:p>${run('Symbol', '\uF061\uF0A3\uF062 ')}${run('Symbol', 'abg=3')}${run('Wingdings', '\uF0FC')}${run('Calibri', 'abg')}</w:p>`,
    ),
    ['α≤β αβγ=3✓abg'],
  );
});

test('boxes and lists of older forms, and letters that are drawn, were dropped', () => {
  const field = (data: string): string =>
    `<w:r><w:fldChar w:fldCharType="begin"><w:ffData>${data}</w:ffData></w:fldChar></w:r><w:r><w:instrText> FORM </w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>`;
  const said = (text: string): string => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
  assert.deepEqual(
    textsOf(
      `<w:p>${said('Paid ')}${field('<w:checkBox><w:default w:val="0"/><w:checked/></w:checkBox>')}${said(' sent ')}${field('<w:checkBox><w:default w:val="0"/></w:checkBox>')}${said(' by ')}${field('<w:ddList><w:result w:val="1"/><w:listEntry w:val="post"/><w:listEntry w:val="courier"/></w:ddList>')}</w:p>` +
        '<w:p><w:r><w:pict><v:shape xmlns:v="urn:schemas-microsoft-com:vml"><v:textpath string="Summer sale"/></v:shape></w:pict></w:r></w:p>',
    ),
    ['Paid ☒ sent ☐ by courier', 'Summer sale'],
  );
});

test('a table of one cell is the text in it', () => {
  const box = `<w:tbl><w:tr><w:tc>${p('In a box', '<w:outlineLvl w:val="0"/>')}${p('Text.')}</w:tc></w:tr></w:tbl>`;
  assert.deepEqual(textsOf(`${p('Before')}${box}${p('After')}`), ['Before', 'In a box', 'Text.', 'After']);
});

test('a table all whose text is in one cell, nothing drawn between its cells, is that text; a head over empty rows is a table', () => {
  const table = (rows: string[][], properties = ''): string =>
    `<w:tbl><w:tblPr>${properties}</w:tblPr>${rows.map((row) => `<w:tr>${row.map((text) => `<w:tc><w:tcPr/>${p(text)}</w:tc>`).join('')}</w:tr>`).join('')}</w:tbl>`;
  const lines = '<w:tblBorders><w:insideV w:val="single"/><w:top w:val="single"/></w:tblBorders>';
  const types = (body: string): string[] => readDocx(makeDocx(body)).value.blocks.map(({ type }) => type);
  assert.deepEqual(types(table([['', '', 'Checklist']])), ['paragraph']);
  assert.deepEqual(types(table([[''], ['Checklist'], ['']], '<w:tblLook w:firstRow="1"/>')), ['paragraph']);
  assert.deepEqual(types(table([['Comments'], [''], ['']], '<w:tblLook w:firstRow="1"/>')), ['table']);
  assert.deepEqual(types(table([['Name', '']], lines)), ['table']);
});

test('typed marks that count on are lists, one in the other; a lone one, and figures, are text', () => {
  const [list, ...rest] = readDocx(
    makeDocx(
      ['1. Scope', 'a) Offices', 'b) Shops', '2. Term', '3 persons came', '3 persons left'].map((text) => p(text)).join('') + p('b) alone'),
    ),
  ).value.blocks;
  assert.ok(list?.type === 'list' && list.ordered);
  assert.deepEqual(
    list.items.map(({ blocks: [first, under] }) => [
      first?.type === 'paragraph' && plainText(first.runs),
      under?.type === 'list' ? under.items.map(({ blocks: [one] }) => one?.type === 'paragraph' && plainText(one.runs)) : [],
    ]),
    [
      ['Scope', ['a) Offices', 'b) Shops']],
      ['Term', []],
    ],
  );
  assert.deepEqual(
    rest.map((block) => block.type === 'paragraph' && plainText(block.runs)),
    ['3 persons came', '3 persons left', 'b) alone'],
  );
  const numbered = textsOf(['1.1 One part', '1.2 Another part'].map((text) => p(text)).join(''));
  assert.deepEqual(numbered, ['list']);
});

test('paragraphs of a style for code are one block of code, with its indentation and empty lines', () => {
  const line = (text: string): string =>
    `<w:p><w:pPr><w:pStyle w:val="SourceCode"/></w:pPr><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
  const styles = '<w:style w:type="paragraph" w:styleId="SourceCode"><w:name w:val="Source Code"/></w:style>';
  const [code, after] = readDocx(makeDocx(line('def f():') + line('') + line('    return 1') + p('After'), { styles })).value.blocks;
  assert.deepEqual([code?.type === 'code' && code.text, after?.type], ['def f():\n\n    return 1', 'paragraph']);
});

test('a row without lines that holds running text is columns, one of figures is figures, any other a table', () => {
  const long = 'These words go on for so long that nobody would take them for the label of a form.';
  const table = (...cells: string[]): string =>
    `<w:tbl><w:tblPr/><w:tr>${cells.map((cell) => `<w:tc><w:tcPr/>${cell}</w:tc>`).join('')}</w:tr></w:tbl>`;
  const types = (body: string): string[] =>
    readDocx(
      makeDocx(body, { styles: '<w:style w:type="paragraph" w:styleId="K"><w:name w:val="Kpi Value"/></w:style>' }),
    ).value.blocks.map(({ type }) => type);
  assert.deepEqual(types(table(p(long) + p('More.'), p(''), p('Beside it.'))), ['paragraph', 'paragraph', 'paragraph']);
  const page = p(long).repeat(7);
  const framed = (cells: string): string =>
    table(cells).replaceAll('<w:tcPr/>', '<w:tcPr><w:tcBorders><w:top w:val="single"/></w:tcBorders></w:tcPr>');
  assert.deepEqual(types(framed(page) + framed(page).replace('</w:tc>', `</w:tc><w:tc>${page}</w:tc>`)), [
    ...Array.from({ length: 7 }, () => 'paragraph'),
    'table',
  ]);
  assert.deepEqual(types(table(p('Name') + p('Street'), p('Date'))), ['table']);
  assert.deepEqual(types(table(p('31 %', styled('K')) + p('Share'), p(''), p('2', styled('K')))), ['kpis']);
});

const linesOf = (bytes: Uint8Array): string[] =>
  readDocx(bytes).value.blocks.flatMap((block) => (block.type === 'paragraph' || block.type === 'heading' ? [plainText(block.runs)] : []));

test('a page that ends within a paragraph ends a line', () => {
  const broken =
    '<w:p><w:r><w:t>One</w:t></w:r><w:r><w:br w:type="page"/></w:r><w:r><w:t>Two</w:t></w:r><w:r><w:br w:type="page"/></w:r></w:p>';
  assert.deepEqual(linesOf(makeDocx(broken)), ['One\nTwo']);
});

test('all bodies of a file are read', () => {
  assert.deepEqual(linesOf(makeDocx(`${p('One')}</w:body><w:body>${p('Two')}`)), ['One', 'Two']);
});

test('numbers of clauses that are all figures keep their zeros', () => {
  const level = (at: number, format: string, text: string): string =>
    `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:isLgl/><w:lvlText w:val="${text}"/></w:lvl>`;
  const numbering = `<w:abstractNum w:abstractNumId="0">${level(0, 'upperRoman', 'Article %1.')}${level(1, 'decimalZero', 'Section %1.%2')}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>`;
  const heading = (at: number): string => p('Name', `${styled('H1')}${listed(1, at)}`);
  assert.deepEqual(linesOf(makeDocx(heading(0) + heading(1), { styles: STYLES, numbering })), ['Article 1. Name', 'Section 1.01 Name']);
});
