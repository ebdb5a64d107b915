/**
 * What is before every endpoint, in the order of decisions §8: key or session (401), what the caller may do (403), a path that cannot be
 * (404), rate (429), media type (415). Size (413) and fields (422) follow once the body is read.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { checkPermission, keyCaller, sessionCaller, type Caller, type SessionCaller } from '../accounts/caller.ts';
import { createRateWindow, type RateWindow } from '../accounts/rate-window.ts';
import { Refusal } from '../base/refusal.ts';
import { needsOf, PATH_PARAMETERS, type Endpoint } from '../api/endpoints.ts';
import { parseDryRun } from '../api/queries.ts';
import type { Project } from '../ports/account-store.ts';
import { createAttempts } from './attempts.ts';
import type { ServerOptions } from './server-options.ts';
import { checkOrigin, readHeaders } from './session-headers.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The project that the caller speaks for; null on routes without a caller, and for users without a project. */
    owner: Project | null;
    /** Who asks; null on routes that anybody may ask. */
    caller: Caller | null;
  }
}

type Hook = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

export interface Door {
  rate: RateWindow;
  /** To be called after each answer. */
  countAnswer(request: FastifyRequest, status: number): void;
  /** A key, and nothing else. @throws Refusal unauthorized, region_mismatch */
  authenticateKey(request: FastifyRequest): Promise<void>;
  /** Hook of an endpoint for keys and sessions, before its body is read. @throws Refusal */
  admit(endpoint: Endpoint, options: { counted: boolean }): Hook;
  /** Hook of an endpoint for sessions alone. @throws Refusal session_required for a key that holds */
  admitSession(endpoint: Endpoint): Hook;
  /** Whose session it is; null where there is none that holds. Checks no permission. @throws Refusal origin_refused */
  findSession(request: FastifyRequest, reply: FastifyReply): Promise<SessionCaller | null>;
}

type DoorOptions = Pick<ServerOptions, 'authenticator' | 'pipeline' | 'clock' | 'ratePerMinute' | 'dashboard' | 'publicUrl'>;

const SIGN_IN_FIRST = 'Send an API key in the header Authorization: Bearer ak_…, or sign in: there is no session that holds.';

export function createDoor(options: DoorOptions): Door {
  const rate = createRateWindow({ documentsPerMinute: options.ratePerMinute, nowMs: () => options.clock.monotonicMs() });
  const attempts = createAttempts(options);
  const authenticateKey = async (request: FastifyRequest): Promise<void> => {
    try {
      take(request, keyCaller(await options.authenticator.authenticate(request.headers.authorization)));
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'unauthorized') throw error;
      attempts.countWrongKey(request);
      throw error;
    }
  };

  const findSession: Door['findSession'] = async (request, reply) => {
    const { dashboard } = options;
    if (dashboard === null || request.headers.cookie === undefined) return null;
    const session = await dashboard.signIn.session(readHeaders(request));
    if (session === null) return null;
    checkOrigin(request, options.publicUrl());
    if (session.cookies.length > 0) reply.header('set-cookie', [...session.cookies]);
    const named = request.headers['octavo-project'];
    const caller = await sessionCaller(dashboard.people, session, {
      project: Array.isArray(named) ? named[0] : named,
      region: dashboard.accounts.region,
    });
    take(request, caller);
    return caller;
  };
  /** A key wins over a cookie: a browser sends the one by itself, and nobody sends the other by accident. */
  const authenticate: Hook = async (request, reply) => {
    if (request.headers.authorization === undefined && (await findSession(request, reply)) !== null) return;
    if (request.headers.authorization === undefined && request.headers.cookie !== undefined)
      throw new Refusal('unauthorized', SIGN_IN_FIRST);
    await authenticateKey(request);
  };
  const checkRate = (request: FastifyRequest, reply: FastifyReply): void => {
    const owner = ownerOf(request);
    tellRate(rate, owner, reply);
    options.pipeline.checkRate(owner);
    rate.check(owner.orgId);
  };
  const judge = (request: FastifyRequest, endpoint: Endpoint): void => {
    checkPermission(callerOf(request), needsOf(endpoint));
    checkPath(request);
  };
  return {
    rate,
    countAnswer: (request, status) => attempts.countAnswer(request, status, isDryRun(request)),
    authenticateKey,
    findSession,
    admit:
      (endpoint, { counted }) =>
      async (request, reply) => {
        await authenticate(request, reply);
        judge(request, endpoint);
        // Dry runs make nothing, so they are neither counted nor refused.
        if (counted && !parseDryRun(readQuery(request)).dryRun) checkRate(request, reply);
        if (endpoint.body !== undefined) attempts.check(ownerOf(request).orgId);
        if (endpoint.body !== undefined) checkMediaType(request, endpoint.body.form !== undefined);
      },
    admitSession: (endpoint) => async (request, reply) => {
      await authenticate(request, reply);
      if (callerOf(request).kind === 'key')
        throw new Refusal('session_required', 'This route takes a signed-in dashboard user, not an API key.');
      judge(request, endpoint);
      if (endpoint.body !== undefined) checkMediaType(request, false);
    },
  };
}

