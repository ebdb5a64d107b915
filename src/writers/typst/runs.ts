/** Inline text: runs with their marks, links, footnotes and formulas. */
import { plainText, type Remark, type Run } from '../../document/inline.ts';
import { shownRun } from '../review.ts';
import { decodeAnchor, type Target } from '../references.ts';
import { cutAtWords, firmRuns, withQuotes } from '../typography.ts';
import { addNote, inside, type Draft } from './draft.ts';
import { formulaMarkup } from './formula.ts';
import { BREAK_HERE, breakable, code, literal, rgb, textMarkup } from './text.ts';

export interface RunsOptions {
  /** A heading is repeated in contents and outline: its words alone, without footnotes and references. */
  footnotes?: 'set' | 'leave';
  color?: string;
}

/** The runs as markup; neighbours that share a link are one link. */
export function runsMarkup(draft: Draft, given: readonly Run[], options: RunsOptions = {}): string {
  const runs = withQuotes(firmRuns(given), draft.quotes).map(shownRun);
  let markup = '';
  for (let at = 0; at < runs.length; at += 1) {
    const run = runs[at];
    if (run === undefined) break;
    if (run.comments !== undefined && run.link === undefined && options.footnotes !== 'leave') {
      let end = at + 1;
      while (runs[end] !== undefined && runs[end]?.link === undefined && sameRemarks(runs[end]?.comments, run.comments)) end += 1;
      const words = runs.slice(at, end).map((one) => runMarkup(draft, one, options));
      markup += remarkedMarkup(draft, run.comments, words.join(''));
      at = end - 1;
      continue;
    }
    if (run.link === undefined) {
      markup += runMarkup(draft, run, options);
      continue;
    }
    let end = at + 1;
    while (runs[end]?.link === run.link) end += 1;
    markup += linkMarkup(draft, runs.slice(at, end), run.link, options);
    at = end - 1;
  }
  return markup;
}

const sameRemarks = (a: Run['comments'], b: Run['comments']): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Words that comments are on: a link that the finished file has as an annotation. */
function remarkedMarkup(draft: Draft, comments: readonly Remark[], words: string): string {
  const numbers = comments.map((remark) => draft.remarks.push(remark) - 1);
  return words === '' ? '' : code(`link(${literal(`octavo-comment:${numbers.join(',')}`)}, [${words}])`);
}

/** Words of a field that has no marks. */
export const wordsMarkup = (draft: Draft, text: string): string => runsMarkup(draft, [{ text }]);

/** A line drawn with signs breaks nowhere by itself, and would leave the paper. */
const LONG_RULE = /[_=~*.\-–—]{20}(?=[_=~*.\-–—])/gu;

function runMarkup(draft: Draft, run: Run, options: RunsOptions): string {
  if (run.footnote !== undefined) return options.footnotes === 'leave' ? '' : footnoteMarkup(draft, run.footnote);
  if (run.text === '') return '';
  let markup =
    run.math === true
      ? formulaMarkup(draft, run.text, 'inline')
      : run.code === true
        ? inlineCode(run.text)
        : cutAtWords(run.text, draft.look.wholeWords)
            .map((piece, at) => (at % 2 === 1 ? code(`box[${textMarkup(piece)}]`) : textMarkup(piece.replaceAll(LONG_RULE, '$&\u200B'))))
            .join('');
  if (run.script !== undefined) markup = code(`${run.script}[${markup}]`);
  if (run.strike === true) markup = code(`strike[${markup}]`);
  // PDF/UA-1 has no way to say that text has both
  if (run.underline === true && run.strike !== true) markup = code(`underline[${markup}]`);
  if (run.italic === true) markup = code(`emph[${markup}]`);
  if (run.bold === true) markup = code(`strong[${markup}]`);
  const settings = [run.color === undefined ? '' : `fill: ${rgb(run.color)}`, languageSettings(run.lang)].filter(
    (setting) => setting !== '',
  );
  return settings.length === 0 ? markup : code(`text(${settings.join(', ')})[${markup}]`);
}

/** Words of code: a break is allowed after signs, so that a long path does not run into the margin. */
function inlineCode(text: string): string {
  return breakable(text.replaceAll(/\s+/g, ' '))
    .map((piece) => code(`raw(${literal(piece)})`))
    .join(BREAK_HERE);
}

