/** Comments on slides, of the older kind and in threads: listed, added, answered, resolved, deleted, changed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { templateDeck } from '../../../test/support/template-deck.ts';
import { validateOffice } from '../../../test/support/validate-office.ts';
import { addPart, addRelationship, saveOfficePackage } from '../../ooxml/change-package.ts';
import { OFFICE_2018_RELATIONSHIP, P188 } from '../../ooxml/names.ts';
import { openOfficePackage, partNames, readPart } from '../../ooxml/office-package.ts';
import { applyEdits, type EditOperation } from '../apply-edits.ts';
import { listContent } from '../list-content.ts';

const CONTEXT = { author: 'Ann Lee', date: '2026-01-01T00:00:00Z', mode: 'direct' as const };
const ANN = '{6C7A9B5E-0000-4000-8000-000000000001}';

/** A presentation in which somebody has used threads before: they have a line among the authors. */
function threadedDeck(): Uint8Array {
  const opened = openOfficePackage(templateDeck());
  addPart(
    opened,
    { name: 'ppt/authors.xml', contentType: 'application/vnd.ms-powerpoint.authors+xml' },
    `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><p188:authorLst xmlns:p188="${P188}"><p188:author id="${ANN}" name="Ann Lee" initials="AL" userId="ann" providerId="None"/></p188:authorLst>`,
  );
  addRelationship(opened, opened.mainPart, {
    type: `${OFFICE_2018_RELATIONSHIP}authors`,
    target: 'ppt/authors.xml',
  });
  return saveOfficePackage(opened);
}

interface Listed {
  address: string;
  text: string;
  author: string | undefined;
  resolved: boolean | undefined;
  answers: string | undefined;
}
const commentsIn = (bytes: Uint8Array): Listed[] =>
  listContent(bytes)
    .flatMap(({ blocks = [] }) => blocks)
    .filter(({ type }) => type === 'comment')
    .map(({ address, text, author, resolved, answers }) => ({ address, text, author, resolved, answers }));
const said = (bytes: Uint8Array): string[] => commentsIn(bytes).map(({ address, text }) => `${address} ${text}`);

function edit(bytes: Uint8Array, ...operations: EditOperation[]): Uint8Array {
  const { bytes: edited, results } = applyEdits(bytes, operations, CONTEXT);
  assert.deepEqual(
    results.map(({ status, message }) => message ?? status),
    operations.map(() => 'applied'),
  );
  return edited;
}

async function newErrors(before: Uint8Array, after: Uint8Array): Promise<string[]> {
  const known = new Set((await validateOffice(before, 'pptx')).map(({ description }) => description));
  return (await validateOffice(after, 'pptx')).map(({ description }) => description).filter((one) => !known.has(one));
}

test('threads are begun, answered, resolved and opened again, and other authors get a line', async () => {
  const empty = threadedDeck();
  const begun = edit(
    empty,
    { op: 'add_comment', target: 's1', text: 'Is this right?\nSecond line' },
    { op: 'add_comment', target: 's1', text: 'Another', author: 'Bo' },
  );
  const answered = edit(
    begun,
    { op: 'reply_comment', target: 's1.comment1', text: 'Yes', author: 'Bo' },
    // addresses are those of the file as it was sent
    { op: 'reply_comment', target: 's1.comment2', text: 'Thanks' },
    { op: 'resolve_comment', target: 's1.comment1' },
  );
  const thread = { resolved: undefined, answers: undefined };
  assert.deepEqual(commentsIn(answered), [
    { address: 's1.comment1', text: 'Is this right?\nSecond line', author: 'Ann Lee', resolved: true, answers: undefined },
    { ...thread, address: 's1.comment2', text: 'Yes', author: 'Bo', answers: 's1.comment1' },
    { address: 's1.comment3', text: 'Another', author: 'Bo', resolved: false, answers: undefined },
    { ...thread, address: 's1.comment4', text: 'Thanks', author: 'Ann Lee', answers: 's1.comment3' },
  ]);
  assert.deepEqual(await newErrors(empty, answered), []);
  const opened = edit(answered, { op: 'resolve_comment', target: 's1.comment2', resolved: false });
  assert.equal(commentsIn(opened)[0]?.resolved, false);
});

test('a thread goes with its answers, an answer alone, and what is behind them keeps the address that it had in the file', async () => {
  const empty = threadedDeck();
  const begun = edit(empty, ...['One', 'Two', 'Three'].map((text) => ({ op: 'add_comment', target: 's1', text })));
  const full = edit(
    begun,
    { op: 'reply_comment', target: 's1.comment1', text: 'First' },
    { op: 'reply_comment', target: 's1.comment1', text: 'Last' },
  );
  assert.deepEqual(said(full), ['s1.comment1 One', 's1.comment2 First', 's1.comment3 Last', 's1.comment4 Two', 's1.comment5 Three']);
  const left = edit(
    full,
    { op: 'delete_comment', target: 's1.comment2', expect: 'First' },
    { op: 'delete_comment', target: 's1.comment4' },
    { op: 'replace_text', target: 's1.comment5', find: 'Three', replace: 'Drei' },
  );
  assert.deepEqual(said(left), ['s1.comment1 One', 's1.comment2 Last', 's1.comment3 Drei']);
  const without = edit(left, { op: 'delete_comment', target: 's1.comment1' });
  assert.deepEqual(said(without), ['s1.comment1 Drei']);
  assert.deepEqual(await newErrors(empty, left), []);
  assert.deepEqual(await newErrors(empty, without), []);
});

test('the last answer of a thread takes the list of answers along', async () => {
  const begun = edit(threadedDeck(), { op: 'add_comment', target: 's1', text: 'One' });
  const left = edit(begun, { op: 'reply_comment', target: 's1.comment1', text: 'Yes' });
  const bare = edit(left, { op: 'delete_comment', target: 's1.comment2' });
  const opened = openOfficePackage(bare);
  const part = partNames(opened).find((name) => name.includes('modernComment')) ?? '';
  assert.doesNotMatch(Buffer.from(readPart(opened, part)).toString('utf8'), /replyLst/);
  assert.deepEqual(await newErrors(begun, bare), []);
});

test('comments of the older kind are deleted, and are not answered', async () => {
  const begun = edit(templateDeck(), { op: 'add_comment', target: 's1', text: 'One' }, { op: 'add_comment', target: 's1', text: 'Two' });
  assert.deepEqual(said(begun), ['s1.comment1 One', 's1.comment2 Two']);
  const { results } = applyEdits(
    begun,
    [
      { op: 'reply_comment', target: 's1.comment1', text: 'Yes' },
      { op: 'resolve_comment', target: 's1.comment1' },
      { op: 'delete_comment', target: 's1.comment9' },
      { op: 'delete_comment', target: 's1.comment1', expect: 'Two' },
    ],
    CONTEXT,
  );
  assert.deepEqual(
    results.map(({ reason }) => reason),
    ['unsupported', 'unsupported', 'target_not_found', 'expect_mismatch'],
  );
  assert.deepEqual(results[2]?.candidates, ['s1.comment1', 's1.comment2']);
  const left = edit(begun, { op: 'delete_comment', target: 's1.comment1' });
  assert.deepEqual(said(left), ['s1.comment1 Two']);
  assert.deepEqual(await newErrors(begun, left), []);
});
