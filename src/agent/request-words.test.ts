import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readRequestWords, type RequestWords } from './request-words.ts';

function check(prompt: string, expected: Partial<RequestWords>): void {
  const words = readRequestWords(prompt);
  for (const [key, value] of Object.entries(expected)) assert.deepEqual(words[key as keyof RequestWords], value, `${key} of "${prompt}"`);
}

test('a kind of file that is named is asked for', () => {
  check('Make a PowerPoint about bees', { format: 'pptx' });
  check('Una presentación de cinco diapositivas sobre abejas', { format: 'pptx', lang: 'es' });
  check('An Excel with the budget of the year', { format: 'xlsx' });
  check('Una hoja de cálculo con el presupuesto', { format: 'xlsx' });
  check('A report as PDF', { format: 'pdf', type: 'report' });
  check('Write it in Word', { format: 'docx' });
  check('Un informe en Word sobre los bosques', { format: 'docx', type: 'report' });
});

test('files named as material, and two kinds at once, are no answer', () => {
  check('Summarise the attached PDF', { format: undefined });
  check('A report based on the Excel', { format: undefined, type: 'report' });
  check('Convert everything to PDF or Word files', { format: undefined });
  check('A memo, in other words of hers', { format: undefined });
});

test('the kind of document named first is meant; haste is read', () => {
  check('Write a two-page memo about the contract', { type: 'memo', haste: false });
  check('A quick draft of a letter, 1 page', { type: 'letter', haste: true });
  check('Redacta un contrato de tres páginas, un borrador', { type: 'contract', haste: true });
  check('Something about bees', { type: undefined, genre: undefined, lengths: [], format: undefined });
});
