import { parseNumber } from '../../base/figures.ts';
import type { Block } from '../../document/block.ts';
import { plainText } from '../../document/inline.ts';
import { walkBlocks } from '../../document/walk.ts';
import { defineContentRule } from '../define-rule.ts';

interface Figure { label: string; text: string; value: number; unit: string; blockId: string }

const unitOf = (text: string): string => text.replaceAll(/[\d.,\s\u00A0\u202F'’+−–-]/g, '').toLowerCase();

function figure(label: string, text: string, blockId: string): Figure[] {
  const value = parseNumber(text, '.');
  const clean = label.trim().toLowerCase().replaceAll(/\s+/g, ' ');
  return value === undefined || clean.length < 4 ? [] : [{ label: clean, text: text.trim(), value, unit: unitOf(text), blockId }];
}

/** Labelled figures: KPIs, and tables of two columns, whose label says all that there is to know. */
function figuresOf(block: Block): Figure[] {
  if (block.type === 'kpis') return block.items.flatMap((item) => (item.label ? figure(plainText(item.label), plainText(item.value), block.id) : []));
  if (block.type !== 'table' || block.columns.length !== 2 || block.header_rows > 1) return [];
  const rows = block.rows.slice(block.header_rows);
  return rows.flatMap((row) => (row.cells.length === 2 ? figure(plainText(row.cells[0]?.runs ?? []), plainText(row.cells[1]?.runs ?? []), block.id) : []));
}

/** Two values under one name: whoever reads both has to ask which is true. Only exact labels and units are compared. */
export const figureConflict = defineContentRule({
  code: 'figure_conflict',
  severity: 'warning',
  summary: 'one labelled figure with two values',
  check: ({ document }) => {
    const seen = new Map<string, Figure>();
    return [...walkBlocks(document.blocks)].flatMap(figuresOf).flatMap((found) => {
      const key = `${found.label}|${found.unit}`;
      const first = seen.get(key);
      if (!first) seen.set(key, found);
      if (!first || first.blockId === found.blockId || Math.abs(first.value - found.value) <= Math.abs(first.value) * 0.005) return [];
      return [{ message: `"${found.label}" is ${first.text} in one place and ${found.text} in another.`, location: { block_id: found.blockId } }];
    });
  },
  examples: {
    fires: [{ name: 'revenue twice', document: { blocks: [kpi('b1', 'Revenue', '€4.2M'), kpi('b2', 'Revenue', '€4.6M')] } }],
    silent: [
      { name: 'the same value', document: { blocks: [kpi('b1', 'Revenue', '€4.2M'), kpi('b2', 'Revenue', '€4.2M')] } },
      { name: 'another unit', document: { blocks: [kpi('b1', 'Growth', '12 %'), kpi('b2', 'Growth', '€4.6M')] } },
    ],
  },
});

function kpi(id: string, label: string, value: string): Block {
  return { id, type: 'kpis', items: [{ value: [{ text: value }], label: [{ text: label }] }] };
}
