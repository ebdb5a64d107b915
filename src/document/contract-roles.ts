/** How the text of a contract differs from that of other documents. */
import { NEUTRALS, type TextRole, type TextRoleName } from './look.ts';

/** Contract: one serif throughout, headings only slightly larger than the text, no colour. */
export function contractRoles(headings: string, title: string): Partial<Record<TextRoleName, TextRole>> {
  const heading = (sizePt: number, beforePt: number, afterPt: number, color = headings): TextRole => ({
    face: 'text',
    sizePt,
    line: 1.05,
    beforePt,
    afterPt,
    color,
    bold: true,
    keepNext: true,
    keepLines: true,
  });
  return {
    title: { ...heading(20, 10, 6, title), align: 'center' },
    subtitle: { face: 'text', sizePt: 11, line: 1.1, beforePt: 0, afterPt: 20, color: NEUTRALS.muted, align: 'center' },
    heading1: heading(13, 16, 6),
    heading2: heading(12, 12, 5),
    heading3: heading(11.5, 12, 4),
    heading4: heading(11, 10, 3),
    // a contract has many clauses and few words in each title: thirty entries go on a page
    toc1: { face: 'text', sizePt: 11, line: 1.1, beforePt: 3, afterPt: 1.5, color: headings },
  };
}
