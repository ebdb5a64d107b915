"""What the service answers. Written by `npm run gen` from the contract: change that, and not this.

Fields, values and types of events may be added at any time: fields that are not here are kept as they came, and what is
said to be one of some values may be another one.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, Dict, List, Mapping, Optional, Tuple, Type, Union

from pydantic import Field
from typing_extensions import Literal

from ._model import Model, UnknownEvent, complete


class DocumentRecord(Model):
    id: str
    """Id of a document, `doc_…`."""
    object: Literal["document"]
    name: Optional[str]
    """The name that was given; null where none was, and after deletion."""
    title: Optional[str]
    """What to call it where it has no name: the first heading or words of its request, or the name of its file. Null
    until it is begun."""
    operation: Union[Literal["create", "review", "edit"], str]
    """`create`: made from Markdown or a prompt. `edit`: an existing file changed. `review`: an existing file looked
    through."""
    format: Optional[Union[Literal["docx", "pdf", "pptx", "xlsx", "artifact"], str]]
    """The kind of file; null until the service has decided, where the request did not say."""
    type: Optional[Union[Literal["report", "letter", "contract", "memo", "minutes", "presentation", "spreadsheet", "artifact"], str]]
    """Decided by the service; it sets the default look."""
    mode: Optional[Union[Literal["prompt", "content", "manual"], str]]
    """`manual`: a version edited by hand. Null for a review."""
    parent_id: Optional[str]
    """The document that this one was edited from."""
    revision: int
    """Goes up by one with each `PUT /documents/{document_id}/file`."""
    status: Union[Literal["queued", "running", "ready", "ready_with_warnings", "needs_review", "failed", "canceled"], str]
    """`queued` and `running` are under way; all others are final. `ready`: nothing found that matters.
    `ready_with_warnings`, `needs_review`: delivered, with warnings or errors in the report. `failed`: nothing was
    made, see `error`."""
    phase: Optional[Union[Literal["reading", "planning", "writing", "building", "rendering", "reviewing", "repairing", "finishing"], str]]
    """What is being done; null unless the document is running."""
    pages: Optional[int]
    """Pages, slides or printed pages of sheets; null before they are laid out."""
    style_applied: Optional[Style]
    """The look that was used; send it, or parts of it, as `style` to get the same again. Null until it is decided,
    and where an existing file keeps its own."""
    style_unsupported: List[str]
    """What could not be done of the requested style."""
    validation_summary: Optional[FindingCounts]
    """Counts of what is left after the repairs; null before the end. The report has the findings."""
    repair_summary: Optional[RepairCounts]
    """Counts of the repairs; null before the end."""
    error: Optional[DocumentError]
    """Set where `status` is `failed`."""
    versions: DocumentRecordVersions
    """With what it was made."""
    metadata: Dict[str, str]
    """Your own keys and values, as they were sent; `GET /documents?metadata[key]=value` finds by them."""
    retention: Union[Literal["none", "1d", "7d", "30d", "90d"], str]
    """How long the content is kept once the document has finished; `none`: fifteen minutes."""
    expires_at: Optional[datetime]
    """When content will be deleted; null until the document has finished."""
    route: Optional[Route]
    """How it is made, and why; null until that is decided, and for reviews."""
    quality: Optional[Quality]
    """The level of work, and why; null until that is decided, and for reviews."""
    artifact: Optional[DocumentRecordArtifact]
    """Artifacts only: where the page keeps its data; null for other formats."""
    content_deleted_at: Optional[datetime]
    """When the content was deleted, by a call or because its time was over; null while it is there."""
    created_at: datetime
    """When the request was accepted."""
    completed_at: Optional[datetime]
    """When it ended, whichever way; null before."""
    outputs: Optional[List[Output]] = None
    """Present once finished."""


class DocumentRecordVersions(Model):
    """With what it was made."""

    engine: str
    """Version of Octavo."""
    renderer: str
    """What drew the pages, with its version."""
    model: Optional[str]
    """The model that had a part in it; null where none had."""


class DocumentRecordArtifact(Model):
    storage: Union[Literal["local", "shared"], str]
    """`shared`: on the service, the same for all visitors. `local`: in the browser of each visitor."""


class DocumentList(Model):
    object: Literal["list"]
    data: List[DocumentRecord]
    """The items of this page, in the order that was asked for."""
    first_id: Optional[str]
    """Id of the first item: `before` of the page in front of it. Null on an empty page."""
    last_id: Optional[str]
    """`after` of the next page."""
    has_more: bool
    """Whether there are more behind this page, or before it where the list walks by `before`."""


class DocumentError(Model):
    code: Union[Literal["input_invalid", "unauthorized", "insufficient_balance", "session_required", "forbidden", "origin_refused", "sign_in_failed", "last_owner", "region_mismatch", "link_expired", "rate_limited", "not_an_artifact", "record_too_large", "too_many_records", "too_many_endpoints", "not_found", "file_rejected", "file_too_large", "report_not_ready", "content_deleted", "project_does_not_store", "artifact_is_local", "events_expired", "range_not_satisfiable", "idempotency_key_reused", "idempotency_request_in_progress", "feature_unavailable", "internal_error", "service_unavailable", "revision_conflict", "document_not_ready", "method_not_allowed", "unsupported_media_type", "payload_too_large", "content_empty", "docx_invalid", "file_not_found", "document_too_long", "format_unclear", "edit_not_understood", "edit_not_applied", "source_unreadable", "generation_blocked", "page_too_large", "processing_failed"], str]
    """Stable code: branch on it. What each means and how to repair it is in docs/errors.md."""
    message: str
    """What was wrong, in plain words, and how to repair it."""


class DryRun(Model):
    object: Literal["dry_run"]
    valid: Literal[True]
    operation: Union[Literal["create", "review", "edit"], str]
    """`create`: made from Markdown or a prompt. `edit`: an existing file changed. `review`: an existing file looked
    through."""
    format: Optional[Union[Literal["docx", "pdf", "pptx", "xlsx", "artifact"], str]]
    """The kind of file; null until the service has decided, where the request did not say."""
    type: Optional[Union[Literal["report", "letter", "contract", "memo", "minutes", "presentation", "spreadsheet", "artifact"], str]]
    """What kind of document it would be; null where only a model would tell."""
    route: Optional[Route]
    """How it is made, and why; null until that is decided, and for reviews."""
    quality: Optional[Quality]
    """The level of work, and why; null until that is decided, and for reviews."""
    files: List[DryRunFile]
    """Every file that the request names, read as far as that needs no model."""
    template: Optional[str] = None
    """The file, by its ref, whose look is copied, as far as the request says; absent where none is, or where only a
    model would tell."""
    warnings: List[DryRunWarning]
    """What is allowed and may surprise; empty where nothing does."""
    cost: Optional[Cost] = None
    """What it would cost at the level shown; absent where the level is not known yet."""


class DryRunFile(Model):
    ref: str
    """The reference as it was sent."""
    filename: str
    """Its name, as it was given or found."""
    format: str
    """What the file is, decided from its bytes."""
    bytes: int
    """Size of the file in bytes."""
    pages: Optional[int]
    """Pages, slides or sheets; null where the kind has none, or they are known only once it is laid out."""


class DryRunWarning(Model):
    path: str
    """JSON pointer to the field that it is about; empty for the request as a whole."""
    code: str
    """Stable code of the warning."""
    message: str
    """What would come out otherwise than was perhaps meant."""


class StoredRequest(Model):
    object: Literal["request"]
    document_id: str
    """The document that was asked for."""
    method: Literal["POST"]
    path: str
    """Below the base address, such as `/documents`."""
    body: Dict[str, Any]
    """As it was asked for. Of bytes that came with the request only the file name is left: put `data` there to send
    it again."""


class Output(Model):
    id: str
    """Id of the output, `out_…`; the same in events."""
    kind: Union[Literal["docx", "pptx", "xlsx", "pdf", "preview", "html"], str]
    """What it is: the file itself, its PDF, a `preview` (PNG of one page), or `html` for the page of an artifact."""
    content_type: str
    """Media type of the bytes."""
    bytes: int
    """Size of the file in bytes."""
    url: str
    """Signed address, valid without a key: for 5 minutes, that of the page of an artifact for as long as was asked
    for."""
    expires_at: datetime
    """Until when the link works; ask for the outputs again to get a fresh one."""
    page: Optional[int] = None
    """Previews: the page that it shows."""
    width: Optional[int] = None
    """Previews: pixels."""
    height: Optional[int] = None
    """Previews: pixels."""
    width_pt: Optional[float] = None
    """Previews of pages: width of the page in points, as `location.bbox` of findings counts."""
    height_pt: Optional[float] = None
    """The same: its height."""


class OutputList(Model):
    data: List[Output]
    """The files and pictures, with fresh links."""


class CollectionList(Model):
    data: List[CollectionListData]
    """Every collection of the artifact, empty ones too."""


class CollectionListData(Model):
    collection: str
    """Name of the collection."""
    records: int
    """How many records it has."""


class ArtifactRecordList(Model):
    object: Literal["list"]
    data: List[ArtifactRecord]
    """The items of this page, in the order that was asked for."""
    first_id: Optional[str]
    """Id of the first item: `before` of the page in front of it. Null on an empty page."""
    last_id: Optional[str]
    """`after` of the next page."""
    has_more: bool
    """Whether there are more behind this page, or before it where the list walks by `before`."""


class ArtifactRecord(Model):
    id: str
    """`rec_` and 26 characters; of the collection `_storage` the key."""
    object: Literal["record"]
    collection: str
    """Name of the collection."""
    revision: int
    """Goes up by one with each change."""
    created_at: datetime
    """When it was added."""
    updated_at: datetime
    """When it was last changed."""
    record: ArtifactValue
    """What was entered: field → value."""


class DeletedRecord(Model):
    id: str
    """Id of the record that was deleted."""
    object: Literal["record"]
    deleted: Literal[True]


class DeletedCollection(Model):
    collection: str
    """Name of the collection."""
    object: Literal["collection"]
    deleted: Literal[True]
    records: int
    """How many were deleted."""


class Route(Model):
    path: Union[Literal["fast", "agent"], str]
    """`fast`: a model writes and the service lays out. `agent`: an agent builds the file and looks at its pages."""
    reason: str
    """One plain sentence."""


class Quality(Model):
    requested: Union[Literal["auto", "fast", "standard", "best"], str]
    """What the request asked for; `auto` where it said nothing."""
    level: Union[Literal["fast", "standard", "best"], str]
    """The level used. It sets the price."""
    reason: str
    """One plain sentence."""


class Cost(Model):
    amount: float
    """In minor units of the currency, such as cents."""
    currency: str
    """ISO 4217."""


class FindingCounts(Model):
    errors: int
    """How many findings somebody should see before the document is used."""
    warnings: int
    """How many findings are flaws that do not keep it from being used."""
    info: int
    """How many findings are for information only."""


class RepairCounts(Model):
    iterations: int
    """How often the document was drawn and looked through; 3 at most without an agent."""
    applied: int
    """Repairs that were kept."""
    rejected: int
    """Repairs that were taken back because they made nothing better."""


class FileRecord(Model):
    id: str
    """Id of the file, `file_…`: give it as `file` or among `sources`."""
    object: Literal["file"]
    filename: str
    """Its name, as it was given."""
    content_type: str
    """Media type, decided from the bytes."""
    bytes: int
    """Size in bytes."""
    sha256: str
    """SHA-256 of the bytes, in hexadecimal digits."""
    pages: Optional[int]
    """Pages of a PDF, slides of a presentation, sheets of a workbook. Null for text and pictures, for Word files,
    whose pages are known only once they are laid out, and for PDF files where this deployment cannot count them."""
    created_at: datetime
    """When it was uploaded."""


class FileList(Model):
    object: Literal["list"]
    data: List[FileRecord]
    """The items of this page, in the order that was asked for."""
    first_id: Optional[str]
    """Id of the first item: `before` of the page in front of it. Null on an empty page."""
    last_id: Optional[str]
    """`after` of the next page."""
    has_more: bool
    """Whether there are more behind this page, or before it where the list walks by `before`."""


class DeletedFile(Model):
    id: str
    """Id of the file that was deleted."""
    object: Literal["file"]
    deleted: Literal[True]


class Extraction(Model):
    object: Literal["extraction"]
    id: str
    """Id of the extraction, `ext_…`."""
    format: Union[Literal["docx", "pptx", "xlsx", "pdf", "doc", "ppt", "xls", "txt", "md", "html", "png", "jpg", "gif", "webp", "odt", "ods", "odp", "rtf", "epub", "eml", "msg", "csv", "tsv", "json", "xml", "ipynb", "zip"], str]
    """What the file is, decided from its bytes."""
    markdown: str
    """The text, cut after 2,000,000 characters."""
    chars: int
    """Length of the whole text."""
    truncated: bool
    """Whether `markdown` was cut; where the kind has pages, slides or sheets, `pages` reads the rest."""
    pages: Optional[int]
    """Pages of a PDF, slides or sheets; null for other kinds."""
    notes: List[ExtractionNote]
    """What could not be carried."""
    blocks: Optional[List[ExtractionBlock]] = None
    """With `addresses=true`: as `GET /documents/{document_id}/content` returns them."""
    outline: Optional[List[ExtractionOutline]] = None
    """With `outline=true`; `markdown` says the same in words."""
    tables: Optional[List[ExtractionTable]] = None
    """With `tables=true`."""
    layout: Optional[ExtractionLayout] = None
    """With `layout=true`, of PDF files and pictures."""
    pictures: Optional[List[ExtractionPicture]] = None
    """With `pictures=true`."""
    descriptions: Optional[List[ExtractionDescription]] = None
    """With `describe=true`: the pictures that a model has described; `markdown` has the same where they stand."""
    model: Optional[ExtractionModel] = None
    """With `describe=true`: the model, and what it took. Descriptions are not charged."""


class ExtractionNote(Model):
    code: FindingCode
    severity: Union[Literal["warning", "info"], str]
    """`warning`: something was lost or changed. `info`: good to know."""
    message: str
    """One English sentence. It may quote the document."""


class ExtractionBlock(Model):
    address: str
    """What operations name as their target: `p3`, `t2.r1.c3`, `s2.sh3.p1`, `Sheet1!B2`."""
    type: str
    """Kind of block: `heading`, `paragraph`, `table`, `row`, `cell`, `shape`, …"""
    text: str
    """Its words; `expect` of an operation may hold them."""


class ExtractionOutline(Model):
    level: int
    """1 is the highest."""
    text: str
    """The words of the heading."""
    page: Optional[int]
    """Page, slide or sheet; null where the kind has none."""
    chars: int
    """Characters from it to the next entry."""


class ExtractionTable(Model):
    page: Optional[int]
    """Page, slide or sheet; null where the kind has none."""
    caption: Optional[str]
    """Its caption; null where it has none."""
    header_rows: int
    """How many of the rows are headers."""
    rows: List[List[Optional[str]]]
    """All rows, headers among them; null where a merged cell goes on."""


class ExtractionLayout(Model):
    """With `layout=true`, of PDF files and pictures."""

    pages: List[ExtractionLayoutPage]
    """Sizes in points."""
    blocks: List[ExtractionLayoutBlock]
    """Every block of the text, in reading order."""


class ExtractionLayoutPage(Model):
    page: int
    """Number of the page, from 1."""
    width: float
    """Width in points."""
    height: float
    """Height in points."""


class ExtractionLayoutBlock(Model):
    page: int
    """Page that it is on, from 1."""
    type: str
    """Kind of block: `heading`, `paragraph`, `list`, `table`, `image`, …"""
    text: str
    """Its words."""
    box: Optional[Tuple[float, float, float, float]]
    """Left, top, right, bottom in points from the upper left corner; null where no line of the page says it."""
    described: Optional[Literal[True]] = None
    """Its words are those of a model that looked at the picture."""


class ExtractionPicture(Model):
    name: str
    """A name for the picture, with its extension."""
    page: Optional[int]
    """Page, slide or sheet; null where the kind has none."""
    content_type: str
    """Media type, decided from the bytes."""
    alt: str
    """What it is said to show."""
    data: str
    """The file in base64."""


class ExtractionDescription(Model):
    page: Optional[int]
    """Page, slide or sheet; null where the kind has none."""
    name: str
    """Of the picture, as `pictures` has it."""
    text: str
    """What the model says that it shows: one line, in the language of the text around it. Nobody has checked it."""


class ExtractionModel(Model):
    """With `describe=true`: the model, and what it took. Descriptions are not charged."""

    name: str
    """The model that looked at the pictures."""
    input_tokens: int
    """Tokens that it read."""
    output_tokens: int
    """Tokens that it wrote."""


class QueuedExtraction(Model):
    object: Literal["extraction"]
    id: str
    """Id of the extraction, `ext_…`."""
    status: Literal["queued"]
    """It is still being read: ask again at `Location`."""


class Content(Model):
    object: Literal["content"]
    document_id: str
    """The document whose content it is."""
    blocks: List[ExtractionBlock]
    """In reading order; tables have `rows` of `cells`, each with its address. A sheet lists 20,000 cells and says in
    `omitted_cells` how many more it has; `query` looks at all."""


class EditResult(Model):
    op: str
    """Name of the operation."""
    target: Optional[str]
    """Address that the operation named; null for one on the whole file."""
    status: Union[Literal["applied", "rejected"], str]
    """Whether it was done. What is rejected changes nothing."""
    before: Optional[str] = None
    """The text as it was, shortened where it is long."""
    after: Optional[str] = None
    """The text as it is now, shortened where it is long."""
    reason: Optional[Union[Literal["target_not_found", "ambiguous_target", "expect_mismatch", "overlapping_operation", "read_only_content", "protected_document", "merged_cells", "formula_error", "would_overflow", "unsupported", "no_effect"], str]] = None
    """Why it was rejected."""
    message: Optional[str] = None
    """The same in one plain sentence."""
    candidates: Optional[List[str]] = None
    """Addresses that may have been meant."""
    made: Optional[str] = None
    """Address of what was added to a slide or changed its place, as it is after this operation."""


class EditPreview(Model):
    object: Literal["edit_preview"]
    edits: List[EditResult]
    """What each operation would do, in their order."""


class Comparison(Model):
    object: Literal["comparison"]
    format: Union[Literal["docx", "pptx", "xlsx", "pdf"], str]
    """What both files are."""
    summary: ComparisonSummary
    """How many blocks differ, by what became of them."""
    changes: List[ComparisonChange]
    """In the order of the newer version."""
    truncated: bool
    """There are more changes than are listed."""


class ComparisonSummary(Model):
    """How many blocks differ, by what became of them."""

    inserted: int
    """Blocks that are new."""
    deleted: int
    """Blocks that are gone."""
    changed: int
    """Blocks whose content differs."""
    moved: int
    """Blocks that are elsewhere, their words changed or not."""


class ComparisonChange(Model):
    change: Union[Literal["inserted", "deleted", "changed", "moved"], str]
    """What became of the block."""
    type: str
    """Of the block: `paragraph`, `heading`, `row`, `cell`, `slide`, `shape`, …"""
    from_: Optional[str] = Field(..., alias="from")
    """Address in the older version."""
    to: Optional[str]
    """Address in the newer version."""
    before: Optional[str] = None
    """The text as it was, shortened where it is long."""
    after: Optional[str] = None
    """The text as it is now, shortened where it is long."""
    words: Optional[List[ComparisonChangeWord]] = None
    """The text of a changed block, in pieces; of a moved one only where its words changed too."""


class ComparisonChangeWord(Model):
    kind: Union[Literal["same", "deleted", "inserted"], str]
    """Whether the words are in both, only in the older, or only in the newer."""
    text: str
    """The words."""


class FillDryRun(Model):
    object: Literal["fill_dry_run"]
    valid: bool
    """Whether it could be filled: with the data, or, without data, whether the template is sound."""
    format: Union[Literal["docx", "pptx", "xlsx", "pdf"], str]
    """What would be made."""
    tags: List[FillDryRunTag]
    """Every tag of the template, in reading order."""
    faults: List[FillFault]
    """Everything that keeps it from being filled; empty where nothing does."""
    data_schema: Dict[str, Any]
    """The data that the template expects, as a JSON Schema; what the tags do not tell is left open."""


class FillDryRunTag(Model):
    tag: str
    """As it stands in the template."""
    place: str
    """Address of the paragraph, shape or cell that it stands in."""


class FillFault(Model):
    tag: str
    """As it stands in the template."""
    place: str
    """Address of the paragraph, shape or cell, as `GET …/content` gives it; else the part of the file."""
    message: str
    """What is wrong, and what would be right."""
    about: Union[Literal["template", "data"], str]
    """What is to be repaired."""


class FillBatch(Model):
    object: Literal["fill_batch"]
    documents: List[DocumentRecord]
    """One for each record, in their order, as they are queued."""


class Integrity(Model):
    parts_changed: List[str]
    """Names of the parts whose bytes differ; of a PDF its pages."""
    parts_unchanged: Dict[str, str]
    """Name of the part → SHA-256 of its bytes, the same before and after."""
    accept_matches: Optional[bool] = None
    """Tracked changes: accepting all of them gives the intended text."""
    reject_matches: Optional[bool] = None
    """Tracked changes: rejecting all of them gives the original text."""


class Diff(Model):
    object: Literal["diff"]
    from_: str = Field(..., alias="from")
    """The older document."""
    to: str
    """The newer document."""
    summary: ComparisonSummary
    """How many blocks differ, by what became of them."""
    changes: List[ComparisonChange]
    """In the order of the newer version."""
    truncated: bool
    """There are more changes than are listed."""


class Report(Model):
    object: Literal["report"]
    document_id: str
    """Id of a document, `doc_…`."""
    operation: Union[Literal["create", "review", "edit"], str]
    """What was asked for."""
    summary: str
    """What happened, in a few plain sentences."""
    route: Optional[Route]
    """How it was made, and why; null for reviews."""
    quality: Optional[Quality]
    """The level of work, and why; null for reviews."""
    style: ReportStyle
    """What became of the requested style."""
    design: Design
    requirements: Optional[List[Requirement]] = None
    """What the prompt asked for, each with whether the file has it."""
    notes: Optional[List[ExtractionNote]] = None
    """What the service decided or could not carry, besides the findings."""
    validation: ReportValidation
    """What the review found: counts, what is left, and what was repaired."""
    repairs: List[Repair]
    """Every repair that was tried, in their order."""
    edits: List[EditResult]
    """What each typed operation did; empty where there were none."""
    sources: List[SourceUse]
    """The sources of the request, in their order."""
    integrity: Optional[Integrity]
    """The proof of what stayed as it was in a file that was changed; null where none was."""
    pictures: Optional[ReportPictures] = None
    """Where a document of the service was edited: how the pictures of its pages were made; from 1."""
    accessibility: Optional[ReportAccessibility]
    """Whether people who do not see it can use it; null where it was not looked at."""
    timings_ms: Dict[str, float]
    """Step → milliseconds."""
    cost: Cost
    model: Optional[ReportModel] = None
    """Where a model had a part in it."""
    agent: Optional[ReportAgent] = None
    """Where an agent made the document: how it went. What is delivered is the best state that was drawn."""
    error: Optional[DocumentError] = None
    """Why no file was made; null where the document was canceled."""


class ReportStyle(Model):
    """What became of the requested style."""

    applied: Optional[Style]
    """The look that was used; null where an existing file keeps its own."""
    unsupported: List[str]
    """What of the requested style could not be done."""


class ReportValidation(Model):
    """What the review found: counts, what is left, and what was repaired."""

    errors: int
    """How many findings somebody should see before the document is used."""
    warnings: int
    """How many findings are flaws that do not keep it from being used."""
    info: int
    """How many findings are for information only."""
    findings: List[Finding]
    """What is left."""
    resolved: List[Finding]
    """What was found and repaired."""


class ReportPictures(Model):
    """Where a document of the service was edited: how the pictures of its pages were made; from 1."""

    drawn: List[int]
    """Pages that were drawn."""
    copied: List[int]
    """Pages that show what a page of the version before shows, whose picture was copied."""


class ReportAccessibility(Model):
    standard: str
    """What it was held against, such as PDF/UA."""
    passed: bool
    """Whether nothing was found."""
    findings: List[Finding]
    """What was found, among the findings above too."""


class ReportModel(Model):
    """Where a model had a part in it."""

    name: str
    """Name of the model."""
    input_tokens: int
    """Tokens that were sent to it, over all calls."""
    output_tokens: int
    """Tokens that it answered, over all calls."""


class ReportAgent(Model):
    """Where an agent made the document: how it went. What is delivered is the best state that was drawn."""

    turns: int
    """Answers of the model."""
    looks: int
    """How often it saw the document drawn anew."""
    ended: Union[Literal["done", "turns", "tokens", "time", "lost", "failed"], str]
    """`done`: it found nothing more to do; `turns`, `tokens`, `time`: a budget was used up; `lost`, `failed`: it
    could not go on."""
    saw_pages: bool
    """Whether the model took pictures; else it worked from findings alone."""
    summary: str
    """What the agent says it did."""


class Finding(Model):
    code: FindingCode
    severity: Union[Literal["error", "warning", "info"], str]
    """`error`: somebody should see it before the document is used. `warning`: a flaw. `info`: good to know."""
    message: str
    """One English sentence: what is wrong, where, and how to repair it. It may quote the document."""
    location: FindingLocation
    fixable: bool
    """Whether the service could repair it."""
    certainty: Union[Literal["static", "rendered"], str]
    """Whether it was found in the content or file, or on the rendered page."""
    disposition: Union[Literal["new", "pre_existing"], str]
    """Whether the file that was sent had it already."""


class FindingLocation(Model):
    part: Optional[str] = None
    """Part of the Office file."""
    page: Optional[int] = None
    """Page, from 1."""
    slide: Optional[int] = None
    """Slide, from 1."""
    sheet: Optional[str] = None
    """Name of the sheet."""
    cell: Optional[str] = None
    """Cell or range, as `B7`."""
    block_id: Optional[str] = None
    """Block of the content, or an address in the file."""
    bbox: Optional[Tuple[float, float, float, float]] = None
    """Left, top, right, bottom in points from the page's upper left corner."""


