/** Figures about many lengths. */

/** The middle one, of an even number the upper; 0 of none. */
export const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
