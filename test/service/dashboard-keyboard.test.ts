/** The dashboard by keyboard alone, in Debian's Chromium: where the focus is can be seen, dialogs keep it and give it back, Escape closes them. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { axeInBothThemes, waitUntilTrue } from '../support/browser.ts';
import { browseAt, openContext, questionOf, skip, waitForFocusIn, waitUntil, windowOf } from '../support/dashboard.ts';
import { expectJson, startOctavo, stopOctavo, type Running } from '../support/service.ts';
import { joinBy, PASSWORD, type Visitor } from '../support/visitor.ts';

const STEPS_MAX = 80;

let octavo: Running;
let closeBrowser: () => Promise<void>;
let page: Page;
let owner: Visitor;

before(async () => {
  if (skip !== false) return;
  octavo = await startOctavo();
  owner = await joinBy(octavo.root, /within an hour: (\S+)/.exec(octavo.output())?.[1] ?? '', 'ada@example.com', 'Ada');
  const { browser, close } = await browseAt(octavo);
  closeBrowser = close;
  page = await (await openContext(browser, { reducedMotion: 'reduce', viewport: { width: 1_280, height: 900 } })).newPage();
});
after(async () => {
  await closeBrowser?.();
  await stopOctavo(octavo);
});

/** What has the focus: its tag and text, whether it is on the screen, and whether it or what it stands for shows a ring. */
const FOCUSED = `(() => {
  const element = document.activeElement;
  if (!element || element === document.body) return { what: '', shown: true, ringed: true };
  const ringed = (one) => { const { outlineStyle, outlineWidth } = getComputedStyle(one); return outlineStyle !== 'none' && parseFloat(outlineWidth) > 0; };
  const around = []; for (let one = element; one && around.length < 4; one = one.parentElement) around.push(one);
  const { width, height } = element.getBoundingClientRect();
  return { what: element.tagName + ' ' + (element.getAttribute('aria-label') ?? element.textContent ?? '').slice(0, 40), shown: width > 0 && height > 0, ringed: around.some(ringed) };
})()`;

/** Presses Tab until this has the focus; each stop on the way has to be seen. */
async function tabTo(target: Locator): Promise<void> {
  await target.waitFor();
  for (let step = 0; step < STEPS_MAX; step++) {
    if (await target.evaluate((element) => element === element.ownerDocument.activeElement)) return;
    await page.keyboard.press('Tab');
    const { what, shown, ringed } = await page.evaluate<{ what: string; shown: boolean; ringed: boolean }>(FOCUSED);
    assert.ok(shown && ringed, `the focus on ${what} is not seen`);
  }
  assert.fail(`Tab does not reach ${String(target)}`);
}
const press = async (target: Locator): Promise<void> => {
  await tabTo(target);
  await page.keyboard.press('Enter');
};
const link = (name: string): Locator => page.getByRole('link', { name, exact: true });
const button = (name: string): Locator => page.getByRole('button', { name, exact: true });

/** Tab goes round inside the window that is open, both ways; Escape closes it, and the focus is where it was. */
async function assertKeepsFocus(dialog: Locator, opener: Locator): Promise<void> {
  await waitForFocusIn(dialog);
  for (const key of ['Tab', 'Shift+Tab']) {
    for (let step = 0; step < 20; step++) {
      await page.keyboard.press(key);
      assert.ok(
        await dialog.evaluate((element) => {
          const { activeElement, body } = element.ownerDocument;
          // between two rounds a browser's own bars have the focus
          return activeElement === body || element.contains(activeElement) || activeElement?.hasAttribute('data-base-ui-focus-guard');
        }),
        `${key} leaves the dialog`,
      );
    }
  }
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  const handle = await opener.elementHandle();
  const hasFocus = async () => (await handle?.evaluate((element) => element === element.ownerDocument.activeElement)) === true;
  await waitUntil(hasFocus, 'the focus does not go back');
}

test('signing in and passing over the navigation', { skip }, async () => {
  await page.goto(`${octavo.root}/documents`);
  await page.getByLabel('E-mail address').waitFor();
  await waitUntilTrue(page, `document.activeElement?.getAttribute('name') === 'email'`);
  await page.keyboard.type('ada@example.com');
  await tabTo(page.getByLabel('Password'));
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByText('No documents yet').waitFor();
  await page.reload();
  await page.getByText('No documents yet').waitFor();
  await page.keyboard.press('Tab');
  assert.match((await page.evaluate<{ what: string }>(FOCUSED)).what, /^A Skip to the content/);
  await page.keyboard.press('Enter');
  await waitUntilTrue(page, `document.activeElement?.id === 'content'`);
  assert.equal(await page.evaluate(`document.querySelectorAll('[tabindex]:not([tabindex="0"]):not([tabindex="-1"])').length`), 0);
});

