/**
 * What the text of a slide is on, as far as it tells whether the text can be seen: the fill of its own shape, or the
 * background of the slide where nothing is drawn below. Anything else counts as a background on which it is seen.
 */
import { A, P } from '../../ooxml/names.ts';
import { looksAlike } from '../../base/color.ts';
import { attributeOf, elementsOf, firstElementOf, walkElements } from '../../ooxml/xml-tree.ts';
import type { XmlElement } from '../../ooxml/xml-tree.ts';
import { partsByKind, sidePart } from '../office/parts.ts';
import type { OfficeReading } from '../office/parts.ts';
import { boxOf } from './reading-order.ts';
import type { Box } from './reading-order.ts';

/** Hex; `none`: what lies below shows; `unclear`: no one colour. */
type Fill = string;

/** Name as slides use it (`bg1`, `accent2`) → hex. */
type ColorNames = ReadonlyMap<string, string>;

export interface Scene {
  names: ColorNames;
  ground: Fill;
  /** Boxes of what layout and master draw; undefined: anywhere. */
  below: readonly (Box | undefined)[];
}

const WHITE = 'FFFFFF';
const hexOf = (text: string | undefined): string | undefined =>
  text !== undefined && /^[\dA-Fa-f]{6}$/.test(text) ? text.toUpperCase() : undefined;

/** @param color an element such as `a:srgbClr`; undefined for one that is changed or cannot be determined */
function colorOf(color: XmlElement | undefined, names: ColorNames): string | undefined {
  if (color === undefined || elementsOf(color).length > 0) return undefined;
  const value = attributeOf(color, 'val') ?? '';
  if (color.local === 'srgbClr') return hexOf(value);
  if (color.local === 'sysClr') return hexOf(attributeOf(color, 'lastClr')) ?? (value === 'window' ? WHITE : undefined);
  if (color.local === 'prstClr') return value === 'white' ? WHITE : value === 'black' ? '000000' : undefined;
  return color.local === 'schemeClr' ? names.get(value) : undefined;
}

const FILLS = /^(?:solidFill|gradFill|blipFill|pattFill|grpFill)$/;

function fillOf(properties: XmlElement | undefined, names: ColorNames): Fill | undefined {
  const fill = properties && elementsOf(properties).find(({ local }) => local === 'noFill' || FILLS.test(local));
  if (!fill) return undefined;
  if (fill.local === 'noFill') return 'none';
  return fill.local === 'solidFill' ? (colorOf(elementsOf(fill)[0], names) ?? 'unclear') : 'unclear';
}

/** Of a shape that stands for no placeholder, and of what only draws. */
function ownFill(shape: XmlElement, names: ColorNames): Fill {
  if (shape.local !== 'sp') return shape.local === 'cxnSp' ? 'none' : 'unclear';
  const said = fillOf(firstElementOf(shape, 'spPr', P), names);
  if (said !== undefined) return said;
  const style = firstElementOf(shape, 'style', P);
  const reference = style && firstElementOf(style, 'fillRef', A);
  return reference && attributeOf(reference, 'idx') !== '0' ? 'unclear' : 'none';
}

const isPlaceholder = (shape: XmlElement): boolean =>
  elementsOf(shape).some(
    (properties) =>
      properties.local.startsWith('nv') &&
      elementsOf(properties).some((own) => own.local === 'nvPr' && firstElementOf(own, 'ph', P) !== undefined),
  );

/** Whether a placeholder of a layout or master says of itself that it has a fill, which those of slides take over. */
export const isFilled = (shape: XmlElement): boolean => ownFill(shape, new Map()) !== 'none';

function colorNames(reading: OfficeReading, master: string | undefined, root: XmlElement | undefined): ColorNames {
  const names = new Map<string, string>();
  if (master === undefined || !root) return names;
  const theme = sidePart(reading, partsByKind(reading, master, 'theme')[0]);
  const scheme = theme && [...walkElements(theme)].find(({ local, uri }) => local === 'clrScheme' && uri === A);
  for (const slot of scheme ? elementsOf(scheme) : []) {
    const hex = colorOf(elementsOf(slot)[0], names);
    if (hex !== undefined) names.set(slot.local, hex);
  }
  const map = firstElementOf(root, 'clrMap', P);
  for (const name of ['bg1', 'tx1', 'bg2', 'tx2']) {
    const hex = names.get((map && attributeOf(map, name)) ?? '');
    if (hex !== undefined) names.set(name, hex);
  }
  return names;
}

function backgroundOf(root: XmlElement | undefined, names: ColorNames): Fill | undefined {
  const common = root && firstElementOf(root, 'cSld', P);
  const background = common && firstElementOf(common, 'bg', P);
  if (!background) return undefined;
  const properties = firstElementOf(background, 'bgPr', P);
  if (properties) return fillOf(properties, names) ?? 'unclear';
  const reference = firstElementOf(background, 'bgRef', P);
  // 1001 is the first fill of the theme, which is the plain colour
  return (reference && attributeOf(reference, 'idx') === '1001' ? colorOf(elementsOf(reference)[0], names) : undefined) ?? 'unclear';
}

