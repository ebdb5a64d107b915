/**
 * Nodes → blocks. Each kind of node has one function here or, for directives and tables, in a file of its own. Depth is
 * bounded by the parser (`DEPTH_MAX`), so these functions may call each other.
 */
import { minOf } from '../../base/extremes.ts';
import type { Block, Code, Heading, List, ListItem, Paragraph } from '../../document/block.ts';
import type { Run } from '../../document/inline.ts';
import { parseAttributes } from './attributes.ts';
import { readCanvasBlock } from './canvas.ts';
import { readChartFence } from './chart-fence.ts';
import { CSV_LANGUAGES, readCsvFence } from './csv-fence.ts';
import { readDirective } from './directives.ts';
import { holdsHtmlBlocks, readHtmlBlocks } from './html-blocks.ts';
import { readHtmlTable } from './html-table.ts';
import { rememberLines } from './kept-lines.ts';
import { parseBlocks } from './parser.ts';
import type { Node } from './parser.ts';
import { addNote } from './reading.ts';
import type { Reading } from './reading.ts';
import { appendRun, readInline, readRuns } from './runs.ts';
import type { Inline } from './runs.ts';
import { readTable } from './tables.ts';

/** First line of the source and the line behind the last, 0-based. */
export type Range = [from: number, to: number];

/** The blocks of a list of nodes: anchors go to the block behind them, caption and source lines to their table or picture. */
export function readNodes(nodes: readonly Node[], reading: Reading, ranges?: Map<Block, Range>): Block[] {
  const blocks: Block[] = [];
  let anchor: { id: string; line: number | undefined } | undefined;
  for (const node of nodes) {
    if (node.token.type === 'anchor') {
      anchor = { id: node.token.content, line: node.token.map?.[0] };
      continue;
    }
    const made = readNode(node, reading);
    const [first] = made;
    if (first && anchor) {
      if (first.anchor === undefined) first.anchor = anchor.id;
      anchor = undefined;
    }
    if (first && ranges && node.token.map) ranges.set(first, node.token.map);
    for (const block of made) blocks.push(block);
  }
  if (anchor) {
    addNote(
      reading,
      { code: 'anchor_unused', severity: 'info', message: `The mark {#${anchor.id.slice(0, 60)}} is before nothing; it was left out.` },
      anchor.line,
    );
  }
  return attachLines(blocks, reading);
}

/** The blocks of one node; none for a footnote definition, which is at the end of the document. */
function readNode(node: Node, reading: Reading): Block[] {
  const { token } = node;
  const line = token.map?.[0];
  switch (token.type) {
    case 'heading_open':
      return readHeading(node, reading, line);
    case 'paragraph_open':
      return readParagraph(node.children[0]?.token.content ?? '', reading, line);
    case 'bullet_list_open':
    case 'ordered_list_open':
      return [readList(node, reading)];
    case 'blockquote_open':
      return readQuote(node, reading, line);
    case 'fence':
    case 'code_block': {
      const csv =
        reading.workbook && token.type === 'fence' && CSV_LANGUAGES.test(token.info.trim()) ? readCsvFence(token.content) : undefined;
      const chart = token.type === 'fence' ? readChartFence(token.content, token.info, reading, line) : undefined;
      return [csv ?? chart ?? readCode(token.content, token.type === 'fence' ? token.info : '')];
    }
    case 'equation':
      return [{ id: '', type: 'equation', tex: token.content }];
    case 'hr':
      return [{ id: '', type: 'divider' }];
    case 'pipe_table': {
      const raw = reading.tables.get(token);
      return raw ? readTable(raw, reading, { line }) : [];
    }
    case 'html_table':
      return readHtmlTable(token.content, reading, line, (text) => readHtml(text, reading, line));
    case 'html_element':
      return readHtml(token.content, reading, line);
    case 'definitions_open':
      return [readDefinitions(node, reading)];
    case 'directive_leaf':
    case 'directive_open':
      return readDirective(node, reading);
    case 'canvas':
      return readCanvasBlock(node, reading);
    case 'footnote_open':
      return readDefinition(node, reading, line);
    default:
      return readNodes(node.children, reading);
  }
}

