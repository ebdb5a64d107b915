/** What an edit of a Word file did not ask for is seen, whatever made it: each case changes the outcome of an edit by hand. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { partsText, wrapInDocx, type ExtraParts } from '../../test/support/office-parts.ts';
import { replacePart, saveOfficePackage } from '../ooxml/change-package.ts';
import { OFFICE_RELATIONSHIP, W } from '../ooxml/names.ts';
import { openOfficePackage, readPartText } from '../ooxml/office-package.ts';
import { readWordFile } from '../ooxml/word-file.ts';
import { WORD_EDITS } from './all-edits.ts';
import { applyEdits, type EditOperation } from './apply-edits.ts';
import { compareParts } from './compare-parts.ts';
import { faultsOfWordFile } from './changed-words.ts';
import { isRejected } from './define-edit.ts';
import { addSpans, fitSpans, type SpansByPart } from './take-spans.ts';

const CONTEXT = { author: 'A', date: '2026-01-01T00:00:00Z', mode: 'direct' as const };
const TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.';
const p = (content: string, look = ''): string =>
  `<w:p>${look === '' ? '' : `<w:pPr>${look}</w:pPr>`}<w:r><w:t>${content}</w:t></w:r></w:p>`;
const side = (kind: string, content: string): ExtraParts => ({
  entries: [{ name: `word/${kind}.xml`, data: `<w:${kind} xmlns:w="${W}">${content}</w:${kind}>` }],
  types: [{ name: `word/${kind}.xml`, contentType: `${TYPE}${kind}+xml` }],
  relationships: [{ id: `rId_${kind}`, type: `${OFFICE_RELATIONSHIP}${kind}`, target: `${kind}.xml` }],
});
const sides = [
  side('styles', '<w:style w:type="paragraph" w:styleId="Clause"><w:name w:val="Clause"/><w:rPr><w:b/></w:rPr></w:style>'),
  side(
    'numbering',
    '<w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:numFmt w:val="decimal"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num>',
  ),
  side('comments', `<w:comment w:id="0" w:author="B">${p('Why?')}</w:comment>`),
  side('footnotes', `<w:footnote w:id="1">${p('The first note')}</w:footnote><w:footnote w:id="2">${p('The second note')}</w:footnote>`),
];
const link = { id: 'rId_link', type: `${OFFICE_RELATIONSHIP}hyperlink`, target: 'https://example.org/', external: true };
const EXTRA: ExtraParts = {
  entries: sides.flatMap(({ entries }) => entries),
  types: sides.flatMap(({ types }) => types),
  relationships: [...sides.flatMap(({ relationships }) => relationships), link],
};
const TEXT =
  p('Pay within ten days', '<w:pStyle w:val="Clause"/><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>') +
  '<w:p><w:commentRangeStart w:id="0"/><w:bookmarkStart w:id="5" w:name="terms"/><w:r><w:t xml:space="preserve">The terms of days </w:t></w:r><w:bookmarkEnd w:id="5"/><w:commentRangeEnd w:id="0"/><w:r><w:commentReference w:id="0"/></w:r><w:r><w:footnoteReference w:id="1"/></w:r><w:hyperlink r:id="rId_link"><w:r><w:t>there</w:t></w:r></w:hyperlink></w:p>' +
  '<w:tbl><w:tblPr><w:tblW w:w="4000" w:type="dxa"/></w:tblPr><w:tblGrid><w:gridCol w:w="4000"/></w:tblGrid><w:tr><w:tc><w:tcPr><w:tcW w:w="4000" w:type="dxa"/><w:shd w:val="clear" w:color="auto" w:fill="EEEEEE"/></w:tcPr><w:p><w:r><w:rPr><w:i/></w:rPr><w:t>ten of them</w:t></w:r></w:p></w:tc></w:tr></w:tbl>' +
  p('The end') +
  '<w:sectPr><w:pgSz w:w="11906" w:h="16838"/></w:sectPr>';
const FILE = wrapInDocx(TEXT, EXTRA);

interface Mutation {
  part: string;
  from: string | RegExp;
  to: string;
}

/** What the proof says of the outcome of operations in which something else was changed too. */
function faultsOf(operations: readonly EditOperation[], mutation: Mutation | null): string[] {
  const before = openOfficePackage(FILE);
  const file = readWordFile(before);
  const named: SpansByPart = new Map();
  for (const operation of operations) {
    const plan = WORD_EDITS.find(({ op }) => op === operation.op)?.plan(file, operation, CONTEXT) ?? assert.fail(operation.op);
    const fits = isRejected(plan) ? assert.fail(plan.rejected.message) : fitSpans(named, plan);
    if (isRejected(fits)) assert.fail(fits.rejected.message);
    addSpans(named, fits);
  }
  const { bytes, results } = applyEdits(FILE, operations, CONTEXT);
  assert.ok(
    results.every(({ status }) => status === 'applied'),
    JSON.stringify(results),
  );
  const opened = openOfficePackage(bytes);
  if (mutation !== null) {
    const { text } = readPartText(opened, mutation.part);
    const made = text.replace(mutation.from, mutation.to);
    assert.notEqual(made, text);
    replacePart(opened, mutation.part, Buffer.from(made));
  }
  const after = openOfficePackage(saveOfficePackage(opened));
  return faultsOfWordFile(
    { before, after, changed: compareParts(before, after).parts_changed },
    {
      operations: operations.map(({ op }) => op),
      named,
      stories: [...new Set(file.stories.map(({ part }) => part))],
    },
  );
}

