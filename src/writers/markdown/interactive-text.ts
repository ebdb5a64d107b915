/** Forms, lists of entries, checklists, polls, charts of entries and calculators in the dialect. */
import type { CalculatorInput, FormField, Interactive } from '../../document/interactive.ts';
import { writeAttributes, writeContainer } from './attribute-text.ts';
import { escapeLine } from './escape.ts';
import { writeRuns } from './inline-text.ts';

const cell = (text: string): string => escapeLine(text).replaceAll('|', '\\|');
const item = (parts: readonly string[]): string => {
  const kept = [...parts];
  while (kept.at(-1) === '') kept.pop();
  return `- ${kept.join(' | ')}`;
};

const TYPE_WORDS: Readonly<Record<FormField['type'], string>> = {
  text: 'text',
  long_text: 'long text',
  email: 'email',
  number: 'number',
  date: 'date',
  choice: 'choice',
  check: 'check',
};

const range = (min: number | undefined, max: number | undefined): string => {
  if (min !== undefined && max !== undefined) return `, ${min} to ${max}`;
  return `${min === undefined ? '' : `, min ${min}`}${max === undefined ? '' : `, max ${max}`}`;
};

function fieldText({ name, type, required, choices, min, max, hint }: FormField): string {
  const kind = choices === undefined ? `${TYPE_WORDS[type]}${range(min, max)}` : `choice: ${choices.map(cell).join(', ')}`;
  return item([`${cell(name)}${required ? '*' : ''}`, kind, hint === undefined ? '' : cell(hint)]);
}

function inputText({ name, type, value, checked, choices, min, max, hint }: CalculatorInput): string {
  const kind =
    choices !== undefined
      ? `choice: ${choices.map((choice) => `${cell(choice.label)}=${choice.value}`).join(', ')}`
      : type === 'check'
        ? `check: ${value}`
        : `number${range(min, max)}`;
  const chosen = choices?.find((choice) => choice.value === value)?.label;
  const start = type === 'check' ? (checked === true ? 'yes' : '') : chosen === undefined ? String(value) : cell(chosen);
  return item([cell(name), kind, start, hint === undefined ? '' : cell(hint)]);
}

/** The directive of the block. */
export function writeInteractive(block: Interactive): string {
  const { anchor } = block;
  const title = 'title' in block && typeof block.title === 'object' ? writeRuns(block.title, 'line') : undefined;
  switch (block.type) {
    case 'form': {
      const { collection, mode, button, done } = block;
      const attributes = writeAttributes({ collection, mode, title, button, done }, anchor);
      return writeContainer('form', attributes, block.fields.map(fieldText).join('\n'));
    }
    case 'records': {
      const { collection, mode, columns, sort, filter, empty } = block;
      return writeContainer(
        'records',
        writeAttributes({ collection, mode, title, columns: columns?.join(','), sort, filter, empty }, anchor),
        '',
      );
    }
    case 'checklist': {
      const { collection, mode, items } = block;
      return writeContainer(
        'checklist',
        writeAttributes({ collection, mode, title }, anchor),
        items.map((text) => `- ${escapeLine(text)}`).join('\n'),
      );
    }
    case 'poll': {
      const { collection, mode, multiple, button } = block;
      const question = block.question.length === 0 ? undefined : writeRuns(block.question, 'line');
      const attributes = writeAttributes({ collection, mode, question, multiple: multiple === true ? 'yes' : undefined, button }, anchor);
      return writeContainer('poll', attributes, block.choices.map((text) => `- ${escapeLine(text)}`).join('\n'));
    }
    case 'tally': {
      const { collection, mode, kind, by, sum, unit } = block;
      return writeContainer('chart', writeAttributes({ collection, mode, type: kind, title: block.title, by, sum, unit }, anchor), '');
    }
    case 'calculator': {
      const results = block.results.map(({ name, formula, format }) =>
        item([`${cell(name)} = ${formula.slice(1).replaceAll('|', '\\|')}`, format ?? '']),
      );
      return writeContainer('calculator', writeAttributes({ title }, anchor), [...block.inputs.map(inputText), ...results].join('\n'));
    }
  }
}
