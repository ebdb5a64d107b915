/** `npm run pictures:dashboard`: the pictures of docs/dashboard.md, taken of a service that is started for it, with the scripted model. */
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { openBrowser } from '../test/support/browser.ts';
import { scriptDocuments } from '../test/support/scripted-documents.ts';
import { startScriptedModel } from '../test/support/scripted-model.ts';
import { startOctavo, stopOctavo } from '../test/support/service.ts';

const FOLDER = fileURLToPath(new URL('../docs/pictures/dashboard/', import.meta.url));
const PIECE_MS = 60;
const REPORT = `# Quarterly report

Revenue grew by **12 %** to €4.2M, driven by the new offices. See [section 9](#nine).

:::kpis
- **€4.2M** | Revenue | +12 %
- **31 %** | Margin | +2 pts
- **1,204** | Customers | +8 %
:::

## Regions

| Region | Q1 | Q2 | Q3 |
|---|--:|--:|--:|
| North | 1.2 | 1.3 | 1.5 |
| South | 0.9 | 1.0 | 1.1 |
`;

async function take(page: Page, name: string): Promise<void> {
  await sharp(await page.screenshot())
    .png({ palette: true, quality: 80, effort: 10 })
    .toFile(`${FOLDER}${name}.png`);
}

async function walk(page: Page, root: string, link: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel('Name').fill('Ada');
  await page.getByLabel('E-mail address').fill('ada@example.com');
  await page.getByLabel('Password').fill('a long enough password');
  await page.keyboard.press('Enter');
  await page.getByText('Make an API key').waitFor();
  await take(page, 'overview');
  await page.goto(`${root}/new?way=markdown`);
  await page.getByRole('textbox', { name: 'Markdown' }).fill(REPORT);
  await page.getByText('leads nowhere').waitFor();
  await take(page, 'new');
  await page.getByRole('button', { name: 'Make document' }).click();
  await page.getByText('link_broken').waitFor({ timeout: 60_000 });
  await page.getByRole('img', { name: 'Page 1' }).waitFor();
  await page.waitForLoadState('networkidle');
  await take(page, 'document');
  await page.goto(`${root}/new`);
  await page.getByLabel('What should it say?').fill('Write a two-page memo on moving the weekly review to Tuesday');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('log').getByRole('heading').nth(1).waitFor({ timeout: 60_000 });
  await take(page, 'live');
}

const model = await startScriptedModel(scriptDocuments(PIECE_MS));
const octavo = await startOctavo({ environment: { OCTAVO_MODEL: 'openai-compatible:scripted', OCTAVO_MODEL_BASE_URL: model.url } });
const browser = await openBrowser();
try {
  await mkdir(FOLDER, { recursive: true });
  const page = await (await browser.newContext({ locale: 'en-GB', viewport: { width: 1_280, height: 800 } })).newPage();
  await walk(page, octavo.root, /within an hour: (\S+)/.exec(octavo.output())?.[1] ?? '');
} finally {
  await browser.close();
  await stopOctavo(octavo);
  await model.close();
}