class Repair(Model):
    iteration: int
    """Which rendering it was made after, from 1."""
    fix: str
    """Name of the repair, as in docs/findings.md, or of a tool of the agent."""
    finding_code: Union[FindingCode, Literal["design"]]
    """What it repairs; `design` where the agent made the document better."""
    outcome: Union[Literal["applied", "rejected"], str]
    """`applied`: kept. `rejected`: taken back, since it made nothing better."""
    reason: Optional[str] = None
    """Why it was taken back."""


class Requirement(Model):
    text: str
    """What was asked for, in the words of the request."""
    status: Union[Literal["met", "not_met", "not_checked"], str]
    """Whether the file has it."""
    evidence: str
    """How that is known: what was measured or looked at; why it was not checked."""


class Design(Model):
    source: Optional[str]
    """The reference of the file whose design was copied; null where none was."""
    genre: Optional[Union[Literal["cv", "invoice", "quote", "product_sheet", "recipe", "programme", "certificate", "press_release", "agenda", "one_pager", "training_deck", "pitch_deck"], str]] = None
    """Refines the look inside a `type`, such as `invoice`; null where none applies."""
    copied: List[str]
    """What was taken over from that file: faces, colours, margins, headers, …"""
    not_copied: List[DesignNotCopied]
    """What could not be taken over."""
    fonts: List[DesignFont]
    """Faces that were asked for, and what was used."""


