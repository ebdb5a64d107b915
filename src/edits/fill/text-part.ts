/** A part with paragraphs, filled: its tags found, its blocks compiled, and written for a scope. */
import { W } from '../../ooxml/names.ts';
import { applyXmlEdits } from '../../ooxml/edit-xml.ts';
import type { XmlPart } from '../../ooxml/office-package.ts';
import { escapeText } from '../../ooxml/xml-text.ts';
import { elementsOf, parseXml, type XmlElement } from '../../ooxml/xml-tree.ts';
import { TagFault } from './expression.ts';
import { addFault, valueOfTag, type Filling, type PlacedTag } from './filling.ts';
import { textOfValue } from './formatters.ts';
import { pairTags } from './pair-tags.ts';
import { compile, Crossing, type Place, type Write } from './program.ts';
import { findTags, readTag, type Tag } from './read-tag.ts';
import type { Scope, Value } from './scope.ts';
import { blockPlace, findShape, type Shape, type TextBlock, type TextTag } from './text-blocks.ts';
import { divideRuns, textParagraphs, type TextParagraph } from './text-runs.ts';

type ValueTag = TextTag & { tag: Tag & { kind: 'value' } };

/** What a kind of file does with values that are no plain text. */
export interface TextWriter {
  /** The place of a tag that is more than text; undefined where it is written as text. */
  placeOf?(part: XmlPart, tag: ValueTag): Place | undefined;
  /** Places around all others: of records. */
  around?(part: XmlPart, blocks: readonly { block: TextBlock; shape: Shape }[]): Place[];
  /** Places that belong to no tag: ids in copies, links, pictures by their description, content controls. */
  others?(part: XmlPart, blocks: readonly { block: TextBlock; shape: Shape }[]): Place[];
}

/** Where paragraphs are, by their number in the part. */
export type Labels = (ordinal: number) => string;

/** How a run begins and ends, and how it looks. */
export interface RunLook {
  /** `<w:r>` with its attributes. */
  head: string;
  /** `rPr`, '' where there is none. */
  look: string;
  /** `w:r`. */
  name: string;
  isWord: boolean;
}

/** The look of a run as it is written. */
export function lookOf(source: string, run: XmlElement): RunLook {
  const properties = elementsOf(run, 'rPr')[0];
  return {
    head: source.slice(run.start, run.contentStart),
    look: properties === undefined ? '' : source.slice(properties.start, properties.end),
    name: run.name,
    isWord: run.uri === W,
  };
}

/** A text as runs in one look: lines and tabs as elements. */
export function runsIn({ head, look, name, isWord }: RunLook, text: string): string {
  if (text === '') return '';
  const prefix = name.slice(0, name.indexOf(':') + 1);
  const whole = text.replaceAll(/\r\n?|\u2028|\u2029/g, '\n').replaceAll('\u000b', '\n');
  if (isWord) {
    const content = whole.split(/(\n|\t)/).map((piece) => {
      if (piece === '') return '';
      if (piece === '\n') return `<${prefix}br/>`;
      if (piece === '\t') return `<${prefix}tab/>`;
      return `<${prefix}t${/^\s|\s$/.test(piece) ? ' xml:space="preserve"' : ''}>${escapeText(piece)}</${prefix}t>`;
    });
    return `${head}${look}${content.join('')}</${name}>`;
  }
  return whole
    .split('\n')
    .map((line) => (line === '' ? '' : `${head}${look}<${prefix}t>${escapeText(line)}</${prefix}t></${name}>`))
    .join(`<${prefix}br>${look}</${prefix}br>`);
}

const KINDS = {
  picture: 'a picture cannot stand here: make it the alternative text of a picture',
  markdown: 'Markdown cannot stand here',
  chart: 'figures of a chart cannot stand here: make it the alternative text of a chart',
} as const;

/** A value's text; a fault, and nothing, where it has none. */
export function plainTextOf(filling: Filling, tag: PlacedTag, value: Value): string {
  if (tag.tag.kind === 'value' && tag.tag.as !== 'text') {
    addFault(filling, tag, KINDS[tag.tag.as]);
    return '';
  }
  try {
    return textOfValue(value, filling.options.locale);
  } catch (error) {
    if (!(error instanceof TagFault)) throw error;
    addFault(filling, tag, error.message, 'data');
    return '';
  }
}

/** Reads the tags of a paragraph's text; faults are noted at its place. */
function tagsOfParagraph(filling: Filling, paragraph: TextParagraph, place: () => string): TextTag[] {
  if (!paragraph.text.includes('{{')) return [];
  const found = findTags(paragraph.text);
  return found.flatMap(({ start, end, text }): TextTag[] => {
    if (end === -1) {
      addFault(filling, { text, place }, 'it has no }} in its paragraph; write {{"{{"}} for the braces themselves');
      return [];
    }
    const piece = paragraph.pieces.find((one) => one.at === start && one.text === text);
    if (piece === undefined) {
      addFault(filling, { text, place }, 'it cannot be reached where it stands');
      return [];
    }
    try {
      return [{ tag: readTag(text.slice(2, -2)), text, place, run: piece.run, paragraph, fellows: found.length }];
    } catch (error) {
      if (!(error instanceof TagFault)) throw error;
      addFault(filling, { text, place }, error.message);
      return [];
    }
  });
}

