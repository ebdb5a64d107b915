/** Drawn pages on their way into a thread, some at a time: the copy of a long document in one go would hold up everybody else. */
import { deserialize, serialize } from 'node:v8';
import type { RenderedDocument, RenderedPage } from '../../document/rendered-document.ts';
import { letOthers } from '../let-others.ts';

/** A dense page is read in some 10 ms: a document of more pages is for a thread. */
const SHORT_PAGES_MAX = 2;
/** It is copied in up to a millisecond; so many are copied at once. */
const PAGES_AT_ONCE = 8;

/** A document as threads are given it: short ones as they are, of longer ones groups of pages as bytes of the structured clone algorithm. */
export type SentPages = { drawn: RenderedDocument } | { groups: Uint8Array[]; rest: Omit<RenderedDocument, 'pages'> };

export async function sendPages(drawn: RenderedDocument): Promise<SentPages> {
  const { pages, ...rest } = drawn;
  if (pages.length <= SHORT_PAGES_MAX) return { drawn };
  const groups: Uint8Array[] = [];
  for (let at = 0; at < pages.length; at += PAGES_AT_ONCE) {
    await letOthers();
    groups.push(serialize(pages.slice(at, at + PAGES_AT_ONCE)));
  }
  return { groups, rest };
}

/** In the thread. */
export function openPages(sent: SentPages): RenderedDocument {
  if ('drawn' in sent) return sent.drawn;
  return { ...sent.rest, pages: sent.groups.flatMap((bytes): RenderedPage[] => deserialize(bytes)) };
}

/** Of what is sent: which one is for a thread, and which one is worked on in a moment. */
export const isLongDocument = (value: object): boolean => 'groups' in value && 'rest' in value;
export const isShortDocument = (value: object): boolean => 'drawn' in value;
