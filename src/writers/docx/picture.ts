/** Pictures, in the line (ECMA-376-1 §20.4.2.8) or anchored to the page (§20.4.2.3). Each asset is stored once. */
import { PIC } from '../../ooxml/names.ts';
import { labelsOf } from '../../document/labels.ts';
import { languageAt } from '../../document/section-languages.ts';
import type { Image } from '../../document/block.ts';
import type { Asset } from '../../document/document.ts';
import { plainText } from '../../document/inline.ts';
import { NEUTRALS } from '../../document/look.ts';
import { escapeAttribute } from '../../ooxml/xml-text.ts';
import { captionXml, sourceXml } from './captions.ts';
import { note, roomDxa, type Draft, type Place } from './draft.ts';
import { emuOfDxa } from './measures.ts';
import { indented, paragraph } from './paragraph.ts';
import { relate } from './relationships.ts';
import { textRun } from './runs.ts';

/** Sharp on paper from here on; a picture of fewer pixels is set smaller, enlarged by a fifth at most. */
const PIXELS_PER_INCH = 150;
const ENLARGED_MAX = 1.2;
const DXA_PER_INCH = 1_440;
/** Caption and source need room on the page too. */
const HEIGHT_SHARE_MAX = 0.82;
const ALT_CHARS_MAX = 1_000;
/** As Word counts them; LibreOffice puts smaller ones in the order that it likes. */
const ORDER_FIRST = 251_658_240;
const ORDER_STEP = 1_024;

export function writeImage(draft: Draft, block: Image, place: Place): string {
  const alt = block.alt === '' && block.caption !== undefined ? plainText(block.caption) : block.alt;
  const asset = block.asset === null ? undefined : draft.document.assets.get(block.asset);
  const caption = captionXml(draft, block, 'figure', block.caption, place);
  const source = sourceXml(draft, block, block.source, place);
  // a picture that was never given has been said by the reader
  if (asset === undefined && block.asset !== null)
    note(draft, {
      code: 'image_missing',
      severity: 'warning',
      message: `There is no picture ${block.asset.slice(0, 40)}; its description is set.`,
      blockId: block.id,
    });
  if (asset === undefined)
    return (
      caption +
      paragraph(draft, {
        style: 'Figure',
        content: textRun(draft, `[${alt === '' ? labelsOf(languageAt(draft.document, block.id)).image : alt}]`, { color: NEUTRALS.muted }),
        text: alt,
        leftDxa: indented(place),
      }) +
      source
    );
  const size = sizeOf(asset, block.width, place, draft.look.figureScale ?? 1);
  const drawing = inlinePicture(draft, asset, { ...size, alt, link: block.link });
  const figure = paragraph(draft, {
    style: 'Figure',
    content: drawing,
    leftDxa: indented(place),
    ...(source === '' ? { afterDxa: place.room === 'cell' ? 60 : 280 } : { keepNext: true }),
  });
  return caption + figure + source;
}

function sizeOf(asset: Asset, share: number | undefined, place: Place, scale: number): { widthEmu: number; heightEmu: number } {
  const room = roomDxa(place);
  const natural = (asset.width / PIXELS_PER_INCH) * DXA_PER_INCH * ENLARGED_MAX;
  const wanted = share === undefined ? Math.min(room, natural) : room * share;
  const ratio = asset.height / Math.max(1, asset.width);
  const width = Math.max(20, Math.min(wanted * scale, (place.heightDxa * HEIGHT_SHARE_MAX * scale) / ratio));
  return { widthEmu: emuOfDxa(Math.round(width)), heightEmu: emuOfDxa(Math.max(1, Math.round(width * ratio))) };
}

export interface PictureInput {
  widthEmu: number;
  heightEmu: number;
  alt: string;
  link?: string | undefined;
}

/** A picture in the line. */
export function inlinePicture(draft: Draft, asset: Asset, input: PictureInput): string {
  const { widthEmu, heightEmu } = input;
  const { properties, graphic } = pictureXml(draft, asset, input);
  return (
    `<w:r><w:drawing><wp:inline distT="0" distB="0" distL="0" distR="0"><wp:extent cx="${widthEmu}" cy="${heightEmu}"/><wp:effectExtent l="0" t="0" r="0" b="0"/>${properties}` +
    `<wp:cNvGraphicFramePr><a:graphicFrameLocks noChangeAspect="1"/></wp:cNvGraphicFramePr>${graphic}</wp:inline></w:drawing></w:r>`
  );
}

