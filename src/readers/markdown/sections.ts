/** What divides a whole text: slides (`::slide`, and `---` in a deck) and sheets (`# Sheet: Name`). Only at the top level. */
import type { Block, NameDetails, Sheet, Slide } from '../../document/block.ts';
import { readNodes, splitAnchor } from './blocks.ts';
import type { Range } from './blocks.ts';
import { anchored, noteFaults, parseDirective, valueOf } from './directives.ts';
import type { Node } from './parser.ts';
import type { Reading } from './reading.ts';
import { readPlain, readTitle } from './runs.ts';
import { isSlideOutline, readSlideOutline } from './slide-outline.ts';
import { minOf } from '../../base/extremes.ts';

/**
 * @param ranges takes, for each block at the top, the lines that it came from
 * @param deck the text is for a deck, whether it says so or not
 */
export function readSections(nodes: readonly Node[], reading: Reading, ranges: Map<Block, Range>, deck: boolean): Block[] {
  if (nodes.some((node) => sheetName(node) !== undefined)) return readSheets(nodes, reading, ranges);
  if (nodes.some((node) => isDirective(node, 'slide'))) return readSlides(nodes, reading, ranges);
  if (deck && isSlideOutline(nodes)) return readSlideOutline(nodes, reading, ranges);
  if (deck && nodes.some((node) => isDirective(node, 'notes'))) return readSpokenSlides(nodes, reading, ranges);
  return readNodes(nodes, reading, ranges);
}

function isDirective(node: Node, name: string): boolean {
  return node.token.type.startsWith('directive_') && parseDirective(node).name === name;
}

/** Divides at each node that `begins` accepts; the first part is what is before all of them. */
function divide(nodes: readonly Node[], begins: (node: Node) => boolean): Node[][] {
  const parts: Node[][] = [[]];
  for (const node of nodes) {
    if (begins(node)) parts.push([node]);
    else parts.at(-1)?.push(node);
  }
  return parts;
}

function rangeOf(nodes: readonly Node[]): Range {
  return [nodes[0]?.token.map?.[0] ?? 0, nodes.at(-1)?.token.map?.[1] ?? 0];
}

// -------------------------------------------------------------------------------------------------------------- sheets

const SHEET = /^(?:sheet|hoja):[ \t]*(\S.*)$/i;

function sheetName(node: Node): string | undefined {
  if (node.token.type !== 'heading_open' || node.token.tag !== 'h1') return undefined;
  return SHEET.exec(node.children[0]?.token.content ?? '')?.[1];
}

function readSheets(nodes: readonly Node[], reading: Reading, ranges: Map<Block, Range>): Block[] {
  const [before = [], ...parts] = divide(nodes, (node) => sheetName(node) !== undefined);
  const blocks = readNodes(before, reading, ranges);
  for (const [head, ...rest] of parts) {
    if (!head) continue;
    const { text, anchor } = splitAnchor(sheetName(head) ?? '');
    const sheet: Sheet = { id: '', type: 'sheet', name: readPlain(text, reading, head.token.map?.[0]), blocks: [] };
    if (anchor !== undefined) sheet.anchor = anchor;
    const names = rest.filter((node) => isDirective(node, 'name'));
    for (const node of names) readNames(sheet, parseDirective(node).attributes.names);
    if (rest.some((node) => isDirective(node, 'protect'))) sheet.protected = true;
    reading.lastTable = undefined;
    sheet.blocks = readNodes(
      rest.filter((node) => !names.includes(node) && !isDirective(node, 'protect')),
      reading,
    );
    ranges.set(sheet, rangeOf([head, ...rest]));
    blocks.push(sheet);
  }
  return blocks;
}

const DETAILS: Readonly<Record<string, keyof NameDetails>> = {
  label: 'label',
  etiqueta: 'label',
  unit: 'unit',
  unidad: 'unit',
  note: 'note',
  nota: 'note',
};

/** `TaxRate=21% label="Tax rate"`: what is behind a name belongs to it. */
function readNames(sheet: Sheet, entries: ReadonlyMap<string, string>): void {
  let last: string | undefined;
  for (const [key, value] of entries) {
    const detail = Object.hasOwn(DETAILS, key.toLowerCase()) ? DETAILS[key.toLowerCase()] : undefined;
    if (detail === undefined || last === undefined) {
      (sheet.names ??= {})[key] = value;
      last = key;
    } else ((sheet.name_details ??= {})[last] ??= {})[detail] = value;
  }
}

// -------------------------------------------------------------------------------------------------------------- slides

function isSlideBreak(node: Node): boolean {
  return node.token.type === 'hr' && node.token.markup.startsWith('-');
}

function readSlides(nodes: readonly Node[], reading: Reading, ranges: Map<Block, Range>): Block[] {
  const [before = [], ...parts] = divide(nodes, (node) => isSlideBreak(node) || isDirective(node, 'slide'));
  const blocks = readNodes(before, reading, ranges);
  for (const part of parts) {
    const [head, ...rest] = part;
    // A line before `::slide` only divides.
    if (!head || (isSlideBreak(head) && rest.length === 0)) continue;
    const slide = isSlideBreak(head) ? readSlide(rest, reading) : readSlide([...head.children, ...rest], reading, head);
    ranges.set(slide, rangeOf(part));
    blocks.push(slide);
  }
  return blocks;
}

const SLIDE_HEADING_MAX = 2;

/** Without `::slide`, lines and headings begin a slide; only then do notes belong to one. */
function readSpokenSlides(nodes: readonly Node[], reading: Reading, ranges: Map<Block, Range>): Block[] {
  const levels = nodes.flatMap((node) => (node.token.type === 'heading_open' ? [Number(node.token.tag.slice(1))] : []));
  const deepest = Math.max(SLIDE_HEADING_MAX, minOf(levels));
  const begins = (node: Node): boolean =>
    isSlideBreak(node) || (node.token.type === 'heading_open' && Number(node.token.tag.slice(1)) <= deepest);
  const blocks: Block[] = [];
  for (const part of divide(nodes, begins)) {
    const [head, ...rest] = part;
    if (!head || (isSlideBreak(head) && rest.length === 0)) continue;
    const slide = readSlide(isSlideBreak(head) ? rest : part, reading);
    ranges.set(slide, rangeOf(part));
    blocks.push(slide);
  }
  return blocks;
}

function readSlide(content: readonly Node[], reading: Reading, head?: Node): Slide {
  const slide: Slide = { id: '', type: 'slide', blocks: [] };
  if (head) {
    const directive = parseDirective(head);
    anchored(slide, directive);
    const layout = valueOf(directive, 'layout');
    if (layout !== undefined) slide.layout = layout;
    const title = valueOf(directive, 'title') ?? directive.label;
    const runs = readTitle(title, reading, directive.line);
    if (runs) slide.title = runs;
    noteFaults(directive, reading, ['layout', 'title']);
  }
  const notes = content.filter((node) => isDirective(node, 'notes'));
  slide.blocks = readNodes(notes.length === 0 ? content : content.filter((node) => !isDirective(node, 'notes')), reading);
  const [first] = slide.blocks;
  if (slide.title === undefined && first?.type === 'heading') {
    slide.title = first.runs;
    if (first.anchor !== undefined && slide.anchor === undefined) slide.anchor = first.anchor;
    slide.blocks.shift();
  }
  const spoken = notes.flatMap((node) => readNodes(node.children, reading));
  if (spoken.length > 0) slide.notes = spoken;
  return slide;
}
