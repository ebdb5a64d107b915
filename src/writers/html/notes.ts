/** What is behind the text: footnotes, and comments of reviewers. */
import { authorOf } from '../review.ts';
import { inside, type Draft } from './draft.ts';
import { element, escapeHtml } from './markup.ts';

/** Footnotes in the order of their references, those that nothing refers to behind them; then comments. */
export function endMatter(draft: Draft): string {
  return [footnotesMarkup(draft), remarksMarkup(draft)].filter((part) => part !== '').join('\n');
}

const backLink = (draft: Draft, href: string): string =>
  ` <a href="#${href}" role="doc-backlink" aria-label="${escapeHtml(draft.labels.backToText)}">↩</a>`;

/** Behind the last words, in their own line. */
const withLink = (body: string, link: string): string => (body.endsWith('</p>') ? `${body.slice(0, -4)}${link}</p>` : `${body}${link}`);

function footnotesMarkup(draft: Draft): string {
  if (draft.footnotes.size === 0) return '';
  const written: string[] = [];
  // a note may refer to another one, which then is one more
  for (let at = 0; at < draft.footnotesUsed.length; at += 1) {
    const body = inside(draft, draft.widthPx, () => draft.writeBlocks(draft, draft.footnotes.get(draft.footnotesUsed[at] ?? '') ?? []));
    written.push(element('li', { id: `o-fn-${at + 1}` }, `${withLink(body, backLink(draft, `o-fnref-${at + 1}`))}`));
  }
  for (const [id, blocks] of draft.footnotes)
    if (!draft.footnotesUsed.includes(id))
      written.push(
        element(
          'li',
          {},
          inside(draft, draft.widthPx, () => draft.writeBlocks(draft, blocks)),
        ),
      );
  return `<section class="endnotes" role="doc-endnotes" aria-label="${escapeHtml(draft.labels.footnotes)}"><ol>${written.join('')}</ol></section>`;
}

function remarksMarkup(draft: Draft): string {
  if (draft.remarks.length === 0) return '';
  const items = draft.remarks.map((remark, at) => {
    const text = escapeHtml(remark.text).replaceAll('\n', '<br>');
    return element(
      'li',
      { id: `o-c-${at + 1}` },
      `<strong>${escapeHtml(authorOf(remark))}:</strong> ${text}${backLink(draft, `o-cref-${at + 1}`)}`,
    );
  });
  return `<section class="endnotes"><h2>${escapeHtml(draft.labels.comments)}</h2><ol>${items.join('')}</ol></section>`;
}
