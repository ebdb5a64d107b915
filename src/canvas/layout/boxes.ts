/** Elements as boxes of Yoga, which places them by the rules of flexbox. */
import Yoga, { Align, Edge, FlexDirection, Gutter, Justify, MeasureMode, PositionType, Wrap, type Node as YogaNode } from 'yoga-layout';
import type { Style, StyleContext, TextStyle } from '../../document/canvas-box.ts';
import { isInlineTag, type CanvasElement, type CanvasNode } from '../../document/canvas.ts';
import type { Length } from '../../document/canvas-values.ts';
import type { DrawnParagraph } from '../drawing.ts';
import { inherit, styleOf, type Cascade } from './cascade.ts';
import { readTable, type TablePlan } from './tables.ts';
import { balancedWidth, isTextElement, isTextList, looseParagraphs, measureText, textParagraphs } from './text.ts';
import { boxDefaults } from '../../document/canvas-box.ts';
import { maxOf } from '../../base/extremes.ts';

export interface Box {
  id: string;
  element: CanvasElement;
  style: Style;
  node: YogaNode;
  children: Box[];
  paragraphs?: DrawnParagraph[];
  table?: TablePlan;
  /** The least width in a row, for words that must not break. */
  firmWidth?: number;
  /** What colours and faces by role are here. */
  context: StyleContext;
}

export interface Building {
  cascade: Cascade;
  count: number;
  /** Pixels of the pictures by key. */
  pictures: ReadonlyMap<string, { width: number; height: number }>;
}

const EDGES = [Edge.Top, Edge.Right, Edge.Bottom, Edge.Left] as const;
const ALIGN: Readonly<Record<string, Align>> = {
  auto: Align.Auto,
  center: Align.Center,
  start: Align.FlexStart,
  'flex-start': Align.FlexStart,
  end: Align.FlexEnd,
  'flex-end': Align.FlexEnd,
  stretch: Align.Stretch,
  baseline: Align.Baseline,
};
const JUSTIFY: Readonly<Record<string, Justify>> = {
  center: Justify.Center,
  start: Justify.FlexStart,
  'flex-start': Justify.FlexStart,
  end: Justify.FlexEnd,
  'flex-end': Justify.FlexEnd,
  'space-between': Justify.SpaceBetween,
  'space-around': Justify.SpaceAround,
  'space-evenly': Justify.SpaceEvenly,
};
const DIRECTION = {
  row: FlexDirection.Row,
  column: FlexDirection.Column,
  'row-reverse': FlexDirection.RowReverse,
  'column-reverse': FlexDirection.ColumnReverse,
} as const;

const isRow = ({ direction, display }: Style): boolean => (direction === undefined ? display === 'flex' : direction.startsWith('row'));

function setSizes(node: YogaNode, style: Style): void {
  node.setWidth(style.width ?? 'auto');
  node.setHeight(style.height ?? 'auto');
  const plain = (length: Length | undefined): number | `${number}%` | undefined => (length === 'auto' ? undefined : length);
  node.setMinWidth(plain(style.minWidth));
  node.setMinHeight(plain(style.minHeight));
  node.setMaxWidth(plain(style.maxWidth));
  node.setMaxHeight(plain(style.maxHeight));
  node.setAspectRatio(style.aspectRatio);
}

function setEdges(node: YogaNode, style: Style): void {
  for (const [at, edge] of EDGES.entries()) {
    const padding = style.padding[at] ?? 0;
    const border = style.border[at]?.width ?? 0;
    node.setPadding(edge, padding === 'auto' ? 0 : padding);
    node.setBorder(edge, border);
    node.setMargin(edge, style.margin[at] ?? 0);
    const inset = style.inset[at];
    if (style.absolute && inset !== undefined && inset !== 'auto') node.setPosition(edge, inset);
  }
  node.setPositionType(style.absolute ? PositionType.Absolute : PositionType.Relative);
}

