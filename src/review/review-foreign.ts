/**
 * Rules over files that somebody else has made. They were written for documents of ours, whose look is known and whose
 * content came as Markdown: here only those speak that need neither, or that are told what the file says of itself.
 */
import type { Finding } from '../base/finding.ts';
import type { DrawnDocument } from '../document/drawn-document.ts';
import type { Draft } from './define-rule.ts';
import { reviewContent, reviewPackage, reviewPages, reviewSlides } from './review.ts';

export type ForeignFormat = 'docx' | 'pptx' | 'xlsx' | 'pdf';

/** About words and figures: they hold wherever text is read. */
const OF_ALL = [
  'characters_private',
  'date_impossible',
  'figure_conflict',
  'glyphs_missing',
  'placeholder_left',
  'text_garbled',
  'total_mismatch',
];
/** About text that runs over pages. */
const OF_TEXT = ['heading_level_skipped', 'heading_number_broken', 'page_blank', 'section_empty', 'text_repeated'];

const RULES: Readonly<Record<ForeignFormat, ReadonlySet<string>>> = {
  docx: new Set([
    ...OF_ALL,
    ...OF_TEXT,
    'alt_text_missing',
    'caption_stranded',
    'column_cramped',
    'content_past_margin',
    'contents_stale',
    'fake_heading',
    'fake_list',
    'fake_numbered_list',
    'heading_stranded',
    'last_page_almost_empty',
    'list_double_marked',
    'table_split_badly',
    'text_overlap',
  ]),
  // of their pictures and charts the rules about slides speak
  pptx: new Set([...OF_ALL, 'text_overlap']),
  xlsx: new Set([...OF_ALL, 'alt_text_missing']),
  pdf: new Set([...OF_ALL, 'pdf_not_accessible', 'content_past_margin', 'contents_stale', 'text_overlap']),
};

/**
 * Graver or lighter than of our own: what LibreOffice draws over each other Word may not, and most PDF files of the world
 * have no tags, which is worth saying and no reason to call them broken.
 */
const SEVERITIES: Readonly<Record<string, Finding['severity']>> = {
  text_overlap: 'warning',
  pdf_not_accessible: 'warning',
  section_empty: 'info',
  style_undefined: 'info',
  fake_list: 'info',
  fake_numbered_list: 'info',
  table_grid_mismatch: 'warning',
};

/** What to do about it is said for a file, not for Markdown. */
const MESSAGES: Readonly<Record<string, (said: string) => string>> = {
  alt_text_missing: () => 'A picture has no alternative text; say in it what the picture shows.',
  fake_heading: (said) => said.replace('write it with # signs', 'give it the style of a heading'),
};

/** Whoever made the file chose its margins: only what lies off the paper is sure. A single page without words may hold a drawing. */
function isSure({ code, severity }: Finding, drawn: DrawnDocument | null): boolean {
  if (code === 'content_past_margin') return severity === 'error';
  return code !== 'page_blank' || (drawn?.pages.length ?? 0) > 1;
}

/**
 * What was wrong with a file before anybody changed it: all of `disposition: pre_existing`.
 * @param drawn its pages; null where it was not drawn
 */
export function reviewForeign(file: { bytes: Uint8Array; format: ForeignFormat; draft: Draft }, drawn: DrawnDocument | null): Finding[] {
  const { bytes, format, draft } = file;
  const rules = RULES[format];
  const seen = [...reviewContent(draft), ...(drawn === null ? [] : reviewPages(drawn, draft))]
    .map(({ finding }) => finding)
    .filter((finding) => rules.has(finding.code) && isSure(finding, drawn));
  const inside =
    format === 'pdf'
      ? []
      : [...reviewPackage(bytes), ...(format === 'pptx' && drawn !== null ? reviewSlides(bytes, drawn) : [])].map(({ finding }) => finding);
  return [...seen, ...inside].map((finding): Finding => ({
    ...finding,
    severity: SEVERITIES[finding.code] ?? finding.severity,
    message: MESSAGES[finding.code]?.(finding.message) ?? finding.message,
    fixable: false,
    disposition: 'pre_existing',
  }));
}
