/** What a request requires, followed up to the end: understood, written, checked, written once more, reported and billed. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openOfficePackage, readPart } from '../../src/ooxml/office-package.ts';
import { classified, SCRIPTED_DOCUMENTS } from '../support/scripted-documents.ts';
import { type ScriptedModel, type ScriptedRequest } from '../support/scripted-model.ts';
import { download, expectJson, makeDocument, readAllEvents, type DocumentJson, type Running } from '../support/service.ts';
import { startWithModel, stopWithModel } from '../support/service-with-model.ts';
import { guessRequirement } from '../support/guess-requirement.ts';

let model: ScriptedModel;
let octavo: Running;
before(async () => {
  ({ model, octavo } = await startWithModel(SCRIPTED_DOCUMENTS, {
    OCTAVO_MODEL_API_KEY: 'scripted',
    OCTAVO_MODEL_SILENCE: '5',
    OCTAVO_PRICES: '{"fast":2,"standard":10,"best":30,"currency":"EUR"}',
  }));
});
after(() => stopWithModel({ model, octavo }));

interface Report {
  requirements: { text: string; status: string; evidence: string }[];
  notes: { code: string; message: string }[];
  validation: { findings: { code: string; severity: string; message: string }[] };
  edits: { op: string; status: string; reason?: string }[];
  route: { path: string; reason: string };
  quality: { requested: string; level: string; reason: string };
  style: { unsupported: string[] };
  cost: { amount: number; currency: string };
  summary: string;
}
const reportOf = async ({ id }: DocumentJson): Promise<Report> => expectJson<Report>(await octavo.call(`/documents/${id}/report`));
const textOf = async (document: DocumentJson): Promise<string> =>
  Buffer.from(readPart(openOfficePackage(await download(document.outputs?.[0]?.url ?? '')), 'word/document.xml')).toString('utf8');
const codesOf = ({ validation }: Report): string[] => validation.findings.map(({ code }) => code);

const isSorting = ({ system }: ScriptedRequest): boolean => system.startsWith('You sort requests');
const isChecking = ({ system }: ScriptedRequest): boolean => system.startsWith('You check whether');
const isRevising = ({ prompt }: ScriptedRequest): boolean => prompt.startsWith('Your document is finished');
const isWriting = ({ system, prompt }: ScriptedRequest): boolean =>
  /^Kind of document: /m.test(system) && !prompt.startsWith('Your document is finished');
const about =
  (topic: RegExp, is: (request: ScriptedRequest) => boolean) =>
  (request: ScriptedRequest): boolean =>
    is(request) && topic.test(`${request.system}\n${request.conversation}`);

test('what the finished document misses is written once more, and then it is met', async () => {
  const topic = /moths/;
  model.add(
    {
      match: about(topic, isSorting),
      answer: {
        object: classified({
          requirements: [
            guessRequirement({ kind: 'part', words: 'a section on hazards', names: ['hazards'] }),
            guessRequirement({ kind: 'tone', words: 'formal' }),
          ],
        }),
      },
    },
    { match: about(topic, isWriting), answer: { text: '# Moths\n\nMoths fly at night.\n\n## Habits\n\nThey like lamps.\n' } },
    {
      match: about(/hazards|formal/, isChecking),
      answer: ({ conversation }) => ({
        object: {
          results: /Hazards of moths/.test(conversation)
            ? []
            : /"a section on hazards"/.test(conversation)
              ? [
                  { number: 1, status: 'not_met', evidence: 'No section deals with hazards.' },
                  { number: 2, status: 'met', evidence: 'No sentence falls out of it.' },
                ]
              : [{ number: 1, status: 'met', evidence: 'No sentence falls out of it.' }],
        },
      }),
    },
    {
      match: about(topic, isRevising),
      answer: { text: '@@ after 2\n## Hazards of moths\n\nThey eat wool.\n\n:::to-user\n- No source on hazards was given.\n:::\n' },
    },
  );
  const document = await makeDocument(octavo, { prompt: 'A formal report in Word on moths with a section on hazards' });
  const report = await reportOf(document);
  assert.deepEqual(
    report.requirements.map(({ text, status }) => `${text}: ${status}`),
    ['a section on hazards: met', 'formal: not_checked'],
  );
  assert.deepEqual([report.notes.map(({ code, message }) => `${code}: ${message}`)], [['note_to_user: No source on hazards was given.']]);
  assert.ok(!codesOf(report).includes('requirement_missed'));
  const text = await textOf(document);
  assert.ok(text.includes('Hazards of moths') && text.includes('They like lamps') && !text.includes('No source on hazards'));
  const revising = model.requests.find(isRevising);
  assert.match(
    revising?.prompt ?? '',
    /Not kept:\n1\. "a section on hazards": No section deals with hazards\.\n\nParts:\n1: # Moths\n2: ## Habits/,
  );
  const events = await readAllEvents(octavo, document.id);
  const types = events.map(({ type }) => type);
  assert.deepEqual(
    events.filter(({ type }) => type === 'requirement.checked').map(({ data }) => data),
    [
      { status: 'met', index: 0 },
      { status: 'not_checked', index: 1 },
    ],
  );
  assert.equal(types.filter((type) => type === 'note').length, 1);
  assert.ok(types.indexOf('requirement.checked') < types.indexOf('output.available'));
  const told = events.filter(({ type }) => type === 'content.block_completed').map(({ data }) => JSON.stringify(data));
  assert.ok(told.some((block) => block.includes('Hazards of moths')));
});

test('a limit of pages is measured, and a second round that helps nothing leaves the first and a warning', async () => {
  const topic = /beetles/;
  const paragraph = `${'Beetles have hard wings and many habits that can be determined at length. '.repeat(12)}\n\n`;
  model.add(
    {
      match: about(topic, isSorting),
      answer: {
        object: classified({ requirements: [guessRequirement({ kind: 'length', words: 'one page at most', unit: 'pages', max: 1 })] }),
      },
    },
    { match: about(topic, isWriting), answer: { text: `# Beetles\n\n${paragraph.repeat(20)}` } },
    { match: about(topic, isRevising), times: 1, answer: { text: 'I would rather not.' } },
    { match: about(topic, isRevising), answer: { text: '@@ 1\n# Beetles\n\nBeetles have hard wings.\n' } },
  );
  const body = { prompt: 'A report in Word on beetles, one page at most' };
  const long = await makeDocument(octavo, body);
  const missed = await reportOf(long);
  assert.equal(long.status, 'ready_with_warnings');
  assert.equal(missed.requirements[0]?.status, 'not_met');
  assert.match(missed.requirements[0]?.evidence ?? '', /^It has \d pages; asked for: at most 1 page\.$/);
  assert.ok(codesOf(missed).includes('requirement_missed'));
  assert.ok(!codesOf(missed).includes('page_limit_missed'), 'one thing that is missed is one finding');
  const short = await makeDocument(octavo, body);
  assert.deepEqual([short.pages, (await reportOf(short)).requirements[0]?.status], [1, 'met']);
  const types = (await readAllEvents(octavo, short.id)).map(({ type }) => type);
  assert.ok(types.includes('content.block_removed'));
  const asked = model.requests.findLast(isWriting)?.prompt ?? '';
  assert.match(asked, /1\. "one page at most": at most 1 page; plan at most 340 words/);
});

test('a doubt of the writer is a note in the report and never in the document', async () => {
  model.add({
    match: about(/instalments/, isWriting),
    answer: {
      text: '# Plan\n\nThree instalments are due.\n\n:::to-user\n- The instalments add up to 9,500, not to 10,000.\n:::\n',
      pieceChars: 3,
    },
  });
  const document = await makeDocument(octavo, { prompt: 'A memo in Word on three instalments' });
  assert.deepEqual(
    (await reportOf(document)).notes.map(({ message }) => message),
    ['The instalments add up to 9,500, not to 10,000.'],
  );
  assert.ok(!/9,500|to-user/.test(await textOf(document)));
  const events = await readAllEvents(octavo, document.id);
  assert.ok(!JSON.stringify(events.filter(({ type }) => type.startsWith('content.'))).includes('9,500'));
});

test('a model that falls silent is continued from what it had written, and what it repeats appears once', async () => {
  const whole = '# Clocks\n\nClocks need winding every day.\n\n## Care\n\nWind them in the morning.\n';
  model.add(
    {
      match: (request) => request.prompt.startsWith('Your answer was cut off') && /clocks/i.test(request.conversation),
      answer: { text: 'Clocks need winding every day.\n\n## Care\n\nWind them in the morning.\n' },
    },
    { match: about(/clocks/i, isWriting), answer: { text: whole, pieceChars: 10, silentAfter: 40 } },
  );
  const document = await makeDocument(octavo, { prompt: 'A memo in Word on clocks' });
  const text = await textOf(document);
  assert.equal(text.split('Clocks need winding every day').length - 1, 1);
  assert.ok(text.includes('Wind them in the morning') && document.status !== 'failed');
});

test('the level that is asked for is made and charged, and a dry run says so beforehand', async () => {
  const body = { prompt: 'A memo in Word on tables', quality: 'best' };
  const dry = await expectJson<Pick<Report, 'route' | 'quality' | 'cost'>>(
    await octavo.call('/documents?dry_run=true', {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    }),
  );
  assert.deepEqual([dry.route.path, dry.quality.level, dry.cost], ['agent', 'best', { amount: 30, currency: 'EUR' }]);
  const report = await reportOf(await makeDocument(octavo, body));
  assert.deepEqual([report.route.path, report.quality.requested, report.quality.level, report.cost.amount], ['agent', 'best', 'best', 30]);
  assert.equal(report.quality.reason, 'Best was asked for.');
  const content = await reportOf(await makeDocument(octavo, { content: { markdown: '# A\n\nText' }, format: 'docx', quality: 'standard' }));
  assert.deepEqual([content.quality.level, content.cost.amount], ['standard', 10]);
});

test('a model that declines leaves format, type and route; a refused key is not worth another try', async () => {
  model.add({ match: about(/wickedness/, isWriting), answer: { text: '', end: 'refusal' } });
  const blocked = await makeDocument(octavo, { prompt: 'A memo in Word on wickedness' });
  assert.deepEqual(
    [blocked.error?.code, blocked.format, blocked.type, blocked.route?.path],
    ['generation_blocked', 'docx', 'memo', 'fast'],
  );
  assert.equal((await reportOf(blocked)).cost.amount, 0);
  model.add({ match: about(/locksmiths/, isWriting), answer: { status: 401 } });
  const refused = await makeDocument(octavo, { prompt: 'A memo in Word on locksmiths' });
  const failed = (await readAllEvents(octavo, refused.id)).at(-1);
  assert.equal(failed?.type, 'document.failed');
  assert.match(JSON.stringify(failed.data), /"retryable":false/);
});

const edit = async (file: string, prompt: string, more: object = {}): Promise<DocumentJson> =>
  expectJson<DocumentJson>(await octavo.post({ operation: 'edit', file, prompt, ...more }));
const isPlanning = ({ system }: ScriptedRequest): boolean => system.startsWith("You turn a person's request");
const isListing = ({ system }: ScriptedRequest): boolean => system.startsWith('You read requests to change');

test('the figures of a chart are shown and read, and each change of the request is checked', async () => {
  const parent = await makeDocument(octavo, {
    format: 'pptx',
    content: {
      markdown:
        '::slide{layout=chart}\n\n# Sales rise\n\n:::chart{type=column}\n| Year | Sales |\n|---|--:|\n| 2025 | 3000 |\n| 2026 | 4000 |\n:::\n\n::slide{layout=bullets}\n\n# Totals\n\n- Sales of 4000 in 2026\n',
    },
  });
  model.add(
    {
      match: about(/sales of 2026/, isListing),
      answer: {
        object: {
          requirements: [
            guessRequirement({ kind: 'change', words: 'set the sales of 2026 to 4500', names: ['4500'] }),
            guessRequirement({ kind: 'change', words: 'add an animation' }),
          ],
        },
      },
    },
    {
      match: (request) =>
        isPlanning(request) &&
        !/4500, "change"|Material 1[^]*Material 1/.test(request.conversation) &&
        !/2026 \| 4000[^]*2026 \| 4000/.test(request.conversation),
      answer: { object: { read: ['s1.chart1'] } },
    },
    {
      match: isPlanning,
      answer: {
        object: {
          operations: [
            {
              op: 'set_chart_data',
              target: 's1.chart1',
              categories: ['2025', '2026'],
              series: [{ name: 'Sales', values: [3000, 4500] }],
              change: 1,
            },
          ],
          unsupported: ['There are no animations.'],
          notes: ['Slide 2 still says 4000 for 2026.'],
        },
      },
    },
  );
  const document = await edit(parent.id, 'Set the sales of 2026 to 4500 and add an animation', { format: 'docx', quality: 'fast' });
  const shown = model.requests.findLast(isPlanning)?.conversation ?? '';
  assert.match(shown, /s1\.chart1 chart: [^\n]*\n\s+\| Sales\n\s+2025 \| 3000\n\s+2026 \| 4000/);
  const report = await reportOf(document);
  assert.equal(report.requirements[0]?.status, 'met');
  assert.ok(codesOf(report).includes('edit_unsupported'));
  assert.deepEqual(report.style.unsupported, [
    'An edit keeps the kind of its file: it stays a PowerPoint file.',
    'There are no animations.',
  ]);
  assert.deepEqual(document.style_unsupported, report.style.unsupported);
  assert.ok(report.notes.some(({ message }) => /Slide 2 still says 4000/.test(message)));
  assert.deepEqual([document.status, document.route?.path, document.quality?.level], ['ready_with_warnings', 'fast', 'fast']);
});

test('operations refused twice keep the code of their own, plan, outcomes and summary agree, and nothing is charged', async () => {
  const parent = await makeDocument(octavo, { format: 'docx', content: { markdown: '# Terms\n\nPay soon.\n' } });
  model.add(
    {
      match: about(/rejected as target_not_found/, isPlanning),
      answer: { object: { operations: [{ op: 'replace_text', find: 'sooner', replace: 'late', for: 1 }] } },
    },
    {
      match: about(/pay later/, isPlanning),
      answer: { object: { operations: [{ op: 'replace_text', find: 'soonest', replace: 'late' }] } },
    },
  );
  const document = await edit(parent.id, 'Let them pay later');
  assert.equal(document.error?.code, 'edit_not_applied');
  const report = await reportOf(document);
  assert.deepEqual(
    report.edits.map(({ status, reason }) => `${status} ${reason}`),
    ['rejected target_not_found'],
  );
  assert.match(report.summary, /^0 of 1 changes made, 1 rejected/);
  assert.equal(report.cost.amount, 0);
  const events = await readAllEvents(octavo, document.id);
  assert.deepEqual(
    events.filter(({ type }) => type.startsWith('edit.')).map(({ type, data }) => [type, data['operations'] ?? data['reason']]),
    [
      ['edit.planned', 1],
      ['edit.operation_rejected', 'target_not_found'],
    ],
  );
});

test('conditions in the style of supplied text are kept where layout can, checked, and reported; its words stay', async () => {
  const topic = /at most two pages, in navy/;
  model.add({
    match: (request) => isSorting(request) && topic.test(request.conversation),
    answer: {
      object: classified({
        explicit_design: true,
        style: { ...Object(classified()['style']), accent_color: '1E3A5F', table_of_contents: true },
        requirements: [
          guessRequirement({ kind: 'look', words: 'in navy' }),
          guessRequirement({ kind: 'part', words: 'with a table of contents', names: ['table of contents'] }),
        ],
      }),
    },
  });
  const style = 'at most two pages, in navy, with a table of contents';
  const section = (number: number): string => `## Part ${number}\n\n${'Some words about this part of it. '.repeat(6)}\n\n`;
  const long = `# Plan\n\n${Array.from({ length: 60 }, (_, i) => section(i)).join('')}`;
  const missed = await makeDocument(octavo, { format: 'docx', content: { markdown: long }, style });
  const report = await reportOf(missed);
  assert.deepEqual(
    report.requirements.map(({ text, status }) => `${text}: ${status}`),
    ['at most two pages: not_met', 'in navy: met', 'with a table of contents: met'],
  );
  assert.deepEqual(
    codesOf(report).filter((code) => code === 'requirement_missed' || code === 'page_limit_missed'),
    ['requirement_missed'],
  );
  assert.ok(!model.requests.some((request) => isRevising(request) && topic.test(request.conversation)), 'nothing is written again');
  assert.equal((await textOf(missed)).split('Some words about this part').length - 1, 360);
  const types = (await readAllEvents(octavo, missed.id)).map(({ type }) => type);
  assert.equal(types.filter((type) => type === 'requirement.checked').length, 3);
  const short = await makeDocument(octavo, { format: 'docx', content: { markdown: `# Plan\n\n${section(1)}${section(2)}` }, style });
  assert.deepEqual(
    (await reportOf(short)).requirements.map(({ status }) => status),
    ['met', 'met', 'met'],
  );
});

test('the style of an edit is part of what is asked, and a dry run of an edit says level and price', async () => {
  const parent = await makeDocument(octavo, { format: 'docx', content: { markdown: '# Hedges\n\nCut them in May.\n' } });
  model.add(
    {
      match: about(/hedges in June/, isListing),
      answer: {
        object: {
          requirements: [
            guessRequirement({ kind: 'change', words: 'June' }),
            guessRequirement({ kind: 'look', words: 'Garamond throughout' }),
          ],
        },
      },
    },
    {
      match: about(/hedges in June/, isPlanning),
      answer: {
        object: {
          operations: [
            { op: 'replace_text', find: 'May', replace: 'June', change: 1 },
            { op: 'restyle', font: 'Garamond', change: 2 },
          ],
        },
      },
    },
  );
  const body = { operation: 'edit', file: parent.id, prompt: 'Cut the hedges in June', style: 'Garamond throughout', quality: 'fast' };
  for (const [quality, expected] of [
    ['best', ['agent', 'best', { amount: 30, currency: 'EUR' }]],
    ['fast', ['fast', 'fast', { amount: 2, currency: 'EUR' }]],
  ] as const) {
    const dry = await expectJson<Pick<Report, 'route' | 'quality' | 'cost'>>(
      await octavo.call('/documents?dry_run=true', {
        method: 'POST',
        body: JSON.stringify({ ...body, quality }),
        headers: { 'content-type': 'application/json' },
      }),
    );
    assert.deepEqual([dry.route.path, dry.quality.level, dry.cost], expected);
  }
  const document = await expectJson<DocumentJson>(await octavo.post(body));
  assert.match(model.requests.findLast(isListing)?.conversation ?? '', /The look that is wanted: Garamond throughout/);
  const report = await reportOf(document);
  assert.deepEqual(
    report.requirements.map(({ text, status }) => `${text}: ${status}`),
    ['June: met', 'Garamond throughout: met'],
  );
  assert.deepEqual([report.cost.amount, report.quality.level], [2, 'fast']);
});

test('a client that waits for a slow model hears a heartbeat before the document', async () => {
  model.add({ match: about(/snails/, isWriting), answer: { text: '# Snails\n\nSnails are slow.\n', pieceChars: 9, delayMs: 4_000 } });
  const response = await octavo.post({ prompt: 'A memo in Word on snails' });
  const text = await response.text();
  assert.match(text, /^ +\{/);
  assert.equal((JSON.parse(text) as DocumentJson).status, 'ready');
});

test('comments that are asked for are in the file, or the text is written once more until they are', async () => {
  const topic = /badgers/;
  model.add(
    {
      match: about(topic, isSorting),
      answer: {
        object: classified({ comments: true, requirements: [guessRequirement({ kind: 'comments', words: 'with comments for legal' })] }),
      },
    },
    { match: about(topic, isWriting), answer: { text: '# Badgers\n\nBadgers dig.\n' } },
    {
      match: about(topic, isRevising),
      answer: { text: '@@ 1\n# Badgers\n\nBadgers {==dig==}{>>May they, here?<<}{author="Legal"}.\n' },
    },
  );
  const document = await makeDocument(octavo, { prompt: 'A memo in Word on badgers, with comments for legal', quality: 'fast' });
  const report = await reportOf(document);
  assert.deepEqual(report.requirements, [
    { text: 'with comments for legal', status: 'met', evidence: 'It has 1 comment and 0 tracked changes.' },
  ]);
  assert.match(
    model.requests.find((request) => isRevising(request) && topic.test(request.conversation))?.prompt ?? '',
    /It has 0 comments/,
  );
  const file = openOfficePackage(await download(document.outputs?.[0]?.url ?? ''));
  assert.match(Buffer.from(readPart(file, 'word/comments.xml')).toString('utf8'), /w:author="Legal"[^]*May they, here\?/);
  assert.match(await textOf(document), /<w:commentRangeStart [^>]*\/><w:r><w:t>dig<\/w:t><\/w:r><w:commentRangeEnd /);
  const markdown = 'Badgers {==dig==}{>>May they?<<} {++deep++} holes.\n';
  const pdf = await makeDocument(octavo, { format: 'pdf', content: { markdown } });
  const found = await reportOf(pdf);
  assert.deepEqual(codesOf(found), ['revision_shown']);
  assert.equal(pdf.status, 'ready_with_warnings');
});
