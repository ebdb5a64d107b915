/** A new slide on a layout: its title and texts fill the placeholders there; nothing else is on it. */
import { isLanguage } from '../../../base/known-language.ts';
import { A, P, R, STRICT, TRANSITIONAL } from '../../../ooxml/names.ts';
import { TREE_HEAD } from '../../../ooxml/notes-page.ts';
import { XML_DECLARATION } from '../../../ooxml/package-parts.ts';
import { escapeAttribute, escapeText } from '../../../ooxml/xml-text.ts';
import { attributeOf, elementsOf, firstElementOf, walkElements, type XmlElement } from '../../../ooxml/xml-tree.ts';
import type { XmlPart } from '../../../ooxml/office-package.ts';
import { reject, type Rejected } from '../../define-edit.ts';
import { type DeckSlide } from '../../../ooxml/deck-file.ts';
import { isFurniture, isTitle, placeholdersOf, type DeckLayout, type Placeholder } from './layouts.ts';

const LEVELS_MAX = 8;

/** A namespace as the presentation writes it: transitional, or strict (ISO/IEC 29500-1 annex A). */
export function spelledIn({ source, root }: XmlPart, uri: string): string {
  const strict = source.slice(root.start, root.contentStart).includes(`${STRICT}presentationml/main`);
  return strict && uri.startsWith(TRANSITIONAL) ? STRICT + uri.slice(TRANSITIONAL.length).replace('/2006', '') : uri;
}

/** Declarations of the three namespaces that every part of a presentation writes. */
export const declarations = (main: XmlPart): string =>
  `xmlns:a="${spelledIn(main, A)}" xmlns:r="${spelledIn(main, R)}" xmlns:p="${spelledIn(main, P)}"`;

/** Lines are paragraphs; each tab at the beginning of one is a level. */
export function paragraphsXml(text: string, lang: string): string {
  const language = ` lang="${escapeAttribute(lang)}"`;
  return text
    .split('\n')
    .map((line) => {
      const level = Math.min(LEVELS_MAX, /^\t*/.exec(line)?.[0].length ?? 0);
      const words = line.replace(/^\t+/, '');
      return `<a:p>${level === 0 ? '' : `<a:pPr lvl="${level}"/>`}${words === '' ? `<a:endParaRPr${language}/>` : `<a:r><a:rPr${language}/><a:t>${escapeText(words)}</a:t></a:r>`}</a:p>`;
    })
    .join('');
}

/** The language that a slide's text begins in; English where there is none. */
export function languageOf(slide: DeckSlide | undefined): string {
  for (const element of slide === undefined ? [] : walkElements(slide.part.root)) {
    const lang = element.local === 'rPr' || element.local === 'endParaRPr' ? attributeOf(element, 'lang') : undefined;
    if (lang !== undefined && isLanguage(lang)) return lang;
  }
  return 'en-US';
}

function shapeXml(id: number, { type, index, element }: Placeholder, paragraphs: string): string {
  const holder = elementsOf(element, undefined, P).find(({ local }) => local.startsWith('nv'));
  const named = holder && firstElementOf(holder, 'cNvPr', P);
  const name = (named && attributeOf(named, 'name')) || `Placeholder ${id}`;
  const ph = `<p:ph${type === 'obj' ? '' : ` type="${type}"`}${index === '0' ? '' : ` idx="${escapeAttribute(index)}"`}/>`;
  return `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="${escapeAttribute(name)}"/><p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr><p:nvPr>${ph}</p:nvPr></p:nvSpPr><p:spPr/><p:txBody><a:bodyPr/><a:lstStyle/>${paragraphs}</p:txBody></p:sp>`;
}

export interface NewSlide {
  title?: string | undefined;
  texts?: readonly string[] | undefined;
}

