/** What the service takes and sends. Written by `npm run gen` from the contract: change that, and not this. Fields, values and types of events may be added at any time. */

export interface DocumentRecord {
  /** Id of a document, `doc_…`. */
  id: string;
  object: "document";
  /** The name that was given; null where none was, and after deletion. */
  name: string | null;
  /** What to call it where it has no name: the first heading or words of its request, or the name of its file. Null until it is begun. */
  title: string | null;
  /** `create`: made from Markdown or a prompt. `edit`: an existing file changed. `review`: an existing file looked through. */
  operation: "create" | "review" | "edit";
  /** The kind of file; null until the service has decided, where the request did not say. */
  format: "docx" | "pdf" | "pptx" | "xlsx" | "artifact" | null;
  /** Decided by the service; it sets the default look. */
  type: "report" | "letter" | "contract" | "memo" | "minutes" | "presentation" | "spreadsheet" | "artifact" | null;
  /** `manual`: a version edited by hand. Null for a review. */
  mode: "prompt" | "content" | "manual" | null;
  /** The document that this one was edited from. */
  parent_id: string | null;
  /** Goes up by one with each `PUT /documents/{document_id}/file`. */
  revision: number;
  /** `queued` and `running` are under way; all others are final. `ready`: nothing found that matters. `ready_with_warnings`, `needs_review`: delivered, with warnings or errors in the report. `failed`: nothing was made, see `error`. */
  status: "queued" | "running" | "ready" | "ready_with_warnings" | "needs_review" | "failed" | "canceled";
  /** What is being done; null unless the document is running. */
  phase: "reading" | "planning" | "writing" | "building" | "rendering" | "reviewing" | "repairing" | "finishing" | null;
  /** Pages, slides or printed pages of sheets; null before they are laid out. */
  pages: number | null;
  /** The look that was used; send it, or parts of it, as `style` to get the same again. Null until it is decided, and where an existing file keeps its own. */
  style_applied: Style | null;
  /** What could not be done of the requested style. */
  style_unsupported: string[];
  /** Counts of what is left after the repairs; null before the end. The report has the findings. */
  validation_summary: FindingCounts | null;
  /** Counts of the repairs; null before the end. */
  repair_summary: RepairCounts | null;
  /** Set where `status` is `failed`. */
  error: DocumentError | null;
  /** With what it was made. */
  versions: {
    /** Version of Octavo. */
    engine: string;
    /** What drew the pages, with its version. */
    renderer: string;
    /** The model that had a part in it; null where none had. */
    model: string | null;
  };
  /** Your own keys and values, as they were sent; `GET /documents?metadata[key]=value` finds by them. */
  metadata: Record<string, string>;
  /** How long the content is kept once the document has finished; `none`: fifteen minutes. */
  retention: "none" | "1d" | "7d" | "30d" | "90d";
  /** When content will be deleted; null until the document has finished. */
  expires_at: string | null;
  /** How it is made, and why; null until that is decided, and for reviews. */
  route: Route | null;
  /** The level of work, and why; null until that is decided, and for reviews. */
  quality: Quality | null;
  /** Artifacts only: where the page keeps its data; null for other formats. */
  artifact: {
    /** `shared`: on the service, the same for all visitors. `local`: in the browser of each visitor. */
    storage: "local" | "shared";
  } | null;
  /** When the content was deleted, by a call or because its time was over; null while it is there. */
  content_deleted_at: string | null;
  /** When the request was accepted. */
  created_at: string;
  /** When it ended, whichever way; null before. */
  completed_at: string | null;
  /** Present once finished. */
  outputs?: Output[];
}

export interface DocumentList {
  object: "list";
  /** The items of this page, in the order that was asked for. */
  data: DocumentRecord[];
  /** Id of the first item: `before` of the page in front of it. Null on an empty page. */
  first_id: string | null;
  /** `after` of the next page. */
  last_id: string | null;
  /** Whether there are more behind this page, or before it where the list walks by `before`. */
  has_more: boolean;
}

export interface DocumentRequest {
  /** `create` (where absent) makes a document from `content` or `prompt`; `edit` changes `file` as `prompt` asks; `review` looks `file` through. */
  operation?: "create" | "review" | "edit";
  /** A name for the document; it also names downloaded files. */
  name?: string;
  /** The kind of file wanted. Without it the service infers it: from an unmistakable word of the prompt, else by a model; from Markdown `xlsx` for sheets, `pptx` for slides, else `docx`. */
  format?: "docx" | "pdf" | "pptx" | "xlsx" | "artifact";
  /** What to write (create) or change (edit). Uses a model. */
  prompt?: string;
  /** Your own text in Markdown (create). */
  content?: {
    /** CommonMark and GFM, with directives for covers, charts, slides, sheets and more (docs/markdown.md). Its words are kept as they are. */
    markdown: string;
  };
  /** The look in free words, or as JSON the style object of `style_applied`, whole or in part, which needs no model. "template: source 1", or the field `template` of that object, copies the look of that source, without a model too. What cannot be done is listed in `style_unsupported`. */
  style?: string;
  /** `auto` where absent; create and edit. */
  quality?: "auto" | "fast" | "standard" | "best";
  /** With `quality: auto`: the highest level that the service may choose. */
  max_quality?: "fast" | "standard" | "best";
  /** Answer with a stream of server-sent events, as they happen, in place of the finished document; false where absent. */
  stream?: boolean;
  /** Answer 202 at once with the queued document; ask for it later, or be told by a webhook. false where absent. */
  background?: boolean;
  /** Keys and values of yours, kept with the document: at most 50 keys of 1 to 64 characters, values of up to 500. */
  metadata?: Record<string, string>;
  /** Artifacts only: where the page keeps its data. */
  artifact?: {
    /** `shared`: on the service, the same for all visitors. `local`: in the browser of each visitor. */
    storage: "local" | "shared";
  };
  /** How long content is kept after finishing; the project's setting where absent. */
  retention?: "none" | "1d" | "7d" | "30d" | "90d";
  /** create only: documents (5 at most) to write from, pictures (10 at most) to place. With `content`, pictures are referenced as `![caption](img:N)`, and a document is taken only as the file whose look `style` asks for. */
  sources?: FileReference[];
  /** review and edit: the file to work on. */
  file?: FileReference;
}

export type DocumentResult = DocumentRecord | DryRun;

export interface DocumentError {
  /** Stable code: branch on it. What each means and how to repair it is in docs/errors.md. */
  code: "input_invalid" | "unauthorized" | "insufficient_balance" | "session_required" | "forbidden" | "origin_refused" | "sign_in_failed" | "last_owner" | "region_mismatch" | "link_expired" | "rate_limited" | "not_an_artifact" | "record_too_large" | "too_many_records" | "too_many_endpoints" | "not_found" | "file_rejected" | "file_too_large" | "report_not_ready" | "content_deleted" | "project_does_not_store" | "artifact_is_local" | "events_expired" | "range_not_satisfiable" | "idempotency_key_reused" | "idempotency_request_in_progress" | "feature_unavailable" | "internal_error" | "service_unavailable" | "revision_conflict" | "document_not_ready" | "method_not_allowed" | "unsupported_media_type" | "payload_too_large" | "content_empty" | "docx_invalid" | "file_not_found" | "document_too_long" | "format_unclear" | "edit_not_understood" | "edit_not_applied" | "source_unreadable" | "generation_blocked" | "page_too_large" | "processing_failed";
  /** What was wrong, in plain words, and how to repair it. */
  message: string;
}

export interface DryRun {
  object: "dry_run";
  valid: true;
  /** `create`: made from Markdown or a prompt. `edit`: an existing file changed. `review`: an existing file looked through. */
  operation: "create" | "review" | "edit";
  /** The kind of file; null until the service has decided, where the request did not say. */
  format: "docx" | "pdf" | "pptx" | "xlsx" | "artifact" | null;
  /** What kind of document it would be; null where only a model would tell. */
  type: "report" | "letter" | "contract" | "memo" | "minutes" | "presentation" | "spreadsheet" | "artifact" | null;
  /** How it is made, and why; null until that is decided, and for reviews. */
  route: Route | null;
  /** The level of work, and why; null until that is decided, and for reviews. */
  quality: Quality | null;
  /** Every file that the request names, read as far as that needs no model. */
  files: ({
    /** The reference as it was sent. */
    ref: string;
    /** Its name, as it was given or found. */
    filename: string;
    /** What the file is, decided from its bytes. */
    format: string;
    /** Size of the file in bytes. */
    bytes: number;
    /** Pages, slides or sheets; null where the kind has none, or they are known only once it is laid out. */
    pages: number | null;
  })[];
  /** The file, by its ref, whose look is copied, as far as the request says; absent where none is, or where only a model would tell. */
  template?: string;
  /** What is allowed and may surprise; empty where nothing does. */
  warnings: {
    /** JSON pointer to the field that it is about; empty for the request as a whole. */
    path: string;
    /** Stable code of the warning. */
    code: string;
    /** What would come out otherwise than was perhaps meant. */
    message: string;
  }[];
  /** What it would cost at the level shown; absent where the level is not known yet. */
  cost?: Cost;
}

export interface StoredRequest {
  object: "request";
  /** The document that was asked for. */
  document_id: string;
  method: "POST";
  /** Below the base address, such as `/documents`. */
  path: string;
  /** As it was asked for. Of bytes that came with the request only the file name is left: put `data` there to send it again. */
  body: Record<string, unknown>;
}

export interface Output {
  /** Id of the output, `out_…`; the same in events. */
  id: string;
  /** What it is: the file itself, its PDF, a `preview` (PNG of one page), or `html` for the page of an artifact. */
  kind: "docx" | "pptx" | "xlsx" | "pdf" | "preview" | "html";
  /** Media type of the bytes. */
  content_type: string;
  /** Size of the file in bytes. */
  bytes: number;
  /** Signed address, valid without a key: for 5 minutes, that of the page of an artifact for as long as was asked for. */
  url: string;
  /** Until when the link works; ask for the outputs again to get a fresh one. */
  expires_at: string;
  /** Previews: the page that it shows. */
  page?: number;
  /** Previews: pixels. */
  width?: number;
  /** Previews: pixels. */
  height?: number;
  /** Previews of pages: width of the page in points, as `location.bbox` of findings counts. */
  width_pt?: number;
  /** The same: its height. */
  height_pt?: number;
}

export interface OutputList {
  /** The files and pictures, with fresh links. */
  data: Output[];
}

export interface CollectionList {
  /** Every collection of the artifact, empty ones too. */
  data: {
    /** Name of the collection. */
    collection: string;
    /** How many records it has. */
    records: number;
  }[];
}

export interface ArtifactRecordList {
  object: "list";
  /** The items of this page, in the order that was asked for. */
  data: ArtifactRecord[];
  /** Id of the first item: `before` of the page in front of it. Null on an empty page. */
  first_id: string | null;
  /** `after` of the next page. */
  last_id: string | null;
  /** Whether there are more behind this page, or before it where the list walks by `before`. */
  has_more: boolean;
}

export interface ArtifactRecord {
  /** `rec_` and 26 characters; of the collection `_storage` the key. */
  id: string;
  object: "record";
  /** Name of the collection. */
  collection: string;
  /** Goes up by one with each change. */
  revision: number;
  /** When it was added. */
  created_at: string;
  /** When it was last changed. */
  updated_at: string;
  /** What was entered: field → value. */
  record: ArtifactValue;
}

/** A JSON object. */
export type ArtifactValue = Record<string, unknown>;

export interface ArtifactRecordRequest {
  /** A JSON object of at most 16 KB. */
  record: ArtifactValue;
}

export interface ArtifactRecordUpdate {
  /** A JSON object of at most 16 KB, in place of the one that is there. */
  record: ArtifactValue;
  /** That the record must still have; any where absent. */
  revision?: number;
}

export interface DeletedRecord {
  /** Id of the record that was deleted. */
  id: string;
  object: "record";
  deleted: true;
}

export interface DeletedCollection {
  /** Name of the collection. */
  collection: string;
  object: "collection";
  deleted: true;
  /** How many were deleted. */
  records: number;
}

export interface Route {
  /** `fast`: a model writes and the service lays out. `agent`: an agent builds the file and looks at its pages. */
  path: "fast" | "agent";
  /** One plain sentence. */
  reason: string;
}

export interface Quality {
  /** What the request asked for; `auto` where it said nothing. */
  requested: "auto" | "fast" | "standard" | "best";
  /** The level used. It sets the price. */
  level: "fast" | "standard" | "best";
  /** One plain sentence. */
  reason: string;
}

export interface Cost {
  /** In minor units of the currency, such as cents. */
  amount: number;
  /** ISO 4217. */
  currency: string;
}

export interface FindingCounts {
  /** How many findings somebody should see before the document is used. */
  errors: number;
  /** How many findings are flaws that do not keep it from being used. */
  warnings: number;
  /** How many findings are for information only. */
  info: number;
}

export interface RepairCounts {
  /** How often the document was drawn and looked through; 3 at most without an agent. */
  iterations: number;
  /** Repairs that were kept. */
  applied: number;
  /** Repairs that were taken back because they made nothing better. */
  rejected: number;
}

export interface FileRecord {
  /** Id of the file, `file_…`: give it as `file` or among `sources`. */
  id: string;
  object: "file";
  /** Its name, as it was given. */
  filename: string;
  /** Media type, decided from the bytes. */
  content_type: string;
  /** Size in bytes. */
  bytes: number;
  /** SHA-256 of the bytes, in hexadecimal digits. */
  sha256: string;
  /** Pages of a PDF, slides of a presentation, sheets of a workbook. Null for text and pictures, for Word files, whose pages are known only once they are laid out, and for PDF files where this deployment cannot count them. */
  pages: number | null;
  /** When it was uploaded. */
  created_at: string;
}

export interface FileList {
  object: "list";
  /** The items of this page, in the order that was asked for. */
  data: FileRecord[];
  /** Id of the first item: `before` of the page in front of it. Null on an empty page. */
  first_id: string | null;
  /** `after` of the next page. */
  last_id: string | null;
  /** Whether there are more behind this page, or before it where the list walks by `before`. */
  has_more: boolean;
}

export type FileRequest = UrlReference | DataReference;

export interface FileUpload {
  /** The bytes, with a file name. */
  file: Blob;
}

export interface DeletedFile {
  /** Id of the file that was deleted. */
  id: string;
  object: "file";
  deleted: true;
}

export type FileReference = FileIdReference | DocumentIdReference | UrlReference | DataReference;

/** A file uploaded with POST /files. */
export type FileIdReference = string;

/** A document already made; its Word, PowerPoint or Excel file is used, or its PDF if that is all it has. */
export type DocumentIdReference = string;

/** A file that the service downloads. */
export interface UrlReference {
  /** Public http or https address; up to 20 MB are downloaded. */
  url: string;
  /** A name for it; that of the address where absent. */
  filename?: string;
}

/** The bytes of a file. */
export interface DataReference {
  /** The bytes in base64, standard alphabet, padding optional; up to 20 MB decoded. */
  data: string;
  /** Its extension gives the format of text files. */
  filename: string;
}

export interface ExtractRequest {
  /** The file to read. */
  file: FileReference;
}

export interface Extraction {
  object: "extraction";
  /** Id of the extraction, `ext_…`. */
  id: string;
  /** What the file is, decided from its bytes. */
  format: "docx" | "pptx" | "xlsx" | "pdf" | "doc" | "ppt" | "xls" | "txt" | "md" | "html" | "png" | "jpg" | "gif" | "webp" | "odt" | "ods" | "odp" | "rtf" | "epub" | "eml" | "msg" | "csv" | "tsv" | "json" | "xml" | "ipynb" | "zip";
  /** The text, cut after 2,000,000 characters. */
  markdown: string;
  /** Length of the whole text. */
  chars: number;
  /** Whether `markdown` was cut; where the kind has pages, slides or sheets, `pages` reads the rest. */
  truncated: boolean;
  /** Pages of a PDF, slides or sheets; null for other kinds. */
  pages: number | null;
  /** What could not be carried. */
  notes: ({
    code: FindingCode;
    /** `warning`: something was lost or changed. `info`: good to know. */
    severity: "warning" | "info";
    /** One English sentence. It may quote the document. */
    message: string;
  })[];
  /** With `addresses=true`: as `GET /documents/{document_id}/content` returns them. */
  blocks?: {
    /** What operations name as their target: `p3`, `t2.r1.c3`, `s2.sh3.p1`, `Sheet1!B2`. */
    address: string;
    /** Kind of block: `heading`, `paragraph`, `table`, `row`, `cell`, `shape`, … */
    type: string;
    /** Its words; `expect` of an operation may hold them. */
    text: string;
    [field: string]: unknown;
  }[];
  /** With `outline=true`; `markdown` says the same in words. */
  outline?: ({
    /** 1 is the highest. */
    level: number;
    /** The words of the heading. */
    text: string;
    /** Page, slide or sheet; null where the kind has none. */
    page: number | null;
    /** Characters from it to the next entry. */
    chars: number;
  })[];
  /** With `tables=true`. */
  tables?: ({
    /** Page, slide or sheet; null where the kind has none. */
    page: number | null;
    /** Its caption; null where it has none. */
    caption: string | null;
    /** How many of the rows are headers. */
    header_rows: number;
    /** All rows, headers among them; null where a merged cell goes on. */
    rows: ((string | null)[])[];
  })[];
  /** With `layout=true`, of PDF files and pictures. */
  layout?: {
    /** Sizes in points. */
    pages: {
      /** Number of the page, from 1. */
      page: number;
      /** Width in points. */
      width: number;
      /** Height in points. */
      height: number;
    }[];
    /** Every block of the text, in reading order. */
    blocks: ({
      /** Page that it is on, from 1. */
      page: number;
      /** Kind of block: `heading`, `paragraph`, `list`, `table`, `image`, … */
      type: string;
      /** Its words. */
      text: string;
      /** Left, top, right, bottom in points from the upper left corner; null where no line of the page says it. */
      box: [number, number, number, number] | null;
      /** Its words are those of a model that looked at the picture. */
      described?: true;
    })[];
  };
  /** With `pictures=true`. */
  pictures?: ({
    /** A name for the picture, with its extension. */
    name: string;
    /** Page, slide or sheet; null where the kind has none. */
    page: number | null;
    /** Media type, decided from the bytes. */
    content_type: string;
    /** What it is said to show. */
    alt: string;
    /** The file in base64. */
    data: string;
  })[];
  /** With `describe=true`: the pictures that a model has described; `markdown` has the same where they stand. */
  descriptions?: ({
    /** Page, slide or sheet; null where the kind has none. */
    page: number | null;
    /** Of the picture, as `pictures` has it. */
    name: string;
    /** What the model says that it shows: one line, in the language of the text around it. Nobody has checked it. */
    text: string;
  })[];
  /** With `describe=true`: the model, and what it took. Descriptions are not charged. */
  model?: {
    /** The model that looked at the pictures. */
    name: string;
    /** Tokens that it read. */
    input_tokens: number;
    /** Tokens that it wrote. */
    output_tokens: number;
  };
}

export interface QueuedExtraction {
  object: "extraction";
  /** Id of the extraction, `ext_…`. */
  id: string;
  /** It is still being read: ask again at `Location`. */
  status: "queued";
}

export interface Content {
  object: "content";
  /** The document whose content it is. */
  document_id: string;
  /** In reading order; tables have `rows` of `cells`, each with its address. A sheet lists 20,000 cells and says in `omitted_cells` how many more it has; `query` looks at all. */
  blocks: {
    /** What operations name as their target: `p3`, `t2.r1.c3`, `s2.sh3.p1`, `Sheet1!B2`. */
    address: string;
    /** Kind of block: `heading`, `paragraph`, `table`, `row`, `cell`, `shape`, … */
    type: string;
    /** Its words; `expect` of an operation may hold them. */
    text: string;
    [field: string]: unknown;
  }[];
}

export interface EditsRequest {
  /** The file to work on. */
  file: FileReference;
  /** All addresses mean the file as it was sent. */
  operations: EditOperation[];
  /** `direct` where absent; `tracked` makes tracked changes of a Word file. */
  mode?: "direct" | "tracked";
  /** Say what would happen; nothing is made. */
  preview?: boolean;
  /** Of tracked changes and comments; the name of the key, or of the user, where absent. */
  author?: string;
  /** Of tracked changes and comments; now where absent. */
  date?: string;
  /** `false`: the changed file and the report alone, at once; no PDF, no pictures, no count of pages. `true` where absent. */
  render?: boolean;
  /** A name for the new document; that of the file where absent. */
  name?: string;
  /** Keys and values of yours, kept with the document: at most 50 keys of 1 to 64 characters, values of up to 500. */
  metadata?: Record<string, string>;
  /** How long content is kept after finishing; the project's setting where absent. */
  retention?: "none" | "1d" | "7d" | "30d" | "90d";
}

/** One operation; which there are depends on the format of the file (docs/editing.md). */
export type EditOperation = DocxReplaceText | DocxRewriteBlock | DocxInsertBlocks | DocxDeleteBlock | DocxMoveBlock | DocxSetFormat | DocxSetCellText | DocxInsertRows | DocxDeleteRows | DocxInsertColumns | DocxDeleteColumns | DocxMergeCells | DocxUnmergeCells | DocxSplitCell | DocxInsertImage | DocxInsertTextBox | DocxReplaceImage | DocxInsertChart | DocxSetChartData | DocxSetAltText | DocxSetLink | DocxRemoveLink | DocxAddBookmark | DocxDeleteBookmark | DocxAddFootnote | DocxDeleteFootnote | DocxSetControl | DocxAddControl | DocxDeleteControl | DocxSetHeaderFooter | DocxSetPage | DocxInsertSectionBreak | DocxDeleteSectionBreak | DocxSetWatermark | DocxRemoveWatermark | DocxRefreshToc | DocxSetProperty | DocxAddComment | DocxReplyComment | DocxResolveComment | DocxDeleteComment | DocxAcceptRevision | DocxRejectRevision | DocxRestyle | PptxReplaceText | PptxSetText | PptxSetFormat | PptxInsertSlide | PptxDuplicateSlide | PptxDeleteSlide | PptxMoveSlide | PptxSetLayout | PptxAddShape | PptxAddConnector | PptxInsertImage | PptxInsertMedia | PptxInsertTable | PptxInsertChart | PptxInsertEquation | PptxSetShape | PptxOrderShape | PptxGroupShapes | PptxUngroupShapes | PptxDeleteShape | PptxReplaceImage | PptxSetAltText | PptxSetLink | PptxSetCellText | PptxInsertRows | PptxDeleteRows | PptxInsertColumns | PptxDeleteColumns | PptxSetNotes | PptxSetTransition | PptxSetChartData | PptxAddComment | PptxReplyComment | PptxResolveComment | PptxDeleteComment | PptxApplyTheme | PptxSetProperty | XlsxReplaceText | XlsxSetCells | XlsxSetFormula | XlsxInsertRows | XlsxDeleteRows | XlsxInsertColumns | XlsxDeleteColumns | XlsxAddSheet | XlsxCopySheet | XlsxRenameSheet | XlsxMoveSheet | XlsxDeleteSheet | XlsxSetSheet | XlsxSetPage | XlsxSetHeaderFooter | XlsxSetNumberFormat | XlsxSetFormat | XlsxSetCellStyle | XlsxDefineName | XlsxDeleteName | XlsxAddConditionalFormat | XlsxAddDataValidation | XlsxRemoveRules | XlsxProtectSheet | XlsxFreeze | XlsxGroup | XlsxAddTable | XlsxResizeTable | XlsxSort | XlsxMergeCells | XlsxUnmergeCells | XlsxSetAutoFilter | XlsxAddComment | XlsxDeleteComment | XlsxSetLink | XlsxInsertImage | XlsxAddShape | XlsxDeleteShape | XlsxAddChart | XlsxUpdateChart | XlsxAddSparklines | XlsxAddPivot | XlsxUpdatePivot | XlsxAddSlicer | XlsxSetProperty | PdfRotatePages | PdfDeletePages | PdfMovePages | PdfInsertPages | PdfExtractPages | PdfFillForm | PdfFlattenForm | PdfStamp | PdfAnnotate | PdfRedact | PdfAddPageNumbers | PdfSetBookmarks | PdfSetProperty | PdfAddAttachment | PdfRemoveAttachment | PdfReplaceText | PdfRewriteBlock | PdfDeleteBlock | PdfInsertBlocks | PageReplaceText | PageRewriteBlock | PageInsertBlocks | PageDeleteBlock | PageMoveBlock;

export interface QueryTarget {
  /** What is meant: `table[2] row:last`, `heading:contains("Fees") + paragraph` (docs/editing.md). */
  query: string;
  /** Every block that the query finds; without it there must be one. */
  all?: boolean;
}

export interface EditResult {
  /** Name of the operation. */
  op: string;
  /** Address that the operation named; null for one on the whole file. */
  target: string | null;
  /** Whether it was done. What is rejected changes nothing. */
  status: "applied" | "rejected";
  /** The text as it was, shortened where it is long. */
  before?: string;
  /** The text as it is now, shortened where it is long. */
  after?: string;
  /** Why it was rejected. */
  reason?: "target_not_found" | "ambiguous_target" | "expect_mismatch" | "overlapping_operation" | "read_only_content" | "protected_document" | "merged_cells" | "formula_error" | "would_overflow" | "unsupported" | "no_effect";
  /** The same in one plain sentence. */
  message?: string;
  /** Addresses that may have been meant. */
  candidates?: string[];
  /** Address of what was added to a slide or changed its place, as it is after this operation. */
  made?: string;
}

export interface EditPreview {
  object: "edit_preview";
  /** What each operation would do, in their order. */
  edits: EditResult[];
}

export interface CompareRequest {
  /** The older file. */
  from: FileReference;
  /** The newer file, of the same format. */
  to: FileReference;
  /** `json` where absent: what differs, block by block; `docx`: the older Word file with tracked changes that lead to the newer one; `pdf`: the newer PDF file with its new words highlighted and the old ones in comments. */
  format?: "json" | "docx" | "pdf";
  /** Of the tracked changes and marks; the name of the key, or of the user, where absent. */
  author?: string;
  /** Of the tracked changes and marks; now where absent. */
  date?: string;
}

export interface Comparison {
  object: "comparison";
  /** What both files are. */
  format: "docx" | "pptx" | "xlsx" | "pdf";
  /** How many blocks differ, by what became of them. */
  summary: {
    /** Blocks that are new. */
    inserted: number;
    /** Blocks that are gone. */
    deleted: number;
    /** Blocks whose content differs. */
    changed: number;
    /** Blocks that are elsewhere, their words changed or not. */
    moved: number;
  };
  /** In the order of the newer version. */
  changes: ({
    /** What became of the block. */
    change: "inserted" | "deleted" | "changed" | "moved";
    /** Of the block: `paragraph`, `heading`, `row`, `cell`, `slide`, `shape`, … */
    type: string;
    /** Address in the older version. */
    from: string | null;
    /** Address in the newer version. */
    to: string | null;
    /** The text as it was, shortened where it is long. */
    before?: string;
    /** The text as it is now, shortened where it is long. */
    after?: string;
    /** The text of a changed block, in pieces; of a moved one only where its words changed too. */
    words?: ({
      /** Whether the words are in both, only in the older, or only in the newer. */
      kind: "same" | "deleted" | "inserted";
      /** The words. */
      text: string;
    })[];
  })[];
  /** There are more changes than are listed. */
  truncated: boolean;
}

