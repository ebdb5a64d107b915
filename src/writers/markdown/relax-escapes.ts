/**
 * Markdown of our dialect → Markdown for anybody. The dialect gives more characters a meaning than CommonMark and GFM do, so
 * that its writer escapes more: `name\@example.com`, `https\://`, `R\&D`. A user who reads a file for its words would copy the
 * backslashes; here those go that no other reader needs. Code and formulas stay as they are.
 */

/** A table that our dialect has to be reported something of, which no other reader knows: the line goes, and that of its end. */
const TABLE = /^[\s>]*(:{3,})table\{.*\}$/;
const NEEDED = /\\|&#|<[bis]>/;
/** Before the fence: markers of the lists and quotes that it is in. */
const FENCE = /^(?:\s|>|[-*+] |\d{1,9}[.)] )*(`{3,}|~{3,}|\$\$)/;

export function relaxEscapes(markdown: string): string {
  const lines: string[] = [];
  let fence: string | null = null;
  let table: string | null = null;
  for (const line of markdown.split('\n')) {
    const opened: string | undefined = fence === null && table === null ? TABLE.exec(line)?.[1] : undefined;
    if (opened !== undefined || (table !== null && line.replace(/^[\s>]+/, '') === table)) {
      table = opened ?? null;
      continue;
    }
    const found = FENCE.exec(line)?.[1];
    if (fence === null && found === undefined) lines.push(relaxLine(line));
    else {
      lines.push(line);
      if (fence === null)
        fence = found === '$$' && line.trimEnd().endsWith('$$') && line.indexOf('$$') < line.trimEnd().length - 2 ? null : (found ?? null);
      else if (
        line
          .trim()
          .replace(/^[>\s]+/, '')
          .startsWith(fence)
      )
        fence = null;
    }
  }
  return lines.join('\n');
}

function relaxLine(line: string): string {
  if (!NEEDED.test(line)) return line;
  // A sign of money that is alone begins no formula; neither do those before figures, none of which could end one.
  const dollars = line.split('$').length - 1;
  const money = dollars === 1 || dollars === (line.match(/\\\$\d/g)?.length ?? 0);
  // One star within words marks nothing.
  const facts: LineFacts = { money, loneStar: line.split('*').length === 2 && /[^\s>]\\\*|\\\*\S/.test(line) && !/<[bi]>/.test(line) };
  let relaxed = '';
  let from = 0;
  const keep = (start: number, end: number): void => {
    relaxed += relaxText(line.slice(from, start), facts) + line.slice(start, end);
    from = end;
  };
  for (let at = 0; at < line.length; at++) {
    const sign = line.charAt(at);
    if (sign === '\\') at++;
    else if (sign === '`' || sign === '$') {
      const end = endOfSpan(line, at, sign);
      if (end > at) keep(at, end);
      at = Math.max(at, end - 1);
    }
  }
  return relaxed + relaxText(line.slice(from), facts);
}

/** Behind the end of the code or the formula that begins here; `start` where none does. */
function endOfSpan(line: string, start: number, sign: string): number {
  let length = 1;
  while (line.charAt(start + length) === sign) length++;
  const mark = sign.repeat(length);
  for (let at = line.indexOf(mark, start + length); at >= 0; at = line.indexOf(mark, at + 1)) {
    const alone = line.charAt(at - 1) !== sign && line.charAt(at + length) !== sign;
    const escaped = sign === '$' && line.charAt(at - 1) === '\\';
    if (alone && !escaped) return at + length;
  }
  return start;
}

const SIGNS: Readonly<Record<string, string>> = { b: '**', i: '*', s: '~~' };

/**
 * The words between signs, where every reader takes those for marks (CommonMark §6.2: runs that flank words); null where some
 * might not, and HTML says it for certain.
 */
function markedBySigns(words: string, sign: string, [before = '', after = '']: readonly string[]): string | null {
  const certain = (inner: string, outer: string): boolean => {
    if (inner === '' || (/[\s*_~\\]/.test(inner) && !(inner === '\\' && (outer === '' || /\s/.test(outer))))) return false;
    if (outer === '' || /\s/.test(outer)) return true;
    return !/[\p{P}\p{S}]/u.test(inner) && !/[*_~\\<>]/.test(outer) && (sign !== '~~' || !/[\p{L}\p{N}]/u.test(outer));
  };
  return certain(words.charAt(0), before) && certain(words.charAt(words.length - 1), after) ? `${sign}${words}${sign}` : null;
}

/** Where and in what a text is that is being relaxed. */
interface LineFacts {
  money: boolean;
  loneStar: boolean;
}

function relaxText(text: string, { money, loneStar }: LineFacts): string {
  if (!NEEDED.test(text)) return text;
  const relaxed = text
    .replaceAll(/(?<!\\)\\\\(?=[\p{L}\p{N}])/gu, '\\')
    .replaceAll(/(?<!\\)((?:\\\\)*)\\([@{])/g, '$1$2')
    .replaceAll(/(^|\| )\\=/g, '$1=')
    .replaceAll(/(https?)\\:(?=\/\/)/gi, '$1:')
    .replaceAll(/(www)\\\./gi, '$1.')
    .replaceAll(/(?<!\\)((?:\\\\)*)\\&(?!#?[A-Za-z0-9]{1,32};)/g, '$1&')
    .replaceAll(/^(\W{0,12})\\:(?=\s|$)/g, '$1:')
    .replaceAll(/^(\W{0,12})(table|tabla|sources?|fuentes?)\\:/gi, '$1$2:')
    .replaceAll(/&#(8212|8211|8226|8227|9642|9679|9702);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    // White space at the ends of lines and cells shows nowhere.
    .replaceAll(/(?:&#(?:32|9|160);)+(?=<br>| \||$)/g, '')
    .replaceAll(/(?<=<br>|\| |^)(?:&#(?:32|9|160);)+/g, '')
    .replaceAll(/&#(?:32|9|160);/g, ' ')
    // There are no definitions that brackets could refer to, but for notes; boxes to tick stay what they are.
    .replaceAll(/\\\[(?![ xX^]\\\]|\^)((?:[^[\]\\]|\\[^[\]]){1,300})\\\](?![([:])/g, '[$1]')
    // A line to write on: nothing that it could begin or end. Alone on its line it would be a rule.
    .replaceAll(
      /(?<=^|\s)(?:\\_){2,}(?=\s|$)/g,
      (signs, at: number) =>
        (/^(?:\s|>|[-*+] |\d{1,9}[.)] )*$/.test(text.slice(0, at)) && text.slice(at + signs.length).trim() === '' ? '\\' : '') +
        '_'.repeat(signs.length / 2),
    )
    .replaceAll(
      /(?<!\\)<(b|i|s)>((?:[^<*~\\]|\\[^*~]){1,2000})<\/\1>/g,
      (whole, tag: string, words: string, at: number, all: string) =>
        markedBySigns(words, SIGNS[tag] ?? '', [all.charAt(at - 1), all.charAt(at + whole.length)]) ?? whole,
    );
  return (loneStar ? relaxed.replace(/(?<!\\)\\\*/, '*') : relaxed).replaceAll('\\$', money ? '$' : '\\$');
}
