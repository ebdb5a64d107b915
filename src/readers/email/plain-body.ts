/** The text of a message that was sent plain → paragraphs, what is quoted in it, and the signature under it. */
import type { Block } from '../../document/block.ts';

/** Beyond it the text is given in long stretches: half a million paragraphs would be no help to anybody. */
const CHARS_MAX = 2_000_000;
const QUOTED_DEEP_MAX = 5;

const paragraph = (text: string): Block => ({ id: '', type: 'paragraph', runs: [{ text }] });

/** Lines that a mail program has wrapped, as one again (`format=flowed`, RFC 3676 §4). @param tight `DelSp=yes`: the space at their end was added too */
export function joinFlowed(text: string, tight: boolean): string {
  const out: string[] = [];
  let open: { marks: string; text: string } | null = null;
  for (const line of text.split('\n')) {
    const marks = /^>*/.exec(line)?.[0] ?? '';
    const said = line.slice(marks.length).replace(/^ /, '');
    const goesOn: boolean = said.endsWith(' ') && said !== '-- ';
    const part: string = goesOn && tight ? said.slice(0, -1) : said;
    if (open !== null && open.marks === marks && said !== '-- ') open.text += part;
    else {
      if (open !== null) out.push(`${open.marks}${open.marks && ' '}${open.text}`);
      open = { marks, text: part };
    }
    if (!goesOn) {
      out.push(`${open.marks}${open.marks && ' '}${open.text}`);
      open = null;
    }
  }
  if (open !== null) out.push(`${open.marks}${open.marks && ' '}${open.text}`);
  return out.join('\n');
}

const QUOTED = /^\s{0,3}>/;

/** @param text with \n at its line ends. Lines that begin with `>` are quotes, in quotes where they begin with several */
export function plainBlocks(text: string, depth = 0): Block[] {
  if (text.length > CHARS_MAX)
    return [
      ...plainBlocks(text.slice(0, endOfLine(text, CHARS_MAX)), depth),
      { id: '', type: 'code', text: text.slice(endOfLine(text, CHARS_MAX)) },
    ];
  const blocks: Block[] = [];
  let lines: string[] = [];
  let quoted: string[] = [];
  const close = (): void => {
    if (lines.length > 0) blocks.push(paragraph(lines.join('\n')));
    if (quoted.length > 0) {
      const inside = plainBlocks(quoted.join('\n'), depth + 1);
      if (inside.length > 0) blocks.push({ id: '', type: 'quote', blocks: inside });
    }
    lines = [];
    quoted = [];
  };
  for (const line of text.split('\n')) {
    if (depth < QUOTED_DEEP_MAX && QUOTED.test(line)) {
      if (lines.length > 0) close();
      quoted.push(line.replace(/^\s{0,3}> ?/, ''));
      continue;
    }
    if (quoted.length > 0) close();
    // the mark of a signature says that it begins, and nothing itself
    if (line.trim() === '' || line === '--' || line === '-- ') close();
    else lines.push(line.trimEnd());
  }
  close();
  return blocks;
}

function endOfLine(text: string, at: number): number {
  const end = text.lastIndexOf('\n', at);
  return end > 0 ? end + 1 : at;
}