/** Any JSON value. */
export type JsonValue = unknown;

export interface FillRequest {
  /** The template: a Word, PowerPoint or Excel file, or a PDF form. */
  file: FileReference;
  /** What the tags of the template name; a list of up to 1,000 records fills it for each of them. Required, but for a dry run that only asks what is wanted. */
  data?: Record<string, JsonValue> | Record<string, JsonValue>[];
  /** Of a list: `documents` (where absent) makes a document for each record, in the background; `one` puts all into one file. */
  output?: "documents" | "one";
  /** What a value that the data does not have becomes: `error` (where absent) refuses the request, `empty` leaves nothing, `keep` the tag. */
  missing?: "error" | "empty" | "keep";
  /** How numbers and dates are written; the language of the template where absent. */
  language?: string;
  /** `pdf` gives the PDF alone; otherwise the kind of the template. */
  format?: "docx" | "pptx" | "xlsx" | "pdf";
  /** Say what the template wants and what is wrong; nothing is made. */
  dry_run?: boolean;
  /** Answer 202 at once. */
  background?: boolean;
  /** A name for the document; the name of the template where absent. */
  name?: string;
  /** Keys and values of yours, kept with the document: at most 50 keys of 1 to 64 characters, values of up to 500. */
  metadata?: Record<string, string>;
  /** How long content is kept after finishing; the project's setting where absent. */
  retention?: "none" | "1d" | "7d" | "30d" | "90d";
}

export interface FillDryRun {
  object: "fill_dry_run";
  /** Whether it could be filled: with the data, or, without data, whether the template is sound. */
  valid: boolean;
  /** What would be made. */
  format: "docx" | "pptx" | "xlsx" | "pdf";
  /** Every tag of the template, in reading order. */
  tags: {
    /** As it stands in the template. */
    tag: string;
    /** Address of the paragraph, shape or cell that it stands in. */
    place: string;
  }[];
  /** Everything that keeps it from being filled; empty where nothing does. */
  faults: FillFault[];
  /** The data that the template expects, as a JSON Schema; what the tags do not tell is left open. */
  data_schema: Record<string, unknown>;
}

export interface FillFault {
  /** As it stands in the template. */
  tag: string;
  /** Address of the paragraph, shape or cell, as `GET …/content` gives it; else the part of the file. */
  place: string;
  /** What is wrong, and what would be right. */
  message: string;
  /** What is to be repaired. */
  about: "template" | "data";
}

export interface FillBatch {
  object: "fill_batch";
  /** One for each record, in their order, as they are queued. */
  documents: DocumentRecord[];
}

export type FillAccepted = DocumentRecord | FillBatch;

export interface Integrity {
  /** Names of the parts whose bytes differ; of a PDF its pages. */
  parts_changed: string[];
  /** Name of the part → SHA-256 of its bytes, the same before and after. */
  parts_unchanged: Record<string, string>;
  /** Tracked changes: accepting all of them gives the intended text. */
  accept_matches?: boolean;
  /** Tracked changes: rejecting all of them gives the original text. */
  reject_matches?: boolean;
}

export interface Diff {
  object: "diff";
  /** The older document. */
  from: string;
  /** The newer document. */
  to: string;
  /** How many blocks differ, by what became of them. */
  summary: {
    /** Blocks that are new. */
    inserted: number;
    /** Blocks that are gone. */
    deleted: number;
    /** Blocks whose content differs. */
    changed: number;
    /** Blocks that are elsewhere, their words changed or not. */
    moved: number;
  };
  /** In the order of the newer version. */
  changes: ({
    /** What became of the block. */
    change: "inserted" | "deleted" | "changed" | "moved";
    /** Of the block: `paragraph`, `heading`, `row`, `cell`, `slide`, `shape`, … */
    type: string;
    /** Address in the older version. */
    from: string | null;
    /** Address in the newer version. */
    to: string | null;
    /** The text as it was, shortened where it is long. */
    before?: string;
    /** The text as it is now, shortened where it is long. */
    after?: string;
    /** The text of a changed block, in pieces; of a moved one only where its words changed too. */
    words?: ({
      /** Whether the words are in both, only in the older, or only in the newer. */
      kind: "same" | "deleted" | "inserted";
      /** The words. */
      text: string;
    })[];
  })[];
  /** There are more changes than are listed. */
  truncated: boolean;
}

export interface VersionRequest {
  /** The edited file, in the format of the document. */
  file: FileIdReference;
}

export interface SaveRequest {
  /** The edited file, in the format of the document. */
  file: FileIdReference;
  /** The `revision` of the document that was edited. */
  revision: number;
}

export interface SaveUpload {
  /** The bytes, with a file name. */
  file: Blob;
  /** The `revision` of the document that was edited. */
  revision: number;
}

export interface Report {
  object: "report";
  /** Id of a document, `doc_…`. */
  document_id: string;
  /** What was asked for. */
  operation: "create" | "review" | "edit";
  /** What happened, in a few plain sentences. */
  summary: string;
  /** How it was made, and why; null for reviews. */
  route: Route | null;
  /** The level of work, and why; null for reviews. */
  quality: Quality | null;
  /** What became of the requested style. */
  style: {
    /** The look that was used; null where an existing file keeps its own. */
    applied: Style | null;
    /** What of the requested style could not be done. */
    unsupported: string[];
  };
  design: Design;
  /** What the prompt asked for, each with whether the file has it. */
  requirements?: Requirement[];
  /** What the service decided or could not carry, besides the findings. */
  notes?: ({
    code: FindingCode;
    /** `warning`: something was lost or changed. `info`: good to know. */
    severity: "warning" | "info";
    /** One English sentence. It may quote the document. */
    message: string;
  })[];
  /** What the review found: counts, what is left, and what was repaired. */
  validation: {
    /** How many findings somebody should see before the document is used. */
    errors: number;
    /** How many findings are flaws that do not keep it from being used. */
    warnings: number;
    /** How many findings are for information only. */
    info: number;
    /** What is left. */
    findings: Finding[];
    /** What was found and repaired. */
    resolved: Finding[];
  };
  /** Every repair that was tried, in their order. */
  repairs: Repair[];
  /** What each typed operation did; empty where there were none. */
  edits: EditResult[];
  /** The sources of the request, in their order. */
  sources: SourceUse[];
  /** The proof of what stayed as it was in a file that was changed; null where none was. */
  integrity: Integrity | null;
  /** Where a document of the service was edited: how the pictures of its pages were made; from 1. */
  pictures?: {
    /** Pages that were drawn. */
    drawn: number[];
    /** Pages that show what a page of the version before shows, whose picture was copied. */
    copied: number[];
  };
  /** Whether people who do not see it can use it; null where it was not looked at. */
  accessibility: {
    /** What it was held against, such as PDF/UA. */
    standard: string;
    /** Whether nothing was found. */
    passed: boolean;
    /** What was found, among the findings above too. */
    findings: Finding[];
  } | null;
  /** Step → milliseconds. */
  timings_ms: Record<string, number>;
  cost: Cost;
  /** Where a model had a part in it. */
  model?: {
    /** Name of the model. */
    name: string;
    /** Tokens that were sent to it, over all calls. */
    input_tokens: number;
    /** Tokens that it answered, over all calls. */
    output_tokens: number;
  };
  /** Where an agent made the document: how it went. What is delivered is the best state that was drawn. */
  agent?: {
    /** Answers of the model. */
    turns: number;
    /** How often it saw the document drawn anew. */
    looks: number;
    /** `done`: it found nothing more to do; `turns`, `tokens`, `time`: a budget was used up; `lost`, `failed`: it could not go on. */
    ended: "done" | "turns" | "tokens" | "time" | "lost" | "failed";
    /** Whether the model took pictures; else it worked from findings alone. */
    saw_pages: boolean;
    /** What the agent says it did. */
    summary: string;
  };
  /** Why no file was made; null where the document was canceled. */
  error?: DocumentError | null;
}

export interface Finding {
  code: FindingCode;
  /** `error`: somebody should see it before the document is used. `warning`: a flaw. `info`: good to know. */
  severity: "error" | "warning" | "info";
  /** One English sentence: what is wrong, where, and how to repair it. It may quote the document. */
  message: string;
  location: FindingLocation;
  /** Whether the service could repair it. */
  fixable: boolean;
  /** Whether it was found in the content or file, or on the rendered page. */
  certainty: "static" | "rendered";
  /** Whether the file that was sent had it already. */
  disposition: "new" | "pre_existing";
}

/** Stable; what each means is in docs/findings.md. More may come. */
export type FindingCode = "alt_text_missing" | "caption_number_typed" | "caption_stranded" | "characters_private" | "characters_without_font" | "check_failed" | "clause_reference_broken" | "clause_reference_circular" | "closing_torn" | "column_cramped" | "column_too_narrow" | "content_past_margin" | "contents_stale" | "contrast_low" | "date_impossible" | "external_link" | "fake_heading" | "fake_list" | "fake_numbered_list" | "field_broken" | "figure_conflict" | "figure_hashed" | "font_substituted" | "footnote_missing" | "formula_circular" | "formula_error" | "formula_inconsistent" | "formula_reads_nothing" | "formula_value_stale" | "glyphs_missing" | "header_collision" | "heading_level_skipped" | "heading_number_broken" | "heading_stranded" | "identifier_grouped" | "identifier_wrapped" | "ids_duplicate" | "last_page_almost_empty" | "list_double_marked" | "list_item_stranded" | "logo_invisible" | "margins_narrow" | "markup_left" | "name_broken" | "number_as_text" | "number_format_missing" | "numbering_undefined" | "package_ids_duplicate" | "package_invalid" | "page_blank" | "page_gap" | "page_limit_missed" | "page_sparse" | "pdf_not_accessible" | "picture_distorted" | "picture_low_resolution" | "placeholder_left" | "properties_missing" | "range_incomplete" | "reference_broken" | "relationship_dangling" | "review_partial" | "section_empty" | "sheet_invalid" | "signature_alone" | "slide_alt_text_missing" | "slide_chart_unreadable" | "slide_content_outside" | "slide_contrast_low" | "slide_dense" | "slide_edges_misaligned" | "slide_empty" | "slide_gaps_uneven" | "slide_half_empty" | "slide_margin_narrow" | "slide_monotonous" | "slide_picture_cropped" | "slide_picture_distorted" | "slide_placeholder_empty" | "slide_shapes_overlap" | "slide_text_cut" | "slide_text_overflow" | "slide_text_spilled" | "slide_title_long" | "slide_title_missing" | "slide_title_repeated" | "slide_type_small" | "spelling_mixed" | "style_undefined" | "summary_all_zero" | "table_grid_mismatch" | "table_header_mismatch" | "table_header_not_repeated" | "table_split_badly" | "table_too_wide" | "text_garbled" | "text_overlap" | "text_repeated" | "title_missing" | "total_hard_coded" | "total_mismatch" | "workbook_ids_duplicate" | "active_content" | "address_untraced" | "addresses_missing" | "anchor_duplicate" | "anchor_unused" | "attachments_kept" | "attribute_invalid" | "blocks_cut" | "canvas_as_text" | "canvas_contrast_low" | "canvas_cut" | "canvas_empty" | "canvas_face_unmeasured" | "canvas_icon_unknown" | "canvas_last_line_short" | "canvas_line_loose" | "canvas_off_page" | "canvas_overlap" | "canvas_picture_missing" | "canvas_text_overflow" | "canvas_title_replaced" | "canvas_type_small" | "canvas_unsupported" | "canvas_word_broken" | "cells_hidden" | "characters_dropped" | "characters_unseen" | "chart_as_table" | "chart_column_unused" | "chart_invalid" | "chart_kind_changed" | "chart_value_invalid" | "chat_dropped" | "code_unclosed" | "color_unreadable" | "comment_dropped" | "contents_repeated" | "controls_dropped" | "date_ambiguous" | "dates_month_first" | "diagram_as_code" | "diagram_lines_dropped" | "directive_misplaced" | "directive_stray_end" | "directive_unclosed" | "directive_unknown" | "division_guarded" | "edit_rejected" | "edit_unsupported" | "emoji_dropped" | "encoding_guessed" | "external_reference" | "footnote_duplicate" | "footnote_nested" | "footnote_unused" | "formula_as_text" | "formula_unreadable" | "formula_without_value" | "design_invalid" | "front_matter_unknown" | "glyphs_unknown" | "hidden_text" | "html_dropped" | "collection_public" | "interactive_invalid" | "interactive_printed" | "html_table" | "image_in_text" | "image_missing" | "image_remote" | "link_broken" | "link_dropped" | "link_target_missing" | "name_contradicts" | "name_invalid" | "nesting_flattened" | "note_to_user" | "number_ambiguous" | "number_untraced" | "page_cut_off" | "page_dead_end" | "collection_opened" | "collection_removed" | "field_removed" | "page_collections_invalid" | "page_form_unwired" | "page_reaches_out" | "page_not_accessible" | "page_not_shown" | "page_script_failed" | "pages_made_pictures" | "pages_not_drawn" | "pages_not_seen" | "pages_recognized" | "wish_unsupported" | "text_incomplete" | "pages_without_text" | "part_damaged" | "part_left_out" | "pdf_relaid_out" | "picture_undescribed" | "pictures_not_drawn" | "pictures_described" | "picture_recognized" | "picture_without_text" | "reference_ambiguous" | "requirement_missed" | "revision_shown" | "sheet_as_section" | "sheet_cut" | "sheet_hidden" | "sheet_renamed" | "signatures_empty" | "slide_as_section" | "slide_hidden" | "slide_layout_changed" | "slides_too_many" | "source_hidden_text" | "source_shortened" | "table_missing" | "table_row_too_long" | "text_cut" | "total_misplaced" | "total_typed" | "tracked_changes" | "value_hidden" | "value_not_shown" | "values_pending" | "visual_described";

export interface FindingLocation {
  /** Part of the Office file. */
  part?: string;
  /** Page, from 1. */
  page?: number;
  /** Slide, from 1. */
  slide?: number;
  /** Name of the sheet. */
  sheet?: string;
  /** Cell or range, as `B7`. */
  cell?: string;
  /** Block of the content, or an address in the file. */
  block_id?: string;
  /** Left, top, right, bottom in points from the page's upper left corner. */
  bbox?: [number, number, number, number];
}

export interface Repair {
  /** Which rendering it was made after, from 1. */
  iteration: number;
  /** Name of the repair, as in docs/findings.md, or of a tool of the agent. */
  fix: string;
  /** What it repairs; `design` where the agent made the document better. */
  finding_code: FindingCode | "design";
  /** `applied`: kept. `rejected`: taken back, since it made nothing better. */
  outcome: "applied" | "rejected";
  /** Why it was taken back. */
  reason?: string;
}

export interface Requirement {
  /** What was asked for, in the words of the request. */
  text: string;
  /** Whether the file has it. */
  status: "met" | "not_met" | "not_checked";
  /** How that is known: what was measured or looked at; why it was not checked. */
  evidence: string;
}

export interface Design {
  /** The reference of the file whose design was copied; null where none was. */
  source: string | null;
  /** Refines the look inside a `type`, such as `invoice`; null where none applies. */
  genre?: "cv" | "invoice" | "quote" | "product_sheet" | "recipe" | "programme" | "certificate" | "press_release" | "agenda" | "one_pager" | "training_deck" | "pitch_deck" | null;
  /** What was taken over from that file: faces, colours, margins, headers, … */
  copied: string[];
  /** What could not be taken over. */
  not_copied: {
    /** What was not taken over. */
    what: string;
    /** Why not. */
    reason: string;
  }[];
  /** Faces that were asked for, and what was used. */
  fonts: {
    /** The face that was asked for. */
    requested: string;
    /** The face that was used in its place. */
    used: string;
  }[];
}

export interface SourceUse {
  /** The reference as it was sent. */
  ref: string;
  /** Whether something of it is in the file: words that were written from it, a picture that was placed, a look that was copied. */
  used: boolean;
  /** Pages, slides or sheets that were read; null where the kind has none. */
  pages: number | null;
}

export interface Problem {
  /** Address of a page about the code. */
  type: string;
  /** What the code means, in two or three words. */
  title: string;
  /** HTTP status of the answer. */
  status: number;
  /** What was refused here, why, and how to repair it. */
  detail: string;
  /** Stable code: branch on it, never on the words. */
  code: "input_invalid" | "unauthorized" | "insufficient_balance" | "session_required" | "forbidden" | "origin_refused" | "sign_in_failed" | "last_owner" | "region_mismatch" | "link_expired" | "rate_limited" | "not_an_artifact" | "record_too_large" | "too_many_records" | "too_many_endpoints" | "not_found" | "file_rejected" | "file_too_large" | "report_not_ready" | "content_deleted" | "project_does_not_store" | "artifact_is_local" | "events_expired" | "range_not_satisfiable" | "idempotency_key_reused" | "idempotency_request_in_progress" | "feature_unavailable" | "internal_error" | "service_unavailable" | "revision_conflict" | "document_not_ready" | "method_not_allowed" | "unsupported_media_type" | "payload_too_large" | "content_empty" | "docx_invalid" | "file_not_found" | "document_too_long" | "format_unclear" | "edit_not_understood" | "edit_not_applied" | "source_unreadable" | "generation_blocked" | "page_too_large" | "processing_failed";
  /** Names the request, as the header `Request-Id` does; tell it when asking for help. */
  request_id: string;
  /** Every field at fault, all at once; empty where no field is. */
  errors: {
    /** JSON pointer into the body; `?name` for a query parameter. */
    path: string;
    /** What is wrong with this field, and what it takes. */
    message: string;
  }[];
}

export interface Style {
  /** Face of the text. */
  font: string;
  /** Size of the text in points, 6 to 32. */
  font_size: number;
  /** Distance of lines as a multiple of the single one, 0.8 to 3. */
  line_spacing: number;
  /** Colours, each as six hexadecimal digits without #: of the title, of headings, of the text, and of rules and fills. */
  colors: {
    /** Six hexadecimal digits, without #. */
    title: string;
    /** Six hexadecimal digits, without #. */
    headings: string;
    /** Six hexadecimal digits, without #. */
    text: string;
    /** Six hexadecimal digits, without #. */
    accent: string;
  };
  /** How the title, headings and paragraphs are aligned. */
  align: {
    /** `justify`: flush on both sides. */
    title: "left" | "center" | "right" | "justify";
    /** `justify`: flush on both sides. */
    headings: "left" | "center" | "right" | "justify";
    /** `justify`: flush on both sides. */
    body: "left" | "center" | "right" | "justify";
  };
  /** All four margins of the page in centimetres, 0.5 to 8. */
  margins_cm: number;
  /** Orientation of the pages. */
  orientation: "portrait" | "landscape";
  /** Whether there is a cover. */
  cover_page: boolean;
  /** Whether there is a table of contents. */
  table_of_contents: boolean;
  /** Whether pages are numbered. */
  page_numbers: boolean;
  /** Text at the head of each page; absent where there is none. */
  header?: string;
  /** Text at the foot of each page; absent where there is none. */
  footer?: string;
}

