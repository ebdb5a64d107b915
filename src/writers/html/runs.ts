/** Inline text: runs with their marks, links, footnotes, formulas, comments and tracked changes. */
import { plainText, sameReview, type Remark, type Run } from '../../document/inline.ts';
import { texToMathMl } from '../../ooxml/omml.ts';
import { decodeAnchor, type Target } from '../references.ts';
import { startsRightToLeft } from '../script.ts';
import { firmRuns, withQuotes } from '../typography.ts';
import { addNote, textInk, type Draft } from './draft.ts';
import { element, escapeHtml, isAddress } from './markup.ts';

export interface RunsOptions {
  /** Contents repeat the words of a heading, without what refers to something. */
  references?: 'set' | 'leave';
}

/** The runs as markup; neighbours that share a link, or a comment, are in one element. */
export function runsMarkup(draft: Draft, given: readonly Run[], options: RunsOptions = {}): string {
  const runs = withQuotes(firmRuns(given), draft.quotes);
  let markup = '';
  for (let at = 0; at < runs.length;) {
    const run = runs[at];
    if (run === undefined) break;
    let end = at + 1;
    while (runs[end] !== undefined && sameStretch(run, runs[end])) end += 1;
    markup += stretchMarkup(draft, runs.slice(at, end), options);
    at = end;
  }
  return markup;
}

const sameStretch = (a: Run, b: Run | undefined): boolean =>
  b !== undefined &&
  a.link === b.link &&
  sameReview(a, b) &&
  (a.link !== undefined || a.comments !== undefined || a.revision !== undefined);

function stretchMarkup(draft: Draft, runs: readonly Run[], options: RunsOptions): string {
  const [first] = runs;
  if (first === undefined) return '';
  const content = (): string => runs.map((run) => runMarkup(draft, run, options)).join('');
  let markup = first.link === undefined ? content() : linkMarkup(draft, runs, first.link, content, options);
  if (markup === '') return '';
  if (first.revision !== undefined) {
    const { kind, author } = first.revision;
    markup = element(kind === 'insert' ? 'ins' : 'del', { title: author }, markup);
  }
  return first.comments === undefined || options.references === 'leave' ? markup : remarkedMarkup(draft, first.comments, markup);
}

/** Words that comments are on, with the numbers of these. */
function remarkedMarkup(draft: Draft, comments: readonly Remark[], words: string): string {
  const marks = comments.map((remark) => {
    const number = draft.remarks.push(remark);
    return `<a class="remark" id="o-cref-${number}" href="#o-c-${number}" aria-label="${escapeHtml(draft.labels.comment)} ${number}">${number}</a>`;
  });
  return `<mark>${words}</mark>${marks.join('')}`;
}

/** Words of a field that has no marks. */
export const wordsMarkup = (draft: Draft, text: string): string => runsMarkup(draft, [{ text }]);

const TAGS: readonly (readonly [keyof Run, string])[] = [
  ['code', 'code'],
  ['strike', 's'],
  ['underline', 'u'],
  ['italic', 'em'],
  ['bold', 'strong'],
];

function runMarkup(draft: Draft, run: Run, { references }: RunsOptions): string {
  if (run.footnote !== undefined) return references === 'leave' ? '' : footnoteMark(draft, run.footnote);
  if (run.text === '') return '';
  let markup = run.math === true ? formulaMarkup(draft, run.text, false) : textMarkup(run.text);
  if (run.script !== undefined) markup = element(run.script === 'super' ? 'sup' : 'sub', {}, markup);
  for (const [mark, tag] of TAGS) if (run[mark] === true) markup = element(tag, {}, markup);
  if (run.color === undefined && run.lang === undefined) return markup;
  const ink = run.color === undefined ? undefined : `color:${textInk(draft, run.color)}`;
  return element('span', { lang: run.lang, style: ink, dir: directionOf(run) }, markup);
}

function directionOf({ lang, text }: Run): 'rtl' | 'ltr' | undefined {
  if (lang === undefined) return undefined;
  const own = startsRightToLeft(text);
  return own === undefined ? undefined : own ? 'rtl' : 'ltr';
}

/** Line breaks are the author's; a tab is a blank. */
const textMarkup = (text: string): string =>
  escapeHtml(text.replaceAll(/ *\t */g, ' ')).replaceAll(/\r\n|[\n\r\u0085\u2028\u2029]/g, '<br>');

