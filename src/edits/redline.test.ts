/** A redline accepted is the newer file, and rejected the older one, in structure: settled here by code of the tests. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wrapInDocx, partsText, type ExtraParts } from '../../test/support/office-parts.ts';
import { validateOffice } from '../../test/support/validate-office.ts';
import { structureLines, type Settling } from '../../test/support/word-structure.ts';
import { OFFICE_RELATIONSHIP, R, W } from '../ooxml/names.ts';
import { applyEdits } from './apply-edits.ts';
import { listContent } from './list-content.ts';
import { redlineFiles } from './redline.ts';

const CONTEXT = { author: 'A', date: '2026-01-01T00:00:00Z' };
const r = (text: string, look = ''): string =>
  `<w:r>${look === '' ? '' : `<w:rPr>${look}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`;
const p = (content: string, look = ''): string => `<w:p>${look === '' ? '' : `<w:pPr>${look}</w:pPr>`}${content}</w:p>`;
const cell = (content: string, width = 4000): string => `<w:tc><w:tcPr><w:tcW w:w="${width}" w:type="dxa"/></w:tcPr>${content}</w:tc>`;
const table = (rows: readonly string[], widths: readonly number[] = [4000, 4000]): string =>
  `<w:tbl><w:tblPr><w:tblW w:w="0" w:type="auto"/></w:tblPr><w:tblGrid>${widths.map((w) => `<w:gridCol w:w="${w}"/>`).join('')}</w:tblGrid>${rows.map((row) => `<w:tr>${row}</w:tr>`).join('')}</w:tbl>`;
const SECTION = '<w:sectPr><w:pgSz w:w="11906" w:h="16838"/></w:sectPr>';
const none: ExtraParts = { entries: [], types: [], relationships: [] };

const lines = (bytes: Uint8Array, settling: Settling | null): string[] =>
  structureLines(partsText(bytes, /^word\/document\.xml$/), settling);

async function check(from: string, to: string, extra: { from?: ExtraParts; to?: ExtraParts } = {}): Promise<string> {
  const [older, newer] = [wrapInDocx(from + SECTION, extra.from ?? none), wrapInDocx(to + SECTION, extra.to ?? none)];
  const { bytes, left } = redlineFiles(older, newer, CONTEXT);
  assert.deepEqual(left, []);
  const settled = (verdict: 'accept' | 'reject'): string[] => lines(bytes, { verdict, author: 'A', idAbove: 0 });
  assert.deepEqual(settled('reject'), lines(older, null));
  assert.deepEqual(settled('accept'), lines(newer, null));
  assert.deepEqual(await validateOffice(bytes, 'docx'), []);
  return partsText(bytes, /^word\/document\.xml$/);
}

test('words, their formatting and that of paragraphs', async () => {
  const xml = await check(
    p(r('Pay within ten days, ') + r('or not', '<w:b/>')) + p(r('Same')) + p(r('Centred')),
    p(r('Pay within thirty days, ') + r('or not', '<w:i/>')) + p(r('Same')) + p(r('Centred'), '<w:jc w:val="center"/>'),
  );
  assert.match(xml, /<w:delText[^>]*>ten<\/w:delText>/);
  assert.match(xml, /<w:rPrChange[^>]*><w:rPr><w:b\/><\/w:rPr><\/w:rPrChange>/);
  assert.match(xml, /<w:pPrChange/);
});

test('signs stay beside words that are others, and words replaced one by one are one change', async () => {
  const marks = (xml: string): string[] =>
    Array.from(xml.matchAll(/<w:(del|ins) [^>]*><w:r>.*?<w:(?:t|delText)[^>]*>([^<]*)</g), ([, kind, text]) => `${kind} ${text}`);
  const changes = async (from: string, to: string): Promise<string[]> => marks(await check(p(r(from)), p(r(to))));
  assert.deepEqual(await changes('Goods go to Hamburg.', 'Goods go to Hamburg or Bremen, at will.'), ['ins  or Bremen, at will']);
  assert.deepEqual(await changes('Between Contoso GmbH, here (A).', 'Between Fabrikam AG, here (B).'), [
    'del Contoso GmbH',
    'ins Fabrikam AG',
    'del A',
    'ins B',
  ]);
  assert.deepEqual(await changes('One, two; three.', 'Four, five; six.'), [
    'del One',
    'ins Four',
    'del two',
    'ins five',
    'del three',
    'ins six',
  ]);
  assert.deepEqual(await changes('Pay 1,200.50 now.', 'Pay 1,300.50 now!'), ['del 1,200.50', 'ins 1,300.50', 'del .', 'ins !']);
});

test('blocks that come and go, tables among them', async () => {
  await check(
    p(r('One')) + table([cell(p(r('A'))) + cell(p(r('B')))]) + p(r('Two is a long paragraph.')) + p(r('End')),
    p(r('One')) + p(r('Quite another text')) + table([cell(p(r('X')), 2000)], [2000]) + p(r('End')),
  );
});

test('a table that takes the place of another one stays apart from it', async () => {
  const xml = await check(
    p(r('One')) + table([cell(p(r('A b c'))) + cell(p(r('B')))]) + p(r('End')),
    p(r('One')) + table([cell(p(r('A b c')), 2000)], [2000]) + p(r('End')),
  );
  assert.match(xml, /<\/w:tbl><w:p><w:pPr><w:rPr><w:ins [^>]*\/><w:del [^>]*\/><\/w:rPr><\/w:pPr><\/w:p><w:tbl>/);
});

const note = (text: string): ExtraParts => ({
  entries: [
    {
      name: 'word/footnotes.xml',
      data: `<w:footnotes xmlns:w="${W}"><w:footnote w:type="separator" w:id="-1"><w:p/></w:footnote><w:footnote w:id="1">${p(r(text))}</w:footnote></w:footnotes>`,
    },
  ],
  types: [{ name: 'word/footnotes.xml', contentType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.footnotes+xml' }],
  relationships: [{ id: 'rId7', type: `${OFFICE_RELATIONSHIP}footnotes`, target: 'footnotes.xml' }],
});

const FEES = 'The fees are due thirty days after the invoice was received, and not before the work was accepted.';
const LAW = 'This agreement is governed by the law of Ireland, and its courts alone decide.';
const TERM = 'It begins when both have signed it and goes on until either of them ends it in writing.';

test('a paragraph that changed place is moved, with its heading, in one range under one name', async () => {
  const xml = await check(
    p(r('Fees')) + p(r(FEES)) + p(r(LAW, '<w:i/>')) + p(r(TERM)) + p(r('End')),
    p(r(LAW, '<w:i/>')) + p(r(TERM)) + p(r('Fees')) + p(r(FEES)) + p(r('End')),
  );
  assert.doesNotMatch(xml, /<w:(?:ins|del) /);
  assert.equal(xml.match(/<w:moveFromRangeStart /g)?.length, 1);
  const name = /<w:moveFromRangeStart [^>]*w:name="(\w+)"/.exec(xml)?.[1] ?? '';
  assert.equal(/<w:moveToRangeStart [^>]*w:name="(\w+)"/.exec(xml)?.[1], name);
  for (const kind of ['moveFrom', 'moveTo'])
    assert.match(
      xml,
      new RegExp(`<w:${kind}RangeStart w:id="(\\d+)".*<w:${kind} .*Fees.*<w:${kind} .*invoice.*<w:${kind}RangeEnd w:id="\\1"`),
    );
});

test('words that changed in a moved paragraph are marked where it came to, as Word marks them', async () => {
  const xml = await check(
    p(r(FEES, '<w:b/>')) + p(r(LAW)) + p(r(TERM)) + p(r('End')),
    p(r(LAW)) + p(r(TERM)) + p(r(FEES.replace('thirty', 'ten'), '<w:i/>'), '<w:jc w:val="center"/>') + p(r('End')),
  );
  assert.match(xml, /<w:moveTo [^>]*><w:del [^>]*><w:r>(?:(?!<\/w:r>).)*<w:delText[^>]*>thirty<\/w:delText>/);
  assert.match(xml, /<w:ins [^>]*><w:r>(?:(?!<\/w:r>).)*>ten</);
  assert.match(xml, /<w:moveFrom [^>]*><w:r>(?:(?!<\/w:r>).)*>The fees are due thirty days/);
});

test('a note in a moved paragraph is there once, whether the move is accepted or rejected', () => {
  const noted = p(`${r(FEES)}<w:r><w:footnoteReference w:id="1"/></w:r>`);
  const [older, newer] = [noted + p(r(LAW)) + p(r(TERM)) + SECTION, p(r(LAW)) + p(r(TERM)) + noted + SECTION];
  const { bytes, left } = redlineFiles(wrapInDocx(older, note('A note')), wrapInDocx(newer, note('A note')), CONTEXT);
  assert.deepEqual(left, []);
  assert.match(partsText(bytes, /document\.xml$/), /<w:moveTo /);
  for (const op of ['accept_revision', 'reject_revision']) {
    const settled = applyEdits(bytes, [{ op, target: 'all' }], { ...CONTEXT, mode: 'direct' }).bytes;
    assert.equal(partsText(settled, /footnotes\.xml$/).match(/A note/g)?.length, 1);
    assert.equal(partsText(settled, /document\.xml$/).match(/footnoteReference/g)?.length, 1);
  }
});

test('what is short, stands there twice or only changed by chance is no move', async () => {
  const again = 'To be agreed between the parties in writing.';
  const other = 'The deposit is paid back by the landlord within two months of the end of the lease.';
  for (const [from, to] of [
    [p(r('Fees')) + p(r(LAW)) + p(r('End')), p(r(LAW)) + p(r('Fees')) + p(r('End'))],
    [p(r(again)) + p(r(LAW)) + p(r(again)) + p(r(TERM)), p(r(LAW)) + p(r(again)) + p(r(TERM)) + p(r(again))],
    [p(r(FEES)) + p(r(LAW)) + p(r('End')), p(r(LAW)) + p(r(other)) + p(r('End'))],
  ] as const)
    assert.doesNotMatch(await check(from, to), /<w:move/);
});

test('rows, cells, their paragraphs and widths', async () => {
  await check(
    table([cell(p(r('Item'))) + cell(p(r('Price'))), cell(p(r('Paper'))) + cell(p(r('12'))), cell(p(r('Ink'))) + cell(p(r('7')))]) +
      p(r('End')),
    table(
      [
        cell(p(r('Item')), 3000) + cell(p(r('Price')), 5000),
        cell(p(r('Glue')), 3000) + cell(p(r('3')), 5000),
        cell(p(r('Paper')), 3000) + cell(p(r('13')) + p(r('a note')), 5000),
      ],
      [3000, 5000],
    ) + p(r('End')),
  );
});

test('a note that says something else comes as another one', () => {
  const text = p(`${r('As said')}<w:r><w:footnoteReference w:id="1"/></w:r>`);
  const { bytes, left } = redlineFiles(wrapInDocx(text, note('Old note')), wrapInDocx(text, note('New note')), CONTEXT);
  assert.deepEqual(left, []);
  const notes = partsText(bytes, /footnotes\.xml$/);
  assert.match(notes, /Old note.*New note/s);
  assert.match(
    partsText(bytes, /document\.xml$/),
    /<w:del [^>]*><w:r><w:footnoteReference w:id="1"\/><\/w:r><\/w:del><w:ins [^>]*><w:r><w:footnoteReference w:id="2"\/>/,
  );
});

test('changes that are tracked in a note already count as accepted, as those of the text do', () => {
  const text = p(`${r('As said')}<w:r><w:footnoteReference w:id="1"/></w:r>`);
  const by = 'w:author="B" w:date="2020-01-01T00:00:00Z"';
  const tracked = note('Due in ten days');
  const [entry] = tracked.entries;
  assert.ok(entry !== undefined);
  const changed = `<w:del w:id="8" ${by}><w:r><w:delText>ten</w:delText></w:r></w:del><w:ins w:id="9" ${by}>${r('thirty')}</w:ins>`;
  const data = String(entry.data).replace(p(r('Due in ten days')), p(r('Due in ') + changed + r(' days')));
  const older = wrapInDocx(text + SECTION, note('Due in ten days'));
  const newer = wrapInDocx(text + SECTION, { ...tracked, entries: [{ ...entry, data }] });
  const { bytes, left } = redlineFiles(older, newer, CONTEXT);
  assert.deepEqual(left, []);
  const noteAfter = (op: string): string => {
    const settled = applyEdits(bytes, [{ op, target: 'all' }], { ...CONTEXT, mode: 'direct' }).bytes;
    const id = /<w:footnoteReference w:id="(\d+)"/.exec(partsText(settled, /document\.xml$/))?.[1] ?? 'none';
    const xml = partsText(settled, /footnotes\.xml$/);
    return new RegExp(`<w:footnote w:id="${id}"[^>]*>(.*?)</w:footnote>`).exec(xml)?.[1]?.replaceAll(/<[^>]*>/g, '') ?? '';
  };
  assert.deepEqual([noteAfter('accept_revision'), noteAfter('reject_revision')], ['Due in thirty days', 'Due in ten days']);
});

test('simple fields, links and content controls come and go', async () => {
  const field = '<w:fldSimple w:instr=" PAGE "><w:r><w:t>1</w:t></w:r></w:fldSimple>';
  const control = `<w:sdt><w:sdtPr><w:id w:val="5"/></w:sdtPr><w:sdtContent>${r('Name')}</w:sdtContent></w:sdt>`;
  const anchor = `<w:hyperlink w:anchor="x">${r('there')}</w:hyperlink>`;
  const older = wrapInDocx(p(r('Page ') + field + control) + p(r('End')) + SECTION);
  const newer = wrapInDocx(p(r('Page ') + anchor) + p(r('End')) + SECTION);
  for (const [from, to] of [
    [older, newer],
    [newer, older],
  ] as const) {
    const { bytes, left } = redlineFiles(from, to, CONTEXT);
    assert.deepEqual(left, []);
    assert.deepEqual(await validateOffice(bytes, 'docx'), []);
  }
});

const WIDE = '<w:sectPr><w:pgSz w:w="16838" w:h="11906" w:orient="landscape"/></w:sectPr>';

test('the end of a section comes and goes with the mark of its paragraph', async () => {
  const [one, two] = [p(r('a')) + p(r('b')), p(r('a')) + p(r('End of it'), WIDE) + p(r('b'))];
  const xml = await check(one, two);
  assert.match(xml, /<w:rPr><w:ins [^>]*\/><\/w:rPr><w:sectPr><w:pgSz w:w="16838"/);
  assert.match(await check(two, one), /<w:rPr><w:del [^>]*\/><\/w:rPr><w:sectPr><w:pgSz w:w="16838"/);
});

test('a paragraph that comes to end a section, or no longer does, keeps its words', async () => {
  const [one, two] = [
    p(r('a')) + p(r('The last one'), '<w:jc w:val="right"/>') + p(r('b')),
    p(r('a')) + p(r('The last one'), `<w:jc w:val="center"/>${WIDE}`) + p(r('b')),
  ];
  for (const xml of [await check(one, two), await check(two, one)]) {
    assert.equal(xml.split('The last one').length, 2);
    assert.doesNotMatch(xml, /<w:delText/);
  }
});

test('pages of a section in the middle that become others are a change of it', async () => {
  assert.match(
    await check(p(r('a'), SECTION) + p(r('b')), p(r('a'), WIDE) + p(r('b'))),
    /<w:pgSz w:w="16838"[^>]*\/><w:sectPrChange [^>]*><w:sectPr><w:pgSz w:w="11906"/,
  );
});

/** A header `rId7`, and where there is a second one a header `rId8`. */
const headers = (...texts: string[]): ExtraParts => ({
  entries: texts.map((text, at) => ({ name: `word/header${at + 1}.xml`, data: `<w:hdr xmlns:w="${W}">${p(r(text))}</w:hdr>` })),
  types: texts.map((_, at) => ({
    name: `word/header${at + 1}.xml`,
    contentType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.header+xml',
  })),
  relationships: texts.map((_, at) => ({ id: `rId${at + 7}`, type: `${OFFICE_RELATIONSHIP}header`, target: `header${at + 1}.xml` })),
});
const naming = (id: string): string =>
  `<w:sectPr><w:headerReference xmlns:r="${R}" w:type="default" r:id="${id}"/><w:pgSz w:w="11906" w:h="16838"/></w:sectPr>`;

