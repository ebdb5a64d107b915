/**
 * Fetches files from addresses that clients name, and reaches public addresses only. A name is looked up by us, once per
 * connection; what it leads to is judged, and the connection is made to just that address, so that a name which leads
 * elsewhere a moment later (DNS rebinding) gains nothing. The address of the open socket is judged again, since literal
 * addresses are never looked up. Redirects are followed by hand, each judged like the first address.
 */
import { lookup as systemLookup } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import type { buildConnector, Dispatcher, request } from 'undici';
import { Refusal } from '../base/refusal.ts';
import type { Downloaded, Downloader } from '../ports/download.ts';
import { createAddressRules, parseAddress, type AddressRules } from './download/address-rules.ts';
import { nameOfDownload } from './download/download-name.ts';

const FILE_BYTES_MAX = 20 * 1_048_576;
const REDIRECTS_MAX = 5;
const TIMEOUT_MS = 30_000;
const CONNECT_TIMEOUT_MS = 10_000;

/** The system's resolver takes a thread of Node's pool of four until it answers; files on disk need the others. */
const LOOKUPS_AT_ONCE = 2;

const PRIVATE = 'This address leads into a private network; only public addresses are fetched.';

export interface DownloaderOptions {
  /** Addresses, networks and names that may be reached although they are private (`OCTAVO_FETCH_ALLOW`). */
  allow: readonly string[];
  /** Product and version for the header `User-Agent`. */
  userAgent?: string;
  timeoutMs?: number;
  /** The addresses of a name; the system's resolver where absent. */
  resolve?: (name: string) => Promise<{ address: string; family: number }[]>;
}

/** Thrown inside a connection attempt; undici hands it on as it is, or as a cause. */
class PrivateAddress extends Error {
  override readonly name = 'PrivateAddress';
}

/** @throws Error naming an entry of `allow` that cannot be read */
export function createDownloader(options: DownloaderOptions): Downloader {
  const rules = createAddressRules(options.allow);
  const resolve = limitAtOnce(LOOKUPS_AT_ONCE, options.resolve ?? ((name) => systemLookup(name, { all: true, verbatim: true })));
  let opened: ReturnType<typeof openClient> | undefined;
  const headers = { 'user-agent': options.userAgent ?? 'Octavo', accept: '*/*', 'accept-encoding': 'identity' };
  return {
    check: (url) => describeUrl(url, rules),
    async download(url, { signal } = {}) {
      const late = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS);
      const ending = signal === undefined ? late : AbortSignal.any([late, signal]);
      try {
        const { request, dispatcher } = await (opened ??= openClient(rules, resolve));
        return await fetchFile(url, { rules, send: (target) => request(target, { dispatcher, headers, signal: ending, method: 'GET' }) });
      } catch (error) {
        if (signal?.aborted) throw signal.reason;
        if (error instanceof Refusal) throw error;
        throw refuseUrl(late.aborted ? 'The address did not deliver the file within 30 seconds.' : describeFault(error), error);
      }
    },
  };
}

/** Loaded with the first address: many services never fetch one. Without keep-alive: no socket outlives the request for which its address was judged. */
async function openClient(
  rules: AddressRules,
  resolve: NonNullable<DownloaderOptions['resolve']>,
): Promise<{ request: typeof request; dispatcher: Dispatcher }> {
  const undici = await import('undici');
  return {
    request: undici.request,
    dispatcher: new undici.Agent({
      connect: createGuardedConnector(undici.buildConnector, rules, resolve),
      pipelining: 0,
      maxHeaderSize: 32_768,
    }),
  };
}

interface Fetching {
  rules: AddressRules;
  send: (url: URL) => Promise<Dispatcher.ResponseData>;
}

async function fetchFile(first: string, { rules, send }: Fetching): Promise<Downloaded> {
  let url = first;
  for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects++) {
    const wrong = describeUrl(url, rules);
    if (wrong !== null) throw refuseUrl(redirects === 0 ? wrong : `The address redirects to another that is not fetched: ${wrong}`);
    const target = new URL(url);
    const answer = await send(target);
    const { location } = answer.headers;
    if ([301, 302, 303, 307, 308].includes(answer.statusCode) && typeof location === 'string') {
      discard(answer);
      if (!URL.canParse(location, target.href)) throw refuseUrl('The address redirects to something that is no address.');
      url = new URL(location, target).href;
      continue;
    }
    return readAnswer(answer, target);
  }
  throw refuseUrl(`The address redirects more than ${REDIRECTS_MAX} times.`);
}

