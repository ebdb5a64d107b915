/** Endpoints of artifacts for their owner. */
import { Readable } from 'node:stream';
import { parseRecordRequest, parseRecordUpdate } from '../api/artifact-requests.ts';
import { parseJsonBody } from '../api/json-body.ts';
import { presentArtifactRecord, presentDocument, presentList } from '../api/present-document.ts';
import { parseRecordsQuery, refuseQuery } from '../api/queries.ts';
import { gatherFields, writeCsvHead, writeCsvRows } from '../api/write-csv.ts';
import type { Project } from '../ports/account-store.ts';
import type { OwnArtifacts } from '../pipeline/pipeline.ts';
import { writeContentDisposition } from './content-disposition.ts';
import type { CreateContext } from './create-document.ts';
import type { Reply } from './document-replies.ts';
import { ownerOf, readParameter, readQuery } from './door.ts';
import { readBody } from './read-body.ts';

type Known =
  | 'listArtifactData'
  | 'listArtifactRecords'
  | 'addArtifactRecord'
  | 'updateArtifactRecord'
  | 'deleteArtifactRecord'
  | 'deleteArtifactCollection'
  | 'revokeLinks';

type Place = { owner: Project; id: string; collection: string };

const placeOf = (request: Parameters<Reply>[0]): Place => ({
  owner: ownerOf(request),
  id: readParameter(request, 'document_id'),
  collection: readParameter(request, 'collection'),
});

async function* writeCsv(artifacts: OwnArtifacts, { owner, id, collection }: Place): AsyncGenerator<string> {
  const fields = new Set<string>();
  for await (const records of artifacts.exportRecords(owner, id, collection)) gatherFields(fields, records);
  yield writeCsvHead(fields);
  for await (const records of artifacts.exportRecords(owner, id, collection)) yield writeCsvRows(fields, records);
}

/** One list as a page of records is, written while it is read. */
async function* writeJson(artifacts: OwnArtifacts, { owner, id, collection }: Place): AsyncGenerator<string> {
  let [first, last]: [string | null, string | null] = [null, null];
  yield '{"object":"list","data":[';
  for await (const records of artifacts.exportRecords(owner, id, collection)) {
    for (const record of records) {
      yield `${first === null ? '' : ','}\n${JSON.stringify(presentArtifactRecord(collection, record))}`;
      first ??= record.id;
      last = record.id;
    }
  }
  yield `\n],"first_id":${JSON.stringify(first)},"last_id":${JSON.stringify(last)},"has_more":false}\n`;
}

const FILES = { csv: { type: 'text/csv; charset=utf-8', write: writeCsv }, json: { type: 'application/json', write: writeJson } };

export function createArtifactReplies({ options, link }: CreateContext): Record<Known, Reply> {
  const { artifacts } = options.pipeline;
  return {
    async listArtifactData(request) {
      refuseQuery(readQuery(request));
      return { data: await artifacts.collections(ownerOf(request), readParameter(request, 'document_id')) };
    },
    async listArtifactRecords(request, reply) {
      const place = placeOf(request);
      const { owner, id, collection } = place;
      const asked = parseRecordsQuery(readQuery(request));
      if ('page' in asked)
        return presentList(await artifacts.records(owner, id, collection, asked.page), (record) =>
          presentArtifactRecord(collection, record),
        );
      // what is refused is refused before the file begins
      await artifacts.records(owner, id, collection, { limit: 1, order: 'asc' });
      const { type, write } = FILES[asked.file];
      return reply
        .headers({
          'content-type': type,
          'content-disposition': writeContentDisposition(`${collection}.${asked.file}`),
        })
        .send(Readable.from(write(artifacts, place)));
    },
    async addArtifactRecord(request, reply) {
      refuseQuery(readQuery(request));
      const { owner, id, collection } = placeOf(request);
      const record = await artifacts.addRecord(owner, id, collection, parseRecordRequest(parseJsonBody(readBody(request))));
      return reply.code(201).send(presentArtifactRecord(collection, record));
    },
    async updateArtifactRecord(request) {
      refuseQuery(readQuery(request));
      const { owner, id, collection } = placeOf(request);
      const { record, revision } = parseRecordUpdate(parseJsonBody(readBody(request)));
      const place = { documentId: id, collection, id: readParameter(request, 'record_id') };
      return presentArtifactRecord(collection, await artifacts.updateRecord(owner, place, record, revision));
    },
    async deleteArtifactRecord(request) {
      refuseQuery(readQuery(request));
      const { owner, id, collection } = placeOf(request);
      const recordId = readParameter(request, 'record_id');
      await artifacts.removeRecord(owner, { documentId: id, collection, id: recordId });
      return { id: recordId, object: 'record', deleted: true };
    },
    async deleteArtifactCollection(request) {
      refuseQuery(readQuery(request));
      const { owner, id, collection } = placeOf(request);
      return { collection, object: 'collection', deleted: true, records: await artifacts.removeCollection(owner, id, collection) };
    },
    async revokeLinks(request) {
      refuseQuery(readQuery(request));
      return presentDocument(await artifacts.revokeLinks(ownerOf(request), readParameter(request, 'document_id')), link);
    },
  };
}
