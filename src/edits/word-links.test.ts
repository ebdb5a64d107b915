/** Links and bookmarks of Word files: what leads where, at once and tracked. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wrapInDocx } from '../../test/support/office-parts.ts';
import { validateAllOffice } from '../../test/support/validate-office.ts';
import { openOfficePackage, readPart, relationshipsOf } from '../ooxml/office-package.ts';
import { applyEdits, type EditOperation, type EditOutcome } from './apply-edits.ts';
import type { EditMode } from './define-edit.ts';

const CONTEXT = { author: 'Octavo', date: '2026-01-01T00:00:00Z' };
const p = (inner: string): string => `<w:p>${inner}</w:p>`;
const r = (text: string, look = ''): string =>
  `<w:r>${look === '' ? '' : `<w:rPr>${look}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`;
const field = (instruction: string, result: string): string =>
  `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> ${instruction} </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${result}<w:r><w:fldChar w:fldCharType="end"/></w:r>`;

function edit(file: Uint8Array, operations: EditOperation[], mode: EditMode = 'direct'): EditOutcome & { body: string } {
  const outcome = applyEdits(file, operations, { ...CONTEXT, mode });
  const text = Buffer.from(readPart(openOfficePackage(outcome.bytes), 'word/document.xml')).toString('utf8');
  return { ...outcome, body: text.slice(text.indexOf('<w:body>') + 8, text.indexOf('</w:body>')) };
}
const statuses = ({ results }: EditOutcome): string[] =>
  results.map(({ status, reason, message }) => (status === 'applied' ? status : `${reason}: ${message}`));
const linksOf = ({ bytes }: EditOutcome): string[] =>
  relationshipsOf(openOfficePackage(bytes), 'word/document.xml').flatMap(({ type, target, external }) =>
    type.endsWith('/hyperlink') && external ? [target] : [],
  );
const linked = (): Uint8Array =>
  wrapInDocx(p(`${r('see ')}<w:hyperlink r:id="rId5" w:history="1">${r('the ', '<w:b/>')}${r('plan')}</w:hyperlink>${r('.')}`), {
    entries: [],
    types: [],
    relationships: [
      {
        id: 'rId5',
        type: 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink',
        target: 'https://old.example',
        external: true,
      },
    ],
  });
const OPERATIONS: Record<string, EditOperation[]> = {
  add: [{ op: 'set_link', target: 'p1', find: 'see', url: 'https://new.example/a b?c=1&d=2', tip: 'A "plan"' }],
  change: [{ op: 'set_link', target: 'p1', find: 'the plan', url: 'https://new.example' }],
  inward: [{ op: 'add_bookmark', target: 'p1', name: 'Here' }],
  remove: [{ op: 'remove_link', target: 'p1' }],
};

test('the new instruction of a link that is a field looks as the old one did, also tracked', () => {
  const look = '<w:rPr><w:vanish/><w:sz w:val="18"/></w:rPr>';
  const file = wrapInDocx(p(field('HYPERLINK "https://old.example"', r('the plan')).replace('<w:instrText', `${look}<w:instrText`)));
  const { body, ...outcome } = edit(file, OPERATIONS['change'] ?? [], 'tracked');
  assert.deepEqual(statuses(outcome), ['applied']);
  assert.ok(
    body.includes(`<w:r>${look}<w:instrText xml:space="preserve"> HYPERLINK "https://new.example" </w:instrText></w:r></w:ins>`),
    body,
  );
});

test('links come, change and go in both modes, and the files are valid', async () => {
  const files: Record<string, { bytes: Uint8Array; kind: 'docx' }> = {};
  for (const [name, operations] of Object.entries(OPERATIONS)) {
    for (const mode of ['direct', 'tracked'] as const) {
      const outcome = edit(linked(), operations, mode);
      assert.deepEqual(statuses(outcome), ['applied'], `${name} ${mode}`);
      if (mode === 'tracked') assert.deepEqual([outcome.integrity.accept_matches, outcome.integrity.reject_matches], [true, true], name);
      files[`${name} ${mode}`] = { bytes: outcome.bytes, kind: 'docx' };
    }
  }
  assert.deepEqual(await validateAllOffice(files), {});
});

test('a relationship that no link needs any more is gone; tracked, it stays for the words that are deleted', () => {
  assert.deepEqual(linksOf(edit(linked(), OPERATIONS.change ?? [])), ['https://new.example']);
  assert.deepEqual(linksOf(edit(linked(), OPERATIONS.change ?? [], 'tracked')).toSorted(), ['https://new.example', 'https://old.example']);
  assert.deepEqual(linksOf(edit(linked(), OPERATIONS.remove ?? [])), []);
});

test('accepting a tracked link leaves the link, rejecting it the words', () => {
  const { bytes } = edit(linked(), OPERATIONS.add ?? [], 'tracked');
  const accepted = edit(bytes, [{ op: 'accept_revision', target: 'all' }]);
  assert.match(
    accepted.body,
    /^<w:p>(?:<w:hyperlink [^>]*r:id="rIdNew1"[^>]*>)<w:r><w:rPr><w:rStyle w:val="Hyperlink"\/><\/w:rPr><w:t>see<\/w:t>/,
  );
  const rejected = edit(bytes, [{ op: 'reject_revision', target: 'all' }]);
  assert.doesNotMatch(rejected.body, /rIdNew1|w:del |w:ins /);
  assert.match(rejected.body, /^<w:p><w:r><w:t xml:space="preserve">see<\/w:t><\/w:r>/);
});

test('links that are fields lead elsewhere by their instruction, and go with it', () => {
  const file = wrapInDocx(p(`${r('see ')}${field('HYPERLINK "https://old.example"', r('the plan', '<w:u w:val="single"/>'))}`));
  const changed = edit(file, [{ op: 'set_link', target: 'p1', find: 'plan', url: 'https://new.example' }]);
  assert.deepEqual(statuses(changed), ['applied']);
  assert.match(changed.body, /<w:instrText xml:space="preserve"> HYPERLINK "https:\/\/new\.example" <\/w:instrText>/);
  assert.deepEqual(changed.results[0]?.before, 'https://old.example');
  const gone = edit(file, [{ op: 'remove_link', target: 'p1' }]);
  assert.equal(gone.body, p(r('see ') + r('the plan', '<w:u w:val="single"/>')));
  for (const operation of [
    { op: 'set_link', target: 'p1', find: 'plan', url: 'https://new.example' },
    { op: 'remove_link', target: 'p1' },
  ]) {
    const tracked = edit(file, [operation], 'tracked');
    assert.deepEqual(statuses(tracked), ['applied'], operation.op);
    assert.deepEqual([tracked.integrity.accept_matches, tracked.integrity.reject_matches], [true, true], operation.op);
  }
});

test('two links to one heading need one bookmark, in either mode', () => {
  const file = wrapInDocx(p(r('Fees')) + p(r('see one')) + p(r('see two')));
  const operations = ['p2', 'p3'].map((target) => ({ op: 'set_link', target, find: 'see', to: 'p1' }));
  for (const mode of ['direct', 'tracked'] as const) {
    const outcome = edit(file, operations, mode);
    assert.deepEqual(statuses(outcome), ['applied', 'applied'], mode);
    assert.equal(outcome.body.match(/bookmarkStart/g)?.length, 1);
    const anchors = Array.from(outcome.body.matchAll(/w:anchor="(\w+)"/g), ([, name]) => name);
    assert.deepEqual([anchors.length, new Set(anchors).size], [2, 1]);
  }
});

test('words in a tracked change, a field or over the edge of a link are refused with the reason', () => {
  const ask = (body: string, find: string): string | undefined =>
    edit(wrapInDocx(body), [{ op: 'set_link', target: 'p1', find, url: 'https://a.example' }]).results[0]?.reason;
  const ins = `<w:ins w:id="1" w:author="Ana" w:date="2026-01-01T00:00:00Z">${r('new')}</w:ins>`;
  assert.equal(ask(p(ins + r(' words')), 'new'), 'read_only_content');
  assert.equal(ask(p(ins + r(' words')), 'new words'), 'read_only_content');
  assert.equal(ask(p(field('PAGE', r('7'))), '7'), 'read_only_content');
  assert.equal(ask(p(`<w:hyperlink w:anchor="A">${r('the plan')}</w:hyperlink>${r(' of all')}`), 'plan of'), 'ambiguous_target');
});

test('one name was given to two bookmarks of a request', () => {
  const file = wrapInDocx('<w:p><w:r><w:t>One</w:t></w:r></w:p><w:p><w:r><w:t>Two</w:t></w:r></w:p>');
  const operations = ['p1', 'p2'].map((target, at) => ({ op: 'add_bookmark', target, name: at === 0 ? 'Fees' : 'fees' }));
  for (const mode of ['direct', 'tracked'] as const) {
    const { results } = applyEdits(file, operations, { author: 'Octavo', date: '2026-01-01T00:00:00Z', mode });
    assert.deepEqual(
      results.map(({ status, reason }) => reason ?? status),
      ['applied', 'unsupported'],
    );
  }
});
