/** One MathML element → pieces of OMML (ISO/IEC 29500-1 §22.1). Order of child elements is that of the schema. */
import { ACCENTS, BARS, GROUP_CHARACTERS, isBinaryOperator, LONG_ARROWS, SIGNS, TEXT_ONLY } from './characters.ts';
import type { MathNode } from './mathml.ts';
import { joinPieces, operand, textPieces } from './pieces.ts';
import type { OmmlContext, Piece } from './pieces.ts';
import { convertRow, flatten, writeArgument } from './rows.ts';
import type { Item } from './rows.ts';
import { writeTable } from './tables.ts';

/** Colour that marks a command unknown to TeX's reader; no author can choose it by name. */
export const UNKNOWN_COLOR = 'B22224';

export function convertItem({ node, color }: Item, context: OmmlContext): Piece[] {
  const argument = (child: MathNode | undefined): string => writeArgument(child === undefined ? [] : [child], color, context);
  const [first, second, third] = node.children;
  switch (node.name) {
    case 'mi':
      return [convertIdentifier(node, color)];
    case 'mn':
      return [{ role: 'operand', text: node.text, upright: /[^\d.,\s]/u.test(node.text), color }];
    case 'mo':
      return [convertOperator(node, color)].filter((piece) => piece.text !== '');
    case 'mtext':
      return convertText(node, color, context);
    case 'mspace':
      return convertSpace(node);
    case 'mfrac': {
      const type = Number.parseFloat(node.attributes['linethickness'] ?? '1') === 0 ? '<m:fPr><m:type m:val="noBar"/></m:fPr>' : '';
      return [operand(`<m:f>${type}<m:num>${argument(first)}</m:num><m:den>${argument(second)}</m:den></m:f>`)];
    }
    case 'msqrt':
      return [
        operand(
          `<m:rad><m:radPr><m:degHide m:val="1"/></m:radPr><m:deg/><m:e>${writeArgument(node.children, color, context)}</m:e></m:rad>`,
        ),
      ];
    case 'mroot':
      return [operand(`<m:rad><m:deg>${argument(second)}</m:deg><m:e>${argument(first)}</m:e></m:rad>`)];
    case 'msub':
    case 'msup':
    case 'msubsup':
      return [operand(writeScripts(node, argument(first), color, context))];
    case 'mover':
    case 'munder':
    case 'munderover':
      return [convertStacked(node, color, context)];
    case 'mmultiscripts':
      return [operand(writeMultiScripts(node, color, context))];
    case 'mtable':
      return [operand(writeTable(node, color, context))];
    case 'menclose':
      return [operand(writeEnclosed(node, color, context))];
    case 'mrow':
      return [operand(`<m:borderBox><m:e>${writeArgument(node.children, color, context)}</m:e></m:borderBox>`)];
    case 'mphantom':
      return [operand(writePhantom('<m:show m:val="0"/>', writeArgument(node.children, color, context)))];
    case 'mpadded':
      return [operand(writePadded(node, color, context))];
    default:
      return third === undefined && node.children.length === 0
        ? textPieces(node.text, color, context)
        : convertRow(flatten(node.children, color), context);
  }
}

export function isBoxed(node: MathNode): boolean {
  return node.name === 'mrow' && /(?:^|;)\s*border:/.test(node.attributes['style'] ?? '');
}

// Leaves -----------------------------------------------------------------------------------------------------------

const LONE_LETTER = /^\p{L}$/u;

/**
 * A single letter is italic, all else roman. Script, double-struck and bold letters stay the characters that they are
 * (ℝ, 𝐱) rather than `m:scr` and `m:sty` of a plain letter: Word shows both alike, LibreOffice ignores the properties.
 */
function convertIdentifier(node: MathNode, color: string | undefined): Piece {
  const { text } = node;
  if (TEXT_ONLY.has(text) || BARS.has(text)) return { role: 'operand', text, upright: true, color };
  if (text === '/') return { role: 'binary', text, color };
  const letter = LONE_LETTER.test(text);
  const italic = letter && node.attributes['mathvariant'] !== 'normal' && text < '\u2100';
  return { role: 'operand', text, upright: !italic && /\p{L}/u.test(text) && text !== 'ℏ' && text !== 'ℓ', color };
}

