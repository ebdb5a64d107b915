/**
 * Our layouts as they are in a supplied template. Titles, text, tables and charts go into its own placeholders; compositions that it has
 * no layout for are drawn by the slide itself, in the free area of a layout that has a title alone. The names stay ours, so that slides
 * are planned as always, and every text is measured against the place that it really has.
 */
import { maxOf, minOf } from '../../../base/extremes.ts';
import {
  isTemplateFurniture,
  placesOf,
  titleOf,
  type DeckTemplate,
  type TemplateLayout,
  type TemplateLevel,
  type TemplatePlaceholder,
} from '../../../templates/deck-template.ts';
import type { DeckTheme, Ink } from '../deck-theme.ts';
import type { Box, Layout, LevelStyle, Placeholder, Shape } from '../plan/layout.ts';
import { SLIDE_SIZE, stepsOf } from '../plan/layout.ts';
import { compositionScale } from './palette.ts';

/** Inks on a ground of full colour, as they are on the template's own. */
const PLAIN_INK: Readonly<Partial<Record<Ink, Ink>>> = {
  onBlock: 'text',
  onBlockMuted: 'muted',
  onBlockBright: 'accent',
  blockCard: 'card',
  blockRule: 'rule',
  paper: 'ground',
};
const plain = (ink: Ink): Ink => PLAIN_INK[ink] ?? ink;

/** Which layout of the template each of ours is made in. */
function partFor({ chosen }: DeckTemplate, name: string): TemplateLayout {
  if (name.startsWith('title')) return chosen.title;
  if (name.startsWith('section')) return chosen.section;
  if (name === 'end') return chosen.end;
  if (name === 'two-text' || name === 'image-side') return chosen.two ?? chosen.titleOnly;
  if (name === 'two-col') return chosen.comparison ?? chosen.titleOnly;
  if (['bullets', 'bullets-panel', 'chart-wide', 'table'].includes(name)) return chosen.content;
  return chosen.titleOnly;
}

/** A level of the template under a level of ours: its type and marks, with our weight where ours has a meaning. */
function ownLevel(ours: LevelStyle, levels: readonly TemplateLevel[], base: LevelStyle): LevelStyle {
  const depth = ours.bullet === 'none' ? 0 : Math.min(4, Math.max(0, stepsOf(ours) - 1));
  const level = levels[depth] ?? levels[0];
  if (level === undefined) return ours;
  // a size that ours has beside its neighbours is kept in proportion
  const share = ours.bullet === 'none' && base !== ours ? Math.min(1.25, Math.max(0.6, ours.sizePt / base.sizePt)) : 1;
  const space = level.afterPt > level.beforePt ? 'after' : 'before';
  return {
    ...ours,
    face: level.face,
    ...(level.typeface === undefined ? {} : { typeface: level.typeface }),
    caps: level.caps,
    sizePt: Math.round(level.sizePt * share * 2) / 2,
    bold: ours.bold || level.bold,
    line: level.line,
    afterPt: level.beforePt + level.afterPt,
    align: level.align,
    own: { at: depth, sizePt: level.sizePt, bold: level.bold, color: level.color, bullet: level.bullet, indentIn: level.marginIn, space },
  };
}

const tieTo = ({ type, idx, box }: TemplatePlaceholder): Placeholder['tie'] => ({ kind: 'bound', type, idx, box });

/** Ours, in the place of one of the template's. */
function bound(ours: Placeholder, place: TemplatePlaceholder, box: Box = place.box): Placeholder {
  const base = ours.levels.find(({ bullet }) => bullet !== 'none') ?? ours.levels[0];
  const { fill: _fill, form: _form, ...rest } = ours;
  return {
    ...rest,
    box,
    anchor: place.anchor,
    inset: place.inset,
    levels: base === undefined ? ours.levels : ours.levels.map((level) => ownLevel(level, place.levels, base)),
    tie: tieTo(place),
  };
}

const hidden = (ours: Placeholder): Placeholder => ({ ...ours, tie: { kind: 'hidden' } });

const FURNITURE_KEYS = new Set(['eyebrow', 'title', 'footer', 'number']);
const around = (boxes: readonly Box[]): Box => {
  const x = minOf(boxes.map((box) => box.x));
  const y = minOf(boxes.map((box) => box.y));
  return { x, y, w: maxOf(boxes.map((box) => box.x + box.w)) - x, h: maxOf(boxes.map((box) => box.y + box.h)) - y };
};

