/**
 * Title art in families: each draws from the seed of a title alone, so that a document keeps its picture however often it
 * is made. One group of shapes, in the inks of the theme, that can be moved, recoloured or deleted as one.
 */
import { append } from '../../../base/append.ts';
import type { DeckTheme, Ink } from '../deck-theme.ts';
import type { Box, Shape, ShapeGroup } from './layout.ts';
import { ART_X } from './layouts/front.ts';
import { SLIDE } from './layouts/frame.ts';

type Draw = (n: number) => number;

/** Numbers below `n`, each from the one before (linear congruence, Numerical Recipes' constants). */
function drawFrom(seed: number): Draw {
  let state = seed >>> 0;
  return (n) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 4_294_967_296) * n);
  };
}

const ZONE: Box = { x: ART_X, y: 0, w: SLIDE.w - ART_X, h: SLIDE.h };

/** Inks of art: on its own panel, from quiet to loud. */
interface ArtInks {
  panel: Ink;
  quiet: Ink;
  middle: Ink;
  strong: Ink;
  spot: Ink;
}

const inksOn = (theme: DeckTheme, deep: boolean): ArtInks =>
  theme.name === 'dark'
    ? {
        panel: deep ? 'block' : 'card',
        quiet: 'rule',
        middle: deep ? 'ground' : 'muted',
        strong: deep ? 'ground' : 'accent',
        spot: deep ? 'white' : 'bright',
      }
    : deep
      ? { panel: 'block', quiet: 'blockCard', middle: 'accent', strong: 'bright', spot: 'spot' }
      : { panel: 'tint', quiet: 'card', middle: 'accent', strong: 'block', spot: 'spot' };

const number = (value: number): string => String(Math.round(value * 1000) / 1000);

/** Path data in inches over the whole zone. */
const pathShape = (data: string, more: Partial<Shape>): Shape => ({
  box: ZONE,
  form: 'path',
  path: { data, w: ZONE.w, h: ZONE.h },
  ...more,
});

const panel = (ink: Ink): Shape => ({ box: ZONE, form: 'rect', fill: ink });

/** Part of the zone that a disc may have: beyond the slide nothing is drawn. */
const disc = (x: number, y: number, r: number, fill: Ink, alpha = 1): Shape => ({
  box: { x: ZONE.x + x - r, y: y - r, w: r * 2, h: r * 2 },
  form: 'ellipse',
  fill,
  alpha,
});

const TILE = 1.5;

/** One tile: a background, and a quarter disc, arc, dot or stripes on it. */
function tile(x: number, y: number, ground: Ink, ink: Ink, form: number, turn: 0 | 1 | 2 | 3): Shape[] {
  const whole = { x, y, w: TILE, h: TILE };
  const under: Shape = { box: whole, form: 'rect', fill: ground };
  switch (form) {
    case 0:
    case 1:
      return [under, { box: whole, form: 'quarter', fill: ink, turn }];
    case 2:
      return [under, { box: { x: x + 0.33, y: y + 0.33, w: 0.84, h: 0.84 }, form: 'ellipse', fill: ink }];
    case 3:
      return [
        under,
        { box: whole, form: 'quarter', fill: ink, turn },
        {
          box: { x: x + (turn === 0 || turn === 3 ? 0.5 : 0), y: y + (turn < 2 ? 0.5 : 0), w: 1, h: 1 },
          form: 'quarter',
          fill: ground,
          turn,
        },
      ];
    case 4:
      return [under, ...[0, 1, 2, 3].map((i): Shape => ({ box: { x, y: y + 0.1 + i * 0.37, w: TILE, h: 0.17 }, form: 'rect', fill: ink }))];
    default:
      return [under];
  }
}

function geometric(theme: DeckTheme, draw: Draw): Shape[] {
  const light = theme.name === 'light';
  const grounds: readonly Ink[] = light ? ['block', 'tint', 'accent', 'block', 'tint'] : ['card', 'ground', 'accent', 'card', 'ground'];
  const on: Readonly<Partial<Record<Ink, readonly Ink[]>>> = light
    ? { block: ['bright', 'tint', 'spot', 'accent'], tint: ['block', 'accent', 'bright', 'spot'], accent: ['tint', 'bright', 'block'] }
    : { card: ['accent', 'bright', 'rule'], ground: ['accent', 'bright', 'card'], accent: ['card', 'ground', 'bright'] };
  const shapes: Shape[] = [];
  const placed: Ink[] = [];
  for (let at = 0; at < 15; at++) {
    const [left, above] = [at % 3 === 0 ? undefined : placed[at - 1], placed[at - 3]];
    const from = draw(grounds.length);
    const ground = [...grounds.slice(from), ...grounds].find((ink) => ink !== left && ink !== above) ?? 'tint';
    placed.push(ground);
    const inks = on[ground] ?? ['accent'];
    const [x, y] = [ZONE.x + (at % 3) * TILE, Math.floor(at / 3) * TILE];
    append(shapes, tile(x, y, ground, inks[draw(inks.length)] ?? 'accent', draw(6), ([0, 1, 2, 3] as const)[draw(4)] ?? 0));
  }
  return shapes;
}

