/** Acceptance of a review: of a file that someone else has made, or of a document of our own. */
import type { Project } from '../../ports/account-store.ts';
import type { NewDocument } from '../../ports/document-store.ts';
import { acceptRequest, versionsUsed } from '../accept/accept-request.ts';
import { describeTarget, documentOnTarget, findTarget } from '../accept/request-target.ts';
import type { PipelineDependencies } from '../dependencies.ts';
import type { DocumentRequest } from '../../contract/document-request.ts';
import type { DryRun, Idempotency, Submitted } from '../pipeline.ts';

/** @throws Refusal not_found, file_rejected, file_too_large, content_deleted, document_not_ready, input_invalid; as `acceptRequest` */
export async function submitReview(
  deps: PipelineDependencies,
  owner: Project,
  request: DocumentRequest,
  idempotency?: Idempotency,
): Promise<Submitted> {
  const found = await findTarget(deps, owner, request);
  const { target, format } = found;
  const document: Omit<NewDocument, 'ratePerMinute'> = {
    ...documentOnTarget(owner, request, found),
    mode: null,
    route: null,
    quality: null,
    versions: versionsUsed(deps, format, false),
    job: { kind: 'review', file: target.source },
    idempotency,
  };
  return acceptRequest(deps, document, target.kept);
}

/** @throws Refusal as `submitReview`; document_too_long */
export async function dryRunReview(deps: PipelineDependencies, owner: Project, request: DocumentRequest): Promise<DryRun> {
  const found = await findTarget(deps, owner, request);
  return { ...describeTarget('review', found, { route: null, quality: null }), cost: { amount: 0, currency: deps.prices.currency } };
}
