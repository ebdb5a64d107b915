/** The kinds of files that can be reviewed, edited or kept as versions. */
import type { Format } from '../contract/vocabulary.ts';
import { detectFileKind, type FileKind } from '../base/file-kind.ts';
import type { DocumentRecord } from '../ports/record.ts';
import { refuseAt } from './accept/find-own.ts';

const TARGET_KINDS = ['docx', 'pptx', 'xlsx', 'pdf', 'doc', 'ppt', 'xls'] as const satisfies FileKind[];
export type TargetKind = (typeof TARGET_KINDS)[number];

/** Files of the old binary formats come back as their successors. */
export const FORMAT_OF_KIND: Readonly<Record<TargetKind, Exclude<Format, 'artifact'>>> = {
  docx: 'docx',
  pptx: 'pptx',
  xlsx: 'xlsx',
  pdf: 'pdf',
  doc: 'docx',
  ppt: 'pptx',
  xls: 'xlsx',
};

const TYPES: Partial<Record<Format, DocumentRecord['type']>> = { pptx: 'presentation', xlsx: 'spreadsheet', artifact: 'artifact' };
/** The type of a document that a format decides; null where its content does. */
export const typeOfFormat = (format: Format | null): DocumentRecord['type'] => (format && TYPES[format]) ?? null;

const OPEN_KINDS = ['docx', 'pptx', 'xlsx', 'pdf'] as const satisfies TargetKind[];
/** What is edited by addresses, filled and compared. */
export type OpenKind = (typeof OPEN_KINDS)[number];

const WANTED = {
  edited: 'send a docx, pptx, xlsx or pdf file',
  filled: 'send a docx, pptx or xlsx file as the template, or a PDF form',
  compared: 'send docx, pptx, xlsx or pdf files',
} as const;

/**
 * @param done what is asked for
 * @throws Refusal file_rejected at `path`, which says what to send instead
 */
export function openKind(kind: FileKind, done: keyof typeof WANTED, path = '/file'): OpenKind {
  const found = OPEN_KINDS.find((known) => known === kind);
  if (found !== undefined) return found;
  const isOld = kind === 'doc' || kind === 'ppt' || kind === 'xls';
  const message = isOld
    ? `Files of kind ${kind} cannot be ${done}: let POST /documents review it, which gives its successor, and send that.`
    : `Files of kind ${kind} cannot be ${done}; ${WANTED[done]}.`;
  throw refuseAt('file_rejected', message, path);
}

/** Why two files are not compared. */
export const saysUnlike = (one: string, other: string): string =>
  `The one is of kind ${one}, the other of kind ${other}; compare files of one kind.`;

/** What can be reviewed, edited from a prompt, or kept as a version. @throws Refusal file_rejected */
export function targetKind(kind: FileKind): TargetKind {
  const found = TARGET_KINDS.find((known) => known === kind);
  if (found === undefined)
    throw refuseAt(
      'file_rejected',
      `Files of kind ${kind} can be neither reviewed nor edited; send Word, PowerPoint, Excel or PDF.`,
      '/file',
    );
  return found;
}

/** The kind of a file by its bytes. @throws Refusal file_rejected; what `accept` throws */
export function detectTarget<Kind extends TargetKind>(
  bytes: Uint8Array,
  filename: string | undefined,
  accept: (kind: FileKind) => Kind,
  path = '/file',
): { kind: Kind; contentType: string } {
  const detected = detectFileKind(bytes, filename);
  if (detected.kind === null) throw refuseAt('file_rejected', detected.reason, path);
  return { kind: accept(detected.kind), contentType: detected.contentType };
}
