/** The client of an Octavo service. Needs nothing but `fetch`: Node 20 or later, Deno, Bun, workers, browsers. */
import { artifactCalls } from './artifact-calls.ts';
import { documentCalls } from './document-calls.ts';
import { compareCalls, editCalls, versionCalls } from './edit-calls.ts';
import { ConnectionError, ProblemError, TimeoutError, UsageError } from './errors.ts';
import { downloadCalls, extractCalls, fileCalls } from './file-calls.ts';
import { fillCalls } from './fill-calls.ts';
import { moneyCalls } from './money-calls.ts';
import { isFinal, isFinished } from './records.ts';
import { createTransport } from './transport.ts';
import { verifyWebhook, WebhookVerificationError } from './verify-webhook.ts';
import { webhookCalls } from './webhook-calls.ts';

export { ConnectionError, ProblemError, TimeoutError, UsageError, WebhookVerificationError, isFinal, isFinished, verifyWebhook };
export type * from './contract.ts';
export type * from './document-calls.ts';
export type * from './edit-calls.ts';
export type * from './file-calls.ts';
export type * from './fill-calls.ts';
export type * from './follow-events.ts';
export type * from './list-pages.ts';
export type * from './money-calls.ts';
export type * from './records.ts';
export type { CallOptions, CreateOptions } from './transport.ts';
export type { Upload } from './upload-form.ts';
export type { SignedRequest, VerifyOptions, WebhookEvent } from './verify-webhook.ts';
export type { DeliveryQuery } from './webhook-calls.ts';

export interface OctavoOptions {
  /** `ak_…`, which the service printed at its first start; the environment's `OCTAVO_API_KEY` where absent. */
  apiKey?: string | undefined;
  /** Address of the service, with or without `/v1`; the environment's `OCTAVO_BASE_URL`, or `http://localhost:8080`, where absent. */
  baseUrl?: string | undefined;
  fetch?: typeof globalThis.fetch;
  /** Repeats of a call that failed for a passing reason; 2 where absent. */
  retriesMax?: number;
  /** Of a call with all its repeats, until the whole answer is there; ten minutes where absent. */
  timeoutMs?: number;
}

export type Octavo = ReturnType<typeof createOctavo>;

const TIMEOUT_MS = 600_000;

/** undefined too where there is no environment, as in browsers, or none that may be read, as in Deno without `--allow-env`. */
function fromEnvironment(name: string): string | undefined {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  try {
    return process?.env?.[name] || undefined;
  } catch {
    return undefined;
  }
}

/** @throws UsageError where it is no address */
function baseOf(given: string): string {
  if (!URL.canParse(given) || !/^https?:$/.test(new URL(given).protocol))
    throw new UsageError(`baseUrl must be an http or https address, such as http://localhost:8080; it is ${JSON.stringify(given)}.`);
  const base = given.replace(/\/+$/, '');
  return base.endsWith('/v1') ? base : `${base}/v1`;
}

/** @throws UsageError where there is no key, or the address of the service is none */
export function createOctavo(options: OctavoOptions = {}) {
  const apiKey = (options.apiKey ?? fromEnvironment('OCTAVO_API_KEY') ?? '').trim();
  if (apiKey === '')
    throw new UsageError(
      'There is no API key: set OCTAVO_API_KEY, or call createOctavo({ apiKey: "ak_…" }). The service prints one at its first start.',
    );
  const fetch: typeof globalThis.fetch = options.fetch ?? ((...input) => globalThis.fetch(...input));
  const transport = createTransport({
    apiKey,
    baseUrl: baseOf(options.baseUrl ?? fromEnvironment('OCTAVO_BASE_URL') ?? 'http://localhost:8080'),
    fetch,
    retriesMax: options.retriesMax ?? 2,
    timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
  });
  return {
    documents: documentCalls(transport),
    artifacts: artifactCalls(transport),
    edits: editCalls(transport),
    ...fillCalls(transport),
    ...compareCalls(transport),
    versions: versionCalls(transport),
    files: fileCalls(transport),
    ...extractCalls(transport),
    webhooks: webhookCalls(transport),
    money: moneyCalls(transport),
    ...downloadCalls(fetch),
  };
}
