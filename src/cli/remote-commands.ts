/** `octavo create | watch`, `compare` of documents, and `read`, `edit`, `review` and `fill` where OCTAVO_BASE_URL names a service: by the SDK. */
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import type { Command } from 'commander';
import type { DocumentEvent, DocumentRecord, Octavo } from '../../sdk/src/octavo.ts';
import { DocumentFailed } from './exit-codes.ts';
import { say, writeWhole } from './make-files.ts';
import { createProgressBar } from './progress-bar.ts';

/** Opens a client of the service that the environment names. @throws ConfigurationError naming what is missing */
export type ClientOpener = () => Promise<Octavo>;

export interface RemoteOptions {
  output?: string;
  pdf?: boolean;
  pages?: boolean;
  json?: boolean;
  open?: boolean;
  quiet?: boolean;
}

interface CreateOptions extends RemoteOptions {
  prompt?: string;
  format?: 'docx' | 'pptx' | 'xlsx' | 'pdf';
  style?: string;
  quality?: 'auto' | 'fast' | 'standard' | 'best';
  source?: string[];
  name?: string;
}

type NewDocument = Parameters<Octavo['documents']['stream']>[0];

const upload = async (octavo: Octavo, path: string): Promise<string> =>
  (await octavo.files.upload({ bytes: new Uint8Array(await readFile(path)), filename: basename(path) })).id;

/** Follows the document with a bar, and answers its record. @throws DocumentFailed where it failed or was canceled */
async function follow(octavo: Octavo, events: AsyncIterable<DocumentEvent>, id: string): Promise<DocumentRecord> {
  const bar = createProgressBar(process.stderr);
  try {
    for await (const event of events) bar.show(event);
  } finally {
    bar.end();
  }
  return finished(await octavo.documents.get(id));
}

function finished(document: DocumentRecord): DocumentRecord {
  if (document.status === 'failed')
    throw new DocumentFailed(document.error?.message ?? 'The document failed.', document.error?.code ?? 'failed');
  if (document.status === 'canceled') throw new DocumentFailed('The document was canceled.', 'canceled');
  return document;
}

/** Fetches the files that were asked for. @param target of the document itself */
async function fetchFiles(octavo: Octavo, document: DocumentRecord, target: string, options: RemoteOptions): Promise<void> {
  const kind = extname(target).slice(1);
  const stem = target.slice(0, target.length - extname(target).length);
  for (const output of await octavo.documents.outputs(document.id)) {
    const own = output.kind === kind;
    const path =
      output.kind === 'preview'
        ? options.pages
          ? `${stem}-${output.page ?? 1}.png`
          : null
        : own
          ? target
          : output.kind === 'pdf' && options.pdf
            ? `${stem}.pdf`
            : null;
    if (path === null) continue;
    await writeWhole(path, await octavo.download(output));
    if (!options.quiet && !options.json && output.kind !== 'preview') say(`wrote ${path}`);
  }
  if (options.json) process.stdout.write(`${JSON.stringify(document)}\n`);
  else if (!options.quiet) say(`${document.id}: ${document.status}, ${document.pages ?? 0} ${document.pages === 1 ? 'page' : 'pages'}`);
  if (options.open) openFile(target);
}

/** In the program that the desktop has for it. */
function openFile(path: string): void {
  const program = process.platform === 'darwin' ? 'open' : 'xdg-open';
  const child = spawn(program, [path], { detached: true, stdio: 'ignore' });
  child.once('error', () => say(`${program} is not installed; the file is ${path}`));
  child.unref();
}

async function create(octavo: Octavo, file: string | undefined, options: CreateOptions): Promise<void> {
  const ending = extname(options.output ?? '').slice(1);
  const format = options.format ?? (['docx', 'pptx', 'xlsx', 'pdf'].find((each) => each === ending) as CreateOptions['format']);
  const markdown = file === undefined ? undefined : file === '-' ? await readText(process.stdin) : await readFile(file, 'utf8');
  const sources = await Promise.all((options.source ?? []).map((path) => upload(octavo, path)));
  const request: NewDocument = {
    ...(format === undefined ? {} : { format }),
    ...(options.name === undefined ? {} : { name: options.name }),
    ...(options.prompt === undefined ? {} : { prompt: options.prompt }),
    ...(markdown === undefined ? {} : { content: { markdown } }),
    ...(options.style === undefined ? {} : { style: options.style }),
    ...(options.quality === undefined ? {} : { quality: options.quality }),
    ...(sources.length === 0 ? {} : { sources }),
  };
  const events = await octavo.documents.stream(request);
  const document = await follow(octavo, events, events.documentId);
  const stem = file === undefined || file === '-' ? (document.name ?? 'document') : join(dirname(file), basename(file, extname(file)));
  await fetchFiles(octavo, document, resolve(options.output ?? `${stem}.${document.format}`), options);
}

