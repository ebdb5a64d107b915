/** `octavo compare`: what differs between two files, in this process. */
import { extname, resolve } from 'node:path';
import { Refusal } from '../base/refusal.ts';
import { compareBytes, markBytes, readDifferences, redlineBytes } from '../pipeline/compare-files.ts';
import { detectTarget, targetKind } from '../pipeline/target-kind.ts';
import { describeChange, describeSummary, type CompareOptions } from './describe-change.ts';
import { readGiven, say, writeWhole } from './local-files.ts';
import type { EngineOpener } from './make-files.ts';

/** Prints what differs; with an output, writes two Word files as one with tracked changes, or the newer of two PDF files with marks. @throws Refusal */
export async function compareTwo(older: string, newer: string, options: CompareOptions, open: EngineOpener): Promise<void> {
  const [from, to] = [await readGiven(older), await readGiven(newer)];
  const [{ kind }, { kind: other }] = [detectTarget(from, older, targetKind), detectTarget(to, newer, targetKind)];
  if (kind !== other) throw new Refusal('input_invalid', `One is a ${kind} file and the other a ${other}; compare files of one format.`);
  if (kind === 'doc' || kind === 'ppt' || kind === 'xls')
    throw new Refusal('input_invalid', `Review the .${kind} files first: that gives their successors, which can be compared.`);
  const { output } = options;
  if (output !== undefined && ((kind !== 'docx' && kind !== 'pdf') || extname(output).toLowerCase() !== `.${kind}`))
    throw new Refusal(
      'input_invalid',
      'A file that shows the changes is made of two Word files, and ends in .docx, or of two PDF files, and ends in .pdf.',
    );
  const engine = await open({ office: false });
  try {
    const differences = readDifferences(await compareBytes(engine, kind, from, to));
    if (options.json === true) process.stdout.write(`${JSON.stringify(differences, null, 2)}\n`);
    else for (const change of differences.changes) process.stdout.write(`${describeChange(change)}\n`);
    if (output !== undefined) {
      const path = resolve(output);
      const by = { author: options.author };
      const now = engine.clock.now();
      const { bytes, notTracked } =
        kind === 'pdf' ? { bytes: await markBytes(engine, from, to, by, now), notTracked: [] } : await redlineBytes(from, to, by, now);
      await writeWhole(path, bytes);
      if (options.quiet !== true) say(`wrote ${path}`);
      for (const what of notTracked) say(`not tracked: ${what}`);
    }
    if (options.quiet !== true && options.json !== true) say(describeSummary(differences.summary));
  } finally {
    await engine.close();
  }
}
