/**
 * Fetches files from addresses that clients name, and reaches public addresses only (`download/guarded-client.ts`). Redirects are
 * followed by hand, each judged like the first address.
 */
import { lookup as systemLookup } from 'node:dns/promises';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import type { Dispatcher } from 'undici';
import { Refusal } from '../base/refusal.ts';
import type { Downloaded, Downloader } from '../ports/download.ts';
import { createAddressRules, type AddressRules } from './download/address-rules.ts';
import {
  describeFault,
  describeUrl,
  loadHttpClient,
  openGuardedClient,
  type GuardedClient,
  type Resolve,
} from './download/guarded-client.ts';
import { FILE_BYTES_MAX } from '../contract/limits.ts';
import { nameOfDownload } from './download/download-name.ts';

const REDIRECTS_MAX = 5;
const TIMEOUT_MS = 30_000;

const BROKEN = 'The file could not be fetched from this address: the connection failed or broke off.';

/** The system's resolver takes a thread of Node's pool of four until it answers; files on disk need the others. */
const LOOKUPS_AT_ONCE = 2;

export interface DownloaderOptions {
  /** Addresses, networks and names that may be reached although they are private (`OCTAVO_FETCH_ALLOW`). */
  allow: readonly string[];
  /** Product and version for the header `User-Agent`. */
  userAgent?: string;
  timeoutMs?: number;
  /** The addresses of a name; the system's resolver where absent. */
  resolve?: Resolve;
}

export { loadHttpClient };

/** @throws Error naming an entry of `allow` that cannot be read */
export function createDownloader(options: DownloaderOptions): Downloader {
  const rules = createAddressRules(options.allow);
  const resolve = limitAtOnce(LOOKUPS_AT_ONCE, options.resolve ?? ((name) => systemLookup(name, { all: true, verbatim: true })));
  let opened: Promise<GuardedClient> | undefined;
  const headers = { 'user-agent': options.userAgent ?? 'Octavo', accept: '*/*', 'accept-encoding': 'identity' };
  return {
    check: (url) => describeUrl(url, rules),
    async download(url, { signal } = {}) {
      const late = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS);
      const ending = signal === undefined ? late : AbortSignal.any([late, signal]);
      try {
        const { request, dispatcher } = await (opened ??= openGuardedClient(rules, resolve));
        return await fetchFile(url, { rules, send: (target) => request(target, { dispatcher, headers, signal: ending, method: 'GET' }) });
      } catch (error) {
        if (signal?.aborted) throw signal.reason;
        if (error instanceof Refusal) throw error;
        throw refuseUrl(late.aborted ? 'The address did not deliver the file within 30 seconds.' : describeFault(error, BROKEN), error);
      }
    },
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
