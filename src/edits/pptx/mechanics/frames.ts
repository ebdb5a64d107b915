/** Where things are on a slide and how large they are, in EMU (ISO/IEC 29500-1 §20.1.7.6). */
import { A, P } from '../../../ooxml/names.ts';
import { appendContent, setAttribute, type XmlEdit } from '../../../ooxml/edit-xml.ts';
import type { XmlPart } from '../../../ooxml/office-package.ts';
import { attributeOf, elementsOf, firstElementOf, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { type DeckFile } from '../../../ooxml/deck-file.ts';
import { placeholderOf } from './deck-objects.ts';
import { frameOf, inheritedFrame } from './layouts.ts';
import { spelledIn } from './new-slide.ts';

interface Placed {
  element: XmlElement;
  part: XmlPart;
}

export interface Frame {
  x: number;
  y: number;
  cx: number;
  cy: number;
}

function readFrame(frame: XmlElement): Frame | undefined {
  const [off, ext] = [firstElementOf(frame, 'off', A), firstElementOf(frame, 'ext', A)];
  if (off === undefined || ext === undefined) return undefined;
  const number = (element: XmlElement, name: string): number => Number(attributeOf(element, name) ?? 0);
  return { x: number(off, 'x'), y: number(off, 'y'), cx: number(ext, 'cx'), cy: number(ext, 'cy') };
}

/** Its own place, else that of its placeholder in the layout. */
export function placeOf({ opened }: DeckFile, { element, part }: Placed): Frame | undefined {
  const held = placeholderOf(element);
  const source = frameOf(element) ?? (held && inheritedFrame(opened, part.name, held));
  return source && readFrame(source);
}

/** Writes the place onto the thing itself; only what differs is touched. @param rotation degrees, clockwise */
export function placeEdits(file: DeckFile, { element, part }: Placed, frame: Frame, rotation?: number): XmlEdit[] {
  const turn = rotation === undefined ? undefined : String(Math.round((((rotation % 360) + 360) % 360) * 60_000));
  const own = frameOf(element);
  if (own !== undefined) {
    const [off, ext] = [firstElementOf(own, 'off', A), firstElementOf(own, 'ext', A)];
    const sets = (holder: XmlElement | undefined, values: Record<string, number>): XmlEdit[] =>
      holder === undefined
        ? []
        : Object.entries(values)
            .filter(([name, value]) => attributeOf(holder, name) !== String(value))
            .map(([name, value]) => setAttribute(part, holder, name, String(value)));
    return [
      ...sets(off, { x: frame.x, y: frame.y }),
      ...sets(ext, { cx: frame.cx, cy: frame.cy }),
      ...(turn === undefined ? [] : [setAttribute(part, own, 'rot', turn)]),
    ];
  }
  const properties = firstElementOf(element, 'spPr', P);
  if (properties === undefined) return [];
  const xml = `<a:xfrm xmlns:a="${spelledIn(file.main, A)}"${turn === undefined ? '' : ` rot="${turn}"`}><a:off x="${frame.x}" y="${frame.y}"/><a:ext cx="${frame.cx}" cy="${frame.cy}"/></a:xfrm>`;
  const first = elementsOf(properties)[0];
  return [first === undefined ? appendContent(part, properties, xml) : { start: first.start, end: first.start, xml }];
}
