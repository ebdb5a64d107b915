/** Blocks that hold blocks or are side by side: quotes, callouts, columns, key figures, clauses, signatures, lists. */
import { maxOf } from '../../base/extremes.ts';
import { countingLetters, romanNumeral } from '../../base/list-number.ts';
import { labelsOf } from '../../document/labels.ts';
import { languageAt } from '../../document/section-languages.ts';
import { isDefinitionList } from '../../document/definitions.ts';
import type { Callout, Clause, Columns, Kpis, List, Quote, Signatures } from '../../document/block.ts';
import { plainText, type Run } from '../../document/inline.ts';
import { changeTone } from '../kpi-tone.ts';
import { addNote, inside, ownId, type Draft } from './draft.ts';
import { headingMarkup } from './headings.ts';
import { element, escapeHtml } from './markup.ts';
import { runsMarkup } from './runs.ts';

/** A short saying is set large; anything longer, or of several parts, as text with a rule beside it. */
const SAYING_CHARS_MAX = 220;

export function quoteMarkup(draft: Draft, quote: Quote): string {
  const [first] = quote.blocks;
  const saying =
    quote.blocks.length === 1 &&
    first?.type === 'paragraph' &&
    draft.depth === 0 &&
    draft.look.type !== 'contract' &&
    plainText(first.runs).length <= SAYING_CHARS_MAX;
  const body = inside(draft, draft.widthPx - 32, () => draft.writeBlocks(draft, quote.blocks));
  const by = quote.by === undefined || quote.by === '' ? '' : element('figcaption', {}, escapeHtml(quote.by));
  return element(
    'figure',
    { class: saying ? 'quote saying' : 'quote', id: draft.ids.byBlock.get(quote.id) },
    `<blockquote>${body}</blockquote>${by}`,
  );
}

/** Marks of the kinds of callout, drawn: words alone would not be seen from afar, colours not by everyone. */
const MARKS: Readonly<Record<Callout['kind'], string>> = {
  note: '<circle cx="10" cy="10" r="8.2"/><path d="M10 9.2v5M10 5.9v.2"/>',
  tip: '<path d="M4.5 10.5l3.6 3.7 7.4-8.2"/>',
  warning: '<path d="M10 2.6l8 14.3H2zM10 8.3v3.9M10 14.5v.2"/>',
  key: '<path d="M5 17V3.4h9.6l-2.3 3.4 2.3 3.4H5"/>',
};

export function calloutMarkup(draft: Draft, callout: Callout): string {
  const label = ownId(draft, 'box');
  const kind = draft.look.type === 'contract' ? 'key' : callout.kind;
  const title =
    callout.title === undefined || callout.title.length === 0
      ? escapeHtml(labelsOf(languageAt(draft.document, callout.id))[callout.kind])
      : runsMarkup(draft, callout.title);
  const mark = `<svg class="mark" viewBox="0 0 20 20" aria-hidden="true">${MARKS[callout.kind]}</svg>`;
  const body = inside(draft, draft.widthPx - 48, () => draft.writeBlocks(draft, callout.blocks));
  return element(
    'div',
    { class: `callout ${kind}`, id: draft.ids.byBlock.get(callout.id), role: 'note', 'aria-labelledby': label },
    `${element('p', { class: 'callout-title', id: label }, `${mark}<span>${title}</span>`)}${body}`,
  );
}

const COLUMN_GAP_PX = 32;

export function columnsMarkup(draft: Draft, block: Columns): string {
  const count = block.columns.length;
  if (count === 0) return '';
  const ratio =
    block.ratio?.length === count ? block.ratio.map((share) => Math.min(Math.max(share, 0.01), 1000)) : block.columns.map(() => 1);
  const sum = ratio.reduce((total, share) => total + share, 0);
  const free = draft.widthPx - COLUMN_GAP_PX * (count - 1);
  const bodies = block.columns.map((column, at) =>
    element(
      'div',
      { class: 'col' },
      inside(draft, (free * (ratio[at] ?? 1)) / sum, () => draft.writeBlocks(draft, column.blocks)),
    ),
  );
  const even = ratio.every((share) => share === ratio[0]);
  const name = even ? undefined : `r${(draft.counter += 1)}`;
  if (name !== undefined)
    draft.rules.push(
      `@container (min-width:44rem){.columns.${name}{grid-template-columns:${ratio.map((share) => `minmax(0,${Number(share.toFixed(3))}fr)`).join(' ')}}}`,
    );
  return element(
    'div',
    { class: 'columns-box', id: draft.ids.byBlock.get(block.id) },
    element('div', { class: ['columns', name ?? `c${Math.min(count, 4)}`].join(' ') }, bodies.join('')),
  );
}

/** Key figures, as a list of terms: the label is what the figure is of. */
export function kpisMarkup(draft: Draft, kpis: Kpis): string {
  if (kpis.items.length === 0) return '';
  const longest = maxOf(kpis.items.map(({ value }) => plainText(value).length));
  const tiles = kpis.items.map(({ value, label, change }) => {
    const figure = element('dd', { class: 'value' }, runsMarkup(draft, value));
    const name = element('dt', {}, label === undefined ? '' : runsMarkup(draft, label));
    return element('div', { class: 'kpi' }, `${name}${figure}${change === undefined ? '' : changeMarkup(draft, change, label ?? [])}`);
  });
  const count = kpis.items.length;
  const across = count % 4 === 0 || count > 6 ? 4 : count % 3 === 0 || count === 5 ? 3 : Math.min(count, 4);
  return element('dl', { class: `kpis k${across}${longest > 11 ? ' long' : ''}`, id: draft.ids.byBlock.get(kpis.id) }, tiles.join(''));
}