export type Block = {
  /** Id of the block within its document: `b1`, `b2`, … in reading order; events and findings name it. */
  id: string;
  /** The author's own `{#id}`, the target of `[text](#id)`; absent where none was given. */
  anchor?: string;
  type: "heading";
  /** 1 is the highest. */
  level: number;
  /** The text, in stretches of one formatting. */
  runs: ({
    /** The text. A line break inside a paragraph is " ". For maths the TeX source, for a footnote reference ''. */
    text: string;
    /** Bold; false where absent. */
    bold?: boolean;
    /** Italic; false where absent. */
    italic?: boolean;
    /** Underlined; false where absent. */
    underline?: boolean;
    /** Struck through; false where absent. */
    strike?: boolean;
    /** Set as code, in a face of equal widths; false where absent. */
    code?: boolean;
    /** http(s)/mailto address, or `#id` for a place in this document (a reference that follows its target). */
    link?: string;
    /** RRGGBB, upper case, without '#'; that of the look where absent. */
    color?: string;
    /** Raised or lowered; on the line where absent. */
    script?: "super" | "sub";
    /** Id of the footnote that this run refers to (a key of the `footnotes` block). */
    footnote?: string;
    /** The text is TeX. */
    math?: boolean;
    /** BCP 47, where it differs from the document's. */
    lang?: string;
    /** Comments on this text; neighbours with the same one are one stretch. */
    comments?: {
      /** Plain; " " begins a line. */
      text: string;
      /** Absent: the service itself. */
      author?: string;
    }[];
    /** The text is a tracked change. */
    revision?: {
      /** `insert`: text that is proposed. `delete`: text that shall go. */
      kind: "insert" | "delete";
      /** Absent: the service itself. */
      author?: string;
    };
  })[];
} | {
  /** Id of the block within its document: `b1`, `b2`, … in reading order; events and findings name it. */
  id: string;
  /** The author's own `{#id}`, the target of `[text](#id)`; absent where none was given. */
  anchor?: string;
  type: "paragraph";
  /** The text, in stretches of one formatting. */
  runs: ({
    /** The text. A line break inside a paragraph is " ". For maths the TeX source, for a footnote reference ''. */
    text: string;
    /** Bold; false where absent. */
    bold?: boolean;
    /** Italic; false where absent. */
    italic?: boolean;
    /** Underlined; false where absent. */
    underline?: boolean;
    /** Struck through; false where absent. */
    strike?: boolean;
    /** Set as code, in a face of equal widths; false where absent. */
    code?: boolean;
    /** http(s)/mailto address, or `#id` for a place in this document (a reference that follows its target). */
    link?: string;
    /** RRGGBB, upper case, without '#'; that of the look where absent. */
    color?: string;
    /** Raised or lowered; on the line where absent. */
    script?: "super" | "sub";
    /** Id of the footnote that this run refers to (a key of the `footnotes` block). */
    footnote?: string;
    /** The text is TeX. */
    math?: boolean;
    /** BCP 47, where it differs from the document's. */
    lang?: string;
    /** Comments on this text; neighbours with the same one are one stretch. */
    comments?: {
      /** Plain; " " begins a line. */
      text: string;
      /** Absent: the service itself. */
      author?: string;
    }[];
    /** The text is a tracked change. */
    revision?: {
      /** `insert`: text that is proposed. `delete`: text that shall go. */
      kind: "insert" | "delete";
      /** Absent: the service itself. */
      author?: string;
    };
  })[];
} | {
  /** Id of the block within its document: `b1`, `b2`, … in reading order; events and findings name it. */
  id: string;
  /** The author's own `{#id}`, the target of `[text](#id)`; absent where none was given. */
  anchor?: string;
  type: "list";
  /** Numbered rather than bulleted. */
  ordered: boolean;
  /** First number of an ordered list; 1 where absent. */
  start?: number;
  /** Each item is a term, its first block (a paragraph), with what it means. Not ordered, no tasks. */
  definitions?: true;
  /** The items, in their order. */
  items: {
    /** What the item says. */
    blocks: Block[];
    /** Task lists only: whether it is done. */
    checked?: boolean;
  }[];
} | {
  /** Id of the block within its document: `b1`, `b2`, … in reading order; events and findings name it. */
  id: string;
  /** The author's own `{#id}`, the target of `[text](#id)`; absent where none was given. */
  anchor?: string;
  type: "table";
  /** One for each column, from the left. */
  columns: ({
    /** How the values are read, aligned and formatted: `text`, `id`, `int`, `num0` to `num6`, `pct0` to `pct2`, `date`, `datetime`, `time`, `bool`, or a currency with its decimals such as `eur2`. */
    type?: string;
    /** Horizontal alignment; that of the type of the column where absent. */
    align?: "left" | "center" | "right";
    /** Share of the table's width, 0-1. */
    width?: number;
    /** What the total row says of this column: in workbooks a live figure. */
    total?: "sum" | "average" | "count" | "min" | "max";
  })[];
  /** How many rows at the top are headers; they are repeated on each page. */
  header_rows: number;
  /** All rows, headers among them, from the top. */
  rows: ({
    /** The cells that begin in this row; places that a span from above or the left covers are left out. */
    cells: ({
      /** The text, in stretches of one formatting. */
      runs: ({
        /** The text. A line break inside a paragraph is " ". For maths the TeX source, for a footnote reference ''. */
        text: string;
        /** Bold; false where absent. */
        bold?: boolean;
        /** Italic; false where absent. */
        italic?: boolean;
        /** Underlined; false where absent. */
        underline?: boolean;
        /** Struck through; false where absent. */
        strike?: boolean;
        /** Set as code, in a face of equal widths; false where absent. */
        code?: boolean;
        /** http(s)/mailto address, or `#id` for a place in this document (a reference that follows its target). */
        link?: string;
        /** RRGGBB, upper case, without '#'; that of the look where absent. */
        color?: string;
        /** Raised or lowered; on the line where absent. */
        script?: "super" | "sub";
        /** Id of the footnote that this run refers to (a key of the `footnotes` block). */
        footnote?: string;
        /** The text is TeX. */
        math?: boolean;
        /** BCP 47, where it differs from the document's. */
        lang?: string;
        /** Comments on this text; neighbours with the same one are one stretch. */
        comments?: {
          /** Plain; " " begins a line. */
          text: string;
          /** Absent: the service itself. */
          author?: string;
        }[];
        /** The text is a tracked change. */
        revision?: {
          /** `insert`: text that is proposed. `delete`: text that shall go. */
          kind: "insert" | "delete";
          /** Absent: the service itself. */
          author?: string;
        };
      })[];
      /** Present only where the cell holds more than one paragraph; then `runs` is empty. */
      blocks?: Block[];
      /** Columns that the cell takes; 1 where absent. */
      colspan?: number;
      /** Rows that the cell takes; 1 where absent. */
      rowspan?: number;
      /** Horizontal alignment; that of the type of the column where absent. */
      align?: "left" | "center" | "right";
      /** The formula as it was written, `=[Units]*[Price]`; `runs` hold the same text. Only workbooks calculate it. */
      formula?: string;
    })[];
  })[];
  /** The last row is a total of those above. */
  total_row?: boolean;
  /** Caption; its number is counted and not part of it. */
  caption?: ({
    /** The text. A line break inside a paragraph is " ". For maths the TeX source, for a footnote reference ''. */
    text: string;
    /** Bold; false where absent. */
    bold?: boolean;
    /** Italic; false where absent. */
    italic?: boolean;
    /** Underlined; false where absent. */
    underline?: boolean;
    /** Struck through; false where absent. */
    strike?: boolean;
    /** Set as code, in a face of equal widths; false where absent. */
    code?: boolean;
    /** http(s)/mailto address, or `#id` for a place in this document (a reference that follows its target). */
    link?: string;
    /** RRGGBB, upper case, without '#'; that of the look where absent. */
    color?: string;
    /** Raised or lowered; on the line where absent. */
    script?: "super" | "sub";
    /** Id of the footnote that this run refers to (a key of the `footnotes` block). */
    footnote?: string;
    /** The text is TeX. */
    math?: boolean;
    /** BCP 47, where it differs from the document's. */
    lang?: string;
    /** Comments on this text; neighbours with the same one are one stretch. */
    comments?: {
      /** Plain; " " begins a line. */
      text: string;
      /** Absent: the service itself. */
      author?: string;
    }[];
    /** The text is a tracked change. */
    revision?: {
      /** `insert`: text that is proposed. `delete`: text that shall go. */
      kind: "insert" | "delete";
      /** Absent: the service itself. */
      author?: string;
    };
  })[];
  /** Where the figures come from; is under the table. */
  source?: ({
    /** The text. A line break inside a paragraph is " ". For maths the TeX source, for a footnote reference ''. */
    text: string;
    /** Bold; false where absent. */
    bold?: boolean;
    /** Italic; false where absent. */
    italic?: boolean;
    /** Underlined; false where absent. */
    underline?: boolean;
    /** Struck through; false where absent. */
    strike?: boolean;
    /** Set as code, in a face of equal widths; false where absent. */
    code?: boolean;
    /** http(s)/mailto address, or `#id` for a place in this document (a reference that follows its target). */
    link?: string;
    /** RRGGBB, upper case, without '#'; that of the look where absent. */
    color?: string;
    /** Raised or lowered; on the line where absent. */
    script?: "super" | "sub";
    /** Id of the footnote that this run refers to (a key of the `footnotes` block). */
    footnote?: string;
    /** The text is TeX. */
    math?: boolean;
    /** BCP 47, where it differs from the document's. */
    lang?: string;
    /** Comments on this text; neighbours with the same one are one stretch. */
    comments?: {
      /** Plain; " " begins a line. */
      text: string;
      /** Absent: the service itself. */
      author?: string;
    }[];
    /** The text is a tracked change. */
    revision?: {
      /** `insert`: text that is proposed. `delete`: text that shall go. */
      kind: "insert" | "delete";
      /** Absent: the service itself. */
      author?: string;
    };
  })[];
  /** What a workbook does with the table beyond showing it; other formats show the table. */
  rules?: ({
    kind: "highlight";
    /** Header of the column; whole rows where absent. */
    column?: string;
    /** A formula of the row, such as `=[Amount]<0`: where it is true, the rule holds. */
    when?: string;
    /** How it stands out: a colour with a meaning, bars, or a scale of colours. */
    style: "good" | "bad" | "warning" | "neutral" | "bars" | "scale";
  } | {
    kind: "input";
    /** Header of the column. */
    column: string;
    /** The values that may be chosen, or the range that lists them. */
    choices?: string[] | string;
    /** Least number or earliest date that may be typed. */
    min?: string;
    /** Greatest number or latest date that may be typed. */
    max?: string;
    /** What is said where something else is typed. */
    message?: string;
  } | {
    kind: "style";
    /** Header of the column. */
    column: string;
    /** Named style of the workbook for its cells. */
    style: "input" | "output" | "calculation" | "note" | "good" | "bad" | "neutral";
  } | {
    kind: "grow";
    /** How many empty rows, with the formulas of the columns, are added at the end. */
    rows: number;
  })[];
} | {
  /** Id of the block within its document: `b1`, `b2`, … in reading order; events and findings name it. */
  id: string;
  /** The author's own `{#id}`, the target of `[text](#id)`; absent where none was given. */
  anchor?: string;
  type: "image";
  /** Key into the document's assets (`img:1`); null where no such picture was given: then the alt text is set. */
  asset: string | null;
  /** What the picture shows, for those who do not see it. */
  alt: string;
  /** Caption; its number is counted and not part of it. */
  caption?: ({
    /** The text. A line break inside a paragraph is " ". For maths the TeX source, for a footnote reference ''. */
    text: string;
    /** Bold; false where absent. */
    bold?: boolean;
    /** Italic; false where absent. */
    italic?: boolean;
    /** Underlined; false where absent. */
    underline?: boolean;
    /** Struck through; false where absent. */
    strike?: boolean;
    /** Set as code, in a face of equal widths; false where absent. */
    code?: boolean;
    /** http(s)/mailto address, or `#id` for a place in this document (a reference that follows its target). */
    link?: string;
    /** RRGGBB, upper case, without '#'; that of the look where absent. */
    color?: string;
    /** Raised or lowered; on the line where absent. */
    script?: "super" | "sub";
    /** Id of the footnote that this run refers to (a key of the `footnotes` block). */
    footnote?: string;
    /** The text is TeX. */
    math?: boolean;
    /** BCP 47, where it differs from the document's. */
    lang?: string;
    /** Comments on this text; neighbours with the same one are one stretch. */
    comments?: {
      /** Plain; " " begins a line. */
      text: string;
      /** Absent: the service itself. */
      author?: string;
    }[];
    /** The text is a tracked change. */
    revision?: {
      /** `insert`: text that is proposed. `delete`: text that shall go. */
      kind: "insert" | "delete";
      /** Absent: the service itself. */
      author?: string;
    };
  })[];
  /** Where it comes from; is set below it. */
  source?: ({
    /** The text. A line break inside a paragraph is " ". For maths the TeX source, for a footnote reference ''. */
    text: string;
    /** Bold; false where absent. */
    bold?: boolean;
    /** Italic; false where absent. */
    italic?: boolean;
    /** Underlined; false where absent. */
    underline?: boolean;
    /** Struck through; false where absent. */
    strike?: boolean;
    /** Set as code, in a face of equal widths; false where absent. */
    code?: boolean;
    /** http(s)/mailto address, or `#id` for a place in this document (a reference that follows its target). */
    link?: string;
    /** RRGGBB, upper case, without '#'; that of the look where absent. */
    color?: string;
    /** Raised or lowered; on the line where absent. */
    script?: "super" | "sub";
    /** Id of the footnote that this run refers to (a key of the `footnotes` block). */
    footnote?: string;
    /** The text is TeX. */
    math?: boolean;
    /** BCP 47, where it differs from the document's. */
    lang?: string;
    /** Comments on this text; neighbours with the same one are one stretch. */
    comments?: {
      /** Plain; " " begins a line. */
      text: string;
      /** Absent: the service itself. */
      author?: string;
    }[];
    /** The text is a tracked change. */
    revision?: {
      /** `insert`: text that is proposed. `delete`: text that shall go. */
      kind: "insert" | "delete";
      /** Absent: the service itself. */
      author?: string;
    };
  })[];
  /** Share of the text width, 0-1. */
  width?: number;
  /** Address that the picture leads to. */
  link?: string;
} | {
  /** Id of the block within its document: `b1`, `b2`, … in reading order; events and findings name it. */
  id: string;
  /** The author's own `{#id}`, the target of `[text](#id)`; absent where none was given. */
  anchor?: string;
  type: "chart";
  /** Kind of chart; `combo` draws each series as its own `kind` says. */
  kind: "bar" | "column" | "stacked" | "line" | "area" | "pie" | "doughnut" | "scatter" | "combo";
  /** Title, in plain text. */
  title?: string;
  /** Unit of the values, such as € or %. */
  unit?: string;
  /** What the categories are, such as Quarter: the title of their axis. */
  category_label?: string;
  /** Names of the categories, in order; each series has a value for each. */
  categories: string[];
  /** The series, in the order of the legend. */
  series: ({
    /** Name in the legend. */
    name: string;
    /** A value for each category; null: none. */
    values: (number | null)[];
    /** How a `combo` draws this series. */
    kind?: "column" | "line";
  })[];
  /** Where it comes from; is set below it. */
  source?: ({
    /** The text. A line break inside a paragraph is " ". For maths the TeX source, for a footnote reference ''. */
    text: string;
    /** Bold; false where absent. */
    bold?: boolean;
    /** Italic; false where absent. */
    italic?: boolean;
    /** Underlined; false where absent. */
    underline?: boolean;
    /** Struck through; false where absent. */
    strike?: boolean;
    /** Set as code, in a face of equal widths; false where absent. */
    code?: boolean;
    /** http(s)/mailto address, or `#id` for a place in this document (a reference that follows its target). */
    link?: string;
    /** RRGGBB, upper case, without '#'; that of the look where absent. */
    color?: string;
    /** Raised or lowered; on the line where absent. */
    script?: "super" | "sub";
    /** Id of the footnote that this run refers to (a key of the `footnotes` block). */
    footnote?: string;
    /** The text is TeX. */
    math?: boolean;
    /** BCP 47, where it differs from the document's. */
    lang?: string;
    /** Comments on this text; neighbours with the same one are one stretch. */
    comments?: {
      /** Plain; " " begins a line. */
      text: string;
      /** Absent: the service itself. */
      author?: string;
    }[];
    /** The text is a tracked change. */
    revision?: {
      /** `insert`: text that is proposed. `delete`: text that shall go. */
      kind: "insert" | "delete";
      /** Absent: the service itself. */
      author?: string;
    };
  })[];
  /** What it shows, for those who do not see it. */
  alt?: string;
  /** `table`: its figures are below it as a table too. */
  data?: "table";
} | {
  /** Id of the block within its document: `b1`, `b2`, … in reading order; events and findings name it. */
  id: string;
  /** The author's own `{#id}`, the target of `[text](#id)`; absent where none was given. */
  anchor?: string;
  type: "code";
  /** The code, line by line. */
  text: string;
  /** Language of the code, such as `python`, by which it is coloured. */
  language?: string;
} | {
  /** Id of the block within its document: `b1`, `b2`, … in reading order; events and findings name it. */
  id: string;
  /** The author's own `{#id}`, the target of `[text](#id)`; absent where none was given. */
  anchor?: string;
  type: "quote";
  /** What is quoted. */
  blocks: Block[];
  /** Who said it. */
  by?: string;
} | {
  /** Id of the block within its document: `b1`, `b2`, … in reading order; events and findings name it. */
  id: string;
  /** The author's own `{#id}`, the target of `[text](#id)`; absent where none was given. */
  anchor?: string;
  type: "callout";
  /** What it is for; it decides colour and sign. */
  kind: "note" | "tip" | "warning" | "key";
  /** Title, in stretches of one formatting. */
  title?: ({
    /** The text. A line break inside a paragraph is " ". For maths the TeX source, for a footnote reference ''. */
    text: string;
    /** Bold; false where absent. */
    bold?: boolean;
    /** Italic; false where absent. */
    italic?: boolean;
    /** Underlined; false where absent. */
    underline?: boolean;
    /** Struck through; false where absent. */
    strike?: boolean;
    /** Set as code, in a face of equal widths; false where absent. */
    code?: boolean;
    /** http(s)/mailto address, or `#id` for a place in this document (a reference that follows its target). */
    link?: string;
    /** RRGGBB, upper case, without '#'; that of the look where absent. */
    color?: string;
    /** Raised or lowered; on the line where absent. */
    script?: "super" | "sub";
    /** Id of the footnote that this run refers to (a key of the `footnotes` block). */
    footnote?: string;
    /** The text is TeX. */
    math?: boolean;
    /** BCP 47, where it differs from the document's. */
    lang?: string;
    /** Comments on this text; neighbours with the same one are one stretch. */
    comments?: {
      /** Plain; " " begins a line. */
      text: string;
      /** Absent: the service itself. */
      author?: string;
    }[];
    /** The text is a tracked change. */
    revision?: {
      /** `insert`: text that is proposed. `delete`: text that shall go. */
      kind: "insert" | "delete";
      /** Absent: the service itself. */
      author?: string;
    };
  })[];
  /** What is inside, in reading order. */
  blocks: Block[];
} | {
  /** Id of the block within its document: `b1`, `b2`, … in reading order; events and findings name it. */
  id: string;
  /** The author's own `{#id}`, the target of `[text](#id)`; absent where none was given. */
  anchor?: string;
  type: "equation";
  /** The formula in TeX. */
  tex: string;
} | {
  /** Id of the block within its document: `b1`, `b2`, … in reading order; events and findings name it. */
  id: string;
  /** The author's own `{#id}`, the target of `[text](#id)`; absent where none was given. */
  anchor?: string;
  type: "columns";
  /** Relative widths, one for each column; equal where absent. */
  ratio?: number[];
  /** From the left. */
  columns: {
    /** What is in the column. */
    blocks: Block[];
  }[];
} | {
  /** Id of the block within its document: `b1`, `b2`, … in reading order; events and findings name it. */
  id: string;
  /** The author's own `{#id}`, the target of `[text](#id)`; absent where none was given. */
  anchor?: string;
  type: "kpis";
  /** The figures, in their order. */
  items: ({
    /** The figure as it is shown. */
    value: ({
      /** The text. A line break inside a paragraph is " ". For maths the TeX source, for a footnote reference ''. */
      text: string;
      /** Bold; false where absent. */
      bold?: boolean;
      /** Italic; false where absent. */
      italic?: boolean;
      /** Underlined; false where absent. */
      underline?: boolean;
      /** Struck through; false where absent. */
      strike?: boolean;
      /** Set as code, in a face of equal widths; false where absent. */
      code?: boolean;
      /** http(s)/mailto address, or `#id` for a place in this document (a reference that follows its target). */
      link?: string;
      /** RRGGBB, upper case, without '#'; that of the look where absent. */
      color?: string;
      /** Raised or lowered; on the line where absent. */
      script?: "super" | "sub";
      /** Id of the footnote that this run refers to (a key of the `footnotes` block). */
      footnote?: string;
      /** The text is TeX. */
      math?: boolean;
      /** BCP 47, where it differs from the document's. */
      lang?: string;
      /** Comments on this text; neighbours with the same one are one stretch. */
      comments?: {
        /** Plain; " " begins a line. */
        text: string;
        /** Absent: the service itself. */
        author?: string;
      }[];
      /** The text is a tracked change. */
      revision?: {
        /** `insert`: text that is proposed. `delete`: text that shall go. */
        kind: "insert" | "delete";
        /** Absent: the service itself. */
        author?: string;
      };
    })[];
    /** What the figure is. */
    label?: ({
      /** The text. A line break inside a paragraph is " ". For maths the TeX source, for a footnote reference ''. */
      text: string;
      /** Bold; false where absent. */
      bold?: boolean;
      /** Italic; false where absent. */
      italic?: boolean;
      /** Underlined; false where absent. */
      underline?: boolean;
      /** Struck through; false where absent. */
      strike?: boolean;
      /** Set as code, in a face of equal widths; false where absent. */
      code?: boolean;
      /** http(s)/mailto address, or `#id` for a place in this document (a reference that follows its target). */
      link?: string;
      /** RRGGBB, upper case, without '#'; that of the look where absent. */
      color?: string;
      /** Raised or lowered; on the line where absent. */
      script?: "super" | "sub";
      /** Id of the footnote that this run refers to (a key of the `footnotes` block). */
      footnote?: string;
      /** The text is TeX. */
      math?: boolean;
      /** BCP 47, where it differs from the document's. */
      lang?: string;
      /** Comments on this text; neighbours with the same one are one stretch. */
      comments?: {
        /** Plain; " " begins a line. */
        text: string;
        /** Absent: the service itself. */
        author?: string;
      }[];
      /** The text is a tracked change. */
      revision?: {
        /** `insert`: text that is proposed. `delete`: text that shall go. */
        kind: "insert" | "delete";
        /** Absent: the service itself. */
        author?: string;
      };
    })[];
    /** How it has changed, such as +12 %. */
    change?: ({
      /** The text. A line break inside a paragraph is " ". For maths the TeX source, for a footnote reference ''. */
      text: string;
      /** Bold; false where absent. */
      bold?: boolean;
      /** Italic; false where absent. */
      italic?: boolean;
      /** Underlined; false where absent. */
      underline?: boolean;
      /** Struck through; false where absent. */
      strike?: boolean;
      /** Set as code, in a face of equal widths; false where absent. */
      code?: boolean;
      /** http(s)/mailto address, or `#id` for a place in this document (a reference that follows its target). */
      link?: string;
      /** RRGGBB, upper case, without '#'; that of the look where absent. */
      color?: string;
      /** Raised or lowered; on the line where absent. */
      script?: "super" | "sub";
      /** Id of the footnote that this run refers to (a key of the `footnotes` block). */
      footnote?: string;
      /** The text is TeX. */
      math?: boolean;
      /** BCP 47, where it differs from the document's. */
      lang?: string;
      /** Comments on this text; neighbours with the same one are one stretch. */
      comments?: {
        /** Plain; " " begins a line. */
        text: string;
        /** Absent: the service itself. */
        author?: string;
      }[];
      /** The text is a tracked change. */
      revision?: {
        /** `insert`: text that is proposed. `delete`: text that shall go. */
        kind: "insert" | "delete";
        /** Absent: the service itself. */
        author?: string;
      };
    })[];
  })[];
} | {
  /** Id of the block within its document: `b1`, `b2`, … in reading order; events and findings name it. */
  id: string;
  /** The author's own `{#id}`, the target of `[text](#id)`; absent where none was given. */
  anchor?: string;
  type: "divider";
} | {
  /** Id of the block within its document: `b1`, `b2`, … in reading order; events and findings name it. */
  id: string;
  /** The author's own `{#id}`, the target of `[text](#id)`; absent where none was given. */
  anchor?: string;
  type: "page_break";
  /** Orientation of the pages that follow; absent: as before. */
  orientation?: "portrait" | "landscape";
} | {
  /** Id of the block within its document: `b1`, `b2`, … in reading order; events and findings name it. */
  id: string;
  /** The author's own `{#id}`, the target of `[text](#id)`; absent where none was given. */
  anchor?: string;
  type: "toc";
  /** Title, in stretches of one formatting. */
  title?: ({
    /** The text. A line break inside a paragraph is " ". For maths the TeX source, for a footnote reference ''. */
    text: string;
    /** Bold; false where absent. */
    bold?: boolean;
    /** Italic; false where absent. */
    italic?: boolean;
    /** Underlined; false where absent. */
    underline?: boolean;
    /** Struck through; false where absent. */
    strike?: boolean;
    /** Set as code, in a face of equal widths; false where absent. */
    code?: boolean;
    /** http(s)/mailto address, or `#id` for a place in this document (a reference that follows its target). */
    link?: string;
    /** RRGGBB, upper case, without '#'; that of the look where absent. */
    color?: string;
    /** Raised or lowered; on the line where absent. */
    script?: "super" | "sub";
    /** Id of the footnote that this run refers to (a key of the `footnotes` block). */
    footnote?: string;
    /** The text is TeX. */
    math?: boolean;
    /** BCP 47, where it differs from the document's. */
    lang?: string;
    /** Comments on this text; neighbours with the same one are one stretch. */
    comments?: {
      /** Plain; " " begins a line. */
      text: string;
      /** Absent: the service itself. */
      author?: string;
    }[];
    /** The text is a tracked change. */
    revision?: {
      /** `insert`: text that is proposed. `delete`: text that shall go. */
      kind: "insert" | "delete";
      /** Absent: the service itself. */
      author?: string;
    };
  })[];
  /** Deepest level of headings that is listed, 1 to 4; that of the look where absent. */
  depth?: number;
} | {
  /** Id of the block within its document: `b1`, `b2`, … in reading order; events and findings name it. */
  id: string;
  /** The author's own `{#id}`, the target of `[text](#id)`; absent where none was given. */
  anchor?: string;
  type: "cover";
  /** Title, in plain text. */
  title?: string;
  /** Line below the title. */
  subtitle?: string;
  /** Short line above the title. */
  eyebrow?: string;
  /** Date as it is to be shown. */
  date?: string;
  /** Who wrote it. */
  author?: string;
  /** Organization that it comes from. */
  organization?: string;
  /** Version or state, such as Draft 2. */
  version?: string;
  /** Asset key. */
  logo?: string;
} | {
  /** Id of the block within its document: `b1`, `b2`, … in reading order; events and findings name it. */
  id: string;
  /** The author's own `{#id}`, the target of `[text](#id)`; absent where none was given. */
  anchor?: string;
  type: "letterhead";
  /** Lines of the sender. */
  from: string[];
  /** Lines of the addressee. */
  to: string[];
  /** Date as it is to be shown. */
  date?: string;
  /** Subject line. */
  subject?: string;
  /** Reference or file number. */
  reference?: string;
} | {
  /** Id of the block within its document: `b1`, `b2`, … in reading order; events and findings name it. */
  id: string;
  /** The author's own `{#id}`, the target of `[text](#id)`; absent where none was given. */
  anchor?: string;
  type: "signatures";
  /** From the left. */
  parties: {
    /** Who signs. */
    name: string;
    /** In what capacity the party signs. */
    role?: string;
  }[];
} | {
  /** Id of the block within its document: `b1`, `b2`, … in reading order; events and findings name it. */
  id: string;
  /** The author's own `{#id}`, the target of `[text](#id)`; absent where none was given. */
  anchor?: string;
  type: "canvas";
  /** CSS pixels (96 to the inch); absent: the available width, and the height of the content (on a slide: the slide). */
  width?: number;
  /** Height in CSS pixels (96 to the inch); that of the content where absent, on a slide that of the slide. */
  height?: number;
  /** On paper it takes a whole page, from edge to edge. */
  page?: true;
  /** Light or dark ground and the colours by role for it, other than those around it. */
  mode?: "light" | "dark";
  /** What it shows, for those who do not see it. */
  alt?: string;
  /** Rules of its style sheet, in order; a selector is a tag, a `.class`, or such in another (`.card p`). */
  rules: {
    /** A tag, a `.class`, or such in another (`.card p`). */
    selector: string;
    /** Declarations by the name of the property. */
    style: Record<string, string>;
  }[];
  /** What is on it: texts and elements, in their order. */
  nodes: CanvasNode[];
} | {
  /** Id of the block within its document: `b1`, `b2`, … in reading order; events and findings name it. */
  id: string;
  /** The author's own `{#id}`, the target of `[text](#id)`; absent where none was given. */
  anchor?: string;
  type: "clause";
  /** 1: “1.” with a heading; 2: “1.1”; 3: “(a)”; 4: “(i)”. Numbers are counted, never typed. */
  level: number;
  /** Title, in stretches of one formatting. */
  title?: ({
    /** The text. A line break inside a paragraph is " ". For maths the TeX source, for a footnote reference ''. */
    text: string;
    /** Bold; false where absent. */
    bold?: boolean;
    /** Italic; false where absent. */
    italic?: boolean;
    /** Underlined; false where absent. */
    underline?: boolean;
    /** Struck through; false where absent. */
    strike?: boolean;
    /** Set as code, in a face of equal widths; false where absent. */
    code?: boolean;
    /** http(s)/mailto address, or `#id` for a place in this document (a reference that follows its target). */
    link?: string;
    /** RRGGBB, upper case, without '#'; that of the look where absent. */
    color?: string;
    /** Raised or lowered; on the line where absent. */
    script?: "super" | "sub";
    /** Id of the footnote that this run refers to (a key of the `footnotes` block). */
    footnote?: string;
    /** The text is TeX. */
    math?: boolean;
    /** BCP 47, where it differs from the document's. */
    lang?: string;
    /** Comments on this text; neighbours with the same one are one stretch. */
    comments?: {
      /** Plain; " " begins a line. */
      text: string;
      /** Absent: the service itself. */
      author?: string;
    }[];
    /** The text is a tracked change. */
    revision?: {
      /** `insert`: text that is proposed. `delete`: text that shall go. */
      kind: "insert" | "delete";
      /** Absent: the service itself. */
      author?: string;
    };
  })[];
  /** What is inside, in reading order. */
  blocks: Block[];
} | {
  /** Id of the block within its document: `b1`, `b2`, … in reading order; events and findings name it. */
  id: string;
  /** The author's own `{#id}`, the target of `[text](#id)`; absent where none was given. */
  anchor?: string;
  type: "footnotes";
  /** In the order of their first reference. */
  notes: {
    /** As `footnote` of a run names it. */
    id: string;
    /** Text of the note. */
    blocks: Block[];
  }[];
} | {
  /** Id of the block within its document: `b1`, `b2`, … in reading order; events and findings name it. */
  id: string;
  /** The author's own `{#id}`, the target of `[text](#id)`; absent where none was given. */
  anchor?: string;
  type: "slide";
  /** Layout of the slide, such as `title`, `section`, `two-col`, `chart`; chosen by the content where absent. */
  layout?: string;
  /** Title, in stretches of one formatting. */
  title?: ({
    /** The text. A line break inside a paragraph is " ". For maths the TeX source, for a footnote reference ''. */
    text: string;
    /** Bold; false where absent. */
    bold?: boolean;
    /** Italic; false where absent. */
    italic?: boolean;
    /** Underlined; false where absent. */
    underline?: boolean;
    /** Struck through; false where absent. */
    strike?: boolean;
    /** Set as code, in a face of equal widths; false where absent. */
    code?: boolean;
    /** http(s)/mailto address, or `#id` for a place in this document (a reference that follows its target). */
    link?: string;
    /** RRGGBB, upper case, without '#'; that of the look where absent. */
    color?: string;
    /** Raised or lowered; on the line where absent. */
    script?: "super" | "sub";
    /** Id of the footnote that this run refers to (a key of the `footnotes` block). */
    footnote?: string;
    /** The text is TeX. */
    math?: boolean;
    /** BCP 47, where it differs from the document's. */
    lang?: string;
    /** Comments on this text; neighbours with the same one are one stretch. */
    comments?: {
      /** Plain; " " begins a line. */
      text: string;
      /** Absent: the service itself. */
      author?: string;
    }[];
    /** The text is a tracked change. */
    revision?: {
      /** `insert`: text that is proposed. `delete`: text that shall go. */
      kind: "insert" | "delete";
      /** Absent: the service itself. */
      author?: string;
    };
  })[];
  /** What is inside, in reading order. */
  blocks: Block[];
  /** Notes of the speaker. */
  notes?: Block[];
} | {
  /** Id of the block within its document: `b1`, `b2`, … in reading order; events and findings name it. */
  id: string;
  /** The author's own `{#id}`, the target of `[text](#id)`; absent where none was given. */
  anchor?: string;
  type: "sheet";
  /** Name of the sheet. */
  name: string;
  /** What is inside, in reading order. */
  blocks: Block[];
  /** Defined names → their value or formula. */
  names?: Record<string, string>;
  /** What is beside the values of some of the names. */
  name_details?: Record<string, {
    /** What is written beside the value; the name where absent. */
    label?: string;
    /** Unit of the value. */
    unit?: string;
    /** A remark beside it. */
    note?: string;
  }>;
  /** Formulas cannot be changed in it; cells for what is typed can. */
  protected?: boolean;
  /** A sheet that Excel does not show. */
  hidden?: boolean;
} | {
  /** Id of the block within its document: `b1`, `b2`, … in reading order; events and findings name it. */
  id: string;
  /** The author's own `{#id}`, the target of `[text](#id)`; absent where none was given. */
  anchor?: string;
  type: "form";
  /** Name of the collection that keeps what visitors enter; blocks of one name share it. */
  collection: string;
  /** `open`: visitors read and write. `submit`: they add, and only the owner reads. `read`: they read, and only the owner writes. */
  mode?: "open" | "submit" | "read";
  /** Heading of the block. */
  title?: ({
    /** The text. A line break inside a paragraph is " ". For maths the TeX source, for a footnote reference ''. */
    text: string;
    /** Bold; false where absent. */
    bold?: boolean;
    /** Italic; false where absent. */
    italic?: boolean;
    /** Underlined; false where absent. */
    underline?: boolean;
    /** Struck through; false where absent. */
    strike?: boolean;
    /** Set as code, in a face of equal widths; false where absent. */
    code?: boolean;
    /** http(s)/mailto address, or `#id` for a place in this document (a reference that follows its target). */
    link?: string;
    /** RRGGBB, upper case, without '#'; that of the look where absent. */
    color?: string;
    /** Raised or lowered; on the line where absent. */
    script?: "super" | "sub";
    /** Id of the footnote that this run refers to (a key of the `footnotes` block). */
    footnote?: string;
    /** The text is TeX. */
    math?: boolean;
    /** BCP 47, where it differs from the document's. */
    lang?: string;
    /** Comments on this text; neighbours with the same one are one stretch. */
    comments?: {
      /** Plain; " " begins a line. */
      text: string;
      /** Absent: the service itself. */
      author?: string;
    }[];
    /** The text is a tracked change. */
    revision?: {
      /** `insert`: text that is proposed. `delete`: text that shall go. */
      kind: "insert" | "delete";
      /** Absent: the service itself. */
      author?: string;
    };
  })[];
  /** Of the button. */
  button?: string;
  /** What is said once an entry is kept. */
  done?: string;
  /** The fields, in their order. */
  fields: ({
    /** Name of the field: its label, and its key in a record. */
    name: string;
    /** What may be entered. */
    type: "text" | "long_text" | "email" | "number" | "date" | "choice" | "check";
    /** Whether an entry without it is refused. */
    required: boolean;
    /** Of a `choice`: the values to choose from. */
    choices?: string[];
    /** The least number. */
    min?: number;
    /** Characters of a text, or the greatest number. */
    max?: number;
    /** What is said beside the field. */
    hint?: string;
  })[];
} | {
  /** Id of the block within its document: `b1`, `b2`, … in reading order; events and findings name it. */
  id: string;
  /** The author's own `{#id}`, the target of `[text](#id)`; absent where none was given. */
  anchor?: string;
  type: "records";
  /** Name of the collection that keeps what visitors enter; blocks of one name share it. */
  collection: string;
  /** `open`: visitors read and write. `submit`: they add, and only the owner reads. `read`: they read, and only the owner writes. */
  mode?: "open" | "submit" | "read";
  /** Heading of the block. */
  title?: ({
    /** The text. A line break inside a paragraph is " ". For maths the TeX source, for a footnote reference ''. */
    text: string;
    /** Bold; false where absent. */
    bold?: boolean;
    /** Italic; false where absent. */
    italic?: boolean;
    /** Underlined; false where absent. */
    underline?: boolean;
    /** Struck through; false where absent. */
    strike?: boolean;
    /** Set as code, in a face of equal widths; false where absent. */
    code?: boolean;
    /** http(s)/mailto address, or `#id` for a place in this document (a reference that follows its target). */
    link?: string;
    /** RRGGBB, upper case, without '#'; that of the look where absent. */
    color?: string;
    /** Raised or lowered; on the line where absent. */
    script?: "super" | "sub";
    /** Id of the footnote that this run refers to (a key of the `footnotes` block). */
    footnote?: string;
    /** The text is TeX. */
    math?: boolean;
    /** BCP 47, where it differs from the document's. */
    lang?: string;
    /** Comments on this text; neighbours with the same one are one stretch. */
    comments?: {
      /** Plain; " " begins a line. */
      text: string;
      /** Absent: the service itself. */
      author?: string;
    }[];
    /** The text is a tracked change. */
    revision?: {
      /** `insert`: text that is proposed. `delete`: text that shall go. */
      kind: "insert" | "delete";
      /** Absent: the service itself. */
      author?: string;
    };
  })[];
  /** Fields that are shown, in order; absent: all. */
  columns?: string[];
  /** A field, with `-` before it from the last to the first; absent: as they came. */
  sort?: string;
  /** `Size=M`: only these. */
  filter?: string;
  /** What is said where there is none. */
  empty?: string;
} | {
  /** Id of the block within its document: `b1`, `b2`, … in reading order; events and findings name it. */
  id: string;
  /** The author's own `{#id}`, the target of `[text](#id)`; absent where none was given. */
  anchor?: string;
  type: "checklist";
  /** Name of the collection that keeps what visitors enter; blocks of one name share it. */
  collection: string;
  /** `open`: visitors read and write. `submit`: they add, and only the owner reads. `read`: they read, and only the owner writes. */
  mode?: "open" | "submit" | "read";
  /** Heading of the block. */
  title?: ({
    /** The text. A line break inside a paragraph is " ". For maths the TeX source, for a footnote reference ''. */
    text: string;
    /** Bold; false where absent. */
    bold?: boolean;
    /** Italic; false where absent. */
    italic?: boolean;
    /** Underlined; false where absent. */
    underline?: boolean;
    /** Struck through; false where absent. */
    strike?: boolean;
    /** Set as code, in a face of equal widths; false where absent. */
    code?: boolean;
    /** http(s)/mailto address, or `#id` for a place in this document (a reference that follows its target). */
    link?: string;
    /** RRGGBB, upper case, without '#'; that of the look where absent. */
    color?: string;
    /** Raised or lowered; on the line where absent. */
    script?: "super" | "sub";
    /** Id of the footnote that this run refers to (a key of the `footnotes` block). */
    footnote?: string;
    /** The text is TeX. */
    math?: boolean;
    /** BCP 47, where it differs from the document's. */
    lang?: string;
    /** Comments on this text; neighbours with the same one are one stretch. */
    comments?: {
      /** Plain; " " begins a line. */
      text: string;
      /** Absent: the service itself. */
      author?: string;
    }[];
    /** The text is a tracked change. */
    revision?: {
      /** `insert`: text that is proposed. `delete`: text that shall go. */
      kind: "insert" | "delete";
      /** Absent: the service itself. */
      author?: string;
    };
  })[];
  /** What is to be checked off. */
  items: string[];
} | {
  /** Id of the block within its document: `b1`, `b2`, … in reading order; events and findings name it. */
  id: string;
  /** The author's own `{#id}`, the target of `[text](#id)`; absent where none was given. */
  anchor?: string;
  type: "poll";
  /** Name of the collection that keeps what visitors enter; blocks of one name share it. */
  collection: string;
  /** `open`: visitors read and write. `submit`: they add, and only the owner reads. `read`: they read, and only the owner writes. */
  mode?: "open" | "submit" | "read";
  /** The question. */
  question: ({
    /** The text. A line break inside a paragraph is " ". For maths the TeX source, for a footnote reference ''. */
    text: string;
    /** Bold; false where absent. */
    bold?: boolean;
    /** Italic; false where absent. */
    italic?: boolean;
    /** Underlined; false where absent. */
    underline?: boolean;
    /** Struck through; false where absent. */
    strike?: boolean;
    /** Set as code, in a face of equal widths; false where absent. */
    code?: boolean;
    /** http(s)/mailto address, or `#id` for a place in this document (a reference that follows its target). */
    link?: string;
    /** RRGGBB, upper case, without '#'; that of the look where absent. */
    color?: string;
    /** Raised or lowered; on the line where absent. */
    script?: "super" | "sub";
    /** Id of the footnote that this run refers to (a key of the `footnotes` block). */
    footnote?: string;
    /** The text is TeX. */
    math?: boolean;
    /** BCP 47, where it differs from the document's. */
    lang?: string;
    /** Comments on this text; neighbours with the same one are one stretch. */
    comments?: {
      /** Plain; " " begins a line. */
      text: string;
      /** Absent: the service itself. */
      author?: string;
    }[];
    /** The text is a tracked change. */
    revision?: {
      /** `insert`: text that is proposed. `delete`: text that shall go. */
      kind: "insert" | "delete";
      /** Absent: the service itself. */
      author?: string;
    };
  })[];
  /** The answers to choose from. */
  choices: string[];
  /** More than one may be chosen. */
  multiple?: true;
  /** Words of the button. */
  button?: string;
} | {
  /** Id of the block within its document: `b1`, `b2`, … in reading order; events and findings name it. */
  id: string;
  /** The author's own `{#id}`, the target of `[text](#id)`; absent where none was given. */
  anchor?: string;
  type: "tally";
  /** Name of the collection that keeps what visitors enter; blocks of one name share it. */
  collection: string;
  /** `open`: visitors read and write. `submit`: they add, and only the owner reads. `read`: they read, and only the owner writes. */
  mode?: "open" | "submit" | "read";
  /** How entries are drawn: lying or standing bars. */
  kind: "bar" | "column";
  /** Title of the chart. */
  title?: string;
  /** Field whose values are the categories. */
  by: string;
  /** Field of numbers that is summed; absent: entries are counted. */
  sum?: string;
  /** Unit of the sums. */
  unit?: string;
} | {
  /** Id of the block within its document: `b1`, `b2`, … in reading order; events and findings name it. */
  id: string;
  /** The author's own `{#id}`, the target of `[text](#id)`; absent where none was given. */
  anchor?: string;
  type: "calculator";
  /** Heading of the block. */
  title?: ({
    /** The text. A line break inside a paragraph is " ". For maths the TeX source, for a footnote reference ''. */
    text: string;
    /** Bold; false where absent. */
    bold?: boolean;
    /** Italic; false where absent. */
    italic?: boolean;
    /** Underlined; false where absent. */
    underline?: boolean;
    /** Struck through; false where absent. */
    strike?: boolean;
    /** Set as code, in a face of equal widths; false where absent. */
    code?: boolean;
    /** http(s)/mailto address, or `#id` for a place in this document (a reference that follows its target). */
    link?: string;
    /** RRGGBB, upper case, without '#'; that of the look where absent. */
    color?: string;
    /** Raised or lowered; on the line where absent. */
    script?: "super" | "sub";
    /** Id of the footnote that this run refers to (a key of the `footnotes` block). */
    footnote?: string;
    /** The text is TeX. */
    math?: boolean;
    /** BCP 47, where it differs from the document's. */
    lang?: string;
    /** Comments on this text; neighbours with the same one are one stretch. */
    comments?: {
      /** Plain; " " begins a line. */
      text: string;
      /** Absent: the service itself. */
      author?: string;
    }[];
    /** The text is a tracked change. */
    revision?: {
      /** `insert`: text that is proposed. `delete`: text that shall go. */
      kind: "insert" | "delete";
      /** Absent: the service itself. */
      author?: string;
    };
  })[];
  /** What visitors enter. */
  inputs: ({
    /** Name of the field: its label, and its key in a record. */
    name: string;
    /** A number, one of `choices`, or a box to check. */
    type: "number" | "choice" | "check";
    /** As it is when the page opens: the number, the value of the choice, or what the box counts when it is checked. */
    value: number;
    /** Of a box: checked when the page opens. */
    checked?: true;
    /** Of a `choice`: what can be chosen. */
    choices?: {
      /** What is shown. */
      label: string;
      /** What it counts. */
      value: number;
    }[];
    /** The least number. */
    min?: number;
    /** The greatest number. */
    max?: number;
    /** What is said beside the field. */
    hint?: string;
  })[];
  /** Formulas over the inputs and the results above: `=[Guests]*[Menu]`. `format` is a column type (`eur2`, `int`, `pct1`). */
  results: {
    /** Name of the result. */
    name: string;
    /** Over the inputs and the results above: `=[Guests]*[Menu]`. */
    formula: string;
    /** A column type, such as `eur2`, `int` or `pct1`. */
    format?: string;
  }[];
};

