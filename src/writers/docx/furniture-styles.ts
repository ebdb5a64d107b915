/** Styles of what is around the text: title, cover, head of a letter or memo, callouts, contents, header, footer, notes. */
import { CALLOUT_KINDS, type Callout } from '../../document/block.ts';
import { MEANING, NEUTRALS, type Look, type TextRole } from '../../document/look.ts';
import { borderXml, shadingXml } from './colors.ts';
import { dxaOfCm } from './measures.ts';
import { rolePPr, roleRPr, styleXml, type ParagraphExtras, type StyleInput } from './style-xml.ts';
import type { StyleContext } from './styles.ts';

type Write = (id: string, name: string, role: TextRole, extras?: ParagraphExtras, more?: Partial<StyleInput>) => string;

function writer({ look, slots }: StyleContext): Write {
  return (id, name, role, extras = {}, more = {}) =>
    styleXml({
      id,
      name,
      basedOn: 'Normal',
      pPr: rolePPr({ align: 'left', ...role }, { noHyphens: true, ...extras }),
      rPr: roleRPr(role, look, slots),
      ...more,
    });
}

/** Sizes of the furniture that is no role of its own follow the body's. */
const sized = (look: Look, pt: number): number => Math.max(8, Math.round(pt * look.scale * 2) / 2);

export function frontStyles(context: StyleContext): string[] {
  const { look } = context;
  const { title, subtitle, meta, body } = look.roles;
  const write = writer(context);
  const contract = look.type === 'contract';
  const paddingPt = look.compact === true ? 1.7 : 3.2;
  const fact = { ...body, sizePt: sized(look, 10.5), line: 1.05, beforePt: paddingPt, afterPt: paddingPt };
  const builtIn = { builtIn: true, quick: true };
  return [
    write('Title', 'Title', title, {}, { ...builtIn, priority: 10, next: 'Normal' }),
    write('Subtitle', 'Subtitle', subtitle, {}, { ...builtIn, priority: 11, next: 'Normal' }),
    write(
      'Metadata',
      'Metadata',
      { ...meta, ...(contract ? { align: 'center' } : title.align === undefined ? {} : { align: title.align }) },
      {},
      { next: 'Normal' },
    ),
    write(
      'Eyebrow',
      'Eyebrow',
      { ...meta, bold: true, color: look.palette.accent, beforePt: 0, afterPt: 4, keepNext: true },
      {},
      { next: 'Title' },
    ),
    write('FactLabel', 'Fact Label', { ...fact, color: NEUTRALS.muted }),
    write('FactValue', 'Fact Value', fact),
    ...coverStyles(context, write),
    ...letterStyles(context, write),
    ...blockStyles(context, write),
  ];
}

function coverStyles({ look }: StyleContext, write: Write): string[] {
  const { title, body } = look.roles;
  const { plainCover, palette } = look;
  const onGround = look.forms.cover === 'full' && !plainCover;
  const align = title.align === undefined ? {} : { align: title.align };
  const base = { ...body, line: 1.1, beforePt: 0, afterPt: 0 };
  const small = { quick: false, priority: 98 };
  return [
    write(
      'CoverTitle',
      'Cover Title',
      {
        ...title,
        ...align,
        sizePt: 40,
        line: 1.04,
        afterPt: 0,
        keepNext: false,
        color: plainCover ? title.color : NEUTRALS.white,
        bold: look.ownFont || (look.design !== undefined && title.bold === true),
      },
      {},
      small,
    ),
    write(
      'CoverEyebrow',
      'Cover Eyebrow',
      { ...base, ...align, sizePt: 10.5, bold: true, afterPt: 14, color: plainCover ? palette.accent : palette.bright },
      {},
      small,
    ),
    write(
      'CoverSubtitle',
      'Cover Subtitle',
      { ...base, ...align, sizePt: 16, line: 1.15, ...(onGround ? { color: NEUTRALS.white } : {}) },
      {},
      small,
    ),
    write(
      'CoverLabel',
      'Cover Label',
      { ...base, sizePt: 8.5, color: onGround ? NEUTRALS.hair : NEUTRALS.muted, beforePt: 6, afterPt: 2 },
      {},
      small,
    ),
    write('CoverValue', 'Cover Value', { ...base, sizePt: 10, bold: true, color: onGround ? NEUTRALS.white : palette.deep }, {}, small),
  ];
}

