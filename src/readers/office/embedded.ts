/** Files that an Office file holds inside it: embedded sheets, documents and slides, read where their picture stands. */
import type { Block } from '../../document/block.ts';
import type { Run } from '../../document/inline.ts';
import { mapRuns, walkBlocks } from '../../document/walk.ts';
import { detectFileKind } from '../../base/file-kind.ts';
import { Refusal } from '../../base/refusal.ts';
import { partNamed, readPart } from '../../ooxml/office-package.ts';
import { cutBehindEnd } from '../../ooxml/read-zip.ts';
import type { OfficeContent } from '../docx.ts';
import { readDocx } from '../docx.ts';
import { readPptx } from '../pptx.ts';
import { readXlsx } from '../xlsx.ts';
import { noteOnce, targetOf } from './parts.ts';
import type { OfficeReading } from './parts.ts';
import type { Noted } from '../../base/note.ts';

/** Of one file; a person embeds few, a program that fills a template may embed many. */
const EMBEDDED_MAX = 50;
const READERS: Readonly<Record<string, (bytes: Uint8Array, place: { inside: boolean }) => Noted<OfficeContent>>> = {
  docx: readDocx,
  pptx: readPptx,
  xlsx: readXlsx,
};

/**
 * The text of a file that is embedded by a relationship of a part: as it stands in it, without its headers and footers, pictures without
 * their bytes. Files within embedded files are not read. Notes: those of the file; `part_left_out` for what cannot be read
 */
export function readEmbeddedFile(reading: OfficeReading, part: string, id: string | undefined): Block[] {
  const target = targetOf(reading, part, id);
  return target === undefined || target.external || partNamed(reading.file, target.target) === undefined
    ? []
    : readEmbeddedPart(reading, target.target);
}

/** As `readEmbeddedFile`, of the part by its name. */
export function readEmbeddedPart(reading: OfficeReading, name: string): Block[] {
  const leave = (why: string): Block[] => {
    noteOnce(reading, 'part_left_out', 'info', `What is in the embedded file ${name.slice(0, 200)} was not read: ${why}`);
    return [];
  };
  if (reading.inside) return leave('it is in a file that is embedded itself.');
  if (++reading.embedded > EMBEDDED_MAX) return leave(`of embedded files the first ${EMBEDDED_MAX} are read.`);
  const bytes = cutBehindEnd(readPart(reading.file, name));
  const { kind } = detectFileKind(bytes, name);
  const read = READERS[kind ?? ''];
  if (read === undefined) {
    const what =
      'Embedded objects that are no Word, PowerPoint or Excel files of today were not read, but for the pictures that they show.';
    noteOnce(reading, 'part_left_out', 'info', what);
    return [];
  }
  try {
    const { value, notes } = read(bytes, { inside: true });
    for (const { code, severity, message } of notes) noteOnce(reading, code, severity, message);
    return asPartOfText(value.blocks);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return leave(error.message);
  }
}

/** Sheets and slides as their blocks, several under their names in bold; notes at their end; pictures without what they show. */
function asPartOfText(blocks: readonly Block[]): Block[] {
  const parts = blocks.filter((block) => block.type !== 'sheet' || block.blocks.length > 0);
  const flat = parts.flatMap((block): Block[] => {
    if (block.type === 'footnotes')
      return block.notes.flatMap((note) => [{ id: '', type: 'paragraph', runs: [{ text: `[${note.id}]` }] }, ...note.blocks]);
    if (block.type !== 'sheet' && block.type !== 'slide') return [block];
    const title = block.type === 'slide' || parts.length > 1 ? titleOf(block) : undefined;
    const notes = block.type === 'slide' ? (block.notes ?? []) : [];
    return [...(title ? [{ id: '', type: 'paragraph' as const, runs: title }] : []), ...block.blocks, ...notes];
  });
  const own = mapRuns(flat, (runs) =>
    runs.map((run): Run => (run.footnote === undefined ? run : { text: `[${run.footnote}]`, script: 'super' })),
  );
  for (const block of walkBlocks(own)) if (block.type === 'image') block.asset = null;
  return own;
}

function titleOf(block: Block): Run[] | undefined {
  if (block.type === 'sheet') return [{ text: block.name, bold: true }];
  return block.type === 'slide' ? block.title?.map((run) => ({ ...run, bold: true })) : undefined;
}
