/** `::highlight`, `::input`, `::style` and `::grow` under a table: what a workbook does with it. */
import { CELL_STYLES, HIGHLIGHTS, type Block, type Table, type TableRule } from '../../document/block.ts';
import { plainText } from '../../document/inline.ts';
import { splitEscaped } from './attributes.ts';
import { noteFaults, valueOf } from './directives.ts';
import type { Directive } from './directives.ts';
import { addNote } from './reading.ts';
import type { Reading } from './reading.ts';

const KNOWN: Readonly<Record<string, readonly string[]>> = {
  highlight: ['col', 'when', 'as'],
  input: ['col', 'choices', 'min', 'max', 'message'],
  style: ['col', 'as'],
  grow: ['rows'],
};
const GROW_MAX = 1_000;

/** Adds what the directive says to the table above it; a note where there is none, or where it has no such column. */
export function readTableRule(directive: Directive, reading: Reading): Block[] {
  const table = reading.lastTable?.table;
  const faults: string[] = [];
  const rules = table ? rulesOf(directive, table, faults) : [];
  if (!table || rules.length === 0)
    addNote(
      reading,
      {
        code: 'attribute_invalid',
        severity: 'warning',
        message: `"${directive.source.slice(0, 120)}" was left out: ${table ? faults.join(', ').slice(0, 120) || 'it says nothing' : 'there is no table above it'}.`,
      },
      directive.line,
    );
  else {
    table.rules = [...(table.rules ?? []), ...rules];
    noteFaults(directive, reading, KNOWN[directive.name] ?? [], faults);
  }
  return [];
}

const isOneOf = <T extends string>(list: readonly T[], text: string | undefined): text is T => list.some((one) => one === text);

/** The columns that a directive names, as their headers are written; those that the table lacks become faults. */
function columnsOf(directive: Directive, table: Table, faults: string[]): string[] {
  const heads = table.rows[table.header_rows - 1]?.cells.map((cell) => plainText(cell.runs).trim()) ?? [];
  return (valueOf(directive, 'col') ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
    .flatMap((name) => {
      const found = heads.find((head) => head.toLowerCase() === name.toLowerCase());
      if (found === undefined) faults.push(`the table has no column "${name}"`);
      return found === undefined ? [] : [found];
    });
}

function rulesOf(directive: Directive, table: Table, faults: string[]): TableRule[] {
  const columns = columnsOf(directive, table, faults);
  const as = valueOf(directive, 'as')?.toLowerCase();
  switch (directive.name) {
    case 'highlight': {
      if (as !== undefined && !isOneOf(HIGHLIGHTS, as)) faults.push(`as=${as}`);
      const style = isOneOf(HIGHLIGHTS, as) ? as : 'bad';
      const when = valueOf(directive, 'when');
      if (when === undefined && style !== 'bars' && style !== 'scale') faults.push('it has no "when"');
      else if (columns.length === 0 && faults.length === 0) return [{ kind: 'highlight', ...(when === undefined ? {} : { when }), style }];
      else return columns.map((column) => ({ kind: 'highlight', column, ...(when === undefined ? {} : { when }), style }));
      return [];
    }
    case 'input':
      return columns.map((column) => inputRule(directive, column));
    case 'style':
      if (isOneOf(CELL_STYLES, as)) return columns.map((column) => ({ kind: 'style', column, style: as }));
      faults.push(`as=${as ?? ''}`);
      return [];
    default: {
      const rows = Number(valueOf(directive, 'rows') ?? '10');
      if (Number.isInteger(rows) && rows >= 1 && rows <= GROW_MAX) return [{ kind: 'grow', rows }];
      faults.push(`rows is 1 to ${GROW_MAX}`);
      return [];
    }
  }
}

function inputRule(directive: Directive, column: string): TableRule {
  const text = valueOf(directive, 'choices');
  const choices =
    text === undefined || text.startsWith('=') ? text : splitEscaped(text, text.includes('|') ? '|' : ',').map((one) => one.trim());
  const [min, max, message] = [valueOf(directive, 'min'), valueOf(directive, 'max'), valueOf(directive, 'message')];
  return {
    kind: 'input',
    column,
    ...(choices === undefined ? {} : { choices }),
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
    ...(message === undefined ? {} : { message }),
  };
}
