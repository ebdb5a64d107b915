/** Organisations, keys and people for the commands that manage them. */
import { randomBytes } from 'node:crypto';
import { createAccountStore } from '../adapters/postgres-account-store.ts';
import { hashResetToken } from '../adapters/reset-identifier.ts';
import { createSystemClock } from '../adapters/system-clock.ts';
import type { OpenAccounts } from '../cli/account-commands.ts';
import type { Configuration } from './configuration.ts';
import { adapterLog, createLog } from './log.ts';
import { openPeople } from './open-dashboard.ts';
import { openCommandDatabase } from './open-database.ts';

/** Beside a running service or without one. */
export async function openAccounts(configuration: Configuration): Promise<OpenAccounts> {
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