// ---------------------------------------------------------------------------------------------- headings, paragraphs

const TRAILING_ATTRIBUTES = /(?:^|[ \t])\{([^{}]*)\}[ \t]*$/;

/** Text of a heading without its trailing `{#id}`. Braces that hold anything else are text. */
export function splitAnchor(text: string): { text: string; anchor?: string } {
  const match = TRAILING_ATTRIBUTES.exec(text);
  if (!match) return { text };
  const attributes = parseAttributes(match[1] ?? '');
  const faults = attributes.faults.filter((fault) => !/^(?:[.][\w-]+|-)$/.test(fault));
  if (attributes.id === undefined || faults.length > 0) return { text };
  return { text: text.slice(0, match.index).trimEnd(), anchor: attributes.id };
}

function readHeading(node: Node, reading: Reading, line: number | undefined): Block[] {
  const { text, anchor } = splitAnchor(node.children[0]?.token.content ?? '');
  const runs = readRuns(text, reading, line);
  if (runs.length === 0) return [];
  const heading: Heading = { id: '', type: 'heading', level: Number(node.token.tag.slice(1)), runs };
  if (anchor !== undefined) heading.anchor = anchor;
  return [heading];
}

const CONTENTS = /^\[\[?toc\]?\]$/i;

function readParagraph(text: string, reading: Reading, line: number | undefined): Block[] {
  if (CONTENTS.test(text)) return [{ id: '', type: 'toc' }];
  if (PAGE_BREAK.test(text)) return [{ id: '', type: 'page_break' }];
  if (holdsHtmlBlocks(text)) return readHtml(text, reading, line);
  if (TYPED_BULLETS.test(text)) return [readTypedBullets(text, reading, line)];
  const clauses = text.includes('\n') ? clauseLines(text) : [text];
  if (clauses.length > 1) {
    let at = line ?? 0;
    return clauses.flatMap((part) => {
      const from = at;
      at += part.split('\n').length;
      return readParagraph(part, reading, line === undefined ? undefined : from);
    });
  }
  const blocks = splitPictures(readInline(text, reading, line));
  const [only] = blocks;
  if (blocks.length === 1 && only?.type === 'paragraph') {
    rememberLine(only, text, reading, line);
    rememberLines(only, text, reading, line);
  }
  return blocks;
}

/** Lines that begin with a number of their own, `1.2 …`, `a) …`, `(iv) …`: each is a paragraph, though no blank line is before it. */
const NUMBERED_LINE = /^(?:\d{1,2}(?:\.\d{1,2}){1,2}\.?|\(?[a-z]\)|[a-h]\.|\((?:[ivx]{1,4}|\d{1,2})\)|[ivx]{1,4}\))[ \t]+\S/;

function clauseLines(text: string): string[] {
  const lines = text.split('\n');
  const numbered = lines.filter((line) => NUMBERED_LINE.test(line));
  // a single one is a clause where it is the first of its own: `1.1 …`, `a) …`
  if (numbered.length < 2 && !/^(?:\d{1,2}\.1\.?|\(?a\))[ \t]/.test(numbered[0] ?? '')) return [text];
  // "a. m." begins no list
  if (numbered.some((line) => /^[b-h]\./.test(line)) && !numbered.some((line) => line.startsWith('a.'))) return [text];
  const parts: string[] = [];
  for (const line of lines) {
    if (parts.length === 0 || NUMBERED_LINE.test(line)) parts.push(line);
    else parts[parts.length - 1] += `\n${line}`;
  }
  return parts;
}

