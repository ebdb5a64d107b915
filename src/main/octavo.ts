/** The one entry: `octavo serve | make | orgs | projects | keys`. */
import { randomBytes } from 'node:crypto';
import { createAccountStore } from '../adapters/postgres-account-store.ts';
import { createSystemClock } from '../adapters/system-clock.ts';
import { Refusal } from '../base/refusal.ts';
import type { OpenAccounts } from '../cli/account-commands.ts';
import { createProgram } from '../cli/program.ts';
import { ConfigurationError, readConfiguration } from './configuration.ts';
import { adapterLog, createLog } from './log.ts';
import { openCommandDatabase } from './open-database.ts';
import { openCommandEngine } from './open-workshop.ts';
import { PRODUCT_VERSION } from './version.ts';

async function openAccounts(): Promise<OpenAccounts> {
  const configuration = readConfiguration();
  const { database, close } = await openCommandDatabase(configuration, adapterLog(createLog('error')));
  return { store: createAccountStore(database), clock: createSystemClock(), random: randomBytes, region: configuration.region, close };
}

const program = createProgram({
  // the parts of the service are loaded only when it is started: commands answer sooner
  serve: async () => (await import('./serve.ts')).serve(readConfiguration()),
  openEngine: openCommandEngine,
  openAccounts,
  version: PRODUCT_VERSION,
});

try {
  await program.parseAsync();
  process.exit(0);
} catch (error) {
  const told = error instanceof Refusal || error instanceof ConfigurationError;
  process.stderr.write(`octavo: ${told ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exit(1);
}
