/**
 * The file once more, with what lies over its pages (fields, buttons, signatures, stamps) drawn into them: the text of
 * appearances (ISO 32000-1 §12.5.5) is told like any other there. A second document, so that the pages themselves stay as they are.
 */
import type { Parts } from './pdfium.ts';

const FOR_DISPLAY = 0;
const FLATTENED = 1;

export interface Flattened {
  /** What `use` makes of the page, or undefined where nothing lies over it. @param page 1-based */
  of<T>(page: number, use: (handle: number) => T): T | undefined;
  close(): void;
}

/** A form is filled for nobody: FPDF_FORMFILLINFO (fpdf_formfill.h) of its second version, without a single callback. */
const FORM_INFO_BYTES = 512;
const FORM_INFO_VERSION = 2;

interface Copy {
  document: number;
  /** PDFium makes the appearances that a form's fields lack (§12.7.3.3) where it knows of the form. */
  form: number;
  info: number;
}

/** Opened when the first page asks for it. @param file where the bytes of the document are in the module's memory */
export function openFlattened({ call, library }: Parts, { file, bytes }: { file: number; bytes: number }): Flattened {
  let copy: Copy | undefined;
  /** Whether anything lay over a page that was asked for. */
  const known = new Map<number, boolean>();
  const open = (): Copy => {
    const document = call.FPDF_LoadMemDocument(file, bytes, 0);
    const info = document === 0 ? 0 : library.wasmExports.malloc(FORM_INFO_BYTES);
    if (info === 0) return { document, form: 0, info };
    library.HEAPU8.fill(0, info, info + FORM_INFO_BYTES);
    new DataView(library.HEAPU8.buffer, info, 4).setInt32(0, FORM_INFO_VERSION, true);
    return { document, form: call.FPDFDOC_InitFormFillEnvironment(document, info), info };
  };
  const flatten = (page: number): boolean => {
    const { document, form } = (copy ??= open());
    const handle = document === 0 ? 0 : call.FPDF_LoadPage(document, page - 1);
    if (handle === 0) return false;
    if (form !== 0) call.FORM_OnAfterLoadPage(handle, form);
    const done = call.FPDFPage_Flatten(handle, FOR_DISPLAY);
    if (form !== 0) call.FORM_OnBeforeClosePage(handle, form);
    call.FPDF_ClosePage(handle);
    return done === FLATTENED;
  };
  return {
    of(page, use) {
      const flat = known.get(page) ?? flatten(page);
      known.set(page, flat);
      const handle = flat ? call.FPDF_LoadPage(copy?.document ?? 0, page - 1) : 0;
      if (handle === 0) return undefined;
      try {
        return use(handle);
      } finally {
        call.FPDF_ClosePage(handle);
      }
    },
    close() {
      if (copy === undefined) return;
      if (copy.form !== 0) call.FPDFDOC_ExitFormFillEnvironment(copy.form);
      if (copy.document !== 0) call.FPDF_CloseDocument(copy.document);
      if (copy.info !== 0) library.wasmExports.free(copy.info);
    },
  };
}
