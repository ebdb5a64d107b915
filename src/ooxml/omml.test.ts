import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wrapInDocx } from '../../test/support/office-parts.ts';
import { validateOffice } from '../../test/support/validate-office.ts';
import { texToOmml } from './omml.ts';

const raw = String.raw;

/** The formula without run properties, wrappers and spaces kept: what the structure tests look at. */
function bare(xml: string): string {
  return xml
    .replace(/<w:rPr>.*?<\/w:rPr>/g, '')
    .replaceAll(' xml:space="preserve"', '')
    .replace(/^<m:oMath>|<\/m:oMath>$/g, '');
}

function check(tex: string, expected: string, problem?: string): void {
  const made = texToOmml(tex, { display: false });
  assert.equal(bare(made.xml), expected);
  assert.equal(made.problem, problem);
}

const run = (text: string): string => `<m:r><m:t>${text}</m:t></m:r>`;
const roman = (text: string): string => `<m:r><m:rPr><m:nor/></m:rPr><m:t>${text}</m:t></m:r>`;
const name = (text: string): string => `<m:r><m:rPr><m:sty m:val="p"/></m:rPr><m:t>${text}</m:t></m:r>`;
const GAP = '\u200b';

test('fractions', () => check(raw`\frac{a}{b}`, `<m:f><m:num>${run('a')}</m:num><m:den>${run('b')}</m:den></m:f>`));
test('letters that are together are never one word', () => check('i n', run('i') + run('n')));
test('operators join the letters around them', () => check('a+b=c', run('a+b=c')));
test('scripts', () => check('x_i^2', `<m:sSubSup><m:e>${run('x')}</m:e><m:sub>${run('i')}</m:sub><m:sup>${run('2')}</m:sup></m:sSubSup>`));
test('an exponent on a bracket belongs to the bracket', () =>
  check('(a)^2', `<m:sSup><m:e><m:d><m:e>${run('a')}</m:e></m:d></m:e><m:sup>${run('2')}</m:sup></m:sSup>`));
test('a sum takes its operand up to the relation', () =>
  check(
    raw`\sum_{i=1}^n i = 1`,
    `<m:nary><m:naryPr><m:chr m:val="∑"/><m:limLoc m:val="subSup"/></m:naryPr><m:sub>${run('i=1')}</m:sub><m:sup>${run('n')}</m:sup>` +
      `<m:e>${run('i')}</m:e></m:nary>${run(`${GAP}=1`).replace(GAP, '')}`,
  ));
test('an integral keeps its sum up to the differential', () => {
  const { xml } = texToOmml(raw`\int f + g\,dx + 1`, { display: true });
  assert.match(bare(xml), /<m:e>.*g.*x<\/m:t><\/m:r><\/m:e><\/m:nary><m:r><m:t>\+1/);
});
test('functions take their argument', () =>
  check(raw`\sin x + 1`, `<m:func><m:fName>${name('sin')}</m:fName><m:e>${run('x')}</m:e></m:func>${run('+1')}`));
test('limits go under the name in a displayed formula', () => {
  const { xml } = texToOmml(raw`\lim_{n} a`, { display: true });
  assert.match(bare(xml), /^<m:oMathPara><m:oMath><m:func><m:fName><m:limLow>/);
});
test('bars are paired', () => check('|x|', `<m:d><m:dPr><m:begChr m:val="|"/><m:endChr m:val="|"/></m:dPr><m:e>${run('x')}</m:e></m:d>`));
test('a condition bar is a word of its own', () => check(raw`a\mid b`, run('a') + roman('\u2005|\u2005') + run('b')));
test('the separator of a bracket', () =>
  check(raw`\left(a\middle\| b\right)`, `<m:d><m:dPr><m:sepChr m:val="‖"/></m:dPr><m:e>${run('a')}</m:e><m:e>${run('b')}</m:e></m:d>`));
