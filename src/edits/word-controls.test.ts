/** Content controls, watermarks and sections of Word files: what they hold afterwards, and that validators take them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OFFICE_RELATIONSHIP, W } from '../ooxml/names.ts';
import { partsText, wrapInDocx } from '../../test/support/office-parts.ts';
import { structureLines, type Settling } from '../../test/support/word-structure.ts';
import { validateAllOffice } from '../../test/support/validate-office.ts';
import { applyEdits, type EditOperation, type EditOutcome } from './apply-edits.ts';
import type { EditMode } from './define-edit.ts';
import { listContent } from './list-content.ts';

const GLOSSARY_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.glossary+xml';
const CONTEXT = { author: 'Octavo', date: '2026-01-01T00:00:00Z' };
const run = (file: Uint8Array, operations: EditOperation[], mode: EditMode = 'direct'): EditOutcome =>
  applyEdits(file, operations, { ...CONTEXT, mode });
function edit(file: Uint8Array, operations: EditOperation[]): Uint8Array {
  const { results, bytes } = run(file, operations);
  for (const { status, message } of results) assert.equal(status, 'applied', message);
  return bytes;
}
const reasons = ({ results }: EditOutcome): string[] => results.map(({ status, reason }) => reason ?? status);
const plain = wrapInDocx(
  '<w:p><w:r><w:t>Agreed in 2027 by</w:t></w:r></w:p><w:p/><w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1440" w:right="1440" w:bottom="1440" w:left="1440" w:header="708" w:footer="708" w:gutter="0"/><w:pgNumType w:start="3"/></w:sectPr>',
);
const form = (): Uint8Array =>
  edit(plain, [
    { op: 'add_control', target: 'p1', find: '2027', kind: 'text', title: 'Year', tag: 'year' },
    { op: 'add_control', target: 'p1', kind: 'dropdown', title: 'Who', items: ['Ana', 'Ben'] },
    { op: 'add_control', target: 'p1', kind: 'checkbox', title: 'Agreed' },
    { op: 'add_control', target: 'p2', kind: 'date', title: 'Day', prompt: 'When?' },
  ]);
const controls = (bytes: Uint8Array): string[] =>
  listContent(bytes).flatMap(({ type, name, kind, text }) => (type === 'control' ? [`${name} ${kind}: ${text}`] : []));
const document = (bytes: Uint8Array): string => partsText(bytes, /document\.xml$/);

test('controls are added, listed with what they hold, filled and taken away, and the files are valid', async () => {
  assert.deepEqual(controls(form()).toSorted(), ['Agreed checkbox: false', 'Day date: ', 'Who dropdown: ', 'Year text: 2027']);
  const filled = edit(form(), [
    { op: 'set_control', target: 'Year', value: '2030', expect: '2027' },
    { op: 'set_control', target: 'Who', value: 'Ben' },
    { op: 'set_control', target: 'Agreed', value: true },
    { op: 'set_control', target: 'Day', value: '2027-03-01' },
  ]);
  assert.deepEqual(controls(filled).toSorted(), ['Agreed checkbox: true', 'Day date: 2027-03-01', 'Who dropdown: Ben', 'Year text: 2030']);
  assert.match(document(filled), /w:fullDate="2027-03-01T00:00:00Z"/);
  const bare = edit(
    filled,
    ['Year', 'Who', 'Agreed', 'Day'].map((target) => ({ op: 'delete_control', target })),
  );
  assert.deepEqual(controls(bare), []);
  assert.deepEqual(
    listContent(bare).map(({ text }) => text),
    ['☒ Agreed in 2030 by Ben', '2027-03-01'],
  );
  assert.deepEqual(
    await validateAllOffice({
      form: { bytes: form(), kind: 'docx' },
      filled: { bytes: filled, kind: 'docx' },
      bare: { bytes: bare, kind: 'docx' },
    }),
    {},
  );
});

test('values that a control does not take and locked ones are refused with the reason', () => {
  const ask = (target: string, value: unknown, mode: EditMode = 'direct'): string[] =>
    reasons(run(form(), [{ op: 'set_control', target, value }], mode));
  assert.deepEqual(ask('Who', 'Eve'), ['unsupported']);
  assert.deepEqual(ask('Day', 'tomorrow'), ['unsupported']);
  assert.deepEqual(ask('Agreed', 'yes'), ['unsupported']);
  assert.deepEqual(ask('Year', '2027'), ['no_effect']);
  assert.deepEqual(ask('Nobody', 'x'), ['target_not_found']);
  const locked = wrapInDocx(
    '<w:p><w:sdt><w:sdtPr><w:tag w:val="a"/><w:lock w:val="sdtContentLocked"/></w:sdtPr><w:sdtContent><w:r><w:t>x</w:t></w:r></w:sdtContent></w:sdt></w:p>',
  );
  assert.deepEqual(reasons(run(locked, [{ op: 'set_control', target: 'a', value: 'y' }])), ['read_only_content']);
  assert.deepEqual(reasons(run(locked, [{ op: 'delete_control', target: 'a' }])), ['read_only_content']);
});

test('filling controls was refused as a tracked change: rejected they hold, and mean, what they did', async () => {
  const fill: EditOperation[] = [
    { op: 'set_control', target: 'Year', value: '2030' },
    { op: 'set_control', target: 'Who', value: 'Ben' },
    { op: 'set_control', target: 'Agreed', value: true },
    { op: 'set_control', target: 'Day', value: '2027-03-01' },
  ];
  const tracked = run(form(), fill, 'tracked');
  assert.deepEqual(reasons(tracked), ['applied', 'applied', 'applied', 'applied'], tracked.results.map(({ message }) => message).join());
  assert.deepEqual([tracked.integrity.accept_matches, tracked.integrity.reject_matches], [true, true]);
  const [accepted, rejected] = (['accept_revision', 'reject_revision'] as const).map((op) => edit(tracked.bytes, [{ op, target: 'all' }]));
  assert.ok(accepted !== undefined && rejected !== undefined);
  const lines = (bytes: Uint8Array): string[] => structureLines(document(bytes), null);
  assert.deepEqual([lines(accepted), lines(rejected)], [lines(edit(form(), fill)), lines(form())]);
  assert.deepEqual(controls(rejected), controls(form()));
  assert.deepEqual(reasons(run(tracked.bytes, fill.slice(0, 1), 'tracked')), ['read_only_content']);
  assert.deepEqual(
    await validateAllOffice(
      Object.fromEntries(
        Object.entries({ tracked: tracked.bytes, accepted, rejected }).map(([name, bytes]) => [name, { bytes, kind: 'docx' }]),
      ),
    ),
    {},
  );
});

test('of a control around several paragraphs the first one takes the others in, also as a tracked change', () => {
  const words = (text: string): string => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;
  const file = wrapInDocx(
    `<w:sdt><w:sdtPr><w:tag w:val="notes"/><w:id w:val="7"/></w:sdtPr><w:sdtContent>${words('One')}${words('Two')}</w:sdtContent></w:sdt><w:p/>`,
  );
  const fill: EditOperation[] = [{ op: 'set_control', target: 'notes', value: 'Three' }];
  const tracked = run(file, fill, 'tracked');
  assert.deepEqual(reasons(tracked), ['applied'], tracked.results[0]?.message);
  const lines = (bytes: Uint8Array): string[] => structureLines(document(bytes), null);
  assert.deepEqual(lines(edit(tracked.bytes, [{ op: 'accept_revision', target: 'all' }])), lines(edit(file, fill)));
  assert.deepEqual(lines(edit(tracked.bytes, [{ op: 'reject_revision', target: 'all' }])), lines(file));
});

test('a date is written as its control shows dates', () => {
  const dated = wrapInDocx(
    '<w:p><w:sdt><w:sdtPr><w:tag w:val="day"/><w:date><w:dateFormat w:val="d \'de\' MMMM \'de\' yyyy"/><w:lid w:val="es-ES"/></w:date></w:sdtPr><w:sdtContent><w:r><w:t>x</w:t></w:r></w:sdtContent></w:sdt></w:p>',
  );
  assert.match(document(edit(dated, [{ op: 'set_control', target: 'day', value: '2027-03-01' }])), /<w:t>1 de marzo de 2027<\/w:t>/);
});

test('a watermark comes into every header, into one that is added for pages without, and goes', async () => {
  const headed = edit(plain, [
    { op: 'set_header_footer', place: 'header', text: 'Head' },
    { op: 'set_header_footer', place: 'header', pages: 'first', text: 'First' },
  ]);
  const marked = edit(headed, [{ op: 'set_watermark', text: 'DRAFT & more' }]);
  assert.equal(partsText(marked, /header\d+\.xml$/).match(/string="DRAFT &amp; more"/g)?.length, 2);
  const other = edit(marked, [{ op: 'set_watermark', text: 'FINAL', layout: 'horizontal', color: 'FF0000' }]);
  assert.doesNotMatch(partsText(other, /header\d+\.xml$/), /DRAFT|rotation/);
  assert.deepEqual(reasons(run(marked, [{ op: 'set_watermark', text: 'DRAFT & more' }])), ['no_effect']);
  const without = edit(other, [{ op: 'remove_watermark' }]);
  assert.equal(partsText(without, /header\d+\.xml$/), partsText(headed, /header\d+\.xml$/));
  const added = edit(plain, [{ op: 'set_watermark', text: 'DRAFT' }]);
  assert.deepEqual(await validateAllOffice({ marked: { bytes: marked, kind: 'docx' }, added: { bytes: added, kind: 'docx' } }), {});
});

test('a section break keeps the pages of both parts, and copies what an earlier operation of the request has made', async () => {
  const broken = edit(plain, [{ op: 'insert_section_break', target: 'p1' }]);
  const sections = Array.from(document(broken).matchAll(/<w:sectPr>.*?<\/w:sectPr>/g), ([xml]) => xml);
  assert.equal(sections.length, 2);
  assert.match(sections[0] ?? '', /w:start="3"/);
  assert.match(sections[1] ?? '', /<w:type w:val="nextPage"\/><w:pgSz w:w="11906"/);
  assert.doesNotMatch(sections[1] ?? '', /w:start="3"/);
  const landscape = edit(broken, [{ op: 'set_page', section: 2, orientation: 'landscape', columns: 2 }]);
  assert.deepEqual(await validateAllOffice({ landscape: { bytes: landscape, kind: 'docx' } }), {});
  const both = run(plain, [
    { op: 'set_watermark', text: 'DRAFT' },
    { op: 'insert_section_break', target: 'p1' },
  ]);
  assert.deepEqual(reasons(both), ['applied', 'applied']);
  const shown = Array.from(document(both.bytes).matchAll(/<w:sectPr>.*?<\/w:sectPr>/g), ([xml]) => xml);
  assert.equal(shown.length, 2);
  assert.match(shown[0] ?? '', /<w:headerReference /);
  assert.deepEqual(await validateAllOffice({ both: { bytes: both.bytes, kind: 'docx' } }), {});
});

test('filling a control took the end of a marked range that begins outside of it', () => {
  const file = wrapInDocx(
    '<w:p><w:customXmlDelRangeStart w:id="7" w:author="A"/><w:sdt><w:sdtPr><w:alias w:val="Client"/></w:sdtPr><w:sdtContent><w:r><w:t>Ana</w:t></w:r><w:customXmlDelRangeEnd w:id="7"/></w:sdtContent></w:sdt></w:p>',
  );
  assert.deepEqual(reasons(run(file, [{ op: 'set_control', target: 'Client', value: 'Ben' }])), ['read_only_content']);
});

test('a tracked edit beside a control that somebody else has deleted was said to have undone that deletion', () => {
  const range = (id: number, at: 'Start' | 'End'): string =>
    `<w:customXmlDelRange${at} w:id="${id}"${at === 'Start' ? ' w:author="Ana" w:date="2020-02-09T08:37:00Z"' : ''}/>`;
  const control = `${range(1, 'Start')}<w:sdt><w:sdtPr><w:text/></w:sdtPr><w:sdtContent>${range(1, 'End')}<w:r><w:t>kept</w:t></w:r>${range(2, 'Start')}</w:sdtContent></w:sdt>${range(2, 'End')}`;
  const file = wrapInDocx(`<w:p>${control}</w:p><w:p><w:r><w:t>old words</w:t></w:r></w:p><w:p/>`);
  const lines = (bytes: Uint8Array, settling: Settling | null): string[] => structureLines(document(bytes), settling);
  const settling = (verdict: 'accept' | 'reject'): Settling => ({ verdict, author: 'Octavo', idAbove: 2 });
  for (const operation of [
    { op: 'rewrite_block', target: 'p2', text: 'new words' },
    { op: 'delete_block', target: 'p1' },
  ]) {
    const tracked = run(file, [operation], 'tracked');
    assert.deepEqual(reasons(tracked), ['applied'], tracked.results[0]?.message);
    assert.deepEqual(lines(tracked.bytes, settling('reject')), lines(file, null));
    assert.deepEqual(lines(tracked.bytes, settling('accept')), lines(edit(file, [operation]), null));
  }
  assert.ok(
    !lines(file, { ...settling('accept'), author: 'Ana' })
      .join('')
      .includes('w:sdt'),
  );
});

test('a tracked deletion wrote the range around a control into the deletion before it, or in front of the properties of the paragraph', async () => {
  const control = (id: number, text: string): string =>
    `<w:sdt><w:sdtPr><w:id w:val="${id}"/><w:text/></w:sdtPr><w:sdtContent><w:r><w:t>${text}</w:t></w:r></w:sdtContent></w:sdt>`;
  const last = '<w:p><w:r><w:t>c</w:t></w:r></w:p>';
  const files = [
    `<w:p><w:r><w:t>a</w:t></w:r>${control(11, 'b')}<w:r><w:t>.</w:t></w:r></w:p>${last}`,
    `<w:p>${control(11, 'a')}${control(12, 'b')}</w:p>${last}`,
    `<w:p>${control(11, 'a')}</w:p><w:p/>${last}`,
  ].map((body) => wrapInDocx(body));
  const outputs: Record<string, { bytes: Uint8Array; kind: 'docx' }> = {};
  for (const [at, file] of files.entries()) {
    const tracked = run(file, [{ op: 'delete_block', target: 'p1' }], 'tracked');
    assert.deepEqual(reasons(tracked), ['applied'], tracked.results[0]?.message);
    const lines = (bytes: Uint8Array): string[] => structureLines(document(bytes), null);
    const settled = (op: string): string[] => lines(edit(tracked.bytes, [{ op, target: 'all' }]));
    const direct = lines(edit(file, [{ op: 'delete_block', target: 'p1' }]));
    assert.deepEqual(settled('reject_revision'), lines(file));
    assert.deepEqual(settled('accept_revision'), direct);
    assert.deepEqual(structureLines(document(tracked.bytes), { verdict: 'accept', author: 'Octavo', idAbove: 0 }), direct);
    outputs[`file ${at}`] = { bytes: tracked.bytes, kind: 'docx' };
  }
  assert.deepEqual(await validateAllOffice(outputs), {});
});

test('the only paragraph of a control around blocks is emptied, not taken out, in either mode, and does not move away', () => {
  const control = (inner: string): string => `<w:sdt><w:sdtPr><w:id w:val="7"/></w:sdtPr><w:sdtContent>${inner}</w:sdtContent></w:sdt>`;
  const file = wrapInDocx(`${control('<w:p><w:r><w:t>Only</w:t></w:r></w:p>')}<w:p><w:r><w:t>Next</w:t></w:r></w:p><w:p/>`);
  const operation = { op: 'delete_block', target: 'p1' };
  assert.match(document(edit(file, [operation])), /<w:sdtContent><w:p><\/w:p><\/w:sdtContent>/);
  const { results, integrity } = run(file, [operation], 'tracked');
  assert.deepEqual([results[0]?.status, integrity.accept_matches, integrity.reject_matches], ['applied', true, true]);
  for (const mode of ['direct', 'tracked'] as const)
    assert.deepEqual(reasons(run(file, [{ op: 'move_block', target: 'p1', to: 'p2' }], mode)), ['read_only_content']);
});

test('controls without ids get the state back that they show, and others without one keep theirs', () => {
  const box = (checked: string, shown: string): string =>
    `<w:p><w:sdt><w:sdtPr><w14:checkbox xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"><w14:checked w14:val="${checked}"/></w14:checkbox></w:sdtPr><w:sdtContent><w:r><w:t>${shown}</w:t></w:r></w:sdtContent></w:sdt></w:p>`;
  // the first one shows another sign than its state has, which nobody asked to change
  const file = wrapInDocx(`${box('1', '☐')}${box('0', '☐')}<w:p/>`);
  const states = (bytes: Uint8Array): string[] =>
    [...document(bytes).matchAll(/w14:checked w14:val="(\d)"/g)].map(([, state = '']) => state);
  const tracked = run(file, [{ op: 'set_control', target: 'control2', value: true }], 'tracked');
  assert.deepEqual(reasons(tracked), ['applied'], tracked.results[0]?.message);
  assert.deepEqual(states(tracked.bytes), ['1', '1']);
  assert.deepEqual(states(edit(tracked.bytes, [{ op: 'reject_revision', target: 'all' }])), ['1', '0']);
  assert.deepEqual(states(edit(tracked.bytes, [{ op: 'accept_revision', target: 'all' }])), ['1', '1']);
});

test('a prompt in no style of prompts came back as if it had been filled in, and nothing said so', () => {
  const control = (name: string, prompts: boolean): string =>
    `<w:p><w:sdt><w:sdtPr><w:alias w:val="${name}"/><w:id w:val="${name.length}"/><w:placeholder><w:docPart w:val="${name}"/></w:placeholder>${prompts ? '<w:showingPlcHdr/>' : ''}<w:text/></w:sdtPr><w:sdtContent><w:r><w:t>[Job Title]</w:t></w:r></w:sdtContent></w:sdt></w:p>`;
  const block = (name: string): string =>
    `<w:docPart><w:docPartPr><w:name w:val="${name}"/></w:docPartPr><w:docPartBody><w:p><w:r><w:t>[Job Title]</w:t></w:r></w:p></w:docPartBody></w:docPart>`;
  const blocks = `<w:glossaryDocument xmlns:w="${W}"><w:docParts>${block('Job')}${block('Typed')}</w:docParts></w:glossaryDocument>`;
  const file = wrapInDocx(`${control('Job', true)}${control('Typed', false)}${control('Unknown', true)}<w:p/>`, {
    entries: [{ name: 'word/glossary/document.xml', data: blocks }],
    types: [{ name: 'word/glossary/document.xml', contentType: GLOSSARY_TYPE }],
    relationships: [{ id: 'rId7', type: `${OFFICE_RELATIONSHIP}glossaryDocument`, target: 'glossary/document.xml' }],
  });
  const fill = (target: string): EditOutcome => run(file, [{ op: 'set_control', target, value: 'Baker' }], 'tracked');
  const known = fill('Job');
  assert.deepEqual(reasons(known), ['applied'], known.results[0]?.message);
  assert.equal(known.results[0]?.message, undefined);
  assert.equal(document(edit(known.bytes, [{ op: 'reject_revision', target: 'all' }])), document(file));
  assert.equal(document(edit(known.bytes, [{ op: 'accept_revision', target: 'all' }])).match(/showingPlcHdr/g)?.length, 1);
  assert.match(fill('Unknown').results[0]?.message ?? '', /were a prompt.*as if they had been filled in/);
  // the same words as the prompt, put in by somebody: accepting them makes no prompt of them
  const typed = run(file, [{ op: 'set_control', target: 'Job', value: '[Job Title]' }], 'tracked');
  assert.doesNotMatch(document(edit(typed.bytes, [{ op: 'accept_revision', target: 'all' }])).split('Typed')[0] ?? '', /showingPlcHdr/);
});

test('adding and deleting controls was refused as a tracked change: they come and go by marks around their tags', async () => {
  const requests: [Uint8Array, EditOperation[]][] = [
    [plain, [{ op: 'add_control', target: 'p1', find: '2027', kind: 'text', title: 'Year' }]],
    [plain, [{ op: 'add_control', target: 'p1', kind: 'dropdown', title: 'Who', items: ['Ana', 'Ben'] }]],
    [plain, [{ op: 'add_control', target: 'p1', kind: 'checkbox', title: 'Agreed' }]],
    [plain, [{ op: 'add_control', target: 'p2', kind: 'date', title: 'Day', prompt: 'When?' }]],
    ...['Year', 'Who', 'Agreed', 'Day'].map((target): [Uint8Array, EditOperation[]] => [form(), [{ op: 'delete_control', target }]]),
  ];
  const outputs: Record<string, { bytes: Uint8Array; kind: 'docx' }> = {};
  for (const [file, operations] of requests) {
    const tracked = run(file, operations, 'tracked');
    const named = JSON.stringify(operations);
    assert.deepEqual(reasons(tracked), ['applied'], tracked.results[0]?.message);
    assert.deepEqual([tracked.integrity.accept_matches, tracked.integrity.reject_matches], [true, true], named);
    const lines = (bytes: Uint8Array): string[] =>
      structureLines(document(bytes), null).map((line) => line.replaceAll(/<w:id w:val=7\d{8}>/g, '<w:id>'));
    const settled = (op: string): string[] => lines(edit(tracked.bytes, [{ op, target: 'all' }]));
    assert.deepEqual(settled('reject_revision'), lines(file), named);
    assert.deepEqual(settled('accept_revision'), lines(edit(file, operations)), named);
    // what comes as a tracked change is settled before it goes as another one
    const again = run(tracked.bytes, [{ op: 'delete_control', target: 'control1' }], 'tracked');
    if (operations[0]?.op === 'add_control') assert.deepEqual(reasons(again), ['unsupported'], named);
    outputs[named] = { bytes: tracked.bytes, kind: 'docx' };
  }
  assert.deepEqual(await validateAllOffice(outputs), {});
});

test('a paragraph was deleted around a control that came as a tracked change, which rejecting both left behind', () => {
  const tracked = run(
    plain,
    [
      { op: 'add_control', target: 'p1', kind: 'checkbox', title: 'Agreed' },
      { op: 'delete_block', target: 'p1' },
    ],
    'tracked',
  );
  const rejected = edit(tracked.bytes, [{ op: 'reject_revision', target: 'all' }]);
  assert.equal(document(rejected), document(plain));
  assert.deepEqual(reasons(tracked), ['applied', 'overlapping_operation']);
  assert.match(tracked.results[1]?.message ?? '', /comes as a tracked change/);
});

test('a control was put into the only paragraph after its deletion, though it came first in the request', () => {
  const only = wrapInDocx('<w:p><w:r><w:t>Only</w:t></w:r></w:p>');
  const operations = [
    { op: 'add_control', target: 'p1', kind: 'dropdown', items: ['Yes', 'No'] },
    { op: 'delete_block', target: 'p1' },
  ];
  const tracked = run(only, operations, 'tracked');
  assert.deepEqual(reasons(tracked), ['applied', 'overlapping_operation']);
  assert.match(document(tracked.bytes), /<w:t>Only<\/w:t>/);
  assert.doesNotMatch(document(run(only, operations, 'direct').bytes), /Only|w:sdt/);
});

test('the only row of a table that is in no control was not deleted as a tracked change', () => {
  const row = (text: string): string =>
    `<w:tr><w:tc><w:tcPr><w:tcW w:w="2000" w:type="dxa"/></w:tcPr><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:tc></w:tr>`;
  const inControl = `<w:sdt><w:sdtPr/><w:sdtContent>${row('b')}</w:sdtContent></w:sdt>`;
  const file = wrapInDocx(`<w:tbl><w:tblPr/><w:tblGrid><w:gridCol w:w="2000"/></w:tblGrid>${row('a')}${inControl}</w:tbl><w:p/>`);
  const operations = [{ op: 'delete_rows', target: 't1.r1' }];
  const tracked = run(file, operations, 'tracked');
  assert.deepEqual(reasons(tracked), ['applied']);
  const settled = (verdict: string): string => document(edit(tracked.bytes, [{ op: `${verdict}_revision`, target: 'all' }]));
  const lines = (text: string): string[] => structureLines(text, null);
  assert.deepEqual(lines(settled('accept')), lines(document(run(file, operations).bytes)));
  assert.deepEqual(lines(settled('reject')), lines(document(file)));
});
