/**
 * From an `Authorization` header to the project that it speaks for. Keys found live are remembered for a moment, so that
 * a busy client costs no query per request; a revoked key is refused at once in this process, elsewhere within `ttlMs`.
 */
import { Refusal } from '../base/refusal.ts';
import type { AccountStore, KeyOwner } from '../ports/account-store.ts';
import { hashKey, parseKey } from './api-key.ts';

/** Interface-wide promise: a revoked key works nowhere after five seconds. */
const TTL_MAX_MS = 5_000;
const REMEMBERED_MAX = 10_000;

export interface AuthenticatorOptions {
  store: Pick<AccountStore, 'findKey'>;
  /** Region of this server, e.g. `eu`. */
  region: string;
  nowMs: () => number;
  ttlMs?: number;
}

export interface Authenticator {
  /** @throws Refusal unauthorized, region_mismatch */
  authenticate(authorization: string | undefined): Promise<KeyOwner>;
  /** Forgets all keys, as after a revocation. */
  forget(): void;
}

interface Remembered {
  owner: Promise<KeyOwner | null>;
  untilMs: number;
}

/** An authenticator with an empty memory of keys. @param options ttlMs: how long a key found live is remembered; 5,000 at most */
export function createAuthenticator(options: AuthenticatorOptions): Authenticator {
  const { store, region, nowMs } = options;
  const ttlMs = Math.min(options.ttlMs ?? TTL_MAX_MS, TTL_MAX_MS);
  const remembered = new Map<string, Remembered>();

  /** Requests that come while a key is being looked up share the one query. */
  function findOwner(key: string): Promise<KeyOwner | null> {
    const hash = hashKey(key);
    const name = Buffer.from(hash).toString('base64');
    const known = remembered.get(name);
    if (known !== undefined && nowMs() < known.untilMs) return known.owner;
    if (remembered.size >= REMEMBERED_MAX) remembered.clear();
    const entry: Remembered = { owner: store.findKey(hash), untilMs: nowMs() + ttlMs };
    remembered.set(name, entry);
    const forgetEntry = (): void => {
      if (remembered.get(name) === entry) remembered.delete(name);
    };
    // Unknown keys and failed look-ups are not remembered: a key that was just made works at once.
    entry.owner.then((owner) => {
      if (owner === null) forgetEntry();
    }, forgetEntry);
    return entry.owner;
  }

  return {
    async authenticate(authorization) {
      const key = /^bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
      if (key === undefined) throw new Refusal('unauthorized', 'Send an API key in the header: Authorization: Bearer ak_…');
      const parsed = parseKey(key);
      if (parsed === null) throw new Refusal('unauthorized', 'This is not an API key; keys begin with ak_ and their region.');
      if (parsed.region !== region) throw refuseRegion(parsed.region, region);
      const owner = await findOwner(key);
      if (owner === null) throw new Refusal('unauthorized', 'The API key is not known or was revoked.');
      if (owner.project.region !== region) throw refuseRegion(owner.project.region, region);
      return { ...owner, project: { ...owner.project, keyId: owner.keyId, actor: owner.name } };
    },
    forget() {
      remembered.clear();
    },
  };
}

function refuseRegion(keyRegion: string, region: string): Refusal {
  return new Refusal(
    'region_mismatch',
    `The key is for the region ${keyRegion}, and this is ${region}; use the base address of ${keyRegion}.`,
  );
}
