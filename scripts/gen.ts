/**
 * `npm run gen`: writes the files that follow from the code; with `--check` it only tells which of them are stale.
 * The JSON Schema of the content model, the pages of error codes and of findings, and the lock of the npm packages, completed.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { PROBLEM_HELP } from '../src/api/problem-help.ts';
import { PROBLEMS } from '../src/api/problem.ts';
import { QUERY_EXAMPLES, QUERY_FIELDS, QUERY_TYPES } from '../src/edits/query-examples.ts';
import { ALL_EDITS, operationsShown } from '../src/edits/all-edits.ts';
import { NOTE_SUMMARIES } from '../src/base/finding-code.ts';
import { REFUSAL_CODES, type RefusalCode } from '../src/base/refusal.ts';
import { blockSchema } from '../src/document/block.ts';
import { ALL_RULES } from '../src/review/all-rules.ts';
import { openDeckView } from '../src/review/deck-view.ts';
import type { Rule } from '../src/review/define-rule.ts';
import { exampleDraft } from '../src/review/example-pages.ts';
import { completeLock } from './complete-lock.ts';
import { designLesson, designPage } from './design-pages.ts';
import { galleryPage } from './docs-site/gallery-samples.ts';
import { writePythonModels, writePythonParams } from './client-code/write-python.ts';
import { writePythonSync } from './client-code/write-python-sync.ts';
import { writeTypescript } from './client-code/write-typescript.ts';
import { plainPage } from './docs-site/prepare-pages.ts';
import { writeDialect, writePageDialect } from './dialect-lessons.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const PYTHON = 'sdk/python/src/octavo';
const PYTHON_SYNC = Object.entries(writePythonSync(`${ROOT}${PYTHON}/_async`));

function contentSchema(): string {
  const schema = z.toJSONSchema(blockSchema, { io: 'input', target: 'draft-2020-12' });
  return `${JSON.stringify({ ...schema, title: 'Octavo content block' }, null, 2)}\n`;
}

/** Codes from here on in REFUSAL_CODES are failures during processing (interface §7.2). */
const FIRST_FAILURE: RefusalCode = 'content_empty';

function errorPage(): string {
  const row = (code: RefusalCode): string =>
    `| [\`${code}\`](#${code}) | ${PROBLEMS[code].status} | ${PROBLEMS[code].meaning.replaceAll('|', '\\|')} |`;
  const split = REFUSAL_CODES.indexOf(FIRST_FAILURE);
  const section = (code: RefusalCode): string => {
    const { example, detail, repair } = PROBLEM_HELP[code];
    const shown = example.includes('\n') ? `\`\`\`http\n${example}\n\`\`\`` : `Example: ${example}`;
    return `### ${code}\n\n${PROBLEMS[code].title}, ${PROBLEMS[code].status}. ${PROBLEMS[code].meaning}\n\n${shown}\n\nIt says “${detail}”\n\nRepair: ${repair}\n`;
  };
  return `# Errors

Written by \`npm run gen\` from \`src/api/problem.ts\` and \`src/api/problem-help.ts\`.

A refused call answers with a body of [RFC 9457](https://www.rfc-editor.org/rfc/rfc9457) and
\`Content-Type: application/problem+json\`:

\`\`\`json
{
  "type": "http://localhost:8080/errors/input_invalid",
  "title": "Invalid request",
  "status": 422,
  "detail": "/name: This must have 1 to 200 characters; it has 201.",
  "code": "input_invalid",
  "request_id": "req_01KAHQ3V9M7B1QK8YV2T4C6D8E",
  "errors": [{ "path": "/name", "message": "This must have 1 to 200 characters; it has 201." }]
}
\`\`\`

Branch on \`code\`: it is stable. \`detail\` and \`message\` are for people and may change. \`errors[].path\` is a JSON
pointer into the body, \`?name\` for a query parameter, and empty for the body as a whole; a request with several faults
gets all of them at once. \`request_id\` is also in the header \`Request-Id\`. Where waiting helps, \`Retry-After\` says how
many seconds.

## Refused calls

| Code | Status | When, and what to do |
|---|---|---|
${REFUSAL_CODES.slice(0, split).map(row).join('\n')}

## Failed documents

These come after acceptance: the document ends with \`status: failed\` and the code in \`error.code\`, and a direct call still
answers 200. The status is used only where the same thing is found before acceptance.

| Code | Status | Meaning |
|---|---|---|
${REFUSAL_CODES.slice(split).map(row).join('\n')}

## Each with an example and its repair

The address in \`type\`, \`/errors/<code>\` of the service, is a page with the same.

${REFUSAL_CODES.map(section).join('\n')}`;
}

