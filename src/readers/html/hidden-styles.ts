/**
 * What a page's own style sheets keep from being seen, as far as simple selectors say it (`.note`, `div#ad.wide`): the
 * last rule of the highest weight that speaks of showing wins, as in CSS Cascading §6.4. Rules for other media, for
 * states, and with combinators are passed over: to read too much is better than to lose what a script would show.
 */
import type { HtmlElement, HtmlNode } from './parse-html.ts';

/** What a style keeps from being seen: not drawn, without size, clear, or far outside of the page. */
export const UNSEEN =
  /(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|opacity\s*:\s*0*\.?0*(?:%|\s*(?:;|!|$))|font-size\s*:\s*0*\.?0*(?:px|pt|r?em|%)?\s*(?:;|!|$)|(?<!-)color\s*:\s*transparent|(?:left|top|right|bottom|text-indent)\s*:\s*-\d{4,}(?:px|pt)|clip(?:-path)?\s*:\s*(?:rect\(\s*0[^)]*0\s*\)|inset\(\s*(?:50|100)%))/i;
const SEEN = /(?:^|[;\s])(?:display\s*:\s*(?!none)|visibility\s*:\s*visible)/i;

const CHARACTERS_MAX = 1_000_000;
const RULES_MAX = 5_000;
const RULES_OF_NAME_MAX = 50;
const CLASSES_MAX = 20;
const NODES_MAX = 200_000;

interface Rule {
  tag: string;
  id: string;
  classes: readonly string[];
  hides: boolean;
  weight: number;
}

/** Rules by one of the names that an element must have: `.class`, `#id` or the tag. */
export type HiddenStyles = ReadonlyMap<string, readonly Rule[]>;

export function readHiddenStyles(root: HtmlElement): HiddenStyles {
  const rules = new Map<string, Rule[]>();
  let count = 0;
  for (const sheet of sheetsOf(root)) {
    for (const { selectors, declarations } of rulesOf(sheet)) {
      const hides = UNSEEN.test(declarations);
      if (!hides && !SEEN.test(declarations)) continue;
      for (const selector of selectors.split(',')) {
        const rule = readSelector(selector.trim(), hides, count);
        if (rule === undefined || ++count > RULES_MAX) continue;
        const key = rule.id !== '' ? `#${rule.id}` : rule.classes[0] === undefined ? rule.tag : `.${rule.classes[0]}`;
        const known = rules.get(key);
        if (known === undefined) rules.set(key, [rule]);
        else if (known.length < RULES_OF_NAME_MAX) known.push(rule);
      }
    }
  }
  // Where nothing is hidden there is nothing to ask.
  return [...rules.values()].some((some) => some.some(({ hides }) => hides)) ? rules : new Map();
}

export function isHiddenByStyle({ tag, attributes }: HtmlElement, rules: HiddenStyles): boolean {
  if (rules.size === 0 || tag === 'html' || tag === 'body') return false;
  const id = attributes.get('id') ?? '';
  const classes = (attributes.get('class') ?? '')
    .split(/\s+/)
    .filter((name) => name !== '')
    .slice(0, CLASSES_MAX);
  let winner: Rule | undefined;
  for (const key of [tag, `#${id}`, ...classes.map((name) => `.${name}`)]) {
    for (const rule of rules.get(key) ?? []) {
      const fits =
        (rule.tag === '' || rule.tag === tag) && (rule.id === '' || rule.id === id) && rule.classes.every((name) => classes.includes(name));
      if (fits && (winner === undefined || rule.weight >= winner.weight)) winner = rule;
    }
  }
  return winner?.hides === true && !SEEN.test(attributes.get('style') ?? '');
}

function* sheetsOf(root: HtmlElement): Generator<string> {
  const waiting: HtmlNode[] = [root];
  let left = CHARACTERS_MAX;
  let nodes = 0;
  for (let node = waiting.pop(); node !== undefined && nodes < NODES_MAX; node = waiting.pop(), nodes++) {
    if (typeof node === 'string') continue;
    if (node.tag !== 'style') {
      for (const child of node.children.toReversed()) waiting.push(child);
      continue;
    }
    if (!/^(?:|all|screen)$/i.test((node.attributes.get('media') ?? '').trim())) continue;
    const text = node.children
      .filter((child) => typeof child === 'string')
      .join('')
      .slice(0, left);
    left -= text.length;
    yield text.replaceAll(/\/\*[\s\S]*?(?:\*\/|$)/g, ' ');
  }
}

/** Rules that are directly in the sheet. */
function* rulesOf(sheet: string): Generator<{ selectors: string; declarations: string }> {
  let at = 0;
  for (;;) {
    const open = sheet.indexOf('{', at);
    if (open < 0) return;
    let depth = 1;
    let end = open + 1;
    for (; end < sheet.length && depth > 0; end++) {
      if (sheet.charAt(end) === '{') depth++;
      else if (sheet.charAt(end) === '}') depth--;
    }
    const selectors = sheet.slice(at, open).split(';').at(-1)?.trim() ?? '';
    if (!selectors.startsWith('@')) yield { selectors, declarations: sheet.slice(open + 1, end - 1) };
    at = end;
  }
}

const SELECTOR = /^([a-z][\w-]*|\*)?((?:[.#][A-Za-z_][\w-]*)*)$/i;

function readSelector(text: string, hides: boolean, order: number): Rule | undefined {
  const match = SELECTOR.exec(text);
  if (!match || text === '' || text === '*') return undefined;
  const names = (match[2] ?? '').match(/[.#][^.#]+/g) ?? [];
  const ids = names.filter((name) => name.startsWith('#')).map((name) => name.slice(1));
  const classes = names.filter((name) => name.startsWith('.')).map((name) => name.slice(1));
  const tag = match[1] === '*' ? '' : (match[1] ?? '').toLowerCase();
  if (tag === '' && ids.length + classes.length === 0) return undefined;
  return {
    tag,
    id: ids[0] ?? '',
    classes,
    hides,
    weight: ids.length * 1e9 + classes.length * 1e7 + (tag === '' ? 0 : 1e6) + Math.min(order, 1e5),
  };
}
