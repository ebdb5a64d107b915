/** Render, findings, repairs, render: on documents set for real, told by the events that a client would see. */
import type { NewEvent } from '../../src/contract/event.ts';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openCommandEngine } from '../../src/main/open-workshop.ts';
import { makeFromContent, type MakeResult } from '../../src/pipeline/make.ts';
import type { OutputRecord } from '../../src/ports/record.ts';
import { signedContract } from './seeds.ts';

let opened: Awaited<ReturnType<typeof openCommandEngine>> | undefined;
before(async () => {
  opened = await openCommandEngine({ office: false });
});
after(() => opened?.close());

async function make(markdown: string): Promise<{ made: MakeResult; events: NewEvent[]; stored: string[] }> {
  const events: NewEvent[] = [];
  const stored: string[] = [];
  const sink = {
    emit: (_patch: unknown, emitted: NewEvent[]) => void events.push(...emitted),
    async put({ bytes, ...rest }: { bytes: Uint8Array; kind: OutputRecord['kind']; contentType: string }): Promise<OutputRecord> {
      stored.push(rest.kind);
      return { ...rest, id: '', key: '', bytes: bytes.length };
    },
  };
  const made = await makeFromContent(
    { markdown, format: 'pdf', name: null, pictures: [] },
    opened ?? assert.fail('the engine did not start'),
    sink,
    new AbortController().signal,
  );
  return { made, events, stored };
}

const lines = (count: number): string => `# A report\n\n${'A line of text.\n\n'.repeat(count)}`;
const typesOf = (events: readonly NewEvent[]): string[] =>
  events.map(({ type }) => type).filter((type) => /^(?:render|repair|validation)\./.test(type));

test('a last page of one line is taken back, and the finding is reported as resolved', async () => {
  const { made, events, stored } = await make(lines(28));
  assert.equal(made.pages, 1);
  assert.deepEqual(made.findings, []);
  assert.deepEqual(
    made.resolved.map(({ code }) => code),
    ['last_page_almost_empty'],
  );
  assert.deepEqual(made.repairs, [{ iteration: 1, fix: 'set_tighter', finding_code: 'last_page_almost_empty', outcome: 'applied' }]);
  assert.deepEqual(typesOf(events), [
    'render.completed',
    'validation.issue_found',
    'validation.completed',
    'render.completed',
    'validation.completed',
    'repair.applied',
  ]);
  // pages of the first render are not among what is kept
  assert.deepEqual(stored.toSorted(), ['pdf', 'preview']);
});

test('a repair that does not help is taken back and said so', async () => {
  const { made, events } = await make(`${lines(26)}::pagebreak\n\nThe only line of its page.`);
  assert.equal(made.pages, 2);
  assert.deepEqual(
    made.repairs.map(({ fix, outcome }) => [fix, outcome]),
    [['set_tighter', 'rejected']],
  );
  assert.deepEqual(
    made.findings.map(({ code }) => code),
    ['last_page_almost_empty'],
  );
  assert.equal(events.filter(({ type }) => type === 'repair.rejected').length, 1);
  assert.equal(made.repaired.applied, 0);
});

test('the last clause goes with the signatures', async () => {
  const { made } = await make(signedContract(19));
  assert.deepEqual(
    made.repairs.map(({ fix, outcome }) => [fix, outcome]),
    [['page_break_before_last_clause', 'applied']],
  );
  assert.equal(made.status, 'ready');
});

test('what the content shows is repaired before the first render', async () => {
  const { made, events } = await make(
    '# A report\n\nText of it.\n\n1.- The first point.\n\n2.- The second point.\n\n3.- The third point.\n',
  );
  assert.deepEqual(
    made.repairs.map(({ fix }) => fix),
    ['list_made'],
  );
  assert.equal(events.filter(({ type }) => type === 'render.completed').length, 1);
  assert.deepEqual(made.findings, []);
});