export type CanvasNode = string | {
  /** What the element is, as in HTML and SVG. */
  tag: "div" | "p" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "span" | "strong" | "em" | "small" | "br" | "ul" | "ol" | "li" | "img" | "a" | "table" | "tr" | "th" | "td" | "icon" | "x-chart" | "x-line" | "svg" | "g" | "rect" | "circle" | "ellipse" | "line" | "polyline" | "polygon" | "path" | "text";
  /** The author's own `id`, by which faults and connectors name the element. */
  name?: string;
  /** Classes, which rules of the style sheet name. */
  classes?: string[];
  /** Its own declarations, by the name of the property. */
  style?: Record<string, string>;
  /** `src`, `alt`, `href`, `data-icon`, …, and the geometry of vector elements. */
  attributes?: Record<string, string>;
  /** What is inside: texts and elements. */
  children?: CanvasNode[];
};

export interface Usage {
  object: "usage";
  /** UTC. */
  from: string;
  /** UTC. */
  to: string;
  /** What the rows are divided by. */
  group_by: ("day" | "key" | "level")[];
  /** ISO 4217. */
  currency: string;
  /** A row for each day, key and level that has any. */
  data: UsageRow[];
  /** The sum of all rows. */
  total: {
    /** That were delivered. */
    documents: number;
    /** Not charged. */
    failed: number;
    /** Not charged. */
    canceled: number;
    /** Pages of the documents that were delivered. */
    pages: number;
    /** In minor units of the currency, such as cents. */
    amount: number;
  };
}

export interface UsageRow {
  /** Where it is grouped by. */
  day?: string;
  /** Where it is grouped by; null for documents that no key has made. */
  key?: {
    /** Id of the key. */
    id: string;
    /** Its name. */
    name: string;
    /** How the key begins. */
    prefix: string;
  } | null;
  /** Where it is grouped by; null for what has no level, such as reviews. */
  level?: "fast" | "standard" | "best" | null;
  /** That were delivered. */
  documents: number;
  /** Not charged. */
  failed: number;
  /** Not charged. */
  canceled: number;
  /** Pages of the documents that were delivered. */
  pages: number;
  /** In minor units of the currency, such as cents. */
  amount: number;
}

export interface Balance {
  object: "balance";
  /** ISO 4217. */
  currency: string;
  /** What is left to spend. */
  available: number;
  /** For documents under way. */
  reserved: number;
  /** What was added. */
  granted: number;
  /** What was charged for documents. */
  charged: number;
  /** When to be told that the balance is low; null: never. */
  notice: {
    /** A notice is sent once less than this is left, in minor units. */
    below: number;
    /** Who is told; null: the owners of the organisation. */
    email: string | null;
  } | null;
  /** Of a document, by its level. */
  prices: {
    /** In minor units of the currency, such as cents. */
    fast: number;
    /** In minor units of the currency, such as cents. */
    standard: number;
    /** In minor units of the currency, such as cents. */
    best: number;
  };
  /** Whether `POST /top-ups` leads to a payment page. */
  can_pay_in: boolean;
}

export interface BalancePatch {
  /** null: none is sent any more. */
  notice: {
    /** A notice is sent once less than this is left, in minor units. */
    below: number;
    /** Told by mail, where the installation sends mail; the owners of the organisation where absent. */
    email?: string;
  } | null;
}

export interface Statement {
  object: "statement";
  /** Such as `2026-11`, in UTC. */
  month: string;
  /** Name of the organisation. */
  organisation: string;
  /** ISO 4217. */
  currency: string;
  /** false while the month is not over (UTC). */
  complete: boolean;
  /** What was there before the month: granted − charged. */
  opening: number;
  /** What was added. */
  granted: number;
  /** What was charged for documents. */
  charged: number;
  /** What was there at the end: opening + granted − charged. */
  closing: number;
  /** Every addition and every day with documents, oldest first. */
  lines: StatementLine[];
  /** When the statement was drawn up. */
  created_at: string;
}

export interface StatementLine {
  /** UTC. */
  day: string;
  /** `grant`: money that was added. `documents`: documents of one day and level. */
  kind: "grant" | "documents";
  /** What it was, in words. */
  description: string;
  /** Level of the documents; null for money that was added. */
  level: "fast" | "standard" | "best" | null;
  /** How many documents. */
  documents: number;
  /** Pages of the documents that were delivered. */
  pages: number;
  /** Positive where money was added, negative for documents. */
  amount: number;
}

export interface StatementDocumentRequest {
  /** `pdf` where absent. */
  format?: "docx" | "pdf";
}

export interface TopUpRequest {
  /** In minor units: 2500 is 25.00. */
  amount: number;
  /** Where the payer is sent afterwards. */
  return_url: string;
}

export interface TopUp {
  object: "top_up";
  /** Id of the payment at the provider. */
  id: string;
  /** Where it is paid. The balance grows once the provider says that it was. */
  url: string;
  /** In minor units of the currency, such as cents. */
  amount: number;
  /** ISO 4217. */
  currency: string;
  /** Until when the page takes the payment; null where it does not end. */
  expires_at: string | null;
}

export interface WebhookRequest {
  /** A public https address: port 443, or 1024 and above. */
  url: string;
  /** Types of events; the final ones of documents where absent. One or more of `document.created`, `document.started`, `document.ready`, `document.failed`, `document.canceled`, `render.completed`, `validation.issue_found`, `validation.completed`, `repair.applied`, `repair.rejected`, `note`, `requirement.checked`, `preview.page_ready`, `output.available`, `balance.low`, `webhook_endpoint.disabled`. */
  events?: string[];
  /** What it is for, in your words; up to 200 characters. */
  description?: string;
  /** Whether anything is delivered; true where absent. */
  enabled?: boolean;
}

export interface WebhookPatch {
  /** A public https address: port 443, or 1024 and above. */
  url?: string;
  /** Types of events; the final ones of documents where absent. One or more of `document.created`, `document.started`, `document.ready`, `document.failed`, `document.canceled`, `render.completed`, `validation.issue_found`, `validation.completed`, `repair.applied`, `repair.rejected`, `note`, `requirement.checked`, `preview.page_ready`, `output.available`, `balance.low`, `webhook_endpoint.disabled`. */
  events?: string[];
  /** What it is for, in your words; up to 200 characters. null takes it away. */
  description?: string | null;
  /** Whether anything is delivered; stays as it is where absent. */
  enabled?: boolean;
}

export interface WebhookEndpoint {
  /** Id of a webhook endpoint, `whk_…`. */
  id: string;
  object: "webhook_endpoint";
  /** Where events are posted to. */
  url: string;
  /** Types of events that are sent. */
  events: string[];
  /** What it is for, in your words. */
  description: string | null;
  /** Whether anything is delivered. */
  enabled: boolean;
  /** Why the service disabled it; null where it did not. */
  disabled_reason: "failing" | "gone" | null;
  /** Since when no attempt has succeeded. */
  failing_since: string | null;
  /** The last success, right to the minute. */
  last_delivered_at: string | null;
  /** Until then the secret before the last rotation signs too. */
  previous_secret_expires_at: string | null;
  /** Instant in UTC, ISO 8601 with milliseconds. */
  created_at: string;
}

export interface WebhookEndpointWithSecret {
  /** Id of a webhook endpoint, `whk_…`. */
  id: string;
  object: "webhook_endpoint";
  /** Where events are posted to. */
  url: string;
  /** Types of events that are sent. */
  events: string[];
  /** What it is for, in your words. */
  description: string | null;
  /** Whether anything is delivered. */
  enabled: boolean;
  /** Why the service disabled it; null where it did not. */
  disabled_reason: "failing" | "gone" | null;
  /** Since when no attempt has succeeded. */
  failing_since: string | null;
  /** The last success, right to the minute. */
  last_delivered_at: string | null;
  /** Until then the secret before the last rotation signs too. */
  previous_secret_expires_at: string | null;
  /** Instant in UTC, ISO 8601 with milliseconds. */
  created_at: string;
  /** Shown once; begins with `whsec_`. */
  secret: string;
}

export interface WebhookEndpointList {
  object: "list";
  /** The items of this page, in the order that was asked for. */
  data: WebhookEndpoint[];
  /** Id of the first item: `before` of the page in front of it. Null on an empty page. */
  first_id: string | null;
  /** `after` of the next page. */
  last_id: string | null;
  /** Whether there are more behind this page, or before it where the list walks by `before`. */
  has_more: boolean;
}

export interface DeletedWebhookEndpoint {
  /** Id of the endpoint that was deleted. */
  id: string;
  object: "webhook_endpoint";
  deleted: true;
}

export interface WebhookDelivery {
  /** Id of the delivery. */
  id: string;
  object: "webhook_delivery";
  /** Id of a webhook endpoint, `whk_…`. */
  endpoint_id: string;
  /** Also the `webhook-id`, by which receivers tell repeats. */
  event_id: string;
  /** Type of the event. */
  event_type: string;
  /** The document that the event is about; null where it is about none. */
  document_id: string | null;
  /** `pending`: tried, or tried again. `delivered`: answered with 2xx. `failed`: given up after the last attempt. */
  status: "pending" | "delivered" | "failed";
  /** Attempts so far. */
  attempts: number;
  /** Of the last attempt; null where no answer came. */
  response_status: number | null;
  /** Why the last attempt failed. */
  error: string | null;
  /** Instant in UTC, ISO 8601 with milliseconds. */
  created_at: string;
  /** When it is tried again; null where it is not. */
  next_attempt_at: string | null;
  /** When it was delivered or given up; null before. */
  ended_at: string | null;
}

export interface WebhookDeliveryDetail {
  /** Id of the delivery. */
  id: string;
  object: "webhook_delivery";
  /** Id of a webhook endpoint, `whk_…`. */
  endpoint_id: string;
  /** Also the `webhook-id`, by which receivers tell repeats. */
  event_id: string;
  /** Type of the event. */
  event_type: string;
  /** The document that the event is about; null where it is about none. */
  document_id: string | null;
  /** `pending`: tried, or tried again. `delivered`: answered with 2xx. `failed`: given up after the last attempt. */
  status: "pending" | "delivered" | "failed";
  /** Attempts so far. */
  attempts: number;
  /** Of the last attempt; null where no answer came. */
  response_status: number | null;
  /** Why the last attempt failed. */
  error: string | null;
  /** Instant in UTC, ISO 8601 with milliseconds. */
  created_at: string;
  /** When it is tried again; null where it is not. */
  next_attempt_at: string | null;
  /** When it was delivered or given up; null before. */
  ended_at: string | null;
  /** The body as it is sent; null where it was deleted with its document. */
  event: Record<string, unknown> | null;
  /** Answer to the last attempt. */
  response: {
    /** HTTP status of the answer. */
    status: number;
    /** Its first 4,096 bytes. */
    body: string;
    /** Whether the answer was longer. */
    truncated: boolean;
  } | null;
  /** The last 20 attempts, oldest first. */
  attempt_log: WebhookAttempt[];
}

export interface WebhookAttempt {
  /** When the attempt began. */
  at: string;
  /** Milliseconds until the answer, or until it was given up. */
  duration_ms: number;
  /** HTTP status of the answer; null where none came. */
  response_status: number | null;
  /** Why the attempt failed; null where it did not. */
  error: string | null;
}

export interface WebhookDeliveryList {
  object: "list";
  /** The items of this page, in the order that was asked for. */
  data: WebhookDelivery[];
  /** Id of the first item: `before` of the page in front of it. Null on an empty page. */
  first_id: string | null;
  /** `after` of the next page. */
  last_id: string | null;
  /** Whether there are more behind this page, or before it where the list walks by `before`. */
  has_more: boolean;
}

export interface DocumentCreatedEvent {
  /** Unique: use it to process an event once. */
  id: string;
  /** Version of the format of `data`. */
  version: number;
  /** Id of a document, `doc_…`. */
  document_id: string;
  /** 1, 2, 3 … without gaps within a document; the `id:` of the frame. */
  sequence: number;
  /** Instant in UTC, ISO 8601 with milliseconds. */
  timestamp: string;
  /** Short text ready to show, by language (`en`, `es`). Many events have none. */
  display?: Record<string, string>;
  type: "document.created";
  data: DocumentCreatedData;
}

export interface DocumentStartedEvent {
  /** Unique: use it to process an event once. */
  id: string;
  /** Version of the format of `data`. */
  version: number;
  /** Id of a document, `doc_…`. */
  document_id: string;
  /** 1, 2, 3 … without gaps within a document; the `id:` of the frame. */
  sequence: number;
  /** Instant in UTC, ISO 8601 with milliseconds. */
  timestamp: string;
  /** Short text ready to show, by language (`en`, `es`). Many events have none. */
  display?: Record<string, string>;
  type: "document.started";
  data: DocumentStartedData;
}

export interface DocumentReadyEvent {
  /** Unique: use it to process an event once. */
  id: string;
  /** Version of the format of `data`. */
  version: number;
  /** Id of a document, `doc_…`. */
  document_id: string;
  /** 1, 2, 3 … without gaps within a document; the `id:` of the frame. */
  sequence: number;
  /** Instant in UTC, ISO 8601 with milliseconds. */
  timestamp: string;
  /** Short text ready to show, by language (`en`, `es`). Many events have none. */
  display?: Record<string, string>;
  type: "document.ready";
  data: DocumentReadyData;
}

export interface DocumentFailedEvent {
  /** Unique: use it to process an event once. */
  id: string;
  /** Version of the format of `data`. */
  version: number;
  /** Id of a document, `doc_…`. */
  document_id: string;
  /** 1, 2, 3 … without gaps within a document; the `id:` of the frame. */
  sequence: number;
  /** Instant in UTC, ISO 8601 with milliseconds. */
  timestamp: string;
  /** Short text ready to show, by language (`en`, `es`). Many events have none. */
  display?: Record<string, string>;
  type: "document.failed";
  data: DocumentFailedData;
}

export interface DocumentCanceledEvent {
  /** Unique: use it to process an event once. */
  id: string;
  /** Version of the format of `data`. */
  version: number;
  /** Id of a document, `doc_…`. */
  document_id: string;
  /** 1, 2, 3 … without gaps within a document; the `id:` of the frame. */
  sequence: number;
  /** Instant in UTC, ISO 8601 with milliseconds. */
  timestamp: string;
  /** Short text ready to show, by language (`en`, `es`). Many events have none. */
  display?: Record<string, string>;
  type: "document.canceled";
  data: DocumentCanceledData;
}

export interface StyleResolvedEvent {
  /** Unique: use it to process an event once. */
  id: string;
  /** Version of the format of `data`. */
  version: number;
  /** Id of a document, `doc_…`. */
  document_id: string;
  /** 1, 2, 3 … without gaps within a document; the `id:` of the frame. */
  sequence: number;
  /** Instant in UTC, ISO 8601 with milliseconds. */
  timestamp: string;
  /** Short text ready to show, by language (`en`, `es`). Many events have none. */
  display?: Record<string, string>;
  type: "style.resolved";
  data: StyleResolvedData;
}

export interface ContentBlockStartedEvent {
  /** Unique: use it to process an event once. */
  id: string;
  /** Version of the format of `data`. */
  version: number;
  /** Id of a document, `doc_…`. */
  document_id: string;
  /** 1, 2, 3 … without gaps within a document; the `id:` of the frame. */
  sequence: number;
  /** Instant in UTC, ISO 8601 with milliseconds. */
  timestamp: string;
  /** Short text ready to show, by language (`en`, `es`). Many events have none. */
  display?: Record<string, string>;
  type: "content.block_started";
  data: ContentBlockStartedData;
}

export interface ContentBlockDeltaEvent {
  /** Unique: use it to process an event once. */
  id: string;
  /** Version of the format of `data`. */
  version: number;
  /** Id of a document, `doc_…`. */
  document_id: string;
  /** 1, 2, 3 … without gaps within a document; the `id:` of the frame. */
  sequence: number;
  /** Instant in UTC, ISO 8601 with milliseconds. */
  timestamp: string;
  /** Short text ready to show, by language (`en`, `es`). Many events have none. */
  display?: Record<string, string>;
  type: "content.block_delta";
  data: ContentBlockDeltaData;
}

export interface ContentBlockCompletedEvent {
  /** Unique: use it to process an event once. */
  id: string;
  /** Version of the format of `data`. */
  version: number;
  /** Id of a document, `doc_…`. */
  document_id: string;
  /** 1, 2, 3 … without gaps within a document; the `id:` of the frame. */
  sequence: number;
  /** Instant in UTC, ISO 8601 with milliseconds. */
  timestamp: string;
  /** Short text ready to show, by language (`en`, `es`). Many events have none. */
  display?: Record<string, string>;
  type: "content.block_completed";
  data: ContentBlockCompletedData;
}

