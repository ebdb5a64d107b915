/** Every operation on a file as the service writes it, direct and tracked: valid, proven, and as it was asked for. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Block } from '../src/document/block.ts';
import { applyEdits, type EditOperation, type EditOutcome } from '../src/edits/apply-edits.ts';
import { listContent, type AddressedBlock } from '../src/edits/list-content.ts';
import { wrapInDocx } from './support/office-parts.ts';
import { validateOffice } from './support/validate-office.ts';
import { buildWord, h, ol, p, partNames, partText, pictureOf, t, tableOf, ul } from './support/word-file.ts';
import { operationsFor, settles, wordsOf } from './support/word-operations.ts';

const CONTEXT = { author: 'Octavo & co', date: '2026-01-01T00:00:00Z' };
const picture = pictureOf('img:1', 200, 100);
const BLOCKS: Block[] = [
  { id: '', type: 'toc' },
  h(1, 'First'),
  p('The fee is ', t('ten', { bold: true }), ' euros a day.'),
  ul('a', 'b'),
  tableOf([
    ['Name', 'Sum'],
    ['One', '1'],
    ['Two', '2'],
  ]),
  { id: '', type: 'image', asset: 'img:1', alt: 'A picture' },
  h(2, 'Second'),
  p('More text is here.'),
  ol('x', 'y'),
  p('The last words.'),
];
const FILE = buildWord(BLOCKS, { assets: [picture] }).deliver(new Map());

const edit = (file: Uint8Array, operations: EditOperation[], mode: 'direct' | 'tracked' = 'direct'): EditOutcome =>
  applyEdits(file, operations, { ...CONTEXT, mode });
const addressOf = (file: Uint8Array, text: string): string => listContent(file).find((block) => block.text === text)?.address ?? '';
const comments = (file: Uint8Array): AddressedBlock[] => listContent(file).filter(({ type }) => type === 'comment');
const statuses = ({ results }: EditOutcome): string[] =>
  results.map(({ status, reason, message }) => (reason === undefined ? status : `${reason}: ${message ?? ''}`));

/** What takes away or changes what the file has not: links, merged cells, a watermark. */
const LACKING = /^(?:(?:remove|retarget)_link|unmerge_cells|remove_watermark)$/;
/** What Word keeps no revisions of. */
const UNTRACKED = /^(?:merge_cells|split_cell)$/;

test('every operation gives a valid file, and a tracked one its proof', async () => {
  const trials = Object.entries(operationsFor(listContent(FILE), 3)).filter(([name]) => !LACKING.test(name));
  assert.ok(trials.length > 24, `${trials.length} trials`);
  for (const mode of ['direct', 'tracked'] as const) {
    const files: [string, Uint8Array][] = [];
    for (const [name, operations] of trials.filter(([one]) => mode === 'direct' || !settles(one))) {
      const outcome = edit(FILE, operations, mode);
      if (name === 'refresh_toc') continue;
      if (mode === 'tracked' && UNTRACKED.test(name)) {
        assert.match(statuses(outcome).join(), /^unsupported: Word (?:has|keeps) no tracked change/, name);
        continue;
      }
      assert.deepEqual([name, ...statuses(outcome)], [name, ...operations.map(() => 'applied')]);
      if (mode === 'tracked')
        assert.deepEqual([name, outcome.integrity.accept_matches, outcome.integrity.reject_matches], [name, true, true]);
      files.push([`${name} ${mode}`, outcome.bytes]);
    }
    const checked = await Promise.all(files.map(async ([name, bytes]) => [name, await validateOffice(bytes, 'docx')] as const));
    assert.deepEqual(
      checked.filter(([, errors]) => errors.length > 0),
      [],
    );
  }
});

