/** The brand of a project in the documents that are made there, unless they say otherwise. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { strFromU8, unzipSync } from 'fflate';
import sharp from 'sharp';
import { makeCertificate, startReceiver, type Certificate, type Receiver } from '../support/receiver.ts';
import {
  download,
  expectJson,
  expectProblem,
  runOctavo,
  startOctavo,
  stopOctavo,
  type DocumentJson,
  type Running,
} from '../support/service.ts';
import { validateOffice } from '../support/validate-office.ts';
import { joinBy, openVisitor, PASSWORD, signIn, tokenOf, type Visitor } from '../support/visitor.ts';

let octavo: Running;
let owner: Visitor;
let receiver: Receiver;
let certificate: Certificate;
before(async () => {
  certificate = makeCertificate();
  receiver = await startReceiver(certificate);
  octavo = await startOctavo({
    environment: {
      OCTAVO_PRICES: '{"fast":2,"standard":10,"best":30,"currency":"EUR"}',
      OCTAVO_FETCH_ALLOW: receiver.allow,
      NODE_EXTRA_CA_CERTS: certificate.path,
    },
  });
  owner = await joinBy(octavo.root, /within an hour: (\S+)/.exec(octavo.output())?.[1] ?? '', 'ada@example.com');
});
after(async () => {
  await stopOctavo(octavo);
  await receiver?.close();
  certificate?.remove();
});

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

interface List {
  data: { id: string }[];
}
const idsOf = async (path: string): Promise<string[]> => (await expectJson<List>(await owner.get(path))).data.map(({ id }) => id);

test('a sample of a brand is in no list, no sum of usage and no webhook, and costs nothing', async () => {
  const url = `${receiver.origin}/brand`;
  const endpoint = await expectJson<{ id: string }>(
    await owner.ask('POST', '/webhook-endpoints', { url, events: ['document.created', 'document.ready'] }),
    201,
  );
  const measure = async () => ({
    documents: await idsOf('/documents?limit=100'),
    usage: await expectJson<{ total: object }>(await owner.get('/usage')).then(({ total }) => total),
    balance: await expectJson<{ charged: object }>(await owner.get('/balance')),
    deliveries: await idsOf(`/webhook-endpoints/${endpoint.id}/deliveries`),
  });
  const before = await measure();
  const sample = await expectJson<DocumentJson>(
    await owner.ask('POST', '/dashboard/project/preview', { brand: { palette: { accent: '#0B7A75' } } }),
    201,
  );
  assert.equal(sample.status, 'ready', JSON.stringify(sample.error));
  assert.ok(sample.outputs?.some(({ kind }) => kind === 'preview'));
  assert.deepEqual(await measure(), before);
  assert.equal((await owner.get(`/documents/${sample.id}`)).status, 200, 'whoever asked for it can still fetch it');

  const real = await make({ format: 'pdf' });
  const after = await measure();
  assert.deepEqual(after.documents, [real.id, ...before.documents]);
  assert.equal(after.deliveries.length, 2, 'what is no sample is told');
});

test('a brand belongs to one project: another one of the organisation has its own, and another organisation reaches nothing of it', async () => {
  const mine = (await expectJson<{ project: string }>(await owner.get('/dashboard/session'))).project;
  const command = async (...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await runOctavo(args, { dataDir: octavo.dataDir });
    assert.equal(code, 0, stderr);
    return stdout.trim();
  };
  const org = await command('orgs', 'create', 'Second Ltd');
  await command('projects', 'create', 'main', '--org', org);
  const stranger = openVisitor(octavo.root);
  const link = await command('users', 'create', 'stranger@example.com', '--org', org, '--role', 'owner');
  await expectJson(await stranger.ask('POST', '/dashboard/auth/reset-password', { token: tokenOf(link), newPassword: PASSWORD }));
  await expectJson(await signIn(stranger, 'stranger@example.com'));

  const data = Buffer.from(
    await sharp({ create: { width: 80, height: 40, channels: 3, background: '#0B7A75' } })
      .png()
      .toBuffer(),
  );
  const { id: logo } = await expectJson<{ id: string }>(
    await owner.ask('POST', '/files', { data: data.toString('base64'), filename: 'logo.png' }),
    201,
  );
  const brand = { palette: { deep: '#654321' }, logo };
  await expectJson(await change({ brand }));
  const there = { 'octavo-project': mine };
  await expectProblem(await stranger.get('/dashboard/project', there), 404, 'not_found');
  await expectProblem(await stranger.ask('PATCH', '/dashboard/project', { brand: null }, there), 404, 'not_found');
  await expectProblem(await stranger.ask('POST', '/dashboard/project/preview', { brand }, there), 404, 'not_found');
  for (const [method, path] of [
    ['PATCH', '/dashboard/project'],
    ['POST', '/dashboard/project/preview'],
  ] as const) {
    const refused = await expectProblem(await stranger.ask(method, path, { brand }), 422, 'input_invalid');
    assert.deepEqual(
      refused.errors.map((error) => error.path),
      ['/brand/logo'],
      'a file of another project is none',
    );
  }

  const { id: second } = await expectJson<{ id: string }>(await owner.ask('POST', '/dashboard/projects', { name: 'second' }), 201);
  const beside = { 'octavo-project': second };
  assert.equal((await expectJson<{ brand: unknown }>(await owner.get('/dashboard/project', beside))).brand, null);
  await expectProblem(await owner.ask('PATCH', '/dashboard/project', { brand }, beside), 422, 'input_invalid');
  const plain = await expectJson<DocumentJson>(
    await owner.ask('POST', '/documents', { content: { markdown: MARKDOWN }, format: 'docx' }, beside),
  );
  assert.notEqual(plain.style_applied?.colors.headings, '654321');
  const branded = await make({});
  assert.equal(branded.style_applied?.colors.headings, '654321', 'and what others tried has changed nothing');
});
