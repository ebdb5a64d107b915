/** What the shell asks for on behalf of a visitor. The token is in a header, so that no other page can have a browser send it. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../base/refusal.ts';
import { parseRecordRequest, parseRecordUpdate, parseStoredValue } from '../api/artifact-requests.ts';
import { parseJsonBody } from '../api/json-body.ts';
import { presentVisitorRecord } from '../api/present-document.ts';
import { parseEventCursor, parseStorageKeysQuery, parseVisitorRecordsQuery } from '../api/queries.ts';
import type { Visit, Visits } from '../pipeline/pipeline.ts';
import { sendChanges } from './artifact-changes.ts';
import type { ReadToken } from './artifact-links.ts';
import type { Reply } from './document-replies.ts';
import { readParameter, readQuery } from './door.ts';
import type { OpenAnswers } from './open-answers.ts';
import { readBody } from './read-body.ts';

export interface ArtifactDataContext {
  visits: Visits;
  /** @throws Refusal not_found, link_expired */
  read(token: string): ReadToken;
  addressOf(request: FastifyRequest): string;
  answers: OpenAnswers;
  nowMs(): number;
  heartbeatMs: number;
}

/** Streams of changes in one process, for one artifact and for one address of it. */
const STREAMS_MAX = 500;
const STREAMS_OF_ADDRESS_MAX = 50;
const STORAGE = '_storage';

/** Adds the routes under `/data`. */
export function addArtifactData(app: FastifyInstance, context: ArtifactDataContext): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  const add: Add = (method, url, operation, handler) => void app.route({ method, url, config: { operation }, handler });
  addRecords(add, context);
  addStorage(add, context);
  addChanges(add, context);
}

const opener =
  ({ visits, read, addressOf }: ArtifactDataContext) =>
  async (request: FastifyRequest): Promise<{ visit: Visit; token: ReadToken }> => {
    const [, given = ''] = /^Bearer (\S{1,1000})$/.exec(request.headers.authorization ?? '') ?? [];
    if (given === '') throw new Refusal('unauthorized', 'The token of the link is missing.');
    const token = read(given);
    return { visit: await visits.open(token, addressOf(request)), token };
  };

const collectionOf = (request: FastifyRequest): string => readParameter(request, 'collection');
const idOf = (request: FastifyRequest): string => readParameter(request, 'id');

type Add = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, operation: string, handler: Reply) => void;

function addRecords(add: Add, context: ArtifactDataContext): void {
  const { visits } = context;
  const open = opener(context);
  const [many, one] = ['/data/collections/:collection', '/data/collections/:collection/:id'];
  add('GET', many, 'listRecords', async (request) => {
    const page = parseVisitorRecordsQuery(readQuery(request));
    const { data, hasMore } = await visits.list((await open(request)).visit, collectionOf(request), page);
    return { data: data.map(presentVisitorRecord), has_more: hasMore };
  });
  add('GET', one, 'getRecord', async (request) =>
    presentVisitorRecord(await visits.get((await open(request)).visit, collectionOf(request), idOf(request))),
  );
  add('POST', many, 'addRecord', async (request, reply) => {
    const { visit } = await open(request);
    const record = await visits.add(visit, collectionOf(request), parseRecordRequest(parseJsonBody(readBody(request))));
    return reply.code(201).send(presentVisitorRecord(record));
  });
  add('PUT', one, 'updateRecord', async (request) => {
    const { visit } = await open(request);
    const { record, revision } = parseRecordUpdate(parseJsonBody(readBody(request)));
    return presentVisitorRecord(await visits.update(visit, collectionOf(request), idOf(request), record, revision));
  });
  add('DELETE', one, 'removeRecord', async (request) => {
    await visits.remove((await open(request)).visit, collectionOf(request), idOf(request));
    return { id: idOf(request), deleted: true };
  });
}

function addStorage(add: Add, context: ArtifactDataContext): void {
  const { visits } = context;
  const open = opener(context);
  add('GET', '/data/storage', 'listKeys', async (request) => {
    const prefix = parseStorageKeysQuery(readQuery(request));
    return { keys: await visits.keys((await open(request)).visit, prefix) };
  });
  add('GET', '/data/storage/:id', 'getKey', async (request) => {
    const { record } = await visits.get((await open(request)).visit, STORAGE, idOf(request));
    return { value: record['value'] ?? null };
  });
  add('PUT', '/data/storage/:id', 'setKey', async (request) => {
    const { visit } = await open(request);
    await visits.put(visit, idOf(request), parseStoredValue(parseJsonBody(readBody(request))));
    return { key: idOf(request) };
  });
  add('DELETE', '/data/storage/:id', 'deleteKey', async (request) => {
    await visits.remove((await open(request)).visit, STORAGE, idOf(request));
    return { key: idOf(request), deleted: true };
  });
}

/** Counts what is open under a key; `take` answers null where there are too many. */
function createCounter(max: number): { take(key: string): (() => void) | null } {
  const open = new Map<string, number>();
  return {
    take(key) {
      const count = open.get(key) ?? 0;
      if (count >= max) return null;
      open.set(key, count + 1);
      return () => {
        const left = (open.get(key) ?? 1) - 1;
        if (left > 0) open.set(key, left);
        else open.delete(key);
      };
    },
  };
}

function addChanges(add: Add, context: ArtifactDataContext): void {
  const { visits, answers, nowMs, heartbeatMs } = context;
  const open = opener(context);
  const [ofArtifact, ofAddress] = [createCounter(STREAMS_MAX), createCounter(STREAMS_OF_ADDRESS_MAX)];
  const enter = (visit: Visit): (() => void) => {
    const leave = [ofArtifact.take(visit.documentId), ofAddress.take(`${visit.documentId} ${visit.address}`)];
    const leaveAll = (): void => leave.forEach((one) => one?.());
    if (!leave.includes(null)) return leaveAll;
    leaveAll();
    throw new Refusal('rate_limited', 'Too many visitors follow this artifact; try again in a minute.', { retryAfterS: 60 });
  };
  add('GET', '/data/changes', 'followChanges', async (request, reply): Promise<FastifyReply> => {
    const { visit, token } = await open(request);
    const header = request.headers['last-event-id'];
    const after = typeof header === 'string' ? parseEventCursor(header, {}) : null;
    const leave = enter(visit);
    try {
      const expiresInMs = Math.max(0, token.expiresS * 1_000 - nowMs());
      await sendChanges(reply, visits, visit, { after, signal: answers.open(reply), heartbeatMs, expiresInMs });
    } finally {
      leave();
    }
    return reply;
  });
}