/** `octavo review` at a service. */
export async function reviewRemotely(octavo: Octavo, file: string, options: RemoteOptions): Promise<void> {
  const events = await octavo.documents.stream({ operation: 'review', file: await upload(octavo, file) });
  await fetchFiles(octavo, await follow(octavo, events, events.documentId), targetBeside(file, 'reviewed', options), options);
  if (options.json) return;
  const { validation } = await octavo.documents.report(events.documentId);
  for (const { severity, message } of validation.findings) say(`${severity}: ${message}`);
}

/** `octavo edit` at a service: by operations, or as a prompt asks. */
export async function editRemotely(
  octavo: Octavo,
  file: string,
  options: RemoteOptions & { ops?: string; prompt?: string; tracked?: boolean; author?: string },
): Promise<void> {
  const own = await upload(octavo, file);
  const target = targetBeside(file, 'edited', options);
  if (options.ops === undefined) {
    const events = await octavo.documents.stream({ operation: 'edit', file: own, prompt: options.prompt ?? '' });
    return fetchFiles(octavo, await follow(octavo, events, events.documentId), target, options);
  }
  const operations = JSON.parse(await readFile(options.ops, 'utf8')) as Parameters<Octavo['edits']['apply']>[0]['operations'];
  const document = await octavo.edits.apply({
    file: own,
    operations,
    ...(options.tracked ? { mode: 'tracked' } : {}),
    ...(options.author === undefined ? {} : { author: options.author }),
  });
  await fetchFiles(octavo, finished(document), target, options);
}

/** `octavo fill` at a service. */
export async function fillRemotely(
  octavo: Octavo,
  template: string,
  data: string,
  options: RemoteOptions & { missing?: 'error' | 'empty' | 'keep' },
): Promise<void> {
  const values = JSON.parse(data === '-' ? await readText(process.stdin) : await readFile(data, 'utf8')) as Parameters<
    Octavo['fill']
  >[0]['data'];
  const request = { file: await upload(octavo, template), data: values, ...(options.missing ? { missing: options.missing } : {}) };
  const { fill } = octavo;
  const document = await fill(request);
  await fetchFiles(octavo, finished(document), targetBeside(template, 'filled', options), options);
}

function targetBeside(file: string, word: string, { output }: RemoteOptions): string {
  const ending = extname(file).replace(/^\.(doc|ppt|xls)$/, '.$1x');
  return resolve(output ?? join(dirname(file), `${basename(file, extname(file))}.${word}${ending}`));
}

/** `octavo read` at a service: prints the Markdown. */
export async function readRemotely(octavo: Octavo, file: string, { json }: { json?: boolean }): Promise<void> {
  const extracted = await octavo.extract({ bytes: new Uint8Array(await readFile(file)), filename: basename(file) });
  process.stdout.write(json ? `${JSON.stringify(extracted)}\n` : `${extracted.markdown.trimEnd()}\n`);
}

/** `octavo compare` of two documents of a service: prints the differences as JSON. */
export async function compareRemotely(octavo: Octavo, id: string, from: string): Promise<void> {
  process.stdout.write(`${JSON.stringify(await octavo.versions.diff(id, from), null, 2)}\n`);
}

async function watch(octavo: Octavo, id: string, { json }: RemoteOptions): Promise<void> {
  for await (const event of octavo.documents.events(id))
    process.stdout.write(json ? `${JSON.stringify(event)}\n` : `${event.sequence}  ${event.type}\n`);
  finished(await octavo.documents.get(id));
}

/** Adds the commands that only a service answers. */
export function addRemoteCommands(program: Command, openClient: ClientOpener): void {
  program
    .command('create')
    .description('make a document at the service of OCTAVO_BASE_URL, from a Markdown file or a prompt')
    .argument('[file]', 'Markdown file, or - for standard input')
    .option('--prompt <text>', 'what to write, instead of a file')
    .option('-o, --output <file>', 'file to write; its ending chooses docx, pptx, xlsx or pdf')
    .option('-f, --format <format>', 'docx, pptx, xlsx or pdf, where the output name does not say')
    .option('--style <text>', 'the look, in words or as JSON')
    .option('--quality <level>', 'auto, fast, standard or best')
    .option('--source <file...>', 'documents to write from, pictures to place as img:1, img:2, …')
    .option('--name <name>', 'name of the document')
    .option('--pdf', 'fetch the PDF too')
    .option('--pages', 'fetch a picture of every page too')
    .option('--json', 'print the record of the document')
    .option('--open', 'open the file')
    .option('-q, --quiet', 'print nothing but problems')
    .action(async (file: string | undefined, options: CreateOptions) => create(await openClient(), file, options));
  program
    .command('watch')
    .description('print the events of a document until its end')
    .argument('<document>', 'doc_…')
    .option('--json', 'print whole events, one on a line')
    .action(async (id: string, options: RemoteOptions) => watch(await openClient(), id, options));
}
