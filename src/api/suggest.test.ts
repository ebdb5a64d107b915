import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal, type FieldError } from '../base/refusal.ts';
import { parseDocumentRequest } from './document-request.ts';
import { parseEditsRequest } from './edits-request.ts';
import { parseExtractRequest } from './extract-request.ts';
import { parseJsonBody } from './json-body.ts';
import { parseDocumentListQuery } from './queries.ts';

function errorsOf(call: () => unknown): FieldError[] {
  try {
    call();
  } catch (error) {
    if (error instanceof Refusal) return error.errors;
    throw error;
  }
  return [];
}

/** A call and what its first error at the path says. */
function check(call: () => unknown, path: string, message: RegExp): void {
  const found = errorsOf(call).find((error) => error.path === path);
  assert.match(found?.message ?? 'nothing', message, `${path}: ${JSON.stringify(errorsOf(call))}`);
}

const content = { markdown: '# A' };
const document = (body: object) => () => parseDocumentRequest(body, () => null);

test('a property under another name is named as it is here', () => {
  const cases: [object, string, string][] = [
    [{ markdown: '# A' }, '/markdown', 'content.markdown'],
    [{ text: '# A' }, '/text', 'content.markdown'],
    [{ content, maxQuality: 'fast' }, '/maxQuality', 'max_quality'],
    [{ content, formt: 'docx' }, '/formt', 'format'],
    [{ content, Format: 'docx' }, '/Format', 'format'],
    [{ content, title: 'x' }, '/title', 'name'],
    [{ content, meta_data: {} }, '/meta_data', 'metadata'],
    [{ content, backgroud: true }, '/backgroud', 'background'],
    [{ promtp: 'A letter' }, '/promtp', 'prompt'],
  ];
  for (const [body, path, meant] of cases) check(document(body), path, new RegExp(`Did you mean ${meant.replace('.', '\\.')}\\?$`));
  check(document({ content, loudness: 1 }), '/loudness', /leave it out\.$/);
});

test('a value in other letters or by another name is named as it is here', () => {
  const cases: [object, string, string][] = [
    [{ content, format: 'DOCX' }, '/format', 'docx'],
    [{ content, format: 'word' }, '/format', 'docx'],
    [{ content, format: '.pdf' }, '/format', 'pdf'],
    [{ content, format: 'powerpoint' }, '/format', 'pptx'],
    [{ content, format: 'Excel' }, '/format', 'xlsx'],
    [{ content, quality: 'standart' }, '/quality', 'standard'],
    [{ content, retention: '30 d' }, '/retention', '30d'],
    [{ content, operation: 'creat' }, '/operation', 'create'],
  ];
  for (const [body, path, meant] of cases) check(document(body), path, new RegExp(`Did you mean ${meant}\\?$`));
  check(document({ content, format: 'odt' }), '/format', /^This must be one of docx, pdf, pptx, xlsx, artifact\.$/);
});

test('parameters and operations too', () => {
  check(() => parseDocumentListQuery({ starting_after: 'x' }), '?starting_after', /Did you mean after\?$/);
  check(() => parseDocumentListQuery({ page_size: '3' }), '?page_size', /Did you mean limit\?$/);
  check(() => parseDocumentListQuery({ order: 'DESC' }), '?order', /Did you mean desc\?$/);
  const edit = { file: 'doc_1', operations: [{ op: 'replacetext', find: 'a', replace: 'b' }] };
  check(() => parseEditsRequest(edit, () => null), '/operations/0/op', /Did you mean replace_text\?/);
});

test('an address or a path in the place of a file is told its form', () => {
  const file = (value: unknown) => () => parseExtractRequest({ file: value }, () => null);
  check(file('https://example.org/a.pdf'), '/file', /\{"url": "https:\/\/example\.org\/a\.pdf"\}/);
  check(file('./plan.docx'), '/file', /begins with file_ or doc_.*POST \/files/);
});

test('a fault in JSON is found by line and column', () => {
  const cases: [string, RegExp][] = [
    ['{\n  "name": "a",\n}', /line 3, column 1/],
    ["{'name': 1}", /line 1, column 2/],
    ['{"name": "a"', /ends/],
    ['{"a": 1} x', /line 1, column 10/],
    ['{"a": 1,\n "b": tru, "c": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]}', /line 2, column 10/],
  ];
  for (const [text, message] of cases) check(() => parseJsonBody(Buffer.from(text)), '', message);
});

test('within an operation too, by the type of what it is in, and never the word that was said', () => {
  const operations =
    (...list: object[]) =>
    () =>
      parseEditsRequest({ file: 'doc_1', operations: list }, () => null);
  const blocks = (block: object) => operations({ op: 'insert_blocks', target: 'p1', blocks: [{ type: 'paragraph', text: 'a' }, block] });
  check(blocks({ type: 'formula', latex: 'x' }), '/operations/0/blocks/1/type', /one of paragraph, .*\. Did you mean equation\?$/);
  check(blocks({ type: 'equation', tex: 'x' }), '/operations/0/blocks/1/tex', /Did you mean latex\? It can have /);
  check(blocks({ text: 'x' }), '/operations/0/blocks/1/type', /^This is required: one of paragraph, /);
  check(blocks({ type: 'heading', text: 'x', levle: 2 }), '/operations/0/blocks/1/levle', /Did you mean level\? It can have /);
  check(blocks({ type: 'paragraph', text: 'x', level: 2 }), '/operations/0/blocks/1/level', /leave it out\. It can have type, .*text/);
  const chart = { type: 'bar', categories: ['a'], series: [{ name: 'b', values: [1] }] };
  check(
    operations({ op: 'insert_chart', target: 's1', chart, left_cm: 2 }),
    '/operations/0/chart/type',
    /Did you mean kind\? It can have kind, /,
  );
});

test('an operation or a property of one that there is not is answered with those that there are, and the one that is like it', () => {
  const operation = (one: object) => () => parseEditsRequest({ file: 'doc_1', operations: [one] }, () => null);
  const named: [string, string][] = [
    ['replacetext', 'replace_text'],
    ['find_and_replace', 'replace_text'],
    ['insert_paragraph', 'insert_blocks'],
    ['remove_paragraph', 'delete_block'],
    ['insert_comment', 'add_comment'],
    ['delete_row', 'delete_rows'],
    ['addHyperlink', 'set_link'],
    ['update_cells', 'set_cell_text or set_cells'],
    ['accept_all_changes', 'accept_revision'],
    ['remove_slide', 'delete_slide'],
    ['add_picture', 'insert_image'],
  ];
  for (const [op, meant] of named)
    check(operation({ op }), '/operations/0/op', new RegExp(`use one of accept_revision, .*\\. Did you mean ${meant}\\?$`));
  check(operation({ op: 'sing' }), '/operations/0/op', /use one of accept_revision, [^?]*$/);
  const fields: [object, string, RegExp][] = [
    [{ op: 'set_format', target: 'p1', colour: 'FF0000' }, 'colour', /Did you mean color\? It can have op, target, /],
    [{ op: 'set_format', target: 'p1', font_size: 12 }, 'font_size', /Did you mean size_pt\? It can have /],
    [{ op: 'set_format', target: 's1.sh1', alignment: 'center', left_cm: 1 }, 'alignment', /Did you mean align\?/],
    [{ op: 'set_cells', target: 'Sheet1!A1', values: [[1]], colour: 'red' }, 'colour', /It can have op, target, values/],
    [{ op: 'redact', find: 'x', colour: 'red' }, 'colour', /It can have op, /],
  ];
  for (const [one, field, message] of fields) check(operation(one), `/operations/0/${field}`, message);
});
