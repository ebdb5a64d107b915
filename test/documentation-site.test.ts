/** The built documentation: every link leads somewhere, nothing comes from elsewhere, and its pages can be read by everybody. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { fastify, type FastifyInstance } from 'fastify';
import { SECTIONS } from '../docs/.vitepress/sections.ts';
import { openDocumentation, SITE_FOLDER } from '../src/main/open-documentation.ts';
import { addDocumentation } from '../src/server/documentation.ts';
import { axeFindings, openBrowser, withoutChromium } from './support/browser.ts';
import { ROOT } from './support/read-sources.ts';

let app: FastifyInstance;
let pages: string[];

before(async () => {
  await promisify(execFile)(process.execPath, [`${ROOT}scripts/build-docs.ts`]);
  app = fastify();
  addDocumentation(app, openDocumentation(SITE_FOLDER));
  const { files } = JSON.parse(await readFile(new URL('site.json', SITE_FOLDER), 'utf8')) as { files: Record<string, unknown> };
  pages = Object.keys(files).filter((name) => name.endsWith('.html') && name !== '404.html');
});
after(() => app.close());

/** Answered by routes of their own. */
const ELSEWHERE = /^\/docs\/api$/;

const addressOf = (page: string): string => `/docs/${page === 'index.html' ? '' : page.replace(/\.html$/, '')}`;

test('every page of docs/ is in the side bar, and no other', () => {
  const there = readdirSync(`${ROOT}docs`, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.md') && !name.startsWith('decisions/') && name !== 'index.md')
    .map((name) => name.slice(0, -'.md'.length));
  assert.deepEqual(SECTIONS.flatMap(({ pages: listed }) => listed.map(([path]) => path)).toSorted(), there.toSorted());
});

test('no link of any page is dead', async () => {
  assert.ok(pages.length > 40, `${pages.length} pages`);
  const bodies = new Map<string, string>();
  for (const page of pages) bodies.set(addressOf(page), (await app.inject(addressOf(page))).body);
  const dead = new Set<string>();
  for (const [address, body] of bodies) {
    for (const [, name = '', target = ''] of body.matchAll(/\s(href|src)="([^"]+)"/g)) {
      if (/^(?:https?:|mailto:|data:)/.test(target)) {
        if (name === 'src' && !target.startsWith('data:')) dead.add(`${address}: ${target} is fetched from elsewhere`);
        continue;
      }
      const { pathname, hash } = new URL(target.replaceAll('&amp;', '&'), `http://octavo.test${address}`);
      if (ELSEWHERE.test(pathname)) continue;
      const found = bodies.get(pathname);
      if (found === undefined && (await app.inject(pathname)).statusCode !== 200) dead.add(`${address}: ${target}`);
      if (found !== undefined && hash.length > 1 && !found.includes(`id="${decodeURIComponent(hash.slice(1))}"`))
        dead.add(`${address}: ${target}`);
    }
  }
  assert.deepEqual([...dead], []);
});

test('pages run under a policy that lets in nothing from elsewhere, and what is named after its bytes is kept for ever', async () => {
  const page = await app.inject('/docs/markdown');
  const policy = String(page.headers['content-security-policy']);
  assert.match(policy, /default-src 'none'; script-src 'self' 'sha256-/);
  assert.equal(/https?:|\*|unsafe-eval|script-src[^;]*unsafe-inline/.test(policy), false, policy);
  const asset = /src="(\/docs\/assets\/[^"]+\.js)"/.exec(page.body)?.[1] ?? '';
  assert.match(String((await app.inject(asset)).headers['cache-control']), /immutable/);
  const again = await app.inject({ url: '/docs/markdown', headers: { 'if-none-match': String(page.headers['etag']) } });
  assert.deepEqual([again.statusCode, again.body], [304, '']);
  for (const path of ['/docs/nothing-here', '/docs/..%2f..%2fpackage.json', '/docs/site.json', '/docs/__proto__'])
    assert.equal((await app.inject(path)).statusCode, 404, path);
});

test('every page is there as Markdown too, and the lists for agents lead to all of them', async () => {
  const list = await app.inject('/llms.txt');
  assert.match(String(list.headers['content-type']), /^text\/plain/);
  const links = Array.from(list.body.matchAll(/\]\((\/docs\/[^)]+\.md)\)/g), ([, link = '']) => link);
  assert.equal(links.length, SECTIONS.flatMap(({ pages: listed }) => listed).length);
  const whole = (await app.inject('/llms-full.txt')).body;
  for (const link of links) {
    const page = await app.inject(link);
    assert.match(String(page.headers['content-type']), /^text\/markdown/, link);
    assert.ok(whole.includes(page.body.trim()), link);
  }
});

test(
  'pages are read by everybody, in light, in the dark and on a phone, and ask nothing of others',
  { skip: withoutChromium() },
  async () => {
    const root = await app.listen({ port: 0, host: '127.0.0.1' });
    const browser = await openBrowser();
    try {
      const wrong: unknown[] = [];
      for (const [colorScheme, width] of [
        ['light', 1280],
        ['dark', 360],
      ] as const) {
        const context = await browser.newContext({ colorScheme, viewport: { width, height: 800 } });
        const page = await context.newPage();
        page.on('console', (message) => message.type() === 'error' && wrong.push([page.url(), message.text()]));
        page.on('request', (request) => {
          if (!request.url().startsWith(root) && !request.url().startsWith('data:')) wrong.push(`asks ${request.url()}`);
        });
        for (const path of ['/docs/', '/docs/quick-start', '/docs/markdown', '/docs/errors', '/docs/templates']) {
          await page.goto(root + path, { waitUntil: 'networkidle' });
          for (const finding of await axeFindings(page)) wrong.push([colorScheme, path, finding]);
          const beyond = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
          if (beyond > 0) wrong.push(`${path} is ${beyond} px wider than ${width}`);
        }
        await page.keyboard.press('Control+k');
        // the box is loaded when it is first wanted, and takes the keys from then on
        await page.waitForSelector('.VPLocalSearchBox input:focus');
        await page.keyboard.type('idempotency');
        await page.waitForSelector('.VPLocalSearchBox .result');
        await context.close();
      }
      assert.deepEqual(wrong, []);
    } finally {
      await browser.close();
    }
  },
);
