/** Choices and tests. Only the branch that is taken is calculated. */
import { isError, type PlacedFormula, type Scalar } from '../formula-tree.ts';
import { isRange, type Calculation, type Value } from './calculation.ts';
import type { WorkbookFunction } from './all.ts';
import { numberAt, scalarAt } from './arguments.ts';
import { compareValues, error, fail, Failed, toBoolean } from './values.ts';

/** The value of an argument, errors as values. */
function attempt(argument: PlacedFormula | undefined, calculation: Calculation): Scalar {
  if (!argument) return error('#VALUE!');
  try {
    return calculation.value(argument);
  } catch (thrown) {
    if (thrown instanceof Failed) return thrown.value;
    throw thrown;
  }
}

const branch = (argument: PlacedFormula | undefined, calculation: Calculation, absent: Scalar): Value =>
  argument ? calculation.argument(argument) : absent;

function truths(args: readonly PlacedFormula[], calculation: Calculation): boolean[] {
  const found: boolean[] = [];
  for (const argument of args) {
    const value = calculation.argument(argument);
    if (!isRange(value)) found.push(toBoolean(value));
    else {
      for (const cell of calculation.cells(value)) {
        if (isError(cell)) throw new Failed(cell);
        if (typeof cell === 'number' || typeof cell === 'boolean') found.push(Boolean(cell));
      }
    }
  }
  return found.length === 0 ? fail('#VALUE!') : found;
}

const tests =
  (test: (value: Scalar) => boolean): WorkbookFunction =>
  (args, calculation) =>
    test(attempt(args[0], calculation));

export const CONDITIONS: Readonly<Record<string, WorkbookFunction>> = {
  IF: (args, calculation) => {
    const condition = toBoolean(scalarAt(args, 0, calculation));
    return condition ? branch(args[1], calculation, true) : branch(args[2], calculation, false);
  },
  IFS: (args, calculation) => {
    for (let i = 0; i + 1 < args.length; i += 2)
      if (toBoolean(scalarAt(args, i, calculation))) return branch(args[i + 1], calculation, null);
    return fail('#N/A');
  },
  SWITCH: (args, calculation) => {
    const value = scalarAt(args, 0, calculation);
    for (let i = 1; i + 1 < args.length; i += 2)
      if (compareValues(value, scalarAt(args, i, calculation)) === 0) return branch(args[i + 1], calculation, null);
    return args.length % 2 === 0 ? branch(args.at(-1), calculation, null) : fail('#N/A');
  },
  CHOOSE: (args, calculation) => {
    const chosen = args[Math.trunc(numberAt(args, 0, calculation))];
    return chosen && chosen !== args[0] ? calculation.argument(chosen) : fail('#VALUE!');
  },
  IFERROR: (args, calculation) => {
    const value = attempt(args[0], calculation);
    return isError(value) ? branch(args[1], calculation, '') : (value ?? 0);
  },
  IFNA: (args, calculation) => {
    const value = attempt(args[0], calculation);
    return isError(value) && value.error === '#N/A' ? branch(args[1], calculation, '') : value;
  },
  AND: (args, calculation) => truths(args, calculation).every(Boolean),
  OR: (args, calculation) => truths(args, calculation).some(Boolean),
  XOR: (args, calculation) => truths(args, calculation).filter(Boolean).length % 2 === 1,
  NOT: (args, calculation) => !toBoolean(scalarAt(args, 0, calculation)),
  TRUE: () => true,
  FALSE: () => false,
  NA: () => error('#N/A'),
  ISBLANK: tests((value) => value === null),
  ISNUMBER: tests((value) => typeof value === 'number'),
  ISTEXT: tests((value) => typeof value === 'string'),
  ISNONTEXT: tests((value) => typeof value !== 'string'),
  ISLOGICAL: tests((value) => typeof value === 'boolean'),
  ISERROR: tests(isError),
  ISERR: tests((value) => isError(value) && value.error !== '#N/A'),
  ISNA: tests((value) => isError(value) && value.error === '#N/A'),
  ISEVEN: (args, calculation) => Math.trunc(numberAt(args, 0, calculation)) % 2 === 0,
  ISODD: (args, calculation) => Math.trunc(numberAt(args, 0, calculation)) % 2 !== 0,
};
