/** What every reader of Office files asks of a package: parts by relationship, properties, notes said once. */
import { OFFICE_RELATIONSHIP } from '../../ooxml/names.ts';
import type { FindingCode } from '../../base/finding-code.ts';
import type { Note } from '../../base/note.ts';
import { Refusal } from '../../base/refusal.ts';
import { partNamed, readXmlPart, relationshipsOf } from '../../ooxml/office-package.ts';
import type { OfficePackage } from '../../ooxml/office-package.ts';
import { elementsOf, textOf } from '../../ooxml/xml-tree.ts';
import type { XmlElement } from '../../ooxml/xml-tree.ts';

export interface OfficeMeta {
  title?: string | undefined;
  author?: string | undefined;
}

/** What the reading of one file has come to. */
export interface OfficeReading {
  file: OfficePackage;
  notes: Note[];
  /** Relationships of a part by id, read once for each part. */
  targets: Map<string, Map<string, { target: string; external: boolean; type: string }>>;
  /** Part names of pictures, by asset key. */
  pictures: string[];
  /** Whether the file is embedded in the one that was sent. */
  inside: boolean;
  /** How many files that are embedded in it were met. */
  embedded: number;
}

export function beginReading(file: OfficePackage, notes: readonly Note[], inside = false): OfficeReading {
  return { file, notes: [...notes], targets: new Map(), pictures: [], inside, embedded: 0 };
}

/** Says a thing once, however often it is met. */
export function noteOnce(reading: OfficeReading, code: FindingCode, severity: Note['severity'], message: string): void {
  if (!reading.notes.some((note) => note.code === code && note.message === message)) reading.notes.push({ code, severity, message });
}

/** The first of what is bounded; how many more there are is said (`part_left_out`). @param what they are, in the plural */
export function firstOf<T>(reading: OfficeReading, all: readonly T[], max: number, what: string): readonly T[] {
  if (all.length <= max) return all;
  const message = `Of ${all.length} ${what} the first ${max} were read; ${all.length - max} were left out.`;
  noteOnce(reading, 'part_left_out', 'warning', message);
  return all.slice(0, max);
}

/** The beginning of a text that is bounded; how long it is is said (`text_cut`). @param what it is, in the singular */
export function beginningOf(reading: OfficeReading, text: string, max: number, what: string): string {
  if (text.length <= max) return text;
  noteOnce(reading, 'text_cut', 'warning', `${what} has ${text.length} characters; the first ${max} were read.`);
  return text.slice(0, max);
}

/** What a relationship of a part leads to; undefined where there is none of that id. */
export function targetOf(
  reading: OfficeReading,
  part: string,
  id: string | undefined,
): { target: string; external: boolean; type: string } | undefined {
  if (id === undefined) return undefined;
  return relationsOf(reading, part).get(id);
}

function relationsOf(reading: OfficeReading, part: string): Map<string, { target: string; external: boolean; type: string }> {
  let targets = reading.targets.get(part);
  if (targets === undefined) {
    targets = new Map(relationshipsOf(reading.file, part).map(({ id, target, external, type }) => [id, { target, external, type }]));
    reading.targets.set(part, targets);
  }
  return targets;
}

/** Names of the parts that a part refers to by a kind of relationship (`styles`, `slide`), in the order written. */
export function partsByKind(reading: OfficeReading, part: string, kind: string): string[] {
  const found: string[] = [];
  for (const { target, external, type } of relationsOf(reading, part).values()) {
    if (!external && (type === OFFICE_RELATIONSHIP + kind || type.endsWith(`/${kind}`)) && partNamed(reading.file, target) !== undefined)
      found.push(target);
  }
  return found;
}

/** The root of a side part (styles, numbering, charts): undefined where it is missing or damaged, which the rest can do without. */
export function sidePart(reading: OfficeReading, name: string | undefined): XmlElement | undefined {
  if (name === undefined || partNamed(reading.file, name) === undefined) return undefined;
  try {
    return readXmlPart(reading.file, name).root;
  } catch (error) {
    if (!(error instanceof Refusal) || error.fault === 'document_type') throw error;
    noteOnce(reading, 'part_damaged', 'warning', `The part ${name.slice(0, 200)} is damaged and was left out.`);
    return undefined;
  }
}

/** Title and author from the core properties. */
export function readMeta(reading: OfficeReading): OfficeMeta {
  const root = sidePart(reading, partsByKind(reading, '', 'core-properties')[0]);
  const meta: OfficeMeta = {};
  for (const element of root ? elementsOf(root) : []) {
    const text = textOf(element).trim();
    if (text === '') continue;
    if (element.local === 'title') meta.title = text;
    if (element.local === 'creator') meta.author = text;
  }
  return meta;
}

/** Key of the picture that a part holds, given on first meeting. */
export function pictureKey(reading: OfficeReading, part: string): string {
  let at = reading.pictures.indexOf(part);
  if (at < 0) at = reading.pictures.push(part) - 1;
  return `img:${at + 1}`;
}

/**
 * A program writes what it can in `Choice`, and for others in `Fallback`. The first of them that says something to us is
 * read. @param size how much has been read so far
 */
export function readAlternative(element: XmlElement, read: (content: XmlElement) => void, size: () => number): void {
  const before = size();
  for (const content of [...elementsOf(element, 'Choice'), ...elementsOf(element, 'Fallback')]) {
    read(content);
    if (size() !== before) return;
  }
}
