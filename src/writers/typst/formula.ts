/**
 * TeX → Typst maths. The conversion is not ours and quotes nothing, so it is trusted with nothing: strings lose their
 * quotes beforehand, and afterwards every token of the result has to be one that we know to compile. Whatever does not
 * pass is in the document as its TeX.
 */
import { symbolMap, tex2typst } from 'tex2typst';
import { addNote, type Draft } from './draft.ts';
import { code, describing, literal } from './text.ts';

const TEX_LENGTH_MAX = 4_000;
const DEPTH_MAX = 24;

/** Functions of Typst's maths that the conversion uses, with the least and greatest number of their arguments. */
const CALLS: Readonly<Record<string, readonly [least: number, most: number]>> = {
  frac: [2, 2],
  binom: [2, 2],
  root: [2, 2],
  sqrt: [1, 1],
  mat: [1, 400],
  vec: [1, 100],
  cases: [1, 100],
  hat: [1, 1],
  tilde: [1, 1],
  macron: [1, 1],
  overline: [1, 1],
  underline: [1, 1],
  'dot.double': [1, 1],
  'dot.triple': [1, 1],
  'dot.quad': [1, 1],
  arrow: [1, 1],
  'arrow.l': [1, 1],
  'arrow.l.r': [1, 1],
  grave: [1, 1],
  acute: [1, 1],
  'acute.double': [1, 1],
  breve: [1, 1],
  caron: [1, 1],
  circle: [1, 1],
  diaer: [1, 1],
  upright: [1, 1],
  italic: [1, 1],
  bold: [1, 1],
  bb: [1, 1],
  cal: [1, 1],
  scr: [1, 1],
  frak: [1, 1],
  sans: [1, 1],
  mono: [1, 1],
  serif: [1, 1],
  op: [1, 1],
  lr: [1, 1],
  abs: [1, 1],
  norm: [1, 1],
  floor: [1, 1],
  ceil: [1, 1],
  limits: [1, 1],
  scripts: [1, 1],
  display: [1, 1],
  inline: [1, 1],
  script: [1, 1],
  sscript: [1, 1],
  overbrace: [1, 2],
  underbrace: [1, 2],
  overbracket: [1, 2],
  underbracket: [1, 2],
  overparen: [1, 2],
  underparen: [1, 2],
  cancel: [1, 1],
  mid: [1, 1],
};
/** Accents that are also signs of their own. */
const SIGNS_TOO: ReadonlySet<string> = new Set([
  'dot',
  'tilde',
  'arrow',
  'arrow.l',
  'arrow.l.r',
  'dot.double',
  'dot.triple',
  'dot.quad',
  'circle',
  'grave',
  'acute',
  'breve',
  'caron',
  'macron',
  'diaer',
]);
const OPERATORS = [
  'arccos',
  'arcsin',
  'arctan',
  'arg',
  'cos',
  'cosh',
  'cot',
  'coth',
  'csc',
  'csch',
  'ctg',
  'deg',
  'det',
  'dim',
  'exp',
  'gcd',
  'hom',
  'id',
  'im',
  'inf',
  'ker',
  'lg',
  'lim',
  'liminf',
  'limsup',
  'ln',
  'log',
  'max',
  'min',
  'mod',
  'Pr',
  'sec',
  'sech',
  'sin',
  'sinc',
  'sinh',
  'sup',
  'tan',
  'tanh',
  'tg',
  'tr',
  'dif',
  'Dif',
  'oo',
  'quad',
  'wide',
  'thin',
  'med',
  'thick',
  'space',
  'comma',
  'dot',
];
const NAMES: ReadonlySet<string> = new Set(
  [...symbolMap.values(), ...OPERATORS, ...SIGNS_TOO].filter(
    (name) => /^[A-Za-z]+(\.[A-Za-z]+)*$/.test(name) && (SIGNS_TOO.has(name) || !Object.hasOwn(CALLS, name)),
  ),
);

const TOKEN =
  /"(?<text>[^"\\#]*)"|(?<named>(?:delim|limits|augment|align|gap): (?:#none|#true|#false|#center|#left|#right|#\d{1,2}|"[^"\\#]{0,2}"))|(?<name>\p{L}[\p{L}\p{M}]*(?:\.[a-zA-Z]+)*)|\d+(?:\.\d+)?|(?<escape>\\[!-/:-@[-`{-~])|(?<line>\\(?=\s))|(?<open>[([{⟨⌊⌈])|(?<close>[)\]}⟩⌋⌉])|(?<space>\s+)|(?<comma>,)|(?<semicolon>;)|[-+*/=<>|&^_':.!?~∣‖]|(?<sign>\p{S}|\p{P}|\p{N}|\p{M})/uy;

/** An index, exponent or fraction bar with nothing before it or after it. */
const LONELY = /(?:^|[([{⟨⌊⌈,;&/^_]|\\\s)\s*(?<!\\)[/^_]|(?<!\\)[/^_]\s*(?:$|[)\]}⟩⌋⌉,;&/^_]|\\\s)/u;

/** A bracket that is open: what is called with it, how many arguments so far, and whether the last of them says anything. */
interface Frame {
  call: string | undefined;
  args: number;
  filled: boolean;
}

type Groups = Record<string, string | undefined>;