/** draft-ietf-httpapi-ratelimit-headers-10 §3 and §4; this request is counted already, as far as this process knows. */
function tellRate(rate: RateWindow, { orgId }: Project, reply: FastifyReply): void {
  const { documentsPerMinute, remaining, resetS } = rate.left(orgId);
  reply.header('ratelimit-policy', `"documents";q=${documentsPerMinute};w=60`);
  reply.header('ratelimit', `"documents";r=${Math.max(0, remaining - 1)};t=${resetS}`);
}

function take(request: FastifyRequest, caller: Caller): void {
  request.caller = caller;
  request.owner =
    caller.kind === 'session' && caller.project !== null ? { ...caller.project, actor: caller.session.user.name } : caller.project;
}

/** Who asks; routes behind the door have one. */
function callerOf(request: FastifyRequest): Caller {
  if (request.caller === null) throw new Error('a route without a caller asked for it');
  return request.caller;
}

/** Who is signed in; routes behind `admitSession` have one. */
export function userOf(request: FastifyRequest): SessionCaller {
  const caller = callerOf(request);
  if (caller.kind !== 'session') throw new Error('a route without a session asked for its user');
  return caller;
}

/** The project behind the key or session. @throws Refusal not_found for a user without a project */
export function ownerOf(request: FastifyRequest): Project {
  if (request.owner !== null) return request.owner;
  callerOf(request);
  throw new Refusal('not_found', 'This user has no project to act in; an owner or an admin of the organisation makes one.');
}
/** Of a request whose query may be anything. */
const isDryRun = (request: FastifyRequest): boolean => parseDryRun(readQuery(request)).dryRun;

export function readQuery(request: FastifyRequest): Record<string, unknown> {
  return typeof request.query === 'object' && request.query !== null ? { ...request.query } : {};
}

/** A parameter of the path, as the table of endpoints names it. */
export function readParameter(request: FastifyRequest, name: string): string {
  const { params } = request;
  const value: unknown =
    typeof params === 'object' && params !== null ? Object.entries(params).find(([key]) => key === name)?.[1] : undefined;
  if (typeof value !== 'string') throw new Error(`the route has no parameter ${name}`);
  return value;
}

function checkPath(request: FastifyRequest): void {
  for (const [name, value] of Object.entries(typeof request.params === 'object' && request.params !== null ? request.params : {})) {
    const known = PATH_PARAMETERS[name];
    if (known !== undefined && !known.pattern.test(String(value)))
      throw new Refusal(
        'not_found',
        name.endsWith('_id')
          ? 'There is nothing with this id: it is not a valid one.'
          : `There is nothing here: the address takes this. ${known.description}`,
      );
  }
}

function checkMediaType(request: FastifyRequest, takesForms: boolean): void {
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity')
    throw new Refusal('unsupported_media_type', 'Send the body as it is, without Content-Encoding.');
  const mediaType = (request.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase();
  if (mediaType === 'application/json' || (takesForms && mediaType === 'multipart/form-data')) return;
  const forms = takesForms ? ' or multipart/form-data' : '';
  throw new Refusal('unsupported_media_type', `Send the body as Content-Type: application/json${forms}.`);
}
