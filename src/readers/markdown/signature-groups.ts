/**
 * Places to sign as people type them at the end of a contract: each party by name, and below it lines such as "By: ____", "Name: Jane
 * Roe", "Title: CEO", "Date: ____".
 */
import type { Block, Signatures } from '../../document/block.ts';
import { linesOf } from '../../document/fact-rows.ts';
import { plainText } from '../../document/inline.ts';
import { FOR, PARTIES_MAX, partyName, RULE } from './signature-words.ts';

interface Line {
  text: string;
  /** Names something: it is bold, or a heading. */
  strong: boolean;
}

const SIGN = 'by|signature|signed|sign|firma|firmado|fdo|unterschrift|signé|handtekening|assinatura';
const PERSON = 'name|print name|printed name|nombre|nome|nom|naam';
const OFFICE = 'title|position|role|its|capacity|cargo|funci[oó]n|titre|qualit[eé]|funktion|functie';
const WHEN = 'date|place|place and date|fecha|lugar|lugar y fecha|datum|ort|ort, datum|lieu|luogo|data|plaats';
const FIELD = new RegExp(String.raw`^(?:(${SIGN})|(${PERSON})|(${OFFICE})|(${WHEN}))\s*\.?\s*:\s*(.*)$`, 'iu');
const HEAD_CHARS_MAX = 70;
/** Longer lines are text, whatever they begin with. */
const LINE_CHARS_MAX = 200;
/** From the end of the text. */
const BLOCKS_MAX = 48;

/** The lines of a block that holds nothing but short lines. */
function linesIn(block: Block): Line[] | undefined {
  switch (block.type) {
    case 'heading':
      return [{ text: plainText(block.runs).trim(), strong: true }];
    case 'divider':
      return [];
    case 'paragraph':
      return linesOf(block.runs)
        .map((runs): Line => ({
          text: plainText(runs).trim(),
          strong: runs.every(({ bold, text }) => bold === true || /^[\s:]*$/.test(text)),
        }))
        .filter(({ text }) => text !== '');
    default:
      return undefined;
  }
}

const isField = ({ text }: Line): boolean =>
  text.length <= LINE_CHARS_MAX && (FIELD.test(text) || (RULE.test(text) && text.replace(RULE, '').trim() === ''));
const isHead = (line: Line): boolean =>
  line.text.length <= HEAD_CHARS_MAX &&
  !isField(line) &&
  !RULE.test(line.text) &&
  (line.strong || FOR.test(line.text) || /^\p{Lu}[^.!?]*:$/u.test(line.text));

/** Who signs, by its name and the lines below it; undefined where something in them would be lost. */
function partyOf(head: Line, lines: readonly Line[]): Signatures['parties'][number] | undefined {
  if (!lines.some(({ text }) => RULE.test(text))) return undefined;
  const said: string[] = [];
  for (const { text } of lines) {
    const [, , person, office, , value = ''] = FIELD.exec(text) ?? [];
    const isBlank = value.replace(RULE, '').trim() === '';
    if (isBlank) continue;
    // what is written in already, such as a date, has no place in the block
    if (RULE.test(value) || (person === undefined && office === undefined)) return undefined;
    said.push(value.trim());
  }
  const name = partyName(head.text);
  return name === '' ? undefined : { name, ...(said.length === 0 ? {} : { role: said.join(', ') }) };
}

function partiesOf(lines: readonly Line[]): Signatures['parties'] | undefined {
  const heads = lines.flatMap((line, at) => (isHead(line) ? [at] : []));
  if (heads[0] !== 0 || heads.length < 2 || heads.length > PARTIES_MAX) return undefined;
  const parties = heads.map((at, i) => partyOf(lines[at] as Line, lines.slice(at + 1, heads[i + 1])));
  return parties.every((party) => party !== undefined) ? parties : undefined;
}

/** The blocks at the end of a text in which parties sign, and who they are; undefined where it does not end so. */
export function signedGroups(blocks: readonly Block[]): { signed: Block[]; parties: Signatures['parties'] } | undefined {
  const found: Line[][] = [];
  let start = blocks.length;
  while (start > 0 && blocks.length - start < BLOCKS_MAX) {
    const lines = linesIn(blocks[start - 1] as Block);
    if (lines === undefined || !lines.every((line) => isField(line) || isHead(line))) break;
    found.unshift(lines);
    start -= 1;
  }
  for (let at = start; at < blocks.length; at += 1) {
    const parties = partiesOf(found.slice(at - start).flat());
    if (parties) return { signed: blocks.slice(at), parties };
  }
  return undefined;
}