const SEEN: Record<string, string> = {
  content: 'in the content',
  pages: 'on the rendered pages',
  package: 'in the Office file',
  word: 'in the Word file',
  workbook: 'in the workbook',
  deck: 'in the presentation',
  slides: 'on the rendered slides',
};

/** What repairs the rule's own examples; '' where only a person can. */
function repairOf(rule: Rule): string {
  const hits =
    rule.sees === 'content'
      ? rule.examples.fires.flatMap((example) => rule.check(exampleDraft(example)))
      : rule.sees === 'pages'
        ? rule.examples.fires.flatMap((example) => rule.check(example.drawn, exampleDraft(example)))
        : rule.sees === 'slides'
          ? rule.examples.fires.flatMap((example) => rule.check(openDeckView(example.file()), example.drawn))
          : [];
  return [...new Set(hits.flatMap(({ repair }) => (repair ? [`\`${repair.fix}\``] : [])))].join(', ');
}

function findingsPage(): string {
  const rules = ALL_RULES.toSorted((a, b) => (a.code < b.code ? -1 : 1));
  const rows = rules.map(
    (rule) =>
      `| \`${rule.code}\` | ${rule.severity} | ${SEEN[rule.sees] ?? rule.sees} | ${rule.summary.replaceAll('|', '\\|')} | ${repairOf(rule)} |`,
  );
  return `# Findings

Written by \`npm run gen\` from the rules in \`src/review/rules/\` and the notes in \`src/base/finding-code.ts\`.

Every document is reviewed before it is handed over: its content, its pages as they were drawn, and its file. What is found
is in \`GET /v1/documents/{id}/report\` under \`validation.findings\`, and comes as \`validation.issue_found\` in the stream of
events. Some findings are repaired on the spot (\`repairs\`; the words are never changed), and the document is drawn again, three
times at most; a repair that makes things worse is taken back.

Errors left at the end make the document \`needs_review\`, warnings \`ready_with_warnings\`. It is delivered in any case.

| Code | Severity | Seen | Finds | Repair |
|---|---|---|---|---|
${rows.join('\n')}

## Notes

Readers, writers, edits and the service itself add notes about what they could not carry as it was, or decided. In a report they
are findings like the others, with the severity \`warning\` or \`info\`. Some codes above serve as notes too.

| Code | Says |
|---|---|
${Object.entries(NOTE_SUMMARIES)
  .map(([code, summary]) => `| \`${code}\` | ${tableCell(summary)} |`)
  .join('\n')}
`;
}

/** Path from the root → its text. */
/** Names of what an operation takes beside `op`; those with a question mark may be left out. */
function fieldsOf(schema: z.ZodType): string {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return Object.keys(properties)
    .filter((name) => name !== 'op')
    .map((name) => `\`${name}${required.includes(name) ? '' : '?'}\``)
    .join(', ');
}

const tableCell = (text: string): string => text.replaceAll('|', '\\|');
const editsTable = (format: keyof typeof ALL_EDITS): string =>
  ALL_EDITS[format]
    .map(
      ({ op, summary, tracked, refuses, schema }) =>
        `| \`${op}\` | ${tableCell(summary)} | ${tableCell(fieldsOf(schema))} | ${tracked ? 'yes' : ''} | ${tableCell(
          Object.entries(refuses)
            .map(([reason, why]) => `\`${reason}\`: ${why}`)
            .join('; '),
        )} |`,
    )
    .join('\n');
/** One operation of each kind as JSON, from the examples that run as tests. */
const editsShown = (format: keyof typeof ALL_EDITS): string =>
  ALL_EDITS[format]
    .flatMap((edit) => operationsShown(edit).slice(0, 1))
    .map((operation) => JSON.stringify(operation))
    .join('\n');
const editsSection = (format: keyof typeof ALL_EDITS, title: string): string =>
  `## ${title}\n\n| Operation | Does | Takes | Tracked | Is rejected |\n|---|---|---|---|---|\n${editsTable(format)}\n\n\`\`\`json lines\n${editsShown(format)}\n\`\`\`\n`;

