/** Paragraphs and runs of a slide (ISO/IEC 29500-1 §21.1.2): only what differs from the placeholder's own levels is written. */
import { M } from '../../../ooxml/names.ts';
import { plainText, type Run } from '../../../document/inline.ts';
import { texToOmml } from '../../../ooxml/omml.ts';
import { escapeAttribute, escapeText } from '../../../ooxml/xml-text.ts';
import { startsRightToLeft } from '../../script.ts';
import { relate, type Relationships } from '../../docx/relationships.ts';
import type { DeckTheme } from '../deck-theme.ts';
import { maxOf } from '../../../base/extremes.ts';
import { formulaBox, numberIndent, scaledPt, spaceAfter, styleOf } from '../plan/fit.ts';
import { ITEM_LEVELS, isItemLevel } from '../plan/flow.ts';
import { stepsOf, type LevelStyle, type Placeholder } from '../plan/layout.ts';
import { isFormulaRun, type FormulaRun, type PlannedParagraph } from '../plan/planned.ts';
import { shownRun } from '../../review.ts';
import { ownParagraph } from '../template/own-paragraph.ts';
import { BULLET_EMU, emu, hundredths } from './xml.ts';

export interface TextContext {
  theme: DeckTheme;
  /** Language and region of the deck. */
  lang: string;
  relationships: Relationships;
  /** Formulas are written as such; else as text, or as room for their pictures. */
  equations?: boolean;
  /** Part of the slide that an anchor leads to, relative to the slides' folder. */
  slideOf(anchor: string): string | undefined;
}

const WEB = /^(?:https?:\/\/[^\s<>"{}|\\^`]+|mailto:[^\s<>"]+)$/i;
const LINK_CHARS_MAX = 2_048;

function linkXml(context: TextContext, link: string | undefined): string {
  if (link === undefined) return '';
  if (link.startsWith('#')) {
    const slide = context.slideOf(link.slice(1));
    return slide === undefined
      ? ''
      : `<a:hlinkClick r:id="${relate(context.relationships, 'slide', slide)}" action="ppaction://hlinksldjump"/>`;
  }
  if (!WEB.test(link) || !URL.canParse(link) || link.length > LINK_CHARS_MAX) return '';
  return `<a:hlinkClick r:id="${relate(context.relationships, 'hyperlink', link, true)}"/>`;
}

/** The foot of a slide says its own format: LibreOffice takes that of footers from its own style, not from the layout. */
export function footerXml(context: TextContext, paragraph: PlannedParagraph, placeholder: Placeholder): string {
  const own = placeholder.levels[0]?.own;
  if (own !== undefined) {
    const format = `<a:solidFill><a:srgbClr val="${own.color}"/></a:solidFill><a:latin typeface="+mn-lt"/>`;
    return `<a:p>${runsXml(context, paragraph.runs, { sizePt: own.sizePt, ink: format })}</a:p>`;
  }
  const ink = `<a:solidFill>${context.theme.inks[placeholder.levels[0]?.ink ?? 'muted'].xml}</a:solidFill><a:latin typeface="+mn-lt"/>`;
  return `<a:p><a:pPr algn="${placeholder.levels[0]?.rtl === true ? 'r' : 'l'}"${placeholder.levels[0]?.rtl === true ? ' rtl="1"' : ''}/>${runsXml(context, paragraph.runs, { sizePt: placeholder.levels[0]?.sizePt, ink })}</a:p>`;
}

/** Whether all runs that spell out the formula are there. */
const isWhole = (runs: readonly Run[], at: number, run: FormulaRun): boolean =>
  runs.slice(at + 1, at + run.spelledIn).filter((one) => !isFormulaRun(one)).length === run.spelledIn - 1;

/** Whether the run spells out a formula that is before it. */
function isSpelled(runs: readonly Run[], at: number): boolean {
  const from = runs.slice(0, at).findLastIndex(isFormulaRun);
  const run = runs[from];
  return run !== undefined && isFormulaRun(run) && at < from + run.spelledIn && isWhole(runs, from, run);
}

/** A formula as PowerPoint has it (MS-ODRAWXML §2.18.1): Office MathML in `a14:m`, whose prefix is declared where the choice is made. */
function mathXml(tex: string, display: boolean, { sizePt }: RunStyle): string {
  const { xml } = texToOmml(tex, { display, host: 'drawing' });
  const sized = sizePt === undefined ? xml : xml.replaceAll('<a:rPr>', `<a:rPr sz="${hundredths(sizePt)}">`);
  const declared = sized.replace(
    /^<m:(oMathPara|oMath)>/,
    `<m:$1 xmlns:m="${M}">${display ? '<m:oMathParaPr><m:jc m:val="left"/></m:oMathParaPr>' : ''}`,
  );
  return `<a14:m>${declared}</a14:m>`;
}

