/** What a page opens with: cover, title, the grid of a memo, the head of a letter; and its contents. */
import type { Cover, Letterhead } from '../../document/block.ts';
import type { FrontMatter } from '../front-matter.ts';
import type { ClosingLine } from '../letter-closing.ts';
import { titleRuns, titleText } from '../typography.ts';
import { addNote, dataUri, type Draft } from './draft.ts';
import { element, emptyElement, escapeHtml } from './markup.ts';
import { runsMarkup, wordsMarkup } from './runs.ts';

/** The head of the page: everything before the body; '' where there is nothing to say. */
export function heroMarkup(draft: Draft, front: FrontMatter, cover: Cover | undefined): string {
  if (cover !== undefined) return coverMarkup(draft, cover);
  if (front.letterhead !== undefined && draft.look.type === 'letter') return letterMarkup(draft, front.letterhead);
  const parts: string[] = [];
  if (front.eyebrow !== undefined) parts.push(element('p', { class: 'eyebrow' }, escapeHtml(front.eyebrow)));
  if (front.title !== undefined)
    parts.push(element('h1', { id: draft.ids.byBlock.get(front.title.id) }, runsMarkup(draft, titleRuns(front.title.runs))));
  else if (front.titleText !== undefined) parts.push(element('h1', {}, escapeHtml(front.titleText)));
  if (front.subtitle !== undefined) parts.push(element('p', { class: 'subtitle' }, runsMarkup(draft, front.subtitle)));
  const meta = runsMarkup(draft, front.metadata);
  if (meta !== '') parts.push(element('p', { class: 'meta' }, meta));
  if (front.facts.length > 0) {
    const rows = front.facts.map(
      ({ label, value, strong }) =>
        `<div><dt>${escapeHtml(label)}</dt><dd>${strong === true ? `<strong>${runsMarkup(draft, value)}</strong>` : runsMarkup(draft, value)}</dd></div>`,
    );
    parts.push(element('dl', { class: 'facts' }, rows.join('')));
  }
  if (parts.length === 0) return '';
  return element('header', { class: 'hero' }, element('div', { class: 'hero-in' }, parts.join('')));
}

function coverMarkup(draft: Draft, cover: Cover): string {
  const { labels, look } = draft;
  const facts: [string, string | undefined][] = [
    [labels.organization, cover.organization],
    [labels.preparedBy, cover.author],
    [labels.date, cover.date],
    [labels.version, cover.version],
  ];
  const rows = facts
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([label, value = '']) => `<div><dt>${escapeHtml(label)}</dt><dd>${escapeHtml(value)}</dd></div>`);
  const given = (tag: string, name: string, text: string | undefined): string =>
    text === undefined || text.trim() === '' ? '' : element(tag, { class: name }, wordsMarkup(draft, text));
  const parts = [
    logoMarkup(draft, cover),
    given('p', 'eyebrow', cover.eyebrow),
    element('h1', { id: draft.ids.byBlock.get(cover.id) }, wordsMarkup(draft, titleText(cover.title ?? draft.document.title))),
    given('p', 'subtitle', cover.subtitle),
    rows.length === 0 ? '' : element('dl', { class: 'cover-facts' }, rows.join('')),
  ];
  const plain = look.plainCover || look.forms.cover === 'plain';
  const art = plain
    ? ''
    : '<svg class="art" viewBox="0 0 400 400" aria-hidden="true"><circle cx="300" cy="120" r="190"/><circle cx="300" cy="120" r="120"/><circle cx="300" cy="120" r="56"/></svg>';
  return element(
    'header',
    { class: plain ? 'hero cover plain' : 'hero cover' },
    `${art}${element('div', { class: 'hero-in' }, parts.join(''))}`,
  );
}

function logoMarkup(draft: Draft, cover: Cover): string {
  if (cover.logo === undefined) return '';
  const logo = draft.document.assets.get(cover.logo);
  if (logo !== undefined)
    return emptyElement('img', {
      class: 'logo',
      src: dataUri(draft, logo),
      alt: cover.organization ?? '',
      width: logo.width,
      height: logo.height,
    });
  addNote(draft, {
    code: 'image_missing',
    severity: 'warning',
    message: `There is no picture ${cover.logo.slice(0, 40)} for the cover.`,
    blockId: cover.id,
  });
  return '';
}

