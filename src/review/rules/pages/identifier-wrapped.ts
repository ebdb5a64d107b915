import type { Document } from '../../../document/document.ts';
import type { RenderedLine, RenderedPage } from '../../../document/rendered-document.ts';
import { blockText } from '../../../document/walk.ts';
import { bodyLines } from '../../drawn-text.ts';
import { definePageRule, type Draft, type Hit, type Repair } from '../../define-rule.ts';
import { drawnOf, lineAt, pageOf } from '../../example-pages.ts';

/** Shorter ones are read at a glance; longer ones have to go over a line somewhere. */
const CHARS = { least: 6, most: 30 };
/** Numbers of orders, accounts and parts: letters and digits, or digits with marks among them. Addresses of the web and amounts are none. */
const IDENTIFIER = /^(?=.*\d)(?:(?=.*\p{Lu})[\p{Lu}\d]+(?:[-_./–][\p{L}\d]+)*|\d+(?:[-_/–]\d+)+|[\p{Lu}\d]*\d[\p{Lu}\d]*_[\p{L}\d_]+)$/u;
const AMOUNT = /^\d{1,3}(?:[.,]\d{3})*(?:[.,]\d+)?$/;
/** Of the type's size, between the lines of one paragraph. */
const LINE_GAP = 0.9;
const TOLD_MAX = 5;

const trimmed = (word: string): string => word.replaceAll(/^[("'«“[]+|[)"'»”\],;:.!?]+$/gu, '');

function identifiersOf({ blocks }: Document): Set<string> {
  const found = new Set<string>();
  for (const block of blocks)
    for (const word of blockText(block).split(/\s+/u)) {
      const token = trimmed(word);
      if (token.length >= CHARS.least && token.length <= CHARS.most && IDENTIFIER.test(token) && !AMOUNT.test(token)) found.add(token);
    }
  return found;
}

/** The line that goes on with this one: right below, in the same column. */
const goesOn = (line: RenderedLine, next: RenderedLine): boolean =>
  next.top > line.top + line.sizePt * 0.5 &&
  next.top - line.bottom < line.sizePt * LINE_GAP &&
  Math.abs(next.sizePt - line.sizePt) < 0.6 &&
  next.left < line.right &&
  next.right > line.left;

/** The whole of it on one line; a column is as wide as its longest word then. */
function keepWhole(word: string, { look }: Draft): Repair | undefined {
  if (look.wholeWords?.includes(word)) return undefined;
  return {
    fix: 'identifier_kept_whole',
    apply: (changed) => ({ ...changed, look: { ...changed.look, wholeWords: [...(changed.look.wholeWords ?? []), word] } }),
  };
}

function hitsOn(page: RenderedPage, lines: readonly RenderedLine[], identifiers: ReadonlySet<string>, draft: Draft): Hit[] {
  return lines.flatMap((line, i): Hit[] => {
    const head = line.text.trim().split(/\s+/u).at(-1) ?? '';
    if (head === '') return [];
    const next = lines
      .slice(i + 1)
      .filter((one) => goesOn(line, one))
      .toSorted((a, b) => a.top - b.top || Math.abs(a.left - line.left) - Math.abs(b.left - line.left))[0];
    const tail = next?.text.trim().split(/\s+/u)[0] ?? '';
    if (next === undefined || tail === '') return [];
    const whole = trimmed(head + tail);
    if (!identifiers.has(whole) || identifiers.has(trimmed(head)) || identifiers.has(trimmed(tail))) return [];
    const repair = keepWhole(whole, draft);
    return [
      {
        message: `"${whole}" is divided between two lines on page ${page.page}; a wider column or a line of its own keeps it whole.`,
        location: { page: page.page, bbox: [line.left, line.top, line.right, next.bottom] },
        ...(repair === undefined ? {} : { repair }),
      },
    ];
  });
}

/** Who copies or reads out a number wants it in one piece. */
export const identifierWrapped = definePageRule({
  code: 'identifier_wrapped',
  severity: 'info',
  formats: ['docx', 'pdf'],
  foreign: { formats: ['docx'] },
  summary: 'the number of an order, an account or a part divided between two lines',
  check: (drawn, draft) => {
    const { document, look } = draft;
    const identifiers = identifiersOf(document);
    if (identifiers.size === 0) return [];
    return drawn.pages.flatMap((page) => hitsOn(page, bodyLines(page, look), identifiers, draft)).slice(0, TOLD_MAX);
  },
  examples: {
    fires: [
      {
        name: 'an account in a narrow column',
        document: { blocks: [{ id: 'b1', type: 'paragraph', runs: [{ text: 'Pay to ES9121000418450200051332 by March.' }] }] },
        drawn: drawnOf([pageOf(1, [lineAt(100, 'ES91210004184'), lineAt(114, '50200051332')])]),
      },
      {
        name: 'an order at its hyphen',
        document: { blocks: [{ id: 'b1', type: 'paragraph', runs: [{ text: 'Quote PO-2026-00417 on the invoice.' }] }] },
        drawn: drawnOf([pageOf(1, [lineAt(100, 'Quote PO-2026-'), lineAt(114, '00417 on the invoice.')])]),
      },
    ],
    silent: [
      {
        name: 'in one piece',
        document: { blocks: [{ id: 'b1', type: 'paragraph', runs: [{ text: 'Pay to ES9121000418450200051332 by March.' }] }] },
        drawn: drawnOf([pageOf(1, [lineAt(100, 'Pay to'), lineAt(114, 'ES9121000418450200051332 by March.')])]),
      },
      {
        name: 'words below each other',
        document: { blocks: [{ id: 'b1', type: 'paragraph', runs: [{ text: 'The car park of 2026 was full.' }] }] },
        drawn: drawnOf([pageOf(1, [lineAt(100, 'The car'), lineAt(114, 'park of 2026')])]),
      },
    ],
  },
});
