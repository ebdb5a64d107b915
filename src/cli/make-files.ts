/** `octavo make`: one document from a file, in this process. */
import type { EmittedEvent } from '../contract/event.ts';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { Refusal } from '../base/refusal.ts';
import { copyLook } from '../pipeline/copy-look.ts';
import type { Finding } from '../base/finding.ts';
import type { Note } from '../base/note.ts';
import { makeFromContent, type Engine } from '../pipeline/make.ts';
import { makePageHere } from '../pipeline/make-page.ts';
import type { NewOutput, Sink } from '../pipeline/sink.ts';
import type { PageRecognizer } from '../ports/text-recognizer.ts';
import type { PictureDecoder } from '../ports/picture-decoder.ts';
import type { OutputRecord } from '../ports/record.ts';
import { MADE_FILES, readGiven, readGivenOrInput, say, writeWhole, type MadeFile } from './local-files.ts';

export interface OpenEngine extends Engine {
  pictures: PictureDecoder;
  recognition: PageRecognizer;
  close(): Promise<void>;
}
export type EngineOpener = (needs: { office: boolean }) => Promise<OpenEngine>;

export interface MakeOptions {
  output?: string;
  format?: MadeFile;
  pdf?: boolean;
  pages?: boolean;
  picture?: string[];
  like?: string;
  name?: string;
  quiet?: boolean;
}

const MARKDOWN_CHARS_MAX = 500_000;

async function readInput(file: string): Promise<string> {
  const bytes = await readGivenOrInput(file);
  const text = new TextDecoder().decode(bytes);
  const chars = [...text].length;
  if (chars > MARKDOWN_CHARS_MAX)
    throw new Refusal('input_invalid', `${file} has ${chars} characters; at most ${MARKDOWN_CHARS_MAX} are taken.`);
  return text;
}

interface Target {
  path: string;
  stem: string;
  format: MadeFile;
}

/** Where to write: the output's ending chooses the format and must not contradict `--format`. */
function chooseTarget(file: string, options: MakeOptions): Target {
  const fallback = `${file === '-' ? 'document' : join(dirname(file), basename(file, extname(file)))}.${options.format ?? 'docx'}`;
  const path = resolve(options.output ?? fallback);
  const written = extname(path).slice(1).toLowerCase();
  const ending = MADE_FILES.find((each) => each === written);
  if (ending === undefined) {
    throw new Refusal(
      'input_invalid',
      `The output must end in .docx, .pptx, .xlsx, .pdf or .html, not ${written === '' ? 'nothing' : `.${written}`}.`,
    );
  }
  if (options.format !== undefined && options.format !== ending) {
    throw new Refusal(
      'input_invalid',
      `--format ${options.format} and the output's ending .${ending} contradict each other; leave one out.`,
    );
  }
  return { path, stem: path.slice(0, -ending.length - 1), format: ending };
}

function pathOf(output: NewOutput, target: Target, options: MakeOptions): string | undefined {
  if (output.kind === target.format) return target.path;
  if (output.kind === 'pdf') return options.pdf ? `${target.stem}.pdf` : undefined;
  return options.pages ? `${target.stem}-${output.page ?? 1}.png` : undefined;
}

function progress(event: EmittedEvent): string | undefined {
  if ('json' in event || event.type !== 'render.completed') return undefined;
  return `rendered: ${event.data.pages} ${event.data.pages === 1 ? 'page' : 'pages'} in ${event.data.duration_ms} ms`;
}

/** Events carry no content of the document; the findings of the result say all. */
function sayFindings(findings: readonly (Finding | Note)[], { quiet }: MakeOptions): void {
  for (const { severity, message } of findings) if (!quiet || severity !== 'info') say(`${severity}: ${message}`);
}

function sayCopied({ copied, notCopied }: Awaited<ReturnType<typeof copyLook>>): void {
  for (const what of copied) say(`copied: ${what}`);
  for (const { what, reason } of notCopied) say(`not copied: ${what}. ${reason}`);
}

function sinkTo(target: Target, options: MakeOptions): Sink {
  return {
    previews: options.pages === true,
    emit(_patch, events) {
      for (const event of events) {
        const line = progress(event);
        if (line !== undefined && !options.quiet) say(line);
      }
    },
    async put(output) {
      const path = pathOf(output, target, options);
      if (path !== undefined) {
        await writeWhole(path, output.bytes);
        if (!options.quiet && (output.kind !== 'preview' || output.page === 1)) say(`wrote ${path}`);
      }
      const { bytes, ...rest } = output;
      return { ...rest, id: path ?? '', key: path ?? '', bytes: bytes.length } satisfies OutputRecord;
    },
  };
}

/** @throws Refusal with one sentence for what cannot be made */
export async function makeFiles(file: string, options: MakeOptions, open: EngineOpener): Promise<void> {
  const target = chooseTarget(file, options);
  const markdown = await readInput(file);
  const engine = await open({ office: target.format !== 'pdf' && target.format !== 'html' });
  try {
    const decode = async (path: string): ReturnType<PictureDecoder['decode']> => engine.pictures.decode(await readGiven(path));
    const pictures = await Promise.all((options.picture ?? []).map(decode));
    const name = options.name ?? null;
    const { format } = target;
    if (format === 'html') {
      await writePage({ markdown, name, pictures }, target, options, engine);
      return;
    }
    const { signal } = new AbortController();
    const copied =
      options.like === undefined
        ? undefined
        : await copyLook({ bytes: await readGiven(options.like), filename: basename(options.like) }, format, engine, signal);
    if (copied !== undefined && !options.quiet) sayCopied(copied);
    const made = await makeFromContent({ markdown, format, name, pictures, copied }, engine, sinkTo(target, options), signal);
    sayFindings(made.findings, options);
  } finally {
    await engine.close();
  }
}

async function writePage(
  content: Omit<Parameters<typeof makePageHere>[0], 'shrink'>,
  target: Target,
  options: MakeOptions,
  engine: OpenEngine,
): Promise<void> {
  if (options.pdf === true || options.pages === true)
    throw new Refusal('input_invalid', '--pdf and --pages are for documents with pages; a web page has none.');
  if (options.like !== undefined)
    throw new Refusal('input_invalid', '--like copies the look of a file into another file; a web page takes none yet.');
  const { html, notes } = await makePageHere({ ...content, shrink: engine.pictures.shrink });
  await writeWhole(target.path, new TextEncoder().encode(html));
  if (!options.quiet) say(`wrote ${target.path}`);
  sayFindings(notes, options);
}
