/**
 * The proof of tracked changes: accepting all of them gives the text that the same operations give when they are not
 * tracked, rejecting all the text before. It reads the bytes that were written. Every part is parsed once for each of its
 * three states, and parts that nothing has touched are not looked at.
 */
import { decodeXml } from '../ooxml/decode-xml.ts';
import { readPart, type OfficePackage, type XmlPart } from '../ooxml/office-package.ts';
import { parseXml } from '../ooxml/xml-tree.ts';
import type { XmlElement } from '../ooxml/xml-tree.ts';
import { WORD_EDITS } from './all-edits.ts';
import type { EditOperation } from './apply-edits.ts';
import { isRejected, type EditContext } from './define-edit.ts';
import { viewText } from './docx/revision-view.ts';
import type { WordFile } from './docx/word-file.ts';
import { takeSpans, writeSpans, type SpansByPart } from './take-spans.ts';

export interface TrackedProof { accept_matches: boolean; reject_matches: boolean }

/** Spans of operations that are done at once, not tracked. */
function planDirectly(word: WordFile, operations: readonly EditOperation[], context: EditContext): SpansByPart {
  // what is intended is not held against the protection once more
  const file = { ...word, protection: null };
  const spans: SpansByPart = new Map();
  for (const operation of operations) {
    const made = WORD_EDITS.find(({ op }) => op === operation.op)?.plan(file, operation, { ...context, mode: 'direct' });
    if (made !== undefined && !isRejected(made)) takeSpans(spans, made);
  }
  return spans;
}

const isTracked = ({ op }: EditOperation): boolean => WORD_EDITS.some((edit) => edit.op === op && edit.tracked);

/** @param word as it was read, before anything is written */
export function prepareProof(word: WordFile, applied: readonly EditOperation[], context: EditContext): (after: OfficePackage) => TrackedProof {
  const settledAbove = word.idsAtFirst;
  const intended = planDirectly(word, applied, context);
  // operations that are never tracked stand whatever becomes of the others
  const standing = planDirectly(word, applied.filter((operation) => !isTracked(operation)), context);
  const rootWith = (part: XmlPart, spans: SpansByPart): XmlElement => {
    const own = spans.get(part.name) ?? [];
    return own.length === 0 ? part.root : parseXml(writeSpans(part.source, own)).root;
  };
  return (after) => {
    const proof: TrackedProof = { accept_matches: true, reject_matches: true };
    for (const part of new Set(word.stories.map((story) => story.part))) {
      const { text } = decodeXml(readPart(after, part.name));
      if (text === part.source && (intended.get(part.name) ?? []).length === 0) continue;
      const { root } = parseXml(text);
      const view = (shown: XmlElement, settle: 'accept' | 'reject'): string => viewText(shown, { settledAbove, settle });
      if (view(root, 'accept') !== view(rootWith(part, intended), 'accept')) proof.accept_matches = false;
      if (view(root, 'reject') !== view(rootWith(part, standing), 'accept')) proof.reject_matches = false;
    }
    return proof;
  };
}
