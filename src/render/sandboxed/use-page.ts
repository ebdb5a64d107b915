/** A visitor who tries all that a page offers: fields are filled in with made-up entries, buttons are pressed, and what comes of it is told. */
import type { Locator, Page } from 'playwright-core';

const USED_MAX = 24;
const AFTER_MS = 300;

interface Field {
  name: string;
  kind: string;
}

/** What is written on an element or beside it, and of what kind it is. */
const describe = (one: Locator): Promise<Field> =>
  one.evaluate((element: Named) => {
    const name = element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent ?? element.textContent ?? '';
    const tag = element.tagName.toLowerCase();
    return {
      name: (name === '' ? (element.getAttribute('name') ?? '') : name).replaceAll(/\s+/g, ' ').trim().slice(0, 60),
      kind: tag === 'input' ? (element.type ?? 'text') : tag,
    };
  });

/** What of an element of the page is asked for here. */
interface Named {
  tagName: string;
  type?: string;
  textContent: string | null;
  labels?: ArrayLike<{ textContent: string | null }> | null;
  getAttribute(name: string): string | null;
}
interface Choices {
  options: ArrayLike<{ value: string }>;
}

const ENTRIES: Readonly<Record<string, string>> = {
  email: 'ada@example.org',
  number: '12',
  range: '50',
  date: '2027-03-31',
  time: '10:30',
  'datetime-local': '2027-03-31T10:30',
  month: '2027-03',
  week: '2027-W13',
  tel: '+44 20 7946 0000',
  url: 'https://example.org/',
  color: '#336699',
  text: 'Ada Lovelace',
  search: 'a',
  textarea: 'Made-up words of a visitor.',
};

/** Everything of the page that changes when it is used: text, and what is entered. */
const stateOf = (page: Page): Promise<string> =>
  page.evaluate<string>(
    `document.body.innerText + '\\n' + Array.from(document.querySelectorAll('input,select,textarea,[aria-pressed],[aria-expanded],[aria-sort],[aria-checked]'), (e) => [e.value, e.checked, e.getAttribute('aria-pressed'), e.getAttribute('aria-expanded'), e.getAttribute('aria-sort'), e.getAttribute('aria-checked')].join()).join(';') + document.querySelectorAll('[open]').length + document.documentElement.className + document.body.className`,
  );

async function enter(one: Locator, { kind }: Field): Promise<boolean> {
  if (kind === 'checkbox' || kind === 'radio') {
    if (!(await one.isChecked())) await one.check({ timeout: 1_500 });
    return true;
  }
  if (kind === 'select') {
    const values = await one.evaluate(({ options }: Choices) => Array.from(options, ({ value }) => value));
    const value = values.findLast((each) => each !== '') ?? '';
    if (value !== '') await one.selectOption(value, { timeout: 1_500 });
    return value !== '';
  }
  if (kind === 'file' || kind === 'hidden' || kind === 'submit' || kind === 'button') return false;
  if (kind === 'number' || kind === 'range') {
    const [min, max] = await Promise.all([one.getAttribute('min'), one.getAttribute('max')]);
    const low = min === null || min === '' ? 12 : Number(min);
    const value = String(max === null || max === '' ? Math.max(low, 12) : Math.min(Math.max(low, 12), Number(max)));
    await one.fill(value, { timeout: 1_500 });
    return true;
  }
  await one.fill(ENTRIES[kind] ?? 'Ada', { timeout: 1_500 });
  return true;
}

async function fillFields(page: Page, tried: string[]): Promise<void> {
  const fields = await page.locator('input:visible:enabled, select:visible:enabled, textarea:visible:enabled').all();
  const filled: string[] = [];
  for (const one of fields.slice(0, USED_MAX)) {
    const field = await describe(one);
    try {
      if (await enter(one, field)) filled.push(field.name === '' ? `a field without a label (${field.kind})` : field.name);
    } catch {
      tried.push(`The field "${field.name}" (${field.kind}) could not be filled in.`);
    }
  }
  if (filled.length > 0) tried.push(`Filled in: ${filled.join(', ')}.`);
}

/** Presses every button once. @returns what came of it, and buttons that do nothing */
export async function useEverything(page: Page): Promise<{ tried: string[]; deadEnds: string[] }> {
  const tried: string[] = [];
  const deadEnds: string[] = [];
  await fillFields(page, tried);
  // heads of tables sort, which shows in a table with rows alone
  const buttons = page.locator(
    'button:not(th button):visible:enabled, [role="button"]:visible, input[type="submit"]:visible, input[type="button"]:visible, summary:visible',
  );
  const names = new Map<string, number>();
  const count = Math.min(await buttons.count(), USED_MAX);
  for (let at = 0; at < count; at += 1) {
    const one = buttons.nth(at);
    if (!(await one.isVisible().catch(() => false))) continue;
    const { name } = await describe(one);
    const times = (names.get(name) ?? 0) + 1;
    names.set(name, times);
    // the tenth of the same kind tells nothing new
    if (times > 2) continue;
    const before = await stateOf(page);
    try {
      await one.click({ timeout: 1_500 });
    } catch {
      deadEnds.push(`"${name}" cannot be pressed: something covers it, or it moves.`);
      continue;
    }
    await page.waitForTimeout(AFTER_MS);
    const after = await stateOf(page);
    if (after === before) deadEnds.push(`Pressing "${name}" changes nothing that a visitor sees.`);
    else tried.push(`Pressed "${name}": ${whatIsNew(before, after)}`);
  }
  return { tried, deadEnds };
}

function whatIsNew(before: string, after: string): string {
  const known = new Set(before.split('\n').map((line) => line.trim()));
  const fresh = after
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !known.has(line) && line.length < 400);
  return fresh.length === 0 ? 'the page changed.' : `now it says "${fresh.slice(0, 3).join(' / ').slice(0, 200)}".`;
}

/** The element with this on it or beside it. */
async function find(page: Page, { do: act, target }: { do: string; target: string }): Promise<Locator | null> {
  const ways =
    act === 'click'
      ? [page.getByRole('button', { name: target }), page.getByRole('link', { name: target }), page.getByText(target, { exact: false })]
      : [
          page.getByLabel(target),
          page.getByPlaceholder(target),
          page.locator('input,select,textarea').and(page.getByRole('textbox', { name: target })),
        ];
  for (const way of ways) if ((await way.count()) > 0) return way.first();
  return null;
}

/** Does what is named, one step after another; a step that cannot be done ends it. @returns what came of each */
export async function trySteps(page: Page, steps: readonly { do: string; target: string; value?: string }[]): Promise<string[]> {
  const told: string[] = [];
  for (const step of steps) {
    const one = await find(page, step);
    if (one === null) {
      told.push(`There is nothing named "${step.target}" to ${step.do}.`);
      break;
    }
    const before = await stateOf(page);
    try {
      if (step.do === 'click') await one.click();
      else if (step.do === 'choose') await one.selectOption(step.value ?? '');
      else if (step.do === 'tick') await one.check();
      else await one.fill(step.value ?? '');
    } catch (error) {
      told.push(
        `${step.do} "${step.target}" did not work: ${(error instanceof Error ? error.message : String(error)).split('\n')[0] ?? ''}`,
      );
      break;
    }
    await page.waitForTimeout(AFTER_MS);
    const after = await stateOf(page);
    told.push(
      `${step.do} "${step.target}"${step.value === undefined ? '' : ` with "${step.value}"`}: ${after === before ? 'nothing changed.' : whatIsNew(before, after)}`,
    );
  }
  return told;
}