function convertOperator(node: MathNode, color: string | undefined): Piece {
  const text = node.text === '-' ? '−' : node.text.replaceAll('\u2061', '').replaceAll('\u2062', '');
  if (BARS.has(text)) {
    const relation = 'lspace' in node.attributes;
    return { role: 'operand', text: relation ? `\u2005${text}\u2005` : text, upright: true, color };
  }
  if (SIGNS.has(text)) return { role: 'sign', text, color };
  if (text === ',' || text === ';') return { role: 'separator', text, color };
  if (TEXT_ONLY.has(text)) return { role: 'operand', text, upright: true, color };
  if (/\p{L}/u.test(text)) {
    const binary = 'lspace' in node.attributes;
    return { role: 'operand', text: binary ? `\u2005${text}\u2005` : text, upright: true, color };
  }
  return { role: isBinaryOperator(text) ? 'binary' : 'operand', text, color };
}

function convertText(node: MathNode, color: string | undefined, context: OmmlContext): Piece[] {
  const text = node.text.replaceAll('\u00a0', ' ');
  if (color === UNKNOWN_COLOR) {
    context.unknown.push(text);
    return [{ role: 'operand', text: text.replaceAll('\\', '∖'), upright: true }];
  }
  if (text.trim() !== '') return textPieces(text, color, context);
  return text === '' ? [] : [{ role: 'space', text, upright: true }];
}

/** The widest characters that fit; a negative or hair-thin space has no like in OMML and is left out. */
function convertSpace(node: MathNode): Piece[] {
  const width = node.attributes['width'] ?? '0';
  const em = Number.parseFloat(width) / (width.endsWith('pt') ? 10 : 1);
  if (!(em >= 0.1)) return [];
  const rest = em % 1;
  const part = rest >= 0.4 ? '\u2002' : rest >= 0.2 ? '\u2005' : rest >= 0.1 ? '\u2009' : '';
  return [{ role: 'space', text: '\u2003'.repeat(Math.min(4, Math.floor(em))) + part, upright: true }];
}

// Scripts and stacks -----------------------------------------------------------------------------------------------

/** Scripts, or limits above and below, of a base that is XML already. */
export function writeScripts(node: MathNode, base: string, color: string | undefined, context: OmmlContext): string {
  const [, first, second] = node.children;
  const write = (script: MathNode | undefined): string => writeArgument(script === undefined ? [] : [script], color, context);
  switch (node.name) {
    case 'msub':
      return `<m:sSub><m:e>${base}</m:e><m:sub>${write(first)}</m:sub></m:sSub>`;
    case 'msup':
      return `<m:sSup><m:e>${base}</m:e><m:sup>${write(first)}</m:sup></m:sSup>`;
    case 'msubsup':
      return `<m:sSubSup><m:e>${base}</m:e><m:sub>${write(first)}</m:sub><m:sup>${write(second)}</m:sup></m:sSubSup>`;
    case 'munder':
      return `<m:limLow><m:e>${base}</m:e><m:lim>${write(first)}</m:lim></m:limLow>`;
    case 'mover':
      return `<m:limUpp><m:e>${base}</m:e><m:lim>${write(first)}</m:lim></m:limUpp>`;
    default:
      return `<m:limUpp><m:e><m:limLow><m:e>${base}</m:e><m:lim>${write(first)}</m:lim></m:limLow></m:e><m:lim>${write(second)}</m:lim></m:limUpp>`;
  }
}

function convertStacked(node: MathNode, color: string | undefined, context: OmmlContext): Piece {
  const [base, first] = node.children;
  const single = node.name !== 'munderover' && first?.name === 'mo' ? first.text : '';
  const content = writeArgument(base === undefined ? [] : [base], color, context);
  if (single === '…' && node.name === 'mover')
    return operand(`<m:acc><m:accPr><m:chr m:val="\u20db"/></m:accPr><m:e>${content}</m:e></m:acc>`);
  if (GROUP_CHARACTERS.has(single)) {
    const [position, alignment] = node.name === 'mover' ? ['top', 'bot'] : ['bot', 'top'];
    return operand(
      `<m:groupChr><m:groupChrPr><m:chr m:val="${single}"/><m:pos m:val="${position}"/><m:vertJc m:val="${alignment}"/></m:groupChrPr>` +
        `<m:e>${content}</m:e></m:groupChr>`,
    );
  }
  const accent = ACCENTS[single];
  if (accent !== undefined && node.name === 'mover')
    return operand(`<m:acc><m:accPr><m:chr m:val="${accent}"/></m:accPr><m:e>${content}</m:e></m:acc>`);
  if (accent !== undefined) return operand(`<m:bar><m:barPr><m:pos m:val="bot"/></m:barPr><m:e>${content}</m:e></m:bar>`);
  return convertLabelled(node, content, color, context);
}

