/**
 * The command line. Each command is a thin door: what it needs is opened by `main/` only when the command runs, and the files that work in
 * this process, with all of the engine behind them, are loaded only then.
 */
import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import { addAccountCommands, type AccountsOpener } from './account-commands.ts';
import { addBackupCommands, type BackupCommands } from './backup-commands.ts';
import type { CompareOptions } from './describe-change.ts';
import type { FillCommandOptions } from './fill-file.ts';
import { MADE_FILES, type MadeFile } from './local-files.ts';
import type { EngineOpener, MakeOptions } from './make-files.ts';
import type { ReadOptions } from './read-file.ts';
import {
  addRemoteCommands,
  compareRemotely,
  editRemotely,
  fillRemotely,
  readRemotely,
  isDocument,
  reviewRemotely,
  type ClientOpener,
  type RemoteOptions,
} from './remote-commands.ts';
import { SHELLS, type Shell } from './shells.ts';
import { addWebhookCommands } from './webhook-commands.ts';
import type { EditOptions, WorkOptions } from './work-on-file.ts';

export interface Openers {
  serve(): Promise<void>;
  serveMcp(): Promise<void>;
  openEngine: EngineOpener;
  openAccounts: AccountsOpener;
  openBackups: () => Promise<BackupCommands>;
  openClient: ClientOpener;
  /** Whether `edit`, `review`, `fill`, `read` and `compare` ask a service: OCTAVO_BASE_URL is set. */
  asksElsewhere(): boolean;
  version: string;
}

function parseFormat(value: string): MadeFile {
  const format = MADE_FILES.find((each) => each === value);
  if (format !== undefined) return format;
  throw new InvalidArgumentError('docx, pptx, xlsx, pdf or html.');
}

function addServingCommands(program: Command, openers: Pick<Openers, 'serve' | 'serveMcp'>): void {
  program
    .command('serve')
    .description('start the service')
    .action(() => openers.serve());

  program
    .command('mcp')
    .description('serve agents by the Model Context Protocol on standard input and output; asks the service at OCTAVO_BASE_URL')
    .action(() => openers.serveMcp());
}

interface Place {
  local?: boolean;
}

function addMaking(program: Command, openers: Openers): void {
  program
    .command('make')
    .description('make a document from a Markdown file; no server needed')
    .argument('<file>', 'Markdown file, or - for standard input')
    .option('-o, --output <file>', 'file to write; its ending chooses docx, pptx, xlsx, pdf or html (default: beside the input, as .docx)')
    .addOption(new Option('-f, --format <format>', 'one of these, where the output name does not say').argParser(parseFormat))
    .option('--pdf', 'write the PDF of a Word document or workbook too')
    .option('--pages', 'write a picture of every page too: NAME-1.png, NAME-2.png, …')
    .option('--picture <file...>', 'pictures for ![caption](img:1), img:2, …')
    .option('--like <file>', 'a file whose look is copied: the template of a presentation or a Word document, or the look of any other')
    .option('--name <name>', 'name of the document')
    .option('-q, --quiet', 'print nothing but problems')
    .action(async (file: string, options: MakeOptions) => (await import('./make-files.ts')).makeFiles(file, options, openers.openEngine));
}

function addWorking(program: Command, openers: Openers): void {
  const isRemote = ({ local }: Place): boolean => local !== true && openers.asksElsewhere();
  program
    .command('review')
    .description(
      'look a Word, PowerPoint, Excel or PDF file through, and repair what is safe to repair; no server needed unless OCTAVO_BASE_URL is set',
    )
    .argument('<file>', 'file to look through; it stays as it is')
    .option('-o, --output <file>', 'file to write (default: NAME.reviewed.ENDING beside it, only where something was repaired)')
    .option('--pdf', 'write the PDF of an Office file too')
    .option('--pages', 'write a picture of every page too')
    .option('-q, --quiet', 'print nothing but what was found')
    .option('--local', 'in this process, whatever OCTAVO_BASE_URL says')
    .option('--json', 'print what was done as JSON; at a service: the record of the document')
    .option('--open', 'open the file in its program')
    .action(async (file: string, options: WorkOptions & RemoteOptions & Place) =>
      isRemote(options)
        ? reviewRemotely(await openers.openClient(), file, options)
        : (await import('./work-on-file.ts')).reviewFile(file, options, openers.openEngine),
    );

  program
    .command('edit')
    .description('change a file by typed operations; no server and no model needed')
    .argument('<file>', 'file to change; it stays as it is')
    .option('--ops <file>', 'JSON list of operations, as POST /v1/edits takes them')
    .option('--prompt <text>', 'at a service with a model: what to change, instead of operations')
    .option('-o, --output <file>', 'file to write (default: NAME.edited.ENDING beside it)')
    .option('--tracked', 'as tracked changes (Word)')
    .option('--author <name>', 'of tracked changes and comments (default: Octavo)')
    .option('--pdf', 'write the PDF of an Office file too')
    .option('--pages', 'write a picture of every page too')
    .option('-q, --quiet', 'print nothing but what was done')
    .option('--local', 'in this process, whatever OCTAVO_BASE_URL says')
    .option('--json', 'print what was done as JSON; at a service: the record of the document')
    .option('--open', 'open the file in its program')
    .action(async (file: string, { ops, prompt, ...options }: Partial<EditOptions> & RemoteOptions & Place & { prompt?: string }) => {
      if (ops === undefined && prompt === undefined)
        throw new InvalidArgumentError('edit needs --ops <file>, or --prompt <text> at a service.');
      const named = { ...options, ...(ops === undefined ? {} : { ops }), ...(prompt === undefined ? {} : { prompt }) };
      if (isRemote(options) || ops === undefined) return editRemotely(await openers.openClient(), file, named);
      return (await import('./work-on-file.ts')).editFile(file, { ...options, ops }, openers.openEngine);
    });

  program
    .command('fill')
    .description('fill a Word, PowerPoint or Excel template with data; no server and no model needed')
    .argument('<template>', 'file with {{tags}}; it stays as it is')
    .argument('[data]', 'JSON file with the data, or - for standard input')
    .option('-o, --output <file>', 'file to write (default: NAME.filled.ENDING beside it)')
    .option('--language <tag>', 'how numbers and dates are written (default: the language of the template)')
    .addOption(new Option('--missing <how>', 'what a missing value becomes').choices(['error', 'empty', 'keep']).default('error'))
    .option('--dry-run', 'say what the template wants and what is wrong; write nothing')
    .option('--pdf', 'write the PDF too')
    .option('--pages', 'write a picture of every page too')
    .option('-q, --quiet', 'print nothing but problems')
    .option('--local', 'in this process, whatever OCTAVO_BASE_URL says')
    .option('--json', 'print what was done as JSON; at a service: the record of the document')
    .option('--open', 'open the file in its program')
    .action(async (template: string, data: string | undefined, options: FillCommandOptions & RemoteOptions & Place) =>
      isRemote(options)
        ? fillRemotely(await openers.openClient(), template, data, options)
        : (await import('./fill-file.ts')).fillFile(template, data, options, openers.openEngine),
    );
}

