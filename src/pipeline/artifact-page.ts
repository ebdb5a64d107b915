/**
 * What stands before the page of an artifact when it leaves us: the script that gives it `window.octavo`, and the policy that
 * shuts it in. The page itself is kept as it was made.
 */
import type { Storage } from '../contract/vocabulary.ts';
import { LOCAL_STORE } from './artifact-page/local-store.ts';
import { RUNTIME } from './artifact-page/runtime.ts';

/** A page with everything in it (interface §8). */
export const PAGE_BYTES_MAX = 900 * 1_024;

/** What a page may do in its frame. Forms may be filled in, since their scripts read them; the policy lets none be sent. */
export const PAGE_SANDBOX = 'allow-scripts allow-forms allow-modals';

/** Nothing comes from outside and nothing goes there; what the page needs is in it. */
const POLICY: Readonly<Record<string, string>> = {
  'default-src': "'none'",
  'script-src': "'unsafe-inline'",
  'style-src': "'unsafe-inline'",
  'img-src': 'data: blob:',
  'font-src': 'data:',
  'media-src': 'data: blob:',
  'connect-src': "'none'",
  'form-action': "'none'",
  'frame-src': "'none'",
  'child-src': "'none'",
  'worker-src': "'none'",
  'object-src': "'none'",
  'base-uri': "'none'",
};

/** The policy of a page as a header or a `<meta>` takes it. */
export const PAGE_POLICY = Object.entries(POLICY)
  .map(([name, value]) => `${name} ${value}`)
  .join('; ');

/** Script of the shell: the same collections in the browser's own storage, for artifacts that keep their data there. */
export const LOCAL_STORE_SCRIPT = LOCAL_STORE;

/** Bytes of a page that are ours; `<head>` need not be looked for, since a parser begins it with the first of these elements. */
function writeHead(settings: Record<string, unknown>, policy: string): string {
  // "<" cannot end the script: settings are ids of ours
  const script = `${LOCAL_STORE}(${RUNTIME})(${JSON.stringify(settings).replaceAll('<', String.raw`\u003c`)});`;
  return `<!doctype html><meta charset="utf-8">${policy}<script>${script}</script>`;
}

/** The page as the shell's frame shows it. */
export const framePage = (page: Uint8Array): Uint8Array => Buffer.concat([Buffer.from(writeHead({ framed: true }, '')), page]);

/** The page as it is tried in a browser of ours: what is entered stays there, and it looks as with this storage. */
export const trialPage = (page: Uint8Array, storage: Storage): Uint8Array => alone(page, { framed: false, id: 'trial', shown: storage });

/** The page as a file that stands by itself: its data is in the browser that opens it. @param id tells its data from that of other pages */
export const standAlonePage = (page: Uint8Array, id: string): Uint8Array => alone(page, { framed: false, id });

function alone(page: Uint8Array, settings: Record<string, unknown>): Uint8Array {
  const policy = `<meta http-equiv="content-security-policy" content="${PAGE_POLICY}"><meta name="referrer" content="no-referrer">`;
  return Buffer.concat([Buffer.from(writeHead(settings, policy)), page]);
}
