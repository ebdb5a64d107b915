/** Markdown of the dialect taken apart for a quick view: stretches of plain Markdown, and directives with what is in them. */

export interface Directive {
  kind: 'directive';
  name: string;
  attributes: Readonly<Record<string, string>>;
  /** What is between its fences. */
  parts: readonly Part[];
  /** The same as it was written. */
  text: string;
}
export type Part = { kind: 'text'; text: string } | Directive;

const FRONT_MATTER = /^---\r?\n[^]*?\r?\n---(?:\r?\n|$)/;
const OPENING = /^(:{2,})([a-z][a-z-]*)(?:\{(.*)\})?\s*$/;
const CLOSING = /^:{3,}\s*$/;
const CODE = /^\s*(`{3,}|~{3,})/;
/** `> [!NOTE]`, as GitHub writes callouts. */
const ALERT = /^>\s*\[!(\w+)\]\s*(.*)$/;
const ATTRIBUTE = /([\w-]+)=(?:"((?:[^"\\]|\\.)*)"|(\S+))/g;
const DEPTH_MAX = 12;

const attributesOf = (text = ''): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(ATTRIBUTE)].map(([, name = '', quoted, plain = '']) => [name, quoted?.replaceAll(/\\(.)/g, '$1') ?? plain]),
  );

interface Reading {
  lines: readonly string[];
  at: number;
}

/** The lines of a block quote from here, without their marks. */
function takeQuote(reading: Reading): string {
  const taken: string[] = [];
  for (let line = reading.lines[reading.at]; line?.startsWith('>') === true; line = reading.lines[++reading.at])
    taken.push(line.replace(/^>\s?/, ''));
  return taken.join('\n');
}

function takeAlert(reading: Reading, kind: string, title: string): Directive {
  reading.at++;
  const text = takeQuote(reading);
  const attributes = { kind: kind.toLowerCase(), ...(title === '' ? {} : { title }) };
  return { kind: 'directive', name: 'callout', attributes, parts: [{ kind: 'text', text }], text };
}

function takeDirective(reading: Reading, [, fence = '', name = '', attributes]: RegExpExecArray, depth: number): Directive {
  reading.at++;
  const begin = reading.at;
  const parts = fence.length < 3 || depth >= DEPTH_MAX ? [] : takeParts(reading, depth + 1);
  const text = reading.lines.slice(begin, Math.max(begin, reading.at - 1)).join('\n');
  return { kind: 'directive', name, attributes: attributesOf(attributes), parts, text: fence.length < 3 ? '' : text };
}

/** Up to the end, or to the fence that closes what is around. */
function takeParts(reading: Reading, depth: number): Part[] {
  const parts: Part[] = [];
  let plain: string[] = [];
  let code: string | null = null;
  const flush = (): void => {
    if (plain.some((line) => line.trim() !== '')) parts.push({ kind: 'text', text: plain.join('\n') });
    plain = [];
  };
  while (reading.at < reading.lines.length) {
    const line = reading.lines[reading.at] ?? '';
    const mark = CODE.exec(line)?.[1] ?? null;
    if (code === null && depth > 0 && CLOSING.test(line)) {
      reading.at++;
      break;
    }
    const [opening, alert] = code === null ? [OPENING.exec(line), ALERT.exec(line)] : [null, null];
    if (opening !== null) {
      flush();
      parts.push(takeDirective(reading, opening, depth));
    } else if (alert !== null) {
      flush();
      parts.push(takeAlert(reading, alert[1] ?? 'note', alert[2] ?? ''));
    } else {
      if (mark !== null) code = code === null ? mark : line.trim().startsWith(code) ? null : code;
      if (code !== null || mark !== null || !CLOSING.test(line)) plain.push(line);
      reading.at++;
    }
  }
  flush();
  return parts;
}

/** All of a text, front matter left out. */
export const takeApart = (text: string): Part[] => takeParts({ lines: text.replace(FRONT_MATTER, '').split(/\r?\n/), at: 0 }, 0);

/** Items of the first list of a text: each line behind its mark, cut at the bars. */
export const listItems = (text: string): string[][] =>
  text.split('\n').flatMap((line) => {
    const item = /^\s*(?:[-*+]|\d+[.)])\s+(.*)$/.exec(line)?.[1];
    return item === undefined ? [] : [item.split('|').map((cell) => cell.trim())];
  });

/** Head and rows of the first pipe table of a text; null where there is none. */
export function pipeTable(text: string): { head: string[]; rows: string[][] } | null {
  const cells = (line: string): string[] =>
    line
      .trim()
      .replaceAll(/^\||\|$/g, '')
      .split('|')
      .map((cell) => cell.trim());
  const lines = text.split('\n').filter((line) => line.includes('|'));
  const [head, rule, ...rows] = lines;
  if (head === undefined || rule === undefined || !/^[\s|:-]+$/.test(rule)) return null;
  return { head: cells(head), rows: rows.map(cells) };
}
