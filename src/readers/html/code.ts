/** Code in web pages: its lines as they are written, and its language. */
import { DROPPED } from './dropped.ts';
import type { HtmlElement } from './parse-html.ts';

/** What `language-…` or `lang-…` in its class says of code, as of the one element that holds all of it. */
export function codeLanguage({ attributes, children }: HtmlElement): string | undefined {
  const own = /(?:^|\s)lang(?:uage)?-([\w+#.-]{1,30})(?:\s|$)/.exec(attributes.get('class') ?? '')?.[1];
  const shown = children.filter((child) => typeof child !== 'string' || child.trim() !== '');
  const [only] = shown;
  return own ?? (shown.length === 1 && only !== undefined && typeof only !== 'string' ? codeLanguage(only) : undefined);
}

/** All text below an element, its line breaks as they are. */
export function rawText(element: HtmlElement): string {
  let text = '';
  for (const child of element.children)
    text += typeof child === 'string' ? child : child.tag === 'br' ? '\n' : DROPPED.has(child.tag) ? '' : rawText(child);
  return text;
}
