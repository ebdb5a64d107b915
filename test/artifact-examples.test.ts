/** The five pages of docs/artifacts.md, made and used in a real browser as visitors would. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { composeDocument } from '../src/document/compose.ts';
import { resolveLook } from '../src/document/look.ts';
import { readMarkdown } from '../src/readers/markdown.ts';
import { readXlsx } from '../src/readers/xlsx.ts';
import { writeMarkdown } from '../src/writers/markdown.ts';
import { planWorkbook, writeXlsx } from '../src/writers/xlsx.ts';
import { axeFindings, openBrowser, withoutChromium } from './support/browser.ts';
import { sharePage, type SharedPage } from './support/page-visitors.ts';

const skip = withoutChromium();
let browser: Browser | undefined;
const examples = new Map<string, string>();
before(async () => {
  const text = await readFile(new URL('../docs/artifacts.md', import.meta.url), 'utf8');
  for (const [, name = '', markdown = ''] of text.matchAll(/^````markdown page=(\w+)\n([^]*?)^````$/gm)) examples.set(name, markdown);
  assert.deepEqual([...examples.keys()], ['signup', 'vote', 'checklist', 'calculator', 'dashboard']);
  if (skip === false) browser = await openBrowser();
});
after(() => browser?.close());

async function share(name: string, change: (markdown: string) => string = (markdown) => markdown): Promise<SharedPage> {
  assert.ok(browser !== undefined);
  return sharePage(change(examples.get(name) ?? ''), browser);
}

const said = (page: Page): Promise<string> => page.locator('.state').first().innerText();
const until = async (page: Page, condition: string): Promise<void> => {
  await page.waitForFunction(condition, undefined, { timeout: 120_000 });
};

test(
  'a visitor signs up by keyboard: faults are named beside the fields, the entry is kept once, and others cannot read it',
  { skip },
  async () => {
    const shared = await share('signup');
    assert.deepEqual(
      shared.collections.map(({ name, mode, fields }) => [name, mode, fields?.length]),
      [['signups', 'submit', 6]],
    );
    const page = await shared.visit({ width: 360 });
    await page.getByLabel('Name').fill('Ana <b>Ruiz</b>');
    await page.getByLabel('Email').fill('ana');
    await page.getByLabel('Age').fill('7');
    await page.getByLabel('Email').press('Enter');
    assert.match(await said(page), /4 fields need a change/);
    const errors = await page.locator('.error:visible').allInnerTexts();
    assert.deepEqual(errors, ['Enter an address such as name@example.com.', 'Choose one.', 'At least 8.', 'This box must be ticked.']);
    assert.equal(await page.evaluate('document.activeElement.type'), 'email');
    assert.deepEqual(await axeFindings(page), []);
    await page.getByLabel('Email').fill('ana@example.com');
    await page.getByLabel('Double').check();
    await page.getByLabel('Age').fill('41');
    await page.getByLabel('I can swim').check();
    shared.refuseNext({ code: 'rate_limited', message: 'Too many requests.' });
    await page.getByRole('button', { name: 'Sign me up' }).click();
    await until(page, `/Wait a minute/.test(document.querySelector('.state').textContent)`);
    assert.equal(await page.getByLabel('Age').inputValue(), '41', 'what was entered stays where it was refused');
    await page.getByRole('button', { name: 'Sign me up' }).click();
    await until(page, `/See you at the river/.test(document.querySelector('.state').textContent)`);
    assert.equal(await page.getByLabel('Age').inputValue(), '');
    assert.deepEqual(shared.records('signups'), [
      { Name: 'Ana <b>Ruiz</b>', Email: 'ana@example.com', Boat: 'Double', Age: 41, 'I can swim 50 metres': true },
    ]);
    await page.close();
  },
);

test('faults that only the service sees stand beside their fields', { skip }, async () => {
  const shared = await share('signup', (markdown) => markdown.replace(/^- (?!Name).*\n/gm, ''));
  const page = await shared.visit();
  await page.getByLabel('Name').fill('Ana');
  shared.refuseNext({
    code: 'input_invalid',
    message: 'The record does not fit.',
    errors: [{ path: '/Name', message: 'This name is taken.' }],
  });
  await page.getByRole('button', { name: 'Sign me up' }).click();
  await page.getByText('This name is taken.').waitFor();
  assert.equal(await page.getByLabel('Name').getAttribute('aria-invalid'), 'true');
  await page.close();
});

test('two visitors vote, and each sees the votes of both at once', { skip }, async () => {
  const shared = await share('vote');
  const [ana, john] = [await shared.visit(), await shared.visit({ width: 360 })];
  await ana.getByLabel('Friday 12 June').check();
  await ana.getByLabel('Friday 19 June').check();
  await ana.getByRole('button', { name: 'Vote' }).click();
  await ana.getByText('Your vote is counted').waitFor();
  await until(
    john,
    `[...document.querySelectorAll('.poll')[0].querySelectorAll('.value')].map((one) => one.textContent).join() === '1,0,1'`,
  );
  await john.getByLabel('Friday 19 June').check();
  await john.getByRole('button', { name: 'Vote' }).click();
  await until(
    ana,
    `[...document.querySelectorAll('.poll')[0].querySelectorAll('.value')].map((one) => one.textContent).join() === '1,0,2'`,
  );
  await john.getByRole('button', { name: 'Count me in' }).click();
  await john.getByText('Choose first.').waitFor();
  assert.deepEqual(shared.records('evenings'), [{ Choice: 'Friday 12 June\nFriday 19 June' }, { Choice: 'Friday 19 June' }]);
  await Promise.all([ana.close(), john.close()]);
});

test('a checklist is ticked, added to and shared; what two change at once is said, and nothing is lost', { skip }, async () => {
  const shared = await share('checklist');
  const [ana, john] = [await shared.visit(), await shared.visit()];
  await ana.getByLabel('Devolver las llaves').check();
  await until(john, `document.querySelector('[data-key="Devolver las llaves"]').checked`);
  assert.match(await said(john), /1 de 3 hechas/);
  await john.getByPlaceholder('Nueva entrada').fill('<img src=x onerror=alert(1)>');
  await john.getByPlaceholder('Nueva entrada').press('Enter');
  await until(ana, `document.querySelectorAll('.ticks li').length === 4`);
  assert.equal(await ana.locator('.ticks img').count(), 0, 'a record is never markup');
  shared.changeQuietly('tareas', 0, { Item: 'Devolver las llaves', Done: false });
  await ana.getByLabel('Devolver las llaves').click();
  await until(ana, `/Otra persona/.test(document.querySelector('.state').textContent)`);
  await john.getByRole('button', { name: /^Quitar/ }).click();
  await until(ana, `document.querySelectorAll('.ticks li').length === 3`);
  assert.deepEqual(shared.records('tareas'), [{ Item: 'Devolver las llaves', Done: false }]);
  await Promise.all([ana.close(), john.close()]);
});

test('a calculator shows its figures without script, and the same with it', { skip }, async () => {
  const shared = await share('calculator');
  assert.match(shared.html, /<output data-out="2">€1,660\.00<\/output>/);
  const page = await shared.visit({ width: 360 });
  const results = (): Promise<string[]> => page.locator('output').allInnerTexts();
  assert.deepEqual(await results(), ['€1,060.00', '€600.00', '€1,660.00', '€41.50']);
  await page.getByLabel('Guests').fill('100');
  await page.getByLabel('Menu').selectOption({ label: 'Gala' });
  await page.getByLabel('Live band').check();
  assert.deepEqual(await results(), ['€4,100.00', '€900.00', '€5,850.00', '€58.50']);
  await page.getByLabel('Guests').fill('5');
  assert.match(await said(page), /Guests: at least 10/);
  assert.deepEqual(await results(), ['–', '–', '–', '–']);
  await page.close();
});

test('the figures of a workbook are those of a dashboard, whose table sorts', { skip }, async () => {
  const sheet =
    '# Sheet: Sales\n\n| Month | Orders | Income |\n|---|--:|--:|\n| March | 380 | 13200 |\n| April | 440 | 15800 |\n| May | 520 | 19200 |\n| June | 90 | 2400 |\n| July | 610 | 21000 |\n';
  const look = resolveLook('spreadsheet');
  const read = readMarkdown(sheet, { pictures: 0 }).value;
  const { document } = composeDocument({ ...read, lang: 'en', name: null, assets: new Map() }, look);
  const { bytes } = writeXlsx(planWorkbook(document, look), { created: new Date(0) });
  const table = readXlsx(bytes)
    .value.blocks.flatMap((block) => (block.type === 'sheet' ? block.blocks : [block]))
    .findLast(({ type }) => type === 'table');
  assert.ok(table !== undefined);
  const shared = await share('dashboard', (markdown) =>
    markdown.replaceAll(
      '{{Sales}}',
      writeMarkdown([table])
        .replaceAll(/^:::.*\n/gm, '')
        .trim(),
    ),
  );
  const page = await shared.visit();
  assert.equal(await page.locator('figure.chart').count(), 2);
  const months = (): Promise<string[]> => page.locator('main > .table tbody th').allInnerTexts();
  assert.deepEqual(await months(), ['March', 'April', 'May', 'June', 'July']);
  await page.locator('main > .table').getByRole('button', { name: 'Income' }).click();
  assert.deepEqual(await months(), ['June', 'March', 'April', 'May', 'July']);
  assert.deepEqual(await axeFindings(page), []);
  await page.close();
});

test('each of the five is whole on a phone in the dark, and axe finds nothing serious', { skip }, async () => {
  for (const name of examples.keys()) {
    const shared = await share(name, (markdown) =>
      markdown.replaceAll('{{Sales}}', '| Month | Orders | Income |\n|---|--:|--:|\n| May | 5 | 19200 |\n| June | 9 | 2400 |'),
    );
    const page = await shared.visit({ width: 360 });
    await page.emulateMedia({ colorScheme: 'dark' });
    assert.ok((await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')) <= 0, name);
    assert.deepEqual(await axeFindings(page), [], name);
    await page.close();
  }
});

test('a page that is opened as a file keeps what is entered in the browser, and says so', { skip }, async () => {
  const shared = await share('checklist');
  const page = await browser?.newPage();
  assert.ok(page !== undefined);
  await page.route('**/*', (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body: shared.html }));
  await page.goto('http://file.example/page.html');
  assert.match(await page.locator('.notice').innerText(), /se queda en este navegador/);
  await page.getByLabel('Embalar los archivos').check();
  await until(page, `/1 de 3/.test(document.querySelector('.state').textContent)`);
  await page.reload();
  await until(page, `document.querySelector('[data-key="Embalar los archivos"]').checked`);
  await page.close();
});
