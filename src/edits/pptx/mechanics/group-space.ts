/** The measures of a group (ISO/IEC 29500-1 §20.1.7.5) and what its parts are without it: moved, sized, turned and mirrored as they are seen. */
import { A, P } from '../../../ooxml/names.ts';
import { applyXmlEdits, removeAttribute, setAttribute, type XmlEdit } from '../../../ooxml/edit-xml.ts';
import type { XmlPart } from '../../../ooxml/office-package.ts';
import { attributeOf, firstElementOf, type XmlElement } from '../../../ooxml/xml-tree.ts';
import type { Frame } from './frames.ts';
import { frameOf } from './layouts.ts';

const DEGREE = 60_000;
const isOn = (element: XmlElement, name: string): boolean => /^(?:1|true)$/.test(attributeOf(element, name) ?? '');

interface GroupSpace {
  /** Where the group is, and the measures that its parts are written in. */
  outer: Frame;
  inner: Frame;
  degrees: number;
  flipH: boolean;
  flipV: boolean;
}

function frameIn(holder: XmlElement, at: string, size: string): Frame | undefined {
  const [off, ext] = [firstElementOf(holder, at, A), firstElementOf(holder, size, A)];
  if (off === undefined || ext === undefined) return undefined;
  const number = (element: XmlElement, name: string): number => Number(attributeOf(element, name) ?? 0);
  return { x: number(off, 'x'), y: number(off, 'y'), cx: number(ext, 'cx'), cy: number(ext, 'cy') };
}

/** @param properties the group's `p:grpSpPr`; undefined without measures */
export function readSpace(properties: XmlElement): GroupSpace | undefined {
  const held = firstElementOf(properties, 'xfrm', A);
  const [outer, inner] = [held && frameIn(held, 'off', 'ext'), held && frameIn(held, 'chOff', 'chExt')];
  if (held === undefined || outer === undefined || inner === undefined) return undefined;
  return {
    outer,
    inner,
    degrees: Number(attributeOf(held, 'rot') ?? 0) / DEGREE,
    flipH: isOn(held, 'flipH'),
    flipV: isOn(held, 'flipV'),
  };
}

const isMoved = ({ outer, inner, degrees, flipH, flipV }: GroupSpace): boolean =>
  degrees !== 0 || flipH || flipV || outer.x !== inner.x || outer.y !== inner.y || outer.cx !== inner.cx || outer.cy !== inner.cy;

/** A part's middle is scaled, mirrored and turned with the group; its size is scaled, its turn added to. */
function placeOutside(frame: Frame, { outer, inner, degrees, flipH, flipV }: GroupSpace): Frame {
  const [sx, sy] = [inner.cx === 0 ? 1 : outer.cx / inner.cx, inner.cy === 0 ? 1 : outer.cy / inner.cy];
  const centre = { x: outer.x + outer.cx / 2, y: outer.y + outer.cy / 2 };
  const dx = (outer.x + (frame.x + frame.cx / 2 - inner.x) * sx - centre.x) * (flipH ? -1 : 1);
  const dy = (outer.y + (frame.y + frame.cy / 2 - inner.y) * sy - centre.y) * (flipV ? -1 : 1);
  const turn = (degrees * Math.PI) / 180;
  const at = { x: centre.x + dx * Math.cos(turn) - dy * Math.sin(turn), y: centre.y + dx * Math.sin(turn) + dy * Math.cos(turn) };
  const [cx, cy] = [frame.cx * sx, frame.cy * sy];
  return { x: Math.round(at.x - cx / 2), y: Math.round(at.y - cy / 2), cx: Math.round(cx), cy: Math.round(cy) };
}

/**
 * The source of a part of a group as it is without the group. A part that is turned by a quarter is scaled along its own sides, which
 * is what PowerPoint does up to unequal scales.
 * @returns null where it cannot be turned or mirrored: tables, charts, diagrams
 */
export function memberXml(part: XmlPart, member: XmlElement, space: GroupSpace): string | null {
  const whole = part.source.slice(member.start, member.end);
  const held = frameOf(member);
  if (held === undefined || !isMoved(space)) return whole;
  const frame = frameIn(held, 'off', 'ext');
  const [off, ext] = [firstElementOf(held, 'off', A), firstElementOf(held, 'ext', A)];
  if (frame === undefined || off === undefined || ext === undefined) return whole;
  const isTurned = space.degrees !== 0 || space.flipH || space.flipV;
  if (isTurned && member.local === 'graphicFrame' && member.uri === P) return null;
  const placed = placeOutside(frame, space);
  const own = Number(attributeOf(held, 'rot') ?? 0) / DEGREE;
  // a mirror turns the sense of the part's own turn
  const sense = space.flipH === space.flipV ? 1 : -1;
  const degrees = (((own * sense + space.degrees) % 360) + 360) % 360;
  const set = (name: string, isSet: boolean): XmlEdit[] => {
    if (isOn(held, name) === isSet) return [];
    const gone = isSet ? setAttribute(part, held, name, '1') : removeAttribute(part, held, name);
    return gone === null ? [] : [gone];
  };
  const turn: XmlEdit[] = degrees === own ? [] : [setAttribute(part, held, 'rot', String(Math.round(degrees * DEGREE)))];
  const edits = [
    ...turn,
    ...set('flipH', isOn(held, 'flipH') !== space.flipH),
    ...set('flipV', isOn(held, 'flipV') !== space.flipV),
    setAttribute(part, off, 'x', String(placed.x)),
    setAttribute(part, off, 'y', String(placed.y)),
    setAttribute(part, ext, 'cx', String(placed.cx)),
    setAttribute(part, ext, 'cy', String(placed.cy)),
  ];
  return applyXmlEdits(
    whole,
    edits.map((edit) => ({ ...edit, start: edit.start - member.start, end: edit.end - member.start })),
  );
}
