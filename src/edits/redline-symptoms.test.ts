/** Pairs of files that few programs write, and redlines of them: each is named after what was wrong with it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wrapInDocx, partsText, type ExtraParts } from '../../test/support/office-parts.ts';
import { validateOffice } from '../../test/support/validate-office.ts';
import { structureLines } from '../../test/support/word-structure.ts';
import { replacePart, saveOfficePackage } from '../ooxml/change-package.ts';
import { OFFICE_RELATIONSHIP, R, STRICT, STRICT_R, W } from '../ooxml/names.ts';
import { openOfficePackage, readPartText } from '../ooxml/office-package.ts';
import { applyEdits } from './apply-edits.ts';
import { redlineFiles } from './redline.ts';

const CONTEXT = { author: 'A', date: '2026-01-01T00:00:00Z' };
const DIRECT = { ...CONTEXT, mode: 'direct' as const };
const TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.';
const p = (text: string, before = '', behind = ''): string => `<w:p>${before}<w:r><w:t>${text}</w:t></w:r>${behind}</w:p>`;
const table = (content: string): string =>
  `<w:tbl><w:tblPr><w:tblW w:w="0" w:type="auto"/></w:tblPr><w:tblGrid><w:gridCol w:w="4000"/></w:tblGrid><w:tr><w:tc><w:tcPr><w:tcW w:w="4000" w:type="dxa"/></w:tcPr>${content}</w:tc></w:tr></w:tbl>`;
const SECTION = '<w:sectPr><w:pgSz w:w="11906" w:h="16838"/></w:sectPr>';

const bodyOf = (bytes: Uint8Array): string => partsText(bytes, /^word\/document\.xml$/).replace(/^.*<w:body>/s, '');
const settled = (bytes: Uint8Array, verdict: 'accept' | 'reject'): Uint8Array =>
  applyEdits(bytes, [{ op: `${verdict}_revision`, target: 'all' }], DIRECT).bytes;
const linesOf = (bytes: Uint8Array, verdict: 'accept' | 'reject' | null): string[] =>
  structureLines(partsText(bytes, /^word\/document\.xml$/), verdict === null ? null : { verdict, author: '*', idAbove: 0 });

test('a cell of which all paragraphs are deleted keeps one, whether they are settled or deleted at once', async () => {
  const mark = '<w:del w:id="1" w:author="A" w:date="2026-01-01T00:00:00Z"/>';
  const gone = `<w:p><w:pPr><w:rPr>${mark}</w:rPr></w:pPr>${mark.replace('/>', '><w:r><w:delText>a</w:delText></w:r></w:del>')}</w:p>`;
  const accepted = settled(wrapInDocx(table(gone + gone) + p('End') + SECTION), 'accept');
  assert.equal(
    bodyOf(accepted)
      .match(/<w:tc>.*?<\/w:tc>/s)?.[0]
      .match(/<w:p[ >]/g)?.length,
    1,
  );
  assert.deepEqual(await validateOffice(accepted, 'docx'), []);
  const file = wrapInDocx(table(p('a') + p('b')) + p('End') + SECTION);
  const operations = ['t1.r1.c1.p1', 't1.r1.c1.p2'].map((target) => ({ op: 'delete_block', target }));
  const direct = applyEdits(file, operations, DIRECT);
  const tracked = applyEdits(file, operations, { ...CONTEXT, mode: 'tracked' });
  assert.deepEqual(
    [direct.integrity.parts_changed, tracked.integrity.accept_matches, tracked.integrity.reject_matches],
    [['word/document.xml'], true, true],
  );
  for (const bytes of [direct.bytes, settled(tracked.bytes, 'accept')]) {
    assert.match(bodyOf(bytes), /<\/w:tcPr><w:p(?:\/>|><\/w:p>)<\/w:tc>/);
    assert.deepEqual(await validateOffice(bytes, 'docx'), []);
  }
});

const comments = (text: string): ExtraParts => ({
  entries: [
    { name: 'word/comments.xml', data: `<w:comments xmlns:w="${W}"><w:comment w:id="0" w:author="B">${p(text)}</w:comment></w:comments>` },
  ],
  types: [{ name: 'word/comments.xml', contentType: `${TYPE}comments+xml` }],
  relationships: [{ id: 'rId7', type: `${OFFICE_RELATIONSHIP}comments`, target: 'comments.xml' }],
});
const START = '<w:commentRangeStart w:id="0"/>';
const END = '<w:commentRangeEnd w:id="0"/><w:r><w:commentReference w:id="0"/></w:r>';

test('a paragraph that goes takes its comment along, also in front of a table', () => {
  const older = wrapInDocx(p('One') + p('Gone', START, END) + table(p('a')) + p('End') + SECTION, comments('Why?'));
  const newer = wrapInDocx(p('One') + table(p('a')) + p('End') + SECTION);
  const { bytes, left } = redlineFiles(older, newer, CONTEXT);
  assert.deepEqual(left, []);
  assert.deepEqual(linesOf(settled(bytes, 'accept'), null), linesOf(newer, null));
  assert.match(bodyOf(settled(bytes, 'reject')), /commentReference/);
});

test('nothing is left of a paragraph that came with a comment, where it is rejected', () => {
  const older = wrapInDocx(p('One') + SECTION);
  const newer = wrapInDocx(p('One') + p('Another one that is new', START, END) + SECTION, comments('Why?'));
  const { bytes, left } = redlineFiles(older, newer, CONTEXT);
  assert.deepEqual(left, []);
  assert.deepEqual(linesOf(bytes, 'reject'), linesOf(older, null));
  assert.deepEqual(linesOf(settled(bytes, 'reject'), null), linesOf(older, null));
  assert.match(bodyOf(settled(bytes, 'accept')), /commentReference/);
});

const headed = (even: boolean, names: readonly ('default' | 'even')[]): Uint8Array => {
  const parts: ExtraParts = {
    entries: [
      {
        name: 'word/settings.xml',
        data: `<w:settings xmlns:w="${W}"><w:zoom w:percent="100"/>${even ? '<w:evenAndOddHeaders/>' : ''}</w:settings>`,
      },
      ...names.map((name) => ({ name: `word/${name}.xml`, data: `<w:hdr xmlns:w="${W}">${p(`Head ${name}`)}</w:hdr>` })),
    ],
    types: [
      { name: 'word/settings.xml', contentType: `${TYPE}settings+xml` },
      ...names.map((name) => ({ name: `word/${name}.xml`, contentType: `${TYPE}header+xml` })),
    ],
    relationships: [
      { id: 'rId7', type: `${OFFICE_RELATIONSHIP}settings`, target: 'settings.xml' },
      ...names.map((name) => ({ id: `rId_${name}`, type: `${OFFICE_RELATIONSHIP}header`, target: `${name}.xml` })),
    ],
  };
  const references = names.map((name) => `<w:headerReference xmlns:r="${R}" w:type="${name}" r:id="rId_${name}"/>`).join('');
  return wrapInDocx(`${p('Text')}<w:sectPr>${references}<w:pgSz w:w="11906" w:h="16838"/></w:sectPr>`, parts);
};

test('even pages that are told apart in one version alone show the header of all pages in the other', async () => {
  const [one, two] = [headed(false, ['default']), headed(true, ['default', 'even'])];
  for (const [from, to, wanted] of [
    [one, two, { accept: 'Head even', reject: 'Head default' }],
    [two, one, { accept: 'Head default', reject: 'Head even' }],
  ] as const) {
    const { bytes, left } = redlineFiles(from, to, CONTEXT);
    assert.deepEqual(left, []);
    assert.deepEqual(await validateOffice(bytes, 'docx'), []);
    assert.match(partsText(bytes, /settings\.xml$/), /<w:evenAndOddHeaders\/>/);
    const id = /w:type="even" r:id="([^"]*)"/.exec(bodyOf(bytes))?.[1] ?? '';
    const target = new RegExp(`Id="${id}"[^>]*Target="([^"]*)"`).exec(partsText(bytes, /document\.xml\.rels$/))?.[1] ?? '';
    for (const verdict of ['accept', 'reject'] as const) {
      const header = partsText(settled(bytes, verdict), new RegExp(`^word/${target.replaceAll('.', '\\.')}$`));
      assert.equal(Array.from(header.matchAll(/<w:t[^>]*>([^<]*)/g), ([, text]) => text).join(''), wanted[verdict]);
    }
  }
});

/** The file as a strict one: its text, and what refers to it. */
function strict(bytes: Uint8Array): Uint8Array {
  const opened = openOfficePackage(bytes);
  for (const name of ['word/document.xml', '_rels/.rels']) {
    const { text } = readPartText(opened, name);
    const spelled = text
      .replaceAll(W, `${STRICT}wordprocessingml/main`)
      .replaceAll(R, STRICT_R)
      .replaceAll(OFFICE_RELATIONSHIP, `${STRICT_R}/`);
    replacePart(opened, name, Buffer.from(spelled));
  }
  return saveOfficePackage(opened);
}

