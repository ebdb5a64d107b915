/**
 * The origin of artifacts: the shell behind a link, the page inside it, and the data that the shell asks for. An instance of its own
 * on a port of its own: what users wrote as pages never shares an origin with the interface.
 */
import { createHmac } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { fastify, LogController, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { Refusal, type RefusalCode } from '../base/refusal.ts';
import { framePage, PAGE_POLICY, PAGE_SANDBOX } from '../pipeline/artifact-page.ts';
import { addArtifactData } from './artifact-data.ts';
import { createArtifactLinks, type ArtifactLinks, type LinkScope, type ReadToken } from './artifact-links.ts';
import { writeShell } from './artifact-shell.ts';
import { NOTICE_POLICY, writeNoticePage } from './artifact-texts.ts';
import { readParameter } from './door.ts';
import { createOpenAnswers } from './open-answers.ts';
import { answerMalformedHttp, createErrorReply, toRefusal } from './problem-replies.ts';
import type { ServerOptions } from './server-options.ts';
import { cutOffLate } from './cut-off-late.ts';
import { takeTurns } from './take-turns.ts';

export interface ArtifactServerOptions extends ServerOptions {
  /** Addresses of proxies whose `X-Forwarded-For` is believed. */
  trustedProxies: readonly string[];
}

/** A record of 16 KB and what JSON adds around it, escapes of every character included. */
const BODY_BYTES_MAX = 128 * 1_024;
const HEARTBEAT_MS = 15_000;
const COMPRESSED_FROM_BYTES = 2_048;

const OFF = [
  'accelerometer',
  'autoplay',
  'browsing-topics',
  'camera',
  'clipboard-read',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'gamepad',
  'geolocation',
  'gyroscope',
  'hid',
  'identity-credentials-get',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'otp-credentials',
  'payment',
  'picture-in-picture',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'storage-access',
  'usb',
  'window-management',
  'xr-spatial-tracking',
];

/** Of every answer. What a frame inherits is off for the page too. */
const HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  'x-dns-prefetch-control': 'off',
  'x-robots-tag': 'noindex, nofollow',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy': OFF.map((name) => `${name}=()`).join(', '),
};

const setHeaders = (request: FastifyRequest, reply: FastifyReply): FastifyReply => reply.headers({ ...HEADERS, 'request-id': request.id });

const zip = promisify(gzip);

