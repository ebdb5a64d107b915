/**
 * Posts webhooks through the guard of downloads (`download/guarded-client.ts`): public addresses only, judged where the connection is
 * made. https only, certificates checked, redirects not followed, 15 seconds in all, 4 KB of the answer kept.
 */
import { lookup as systemLookup, Resolver } from 'node:dns/promises';
import type { Dispatcher } from 'undici';
import { ANSWER_BYTES_MAX, ATTEMPT_MS, type SentAnswer, type WebhookSender } from '../ports/webhook-sender.ts';
import { createAddressRules, parseAddress, type AddressRules } from './download/address-rules.ts';
import { describeFault, describeUrl, openGuardedClient, portOf, type GuardedClient, type Resolve } from './download/guarded-client.ts';

export interface WebhookSenderOptions {
  /** Addresses, networks and names that may be reached although they are private (`OCTAVO_FETCH_ALLOW`). */
  allow: readonly string[];
  /** Product and version for the header `User-Agent`. */
  userAgent?: string;
  timeoutMs?: number;
  /** The addresses of a name; DNS itself where absent. */
  resolve?: Resolve;
}

const HTTPS = { allowed: ['https:'], refusal: 'This must be a public https address.' };
const PRIVATE = 'This address leads into a private network; webhooks go to public addresses only.';
const BROKEN = 'The connection failed or broke off.';
/** Names that only a private network knows (RFC 6761, RFC 6762, RFC 8375, ICANN's .internal). */
const PRIVATE_NAME = /(?:^|\.)(?:local|localhost|internal|intranet|lan|home|corp|home\.arpa)$/;
/** Ports below belong to other protocols than https. */
const FREE_PORTS_FROM = 1_024;
const HTTPS_PORT = 443;

/** Of one name: a dead server of it holds nothing but its own attempt. */
const LOOKUP = { timeout: 3_000, tries: 2 };

/**
 * Asks DNS itself, on sockets: the system's resolver takes one of Node's four threads for as long as a dead name server is silent, and
 * the receivers of others would wait behind it. Names that the operator trusts may be in the system's own files.
 */
function createResolve(rules: AddressRules): Resolve {
  const resolver = new Resolver(LOOKUP);
  return async (name) => {
    if (rules.allowsName(name, HTTPS_PORT) || /(?:^|\.)localhost$/.test(name)) return systemLookup(name, { all: true, verbatim: true });
    const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    if (four.status === 'rejected' && six.status === 'rejected') throw four.reason;
    return [
      ...(four.status === 'fulfilled' ? four.value.map((address) => ({ address, family: 4 })) : []),
      ...(six.status === 'fulfilled' ? six.value.map((address) => ({ address, family: 6 })) : []),
    ];
  };
}

function describeReceiver(text: string, rules: AddressRules): string | null {
  const wrong = describeUrl(text, rules, HTTPS);
  if (wrong !== null) return /private network/.test(wrong) ? PRIVATE : wrong;
  const url = new URL(text);
  const port = portOf(url);
  const name = url.hostname.replace(/\.$/, '');
  if (parseAddress(url.hostname) === null && !rules.allowsName(name, port)) {
    // what `localhost` leads to was judged above
    const isLocalhost = name === 'localhost' || name.endsWith('.localhost');
    if (!isLocalhost && (PRIVATE_NAME.test(name) || !name.includes('.'))) return PRIVATE;
  }
  if (port !== HTTPS_PORT && port < FREE_PORTS_FROM) return `The port must be ${HTTPS_PORT}, or ${FREE_PORTS_FROM} and above.`;
  return null;
}

/** The beginning of a body; the rest is let go with its connection. */
async function readBeginning(body: Dispatcher.ResponseData['body']): Promise<{ text: string; truncated: boolean }> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Destroying a body that is under way emits an error, which is of no interest any more.
  body.on('error', () => undefined);
  for await (const chunk of body) {
    if (!(chunk instanceof Uint8Array)) throw new Error('a body without bytes');
    chunks.push(chunk);
    size += chunk.length;
    if (size > ANSWER_BYTES_MAX) break;
  }
  return { text: Buffer.concat(chunks).subarray(0, ANSWER_BYTES_MAX).toString('utf8'), truncated: size > ANSWER_BYTES_MAX };
}

/** @throws Error naming an entry of `allow` that cannot be read */
export function createWebhookSender(options: WebhookSenderOptions): WebhookSender {
  const rules = createAddressRules(options.allow);
  const resolve = options.resolve ?? createResolve(rules);
  const timeoutMs = options.timeoutMs ?? ATTEMPT_MS;
  let opened: Promise<GuardedClient> | undefined;
  return {
    check: (url) => describeReceiver(url, rules),
    async send(url, { headers, body }, signal) {
      const begun = performance.now();
      const late = AbortSignal.timeout(timeoutMs);
      const ending = signal === undefined ? late : AbortSignal.any([late, signal]);
      const took = (): number => Math.round(performance.now() - begun);
      const failed = (fault: string): SentAnswer => ({ status: null, body: null, truncated: false, fault, durationMs: took() });
      // rules may have changed since it was registered
      const wrong = describeReceiver(url, rules);
      if (wrong !== null) return failed(wrong);
      try {
        const { request, dispatcher } = await (opened ??= openGuardedClient(rules, resolve));
        const sent = { ...headers, 'user-agent': options.userAgent ?? 'Octavo', accept: '*/*' };
        const answer = await request(new URL(url), { dispatcher, headers: sent, body, signal: ending, method: 'POST' });
        const { text, truncated } = await readBeginning(answer.body);
        return { status: answer.statusCode, body: text, truncated, fault: null, durationMs: took() };
      } catch (error) {
        if (signal?.aborted) throw signal.reason;
        if (late.aborted) return failed(`No answer within ${Math.round(timeoutMs / 1_000)} seconds.`);
        const fault = describeFault(error, BROKEN);
        return failed(/private network/.test(fault) ? PRIVATE : fault);
      }
    },
  };
}
