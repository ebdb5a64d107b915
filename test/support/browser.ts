/** Debian's Chromium, as a visitor has it: no screen, no sandbox of its own (tests run as root in containers), and no way out but to what the test names. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { chromium, type Browser, type Page } from 'playwright-core';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Where Chromium is, undefined where it is not installed. */
export const chromiumPath = (): string | undefined => PLACES.find((path) => existsSync(path));

/** Why a test is skipped, false where it runs. */
export const withoutChromium = (): string | false =>
  chromiumPath() === undefined ? 'Chromium is not installed: apt-get install chromium' : false;

export const openBrowser = (): Promise<Browser> => {
  const executablePath = chromiumPath();
  if (executablePath === undefined) throw new Error('Chromium is not installed');
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
};

interface AxeFinding {
  impact: string;
  id: string;
  nodes: string[];
}

let axeSource: Promise<string> | undefined;

/** Serious and critical findings of axe in a page that is open. */
export async function axeFindings(page: Page): Promise<AxeFinding[]> {
  axeSource ??= readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  await page.evaluate(await axeSource);
  const found = await page.evaluate<AxeFinding[]>(
    `axe.run().then(({violations}) => violations.map(({impact, id, nodes}) => ({impact, id, nodes: nodes.map(({html}) => html.slice(0, 160))})))`,
  );
  return found.filter(({ impact }) => impact === 'serious' || impact === 'critical');
}

/** Until an expression is true in the page; by the debugger, since a policy may let nothing else evaluate a text. @throws Error after a minute */
export async function waitUntilTrue(page: Page, expression: string): Promise<void> {
  for (const until = Date.now() + 180_000; (await page.evaluate(expression)) !== true;) {
    if (Date.now() > until) throw new Error(`${expression} does not come true`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** What axe finds on a page of the dashboard in light and in dark, once nothing moves any more; each with its theme. */
export async function axeInBothThemes(page: Page): Promise<(AxeFinding & { theme: string })[]> {
  const found: (AxeFinding & { theme: string })[] = [];
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await waitUntilTrue(page, `document.documentElement.classList.contains('dark') === ${theme === 'dark'}`);
    await waitUntilTrue(page, 'document.getAnimations().every(({ playState }) => playState !== "running")');
    found.push(...(await axeFindings(page)).map((finding) => ({ ...finding, theme })));
  }
  return found;
}