const PAGE_BREAK = /^<(div|p)\b[^<>]{0,200}\b(?:page-)?break-(?:after|before)\s*:\s*(?:always|page)[^<>]{0,200}>\s*(?:<\/\1>)?$/i;

/** HTML in HTML in …, each read as Markdown, ends here. */
const HTML_DEPTH_MAX = 4;

function readHtml(text: string, reading: Reading, line: number | undefined): Block[] {
  return readHtmlBlocks(text, reading, line, (source) => readBetweenTags(source, reading, line));
}

/** Markdown between tags: blocks where blank lines divide it, else a paragraph. */
function readBetweenTags(source: string, reading: Reading, line: number | undefined): Block[] {
  if (!/\n[ \t]*\n\s*\S/.test(source.trimStart()) && !/^\s*\n[ \t]*\n/.test(source))
    return splitPictures(readInline(source.trim().replaceAll(/\n[ \t]+/g, '\n'), reading, line));
  if (reading.htmlDepth >= HTML_DEPTH_MAX) return splitPictures(readInline(source.trim(), reading, line));
  const lines = source.split('\n');
  const indents = lines.flatMap((one) => (one.trim() === '' ? [] : [/^[ \t]*/.exec(one)?.[0].length ?? 0]));
  const least = minOf(indents);
  const text = lines.map((one) => one.slice(Math.min(least, one.length))).join('\n');
  const { lineOffset } = reading;
  reading.htmlDepth++;
  reading.lineOffset += line ?? 0;
  const blocks = readNodes(parseBlocks(text, reading), reading);
  reading.lineOffset = lineOffset;
  reading.htmlDepth--;
  return blocks;
}

/** Lines that each begin with a bullet character, as they come from office programs: a list, not one line of text. */
const TYPED_BULLETS = /^[•‣▪●◦➤➢→✓✔✅☑❌☐][\uFE0F]?[ \t\u00A0]+\S.*(?:\n[•‣▪●◦➤➢→✓✔✅☑❌☐][\uFE0F]?[ \t\u00A0]+\S.*)+$/u;
/** Marks that say whether a thing is done. */
const DONE = /^[✓✔✅☑]/u;
const OPEN = /^[☐❌]/u;

function readTypedBullets(text: string, reading: Reading, line: number | undefined): List {
  const marked = text.split('\n').every((item) => DONE.test(item) || OPEN.test(item));
  const items = text.split('\n').map((item, index): ListItem => ({
    ...(marked ? { checked: DONE.test(item) } : {}),
    blocks: splitPictures(
      readInline(
        item.startsWith('❌') && !marked ? item : item.replace(/^.\uFE0F?[ \t\u00A0]+/u, ''),
        reading,
        line === undefined ? undefined : line + index,
      ),
    ),
  }));
  return { id: '', type: 'list', ordered: false, items };
}

/** Pictures are between paragraphs, not in them. */
function splitPictures(pieces: readonly Inline[]): Block[] {
  const blocks: Block[] = [];
  let runs: Run[] = [];
  let behindPicture = false;
  const flush = (beforePicture: boolean): void => {
    if (behindPicture) trimEdge(runs, 'start');
    if (beforePicture) trimEdge(runs, 'end');
    if (runs.length > 0) blocks.push({ id: '', type: 'paragraph', runs } satisfies Paragraph);
    runs = [];
  };
  for (const piece of pieces) {
    if ('run' in piece) appendRun(runs, piece.run);
    else {
      flush(true);
      blocks.push(piece.image);
      behindPicture = true;
    }
  }
  flush(false);
  return blocks;
}

function trimEdge(runs: Run[], edge: 'start' | 'end'): void {
  for (
    let run = edge === 'start' ? runs[0] : runs.at(-1);
    run && run.footnote === undefined;
    run = edge === 'start' ? runs[0] : runs.at(-1)
  ) {
    run.text = edge === 'start' ? run.text.trimStart() : run.text.trimEnd();
    if (run.text !== '') return;
    if (edge === 'start') runs.shift();
    else runs.pop();
  }
}

