/**
 * Rules over files that another user has made. They were written for documents of ours, whose look is known and whose
 * content came as Markdown: those that need neither, or know from the file what it says of itself, declare it (`foreign`).
 */
import type { Finding } from '../base/finding.ts';
import type { RenderedDocument } from '../document/rendered-document.ts';
import { ALL_RULES, CONTENT_RULES, PAGE_RULES } from './all-rules.ts';
import type { ContentRule, Draft, Hit, MadeFormat, PageRule, Rule } from './define-rule.ts';
import { HITS_PER_RULE_MAX, reviewPackage, reviewSlides, toReviewed } from './review.ts';

export type ForeignFormat = MadeFormat;

const BY_CODE: ReadonlyMap<string, Rule> = new Map(ALL_RULES.map((rule) => [rule.code, rule]));

/**
 * What was wrong with a file before anybody changed it: all of `disposition: pre_existing`.
 * @param drawn its pages; null where it was not drawn
 */
export function reviewForeign(file: { bytes: Uint8Array; format: ForeignFormat; draft: Draft }, drawn: RenderedDocument | null): Finding[] {
  const { bytes, format, draft } = file;
  const seen = [
    ...CONTENT_RULES.flatMap((rule) => foreignHits(rule, format, drawn, () => rule.check(draft))),
    ...(drawn === null ? [] : PAGE_RULES.flatMap((rule) => foreignHits(rule, format, drawn, () => rule.check(drawn, draft)))),
  ];
  const inside =
    format === 'pdf'
      ? []
      : [...reviewPackage(bytes), ...(format === 'pptx' && drawn !== null ? reviewSlides(bytes, drawn) : [])].map(({ finding }) => ({
          ...finding,
          severity: BY_CODE.get(finding.code)?.foreign?.severity ?? finding.severity,
        }));
  return [...seen, ...inside].map((finding): Finding => ({ ...finding, fixable: false, disposition: 'pre_existing' }));
}

function foreignHits(rule: ContentRule | PageRule, format: ForeignFormat, drawn: RenderedDocument | null, check: () => Hit[]): Finding[] {
  const { foreign } = rule;
  if (foreign === undefined || !foreign.formats.includes(format)) return [];
  return check()
    .slice(0, HITS_PER_RULE_MAX)
    .map((hit) => toReviewed(rule, hit).finding)
    .filter((finding) => foreign.isSure?.(finding, drawn) ?? true)
    .map((finding) => ({
      ...finding,
      severity: foreign.severity ?? finding.severity,
      message: foreign.message?.(finding.message) ?? finding.message,
    }));
}
