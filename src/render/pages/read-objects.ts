/** Pictures of a page, the lines that rule its tables, and the ticks in its boxes. */
import { looksAlike } from '../../base/color.ts';
import type { Box } from '../../document/rendered-document.ts';
import { DENSE_BYTES, isDense } from './dense-pictures.ts';
import type { Frame } from './page-frame.ts';
import type { Parts } from './pdfium.ts';
import { reserve } from './reserve.ts';
import type { Reserved } from './reserve.ts';
import { maxOf, minOf } from '../../base/extremes.ts';

const OBJECTS_MAX = 20_000;
const RULES_MAX = 5000;
const SEGMENTS_MAX = 20_000;
const FILLS_MAX = 5000;
/** Of 255: what lets more through may as well not be there. */
const OPAQUE_MIN = 128;
const PAPER = 'FFFFFF';
const FORMS_DEEP_MAX = 4;
const OBJECT_PATH = 2;
const OBJECT_IMAGE = 3;
const OBJECT_FORM = 5;
const SEGMENT_LINE = 0;
const SEGMENT_MOVE = 2;
/** Pictures smaller than this are bullets, rules and the like. */
const PICTURE_PT_MIN = 8;
/** Thicker than this is a bar or a box. */
const RULE_PT_MAX = 3.5;
const RULE_LENGTH_PT_MIN = 6;
const TICK_PT_MIN = 2.5;
const TICK_PT_MAX = 20;
const TICKS_MAX = 500;
/** A line that goes as far to the side and down slants; less is a line drawn badly. */
const SLANT_PT_MIN = 2;
/** Of 255: below it in all parts a colour is ink. */
const INK_MAX = 128;

/** a, b, c, d, e, f of a transformation as PDF writes it. */
type Matrix = readonly [number, number, number, number, number, number];
const SAME: Matrix = [1, 0, 0, 1, 0, 0];

/** `fills`: boxes of what is filled with a colour that is not that of paper, where they were asked for. */
export interface PageObjects {
  pictures: Box[];
  rules: Box[];
  /** Small shapes with slanting edges, and those that are filled with ink. */
  ticks: Box[];
  paths: number;
  fills: Box[];
  /** The picture objects themselves, beside `pictures`; good while the page is open. */
  images: number[];
}

interface Gathering extends PageObjects {
  withFills: boolean;
  pdfium: Parts;
  frame: Frame;
  memory: Reserved;
  objects: number;
  segments: number;
}

const apply = ([a, b, c, d, e, f]: Matrix, x: number, y: number): [number, number] => [a * x + c * y + e, b * x + d * y + f];
/** First `inner`, then `outer`. */
const join = (outer: Matrix, [a, b, c, d, e, f]: Matrix): Matrix => [
  outer[0] * a + outer[2] * b,
  outer[1] * a + outer[3] * b,
  outer[0] * c + outer[2] * d,
  outer[1] * c + outer[3] * d,
  ...apply(outer, e, f),
];

function matrixOf({ pdfium: { call }, memory }: Gathering, object: number): Matrix {
  if (call.FPDFPageObj_GetMatrix(object, memory.address) === 0) return SAME;
  const view = memory.view();
  const at = (index: number): number => view.getFloat32(index * 4, true);
  return [at(0), at(1), at(2), at(3), at(4), at(5)];
}

function boundsOf({ pdfium: { call }, memory, frame }: Gathering, object: number, outer: Matrix): Box | null {
  if (call.FPDFPageObj_GetBounds(object, memory.address, memory.address + 4, memory.address + 8, memory.address + 12) === 0) return null;
  const view = memory.view();
  const [left, bottom, right, top] = [
    view.getFloat32(0, true),
    view.getFloat32(4, true),
    view.getFloat32(8, true),
    view.getFloat32(12, true),
  ];
  const corners = [apply(outer, left, bottom), apply(outer, right, top), apply(outer, left, top), apply(outer, right, bottom)];
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  return frame.seen(minOf(xs), minOf(ys), maxOf(xs), maxOf(ys));
}

function addRule(gathering: Gathering, box: Box): void {
  const [wide, high] = [box.right - box.left, box.bottom - box.top];
  if (gathering.rules.length < RULES_MAX && Math.min(wide, high) <= RULE_PT_MAX && Math.max(wide, high) >= RULE_LENGTH_PT_MIN)
    gathering.rules.push(box);
}

