/** The worked examples of every operation on the text of a PDF, run on blocks that are written as Markdown. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EditOperation } from '../src/edits/apply-edits.ts';
import { judgeOperation } from '../src/edits/edit-operation.ts';
import { PDF_TEXT_EDITS } from '../src/edits/pdf-edits.ts';
import { changePdfText } from '../src/edits/pdf-text.ts';
import type { RenderedDocument } from '../src/document/rendered-document.ts';
import { readMarkdown } from '../src/readers/markdown.ts';
import { writeMarkdown } from '../src/writers/markdown.ts';

for (const edit of PDF_TEXT_EDITS) {
  for (const { name, given, operation, expected } of edit.examples) {
    test(`pdf ${edit.op}: ${name}`, () => {
      assert.deepEqual(judgeOperation({ op: edit.op, ...operation }), []);
      const page = readMarkdown(given, { pictures: 0 }).value.blocks;
      const drawn: RenderedDocument = { pages: [], fonts: [], outline: [], tagged: false, title: '', lang: '' };
      const {
        blocks,
        results: [result],
      } = changePdfText(drawn, [page], [operation as EditOperation]);
      if (typeof expected !== 'string') assert.equal(result?.reason, expected.rejected, result?.message);
      else assert.equal(result?.status, 'applied', result?.message);
      assert.equal(
        writeMarkdown(blocks),
        writeMarkdown(readMarkdown(typeof expected === 'string' ? expected : given, { pictures: 0 }).value.blocks),
      );
    });
  }
}
