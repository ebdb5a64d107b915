/** Blocks that visitors use. What is here reads and prints without script; `script-*.ts` makes it work. */
import type { CalculatorInput, Checklist, Form, FormField, Interactive, Poll, Records, Tally } from '../../document/interactive.ts';
import { formOf, type PageCollection } from '../../document/collections.ts';
import { languageAt } from '../../document/section-languages.ts';
import { readInputFormula } from '../../spreadsheet/input-formula.ts';
import { figureOptions, formatFigure } from '../figure-format.ts';
import { interactiveWords, type InteractiveWords } from '../interactive-words.ts';
import { startValues } from '../print-interactive.ts';
import type { Draft } from './draft.ts';
import { ownId } from './draft.ts';
import { element, emptyElement, escapeHtml } from './markup.ts';
import { runsMarkup } from './runs.ts';

/** The block; the script finds it by `data-use` and reads the rest from `data-o`. */
export function interactiveMarkup(draft: Draft, block: Interactive): string {
  const words = interactiveWords(languageAt(draft.document, block.id));
  draft.uses.add(block.type);
  switch (block.type) {
    case 'form':
      return formMarkup(draft, block, words);
    case 'records':
      return recordsMarkup(draft, block, words);
    case 'checklist':
      return checklistMarkup(draft, block, words);
    case 'poll':
      return pollMarkup(draft, block, words);
    case 'tally':
      return tallyMarkup(draft, block, words);
    case 'calculator':
      return calculatorMarkup(draft, block);
  }
}

const collectionOf = (draft: Draft, name: string): PageCollection | undefined => draft.collections.find((each) => each.name === name);

interface Frame {
  block: Interactive;
  title: string;
  /** What the script has to know. */
  settings: object;
  words: InteractiveWords;
}

/** What all of them have: a name, a place for messages, and a word for those without script. */
function framed(draft: Draft, { block, title, settings, words }: Frame, body: (label: string) => string): string {
  const label = ownId(draft, 'use');
  const head = title === '' ? '' : element('p', { class: 'use-title', id: label }, title);
  const named = title === '' ? {} : { 'aria-labelledby': label };
  const inside = `${head}${body(label)}<p class="state" role="status" aria-live="polite"></p><noscript><p class="state">${escapeHtml(words.needsScript)}</p></noscript>`;
  return element(
    'div',
    {
      class: `use ${block.type}`,
      id: draft.ids.byBlock.get(block.id),
      role: 'group',
      ...named,
      'data-use': block.type,
      'data-o': JSON.stringify(settings),
    },
    inside,
  );
}

// -------------------------------------------------------------------------------------------------------------- forms

const INPUT_TYPES: Readonly<Record<FormField['type'], string>> = {
  text: 'text',
  long_text: 'text',
  email: 'email',
  number: 'number',
  date: 'date',
  choice: 'text',
  check: 'checkbox',
};
const COMPLETED: readonly [RegExp, string][] = [
  [/^(?:full )?name$|^nombre(?: y apellidos?)?$/i, 'name'],
  [/phone|tel[eé]fono|mobile|móvil/i, 'tel'],
  [/organi[sz]ation|company|empresa|organización/i, 'organization'],
];

/** Choices up to this number are all shown. */
const RADIOS_MAX = 5;

function formMarkup(draft: Draft, form: Form, words: InteractiveWords): string {
  const settings = {
    collection: form.collection,
    fields: form.fields.map(({ name, type, required, min, max }) => ({ name, type, required, min, max })),
    ...(form.done === undefined ? {} : { done: form.done }),
  };
  const title = form.title === undefined ? '' : runsMarkup(draft, form.title);
  return framed(draft, { block: form, title, settings, words }, () => {
    const fields = form.fields.map((field, at) => fieldMarkup(draft, field, at, words)).join('');
    const button = element('button', { type: 'button', class: 'button' }, escapeHtml(form.button ?? words.send));
    return `<div class="fields">${fields}</div>${button}`;
  });
}

