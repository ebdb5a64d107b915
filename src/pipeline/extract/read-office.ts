/** A Word, PowerPoint or Excel file → Markdown. */
import type { Noted } from '../../base/note.ts';
import { listContent, type AddressedBlock } from '../../edits/list-content.ts';
import type { OfficeContent } from '../../readers/docx.ts';
import { readPackagePictures } from '../../readers/package-pictures.ts';
import type { OpenPictures } from './list-pictures.ts';
import type { ReadResult, TextTask } from './read-file.ts';
import { withFurniture, writtenWithPictures } from './written.ts';

/** @throws Refusal file_rejected */
export async function readOffice(kind: 'docx' | 'pptx' | 'xlsx', task: TextTask): Promise<ReadResult> {
  return addressed(writtenOffice(await READERS[kind](task.bytes), task), task);
}

type Reader = (bytes: Uint8Array) => Promise<Noted<OfficeContent>>;

const READERS: Record<'docx' | 'pptx' | 'xlsx', Reader> = {
  docx: async (bytes) => (await import('../../readers/docx.ts')).readDocx(bytes),
  pptx: async (bytes) => (await import('../../readers/pptx.ts')).readPptx(bytes),
  xlsx: async (bytes) => {
    const { readXlsx } = await import('../../readers/xlsx.ts');
    const read = readXlsx(bytes);
    if (read.notes.every(({ code }) => code !== 'formula_without_value')) return read;
    const { calculateFormulas } = await import('../../review/calculate-formulas.ts');
    return readXlsx(bytes, { calculated: calculateFormulas(bytes) });
  },
};

/** Headers and footers of pages and slides are in comments, as their borders are: a reader who wants the text alone skips them. */
function writtenOffice({ value, notes }: Noted<OfficeContent>, task: TextTask): ReadResult {
  const open: OpenPictures = (parts, bytesMax) => readPackagePictures(task.bytes, parts, bytesMax);
  const read = writtenWithPictures({ value, notes }, { task, names: value.pictures, open });
  return { ...read, markdown: withFurniture(value.furniture, read.markdown) };
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
    if (block.omitted_cells !== undefined)
      result.notes.push({
        code: 'blocks_cut',
        severity: 'warning',
        message: `Of the sheet ${block.text}, ${block.omitted_cells} cells have no address here; a query of GET /v1/documents/{id}/content finds them.`,
      });
  }
  return { ...result, blocks };
}
