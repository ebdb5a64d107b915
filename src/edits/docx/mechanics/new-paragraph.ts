/** New paragraphs as XML, with the marks of tracked insertions. */
import type { WordFile } from '../../../ooxml/word-file.ts';
import { openRevision } from './change-text.ts';
import { insertedXml, type Writing } from './new-runs.ts';
import type { Body } from './running-text.ts';

export type Align = 'left' | 'center' | 'right' | 'justify';

/** A request's blocks with the running text around the place, once it was looked for. */
export interface BlockWriting extends Writing {
  body?: Body;
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

/** In front of what the schema sets behind it. */
export function withAlign(w: string, properties: string, align: string): string {
  const next =
    align === '' ? -1 : properties.search(new RegExp(`<${w}(?:textDirection|textAlignment|textboxTightWrap|outlineLvl|divId|cnfStyle)\\b`));
  return next === -1 ? properties + align : properties.slice(0, next) + align + properties.slice(next);
}