/** Thin bars as they are; of outlines each straight edge. */
function addPath(gathering: Gathering, object: number, outer: Matrix): void {
  const {
    pdfium: { call },
    memory,
  } = gathering;
  gathering.paths++;
  const bounds = boundsOf(gathering, object, outer);
  if (!bounds) return;
  if (gathering.withFills) addFill(gathering, object, bounds);
  const [wide, high] = [bounds.right - bounds.left, bounds.bottom - bounds.top];
  if (Math.min(wide, high) >= TICK_PT_MIN && Math.max(wide, high) <= TICK_PT_MAX) addTick(gathering, object, outer, bounds);
  if (Math.min(wide, high) <= RULE_PT_MAX) return addRule(gathering, bounds);
  if (Math.max(wide, high) < RULE_LENGTH_PT_MIN || call.FPDFPath_GetDrawMode(object, memory.address, memory.address + 4) === 0) return;
  const stroked = memory.view().getInt32(4, true) !== 0;
  // A filled shape of many corners may be a whole grid of bars drawn at once; a single filled box is a background.
  const count = call.FPDFPath_CountSegments(object);
  if ((!stroked && count < 8) || gathering.segments + count > SEGMENTS_MAX) return;
  gathering.segments += count;
  const matrix = join(outer, matrixOf(gathering, object));
  if (stroked) addEdges(gathering, object, matrix, count);
  else addBars(gathering, object, matrix, count);
}

function addTick(gathering: Gathering, object: number, outer: Matrix, bounds: Box): void {
  const {
    pdfium: { call },
    memory,
    ticks,
  } = gathering;
  const count = call.FPDFPath_CountSegments(object);
  if (ticks.length >= TICKS_MAX || gathering.segments + count > SEGMENTS_MAX) return;
  if (call.FPDFPath_GetDrawMode(object, memory.address, memory.address + 4) === 0) return;
  const [filled, stroked] = [memory.view().getInt32(0, true) !== 0, memory.view().getInt32(4, true) !== 0];
  if (!filled && !stroked) return;
  gathering.segments += count;
  let slants = false;
  let last = { x: 0, y: 0 };
  for (const { x, y, type } of pointsOf(gathering, object, join(outer, matrixOf(gathering, object)), count)) {
    if (type === SEGMENT_LINE) slants ||= Math.abs(x - last.x) >= SLANT_PT_MIN && Math.abs(y - last.y) >= SLANT_PT_MIN;
    last = { x, y };
  }
  if ((stroked && slants) || (filled && isInk(gathering, object))) ticks.push(bounds);
}

function isInk({ pdfium: { call }, memory }: Gathering, object: number): boolean {
  if (call.FPDFPageObj_GetFillColor(object, memory.address, memory.address + 4, memory.address + 8, memory.address + 12) === 0)
    return false;
  const view = memory.view();
  return view.getUint32(12, true) >= OPAQUE_MIN && [0, 4, 8].every((at) => view.getUint32(at, true) < INK_MAX);
}

function addFill({ pdfium: { call }, memory, fills }: Gathering, object: number, bounds: Box): void {
  if (Math.min(bounds.right - bounds.left, bounds.bottom - bounds.top) <= RULE_PT_MAX || fills.length >= FILLS_MAX) return;
  if (call.FPDFPath_GetDrawMode(object, memory.address, memory.address + 4) === 0 || memory.view().getInt32(0, true) === 0) return;
  if (call.FPDFPageObj_GetFillColor(object, memory.address, memory.address + 4, memory.address + 8, memory.address + 12) === 0) return;
  const view = memory.view();
  const [hex, alpha] = [
    [0, 4, 8].map((at) => (view.getUint32(at, true) & 0xff).toString(16).padStart(2, '0')).join(''),
    view.getUint32(12, true),
  ];
  if (alpha >= OPAQUE_MIN && !looksAlike(hex, PAPER)) fills.push(bounds);
}

function* pointsOf(
  { pdfium: { call }, memory, frame }: Gathering,
  object: number,
  matrix: Matrix,
  count: number,
): Generator<{ x: number; y: number; type: number; close: boolean }> {
  for (let index = 0; index < count; index++) {
    const segment = call.FPDFPath_GetPathSegment(object, index);
    if (segment === 0 || call.FPDFPathSegment_GetPoint(segment, memory.address, memory.address + 4) === 0) continue;
    const view = memory.view();
    const [x, y] = apply(matrix, view.getFloat32(0, true), view.getFloat32(4, true));
    const seen = frame.seen(x, y, x, y);
    yield { x: seen.left, y: seen.top, type: call.FPDFPathSegment_GetType(segment), close: call.FPDFPathSegment_GetClose(segment) !== 0 };
  }
}

