/** Plain Markdown as HTML that can do nothing. */
import MarkdownIt from 'markdown-it';
import { useMemo } from 'react';

// HTML of the text is shown as text: nothing in it can become part of this page.
const reader = new MarkdownIt({ html: false, linkify: false });

// The policy of the page allows no styles in attributes; columns are set to the right by a class.
reader.renderer.rules['td_open'] = reader.renderer.rules['th_open'] = (tokens, index) => {
  const token = tokens[index];
  const style = String(token?.attrGet('style') ?? '');
  return `<${token?.tag ?? 'td'}${style.includes('right') ? ' class="at-right"' : style.includes('center') ? ' class="at-center"' : ''}>`;
};
// Pictures are placed by the service; the view shows where, and what they show.
reader.renderer.rules['image'] = (tokens, index) => `<span class="picture">${reader.utils.escapeHtml(tokens[index]?.content ?? '')}</span>`;

/** `{#id .class}` behind a heading names it, and is not read. */
const withoutNames = (text: string): string => text.replaceAll(/^(#{1,6}[ \t].*?)[ \t]*\{[^}\n]*\}[ \t]*$/gm, '$1');

/** Blocks of Markdown. */
export function Prose({ text }: { text: string }) {
  const html = useMemo(() => reader.render(withoutNames(text)), [text]);
  return <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />;
}

/** Words of one line, with their emphasis. */
export function Line({ text, className }: { text: string; className?: string }) {
  const html = useMemo(() => reader.renderInline(text), [text]);
  return <span className={className} dangerouslySetInnerHTML={{ __html: html }} />;
}