export interface ContentBlockRemovedEvent {
  /** Unique: use it to process an event once. */
  id: string;
  /** Version of the format of `data`. */
  version: number;
  /** Id of a document, `doc_…`. */
  document_id: string;
  /** 1, 2, 3 … without gaps within a document; the `id:` of the frame. */
  sequence: number;
  /** Instant in UTC, ISO 8601 with milliseconds. */
  timestamp: string;
  /** Short text ready to show, by language (`en`, `es`). Many events have none. */
  display?: Record<string, string>;
  type: "content.block_removed";
  data: ContentBlockRemovedData;
}

export interface EditPlannedEvent {
  /** Unique: use it to process an event once. */
  id: string;
  /** Version of the format of `data`. */
  version: number;
  /** Id of a document, `doc_…`. */
  document_id: string;
  /** 1, 2, 3 … without gaps within a document; the `id:` of the frame. */
  sequence: number;
  /** Instant in UTC, ISO 8601 with milliseconds. */
  timestamp: string;
  /** Short text ready to show, by language (`en`, `es`). Many events have none. */
  display?: Record<string, string>;
  type: "edit.planned";
  data: EditPlannedData;
}

export interface EditOperationAppliedEvent {
  /** Unique: use it to process an event once. */
  id: string;
  /** Version of the format of `data`. */
  version: number;
  /** Id of a document, `doc_…`. */
  document_id: string;
  /** 1, 2, 3 … without gaps within a document; the `id:` of the frame. */
  sequence: number;
  /** Instant in UTC, ISO 8601 with milliseconds. */
  timestamp: string;
  /** Short text ready to show, by language (`en`, `es`). Many events have none. */
  display?: Record<string, string>;
  type: "edit.operation_applied";
  data: EditOperationAppliedData;
}

export interface EditOperationRejectedEvent {
  /** Unique: use it to process an event once. */
  id: string;
  /** Version of the format of `data`. */
  version: number;
  /** Id of a document, `doc_…`. */
  document_id: string;
  /** 1, 2, 3 … without gaps within a document; the `id:` of the frame. */
  sequence: number;
  /** Instant in UTC, ISO 8601 with milliseconds. */
  timestamp: string;
  /** Short text ready to show, by language (`en`, `es`). Many events have none. */
  display?: Record<string, string>;
  type: "edit.operation_rejected";
  data: EditOperationRejectedData;
}

export interface RenderCompletedEvent {
  /** Unique: use it to process an event once. */
  id: string;
  /** Version of the format of `data`. */
  version: number;
  /** Id of a document, `doc_…`. */
  document_id: string;
  /** 1, 2, 3 … without gaps within a document; the `id:` of the frame. */
  sequence: number;
  /** Instant in UTC, ISO 8601 with milliseconds. */
  timestamp: string;
  /** Short text ready to show, by language (`en`, `es`). Many events have none. */
  display?: Record<string, string>;
  type: "render.completed";
  data: RenderCompletedData;
}

export interface ValidationIssueFoundEvent {
  /** Unique: use it to process an event once. */
  id: string;
  /** Version of the format of `data`. */
  version: number;
  /** Id of a document, `doc_…`. */
  document_id: string;
  /** 1, 2, 3 … without gaps within a document; the `id:` of the frame. */
  sequence: number;
  /** Instant in UTC, ISO 8601 with milliseconds. */
  timestamp: string;
  /** Short text ready to show, by language (`en`, `es`). Many events have none. */
  display?: Record<string, string>;
  type: "validation.issue_found";
  data: ValidationIssueFoundData;
}

export interface ValidationCompletedEvent {
  /** Unique: use it to process an event once. */
  id: string;
  /** Version of the format of `data`. */
  version: number;
  /** Id of a document, `doc_…`. */
  document_id: string;
  /** 1, 2, 3 … without gaps within a document; the `id:` of the frame. */
  sequence: number;
  /** Instant in UTC, ISO 8601 with milliseconds. */
  timestamp: string;
  /** Short text ready to show, by language (`en`, `es`). Many events have none. */
  display?: Record<string, string>;
  type: "validation.completed";
  data: ValidationCompletedData;
}

export interface RepairAppliedEvent {
  /** Unique: use it to process an event once. */
  id: string;
  /** Version of the format of `data`. */
  version: number;
  /** Id of a document, `doc_…`. */
  document_id: string;
  /** 1, 2, 3 … without gaps within a document; the `id:` of the frame. */
  sequence: number;
  /** Instant in UTC, ISO 8601 with milliseconds. */
  timestamp: string;
  /** Short text ready to show, by language (`en`, `es`). Many events have none. */
  display?: Record<string, string>;
  type: "repair.applied";
  data: RepairAppliedData;
}

export interface RepairRejectedEvent {
  /** Unique: use it to process an event once. */
  id: string;
  /** Version of the format of `data`. */
  version: number;
  /** Id of a document, `doc_…`. */
  document_id: string;
  /** 1, 2, 3 … without gaps within a document; the `id:` of the frame. */
  sequence: number;
  /** Instant in UTC, ISO 8601 with milliseconds. */
  timestamp: string;
  /** Short text ready to show, by language (`en`, `es`). Many events have none. */
  display?: Record<string, string>;
  type: "repair.rejected";
  data: RepairRejectedData;
}

export interface AgentNoteEvent {
  /** Unique: use it to process an event once. */
  id: string;
  /** Version of the format of `data`. */
  version: number;
  /** Id of a document, `doc_…`. */
  document_id: string;
  /** 1, 2, 3 … without gaps within a document; the `id:` of the frame. */
  sequence: number;
  /** Instant in UTC, ISO 8601 with milliseconds. */
  timestamp: string;
  /** Short text ready to show, by language (`en`, `es`). Many events have none. */
  display?: Record<string, string>;
  type: "note";
  data: NoteData;
}

export interface RequirementCheckedEvent {
  /** Unique: use it to process an event once. */
  id: string;
  /** Version of the format of `data`. */
  version: number;
  /** Id of a document, `doc_…`. */
  document_id: string;
  /** 1, 2, 3 … without gaps within a document; the `id:` of the frame. */
  sequence: number;
  /** Instant in UTC, ISO 8601 with milliseconds. */
  timestamp: string;
  /** Short text ready to show, by language (`en`, `es`). Many events have none. */
  display?: Record<string, string>;
  type: "requirement.checked";
  data: RequirementCheckedData;
}

export interface PreviewPageReadyEvent {
  /** Unique: use it to process an event once. */
  id: string;
  /** Version of the format of `data`. */
  version: number;
  /** Id of a document, `doc_…`. */
  document_id: string;
  /** 1, 2, 3 … without gaps within a document; the `id:` of the frame. */
  sequence: number;
  /** Instant in UTC, ISO 8601 with milliseconds. */
  timestamp: string;
  /** Short text ready to show, by language (`en`, `es`). Many events have none. */
  display?: Record<string, string>;
  type: "preview.page_ready";
  data: PreviewPageReadyData;
}

export interface OutputAvailableEvent {
  /** Unique: use it to process an event once. */
  id: string;
  /** Version of the format of `data`. */
  version: number;
  /** Id of a document, `doc_…`. */
  document_id: string;
  /** 1, 2, 3 … without gaps within a document; the `id:` of the frame. */
  sequence: number;
  /** Instant in UTC, ISO 8601 with milliseconds. */
  timestamp: string;
  /** Short text ready to show, by language (`en`, `es`). Many events have none. */
  display?: Record<string, string>;
  type: "output.available";
  data: OutputAvailableData;
}

export interface DocumentCreatedData {
  /** What was asked for. */
  operation: "create" | "review" | "edit";
  /** The kind of file; null where it is not decided yet. */
  format: "docx" | "pdf" | "pptx" | "xlsx" | "artifact" | null;
}

export interface DocumentStartedData {
  /** 1; more where a process that made the document has died. */
  attempt: number;
}

export interface DocumentReadyData {
  /** How it ended: with nothing found that matters, with warnings, or with errors that somebody should see. */
  status: "ready" | "ready_with_warnings" | "needs_review";
  /** Pages, slides or printed pages of sheets; null where they were not laid out. */
  pages: number | null;
  /** Counts of what is left after the repairs. */
  validation_summary: FindingCounts | null;
}

export interface DocumentFailedData {
  /** Why no file was made. */
  error: {
    /** Stable code of why no file was made (docs/errors.md). */
    code: "input_invalid" | "unauthorized" | "insufficient_balance" | "session_required" | "forbidden" | "origin_refused" | "sign_in_failed" | "last_owner" | "region_mismatch" | "link_expired" | "rate_limited" | "not_an_artifact" | "record_too_large" | "too_many_records" | "too_many_endpoints" | "not_found" | "file_rejected" | "file_too_large" | "report_not_ready" | "content_deleted" | "project_does_not_store" | "artifact_is_local" | "events_expired" | "range_not_satisfiable" | "idempotency_key_reused" | "idempotency_request_in_progress" | "feature_unavailable" | "internal_error" | "service_unavailable" | "revision_conflict" | "document_not_ready" | "method_not_allowed" | "unsupported_media_type" | "payload_too_large" | "content_empty" | "docx_invalid" | "file_not_found" | "document_too_long" | "format_unclear" | "edit_not_understood" | "edit_not_applied" | "source_unreadable" | "generation_blocked" | "page_too_large" | "processing_failed";
    /** What the code means; what was wrong in this document is in its `error.message`. */
    message: string;
    /** Whether the same request may pass later. */
    retryable: boolean;
  };
}

export type DocumentCanceledData = Record<string, unknown>;

export interface StyleResolvedData {
  /** The look that is used. */
  style: Style;
  /** What of the requested style cannot be done. */
  unsupported: string[];
}

export interface ContentBlockStartedData {
  /** Id of the block; the same in all events about it. */
  block_id: string;
  /** Among the top-level blocks, from 0. */
  index: number;
  /** Kind of block: `heading`, `paragraph`, `table`, … */
  type: string;
  /** Of headings and clauses: their level, from 1. */
  level?: number;
}

export interface ContentBlockDeltaData {
  /** Id of the block; the same in all events about it. */
  block_id: string;
  /** New text, in the block's Markdown. */
  text: string;
}

export interface ContentBlockCompletedData {
  /** Id of the block; the same in all events about it. */
  block_id: string;
  /** The whole block. */
  block: Block;
}

/** The document no longer has this block: another round has taken it out. */
export interface ContentBlockRemovedData {
  /** Id of the block; the same in all events about it. */
  block_id: string;
}

export interface EditPlannedData {
  /** How many changes will be tried. */
  operations: number;
  /** What of the request cannot be done. */
  unsupported: string[];
}

export interface EditOperationAppliedData {
  /** Name of the operation. */
  op: string;
  /** Address that it named; absent for one on the whole file. */
  target?: string;
  /** The text as it was, shortened where it is long. */
  before?: string;
  /** The text as it is now, shortened where it is long. */
  after?: string;
}

export interface EditOperationRejectedData {
  /** Name of the operation. */
  op: string;
  /** Address that it named; absent for one on the whole file. */
  target?: string;
  /** Why it was rejected (docs/editing.md). */
  reason: "target_not_found" | "ambiguous_target" | "expect_mismatch" | "overlapping_operation" | "read_only_content" | "protected_document" | "merged_cells" | "formula_error" | "would_overflow" | "unsupported" | "no_effect";
  /** The same in one plain sentence. */
  message: string;
}

export interface RenderCompletedData {
  /** Which rendering, from 1. */
  iteration: number;
  /** How many pages were drawn. */
  pages: number;
  /** Milliseconds that it took. */
  duration_ms: number;
}

export interface ValidationIssueFoundData {
  code: FindingCode;
  /** `error`: somebody should see it before the document is used. `warning`: a flaw. `info`: good to know. */
  severity: "error" | "warning" | "info";
  /** Whether the service could repair it. */
  fixable: boolean;
  /** What kind of thing was found, and where. The report has the whole message. */
  message: string;
  /** Where it was found. */
  location: {
    /** Page, from 1. */
    page?: number;
    /** Slide, from 1. */
    slide?: number;
    /** Cell or range, as `B7`. */
    cell?: string;
    /** Block of the content, or an address in the file. */
    block_id?: string;
    /** Left, top, right, bottom in points from the page's upper left corner. */
    bbox?: [number, number, number, number];
  };
}

export interface ValidationCompletedData {
  /** How many findings somebody should see before the document is used. */
  errors: number;
  /** How many findings are flaws that do not keep it from being used. */
  warnings: number;
  /** How many findings are for information only. */
  info: number;
  /** Which rendering, from 1. */
  iteration: number;
}

export interface RepairAppliedData {
  /** Which rendering, from 1. */
  iteration: number;
  /** Name of the repair, as in docs/findings.md, or of a tool of the agent, as in docs/agent.md. */
  fix: string;
  /** Code of the finding that it repairs; `design`: the agent made the document better. */
  issue_code: FindingCode | "design";
}

export interface RepairRejectedData {
  /** Which rendering, from 1. */
  iteration: number;
  /** Name of the repair, as in docs/findings.md, or of a tool of the agent, as in docs/agent.md. */
  fix: string;
  /** Code of the finding that it repairs; `design`: the agent made the document better. */
  issue_code: FindingCode | "design";
  /** Why it was taken back. */
  reason: string;
}

export interface NoteData {
  code: FindingCode;
  /** `warning`: something was lost or changed. `info`: good to know. */
  severity: "warning" | "info";
  /** What kind of note it is. The report has the whole message. */
  message: string;
}

export interface RequirementCheckedData {
  /** Whether the file has it. */
  status: "met" | "not_met" | "not_checked";
  /** In `requirements` of the report, from 0. The report has its text and evidence. */
  index: number;
}

export interface PreviewPageReadyData {
  /** Number of the page, from 1. */
  page: number;
  /** How many pages there are. */
  total: number;
  /** Id of the output: `GET /documents/{document_id}/outputs` gives its link. */
  output_id: string;
  /** Width of the picture in pixels. */
  width: number;
  /** Height of the picture in pixels. */
  height: number;
}

export interface OutputAvailableData {
  /** Id of the output: `GET /documents/{document_id}/outputs` gives its link. */
  output_id: string;
  /** What it is: the file itself, its PDF, a `preview`, or `html`. */
  kind: "docx" | "pptx" | "xlsx" | "pdf" | "preview" | "html";
  /** Size in bytes. */
  bytes: number;
}

export interface BalanceLowEvent {
  /** Unique, and the `webhook-id`: use it to process an event once. */
  id: string;
  type: "balance.low";
  /** Version of the format of `data`. */
  version: number;
  /** Instant in UTC, ISO 8601 with milliseconds. */
  timestamp: string;
  data: BalanceLowData;
}

export interface WebhookTestEvent {
  /** Unique, and the `webhook-id`: use it to process an event once. */
  id: string;
  type: "webhook.test";
  /** Version of the format of `data`. */
  version: number;
  /** Instant in UTC, ISO 8601 with milliseconds. */
  timestamp: string;
  data: WebhookTestData;
}

export interface WebhookEndpointDisabledEvent {
  /** Unique, and the `webhook-id`: use it to process an event once. */
  id: string;
  type: "webhook_endpoint.disabled";
  /** Version of the format of `data`. */
  version: number;
  /** Instant in UTC, ISO 8601 with milliseconds. */
  timestamp: string;
  data: WebhookEndpointDisabledData;
}

export interface BalanceLowData {
  /** What is left, in minor units. */
  available: number;
  /** The notice that was set. */
  below: number;
  /** ISO 4217. */
  currency: string;
}

export interface WebhookTestData {
  /** Id of a webhook endpoint, `whk_…`. */
  endpoint_id: string;
  /** Says that this is a test. */
  message: string;
}

export interface WebhookEndpointDisabledData {
  /** Id of a webhook endpoint, `whk_…`. */
  endpoint_id: string;
  /** Where events are posted to. */
  url: string;
  /** `failing`: nothing was delivered for five days; `gone`: it answered 410. */
  reason: "failing" | "gone";
  /** Since when nothing was delivered; null where it answered 410. */
  failing_since: string | null;
}

export interface DocxReplaceText {
  op: "replace_text";
  /** Address of a paragraph, cell, row or table, of a description (img1.alt), a chart (chart1), SmartArt (img2) or a comment (comment1); absent: the whole file but comments. */
  target?: string | QueryTarget;
  /** The text that goes, as it is shown; it may run across changes of formatting, and \n is the end of a line or paragraph. */
  find: string;
  /** The text that comes, in the formatting of what goes; with regex, $1 is its first group. */
  replace: string;
  /** Every place; without it the text must be in one place only. */
  all?: boolean;
  /** true where absent. */
  match_case?: boolean;
  /** Only where no letter or digit adjoins. */
  whole_word?: boolean;
  /** Character by character; without it, kinds of spaces, quotes and dashes are alike, and soft hyphens and numbers of notes do not count. */
  exact?: boolean;
  /** find is a regular expression in the syntax of RE2. */
  regex?: boolean;
  /** The text that the target must still hold; else the operation is rejected as `expect_mismatch`. Not checked where absent. */
  expect?: string;
}

export interface DocxRewriteBlock {
  op: "rewrite_block";
  /** Address of a paragraph. */
  target: string | QueryTarget;
  /** Its new text; \n is a line break, \t a tab. Words that stay keep their formatting. */
  text: string;
  /** The text that the target must still hold; else the operation is rejected as `expect_mismatch`. Not checked where absent. */
  expect?: string;
}

export interface DocxInsertBlocks {
  op: "insert_blocks";
  /** Address of the paragraph or table beside which they come. */
  target: string | QueryTarget;
  /** after where absent. */
  position?: "before" | "after";
  /** What is inside, in reading order. */
  blocks: ({
    type: "paragraph";
    /** Name of a style; absent: as the running text around it. */
    style?: string;
    /** Horizontal alignment. */
    align?: "left" | "center" | "right" | "justify";
    /** The text; "\n" begins a line. */
    text?: string;
    /** In the place of text. */
    runs?: ({
      /** \n is a line break. */
      text?: string;
      /** Bold; null takes the setting away, so that that of the style holds. */
      bold?: boolean;
      /** Italic; null takes the setting away, so that that of the style holds. */
      italic?: boolean;
      /** Underlined; null takes the setting away. */
      underline?: boolean;
      /** Struck through; null takes the setting away. */
      strike?: boolean;
      /** Set as code, in a face of equal widths. */
      code?: boolean;
      /** Raised or lowered; null: on the line. */
      script?: "super" | "sub";
      /** Colour of the text: Six hexadecimal digits, without #. */
      color?: string;
      /** Colour behind the text, by its name in Word; null: none. */
      highlight?: "yellow" | "green" | "cyan" | "magenta" | "blue" | "red" | "darkBlue" | "darkCyan" | "darkGreen" | "darkMagenta" | "darkRed" | "darkYellow" | "darkGray" | "lightGray" | "black" | "white";
      /** Face of the text. */
      font?: string;
      /** Size of the text in points. */
      size_pt?: number;
      /** Where the words lead outside. */
      url?: string;
      /** Where the words lead in the file: a bookmark, or the address of a heading. */
      to?: string;
      /** A formula in LaTeX, in the place of text. */
      math?: string;
      /** What Word counts or knows, in the place of text. */
      field?: "page" | "pages" | "date" | "title" | "author" | "file_name";
    })[];
  } | {
    type: "heading";
    /** 1 is the highest. */
    level: number;
    /** The text; "\n" begins a line. */
    text?: string;
    /** In the place of text. */
    runs?: ({
      /** \n is a line break. */
      text?: string;
      /** Bold; null takes the setting away, so that that of the style holds. */
      bold?: boolean;
      /** Italic; null takes the setting away, so that that of the style holds. */
      italic?: boolean;
      /** Underlined; null takes the setting away. */
      underline?: boolean;
      /** Struck through; null takes the setting away. */
      strike?: boolean;
      /** Set as code, in a face of equal widths. */
      code?: boolean;
      /** Raised or lowered; null: on the line. */
      script?: "super" | "sub";
      /** Colour of the text: Six hexadecimal digits, without #. */
      color?: string;
      /** Colour behind the text, by its name in Word; null: none. */
      highlight?: "yellow" | "green" | "cyan" | "magenta" | "blue" | "red" | "darkBlue" | "darkCyan" | "darkGreen" | "darkMagenta" | "darkRed" | "darkYellow" | "darkGray" | "lightGray" | "black" | "white";
      /** Face of the text. */
      font?: string;
      /** Size of the text in points. */
      size_pt?: number;
      /** Where the words lead outside. */
      url?: string;
      /** Where the words lead in the file: a bookmark, or the address of a heading. */
      to?: string;
      /** A formula in LaTeX, in the place of text. */
      math?: string;
      /** What Word counts or knows, in the place of text. */
      field?: "page" | "pages" | "date" | "title" | "author" | "file_name";
    })[];
  } | {
    type: "list";
    /** Numbers; bullets where absent. Right beside an item of the same kind the list goes on, elsewhere numbers begin at 1. */
    ordered?: boolean;
    /** The items, in their order. */
    items: (string | {
      /** The text; "\n" begins a line. */
      text?: string;
      /** The text, in stretches of one formatting. */
      runs?: ({
        /** \n is a line break. */
        text?: string;
        /** Bold; null takes the setting away, so that that of the style holds. */
        bold?: boolean;
        /** Italic; null takes the setting away, so that that of the style holds. */
        italic?: boolean;
        /** Underlined; null takes the setting away. */
        underline?: boolean;
        /** Struck through; null takes the setting away. */
        strike?: boolean;
        /** Set as code, in a face of equal widths. */
        code?: boolean;
        /** Raised or lowered; null: on the line. */
        script?: "super" | "sub";
        /** Colour of the text: Six hexadecimal digits, without #. */
        color?: string;
        /** Colour behind the text, by its name in Word; null: none. */
        highlight?: "yellow" | "green" | "cyan" | "magenta" | "blue" | "red" | "darkBlue" | "darkCyan" | "darkGreen" | "darkMagenta" | "darkRed" | "darkYellow" | "darkGray" | "lightGray" | "black" | "white";
        /** Face of the text. */
        font?: string;
        /** Size of the text in points. */
        size_pt?: number;
        /** Where the words lead outside. */
        url?: string;
        /** Where the words lead in the file: a bookmark, or the address of a heading. */
        to?: string;
        /** A formula in LaTeX, in the place of text. */
        math?: string;
        /** What Word counts or knows, in the place of text. */
        field?: "page" | "pages" | "date" | "title" | "author" | "file_name";
      })[];
      /** A list within it. */
      items?: (string | {
        /** The text; "\n" begins a line. */
        text?: string;
        /** The text, in stretches of one formatting. */
        runs?: ({
          /** \n is a line break. */
          text?: string;
          /** Bold; null takes the setting away, so that that of the style holds. */
          bold?: boolean;
          /** Italic; null takes the setting away, so that that of the style holds. */
          italic?: boolean;
          /** Underlined; null takes the setting away. */
          underline?: boolean;
          /** Struck through; null takes the setting away. */
          strike?: boolean;
          /** Set as code, in a face of equal widths. */
          code?: boolean;
          /** Raised or lowered; null: on the line. */
          script?: "super" | "sub";
          /** Colour of the text: Six hexadecimal digits, without #. */
          color?: string;
          /** Colour behind the text, by its name in Word; null: none. */
          highlight?: "yellow" | "green" | "cyan" | "magenta" | "blue" | "red" | "darkBlue" | "darkCyan" | "darkGreen" | "darkMagenta" | "darkRed" | "darkYellow" | "darkGray" | "lightGray" | "black" | "white";
          /** Face of the text. */
          font?: string;
          /** Size of the text in points. */
          size_pt?: number;
          /** Where the words lead outside. */
          url?: string;
          /** Where the words lead in the file: a bookmark, or the address of a heading. */
          to?: string;
          /** A formula in LaTeX, in the place of text. */
          math?: string;
          /** What Word counts or knows, in the place of text. */
          field?: "page" | "pages" | "date" | "title" | "author" | "file_name";
        })[];
        /** A list within it. */
        items?: (string | {
          /** The text; "\n" begins a line. */
          text?: string;
          /** The text, in stretches of one formatting. */
          runs?: ({
            /** \n is a line break. */
            text?: string;
            /** Bold; null takes the setting away, so that that of the style holds. */
            bold?: boolean;
            /** Italic; null takes the setting away, so that that of the style holds. */
            italic?: boolean;
            /** Underlined; null takes the setting away. */
            underline?: boolean;
            /** Struck through; null takes the setting away. */
            strike?: boolean;
            /** Set as code, in a face of equal widths. */
            code?: boolean;
            /** Raised or lowered; null: on the line. */
            script?: "super" | "sub";
            /** Colour of the text: Six hexadecimal digits, without #. */
            color?: string;
            /** Colour behind the text, by its name in Word; null: none. */
            highlight?: "yellow" | "green" | "cyan" | "magenta" | "blue" | "red" | "darkBlue" | "darkCyan" | "darkGreen" | "darkMagenta" | "darkRed" | "darkYellow" | "darkGray" | "lightGray" | "black" | "white";
            /** Face of the text. */
            font?: string;
            /** Size of the text in points. */
            size_pt?: number;
            /** Where the words lead outside. */
            url?: string;
            /** Where the words lead in the file: a bookmark, or the address of a heading. */
            to?: string;
            /** A formula in LaTeX, in the place of text. */
            math?: string;
            /** What Word counts or knows, in the place of text. */
            field?: "page" | "pages" | "date" | "title" | "author" | "file_name";
          })[];
          /** A list within it. */
          items?: (string | {
            /** The text; "\n" begins a line. */
            text?: string;
            /** The text, in stretches of one formatting. */
            runs?: ({
              /** \n is a line break. */
              text?: string;
              /** Bold; null takes the setting away, so that that of the style holds. */
              bold?: boolean;
              /** Italic; null takes the setting away, so that that of the style holds. */
              italic?: boolean;
              /** Underlined; null takes the setting away. */
              underline?: boolean;
              /** Struck through; null takes the setting away. */
              strike?: boolean;
              /** Set as code, in a face of equal widths. */
              code?: boolean;
              /** Raised or lowered; null: on the line. */
              script?: "super" | "sub";
              /** Colour of the text: Six hexadecimal digits, without #. */
              color?: string;
              /** Colour behind the text, by its name in Word; null: none. */
              highlight?: "yellow" | "green" | "cyan" | "magenta" | "blue" | "red" | "darkBlue" | "darkCyan" | "darkGreen" | "darkMagenta" | "darkRed" | "darkYellow" | "darkGray" | "lightGray" | "black" | "white";
              /** Face of the text. */
              font?: string;
              /** Size of the text in points. */
              size_pt?: number;
              /** Where the words lead outside. */
              url?: string;
              /** Where the words lead in the file: a bookmark, or the address of a heading. */
              to?: string;
              /** A formula in LaTeX, in the place of text. */
              math?: string;
              /** What Word counts or knows, in the place of text. */
              field?: "page" | "pages" | "date" | "title" | "author" | "file_name";
            })[];
            /** A list within it. */
            items?: (string | {
              /** The text; "\n" begins a line. */
              text?: string;
              /** The text, in stretches of one formatting. */
              runs?: ({
                /** \n is a line break. */
                text?: string;
                /** Bold; null takes the setting away, so that that of the style holds. */
                bold?: boolean;
                /** Italic; null takes the setting away, so that that of the style holds. */
                italic?: boolean;
                /** Underlined; null takes the setting away. */
                underline?: boolean;
                /** Struck through; null takes the setting away. */
                strike?: boolean;
                /** Set as code, in a face of equal widths. */
                code?: boolean;
                /** Raised or lowered; null: on the line. */
                script?: "super" | "sub";
                /** Colour of the text: Six hexadecimal digits, without #. */
                color?: string;
                /** Colour behind the text, by its name in Word; null: none. */
                highlight?: "yellow" | "green" | "cyan" | "magenta" | "blue" | "red" | "darkBlue" | "darkCyan" | "darkGreen" | "darkMagenta" | "darkRed" | "darkYellow" | "darkGray" | "lightGray" | "black" | "white";
                /** Face of the text. */
                font?: string;
                /** Size of the text in points. */
                size_pt?: number;
                /** Where the words lead outside. */
                url?: string;
                /** Where the words lead in the file: a bookmark, or the address of a heading. */
                to?: string;
                /** A formula in LaTeX, in the place of text. */
                math?: string;
                /** What Word counts or knows, in the place of text. */
                field?: "page" | "pages" | "date" | "title" | "author" | "file_name";
              })[];
            })[];
            /** Of the list within it; absent: as the list that it is in. */
            ordered?: boolean;
          })[];
          /** Of the list within it; absent: as the list that it is in. */
          ordered?: boolean;
        })[];
        /** Of the list within it; absent: as the list that it is in. */
        ordered?: boolean;
      })[];
      /** Of the list within it; absent: as the list that it is in. */
      ordered?: boolean;
    })[];
  } | {
    type: "quote";
    /** The text; "\n" begins a line. */
    text?: string;
    /** In the place of text. */
    runs?: ({
      /** \n is a line break. */
      text?: string;
      /** Bold; null takes the setting away, so that that of the style holds. */
      bold?: boolean;
      /** Italic; null takes the setting away, so that that of the style holds. */
      italic?: boolean;
      /** Underlined; null takes the setting away. */
      underline?: boolean;
      /** Struck through; null takes the setting away. */
      strike?: boolean;
      /** Set as code, in a face of equal widths. */
      code?: boolean;
      /** Raised or lowered; null: on the line. */
      script?: "super" | "sub";
      /** Colour of the text: Six hexadecimal digits, without #. */
      color?: string;
      /** Colour behind the text, by its name in Word; null: none. */
      highlight?: "yellow" | "green" | "cyan" | "magenta" | "blue" | "red" | "darkBlue" | "darkCyan" | "darkGreen" | "darkMagenta" | "darkRed" | "darkYellow" | "darkGray" | "lightGray" | "black" | "white";
      /** Face of the text. */
      font?: string;
      /** Size of the text in points. */
      size_pt?: number;
      /** Where the words lead outside. */
      url?: string;
      /** Where the words lead in the file: a bookmark, or the address of a heading. */
      to?: string;
      /** A formula in LaTeX, in the place of text. */
      math?: string;
      /** What Word counts or knows, in the place of text. */
      field?: "page" | "pages" | "date" | "title" | "author" | "file_name";
    })[];
  } | {
    type: "equation";
    /** LaTeX: \frac{a}{b}. */
    latex: string;
  } | {
    type: "contents";
    /** Of headings, 3 where absent. Word fills it when it opens the file; refresh_toc does at once. */
    levels?: number;
  } | {
    type: "page_break";
  } | {
    type: "table";
    /** The rows, from the top. */
    rows: ((string | {
      /** The text; "\n" begins a line. */
      text?: string;
      /** The text, in stretches of one formatting. */
      runs?: ({
        /** \n is a line break. */
        text?: string;
        /** Bold; null takes the setting away, so that that of the style holds. */
        bold?: boolean;
        /** Italic; null takes the setting away, so that that of the style holds. */
        italic?: boolean;
        /** Underlined; null takes the setting away. */
        underline?: boolean;
        /** Struck through; null takes the setting away. */
        strike?: boolean;
        /** Set as code, in a face of equal widths. */
        code?: boolean;
        /** Raised or lowered; null: on the line. */
        script?: "super" | "sub";
        /** Colour of the text: Six hexadecimal digits, without #. */
        color?: string;
        /** Colour behind the text, by its name in Word; null: none. */
        highlight?: "yellow" | "green" | "cyan" | "magenta" | "blue" | "red" | "darkBlue" | "darkCyan" | "darkGreen" | "darkMagenta" | "darkRed" | "darkYellow" | "darkGray" | "lightGray" | "black" | "white";
        /** Face of the text. */
        font?: string;
        /** Size of the text in points. */
        size_pt?: number;
        /** Where the words lead outside. */
        url?: string;
        /** Where the words lead in the file: a bookmark, or the address of a heading. */
        to?: string;
        /** A formula in LaTeX, in the place of text. */
        math?: string;
        /** What Word counts or knows, in the place of text. */
        field?: "page" | "pages" | "date" | "title" | "author" | "file_name";
      })[];
      /** Horizontal alignment. */
      align?: "left" | "center" | "right" | "justify";
      /** Colour behind the cell: Six hexadecimal digits, without #. */
      fill?: string;
    })[])[];
    /** true where absent: the first row is the head. */
    header?: boolean;
    /** Name of a table style; absent: as other tables of the file. */
    style?: string;
    /** Widths and alignments of the columns, from the left; the rest share what is left. */
    columns?: ({
      /** Width in centimetres. */
      width_cm?: number;
      /** Horizontal alignment. */
      align?: "left" | "center" | "right" | "justify";
    })[];
  })[];
  /** The text that the target must still hold; else the operation is rejected as `expect_mismatch`. Not checked where absent. */
  expect?: string;
}