/** Labels on arrows and relations keep the spacing of an operator through `m:box`. */
function convertLabelled(node: MathNode, content: string, color: string | undefined, context: OmmlContext): Piece {
  const base = flatten(node.children.slice(0, 1), color)[0]?.node;
  if (base?.name !== 'mo') return operand(writeScripts(node, content, color, context));
  const stretched = base.attributes['stretchy'] === 'true' ? LONG_ARROWS[base.text] : undefined;
  const sign = stretched === undefined ? content : joinPieces([{ role: 'operand', text: stretched, upright: true, color }], context);
  const labels = node.children.slice(1).map(labelOf);
  const xml = writeScripts({ ...node, children: [base, ...labels] }, sign, color, context);
  return operand(`<m:box><m:boxPr><m:opEmu m:val="1"/></m:boxPr><m:e>${xml}</m:e></m:box>`);
}

/** The label without the struts that give the arrow its length. */
function labelOf(node: MathNode): MathNode {
  const [label, strut] = node.children;
  if (strut?.name === 'mspace' && label !== undefined) return labelOf(label);
  return node.name === 'mrow' ? { ...node, children: node.children.filter((child) => child.name !== 'mspace') } : node;
}

function writeMultiScripts(node: MathNode, color: string | undefined, context: OmmlContext): string {
  const divide = node.children.findIndex((child) => child.name === 'mprescripts');
  const after = node.children.slice(1, divide < 0 ? undefined : divide);
  const before = divide < 0 ? [] : node.children.slice(divide + 1);
  const write = (child: MathNode | undefined): string => writeArgument(child === undefined ? [] : [child], color, context);
  let xml = write(node.children[0]);
  if (after.length > 0) xml = `<m:sSubSup><m:e>${xml}</m:e><m:sub>${write(after[0])}</m:sub><m:sup>${write(after[1])}</m:sup></m:sSubSup>`;
  return before.length === 0
    ? xml
    : `<m:sPre><m:sub>${write(before[0])}</m:sub><m:sup>${write(before[1])}</m:sup><m:e>${xml}</m:e></m:sPre>`;
}

// Boxes ------------------------------------------------------------------------------------------------------------

const NO_BORDERS = '<m:hideTop m:val="1"/><m:hideBot m:val="1"/><m:hideLeft m:val="1"/><m:hideRight m:val="1"/>';

function writeEnclosed(node: MathNode, color: string | undefined, context: OmmlContext): string {
  const content = writeArgument(
    node.children.filter((child) => child.children.length > 0 || child.name !== 'mrow'),
    color,
    context,
  );
  const notations = new Set((node.attributes['notation'] ?? '').split(' '));
  if (notations.has('top') || notations.has('bottom')) {
    return `<m:bar><m:barPr><m:pos m:val="${notations.has('top') ? 'top' : 'bot'}"/></m:barPr><m:e>${content}</m:e></m:bar>`;
  }
  const strikes =
    (notations.has('horizontalstrike') ? '<m:strikeH m:val="1"/>' : '') +
    (notations.has('verticalstrike') ? '<m:strikeV m:val="1"/>' : '') +
    (notations.has('updiagonalstrike') ? '<m:strikeBLTR m:val="1"/>' : '') +
    (notations.has('downdiagonalstrike') ? '<m:strikeTLBR m:val="1"/>' : '');
  const properties = strikes === '' ? '' : `<m:borderBoxPr>${NO_BORDERS}${strikes}</m:borderBoxPr>`;
  return `<m:borderBox>${properties}<m:e>${content}</m:e></m:borderBox>`;
}

function writePhantom(properties: string, content: string): string {
  return `<m:phant><m:phantPr>${properties}</m:phantPr><m:e>${content}</m:e></m:phant>`;
}

/** `\smash`, `\hphantom`, `\vphantom`: an extent is taken away, and perhaps the content is hidden. */
function writePadded(node: MathNode, color: string | undefined, context: OmmlContext): string {
  const hidden = node.children.length === 1 && node.children[0]?.name === 'mphantom' ? node.children[0] : undefined;
  const zero = (name: string): boolean => Number.parseFloat(node.attributes[name] ?? '1') < 0.5;
  const properties =
    `<m:show m:val="${hidden === undefined ? 1 : 0}"/>` +
    (zero('width') ? '<m:zeroWid m:val="1"/>' : '') +
    (zero('height') ? '<m:zeroAsc m:val="1"/>' : '') +
    (zero('depth') ? '<m:zeroDesc m:val="1"/>' : '');
  return writePhantom(properties, writeArgument((hidden ?? node).children, color, context));
}
