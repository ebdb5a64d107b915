/**
 * Blocks → Markdown in our dialect. Whatever the reader gives for a text, it gives again for what is written here
 * (ids aside): `readMarkdown(writeMarkdown(blocks)).blocks` are the same blocks.
 */
import type { Block, Code, Image, List, ListItem, Quote, Sheet, Slide } from '../document/block.ts';
import { plainText } from '../document/inline.ts';
import { joinParts, writeAttributes, writeContainer } from './markdown/attribute-text.ts';
import type { AttributeValue } from './markdown/attribute-text.ts';
import { escapeLine, escapeLineStart, longestRun } from './markdown/escape.ts';
import { writeCanvas } from './markdown/canvas-text.ts';
import { writeAddress, writeRuns } from './markdown/inline-text.ts';
import { writeInteractive } from './markdown/interactive-text.ts';
import { writeChart, writeShare, writeTable } from './markdown/table-text.ts';

/** What is around the blocks being written. */
interface Around {
  /** A divider is `---` only at the top of a text without slides, where it can be nothing else. */
  plainDividers: boolean;
  /** Markers of the list that this one opens an item of: `- -` would otherwise grow into a divider. */
  marker?: string;
}
const INSIDE: Around = { plainDividers: false };

/** @returns text that ends with a newline, or '' for no blocks */
export function writeMarkdown(blocks: readonly Block[]): string {
  const text = writeBlocks(blocks, { plainDividers: !blocks.some((block) => block.type === 'slide') && blocks[0]?.type !== 'divider' });
  return text === '' ? '' : `${text}\n`;
}

function writeBlocks(blocks: readonly Block[], around: Around): string {
  const texts: string[] = [];
  let marker = '';
  for (const [index, block] of blocks.entries()) {
    if (block.type === 'list') {
      const taken = [index === 0 ? around.marker : undefined, marker];
      marker = (block.ordered ? ['.', ')'] : ['-', '*', '+']).find((candidate) => !taken.includes(candidate)) ?? '-';
    } else marker = '';
    const text = block.type === 'list' ? writeList(block, marker) : writeBlock(block, around);
    if (text === '') continue;
    // two of them in a row would be one
    const before = blocks[index - 1];
    if (block.type === 'list' && before?.type === 'list' && isDefinitionList(block) && isDefinitionList(before)) texts.push('<!-- -->');
    texts.push(block.anchor !== undefined && needsAnchorLine(block) ? `{#${block.anchor}}\n\n${text}` : text);
  }
  return texts.join('\n\n');
}

/** Blocks whose own notation has no place for an anchor. */
function needsAnchorLine(block: Block): boolean {
  switch (block.type) {
    case 'paragraph':
    case 'list':
    case 'code':
    case 'equation':
    case 'divider':
    case 'footnotes':
      return true;
    case 'quote':
      return !isQuoteDirective(block);
    default:
      return false;
  }
}