function fieldMarkup(draft: Draft, field: FormField, at: number, words: InteractiveWords): string {
  const id = ownId(draft, 'f');
  const need = field.required ? `<span class="need">${escapeHtml(words.required)}</span>` : '';
  const hint = field.hint === undefined ? '' : element('p', { class: 'hint', id: `${id}-h` }, escapeHtml(field.hint));
  const error = `<p class="error" id="${id}-e" hidden></p>`;
  const described = `${field.hint === undefined ? '' : `${id}-h `}${id}-e`;
  const shared = { 'data-field': at, 'aria-describedby': described, 'aria-required': field.required ? 'true' : undefined };
  if (field.type === 'check')
    return `<div class="field tick"><label>${emptyElement('input', { id, type: 'checkbox', ...shared })}<span>${escapeHtml(field.name)} ${need}</span></label>${hint}${error}</div>`;
  if (field.type === 'choice' && (field.choices?.length ?? 0) <= RADIOS_MAX) {
    const radios = (field.choices ?? []).map(
      (choice) =>
        `<label class="pick">${emptyElement('input', { type: 'radio', name: id, value: choice, 'data-field': at, 'aria-describedby': described })}<span>${escapeHtml(choice)}</span></label>`,
    );
    return `<fieldset class="field"><legend>${escapeHtml(field.name)} ${need}</legend><div class="picks">${radios.join('')}</div>${hint}${error}</fieldset>`;
  }
  const label = `<label for="${id}">${escapeHtml(field.name)} ${need}</label>`;
  return `<div class="field">${label}${inputMarkup(field, id, shared, words)}${hint}${error}</div>`;
}

function inputMarkup(
  field: FormField,
  id: string,
  shared: Readonly<Record<string, string | number | undefined>>,
  words: InteractiveWords,
): string {
  const { name, type, choices, min, max } = field;
  if (type === 'choice') {
    const options = (choices ?? []).map((choice) => element('option', { value: choice }, escapeHtml(choice)));
    return element(
      'select',
      { id, class: 'field-in', ...shared },
      `<option value="">${escapeHtml(words.choose)}</option>${options.join('')}`,
    );
  }
  if (type === 'long_text') return element('textarea', { id, class: 'field-in', rows: 4, maxlength: max, ...shared }, '');
  const completed = type === 'email' ? 'email' : COMPLETED.find(([pattern]) => pattern.test(name))?.[1];
  return emptyElement('input', {
    id,
    class: 'field-in',
    type: INPUT_TYPES[type],
    min: type === 'number' ? min : undefined,
    max: type === 'number' ? max : undefined,
    maxlength: type === 'text' ? max : undefined,
    step: type === 'number' ? 'any' : undefined,
    autocomplete: completed ?? (type === 'text' ? 'off' : undefined),
    ...shared,
  });
}

// ----------------------------------------------------------------------------------------------------- what was entered

const onlyOwner = (draft: Draft, block: Interactive, title: string, words: InteractiveWords): string =>
  element(
    'div',
    { class: `use ${block.type}`, id: draft.ids.byBlock.get(block.id) },
    `${title === '' ? '' : `<p class="use-title">${title}</p>`}<p class="state">${escapeHtml(words.onlyOwner)}</p>`,
  );

function recordsMarkup(draft: Draft, records: Records, words: InteractiveWords): string {
  const title = records.title === undefined ? '' : runsMarkup(draft, records.title);
  if (collectionOf(draft, records.collection)?.mode === 'submit') return onlyOwner(draft, records, title, words);
  const fields = formOf(draft.document.blocks, records.collection)?.fields ?? [];
  const columns = records.columns ?? fields.map(({ name }) => name);
  const types = columns.map((name) => fields.find((field) => field.name === name)?.type ?? 'text');
  const settings = {
    collection: records.collection,
    columns,
    types,
    sort: records.sort,
    filter: records.filter,
    empty: records.empty ?? words.none,
  };
  const heads = columns.map((name, at) =>
    element('th', { scope: 'col', class: types[at] === 'number' ? 'n' : undefined }, escapeHtml(name)),
  );
  return framed(draft, { block: records, title, settings, words }, (label) => {
    const named = title === '' ? { 'aria-label': words.results } : { 'aria-labelledby': label };
    return element(
      'div',
      { class: 'scroll', role: 'region', tabindex: 0, ...named },
      `<table><thead><tr>${heads.join('')}</tr></thead><tbody></tbody></table>`,
    );
  });
}

function tallyMarkup(draft: Draft, tally: Tally, words: InteractiveWords): string {
  const title = escapeHtml(tally.title ?? '');
  if (collectionOf(draft, tally.collection)?.mode === 'submit') return onlyOwner(draft, tally, title, words);
  const field = formOf(draft.document.blocks, tally.collection)?.fields.find(({ name }) => name === tally.by);
  const { collection, by, sum, unit } = tally;
  const settings = { collection, by, sum, unit, order: field?.choices ?? [], empty: words.none };
  return framed(draft, { block: tally, title, settings, words }, () => `<ul class="bars ${tally.kind}"></ul>`);
}

// --------------------------------------------------------------------------------------------------- checklists, polls

