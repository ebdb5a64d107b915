/** What the tests of the dashboard begin with: the built pages, and a browser that waits as long as a busy machine takes. */
import { existsSync } from 'node:fs';
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { openBrowser, withoutChromium } from './browser.ts';
import type { Running } from './service.ts';

const BUILT = new URL('../../web/dist/index.html', import.meta.url);
export const isBuilt = existsSync(BUILT);
/** Why the tests are skipped, false where they run. */
export const skip = withoutChromium() || (isBuilt ? false : 'the dashboard is not built: npm run setup');

const WAIT_MS = 180_000;
/**
 * OCTAVO_TEST_SLOW=8 makes the browser's pages that many times slower and stops the service now and then for up to a second and a half: as
 * a machine is that has much else to do. The tests have to pass with it.
 */
const SLOWER = Number(process.env['OCTAVO_TEST_SLOW'] ?? 1);

async function slowDown(page: Page): Promise<void> {
  const devices = await page.context().newCDPSession(page);
  await devices.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
}

/** A window of its own, with cookies of its own. */
export async function openContext(browser: Browser, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const context = await browser.newContext({ locale: 'en', ...options });
  context.setDefaultTimeout(WAIT_MS);
  // a page that is closed meanwhile needs no slowing down
  if (SLOWER > 1) context.on('page', (page) => void slowDown(page).catch(() => undefined));
  return context;
}

function stopNowAndThen({ pid }: Running): () => void {
  let timer: NodeJS.Timeout;
  const send = (signal: 'SIGSTOP' | 'SIGCONT'): void => {
    try {
      process.kill(pid, signal);
    } catch {
      // it has ended
    }
  };
  const go = (): void => {
    send('SIGCONT');
    timer = setTimeout(stop, 200 + Math.random() * 2_000);
  };
  const stop = (): void => {
    send('SIGSTOP');
    timer = setTimeout(go, Math.random() * 1_500);
  };
  go();
  return () => {
    clearTimeout(timer);
    send('SIGCONT');
  };
}

/** Chromium, for a service. Close it before the service is stopped. */
export async function browseAt(octavo: Running): Promise<{ browser: Browser; close(): Promise<void> }> {
  const browser = await openBrowser();
  const goOn = SLOWER > 1 ? stopNowAndThen(octavo) : () => undefined;
  return {
    browser,
    close: async () => {
      goOn();
      await browser.close();
    },
  };
}

export const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });

/** The window over the page. Notices have its role too, and a type. */
export const windowOf = (page: Page): Locator => page.locator('[role="dialog"]:not([data-type])');
/** The question over the page, before what cannot be undone. */
export const questionOf = (page: Page): Locator => page.locator('[role="alertdialog"]:not([data-type])');

/** Waits until a window is open and has the focus, which is moved into it a moment later than it is shown. */
export async function waitForFocusIn(dialog: Locator): Promise<void> {
  await dialog.waitFor();
  await waitUntil(() => dialog.evaluate((element) => element.contains(element.ownerDocument.activeElement)), 'the window has no focus');
}

export async function waitUntil(isSo: () => Promise<boolean>, otherwise: string): Promise<void> {
  for (const until = Date.now() + WAIT_MS; !(await isSo());) {
    if (Date.now() > until) throw new Error(otherwise);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
