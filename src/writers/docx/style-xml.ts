/** One style as XML: from a role of the look, and from what the role does not say. Element order: ECMA-376-1 §17.7.4.17. */
import type { Look, TextRole } from '../../document/look.ts';
import { escapeAttribute } from '../../ooxml/xml-text.ts';
import { colorXml, type ThemeSlots } from './colors.ts';
import { dxaOfCm, dxaOfPt, halfPoints, lineOf } from './measures.ts';

export interface StyleInput {
  id: string;
  name: string;
  kind?: 'paragraph' | 'character' | 'table';
  basedOn?: string | undefined;
  next?: string | undefined;
  /** Built into Word: no `w:customStyle`, so that Word shows it under its own name in every language. */
  builtIn?: boolean;
  /** Shown in the gallery. */
  quick?: boolean;
  hidden?: boolean;
  priority?: number;
  pPr?: string;
  rPr?: string;
  /** Everything after `w:rPr` in a table style. */
  table?: string;
}

export function styleXml(input: StyleInput): string {
  const { id, name, kind = 'paragraph', basedOn, next, builtIn, quick, hidden, priority, pPr, rPr, table } = input;
  const head = `<w:style w:type="${kind}"${id === 'Normal' ? ' w:default="1"' : ''}${builtIn === true ? '' : ' w:customStyle="1"'} w:styleId="${id}"><w:name w:val="${escapeAttribute(name)}"/>`;
  return [
    head,
    basedOn === undefined ? '' : `<w:basedOn w:val="${basedOn}"/>`,
    next === undefined ? '' : `<w:next w:val="${next}"/>`,
    priority === undefined ? '' : `<w:uiPriority w:val="${priority}"/>`,
    hidden === true ? '<w:semiHidden/><w:unhideWhenUsed/>' : '',
    quick === true ? '<w:qFormat/>' : '',
    pPr === undefined || pPr === '' ? '' : `<w:pPr>${pPr}</w:pPr>`,
    rPr === undefined || rPr === '' ? '' : `<w:rPr>${rPr}</w:rPr>`,
    table ?? '',
    '</w:style>',
  ].join('');
}

/** Parts of `w:pPr` that a role does not carry; they are at their place in the schema's order. */
export interface ParagraphExtras {
  /** Linked list level. */
  numPr?: { numId: number; level: number };
  borders?: string;
  shading?: string;
  tabs?: string;
  noHyphens?: boolean;
  leftDxa?: number;
  rightDxa?: number;
  hangingDxa?: number;
  contextual?: boolean;
  outline?: number;
  keepNext?: boolean;
  keepLines?: boolean;
}

/** `w:pPr` content of a role. */
export function rolePPr(role: TextRole, extras: ParagraphExtras = {}): string {
  const left = extras.leftDxa ?? (role.indentLeftCm === undefined ? undefined : dxaOfCm(role.indentLeftCm));
  const right = extras.rightDxa ?? (role.indentRightCm === undefined ? undefined : dxaOfCm(role.indentRightCm));
  const indents = [
    left === undefined ? '' : ` w:left="${left}"`,
    right === undefined ? '' : ` w:right="${right}"`,
    extras.hangingDxa === undefined ? '' : ` w:hanging="${extras.hangingDxa}"`,
  ].join('');
  const { numPr } = extras;
  return [
    (extras.keepNext ?? role.keepNext) === true ? '<w:keepNext/>' : '',
    (extras.keepLines ?? role.keepLines) === true ? '<w:keepLines/>' : '',
    numPr === undefined
      ? ''
      : `<w:numPr>${numPr.level === 0 ? '' : `<w:ilvl w:val="${numPr.level}"/>`}<w:numId w:val="${numPr.numId}"/></w:numPr>`,
    extras.borders ?? '',
    extras.shading ?? '',
    extras.tabs ?? '',
    extras.noHyphens === true ? '<w:suppressAutoHyphens/>' : '',
    `<w:spacing w:before="${dxaOfPt(role.beforePt)}" w:after="${dxaOfPt(role.afterPt)}" w:line="${lineOf(role.line)}" w:lineRule="auto"/>`,
    indents === '' ? '' : `<w:ind${indents}/>`,
    extras.contextual === true ? '<w:contextualSpacing/>' : '',
    role.align === undefined ? '' : `<w:jc w:val="${role.align === 'justify' ? 'both' : role.align}"/>`,
    extras.outline === undefined ? '' : `<w:outlineLvl w:val="${extras.outline}"/>`,
  ].join('');
}

/** Capitals are set apart by a point, in twentieths of one. */
const CAPS_SPACING = 20;

/** `w:rPr` content of a role: face by the theme, weight, colour, size. */
export function roleRPr(role: TextRole, look: Look, slots: ThemeSlots): string {
  return [
    fontsXml(role.face, look),
    role.bold === true ? '<w:b/><w:bCs/>' : '<w:b w:val="0"/><w:bCs w:val="0"/>',
    role.italic === true ? '<w:i/><w:iCs/>' : '',
    role.caps === true ? '<w:caps/>' : '',
    role.face === 'code' ? '<w:noProof/>' : '',
    colorXml(slots, role.color),
    role.caps === true ? `<w:spacing w:val="${CAPS_SPACING}"/>` : '',
    `<w:sz w:val="${halfPoints(role.sizePt)}"/><w:szCs w:val="${halfPoints(role.sizePt)}"/>`,
  ].join('');
}

/** The face by name, and by its slot in the theme, so that a person can change the fonts of the whole document at once. */
export function fontsXml(face: TextRole['face'], look: Look): string {
  const name = escapeAttribute(look.faces[face]);
  if (face === 'code') return `<w:rFonts w:ascii="${name}" w:hAnsi="${name}" w:cs="${name}"/>`;
  const slot = face === 'display' ? 'major' : 'minor';
  return `<w:rFonts w:ascii="${name}" w:hAnsi="${name}" w:asciiTheme="${slot}HAnsi" w:hAnsiTheme="${slot}HAnsi" w:eastAsiaTheme="${slot}EastAsia" w:cstheme="${slot}Bidi"/>`;
}
