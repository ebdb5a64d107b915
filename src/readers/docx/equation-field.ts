/**
 * Equations of the older kind, `EQ \f(1,2)` (ISO/IEC 29500-1 §17.16.5.17), as text in a line. Files from Japan and China set readings over
 * their letters, and letters in circles, in this way.
 */

/** Nesting beyond this is no equation that a person wrote. */
const DEEP_MAX = 20;

interface Cursor {
  text: string;
  at: number;
}

/** Text of what follows `EQ`; what is no switch of an equation is given as it stands. */
export function equationFieldText(code: string): string {
  // how the field's result is to be formatted is no part of it
  const text = code.replaceAll(/\\\*\s*(?:"[^"]*"|\S+)\s*/g, '');
  return readUntil({ text, at: 0 }, false, 0).join('').trim();
}

/** Arguments up to the bracket that closes them, or all that is left. */
function readUntil(cursor: Cursor, inBrackets: boolean, deep: number): string[] {
  const parts = [''];
  const add = (text: string): void => void (parts[parts.length - 1] += text);
  while (cursor.at < cursor.text.length) {
    const sign = cursor.text.charAt(cursor.at);
    if (sign === '\\') add(readSwitch(cursor, deep));
    else {
      cursor.at++;
      if (inBrackets && sign === ')') break;
      if (inBrackets && (sign === ',' || sign === ';')) parts.push('');
      else if (sign === '(' && deep < DEEP_MAX) add(`(${readUntil(cursor, true, deep + 1).join(',')})`);
      else add(sign);
    }
  }
  return parts.map((part) => part.trim());
}

/** `\o\ad(…)`: a kind, options with their values, arguments. */
function readSwitch(cursor: Cursor, deep: number): string {
  const rest = cursor.text.slice(cursor.at);
  const [, kind] = /^\\([abdfilorsx])(?![a-z])/i.exec(rest) ?? [];
  if (kind === undefined || deep > DEEP_MAX) {
    // a sign that would mean something by itself
    cursor.at += 2;
    return /^\\[a-z]/i.test(rest) ? '' : rest.slice(1, 2);
  }
  const [head] = /^\\[a-z](?:\s*\\(?:[lrb]c\s*\\.|[a-z]{2,3}\s*-?\d*|f[cv]\s*\\.))*\s*/i.exec(rest) ?? [''];
  cursor.at += head.length;
  if (cursor.text.charAt(cursor.at) !== '(') return '';
  cursor.at++;
  const raised = /^\s*\\s\s*\\up/i.test(cursor.text.slice(cursor.at));
  return shownOf(kind.toLowerCase(), readUntil(cursor, true, deep + 1), { head, raised });
}

function shownOf(kind: string, args: readonly string[], { head, raised }: { head: string; raised: boolean }): string {
  const [first = '', second = '', third = ''] = args;
  switch (kind) {
    case 'f':
      return `${first}/${second}`;
    case 'r':
      return second === '' ? `√${first}` : `${first}√${second}`;
    case 'i':
      return `∫${first === '' ? '' : `_${first}`}${second === '' ? '' : `^${second}`} ${third}`;
    case 'o':
      // a reading over its letters: the letters, then the reading in brackets
      return raised && args.length === 2 ? `${second}(${first})` : args.join('');
    case 'b': {
      const side = (option: string, usual: string): string => new RegExp(`\\\\(?:${option}|bc)\\s*\\\\(.)`, 'i').exec(head)?.[1] ?? usual;
      return `${side('lc', '(')}${first}${side('rc', ')')}`;
    }
    case 'l':
      return args.join(', ');
    case 'd':
      return '';
    default:
      return args.join(' ');
  }
}
