/** The job of a filled template. */
import { Refusal } from '../../base/refusal.ts';
import type { Status } from '../../contract/vocabulary.ts';
import type { EditJob, FillChanges } from '../../ports/record.ts';
import { openTarget } from '../accept/take-target.ts';
import { finishRun } from '../deliver.ts';
import { makeFilled } from '../fill-document.ts';
import { reportFilled } from '../report.ts';
import type { Run } from '../run.ts';
import { runFileWork } from '../work/run-file-work.ts';
import { takeTried } from './tried-fills.ts';

/** Fills again from what was kept on acceptance. @throws Refusal */
export async function runFill(
  { deps, workshop, record, job, sink, signal, ...run }: Run<EditJob>,
  { data: key, missing, locale }: FillChanges,
): Promise<Status> {
  const { bytes, contentType } = await openTarget(deps, record, job.file, signal);
  const kept = await deps.blobs.get(key);
  if (kept === null) throw new Refusal('file_not_found', 'The data was deleted before the template was filled.');
  const made = await makeFilled(
    {
      bytes,
      contentType,
      fill: async () => takeTried(record.id) ?? (await runFileWork('fillKept', bytes, kept, { missing, locale })),
      type: record.type,
      pdfOnly: record.format === 'pdf',
    },
    workshop,
    sink,
    signal,
  );
  const { status, pages, counts, outputs } = made;
  return finishRun(
    { deps, workshop, record, job, sink, signal, ...run },
    { status, type: made.type, pages, counts, outputs, report: reportFilled(record, made) },
  );
}