const shapesOf = (root: XmlElement | undefined): XmlElement[] => {
  const common = root && firstElementOf(root, 'cSld', P);
  const tree = common && firstElementOf(common, 'spTree', P);
  return tree ? elementsOf(tree).filter(({ local }) => /^(?:sp|grpSp|pic|graphicFrame|cxnSp|AlternateContent)$/.test(local)) : [];
};

export function readScene(reading: OfficeReading, part: string, slide: XmlElement): Scene {
  const layout = partsByKind(reading, part, 'slideLayout')[0];
  const master = layout === undefined ? undefined : partsByKind(reading, layout, 'slideMaster')[0];
  const [layoutRoot, masterRoot] = [sidePart(reading, layout), sidePart(reading, master)];
  const remapped = [slide, layoutRoot].some(
    (root) => root !== undefined && [...walkElements(root)].some(({ local }) => local === 'overrideClrMapping'),
  );
  const names = remapped ? new Map<string, string>() : colorNames(reading, master, masterRoot);
  const ground = [slide, layoutRoot, masterRoot].map((root) => backgroundOf(root, names)).find((one) => one !== undefined) ?? WHITE;
  const below = [...shapesOf(masterRoot), ...shapesOf(layoutRoot)]
    .filter((shape) => !isPlaceholder(shape) && ownFill(shape, names) !== 'none')
    .map(boxOf);
  return { names, ground: ground === 'none' ? WHITE : ground, below };
}

export interface Standing {
  shape: XmlElement;
  /** Undefined where it is in nothing that says its place. */
  box: Box | undefined;
  /** The group on the slide that holds it. */
  group: XmlElement | undefined;
  /** Shapes of the slide that are drawn before it. */
  earlier: readonly { shape: XmlElement; box: Box | undefined }[];
  /** A placeholder takes over a fill. */
  inheritsFill: boolean;
}

const touch = (a: Box | undefined, b: Box | undefined): boolean =>
  a === undefined || b === undefined || (a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom);

/** Hex, or `unclear`. */
function backgroundUnder({ shape, box, group, earlier, inheritsFill }: Standing, scene: Scene): Fill {
  const own = ownFill(shape, scene.names);
  if (own !== 'none') return own;
  const said = fillOf(firstElementOf(shape, 'spPr', P), scene.names);
  if (inheritsFill && said === undefined) return 'unclear';
  if (
    group &&
    [...walkElements(group)].some(
      (one) =>
        one !== group &&
        one !== shape &&
        one.uri === P &&
        /^(?:sp|pic|graphicFrame)$/.test(one.local) &&
        ownFill(one, scene.names) !== 'none',
    )
  )
    return 'unclear';
  const drawn = [...scene.below, ...earlier.filter((one) => ownFill(one.shape, scene.names) !== 'none').map((one) => one.box)];
  return drawn.some((one) => touch(one, box)) ? 'unclear' : scene.ground;
}

/** Hundredths of a point: what is set so small is set so as not to be read. */
const UNSEEN_SIZE = 200;

export const isTiny = (properties: XmlElement): boolean => Number(attributeOf(properties, 'sz') ?? Number.NaN) <= UNSEEN_SIZE;

/** @param properties of the run; @param scene is asked for only where the run has a colour of its own */
export function hasColorOfBackground(properties: XmlElement, standing: Standing, scene: () => Scene): boolean {
  const fill = firstElementOf(properties, 'solidFill', A);
  const color = fill && colorOf(elementsOf(fill)[0], scene().names);
  const outline = firstElementOf(properties, 'ln', A);
  const drawn =
    (outline && firstElementOf(outline, 'noFill', A) === undefined) ||
    elementsOf(properties).some(({ local }) => local === 'effectLst' || local === 'effectDag');
  if (color === undefined || drawn) return false;
  const mark = firstElementOf(properties, 'highlight', A);
  const ground = mark ? (colorOf(elementsOf(mark)[0], scene().names) ?? 'unclear') : backgroundUnder(standing, scene());
  return ground !== 'unclear' && looksAlike(color, ground);
}

/** Whether a shape lies wholly beside the slide, however it is turned. */
export function isBeside(shape: XmlElement, box: Box | undefined, size: { width: number; height: number } | undefined): boolean {
  if (!box || !size) return false;
  const turned = [...walkElements(shape)].some(
    ({ local, uri, attributes }) => local === 'xfrm' && uri === A && attributes.some((one) => one.local === 'rot'),
  );
  const reach = turned ? (box.right - box.left + box.bottom - box.top) / 2 : 0;
  const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  const [wide, high] = turned ? [reach, reach] : [(box.right - box.left) / 2, (box.bottom - box.top) / 2];
  return x + wide <= 0 || y + high <= 0 || x - wide >= size.width || y - high >= size.height;
}
