/**
 * What a page would be used for, in a file that nobody can use it in: a form has lines to write on, a checklist and a poll have boxes, a
 * calculator shows the figures that it opens with. What is entered on a page is not in the file, and a note says so.
 */
import type { Note } from '../base/note.ts';
import type { Block, Table } from '../document/block.ts';
import type { Document } from '../document/document.ts';
import type { Run } from '../document/inline.ts';
import { isInteractive, type Calculator, type Form, type FormField, type Interactive } from '../document/interactive.ts';
import { languageAt } from '../document/section-languages.ts';
import { mapChildLists, walkBlocks } from '../document/walk.ts';
import { calculateInput, readInputFormula } from '../spreadsheet/input-formula.ts';
import { formatFigure } from './figure-format.ts';
import { interactiveWords, type InteractiveWords } from './interactive-words.ts';

/** Values of a calculator as the page opens: of its inputs, then of its results; NaN where one cannot be calculated. */
export function startValues({ inputs, results }: Calculator): number[] {
  const names: string[] = inputs.map(({ name }) => name);
  const values = inputs.map(({ type, value, checked }) => (type === 'check' && checked !== true ? 0 : value));
  for (const { name, formula } of results) {
    values.push(calculateInput(readInputFormula(formula, names), values));
    names.push(name);
  }
  return values;
}

/** The block as blocks that every kind of file has, and the note that says so. */
export function printedBlocks(block: Interactive, lang: string): { blocks: Block[]; note: Note } {
  const words = interactiveWords(lang);
  const numbered = bodyOf(block, words, lang).map((each, at): Block => ({ ...each, id: `${block.id}.${at + 1}` }));
  return {
    blocks: numbered,
    note: {
      code: 'interactive_printed',
      severity: 'info',
      message: `A ${NAMES[block.type]} works on a web page only; here it is ${HOW[block.type]}.`,
      blockId: block.id,
    },
  };
}

const NAMES: Readonly<Record<Interactive['type'], string>> = {
  form: 'form',
  records: 'list of what is entered',
  checklist: 'checklist',
  poll: 'poll',
  tally: 'chart of what is entered',
  calculator: 'calculator',
};
const HOW: Readonly<Record<Interactive['type'], string>> = {
  form: 'set with lines to fill in by hand',
  records: 'named, without the entries',
  checklist: 'a list of boxes',
  poll: 'a list of boxes',
  tally: 'named, without the entries',
  calculator: 'set with the figures that it opens with',
};

const paragraph = (runs: Run[]): Block => ({ id: '', type: 'paragraph', runs });
const strong = (runs: readonly Run[]): Block[] => (runs.length === 0 ? [] : [paragraph(runs.map((run) => ({ ...run, bold: true })))]);
const boxes = (texts: readonly string[]): Block => ({
  id: '',
  type: 'list',
  ordered: false,
  items: texts.map((text) => ({ checked: false, blocks: [paragraph([{ text }])] })),
});
const row = (...cells: Run[][]): Table['rows'][number] => ({ cells: cells.map((runs) => ({ runs })) });

function bodyOf(block: Interactive, words: InteractiveWords, lang: string): Block[] {
  switch (block.type) {
    case 'form':
      return [...strong(block.title ?? []), formTable(block, words)];
    case 'checklist':
      return [...strong(block.title ?? []), ...(block.items.length === 0 ? [] : [boxes(block.items)])];
    case 'poll':
      return [...strong(block.question), boxes(block.choices)];
    case 'records':
      return [...strong(block.title ?? []), ...emptyTable(block.columns ?? []), paragraph([{ text: words.recordsOnline, italic: true }])];
    case 'tally':
      return [...strong(block.title === undefined ? [] : [{ text: block.title }]), paragraph([{ text: words.chartOnline, italic: true }])];
    case 'calculator':
      return [...strong(block.title ?? []), calculatorTable(block, words, lang)];
  }
}

const emptyTable = (columns: readonly string[]): Block[] =>
  columns.length === 0
    ? []
    : [
        {
          id: '',
          type: 'table',
          header_rows: 1,
          columns: columns.map(() => ({ type: 'text' })),
          rows: [row(...columns.map((text) => [{ text }])), row(...columns.map(() => [{ text: '\u00a0' }]))],
        },
      ];

/** Room to write on: a line, or three for a long text. */
function answerOf({ type, choices }: FormField, words: InteractiveWords): Run[] {
  if (type === 'choice') return [{ text: (choices ?? []).map((choice) => `☐ ${choice}`).join('    ') }];
  if (type === 'check') return [{ text: `☐ ${words.yes}` }];
  return [{ text: type === 'long_text' ? '\u00a0\n\u00a0\n\u00a0\n\u00a0' : '\u00a0' }];
}

function formTable({ fields }: Form, words: InteractiveWords): Block {
  return {
    id: '',
    type: 'table',
    header_rows: 0,
    columns: [
      { type: 'text', width: 0.38 },
      { type: 'text', width: 0.62 },
    ],
    rows: fields.map((field) => {
      const said = [field.required ? words.required : '', field.hint ?? ''].filter((part) => part !== '').join('; ');
      return row([{ text: field.name, bold: true }, ...(said === '' ? [] : [{ text: `\n${said}` }])], answerOf(field, words));
    }),
  };
}

function calculatorTable(block: Calculator, words: InteractiveWords, lang: string): Block {
  const values = startValues(block);
  const inputs = block.inputs.map(({ name, type, choices, checked }, at) => {
    const value = values[at] ?? 0;
    const chosen = choices?.find((choice) => choice.value === value)?.label;
    const shown = type === 'check' ? (checked === true ? `☑ ${words.yes}` : '☐') : formatFigure(value, undefined, lang);
    return row([{ text: name }], [{ text: chosen === undefined ? shown : `${chosen} (${shown})` }]);
  });
  const results = block.results.map(({ name, format }, at) => {
    const shown = formatFigure(values[block.inputs.length + at] ?? Number.NaN, format, lang);
    return row([{ text: name, bold: true }], [{ text: shown, bold: true }]);
  });
  return {
    id: '',
    type: 'table',
    header_rows: 0,
    columns: [{ type: 'text' }, { type: 'text', align: 'right' }],
    rows: [...inputs, ...results],
  };
}

/** The document with all of them printed, for writers that plan a whole document; the very same where there are none. */
export function withPrintedInteractive(document: Document): { document: Document; notes: Note[] } {
  if (![...walkBlocks(document.blocks)].some(isInteractive)) return { document, notes: [] };
  const notes: Note[] = [];
  const change = (blocks: Block[]): Block[] =>
    blocks.flatMap((block) => {
      if (!isInteractive(block)) return [mapChildLists(block, change)];
      const printed = printedBlocks(block, languageAt(document, block.id));
      notes.push(printed.note);
      return printed.blocks;
    });
  return { document: { ...document, blocks: change([...document.blocks]) }, notes };
}
