/**
 * The settings. Every one has one line here; a value that cannot be used is named together with all others, each with its
 * repair. `environment.ts` reads them.
 */
import { resolve } from 'node:path';
import { z } from 'zod';
import { BUDGETS, type Budget, type Budgets } from '../agent/loop-budget.ts';
import { ConfigurationError } from '../cli/exit-codes.ts';
import { FREE, type Prices } from '../ports/prices.ts';

const port = z.coerce.number().int().min(0).max(65_535);
const count = (least: number, most: number) => z.coerce.number().int().min(least).max(most);
const httpUrl = z
  .string()
  .refine((value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol), 'must be an http or https address');

const isOrigin = (value: string): boolean =>
  URL.canParse(value) && /^https?:$/.test(new URL(value).protocol) && new URL(value).origin === value;
const originList = z
  .string()
  .transform((text) => text.split(/[\s,]+/).filter((entry) => entry !== ''))
  .refine(
    (list) => list.every((entry) => entry === '*' || isOrigin(entry)),
    'must be origins such as https://app.example.com by commas, or *',
  );

const modelName = z
  .string()
  .regex(/^(?:anthropic|openai|openai-compatible):\S+$/, 'must look like anthropic:<name>, openai:<name> or openai-compatible:<name>');

const price = z.number().int('must be a whole number of minor units').min(0).max(1_000_000_000);
const priceList = z.strictObject({
  fast: price.default(0),
  standard: price.default(0),
  best: price.default(0),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'must be three capital letters')
    .default(FREE.currency),
});

/** JSON as it is in a setting. @param example of how it looks */
const jsonSetting = <T>(schema: z.ZodType<T>, example: string) =>
  z.string().transform((text, context): T => {
    const fail = (message: string): typeof z.NEVER => {
      context.addIssue({ code: 'custom', message: `${message}; it looks like ${example}` });
      return z.NEVER;
    };
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      return fail('must be JSON');
    }
    const parsed = schema.safeParse(value);
    return parsed.success ? parsed.data : fail(parsed.error.issues.map(({ path, message }) => [...path, message].join(' ')).join(', '));
  });
const prices = jsonSetting<Prices>(priceList, '{"fast":2,"standard":10,"best":30,"currency":"EUR"}');

const amount = (most: number) => z.number().int('must be a whole number').min(1).max(most);
const budget = z.strictObject({
  looks: amount(50),
  turns: amount(200),
  tokens: amount(5_000_000),
  goal_s: amount(3_600),
  limit_s: amount(7_200),
});
const budgetList = z.strictObject({ standard: budget.partial().default({}), best: budget.partial().default({}) });

function mergeBudget(base: Budget, { goal_s: goal, limit_s: limit, ...rest }: Partial<z.infer<typeof budget>>): Budget {
  const goalMs = goal === undefined ? base.goalMs : goal * 1_000;
  const limitMs = limit === undefined ? base.limitMs : limit * 1_000;
  return { ...base, ...rest, goalMs: Math.min(goalMs, limitMs), limitMs };
}

const budgets = jsonSetting(
  budgetList,
  '{"standard":{"looks":2,"turns":8,"tokens":48000,"goal_s":60,"limit_s":180},"best":{"looks":5}}',
).transform((list): Budgets => ({ standard: mergeBudget(BUDGETS.standard, list.standard), best: mergeBudget(BUDGETS.best, list.best) }));

