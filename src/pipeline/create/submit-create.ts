/** Acceptance of a document to be created: what this deployment offers, the sources, and what is decided before any work. */
import type { Format } from '../../contract/vocabulary.ts';
import type { Project } from '../../ports/account-store.ts';
import { priceOfRequest, type Price } from '../../ports/prices.ts';
import type { DocumentRecord } from '../../ports/record.ts';
import { chooseRoute, knownBeforehand, levelMade, levelOfContent, workOf } from '../../agent/choose-level.ts';
import { readRequestWords } from '../../agent/request-words.ts';
import { acceptRequest, versionsUsed } from '../accept/accept-request.ts';
import { isInWords } from '../accept/check-features.ts';
import { settleStorage } from '../artifact/storage-of.ts';
import { typeOfFormat } from '../target-kind.ts';
import type { PipelineDependencies } from '../dependencies.ts';
import type { DocumentRequest } from '../../contract/document-request.ts';
import type { DryRun, Idempotency, Submitted } from '../pipeline.ts';
import { likelyTemplate, wishOfStyle } from './find-template.ts';
import { refuseAt } from '../accept/find-own.ts';
import { runFileWork } from '../work/run-file-work.ts';
import { readLookWords } from '../../agent/look-words.ts';
import { checkSources, sourceRefs, type CheckedSource, type SourceKinds } from './submit-sources.ts';

/** What is known on acceptance: of a prompt, nothing before a model has read it. */
function decisionsOf(
  deps: PipelineDependencies,
  request: DocumentRequest,
  template: CheckedSource | undefined,
): Pick<DocumentRecord, 'format' | 'mode' | 'route' | 'quality' | 'versions'> {
  if (request.prompt !== undefined) {
    const format = request.format ?? null;
    return { format, mode: 'prompt', route: null, quality: null, versions: versionsUsed(deps, format, true) };
  }
  const format = formatOf(request, template);
  const copiesLook = template === undefined ? 'none' : format === 'pptx' && template.kind === 'pptx' ? 'presentation_template' : 'other';
  const { quality: requested, maxQuality } = request;
  const quality = levelOfContent({
    requested,
    maxQuality,
    copiesLook,
    work: workOf(format, 'content'),
    model: deps.model !== null && deps.model !== undefined,
  });
  const route = chooseRoute(quality.level, workOf(format, 'content'));
  const modelled = isInWords(request.style) || route.path === 'agent';
  return { format, mode: 'content', route, quality, versions: versionsUsed(deps, format, modelled) };
}

