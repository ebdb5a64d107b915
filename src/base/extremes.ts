/** Least and greatest of any number of values: some hundred thousand of them spread into `Math.min` overflow the stack. */

/** The least of the values; Infinity where there are none, NaN where one is. */
export function minOf(values: Iterable<number>): number {
  let found = Infinity;
  for (const value of values) found = Math.min(found, value);
  return found;
}

/** The greatest of the values; -Infinity where there are none, NaN where one is. */
export function maxOf(values: Iterable<number>): number {
  let found = -Infinity;
  for (const value of values) found = Math.max(found, value);
  return found;
}
