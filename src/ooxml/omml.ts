import temml from 'temml';
import { expansionsMax, FormulaTooLarge, isMatrixTooLarge, isTexTooDeep, TOO_DEEP, TOO_WIDE } from './omml/bounds.ts';
import { parseMathMl } from './omml/mathml.ts';
import type { MathNode } from './omml/mathml.ts';
import { joinPieces, operand, textPieces } from './omml/pieces.ts';
import type { OmmlContext } from './omml/pieces.ts';
import { convertRow, flatten } from './omml/rows.ts';
import type { Item } from './omml/rows.ts';
import { UNKNOWN_COLOR } from './omml/structures.ts';
import { escapeText } from './xml-text.ts';

export interface OmmlOptions {
  /** True: `m:oMathPara`, a paragraph's whole content; false: `m:oMath`, in the line. */
  display: boolean;
  /** Run properties inside the formula: `w:rPr` (default) or, for `a14:m` in PowerPoint and Excel, `a:rPr`. */
  host?: 'word' | 'drawing';
  /** RRGGBB of the text around, where the formula does not take it from its style. */
  color?: string;
}

export interface Omml {
  /** One element with the prefixes `m:` and `w:` (or `a:`), which the part has to declare. */
  xml: string;
  /** What could not be read, as a sentence; the source, or the unknown command, then is in the formula as text. */
  problem?: string;
}

/** More is no formula: TeX's reader takes a second for 100,000 characters. */
const TEX_LENGTH_MAX = 20_000;

/** Environments that TeX's reader refuses inside a line; authors put them there all the same. */
const DISPLAY_ONLY = /\\begin\{(?:align|alignat|equation|flalign|gather|multline)\*?\}/;

/**
 * TeX → Office MathML (ISO/IEC 29500-1 §22.1), by way of Temml's MathML. Never throws: what is no TeX comes back as
 * text with a `problem`. The XML validates against the Open XML SDK and is shaped so that both Word and LibreOffice
 * show it (see omml/pieces.ts).
 */
export function texToOmml(tex: string, options: OmmlOptions): Omml {
  const context: OmmlContext = { host: options.host ?? 'word', color: options.color, unknown: [], depth: 0, cells: 0 };
  const wrap = (xml: string): string =>
    options.display ? `<m:oMathPara><m:oMath>${xml}</m:oMath></m:oMathPara>` : `<m:oMath>${xml}</m:oMath>`;
  const asText = (problem: string): Omml => {
    const source = tex.trim();
    const pieces =
      source.length > TEX_LENGTH_MAX
        ? [operand(`<m:r><m:rPr><m:nor/></m:rPr><m:t xml:space="preserve">${escapeText(source)}</m:t></m:r>`)]
        : textPieces(source, undefined, context);
    return { xml: wrap(joinPieces(pieces, context)), problem };
  };
  const read = readTex(tex, options.display);
  if (typeof read === 'string') return asText(read);
  let xml: string;
  try {
    xml = wrap(joinPieces(convertLines(flatten([read], undefined), context), context));
  } catch (error) {
    if (error instanceof FormulaTooLarge) return asText(error.message);
    throw error;
  }
  if (context.unknown.length === 0) return { xml };
  return { xml, problem: `Unknown in this formula: ${[...new Set(context.unknown)].join(', ')}.` };
}

/** MathML of a formula (a `math` element, Temml's), or the sentence that says why there is none. */
export function texToMathMl(tex: string, display: boolean): { mathMl?: string; problem?: string } {
  if (tex.trim() === '') return { problem: 'The formula is empty.' };
  if (tex.length > TEX_LENGTH_MAX) return { problem: `The formula is longer than ${TEX_LENGTH_MAX} characters.` };
  if (isTexTooDeep(tex)) return { problem: TOO_DEEP };
  if (isMatrixTooLarge(tex)) return { problem: TOO_WIDE };
  let mathMl: string;
  try {
    mathMl = temml.renderToString(tex, {
      displayMode: display || DISPLAY_ONLY.test(tex),
      throwOnError: false,
      wrap: 'none',
      errorColor: `#${UNKNOWN_COLOR.toLowerCase()}`,
      xml: true,
      maxExpand: expansionsMax(tex),
      macros: { '\\prescript': '\\pres@cript{_{#2}^{#1}}{}{#3}' },
    });
  } catch (error) {
    // Temml meets some odd input (`x^`) with a TypeError, and nesting made by macros with a RangeError.
    if (error instanceof Error) return { problem: 'The formula is not valid TeX.' };
    throw error;
  }
  if (mathMl.startsWith('<math')) return { mathMl };
  const reason = /ParseError:\s*([^\n<]*?)(?: at (?:position \d+|end of input))?:?\s*(?:\n|<|$)/.exec(mathMl)?.[1];
  return {
    problem:
      reason === undefined ? 'The formula is not valid TeX.' : `The formula is not valid TeX: ${unescapeHtml(reason).replace(/\.$/, '')}.`,
  };
}

/** The MathML tree, or the sentence that says why there is none. */
function readTex(tex: string, display: boolean): MathNode | string {
  const { mathMl, problem = '' } = texToMathMl(tex, display);
  return mathMl === undefined ? problem : (parseMathMl(mathMl) ?? TOO_DEEP);
}

function unescapeHtml(text: string): string {
  return text.replaceAll('&#x27;', "'").replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}

/** A `\\` outside of any environment stacks the lines. */
function convertLines(items: readonly Item[], context: OmmlContext): ReturnType<typeof convertRow> {
  const isBreak = ({ node }: Item): boolean => node.name === 'mo' && node.attributes['linebreak'] === 'newline';
  if (!items.some(isBreak)) return convertRow(items, context);
  const lines: Item[][] = [[]];
  for (const item of items) {
    if (isBreak(item)) lines.push([]);
    else lines.at(-1)?.push(item);
  }
  const cell = (line: readonly Item[]): MathNode => ({ name: 'mtd', attributes: {}, children: line.map(({ node }) => node), text: '' });
  const rows = lines.map((line): MathNode => ({ name: 'mtr', attributes: {}, children: [cell(line)], text: '' }));
  return convertRow([{ node: { name: 'mtable', attributes: { class: 'tml-jot' }, children: rows, text: '' }, color: undefined }], context);
}
