import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { typesetClean } from '../../../test/support/typeset.ts';
import { convertTex } from './formula.ts';

const COMMON: readonly string[] = [
  'E = mc^2',
  '\\frac{a}{b}',
  '\\sum_{i=1}^{n} x_i',
  '\\text{NPV} = -I_0 + \\sum_{t=1}^{10} \\frac{S_t}{(1+r)^t}',
  '\\begin{pmatrix}1&2\\\\3&4\\end{pmatrix}',
  '\\begin{bmatrix}a\\end{bmatrix}',
  '\\operatorname{foo}(x)',
  '\\begin{cases} a & x > 0\\\\ b & x \\le 0\\end{cases}',
  '\\begin{aligned}a&=b\\\\c&=d\\end{aligned}',
  '\\mathbb{R}^n',
  '\\hat{x} + \\bar{y} + \\vec{v} + \\dot{z} + \\tilde{w}',
  '\\sqrt[3]{x} + \\sqrt{2}',
  '\\int_0^\\infty e^{-x^2}\\,dx = \\frac{\\sqrt{\\pi}}{2}',
  '\\lim_{x \\to 0} \\frac{\\sin x}{x} = 1',
  '\\left( \\frac12 \\right]',
  '\\left\\{ x \\mid x > 0 \\right\\}',
  '\\alpha\\beta\\gamma\\Gamma\\Omega',
  'a \\leq b \\geq c \\neq d \\approx e \\equiv f',
  '\\forall x \\in A \\cup B \\cap C \\subseteq D',
  '\\binom{n}{k}',
  '\\overline{AB} \\underline{x}',
  'x \\cdot y \\times z \\div w \\pm v',
  '\\nabla \\cdot \\mathbf{E} = \\frac{\\rho}{\\varepsilon_0}',
  '\\partial_t u',
  '\\log_2 n, \\ln x, \\exp y, \\max(a, b)',
  '\\underbrace{a+b}_{c}',
  '\\prod_{k} k',
  '12{,}5\\%',
  '\\$ 5',
  'f\\colon A \\to B',
  '\\lfloor x \\rfloor + \\lceil y \\rceil',
  '\\|x\\|_2',
  '|x|',
  '\\mathcal{L}(\\theta)',
  '\\mathrm{d}x',
  '\\ldots \\cdots \\vdots',
  "x\\prime, f'(x)",
  '[0, 1)',
  '\\quad a \\qquad b',
  '\\color{red}{x}',
  'a_{i,j}^{2}',
  '\\displaystyle\\sum x',
  '\\boldsymbol{x}',
  '\\operatorname*{argmax}_x f',
  '\\begin{equation}x\\end{equation}',
  '\\begin{gather*}a\\\\b\\end{gather*}',
  '\\lVert x \\rVert',
  '\\Bigl( x \\Bigr)',
  '\\stackrel{a}{=}',
  '\\textbf{if } x',
  '\\begin{array}{cc}a&b\\end{array}',
  '\\textcolor{red}{x}',
  'a\\!b',
];

const file = (formulas: readonly string[]): Parameters<typeof typesetClean>[0] => ({
  source: `#set document(title: "t")\n#set text(lang: "en", font: ("Source Sans 3", "Noto Sans", "Noto Sans CJK SC"))\n#show math.equation: set text(font: ("New Computer Modern Math", "Noto Sans"))\n${formulas.map((formula) => `#math.equation(alt: "x", $${formula}$)`).join('\n\n')}`,
  assets: new Map(),
});

test('formulas as people write them are set', async () => {
  const refused = COMMON.filter((tex) => convertTex(tex) === undefined);
  assert.deepEqual(refused, []);
  await typesetClean(file(COMMON.map((tex) => convertTex(tex) ?? '')));
});

test('what could leave the formula is refused', () => {
  const attacks = [
    '\\text{#read("/etc/passwd")}',
    '\\text{" #panic() "}',
    '#panic()',
    '\\text{a$ #panic() $b}',
    '\\operatorname{" + #x}',
    '\\undefinedcommand x',
    '\\mathrm{#}',
    'a $ b',
    '@label',
    '<label>',
    '`raw`',
    '\\frac{',
    'x /* y',
    'x // y',
    '\\text{\\}',
    '\\begin{pmatrix}#x\\end{pmatrix}',
    '('.repeat(40),
    'a'.repeat(5000),
    '',
    '   ',
  ];
  for (const attack of attacks) {
    const typst = convertTex(attack);
    assert.ok(typst === undefined || !/[#$`]|\/\/|\/\*/.test(typst.replaceAll(/\\./g, '')), attack.slice(0, 40));
  }
});

test('whatever is accepted compiles', async () => {
  const piece = fc.constantFrom(
    ...COMMON,
    'x',
    'ab',
    '1',
    ',',
    ';',
    '&',
    '\\\\',
    '_',
    '^',
    '{',
    '}',
    '(',
    ')',
    '[',
    ']',
    '|',
    '/',
    '"',
    "'",
    '#',
    '$',
    '@',
    '<',
    '>',
    '\\',
    ' ',
    '\\text{a"b}',
    '\\text{a, b; c}',
    '\\mathrm{abc}',
    '\\left(',
    '\\right)',
    '\\sqrt',
    '\\frac',
    '\\begin{cases}',
    '\\end{cases}',
    '\\limits',
    '\\over',
    '\\substack{a\\\\b}',
    '\\xrightarrow{a}',
    '\\stackrel{a}{b}',
    '\\mathop{x}',
    '\\phantom{x}',
    '\\boxed{x}',
    '\\cancel{x}',
    '\\hspace{1cm}',
    '\\tag{1}',
    '\\label{e}',
    'é',
    '中',
    '→',
    '∑',
    '\\pmod{3}',
    '\\middle|',
    '\\overset{a}{=}',
    '\\sideset{}{}',
    '\\dfrac12',
    '\\mathscr{A}',
    '\\mathfrak{g}',
    '\\not=',
    '\\!',
    '\\;',
    '\\,',
    '\\array',
    '\\hline',
    '\\begin{array}{cc}',
    '\\end{array}',
    '\\begin{matrix}',
    '\\end{matrix}',
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(piece, { minLength: 1, maxLength: 7 }), { minLength: 20, maxLength: 20 }), async (formulas) => {
      const set = formulas.flatMap((pieces) => convertTex(pieces.join('')) ?? []);
      await typesetClean(file(set));
    }),
    { numRuns: 60 },
  );
});
