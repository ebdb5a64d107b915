/**
 * Word files → document. The main part is read as Word shows it: deleted and hidden text is left out, fields show their
 * results, footnotes, endnotes and comments are at the end, text boxes behind the paragraph that holds them. Headers and
 * footers of the pages are distinguished from the text.
 */
import { append } from '../base/append.ts';
import { W } from '../ooxml/names.ts';
import type { Block, Footnotes } from '../document/block.ts';
import { numberBlocks } from '../document/walk.ts';
import type { Noted } from '../base/note.ts';
import { Refusal } from '../base/refusal.ts';
import { openForeignPackage } from '../ooxml/validate-package.ts';
import { readXmlPart } from '../ooxml/office-package.ts';
import { elementsOf } from '../ooxml/xml-tree.ts';
import { readBody } from './docx/body.ts';
import { readFurniture } from './docx/furniture.ts';
import type { PageFurniture } from './docx/furniture.ts';
import { readBackground } from './docx/background.ts';
import { readNumbering } from './docx/numbering.ts';
import { readStyles } from './docx/styles.ts';
import { beginWord, indexNotes } from './docx/word-reading.ts';
import type { WordReading } from './docx/word-reading.ts';
import { beginReading, partsByKind, readMeta, sidePart } from './office/parts.ts';
import type { OfficeMeta } from './office/parts.ts';

export interface OfficeContent {
  /** Ids `b1`, `b2`, … in reading order. */
  blocks: Block[];
  meta: OfficeMeta;
  /** Names of the parts that hold the pictures `img:1`, `img:2`, … */
  pictures: readonly string[];
  /** Slides or sheets; null for Word files. */
  pages: number | null;
  /** What is on the pages above and below the text, each text once. */
  furniture?: PageFurniture;
}

/**
 * @param inside whether it is embedded in another file
 * @param literal as the file has it, for those who judge it: paragraphs with typed marks are no lists, tables that set a page are tables
 * @throws Refusal `file_rejected`: hostile or damaged package, macros, not a Word file
 */
export function readDocx(bytes: Uint8Array, { inside = false, literal = false } = {}): Noted<OfficeContent> {
  const { value: file, notes } = openForeignPackage(bytes);
  if (file.kind !== 'docx') throw new Refusal('file_rejected', 'The file is not a Word document.');
  const office = beginReading(file, notes, inside);
  const main = file.mainPart;
  const root = readXmlPart(file, main).root;
  // some programs write one behind the other
  const [body, ...others] = elementsOf(root, 'body', W);
  if (body === undefined) throw new Refusal('file_rejected', 'The Word file has no text in it.', { fault: 'no_text' });
  const styles = readStyles(sidePart(office, partsByKind(office, main, 'styles')[0]));
  const numbering = readNumbering(sidePart(office, partsByKind(office, main, 'numbering')[0]));
  const reading = beginWord({ office, literal, part: main, styles, numbering, ground: readBackground(office, main, root) });
  for (const kind of ['footnotes', 'endnotes', 'comments'] as const) {
    const name = partsByKind(office, main, kind)[0];
    if (name !== undefined) indexNotes(reading, kind, name, sidePart(office, name));
  }
  const blocks = readBody(reading, body);
  for (const other of others) append(blocks, readBody(reading, other));
  if (reading.hasTitle) for (const heading of reading.headings) heading.level = Math.min(6, heading.level + 1);
  for (const title of reading.titles) title.level = 1;
  addNotes(reading, blocks);
  const furniture = readFurniture(reading, body);
  numberBlocks(blocks);
  return { value: { blocks, meta: readMeta(office), pictures: office.pictures, pages: null, furniture }, notes: office.notes };
}

/** Footnotes in the order of their first reference; the text of one may refer to more. */
function addNotes(reading: WordReading, blocks: Block[]): void {
  const footnotes: Footnotes = { id: '', type: 'footnotes', notes: [] };
  for (const id of reading.references) {
    const source = reading.noteSources.get(id);
    if (source === undefined) continue;
    const content = readBody({ ...reading, part: source.part }, source.element);
    const [first] = content;
    const author = source.author === undefined ? '' : `${source.author}: `;
    if (author !== '' && first?.type === 'paragraph') first.runs.unshift({ text: author });
    footnotes.notes.push({ id, blocks: content.length > 0 ? content : [{ id: '', type: 'paragraph', runs: [] }] });
  }
  if (footnotes.notes.length > 0) blocks.push(footnotes);
}
