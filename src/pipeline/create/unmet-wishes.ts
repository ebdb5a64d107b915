/** What of the wished style this format cannot do, by comparing the wish with what was applied. */
import type { Design } from '../../document/design.ts';
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

/** Fields of a design that a format has no place for; a group stands for all of its fields. */
const NOT_IN: Record<MadeFormat, readonly string[]> = {
  docx: ['slides', 'radius'],
  pdf: ['slides'],
  pptx: [
    'page',
    'sizes.heading1',
    'sizes.heading2',
    'sizes.heading3',
    'sizes.heading4',
    'sizes.lead',
    'sizes.quote',
    'sizes.caption',
    'sizes.footnote',
    'sizes.figure',
    'sizes.table',
    'sizes.subtitle',
    'sizes.title',
    'spacing',
    'headings.rule',
    'headings.caps',
    'headings.numbered',
    'callouts',
    'cover',
    'header',
    'footer.rule',
  ],
  xlsx: [
    'faces.display',
    'faces.bold_titles',
    'slides',
    'canvases',
    'cover',
    'callouts',
    'radius',
    'sizes',
    'spacing',
    'page',
    'headings.rule',
    'headings.caps',
    'headings.numbered',
    'headings.align',
    'header.rule',
    'footer.rule',
  ],
};

/** One sentence for what of a design is not in a file of this format. */
export function unmetDesign(design: Design, format: MadeFormat): string[] {
  const has = (path: string): boolean => {
    let value: unknown = design;
    for (const key of path.split('.'))
      value = value === null || typeof value !== 'object' ? undefined : (value as Record<string, unknown>)[key];
    return value !== undefined;
  };
  const missing: string[] = NOT_IN[format].filter(has);
  if (format === 'xlsx' && design.tables?.form === 'banded') missing.push('tables.form banded');
  return missing.length === 0
    ? []
    : [`${missing.join(', ')} of the design ${missing.length === 1 ? 'has' : 'have'} no place in ${FORMAT_WORDS[format]}`];
}