/** `lang` and `region` of a BCP 47 tag as settings of Typst's text; '' where there are none. */
export function languageSettings(tag: string | undefined): string {
  const [, lang, region] = /^([A-Za-z]{2,3})(?:-[A-Za-z]{4})?(?:-([A-Za-z]{2}))?(?:-|$)/.exec(tag ?? '') ?? [];
  if (lang === undefined) return '';
  return `lang: "${lang.toLowerCase()}"${region === undefined ? '' : `, region: "${region.toUpperCase()}"`}`;
}

// -------------------------------------------------------------------------------------------------------------- links

/** Schemes that a link may have. */
function isAddress(link: string): boolean {
  return link.length <= 2048 && /^(https?:\/\/[^\s<>"]+|mailto:[^\s<>"]+|tel:[+\d().-]+)$/i.test(link);
}

function linkMarkup(draft: Draft, runs: readonly Run[], link: string, options: RunsOptions): string {
  const content = (): string => runs.map((run) => runMarkup(draft, run, options)).join('');
  if (link.startsWith('#')) return referenceMarkup(draft, runs, link, content, options.footnotes !== 'leave');
  if (!isAddress(link)) {
    addNote(draft, { code: 'link_dropped', severity: 'info', message: `A link to ${link.slice(0, 80)} was left out; its text stands.` });
    return content();
  }
  const shown = content();
  return code(`link(${literal(link)}, [${shown === '' ? textMarkup(link) : shown}])`);
}

function referenceMarkup(draft: Draft, runs: readonly Run[], link: string, content: () => string, linked: boolean): string {
  const target = draft.references.targets.get(decodeAnchor(link));
  const text = plainText(runs).trim();
  if (target === undefined) {
    addNote(draft, {
      code: 'link_target_missing',
      severity: 'warning',
      message: `Nothing in the document is marked ${link.slice(0, 80)}.`,
    });
    return text === '' ? textMarkup(decodeAnchor(link)) : content();
  }
  const counted = followsNumber(target, text);
  const shown = counted ? textMarkup(shownNumber(target, text)) : content();
  if (shown === '' || !linked) return shown;
  draft.labelsWanted.add(labelName(target));
  // "Table 1" and "clause 2.1" are words of the sentence; only the author's own words show that they lead somewhere
  return code(`go-to(${literal(labelName(target))}, ${counted ? `[${shown}]` : `text(fill: accent)[${shown}]`})`);
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

export const labelName = (target: Target): string => `to-${target.bookmark}`;

/** A place that links can point at, for a block with an anchor; '' where it has none. */
export function anchorMarkup(draft: Draft, anchor: string | undefined): string {
  const target = anchor === undefined ? undefined : draft.references.targets.get(anchor);
  return target === undefined ? '' : placeMarkup(draft, labelName(target));
}

/** A label appears once, whatever is written twice. */
export function placeMarkup(draft: Draft, name: string): string {
  if (draft.labelsSet.has(name)) return '';
  draft.labelsSet.add(name);
  return `#metadata(none)#label(${literal(name)});`;
}

// ---------------------------------------------------------------------------------------------------------- footnotes

function footnoteMarkup(draft: Draft, id: string): string {
  const name = literal(`note-${id}`);
  if (draft.footnotesSet.has(id)) {
    // a note that refers to itself, or two to each other, would never end
    return draft.footnoteDepth > 0 ? '' : code(`same-note(${name})`);
  }
  if (!draft.footnotes.has(id)) {
    addNote(draft, { code: 'footnote_missing', severity: 'warning', message: `There is no footnote ${id.slice(0, 40)}.` });
    return '';
  }
  if (draft.footnoteDepth > 0) {
    addNote(draft, { code: 'footnote_nested', severity: 'info', message: 'A footnote inside a footnote is at the end of the text.' });
    return '';
  }
  draft.footnotesSet.add(id);
  draft.footnoteDepth += 1;
  const body = inside(draft, draft.measures.textWidthPt, () => draft.writeBlocks(draft, draft.footnotes.get(id) ?? []));
  draft.footnoteDepth -= 1;
  return `#footnote[${body.trim()}]#label(${name});`;
}
