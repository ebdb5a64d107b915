/**
 * Extraction over real and hostile files, where there are some: OCTAVO_CORPUS names a folder with MANIFEST.tsv (file, kind,
 * bytes, class, expect, …). Every file ends as text or with a code; hostile ones as the manifest wants; nothing stays on disk.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Refusal } from '../src/base/refusal.ts';
import { createExtractTools, createFileValidation, extractMarkdown, type Extracted, type ExtractTools } from '../src/pipeline/extract.ts';
import { createOfficeRenderer } from '../src/render/office-renderer.ts';
import { createPageRecognizer } from '../src/render/page-recognizer.ts';
import { createPageRenderer } from '../src/render/page-renderer.ts';
import { createPictureDecoder } from '../src/render/picture-decoder.ts';
import { createTextRecognizer } from '../src/render/text-recognizer.ts';

const CORPUS = process.env['OCTAVO_CORPUS'];
const skip = CORPUS === undefined ? 'OCTAVO_CORPUS is not set: no folder of real files' : false;
/** Of each kind, beside the hostile ones. */
const SAMPLE = 25;

interface Row {
  file: string;
  kind: string;
  class: string;
  expect: string;
}

function readRows(): Row[] {
  const [head = '', ...lines] = readFileSync(join(CORPUS ?? '.', 'MANIFEST.tsv'), 'utf8')
    .trimEnd()
    .split('\n');
  const names = head.split('\t');
  return lines
    .map((line) => {
      const fields = line.split('\t');
      const at = (name: string): string => fields[names.indexOf(name)] ?? '';
      return { file: at('file'), kind: at('kind'), class: at('class'), expect: at('expect') };
    })
    .filter((row) => row.class !== 'groundtruth' && row.kind !== 'json');
}

let workDir: string;
let tools: ExtractTools;
let close: () => Promise<unknown>;

before(() => {
  if (CORPUS === undefined) return;
  workDir = mkdtempSync(join(tmpdir(), 'octavo-corpus-'));
  // Whatever anybody here leaves in the folder for passing files is left in ours.
  process.env['TMPDIR'] = workDir;
  const [pages, office] = [createPageRenderer(), createOfficeRenderer({ workDir, workers: 1, warmKinds: ['docx'] })];
  const [recognizer, pictures] = [createTextRecognizer({ workDir }), createPictureDecoder({ workDir })];
  const recognition = createPageRecognizer({ pages, pictures, recognizer });
  tools = createExtractTools({ pages, office, recognition }, { threads: true });
  close = () => Promise.all([pages.close(), office.close(), recognizer.close(), pictures.close()]);
});
after(async () => {
  if (CORPUS === undefined) return;
  await close();
  rmSync(workDir, { recursive: true, force: true });
});

/** `ok`, or the code of the refusal; anything else that is thrown is a fault. */
async function read({ file }: Row): Promise<{ outcome: string; extracted: Extracted | null }> {
  try {
    return {
      outcome: 'ok',
      extracted: await extractMarkdown({ bytes: readFileSync(join(CORPUS ?? '.', file)), filename: file.split('/').at(-1) }, tools),
    };
  } catch (error) {
    if (!(error instanceof Refusal)) throw new Error(`${file}: ${String(error)}`, { cause: error });
    return { outcome: error.code, extracted: null };
  }
}

/** What a manifest's words allow: `file_rejected(xml)`, `ok; …`, `coded error <=5 s`, `ok-or-reject, …`. */
function allows(expect: string, outcome: string): boolean {
  if (expect.startsWith('file_rejected')) return outcome === 'file_rejected';
  if (/^ok(?:[ ;]|$)/.test(expect)) return outcome === 'ok';
  return /^(?:ok|file_rejected|processing_failed|feature_unavailable|content_empty)$/.test(outcome);
}

const CODES = /^(?:ok|file_rejected|processing_failed)$/;
/** Text of files of this machine that hostile files try to bring in. */
const LOOT = /root:x:0:0|BEGIN OPENSSH PRIVATE KEY/;

test('hostile files end as they should, and leave nothing on disk', { skip, timeout: 300_000 }, async () => {
  const hostile = readRows().filter((row) => row.class === 'hostile');
  assert.ok(hostile.length > 0);
  const warm = await read({ file: hostile[0]?.file ?? '', kind: '', class: '', expect: '' });
  assert.ok(warm.outcome !== '');
  const before = readdirSync(workDir, { recursive: true }).toSorted();
  const wrong: string[] = [];
  for (const row of hostile) {
    const { outcome, extracted } = await read(row);
    if (!allows(row.expect, outcome)) wrong.push(`${row.file}: ${row.expect} → ${outcome}`);
    if (extracted && LOOT.test(extracted.markdown)) wrong.push(`${row.file}: holds a file of this machine`);
    if (extracted && /[\u{E0000}-\u{E007F}\0]/u.test(extracted.markdown)) wrong.push(`${row.file}: holds invisible characters`);
  }
  assert.deepEqual(wrong, []);
  assert.deepEqual(readdirSync(workDir, { recursive: true }).toSorted(), before);
});

test('hostile files are not valid uploads either where they must be rejected', { skip }, async () => {
  const validate = createFileValidation({ ...tools, pages: tools.renderers?.pages ?? assert.fail('no renderers') });
  const passed: string[] = [];
  for (const { file } of readRows().filter((row) => row.class === 'hostile' && row.expect.startsWith('file_rejected'))) {
    const bytes = readFileSync(join(CORPUS ?? '.', file));
    await validate(bytes, file).then(
      () => passed.push(file),
      (error: unknown) => assert.ok(error instanceof Refusal && error.code === 'file_rejected', file),
    );
  }
  assert.deepEqual(passed, []);
});

test('of real files none ends without a code, and what opens elsewhere is read', { skip, timeout: 600_000 }, async () => {
  const rows = readRows().filter((row) => row.class !== 'hostile');
  const kinds = [...new Set(rows.map(({ kind }) => kind))];
  let expectedOk = 0;
  const refused: string[] = [];
  for (const kind of kinds) {
    const all = rows.filter((row) => row.kind === kind);
    const step = Math.max(1, Math.floor(all.length / SAMPLE));
    for (const row of all.filter((_, index) => index % step === 0)) {
      const { outcome } = await read(row);
      assert.match(outcome, CODES, row.file);
      if (row.expect !== 'ok') continue;
      expectedOk++;
      if (outcome !== 'ok') refused.push(`${row.file}: ${outcome}`);
    }
  }
  assert.ok(refused.length <= expectedOk / 100, refused.join('\n'));
});
