/** Signed addresses of outputs (interface §4.6): five minutes, without a key, for one output of one document. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { OUTPUT_LINK_S } from '../contract/limits.ts';
import type { ArtifactLinks } from './artifact-links.ts';
import type { LinkOutput } from '../api/present-document.ts';
import type { Clock } from '../ports/clock.ts';

export interface LinkSigner {
  link: LinkOutput;
  /** `query` as it came; a link that was changed anywhere is `tampered`. */
  judge(documentId: string, outputId: string, query: Readonly<Record<string, unknown>>): 'valid' | 'expired' | 'tampered';
}

/** @param options.artifactLinks for pages of artifacts; one that is kept by nobody (retention `none`) is a file like others */
export function createLinkSigner(options: {
  secret: string;
  clock: Pick<Clock, 'now'>;
  publicUrl: () => string;
  artifactLinks: Pick<ArtifactLinks, 'link'>;
}): LinkSigner {
  const { secret, clock, publicUrl, artifactLinks } = options;
  const sign = (documentId: string, outputId: string, expires: string): string =>
    createHmac('sha256', secret).update(`output\n${documentId}\n${outputId}\n${expires}`).digest('base64url');
  return {
    link(record, output, expiresInS) {
      if (output.kind === 'html' && record.artifact !== null && record.retention !== 'none') return artifactLinks.link(record, expiresInS);
      const { id: documentId } = record;
      const expiresS = Math.floor(clock.now().getTime() / 1_000) + OUTPUT_LINK_S;
      const signature = sign(documentId, output.id, String(expiresS));
      return {
        url: `${publicUrl()}/v1/downloads/${documentId}/${output.id}?expires=${expiresS}&signature=${signature}`,
        expiresAt: new Date(expiresS * 1_000),
      };
    },
    judge(documentId, outputId, query) {
      const { expires, signature } = query;
      if (typeof expires !== 'string' || typeof signature !== 'string' || !/^\d{1,12}$/.test(expires)) return 'tampered';
      // Texts are compared, not bytes: base64 has spare bits in its last character, and a changed link must not pass.
      const expected = Buffer.from(sign(documentId, outputId, expires));
      const given = Buffer.from(signature);
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 'tampered';
      return clock.now().getTime() < Number(expires) * 1_000 ? 'valid' : 'expired';
    },
  };
}
