/** Web pages → document: what a reader sees of them. Scripts, styles and hidden text are left out; nothing is fetched. */
import type { Block } from '../document/block.ts';
import { numberBlocks } from '../document/walk.ts';
import type { Note, Noted } from '../base/note.ts';
import { readFlow } from './html/flow.ts';
import { parseHtml, type HtmlElement } from './html/parse-html.ts';
import { decodeText } from './text.ts';

export interface HtmlContent {
  blocks: Block[];
  meta: { title?: string | undefined };
  pages: null;
}

/**
 * Never throws, however odd the page. Notes: `hidden_text`, `encoding_guessed`, `controls_dropped`, `text_cut`, `part_left_out`.
 * @param sources takes the addresses of its pictures, which are then `img:1`, `img:2`, …
 */
export function readHtml(bytes: Uint8Array, sources?: string[]): Noted<HtmlContent> {
  const { value: source, notes: decoding } = decodeText(bytes, declaredEncoding(bytes));
  const notes: Note[] = [...decoding];
  const { root, complete } = parseHtml(source);
  const { blocks, hidden, cellsCut } = readFlow(root, undefined, sources);
  if (hidden > 0)
    notes.push({ code: 'hidden_text', severity: 'info', message: 'Parts of the page that are hidden from its readers were left out.' });
  if (!complete)
    notes.push({
      code: 'text_cut',
      severity: 'warning',
      message: 'The page has too many elements: what follows the first 500,000 was not read.',
    });
  if (cellsCut > 0)
    notes.push({
      code: 'part_left_out',
      severity: 'warning',
      message: `${cellsCut} cells of tables were left out, which are beyond column 1,000 of theirs.`,
    });
  numberBlocks(blocks);
  const title = titleOf(root);
  return { value: { blocks, meta: title === '' ? {} : { title }, pages: null }, notes };
}

/** What the page says of its encoding (HTML Standard §13.2.3.2; XML 1.0 §4.3.3 for pages of books). */
function declaredEncoding(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 2_048));
  return (
    /<meta[^>]+charset\s*=\s*["']?([\w-]{3,30})/i.exec(head) ?? /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w-]{3,30})/i.exec(head)
  )?.[1];
}

function titleOf(root: HtmlElement): string {
  const waiting: HtmlElement[] = [root];
  for (let element = waiting.pop(); element !== undefined; element = waiting.pop()) {
    if (element.tag === 'title')
      return element.children
        .filter((child) => typeof child === 'string')
        .join('')
        .replaceAll(/\s+/g, ' ')
        .trim();
    if (element.tag === 'body') continue;
    for (const child of element.children.toReversed()) if (typeof child !== 'string') waiting.push(child);
  }
  return '';
}