/** Whether every token is known, calls have the arguments that they take, brackets pair up and nothing nests without end. */
function isSafe(typst: string): boolean {
  const frames: Frame[] = [{ call: undefined, args: 0, filled: false }];
  let at = 0;
  while (at < typst.length) {
    TOKEN.lastIndex = at;
    const groups = TOKEN.exec(typst)?.groups;
    if (groups === undefined || TOKEN.lastIndex === at) return false;
    const before = typst.slice(0, at);
    at = TOKEN.lastIndex;
    if (!takeToken(frames, groups, before, typst.charAt(at))) return false;
  }
  return frames.length === 1 && !/\/[/*]/.test(typst) && !LONELY.test(typst);
}

function takeToken(frames: Frame[], groups: Groups, before: string, next: string): boolean {
  const frame = frames.at(-1);
  if (frame === undefined) return false;
  const { name, sign, open, close, named, comma, semicolon, space } = groups;
  if (sign !== undefined && /[#$@"`\\]/.test(sign)) return false;
  if (name !== undefined && !isKnown(name, next)) return false;
  if (groups['line'] !== undefined && frames.some((each) => each.call !== undefined)) return false;
  if (named !== undefined) return frame.call !== undefined && (next === ',' || next === ')');
  if (open !== undefined) {
    frame.filled = true;
    const call = open === '(' ? /[A-Za-z]+(\.[A-Za-z]+)*$/.exec(before)?.[0] : undefined;
    frames.push({ call: call !== undefined && Object.hasOwn(CALLS, call) ? call : undefined, args: 0, filled: false });
    return frames.length <= DEPTH_MAX;
  }
  if (close !== undefined) return frames.length > 1 && closes(frames.pop(), close);
  if (comma !== undefined || semicolon !== undefined) {
    if (semicolon !== undefined && frame.call !== undefined && frame.call !== 'mat') return false;
    if (frame.filled) frame.args += 1;
    else if (frame.call !== undefined && !['mat', 'vec', 'cases'].includes(frame.call) && !/"$|#\w+$/.test(before)) return false;
    frame.filled = false;
    return true;
  }
  if (space === undefined) frame.filled = true;
  return true;
}

/** Single letters are variables; a function is before its bracket, a name does not have to. */
function isKnown(name: string, next: string): boolean {
  if ([...name].length === 1) return true;
  return next === '(' && Object.hasOwn(CALLS, name) ? true : NAMES.has(name);
}

function closes(frame: Frame | undefined, close: string): boolean {
  if (frame?.call === undefined) return frame !== undefined;
  const [least, most] = CALLS[frame.call] ?? [1, 1];
  const args = frame.args + (frame.filled ? 1 : 0);
  return close === ')' && args >= least && args <= most;
}

/** Commands that the conversion does not know, as others that mean the same or nearly. */
const REWRITES: readonly (readonly [RegExp, string])[] = [
  // a quote inside \text{…} would end the string that the conversion makes of it
  [/"/g, '”'],
  [/\\(?:label|tag)\*?\{[^{}]*\}|\\(?:nonumber|notag)\b|\\(?:text)?color\{[^{}]*\}|\\!|\\displaystyle\b|\\(?:boxed|limits)\b/g, ''],
  [/\\(begin|end)\{(?:equation|displaymath|math)\*?\}/g, ''],
  [/\\(begin|end)\{(?:gather|gathered|split|multline|align|alignat|flalign|eqnarray)\*?\}/g, '\\$1{aligned}'],
  [/\\(begin|end)\{smallmatrix\}/g, '\\$1{matrix}'],
  [/\\[lr]Vert\b/g, '\\|'],
  [/\\[lr]vert\b/g, '|'],
  [/\\(?:big|Big|bigg|Bigg)[lrm]?(?![A-Za-z])/g, ''],
  [/\\stackrel(?![A-Za-z])/g, '\\overset'],
  [/\\(?:textbf|textit|textrm|textsf|textnormal|mbox|hbox)(?![A-Za-z])/g, '\\text'],
  [/\\x(right|left)arrow\{/g, '\\overset{\\$1arrow}{'],
  [/\\hspace\*?\{[^{}]*\}/g, '\\quad '],
];

/** The body of a formula in Typst's maths; undefined where there is no safe one. */
export function convertTex(tex: string): string | undefined {
  if (tex.length > TEX_LENGTH_MAX || tex.trim() === '') return undefined;
  let given = tex;
  for (const [pattern, replacement] of REWRITES) given = given.replaceAll(pattern, replacement);
  try {
    // a line break at the end would take the closing dollar with it
    const typst = tex2typst(given)
      .trim()
      .replace(/(?:(?<!\\)\\\s*)+$/, '')
      .trim();
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
      code: 'formula_as_text',
      severity: 'warning',
      message: `The formula ${tex.trim().slice(0, 60)} could not be set; its source is in its place.`,
      ...(blockId === undefined ? {} : { blockId }),
    });
    const text = literal(tex.trim().replaceAll(/\s+/g, ' '));
    return kind === 'inline' ? code(`raw(${text})`) : code(`raw(${text})`);
  }
  const alt = literal(describing(tex, 'formula'));
  return kind === 'inline' ? code(`math.equation(alt: ${alt}, $${typst}$)`) : code(`math.equation(block: true, alt: ${alt}, $ ${typst} $)`);
}
