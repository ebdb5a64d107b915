/**
 * PDFium as WebAssembly: open a document, draw a page, read the outline. The package's own classes are passed by,
 * because they copy every page once more, give BGRA and know nothing of outlines. Memory-safe by construction: a
 * broken PDF can at most spoil the module's own memory.
 */
import { PDFiumModule } from '@hyzyla/pdfium';
import type { FileFault } from '../../base/refusal.ts';
import type { RenderedPage } from '../../document/rendered-document.ts';
import type { QuarterTurns } from '../../ports/page-renderer.ts';
import { openFlattened } from './flattened.ts';
import { readByLetters } from './line-direction.ts';
import { readPage } from './read-page.ts';

/** TypeScript's types of WebAssembly come with the browser's, which are not ours. */
declare const WebAssembly: {
  compile(bytes: Uint8Array): Promise<PdfiumCode>;
  Instance: new (code: PdfiumCode, imports: object) => { exports: object };
};

/** Compiled once; threads share the machine code. */
export type PdfiumCode = object;

type Library = Awaited<ReturnType<typeof PDFiumModule>>;
type Call = (...args: number[]) => number;
type Functions = Record<(typeof FUNCTIONS)[number], Call>;

const FUNCTIONS = [
  'FPDF_InitLibrary',
  'FPDF_LoadMemDocument',
  'FPDF_GetLastError',
  'FPDF_GetPageCount',
  'FPDF_GetSecurityHandlerRevision',
  'FPDF_CloseDocument',
  'FPDF_LoadPage',
  'FPDF_ClosePage',
  'FPDF_GetPageWidthF',
  'FPDF_GetPageHeightF',
  'FPDFBitmap_CreateEx',
  'FPDF_RenderPageBitmap',
  'FPDFBitmap_Destroy',
  'FPDFBookmark_GetFirstChild',
  'FPDFBookmark_GetNextSibling',
  'FPDFBookmark_GetTitle',
  'FPDFBookmark_GetDest',
  'FPDFBookmark_GetAction',
  'FPDFAction_GetDest',
  'FPDFDest_GetDestPageIndex',
  'FPDFText_LoadPage',
  'FPDFText_ClosePage',
  'FPDFText_CountChars',
  'FPDFText_GetUnicode',
  'FPDFText_HasUnicodeMapError',
  'FPDFText_IsGenerated',
  'FPDFText_GetCharBox',
  'FPDFText_GetCharOrigin',
  'FPDFText_GetLooseCharBox',
  'FPDFText_GetTextObject',
  'FPDFText_GetFontSize',
  'FPDFText_GetMatrix',
  'FPDFText_GetFillColor',
  'FPDFTextObj_GetFont',
  'FPDFTextObj_GetTextRenderMode',
  'FPDFFont_GetBaseFontName',
  'FPDFPage_CountObjects',
  'FPDFPage_GetObject',
  'FPDFPage_GetRotation',
  'FPDFPage_Flatten',
  'FPDFDOC_InitFormFillEnvironment',
  'FPDFDOC_ExitFormFillEnvironment',
  'FORM_OnAfterLoadPage',
  'FORM_OnBeforeClosePage',
  'FPDF_GetPageBoundingBox',
  'FPDFPageObj_GetType',
  'FPDFPageObj_GetBounds',
  'FPDFPageObj_GetMatrix',
  'FPDFPageObj_GetFillColor',
  'FPDFPageObj_GetMarkedContentID',
  'FPDFFormObj_CountObjects',
  'FPDFFormObj_GetObject',
  'FPDFPage_GetAnnotCount',
  'FPDFPage_GetAnnot',
  'FPDFPage_CloseAnnot',
  'FPDFAnnot_GetSubtype',
  'FPDFAnnot_GetFlags',
  'FPDFAnnot_GetRect',
  'FPDFAnnot_GetStringValue',
  'FPDFImageObj_GetImageFilterCount',
  'FPDFImageObj_GetImageFilter',
  'FPDFImageObj_GetImagePixelSize',
  'FPDFImageObj_GetImageDataRaw',
  'FPDFPath_CountSegments',
  'FPDFPath_GetPathSegment',
  'FPDFPath_GetDrawMode',
  'FPDFPathSegment_GetPoint',
  'FPDFPathSegment_GetType',
  'FPDFPathSegment_GetClose',
  'FPDFLink_Enumerate',
  'FPDFLink_GetAction',
  'FPDFLink_GetAnnotRect',
  'FPDFAction_GetType',
  'FPDFAction_GetURIPath',
  'FPDF_StructTree_GetForPage',
  'FPDF_StructTree_Close',
  'FPDF_StructTree_CountChildren',
  'FPDF_StructTree_GetChildAtIndex',
  'FPDF_StructElement_GetType',
  'FPDF_StructElement_GetAltText',
  'FPDF_StructElement_GetActualText',
  'FPDF_StructElement_CountChildren',
  'FPDF_StructElement_GetChildAtIndex',
  'FPDF_StructElement_GetChildMarkedContentID',
  'FPDF_StructElement_GetAttributeCount',
  'FPDF_StructElement_GetAttributeAtIndex',
  'FPDF_StructElement_Attr_GetValue',
  'FPDF_StructElement_Attr_GetType',
  'FPDF_StructElement_Attr_GetNumberValue',
  'FPDFCatalog_IsTagged',
  'FPDF_GetMetaText',
] as const;
/** What one document may make the module grow to. */
const MEMORY_BYTES_MAX = 1024 * 2 ** 20;
const BITMAP_GRAY = 1;
const BITMAP_BGRX = 3;
const BYTES_PER_PIXEL = 4;
const FLAG_ANNOTATIONS = 0x01;
/** Red first, as PNG wants it. */
const FLAG_REVERSE_BYTE_ORDER = 0x10;
const FLAG_GRAYSCALE = 0x08;
const OUTLINE_ENTRIES_MAX = 20_000;
const OUTLINE_LEVELS_MAX = 64;
const TITLE_BYTES_MAX = 4096;