function letterStyles({ look, widthDxa }: StyleContext, write: Write): string[] {
  if (look.type !== 'letter') return [];
  const { body, title } = look.roles;
  const muted = NEUTRALS.muted;
  const right = `<w:tabs><w:tab w:val="right" w:pos="${widthDxa}"/></w:tabs>`;
  return [
    write('LetterName', 'Letter Name', {
      ...title,
      sizePt: sized(look, 19),
      line: 1,
      beforePt: 0,
      afterPt: 2,
      align: 'left',
      keepNext: false,
      bold: look.ownFont,
    }),
    write('LetterTag', 'Letter Tag', { ...body, sizePt: sized(look, 9.5), line: 1.05, afterPt: 0, color: muted }),
    write('LetterContact', 'Letter Contact', { ...body, sizePt: sized(look, 8.5), line: 1.05, afterPt: 0, color: muted, align: 'right' }),
    write('LetterAddress', 'Letter Address', { ...body, line: 1.1, afterPt: 0 }),
    write('LetterDate', 'Letter Date', { ...body, beforePt: 20, afterPt: 16 }, { tabs: right }),
    write('LetterSalutation', 'Letter Salutation', { ...body, afterPt: 10 }),
    write('LetterSubject', 'Letter Subject', {
      ...body,
      sizePt: sized(look, 11.5),
      bold: true,
      color: look.palette.deep,
      afterPt: 8,
      keepNext: true,
    }),
    write('LetterClosing', 'Letter Closing', { ...body, beforePt: 10, afterPt: 40, keepNext: true }),
    write('LetterSigner', 'Letter Signer', { ...body, afterPt: 0, bold: true, keepLines: true }),
    write('LetterRole', 'Letter Role', { ...body, afterPt: 0, color: muted }),
    write('LetterEnclosed', 'Letter Enclosed', { ...body, sizePt: sized(look, 9.5), beforePt: 14, afterPt: 0, color: muted }),
  ];
}

function blockStyles({ look }: StyleContext, write: Write): string[] {
  const { kpiValue, kpiLabel, kpiChange, body } = look.roles;
  const signature = { ...body, line: 1.1, beforePt: 0, afterPt: 0 };
  return [
    write('KpiValue', 'Kpi Value', { ...kpiValue, beforePt: 7 }),
    write('KpiLabel', 'Kpi Label', { ...kpiLabel, beforePt: 1 }),
    write('KpiChange', 'Kpi Change', { ...kpiChange, beforePt: 2 }),
    write('KpiNote', 'Kpi Note', { ...kpiChange, beforePt: 2, bold: false }),
    write('SignatureParty', 'Signature Party', { ...signature, bold: true, keepNext: true }),
    write('SignatureName', 'Signature Name', { ...signature, beforePt: 4, keepNext: true }),
    write('SignatureRole', 'Signature Role', { ...signature, sizePt: sized(look, 10), color: NEUTRALS.muted, keepNext: true }),
  ];
}

/** Colour of the bar and the title, and ground, of each kind. */
export function calloutColors(look: Look, kind: Callout['kind']): { line: string; ground: string } {
  switch (kind) {
    case 'note':
      return { line: MEANING.note, ground: MEANING.noteTint };
    case 'tip':
      return { line: MEANING.tip, ground: MEANING.tipTint };
    case 'warning':
      return { line: MEANING.warning, ground: MEANING.warningTint };
    case 'key':
      return { line: look.palette.deep, ground: look.palette.tint };
  }
}