/** Without a format the content decides: sheets make a workbook, slides or a presentation as template a presentation, all else a Word file. */
function formatOf(request: DocumentRequest, template: CheckedSource | undefined): Format {
  if (request.format) return request.format;
  const markdown = request.content?.markdown ?? '';
  if (template?.kind === 'pptx' && !/^#[ \t]+(?:Sheet|Hoja):/m.test(markdown)) return 'pptx';
  return /^#[ \t]+(?:Sheet|Hoja):/m.test(markdown) ? 'xlsx' : /^::slide\b/m.test(markdown) ? 'pptx' : 'docx';
}

/** With content a document is taken as the template alone. */
const sourceKindsOf = ({ prompt, style }: DocumentRequest): SourceKinds =>
  prompt === undefined && wishOfStyle(style) === undefined ? 'pictures' : 'documents';

/** The source whose look supplied text is given; undefined where none is wished. @throws Refusal input_invalid */
function templateOf({ prompt, style }: DocumentRequest, sources: readonly CheckedSource[]): CheckedSource | undefined {
  const wish = prompt === undefined ? wishOfStyle(style) : undefined;
  if (wish === undefined) return undefined;
  const { source } = wish;
  if (sources.length === 0) throw refuseAt('input_invalid', 'The style asks for the look of a source, and none is sent.', '/style');
  if (source !== null && source > sources.length)
    throw refuseAt('input_invalid', `The style names source ${source}, and ${sources.length} are sent.`, '/style');
  const at = source === null ? likelyTemplate(sources) : source - 1;
  const material = sources.findIndex(({ picture }, index) => picture === false && index !== at);
  if (material >= 0)
    throw refuseAt(
      'input_invalid',
      'A document as a source needs a prompt; with content, one of them may be the template, and the others are pictures.',
      `/sources/${material}`,
    );
  return sources[at];
}

/** Of the level at which the document is made, as far as that is known. */
const reservedPrice = (
  { prices }: PipelineDependencies,
  { quality: asked, format }: DocumentRequest,
  { quality }: Pick<DocumentRecord, 'quality'>,
): Price => priceOfRequest(prices, quality?.level ?? (asked === 'auto' ? asked : levelMade(asked, workOf(format ?? null, 'create'))));

/** @throws Refusal feature_unavailable, file_rejected, file_too_large, source_unreadable, not_found, input_invalid; as `acceptRequest` */
export async function submitCreate(
  deps: PipelineDependencies,
  owner: Project,
  request: DocumentRequest,
  idempotency?: Idempotency,
): Promise<Submitted> {
  const { prompt, content, style, quality, maxQuality, name = null } = request;
  const artifact = request.format === 'artifact' ? { storage: settleStorage(request, owner) } : null;
  const id = `doc_${deps.clock.ulid()}`;
  const sources = await checkSources(deps, owner, id, request.sources, sourceKindsOf(request));
  const decided = decisionsOf(deps, request, templateOf(request, sources));
  return acceptRequest(
    deps,
    {
      id,
      orgId: owner.orgId,
      projectId: owner.id,
      keyId: owner.keyId,
      name,
      operation: 'create',
      ...decided,
      artifact,
      type: null,
      parentId: null,
      metadata: request.metadata,
      retention: request.retention ?? owner.retention,
      job: {
        kind: 'create',
        format: decided.format,
        prompt,
        markdown: content?.markdown,
        style,
        sources: sources.map(({ source }) => source),
        quality,
        maxQuality,
        prices: prompt === undefined ? undefined : deps.prices,
        defaults: owner.defaults === undefined ? undefined : { ...owner.defaults, name: owner.name },
      },
      price: reservedPrice(deps, request, decided),
      idempotency,
    },
    sources.flatMap(({ kept }) => kept),
  );
}

/** The source whose look would be copied, by the words of the request; none at the fast level. */
function templateRef(
  { prompt, style, quality, maxQuality }: DocumentRequest,
  sources: readonly CheckedSource[],
  refs: readonly string[],
  format: Format | null,
): { template?: string } {
  const wish = wishOfStyle(style) ?? (prompt === undefined ? null : readLookWords(prompt));
  if (!wish || sources.length === 0 || quality === 'fast' || maxQuality === 'fast') return {};
  const ref = refs[wish.source === null ? likelyTemplate(sources, format) : wish.source - 1];
  return ref === undefined ? {} : { template: ref };
}

/** Checks a request as the real call would and says what would happen. @throws Refusal as `submitCreate` */
export async function dryRunCreate(deps: PipelineDependencies, owner: Project, request: DocumentRequest): Promise<DryRun> {
  if (request.format === 'artifact') settleStorage(request, owner);
  const sources = await checkSources(deps, owner, 'dry-run', request.sources, sourceKindsOf(request));
  const { format, route, quality } = decisionsOf(deps, request, templateOf(request, sources));
  const refs = sourceRefs(sources.map(({ picture }) => picture !== false));
  const files = sources.map(({ filename, kind, bytes }, i) => ({
    ref: refs[i] ?? '',
    filename,
    format: kind,
    bytes: bytes ?? 0,
    pages: null,
  }));
  if (request.prompt !== undefined) {
    // what the model decides is not asked for here
    const words = readRequestWords(request.prompt);
    const wanted = format ?? words.format ?? null;
    const known = knownBeforehand(request.quality, wanted);
    const template = templateRef(request, sources, refs, wanted);
    return {
      ...template,
      operation: 'create',
      format: wanted,
      type: typeOfFormat(wanted) ?? null,
      route: known?.route ?? null,
      quality: known?.quality ?? null,
      files,
      warnings: [],
      ...(known ? { cost: priceOfRequest(deps.prices, known.quality.level) } : {}),
    };
  }
  const { type, notes } = await runFileWork('judgeMarkdown', request.content?.markdown ?? '', {
    pictures: request.sources.length,
    deck: format === 'pptx',
  });
  return {
    ...templateRef(request, sources, refs, format),
    operation: 'create',
    format,
    type: typeOfFormat(format) ?? type,
    route,
    quality,
    files,
    warnings: notes.map(({ code, message }) => ({ path: '/content/markdown', code, message })),
    cost: reservedPrice(deps, request, { quality }),
  };
}
