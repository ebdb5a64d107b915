/** New paragraphs as XML, with the marks of tracked insertions. */
import type { WordFile } from '../../../ooxml/word-file.ts';
import { openRevision } from './change-text.ts';
import { spaceBeforeOf } from './need-style.ts';
import type { WordNewBlock } from './new-block-schema.ts';
import { insertedXml, type Writing } from './new-runs.ts';
import type { Body } from './running-text.ts';

export type Align = 'left' | 'center' | 'right' | 'justify';

/** A request's blocks with the running text around the place, once it was looked for. */
export interface BlockWriting extends Writing {
  body?: Body;
  /** The block that stands beside `near`: a list there may go on with the one that `near` is of. */
  beside?: WordNewBlock | undefined;
  /** The next paragraph comes right behind a table, which has no space of its own below it. */
  behindTable?: boolean;
}

/** @param look of the paragraph's end, in which its number is set: what `w:rPr` holds */
export function paragraphXml({ file, context }: Pick<Writing, 'file' | 'context'>, properties: string, runs: string, look = ''): string {
  const { w } = file;
  const mark = (context.mode === 'direct' ? '' : `${openRevision(file, 'ins', context)}/>`) + look;
  const all = properties + (mark === '' ? '' : `<${w}rPr>${mark}</${w}rPr>`);
  return `<${w}p>${all === '' ? '' : `<${w}pPr>${all}</${w}pPr>`}${insertedXml(file, context, runs)}</${w}p>`;
}

export const alignXml = ({ w }: WordFile, align: Align | undefined): string =>
  align === undefined ? '' : `<${w}jc ${w}val="${align === 'justify' ? 'both' : align}"/>`;

const BEHIND_ALIGN = ['textDirection', 'textAlignment', 'textboxTightWrap', 'outlineLvl', 'divId', 'cnfStyle'];
const BEHIND_SPACING = ['ind', 'contextualSpacing', 'mirrorIndents', 'suppressOverlap', 'jc', ...BEHIND_ALIGN];

/** A property in front of those that the schema sets behind it. */
function placed(w: string, properties: string, property: string, behind: readonly string[]): string {
  const next = property === '' ? -1 : properties.search(new RegExp(`<${w}(?:${behind.join('|')})\\b`));
  return next === -1 ? properties + property : properties.slice(0, next) + property + properties.slice(next);
}

/** In front of what the schema sets behind it. */
export const withAlign = (w: string, properties: string, align: string): string => placed(w, properties, align, BEHIND_ALIGN);

/** Twentieths of a point between a new table and the text below it. */
const BELOW_TABLE = 160;

/** The same properties with space above, where they and their style have less; what they say of other spaces stays. */
export function spacedFromTable(file: WordFile, properties: string): string {
  const { w } = file;
  const own = new RegExp(`<${w}spacing\\b[^>]*/>`).exec(properties)?.[0];
  const before = own === undefined ? undefined : /\bbefore=["'](\d+)/.exec(own)?.[1];
  const id = new RegExp(`<${w}pStyle ${w}val="([^"]*)"`).exec(properties)?.[1];
  if (Number(before ?? spaceBeforeOf(file, id)) >= BELOW_TABLE) return properties;
  const space = `${w}before="${BELOW_TABLE}"`;
  if (own === undefined) return placed(w, properties, `<${w}spacing ${space}/>`, BEHIND_SPACING);
  const kept = own.replaceAll(new RegExp(`\\s${w}before(?:Lines|Autospacing)?=(?:"[^"]*"|'[^']*')`, 'g'), '');
  return properties.replace(own, kept.replace(/\s*\/>$/, ` ${space}/>`));
}
