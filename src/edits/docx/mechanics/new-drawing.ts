/** Pictures and charts in the line of a paragraph of their own (ISO/IEC 29500-1 §20.4.2.8). */
import { TRANSITIONAL } from '../../../ooxml/names.ts';
import { addRelationship } from '../../../ooxml/change-package.ts';
import type { OfficePackage } from '../../../ooxml/office-package.ts';
import { escapeAttribute } from '../../../ooxml/xml-text.ts';
import { isRejected, reject, type EditPlan, type Rejected } from '../../define-edit.ts';
import { insertAfter, insertBefore } from '../../../ooxml/edit-xml.ts';
import { paragraphXml } from './new-paragraph.ts';
import { runsXml, type Writing } from './new-runs.ts';
import { needStyle } from './need-style.ts';
import { bodyNear, fontOf } from './running-text.ts';
import type { WordFile } from '../../../ooxml/word-file.ts';
import { spelled } from './word-names.ts';

const A = `${TRANSITIONAL}drawingml/2006/main`;
const WP = `${TRANSITIONAL}drawingml/2006/wordprocessingDrawing`;
const R = `${TRANSITIONAL}officeDocument/2006/relationships`;
const PIC = `${TRANSITIONAL}drawingml/2006/picture`;
const C = `${TRANSITIONAL}drawingml/2006/chart`;

/** Between a table and what is drawn beside it. */
const SPACE_DXA = 160;

export interface DrawingSize {
  widthEmu: number;
  heightEmu: number;
}

interface Inline extends DrawingSize {
  name: string;
  description: string;
  graphic: string;
  locked: boolean;
}

/** The run with the drawing; namespaces are declared where they are used, whatever the file has at its root. */
function inlineXml(file: WordFile, { widthEmu, heightEmu, name, description, graphic, locked }: Inline): string {
  const { w, main } = file;
  const id = file.nextDrawingId();
  const frame = locked
    ? '<wp:cNvGraphicFramePr><a:graphicFrameLocks noChangeAspect="1"/></wp:cNvGraphicFramePr>'
    : '<wp:cNvGraphicFramePr/>';
  return (
    `<${w}r><${w}drawing><wp:inline xmlns:wp="${spelled(main, WP)}" xmlns:a="${spelled(main, A)}" xmlns:r="${spelled(main, R)}" distT="0" distB="0" distL="0" distR="0"><wp:extent cx="${widthEmu}" cy="${heightEmu}"/><wp:effectExtent l="0" t="0" r="0" b="0"/>` +
    `<wp:docPr id="${id}" name="${name} ${id}" descr="${escapeAttribute(description)}"/>${frame}<a:graphic>${graphic}</a:graphic></wp:inline></${w}drawing></${w}r>`
  );
}

export function pictureRun(
  file: WordFile,
  relationship: string,
  { widthEmu, heightEmu, description }: DrawingSize & { description: string },
): string {
  const uri = spelled(file.main, PIC);
  const graphic =
    `<a:graphicData uri="${uri}"><pic:pic xmlns:pic="${uri}"><pic:nvPicPr><pic:cNvPr id="0" name=""/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:embed="${relationship}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill>` +
    `<pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="${widthEmu}" cy="${heightEmu}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData>`;
  return inlineXml(file, { widthEmu, heightEmu, name: 'Picture', description, graphic, locked: true });
}

export function chartRun(
  file: WordFile,
  relationship: string,
  { widthEmu, heightEmu, description }: DrawingSize & { description: string },
): string {
  const uri = spelled(file.main, C);
  return inlineXml(file, {
    widthEmu,
    heightEmu,
    name: 'Chart',
    description,
    graphic: `<a:graphicData uri="${uri}"><c:chart xmlns:c="${uri}" r:id="${relationship}"/></a:graphicData>`,
    locked: false,
  });
}

interface Placed {
  writing: Writing;
  before: boolean;
  run: string;
  caption: string | undefined;
  align: 'left' | 'center' | 'right' | undefined;
  finish: (opened: OfficePackage) => void;
}

/** A paragraph for the drawing, and one for its caption below. */
export function placeDrawing({ writing, before, run, caption, align, finish }: Placed): Pick<EditPlan, 'parts' | 'finish'> | Rejected {
  const { file, near } = writing;
  const { w } = file;
  if (near.locked !== null) return reject('read_only_content', `Nothing can be inserted beside ${near.address}: ${near.locked}.`);
  const keep = caption === undefined ? '' : `<${w}keepNext/>`;
  const apart = near.kind === 'table' ? `<${w}spacing ${w}before="${SPACE_DXA}"/>` : '';
  let xml = paragraphXml(writing, `${keep}${apart}${align === undefined ? '' : `<${w}jc ${w}val="${align}"/>`}`, run);
  if (caption !== undefined) {
    const style = needStyle(file, 'caption', 'paragraph');
    if (isRejected(style)) return style;
    if (style.finish !== undefined) writing.finishes.push(style.finish);
    xml += paragraphXml(
      writing,
      `${style.xml}${align === undefined ? '' : `<${w}jc ${w}val="${align}"/>`}`,
      runsXml(file, [{ text: caption }], style.finish === undefined ? undefined : fontOf(bodyNear(writing).base)),
    );
  }
  const edit = (before ? insertBefore : insertAfter)(near.element, xml);
  return {
    parts: [{ part: near.part.name, edits: [edit] }],
    finish: (opened) => {
      for (const one of [finish, ...writing.finishes]) one(opened);
    },
  };
}

/** The relationship that was promised, from the part that names it. */
export function keepPromise(
  opened: OfficePackage,
  file: WordFile,
  { id, from, kind, target }: { id: string; from: string; kind: 'image' | 'chart'; target: string },
): void {
  addRelationship(opened, from, { id, type: spelled(file.main, `${R}/${kind}`), target });
}
