/**
 * TeX → Typst maths. The conversion is not ours and quotes nothing, so it is trusted with nothing: strings lose their
 * quotes beforehand, and afterwards every token of the result has to be one that we know to compile. Whatever does not
 * pass stands in the document as its TeX.
 */
import { symbolMap, tex2typst } from 'tex2typst';
import { addNote, type Draft } from './draft.ts';
import { code, literal } from './text.ts';

const TEX_LENGTH_MAX = 4_000;
const DEPTH_MAX = 24;

/** Functions of Typst's maths that the conversion uses, and the names of their arguments. */
const FUNCTIONS = [
  'frac', 'binom', 'sqrt', 'root', 'mat', 'vec', 'cases', 'hat', 'tilde', 'macron', 'overline', 'underline', 'dot', 'ddot', 'dot.double', 'dot.triple', 'arrow', 'arrow.l', 'grave', 'acute',
  'breve', 'caron', 'circle', 'upright', 'italic', 'bold', 'bb', 'cal', 'scr', 'frak', 'sans', 'mono', 'serif', 'op', 'lr', 'mid', 'abs', 'norm', 'floor', 'ceil', 'limits', 'scripts', 'display',
  'inline', 'script', 'sscript', 'overbrace', 'underbrace', 'overbracket', 'underbracket', 'cancel', 'attach', 'quad', 'wide', 'thin', 'med', 'thick', 'space', 'class', 'stretch', 'primes',
  'overparen', 'underparen',
];
const ARGUMENTS = ['delim', 'limits', 'gap', 'align', 'top', 'bottom', 'left', 'right', 'center', 'none', 'true', 'false', 't', 'b'];
const OPERATORS = [
  'arccos', 'arcsin', 'arctan', 'arg', 'cos', 'cosh', 'cot', 'coth', 'csc', 'csch', 'ctg', 'deg', 'det', 'dim', 'exp', 'gcd', 'hom', 'id', 'im', 'inf', 'ker', 'lg', 'lim', 'liminf', 'limsup', 'ln',
  'log', 'max', 'min', 'mod', 'Pr', 'sec', 'sech', 'sin', 'sinc', 'sinh', 'sup', 'tan', 'tanh', 'tg', 'tr', 'dif', 'Dif', 'oo', 'RR', 'NN', 'ZZ', 'QQ', 'CC', 'PP', 'EE', 'FF', 'HH', 'KK', 'AA', 'BB',
  'DD', 'GG', 'II', 'JJ', 'LL', 'MM', 'OO', 'SS', 'TT', 'UU', 'VV', 'WW', 'XX', 'YY',
];
const NAMES: ReadonlySet<string> = new Set([...symbolMap.values(), ...FUNCTIONS, ...ARGUMENTS, ...OPERATORS].filter((name) => /^[A-Za-z]+(\.[A-Za-z]+)*$/.test(name)));

const TOKEN = /"(?<text>[^"\\#]*)"|(?<name>\p{L}[\p{L}\p{M}]*(?:\.[a-zA-Z]+)*)|\d+(?:\.\d+)?|(?<escape>\\[!-/:-@[-`{-~])|(?<line>\\(?=\s|$))|(?<open>[([{⟨⌊⌈])|(?<close>[)\]}⟩⌋⌉])|(?<call>\s+)|[-+*/=<>|&^_',;:.!?~∣‖]|(?<sign>\p{S}|\p{P}|\p{N})/uy;

/** Whether every token is known, brackets pair up and nothing nests without end. */
function isSafe(typst: string): boolean {
  const open: string[] = [];
  let at = 0;
  while (at < typst.length) {
    TOKEN.lastIndex = at;
    const groups = TOKEN.exec(typst)?.groups;
    if (groups === undefined || TOKEN.lastIndex === at) return false;
    at = TOKEN.lastIndex;
    if (groups['name'] !== undefined && [...groups['name']].length > 1 && !NAMES.has(groups['name'])) return false;
    if (groups['sign'] !== undefined && /[#$@"`\\]/.test(groups['sign'])) return false;
    if (groups['open'] !== undefined) open.push(groups['open']);
    if (groups['close'] !== undefined && open.pop() === undefined) return false;
    if (open.length > DEPTH_MAX) return false;
  }
  return open.length === 0 && !/\/[/*]/.test(typst);
}

/** The body of a formula in Typst's maths; undefined where there is no safe one. */
export function convertTex(tex: string): string | undefined {
  if (tex.length > TEX_LENGTH_MAX || tex.trim() === '') return undefined;
  // a quote inside \text{…} would end the string that the conversion makes of it
  const given = tex.replaceAll('"', '”').replaceAll(/\\(?:label|tag)\*?\{[^{}]*\}/g, '').replaceAll(/\\(?:nonumber|notag)\b|\\(?:text)?color\{[^{}]*\}/g, '');
  try {
    // a line break at the end would take the closing dollar with it
    const typst = tex2typst(given).trim().replace(/(?:(?<!\\)\\\s*)+$/, '').trim();
    return typst !== '' && typst.length < TEX_LENGTH_MAX * 4 && isSafe(typst) ? typst : undefined;
  } catch {
    // what the conversion cannot read is shown as it was written; its errors say nothing that helps the author
    return undefined;
  }
}

/** @returns an expression that gives the formula, with its TeX as the text for those who cannot see it (PDF/UA-1 7.7) */
export function formulaMarkup(draft: Draft, tex: string, kind: 'inline' | 'block', blockId?: string): string {
  const typst = draft.plainFormulas ? undefined : convertTex(tex);
  if (typst === undefined) {
    addNote(draft, {
      code: 'formula_as_text', severity: 'warning', message: `The formula ${tex.trim().slice(0, 60)} could not be set; its source stands in its place.`,
      ...(blockId === undefined ? {} : { blockId }),
    });
    const text = literal(tex.trim().replaceAll(/\s+/g, ' '));
    return kind === 'inline' ? code(`raw(${text})`) : code(`raw(${text})`);
  }
  const alt = literal(tex.trim().slice(0, 1000));
  return kind === 'inline' ? code(`math.equation(alt: ${alt}, $${typst}$)`) : code(`math.equation(block: true, alt: ${alt}, $ ${typst} $)`);
}
