/** Owns a data folder until it is killed; prints the process of its server. Run by `embedded-postgres.test.ts`. */
import { startEmbeddedPostgres } from '../../src/adapters/embedded-postgres.ts';

const server = await startEmbeddedPostgres({ dataDir: process.argv[2] ?? '', log: () => undefined });
process.stdout.write(`${server.pid()}\n`);
setInterval(() => undefined, 3_600_000);
