/** The dashboard in a real Chromium on a real service: from the first link to a version of the first document, by what is on the screen alone. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { BrowserContext, Page } from 'playwright-core';
import { axeInBothThemes, waitUntilTrue } from '../support/browser.ts';
import { browseAt, isBuilt, openContext, questionOf, skip } from '../support/dashboard.ts';
import { scriptDocuments } from '../support/scripted-documents.ts';
import { startScriptedModel, type ScriptedModel } from '../support/scripted-model.ts';
import { startOctavo, stopOctavo, type Running } from '../support/service.ts';

const DIST = fileURLToPath(new URL('../../web/dist/', import.meta.url));
const PASSWORD = 'a long enough password';
const FIRST_VIEW_BYTES_MAX = 350 * 1_024;

const MARKDOWN = `# Quarterly report

Revenue grew by **12 %**, driven by the new offices. See [section 9](#nine).

| Region | Q1 | Q2 |
|---|--:|--:|
| North | 1.2 | 1.3 |
| South | 0.9 | 1.0 |
`;

let octavo: Running;
let model: ScriptedModel;
let closeBrowser: () => Promise<void>;
let context: BrowserContext;
let page: Page;
const faults: string[] = [];

before(async () => {
  if (skip !== false) return;
  model = await startScriptedModel(scriptDocuments(20));
  octavo = await startOctavo({
    environment: {
      OCTAVO_MODEL: 'openai-compatible:scripted',
      OCTAVO_MODEL_BASE_URL: model.url,
      OCTAVO_PRICES: '{"fast":0,"standard":0,"best":0,"currency":"EUR"}',
    },
  });
  const { browser, close } = await browseAt(octavo);
  closeBrowser = close;
  context = await openContext(browser, { locale: 'en-GB', viewport: { width: 1_280, height: 900 } });
  page = await context.newPage();
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) faults.push(message.text());
  });
});
after(async () => {
  await closeBrowser?.();
  await stopOctavo(octavo);
  await model?.close();
});

async function assertAccessible(where: string): Promise<void> {
  assert.deepEqual(await axeInBothThemes(page), [], where);
}

const openDocument = async (): Promise<string> => {
  await page.waitForURL(/\/documents\/doc_/);
  await page.getByRole('tab', { name: 'Pages' }).waitFor();
  return /doc_[0-9A-Z]{26}/.exec(page.url())?.[0] ?? '';
};

test('the link of the first start makes the first user, who sees what to do first', { skip }, async () => {
  await page.goto(/within an hour: (\S+)/.exec(octavo.output())?.[1] ?? '');
  await page.getByRole('heading', { name: 'Welcome to Octavo' }).waitFor();
  await assertAccessible('joining');
  await page.getByLabel('Name').fill('Ada');
  await page.getByLabel('E-mail address').fill('ada@example.com');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Hello, Ada' }).waitFor();
  await page.getByText('Make an API key').waitFor();
  await assertAccessible('overview');
  await page.getByRole('link', { name: 'Documents', exact: true }).click();
  await page.getByText('No documents yet').waitFor();
  await assertAccessible('no documents');
});

test('a Markdown file that is dropped becomes a document, whose pages, findings and request are shown', { skip }, async () => {
  await page.goto(`${octavo.root}/new?way=markdown`);
  const text = page.getByRole('textbox', { name: 'Markdown' });
  await text.waitFor();
  const transfer = await page.evaluateHandle(
    `(() => { const data = new DataTransfer(); data.items.add(new File([${JSON.stringify(MARKDOWN)}], 'Quarterly report.md', { type: 'text/markdown' })); return data; })()`,
  );
  await page.getByText('Drop files here').dispatchEvent('drop', { dataTransfer: transfer });
  await page.getByRole('region', { name: 'Preview' }).getByRole('heading', { name: 'Quarterly report' }).waitFor();
  assert.equal(await text.inputValue(), MARKDOWN);
  await page.getByText('Ready to be made').waitFor();
  await page.getByText('leads nowhere').waitFor();
  await assertAccessible('new document');
  await page.getByRole('button', { name: 'Make document' }).click();
  const id = await openDocument();
  await page.getByRole('heading', { name: 'Quarterly report', exact: true }).waitFor();
  const picture = page.getByRole('img', { name: 'Page 1' });
  await picture.waitFor();
  assert.ok(
    Number(
      await page.evaluate(
        `(async () => { const image = document.querySelector('img[alt="Page 1"]'); await image.decode(); return image.naturalWidth; })()`,
      ),
    ) > 500,
  );
  await page.getByText('link_broken').waitFor();
  await assertAccessible('pages');
  await page.getByRole('tab', { name: 'Request' }).click();
  await page.getByRole('region', { name: 'curl' }).getByText('"format"').or(page.getByText('"markdown"')).first().waitFor();
  await page.getByRole('tab', { name: 'Events' }).click();
  await page.getByText('document.ready').waitFor();
  await assertAccessible('events');
  await page.reload();
  await page.getByText('document.ready').waitFor();
  assert.match(page.url(), new RegExp(`${id}\\?view=events`));
});

test('an edit shows what was there before, and the version what differs', { skip }, async () => {
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Find', { exact: true }).fill('new offices');
  await page.getByLabel('Replace by').fill('two offices');
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByRole('region', { name: 'Preview' }).getByText('driven by the two offices').waitFor();
  await assertAccessible('edit');
  await page.getByRole('button', { name: 'Make version' }).click();
  await page.waitForURL(/view=changes/);
  await page.getByText('driven by the new offices').waitFor();
  await page.getByText('driven by the two offices').waitFor();
  await page.getByText('word/document.xml').waitFor();
  await page.getByRole('tab', { name: 'Versions' }).click();
  await page.locator('del', { hasText: 'new' }).waitFor();
  await page.locator('ins', { hasText: 'two' }).waitFor();
  await assertAccessible('versions');
});

test('a prompt is written before the eyes, and the list finds it by name', { skip }, async () => {
  await page.goto(`${octavo.root}/new`);
  await page.getByLabel('What should it say?').fill('Write a two-page memo on moving the weekly review to Tuesday');
  await page.keyboard.press('Control+Enter');
  await page.waitForURL(/\/documents\/doc_/);
  await page.getByRole('log', { name: 'As it is written' }).getByRole('heading').first().waitFor();
  await openDocument();
  await page.getByRole('link', { name: 'Documents', exact: true }).first().click();
  await page.getByRole('searchbox', { name: 'Search by name' }).fill('WEEKLY');
  await page.waitForURL(/name=WEEKLY/);
  await page.getByRole('row').nth(1).waitFor();
  await waitUntilTrue(page, `document.querySelectorAll('tbody tr').length === 1`);
  await assertAccessible('documents');
  await page.getByRole('checkbox', { name: /^Select Write/ }).check();
  await page.getByRole('button', { name: 'Delete (1)' }).click();
  await questionOf(page).getByRole('button', { name: 'Delete' }).click();
  await waitUntilTrue(page, `document.querySelectorAll('tbody tr').length === 0`);
});

test('a session that has ended leads to the sign-in, and back to where the user was', { skip }, async () => {
  await page.goto(`${octavo.root}/documents?format=docx`);
  await page.getByRole('link', { name: 'Quarterly report' }).first().waitFor();
  await context.clearCookies();
  await page.getByRole('link', { name: 'Quarterly report' }).first().click();
  await page.getByText('Your session has ended').waitFor();
  await assertAccessible('sign-in');
  await page.getByLabel('E-mail address').fill('ada@example.com');
  await page.getByLabel('Password').fill('not the password');
  await page.keyboard.press('Enter');
  await page.getByText('The address or the password is not right.').waitFor();
  await page.getByLabel('Password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('tab', { name: 'Pages' }).waitFor();
});

test('in Spanish, on a phone, nothing is wider than the screen, and the side bar is a sheet', { skip }, async () => {
  await page.evaluate(`localStorage.setItem('octavo.language', 'es')`);
  await page.setViewportSize({ width: 360, height: 740 });
  for (const path of ['/', '/new', '/new?way=markdown', '/documents', new URL(page.url()).pathname]) {
    await page.goto(octavo.root + path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 360, path);
    await assertAccessible(`${path} in 360 px`);
  }
  await page.getByRole('button', { name: 'Abrir la navegación' }).click();
  await page.getByRole('link', { name: 'Nuevo documento' }).click();
  await page.getByRole('heading', { name: 'Nuevo documento' }).waitFor();
  assert.deepEqual(faults, []);
});

test('what is not there, or not to be had, is told in the language of the user', { skip }, async () => {
  for (const path of ['/documents/doc_none', '/artifacts/doc_none', '/webhooks/we_none']) {
    await page.goto(octavo.root + path);
    await page.getByText('Nada tiene esta dirección').waitFor();
    assert.equal(await page.getByRole('heading', { level: 1 }).innerText(), 'Aquí no hay nada', path);
    await assertAccessible(path);
  }
  const away = { type: 'https://x/errors/service_unavailable', title: 'Service unavailable', code: 'service_unavailable' };
  const body = JSON.stringify({ ...away, status: 503, detail: 'x', request_id: 'req_x' });
  await page.route('**/v1/documents/doc_away', (route) => route.fulfill({ status: 503, contentType: 'application/problem+json', body }));
  await page.goto(`${octavo.root}/documents/doc_away`);
  await page.getByText('Servicio no disponible').waitFor();
  await page.getByRole('button', { name: 'Reintentar' }).waitFor();
});