// --------------------------------------------------------------------------------- caption and source lines of tables

/** `Table: …` and `: …` as in Pandoc, `Source: …` as people write it; the label or the whole may be emphasised, and a table's may be numbered. */
const TABLE_LINE =
  /^(?:(?:table|tabla|tableau|tabelle|tabela|tabella|taula|tabel)(?:\s+\d{1,3}(?:\.\d{1,2})?\s*[:.–—-]|\s?:)|(?:sources?|fuentes?|quellen?|fontes?|fonti|fonts?|bron(?:nen)?)\s*:|:(?=[ \t]))[ \t]*(?=\S)/i;
/** `**Table 1:** Sales`, `*Source: accounts*` → the text without the marks around the label or the whole. */
function unmarked(text: string): string {
  const [, marks = '', inner = '', rest = ''] = /^([*_]{1,3})((?:(?!\1)[^])+)\1([^]*)$/.exec(text) ?? [];
  return marks === '' ? text : inner + rest;
}

function rememberLine(paragraph: Block, written: string, reading: Reading, line: number | undefined): void {
  if (written.length > 1000 || written.includes('\n')) return;
  const plain = unmarked(written.trim());
  const [label] = TABLE_LINE.exec(plain) ?? [];
  if (label === undefined || plain.length === label.length) return;
  const part = /^(?:ta[bu]|:)/i.test(label) ? 'caption' : 'source';
  const said = plain.slice(label.length).trim();
  // behind "Table 1:" a caption may begin in a small letter; in the place of that it does not
  const text = part === 'caption' ? said.replace(/^\p{Ll}(?=[\p{Ll} ])/u, (letter) => letter.toUpperCase()) : said;
  reading.tableLines.set(paragraph, { part, runs: readRuns(text, reading, line) });
}

/** Caption lines directly before or behind a table, source lines directly behind a table, picture or chart. */
function attachLines(blocks: Block[], reading: Reading): Block[] {
  if (reading.tableLines.size === 0) return blocks;
  const taken = new Set<Block>();
  const takeAt = (index: number, part: 'caption' | 'source'): Run[] | undefined => {
    const block = blocks[index];
    const found = block && !taken.has(block) ? reading.tableLines.get(block) : undefined;
    if (!block || found?.part !== part) return undefined;
    taken.add(block);
    return found.runs;
  };
  for (const [index, block] of blocks.entries()) {
    if (block.type !== 'table' && block.type !== 'image' && block.type !== 'chart') continue;
    let next = index + 1;
    if (block.type === 'table' && !block.caption) {
      const before = takeAt(index - 1, 'caption');
      const caption = before ?? takeAt(next, 'caption');
      if (caption) block.caption = caption;
      if (caption && !before) next++;
    }
    if (!block.source) {
      const source = takeAt(next, 'source');
      if (source) block.source = source;
    }
  }
  return taken.size === 0 ? blocks : blocks.filter((block) => !taken.has(block));
}

// ------------------------------------------------------------------------------------------------------------- lists

const TASK = /^\[([ xX])\](?:[ \t\n]+|$)/;

function readList(node: Node, reading: Reading): List {
  const ordered = node.token.type === 'ordered_list_open';
  const list: List = { id: '', type: 'list', ordered, items: [] };
  const start = node.token.attrGet('start');
  if (ordered && start !== null && Number(start) !== 1) list.start = Number(start);
  for (const child of node.children) list.items.push(readItem(child, reading));
  return list;
}

function readDefinitions(node: Node, reading: Reading): List {
  const items = node.children.map((child): ListItem => {
    const runs = readRuns(child.token.content, reading, child.token.map?.[0]);
    return { blocks: [{ id: '', type: 'paragraph', runs }, ...readNodes(child.children, reading)] };
  });
  return { id: '', type: 'list', ordered: false, definitions: true, items };
}

