/** What differs between two files, in lines for a person. */
export interface CompareOptions {
  output?: string;
  json?: boolean;
  author?: string;
  quiet?: boolean;
}

/** What became of one block. */
interface Change {
  change: string;
  type: string;
  from: string | null;
  to: string | null;
  before?: string | undefined;
  after?: string | undefined;
}

/** A line, and the words before and after where they changed. */
export const describeChange = ({ change, type, from, to, before, after }: Change): string =>
  [
    `${change} ${type} ${to ?? from ?? ''}`,
    ...(before === undefined || change === 'moved' ? [] : [`  - ${before}`]),
    ...(after === undefined ? [] : [`  + ${after}`]),
  ].join('\n');

/** `2 changed, 1 inserted`, or that nothing differs. */
export function describeSummary(summary: Readonly<Record<string, number>>): string {
  const counts = Object.entries(summary).filter(([, count]) => count > 0);
  return counts.length === 0 ? 'nothing differs' : counts.map(([change, count]) => `${count} ${change}`).join(', ');
}