test('a strict and a transitional file come together as the older one is spelled', () => {
  const [one, two] = [wrapInDocx(p('One') + SECTION), wrapInDocx(p('One') + table(p('a')) + p('Two') + SECTION)];
  for (const [from, to] of [
    [strict(one), two],
    [one, strict(two)],
  ] as const) {
    const { bytes, left } = redlineFiles(from, to, CONTEXT);
    assert.deepEqual(left, []);
    assert.equal(bodyOf(bytes).includes('xmlns:w='), false);
    assert.deepEqual(linesOf(bytes, 'accept'), linesOf(two, null));
    assert.deepEqual(linesOf(bytes, 'reject'), linesOf(one, null));
  }
});

test('a text with nothing in it counts as an empty paragraph, which Word shows', async () => {
  const [nothing, something] = [wrapInDocx(SECTION), wrapInDocx(table(p('a')) + p('One') + SECTION)];
  for (const [from, to] of [
    [nothing, something],
    [something, nothing],
  ] as const) {
    const { bytes, left } = redlineFiles(from, to, CONTEXT);
    assert.deepEqual(left, []);
    assert.deepEqual(await validateOffice(bytes, 'docx'), []);
  }
});

test('a file that Word takes in as it opens the document is named as what is not tracked', () => {
  const chunk: ExtraParts = {
    entries: [{ name: 'word/chunk.html', data: '<p>From elsewhere</p>' }],
    types: [{ name: 'word/chunk.html', contentType: 'text/html' }],
    relationships: [{ id: 'rId7', type: `${OFFICE_RELATIONSHIP}aFChunk`, target: 'chunk.html' }],
  };
  const older = wrapInDocx(`${p('One')}<w:altChunk xmlns:r="${R}" r:id="rId7"/>${p('Two')}${SECTION}`, chunk);
  const { left } = redlineFiles(older, wrapInDocx(p('One') + p('Two') + SECTION), CONTEXT);
  assert.match(left[0]?.message ?? '', /No tracked change can hold a file that Word takes in as it opens the document \(altChunk\)\./);
});

