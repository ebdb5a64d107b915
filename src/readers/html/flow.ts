/** The tree of a web page → blocks. Text that is beside blocks becomes paragraphs of its own. */
import { append } from '../../base/append.ts';
import type { Block, Table, TableCell, TableRow } from '../../document/block.ts';
import type { Run } from '../../document/inline.ts';
import { addRun, trimRuns } from '../office/runs.ts';
import { isHiddenByStyle, readHiddenStyles, UNSEEN } from './hidden-styles.ts';
import type { HiddenStyles } from './hidden-styles.ts';
import { codeLanguage, rawText } from './code.ts';
import { controlText } from './controls.ts';
import { DROPPED } from './dropped.ts';
import { imageOf } from './images.ts';
import { readHtmlDefinitions, readHtmlList } from './lists.ts';
import type { ListReader } from './lists.ts';
import { marksOf, type Marks } from './marks.ts';
import { mathTex } from './math.ts';
import { findPaleText } from './pale-text.ts';
import { parseHtml, type HtmlElement, type HtmlNode } from './parse-html.ts';

const INLINE = new Set([
  'a',
  'abbr',
  'acronym',
  'b',
  'bdi',
  'bdo',
  'big',
  'br',
  'button',
  'cite',
  'code',
  'data',
  'del',
  'dfn',
  'em',
  'font',
  'i',
  'input',
  'ins',
  'kbd',
  'label',
  'mark',
  'meter',
  'output',
  'progress',
  'q',
  'ruby',
  'rb',
  'rp',
  'rt',
  's',
  'samp',
  'small',
  'span',
  'strike',
  'strong',
  'sub',
  'sup',
  'time',
  'tt',
  'u',
  'var',
  'wbr',
  'img',
  'picture',
  'source',
  'nobr',
]);
const SPAN_MAX = 1_000;
const COLUMNS_MAX = 1_000;
/** Places that the spans of a table may take. */
const PLACES_MAX = 1_000_000;

interface Flow {
  blocks: Block[];
  runs: Run[];
  state: {
    hidden: number;
    /** Cells beyond the last column that a table may have. */
    cellsCut: number;
    styles: HiddenStyles;
    pale: ReadonlySet<HtmlElement>;
    readText: ReadText | undefined;
    sources: string[] | undefined;
    /** Whether the page is in a frame of another. */
    framed?: boolean;
  };
}

/** Reads the source of what is inline, where a tree holds it as elements of the tag `TEXT_TAG`, whose `source` it is. */
export type ReadText = (source: string) => Block[];
export const TEXT_TAG = '#text';

/** @param readText for a tree whose text is in another markup. @param sources takes the addresses of pictures, if somebody is to look at them */
export function readFlow(
  root: HtmlElement,
  readText?: ReadText,
  sources?: string[],
): { blocks: Block[]; hidden: number; cellsCut: number } {
  const state = { hidden: 0, cellsCut: 0, styles: readHiddenStyles(root), pale: findPaleText(root), readText, sources };
  return { blocks: readBlocks(root.children, state), hidden: state.hidden, cellsCut: state.cellsCut };
}

const listReader = (state: Flow['state']): ListReader => ({
  readBlocks: (nodes) => readBlocks(nodes, state),
  isLeftOut: (element) => DROPPED.has(element.tag) || isHidden(element, state),
  leaveOut: (element) => {
    if (!DROPPED.has(element.tag)) state.hidden++;
  },
  saysCounts: state.readText === undefined,
});

function readBlocks(nodes: readonly HtmlNode[], state: Flow['state']): Block[] {
  const flow: Flow = { blocks: [], runs: [], state };
  for (const node of nodes) readNode(flow, node, {});
  endParagraph(flow);
  return flow.blocks;
}

function endParagraph(flow: Flow): void {
  const runs = tidy(flow.runs);
  flow.runs = [];
  if (runs.length > 0) flow.blocks.push({ id: '', type: 'paragraph', runs });
}

/** White space as a browser shows it: one space for any run of it, none around line breaks. */
function tidy(runs: readonly Run[]): Run[] {
  const joined: Run[] = [];
  let before = '\n';
  for (const run of runs) {
    let text = '';
    for (const character of run.text) {
      if (character === ' ' && (before === ' ' || before === '\n')) continue;
      text += character;
      before = character;
    }
    addRun(joined, { ...run, text });
  }
  for (const run of joined) run.text = run.text.replaceAll(' \n', '\n');
  return trimRuns(joined);
}

function isHidden(element: HtmlElement, { styles, pale }: Flow['state']): boolean {
  return (
    pale.has(element) ||
    element.attributes.has('hidden') ||
    UNSEEN.test(element.attributes.get('style') ?? '') ||
    (element.tag === 'dialog' && !element.attributes.has('open')) ||
    isHiddenByStyle(element, styles)
  );
}

