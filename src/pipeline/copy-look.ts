/** The look of a supplied file, whatever it is, for a document of this format. */
import { detectFileKind, PICTURE_KINDS } from '../base/file-kind.ts';
import { Refusal } from '../base/refusal.ts';
import type { OfficeRenderer } from '../ports/office-renderer.ts';
import type { PageRenderer } from '../ports/page-renderer.ts';
import type { PictureDecoder } from '../ports/picture-decoder.ts';
import type { RenderedDocument } from '../document/rendered-document.ts';
import type { CopiedLook, Logo } from '../templates/copied-look.ts';
import { copyDeckLook } from '../templates/deck-look.ts';
import { copyPageLook, copyPictureLook } from '../templates/page-look.ts';
import { findLogoPlace } from '../templates/page-logo.ts';
import { copyWordLook } from '../templates/word-look.ts';
import { copyWorkbookLook } from '../templates/workbook-look.ts';

/** What reads the pages and pixels of files that are no Office files. */
export interface LookTools {
  office: Pick<OfficeRenderer, 'modernize'>;
  pages: Pick<PageRenderer, 'read' | 'draw' | 'crop'>;
  pictures: Pick<PictureDecoder, 'sample' | 'decode'>;
}

const PAGES_DRAWN = [1, 2, 3, 4] as const;
const DRAWN_WIDTH_PX = 480;

async function pageLook(pdf: Uint8Array, format: string, { pages, pictures }: LookTools, signal: AbortSignal): Promise<CopiedLook> {
  const document = await pages.read(pdf, { signal, structure: false });
  const drawn: Uint8Array[] = [];
  const only = PAGES_DRAWN.filter((page) => page <= document.pages.length);
  await pages.draw(pdf, {
    only,
    widthPx: DRAWN_WIDTH_PX,
    signal,
    onPage: async ({ png }) => {
      drawn.push((await pictures.sample(png, { signal })).pixels);
    },
  });
  return copyPageLook(document, drawn, format, await logoOf(pdf, document, { pages, pictures }, signal));
}

/** Cut from the page, sharp enough for print. */
async function logoOf(
  pdf: Uint8Array,
  document: RenderedDocument,
  { pages, pictures }: Pick<LookTools, 'pages' | 'pictures'>,
  signal: AbortSignal,
): Promise<Logo | undefined> {
  const place = findLogoPlace(document);
  if (place === undefined) return undefined;
  const [cut] = await pages.crop(pdf, [place], { signal });
  if (!cut || isBlank((await pictures.sample(cut.png, { signal })).pixels)) return undefined;
  return pictures.decode(cut.png, { signal });
}

/** Of 255: no more difference than a scanner's. */
const BLANK_DIFFERENCE_MAX = 12;

function isBlank(pixels: Uint8Array): boolean {
  const [least, most] = [
    [255, 255, 255],
    [0, 0, 0],
  ] as [number[], number[]];
  for (const [at, value] of pixels.entries()) {
    const channel = at % 3;
    least[channel] = Math.min(least[channel] ?? 255, value);
    most[channel] = Math.max(most[channel] ?? 0, value);
  }
  return most.every((value, channel) => value - (least[channel] ?? 0) <= BLANK_DIFFERENCE_MAX);
}

const OLD = { doc: 'docx', ppt: 'pptx', xls: 'xlsx' } as const;

/**
 * @param file whose look is copied: a Word file, presentation, workbook, PDF or picture, the old binary formats too
 * @throws Refusal file_rejected, source_unreadable, processing_failed; the signal's reason
 */
export async function copyLook(
  file: { bytes: Uint8Array; filename: string },
  format: string,
  tools: LookTools,
  signal: AbortSignal,
): Promise<CopiedLook> {
  const { bytes, filename } = file;
  const { kind } = detectFileKind(bytes, filename);
  switch (kind) {
    case 'pptx':
      return copyDeckLook(bytes, format);
    case 'docx':
      return copyWordLook(bytes, format);
    case 'xlsx':
      return copyWorkbookLook(bytes, format);
    case 'pdf':
      return pageLook(bytes, format, tools, signal);
    case 'doc':
    case 'ppt':
    case 'xls': {
      const modern = await tools.office.modernize({ bytes, kind }, { signal });
      return copyLook({ bytes: modern, filename: `${filename}.${OLD[kind]}` }, format, tools, signal);
    }
    default:
      if (kind !== null && PICTURE_KINDS.includes(kind)) return copyPictureLook((await tools.pictures.sample(bytes, { signal })).pixels);
      throw new Refusal(
        'source_unreadable',
        `${filename.slice(0, 120)} has no look that could be copied: send an Office file, a PDF or a picture.`,
      );
  }
}
