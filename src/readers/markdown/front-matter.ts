/**
 * Front matter: flat `key: value` lines between two `---` lines at the very start, or Pandoc's three `%` lines. One field is an
 * object, `design`, in JSON or in indented YAML.
 */
import type { Canvas } from '../../document/block.ts';
import type { Design } from '../../document/design.ts';

export interface Meta {
  title?: string;
  subtitle?: string;
  author?: string;
  date?: string;
  lang?: string;
  organization?: string;
  version?: string;
  /** Of a deck: `light` or `dark`. */
  theme?: string;
  /** How it looks, where the author says it. */
  design?: Design;
  /** Of the design: rules for all canvases. */
  canvasRules?: Canvas['rules'];
}
type MetaKey = Exclude<keyof Meta, 'design' | 'canvasRules'>;

const ALIASES = new Map<string, MetaKey>(
  Object.entries({
    title: 'title',
    titulo: 'title',
    título: 'title',
    subtitle: 'subtitle',
    subtitulo: 'subtitle',
    subtítulo: 'subtitle',
    author: 'author',
    authors: 'author',
    autor: 'author',
    autora: 'author',
    date: 'date',
    fecha: 'date',
    lang: 'lang',
    language: 'lang',
    idioma: 'lang',
    organization: 'organization',
    organisation: 'organization',
    company: 'organization',
    organizacion: 'organization',
    organización: 'organization',
    version: 'version',
    versión: 'version',
    theme: 'theme',
    tema: 'theme',
  }),
);

/** Lines that front matter may have; beyond that the first `---` is a divider. */
const LINES_MAX = 300;
const LINE_LENGTH_MAX = 2000;

export interface FrontMatter {
  meta: Meta;
  /** Keys that mean nothing here, with their values. */
  unknown: string[];
  /** The field `design`, as it is written. */
  design?: string;
  /** Characters and lines that it takes up. */
  length: number;
  lines: number;
}

const NONE: FrontMatter = { meta: {}, unknown: [], length: 0, lines: 0 };

export function parseFrontMatter(text: string): FrontMatter {
  if (/^---[ \t]*\n/.test(text)) return parseYamlLines(text) ?? NONE;
  if (text.startsWith('% ')) return parsePandocLines(text);
  return NONE;
}

function isEnd(line: string): boolean {
  return /^(?:---|\.\.\.)[ \t]*$/.test(line);
}

function isFrontLine(line: string): boolean {
  return (
    line.length <= LINE_LENGTH_MAX &&
    (/^\s*$/.test(line) || /^\s*#/.test(line) || /^\s*- /.test(line) || /^\s+\S/.test(line) || /^[^\s:][^:]{0,60}:(?:\s|$)/.test(line))
  );
}

function parseYamlLines(text: string): FrontMatter | null {
  const meta: Meta = {};
  const unknown: string[] = [];
  let design: string | undefined;
  let keys = 0;
  /** Key whose value goes on in the lines below: a list (`- A`) or a folded text (`>`). */
  let open: MetaKey | undefined;
  let at = text.indexOf('\n') + 1;
  for (let lines = 1; lines <= LINES_MAX && at < text.length; lines++) {
    const stop = text.indexOf('\n', at);
    const line = stop < 0 ? text.slice(at) : text.slice(at, stop);
    at = stop < 0 ? text.length : stop + 1;
    if (isEnd(line)) return keys > 0 ? { meta, unknown, ...(design === undefined ? {} : { design }), length: at, lines: lines + 1 } : null;
    const inner = design === undefined ? undefined : designLine(design, line);
    if (inner !== undefined) {
      design = inner;
      continue;
    }
    const begin = DESIGN_LINE.exec(line);
    if (begin && design === undefined) {
      keys++;
      design = begin[1] ?? '';
      open = undefined;
      continue;
    }
    if (!isFrontLine(line)) return null;
    const match = /^([^\s:#-][^:]*):\s*(.*)$/.exec(line);
    if (!match) {
      if (/^\s*(?:#|$)/.test(line)) continue;
      if (open === undefined) unknown.push(line.trim());
      else meta[open] = joinValue(meta[open], line.trim());
      continue;
    }
    keys++;
    const value = scalar((match[2] ?? '').replace(/^[>|][+-]?\s*$/, ''));
    const key = ALIASES.get((match[1] ?? '').trim().toLowerCase());
    open = value === '' ? key : undefined;
    if (key !== undefined && value !== '') meta[key] = value;
    else if (key === undefined) unknown.push(line.trim());
  }
  return null;
}

const DESIGN_LINE = /^(?:design|diseño)[ \t]*:[ \t]*(.*)$/i;
const DESIGN_CHARS_MAX = 20_000;

/** A design that has begun and goes on with this line: indented, or inside of braces that are still open; else undefined. */
function designLine(design: string, line: string): string | undefined {
  if (design.length + line.length > DESIGN_CHARS_MAX) return undefined;
  const goesOn = design.startsWith('{') ? openBraces(design) > 0 : /^(?:\s+\S|\s*$)/.test(line) && /^(?:\n|$)/.test(design);
  return goesOn ? `${design}\n${line}` : undefined;
}

/** Braces that are not closed, of JSON; those in its strings do not count, nor those behind a mark of quotation that no other one ends. */
function openBraces(text: string): number {
  const bare = text.replaceAll(/"(?:[^"\\\n]|\\.)*(?:"|\\?$)/gm, '');
  return bare.split('{').length - bare.split('}').length;
}

function joinValue(before: string | undefined, line: string): string {
  const item = /^- (.*)$/.exec(line)?.[1];
  const value = scalar(item ?? line);
  if (before === undefined) return value;
  return `${before}${item === undefined ? ' ' : ', '}${value}`;
}

/** A YAML scalar on one line; a flow list (`[A, B]`) becomes its entries with commas. */
function scalar(text: string): string {
  const trimmed = text.trim();
  const double = /^"((?:[^"\\]|\\.)*)"/.exec(trimmed);
  if (double) return (double[1] ?? '').replace(/\\(.)/g, (_match, character: string) => (character === 'n' ? ' ' : character));
  const single = /^'((?:[^']|'')*)'/.exec(trimmed);
  if (single) return (single[1] ?? '').replaceAll("''", "'");
  const flow = /^\[(.*)\]$/.exec(trimmed);
  if (flow)
    return (flow[1] ?? '')
      .split(',')
      .map((part) => scalar(part))
      .join(', ');
  return trimmed.replace(/\s+#.*$/, '');
}

/** `% title`, `% author`, `% date` on the first lines. */
function parsePandocLines(text: string): FrontMatter {
  const meta: Meta = {};
  let length = 0;
  let lines = 0;
  for (const key of ['title', 'author', 'date'] as const) {
    const line = /^%[ \t]*([^\n]*)(?:\n|$)/.exec(text.slice(length, length + LINE_LENGTH_MAX));
    if (!line) break;
    const value = (line[1] ?? '').trim();
    if (value !== '') meta[key] = value;
    length += line[0].length;
    lines++;
  }
  return { meta, unknown: [], length, lines };
}