interface PagePixels {
  /** One 32-bit word per pixel, red in the lowest byte. A view of PDFium's memory: good until the next call. */
  pixels: Uint32Array;
  width: number;
  height: number;
  /** Size of the page in points. */
  widthPt: number;
  heightPt: number;
}

export interface PdfDocument {
  pages: number;
  /** @param page 1-based; `use` gets the pixels before their memory is given back */
  draw<T>(page: number, widthPx: number, longerSidePxMax: number, use: (drawn: PagePixels) => T): T;
  /** In shades of gray. @param page 1-based; `turns` are quarters, clockwise; `dpi` becomes less for a page that is large */
  drawGray(page: number, dpi: number, turns: QuarterTurns): { pixels: Uint8Array<ArrayBuffer>; width: number; height: number; dpi: number };
  outline(): { title: string; level: number; page: number }[];
  /** What is on a page. @param page 1-based; `fonts` gathers the names in use */
  read(page: number, fonts: Set<string>, structure: boolean): RenderedPage;
  /** Tags (ISO 32000-1 §14.8), and the title and language that the file gives itself. */
  facts(): { tagged: boolean; title: string; lang: string };
  close(): void;
}

export interface Pdfium {
  /** @throws Error naming what is wrong with the file */
  open(bytes: Uint8Array): PdfDocument;
  /** Bytes that the module holds; WebAssembly memory never shrinks. */
  memoryBytes(): number;
}

/** FPDF_GetLastError (fpdfview.h). */
const PASSWORD_WANTED = 4;
const LOAD_ERRORS: Record<number, string> = {
  2: 'it cannot be opened',
  3: 'it is not a PDF or is damaged',
  [PASSWORD_WANTED]: 'it is protected by a password',
  5: 'its protection is unknown',
  6: 'a page is missing',
};

/** The file's fault: PDFium itself goes on. After any other error the module is not to be trusted. */
export class UnreadablePdf extends Error {
  override readonly name = 'UnreadablePdf';
  readonly fault: FileFault | undefined;

  constructor(message: string, fault?: FileFault) {
    super(message);
    this.fault = fault;
  }
}

const isCall = (found: unknown): found is Call => typeof found === 'function';

/**
 * The module's own function: what the package wraps around it asserts at each of the hundreds of calls that a line of text takes.
 * Its types name a part of what the module exports. Nobody looks at what a function without a result gives.
 */
function exported(library: Library, name: string): Call {
  const found: unknown = Reflect.get(library.wasmExports, name);
  if (!isCall(found)) throw new Error(`this PDFium lacks ${name}`);
  return found;
}

export const compilePdfium = (wasm: Uint8Array): Promise<PdfiumCode> => WebAssembly.compile(wasm);

/** PDFium's own answer to memory that it does not get is to give the page up. */
function boundMemory(imports: Record<string, Record<string, unknown>>): object {
  const grow: unknown = imports['env']?.['emscripten_resize_heap'];
  if (typeof grow !== 'function') throw new Error('this PDFium asks for memory in another way');
  const bounded = (bytes: number): unknown => (bytes >>> 0 > MEMORY_BYTES_MAX ? 0 : Reflect.apply(grow, undefined, [bytes]));
  return { ...imports, env: { ...imports['env'], emscripten_resize_heap: bounded } };
}