/** The line of a place and its date ("Engineer⇥2019–2024"): what is behind the first tab goes to the other margin. */
export function datedMarkup(draft: Draft, runs: readonly Run[]): string {
  const at = runs.findIndex(({ text }) => text.includes('\t'));
  const run = runs[at];
  if (run === undefined) return runsMarkup(draft, runs);
  const cut = run.text.indexOf('\t');
  const before = [...runs.slice(0, at), { ...run, text: run.text.slice(0, cut).trimEnd() }];
  const behind = [{ ...run, text: run.text.slice(cut + 1).trimStart() }, ...runs.slice(at + 1)];
  return `<span class="dated"><span>${runsMarkup(draft, before)}</span> <span>${runsMarkup(draft, behind)}</span></span>`;
}

/** A formula as MathML; as its source where that cannot be read. */
export function formulaMarkup(draft: Draft, tex: string, display: boolean, blockId?: string): string {
  const { mathMl, problem } = texToMathMl(tex, display);
  if (problem !== undefined)
    addNote(draft, {
      code: 'formula_unreadable',
      severity: 'warning',
      message: `A formula is shown as its source. ${problem}`,
      ...(blockId === undefined ? {} : { blockId }),
    });
  if (mathMl === undefined) return element('code', { class: 'tex' }, escapeHtml(tex));
  return mathMl.replaceAll(/ style="color:#([0-9a-f]{6});?"/gi, (_, hex: string) => ` style="color:${textInk(draft, hex.toUpperCase())}"`);
}

// -------------------------------------------------------------------------------------------------------------- links

function linkMarkup(draft: Draft, runs: readonly Run[], link: string, content: () => string, { references }: RunsOptions): string {
  if (link.startsWith('#')) return referenceMarkup(draft, runs, link, content, references !== 'leave');
  if (references === 'leave') return content();
  if (!isAddress(link)) {
    addNote(draft, { code: 'link_dropped', severity: 'info', message: `A link to ${link.slice(0, 80)} was left out; its text stands.` });
    return content();
  }
  const shown = content();
  const outside = /^https?:/i.test(link);
  return element(
    'a',
    { href: link, rel: outside ? 'noopener noreferrer' : undefined, target: outside ? '_blank' : undefined },
    shown === '' ? escapeHtml(link) : shown,
  );
}

function referenceMarkup(draft: Draft, runs: readonly Run[], link: string, content: () => string, linked: boolean): string {
  const name = decodeAnchor(link);
  const target = draft.references.targets.get(name);
  const id = draft.ids.byAnchor.get(name);
  const text = plainText(runs).trim();
  if (target === undefined && id === undefined) {
    addNote(draft, {
      code: 'link_target_missing',
      severity: 'warning',
      message: `Nothing in the document is marked ${link.slice(0, 80)}.`,
    });
    return text === '' ? escapeHtml(name) : content();
  }
  const counted = target !== undefined && followsNumber(target, text);
  const shown = counted ? escapeHtml(shownNumber(target, text)) : content();
  return shown === '' || !linked || id === undefined ? shown : element('a', { href: `#${encodeURIComponent(id)}` }, shown);
}

/** "6", "2.1", "(a)", "3.2(b)(iv)" or nothing at all: text that stands for the target's own number, whatever that is now. */
function followsNumber(target: Target, text: string): boolean {
  if (target.kind === 'block') return text === '' && target.label !== '';
  return text === '' || (target.number !== '' && /^\(?(\d+(\.\d+)*\.?)?(\([a-z]+\))*\)?$/i.test(text));
}

function shownNumber(target: Target, typed: string): string {
  if (target.kind === 'heading') return typed === '' ? target.label : target.number.replace(/\.$/, '');
  return typed === '' && target.kind !== 'clause' ? target.label : target.number;
}

// ---------------------------------------------------------------------------------------------------------- footnotes

function footnoteMark(draft: Draft, id: string): string {
  if (!draft.footnotes.has(id)) {
    addNote(draft, { code: 'footnote_missing', severity: 'warning', message: `There is no footnote ${id.slice(0, 40)}.` });
    return '';
  }
  const known = draft.footnotesUsed.indexOf(id);
  const number = known === -1 ? draft.footnotesUsed.push(id) : known + 1;
  const uses = (draft.footnoteUses.get(id) ?? 0) + 1;
  draft.footnoteUses.set(id, uses);
  const own = uses === 1 ? `o-fnref-${number}` : undefined;
  return `<sup class="fn">${element('a', { id: own, href: `#o-fn-${number}`, role: 'doc-noteref', 'aria-label': `${draft.labels.footnote} ${number}` }, String(number))}</sup>`;
}
