/** Pictures of a file described by a model: in the text where they stand, in the language of the text, bounded, and never trusted. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sharp from 'sharp';
import type { Fixture, ScriptedRequest } from '../support/scripted-model.ts';
import { startWithModel, stopWithModel, type ServiceWithModel } from '../support/service-with-model.ts';
import { download, expectJson, expectProblem, makeDocument, startOctavo, stopOctavo } from '../support/service.ts';
import { buildContentTypes, buildRelationships } from '../../src/ooxml/package-parts.ts';
import { writeZip } from '../../src/ooxml/write-zip.ts';
import { typeset } from '../support/typeset.ts';

interface Extraction {
  markdown: string;
  notes: { code: string; message: string }[];
  pictures?: { name: string; alt: string }[];
  descriptions?: { page: number | null; name: string; text: string }[];
  layout?: { blocks: { type: string; text: string; box: number[] | null; described?: true }[] };
  model?: { name: string; input_tokens: number; output_tokens: number };
}

const isDescribing = ({ system }: ScriptedRequest): boolean => system.includes('You describe one picture of a document');
const SAID = 'Bar chart of sales: north 12, south 9.';
const fixtures: Fixture[] = [{ match: isDescribing, answer: { object: { decorative: false, description: SAID } } }];

const paint = (background: string, [width, height] = [200, 120]): Promise<Buffer> =>
  sharp({ create: { width: width ?? 200, height: height ?? 120, channels: 3, background } })
    .png()
    .toBuffer();
const dataOf = (png: Buffer): string => `data:image/png;base64,${png.toString('base64')}`;

let service: ServiceWithModel;
before(async () => {
  service = await startWithModel(fixtures);
});
after(() => stopWithModel(service));

async function read(bytes: Uint8Array, filename: string, wishes = 'describe=true'): Promise<Extraction> {
  const body = new FormData();
  body.set('file', new Blob([Uint8Array.from(bytes)]), filename);
  const { octavo } = service;
  let answer = await octavo.call(`/extract?${wishes}`, { method: 'POST', body });
  while (answer.status === 202) {
    const { id } = (await answer.json()) as { id: string };
    answer = await octavo.call(`/extractions/${id}`);
  }
  return expectJson<Extraction>(answer);
}

/** A workbook with a figure and a picture. */
function pictured(png: Uint8Array): Uint8Array {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.';
  const relation = (kind: string, target: string): string => buildRelationships([{ id: 'r1', type: `${office}/${kind}`, target }]);
  return writeZip([
    {
      name: '[Content_Types].xml',
      data: buildContentTypes([
        { name: 'xl/workbook.xml', contentType: `${type}sheet.main+xml` },
        { name: 'xl/s.xml', contentType: `${type}worksheet+xml` },
        { name: 'xl/d.xml', contentType: 'application/vnd.openxmlformats-officedocument.drawing+xml' },
      ]),
    },
    { name: '_rels/.rels', data: relation('officeDocument', 'xl/workbook.xml') },
    {
      name: 'xl/workbook.xml',
      data: `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Data" sheetId="1" r:id="r1"/></sheets></workbook>`,
    },
    { name: 'xl/_rels/workbook.xml.rels', data: relation('worksheet', 's.xml') },
    {
      name: 'xl/s.xml',
      data: `<worksheet xmlns="${main}" xmlns:r="${office}"><sheetData><row r="1"><c r="A1"><v>7</v></c></row></sheetData><drawing r:id="r1"/></worksheet>`,
    },
    { name: 'xl/_rels/s.xml.rels', data: relation('drawing', 'd.xml') },
    {
      name: 'xl/d.xml',
      data: `<d:wsDr xmlns:d="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="${office}"><d:oneCellAnchor><d:pic><d:nvPicPr><d:cNvPr id="1" name="p"/></d:nvPicPr><d:blipFill><a:blip r:embed="r1"/></d:blipFill></d:pic></d:oneCellAnchor></d:wsDr>`,
    },
    { name: 'xl/_rels/d.xml.rels', data: relation('image', 'media/image1.png') },
    { name: 'xl/media/image1.png', data: png },
  ]);
}

const asked = (): ScriptedRequest[] => service.model.requests.filter(isDescribing);

