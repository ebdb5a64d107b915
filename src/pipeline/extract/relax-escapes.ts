/**
 * Markdown of our dialect → Markdown for anybody. The dialect gives more characters a meaning than CommonMark and GFM do, so
 * that its writer escapes more: `name\@example.com`, `https\://`, `R\&D`. Somebody who reads a file for its words would copy the
 * backslashes; here those go that no other reader needs. Code and formulas stay as they are.
 */

/** Before the fence: markers of the lists and quotes that it stands in. */
const FENCE = /^(?:\s|>|[-*+] |\d{1,9}[.)] )*(`{3,}|~{3,}|\$\$)/;

export function relaxEscapes(markdown: string): string {
  const lines: string[] = [];
  let fence: string | null = null;
  for (const line of markdown.split('\n')) {
    const found = FENCE.exec(line)?.[1];
    if (fence === null && found === undefined) lines.push(relaxLine(line));
    else {
      lines.push(line);
      if (fence === null) fence = found === '$$' && line.trimEnd().endsWith('$$') && line.indexOf('$$') < line.trimEnd().length - 2 ? null : (found ?? null);
      else if (line.trim().replace(/^[>\s]+/, '').startsWith(fence)) fence = null;
    }
  }
  return lines.join('\n');
}

function relaxLine(line: string): string {
  if (!line.includes('\\') && !line.includes('&#')) return line;
  // A sign of money that stands alone begins no formula.
  const dollars = line.split('$').length - 1;
  let relaxed = '';
  let from = 0;
  const keep = (start: number, end: number): void => {
    relaxed += relaxText(line.slice(from, start), dollars === 1) + line.slice(start, end);
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
  return relaxed + relaxText(line.slice(from), dollars === 1);
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

function relaxText(text: string, loneDollar: boolean): string {
  if (!text.includes('\\') && !text.includes('&#')) return text;
  const relaxed = text
    .replaceAll(/(?<!\\)((?:\\\\)*)\\([@{])/g, '$1$2')
    .replaceAll(/(https?)\\:(?=\/\/)/gi, '$1:')
    .replaceAll(/(www)\\\./gi, '$1.')
    .replaceAll(/(?<!\\)((?:\\\\)*)\\&(?!#?[A-Za-z0-9]{1,32};)/g, '$1&')
    .replaceAll(/^(\W{0,12})(table|tabla|sources?|fuentes?)\\:/gi, '$1$2:')
    .replaceAll(/&#(8212|8211|8226|8227|9642|9679|9702);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    // There are no definitions that brackets could refer to, but for notes; boxes to tick stay what they are.
    .replaceAll(/\\\[(?![ xX^]\\\]|\^)((?:[^[\]\\]|\\[^[\]]){1,300})\\\](?![([:])/g, '[$1]');
  return loneDollar ? relaxed.replace(/\\\$/, '$') : relaxed;
}