function checklistMarkup(draft: Draft, checklist: Checklist, words: InteractiveWords): string {
  const title = checklist.title === undefined ? '' : runsMarkup(draft, checklist.title);
  const settings = { collection: checklist.collection, items: checklist.items, remove: words.remove };
  return framed(draft, { block: checklist, title, settings, words }, () => {
    const items = checklist.items.map((text) => `<li><label><input type="checkbox"><span>${escapeHtml(text)}</span></label></li>`);
    const id = ownId(draft, 'f');
    const add = `<label class="hidden" for="${id}">${escapeHtml(words.newItem)}</label>${emptyElement('input', { id, class: 'field-in', type: 'text', maxlength: 200, placeholder: words.newItem, autocomplete: 'off' })}<button type="button" class="button quiet">${escapeHtml(words.add)}</button>`;
    return `<ul class="ticks">${items.join('')}</ul><div class="adding no-print">${add}</div>`;
  });
}

function pollMarkup(draft: Draft, poll: Poll, words: InteractiveWords): string {
  const hidden = collectionOf(draft, poll.collection)?.mode === 'submit';
  const settings = { collection: poll.collection, choices: poll.choices, multiple: poll.multiple === true, results: !hidden };
  return framed(draft, { block: poll, title: runsMarkup(draft, poll.question), settings, words }, () => {
    const name = ownId(draft, 'p');
    const type = poll.multiple === true ? 'checkbox' : 'radio';
    const choices = poll.choices.map(
      (choice) => `<label class="pick">${emptyElement('input', { type, name, value: choice })}<span>${escapeHtml(choice)}</span></label>`,
    );
    const several = poll.multiple === true ? `<p class="hint">${escapeHtml(words.several)}</p>` : '';
    const results = hidden ? '' : `<p class="results-title">${escapeHtml(words.results)}</p><ul class="bars bar"></ul>`;
    return `${several}<div class="picks down">${choices.join('')}</div><button type="button" class="button">${escapeHtml(poll.button ?? words.vote)}</button>${results}`;
  });
}

// ---------------------------------------------------------------------------------------------------------- calculators

function calculatorInputMarkup(draft: Draft, input: CalculatorInput, at: number): string {
  const id = ownId(draft, 'f');
  const hint = input.hint === undefined ? '' : element('p', { class: 'hint', id: `${id}-h` }, escapeHtml(input.hint));
  const shared = { id, 'data-in': at, 'aria-describedby': input.hint === undefined ? undefined : `${id}-h` };
  if (input.type === 'check')
    return `<div class="field tick"><label>${emptyElement('input', { type: 'checkbox', value: input.value, checked: input.checked, ...shared })}<span>${escapeHtml(input.name)}</span></label>${hint}</div>`;
  const label = `<label for="${id}">${escapeHtml(input.name)}</label>`;
  if (input.choices !== undefined) {
    const options = input.choices.map(({ label: text, value }) =>
      element('option', { value, selected: value === input.value }, escapeHtml(text)),
    );
    return `<div class="field">${label}${element('select', { class: 'field-in', ...shared }, options.join(''))}${hint}</div>`;
  }
  const { value, min, max } = input;
  return `<div class="field">${label}${emptyElement('input', { type: 'number', class: 'field-in', inputmode: 'decimal', value, min, max, step: 'any', ...shared })}${hint}</div>`;
}

function calculatorMarkup(draft: Draft, calculator: Extract<Interactive, { type: 'calculator' }>): string {
  const lang = languageAt(draft.document, calculator.id);
  const words = interactiveWords(lang);
  const values = startValues(calculator);
  const names: string[] = calculator.inputs.map(({ name }) => name);
  const results = calculator.results.map(({ name, formula, format }) => {
    const tree = readInputFormula(formula, names);
    names.push(name);
    return { tree, options: figureOptions(format) };
  });
  const title = calculator.title === undefined ? '' : runsMarkup(draft, calculator.title);
  return framed(draft, { block: calculator, title, settings: { results }, words }, () => {
    const inputs = calculator.inputs.map((input, at) => calculatorInputMarkup(draft, input, at)).join('');
    const outputs = calculator.results.map(({ name, format }, at) => {
      const shown = formatFigure(values[calculator.inputs.length + at] ?? Number.NaN, format, lang);
      return `<div class="result"><span>${escapeHtml(name)}</span><output data-out="${at}">${escapeHtml(shown)}</output></div>`;
    });
    return `<div class="calc"><div class="fields">${inputs}</div><div class="results">${outputs.join('')}</div></div>`;
  });
}