function valuePlace(filling: Filling, { source }: XmlPart, tag: ValueTag): Place {
  const { run } = tag;
  return {
    start: run.start,
    end: run.end,
    render(scope) {
      const value = valueOfTag(filling, tag, tag.tag.piped, scope);
      if (value === undefined) return source.slice(run.start, run.end);
      return runsIn(lookOf(source, run), plainTextOf(filling, tag, value));
    },
  };
}

const nothing = ({ run }: TextTag): Place => ({ start: run.start, end: run.end, render: () => '' });

/** What a container keeps where all its paragraphs have gone: one without text. */
function emptyOf({ source }: XmlPart, { elements }: Shape): string {
  const [first] = elements;
  if (first === undefined || first.local !== 'p' || first.parent === undefined) return '';
  const kept = elementsOf(first.parent).some((child) => child.local === 'p' && !elements.includes(child));
  if (kept || first.parent.local === 'body') return '';
  const properties = elementsOf(first, 'pPr')[0];
  return `<${first.name}>${properties === undefined ? '' : source.slice(properties.start, properties.end)}</${first.name}>`;
}

/** A table without rows is none. */
function tablePlaces(shapes: readonly Shape[]): Place[] {
  const tables = new Set<XmlElement>();
  for (const { elements } of shapes) {
    const table = elements[0]?.local === 'tr' ? elements[0].parent : undefined;
    if (table?.local === 'tbl' && table.uri === W && elementsOf(table, 'tr').every((row) => elements.includes(row))) tables.add(table);
  }
  return [...tables].map(({ start, end, name }) => ({
    start,
    end,
    render(scope: Scope, write: Write) {
      const xml = write(start, end, scope);
      const prefix = name.slice(0, name.indexOf(':') + 1);
      return xml.includes(`<${prefix}tr>`) || xml.includes(`<${prefix}tr `) ? xml : '';
    },
  }));
}

/** Whether a part may hold tags at all: most parts of a template do not, and are not read. */
export const mayHoldTags = (source: string): boolean => source.includes('{') && source.includes('}');

/** The part with each tag in a run of its own; the same part where nothing had to be divided. */
export function dividePart(part: XmlPart): XmlPart {
  const edits = divideRuns(part);
  if (edits.length === 0) return part;
  return { ...parseXml(applyXmlEdits(part.source, edits)), name: part.name, encoding: part.encoding };
}

/** The tags of a part whose runs were divided, in the order of the source. */
export function tagsOfPart(filling: Filling, part: XmlPart, labels: Labels): TextTag[] {
  return textParagraphs(part.root).flatMap((paragraph) => tagsOfParagraph(filling, paragraph, () => labels(paragraph.ordinal)));
}

/** Compiles a divided part. @param blocks of its tags, those that are within it alone */
export function compilePart(
  filling: Filling,
  part: XmlPart,
  tags: readonly TextTag[],
  blocks: readonly TextBlock[],
  writer: TextWriter,
): Write {
  const shaped: { block: TextBlock; shape: Shape }[] = [];
  for (const block of blocks) {
    const shape = findShape(block);
    if (typeof shape === 'string') addFault(filling, block.open, shape);
    else shaped.push({ block, shape });
  }
  const gone = new Set(shaped.flatMap(({ shape }) => shape.within));
  const places: Place[] = [
    ...(writer.around?.(part, shaped) ?? []),
    ...tablePlaces(shaped.map(({ shape }) => shape)),
    // outer blocks first, where two have the same span
    ...shaped.toReversed().map(({ block, shape }) => blockPlace(filling, block, shape, emptyOf(part, shape))),
    ...(writer.others?.(part, shaped) ?? []),
    ...tags.flatMap((tag): Place[] => {
      if (gone.has(tag) || tag.tag.kind === 'comment') return [nothing(tag)];
      const { tag: read } = tag;
      if (read.kind !== 'value') return [];
      const valued: ValueTag = { ...tag, tag: read };
      return [writer.placeOf?.(part, valued) ?? valuePlace(filling, part, valued)];
    }),
  ];
  try {
    return compile(part.source, places);
  } catch (error) {
    if (!(error instanceof Crossing)) throw error;
    const [one, other] = error.places;
    const at = shaped.find(({ shape }) => shape.span.start === one.start || shape.span.start === other.start)?.block.open ?? tags[0];
    if (at !== undefined) addFault(filling, at, 'it crosses another block: let each end in the paragraph or row in which no other begins');
    return (from, to) => part.source.slice(from, to);
  }
}

/** Divides, pairs and compiles a part that stands for itself. */
export function programOf(
  filling: Filling,
  given: XmlPart,
  labels: Labels,
  writer: TextWriter,
): { part: XmlPart; tags: TextTag[]; write: Write } {
  const part = dividePart(given);
  const tags = tagsOfPart(filling, part, labels);
  return { part, tags, write: compilePart(filling, part, tags, pairTags(filling, tags), writer) };
}
