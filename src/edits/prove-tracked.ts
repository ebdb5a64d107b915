/**
 * The proof of tracked changes: accepting all of them gives the text that the same operations give when they are not
 * tracked, rejecting all the text before. It reads the bytes that were written. What is before the first and behind
 * the last character that differs is the same in all states, so that only the blocks between are read once more.
 */
import { readPartText, type OfficePackage, type XmlPart } from '../ooxml/office-package.ts';
import { WORD_EDITS } from './all-edits.ts';
import { rootOf, windowOf } from './changed-window.ts';
import type { EditOperation } from './apply-edits.ts';
import { isRejected, reject, type EditContext, type EditPlan, type Rejected } from './define-edit.ts';
import { viewStructure } from './docx/mechanics/revision-view.ts';
import type { WordFile } from '../ooxml/word-file.ts';
import { addSpans, fitSpans, writeSpans, type SpansByPart } from './take-spans.ts';

export interface TrackedProof {
  accept_matches: boolean;
  reject_matches: boolean;
}

/** What the operations of a tracked request are when they are done at once. */
export interface Intention {
  plan(operation: EditOperation): EditPlan | Rejected;
  /** Of all operations that were taken. */
  intended: SpansByPart;
  /** Of those that are never tracked, and what of the others no revision holds: there whatever becomes of the rest. */
  standing: SpansByPart;
  /** Marks that are there twice until all is settled, each with what it is a copy of. */
  copies: Map<string, string>;
  author: string;
}

/** @param word as it was read, before anything is written */
export function beginIntention(word: WordFile, context: EditContext): Intention {
  // what is intended is not held against the protection once more
  const file = { ...word, protection: null };
  // one for all operations: what they read of the file they read once
  const meant: EditContext = { ...context, mode: 'direct', intended: true };
  const plan = (operation: EditOperation): EditPlan | Rejected => {
    const edit = WORD_EDITS.find(({ op }) => op === operation.op);
    return edit === undefined ? reject('unsupported', `There is no operation ${operation.op}.`) : edit.plan(file, operation, meant);
  };
  return { plan, intended: new Map(), standing: new Map(), copies: new Map(), author: context.author };
}

const isTracked = ({ op }: EditOperation): boolean => WORD_EDITS.some((edit) => edit.op === op && edit.tracked);

/** Takes a tracked operation where it meets no other, neither as it is tracked nor as it is meant: or the proof would not hold. */
export function takeTracked(taken: SpansByPart, intention: Intention, operation: EditOperation, made: EditPlan): Rejected | null {
  const tracked = fitSpans(taken, made);
  if (isRejected(tracked)) return tracked;
  const meant = intention.plan(operation);
  if (isRejected(meant)) return meant;
  const direct = fitSpans(intention.intended, meant);
  if (isRejected(direct)) return direct;
  const standing = isTracked(operation) ? fitSpans(intention.standing, { parts: made.standing ?? [] }) : direct;
  if (isRejected(standing)) return standing;
  addSpans(taken, tracked);
  addSpans(intention.intended, direct);
  addSpans(intention.standing, standing);
  for (const [copy, id] of made.copies ?? []) intention.copies.set(copy, id);
  return null;
}

/**
 * Reads what was written.
 * @param word as it was read before
 * @param idsAtFirst of the file as it was sent, where this is not the first turn of the request: all turns are settled together, too
 */
export function proveTracked(
  word: WordFile,
  { intended, standing, copies, author }: Intention,
  after: OfficePackage,
  idsAtFirst = word.idsAtFirst,
): TrackedProof {
  const bounds = new Set([word.idsAtFirst, idsAtFirst]);
  const textWith = ({ name, source }: XmlPart, spans: SpansByPart): string => writeSpans(source, spans.get(name) ?? []);
  const proof: TrackedProof = { accept_matches: true, reject_matches: true };
  for (const part of new Set(word.stories.map((story) => story.part))) {
    const { text } = readPartText(after, part.name);
    const [meant, stands] = [textWith(part, intended), textWith(part, standing)];
    if (text === part.source && meant === text) continue;
    const window = windowOf(part, [text, meant, stands]);
    const root = rootOf(text, window);
    const same = (settle: 'accept' | 'reject', wanted: string): boolean =>
      [...bounds].every((settledAbove) => {
        const view = { settledAbove, settle, copies, author };
        const [found, meantLines] = [viewStructure(root, view), viewStructure(rootOf(wanted, window), view)];
        return found.length === meantLines.length && found.every((line, at) => line === meantLines[at]);
      });
    if (!same('accept', meant)) proof.accept_matches = false;
    if (!same('reject', stands)) proof.reject_matches = false;
  }
  return proof;
}