test('a document is made, opened and edited', { skip }, async () => {
  await page.goto(`${octavo.root}/`);
  await press(link('New document'));
  await page.getByRole('heading', { name: 'New document' }).waitFor();
  await page.evaluate('document.activeElement?.blur()');
  await tabTo(page.getByRole('radio', { name: 'Prompt' }));
  await page.keyboard.press('ArrowRight');
  const text = page.getByRole('textbox', { name: 'Markdown' });
  await tabTo(text);
  await page.keyboard.type('# By keyboard\n\nThe office moves in May.\n');
  await page.getByText('Ready to be made').waitFor();
  await page.keyboard.press('Control+Enter');
  await page.waitForURL(/\/documents\/doc_/);
  await page.getByRole('img', { name: 'Page 1' }).waitFor();

  await page.goto(`${octavo.root}/documents`);
  await press(link('By keyboard'));
  await page.getByRole('img', { name: 'Page 1' }).waitFor();
  await tabTo(page.getByRole('tab', { name: 'Pages' }));
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await page.waitForURL(/view=data/);

  const edit = button('Edit');
  await press(edit);
  await assertKeepsFocus(windowOf(page), edit);
  await page.keyboard.press('Enter');
  await waitForFocusIn(windowOf(page));
  await tabTo(page.getByLabel('Find', { exact: true }));
  await page.keyboard.type('in May');
  await tabTo(page.getByLabel('Replace by'));
  await page.keyboard.type('in June');
  await press(button('Preview'));
  await page.getByRole('region', { name: 'Preview' }).getByText('in June').waitFor();
  await press(button('Make version'));
  await page.waitForURL(/view=changes/);
  await page.getByText('The office moves in June.').waitFor();
});

test('menus, dialogs and settings give the focus back', { skip }, async () => {
  await page.goto(`${octavo.root}/webhooks`);
  const add = button('Add an endpoint').first();
  await press(add);
  await assertKeepsFocus(windowOf(page), add);

  const account = page.getByRole('button', { name: /^Account/ });
  await press(account);
  await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('menuitem', { name: 'Sign out' }).waitFor({ state: 'detached' });
  await tabTo(account);

  await page.goto(`${octavo.root}/project`);
  const name = page.getByLabel('Name').first();
  await tabTo(name);
  await page.keyboard.press('Control+A');
  await page.keyboard.type('renamed');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^Project:\s*renamed/ }).waitFor();
  const remove = button('Delete this project');
  await press(remove);
  await assertKeepsFocus(questionOf(page), remove);
});

test('axe finds nothing on any screen, in light and in dark', { skip }, async () => {
  const { id } = (await expectJson<{ data: { id: string }[] }>(await owner.get('/documents?limit=1'))).data[0] ?? { id: '' };
  const views = ['pages', 'changes', 'versions', 'report', 'request', 'events', 'data'].map((view) => `documents/${id}?view=${view}`);
  const tabs = ['usage', 'usage?tab=balance', 'usage?tab=statements', 'new', 'new?way=markdown', 'new?way=review'];
  const screens = ['', 'documents', 'files', 'extractions', 'artifacts', 'keys', 'webhooks', 'playground', 'brand', 'members', 'project'];
  for (const path of [...screens, ...tabs, ...views, 'audit-log', 'account', 'no/such/screen']) {
    await page.goto(`${octavo.root}/${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByRole('navigation').first().waitFor();
    await page.waitForLoadState('networkidle');
    assert.deepEqual(await axeInBothThemes(page), [], path);
  }
});

test('a user of several projects finds the one that is open in the address, in new tabs too', { skip }, async () => {
  const { id } = await expectJson<{ id: string }>(await owner.ask('POST', '/dashboard/projects', { name: 'second' }), 201);
  await page.goto(`${octavo.root}/documents`);
  await page.waitForURL(/project=prj_/);
  await page.getByRole('link', { name: 'By keyboard' }).first().waitFor();
  const first = new URL(page.url()).searchParams.get('project');
  assert.notEqual(first, id);
  await press(page.getByRole('button', { name: /^Project:/ }));
  await page.getByRole('menuitemradio', { name: 'second' }).click();
  await page.waitForURL(new RegExp(`project=${id}`));
  await press(link('Documents'));
  await page.getByText('No documents yet').waitFor();
  assert.equal(new URL(page.url()).searchParams.get('project'), id);

  const other = await page.context().newPage();
  await other.goto(`${octavo.root}/documents?project=${first}`);
  await other.getByRole('link', { name: 'By keyboard' }).first().waitFor();
  await page.reload();
  await page.getByText('No documents yet').waitFor();
  await other.goto(`${octavo.root}/documents?project=prj_${'0'.repeat(26)}`);
  await other.waitForURL((url) => url.searchParams.get('project') === first);
});
