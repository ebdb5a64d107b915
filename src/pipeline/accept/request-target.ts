/** A request of `POST /documents` that works on a file: the file, the fields of its document, and the limits on its length. */
import type { Format, Operation } from '../../contract/vocabulary.ts';
import { Refusal } from '../../base/refusal.ts';
import type { Project } from '../../ports/account-store.ts';
import type { NewDocument } from '../../ports/document-store.ts';
import type { DocumentRecord } from '../../ports/record.ts';
import type { SheetPages } from '../../review/estimate-sheet-pages.ts';
import type { ForeignFormat } from '../../review/review-foreign.ts';
import type { PipelineDependencies } from '../dependencies.ts';
import type { DocumentRequest } from '../../contract/document-request.ts';
import type { DryRun } from '../pipeline.ts';
import { referToTarget, type ReferredTarget } from './take-target.ts';
import { FORMAT_OF_KIND, typeOfFormat } from '../target-kind.ts';

/** Pages, slides or sheets that may be reviewed, or edited from a prompt. */
const PAGES_MAX = 50;
/** A sheet counts as a page of a workbook, and may be printed on many; beyond this many they are not reviewed. */
const SHEET_PAGES_MAX = 300;

/** @param pages slides of a presentation, sheets of a workbook; null where not known yet. @throws Refusal document_too_long */
export function checkLength(format: ForeignFormat, pages: number | null): void {
  if (pages === null || pages <= PAGES_MAX) return;
  const what = format === 'pptx' ? 'slides' : format === 'xlsx' ? 'sheets' : 'pages';
  throw new Refusal(
    'document_too_long',
    `The file has ${pages} ${what}; up to ${PAGES_MAX} can be reviewed or edited: divide it, or send the part that matters.`,
  );
}

/** @param pages as rendered. @throws Refusal document_too_long */
export function checkRenderedLength(format: ForeignFormat, pages: number): void {
  if (format !== 'xlsx') checkLength(format, pages);
  else if (pages > SHEET_PAGES_MAX)
    throw new Refusal(
      'document_too_long',
      `The workbook fills ${pages} pages when it is rendered; up to ${SHEET_PAGES_MAX} are reviewed: leave out what needs no review.`,
    );
}

/** A page of small print without margins has not as many. */
const PAGE_CHARS_MAX = 50_000;

/** A Word file whose text fills more pages than are reviewed, before it is laid out, which would take minutes. @throws Refusal document_too_long */
export function checkTextLength(chars: number): void {
  if (chars > PAGES_MAX * PAGE_CHARS_MAX)
    throw new Refusal(
      'document_too_long',
      `The file has ${chars.toLocaleString('en')} characters, far more than ${PAGES_MAX} pages, and no more can be reviewed or edited: divide it, or send the part that matters.`,
    );
}

/** The estimate is of what is certain to be drawn, and leaves room for a page that holds more than was told. */
const SHEET_PAGES_TOLD_MAX = 2 * SHEET_PAGES_MAX;
/** Empty pages among those with something on them are looked at and left out by the renderer: about 4 µs each. */
const SPANNED_PAGES_MAX = 2_500_000;
/** More take an office program minutes, whatever they are drawn for. */
const DRAWN_SHEET_PAGES_MAX = 3_000;

type PagesTold = Omit<SheetPages, 'sheets'>;

const spannedFault = ({ spanned, last }: PagesTold): string =>
  `The workbook is ${spanned.toLocaleString('en')} pages large when it is rendered, nearly all of them empty, since ${last} is in use: delete what is in the cells far from the others, or set a print area.`;

/** Why a workbook cannot be drawn within a minute; null where it can. */
export function undrawnReason(pages: PagesTold): string | null {
  if (pages.spanned > SPANNED_PAGES_MAX) return spannedFault(pages);
  return pages.filled > DRAWN_SHEET_PAGES_MAX
    ? `The workbook fills about ${pages.filled.toLocaleString('en')} pages when it is rendered; up to ${DRAWN_SHEET_PAGES_MAX.toLocaleString('en')} are drawn: set print areas or a scale to fit.`
    : null;
}

/** A workbook that would take minutes to draw, before it is drawn. @throws Refusal document_too_long */
export function checkSheetPages(pages: PagesTold): void {
  const { filled, spanned } = pages;
  if (filled > SHEET_PAGES_TOLD_MAX)
    throw new Refusal(
      'document_too_long',
      `The workbook fills about ${filled.toLocaleString('en')} pages when it is rendered; up to ${SHEET_PAGES_MAX} are reviewed: leave out what needs no review, or set print areas or a scale to fit.`,
    );
  if (spanned > SPANNED_PAGES_MAX) throw new Refusal('document_too_long', spannedFault(pages));
}

/** The file of a request that works on one, and what follows from it. */
export interface RequestTarget {
  id: string;
  target: ReferredTarget;
  format: Format | null;
}

/** @throws Refusal as `referToTarget` */
export async function findTarget(deps: PipelineDependencies, owner: Project, request: DocumentRequest): Promise<RequestTarget> {
  if (request.file === undefined) throw new Error(`${request.operation} was asked for without a file`);
  const id = `doc_${deps.clock.ulid()}`;
  const target = await referToTarget(deps, owner, id, request.file);
  return { id, target, format: target.kind === null ? null : FORMAT_OF_KIND[target.kind] };
}

/** The fields of a new document that works on a file. */
export function documentOnTarget(
  owner: Project,
  request: DocumentRequest,
  { id, target: { parent }, format }: RequestTarget,
): Pick<
  NewDocument,
  'id' | 'orgId' | 'projectId' | 'keyId' | 'name' | 'operation' | 'format' | 'type' | 'parentId' | 'metadata' | 'retention'
> {
  return {
    id,
    orgId: owner.orgId,
    projectId: owner.id,
    keyId: owner.keyId,
    name: request.name ?? parent?.name ?? null,
    operation: request.operation,
    format,
    type: parent?.type ?? typeOfFormat(format),
    parentId: parent?.id ?? null,
    metadata: request.metadata,
    retention: request.retention ?? owner.retention,
  };
}

/** What a dry run says of a request that works on a file. @throws Refusal document_too_long */
export function describeTarget(
  operation: Operation,
  { target: { parent, pages, filename, kind, size }, format }: RequestTarget,
  decided: Pick<DocumentRecord, 'route' | 'quality'>,
): DryRun {
  // sheets may be printed on any number of pages, and pages of a Word file from outside are known once it is rendered
  if (format === 'pptx' || format === 'pdf' || (format === 'docx' && parent !== null)) checkLength(format, pages);
  return {
    operation,
    format,
    type: parent?.type ?? typeOfFormat(format),
    ...decided,
    files: [{ ref: 'file', filename, format: kind ?? 'url', bytes: size ?? 0, pages }],
    warnings: [],
  };
}