/** Text of the footer and the number as the slide beside it shows them. */
function furnitureText(beside: XmlPart, type: string): string | undefined {
  const shape: XmlElement | undefined = placeholdersOf(beside).find((one) => one.type === type)?.element;
  const body = shape && firstElementOf(shape, 'txBody', P);
  const paragraphs = body === undefined ? [] : elementsOf(body, 'p', A);
  if (paragraphs.length === 0) return undefined;
  const xml = beside.source.slice(paragraphs[0]?.start, paragraphs.at(-1)?.end);
  // markup of other namespaces would need their declarations
  return /<(?!\/?a:)/.test(xml) || /\sr:/.test(xml) ? undefined : xml;
}

function areaOf({ frame }: Placeholder): number {
  const size = frame && firstElementOf(frame, 'ext', A);
  // what has no measures of its own has those of the master's text, which is most of the slide
  return size === undefined ? Infinity : Number(attributeOf(size, 'cx') ?? 0) * Number(attributeOf(size, 'cy') ?? 0);
}

/** The places for so many texts, in their order: lines above titles and below pictures are left where there are fewer texts. */
function largest(rooms: readonly Placeholder[], count: number): Placeholder[] {
  if (count >= rooms.length) return [...rooms];
  const chosen = new Set(rooms.toSorted((a, b) => (areaOf(a) === areaOf(b) ? 0 : areaOf(b) - areaOf(a))).slice(0, count));
  return rooms.filter((room) => chosen.has(room));
}

/** Names of layouts on which a slide has a title and so many texts beside it. */
export const fitting = (layouts: readonly DeckLayout[], given: NewSlide): string[] =>
  layouts
    .filter(({ part }) => {
      const offered = placeholdersOf(part);
      return (given.title === undefined || offered.some(isTitle)) && roomsIn(offered).length >= (given.texts ?? []).length;
    })
    .map(({ name }) => name);

/** Places for texts beside the title. */
export const roomsIn = (offered: readonly Placeholder[]): Placeholder[] =>
  offered.filter((one) => ['obj', 'body', 'subTitle', 'half'].includes(one.type));

/** Where a new slide comes. */
export interface SlidePlace {
  main: XmlPart;
  layout: DeckLayout;
  /** All of the presentation. */
  layouts: readonly DeckLayout[];
  /** The slide whose footer and number it repeats; undefined where it is the first one. */
  beside: DeckSlide | undefined;
}

/** @param loose things that no place of the layout holds, each by its id */
export function newSlideXml(
  { main, layout, layouts, beside }: SlidePlace,
  given: NewSlide,
  loose: readonly ((id: number) => string)[] = [],
): string | Rejected {
  const offered = placeholdersOf(layout.part);
  const lang = languageOf(beside);
  const title = offered.find(isTitle);
  const texts = given.texts ?? [];
  const rooms = largest(roomsIn(offered), texts.length);
  if (given.title !== undefined && title === undefined)
    return reject(
      'unsupported',
      `The layout "${layout.name}" has no title; choose another one, or add_shape on a slide without one.`,
      fitting(layouts, given),
    );
  if (texts.length > rooms.length)
    return reject(
      'would_overflow',
      `The layout "${layout.name}" has room for ${rooms.length} ${rooms.length === 1 ? 'text' : 'texts'} beside the title, not for ${texts.length}; give fewer, with more lines, or choose another layout.`,
      fitting(layouts, given),
    );
  let id = 1;
  const shapes = [
    ...loose.map((make) => make(++id)),
    ...(given.title === undefined || title === undefined ? [] : [shapeXml(++id, title, paragraphsXml(given.title, lang))]),
    ...texts.flatMap((text, at) => {
      const room = rooms[at];
      return room === undefined ? [] : [shapeXml(++id, room, paragraphsXml(text, lang))];
    }),
    ...offered.filter(isFurniture).flatMap((one) => {
      const xml = beside && furnitureText(beside.part, one.type);
      return xml === undefined ? [] : [shapeXml(++id, one, xml)];
    }),
  ];
  return `${XML_DECLARATION}<p:sld ${declarations(main)}><p:cSld><p:spTree>${TREE_HEAD}${shapes.join('')}</p:spTree></p:cSld><p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:sld>`;
}
