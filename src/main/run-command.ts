/** The commands with all that they need, each opened by the command that needs it. */
import { randomBytes } from 'node:crypto';
import { createAccountStore } from '../adapters/postgres-account-store.ts';
import { hashResetToken } from '../adapters/reset-identifier.ts';
import { createSystemClock } from '../adapters/system-clock.ts';
import type { OpenAccounts } from '../cli/account-commands.ts';
import { EXIT_CODES, exitCodeOf } from '../cli/exit-codes.ts';
import { createProgram } from '../cli/program.ts';
import { CommanderError } from 'commander';
import { isRemoteNamed, readClientConfiguration, readConfiguration } from './configuration.ts';
import { openPeople } from './open-dashboard.ts';
import { adapterLog, createLog } from './log.ts';
import { openCommandDatabase } from './open-database.ts';
import { openCommandEngine } from './open-workshop.ts';
import { PRODUCT_VERSION } from './version.ts';

async function openAccounts(): Promise<OpenAccounts> {
  const configuration = readConfiguration();
  const { database, close } = await openCommandDatabase(configuration, adapterLog(createLog('error')));
  const accounts = {
    store: createAccountStore(database),
    clock: createSystemClock(),
    random: randomBytes,
    region: configuration.region,
    currency: configuration.prices.currency,
  };
  const publicUrl = (): string => configuration.publicUrl ?? configuration.localUrl(configuration.port);
  const people = { ...openPeople(configuration, { pool: database.pool, accounts, publicUrl }), hashResetToken };
  return { ...accounts, ...people, close };
}

const openProgram = (): ReturnType<typeof createProgram> =>
  createProgram({
    // the parts of the service are loaded only when it is started: commands answer sooner
    serve: async () => (await import('./serve.ts')).serve(readConfiguration()),
    serveMcp: async () => {
      const [{ remoteApi, serveStdio }, { GUIDES_FOLDER, openGuides }] = await Promise.all([
        import('../mcp/stdio-door.ts'),
        import('../mcp/guides.ts'),
      ]);
      await serveStdio({ call: remoteApi(readClientConfiguration()), guides: openGuides(GUIDES_FOLDER), version: PRODUCT_VERSION });
    },
    openClient: async () => {
      const { createOctavo } = await import('../../sdk/src/octavo.ts');
      return createOctavo(readClientConfiguration());
    },
    asksElsewhere: isRemoteNamed,
    openEngine: openCommandEngine,
    openAccounts,
    openBackups: async () => (await import('./backup.ts')).backupCommands(readConfiguration),
    version: PRODUCT_VERSION,
  });

/** Runs the command of the command line, and ends the process with its exit code. */
export async function runCommand(): Promise<never> {
  try {
    await openProgram().parseAsync();
    process.exit(EXIT_CODES.done);
  } catch (error) {
    // commander has said what is wrong with the words of the command, and help is no fault
    if (error instanceof CommanderError) process.exit(error.exitCode === 0 ? EXIT_CODES.done : EXIT_CODES.usage);
    // what stops a command is nearly always of the operator's making (a folder in use, a database away): one sentence says it
    process.stderr.write(`octavo: ${error instanceof Error ? error.message : String(error)}\n`);
    if (error instanceof Error && process.argv.includes('--trace')) process.stderr.write(`${error.stack ?? ''}\n`);
    process.exit(exitCodeOf(error));
  }
}