class DesignNotCopied(Model):
    what: str
    """What was not taken over."""
    reason: str
    """Why not."""


class DesignFont(Model):
    requested: str
    """The face that was asked for."""
    used: str
    """The face that was used in its place."""


class SourceUse(Model):
    ref: str
    """The reference as it was sent."""
    used: bool
    """Whether something of it is in the file: words that were written from it, a picture that was placed, a look that
    was copied."""
    pages: Optional[int]
    """Pages, slides or sheets that were read; null where the kind has none."""


class Problem(Model):
    type: str
    """Address of a page about the code."""
    title: str
    """What the code means, in two or three words."""
    status: int
    """HTTP status of the answer."""
    detail: str
    """What was refused here, why, and how to repair it."""
    code: Union[Literal["input_invalid", "unauthorized", "insufficient_balance", "session_required", "forbidden", "origin_refused", "sign_in_failed", "last_owner", "region_mismatch", "link_expired", "rate_limited", "not_an_artifact", "record_too_large", "too_many_records", "too_many_endpoints", "not_found", "file_rejected", "file_too_large", "report_not_ready", "content_deleted", "project_does_not_store", "artifact_is_local", "events_expired", "range_not_satisfiable", "idempotency_key_reused", "idempotency_request_in_progress", "feature_unavailable", "internal_error", "service_unavailable", "revision_conflict", "document_not_ready", "method_not_allowed", "unsupported_media_type", "payload_too_large", "content_empty", "docx_invalid", "file_not_found", "document_too_long", "format_unclear", "edit_not_understood", "edit_not_applied", "source_unreadable", "generation_blocked", "page_too_large", "processing_failed"], str]
    """Stable code: branch on it, never on the words."""
    request_id: str
    """Names the request, as the header `Request-Id` does; tell it when asking for help."""
    errors: List[ProblemError]
    """Every field at fault, all at once; empty where no field is."""


class ProblemError(Model):
    path: str
    """JSON pointer into the body; `?name` for a query parameter."""
    message: str
    """What is wrong with this field, and what it takes."""


class Style(Model):
    font: str
    """Face of the text."""
    font_size: float
    """Size of the text in points, 6 to 32."""
    line_spacing: float
    """Distance of lines as a multiple of the single one, 0.8 to 3."""
    colors: StyleColors
    """Colours, each as six hexadecimal digits without #: of the title, of headings, of the text, and of rules and
    fills."""
    align: StyleAlign
    """How the title, headings and paragraphs are aligned."""
    margins_cm: float
    """All four margins of the page in centimetres, 0.5 to 8."""
    orientation: Union[Literal["portrait", "landscape"], str]
    """Orientation of the pages."""
    cover_page: bool
    """Whether there is a cover."""
    table_of_contents: bool
    """Whether there is a table of contents."""
    page_numbers: bool
    """Whether pages are numbered."""
    header: Optional[str] = None
    """Text at the head of each page; absent where there is none."""
    footer: Optional[str] = None
    """Text at the foot of each page; absent where there is none."""


class StyleColors(Model):
    """Colours, each as six hexadecimal digits without #: of the title, of headings, of the text, and of rules and
    fills."""

    title: str
    """Six hexadecimal digits, without #."""
    headings: str
    """Six hexadecimal digits, without #."""
    text: str
    """Six hexadecimal digits, without #."""
    accent: str
    """Six hexadecimal digits, without #."""


class StyleAlign(Model):
    """How the title, headings and paragraphs are aligned."""

    title: Union[Literal["left", "center", "right", "justify"], str]
    """`justify`: flush on both sides."""
    headings: Union[Literal["left", "center", "right", "justify"], str]
    """`justify`: flush on both sides."""
    body: Union[Literal["left", "center", "right", "justify"], str]
    """`justify`: flush on both sides."""


class BlockHeading(Model):
    id: str
    """Id of the block within its document: `b1`, `b2`, … in reading order; events and findings name it."""
    anchor: Optional[str] = None
    """The author's own `{#id}`, the target of `[text](#id)`; absent where none was given."""
    type: Literal["heading"]
    level: int
    """1 is the highest."""
    runs: List[BlockHeadingRun]
    """The text, in stretches of one formatting."""


class BlockHeadingRun(Model):
    text: str
    """The text. A line break inside a paragraph is " ". For maths the TeX source, for a footnote reference ''."""
    bold: Optional[bool] = None
    """Bold; false where absent."""
    italic: Optional[bool] = None
    """Italic; false where absent."""
    underline: Optional[bool] = None
    """Underlined; false where absent."""
    strike: Optional[bool] = None
    """Struck through; false where absent."""
    code: Optional[bool] = None
    """Set as code, in a face of equal widths; false where absent."""
    link: Optional[str] = None
    """http(s)/mailto address, or `#id` for a place in this document (a reference that follows its target)."""
    color: Optional[str] = None
    """RRGGBB, upper case, without '#'; that of the look where absent."""
    script: Optional[Union[Literal["super", "sub"], str]] = None
    """Raised or lowered; on the line where absent."""
    footnote: Optional[str] = None
    """Id of the footnote that this run refers to (a key of the `footnotes` block)."""
    math: Optional[bool] = None
    """The text is TeX."""
    lang: Optional[str] = None
    """BCP 47, where it differs from the document's."""
    comments: Optional[List[BlockHeadingRunComment]] = None
    """Comments on this text; neighbours with the same one are one stretch."""
    revision: Optional[BlockHeadingRunRevision] = None
    """The text is a tracked change."""


class BlockHeadingRunComment(Model):
    text: str
    """Plain; " " begins a line."""
    author: Optional[str] = None
    """Absent: the service itself."""


class BlockHeadingRunRevision(Model):
    """The text is a tracked change."""

    kind: Union[Literal["insert", "delete"], str]
    """`insert`: text that is proposed. `delete`: text that shall go."""
    author: Optional[str] = None
    """Absent: the service itself."""


class BlockParagraph(Model):
    id: str
    """Id of the block within its document: `b1`, `b2`, … in reading order; events and findings name it."""
    anchor: Optional[str] = None
    """The author's own `{#id}`, the target of `[text](#id)`; absent where none was given."""
    type: Literal["paragraph"]
    runs: List[BlockHeadingRun]
    """The text, in stretches of one formatting."""


class BlockList(Model):
    id: str
    """Id of the block within its document: `b1`, `b2`, … in reading order; events and findings name it."""
    anchor: Optional[str] = None
    """The author's own `{#id}`, the target of `[text](#id)`; absent where none was given."""
    type: Literal["list"]
    ordered: bool
    """Numbered rather than bulleted."""
    start: Optional[int] = None
    """First number of an ordered list; 1 where absent."""
    definitions: Optional[Literal[True]] = None
    """Each item is a term, its first block (a paragraph), with what it means. Not ordered, no tasks."""
    items: List[BlockListItem]
    """The items, in their order."""


class BlockListItem(Model):
    blocks: List[Block]
    """What the item says."""
    checked: Optional[bool] = None
    """Task lists only: whether it is done."""


class BlockTable(Model):
    id: str
    """Id of the block within its document: `b1`, `b2`, … in reading order; events and findings name it."""
    anchor: Optional[str] = None
    """The author's own `{#id}`, the target of `[text](#id)`; absent where none was given."""
    type: Literal["table"]
    columns: List[BlockTableColumn]
    """One for each column, from the left."""
    header_rows: int
    """How many rows at the top are headers; they are repeated on each page."""
    rows: List[BlockTableRow]
    """All rows, headers among them, from the top."""
    total_row: Optional[bool] = None
    """The last row is a total of those above."""
    caption: Optional[List[BlockHeadingRun]] = None
    """Caption; its number is counted and not part of it."""
    source: Optional[List[BlockHeadingRun]] = None
    """Where the figures come from; is under the table."""
    rules: Optional[List[Union[BlockTableRuleHighlight, BlockTableRuleInput, BlockTableRuleStyle, BlockTableRuleGrow, Dict[str, Any]]]] = None
    """What a workbook does with the table beyond showing it; other formats show the table."""


class BlockTableColumn(Model):
    type: Optional[str] = None
    """How the values are read, aligned and formatted: `text`, `id`, `int`, `num0` to `num6`, `pct0` to `pct2`,
    `date`, `datetime`, `time`, `bool`, or a currency with its decimals such as `eur2`."""
    align: Optional[Union[Literal["left", "center", "right"], str]] = None
    """Horizontal alignment; that of the type of the column where absent."""
    width: Optional[float] = None
    """Share of the table's width, 0-1."""
    total: Optional[Union[Literal["sum", "average", "count", "min", "max"], str]] = None
    """What the total row says of this column: in workbooks a live figure."""


