/** How a letter ends, for the writers: "Yours sincerely,", room for the signature, the name, the office, what is enclosed. */
import type { Block, Paragraph } from '../document/block.ts';
import { plainText, type Run } from '../document/inline.ts';
import { linesOf } from '../document/fact-rows.ts';

const CLOSING =
  /^(yours|(kind(est)?|best|warm(est)?|with (kind|best)) (regards|wishes)|regards|sincerely|respectfully|faithfully|atentamente|muy atentamente|cordialmente|(un )?(cordial|atento) saludo|saludos( cordiales)?|reciban? |le saluda|mit (freundlichen|besten|herzlichen) grüßen|(freundliche|viele|beste) grüße|hochachtungsvoll|cordialement|bien à vous|com os (melhores|nossos) cumprimentos|(melhores )?cumprimentos|atenciosamente|cordiali saluti|distinti saluti|atentament)/i;
const ENCLOSED = /^(encl(osed|osures?|\.)?|se adjuntan?|adjuntos?|anexos?)\b/i;
const CLOSING_CHARS_MAX = 80;
/** The closing is among the last blocks of a letter. */
const CLOSING_BLOCKS_MAX = 6;

export interface ClosingLine {
  runs: Run[];
  text: string;
  kind: 'closing' | 'signer' | 'role' | 'enclosed';
}

/** Where the closing begins, -1 where the letter has none. */
function closingIndex(blocks: readonly Block[]): number {
  const first = Math.max(0, blocks.length - CLOSING_BLOCKS_MAX);
  return blocks.findIndex(
    (block, at) =>
      at >= first &&
      block.type === 'paragraph' &&
      CLOSING.test(plainText(block.runs).trim()) &&
      (linesOf(block.runs)[0]?.reduce((sum, run) => sum + run.text.length, 0) ?? 0) <= CLOSING_CHARS_MAX,
  );
}

/** The letter's text and the lines of its closing; no lines where it has none, or where something else is among them. */
export function divideClosing(blocks: readonly Block[]): { text: readonly Block[]; closing: ClosingLine[] } {
  const at = closingIndex(blocks);
  const rest = at === -1 ? [] : blocks.slice(at).filter((block) => block.type !== 'footnotes');
  const last = rest.filter((block): block is Paragraph => block.type === 'paragraph' && block.anchor === undefined);
  if (at === -1 || last.length < rest.length) return { text: blocks, closing: [] };
  let named = false;
  const closing = last
    .flatMap((block) => linesOf(block.runs))
    .map((runs, line): ClosingLine => {
      const text = plainText(runs).trim();
      const kind = line === 0 ? 'closing' : ENCLOSED.test(text) ? 'enclosed' : named ? 'role' : 'signer';
      if (kind === 'signer') named = true;
      return { runs, text, kind };
    });
  return { text: [...blocks.slice(0, at), ...blocks.slice(at).filter((block) => block.type === 'footnotes')], closing };
}
