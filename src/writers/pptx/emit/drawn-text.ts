/** Text of a drawing (ISO/IEC 29500-1 §21.1.2): every format is said, for there is no placeholder to take it from. */
import { lineHeight } from '../../../base/text-metrics.ts';
import type { DrawnParagraph, DrawnRun } from '../../../canvas/drawing.ts';
import { escapeAttribute, escapeText } from '../../../ooxml/xml-text.ts';
import { relate } from '../../docx/relationships.ts';
import { centipointsOfPx, emuOfPx, solidXml, type ColorXml } from '../../drawing/drawing-ml.ts';
import type { TextContext } from './text.ts';

const ALIGNMENTS = { left: 'l', center: 'ctr', right: 'r', justify: 'just' } as const;
/** As the layout measures it. */
const BULLET_EM = 1.15;

/** Faces of the theme are written as such. */
function faceXml(face: string, { theme }: TextContext): string {
  const role = face === theme.faces.text ? '+mn' : face === theme.faces.display ? '+mj' : undefined;
  if (role !== undefined) return `<a:latin typeface="${role}-lt"/><a:ea typeface="${role}-ea"/><a:cs typeface="${role}-cs"/>`;
  return `<a:latin typeface="${escapeAttribute(face)}"/><a:cs typeface="${escapeAttribute(face)}"/>`;
}

function runProperties(run: DrawnRun, opacity: number, write: ColorXml, context: TextContext, tag: string): string {
  const attributes = [
    `lang="${escapeAttribute(context.lang)}"`,
    `sz="${Math.max(100, centipointsOfPx(run.size))}"`,
    `b="${run.bold ? 1 : 0}"`,
    run.italic ? 'i="1"' : '',
    run.underline ? 'u="sng"' : '',
    run.strike ? 'strike="sngStrike"' : '',
    run.upper ? 'cap="all"' : '',
    run.letterSpacing === 0 ? '' : `spc="${centipointsOfPx(run.letterSpacing)}"`,
    'dirty="0"',
  ].filter((attribute) => attribute !== '');
  const link =
    run.link !== undefined && /^(?:https?:\/\/|mailto:)[^\s<>"]{1,2000}$/i.test(run.link)
      ? `<a:hlinkClick r:id="${relate(context.relationships, 'hyperlink', run.link, true)}"/>`
      : '';
  return `<a:${tag} ${attributes.join(' ')}>${solidXml(run.color, opacity, write)}${faceXml(run.face, context)}${link}</a:${tag}>`;
}

function runXml(run: DrawnRun, opacity: number, write: ColorXml, context: TextContext): string {
  const properties = runProperties(run, opacity, write, context, 'rPr');
  return run.text === '\n' ? `<a:br>${properties}</a:br>` : `<a:r>${properties}<a:t>${escapeText(run.text)}</a:t></a:r>`;
}

/** Line spacing is a share of the face's own line, which formats add to the size themselves. */
function spacingXml({ lineHeight: multiple, runs, after }: DrawnParagraph): string {
  const [run] = runs;
  const own = run === undefined ? 1 : lineHeight({ name: run.face, bold: run.bold }, 1);
  const percent = multiple === undefined ? 100 : (multiple / own) * 100;
  return `<a:lnSpc><a:spcPct val="${Math.round(percent * 1000)}"/></a:lnSpc><a:spcBef><a:spcPts val="0"/></a:spcBef><a:spcAft><a:spcPts val="${centipointsOfPx(after)}"/></a:spcAft>`;
}

function bulletXml({ bullet, runs }: DrawnParagraph): { attributes: string; xml: string } {
  const [run] = runs;
  if (bullet === undefined || run === undefined) return { attributes: ' marL="0" indent="0"', xml: '<a:buNone/>' };
  const indent = emuOfPx(run.size * BULLET_EM);
  const attributes = ` marL="${indent}" indent="${-indent}"`;
  if (bullet.kind === 'dot') return { attributes, xml: '<a:buFont typeface="Arial"/><a:buChar char="•"/>' };
  return {
    attributes,
    xml: `<a:buFont typeface="+mj-lt"/><a:buAutoNum type="arabicPeriod"${bullet.number === 1 ? '' : ` startAt="${Math.min(32_767, bullet.number)}"`}/>`,
  };
}

/** PowerPoint counts the items of a list itself: each names the first number. */
function countedFrom(paragraphs: readonly DrawnParagraph[]): DrawnParagraph[] {
  let first: number | undefined;
  return paragraphs.map((paragraph) => {
    if (paragraph.bullet?.kind !== 'number') {
      first = undefined;
      return paragraph;
    }
    first ??= paragraph.bullet.number;
    return { ...paragraph, bullet: { kind: 'number', number: first } };
  });
}

export function drawnParagraphs(paragraphs: readonly DrawnParagraph[], opacity: number, write: ColorXml, context: TextContext): string {
  if (paragraphs.length === 0) return `<a:p><a:endParaRPr lang="${escapeAttribute(context.lang)}"/></a:p>`;
  return countedFrom(paragraphs)
    .map((paragraph) => {
      const bullet = bulletXml(paragraph);
      return `<a:p><a:pPr${bullet.attributes} algn="${ALIGNMENTS[paragraph.align]}">${spacingXml(paragraph)}${bullet.xml}</a:pPr>${paragraph.runs.map((run) => runXml(run, opacity, write, context)).join('')}</a:p>`;
    })
    .join('');
}
