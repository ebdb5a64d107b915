/** How two rows of figures go together: pairs in which one is no number are left out. */
import { isError } from '../formula-tree.ts';
import type { Calculation } from './calculation.ts';
import type { WorkbookFunction } from './all.ts';
import { figuresOf, numberAt, rangeAt } from './arguments.ts';
import { fail, Failed, finite } from './values.ts';

interface Pairs {
  count: number;
  meanX: number;
  meanY: number;
  xx: number;
  yy: number;
  xy: number;
}

function pairsAt(args: Parameters<WorkbookFunction>[0], calculation: Calculation, y: number, x: number): Pairs {
  const [ys, xs] = [y, x].map((index) => [...calculation.cells(rangeAt(args, index, calculation))]);
  if (!ys || !xs || ys.length !== xs.length) return fail('#N/A');
  const broken = [...ys, ...xs].find(isError);
  if (broken) throw new Failed(broken);
  const pairs = ys.flatMap((a, i) => {
    const b = xs[i];
    return typeof a === 'number' && typeof b === 'number' ? [[b, a] as const] : [];
  });
  if (pairs.length === 0) return fail('#DIV/0!');
  const meanX = pairs.reduce((sum, [a]) => sum + a, 0) / pairs.length;
  const meanY = pairs.reduce((sum, [, b]) => sum + b, 0) / pairs.length;
  const over = (part: (dx: number, dy: number) => number): number => pairs.reduce((sum, [a, b]) => sum + part(a - meanX, b - meanY), 0);
  return { count: pairs.length, meanX, meanY, xx: over((dx) => dx * dx), yy: over((_, dy) => dy * dy), xy: over((dx, dy) => dx * dy) };
}

const divided = (a: number, b: number): number => (b === 0 ? fail('#DIV/0!') : finite(a / b));
const slope = ({ xy, xx }: Pairs): number => divided(xy, xx);
const correlation = ({ xy, xx, yy }: Pairs): number => divided(xy, Math.sqrt(xx * yy));
const relation =
  (compute: (pairs: Pairs) => number): WorkbookFunction =>
  (args, calculation) =>
    compute(pairsAt(args, calculation, 0, 1));
const forecast: WorkbookFunction = (args, calculation) => {
  const pairs = pairsAt(args, calculation, 1, 2);
  return finite(pairs.meanY + slope(pairs) * (numberAt(args, 0, calculation) - pairs.meanX));
};

function logMean(values: readonly number[]): number {
  if (values.length === 0 || values.some((value) => value <= 0)) return fail('#NUM!');
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
}

const fromMean =
  (part: (distance: number) => number, mean: boolean): WorkbookFunction =>
  (args, calculation) => {
    const values = [...figuresOf(args, calculation)];
    if (values.length === 0) return fail('#NUM!');
    const middle = values.reduce((sum, value) => sum + value, 0) / values.length;
    const sum = values.reduce((total, value) => total + part(value - middle), 0);
    return finite(mean ? sum / values.length : sum);
  };

export const RELATIONS: Readonly<Record<string, WorkbookFunction>> = {
  CORREL: relation(correlation),
  PEARSON: relation(correlation),
  RSQ: relation((pairs) => correlation(pairs) ** 2),
  SLOPE: relation(slope),
  INTERCEPT: relation((pairs) => finite(pairs.meanY - slope(pairs) * pairs.meanX)),
  'COVARIANCE.P': relation(({ xy, count }) => xy / count),
  COVAR: relation(({ xy, count }) => xy / count),
  'COVARIANCE.S': relation(({ xy, count }) => divided(xy, count - 1)),
  FORECAST: forecast,
  'FORECAST.LINEAR': forecast,
  GEOMEAN: (args, calculation) => logMean([...figuresOf(args, calculation)]),
  HARMEAN: (args, calculation) => {
    const values = [...figuresOf(args, calculation)];
    return values.length === 0 || values.some((value) => value <= 0)
      ? fail('#NUM!')
      : values.length / values.reduce((sum, value) => sum + 1 / value, 0);
  },
  AVEDEV: fromMean(Math.abs, true),
  DEVSQ: fromMean((distance) => distance * distance, false),
};