test('a Word file has the description of its picture where the picture stands, with what it took', async () => {
  const red = await paint('#aa3333');
  const markdown = '# Sales\n\nThe north leads.\n\n![Sales by region](img:1)\n\nThe south follows.\n';
  const sources = [{ data: red.toString('base64'), filename: 'sales.png' }];
  const document = await makeDocument(service.octavo, { content: { markdown }, format: 'docx', sources });
  const file = await download((document.outputs ?? []).find(({ kind }) => kind === 'docx')?.url ?? '');
  const before = asked().length;
  const got = await read(file, 'sales.docx', 'describe=true&pictures=true');
  assert.match(
    got.markdown,
    /The north leads\.[^]*\n!\[Sales by region\. Description by a model: Bar chart of sales: north 12, south 9\.\]\(img:1\)[^]*The south follows/,
  );
  assert.deepEqual(
    got.descriptions?.map(({ name, text }) => [name, text]),
    [[got.pictures?.[0]?.name, SAID]],
  );
  assert.ok(got.model?.name === 'openai-compatible:scripted' && got.model.input_tokens > 0 && got.model.output_tokens > 0);
  const [request] = asked().slice(before);
  assert.equal(request?.pictures, 1);
  assert.match(request?.conversation ?? '', /Sales by region[^]*The north leads[^]*The south follows/);
  assert.equal((await read(file, 'sales.docx', 'pictures=true')).descriptions, undefined);
  assert.equal(asked().length, before + 1, 'nothing is asked where no description is wished for');
});

test('of a web page each picture is described once; what is small, elsewhere or repeated is not', async () => {
  const [chart, icon] = [dataOf(await paint('#225588')), dataOf(await paint('#000000', [16, 16]))];
  const before = asked().length;
  const got = await read(
    Buffer.from(
      `<p>One <img src="${icon}"> two</p><img src="${chart}"><p>Three</p><img alt="Again" src="${chart}"><img alt="Far" src="https://example.com/a.png">`,
    ),
    'a.html',
  );
  assert.equal(asked().length, before + 1);
  assert.equal(got.markdown.split('Description by a model').length, 2);
  assert.match(got.markdown, /!\[Again\]/);
  assert.deepEqual(
    got.notes.map(({ code }) => code),
    ['pictures_described', 'picture_undescribed'],
  );
  assert.match(got.notes[1]?.message ?? '', /1 picture not in the file/);
});

