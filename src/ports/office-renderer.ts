/** Office files → PDF. Real adapter: the LibreOfficeKit pool in `render/`. */
export type OfficeKind = 'docx' | 'pptx' | 'xlsx' | 'doc' | 'ppt' | 'xls';

export interface OfficeRenderer {
  /**
   * Turns an office file into a tagged PDF with bookmarks for its headings.
   * @param options.lang BCP 47: of the PDF of a presentation or workbook, which have none of their own
   * @throws Refusal `processing_failed` when the file kills or outlasts its worker (the pool goes on with a fresh one)
   */
  toPdf(
    file: { bytes: Uint8Array; kind: OfficeKind },
    options?: { signal?: AbortSignal; timeoutMs?: number; lang?: string },
  ): Promise<Uint8Array>;
  /**
   * The same for a workbook, and what its formulas come to: a copy in which all of them are calculated, to be read and
   * thrown away; null where the file could only be drawn.
   * @throws Refusal `processing_failed`
   */
  calculate(
    workbook: Uint8Array,
    options?: { signal?: AbortSignal; timeoutMs?: number; lang?: string },
  ): Promise<{ pdf: Uint8Array; copy: Uint8Array | null }>;
  /**
   * Saves a file of the old binary formats as the new one of its kind (.doc as docx, .ppt as pptx, .xls as xlsx).
   * @throws Refusal `processing_failed` as toPdf does
   */
  modernize(
    file: { bytes: Uint8Array; kind: 'doc' | 'ppt' | 'xls' },
    options?: { signal?: AbortSignal; timeoutMs?: number },
  ): Promise<Uint8Array>;
  /** Resolves when at least one worker is warm. */
  ready(): Promise<void>;
  /** e.g. `LibreOffice 25.2.3.2`. */
  version(): string;
  close(): Promise<void>;
}
