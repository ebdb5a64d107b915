import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Block } from '../document/block.ts';
import { plainText } from '../document/inline.ts';
import { buildContentTypes, buildRelationships } from '../ooxml/package-parts.ts';
import type { RelationshipInput } from '../ooxml/package-parts.ts';
import { readZip } from '../ooxml/read-zip.ts';
import { writeZip } from '../ooxml/write-zip.ts';
import { readPptx } from './pptx.ts';

const N =
  'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/';
const TYPE = 'application/vnd.openxmlformats-officedocument.presentationml.';

const paragraph = (text: string, properties = ''): string => `<a:p>${properties}<a:r><a:t>${text}</a:t></a:r></a:p>`;
const shape = (paragraphs: string, placeholder = '', list = ''): string =>
  `<p:sp><p:nvSpPr><p:cNvPr id="1" name="x"/><p:nvPr>${placeholder}</p:nvPr></p:nvSpPr><p:txBody><a:lstStyle>${list}</a:lstStyle>${paragraphs}</p:txBody></p:sp>`;

/** One slide with a layout whose placeholder 1 has bullets. */
function makePptx(shapes: string, notes?: string, { background = '', timing = '' } = {}): Uint8Array {
  const tree = (name: string, content: string): string => `<p:${name} ${N}><p:cSld><p:spTree>${content}</p:spTree></p:cSld></p:${name}>`;
  return writeZip([
    {
      name: '[Content_Types].xml',
      data: buildContentTypes([{ name: 'ppt/presentation.xml', contentType: `${TYPE}presentation.main+xml` }]),
    },
    { name: '_rels/.rels', data: buildRelationships([{ id: 'r1', type: `${OFFICE}officeDocument`, target: 'ppt/presentation.xml' }]) },
    {
      name: 'ppt/presentation.xml',
      data: `<p:presentation ${N}><p:sldIdLst><p:sldId id="256" r:id="s1"/></p:sldIdLst><p:sldSz cx="9000" cy="6000"/></p:presentation>`,
    },
    { name: 'ppt/_rels/presentation.xml.rels', data: buildRelationships([{ id: 's1', type: `${OFFICE}slide`, target: 's1.xml' }]) },
    {
      name: 'ppt/s1.xml',
      data: tree('sld', shapes).replace('<p:spTree>', `${background}<p:spTree>`).replace('</p:cSld>', `</p:cSld>${timing}`),
    },
    {
      name: 'ppt/_rels/s1.xml.rels',
      data: buildRelationships([
        { id: 'l', type: `${OFFICE}slideLayout`, target: 'l.xml' },
        ...(notes === undefined ? [] : [{ id: 'n', type: `${OFFICE}notesSlide`, target: 'n.xml' }]),
      ]),
    },
    {
      name: 'ppt/l.xml',
      data: tree(
        'sldLayout',
        shape(
          '',
          '<p:ph type="body" idx="1"/>',
          '<a:lvl1pPr><a:buChar char="-"/></a:lvl1pPr><a:lvl2pPr><a:buAutoNum type="arabicPeriod"/></a:lvl2pPr>',
        ),
      ),
    },
    ...(notes === undefined
      ? []
      : [
          {
            name: 'ppt/n.xml',
            data: tree('notes', shape(paragraph(notes), '<p:ph type="body" idx="1"/>') + shape(paragraph('9'), '<p:ph type="sldNum"/>')),
          },
        ]),
  ]);
}

function outline(blocks: readonly Block[], indent = ''): string[] {
  return blocks.flatMap((block): string[] => {
    if (block.type === 'paragraph') return [`${indent}p ${plainText(block.runs)}`];
    if (block.type === 'list')
      return block.items.flatMap((item, at) => [
        `${indent}${block.ordered ? `${(block.start ?? 1) + at}.` : '-'}`,
        ...outline(item.blocks, `${indent}  `),
      ]);
    if (block.type === 'table')
      return block.rows.map(
        (row) => `${indent}| ${row.cells.map((cell) => `${plainText(cell.runs)}${cell.colspan ? ` c${cell.colspan}` : ''}`).join(' | ')}`,
      );
    return [`${indent}${block.type}`];
  });
}