test('addresses of the dashboard are pages for browsers and problems for programs; its files never change', { skip }, async () => {
  const html = await fetch(`${octavo.root}/documents`, { headers: { accept: 'text/html,*/*' } });
  assert.equal(html.status, 200);
  const policy = html.headers.get('content-security-policy') ?? '';
  assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'self';/);
  assert.doesNotMatch(policy, /unsafe/);
  assert.equal((await fetch(`${octavo.root}/documents`)).status, 404);
  assert.equal((await fetch(`${octavo.root}/v1/nothing`, { headers: { accept: 'text/html' } })).status, 404);
  const service = (await (await fetch(octavo.root)).json()) as Record<string, unknown>;
  assert.deepEqual([service['object'], service['dashboard']], ['service', true]);
  const [, script = ''] = /src="(\/assets\/[^"]+\.js)"/.exec(await html.text()) ?? [];
  const answer = await fetch(octavo.root + script, { headers: { 'accept-encoding': 'br' } });
  assert.equal(answer.headers.get('content-encoding'), 'br');
  assert.match(answer.headers.get('cache-control') ?? '', /max-age=31536000, immutable/);
  assert.equal((await fetch(`${octavo.root}/assets/none.js`, { headers: { accept: 'text/html' } })).status, 404);
});

interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
  isEntry?: boolean;
}

test('the first view is at most 350 KB, and each screen comes by itself', { skip: isBuilt ? false : 'not built: npm run setup' }, () => {
  const manifest = JSON.parse(readFileSync(`${DIST}.vite/manifest.json`, 'utf8')) as Record<string, Chunk>;
  const files = new Set<string>();
  const take = (name: string): void => {
    const chunk = manifest[name];
    if (chunk === undefined || files.has(chunk.file)) return;
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file);
    for (const imported of chunk.imports ?? []) take(imported);
  };
  take('index.html');
  take('src/screens/overview/overview-screen.tsx');
  const bytes = [...files].reduce((sum, file) => sum + gzipSync(readFileSync(DIST + file)).length, 0);
  assert.ok(bytes > 50_000 && bytes <= FIRST_VIEW_BYTES_MAX, `${Math.round(bytes / 1_024)} KB of ${[...files].join(', ')}`);
  assert.ok(
    [...files].every((file) => !/document-screen|markdown-view/.test(file)),
    'screens are loaded when they are opened',
  );
});
