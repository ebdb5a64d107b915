/** Where a workflow puts what it makes: in the service events, state and blobs, on the command line files. */
import type { EmittedEvent } from '../contract/event.ts';
import type { OutputKind } from '../contract/vocabulary.ts';
import type { Blobs } from '../ports/blobs.ts';
import type { Clock } from '../ports/clock.ts';
import type { DocumentPatch } from '../ports/document-store.ts';
import type { OutputRecord } from '../ports/record.ts';
import type { Journal } from './journal.ts';

export interface NewOutput {
  kind: OutputKind;
  contentType: string;
  bytes: Uint8Array;
  page?: number;
  width?: number;
  height?: number;
  widthPt?: number;
  heightPt?: number;
}

export interface Sink {
  /** State and events that belong together. Order is kept; need not be stored on return. */
  emit(patch: DocumentPatch, events: EmittedEvent[]): void;
  /** Stores a file; resolves when it is safe. */
  put(output: NewOutput): Promise<OutputRecord>;
  /** False where nobody wants pictures of the pages: none is drawn then. */
  previews?: boolean;
}

const EXTENSIONS: Record<OutputKind, string> = { docx: 'docx', pptx: 'pptx', xlsx: 'xlsx', pdf: 'pdf', preview: 'png', html: 'html' };

/** @param folder that the keys of the files begin with: `documents/<id>/` */
export function createSink(
  { blobs, clock }: { blobs: Pick<Blobs, 'put'>; clock: Clock },
  folder: string,
  journal: Pick<Journal, 'emit'>,
): Sink {
  return {
    emit: (patch, events) => journal.emit(patch, events),
    async put({ bytes, ...output }) {
      const id = `out_${clock.ulid()}`;
      const key = `${folder}${id}.${EXTENSIONS[output.kind]}`;
      await blobs.put(key, bytes, output.contentType);
      return { ...output, id, key, bytes: bytes.length };
    },
  };
}
