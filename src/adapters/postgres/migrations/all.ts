/** Every migration by name, in order. Released ones never change. */
import type { Migration } from 'kysely';
import { up as records } from './0001-records.ts';

export const MIGRATIONS: Record<string, Migration> = {
  '0001-records': { up: records },
};
