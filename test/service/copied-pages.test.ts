/** Edits of documents of the service: pictures of pages that come out the same are copied, and are what drawing would give. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { download, expectJson, makeDocument, startOctavo, stopOctavo, type DocumentJson, type Running } from '../support/service.ts';

let octavo: Running;
before(async () => {
  octavo = await startOctavo();
});
after(() => stopOctavo(octavo));

const json = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
const edit = async (file: unknown, operations: readonly object[]): Promise<DocumentJson> =>
  expectJson<DocumentJson>(await octavo.call('/edits', json({ file, operations })), 201);
const picturesOf = async ({ id }: DocumentJson): Promise<{ drawn: number[]; copied: number[] } | undefined> =>
  (await expectJson<{ pictures?: { drawn: number[]; copied: number[] } }>(await octavo.call(`/documents/${id}/report`))).pictures;
const pagesOf = async ({ outputs = [] }: DocumentJson): Promise<string[]> =>
  Promise.all(outputs.filter(({ kind }) => kind === 'preview').map(async ({ url }) => Buffer.from(await download(url)).toString('base64')));
/** The file of a document, sent as if it came from elsewhere. */
const asFile = async ({ outputs = [], format }: DocumentJson): Promise<object> => {
  const file = outputs.find(({ kind }) => kind === format);
  return { data: Buffer.from(await download(file?.url ?? '')).toString('base64'), filename: `file.${String(format)}` };
};

const WORD = ['# One', 'First page.', '::pagebreak', '## Two', 'Second page.', '::pagebreak', '## Three', 'Third page.'].join('\n\n');
const DECK = ['# One', '- First', '---', '# Two', '- Second', '---', '# Three', '- Third'].join('\n\n');

for (const { format, markdown, operations, drawn, copied } of [
  { format: 'docx', markdown: WORD, operations: [{ op: 'replace_text', find: 'Second', replace: 'Zweite' }], drawn: [2], copied: [1, 3] },
  { format: 'pptx', markdown: DECK, operations: [{ op: 'replace_text', find: 'Third', replace: 'Äußerst' }], drawn: [3], copied: [1, 2] },
  { format: 'pdf', markdown: WORD, operations: [{ op: 'stamp', text: 'DRAFT', pages: [2] }], drawn: [2], copied: [1, 3] },
])
  test(`${format}: pages that show the same are copied, and are those that drawing gives`, async () => {
    const made = await makeDocument(octavo, { format, content: { markdown } });
    const edited = await edit(made.id, operations);
    assert.deepEqual(await picturesOf(edited), { drawn, copied });
    assert.deepEqual(
      edited.outputs?.flatMap(({ page }) => page ?? []),
      [1, 2, 3],
    );
    const fromElsewhere = await edit(await asFile(made), operations);
    assert.equal(await picturesOf(fromElsewhere), undefined);
    assert.deepEqual(await pagesOf(edited), await pagesOf(fromElsewhere));
  });

test('pictures that were copied stay when the version before is deleted', async () => {
  const made = await makeDocument(octavo, { format: 'docx', content: { markdown: WORD } });
  const edited = await edit(made.id, [{ op: 'replace_text', find: 'Second', replace: 'Other' }]);
  const pages = await pagesOf(edited);
  await octavo.call(`/documents/${made.id}`, { method: 'DELETE' });
  assert.deepEqual(await pagesOf(edited), pages);
  const again = await edit(edited.id, [{ op: 'replace_text', find: 'Other', replace: 'More' }]);
  assert.deepEqual(await picturesOf(again), { drawn: [2], copied: [1, 3] });
});

test('a version that was edited by hand has the pictures of pages that are the same', async () => {
  const made = await makeDocument(octavo, { format: 'docx', content: { markdown: WORD } });
  const byHand = await edit(await asFile(made), [{ op: 'replace_text', find: 'Third', replace: 'Last' }]);
  const { id } = await expectJson<{ id: string }>(await octavo.call('/files', json(await asFile(byHand))), 201);
  const version = await expectJson<DocumentJson>(await octavo.call(`/documents/${made.id}/versions`, json({ file: id })), 201);
  assert.deepEqual(await picturesOf(version), { drawn: [3], copied: [1, 2] });
});
