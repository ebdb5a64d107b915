/** Speaker notes: one page for each slide that has some, and the master they take after (ISO/IEC 29500-1 §19.3.1.26, §19.3.1.27). */
import type { Block } from '../../../document/block.ts';
import { plainText, type Run } from '../../../document/inline.ts';
import { blockText } from '../../../document/walk.ts';
import { XML_DECLARATION } from '../../../ooxml/package-parts.ts';
import { chartTable } from '../../chart-table.ts';
import { flowOf, type Figure } from '../plan/flow.ts';
import { notesText } from './slide.ts';
import type { TextContext } from './text.ts';
import { NAMESPACES, TREE_HEAD } from './xml.ts';

/** A page of notes upright: the slide above, the text below. EMU. */
const SLIDE_FRAME = '<a:xfrm><a:off x="685800" y="1143000"/><a:ext cx="5486400" cy="3086100"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom>';
const TEXT_FRAME = '<a:xfrm><a:off x="685800" y="4400550"/><a:ext cx="5486400" cy="3600450"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom>';
const MAP = '<p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"/>';

const picture = (frame: string): string =>
  `<p:sp><p:nvSpPr><p:cNvPr id="2" name="Slide 2"/><p:cNvSpPr><a:spLocks noGrp="1" noRot="1" noChangeAspect="1"/></p:cNvSpPr><p:nvPr><p:ph type="sldImg"${frame === '' ? '' : ' idx="2"'}/></p:nvPr></p:nvSpPr><p:spPr>${frame}</p:spPr></p:sp>`;
const text = (frame: string, body: string): string =>
  `<p:sp><p:nvSpPr><p:cNvPr id="3" name="Notes 3"/><p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr><p:nvPr><p:ph type="body"${frame === '' ? '' : ' sz="quarter"'} idx="${frame === '' ? 1 : 3}"/></p:nvPr></p:nvSpPr><p:spPr>${frame}</p:spPr><p:txBody><a:bodyPr/><a:lstStyle/>${body}</p:txBody></p:sp>`;

export function notesMasterXml(): string {
  const level = '<a:lvl1pPr marL="0" algn="l"><a:defRPr sz="1200"><a:solidFill><a:schemeClr val="tx1"/></a:solidFill><a:latin typeface="+mn-lt"/></a:defRPr></a:lvl1pPr>';
  return `${XML_DECLARATION}<p:notesMaster ${NAMESPACES}><p:cSld><p:bg><p:bgRef idx="1001"><a:schemeClr val="bg1"/></p:bgRef></p:bg><p:spTree>${TREE_HEAD}${picture(SLIDE_FRAME)}${text(TEXT_FRAME, '<a:p><a:endParaRPr lang="en-US"/></a:p>')}</p:spTree></p:cSld>${MAP}<p:notesStyle>${level}</p:notesStyle></p:notesMaster>`;
}

/** A figure as lines to be said: notes hold text alone. */
function spokenFigure(figure: Figure, lang: string): { runs: Run[] }[] {
  if (figure.type === 'image') return [{ runs: [{ text: `[${figure.alt === '' && figure.caption ? plainText(figure.caption) : figure.alt}]` }] }];
  const table = figure.type === 'chart' ? chartTable(figure, lang) : figure;
  const rows = table.rows.map(({ cells }) => cells.map((cell) => (cell.blocks ? cell.blocks.map(blockText).join(' ') : plainText(cell.runs))).join(' | '));
  return [...(table.caption ? [plainText(table.caption)] : []), ...rows].map((text) => ({ runs: [{ text }] }));
}

/** The notes of a slide. */
export function notesSlideXml(context: TextContext, blocks: readonly Block[]): string {
  const { paragraphs, figures } = flowOf(blocks, context.lang, []);
  const body = notesText(context, [...paragraphs, ...figures.flatMap((figure) => spokenFigure(figure, context.lang))]);
  return `${XML_DECLARATION}<p:notes ${NAMESPACES}><p:cSld><p:spTree>${TREE_HEAD}${picture('')}${text('', body)}</p:spTree></p:cSld><p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:notes>`;
}
