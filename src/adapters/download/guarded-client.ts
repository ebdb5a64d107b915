/**
 * The guard of every connection to an address that clients name: downloads and webhooks. A name is looked up by us, once per
 * connection; what it leads to is judged, and the connection is made to just that address, so that a name which leads
 * elsewhere a moment later (DNS rebinding) gains nothing. The address of the open socket is judged again, since literal
 * addresses are never looked up.
 */
import type { LookupFunction } from 'node:net';
import type { buildConnector, Dispatcher, request } from 'undici';
import { parseAddress, type AddressRules } from './address-rules.ts';

const CONNECT_TIMEOUT_MS = 10_000;

/** What is said of an address that is not public. */
const PRIVATE = 'This address leads into a private network; only public addresses are fetched.';

/** The addresses of a name. */
export type Resolve = (name: string) => Promise<{ address: string; family: number }[]>;

/** Thrown inside a connection attempt; undici hands it on as it is, or as a cause. */
class PrivateAddress extends Error {
  override readonly name = 'PrivateAddress';
}

export interface GuardedClient {
  request: typeof request;
  dispatcher: Dispatcher;
}

/** Loads the HTTP client, which holds a process for 0.1 s: commands never need it, a service does so before it serves. */
export const loadHttpClient = () => import('undici');

/** Without keep-alive: no socket outlives the request for which its address was judged. */
export async function openGuardedClient(rules: AddressRules, resolve: Resolve): Promise<GuardedClient> {
  const undici = await loadHttpClient();
  return {
    request: undici.request,
    dispatcher: new undici.Agent({
      connect: createGuardedConnector(undici.buildConnector, rules, resolve),
      pipelining: 0,
      maxHeaderSize: 32_768,
    }),
  };
}

/**
 * What is wrong with an address by itself, in a sentence; null if nothing.
 * @param protocols such as `https:`, and how they are named
 */
export function describeUrl(
  text: string,
  rules: AddressRules,
  protocols: { allowed: readonly string[]; refusal: string } = {
    allowed: ['http:', 'https:'],
    refusal: 'Only http and https addresses are fetched.',
  },
): string | null {
  if (!URL.canParse(text)) return 'This is not a valid address.';
  const url = new URL(text);
  if (!protocols.allowed.includes(url.protocol)) return protocols.refusal;
  if (url.username !== '' || url.password !== '') return 'Leave name and password out of the address.';
  const port = portOf(url);
  const host = url.hostname;
  const address = parseAddress(host);
  if (address !== null) return rules.allows(address.toString(), port) ? null : PRIVATE;
  const name = host.replace(/\.$/, '');
  if (name === '' || name.startsWith('.') || name.includes('..')) return 'This is not a valid address.';
  // Resolvers give these the loopback addresses (RFC 6761 §6.3).
  const isLocal = name === 'localhost' || name.endsWith('.localhost');
  if (isLocal && !rules.allowsName(name, port) && !rules.allows('127.0.0.1', port) && !rules.allows('::1', port)) return PRIVATE;
  return null;
}

/** The port that a connection to it goes to. */
export function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port);
  return url.protocol === 'https:' ? 443 : 80;
}

function createGuardedConnector(build: typeof buildConnector, rules: AddressRules, resolve: Resolve): buildConnector.connector {
  return (target, done) => {
    const port = Number(target.port || (target.protocol === 'https:' ? 443 : 80));
    const trusted = rules.allowsName(target.hostname.replace(/\.$/, '').toLowerCase(), port);
    const refused = (): void => done(new PrivateAddress(PRIVATE), null);
    const literal = parseAddress(target.hostname);
    if (literal !== null && !rules.allows(literal.toString(), port)) return refused();
    const judged: LookupFunction = (name, lookupOptions, answer) => {
      resolve(name).then(
        (found) => {
          const allowed = found.filter(({ address }) => trusted || rules.allows(address, port));
          const [chosen] = allowed;
          if (chosen === undefined)
            return answer(found.length === 0 ? new Error(`${name} has no address`) : new PrivateAddress(PRIVATE), '', 0);
          if (lookupOptions.all) return answer(null, allowed);
          return answer(null, chosen.address, chosen.family);
        },
        (error: unknown) => answer(error instanceof Error ? error : new Error('the name could not be looked up'), '', 0),
      );
    };
    const connect = build({ timeout: CONNECT_TIMEOUT_MS, lookup: judged });
    connect(target, (...[error, socket]) => {
      if (error !== null) return done(error, null);
      const reached = socket.remoteAddress ?? '';
      if (trusted || rules.allows(reached, port)) return done(null, socket);
      socket.destroy();
      return refused();
    });
  };
}

/**
 * What happened on the way, in a sentence that names no address of ours.
 * @param otherwise the sentence for all that has none of its own
 */
export function describeFault(error: unknown, otherwise: string): string {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    if (at instanceof PrivateAddress) return PRIVATE;
    if (at instanceof AggregateError && at.errors.some((inner: unknown) => inner instanceof PrivateAddress)) return PRIVATE;
    const code = 'code' in at ? String(at.code) : '';
    if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'The name in this address cannot be found.';
    if (code === 'ECONNREFUSED') return 'The address refuses connections.';
    if (/^(ERR_TLS|CERT|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|ERR_SSL)/.test(code)) return 'The certificate of this address is not valid.';
    if (/TIMEOUT/.test(code)) return 'The address does not answer in time.';
  }
  return otherwise;
}
