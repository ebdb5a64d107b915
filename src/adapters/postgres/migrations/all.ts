/** Every migration, in order. Released ones never change. */
import { RECORDS } from './0001-records.ts';

export const MIGRATIONS: readonly { name: string; sql: string }[] = [
  { name: '0001-records', sql: RECORDS },
];