/** The server of artifacts, ready to listen. */
export function createArtifactServer(options: ArtifactServerOptions): FastifyInstance {
  const sendProblem = createErrorReply(options.publicUrl);
  const answerError = (error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply | void => {
    if (!wantsPage(request)) return sendProblem(error, request, reply);
    const refusal = toRefusal(error);
    if (refusal === null) request.log.error({ err: error, requestId: request.id }, 'request failed');
    return sendNotice(reply, noticeOf(refusal?.code ?? null), request);
  };
  const app = fastify({
    ...(options.logger === undefined ? { logger: false } : { loggerInstance: options.logger }),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: 60_000,
    keepAliveTimeout: 75_000,
    http: { headersTimeout: 20_000 },
    return503OnClosing: false,
    requestIdHeader: false,
    genReqId: () => `req_${options.clock.ulid()}`,
    trustProxy: options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
    routerOptions: { maxParamLength: 1_000 },
    clientErrorHandler: (error, socket) =>
      answerMalformedHttp(error, socket, { publicUrl: options.publicUrl(), requestId: `req_${options.clock.ulid()}` }),
    // of an address that no router can read: no hook has run before
    frameworkErrors: (error, request, reply) => answerError(error, request, setHeaders(request, reply)),
  });
  takeTurns(app);
  cutOffLate(app, options);
  app.addHook('onRequest', async (request, reply) => void setHeaders(request, reply));
  app.addHook('onResponse', async (request, reply) => {
    const operation = `artifact:${request.routeOptions.config.operation ?? 'unknown'}`;
    const seconds = reply.elapsedTime / 1_000;
    options.metrics.countRequest({ operation, method: request.method, status: reply.statusCode, seconds });
    // without the address: it is the key
    request.log.info({ requestId: request.id, operation, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'answered');
  });
  app.setErrorHandler(answerError);
  app.setNotFoundHandler(() => {
    throw new Refusal('not_found', 'There is nothing at this address.');
  });
  const links = createArtifactLinks(options);
  app.route({ method: 'GET', url: '/healthz', config: { operation: 'healthz' }, handler: async () => ({ status: 'ok' }) });
  app.route({
    method: 'GET',
    url: '/robots.txt',
    config: { operation: 'robots' },
    handler: async (_request, reply) => reply.type('text/plain').send('User-agent: *\nDisallow: /\n'),
  });
  addShell(app, options, links);
  addPage(app, options, links);
  addArtifactData(app, {
    visits: options.pipeline.visits,
    read: (token) => readToken(links, 'visit', token),
    addressOf: (request) => addressOf(request, options.secret),
    answers: createOpenAnswers(options.closing),
    nowMs: () => options.clock.now().getTime(),
    heartbeatMs: options.heartbeatMs ?? HEARTBEAT_MS,
  });
  return app;
}

const STATUSES = { expired: 410, missing: 404, busy: 429, failed: 500 } as const;

function noticeOf(code: RefusalCode | null): keyof typeof STATUSES {
  if (code === 'link_expired') return 'expired';
  if (code === 'rate_limited') return 'busy';
  return code === null || code === 'internal_error' ? 'failed' : 'missing';
}

/** A browser that shows what it gets, rather than a program that reads it. */
const wantsPage = (request: FastifyRequest): boolean =>
  request.method === 'GET' && !request.url.startsWith('/data') && (request.headers.accept ?? '').includes('text/html');

function sendNotice(reply: FastifyReply, kind: keyof typeof STATUSES, request: FastifyRequest): FastifyReply {
  return reply
    .code(STATUSES[kind])
    .headers({ 'content-type': 'text/html; charset=utf-8', 'content-security-policy': NOTICE_POLICY, 'connection-allowlist': '()' })
    .serializer((page: string) => page)
    .send(writeNoticePage(kind, request.headers['accept-language']));
}

/** @throws Refusal not_found for what is no token of ours, link_expired */
function readToken(links: ArtifactLinks, scope: LinkScope, token: string): ReadToken {
  const read = links.read(scope, token);
  if (read === 'tampered') throw new Refusal('not_found', 'This is not a link to an artifact.');
  if (read === 'expired') throw new Refusal('link_expired', 'This link has expired; get another one with GET /documents/{id}/outputs.');
  return read;
}

/** Whom the rates count: an IPv4 address, or the network that a household has in IPv6; nothing of it can be read from what is stored. */
function addressOf({ ip }: FastifyRequest, secret: string): string {
  const plain = ip.replace(/^::ffff:(?=\d+\.)/i, '');
  const network = plain.includes(':')
    ? new URL(`http://[${plain.split('%', 1)[0] ?? ''}]/`).hostname.slice(1, -1).split(':').slice(0, 4).join(':')
    : plain;
  return createHmac('sha256', secret).update(`visitor\n${network}`).digest('base64url').slice(0, 22);
}

async function sendHtml(request: FastifyRequest, reply: FastifyReply, html: Uint8Array): Promise<FastifyReply> {
  reply.headers({ 'content-type': 'text/html; charset=utf-8', vary: 'accept-encoding' });
  const takesGzip = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
  if (!takesGzip || html.length < COMPRESSED_FROM_BYTES) return reply.send(Buffer.from(html));
  return reply.header('content-encoding', 'gzip').send(await zip(html));
}

function addShell(
  app: FastifyInstance,
  { pipeline, artifactUrl, publicUrl, secret, clock }: ArtifactServerOptions,
  links: ArtifactLinks,
): void {
  const newNonce = (): string => createHmac('sha256', secret).update(`nonce\n${clock.ulid()}`).digest('base64');
  app.route({
    method: 'GET',
    url: '/a/:token',
    config: { operation: 'shell' },
    handler: async (request, reply) => {
      const token = readParameter(request, 'token');
      const read = readToken(links, 'visit', token);
      const visit = await pipeline.visits.open(read, addressOf(request, secret));
      const { html, policy } = writeShell({
        visit,
        token,
        pageUrl: `${artifactUrl()}/p/${links.sign('page', read)}`,
        ownerOrigin: new URL(publicUrl()).origin,
        acceptLanguage: request.headers['accept-language'],
        nonce: newNonce(),
      });
      reply.header('content-security-policy', policy);
      return sendHtml(request, reply, Buffer.from(html));
    },
  });
}

function addPage(app: FastifyInstance, { pipeline, publicUrl }: ArtifactServerOptions, links: ArtifactLinks): void {
  app.route({
    method: 'GET',
    url: '/p/:token',
    config: { operation: 'page' },
    handler: async (request, reply) => {
      const { bytes } = await pipeline.visits.page(readToken(links, 'page', readParameter(request, 'token')));
      reply.headers({
        // an origin that is nobody's, even where the page is opened without its shell
        'content-security-policy': `${PAGE_POLICY}; frame-ancestors 'self' ${new URL(publicUrl()).origin}; sandbox ${PAGE_SANDBOX}`,
        // every connection, where the browser has it (WICG Connection Allowlists): names to resolve and WebRTC too
        'connection-allowlist': '()',
      });
      return sendHtml(request, reply, framePage(bytes));
    },
  });
}
