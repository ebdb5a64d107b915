/** Every function that is calculated here, by its English name. */
import type { PlacedFormula } from '../formula-tree.ts';
import type { Calculation, Value } from './calculation.ts';
import { CONDITIONS } from './conditions.ts';
import { DATES } from './dates.ts';
import { FIGURES } from './figures.ts';
import { FINANCE } from './finance.ts';
import { LOOKUPS } from './lookups.ts';
import { NUMBERS } from './numbers.ts';
import { RELATIONS } from './relations.ts';
import { STATISTICS } from './statistics.ts';
import { TEXTS } from './texts.ts';

export type WorkbookFunction = (args: readonly PlacedFormula[], calculation: Calculation) => Value;

export const FUNCTIONS: ReadonlyMap<string, WorkbookFunction> = new Map(
  [FIGURES, NUMBERS, STATISTICS, RELATIONS, FINANCE, CONDITIONS, LOOKUPS, TEXTS, DATES].flatMap((group) => Object.entries(group)),
);