/** Good or bad in its colour, muted without a sign. */
function changeMarkup(draft: Draft, runs: readonly Run[], label: readonly Run[]): string {
  const tone = changeTone(plainText(runs), plainText(label));
  return element('dd', { class: tone === undefined ? 'change' : `change ${tone}` }, runsMarkup(draft, runs));
}

// -------------------------------------------------------------------------------------------------------------- lists

/** Terms with what they mean. */
function definitionsMarkup(draft: Draft, list: List): string {
  const items = inside(draft, draft.widthPx - 28, () =>
    list.items.map(({ blocks: [term, ...meaning] }) => {
      const head = term?.type === 'paragraph' ? runsMarkup(draft, term.runs) : '';
      return `<dt>${head}</dt><dd>${draft.writeBlocks(draft, meaning)}</dd>`;
    }),
  );
  return element('dl', { class: 'terms', id: draft.ids.byBlock.get(list.id) }, items.join(''));
}

export function listMarkup(draft: Draft, list: List): string {
  if (list.items.length === 0) return '';
  if (isDefinitionList(list)) return definitionsMarkup(draft, list);
  const tasks = list.items.some((item) => item.checked !== undefined);
  const items = inside(draft, draft.widthPx - 28, () =>
    list.items.map((item) => {
      const body = draft.writeBlocks(draft, item.blocks);
      if (item.checked === undefined) return element('li', {}, body);
      const said = item.checked ? draft.labels.checked : draft.labels.unchecked;
      const box = `<svg class="box" viewBox="0 0 20 20" role="img" aria-label="${escapeHtml(said)}"><rect x="2.5" y="2.5" width="15" height="15" rx="3"/>${item.checked ? '<path d="M6 10.3l3 3 5.2-6.2"/>' : ''}</svg>`;
      return element('li', { class: item.checked ? 'task done' : 'task' }, `${box}<div>${body}</div>`);
    }),
  );
  const start = list.start === undefined || list.start === 1 ? undefined : Math.min(list.start, 99_999);
  return element(
    list.ordered ? 'ol' : 'ul',
    { class: tasks ? 'tasks' : undefined, start: list.ordered ? start : undefined, id: draft.ids.byBlock.get(list.id) },
    items.join(''),
  );
}

// ------------------------------------------------------------------------------------------------------------ clauses

/** A clause: its number, its words, and in it the clauses that it holds. */
export function clauseMarkup(draft: Draft, clause: Clause): string {
  const number = nextNumber(draft.clauses, clause.level);
  const at = clause.blocks.findIndex((block) => block.type === 'clause');
  const own = at === -1 ? clause.blocks : clause.blocks.slice(0, at);
  const below = at === -1 ? [] : clause.blocks.slice(at);
  const write = (blocks: typeof own): string => inside(draft, draft.widthPx - 40, () => draft.writeBlocks(draft, blocks));
  const id = draft.ids.byBlock.get(clause.id);
  if (clause.level === 1 && clause.title !== undefined) {
    const heading = headingMarkup(draft, {
      blockId: clause.id,
      level: draft.references.clauseLevel,
      runs: clause.title,
      number,
      own: false,
    });
    return element('div', { class: 'clause first', id }, `${heading}<div class="clause-body">${write(own)}${write(below)}</div>`);
  }
  const title = clause.title === undefined ? '' : `<p class="clause-title"><strong>${runsMarkup(draft, clause.title)}</strong></p>`;
  return element(
    'div',
    { class: 'clause', id },
    `<span class="clause-number">${escapeHtml(number)}</span><div class="clause-body">${title}${write(own)}${write(below)}</div>`,
  );
}

/** Counts in place; what a reader sees of the number at its own level. */
function nextNumber(counts: number[], level: number): string {
  counts[level - 1] = (counts[level - 1] ?? 0) + 1;
  counts.fill(0, level);
  const [first = 0, second = 0, third = 0, fourth = 0] = counts;
  if (level === 1) return `${first}.`;
  if (level === 2) return `${first}.${second}`;
  return level === 3 ? `(${countingLetters(third)})` : `(${romanNumeral(fourth)})`;
}

// --------------------------------------------------------------------------------------------------------- signatures

/** Lines to sign on when the page is printed. */
export function signaturesMarkup(draft: Draft, signatures: Signatures): string {
  if (signatures.parties.length === 0) {
    addNote(draft, {
      code: 'signatures_empty',
      severity: 'info',
      message: 'A signature block names nobody and was left out.',
      blockId: signatures.id,
    });
    return '';
  }
  const labels = labelsOf(languageAt(draft.document, signatures.id));
  const parties = signatures.parties.map(({ name, role }) => {
    const under = role === undefined || role === '' ? labels.name : role;
    return element(
      'li',
      {},
      `<p class="party">${escapeHtml(name)}</p><p class="sign">${escapeHtml(under)}</p><p class="sign">${escapeHtml(labels.date)}</p>`,
    );
  });
  return element('ul', { class: 'signatures', id: draft.ids.byBlock.get(signatures.id) }, parties.join(''));
}
