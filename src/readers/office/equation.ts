/** Equations of Office files (ISO/IEC 29500-1 §22.1) → TeX. What has no counterpart gives its text, so that nothing is lost. */
import { M, W } from '../../ooxml/names.ts';
import { attributeOf, elementsOf, firstElementOf } from '../../ooxml/xml-tree.ts';
import type { XmlElement } from '../../ooxml/xml-tree.ts';

const SYMBOLS: Readonly<Record<string, string>> = {
  α: 'alpha',
  β: 'beta',
  γ: 'gamma',
  δ: 'delta',
  ε: 'varepsilon',
  ϵ: 'epsilon',
  ζ: 'zeta',
  η: 'eta',
  θ: 'theta',
  ϑ: 'vartheta',
  ι: 'iota',
  κ: 'kappa',
  λ: 'lambda',
  μ: 'mu',
  ν: 'nu',
  ξ: 'xi',
  π: 'pi',
  ρ: 'rho',
  σ: 'sigma',
  ς: 'varsigma',
  τ: 'tau',
  υ: 'upsilon',
  φ: 'varphi',
  ϕ: 'phi',
  χ: 'chi',
  ψ: 'psi',
  ω: 'omega',
  Γ: 'Gamma',
  Δ: 'Delta',
  Θ: 'Theta',
  Λ: 'Lambda',
  Ξ: 'Xi',
  Π: 'Pi',
  Σ: 'Sigma',
  Υ: 'Upsilon',
  Φ: 'Phi',
  Ψ: 'Psi',
  Ω: 'Omega',
  '∞': 'infty',
  '±': 'pm',
  '∓': 'mp',
  '×': 'times',
  '÷': 'div',
  '·': 'cdot',
  '⋅': 'cdot',
  '∗': 'ast',
  '≤': 'leq',
  '≥': 'geq',
  '≠': 'neq',
  '≈': 'approx',
  '≡': 'equiv',
  '∼': 'sim',
  '∝': 'propto',
  '→': 'to',
  '←': 'leftarrow',
  '↔': 'leftrightarrow',
  '⇒': 'Rightarrow',
  '⇐': 'Leftarrow',
  '⇔': 'Leftrightarrow',
  '∈': 'in',
  '∉': 'notin',
  '⊂': 'subset',
  '⊆': 'subseteq',
  '∪': 'cup',
  '∩': 'cap',
  '∅': 'emptyset',
  '∀': 'forall',
  '∃': 'exists',
  '∂': 'partial',
  '∇': 'nabla',
  '…': 'ldots',
  '⋯': 'cdots',
  '⋮': 'vdots',
  '⋱': 'ddots',
  '∧': 'wedge',
  '∨': 'vee',
  '¬': 'neg',
  '°': 'circ',
  '′': 'prime',
  ℏ: 'hbar',
  ℓ: 'ell',
  '∑': 'sum',
  '∏': 'prod',
  '∫': 'int',
  '∬': 'iint',
  '∭': 'iiint',
  '∮': 'oint',
  '⋃': 'bigcup',
  '⋂': 'bigcap',
  '√': 'surd',
  '⟨': 'langle',
  '⟩': 'rangle',
  '⌊': 'lfloor',
  '⌋': 'rfloor',
  '⌈': 'lceil',
  '⌉': 'rceil',
  '‖': 'Vert',
};
const ACCENTS: Readonly<Record<string, string>> = {
  '̂': 'hat',
  '̃': 'tilde',
  '̅': 'overline',
  '̄': 'bar',
  '⃗': 'vec',
  '̇': 'dot',
  '̈': 'ddot',
  '́': 'acute',
  '̀': 'grave',
  '̆': 'breve',
  '̌': 'check',
};
const FUNCTIONS = new Set([
  'sin',
  'cos',
  'tan',
  'cot',
  'sec',
  'csc',
  'arcsin',
  'arccos',
  'arctan',
  'sinh',
  'cosh',
  'tanh',
  'coth',
  'log',
  'ln',
  'lg',
  'exp',
  'lim',
  'max',
  'min',
  'sup',
  'inf',
  'det',
  'dim',
  'ker',
  'gcd',
  'arg',
  'deg',
  'Pr',
]);
const SPECIAL: Readonly<Record<string, string>> = {
  '#': '\\#',
  $: '\\$',
  '%': '\\%',
  '&': '\\&',
  _: '\\_',
  '{': '\\{',
  '}': '\\}',
  '~': '\\sim ',
  '^': '\\hat{}',
  '\\': '\\backslash ',
  '\u2061': '',
  '\u2062': '',
  '\u200B': '',
  '\u00A0': '\\ ',
  '−': '-',
  '–': '-',
};

