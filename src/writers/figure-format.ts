/** A figure as readers of a language write it, by the type of a column: `eur2`, `int`, `num1`, `pct0`. */

import { languageOrEnglish } from '../base/known-language.ts';

/** Options of `Intl.NumberFormat`; a page's script makes its figures with the same. */
export function figureOptions(format: string | undefined): Intl.NumberFormatOptions {
  // a nought has no sign, whatever it was rounded from
  return { ...optionsOf(format), signDisplay: 'negative' };
}

function optionsOf(format: string | undefined): Intl.NumberFormatOptions {
  const [, word = '', digits = ''] = /^(int|num|pct|[a-z]{3})([0-6]?)$/.exec(format ?? '') ?? [];
  const decimals = Number(digits);
  if (word === 'int') return { maximumFractionDigits: 0 };
  if (word === 'pct') return { style: 'percent', minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  if (word === 'num') return { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  if (word !== '' && digits !== '')
    return { style: 'currency', currency: word.toUpperCase(), minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return { maximumFractionDigits: 2 };
}

/** "–" for what cannot be calculated. @param lang BCP 47 */
export function formatFigure(value: number, format: string | undefined, lang: string): string {
  if (!Number.isFinite(value)) return '–';
  return new Intl.NumberFormat(languageOrEnglish(lang), figureOptions(format)).format(value);
}