test('marks by which programs tell editions of a block apart stay with their file', async () => {
  const older = wrapInDocx(p('One') + SECTION);
  const beta = 'xmlns:w14="http://schemas.microsoft.com/office/word/2007/5/30/wordml" w14:editId="222A6A82"';
  const newer = wrapInDocx(p('One') + p('Two').replace('<w:p>', `<w:p ${beta}>`) + SECTION);
  const { bytes } = redlineFiles(older, newer, CONTEXT);
  assert.doesNotMatch(bodyOf(bytes), /editId/);
  assert.deepEqual(await validateOffice(bytes, 'docx'), []);
});

const bothWays = (older: Uint8Array, newer: Uint8Array): void => {
  const { bytes, left } = redlineFiles(older, newer, CONTEXT);
  assert.deepEqual(left, []);
  assert.deepEqual(linesOf(bytes, 'accept'), linesOf(newer, null));
  assert.deepEqual(linesOf(bytes, 'reject'), linesOf(older, null));
};

test('a smart tag, a control without a place for content and a place within the document come and go', () => {
  const tag = `<w:smartTag w:uri="urn:x" w:element="date"><w:smartTagPr><w:attr w:name="Day" w:val="1"/></w:smartTagPr><w:r><w:t>today</w:t></w:r></w:smartTag>`;
  const plain = wrapInDocx(p('One') + p('Two') + SECTION);
  for (const other of [
    wrapInDocx(p('One', tag) + p('Two') + SECTION),
    wrapInDocx('<w:sdt><w:sdtPr/></w:sdt>' + p('One') + p('Two') + SECTION),
  ]) {
    bothWays(plain, other);
    bothWays(other, plain);
  }
  const link = { id: 'rId7', type: `${OFFICE_RELATIONSHIP}hyperlink`, target: '#top' };
  const leading = (target: string): ExtraParts => ({ entries: [], types: [], relationships: [{ ...link, target }] });
  const linked = wrapInDocx(
    p('One') + p('Two', `<w:hyperlink xmlns:r="${R}" r:id="rId7"><w:r><w:t>Top </w:t></w:r></w:hyperlink>`) + SECTION,
    leading('#top'),
  );
  const { bytes, left } = redlineFiles(wrapInDocx(p('One') + SECTION, leading('#end')), linked, CONTEXT);
  assert.deepEqual(left, []);
  assert.match(partsText(bytes, /document\.xml\.rels$/), /Target="#top"/);
});