/** A wave from edge to edge at this height, as one curve. */
function wave(y: number, swing: number, shift: number): string {
  const points = [0, 1, 2, 3].map((i) => [(i * ZONE.w) / 3, y + Math.sin(shift + i * 1.9) * swing] as const);
  const [start, ...rest] = points;
  let at = start ?? [0, y];
  let data = `M${number(at[0])} ${number(at[1])}`;
  for (const [x, to] of rest) {
    const reach = (x - at[0]) / 2;
    data += `C${number(at[0] + reach)} ${number(at[1])} ${number(x - reach)} ${number(to)} ${number(x)} ${number(to)}`;
    at = [x, to];
  }
  return data;
}

/** Parallel lines that swing together. */
function lines(theme: DeckTheme, draw: Draw, deep: boolean): Shape[] {
  const inks = inksOn(theme, deep);
  const count = 15 + draw(4);
  const [shift, swing] = [draw(60) / 10, 0.35 + draw(5) / 10];
  const loud = 3 + draw(count - 6);
  return [
    panel(inks.panel),
    ...Array.from({ length: count }, (_, i) =>
      pathShape(wave(0.6 + (i * (ZONE.h - 1.2)) / (count - 1), swing, shift + i * 0.16), {
        outline: { ink: i === loud ? inks.spot : i % 4 === 0 ? inks.strong : inks.middle, widthPt: i === loud ? 7 : i % 4 === 0 ? 3 : 1.5 },
      }),
    ),
  ];
}

/** Large discs through which each other and the panel show. */
function gradient(theme: DeckTheme, draw: Draw, deep: boolean): Shape[] {
  const inks = inksOn(theme, deep);
  const place = (r: number, fill: Ink, alpha: number, low: number): Shape => {
    const x = r + (draw(100) / 100) * Math.max(0, ZONE.w - 2 * r);
    return disc(x, Math.min(SLIDE.h - r, Math.max(r, low)), r, fill, alpha);
  };
  return [
    { box: ZONE, form: 'rect', gradient: { from: inks.panel, to: inks.middle, degrees: 60 + draw(60) } },
    place(2.1, inks.strong, 0.55, 2.2 + draw(3)),
    place(1.6, inks.spot, 0.8, 4.2 + draw(2)),
    place(1.15, inks.strong, 0.5, 1.3 + draw(4)),
    place(0.5, 'white', 0.85, 1.2 + draw(5)),
  ];
}

/** Grounds in the place of a picture: the words of the title are the art. */
function type(theme: DeckTheme, draw: Draw, deep: boolean): Shape[] {
  const inks = inksOn(theme, deep);
  const wide = 1.1 + draw(4) * 0.25;
  const bars: readonly Ink[] = [inks.middle, inks.strong === 'block' ? 'accent' : inks.strong, inks.spot];
  return bars.map((fill, i): Shape => ({ box: { x: SLIDE.w - wide + i * (wide / 3), y: 0, w: wide / 3, h: SLIDE.h }, form: 'rect', fill }));
}

