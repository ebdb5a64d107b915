/** Comments and notes of what is moved as a tracked change: whatever becomes of it, they are once on the words that they were on. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { partsText, wrapInDocx } from '../../test/support/office-parts.ts';
import { validateAllOffice } from '../../test/support/validate-office.ts';
import { structureLines } from '../../test/support/word-structure.ts';
import { applyEdits, type EditOperation, type EditOutcome } from './apply-edits.ts';
import type { EditMode } from './define-edit.ts';
import { listContent } from './list-content.ts';

const CONTEXT = { author: 'Octavo', date: '2026-01-01T00:00:00Z' };
const edit = (file: Uint8Array, operations: EditOperation[], mode: EditMode = 'direct'): EditOutcome => {
  const outcome = applyEdits(file, operations, { ...CONTEXT, mode });
  for (const { status, message } of outcome.results) assert.equal(status, 'applied', message);
  return outcome;
};
const settle = (file: Uint8Array, verdict: 'accept' | 'reject'): Uint8Array =>
  edit(file, [{ op: `${verdict}_revision`, target: 'all' }]).bytes;
const p = (text: string): string => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;

/** Words with an answered comment that is resolved and with two notes, among paragraphs of which one has a note too. */
const marked = (): Uint8Array =>
  edit(
    edit(wrapInDocx(p('First words.') + p('Second words.') + p('Third words.')), [
      { op: 'add_footnote', target: 'p1', find: 'First', text: 'Note of one.' },
      { op: 'add_footnote', target: 'p1', text: 'Endnote of one.', kind: 'endnote' },
      { op: 'add_footnote', target: 'p3', text: 'Note of three.' },
      { op: 'add_comment', target: 'p1', find: 'words', text: 'Why?' },
    ]).bytes,
    [
      { op: 'reply_comment', target: 'comment1', text: 'Because.' },
      { op: 'resolve_comment', target: 'comment1' },
    ],
  ).bytes;

const body = (file: Uint8Array): string[] =>
  structureLines(partsText(file, /^word\/document\.xml$/), null).map((line) => line.replaceAll(/ w:id=\d+/g, ''));
/** What is beside the text: notes in the order of the text, comments with what they answer. */
const beside = (file: Uint8Array): string[] =>
  listContent(file).flatMap(({ address, type, text, ...more }) =>
    /^(?:foot|end)note/.test(address) || type === 'comment' ? [`${type} ${text.trim()} ${'resolved' in more ? more.resolved : ''}`] : [],
  );
const MOVE: EditOperation[] = [{ op: 'move_block', target: 'p1', to: 'p3' }];

test('a tracked move was refused where there are comments and notes', async () => {
  const file = marked();
  const [direct, tracked] = [edit(file, MOVE), edit(file, MOVE, 'tracked')];
  assert.deepEqual([tracked.integrity.accept_matches, tracked.integrity.reject_matches], [true, true]);
  const [accepted, rejected] = [settle(tracked.bytes, 'accept'), settle(tracked.bytes, 'reject')];
  assert.deepEqual([body(accepted), body(rejected)], [body(direct.bytes), body(file)]);
  for (const one of [direct.bytes, accepted, rejected]) assert.deepEqual(beside(one).toSorted(), beside(file).toSorted());
  assert.equal(partsText(accepted, /commentsExtended\d*\.xml$/).match(/paraIdParent/g)?.length, 1);
  const files = { tracked: tracked.bytes, accepted, rejected };
  assert.deepEqual(
    await validateAllOffice(Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, { bytes, kind: 'docx' }]))),
    {},
  );
});

test('a table is moved with the comment in it, as a tracked change', () => {
  const table = `<w:tbl><w:tblPr/><w:tblGrid><w:gridCol/></w:tblGrid><w:tr><w:tc><w:tcPr/>${p('cell')}</w:tc></w:tr></w:tbl>`;
  const file = edit(wrapInDocx(table + p('One') + p('Two')), [{ op: 'add_comment', target: 't1.r1.c1.p1', text: 'Why?' }]).bytes;
  const operations = [{ op: 'move_block', target: 't1', to: 'p1' }];
  const tracked = edit(file, operations, 'tracked').bytes;
  assert.deepEqual([body(settle(tracked, 'accept')), body(settle(tracked, 'reject'))], [body(edit(file, operations).bytes), body(file)]);
  for (const verdict of ['accept', 'reject'] as const) assert.deepEqual(beside(settle(tracked, verdict)), beside(file));
});

