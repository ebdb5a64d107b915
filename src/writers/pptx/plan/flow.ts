/** Blocks as the paragraphs of a text placeholder, and the figures (tables, charts, pictures) that need a place of their own. */
import { append } from '../../../base/append.ts';
import type { Block, Chart, Image, List, ListItem, Table } from '../../../document/block.ts';
import { plainText, type Run } from '../../../document/inline.ts';
import { labelsOf } from '../../../document/labels.ts';
import type { Note } from '../../../base/note.ts';
import { chartTable, isEmptyChart } from '../../chart-table.ts';
import { quoteMarks } from '../../typography.ts';
import { formulaRuns } from '../../formula-text.ts';
import type { PlannedParagraph } from './planned.ts';

export type Figure = Table | Chart | Image;

export interface Flow {
  paragraphs: PlannedParagraph[];
  figures: Figure[];
}

/** Levels of a body placeholder (`bodyLevels`). */
export const LEVEL = { item: 0, subItem: 1, lead: 2, underLead: 3, third: 4, fourth: 5 } as const;
/** Levels of items by how deep they are; deeper ones are as the last. */
export const ITEM_LEVELS = [LEVEL.item, LEVEL.subItem, LEVEL.third, LEVEL.fourth] as const;

/** Whether a level is one of items, and no lead or its text. */
export const isItemLevel = (level: number): boolean => level !== LEVEL.lead && level !== LEVEL.underLead;

const CODE_PT = 14;
const plain = (runs: readonly Run[], more: Partial<PlannedParagraph> = {}): PlannedParagraph => ({
  runs,
  level: LEVEL.item,
  bullet: 'none',
  ...more,
});

/** A run in the weight of the text around it. */
export function withoutBold(run: Run): Run {
  const { bold: dropped, ...rest } = run;
  return dropped === undefined ? run : rest;
}

/** Bold at the beginning, as in `**Lead.** text`: the lead without its mark, and the rest. */
export function splitLead(runs: readonly Run[]): { lead: Run[]; rest: Run[] } | undefined {
  const at = runs.findIndex((run) => run.bold !== true);
  if (at <= 0) return undefined;
  const lead = runs.slice(0, at).map(withoutBold);
  const rest = runs.slice(at).map((run) => ({ ...run }));
  const first = rest[0];
  if (!first) return undefined;
  // "**Ana Ruiz**, director — leads …" names an office; any other comma goes on with a sentence
  if (/^\s*,/.test(first.text)) {
    if (!/^\s*,\s*[^.,;:]{2,60}\s[—–-]\s/.test(plainText(rest))) return undefined;
    first.text = first.text.replace(/^\s*,\s*(\p{Ll})?/u, (_, letter: string | undefined) => (letter ?? '').toUpperCase());
  }
  first.text = first.text.replace(/^\s*[:.–—-]?\s*/, '');
  const last = lead.at(-1);
  if (last) last.text = last.text.replace(/\s*[:.–—]\s*$/, '');
  if (plainText(lead).trim() === '' || plainText(rest).trim() === '') return undefined;
  return { lead, rest };
}

/** Runs of an item that is one paragraph; undefined for others. */
export function soleRuns(item: ListItem): Run[] | undefined {
  const [first] = item.blocks;
  return item.blocks.length === 1 && first?.type === 'paragraph' ? first.runs : undefined;
}

/** Lines of code as one paragraph, so that nothing is between them. */
export const codeParagraph = (text: string): PlannedParagraph => ({
  runs: [
    {
      text: text
        .replace(/\n+$/, '')
        .replaceAll('\t', '    ')
        .replaceAll(/^ +/gm, (blanks) => '\u00A0'.repeat(blanks.length)),
      code: true,
    },
  ],
  level: 0,
});

interface Walk {
  lang: string;
  flow: Flow;
  notes: Note[];
}

function addItem(walk: Walk, item: ListItem, list: List, at: number, depth: number): void {
  const level = ITEM_LEVELS[Math.min(depth, ITEM_LEVELS.length - 1)] ?? LEVEL.fourth;
  let first = true;
  for (const block of item.blocks) {
    if (block.type === 'paragraph') {
      const box: Run[] = item.checked === undefined || !first ? [] : [{ text: item.checked ? '☑ ' : '☐ ' }];
      const number = list.ordered && first;
      walk.flow.paragraphs.push({
        runs: [...box, ...block.runs],
        level,
        ...(number
          ? { bullet: 'number' as const, startAt: (list.start ?? 1) + at }
          : !first || box.length > 0
            ? { bullet: 'none' as const }
            : {}),
      });
      first = false;
    } else if (block.type === 'list') for (const [i, inner] of block.items.entries()) addItem(walk, inner, block, i, depth + 1);
    else addBlock(walk, block);
  }
}

