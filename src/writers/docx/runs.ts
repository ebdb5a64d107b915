/**
 * Inline text as runs. Properties are in the order of the schema (ECMA-376-1 §17.3.2.28). Text without marks is the
 * great majority, so it takes the short way: one string test, one element.
 */
import { plainText, type Run } from '../../document/inline.ts';
import { escapeText } from '../../ooxml/xml-text.ts';
import { colorXml } from './colors.ts';
import { note, type Draft } from './draft.ts';
import { inlineFormula } from './formula.ts';
import { footnoteReference } from './footnotes.ts';
import { linkedRuns } from './links.ts';
import { commentMarks, revisedXml } from './review.ts';
import { splitByScript, type Script } from '../script.ts';
import { firmRuns, wholeRuns, withQuotes } from '../typography.ts';

/** Properties laid over every run of a stretch: a caption's number, a heading inside a link. */
export interface RunOverlay {
  style?: string;
  bold?: boolean;
  color?: string;
  /** Code takes the size of what is around it, as in headings and cells. */
  codeAround?: boolean;
}

/** The runs as XML; neighbours that share a link are in one hyperlink. */
export function runsXml(draft: Draft, given: readonly Run[], overlay: RunOverlay = {}): string {
  const runs = wholeRuns(withQuotes(given, draft.quotes), draft.look.wholeWords);
  const marks = commentMarks(draft);
  let xml = '';
  for (let at = 0; at < runs.length; at += 1) {
    const run = runs[at];
    if (run === undefined) break;
    xml += marks.before(run.comments);
    if (run.link === undefined) {
      xml += runXml(draft, run, overlay);
      continue;
    }
    let end = at + 1;
    while (runs[end]?.link === run.link && sameRemarks(runs[end], run)) end += 1;
    xml += linkedRuns(draft, runs.slice(at, end), run.link, overlay);
    at = end - 1;
  }
  return xml + marks.before([]);
}

const sameRemarks = (a: Run | undefined, b: Run): boolean => JSON.stringify(a?.comments) === JSON.stringify(b.comments);

/** Runs of running text, in which some blanks must not end a line. Headings and cells are short and keep theirs. */
export const proseXml = (draft: Draft, runs: readonly Run[], overlay: RunOverlay = {}): string => runsXml(draft, firmRuns(runs), overlay);

/** One run, whatever it is, without its link, within its tracked change. */
export const runXml = (draft: Draft, run: Run, overlay: RunOverlay = {}): string =>
  revisedXml(draft, run, plainRunXml(draft, run, overlay));

function plainRunXml(draft: Draft, run: Run, overlay: RunOverlay): string {
  if (run.footnote !== undefined) return footnoteReference(draft, run.footnote);
  if (run.math === true) return inlineFormula(draft, run.text);
  if (run.text === '') return '';
  const text = checked(draft, run.text);
  if (isBare(run) && overlay.style === undefined && overlay.bold === undefined && overlay.color === undefined) {
    const spans = splitByScript(text);
    if (spans.length === 1 && spans[0]?.script === 'plain') return `<w:r>${textXml(text)}</w:r>`;
  }
  let xml = '';
  for (const span of splitByScript(text)) {
    const properties = runProperties(draft, run, overlay, span.script, span.text);
    xml += `<w:r>${properties}${textXml(span.text)}</w:r>`;
  }
  return xml;
}

/** Plain words of our own (labels, titles) in the properties given. */
export function textRun(draft: Draft, text: string, overlay: RunOverlay = {}): string {
  return runsXml(draft, [{ text }], overlay);
}

function isBare(marks: object): boolean {
  for (const key in marks) if (key !== 'text') return false;
  return true;
}

/** Text that is not of the body's size: headings, cells, captions. */
export const displayXml = (draft: Draft, runs: readonly Run[], overlay: RunOverlay = {}): string =>
  runsXml(draft, runs, { ...overlay, codeAround: true });

