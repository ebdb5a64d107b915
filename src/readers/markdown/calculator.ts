/** `:::calculator`: inputs (`- Guests | number, 1 to 200 | 12`) and results (`- Total = [Guests] * [Menu] | eur2`). */
import { COLUMN_TYPE, type Block } from '../../document/block.ts';
import type { Calculator, CalculatorInput } from '../../document/interactive.ts';
import { FormulaFault } from '../../spreadsheet/formula-tree.ts';
import { readInputFormula } from '../../spreadsheet/input-formula.ts';
import { anchored, noteFaults, valueOf, type Directive } from './directives.ts';
import { readNodes } from './blocks.ts';
import { takeItems } from './front-blocks.ts';
import { splitCells } from './pipe-table.ts';
import { addNote, type Reading } from './reading.ts';
import { readTitle } from './runs.ts';

const PARTS_MAX = 60;

const RESULT = /^([^=|]+?)\s*=\s*(.+)$/;

const figure = (text: string): number | undefined => {
  const clean = text
    .replaceAll(/[^\d.,+-]/g, '')
    .replace(/,(?=\d{3}\b)/g, '')
    .replace(',', '.');
  const value = Number(clean);
  return clean === '' || !Number.isFinite(value) ? undefined : value;
};

/** Choices are values with or without a name: `Simple=18, Full=26`, `1, 2, 3`. */
function readChoices(text: string): { label: string; value: number }[] {
  return text.split(/\s*,\s*/).flatMap((part) => {
    const at = part.lastIndexOf('=');
    const [label, value] = at === -1 ? [part, figure(part)] : [part.slice(0, at), figure(part.slice(at + 1))];
    return value === undefined || label.trim() === '' ? [] : [{ label: label.trim(), value }];
  });
}

function readInput(text: string, faults: string[]): CalculatorInput | undefined {
  const [label = '', kind = 'number', start = '', ...hints] = splitCells(text);
  const name = label.replaceAll(/[*_`]+/g, '').trim();
  if (name === '') return undefined;
  const hint = hints.join(' | ').trim();
  const more = hint === '' ? {} : { hint };
  const words = kind.trim();
  const behind = words.includes(':') ? words.slice(words.indexOf(':') + 1) : words.replace(/^\p{L}+,?/u, '');
  if (/^(?:choice|choose|select|elección|opción)/i.test(words)) {
    const choices = readChoices(behind);
    const [first] = choices;
    if (first === undefined) faults.push(`${name}: ${words.slice(0, 40)} (choices are written \`Simple=18, Full=26\`)`);
    else {
      const chosen = choices.find((choice) => choice.label === start.trim()) ?? choices.find((choice) => choice.value === figure(start));
      return { name, type: 'choice', choices, value: (chosen ?? first).value, ...more };
    }
  }
  if (/^(?:check|casilla|yes|sí)/i.test(words))
    return {
      name,
      type: 'check',
      value: figure(behind) ?? 1,
      ...(/^(?:x|yes|on|sí|true|1)$/i.test(start.trim()) ? { checked: true as const } : {}),
      ...more,
    };
  if (!/^(?:number|número|numero|slider|range)/i.test(words) && words !== '') faults.push(`${name}: ${words.slice(0, 40)}`);
  const range = /(-?\d+(?:\.\d+)?)\s*(?:-|–|to|a|…)\s*(-?\d+(?:\.\d+)?)/.exec(behind);
  const min = range?.[1] === undefined ? undefined : Number(range[1]);
  const max = range?.[2] === undefined ? undefined : Number(range[2]);
  return {
    name,
    type: 'number',
    value: figure(start) ?? min ?? 0,
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
    ...more,
  };
}

/** The directive; results whose formula cannot be calculated on a page are left out and named. */
export function readCalculator(directive: Directive, reading: Reading): Block[] {
  const inputs: CalculatorInput[] = [];
  const results: Calculator['results'] = [];
  const faults: string[] = [];
  const known = (): string[] => [...inputs, ...results].map(({ name }) => name);
  const left = directive.children.filter(
    (node) =>
      !takeItems(node, (text, line) => {
        if (inputs.length + results.length >= PARTS_MAX) return;
        const [head = '', format = ''] = splitCells(text);
        const result = RESULT.exec(head.trim());
        if (result === null) {
          const input = readInput(text, faults);
          if (input !== undefined && !known().includes(input.name)) inputs.push(input);
          return;
        }
        const [, label = '', formula = ''] = result;
        const name = label.replaceAll(/[*_`]+/g, '').trim();
        try {
          readInputFormula(formula, known());
        } catch (error) {
          if (!(error instanceof FormulaFault)) throw error;
          addNote(
            reading,
            { code: 'interactive_invalid', severity: 'warning', message: `"${name}" of the calculator was left out: ${error.message}.` },
            line,
          );
          return;
        }
        const type = format.trim();
        if (type !== '' && !COLUMN_TYPE.test(type)) faults.push(`${name}: ${type.slice(0, 20)}`);
        results.push({ name, formula: `=${formula}`, ...(COLUMN_TYPE.test(type) ? { format: type } : {}) });
      }),
  );
  noteFaults(directive, reading, ['title'], faults);
  const rest = readNodes(left, reading);
  if (inputs.length === 0 || results.length === 0) {
    addNote(
      reading,
      {
        code: 'interactive_invalid',
        severity: 'warning',
        message:
          'The directive "calculator" needs inputs (`- Guests | number | 12`) and results (`- Total = [Guests] * 18`); it was left out.',
      },
      directive.line,
    );
    return rest;
  }
  const calculator: Calculator = anchored({ id: '', type: 'calculator', inputs, results }, directive);
  const title = readTitle(valueOf(directive, 'title') ?? directive.label, reading, directive.line);
  if (title) calculator.title = title;
  return [...rest, calculator];
}
