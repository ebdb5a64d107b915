/** One attempt at one job of a document: all that the steps of a workflow are given. */
import type { Lease } from '../ports/job-queue.ts';
import type { Price } from '../ports/prices.ts';
import type { DocumentJob, DocumentRecord } from '../ports/record.ts';
import type { PipelineDependencies, Workshop } from './dependencies.ts';
import type { Journal } from './journal.ts';
import type { Sink } from './sink.ts';

export interface Run<Job extends DocumentJob = DocumentJob> {
  deps: PipelineDependencies;
  workshop: Workshop;
  /** As it was claimed. */
  record: DocumentRecord;
  job: Job;
  lease: Lease;
  journal: Journal;
  /** Events and state go to the journal, files among the blobs of the document. */
  sink: Sink;
  signal: AbortSignal;
  /** Sets what is reserved for the document to this price; false where the balance does not cover it. */
  reserve(price: Price): Promise<boolean>;
}
