/** A provider of OpenID Connect on this machine, that signs in whoever a test says, without asking. */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

export interface IdentityProvider {
  issuer: string;
  /** Whom it signs in next. */
  person: { sub: string; email: string; email_verified: boolean; name: string };
  close(): Promise<void>;
}

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

export async function startIdentityProvider(clientId: string): Promise<IdentityProvider> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const codes = new Map<string, { challenge: string; nonce: string | null }>();
  const provider = { issuer: '', person: { sub: '1', email: 'nobody@example.com', email_verified: true, name: 'Nobody' } };
  const describe = () => ({
    issuer: provider.issuer,
    authorization_endpoint: `${provider.issuer}/authorize`,
    token_endpoint: `${provider.issuer}/token`,
    jwks_uri: `${provider.issuer}/keys`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
  });
  const writeToken = (nonce: string | null): string => {
    const now = Math.floor(Date.now() / 1_000);
    const claims = {
      iss: provider.issuer,
      aud: clientId,
      iat: now,
      exp: now + 300,
      ...(nonce === null ? {} : { nonce }),
      ...provider.person,
    };
    const body = `${encode({ alg: 'RS256', kid: 'one', typ: 'JWT' })}.${encode(claims)}`;
    return `${body}.${sign('sha256', Buffer.from(body), privateKey).toString('base64url')}`;
  };
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', provider.issuer);
    const json = (value: unknown, status = 200): void =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    if (url.pathname === '/.well-known/openid-configuration') return json(describe());
    if (url.pathname === '/keys') return json({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }] });
    if (url.pathname === '/authorize') {
      const code = randomBytes(8).toString('hex');
      codes.set(code, { challenge: url.searchParams.get('code_challenge') ?? '', nonce: url.searchParams.get('nonce') });
      const back = new URL(url.searchParams.get('redirect_uri') ?? '');
      back.searchParams.set('code', code);
      back.searchParams.set('state', url.searchParams.get('state') ?? '');
      return void response.writeHead(302, { location: back.href }).end();
    }
    void text(request).then((body) => {
      const form = new URLSearchParams(body);
      const known = codes.get(form.get('code') ?? '');
      codes.delete(form.get('code') ?? '');
      const verifier = createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url');
      if (known === undefined || known.challenge !== verifier) return json({ error: 'invalid_grant' }, 400);
      return json({ access_token: 'a', token_type: 'Bearer', expires_in: 300, id_token: writeToken(known.nonce) });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  provider.issuer = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  return Object.assign(provider, { close: () => new Promise<void>((resolve) => server.close(() => resolve())) });
}
