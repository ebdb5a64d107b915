/** `octavo create | watch`, and `read`, `edit`, `review`, `fill` and `compare` where OCTAVO_BASE_URL names a service: by the SDK. */
import { basename, dirname, extname, join, resolve } from 'node:path';
import { InvalidArgumentError, Option, type Command } from 'commander';
import type { DocumentEvent, DocumentRecord, Octavo } from '../../sdk/src/octavo.ts';
import { Refusal } from '../base/refusal.ts';
import { QUALITIES, type Quality } from '../contract/vocabulary.ts';
import { describeChange, describeSummary, type CompareOptions } from './describe-change.ts';
import { describeReading } from './describe-reading.ts';
import { DocumentFailed } from './exit-codes.ts';
import { openFile, readGiven, readGivenData, readGivenOperations, readGivenOrInput, say, writeWhole } from './local-files.ts';
import { createProgressBar } from './progress-bar.ts';
import type { ReadOptions } from './read-file.ts';

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

/** What `create` fetches as a file. */
const CREATED_FORMATS = ['docx', 'pptx', 'xlsx', 'pdf'] as const;
type CreatedFormat = (typeof CREATED_FORMATS)[number];

interface CreateOptions extends RemoteOptions {
  prompt?: string;
  format?: CreatedFormat;
  style?: string;
  quality?: Quality;
  source?: string[];
  name?: string;
}

type NewDocument = Parameters<Octavo['documents']['stream']>[0];

/** A file as the client takes it. @throws Refusal where it is not there */
const given = async (path: string): Promise<{ bytes: Uint8Array; filename: string }> => ({
  bytes: await readGiven(path),
  filename: basename(path),
});

const upload = async (octavo: Octavo, path: string): Promise<string> => (await octavo.files.upload(await given(path))).id;

/** Whether a command means a document of a service, by its id. */
export const isDocument = (name: string): boolean => /^doc_\w+$/.test(name);

/** A document of the service is worked on as it is; a file is uploaded first. */
const reference = async (octavo: Octavo, name: string): Promise<string> => (isDocument(name) ? name : upload(octavo, name));

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

/** The record, or what a person reads of it. */
function tellEnd(document: DocumentRecord, { json, quiet }: RemoteOptions): void {
  if (json) process.stdout.write(`${JSON.stringify(document)}\n`);
  else if (!quiet) say(`${document.id}: ${document.status}, ${document.pages ?? 0} ${document.pages === 1 ? 'page' : 'pages'}`);
}

/** Where an output is written; null where it was not asked for. */
function placeOf(output: { kind: string; page?: number | null }, target: string, { pdf, pages }: RemoteOptions): string | null {
  const stem = target.slice(0, target.length - extname(target).length);
  if (output.kind === 'preview') return pages ? `${stem}-${output.page ?? 1}.png` : null;
  if (output.kind === extname(target).slice(1).toLowerCase()) return target;
  return output.kind === 'pdf' && pdf ? `${stem}.pdf` : null;
}

/** Fetches the files that were asked for. @param target of the document itself @throws Refusal where the document has no such file */
async function fetchFiles(octavo: Octavo, document: DocumentRecord, target: string, options: RemoteOptions): Promise<void> {
  const outputs = await octavo.documents.outputs(document.id);
  for (const output of outputs) {
    const path = placeOf(output, target, options);
    if (path === null) continue;
    await writeWhole(path, await octavo.download(output));
    if (!options.quiet && !options.json && output.kind !== 'preview') say(`wrote ${path}`);
  }
  tellEnd(document, options);
  const kinds = [...new Set(outputs.map(({ kind }) => kind))].filter((kind) => kind !== 'preview');
  if (!outputs.some((output) => placeOf(output, target, {}) === target))
    throw new Refusal(
      'input_invalid',
      `${document.id} was made, but has no ${extname(target) || 'such'} file to write as ${target}; it has ${kinds.join(' and ') || 'none'}.`,
    );
  if (options.open) await openFile(target);
}