class BlockTableRow(Model):
    cells: List[BlockTableRowCell]
    """The cells that begin in this row; places that a span from above or the left covers are left out."""


class BlockTableRowCell(Model):
    runs: List[BlockHeadingRun]
    """The text, in stretches of one formatting."""
    blocks: Optional[List[Block]] = None
    """Present only where the cell holds more than one paragraph; then `runs` is empty."""
    colspan: Optional[int] = None
    """Columns that the cell takes; 1 where absent."""
    rowspan: Optional[int] = None
    """Rows that the cell takes; 1 where absent."""
    align: Optional[Union[Literal["left", "center", "right"], str]] = None
    """Horizontal alignment; that of the type of the column where absent."""
    formula: Optional[str] = None
    """The formula as it was written, `=[Units]*[Price]`; `runs` hold the same text. Only workbooks calculate it."""


class BlockTableRuleHighlight(Model):
    kind: Literal["highlight"]
    column: Optional[str] = None
    """Header of the column; whole rows where absent."""
    when: Optional[str] = None
    """A formula of the row, such as `=[Amount]<0`: where it is true, the rule holds."""
    style: Union[Literal["good", "bad", "warning", "neutral", "bars", "scale"], str]
    """How it stands out: a colour with a meaning, bars, or a scale of colours."""


class BlockTableRuleInput(Model):
    kind: Literal["input"]
    column: str
    """Header of the column."""
    choices: Optional[Union[List[str], str]] = None
    """The values that may be chosen, or the range that lists them."""
    min: Optional[str] = None
    """Least number or earliest date that may be typed."""
    max: Optional[str] = None
    """Greatest number or latest date that may be typed."""
    message: Optional[str] = None
    """What is said where something else is typed."""


class BlockTableRuleStyle(Model):
    kind: Literal["style"]
    column: str
    """Header of the column."""
    style: Union[Literal["input", "output", "calculation", "note", "good", "bad", "neutral"], str]
    """Named style of the workbook for its cells."""


class BlockTableRuleGrow(Model):
    kind: Literal["grow"]
    rows: int
    """How many empty rows, with the formulas of the columns, are added at the end."""


class BlockImage(Model):
    id: str
    """Id of the block within its document: `b1`, `b2`, … in reading order; events and findings name it."""
    anchor: Optional[str] = None
    """The author's own `{#id}`, the target of `[text](#id)`; absent where none was given."""
    type: Literal["image"]
    asset: Optional[str]
    """Key into the document's assets (`img:1`); null where no such picture was given: then the alt text is set."""
    alt: str
    """What the picture shows, for those who do not see it."""
    caption: Optional[List[BlockHeadingRun]] = None
    """Caption; its number is counted and not part of it."""
    source: Optional[List[BlockHeadingRun]] = None
    """Where it comes from; is set below it."""
    width: Optional[float] = None
    """Share of the text width, 0-1."""
    link: Optional[str] = None
    """Address that the picture leads to."""


class BlockChart(Model):
    id: str
    """Id of the block within its document: `b1`, `b2`, … in reading order; events and findings name it."""
    anchor: Optional[str] = None
    """The author's own `{#id}`, the target of `[text](#id)`; absent where none was given."""
    type: Literal["chart"]
    kind: Union[Literal["bar", "column", "stacked", "line", "area", "pie", "doughnut", "scatter", "combo"], str]
    """Kind of chart; `combo` draws each series as its own `kind` says."""
    title: Optional[str] = None
    """Title, in plain text."""
    unit: Optional[str] = None
    """Unit of the values, such as € or %."""
    category_label: Optional[str] = None
    """What the categories are, such as Quarter: the title of their axis."""
    categories: List[str]
    """Names of the categories, in order; each series has a value for each."""
    series: List[BlockChartSeries]
    """The series, in the order of the legend."""
    source: Optional[List[BlockHeadingRun]] = None
    """Where it comes from; is set below it."""
    alt: Optional[str] = None
    """What it shows, for those who do not see it."""
    data: Optional[Literal["table"]] = None
    """`table`: its figures are below it as a table too."""


class BlockChartSeries(Model):
    name: str
    """Name in the legend."""
    values: List[Optional[float]]
    """A value for each category; null: none."""
    kind: Optional[Union[Literal["column", "line"], str]] = None
    """How a `combo` draws this series."""


class BlockCode(Model):
    id: str
    """Id of the block within its document: `b1`, `b2`, … in reading order; events and findings name it."""
    anchor: Optional[str] = None
    """The author's own `{#id}`, the target of `[text](#id)`; absent where none was given."""
    type: Literal["code"]
    text: str
    """The code, line by line."""
    language: Optional[str] = None
    """Language of the code, such as `python`, by which it is coloured."""


class BlockQuote(Model):
    id: str
    """Id of the block within its document: `b1`, `b2`, … in reading order; events and findings name it."""
    anchor: Optional[str] = None
    """The author's own `{#id}`, the target of `[text](#id)`; absent where none was given."""
    type: Literal["quote"]
    blocks: List[Block]
    """What is quoted."""
    by: Optional[str] = None
    """Who said it."""


class BlockCallout(Model):
    id: str
    """Id of the block within its document: `b1`, `b2`, … in reading order; events and findings name it."""
    anchor: Optional[str] = None
    """The author's own `{#id}`, the target of `[text](#id)`; absent where none was given."""
    type: Literal["callout"]
    kind: Union[Literal["note", "tip", "warning", "key"], str]
    """What it is for; it decides colour and sign."""
    title: Optional[List[BlockHeadingRun]] = None
    """Title, in stretches of one formatting."""
    blocks: List[Block]
    """What is inside, in reading order."""


class BlockEquation(Model):
    id: str
    """Id of the block within its document: `b1`, `b2`, … in reading order; events and findings name it."""
    anchor: Optional[str] = None
    """The author's own `{#id}`, the target of `[text](#id)`; absent where none was given."""
    type: Literal["equation"]
    tex: str
    """The formula in TeX."""


class BlockColumns(Model):
    id: str
    """Id of the block within its document: `b1`, `b2`, … in reading order; events and findings name it."""
    anchor: Optional[str] = None
    """The author's own `{#id}`, the target of `[text](#id)`; absent where none was given."""
    type: Literal["columns"]
    ratio: Optional[List[float]] = None
    """Relative widths, one for each column; equal where absent."""
    columns: List[BlockColumnsColumn]
    """From the left."""


class BlockColumnsColumn(Model):
    blocks: List[Block]
    """What is in the column."""


class BlockKpis(Model):
    id: str
    """Id of the block within its document: `b1`, `b2`, … in reading order; events and findings name it."""
    anchor: Optional[str] = None
    """The author's own `{#id}`, the target of `[text](#id)`; absent where none was given."""
    type: Literal["kpis"]
    items: List[BlockKpisItem]
    """The figures, in their order."""


class BlockKpisItem(Model):
    value: List[BlockHeadingRun]
    """The figure as it is shown."""
    label: Optional[List[BlockHeadingRun]] = None
    """What the figure is."""
    change: Optional[List[BlockHeadingRun]] = None
    """How it has changed, such as +12 %."""


class BlockDivider(Model):
    id: str
    """Id of the block within its document: `b1`, `b2`, … in reading order; events and findings name it."""
    anchor: Optional[str] = None
    """The author's own `{#id}`, the target of `[text](#id)`; absent where none was given."""
    type: Literal["divider"]


class BlockPageBreak(Model):
    id: str
    """Id of the block within its document: `b1`, `b2`, … in reading order; events and findings name it."""
    anchor: Optional[str] = None
    """The author's own `{#id}`, the target of `[text](#id)`; absent where none was given."""
    type: Literal["page_break"]
    orientation: Optional[Union[Literal["portrait", "landscape"], str]] = None
    """Orientation of the pages that follow; absent: as before."""


class BlockToc(Model):
    id: str
    """Id of the block within its document: `b1`, `b2`, … in reading order; events and findings name it."""
    anchor: Optional[str] = None
    """The author's own `{#id}`, the target of `[text](#id)`; absent where none was given."""
    type: Literal["toc"]
    title: Optional[List[BlockHeadingRun]] = None
    """Title, in stretches of one formatting."""
    depth: Optional[int] = None
    """Deepest level of headings that is listed, 1 to 4; that of the look where absent."""


class BlockCover(Model):
    id: str
    """Id of the block within its document: `b1`, `b2`, … in reading order; events and findings name it."""
    anchor: Optional[str] = None
    """The author's own `{#id}`, the target of `[text](#id)`; absent where none was given."""
    type: Literal["cover"]
    title: Optional[str] = None
    """Title, in plain text."""
    subtitle: Optional[str] = None
    """Line below the title."""
    eyebrow: Optional[str] = None
    """Short line above the title."""
    date: Optional[str] = None
    """Date as it is to be shown."""
    author: Optional[str] = None
    """Who wrote it."""
    organization: Optional[str] = None
    """Organization that it comes from."""
    version: Optional[str] = None
    """Version or state, such as Draft 2."""
    logo: Optional[str] = None
    """Asset key."""


class BlockLetterhead(Model):
    id: str
    """Id of the block within its document: `b1`, `b2`, … in reading order; events and findings name it."""
    anchor: Optional[str] = None
    """The author's own `{#id}`, the target of `[text](#id)`; absent where none was given."""
    type: Literal["letterhead"]
    from_: List[str] = Field(..., alias="from")
    """Lines of the sender."""
    to: List[str]
    """Lines of the addressee."""
    date: Optional[str] = None
    """Date as it is to be shown."""
    subject: Optional[str] = None
    """Subject line."""
    reference: Optional[str] = None
    """Reference or file number."""


class BlockSignatures(Model):
    id: str
    """Id of the block within its document: `b1`, `b2`, … in reading order; events and findings name it."""
    anchor: Optional[str] = None
    """The author's own `{#id}`, the target of `[text](#id)`; absent where none was given."""
    type: Literal["signatures"]
    parties: List[BlockSignaturesParty]
    """From the left."""


class BlockSignaturesParty(Model):
    name: str
    """Who signs."""
    role: Optional[str] = None
    """In what capacity the party signs."""


class BlockCanvas(Model):
    id: str
    """Id of the block within its document: `b1`, `b2`, … in reading order; events and findings name it."""
    anchor: Optional[str] = None
    """The author's own `{#id}`, the target of `[text](#id)`; absent where none was given."""
    type: Literal["canvas"]
    width: Optional[float] = None
    """CSS pixels (96 to the inch); absent: the available width, and the height of the content (on a slide: the
    slide)."""
    height: Optional[float] = None
    """Height in CSS pixels (96 to the inch); that of the content where absent, on a slide that of the slide."""
    page: Optional[Literal[True]] = None
    """On paper it takes a whole page, from edge to edge."""
    mode: Optional[Union[Literal["light", "dark"], str]] = None
    """Light or dark ground and the colours by role for it, other than those around it."""
    alt: Optional[str] = None
    """What it shows, for those who do not see it."""
    rules: List[BlockCanvasRule]
    """Rules of its style sheet, in order; a selector is a tag, a `.class`, or such in another (`.card p`)."""
    nodes: List[CanvasNode]
    """What is on it: texts and elements, in their order."""


class BlockCanvasRule(Model):
    selector: str
    """A tag, a `.class`, or such in another (`.card p`)."""
    style: Dict[str, str]
    """Declarations by the name of the property."""


class BlockClause(Model):
    id: str
    """Id of the block within its document: `b1`, `b2`, … in reading order; events and findings name it."""
    anchor: Optional[str] = None
    """The author's own `{#id}`, the target of `[text](#id)`; absent where none was given."""
    type: Literal["clause"]
    level: int
    """1: “1.” with a heading; 2: “1.1”; 3: “(a)”; 4: “(i)”. Numbers are counted, never typed."""
    title: Optional[List[BlockHeadingRun]] = None
    """Title, in stretches of one formatting."""
    blocks: List[Block]
    """What is inside, in reading order."""


