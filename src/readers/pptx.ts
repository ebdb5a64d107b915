/** PowerPoint files → document: a slide block for each slide in order, its title, its body in reading order, comments, its notes. */
import { P, R } from '../ooxml/names.ts';
import type { Block, Slide } from '../document/block.ts';
import { plainText } from '../document/inline.ts';
import { numberBlocks } from '../document/walk.ts';
import type { Noted } from '../base/note.ts';
import { Refusal } from '../base/refusal.ts';
import { openForeignPackage } from '../ooxml/validate-package.ts';
import { readXmlPart } from '../ooxml/office-package.ts';
import { attributeOf, elementsOf, firstElementOf } from '../ooxml/xml-tree.ts';
import type { XmlElement } from '../ooxml/xml-tree.ts';
import { beginReading, firstOf, noteOnce, partsByKind, readMeta, sidePart, targetOf } from './office/parts.ts';
import type { OfficeReading } from './office/parts.ts';
import { createFixedTexts } from './pptx/fixed-texts.ts';
import { notesFurniture, readNotes, readShapes } from './pptx/shapes.ts';
import type { SlidePart } from './pptx/shapes.ts';
import { readCommentAuthors, readSlideComments } from './pptx/comments.ts';
import { createInheritance } from './pptx/inheritance.ts';
import type { Layer } from './pptx/inheritance.ts';
import type { OfficeContent } from './docx.ts';

const SLIDES_MAX = 5_000;
/** Hidden slides that a note names. */
const HIDDEN_NAMED_MAX = 20;
/** Different ones of one presentation. */
const FOOTERS_MAX = 30;

/** @throws Refusal `file_rejected`: hostile or damaged package, macros, not a presentation */
export function readPptx(bytes: Uint8Array, { inside = false }: { inside?: boolean } = {}): Noted<OfficeContent> {
  const { value: file, notes } = openForeignPackage(bytes);
  if (file.kind !== 'pptx') throw new Refusal('file_rejected', 'The file is not a PowerPoint presentation.');
  const reading = beginReading(file, notes, inside);
  const main = readXmlPart(file, file.mainPart).root;
  const list = firstElementOf(main, 'sldIdLst', P);
  const all = (list ? elementsOf(list, 'sldId', P) : []).flatMap(
    (element) => targetOf(reading, file.mainPart, attributeOf(element, 'id', R))?.target ?? [],
  );
  const names = firstOf(reading, all, SLIDES_MAX, 'slides');
  const inherit = createInheritance(reading);
  const authors = readCommentAuthors(reading, file.mainPart);
  const size = sizeOf(main);
  const fixedTexts = createFixedTexts(reading, size);
  const blocks: Block[] = [];
  const hidden: number[] = [];
  const footers = new Set<string>();
  const headers = new Set<string>();
  const topics = new Set<string>();
  for (const name of names) {
    const root = sidePart(reading, name);
    if (root === undefined) continue;
    if (/^(?:0|false)$/.test(attributeOf(root, 'show') ?? '')) hidden.push(blocks.length + 1);
    const fixed = fixedTexts(name, root);
    for (const text of fixed.headers) headers.add(text);
    for (const text of fixed.footers) footers.add(text);
    blocks.push(readSlide(reading, { part: name, root, size, layers: inherit(name), authors, headers, footers, topics }));
  }
  if (hidden.length > 0)
    noteOnce(
      reading,
      'slide_hidden',
      'info',
      `The presentation has hidden slides; they were read too: ${hidden.slice(0, HIDDEN_NAMED_MAX).join(', ')}${hidden.length > HIDDEN_NAMED_MAX ? ', …' : ''}.`,
    );
  numberBlocks(blocks);
  const furniture = {
    headers: [...firstOf(reading, [...headers], FOOTERS_MAX, 'different texts at the top of slides')],
    footers: [...firstOf(reading, [...footers], FOOTERS_MAX, 'different texts at the bottom of slides')],
  };
  return { value: { blocks, meta: readMeta(reading), pictures: reading.pictures, pages: blocks.length, furniture }, notes: reading.notes };
}

function sizeOf(main: XmlElement): SlidePart['size'] {
  const size = firstElementOf(main, 'sldSz', P);
  const [width, height] = [Number(size && attributeOf(size, 'cx')), Number(size && attributeOf(size, 'cy'))];
  return width > 0 && height > 0 ? { width, height } : undefined;
}

function readSlide(
  reading: OfficeReading,
  {
    part,
    root,
    size,
    layers,
    authors,
    headers,
    footers,
    topics,
  }: {
    topics: Set<string>;
    headers: Set<string>;
    footers: Set<string>;
    part: string;
    root: XmlElement;
    size: SlidePart['size'];
    layers: Layer[];
    authors: ReadonlyMap<string, string>;
  },
): Slide {
  const { title, blocks, footers: own } = readShapes({ reading, part, layers, root, size, topics });
  if (title.length > 0) topics.add(plainText(title));
  for (const text of own) if (text !== '') footers.add(text);
  const slide: Slide = { id: '', type: 'slide', blocks: [...blocks, ...readSlideComments(reading, part, authors)] };
  if (title.length > 0) slide.title = title;
  const notesPart = partsByKind(reading, part, 'notesSlide')[0];
  const notesRoot = sidePart(reading, notesPart);
  if (notesPart !== undefined && notesRoot) {
    const page = { reading, part: notesPart, layers: [], root: notesRoot };
    const notes = readNotes(page);
    const furniture = notesFurniture(page);
    for (const text of furniture.headers) headers.add(text);
    for (const text of furniture.footers) footers.add(text);
    if (notes.length > 0) slide.notes = notes;
  }
  return slide;
}