const settings = z.object({
  OCTAVO_DATA_DIR: z.string().default('./data'),
  OCTAVO_HOST: z.string().default('127.0.0.1'),
  OCTAVO_PORT: port.default(8080),
  OCTAVO_PUBLIC_URL: httpUrl.optional(),
  OCTAVO_ARTIFACT_PORT: port.optional(),
  OCTAVO_ARTIFACT_URL: httpUrl.optional(),
  OCTAVO_ARTIFACT_RATE: count(0, 1_000_000).default(120),
  OCTAVO_TRUSTED_PROXIES: z.string().default(''),
  OCTAVO_ALLOWED_ORIGINS: originList.default([]),
  OCTAVO_REGION: z
    .string()
    .regex(/^[a-z0-9]{1,16}$/, 'must be 1 to 16 lower-case letters and digits')
    .default('local'),
  OCTAVO_DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres:// or postgresql://')
    .optional(),
  OCTAVO_BLOBS: z
    .string()
    .regex(/^s3:\/\/[^/?]+/, 'must look like s3://bucket?endpoint=https://…&region=…')
    .optional(),
  OCTAVO_ROLE: z.enum(['all', 'api', 'worker']).default('all'),
  OCTAVO_RENDERERS: count(1, 64).default(2),
  OCTAVO_API_KEY: z
    .string()
    .regex(/^ak_[a-z0-9]+_[A-Za-z0-9]{20,}$/, 'must look like ak_<region>_ and at least 20 letters and digits')
    .optional(),
  OCTAVO_SECRET: z.string().min(16, 'must have at least 16 characters').optional(),
  OCTAVO_PRICES: prices.default(FREE),
  OCTAVO_BODY_LIMIT: count(1024, 2 ** 31 - 1).default(96 * 1024 * 1024),
  OCTAVO_RATE_LIMIT: count(1, 1_000_000_000).default(120),
  OCTAVO_FETCH_ALLOW: z.string().default(''),
  OCTAVO_STRIPE_KEY: z
    .string()
    .regex(/^(?:sk|rk)_\S+$/, 'must look like sk_live_…')
    .optional(),
  OCTAVO_STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\S+$/, 'must look like whsec_…')
    .optional(),
  OCTAVO_STRIPE_URL: httpUrl.optional(),
  OCTAVO_MODEL: modelName.optional(),
  OCTAVO_MODEL_SMALL: modelName.optional(),
  OCTAVO_MODEL_BASE_URL: httpUrl.optional(),
  OCTAVO_MODEL_API_KEY: z.string().optional(),
  OCTAVO_AGENT: budgets.default(BUDGETS),
  OCTAVO_MODEL_SILENCE: count(5, 3_600).default(300),
  OCTAVO_DOCUMENTS_WAITING: count(1, 1_000).default(16),
  OCTAVO_SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must look like smtp://user:password@host:587 or smtps://…')
    .optional(),
  OCTAVO_MAIL_FROM: z.string().optional(),
  OCTAVO_OIDC_ISSUER: httpUrl.optional(),
  OCTAVO_OIDC_CLIENT_ID: z.string().optional(),
  OCTAVO_OIDC_CLIENT_SECRET: z.string().optional(),
  OCTAVO_OIDC_NAME: z.string().max(60).default('single sign-on'),
  OCTAVO_METRICS_PORT: port.optional(),
  OCTAVO_METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  OTEL_SERVICE_NAME: z.string().max(100).default('octavo'),
  OCTAVO_LOG: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('info'),
});

/** Addresses to listen at that are none to call. */
const EVERYWHERE = new Set(['0.0.0.0', '::']);

/** undefined: nobody signs in elsewhere. */
function shapeOidc(raw: z.infer<typeof settings>) {
  const { OCTAVO_OIDC_ISSUER: issuer, OCTAVO_OIDC_CLIENT_ID: clientId, OCTAVO_OIDC_CLIENT_SECRET: clientSecret } = raw;
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return undefined;
  return { issuer, clientId, clientSecret, name: raw.OCTAVO_OIDC_NAME };
}

export type Configuration = ReturnType<typeof shape>;

function shape(raw: z.infer<typeof settings>) {
  const host = raw.OCTAVO_HOST.includes(':') ? `[${raw.OCTAVO_HOST}]` : raw.OCTAVO_HOST;
  return {
    dataDir: resolve(raw.OCTAVO_DATA_DIR),
    host: raw.OCTAVO_HOST,
    port: raw.OCTAVO_PORT,
    publicUrl: raw.OCTAVO_PUBLIC_URL?.replace(/\/+$/, ''),
    /** Where it listens, for messages. */
    boundUrl: (boundPort: number): string => `http://${host}:${boundPort}`,
    /** For links when no public address is set. */
    localUrl: (boundPort: number): string => `http://${EVERYWHERE.has(raw.OCTAVO_HOST) ? 'localhost' : host}:${boundPort}`,
    /** undefined: 8081, or a free one. */
    artifactPort: raw.OCTAVO_ARTIFACT_PORT,
    artifactUrl: raw.OCTAVO_ARTIFACT_URL?.replace(/\/+$/, ''),
    artifactWritesPerMinute: raw.OCTAVO_ARTIFACT_RATE,
    trustedProxies: raw.OCTAVO_TRUSTED_PROXIES.split(/[\s,]+/).filter((entry) => entry !== ''),
    /** `*`: all. */
    allowedOrigins: raw.OCTAVO_ALLOWED_ORIGINS,
    region: raw.OCTAVO_REGION,
    databaseUrl: raw.OCTAVO_DATABASE_URL,
    blobs: raw.OCTAVO_BLOBS,
    role: raw.OCTAVO_ROLE,
    renderers: raw.OCTAVO_RENDERERS,
    documentsWaiting: raw.OCTAVO_DOCUMENTS_WAITING,
    apiKey: raw.OCTAVO_API_KEY,
    secret: raw.OCTAVO_SECRET,
    bodyLimitBytes: raw.OCTAVO_BODY_LIMIT,
    ratePerMinute: raw.OCTAVO_RATE_LIMIT,
    prices: raw.OCTAVO_PRICES,
    budgets: raw.OCTAVO_AGENT,
    fetchAllow: raw.OCTAVO_FETCH_ALLOW.split(/[\s,]+/).filter((entry) => entry !== ''),
    /** undefined: nobody can pay in by themselves. */
    stripe:
      raw.OCTAVO_STRIPE_KEY === undefined || raw.OCTAVO_STRIPE_WEBHOOK_SECRET === undefined
        ? undefined
        : { key: raw.OCTAVO_STRIPE_KEY, webhookSecret: raw.OCTAVO_STRIPE_WEBHOOK_SECRET, apiUrl: raw.OCTAVO_STRIPE_URL },
    /** undefined: what needs a model is refused. */
    model:
      raw.OCTAVO_MODEL === undefined
        ? undefined
        : {
            model: raw.OCTAVO_MODEL,
            small: raw.OCTAVO_MODEL_SMALL,
            baseUrl: raw.OCTAVO_MODEL_BASE_URL,
            apiKey: raw.OCTAVO_MODEL_API_KEY,
            silenceMs: raw.OCTAVO_MODEL_SILENCE * 1_000,
          },
    /** undefined: links are shown, to be sent by hand. */
    mail:
      raw.OCTAVO_SMTP_URL === undefined || raw.OCTAVO_MAIL_FROM === undefined
        ? undefined
        : { url: raw.OCTAVO_SMTP_URL, from: raw.OCTAVO_MAIL_FROM },
    oidc: shapeOidc(raw),
    /** port undefined: on that of the interface. */
    metrics: { port: raw.OCTAVO_METRICS_PORT, token: raw.OCTAVO_METRICS_TOKEN },
    /** undefined: nothing is traced. */
    tracing:
      raw.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
        ? undefined
        : { endpoint: raw.OTEL_EXPORTER_OTLP_ENDPOINT, serviceName: raw.OTEL_SERVICE_NAME },
    logLevel: raw.OCTAVO_LOG,
  };
}

