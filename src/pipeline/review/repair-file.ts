/** Safe repairs of a file that someone else has made: kept where the file renders no worse with them, else undone as a whole. */
import type { NewEvent } from '../../contract/event.ts';
import type { Finding } from '../../base/finding.ts';
import type { EditProof } from '../../edits/apply-edits.ts';
import { weigh } from '../../review/review.ts';
import type { RepairRecord } from '../../contract/report.ts';
import { editContext } from '../edit/edit-context.ts';
import { compareFindings, resolvedFindings } from '../findings.ts';
import { runFileWork } from '../work/run-file-work.ts';
import { inspectFile, reportInspected, type Inspected, type Inspection } from './inspect-file.ts';

/** With less text its language cannot be detected reliably. */
const LANGUAGE_CHARS_MIN = 200;
const NO_BETTER = 'The pages were no better with it, so the file stayed as it was.';

export interface Repaired {
  inspected: Inspected;
  repairs: RepairRecord[];
  resolved: Finding[];
  integrity: EditProof | null;
  iterations: number;
}

type FileRepairs = Awaited<ReturnType<typeof findRepairs>>;

/** The file with all repairs that its findings allow. */
async function findRepairs({ format, engine }: Inspection, { bytes, drawn, content, findings }: Inspected) {
  const { title, lang } = content;
  const chars = drawn.pages.reduce((sum, page) => sum + page.lines.reduce((count, line) => count + line.text.length, 0), 0);
  return runFileWork('repairFile', bytes, {
    title: title.trim(),
    lang: chars >= LANGUAGE_CHARS_MIN ? lang : '',
    codes: new Set(findings.map(({ code }) => code)),
    date: editContext('direct', engine.clock.now()).date,
    ...(format === 'xlsx' ? { workbook: await runFileWork('workbookRepairs', bytes) } : { headings: drawn.outline }),
  });
}

function describeRepairs(mendings: FileRepairs['mendings'], worse: boolean): { repairs: RepairRecord[]; events: NewEvent[] } {
  const reason = worse ? { reason: NO_BETTER } : {};
  const outcome = worse ? 'rejected' : 'applied';
  return {
    repairs: mendings.map(({ fix, code }) => ({ iteration: 1, fix, finding_code: code, outcome, ...reason })),
    events: mendings.map(({ fix, code }): NewEvent =>
      worse
        ? { type: 'repair.rejected', data: { iteration: 1, fix, issue_code: code, reason: NO_BETTER } }
        : { type: 'repair.applied', data: { iteration: 1, fix, issue_code: code } },
    ),
  };
}

/** @param first the file as it was sent. @throws Refusal processing_failed */
export async function repairFile(inspection: Inspection, first: Inspected): Promise<Repaired> {
  const { format, sink } = inspection;
  const unrepaired = { inspected: first, repairs: [], resolved: [], iterations: 0 };
  if (format === 'pdf') return { ...unrepaired, integrity: null };
  const { bytes, mendings, integrity } = await findRepairs(inspection, first);
  if (mendings.length === 0) return { ...unrepaired, integrity };
  sink.emit({ phase: 'repairing' }, []);
  const next = await inspectFile(inspection, bytes);
  const worse = weigh(next.findings) > weigh(first.findings) || next.drawn.pages.length !== first.drawn.pages.length;
  const { repairs, events } = describeRepairs(mendings, worse);
  sink.emit({}, events);
  if (worse) {
    const untouched = await runFileWork('repairFile', first.bytes, { title: '', lang: '', codes: new Set<string>(), date: '' });
    return { ...unrepaired, repairs, integrity: untouched.integrity, iterations: 1 };
  }
  const inspected = { ...next, findings: compareFindings(first.findings, next.findings) };
  reportInspected(inspection, inspected, 2);
  return { inspected, repairs, resolved: resolvedFindings(first.findings, inspected.findings), integrity, iterations: 1 };
}