/** A picture at a place on the page, in front of the text. */
export function anchoredPicture(draft: Draft, asset: Asset, input: PictureInput & { leftEmu: number; topEmu: number }): string {
  const { widthEmu, heightEmu, leftEmu, topEmu } = input;
  const { properties, graphic } = pictureXml(draft, asset, input);
  return (
    `<w:r><w:drawing>${anchorStart({ leftEmu, topEmu, widthEmu, heightEmu, behind: false, order: 3 })}${properties}` +
    `<wp:cNvGraphicFramePr><a:graphicFrameLocks noChangeAspect="1"/></wp:cNvGraphicFramePr>${graphic}</wp:anchor></w:drawing></w:r>`
  );
}

/** The start of a `wp:anchor` measured from the page's corner. */
export function anchorStart(box: {
  leftEmu: number;
  topEmu: number;
  widthEmu: number;
  heightEmu: number;
  behind: boolean;
  order: number;
}): string {
  return (
    `<wp:anchor distT="0" distB="0" distL="0" distR="0" simplePos="0" relativeHeight="${ORDER_FIRST + box.order * ORDER_STEP}" behindDoc="${box.behind ? 1 : 0}" locked="0" layoutInCell="1" allowOverlap="1"><wp:simplePos x="0" y="0"/>` +
    `<wp:positionH relativeFrom="page"><wp:posOffset>${box.leftEmu}</wp:posOffset></wp:positionH><wp:positionV relativeFrom="page"><wp:posOffset>${box.topEmu}</wp:posOffset></wp:positionV>` +
    `<wp:extent cx="${box.widthEmu}" cy="${box.heightEmu}"/><wp:effectExtent l="0" t="0" r="0" b="0"/><wp:wrapNone/>`
  );
}

/** `wp:docPr` with an id of its own in the file; Word repairs files in which two drawings share one. */
export function drawingProperties(draft: Draft, name: string, alt: string, inside = ''): string {
  draft.drawingCount += 1;
  const description = alt === '' ? '' : ` descr="${escapeAttribute(alt.slice(0, ALT_CHARS_MAX).toWellFormed())}"`;
  const head = `<wp:docPr id="${draft.drawingCount}" name="${name} ${draft.drawingCount}"${description}`;
  return inside === '' ? `${head}/>` : `${head}>${inside}</wp:docPr>`;
}

function pictureXml(draft: Draft, asset: Asset, { widthEmu, heightEmu, alt, link }: PictureInput): { properties: string; graphic: string } {
  const id = relate(draft.relationships, 'image', mediaPart(draft, asset));
  const target =
    link !== undefined && /^https?:\/\/[^\s<>"{}|\\^`]+$/i.test(link) && URL.canParse(link)
      ? relate(draft.relationships, 'hyperlink', link, true)
      : undefined;
  const properties = drawingProperties(draft, 'Picture', alt, target === undefined ? '' : `<a:hlinkClick r:id="${target}"/>`);
  const graphic =
    `<a:graphic><a:graphicData uri="${PIC}"><pic:pic><pic:nvPicPr><pic:cNvPr id="${draft.drawingCount}" name="Picture ${draft.drawingCount}"/><pic:cNvPicPr/></pic:nvPicPr>` +
    `<pic:blipFill><a:blip r:embed="${id}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="${widthEmu}" cy="${heightEmu}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic>`;
  return { properties, graphic };
}

export function mediaPart(draft: Draft, asset: Asset): string {
  const name = `media/${asset.key.replaceAll(/[^A-Za-z0-9]/g, '')}.${asset.contentType === 'image/png' ? 'png' : 'jpeg'}`;
  draft.placed.add(asset.key);
  if (!draft.extraParts.some((part) => part.name === `word/${name}`)) draft.extraParts.push({ name: `word/${name}`, data: asset.data });
  return name;
}
