/** Markdown as it will read: a quick view in the browser, beside the real pages that the service makes. */
import './markdown.css';
import MarkdownIt from 'markdown-it';
import { memo, useMemo } from 'react';

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

const DIRECTIVE = /^(:{2,})([a-z-]+)(\{[^}]*\})?(.*)$/;

/** Directives are shown by their names, front matter not at all; code stays as it is. */
function withoutDirectives(text: string): string {
  let fence: string | null = null;
  return text
    .replace(/^---\n[\s\S]*?\n---\n/, '')
    .split('\n')
    .map((line) => {
      const mark = /^\s*(```+|~~~+)/.exec(line)?.[1] ?? null;
      if (mark !== null) fence = fence === null ? mark : line.trim() === fence ? null : fence;
      if (fence !== null || mark !== null) return line;
      if (/^:{3,}\s*$/.test(line)) return '';
      const [, , name = '', , rest = ''] = DIRECTIVE.exec(line) ?? [];
      return name === '' ? line : `\n\`${name}\`${rest}\n`;
    })
    .join('\n');
}

export const MarkdownView = memo(function MarkdownView({ text }: { text: string }) {
  const html = useMemo(() => reader.render(withoutDirectives(text)), [text]);
  return <div className="markdown" dangerouslySetInnerHTML={{ __html: html }} />;
});
