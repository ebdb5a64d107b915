/** Every migration, in order. Released ones never change. */
import { RECORDS } from './0001-records.ts';
import { LEDGER } from './0002-ledger.ts';
import { EXTRACTIONS } from './0003-extractions.ts';
import { JOBS } from './0004-jobs.ts';
import { ARTIFACTS } from './0005-artifacts.ts';

export const MIGRATIONS: readonly { name: string; sql: string }[] = [
  { name: '0001-records', sql: RECORDS },
  { name: '0002-ledger', sql: LEDGER },
  { name: '0003-extractions', sql: EXTRACTIONS },
  { name: '0004-jobs', sql: JOBS },
  { name: '0005-artifacts', sql: ARTIFACTS },
];
