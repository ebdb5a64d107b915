import { parseNumber } from '../../../base/figures.ts';
import type { Block } from '../../../document/block.ts';
import type { Document } from '../../../document/document.ts';
import { plainText } from '../../../document/inline.ts';
import { walkBlocks } from '../../../document/walk.ts';
import { defineContentRule, type Hit } from '../../define-rule.ts';
import { minOf } from '../../../base/extremes.ts';

interface Figure {
  label: string;
  text: string;
  value: number;
  unit: string;
  block: Block;
  section: string;
}

/** Said of many things in one document. */
const GENERIC =
  /^(?:(?:grand |sub-?)?total(?: .{0,12})?|sum|suma|others?|otr[oa]s?|average|media|mean|rest|resto|amount|importe|price|precio|cost|coste|status|estado|count|number|n\.?º|quantity|cantidad|version|versión)$/;
/** Sections that say in short what others say at length. */
const SUMMARY =
  /^(?:executive |key |in )?(?:summary|short|figures|results|highlights|overview|at a glance)\b|^(?:resumen|en resumen|cifras|de un vistazo|lo esencial)\b/i;

const unitOf = (text: string): string => text.replaceAll(/[\d.,\s\u00A0\u202F'’+−–-]/g, '').toLowerCase();

function figure(label: string, text: string, { block, section }: Placed): Figure[] {
  const value = parseNumber(text, '.');
  const clean = label.trim().toLowerCase().replaceAll(/\s+/g, ' ');
  return value === undefined || clean.length < 4 || GENERIC.test(clean)
    ? []
    : [{ label: clean, text: text.trim(), value, unit: unitOf(text), block, section }];
}

/** Labelled figures: KPIs, and tables of two columns, whose label says all that there is to know. */
function figuresOf(placed: Placed): Figure[] {
  const { block } = placed;
  if (block.type === 'kpis')
    return block.items.flatMap((item) => (item.label ? figure(plainText(item.label), plainText(item.value), placed) : []));
  if (block.type !== 'table' || block.columns.length !== 2 || block.header_rows > 1) return [];
  const rows = block.rows.slice(block.header_rows);
  return rows.flatMap((row) =>
    row.cells.length === 2 ? figure(plainText(row.cells[0]?.runs ?? []), plainText(row.cells[1]?.runs ?? []), placed) : [],
  );
}

interface Placed {
  block: Block;
  /** Title of the section of the highest level; '' before the first. */ section: string;
}

function placed({ blocks, titleId }: Document): Placed[] {
  const levels = blocks.flatMap((block) => (block.type === 'heading' && block.id !== titleId ? [block.level] : []));
  const top = minOf(levels);
  let section = '';
  return blocks.flatMap((block) => {
    if (block.type === 'heading' && block.level === top && block.id !== titleId) section = plainText(block.runs).trim();
    return [...walkBlocks([block])].map((one) => ({ block: one, section }));
  });
}

/** What is reported of two regions or two years under the same names is in sections or tables of their own. */
function sameThing(a: Figure, b: Figure): boolean {
  if (a.block === b.block || (a.block.type === 'table' && b.block.type === 'table')) return false;
  const short = (figure: Figure): boolean => figure.section === '' || SUMMARY.test(figure.section);
  return a.section === b.section || short(a) !== short(b);
}

function conflicts(figures: readonly Figure[]): Hit[] {
  // said more than twice, it is said of several things
  const [first, second, ...others] = figures;
  if (
    !first ||
    !second ||
    others.length > 0 ||
    !sameThing(first, second) ||
    Math.abs(first.value - second.value) <= Math.abs(first.value) * 0.005
  )
    return [];
  return [
    { message: `"${first.label}" is ${first.text} in one place and ${second.text} in another.`, location: { block_id: second.block.id } },
  ];
}

/** Two values under one name: whoever reads both has to ask which is true. Only exact labels and units are compared. */
export const figureConflict = defineContentRule({
  code: 'figure_conflict',
  severity: 'warning',
  formats: ['docx', 'pptx', 'xlsx', 'pdf'],
  foreign: { formats: ['docx', 'pptx', 'xlsx', 'pdf'] },
  summary: 'one labelled figure with two values',
  check: ({ document }) => {
    const seen = new Map<string, Figure[]>();
    for (const found of placed(document).flatMap(figuresOf)) {
      const key = `${found.label}|${found.unit}`;
      seen.set(key, [...(seen.get(key) ?? []), found]);
    }
    return [...seen.values()].flatMap(conflicts);
  },
  examples: {
    fires: [
      { name: 'revenue twice', document: { blocks: [kpi('b1', 'Revenue', '€4.2M'), kpi('b2', 'Revenue', '€4.6M')] } },
      {
        name: 'in short and at length',
        document: {
          blocks: [heading('b0', 'Summary'), kpi('b1', 'Revenue', '€4.2M'), heading('b2', 'Sales'), kpi('b3', 'Revenue', '€4.6M')],
        },
      },
    ],
    silent: [
      { name: 'the same value', document: { blocks: [kpi('b1', 'Revenue', '€4.2M'), kpi('b2', 'Revenue', '€4.2M')] } },
      {
        name: 'two regions',
        document: {
          blocks: [heading('b1', 'Madrid'), kpi('b2', 'Revenue', '€4.2M'), heading('b3', 'Lisbon'), kpi('b4', 'Revenue', '€3.1M')],
        },
      },
      {
        name: 'a whole and its parts',
        document: {
          blocks: [
            kpi('b0', 'Revenue', '€7.3M'),
            heading('b1', 'Madrid'),
            kpi('b2', 'Revenue', '€4.2M'),
            heading('b3', 'Lisbon'),
            kpi('b4', 'Revenue', '€3.1M'),
          ],
        },
      },
      { name: 'another unit', document: { blocks: [kpi('b1', 'Growth', '12 %'), kpi('b2', 'Growth', '€4.6M')] } },
    ],
  },
});

function kpi(id: string, label: string, value: string): Block {
  return { id, type: 'kpis', items: [{ value: [{ text: value }], label: [{ text: label }] }] };
}
function heading(id: string, text: string): Block {
  return { id, type: 'heading', level: 1, runs: [{ text }] };
}