test('a version that ends with a table has the paragraph that Word shows behind it', () => {
  const [older, newer] = [wrapInDocx(p('One') + table(p('a')) + SECTION), wrapInDocx(p('One') + table(p('a')) + p('End') + SECTION)];
  const { bytes, left } = redlineFiles(older, newer, CONTEXT);
  assert.deepEqual(left, []);
  assert.deepEqual(linesOf(bytes, 'accept'), linesOf(newer, null));
  assert.deepEqual(linesOf(bytes, 'reject'), linesOf(wrapInDocx(p('One') + table(p('a')) + '<w:p/>' + SECTION), null));
});

test('a redline of a file that allows tracked changes only was called wrong in both ways', () => {
  const name = 'word/settings.xml';
  const settings: ExtraParts = {
    entries: [{ name, data: `<w:settings xmlns:w="${W}"><w:documentProtection w:edit="trackedChanges" w:enforcement="1"/></w:settings>` }],
    types: [{ name, contentType: `${TYPE}settings+xml` }],
    relationships: [{ id: 'rId7', type: `${OFFICE_RELATIONSHIP}settings`, target: 'settings.xml' }],
  };
  bothWays(wrapInDocx(p('One') + SECTION, settings), wrapInDocx(p('Another') + SECTION));
});

const mark = (kind: string, more = ''): string => `<w:r><w:fldChar w:fldCharType="${kind}"${more}/></w:r>`;
const instruction = (words: string): string => `<w:r><w:instrText xml:space="preserve"> ${words} </w:instrText></w:r>`;
const run = (words: string): string => `<w:r><w:t xml:space="preserve">${words}</w:t></w:r>`;

/** Kinds of the marks of fields, those that go and come among them. */
const marksIn = (bytes: Uint8Array): string[] => [...bodyOf(bytes).matchAll(/fldCharType="(\w+)"/g)].map(([, kind = '']) => kind);

function assertRedline(older: Uint8Array, newer: Uint8Array): Uint8Array {
  const { bytes, left } = redlineFiles(older, newer, CONTEXT);
  assert.deepEqual(left, []);
  assert.deepEqual(linesOf(settled(bytes, 'accept'), null), linesOf(newer, null));
  assert.deepEqual(linesOf(settled(bytes, 'reject'), null), linesOf(older, null));
  const kinds = marksIn(bytes);
  assert.equal(kinds.filter((kind) => kind === 'begin').length, kinds.filter((kind) => kind === 'end').length);
  return bytes;
}

test('a field of which only the beginning is another goes and comes as a whole, not by half', async () => {
  const field = (lock: string): string =>
    p('Dated', '', `${mark('begin', lock)}${instruction('DATE')}${mark('separate')}${run('today')}${mark('end')}${run('.')}`);
  const bytes = assertRedline(wrapInDocx(field('') + SECTION), wrapInDocx(field(' w:fldLock="true"') + SECTION));
  assert.match(bodyOf(bytes), /<w:delText[^>]*>today/);
  assert.deepEqual(await validateOffice(bytes, 'docx'), []);
});

test('a table of contents whose first entry is new is not torn between its beginnings', async () => {
  const begin = mark('begin') + instruction('TOC') + mark('separate');
  const rest = `${p('Tenants and what they pay')}<w:p>${mark('end')}</w:p>${p('Tail')}${SECTION}`;
  const first = 'Houses that the board has bought in the north';
  const older = p('Head') + p(first, begin) + rest;
  const newer = p('Head') + p('Preface', begin) + p(first) + rest;
  const bytes = assertRedline(wrapInDocx(older), wrapInDocx(newer));
  assert.deepEqual(await validateOffice(bytes, 'docx'), []);
});

