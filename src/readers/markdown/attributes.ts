/**
 * The attributes of a directive, a heading or a picture: `{#id key=value key="quoted value"}`. Lenient where people and
 * models are careless: bare words go on with the unquoted value before them (`title=Sales by quarter x=Quarter`), and
 * typographic quotes count as quotes. Inside quotes `\"`, `\\` and `\n` stand for a quote, a backslash and a new line.
 */

export interface Attributes {
  id?: string;
  /** Keys in lower case, except in `names`. */
  values: Map<string, string>;
  /** Keys as written, for directives whose keys are names themselves. */
  names: Map<string, string>;
  /** Pieces that are not attributes. */
  faults: string[];
}

const PIECE =
  /\s*(?:#(?<id>[^\s{}"#]+)|(?<key>[^\s={}"#“”]+)=(?:"(?<quoted>(?:[^"\\]|\\.)*)"|“(?<curly>[^“”]*)”|'(?<single>[^'\n]*)'(?=[\s}]|$)|(?<bare>[^\s"“”}]*))|(?<word>[^\s}]+))/y;

/** @param text what is between the braces */
export function parseAttributes(text: string): Attributes {
  const attributes: Attributes = { values: new Map(), names: new Map(), faults: [] };
  let open: string | undefined;
  PIECE.lastIndex = 0;
  for (let end = 0; end < text.length; end = PIECE.lastIndex) {
    PIECE.lastIndex = end;
    const groups = PIECE.exec(text)?.groups;
    if (!groups) {
      const rest = text.slice(end).trim();
      if (rest !== '') attributes.faults.push(rest);
      break;
    }
    if (groups['id'] !== undefined) attributes.id = groups['id'];
    else if (groups['key'] !== undefined) {
      const key = groups['key'];
      const value = groups['bare'] ?? groups['curly'] ?? groups['single'] ?? unquote(groups['quoted'] ?? '');
      attributes.names.set(key, value);
      attributes.values.set(key.toLowerCase(), value);
      open = groups['bare'] === undefined ? undefined : key;
    } else if (open === undefined) attributes.faults.push(groups['word'] ?? '');
    else {
      const value = `${attributes.names.get(open) ?? ''} ${groups['word'] ?? ''}`.trimStart();
      attributes.names.set(open, value);
      attributes.values.set(open.toLowerCase(), value);
    }
  }
  return attributes;
}

function unquote(text: string): string {
  return text.replace(/\\([\\"n])/g, (_match, character: string) => (character === 'n' ? '\n' : character));
}

/** Splits at a character that is not escaped by a backslash; the escape itself goes. */
export function splitEscaped(text: string, separator: string): string[] {
  const parts: string[] = [];
  let current = '';
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    const next = text.charAt(at + 1);
    if (character === '\\' && (next === separator || next === '\\')) {
      current += next;
      at++;
    } else if (character === separator) {
      parts.push(current);
      current = '';
    } else current += character;
  }
  parts.push(current);
  return parts;
}

/** A directive's first line: `:::name`, then optionally `[title]`, free words, `{attributes}`. null where it is none. */
export interface DirectiveLine {
  colons: number;
  name: string;
  /** Words after the name outside the braces, e.g. `:::warning Mind the gap`. */
  label: string;
  /** Text between the braces. */
  attributes: string;
}

const DIRECTIVE_LINE = /^(:{2,})[ \t]*([A-Za-z][\w-]*)[ \t]*(.*)$/;

export function parseDirectiveLine(line: string): DirectiveLine | null {
  const match = DIRECTIVE_LINE.exec(line);
  if (!match) return null;
  const [, colons = '', name = '', rest = ''] = match;
  // A leaf (`::name`) takes no words after its name: `::` also begins C++ names and IPv6 addresses.
  const trimmed = rest.trimEnd();
  const open = trimmed.indexOf('{');
  const label = (open < 0 ? trimmed : trimmed.slice(0, open)).trim();
  if (colons.length === 2 && label !== '') return null;
  if (open >= 0 && !trimmed.endsWith('}')) {
    return { colons: colons.length, name: name.toLowerCase(), label, attributes: trimmed.slice(open + 1) };
  }
  const bracketed = /^\[(.*)\]$/.exec(label);
  return {
    colons: colons.length,
    name: name.toLowerCase(),
    label: bracketed ? (bracketed[1] ?? '') : label,
    attributes: open < 0 ? '' : trimmed.slice(open + 1, -1),
  };
}