/** @param inRow whether the container is a row: boxes of a row give way, those of a column keep their height */
function setFlex(node: YogaNode, style: Style, inRow: boolean, isText: boolean): void {
  node.setFlexDirection(DIRECTION[style.direction ?? (style.display === 'flex' ? 'row' : 'column')]);
  node.setFlexWrap(style.wrap ? Wrap.Wrap : Wrap.NoWrap);
  node.setGap(Gutter.Row, style.rowGap);
  node.setGap(Gutter.Column, style.columnGap);
  const fixed = inRow ? style.width !== undefined && style.width !== 'auto' : style.height !== undefined && style.height !== 'auto';
  node.setFlexGrow(style.grow ?? 0);
  node.setFlexShrink(style.shrink ?? (fixed || style.nowrap ? 0 : inRow || isText ? 1 : 0));
  if (style.basis === 'auto') node.setFlexBasisAuto();
  else if (style.basis !== undefined) node.setFlexBasis(style.basis);
  if (style.alignItems !== undefined) node.setAlignItems(ALIGN[style.alignItems] ?? Align.Stretch);
  if (style.alignSelf !== undefined) node.setAlignSelf(ALIGN[style.alignSelf] ?? Align.Auto);
  if (style.justify !== undefined) node.setJustifyContent(JUSTIFY[style.justify] ?? Justify.FlexStart);
}

function setUp(style: Style, inRow: boolean, isText: boolean): YogaNode {
  const node = Yoga.Node.create();
  setSizes(node, style);
  setEdges(node, style);
  setFlex(node, style, inRow, isText);
  return node;
}

/** Text may not break by a hair that a format counts otherwise. */
const SLACK = 0.6;

function measureBy(node: YogaNode, paragraphs: readonly DrawnParagraph[], style: Pick<Style, 'nowrap' | 'balance'>): void {
  node.setMeasureFunc((width, mode) => {
    const available = mode === MeasureMode.Undefined || style.nowrap ? Infinity : width;
    const chosen = style.balance && Number.isFinite(available) ? balancedWidth(paragraphs, available) : available;
    const measured = measureText(paragraphs, chosen + SLACK / 2);
    return {
      width: mode === MeasureMode.Exactly ? width : Math.min(measured.width + SLACK, mode === MeasureMode.AtMost ? width : Infinity),
      height: measured.height,
    };
  });
}

const nextId = (building: Building, element: CanvasElement): string => {
  building.count += 1;
  return element.name ?? `e${building.count}`;
};

/** Words among boxes as a box of their own. */
function looseBox(nodes: readonly CanvasNode[], style: TextStyle, building: Building, inRow: boolean): Box | undefined {
  const paragraphs = looseParagraphs(nodes, style, building.cascade);
  if (paragraphs.length === 0) return undefined;
  const own: Style = { ...inherit(style), ...boxDefaults() };
  const element: CanvasElement = { tag: 'p' };
  const node = setUp(own, inRow, true);
  measureBy(node, paragraphs, own);
  return { id: nextId(building, element), element, style: own, node, children: [], paragraphs, context: building.cascade.context };
}

function childBoxes(box: Box, building: Building): Box[] {
  const inRow = isRow(box.style);
  const boxes: Box[] = [];
  let loose: CanvasNode[] = [];
  const flush = (): void => {
    const made = loose.length === 0 ? undefined : looseBox(loose, box.style, building, inRow);
    if (made) boxes.push(made);
    loose = [];
  };
  for (const child of box.element.children ?? []) {
    if (typeof child === 'string' || (isInlineTag(child.tag) && !isBoxed(child, box.style, building))) loose.push(child);
    else {
      flush();
      const made = buildBox(child, box.style, building, inRow);
      if (made) boxes.push(made);
    }
  }
  flush();
  return boxes;
}

/** An inline element with a box of its own (a badge) is as one among boxes. */
function isBoxed(element: CanvasElement, parent: TextStyle, building: Building): boolean {
  if (element.tag === 'br') return false;
  const { paint, border, grow, width, absolute } = styleOf(element, parent, building.cascade);
  return paint !== undefined || absolute || grow !== undefined || width !== undefined || border.some((side) => side !== undefined);
}

const ICON_EM = 1.5;

