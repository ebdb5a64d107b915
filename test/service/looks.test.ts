/** Copying the look of a supplied file, over HTTP and without a model. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { z } from 'zod';
import type { reportSchema } from '../../src/contract/report.ts';
import { download, makeDocument, startOctavo, stopOctavo, type DocumentJson, type Running } from '../support/service.ts';
import { templateDeck } from '../support/template-deck.ts';

let octavo: Running;
before(async () => {
  octavo = await startOctavo();
});
after(() => stopOctavo(octavo));

const deck = { data: Buffer.from(templateDeck()).toString('base64'), filename: 'house.potx' };
const content = { markdown: '---\ntitle: Cold chain\n---\n\n::slide{title="Three depots"}\n- Bilbao\n- Vigo\n' };

const reportOf = async ({ id }: DocumentJson): Promise<z.infer<typeof reportSchema>> =>
  (await octavo.call(`/documents/${id}/report`)).json() as Promise<z.infer<typeof reportSchema>>;

test('content in the template of a source: in words and as an object, without a model', async () => {
  for (const style of ['template: source 1', '{"template": 1, "page_numbers": false}']) {
    const made = await makeDocument(octavo, { content, style, sources: [deck] });
    assert.deepEqual([made.format, made.status, made.quality?.level], ['pptx', 'ready', 'fast'], JSON.stringify(made.validation_summary));
    assert.match(made.quality?.reason ?? '', /a template to follow.*without a model/);
    assert.deepEqual(made.style_applied?.font, 'Arial');
    const { design } = await reportOf(made);
    assert.equal(design.source, 'data:1');
    assert.match(design.copied.join(), /master and 5 layouts/);
    const bytes = await download(made.outputs?.[0]?.url ?? '');
    assert.ok(Buffer.from(bytes).includes('ppt/slideLayouts/slideLayout5.xml'));
  }
});

test('an uploaded file and a document made before are templates too', async () => {
  const form = new FormData();
  form.append('file', new Blob([templateDeck()]), 'house.pptx');
  const upload = (await (await octavo.call('/files', { method: 'POST', body: form })).json()) as { id: string };
  const first = await makeDocument(octavo, { content, style: 'like source 1', sources: [upload.id] });
  assert.equal((await reportOf(first)).design.source, upload.id);
  const second = await makeDocument(octavo, { content, style: 'como la fuente 1', sources: [first.id] });
  assert.equal((await reportOf(second)).design.source, first.id);
  assert.equal(second.format, 'pptx');
});

test('at fast nothing is copied, and the report says so', async () => {
  for (const level of [{ quality: 'fast' }, { max_quality: 'fast' }]) {
    const made = await makeDocument(octavo, { content, style: 'template: source 1', sources: [deck], ...level });
    const { design } = await reportOf(made);
    assert.deepEqual([design.source, design.copied], [null, []]);
    assert.match(design.not_copied[0]?.reason ?? '', /fast level nothing is copied/);
  }
});

test('a source that does not exist, or a document beside the template, is refused at its field', async () => {
  const paths = async (body: object): Promise<string[]> => {
    const answer = await octavo.post(body);
    assert.equal(answer.status, 422);
    return ((await answer.json()) as { errors: { path: string }[] }).errors.map(({ path }) => path);
  };
  assert.deepEqual(await paths({ content, style: 'template: source 2', sources: [deck] }), ['/style']);
  assert.deepEqual(await paths({ content, style: 'template: source 1' }), ['/style']);
  assert.deepEqual(await paths({ content, style: 'template: source 1', sources: [deck, deck] }), ['/sources/1']);
  assert.deepEqual(await paths({ content, sources: [deck] }), ['/sources/0']);
});

test('a PDF, a Word file and a presentation give their look to other formats', async () => {
  const pdf = await makeDocument(octavo, { content: { markdown: '# Report\n\nText of the report.\n' }, format: 'pdf' });
  const made = await makeDocument(octavo, { content, format: 'docx', style: 'template: source 1', sources: [pdf.id] });
  const { design } = await reportOf(made);
  assert.equal(design.source, pdf.id);
  assert.match(design.copied.join(), /colours of its pages.*faces/);
  const book = await makeDocument(octavo, {
    content: { markdown: '# Sheet: Costs\n\n| A | B |\n|---|---|\n| x | 1 |\n' },
    format: 'xlsx',
    style: 'template: source 1',
    sources: [deck],
  });
  assert.match((await reportOf(book)).design.not_copied[0]?.reason ?? '', /of slides; a xlsx file/);
});
