/**
 * Statements that are prepared once per connection and run by name: one round trip each, and each its own
 * transaction. When the server is away for a moment (a restart after a crash), a statement that was not sent yet waits for
 * it; one that was under way fails, since nobody knows whether it was done.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode, InfrastructureFault } from '../../base/infrastructure-fault.ts';
import type { Pool, PoolClient, QueryResultRow } from 'pg';

export interface Statement {
  /** Names the prepared statement: the same text always, at most 63 bytes. Absent: it is not prepared. */
  name?: string;
  text: string;
}

const AWAY_MS_MAX = 10_000;

/** The server is not there yet or is just coming up: refused, no socket, `cannot_connect_now`, `too_many_connections`. */
function isAway(trouble: unknown): boolean {
  if (!(trouble instanceof Error) || !('code' in trouble)) return false;
  return ['ECONNREFUSED', 'ENOENT', '57P03', '53300'].includes(String(trouble.code));
}

async function connect(pool: Pool): Promise<PoolClient> {
  for (let waitedMs = 0, pauseMs = 20; ; waitedMs += pauseMs, pauseMs = Math.min(pauseMs * 2, 500)) {
    try {
      return await pool.connect();
    } catch (trouble) {
      if (!isAway(trouble) || waitedMs >= AWAY_MS_MAX) throw trouble;
      await sleep(pauseMs);
    }
  }
}

/** The connection went away under the statement: an error of the socket, or 57P01-57P03, the server is ending it. */
function isLost(trouble: unknown): trouble is Error {
  if (!(trouble instanceof Error)) return false;
  const code = 'code' in trouble ? String(trouble.code) : '';
  return code.startsWith('57P') || !/^[0-9A-Z]{5}$/.test(code);
}

/**
 * SQLSTATE classes and codes that say nothing of the statement: connection (08), resources such as disk space (53), the operator
 * (57P), the system (58), a server that was demoted to a replica (25006).
 */
const SERVER_FAULT = /^(?:08|53|57P|58|25006$)/;

/** A value that cannot be sent is a bug of ours, not a lost connection. */
const isBug = (trouble: unknown): boolean =>
  trouble instanceof TypeError || trouble instanceof RangeError || trouble instanceof SyntaxError;

function asFault(trouble: unknown): unknown {
  return (isLost(trouble) && !isBug(trouble)) || SERVER_FAULT.test(errorCode(trouble))
    ? new InfrastructureFault('database', trouble)
    : trouble;
}

/** `deadlock_detected`: the server has undone the statement whole, so that it may be sent again. */
const DEADLOCK = '40P01';
const ATTEMPTS_MAX = 4;

/** What a statement is given; of a function the values are those of the moment at which it is sent. */
type Values = readonly unknown[] | (() => readonly unknown[]);

/**
 * Runs one statement on a connection of the pool and returns its rows; again where it lost a deadlock.
 * @throws InfrastructureFault where the server is away or cannot work; the driver's error else
 */
export async function run<Row extends QueryResultRow>(pool: Pool, statement: Statement, values: Values): Promise<Row[]> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await runOnce<Row>(pool, statement, values);
    } catch (trouble) {
      if (errorCode(trouble) !== DEADLOCK || attempt === ATTEMPTS_MAX) throw asFault(trouble);
    }
  }
}

async function runOnce<Row extends QueryResultRow>(pool: Pool, statement: Statement, values: Values): Promise<Row[]> {
  const client = await connect(pool);
  let broken: Error | undefined;
  // Between taking the connection and giving it back, its loss is reported here; unheard, it would end the process.
  const onError = (trouble: Error): void => {
    broken = trouble;
  };
  client.on('error', onError);
  try {
    return (await client.query<Row>({ ...statement, values: [...(typeof values === 'function' ? values() : values)] })).rows;
  } catch (trouble) {
    if (isLost(trouble)) broken = trouble;
    throw trouble;
  } finally {
    client.off('error', onError);
    client.release(broken);
  }
}

/** Runs a statement that changes nothing, or that may be done twice: once more where its connection was lost. */
export async function repeatable<Row extends QueryResultRow>(pool: Pool, statement: Statement, values: readonly unknown[]): Promise<Row[]> {
  try {
    return await runOnce<Row>(pool, statement, values);
  } catch (trouble) {
    if (!isLost(trouble) && errorCode(trouble) !== DEADLOCK) throw asFault(trouble);
    return run<Row>(pool, statement, values);
  }
}

const PORTION = 1_000;

/** Deletes rows a thousand at a time, so that no statement holds many of them; the table has an `id`. */
export async function deleteInPortions(pool: Pool, { table, where }: { table: string; where: string }): Promise<void> {
  const text = `delete from ${table} where id in (select id from ${table} where ${where} limit ${PORTION}) returning id`;
  while ((await repeatable(pool, { text }, [])).length === PORTION);
}
