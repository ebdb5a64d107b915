/**
 * Runs inside the sandbox: one LibreOfficeKit, one file after another. Reads requests from standard input, answers on
 * descriptor 3 (LibreOffice may print on standard output). Everything lies in a private memory file system that goes
 * when the process goes; nothing of a job is ever on the host's disk.
 *
 * Requests: `{op: 'open', programDir}`; `{op: 'convert', kind}` + the file; `{op: 'cold', kind, programDir}` + the file (a
 * separate soffice process: three known .doc files kill LibreOfficeKit and load there); `{op: 'trim'}`; `{op: 'doze'}`. Each gets two answers:
 * `{ok, error?, version?}` + the PDF, as soon as it is there, and `{idle: true, rssKb}` once the document is torn down.
 * Until then the worker must get no other job: a crash while tearing down would be blamed on the wrong file.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { openOffice } from './libreoffice-kit.ts';
import type { Office } from './libreoffice-kit.ts';
import { releaseCode } from './release-code.ts';
import { readMessage, textField, writeMessage } from './messages.ts';

const REQUESTS = 0;
const ANSWERS = 3;
/** `/tmp` of the sandbox, or a folder of its own where there is no sandbox. */
const SCRATCH_DIR = process.argv[2] ?? '/tmp';
const JOB_DIR = `${SCRATCH_DIR}/job`;
/** Status of soffice.bin once it has made its profile: it asks its launcher, which we leave out, to be started again. */
const RESTART_WANTED = 81;
const PDF_OPTIONS = JSON.stringify({
  UseTaggedPDF: { type: 'boolean', value: 'true' },
  ExportBookmarks: { type: 'boolean', value: 'true' },
});
const PDF_FILTERS: Record<string, string> = {
  docx: 'writer_pdf_Export',
  doc: 'writer_pdf_Export',
  pptx: 'impress_pdf_Export',
  ppt: 'impress_pdf_Export',
  xlsx: 'calc_pdf_Export',
  xls: 'calc_pdf_Export',
};

const urlOf = (path: string): string => pathToFileURL(path).href;
const answer = (head: object, body?: Uint8Array): void => writeMessage(ANSWERS, { ok: true, ...head }, body);

const MODERN_FILTERS: Record<string, string> = {
  docx: 'MS Word 2007 XML',
  pptx: 'Impress MS PowerPoint 2007 XML',
  xlsx: 'Calc MS Excel 2007 XML',
};

/** Saves a file in another format, and draws nothing. */
function resave(office: Office, { kind, saveAs }: { kind: string; saveAs: string }, bytes: Uint8Array): void {
  const input = `${JOB_DIR}/in.${kind}`;
  const output = `${JOB_DIR}/out.${saveAs}`;
  writeFileSync(input, bytes);
  const document = office.load(urlOf(input));
  try {
    document.saveAs(urlOf(output), saveAs, '');
    answer({}, readFileSync(output));
  } finally {
    document.close();
  }
}

/** A copy is saved from the same load: what formulas evaluate to is in it. PDF and copy are sent as one body. */
function convert(office: Office, kind: string, bytes: Uint8Array, copied: boolean): void {
  const input = `${JOB_DIR}/in.${kind}`;
  const output = `${JOB_DIR}/out.pdf`;
  writeFileSync(input, bytes);
  const document = office.load(urlOf(input));
  try {
    document.saveAs(urlOf(output), 'pdf', PDF_OPTIONS);
    const pdf = readFileSync(output);
    if (!copied) answer({}, pdf);
    else {
      document.saveAs(urlOf(`${JOB_DIR}/copy.${kind}`), kind, '');
      answer({ pdfBytes: pdf.length }, Buffer.concat([pdf, readFileSync(`${JOB_DIR}/copy.${kind}`)]));
    }
  } finally {
    document.close();
  }
}

function convertCold({ programDir, kind, saveAs }: { programDir: string; kind: string; saveAs: string }, bytes: Uint8Array): void {
  const input = `${JOB_DIR}/in.${kind}`;
  writeFileSync(input, bytes);
  const soffice = (): number | null => {
    const result = spawnSync(
      `${programDir}/soffice.bin`,
      [
        '--headless',
        '--norestore',
        '--nologo',
        '--nodefault',
        `-env:UserInstallation=${urlOf(`${SCRATCH_DIR}/cold-profile`)}`,
        '--convert-to',
        saveAs === 'pdf' ? `pdf:${PDF_FILTERS[kind] ?? 'writer_pdf_Export'}:${PDF_OPTIONS}` : `${saveAs}:${MODERN_FILTERS[saveAs] ?? ''}`,
        '--outdir',
        JOB_DIR,
        input,
      ],
      { stdio: 'ignore' },
    );
    if (result.error !== undefined) throw result.error;
    return result.status;
  };
  if (soffice() === RESTART_WANTED) soffice();
  answer({}, readFileSync(`${JOB_DIR}/in.${saveAs}`));
}

function perform(head: unknown, bytes: Uint8Array, office: Office | null): Office | null {
  const op = textField(head, 'op');
  const kind = textField(head, 'kind');
  const programDir = textField(head, 'programDir');
  if (op === 'open') {
    const opened = openOffice(programDir, urlOf(`${SCRATCH_DIR}/profile`));
    answer({ version: opened.version });
    return opened;
  }
  const saveAs = textField(head, 'saveAs');
  if (op === 'cold') convertCold({ programDir, kind, saveAs: saveAs === '' ? 'pdf' : saveAs }, bytes);
  else if (office === null) throw new Error(`${op} before open`);
  else if (op === 'convert' && saveAs !== '') resave(office, { kind, saveAs }, bytes);
  else if (op === 'convert') convert(office, kind, bytes, textField(head, 'copy') === 'yes');
  else if (op === 'trim') {
    office.trimMemory();
    answer({});
  } else if (op === 'doze') {
    releaseCode();
    answer({});
  } else throw new Error(`unknown request ${op}`);
  return office;
}

function serve(): void {
  let office: Office | null = null;
  for (;;) {
    const message = readMessage(REQUESTS);
    if (message === null) return;
    mkdirSync(JOB_DIR);
    try {
      office = perform(message.head, message.body, office);
    } catch (error) {
      writeMessage(ANSWERS, { ok: false, error: error instanceof Error ? error.message : String(error) });
    }
    rmSync(JOB_DIR, { recursive: true, force: true });
    writeMessage(ANSWERS, { idle: true, rssKb: Math.round(process.memoryUsage.rss() / 1024) });
  }
}

serve();
// LibreOffice's threads would make an orderly exit wait for ever.
process.kill(process.pid, 'SIGKILL');
