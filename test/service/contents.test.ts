/** The Word file that is delivered is another one than the one that was drawn (docs/decisions/0005): drawn again, it has to look the same. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openOfficePackage, readPart } from '../../src/ooxml/office-package.ts';
import { createOfficeRenderer } from '../../src/render/office-renderer.ts';
import { createPageRenderer } from '../../src/render/page-renderer.ts';
import { runOctavo } from '../support/service.ts';

const chapter = (n: number): string =>
  `## Chapter ${n}\n\n${`The supplier confirmed the plan for the coming year. `.repeat(30 + (n % 7) * 12)}\n\n### Detail of chapter ${n}\n\nText.\n`;

test('the numbers in the contents are those of the pages, also when the file is drawn again', { timeout: 600_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'octavo-contents-'));
  const [office, pages] = [createOfficeRenderer({ workDir: folder, workers: 1, log: () => undefined }), await createPageRenderer()];
  try {
    await writeFile(
      join(folder, 'book.md'),
      `# Handbook\n\n::toc{depth=2}\n\n${Array.from({ length: 24 }, (_, i) => chapter(i + 1)).join('\n')}`,
    );
    const made = await runOctavo(['make', 'book.md', '--pdf', '-q'], { dataDir: folder });
    assert.equal(made.code, 0, made.stderr);
    const word = new Uint8Array(await readFile(join(folder, 'book.docx')));
    const drawn = await pages.outline(new Uint8Array(await readFile(join(folder, 'book.pdf'))));
    const again = await pages.outline(await office.toPdf({ bytes: word, kind: 'docx' }, {}));
    assert.ok(drawn.pages > 8, `${drawn.pages} pages`);
    assert.deepEqual(again, drawn);
    const xml = new TextDecoder().decode(readPart(openOfficePackage(word), 'word/document.xml'));
    const shown = Array.from(xml.matchAll(/PAGEREF [^<]*<\/w:instrText>.*?<w:t[^>]*>(\d+)<\/w:t>/g), (match) => Number(match[1]));
    const chapters = drawn.entries.filter(({ title }) => /^(Chapter|Detail of chapter) \d+$/.test(title)).map(({ page }) => page);
    assert.equal(chapters.length, 48);
    assert.deepEqual(shown, chapters);
  } finally {
    await Promise.all([office.close(), pages.close()]);
    await rm(folder, { recursive: true, force: true });
  }
});