export interface DocxDeleteBlock {
  op: "delete_block";
  /** Address of a paragraph or a table. */
  target: string | QueryTarget;
  /** The text that the target must still hold; else the operation is rejected as `expect_mismatch`. Not checked where absent. */
  expect?: string;
}

export interface DocxMoveBlock {
  op: "move_block";
  /** Address of a paragraph or a table. */
  target: string | QueryTarget;
  /** Blocks that go together from there on; 1 where absent. */
  count?: number;
  /** Address of the paragraph or table beside which it comes. */
  to: string | QueryTarget;
  /** after where absent. */
  position?: "before" | "after";
  /** The text that the target must still hold; else the operation is rejected as `expect_mismatch`. Not checked where absent. */
  expect?: string;
}

export interface DocxSetFormat {
  op: "set_format";
  /** Address of a paragraph, cell, row or table. */
  target: string | QueryTarget;
  /** Only these words of it. */
  find?: string;
  /** With find: every place. */
  all?: boolean;
  /** Name of a paragraph style: Heading 2, Quote. */
  style?: string;
  /** Bold; null takes the setting away, so that that of the style holds. */
  bold?: boolean | null;
  /** Italic; null takes the setting away, so that that of the style holds. */
  italic?: boolean | null;
  /** Underlined; null takes the setting away. */
  underline?: boolean | null;
  /** Struck through; null takes the setting away. */
  strike?: boolean | null;
  /** Raised or lowered; null: on the line. */
  script?: "super" | "sub" | null;
  /** Colour of the text: Six hexadecimal digits, without #. */
  color?: string | null;
  /** Colour behind the text, by its name in Word; null: none. */
  highlight?: "yellow" | "green" | "cyan" | "magenta" | "blue" | "red" | "darkBlue" | "darkCyan" | "darkGreen" | "darkMagenta" | "darkRed" | "darkYellow" | "darkGray" | "lightGray" | "black" | "white" | null;
  /** Face of the text. */
  font?: string | null;
  /** Size of the text in points. */
  size_pt?: number | null;
  /** Horizontal alignment. */
  align?: "left" | "center" | "right" | "justify" | null;
  /** From the left. */
  indent_cm?: number | null;
  /** Of the first line; less than 0 hangs. */
  first_line_cm?: number | null;
  /** Distance above the paragraph in points, 0 to 400. */
  space_before_pt?: number | null;
  /** Distance below the paragraph in points, 0 to 400. */
  space_after_pt?: number | null;
  /** 1 is single. */
  line_spacing?: number | null;
  /** On the same page as the paragraph that follows. */
  keep_with_next?: boolean | null;
  /** At the head of a page. */
  page_break_before?: boolean | null;
  /** Background of cells. */
  fill?: string | null;
  /** The text that the target must still hold; else the operation is rejected as `expect_mismatch`. Not checked where absent. */
  expect?: string;
}

export interface DocxSetCellText {
  op: "set_cell_text";
  /** Address of a cell, t1.r2.c3. */
  target: string | QueryTarget;
  /** The text; "\n" begins a line. */
  text: string;
  /** The text that the target must still hold; else the operation is rejected as `expect_mismatch`. Not checked where absent. */
  expect?: string;
}

export interface DocxInsertRows {
  op: "insert_rows";
  /** Address of a row; the new ones look like it. */
  target: string | QueryTarget;
  /** after where absent. */
  position?: "before" | "after";
  /** Texts of the cells, row by row. */
  rows: string[][];
  /** The text that the target must still hold; else the operation is rejected as `expect_mismatch`. Not checked where absent. */
  expect?: string;
}

export interface DocxDeleteRows {
  op: "delete_rows";
  /** Address of the first row. */
  target: string | QueryTarget;
  /** 1 where absent. */
  count?: number;
  /** The text that the target must still hold; else the operation is rejected as `expect_mismatch`. Not checked where absent. */
  expect?: string;
}

export interface DocxInsertColumns {
  op: "insert_columns";
  /** Address of a cell; the new ones look like it and its neighbours above and below. */
  target: string | QueryTarget;
  /** after where absent. */
  position?: "before" | "after";
  /** Texts of the cells from the top, column by column. */
  columns: string[][];
  /** The text that the target must still hold; else the operation is rejected as `expect_mismatch`. Not checked where absent. */
  expect?: string;
}

export interface DocxDeleteColumns {
  op: "delete_columns";
  /** Address of a cell in the first column that goes. */
  target: string | QueryTarget;
  /** Columns from there on; absent: those of the cell. */
  count?: number;
  /** The text that the target must still hold; else the operation is rejected as `expect_mismatch`. Not checked where absent. */
  expect?: string;
}

export interface DocxMergeCells {
  op: "merge_cells";
  /** Address of the cell at the upper left: t2.r1.c1. */
  target: string | QueryTarget;
  /** Address of the cell at the lower right: t2.r2.c3. */
  to: string | QueryTarget;
  /** The text that the target must still hold; else the operation is rejected as `expect_mismatch`. Not checked where absent. */
  expect?: string;
}

export interface DocxUnmergeCells {
  op: "unmerge_cells";
  /** Address of a cell: t2.r1.c3. */
  target: string | QueryTarget;
  /** The text that the target must still hold; else the operation is rejected as `expect_mismatch`. Not checked where absent. */
  expect?: string;
}

export interface DocxSplitCell {
  op: "split_cell";
  /** Address of a cell: t2.r1.c3. */
  target: string | QueryTarget;
  /** Cells beside each other that it becomes; the text stays in the first. */
  columns: number;
  /** The text that the target must still hold; else the operation is rejected as `expect_mismatch`. Not checked where absent. */
  expect?: string;
}

export interface DocxInsertImage {
  op: "insert_image";
  /** Address of the paragraph or table beside which it comes. */
  target: string | QueryTarget;
  /** after where absent. */
  position?: "before" | "after";
  /** A PNG, JPEG or GIF picture: base64 in `data`, an address in `url`, or the id of an uploaded file. */
  image: {
    /** The bytes in base64. */
    data: string;
    /** Its name, which changes nothing. */
    filename?: string;
  } | {
    /** A public address, from which the service fetches the file. */
    url: string;
    /** Its name, which changes nothing. */
    filename?: string;
  } | string;
  /** What it shows, for those who do not see it. */
  alt?: string;
  /** Caption; its number is counted and not part of it. */
  caption?: string;
  /** Absent: as large as its pixels allow and the text is wide. */
  width_cm?: number;
  /** Horizontal alignment. */
  align?: "left" | "center" | "right";
  /** The text that the target must still hold; else the operation is rejected as `expect_mismatch`. Not checked where absent. */
  expect?: string;
}

export interface DocxInsertTextBox {
  op: "insert_text_box";
  /** Address of the paragraph that it is anchored at: it goes where that paragraph goes. */
  target: string | QueryTarget;
  /** Each line is a paragraph. */
  text?: string;
  /** In the place of text: paragraphs with formats. */
  paragraphs?: ({
    /** The text; "\n" begins a line. */
    text?: string;
    /** In the place of text. */
    runs?: ({
      /** \n is a line break. */
      text?: string;
      /** Bold; null takes the setting away, so that that of the style holds. */
      bold?: boolean;
      /** Italic; null takes the setting away, so that that of the style holds. */
      italic?: boolean;
      /** Underlined; null takes the setting away. */
      underline?: boolean;
      /** Struck through; null takes the setting away. */
      strike?: boolean;
      /** Set as code, in a face of equal widths. */
      code?: boolean;
      /** Raised or lowered; null: on the line. */
      script?: "super" | "sub";
      /** Colour of the text: Six hexadecimal digits, without #. */
      color?: string;
      /** Colour behind the text, by its name in Word; null: none. */
      highlight?: "yellow" | "green" | "cyan" | "magenta" | "blue" | "red" | "darkBlue" | "darkCyan" | "darkGreen" | "darkMagenta" | "darkRed" | "darkYellow" | "darkGray" | "lightGray" | "black" | "white";
      /** Face of the text. */
      font?: string;
      /** Size of the text in points. */
      size_pt?: number;
      /** Where the words lead outside. */
      url?: string;
      /** Where the words lead in the file: a bookmark, or the address of a heading. */
      to?: string;
      /** A formula in LaTeX, in the place of text. */
      math?: string;
      /** What Word counts or knows, in the place of text. */
      field?: "page" | "pages" | "date" | "title" | "author" | "file_name";
    })[];
    /** Name of a style; absent: as the running text around it. */
    style?: string;
    /** Horizontal alignment. */
    align?: "left" | "center" | "right" | "justify";
  })[];
  /** right where absent. Text runs beside a box at the left or right, and above and below one in the center. */
  side?: "left" | "right" | "center";
  /** Absent: a third of the width of the text, in the center two thirds. */
  width_cm?: number;
  /** Absent: no ground. */
  fill?: string;
  /** Of the line around it; absent: a thin black one. */
  border?: string;
  /** What it is, for those who do not see it; what it says is read in any case. */
  alt?: string;
  /** The text that the target must still hold; else the operation is rejected as `expect_mismatch`. Not checked where absent. */
  expect?: string;
}

export interface DocxReplaceImage {
  op: "replace_image";
  /** Address of a picture, img1. */
  target: string | QueryTarget;
  /** A PNG, JPEG or GIF picture: base64 in `data`, an address in `url`, or the id of an uploaded file. */
  image: {
    /** The bytes in base64. */
    data: string;
    /** Its name, which changes nothing. */
    filename?: string;
  } | {
    /** A public address, from which the service fetches the file. */
    url: string;
    /** Its name, which changes nothing. */
    filename?: string;
  } | string;
  /** Absent: the description stays. */
  alt?: string;
  /** Its description. */
  expect?: string;
}

export interface DocxInsertChart {
  op: "insert_chart";
  /** Address of the paragraph or table beside which it comes. */
  target: string | QueryTarget;
  /** after where absent. */
  position?: "before" | "after";
  /** `title` becomes the caption. */
  chart: {
    /** Which kind it is. */
    kind: "bar" | "column" | "stacked" | "line" | "area" | "pie" | "doughnut" | "scatter" | "combo";
    /** Title; of colours and alignments: that of the title. */
    title?: string;
    /** Unit of the values. */
    unit?: string;
    /** What the categories are: the title of their axis. */
    category_label?: string;
    /** Names of the categories, in order; each series has a value for each. */
    categories: string[];
    /** The series, in the order of the legend. */
    series: ({
      /** Its name. */
      name: string;
      /** A value for each category; null: none. */
      values: (number | null)[];
      /** Which kind it is. */
      kind?: "column" | "line";
    })[];
  };
  /** Absent: a description of its figures. */
  alt?: string;
  /** Absent: as wide as the text. */
  width_cm?: number;
  /** The text that the target must still hold; else the operation is rejected as `expect_mismatch`. Not checked where absent. */
  expect?: string;
}

export interface DocxSetChartData {
  op: "set_chart_data";
  /** Address of a chart, chart1. */
  target: string | QueryTarget;
  /** Names of the categories, in order; each series has a value for each. */
  categories: (string | number)[];
  /** A value for each category; null leaves a gap. */
  series: ({
    /** Its name. */
    name: string;
    /** A value for each category; null: none. */
    values: (number | null)[];
  })[];
  /** Title; of colours and alignments: that of the title. */
  title?: string;
  /** Its title so far. */
  expect?: string;
}

export interface DocxSetAltText {
  op: "set_alt_text";
  /** Address of a picture or chart: img1, chart1. */
  target: string | QueryTarget;
  /** The text; "\n" begins a line. */
  text: string;
  /** The text that the target must still hold; else the operation is rejected as `expect_mismatch`. Not checked where absent. */
  expect?: string;
}

export interface DocxSetLink {
  op: "set_link";
  /** Address of a paragraph, or of a cell: its first paragraph. */
  target: string | QueryTarget;
  /** The words of it that are meant; absent: its only link, or else all of it. */
  find?: string;
  /** Where it leads outside: https://…, mailto:…. */
  url?: string;
  /** Where it leads in the file: the name of a bookmark, or the address of a heading or paragraph. */
  to?: string | QueryTarget;
  /** Shown beside the pointer. */
  tip?: string;
  /** The text that the target must still hold; else the operation is rejected as `expect_mismatch`. Not checked where absent. */
  expect?: string;
}

export interface DocxRemoveLink {
  op: "remove_link";
  /** Address of a paragraph, or of a cell: its first paragraph. */
  target: string | QueryTarget;
  /** The words of it that are meant; absent: its only link, or else all of it. */
  find?: string;
  /** The text that the target must still hold; else the operation is rejected as `expect_mismatch`. Not checked where absent. */
  expect?: string;
}

export interface DocxAddBookmark {
  op: "add_bookmark";
  /** Address of a paragraph, or of a cell: its first paragraph. */
  target: string | QueryTarget;
  /** The words of it that are meant; absent: all of it. */
  find?: string;
  /** A letter, then letters, digits and _, 40 at most. */
  name: string;
  /** The text that the target must still hold; else the operation is rejected as `expect_mismatch`. Not checked where absent. */
  expect?: string;
}

export interface DocxDeleteBookmark {
  op: "delete_bookmark";
  /** Its name. */
  name: string;
}

export interface DocxAddFootnote {
  op: "add_footnote";
  /** Address of a paragraph, or of a cell: its first paragraph. */
  target: string | QueryTarget;
  /** The note comes right behind these words; absent: at the end. */
  find?: string;
  /** \n begins a new paragraph. */
  text: string;
  /** footnote where absent: at the foot of the page. */
  kind?: "footnote" | "endnote";
  /** The text that the target must still hold; else the operation is rejected as `expect_mismatch`. Not checked where absent. */
  expect?: string;
}

export interface DocxDeleteFootnote {
  op: "delete_footnote";
  /** Address of a note: footnote4, endnote2. Its text is changed as that of any paragraph: footnote4.p1. */
  target: string | QueryTarget;
  /** The text that the target must still hold; else the operation is rejected as `expect_mismatch`. Not checked where absent. */
  expect?: string;
}

export interface DocxSetControl {
  op: "set_control";
  /** Address of a content control, control2; or its title or tag. */
  target: string | QueryTarget;
  /** Text; of a drop-down one of its items, of a date 2027-03-01, of a checkbox true or false. */
  value: string | boolean;
  /** The text that the target must still hold; else the operation is rejected as `expect_mismatch`. Not checked where absent. */
  expect?: string;
}

export interface DocxAddControl {
  op: "add_control";
  /** Address of a paragraph, or of a cell: its first paragraph. */
  target: string | QueryTarget;
  /** Words that it comes around, a checkbox in front of them; absent: at the end, a checkbox at the beginning. */
  find?: string;
  /** Which kind it is. */
  kind: "text" | "date" | "dropdown" | "checkbox";
  /** Title; of colours and alignments: that of the title. */
  title?: string;
  /** Name for programs. */
  tag?: string;
  /** Of a drop-down. */
  items?: string[];
  /** What it shows while it is empty. */
  prompt?: string;
  /** The text that the target must still hold; else the operation is rejected as `expect_mismatch`. Not checked where absent. */
  expect?: string;
}

export interface DocxDeleteControl {
  op: "delete_control";
  /** Address of a content control, control2; or its title or tag. */
  target: string | QueryTarget;
  /** The text that the target must still hold; else the operation is rejected as `expect_mismatch`. Not checked where absent. */
  expect?: string;
}

export interface DocxSetHeaderFooter {
  op: "set_header_footer";
  /** Whether the text stands at the head or at the foot. */
  place: "header" | "footer";
  /** default where absent; first and even are distinguished from then on. */
  pages?: "default" | "first" | "even";
  /** From the first, 1; absent: all. */
  section?: number;
  /** {page} and {pages} are counted; \t goes to the middle and the right, \n begins a new paragraph. Empty: nothing is shown. */
  text: string;
  /** Horizontal alignment. */
  align?: "left" | "center" | "right";
  /** The text that the target must still hold; else the operation is rejected as `expect_mismatch`. Not checked where absent. */
  expect?: string;
}

export interface DocxSetPage {
  op: "set_page";
  /** From the first, 1; absent: all. */
  section?: number;
  /** Size of the paper. */
  size?: "A3" | "A4" | "A5" | "letter" | "legal";
  /** Orientation of the pages. */
  orientation?: "portrait" | "landscape";
  /** One for all sides, or each. */
  margins_cm?: number | {
    /** Upper margin in centimetres. */
    top?: number;
    /** Right margin in centimetres. */
    right?: number;
    /** Lower margin in centimetres. */
    bottom?: number;
    /** Left margin in centimetres. */
    left?: number;
  };
  /** Of text, of the same width. */
  columns?: number;
  /** Between the columns; 1.25 where absent. */
  column_gap_cm?: number;
  /** A line between them. */
  column_line?: boolean;
}

export interface DocxInsertSectionBreak {
  op: "insert_section_break";
  /** Address of the paragraph or table behind which the new section begins. */
  target: string | QueryTarget;
  /** next_page where absent. */
  kind?: "next_page" | "continuous" | "even_page" | "odd_page";
  /** The text that the target must still hold; else the operation is rejected as `expect_mismatch`. Not checked where absent. */
  expect?: string;
}

export interface DocxDeleteSectionBreak {
  op: "delete_section_break";
  /** Address of the paragraph that ends the section. */
  target: string | QueryTarget;
  /** The text that the target must still hold; else the operation is rejected as `expect_mismatch`. Not checked where absent. */
  expect?: string;
}

export interface DocxSetWatermark {
  op: "set_watermark";
  /** The text; "\n" begins a line. */
  text: string;
  /** C0C0C0 where absent. */
  color?: string;
  /** diagonal where absent. */
  layout?: "diagonal" | "horizontal";
}

export interface DocxRemoveWatermark {
  op: "remove_watermark";
}

export interface DocxRefreshToc {
  op: "refresh_toc";
}

export interface DocxSetProperty {
  op: "set_property";
  /** Its name. */
  name: "title" | "subject" | "author" | "description" | "language" | "keywords" | "category" | "status";
  /** The new value; null takes it away where it may be left out. */
  value: string;
  /** The text that the target must still hold; else the operation is rejected as `expect_mismatch`. Not checked where absent. */
  expect?: string;
}

export interface DocxAddComment {
  op: "add_comment";
  /** Address of a paragraph, or of a cell: its first paragraph. */
  target: string | QueryTarget;
  /** The words of it that are meant; absent: all of it. */
  find?: string;
  /** \n begins a new paragraph. */
  text: string;
  /** Who says it; the author of the request where absent. */
  author?: string;
  /** The text that the target must still hold; else the operation is rejected as `expect_mismatch`. Not checked where absent. */
  expect?: string;
}

export interface DocxReplyComment {
  op: "reply_comment";
  /** Address of a comment, comment2. */
  target: string | QueryTarget;
  /** The text; "\n" begins a line. */
  text: string;
  /** Who says it; the author of the request where absent. */
  author?: string;
  /** The text that the target must still hold; else the operation is rejected as `expect_mismatch`. Not checked where absent. */
  expect?: string;
}

export interface DocxResolveComment {
  op: "resolve_comment";
  /** Address of a comment, comment2. */
  target: string | QueryTarget;
  /** true where absent; false opens it again. */
  resolved?: boolean;
  /** The text that the target must still hold; else the operation is rejected as `expect_mismatch`. Not checked where absent. */
  expect?: string;
}

export interface DocxDeleteComment {
  op: "delete_comment";
  /** Address of a comment, comment2; its answers go with it. */
  target: string | QueryTarget;
  /** The text that the target must still hold; else the operation is rejected as `expect_mismatch`. Not checked where absent. */
  expect?: string;
}

export interface DocxAcceptRevision {
  op: "accept_revision";
  /** Address of a tracked change, rev3; or all. */
  target: string | QueryTarget;
  /** With all: only the changes of this author. */
  author?: string;
  /** The text that the target must still hold; else the operation is rejected as `expect_mismatch`. Not checked where absent. */
  expect?: string;
}

export interface DocxRejectRevision {
  op: "reject_revision";
  /** Address of a tracked change, rev3; or all. */
  target: string | QueryTarget;
  /** With all: only the changes of this author. */
  author?: string;
  /** The text that the target must still hold; else the operation is rejected as `expect_mismatch`. Not checked where absent. */
  expect?: string;
}

export interface DocxRestyle {
  op: "restyle";
  /** Face of text and headings. */
  font?: string;
  /** Of the text, in points; headings keep their proportion to it. */
  font_size?: number;
  /** Distance of lines as a multiple of the single one. */
  line_spacing?: number;
  /** Colours: Six hexadecimal digits, without #. */
  colors?: {
    /** Title; of colours and alignments: that of the title. */
    title?: string;
    /** Of headings. */
    headings?: string;
    /** The text; "\n" begins a line. */
    text?: string;
    /** Of rules and fills. */
    accent?: string;
  };
  /** Horizontal alignment. */
  align?: {
    /** Title; of colours and alignments: that of the title. */
    title?: "left" | "center" | "right" | "justify";
    /** Of headings. */
    headings?: "left" | "center" | "right" | "justify";
    /** Of paragraphs. */
    body?: "left" | "center" | "right" | "justify";
  };
  /** Margins in centimetres. */
  margins_cm?: number;
  /** Orientation of the pages. */
  orientation?: "portrait" | "landscape";
  /** Formatting that is in the text itself stays; where absent, faces, sizes and colours of running text give way to the style. */
  keep_direct?: boolean;
}

export interface PptxReplaceText {
  op: "replace_text";
  /** Address of a slide, or of something on it: a shape, cell, paragraph, chart, SmartArt graphic, description (s2.img1.alt), the notes (s2.notes), a comment (s2.comment1); absent: all of it but comments. */
  target?: string | QueryTarget;
  /** The text that goes, as it is shown; it may run across changes of formatting, and \n is the end of a line or paragraph. */
  find: string;
  /** The text that comes, in the formatting of what goes; with regex, $1 is its first group. */
  replace: string;
  /** Every place; without it the text must be in one place only. */
  all?: boolean;
  /** true where absent. */
  match_case?: boolean;
  /** Only where no letter or digit adjoins. */
  whole_word?: boolean;
  /** Character by character; without it, kinds of spaces, quotes and dashes are alike, and soft hyphens and numbers of notes do not count. */
  exact?: boolean;
  /** find is a regular expression in the syntax of RE2. */
  regex?: boolean;
}

