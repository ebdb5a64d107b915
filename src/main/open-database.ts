/** The way to the records: an external PostgreSQL, the embedded one, or the embedded one of a service that runs already. */
import { findEmbeddedPostgres, startEmbeddedPostgres } from '../adapters/embedded-postgres.ts';
import type { Log } from '../adapters/log.ts';
import { openDatabase, type Database } from '../adapters/postgres-database.ts';
import type { Configuration } from './configuration.ts';

export interface OpenDatabase {
  database: Database;
  close(): Promise<void>;
}

async function openAt(url: string, log: Log, afterwards: () => Promise<void> | void): Promise<OpenDatabase> {
  const close = async (): Promise<void> => {
    await database.close();
    await afterwards();
  };
  let database: Database;
  try {
    database = await openDatabase(url, { log });
  } catch (error) {
    await afterwards();
    throw error;
  }
  return { database, close };
}

/** For the service: its own server where none is named. @throws Error in a sentence for the operator */
export async function openServiceDatabase(configuration: Configuration, log: Log): Promise<OpenDatabase> {
  if (configuration.databaseUrl !== undefined) return openAt(configuration.databaseUrl, log, () => undefined);
  const embedded = await startEmbeddedPostgres({ dataDir: configuration.dataDir, log });
  return openAt(embedded.url, log, () => embedded.stop());
}

/** For a command beside a running service or without one. */
export async function openCommandDatabase(configuration: Configuration, log: Log): Promise<OpenDatabase> {
  if (configuration.databaseUrl === undefined) {
    const running = await findEmbeddedPostgres(configuration.dataDir);
    if (running) return openAt(running.url, log, running.close);
  }
  return openServiceDatabase(configuration, log);
}
