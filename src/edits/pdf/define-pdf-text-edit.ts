/**
 * An edit of the text of a PDF file: done on the blocks that were read from its pages, which are laid out again afterwards
 * (`relayout-pdf.ts`). Its examples are Markdown: the blocks of the first page before, and all blocks afterwards.
 */
import { z } from 'zod';
import type { Block } from '../../document/block.ts';
import { blockText } from '../../document/walk.ts';
import type { EditListed } from '../all-edits.ts';
import { reject, type Rejected, type RejectionReason } from '../define-edit.ts';

/** Fields of operations on one block. */
export const target = z.string().min(1).max(200);
export const expect = z.string().max(100_000).optional();

export interface PlacedBlock {
  /** `page2.b3` */
  address: string;
  block: Block;
  gone: boolean;
  before: Block[];
  after: Block[];
}

export interface TextDone {
  before: string;
  after: string;
}

/** A worked example: Markdown of the first page, whose blocks are `page1.b1`, `page1.b2` …, and Markdown of what comes of it. */
interface PdfTextExample {
  name: string;
  given: string;
  operation: Record<string, unknown>;
  expected: string | { rejected: RejectionReason };
}

interface PdfTextEditDefinition<Fields extends { op: string }> extends Pick<EditListed, 'summary' | 'refuses'> {
  op: Fields['op'];
  schema: z.ZodType<Fields>;
  apply(placed: PlacedBlock[], fields: Fields): TextDone | Rejected;
  examples: readonly PdfTextExample[];
}

export interface PdfTextEdit extends EditListed {
  /** @throws where `operation` does not keep to `schema`: check it first */
  apply(placed: PlacedBlock[], operation: unknown): TextDone | Rejected;
  examples: readonly PdfTextExample[];
}

/** A definition whose fields are known to it alone: what the list holds. */
export function definePdfTextEdit<Fields extends { op: string }>(definition: PdfTextEditDefinition<Fields>): PdfTextEdit {
  return {
    ...definition,
    format: 'pdf',
    tracked: false,
    refuses: { ...definition.refuses, protected_document: 'the file is signed or encrypted' },
    apply: (placed, operation) => definition.apply(placed, definition.schema.parse(operation)),
  };
}

/** The block with this address. @returns why not: there is none, it is deleted already, it holds another text than expected */
export function findPlaced(placed: readonly PlacedBlock[], address: string, expect?: string): PlacedBlock | Rejected {
  const found = placed.find((one) => one.address === address);
  if (!found) return reject('target_not_found', `There is no block ${address.slice(0, 60)}; read the content for its addresses.`);
  if (found.gone) return reject('overlapping_operation', `${address} is deleted by an earlier operation.`);
  if (expect !== undefined && blockText(found.block) !== expect)
    return reject('expect_mismatch', `${address} holds "${blockText(found.block).slice(0, 200)}".`);
  return found;
}
