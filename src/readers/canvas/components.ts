/**
 * Components: fragments of HTML that a design defines once, under a name that begins with `x-`. `<x-card title="Speed">…</x-card>`
 * becomes the fragment: `{title}` is the attribute, `{title|otherwise}` has a text for where it is not given, `<slot></slot>` is what
 * stands between the tags. An element that holds nothing but a field that was not given is left out.
 */
import { parseFragment, serialize, type DefaultTreeAdapterTypes } from 'parse5';

type HtmlNode = DefaultTreeAdapterTypes.ChildNode;
type HtmlElement = DefaultTreeAdapterTypes.Element;

/** HTML by the name of its tag. */
export type Components = ReadonlyMap<string, string>;

/** Tags that canvases have themselves. */
export const OWN_TAGS: ReadonlySet<string> = new Set(['x-chart', 'x-line']);

/** Names within each other: a component may be made of others. */
export const NESTED_MAX = 6;
const EXPANDED_CHARS_MAX = 60_000;

const FIELD = /\{([a-z][a-z0-9-]*)(?:\|([^{}]*))?\}/g;
const SLOT = /<slot(?:\s[^<>]*)?>(?:\s*<\/slot\s*>)?/;
/** Stands for a field without a value until the elements that hold only such are out (a character of private use). */
const MISSING = '\uE000';

const escape = (text: string): string =>
  text.replaceAll(MISSING, '').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;');

const isElement = (node: HtmlNode): node is HtmlElement => 'tagName' in node;

/** All text of an element; undefined where it holds elements. */
const plainText = ({ childNodes }: HtmlElement): string | undefined =>
  childNodes.some(isElement) ? undefined : childNodes.map((node) => ('value' in node ? node.value : '')).join('');

const ofNothing = (text: string): boolean => text.includes(MISSING) && text.replaceAll(MISSING, '').trim() === '';

/** Takes out elements and attributes that only hold fields without a value; what is left of such fields is nothing. */
function prune(element: HtmlElement): void {
  element.attrs = element.attrs.filter(({ value }) => !ofNothing(value));
  for (const attribute of element.attrs) attribute.value = attribute.value.replaceAll(MISSING, '');
  element.childNodes = element.childNodes.filter((node) => {
    if ('value' in node) node.value = node.value.replaceAll(MISSING, '');
    if (!isElement(node)) return true;
    const named = node.attrs.some(({ name, value }) => (name === 'data-icon' || name === 'src') && ofNothing(value));
    if (named || ofNothing(plainText(node) ?? '')) return false;
    prune(node);
    return true;
  });
}

/** What the use says of the element itself goes to the root of the fragment: its id, its classes, its style. */
function handOn(use: HtmlElement, root: HtmlElement): void {
  const join: Readonly<Record<string, string>> = { class: ' ', style: ';' };
  for (const { name, value } of use.attrs) {
    if (name !== 'id' && join[name] === undefined) continue;
    const own = root.attrs.find((attribute) => attribute.name === name);
    if (own === undefined) root.attrs.push({ name, value });
    else own.value = name === 'id' ? value : `${own.value}${join[name] ?? ''}${value}`;
  }
}

/** The fragment of a use, as one element; undefined where it would be too long or holds no element. */
export function expandComponent(use: HtmlElement, html: string): HtmlElement | undefined {
  const given = new Map(use.attrs.map(({ name, value }) => [name, value]));
  const filled = html.replaceAll(FIELD, (_whole, name: string, otherwise?: string) => {
    const value = given.get(name);
    return value === undefined || value === '' ? escape(otherwise ?? '') || MISSING : escape(value);
  });
  const inner = serialize(use);
  const text = filled.replace(SLOT, () => inner);
  if (text.length > EXPANDED_CHARS_MAX) return undefined;
  const roots = parseFragment(text).childNodes;
  const [only, ...others] = roots.filter(isElement);
  const loose = roots.some((node) => 'value' in node && node.value.trim() !== '');
  const whole = others.length > 0 || loose || only === undefined ? parseFragment(`<div>${text}</div>`).childNodes.find(isElement) : only;
  if (whole === undefined) return undefined;
  prune(whole);
  handOn(use, whole);
  return whole;
}

const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/;

/** `<x-card … />` as it is meant: HTML itself would take all that follows into it. */
export const closeEmptyTags = (html: string): string =>
  html.replaceAll(/<([a-z][a-z0-9-]*)((?:[^<>"']|"[^"<>]*"|'[^'<>]*')*)\/>/gi, (whole, name: string, attributes: string) =>
    VOID.test(name.toLowerCase()) ? whole : `<${name}${attributes}></${name}>`,
  );