/** Sizes of what brings its own: pictures, icons, vector drawings, charts. */
function replacedSize(element: CanvasElement, style: Style, building: Building): Style {
  const given = (name: string): number | undefined => {
    const value = Number.parseFloat(element.attributes?.[name] ?? '');
    return Number.isFinite(value) && value > 0 ? value : undefined;
  };
  if (element.tag === 'icon')
    return {
      ...style,
      width: style.width ?? style.fontSize * ICON_EM,
      height: style.height ?? style.width ?? style.fontSize * ICON_EM,
      shrink: style.shrink ?? 0,
    };
  if (element.tag === 'svg') {
    const [, , width = 300, height = 150] = (element.attributes?.['viewBox'] ?? '').split(/[\s,]+/).map(Number);
    const natural = { width: given('width') ?? width, height: given('height') ?? height };
    if (style.width === undefined && style.height === undefined && style.grow === undefined)
      return { ...style, width: natural.width, height: natural.height };
    return style.width !== undefined && style.height !== undefined
      ? style
      : { ...style, aspectRatio: style.aspectRatio ?? natural.width / natural.height };
  }
  if (element.tag === 'img') {
    const picture = building.pictures.get(element.attributes?.['src'] ?? '');
    const ratio = picture === undefined ? 1.5 : picture.width / Math.max(1, picture.height);
    const [width, height] = [style.width ?? given('width'), style.height ?? given('height')];
    if (width === undefined && height === undefined && style.grow === undefined) return { ...style, width: '100%', aspectRatio: ratio };
    return width !== undefined && height !== undefined
      ? { ...style, width, height }
      : { ...style, width, height, aspectRatio: style.aspectRatio ?? (style.grow === undefined ? ratio : undefined) };
  }
  return element.tag === 'x-chart' && style.height === undefined && style.grow === undefined ? { ...style, height: 260 } : style;
}

const REPLACED = new Set(['icon', 'svg', 'img', 'x-chart', 'x-line']);

export function buildBox(element: CanvasElement, parent: TextStyle, building: Building, inRow: boolean): Box | undefined {
  const styled = styleOf(element, parent, building.cascade);
  if (styled.display === 'none') return undefined;
  const replaced = REPLACED.has(element.tag);
  const style = replaced ? replacedSize(element, styled, building) : styled;
  if (element.tag === 'x-line') style.absolute = true;
  const isText = !replaced && (isTextElement(element) || isTextList(element));
  const box: Box = {
    id: nextId(building, element),
    element,
    style,
    node: setUp(style, inRow, isText),
    children: [],
    context: building.cascade.context,
  };
  if (isText) {
    box.paragraphs = textParagraphs(element, style, building.cascade);
    measureBy(box.node, box.paragraphs, style);
  } else if (element.tag === 'table') {
    const table = readTable(element, style, building.cascade);
    box.table = table;
    box.node.setMeasureFunc((width, mode) =>
      table.measure(mode === MeasureMode.Undefined ? Infinity : width, mode === MeasureMode.Exactly),
    );
  } else if (!replaced) {
    box.children = style.display === 'grid' ? gridRows(box, building) : childBoxes(box, building);
    for (const [at, child] of box.children.entries()) box.node.insertChild(child.node, at);
  }
  if (inRow && style.minWidth === undefined && style.width === undefined && !style.clip) box.firmWidth = firmWidth(box);
  return box;
}

const pixels = (length: Length | undefined): number => (typeof length === 'number' ? length : 0);

/**
 * Boxes of rows that got less than their words take keep that width, and the others share what is left: as browsers do it, where Yoga
 * would add a share to a least width. Call it after a layout.
 * @returns whether something was changed and has to be laid out again
 */
export function holdFirmWidths(box: Box): boolean {
  const { firmWidth: firm = 0, node } = box;
  const narrow = firm > node.getComputedWidth() + SLACK;
  if (narrow) {
    node.setWidth(firm);
    node.setFlexBasisAuto();
    node.setFlexGrow(0);
    node.setFlexShrink(0);
    delete box.firmWidth;
  }
  let changed = narrow;
  for (const child of box.children) changed = holdFirmWidths(child) || changed;
  return changed;
}