function readOne(bytes: Uint8Array): { title: string; body: string[]; notes: string[] } {
  const [slide] = readPptx(bytes).value.blocks;
  assert.equal(slide?.type, 'slide');
  return { title: plainText(slide.title ?? []), body: outline(slide.blocks), notes: outline(slide.notes ?? []) };
}

test('the title, text with the bullets of its layout, and no page furniture', () => {
  const body = paragraph('one') + paragraph('two', '<a:pPr lvl="1"/>') + paragraph('plain', '<a:pPr><a:buNone/></a:pPr>');
  assert.deepEqual(
    readOne(
      makePptx(
        shape(paragraph('Head'), '<p:ph type="title"/>') +
          shape(body, '<p:ph idx="1"/>') +
          shape(paragraph('7'), '<p:ph type="sldNum"/>') +
          shape(paragraph('free')),
      ),
    ),
    {
      title: 'Head',
      body: ['-', '  p one', '  1.', '    p two', 'p plain', 'p free'],
      notes: [],
    },
  );
});

test('text that nobody sees is left out: in the colour of its background, tiny, hidden, beside the slide', () => {
  interface Look {
    at?: number[];
    fill?: string;
    run?: string;
    color?: string;
    placeholder?: string;
    named?: string;
  }
  const solid = (hex: string): string => `<a:solidFill><a:srgbClr val="${hex}"/></a:solidFill>`;
  const box = (
    text: string,
    { at = [100, 100, 2000, 500], fill = '', run = '', color = solid('FFFFFF'), placeholder = '', named = '' }: Look = {},
  ): string =>
    `<p:sp><p:nvSpPr><p:cNvPr id="1" name="x" ${named}/><p:nvPr>${placeholder}</p:nvPr></p:nvSpPr><p:spPr><a:xfrm><a:off x="${at[0]}" y="${at[1]}"/><a:ext cx="${at[2]}" cy="${at[3]}"/></a:xfrm>${fill}</p:spPr><p:txBody><a:p><a:r><a:rPr ${run}>${color}</a:rPr><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp>`;
  const left = (shapes: string, more: { background?: string; timing?: string } = {}): [string[], string[]] => {
    const { value, notes } = readPptx(makePptx(shapes, undefined, more));
    const [slide] = value.blocks;
    return [
      slide?.type === 'slide' ? [...(slide.title ? [plainText(slide.title)] : []), ...outline(slide.blocks)] : [],
      notes.map(({ code }) => code),
    ];
  };
  const gone = [[], ['hidden_text']];
  const dark = `<p:bg><p:bgPr>${solid('102030')}</p:bgPr></p:bg>`;
  assert.deepEqual(left(box('x')), gone);
  assert.deepEqual(left(box('x', { fill: '<a:noFill/>' })), gone);
  assert.deepEqual(left(box('x', { color: solid('112030') }), { background: dark }), gone);
  assert.deepEqual(left(box('x', { fill: solid('0000FF'), color: solid('0000FF') })), gone);
  assert.deepEqual(left(box('x', { run: 'sz="100"', color: '' })), gone);
  assert.deepEqual(left(box('x', { named: 'hidden="1"', color: '' })), gone);
  assert.deepEqual(left(box('x', { at: [9000, 100, 500, 500], color: '' })), gone);
  assert.deepEqual(left(`<p:grpSp>${box('x')}</p:grpSp>`), gone);
  const stays = [['p x'], []];
  assert.deepEqual(left(box('x', { fill: solid('0000FF') })), stays);
  assert.deepEqual(left(box('x', { fill: '<a:gradFill/>' })), stays);
  assert.deepEqual(left(box('x'), { background: dark }), stays);
  assert.deepEqual(left(box('x'), { background: '<p:bg><p:bgPr><a:blipFill/></p:bgPr></p:bg>' }), stays);
  assert.deepEqual(left(box('x', { color: `<a:ln>${solid('000000')}</a:ln>${solid('FFFFFF')}` })), stays);
  assert.deepEqual(left(box('', { at: [0, 0, 3000, 3000], fill: solid('0000FF') }) + box('x')), stays);
  assert.deepEqual(left(box('', { at: [5000, 4000, 500, 500], fill: solid('0000FF') }) + box('x')), gone, 'another place');
  assert.deepEqual(left(`<p:grpSp>${box('', { fill: solid('0000FF') })}${box('x')}</p:grpSp>`), stays);
  assert.deepEqual(left(box('x', { at: [8900, 100, 500, 500], color: '' })), stays, 'partly on the slide');
  assert.deepEqual(left(box('x', { at: [9000, 100, 500, 500], color: '' }), { timing: '<p:timing><p:animMotion/></p:timing>' }), stays);
  assert.deepEqual(
    left(box('x', { at: [0, -900, 500, 500], color: '', placeholder: '<p:ph type="title"/>' })),
    [['x'], []],
    'a title for those who hear the slide',
  );
});