const REPLACE = [{ op: 'replace_text', find: 'ten', replace: 'thirty', all: true }];
const REST = [
  [{ op: 'set_format', target: 'p1', bold: true, align: 'center' }],
  [{ op: 'insert_blocks', target: 'p1', blocks: [{ type: 'list', items: ['one'] }] }],
  [{ op: 'delete_block', target: 'p3' }],
  [{ op: 'set_cell_text', target: 't1.r1.c1', text: 'Other' }],
  [{ op: 'add_comment', target: 'p3', text: 'So?' }],
  [{ op: 'add_footnote', target: 'p3', text: 'A third note' }],
];
const MAIN = 'word/document.xml';
const MUTATIONS: Readonly<Record<string, Mutation>> = {
  'a comment whose anchor moved': { part: MAIN, from: /(<w:commentRangeStart w:id="0"\/>)(.*?<w:t [^>]*>The terms.*?<\/w:r>)/, to: '$2$1' },
  'a bookmark that is gone': { part: MAIN, from: /<w:bookmark(?:Start|End) w:id="5"[^>]*\/>/g, to: '' },
  'a paragraph in another list': { part: MAIN, from: '<w:numId w:val="1"/>', to: '<w:numId w:val="2"/>' },
  'a list whose numbers are others': { part: 'word/numbering.xml', from: 'decimal', to: 'lowerRoman' },
  'a style that is another': { part: 'word/styles.xml', from: '<w:b/>', to: '<w:i/>' },
  'a style that is gone': { part: 'word/styles.xml', from: /<w:style w:type="paragraph" w:styleId="Clause">.*?<\/w:style>/, to: '' },
  'a note that another number refers to': { part: MAIN, from: '<w:footnoteReference w:id="1"/>', to: '<w:footnoteReference w:id="2"/>' },
  'a note that says something else': { part: 'word/footnotes.xml', from: 'first', to: 'last' },
  'a comment that says something else': { part: 'word/comments.xml', from: 'Why?', to: 'Oh.' },
  'a relationship that leads elsewhere': { part: 'word/_rels/document.xml.rels', from: 'https://example.org/', to: 'https://example.com/' },
  'a fill that is another': { part: MAIN, from: 'w:fill="EEEEEE"', to: 'w:fill="FF0000"' },
  'a table that is wider': { part: MAIN, from: '<w:tblW w:w="4000"', to: '<w:tblW w:w="5000"' },
  'a page that is smaller': { part: MAIN, from: 'w:w="11906"', to: 'w:w="8391"' },
  'words elsewhere': { part: MAIN, from: 'The terms', to: 'No terms' },
};

for (const [name, mutation] of Object.entries(MUTATIONS))
  test(`${name} is seen beside any operation`, () => {
    for (const operations of [REPLACE, ...REST])
      assert.notDeepEqual(faultsOf(operations, mutation), [], `${operations[0]?.op ?? ''} with ${name}`);
  });

test('nothing is found beside what was asked', () => {
  for (const operations of [REPLACE, ...REST]) assert.deepEqual(faultsOf(operations, null), []);
});

/** The same within what the operation names: a plan that went too far. */
test('what an operation of its kind may not change is seen within what it names', () => {
  const before = openOfficePackage(FILE);
  const file = readWordFile(before);
  const { source, name } = file.main;
  const instead = (from: string | RegExp, to: string): string[] => {
    const made = source.replace('ten days', 'thirty days').replace(from, to);
    const opened = openOfficePackage(FILE);
    replacePart(opened, name, Buffer.from(made));
    const body = { start: source.indexOf('<w:body>') + 8, end: source.indexOf('</w:body>') };
    const xml = made.slice(body.start, made.indexOf('</w:body>'));
    return faultsOfWordFile(
      { before, after: openOfficePackage(saveOfficePackage(opened)), changed: [name] },
      {
        operations: ['replace_text'],
        named: new Map([[name, [{ ...body, xml }]]]),
        stories: [file.main],
      },
    );
  };
  assert.deepEqual(instead('ten of', 'thirty of'), []);
  const wrong: [string | RegExp, string, RegExp][] = [
    [/<w:commentRangeEnd[^>]*\/>/, '', /marks of comments/],
    [/<w:bookmark(?:Start|End)[^>]*\/>/g, '', /bookmarks/],
    ['<w:footnoteReference w:id="1"/>', '', /numbers of notes/],
    ['<w:numId w:val="1"/>', '<w:numId w:val="3"/>', /styles and numbers of paragraphs/],
    ['w:w="4000" w:type="dxa"/></w:tblPr>', 'w:w="1" w:type="dxa"/></w:tblPr>', /properties of tables/],
    ['w:h="16838"', 'w:h="1"', /sections/],
    ['</w:pPr>', '<w:jc w:val="center"/></w:pPr>', /formatting of paragraphs/],
  ];
  for (const [from, to, told] of wrong) assert.match(instead(from, to).join('; '), told);
  assert.match(partsText(FILE, /comments\.xml$/), /Why\?/);
});
