/** Acceptance of a request: features, files at hand, type where it can be told, and the one transaction that queues it. */
import { Refusal } from '../base/refusal.ts';
import { decideType } from '../document/document-type.ts';
import { readStyle } from '../document/style.ts';
import type { Project } from '../ports/account-store.ts';
import { priceOfRequest } from '../ports/prices.ts';
import type { DocumentJob, DocumentRecord, Format } from '../ports/record.ts';
import { readMarkdown } from '../readers/markdown.ts';
import { readRequestWords } from '../agent/request-words.ts';
import { FREE, settleAcceptance } from './accept.ts';
import type { PipelineDependencies } from './dependencies.ts';
import type { DocumentRequest, DryRun, Submitted } from './pipeline.ts';
import { sourceRefs } from './read-sources.ts';
import { checkSources, type CheckedSource, type SourceKinds } from './sources.ts';
import { dryRunWorked, prepareWorked } from './submit-file.ts';

const unavailable = (path: string, message: string): Refusal =>
  new Refusal('feature_unavailable', message, { errors: [{ path, message }] });

/** A style object needs no model. */
const isInWords = (style: string | undefined): boolean => style !== undefined && readStyle(style).kind === 'words';

const FORMATS_LATER: Partial<Record<Format, string>> = {
  artifact: 'Web-page artifacts are not available in this version; ask for docx, pptx, xlsx or pdf.',
};

/** What this deployment cannot do (501), after the fields were found valid. */
function checkFeatures({ model }: PipelineDependencies, request: DocumentRequest): void {
  if (!model && request.prompt !== undefined)
    throw unavailable(
      '/prompt',
      'No model is configured in this deployment, which a prompt needs; send your own Markdown as content.markdown.',
    );
  const later = request.format && FORMATS_LATER[request.format];
  if (later !== undefined) throw unavailable('/format', later);
  if (model) return;
  if (isInWords(request.style))
    throw unavailable(
      '/style',
      'A style in words needs a model, and none is configured in this deployment; send a style object as JSON, such as {"font": "Georgia", "colors": {"accent": "1B5E9C"}}.',
    );
  if (request.quality === 'standard' || request.quality === 'best') {
    throw unavailable('/quality', `Quality ${request.quality} needs a model, and none is configured in this deployment; use auto or fast.`);
  }
}

/** What makes a document of this format; of one that is not yet known, what makes most. */
export function versionsOf(
  { versions, model }: PipelineDependencies,
  format: Format | null,
  usesModel: boolean,
): DocumentRecord['versions'] {
  return {
    engine: versions.engine,
    renderer: format === 'pdf' ? versions.typesetter() : versions.office(),
    model: usesModel ? (model?.names.main ?? null) : null,
  };
}

const ROUTE = { path: 'fast' as const, reason: 'The text was supplied, so it is laid out directly without a model.' };

function qualityOf(request: DocumentRequest): NonNullable<DocumentRecord['quality']> {
  const { quality } = request;
  if (quality === 'standard' || quality === 'best')
    return { requested: quality, level: quality, reason: `${quality === 'best' ? 'Best' : 'Standard'} was asked for.` };
  const reason = quality === 'fast' ? 'Fast was asked for.' : 'Supplied text needs no model, so the fast level is enough.';
  return { requested: quality, level: 'fast', reason };
}

/** What is known on acceptance: of a prompt, nothing before a model has read it. */
function decisionsOf(
  deps: PipelineDependencies,
  request: DocumentRequest,
): Pick<DocumentRecord, 'format' | 'mode' | 'route' | 'quality' | 'versions'> {
  if (request.prompt !== undefined) {
    const format = request.format ?? null;
    return { format, mode: 'prompt', route: null, quality: null, versions: versionsOf(deps, format, true) };
  }
  const format = formatOf(request);
  const quality = qualityOf(request);
  const route =
    quality.level === 'fast'
      ? ROUTE
      : {
          ...ROUTE,
          reason: `The ${quality.level} level is made by an agent, which this version does not have yet: the supplied text is laid out directly.`,
        };
  return { format, mode: 'content', route, quality, versions: versionsOf(deps, format, isInWords(request.style)) };
}

/** Without a format the content decides (decisions §4): sheets make a workbook, slides a deck, all else a Word file. */
function formatOf(request: DocumentRequest): Format {
  if (request.format) return request.format;
  const markdown = request.content?.markdown ?? '';
  const format = /^#[ \t]+(?:Sheet|Hoja):/m.test(markdown) ? 'xlsx' : /^::slide\b/m.test(markdown) ? 'pptx' : 'docx';
  const later = FORMATS_LATER[format];
  if (later !== undefined) throw unavailable('/content/markdown', `The content is made for ${format}. ${later}`);
  return format;
}

