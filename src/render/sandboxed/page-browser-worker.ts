/**
 * Runs inside the sandbox: opens pages in Chromium, which has no network there. Reads requests from standard input, answers on
 * descriptor 3. Request: `{chromium, pictures, axe, uses, steps}` + the page; answer: `{ok, error?, sizes}` + a report as JSON and the
 * pictures, one after another, then `{idle: true, rssKb}`.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { chromium } from 'playwright-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { readMessage, textField, writeMessage } from './messages.ts';
import { trySteps, useEverything } from './use-page.ts';

const REQUESTS = 0;
const ANSWERS = 3;
/** No name leads anywhere from here; this one is answered by ourselves. */
const ADDRESS = 'http://page.invalid/';
const SETTLED_MS = 350;
const STEP_MS = 4_000;
const TOLD_MAX = 40;
const VIEW_HEIGHT_PX = 900;

interface Wish {
  widthPx: number;
  scheme: 'light' | 'dark';
  heightMaxPx: number;
  parts: number;
}
interface Request {
  /** The program. */
  chromium: string;
  pictures: Wish[];
  axe: boolean;
  uses: boolean;
  steps: { do: string; target: string; value?: string }[] | null;
}
interface Trouble {
  kind: string;
  message: string;
}
interface Report {
  pictures: { widthPx: number; scheme: string; width: number; height: number }[];
  trouble: Trouble[];
  axe: { rule: string; impact: string; help: string; at: string }[];
  tried: string[];
  words: number;
}

const [, , scratch = '/tmp'] = process.argv;
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
let browser: Browser | undefined;

const launch = (executablePath: string): Promise<Browser> =>
  chromium.launch({
    executablePath,
    // the box around both is the sandbox; inside it Chromium may make none of its own
    args: [
      '--no-sandbox',
      '--no-zygote',
      '--disable-dev-shm-usage',
      '--disable-gpu',
      '--renderer-process-limit=1',
      '--js-flags=--max-old-space-size=256',
      '--host-resolver-rules=MAP * ~NOTFOUND',
    ],
    env: { HOME: scratch, TMPDIR: scratch, LANG: 'C.UTF-8' },
    timeout: 20_000,
  });

async function openPage(context: BrowserContext, html: Buffer, report: Report): Promise<Page> {
  const page = await context.newPage();
  page.setDefaultTimeout(STEP_MS);
  const say = (kind: string, message: string): void => {
    const one = { kind, message: message.slice(0, 300) };
    if (report.trouble.length < TOLD_MAX && !report.trouble.some((known) => known.kind === kind && known.message === one.message))
      report.trouble.push(one);
  };
  page.on('console', (message) => message.type() === 'error' && say('console', message.text()));
  page.on('pageerror', (error) => say('exception', error.message));
  page.on('dialog', (dialog) => void dialog.dismiss().catch(() => undefined));
  page.on('popup', (popup) => void popup.close().catch(() => undefined));
  await context.route('**', (route) => {
    if (route.request().url().split('#', 1)[0] === ADDRESS)
      return route.fulfill({ status: 200, contentType: 'text/html; charset=utf-8', body: html });
    say('request', `It asks for ${route.request().url().slice(0, 200)}, which no page may.`);
    return route.abort();
  });
  await page.goto(ADDRESS, { waitUntil: 'load' });
  await page.waitForTimeout(SETTLED_MS);
  return page;
}

async function lookAt(page: Page, report: Report): Promise<void> {
  const over = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
  if (over > 0)
    report.trouble.push({ kind: 'cut_off', message: `At ${page.viewportSize()?.width} px the page is ${over} px wider than the screen.` });
}

async function runAxe(page: Page, report: Report): Promise<void> {
  await page.evaluate(axeSource);
  const found = await page.evaluate<Report['axe']>(
    `axe.run().then(({violations}) => violations.map(({impact, id, help, nodes}) => ({rule: id, impact: impact || 'minor', help, at: nodes[0] ? nodes[0].html.slice(0, 160) : ''})))`,
  );
  for (const one of found) if (!report.axe.some(({ rule }) => rule === one.rule) && report.axe.length < TOLD_MAX) report.axe.push(one);
}

/** The page from its top in pictures of at most `heightMaxPx`, as many as are wished and it has. */
async function draw(page: Page, { widthPx: width, heightMaxPx, parts }: Wish): Promise<Drawn[]> {
  const whole = await page.evaluate<number>(
    'Math.max(document.documentElement.scrollHeight, document.body ? document.body.scrollHeight : 0)',
  );
  const drawn: Drawn[] = [];
  for (let y = 0; y < Math.max(whole, 1) && drawn.length < parts; y += heightMaxPx) {
    const height = Math.max(1, Math.min(heightMaxPx, Math.max(whole, VIEW_HEIGHT_PX) - y));
    const png = await page.screenshot({ fullPage: true, clip: { x: 0, y, width, height }, animations: 'disabled' });
    drawn.push({ png, width: png.readUInt32BE(16), height: png.readUInt32BE(20) });
  }
  return drawn;
}

interface Drawn {
  png: Buffer;
  width: number;
  height: number;
}

async function visit(request: Request, html: Buffer): Promise<void> {
  browser ??= await launch(request.chromium);
  const report: Report = { pictures: [], trouble: [], axe: [], tried: [], words: 0 };
  const pngs: Buffer[] = [];
  for (const [at, wish] of request.pictures.entries()) {
    const context = await browser.newContext({
      viewport: { width: wish.widthPx, height: VIEW_HEIGHT_PX },
      colorScheme: wish.scheme,
      deviceScaleFactor: wish.widthPx < 500 ? 2 : 1,
      acceptDownloads: false,
      serviceWorkers: 'block',
    });
    try {
      const page = await openPage(context, html, report);
      await lookAt(page, report);
      if (at === 0)
        report.words = await page.evaluate<number>("(document.body ? document.body.innerText : '').split(/\\s+/).filter(Boolean).length");
      if (request.axe) await runAxe(page, report);
      if (at === 0 && request.steps !== null) report.tried.push(...(await trySteps(page, request.steps)));
      for (const { png, width, height } of await draw(page, wish)) {
        pngs.push(png);
        report.pictures.push({ widthPx: wish.widthPx, scheme: wish.scheme, width, height });
      }
      if (at === 0 && request.uses) {
        const { tried, deadEnds } = await useEverything(page);
        report.tried.push(...tried);
        report.trouble.push(...deadEnds.map((message) => ({ kind: 'dead_end', message })));
      }
    } finally {
      await context.close();
    }
  }
  const json = Buffer.from(JSON.stringify(report));
  writeMessage(ANSWERS, { ok: true, sizes: [json.length, ...pngs.map(({ length }) => length)] }, Buffer.concat([json, ...pngs]));
}

for (let message = readMessage(REQUESTS); message !== null; message = readMessage(REQUESTS)) {
  try {
    await visit(message.head as Request, Buffer.from(message.body));
  } catch (error) {
    writeMessage(ANSWERS, {
      ok: false,
      error: error instanceof Error ? error.message.slice(0, 2_000) : textField({ error: String(error) }, 'error'),
    });
  }
  writeMessage(ANSWERS, { idle: true, rssKb: Math.round(process.memoryUsage.rss() / 1024) });
}
await browser?.close();
