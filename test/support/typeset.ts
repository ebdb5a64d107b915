/** Typst source → PDF and its text, for tests: every warning counts as a failure. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import type { Typesetter } from '../../src/ports/typesetter.ts';
import { createTypesetter } from '../../src/render/typesetter.ts';

let started: Promise<Typesetter> | undefined;
let warnings: string[] = [];
const workDir = mkdtempSync(join(tmpdir(), 'octavo-typeset-'));
after(async () => {
  await (await started)?.close();
  rmSync(workDir, { recursive: true, force: true });
});

export interface TypsetFile {
  pdf: Uint8Array;
  pages: string[];
  warnings: string[];
}

/** Compiles and reads the text of each page. @throws Error where the source does not compile */
export async function typeset(source: { source: string; assets: ReadonlyMap<string, Uint8Array> }): Promise<TypsetFile> {
  started ??= createTypesetter({ workDir, children: 1, log: (_, message) => void warnings.push(message) });
  const typesetter = await started;
  warnings = [];
  const pdf = await typesetter.compile(source.source, { assets: source.assets, creationTime: 0 });
  return { pdf, pages: await textOfPages(pdf), warnings };
}

/** The same, held to be a PDF/UA-1 file without a single warning. */
export async function typesetClean(source: Parameters<typeof typeset>[0]): Promise<TypsetFile> {
  const file = await typeset(source);
  assert.deepEqual(file.warnings, []);
  assert.ok(Buffer.from(file.pdf).includes('pdfuaid'), 'the file does not call itself PDF/UA');
  return file;
}

let library: Promise<PDFiumLibrary> | undefined;
async function textOfPages(pdf: Uint8Array): Promise<string[]> {
  library ??= PDFiumLibrary.init();
  const document = await (await library).loadDocument(pdf);
  const pages = [...document.pages()].map((page) => page.getText());
  document.destroy();
  return pages;
}
