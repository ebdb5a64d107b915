/** Operations whose places are queries, on the content of the file as it was sent. */
import { detectFileKind } from '../../base/file-kind.ts';
import { asksByQuery, resolveTargets, type AskedOperation, type ResolvedOperation } from '../../edits/resolve-targets.ts';
import type { PageRenderer } from '../../ports/page-renderer.ts';
import { runFileWork } from '../work/run-file-work.ts';
import { sentPdf } from './edit-pdf.ts';

/** The file is read only where an operation asks by a query. @throws Refusal file_rejected */
export async function resolveOperations(
  bytes: Uint8Array,
  operations: readonly AskedOperation[],
  pages: Pick<PageRenderer, 'read'>,
  signal?: AbortSignal,
): Promise<ResolvedOperation[]> {
  if (!operations.some(asksByQuery)) return resolveTargets([], operations);
  return detectFileKind(bytes, undefined).kind === 'pdf'
    ? runFileWork('resolvePdfTargets', await sentPdf(pages, bytes, signal), operations)
    : runFileWork('resolveTargets', bytes, operations);
}
