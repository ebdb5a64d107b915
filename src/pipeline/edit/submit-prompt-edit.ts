/** Acceptance of an edit that is asked for in words. */
import type { Format } from '../../contract/vocabulary.ts';
import { chooseLevel, chooseRoute } from '../../agent/choose-level.ts';
import { readEditWords } from '../../agent/edit-words.ts';
import { readRequestWords } from '../../agent/request-words.ts';
import type { Project } from '../../ports/account-store.ts';
import { priceOfRequest } from '../../ports/prices.ts';
import type { DocumentRecord } from '../../ports/record.ts';
import { acceptRequest, versionsUsed } from '../accept/accept-request.ts';
import { describeTarget, documentOnTarget, findTarget } from '../accept/request-target.ts';
import { readPageSource } from '../page/page-source.ts';
import { documentOnPage, findPageTarget } from '../page/page-target.ts';
import type { PipelineDependencies } from '../dependencies.ts';
import type { DocumentRequest } from '../../contract/document-request.ts';
import type { DryRun, Idempotency, Submitted } from '../pipeline.ts';

/** What is known on acceptance of how the edit is made. */
function decideEdit(
  { prompt = '', quality, maxQuality }: DocumentRequest,
  format: Format | null,
): { route: NonNullable<DocumentRecord['route']>; quality: NonNullable<DocumentRecord['quality']> } {
  const { mode, commentsOnly } = readEditWords(prompt);
  const chosen = chooseLevel(
    {
      requested: quality,
      maxQuality,
      format: format ?? 'docx',
      type: 'report',
      pages: null,
      sources: 0,
      charts: /\b(?:charts?|graphs?|gr[aá]fic[oa]s?)\b/iu.test(prompt),
      sheetFormulas: /\bf[oó]rmulas?\b/iu.test(prompt),
      comments: mode === 'tracked' || commentsOnly,
      explicitDesign: false,
      quick: readRequestWords(prompt).haste,
      copiesLook: 'none',
    },
    'edit',
  );
  return { route: chooseRoute(chosen.level, 'edit'), quality: chosen };
}

/** Of an artifact: the Markdown of its page is what is edited. */
async function submitPagePrompt(
  deps: PipelineDependencies,
  owner: Project,
  request: DocumentRequest,
  parent: DocumentRecord,
  idempotency: Idempotency | undefined,
): Promise<Submitted> {
  const { prompt = '', style } = request;
  await readPageSource(deps.blobs, parent);
  const decided = decideEdit(request, 'artifact');
  const document = {
    ...documentOnPage(owner, parent, request),
    ...decided,
    id: `doc_${deps.clock.ulid()}`,
    operation: 'edit' as const,
    mode: 'prompt' as const,
    versions: versionsUsed(deps, 'artifact', true),
    job: {
      kind: 'edit' as const,
      file: { kind: 'document' as const, documentId: parent.id },
      changes: { prompt, style, format: request.format },
    },
    price: priceOfRequest(deps.prices, decided.quality.level),
    idempotency,
  };
  return acceptRequest(deps, document, []);
}

/** @throws Refusal not_found, file_rejected, file_too_large, content_deleted, document_not_ready, input_invalid; as `acceptRequest` */
export async function submitPromptEdit(
  deps: PipelineDependencies,
  owner: Project,
  request: DocumentRequest,
  idempotency?: Idempotency,
): Promise<Submitted> {
  const { prompt = '', style } = request;
  const page = await findPageTarget(deps, owner, request.file);
  if (page !== null) return submitPagePrompt(deps, owner, request, page, idempotency);
  const found = await findTarget(deps, owner, request);
  const { target, format } = found;
  const decided = decideEdit(request, format);
  const document = {
    ...documentOnTarget(owner, request, found),
    mode: 'prompt' as const,
    ...decided,
    versions: versionsUsed(deps, format, true),
    job: { kind: 'edit' as const, file: target.source, changes: { prompt, style, format: request.format } },
    price: priceOfRequest(deps.prices, decided.quality.level),
    idempotency,
  };
  return acceptRequest(deps, document, target.kept);
}

/** @throws Refusal as `submitPromptEdit`; document_too_long */
export async function dryRunPromptEdit(deps: PipelineDependencies, owner: Project, request: DocumentRequest): Promise<DryRun> {
  const page = await findPageTarget(deps, owner, request.file);
  if (page !== null) {
    const decided = decideEdit(request, 'artifact');
    const { markdown } = await readPageSource(deps.blobs, page);
    const files = [{ ref: 'file', filename: `${page.name ?? 'page'}.md`, format: 'md', bytes: Buffer.byteLength(markdown), pages: null }];
    const cost = priceOfRequest(deps.prices, decided.quality.level);
    return { operation: 'edit', format: 'artifact', type: page.type, ...decided, files, warnings: [], cost };
  }
  const found = await findTarget(deps, owner, request);
  const decided = decideEdit(request, found.format);
  return { ...describeTarget('edit', found, decided), cost: priceOfRequest(deps.prices, decided.quality.level) };
}