export async function openPdfium(code: PdfiumCode): Promise<Pdfium> {
  const library = await PDFiumModule({
    instantiateWasm: (imports, onInstance) => {
      const instance = new WebAssembly.Instance(code, boundMemory(imports));
      onInstance(instance);
      return instance.exports;
    },
  });
  const functions = FUNCTIONS.reduce<Partial<Functions>>((known, name) => ({ ...known, [name]: exported(library, name) }), {});
  const pdfium: Parts = { library, call: functions as Functions };
  pdfium.call.FPDF_InitLibrary();
  return {
    open: (bytes) => openDocument(pdfium, bytes),
    memoryBytes: () => library.HEAPU8.length,
  };
}

export interface Parts {
  library: Library;
  call: Functions;
}

function allocate({ library }: Parts, bytes: number): number {
  const address = library.wasmExports.malloc(bytes);
  if (address === 0) throw new Error('it takes too much memory');
  return address;
}

function openDocument(pdfium: Parts, bytes: Uint8Array): PdfDocument {
  const { library, call } = pdfium;
  const file = allocate(pdfium, bytes.length);
  library.HEAPU8.set(bytes, file);
  readByLetters(Buffer.from(library.HEAPU8.buffer, file, bytes.length));
  const document = call.FPDF_LoadMemDocument(file, bytes.length, 0);
  if (document === 0) {
    library.wasmExports.free(file);
    const code = call.FPDF_GetLastError();
    throw new UnreadablePdf(LOAD_ERRORS[code] ?? 'it cannot be read', code === PASSWORD_WANTED ? 'password_protected' : undefined);
  }
  const pages = call.FPDF_GetPageCount(document);
  if (pages === 0) {
    // every file has one: it is encrypted with what nobody gave, or its list of pages is lost
    const isEncrypted = call.FPDF_GetSecurityHandlerRevision(document) >= 0;
    call.FPDF_CloseDocument(document);
    library.wasmExports.free(file);
    throw new UnreadablePdf('no page of it can be found', isEncrypted ? 'password_protected' : undefined);
  }
  const withPage = <T>(page: number, use: (handle: number) => T): T => {
    const handle = call.FPDF_LoadPage(document, page - 1);
    if (handle === 0) throw new UnreadablePdf(`page ${page} cannot be read`);
    try {
      return use(handle);
    } finally {
      call.FPDF_ClosePage(handle);
    }
  };
  const tagged = call.FPDFCatalog_IsTagged(document) !== 0;
  const flat = openFlattened(pdfium, { file, bytes: bytes.length });
  return {
    pages,
    draw: (page, widthPx, longerSidePxMax, use) => withPage(page, (handle) => drawPage(pdfium, handle, widthPx, longerSidePxMax, use)),
    drawGray: (page, dpi, turns) => withPage(page, (handle) => drawGrayPage(pdfium, handle, dpi, turns)),
    read: (page, fonts, structure) =>
      withPage(page, (handle) =>
        readPage(
          pdfium,
          { document, handle, page, tagged, structure, drawGray: (dpi) => drawGrayPage(pdfium, handle, dpi, 0), flat: flat.of },
          fonts,
        ),
      ),
    facts: () => readFacts(pdfium, document, bytes),
    outline: () => readOutline(pdfium, document),
    close() {
      flat.close();
      call.FPDF_CloseDocument(document);
      library.wasmExports.free(file);
    },
  };
}

/** PDFium tells no language: it is read where writers put it, in the catalog, which is uncompressed in our files. */
function readFacts(pdfium: Parts, document: number, bytes: Uint8Array): { tagged: boolean; title: string; lang: string } {
  const { library, call } = pdfium;
  const tag = allocate(pdfium, 8);
  const text = allocate(pdfium, TITLE_BYTES_MAX);
  try {
    library.HEAPU8.set(new TextEncoder().encode('Title\0'), tag);
    const length = call.FPDF_GetMetaText(document, tag, text, TITLE_BYTES_MAX);
    const title =
      length > TITLE_BYTES_MAX ? '' : new TextDecoder('utf-16le').decode(library.HEAPU8.slice(text, text + Math.max(0, length - 2)));
    const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const at = file.indexOf('/Lang');
    const lang = at < 0 ? '' : (/^\/Lang\s*\(([A-Za-z0-9-]{2,35})\)/.exec(file.toString('latin1', at, at + 60))?.[1] ?? '');
    return { tagged: call.FPDFCatalog_IsTagged(document) !== 0, title, lang };
  } finally {
    library.wasmExports.free(text);
    library.wasmExports.free(tag);
  }
}

