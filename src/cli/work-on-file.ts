/** `octavo review` and `octavo edit`: one file that exists, in this process. */
import { basename, dirname, extname, join, resolve } from 'node:path';
import { judgeOperations, type AskedOperation } from '../api/edits-request.ts';
import { Refusal } from '../base/refusal.ts';
import { makeFromEdits } from '../pipeline/edit-document.ts';
import { makeReview } from '../pipeline/review-document.ts';
import type { NewOutput, Sink } from '../pipeline/sink.ts';
import { detectTarget, targetKind } from '../pipeline/target-kind.ts';
import { openFile, readGiven, readGivenOperations, say, writeWhole } from './local-files.ts';
import type { EngineOpener } from './make-files.ts';

export interface WorkOptions {
  output?: string;
  pdf?: boolean;
  pages?: boolean;
  quiet?: boolean;
  json?: boolean;
  open?: boolean;
}
export interface EditOptions extends WorkOptions {
  ops: string;
  tracked?: boolean;
  author?: string;
  /** Of the pages: false where only the file is wanted. */
  render?: boolean;
}

const ENDINGS = { doc: 'docx', ppt: 'pptx', xls: 'xlsx' } as const;

/** Beside the input, never in its place. */
export function targetOf(file: string, kind: string, word: string, { output }: WorkOptions): string {
  const ending = kind === 'doc' || kind === 'ppt' || kind === 'xls' ? ENDINGS[kind] : kind;
  return resolve(output ?? join(dirname(file), `${basename(file, extname(file))}.${word}.${ending}`));
}

/** Writes the file, and its PDF and pages where they are asked for. */
export function sinkTo(path: string, ending: string, options: WorkOptions, keep: (output: NewOutput) => boolean): Sink {
  const stem = path.slice(0, path.length - extname(path).length);
  const pathOf = (output: NewOutput): string | undefined => {
    if (output.kind === 'preview') return options.pages ? `${stem}-${output.page ?? 1}.png` : undefined;
    if (output.kind === ending) return keep(output) ? path : undefined;
    return output.kind === 'pdf' && options.pdf ? `${stem}.pdf` : undefined;
  };
  return {
    previews: options.pages === true,
    emit: () => undefined,
    async put(output) {
      const written = pathOf(output);
      if (written !== undefined) {
        await writeWhole(written, output.bytes);
        if (!options.quiet && !options.json && output.kind !== 'preview') say(`wrote ${written}`);
      }
      const { bytes, ...rest } = output;
      return { ...rest, id: written ?? '', key: written ?? '', bytes: bytes.length };
    },
  };
}

/** Prints what was found; writes the file only where something was repaired, or where an output is named. */
export async function reviewFile(file: string, options: WorkOptions, open: EngineOpener): Promise<void> {
  const bytes = await readGiven(file);
  const { kind } = detectTarget(bytes, basename(file), targetKind);
  const path = targetOf(file, kind, 'reviewed', options);
  const engine = await open({ office: kind !== 'pdf' });
  try {
    let written = false;
    const sink = sinkTo(path, extname(path).slice(1), options, (output) => {
      written = options.output !== undefined || !Buffer.from(bytes).equals(output.bytes);
      return written;
    });
    const made = await makeReview({ bytes, kind }, engine, sink, new AbortController().signal);
    const { pages, counts, findings, repairs } = made;
    if (options.json) process.stdout.write(`${JSON.stringify({ pages, counts, findings, repairs })}\n`);
    else {
      for (const { severity, code, message } of findings) process.stdout.write(`${severity}: ${message} (${code})\n`);
      for (const { fix, outcome } of repairs) if (outcome === 'applied') process.stdout.write(`repaired: ${fix}\n`);
    }
    if (options.open) await openFile(written ? path : resolve(file));
    if (!options.quiet && !options.json)
      say(
        `${made.pages} ${made.pages === 1 ? 'page' : 'pages'}: ${made.counts.errors} errors, ${made.counts.warnings} warnings, ${made.counts.info} remarks`,
      );
  } finally {
    await engine.close();
  }
}

async function readOperations(path: string): Promise<AskedOperation[]> {
  const given = await readGivenOperations(path);
  if (Array.isArray(given)) return judgeOperations(given);
  throw new Refusal('input_invalid', `${path} must hold a JSON list of operations, or an object with operations.`);
}

/** @throws Refusal with one sentence for what cannot be done */
export async function editFile(file: string, options: EditOptions, open: EngineOpener): Promise<void> {
  const bytes = await readGiven(file);
  const { kind, contentType } = detectTarget(bytes, basename(file), targetKind);
  if (kind === 'doc' || kind === 'ppt' || kind === 'xls')
    throw new Refusal('input_invalid', `Review the .${kind} file first: that gives its successor, which can be edited.`);
  const operations = await readOperations(options.ops);
  const path = targetOf(file, kind, 'edited', options);
  const drawn = options.pdf === true || options.pages === true;
  const engine = await open({ office: kind !== 'pdf' });
  try {
    const made = await makeFromEdits(
      { bytes, contentType, operations, mode: options.tracked === true ? 'tracked' : 'direct', author: options.author, render: drawn },
      engine,
      sinkTo(path, kind, options, () => true),
      new AbortController().signal,
    );
    if (options.json) process.stdout.write(`${JSON.stringify({ status: made.status, edits: made.edits })}\n`);
    else
      for (const { op, target, status, reason, message } of made.edits)
        process.stdout.write(
          `${status}: ${op}${target === null ? '' : ` ${target}`}${status === 'applied' ? '' : ` (${reason ?? ''}: ${message ?? ''})`}\n`,
        );
    if (made.status === 'failed') throw new Refusal('edit_not_applied', 'None of the changes could be made, so no file was written.');
    if (options.open) await openFile(path);
  } finally {
    await engine.close();
  }
}
