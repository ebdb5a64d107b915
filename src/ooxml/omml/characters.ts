/** What single characters mean in a formula; the sets decide structure, never looks. */

/** Operators that LibreOffice's importer knows as `m:nary` (it drops the sign of any other). */
export const NARY_OPERATORS = new Set('∑∏∐∫∬∭∮∯∰');
export const INTEGRALS = new Set('∫∬∭∮∯∰');
/** Big operators that are written as a sign with limits instead. */
export const BIG_SIGNS = new Set('⋃⋂⋁⋀⨁⨂⨀⨆⨄⨅⨃');

export const OPENERS = new Set('([{⟨⌊⌈⟦⟮⎰⌜⌞');
export const CLOSERS = new Set(')]}⟩⌋⌉⟧⟯⎱⌝⌟');
export const BARS = new Set(['|', '‖', '∣', '∥']);

export const SIGNS = new Set('+−-±∓¬');

/** Characters that an expression may begin or end with, and that hence need no operand beside them. */
const ALONE = new Set('∀∁∂∃∄∅∆∇∎∞∟∠∡∢⊤⊥⋮⋯⋰⋱△▽◇□°…′″‴!?%ℵℶ');
const RELATION_OR_BINARY = /^[=<>*/·×÷:≔\u2190-\u21ff\u2200-\u22ff\u27c0-\u27e5\u27f0-\u27ff\u2900-\u297f\u2a00-\u2aff\u2b00-\u2bff]/u;

/** True for operators that join two operands: relations, arrows, `×`, `∪` and so on, but no signs. */
export function isBinaryOperator(character: string): boolean {
  return !ALONE.has(character) && character !== ':' && RELATION_OR_BINARY.test(character);
}

/** Where the operand of a sum or an integral ends: the next relation at the same level. */
export function isRelation(character: string): boolean {
  return /^[=<>≔→←↔⇒⇐⇔⟶⟹⟺↦∈∉∋⊂⊃⊆⊇∼≃≅≈≠≡≤≥≪≫≺≻∝⊢⊨]/u.test(character);
}

/** Spacing accents as MathML has them, and the combining marks that `m:acc` wants (ISO/IEC 29500-1 §22.1.2.1). */
export const ACCENTS: Readonly<Record<string, string>> = {
  ˆ: '\u0302',
  '^': '\u0302',
  '˜': '\u0303',
  '~': '\u0303',
  '¯': '\u0304',
  '‾': '\u0305',
  '˘': '\u0306',
  '˙': '\u0307',
  '¨': '\u0308',
  '˚': '\u030a',
  ˇ: '\u030c',
  '´': '\u0301',
  '`': '\u0300',
  '→': '\u20d7',
  '⃗': '\u20d7',
  '←': '\u20d6',
  '↔': '\u20e1',
};

/** Braces and brackets over or under an expression: `m:groupChr`. */
export const GROUP_CHARACTERS = new Set('⏞⏟⎴⎵⏜⏝⏠⏡');

/** A label sits on the long form of an arrow, as arrows do not stretch everywhere. */
export const LONG_ARROWS: Readonly<Record<string, string>> = { '→': '⟶', '←': '⟵', '↔': '⟷', '⇒': '⟹', '⇐': '⟸', '⇔': '⟺', '↦': '⟼' };

/** Function names that stay roman in both Word and LibreOffice as the name of `m:func`. */
export const KNOWN_FUNCTIONS = new Set([
  'sin',
  'cos',
  'tan',
  'cot',
  'sinh',
  'cosh',
  'tanh',
  'coth',
  'arcsin',
  'arccos',
  'arctan',
  'ln',
  'log',
  'exp',
  'lim',
]);

/** Syntax of LibreOffice's formula language: as maths these would be read as commands, so they are written as text. */
export const TEXT_ONLY = new Set('#&\\^_~`$%@"');
