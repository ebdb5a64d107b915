/**
 * The second round: the writer is shown which conditions its finished document does not keep, as measured, and answers with the
 * parts that change. What it does not name stays as it is.
 */
import type { Model, ModelUsage } from '../ports/model.ts';
import type { Checked } from './check-requirements.ts';
import { reviseMessage, writingInstructions } from './prompt-files.ts';
import type { Requirement } from './requirements.ts';
import { createNotesFilter } from './take-notes.ts';
import { createTrimmer } from './trim-answer.ts';
import { requestMessage, type WriteInput } from './write-document.ts';

const TOKENS_MAX = 32_000;
/** Longer texts are not revised: one answer could not hold them. */
const TEXT_CHARS_MAX = 120_000;

/** What writing again cannot change. */
const NOT_WRITTEN: ReadonlySet<Requirement['kind']> = new Set(['look', 'change']);

/** The requirements for which another round is worth its time. */
export const worthRevising = (checked: readonly Checked[]): Checked[] =>
  checked.filter(({ status, kind }) => status === 'not_met' && !NOT_WRITTEN.has(kind));

const PART_START = /^(?:#{1,2} |::slide\b|::pagebreak\b|:::clause\b|:::signatures\b)/;

/** Parts of a text, none within a fence or another block: joined they are the text. */
export function divideParts(markdown: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let fence = '';
  let afterSlide = false;
  for (const line of markdown.split(/(?<=\n)/)) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    const begins = fence === '' && depth === 0 && PART_START.test(line) && !(afterSlide && line.startsWith('#'));
    if (begins || parts.length === 0) parts.push(line);
    else parts[parts.length - 1] += line;
    if (mark !== undefined) fence = fence === '' ? mark : mark.startsWith(fence) && line.trim() === mark ? '' : fence;
    else if (fence === '' && /^:{3,}\s*$/.test(line)) depth = Math.max(0, depth - 1);
    else if (fence === '' && /^:{3,}[a-z]/i.test(line)) depth += 1;
    if (begins && line.startsWith('::slide')) afterSlide = true;
    else if (line.trim() !== '') afterSlide = false;
  }
  return parts;
}

interface Change {
  kind: 'replace' | 'after' | 'remove';
  part: number;
  text: string;
}

/** null where the answer has no change in the form that was asked for. */
function readChanges(answer: string): Change[] | null {
  const pieces = answer.split(/^ {0,3}@@[ \t]*(after|remove)?[ \t]*(\d{1,4})[ \t]*$/im);
  if (pieces.length < 4) return null;
  const changes: Change[] = [];
  for (let at = 1; at + 2 < pieces.length; at += 3) {
    const word = pieces[at]?.toLowerCase();
    changes.push({
      kind: word === 'after' || word === 'remove' ? word : 'replace',
      part: Number(pieces[at + 1]),
      text: (pieces[at + 2] ?? '').trim(),
    });
  }
  return changes;
}

/** The text with the changes of an answer; null where the answer has none that can be made, or leaves nothing. */
export function applyRevision(markdown: string, answer: string): string | null {
  const changes = readChanges(answer);
  if (changes === null) return null;
  const parts = divideParts(markdown);
  const known = changes.filter(({ part, kind }) => part <= parts.length && (part >= 1 || kind === 'after'));
  const added = (after: number): string[] =>
    known.filter(({ kind, part, text }) => kind === 'after' && part === after && text !== '').map(({ text }) => text);
  const revised = parts.flatMap((text, i) => {
    const own = known.findLast(({ kind, part }) => kind !== 'after' && part === i + 1);
    const kept = own === undefined ? text : own.kind === 'remove' ? '' : own.text;
    return [kept, ...added(i + 1)];
  });
  const text = [...added(0), ...revised]
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join('\n\n');
  return known.length === 0 || text === '' ? null : `${text}\n`;
}

/** How much shorter or longer, in words, where the length is measured in pages. */
function measureOf({ kind, text }: Checked, requirements: readonly Requirement[], words: number, pages: number): string {
  const length = requirements.find((one) => one.kind === kind && one.text === text)?.length;
  if (length === undefined || length.unit !== 'pages' || pages === 0) return '';
  const { min, max } = length;
  // the last page may have held a line
  if (max !== undefined && pages > max)
    return ` It has some ${words} words; bring it down to ${Math.floor((words * max * 0.92) / pages)} at most.`;
  if (min !== undefined && pages < min)
    return ` It has some ${words} words; bring it up to ${Math.ceil((words * min * 0.95) / pages)} at least.`;
  return '';
}

export interface ReviseInput extends WriteInput {
  /** As it was delivered to the layout. */
  markdown: string;
  missed: readonly Checked[];
  pages: number;
}

export interface Revised {
  /** null where the model gave nothing that could be used. */
  markdown: string | null;
  notes: string[];
  usage: ModelUsage;
}

const firstLine = (part: string): string =>
  part
    .split('\n')
    .find((line) => line.trim() !== '' && !/^::(?:slide|pagebreak)/.test(line))
    ?.slice(0, 80) ?? '';

/** @throws Refusal processing_failed; Error where the model cannot be reached; the signal's reason */
export async function reviseDocument(model: Model, input: ReviseInput, signal: AbortSignal): Promise<Revised> {
  const { plan, markdown, missed, pages } = input;
  const words = markdown.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
  const none: Revised = { markdown: null, notes: [], usage: { inputTokens: 0, outputTokens: 0 } };
  if (missed.length === 0 || markdown.length > TEXT_CHARS_MAX) return none;
  const faults = missed.map((one, i) => `${i + 1}. "${one.text}": ${one.evidence}${measureOf(one, plan.requirements, words, pages)}`);
  const parts = divideParts(markdown).map((part, i) => `${i + 1}: ${firstLine(part)}`);
  const message = [reviseMessage(), '', 'Not kept:', ...faults, '', 'Parts:', ...parts].join('\n');
  const trimmer = createTrimmer(true);
  const filter = createNotesFilter();
  let answer = '';
  const messages = [requestMessage(input), { role: 'assistant' as const, text: markdown }, { role: 'user' as const, text: message }];
  for await (const piece of model.write({
    tier: 'main',
    instructions: writingInstructions(plan.type, plan.genre),
    messages,
    outputTokensMax: TOKENS_MAX,
    signal,
  })) {
    answer += filter.push(piece.kind === 'text' ? trimmer.push(piece.text) : trimmer.end());
    if (piece.kind === 'text') continue;
    answer += filter.end();
    // a part that was cut would take the place of a whole one
    if (piece.reason !== 'finished') return { ...none, usage: piece.usage };
    return { markdown: applyRevision(markdown, answer), notes: filter.notes(), usage: piece.usage };
  }
  return none;
}
