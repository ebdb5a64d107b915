/** Where a slide has room for what is added to it, in EMU: within the margins of its layout, beside what is there already. */
import { maxOf, minOf } from '../../../base/extremes.ts';
import { P } from '../../../ooxml/names.ts';
import type { DeckFile, DeckSlide } from '../../../ooxml/deck-file.ts';
import { relationshipsOf, partNamed, readXmlPart, type XmlPart } from '../../../ooxml/office-package.ts';
import { attributeOf, elementsOf, firstElementOf, textOf, walkElements, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { objectsOf, placeholderOf, type DeckObject } from './deck-objects.ts';
import { placeOf, type Frame } from './frames.ts';
import { textFrame } from './text-extent.ts';
import { frameOf, isFurniture, isTitle, layoutOf, placeholdersOf } from './layouts.ts';

/** What PowerPoint takes where a presentation does not say (ISO/IEC 29500-1 §19.2.1.39): 10 × 7.5 inches. */
const USUAL_SIZE = { cx: 9_144_000, cy: 6_858_000 };
/** Space to what is beside it. */
const GAP = 144_000;
/** Of the slide, where neither layout nor master has a place for text. */
const MARGIN_SHARE = 0.06;
/** Decoration that covers more of the slide is its ground, on which things stand. */
const GROUND_SHARE = 0.4;
/** What covers more of the slide is its ground too, whoever put it there. */
const COVER_SHARE = 0.95;
/** Slides with more things on them have no room that anybody would find. */
const OBSTACLES_MAX = 120;

/** Width and height of the slides (`p:sldSz`). */
export function slideSize({ main }: DeckFile): { cx: number; cy: number } {
  const size = firstElementOf(main.root, 'sldSz', P);
  const read = (name: string, usual: number): number => Number((size && attributeOf(size, name)) ?? usual) || usual;
  return { cx: read('cx', USUAL_SIZE.cx), cy: read('cy', USUAL_SIZE.cy) };
}

const right = ({ x, cx }: Frame): number => x + cx;
const bottom = ({ y, cy }: Frame): number => y + cy;
const areaOf = ({ cx, cy }: Frame): number => cx * cy;

/** The layout of a slide and its master, as far as they are there. */
function partsAbove({ opened }: DeckFile, slide: DeckSlide): XmlPart[] {
  const layout = layoutOf(opened, slide.part.name)?.part;
  const master = layout && relationshipsOf(opened, layout.name).find(({ type, external }) => !external && type.endsWith('/slideMaster'));
  const name = master && partNamed(opened, master.target);
  return [...(layout === undefined ? [] : [layout]), ...(name === undefined ? [] : [readXmlPart(opened, name)])];
}

/** Left, right and lower margin and the end of the title's room, as the places of layout and master show them. */
function contentArea(file: DeckFile, slide: DeckSlide): Frame {
  const { cx, cy } = slideSize(file);
  const margin = Math.round(Math.min(cx, cy) * MARGIN_SHARE);
  const area = { x: margin, y: margin, cx: cx - 2 * margin, cy: cy - 2 * margin };
  const above = partsAbove(file, slide).map((part) =>
    placeholdersOf(part).flatMap((one) => {
      const frame = one.frame && placeOf(file, { element: one.element, part });
      return frame === undefined ? [] : [{ ...one, place: frame }];
    }),
  );
  const text = above.map((all) => all.filter((one) => !isTitle(one) && !isFurniture(one))).find((all) => all.length > 0) ?? [];
  const titles = above.map((all) => all.filter(isTitle)).find((all) => all.length > 0) ?? [];
  // places of cover pages are in their middle and say nothing of margins
  const wide = [...text, ...titles].filter(({ place }) => place.cx > cx / 2);
  if (wide.length === 0) return area;
  const left = maxOf([0, minOf(wide.map(({ place }) => place.x))]);
  const end = minOf([cx, maxOf(wide.map(({ place }) => right(place)))]);
  const low = minOf([cy, maxOf([cy - 2 * margin, ...text.map(({ place }) => bottom(place))])]);
  return { x: left, y: margin, cx: end - left, cy: low - margin };
}

/** Whether a placeholder is there to be filled: it holds no text, and is no picture, table or chart by now. */
const isEmptyPlace = ({ element }: DeckObject): boolean => {
  const held = placeholderOf(element);
  return element.local === 'sp' && held !== undefined && !isTitle(held) && !isFurniture(held) && textOf(element).trim() === '';
};

const isInFallback = (element: XmlElement): boolean => {
  for (let at = element.parent; at !== undefined; at = at.parent) if (at.local === 'Fallback') return true;
  return false;
};

interface Placed {
  object: DeckObject;
  frame: Frame;
}

/** What is on the slide itself, groups as a whole. */
const ownOn = (file: DeckFile, slide: DeckSlide): Placed[] =>
  objectsOf(slide)
    .filter((object) => object.element.parent?.local !== 'grpSp' && !isEmptyPlace(object) && !isInFallback(object.element))
    .flatMap((object) => {
      const frame = placeOf(file, object);
      return frame === undefined ? [] : [{ object, frame }];
    });

/** Frames of what is on the slide, and of what its layout and master draw there. */
function obstaclesOn(file: DeckFile, slide: DeckSlide, own: readonly Frame[]): Frame[] {
  const size = slideSize(file);
  const drawn = partsAbove(file, slide).flatMap((part) =>
    [...walkElements(part.root)].flatMap((element) => {
      const isDrawn = element.uri === P && ['sp', 'pic', 'grpSp', 'graphicFrame'].includes(element.local);
      if (!isDrawn || element.parent?.local !== 'spTree' || placeholderOf(element) !== undefined || frameOf(element) === undefined)
        return [];
      return placeOf(file, { element, part }) ?? [];
    }),
  );
  const furniture = partsAbove(file, slide).flatMap((part) =>
    placeholdersOf(part)
      .filter(isFurniture)
      .flatMap(({ element }) => placeOf(file, { element, part }) ?? []),
  );
  const isGround = (frame: Frame): boolean => areaOf(frame) > GROUND_SHARE * size.cx * size.cy;
  return [
    ...own.filter((frame) => areaOf(frame) < COVER_SHARE * size.cx * size.cy),
    ...drawn.filter((frame) => !isGround(frame)),
    ...furniture.filter((frame) => !isGround(frame)),
  ];
}

/** All largest rectangles of the area that meet no obstacle: between each two edges, the stretches that are free from top to bottom. */
function freeRectangles(area: Frame, obstacles: readonly Frame[]): Frame[] {
  const grown = obstacles
    .map(({ x, y, cx, cy }) => ({ x: x - GAP, y: y - GAP, cx: cx + 2 * GAP, cy: cy + 2 * GAP }))
    .filter((one) => one.x < right(area) && right(one) > area.x && one.y < bottom(area) && bottom(one) > area.y);
  const edges = [...new Set([area.x, right(area), ...grown.flatMap((one) => [one.x, right(one)])])]
    .filter((x) => x >= area.x && x <= right(area))
    .toSorted((a, b) => a - b);
  return edges.flatMap((from, index) =>
    edges.slice(index + 1).flatMap((to): Frame[] => {
      const between = grown.filter((one) => one.x < to && right(one) > from).toSorted((a, b) => a.y - b.y);
      const free: Frame[] = [];
      let at = area.y;
      for (const one of between) {
        if (one.y > at) free.push({ x: from, y: at, cx: to - from, cy: one.y - at });
        at = Math.max(at, bottom(one));
      }
      if (bottom(area) > at) free.push({ x: from, y: at, cx: to - from, cy: bottom(area) - at });
      return free;
    }),
  );
}

/** What is wanted: the least that does, and how much there should be at most; its proportions where they are given. */
export interface Wish {
  least: { cx: number; cy: number };
  most?: { cx: number; cy: number };
  /** Width by height, of pictures. */
  ratio?: number;
}

/** The size that something gets within a room. */
export function sizeIn({ cx, cy }: Frame, { most, ratio }: Wish): { cx: number; cy: number } {
  const within = { cx: Math.min(cx, most?.cx ?? cx), cy: Math.min(cy, most?.cy ?? cy) };
  if (ratio === undefined) return within;
  const wide = Math.min(within.cx, Math.round(within.cy * ratio));
  return { cx: wide, cy: Math.round(wide / ratio) };
}

/** Things that fill a good part of a room stand in its middle; small ones at its upper left, so that the rest stays of use. */
const MIDDLE_SHARE = 0.5;

/** Text, tables and charts stand at the upper left of a room, pictures that fill it in its middle. */
function settle(room: Frame, wish: Wish): Frame {
  const { cx, cy } = sizeIn(room, wish);
  const isLarge = wish.ratio !== undefined && (cx > room.cx * MIDDLE_SHARE || cy > room.cy * MIDDLE_SHARE);
  const of = (space: number, size: number): number => (isLarge ? Math.round((space - size) / 2) : 0);
  return { x: room.x + of(room.cx, cx), y: room.y + of(room.cy, cy), cx, cy };
}

/** Of the size that a thing has in a room: those above the title are for little that belongs with the text below it. */
const ABOVE_TITLE = 0.3;
/** Of the size that a thing would have within the frame of a text: from here on the place beside all frames is taken. */
const ENOUGH = 0.5;

/** Of the width, that what stands on a slide may be further in than its layout says, and still show the margins that are kept. */
const SLACK_SHARE = 0.1;

/** The area as the slide itself keeps it; where a picture covers the slide, the layout below it says nothing of margins. */
function alignedArea(area: Frame, own: readonly Frame[], size: { cx: number; cy: number }): Frame {
  const isCovered = own.some((one) => areaOf(one) >= COVER_SHARE * size.cx * size.cy);
  const inner = own.filter((one) => one.cx < size.cx * 0.97 && one.x > 0 && right(one) < size.cx);
  if (inner.length < (isCovered ? 1 : 2)) return area;
  const slack = size.cx * (isCovered ? 1 : SLACK_SHARE);
  const [left, end] = [minOf(inner.map(({ x }) => x)), maxOf(inner.map(right))];
  const x = left > area.x && left - area.x < slack ? left : area.x;
  const to = end < right(area) && right(area) - end < slack ? end : right(area);
  return { ...area, x, cx: to - x };
}

/**
 * The free place on a slide where the wanted thing becomes largest; undefined where there is none for its least size. Frames of texts are
 * kept clear where the rest leaves a good place, else the texts in them; `within` is the address of such a text.
 */
export function findRoom(file: DeckFile, slide: DeckSlide, wish: Wish): { frame: Frame; within?: string } | undefined {
  const placed = ownOn(file, slide);
  if (placed.length > OBSTACLES_MAX) return undefined;
  const frames = placed.map(({ frame }) => frame);
  const content = placed.filter(({ object }) => !isFurniture(placeholderOf(object.element) ?? { type: '' }));
  const area = alignedArea(
    contentArea(file, slide),
    content.map(({ frame }) => frame),
    slideSize(file),
  );
  const title = placed.find(({ object }) => isTitle(placeholderOf(object.element) ?? { type: '' }))?.frame;
  const valueOf = (room: Frame): number => {
    const { cx, cy } = sizeIn(room, wish);
    return cx * cy * (title !== undefined && bottom(room) <= title.y ? ABOVE_TITLE : 1);
  };
  const bestOf = (own: readonly Frame[]): Frame | undefined => {
    const obstacles = obstaclesOn(file, slide, own);
    if (obstacles.length > OBSTACLES_MAX) return undefined;
    const fitting = freeRectangles(area, obstacles).filter((room) => {
      const { cx, cy } = sizeIn(room, wish);
      return cx >= wish.least.cx && cy >= wish.least.cy;
    });
    // of rooms that give it the same size, the upper one, then the left one
    return fitting.toSorted((a, b) => valueOf(b) - valueOf(a) || a.y - b.y || a.x - b.x)[0];
  };
  const clear = bestOf(frames);
  const beside = bestOf(placed.map(({ object, frame }) => textFrame(file, object, frame)));
  if (clear !== undefined && (beside === undefined || valueOf(clear) >= ENOUGH * valueOf(beside))) return { frame: settle(clear, wish) };
  if (beside === undefined) return undefined;
  const frame = settle(beside, wish);
  const within = placed.find((one) => meet(one.frame, frame))?.object.address;
  return { frame, ...(within === undefined ? {} : { within }) };
}

const meet = (a: Frame, b: Frame): boolean => a.x < right(b) && b.x < right(a) && a.y < bottom(b) && b.y < bottom(a);

/** The first empty placeholder of the slide that takes such a thing, with its frame. @param kinds types of placeholders, `obj` for those that take anything */
export function emptyPlace(file: DeckFile, slide: DeckSlide, kinds: readonly string[]): { object: DeckObject; frame: Frame } | undefined {
  for (const object of objectsOf(slide)) {
    const held = isEmptyPlace(object) ? placeholderOf(object.element) : undefined;
    const frame = held !== undefined && kinds.includes(held.type) ? placeOf(file, object) : undefined;
    if (frame !== undefined && elementsOf(object.element).length > 0) return { object, frame };
  }
  return undefined;
}