export const calloutStyle = (kind: Callout['kind']): string => `Callout${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;

/** The box is the paragraphs' own borders and shading: the three thin sides in the colour of the background give it room. */
export function calloutStyles(context: StyleContext): string[] {
  const { look, slots } = context;
  const { callout } = look.roles;
  const write = writer(context);
  const neutral = look.type === 'contract';
  return [
    ...CALLOUT_KINDS.flatMap((kind) => {
      const { line, ground } = calloutColors(look, neutral ? 'key' : kind);
      const side = (name: string, spacePt: number): string => borderXml(slots, name, { pt: 0.5, color: ground, spacePt });
      const outline = (name: string, spacePt: number): string => borderXml(slots, name, { pt: 0.75, color: line, spacePt });
      const { callout: form } = look.forms;
      const edge = form === 'box' ? outline : side;
      const start = form === 'bar' ? borderXml(slots, 'left', { pt: 3, color: line, spacePt: 9 }) : edge('left', 9);
      const borders = `<w:pBdr>${edge('top', 6)}${start}${edge('bottom', 6)}${edge('right', 9)}</w:pBdr>`;
      const extras = { borders, ...(form === 'box' ? {} : { shading: shadingXml(slots, ground) }), noHyphens: false };
      const name = `Callout ${kind}`;
      const text: TextRole = { ...callout, beforePt: 0, afterPt: 3, ...(look.bodyAlign === 'left' ? {} : { align: look.bodyAlign }) };
      return [
        write(calloutStyle(kind), name, text, extras, { quick: true }),
        write(
          `${calloutStyle(kind)}Title`,
          `${name} Title`,
          { ...text, align: 'left', color: line, bold: true, afterPt: 0, keepNext: true },
          extras,
          { next: calloutStyle(kind) },
        ),
        write(`Box${calloutStyle(kind)}Title`, `Box ${name} Title`, {
          ...callout,
          indentLeftCm: 0,
          indentRightCm: 0,
          color: line,
          bold: true,
          beforePt: 0,
          afterPt: 2,
          keepNext: true,
        }),
      ];
    }),
    write(
      'BoxText',
      'Box Text',
      { ...callout, beforePt: 0, afterPt: 3, indentLeftCm: 0, indentRightCm: 0, keepLines: false },
      { noHyphens: false },
    ),
  ];
}

export function pageStyles(context: StyleContext): string[] {
  const { look, slots, widthDxa } = context;
  const { headerFooter, footnote, toc1, toc2, heading1 } = look.roles;
  const write = writer(context);
  const right = `<w:tabs><w:tab w:val="right" w:pos="${widthDxa}"/></w:tabs>`;
  const dots = `<w:tabs><w:tab w:val="right" w:leader="dot" w:pos="${widthDxa}"/></w:tabs>`;
  const rule = (side: string): string => `<w:pBdr>${borderXml(slots, side, { pt: 0.5, color: NEUTRALS.rule, spacePt: 6 })}</w:pBdr>`;
  const { headerRule, footerRule } = look.forms;
  const builtIn = { builtIn: true, priority: 99 };
  const entry = { rightDxa: dxaOfCm(1) };
  const deeper = (level: number): TextRole => ({ ...toc2, indentLeftCm: 0.6 * (level - 1) });
  return [
    write('Header', 'header', headerFooter, { tabs: right, ...(headerRule ? { borders: rule('bottom') } : {}) }, builtIn),
    write('Footer', 'footer', headerFooter, { tabs: right, ...(footerRule ? { borders: rule('top') } : {}) }, builtIn),
    write('FootnoteText', 'footnote text', footnote, { leftDxa: dxaOfCm(0.35), hangingDxa: dxaOfCm(0.35) }, builtIn),
    write('TOCHeading', 'TOC Heading', { ...heading1, beforePt: 0, afterPt: 22 }, {}, { builtIn: true, priority: 39, next: 'Normal' }),
    write('TOC1', 'toc 1', toc1, { tabs: dots, ...entry }, { builtIn: true, priority: 39 }),
    ...[2, 3, 4].map((level) =>
      write(`TOC${level}`, `toc ${level}`, deeper(level), { tabs: dots, ...entry }, { builtIn: true, priority: 39 }),
    ),
  ];
}