/**
 * The width that words which must not break take of a box, 0 without such words: a box of a row gets no narrower (`min-width: auto` of
 * CSS Flexbox 4.5, for these words alone).
 */
function firmWidth({ style, paragraphs, children }: Box): number {
  if (style.absolute) return 0;
  const [, right, , left] = style.padding;
  const around = pixels(left) + pixels(right) + (style.border[1]?.width ?? 0) + (style.border[3]?.width ?? 0);
  if (typeof style.width === 'number') return 0;
  if (paragraphs !== undefined) return style.nowrap ? measureText(paragraphs, Infinity).width + SLACK + around : 0;
  const widths = children.map((child) => {
    const inner = firmWidth(child);
    return inner === 0 ? 0 : inner + pixels(child.style.margin[1]) + pixels(child.style.margin[3]);
  });
  const firm = isRow(style) ? widths.reduce((sum, width) => sum + width, 0) : maxOf([0, ...widths]);
  return firm === 0 ? 0 : firm + around + (isRow(style) ? style.columnGap * Math.max(0, children.length - 1) : 0);
}

const spanOf = ({ style }: Box, columns: number): number => Math.min(style.span, columns);

/** Cells row by row; one that does not fit beside those before it begins the next row. */
function rowsOf(cells: readonly Box[], columns: number): Box[][] {
  const rows: Box[][] = [];
  let used = columns;
  for (const cell of cells) {
    const span = spanOf(cell, columns);
    if (used + span > columns) {
      rows.push([]);
      used = 0;
    }
    rows.at(-1)?.push(cell);
    used += span;
  }
  return rows;
}

/** The width of a cell over these tracks: their shares as it grows, their lengths and the gaps between as it begins. */
function setTrack(node: YogaNode, tracks: Style['tracks'], gap: number): void {
  const shares = tracks.reduce((sum, track) => sum + ('share' in track ? track.share : 0), 0);
  const lengths = tracks.flatMap((track) => ('share' in track ? [] : [track.length]));
  const [only] = lengths;
  node.setMinWidth(0);
  if (shares === 0 && tracks.length === 1 && only !== undefined) {
    node.setWidth(only);
    return;
  }
  const fixed = lengths.reduce<number>((sum, length) => sum + (typeof length === 'number' ? length : 0), 0) + gap * (tracks.length - 1);
  if (shares > 0) {
    node.setFlexGrow(shares);
    node.setFlexShrink(1);
    node.setFlexBasis(fixed);
  } else node.setWidth(fixed);
}

/** A grid of columns as rows of boxes: the tracks are the same in each, so that the rows share their edges. */
function gridRows(box: Box, building: Building): Box[] {
  const { tracks, columnGap } = box.style;
  const cells = childBoxes({ ...box, style: { ...box.style, display: 'flex', direction: 'row' } }, building);
  const rows: Box[] = [];
  const free = cells.filter(({ style }) => style.absolute);
  for (const inRow of rowsOf(
    cells.filter(({ style }) => !style.absolute),
    tracks.length,
  )) {
    const style: Style = {
      ...inherit(box.style),
      ...boxDefaults(),
      display: 'flex',
      direction: 'row',
      columnGap,
      alignItems: box.style.alignItems ?? 'stretch',
    };
    // a last row that is not full keeps the width of its columns
    const fill = tracks.length - inRow.reduce((sum, cell) => sum + spanOf(cell, tracks.length), 0);
    const row: Box = {
      id: `${box.id}-row${rows.length + 1}`,
      element: { tag: 'div' },
      style,
      node: setUp(style, false, false),
      children: inRow,
      context: box.context,
    };
    const cellsOfRow = [
      ...inRow.map((cell) => ({ node: cell.node, span: spanOf(cell, tracks.length) })),
      ...Array.from({ length: fill }, () => ({ node: Yoga.Node.create(), span: 1 })),
    ];
    let column = 0;
    for (const [at, { node, span }] of cellsOfRow.entries()) {
      setTrack(node, tracks.slice(column, column + span), columnGap);
      row.node.insertChild(node, at);
      column += span;
    }
    rows.push(row);
  }
  return [...rows, ...free];
}
