/**
 * A document → what is on each sheet. Where the author has sheets, they are these, and what is before them is a
 * summary. Any other document is divided at its headings: sections with tables, charts or key figures are sheets of
 * their own; those of words alone are together as notes at the end.
 */
import type { Block, Footnotes, NameDetails } from '../../document/block.ts';
import type { Document } from '../../document/document.ts';
import { plainText } from '../../document/inline.ts';
import { labelsOf } from '../../document/labels.ts';
import { walkBlocks } from '../../document/walk.ts';
import { minOf } from '../../base/extremes.ts';

export interface SheetSource {
  title: string;
  /** Block that it comes from, for notes; '' where it is made up. */
  blockId: string;
  blocks: Block[];
  names: Readonly<Record<string, string>>;
  details: Readonly<Record<string, NameDetails>>;
  /** Formulas are locked. */
  protected: boolean;
  role: 'summary' | 'inputs' | 'plain';
  aliases: string[];
}

const SUMMARY = /^(?:summary|overview|dashboard|executive summary|resumen|resumen ejecutivo|panel|cuadro de mando)$/i;
const INPUTS = /^(?:inputs?|assumptions?|parameters?|drivers?|supuestos|hipótesis|parámetros|entradas|datos de entrada)$/i;

const roleOf = (title: string): SheetSource['role'] =>
  SUMMARY.test(title.trim()) ? 'summary' : INPUTS.test(title.trim()) ? 'inputs' : 'plain';

const source = (
  title: string,
  blockId: string,
  blocks: Block[],
  names: SheetSource['names'] = {},
  aliases: string[] = [],
): SheetSource => ({ title, blockId, blocks, names, details: {}, protected: false, role: roleOf(title), aliases });

/** Blocks that make no sense on a sheet. */
const LEFT_OUT = new Set<Block['type']>(['toc', 'page_break', 'divider', 'footnotes']);

export function divideSheets(document: Document): SheetSource[] {
  const blocks = document.blocks.filter((block) => !LEFT_OUT.has(block.type));
  const sheets = blocks.some((block) => block.type === 'sheet') ? ofSheets(document, blocks) : ofSections(document, blocks);
  return sheets.length > 0 ? sheets : [source(document.title || labelsOf(document.lang).table, '', [])];
}

export function footnotesOf(document: Document): Footnotes | undefined {
  return document.blocks.find((block) => block.type === 'footnotes');
}

function isTitleOnly(blocks: readonly Block[], document: Document): boolean {
  return blocks.every((block) => block.type === 'heading' && block.id === document.titleId);
}

function ofSheets(document: Document, blocks: readonly Block[]): SheetSource[] {
  const sheets: SheetSource[] = [];
  const loose: Block[] = [];
  const behind: Block[] = [];
  for (const block of blocks) {
    if (block.type === 'sheet')
      sheets.push({
        ...source(
          block.name,
          block.id,
          block.blocks.filter(({ type }) => !LEFT_OUT.has(type)),
          block.names,
          block.anchor === undefined ? [] : [block.anchor],
        ),
        details: block.name_details ?? {},
        protected: block.protected === true,
      });
    else if (sheets.length === 0) loose.push(block);
    else behind.push(block);
  }
  const [first] = sheets;
  if (loose.length > 0 && !isTitleOnly(loose, document)) {
    const joins = first?.role === 'summary';
    if (joins && first) first.blocks = [...loose, ...first.blocks];
    else sheets.unshift({ ...source(labelsOf(document.lang).summary, loose[0]?.id ?? '', loose), role: 'summary' });
  }
  if (behind.length > 0) sheets.push(source(notesTitle(document.lang), behind[0]?.id ?? '', behind));
  return sheets;
}

const notesTitle = (lang: string): string => labelsOf(lang).notes;

function hasFigures(blocks: readonly Block[]): boolean {
  for (const block of walkBlocks(blocks)) if (block.type === 'table' || block.type === 'chart' || block.type === 'kpis') return true;
  return false;
}

