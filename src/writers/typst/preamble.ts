/** The numbers of a look as Typst set rules, and the page with what is at its edges. */
import type { Letterhead } from '../../document/block.ts';
import type { Document } from '../../document/document.ts';
import type { Labels } from '../../document/labels.ts';
import { TEXT_ROLES, NEUTRALS, type Look, type TextRoleName } from '../../document/look.ts';
import { shortTitle } from '../../document/short-title.ts';
import { isRightToLeftLanguage } from '../script.ts';
import type { Faces } from './faces.ts';
import type { Measure, Measures } from './measures.ts';
import { languageSettings } from './runs.ts';
import { cm, literal, pt, rgb, textMarkup } from './text.ts';

export interface PreambleInput {
  document: Document;
  look: Look;
  labels: Labels;
  measures: Measures;
  faces: Faces;
  letterhead: Letterhead | undefined;
  /** Code of the logo at the head of the first page, where it is not part of a letterhead. */
  logo: string | undefined;
}

/** Settings of the whole document; the definitions of `library.ts` follow and use the names bound here. */
export function preamble(input: PreambleInput): string {
  return [...documentRules(input), ...names(input), ...pageRules(input), ...textRules(input)].join('\n');
}

function documentRules({ document, labels }: PreambleInput): string[] {
  const title = document.title.trim() === '' ? labels.memo : document.title.replaceAll(/\s+/g, ' ').trim();
  const author = document.author ?? document.organization;
  // the date is given to the export: the same source makes the same file
  return [
    `#let page-words = state("page-words", (${literal(labels.page)}, ${literal(labels.of)}))`,
    `#set document(title: ${literal(title)}, ${author === undefined || author.trim() === '' ? '' : `author: (${literal(author)},), `}date: none)`,
  ];
}

function roleSettings(role: Measure): string {
  return `size: ${pt(role.sizePt)}, fill: ${rgb(role.color)}, weight: ${role.bold ? 700 : 400}, style: "${role.italic ? 'italic' : 'normal'}", font: face-${role.face}`;
}

const ROLE_NAMES: readonly TextRoleName[] = TEXT_ROLES.filter((name) => name !== 'body' && name !== 'listItem');

function names({ document, look, measures, faces }: PreambleInput): string[] {
  const { palette } = look;
  const { roles } = measures;
  const kebab = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return [
    `#let face-text = ${faces.text}`,
    `#let face-display = ${faces.display}`,
    `#let face-code = ${faces.code}`,
    `#let accent = ${rgb(palette.accent)}`,
    `#let deep = ${rgb(palette.deep)}`,
    `#let tint = ${rgb(palette.tint)}`,
    `#let bright = ${rgb(palette.bright)}`,
    ...Object.entries(NEUTRALS).map(([name, hex]) => `#let c-${kebab(name)} = ${rgb(hex)}`),
    `#let c-body = ${rgb(roles.body.color)}`,
    `#let body-size = ${pt(roles.body.sizePt)}`,
    `#let body-leading = ${pt(roles.body.leadingPt)}`,
    `#let par-space = ${pt(measures.parSpacingPt)}`,
    `#let item-space = ${pt(measures.itemSpacingPt)}`,
    ...ROLE_NAMES.flatMap((name) => [
      `#let r-${kebab(name)} = (${roleSettings(roles[name])})`,
      `#let s-${kebab(name)} = (size: ${pt(roles[name].sizePt)}, above: ${pt(roles[name].abovePt)}, below: ${pt(roles[name].belowPt)}, leading: ${pt(roles[name].leadingPt)}, align: ${alignOf(roles[name])})`,
    ]),
    `#let near = ${isRightToLeftLanguage(document.lang) ? '"right"' : '"left"'}`,
    `#let own-font = ${look.ownFont}`,
    `#let to-right = ${look.datesRight === true ? 'h(1fr)' : '" "'}`,
    ...formNames(look),
    `#let plain-cover = ${look.plainCover}`,
  ];
}

/** The forms of a design by the names that the library asks for. */
function formNames({ forms, palette, roles, design }: Look): string[] {
  const head = forms.tableHead ?? { ground: palette.deep, text: NEUTRALS.white };
  return [
    `#let heading-rule = "${forms.headingRule}"`,
    `#let heading-caps = ${roles.heading1.caps === true}`,
    `#let table-form = "${forms.table}"`,
    `#let table-head-ground = ${rgb(head.ground)}`,
    `#let table-head-text = ${rgb(forms.table === 'filled' ? head.text : roles.tableHead.color)}`,
    `#let callout-form = "${forms.callout}"`,
    `#let cover-form = "${forms.cover}"`,
    `#let cover-ground = ${rgb(forms.coverGround ?? palette.deep)}`,
    `#let radius = ${pt(forms.radiusPt)}`,
    `#let cover-bold = ${design !== undefined && roles.title.bold === true}`,
  ];
}

const alignOf = (role: Measure): string => (role.align === 'center' || role.align === 'right' ? role.align : 'start');

// ------------------------------------------------------------------------------------------------------ page, its edges

const TURNED_MARGIN_CM = 2;

