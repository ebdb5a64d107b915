/** The HTTP door: every route of the contract on one Fastify instance, ready to listen. It decides nothing itself. */
import { fastify, LogController, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { Refusal } from '../base/refusal.ts';
import { DASHBOARD_ENDPOINTS, ENDPOINTS, type DashboardId, type OperationId } from '../api/endpoints.ts';
import { createArtifactLinks } from './artifact-links.ts';
import { createArtifactReplies } from './artifact-replies.ts';
import { createDocument, type CreateContext } from './create-document.ts';
import { createDocumentReplies, type Reply } from './document-replies.ts';
import { createDoor } from './door.ts';
import { addDownloads } from './downloads.ts';
import { addDashboardPages, type DashboardPages } from './dashboard-pages.ts';
import { createRequestRecorder, type RequestRecorder } from './request-recorder.ts';
import { createDashboardReplies } from './dashboard-replies.ts';
import { addSignIn } from './sign-in-replies.ts';
import { createEditReplies } from './edit-replies.ts';
import { createFillReplies } from './fill-replies.ts';
import { createExtractionReplies } from './extraction-replies.ts';
import { createFileReplies } from './file-replies.ts';
import { createVersionReplies } from './version-replies.ts';
import { addPaymentNotices, createMoneyReplies } from './money-replies.ts';
import { createWebhookReplies } from './webhook-replies.ts';
import { refuseUnknownRoutes } from './unknown-routes.ts';
import { createOpenAnswers } from './open-answers.ts';
import { addOpenRoutes } from './open-routes.ts';
import { createLinkSigner } from './output-links.ts';
import { answerMalformedHttp, createErrorReply } from './problem-replies.ts';
import { addBodyParsers } from './read-body.ts';
import { addMcp } from './mcp-route.ts';
import { allowOrigins } from './cross-origin.ts';
import { LONG_BODY_BYTES } from './share-bodies.ts';
import { takeTurns } from './take-turns.ts';
import { traceRequests } from './trace-requests.ts';
import { cutOffLate } from './cut-off-late.ts';
import type { ServerOptions } from './server-options.ts';
import { createShares } from '../base/shares.ts';
import { onTurnOf } from '../base/whose-turn.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Name of the route in logs and metrics. */
    operation?: string;
  }
}

/** Interface §6.3. */
const HEARTBEAT_MS = 15_000;
/** A request has this long to come in whole: 96 MB at 3 Mbit/s. */
const REQUEST_TIMEOUT_MS = 300_000;
const HEADERS_TIMEOUT_MS = 20_000;
/** Longer than the idle time of usual proxies, so that they close first. */
const KEEP_ALIVE_MS = 75_000;
/** Some clients send a body where none is wanted, such as `{}` to cancel. */
const UNWANTED_BODY_BYTES_MAX = 65_536;

/** The server with all its routes, ready to listen; `close()` waits for what is being answered until `options.closing` is set. */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const app = fastify({
    ...(options.logger === undefined ? { logger: false } : { loggerInstance: options.logger }),
    // Its lines hold whole addresses, and those of downloads are keys; ours name the operation (below).
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: options.bodyLimitBytes,
    trustProxy: options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    http: { headersTimeout: HEADERS_TIMEOUT_MS },
    return503OnClosing: false,
    requestIdHeader: false,
    genReqId: () => `req_${options.clock.ulid()}`,
    clientErrorHandler: (error, socket) =>
      answerMalformedHttp(error, socket, { publicUrl: options.publicUrl(), requestId: `req_${options.clock.ulid()}` }),
    frameworkErrors: (error, request, reply) => {
      setCommonHeaders(reply, request.id);
      return createErrorReply(options.publicUrl)(error, request, reply);
    },
  });
  takeTurns(app);
  const door = createDoor(options);
  const recorder = openRecorder(app, options);
  app.decorateRequest('owner', null).decorateRequest('caller', null);
  app.setErrorHandler(createErrorReply(options.publicUrl));
  app.addHook('onRequest', async (request, reply) => void setCommonHeaders(reply, request.id));
  app.addHook('onResponse', async (request, reply) => {
    const operation = request.routeOptions.config.operation ?? 'unknown';
    const seconds = reply.elapsedTime / 1_000;
    options.metrics.countRequest({ operation, method: request.method, status: reply.statusCode, seconds });
    door.countAnswer(request, reply.statusCode);
    recorder?.note(request, reply);
    request.log.info(
      {
        requestId: request.id,
        operation,
        method: request.method,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        project: request.owner?.id,
      },
      'answered',
    );
  });
  if (options.tracing !== undefined) traceRequests(app, options.tracing);
  allowOrigins(app, options.allowedOrigins ?? []);
  let pages: DashboardPages | null = null;
  refuseUnknownRoutes(app, (request, reply) => pages?.answer(request, reply) ?? false);
  await addBodyParsers(app, { ratePerMinute: options.ratePerMinute, nowMs: () => options.clock.monotonicMs() });
  cutOffLate(app, options);

  const signer = createLinkSigner({ ...options, artifactLinks: createArtifactLinks(options) });
  const context: CreateContext = {
    options,
    door,
    answers: createOpenAnswers(options.closing),
    link: signer.link,
    heartbeatMs: options.heartbeatMs ?? HEARTBEAT_MS,
  };
  if (options.operationsOnly !== true) {
    addEndpoints(app, context);
    addDashboard(app, context);
    if (options.dashboard !== null) pages = await addDashboardPages(app, options);
    addDownloads(app, options, signer);
    addPaymentNotices(app, options);
    if (options.mcp !== undefined) addMcp(app, door, { ...options, answer: options.mcp });
  }
  addOpenRoutes(app, options);
  return app;
}