/** What each section of a file shows above its text. */
function headersShown(bytes: Uint8Array): string[] {
  const targets = new Map(
    [...partsText(bytes, /^word\/_rels\/document\.xml\.rels$/).matchAll(/<Relationship [^>]*>/g)].map(([row]) => [
      /Id="(\w+)"/.exec(row)?.[1] ?? '',
      /Target="([^"]*)"/.exec(row)?.[1] ?? '',
    ]),
  );
  let shown = '';
  return [...partsText(bytes, /^word\/document\.xml$/).matchAll(/<w:sectPr>.*?<\/w:sectPr>/g)].map(([section]) => {
    const part = targets.get(/<w:headerReference [^>]*r:id="(\w+)"/.exec(section)?.[1] ?? '');
    if (part !== undefined)
      shown = partsText(bytes, new RegExp(`^word/${part.replace('.', '\\.')}$`))
        .replaceAll(/<[^>]*>/g, '')
        .trim();
    return shown;
  });
}

async function checkHeaders(older: Uint8Array, newer: Uint8Array): Promise<Uint8Array> {
  const { bytes, left } = redlineFiles(older, newer, CONTEXT);
  assert.deepEqual(left, []);
  const settled = (op: string): string[] => headersShown(applyEdits(bytes, [{ op, target: 'all' }], { ...CONTEXT, mode: 'direct' }).bytes);
  assert.deepEqual(settled('reject_revision'), headersShown(older));
  assert.deepEqual(settled('accept_revision'), headersShown(newer));
  assert.deepEqual(await validateOffice(bytes, 'docx'), []);
  return bytes;
}

