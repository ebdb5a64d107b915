/** Parts of a package that hold text, filled one by one: what has no tag keeps its bytes. */
import { append } from '../../base/append.ts';
import { replacePart } from '../../ooxml/change-package.ts';
import { decodeXml, encodeXml } from '../../ooxml/decode-xml.ts';
import { contentTypeOf, partNames, readPart, readXmlPart, type OfficePackage } from '../../ooxml/office-package.ts';
import { escapeText } from '../../ooxml/xml-text.ts';
import { walkElements } from '../../ooxml/xml-tree.ts';
import { TagFault } from './expression.ts';
import { addFault, valueOfTag, type Filling, type PlacedTag } from './filling.ts';
import { compile, type Place } from './program.ts';
import { findTags, readTag } from './read-tag.ts';
import type { Scope } from './scope.ts';
import type { TextTag } from './text-blocks.ts';
import { mayHoldTags, plainTextOf, programOf, type Labels, type TextWriter } from './text-part.ts';

/** The source of a part, where it may hold tags. */
export function sourceWithTags(opened: OfficePackage, name: string): string | undefined {
  const { text } = decodeXml(readPart(opened, name));
  return mayHoldTags(text) ? text : undefined;
}

/** Fills a part of paragraphs. @returns its tags */
export function fillTextPart(
  opened: OfficePackage,
  name: string,
  { scope, filling, labels, writer }: { scope: Scope; filling: Filling; labels: Labels; writer: TextWriter },
): TextTag[] {
  if (writer.others === undefined && sourceWithTags(opened, name) === undefined) return [];
  const given = readXmlPart(opened, name);
  const { part, tags, write } = programOf(filling, given, labels, writer);
  const filled = write(0, part.source.length, scope);
  if (filled !== given.source) replacePart(opened, given.name, encodeXml({ text: filled, encoding: given.encoding }));
  return tags;
}

const PROPERTIES = /(?:core-properties|extended-properties|custom-properties)\+xml$/;

/** Title, subject and other properties: texts of elements. */
export function fillProperties(opened: OfficePackage, filling: Filling, scope: Scope): PlacedTag[] {
  const tags: PlacedTag[] = [];
  for (const name of partNames(opened)) {
    if (!PROPERTIES.test(contentTypeOf(opened, name) ?? '') || sourceWithTags(opened, name) === undefined) continue;
    const part = readXmlPart(opened, name);
    const places = [...walkElements(part.root)].flatMap((element) =>
      element.children.flatMap((node): Place[] => {
        if (node.kind !== 'text' || !node.value.includes('{{')) return [];
        const pieces = readPieces(filling, node.value, () => `properties.${element.local}`);
        append(
          tags,
          pieces.flatMap((one) => (typeof one === 'string' ? [] : [one])),
        );
        return [{ start: node.start, end: node.end, render: (inside) => escapeText(joinPieces(filling, pieces, inside)) }];
      }),
    );
    const filled = compile(part.source, places)(0, part.source.length, scope);
    if (filled !== part.source) replacePart(opened, part.name, encodeXml({ text: filled, encoding: part.encoding }));
  }
  return tags;
}

/** A text outside of paragraphs: words and tags with values, no blocks. */
export function readPieces(filling: Filling, text: string, place: () => string): (string | PlacedTag)[] {
  const pieces: (string | PlacedTag)[] = [];
  let at = 0;
  for (const found of findTags(text)) {
    if (found.end === -1) continue;
    if (found.start > at) pieces.push(text.slice(at, found.start));
    at = found.end;
    try {
      const tag = readTag(found.text.slice(2, -2));
      if (tag.kind === 'value') pieces.push({ tag, text: found.text, place });
      else if (tag.kind !== 'comment') addFault(filling, { text: found.text, place }, 'only values can be here, no loops or conditions');
    } catch (error) {
      if (!(error instanceof TagFault)) throw error;
      addFault(filling, { text: found.text, place }, error.message);
    }
  }
  if (at < text.length) pieces.push(text.slice(at));
  return pieces;
}

/** The text of such pieces in a scope. */
export function joinPieces(filling: Filling, pieces: readonly (string | PlacedTag)[], scope: Scope): string {
  return pieces
    .map((piece) => {
      if (typeof piece === 'string') return piece;
      const value = piece.tag.kind === 'value' ? valueOfTag(filling, piece, piece.tag.piped, scope) : null;
      return value === undefined ? piece.text : plainTextOf(filling, piece, value);
    })
    .join('');
}
