/** Shapes of a slide → blocks, in the order in which they are read. */
import { A, DGM, MC, P, R } from '../../ooxml/names.ts';
import type { Block } from '../../document/block.ts';
import type { Run } from '../../document/inline.ts';
import { attributeOf, elementsOf, firstElementOf, textOf, walkElements } from '../../ooxml/xml-tree.ts';
import type { XmlElement } from '../../ooxml/xml-tree.ts';
import { isChartFrame, readChartFrame } from '../office/chart-frame.ts';
import { readDiagram } from '../office/diagram.ts';
import { readEmbeddedFile } from '../office/embedded.ts';
import { readAlternative, pictureKey, targetOf } from '../office/parts.ts';
import type { OfficeReading } from '../office/parts.ts';
import { readDrawnTable } from '../office/table.ts';
import { hasColorOfBackground, isBeside, isTiny, readScene } from './background.ts';
import type { Scene, Standing } from './background.ts';
import { inheritedBox, inheritsFill, placeholderOf, styleLists } from './inheritance.ts';
import type { Layer, Placeholder } from './inheritance.ts';
import { addOwnText, goOnFrom, ownName, type OwnState } from './own-shapes.ts';
import { noteUnseenText, readCellText, readDrawnText, readTitle } from '../office/drawn-text.ts';
import { boxOf, readingOrder } from './reading-order.ts';
import type { Box } from './reading-order.ts';

export interface SlidePart {
  reading: OfficeReading;
  part: string;
  layers: readonly Layer[];
  root: XmlElement;
  /** Titles of the slides before it. */
  topics?: ReadonlySet<string>;
  /** In the units of boxes. */
  size?: { width: number; height: number } | undefined;
}

/** What holds for all shapes of a slide, and where the one that is read is in it. */
interface Stage extends SlidePart {
  scene: () => Scene;
  moves: boolean;
  top?: Top;
}
interface Top {
  shape: XmlElement;
  box: Box | undefined;
  earlier: Standing['earlier'];
}

interface Drawn {
  title: Run[];
  blocks: Block[];
  /** Texts of the slide's footer and of a date that was typed; numbers and dates that are fields are none. */
  footers: string[];
  own: OwnState;
}

const DRAWN = /^(?:sp|grpSp|pic|graphicFrame|cxnSp|AlternateContent)$/;
/** Numbers, dates and footers of the page are not part of what a slide says: they are told once for all. */
const FURNITURE = new Set(['sldNum', 'dt', 'ftr', 'hdr']);
const NO_TOPICS: ReadonlySet<string> = new Set();
const isField = (body: XmlElement): boolean => [...walkElements(body)].some(({ local }) => local === 'fld');

export function readShapes(slide: SlidePart): Drawn {
  const drawn: Drawn = { title: [], blocks: [], footers: [], own: {} };
  const tree = treeOf(slide.root);
  let scene: Scene | undefined;
  const timing = firstElementOf(slide.root, 'timing', P);
  const moves = timing !== undefined && [...walkElements(timing)].some(({ local }) => local === 'animMotion');
  if (tree) readTree({ ...slide, moves, scene: () => (scene ??= readScene(slide.reading, slide.part, slide.root)) }, tree, drawn);
  const { opening } = drawn.own;
  if (opening !== undefined) drawn.blocks.push({ id: '', type: 'paragraph', runs: [...opening] });
  return drawn;
}

/** Texts at the head and foot of a notes page that were typed; those of the slide are told with it. */
export function notesFurniture({ root }: SlidePart): { headers: string[]; footers: string[] } {
  const tree = treeOf(root);
  const typed = (type: string): string[] =>
    (tree ? elementsOf(tree, 'sp', P) : []).flatMap((shape) => {
      const body = firstElementOf(shape, 'txBody', P);
      if (!body || placeholderOf(shape)?.type !== type || isField(body)) return [];
      const text = textOf(body).replaceAll(/\s+/g, ' ').trim();
      return text === '' ? [] : [text];
    });
  return { headers: typed('hdr'), footers: [...typed('ftr'), ...typed('dt')] };
}

/** The text of a notes page with its text boxes, without its picture of the slide and what stands at its edges. */
export function readNotes(slide: SlidePart): Block[] {
  const tree = treeOf(slide.root);
  return tree ? readNotesTree(slide, tree) : [];
}

const readNotesTree = (slide: SlidePart, tree: XmlElement): Block[] =>
  elementsOf(tree).flatMap((shape) => {
    if (shape.local === 'grpSp') return readNotesTree(slide, shape);
    const body = firstElementOf(shape, 'txBody', P);
    return body && !FURNITURE.has(placeholderOf(shape)?.type ?? '') ? readDrawnText(slide, body, []) : [];
  });

function treeOf(root: XmlElement): XmlElement | undefined {
  const common = firstElementOf(root, 'cSld', P);
  return common && firstElementOf(common, 'spTree', P);
}