test('a header that one of the versions has not comes and goes with its words', async () => {
  const [without, having] = [wrapInDocx(p(r('a')) + SECTION), wrapInDocx(p(r('a')) + naming('rId7'), headers('Draft'))];
  assert.match(partsText(await checkHeaders(without, having), /header\d\.xml$/), /<w:ins [^>]*><w:r><w:t[^>]*>Draft/);
  assert.match(partsText(await checkHeaders(having, without), /header\d\.xml$/), /<w:delText[^>]*>Draft/);
});

test('a section shows the header of the one in front of it, whose words change in both', async () => {
  const body = (last: string): string => p(r('a'), naming('rId7')) + p(r('b')) + last;
  const older = wrapInDocx(body(SECTION), headers('Draft of May'));
  const newer = wrapInDocx(body(naming('rId7')), headers('Draft of June'));
  const bytes = await checkHeaders(older, newer);
  assert.match(partsText(bytes, /header1\.xml$/), /Draft of .*<w:delText[^>]*>May.*>June/);
});

test('sections that shared a header and have one each now have one each in the redline', async () => {
  const older = wrapInDocx(p(r('a'), naming('rId7')) + p(r('b')) + SECTION, headers('Draft of May'));
  const newer = wrapInDocx(p(r('a'), naming('rId7')) + p(r('b')) + naming('rId8'), headers('Draft of June', 'Final of July'));
  await checkHeaders(older, newer);
  await checkHeaders(newer, older);
});