const hundredths = (value: number): number => Math.round(value * 100) / 100;

function drawPage<T>(pdfium: Parts, page: number, widthPx: number, longerSidePxMax: number, use: (drawn: PagePixels) => T): T {
  const { library, call } = pdfium;
  const pageWidth = call.FPDF_GetPageWidthF(page);
  const pageHeight = call.FPDF_GetPageHeightF(page);
  if (!(pageWidth > 0 && pageHeight > 0)) throw new UnreadablePdf('a page has no size');
  const scale = Math.min(widthPx / pageWidth, longerSidePxMax / Math.max(pageWidth, pageHeight));
  const width = Math.max(1, Math.round(pageWidth * scale));
  const height = Math.max(1, Math.round(pageHeight * scale));
  const size = width * height * BYTES_PER_PIXEL;
  const buffer = allocate(pdfium, size);
  library.HEAPU8.fill(0xff, buffer, buffer + size);
  const bitmap = call.FPDFBitmap_CreateEx(width, height, BITMAP_BGRX, buffer, width * BYTES_PER_PIXEL);
  try {
    call.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, FLAG_ANNOTATIONS | FLAG_REVERSE_BYTE_ORDER);
    return use({
      pixels: new Uint32Array(library.HEAPU8.buffer, buffer, width * height),
      width,
      height,
      widthPt: hundredths(pageWidth),
      heightPt: hundredths(pageHeight),
    });
  } finally {
    call.FPDFBitmap_Destroy(bitmap);
    library.wasmExports.free(buffer);
  }
}

const GRAY_SIDE_PX_MAX = 5000;
const POINTS_PER_INCH = 72;

function drawGrayPage(
  pdfium: Parts,
  page: number,
  dpi: number,
  turns: QuarterTurns,
): { pixels: Uint8Array<ArrayBuffer>; width: number; height: number; dpi: number } {
  const { library, call } = pdfium;
  const sides = [call.FPDF_GetPageWidthF(page), call.FPDF_GetPageHeightF(page)];
  const [wide = 0, high = 0] = turns % 2 === 1 ? sides.toReversed() : sides;
  if (!(wide > 0 && high > 0)) throw new UnreadablePdf('a page has no size');
  const scale = Math.min(dpi / POINTS_PER_INCH, GRAY_SIDE_PX_MAX / Math.max(wide, high));
  const [width, height] = [Math.max(1, Math.round(wide * scale)), Math.max(1, Math.round(high * scale))];
  const size = width * height;
  const buffer = allocate(pdfium, size);
  library.HEAPU8.fill(0xff, buffer, buffer + size);
  const bitmap = call.FPDFBitmap_CreateEx(width, height, BITMAP_GRAY, buffer, width);
  try {
    call.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, turns, FLAG_ANNOTATIONS | FLAG_GRAYSCALE);
    return { pixels: library.HEAPU8.slice(buffer, buffer + size), width, height, dpi: scale * POINTS_PER_INCH };
  } finally {
    call.FPDFBitmap_Destroy(bitmap);
    library.wasmExports.free(buffer);
  }
}

function readOutline(pdfium: Parts, document: number): { title: string; level: number; page: number }[] {
  const { library, call } = pdfium;
  const entries: { title: string; level: number; page: number }[] = [];
  const seen = new Set<number>();
  const text = allocate(pdfium, TITLE_BYTES_MAX);
  const decoder = new TextDecoder('utf-16le');

  const visit = (parent: number, level: number): void => {
    // A damaged outline may loop; `seen` ends it.
    for (
      let item = call.FPDFBookmark_GetFirstChild(document, parent);
      item !== 0 && !seen.has(item);
      item = call.FPDFBookmark_GetNextSibling(document, item)
    ) {
      seen.add(item);
      if (entries.length >= OUTLINE_ENTRIES_MAX) return;
      // The length counts bytes of UTF-16 and the final zero; nothing is written where it does not fit.
      const bytes = call.FPDFBookmark_GetTitle(item, text, TITLE_BYTES_MAX);
      const title = bytes > TITLE_BYTES_MAX ? '' : decoder.decode(library.HEAPU8.slice(text, text + Math.max(0, bytes - 2)));
      const action = call.FPDFBookmark_GetAction(item);
      const destination = call.FPDFBookmark_GetDest(document, item) || (action === 0 ? 0 : call.FPDFAction_GetDest(document, action));
      const page = destination === 0 ? -1 : call.FPDFDest_GetDestPageIndex(document, destination);
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
