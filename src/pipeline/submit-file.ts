/** Acceptance of what works on a file that exists: reviews, and edits from a prompt. */
import { chooseLevel } from '../agent/choose-level.ts';
import { readEditWords } from '../agent/edit-words.ts';
import { readRequestWords } from '../agent/request-words.ts';
import type { Project } from '../ports/account-store.ts';
import type { NewDocument } from '../ports/document-store.ts';
import type { DocumentRecord, Format } from '../ports/record.ts';
import type { PipelineDependencies } from './dependencies.ts';
import type { DocumentRequest, DryRun } from './pipeline.ts';
import { checkLength } from './review-document.ts';
import { checkWorkedFile, type WorkedFile, type WorkedKind } from './worked-file.ts';

/** Old files come back as their successors. */
const FORMATS: Readonly<Record<WorkedKind, Format>> = {
  docx: 'docx',
  pptx: 'pptx',
  xlsx: 'xlsx',
  pdf: 'pdf',
  doc: 'docx',
  ppt: 'pptx',
  xls: 'xlsx',
};
const TYPES: Partial<Record<Format, DocumentRecord['type']>> = { pptx: 'presentation', xlsx: 'spreadsheet' };

const formatOf = ({ kind }: WorkedFile): Format | null => (kind === null ? null : FORMATS[kind]);

function fileOf(request: DocumentRequest): NonNullable<DocumentRequest['file']> {
  if (request.file === undefined) throw new Error(`${request.operation} was asked for without a file`);
  return request.file;
}

/** What is known on acceptance of how an edit is made. */
function decideEdit(
  { operation, prompt = '', quality, maxQuality }: DocumentRequest,
  format: Format | null,
): Pick<DocumentRecord, 'mode' | 'route' | 'quality'> {
  if (operation !== 'edit') return { mode: null, route: null, quality: null };
  const { mode, commentsOnly } = readEditWords(prompt);
  return {
    mode: 'prompt',
    route: { path: 'agent', reason: 'Changes to a file that exists are planned by an agent, operation by operation.' },
    quality: chooseLevel({
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
    }),
  };
}

type Worked = Omit<NewDocument, 'ratePerMinute' | 'idempotency' | 'versions'>;

/**
 * What is to be stored of a review or an edit, with its file where the bytes are at hand.
 * @throws Refusal not_found, file_rejected, file_too_large, content_deleted, document_not_ready, input_invalid
 */
export async function prepareWorked(
  deps: PipelineDependencies,
  owner: Project,
  id: string,
  request: DocumentRequest,
): Promise<{ document: Worked; store: WorkedFile['store'] }> {
  const file = await checkWorkedFile(deps, owner, id, fileOf(request));
  const format = formatOf(file);
  const name = request.name ?? file.parent?.name ?? null;
  const { operation, prompt } = request;
  return {
    store: file.store,
    document: {
      id,
      orgId: owner.orgId,
      projectId: owner.id,
      name,
      operation,
      format,
      type: file.parent?.type ?? (format && TYPES[format]) ?? null,
      parentId: file.parent?.id ?? null,
      metadata: request.metadata,
      retention: request.retention ?? owner.retention,
      ...decideEdit(request, format),
      job: {
        operation,
        format,
        name,
        prompt,
        style: request.style,
        sources: [],
        file: file.source,
        quality: request.quality,
        maxQuality: request.maxQuality,
      },
    },
  };
}

/** Checks the file as the real call would. */
export async function dryRunWorked(deps: PipelineDependencies, owner: Project, request: DocumentRequest): Promise<DryRun> {
  const file = await checkWorkedFile(deps, owner, 'dry-run', fileOf(request));
  const format = formatOf(file);
  if (format === 'pptx' || format === 'pdf' || (format === 'docx' && file.parent !== null)) checkLength(format, file.pages);
  const { route, quality } = decideEdit(request, format);
  return {
    operation: request.operation,
    format,
    type: file.parent?.type ?? (format && TYPES[format]) ?? null,
    route,
    quality,
    files: [{ ref: 'file', filename: file.filename, format: file.kind ?? 'url', bytes: file.bytes ?? 0, pages: file.pages }],
    warnings: [],
  };
}