const sourceKindsOf = (request: DocumentRequest): SourceKinds => (request.prompt === undefined ? 'pictures' : 'documents');

function jobOf(
  { prices }: PipelineDependencies,
  request: DocumentRequest,
  format: Format | null,
  sources: readonly CheckedSource[],
): DocumentJob {
  return {
    operation: request.operation,
    format,
    name: request.name ?? null,
    prompt: request.prompt,
    markdown: request.content?.markdown,
    style: request.style,
    sources: sources.map(({ source }) => source),
    quality: request.quality,
    maxQuality: request.maxQuality,
    prices: request.prompt === undefined ? undefined : prices,
  };
}

/**
 * Accepts a request or refuses it.
 * @throws Refusal feature_unavailable, file_rejected, file_too_large, source_unreadable, not_found, input_invalid,
 *   rate_limited, insufficient_balance, idempotency_key_reused, idempotency_request_in_progress
 */
export async function submitDocument(
  deps: PipelineDependencies,
  owner: Project,
  request: DocumentRequest,
  idempotency?: { key: string; fingerprint: string },
): Promise<Submitted> {
  checkFeatures(deps, request);
  return request.operation === 'create' ? submitCreate(deps, owner, request, idempotency) : submitWorked(deps, owner, request, idempotency);
}

async function submitWorked(
  deps: PipelineDependencies,
  owner: Project,
  request: DocumentRequest,
  idempotency?: { key: string; fingerprint: string },
): Promise<Submitted> {
  const id = `doc_${deps.clock.ulid()}`;
  const { document, store } = await prepareWorked(deps, owner, id, request);
  if (store) await deps.blobs.put(store.key, store.bytes, store.contentType);
  const price = document.quality === null ? FREE : priceOfRequest(deps.prices, document.quality.level);
  const outcome = await deps.store.accept({
    ...document,
    versions: versionsOf(deps, document.format, request.prompt !== undefined),
    ratePerMinute: deps.ratePerMinute,
    price,
    idempotency,
  });
  return settleAcceptance(deps, outcome, { stored: store ? id : null, price });
}

async function submitCreate(
  deps: PipelineDependencies,
  owner: Project,
  request: DocumentRequest,
  idempotency?: { key: string; fingerprint: string },
): Promise<Submitted> {
  const decided = decisionsOf(deps, request);
  const price = priceOfRequest(deps.prices, decided.quality?.level ?? request.quality);
  const id = `doc_${deps.clock.ulid()}`;
  const sources = await checkSources(deps, owner, id, request.sources, sourceKindsOf(request));
  await Promise.all(sources.map(({ store }) => store && deps.blobs.put(store.key, store.bytes, store.contentType)));
  const outcome = await deps.store.accept({
    id,
    orgId: owner.orgId,
    projectId: owner.id,
    name: request.name ?? null,
    operation: request.operation,
    ...decided,
    type: null,
    parentId: null,
    metadata: request.metadata,
    retention: request.retention ?? owner.retention,
    job: jobOf(deps, request, decided.format, sources),
    ratePerMinute: deps.ratePerMinute,
    price,
    idempotency,
  });
  return settleAcceptance(deps, outcome, { stored: sources.length > 0 ? id : null, price });
}

/** Checks a request as the real call would and says what would happen; creates nothing. */
export async function dryRunDocument(deps: PipelineDependencies, owner: Project, request: DocumentRequest): Promise<DryRun> {
  checkFeatures(deps, request);
  if (request.operation !== 'create') return dryRunWorked(deps, owner, request);
  const { format, route, quality } = decisionsOf(deps, request);
  const sources = await checkSources(deps, owner, 'dry-run', request.sources, sourceKindsOf(request));
  const refs = sourceRefs(sources.map(({ picture }) => picture !== false));
  const files = sources.map((source, i) => ({
    ref: refs[i] ?? '',
    filename: source.filename,
    format: source.kind,
    bytes: source.bytes ?? 0,
    pages: null,
  }));
  if (request.prompt !== undefined) {
    // what the model decides is not asked for here
    const words = readRequestWords(request.prompt);
    return { operation: request.operation, format: format ?? words.format ?? null, type: null, route, quality, files, warnings: [] };
  }
  const { value, notes } = readMarkdown(request.content?.markdown ?? '', { pictures: request.sources.length, deck: format === 'pptx' });
  return {
    operation: request.operation,
    format,
    type: format === 'xlsx' ? 'spreadsheet' : format === 'pptx' ? 'presentation' : decideType(value.blocks, value.meta),
    route,
    quality,
    files,
    warnings: notes
      .filter((note) => note.severity === 'warning')
      .map((note) => ({ path: '/content/markdown', code: note.code, message: note.message })),
  };
}
