/** Plain text → text that Markdown reads as just that. Escapes only what could mean something where it stands. */

const WORD = /[\p{L}\p{N}]/u;

/** Indices of white space that Markdown would trim or fold: at both ends, and around line breaks. */
export function edgeSpaces(text: string): Set<number> {
  const edges = new Set<number>();
  for (const match of text.matchAll(/\s+/g)) {
    const end = match.index + match[0].length;
    if (match.index > 0 && end < text.length && !match[0].includes('\n')) continue;
    for (let at = match.index; at < end; at++) if (text.charAt(at) !== '\n') edges.add(at);
  }
  return edges;
}

/**
 * @param isEdge whether the white space at an index must be written as a character reference
 * @param mayBreak whether "\n" may be a backslash at the end of a line; otherwise it is `<br>`
 */
export function escapeText(text: string, isEdge: (index: number) => boolean, mayBreak: boolean): string {
  let escaped = '';
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === '\n') escaped += mayBreak && isPlain(text, at - 1) && isPlain(text, at + 1) ? '\\\n' : '<br>';
    else if (isEdge(at)) escaped += `&#${character.charCodeAt(0)};`;
    else if (needsBackslash(text, at, character)) escaped += `\\${character}`;
    else escaped += character;
  }
  return escaped;
}

/** A backslash breaks a line only between visible text of the same run. */
function isPlain(text: string, at: number): boolean {
  return at >= 0 && at < text.length && !/\s/.test(text.charAt(at));
}

function needsBackslash(text: string, at: number, character: string): boolean {
  const next = text.charAt(at + 1);
  switch (character) {
    case '\\':
    case '`':
    case '*':
    case '[':
    case ']':
    case '$':
      return true;
    case '_':
      return !WORD.test(text.charAt(at - 1)) || !WORD.test(next);
    case '~':
      return next === '~' || text.charAt(at - 1) === '~' || next === '' || at === 0;
    case '<':
      return next === '' || /[A-Za-z/!?<]/.test(next);
    case '&':
      return next === '' || /[#A-Za-z]/.test(next);
    case '!':
      return next === '[';
    case '{':
      return true;
    case '}':
      return /[-+~=<]/.test(text.charAt(at - 1));
    case ':':
      return text.startsWith('://', at) && /https?$/i.test(text.slice(Math.max(0, at - 5), at));
    case '.':
      return /www$/i.test(text.slice(Math.max(0, at - 3), at));
    case '@':
      return true;
    case '^':
      return next === '^' && at === 0;
    default:
      return false;
  }
}

/** What a line of text must not begin with. */
const LINE_STARTS: readonly [pattern: RegExp, replacement: string][] = [
  [/^(#{1,6})(?=[ \t]|$)/, '\\$1'],
  [/^>/, '\\>'],
  [/^([-+])(?=[ \t]|$)/, '\\$1'],
  [/^(\d{1,9})([.)])(?=[ \t]|$)/, '$1\\$2'],
  [/^([-=|:][-=|: \t]*)$/, '\\$1'],
  [/^(--|::|\||%)/, '\\$1'],
  [/^(:)(?=[ \t]|$)/, '\\$1'],
  [/^([*_]{0,3}(?:<\w>)*)(table|tabla|sources?|fuentes?):/i, '$1$2\\:'],
  [/^(\[\^[^\]]*\]):/, '$1\\:'],
];

export function escapeLineStart(line: string): string {
  let escaped = line;
  for (const [pattern, replacement] of LINE_STARTS) escaped = escaped.replace(pattern, replacement);
  // Dashes and bullets, which mean something although no backslash can precede them.
  return /^[—–•‣▪●◦]/.test(escaped) ? `&#${escaped.charCodeAt(0)};${escaped.slice(1)}` : escaped;
}

/** A text without marks on one line. */
export function escapeLine(text: string): string {
  const edges = edgeSpaces(text);
  return escapeText(text, (index) => edges.has(index), false);
}

/** How often a character is in a row at most. */
export function longestRun(text: string, character: string): number {
  let longest = 0;
  let run = 0;
  for (let at = 0; at < text.length; at++) {
    run = text.charAt(at) === character ? run + 1 : 0;
    if (run > longest) longest = run;
  }
  return longest;
}
