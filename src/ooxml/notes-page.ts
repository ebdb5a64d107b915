/** Speaker notes: the page of a slide and the master it takes after (ISO/IEC 29500-1 §19.3.1.26, §19.3.1.27). */
import { XML_DECLARATION } from './package-parts.ts';

/** A page of notes upright: the slide above, the text below. EMU. */
const SLIDE_FRAME =
  '<a:xfrm><a:off x="685800" y="1143000"/><a:ext cx="5486400" cy="3086100"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom>';
const TEXT_FRAME =
  '<a:xfrm><a:off x="685800" y="4400550"/><a:ext cx="5486400" cy="3600450"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom>';
const MAP =
  '<p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"/>';

/** The group that every tree of shapes begins with. */
export const TREE_HEAD =
  '<p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/><a:chOff x="0" y="0"/><a:chExt cx="0" cy="0"/></a:xfrm></p:grpSpPr>';

const picture = (frame: string): string =>
  `<p:sp><p:nvSpPr><p:cNvPr id="2" name="Slide 2"/><p:cNvSpPr><a:spLocks noGrp="1" noRot="1" noChangeAspect="1"/></p:cNvSpPr><p:nvPr><p:ph type="sldImg"${frame === '' ? '' : ' idx="2"'}/></p:nvPr></p:nvSpPr><p:spPr>${frame}</p:spPr></p:sp>`;
const text = (frame: string, body: string, id = 3): string =>
  `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="Notes ${id}"/><p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr><p:nvPr><p:ph type="body"${frame === '' ? '' : ' sz="quarter"'} idx="${frame === '' ? 1 : 3}"/></p:nvPr></p:nvSpPr><p:spPr>${frame}</p:spPr><p:txBody><a:bodyPr/><a:lstStyle/>${body}</p:txBody></p:sp>`;

/** @param declarations of the namespaces a, r and p, as attributes */
export function notesMasterXml(declarations: string): string {
  const level =
    '<a:lvl1pPr marL="0" algn="l"><a:defRPr sz="1200"><a:solidFill><a:schemeClr val="tx1"/></a:solidFill><a:latin typeface="+mn-lt"/></a:defRPr></a:lvl1pPr>';
  return `${XML_DECLARATION}<p:notesMaster ${declarations}><p:cSld><p:bg><p:bgRef idx="1001"><a:schemeClr val="bg1"/></p:bgRef></p:bg><p:spTree>${TREE_HEAD}${picture(SLIDE_FRAME)}${text(TEXT_FRAME, '<a:p><a:endParaRPr lang="en-US"/></a:p>')}</p:spTree></p:cSld>${MAP}<p:notesStyle>${level}</p:notesStyle></p:notesMaster>`;
}

/** The text of a page of notes. @param id free on its page @param paragraphs a:p elements */
export const notesTextXml = (id: number, paragraphs: string): string => text('', paragraphs, id);

/** @param paragraphs a:p elements */
export function notesPageXml(declarations: string, paragraphs: string): string {
  return `${XML_DECLARATION}<p:notes ${declarations}><p:cSld><p:spTree>${TREE_HEAD}${picture('')}${text('', paragraphs)}</p:spTree></p:cSld><p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:notes>`;
}
