/** Comments and tracked changes of a text, in each kind of file that it becomes: valid, and read back by our own readers. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PDFArray, PDFDict, PDFDocument, PDFHexString, PDFName } from '@cantoo/pdf-lib';
import type { Block } from '../src/document/block.ts';
import { composeDeck } from '../src/document/compose-deck.ts';
import { composeDocument } from '../src/document/compose.ts';
import { resolveLook } from '../src/document/look.ts';
import { blockText } from '../src/document/walk.ts';
import { commentPdf } from '../src/edits/comment-pdf.ts';
import { openOfficePackage, partNames, readPart } from '../src/ooxml/office-package.ts';
import { readDocx } from '../src/readers/docx.ts';
import { readMarkdown } from '../src/readers/markdown.ts';
import { readPptx } from '../src/readers/pptx.ts';
import { readXlsx } from '../src/readers/xlsx.ts';
import { buildDocx } from '../src/writers/docx.ts';
import { writeMarkdown } from '../src/writers/markdown.ts';
import { planDeck, writePptx } from '../src/writers/pptx.ts';
import { writeTypst } from '../src/writers/typst.ts';
import { planWorkbook, writeXlsx } from '../src/writers/xlsx.ts';
import { typesetClean } from './support/typeset.ts';
import { validateOffice } from './support/validate-office.ts';

const created = new Date('2026-11-22T10:00:00Z');
const TEXT = `# Terms {>>Which terms?<<}

Pay within {~~ten~>thirty~~}{author="Legal"}{>>As agreed.<<} days of {==the **in**voice==}{>>Which one?<<}{author="Ana Ruiz"}{>>The first<br>of them.<<}, see [the {==law==}{>>In a link.<<}](https://example.com).[^1]

{++Goods stay ours.++}

{--Nothing else applies.--}

| Item | Price |
|---|--:|
| Paper | 10 {>>In a cell.<<} |

[^1]: A note {==with==}{>>In a footnote.<<} a comment.
`;
const contentOf = (markdown: string, more: object = {}) => {
  const { value, notes } = readMarkdown(markdown, { pictures: 0, ...more });
  assert.deepEqual(notes, []);
  return { ...value, lang: 'en', name: null, assets: new Map() };
};
const partOf = (bytes: Uint8Array, name: string): string => Buffer.from(readPart(openOfficePackage(bytes), name)).toString('utf8');
const codes = (notes: readonly { code: string }[]): string[] => notes.map(({ code }) => code);

test('marks of reviewers are read as CriticMarkup writes them, and written as they are read', () => {
  const { blocks } = contentOf(TEXT);
  const [, first] = blocks;
  assert.ok(first?.type === 'paragraph');
  assert.deepEqual(first.runs.slice(1, 5), [
    { text: 'ten', revision: { kind: 'delete', author: 'Legal' }, comments: [{ text: 'As agreed.' }] },
    { text: 'thirty', revision: { kind: 'insert', author: 'Legal' }, comments: [{ text: 'As agreed.' }] },
    { text: ' days of ' },
    { text: 'the ', comments: [{ text: 'Which one?', author: 'Ana Ruiz' }, { text: 'The first\nof them.' }] },
  ]);
  assert.deepEqual(readMarkdown(writeMarkdown(blocks), { pictures: 0 }).value.blocks, blocks);
});

test('what is no mark stays text, and a comment on nothing is reported', () => {
  const plain = 'Use {++i in C++, {-- or -} and {==x; a \\{>>word<<} stays.';
  assert.equal(blockText(contentOf(plain).blocks[0] as Block), 'Use {++i in C++, {-- or -} and {==x; a {>>word<<} stays.');
  const alone = readMarkdown('{>>Alone.<<}', { pictures: 0 });
  assert.deepEqual(codes(alone.notes), ['comment_dropped']);
  const named = readMarkdown('# Sheet: Orders {>>Why?<<}\n\n| a |\n|---|\n| 1 |\n', { pictures: 0, workbook: true });
  assert.deepEqual(codes(named.notes), ['comment_dropped']);
  const odd = `${'{++'.repeat(20_000)}${'{>>'.repeat(20_000)}`;
  assert.equal(blockText(readMarkdown(odd, { pictures: 0 }).value.blocks[0] as Block).length, odd.length);
});

test('Word: comments with their ranges, insertions and deletions with their authors; those of footnotes are reported', async () => {
  const look = resolveLook('report');
  const built = buildDocx(composeDocument(contentOf(TEXT), look).document, look, { created });
  assert.deepEqual(await validateOffice(built.render, 'docx'), []);
  const body = partOf(built.render, 'word/document.xml');
  assert.match(
    body,
    /<w:commentRangeStart w:id="(\d+)"\/><w:del [^>]*w:author="Legal"[^>]*>.*?<w:delText>ten<\/w:delText>.*?<w:ins [^>]*w:author="Legal"[^>]*>.*?thirty.*?<w:commentRangeEnd w:id="\1"\/>/s,
  );
  assert.match(body, /<w:pPr>(?:(?!<\/w:pPr>).)*<w:rPr><w:ins [^>]*\/><\/w:rPr><\/w:pPr><w:ins [^>]*>.*?Goods stay ours/s);
  assert.equal(body.match(/commentReference/g)?.length, 6);
  assert.match(partOf(built.render, 'word/comments.xml'), /w:author="Ana Ruiz" w:date="2026-11-22T10:00:00Z" w:initials="AR"/);
  assert.deepEqual(codes(built.notes), ['comment_dropped']);
  assert.match(built.notes[0]?.message ?? '', /In a footnote/);
  const { value, notes } = readDocx(built.render);
  const read = writeMarkdown(value.blocks);
  assert.match(read, /Pay within thirty\[\^/);
  assert.ok(!read.includes('Nothing else applies'));
  for (const said of ['Octavo: Which terms?', 'Ana Ruiz: Which one?', 'Octavo: In a cell.']) assert.ok(read.includes(said), said);
  assert.deepEqual(codes(notes), ['tracked_changes']);
});

test('PowerPoint: comments on the slide name their words; changes are shown, with a warning', async () => {
  const markdown =
    '::slide{layout=bullets}\n\n# Waiting is before {==the first call==}{>>Measured?<<}{author="Ana Ruiz"}\n\n- Nobody owns the {~~line~>queue~~}\n\n:::notes\nSay {==this==}{>>Slowly.<<}\n:::\n\n::slide{layout=table}\n\n# Costs\n\n| Item | Cost |\n|---|--:|\n| Paper {>>Which?<<} | 10 |\n';
  const plan = planDeck(composeDeck(contentOf(markdown, { deck: true })), resolveLook('presentation'));
  const { bytes, notes } = writePptx(plan, { created });
  assert.deepEqual(codes(notes), ['revision_shown']);
  assert.deepEqual(await validateOffice(bytes, 'pptx'), []);
  assert.match(partOf(bytes, 'ppt/commentAuthors.xml'), /name="Ana Ruiz" initials="AR" lastIdx="1"/);
  assert.match(partOf(bytes, 'ppt/slides/slide1.xml'), /strike="sngStrike"[^>]*>(?:(?!<\/a:r>).)*<a:t>line</s);
  const read = writeMarkdown(readPptx(bytes).value.blocks);
  for (const said of ['Comment by Ana Ruiz: “the first call”: Measured?', '“this”: Slowly.', '“Paper”: Which?'])
    assert.ok(read.includes(said), said);
  assert.ok(partNames(openOfficePackage(bytes)).includes('ppt/comments/comment2.xml'));
});

test('Excel: notes on their cells, one for each; formulas have theirs too', async () => {
  const markdown =
    '# Sheet: Orders\n\nAs of today {>>Really?<<}.\n\n:::table{types="text,int,eur2,eur2" total=sum}\n| Item {>>Head.<<} | Units | Price | Net |\n|---|--:|--:|--:|\n| Paper | 10 {>>Ten?<<}{author="Ana Ruiz"}{>>Yes.<<} | 12.50 | =[Units]*[Price] {>>Net of tax.<<} |\n| {--Ink--} | 2 | 48.00 | =[Units]*[Price] |\n:::\n';
  const look = resolveLook('spreadsheet');
  const content = contentOf(markdown, { workbook: true });
  assert.deepEqual(readMarkdown(writeMarkdown(content.blocks), { pictures: 0, workbook: true }).value.blocks, content.blocks);
  const { bytes, notes } = writeXlsx(planWorkbook(composeDocument(content, look).document, look), { created });
  assert.deepEqual(codes(notes), ['revision_shown']);
  assert.deepEqual(await validateOffice(bytes, 'xlsx'), []);
  const comments = partOf(bytes, 'xl/comments1.xml');
  assert.equal(comments.match(/<comment /g)?.length, 4);
  assert.equal(partOf(bytes, 'xl/drawings/vmlDrawing1.vml').match(/<v:shape /g)?.length, 4);
  const read = writeMarkdown(readXlsx(bytes).value.blocks);
  for (const said of [
    'Comment on B4: Octavo: Head.',
    'Comment on C5: Ana Ruiz: Ten?',
    'Octavo: Yes.',
    'Comment on E5: Octavo: Net of tax.',
  ])
    assert.ok(read.includes(said), said);
  assert.match(read, /125\.00/);
});

test('PDF: the words carry highlights with the comments, in the structure of the file too', async () => {
  const look = resolveLook('report');
  const { value, notes } = writeTypst(composeDocument(contentOf(TEXT), look).document, look);
  assert.deepEqual(codes(notes), ['comment_dropped', 'revision_shown']);
  assert.match(notes[0]?.message ?? '', /In a link/);
  const { pdf } = await typesetClean(value);
  const remarks = value.remarks.map(({ text, author = 'Octavo' }) => ({ text, author }));
  const { bytes, missing } = await commentPdf(pdf, remarks, { date: '2026-11-22T10:00:00Z' });
  assert.deepEqual(missing, []);
  const document = await PDFDocument.load(bytes, { updateMetadata: false });
  const all = document.getPages().flatMap((page) => page.node.lookupMaybe(PDFName.of('Annots'), PDFArray)?.asArray() ?? []);
  const annotations = all.map((one) => document.context.lookup(one, PDFDict));
  const textOf = (annotation: PDFDict, key: string): string => annotation.lookupMaybe(PDFName.of(key), PDFHexString)?.decodeText() ?? '';
  const highlights = annotations.filter((one) => one.get(PDFName.of('Subtype'))?.toString() === '/Highlight');
  assert.deepEqual([...new Set(highlights.map((one) => `${textOf(one, 'T')}: ${textOf(one, 'Contents')}`))].toSorted(), [
    'Ana Ruiz, Octavo: Ana Ruiz: Which one?\nOctavo: The first\nof them.',
    'Octavo: As agreed.',
    'Octavo: In a cell.',
    'Octavo: In a footnote.',
    'Octavo: Which terms?',
  ]);
  assert.ok(highlights.every((one) => one.has(PDFName.of('StructParent')) && one.has(PDFName.of('AP')) && !one.has(PDFName.of('A'))));
  const long = highlights.find((one) => textOf(one, 'Contents').startsWith('Ana Ruiz'));
  const rect =
    long
      ?.lookup(PDFName.of('Rect'), PDFArray)
      .asArray()
      .map((one) => Number(one.toString())) ?? [];
  assert.ok((rect[3] ?? 0) - (rect[1] ?? 0) < 20, `words on one line are marked on that line alone: ${rect.join(' ')}`);
  assert.ok(!Buffer.from(bytes).includes('octavo-comment'));
  const kinds = document.context
    .enumerateIndirectObjects()
    .flatMap(([, object]) => (object instanceof PDFDict ? [object.get(PDFName.of('S'))?.toString() ?? ''] : []));
  assert.equal(kinds.filter((kind) => kind === '/Annot').length, highlights.length);
});

test('what goes is not in the title of the file', () => {
  const look = resolveLook('report');
  assert.equal(composeDocument(contentOf('# Terms {--and more--}\n\nText.\n'), look).document.title?.trim(), 'Terms');
  const deck = composeDeck(contentOf('::slide{layout=title}\n\n# Waiting {--much--}{++less++}\n', { deck: true }));
  assert.equal(deck.title, 'Waiting less');
});