const EDITING_WAYS = `# Editing files

Written by \`npm run gen\` from the definitions in \`src/edits/\`.

\`POST /v1/edits\` takes a Word, PowerPoint, Excel or PDF file in any of the four forms of a reference, and operations; it needs no
model. With an \`Idempotency-Key\` a repeat makes nothing new. The answer is a new document, drawn and looked through as any other. \`GET /v1/documents/{id}/content\`, or
\`POST /v1/extract?addresses=true\` for any file, gives the
address of every block, row and cell (\`p3\`, \`t2.r1.c3\`, \`header1.p1\`, \`img2\`, \`rev5\`, \`comment2\`; \`s2.sh3.p1\` and \`s2.img1\` on slides; \`Sheet1!B2\`,
\`Sheet1!B2:D9\`, \`Sheet1!5:7\`, \`Sheet1!B:D\` and \`Sheet1!chart1\` in workbooks; \`page1.b3\` in PDF files). All addresses of a request mean the file as it
was sent, whatever an earlier operation of the request moves, and so do cells in formulas; new sheets go by their new names, new slides by the
next numbers after the last one, in the order of the operations and wherever they are put.

\`\`\`json
{"file": "file_01JD8Y3V6QZ4T5W7X9A1B2C3D4", "mode": "tracked",
 "operations": [{"op": "replace_text", "find": "ten days", "replace": "thirty days"}]}
\`\`\`

- What no operation names stays byte for byte: untouched parts keep their packed bytes, touched ones change inside the spans of
  the operations only. A request of which nothing is done gives the same file.
- \`expect\` is the text that the target must still hold. What cannot be done is rejected and reported with the addresses that may
  have been meant; nothing is guessed; a word with a typing mistake is told like the word itself. Operations that meet in one place: the first is
  done, the second is \`overlapping_operation\`, which names the first. Different properties of one Word paragraph, cell or section do not meet (header,
  footer and page size; alignment and spacing), nor do two that set one alike. In a Word file, what meets without saying different things of the
  same words is done one after the other, each proven by itself: new words and their formatting, a new row and a deleted column, header and watermark. Words that
  the file has not are looked for in what earlier operations of the request have made (\`find\` of \`add_comment\` may be the new words).
- \`replace_text\` takes kinds of spaces, quotes and dashes for the same, passes over soft hyphens and, in Word, numbers of notes and pictures, which stay, and finds what runs over changes of
  formatting and over the ends of paragraphs, with a line of the replacement for each paragraph (in Word, fewer lines make one of them); \`exact\` compares character by character, \`regex\` takes the syntax of RE2. What nobody
  finds, or several places hold, is rejected with addresses. It reaches notes, SmartArt, titles of charts, text boxes, descriptions
  (\`s2.img1.alt\`, \`img1.alt\`), headers and footers; comments (\`s2.comment1\`, \`Sheet1!B2.comment\`) only where they are the target. What \`all\` has left is named.
- Rows, columns, sheets and slides that come, go or move take along what names them: formulas (also shared and array ones, names,
  tables, other sheets), charts, conditional formats, validations, merged cells, links, filters, print areas, breaks, panes,
  pictures, comments, sources of pivot tables; sections and links between slides.
- In a workbook, formulas that count with what was changed lose their stored values, and get those that LibreOffice counts; charts
  follow. What it cannot count is told (\`values_pending\`), and Excel counts when it opens the file. All other values stay.
- Texts that cells share and that no cell shows after the edit are emptied in their table (\`xl/sharedStrings.xml\`, then among \`parts_changed\`), so that
  what was replaced or deleted is not in the workbook any more. Not followed: the records of pivot tables, which Excel reads again when it opens the
  file, and preview pictures of the first page (\`docProps/thumbnail\`), which keep what they showed in any Office file.
- What is added to a slide without a place goes into an empty placeholder of its kind, or where the slide has room beside what is there, and is in
  the theme's colours, fonts and styles; \`made\` of the report's line is its address (\`s2.img3\`; groups are \`s2.g1\`, lines and shapes without text \`s2.d1\`).
- \`mode: tracked\` (Word) writes the smallest changes of words as revisions that keep the formatting. An operation whose
  column below is empty is done directly in either mode.
- \`preview: true\` answers what would happen, and makes nothing. \`render: false\` makes the file and its report alone: no PDF, no
  pictures, \`pages: null\`; what formulas come to is counted all the same.
- Where \`file\` is a document of the service, pages that show what they showed before are not drawn again: their pictures are copied. The
  report's \`pictures\` has the numbers of both, \`drawn\` and \`copied\`. Files edited by hand (versions) are treated alike.
- \`author\` and \`date\` are those of tracked changes and comments; absent: the name of the key, or of the user, and now.
- The report's \`integrity\` is computed from the bytes: \`parts_changed\`, \`parts_unchanged\` with their SHA-256, and for tracked
  changes whether accepting all gives the intended text and rejecting all the original one (with what is done directly in it).
- Rejections leave a finding \`edit_rejected\`; where nothing at all can be done the document fails with \`edit_not_applied\`.

- PDF files are merged by \`insert_pages\`, whose \`file\` is base64 in \`data\`, an address in \`url\`, or the id of an uploaded file or a document, and divided by \`extract_pages\`, in one
  request for each part. Bookmarks, forms and tags of what comes in stay behind, which \`message\` tells. What is stamped on a page is marked as no part
  of its text.
- In a PDF, pages are the parts of \`integrity\`. Pages are numbered as in the file that was sent. A signed or encrypted file is not
  changed. What is redacted is taken out of the content, of pictures, properties, bookmarks, fields and hidden text, objects of earlier
  revisions are dropped, and the result is read once more; where something could not be taken out, the page becomes a picture
  (\`pages_made_pictures\`). A change of the text sets all pages again in the faces, sizes and margins of the source, which is reported as
  \`pdf_relaid_out\` with what could not be carried over. Numbers and stamps for all pages, properties and attachments of the same request come onto
  the new pages; operations that name pages are rejected beside it.

`;

