/** The report of a finished document. */
import type { Report } from '../contract/report.ts';
import { accessibilityFindings } from '../review/review.ts';
import type { Finding } from '../base/finding.ts';
import { sumUsage, type ModelUsage } from '../ports/model.ts';
import { FREE } from '../ports/prices.ts';
import type { DocumentRecord } from '../ports/record.ts';
import type { AgentWork } from './create/design-document.ts';
import type { Kept } from './create/keep-requirements.ts';
import type { FillMade } from './fill-document.ts';
import type { EditMade } from './edit-document.ts';
import type { MakeResult } from './make.ts';
import type { ReviewMade } from './review-document.ts';
import type { VersionMade } from './versions/make-version.ts';

const partsChanged = ({ parts_changed: { length } }: { parts_changed: readonly unknown[] }): string =>
  length === 1 ? '1 part of the file is changed' : `${length} parts of the file are changed`;
const counted = (count: number, word: string): string => (count === 0 ? '' : `${count} ${word}${count === 1 ? '' : 's'}`);

/** A web page has no pages to count; nothing is drawn of it. */
const describeMade = (record: DocumentRecord, type: string, pages: string): string =>
  record.format === 'artifact' ? 'A web page' : `A ${type} of ${pages} as ${record.format ?? 'docx'}`;

function summarise(record: DocumentRecord, made: Pick<MakeResult, 'pages' | 'counts' | 'type'>): string {
  const pages = made.pages === 1 ? '1 page' : `${made.pages} pages`;
  const { errors, warnings } = made.counts;
  const said = [counted(errors, 'error'), counted(warnings, 'warning')].filter((words) => words !== '').join(' and ');
  const found = said === '' ? 'nothing to look at' : `${said} to look at`;
  return `${describeMade(record, made.type, pages)}, ${found}.`;
}

/** What every report of this record has in common. */
function reportBase(record: DocumentRecord, summary: string): Report {
  return {
    object: 'report',
    document_id: record.id,
    operation: record.operation,
    summary,
    route: record.route,
    quality: record.quality,
    style: { applied: record.styleApplied, unsupported: record.styleUnsupported },
    design: { source: null, genre: null, copied: [], not_copied: [], fonts: [] },
    validation: { errors: 0, warnings: 0, info: 0, findings: [], resolved: [] },
    repairs: [],
    edits: [],
    sources: [],
    integrity: null,
    accessibility: null,
    timings_ms: {},
    cost: { amount: record.price?.amount ?? 0, currency: record.price?.currency ?? FREE.currency },
  };
}

/** The report of a free document names the currency of this installation. */
export function inCurrency(report: Report, currency: string): Report {
  return report.cost.amount > 0 ? report : { ...report, cost: { amount: 0, currency } };
}

function accessibilityOf(made: { findings: readonly Finding[] }): NonNullable<Report['accessibility']> {
  const findings = accessibilityFindings(made.findings);
  return { standard: 'PDF/UA-1', passed: findings.length === 0, findings };
}

/** Axe is asked of pages that an agent makes; of others nobody has looked for barriers. */
function accessibilityOfPage({ findings: all }: MakeResult, agent: AgentWork | undefined): Report['accessibility'] {
  const findings = all.filter(({ code }) => code === 'page_not_accessible');
  return agent === undefined ? null : { standard: 'WCAG 2.2 AA, as far as axe finds barriers', passed: findings.length === 0, findings };
}

/** What a model did for a document. */
export interface ModelWork {
  name: string;
  usage: ModelUsage;
}

/** What became of the wish for the look of a supplied file. */
export interface LookReport {
  /** The source as the report names it; null where nothing of any was copied. */
  source: string | null;
  copied: string[];
  notCopied: { what: string; reason: string }[];
}

/** What is said of an agent that saw no pages. */
export const blindness = (agent: AgentWork | undefined): NonNullable<Report['notes']> =>
  agent === undefined || agent.told.saw_pages
    ? []
    : [
        {
          code: 'pages_not_seen',
          severity: 'info',
          message:
            'The model takes no pictures: the agent corrected the document by what the checks found and could not look at its pages.',
        },
      ];

