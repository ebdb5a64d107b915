/** Every number, formula, name and sentence of a text is in the file that is made of it, or a finding names it: over generated documents. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { generatedText } from './support/generated-text.ts';
import { lostWords, type MadeFormat } from './support/lost-words.ts';

const COUNTS: Readonly<Record<MadeFormat, number>> = { docx: 600, pptx: 500, xlsx: 600, pdf: 400 };

for (const [format, count] of Object.entries(COUNTS) as [MadeFormat, number][]) {
  test(`nothing of ${count} texts is lost in silence in ${format}`, () => {
    const faults: string[] = [];
    for (let seed = 1; seed <= count && faults.length < 5; seed++) {
      const markdown = generatedText(seed, format);
      const lost = lostWords(markdown, format);
      if (lost.length > 0) faults.push(`seed ${seed}: ${lost.slice(0, 12).join(', ')}\n${markdown.slice(0, 3000)}`);
    }
    assert.equal(faults.length, 0, faults.join('\n\n').slice(0, 6000));
  });
}
