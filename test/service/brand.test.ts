/** The brand of a project in the documents that are made there, unless they say otherwise. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { strFromU8, unzipSync } from 'fflate';
import sharp from 'sharp';
import { download, expectJson, expectProblem, startOctavo, stopOctavo, type DocumentJson, type Running } from '../support/service.ts';
import { validateOffice } from '../support/validate-office.ts';
import { joinBy, type Visitor } from '../support/visitor.ts';

let octavo: Running;
let owner: Visitor;
before(async () => {
  octavo = await startOctavo();
  owner = await joinBy(octavo.root, /within an hour: (\S+)/.exec(octavo.output())?.[1] ?? '', 'ada@example.com');
});
after(() => stopOctavo(octavo));

const MARKDOWN =
  '# Quarterly report\n\nThe team met the plan in every region this quarter.\n\n## Sales\n\n| Region | Sales |\n|---|---|\n| North | 12 |\n';
const change = (body: unknown): Promise<Response> => owner.ask('PATCH', '/dashboard/project', body);
const make = async (body: Record<string, unknown>): Promise<DocumentJson> =>
  expectJson<DocumentJson>(await owner.ask('POST', '/documents', { content: { markdown: MARKDOWN }, format: 'docx', ...body }));

interface ReportJson {
  design: { source: string | null; copied: string[]; not_copied: { what: string; reason: string }[] };
}
const designOf = async ({ id }: DocumentJson): Promise<ReportJson['design']> =>
  (await expectJson<ReportJson>(await owner.get(`/documents/${id}/report`))).design;

async function partOf(document: DocumentJson, kind: string, part: string): Promise<string> {
  const url = document.outputs?.find((output) => output.kind === kind)?.url ?? '';
  return strFromU8(unzipSync(await download(url))[part] ?? new Uint8Array());
}

test('colours, faces, paper and language of the project are those of its documents', async () => {
  const plain = await make({});
  assert.equal((await designOf(plain)).source, null);
  const brand = { palette: { accent: '#0B7A75', deep: '#123456' }, faces: { display: 'Gelasio', text: 'Gelasio' } };
  const project = await expectJson<{ brand: { palette: { deep: string } } }>(await change({ brand, paper: 'letter', language: 'en-US' }));
  assert.equal(project.brand.palette.deep, '123456');
  const branded = await make({});
  assert.equal(branded.style_applied?.font, 'Gelasio');
  assert.equal(branded.style_applied?.colors.headings, '123456');
  const { source, copied } = await designOf(branded);
  assert.equal(source, 'brand of the project default');
  assert.deepEqual(copied, ['the colours of the brand', 'the faces of the brand']);
  const body = await partOf(branded, 'docx', 'word/document.xml');
  assert.match(body, /<w:pgSz w:w="1224\d" w:h="1584\d"/);
  assert.match(await partOf(branded, 'docx', 'word/styles.xml'), /w:lang w:val="en-US"/);
  const deck = await make({ format: 'pptx', content: { markdown: `::slide{title="One"}\n\n- a\n- b\n` } });
  assert.match(await partOf(deck, 'pptx', 'ppt/theme/theme1.xml'), /0B7A75/i);
});

test('a request and its content win over the brand', async () => {
  const own = await make({ style: JSON.stringify({ colors: { headings: '990000' } }) });
  assert.equal(own.style_applied?.colors.headings, '990000');
  const front = await make({ content: { markdown: `---\nlang: es\ndesign:\n  palette:\n    deep: '#444400'\n---\n${MARKDOWN}` } });
  assert.equal(front.style_applied?.colors.headings, '444400');
  assert.match(await partOf(front, 'docx', 'word/styles.xml'), /w:lang w:val="es/);
});

test('a template of the project is that of its documents in that format; what is none is refused', async () => {
  const file = async (name: string, bytes: Uint8Array): Promise<string> => {
    const data = Buffer.from(bytes).toString('base64');
    return (await expectJson<{ id: string }>(await owner.ask('POST', '/files', { data, filename: name }), 201)).id;
  };
  const letter = await make({
    name: 'template',
    content: { markdown: '# Template\n' },
    style: JSON.stringify({ font: 'Arial', colors: { headings: 'AA00AA' } }),
  });
  const url = letter.outputs?.find(({ kind }) => kind === 'docx')?.url ?? '';
  const template = await file('template.docx', await download(url));
  const text = await file('a.txt', Buffer.from('text'));
  const wrong = await expectProblem(
    await change({ brand: { templates: { docx: text, pptx: template, xlsx: `file_${'0'.repeat(26)}` } } }),
    422,
    'input_invalid',
  );
  assert.deepEqual(
    wrong.errors.map(({ path }) => path),
    ['/brand/templates/docx', '/brand/templates/pptx', '/brand/templates/xlsx'],
  );
  await expectJson(await change({ brand: { templates: { docx: template } }, paper: null, language: null }));
  const made = await make({});
  const design = await designOf(made);
  assert.equal(design.source, 'brand of the project default');
  assert.ok(design.copied.length > 0, JSON.stringify(design));
  assert.match(await partOf(made, 'docx', 'word/styles.xml'), /AA00AA/i);

  await expectJson(await owner.ask('DELETE', `/files/${template}`));
  const without = await designOf(await make({}));
  assert.match(without.not_copied[0]?.what ?? '', /template of the brand/);
  await expectJson(await change({ brand: null }));
  assert.equal((await designOf(await make({}))).source, null);
});

test('the logo of the project heads documents that are made in no template; what is no picture is refused', async () => {
  const upload = async (name: string, bytes: Uint8Array): Promise<string> =>
    (
      await expectJson<{ id: string }>(
        await owner.ask('POST', '/files', { data: Buffer.from(bytes).toString('base64'), filename: name }),
        201,
      )
    ).id;
  const mark = '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="90"><rect width="300" height="90" fill="#0B7A75"/></svg>';
  const logo = await upload('logo.png', await sharp(Buffer.from(mark)).png().toBuffer());
  const wrong = await expectProblem(await change({ brand: { logo: await upload('a.txt', Buffer.from('text')) } }), 422, 'input_invalid');
  assert.deepEqual(
    wrong.errors.map(({ path }) => path),
    ['/brand/logo'],
  );
  await expectJson(await change({ brand: { logo } }));
  const memo = await make({});
  assert.ok((await designOf(memo)).copied.includes('the logo of the brand'));
  const url = memo.outputs?.find(({ kind }) => kind === 'docx')?.url ?? '';
  const file = await download(url);
  const parts = unzipSync(file);
  const heads = Object.entries(parts).filter(([name]) => /^word\/header\d+\.xml$/.test(name));
  assert.equal(heads.filter(([, data]) => strFromU8(data).includes('<pic:pic')).length, 1, 'the first page alone');
  assert.equal(Object.keys(parts).filter((name) => name.startsWith('word/media/')).length, 1);
  assert.deepEqual(
    (await validateOffice(file, 'docx')).map(({ description }) => description),
    [],
  );
  const deck = await make({ format: 'pptx', content: { markdown: '# Opening hours\n\n## Why\n\n- One\n- Two\n' } });
  assert.match(await partOf(deck, 'pptx', 'ppt/slides/slide1.xml'), /<p:pic>/);
  const white = mark.replace('#0B7A75', '#FFFFFF').replace('width="300" height="90" fill', 'width="200" height="60" fill');
  await expectJson(await change({ brand: { logo: await upload('white.png', await sharp(Buffer.from(white)).png().toBuffer()) } }));
  assert.match((await designOf(await make({}))).not_copied[0]?.reason ?? '', /drawn in white/);
  const sheet = await designOf(await make({ format: 'xlsx' }));
  assert.deepEqual(
    sheet.not_copied.map(({ what }) => what),
    ['the logo of the brand'],
  );
  await expectJson(await change({ brand: null }));
});
