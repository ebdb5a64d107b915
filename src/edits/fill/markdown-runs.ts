/** Markdown of the data as words with marks, for texts that are set in the look of their place. */
import type { Block } from '../../document/block.ts';
import { plainText, type Run } from '../../document/inline.ts';
import { xmlns } from '../../ooxml/names.ts';
import { escapeText } from '../../ooxml/xml-text.ts';
import type { RunLook } from './text-part.ts';
import { ORDERS } from '../docx/mechanics/change-properties.ts';

/** Reads Markdown into blocks: given by whoever has a reader, since edits know none. */
export type ReadMarkdown = (text: string) => Block[];

/** A paragraph of it: its words, and what kind of line it is. */
export interface MarkdownLine {
  runs: readonly Run[];
  kind: 'paragraph' | 'heading' | 'bullet' | 'number' | 'quote';
  /** Of headings from 1, of lists from 0. */
  level: number;
  /** Lines of one list have the same number. */
  list: number;
}

/** Everything as lines, one below the other; tables and figures as the words in them. */
export function linesOf(blocks: readonly Block[]): MarkdownLine[] {
  const lines: MarkdownLine[] = [];
  let lists = 0;
  const put = (runs: readonly Run[], kind: MarkdownLine['kind'], level = 0, list = 0): void => void lines.push({ runs, kind, level, list });
  const read = (all: readonly Block[], depth: number): void => {
    for (const block of all) {
      if (block.type === 'heading') put(block.runs, 'heading', block.level);
      else if (block.type === 'paragraph') put(block.runs, 'paragraph');
      else if (block.type === 'list') {
        const number = ++lists;
        for (const item of block.items) {
          const [first, ...rest] = item.blocks;
          put(first?.type === 'paragraph' ? first.runs : [], block.ordered ? 'number' : 'bullet', depth, number);
          read(first?.type === 'paragraph' ? rest : item.blocks, depth + 1);
        }
      } else if (block.type === 'table')
        for (const row of block.rows) put([{ text: row.cells.map(({ runs }) => plainText(runs)).join('\t') }], 'paragraph');
      else if (block.type === 'code') put([{ text: block.text }], 'paragraph');
      else if ('blocks' in block && Array.isArray(block.blocks)) read(block.blocks, depth);
      else if ('text' in block && typeof block.text === 'string') put([{ text: block.text }], 'paragraph');
    }
  };
  read(blocks, 0);
  return lines;
}

/** Properties of a run with the marks of Markdown added; those that it has stay. */
function withMarks({ look, name, isWord }: RunLook, { bold, italic, underline, strike }: Run): string {
  const prefix = name.slice(0, name.indexOf(':') + 1);
  if (!isWord) {
    const marks = `${bold ? ' b="1"' : ''}${italic ? ' i="1"' : ''}${underline ? ' u="sng"' : ''}${strike ? ' strike="sngStrike"' : ''}`;
    if (marks === '') return look;
    if (look === '') return `<${prefix}rPr${marks}/>`;
    const names = [bold && 'b', italic && 'i', underline && 'u', strike && 'strike'].filter((one) => typeof one === 'string');
    const kept = names.reduce((xml, one) => xml.replace(new RegExp(`^(<[^>]*?)\\s${one}="[^"]*"`), '$1'), look);
    return kept.replace(/^<[\w.:-]+/, (tag) => tag + marks);
  }
  const marks: [string, string][] = [];
  if (bold) marks.push(['b', `<${prefix}b/>`]);
  if (italic) marks.push(['i', `<${prefix}i/>`]);
  if (strike) marks.push(['strike', `<${prefix}strike/>`]);
  if (underline) marks.push(['u', `<${prefix}u ${prefix}val="single"/>`]);
  if (marks.length === 0) return look;
  const inner = look === '' || look.endsWith('/>') ? '' : look.slice(look.indexOf('>') + 1, look.lastIndexOf('</'));
  return `<${prefix}rPr>${orderProperties(inner, prefix, marks)}</${prefix}rPr>`;
}

const ORDER: readonly string[] = ORDERS.rPr;

function orderProperties(inner: string, prefix: string, marks: readonly [string, string][]): string {
  let xml = inner;
  for (const [mark, written] of marks) {
    xml = xml.replace(new RegExp(`<${prefix}${mark}(?:\\s[^>]*)?/>`), '');
    const before = new Set(ORDER.slice(0, ORDER.indexOf(mark)));
    let at = 0;
    for (const found of xml.matchAll(new RegExp(`<${prefix}([A-Za-z]+)(?:\\s[^>]*)?(?:/>|>.*?</${prefix}\\1>)`, 'gs')))
      if (before.has(found[1] ?? '')) at = found.index + found[0].length;
    xml = xml.slice(0, at) + written + xml.slice(at);
  }
  return xml;
}

/** The runs of a line in the look of a place. @param link id of a relationship to an address; undefined where links are plain words */
export function writeLine(
  look: RunLook,
  runs: readonly Run[],
  write: (look: RunLook, text: string) => string,
  link?: (address: string) => string | undefined,
): string {
  const prefix = look.name.slice(0, look.name.indexOf(':') + 1);
  return runs
    .map((run) => {
      const marked = { ...look, look: withMarks(look, run) };
      const id = run.link !== undefined && /^(?:https?|mailto):/i.test(run.link) ? link?.(run.link) : undefined;
      const xml = write(marked, run.text);
      return id === undefined || xml === ''
        ? xml
        : `<${prefix}hyperlink ${xmlns('r')} r:id="${escapeText(id)}">${xml}</${prefix}hyperlink>`;
    })
    .join('');
}
