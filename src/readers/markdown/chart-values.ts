/** What charts of both notations are made of: kinds by their names, figures as they were written, and bounds. */
import { CHART_KINDS } from '../../document/block.ts';
import type { Chart } from '../../document/block.ts';
import { parseNumber } from '../../base/figures.ts';
import { addNote } from './reading.ts';
import type { Reading } from './reading.ts';

const KINDS = new Set<string>(CHART_KINDS);
const KIND_NAMES: Readonly<Record<string, Chart['kind']>> = {
  bars: 'bar',
  columns: 'column',
  lines: 'line',
  donut: 'doughnut',
  ring: 'doughnut',
  barras: 'bar',
  columnas: 'column',
  linea: 'line',
  línea: 'line',
  lineas: 'line',
  líneas: 'line',
  tarta: 'pie',
  circular: 'pie',
  anillo: 'doughnut',
  área: 'area',
  apiladas: 'stacked',
  dispersión: 'scatter',
  combinado: 'combo',
};
/** The kind of chart that a word means, in English or Spanish. */
export function chartKind(word: string): Chart['kind'] | undefined {
  const key = word.toLowerCase();
  if (KINDS.has(key)) return key as Chart['kind'];
  return Object.hasOwn(KIND_NAMES, key) ? KIND_NAMES[key] : undefined;
}

/** Bounds of what can be drawn and read; beyond them the figures stay a table. */
export const SERIES_MAX = 24;
export const CATEGORIES_MAX = 2000;

/** The figure in a text, or null with a note where it is none; null where it says that there is none. */
export function readValue(text: string, reading: Reading, line: number | undefined): number | null {
  if (/^(?:|[-–—]|n\/?a|s\/?d)$/i.test(text.trim())) return null;
  const value = parseNumber(text, reading.decimal());
  if (value === undefined) {
    addNote(
      reading,
      {
        code: 'chart_value_invalid',
        severity: 'warning',
        message: `"${text.slice(0, 40)}" in a chart is no figure; its place stays empty.`,
      },
      line,
    );
    return null;
  }
  return value === 0 ? 0 : value;
}
