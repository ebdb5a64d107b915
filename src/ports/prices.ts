/** What documents cost (decisions §7): amounts in minor units of one currency, such as cents. */

export interface Prices extends Readonly<Record<QualityLevel, number>> {
  /** ISO 4217. */
  currency: string;
}

export interface Price {
  amount: number;
  currency: string;
}

export const FREE: Prices = { fast: 0, standard: 0, best: 0, currency: 'EUR' };

/**
 * What is reserved when a request is accepted: the price of its level, or of the lowest one where the service chooses; what
 * it chooses above that is reserved as soon as it is known.
 */
export function priceOfRequest(prices: Prices, quality: 'auto' | QualityLevel): Price {
  return { amount: prices[quality === 'auto' ? 'fast' : quality], currency: prices.currency };
}
import type { QualityLevel } from '../contract/vocabulary.ts';