test('shapes of groups, tables with merged cells, notes', () => {
  const cell = (text: string, more = ''): string => `<a:tc ${more}><a:txBody>${paragraph(text)}</a:txBody></a:tc>`;
  const table = `<p:graphicFrame><a:graphic><a:graphicData><a:tbl><a:tblGrid><a:gridCol/><a:gridCol/></a:tblGrid><a:tr>${cell('a', 'gridSpan="2"')}${cell('', 'hMerge="1"')}</a:tr><a:tr>${cell('b')}${cell('c')}</a:tr></a:tbl></a:graphicData></a:graphic></p:graphicFrame>`;
  assert.deepEqual(readOne(makePptx(`<p:grpSp><p:grpSp>${shape(paragraph('deep'))}</p:grpSp></p:grpSp>${table}`, 'say this')), {
    title: '',
    body: ['p deep', '| a c2', '| b | c'],
    notes: ['p say this'],
  });
});

test('what is above in the same column is read first, columns stay together', () => {
  const at = (text: string, [x, y, width, height]: [number, number, number, number], placeholder = ''): string =>
    shape(paragraph(text), placeholder).replace(
      '<p:txBody>',
      `<p:spPr><a:xfrm><a:off x="${x}" y="${y}"/><a:ext cx="${width}" cy="${height}"/></a:xfrm></p:spPr><p:txBody>`,
    );
  const read = (shapes: string): string[] => readOne(makePptx(shapes)).body;
  assert.deepEqual(read(at('footnote', [0, 90, 100, 10]) + at('body', [0, 20, 100, 60]) + at('lead', [0, 5, 100, 10])), [
    'p lead',
    'p body',
    'p footnote',
  ]);
  const cards = at('A', [0, 0, 40, 10]) + at('a text', [0, 10, 40, 30]) + at('B', [50, 0, 40, 10]) + at('b text', [50, 10, 40, 30]);
  assert.deepEqual(read(cards), ['p A', 'p a text', 'p B', 'p b text']);
  assert.deepEqual(read(at('below', [0, 50, 100, 10]) + shape(paragraph('nowhere')) + at('above', [0, 0, 100, 10])), [
    'p nowhere',
    'p above',
    'p below',
  ]);
});

