/** Points of a shape that lines are tied to, by the formulas of its geometry (ISO/IEC 29500-1 §20.1.9.9, §20.1.9.11). */
import { A } from '../../../ooxml/names.ts';
import { attributeOf, elementsOf, firstElementOf, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { PRESET_SITES } from './preset-sites.ts';

/** A point of a shape that is neither turned nor mirrored: EMU from its upper left corner. */
export interface Site {
  /** By which a connector names it. */
  index: number;
  x: number;
  y: number;
  /** From which a line arrives: degrees, clockwise from the right. */
  angle: number;
}

interface Size {
  cx: number;
  cy: number;
}

/** Of a degree (§20.1.10.3). */
const UNITS = 60_000;
const TURN = 360 * UNITS;
const radians = (angle: number): number => (angle / UNITS / 180) * Math.PI;
const units = (angle: number): number => (angle / Math.PI) * 180 * UNITS;

/** Names that every shape has (§20.1.10.56). */
function presetsOf({ cx: w, cy: h }: Size): Map<string, number> {
  const short = Math.min(w, h);
  const values: [string, number][] = [
    ['w', w],
    ['h', h],
    ['l', 0],
    ['t', 0],
    ['r', w],
    ['b', h],
    ['hc', w / 2],
    ['vc', h / 2],
    ['ss', short],
    ['ls', Math.max(w, h)],
  ];
  for (const part of [2, 3, 4, 5, 6, 8, 10, 12, 16, 32])
    values.push([`wd${part}`, w / part], [`hd${part}`, h / part], [`ssd${part}`, short / part]);
  for (const [name, share] of Object.entries({
    cd2: 1 / 2,
    cd3: 1 / 3,
    cd4: 1 / 4,
    cd8: 1 / 8,
    '3cd4': 3 / 4,
    '3cd8': 3 / 8,
    '5cd8': 5 / 8,
    '7cd8': 7 / 8,
  }))
    values.push([name, TURN * share]);
  return new Map(values);
}

type Formula = (x: number, y: number, z: number) => number;
const share = (value: number, by: number): number => (by === 0 ? 0 : value / by);
/** Operators of guides (§20.1.9.11). */
const FORMULAS: Readonly<Record<string, Formula>> = {
  '*/': (x, y, z) => share(x * y, z),
  '+-': (x, y, z) => x + y - z,
  '+/': (x, y, z) => share(x + y, z),
  '?:': (x, y, z) => (x > 0 ? y : z),
  abs: (x) => Math.abs(x),
  at2: (x, y) => units(Math.atan2(y, x)),
  cat2: (x, y, z) => x * Math.cos(Math.atan2(z, y)),
  cos: (x, y) => x * Math.cos(radians(y)),
  max: (x, y) => Math.max(x, y),
  min: (x, y) => Math.min(x, y),
  mod: (x, y, z) => Math.hypot(x, y, z),
  pin: (x, y, z) => (y < x ? x : y > z ? z : y),
  sat2: (x, y, z) => x * Math.sin(Math.atan2(z, y)),
  sin: (x, y) => x * Math.sin(radians(y)),
  sqrt: (x) => Math.sqrt(Math.max(0, x)),
  tan: (x, y) => x * Math.tan(radians(y)),
  val: (x) => x,
};

type Guide = readonly [name: string, formula: string];

function readGuides(list: XmlElement | undefined): Guide[] {
  return (list === undefined ? [] : elementsOf(list, 'gd', A)).map((one) => [
    attributeOf(one, 'name') ?? '',
    attributeOf(one, 'fmla') ?? '',
  ]);
}

/** @param given values that the shape sets for itself, by the names of guides */
function evaluate(guides: readonly Guide[], size: Size, given: ReadonlyMap<string, string>): (name: string) => number {
  const values = presetsOf(size);
  const valueOf = (name: string): number => values.get(name) ?? (Number.isFinite(Number(name)) ? Number(name) : 0);
  for (const [name, formula] of guides) {
    const [op = '', ...operands] = ((/^val\b/.test(formula) ? given.get(name) : undefined) ?? formula).trim().split(/\s+/);
    const [x = 0, y = 0, z = 0] = operands.map(valueOf);
    values.set(name, FORMULAS[op]?.(x, y, z) ?? 0);
  }
  return valueOf;
}

interface Preset {
  guides: string;
  sites: string;
}
let presets: Map<string, Preset> | undefined;

/** The table, read when the first line is drawn. */
const presetOf = (wanted: string): Preset | undefined =>
  (presets ??= new Map(
    PRESET_SITES.split('\n').flatMap((line) => {
      const [names = '', guides = '', sites = ''] = line.split('|');
      return names.split(' ').map((name) => [name, { guides, sites }] as const);
    }),
  )).get(wanted);

const listOf = (text: string): string[] => (text === '' ? [] : text.split(';'));

type Written = readonly [x: string, y: string, angle: string];

function sitesFrom(guides: readonly Guide[], points: readonly Written[], size: Size, given: ReadonlyMap<string, string>): Site[] {
  const valueOf = evaluate(guides, size, given);
  return points.map(([x, y, angle], index) => ({ index, x: valueOf(x), y: valueOf(y), angle: valueOf(angle) / UNITS }));
}

/** Of a preset geometry. @param adjusted `a:avLst`, where the shape has one; undefined: none is known by this name, or it has no points */
function presetSites(name: string, size: Size, adjusted: XmlElement | undefined): Site[] | undefined {
  const known = presetOf(name);
  if (known === undefined) return undefined;
  const guides = listOf(known.guides).map((one): Guide => [one.slice(0, one.indexOf('=')), one.slice(one.indexOf('=') + 1)]);
  const points = listOf(known.sites).map((one): Written => {
    const [x = '', y = '', angle = ''] = one.split(' ');
    return [x, y, angle];
  });
  return sitesFrom(guides, points, size, new Map(readGuides(adjusted)));
}

/** Of a geometry that is drawn freely, which lists its points itself (§20.1.9.10). */
function ownSites(geometry: XmlElement, size: Size): Site[] | undefined {
  const list = firstElementOf(geometry, 'cxnLst', A);
  const points = (list === undefined ? [] : elementsOf(list, 'cxn', A)).map((one): Written => {
    const place = firstElementOf(one, 'pos', A);
    return [(place && attributeOf(place, 'x')) ?? 'hc', (place && attributeOf(place, 'y')) ?? 'vc', attributeOf(one, 'ang') ?? '0'];
  });
  const guides = ['avLst', 'gdLst'].flatMap((local) => readGuides(firstElementOf(geometry, local, A)));
  return points.length === 0 ? undefined : sitesFrom(guides, points, size, new Map());
}

/**
 * The points of a thing on a slide; undefined where its form has none.
 * @param properties `p:spPr`; things without a geometry of their own have that of a rectangle
 */
export function sitesOf(properties: XmlElement | undefined, size: Size): Site[] | undefined {
  const own = properties && firstElementOf(properties, 'custGeom', A);
  if (own !== undefined) return ownSites(own, size);
  const preset = properties && firstElementOf(properties, 'prstGeom', A);
  const name = (preset && attributeOf(preset, 'prst')) ?? 'rect';
  return presetSites(name, size, preset && firstElementOf(preset, 'avLst', A));
}