export interface PptxSetText {
  op: "set_text";
  /** Address of a shape (s2.sh3) or of a paragraph of it (s2.sh3.p1). */
  target: string | QueryTarget;
  /** \n is a line break. */
  text: string;
  /** The text that the target must still hold; else the operation is rejected as `expect_mismatch`. Not checked where absent. */
  expect?: string;
}

export interface PptxSetFormat {
  op: "set_format";
  /** Address of a shape (s2.sh3), a paragraph (s2.sh3.p1), a cell, row or table (s2.t1.r1.c2, s2.t1.r1, s2.t1), or notes. */
  target: string | QueryTarget;
  /** Only these words of it. */
  find?: string;
  /** Wherever they are in it; without it they must be there once. */
  all?: boolean;
  /** Bold; null takes the setting away, so that that of the style holds. */
  bold?: boolean;
  /** Italic; null takes the setting away, so that that of the style holds. */
  italic?: boolean;
  /** Underlined; null takes the setting away. */
  underline?: boolean;
  /** Struck through; null takes the setting away. */
  strike?: boolean;
  /** Raised or lowered; null: on the line. */
  script?: "super" | "sub" | "none";
  /** RRGGBB, or a colour of the theme such as accent2. */
  color?: string | "text" | "background" | "text2" | "background2" | "accent1" | "accent2" | "accent3" | "accent4" | "accent5" | "accent6";
  /** Name of a font; heading and body are those of the theme. */
  font?: string;
  /** Size of the text in points. */
  size_pt?: number;
  /** Of whole paragraphs. */
  align?: "left" | "center" | "right" | "justify";
  /** 1 is single. */
  line_spacing?: number;
  /** Distance above the paragraph in points, 0 to 400. */
  space_before_pt?: number;
  /** Distance below the paragraph in points, 0 to 400. */
  space_after_pt?: number;
  /** Background of cells; that of a shape is set by set_shape. */
  fill?: string | "text" | "background" | "text2" | "background2" | "accent1" | "accent2" | "accent3" | "accent4" | "accent5" | "accent6" | "none";
}

export interface PptxInsertSlide {
  op: "insert_slide";
  /** Its place among the slides, from 1; absent: the last. */
  position?: number;
  /** Name of one of the file's layouts; absent: a title with one text. */
  layout?: string;
  /** Title; of colours and alignments: that of the title. */
  title?: string;
  /** For the places of the layout beside the title, in their order; lines are paragraphs, tabs at their beginning levels. */
  texts?: string[];
  /** Speaker notes. */
  notes?: string;
}

export interface PptxDuplicateSlide {
  op: "duplicate_slide";
  /** Address of a slide, s2. */
  target: string | QueryTarget;
  /** Place of the copy, from 1; absent: behind the slide. */
  position?: number;
}

export interface PptxDeleteSlide {
  op: "delete_slide";
  /** Address of a slide, s2. */
  target: string | QueryTarget;
  /** Text of its first shape. */
  expect?: string;
}

export interface PptxMoveSlide {
  op: "move_slide";
  /** Address of a slide, s2. */
  target: string | QueryTarget;
  /** Its place afterwards, from 1. */
  position: number;
}

export interface PptxSetLayout {
  op: "set_layout";
  /** Address of a slide, s2. */
  target: string | QueryTarget;
  /** Name of one of the file's layouts. */
  layout: string;
}

export interface PptxAddShape {
  op: "add_shape";
  /** A slide: s2. */
  target: string | QueryTarget;
  /** Which kind it is. */
  kind: "text_box" | "rectangle" | "rounded_rectangle" | "ellipse" | "triangle" | "diamond" | "chevron" | "right_arrow" | "line";
  /** With top_cm; absent: an empty placeholder of the slide, or where there is room beside what is there. */
  left_cm?: number;
  /** Distance from the upper edge of the slide in centimetres. */
  top_cm?: number;
  /** Width in centimetres. */
  width_cm?: number;
  /** Of a line: how far it falls, 0 where absent. */
  height_cm?: number;
  /** \n begins a new paragraph. */
  text?: string;
  /** RRGGBB or a colour of the theme such as accent2; absent: none for text boxes, else the first accent. */
  fill?: string | "text" | "background" | "text2" | "background2" | "accent1" | "accent2" | "accent3" | "accent4" | "accent5" | "accent6" | "none";
  /** Colour of its outline; absent: none, of a line the first accent. */
  line?: string | "text" | "background" | "text2" | "background2" | "accent1" | "accent2" | "accent3" | "accent4" | "accent5" | "accent6" | "none";
  /** Of the text. */
  color?: string | "text" | "background" | "text2" | "background2" | "accent1" | "accent2" | "accent3" | "accent4" | "accent5" | "accent6";
  /** Size of the text in points. */
  size_pt?: number;
  /** Bold; null takes the setting away, so that that of the style holds. */
  bold?: boolean;
  /** Horizontal alignment. */
  align?: "left" | "center" | "right";
  /** What it shows, for those who do not see it. */
  alt?: string;
}

export interface PptxAddConnector {
  op: "add_connector";
  /** Address of the thing where it begins: s2.sh1. */
  target: string | QueryTarget;
  /** Address of the thing on the same slide where it ends. */
  to: string | QueryTarget;
  /** straight where absent. */
  kind?: "straight" | "elbow" | "curved";
  /** end where absent. */
  arrow?: "none" | "end" | "start" | "both";
  /** RRGGBB or a colour of the theme; absent: that of its text. */
  color?: string | "text" | "background" | "text2" | "background2" | "accent1" | "accent2" | "accent3" | "accent4" | "accent5" | "accent6";
  /** 1.5 where absent. */
  width_pt?: number;
  /** A line of dashes; false where absent. */
  dashed?: boolean;
  /** What it says, for those who do not see it. */
  alt?: string;
}

export interface PptxInsertImage {
  op: "insert_image";
  /** A slide: s2. */
  target: string | QueryTarget;
  /** A PNG, JPEG or GIF picture: base64 in `data`, an address in `url`, or the id of an uploaded file. */
  image: {
    /** The bytes in base64. */
    data: string;
    /** Its name, which changes nothing. */
    filename?: string;
  } | {
    /** A public address, from which the service fetches the file. */
    url: string;
    /** Its name, which changes nothing. */
    filename?: string;
  } | string;
  /** What it shows, for those who do not see it. */
  alt?: string;
  /** With top_cm; absent: an empty placeholder of the slide, or where there is room beside what is there. */
  left_cm?: number;
  /** Distance from the upper edge of the slide in centimetres. */
  top_cm?: number;
  /** Of width_cm and height_cm one is enough; with both the picture is stretched. */
  width_cm?: number;
  /** Height in centimetres. */
  height_cm?: number;
}

export interface PptxInsertMedia {
  op: "insert_media";
  /** A slide: s2. */
  target: string | QueryTarget;
  /** A video (MP4) or sound (M4A, MP3, WAV): base64 in `data`, an address in `url`, or the id of an uploaded file. */
  media: {
    /** The bytes in base64. */
    data: string;
    /** Its name, which changes nothing. */
    filename?: string;
  } | {
    /** A public address, from which the service fetches the file. */
    url: string;
    /** Its name, which changes nothing. */
    filename?: string;
  } | string;
  /** The picture that is shown until it plays; absent: a plain one with a triangle. */
  poster?: {
    /** The bytes in base64. */
    data: string;
    /** Its name, which changes nothing. */
    filename?: string;
  } | {
    /** A public address, from which the service fetches the file. */
    url: string;
    /** Its name, which changes nothing. */
    filename?: string;
  } | string;
  /** What is to be seen or heard, for those who do not see it. */
  alt?: string;
  /** With top_cm; absent: an empty placeholder of the slide, or where there is room beside what is there. */
  left_cm?: number;
  /** Distance from the upper edge of the slide in centimetres. */
  top_cm?: number;
  /** Of width_cm and height_cm one is enough; with both the picture is stretched. */
  width_cm?: number;
  /** Height in centimetres. */
  height_cm?: number;
}

export interface PptxInsertTable {
  op: "insert_table";
  /** A slide: s2. */
  target: string | QueryTarget;
  /** A text for each cell, row by row; rows that are shorter are filled with empty cells. */
  rows: string[][];
  /** Whether the first row names the columns; true where absent. */
  header?: boolean;
  /** What it shows, for those who do not see it. */
  alt?: string;
  /** With top_cm; absent: an empty placeholder of the slide, or where there is room beside what is there. */
  left_cm?: number;
  /** Distance from the upper edge of the slide in centimetres. */
  top_cm?: number;
  /** Width in centimetres. */
  width_cm?: number;
  /** Height in centimetres. */
  height_cm?: number;
}

export interface PptxInsertChart {
  op: "insert_chart";
  /** A slide: s2. */
  target: string | QueryTarget;
  /** `title` is written above it, unless the title of the slide says the same. */
  chart: {
    /** Which kind it is. */
    kind: "bar" | "column" | "stacked" | "line" | "area" | "pie" | "doughnut" | "scatter" | "combo";
    /** Title; of colours and alignments: that of the title. */
    title?: string;
    /** Unit of the values. */
    unit?: string;
    /** What the categories are: the title of their axis. */
    category_label?: string;
    /** Names of the categories, in order; each series has a value for each. */
    categories: string[];
    /** The series, in the order of the legend. */
    series: ({
      /** Its name. */
      name: string;
      /** A value for each category; null: none. */
      values: (number | null)[];
      /** Which kind it is. */
      kind?: "column" | "line";
    })[];
  };
  /** Absent: a description of its figures. */
  alt?: string;
  /** With top_cm; absent: an empty placeholder of the slide, or where there is room beside what is there. */
  left_cm?: number;
  /** Distance from the upper edge of the slide in centimetres. */
  top_cm?: number;
  /** Width in centimetres. */
  width_cm?: number;
  /** Height in centimetres. */
  height_cm?: number;
}

export interface PptxInsertEquation {
  op: "insert_equation";
  /** A slide: s2. */
  target: string | QueryTarget;
  /** The formula in TeX, without dollar signs. */
  tex: string;
  /** 24 where absent. */
  size_pt?: number;
  /** With top_cm; absent: an empty placeholder of the slide, or where there is room beside what is there. */
  left_cm?: number;
  /** Distance from the upper edge of the slide in centimetres. */
  top_cm?: number;
  /** Width in centimetres. */
  width_cm?: number;
  /** Height in centimetres. */
  height_cm?: number;
}

export interface PptxSetShape {
  op: "set_shape";
  /** Address of a shape, picture, chart, table or drawing: s2.sh3, s2.img1. */
  target: string | QueryTarget;
  /** Distance from the left edge of the slide in centimetres. */
  left_cm?: number;
  /** Distance from the upper edge of the slide in centimetres. */
  top_cm?: number;
  /** Width in centimetres. */
  width_cm?: number;
  /** Height in centimetres. */
  height_cm?: number;
  /** Degrees, clockwise. */
  rotation?: number;
  /** RRGGBB, a colour of the theme such as accent2, or none. Shapes and drawings only. */
  fill?: string | "text" | "background" | "text2" | "background2" | "accent1" | "accent2" | "accent3" | "accent4" | "accent5" | "accent6" | "none";
  /** Colour of its outline. Shapes and drawings only. */
  line?: string | "text" | "background" | "text2" | "background2" | "accent1" | "accent2" | "accent3" | "accent4" | "accent5" | "accent6" | "none";
}

export interface PptxOrderShape {
  op: "order_shape";
  /** Address of a shape, picture, chart, table, drawing or group: s2.sh3. */
  target: string | QueryTarget;
  /** forward and backward are one step. */
  position: "front" | "back" | "forward" | "backward";
}

export interface PptxGroupShapes {
  op: "group_shapes";
  /** Addresses of things on one slide: s2.sh3, s2.img1. */
  targets: string[];
  /** As the list of the selection shows it. */
  name?: string;
}

export interface PptxUngroupShapes {
  op: "ungroup_shapes";
  /** Address of a group, s2.g1. */
  target: string | QueryTarget;
}

export interface PptxDeleteShape {
  op: "delete_shape";
  /** Address of a shape, picture, chart, table, drawing or group: s2.sh3, s2.img1. */
  target: string | QueryTarget;
  /** Its text. */
  expect?: string;
}

export interface PptxReplaceImage {
  op: "replace_image";
  /** Address of a picture, s2.img1. */
  target: string | QueryTarget;
  /** A PNG, JPEG or GIF picture: base64 in `data`, an address in `url`, or the id of an uploaded file. */
  image: {
    /** The bytes in base64. */
    data: string;
    /** Its name, which changes nothing. */
    filename?: string;
  } | {
    /** A public address, from which the service fetches the file. */
    url: string;
    /** Its name, which changes nothing. */
    filename?: string;
  } | string;
  /** Absent: the description stays. */
  alt?: string;
  /** Its description. */
  expect?: string;
}

export interface PptxSetAltText {
  op: "set_alt_text";
  /** Address of a picture, chart, table, shape or drawing: s2.img1. */
  target: string | QueryTarget;
  /** The text; "\n" begins a line. */
  text: string;
  /** The description as it is. */
  expect?: string;
}

export interface PptxSetLink {
  op: "set_link";
  /** Address of a shape, picture or group, which is linked as a whole (s2.sh3), or of a paragraph, cell or notes, whose words are. */
  target: string | QueryTarget;
  /** Only these words of it. */
  find?: string;
  /** Wherever they are in it; without it they must be there once. */
  all?: boolean;
  /** https:, http:, mailto: or tel:; '' takes the link away. */
  url?: string;
  /** In the place of url: a slide of this presentation, s3. */
  slide?: string;
  /** What is shown above it. */
  tip?: string;
}

export interface PptxSetCellText {
  op: "set_cell_text";
  /** Address of a cell, s2.t1.r1.c2. */
  target: string | QueryTarget;
  /** \n is a line break. */
  text: string;
  /** The text that the target must still hold; else the operation is rejected as `expect_mismatch`. Not checked where absent. */
  expect?: string;
}

export interface PptxInsertRows {
  op: "insert_rows";
  /** Address of a row of a table, s2.t1.r3. */
  target: string | QueryTarget;
  /** after where absent. */
  position?: "before" | "after";
  /** A text for each cell, row by row. */
  rows: string[][];
}

export interface PptxDeleteRows {
  op: "delete_rows";
  /** Address of a row of a table, s2.t1.r3. */
  target: string | QueryTarget;
  /** 1 where absent. */
  count?: number;
}

export interface PptxInsertColumns {
  op: "insert_columns";
  /** Address of a cell of the column, s2.t1.r1.c2. */
  target: string | QueryTarget;
  /** after where absent. */
  position?: "before" | "after";
  /** Texts of the cells from the top, column by column. */
  columns: string[][];
}

export interface PptxDeleteColumns {
  op: "delete_columns";
  /** Address of a cell of the column, s2.t1.r1.c2. */
  target: string | QueryTarget;
  /** 1 where absent. */
  count?: number;
}

export interface PptxSetNotes {
  op: "set_notes";
  /** Address of a slide, s2. */
  target: string | QueryTarget;
  /** Lines are paragraphs; empty takes the notes away. */
  text: string;
  /** The notes as they are. */
  expect?: string;
}

export interface PptxSetTransition {
  op: "set_transition";
  /** A slide: s2; all slides where absent. */
  target?: string | QueryTarget;
  /** none takes the transition away; nothing then advances by itself either. */
  kind: "none" | "cut" | "fade" | "push" | "wipe" | "cover" | "split" | "dissolve";
  /** medium where absent. */
  speed?: "slow" | "medium" | "fast";
  /** Seconds after which the next slide comes; absent: on a click. */
  advance_after_s?: number;
}

export interface PptxSetChartData {
  op: "set_chart_data";
  /** Address of a chart, s2.chart1. */
  target: string | QueryTarget;
  /** Names of the categories, in order; each series has a value for each. */
  categories: (string | number)[];
  /** A value for each category; null leaves a gap. */
  series: ({
    /** Its name. */
    name: string;
    /** A value for each category; null: none. */
    values: (number | null)[];
  })[];
  /** Title; of colours and alignments: that of the title. */
  title?: string;
  /** Its title so far. */
  expect?: string;
}

export interface PptxAddComment {
  op: "add_comment";
  /** Address of a slide, s2, or of something on it. */
  target: string | QueryTarget;
  /** The text; "\n" begins a line. */
  text: string;
  /** Who says it; the author of the request where absent. */
  author?: string;
}

export interface PptxReplyComment {
  op: "reply_comment";
  /** Address of a comment, s2.comment1. */
  target: string | QueryTarget;
  /** The text; "\n" begins a line. */
  text: string;
  /** Who says it; the author of the request where absent. */
  author?: string;
  /** The text that the comment must still hold. */
  expect?: string;
}

export interface PptxResolveComment {
  op: "resolve_comment";
  /** Address of a comment, s2.comment1. */
  target: string | QueryTarget;
  /** true where absent; false opens it again. */
  resolved?: boolean;
  /** The text that the comment must still hold. */
  expect?: string;
}

export interface PptxDeleteComment {
  op: "delete_comment";
  /** Address of a comment, s2.comment1. */
  target: string | QueryTarget;
  /** The text that the comment must still hold. */
  expect?: string;
}

export interface PptxApplyTheme {
  op: "apply_theme";
  /** RRGGBB each; those that are not named stay. */
  colors?: {
    /** First dark colour of the theme, that of text: Six hexadecimal digits, without #. */
    dark1?: string;
    /** First light colour of the theme, that of grounds: Six hexadecimal digits, without #. */
    light1?: string;
    /** Second dark colour of the theme: Six hexadecimal digits, without #. */
    dark2?: string;
    /** Second light colour of the theme: Six hexadecimal digits, without #. */
    light2?: string;
    /** First accent of the theme: Six hexadecimal digits, without #. */
    accent1?: string;
    /** Second accent of the theme: Six hexadecimal digits, without #. */
    accent2?: string;
    /** Third accent of the theme: Six hexadecimal digits, without #. */
    accent3?: string;
    /** Fourth accent of the theme: Six hexadecimal digits, without #. */
    accent4?: string;
    /** Fifth accent of the theme: Six hexadecimal digits, without #. */
    accent5?: string;
    /** Sixth accent of the theme: Six hexadecimal digits, without #. */
    accent6?: string;
    /** Colour of links: Six hexadecimal digits, without #. */
    hyperlink?: string;
    /** Colour of links that were followed: Six hexadecimal digits, without #. */
    followed_hyperlink?: string;
  };
  /** Face of headings. */
  heading_font?: string;
  /** Face of the text. */
  body_font?: string;
}

export interface PptxSetProperty {
  op: "set_property";
  /** Its name. */
  name: "title" | "subject" | "author" | "description" | "language" | "keywords" | "category" | "status";
  /** The new value; null takes it away where it may be left out. */
  value: string;
  /** The text that the target must still hold; else the operation is rejected as `expect_mismatch`. Not checked where absent. */
  expect?: string;
}

export interface XlsxReplaceText {
  op: "replace_text";
  /** A sheet, cells (Sheet1!B2:D9), a text box (Sheet1!shape1), a chart (Sheet1!chart1), a description (Sheet1!img1.alt), a comment (Sheet1!B2.comment), Sheet1!header or Sheet1!footer; absent: the whole workbook but comments. */
  target?: string | QueryTarget;
  /** The text that goes, as it is shown; it may run across changes of formatting, and \n is the end of a line or paragraph. */
  find: string;
  /** The text that comes, in the formatting of what goes; with regex, $1 is its first group. */
  replace: string;
  /** Every place; without it the text must be in one place only. */
  all?: boolean;
  /** true where absent. */
  match_case?: boolean;
  /** Only where no letter or digit adjoins. */
  whole_word?: boolean;
  /** Character by character; without it, kinds of spaces, quotes and dashes are alike, and soft hyphens and numbers of notes do not count. */
  exact?: boolean;
  /** find is a regular expression in the syntax of RE2. */
  regex?: boolean;
}

export interface XlsxSetCells {
  op: "set_cells";
  /** The first cell: Sheet1!B2, or 'Q1 plan'!B2. */
  target: string | QueryTarget;
  /** Row by row; null empties a cell, {"date": "2026-05-01"} is a day, which gets a format for days where the cell has none, {"formula": "=SUM(B2:B9)"} a formula. A text stays a text, also behind an equals sign. */
  values: ((string | number | boolean | null | {
    /** A formula, with its = in front. */
    formula: string;
  } | {
    /** A date or instant, ISO 8601. */
    date: string;
  })[])[];
  /** Text of the first cell. */
  expect?: string;
}

export interface XlsxSetFormula {
  op: "set_formula";
  /** A cell, Sheet1!B2; or cells, Sheet1!B2:B13, which it fills as in Excel: what it names without $ moves along. */
  target: string | QueryTarget;
  /** As Excel writes it in English, with or without the equals sign; of several cells that of the first. */
  formula: string;
  /** The formula that it must still hold, or its value. */
  expect?: string;
}

export interface XlsxInsertRows {
  op: "insert_rows";
  /** The row before which they come: Sheet1!5:5; 5:7 makes three. */
  target: string | QueryTarget;
  /** How many come; absent: as many as the address names. */
  count?: number;
  /** Row by row, from column A: what they hold; null leaves a cell empty, {"date": "2026-05-01"} is a day. Formulas, as {"formula": "=…"}, name the cells where they are afterwards. */
  values?: ((string | number | boolean | null | {
    /** A formula, with its = in front. */
    formula: string;
  } | {
    /** A date or instant, ISO 8601. */
    date: string;
  })[])[];
  /** Text of the first cell that holds something in what is pushed away. */
  expect?: string;
}

export interface XlsxDeleteRows {
  op: "delete_rows";
  /** The rows: Sheet1!5:7. */
  target: string | QueryTarget;
  /** Text of the first cell that holds something there. */
  expect?: string;
}

export interface XlsxInsertColumns {
  op: "insert_columns";
  /** The column before which they come: Sheet1!C:C; C:D makes two. */
  target: string | QueryTarget;
  /** How many come; absent: as many as the address names. */
  count?: number;
  /** Column by column, from row 1: what they hold; null leaves a cell empty, {"date": "2026-05-01"} is a day. Formulas, as {"formula": "=…"}, name the cells where they are afterwards. */
  values?: ((string | number | boolean | null | {
    /** A formula, with its = in front. */
    formula: string;
  } | {
    /** A date or instant, ISO 8601. */
    date: string;
  })[])[];
  /** Text of the first cell that holds something in what is pushed away. */
  expect?: string;
}

export interface XlsxDeleteColumns {
  op: "delete_columns";
  /** The columns: Sheet1!C:D. */
  target: string | QueryTarget;
  /** Text of the first cell that holds something there. */
  expect?: string;
}

export interface XlsxAddSheet {
  op: "add_sheet";
  /** At most 31 characters, none of \ / ? * [ ] : */
  name: string;
  /** Its place among the sheets, from 1; absent: the last. */
  position?: number;
  /** Row by row, from A1; null leaves a cell empty; a formula is {"formula": "=…"}, a day {"date": "2026-05-01"}. */
  values?: ((string | number | boolean | null | {
    /** A formula, with its = in front. */
    formula: string;
  } | {
    /** A date or instant, ISO 8601. */
    date: string;
  })[])[];
}

export interface XlsxCopySheet {
  op: "copy_sheet";
  /** A sheet: Sheet1, or 'Q1 plan'. */
  target: string | QueryTarget;
  /** Of the copy; absent: that of the sheet with a number. */
  name?: string;
  /** Place of the copy among the sheets, from 1; absent: behind the sheet. */
  position?: number;
}

export interface XlsxRenameSheet {
  op: "rename_sheet";
  /** A sheet: Sheet1, or 'Q1 plan'. */
  target: string | QueryTarget;
  /** At most 31 characters, none of \ / ? * [ ] : */
  name: string;
}

export interface XlsxMoveSheet {
  op: "move_sheet";
  /** A sheet: Sheet1, or 'Q1 plan'. */
  target: string | QueryTarget;
  /** Its place among the sheets afterwards, from 1. */
  position: number;
}

export interface XlsxDeleteSheet {
  op: "delete_sheet";
  /** A sheet: Sheet1, or 'Q1 plan'. */
  target: string | QueryTarget;
}

export interface XlsxSetSheet {
  op: "set_sheet";
  /** A sheet: Sheet1, or 'Q1 plan'. */
  target: string | QueryTarget;
  /** true hides the sheet, false shows it again. */
  hidden?: boolean;
  /** Of its tab: RRGGBB, or none. */
  tab_color?: string | "none";
  /** Whether the lines between cells are seen on the screen. */
  gridlines?: boolean;
  /** Percent. */
  zoom?: number;
  /** Column A at the right. */
  right_to_left?: boolean;
}

export interface XlsxSetPage {
  op: "set_page";
  /** A sheet: Sheet1, or 'Q1 plan'. */
  target: string | QueryTarget;
  /** The cells that are printed: A1:F40; none: all. */
  print_area?: string;
  /** Printed on every page: 1:2, or none. */
  repeat_rows?: string;
  /** Printed on every page: A:B, or none. */
  repeat_columns?: string;
  /** Size of the paper. */
  size?: "A3" | "A4" | "A5" | "letter" | "legal";
  /** Orientation of the pages. */
  orientation?: "portrait" | "landscape";
  /** One for all sides, or each. */
  margins_cm?: number | {
    /** Upper margin in centimetres. */
    top?: number;
    /** Right margin in centimetres. */
    right?: number;
    /** Lower margin in centimetres. */
    bottom?: number;
    /** Left margin in centimetres. */
    left?: number;
  };
  /** Pages side by side that all columns are made to fit on; 0: as many as it takes. */
  fit_width?: number;
  /** The same for pages below each other; 0 where only fit_width is given. */
  fit_height?: number;
  /** Percent, in the place of fitting. */
  scale?: number;
  /** Which way the cells are in the middle of the page. */
  center?: "none" | "horizontal" | "vertical" | "both";
  /** Whether the lines between cells are printed. */
  gridlines?: boolean;
  /** Whether letters of columns and numbers of rows are printed. */
  headings?: boolean;
}

export interface XlsxSetHeaderFooter {
  op: "set_header_footer";
  /** A sheet: Sheet1, or 'Q1 plan'. */
  target: string | QueryTarget;
  /** Whether the text stands at the head or at the foot. */
  place: "header" | "footer";
  /** default where absent; first and even are distinguished from then on. */
  pages?: "default" | "first" | "even";
  /** {page}, {pages}, {sheet}, {file} and {date} are put in; \n begins a line. All three empty or absent: nothing is shown. */
  left?: string;
  /** In the middle, with the same. */
  center?: string;
  /** Right margin in centimetres. */
  right?: string;
}

export interface XlsxSetNumberFormat {
  op: "set_number_format";
  /** Cells, whole columns or rows: Sheet1!B2:B9, Sheet1!C:C. */
  target: string | QueryTarget;
  /** As Excel writes it in English: #,##0.00, 0 %, yyyy-mm-dd, General, @ for text. */
  format: string;
}