/** Lets go of a body that nobody wants; its connection is closed with it. */
function discard(answer: Dispatcher.ResponseData): void {
  // Destroying a body that is under way emits an error, which is of no interest any more.
  answer.body.on('error', () => undefined);
  answer.body.destroy();
}

async function readAnswer(answer: Dispatcher.ResponseData, url: URL): Promise<Downloaded> {
  const { statusCode, headers } = answer;
  if (statusCode < 200 || statusCode > 299) {
    discard(answer);
    throw refuseUrl(`The address answered ${statusCode} instead of a file.`);
  }
  if (Number(headers['content-length'] ?? 0) > FILE_BYTES_MAX) {
    discard(answer);
    throw tooLarge();
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of answer.body) {
    if (!(chunk instanceof Uint8Array)) throw new Error('a body without bytes');
    size += chunk.length;
    // Leaving the loop destroys the body.
    if (size > FILE_BYTES_MAX) throw tooLarge();
    chunks.push(chunk);
  }
  const bytes = await decode(Buffer.concat(chunks), textOf(headers['content-encoding']));
  return {
    bytes,
    filename: nameOfDownload(textOf(headers['content-disposition']), url),
    contentType: textOf(headers['content-type'])?.split(';', 1)[0]?.trim() ?? null,
  };
}

const textOf = (header: string | string[] | undefined): string | undefined => (Array.isArray(header) ? header[0] : header);

/** We ask for the plain bytes; some servers send packed ones all the same. */
async function decode(bytes: Uint8Array, encoding: string | undefined): Promise<Uint8Array> {
  const bound = { maxOutputLength: FILE_BYTES_MAX };
  try {
    switch (encoding?.trim().toLowerCase()) {
      case undefined:
      case '':
      case 'identity':
        return bytes;
      case 'gzip':
      case 'x-gzip':
        return await promisify<Uint8Array, typeof bound, Buffer>(gunzip)(bytes, bound);
      case 'deflate':
        return await promisify<Uint8Array, typeof bound, Buffer>(inflate)(bytes, bound);
      case 'br':
        return await promisify<Uint8Array, typeof bound, Buffer>(brotliDecompress)(bytes, bound);
      default:
        throw refuseUrl('The address packs the file in a way that was not asked for (Content-Encoding).');
    }
  } catch (error) {
    if (error instanceof Refusal) throw error;
    if (error instanceof RangeError) throw tooLarge();
    throw refuseUrl('The address sent a file whose packing (Content-Encoding) is damaged.', error);
  }
}

function describeUrl(text: string, rules: AddressRules): string | null {
  if (!URL.canParse(text)) return 'This is not a valid address.';
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'Only http and https addresses are fetched.';
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

function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port);
  return url.protocol === 'https:' ? 443 : 80;
}

function createGuardedConnector(
  build: typeof buildConnector,
  rules: AddressRules,
  resolve: NonNullable<DownloaderOptions['resolve']>,
): buildConnector.connector {
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

/** The same function, of which at most `most` calls run; the others wait for their turn. */
function limitAtOnce<A, R>(most: number, call: (input: A) => Promise<R>): (input: A) => Promise<R> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (input) => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      return await call(input);
    } finally {
      const next = waiting.shift();
      if (next === undefined) running--;
      else next();
    }
  };
}

function refuseUrl(message: string, cause?: unknown): Refusal {
  return new Refusal('input_invalid', message, { errors: [{ path: '/url', message }], cause });
}

function tooLarge(): Refusal {
  return new Refusal('file_too_large', 'The file at this address is over 20 MB.', {
    errors: [{ path: '/url', message: 'The file is over 20 MB.' }],
  });
}

/** What happened on the way, in a sentence that names no address of ours. */
function describeFault(error: unknown): string {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    if (at instanceof PrivateAddress) return PRIVATE;
    if (at instanceof AggregateError && at.errors.some((inner: unknown) => inner instanceof PrivateAddress)) return PRIVATE;
    const code = 'code' in at ? String(at.code) : '';
    if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'The name in this address cannot be found.';
    if (code === 'ECONNREFUSED') return 'The address refuses connections.';
    if (/^(ERR_TLS|CERT|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|ERR_SSL)/.test(code)) return 'The certificate of this address is not valid.';
    if (/TIMEOUT/.test(code)) return 'The address does not answer in time.';
  }
  return 'The file could not be fetched from this address: the connection failed or broke off.';
}
