/** The one entry: `octavo serve | mcp | make | orgs | projects | keys | grants | ledger`. */
import { randomBytes } from 'node:crypto';
import { createAccountStore } from '../adapters/postgres-account-store.ts';
import { createSystemClock } from '../adapters/system-clock.ts';
import type { OpenAccounts } from '../cli/account-commands.ts';
import { createProgram } from '../cli/program.ts';
import { readClientConfiguration, readConfiguration } from './configuration.ts';
import { adapterLog, createLog } from './log.ts';
import { openCommandDatabase } from './open-database.ts';
import { openCommandEngine } from './open-workshop.ts';
import { PRODUCT_VERSION } from './version.ts';

async function openAccounts(): Promise<OpenAccounts> {
  const configuration = readConfiguration();
  const { database, close } = await openCommandDatabase(configuration, adapterLog(createLog('error')));
  return {
    store: createAccountStore(database),
    clock: createSystemClock(),
    random: randomBytes,
    region: configuration.region,
    currency: configuration.prices.currency,
    close,
  };
}

const program = createProgram({
  // the parts of the service are loaded only when it is started: commands answer sooner
  serve: async () => (await import('./serve.ts')).serve(readConfiguration()),
  serveMcp: async () => {
    const [{ remoteApi, serveStdio }, { GUIDES_FOLDER, openGuides }] = await Promise.all([
      import('../mcp/stdio-door.ts'),
      import('../mcp/guides.ts'),
    ]);
    await serveStdio({ call: remoteApi(readClientConfiguration()), guides: openGuides(GUIDES_FOLDER), version: PRODUCT_VERSION });
  },
  openEngine: openCommandEngine,
  openAccounts,
  version: PRODUCT_VERSION,
});

try {
  await program.parseAsync();
  process.exit(0);
} catch (error) {
  // what stops a command is nearly always of the operator's making (a folder in use, a database away): one sentence says it
  process.stderr.write(`octavo: ${error instanceof Error ? error.message : String(error)}\n`);
  if (error instanceof Error && process.argv.includes('--trace')) process.stderr.write(`${error.stack ?? ''}\n`);
  process.exit(1);
}
