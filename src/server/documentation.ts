/** /docs: the documentation as it was built, with every page as Markdown, and `/llms.txt`. The reference is at /docs/api. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../base/refusal.ts';

interface DocumentationFile {
  bytes: Uint8Array;
  type: string;
  /** Entity tag, with its quotes. */
  tag: string;
  /** Under which its pages run. */
  policy: string;
}

export interface Documentation {
  /** @param path from the root of the site, such as `markdown.html`. @returns null where there is no such file, `unbuilt` where there is no site */
  read(path: string): Promise<DocumentationFile | 'unbuilt' | null>;
}

const UNBUILT = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Octavo</title></head>
<body><h1>Octavo</h1><p>The guides are not built here: <code>npm run docs</code> builds them, and <code>npm start</code> does so by itself.</p><p><a href="/docs/api">The interface</a></p></body></html>
`;
const HTML = 'text/html; charset=utf-8';
/** Files below it are named after what they hold. */
const HASHED = 'assets/';

/** Adds the pages, and the lists for agents at the root too. @param documentation absent: only a page that leads to the reference */
export function addDocumentation(app: FastifyInstance, documentation: Documentation | undefined): void {
  const config = { operation: 'documentation' };
  const send = async (path: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const file = (await documentation?.read(path)) ?? (documentation === undefined ? 'unbuilt' : null);
    if (file === 'unbuilt') {
      if (path === 'index.html') return reply.header('content-security-policy', "default-src 'none'").type(HTML).send(UNBUILT);
      throw new Refusal('not_found', 'The guides are not built here: npm run docs builds them. The interface is at /docs/api.');
    }
    if (file === null) return sendMissing(documentation, reply);
    reply.headers({ etag: file.tag, 'cache-control': path.startsWith(HASHED) ? 'public, max-age=31536000, immutable' : 'no-cache' });
    if (file.type === HTML) reply.header('content-security-policy', file.policy);
    if (request.headers['if-none-match'] === file.tag) return reply.code(304).send();
    return reply.type(file.type).send(file.bytes);
  };
  app.get('/docs', { config }, async (_request, reply) => reply.redirect('/docs/', 308));
  app.get('/docs/*', { config }, async (request, reply) => {
    const asked = (request.params as { '*': string })['*'];
    if (asked !== '' && asked.endsWith('/')) return reply.redirect(`/docs/${asked.replace(/\/+$/, '').replaceAll(/\/{2,}/g, '/')}`, 308);
    return send(fileOf(asked), request, reply);
  });
  for (const name of ['llms.txt', 'llms-full.txt']) app.get(`/${name}`, { config }, async (request, reply) => send(name, request, reply));
}

/** Pages have no ending in their address. */
function fileOf(path: string): string {
  if (path === '') return 'index.html';
  return /\.[a-z0-9]+$/.test(path) ? path : `${path}.html`;
}

async function sendMissing(documentation: Documentation | undefined, reply: FastifyReply): Promise<FastifyReply> {
  const page = await documentation?.read('404.html');
  if (page === undefined || page === null || page === 'unbuilt') throw new Refusal('not_found', 'There is no such page.');
  return reply.code(404).header('content-security-policy', page.policy).type(page.type).send(page.bytes);
}
