/**
 * Formulas as text: signs for their names, raised and lowered runs, fractions with a stroke. What slides show where an
 * equation would need an object of its own; nothing of it is left out.
 */
import type { Run } from '../document/inline.ts';

const SIGNS: Readonly<Record<string, string>> = {
  alpha: 'α',
  beta: 'β',
  gamma: 'γ',
  delta: 'δ',
  epsilon: 'ε',
  varepsilon: 'ε',
  zeta: 'ζ',
  eta: 'η',
  theta: 'θ',
  iota: 'ι',
  kappa: 'κ',
  lambda: 'λ',
  mu: 'μ',
  nu: 'ν',
  xi: 'ξ',
  pi: 'π',
  rho: 'ρ',
  sigma: 'σ',
  tau: 'τ',
  phi: 'φ',
  varphi: 'φ',
  chi: 'χ',
  psi: 'ψ',
  omega: 'ω',
  Gamma: 'Γ',
  Delta: 'Δ',
  Theta: 'Θ',
  Lambda: 'Λ',
  Pi: 'Π',
  Sigma: 'Σ',
  Phi: 'Φ',
  Psi: 'Ψ',
  Omega: 'Ω',
  cdot: '·',
  times: '×',
  div: '÷',
  pm: '±',
  le: '≤',
  leq: '≤',
  ge: '≥',
  geq: '≥',
  ne: '≠',
  neq: '≠',
  approx: '≈',
  equiv: '≡',
  infty: '∞',
  sum: '∑',
  prod: '∏',
  int: '∫',
  partial: '∂',
  nabla: '∇',
  in: '∈',
  to: '→',
  rightarrow: '→',
  leftarrow: '←',
  ldots: '…',
  dots: '…',
  cdots: '⋯',
  left: '',
  right: '',
  quad: ' ',
  qquad: ' ',
  ',': ' ',
  ';': ' ',
  ':': ' ',
  '!': '',
  '%': '%',
  '{': '{',
  '}': '}',
  $: '$',
  '&': '&',
  _: '_',
  '#': '#',
  '\\': '\n',
  displaystyle: '',
  mathrm: '',
  mathbf: '',
  text: '',
  operatorname: '',
};
const DEPTH_MAX = 12;

interface Cursor {
  tex: string;
  at: number;
}

/** The group or sign at the cursor, without its braces. */
function takeArgument(cursor: Cursor): string {
  while (cursor.tex[cursor.at] === ' ') cursor.at += 1;
  if (cursor.tex[cursor.at] !== '{') {
    const sign = /^(?:\\(?:[a-zA-Z]+|.)|[\s\S])/u.exec(cursor.tex.slice(cursor.at, cursor.at + 40))?.[0] ?? '';
    cursor.at += sign.length;
    return sign;
  }
  let depth = 0;
  const start = cursor.at + 1;
  for (; cursor.at < cursor.tex.length; cursor.at++) {
    const sign = cursor.tex[cursor.at];
    if (sign === '\\') cursor.at += 1;
    else if (sign === '{') depth += 1;
    else if (sign === '}' && (depth -= 1) === 0) break;
  }
  const inner = cursor.tex.slice(start, cursor.at);
  cursor.at += 1;
  return inner;
}

const SUPER = new Map(
  [...'0123456789+-−=()niabcdefghjklmoprstuvwxyz'].map((sign, i) => [sign, [...'⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱᵃᵇᶜᵈᵉᶠᵍʰʲᵏˡᵐᵒᵖʳˢᵗᵘᵛʷˣʸᶻ'][i] ?? sign]),
);
const SUB = new Map([...'0123456789+-−=()aeijklmnoprstuvx'].map((sign, i) => [sign, [...'₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ'][i] ?? sign]));

/** Raised and lowered signs within what is set in one line: by signs of their own where all have one. */
function flatScript(text: string, script: 'super' | 'sub'): string {
  const signs = script === 'super' ? SUPER : SUB;
  if ([...text].every((sign) => signs.has(sign))) return [...text].map((sign) => signs.get(sign) ?? sign).join('');
  return `${script === 'super' ? '^' : '_'}${[...text].length > 1 ? `(${text})` : text}`;
}

const plain = (tex: string, depth: number): string =>
  formulaRuns(tex, depth + 1)
    .map(({ text, script }) => (script === undefined ? text : flatScript(text, script)))
    .join('');
const bracketed = (text: string): string => ([...text].length > 1 && !/^[\p{L}\d.,]+$/u.test(text) ? `(${text})` : text);

function command(cursor: Cursor, name: string, depth: number): string {
  if (name === 'frac' || name === 'dfrac' || name === 'tfrac') {
    const over = bracketed(plain(takeArgument(cursor), depth));
    return `${over}/${bracketed(plain(takeArgument(cursor), depth))}`;
  }
  if (name === 'sqrt') return `√${bracketed(plain(takeArgument(cursor), depth))}`;
  return SIGNS[name] ?? name;
}

/** @param tex as written between the dollar signs */
export function formulaRuns(tex: string, depth = 0): Run[] {
  if (depth > DEPTH_MAX) return [{ text: tex }];
  const runs: Run[] = [];
  const add = (text: string, script?: 'super' | 'sub'): void => {
    const last = runs.at(-1);
    if (last && last.script === script) last.text += text;
    else if (text !== '') runs.push({ text, italic: true, ...(script === undefined ? {} : { script }) });
  };
  const cursor: Cursor = { tex, at: 0 };
  while (cursor.at < tex.length) {
    const sign = tex.charAt(cursor.at);
    cursor.at += 1;
    if (sign === '\\') {
      const name = /^(?:[a-zA-Z]+|[\s\S])/.exec(tex.slice(cursor.at, cursor.at + 40))?.[0] ?? '';
      cursor.at += name.length;
      add(command(cursor, name, depth));
    } else if ((sign === '^' || sign === '_') && cursor.at < tex.length)
      add(plain(takeArgument(cursor), depth), sign === '^' ? 'super' : 'sub');
    else if (sign !== '{' && sign !== '}' && sign !== '&') add(sign === '-' ? '−' : sign);
  }
  return runs;
}

/** Commands that are spelled out well though they are no sign. */
const SPELLED = new Set(
  'frac dfrac tfrac sqrt lim sin cos tan cot sinh cosh tanh arcsin arccos arctan log ln exp max min sup inf det gcd'.split(' '),
);

/** Whether `formulaRuns` says the formula as a reader knows it: matrices, cases and accents need more than a line. */
export const isSpelledWell = (tex: string): boolean =>
  [...tex.matchAll(/\\([a-zA-Z]+|[\s\S])/g)].every(([, name = '']) => SPELLED.has(name) || (name !== '\\' && name in SIGNS));
