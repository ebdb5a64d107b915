/** Prompts that ask for the look of a supplied file, with a model that answers by script. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Report } from '../../src/contract/report.ts';
import { openOfficePackage, readPart } from '../../src/ooxml/office-package.ts';
import { call, done, scriptAgent } from '../support/scripted-agent.ts';
import { classified, isPlanning, SCRIPTED_DOCUMENTS } from '../support/scripted-documents.ts';
import type { ScriptedModel } from '../support/scripted-model.ts';
import { download, expectJson, waitForEnd, type DocumentJson, type Running } from '../support/service.ts';
import { startWithModel, stopWithModel } from '../support/service-with-model.ts';
import { templateDeck } from '../support/template-deck.ts';
import { templateWord } from '../support/template-word.ts';

let model: ScriptedModel;
let octavo: Running;
before(async () => {
  ({ model, octavo } = await startWithModel(SCRIPTED_DOCUMENTS, { OCTAVO_MODEL_SMALL: 'openai-compatible:small' }));
});
after(() => stopWithModel({ model, octavo }));

const deck = { data: Buffer.from(templateDeck()).toString('base64'), filename: 'house.potx' };
const word = { data: Buffer.from(templateWord()).toString('base64'), filename: 'informe.docx' };

async function make(body: Record<string, unknown>): Promise<{ document: DocumentJson; report: Report }> {
  const { id } = await expectJson<DocumentJson>(await octavo.post({ background: true, ...body }), 202);
  const document = await waitForEnd(octavo, id, 90_000);
  assert.equal(document.error, null, JSON.stringify(document.error));
  return { document, report: await expectJson<Report>(await octavo.call(`/documents/${id}/report`)) };
}
const partOf = async ({ outputs }: DocumentJson, name: string): Promise<string> =>
  Buffer.from(readPart(openOfficePackage(await download(outputs?.[0]?.url ?? '')), name)).toString('utf8');

const SLIDES =
  '---\ntitle: Green valves\n---\n\n::slide{layout=title}\n# Green valves hold\n\n::slide\n## Two depots lose none\n\n- Bilbao\n- Vigo\n';
const TEXT =
  '# Green valves\n\nTwo depots lose none of their goods since the valves were changed.\n\n## Where they are\n\n- Bilbao\n- Vigo\n';

test('"use our template" makes a presentation in it, and the agent is told its layouts', async () => {
  let told = '';
  model.add(
    ...scriptAgent(/green valves/i, SLIDES, [
      ({ conversation, system }) => {
        told = `${system}\n${conversation}`;
        return [call('look', { pages: [], zoom: 'sheet' })];
      },
      [done],
    ]),
  );
  const { document, report } = await make({ prompt: 'A deck on green valves, use our template', format: 'pptx', sources: [deck] });
  assert.equal(document.format, 'pptx');
  assert.ok(['standard', 'best'].includes(document.quality?.level ?? ''));
  assert.match(told, /"Two places" holds/);
  assert.deepEqual([report.design.source, /master and 5 layouts/.test(report.design.copied.join())], ['data:1', true]);
  assert.match(await partOf(document, 'ppt/slideLayouts/slideLayout1.xml'), /Opening/);
  assert.deepEqual(
    report.sources.map(({ ref, used }) => [ref, used]),
    [['doc:1', true]],
  );
});

test('"como el informe adjunto" makes a Word file in its package, at the best level', async () => {
  // words like these may mean the matter too: what the model reads in them decides
  model.add(
    {
      match: (request) => request.structured && /válvulas rojas/i.test(request.prompt) && !isPlanning(request),
      answer: { object: classified({ format: 'docx', type: 'report', copies_look: 'other' }) },
    },
    ...scriptAgent(/válvulas rojas/i, TEXT, [[done]]),
  );
  const { document, report } = await make({
    prompt: 'Un informe sobre válvulas rojas, como el informe adjunto',
    format: 'docx',
    sources: [word],
  });
  assert.deepEqual([document.format, document.quality?.level], ['docx', 'best']);
  assert.equal(report.design.source, 'data:1');
  assert.match(await partOf(document, 'word/header1.xml'), /House of Norte/);
  assert.match(await partOf(document, 'word/document.xml'), /<w:pStyle w:val="CorpHead"\/>/);
});

test('at fast the prompt is written, nothing is copied, and the report says so', async () => {
  const { document, report } = await make({
    prompt: 'A deck on blue pipes, use our template',
    format: 'pptx',
    quality: 'fast',
    sources: [deck],
  });
  assert.equal(document.quality?.level, 'fast');
  assert.deepEqual([report.design.source, report.design.copied], [null, []]);
  assert.match(report.design.not_copied[0]?.reason ?? '', /fast level nothing is copied/);
});

test('a dry run names the file that is taken as the template', async () => {
  const ask = async (body: object): Promise<string | undefined> => {
    const answer = await octavo.call('/documents?dry_run=true', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return (await expectJson<{ template?: string }>(answer)).template;
  };
  assert.equal(await ask({ prompt: 'A deck on pipes, use our template', format: 'pptx', sources: [word, deck] }), 'doc:2');
  assert.equal(await ask({ content: { markdown: '# A' }, style: 'template: source 1', sources: [word] }), 'doc:1');
  assert.equal(await ask({ prompt: 'A deck on pipes, use our template', format: 'pptx', sources: [deck], quality: 'fast' }), undefined);
  assert.equal(await ask({ prompt: 'A deck on pipes', format: 'pptx', sources: [deck] }), undefined);
});
