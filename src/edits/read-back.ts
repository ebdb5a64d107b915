/**
 * Whether a file can be read as it was written. Parts that were changed in a few places need not be read whole for it: a
 * well-formed part stays so where pieces that are well-formed by themselves take the place of such pieces.
 */
import { changedParts } from '../ooxml/change-package.ts';
import { decodeXml } from '../ooxml/decode-xml.ts';
import type { XmlEdit } from '../ooxml/edit-xml.ts';
import { keepPartText, knownPartText, openOfficePackage, partNamed, readPart, type OfficePackage } from '../ooxml/office-package.ts';
import { scanXml } from '../ooxml/scan-xml.ts';
import { elementsOf, type XmlElement } from '../ooxml/xml-tree.ts';
import { writeSpans } from './take-spans.ts';

/** Larger parts are sheets, of which single cells were written; their text is not read once more for it. */
const READ_BACK_MAX = 4_000_000;
/** With more places or longer pieces, reading the whole part costs no more. */
const SPANS_MAX = 200;
const PIECE_CHARS_MAX = 100_000;

const ROOT_CHARS_MAX = 20_000;
const NOTHING = {};
const ROOT = /<([A-Za-z_][\w.:-]*)(?:\s(?:[^<>"']|"[^"]*"|'[^']*')*)?>/;

const CLOSED_BY = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const;

/** Whether the position is in text: not within a tag, a comment, a CDATA section or an instruction. */
function isInText(source: string, at: number): boolean {
  const before = source.slice(Math.max(0, at - 4_000), at);
  const open = before.lastIndexOf('<');
  const last = before.slice(Math.max(0, open));
  const [, end] = CLOSED_BY.find(([begin]) => last.startsWith(begin)) ?? ['<', '>'];
  return open >= 0 && last.includes(end);
}

/** The paragraph that holds the stretch, or else the child of the root's first child; undefined where it is in none. */
function blockAround(root: XmlElement, start: number, end: number): XmlElement | undefined {
  let around: XmlElement | undefined;
  for (let [element, depth]: [XmlElement | undefined, number] = [root, 0]; element !== undefined; depth += 1) {
    if (element.local === 'p' || (around === undefined && depth === 2)) around = element;
    element = elementsOf(element).find((child) => child.start <= start && child.end >= end);
  }
  return around;
}

/**
 * Whether changes to a well-formed part leave it well-formed, told from the places that they are at: what goes and what comes are
 * each well-formed content with the namespaces of the part's root, or the block around them is well-formed afterwards. False says only
 * that it is not known.
 * @param root the part's tree, where it was read
 */
export function keepsWellFormed(source: string, spans: readonly XmlEdit[], root?: XmlElement): boolean {
  if (spans.length > SPANS_MAX) return false;
  const opening = ROOT.exec(source.slice(0, ROOT_CHARS_MAX));
  if (opening === null) return false;
  const [tag, name] = opening;
  const isContent = (piece: string): boolean => {
    if (piece.length > PIECE_CHARS_MAX) return false;
    if (!/[<&]|\]\]>/.test(piece)) return true;
    try {
      scanXml(`${tag}${piece}</${name}>`, NOTHING);
      return true;
    } catch {
      return false;
    }
  };
  const left = spans.filter(
    ({ start, end, xml, fills }) =>
      fills !== undefined || !isInText(source, start) || !isContent(source.slice(start, end)) || !isContent(xml),
  );
  const blocks = new Set<XmlElement>();
  for (const { start, end } of left) {
    const block = root && blockAround(root, start, end);
    if (block === undefined) return false;
    blocks.add(block);
  }
  return [...blocks].every((block) => {
    const inside = spans.filter(({ start, end }) => end > block.start && start < block.end);
    if (inside.some(({ start, end }) => start < block.start || end > block.end)) return false;
    const shifted = inside.map((span) => ({ ...span, start: span.start - block.start, end: span.end - block.start }));
    return isContent(writeSpans(source.slice(block.start, block.end), shifted));
  });
}

/**
 * The file as it was written.
 * @param sound parts as they were written that are known to be well-formed
 * @throws Error where a part of it cannot be read, which is our fault and never that of the file
 */
export function readBack(opened: OfficePackage, bytes: Uint8Array, sound: ReadonlyMap<string, Uint8Array>, done: string): OfficePackage {
  try {
    const after = openOfficePackage(bytes);
    for (const name of changedParts(opened)) {
      const kept = partNamed(after, name);
      if (kept === undefined || !/\.(?:xml|rels|vml)$/i.test(kept)) continue;
      const written = opened.changes.get(name);
      if (written !== undefined && written === sound.get(name)) {
        const text = knownPartText(opened, name);
        if (text !== undefined && written !== null && Buffer.compare(readPart(after, kept), written) === 0) keepPartText(after, kept, text);
        continue;
      }
      const part = readPart(after, kept);
      if (part.length <= READ_BACK_MAX) scanXml(decodeXml(part).text, NOTHING);
    }
    return after;
  } catch (error) {
    throw new Error(`the edited file cannot be read back (${done.slice(0, 500)})`, { cause: error });
  }
}