function addReadCommand(program: Command, openers: Openers): void {
  program
    .command('read')
    .description('read any file as Markdown; no server needed unless OCTAVO_BASE_URL is set')
    .argument('<file>', 'Office, OpenDocument, PDF, HTML, text, data or picture file, book, message or zip archive')
    .option('-o, --output <file>', 'file to write (default: standard output)')
    .option('--outline', 'only its headings, with their pages and lengths')
    .option('--pages <ranges>', 'only these pages, slides or sheets: 2-4,7,12-')
    .option('--tables', 'tables as values too; answers JSON, as the next three do')
    .option('--layout', 'where each block is on its page too (PDF, pictures)')
    .option('--pictures', 'pictures as files too, in base64')
    .option('--describe', 'at a service with a model: pictures described by it, where they stand')
    .option('--json', 'the whole answer, as POST /v1/extract gives it')
    .option('-q, --quiet', 'print nothing but the text')
    .option('--local', 'in this process, whatever OCTAVO_BASE_URL says')
    .action(async (file: string, options: ReadOptions & Place) =>
      options.local === true || !openers.asksElsewhere()
        ? (await import('./read-file.ts')).readFile(file, options, openers.openEngine)
        : readRemotely(await openers.openClient(), file, options),
    );
}

function addComparing(program: Command, openers: Openers): void {
  program
    .command('compare')
    .description(
      'say what differs between two files of one format, or documents (doc_…) of a service; no server needed for files unless OCTAVO_BASE_URL is set',
    )
    .argument('<from>', 'the older file or document')
    .argument('<to>', 'the newer one')
    .option(
      '-o, --output <file>',
      'file to write: the older Word file with tracked changes that lead to the newer one, or the newer PDF with marks',
    )
    .option('--author <name>', 'of the tracked changes (default: Octavo)')
    .option('--json', 'print the differences as JSON')
    .option('-q, --quiet', 'print nothing but what differs')
    .option('--local', 'in this process, whatever OCTAVO_BASE_URL says')
    .action(async (from: string, to: string, options: CompareOptions & Place) =>
      [from, to].some(isDocument) || (options.local !== true && openers.asksElsewhere())
        ? compareRemotely(await openers.openClient(), from, to, options)
        : (await import('./compare-files.ts')).compareTwo(from, to, options, openers.openEngine),
    );
}

/** All commands with their options and help. @param openers what commands need, each opened by the command that needs it */
export function createProgram(openers: Openers): Command {
  const program = new Command('octavo')
    .description('Makes Word, PowerPoint, Excel, PDF documents and web pages from Markdown, with a picture of every page.')
    .version(openers.version)
    .option('--trace', 'show where in the program a fault happened')
    .showHelpAfterError('(octavo --help lists the commands)')
    .exitOverride();

  addServingCommands(program, openers);

  addMaking(program, openers);
  addWorking(program, openers);
  addReadCommand(program, openers);
  addComparing(program, openers);
  addRemoteCommands(program, openers.openClient);
  addWebhookCommands(program, openers.openClient);
  program
    .command('man')
    .description('print the manual page: octavo man | man -l -')
    .action(async () => void process.stdout.write((await import('./man-page.ts')).writeManPage(program)));
  program
    .command('completion')
    .description('print the script that completes commands in a shell')
    .addArgument(new Argument('<shell>').choices(SHELLS))
    .action(async (shell: Shell) => void process.stdout.write((await import('./shell-completion.ts')).writeCompletion(program, shell)));
  addAccountCommands(program, openers.openAccounts);
  addBackupCommands(program, openers.openBackups);
  return program;
}
