/** The command line. Each command is a thin door: what it needs is opened by `main/` only when the command runs. */
import { Command, InvalidArgumentError, Option } from 'commander';
import { addAccountCommands, type AccountsOpener } from './account-commands.ts';
import { fillFile, type FillCommandOptions } from './fill-file.ts';
import { MADE_FILES, makeFiles, type EngineOpener, type MadeFile, type MakeOptions } from './make-files.ts';
import { editFile, reviewFile, type EditOptions, type WorkOptions } from './work-on-file.ts';

export interface Openers {
  serve(): Promise<void>;
  serveMcp(): Promise<void>;
  openEngine: EngineOpener;
  openAccounts: AccountsOpener;
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

/** All commands with their options and help. @param openers what commands need, each opened by the command that needs it */
export function createProgram(openers: Openers): Command {
  const program = new Command('octavo')
    .description('Makes Word, PowerPoint, Excel, PDF documents and web pages from Markdown, with a picture of every page.')
    .version(openers.version)
    .option('--trace', 'show where in the program a fault happened')
    .showHelpAfterError('(octavo --help lists the commands)');

  addServingCommands(program, openers);

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
    .action((file: string, options: MakeOptions) => makeFiles(file, options, openers.openEngine));

  program
    .command('review')
    .description('look a Word, PowerPoint, Excel or PDF file through, and repair what is safe to repair; no server needed')
    .argument('<file>', 'file to look through; it stays as it is')
    .option('-o, --output <file>', 'file to write (default: NAME.reviewed.ENDING beside it, only where something was repaired)')
    .option('--pdf', 'write the PDF of an Office file too')
    .option('--pages', 'write a picture of every page too')
    .option('-q, --quiet', 'print nothing but what was found')
    .action((file: string, options: WorkOptions) => reviewFile(file, options, openers.openEngine));

  program
    .command('edit')
    .description('change a file by typed operations; no server and no model needed')
    .argument('<file>', 'file to change; it stays as it is')
    .requiredOption('--ops <file>', 'JSON list of operations, as POST /v1/edits takes them')
    .option('-o, --output <file>', 'file to write (default: NAME.edited.ENDING beside it)')
    .option('--tracked', 'as tracked changes (Word)')
    .option('--pdf', 'write the PDF of an Office file too')
    .option('--pages', 'write a picture of every page too')
    .option('-q, --quiet', 'print nothing but what was done')
    .action((file: string, options: EditOptions) => editFile(file, options, openers.openEngine));

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
    .action((template: string, data: string | undefined, options: FillCommandOptions) =>
      fillFile(template, data, options, openers.openEngine),
    );

  addAccountCommands(program, openers.openAccounts);
  return program;
}
