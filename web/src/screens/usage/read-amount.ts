/** Amounts as people type them, and as the service counts them. */

/** Digits behind the point of a currency. */
export const digitsOf = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;

/** `12,50` or `12.50` → 1250. What is no amount is 0, which the service refuses with a reason. */
export function readAmount(typed: FormDataEntryValue | null, currency: string): number {
  const text = typeof typed === 'string' ? typed.trim().replace(',', '.') : '';
  return /^\d+(?:\.\d+)?$/.test(text) ? Math.round(Number(text) * 10 ** digitsOf(currency)) : 0;
}
