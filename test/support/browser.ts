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
