/**
 * Fields of two versions kept whole: a field whose beginning goes or comes without its end (ISO/IEC 29500-1 §17.16.18) would be half a
 * field until all is settled, so that all of the older one goes and all of the newer one comes.
 */

/** Something of the older version beside what it is in the newer one; null where it is in one of them alone. */
export type FieldPair<T> = [T | null, T | null];

interface Span {
  from: number;
  to: number;
}

/** Where fields begin and end that have other things between, of one version. */
function spansOf<T>(pairs: readonly FieldPair<T>[], version: 0 | 1, marksOf: (item: T) => readonly string[]): Span[] {
  const spans: Span[] = [];
  const open: number[] = [];
  for (const [index, pair] of pairs.entries()) {
    const item = pair[version];
    for (const kind of item === null ? [] : marksOf(item)) {
      if (kind === 'begin') open.push(index);
      const from = kind === 'end' ? open.pop() : undefined;
      if (from !== undefined && from < index) spans.push({ from, to: index });
    }
  }
  return spans;
}

/** From its first to its last pair: all of the older version, then all of the newer one. */
function divide<T>(pairs: readonly FieldPair<T>[], { from, to }: Span): FieldPair<T>[] {
  const inside = pairs.slice(from, to + 1);
  const gone = inside.flatMap(([one]): FieldPair<T>[] => (one === null ? [] : [[one, null]]));
  const come = inside.flatMap(([, other]): FieldPair<T>[] => (other === null ? [] : [[null, other]]));
  return [...pairs.slice(0, from), ...gone, ...come, ...pairs.slice(to + 1)];
}

/** The span and all that reach into it, so that no field of the one version is in the middle of one of the other. */
function withOverlapping(spans: readonly Span[], torn: Span): Span {
  let { from, to } = torn;
  for (;;) {
    const beyond = spans.filter((span) => span.from <= to && span.to >= from && (span.from < from || span.to > to));
    if (beyond.length === 0) return { from, to };
    from = beyond.reduce((least, span) => Math.min(least, span.from), from);
    to = beyond.reduce((most, span) => Math.max(most, span.to), to);
  }
}

/**
 * The pairs, those of a field that is torn divided.
 * @param marksOf kinds of the marks of fields in an item, `begin`, `separate`, `end`, in order
 * @param isTorn of the pairs from a beginning to its end; a pair of two must be among them
 */
export function keepFieldsWhole<T>(
  pairs: readonly FieldPair<T>[],
  marksOf: (item: T) => readonly string[],
  isTorn: (inside: readonly FieldPair<T>[]) => boolean,
): FieldPair<T>[] {
  let now = [...pairs];
  for (;;) {
    const spans = ([0, 1] as const).flatMap((version) => spansOf(now, version, marksOf));
    const torn = spans.find(({ from, to }) => isTorn(now.slice(from, to + 1)));
    if (torn === undefined) return now;
    now = divide(now, withOverlapping(spans, torn));
  }
}

const isPair = ([one, other]: FieldPair<unknown>): boolean => one !== null && other !== null;

/** One end of the field is in both versions, and the other one is not. */
export const losesAnEnd = (inside: readonly FieldPair<unknown>[]): boolean => {
  const [first, last] = [inside[0], inside.at(-1)];
  return first !== undefined && last !== undefined && isPair(first) !== isPair(last);
};

/** Something of the field is in both versions, and not all of it is the same. */
export const isChanged =
  <T>(isSame: (one: T, other: T) => boolean) =>
  (inside: readonly FieldPair<T>[]): boolean =>
    inside.some(isPair) && !inside.every(([one, other]) => one !== null && other !== null && isSame(one, other));
