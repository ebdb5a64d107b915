/** What the agent learns of a rendered document: its findings in words, its pages in groups that make a picture each. */
import type { Finding } from '../../base/finding.ts';
import type { Drawn } from './compare-drawn.ts';
import type { ToolInput } from './tools.ts';

const FINDINGS_TOLD = 40;
const ORDER: readonly Finding['severity'][] = ['error', 'warning', 'info'];
/** What a person should know and no change of the document can mend. */
const NOT_TO_MEND: ReadonlySet<string> = new Set(['source_shortened', 'source_hidden_text', 'hidden_text', 'number_untraced']);

/** @param placeOf the address that a tool takes; undefined where the finding has none */
export function describeFindings(drawn: Drawn, placeOf: (finding: Finding) => string | undefined): string {
  const { pages, findings, missed } = drawn;
  const open = findings.filter(({ disposition, code }) => disposition === 'new' && !NOT_TO_MEND.has(code));
  const sorted = ORDER.flatMap((severity) => open.filter((finding) => finding.severity === severity));
  const lines = sorted.slice(0, FINDINGS_TOLD).map((finding) => {
    const { page, sheet, cell } = finding.location;
    const at = [placeOf(finding), page === undefined ? undefined : `page ${page}`, sheet, cell].filter((one) => one !== undefined);
    return `- ${finding.severity}, ${at.length === 0 ? 'the document' : at.join(', ')}: ${finding.code}: ${finding.message}`;
  });
  return [
    `Drawn: ${pages} ${pages === 1 ? 'page' : 'pages'}.`,
    ...(missed.length === 0
      ? []
      : ['Conditions of the request that it does not keep:', ...missed.map(({ text, evidence }) => `- "${text}": ${evidence}`)]),
    ...(lines.length === 0 ? ['The checks found nothing.'] : ['The checks found:', ...lines]),
    ...(sorted.length > FINDINGS_TOLD ? [`- and ${sorted.length - FINDINGS_TOLD} more`] : []),
  ].join('\n');
}

export interface PageGroup {
  numbers: number[];
  columns: number;
  /** Of the picture. */
  widthPx: number;
}

/** Longer sides are made smaller by providers, so that nothing is won beyond it. */
const SHEET_PX = 1_568;
const PAGES_ON_SHEET = 6;
const SHEETS_MAX = 4;
const SINGLE_MAX = 4;

/** @param pages none: all, from the first */
export function pageGroups(pages: readonly number[], total: number, zoom: ToolInput<'look'>['zoom'], landscape: boolean): PageGroup[] {
  const wanted = pages.length === 0 ? Array.from({ length: total }, (_, at) => at + 1) : [...new Set(pages)].toSorted((a, b) => a - b);
  const known = wanted.filter((page) => page <= total);
  if (zoom === 'page')
    return known.slice(0, SINGLE_MAX).map((page) => ({ numbers: [page], columns: 1, widthPx: landscape ? 1_480 : 1_080 }));
  const groups = Array.from({ length: Math.ceil(known.length / PAGES_ON_SHEET) }, (_, at) =>
    known.slice(at * PAGES_ON_SHEET, (at + 1) * PAGES_ON_SHEET),
  );
  return groups.slice(0, SHEETS_MAX).map((numbers) => ({
    numbers,
    columns: Math.min(landscape ? 2 : 3, numbers.length),
    widthPx: numbers.length === 1 && !landscape ? 1_080 : SHEET_PX,
  }));
}