function readNode(flow: Flow, node: HtmlNode, marks: Marks): void {
  if (typeof node === 'string') {
    addRun(flow.runs, { ...marks, text: seenText(node, flow).replaceAll(/[ \t\n\f\r]+/g, ' ') });
    return;
  }
  if (node.tag === 'iframe' && !isHidden(node, flow.state)) return readFrame(flow, node);
  if (DROPPED.has(node.tag)) return;
  if (isHidden(node, flow.state)) {
    flow.state.hidden++;
    return;
  }
  const control = controlText(node);
  if (control !== undefined) addControl(flow, control, marks);
  else if (node.tag === 'math') addMath(flow, node);
  else if (INLINE.has(node.tag)) readInline(flow, node, marks);
  else {
    endParagraph(flow);
    readBlock(flow, node);
  }
}

/** Without the places where a word may be divided, which nobody sees; text that is source of another markup keeps them. */
const seenText = (text: string, { state }: Flow): string => (state.readText ? text : text.replaceAll('\u00AD', ''));

/** A page that is written within the page (HTML standard §4.8.5, `srcdoc`); what is in a frame of it is not read. */
function readFrame(flow: Flow, frame: HtmlElement): void {
  const source = frame.attributes.get('srcdoc');
  if (source === undefined || flow.state.framed || flow.state.readText) return;
  endParagraph(flow);
  const { root } = parseHtml(source);
  const state = { ...flow.state, styles: readHiddenStyles(root), pale: findPaleText(root), framed: true, hidden: 0 };
  append(flow.blocks, readBlocks(root.children, state));
  flow.state.hidden += state.hidden;
}

/** Apart from the words beside it, as it is drawn. */
function addControl(flow: Flow, text: string, marks: Marks): void {
  if (text !== '') addRun(flow.runs, { ...marks, text: ` ${text} ` });
}

function addMath(flow: Flow, element: HtmlElement): void {
  const tex = mathTex(element);
  if (tex === '') return;
  if (element.attributes.get('display') !== 'block') return addRun(flow.runs, { text: tex, math: true });
  endParagraph(flow);
  flow.blocks.push({ id: '', type: 'equation', tex });
}

function readInline(flow: Flow, element: HtmlElement, marks: Marks): void {
  const { tag, attributes, children } = element;
  if (tag === 'br') return addRun(flow.runs, { text: '\n' });
  if (tag === 'img') return readImage(flow, attributes);
  if (tag === 'input') {
    if (/^(?:checkbox|radio)$/i.test(attributes.get('type') ?? '')) addRun(flow.runs, { text: attributes.has('checked') ? '☑ ' : '☐ ' });
    return undefined;
  }
  if (tag === 'q') addRun(flow.runs, { ...marks, text: '“' });
  const own = { ...marks, ...marksOf(tag, attributes) };
  // a reading is in brackets, those of the page, or, where it has none, ours
  const bare = tag === 'ruby' && !flow.state.readText && !children.some((child) => typeof child !== 'string' && child.tag === 'rp');
  for (const child of children) {
    const reading = bare && typeof child !== 'string' && child.tag === 'rt';
    if (reading) addRun(flow.runs, { ...own, text: '(' });
    readNode(flow, child, own);
    if (reading) addRun(flow.runs, { ...own, text: ')' });
  }
  if (tag === 'q') addRun(flow.runs, { ...marks, text: '”' });
  return undefined;
}

function readImage(flow: Flow, attributes: ReadonlyMap<string, string>): void {
  const image = imageOf(attributes, flow.state.sources);
  if (image) endParagraph(flow);
  if (image) flow.blocks.push(image);
}

function readBlock(flow: Flow, element: HtmlElement): void {
  const { tag, attributes, children } = element;
  const { blocks, state } = flow;
  switch (tag) {
    case TEXT_TAG:
      append(blocks, state.readText?.(attributes.get('source') ?? '') ?? []);
      return;
    case 'h1':
    case 'h2':
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6': {
      const inner = readBlocks(children, state);
      const runs = inner.flatMap((block, index): Run[] =>
        block.type === 'paragraph'
          ? [...(index > 0 ? [{ text: ' ' }] : []), ...block.runs.map((run) => ({ ...run, text: run.text.replaceAll('\n', ' ') }))]
          : [],
      );
      const id = state.readText ? attributes.get('id') : undefined;
      const anchor = id === undefined || !/^[^\s{}"#]+$/.test(id) ? {} : { anchor: id };
      if (runs.length > 0) blocks.push({ id: '', ...anchor, type: 'heading', level: Number(tag.charAt(1)), runs });
      append(
        blocks,
        inner.filter((block) => block.type !== 'paragraph'),
      );
      return;
    }
    case 'ul':
    case 'ol':
    case 'menu':
    case 'dir':
      append(blocks, readHtmlList(element, listReader(state)));
      return;
    case 'dl':
      append(blocks, readHtmlDefinitions(element, listReader(state)));
      return;
    case 'summary':
      append(blocks, boldBlocks(readBlocks(children, state)));
      return;
    case 'table':
      readTable(flow, element);
      return;
    case 'xmp':
    case 'pre': {
      const text = rawText(element).replace(/^\n/, '').trimEnd();
      const language = codeLanguage(element);
      if (text.trim() !== '') blocks.push({ id: '', type: 'code', text, ...(language === undefined ? {} : { language }) });
      return;
    }
    case 'blockquote': {
      const inner = readBlocks(children, state);
      const by = state.readText ? takeAuthor(inner) : {};
      if (inner.length > 0) blocks.push({ id: '', type: 'quote', blocks: inner, ...by });
      return;
    }
    case 'figure':
      append(blocks, state.readText ? withCaption(children, state) : readBlocks(children, state));
      return;
    case 'hr':
      blocks.push({ id: '', type: 'divider' });
      return;
    default:
      for (const child of children) readNode(flow, child, {});
      endParagraph(flow);
  }
}

