/** Counts of trials, by format, operation and mode, and the table of them. */
import type { Trial } from './suite.ts';

export interface Tally {
  applied: number;
  wrong: number;
  refused: Map<string, number>;
  /** Outputs that the validator has seen, and its errors that the file had not before. */
  validated: number;
  newErrors: number;
}

export type Tallies = Map<string, Tally>;

export function tallyOf(tallies: Tallies, kind: string, { name, mode }: Pick<Trial, 'name' | 'mode'>): Tally {
  const key = `${kind}\t${name}\t${mode}`;
  const known = tallies.get(key) ?? { applied: 0, wrong: 0, refused: new Map<string, number>(), validated: 0, newErrors: 0 };
  tallies.set(key, known);
  return known;
}

export function countTrial(tallies: Tallies, kind: string, trial: Trial): void {
  const tally = tallyOf(tallies, kind, trial);
  if (trial.outcome === 'applied') tally.applied++;
  else if (trial.outcome === 'wrong') tally.wrong++;
  else tally.refused.set(trial.reason, (tally.refused.get(trial.reason) ?? 0) + 1);
}

const sum = (numbers: Iterable<number>): number => [...numbers].reduce((all, one) => all + one, 0);

/** A line for each operation and mode, then the sum. */
export function tableOfTallies(tallies: Tallies): string[] {
  const rows = [...tallies].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const width = rows.reduce((most, [key]) => Math.max(most, key.length), 0) + 2;
  const line = (name: string, { applied, wrong, refused, validated, newErrors }: Tally): string =>
    `${name.padEnd(width)} ${String(applied).padStart(8)} ${String(wrong).padStart(6)} ${String(sum(refused.values())).padStart(8)} ${`${newErrors} in ${validated}`.padStart(12)}  ${[
      ...refused,
    ]
      .toSorted(([, a], [, b]) => b - a)
      .map(([reason, count]) => `${reason} ${count}`)
      .join(', ')}`;
  const all: Tally = {
    applied: sum(rows.map(([, { applied }]) => applied)),
    wrong: sum(rows.map(([, { wrong }]) => wrong)),
    refused: new Map(),
    validated: sum(rows.map(([, { validated }]) => validated)),
    newErrors: sum(rows.map(([, { newErrors }]) => newErrors)),
  };
  for (const [, { refused }] of rows)
    for (const [reason, count] of refused) all.refused.set(reason, (all.refused.get(reason) ?? 0) + count);
  return [
    `${'operation'.padEnd(width)}  applied  wrong  refused   new errors  refused because`,
    ...rows.map(([key, tally]) => line(key.split('\t').join(' '), tally)),
    line('all', all),
  ];
}

/** Whether anything came out other than it was asked for. */
export const hasFaults = (tallies: Tallies): boolean => [...tallies.values()].some(({ wrong, newErrors }) => wrong > 0 || newErrors > 0);