class BlockFootnotes(Model):
    id: str
    """Id of the block within its document: `b1`, `b2`, … in reading order; events and findings name it."""
    anchor: Optional[str] = None
    """The author's own `{#id}`, the target of `[text](#id)`; absent where none was given."""
    type: Literal["footnotes"]
    notes: List[BlockFootnotesNote]
    """In the order of their first reference."""


class BlockFootnotesNote(Model):
    id: str
    """As `footnote` of a run names it."""
    blocks: List[Block]
    """Text of the note."""


class BlockSlide(Model):
    id: str
    """Id of the block within its document: `b1`, `b2`, … in reading order; events and findings name it."""
    anchor: Optional[str] = None
    """The author's own `{#id}`, the target of `[text](#id)`; absent where none was given."""
    type: Literal["slide"]
    layout: Optional[str] = None
    """Layout of the slide, such as `title`, `section`, `two-col`, `chart`; chosen by the content where absent."""
    title: Optional[List[BlockHeadingRun]] = None
    """Title, in stretches of one formatting."""
    blocks: List[Block]
    """What is inside, in reading order."""
    notes: Optional[List[Block]] = None
    """Notes of the speaker."""


class BlockSheet(Model):
    id: str
    """Id of the block within its document: `b1`, `b2`, … in reading order; events and findings name it."""
    anchor: Optional[str] = None
    """The author's own `{#id}`, the target of `[text](#id)`; absent where none was given."""
    type: Literal["sheet"]
    name: str
    """Name of the sheet."""
    blocks: List[Block]
    """What is inside, in reading order."""
    names: Optional[Dict[str, str]] = None
    """Defined names → their value or formula."""
    name_details: Optional[Dict[str, BlockSheetNameDetails]] = None
    """What is beside the values of some of the names."""
    protected: Optional[bool] = None
    """Formulas cannot be changed in it; cells for what is typed can."""
    hidden: Optional[bool] = None
    """A sheet that Excel does not show."""


class BlockSheetNameDetails(Model):
    label: Optional[str] = None
    """What is written beside the value; the name where absent."""
    unit: Optional[str] = None
    """Unit of the value."""
    note: Optional[str] = None
    """A remark beside it."""


class BlockForm(Model):
    id: str
    """Id of the block within its document: `b1`, `b2`, … in reading order; events and findings name it."""
    anchor: Optional[str] = None
    """The author's own `{#id}`, the target of `[text](#id)`; absent where none was given."""
    type: Literal["form"]
    collection: str
    """Name of the collection that keeps what visitors enter; blocks of one name share it."""
    mode: Optional[Union[Literal["open", "submit", "read"], str]] = None
    """`open`: visitors read and write. `submit`: they add, and only the owner reads. `read`: they read, and only the
    owner writes."""
    title: Optional[List[BlockHeadingRun]] = None
    """Heading of the block."""
    button: Optional[str] = None
    """Of the button."""
    done: Optional[str] = None
    """What is said once an entry is kept."""
    fields_: List[BlockFormField] = Field(..., alias="fields")
    """The fields, in their order."""


class BlockFormField(Model):
    name: str
    """Name of the field: its label, and its key in a record."""
    type: Union[Literal["text", "long_text", "email", "number", "date", "choice", "check"], str]
    """What may be entered."""
    required: bool
    """Whether an entry without it is refused."""
    choices: Optional[List[str]] = None
    """Of a `choice`: the values to choose from."""
    min: Optional[float] = None
    """The least number."""
    max: Optional[float] = None
    """Characters of a text, or the greatest number."""
    hint: Optional[str] = None
    """What is said beside the field."""


class BlockRecords(Model):
    id: str
    """Id of the block within its document: `b1`, `b2`, … in reading order; events and findings name it."""
    anchor: Optional[str] = None
    """The author's own `{#id}`, the target of `[text](#id)`; absent where none was given."""
    type: Literal["records"]
    collection: str
    """Name of the collection that keeps what visitors enter; blocks of one name share it."""
    mode: Optional[Union[Literal["open", "submit", "read"], str]] = None
    """`open`: visitors read and write. `submit`: they add, and only the owner reads. `read`: they read, and only the
    owner writes."""
    title: Optional[List[BlockHeadingRun]] = None
    """Heading of the block."""
    columns: Optional[List[str]] = None
    """Fields that are shown, in order; absent: all."""
    sort: Optional[str] = None
    """A field, with `-` before it from the last to the first; absent: as they came."""
    filter: Optional[str] = None
    """`Size=M`: only these."""
    empty: Optional[str] = None
    """What is said where there is none."""


class BlockChecklist(Model):
    id: str
    """Id of the block within its document: `b1`, `b2`, … in reading order; events and findings name it."""
    anchor: Optional[str] = None
    """The author's own `{#id}`, the target of `[text](#id)`; absent where none was given."""
    type: Literal["checklist"]
    collection: str
    """Name of the collection that keeps what visitors enter; blocks of one name share it."""
    mode: Optional[Union[Literal["open", "submit", "read"], str]] = None
    """`open`: visitors read and write. `submit`: they add, and only the owner reads. `read`: they read, and only the
    owner writes."""
    title: Optional[List[BlockHeadingRun]] = None
    """Heading of the block."""
    items: List[str]
    """What is to be checked off."""


class BlockPoll(Model):
    id: str
    """Id of the block within its document: `b1`, `b2`, … in reading order; events and findings name it."""
    anchor: Optional[str] = None
    """The author's own `{#id}`, the target of `[text](#id)`; absent where none was given."""
    type: Literal["poll"]
    collection: str
    """Name of the collection that keeps what visitors enter; blocks of one name share it."""
    mode: Optional[Union[Literal["open", "submit", "read"], str]] = None
    """`open`: visitors read and write. `submit`: they add, and only the owner reads. `read`: they read, and only the
    owner writes."""
    question: List[BlockHeadingRun]
    """The question."""
    choices: List[str]
    """The answers to choose from."""
    multiple: Optional[Literal[True]] = None
    """More than one may be chosen."""
    button: Optional[str] = None
    """Words of the button."""


class BlockTally(Model):
    id: str
    """Id of the block within its document: `b1`, `b2`, … in reading order; events and findings name it."""
    anchor: Optional[str] = None
    """The author's own `{#id}`, the target of `[text](#id)`; absent where none was given."""
    type: Literal["tally"]
    collection: str
    """Name of the collection that keeps what visitors enter; blocks of one name share it."""
    mode: Optional[Union[Literal["open", "submit", "read"], str]] = None
    """`open`: visitors read and write. `submit`: they add, and only the owner reads. `read`: they read, and only the
    owner writes."""
    kind: Union[Literal["bar", "column"], str]
    """How entries are drawn: lying or standing bars."""
    title: Optional[str] = None
    """Title of the chart."""
    by: str
    """Field whose values are the categories."""
    sum: Optional[str] = None
    """Field of numbers that is summed; absent: entries are counted."""
    unit: Optional[str] = None
    """Unit of the sums."""


class BlockCalculator(Model):
    id: str
    """Id of the block within its document: `b1`, `b2`, … in reading order; events and findings name it."""
    anchor: Optional[str] = None
    """The author's own `{#id}`, the target of `[text](#id)`; absent where none was given."""
    type: Literal["calculator"]
    title: Optional[List[BlockHeadingRun]] = None
    """Heading of the block."""
    inputs: List[BlockCalculatorInput]
    """What visitors enter."""
    results: List[BlockCalculatorResult]
    """Formulas over the inputs and the results above: `=[Guests]*[Menu]`. `format` is a column type (`eur2`, `int`,
    `pct1`)."""


class BlockCalculatorInput(Model):
    name: str
    """Name of the field: its label, and its key in a record."""
    type: Union[Literal["number", "choice", "check"], str]
    """A number, one of `choices`, or a box to check."""
    value: float
    """As it is when the page opens: the number, the value of the choice, or what the box counts when it is checked."""
    checked: Optional[Literal[True]] = None
    """Of a box: checked when the page opens."""
    choices: Optional[List[BlockCalculatorInputChoice]] = None
    """Of a `choice`: what can be chosen."""
    min: Optional[float] = None
    """The least number."""
    max: Optional[float] = None
    """The greatest number."""
    hint: Optional[str] = None
    """What is said beside the field."""


class BlockCalculatorInputChoice(Model):
    label: str
    """What is shown."""
    value: float
    """What it counts."""


class BlockCalculatorResult(Model):
    name: str
    """Name of the result."""
    formula: str
    """Over the inputs and the results above: `=[Guests]*[Menu]`."""
    format: Optional[str] = None
    """A column type, such as `eur2`, `int` or `pct1`."""


class CanvasNodeItem(Model):
    tag: Union[Literal["div", "p", "h1", "h2", "h3", "h4", "h5", "h6", "span", "strong", "em", "small", "br", "ul", "ol", "li", "img", "a", "table", "tr", "th", "td", "icon", "x-chart", "x-line", "svg", "g", "rect", "circle", "ellipse", "line", "polyline", "polygon", "path", "text"], str]
    """What the element is, as in HTML and SVG."""
    name: Optional[str] = None
    """The author's own `id`, by which faults and connectors name the element."""
    classes: Optional[List[str]] = None
    """Classes, which rules of the style sheet name."""
    style: Optional[Dict[str, str]] = None
    """Its own declarations, by the name of the property."""
    attributes: Optional[Dict[str, str]] = None
    """`src`, `alt`, `href`, `data-icon`, …, and the geometry of vector elements."""
    children: Optional[List[CanvasNode]] = None
    """What is inside: texts and elements."""


class Usage(Model):
    object: Literal["usage"]
    from_: str = Field(..., alias="from")
    """UTC."""
    to: str
    """UTC."""
    group_by: List[Union[Literal["day", "key", "level"], str]]
    """What the rows are divided by."""
    currency: str
    """ISO 4217."""
    data: List[UsageRow]
    """A row for each day, key and level that has any."""
    total: UsageTotal
    """The sum of all rows."""


class UsageTotal(Model):
    """The sum of all rows."""

    documents: int
    """That were delivered."""
    failed: int
    """Not charged."""
    canceled: int
    """Not charged."""
    pages: int
    """Pages of the documents that were delivered."""
    amount: int
    """In minor units of the currency, such as cents."""


class UsageRow(Model):
    day: Optional[str] = None
    """Where it is grouped by."""
    key: Optional[UsageRowKey] = None
    """Where it is grouped by; null for documents that no key has made."""
    level: Optional[Union[Literal["fast", "standard", "best"], str]] = None
    """Where it is grouped by; null for what has no level, such as reviews."""
    documents: int
    """That were delivered."""
    failed: int
    """Not charged."""
    canceled: int
    """Not charged."""
    pages: int
    """Pages of the documents that were delivered."""
    amount: int
    """In minor units of the currency, such as cents."""


class UsageRowKey(Model):
    id: str
    """Id of the key."""
    name: str
    """Its name."""
    prefix: str
    """How the key begins."""


class Balance(Model):
    object: Literal["balance"]
    currency: str
    """ISO 4217."""
    available: int
    """What is left to spend."""
    reserved: int
    """For documents under way."""
    granted: int
    """What was added."""
    charged: int
    """What was charged for documents."""
    notice: Optional[BalanceNotice]
    """When to be told that the balance is low; null: never."""
    prices: BalancePrices
    """Of a document, by its level."""
    can_pay_in: bool
    """Whether `POST /top-ups` leads to a payment page."""


class BalanceNotice(Model):
    below: int
    """A notice is sent once less than this is left, in minor units."""
    email: Optional[str]
    """Who is told; null: the owners of the organisation."""


class BalancePrices(Model):
    """Of a document, by its level."""

    fast: int
    """In minor units of the currency, such as cents."""
    standard: int
    """In minor units of the currency, such as cents."""
    best: int
    """In minor units of the currency, such as cents."""