/** Pages that users write never share an origin with the interface. @throws ConfigurationError */
function checkOrigins(raw: z.infer<typeof settings>): void {
  const { OCTAVO_ARTIFACT_URL: pages, OCTAVO_PUBLIC_URL: api, OCTAVO_PORT: apiPort, OCTAVO_ARTIFACT_PORT: pagesPort } = raw;
  if (pages !== undefined && new URL(pages).pathname !== '/')
    throw new ConfigurationError('OCTAVO_ARTIFACT_URL must be an origin without a path, such as https://pages.example.com.');
  if (pages !== undefined && api !== undefined && new URL(pages).origin === new URL(api).origin)
    throw new ConfigurationError('OCTAVO_ARTIFACT_URL must be another origin than OCTAVO_PUBLIC_URL: pages that users write live there.');
  if (pagesPort !== undefined && pagesPort !== 0 && pagesPort === apiPort)
    throw new ConfigurationError('OCTAVO_ARTIFACT_PORT must be another port than OCTAVO_PORT.');
}

/** Settings that mean nothing without each other. @throws ConfigurationError */
function checkPairs(raw: z.infer<typeof settings>): void {
  if ((raw.OCTAVO_SMTP_URL === undefined) !== (raw.OCTAVO_MAIL_FROM === undefined))
    throw new ConfigurationError('OCTAVO_SMTP_URL and OCTAVO_MAIL_FROM (such as Octavo <octavo@example.com>) are set together.');
  if ((raw.OCTAVO_STRIPE_KEY === undefined) !== (raw.OCTAVO_STRIPE_WEBHOOK_SECRET === undefined))
    throw new ConfigurationError('OCTAVO_STRIPE_KEY and OCTAVO_STRIPE_WEBHOOK_SECRET (of the endpoint at Stripe) are set together.');
  const oidc = [raw.OCTAVO_OIDC_ISSUER, raw.OCTAVO_OIDC_CLIENT_ID, raw.OCTAVO_OIDC_CLIENT_SECRET];
  if (oidc.includes(undefined) && oidc.some((value) => value !== undefined))
    throw new ConfigurationError('OCTAVO_OIDC_ISSUER, OCTAVO_OIDC_CLIENT_ID and OCTAVO_OIDC_CLIENT_SECRET are set together.');
}

/** Parses the environment. @throws ConfigurationError naming every setting at fault */
export function parseConfiguration(environment: Record<string, string | undefined>): Configuration {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = settings.safeParse(given);
  if (parsed.success) {
    if (parsed.data.OCTAVO_API_KEY && !parsed.data.OCTAVO_API_KEY.startsWith(`ak_${parsed.data.OCTAVO_REGION}_`)) {
      throw new ConfigurationError(
        `OCTAVO_API_KEY must begin with ak_${parsed.data.OCTAVO_REGION}_, the region of this server (OCTAVO_REGION).`,
      );
    }
    const needsAddress = [parsed.data.OCTAVO_MODEL, parsed.data.OCTAVO_MODEL_SMALL].some((name) => name?.startsWith('openai-compatible:'));
    if (needsAddress && parsed.data.OCTAVO_MODEL_BASE_URL === undefined) {
      throw new ConfigurationError(
        'OCTAVO_MODEL_BASE_URL must be set with openai-compatible: the address that chat completions are under, such as http://localhost:11434/v1.',
      );
    }
    checkOrigins(parsed.data);
    checkPairs(parsed.data);
    return shape(parsed.data);
  }
  const lines = parsed.error.issues.map(
    (issue) => `  ${issue.path.join('.')}: ${issue.message} (is: ${JSON.stringify(given[String(issue.path[0])])})`,
  );
  throw new ConfigurationError(`These settings cannot be used:\n${lines.join('\n')}`);
}
