import assert from 'node:assert/strict';

export interface JudgedSeed {
  name: string;
  /** What is planted. */
  code: string;
  /** What was found. */
  codes: readonly string[];
}

/**
 * Every planted defect is found, but those that are named with a reason: a seed that comes to be found leaves the list.
 * @param unseen name of the seed → why no rule can see it
 */
export function judgeSeeds(results: readonly JudgedSeed[], unseen: Readonly<Record<string, string>> = {}): void {
  const missed = results.filter(({ code, codes }) => !codes.includes(code));
  assert.deepEqual(
    missed.map(({ name }) => name).toSorted(),
    results.flatMap(({ name }) => (name in unseen ? [name] : [])).toSorted(),
    missed.map(({ name, code, codes }) => `${code} (${name}; found ${codes.join(', ') || 'nothing'})`).join('; '),
  );
}