test('a field that is only marked as stale is no change, and stays marked', () => {
  const file = (dirty: string, text: string): Uint8Array =>
    wrapInDocx(p(text, '', mark('begin', dirty) + instruction('DATE') + mark('separate') + run('today') + mark('end')) + SECTION);
  const { bytes, left } = redlineFiles(file('', 'One'), file(' w:dirty="true"', 'Two'), CONTEXT);
  assert.deepEqual(left, []);
  assert.deepEqual(marksIn(bytes), ['begin', 'separate', 'end']);
  assert.match(bodyOf(bytes), /w:dirty="true"/);
});

test('a text of elements that no standard knows was given a paragraph that neither file has', () => {
  const file = (content: string): Uint8Array => wrapInDocx(`<w:p2><w:r><w:t>odd</w:t></w:r></w:p2>${content}${SECTION}`);
  const { bytes, left } = redlineFiles(file(''), file(''), CONTEXT);
  assert.deepEqual(left, []);
  assert.doesNotMatch(bodyOf(bytes), /<w:p[ />]/);
});

const RANGES = {
  permissions: ['<w:permStart w:id="5" w:edGrp="everyone"/>', '<w:permEnd w:id="5"/>'],
  bookmarks: ['<w:bookmarkStart w:id="5" w:name="Here"/>', '<w:bookmarkEnd w:id="5"/>'],
} as const;
for (const [kind, [start, end]] of Object.entries(RANGES)) {
  const bare = `<w:p>${start}${end}</w:p>`;
  const places: Record<string, (content: string) => string> = {
    'in front of a table': (content) => p('One') + content + table(p('Cell')) + p('End') + SECTION,
    'at the beginning': (content) => content + table(p('Cell')) + p('End') + SECTION,
    'at the end of a cell': (content) => table(p('Cell') + content) + p('End') + SECTION,
    'at the end of a section': (content) => p('One') + content + p('', `<w:pPr>${SECTION}</w:pPr>`) + p('End') + SECTION,
    'at the end of all': (content) => p('One') + p('End') + content + SECTION,
  };
  for (const [place, file] of Object.entries(places))
    test(`a paragraph with nothing but ${kind} in it, ${place}, goes and comes`, async () => {
      const [with_, without] = [wrapInDocx(file(bare)), wrapInDocx(file(''))];
      for (const [older, newer] of [
        [with_, without],
        [without, with_],
      ] as const) {
        const { bytes, left } = redlineFiles(older, newer, CONTEXT);
        const paragraphs = (one: Uint8Array): number => bodyOf(one).match(/<w:p[ />]/g)?.length ?? 0;
        assert.deepEqual(left, []);
        assert.equal(paragraphs(settled(bytes, 'accept')), paragraphs(newer));
        assert.equal(paragraphs(settled(bytes, 'reject')), paragraphs(older));
        for (const verdict of ['accept', 'reject'] as const)
          assert.deepEqual(linesOf(bytes, verdict), linesOf(settled(bytes, verdict), null));
        assert.deepEqual(await validateOffice(bytes, 'docx'), []);
      }
    });
}

test('a header with the formatting of no text in it made a redline replace whole paragraphs', () => {
  const name = 'word/header1.xml';
  const header: ExtraParts = {
    entries: [{ name, data: `<w:hdr xmlns:w="${W}"><w:p><w:r><w:rPr><w:b/></w:rPr></w:r></w:p></w:hdr>` }],
    types: [{ name, contentType: `${TYPE}header+xml` }],
    relationships: [{ id: 'rId7', type: `${OFFICE_RELATIONSHIP}header`, target: 'header1.xml' }],
  };
  const shows = SECTION.replace('>', `><w:headerReference xmlns:r="${R}" w:type="default" r:id="rId7"/>`);
  const { bytes, left } = redlineFiles(wrapInDocx(p('One and two') + shows, header), wrapInDocx(p('One and three') + SECTION), CONTEXT);
  assert.deepEqual(left, []);
  assert.deepEqual(
    [...bodyOf(bytes).matchAll(/<w:delText[^>]*>([^<]*)/g)].map(([, text]) => text),
    ['two'],
  );
});

