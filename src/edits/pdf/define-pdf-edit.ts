/**
 * An edit of a PDF file: as those of Office files, but done on the open file, page by page, with the places of its words as
 * they were rendered. What does it is loaded when it is first needed: a process that meets no PDF loads no library for them.
 */
import type { z } from 'zod';
import type { Box, RenderedDocument } from '../../document/rendered-document.ts';
import type { EditListed } from '../all-edits.ts';
import type { EditContext, Rejected, RejectionReason } from '../define-edit.ts';
import type { PdfFile } from './mechanics/pdf-file.ts';
import type { PageOrder } from './mechanics/page-operations.ts';
import type { PageBars } from './mechanics/redact-page.ts';

export interface PdfWork {
  file: PdfFile;
  drawn: RenderedDocument;
  context: EditContext;
  order: PageOrder;
  /** What is to be redacted, by page; done after all operations. */
  bars: Map<number, PageBars[]>;
  /** Words that go from everywhere. */
  words: string[];
  /** Where operations have written on pages, by page: boxes of the page as it was shown when the file was sent. */
  written: Map<number, Box[]>;
}

export interface Done {
  before?: string;
  after?: string;
  /** What was lost or not reached: one plain sentence. */
  message?: string;
}

/** A worked example: a file with one line of text on each page, and what its pages are afterwards: `one @90 +Highlight`. */
interface PdfExample {
  name: string;
  given: readonly string[];
  /** Names of text fields of a form on the first page. */
  form?: readonly string[];
  /** Names of files that are attached. */
  attached?: readonly string[];
  operation: Record<string, unknown>;
  expected: readonly string[] | { rejected: RejectionReason };
}

interface PdfEditDefinition<Fields extends { op: string }> extends Omit<
  EditListed,
  'op' | 'format' | 'tracked' | 'schema' | 'alone' | 'examples'
> {
  op: Fields['op'];
  schema: z.ZodType<Fields>;
  /** It may have changed the open file when it turns out that it cannot be done. */
  stopsHalfway?: true;
  apply(work: PdfWork, fields: Fields): Promise<Done | Rejected>;
  examples: readonly PdfExample[];
}

export interface PdfEdit extends EditListed {
  stopsHalfway?: true;
  /** @throws where `operation` does not keep to `schema`: check it first */
  apply(work: PdfWork, operation: unknown): Promise<Done | Rejected>;
  examples: readonly PdfExample[];
}

export function definePdfEdit<Fields extends { op: string }>(definition: PdfEditDefinition<Fields>): PdfEdit {
  return {
    ...definition,
    format: 'pdf',
    tracked: false,
    refuses: { ...definition.refuses, protected_document: 'the file is signed or encrypted' },
    apply: (work, operation) => definition.apply(work, definition.schema.parse(operation)),
  };
}
