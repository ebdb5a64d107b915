/** What stands between `{{` and `}}`. */
import { readExpression, readPath, readPiped, TagFault, type Expression, type Piped } from './expression.ts';

/** What a loop repeats. */
const UNITS = ['inline', 'paragraph', 'row', 'slide', 'sheet'] as const;
type Unit = (typeof UNITS)[number];

export type Tag =
  | { kind: 'value'; as: 'text' | 'markdown' | 'picture' | 'chart'; piped: Piped; options: ReadonlyMap<string, string> }
  | {
      kind: 'open';
      /** each: a list, or a section as Mustache has it; if, none: a condition and its contrary. */
      block: 'each' | 'if' | 'none';
      expression: Expression;
      /** Name of the item inside. */
      as: string | undefined;
      by: Unit | undefined;
      /** What the closing tag names. */
      names: readonly string[];
    }
  | { kind: 'else'; condition: Expression | undefined }
  | { kind: 'close'; name: string }
  | { kind: 'comment' };

/** Characters between the braces; more is text that happens to have braces. */
export const TAG_CHARS_MAX = 1_000;

/** Word sets typographic quotes and fixed blanks where somebody types a tag. */
const plain = (text: string): string =>
  text
    .replaceAll(/[“”„«»]/g, '"')
    .replaceAll(/[‘’‚]/g, "'")
    .replaceAll(/[\u00a0\u2007\u202f]/g, ' ')
    .replaceAll(/[\u200b\u200e\u200f\u00ad]/g, '')
    .trim();

const LOOP = /^(.*?)(?:\s+as\s+([\p{L}_$][\p{L}\p{N}_$]*))?(?:\s+by\s+(\w+))?$/su;

function readOpen(head: string, text: string): Tag {
  const found = LOOP.exec(text.trim());
  const [, body = '', as, by] = found ?? [];
  if (body === '') throw new TagFault('it names nothing');
  const unit = UNITS.find((one) => one === by);
  if (by !== undefined && unit === undefined) throw new TagFault(`"by ${by}" is unknown; it is one of ${UNITS.join(', ')}`);
  const block = head === 'if' || head === 'unless' ? 'if' : head === 'none' ? 'none' : 'each';
  const expression = block === 'if' ? readExpression(body) : readPath(checkPath(body));
  return {
    kind: 'open',
    block,
    expression: head === 'unless' ? { kind: 'not', of: expression } : expression,
    as,
    by: unit,
    names: head === '' || head === 'none' ? [body.replaceAll(/\s/g, ''), ''] : [head, '', body.replaceAll(/\s/g, '')],
  };
}

function checkPath(text: string): string {
  const expression = readExpression(text);
  if (expression.kind !== 'path') throw new TagFault('a loop names a list by its path');
  return expression.text;
}

/** `width=4cm` behind a picture's path. */
function readOptions(text: string): { rest: string; options: Map<string, string> } {
  const options = new Map<string, string>();
  const rest = text.replaceAll(/\s+(width|height|fit)\s*=\s*("[^"]*"|[^\s"]+)/g, (_, name: string, value: string) => {
    options.set(name, value.replaceAll('"', ''));
    return '';
  });
  return { rest, options };
}

const NONE: ReadonlyMap<string, string> = new Map();

/** @param inside without its braces. @throws TagFault */
export function readTag(inside: string): Tag {
  const text = plain(inside);
  if (text === '') throw new TagFault('it is empty');
  const sign = text.charAt(0);
  const rest = text.slice(1).trim();
  if (sign === '!' && !/^!\s*[=(\p{L}@.]/u.test(text)) return { kind: 'comment' };
  if (text.startsWith('!--') || (sign === '!' && !/^![\p{L}@.(]/u.test(text))) return { kind: 'comment' };
  if (sign === '/') return { kind: 'close', name: rest.replaceAll(/\s/g, '') };
  if (sign === '^') return readOpen('none', rest);
  if (sign === '#') {
    const [, head = '', body = ''] = /^(if|unless|each)\s+(.+)$/su.exec(rest) ?? [];
    return head === '' ? readOpen('', rest) : readOpen(head, body);
  }
  const otherwise = /^(?::?else|:)(?:\s*if\s+(.+))?$/su.exec(text) ?? /^else?if\s+(.+)$/su.exec(text);
  if (otherwise !== null) return { kind: 'else', condition: otherwise[1] === undefined ? undefined : readExpression(otherwise[1]) };
  const picture = sign === '%' ? rest : /^image\s+(.+)$/su.exec(text)?.[1];
  if (picture !== undefined) {
    const { rest: path, options } = readOptions(picture);
    return { kind: 'value', as: 'picture', piped: readPiped(path), options };
  }
  const [, as, path] = /^(md|chart)\s+(.+)$/su.exec(text) ?? [];
  if (as !== undefined && path !== undefined)
    return { kind: 'value', as: as === 'md' ? 'markdown' : 'chart', piped: readPiped(path), options: NONE };
  return { kind: 'value', as: 'text', piped: readPiped(text), options: NONE };
}

/** The next braces that are not in quotes. */
function nextBraces(text: string, from: number): number {
  const again = text.indexOf('{{', from);
  return again !== -1 && /["“”„]$/.test(text.slice(from, again)) ? -1 : again;
}

export interface FoundTag {
  /** In the text, braces included, end exclusive. */
  start: number;
  end: number;
  /** With its braces. */
  text: string;
}

/** Tags in a text; braces that are not closed come with `end` = -1. Objects (U+FFFC), tabs and line ends cut a tag off. */
export function findTags(text: string): FoundTag[] {
  const found: FoundTag[] = [];
  for (let at = text.indexOf('{{'); at !== -1;) {
    const close = text.indexOf('}}', at + 2);
    const again = nextBraces(text, at + 2);
    const inside = close === -1 ? '' : text.slice(at + 2, close);
    if (close === -1 || inside.length > TAG_CHARS_MAX || /[\n\t\ufffc]/.test(inside) || (again !== -1 && again < close)) {
      found.push({ start: at, end: -1, text: text.slice(at, at + 40) });
      at = again;
      continue;
    }
    found.push({ start: at, end: close + 2, text: text.slice(at, close + 2) });
    at = text.indexOf('{{', close + 2);
  }
  return found;
}