/** Stands for a caret that raises, while the others are being escaped. */
const POWER = '\u{F0000}';

/** TeX of `m:oMath`, or of anything that is in one. */
export function readEquation(element: XmlElement): string {
  return content(element).replaceAll(/ {2,}/g, ' ').trim();
}

function content(element: XmlElement | undefined): string {
  let tex = '';
  for (const child of element?.children ?? []) if (child.kind === 'element') tex += piece(child);
  return tex;
}

const part = (element: XmlElement, local: string): string => content(firstElementOf(element, local, M)).trim();
const property = (element: XmlElement, group: string, local: string): string | undefined => {
  const properties = firstElementOf(element, group, M);
  const found = properties && firstElementOf(properties, local, M);
  return found && (attributeOf(found, 'val', M) ?? attributeOf(found, 'val') ?? '');
};
const isOn = (value: string | undefined): boolean => value !== undefined && value !== '0' && value !== 'off' && value !== 'false';
const tight = (tex: string): string => tex.trim();

function piece(element: XmlElement): string {
  if (element.uri !== M) return element.uri === W && (element.local === 'ins' || element.local === 'smartTag') ? content(element) : '';
  switch (element.local) {
    case 'r':
      return readRun(element);
    case 'f':
      return readFraction(element);
    case 'sSup':
      return `${grouped(part(element, 'e'))}^{${part(element, 'sup')}}`;
    case 'sSub':
      return `${grouped(part(element, 'e'))}_{${part(element, 'sub')}}`;
    case 'sSubSup':
      return `${grouped(part(element, 'e'))}_{${part(element, 'sub')}}^{${part(element, 'sup')}}`;
    case 'sPre':
      return `{}_{${part(element, 'sub')}}^{${part(element, 'sup')}}${part(element, 'e')}`;
    case 'rad':
      return isOn(property(element, 'radPr', 'degHide')) || part(element, 'deg') === ''
        ? `\\sqrt{${part(element, 'e')}}`
        : `\\sqrt[${part(element, 'deg')}]{${part(element, 'e')}}`;
    case 'nary':
      return readNary(element);
    case 'd':
      return readDelimiters(element);
    case 'm':
      return `\\begin{matrix}${elementsOf(element, 'mr', M)
        .map((row) =>
          elementsOf(row, 'e', M)
            .map((cell) => tight(content(cell)))
            .join(' & '),
        )
        .join(' \\\\ ')}\\end{matrix}`;
    case 'eqArr':
      return `\\begin{aligned}${elementsOf(element, 'e', M)
        .map((row) => tight(content(row)).replaceAll('\\&', '&'))
        .join(' \\\\ ')}\\end{aligned}`;
    case 'func':
      return readFunction(element);
    case 'limLow':
      return readLimit(element, '_');
    case 'limUpp':
      return readLimit(element, '^');
    case 'acc':
      return `\\${ACCENTS[property(element, 'accPr', 'chr') ?? '̂'] ?? 'hat'}{${part(element, 'e')}}`;
    case 'bar':
      return property(element, 'barPr', 'pos') === 'top' ? `\\overline{${part(element, 'e')}}` : `\\underline{${part(element, 'e')}}`;
    case 'groupChr':
      return property(element, 'groupChrPr', 'pos') === 'top'
        ? `\\overbrace{${part(element, 'e')}}`
        : `\\underbrace{${part(element, 'e')}}`;
    case 'borderBox':
      return `\\boxed{${part(element, 'e')}}`;
    case 'phant':
      return isOn(property(element, 'phantPr', 'show') ?? '1') ? part(element, 'e') : '';
    default:
      return element.local.endsWith('Pr') ? '' : content(element);
  }
}

function grouped(tex: string): string {
  return tex.length <= 1 || /^\\[A-Za-z]+$/.test(tex) ? tex : `{${tex}}`;
}