test('sections that come and go take their headers along, and leave those behind them theirs', async () => {
  const [one, two] = [
    wrapInDocx(p(r('a')) + p(r('b')) + naming('rId7'), headers('Contract')),
    wrapInDocx(p(r('a')) + p(r('The plan'), naming('rId8')) + p(r('b')) + naming('rId7'), headers('Contract', 'Annex')),
  ];
  await checkHeaders(one, two);
  await checkHeaders(two, one);
  // its header goes with the first section; the second one, which shows it too, keeps it
  const inherited = wrapInDocx(p(r('Front page'), naming('rId7')) + p(r('a')) + p(r('b')) + SECTION, headers('Contract'));
  await checkHeaders(inherited, one);
  await checkHeaders(one, inherited);
});

test('comments of the newer file are on the same words of the redline, with their answers and authors; those of the older one stay', async () => {
  const context = { author: 'Ana', date: '2026-02-01T00:00:00Z', mode: 'direct' as const };
  const comment = (bytes: Uint8Array, operation: Parameters<typeof applyEdits>[1][number]): Uint8Array => {
    const { results, bytes: made } = applyEdits(bytes, [operation], context);
    assert.equal(results[0]?.status, 'applied', results[0]?.message);
    return made;
  };
  const older = comment(wrapInDocx(p(r('Pay within ten days.')) + p(r('End')) + SECTION), { op: 'add_comment', target: 'p2', text: 'Old' });
  const edited = comment(older, { op: 'replace_text', find: 'ten', replace: 'thirty' });
  const asked = comment(edited, { op: 'add_comment', target: 'p1', find: 'thirty days', text: 'Why?' });
  const newer = comment(asked, { op: 'reply_comment', target: 'comment2', text: 'Because', author: 'Ben' });
  const { bytes, left } = redlineFiles(older, newer, CONTEXT);
  assert.deepEqual(left, []);
  const found = listContent(bytes).filter(({ type }) => type === 'comment');
  assert.deepEqual(
    found.map(({ text, author, answers }) => [text, author, answers]),
    [
      ['Old', 'Ana', undefined],
      ['Why?', 'Ana', undefined],
      ['Because', 'Ben', 'comment2'],
    ],
  );
  assert.match(partsText(bytes, /comments\d*\.xml$/), /w:author="Ana" w:date="2026-02-01T00:00:00Z"[^>]*><w:p[^>]*><w:r><w:t>Why/);
  assert.deepEqual(await validateOffice(bytes, 'docx'), []);
});