test('notes that come along, dozens at once, each keep their text', async () => {
  const name = 'word/footnotes.xml';
  const notes = (texts: readonly string[]): ExtraParts => ({
    entries: [
      {
        name,
        data: `<w:footnotes xmlns:w="${W}">${texts.map((text, at) => `<w:footnote w:id="${at + 1}">${p(text)}</w:footnote>`).join('')}</w:footnotes>`,
      },
    ],
    types: [{ name, contentType: `${TYPE}footnotes+xml` }],
    relationships: [{ id: 'rId7', type: `${OFFICE_RELATIONSHIP}footnotes`, target: 'footnotes.xml' }],
  });
  const file = (texts: readonly string[]): Uint8Array =>
    wrapInDocx(
      texts.map((text, at) => p(`On ${text}`, '', `<w:r><w:footnoteReference w:id="${at + 1}"/></w:r>`)).join('') + SECTION,
      notes(texts),
    );
  const texts = Array.from({ length: 40 }, (_, at) => `note ${at}`);
  const { bytes, left } = redlineFiles(file(['old']), file(texts), CONTEXT);
  assert.deepEqual(left, []);
  const accepted = settled(bytes, 'accept');
  const there = partsText(accepted, /footnotes\.xml$/);
  const ids = [...bodyOf(accepted).matchAll(/<w:footnoteReference w:id="(\d+)"/g)].map(([, id = '']) => id);
  assert.deepEqual(
    ids.map((id) => new RegExp(`<w:footnote w:id="${id}"[^>]*>(.*?)</w:footnote>`).exec(there)?.[1]?.replaceAll(/<[^>]*>/g, '')),
    texts,
  );
  assert.deepEqual(await validateOffice(bytes, 'docx'), []);
});

test('the distance of a border from its text, and of columns from each other, was no change', () => {
  const file = (border: number, columns: number): Uint8Array =>
    wrapInDocx(
      p('One', `<w:pPr><w:pBdr><w:top w:val="single" w:sz="6" w:space="${border}" w:color="000000"/></w:pBdr></w:pPr>`) +
        SECTION.replace('</w:sectPr>', `<w:cols w:num="2" w:space="${columns}"/></w:sectPr>`),
    );
  const bytes = assertRedline(file(1, 300), file(4, 700));
  assert.deepEqual(
    [...bodyOf(bytes).matchAll(/<w:(pPrChange|sectPrChange)/g)].map(([, name]) => name),
    ['pPrChange', 'sectPrChange'],
  );
});

test('a comment that begins between paragraphs of the newer file was named as one without a place', () => {
  const older = wrapInDocx(p('First') + p('Second') + SECTION);
  const opened = openOfficePackage(applyEdits(older, [{ op: 'add_comment', target: 'p2', text: 'Why?' }], DIRECT).bytes);
  const { text } = readPartText(opened, opened.mainPart);
  const between = text.replace(/(<w:p>)(<w:commentRangeStart [^>]*>)/, '$2$1');
  assert.notEqual(between, text);
  replacePart(opened, opened.mainPart, new TextEncoder().encode(between));
  const { bytes, left } = redlineFiles(older, saveOfficePackage(opened), CONTEXT);
  assert.deepEqual(left, []);
  assert.match(bodyOf(bytes), /<w:commentRangeStart [^>]*><w:r><w:t[^>]*>Second/);
});

test('a comment over several paragraphs that all go kept the last of them', () => {
  const gone = p('alpha', START) + p('beta') + p('gamma', '', END);
  const [older, newer] = [wrapInDocx(gone + table(p('x')) + p('End'), comments('Why?')), wrapInDocx(table(p('x')) + p('End'))];
  const { bytes, left } = redlineFiles(older, newer, CONTEXT);
  assert.deepEqual(left, []);
  assert.deepEqual([linesOf(bytes, 'accept'), linesOf(bytes, 'reject')], [linesOf(newer, null), linesOf(older, null)]);
  // on words that stay, it stays
  const kept = wrapInDocx(p('alpha', START) + p('beta') + p('gamma', '', END) + p('End'), comments('Why?'));
  const marked = redlineFiles(kept, wrapInDocx(p('alpha') + p('End')), CONTEXT);
  assert.deepEqual(marked.left, []);
  assert.match(bodyOf(settled(marked.bytes, 'accept')), /alpha.*commentRangeEnd.*commentReference/s);
});
