/** `POST /documents`: each operation is accepted by its workflow. */
import type { Project } from '../ports/account-store.ts';
import { checkFeatures } from './accept/check-features.ts';
import { dryRunCreate, submitCreate } from './create/submit-create.ts';
import type { PipelineDependencies } from './dependencies.ts';
import { dryRunPromptEdit, submitPromptEdit } from './edit/submit-prompt-edit.ts';
import type { DocumentRequest } from '../contract/document-request.ts';
import type { DryRun, Idempotency, Submitted } from './pipeline.ts';
import { dryRunReview, submitReview } from './review/submit-review.ts';

interface Workflow {
  submit(deps: PipelineDependencies, owner: Project, request: DocumentRequest, idempotency?: Idempotency): Promise<Submitted>;
  /** Checks a request as `submit` would and says what would happen; creates nothing. */
  dryRun(deps: PipelineDependencies, owner: Project, request: DocumentRequest): Promise<DryRun>;
}

const WORKFLOWS: Readonly<Record<DocumentRequest['operation'], Workflow>> = {
  create: { submit: submitCreate, dryRun: dryRunCreate },
  edit: { submit: submitPromptEdit, dryRun: dryRunPromptEdit },
  review: { submit: submitReview, dryRun: dryRunReview },
};

/** Accepts a request or refuses it. @throws Refusal feature_unavailable; as the workflow does */
export async function submitDocument(
  deps: PipelineDependencies,
  owner: Project,
  request: DocumentRequest,
  idempotency?: Idempotency,
): Promise<Submitted> {
  checkFeatures(deps, request);
  return WORKFLOWS[request.operation].submit(deps, owner, request, idempotency);
}

/** @throws Refusal as `submitDocument` */
export async function dryRunDocument(deps: PipelineDependencies, owner: Project, request: DocumentRequest): Promise<DryRun> {
  checkFeatures(deps, request);
  return WORKFLOWS[request.operation].dryRun(deps, owner, request);
}
