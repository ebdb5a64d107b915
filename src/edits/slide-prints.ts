/** What slides show that no words say: their things, where these are, and the pictures in them. By it a slide without words is known again. */
import { createHash } from 'node:crypto';
import { detectFileKind } from '../base/file-kind.ts';
import { readDeckFile, type DeckSlide } from '../ooxml/deck-file.ts';
import { A, P } from '../ooxml/names.ts';
import { openOfficePackage, partNamed, readPart, relationshipsOf, type OfficePackage } from '../ooxml/office-package.ts';
import { attributeOf, walkElements } from '../ooxml/xml-tree.ts';

const THINGS = new Set(['sp', 'pic', 'graphicFrame', 'cxnSp', 'contentPart']);
const PLACES: Readonly<Record<string, readonly string[]>> = { off: ['x', 'y'], ext: ['cx', 'cy'] };
const RELATIONSHIPS = /officeDocument\/(?:2006\/)?relationships$/;

const sha = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** @param known hashes of parts, as many slides show the same picture */
function printOf(opened: OfficePackage, { part }: DeckSlide, known: Map<string, string>): string {
  const targets = new Map(relationshipsOf(opened, part.name).map((one) => [one.id, one]));
  const shown = (id: string): string => {
    const relation = targets.get(id);
    const name = relation === undefined || relation.external ? undefined : partNamed(opened, relation.target);
    if (name === undefined) return relation?.target ?? '';
    const hash = known.get(name) ?? sha(readPart(opened, name));
    known.set(name, hash);
    return hash;
  };
  const words: string[] = [];
  for (const element of walkElements(part.root)) {
    if (element.uri === P && THINGS.has(element.local)) words.push(element.local);
    const places = element.uri === A ? PLACES[element.local] : undefined;
    for (const name of places ?? []) words.push(attributeOf(element, name) ?? '');
    for (const { uri, value } of element.attributes) if (RELATIONSHIPS.test(uri)) words.push(shown(value));
  }
  return words.some((word) => THINGS.has(word)) ? sha(words.join(' ')) : '';
}

/**
 * A print of each slide that is asked for, '' where nothing is on it and for those that are not; [] of files that are no presentations.
 * @param asked places of slides in their order, from 0: of those alone pictures are read
 */
export function slidePrints(bytes: Uint8Array, asked: ReadonlySet<number>): string[] {
  if (detectFileKind(bytes, undefined).kind !== 'pptx') return [];
  const opened = openOfficePackage(bytes);
  const known = new Map<string, string>();
  return readDeckFile(opened).slides.map((slide, at) => (asked.has(at) ? printOf(opened, slide, known) : ''));
}
