/** The management screens as people use them, in Debian's Chromium, on the real service: keys, webhooks, usage, and what each role is offered. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { axeFindings } from '../support/browser.ts';
import { browseAt, button, openContext, questionOf, skip, windowOf } from '../support/dashboard.ts';
import { makeCertificate, startReceiver, type Certificate, type Receiver } from '../support/receiver.ts';
import { expectJson, expectProblem, makeDocument, startOctavo, stopOctavo, type Running } from '../support/service.ts';
import { joinBy, openVisitor, type Visitor } from '../support/visitor.ts';

let octavo: Running;
let receiver: Receiver;
let certificate: Certificate;
let browser: Browser;
let closeBrowser: () => Promise<void>;
let owner: Visitor;

before(async () => {
  if (skip !== false) return;
  certificate = makeCertificate();
  receiver = await startReceiver(certificate);
  octavo = await startOctavo({
    environment: {
      OCTAVO_PRICES: '{"fast":2,"standard":10,"best":30,"currency":"EUR"}',
      OCTAVO_FETCH_ALLOW: receiver.allow,
      NODE_EXTRA_CA_CERTS: certificate.path,
    },
  });
  owner = await joinBy(octavo.root, /within an hour: (\S+)/.exec(octavo.output())?.[1] ?? '', 'ada@example.com', 'Ada');
  ({ browser, close: closeBrowser } = await browseAt(octavo));
});
after(async () => {
  await closeBrowser?.();
  await stopOctavo(octavo);
  await receiver?.close();
  certificate?.remove();
});

/** A tab in the session of a visitor. */
async function open(visitor: Visitor, path: string): Promise<Page> {
  const context = await openContext(browser, { colorScheme: 'light' });
  const cookies = [...visitor.cookies].map(([name, value]) => ({ name, value, domain: '127.0.0.1', path: '/v1' }));
  await context.addCookies(cookies);
  const page = await context.newPage();
  await page.goto(octavo.root + path);
  return page;
}