function pageRules(input: PreambleInput): string[] {
  const { page } = input.look;
  const geometry = (width: number, height: number, margins: string): string =>
    `(width: ${cm(width)}, height: ${cm(height)}, margin: ${margins})`;
  const margin = TURNED_MARGIN_CM;
  return [
    `#let page-geometry = ${geometry(page.widthCm, page.heightCm, `(left: ${cm(page.leftCm)}, right: ${cm(page.rightCm)}, top: ${cm(page.topCm)}, bottom: ${cm(page.bottomCm)})`)}`,
    `#let turned-geometry = ${geometry(page.heightCm, page.widthCm, `(x: ${cm(margin)}, top: ${cm(Math.max(margin, page.topCm))}, bottom: ${cm(Math.max(margin, page.bottomCm))})`)}`,
    `#let header-edge = ${cm(page.headerEdgeCm)}`,
    `#let page-top = ${cm(page.topCm)}`,
    `#let page-left = ${cm(page.leftCm)}`,
    `#let page-width = ${cm(page.widthCm)}`,
    `#let page-height = ${cm(page.heightCm)}`,
    `#let running-line(body) = { set text(..r-header-footer, hyphenate: false); set par(justify: false, leading: 2pt); body }`,
    ...(input.look.framed === true
      ? [
          '#set page(background: pad(0.9cm, rect(width: 100%, height: 100%, stroke: 2.5pt + accent, inset: 4pt, rect(width: 100%, height: 100%, stroke: 0.75pt + accent))))',
        ]
      : []),
    `#set page(..page-geometry, header-ascent: 0pt, footer-descent: 0pt, header: ${withLogo(headerCode(input), input)}, footer: ${footerCode(input)})`,
  ];
}

/** On the first page the logo, at the side where a page ends; above a letter's text where it begins. */
function withLogo(header: string, { logo, look }: PreambleInput): string {
  if (logo === undefined) return header;
  const first = `align(top, pad(top: header-edge, block(width: 100%, align(${look.type === 'letter' ? 'start' : 'end'}, ${logo}))))`;
  return `{ context if here().page() == 1 { ${first} }; ${header === 'none' ? '' : header} }`;
}

/** Nothing on the first page, unless the look has its header there; then the letter's addressee and date, or the short title. */
function headerCode({ document, look, letterhead }: PreambleInput): string {
  const shown = (content: string): string =>
    `context if ${look.headerOnFirst === true ? 'true' : 'here().page() > 1'} { align(top, pad(top: header-edge, ${look.forms.headerRule ? 'block(width: 100%, stroke: (bottom: 0.5pt + c-rule), inset: (bottom: 6pt), ' : '('}running-line(${content})))) }`;
  if (look.header !== undefined && look.header.trim() !== '') return shown(`[${textMarkup(look.header)}]`);
  if (look.type === 'letter') {
    const to = letterhead?.to.find((line) => line.trim() !== '');
    if (to === undefined) return 'none';
    return shown(`grid(columns: (1fr, auto), [${textMarkup(to)}], [${textMarkup(letterhead?.date ?? '')}])`);
  }
  return look.runningTitle && document.title.trim() !== '' ? shown(`[${textMarkup(shortTitle(document.title))}]`) : 'none';
}

/** Left what the house says of itself (in a contract its title), right the number of the page; none on the only page. */
function footerCode({ document, look }: PreambleInput): string {
  const own = look.footer !== undefined && look.footer.trim() !== '' ? look.footer : undefined;
  const house = [document.organization, document.confidentiality].filter((text) => text !== undefined && text.trim() !== '').join(' · ');
  const left = own ?? (look.type === 'letter' ? '' : look.type === 'contract' ? shortTitle(document.title) : house);
  const numbers = look.pageNumbers === 'none' ? 'false' : look.pageNumbers === 'all' ? 'total > 1' : 'total > 1 and here().page() > 1';
  if (left === '' && numbers === 'false') return 'none';
  const number = '[#page-words.get().first(); #counter(page).display() #page-words.get().last() #total;]';
  return [
    `context { let total = counter(page).final().first(); let numbered = ${numbers}`,
    `if numbered or ${left !== ''} { align(bottom, pad(bottom: ${cm(look.page.footerEdgeCm)}, block(width: 100%, stroke: ${look.forms.footerRule ? '(top: 0.5pt + c-rule)' : 'none'}, inset: (top: 6pt), running-line(grid(columns: (1fr, auto), column-gutter: 12pt, [${textMarkup(left)}], if numbered ${numberBlock(number)}))))) } }`,
  ].join('; ');
}

const numberBlock = (number: string): string => `{ ${number} }`;

// ---------------------------------------------------------------------------------------------------------------- text

function textRules({ document, look, measures }: PreambleInput): string[] {
  const { roles } = measures;
  const language = languageSettings(document.lang);
  return [
    `#set text(font: face-text, size: body-size, fill: c-body, ${language === '' ? 'lang: "en"' : language}, hyphenate: ${look.hyphenate}, number-type: "lining", top-edge: 0.75em, bottom-edge: -0.25em, costs: (widow: 200%, orphan: 200%, runt: 300%, hyphenation: 150%))`,
    `#set par(leading: body-leading, spacing: par-space, justify: ${look.bodyAlign === 'justify'}, linebreaks: "optimized")`,
    `#set list(indent: 0.15cm, body-indent: 0.3cm, spacing: item-space)`,
    `#set enum(indent: 0pt, body-indent: 0.35cm, spacing: item-space, number-align: start + top)`,
    `#set footnote.entry(separator: line(length: 4cm, stroke: 0.5pt + c-rule), indent: 0pt, gap: 3pt)`,
    `#let table-inset = (x: 5pt, y: ${pt(measures.cellInsetPt)})`,
    '#set table(stroke: none, inset: table-inset)',
    `#set raw(theme: none)`,
    `#set strong(delta: 0)`,
    `#set figure(gap: ${pt(roles.caption.belowPt)}, numbering: none, supplement: none)`,
  ];
}
