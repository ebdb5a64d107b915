/** The level that a plan has chosen is paid for before anything is written. */
import { QUALITY_LEVELS } from '../../contract/vocabulary.ts';
import { lowerPlan, type RequestPlan } from '../../agent/plan-request.ts';
import type { Price, Prices } from '../../ports/prices.ts';

export interface PaidPlan {
  plan: RequestPlan;
  price: Price | null;
}

/**
 * Reserves the price of the plan's level; where the balance does not cover it, that of the highest level that it covers.
 * @param reserved what acceptance has reserved: it covers the lowest level at least, or the one that was asked for
 * @param reserve false where the balance does not cover the price
 */
export async function payForLevel(
  plan: RequestPlan,
  { prices, reserved, reserve }: { prices: Prices; reserved: Price | null; reserve: (price: Price) => Promise<boolean> },
): Promise<PaidPlan> {
  const wanted = QUALITY_LEVELS.indexOf(plan.quality.level);
  for (const level of QUALITY_LEVELS.slice(0, wanted + 1).toReversed()) {
    const price = { amount: prices[level], currency: prices.currency };
    const covered = price.amount === (reserved?.amount ?? 0) || (await reserve(price));
    if (covered) return { plan: level === plan.quality.level ? plan : lowerPlan(plan, level), price };
  }
  // what was reserved on acceptance stays, though prices have changed since
  return { plan: lowerPlan(plan, 'fast'), price: reserved };
}
