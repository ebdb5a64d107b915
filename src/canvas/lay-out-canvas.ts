/**
 * A canvas → a drawing: every box placed by the rules of flexbox, every text measured and broken, and what is wrong
 * with the result as data. Takes milliseconds; the same canvas gives the same drawing.
 */
import { append } from '../base/append.ts';
import { Direction } from 'yoga-layout';
import type { Note } from '../base/note.ts';
import type { Canvas } from '../document/block.ts';
import type { FaceRoles, TextStyle } from '../document/canvas-box.ts';
import { walkCanvas, type Declarations } from '../document/canvas.ts';
import type { ColorRole } from '../document/canvas-values.ts';
import type { CanvasFault, Drawing } from './drawing.ts';
import { matchRules } from './layout/cascade.ts';
import { buildBox, holdFirmWidths, type Box } from './layout/boxes.ts';
import { drawBox, placeBoxes, type Drafting } from './layout/draw.ts';
import { findFaults } from './layout/faults.ts';

/** What a design gives to a canvas. */
export interface CanvasTheme {
  /** RRGGBB. */
  colors: Readonly<Record<ColorRole, string>>;
  faces: FaceRoles;
  /** Whether its ground is dark. */
  dark?: boolean | undefined;
  /** Headings of level 1 are as bold as the titles of other slides. */
  boldTitles?: boolean | undefined;
  /** Of text without a size of its own; CSS pixels. */
  fontSize: number;
}

export interface CanvasFrame {
  theme: CanvasTheme;
  /** CSS pixels that are available; a canvas without a width of its own takes it. */
  width: number;
  /** Absent: the height follows from the content. */
  height?: number | undefined;
  /** On slides small type is a fault, and a heading names the slide. */
  slide: boolean;
  /** Rules of the document, which those of the canvas come after. */
  rules?: Canvas['rules'];
  /** Pixels of the document's pictures by key. */
  pictures: ReadonlyMap<string, { width: number; height: number }>;
}

export interface LaidOutCanvas {
  drawing: Drawing;
  faults: CanvasFault[];
}

/** Faults of one canvas that are reported. */
const FAULTS_MAX = 60;

function buildRoot(canvas: Canvas, { theme, width, pictures, rules }: CanvasFrame, height: number | undefined): Box {
  const text: TextStyle = {
    fontFamily: theme.faces.text,
    fontSize: theme.fontSize,
    bold: false,
    italic: false,
    underline: false,
    strike: false,
    color: { hex: theme.colors.text, alpha: 1 },
    align: 'left',
    lineHeight: undefined,
    letterSpacing: 0,
    transform: 'none',
    nowrap: false,
    balance: false,
    lining: false,
  };
  const building = {
    cascade: {
      sheet: matchRules([...(rules ?? []), ...canvas.rules], canvas.nodes),
      context: { colors: theme.colors, faces: theme.faces, dark: theme.dark, boldTitles: theme.boldTitles },
    },
    count: -1,
    pictures,
  };
  // a ground of its own is painted: what it stands on has the other one
  const ground: Declarations = canvas.mode === undefined ? {} : { background: 'var(--ground)' };
  const style = { width: `${canvas.width ?? width}px`, ...(height === undefined ? {} : { height: `${height}px` }), ...ground };
  const root = buildBox({ tag: 'div', style, children: canvas.nodes }, text, building, false);
  if (root === undefined) throw new Error('the root of a canvas has a box');
  return root;
}

const titleOf = (canvas: Canvas, root: Box): string | undefined => {
  const level = ['h1', 'h2', 'h3'].find((tag) => [...walkCanvas(canvas.nodes)].some((element) => element.tag === tag));
  const waiting = [root];
  for (let box = waiting.pop(); box !== undefined; box = waiting.pop()) {
    if (box.element.tag === level) return box.id;
    append(waiting, box.children.toReversed());
  }
  return undefined;
};

/**
 * Places everything on a canvas, in CSS pixels from the upper left corner of the frame, with what is wrong with it. Never fails: what
 * cannot be set is a fault in the result.
 */
export function layOutCanvas(canvas: Canvas, frame: CanvasFrame): LaidOutCanvas {
  const height = canvas.height ?? frame.height;
  const root = buildRoot(canvas, frame, height);
  try {
    const layOut = (): void => root.node.calculateLayout(undefined, undefined, Direction.LTR);
    layOut();
    // a box that is held leaves less to its neighbours, of which one may have to be held too
    for (let round = 0; round < FIRM_ROUNDS && holdFirmWidths(root); round++) layOut();
    const size = root.node.getComputedLayout();
    const drafting: Drafting = {
      width: size.width,
      height: size.height,
      slide: frame.slide,
      rects: new Map(),
      titleId: titleOf(canvas, root),
      pictures: frame.pictures,
      faults: [],
    };
    placeBoxes(root, { x: 0, y: 0 }, drafting.rects);
    const drawing: Drawing = { width: size.width, height: size.height, items: drawBox(root, 1, drafting) };
    const faults = [...drafting.faults, ...findFaults(drawing, frame.theme.colors.ground, frame.slide)];
    return { drawing, faults: faults.slice(0, FAULTS_MAX) };
  } finally {
    root.node.freeRecursive();
  }
}

const FIRM_ROUNDS = 4;

/** Faults as notes of the block, for the report. */
export const canvasNotes = (canvas: Canvas, faults: readonly CanvasFault[]): Note[] =>
  faults.map(({ kind, severity, id, message }) => ({
    code: `canvas_${kind}`,
    severity,
    message: `${message} (Element ${id} of the canvas.)`,
    blockId: canvas.id,
  }));