function writeBlock(block: Exclude<Block, List>, around: Around): string {
  switch (block.type) {
    case 'heading': {
      const text = writeRuns(block.runs, 'line')
        .replace(/(?<=^|[ \t])#+$/, (hashes) => `\\${hashes}`)
        .replace(/^(sheet|hoja):/i, '$1\\:');
      return text === '' ? '' : `${'#'.repeat(block.level)} ${text}${block.anchor === undefined ? '' : ` {#${block.anchor}}`}`;
    }
    case 'paragraph':
      return writeRuns(block.runs, 'paragraph');
    case 'code':
      return writeCode(block);
    case 'equation':
      return writeEquation(block.tex);
    case 'divider':
      return around.plainDividers ? '---' : '___';
    case 'quote':
      return writeQuote(block);
    case 'image':
      return writeImage(block);
    case 'table':
      return writeTable(block, (blocks) => writeBlocks(blocks, INSIDE));
    case 'chart':
      return writeChart(block);
    case 'footnotes':
      return block.notes.map((note) => writeFootnote(note.id, note.blocks)).join('\n\n');
    case 'slide':
      return writeSlide(block);
    case 'sheet':
      return writeSheet(block);
    case 'page_break':
      return block.orientation === undefined ? leaf('pagebreak', {}, block.anchor) : leaf(block.orientation, {}, block.anchor);
    case 'canvas':
      return writeCanvas(block);
    case 'form':
    case 'records':
    case 'checklist':
    case 'poll':
    case 'tally':
    case 'calculator':
      return writeInteractive(block);
    case 'toc':
      return leaf('toc', { title: block.title && writeRuns(block.title, 'line'), depth: block.depth }, block.anchor);
    default:
      return writeFields(block);
  }
}

function leaf(name: string, values: Record<string, AttributeValue>, anchor?: string): string {
  return `::${name}${writeAttributes(values, anchor)}`;
}

function container(name: string, values: Record<string, AttributeValue>, anchor: string | undefined, content: string): string {
  return writeContainer(name, writeAttributes(values, anchor), content);
}

type ContainerBlock = Extract<Block, { type: 'callout' | 'columns' | 'kpis' | 'cover' | 'letterhead' | 'signatures' | 'clause' }>;

function writeFields(block: ContainerBlock): string {
  const { anchor } = block;
  switch (block.type) {
    case 'callout':
      return container(
        'callout',
        { kind: block.kind, title: block.title && writeRuns(block.title, 'line') },
        anchor,
        writeBlocks(block.blocks, INSIDE),
      );
    case 'clause':
      return container(
        'clause',
        { level: block.level, title: block.title && writeRuns(block.title, 'line') },
        anchor,
        writeBlocks(block.blocks, INSIDE),
      );
    case 'columns': {
      const parts = block.columns.map((column) => ['::col', writeBlocks(column.blocks, INSIDE)].filter((text) => text !== '').join('\n'));
      return container('columns', { ratio: block.ratio?.join(':') }, anchor, parts.join('\n\n'));
    }
    case 'kpis':
      return container(
        'kpis',
        {},
        anchor,
        block.items
          .map((item) => {
            const parts = [item.value, item.label ?? [], item.change ?? []].map((runs) => writeRuns(runs, 'cell'));
            while (parts.length > 1 && parts.at(-1) === '') parts.pop();
            return `- ${escapeLineStart(parts.join(' | '))}`;
          })
          .join('\n'),
      );
    case 'cover': {
      const { title, subtitle, eyebrow, date, author, organization, version, logo } = block;
      return container('cover', { title, subtitle, eyebrow, date, author, organization, version, logo }, anchor, '');
    }
    case 'letterhead': {
      const lines = (texts: readonly string[]): string | undefined => (texts.length === 0 ? undefined : joinParts(texts));
      const { date, subject, reference } = block;
      return container('letterhead', { from: lines(block.from), to: lines(block.to), date, subject, reference }, anchor, '');
    }
    case 'signatures': {
      const roles = block.parties.some((party) => party.role !== undefined || / [—–] /.test(party.name));
      return container(
        'signatures',
        {
          parties: joinParts(block.parties.map((party) => party.name)),
          roles: roles ? joinParts(block.parties.map((party) => party.role ?? '')) : undefined,
        },
        anchor,
        '',
      );
    }
  }
}

// --------------------------------------------------------------------------------------------------------- lists, quotes

function indent(text: string, first: string, rest: string): string {
  return text
    .split('\n')
    .map((line, index) => (index === 0 ? first + line : line === '' ? '' : rest + line))
    .join('\n');
}

/** Largest number that a list item may have (CommonMark 5.2). */
const ITEM_NUMBER_MAX = 999_999_999;

function writeList(list: List, marker: string): string {
  if (isDefinitionList(list)) return list.items.map(writeDefinition).join('\n\n');
  const start = list.start ?? 1;
  const items = list.items.map((item, index) => {
    const sign = list.ordered ? `${Math.min(start + index, ITEM_NUMBER_MAX)}${marker}` : marker;
    return writeItem(item, sign, marker);
  });
  const tight = list.items.every((item) => item.blocks.length <= 1 || (item.blocks.length === 2 && item.blocks[1]?.type === 'list'));
  return items.join(tight ? '\n' : '\n\n');
}

/** Whether it can be written as one: terms of a line, each with what it means. */
const isDefinitionList = (list: List): boolean =>
  list.definitions === true &&
  list.items.length > 0 &&
  list.items.every(({ blocks: [term, ...meaning] }) => term?.type === 'paragraph' && term.runs.length > 0 && meaning.length > 0);

function writeDefinition({ blocks: [term, ...meaning] }: ListItem): string {
  const line = term?.type === 'paragraph' ? escapeLineStart(writeRuns(term.runs, 'line')) : '';
  const body = writeBlocks(meaning, INSIDE);
  return `${line}\n${indent(body, ': ', '  ')}`;
}

function writeItem(item: ListItem, sign: string, marker: string): string {
  const [first] = item.blocks;
  const content = writeBlocks(item.blocks, { ...INSIDE, marker });
  const box = item.checked === undefined ? '' : item.checked ? '[x]' : '[ ]';
  const beside = box === '' || (first?.type === 'paragraph' && first.anchor === undefined);
  const body = box === '' ? content : [box, content].filter((text) => text !== '').join(beside ? ' ' : '\n\n');
  return body === '' ? sign : indent(body, `${sign} `, ' '.repeat(sign.length + 1));
}

/** Longest name that the line below a quote may hold. */
const BY_CHARS_MAX = 200;

function isQuoteDirective(quote: Quote): boolean {
  if (quote.blocks.length === 0) return true;
  return (
    quote.by !== undefined &&
    (quote.by.length > BY_CHARS_MAX / 2 || quote.by.includes('\n') || quote.by.trim() !== quote.by || quote.by === '')
  );
}

function writeQuote(quote: Quote): string {
  const content = writeBlocks(quote.blocks, INSIDE);
  if (isQuoteDirective(quote)) return container('quote', { by: quote.by }, quote.anchor, content);
  const text = quote.by === undefined ? content : `${content}\n\n— ${escapeLine(quote.by)}`;
  return text
    .split('\n')
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n');
}

// ------------------------------------------------------------------------------------------------------- other blocks

function writeCode(code: Code): string {
  const sign = code.language?.includes('`') ? '~' : '`';
  const fence = sign.repeat(Math.max(3, longestRun(code.text, sign) + 1));
  return `${fence}${code.language ?? ''}\n${code.text}\n${fence}`;
}

/** A fence where the TeX itself holds two dollars. */
function writeEquation(tex: string): string {
  if (!tex.includes('$$')) return `$$\n${tex}\n$$`;
  return writeCode({ id: '', type: 'code', text: tex, language: 'math' });
}

function writeImage(image: Image): string {
  const caption = image.caption ? writeRuns(image.caption, 'line') : '';
  const attributes = writeAttributes(
    {
      alt: image.alt === plainText(image.caption ?? []) ? undefined : image.alt,
      width: image.width === undefined ? undefined : writeShare(image.width),
      source: image.source && writeRuns(image.source, 'line'),
    },
    image.anchor,
  );
  const picture = `![${caption}](${image.asset ?? 'img:0'})${attributes}`;
  return image.link === undefined ? picture : `[${picture}](${writeAddress(image.link)})`;
}

function writeFootnote(id: string, blocks: readonly Block[]): string {
  const content = writeBlocks(blocks, INSIDE);
  const [first] = blocks;
  return first?.type === 'paragraph' && first.anchor === undefined
    ? indent(content, `[^${id}]: `, '    ')
    : `[^${id}]:\n\n${indent(content, '    ', '    ')}`;
}

function writeSlide(slide: Slide): string {
  const notes = slide.notes ? container('notes', {}, undefined, writeBlocks(slide.notes, INSIDE)) : '';
  const head = leaf('slide', { layout: slide.layout, title: slide.title && writeRuns(slide.title, 'line') }, slide.anchor);
  return [head, writeBlocks(slide.blocks, INSIDE), notes].filter((text) => text !== '').join('\n\n');
}

function writeSheet(sheet: Sheet): string {
  const head = `# Sheet: ${escapeLine(sheet.name)}${sheet.anchor === undefined ? '' : ` {#${sheet.anchor}}`}`;
  const protect = sheet.protected === true ? leaf('protect', {}) : '';
  return [head, protect, writeNames(sheet), writeBlocks(sheet.blocks, INSIDE)].filter((text) => text !== '').join('\n\n');
}

/** In one line; those with a label, a unit or a note in one each. */
function writeNames({ names = {}, name_details: details }: Sheet): string {
  if (Object.keys(names).length === 0) return '';
  if (!details || Object.keys(details).length === 0) return leaf('name', names);
  return Object.entries(names)
    .map(([name, value]) => {
      const { label, unit, note } = details[name] ?? {};
      return leaf('name', { [name]: value, label, unit, note });
    })
    .join('\n');
}