function addEdges(gathering: Gathering, object: number, matrix: Matrix, count: number): void {
  let [start, last] = [
    { x: 0, y: 0 },
    { x: 0, y: 0 },
  ];
  const edge = (from: { x: number; y: number }, to: { x: number; y: number }): void => {
    if (Math.abs(from.x - to.x) < 1 || Math.abs(from.y - to.y) < 1)
      addRule(gathering, {
        left: Math.min(from.x, to.x),
        right: Math.max(from.x, to.x),
        top: Math.min(from.y, to.y),
        bottom: Math.max(from.y, to.y),
      });
  };
  for (const { x, y, type, close } of pointsOf(gathering, object, matrix, count)) {
    if (type === SEGMENT_MOVE) start = { x, y };
    else if (type === SEGMENT_LINE) edge(last, { x, y });
    last = { x, y };
    if (close) edge(last, start);
  }
}

function addBars(gathering: Gathering, object: number, matrix: Matrix, count: number): void {
  let box: Box | null = null;
  for (const { x, y, type } of pointsOf(gathering, object, matrix, count)) {
    if (type === SEGMENT_MOVE || box === null) {
      if (box) addRule(gathering, box);
      box = { left: x, right: x, top: y, bottom: y };
    } else box = { left: Math.min(box.left, x), right: Math.max(box.right, x), top: Math.min(box.top, y), bottom: Math.max(box.bottom, y) };
  }
  if (box) addRule(gathering, box);
}

function gather(gathering: Gathering, count: number, objectAt: (index: number) => number, outer: Matrix, deep: number): void {
  const {
    pdfium: { call },
  } = gathering;
  for (let i = 0; i < count && gathering.objects < OBJECTS_MAX; i++) {
    gathering.objects++;
    const object = objectAt(i);
    const type = call.FPDFPageObj_GetType(object);
    if (type === OBJECT_IMAGE) {
      const box = boundsOf(gathering, object, outer);
      if (!box || box.right - box.left < PICTURE_PT_MIN || box.bottom - box.top < PICTURE_PT_MIN) continue;
      gathering.pictures.push(box);
      gathering.images.push(object);
    } else if (type === OBJECT_PATH) addPath(gathering, object, outer);
    else if (type === OBJECT_FORM && deep < FORMS_DEEP_MAX) {
      gather(
        gathering,
        call.FPDFFormObj_CountObjects(object),
        (index) => call.FPDFFormObj_GetObject(object, index),
        join(outer, matrixOf(gathering, object)),
        deep + 1,
      );
    }
  }
}

/** @param handle of a loaded page */
export function readObjects(pdfium: Parts, handle: number, frame: Frame, withFills: boolean): PageObjects {
  const memory = reserve(pdfium, 24);
  const gathering: Gathering = {
    withFills,
    fills: [],
    pdfium,
    frame,
    memory,
    pictures: [],
    images: [],
    rules: [],
    ticks: [],
    paths: 0,
    objects: 0,
    segments: 0,
  };
  try {
    gather(gathering, pdfium.call.FPDFPage_CountObjects(handle), (index) => pdfium.call.FPDFPage_GetObject(handle, index), SAME, 0);
  } finally {
    memory.free();
  }
  const { pictures, images, rules, ticks, paths, fills } = gathering;
  return { pictures, images, rules, ticks, paths, fills };
}

/** Of the page: what a picture covers at least to be told without drawing. */
const LARGE_SHARE = 0.3;

/** Whether a large picture of the page shows something, as far as its data say so (dense-pictures.ts). */
export function showsPicture(pdfium: Parts, { widthPt, heightPt }: Frame, { pictures, images }: PageObjects): boolean {
  const isLarge = ({ left, top, right, bottom }: Box): boolean => {
    const [wide, high] = [Math.min(right, widthPt) - Math.max(left, 0), Math.min(bottom, heightPt) - Math.max(top, 0)];
    return wide > 0 && high > 0 && wide * high >= widthPt * heightPt * LARGE_SHARE;
  };
  const large = images.filter((_, index) => pictures[index] !== undefined && isLarge(pictures[index]));
  if (large.length === 0) return false;
  const memory = reserve(pdfium, DENSE_BYTES);
  try {
    return large.some((object) => isDense(pdfium, object, memory));
  } finally {
    memory.free();
  }
}
