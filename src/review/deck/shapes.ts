/** Shapes of a slide with their places: of their own, of their group, or of what they take after. */
import type { Box } from '../../document/rendered-document.ts';
import { childOf, valueOf, type Tag, type XmlTags } from '../../ooxml/scan-tags.ts';
import { unescapeText } from '../../ooxml/xml-text.ts';
import type { PackageFile } from '../package-file.ts';
import { fillOf, type ColorNames } from './colors.ts';
import { readChart, readTable, relationId, targetOf, type DeckChart, type DeckTable } from './figures.ts';
import { ancestorsOf, levelLists, namedOf, nearest, slotOf, type Layer, type Slot } from './inheritance.ts';
import { numberOf, paragraphOf, styleColor, type DeckParagraph } from './text.ts';

interface TextFrame {
  left: number;
  top: number;
  right: number;
  bottom: number;
  anchor: 't' | 'ctr' | 'b';
  wrap: boolean;
  /** Whether the text shrinks to its shape, or the shape grows with its text. */
  fit: 'none' | 'shrink' | 'grow';
  columns: number;
  /** Reads from top to bottom or turned. */
  turned: boolean;
}

export interface DeckShape {
  name: string;
  kind: 'shape' | 'picture' | 'chart' | 'table' | 'line' | 'other';
  /** Type of the placeholder (`title`, `body`, …); undefined for what is none. */
  role: string | undefined;
  /** Points on the slide; undefined where nothing says it. */
  box: Box | undefined;
  turned: boolean;
  grouped: boolean;
  hidden: boolean;
  /** Hex, `none`, `unclear`. */
  fill: string;
  frame: TextFrame;
  paragraphs: readonly DeckParagraph[];
  /** All of its words. */
  text: string;
  alt: string;
  /** Said to be of no meaning. */
  decorative: boolean;
  chart: DeckChart | undefined;
  table: DeckTable | undefined;
  /** Part of a picture's bytes, and what is cut off at left, top, right and bottom, 0-1. */
  picture: { part: string; crop: readonly [number, number, number, number] } | undefined;
}

/** All that a shape is read with. */
export interface ShapeSource {
  file: PackageFile;
  part: XmlTags;
  /** Layout and master. */
  layers: readonly Layer[];
  presentation: XmlTags;
  names: ColorNames;
  faces: { major: string; minor: string };
}

interface Placing {
  scaleX: number;
  scaleY: number;
  x: number;
  y: number;
  grouped: boolean;
  turned: boolean;
}

const POINTS = 12_700;
const HALF_TURN = 10_800_000;
const QUARTER = 5_400_000;
/** Groups within groups; deeper ones are passed over. */
const DEPTH_MAX = 24;
const SHAPES_MAX = 2_000;
const PLAIN: Placing = { scaleX: 1, scaleY: 1, x: 0, y: 0, grouped: false, turned: false };
const NO_TEXT: TextFrame = { left: 0, top: 0, right: 0, bottom: 0, anchor: 't', wrap: true, fit: 'none', columns: 1, turned: false };

const frameOf = (shape: Tag): Tag | undefined =>
  childOf(shape, 'spPr', 'xfrm') ?? childOf(shape, 'xfrm') ?? childOf(shape, 'grpSpPr', 'xfrm');

function boxOf(frame: Tag | undefined, placing: Placing): Box | undefined {
  const [offset, extent] = [childOf(frame, 'off'), childOf(frame, 'ext')];
  const [x, y, width, height] = [numberOf(offset, 'x'), numberOf(offset, 'y'), numberOf(extent, 'cx'), numberOf(extent, 'cy')];
  if (x === undefined || y === undefined || width === undefined || height === undefined) return undefined;
  // a quarter turned, what was wide is high
  const turn = Math.abs(numberOf(frame, 'rot') ?? 0) % HALF_TURN;
  const swapped = Math.abs(turn - QUARTER) < QUARTER / 2;
  const [w, h] = swapped ? [height, width] : [width, height];
  const [left, top] = [x + (width - w) / 2, y + (height - h) / 2];
  const place = (value: number, scale: number, shift: number): number => (value * scale + shift) / POINTS;
  return {
    left: place(left, placing.scaleX, placing.x),
    top: place(top, placing.scaleY, placing.y),
    right: place(left + w, placing.scaleX, placing.x),
    bottom: place(top + h, placing.scaleY, placing.y),
  };
}

