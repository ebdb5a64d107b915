/** Blocks that hold blocks or are side by side: quotes, callouts, columns, key figures, clauses, signatures. */
import { countingLetters, romanNumeral } from '../../base/list-number.ts';
import { labelsOf } from '../../document/labels.ts';
import { languageAt } from '../../document/section-languages.ts';
import type { Block, Callout, Clause, Columns, Kpis, Quote, Signatures } from '../../document/block.ts';
import { changeTone } from '../kpi-tone.ts';
import { MEANING } from '../../document/look.ts';
import { plainText, type Run } from '../../document/inline.ts';
import { blockText } from '../../document/walk.ts';
import { addNote, hasTitle, inside, outlineLevel, type Draft } from './draft.ts';
import { anchorMarkup, runsMarkup } from './runs.ts';
import { array, cm, code, literal, pt, rgb, textMarkup } from './text.ts';
import { minOf } from '../../base/extremes.ts';

const PT_PER_CM = 72 / 2.54;
/** Text of a box that is kept on one page: about a third of it. */
const WHOLE_CHARS_MAX = 1200;
const WHOLE_BLOCKS_MAX = 8;

function staysWhole(blocks: readonly Block[]): boolean {
  return (
    blocks.length <= WHOLE_BLOCKS_MAX &&
    blocks.every((block) => block.type === 'paragraph' || block.type === 'list') &&
    blocks.reduce((sum, block) => sum + blockText(block).length, 0) <= WHOLE_CHARS_MAX
  );
}

/** A short saying is set large; anything longer, or of several parts, as text with a rule beside it. */
const SAYING_CHARS_MAX = 220;

