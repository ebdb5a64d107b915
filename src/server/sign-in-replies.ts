/** Routes below `/v1/dashboard/auth`: those of sign-in, behind the rules of origin and of attempts, and those of links to join. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Dashboard } from '../accounts/dashboard.ts';
import { findInvitation, join, readEmail } from '../accounts/people.ts';
import { countAttempt, type Attempt } from '../accounts/sign-in-limits.ts';
import { parseJoin, parseNewcomer, parseTokenQuery } from '../api/dashboard-requests.ts';
import { parseJsonBody } from '../api/json-body.ts';
import { SIGN_IN_ROUTES, type SignInRoute } from '../api/sign-in-routes.ts';
import { Refusal } from '../base/refusal.ts';
import type { SignedIn } from '../ports/sign-in.ts';
import { readQuery, type Door } from './door.ts';
import { readBody } from './read-body.ts';
import type { ServerOptions } from './server-options.ts';
import { checkOrigin, readHeaders } from './session-headers.ts';
import { toSignInRefusal, withoutSecrets } from './sign-in-answers.ts';

const BASE = '/v1/dashboard/auth';
const BODY_BYTES_MAX = 65_536;
const SESSION_COOKIE = /^(?:__Secure-)?octavo\.session_token=[^;]{16,}/;

interface SignInContext {
  dashboard: Dashboard;
  publicUrl: () => string;
}

function bodyOf(request: FastifyRequest): Record<string, unknown> {
  const bytes = readBody(request);
  if (bytes.length === 0) return {};
  const body = parseJsonBody(bytes);
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return { ...body };
  throw new Refusal('input_invalid', 'The body must be a JSON object.', { errors: [{ path: '', message: 'This must be an object.' }] });
}

const emailOf = (body: Record<string, unknown>): string | null => (typeof body['email'] === 'string' ? body['email'] : null);

/** A request to the library; its own check of the origin comes after ours, which knows more names of this deployment. */
function toRequest(request: FastifyRequest, route: SignInRoute, body: Record<string, unknown>, publicUrl: string): Request {
  const headers = readHeaders(request);
  headers.delete('content-length');
  headers.set('origin', new URL(publicUrl).origin);
  const url = `${publicUrl}${request.url}`;
  if (route.method === 'GET') return new Request(url, { headers });
  headers.set('content-type', 'application/json');
  return new Request(url, { method: 'POST', headers, body: JSON.stringify({ ...body, ...route.forced }) });
}

async function beginAttempt(
  { dashboard }: SignInContext,
  request: FastifyRequest,
  route: SignInRoute,
  who: { body: Record<string, unknown>; before: SignedIn | null },
): Promise<Attempt | null> {
  if (route.counted === undefined) return null;
  const account = route.counted === 'email' ? emailOf(who.body) : route.counted === 'session' ? (who.before?.user.id ?? null) : null;
  return countAttempt(dashboard.people, { address: request.ip, account });
}

/** The session that an answer begins; null where it begins none. */
async function startedBy({ dashboard }: SignInContext, answer: Response): Promise<SignedIn | null> {
  const cookies = answer.headers.getSetCookie().filter((cookie) => SESSION_COOKIE.test(cookie));
  if (cookies.length === 0) return null;
  return dashboard.signIn.session(new Headers({ cookie: cookies.map((cookie) => cookie.split(';', 1)[0]).join('; ') }));
}

/** Notes sign-ins, refused ones of accounts that exist, and what the table names. */
async function noteAnswer(
  { dashboard }: SignInContext,
  request: FastifyRequest,
  what: { path: string; route: SignInRoute; answer: Response; before: SignedIn | null; email: string | null },
): Promise<void> {
  const note = (user: { id: string; email: string }, action: string, details: Record<string, string> = {}): Promise<void> =>
    dashboard.people.record({
      orgId: null,
      projectId: null,
      userId: user.id,
      actor: user.email,
      action,
      target: null,
      details,
      address: request.ip,
    });
  const { path, route, answer, before, email } = what;
  if (answer.status >= 400) {
    if (path !== '/sign-in/email' || email === null) return;
    const user = await dashboard.people.findUser(email.trim().toLowerCase());
    if (user !== null) await note(user, 'session.refused', { by: path });
    return;
  }
  const started = before === null || path === '/sign-in/email' ? await startedBy({ dashboard, publicUrl: () => '' }, answer) : null;
  if (started !== null) await note(started.user, 'session.started', { by: path });
  else if (before !== null && route.audit !== undefined) await note(before.user, route.audit);
}