/** Contours around a summit, a way over them, places on it. */
function map(theme: DeckTheme, draw: Draw, deep: boolean): Shape[] {
  const inks = inksOn(theme, deep);
  const [cx, cy] = [1.7 + draw(12) / 10, 2.4 + draw(20) / 10];
  const ring = (r: number): string => {
    const at = Array.from({ length: 8 }, (_, i) => {
      const angle = (i * Math.PI) / 4;
      const reach = r * (1 + Math.sin(i * 2.3 + cx * 3) * 0.16);
      return [
        Math.min(ZONE.w, Math.max(0, cx + Math.cos(angle) * reach)),
        Math.min(ZONE.h, Math.max(0, cy + Math.sin(angle) * reach * 1.25)),
      ] as const;
    });
    const point = (i: number): readonly [number, number] => at[(i + at.length) % at.length] ?? [cx, cy];
    let data = `M${number(point(0)[0])} ${number(point(0)[1])}`;
    for (let i = 0; i < at.length; i++) {
      const [before, from, to, after] = [point(i - 1), point(i), point(i + 1), point(i + 2)];
      const control = (a: number, b: number): number => a + b;
      data += `C${number(control(from[0], (to[0] - before[0]) / 6))} ${number(control(from[1], (to[1] - before[1]) / 6))} ${number(control(to[0], (from[0] - after[0]) / 6))} ${number(control(to[1], (from[1] - after[1]) / 6))} ${number(to[0])} ${number(to[1])}`;
    }
    return `${data}Z`;
  };
  const stops = [0, 1, 2, 3].map((i) => [0.55 + i * 1.1 + draw(4) / 10, 6.6 - i * 1.35 - draw(5) / 10] as const);
  const way = `M${stops.map(([x, y]) => `${number(x)} ${number(y)}`).join('L')}`;
  return [
    panel(inks.panel),
    ...[3.2, 2.65, 2.1, 1.6, 1.1, 0.62].map((r, i) =>
      pathShape(ring(r), { fill: i % 2 === 0 ? inks.quiet : inks.panel, outline: { ink: inks.middle, widthPt: 1.25 } }),
    ),
    pathShape(way, { outline: { ink: inks.spot, widthPt: 3, dashed: true } }),
    ...stops.flatMap(([x, y], i) =>
      i === stops.length - 1 ? [disc(x, y, 0.3, inks.spot, 0.35), disc(x, y, 0.16, inks.spot)] : [disc(x, y, 0.11, inks.strong)],
    ),
  ];
}

/** Columns that climb, and the line over them. */
function chart(theme: DeckTheme, draw: Draw, deep: boolean): Shape[] {
  const inks = inksOn(theme, deep);
  const count = 7;
  const width = ZONE.w / (count + 1);
  const heights = Array.from({ length: count }, (_, i) => 1 + i * 0.62 + draw(9) / 10);
  const tops = heights.map((h, i): readonly [number, number] => [width * (i + 1), ZONE.h - h - 0.55]);
  const last = tops.at(-1) ?? [ZONE.w, 2];
  return [
    panel(inks.panel),
    ...heights.map((h, i): Shape => ({
      box: { x: ZONE.x + width * (i + 0.64), y: ZONE.h - h, w: width * 0.72, h },
      form: 'rect',
      fill: i === count - 1 ? inks.spot : i % 2 === 0 ? inks.middle : inks.strong,
    })),
    pathShape(`M${tops.map(([x, y]) => `${number(x)} ${number(y)}`).join('L')}`, { outline: { ink: inks.strong, widthPt: 3 } }),
    disc(last[0], last[1], 0.17, inks.strong),
  ];
}

/** A field of dots that grow towards one corner. */
function texture(theme: DeckTheme, draw: Draw, deep: boolean): Shape[] {
  const inks = inksOn(theme, deep);
  const [columns, rows] = [9, 15];
  const step = ZONE.w / columns;
  const corner = draw(4);
  const [fx, fy] = [corner % 2 === 0 ? 0 : columns - 1, corner < 2 ? 0 : rows - 1];
  const loud = new Set(Array.from({ length: 5 }, () => draw(columns * rows)));
  const dots = Array.from({ length: columns * rows }, (_, at): Shape => {
    const [x, y] = [at % columns, Math.floor(at / columns)];
    const far = Math.hypot((x - fx) / columns, (y - fy) / rows);
    const r = Math.max(0.05, step * 0.44 * (1 - far * 0.72));
    return disc((x + 0.5) * step, ((y + 0.5) * ZONE.h) / rows, r, loud.has(at) ? inks.spot : far < 0.55 ? inks.strong : inks.middle);
  });
  return [panel(inks.panel), ...dots];
}

/** Whether a title of this seed is on a deep ground. */
export const isDeepTitle = ({ art }: DeckTheme): boolean =>
  art.family === 'type' || (art.family !== 'geometric' && (art.seed >>> 17) % 2 === 1);

/** @param deep whether the slide has a background of full colour */
export function titleArt(theme: DeckTheme, deep: boolean): ShapeGroup {
  const draw = drawFrom(theme.art.seed);
  const families = { lines, gradient, type, map, chart, texture };
  const { family } = theme.art;
  const group = family === 'geometric' || family === 'photograph' ? geometric(theme, draw) : families[family](theme, draw, deep);
  return { group, box: ZONE, name: 'Title art' };
}