const EDITING_QUERIES = `## Targets by query

In the place of an address, \`target\` and \`to\` take a query on the file as it was sent: \`{"query": "table[2] row:last"}\`. It must find one
place; \`{"query": "cell[style=Input]", "all": true}\` means every one, and the report has a line for each. What finds nothing, or too much,
is rejected with addresses. \`GET /v1/documents/{id}/content?query=\` shows what a query finds. Faults are told with their place.

\`\`\`
query    = step { ( " " | "+" ) step }          " " inside, "+" right behind
step     = ( type | "*" ) { filter }
filter   = "[" number "]" | ":first" | ":last"  counted among what the filters before have left; -1 is the last
         | "[" field [ operator value ] "]"     = != ^= (begins with) $= (ends with) *= (holds), in either case
         | ":contains(" value ")" | ":matches(" value ")" | ":empty" | ":not(" filters ")"
value    = "…" | '…' | a word
type     = ${QUERY_TYPES.join(' | ')
  .replaceAll(/(.{60}[^|]*\| )/g, '$1\n           ')
  .replaceAll(' \n', '\n')}
field    = ${QUERY_FIELDS.join(' | ')}
\`\`\`

A heading holds its section; a table its rows, a row its cells; a slide its shapes and notes; a sheet its rows. The text of what holds
others is theirs.

| Query | Finds |
|---|---|
${QUERY_EXAMPLES.map(({ query, means }) => `| \`${query.replaceAll('|', '\\|')}\` | ${means} |`).join('\n')}

`;

const EDITING_WORKFLOWS = `## From a prompt

