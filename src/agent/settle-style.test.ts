import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contrast } from '../base/color.ts';
import { styleSchema } from '../document/style.ts';
import { COLOR_WORDS } from './style-words/color-words.ts';
import { settleStyle } from './settle-style.ts';
import { readStyleWords } from './style-words.ts';

const check = (words: string, expected: object): void => assert.deepEqual(readStyleWords(words), expected, words);

test('words of a look, in English and in Spanish', () => {
  check('Times New Roman 12 pt, double spaced, 2.5 cm margins', { font: 'Times New Roman', font_size: 12, line_spacing: 2, margins_cm: 2.5 });
  check('Arial de 11 puntos, interlineado de 1,5, márgenes de 2 cm, apaisado', { font: 'Arial', font_size: 11, line_spacing: 1.5, margins_cm: 2, orientation: 'landscape' });
  check('no cover page, with a table of contents, without page numbers', { cover_page: false, table_of_contents: true, page_numbers: false });
  check('con portada e índice, sin números de página', { cover_page: true, table_of_contents: true, page_numbers: false });
  check('dark blue headings and justified text', { colors: { headings: '1E3A5F' }, align: { body: 'justify' } });
  check('títulos en rojo oscuro, texto gris', { colors: { headings: '7F1D1D', text: '6B7280' } });
  check('accent #ff6600', { colors: { accent: 'FF6600' } });
  check('sin serifas', { font: 'Arial' });
  check('nice and friendly', {});
});

test('whatever a model says, the style holds within its bounds and colours can be read', () => {
  const { style } = settleStyle('report', '', { font: 'X'.repeat(300), font_size: 400, line_spacing: -1, margins_cm: Number.NaN, accent_color: '#FFFF00', text_color: 'nonsense', title_align: 'center' }, []);
  assert.equal(styleSchema.partial().safeParse(style).success, true);
  assert.deepEqual([style.font?.length, style.font_size, style.line_spacing, style.margins_cm], [100, 32, 0.8, undefined]);
  assert.ok(contrast(style.colors?.accent ?? 'FFFFFF', 'FFFFFF') >= 4.5);
  assert.deepEqual(style.align?.title, 'center');
});

test('words beyond doubt win over the reading of a model', () => {
  const { style, unsupported } = settleStyle('report', 'Georgia, landscape', { font: 'Arial', orientation: 'portrait', page_numbers: false }, ['glitter', 'glitter', ' ']);
  assert.deepEqual([style.font, style.orientation, style.page_numbers], ['Georgia', 'landscape', false]);
  assert.deepEqual(unsupported, ['glitter']);
});

test('every colour of the lexicon is one, and its name stands there once', () => {
  assert.ok(COLOR_WORDS.length >= 150);
  assert.ok(COLOR_WORDS.every(([, hex]) => /^[0-9A-F]{6}$/.test(hex)));
  assert.equal(new Set(COLOR_WORDS.map(([name]) => name)).size, COLOR_WORDS.length);
});
