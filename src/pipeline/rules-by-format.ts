/** Which rules speak of which format: those about pages of running text say nothing of a sheet or a slide. */
export type MadeFormat = 'docx' | 'pdf' | 'pptx' | 'xlsx';

/** Every other rule is about the setting of text, which a sheet has not. */
const OF_WORKBOOKS = new Set([
  'alt_text_missing',
  'characters_without_font',
  'contrast_low',
  'figure_conflict',
  'font_substituted',
  'glyphs_missing',
  'ids_duplicate',
  'pdf_not_accessible',
  'picture_low_resolution',
  'placeholder_left',
  'total_mismatch',
]);

/** Beside those of workbooks, the rules about the words themselves. */
const OF_DECKS = new Set([
  ...OF_WORKBOOKS,
  'characters_private',
  'date_impossible',
  'markup_left',
  'reference_broken',
  'text_garbled',
  'text_overlap',
]);

/** Text of signs alone may well be meant elsewhere. */
const OF_WORKBOOKS_ONLY = new Set(['figure_hashed']);

export function appliesTo(format: MadeFormat, code: string): boolean {
  if (format === 'pptx') return OF_DECKS.has(code);
  return format === 'xlsx' ? OF_WORKBOOKS.has(code) || OF_WORKBOOKS_ONLY.has(code) : !OF_WORKBOOKS_ONLY.has(code);
}
