/**
 * Every migration, in order. Released ones never change. Processes of the version before go on working on what a new one has migrated:
 * `rolling-update.test.ts` says what that forbids.
 */
import { RECORDS } from './0001-records.ts';
import { LEDGER } from './0002-ledger.ts';
import { EXTRACTIONS } from './0003-extractions.ts';
import { JOBS } from './0004-jobs.ts';
import { ARTIFACTS } from './0005-artifacts.ts';
import { WEBHOOKS } from './0006-webhooks.ts';
import { PEOPLE_TABLES } from './0007-people.ts';
import { MONEY } from './0008-money.ts';
import { BRAND } from './0009-brand.ts';
import { REQUESTS } from './0010-requests.ts';
import { TITLES } from './0011-titles.ts';

export const MIGRATIONS: readonly { name: string; sql: string }[] = [
  { name: '0001-records', sql: RECORDS },
  { name: '0002-ledger', sql: LEDGER },
  { name: '0003-extractions', sql: EXTRACTIONS },
  { name: '0004-jobs', sql: JOBS },
  { name: '0005-artifacts', sql: ARTIFACTS },
  { name: '0006-webhooks', sql: WEBHOOKS },
  { name: '0007-people', sql: PEOPLE_TABLES },
  { name: '0008-money', sql: MONEY },
  { name: '0009-brand', sql: BRAND },
  { name: '0010-requests', sql: REQUESTS },
  { name: '0011-titles', sql: TITLES },
];
