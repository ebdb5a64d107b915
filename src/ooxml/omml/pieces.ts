/**
 * A row of a formula is a list of pieces before it is XML, because two neighbours decide what is between them:
 *
 * - Runs are merged, but never two letters: LibreOffice reads the text of a run in its own formula language, where the
 *   product `i n` written as "in" is the sign ∈, and "or", "to", "over" are commands.
 * - An operator without an operand on one side (`= b` in an aligned cell, `A^{+}`, an empty matrix cell) gets a
 *   zero-width space as operand. Word then spaces the operator rightly and draws no dotted box; LibreOffice draws no "¿".
 */
import { escapeText } from '../xml-text.ts';

/** `separator`: a comma or semicolon, after which an operator is as at the start of the row. */
type PieceRole = 'operand' | 'binary' | 'sign' | 'separator' | 'space';

export interface Piece {
  role: PieceRole;
  /** Text of a run … */
  text?: string;
  /** … that is roman (`m:nor`) rather than mathematical italic … */
  upright?: boolean;
  color?: string | undefined;
  /** … or a finished structure. */
  xml?: string;
}

export interface OmmlContext {
  /** Whose run properties are in a run: `w:rPr` in Word, `a:rPr` in PowerPoint and Excel. */
  host: 'word' | 'drawing';
  color: string | undefined;
  /** Commands that TeX's reader did not know, in order. */
  unknown: string[];
  /** How deep the converter is, and how many cells its matrices have so far (bounds.ts). */
  depth: number;
  cells: number;
}

const FILLER: Piece = { role: 'operand', text: '\u200b' };

export function joinPieces(pieces: readonly Piece[], context: OmmlContext): string {
  return mergeRuns(fillGaps(pieces))
    .map((piece) => piece.xml ?? writeRun(piece, context))
    .join('');
}

function fillGaps(pieces: readonly Piece[]): Piece[] {
  const solid = pieces.filter((piece) => piece.role !== 'space');
  if (solid.length === 0) return [...pieces, FILLER];
  const operandless = solid.every((piece) => piece.role !== 'operand');
  if (operandless) return pieces.map((piece) => (piece.xml === undefined ? { ...piece, upright: true } : piece));
  const filled: Piece[] = [];
  let hungry = true;
  for (const piece of pieces) {
    if (piece.role === 'binary' && hungry) filled.push(FILLER);
    filled.push(piece);
    if (piece.role !== 'space') hungry = piece.role !== 'operand';
  }
  const last = solid.at(-1)?.role;
  if (last === 'binary' || last === 'sign') filled.push(FILLER);
  return filled;
}

const ENDS_IN_LETTER = /[\p{L}\p{M}]$/u;
const BEGINS_WITH_WORD = /^[\p{L}\p{N}]/u;

function mergeRuns(pieces: readonly Piece[]): Piece[] {
  const merged: Piece[] = [];
  for (const piece of pieces) {
    const last = merged.at(-1);
    const joins =
      last?.text !== undefined &&
      piece.text !== undefined &&
      !last.upright &&
      !piece.upright &&
      last.color === piece.color &&
      !(ENDS_IN_LETTER.test(last.text) && BEGINS_WITH_WORD.test(piece.text));
    if (joins) merged[merged.length - 1] = { ...last, text: `${last.text}${piece.text}` };
    else merged.push(piece);
  }
  return merged;
}

function writeRun(piece: Piece, context: OmmlContext): string {
  const text = piece.text ?? '';
  const properties = piece.upright === true ? '<m:rPr><m:nor/></m:rPr>' : roman(text);
  // LibreOffice counts the zero-width space as white space and would trim it.
  const space = /^[\s\u200b]|[\s\u200b]$/u.test(text) ? ' xml:space="preserve"' : '';
  return `<m:r>${properties}${writeHostProperties(piece.color ?? context.color, context.host)}<m:t${space}>${escapeText(text)}</m:t></m:r>`;
}

/** Names of functions are maths, but roman. */
function roman(text: string): string {
  return /^\p{L}{2,}$/u.test(text) ? '<m:rPr><m:sty m:val="p"/></m:rPr>' : '';
}

function writeHostProperties(color: string | undefined, host: OmmlContext['host']): string {
  if (host === 'word') {
    const fill = color === undefined ? '' : `<w:color w:val="${color}"/>`;
    return `<w:rPr><w:rFonts w:ascii="Cambria Math" w:hAnsi="Cambria Math"/>${fill}</w:rPr>`;
  }
  const fill = color === undefined ? '' : `<a:solidFill><a:srgbClr val="${color}"/></a:solidFill>`;
  return `<a:rPr>${fill}<a:latin typeface="Cambria Math"/></a:rPr>`;
}

export function operand(xml: string): Piece {
  return { role: 'operand', xml };
}

/**
 * `m:d`: brackets that grow with their content. '' leaves a side out; more than one content is divided by `separator`.
 */
export function writeDelimiters(begin: string, end: string, contents: readonly string[], separator = '|'): string {
  const properties =
    (begin === '(' ? '' : `<m:begChr m:val="${escapeText(begin)}"/>`) +
    (contents.length > 1 && separator !== '|' ? `<m:sepChr m:val="${escapeText(separator)}"/>` : '') +
    (end === ')' ? '' : `<m:endChr m:val="${escapeText(end)}"/>`);
  return `<m:d>${properties === '' ? '' : `<m:dPr>${properties}</m:dPr>`}${contents.map((xml) => `<m:e>${xml}</m:e>`).join('')}</m:d>`;
}

const PAIRS: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** Brackets nested deeper in words stay text: no author means them, and the recursion has to end. */
const TEXT_DEPTH_MAX = 4;

/**
 * Words inside a formula. Brackets become `m:d`, since LibreOffice shows a backslash before each one in a text run;
 * a straight double quote would end its text there and then.
 */
export function textPieces(text: string, color: string | undefined, context: OmmlContext): Piece[] {
  return bracketedPieces(text.replaceAll('"', '”'), color, context, 0);
}

function bracketedPieces(text: string, color: string | undefined, context: OmmlContext, depth: number): Piece[] {
  const pieces: Piece[] = [];
  const addPlain = (plain: string): void => {
    if (plain !== '') pieces.push({ role: 'operand', text: plain, upright: true, color });
  };
  let from = 0;
  for (const [start, end] of depth < TEXT_DEPTH_MAX ? outerBrackets(text) : []) {
    addPlain(text.slice(from, start));
    const inner = joinPieces(bracketedPieces(text.slice(start + 1, end), color, context, depth + 1), context);
    pieces.push(operand(writeDelimiters(text.charAt(start), text.charAt(end), [inner])));
    from = end + 1;
  }
  addPlain(text.slice(from));
  return pieces;
}

/** Start and end of each balanced bracket that lies in no other, in order. */
function outerBrackets(text: string): [number, number][] {
  const found: [number, number][] = [];
  const open: number[] = [];
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (character in PAIRS) open.push(at);
    const start = open.at(-1);
    if (start === undefined || PAIRS[text.charAt(start)] !== character) continue;
    open.pop();
    while ((found.at(-1)?.[0] ?? -1) > start) found.pop();
    found.push([start, at]);
  }
  return found;
}
