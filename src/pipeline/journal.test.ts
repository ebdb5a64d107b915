import type { EmittedEvent, NewEvent } from '../contract/event.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DocumentPatch, DocumentStore } from '../ports/document-store.ts';
import type { Lease } from '../ports/job-queue.ts';
import { openJournal } from './journal.ts';

const lease: Lease = { jobId: 'doc_1', token: 1, attempt: 1 };
const started = (attempt: number): NewEvent => ({ type: 'document.started', data: { attempt } });

interface Commit {
  patch: DocumentPatch;
  events: EmittedEvent[];
  final: boolean;
}

/** The two writes of the store, slow enough that more is reported in between. */
function recordCommits(fail = false): { commits: Commit[]; store: Pick<DocumentStore, 'commit' | 'finish'> } {
  const commits: Commit[] = [];
  const write = async (patch: DocumentPatch, events: readonly EmittedEvent[], final: boolean): Promise<void> => {
    await new Promise((resolve) => setImmediate(resolve));
    if (fail) throw new Error('database gone');
    commits.push({ patch, events: [...events], final });
  };
  return {
    commits,
    store: { commit: (_, patch, events) => write(patch, events, false), finish: (_, patch, events) => write(patch, events, true) },
  };
}

test('what is reported in one turn shares a transaction; what is reported during one goes into the next, in order', async () => {
  const { commits, store } = recordCommits();
  const journal = openJournal(store, lease, () => undefined);
  journal.emit({ pages: 1 }, [started(1)]);
  journal.emit({ phase: 'building' }, [started(2)]);
  await Promise.resolve();
  await Promise.resolve();
  journal.emit({ pages: 3 }, [started(3)]);
  journal.emit({}, [started(4)]);
  while (commits.length < 2) await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(commits, [
    { patch: { pages: 1, phase: 'building' }, events: [started(1), started(2)], final: false },
    { patch: { pages: 3 }, events: [started(3), started(4)], final: false },
  ]);
});

test('content that is long goes in transactions of its own, in order, and its state with the last', async () => {
  const { commits, store } = recordCommits();
  const journal = openJournal(store, lease, () => undefined);
  const written = (letters: number): EmittedEvent => ({ type: 'content.block_completed', json: 'x'.repeat(letters) });
  journal.emit({ pages: 1 }, [started(1), written(3_000_000), written(400_000), written(400_000), written(400_000), started(2)]);
  await journal.finish({ status: 'ready' }, []);
  assert.deepEqual(
    commits.filter(({ final }) => !final).map(({ events, patch }) => [events.length, patch.pages]),
    [
      [1, undefined],
      [1, undefined],
      [2, undefined],
      [2, 1],
    ],
  );
  assert.deepEqual(
    commits.flatMap(({ events }) => events.map(({ type }) => type)),
    ['document.started', ...Array.from({ length: 4 }, () => 'content.block_completed'), 'document.started'],
  );
});

test('the end takes along all that waits', async () => {
  const { commits, store } = recordCommits();
  const journal = openJournal(store, lease, () => undefined);
  journal.emit({ pages: 1 }, [started(1)]);
  await journal.finish({ status: 'ready' }, [started(2)]);
  assert.deepEqual(
    commits.flatMap(({ events }) => events),
    [started(1), started(2)],
  );
  assert.equal(commits.at(-1)?.final, true);
  assert.equal(commits.filter(({ final }) => final).length, 1);
});

test('a failed commit is reported at once and fails the end', async () => {
  const { store } = recordCommits(true);
  const broken: unknown[] = [];
  const journal = openJournal(store, lease, (error) => broken.push(error));
  journal.emit({}, [started(1)]);
  while (broken.length === 0) await new Promise((resolve) => setImmediate(resolve));
  assert.equal(broken.length, 1);
  await assert.rejects(journal.finish({ status: 'ready' }, []), /database gone/);
});