function readTree(stage: Stage, tree: XmlElement, drawn: Drawn): void {
  const shapes = elementsOf(tree);
  const boxes = shapes.map((shape) => boxOf(shape) ?? inheritedBox(stage.layers, placeholderOf(shape)));
  const drawable = shapes.map((shape, index) => ({ shape, box: boxes[index] })).filter(({ shape }) => DRAWN.test(shape.local));
  for (const index of readingOrder(boxes)) {
    const child = shapes[index];
    if (!child) continue;
    const slide: Stage = stage.top
      ? stage
      : {
          ...stage,
          top: {
            shape: child,
            box: boxes[index],
            earlier: drawable.slice(
              0,
              drawable.findIndex(({ shape }) => shape === child),
            ),
          },
        };
    if (isUnseenShape(slide, child)) {
      if (child.local !== 'sp' || /\S/.test(textOf(child))) noteUnseenText(slide.reading);
      continue;
    }
    if (child.uri === MC && child.local === 'AlternateContent') {
      readAlternative(
        child,
        (content) => readTree(slide, content, drawn),
        () => drawn.blocks.length + drawn.title.length,
      );
    } else if (child.local === 'grpSp') readTree(slide, child, drawn);
    else if (child.local === 'sp' || child.local === 'cxnSp') readShape(slide, child, drawn);
    else if (child.local === 'pic') readPicture(slide, child, drawn);
    else if (child.local === 'graphicFrame') readFrame(slide, child, drawn);
  }
}

/** Hidden in the list of objects, or beside the slide, from where nothing moves in. A title may be there, for those who only hear the slide. */
function isUnseenShape({ top, moves, size }: Stage, shape: XmlElement): boolean {
  const named = elementsOf(shape).find(({ local }) => local.startsWith('nv'));
  const properties = named && firstElementOf(named, 'cNvPr', P);
  if (properties && /^(?:1|true)$/.test(attributeOf(properties, 'hidden') ?? '')) return true;
  return (
    !moves &&
    top?.shape === shape &&
    (shape.local === 'sp' || shape.local === 'grpSp') &&
    !/[tT]itle$/.test(placeholderOf(shape)?.type ?? '') &&
    isBeside(shape, top.box, size)
  );
}

function readShape(slide: Stage, shape: XmlElement, drawn: Drawn): void {
  const placeholder = placeholderOf(shape);
  const body = firstElementOf(shape, 'txBody', P);
  if (!body) return;
  if (placeholder && FURNITURE.has(placeholder.type)) {
    if (placeholder.type !== 'sldNum' && !isField(body)) drawn.footers.push(textOf(body).replaceAll(/\s+/g, ' ').trim());
    return;
  }
  const { top, layers, scene } = slide;
  const standing: Standing = {
    shape,
    box: top?.box,
    group: top?.shape === shape ? undefined : top?.shape,
    earlier: top?.earlier ?? [],
    inheritsFill: inheritsFill(layers, placeholder),
  };
  const place = { ...slide, isUnseen: (properties: XmlElement) => isTiny(properties) || hasColorOfBackground(properties, standing, scene) };
  if (placeholder && /^(?:title|ctrTitle)$/.test(placeholder.type) && drawn.title.length === 0 && ownName(shape) !== 'Quotation') {
    drawn.title = readTitle(place, body);
    return;
  }
  const read = readDrawnText(place, body, listsOf(slide, body, placeholder));
  if (addOwnText(shape, read, { state: drawn.own, blocks: drawn.blocks, topics: slide.topics ?? NO_TOPICS })) {
    const { heading } = drawn.own;
    if (heading !== undefined && drawn.title.length === 0) drawn.title = heading;
  } else drawn.blocks.push(...goOnFrom(drawn.own, read));
}

const listsOf = (slide: SlidePart, body: XmlElement, placeholder: Placeholder | undefined): XmlElement[] =>
  styleLists(slide.layers, firstElementOf(body, 'lstStyle', A), placeholder);

function descriptionOf(shape: XmlElement): string {
  for (const properties of elementsOf(shape)) {
    const named = properties.local.startsWith('nv') ? firstElementOf(properties, 'cNvPr', P) : undefined;
    if (named) return (attributeOf(named, 'descr') ?? attributeOf(named, 'title') ?? '').replaceAll(/\s+/g, ' ').trim();
  }
  return '';
}

function readPicture({ reading, part }: SlidePart, picture: XmlElement, drawn: Drawn): void {
  const fill = firstElementOf(picture, 'blipFill', P);
  const blip = fill && firstElementOf(fill, 'blip', A);
  const target = blip && targetOf(reading, part, attributeOf(blip, 'embed', R) ?? attributeOf(blip, 'link', R));
  if (target)
    drawn.blocks.push({
      id: '',
      type: 'image',
      asset: target.external ? null : pictureKey(reading, target.target),
      alt: descriptionOf(picture),
    });
}

function readFrame(slide: SlidePart, frame: XmlElement, drawn: Drawn): void {
  const graphic = firstElementOf(frame, 'graphic', A);
  const data = graphic && firstElementOf(graphic, 'graphicData', A);
  for (const child of data ? elementsOf(data) : []) {
    if (child.uri === A && child.local === 'tbl') {
      const table = readDrawnTable(slide.reading, child, (body) => readCellText(slide, body));
      if (table) drawn.blocks.push(table);
    } else if (isChartFrame(child)) {
      for (const block of readChartFrame(slide.reading, slide.part, child)) drawn.blocks.push(block);
    } else if (child.uri === DGM && child.local === 'relIds') {
      for (const block of readDiagram(slide.reading, targetOf(slide.reading, slide.part, attributeOf(child, 'dm', R))?.target))
        drawn.blocks.push(block);
    } else readObject(slide, child, drawn);
  }
}

/** An embedded object: the picture that it shows of itself, which may be in an older form beside it, then what is in its file. */
function readObject(slide: SlidePart, element: XmlElement, drawn: Drawn): void {
  const all = [element, ...walkElements(element)];
  const picture = all.find(({ local }) => local === 'pic');
  if (picture) readPicture(slide, picture, drawn);
  const object = all.find(({ local }) => local === 'oleObj');
  if (object) for (const block of readEmbeddedFile(slide.reading, slide.part, attributeOf(object, 'id', R))) drawn.blocks.push(block);
}