test('in a PDF the description stands among the text, and its block says whose words it has', async () => {
  const picture = await paint('#336699');
  const source = `#set page("a5"); = Results\nText above the picture.\n\n#image(bytes((${[...picture].join(',')},)), width: 6cm)\n\nText below the picture.`;
  const { pdf } = await typeset({ source, assets: new Map() });
  const got = await read(pdf, 'a.pdf', 'describe=true&layout=true');
  assert.match(got.markdown, /Text above the picture\.\n\n!\[Description by a model: Bar chart[^\n]*\n\nText below/);
  const block = got.layout?.blocks.find(({ described }) => described);
  assert.ok(block?.type === 'image' && block.box !== null && (block.box[2] ?? 0) - (block.box[0] ?? 0) > 100);
  assert.deepEqual(
    got.descriptions?.map(({ page }) => page),
    [1],
  );
});

test('pictures in an archive, and a picture that is the file, are described', async () => {
  const png = await paint('#88aa22');
  const alone = await read(png, 'a.png');
  assert.match(alone.markdown, /^!\[Description by a model: Bar chart/);
  const packed = await read(writeZip([{ name: 'chart.png', data: png }]), 'a.zip');
  assert.match(packed.markdown, /# chart\.png\n\n!\[Description by a model: Bar chart/);
});

const described = ({ markdown }: Extraction): number => markdown.split('Description by a model: Bar chart').length - 1;

test('slides have the descriptions of their pictures, with the number of the slide', async () => {
  const png = await paint('#aa3377');
  const markdown = '# Sales\n\n## North\n\nThe north leads.\n\n![](img:1)\n\n## South\n\nThe south follows.\n';
  const sources = [{ data: png.toString('base64'), filename: 'sales.png' }];
  const document = await makeDocument(service.octavo, { content: { markdown }, format: 'pptx', sources });
  const file = await download((document.outputs ?? []).find(({ kind }) => kind === 'pptx')?.url ?? '');
  const got = await read(file, 'sales.pptx', 'describe=true&pictures=true');
  assert.equal(described(got), 1);
  const slide = got.markdown.slice(0, got.markdown.indexOf('Description by')).match(/<!-- Slide (\d+) -->/g)?.length;
  assert.deepEqual(
    got.descriptions?.map(({ page, name }) => [page, name]),
    [[slide, got.pictures?.[0]?.name]],
  );
});

test('a picture on a sheet is described below its cells', async () => {
  const got = await read(pictured(await paint('#33aa77')), 'a.xlsx');
  assert.match(got.markdown, /## Data\n\n[^]*7[^]*!\[Description by a model: Bar chart/);
  assert.deepEqual(
    got.descriptions?.map(({ page, name }) => [page, name]),
    [[1, 'image1.png']],
  );
});

test('a picture of a book is described where it stands, once for the book', async () => {
  const item = (id: string): string => `<item id="${id}" href="t/${id}.xhtml"/>`;
  const page = (text: string): string => `<html><body><p>${text}</p><img src="../p/a%20b.png"/></body></html>`;
  const got = await read(
    writeZip([
      { name: 'mimetype', data: 'application/epub+zip' },
      {
        name: 'META-INF/container.xml',
        data: '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="O/c.opf"/></rootfiles></container>',
      },
      {
        name: 'O/c.opf',
        data: `<package xmlns="http://www.idpf.org/2007/opf"><manifest>${item('one')}${item('two')}</manifest><spine><itemref idref="one"/><itemref idref="two"/></spine></package>`,
      },
      { name: 'O/t/one.xhtml', data: page('First page.') },
      { name: 'O/t/two.xhtml', data: page('Second page.') },
      { name: 'O/p/a b.png', data: await paint('#7733aa') },
    ]),
    'a.epub',
  );
  assert.match(got.markdown, /First page\.\n\n!\[Description by a model: Bar chart[^\n]*\n\nSecond page\./);
  assert.equal(described(got), 1);
});

test('pictures of older formats are described in what they are converted to', async () => {
  const png = await paint('#aa7733');
  const rtf = `{\\rtf1\\ansi Before.\\par {\\pict\\pngblip\\picw200\\pich120\\picwgoal3000\\pichgoal1800 ${png.toString('hex')}}\\par After.\\par}`;
  const got = await read(Buffer.from(rtf), 'a.rtf', 'describe=true&pictures=true');
  assert.match(got.markdown, /Before\.[^]*!\[[^\]]*Description by a model: Bar chart[^]*After\./);
  assert.equal(got.pictures?.length, 1);
});

test('what a model says is one bounded line of text, whatever it holds', async () => {
  const hostile = `A sign.\n\n# Heading](https://evil.example/?q=secret) ![x](https://evil.example/a.png) <script>alert(1)</script> ${'word '.repeat(1_000)}`;
  service.model.add({ match: isDescribing, times: 1, answer: { object: { decorative: false, description: hostile } } });
  const got = await read(Buffer.from(`<h1>Title</h1><img src="${dataOf(await paint('#114477'))}">`), 'a.html');
  assert.equal(got.markdown.match(/^#/gm)?.length, 1);
  assert.doesNotMatch(got.markdown, /https:|[^\\]<script|[^\\]\]\(evil/);
  assert.ok(got.markdown.length < 2_000);
});

test('a model that fails costs the descriptions and not the text; decoration has none', async () => {
  service.model.add(
    { match: isDescribing, times: 1, answer: { object: { decorative: true, description: '' } } },
    { match: isDescribing, times: 1, answer: { status: 401 } },
  );
  const first = await read(Buffer.from(`<p>Text</p><img src="${dataOf(await paint('#774411'))}">`), 'a.html');
  assert.deepEqual([first.markdown, first.notes.map(({ code }) => code)], ['Text\n', ['pictures_described']]);
  const second = await read(Buffer.from(`<p>Text</p><img alt="Own" src="${dataOf(await paint('#441177'))}">`), 'a.html');
  assert.match(second.markdown, /^Text\n\n!\[Own\]/);
  assert.match(second.notes.find(({ code }) => code === 'picture_undescribed')?.message ?? '', /could not be reached, or refused/);
  assert.deepEqual(second.descriptions, []);
});

test('without a model a description is refused, and the parameter named', async () => {
  const octavo = await startOctavo();
  try {
    const body = new FormData();
    body.set('file', new Blob(['text']), 'a.txt');
    const problem = await expectProblem(await octavo.call('/extract?describe=true', { method: 'POST', body }), 501, 'feature_unavailable');
    assert.deepEqual(
      problem.errors?.map(({ path }) => path),
      ['?describe'],
    );
  } finally {
    await stopOctavo(octavo);
  }
});
