import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contrast } from '../base/color.ts';
import { styleSchema } from '../document/style.ts';
import { COLOR_WORDS } from './style-words/color-words.ts';
import { settleStyle } from './settle-style.ts';
import { readStyleWords } from './style-words.ts';

const check = (words: string, expected: object): void => assert.deepEqual(readStyleWords(words).sure, expected, words);
const checkMood = (words: string, expected: object): void => assert.deepEqual(readStyleWords(words).likely, expected, words);

test('words of a look, in English and in Spanish', () => {
  check('Times New Roman 12 pt, double spaced, 2.5 cm margins', {
    font: 'Times New Roman',
    font_size: 12,
    line_spacing: 2,
    margins_cm: 2.5,
  });
  check('Arial de 11 puntos, interlineado de 1,5, márgenes de 2 cm, apaisado', {
    font: 'Arial',
    font_size: 11,
    line_spacing: 1.5,
    margins_cm: 2,
    orientation: 'landscape',
  });
  check('dark blue headings and justified text', { colors: { headings: '1E3A5F' }, align: { body: 'justify' } });
  check('títulos en rojo oscuro, texto gris', { colors: { headings: '7F1D1D', text: '6B7280' } });
  check('header "Draft", footer: ACME Ltd', { header: 'Draft', footer: 'ACME Ltd' });
  check('encabezado "Confidencial" y pie de página "ACME S. L."', { header: 'Confidencial', footer: 'ACME S. L.' });
  check('nice and pleasant', {});
});

test('fonts by name with the twins of their metrics, by kind, and by any name that is called a font', () => {
  for (const [words, font] of [
    ['Helvetica Neue', 'Arial'],
    ['en Garamond', 'Garamond'],
    ['Liberation Serif', 'Times New Roman'],
    ['Carlito', 'Calibri'],
    ['Gelasio 11', 'Georgia'],
    ['fuente Lato', 'Lato'],
    ['sin serifas', 'Arial'],
    ['sans serif', 'Arial'],
    ['con remates', 'Georgia'],
    ['tipo máquina de escribir', 'Courier New'],
    ['set in the Bitter font', 'Bitter'],
    ['con la tipografía Alegreya Sans', 'Alegreya Sans'],
    ['times', 'Times New Roman'],
    ['Comic Sans', 'Comic Sans MS'],
  ] as const)
    assert.equal(readStyleWords(words).sure.font, font, words);
  assert.equal(readStyleWords('interest in winter').sure.font, undefined);
});

test('sizes, spacing and margins, however they are counted', () => {
  for (const [words, expected] of [
    ['font size 12', { font_size: 12 }],
    ['tamaño de letra 10,5', { font_size: 10.5 }],
    ['Arial 11', { font: 'Arial', font_size: 11 }],
    ['line height 1.3', { line_spacing: 1.3 }],
    ['interlineado 1,15', { line_spacing: 1.15 }],
    ['1.5 spacing', { line_spacing: 1.5 }],
    ['a espacio y medio', { line_spacing: 1.5 }],
    ['doble espacio', { line_spacing: 2 }],
    ['single-spaced', { line_spacing: 1 }],
    ['margins of one inch', { margins_cm: 2.54 }],
    ['márgenes de 30 mm', { margins_cm: 3 }],
    ['half-inch margins', { margins_cm: 1.27 }],
    ['márgenes de una pulgada', { margins_cm: 2.54 }],
    ['narrow margins', { margins_cm: 1.5 }],
    ['amplios márgenes', { margins_cm: 3.5 }],
    ['margins 1"', { margins_cm: 2.54 }],
  ] as const)
    check(words, expected);
});

test('what is not wanted is determined from what is', () => {
  check('no cover page, with a table of contents, without page numbers', {
    cover_page: false,
    table_of_contents: true,
    page_numbers: false,
  });
  check('con portada e índice, sin números de página', { cover_page: true, table_of_contents: true, page_numbers: false });
  check('sin índice ni portada', { cover_page: false, table_of_contents: false });
  check('cover and contents but no page numbering', { cover_page: true, table_of_contents: true, page_numbers: false });
  check('not in landscape', { orientation: 'portrait' });
  check('no quiero que sea horizontal', { orientation: 'portrait' });
  check('avoid red, use green', { colors: { accent: '15803D' } });
  check('sin justificar', { align: { body: 'left' } });
});

