/** Where the making puts what it makes in the service: events and state into the journal, files among the blobs. */
import type { OutputRecord } from '../ports/record.ts';
import type { PipelineDependencies } from './dependencies.ts';
import type { Journal } from './journal.ts';
import type { MakeSink, NewOutput } from './make.ts';

const EXTENSIONS: Record<NewOutput['kind'], string> = {
  docx: 'docx',
  pptx: 'pptx',
  xlsx: 'xlsx',
  pdf: 'pdf',
  preview: 'png',
  html: 'html',
};

/** @param folder under which the keys of the files stand: `documents/<id>/` */
export function createSink(
  { blobs, clock }: Pick<PipelineDependencies, 'blobs' | 'clock'>,
  folder: string,
  journal: Pick<Journal, 'tell'>,
): MakeSink {
  return {
    tell: (patch, events) => journal.tell(patch, events),
    async put(output) {
      const id = `out_${clock.ulid()}`;
      const key = `${folder}${id}.${EXTENSIONS[output.kind]}`;
      await blobs.put(key, output.bytes, output.contentType);
      const { bytes, ...rest } = output;
      return { ...rest, id, key, bytes: bytes.length } satisfies OutputRecord;
    },
  };
}