class Statement(Model):
    object: Literal["statement"]
    month: str
    """Such as `2026-11`, in UTC."""
    organisation: str
    """Name of the organisation."""
    currency: str
    """ISO 4217."""
    complete: bool
    """false while the month is not over (UTC)."""
    opening: int
    """What was there before the month: granted − charged."""
    granted: int
    """What was added."""
    charged: int
    """What was charged for documents."""
    closing: int
    """What was there at the end: opening + granted − charged."""
    lines: List[StatementLine]
    """Every addition and every day with documents, oldest first."""
    created_at: datetime
    """When the statement was drawn up."""


class StatementLine(Model):
    day: str
    """UTC."""
    kind: Union[Literal["grant", "documents"], str]
    """`grant`: money that was added. `documents`: documents of one day and level."""
    description: str
    """What it was, in words."""
    level: Optional[Union[Literal["fast", "standard", "best"], str]]
    """Level of the documents; null for money that was added."""
    documents: int
    """How many documents."""
    pages: int
    """Pages of the documents that were delivered."""
    amount: int
    """Positive where money was added, negative for documents."""


class TopUp(Model):
    object: Literal["top_up"]
    id: str
    """Id of the payment at the provider."""
    url: str
    """Where it is paid. The balance grows once the provider says that it was."""
    amount: int
    """In minor units of the currency, such as cents."""
    currency: str
    """ISO 4217."""
    expires_at: Optional[datetime]
    """Until when the page takes the payment; null where it does not end."""


class WebhookEndpoint(Model):
    id: str
    """Id of a webhook endpoint, `whk_…`."""
    object: Literal["webhook_endpoint"]
    url: str
    """Where events are posted to."""
    events: List[str]
    """Types of events that are sent."""
    description: Optional[str]
    """What it is for, in your words."""
    enabled: bool
    """Whether anything is delivered."""
    disabled_reason: Optional[Union[Literal["failing", "gone"], str]]
    """Why the service disabled it; null where it did not."""
    failing_since: Optional[datetime]
    """Since when no attempt has succeeded."""
    last_delivered_at: Optional[datetime]
    """The last success, right to the minute."""
    previous_secret_expires_at: Optional[datetime]
    """Until then the secret before the last rotation signs too."""
    created_at: datetime
    """Instant in UTC, ISO 8601 with milliseconds."""


class WebhookEndpointWithSecret(Model):
    id: str
    """Id of a webhook endpoint, `whk_…`."""
    object: Literal["webhook_endpoint"]
    url: str
    """Where events are posted to."""
    events: List[str]
    """Types of events that are sent."""
    description: Optional[str]
    """What it is for, in your words."""
    enabled: bool
    """Whether anything is delivered."""
    disabled_reason: Optional[Union[Literal["failing", "gone"], str]]
    """Why the service disabled it; null where it did not."""
    failing_since: Optional[datetime]
    """Since when no attempt has succeeded."""
    last_delivered_at: Optional[datetime]
    """The last success, right to the minute."""
    previous_secret_expires_at: Optional[datetime]
    """Until then the secret before the last rotation signs too."""
    created_at: datetime
    """Instant in UTC, ISO 8601 with milliseconds."""
    secret: str
    """Shown once; begins with `whsec_`."""


class WebhookEndpointList(Model):
    object: Literal["list"]
    data: List[WebhookEndpoint]
    """The items of this page, in the order that was asked for."""
    first_id: Optional[str]
    """Id of the first item: `before` of the page in front of it. Null on an empty page."""
    last_id: Optional[str]
    """`after` of the next page."""
    has_more: bool
    """Whether there are more behind this page, or before it where the list walks by `before`."""


class DeletedWebhookEndpoint(Model):
    id: str
    """Id of the endpoint that was deleted."""
    object: Literal["webhook_endpoint"]
    deleted: Literal[True]


class WebhookDelivery(Model):
    id: str
    """Id of the delivery."""
    object: Literal["webhook_delivery"]
    endpoint_id: str
    """Id of a webhook endpoint, `whk_…`."""
    event_id: str
    """Also the `webhook-id`, by which receivers tell repeats."""
    event_type: str
    """Type of the event."""
    document_id: Optional[str]
    """The document that the event is about; null where it is about none."""
    status: Union[Literal["pending", "delivered", "failed"], str]
    """`pending`: tried, or tried again. `delivered`: answered with 2xx. `failed`: given up after the last attempt."""
    attempts: int
    """Attempts so far."""
    response_status: Optional[int]
    """Of the last attempt; null where no answer came."""
    error: Optional[str]
    """Why the last attempt failed."""
    created_at: datetime
    """Instant in UTC, ISO 8601 with milliseconds."""
    next_attempt_at: Optional[datetime]
    """When it is tried again; null where it is not."""
    ended_at: Optional[datetime]
    """When it was delivered or given up; null before."""


class WebhookDeliveryDetail(Model):
    id: str
    """Id of the delivery."""
    object: Literal["webhook_delivery"]
    endpoint_id: str
    """Id of a webhook endpoint, `whk_…`."""
    event_id: str
    """Also the `webhook-id`, by which receivers tell repeats."""
    event_type: str
    """Type of the event."""
    document_id: Optional[str]
    """The document that the event is about; null where it is about none."""
    status: Union[Literal["pending", "delivered", "failed"], str]
    """`pending`: tried, or tried again. `delivered`: answered with 2xx. `failed`: given up after the last attempt."""
    attempts: int
    """Attempts so far."""
    response_status: Optional[int]
    """Of the last attempt; null where no answer came."""
    error: Optional[str]
    """Why the last attempt failed."""
    created_at: datetime
    """Instant in UTC, ISO 8601 with milliseconds."""
    next_attempt_at: Optional[datetime]
    """When it is tried again; null where it is not."""
    ended_at: Optional[datetime]
    """When it was delivered or given up; null before."""
    event: Optional[Dict[str, Any]]
    """The body as it is sent; null where it was deleted with its document."""
    response: Optional[WebhookDeliveryDetailResponse]
    """Answer to the last attempt."""
    attempt_log: List[WebhookAttempt]
    """The last 20 attempts, oldest first."""


class WebhookDeliveryDetailResponse(Model):
    status: int
    """HTTP status of the answer."""
    body: str
    """Its first 4,096 bytes."""
    truncated: bool
    """Whether the answer was longer."""


class WebhookAttempt(Model):
    at: datetime
    """When the attempt began."""
    duration_ms: int
    """Milliseconds until the answer, or until it was given up."""
    response_status: Optional[int]
    """HTTP status of the answer; null where none came."""
    error: Optional[str]
    """Why the attempt failed; null where it did not."""


class WebhookDeliveryList(Model):
    object: Literal["list"]
    data: List[WebhookDelivery]
    """The items of this page, in the order that was asked for."""
    first_id: Optional[str]
    """Id of the first item: `before` of the page in front of it. Null on an empty page."""
    last_id: Optional[str]
    """`after` of the next page."""
    has_more: bool
    """Whether there are more behind this page, or before it where the list walks by `before`."""


class DocumentCreatedEvent(Model):
    id: str
    """Unique: use it to process an event once."""
    version: int
    """Version of the format of `data`."""
    document_id: str
    """Id of a document, `doc_…`."""
    sequence: int
    """1, 2, 3 … without gaps within a document; the `id:` of the frame."""
    timestamp: datetime
    """Instant in UTC, ISO 8601 with milliseconds."""
    display: Optional[Dict[str, str]] = None
    """Short text ready to show, by language (`en`, `es`). Many events have none."""
    type: Literal["document.created"]
    data: DocumentCreatedData


class DocumentStartedEvent(Model):
    id: str
    """Unique: use it to process an event once."""
    version: int
    """Version of the format of `data`."""
    document_id: str
    """Id of a document, `doc_…`."""
    sequence: int
    """1, 2, 3 … without gaps within a document; the `id:` of the frame."""
    timestamp: datetime
    """Instant in UTC, ISO 8601 with milliseconds."""
    display: Optional[Dict[str, str]] = None
    """Short text ready to show, by language (`en`, `es`). Many events have none."""
    type: Literal["document.started"]
    data: DocumentStartedData


class DocumentReadyEvent(Model):
    id: str
    """Unique: use it to process an event once."""
    version: int
    """Version of the format of `data`."""
    document_id: str
    """Id of a document, `doc_…`."""
    sequence: int
    """1, 2, 3 … without gaps within a document; the `id:` of the frame."""
    timestamp: datetime
    """Instant in UTC, ISO 8601 with milliseconds."""
    display: Optional[Dict[str, str]] = None
    """Short text ready to show, by language (`en`, `es`). Many events have none."""
    type: Literal["document.ready"]
    data: DocumentReadyData


class DocumentFailedEvent(Model):
    id: str
    """Unique: use it to process an event once."""
    version: int
    """Version of the format of `data`."""
    document_id: str
    """Id of a document, `doc_…`."""
    sequence: int
    """1, 2, 3 … without gaps within a document; the `id:` of the frame."""
    timestamp: datetime
    """Instant in UTC, ISO 8601 with milliseconds."""
    display: Optional[Dict[str, str]] = None
    """Short text ready to show, by language (`en`, `es`). Many events have none."""
    type: Literal["document.failed"]
    data: DocumentFailedData


class DocumentCanceledEvent(Model):
    id: str
    """Unique: use it to process an event once."""
    version: int
    """Version of the format of `data`."""
    document_id: str
    """Id of a document, `doc_…`."""
    sequence: int
    """1, 2, 3 … without gaps within a document; the `id:` of the frame."""
    timestamp: datetime
    """Instant in UTC, ISO 8601 with milliseconds."""
    display: Optional[Dict[str, str]] = None
    """Short text ready to show, by language (`en`, `es`). Many events have none."""
    type: Literal["document.canceled"]
    data: DocumentCanceledData


class StyleResolvedEvent(Model):
    id: str
    """Unique: use it to process an event once."""
    version: int
    """Version of the format of `data`."""
    document_id: str
    """Id of a document, `doc_…`."""
    sequence: int
    """1, 2, 3 … without gaps within a document; the `id:` of the frame."""
    timestamp: datetime
    """Instant in UTC, ISO 8601 with milliseconds."""
    display: Optional[Dict[str, str]] = None
    """Short text ready to show, by language (`en`, `es`). Many events have none."""
    type: Literal["style.resolved"]
    data: StyleResolvedData


class ContentBlockStartedEvent(Model):
    id: str
    """Unique: use it to process an event once."""
    version: int
    """Version of the format of `data`."""
    document_id: str
    """Id of a document, `doc_…`."""
    sequence: int
    """1, 2, 3 … without gaps within a document; the `id:` of the frame."""
    timestamp: datetime
    """Instant in UTC, ISO 8601 with milliseconds."""
    display: Optional[Dict[str, str]] = None
    """Short text ready to show, by language (`en`, `es`). Many events have none."""
    type: Literal["content.block_started"]
    data: ContentBlockStartedData


class ContentBlockDeltaEvent(Model):
    id: str
    """Unique: use it to process an event once."""
    version: int
    """Version of the format of `data`."""
    document_id: str
    """Id of a document, `doc_…`."""
    sequence: int
    """1, 2, 3 … without gaps within a document; the `id:` of the frame."""
    timestamp: datetime
    """Instant in UTC, ISO 8601 with milliseconds."""
    display: Optional[Dict[str, str]] = None
    """Short text ready to show, by language (`en`, `es`). Many events have none."""
    type: Literal["content.block_delta"]
    data: ContentBlockDeltaData


class ContentBlockCompletedEvent(Model):
    id: str
    """Unique: use it to process an event once."""
    version: int
    """Version of the format of `data`."""
    document_id: str
    """Id of a document, `doc_…`."""
    sequence: int
    """1, 2, 3 … without gaps within a document; the `id:` of the frame."""
    timestamp: datetime
    """Instant in UTC, ISO 8601 with milliseconds."""
    display: Optional[Dict[str, str]] = None
    """Short text ready to show, by language (`en`, `es`). Many events have none."""
    type: Literal["content.block_completed"]
    data: ContentBlockCompletedData