function ofSections(document: Document, blocks: readonly Block[]): SheetSource[] {
  const headings = blocks.filter((block) => block.type === 'heading' && block.id !== document.titleId);
  const level = minOf(headings.map((block) => (block.type === 'heading' ? block.level : 9)));
  const parts: { title: string; blocks: Block[] }[] = [{ title: document.title || `${labelsOf(document.lang).sheet} 1`, blocks: [] }];
  for (const block of blocks) {
    if (block.type === 'heading' && block.level === level && block.id !== document.titleId)
      parts.push({ title: plainText(block.runs).trim(), blocks: [block] });
    else parts.at(-1)?.blocks.push(block);
  }
  const filled = parts.filter((part) => part.blocks.length > 0 && !isTitleOnly(part.blocks, document));
  const figures = filled.filter((part) => hasFigures(part.blocks));
  if (figures.length === 0)
    return filled.length === 0
      ? []
      : [
          source(
            document.title || filled[0]?.title || notesTitle(document.lang),
            '',
            filled.flatMap((part) => part.blocks),
          ),
        ];
  const words = filled.filter((part) => !hasFigures(part.blocks));
  const sheets = figures.flatMap((part) => divideTables(part.title, part.blocks));
  if (words.length > 0)
    sheets.push(
      source(
        notesTitle(document.lang),
        words[0]?.blocks[0]?.id ?? '',
        words.flatMap((part) => part.blocks),
      ),
    );
  return sheets;
}

/** A section with several tables under smaller headings is a sheet for each. */
function divideTables(title: string, blocks: readonly Block[]): SheetSource[] {
  const level = minOf(blocks.slice(1).map((block) => (block.type === 'heading' ? block.level : 9)));
  const parts: { title: string; blocks: Block[] }[] = [{ title, blocks: [] }];
  for (const [i, block] of blocks.entries()) {
    const heads =
      i > 0 && block.type === 'heading' && block.level === level && hasFigures(blocks.slice(i + 1, nextHeading(blocks, i, level)));
    if (heads && hasFigures(parts.at(-1)?.blocks ?? [])) parts.push({ title: plainText(block.runs).trim(), blocks: [block] });
    else parts.at(-1)?.blocks.push(block);
  }
  return parts.map((part) => source(part.title, part.blocks[0]?.id ?? '', part.blocks));
}

function nextHeading(blocks: readonly Block[], from: number, level: number): number {
  const found = blocks.findIndex((block, i) => i > from && block.type === 'heading' && block.level <= level);
  return found < 0 ? blocks.length : found;
}

const FORBIDDEN = /[\\/?*[\]:\p{Cc}]/gu;
const NAME_MAX = 31;
const RESERVED = /^(?:history|historial)$/i;

/** Sheet names as Excel takes them: 31 signs, none of \ / ? * [ ] :, no apostrophe at an end, none twice (without case). */
export function sheetNames(titles: readonly string[]): string[] {
  const taken = new Set<string>();
  return titles.map((title, i) => {
    const clean = cut(
      title
        .replaceAll(FORBIDDEN, ' ')
        .replaceAll(/\s+/g, ' ')
        .trim()
        .replaceAll(/^'+|'+$/g, ''),
      NAME_MAX,
    ).trim();
    const base = clean === '' || RESERVED.test(clean) ? `Sheet ${i + 1}` : clean;
    let name = base;
    for (let n = 2; taken.has(name.toLowerCase()); n++) name = `${cut(base, NAME_MAX - String(n).length - 1).trim()} ${n}`;
    taken.add(name.toLowerCase());
    return name;
  });
}

/** First UTF-16 units of a text, without half a sign at the end; an apostrophe may not end a name. */
function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const space = text.lastIndexOf(' ', length);
  const at = space > length * 0.6 ? space : length;
  return text
    .slice(0, at)
    .toWellFormed()
    .replaceAll(/[\ufffd']+$/g, '');
}
