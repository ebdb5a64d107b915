/** Books in one XML file (FictionBook 2, `.fb2`) → a web page of the same structure, read as one. */
import { Refusal } from '../base/refusal.ts';
import type { Noted } from '../base/note.ts';
import type { Block } from '../document/block.ts';
import { blockText, numberBlocks } from '../document/walk.ts';
import { decodeXml } from '../ooxml/decode-xml.ts';
import { scanXml, type XmlOpening } from '../ooxml/scan-xml.ts';
import { readHtml, type HtmlContent } from './html.ts';

/** Elements of a book that a page has too, or something that shows the same. */
const SAME: Readonly<Record<string, string>> = {
  subtitle: 'h6',
  epigraph: 'blockquote',
  cite: 'blockquote',
  annotation: 'blockquote',
  'text-author': 'p',
  stanza: 'p',
  emphasis: 'em',
  strong: 'strong',
  strikethrough: 's',
  sub: 'sub',
  sup: 'sup',
  code: 'code',
  table: 'table',
  tr: 'tr',
  td: 'td',
  th: 'th',
  'book-title': 'h1',
  author: 'p',
};
/** Of what the book says about itself (`title-info`), what its readers are shown. */
const SHOWN: ReadonlySet<string> = new Set(['book-title', 'author', 'annotation']);
const HEADING_DEEP_MAX = 6;
/** Paragraphs with authors before the title, and blocks after it among which that of the text is. */
const AUTHORS_MAX = 10;
const OWN_TITLE_WITHIN = 10;
/** Of the data of pictures, each as often as the text shows it. */
const PICTURES_CHARS_MAX = 32_000_000;
const ROOT = /<FictionBook[\s>]/;
const ROOT_WITHIN = 10_000;

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

interface OpenElement {
  local: string;
  /** What ends it on the page. */
  close: string;
  /** Not shown, nor what is in it. */
  aside: boolean;
}

interface BookPage {
  html: string[];
  /** Where in `html` a picture belongs, by the name of its data. */
  called: Map<number, string>;
  /** Data of pictures as addresses that hold them. */
  data: Map<string, string>;
}

const valueOf = ({ attributes }: XmlOpening, name: string): string => attributes.find(({ local }) => local === name)?.value ?? '';

/** The tags on the page for an element of the text. @param sections how many sections it is in */
function tagsOf(element: XmlOpening, parent: string, sections: number): [open: string, close: string] {
  const { local } = element;
  const level = Math.min(sections + 1, HEADING_DEEP_MAX);
  if (local === 'title' && parent === 'stanza') return ['<strong>', '</strong><br>'];
  if (local === 'title') return parent === 'poem' ? ['<p><strong>', '</strong></p>'] : [`<h${level}>`, `</h${level}>`];
  // several lines of one heading
  if (local === 'p') return parent === 'title' ? ['', ' '] : ['<p>', '</p>'];
  if (local === 'v') return ['', '<br>'];
  if (parent === 'author') return ['', ' '];
  if (local === 'a') {
    const target = valueOf(element, 'href');
    if (/^https?:/i.test(target)) return [`<a href="${escape(target)}">`, '</a>'];
    return valueOf(element, 'type') === 'note' ? ['<sup>', '</sup>'] : ['', ''];
  }
  const tag = SAME[local];
  if (tag === undefined) return ['', ''];
  const spans = ['colspan', 'rowspan'].filter((name) => /^\d{1,3}$/.test(valueOf(element, name)));
  return [`<${tag}${spans.map((name) => ` ${name}="${valueOf(element, name)}"`).join('')}>`, `</${tag}>`];
}

function pageOf(xml: string): BookPage {
  const page: BookPage = { html: [], called: new Map(), data: new Map() };
  const open: OpenElement[] = [];
  let sections = 0;
  let picture: { name: string; address: string } | null = null;
  scanXml(xml, {
    open(element) {
      const { local } = element;
      const parent = open.at(-1);
      if (local === 'section') sections++;
      if (local === 'binary')
        picture = { name: valueOf(element, 'id'), address: `data:${valueOf(element, 'content-type') || 'image/jpeg'};base64,` };
      const aside =
        local === 'stylesheet' ||
        local === 'binary' ||
        (parent?.local === 'description' && local !== 'title-info') ||
        (parent?.local === 'title-info' && !SHOWN.has(local)) ||
        (parent?.aside ?? false);
      const [before, close] = aside ? ['', ''] : tagsOf(element, parent?.local ?? '', sections);
      if (local === 'image' && !aside) {
        page.called.set(page.html.length, valueOf(element, 'href').replace(/^#/, ''));
        page.html.push(` alt="${escape(valueOf(element, 'alt') || valueOf(element, 'title'))}">`);
      } else page.html.push(before);
      open.push({ local, close, aside });
    },
    close() {
      const element = open.pop();
      if (element?.local === 'section') sections--;
      if (element?.local === 'binary' && picture !== null) {
        page.data.set(picture.name, picture.address);
        picture = null;
      }
      page.html.push(element?.close ?? '');
    },
    text(value) {
      if (picture !== null) picture.address += value.replaceAll(/\s+/g, '');
      else if (!(open.at(-1)?.aside ?? false)) page.html.push(escape(value));
    },
  });
  return page;
}

/** The title stands before the authors, and once: of many books the text begins with it. */
function orderTitles(blocks: Block[]): void {
  const isTitle = (block: Block): boolean => block.type === 'heading' && block.level === 1;
  const at = blocks.slice(0, AUTHORS_MAX).findIndex(isTitle);
  const [title] = at < 0 ? [] : blocks.splice(at, 1);
  if (title === undefined) return;
  const own = blocks.slice(0, AUTHORS_MAX + OWN_TITLE_WITHIN).findIndex(isTitle);
  const said = own < 0 ? '' : blockText(blocks[own] ?? title);
  if (said === blockText(title)) blocks.splice(own, 1);
  if (said === blockText(title) || !said.includes(blockText(title))) blocks.unshift(title);
  numberBlocks(blocks);
}

/**
 * @param sources takes the pictures, which are then `img:1`, `img:2`, …, as addresses that hold them
 * @returns null where the file is no such book, or not whole. Notes: those of a web page
 */
export function readFictionBook(bytes: Uint8Array, sources?: string[]): Noted<HtmlContent> | null {
  if (!ROOT.test(Buffer.from(bytes.subarray(0, ROOT_WITHIN)).toString('latin1'))) return null;
  try {
    const { html, called, data } = pageOf(decodeXml(bytes).text);
    let [left, without] = [sources === undefined ? 0 : PICTURES_CHARS_MAX, 0];
    const shown = html.map((piece, at) => {
      const name = called.get(at);
      if (name === undefined) return piece;
      const address = data.get(name) ?? '';
      const fits = address.length <= left;
      if (fits) left -= address.length;
      else without++;
      return `<img src="${fits ? escape(address) : ''}"${piece}`;
    });
    const read = readHtml(new TextEncoder().encode(`<meta charset="utf-8"><body>${shown.join('')}`), sources);
    orderTitles(read.value.blocks);
    if (sources === undefined || without === 0) return read;
    const message = `${without} pictures of the book were left out: those before them hold all that is read of one.`;
    return { value: read.value, notes: [...read.notes, { code: 'part_left_out', severity: 'warning', message }] };
  } catch (error) {
    if (error instanceof Refusal && error.code === 'file_rejected') return null;
    throw error;
  }
}
