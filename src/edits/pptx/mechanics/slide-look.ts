/** How text that is added to a slide is set so that it belongs there: in the face and colour of the slide's own text, legible where it stands. */
import { contrast } from '../../../base/color.ts';
import { A, P } from '../../../ooxml/names.ts';
import type { DeckFile, DeckSlide } from '../../../ooxml/deck-file.ts';
import type { XmlPart } from '../../../ooxml/office-package.ts';
import { escapeAttribute } from '../../../ooxml/xml-text.ts';
import { attributeOf, elementsOf, firstElementOf, parseXml, walkElements, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { objectsOf, placeholderOf } from './deck-objects.ts';
import { placeOf, type Frame } from './frames.ts';
import { isFurniture, isTitle, layoutOf, masterOf } from './layouts.ts';
import { groundOf, hexOf, slideColors, type Ground, type SlideColors } from './slide-colors.ts';
import { isSeen, nearest, styledText } from './text-style.ts';

/** Large text is read from this contrast on (WCAG 2.2, 1.4.3), and what is added to slides is large. */
const CONTRAST_MIN = 3;
/** Slides that are asked for the face of the presentation, where one has no text of its own. */
const SLIDES_MAX = 40;
/** Of a fill of the theme's format scheme by number, the plain one (ISO/IEC 29500-1 §20.1.4.2.10). */
const PLAIN_BACKGROUND = '1001';

export interface SlideLook {
  /** A colour element, `<a:schemeClr val="tx1"/>`; undefined where that of text without a colour does. */
  ink: string | undefined;
  /** Whether the ink is a light one. */
  isLight: boolean;
  /** A typeface that the slide's text names itself; undefined where the theme's does. */
  face: string | undefined;
  colors: SlideColors;
}

interface Counted {
  /** By the colour's XML. */
  ink: Map<string, number>;
  face: Map<string, number>;
}

/** A colour as XML that means the same on any part of the slide. */
function colorXml(color: XmlElement): string {
  const changes = elementsOf(color, undefined, A)
    .map((one) => `<a:${one.local} val="${escapeAttribute(attributeOf(one, 'val') ?? '')}"/>`)
    .join('');
  const value = escapeAttribute(attributeOf(color, color.local === 'sysClr' ? 'lastClr' : 'val') ?? '');
  const kind = color.local === 'sysClr' ? 'srgbClr' : color.local;
  return changes === '' ? `<a:${kind} val="${value}"/>` : `<a:${kind} val="${value}">${changes}</a:${kind}>`;
}

const KINDS = new Set(['srgbClr', 'schemeClr', 'sysClr', 'prstClr']);

/** Letters of the slide's loose text by colour and by face. @param titles whether those of titles are counted, or those of other text */
function countLetters(file: DeckFile, slide: DeckSlide, titles: boolean): Counted {
  const counted: Counted = { ink: new Map(), face: new Map() };
  const add = (map: Map<string, number>, key: string, letters: number): void => void map.set(key, (map.get(key) ?? 0) + letters);
  for (const object of objectsOf(slide)) {
    const held = placeholderOf(object.element);
    if (object.element.local !== 'sp' || (held !== undefined && isFurniture(held))) continue;
    if ((held !== undefined && isTitle(held)) !== titles) continue;
    const text = styledText(file, object);
    if (text === undefined || isSeen(object.element, text.shapes)) continue;
    for (const run of text.paragraphs.flatMap(({ runs }) => runs)) {
      const letters = run.text.trim().length;
      if (letters === 0) continue;
      const fill = nearest(run.properties, (one) => firstElementOf(one, 'solidFill', A));
      const color = fill && elementsOf(fill, undefined, A).find(({ local }) => KINDS.has(local));
      add(counted.ink, color === undefined ? TEXT : colorXml(color), letters);
      const latin = nearest(run.properties, (one) => firstElementOf(one, 'latin', A));
      add(counted.face, (latin && attributeOf(latin, 'typeface')) || THEME_FACE, letters);
    }
  }
  return counted;
}

/** The theme's face for running text. */
const THEME_FACE = '+mn-lt';
const TEXT = '<a:schemeClr val="tx1"/>';
const GROUND = '<a:schemeClr val="bg1"/>';

const mostOf = (map: ReadonlyMap<string, number>): string | undefined => [...map].toSorted(([, a], [, b]) => b - a)[0]?.[0];

function parts({ opened }: DeckFile, { part }: DeckSlide): XmlPart[] {
  const layout = layoutOf(opened, part.name)?.part;
  const master = layout && masterOf(opened, layout.name);
  return [part, layout, master].filter((one) => one !== undefined);
}

function backgroundOf(file: DeckFile, slide: DeckSlide, colors: SlideColors): Ground | undefined {
  for (const { root } of parts(file, slide)) {
    const common = firstElementOf(root, 'cSld', P);
    const background = common && firstElementOf(common, 'bg', P);
    if (background === undefined) continue;
    const properties = firstElementOf(background, 'bgPr', P);
    if (properties !== undefined) return groundOf(properties, colors);
    const reference = firstElementOf(background, 'bgRef', P);
    const color = reference && elementsOf(reference, undefined, A)[0];
    const hex = reference && attributeOf(reference, 'idx') === PLAIN_BACKGROUND && color ? hexOf(color, colors) : undefined;
    return hex === undefined ? 'unknown' : { hex };
  }
  const plain = colors.get('bg1');
  return plain === undefined ? 'unknown' : { hex: plain };
}

/** The colour on which a frame of the slide lies: that of the uppermost shape under its middle, else of the background. */
function groundUnder(file: DeckFile, slide: DeckSlide, { x, y, cx, cy }: Frame, colors: SlideColors): Ground {
  const middle = { x: x + cx / 2, y: y + cy / 2 };
  for (const part of parts(file, slide)) {
    const shapes = [...walkElements(part.root)].filter(({ local, uri }) => uri === P && (local === 'sp' || local === 'pic'));
    for (const element of shapes.toReversed()) {
      if (part !== slide.part && placeholderOf(element) !== undefined) continue;
      const frame = element.parent?.local === 'spTree' ? placeOf(file, { element, part }) : undefined;
      const isUnder =
        frame !== undefined &&
        middle.x >= frame.x &&
        middle.x <= frame.x + frame.cx &&
        middle.y >= frame.y &&
        middle.y <= frame.y + frame.cy;
      if (!isUnder) continue;
      if (element.local === 'pic') return 'unknown';
      const properties = firstElementOf(element, 'spPr', P);
      const ground = properties && groundOf(properties, colors);
      if (ground !== undefined && ground !== 'none') return ground;
      if (ground === undefined && firstElementOf(element, 'style', P) !== undefined) return 'unknown';
    }
  }
  const ground = backgroundOf(file, slide, colors);
  return ground === undefined || ground === 'none' ? 'unknown' : ground;
}

/** RRGGBB of a colour as `colorXml` writes it. */
function readInk(ink: string, colors: SlideColors): string | undefined {
  const color = parseXml(ink.replace(/^<a:\w+/, `$& xmlns:a="${A}"`)).root;
  return hexOf(color, colors);
}

/**
 * The look of text that is put on a slide within a frame (EMU): that of most of the slide's loose text, or of its title; where that could
 * not be read there, the better one of the theme's two.
 */
export function lookOf(file: DeckFile, slide: DeckSlide, frame: Frame): SlideLook {
  const colors = slideColors(file, slide);
  const own = countLetters(file, slide, false);
  const title = countLetters(file, slide, true);
  const ground = groundUnder(file, slide, frame, colors);
  const inks = [mostOf(own.ink), TEXT, ground === 'unknown' ? mostOf(title.ink) : undefined, GROUND].filter((one) => one !== undefined);
  const isRead = (ink: string): boolean => {
    const hex = readInk(ink, colors);
    return typeof ground === 'string' || hex === undefined || contrast(hex, ground.hex) >= CONTRAST_MIN;
  };
  // of an unknown ground the text that is read on it tells most
  const wanted = typeof ground === 'string' ? (mostOf(own.ink) ?? mostOf(title.ink) ?? TEXT) : (inks.find(isRead) ?? TEXT);
  const hex = readInk(wanted, colors);
  const face = mostOf(own.face) ?? mostOf(faceOfDeck(file));
  return {
    ink: wanted === TEXT ? undefined : wanted,
    isLight: hex !== undefined && contrast(hex, '000000') > contrast(hex, 'FFFFFF'),
    face: face === undefined || (face === THEME_FACE && usualFace(file) === THEME_FACE) ? undefined : face,
    colors,
  };
}

/** The face of text boxes that name none. */
function usualFace({ main }: DeckFile): string {
  const style = firstElementOf(main.root, 'defaultTextStyle', P);
  const level = style && firstElementOf(style, 'lvl1pPr', A);
  const usual = level && firstElementOf(level, 'defRPr', A);
  const latin = usual && firstElementOf(usual, 'latin', A);
  return (latin && attributeOf(latin, 'typeface')) || THEME_FACE;
}

function faceOfDeck(file: DeckFile): Map<string, number> {
  const all = new Map<string, number>();
  for (const slide of file.slides.slice(0, SLIDES_MAX))
    for (const [face, letters] of countLetters(file, slide, false).face) all.set(face, (all.get(face) ?? 0) + letters);
  return all;
}

/** `a:latin` and so on of a run in the look; '' where the theme's face does. */
export const faceXml = ({ face }: SlideLook): string => (face === undefined ? '' : `<a:latin typeface="${escapeAttribute(face)}"/>`);

/** `a:solidFill` of the ink; '' where the usual colour of text does. */
export const inkXml = ({ ink }: SlideLook): string => (ink === undefined ? '' : `<a:solidFill>${ink}</a:solidFill>`);
