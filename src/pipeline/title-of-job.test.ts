import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CreateJob, DocumentRecord } from '../ports/record.ts';
import type { FileRecord } from '../ports/document-store.ts';
import { titleOfJob } from './title-of-job.ts';

const store = {
  get: async (id: string) => (id === 'doc_1' ? ({ name: null, title: 'The parent' } as DocumentRecord) : null),
  getFile: async (id: string) => (id === 'file_1' ? ({ filename: 'Annual report.v2.docx' } as FileRecord) : null),
};
const UNNAMED = { name: null, parentId: null };
const create = (more: Partial<CreateJob>): CreateJob => ({ kind: 'create', format: 'docx', sources: [], quality: 'auto', ...more });
const titleOf = (markdown: string): Promise<string | null> => titleOfJob(store, UNNAMED, create({ markdown }));

test('a document is called by the title, the first heading or the first words of its text', async () => {
  assert.equal(await titleOf('# **Plan** for [2027](https://example.com) {#top}\n\nText\n'), 'Plan for 2027');
  assert.equal(await titleOf('---\ntitle: "The year"\nlang: en\n---\n# Another\n'), 'The year');
  assert.equal(await titleOf('::slide{layout=title}\n\n# We can halve it\n'), 'We can halve it');
  assert.equal(await titleOf('# Sheet: Budget\n'), 'Budget');
  assert.equal(await titleOf('```\n# no heading\n```\n\n:::note\n:::\n\nJust words.\n'), 'Just words.');
  assert.equal(await titleOf('\n\n---\n'), null);
});

test('of a line that is very long the beginning counts', async () => {
  assert.match((await titleOf('[a]('.repeat(5_000))) ?? '', /^\[a\]\(.* …$/);
  assert.equal(await titleOf(`# Plan ${'# '.repeat(9_000)}\n\nText\n`), 'Plan');
  assert.equal(await titleOf(`# ${'word '.repeat(4_000)}\n`), `${'word '.repeat(16).trim()} …`);
});

test('a prompt gives its first line, cut between words', async () => {
  const prompt = `Write a memo on ${'very '.repeat(30)}long things\nand more`;
  const title = (await titleOfJob(store, UNNAMED, create({ prompt }))) ?? '';
  assert.match(title, /^Write a memo on (?:very )+…$/);
  assert.ok(title.length <= 82);
  assert.equal(await titleOfJob(store, UNNAMED, create({ prompt: '\u{1F600}'.repeat(60) })), `${'\u{1F600}'.repeat(40)} …`);
});

test('an edit or review is called like its document or file; a name of its own stays', async () => {
  const file = { kind: 'file', fileId: 'file_1' } as const;
  assert.equal(await titleOfJob(store, UNNAMED, { kind: 'review', file }), 'Annual report.v2');
  assert.equal(await titleOfJob(store, { name: null, parentId: 'doc_1' }, { kind: 'version', file }), 'The parent');
  assert.equal(await titleOfJob(store, { name: 'Mine', parentId: null }, { kind: 'review', file }), null);
  assert.equal(await titleOfJob(store, UNNAMED, { kind: 'review', file: { kind: 'file', fileId: 'file_2' } }), null);
});