/** Text in which a formula stands. */
export const holdsFormula = (paragraphs: readonly PlannedParagraph[]): boolean =>
  paragraphs.some(({ tex, runs }) => tex !== undefined || runs.some(isFormulaRun));

/** Boxes of tasks, in a face that has them and draws them in one colour. */
const BOXES = /([☐☑☒])/;
const BOX_FACE =
  '<a:latin typeface="Segoe UI Symbol"/><a:ea typeface="Segoe UI Symbol"/><a:cs typeface="Segoe UI Symbol"/><a:sym typeface="Segoe UI Symbol"/>';

export interface RunStyle {
  sizePt?: number | undefined;
  bold?: boolean | undefined;
  ink?: string | undefined;
}

/** Tabs and line breaks are elements of their own. */
export function runsXml(context: TextContext, runs: readonly Run[], style: RunStyle): string {
  return runs
    .map(shownRun)
    .map((run, at) => {
      if (context.equations && isFormulaRun(run) && isWhole(runs, at, run)) return mathXml(run.tex, false, style);
      if (context.equations && isSpelled(runs, at)) return '';
      const attributes = [
        `lang="${escapeAttribute(run.lang ?? context.lang)}"`,
        style.sizePt === undefined ? '' : `sz="${hundredths(style.sizePt)}"`,
        style.bold === true || run.bold === true ? 'b="1"' : style.bold === false ? 'b="0"' : '',
        run.italic === true || run.math === true ? 'i="1"' : '',
        run.underline === true ? 'u="sng"' : '',
        run.strike === true ? 'strike="sngStrike"' : '',
        run.script === undefined ? '' : `baseline="${run.script === 'super' ? 30_000 : -25_000}"`,
        'dirty="0"',
      ]
        .filter((attribute) => attribute !== '')
        .join(' ');
      const fill = run.color === undefined ? (style.ink ?? '') : `<a:solidFill><a:srgbClr val="${run.color}"/></a:solidFill>`;
      const face =
        run.code === true
          ? `<a:latin typeface="${escapeAttribute(context.theme.faces.code)}"/><a:cs typeface="${escapeAttribute(context.theme.faces.code)}"/>`
          : '';
      const inner = `${fill}${face}${linkXml(context, run.link)}`;
      const properties = (name: string, own = ''): string => {
        const content = own === '' ? inner : `${fill}${own}${linkXml(context, run.link)}`;
        return content === '' ? `<a:${name} ${attributes}/>` : `<a:${name} ${attributes}>${content}</a:${name}>`;
      };
      const pieces = (text: string): string =>
        BOXES.test(text)
          ? text
              .split(BOXES)
              .map((piece) =>
                piece === ''
                  ? ''
                  : `<a:r>${BOXES.test(piece) ? properties('rPr', BOX_FACE) : properties('rPr')}<a:t>${escapeText(piece)}</a:t></a:r>`,
              )
              .join('')
          : `<a:r>${properties('rPr')}<a:t>${escapeText(text)}</a:t></a:r>`;
      return run.text
        .split('\n')
        .map(
          (text, i) => `${i === 0 ? '' : `<a:br>${properties('rPr')}</a:br>`}${text === '' ? '' : pieces(text.replaceAll('\t', '    '))}`,
        )
        .join('');
    })
    .join('');
}

/** How numbers are written by depth. */
const NUMBERINGS = ['arabicPeriod', 'alphaLcPeriod', 'romanLcPeriod', 'arabicPeriod'];
const rankOf = (level: number): number =>
  Math.max(
    0,
    ITEM_LEVELS.findIndex((one) => one === level),
  );

/** Direction of a paragraph whose first letter is of the other one than its placeholder's. */
function directionXml(level: LevelStyle, runs: readonly Run[]): string {
  const rtl = startsRightToLeft(plainText(runs));
  if (rtl === undefined || rtl === (level.rtl === true)) return '';
  return `${level.align === 'center' ? '' : ` algn="${rtl ? 'r' : 'l'}"`} rtl="${rtl ? 1 : 0}"`;
}