test('colours by name in every ending, by shade, by number, and for the part that they are said of', () => {
  check('accent #ff6600', { colors: { accent: 'FF6600' } });
  check('#036 titles', { colors: { headings: '003366' } });
  check('rgb(0, 51, 102) para los títulos', { colors: { headings: '003366' } });
  check('encabezados rojos y texto negro', { colors: { headings: 'B91C1C', text: '111111' } });
  check('títulos azules, letras grises', { colors: { headings: '1D4ED8', text: '6B7280' } });
  check('title and headings in navy', { colors: { title: '1E3A5F', headings: '1E3A5F' } });
  check('verde oliva', { colors: { accent: '6B7020' } });
  const [dark, plain, light] = ['dark teal', 'teal', 'light teal'].map((words) => readStyleWords(words).sure.colors?.accent ?? '');
  assert.ok(
    contrast(dark ?? '', 'FFFFFF') > contrast(plain ?? '', 'FFFFFF') && contrast(plain ?? '', 'FFFFFF') > contrast(light ?? '', 'FFFFFF'),
  );
});

test('sides for the parts that are named', () => {
  check('centered title, left-aligned text', { align: { title: 'center', body: 'left' } });
  check('todo centrado', { align: { title: 'center', headings: 'center', body: 'center' } });
  check('encabezados a la derecha y texto justificado', { align: { headings: 'right', body: 'justify' } });
});

test('moods are for what nothing else says', () => {
  checkMood('sobrio', { colors: { accent: '252E38', title: '14202B', headings: '14202B' } });
  checkMood('academic', { font: 'Times New Roman', font_size: 12, line_spacing: 1.5, align: { body: 'justify' } });
  checkMood('letra grande', { font_size: 13 });
  const { style } = settleStyle('report', 'elegant, in Arial, green', null, null);
  assert.deepEqual([style.font, style.colors?.accent.slice(0, 2)], ['Arial', '15']);
  assert.equal(settleStyle('report', 'elegant', { font: 'Cambria' }, []).style.font, 'Cambria');
});

test('where no model answers, what the lexicon cannot read is named, and bounds and readability are kept', () => {
  const { style, unsupported } = settleStyle('report', 'Arial 90 pt, fondo azul, pages that sing, please, light yellow text', null, null);
  assert.deepEqual([style.font, style.font_size], ['Arial', 32]);
  assert.deepEqual(unsupported, ['fondo azul', 'pages that sing', 'a font size of 90 pt: 32 is used']);
  assert.ok(contrast(style.colors?.text ?? 'FFFFFF', 'FFFFFF') >= 4.5);
  assert.deepEqual(settleStyle('report', 'Arial, glitter', { font: 'Arial' }, ['glitter']).unsupported, ['glitter']);
});

test('whatever a model says, the style holds within its bounds and colours can be read', () => {
  const { style } = settleStyle(
    'report',
    '',
    {
      font: 'X'.repeat(300),
      font_size: 400,
      line_spacing: -1,
      margins_cm: Number.NaN,
      accent_color: '#FFFF00',
      text_color: 'nonsense',
      title_align: 'center',
    },
    [],
  );
  assert.equal(styleSchema.partial().safeParse(style).success, true);
  assert.deepEqual([style.font?.length, style.font_size, style.line_spacing, style.margins_cm], [100, 32, 0.8, undefined]);
  assert.ok(contrast(style.colors?.accent ?? 'FFFFFF', 'FFFFFF') >= 4.5);
  assert.deepEqual(style.align?.title, 'center');
});

test('words beyond doubt win over the reading of a model', () => {
  const { style, unsupported } = settleStyle(
    'report',
    'Georgia, landscape',
    { font: 'Arial', orientation: 'portrait', page_numbers: false },
    ['glitter', 'glitter', ' '],
  );
  assert.deepEqual([style.font, style.orientation, style.page_numbers], ['Georgia', 'landscape', false]);
  assert.deepEqual(unsupported, ['glitter']);
});

test('every colour of the lexicon is one, and its name appears once', () => {
  assert.ok(COLOR_WORDS.length >= 150);
  assert.ok(COLOR_WORDS.every(([, hex]) => /^[0-9A-F]{6}$/.test(hex)));
  assert.equal(new Set(COLOR_WORDS.map(([name]) => name)).size, COLOR_WORDS.length);
});