test('a key is made, shown once, used, found in the log of requests, and revoked', { skip }, async () => {
  const page = await open(owner, '/keys');
  await button(page, 'Make a key').click();
  const dialog = windowOf(page);
  await dialog.getByLabel('Name').fill('production');
  await button(page, 'Make a key').last().click();
  const shown = page.getByRole('region', { name: 'Key' });
  const key = (await shown.textContent()) ?? '';
  assert.match(key, /^ak_local_\w{20,}$/);
  await button(page, 'I have copied it').click();
  await page.getByText('production').first().waitFor();
  assert.equal(await page.getByText(key).count(), 0, 'it is shown only once');

  const caller = openVisitor(octavo.root);
  const authorization = `Bearer ${key}`;
  await expectJson(await caller.ask('POST', '/documents', { format: 'pdf', content: { markdown: '# By key\n' } }, { authorization }));
  const line = page.getByRole('link', { name: 'POST /v1/documents' });
  await line.first().click();
  const command = (await page.getByRole('region', { name: 'curl' }).textContent()) ?? '';
  assert.match(command, /^curl -sS -X POST/);
  assert.match(command, /By key/);
  assert.ok(!command.includes(key));
  await page.keyboard.press('Escape');

  await button(page, 'Revoke production').click();
  await questionOf(page).getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('Revoked', { exact: true }).waitFor();
  for (const end = Date.now() + 180_000; ;) {
    const answer = await caller.get('/documents', { authorization });
    if (answer.status === 401) break;
    assert.ok(Date.now() < end, 'the key still works');
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  assert.deepEqual(await axeFindings(page), []);
  await page.context().close();
});

test('a webhook is registered, tested, and its delivery shown with what was sent and answered', { skip }, async () => {
  const page = await open(owner, '/webhooks');
  await button(page, 'Add an endpoint').first().click();
  const dialog = windowOf(page);
  await dialog.getByLabel('Address').fill('https://10.0.0.1/inside');
  await dialog.getByRole('button', { name: 'Add an endpoint' }).click();
  await dialog.getByRole('alert').first().waitFor();
  await dialog.getByLabel('Address').fill(`${receiver.origin}/octavo`);
  await dialog.getByRole('button', { name: 'Add an endpoint' }).click();
  const secret = await page.getByRole('region', { name: 'Signing secret' }).textContent();
  assert.match(secret ?? '', /^whsec_/);
  await button(page, 'I have copied it').click();
  await page.getByRole('link', { name: `${receiver.origin}/octavo` }).click();
  receiver.answerWith((_received, response) => void response.writeHead(200).end('thank you'));
  await button(page, 'Send a test').click();
  await page.getByRole('link', { name: 'webhook.test' }).waitFor();
  assert.deepEqual(
    receiver.received.map(({ event }) => event.type),
    ['webhook.test'],
  );
  await page.getByRole('link', { name: 'webhook.test' }).click();
  const sent = (await page.getByRole('region', { name: 'What was sent' }).textContent()) ?? '';
  assert.equal((JSON.parse(sent) as { id: string }).id, receiver.received[0]?.event.id);
  assert.equal(await page.getByRole('region', { name: 'What was answered' }).textContent(), 'thank you');
  assert.deepEqual(await axeFindings(page), []);
  await page.context().close();
});

test('usage, balance and the statement tell what was made and charged', { skip }, async () => {
  await makeDocument(octavo, { format: 'pdf', content: { markdown: '# Charged\n' } });
  const page = await open(owner, '/usage');
  await page.getByRole('img', { name: 'Documents by day, as bars' }).waitFor();
  const usage = await expectJson<{ total: { documents: number; amount: number } }>(await owner.get('/usage'));
  assert.ok(usage.total.documents > 0 && usage.total.amount > 0);
  const figures = await page.getByRole('definition').allTextContents();
  assert.equal(figures[0], String(usage.total.documents));
  assert.equal(figures[2], `€${(usage.total.amount / 100).toFixed(2)}`);
  const saving = page.waitForEvent('download');
  await button(page, 'Download as CSV').click();
  assert.match((await saving).suggestedFilename(), /^usage-.*\.csv$/);
  await page.getByRole('tab', { name: 'Balance' }).click();
  await page.getByText('€0.30').waitFor();
  await page.getByRole('tab', { name: 'Statements' }).click();
  await button(page, 'Make a PDF').click();
  const link = page.getByRole('link', { name: 'Open the PDF' });
  await link.waitFor();
  const pdf = await fetch(new URL((await link.getAttribute('href')) ?? '', octavo.root));
  assert.equal(
    Buffer.from(await pdf.arrayBuffer())
      .subarray(0, 5)
      .toString(),
    '%PDF-',
  );
  await page.context().close();
});

const OFFERED = {
  admin: { keys: true, invite: true, remove: false, upload: true },
  member: { keys: false, invite: false, remove: false, upload: true },
  viewer: { keys: false, invite: false, remove: false, upload: false },
} as const;

test('each role is offered what it may do, and told why not', { skip }, async () => {
  for (const [role, offered] of Object.entries(OFFERED)) {
    const { link } = await expectJson<{ link: string }>(await owner.ask('POST', '/dashboard/invitations', { role }), 201);
    const visitor = await joinBy(octavo.root, link, `${role}@example.com`, role);
    const page = await open(visitor, '/keys');
    await page.getByRole('heading', { name: offered.keys ? 'API keys' : 'Not for your role' }).waitFor();
    assert.equal((await button(page, 'Make a key').count()) > 0, offered.keys, role);
    assert.equal((await page.getByRole('link', { name: 'Audit log' }).count()) > 0, offered.invite, role);
    await page.goto(`${octavo.root}/members`);
    await page.getByText('ada@example.com').waitFor();
    assert.equal((await button(page, 'Invite').count()) > 0, offered.invite, role);
    await page.goto(`${octavo.root}/project`);
    await page.getByLabel('Name').first().waitFor();
    assert.equal((await button(page, 'Delete this project').count()) > 0, offered.remove, role);
    await page.goto(`${octavo.root}/files`);
    await page.getByRole('heading', { name: 'Files', exact: true }).waitFor();
    assert.equal((await page.getByText('Drop files here, or choose them').count()) > 0, offered.upload, role);
    if (role === 'viewer') await expectProblem(await visitor.ask('POST', '/files', {}), 403, 'forbidden');
    await page.context().close();
  }
});

test('no screen is wider than a phone, and axe finds nothing on any of them', { skip }, async () => {
  const page = await open(owner, '/');
  await page.setViewportSize({ width: 360, height: 740 });
  for (const path of ['files', 'extractions', 'artifacts', 'playground', 'usage', 'brand', 'members', 'project', 'audit-log', 'account']) {
    await page.goto(`${octavo.root}/${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    const wider = await page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');
    assert.equal(wider, 0, path);
    assert.deepEqual(await axeFindings(page), [], path);
  }
});