\`POST /v1/documents\` with \`operation: edit\`, \`file\` and \`prompt\` lets a model plan such operations. It sees the file as an outline
with addresses, reads what is shortened, and answers with operations, never with a document; those that are rejected go back to it
once. \`edit.planned\`, \`edit.operation_applied\` and \`edit.operation_rejected\` tell it live. "Track changes", "only suggest",
"comments only" (in English or Spanish) choose how changes are made, and so does a Word file whose tracking is on. The text of the file
is material and gives no orders: an address or a formula that leads outside comes from the prompt or is in the file already, or it
is taken out. A file of more than 50 pages is \`document_too_long\`; a request that names no change fails as \`edit_not_understood\`.

## Reviews

\`operation: review\` with \`file\` looks a Word, PowerPoint, Excel or PDF file of up to 50 pages (for a workbook: sheets) through; \`.doc\`, \`.ppt\` and
\`.xls\` come back as their successors. What was there before is \`disposition: pre_existing\`; \`block_id\` of a finding is an address.
Repaired are only a missing title and language, header rows of long tables that are not repeated, references to parts that are not there, and
page numbers of contents that are out of date, and in workbooks values out of date and columns too narrow for their figures, each as
spans of the parts, and only if the pages are no worse. A file of which nothing needs repairing comes back byte for byte.

## Versions

\`POST /v1/documents/{id}/versions\` keeps a file that was edited by hand as a document of its own; \`PUT /v1/documents/{id}/file\` puts it in the
place of the document's file, with the \`revision\` that was edited: of two savers one wins, and the other is told \`revision_conflict\`. Both
wait for the pages, and review Word files. \`GET …/versions\` lists the family, \`GET …/diff?from=\` what differs block by block, and with
\`format=docx\` two Word files as one with tracked changes.

\`POST /v1/compare {from, to}\` does the same with any two files of one format, in the four forms of a reference, and keeps nothing: Word and
PDF files by their blocks, each with the words that came and went, presentations by slides that came, went or moved, on the others by shapes, notes and all other text, workbooks by rows,
columns, cells and formulas (one that only went along with the cells that it names is the same), also of sheets with a new name. \`format: docx\` gives two Word files as one with tracked changes
under \`author\` and \`date\`, \`format: pdf\` the newer of two PDF files with its new words highlighted, the old ones in comments, and notes where
blocks went. What tracked changes
cannot show, as sections and headers that one of the files has not, is named in a comment of the file and in the response header
\`Not-Tracked\`, a JSON list. \`octavo compare old.docx new.docx -o changes.docx\` needs no server.
`;

function editingPage(): string {
  return `${EDITING_WAYS}${EDITING_QUERIES}${EDITING_WORKFLOWS}
${editsSection('docx', 'Word')}
${editsSection('pptx', 'PowerPoint')}
${editsSection('xlsx', 'Excel')}
${editsSection('pdf', 'PDF')}
${editsSection('page', 'Web pages')}`;
}

/** The dialect for the skill, which is taken away from the rest of the documentation: without links into it. */
const skillReference = (): string =>
  plainPage(readFileSync(`${ROOT}docs/markdown.md`, 'utf8')).replaceAll(/\[([^\]\n]+)\]\((?!https?:|#|img:)[^)\s]+\)/g, '$1');

const GENERATED: Record<string, () => string> = {
  'sdk/src/contract.ts': writeTypescript,
  [`${PYTHON}/models.py`]: writePythonModels,
  [`${PYTHON}/params.py`]: writePythonParams,
  ...Object.fromEntries(PYTHON_SYNC.map(([name, text]) => [`${PYTHON}/_sync/${name}`, () => text])),
  'docs/content.schema.json': contentSchema,
  'docs/design.md': designPage,
  'docs/editing.md': editingPage,
  'docs/errors.md': errorPage,
  'docs/findings.md': findingsPage,
  'docs/gallery.md': galleryPage,
  'skills/octavo/references/markdown.md': skillReference,
  'src/agent/prompts/design.md': designLesson,
  'src/agent/prompts/dialect.md': writeDialect,
  'src/agent/prompts/dialect-page.md': writePageDialect,
  // the gallery is what the agent is shown as examples
  'src/agent/prompts/agent/canvases.md': () => readFileSync(`${ROOT}docs/canvas-gallery.md`, 'utf8'),
  'package-lock.json': () => completeLock(readFileSync(`${ROOT}package-lock.json`, 'utf8')),
};

const check = process.argv.includes('--check');
const stale: string[] = [];
for (const [path, generate] of Object.entries(GENERATED)) {
  const text = generate();
  if (existsSync(ROOT + path) && readFileSync(ROOT + path, 'utf8') === text) continue;
  stale.push(path);
  if (check) continue;
  mkdirSync(dirname(ROOT + path), { recursive: true });
  writeFileSync(ROOT + path, text);
}
for (const path of stale) console.log(check ? `${path} is stale: npm run gen` : `wrote ${path}`);
process.exitCode = check && stale.length > 0 ? 1 : 0;