const lines = (texts: readonly string[]): string =>
  texts
    .filter((line) => line.trim() !== '')
    .map(escapeHtml)
    .join('<br>');

function letterMarkup(draft: Draft, head: Letterhead): string {
  const [name = '', ...rest] = head.from.filter((line) => line.trim() !== '');
  const reference = head.reference === undefined || head.reference === '' ? '' : `${draft.labels.reference} ${head.reference}`;
  const parts = [
    element('div', { class: 'letter-from' }, `<p class="name">${escapeHtml(name)}</p><p>${lines(rest)}</p>`),
    head.to.length === 0 ? '' : element('p', { class: 'letter-to' }, lines(head.to)),
    (head.date ?? '') === '' && reference === '' ? '' : element('p', { class: 'letter-date' }, lines([head.date ?? '', reference])),
    head.subject === undefined || head.subject === '' ? '' : element('h1', { class: 'letter-subject' }, wordsMarkup(draft, head.subject)),
  ];
  return element('header', { class: 'hero letter' }, element('div', { class: 'hero-in' }, parts.join('')));
}

/** A letterhead that is not at the head of a letter, a memo or minutes: its lines as a grid. */
export function letterheadMarkup(draft: Draft, head: Letterhead): string {
  const { labels } = draft;
  const rows: [string, string | undefined][] = [
    [labels.from, head.from.join(', ')],
    [labels.to, head.to.join(', ')],
    [labels.date, head.date],
    [labels.reference, head.reference],
    [labels.subject, head.subject],
  ];
  const shown = rows
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([label, value = '']) => `<div><dt>${escapeHtml(label)}</dt><dd>${escapeHtml(value)}</dd></div>`);
  return shown.length === 0 ? '' : element('dl', { class: 'facts', id: draft.ids.byBlock.get(head.id) }, shown.join(''));
}

/** "Yours sincerely," and what follows. */
export const closingMarkup = (draft: Draft, closing: readonly ClosingLine[]): string =>
  element('div', { class: 'closing' }, closing.map(({ kind, runs }) => element('p', { class: kind }, runsMarkup(draft, runs))).join(''));

// ----------------------------------------------------------------------------------------------------------- contents

const ENTRIES_MIN = 4;
const THIRD_LEVEL_ENTRIES_MAX = 25;

/** Links to the headings: beside the text where there is room, folded away above it where there is not. */
export function contentsMarkup(draft: Draft): { side: string; top: string } {
  const { headings } = draft.references;
  const toc = draft.document.blocks.find((block) => block.type === 'toc');
  const wanted = toc !== undefined || draft.look.contents === true;
  const chapters = headings.filter(({ level }) => level === 1).length;
  const none = { side: '', top: '' };
  if (headings.length < 2 || (!wanted && chapters < ENTRIES_MIN) || draft.look.contents === false) return none;
  if (!wanted && ['letter', 'memo'].includes(draft.look.type)) return none;
  const depth = (toc?.type === 'toc' ? toc.depth : undefined) ?? (headings.length < THIRD_LEVEL_ENTRIES_MAX ? 2 : 1);
  const title =
    toc?.type === 'toc' && toc.title !== undefined
      ? runsMarkup(draft, toc.title, { references: 'leave' })
      : escapeHtml(draft.labels.contents);
  const entries = headings
    .filter(({ level }) => level <= depth)
    .map(({ blockId, level, runs, number }) => {
      const id = draft.ids.byBlock.get(blockId);
      const words = runsMarkup(draft, runs, { references: 'leave' });
      const shown = `${number === '' ? '' : `${escapeHtml(number)} `}${words}`;
      return id === undefined || words.trim() === ''
        ? ''
        : element('li', { class: `l${level}` }, element('a', { href: `#${encodeURIComponent(id)}` }, shown));
    })
    .join('');
  const list = `<ul>${entries}</ul>`;
  return {
    side: `<nav class="toc side" aria-labelledby="o-toc"><p id="o-toc">${title}</p>${list}</nav>`,
    top: `<details class="toc top"><summary>${title}</summary><nav aria-label="${escapeHtml(draft.labels.contents)}">${list}</nav></details>`,
  };
}
