/**
 * HTML with a subset of CSS → the tree of a canvas. Everything that the subset lacks is named in a note, with what
 * becomes of it; nothing is fetched and nothing runs.
 */
import { append } from '../base/append.ts';
import { z } from 'zod';
import { parseFragment, type DefaultTreeAdapterTypes } from 'parse5';
import type { Note } from '../base/note.ts';
import type { Canvas } from '../document/block.ts';
import { boxDefaults, type Style, type StyleContext } from '../document/canvas-box.ts';
import { CANVAS_TAGS, isInlineTag, type CanvasElement, type CanvasNode, type CanvasTag, type Declarations } from '../document/canvas.ts';
import { applyDeclaration } from '../document/canvas-style.ts';
import { COLOR_ROLES } from '../document/canvas-values.ts';
import { closeEmptyTags, expandComponent, NESTED_MAX, OWN_TAGS, type Components } from './canvas/components.ts';

type HtmlNode = DefaultTreeAdapterTypes.ChildNode;
type HtmlElement = DefaultTreeAdapterTypes.Element;

/** A page of dense design has some hundreds of elements. */
const ELEMENTS_MAX = 3_000;
const SOURCE_CHARS_MAX = 400_000;
const DEPTH_MAX = 40;
const RULES_MAX = 500;