test('comments and the answers to them are behind the text of their slide', () => {
  const file = readZip(makePptx(shape(paragraph('text'))));
  const relations = (name: string): RelationshipInput[] =>
    name.includes('s1')
      ? [
          { id: 'c', type: `${OFFICE}comments`, target: 'c1.xml' },
          { id: 'd', type: 'http://schemas.microsoft.com/office/2018/10/relationships/comments', target: 'c2.xml' },
        ]
      : [
          { id: 's1', type: `${OFFICE}slide`, target: 's1.xml' },
          { id: 'a', type: `${OFFICE}commentAuthors`, target: 'a.xml' },
          { id: 'b', type: 'http://schemas.microsoft.com/office/2018/10/relationships/authors', target: 'b.xml' },
        ];
  const parts = [...file.parts.values()].map((part) => ({
    name: part.name,
    data: /ppt\/_rels/.test(part.name) ? buildRelationships(relations(part.name)) : part.read(),
  }));
  const bytes = writeZip([
    ...parts,
    { name: 'ppt/a.xml', data: `<p:cmAuthorLst ${N}><p:cmAuthor id="0" name="Ann"/></p:cmAuthorLst>` },
    { name: 'ppt/b.xml', data: '<x:authorLst xmlns:x="urn:x"><x:author id="{B}" name="Bob"/></x:authorLst>' },
    { name: 'ppt/c1.xml', data: `<p:cmLst ${N}><p:cm authorId="0"><p:text>old</p:text></p:cm></p:cmLst>` },
    {
      name: 'ppt/c2.xml',
      data: `<x:cmLst xmlns:x="urn:x" ${N}><x:cm authorId="{B}"><x:replyLst><x:reply authorId="{B}"><x:txBody><a:p><a:r><a:t>answer</a:t></a:r></a:p></x:txBody></x:reply></x:replyLst><x:txBody><a:p><a:r><a:t>new</a:t></a:r></a:p></x:txBody></x:cm></x:cmLst>`,
    },
  ]);
  assert.deepEqual(readOne(bytes).body, ['p text', 'p Comment by Ann: old', 'p Comment by Bob: new', 'p Comment by Bob: answer']);
});

/** Parts beside the slide, and what the slide refers to them by. */
function withParts(
  shapes: string,
  slideAttributes: string,
  parts: readonly { name: string; data: string; id: string; kind: string }[],
): Uint8Array {
  const kept = [...readZip(makePptx(shapes)).parts.values()].map((part) => {
    if (part.name === 'ppt/_rels/s1.xml.rels')
      return { name: part.name, data: buildRelationships(parts.map(({ id, kind, name }) => ({ id, type: OFFICE + kind, target: name }))) };
    return {
      name: part.name,
      data:
        part.name === 'ppt/s1.xml' ? new TextDecoder().decode(part.read()).replace('<p:sld ', `<p:sld ${slideAttributes} `) : part.read(),
    };
  });
  return writeZip([...kept, ...parts.map(({ name, data }) => ({ name: `ppt/${name}`, data }))]);
}