/** What the output's ending and `--format` say together; undefined where neither does. @throws Refusal where they do not go together */
function chooseFormat({ output, format }: CreateOptions): CreatedFormat | undefined {
  if (output === undefined) return format;
  const written = extname(output).slice(1).toLowerCase();
  const ending = CREATED_FORMATS.find((each) => each === written);
  if (ending === undefined)
    throw new Refusal(
      'input_invalid',
      `The output must end in .docx, .pptx, .xlsx or .pdf, not ${written === '' ? 'nothing' : `.${written}`}.${written === 'html' ? ' octavo make writes web pages.' : ''}`,
    );
  if (format !== undefined && format !== ending)
    throw new Refusal('input_invalid', `--format ${format} and the output's ending .${ending} contradict each other; leave one out.`);
  return ending;
}

async function create(openClient: ClientOpener, file: string | undefined, options: CreateOptions): Promise<void> {
  if (file === undefined && options.prompt === undefined)
    throw new InvalidArgumentError('create needs a Markdown file, - for standard input, or --prompt <text>.');
  const format = chooseFormat(options);
  const markdown = file === undefined ? undefined : new TextDecoder().decode(await readGivenOrInput(file));
  const octavo = await openClient();
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
  const events = await octavo.documents.stream({ operation: 'review', file: await reference(octavo, file) });
  const document = await follow(octavo, events, events.documentId);
  const { validation, repairs } = await octavo.documents.report(document.id);
  if (!options.json) {
    for (const { severity, code, message } of validation.findings) process.stdout.write(`${severity}: ${message} (${code})\n`);
    for (const { fix, outcome } of repairs) if (outcome === 'applied') process.stdout.write(`repaired: ${fix}\n`);
  }
  // beside the file only where something was repaired, as in this process
  const wanted = options.output !== undefined || options.pdf || options.pages || repairs.some(({ outcome }) => outcome === 'applied');
  if (wanted || isDocument(file)) await fetchFiles(octavo, document, targetBeside(file, 'reviewed', options, document), options);
  else tellEnd(document, options);
}

/** `octavo edit` at a service: by operations, or as a prompt asks. */
export async function editRemotely(
  octavo: Octavo,
  file: string,
  options: RemoteOptions & { ops?: string; prompt?: string; tracked?: boolean; author?: string },
): Promise<void> {
  if (options.ops === undefined) {
    if (options.author !== undefined)
      throw new InvalidArgumentError('--author goes with --ops; what is asked for in words is done in the name of the key.');
    // of an edit in words, the words say how its changes are made
    const prompt = `${options.prompt ?? ''}${options.tracked ? '\n\nWith tracked changes.' : ''}`;
    const request = { operation: 'edit', file: await reference(octavo, file), prompt } as const;
    const events = await octavo.documents.stream(request);
    const document = await follow(octavo, events, events.documentId);
    return fetchFiles(octavo, document, targetBeside(file, 'edited', options, document), options);
  }
  const mode = options.tracked ? ({ mode: 'tracked' } as const) : {};
  const author = options.author === undefined ? {} : { author: options.author };
  const operations = (await readGivenOperations(options.ops)) as Parameters<Octavo['edits']['apply']>[0]['operations'];
  const document = await octavo.edits.apply({ file: await reference(octavo, file), operations, ...mode, ...author });
  if (document.status === 'failed') await sayEdits(octavo, document.id);
  finished(document);
  await fetchFiles(octavo, document, targetBeside(file, 'edited', options, document), options);
  if (!options.json && !options.quiet) await sayEdits(octavo, document.id);
}

/** What became of each operation. */
async function sayEdits(octavo: Octavo, id: string): Promise<void> {
  const { edits } = await octavo.documents.report(id);
  for (const { op, target, status, reason, message } of edits ?? [])
    say(`${status}: ${op}${target ? ` ${target}` : ''}${status === 'applied' ? '' : ` (${reason ?? ''}: ${message ?? ''})`}`);
}

/** `octavo fill` at a service. */
export async function fillRemotely(
  octavo: Octavo,
  template: string,
  data: string | undefined,
  options: RemoteOptions & { missing?: 'error' | 'empty' | 'keep'; language?: string; dryRun?: boolean },
): Promise<void> {
  if (data === undefined && !options.dryRun)
    throw new InvalidArgumentError('fill needs the JSON file with the data; --dry-run says what the template wants.');
  const values = data === undefined ? {} : { data: (await readGivenData(data)) as Parameters<Octavo['fill']>[0]['data'] };
  const request = {
    file: await reference(octavo, template),
    ...(options.missing ? { missing: options.missing } : {}),
    ...(options.language === undefined ? {} : { language: options.language }),
  };
  if (values.data === undefined || options.dryRun) {
    process.stdout.write(`${JSON.stringify(await octavo.describeTemplate({ ...request, ...values }), null, 2)}\n`);
    return;
  }
  const { fill } = octavo;
  const document = await fill({ ...request, data: values.data });
  await fetchFiles(octavo, finished(document), targetBeside(template, 'filled', options, document), options);
}