test('a thread of comments: answered, answered again, settled, opened', async () => {
  const asked = edit(FILE, [
    { op: 'add_comment', target: addressOf(FILE, 'The fee is ten euros a day.'), find: 'fee is t', text: 'Why?\nSo much?' },
  ]).bytes;
  const answered = edit(asked, [{ op: 'reply_comment', target: 'comment1', text: 'Because.', author: 'Ana' }]).bytes;
  const again = edit(answered, [
    { op: 'reply_comment', target: 'comment2', text: 'I see.' },
    { op: 'resolve_comment', target: 'comment2' },
  ]).bytes;
  assert.deepEqual(
    comments(again).map(({ text, author, answers, resolved }) => [text, author, answers, resolved]),
    [
      ['Why?\nSo much?', 'Octavo & co', undefined, true],
      ['Because.', 'Ana', 'comment1', false],
      ['I see.', 'Octavo & co', 'comment1', false],
    ],
  );
  const opened = edit(again, [{ op: 'resolve_comment', target: 'comment1', resolved: false }]).bytes;
  assert.equal(comments(opened)[0]?.resolved, false);
  assert.deepEqual(
    statuses(edit(opened, [{ op: 'resolve_comment', target: 'comment1', resolved: false }])).map((line) => line.split(':')[0]),
    ['no_effect'],
  );
  assert.deepEqual(await validateOffice(opened, 'docx'), []);
});

test('the table of contents follows headings that come and go', async () => {
  const changed = edit(FILE, [
    {
      op: 'insert_blocks',
      target: addressOf(FILE, 'The last words.'),
      blocks: [
        { type: 'heading', level: 1, text: 'Third & more' },
        { type: 'heading', level: 2, text: 'Inner' },
      ],
    },
  ]).bytes;
  const outcome = edit(changed, [{ op: 'refresh_toc' }]);
  assert.deepEqual(
    outcome.results[0]?.after?.split('\n').map((line) => line.split('\t')[0]),
    ['Second', 'Third & more', 'Inner'],
  );
  assert.deepEqual(await validateOffice(outcome.bytes, 'docx'), []);
  assert.deepEqual(
    statuses(edit(outcome.bytes, [{ op: 'refresh_toc' }])).map((line) => line.split(':')[0]),
    ['no_effect'],
  );
});

test('the table of contents shows what its field asks for', () => {
  const contents = (instruction: string): string =>
    `<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> TOC ${instruction} </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>Old</w:t></w:r></w:p><w:p><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`;
  const outlined =
    '<w:p><w:pPr><w:outlineLvl w:val="1"/></w:pPr><w:r><w:t>By its level</w:t></w:r></w:p><w:p><w:r><w:t>Text</w:t></w:r></w:p>';
  const refresh = (instruction: string, body: string): EditOutcome['results'][number] | undefined =>
    edit(wrapInDocx(contents(instruction) + body), [{ op: 'refresh_toc' }]).results[0];
  assert.equal(refresh('\\o &quot;1-3&quot; \\u', outlined)?.after, 'By its level\t1');
  assert.equal(refresh('\\o &quot;1-3&quot;', outlined)?.reason, 'unsupported');
  const marked =
    '<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> TC "By hand" </w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>';
  assert.match(refresh('\\u \\f', outlined + marked)?.message ?? '', /by hand/);
  assert.equal(refresh('\\h \\c &quot;Figure&quot;', outlined)?.reason, 'target_not_found');
});

test('definitions that a file lacks come with what needs them, once', async () => {
  const bare = wrapInDocx('<w:p><w:r><w:t>a</w:t></w:r></w:p>');
  const blocks = [
    { type: 'heading', level: 1, text: 'H' },
    { type: 'list', ordered: true, items: ['one'] },
    { type: 'list', items: ['point'] },
    { type: 'quote', text: 'q' },
  ];
  const { bytes } = edit(bare, [
    { op: 'insert_blocks', target: 'p1', blocks },
    { op: 'insert_blocks', target: 'p1', blocks, position: 'before' },
  ]);
  assert.deepEqual(await validateOffice(bytes, 'docx'), []);
  assert.equal(partText(bytes, 'word/styles.xml').split('w:styleId="Heading1"').length, 2);
  assert.equal(partText(bytes, 'word/numbering.xml').split('<w:num ').length, 5);
  assert.ok(partNames(bytes).includes('word/styles.xml'));
});