test('charts are read from the values that the file keeps, SmartArt as a list', () => {
  const frame = (uri: string, inner: string): string =>
    `<p:graphicFrame><a:graphic><a:graphicData uri="${uri}">${inner}</a:graphicData></a:graphic></p:graphicFrame>`;
  const points = (...values: string[]): string => values.map((value, index) => `<c:pt idx="${index}"><c:v>${value}</c:v></c:pt>`).join('');
  const axis = (kind: string, text: string): string =>
    `<c:${kind}Ax><c:title><c:tx><c:rich>${paragraph(text)}</c:rich></c:tx></c:title></c:${kind}Ax>`;
  const chart = `<c:chartSpace xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"><c:chart><c:plotArea><c:barChart><c:barDir val="col"/><c:ser><c:tx><c:strRef><c:strCache>${points('Sales')}</c:strCache></c:strRef></c:tx><c:cat><c:strRef><c:strCache>${points('Q1', 'Q2')}</c:strCache></c:strRef></c:cat><c:val><c:numRef><c:numCache>${points('3', '4.5')}</c:numCache></c:numRef></c:val></c:ser></c:barChart>${axis('cat', 'Quarter')}${axis('val', 'M€')}</c:plotArea></c:chart></c:chartSpace>`;
  const point = (text: string, type = ''): string => `<dgm:pt ${type}><dgm:t><a:p><a:r><a:t>${text}</a:t></a:r></a:p></dgm:t></dgm:pt>`;
  const diagram = `<dgm:dataModel xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram" ${N}><dgm:ptLst>${point('Plan')}${point('way', 'type="parTrans"')}${point('Do')}</dgm:ptLst></dgm:dataModel>`;
  const shapes =
    frame('c', '<c:chart xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" r:id="c"/>') +
    frame('d', '<dgm:relIds xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram" r:dm="d"/>');
  const { value, notes } = readPptx(
    withParts(shapes, 'show="0"', [
      { name: 'chart.xml', data: chart, id: 'c', kind: 'chart' },
      { name: 'data.xml', data: diagram, id: 'd', kind: 'diagramData' },
    ]),
  );
  const [slide] = value.blocks;
  assert.equal(slide?.type, 'slide');
  const [first, second] = slide.blocks;
  assert.deepEqual(first?.type === 'chart' && [first.kind, first.categories, first.series, first.category_label, first.unit], [
    'column',
    ['Q1', 'Q2'],
    [{ name: 'Sales', values: [3, 4.5] }],
    'Quarter',
    'M€',
  ]);
  assert.deepEqual(second && outline([second]), ['-', '  p Plan', '-', '  p Do']);
  assert.deepEqual(
    notes.map(({ message }) => message),
    ['The presentation has hidden slides; they were read too: 1.'],
  );
});

test('shapes are what their names of ours say: quotation, comparison, figures, terms, code, the beginning of a paragraph', () => {
  const named = (name: string, paragraphs: string, placeholder = ''): string =>
    shape(paragraphs, placeholder).replace('name="x"', `name="${name}"`);
  const read = (shapes: string): { title: string; blocks: Block[] } => {
    const [slide] = readPptx(makePptx(shapes)).value.blocks;
    assert.equal(slide?.type, 'slide');
    return { title: plainText(slide.title ?? []), blocks: slide.blocks };
  };
  const quoted = read(
    named('Quotation 2', paragraph('It works.'), '<p:ph type="title"/>') +
      named('Mark 3', paragraph('“')) +
      named('Heading 4', paragraph('What they say')) +
      named('Said by 5', paragraph('Ana') + paragraph('buyer')),
  );
  assert.deepEqual(quoted, {
    title: 'What they say',
    blocks: [{ id: 'b2', type: 'quote', blocks: [{ id: 'b3', type: 'paragraph', runs: [{ text: 'It works.' }] }], by: 'Ana, buyer' }],
  });
  const { blocks } = read(
    named('Option 2', paragraph('Buy') + paragraph('dear') + paragraph('quick')) +
      named('Key figure 3', paragraph('31 %') + paragraph('Online share') + paragraph('▲ 4 points')) +
      named('Key figure 4', paragraph('€2')) +
      named('Term 5', paragraph('Open books.')) +
      named('Item 6', paragraph('All can read them.')) +
      named('Code 7', paragraph('if a:') + paragraph('\u00A0\u00A0b()')) +
      named('Opening 8', paragraph('One reason.')) +
      named('Text 9', paragraph('And what follows.')),
  );
  assert.deepEqual(outline(blocks), [
    'heading',
    '-',
    '  p dear',
    '-',
    '  p quick',
    'kpis',
    '-',
    '  p Open books. All can read them.',
    'code',
    'p One reason. And what follows.',
  ]);
  const figures = blocks.find((block) => block.type === 'kpis');
  assert.deepEqual(figures?.items, [
    { value: [{ text: '31 %' }], label: [{ text: 'Online share' }], change: [{ text: '▲ 4 points' }] },
    { value: [{ text: '€2' }] },
  ]);
  assert.ok(blocks.some((block) => block.type === 'code' && block.text === 'if a:\n  b()'));
});

