/**
 * `styles.xml`: every way in which text is set, by name. Nothing in the text carries formatting of its own that a style
 * could carry, so that a person who changes a style changes the document. What all text has (face, size, colour,
 * language) is in the defaults as well as in Normal: a table style wins over defaults, but not over Normal.
 */
import { NEUTRALS, type Look, type TextRole } from '../../document/look.ts';
import { escapeAttribute } from '../../ooxml/xml-text.ts';
import { borderXml, colorXml, shadingXml, themeSlots, type ThemeSlots } from './colors.ts';
import { clauseStyles } from './clause-styles.ts';
import { calloutStyles, frontStyles, pageStyles } from './furniture-styles.ts';
import { dxaOfCm, dxaOfPt, halfPoints, lineOf } from './measures.ts';
import { listStyles } from './numbering.ts';
import { isRightToLeftLanguage } from '../script.ts';
import { fontsXml, rolePPr, roleRPr, styleXml } from './style-xml.ts';
import { tableStyles } from './table-styles.ts';
import { WORD_NAMESPACES } from './namespaces.ts';
import { XML_DECLARATION } from '../../ooxml/package-parts.ts';

export interface StyleContext {
  look: Look;
  slots: ThemeSlots;
  /** Width of the text in portrait. */
  widthDxa: number;
  clauseLevel: number;
}

export function stylesXml(look: Look, options: { lang: string; widthDxa: number; clauseLevel: number }): string {
  const context: StyleContext = { look, slots: themeSlots(look), widthDxa: options.widthDxa, clauseLevel: options.clauseLevel };
  const styles = [
    ...textStyles(context),
    ...blockStyles(context),
    ...headingStyles(context),
    ...frontStyles(context),
    ...listStyles(context),
    ...clauseStyles(context),
    ...calloutStyles(context),
    ...characterStyles(context),
    ...pageStyles(context),
    ...tableStyles(context),
  ];
  return `${XML_DECLARATION}<w:styles ${WORD_NAMESPACES}>${defaultsXml(context, options.lang)}${styles.join('')}</w:styles>`;
}

function defaultsXml({ look, slots }: StyleContext, lang: string): string {
  const { body } = look.roles;
  const size = halfPoints(body.sizePt);
  const rPr = `${fontsXml('text', look)}${colorXml(slots, body.color)}<w:sz w:val="${size}"/><w:szCs w:val="${size}"/>${languageXml(lang)}`;
  const direction = isRightToLeftLanguage(lang) ? '<w:bidi/>' : '';
  const pPr = `${direction}<w:spacing w:before="0" w:after="${dxaOfPt(body.afterPt)}" w:line="${lineOf(body.line)}" w:lineRule="auto"/>`;
  return `<w:docDefaults><w:rPrDefault><w:rPr>${rPr}</w:rPr></w:rPrDefault><w:pPrDefault><w:pPr>${pPr}</w:pPr></w:pPrDefault></w:docDefaults>`;
}

/** Regions that Word's proofing tools know the bare languages by. */
const REGIONS: Readonly<Record<string, string>> = {
  en: 'en-GB',
  es: 'es-ES',
  fr: 'fr-FR',
  de: 'de-DE',
  it: 'it-IT',
  pt: 'pt-PT',
  ca: 'ca-ES',
  nl: 'nl-NL',
  gl: 'gl-ES',
  eu: 'eu-ES',
  ja: 'ja-JP',
  zh: 'zh-CN',
  ko: 'ko-KR',
  ar: 'ar-SA',
  he: 'he-IL',
  fa: 'fa-IR',
  ur: 'ur-PK',
  ru: 'ru-RU',
  el: 'el-GR',
  pl: 'pl-PL',
  sv: 'sv-SE',
  da: 'da-DK',
  nb: 'nb-NO',
  fi: 'fi-FI',
  cs: 'cs-CZ',
  tr: 'tr-TR',
  uk: 'uk-UA',
};

/** @param lang BCP 47; a bare language gets its usual region */
export function regionLanguage(lang: string): string {
  return REGIONS[lang.toLowerCase()] ?? lang;
}

/** `w:lang`: the document's language in its own slot, the usual ones in the others. */
function languageXml(lang: string): string {
  const full = escapeAttribute(regionLanguage(lang));
  const eastAsian = /^(ja|zh|ko)\b/i.test(lang);
  const bidi = isRightToLeftLanguage(lang);
  return `<w:lang w:val="${eastAsian || bidi ? 'en-US' : full}" w:eastAsia="${eastAsian ? full : 'zh-CN'}" w:bidi="${bidi ? full : 'ar-SA'}"/>`;
}

