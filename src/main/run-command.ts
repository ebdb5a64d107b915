/** The commands with all that they need, each opened by the command that needs it: nothing else is loaded, so that commands answer at once. */
import { CommanderError, InvalidArgumentError } from 'commander';
import type { OpenAccounts } from '../cli/account-commands.ts';
import { EXIT_CODES, exitCodeOf, explain } from '../cli/exit-codes.ts';
import { createProgram } from '../cli/program.ts';
import { isRemoteNamed, readClientConfiguration, readConfiguration } from './environment.ts';
import { PRODUCT_VERSION } from './version.ts';

const openProgram = (): ReturnType<typeof createProgram> =>
  createProgram({
    serve: async () => (await import('./serve.ts')).serve(await readConfiguration()),
    serveMcp: async () => {
      const client = readClientConfiguration();
      const [{ remoteApi, serveStdio }, { GUIDES_FOLDER, openGuides }] = await Promise.all([
        import('../mcp/stdio-door.ts'),
        import('../mcp/guides.ts'),
      ]);
      await serveStdio({ call: remoteApi(client), guides: openGuides(GUIDES_FOLDER), version: PRODUCT_VERSION });
    },
    openClient: async () => {
      const client = readClientConfiguration();
      const { createOctavo } = await import('../../sdk/src/octavo.ts');
      return createOctavo(client);
    },
    asksElsewhere: isRemoteNamed,
    openEngine: async (needs) => (await import('./open-workshop.ts')).openCommandEngine(needs),
    openAccounts: async (): Promise<OpenAccounts> => (await import('./open-accounts.ts')).openAccounts(await readConfiguration()),
    openBackups: async () => (await import('./backup.ts')).backupCommands(readConfiguration),
    version: PRODUCT_VERSION,
  });

/** Runs the command of the command line, and ends the process with its exit code. */
export async function runCommand(): Promise<never> {
  try {
    await openProgram().parseAsync();
    process.exit(EXIT_CODES.done);
  } catch (error) {
    // thrown by a command about its own words; what commander finds wrong with them it has said itself, and help is no fault
    if (error instanceof InvalidArgumentError) process.stderr.write(`octavo: ${error.message}\n`);
    if (error instanceof CommanderError) process.exit(error.exitCode === 0 ? EXIT_CODES.done : EXIT_CODES.usage);
    // what stops a command is nearly always of the operator's making (a folder in use, a database away): one sentence says it
    process.stderr.write(`octavo: ${explain(error)}\n`);
    if (error instanceof Error && process.argv.includes('--trace')) process.stderr.write(`${error.stack ?? ''}\n`);
    process.exit(exitCodeOf(error));
  }
}
