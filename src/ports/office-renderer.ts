/** Office files → PDF. Real adapter: the LibreOfficeKit pool in `render/`. */
export type OfficeKind = 'docx' | 'pptx' | 'xlsx' | 'doc' | 'ppt' | 'xls' | OpenKind;
/** OpenDocument and Rich Text. */
type OpenKind = 'odt' | 'ods' | 'odp' | 'rtf';

/**
 * A process that has opened a file from outside is its owner's from then on, and ends when it has nothing to do: what a file could leave
 * behind in it meets nobody else's.
 */
interface FileOrigin {
  /** The organisation. Absent: the process serves this file and no other one. */
  owner?: string;
  /** Our own writers made the file, and nothing in it is another program's: any process that has opened no file from outside will do. */
  ours?: boolean;
}

export interface DrawOptions extends FileOrigin {
  signal?: AbortSignal;
  timeoutMs?: number;
  /** Processor time that the process may take for it, which is the same on a busy machine as on an idle one. */
  processorMs?: number;
  lang?: string;
}

export interface OfficeRenderer {
  /**
   * Turns an office file into a tagged PDF with bookmarks for its headings.
   * @param options.lang BCP 47: of the PDF of a presentation or workbook, which have none of their own
   * @throws Refusal `processing_failed` when the file kills or outlasts its worker (the pool goes on with a fresh one)
   */
  toPdf(file: { bytes: Uint8Array; kind: OfficeKind }, options?: DrawOptions): Promise<Uint8Array>;
  /**
   * The same for a workbook, and what its formulas come to: a copy in which all of them are calculated, to be read and
   * thrown away; null where the file could only be drawn.
   * @throws Refusal `processing_failed`
   */
  calculate(workbook: Uint8Array, options?: DrawOptions): Promise<{ pdf: Uint8Array; copy: Uint8Array | null }>;
  /**
   * Saves a file of the old binary formats, of OpenDocument or Rich Text as the Office file of its kind (.doc, .odt and .rtf as docx,
   * .ppt and .odp as pptx, .xls and .ods as xlsx).
   * @throws Refusal `processing_failed` as toPdf does
   */
  modernize(
    file: { bytes: Uint8Array; kind: 'doc' | 'ppt' | 'xls' | OpenKind },
    options?: FileOrigin & Pick<DrawOptions, 'signal' | 'timeoutMs' | 'processorMs'>,
  ): Promise<Uint8Array>;
  /** Resolves when at least one worker is warm. */
  ready(): Promise<void>;
  /** e.g. `LibreOffice 25.2.3.2`. */
  version(): string;
  close(): Promise<void>;
}
