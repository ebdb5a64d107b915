/**
 * `node scripts/measure-rules.ts <corpus> <kind> <count> [hits.jsonl]`: what the rules find in real files of others. Of the files of a kind
 * (docx, pptx, pdf, xlsx) that the corpus's MANIFEST.tsv holds for readable, `count` are taken evenly; every finding is a line of the
 * hits, to be looked at beside the file. Ends with the number of files and findings for each rule.
 */
import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openCommandEngine } from '../src/main/open-workshop.ts';
import { makeReview } from '../src/pipeline/review-document.ts';
import type { Sink } from '../src/pipeline/sink.ts';
import type { OutputRecord } from '../src/ports/record.ts';

const BYTES_MAX = 400_000;
const MS_MAX = 40_000;

const [corpus = '', kind = 'docx', count = '80', hits = 'rule-hits.jsonl'] = process.argv.slice(2);
if (!['docx', 'pptx', 'pdf', 'xlsx'].includes(kind)) throw new Error(`no files of the kind ${kind}`);
const rows = (await readFile(join(corpus, 'MANIFEST.tsv'), 'utf8'))
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t'))
  .filter(([file = '', , bytes = '', , expect = '']) => file.endsWith(`.${kind}`) && Number(bytes) <= BYTES_MAX && expect === 'ok')
  .map(([file = '']) => file);
const step = Math.max(1, rows.length / Number(count));
const files = Array.from({ length: Math.min(rows.length, Number(count)) }, (_, i) => rows[Math.floor(i * step)] ?? '');

const nowhere: Sink = {
  emit() {
    /* nobody listens */
  },
  put: ({ bytes, ...output }) => Promise.resolve({ ...output, id: '', key: '', bytes: bytes.length } satisfies OutputRecord),
};

const engine = await openCommandEngine({ office: kind !== 'pdf' });
const found = new Map<string, { files: number; findings: number }>();
let read = 0;
for (const file of files) {
  try {
    const bytes = await readFile(join(corpus, file));
    const made = await makeReview({ bytes, kind: kind as 'docx' | 'pptx' | 'pdf' | 'xlsx' }, engine, nowhere, AbortSignal.timeout(MS_MAX));
    read += 1;
    const all = [...made.findings, ...made.resolved];
    for (const code of new Set(all.map((finding) => finding.code))) {
      const of = all.filter((finding) => finding.code === code);
      const before = found.get(code) ?? { files: 0, findings: 0 };
      found.set(code, { files: before.files + 1, findings: before.findings + of.length });
      await appendFile(
        hits,
        of.map(({ severity, message, location }) => `${JSON.stringify({ file, code, severity, message, location })}\n`).join(''),
      );
    }
  } catch (error) {
    console.log(`${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
await engine.close();
for (const [code, { files: inFiles, findings }] of [...found].toSorted(([, a], [, b]) => b.findings - a.findings))
  console.log(`${code}\t${inFiles} files\t${findings} findings`);
console.log(`${read} of ${files.length} files of the kind ${kind} read`);
