/** Paragraphs and runs of a slide (ISO/IEC 29500-1 §21.1.2): only what differs from the placeholder's own levels is written. */
import type { Run } from '../../../document/inline.ts';
import { escapeAttribute, escapeText } from '../../../ooxml/xml-text.ts';
import { relate, type Relationships } from '../../docx/relationships.ts';
import type { DeckTheme } from '../deck-theme.ts';
import { scaledPt, styleOf } from '../plan/fit.ts';
import type { Placeholder } from '../plan/layout.ts';
import type { PlannedParagraph } from '../plan/planned.ts';
import { hundredths } from './xml.ts';

export interface TextContext {
  theme: DeckTheme;
  /** Language and region of the deck. */
  lang: string;
  relationships: Relationships;
  /** Part of the slide that an anchor leads to, relative to the slides' folder. */
  slideOf(anchor: string): string | undefined;
}

const WEB = /^(?:https?:\/\/[^\s<>"{}|\\^`]+|mailto:[^\s<>"]+)$/i;
const LINK_CHARS_MAX = 2_048;

function linkXml(context: TextContext, link: string | undefined): string {
  if (link === undefined) return '';
  if (link.startsWith('#')) {
    const slide = context.slideOf(link.slice(1));
    return slide === undefined ? '' : `<a:hlinkClick r:id="${relate(context.relationships, 'slide', slide)}" action="ppaction://hlinksldjump"/>`;
  }
  if (!WEB.test(link) || !URL.canParse(link) || link.length > LINK_CHARS_MAX) return '';
  return `<a:hlinkClick r:id="${relate(context.relationships, 'hyperlink', link, true)}"/>`;
}

/** The foot of a slide says its own format: LibreOffice takes that of footers from its own style, not from the layout. */
export function footerXml(context: TextContext, paragraph: PlannedParagraph, placeholder: Placeholder): string {
  const ink = `<a:solidFill>${context.theme.inks.muted.xml}</a:solidFill><a:latin typeface="+mn-lt"/>`;
  return `<a:p><a:pPr algn="l"/>${runsXml(context, paragraph.runs, { sizePt: placeholder.levels[0]?.sizePt, ink })}</a:p>`;
}

export interface RunStyle { sizePt?: number | undefined; bold?: boolean | undefined; ink?: string | undefined }

/** Tabs and line breaks are elements of their own. */
export function runsXml(context: TextContext, runs: readonly Run[], style: RunStyle): string {
  return runs.map((run) => {
    const attributes = [
      `lang="${escapeAttribute(run.lang ?? context.lang)}"`, style.sizePt === undefined ? '' : `sz="${hundredths(style.sizePt)}"`, style.bold === true || run.bold === true ? 'b="1"' : style.bold === false ? 'b="0"' : '',
      run.italic === true || run.math === true ? 'i="1"' : '', run.underline === true ? 'u="sng"' : '', run.strike === true ? 'strike="sngStrike"' : '', run.script === undefined ? '' : `baseline="${run.script === 'super' ? 30_000 : -25_000}"`, 'dirty="0"',
    ].filter((attribute) => attribute !== '').join(' ');
    const fill = run.color === undefined ? (style.ink ?? '') : `<a:solidFill><a:srgbClr val="${run.color}"/></a:solidFill>`;
    const face = run.code === true ? `<a:latin typeface="${escapeAttribute(context.theme.faces.code)}"/><a:cs typeface="${escapeAttribute(context.theme.faces.code)}"/>` : '';
    const inner = `${fill}${face}${linkXml(context, run.link)}`;
    const properties = (name: string): string => (inner === '' ? `<a:${name} ${attributes}/>` : `<a:${name} ${attributes}>${inner}</a:${name}>`);
    return run.text.split('\n').map((text, i) => `${i === 0 ? '' : `<a:br>${properties('rPr')}</a:br>`}${text === '' ? '' : `<a:r>${properties('rPr')}<a:t>${escapeText(text.replaceAll('\t', '    '))}</a:t></a:r>`}`).join('');
  }).join('');
}

const NUMBER_EMU = 320_040;

function paragraphXml(context: TextContext, placeholder: Placeholder, paragraph: PlannedParagraph, scale: number): string {
  const style = styleOf(placeholder, paragraph);
  const level = placeholder.levels[Math.min(paragraph.level, placeholder.levels.length - 1)] ?? style;
  const sizePt = scaledPt(style.sizePt, scale);
  const spacing = scale === 1 ? '' : `<a:spcAft><a:spcPts val="${hundredths(Math.round(style.afterPt * scale * 2) / 2)}"/></a:spcAft>`;
  const bullet = paragraph.bullet === 'number'
    ? `<a:buFont typeface="+mj-lt"/><a:buAutoNum type="arabicPeriod"${paragraph.startAt === undefined || paragraph.startAt === 1 ? '' : ` startAt="${Math.min(32_767, Math.max(1, paragraph.startAt))}"`}/>`
    : paragraph.bullet === 'none' && level.bullet !== 'none' ? '<a:buNone/>' : '';
  const indent = paragraph.bullet === 'number' ? ` marL="${NUMBER_EMU}" indent="${-NUMBER_EMU}"` : bullet === '' ? '' : ' marL="0" indent="0"';
  const attributes = `${indent}${paragraph.level === 0 ? '' : ` lvl="${paragraph.level}"`}`;
  const properties = attributes === '' && spacing === '' && bullet === '' ? '' : `<a:pPr${attributes}>${spacing}${bullet}</a:pPr>`;
  const size = sizePt === level.sizePt ? undefined : sizePt;
  return `<a:p>${properties}${runsXml(context, paragraph.runs, { sizePt: size, bold: style.bold === level.bold ? undefined : style.bold })}<a:endParaRPr lang="${escapeAttribute(context.lang)}"${size === undefined ? '' : ` sz="${hundredths(size)}"`}/></a:p>`;
}

/** PowerPoint counts on by itself: every item of a list names the number of the list's first one here. */
function withFirstNumbers(paragraphs: readonly PlannedParagraph[]): PlannedParagraph[] {
  let first: number | undefined;
  return paragraphs.map((paragraph) => {
    if (paragraph.bullet === 'number') {
      first ??= paragraph.startAt ?? 1;
      return { ...paragraph, startAt: first };
    }
    if (paragraph.level !== 1) first = undefined;
    return paragraph;
  });
}

export const paragraphsXml = (context: TextContext, placeholder: Placeholder, paragraphs: readonly PlannedParagraph[], scale: number): string =>
  withFirstNumbers(paragraphs).map((paragraph) => paragraphXml(context, placeholder, paragraph, scale)).join('');
