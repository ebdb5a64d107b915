/**
 * The proof of tracked changes: accepting all of them gives the text that the same operations give when they are not
 * tracked, rejecting all the text before. It reads the bytes that were written. What is before the first and behind
 * the last character that differs is the same in all states, so that only the blocks between are read once more.
 */
import { W } from '../ooxml/names.ts';
import { readPartText, type OfficePackage, type XmlPart } from '../ooxml/office-package.ts';
import { elementsOf, firstElementOf, parseXml, walkElements, type XmlElement } from '../ooxml/xml-tree.ts';
import { WORD_EDITS } from './all-edits.ts';
import type { EditOperation } from './apply-edits.ts';
import { isRejected, reject, type EditContext, type EditPlan, type Rejected } from './define-edit.ts';
import { isRevisedMark, viewStructure } from './docx/mechanics/revision-view.ts';
import type { WordFile } from '../ooxml/word-file.ts';
import { addSpans, fitSpans, writeSpans, type SpansByPart } from './take-spans.ts';
import { minOf } from '../base/extremes.ts';

export interface TrackedProof {
  accept_matches: boolean;
  reject_matches: boolean;
}

/** What the operations of a tracked request are when they are done at once. */
export interface Intention {
  plan(operation: EditOperation): EditPlan | Rejected;
  /** Of all operations that were taken. */
  intended: SpansByPart;
  /** Of those that are never tracked, which are whatever becomes of the others. */
  standing: SpansByPart;
  author: string;
}

/** @param word as it was read, before anything is written */
export function beginIntention(word: WordFile, context: EditContext): Intention {
  // what is intended is not held against the protection once more
  const file = { ...word, protection: null };
  const plan = (operation: EditOperation): EditPlan | Rejected => {
    const edit = WORD_EDITS.find(({ op }) => op === operation.op);
    return edit === undefined
      ? reject('unsupported', `There is no operation ${operation.op}.`)
      : edit.plan(file, operation, { ...context, mode: 'direct', intended: true });
  };
  return { plan, intended: new Map(), standing: new Map(), author: context.author };
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
  addSpans(taken, tracked);
  addSpans(intention.intended, direct);
  if (!isTracked(operation)) addSpans(intention.standing, direct);
  return null;
}

/** Characters compared at once. */
const STRETCH = 65_536;

/** Length of what two texts begin with. */
function commonStart(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let at = 0;
  while (at + STRETCH <= most && a.slice(at, at + STRETCH) === b.slice(at, at + STRETCH)) at += STRETCH;
  while (at < most && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  return at;
}

/** Length of what two texts end with. */
function commonEnd(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let at = 0;
  while (at + STRETCH <= most && a.slice(a.length - at - STRETCH, a.length - at) === b.slice(b.length - at - STRETCH, b.length - at))
    at += STRETCH;
  while (at < most && a.charCodeAt(a.length - 1 - at) === b.charCodeAt(b.length - 1 - at)) at++;
  return at;
}

/** Where the blocks begin, counted from the start, and where they end, counted from the end; what is around all blocks. */
interface Window {
  start: number;
  fromEnd: number;
  head: string;
  tail: string;
}

/** Whether a paragraph's end may be joined with what follows, so that it cannot be at the edge of what is compared. */
const isOpen = (block: XmlElement): boolean =>
  block.local !== 'p' || isRevisedMark(block) || [...walkElements(block)].some(({ uri, local }) => uri === W && local === 'sectPr');

/** The blocks of the text that differ in one of the states, with an unchanged one on either side; null where all is to be read. */
function windowOf({ source, root }: XmlPart, texts: readonly string[]): Window | null {
  const body = firstElementOf(root, 'body', W);
  if (body === undefined) return null;
  const same = minOf(texts.map((text) => commonStart(source, text)));
  const end = source.length - minOf(texts.map((text) => Math.min(commonEnd(source, text), Math.min(source.length, text.length) - same)));
  // a change of the root or behind the body is none of its blocks
  if (same < body.contentStart || end > body.contentEnd) return null;
  const blocks = elementsOf(body);
  const from = blocks.findLast((block) => block.end <= same && !isOpen(block))?.start ?? body.contentStart;
  const to = blocks.find((block) => block.start >= end && !isOpen(block))?.end ?? body.contentEnd;
  return { start: from, fromEnd: source.length - to, head: source.slice(0, body.contentStart), tail: source.slice(body.contentEnd) };
}

const rootOf = (text: string, window: Window | null): XmlElement =>
  parseXml(window === null ? text : window.head + text.slice(window.start, text.length - window.fromEnd) + window.tail).root;

/** Reads what was written. @param word as it was read before */
export function proveTracked(word: WordFile, { intended, standing, author }: Intention, after: OfficePackage): TrackedProof {
  const settledAbove = word.idsAtFirst;
  const textWith = ({ name, source }: XmlPart, spans: SpansByPart): string => writeSpans(source, spans.get(name) ?? []);
  const proof: TrackedProof = { accept_matches: true, reject_matches: true };
  for (const part of new Set(word.stories.map((story) => story.part))) {
    const { text } = readPartText(after, part.name);
    const [meant, stands] = [textWith(part, intended), textWith(part, standing)];
    if (text === part.source && meant === text) continue;
    const window = windowOf(part, [text, meant, stands]);
    const root = rootOf(text, window);
    const same = (settle: 'accept' | 'reject', wanted: string): boolean => {
      const view = { settledAbove, settle, author };
      const [found, meantLines] = [viewStructure(root, view), viewStructure(rootOf(wanted, window), view)];
      return found.length === meantLines.length && found.every((line, at) => line === meantLines[at]);
    };
    if (!same('accept', meant)) proof.accept_matches = false;
    if (!same('reject', stands)) proof.reject_matches = false;
  }
  return proof;
}
