/** What differs between two documents that are versions of each other. */
import { Refusal } from '../base/refusal.ts';
import { compareContent, type BlockChange } from '../edits/compare-content.ts';
import type { AddressedBlock } from '../edits/list-content.ts';
import type { Project } from '../ports/account-store.ts';
import type { DocumentRecord } from '../ports/record.ts';
import { readPdf } from '../readers/pdf.ts';
import type { PipelineDependencies } from './dependencies.ts';
import { editContext } from './edits.ts';
import { listPdfContent, readForeignPages } from './pdf-content.ts';
import { officeOutput } from './sources.ts';
import { findFinished } from './versions.ts';
import { runFileWork } from './work/run-file-work.ts';

export interface Diff {
  from: string;
  to: string;
  summary: Record<BlockChange['change'], number>;
  changes: BlockChange[];
  truncated: boolean;
}

export interface Comparisons {
  /** @param from the parent where undefined. @throws Refusal not_found, content_deleted, document_not_ready, input_invalid, feature_unavailable */
  diff(owner: Project, id: string, from: string | undefined): Promise<Diff>;
  /** The older Word file with what leads to the newer one as tracked changes. */
  redline(owner: Project, id: string, from: string | undefined): Promise<{ bytes: Uint8Array; filename: string }>;
}

/** Changes told at once; the summary counts all. */
const CHANGES_MAX = 5_000;

interface Side {
  record: DocumentRecord;
  bytes: Uint8Array;
  kind: string;
}

const wrongFrom = (message: string): Refusal => new Refusal('input_invalid', `?from: ${message}`, { errors: [{ path: '?from', message }] });

async function sideOf(deps: PipelineDependencies, owner: Project, id: string): Promise<Side> {
  const record = await findFinished(deps, owner, id);
  const output = officeOutput(record);
  const bytes = output && (await deps.blobs.get(output.key));
  if (!output || !bytes) throw new Refusal('content_deleted', `The content of ${id} has been deleted; only its record stays.`);
  return { record, bytes, kind: output.kind };
}

async function sides(deps: PipelineDependencies, owner: Project, id: string, from: string | undefined): Promise<[from: Side, to: Side]> {
  const to = await sideOf(deps, owner, id);
  const older = from ?? to.record.parentId;
  if (older === null) throw wrongFrom('This is required: the document was edited from no other one.');
  const side = await sideOf(deps, owner, older);
  if (side.kind !== to.kind) throw wrongFrom(`One is a ${side.kind} file and the other a ${to.kind}; compare files of one format.`);
  return [side, to];
}

async function blocksOf(deps: PipelineDependencies, { bytes }: Side): Promise<AddressedBlock[]> {
  if (!deps.renderers) throw new Refusal('feature_unavailable', 'This process reads no PDF files; send it to one that has renderers.');
  return listPdfContent(readPdf(await readForeignPages(deps.renderers.pages, bytes)).value);
}

export function createComparisons(deps: PipelineDependencies): Comparisons {
  return {
    async diff(owner, id, from) {
      const [older, newer] = await sides(deps, owner, id, from);
      const changes =
        older.kind === 'pdf'
          ? compareContent(await blocksOf(deps, older), await blocksOf(deps, newer))
          : await runFileWork('compareFiles', older.bytes, newer.bytes);
      const count = (kind: BlockChange['change']): number => changes.filter(({ change }) => change === kind).length;
      return {
        from: older.record.id,
        to: newer.record.id,
        summary: { inserted: count('inserted'), deleted: count('deleted'), changed: count('changed'), moved: count('moved') },
        changes: changes.slice(0, CHANGES_MAX),
        truncated: changes.length > CHANGES_MAX,
      };
    },
    async redline(owner, id, from) {
      const [older, newer] = await sides(deps, owner, id, from);
      if (newer.kind !== 'docx')
        throw new Refusal('input_invalid', '?format: Only Word files have tracked changes.', {
          errors: [{ path: '?format', message: 'Only Word files have tracked changes.' }],
        });
      const { author, date } = editContext('tracked', deps.clock.now());
      return {
        bytes: (await runFileWork('redlineFiles', older.bytes, newer.bytes, { author, date })).bytes,
        filename: `${newer.record.name ?? 'document'} (changes).docx`,
      };
    },
  };
}