class ContentBlockRemovedEvent(Model):
    id: str
    """Unique: use it to process an event once."""
    version: int
    """Version of the format of `data`."""
    document_id: str
    """Id of a document, `doc_…`."""
    sequence: int
    """1, 2, 3 … without gaps within a document; the `id:` of the frame."""
    timestamp: datetime
    """Instant in UTC, ISO 8601 with milliseconds."""
    display: Optional[Dict[str, str]] = None
    """Short text ready to show, by language (`en`, `es`). Many events have none."""
    type: Literal["content.block_removed"]
    data: ContentBlockRemovedData


class EditPlannedEvent(Model):
    id: str
    """Unique: use it to process an event once."""
    version: int
    """Version of the format of `data`."""
    document_id: str
    """Id of a document, `doc_…`."""
    sequence: int
    """1, 2, 3 … without gaps within a document; the `id:` of the frame."""
    timestamp: datetime
    """Instant in UTC, ISO 8601 with milliseconds."""
    display: Optional[Dict[str, str]] = None
    """Short text ready to show, by language (`en`, `es`). Many events have none."""
    type: Literal["edit.planned"]
    data: EditPlannedData


class EditOperationAppliedEvent(Model):
    id: str
    """Unique: use it to process an event once."""
    version: int
    """Version of the format of `data`."""
    document_id: str
    """Id of a document, `doc_…`."""
    sequence: int
    """1, 2, 3 … without gaps within a document; the `id:` of the frame."""
    timestamp: datetime
    """Instant in UTC, ISO 8601 with milliseconds."""
    display: Optional[Dict[str, str]] = None
    """Short text ready to show, by language (`en`, `es`). Many events have none."""
    type: Literal["edit.operation_applied"]
    data: EditOperationAppliedData


class EditOperationRejectedEvent(Model):
    id: str
    """Unique: use it to process an event once."""
    version: int
    """Version of the format of `data`."""
    document_id: str
    """Id of a document, `doc_…`."""
    sequence: int
    """1, 2, 3 … without gaps within a document; the `id:` of the frame."""
    timestamp: datetime
    """Instant in UTC, ISO 8601 with milliseconds."""
    display: Optional[Dict[str, str]] = None
    """Short text ready to show, by language (`en`, `es`). Many events have none."""
    type: Literal["edit.operation_rejected"]
    data: EditOperationRejectedData


class RenderCompletedEvent(Model):
    id: str
    """Unique: use it to process an event once."""
    version: int
    """Version of the format of `data`."""
    document_id: str
    """Id of a document, `doc_…`."""
    sequence: int
    """1, 2, 3 … without gaps within a document; the `id:` of the frame."""
    timestamp: datetime
    """Instant in UTC, ISO 8601 with milliseconds."""
    display: Optional[Dict[str, str]] = None
    """Short text ready to show, by language (`en`, `es`). Many events have none."""
    type: Literal["render.completed"]
    data: RenderCompletedData


class ValidationIssueFoundEvent(Model):
    id: str
    """Unique: use it to process an event once."""
    version: int
    """Version of the format of `data`."""
    document_id: str
    """Id of a document, `doc_…`."""
    sequence: int
    """1, 2, 3 … without gaps within a document; the `id:` of the frame."""
    timestamp: datetime
    """Instant in UTC, ISO 8601 with milliseconds."""
    display: Optional[Dict[str, str]] = None
    """Short text ready to show, by language (`en`, `es`). Many events have none."""
    type: Literal["validation.issue_found"]
    data: ValidationIssueFoundData


class ValidationCompletedEvent(Model):
    id: str
    """Unique: use it to process an event once."""
    version: int
    """Version of the format of `data`."""
    document_id: str
    """Id of a document, `doc_…`."""
    sequence: int
    """1, 2, 3 … without gaps within a document; the `id:` of the frame."""
    timestamp: datetime
    """Instant in UTC, ISO 8601 with milliseconds."""
    display: Optional[Dict[str, str]] = None
    """Short text ready to show, by language (`en`, `es`). Many events have none."""
    type: Literal["validation.completed"]
    data: ValidationCompletedData


class RepairAppliedEvent(Model):
    id: str
    """Unique: use it to process an event once."""
    version: int
    """Version of the format of `data`."""
    document_id: str
    """Id of a document, `doc_…`."""
    sequence: int
    """1, 2, 3 … without gaps within a document; the `id:` of the frame."""
    timestamp: datetime
    """Instant in UTC, ISO 8601 with milliseconds."""
    display: Optional[Dict[str, str]] = None
    """Short text ready to show, by language (`en`, `es`). Many events have none."""
    type: Literal["repair.applied"]
    data: RepairAppliedData


class RepairRejectedEvent(Model):
    id: str
    """Unique: use it to process an event once."""
    version: int
    """Version of the format of `data`."""
    document_id: str
    """Id of a document, `doc_…`."""
    sequence: int
    """1, 2, 3 … without gaps within a document; the `id:` of the frame."""
    timestamp: datetime
    """Instant in UTC, ISO 8601 with milliseconds."""
    display: Optional[Dict[str, str]] = None
    """Short text ready to show, by language (`en`, `es`). Many events have none."""
    type: Literal["repair.rejected"]
    data: RepairRejectedData


class AgentNoteEvent(Model):
    id: str
    """Unique: use it to process an event once."""
    version: int
    """Version of the format of `data`."""
    document_id: str
    """Id of a document, `doc_…`."""
    sequence: int
    """1, 2, 3 … without gaps within a document; the `id:` of the frame."""
    timestamp: datetime
    """Instant in UTC, ISO 8601 with milliseconds."""
    display: Optional[Dict[str, str]] = None
    """Short text ready to show, by language (`en`, `es`). Many events have none."""
    type: Literal["note"]
    data: NoteData


class RequirementCheckedEvent(Model):
    id: str
    """Unique: use it to process an event once."""
    version: int
    """Version of the format of `data`."""
    document_id: str
    """Id of a document, `doc_…`."""
    sequence: int
    """1, 2, 3 … without gaps within a document; the `id:` of the frame."""
    timestamp: datetime
    """Instant in UTC, ISO 8601 with milliseconds."""
    display: Optional[Dict[str, str]] = None
    """Short text ready to show, by language (`en`, `es`). Many events have none."""
    type: Literal["requirement.checked"]
    data: RequirementCheckedData


class PreviewPageReadyEvent(Model):
    id: str
    """Unique: use it to process an event once."""
    version: int
    """Version of the format of `data`."""
    document_id: str
    """Id of a document, `doc_…`."""
    sequence: int
    """1, 2, 3 … without gaps within a document; the `id:` of the frame."""
    timestamp: datetime
    """Instant in UTC, ISO 8601 with milliseconds."""
    display: Optional[Dict[str, str]] = None
    """Short text ready to show, by language (`en`, `es`). Many events have none."""
    type: Literal["preview.page_ready"]
    data: PreviewPageReadyData


class OutputAvailableEvent(Model):
    id: str
    """Unique: use it to process an event once."""
    version: int
    """Version of the format of `data`."""
    document_id: str
    """Id of a document, `doc_…`."""
    sequence: int
    """1, 2, 3 … without gaps within a document; the `id:` of the frame."""
    timestamp: datetime
    """Instant in UTC, ISO 8601 with milliseconds."""
    display: Optional[Dict[str, str]] = None
    """Short text ready to show, by language (`en`, `es`). Many events have none."""
    type: Literal["output.available"]
    data: OutputAvailableData


class DocumentCreatedData(Model):
    operation: Union[Literal["create", "review", "edit"], str]
    """What was asked for."""
    format: Optional[Union[Literal["docx", "pdf", "pptx", "xlsx", "artifact"], str]]
    """The kind of file; null where it is not decided yet."""


class DocumentStartedData(Model):
    attempt: int
    """1; more where a process that made the document has died."""


class DocumentReadyData(Model):
    status: Union[Literal["ready", "ready_with_warnings", "needs_review"], str]
    """How it ended: with nothing found that matters, with warnings, or with errors that somebody should see."""
    pages: Optional[int]
    """Pages, slides or printed pages of sheets; null where they were not laid out."""
    validation_summary: Optional[FindingCounts]
    """Counts of what is left after the repairs."""


class DocumentFailedData(Model):
    error: DocumentFailedDataError
    """Why no file was made."""


class DocumentFailedDataError(Model):
    """Why no file was made."""

    code: Union[Literal["input_invalid", "unauthorized", "insufficient_balance", "session_required", "forbidden", "origin_refused", "sign_in_failed", "last_owner", "region_mismatch", "link_expired", "rate_limited", "not_an_artifact", "record_too_large", "too_many_records", "too_many_endpoints", "not_found", "file_rejected", "file_too_large", "report_not_ready", "content_deleted", "project_does_not_store", "artifact_is_local", "events_expired", "range_not_satisfiable", "idempotency_key_reused", "idempotency_request_in_progress", "feature_unavailable", "internal_error", "service_unavailable", "revision_conflict", "document_not_ready", "method_not_allowed", "unsupported_media_type", "payload_too_large", "content_empty", "docx_invalid", "file_not_found", "document_too_long", "format_unclear", "edit_not_understood", "edit_not_applied", "source_unreadable", "generation_blocked", "page_too_large", "processing_failed"], str]
    """Stable code of why no file was made (docs/errors.md)."""
    message: str
    """What the code means; what was wrong in this document is in its `error.message`."""
    retryable: bool
    """Whether the same request may pass later."""


class StyleResolvedData(Model):
    style: Style
    """The look that is used."""
    unsupported: List[str]
    """What of the requested style cannot be done."""


class ContentBlockStartedData(Model):
    block_id: str
    """Id of the block; the same in all events about it."""
    index: int
    """Among the top-level blocks, from 0."""
    type: str
    """Kind of block: `heading`, `paragraph`, `table`, …"""
    level: Optional[int] = None
    """Of headings and clauses: their level, from 1."""


class ContentBlockDeltaData(Model):
    block_id: str
    """Id of the block; the same in all events about it."""
    text: str
    """New text, in the block's Markdown."""


class ContentBlockCompletedData(Model):
    block_id: str
    """Id of the block; the same in all events about it."""
    block: Block
    """The whole block."""


class ContentBlockRemovedData(Model):
    """The document no longer has this block: another round has taken it out."""

    block_id: str
    """Id of the block; the same in all events about it."""


class EditPlannedData(Model):
    operations: int
    """How many changes will be tried."""
    unsupported: List[str]
    """What of the request cannot be done."""


class EditOperationAppliedData(Model):
    op: str
    """Name of the operation."""
    target: Optional[str] = None
    """Address that it named; absent for one on the whole file."""
    before: Optional[str] = None
    """The text as it was, shortened where it is long."""
    after: Optional[str] = None
    """The text as it is now, shortened where it is long."""


class EditOperationRejectedData(Model):
    op: str
    """Name of the operation."""
    target: Optional[str] = None
    """Address that it named; absent for one on the whole file."""
    reason: Union[Literal["target_not_found", "ambiguous_target", "expect_mismatch", "overlapping_operation", "read_only_content", "protected_document", "merged_cells", "formula_error", "would_overflow", "unsupported", "no_effect"], str]
    """Why it was rejected (docs/editing.md)."""
    message: str
    """The same in one plain sentence."""


class RenderCompletedData(Model):
    iteration: int
    """Which rendering, from 1."""
    pages: int
    """How many pages were drawn."""
    duration_ms: float
    """Milliseconds that it took."""


class ValidationIssueFoundData(Model):
    code: FindingCode
    severity: Union[Literal["error", "warning", "info"], str]
    """`error`: somebody should see it before the document is used. `warning`: a flaw. `info`: good to know."""
    fixable: bool
    """Whether the service could repair it."""
    message: str
    """What kind of thing was found, and where. The report has the whole message."""
    location: ValidationIssueFoundDataLocation
    """Where it was found."""