/** Writes what waits when the server closes. */
function openRecorder(app: FastifyInstance, { dashboard, clock, logger }: ServerOptions): RequestRecorder | null {
  if (dashboard === null) return null;
  const { requests } = dashboard;
  const recorder = createRequestRecorder({ requests, clock }, (err, lines) =>
    logger?.warn({ err, lines }, 'requests could not be written down'),
  );
  app.addHook('onClose', () => recorder.close());
  return recorder;
}

function setCommonHeaders(reply: { headers(values: Record<string, string>): unknown }, requestId: string): void {
  reply.headers({
    'request-id': requestId,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  });
}

/** Each makes a document, or pages again, or compares whole files. */
const COUNTED: ReadonlySet<OperationId> = new Set([
  'createDocument',
  'createEdit',
  'compareFiles',
  'createFill',
  'createVersion',
  'saveDocumentFile',
  'createStatementDocument',
]);

/** Those that bytes of files, or data for templates, may come to; all others take what a form or a record may be. */
const TAKES_FILES: ReadonlySet<OperationId> = new Set([
  'createDocument',
  'createEdit',
  'compareFiles',
  'createFill',
  'createExtraction',
  'createFile',
  'saveDocumentFile',
]);

/** Answers of up to some megabytes: an organisation is given so many of each at a time, the others of its own wait. */
const LONG_ANSWERS: ReadonlySet<string> = new Set<OperationId>([
  'listDocuments',
  'listVersions',
  'getContent',
  'diffDocument',
  'getReport',
  'getDocumentRequest',
]);
const LONG_ANSWERS_AT_ONCE = 2;

const isOperation = (id: string): id is OperationId => Object.hasOwn(ENDPOINTS, id);

function bodyLimitOf(id: OperationId, { bodyLimitBytes }: ServerOptions): number {
  if (ENDPOINTS[id].body === undefined) return UNWANTED_BODY_BYTES_MAX;
  return TAKES_FILES.has(id) ? bodyLimitBytes : Math.min(bodyLimitBytes, LONG_BODY_BYTES);
}

function addEndpoints(app: FastifyInstance, context: CreateContext): void {
  const { options, door } = context;
  const replies: Record<OperationId, Reply> = {
    createDocument: (request, reply) => createDocument(context, request, reply),
    ...createDocumentReplies(context),
    ...createArtifactReplies(context),
    ...createFileReplies(options),
    ...createExtractionReplies(options),
    ...createEditReplies(context),
    ...createFillReplies(context),
    ...createVersionReplies(context),
    ...createWebhookReplies(options),
    ...createMoneyReplies(context),
  };
  for (const [id, endpoint] of Object.entries(ENDPOINTS)) {
    if (!isOperation(id)) continue;
    const share = LONG_ANSWERS.has(id) ? createShares(LONG_ANSWERS_AT_ONCE) : null;
    app.route({
      method: endpoint.method,
      url: `/v1${endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
      exposeHeadRoute: endpoint.method === 'GET' && id !== 'followEvents',
      config: { operation: id },
      bodyLimit: bodyLimitOf(id, options),
      onRequest: door.admit(endpoint, { counted: COUNTED.has(id) }),
      handler: (request, reply) =>
        onTurnOf(request.owner?.orgId ?? null, async () => {
          const end = await share?.(1);
          try {
            return await replies[id](request, reply);
          } finally {
            // what is returned is written first
            if (end !== undefined) setImmediate(end);
          }
        }),
    });
  }
}

const isDashboard = (id: string): id is DashboardId => Object.hasOwn(DASHBOARD_ENDPOINTS, id);

/** Routes of the dashboard take a signed-in user only, those of sign-in anybody. */
function addDashboard(app: FastifyInstance, context: CreateContext): void {
  const { options, door } = context;
  const { dashboard } = options;
  const refuse = async (request: FastifyRequest): Promise<never> => {
    await door.authenticateKey(request);
    throw new Refusal('session_required', 'This route takes a signed-in dashboard user, not an API key.');
  };
  const elsewhere = async (request: FastifyRequest, reply: FastifyReply): Promise<never> => {
    if (request.headers.authorization === undefined && (await door.findSession(request, reply)) !== null)
      throw new Refusal('not_found', `There is nothing at ${request.url.split('?', 1)[0]?.slice(0, 100)}.`);
    return refuse(request);
  };
  if (dashboard !== null) {
    const replies = createDashboardReplies(dashboard, context);
    for (const [id, endpoint] of Object.entries(DASHBOARD_ENDPOINTS)) {
      if (!isDashboard(id)) continue;
      app.route({
        method: endpoint.method,
        url: `/v1${endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
        exposeHeadRoute: false,
        config: { operation: id },
        bodyLimit: UNWANTED_BODY_BYTES_MAX,
        onRequest: door.admitSession(endpoint),
        handler: (request, reply) => onTurnOf(request.owner?.orgId ?? null, () => replies[id](request, reply)),
      });
    }
    addSignIn(app, options, dashboard, door);
  }
  app.route({
    method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    url: '/v1/dashboard/*',
    config: { operation: 'dashboard' },
    onRequest: elsewhere,
    handler: elsewhere,
  });
}