test('a bracket without its other half', () => check('(a', `<m:d><m:dPr><m:endChr m:val=""/></m:dPr><m:e>${run('a')}</m:e></m:d>`));
test('an operator without an operand gets an invisible one', () => check('=b', run(`${GAP}=b`)));
test('a lone operator is text', () => check('A^{+}', `<m:sSup><m:e>${run('A')}</m:e><m:sup>${roman('+')}</m:sup></m:sSup>`));
test('aligned lines are a matrix of two columns', () =>
  check(
    raw`\begin{aligned}a&=b\end{aligned}`,
    '<m:m><m:mPr><m:plcHide m:val="1"/><m:rSpRule m:val="1"/><m:cGpRule m:val="3"/><m:cGp m:val="0"/><m:mcs>' +
      '<m:mc><m:mcPr><m:count m:val="1"/><m:mcJc m:val="right"/></m:mcPr></m:mc><m:mc><m:mcPr><m:count m:val="1"/><m:mcJc m:val="left"/></m:mcPr></m:mc>' +
      `</m:mcs></m:mPr><m:mr><m:e>${run('a')}</m:e><m:e>${run(`${GAP}=b`)}</m:e></m:mr></m:m>`,
  ));
test('brackets in words become brackets', () => check(raw`\text{x (y)}`, `${roman('x ')}<m:d><m:e>${roman('y')}</m:e></m:d>`));
test('colour', () => {
  const { xml } = texToOmml(raw`\textcolor{#0E6E73}{y}`, { display: false });
  assert.match(xml, /<w:color w:val="0E6E73"\/>/);
});
test('drawings have run properties of their own', () => {
  const { xml } = texToOmml('y', { display: false, host: 'drawing', color: 'FFFFFF' });
  assert.equal(
    xml,
    '<m:oMath><m:r><a:rPr><a:solidFill><a:srgbClr val="FFFFFF"/></a:solidFill><a:latin typeface="Cambria Math"/></a:rPr><m:t>y</m:t></m:r></m:oMath>',
  );
});
test('an unknown command is shown and named', () => check(raw`\foo x`, roman('∖foo') + run('x'), raw`Unknown in this formula: \foo.`));
test('what is no TeX is shown as text', () => check('a & b', roman('a &amp; b'), "The formula is not valid TeX: Expected 'EOF', got '&'."));
test('input on which the reader itself fails', () => check('x^', roman('x^'), 'The formula is not valid TeX.'));
test('no formula at all', () => check('  ', run(GAP), 'The formula is empty.'));

/** Hostile input: only the problem is compared, and the size of what is made is bounded. */
function checkRefused(tex: string, expected: string): void {
  const { xml, problem } = texToOmml(tex, { display: true });
  assert.equal(problem, expected);
  assert.ok(xml.length < 300 + 60 * tex.length, `${xml.length} characters of XML`);
}