class ValidationIssueFoundDataLocation(Model):
    """Where it was found."""

    page: Optional[int] = None
    """Page, from 1."""
    slide: Optional[int] = None
    """Slide, from 1."""
    cell: Optional[str] = None
    """Cell or range, as `B7`."""
    block_id: Optional[str] = None
    """Block of the content, or an address in the file."""
    bbox: Optional[Tuple[float, float, float, float]] = None
    """Left, top, right, bottom in points from the page's upper left corner."""


class ValidationCompletedData(Model):
    errors: int
    """How many findings somebody should see before the document is used."""
    warnings: int
    """How many findings are flaws that do not keep it from being used."""
    info: int
    """How many findings are for information only."""
    iteration: int
    """Which rendering, from 1."""


class RepairAppliedData(Model):
    iteration: int
    """Which rendering, from 1."""
    fix: str
    """Name of the repair, as in docs/findings.md, or of a tool of the agent, as in docs/agent.md."""
    issue_code: Union[FindingCode, Literal["design"]]
    """Code of the finding that it repairs; `design`: the agent made the document better."""


class RepairRejectedData(Model):
    iteration: int
    """Which rendering, from 1."""
    fix: str
    """Name of the repair, as in docs/findings.md, or of a tool of the agent, as in docs/agent.md."""
    issue_code: Union[FindingCode, Literal["design"]]
    """Code of the finding that it repairs; `design`: the agent made the document better."""
    reason: str
    """Why it was taken back."""


class NoteData(Model):
    code: FindingCode
    severity: Union[Literal["warning", "info"], str]
    """`warning`: something was lost or changed. `info`: good to know."""
    message: str
    """What kind of note it is. The report has the whole message."""


class RequirementCheckedData(Model):
    status: Union[Literal["met", "not_met", "not_checked"], str]
    """Whether the file has it."""
    index: int
    """In `requirements` of the report, from 0. The report has its text and evidence."""


class PreviewPageReadyData(Model):
    page: int
    """Number of the page, from 1."""
    total: int
    """How many pages there are."""
    output_id: str
    """Id of the output: `GET /documents/{document_id}/outputs` gives its link."""
    width: int
    """Width of the picture in pixels."""
    height: int
    """Height of the picture in pixels."""


class OutputAvailableData(Model):
    output_id: str
    """Id of the output: `GET /documents/{document_id}/outputs` gives its link."""
    kind: Union[Literal["docx", "pptx", "xlsx", "pdf", "preview", "html"], str]
    """What it is: the file itself, its PDF, a `preview`, or `html`."""
    bytes: int
    """Size in bytes."""


class BalanceLowEvent(Model):
    id: str
    """Unique, and the `webhook-id`: use it to process an event once."""
    type: Literal["balance.low"]
    version: int
    """Version of the format of `data`."""
    timestamp: datetime
    """Instant in UTC, ISO 8601 with milliseconds."""
    data: BalanceLowData


class WebhookTestEvent(Model):
    id: str
    """Unique, and the `webhook-id`: use it to process an event once."""
    type: Literal["webhook.test"]
    version: int
    """Version of the format of `data`."""
    timestamp: datetime
    """Instant in UTC, ISO 8601 with milliseconds."""
    data: WebhookTestData


class WebhookEndpointDisabledEvent(Model):
    id: str
    """Unique, and the `webhook-id`: use it to process an event once."""
    type: Literal["webhook_endpoint.disabled"]
    version: int
    """Version of the format of `data`."""
    timestamp: datetime
    """Instant in UTC, ISO 8601 with milliseconds."""
    data: WebhookEndpointDisabledData


class BalanceLowData(Model):
    available: int
    """What is left, in minor units."""
    below: int
    """The notice that was set."""
    currency: str
    """ISO 4217."""


class WebhookTestData(Model):
    endpoint_id: str
    """Id of a webhook endpoint, `whk_…`."""
    message: str
    """Says that this is a test."""


class WebhookEndpointDisabledData(Model):
    endpoint_id: str
    """Id of a webhook endpoint, `whk_…`."""
    url: str
    """Where events are posted to."""
    reason: Union[Literal["failing", "gone"], str]
    """`failing`: nothing was delivered for five days; `gone`: it answered 410."""
    failing_since: Optional[datetime]
    """Since when nothing was delivered; null where it answered 410."""


DocumentResult = Union[DocumentRecord, DryRun]

ArtifactValue = Dict[str, Any]
"""A JSON object."""

FillAccepted = Union[DocumentRecord, FillBatch]

FindingCode = Union[Literal["alt_text_missing", "caption_number_typed", "caption_stranded", "characters_private", "characters_without_font", "check_failed", "clause_reference_broken", "clause_reference_circular", "closing_torn", "column_cramped", "column_too_narrow", "content_past_margin", "contents_stale", "contrast_low", "date_impossible", "external_link", "fake_heading", "fake_list", "fake_numbered_list", "field_broken", "figure_conflict", "figure_hashed", "font_substituted", "footnote_missing", "formula_circular", "formula_error", "formula_inconsistent", "formula_reads_nothing", "formula_value_stale", "glyphs_missing", "header_collision", "heading_level_skipped", "heading_number_broken", "heading_stranded", "identifier_grouped", "identifier_wrapped", "ids_duplicate", "last_page_almost_empty", "list_double_marked", "list_item_stranded", "logo_invisible", "margins_narrow", "markup_left", "name_broken", "number_as_text", "number_format_missing", "numbering_undefined", "package_ids_duplicate", "package_invalid", "page_blank", "page_gap", "page_limit_missed", "page_sparse", "pdf_not_accessible", "picture_distorted", "picture_low_resolution", "placeholder_left", "properties_missing", "range_incomplete", "reference_broken", "relationship_dangling", "review_partial", "section_empty", "sheet_invalid", "signature_alone", "slide_alt_text_missing", "slide_chart_unreadable", "slide_content_outside", "slide_contrast_low", "slide_dense", "slide_edges_misaligned", "slide_empty", "slide_gaps_uneven", "slide_half_empty", "slide_margin_narrow", "slide_monotonous", "slide_picture_cropped", "slide_picture_distorted", "slide_placeholder_empty", "slide_shapes_overlap", "slide_text_cut", "slide_text_overflow", "slide_text_spilled", "slide_title_long", "slide_title_missing", "slide_title_repeated", "slide_type_small", "spelling_mixed", "style_undefined", "summary_all_zero", "table_grid_mismatch", "table_header_mismatch", "table_header_not_repeated", "table_split_badly", "table_too_wide", "text_garbled", "text_overlap", "text_repeated", "title_missing", "total_hard_coded", "total_mismatch", "workbook_ids_duplicate", "active_content", "address_untraced", "addresses_missing", "anchor_duplicate", "anchor_unused", "attachments_kept", "attribute_invalid", "blocks_cut", "canvas_as_text", "canvas_contrast_low", "canvas_cut", "canvas_empty", "canvas_face_unmeasured", "canvas_icon_unknown", "canvas_last_line_short", "canvas_line_loose", "canvas_off_page", "canvas_overlap", "canvas_picture_missing", "canvas_text_overflow", "canvas_title_replaced", "canvas_type_small", "canvas_unsupported", "canvas_word_broken", "cells_hidden", "characters_dropped", "characters_unseen", "chart_as_table", "chart_column_unused", "chart_invalid", "chart_kind_changed", "chart_value_invalid", "chat_dropped", "code_unclosed", "color_unreadable", "comment_dropped", "contents_repeated", "controls_dropped", "date_ambiguous", "dates_month_first", "diagram_as_code", "diagram_lines_dropped", "directive_misplaced", "directive_stray_end", "directive_unclosed", "directive_unknown", "division_guarded", "edit_rejected", "edit_unsupported", "emoji_dropped", "encoding_guessed", "external_reference", "footnote_duplicate", "footnote_nested", "footnote_unused", "formula_as_text", "formula_unreadable", "formula_without_value", "design_invalid", "front_matter_unknown", "glyphs_unknown", "hidden_text", "html_dropped", "collection_public", "interactive_invalid", "interactive_printed", "html_table", "image_in_text", "image_missing", "image_remote", "link_broken", "link_dropped", "link_target_missing", "name_contradicts", "name_invalid", "nesting_flattened", "note_to_user", "number_ambiguous", "number_untraced", "page_cut_off", "page_dead_end", "collection_opened", "collection_removed", "field_removed", "page_collections_invalid", "page_form_unwired", "page_reaches_out", "page_not_accessible", "page_not_shown", "page_script_failed", "pages_made_pictures", "pages_not_drawn", "pages_not_seen", "pages_recognized", "wish_unsupported", "text_incomplete", "pages_without_text", "part_damaged", "part_left_out", "pdf_relaid_out", "picture_undescribed", "pictures_not_drawn", "pictures_described", "picture_recognized", "picture_without_text", "reference_ambiguous", "requirement_missed", "revision_shown", "sheet_as_section", "sheet_cut", "sheet_hidden", "sheet_renamed", "signatures_empty", "slide_as_section", "slide_hidden", "slide_layout_changed", "slides_too_many", "source_hidden_text", "source_shortened", "table_missing", "table_row_too_long", "text_cut", "total_misplaced", "total_typed", "tracked_changes", "value_hidden", "value_not_shown", "values_pending", "visual_described"], str]
"""Stable; what each means is in docs/findings.md. More may come."""

Block = Union[BlockHeading, BlockParagraph, BlockList, BlockTable, BlockImage, BlockChart, BlockCode, BlockQuote, BlockCallout, BlockEquation, BlockColumns, BlockKpis, BlockDivider, BlockPageBreak, BlockToc, BlockCover, BlockLetterhead, BlockSignatures, BlockCanvas, BlockClause, BlockFootnotes, BlockSlide, BlockSheet, BlockForm, BlockRecords, BlockChecklist, BlockPoll, BlockTally, BlockCalculator, Dict[str, Any]]

CanvasNode = Union[str, CanvasNodeItem]

DocumentCanceledData = Dict[str, Any]

DocumentEvent = Union[DocumentCreatedEvent, DocumentStartedEvent, DocumentReadyEvent, DocumentFailedEvent, DocumentCanceledEvent, StyleResolvedEvent, ContentBlockStartedEvent, ContentBlockDeltaEvent, ContentBlockCompletedEvent, ContentBlockRemovedEvent, EditPlannedEvent, EditOperationAppliedEvent, EditOperationRejectedEvent, RenderCompletedEvent, ValidationIssueFoundEvent, ValidationCompletedEvent, RepairAppliedEvent, RepairRejectedEvent, AgentNoteEvent, RequirementCheckedEvent, PreviewPageReadyEvent, OutputAvailableEvent, UnknownEvent]
"""Ignore an event of a type that is not here: more may come."""

EVENTS: Mapping[str, Type[Model]] = {
    "document.created": DocumentCreatedEvent,
    "document.started": DocumentStartedEvent,
    "document.ready": DocumentReadyEvent,
    "document.failed": DocumentFailedEvent,
    "document.canceled": DocumentCanceledEvent,
    "style.resolved": StyleResolvedEvent,
    "content.block_started": ContentBlockStartedEvent,
    "content.block_delta": ContentBlockDeltaEvent,
    "content.block_completed": ContentBlockCompletedEvent,
    "content.block_removed": ContentBlockRemovedEvent,
    "edit.planned": EditPlannedEvent,
    "edit.operation_applied": EditOperationAppliedEvent,
    "edit.operation_rejected": EditOperationRejectedEvent,
    "render.completed": RenderCompletedEvent,
    "validation.issue_found": ValidationIssueFoundEvent,
    "validation.completed": ValidationCompletedEvent,
    "repair.applied": RepairAppliedEvent,
    "repair.rejected": RepairRejectedEvent,
    "note": AgentNoteEvent,
    "requirement.checked": RequirementCheckedEvent,
    "preview.page_ready": PreviewPageReadyEvent,
    "output.available": OutputAvailableEvent,
    "balance.low": BalanceLowEvent,
    "webhook.test": WebhookTestEvent,
    "webhook_endpoint.disabled": WebhookEndpointDisabledEvent,
}
"""Types of events → their models."""

complete(globals())