/** The known traps, each as a file that holds it. */
const BY = 'w:author="Ana" w:date="2020-01-01T00:00:00Z"';
const TRAPS: Record<string, string> = {
  'a bookmark, a comment and a revision that share one id': `<w:p><w:bookmarkStart w:id="1" w:name="here"/><w:commentRangeStart w:id="1"/><w:r><w:t>shared words</w:t></w:r><w:commentRangeEnd w:id="1"/><w:bookmarkEnd w:id="1"/><w:ins w:id="1" ${BY}><w:r><w:t> and more</w:t></w:r></w:ins></w:p>`,
  'text that is tracked already': `<w:p><w:r><w:t xml:space="preserve">one </w:t></w:r><w:del w:id="5" ${BY}><w:r><w:delText>two</w:delText></w:r></w:del><w:ins w:id="6" ${BY}><w:r><w:t>three words</w:t></w:r></w:ins></w:p>`,
  'names of other namespaces': '<w:p><x:odd xmlns:x="urn:x" x:at="1"><x:y/></x:odd><w:r><w:t>some words</w:t></w:r></w:p>',
  'content controls':
    '<w:sdt><w:sdtPr><w:id w:val="4"/></w:sdtPr><w:sdtContent><w:p><w:sdt><w:sdtPr><w:id w:val="5"/></w:sdtPr><w:sdtContent><w:r><w:t>held words</w:t></w:r></w:sdtContent></w:sdt></w:p></w:sdtContent></w:sdt>',
  'a table with merges':
    '<w:tbl><w:tblPr><w:tblW w:w="0" w:type="auto"/></w:tblPr><w:tblGrid><w:gridCol w:w="900"/><w:gridCol w:w="900"/></w:tblGrid><w:tr><w:tc><w:tcPr><w:gridSpan w:val="2"/></w:tcPr><w:p><w:r><w:t>wide words</w:t></w:r></w:p></w:tc></w:tr><w:tr><w:tc><w:tcPr><w:vMerge w:val="restart"/></w:tcPr><w:p/></w:tc><w:tc><w:p/></w:tc></w:tr><w:tr><w:tc><w:tcPr><w:vMerge/></w:tcPr><w:p/></w:tc><w:tc><w:p/></w:tc></w:tr></w:tbl>',
  'a field over several runs':
    '<w:p><w:r><w:t xml:space="preserve">see page </w:t></w:r><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> PAGEREF here </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>1</w:t></w:r><w:r><w:t>2</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r><w:r><w:t xml:space="preserve"> for words</w:t></w:r></w:p>',
};

for (const [name, body] of Object.entries(TRAPS)) {
  test(`a trap: ${name}`, async () => {
    const file = wrapInDocx(`${body}<w:p><w:r><w:t>Behind it, more words.</w:t></w:r></w:p>`);
    const known = (await validateOffice(file, 'docx')).length;
    const files: Uint8Array[] = [];
    for (let seed = 0; seed < 4; seed++) {
      for (const [trial, operations] of Object.entries(operationsFor(listContent(file), seed))) {
        const { bytes, integrity } = edit(file, operations, settles(trial) ? 'direct' : 'tracked');
        if (!settles(trial)) assert.deepEqual([trial, integrity.accept_matches, integrity.reject_matches], [trial, true, true]);
        if (
          !settles(trial) &&
          seed === 0 &&
          /^(replace_text|rewrite_block|format_words|move_block|delete_block|delete_rows|delete_columns)$/.test(trial)
        )
          files.push(bytes);
        const back = edit(bytes, [{ op: 'reject_revision', target: 'all', author: CONTEXT.author }]).bytes;
        if (!settles(trial) && !/header|toc|page|restyle|watermark/.test(trial))
          assert.deepEqual([trial, ...wordsOf(listContent(back))], [trial, ...wordsOf(listContent(file))]);
      }
    }
    for (const bytes of files) assert.ok((await validateOffice(bytes, 'docx')).length <= known, name);
  });
}