/** Body text of this look. */
const bodyRole = ({ roles, bodyAlign }: Look): TextRole => ({ ...roles.body, ...(bodyAlign === 'left' ? {} : { align: bodyAlign }) });

/** A paragraph style set like this role. */
const roleStyle =
  ({ look, slots }: StyleContext) =>
  (
    id: string,
    name: string,
    from: TextRole,
    more: Partial<Parameters<typeof styleXml>[0]> = {},
    extras: Parameters<typeof rolePPr>[1] = {},
  ): string =>
    styleXml({ id, name, basedOn: 'Normal', quick: true, pPr: rolePPr(from, extras), rPr: roleRPr(from, look, slots), ...more });

/** Text that is read: body, lead, captions, quotes. */
function textStyles(context: StyleContext): string[] {
  const { look, slots, widthDxa } = context;
  const { roles } = look;
  const body = bodyRole(look);
  const role = roleStyle(context);
  const quoteRule = `<w:pBdr>${borderXml(slots, 'left', { pt: 1.5, color: NEUTRALS.rule, spacePt: 10 })}</w:pBdr>`;
  return [
    styleXml({
      id: 'Normal',
      name: 'Normal',
      builtIn: true,
      quick: true,
      priority: 0,
      pPr: rolePPr(body, look.datesRight === true ? { tabs: rightTab(widthDxa) } : {}),
      rPr: `${fontsXml('text', look)}${colorXml(slots, body.color)}<w:sz w:val="${halfPoints(body.sizePt)}"/><w:szCs w:val="${halfPoints(body.sizePt)}"/>`,
    }),
    role('Lead', 'Lead', roles.lead, { next: 'Normal' }),
    role('Caption', 'caption', roles.caption, { builtIn: true, priority: 35, next: 'Normal' }),
    role('Source', 'Source', roles.source, { next: 'Normal' }),
    role('Quote', 'Quote', roles.quote, { builtIn: true, priority: 29, next: 'QuoteBy' }),
    role(
      'LongQuote',
      'Long Quote',
      { ...body, indentLeftCm: 0.8, indentRightCm: 0.4, afterPt: 6 },
      { next: 'Normal' },
      { borders: quoteRule },
    ),
    role('QuoteBy', 'Quote By', roles.quoteBy, { next: 'Normal' }),
  ];
}

/** Paragraphs that hold something else than prose: code, equations, figures, rules, space. */
function blockStyles(context: StyleContext): string[] {
  const { look, slots, widthDxa } = context;
  const body = bodyRole(look);
  const role = roleStyle(context);
  const surface = shadingXml(slots, NEUTRALS.surface);
  const codeSide = (side: string, spacePt: number): string => borderXml(slots, side, { pt: 0.5, color: NEUTRALS.surface, spacePt });
  const codeBox = `<w:pBdr>${codeSide('top', 7)}${codeSide('left', 8)}${codeSide('bottom', 7)}${codeSide('right', 8)}</w:pBdr>`;
  return [
    role(
      'Code',
      'Code',
      look.roles.code,
      {},
      { borders: codeBox, shading: surface, noHyphens: true, leftDxa: dxaOfPt(8), rightDxa: dxaOfPt(8), contextual: true },
    ),
    role(
      'Equation',
      'Equation',
      { ...body, beforePt: 6, afterPt: 12, align: 'left' },
      { next: 'Normal' },
      {
        tabs: `<w:tabs><w:tab w:val="center" w:pos="${Math.round(widthDxa / 2)}"/><w:tab w:val="right" w:pos="${widthDxa}"/></w:tabs>`,
      },
    ),
    role('Figure', 'Figure', { ...body, beforePt: 0, afterPt: 4, line: 1, align: 'left' }, { next: 'Source' }),
    role(
      'Divider',
      'Divider',
      { ...body, beforePt: 8, afterPt: 16, line: 1 },
      { next: 'Normal' },
      {
        borders: `<w:pBdr>${borderXml(slots, 'bottom', { pt: 0.5, color: NEUTRALS.rule })}</w:pBdr>`,
        rightDxa: Math.max(0, widthDxa - dxaOfCm(4)),
      },
    ),
    role('Spacer', 'Spacer', { ...body, sizePt: 1, line: 1, afterPt: 0, align: 'left' }, { quick: false, priority: 99 }),
    role(
      'InsetHeading',
      'Inset Heading',
      { ...body, bold: true, beforePt: 4, afterPt: 3, keepNext: true, align: 'left' },
      { next: 'Normal' },
    ),
  ];
}