test('a formula that is too long', () => {
  for (const tex of ['x'.repeat(30_000), '()'.repeat(200_000)]) checkRefused(tex, 'The formula is longer than 20000 characters.');
  assert.ok(texToOmml('()'.repeat(200_000), { display: false }).xml.length < 401_000);
});
const DEEP: Record<string, string> = {
  braces: `${'{'.repeat(5000)}x${'}'.repeat(5000)}`,
  'open braces': '{'.repeat(19_000),
  roots: `${raw`\sqrt{`.repeat(300)}x${'}'.repeat(300)}`,
  exponents: `${'x^{'.repeat(3000)}x${'}'.repeat(3000)}`,
  'grown brackets': `${raw`\left(`.repeat(1000)}x${raw`\right)`.repeat(1000)}`,
  brackets: `${'('.repeat(9000)}x${')'.repeat(9000)}`,
  environments: `${raw`\begin{matrix}`.repeat(600)}x${raw`\end{matrix}`.repeat(600)}`,
  colours: `${raw`\color{red}`.repeat(1500)}x`,
  'chained sums': raw`\sum `.repeat(3000),
  'chained functions': `${raw`\sin `.repeat(3000)}x`,
};
for (const [what, tex] of Object.entries(DEEP))
  test(`nested without end: ${what}`, () => checkRefused(tex, 'The formula is nested too deeply.'));
test('deep nesting made by macros is refused too', () => {
  const { problem } = texToOmml(raw`\def\a#1{\sqrt{\sqrt{\sqrt{#1}}}}` + `${raw`\a{`.repeat(90)}x${'}'.repeat(90)}`, { display: true });
  assert.match(problem ?? '', /not valid TeX|too deeply/);
});
test('matrices are bounded, since short rows are filled up', () => {
  const problem = 'The formula has too large a matrix.';
  checkRefused(raw`\begin{matrix}` + 'a&'.repeat(80) + raw`\end{matrix}`, problem);
  checkRefused(raw`\begin{matrix}` + 'a&'.repeat(60) + raw`\\`.repeat(1000) + raw`\end{matrix}`, problem);
  checkRefused(raw`\begin{matrix}` + 'a&'.repeat(3000) + raw`\\` + raw`b\\`.repeat(3000) + raw`\end{matrix}`, problem);
  checkRefused(raw`\def\a{&&&&&&&&}\def\b{\a\a\a\a}\begin{matrix}` + raw`\b`.repeat(50) + raw`\\`.repeat(50) + raw`\end{matrix}`, problem);
  assert.equal(texToOmml(raw`\newcommand{\X}{\mathbb{R}}\begin{pmatrix}a&b&\X\\c&d&\X\end{pmatrix}`, { display: true }).problem, undefined);
  assert.equal(
    texToOmml(raw`\begin{matrix}` + 'a&'.repeat(63) + raw`\\`.repeat(20) + raw`\end{matrix}`, { display: true }).problem,
    undefined,
  );
});
test('macros of the author are read, and cannot make much of little', () => {
  assert.equal(
    bare(texToOmml(raw`\newcommand{\halved}[1]{\frac{#1}{2}}\halved{x}+\halved{y}`, { display: false }).xml).match(/<m:f>/g)?.length,
    2,
  );
  for (const tex of [
    raw`\def\a{` + 'x'.repeat(15_000) + '}' + raw`\a`.repeat(59),
    raw`\def\a#1{` + '#1'.repeat(300) + raw`}\a{\a{` + 'x'.repeat(300) + '}}',
  ]) {
    assert.match(texToOmml(tex, { display: true }).problem ?? '', /Too many expansions/);
  }
});
test('what people nest is far from the bound', () => {
  for (const tex of [`${'('.repeat(40)}x${')'.repeat(40)}`, `${raw`\sqrt{`.repeat(40)}x${'}'.repeat(40)}`, raw`\sum `.repeat(40)]) {
    assert.equal(texToOmml(tex, { display: true }).problem, undefined);
  }
});

const FORMULAE = [
  raw`\frac{a}{b}`,
  raw`x_i^2`,
  raw`\sum_{i=1}^n i = \frac{n(n+1)}{2}`,
  raw`\int_0^\infty e^{-x^2}\,dx = \frac{\sqrt\pi}{2}`,
  raw`\sqrt[3]{x}`,
  raw`\begin{pmatrix}a&b\\c&d\end{pmatrix}`,
  raw`f(x)=\begin{cases}1&x>0\\0&\text{otherwise (else)}\end{cases}`,
  raw`\begin{aligned}a&=b+\frac12\\&=d\end{aligned}`,
  raw`\hat{x}+\vec v+\overline{AB}`,
  raw`\sin x + \lim_{x\to 0} f(x)`,
  raw`\left(\frac12\middle| x\right)`,
  raw`\mathbb{R}\mathcal{L}\mathfrak g\mathbf{x}`,
  raw`\boxed{x+1}`,
  raw`\cancel{x}+\xcancel{y}`,
  raw`\binom nk`,
  raw`a\phantom{xxx}b`,
  raw`\color{red}x`,
  raw`\underbrace{a+b}_{n}`,
  raw`\operatorname{rank} A`,
  raw`\sum_{\substack{i<n\\j<m}} x_{ij}`,
  raw`x'+f''(x)`,
  raw`{}_a^b X`,
  raw`A\xrightarrow{f+g}B`,
  raw`a\overset{!}{=}b`,
  raw`|x|+\|y\|`,
  raw`\{x \mid x>0\}`,
  raw`[0,1)`,
  raw`]0,1[`,
  raw`\Gamma\alpha\mathrm{kg}`,
  raw`a\\b=c`,
  raw`\begin{align}a&=b&c&=d\\e&=f\end{align}`,
  raw`\begin{gather}a\\b\end{gather}`,
  raw`\begin{array}{lc|r}a&b&c\\d&e&f\end{array}`,
  raw`\iint_D f\,dA`,
  raw`\bigcup_{i} A_i \cap B`,
  raw`\max_{x} f`,
  raw`\widehat{ABC}\widetilde{x}\overrightarrow{AB}\dot x\ddot x\bar x`,
  raw`\underline{x}`,
  raw`\prescript{14}{6}{C}`,
  raw`\ce{H2O}`,
  raw`\bigl(\frac ab\bigr)`,
  raw`x\quad y\;z`,
  raw`1{,}000.5`,
  raw`\log_2 n`,
  raw`\sin^2\theta+\cos^2\theta=1`,
  raw`f:A\to B`,
  raw`n!`,
  raw`\begin{vmatrix}a&b\\c&d\end{vmatrix}`,
  raw`\left.\frac{df}{dx}\right|_{x=0}`,
  raw`\nabla\times\vec F`,
  raw`\hbar\ell\partial\infty\dots`,
  raw`a\equiv b\pmod n`,
  raw`\mathcal{O}(n\log n)`,
  raw`\operatorname*{arg\,max}_x f`,
  raw`P(A\mid B)=\frac{P(B\mid A)P(A)}{P(B)}`,
  raw`50\%`,
  raw`x^{*}_{+}`,
  raw`A^+`,
  raw`\begin{bmatrix}1&\cdots&n\\\vdots&\ddots&\\&&1\end{bmatrix}`,
  raw`25\,^\circ\mathrm{C}`,
  raw`\begin{equation}x=1\tag{7}\end{equation}`,
  raw`e^{i\pi}+1=0`,
  raw`\frac{-b\pm\sqrt{b^2-4ac}}{2a}`,
  raw`\int_a^b f + g\,dx + 1`,
  raw`\prod_{k=1}^n k`,
  raw`\oint_C \vec B\cdot d\vec l = \mu_0 I`,
  raw`\lim_{n\to\infty}\left(1+\frac1n\right)^n=e`,
  raw`(a+b)^2=a^2+2ab+b^2`,
  raw`\text{NPV}=\sum_{t=0}^{T}\frac{C_t}{(1+r)^t}`,
  raw`\overbrace{a}^{n}`,
  raw`x\in\mathbb{R}^n`,
  raw`a<b\le c\ne d`,
  raw`i n + o r`,
  raw`\lfloor x\rfloor\lceil y\rceil`,
  raw`\langle x,y\rangle`,
  raw`\forall x\exists y`,
  raw`\tfrac12\dfrac{a}{b}`,
  raw`\textbf{bold}\textit{it}`,
  raw`\Bigg\{ x`,
  raw`\bra{x}\ket{y}`,
  raw`\mathrm{d}x/\mathrm{d}t`,
];

test(`the Open XML SDK accepts ${FORMULAE.length} formulae`, async () => {
  const made = FORMULAE.flatMap((tex) => [texToOmml(tex, { display: false }), texToOmml(tex, { display: true })]);
  assert.deepEqual(
    made.flatMap(({ problem }) => problem ?? []),
    [],
  );
  const body = made.map(({ xml }) => `<w:p>${xml}</w:p>`).join('');
  assert.deepEqual(await validateOffice(wrapInDocx(body), 'docx'), []);
});