function readItem(node: Node, reading: Reading): ListItem {
  const inline = node.children[0]?.token.type === 'paragraph_open' ? node.children[0].children[0]?.token : undefined;
  const mark = inline === undefined ? undefined : TASK.exec(inline.content);
  if (!inline || !mark) return { blocks: readNodes(node.children, reading) };
  inline.content = inline.content.slice(mark[0].length);
  return { blocks: readNodes(node.children, reading), checked: mark[1] !== ' ' };
}

// -------------------------------------------------------------------------------------------------- quotes and callouts

/** GitHub's alerts: `> [!NOTE]`. */
const ALERT = /^\[!(note|tip|important|warning|caution)\][ \t]*(?:\n|$)/i;
const ALERT_KINDS = { note: 'note', tip: 'tip', important: 'key', warning: 'warning', caution: 'warning' } as const;

/** The last line of a quote, or a paragraph of its own, that begins with a dash says whose words they are. */
const BY = /(?:^|\n)[ \t]*(?:—|–|--)[ \t]*([^\n]{1,200})$/;

/** The same behind the closing mark of what is quoted: `"It saved us a week." — Ana Ruiz, buyer`. */
const BY_BEHIND = /(?<=^["“„«»‘'][^\n]*["”“»«’'])[ \t]*(?:—|–|--?)[ \t]*(\p{Lu}[^\n.!?"”]{1,100})$/u;

function readQuote(node: Node, reading: Reading, line: number | undefined): Block[] {
  const first = node.children[0]?.token.type === 'paragraph_open' ? node.children[0].children[0]?.token : undefined;
  const alert = first === undefined ? undefined : ALERT.exec(first.content);
  if (first && alert) {
    const kind = ALERT_KINDS[(alert[1] ?? 'note').toLowerCase() as keyof typeof ALERT_KINDS];
    first.content = first.content.slice(alert[0].length);
    const blocks = readNodes(node.children, reading);
    return blocks.length === 0 ? [] : [{ id: '', type: 'callout', kind, blocks }];
  }
  const last = node.children.at(-1)?.token.type === 'paragraph_open' ? node.children.at(-1)?.children[0]?.token : undefined;
  const isLine = node.children.length === 1 && last?.content.includes('\n') === false;
  const by = last === undefined ? undefined : ((isLine ? null : BY.exec(last.content)) ?? BY_BEHIND.exec(last.content));
  let author = '';
  if (last && by) {
    author = readRuns(by[1] ?? '', reading, line)
      .map((run) => run.text)
      .join('')
      .trim();
    if (author !== '') last.content = last.content.slice(0, by.index).trimEnd();
  }
  const blocks = readNodes(node.children, reading);
  if (blocks.length === 0 && author === '') return [];
  return [author === '' ? { id: '', type: 'quote', blocks } : { id: '', type: 'quote', blocks, by: author }];
}

// ------------------------------------------------------------------------------------------------ code, footnotes

function readCode(content: string, info: string): Block {
  const language = /^\{?[ \t]*\.?([^\s{}]+)/.exec(info.trim())?.[1] ?? '';
  const text = content.endsWith('\n') ? content.slice(0, -1) : content;
  if (language.toLowerCase() === 'math' && text.trim() !== '') return { id: '', type: 'equation', tex: text.trim() };
  const code: Code = { id: '', type: 'code', text };
  if (language !== '') code.language = language;
  return code;
}

/** Nothing where the definition is the one that counts; a second one of its label keeps its text where it stands. */
function readDefinition(node: Node, reading: Reading, line: number | undefined): Block[] {
  const label = node.token.content;
  if (reading.definitions.get(label) === node) return [];
  addNote(
    reading,
    {
      code: 'footnote_duplicate',
      severity: 'warning',
      message: `There is a second footnote "${label.slice(0, 60)}"; its text was kept where it stands.`,
    },
    line,
  );
  return readNodes(node.children, reading);
}
