/** Paragraphs in a placeholder of a supplied template: its levels, its marks and its sizes, and only what differs from them. */
import type { Placeholder } from '../plan/layout.ts';
import { scaledPt, spaceAfter, styleOf } from '../plan/fit.ts';
import type { PlannedParagraph } from '../plan/planned.ts';
import type { RunStyle } from '../emit/text.ts';

const NUMBER_EMU = 320_040;
const NUMBERINGS = ['arabicPeriod', 'alphaLcPeriod', 'romanLcPeriod', 'arabicPeriod'];
const hundredths = (pt: number): number => Math.round(pt * 100);

export interface OwnParagraph {
  /** `a:pPr`, or ''. */
  properties: string;
  run: RunStyle;
}

/** undefined where the placeholder is none of a template's. @param direction attributes of a paragraph that reads the other way */
export function ownParagraph(
  placeholder: Placeholder,
  paragraph: PlannedParagraph,
  { scale, spread = 1 }: { scale: number; spread?: number },
  direction: string,
): OwnParagraph | undefined {
  const style = styleOf(placeholder, paragraph);
  const level = placeholder.levels[Math.min(paragraph.level, placeholder.levels.length - 1)] ?? style;
  const own = level.own;
  if (own === undefined) return undefined;
  const sizePt = scaledPt(style.sizePt, scale);
  const numbered = paragraph.bullet === 'number';
  const marked = paragraph.bullet === undefined && level.bullet !== 'none';
  const unmarked = !numbered && !marked && own.bullet;
  const start =
    paragraph.startAt === undefined || paragraph.startAt === 1 ? '' : ` startAt="${Math.min(32_767, Math.max(1, paragraph.startAt))}"`;
  const bullet = numbered
    ? `<a:buFont typeface="+mj-lt"/><a:buAutoNum type="${NUMBERINGS[Math.min(own.at, 3)] ?? 'arabicPeriod'}"${start}/>`
    : unmarked
      ? '<a:buNone/>'
      : '';
  const indent = unmarked
    ? ' marL="0" indent="0"'
    : numbered && !own.bullet
      ? ` marL="${NUMBER_EMU * (own.at + 1)}" indent="${-NUMBER_EMU}"`
      : '';
  const space = own.space === 'before' ? 'spcBef' : 'spcAft';
  const spacing =
    scale * spread === 1 ? '' : `<a:${space}><a:spcPts val="${hundredths(spaceAfter(style.afterPt, scale, spread))}"/></a:${space}>`;
  const attributes = `${indent}${own.at === 0 ? '' : ` lvl="${own.at}"`}${direction}`;
  const content = `${spacing}${bullet}`;
  return {
    properties: attributes === '' && content === '' ? '' : `<a:pPr${attributes}>${content}</a:pPr>`,
    run: {
      sizePt: sizePt === own.sizePt ? undefined : sizePt,
      bold: style.bold === own.bold ? undefined : style.bold,
    },
  };
}