/** Coordinates inside a group are of its own. */
function insideGroup(group: Tag, placing: Placing): Placing {
  const frame = childOf(group, 'grpSpPr', 'xfrm');
  const turned = placing.turned || (numberOf(frame, 'rot') ?? 0) !== 0;
  const [x, y, w, h] = [
    numberOf(childOf(frame, 'off'), 'x') ?? 0,
    numberOf(childOf(frame, 'off'), 'y') ?? 0,
    numberOf(childOf(frame, 'ext'), 'cx') ?? 0,
    numberOf(childOf(frame, 'ext'), 'cy') ?? 0,
  ];
  const [innerX, innerY, innerW, innerH] = [
    numberOf(childOf(frame, 'chOff'), 'x') ?? x,
    numberOf(childOf(frame, 'chOff'), 'y') ?? y,
    numberOf(childOf(frame, 'chExt'), 'cx') ?? w,
    numberOf(childOf(frame, 'chExt'), 'cy') ?? h,
  ];
  const scaleX = innerW === 0 ? 1 : w / innerW;
  const scaleY = innerH === 0 ? 1 : h / innerH;
  return {
    scaleX: placing.scaleX * scaleX,
    scaleY: placing.scaleY * scaleY,
    x: placing.x + (x - innerX * scaleX) * placing.scaleX,
    y: placing.y + (y - innerY * scaleY) * placing.scaleY,
    grouped: true,
    turned,
  };
}

function textFrame(bodies: readonly (Tag | undefined)[]): TextFrame {
  const inset = (name: string, normal: number): number => (nearest(bodies, (body) => numberOf(body, name)) ?? normal) / POINTS;
  const anchor = nearest(bodies, (body) => valueOf(body, 'anchor'));
  const fit = nearest(bodies, (body) => body.children.find(({ local }) => /^(?:noAutofit|normAutofit|spAutoFit)$/.test(local))?.local);
  const direction = nearest(bodies, (body) => valueOf(body, 'vert'));
  const rotated = nearest(bodies, (body) => numberOf(body, 'rot')) ?? 0;
  return {
    left: inset('lIns', 91_440),
    top: inset('tIns', 45_720),
    right: inset('rIns', 91_440),
    bottom: inset('bIns', 45_720),
    anchor: anchor === 'b' || anchor === 'ctr' ? anchor : 't',
    wrap: nearest(bodies, (body) => valueOf(body, 'wrap')) !== 'none',
    fit: fit === 'normAutofit' ? 'shrink' : fit === 'spAutoFit' ? 'grow' : 'none',
    columns: Math.max(1, nearest(bodies, (body) => numberOf(body, 'numCol')) ?? 1),
    turned: (direction !== undefined && direction !== 'horz') || rotated !== 0,
  };
}

const KINDS: Readonly<Record<string, DeckShape['kind']>> = {
  sp: 'shape',
  pic: 'picture',
  cxnSp: 'line',
  graphicFrame: 'other',
  contentPart: 'other',
};

/** Fill of its own, of its layout, or of its style. */
function shapeFill(shape: Tag, ancestors: readonly Tag[], names: ColorNames): string {
  const said = nearest([shape, ...ancestors], (one) => fillOf(childOf(one, 'spPr'), names));
  if (said !== undefined) return said;
  const style = childOf(shape, 'style', 'fillRef');
  return style !== undefined && valueOf(style, 'idx') !== '0' ? 'unclear' : 'none';
}

function pictureOf(source: ShapeSource, shape: Tag): DeckShape['picture'] {
  const fill = childOf(shape, 'blipFill');
  const part = targetOf(source.file, source.part.name, relationId(childOf(fill, 'blip'), 'embed'));
  const cut = childOf(fill, 'srcRect');
  const share = (name: string): number => (numberOf(cut, name) ?? 0) / 100_000;
  return part === undefined ? undefined : { part, crop: [share('l'), share('t'), share('r'), share('b')] };
}

