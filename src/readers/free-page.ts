/**
 * A page that somebody has written whole, in HTML, CSS and JavaScript: what a page may not have is taken out and said, what it keeps is
 * read. It is shut in as every page is, so that nothing here is a wall; a page that asks for what it cannot get is a broken page.
 */
import { defaultTreeAdapter, parse, serialize, type DefaultTreeAdapterTypes } from 'parse5';
import type { Note, Noted } from '../base/note.ts';

type Element = DefaultTreeAdapterTypes.Element;
type Node = DefaultTreeAdapterTypes.Node;

/** Libraries that a page may name: `<script data-library="preact"></script>`. */
const PAGE_LIBRARIES = ['preact', 'chart'] as const;
export type PageLibrary = (typeof PAGE_LIBRARIES)[number];

export interface FreePage {
  /** The page, with a place for each library that it names: `libraryPlace`. */
  html: string;
  lang: string | undefined;
  title: string | undefined;
  libraries: PageLibrary[];
  /** Of `<script type="application/json" id="octavo-collections">`, as it stands there; null where it names none. */
  collections: string | null;
}

/** Stands where a library goes. */
export const libraryPlace = (name: PageLibrary): string => `/*octavo:library:${name}*/`;

/** Elements that load or embed something, or change where addresses lead. */
const TAKEN_OUT: ReadonlySet<string> = new Set([
  'base',
  'iframe',
  'frame',
  'frameset',
  'object',
  'embed',
  'portal',
  'applet',
  'fencedframe',
]);
/** Attributes by which something is fetched. */
const FETCHING: readonly string[] = [
  'src',
  'srcset',
  'poster',
  'background',
  'data',
  'action',
  'formaction',
  'ping',
  'manifest',
  'imagesrcset',
];
/** Pictures of the request are put into the page later. */
const INSIDE = /^\s*(?:data:|blob:|#|img:\d+$|$)/i;
const REMOTE_IN_STYLE = /url\(\s*(['"]?)(?!data:|#)[^)]*\1\s*\)/gi;
const IMPORTED = /@import\s[^;]*;?/gi;
const FENCE = /^\s*(?:---\n[^]*?\n---\s*\n)?\s*(`{3,}|~{3,})html page[ \t]*\n([^]*?)\n\1[ \t]*\s*$/;
const WHOLE = /^\uFEFF?\s*(?:<!--[^]*?-->\s*)*<(?:!doctype\s+html|html)\b/i;

/** The HTML of content that is a page as a whole, bare or in one fence `html page`; null where it is Markdown. */
export function findFreePage(content: string): string | null {
  if (WHOLE.test(content)) return content;
  return FENCE.exec(content.replaceAll('\r\n', '\n'))?.[2] ?? null;
}

const isElement = (node: Node): node is Element => 'tagName' in node;
const attribute = (element: Element, name: string): string | undefined => element.attrs.find((one) => one.name === name)?.value;
const textOf = (element: Element): string => element.childNodes.map((child) => ('value' in child ? child.value : '')).join('');

function setText(element: Element, value: string): void {
  element.childNodes = [];
  defaultTreeAdapter.insertText(element, value);
}

interface Found {
  reaches: string[];
  libraries: Set<PageLibrary>;
  collections: string | null;
  title: string | undefined;
  scripts: string;
  forms: number;
  fields: number;
  hasViewport: boolean;
}

const isLibrary = (name: string | undefined): name is PageLibrary => PAGE_LIBRARIES.some((one) => one === name);
const named = (element: Element, what: string): string => `<${element.tagName} ${what.slice(0, 80)}>`;

/** false: the element goes. */
function readScript(element: Element, found: Found): boolean {
  const library = attribute(element, 'data-library');
  if (isLibrary(library)) {
    found.libraries.add(library);
    element.attrs = [];
    setText(element, libraryPlace(library));
    return true;
  }
  const source = attribute(element, 'src');
  if (source !== undefined && !INSIDE.test(source)) {
    found.reaches.push(named(element, `src="${source}"`));
    return false;
  }
  if (attribute(element, 'id') === 'octavo-collections') found.collections = textOf(element);
  else found.scripts += `${textOf(element)}\n`;
  return true;
}

function cleanStyle(text: string, found: Found, where: string): string {
  const cleaned = text.replaceAll(IMPORTED, '').replaceAll(REMOTE_IN_STYLE, 'none');
  if (cleaned !== text) found.reaches.push(where);
  return cleaned;
}

function cleanAttributes(element: Element, found: Found): void {
  element.attrs = element.attrs.filter(({ name, value }) => {
    if (!FETCHING.includes(name) || INSIDE.test(value)) return true;
    if (element.tagName === 'a' && name !== 'ping') return true;
    // a form is read by its script: where it would go matters to nobody
    if (name !== 'action' && name !== 'formaction') found.reaches.push(named(element, `${name}="${value}"`));
    return false;
  });
  for (const one of element.attrs) {
    if (one.name === 'style') one.value = cleanStyle(one.value, found, `a style of <${element.tagName}>`);
    if (one.name.startsWith('on')) found.scripts += `${one.value}\n`;
  }
}

/** false: the element goes. */
function readElement(element: Element, found: Found): boolean {
  const { tagName } = element;
  if (TAKEN_OUT.has(tagName)) {
    found.reaches.push(`<${tagName}>`);
    return false;
  }
  if (tagName === 'script') return readScript(element, found);
  if (tagName === 'meta') {
    found.hasViewport ||= attribute(element, 'name')?.toLowerCase() === 'viewport';
    const directive = attribute(element, 'http-equiv')?.toLowerCase();
    if (directive !== undefined && directive !== 'content-type') found.reaches.push(named(element, `http-equiv="${directive}"`));
    return directive === undefined;
  }
  if (tagName === 'link') {
    const href = attribute(element, 'href') ?? '';
    if (INSIDE.test(href) && href !== '') return true;
    found.reaches.push(named(element, `href="${href}"`));
    return false;
  }
  if (tagName === 'style') setText(element, cleanStyle(textOf(element), found, 'a style sheet'));
  if (tagName === 'title' && found.title === undefined) found.title = textOf(element).replaceAll(/\s+/g, ' ').trim();
  if (tagName === 'form') found.forms += 1;
  if (['input', 'select', 'textarea'].includes(tagName)) found.fields += 1;
  cleanAttributes(element, found);
  return true;
}

function walk(parent: DefaultTreeAdapterTypes.ParentNode, found: Found): void {
  parent.childNodes = parent.childNodes.filter((node) => {
    if (!isElement(node)) return true;
    if (!readElement(node, found)) return false;
    walk(node, found);
    if (node.tagName === 'template' && 'content' in node) walk((node as DefaultTreeAdapterTypes.Template).content, found);
    return true;
  });
}

const TOLD_MAX = 6;

function notesOf({ reaches, forms, fields, scripts }: Found): Note[] {
  const listed = [...new Set(reaches)];
  const more = listed.length > TOLD_MAX ? ` and ${listed.length - TOLD_MAX} more` : '';
  const wired = /\b(?:octavo|storage)\b/.test(scripts);
  return [
    ...(listed.length === 0
      ? []
      : [
          {
            code: 'page_reaches_out' as const,
            severity: 'warning' as const,
            message: `A page loads and embeds nothing from elsewhere; taken out: ${listed.slice(0, TOLD_MAX).join(', ')}${more}. Put what it needs into the page, as data: addresses or inline.`,
          },
        ]),
    ...(forms > 0 && fields > 0 && !wired
      ? [
          {
            code: 'page_form_unwired' as const,
            severity: 'warning' as const,
            message:
              'The page has a form, and no script of it keeps what is entered: listen to its submit event and call octavo.collection(name).add(record).',
          },
        ]
      : []),
  ];
}

/** Never throws, however odd the page. Notes: `page_reaches_out`, `page_form_unwired`. */
export function readFreePage(source: string): Noted<FreePage> {
  const document = parse(source);
  const found: Found = {
    reaches: [],
    libraries: new Set(),
    collections: null,
    title: undefined,
    scripts: '',
    forms: 0,
    fields: 0,
    hasViewport: false,
  };
  walk(document, found);
  const root = document.childNodes.filter(isElement).find(({ tagName }) => tagName === 'html');
  const head = root?.childNodes.filter(isElement).find(({ tagName }) => tagName === 'head');
  if (head !== undefined && !found.hasViewport) {
    const viewport = defaultTreeAdapter.createElement('meta', head.namespaceURI, [
      { name: 'name', value: 'viewport' },
      { name: 'content', value: 'width=device-width, initial-scale=1' },
    ]);
    viewport.parentNode = head;
    head.childNodes.unshift(viewport);
  }
  const lang = root === undefined ? undefined : attribute(root, 'lang');
  return {
    value: {
      html: serialize(document),
      lang: lang === '' ? undefined : lang,
      title: found.title === '' ? undefined : found.title,
      libraries: [...found.libraries],
      collections: found.collections,
    },
    notes: notesOf(found),
  };
}
