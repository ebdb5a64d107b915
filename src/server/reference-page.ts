/**
 * /docs/api: the reference of the interface, by Scalar, from this server alone. Its script is 4 MB inside the module of a
 * Fastify plugin whose import takes 0.2 s, so a thread loads it when a user first opens the page: nobody else waits.
 */
import { Worker } from 'node:worker_threads';
import type { FastifyInstance } from 'fastify';

const PAGE = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Octavo: interface</title></head>
<body><div id="app"></div><script src="/docs/scalar.js"></script><script src="/docs/start.js"></script></body>
</html>
`;

/** Without fonts, examples or sign-ins from elsewhere. */
const CONFIGURATION = {
  url: '/v1/openapi.json',
  withDefaultFonts: false,
  telemetry: false,
  showDeveloperTools: 'never',
  hideClientButton: true,
  agent: { disabled: true },
  mcp: { disabled: true },
};
const START = `Scalar.createApiReference('#app', ${JSON.stringify(CONFIGURATION)});\n`;

/** Nothing is loaded from, or sent to, another origin. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; worker-src 'self' blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export function addReferencePage(app: FastifyInstance): void {
  let script: Promise<Buffer> | null = null;
  const config = { operation: 'docs' };
  const page = app.get('/docs/api', { config }, async (_request, reply) =>
    reply.header('content-type', 'text/html; charset=utf-8').header('content-security-policy', POLICY).send(PAGE),
  );
  page.get('/docs/api/', { config }, async (_request, reply) => reply.redirect('/docs/api', 308));
  page.get('/docs/start.js', { config }, async (_request, reply) =>
    reply.header('content-type', 'text/javascript; charset=utf-8').send(START),
  );
  page.get('/docs/scalar.js', { config }, async (_request, reply) => {
    // what failed once is tried again by the next who asks
    script ??= loadScript().catch((error: unknown) => {
      script = null;
      throw error;
    });
    return reply
      .header('content-type', 'text/javascript; charset=utf-8')
      .header('cache-control', 'public, max-age=86400')
      .send(await script);
  });
}

/** The script's bytes. @throws Error where the thread fails or ends without them */
function loadScript(): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL('./reference-script.ts', import.meta.url));
    thread.once('message', (bytes: Uint8Array) => resolve(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)));
    thread.once('error', reject);
    thread.once('exit', (code) => reject(new Error(`the thread that loads the reference's script ended with ${code}`)));
  });
}