const TAGS: Readonly<Record<string, CanvasTag>> = {
  ...Object.fromEntries(CANVAS_TAGS.filter((tag) => tag !== 'icon').map((tag) => [tag, tag])),
  b: 'strong',
  i: 'em',
  section: 'div',
  article: 'div',
  header: 'div',
  footer: 'div',
  main: 'div',
  aside: 'div',
  figure: 'div',
  figcaption: 'p',
  blockquote: 'div',
};
/** Wrappers whose children are in their place. */
const TRANSPARENT = new Set(['tbody', 'thead', 'tfoot']);
/** What never is text. */
const IGNORED = new Set(['style', 'script', 'template', 'title', 'head', 'noscript', 'iframe', 'object', 'embed']);
const ATTRIBUTES = new Set([
  'src',
  'alt',
  'href',
  'data-icon',
  'data-shape',
  'colspan',
  'rowspan',
  'type',
  'unit',
  'colors',
  'labels',
  'legend',
  'grid',
  'axis',
  'min',
  'max',
  'step',
  'gap',
  'format',
  'highlight',
  'plot',
  'from',
  'to',
  'from-side',
  'to-side',
  'arrow',
  'start',
  'label',
  'x',
  'y',
  'x1',
  'y1',
  'x2',
  'y2',
  'cx',
  'cy',
  'r',
  'rx',
  'ry',
  'width',
  'height',
  'd',
  'points',
  'viewBox',
  'transform',
  'text-anchor',
]);
/** Presentation attributes of SVG that are style here. */
const VECTOR_STYLE = new Set(['fill', 'stroke', 'stroke-width', 'stroke-dasharray', 'opacity', 'font-size', 'font-weight', 'font-family']);
const VECTOR_TAGS = new Set<CanvasTag>(['svg', 'g', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon', 'path', 'text']);

interface Reading {
  rules: Canvas['rules'];
  count: number;
  /** What was left out, by kind. */
  left: Map<string, Set<string>>;
  components: Components;
  /** Names of the components that are being put in, one in another. */
  within: string[];
}

/** Values are checked against these; the design gives the real ones. */
const CHECKED: StyleContext = {
  colors: Object.fromEntries(COLOR_ROLES.map((role) => [role, '000000'])) as StyleContext['colors'],
  faces: { text: 'Calibri', display: 'Georgia', code: 'Consolas' },
};
const scratch = (): Style => ({
  ...boxDefaults(),
  fontFamily: 'Calibri',
  fontSize: 16,
  bold: false,
  italic: false,
  underline: false,
  strike: false,
  color: { hex: '000000', alpha: 1 },
  align: 'left',
  lineHeight: undefined,
  letterSpacing: 0,
  transform: 'none',
  nowrap: false,
  balance: false,
  lining: false,
});

function leave(reading: Reading, kind: string, what: string): void {
  const known = reading.left.get(kind) ?? new Set<string>();
  reading.left.set(kind, known.add(what.slice(0, 60)));
}

/** `a:b; c:d` → the declarations that the subset has. */
function readDeclarations(css: string, reading: Reading): Declarations {
  const declarations: Declarations = {};
  const style = scratch();
  for (const part of css.split(/;(?![^(]*\))/)) {
    const colon = part.indexOf(':');
    if (part.trim() === '') continue;
    const property = part.slice(0, colon).trim().toLowerCase();
    const value = part
      .slice(colon + 1)
      .replace(/!important\s*$/i, '')
      .replaceAll(/\s+/g, ' ')
      .trim();
    const result = colon < 0 ? 'unknown' : applyDeclaration(style, property, value, CHECKED);
    if (result === 'applied') declarations[property] = value;
    else
      leave(
        reading,
        result === 'unknown' ? 'properties' : 'values',
        result === 'unknown' ? (property === '' ? part.trim() : property) : `${property}: ${value}`,
      );
  }
  return declarations;
}

const COMPOUND = String.raw`(?:[a-z][a-z0-9-]*|\.[\w-]+)(?:\.[\w-]+)*`;
/** Tags and classes, one in another: `.card p`, `div.card > h3`. */
const SELECTOR = new RegExp(String.raw`^${COMPOUND}(?:(?:\s*>\s*|\s+)${COMPOUND}){0,5}$`, 'i');

function readSheet(css: string, reading: Reading): void {
  const plain = css.replaceAll(/\/\*[^]*?\*\//g, '');
  // one opening brace may stand for a rule; media queries and the like have a second one inside
  for (const [, selectors = '', body = ''] of plain.matchAll(/([^{}]{1,500})\{([^{}]*)\}/g)) {
    const style = readDeclarations(body, reading);
    for (const selector of selectors.split(',').map((text) => text.replaceAll(/\s+/g, ' ').trim())) {
      if (!SELECTOR.test(selector)) leave(reading, 'selectors', selector);
      else if (reading.rules.length < RULES_MAX && Object.keys(style).length > 0) reading.rules.push({ selector, style });
    }
  }
}

function readAttributes(
  element: HtmlElement,
  tag: CanvasTag,
  reading: Reading,
): Pick<CanvasElement, 'name' | 'classes' | 'style' | 'attributes'> {
  const made: Pick<CanvasElement, 'name' | 'classes' | 'style' | 'attributes'> = {};
  const attributes: Record<string, string> = {};
  const declared: string[] = [];
  for (const { name, value } of element.attrs) {
    if (name === 'id') made.name = value.slice(0, 100);
    else if (name === 'class') made.classes = value.split(/\s+/).filter((part) => part !== '');
    else if (name === 'style') declared.push(value);
    else if (VECTOR_TAGS.has(tag) && VECTOR_STYLE.has(name)) declared.unshift(`${name}:${value}`);
    else if (ATTRIBUTES.has(name)) attributes[name] = value;
    else if (tag === 'x-chart' && (name === 'data' || name === 'ink')) continue;
    else if (!/^(?:xmlns.*|lang|title|role|aria-.*|data-.*|stroke-line.*)$/.test(name)) leave(reading, 'attributes', name);
  }
  const style = readDeclarations(declared.join(';'), reading);
  if (Object.keys(style).length > 0) made.style = style;
  if (Object.keys(attributes).length > 0) made.attributes = attributes;
  return made;
}

const chartData = z.object({
  categories: z.array(z.union([z.string(), z.number()])).max(200),
  series: z.array(z.object({ name: z.string().default(''), values: z.array(z.number().nullable()) })).max(24),
});

/** The figures of a chart as JSON in an attribute, as they are often written: the table that says the same. */
function readChartData(json: string, reading: Reading): CanvasNode[] {
  let given: unknown;
  try {
    given = JSON.parse(json);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  const { data } = chartData.safeParse(given);
  if (data === undefined) {
    leave(reading, 'values', `data: ${json}`);
    return [];
  }
  const cell = (tag: 'th' | 'td', text: string): CanvasElement => ({ tag, ...(text === '' ? {} : { children: [text] }) });
  const header: CanvasElement = { tag: 'tr', children: [cell('th', ''), ...data.series.map(({ name }) => cell('th', name))] };
  const rows = data.categories.map((category, at): CanvasElement => ({
    tag: 'tr',
    children: [cell('td', String(category)), ...data.series.map(({ values }) => cell('td', String(values[at] ?? '')))],
  }));
  return [{ tag: 'table', children: [header, ...rows] }];
}

function readElement(element: HtmlElement, reading: Reading, depth: number): CanvasNode[] {
  const name = element.tagName;
  if (name === 'style') {
    readSheet(element.childNodes.map((node) => ('value' in node ? node.value : '')).join(''), reading);
    return [];
  }
  if (IGNORED.has(name)) {
    leave(reading, 'elements', `<${name}>`);
    return [];
  }
  const component = OWN_TAGS.has(name) ? undefined : reading.components.get(name);
  if (component !== undefined) return readComponent(element, component, reading, depth);
  const children = (): CanvasNode[] => readChildren(element.childNodes, reading, depth + 1);
  if (TRANSPARENT.has(name)) return children();
  const icon = element.attrs.some((attribute) => attribute.name === 'data-icon');
  const known = Object.hasOwn(TAGS, name) ? TAGS[name] : undefined;
  if (known === undefined && !icon) {
    leave(reading, 'elements', `<${name}>`);
    return children();
  }
  const tag: CanvasTag = icon ? 'icon' : (known ?? 'div');
  reading.count += 1;
  const made: CanvasElement = { tag, ...readAttributes(element, tag, reading) };
  const data = tag === 'x-chart' ? element.attrs.find((attribute) => attribute.name === 'data') : undefined;
  const inner = tag === 'icon' ? [] : data ? readChartData(data.value, reading) : children();
  if (inner.length > 0) made.children = inner;
  return [made];
}

function readComponent(element: HtmlElement, html: string, reading: Reading, depth: number): CanvasNode[] {
  const name = element.tagName;
  const inItself = reading.within.includes(name);
  const expanded = inItself || reading.within.length >= NESTED_MAX ? undefined : expandComponent(element, html);
  if (expanded === undefined) {
    leave(reading, 'components', `<${name}>${inItself ? ' (it holds itself)' : ''}`);
    return readChildren(element.childNodes, reading, depth + 1);
  }
  reading.within.push(name);
  const made = readElement(expanded, reading, depth);
  reading.within.pop();
  return made;
}

/** White space between boxes is nothing; within text it is one blank. */
function readChildren(nodes: readonly HtmlNode[], reading: Reading, depth: number): CanvasNode[] {
  const made: CanvasNode[] = [];
  for (const node of nodes) {
    if (reading.count >= ELEMENTS_MAX || depth > DEPTH_MAX) {
      leave(reading, 'beyond', `what is beyond ${ELEMENTS_MAX} elements or ${DEPTH_MAX} levels`);
      break;
    }
    if ('value' in node) made.push(node.value.replaceAll(/[ \t\r\n\f]+/g, ' '));
    else if ('tagName' in node) append(made, readElement(node, reading, depth));
  }
  const inline = made.some((node) => (typeof node === 'string' ? node.trim() !== '' : isInlineTag(node.tag)));
  return inline ? made.filter((node) => node !== '') : made.filter((node) => typeof node !== 'string');
}

const SAID: Readonly<Record<string, string>> = {
  elements: 'elements (their content is kept where it is text)',
  properties: 'properties',
  values: 'values',
  selectors: 'selectors (tags and classes, one in another, are understood)',
  attributes: 'attributes',
  components: 'components that cannot be put in (their content is kept):',
  beyond: 'what is too much:',
};

const notesOf = ({ left }: Reading, what: string): Note[] =>
  [...left].map(([kind, names]) => {
    const named = [...names].slice(0, 12).join(', ');
    const more = names.size > 12 ? ` and ${names.size - 12} more` : '';
    return { code: 'canvas_unsupported', severity: 'info', message: `${what} leaves out ${SAID[kind] ?? kind} ${named}${more}.` };
  });

/** A style sheet for all canvases of a document. Never throws for a text; what is left out is a note. */
export function readCanvasSheet(css: string): { rules: Canvas['rules']; notes: Note[] } {
  const reading: Reading = { rules: [], count: 0, left: new Map(), components: new Map(), within: [] };
  readSheet(css, reading);
  return { rules: reading.rules, notes: notesOf(reading, 'The style sheet of the canvases') };
}

/**
 * The tree of a fragment. Never throws for a text.
 * @param components fragments that the design has names for
 * Notes: `canvas_unsupported` for everything left out, `canvas_cut` where the source is too long.
 */
export function readCanvas(
  html: string,
  components: Components = new Map(),
): { nodes: CanvasNode[]; rules: Canvas['rules']; notes: Note[] } {
  const notes: Note[] = [];
  if (html.length > SOURCE_CHARS_MAX)
    notes.push({
      code: 'canvas_cut',
      severity: 'warning',
      message: `A canvas has at most ${SOURCE_CHARS_MAX} characters; the rest was left out.`,
    });
  const fragment = parseFragment(closeEmptyTags(html.slice(0, SOURCE_CHARS_MAX)));
  const reading: Reading = { rules: [], count: 0, left: new Map(), components, within: [] };
  const nodes = readChildren(fragment.childNodes, reading, 0);
  append(notes, notesOf(reading, 'A canvas'));
  return { nodes, rules: reading.rules, notes };
}
