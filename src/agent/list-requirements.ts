/** Requirements as the writer and the checker get them: numbered, in the request's words, with what they evaluate to. */
import { describeRange, type LengthRange, type Requirement } from './requirements.ts';

const WORDS_PER_PAGE = 400;
/** A page with headings, tables and a title holds less than running text. */
const SAFE_SHARE = 0.85;

function lengthAdvice(range: LengthRange): string {
  const { unit, min, max } = range;
  const said = describeRange(range);
  if (unit !== 'pages') return said;
  const words = (pages: number): number => Math.round((pages * WORDS_PER_PAGE * SAFE_SHARE) / 10) * 10;
  if (max === undefined) return `${said}, which takes some ${words(min ?? 1)} words or more`;
  return `${said}; plan at most ${words(max)} words in all, a third fewer with tables, charts or pictures`;
}

function meaning({ kind, names, length }: Requirement): string {
  if (length !== undefined) return lengthAdvice(length);
  const listed = names.join(', ');
  switch (kind) {
    case 'language':
      return names.length > 1 ? `complete in each of ${listed}` : `in ${listed}`;
    case 'part':
      return `there must be: ${listed}`;
    case 'order':
      return `in this order: ${listed}`;
    case 'absent':
      return `must not be there: ${listed}`;
    case 'table':
      return `a table with ${listed}`;
    case 'chart':
      return `a chart: ${listed}`;
    case 'figure':
    case 'name':
    case 'date':
      return `must be given: ${listed}`;
    case 'comments':
    case 'length':
    case 'change':
    case 'look':
    case 'tone':
    case 'audience':
    case 'other':
      return listed;
  }
}

/** One line each: `1. "at most two pages": at most 2 pages; plan …`. */
export const listRequirements = (requirements: readonly Requirement[]): string =>
  requirements
    .map((requirement, i) => {
      const says = requirement.names.length > 0 || requirement.length !== undefined ? meaning(requirement) : '';
      return `${i + 1}. "${requirement.text}"${says === '' || says === requirement.text ? '' : `: ${says}`}`;
    })
    .join('\n');