test('one end of a comment is not moved as a tracked change without the other', () => {
  const { bytes } = edit(wrapInDocx(p('One') + p('Two') + p('Three')), [{ op: 'add_comment', target: 'p1', text: 'Why?' }]);
  const text = partsText(bytes, /^word\/document\.xml$/);
  const end = /<w:commentRangeEnd[^>]*>.*?<\/w:r>/s.exec(text)?.[0] ?? '';
  const over = text
    .replace(end, '')
    .replace('<w:r><w:t>Two</w:t></w:r>', `$&${end}`)
    .replace(/^.*<w:body>|<\/w:body>.*$/gs, '');
  const file = wrapInDocx(over, {
    entries: [{ name: 'word/comments.xml', data: partsText(bytes, /comments\d*\.xml$/) }],
    types: [{ name: 'word/comments.xml', contentType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.comments+xml' }],
    relationships: [
      { id: 'rId7', type: 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/comments', target: 'comments.xml' },
    ],
  });
  const [result] = applyEdits(file, MOVE, { ...CONTEXT, mode: 'tracked' }).results;
  assert.deepEqual([result?.reason, result?.message?.includes('one end of a comment')], ['unsupported', true]);
  edit(file, [{ op: 'move_block', target: 'p1', count: 2, to: 'p3' }], 'tracked');
});

test('a table in which somebody left off, up to behind it, was not moved as a tracked change', () => {
  const [start, end] = ['<w:bookmarkStart w:id="7" w:name="_GoBack"/>', '<w:bookmarkEnd w:id="7"/>'];
  const table = `<w:tbl><w:tblPr/><w:tblGrid><w:gridCol/></w:tblGrid><w:tr><w:tc><w:tcPr/><w:p>${start}<w:r><w:t>cell</w:t></w:r></w:p></w:tc></w:tr></w:tbl>`;
  const file = wrapInDocx(`${table}<w:p>${end}<w:r><w:t>One</w:t></w:r></w:p>${p('Two')}`);
  edit(file, [{ op: 'move_block', target: 't1', to: 'p1' }], 'tracked');
});

const control = (inner: string): string =>
  `<w:sdt><w:sdtPr><w:tag w:val="fee"/><w:id w:val="77"/><w:text/></w:sdtPr><w:sdtContent>${inner}</w:sdtContent></w:sdt>`;
const run = (text: string): string => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
const named = (id: number, name: string, inner: string): string =>
  `<w:bookmarkStart w:id="${id}" w:name="${name}"/>${inner}<w:bookmarkEnd w:id="${id}"/>`;
const grid = (inner: string): string =>
  `<w:tbl><w:tblPr/><w:tblGrid><w:gridCol/></w:tblGrid><w:tr><w:tc><w:tcPr/><w:p>${inner}</w:p></w:tc></w:tr></w:tbl>`;

test('a tracked move was refused where there are bookmarks and content controls', async () => {
  const link = `<w:p><w:hyperlink w:anchor="Fees">${run('see')}</w:hyperlink></w:p>`;
  const bodies = {
    bookmark: `<w:p>${named(3, 'Fees', run('Fees'))}${run(' are due.')}</w:p>${link}${p('End')}`,
    'a bookmark within another, with a comment': `<w:p>${named(3, 'Fees', `${run('The ')}${named(4, '_Toc12', run('fees'))}`)}</w:p>${link}${p('End')}`,
    'two that overlap, as Word writes them for contents': `<w:p><w:bookmarkStart w:id="3" w:name="Fees"/><w:bookmarkStart w:id="4" w:name="_Toc12"/>${run('Fees')}<w:bookmarkEnd w:id="3"/><w:bookmarkEnd w:id="4"/></w:p>${link}${p('End')}`,
    control: `<w:p>${run('Fee: ')}${control(run('ten'))}${run('.')}</w:p>${link}${p('End')}`,
    'both, one in the other': `<w:p>${control(named(3, 'Fees', run('ten')))}</w:p>${link}${p('End')}`,
    table: `${grid(named(3, 'Fees', run('Fees')) + control(run('ten')))}${link}${p('End')}`,
  };
  const outputs: Record<string, { bytes: Uint8Array; kind: 'docx' }> = {};
  for (const [name, xml] of Object.entries(bodies)) {
    const from = name === 'table' ? 't1' : 'p1';
    const plain = wrapInDocx(xml);
    const file = name.endsWith('comment') ? edit(plain, [{ op: 'add_comment', target: 'p1', find: 'The', text: 'Why?' }]).bytes : plain;
    const operations = [{ op: 'move_block', target: from, to: name === 'table' ? 'p2' : 'p3' }];
    const tracked = edit(file, operations, 'tracked');
    assert.deepEqual([tracked.integrity.accept_matches, tracked.integrity.reject_matches], [true, true], name);
    const [accepted, rejected] = [settle(tracked.bytes, 'accept'), settle(tracked.bytes, 'reject')];
    // numbers of bookmarks and controls are others in the text that comes
    const known = (bytes: Uint8Array): string[] => body(bytes).map((line) => line.replaceAll(/<w:id w:val=\d+>/g, '<w:id>'));
    assert.deepEqual([known(accepted), known(rejected)], [known(edit(file, operations).bytes), known(file)], name);
    const xmlOf = (bytes: Uint8Array): string => partsText(bytes, /^word\/document\.xml$/);
    if (xml.includes('"Fees"/>')) {
      for (const one of [accepted, rejected, tracked.bytes]) assert.equal(xmlOf(one).match(/w:name="Fees"/g)?.length, 1, name);
      assert.doesNotMatch(xmlOf(accepted) + xmlOf(rejected), /_moved_/);
      assert.match(xmlOf(tracked.bytes), /w:name="_moved_Fees"/);
    }
    outputs[name] = { bytes: tracked.bytes, kind: 'docx' };
    outputs[`${name}, accepted`] = { bytes: accepted, kind: 'docx' };
    outputs[`${name}, rejected`] = { bytes: rejected, kind: 'docx' };
  }
  assert.deepEqual(await validateAllOffice(outputs), {});
});

test('a bookmark with a long name was not moved as a tracked change: it has its name again whichever way the move is settled, in steps too', async () => {
  const outputs: Record<string, { bytes: Uint8Array; kind: 'docx' }> = {};
  for (const name of ['A'.repeat(34), 'Obligations_of_the_Customer_under_sec_12'.slice(0, 40)]) {
    const file = wrapInDocx(`<w:p>${named(3, name, run('One'))}</w:p>${p('Two')}${p('Three')}`);
    const tracked = edit(file, MOVE, 'tracked');
    assert.deepEqual(
      [tracked.results[0]?.status, tracked.integrity.accept_matches, tracked.integrity.reject_matches],
      ['applied', true, true],
    );
    const names = (bytes: Uint8Array): string[] =>
      [...partsText(bytes, /^word\/document\.xml$/).matchAll(/w:name="([^"]*)"/g)]
        .map(([, one = '']) => one)
        .filter((one) => !one.startsWith('move'));
    assert.equal(names(tracked.bytes).filter((one) => one.length <= 40).length, 2);
    const steps = (op: string, order: readonly string[]): Uint8Array =>
      order.reduce((bytes, target) => applyEdits(bytes, [{ op, target }], { ...CONTEXT, mode: 'direct' }).bytes, tracked.bytes);
    for (const op of ['accept_revision', 'reject_revision'])
      for (const order of [['all'], ['rev1', 'rev1', 'rev1', 'rev1'], ['rev4', 'rev3', 'rev2', 'rev1'], ['rev3', 'rev3', 'all']])
        assert.deepEqual(names(steps(op, order)), [name], `${op} ${order.join()}`);
    outputs[name] = { bytes: tracked.bytes, kind: 'docx' };
  }
  assert.deepEqual(await validateAllOffice(outputs), {});
});

test('a bookmark whose name is longer than Word takes is named in the refusal of a tracked move', () => {
  const file = wrapInDocx(`<w:p>${named(3, 'A'.repeat(41), run('One'))}</w:p>${p('Two')}${p('Three')}`);
  const [result] = applyEdits(file, MOVE, { ...CONTEXT, mode: 'tracked' }).results;
  assert.equal(result?.reason, 'unsupported');
  assert.match(result?.message ?? '', /longer than the 40 characters/);
});
