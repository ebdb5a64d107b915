/** Edits that an agent plans, looks at and corrects, by a model that answers by script. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Report } from '../../src/contract/report.ts';
import { openOfficePackage, readPart } from '../../src/ooxml/office-package.ts';
import { call, done } from '../support/scripted-agent.ts';
import { isAgent } from '../support/scripted-documents.ts';
import { type Fixture, type ScriptedModel, type ScriptedRequest } from '../support/scripted-model.ts';
import { download, expectJson, makeDocument, readAllEvents, type DocumentJson, type Running } from '../support/service.ts';
import { startWithModel, stopWithModel } from '../support/service-with-model.ts';

let model: ScriptedModel;
let octavo: Running;
before(async () => {
  ({ model, octavo } = await startWithModel(
    [{ match: /./, answer: { object: { operations: [], unsupported: ['Nothing was scripted.'] } } }],
    { OCTAVO_PRICES: '{"fast":2,"standard":10,"best":30,"currency":"EUR"}' },
  ));
});
after(() => stopWithModel({ model, octavo }));

const reportOf = async ({ id }: DocumentJson): Promise<Report> => expectJson<Report>(await octavo.call(`/documents/${id}/report`));
const edit = async (file: string, prompt: string): Promise<DocumentJson> =>
  expectJson<DocumentJson>(await octavo.post({ operation: 'edit', file, prompt, quality: 'standard' }));
const partOf = async (document: DocumentJson, part: string): Promise<string> =>
  Buffer.from(readPart(openOfficePackage(await download(document.outputs?.[0]?.url ?? '')), part)).toString('utf8');

/** A plan, then the turns of the agent. */
const script = (
  words: RegExp,
  operations: unknown[] | ((conversation: string) => unknown[]),
  turns: ((request: ScriptedRequest) => { name: string; input: unknown }[])[],
): Fixture[] => {
  let turn = 0;
  return [
    {
      match: (request) => isAgent(request) && words.test(request.conversation),
      answer: (request) => ({ calls: turns[turn++]?.(request) ?? [done] }),
    },
    {
      match: (request) => !isAgent(request) && words.test(request.conversation),
      answer: ({ conversation }) => ({ object: { operations: typeof operations === 'function' ? operations(conversation) : operations } }),
    },
  ];
};

test('an edit is seen before and after, what it broke is corrected, and the plan is proved as a whole', async () => {
  const parent = await makeDocument(octavo, {
    format: 'docx',
    content: { markdown: '# Terms\n\nPay within ten days.\n\nThe ten days begin on Monday.\n' },
  });
  model.add(
    ...script(
      /twenty days for all/,
      [{ op: 'replace_text', find: 'within ten', replace: 'within twenty', change: 1 }],
      [
        ({ conversation, pictures, tools }) => {
          assert.deepEqual(tools, ['read', 'apply_edits', 'look', 'note_to_user', 'done']);
          assert.match(conversation, /1\. replace_text[^\n]*"[^"]*within ten/);
          assert.match(conversation, /Picture 1: before, page 1\.\\?n?[^]*Picture 2: after, page 1/);
          assert.equal(pictures, 2);
          return [
            call('apply_edits', { operations: [{ op: 'replace_text', find: 'nowhere to be found', replace: 'x' }] }),
            call('apply_edits', { operations: [{ op: 'replace_text', find: 'The ten days', replace: 'The twenty days', change: 1 }] }),
            call('look', { pages: [], zoom: 'page' }),
          ];
        },
        ({ conversation, pictures }) => {
          assert.match(conversation, /None of them could be done:\\?n?[^]*rejected as/);
          assert.match(conversation, /2\. replace_text/);
          assert.equal(pictures, 4);
          return [call('note_to_user', { text: 'The price list still says ten days.' }), done];
        },
      ],
    ),
  );
  const document = await edit(parent.id, 'Make it twenty days for all');
  assert.deepEqual([document.error, document.route?.path, document.quality?.level], [null, 'agent', 'standard']);
  const text = await partOf(document, 'word/document.xml');
  assert.match(text, /twenty days\.[^]*The twenty days begin/);
  const report = await reportOf(document);
  assert.deepEqual(
    report.edits.map(({ op, status }) => `${op} ${status}`),
    ['replace_text applied', 'replace_text applied'],
  );
  assert.deepEqual(report.integrity?.parts_changed, ['word/document.xml']);
  assert.deepEqual([report.agent?.ended, report.agent?.looks, report.cost.amount], ['done', 2, 10]);
  assert.ok(report.notes?.some(({ message }) => message === 'The price list still says ten days.'));
  assert.deepEqual(
    report.repairs.map(({ fix, outcome }) => `${fix} ${outcome}`),
    ['apply_edits applied'],
  );
  const types = (await readAllEvents(octavo, document.id)).map(({ type }) => type);
  assert.equal(types.filter((type) => type === 'edit.planned').length, 1);
  assert.equal(types.filter((type) => type === 'edit.operation_applied').length, 2);
  assert.ok(types.filter((type) => type === 'render.completed').length >= 2);
});

test('in a workbook it reads what formulas come to, and an edit that leaves an error cell is undone', async () => {
  const markdown =
    '# Sheet: Costs\n\n:::table{types="text,int,eur2,eur2"}\n| Item | Units | Price | Net |\n|---|--:|--:|--:|\n| Paper | 10 | 12.50 | =[Units]*[Price] |\n| Ink | 2 | 48.00 | =[Units]*[Price] |\n:::\n';
  const parent = await makeDocument(octavo, { format: 'xlsx', content: { markdown } });
  model.add(
    ...script(
      /more paper in the costs/,
      (conversation) => [{ op: 'set_cells', target: /(Costs!C\d+): 10\b/.exec(conversation)?.[1] ?? '', values: [[20]], change: 1 }],
      [
        ({ tools }) => {
          assert.ok(tools.includes('read_cells'));
          return [call('read_cells', { ranges: ['Costs!B3:E9'] })];
        },
        ({ conversation }) => {
          assert.match(conversation, /250/, 'what the formula comes to now');
          return [
            call('apply_edits', {
              operations: [{ op: 'set_formula', target: /(Costs!E\d+): 250/.exec(conversation)?.[1] ?? '', formula: '=1/0' }],
            }),
            call('look', { pages: [], zoom: 'sheet' }),
          ];
        },
        ({ conversation }) => {
          assert.match(conversation, /Undone, all changes since the last look/);
          return [done];
        },
      ],
    ),
  );
  const document = await edit(parent.id, 'We need more paper in the costs: 20');
  assert.equal(document.error, null);
  const report = await reportOf(document);
  assert.deepEqual(
    report.edits.map(({ op, status }) => `${op} ${status}`),
    ['set_cells applied'],
  );
  assert.deepEqual(
    report.repairs.map(({ fix, outcome }) => `${fix} ${outcome}`),
    ['apply_edits rejected'],
  );
  assert.ok(!report.validation.findings.some(({ code }) => code === 'formula_error'));
});