test('words in italics between quotation marks are a quotation, and the line with a dash is who said them', () => {
  const italic = (text: string): string => paragraph(text).replace('<a:t>', '<a:rPr i="1"/><a:t>');
  const [slide] = readPptx(makePptx(shape(italic('“Once.') + italic('And again.”') + paragraph('– Ana')) + shape(italic('“Only” a word'))))
    .value.blocks;
  assert.deepEqual(
    slide?.type === 'slide' && slide.blocks.map((block) => (block.type === 'quote' ? [outline(block.blocks), block.by] : block.type)),
    [[['p Once.', 'p And again.'], 'Ana'], 'paragraph'],
  );
});

test('a level of bold lines without bullets leads the text below it, and is a heading before anything else', () => {
  const levels =
    '<a:lvl1pPr><a:buChar char="-"/></a:lvl1pPr><a:lvl3pPr><a:buNone/><a:defRPr b="1"/></a:lvl3pPr><a:lvl4pPr><a:buNone/></a:lvl4pPr>';
  const at = (level: number, text: string): string => paragraph(text, `<a:pPr lvl="${level}"/>`);
  assert.deepEqual(
    readOne(makePptx(shape(at(2, 'Books') + at(3, 'All are open.') + at(2, 'Then') + at(0, 'point'), '<p:ph idx="7"/>', levels))).body,
    ['-', '  p Books All are open.', 'heading', '-', '  p point'],
  );
});

test('a run that says it is not struck through is not', () => {
  const run = (strike: string): string => `<a:p><a:r><a:rPr strike="${strike}"/><a:t>${strike}</a:t></a:r></a:p>`;
  const { value } = readPptx(makePptx(shape(run('noStrike') + run('sngStrike') + run('dblStrike'))));
  const [slide] = value.blocks;
  assert.deepEqual(
    slide?.type === 'slide' && slide.blocks.map((block) => block.type === 'paragraph' && block.runs.map(({ strike }) => strike === true)),
    [[false], [true], [true]],
  );
});

test('text boxes of a notes page are read with its notes', () => {
  const { value } = readPptx(
    makePptx(shape(paragraph('Body')), 'said</a:t></a:r></a:p></p:txBody></p:sp><p:sp><p:txBody><a:p><a:r><a:t>boxed'),
  );
  const [slide] = value.blocks;
  assert.deepEqual(slide?.type === 'slide' && outline(slide.notes ?? []), ['p said', 'p boxed']);
});

/** The presentation with other shapes on its layout. */
function withLayout(shapes: string, slide = ''): Uint8Array {
  const { parts } = readZip(makePptx(shape(paragraph('Body'))));
  return writeZip(
    [...parts].map(([name, part]) => {
      const data = new TextDecoder().decode(part.read());
      if (name === 'ppt/s1.xml') return { name, data: data.replace('<p:sld ', `<p:sld ${slide} `) };
      return { name, data: name === 'ppt/l.xml' ? data.replace('<p:spTree>', `<p:spTree>${shapes}`) : data };
    }),
  );
}

test('what a layout draws on every slide is told once, above or below, where the slide shows it and it is on the slide', () => {
  const fixed = (text: string, top: number): string =>
    `<p:sp><p:nvSpPr><p:cNvPr id="1" name="x"/><p:nvPr/></p:nvSpPr><p:spPr><a:xfrm><a:off x="0" y="${top}"/><a:ext cx="900" cy="100"/></a:xfrm></p:spPr><p:txBody>${paragraph(text)}</p:txBody></p:sp>`;
  const shapes = `${fixed('Confidential', 10)}<p:grpSp>${fixed('Example Ltd', 5_800)}</p:grpSp>${fixed('How to use this', 7_000)}${fixed('7', 5_900)}`;
  assert.deepEqual(readPptx(withLayout(shapes)).value.furniture, { headers: ['Confidential'], footers: ['Example Ltd'] });
  assert.deepEqual(readPptx(withLayout(shapes, 'showMasterSp="0"')).value.furniture, { headers: [], footers: [] });
});
