/** Which rules speak of which format: those about pages of running text say nothing of a sheet. */
export type MadeFormat = 'docx' | 'pdf' | 'xlsx';

/** Every other rule is about the setting of text, which a sheet has not. */
const OF_WORKBOOKS = new Set([
  'alt_text_missing', 'contrast_low', 'figure_conflict', 'font_substituted', 'glyphs_missing', 'ids_duplicate', 'pdf_not_accessible', 'picture_low_resolution', 'placeholder_left', 'total_mismatch',
]);

export function appliesTo(format: MadeFormat, code: string): boolean {
  return format !== 'xlsx' || OF_WORKBOOKS.has(code);
}
