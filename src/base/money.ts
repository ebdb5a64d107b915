/** Amounts of money in minor units, shown as people write them. */

/** How many decimals a currency has: 2 for EUR, 0 for JPY. */
const decimalsOf = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;

/** @param amount in minor units. @returns such as `12.50` */
export function decimalAmount(amount: number, currency: string): string {
  const decimals = decimalsOf(currency);
  return (amount / 10 ** decimals).toFixed(decimals);
}

/** @param amount in minor units. @returns such as `12.50 EUR` */
export const formatAmount = (amount: number, currency: string): string => `${decimalAmount(amount, currency)} ${currency}`;
