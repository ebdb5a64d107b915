/** `octavo read`: a file as Markdown, in this process. */
import { writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { Refusal } from '../base/refusal.ts';
import { readPageRanges, type Wishes } from '../contract/extract-wishes.ts';
import { createExtractTools, extractMarkdown } from '../pipeline/extract.ts';
import { describeReading } from './describe-reading.ts';
import { readGiven, say } from './local-files.ts';
import type { EngineOpener } from './make-files.ts';

export interface ReadOptions {
  output?: string;
  outline?: boolean;
  tables?: boolean;
  layout?: boolean;
  pictures?: boolean;
  describe?: boolean;
  pages?: string;
  json?: boolean;
  quiet?: boolean;
}

function wishesOf({ outline, tables, layout, pictures, describe, pages }: ReadOptions): Wishes {
  if (describe)
    throw new Refusal(
      'feature_unavailable',
      'Pictures are described by the model of a service: set OCTAVO_BASE_URL and OCTAVO_API_KEY, or leave --describe out.',
    );
  const ranges = pages === undefined ? undefined : readPageRanges(pages);
  if (ranges === null) throw new Refusal('input_invalid', `--pages takes pages and ranges of them (2-4,7,12-), not "${pages}".`);
  return { outline, tables, layout, pictures, pages: ranges };
}

/**
 * Prints the text, or writes it where an output is named; what could not be carried goes to standard error.
 * @throws Refusal file_rejected, feature_unavailable, processing_failed, input_invalid
 */
export async function readFile(file: string, options: ReadOptions, open: EngineOpener): Promise<void> {
  const wishes = wishesOf(options);
  const bytes = await readGiven(file);
  const engine = await open({ office: true });
  try {
    const tools = createExtractTools({ pages: engine.pages, office: engine.office, recognition: engine.recognition }, { threads: false });
    const read = await extractMarkdown({ bytes, filename: basename(file), wishes }, tools);
    const asJson = options.json || options.tables || options.layout || options.pictures;
    const text = asJson ? `${JSON.stringify(read, null, 2)}\n` : read.markdown;
    if (options.output === undefined) process.stdout.write(text);
    else {
      await writeFile(options.output, text);
      if (!options.quiet) say(options.output);
    }
    if (!options.quiet) for (const line of describeReading(read)) process.stderr.write(`${line}\n`);
  } finally {
    await engine.close();
  }
}