function readRun(element: XmlElement): string {
  const text = runText(element);
  const properties = firstElementOf(element, 'rPr', M);
  const plain =
    properties !== undefined && (firstElementOf(properties, 'nor', M) !== undefined || firstElementOf(properties, 'lit', M) !== undefined);
  if (plain && /[\p{L}]/u.test(text)) return `\\text{${text.replaceAll(/[{}\\$%#&_]/g, (sign) => SPECIAL[sign] ?? sign)}}`;
  const upright = properties !== undefined && attributeOf(firstElementOf(properties, 'sty', M) ?? properties, 'val', M) === 'p';
  if (upright && FUNCTIONS.has(text.trim())) return `\\${text.trim()} `;
  return escapeMath(text);
}

/** Also of what is marked as inserted within the run, around its letters. */
function runText(element: XmlElement): string {
  let text = '';
  for (const child of elementsOf(element)) {
    if (child.local === 't') for (const inner of child.children) text += inner.kind === 'text' ? inner.value : '';
    if (child.uri === W && child.local === 'ins') text += runText(child);
  }
  return text;
}

function escapeMath(text: string): string {
  let tex = '';
  // A caret that a user typed before a figure or a letter means a power, as Word's own linear form has it.
  const powers = text.replaceAll(/\^(?=[\p{L}\p{N}])/gu, POWER);
  for (const character of powers.normalize('NFKC') === powers ? powers : unstyled(powers)) {
    const symbol = SYMBOLS[character];
    if (character === POWER) tex += '^';
    else tex += symbol === undefined ? (SPECIAL[character] ?? character) : `\\${symbol} `;
  }
  return tex;
}

/** Mathematical italic and bold letters (U+1D400 and on) are the plain letters; other compatible characters stay. */
function unstyled(text: string): string {
  return text.replaceAll(/[\u{1D400}-\u{1D7FF}ℎ]/gu, (character) => character.normalize('NFKC'));
}

function readFraction(element: XmlElement): string {
  const [over, under] = [part(element, 'num'), part(element, 'den')];
  const type = property(element, 'fPr', 'type');
  if (type === 'lin' || type === 'skw') return `${grouped(over)}/${grouped(under)}`;
  return type === 'noBar' ? `\\genfrac{}{}{0pt}{}{${over}}{${under}}` : `\\frac{${over}}{${under}}`;
}

function readNary(element: XmlElement): string {
  const sign = property(element, 'naryPr', 'chr') ?? '∫';
  const [sub, sup] = [part(element, 'sub'), part(element, 'sup')];
  const name = SYMBOLS[sign];
  return `${name === undefined ? sign : `\\${name}`}${sub === '' ? '' : `_{${sub}}`}${sup === '' ? '' : `^{${sup}}`} ${part(element, 'e')}`;
}

function readDelimiters(element: XmlElement): string {
  const delimiter = (local: string, usual: string): string => {
    const sign = property(element, 'dPr', local) ?? usual;
    if (sign === '') return '.';
    const symbol = SYMBOLS[sign];
    return symbol === undefined ? (sign === '{' || sign === '}' ? `\\${sign}` : sign) : `\\${symbol} `;
  };
  const between = property(element, 'dPr', 'sepChr') ?? '|';
  const inner = elementsOf(element, 'e', M)
    .map((child) => tight(content(child)))
    .join(` ${between} `);
  const matrix = /^\\begin\{matrix\}(.*)\\end\{matrix\}$/s.exec(inner)?.[1];
  const [open, close] = [delimiter('begChr', '('), delimiter('endChr', ')')];
  if (matrix !== undefined && open === '(' && close === ')') return `\\begin{pmatrix}${matrix}\\end{pmatrix}`;
  if (matrix !== undefined && open === '[' && close === ']') return `\\begin{bmatrix}${matrix}\\end{bmatrix}`;
  return `\\left${open}${inner}\\right${close}`;
}

function readFunction(element: XmlElement): string {
  const name = part(element, 'fName');
  const plain = name.replace(/^\{|\}$/g, '');
  const head = FUNCTIONS.has(plain) ? `\\${plain}` : /^[A-Za-z]{2,}$/.test(plain) ? `\\operatorname{${plain}}` : name;
  return `${head}${/[A-Za-z]$/.test(head) ? ' ' : ''}${part(element, 'e')}`;
}

function readLimit(element: XmlElement, sign: '_' | '^'): string {
  const base = part(element, 'e');
  const head = FUNCTIONS.has(base)
    ? `\\${base}`
    : base.startsWith('\\')
      ? base
      : sign === '_'
        ? `\\underset{${part(element, 'lim')}}{${base}}`
        : `\\overset{${part(element, 'lim')}}{${base}}`;
  return head.includes('set{') ? head : `${head}${sign}{${part(element, 'lim')}}`;
}