/** A last paragraph behind a dash says whose words they are. */
function takeAuthor(inner: Block[]): { by?: string } {
  const last = inner.at(-1);
  const text =
    last?.type === 'paragraph' && inner.length > 1
      ? last.runs
          .map((run) => run.text)
          .join('')
          .trim()
      : '';
  const [, by] = /^(?:—|–|--)\s*([^\n]{1,200})$/.exec(text) ?? [];
  if (by === undefined) return {};
  inner.pop();
  return { by };
}

/** The one picture or table of a figure takes its caption. */
function withCaption(children: readonly HtmlNode[], state: Flow['state']): Block[] {
  const blocks = readBlocks(children, state);
  const isCaption = (child: HtmlNode): child is HtmlElement => typeof child !== 'string' && child.tag === 'figcaption';
  const caption = children.find(isCaption);
  const said = caption ? readBlocks(caption.children, state) : [];
  const shown = blocks.filter(({ type }) => type === 'image' || type === 'table');
  const [only] = shown;
  const [words] = said;
  if (shown.length !== 1 || said.length !== 1 || words?.type !== 'paragraph' || blocks.length !== 2) return blocks;
  return only?.type === 'image' || only?.type === 'table' ? [{ ...only, caption: words.runs }] : blocks;
}

const boldBlocks = (blocks: readonly Block[]): Block[] =>
  blocks.map((block) => (block.type === 'paragraph' ? { ...block, runs: block.runs.map((run) => ({ ...run, bold: true })) } : block));

// ------------------------------------------------------------------------------------------------------------- tables

function* rowsOf(element: HtmlElement): Generator<{ row: HtmlElement; head: boolean }> {
  for (const child of element.children) {
    if (typeof child === 'string') continue;
    if (child.tag === 'tr') yield { row: child, head: element.tag === 'thead' };
    else if (/^(?:thead|tbody|tfoot)$/.test(child.tag)) yield* rowsOf(child);
  }
}

function readTable(flow: Flow, element: HtmlElement): void {
  const rows: TableRow[] = [];
  const taken: number[][] = [];
  let headers = 0;
  let width = 0;
  let places = 0;
  for (const { row, head } of rowsOf(element)) {
    const cells = row.children.filter(
      (child): child is HtmlElement =>
        typeof child !== 'string' && (child.tag === 'td' || child.tag === 'th') && !isHidden(child, flow.state),
    );
    if (cells.length === 0) continue;
    const at = rows.length;
    if (headers === at && (head || cells.every(({ tag }) => tag === 'th'))) headers++;
    const read = cells.slice(0, COLUMNS_MAX).map((cell) => readCell(cell, flow.state));
    rows.push({ cells: read });
    flow.state.cellsCut += cells.length - read.length;
    let column = 0;
    for (const cell of read) {
      while (taken[at]?.includes(column)) column++;
      if (column >= COLUMNS_MAX) flow.state.cellsCut++;
      places += (cell.rowspan ?? 1) * (cell.colspan ?? 1);
      // Beyond all measure, spans no longer push other cells aside.
      const rowsDown = places < PLACES_MAX ? (cell.rowspan ?? 1) : 1;
      for (let down = 1; down < rowsDown; down++)
        append(
          (taken[at + down] ??= []),
          Array.from({ length: cell.colspan ?? 1 }, (_, right) => column + right),
        );
      column += cell.colspan ?? 1;
    }
    width = Math.max(width, Math.min(COLUMNS_MAX, column));
  }
  const caption = element.children.find((child): child is HtmlElement => typeof child !== 'string' && child.tag === 'caption');
  const title = caption ? readBlocks(caption.children, flow.state) : [];
  if (width === 0) return;
  const [only] = title;
  const table: Table = { id: '', type: 'table', columns: Array.from({ length: width }, () => ({})), header_rows: headers, rows };
  if (title.length === 1 && only?.type === 'paragraph')
    table.caption = only.runs.map((run) => ({ ...run, text: run.text.replaceAll('\n', ' ') }));
  else append(flow.blocks, title);
  flow.blocks.push(table);
}

function readCell(element: HtmlElement, state: Flow['state']): TableCell {
  const blocks = readBlocks(element.children, state);
  const [first] = blocks;
  const cell: TableCell =
    blocks.length === 0 ? { runs: [] } : blocks.length === 1 && first?.type === 'paragraph' ? { runs: first.runs } : { runs: [], blocks };
  for (const key of ['colspan', 'rowspan'] as const) {
    const span = Number(element.attributes.get(key) ?? 1);
    if (Number.isInteger(span) && span >= 2) cell[key] = Math.min(SPAN_MAX, span);
  }
  return cell;
}