export interface XlsxSetFormat {
  op: "set_format";
  /** Cells, whole columns or rows: Sheet1!B2:D9, Sheet1!B:B, Sheet1!1:1. */
  target: string | QueryTarget;
  /** Bold; null takes the setting away, so that that of the style holds. */
  bold?: boolean;
  /** Italic; null takes the setting away, so that that of the style holds. */
  italic?: boolean;
  /** Underlined; null takes the setting away. */
  underline?: boolean;
  /** Struck through; null takes the setting away. */
  strike?: boolean;
  /** Of the text: RRGGBB. */
  color?: string;
  /** RRGGBB, or none. */
  fill?: string | "none";
  /** Format code as Excel has it, such as `#,##0.00` or `yyyy-mm-dd`. */
  number_format?: string;
  /** Face of the text. */
  font?: string;
  /** Points. */
  size?: number;
  /** Horizontal alignment. */
  align?: "left" | "center" | "right" | "general";
  /** Vertical alignment in the cell. */
  vertical?: "top" | "center" | "bottom";
  /** Whether text that is too long goes on in another line. */
  wrap?: boolean;
  /** Indentation in steps of about three characters. */
  indent?: number;
  /** Round each of the cells. */
  border?: "none" | "thin" | "medium" | "thick" | "dotted" | "dashed" | "double";
  /** Colour of the borders: Six hexadecimal digits, without #. */
  border_color?: string;
  /** Only these; absent: all four. */
  border_edges?: ("left" | "right" | "top" | "bottom")[];
  /** Of the columns, in characters. */
  width?: number;
  /** Of the rows, in points. */
  height?: number;
  /** Of whole columns or rows. */
  hidden?: boolean;
}

export interface XlsxSetCellStyle {
  op: "set_cell_style";
  /** Cells, whole columns or rows: Sheet1!B2:D9, Sheet1!B:B, Sheet1!1:1. */
  target: string | QueryTarget;
  /** A style of the file, or one of Excel by its English name: Input, Total, Good, Heading 1. */
  style: string;
}

export interface XlsxDefineName {
  op: "define_name";
  /** Letters, digits, _ and .; no cell. */
  name: string;
  /** Cells with their sheet (Sheet1!B2:B9), a value or a formula. */
  refers_to: string;
  /** A sheet, where the name is for it alone. */
  scope?: string;
  /** What it means so far. */
  expect?: string;
}

export interface XlsxDeleteName {
  op: "delete_name";
  /** A name that nothing uses. */
  name: string;
  /** A sheet, where the name is for it alone. */
  scope?: string;
  /** What it means so far. */
  expect?: string;
}

export interface XlsxAddConditionalFormat {
  op: "add_conditional_format";
  /** Cells: Sheet1!B2:B99. */
  target: string | QueryTarget;
  /** Which kind it is. */
  kind: "cell" | "formula" | "text" | "top" | "bottom" | "duplicate" | "unique" | "above_average" | "below_average" | "blank" | "color_scale" | "data_bar";
  /** Of kind cell. */
  operator?: "greater" | "less" | "equal" | "not_equal" | "greater_or_equal" | "less_or_equal" | "between" | "not_between";
  /** Of cell: a number, "a text" in quotes, or a formula; of text: the text; of top and bottom: how many. */
  value?: number | string;
  /** Of between: the second limit. */
  value2?: number | string;
  /** Of kind formula, for the first of the cells. */
  formula?: string;
  /** Of color_scale: two or three, from the lowest value to the highest; of data_bar: one. */
  colors?: string[];
  /** Bold; null takes the setting away, so that that of the style holds. */
  bold?: boolean;
  /** Italic; null takes the setting away, so that that of the style holds. */
  italic?: boolean;
  /** Underlined; null takes the setting away. */
  underline?: boolean;
  /** Struck through; null takes the setting away. */
  strike?: boolean;
  /** Of the text: RRGGBB. */
  color?: string;
  /** RRGGBB, or none. */
  fill?: string | "none";
  /** Format code as Excel has it, such as `#,##0.00` or `yyyy-mm-dd`. */
  number_format?: string;
}

export interface XlsxAddDataValidation {
  op: "add_data_validation";
  /** Cells: Sheet1!B2:B99. */
  target: string | QueryTarget;
  /** Which kind it is. */
  kind: "list" | "whole" | "decimal" | "date" | "time" | "text_length" | "custom";
  /** Of a list: what may be chosen; 255 characters together. */
  values?: string[];
  /** Of a list: the cells that hold what may be chosen; of custom: a formula that is true for what may stand. */
  source?: string;
  /** between where absent. */
  operator?: "between" | "not_between" | "equal" | "not_equal" | "greater" | "less" | "greater_or_equal" | "less_or_equal";
  /** The first limit: a number, a date as its number, or a formula. */
  min?: number | string;
  /** The second one, for between. */
  max?: number | string;
  /** Shown where something else is entered. */
  message?: string;
  /** Shown beside the cell. */
  prompt?: string;
}

export interface XlsxRemoveRules {
  op: "remove_rules";
  /** Cells, or a whole sheet: Sheet1!B2:B99, Sheet1. */
  target: string | QueryTarget;
  /** Which kind it is. */
  kind: "conditional_format" | "data_validation";
}

export interface XlsxProtectSheet {
  op: "protect_sheet";
  /** A sheet. */
  target: string | QueryTarget;
  /** What may be done all the same; cells that are not locked can always be filled in. */
  allow?: ("format_cells" | "format_columns" | "format_rows" | "insert_rows" | "insert_columns" | "delete_rows" | "delete_columns" | "sort" | "filter" | "links")[];
  /** Take the protection away. */
  remove?: boolean;
}

export interface XlsxFreeze {
  op: "freeze";
  /** A sheet. */
  target: string | QueryTarget;
  /** How many stay at the top; 0: none. */
  rows: number;
  /** How many stay at the left. */
  columns?: number;
}

export interface XlsxGroup {
  op: "group";
  /** Whole rows or columns: Sheet1!5:9, Sheet1!B:D. */
  target: string | QueryTarget;
  /** true hides them behind the button of the group. */
  collapsed?: boolean;
  /** Where the line with the button is; after where absent, or as the sheet says. */
  summary?: "before" | "after";
  /** true takes one level of the outline away, and shows what was collapsed. */
  remove?: boolean;
}

export interface XlsxAddTable {
  op: "add_table";
  /** The cells, with their row of names: Sheet1!A1:D20. */
  target: string | QueryTarget;
  /** How formulas name it; absent: Table1, or the next that is free. */
  name?: string;
  /** TableStyleMedium2 where absent. */
  style?: string;
}

export interface XlsxResizeTable {
  op: "resize_table";
  /** Of the table, as formulas name it. */
  name: string;
  /** The cells that it has from now on, with its row of names: Sheet1!A1:D30. */
  target: string | QueryTarget;
}

export interface XlsxSort {
  op: "sort";
  /** The cells: Sheet1!A1:D20, or whole columns. */
  target: string | QueryTarget;
  /** Columns by their letters, the first one counts most. */
  by: {
    /** The column that is sorted by. */
    column: string;
    /** From the greatest to the least; the other way where absent. */
    descending?: boolean;
  }[];
  /** The first row stays where it is; true where absent. */
  header?: boolean;
}

export interface XlsxMergeCells {
  op: "merge_cells";
  /** Cells: Sheet1!B2:D2. */
  target: string | QueryTarget;
  /** What the other cells hold: it goes, or comes behind the text of the first with blanks between; absent: nothing may be lost. */
  others?: "drop" | "join";
}

export interface XlsxUnmergeCells {
  op: "unmerge_cells";
  /** Cells: Sheet1!B2:D2. */
  target: string | QueryTarget;
}

export interface XlsxSetAutoFilter {
  op: "set_auto_filter";
  /** The header row and the rows below it: Sheet1!A1:F200. */
  target: string | QueryTarget;
  /** true takes the filter of the sheet away. */
  remove?: boolean;
}

export interface XlsxAddComment {
  op: "add_comment";
  /** A cell: Sheet1!B2. */
  target: string | QueryTarget;
  /** The text; "\n" begins a line. */
  text: string;
}

export interface XlsxDeleteComment {
  op: "delete_comment";
  /** The cell, or the address of its comment: Sheet1!B2.comment. Its answers go with it. */
  target: string | QueryTarget;
  /** The text that the comment must still hold. */
  expect?: string;
}

export interface XlsxSetLink {
  op: "set_link";
  /** A cell or cells: Sheet1!B2. */
  target: string | QueryTarget;
  /** An address: https://…, http://…, mailto:…, tel:…. */
  url?: string;
  /** In the place of url: cells or a name of this workbook, Sheet2!A1. */
  to?: string | QueryTarget;
  /** Shown beside the pointer. */
  tip?: string;
  /** false leaves the cells as they look; else they become blue and underlined. */
  format?: boolean;
  /** true takes the links of the cells away; the text and its look stay. */
  remove?: boolean;
}

export interface XlsxInsertImage {
  op: "insert_image";
  /** The cell in its upper left corner: Sheet1!F2. */
  target: string | QueryTarget;
  /** A PNG, JPEG or GIF picture: base64 in `data`, an address in `url`, or the id of an uploaded file. */
  image: {
    /** The bytes in base64. */
    data: string;
    /** Its name, which changes nothing. */
    filename?: string;
  } | {
    /** A public address, from which the service fetches the file. */
    url: string;
    /** Its name, which changes nothing. */
    filename?: string;
  } | string;
  /** What it shows, for those who do not see it. */
  alt?: string;
  /** Absent: as wide as its pixels, 12 cm at most. */
  width_cm?: number;
}

export interface XlsxAddShape {
  op: "add_shape";
  /** The cell in its upper left corner: Sheet1!F2. */
  target: string | QueryTarget;
  /** line_arrow: a line with a head at its end. */
  kind: "text_box" | "rectangle" | "rounded_rectangle" | "ellipse" | "triangle" | "diamond" | "chevron" | "right_arrow" | "left_arrow" | "up_arrow" | "down_arrow" | "line" | "line_arrow";
  /** Absent: as wide as its text needs. */
  width_cm?: number;
  /** Absent: as high as its text needs; of a line: how far it falls, 0 where absent. */
  height_cm?: number;
  /** \n begins a new paragraph. */
  text?: string;
  /** RRGGBB or a colour of the theme such as accent2; absent: the background for text boxes, else the first accent. */
  fill?: string | "text" | "background" | "text2" | "background2" | "accent1" | "accent2" | "accent3" | "accent4" | "accent5" | "accent6" | "none";
  /** Colour of its outline; absent: a thin grey one for text boxes, of a line the first accent, else none. */
  line?: string | "text" | "background" | "text2" | "background2" | "accent1" | "accent2" | "accent3" | "accent4" | "accent5" | "accent6" | "none";
  /** Of the text. */
  color?: string | "text" | "background" | "text2" | "background2" | "accent1" | "accent2" | "accent3" | "accent4" | "accent5" | "accent6";
  /** Absent: 11. */
  size_pt?: number;
  /** Bold; null takes the setting away, so that that of the style holds. */
  bold?: boolean;
  /** Absent: left in text boxes, else center. */
  align?: "left" | "center" | "right";
  /** What it shows, for those who do not see it. */
  alt?: string;
}

export interface XlsxDeleteShape {
  op: "delete_shape";
  /** Address of a shape, line, picture, chart or diagram: Sheet1!shape1, Sheet1!line1, Sheet1!img1, Sheet1!chart1. */
  target: string | QueryTarget;
  /** Its text; of a chart, its title; of a picture, its description. */
  expect?: string;
}

export interface XlsxAddChart {
  op: "add_chart";
  /** The cell in its upper left corner: Sheet1!F2. */
  target: string | QueryTarget;
  /** Which kind it is. */
  kind: "column" | "bar" | "stacked" | "line" | "area" | "pie" | "doughnut" | "scatter";
  /** The cells: names of the series in the first row, categories in the first column; columns apart by blocks of the same rows, Sheet1!A1:A9,D1:D9; or one column or row of figures. */
  data: string;
  /** Title; of colours and alignments: that of the title. */
  title?: string;
  /** Points; 420 where absent. */
  width?: number;
  /** Points; 240 where absent. */
  height?: number;
}

export interface XlsxUpdateChart {
  op: "update_chart";
  /** A chart: Sheet1!chart1. */
  target: string | QueryTarget;
  /** Title; of colours and alignments: that of the title. */
  title?: string;
  /** Other cells: names of the series in the first row, categories in the first column; columns apart by blocks of the same rows. */
  data?: string;
  /** Its title so far. */
  expect?: string;
}

export interface XlsxAddSparklines {
  op: "add_sparklines";
  /** The cells that show them, in one column or one row: Sheet1!H2:H20. */
  target: string | QueryTarget;
  /** Their figures: as many rows as a column of cells has, or as many columns as a row has. */
  data: string;
  /** line where absent. */
  kind?: "line" | "column" | "win_loss";
  /** RRGGBB; absent: the first colour of the theme. */
  color?: string;
  /** Of lines: a dot at each value. */
  markers?: boolean;
  /** Shows values below zero in red. */
  negative?: boolean;
}

export interface XlsxAddPivot {
  op: "add_pivot";
  /** The cells with their row of names: Data!A1:F200; or the name of a table. */
  source: string;
  /** The cell where it begins, with its filters; absent: A1 of a new sheet. */
  target?: string | QueryTarget;
  /** Name of the new sheet; Pivot where absent. */
  sheet?: string;
  /** Columns of the source, the outermost first. */
  rows: string[];
  /** Widths and alignments of the columns, from the left; the rest share what is left. */
  columns?: string[];
  /** A value for each category; null: none. */
  values: ({
    /** Column of the source whose figures are counted together. */
    field: string;
    /** sum where absent. */
    function?: "sum" | "count" | "count_numbers" | "average" | "min" | "max" | "product" | "stdev" | "stdevp" | "var" | "varp";
    /** As #,##0.00. */
    number_format?: string;
    /** Sum of …, and so on, where absent. */
    name?: string;
  })[];
  /** Columns of the source by which the whole table is filtered, above it. */
  filters?: {
    /** Column of the source. */
    field: string;
    /** The one that is shown; all where absent. */
    value?: string;
  }[];
  /** PivotTable1, or the next that is free, where absent. */
  name?: string;
  /** PivotStyleLight16 where absent. */
  style?: string;
  /** compact where absent. */
  layout?: "compact" | "outline" | "tabular";
  /** Grand totals: of rows (on the right), of columns (below); both where absent. */
  totals?: "both" | "rows" | "columns" | "none";
  /** Totals of outer fields; true where absent. */
  subtotals?: boolean;
}

export interface XlsxUpdatePivot {
  op: "update_pivot";
  /** A cell of the pivot table: Sheet2!A3. */
  target: string | QueryTarget;
  /** The cells that it takes its figures from, with their row of names: Data!A1:F200. */
  source?: string;
  /** Whether Excel counts it again when it opens the file; true where absent. */
  refresh?: boolean;
}

export interface XlsxAddSlicer {
  op: "add_slicer";
  /** The cell in its upper left corner: Sheet1!H2. */
  target: string | QueryTarget;
  /** Name of the table that it filters. */
  table?: string;
  /** In place of a table: the name of a pivot table, or a cell of it. */
  pivot?: string;
  /** The column whose values are its buttons; of a pivot table, the field, shown in it or not. */
  column: string;
  /** The name of the column, with a number where that is taken, where absent. */
  name?: string;
  /** What stands above the buttons; the name of the column where absent. */
  caption?: string;
  /** How many buttons stand beside each other; 1 where absent. */
  columns?: number;
  /** SlicerStyleLight1 where absent. */
  style?: string;
  /** 5.08 where absent. */
  width_cm?: number;
  /** 7.01 where absent. */
  height_cm?: number;
}

export interface XlsxSetProperty {
  op: "set_property";
  /** Its name. */
  name: "title" | "subject" | "author" | "description" | "language" | "keywords" | "category" | "status";
  /** The new value; null takes it away where it may be left out. */
  value: string;
  /** The text that the target must still hold; else the operation is rejected as `expect_mismatch`. Not checked where absent. */
  expect?: string;
}

export interface PdfRotatePages {
  op: "rotate_pages";
  /** Numbers, or ranges such as "1-3,7". */
  pages: number[] | string;
  /** Clockwise. */
  angle: 90 | 180 | 270;
}

export interface PdfDeletePages {
  op: "delete_pages";
  /** Numbers, or ranges such as "1-3,7". */
  pages: number[] | string;
}

export interface PdfMovePages {
  op: "move_pages";
  /** Numbers, or ranges such as "1-3,7". */
  pages: number[] | string;
  /** They come before this page; one more than there are: to the end. */
  before: number;
}

export interface PdfInsertPages {
  op: "insert_pages";
  /** The PDF file whose pages come in: base64 in `data`, an address in `url`, the id of an uploaded file, or of a document, whose PDF it is. */
  file?: {
    /** The bytes in base64. */
    data: string;
    /** Its name, which changes nothing. */
    filename?: string;
  } | {
    /** A public address, from which the service fetches the file. */
    url: string;
    /** Its name, which changes nothing. */
    filename?: string;
  } | string;
  /** Of that file; all where absent. */
  pages?: number[] | string;
  /** In the place of file: so many empty pages, as large as the one beside them. */
  blank?: number;
  /** They come before this page; absent: at the end. */
  before?: number;
}

export interface PdfExtractPages {
  op: "extract_pages";
  /** Those that stay, in this order: [1, 3], or "1-3,7". */
  pages: number[] | string;
}

export interface PdfFillForm {
  op: "fill_form";
  /** Full name of the field → text, choice, or whether it is ticked. */
  fields: Record<string, string | boolean | string[]>;
  /** What was filled in becomes part of the page and can no longer be changed. */
  flatten?: boolean;
}

export interface PdfFlattenForm {
  op: "flatten_form";
}

export interface PdfStamp {
  op: "stamp";
  /** The text; "\n" begins a line. */
  text: string;
  /** All where absent, also those that an earlier operation of the request has inserted. */
  pages?: number[] | string;
  /** center where absent. */
  position?: "center" | "top" | "bottom" | "top_left" | "top_right" | "bottom_left" | "bottom_right";
  /** Size of the text in points. */
  size_pt?: number;
  /** RRGGBB */
  color?: string;
  /** 0 is not seen at all, 1 hides what is behind. */
  opacity?: number;
  /** Counter-clockwise; 45 in the centre where absent, else 0. */
  angle?: number;
}

export interface PdfAnnotate {
  op: "annotate";
  /** With `find`, the only page that is looked at. */
  page?: number;
  /** The words that are marked; they are on one line or run over several. */
  find?: string;
  /** Every place that is found, rather than the only one. */
  all?: boolean;
  /** Left, top, right, bottom in points from the upper left corner of the page as it is shown in the file that was sent. */
  box?: [number, number, number, number];
  /** highlight where absent. */
  kind?: "highlight" | "underline" | "strike" | "note";
  /** What the note says. */
  text?: string;
  /** RRGGBB */
  color?: string;
}

export interface PdfRedact {
  op: "redact";
  /** The words that go, whole words, on one line or over several. */
  find?: string;
  /** Every place; without it the words must be in one place only. */
  all?: boolean;
  /** true where absent. */
  match_case?: boolean;
  /** Number of the page in the file that was sent, from 1. */
  page?: number;
  /** Left, top, right, bottom in points from the upper left corner of the page as it is shown in the file that was sent. */
  box?: [number, number, number, number];
  /** Of the bar that is left; black where absent. */
  color?: string;
}

export interface PdfAddPageNumbers {
  op: "add_page_numbers";
  /** {page} is the number, {pages} the last one; {page} where absent. */
  text?: string;
  /** Number of the first of these pages; 1 where absent. */
  first?: number;
  /** Zeros fill the number up to so many digits: 000123, for Bates numbers. */
  digits?: number;
  /** All where absent, in the order that earlier operations of the request have given them, with those that they inserted. */
  pages?: number[] | string;
  /** bottom where absent. */
  position?: "top" | "bottom" | "top_left" | "top_right" | "bottom_left" | "bottom_right";
  /** 9 where absent. */
  size_pt?: number;
  /** 404040 where absent. */
  color?: string;
}

export interface PdfSetBookmarks {
  op: "set_bookmarks";
  /** In the order of the list that the reader shows; they take the place of those that are there, and [] takes all away. */
  bookmarks: {
    /** Title; of colours and alignments: that of the title. */
    title: string;
    /** Number of the page in the file that was sent, from 1. */
    page: number;
    /** 1 where absent. */
    level?: number;
  }[];
}

export interface PdfSetProperty {
  op: "set_property";
  /** Its name. */
  name: "title" | "author" | "subject" | "keywords" | "language";
  /** '' takes it away. A language is a tag such as en or es-MX. */
  value: string;
}

export interface PdfAddAttachment {
  op: "add_attachment";
  /** As the list of attachments shows it, with its ending: figures.xlsx. */
  name: string;
  /** Any file: base64 in `data`, an address in `url`, or the id of an uploaded file or of a document. */
  file: {
    /** The bytes in base64. */
    data: string;
    /** Its name, which changes nothing. */
    filename?: string;
  } | {
    /** A public address, from which the service fetches the file. */
    url: string;
    /** Its name, which changes nothing. */
    filename?: string;
  } | string;
  /** What the file is, as readers show it beside its name. */
  description?: string;
  /** application/octet-stream where absent. */
  media_type?: string;
}

export interface PdfRemoveAttachment {
  op: "remove_attachment";
  /** Its name. */
  name: string;
}

export interface PdfReplaceText {
  op: "replace_text";
  /** The text that goes, as it is shown; it may run across changes of formatting, and \n is the end of a line or paragraph. */
  find: string;
  /** The text that comes, in the formatting of what goes; with regex, $1 is its first group. */
  replace: string;
  /** Every place; without it the text must be in one place only. */
  all?: boolean;
  /** true where absent. */
  match_case?: boolean;
  /** Only where no letter or digit adjoins. */
  whole_word?: boolean;
  /** Character by character; without it, kinds of spaces, quotes and dashes are alike, and soft hyphens and numbers of notes do not count. */
  exact?: boolean;
  /** find is a regular expression in the syntax of RE2. */
  regex?: boolean;
  /** Address of the block that it is looked for in. */
  target?: string | QueryTarget;
}

export interface PdfRewriteBlock {
  op: "rewrite_block";
  /** Address of what is meant, as `GET /documents/{document_id}/content` gives it. */
  target: string | QueryTarget;
  /** The text; "\n" begins a line. */
  text: string;
  /** The text that the target must still hold; else the operation is rejected as `expect_mismatch`. Not checked where absent. */
  expect?: string;
}

export interface PdfDeleteBlock {
  op: "delete_block";
  /** Address of what is meant, as `GET /documents/{document_id}/content` gives it. */
  target: string | QueryTarget;
  /** The text that the target must still hold; else the operation is rejected as `expect_mismatch`. Not checked where absent. */
  expect?: string;
}

export interface PdfInsertBlocks {
  op: "insert_blocks";
  /** Address of what is meant, as `GET /documents/{document_id}/content` gives it. */
  target: string | QueryTarget;
  /** after where absent. */
  position?: "before" | "after";
  /** What is inside, in reading order. */
  blocks: ({
    type: "paragraph";
    /** Name of a style; absent: as the running text around it. */
    style?: string;
    /** The text; "\n" begins a line. */
    text?: string;
    /** The text, in stretches of one formatting. */
    runs?: {
      /** The text; "\n" begins a line. */
      text: string;
      /** Bold; null takes the setting away, so that that of the style holds. */
      bold?: boolean;
      /** Italic; null takes the setting away, so that that of the style holds. */
      italic?: boolean;
      /** Underlined; null takes the setting away. */
      underline?: boolean;
    }[];
  } | {
    type: "heading";
    /** 1 is the highest. */
    level: number;
    /** The text; "\n" begins a line. */
    text?: string;
    /** The text, in stretches of one formatting. */
    runs?: {
      /** The text; "\n" begins a line. */
      text: string;
      /** Bold; null takes the setting away, so that that of the style holds. */
      bold?: boolean;
      /** Italic; null takes the setting away, so that that of the style holds. */
      italic?: boolean;
      /** Underlined; null takes the setting away. */
      underline?: boolean;
    }[];
  } | {
    type: "list";
    /** Numbered rather than bulleted. */
    ordered?: boolean;
    /** The items, in their order. */
    items: string[];
  } | {
    type: "quote";
    /** The text; "\n" begins a line. */
    text?: string;
    /** The text, in stretches of one formatting. */
    runs?: {
      /** The text; "\n" begins a line. */
      text: string;
      /** Bold; null takes the setting away, so that that of the style holds. */
      bold?: boolean;
      /** Italic; null takes the setting away, so that that of the style holds. */
      italic?: boolean;
      /** Underlined; null takes the setting away. */
      underline?: boolean;
    }[];
  } | {
    type: "page_break";
  } | {
    type: "table";
    /** The rows, from the top. */
    rows: string[][];
    /** true where absent: the first row is the head. */
    header?: boolean;
  })[];
  /** The text that the target must still hold; else the operation is rejected as `expect_mismatch`. Not checked where absent. */
  expect?: string;
}

export interface PageReplaceText {
  op: "replace_text";
  /** Address of a block; absent: the whole page. */
  target?: string;
  /** Letter for letter, in the Markdown. */
  find: string;
  /** What is put in its place; empty takes it away. */
  replace: string;
  /** Every occurrence; where absent there must be exactly one. */
  all?: boolean;
  /** The text that the target must still hold; else the operation is rejected as `expect_mismatch`. Not checked where absent. */
  expect?: string;
}

export interface PageRewriteBlock {
  op: "rewrite_block";
  /** Address of a block, `p3`. */
  target: string;
  /** One block or several, as Markdown with its directives. */
  markdown: string;
  /** The text that the target must still hold; else the operation is rejected as `expect_mismatch`. Not checked where absent. */
  expect?: string;
}

export interface PageInsertBlocks {
  op: "insert_blocks";
  /** Address of a block, `p3`. */
  target: string;
  /** after where absent. */
  position?: "before" | "after";
  /** One block or several, as Markdown with its directives. */
  markdown: string;
  /** The text that the target must still hold; else the operation is rejected as `expect_mismatch`. Not checked where absent. */
  expect?: string;
}

export interface PageDeleteBlock {
  op: "delete_block";
  /** Address of a block, `p3`. */
  target: string;
  /** The text that the target must still hold; else the operation is rejected as `expect_mismatch`. Not checked where absent. */
  expect?: string;
}

export interface PageMoveBlock {
  op: "move_block";
  /** Address of a block, `p3`. */
  target: string;
  /** Address of a block, `p3`. */
  to: string;
  /** after where absent. */
  position?: "before" | "after";
  /** The text that the target must still hold; else the operation is rejected as `expect_mismatch`. Not checked where absent. */
  expect?: string;
}

/** Ignore an event of a type that is not here: more may come. */
export type DocumentEvent = DocumentCreatedEvent | DocumentStartedEvent | DocumentReadyEvent | DocumentFailedEvent | DocumentCanceledEvent | StyleResolvedEvent | ContentBlockStartedEvent | ContentBlockDeltaEvent | ContentBlockCompletedEvent | ContentBlockRemovedEvent | EditPlannedEvent | EditOperationAppliedEvent | EditOperationRejectedEvent | RenderCompletedEvent | ValidationIssueFoundEvent | ValidationCompletedEvent | RepairAppliedEvent | RepairRejectedEvent | AgentNoteEvent | RequirementCheckedEvent | PreviewPageReadyEvent | OutputAvailableEvent;