/** Where ours has its content: as a rule the place of all content, which keeps its white. */
function sourceOf({ placeholders }: Layout): Box {
  const boxes = placeholders.filter(({ key }) => !FURNITURE_KEYS.has(key)).map(({ box }) => box);
  if (boxes.length === 0) return OUR_CONTENT;
  const all = around(boxes);
  const within = all.x >= 0.6 && all.y >= 1.7 && all.x + all.w <= 12.8 && all.y + all.h <= 6.9;
  const wide = all.w > 8;
  return within && wide ? { ...OUR_CONTENT, h: Math.max(OUR_CONTENT.h, all.y + all.h - OUR_CONTENT.y) } : all;
}
const OUR_CONTENT: Box = { x: 0.75, y: 1.85, w: 11.833, h: 4.75 };
/** What is thinner is a line, whose width grows with type alone. */
const LINE_IN = 0.45;

interface Frame {
  from: Box;
  to: Box;
  scale: number;
}

function moved({ from, to, scale }: Frame, box: Box, form?: Shape['form']): Box {
  const [sx, sy] = [to.w / from.w, to.h / from.h];
  const round = form === 'ellipse' || form === 'quarter';
  const w = box.w < LINE_IN || round ? box.w * scale : box.w * sx;
  const h = box.h < LINE_IN || round ? box.h * scale : box.h * sy;
  // lines and dots stay on their middle, or at the edge that they mark
  const at = (start: number, size: number, begin: number, origin: number, share: number, own: number): number =>
    own === size * share
      ? begin + (start - origin) * share
      : begin + (start + (round ? size / 2 : 0) - origin) * share - (round ? own / 2 : 0);
  return { x: at(box.x, box.w, to.x, from.x, sx, w), y: at(box.y, box.h, to.y, from.y, sy, h), w, h };
}

const scaled = (level: LevelStyle, scale: number): LevelStyle => ({
  ...level,
  sizePt: Math.max(6, Math.round(level.sizePt * scale * 2) / 2),
  afterPt: Math.round(level.afterPt * scale * 2) / 2,
});

/** A placeholder of ours as a shape of the slide's own. */
function free(ours: Placeholder, frame: Frame, grounded: boolean): Placeholder {
  const turn = grounded ? plain : (ink: Ink): Ink => ink;
  const fill = ours.fill === undefined ? undefined : turn(ours.fill);
  return {
    ...ours,
    box: moved(frame, ours.box),
    inset: ours.inset.map((edge) => edge * frame.scale) as [number, number, number, number],
    ...(fill === undefined ? {} : { fill }),
    levels: ours.levels.map((level) => scaled({ ...level, ink: turn(level.ink) }, frame.scale)),
    tie: { kind: 'free' },
  };
}

const FULL_SHARE = 0.9;
const covers = ({ box }: Shape): boolean => box.w > SLIDE_SIZE.w * FULL_SHARE || box.h > SLIDE_SIZE.h * FULL_SHARE;

function freeShapes({ shapes }: Layout, frame: Frame, grounded: boolean): Shape[] {
  const { from } = frame;
  return shapes
    .filter((shape) => !covers(shape) && shape.box.x >= from.x - 0.3 && shape.box.y >= from.y - 0.3)
    .map((shape) => ({
      ...shape,
      box: moved(frame, shape.box, shape.form),
      ...(shape.fill === undefined ? {} : { fill: grounded ? plain(shape.fill) : shape.fill }),
      ...(shape.outline === undefined
        ? {}
        : { outline: { ...shape.outline, ink: grounded ? plain(shape.outline.ink) : shape.outline.ink } }),
    }));
}

/** Of the slide, and in points on one of 7.5 inches: less is no place for running text. */
const TEXT_SHARE_MIN = 0.15;
const TEXT_PT_MIN = 10;

/** Places of the template that keys of ours take, in this layout. */
function boundPlaces(template: DeckTemplate, ours: Layout, part: TemplateLayout): Map<string, [TemplatePlaceholder, Box?]> {
  const places = placesOf(part, template.size);
  const found = new Map<string, [TemplatePlaceholder, Box?]>();
  const [first, second] = places;
  // a line for remarks is no place for the text of a slide
  const { w, h } = template.size;
  const text = places.find(
    ({ type, box, levels }) =>
      (type === 'obj' || type === 'body') && box.w * box.h > TEXT_SHARE_MIN * w * h && (levels[0]?.sizePt ?? 0) >= TEXT_PT_MIN * (h / 7.5),
  );
  const any = places.find(({ type }) => type === 'obj');
  const bind = (key: string, place: TemplatePlaceholder | undefined, box?: Box): void => {
    if (place !== undefined) found.set(key, box === undefined ? [place] : [place, box]);
  };
  const { name } = ours;
  if (name === 'bullets') bind('body', text);
  if (name === 'bullets-panel' && text !== undefined) bind('body', text, { ...template.free, w: template.free.w * 0.62 });
  if (name === 'chart-wide') bind('chart', any, template.free);
  if (name === 'table') bind('table', any);
  if (name === 'two-text' && part === template.chosen.two) {
    bind('body1', first);
    bind('body2', second);
  }
  if (name === 'image-side' && part === template.chosen.two) {
    bind('body', first);
    if (second?.type === 'obj' || second?.type === 'pic') bind('picture', second);
  }
  if (name === 'two-col' && part === template.chosen.comparison) bindComparison(part, bind);
  return found;
}

