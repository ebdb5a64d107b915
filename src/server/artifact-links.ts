/**
 * Signed links to pages of artifacts. A token says of which document it is, what it opens, until when, and of which generation of
 * links it is; revoking links begins a new generation. `visit` opens the shell and its data routes, `page` the page inside, which
 * may know its own address and can do nothing with it.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { ARTIFACT_LINK_S } from '../contract/limits.ts';
import { DOCUMENT_ID } from '../contract/ids.ts';
import type { Clock } from '../ports/clock.ts';
import type { DocumentRecord } from '../ports/record.ts';
import type { ArtifactLink } from '../pipeline/pipeline.ts';

export type LinkScope = 'visit' | 'page';

export interface ReadToken extends ArtifactLink {
  /** Seconds since 1970. */
  expiresS: number;
}

export interface ArtifactLinks {
  /** The address of the page for people. @param expiresInS an hour where absent */
  link(record: Pick<DocumentRecord, 'id' | 'artifact'>, expiresInS?: number): { url: string; expiresAt: Date };
  sign(scope: LinkScope, token: ReadToken): string;
  /** A token that was changed anywhere, or is for something else, is `tampered`. */
  read(scope: LinkScope, token: string): ReadToken | 'expired' | 'tampered';
}

const SCOPES: Readonly<Record<LinkScope, string>> = { visit: 'v', page: 'p' };
/** `<ulid>.<scope>.<expiry>.<generation>.<signature>` */
const TOKEN = /^([0-9A-HJKMNP-TV-Z]{26})\.([vp])\.(\d{1,12})\.(\d{1,9})\.([A-Za-z0-9_-]{43})$/;

/** @param options.artifactUrl origin that pages live on, without a closing slash */
export function createArtifactLinks(options: { secret: string; clock: Pick<Clock, 'now'>; artifactUrl: () => string }): ArtifactLinks {
  const { secret, clock, artifactUrl } = options;
  const signatureOf = (text: string): string => createHmac('sha256', secret).update(`artifact\n${text}`).digest('base64url');
  const sign = (scope: LinkScope, { documentId, expiresS, generation }: ReadToken): string => {
    const text = `${documentId.slice('doc_'.length)}.${SCOPES[scope]}.${expiresS}.${generation}`;
    return `${text}.${signatureOf(text)}`;
  };
  return {
    sign,
    link(record, expiresInS = ARTIFACT_LINK_S.default) {
      const expiresS = Math.floor(clock.now().getTime() / 1_000) + expiresInS;
      const token = sign('visit', { documentId: record.id, expiresS, generation: record.artifact?.generation ?? 0 });
      return { url: `${artifactUrl()}/a/${token}`, expiresAt: new Date(expiresS * 1_000) };
    },
    read(scope, token) {
      const [, ulid = '', letter, expires = '', generation = '', signature = ''] = TOKEN.exec(token) ?? [];
      const documentId = `doc_${ulid}`;
      if (letter !== SCOPES[scope] || !DOCUMENT_ID.test(documentId)) return 'tampered';
      const expected = Buffer.from(signatureOf(`${ulid}.${letter}.${expires}.${generation}`));
      const given = Buffer.from(signature);
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 'tampered';
      if (clock.now().getTime() >= Number(expires) * 1_000) return 'expired';
      return { documentId, expiresS: Number(expires), generation: Number(generation) };
    },
  };
}
