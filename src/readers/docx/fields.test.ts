import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wrapInDocx } from '../../../test/support/office-parts.ts';
import { plainText } from '../../document/inline.ts';
import { readDocx } from '../docx.ts';
import { equationFieldText } from './equation-field.ts';

const mark = (type: string): string => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
const code = (text: string): string => `<w:r><w:instrText xml:space="preserve">${text}</w:instrText></w:r>`;
const run = (text: string): string => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
const field = (text: string, result = ''): string => `${mark('begin')}${code(text)}${mark('separate')}${result}${mark('end')}`;
const endless = (text: string): string => `${mark('begin')}${code(text)}${mark('end')}`;

function check(paragraph: string, expected: string): void {
  const [block] = readDocx(wrapInDocx(`<w:p>${paragraph}</w:p>`)).value.blocks;
  assert.equal(block?.type === 'paragraph' ? plainText(block.runs) : '', expected);
}

test('fields that have no result show what Word draws for them', () => {
  check(run('Dear ') + endless(' MACROBUTTON NoMacro [Click and type a name] '), 'Dear [Click and type a name]');
  check(endless(' SYMBOL 252 \\f Wingdings \\s 12 ') + run(' done ') + endless(' SYMBOL 8364 \\u '), '✓ done €');
  check(run('a ') + field(' EQ \\f(1,2) ') + run(' b'), 'a 1/2 b');
  check(field(' EQ \\* jc2 \\* &quot;Font:MS Mincho&quot; \\* hps10 \\o\\ad(\\s\\up 9(とう),東)') + run('京'), '東(とう)京');
});

test('a result that is there is all that a field shows', () => {
  check(field(' SYMBOL 252 \\f Wingdings ', run('x')), 'x');
  check(field(' PAGE ') + run('end'), 'end');
  check(
    `${mark('begin')}${code(' IF ')}${endless(' MACROBUTTON m words ')}${code(' = 1 ')}${mark('separate')}${run('yes')}${mark('end')}`,
    'yes',
  );
});

test('equations of the older kind are text in a line', () => {
  for (const [source, shown] of [
    ['\\r(3,x)', '3√x'],
    ['\\r(,x)', '√x'],
    ['\\b\\lc\\[\\rc\\](a;b)', '[a]'],
    ['\\o\\ac(○,1)', '○1'],
    ['\\i(0,1,x)dx', '∫_0^1 xdx'],
    ['\\x\\to\\bo(boxed (twice))', 'boxed (twice)'],
    ['\\a\\al\\co2(1,2,3,4)', '1 2 3 4'],
    ['x\\s\\up5(2)\\,y', 'x2,y'],
    ['no equation', 'no equation'],
  ] as const)
    assert.equal(equationFieldText(source), shown, source);
  assert.equal(typeof equationFieldText('\\f('.repeat(100_000)), 'string');
  assert.equal(typeof equationFieldText('('.repeat(200_000)), 'string');
});

test('letters that were inserted within a run of an equation are read', () => {
  const math = '<m:r><m:t>A=</m:t></m:r><m:r><w:ins w:id="0" w:author="x"><m:t>2</m:t></w:ins></m:r>';
  const [block] = readDocx(wrapInDocx(`<w:p><m:oMath>${math}</m:oMath></w:p>`)).value.blocks;
  assert.equal(block?.type === 'equation' && block.tex, 'A=2');
});