/** Report of a created document; `work` where a model had a part in it. */
export function reportCreated(
  record: DocumentRecord,
  made: MakeResult,
  sources: { ref: string; used: boolean; pages: number | null }[],
  work?: ModelWork,
  kept?: Kept,
  agent?: AgentWork,
  look?: LookReport,
): Report {
  const tokens = sumUsage(work?.usage, kept?.usage, agent?.usage);
  return {
    ...reportBase(record, summarise(record, made)),
    style: { applied: made.style, unsupported: made.unsupported },
    design: {
      source: look?.source ?? null,
      genre: made.genre ?? null,
      copied: look?.copied ?? [],
      not_copied: look?.notCopied ?? [],
      fonts: made.fonts,
    },
    validation: { ...made.counts, findings: made.findings, resolved: made.resolved },
    repairs: made.repairs,
    accessibility: record.format === 'artifact' ? accessibilityOfPage(made, agent) : accessibilityOf(made),
    sources,
    timings_ms: made.timingsMs,
    ...(work ? { model: { name: work.name, input_tokens: tokens.inputTokens, output_tokens: tokens.outputTokens } } : {}),
    ...(kept ? { requirements: kept.requirements, notes: [...kept.notes, ...blindness(agent)] } : {}),
    ...(agent ? { agent: agent.told } : {}),
  };
}

/** How the pictures were made, where those of a version before were there to be copied. */
const picturesOf = ({ pages, copied }: { pages: number | null; copied?: number[] }): Pick<Report, 'pictures'> =>
  copied === undefined || pages === null
    ? {}
    : { pictures: { drawn: Array.from({ length: pages }, (_, at) => at + 1).filter((page) => !copied.includes(page)), copied } };

/** Report of an edited file, also of one on which nothing could be done. */
export function reportEdited(record: DocumentRecord, made: EditMade): Report {
  const applied = made.edits.filter(({ status }) => status === 'applied').length;
  const rejected = made.edits.length - applied;
  // a document whose processing fails is not charged
  const free = made.status === 'failed' ? { cost: { amount: 0, currency: record.price?.currency ?? FREE.currency } } : {};
  const summary = `${applied} of ${made.edits.length} changes made${rejected > 0 ? `, ${rejected} rejected` : ''}; ${partsChanged(made.integrity)}.`;
  return {
    ...reportBase(record, summary),
    validation: { ...made.counts, findings: made.findings, resolved: [] },
    edits: made.edits,
    integrity: made.integrity,
    ...picturesOf(made),
    timings_ms: made.timingsMs,
    ...free,
  };
}

/** Report of a filled template. */
export function reportFilled(record: DocumentRecord, made: FillMade): Report {
  const { tags, integrity, counts, findings } = made;
  const pages = made.pages === 1 ? '1 page' : `${made.pages} pages`;
  return {
    ...reportBase(record, `A template with ${counted(tags, 'tag') || 'no tags'} filled: ${pages}; ${partsChanged(integrity)}.`),
    validation: { ...counts, findings, resolved: [] },
    integrity,
    timings_ms: made.timingsMs,
  };
}

/** Report of a reviewed file. */
export function reportReviewed(record: DocumentRecord, made: ReviewMade): Report {
  const repaired = made.repairs.filter(({ outcome }) => outcome === 'applied').length;
  return {
    ...reportBase(
      record,
      `${summarise(record, made)}${repaired === 0 ? '' : ` ${repaired === 1 ? 'One problem was' : `${repaired} problems were`} repaired.`}`,
    ),
    validation: { ...made.counts, findings: made.findings, resolved: made.resolved },
    repairs: made.repairs,
    integrity: made.integrity,
    accessibility: accessibilityOf(made),
    timings_ms: made.timingsMs,
  };
}

/** Report of a file that was edited by hand. */
export function reportVersion(record: DocumentRecord, made: VersionMade): Report {
  const { counts, findings } = made;
  const base = reportBase(
    record,
    counts === null
      ? `A file of ${made.pages === 1 ? '1 page' : `${made.pages} pages`}, saved by hand.`
      : summarise(record, { ...made, counts }),
  );
  return {
    ...base,
    validation: { ...(counts ?? { errors: 0, warnings: 0, info: 0 }), findings, resolved: [] },
    ...(counts === null ? {} : { accessibility: accessibilityOf(made) }),
    ...picturesOf(made),
    timings_ms: made.timingsMs,
  };
}

/** Report of a document that ended without a file. */
export function reportUnmade(record: DocumentRecord): Report {
  const summary = record.error ? `No file was made: ${record.error.message}` : 'No file was made: the document was canceled.';
  return { ...reportBase({ ...record, price: record.price && { ...record.price, amount: 0 } }, summary), error: record.error };
}