function addList(walk: Walk, list: List): void {
  const leads = list.items.map((item) => (item.checked === undefined ? soleRuns(item) : undefined)).map((runs) => runs && splitLead(runs));
  if (
    !list.ordered &&
    leads.length > 1 &&
    leads.length <= 6 &&
    leads.every((lead) => lead !== undefined && plainText(lead.lead).length <= 70)
  ) {
    for (const lead of leads)
      if (lead) walk.flow.paragraphs.push({ runs: lead.lead, level: LEVEL.lead }, { runs: lead.rest, level: LEVEL.underLead });
    return;
  }
  for (const [i, item] of list.items.entries()) addItem(walk, item, list, i, 0);
}

function addQuote(walk: Walk, block: Extract<Block, { type: 'quote' }>): void {
  const { open, close } = quoteMarks(walk.lang);
  const inner = flowOf(block.blocks, walk.lang, walk.notes);
  const last = inner.paragraphs.length - 1;
  for (const [i, paragraph] of inner.paragraphs.entries()) {
    const runs = [
      ...(i === 0 ? [{ text: open, italic: true }] : []),
      ...paragraph.runs.map((run) => ({ ...run, italic: true })),
      ...(i === last ? [{ text: close, italic: true }] : []),
    ];
    walk.flow.paragraphs.push({ ...paragraph, runs });
  }
  if (block.by !== undefined) walk.flow.paragraphs.push(plain([{ text: `– ${block.by}` }]));
  append(walk.flow.figures, inner.figures);
}

type Listing = Extract<Block, { type: 'kpis' | 'cover' | 'letterhead' | 'signatures' }>;

/** A block of short parts as a paragraph for each. */
function linesOf(block: Listing, lang: string): PlannedParagraph[] {
  const each = (texts: readonly (string | undefined)[]): PlannedParagraph[] =>
    texts.flatMap((text) => (text === undefined ? [] : [plain([{ text }])]));
  switch (block.type) {
    case 'kpis':
      return block.items.flatMap(({ value, label, change }) => [
        { runs: value, level: LEVEL.lead },
        { runs: [...(label ?? []), ...(label && change ? [{ text: ', ' }] : []), ...(change ?? [])], level: LEVEL.underLead },
      ]);
    case 'cover':
      return each([block.title, block.subtitle, block.author, block.organization, block.date, block.version]);
    case 'letterhead':
      return each([...block.from, ...block.to, block.date, block.subject, block.reference]);
    case 'signatures':
      return block.parties.flatMap(({ name, role }) => [
        { runs: [{ text: name }], level: LEVEL.lead },
        { runs: [{ text: role ?? labelsOf(lang).date }], level: LEVEL.underLead },
      ]);
  }
}

function addChildren(walk: Walk, blocks: readonly Block[]): void {
  for (const block of blocks) addBlock(walk, block);
}

function addBlock(walk: Walk, block: Block): void {
  const { flow, lang } = walk;
  const { paragraphs } = flow;
  const head = (runs: readonly Run[]): void => {
    paragraphs.push({ runs, level: LEVEL.lead });
  };
  switch (block.type) {
    case 'paragraph':
      if (plainText(block.runs).trim() !== '' || block.runs.some((run) => run.footnote !== undefined)) paragraphs.push(plain(block.runs));
      return;
    case 'heading':
      return head(block.runs);
    case 'list':
      return addList(walk, block);
    case 'table':
      if (block.rows.some(({ cells }) => cells.length > 0)) flow.figures.push(block);
      else if (block.caption) paragraphs.push(plain(block.caption));
      return;
    case 'image':
      flow.figures.push(block);
      return;
    case 'chart':
      flow.figures.push(isEmptyChart(block) ? chartTable(block, lang) : block);
      return;
    case 'code':
      paragraphs.push({ ...codeParagraph(block.text), level: LEVEL.subItem, bullet: 'none', sizePt: CODE_PT });
      return;
    case 'equation':
      paragraphs.push(plain(formulaRuns(block.tex.trim()), { tex: block.tex.trim() }));
      return;
    case 'quote':
      return addQuote(walk, block);
    case 'callout':
      if (block.title) head(block.title);
      return addChildren(walk, block.blocks);
    case 'columns':
      for (const column of block.columns) addChildren(walk, column.blocks);
      return;
    case 'kpis':
    case 'cover':
    case 'letterhead':
    case 'signatures':
      append(paragraphs, linesOf(block, lang));
      return;
    case 'clause':
      if (block.title) head(block.title);
      return addChildren(walk, block.blocks);
    case 'slide':
      if (block.title) head(block.title);
      return addChildren(walk, block.blocks);
    case 'sheet':
      head([{ text: block.name }]);
      return addChildren(walk, block.blocks);
    case 'footnotes':
    case 'divider':
    case 'page_break':
    case 'toc':
      return;
  }
}

export function flowOf(blocks: readonly Block[], lang: string, notes: Note[]): Flow {
  const walk: Walk = { lang, flow: { paragraphs: [], figures: [] }, notes };
  addChildren(walk, blocks);
  return walk.flow;
}