const plainText = (paragraphs: readonly DeckParagraph[]): string =>
  paragraphs
    .map(({ text }) => text)
    .join('\n')
    .trim();

function readShape(source: ShapeSource, shape: Tag, placing: Placing): DeckShape {
  const { names, faces, layers, presentation } = source;
  const slot: Slot | undefined = slotOf(shape);
  const ancestors = ancestorsOf(layers, slot);
  const named = childOf(namedOf(shape), 'cNvPr');
  const frames = [shape, ...ancestors].map(frameOf);
  const bodies = [shape, ...ancestors].map((one) => childOf(one, 'txBody', 'bodyPr'));
  const body = childOf(shape, 'txBody');
  const scale = (numberOf(childOf(childOf(body, 'bodyPr'), 'normAutofit'), 'fontScale') ?? 100_000) / 100_000;
  const setting = {
    lists: levelLists(childOf(body, 'lstStyle'), ancestors, slot, layers.at(-1)?.part, presentation),
    names,
    faces,
    color: styleColor(shape, names),
    scale,
  };
  const paragraphs = (body?.children ?? []).filter(({ local }) => local === 'p').map((one) => paragraphOf(one, setting));
  const data = childOf(shape, 'graphic', 'graphicData');
  const table = data?.children.find(({ local }) => local === 'tbl');
  const chartPart = targetOf(
    source.file,
    source.part.name,
    relationId(
      data?.children.find(({ local }) => local === 'chart'),
      'id',
    ),
  );
  const chart = chartPart === undefined ? undefined : readChart(source.file.part(chartPart));
  const tableRead = table && readTable(table, { ...setting, scale: 1 });
  const cells = tableRead?.rows.flatMap((row) => row.cells.map((cell) => plainText(cell.paragraphs))).join('\n');
  const box = nearest(frames, (frame) => boxOf(frame, placing));
  return {
    name: unescapeText(valueOf(named, 'name') ?? ''),
    kind: chart ? 'chart' : table ? 'table' : (KINDS[shape.local] ?? 'other'),
    role: slot?.type,
    box: box && tableRead ? { ...box, bottom: box.top + tableRead.rows.reduce((sum, row) => sum + row.heightPt, 0) } : box,
    turned: placing.turned || (nearest(frames, (frame) => numberOf(frame, 'rot')) ?? 0) !== 0,
    grouped: placing.grouped,
    hidden: valueOf(named, 'hidden') === '1' || valueOf(named, 'hidden') === 'true',
    fill: shapeFill(shape, ancestors, names),
    frame: body ? textFrame(bodies) : NO_TEXT,
    paragraphs,
    text: cells ?? plainText(paragraphs),
    alt: unescapeText(valueOf(named, 'descr') ?? valueOf(named, 'title') ?? '').trim(),
    decorative:
      named?.children.some((list) =>
        list.children.some((ext) => ext.children.some((one) => one.local === 'decorative' && valueOf(one, 'val') !== '0')),
      ) === true,
    chart,
    table: tableRead,
    picture: shape.local === 'pic' ? pictureOf(source, shape) : undefined,
  };
}

/** Shapes from the lowest to the topmost. @param keep whether a shape of this tree is read */
export function readTree(source: ShapeSource, tree: Tag | undefined, keep: (shape: Tag) => boolean): DeckShape[] {
  const shapes: DeckShape[] = [];
  const walk = (parent: Tag, placing: Placing, depth: number): void => {
    for (const child of parent.children) {
      if (shapes.length >= SHAPES_MAX || depth > DEPTH_MAX) return;
      if (child.local === 'grpSp') walk(child, insideGroup(child, placing), depth + 1);
      else if (child.local === 'AlternateContent')
        walk(childOf(child, 'Fallback') ?? childOf(child, 'Choice') ?? child, { ...placing, grouped: true }, depth + 1);
      else if (KINDS[child.local] !== undefined && keep(child)) shapes.push(readShape(source, child, placing));
    }
  };
  if (tree) walk(tree, PLAIN, 0);
  return shapes;
}