/** Beside the file; of a document of the service, in the working folder under its name. */
function targetBeside(file: string, word: string, { output }: RemoteOptions, document: DocumentRecord): string {
  if (output !== undefined) return resolve(output);
  const stem = isDocument(file) ? file : join(dirname(file), basename(file, extname(file)));
  return resolve(`${stem}.${word}.${document.format}`);
}

/** `octavo read` at a service: prints the Markdown, or the whole answer as JSON. */
export async function readRemotely(octavo: Octavo, file: string, options: ReadOptions): Promise<void> {
  const { outline, tables, layout, pictures, describe, pages, output, json, quiet } = options;
  const wishes = Object.fromEntries(
    Object.entries({ outline, tables, layout, pictures, describe, pages }).filter(([, value]) => value !== undefined),
  );
  const extracted = await octavo.extract(isDocument(file) ? { file } : await given(file), wishes);
  const text =
    json || tables || layout || pictures ? `${JSON.stringify(extracted, null, json ? 0 : 2)}\n` : `${extracted.markdown.trimEnd()}\n`;
  if (output === undefined) process.stdout.write(text);
  else {
    await writeWhole(resolve(output), new TextEncoder().encode(text));
    if (!quiet) say(`wrote ${resolve(output)}`);
  }
  if (!quiet) for (const line of describeReading(extracted)) say(line);
}

/** `octavo compare` at a service: files, documents, or one of each. */
export async function compareRemotely(octavo: Octavo, older: string, newer: string, options: CompareOptions): Promise<void> {
  const ending = extname(options.output ?? '')
    .slice(1)
    .toLowerCase();
  if (options.output !== undefined && ending !== 'docx' && ending !== 'pdf')
    throw new Refusal(
      'input_invalid',
      'A file that shows the changes ends in .docx, made of two Word files, or in .pdf, made of two PDF files.',
    );
  const request = { from: await reference(octavo, older), to: await reference(octavo, newer) };
  const compared = await octavo.compare(request);
  if (options.json) process.stdout.write(`${JSON.stringify(compared, null, 2)}\n`);
  else for (const change of compared.changes) process.stdout.write(`${describeChange(change)}\n`);
  if (options.output !== undefined) {
    const path = resolve(options.output);
    const format = ending === 'pdf' ? 'pdf' : 'docx';
    const author = options.author === undefined ? {} : { author: options.author };
    const redline = await octavo.redline({ ...request, ...author, format });
    await writeWhole(path, redline);
    if (!options.quiet) say(`wrote ${path}`);
    for (const what of redline.notTracked) say(`not tracked: ${what}`);
  }
  if (!options.quiet && !options.json) say(describeSummary(compared.summary));
}

async function watch(octavo: Octavo, id: string, { json }: RemoteOptions): Promise<void> {
  // a service that is away, a wrong key or id is told at once; a stream is tried again and again
  await octavo.documents.get(id);
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
    .addOption(new Option('-f, --format <format>', 'where the output name does not say').choices(CREATED_FORMATS))
    .option('--style <text>', 'the look, in words or as JSON')
    .addOption(new Option('--quality <level>', 'how much work a document is worth').choices(QUALITIES))
    .option('--source <file...>', 'documents to write from, pictures to place as img:1, img:2, …')
    .option('--name <name>', 'name of the document')
    .option('--pdf', 'fetch the PDF too')
    .option('--pages', 'fetch a picture of every page too')
    .option('--json', 'print the record of the document')
    .option('--open', 'open the file')
    .option('-q, --quiet', 'print nothing but problems')
    .action((file: string | undefined, options: CreateOptions) => create(openClient, file, options));
  program
    .command('watch')
    .description('print the events of a document until its end')
    .argument('<document>', 'doc_…')
    .option('--json', 'print whole events, one on a line')
    .action(async (id: string, options: RemoteOptions) => watch(await openClient(), id, options));
}
