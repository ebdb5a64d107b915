/** Reviewing a file: all that is wrong with it is reported, and what is safe to repair is repaired. */
import type { Status } from '../../contract/vocabulary.ts';
import type { ReviewJob } from '../../ports/record.ts';
import { openTarget } from '../accept/take-target.ts';
import { finishRun } from '../deliver.ts';
import { reportReviewed } from '../report.ts';
import { makeReview } from '../review-document.ts';
import type { Run } from '../run.ts';

/** @throws Refusal */
export async function runReview(run: Run<ReviewJob>): Promise<Status> {
  const { deps, workshop, record, job, sink, signal } = run;
  const made = await makeReview(await openTarget(deps, record, job.file, signal), workshop, sink, signal);
  const { status, format, type, pages, counts, repaired, outputs } = made;
  return finishRun(run, {
    status,
    format,
    type,
    pages,
    counts,
    repairSummary: repaired,
    outputs,
    report: reportReviewed({ ...record, format }, made),
  });
}
