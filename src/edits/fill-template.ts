/**
 * A template filled with data: what its tags name is written in the look of the place, and all else keeps its bytes. What cannot be
 * filled is told all at once, each with its tag and place, and then there is no file.
 */
import { saveOfficePackage } from '../ooxml/change-package.ts';
import { openOfficePackage, type OfficePackage } from '../ooxml/office-package.ts';
import { openForeignPackage } from '../ooxml/validate-package.ts';
import type { EditOutcome } from './apply-edits.ts';
import { compareParts } from './compare-parts.ts';
import { fillOpened } from './fill/fill-opened.ts';
import { beginFilling, TooMuch, type FillFault, type FillOptions } from './fill/filling.ts';
import type { ReadMarkdown } from './fill/markdown-runs.ts';
import type { Data } from './fill/scope.ts';

export type { Data, FillFault, FillOptions };

/** A filled file, as an edit without operations. */
export interface Filled extends EditOutcome {
  /** How many tags the template has. */
  tags: number;
}

/** Each line of the text as a paragraph. */
const asPlainText: ReadMarkdown = (text) =>
  text.split(/\n+/).map((line, at) => ({ id: `b${at + 1}`, type: 'paragraph', runs: [{ text: line }] }));

type Outcome = Filled | { faults: FillFault[] };

/**
 * @param data what the tags name, as JSON
 * @param read Markdown into blocks; without it Markdown is text
 * @throws Refusal file_rejected: hostile or damaged, macros, no Office file
 */
export const fillTemplate = (bytes: Uint8Array, data: Data, options: FillOptions, read: ReadMarkdown = asPlainText): Outcome =>
  fillRecords(bytes, [data], options, read);

/**
 * Many records in one file: a Word file with a section for each, a presentation with the slides of each, a workbook with the sheets of each.
 * @throws Refusal as `fillTemplate`
 */
export function fillRecords(bytes: Uint8Array, records: readonly Data[], options: FillOptions, read: ReadMarkdown = asPlainText): Outcome {
  const { value: template, notes } = openForeignPackage(bytes);
  const opened = openOfficePackage(bytes);
  const filling = beginFilling(options);
  try {
    const { tags, waiting } = fillOpened(opened, template, filling, records, read);
    if (filling.faults.size > 0) return { faults: [...filling.faults.values()] };
    const result = saveOfficePackage(opened);
    const integrity = compareParts(template, openOfficePackage(result));
    return { kind: opened.kind, bytes: result, results: [], tags: tags.length, integrity, notes, waiting };
  } catch (error) {
    if (!(error instanceof TooMuch)) throw error;
    return { faults: [tooMuch(error)] };
  }
}

/** What cannot be filled of many records, each by itself: nothing is packed. @param first number of the first record. @throws Refusal file_rejected */
export function checkRecords(bytes: Uint8Array, records: readonly Data[], options: FillOptions, first: number): FillFault[] {
  const { value: template } = openForeignPackage(bytes);
  return records.flatMap((record, at) =>
    faultsWith(template, openOfficePackage(bytes), record, options).map((fault) => ({
      ...fault,
      place: `record ${first + at}${fault.place === '' ? '' : `, ${fault.place}`}`,
    })),
  );
}

function faultsWith(template: OfficePackage, opened: OfficePackage, record: Data, options: FillOptions): FillFault[] {
  const filling = beginFilling(options);
  try {
    fillOpened(opened, template, filling, [record], asPlainText);
    return [...filling.faults.values()];
  } catch (error) {
    if (!(error instanceof TooMuch)) throw error;
    return [tooMuch(error)];
  }
}

const tooMuch = ({ message }: TooMuch): FillFault => ({ tag: '', place: '', message, about: 'data' });