/** Headings above their columns, each pair left and right. */
function bindComparison(part: TemplateLayout, bind: (key: string, place: TemplatePlaceholder | undefined) => void): void {
  const all = part.placeholders.filter(({ type }) => type === 'body' || type === 'obj').toSorted((a, b) => a.box.y - b.box.y);
  const [heads, bodies] = [all.slice(0, 2), all.slice(2, 4)].map((pair) => pair.toSorted((a, b) => a.box.x - b.box.x));
  if (heads?.length !== 2 || bodies?.length !== 2) return;
  for (const at of [0, 1]) {
    bind(`head${at + 1}`, heads[at]);
    bind(`body${at + 1}`, bodies[at]);
  }
}

/** Title, section and end: the words alone, in the template's own places. */
function frontLayout(template: DeckTemplate, ours: Layout, part: TemplateLayout): Layout {
  const title = titleOf(part);
  const words = part.placeholders
    .filter((place) => place.type === 'subTitle' || ((place.type === 'body' || place.type === 'obj') && place.box.h > 0.25))
    .toSorted((a, b) => Number(b.type === 'subTitle') - Number(a.type === 'subTitle') || b.box.w * b.box.h - a.box.w * a.box.h);
  const key = ours.placeholders.some((one) => one.key === 'subtitle') ? 'subtitle' : 'text';
  const [main] = words;
  return {
    ...ours,
    part: part.part,
    shapes: [],
    placeholders: ours.placeholders.map((place) => {
      if (place.key === 'title' && title !== undefined) return bound(place, title);
      if (place.key === key && main !== undefined) return bound(place, main);
      return tieFurniture(template, part, place) ?? hidden(place);
    }),
  };
}

function tieFurniture(template: DeckTemplate, part: TemplateLayout, ours: Placeholder): Placeholder | undefined {
  if (ours.key === 'title') {
    const title = titleOf(part);
    return title === undefined ? undefined : bound(ours, title);
  }
  if (ours.key !== 'footer' && ours.key !== 'number') return undefined;
  const type = ours.key === 'footer' ? 'ftr' : 'sldNum';
  const own = part.placeholders.find((place) => isTemplateFurniture(place.type) && place.type === type);
  if (own === undefined || (type === 'sldNum' && !template.numbered)) return hidden(ours);
  return bound(ours, own);
}

function compositionLayout(template: DeckTemplate, ours: Layout, part: TemplateLayout): Layout {
  const places = boundPlaces(template, ours, part);
  const grounded = ours.ground !== undefined;
  const frame: Frame = { from: sourceOf(ours), to: template.free, scale: compositionScale(template) };
  const { ground: _ground, ...rest } = ours;
  return {
    ...rest,
    part: part.part,
    shapes: places.size > 1 ? [] : freeShapes(ours, frame, grounded),
    placeholders: ours.placeholders.flatMap((place): Placeholder[] => {
      const taken = places.get(place.key);
      if (taken !== undefined) return [bound(place, taken[0], taken[1])];
      const furniture = tieFurniture(template, part, place);
      if (furniture !== undefined) return furniture.tie?.kind === 'hidden' ? [] : [furniture];
      return place.key === 'eyebrow' ? [] : [free(place, frame, grounded)];
    }),
  };
}

const FRONT = /^(?:title|section|end)/;

/** Pictures from edge to edge are none of a template's: they stand beside their text. */
function insteadOf(name: string): string | undefined {
  return name === 'image-left' || name === 'image-right' ? 'image-side' : undefined;
}

/** Our layouts in the places of the template. */
export function templateLayouts(theme: DeckTheme & { template: DeckTemplate }, own: readonly Layout[]): Layout[] {
  const { template } = theme;
  return own.map((layout) => {
    const other = insteadOf(layout.name);
    const source = other === undefined ? layout : { ...(own.find(({ name }) => name === other) ?? layout), name: layout.name };
    const shape = other === undefined ? layout.name : other;
    const part = partFor(template, shape);
    const named = { ...source, name: shape };
    const made = FRONT.test(shape) ? frontLayout(template, named, part) : compositionLayout(template, named, part);
    return { ...made, name: layout.name };
  });
}

/** Fills that no placeholder of the template shows. */
export const isShown = (layout: Layout, key: string): boolean =>
  layout.placeholders.find((placeholder) => placeholder.key === key)?.tie?.kind !== 'hidden';
