/**
 * PDFium as WebAssembly: open a document, draw a page, read the outline. The package's own classes are passed by,
 * because they copy every page once more, give BGRA and know nothing of outlines. Memory-safe by construction: a
 * broken PDF can at most spoil the module's own memory.
 */
import { PDFiumModule } from '@hyzyla/pdfium';

type Library = Awaited<ReturnType<typeof PDFiumModule>>;

const BITMAP_BGRX = 3;
const BYTES_PER_PIXEL = 4;
const FLAG_ANNOTATIONS = 0x01;
/** Red first, as PNG wants it. */
const FLAG_REVERSE_BYTE_ORDER = 0x10;
const OUTLINE_ENTRIES_MAX = 20_000;
const OUTLINE_LEVELS_MAX = 64;
const TITLE_BYTES_MAX = 4096;

export interface DrawnPage {
  /** One 32-bit word per pixel, red in the lowest byte. A view of PDFium's memory: good until the next call. */
  pixels: Uint32Array;
  width: number;
  height: number;
}

export interface PdfDocument {
  pages: number;
  /** @param page 1-based; `use` gets the pixels before their memory is given back */
  draw<T>(page: number, widthPx: number, longerSidePxMax: number, use: (drawn: DrawnPage) => T): T;
  outline(): { title: string; level: number; page: number }[];
  close(): void;
}

export interface Pdfium {
  /** @throws Error naming what is wrong with the file */
  open(bytes: Uint8Array): PdfDocument;
  /** Bytes that the module holds; WebAssembly memory never shrinks. */
  memoryBytes(): number;
}

/** FPDF_GetLastError (fpdfview.h). */
const LOAD_ERRORS: Record<number, string> = {
  2: 'it cannot be opened', 3: 'it is not a PDF or is damaged', 4: 'it asks for a password', 5: 'its protection is unknown', 6: 'a page is missing',
};

/** The package's types name a part of what the module exports. */
function exported(library: Library, name: string): (...args: number[]) => number {
  const found: unknown = Reflect.get(library, `_${name}`);
  if (typeof found !== 'function') throw new Error(`this PDFium lacks ${name}`);
  return (...args) => {
    const value: unknown = Reflect.apply(found, undefined, args);
    return typeof value === 'number' ? value : 0;
  };
}

/** @param module compiled once by the caller; threads share the machine code that way */
export async function openPdfium(module: WebAssembly.Module): Promise<Pdfium> {
  const library = await PDFiumModule({
    instantiateWasm: (imports, onInstance) => {
      const instance = new WebAssembly.Instance(module, imports);
      onInstance(instance);
      return instance.exports;
    },
  });
  exported(library, 'FPDF_InitLibrary')();
  return {
    open: (bytes) => openDocument(library, bytes),
    memoryBytes: () => library.HEAPU8.length,
  };
}

function allocate(library: Library, bytes: number): number {
  const address = library.wasmExports.malloc(bytes);
  if (address === 0) throw new Error('PDFium has no memory left');
  return address;
}

function openDocument(library: Library, bytes: Uint8Array): PdfDocument {
  const { wasmExports } = library;
  const file = allocate(library, bytes.length);
  library.HEAPU8.set(bytes, file);
  const document = library._FPDF_LoadMemDocument(file, bytes.length, 0);
  if (document === 0) {
    wasmExports.free(file);
    throw new Error(LOAD_ERRORS[library._FPDF_GetLastError()] ?? 'it cannot be read');
  }
  return {
    pages: library._FPDF_GetPageCount(document),
    draw: (page, widthPx, longerSidePxMax, use) => {
      const handle = library._FPDF_LoadPage(document, page - 1);
      if (handle === 0) throw new Error(`page ${page} cannot be read`);
      try {
        return drawPage(library, handle, widthPx, longerSidePxMax, use);
      } finally {
        library._FPDF_ClosePage(handle);
      }
    },
    outline: () => readOutline(library, document),
    close() {
      library._FPDF_CloseDocument(document);
      wasmExports.free(file);
    },
  };
}

function drawPage<T>(library: Library, page: number, widthPx: number, longerSidePxMax: number, use: (drawn: DrawnPage) => T): T {
  const pageWidth = library._FPDF_GetPageWidth(page);
  const pageHeight = library._FPDF_GetPageHeight(page);
  if (!(pageWidth > 0 && pageHeight > 0)) throw new Error('a page has no size');
  const scale = Math.min(widthPx / pageWidth, longerSidePxMax / Math.max(pageWidth, pageHeight));
  const width = Math.max(1, Math.round(pageWidth * scale));
  const height = Math.max(1, Math.round(pageHeight * scale));
  const size = width * height * BYTES_PER_PIXEL;
  const buffer = allocate(library, size);
  library.HEAPU8.fill(0xff, buffer, buffer + size);
  const bitmap = library._FPDFBitmap_CreateEx(width, height, BITMAP_BGRX, buffer, width * BYTES_PER_PIXEL);
  try {
    library._FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, FLAG_ANNOTATIONS | FLAG_REVERSE_BYTE_ORDER);
    return use({ pixels: new Uint32Array(library.HEAPU8.buffer, buffer, width * height), width, height });
  } finally {
    library._FPDFBitmap_Destroy(bitmap);
    library.wasmExports.free(buffer);
  }
}

function readOutline(library: Library, document: number): { title: string; level: number; page: number }[] {
  const firstChild = exported(library, 'FPDFBookmark_GetFirstChild');
  const nextSibling = exported(library, 'FPDFBookmark_GetNextSibling');
  const titleOf = exported(library, 'FPDFBookmark_GetTitle');
  const destinationOf = exported(library, 'FPDFBookmark_GetDest');
  const actionOf = exported(library, 'FPDFBookmark_GetAction');
  const actionDestination = exported(library, 'FPDFAction_GetDest');
  const pageOf = exported(library, 'FPDFDest_GetDestPageIndex');
  const entries: { title: string; level: number; page: number }[] = [];
  const seen = new Set<number>();
  const text = allocate(library, TITLE_BYTES_MAX);
  const decoder = new TextDecoder('utf-16le');

  const visit = (parent: number, level: number): void => {
    // A damaged outline may loop; `seen` ends it.
    for (let item = firstChild(document, parent); item !== 0 && !seen.has(item); item = nextSibling(document, item)) {
      seen.add(item);
      if (entries.length >= OUTLINE_ENTRIES_MAX) return;
      // The length counts bytes of UTF-16 and the final zero; nothing is written where it does not fit.
      const bytes = titleOf(item, text, TITLE_BYTES_MAX);
      const title = bytes > TITLE_BYTES_MAX ? '' : decoder.decode(library.HEAPU8.slice(text, text + Math.max(0, bytes - 2)));
      const action = actionOf(item);
      const destination = destinationOf(document, item) || (action === 0 ? 0 : actionDestination(document, action));
      const page = destination === 0 ? -1 : pageOf(document, destination);
      if (page >= 0) entries.push({ title, level, page: page + 1 });
      if (level < OUTLINE_LEVELS_MAX) visit(item, level + 1);
    }
  };
  try {
    visit(0, 1);
  } finally {
    library.wasmExports.free(text);
  }
  return entries;
}
