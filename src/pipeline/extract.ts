/**
 * A file → Markdown. The kind is told from the bytes. Nothing is kept: everything lies in memory until it is answered,
 * but for the folder of the sandboxed office renderer, which is gone with the conversion.
 */
import { detectFileKind } from '../base/file-kind.ts';
import type { FileKind } from '../base/file-kind.ts';
import type { Note } from '../base/note.ts';
import { Refusal } from '../base/refusal.ts';
import type { Block } from '../document/block.ts';
import type { PageRenderer } from '../ports/page-renderer.ts';
import { readDocx } from '../readers/docx.ts';
import { readPptx } from '../readers/pptx.ts';
import { decodeText } from '../readers/text.ts';
import { readXlsx } from '../readers/xlsx.ts';
import { writePlainMarkdown } from './extract/plain-blocks.ts';

export interface ExtractTools { pages: Pick<PageRenderer, 'read'> }

export interface Extracted {
  format: FileKind;
  markdown: string;
  /** Unicode code points of the whole text. */
  chars: number;
  truncated: boolean;
  /** Pages, slides or sheets; null where the kind has none. */
  pages: number | null;
  notes: Note[];
}

/** Interface §8. */
export const EXTRACT_CHARS_MAX = 2_000_000;

interface Read { markdown: string; pages: number | null; notes: Note[] }

/** @throws Refusal file_rejected, feature_unavailable for kinds that are not read, processing_failed */
export async function extractMarkdown(file: { bytes: Uint8Array; filename: string | undefined }, tools: ExtractTools): Promise<Extracted> {
  const detected = detectFileKind(file.bytes, file.filename);
  if (detected.kind === null) throw new Refusal('file_rejected', detected.reason);
  const { markdown, pages, notes } = await readKind(detected.kind, file.bytes, tools);
  if (detected.contradiction !== null) notes.unshift({ code: 'name_contradicts', severity: 'info', message: detected.contradiction });
  return { format: detected.kind, ...cut(markdown), pages, notes };
}

function cut(markdown: string): Pick<Extracted, 'markdown' | 'chars' | 'truncated'> {
  let chars = 0;
  let end = markdown.length;
  for (let at = 0; at < markdown.length; chars++) {
    if (chars === EXTRACT_CHARS_MAX) end = at;
    const unit = markdown.charCodeAt(at);
    at += unit >= 0xd800 && unit < 0xdc00 && at + 1 < markdown.length ? 2 : 1;
  }
  return { markdown: markdown.slice(0, end), chars, truncated: chars > EXTRACT_CHARS_MAX };
}

async function readKind(kind: FileKind, bytes: Uint8Array, _tools: ExtractTools): Promise<Read> {
  const written = ({ value: { blocks, pages }, notes }: { value: { blocks: Block[]; pages: number | null }; notes: Note[] }): Read => ({ markdown: writePlainMarkdown(blocks), pages, notes });
  switch (kind) {
    case 'docx': return written(readDocx(bytes));
    case 'pptx': return written(readPptx(bytes));
    case 'xlsx': return written(readXlsx(bytes));
    case 'txt': case 'md': {
      const { value, notes } = decodeText(bytes);
      return { markdown: value, pages: null, notes };
    }
    default:
      throw new Refusal('feature_unavailable', `Reading ${kind} files into Markdown is not available yet.`);
  }
}