async function send(reply: FastifyReply, answer: Response): Promise<unknown> {
  const cookies = answer.headers.getSetCookie();
  if (cookies.length > 0) reply.header('set-cookie', cookies);
  const location = answer.headers.get('location');
  if (location !== null && answer.status >= 300 && answer.status < 400)
    return reply.code(answer.status).header('location', location).send();
  const text = await answer.text();
  const body: unknown = text === '' ? {} : JSON.parse(text);
  reply.code(answer.status);
  return withoutSecrets(body) ?? {};
}

function signInReply(context: SignInContext, path: string, route: SignInRoute) {
  const { dashboard, publicUrl } = context;
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    checkOrigin(request, publicUrl());
    const body = route.method === 'GET' ? {} : bodyOf(request);
    const before = request.headers.cookie === undefined ? null : await dashboard.signIn.session(readHeaders(request));
    const attempt = await beginAttempt(context, request, route, { body, before });
    const answer = await dashboard.signIn.handle(toRequest(request, route, body, publicUrl()));
    const noted = noteAnswer(context, request, { path, route, answer, before, email: emailOf(body) });
    if (answer.status >= 400) {
      // not waited for: how long an answer takes must not tell whether there is an account
      noted.catch((error: unknown) => request.log.warn({ err: error }, 'a refused sign-in could not be noted'));
      throw await toSignInRefusal(answer, before !== null);
    }
    await noted;
    const text = await answer.clone().text();
    if (attempt !== null && route.alwaysCounts !== true && !text.includes('"twoFactorRedirect":true')) await attempt.succeeded();
    return send(reply, answer);
  };
}

/** Somebody new makes a user by the link, and is signed in; a user who is signed in joins one more organisation. */
function joinReply(context: SignInContext, door: Door) {
  const { dashboard, publicUrl } = context;
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    checkOrigin(request, publicUrl());
    const body = bodyOf(request);
    const { token } = parseJoin(body);
    const attempt = await countAttempt(dashboard.people, { address: request.ip, account: null });
    const caller = await door.findSession(request, reply);
    const newcomer = caller === null ? parseNewcomer(body) : null;
    const who =
      newcomer === null
        ? { userId: caller?.session.user.id ?? '' }
        : { name: newcomer.name, email: readEmail(newcomer.email), passwordHash: await dashboard.signIn.hashPassword(newcomer.password) };
    const joined = await join(dashboard, token, who);
    await attempt.succeeded();
    const base = { orgId: joined.orgId, projectId: null, userId: joined.userId, actor: joined.email };
    await dashboard.people.record({
      ...base,
      action: 'member.joined',
      target: joined.email,
      details: { role: joined.role },
      address: request.ip,
    });
    if (newcomer !== null) {
      const credentials = { email: joined.email, password: newcomer.password };
      const signIn = { method: 'POST' as const };
      const answer = await dashboard.signIn.handle(
        new Request(`${publicUrl()}${BASE}/sign-in/email`, toRequest(request, signIn, credentials, publicUrl())),
      );
      if (answer.status >= 400) throw await toSignInRefusal(answer, false);
      reply.header('set-cookie', answer.headers.getSetCookie());
    }
    return { object: 'joined', user_id: joined.userId, organisation_id: joined.orgId, role: joined.role };
  };
}

/** Adds the routes. They ask for no session by themselves: whoever signs in has none. */
export function addSignIn(app: FastifyInstance, options: Pick<ServerOptions, 'publicUrl'>, dashboard: Dashboard, door: Door): void {
  const context = { dashboard, publicUrl: options.publicUrl };
  const config = { operation: 'signIn' };
  for (const [path, route] of Object.entries(SIGN_IN_ROUTES))
    app.route({
      method: route.method,
      url: `${BASE}${path}`,
      config,
      bodyLimit: BODY_BYTES_MAX,
      exposeHeadRoute: false,
      handler: signInReply(context, path, route),
    });
  app.get(`${BASE}/methods`, { config }, async () => ({ object: 'sign_in_methods', ...dashboard.signIn.methods() }));
  app.get(`${BASE}/join`, { config }, async (request) => {
    const token = parseTokenQuery(readQuery(request));
    const attempt = await countAttempt(dashboard.people, { address: request.ip, account: null });
    const invitation = await findInvitation(dashboard, token);
    if (invitation === null)
      throw new Refusal('link_expired', 'This link has been used, was withdrawn or has expired; ask for another one.');
    await attempt.succeeded();
    const { email, role, organisation, expiresAt } = invitation;
    return { object: 'invitation_link', organisation, email, role, expires_at: expiresAt.toISOString() };
  });
  app.post(`${BASE}/join`, { config, bodyLimit: BODY_BYTES_MAX }, joinReply(context, door));
}