/** Role of a heading by its level in the outline; below the fourth they look alike. */
function headingRole(look: Look, level: number): TextRole {
  const { heading1, heading2, heading3, heading4 } = look.roles;
  return [heading1, heading2, heading3, heading4][level - 1] ?? heading4;
}

/** A tab that leads to the right margin. */
const rightTab = (widthDxa: number): string => `<w:tabs><w:tab w:val="right" w:pos="${widthDxa}"/></w:tabs>`;

/** Width of the bar beside a heading, and from it to the words. */
const BAR_PT = 4.5;
const BAR_SPACE_PT = 9;

/** A bar stands within the margin: Word draws a paragraph's border outside of its text. */
function headingRule({ forms, palette }: Look, slots: ThemeSlots): { borders?: string; leftDxa?: number } {
  const border = (side: string, pt: number, spacePt: number): string =>
    `<w:pBdr>${borderXml(slots, side, { pt, color: palette.accent, spacePt })}</w:pBdr>`;
  switch (forms.headingRule) {
    case 'below':
      return { borders: border('bottom', 0.75, 2) };
    case 'above':
      return { borders: border('top', 2.25, 8) };
    case 'bar':
      return { borders: border('left', BAR_PT, BAR_SPACE_PT), leftDxa: dxaOfPt(BAR_PT + BAR_SPACE_PT) };
    case 'none':
      return {};
  }
}

function headingStyles({ look, slots, widthDxa }: StyleContext): string[] {
  return [1, 2, 3, 4, 5, 6].map((level) => {
    const role = headingRole(look, level);
    const numbered = look.numberedHeadings && level === 1;
    const extras = {
      noHyphens: true,
      outline: level - 1,
      ...(level === 1 ? headingRule(look, slots) : {}),
      ...(look.datesRight === true && level > 1 ? { tabs: rightTab(widthDxa) } : {}),
      ...(numbered
        ? {
            numPr: { numId: 2, level: 0 },
            leftDxa: dxaOfCm(0.8) + (look.forms.headingRule === 'bar' ? dxaOfPt(BAR_PT + BAR_SPACE_PT) : 0),
            hangingDxa: dxaOfCm(0.8),
          }
        : {}),
    };
    return styleXml({
      id: `Heading${level}`,
      name: `heading ${level}`,
      builtIn: true,
      basedOn: 'Normal',
      next: 'Normal',
      quick: true,
      priority: 9,
      pPr: rolePPr({ ...role, ...(role.align === undefined && look.bodyAlign === 'justify' ? { align: 'left' as const } : {}) }, extras),
      rPr: roleRPr(role, look, slots),
    });
  });
}

function characterStyles({ look, slots }: StyleContext): string[] {
  const { palette, roles } = look;
  const codeSize = halfPoints(roles.code.sizePt + 1);
  const character = (id: string, name: string, rPr: string, more: Partial<Parameters<typeof styleXml>[0]> = {}): string =>
    styleXml({ id, name, kind: 'character', rPr, ...more });
  return [
    '<w:style w:type="character" w:default="1" w:styleId="DefaultParagraphFont"><w:name w:val="Default Paragraph Font"/><w:uiPriority w:val="1"/><w:semiHidden/><w:unhideWhenUsed/></w:style>',
    character(
      'InlineCode',
      'Inline Code',
      `${fontsXml('code', look)}<w:noProof/><w:sz w:val="${codeSize}"/><w:szCs w:val="${codeSize}"/>${shadingXml(slots, NEUTRALS.surface)}`,
      { quick: true },
    ),
    character('CodeFace', 'Code Face', `${fontsXml('code', look)}<w:noProof/>`),
    character('Hyperlink', 'Hyperlink', `<w:color w:val="${palette.accent}" w:themeColor="hyperlink"/>`, { builtIn: true, priority: 99 }),
    character('CaptionNumber', 'Caption Number', colorXml(slots, palette.accent)),
    character('FootnoteReference', 'footnote reference', '<w:vertAlign w:val="superscript"/>', { builtIn: true, priority: 99 }),
    character('EquationNumber', 'Equation Number', colorXml(slots, NEUTRALS.muted)),
    character(
      'TaskBox',
      'Task Box',
      `<w:rFonts w:ascii="Segoe UI Symbol" w:hAnsi="Segoe UI Symbol" w:eastAsia="Segoe UI Symbol" w:cs="Segoe UI Symbol"/>${colorXml(slots, palette.accent)}`,
    ),
  ];
}
