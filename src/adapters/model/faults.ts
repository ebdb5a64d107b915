/** What went wrong with a call of a model, and whether another try can repair it. */
import { APICallError, RetryError } from 'ai';
import { Refusal } from '../../base/refusal.ts';
import { CallRefused, ModelAway } from '../../ports/model.ts';

/** Longest wait that a provider may ask for before another try. */
const WAIT_MS_MAX = 30_000;

export class ModelTimeout extends Error {
  constructor(what: string) {
    super(what);
    this.name = 'ModelTimeout';
  }
}

function innermost(error: unknown): unknown {
  return RetryError.isInstance(error) ? innermost(error.lastError) : error;
}

/** What went wrong in all tries. The answer's body may repeat what was sent and stays out of it. @returns Error where the model was silent, else ModelAway */
export function describeFault(error: unknown): Error {
  const cause = innermost(error);
  if (cause instanceof ModelTimeout) return new Error(cause.message);
  if (APICallError.isInstance(cause) && (cause.statusCode ?? 0) >= 400)
    return new ModelAway(`the model provider answered ${cause.statusCode}`);
  return new ModelAway(`the model could not be reached${cause instanceof Error ? `: ${cause.name}` : ''}`);
}

/**
 * Providers answer 429 or 400 for an account that is used up, too, and no wait helps there. Only their own words for it count: messages
 * about ordinary rate limits speak of quotas and billing as well.
 */
const ACCOUNT_EMPTY = /\binsufficient_quota\b|credit balance is too low/i;

/** What only the operator can repair, in words for the person who sent the document; null where it is something else. */
function whatToRepair({ message, responseBody }: APICallError, statusCode: number): string | null {
  if (statusCode === 401 || statusCode === 403 || statusCode === 404) return "check the model's name, address and key";
  if (statusCode === 402 || (statusCode < 500 && ACCOUNT_EMPTY.test(`${message} ${responseBody ?? ''}`)))
    return 'look at the account, which is used up';
  return null;
}

/** Overload and faults of the provider's own. */
const passes = (statusCode: number): boolean => statusCode >= 500 || [408, 409, 425, 429].includes(statusCode);

/** The provider takes the call, but not so long an answer. */
export function refusesLength(error: unknown): boolean {
  const cause = innermost(error);
  return (
    APICallError.isInstance(cause) &&
    cause.statusCode === 400 &&
    /max[\w ]*token|token[\w ]*(?:limit|max)|output[\w ]*length/i.test(`${cause.message} ${cause.responseBody ?? ''}`)
  );
}

/** The model takes no pictures: some providers say so with a 404 of their own. */
export function refusesPictures(error: unknown): boolean {
  const cause = innermost(error);
  return (
    APICallError.isInstance(cause) &&
    [400, 404, 415, 422, 501].includes(cause.statusCode ?? 0) &&
    /\bimages?\b|image_url|input_image|\bvision\b|multi-?modal|\bpictures?\b/i.test(`${cause.message} ${cause.responseBody ?? ''}`)
  );
}

/** The provider knows no answers in a given form: many servers of open models do not. */
export function refusesStructure(error: unknown): boolean {
  const cause = innermost(error);
  return (
    APICallError.isInstance(cause) &&
    (cause.statusCode === 400 || cause.statusCode === 422 || cause.statusCode === 501) &&
    /response_format|json_schema|structured|grammar|output_config|schema/i.test(`${cause.message} ${cause.responseBody ?? ''}`)
  );
}

/**
 * @param nowMs the time, for providers that name one
 * @returns milliseconds to wait before another try: `backoffMs`, or what the provider asks for
 * @throws Refusal processing_failed where only the operator can help; CallRefused where the provider does not take this call
 */
export function waitBeforeRetry(error: unknown, backoffMs: number, nowMs: number): number {
  const cause = innermost(error);
  if (!APICallError.isInstance(cause) || cause.statusCode === undefined) return backoffMs;
  const { statusCode } = cause;
  // a stream that broke off has begun with 200
  if (statusCode < 400) return backoffMs;
  const repair = whatToRepair(cause, statusCode);
  if (repair !== null) {
    const message = `The model provider refused the call (${statusCode}); the operator of this service has to ${repair}.`;
    throw new Refusal('processing_failed', message, { retryable: false });
  }
  if (!passes(statusCode)) throw new CallRefused(statusCode);
  return Math.min(askedWait(cause.responseHeaders ?? {}, nowMs) ?? backoffMs, WAIT_MS_MAX);
}

/** Milliseconds that a provider asks to wait: a number of seconds, a date (RFC 9110 §10.2.3), or its own header. */
function askedWait(headers: Record<string, string>, nowMs: number): number | undefined {
  const own = Number(headers['retry-after-ms'] ?? Number.NaN);
  if (own > 0) return own;
  const given = headers['retry-after']?.trim() ?? '';
  const waitMs = /^[\d.]+$/.test(given) ? Number(given) * 1000 : Date.parse(given) - nowMs;
  return waitMs > 0 ? waitMs : undefined;
}