function paragraphXml(
  context: TextContext,
  placeholder: Placeholder,
  paragraph: PlannedParagraph,
  { scale, spread = 1, numberEmu }: { scale: number; spread?: number; numberEmu: number },
): string {
  const style = styleOf(placeholder, paragraph);
  const level = placeholder.levels[Math.min(paragraph.level, placeholder.levels.length - 1)] ?? style;
  const sizePt = scaledPt(style.sizePt, scale);
  const spacing =
    scale * spread === 1 ? '' : `<a:spcAft><a:spcPts val="${hundredths(spaceAfter(style.afterPt, scale, spread))}"/></a:spcAft>`;
  const bullet =
    paragraph.bullet === 'number'
      ? `<a:buFont typeface="+mj-lt"/><a:buAutoNum type="${NUMBERINGS[rankOf(paragraph.level)] ?? 'arabicPeriod'}"${paragraph.startAt === undefined || paragraph.startAt === 1 ? '' : ` startAt="${Math.min(32_767, Math.max(1, paragraph.startAt))}"`}/>`
      : paragraph.bullet === 'none' && level.bullet !== 'none'
        ? '<a:buNone/>'
        : '';
  const indent =
    paragraph.bullet === 'number'
      ? ` marL="${numberEmu + Math.max(0, stepsOf(level) - 1) * BULLET_EMU}" indent="${-numberEmu}"`
      : bullet === ''
        ? ''
        : ' marL="0" indent="0"';
  const attributes = `${indent}${paragraph.level === 0 ? '' : ` lvl="${paragraph.level}"`}${directionXml(level, paragraph.runs)}`;
  const properties = attributes === '' && spacing === '' && bullet === '' ? '' : `<a:pPr${attributes}>${spacing}${bullet}</a:pPr>`;
  const own = ownParagraph(placeholder, paragraph, { scale, spread }, directionXml(level, paragraph.runs));
  if (own !== undefined && paragraph.tex === undefined)
    return `<a:p>${own.properties}${runsXml(context, paragraph.runs, own.run)}<a:endParaRPr lang="${escapeAttribute(context.lang)}"${own.run.sizePt === undefined ? '' : ` sz="${hundredths(own.run.sizePt)}"`}/></a:p>`;
  const size = sizePt === level.sizePt ? undefined : sizePt;
  const equation = context.equations === true ? paragraph.tex : undefined;
  const picture = context.equations === true ? undefined : formulaBox(context.theme, placeholder, paragraph, scale);
  if (picture)
    return `<a:p><a:pPr marL="0" indent="0"><a:lnSpc><a:spcPts val="${hundredths(picture.heightPt)}"/></a:lnSpc>${spacing}<a:buNone/></a:pPr><a:endParaRPr lang="${escapeAttribute(context.lang)}"${size === undefined ? '' : ` sz="${hundredths(size)}"`}/></a:p>`;
  if (equation !== undefined)
    return `<a:p>${properties}${mathXml(equation, true, { sizePt: size })}<a:endParaRPr lang="${escapeAttribute(context.lang)}"${size === undefined ? '' : ` sz="${hundredths(size)}"`}/></a:p>`;
  return `<a:p>${properties}${runsXml(context, paragraph.runs, { sizePt: size, bold: style.bold === level.bold ? undefined : style.bold })}<a:endParaRPr lang="${escapeAttribute(context.lang)}"${size === undefined ? '' : ` sz="${hundredths(size)}"`}/></a:p>`;
}

/** PowerPoint counts on by itself: every item of a list names the number of the list's first one here. */
function withFirstNumbers(paragraphs: readonly PlannedParagraph[]): PlannedParagraph[] {
  const firsts: number[] = [];
  return paragraphs.map((paragraph) => {
    const rank = rankOf(paragraph.level);
    // a list inside of an item ends with it
    firsts.length = Math.min(firsts.length, rank + 1);
    if (paragraph.bullet === 'number') {
      const first = (firsts[rank] ??= paragraph.startAt ?? 1);
      return { ...paragraph, startAt: first };
    }
    if (!isItemLevel(paragraph.level) || rank === 0) firsts.length = 0;
    else delete firsts[rank];
    return paragraph;
  });
}

export const paragraphsXml = (
  context: TextContext,
  placeholder: Placeholder,
  paragraphs: readonly PlannedParagraph[],
  fit: { scale: number; spread?: number },
): string => {
  // the texts of all items begin at one place, behind the longest number
  const numberEmu = emu(maxOf([...paragraphs.map(({ startAt }) => numberIndent(startAt)), numberIndent()]));
  return withFirstNumbers(paragraphs)
    .map((paragraph) => paragraphXml(context, placeholder, paragraph, { ...fit, numberEmu }))
    .join('');
};
