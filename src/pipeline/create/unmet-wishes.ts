/** What of the wished style this format cannot do, by comparing the wish with what was applied. */
import type { Style } from '../../document/style.ts';
import type { MadeFormat } from '../../review/define-rule.ts';

const FORMAT_WORDS: Record<MadeFormat, string> = { docx: 'a Word document', pdf: 'a PDF', pptx: 'a presentation', xlsx: 'a workbook' };

/** Sizes are set in half points. */
const TOLERANCE = 0.26;

function isMet(wished: unknown, applied: unknown): boolean {
  if (typeof wished === 'number' && typeof applied === 'number') return Math.abs(wished - applied) <= TOLERANCE;
  if (typeof wished === 'string' && typeof applied === 'string') return wished.toLowerCase() === applied.toLowerCase();
  return wished === applied;
}

function describeUnmet(field: string, wished: unknown, applied: unknown, format: MadeFormat): string {
  const said = `${field} ${String(wished)} is not possible in ${FORMAT_WORDS[format]}`;
  return applied === undefined || typeof applied === 'boolean' ? said : `${said}; ${String(applied)} is used`;
}

/** One sentence for each field that is not as asked. */
export function unmetWishes(wished: Partial<Style>, applied: Style, format: MadeFormat): string[] {
  return Object.entries(wished).flatMap(([field, value]) => {
    const now: unknown = applied[field as keyof Style];
    if (typeof value !== 'object') return isMet(value, now) ? [] : [describeUnmet(field, value, now, format)];
    const nested = now as Readonly<Record<string, unknown>>;
    return Object.entries(value).flatMap(([key, part]) =>
      isMet(part, nested[key]) ? [] : [describeUnmet(`${field}.${key}`, part, nested[key], format)],
    );
  });
}