/** `w:rPr` or ''. */
function runProperties(draft: Draft, run: Omit<Run, 'text'>, overlay: RunOverlay = {}, script: Script = 'plain', text = ''): string {
  let xml = '';
  const style = run.code === true ? (overlay.codeAround === true ? 'CodeFace' : 'InlineCode') : overlay.style;
  if (style !== undefined) xml += `<w:rStyle w:val="${style}"/>`;
  if (script === 'eastAsian') xml += '<w:rFonts w:hint="eastAsia"/>';
  if (script === 'emoji')
    xml += '<w:rFonts w:ascii="Segoe UI Emoji" w:hAnsi="Segoe UI Emoji" w:eastAsia="Segoe UI Emoji" w:cs="Segoe UI Emoji"/>';
  if (run.bold === true || overlay.bold === true) xml += '<w:b/><w:bCs/>';
  if (run.italic === true) xml += '<w:i/><w:iCs/>';
  if (run.strike === true) xml += '<w:strike/>';
  if (run.code === true) xml += '<w:noProof/>';
  const color = run.color ?? overlay.color;
  if (color !== undefined) xml += colorXml(draft.slots, color);
  if (run.underline === true) xml += '<w:u w:val="single"/>';
  if (run.script !== undefined) xml += `<w:vertAlign w:val="${run.script === 'super' ? 'superscript' : 'subscript'}"/>`;
  if (script === 'rtl') xml += '<w:rtl/>';
  xml += languageXml(run.lang, script, text);
  return xml === '' ? '' : `<w:rPr>${xml}</w:rPr>`;
}

function languageXml(lang: string | undefined, script: Script, text: string): string {
  const own = lang !== undefined && /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(lang) ? lang : undefined;
  if (script === 'eastAsian') return `<w:lang w:eastAsia="${own ?? eastAsianLanguage(text)}"/>`;
  if (own === undefined) return '';
  return script === 'rtl' ? `<w:lang w:bidi="${own}"/>` : `<w:lang w:val="${own}"/>`;
}

/** Kana are Japanese, Hangul Korean, bare Han characters Chinese. */
function eastAsianLanguage(text: string): string {
  if (/[\u3040-\u30ff]/.test(text)) return 'ja-JP';
  return /[\uac00-\ud7ff]/.test(text) ? 'ko-KR' : 'zh-CN';
}

const BREAKS = /[\n\t\u2011\r\u00ad\u0085\u2028\u2029]/;

/** `w:t`, with line breaks, tabs, non-breaking and soft hyphens as the elements that Word has for them (§17.3.3). */
export function textXml(text: string): string {
  if (!BREAKS.test(text)) return plainTextXml(text);
  let xml = '';
  for (const piece of text.replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n').split(/([\n\t\u2011\u00ad])/)) {
    if (piece === '\n') xml += '<w:br/>';
    else if (piece === '\t') xml += '<w:tab/>';
    else if (piece === '\u2011') xml += '<w:noBreakHyphen/>';
    else if (piece === '\u00ad') xml += '<w:softHyphen/>';
    else if (piece !== '') xml += plainTextXml(piece);
  }
  return xml;
}

function plainTextXml(text: string): string {
  const first = text.charCodeAt(0);
  const last = text.charCodeAt(text.length - 1);
  const blank = first === 32 || last === 32 || text.includes('  ');
  return `<w:t${blank ? ' xml:space="preserve"' : ''}>${escapeText(text)}</w:t>`;
}

/* oxlint-disable no-control-regex -- the controls are the very thing to find */
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
/* oxlint-enable no-control-regex */

/** The text without what XML cannot hold, which is said once. */
export function checked(draft: Draft, text: string): string {
  const clean = text.replace(CONTROLS, '').toWellFormed();
  if (clean !== text) {
    note(draft, {
      code: 'characters_dropped',
      severity: 'info',
      message: 'Control characters that a Word file cannot hold were left out.',
    });
  }
  return clean;
}

/** Text by which a paragraph's direction is decided. */
export function directionText(runs: readonly Run[]): string {
  return runs.length === 1 && runs[0] !== undefined ? runs[0].text : plainText(runs);
}