test('a table without rows, which is none, is no difference', async () => {
  const empty = '<w:tbl><w:tblPr/><w:tblGrid><w:gridCol w:w="4000"/></w:tblGrid></w:tbl>';
  const [one, two] = [wrapInDocx(p(r('One.')) + p(r('Two.')) + SECTION), wrapInDocx(p(r('One.')) + empty + p(r('Two.')) + SECTION)];
  for (const [from, to] of [
    [one, two],
    [two, one],
  ] as const) {
    const { bytes, left } = redlineFiles(from, to, CONTEXT);
    assert.deepEqual(left, []);
    assert.doesNotMatch(partsText(bytes, /^word\/document\.xml$/), /<w:(?:tbl|ins|del)\b/);
  }
});

test('a list of the newer file comes with its levels, also those of a style of lists, and whatever names its part declares', async () => {
  const LATER = 'http://schemas.microsoft.com/office/word/2012/wordml';
  const level = '<w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="lowerRoman"/><w:lvlText w:val="%1)"/></w:lvl>';
  const abstract = (id: number, inner: string): string =>
    `<w:abstractNum w:abstractNumId="${id}" w15:restartNumberingAfterBreak="0"><w:nsid w:val="0000000${id}"/>${inner}</w:abstractNum>`;
  const numbering: ExtraParts = {
    entries: [
      {
        name: 'word/numbering.xml',
        data:
          `<w:numbering xmlns:w="${W}" xmlns:w15="${LATER}" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" mc:Ignorable="w15">` +
          `${abstract(1, '<w:styleLink w:val="Own"/>' + level)}${abstract(2, '<w:numStyleLink w:val="Own"/>')}` +
          '<w:num w:numId="1"><w:abstractNumId w:val="2"/></w:num></w:numbering>',
      },
    ],
    types: [{ name: 'word/numbering.xml', contentType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.numbering+xml' }],
    relationships: [{ id: 'rId7', type: `${OFFICE_RELATIONSHIP}numbering`, target: 'numbering.xml' }],
  };
  const other: ExtraParts = { ...numbering, entries: [{ name: 'word/numbering.xml', data: `<w:numbering xmlns:w="${W}"/>` }] };
  const item = p(r('An item'), '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>');
  const { bytes, left } = redlineFiles(wrapInDocx(p(r('a')) + SECTION, other), wrapInDocx(p(r('a')) + item + SECTION, numbering), CONTEXT);
  assert.deepEqual(left, []);
  assert.match(partsText(bytes, /numbering\.xml$/), /<w:abstractNum [^>]*>(?:(?!<\/w:abstractNum>).)*lowerRoman/);
});

test('controls within controls, and rows in controls, come and go', async () => {
  const control = (id: number, content: string): string =>
    `<w:sdt><w:sdtPr><w:id w:val="${id}"/></w:sdtPr><w:sdtContent>${content}</w:sdtContent></w:sdt>`;
  const row = `<w:tr>${cell(p(r('In a control')))}</w:tr>`;
  const rows = `<w:tbl><w:tblPr/><w:tblGrid><w:gridCol w:w="4000"/></w:tblGrid>${control(7, row)}</w:tbl>`;
  for (const block of [control(5, p(r('Outer')) + control(6, p(r('Inner')))), rows]) {
    const [one, two] = [wrapInDocx(p(r('a')) + SECTION), wrapInDocx(p(r('a')) + block + p(r('b')) + SECTION)];
    for (const [from, to] of [
      [one, two],
      [two, one],
    ] as const) {
      const { bytes, left } = redlineFiles(from, to, CONTEXT);
      assert.deepEqual(left, []);
      assert.deepEqual(await validateOffice(bytes, 'docx'), []);
    }
  }
});

test('a body that says nothing of its last section is given its pages', () => {
  const [without, having] = [wrapInDocx(p(r('a'))), wrapInDocx(p(r('a')) + SECTION)];
  for (const [from, to] of [
    [without, having],
    [having, without],
  ] as const) {
    const { bytes, left } = redlineFiles(from, to, CONTEXT);
    assert.deepEqual(left, []);
    assert.match(partsText(bytes, /^word\/document\.xml$/), /<w:sectPrChange /);
  }
});

test('what no tracked change brings back is told with the block where it begins', () => {
  const custom = `<w:customXml w:element="clause">${p(r('Of a clause'))}</w:customXml>`;
  const older = wrapInDocx(p(r('One.')) + custom + p(r('Two.')) + SECTION, none);
  const newer = wrapInDocx(p(r('One.')) + p(r('Two.')) + SECTION, none);
  const { bytes, left } = redlineFiles(older, newer, CONTEXT);
  assert.match(
    left.map(({ message }) => message).join(' '),
    /^No tracked change can hold blocks [^.]* \(customXml\)\. accepted, the text is not that of the newer file from its block 2 on\./,
  );
  const said = listContent(bytes).find(({ type }) => type === 'comment');
  assert.match(said?.text ?? '', /does not show everything.*from its block 2 on/su);
});