export function quoteMarkup(draft: Draft, quote: Quote): string {
  const [first] = quote.blocks;
  const saying =
    quote.blocks.length === 1 &&
    first?.type === 'paragraph' &&
    draft.depth === 0 &&
    draft.look.type !== 'contract' &&
    plainText(first.runs).length <= SAYING_CHARS_MAX;
  const body = inside(draft, draft.widthPt - 42, () => draft.writeBlocks(draft, quote.blocks).trim());
  // an opening mark hangs in the margin, so that the lines below begin under the first letter
  const hung = saying && /^\s*["“«„]/u.test(plainText(first.runs)) ? '#h(-0.42em);' : '';
  const by = quote.by === undefined || quote.by === '' ? 'none' : `[${textMarkup(quote.by)}]`;
  return `${anchorMarkup(draft, quote.anchor)}${code(`quotation(${saying}, ${by}, ${staysWhole(quote.blocks)})[${hung}${body}]`)}`;
}

export function calloutMarkup(draft: Draft, callout: Callout): string {
  const { palette } = draft.look;
  const ink = draft.look.type === 'contract';
  const [edge, ground] =
    ink || callout.kind === 'key' ? [palette.deep, palette.tint] : [MEANING[callout.kind], MEANING[`${callout.kind}Tint`]];
  const title =
    callout.title === undefined || callout.title.length === 0
      ? textMarkup(labelsOf(languageAt(draft.document, callout.id))[callout.kind])
      : runsMarkup(draft, callout.title);
  const body = inside(draft, draft.widthPt - 27, () => draft.writeBlocks(draft, callout.blocks).trim());
  return `${anchorMarkup(draft, callout.anchor)}${code(`callout(${rgb(edge)}, ${rgb(ground)}, [${title}], ${staysWhole(callout.blocks)})[${body}]`)}`;
}

const COLUMN_GAP_CM = 0.8;

export function columnsMarkup(draft: Draft, block: Columns): string {
  const count = block.columns.length;
  if (count === 0) return '';
  // side by side, columns this narrow hold a word or two in a line
  const widthPt = (draft.widthPt - COLUMN_GAP_CM * PT_PER_CM * (count - 1)) / count;
  if (widthPt < 60) return block.columns.map((column) => draft.writeBlocks(draft, column.blocks)).join('\n\n');
  const ratio =
    block.ratio?.length === count ? block.ratio.map((share) => Math.min(Math.max(share, 0.01), 1000)) : block.columns.map(() => 1);
  const sum = ratio.reduce((total, share) => total + share, 0);
  const bodies = block.columns.map((column, at) =>
    inside(draft, (widthPt * count * (ratio[at] ?? 1)) / sum, () => `[${draft.writeBlocks(draft, column.blocks).trim()}]`),
  );
  return `${anchorMarkup(draft, block.anchor)}${code(`side-by-side(${array(ratio.map((share) => `${Number(share.toFixed(4))}fr`))}, ${bodies.join(', ')})`)}`;
}

const KPIS_PER_ROW = 4;

/** Key figures: at most four in a row, rows as even as they can be. */
export function kpisMarkup(draft: Draft, kpis: Kpis): string {
  const { items } = kpis;
  if (items.length === 0) return '';
  const rows = Math.ceil(items.length / KPIS_PER_ROW);
  const perRow = Math.max(Math.ceil(items.length / rows), items.length === 1 ? 2 : 1);
  const size = pt(minOf(items.map((item) => kpiSizePt(draft, item.value, perRow))));
  const cells = items.map((item) => {
    const label = item.label === undefined ? 'none' : `[${runsMarkup(draft, item.label)}]`;
    const change = item.change === undefined ? 'none' : changeMarkup(draft, item.change, item.label ?? []);
    return `kpi(${size}, [${runsMarkup(draft, item.value)}], ${label}, ${change})`;
  });
  return `${anchorMarkup(draft, kpis.anchor)}${code(`kpi-row(${perRow}, ${cells.join(', ')})`)}`;
}

/** A figure too long for its column is set smaller rather than broken, and its neighbours with it. */
function kpiSizePt(draft: Draft, value: readonly Run[], perRow: number): number {
  const full = draft.measures.roles.kpiValue.sizePt * (perRow > 3 ? 1 : 1.1);
  const columnPt = (draft.widthPt - 14 * (perRow - 1)) / perRow;
  const fitting = columnPt / (Math.max(plainText(value).length, 1) * (draft.look.ownFont ? 0.62 : 0.53));
  return Math.max(Math.min(full, fitting), 11);
}

/** Good or bad in its colour, muted without a sign. */
function changeMarkup(draft: Draft, runs: readonly Run[], label: readonly Run[]): string {
  const tone = changeTone(plainText(runs), plainText(label));
  const body = runsMarkup(draft, runs);
  return tone === undefined ? `[${body}]` : `text(fill: ${rgb(MEANING[tone])}, weight: 700)[${body}]`;
}

// ------------------------------------------------------------------------------------------------------------ clauses

/** Where the number of each level is and where its text begins, in centimetres (looks §4.2). */
const CLAUSE_CM: readonly (readonly [numberCm: number, textCm: number])[] = [
  [0, 1.1],
  [0, 1.1],
  [1.1, 2],
  [2, 2.9],
];

/** A clause: its number, its words, and below it the clauses that it holds, each at the place of its own level. */
export function clauseMarkup(draft: Draft, clause: Clause): string {
  const number = nextNumber(draft.clauses, clause.level);
  const [numberCm, textCm] = CLAUSE_CM[clause.level - 1] ?? [0, 1.1];
  const place = anchorMarkup(draft, clause.anchor);
  const at = clause.blocks.findIndex((block) => block.type === 'clause');
  const own = at === -1 ? clause.blocks : clause.blocks.slice(0, at);
  const below = at === -1 ? [] : clause.blocks.slice(at);
  const width = Math.max(60, draft.widthPt - textCm * PT_PER_CM);
  let markup: string;
  if (clause.level === 1 && clause.title !== undefined) {
    const title = runsMarkup(draft, clause.title, { footnotes: 'leave' });
    const heading =
      draft.headings.has(clause.id) && hasTitle(clause.title)
        ? `heading(level: ${outlineLevel(draft, draft.references.clauseLevel)}, numbering: (..n) => ${literal(number)})[${title}]`
        : `clause-title(${literal(number)})[${title}]`;
    markup = `${place}${code(heading)}${own.length === 0 ? '' : code(`pad(..((near): ${cm(textCm)}))[${inside(draft, width, () => draft.writeBlocks(draft, own).trim())}]`)}`;
  } else {
    const title = clause.title === undefined ? '' : code(`strong[${runsMarkup(draft, clause.title)}]`);
    const words = inside(draft, width, () => draft.writeBlocks(draft, own).trim());
    const leads = below.length > 0;
    markup = code(
      `clause(${cm(numberCm)}, ${cm(textCm - numberCm)}, ${literal(number)}, ${leads})[${place}${title}${title !== '' && words !== '' ? '#h(0.5em);' : ''}${words}]`,
    );
  }
  return [
    markup,
    ...below.map((block) =>
      block.type === 'clause'
        ? clauseMarkup(draft, block)
        : code(`pad(..((near): ${cm(textCm)}))[${inside(draft, width, () => draft.writeBlocks(draft, [block]).trim())}]`),
    ),
  ].join('\n\n');
}

/** Counts in place; what a reader sees of the number at its own level. */
function nextNumber(counts: number[], level: number): string {
  counts[level - 1] = (counts[level - 1] ?? 0) + 1;
  counts.fill(0, level);
  const [first = 0, second = 0, third = 0, fourth = 0] = counts;
  if (level === 1) return `${first}.`;
  if (level === 2) return `${first}.${second}`;
  return level === 3 ? `(${countingLetters(third)})` : `(${romanNumeral(fourth)})`;
}

// --------------------------------------------------------------------------------------------------------- signatures

/** Lines to sign on, two beside each other; the block never is alone on a page (its lead-in sticks to it). */
export function signaturesMarkup(draft: Draft, signatures: Signatures): string {
  const { parties } = signatures;
  if (parties.length === 0) {
    addNote(draft, {
      code: 'signatures_empty',
      severity: 'info',
      message: 'A signature block names nobody and was left out.',
      blockId: signatures.id,
    });
    return '';
  }
  const { type } = draft.look;
  const labels = labelsOf(languageAt(draft.document, signatures.id));
  const cells = parties.map((party) => {
    const role = party.role === undefined || party.role === '' ? 'none' : literal(party.role);
    if (type === 'letter') return `letter-signature(${literal(party.name)}, ${role})`;
    // whoever signs minutes is a person, whose name is under the line
    if (type === 'minutes' || draft.look.genre === 'certificate') return `person-signature(${literal(party.name)}, ${role})`;
    return `signature(${literal(party.name)}, ${role === 'none' ? literal(labels.name) : role}, ${literal(labels.date)})`;
  });
  return `${anchorMarkup(draft, signatures.anchor)}${code(`signature-block(${draft.look.genre === 'certificate' ? 'center' : 'start'}, ${lone(draft, cells).join(', ')})`)}`;
}

/** Who signs a certificate alone does so in the middle of it. */
const lone = (draft: Draft, cells: readonly string[]): readonly string[] =>
  draft.look.genre === 'certificate' && cells.length === 1
    ? [`grid.cell(colspan: 2, align(center, block(width: 46%, ${cells[0] ?? '[]'})))`]
    : cells;
