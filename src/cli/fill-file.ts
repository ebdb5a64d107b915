/** `octavo fill`: a template and its data, in this process. */
import { basename } from 'node:path';
import { z } from 'zod';
import { Refusal } from '../base/refusal.ts';
import { fillRecord, makeFilled } from '../pipeline/fill-document.ts';
import { localeOfTemplate, tryTemplate } from '../pipeline/try-template.ts';
import { detectTarget, targetKind } from '../pipeline/target-kind.ts';
import { openFile, readGiven, readGivenData, say } from './local-files.ts';
import type { EngineOpener } from './make-files.ts';
import { sinkTo, targetOf, type WorkOptions } from './work-on-file.ts';

export interface FillCommandOptions extends WorkOptions {
  language?: string;
  missing: 'error' | 'empty' | 'keep';
  dryRun?: boolean;
}

const dataSchema = z.record(z.string(), z.json());
type Given = z.infer<typeof dataSchema>;

async function readData(path: string): Promise<Given> {
  const parsed = dataSchema.safeParse(await readGivenData(path));
  if (parsed.success) return parsed.data;
  throw new Refusal('input_invalid', `${path} must hold a JSON object.`);
}

/** @throws Refusal with all that cannot be filled */
export async function fillFile(file: string, dataFile: string | undefined, options: FillCommandOptions, open: EngineOpener): Promise<void> {
  const bytes = await readGiven(file);
  const { kind, contentType } = detectTarget(bytes, basename(file), targetKind);
  if (kind !== 'docx' && kind !== 'pptx' && kind !== 'xlsx' && kind !== 'pdf')
    throw new Refusal('input_invalid', `A ${kind} file cannot be filled; the template is a docx, pptx or xlsx file, or a PDF form.`);
  const fill = { missing: options.missing, locale: await localeOfTemplate(bytes, options.language) };
  const data = dataFile === undefined ? undefined : await readData(dataFile);
  if (options.dryRun === true) {
    process.stdout.write(
      `${JSON.stringify(await tryTemplate(bytes, data === undefined ? undefined : [JSON.stringify(data)], fill), null, 2)}\n`,
    );
    return;
  }
  if (data === undefined) throw new Refusal('input_invalid', 'Name the JSON file with the data, or ask with --dry-run what is wanted.');
  const engine = await open({ office: true });
  try {
    const target = targetOf(file, kind, 'filled', options);
    const sink = sinkTo(target, kind, options, () => true);
    const made = await makeFilled(
      { bytes, contentType, fill: () => fillRecord(bytes, JSON.stringify(data), fill), type: null, pdfOnly: false },
      engine,
      sink,
      new AbortController().signal,
    );
    for (const { severity, code, message, disposition } of made.findings)
      if (disposition === 'new' && !options.json) process.stdout.write(`${severity}: ${message} (${code})\n`);
    if (options.json) process.stdout.write(`${JSON.stringify({ pages: made.pages, tags: made.tags, findings: made.findings })}\n`);
    else if (!options.quiet) say(`${made.pages} ${made.pages === 1 ? 'page' : 'pages'}, ${made.tags} ${made.tags === 1 ? 'tag' : 'tags'}`);
    if (options.open) await openFile(target);
  } catch (error) {
    // the refusal itself names the first fault
    if (error instanceof Refusal) for (const { message } of error.errors.slice(1)) process.stdout.write(`${message}\n`);
    throw error;
  } finally {
    await engine.close();
  }
}
