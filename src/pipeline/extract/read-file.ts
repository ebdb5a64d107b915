/** One file of a kind that our own readers take → Markdown. Pure computing: runs in a thread of its own in the service. */
import type { FileKind } from '../../base/file-kind.ts';
import type { Note, Noted } from '../../base/note.ts';
import type { Block } from '../../document/block.ts';
import { listContent, type AddressedBlock } from '../../edits/list-content.ts';
import type { RenderedDocument } from '../../document/rendered-document.ts';
import { readDocx } from '../../readers/docx.ts';
import type { OfficeContent } from '../../readers/docx.ts';
import { readHtml } from '../../readers/html.ts';
import { inspectOffice } from '../../readers/inspect-office.ts';
import { readPdf } from '../../readers/pdf.ts';
import { readPptx } from '../../readers/pptx.ts';
import { decodeText } from '../../readers/text.ts';
import { readXlsx } from '../../readers/xlsx.ts';
import { writePlainMarkdown } from '../../writers/plain-markdown.ts';

/** A PDF comes as what PDFium has found on its pages, a picture as what was recognized in it. */
export type ReadTask =
  | { kind: Extract<FileKind, 'docx' | 'pptx' | 'xlsx' | 'html' | 'txt' | 'md'>; bytes: Uint8Array; addresses?: boolean | undefined }
  | { kind: 'pdf' | 'picture'; drawn: RenderedDocument }
  /** An Office file that is only looked at: its bounds, and how many slides or sheets it has. */
  | { kind: 'inspect'; bytes: Uint8Array };

export interface ReadResult {
  markdown: string;
  pages: number | null;
  notes: Note[];
  /** Of Office files, where they were asked for. */ blocks?: AddressedBlock[];
}

/** @throws Refusal file_rejected */
export function readFileTask(task: ReadTask): ReadResult {
  switch (task.kind) {
    case 'docx':
      return addressed(writtenWord(readDocx(task.bytes)), task);
    case 'pptx':
      return addressed(written(readPptx(task.bytes)), task);
    case 'xlsx':
      return addressed(written(readXlsx(task.bytes)), task);
    case 'html':
      return written(readHtml(task.bytes));
    case 'pdf': {
      const { value, notes } = readPdf(task.drawn);
      const parts = value.pages.map((blocks, index) => `<!-- Page ${index + 1} -->\n\n${writePlainMarkdown(blocks)}`);
      return { markdown: withFurniture(value.furniture, parts.join('\n')), pages: value.pages.length, notes };
    }
    case 'picture': {
      const { value } = readPdf(task.drawn);
      return { markdown: writePlainMarkdown(value.pages.flat()), pages: null, notes: [recognitionNote(task.drawn)] };
    }
    case 'inspect': {
      const { value, notes } = inspectOffice(task.bytes);
      return { markdown: '', pages: value.pages, notes };
    }
    case 'txt':
    case 'md': {
      const { value, notes } = decodeText(task.bytes);
      return { markdown: value, pages: null, notes };
    }
  }
}

function written({ value: { blocks, pages }, notes }: Noted<{ blocks: Block[]; pages: number | null }>): ReadResult {
  return { markdown: writePlainMarkdown(blocks), pages, notes };
}

/** Headers and footers are in comments, as the borders of pages and slides are: a reader who wants the text alone skips them. */
function writtenWord({ value, notes }: Noted<OfficeContent>): ReadResult {
  return { markdown: withFurniture(value.furniture, writePlainMarkdown(value.blocks)), pages: value.pages, notes };
}

function withFurniture(
  { headers, footers }: { headers: string[]; footers: string[] } = { headers: [], footers: [] },
  text: string,
): string {
  const comment = (place: string, words: string): string => `<!-- ${place}: ${words.replaceAll(/-(?=[->])/g, '\u2010')} -->\n`;
  const parts = [...headers.map((words) => comment('Page header', words)), text, ...footers.map((words) => comment('Page footer', words))];
  return parts.filter((part) => part !== '').join('\n');
}

/** Characters of all blocks of an answer. */
const BLOCKS_CHARS_MAX = 4_000_000;

function addressed(result: ReadResult, { bytes, addresses }: { bytes: Uint8Array; addresses?: boolean | undefined }): ReadResult {
  if (!addresses) return result;
  const blocks: AddressedBlock[] = [];
  let chars = 0;
  for (const block of listContent(bytes)) {
    chars += JSON.stringify(block).length;
    if (chars > BLOCKS_CHARS_MAX) {
      result.notes.push({
        code: 'blocks_cut',
        severity: 'warning',
        message: `The blocks with addresses have more than ${BLOCKS_CHARS_MAX} characters; the rest of them was left out.`,
      });
      break;
    }
    blocks.push(block);
  }
  return { ...result, blocks };
}

/** Below it, in percent, words are often wrong. */
const SURE = 75;

function recognitionNote({ pages: [page] }: RenderedDocument): Note {
  if (!page || page.lines.length === 0)
    return { code: 'picture_without_text', severity: 'warning', message: 'Text recognition (OCR) found no text in the picture.' };
  const unsure = (page.recognized ?? 0) < SURE;
  return {
    code: 'picture_recognized',
    severity: unsure ? 'warning' : 'info',
    message: `The picture was read by text recognition (OCR).${unsure ? ' Much of it may be wrong.' : ''}`,
  };
}
