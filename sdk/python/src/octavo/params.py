"""What the service takes, as typed dictionaries. Written by `npm run gen` from the contract: change that, and not this."""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Union

from typing_extensions import Literal, Required, TypedDict


class DocumentRequest(TypedDict, total=False):
    operation: Literal["create", "review", "edit"]
    """`create` (where absent) makes a document from `content` or `prompt`; `edit` changes `file` as `prompt` asks;
    `review` looks `file` through."""
    name: str
    """A name for the document; it also names downloaded files."""
    format: Literal["docx", "pdf", "pptx", "xlsx", "artifact"]
    """The kind of file wanted. Without it the service infers it: from an unmistakable word of the prompt, else by a
    model; from Markdown `xlsx` for sheets, `pptx` for slides, else `docx`."""
    prompt: str
    """What to write (create) or change (edit). Uses a model."""
    content: DocumentRequestContent
    """Your own text in Markdown (create)."""
    style: str
    """The look in free words, or as JSON the style object of `style_applied`, whole or in part, which needs no model.
    "template: source 1", or the field `template` of that object, copies the look of that source, without a model too.
    What cannot be done is listed in `style_unsupported`."""
    quality: Literal["auto", "fast", "standard", "best"]
    """`auto` where absent; create and edit."""
    max_quality: Literal["fast", "standard", "best"]
    """With `quality: auto`: the highest level that the service may choose."""
    stream: bool
    """Answer with a stream of server-sent events, as they happen, in place of the finished document; false where
    absent."""
    background: bool
    """Answer 202 at once with the queued document; ask for it later, or be told by a webhook. false where absent."""
    metadata: Dict[str, str]
    """Keys and values of yours, kept with the document: at most 50 keys of 1 to 64 characters, values of up to 500."""
    artifact: DocumentRequestArtifact
    """Artifacts only: where the page keeps its data."""
    retention: Literal["none", "1d", "7d", "30d", "90d"]
    """How long content is kept after finishing; the project's setting where absent."""
    sources: List[FileReference]
    """create only: documents (5 at most) to write from, pictures (10 at most) to place. With `content`, pictures are
    referenced as `![caption](img:N)`, and a document is taken only as the file whose look `style` asks for."""
    file: FileReference
    """review and edit: the file to work on."""


class DocumentRequestContent(TypedDict, total=False):
    """Your own text in Markdown (create)."""

    markdown: Required[str]
    """CommonMark and GFM, with directives for covers, charts, slides, sheets and more (docs/markdown.md). Its words
    are kept as they are."""


class DocumentRequestArtifact(TypedDict, total=False):
    """Artifacts only: where the page keeps its data."""

    storage: Required[Literal["local", "shared"]]
    """`shared`: on the service, the same for all visitors. `local`: in the browser of each visitor."""


class ArtifactRecordRequest(TypedDict, total=False):
    record: Required[ArtifactValue]
    """A JSON object of at most 16 KB."""


class ArtifactRecordUpdate(TypedDict, total=False):
    record: Required[ArtifactValue]
    """A JSON object of at most 16 KB, in place of the one that is there."""
    revision: int
    """That the record must still have; any where absent."""


class UrlReference(TypedDict, total=False):
    """A file that the service downloads."""

    url: Required[str]
    """Public http or https address; up to 20 MB are downloaded."""
    filename: str
    """A name for it; that of the address where absent."""


class DataReference(TypedDict, total=False):
    """The bytes of a file."""

    data: Required[str]
    """The bytes in base64, standard alphabet, padding optional; up to 20 MB decoded."""
    filename: Required[str]
    """Its extension gives the format of text files."""


class ExtractRequest(TypedDict, total=False):
    file: Required[FileReference]
    """The file to read."""


class EditsRequest(TypedDict, total=False):
    file: Required[FileReference]
    """The file to work on."""
    operations: Required[List[EditOperation]]
    """All addresses mean the file as it was sent."""
    mode: Literal["direct", "tracked"]
    """`direct` where absent; `tracked` makes tracked changes of a Word file."""
    preview: bool
    """Say what would happen; nothing is made."""
    author: str
    """Of tracked changes and comments; the name of the key, or of the user, where absent."""
    date: str
    """Of tracked changes and comments; now where absent."""
    render: bool
    """`false`: the changed file and the report alone, at once; no PDF, no pictures, no count of pages. `true` where
    absent."""
    name: str
    """A name for the new document; that of the file where absent."""
    metadata: Dict[str, str]
    """Keys and values of yours, kept with the document: at most 50 keys of 1 to 64 characters, values of up to 500."""
    retention: Literal["none", "1d", "7d", "30d", "90d"]
    """How long content is kept after finishing; the project's setting where absent."""


class QueryTarget(TypedDict, total=False):
    query: Required[str]
    """What is meant: `table[2] row:last`, `heading:contains("Fees") + paragraph` (docs/editing.md)."""
    all: bool
    """Every block that the query finds; without it there must be one."""


CompareRequest = TypedDict(
    "CompareRequest",
    {
        "from": Required["FileReference"],
        "to": Required["FileReference"],
        "format": "Literal['json', 'docx', 'pdf']",
        "author": "str",
        "date": "str",
    },
    total=False,
)


class FillRequest(TypedDict, total=False):
    file: Required[FileReference]
    """The template: a Word, PowerPoint or Excel file, or a PDF form."""
    data: Union[Dict[str, JsonValue], List[Dict[str, JsonValue]]]
    """What the tags of the template name; a list of up to 1,000 records fills it for each of them. Required, but for
    a dry run that only asks what is wanted."""
    output: Literal["documents", "one"]
    """Of a list: `documents` (where absent) makes a document for each record, in the background; `one` puts all into
    one file."""
    missing: Literal["error", "empty", "keep"]
    """What a value that the data does not have becomes: `error` (where absent) refuses the request, `empty` leaves
    nothing, `keep` the tag."""
    language: str
    """How numbers and dates are written; the language of the template where absent."""
    format: Literal["docx", "pptx", "xlsx", "pdf"]
    """`pdf` gives the PDF alone; otherwise the kind of the template."""
    dry_run: bool
    """Say what the template wants and what is wrong; nothing is made."""
    background: bool
    """Answer 202 at once."""
    name: str
    """A name for the document; the name of the template where absent."""
    metadata: Dict[str, str]
    """Keys and values of yours, kept with the document: at most 50 keys of 1 to 64 characters, values of up to 500."""
    retention: Literal["none", "1d", "7d", "30d", "90d"]
    """How long content is kept after finishing; the project's setting where absent."""


class VersionRequest(TypedDict, total=False):
    file: Required[FileIdReference]
    """The edited file, in the format of the document."""


class SaveRequest(TypedDict, total=False):
    file: Required[FileIdReference]
    """The edited file, in the format of the document."""
    revision: Required[int]
    """The `revision` of the document that was edited."""


class BalancePatch(TypedDict, total=False):
    notice: Required[Optional[BalancePatchNotice]]
    """null: none is sent any more."""


class BalancePatchNotice(TypedDict, total=False):
    below: Required[int]
    """A notice is sent once less than this is left, in minor units."""
    email: str
    """Told by mail, where the installation sends mail; the owners of the organisation where absent."""


class StatementDocumentRequest(TypedDict, total=False):
    format: Literal["docx", "pdf"]
    """`pdf` where absent."""


class TopUpRequest(TypedDict, total=False):
    amount: Required[int]
    """In minor units: 2500 is 25.00."""
    return_url: Required[str]
    """Where the payer is sent afterwards."""


class WebhookRequest(TypedDict, total=False):
    url: Required[str]
    """A public https address: port 443, or 1024 and above."""
    events: List[str]
    """Types of events; the final ones of documents where absent. One or more of `document.created`,
    `document.started`, `document.ready`, `document.failed`, `document.canceled`, `render.completed`,
    `validation.issue_found`, `validation.completed`, `repair.applied`, `repair.rejected`, `note`,
    `requirement.checked`, `preview.page_ready`, `output.available`, `balance.low`, `webhook_endpoint.disabled`."""
    description: str
    """What it is for, in your words; up to 200 characters."""
    enabled: bool
    """Whether anything is delivered; true where absent."""


class WebhookPatch(TypedDict, total=False):
    url: str
    """A public https address: port 443, or 1024 and above."""
    events: List[str]
    """Types of events; the final ones of documents where absent. One or more of `document.created`,
    `document.started`, `document.ready`, `document.failed`, `document.canceled`, `render.completed`,
    `validation.issue_found`, `validation.completed`, `repair.applied`, `repair.rejected`, `note`,
    `requirement.checked`, `preview.page_ready`, `output.available`, `balance.low`, `webhook_endpoint.disabled`."""
    description: Optional[str]
    """What it is for, in your words; up to 200 characters. null takes it away."""
    enabled: bool
    """Whether anything is delivered; stays as it is where absent."""


class DocxReplaceText(TypedDict, total=False):
    op: Required[Literal["replace_text"]]
    target: Union[str, QueryTarget]
    """Address of a paragraph, cell, row or table, of a description (img1.alt), a chart (chart1), SmartArt (img2) or a
    comment (comment1); absent: the whole file but comments."""
    find: Required[str]
    """The text that goes, as it is shown; it may run across changes of formatting, and \\n is the end of a line or
    paragraph."""
    replace: Required[str]
    """The text that comes, in the formatting of what goes; with regex, $1 is its first group."""
    all: bool
    """Every place; without it the text must be in one place only."""
    match_case: bool
    """true where absent."""
    whole_word: bool
    """Only where no letter or digit adjoins."""
    exact: bool
    """Character by character; without it, kinds of spaces, quotes and dashes are alike, and soft hyphens and numbers
    of notes do not count."""
    regex: bool
    """find is a regular expression in the syntax of RE2."""
    expect: str
    """The text that the target must still hold; else the operation is rejected as `expect_mismatch`. Not checked
    where absent."""


class DocxRewriteBlock(TypedDict, total=False):
    op: Required[Literal["rewrite_block"]]
    target: Required[Union[str, QueryTarget]]
    """Address of a paragraph."""
    text: Required[str]
    """Its new text; \\n is a line break, \\t a tab. Words that stay keep their formatting."""
    expect: str
    """The text that the target must still hold; else the operation is rejected as `expect_mismatch`. Not checked
    where absent."""


class DocxInsertBlocks(TypedDict, total=False):
    op: Required[Literal["insert_blocks"]]
    target: Required[Union[str, QueryTarget]]
    """Address of the paragraph or table beside which they come."""
    position: Literal["before", "after"]
    """after where absent."""
    blocks: Required[List[Union[DocxInsertBlocksBlockParagraph, DocxInsertBlocksBlockHeading, DocxInsertBlocksBlockList, DocxInsertBlocksBlockQuote, DocxInsertBlocksBlockEquation, DocxInsertBlocksBlockContents, DocxInsertBlocksBlockPageBreak, DocxInsertBlocksBlockTable]]]
    """What is inside, in reading order."""
    expect: str
    """The text that the target must still hold; else the operation is rejected as `expect_mismatch`. Not checked
    where absent."""


class DocxInsertBlocksBlockParagraph(TypedDict, total=False):
    type: Required[Literal["paragraph"]]
    style: str
    """Name of a style; absent: as the running text around it."""
    align: Literal["left", "center", "right", "justify"]
    """Horizontal alignment."""
    text: str
    """The text; "\\n" begins a line."""
    runs: List[DocxInsertBlocksBlockParagraphRun]
    """In the place of text."""


class DocxInsertBlocksBlockParagraphRun(TypedDict, total=False):
    text: str
    """\\n is a line break."""
    bold: bool
    """Bold; null takes the setting away, so that that of the style holds."""
    italic: bool
    """Italic; null takes the setting away, so that that of the style holds."""
    underline: bool
    """Underlined; null takes the setting away."""
    strike: bool
    """Struck through; null takes the setting away."""
    code: bool
    """Set as code, in a face of equal widths."""
    script: Literal["super", "sub"]
    """Raised or lowered; null: on the line."""
    color: str
    """Colour of the text: Six hexadecimal digits, without #."""
    highlight: Literal["yellow", "green", "cyan", "magenta", "blue", "red", "darkBlue", "darkCyan", "darkGreen", "darkMagenta", "darkRed", "darkYellow", "darkGray", "lightGray", "black", "white"]
    """Colour behind the text, by its name in Word; null: none."""
    font: str
    """Face of the text."""
    size_pt: float
    """Size of the text in points."""
    url: str
    """Where the words lead outside."""
    to: str
    """Where the words lead in the file: a bookmark, or the address of a heading."""
    math: str
    """A formula in LaTeX, in the place of text."""
    field: Literal["page", "pages", "date", "title", "author", "file_name"]
    """What Word counts or knows, in the place of text."""


class DocxInsertBlocksBlockHeading(TypedDict, total=False):
    type: Required[Literal["heading"]]
    level: Required[int]
    """1 is the highest."""
    text: str
    """The text; "\\n" begins a line."""
    runs: List[DocxInsertBlocksBlockParagraphRun]
    """In the place of text."""


class DocxInsertBlocksBlockList(TypedDict, total=False):
    type: Required[Literal["list"]]
    ordered: bool
    """Numbers; bullets where absent. Right beside an item of the same kind the list goes on, elsewhere numbers begin
    at 1."""
    items: Required[List[Union[str, DocxInsertBlocksBlockListItem]]]
    """The items, in their order."""


class DocxInsertBlocksBlockListItem(TypedDict, total=False):
    text: str
    """The text; "\\n" begins a line."""
    runs: List[DocxInsertBlocksBlockParagraphRun]
    """The text, in stretches of one formatting."""
    items: List[Union[str, DocxInsertBlocksBlockListItemItem]]
    """A list within it."""
    ordered: bool
    """Of the list within it; absent: as the list that it is in."""


class DocxInsertBlocksBlockListItemItem(TypedDict, total=False):
    text: str
    """The text; "\\n" begins a line."""
    runs: List[DocxInsertBlocksBlockParagraphRun]
    """The text, in stretches of one formatting."""
    items: List[Union[str, DocxInsertBlocksBlockListItemItemItem]]
    """A list within it."""
    ordered: bool
    """Of the list within it; absent: as the list that it is in."""


class DocxInsertBlocksBlockListItemItemItem(TypedDict, total=False):
    text: str
    """The text; "\\n" begins a line."""
    runs: List[DocxInsertBlocksBlockParagraphRun]
    """The text, in stretches of one formatting."""
    items: List[Union[str, DocxInsertBlocksBlockListItemItemItemItem]]
    """A list within it."""
    ordered: bool
    """Of the list within it; absent: as the list that it is in."""


class DocxInsertBlocksBlockListItemItemItemItem(TypedDict, total=False):
    text: str
    """The text; "\\n" begins a line."""
    runs: List[DocxInsertBlocksBlockParagraphRun]
    """The text, in stretches of one formatting."""
    items: List[Union[str, DocxInsertBlocksBlockListItemItemItemItemItem]]
    """A list within it."""
    ordered: bool
    """Of the list within it; absent: as the list that it is in."""


class DocxInsertBlocksBlockListItemItemItemItemItem(TypedDict, total=False):
    text: str
    """The text; "\\n" begins a line."""
    runs: List[DocxInsertBlocksBlockParagraphRun]
    """The text, in stretches of one formatting."""


class DocxInsertBlocksBlockQuote(TypedDict, total=False):
    type: Required[Literal["quote"]]
    text: str
    """The text; "\\n" begins a line."""
    runs: List[DocxInsertBlocksBlockParagraphRun]
    """In the place of text."""


class DocxInsertBlocksBlockEquation(TypedDict, total=False):
    type: Required[Literal["equation"]]
    latex: Required[str]
    """LaTeX: \\frac{a}{b}."""


class DocxInsertBlocksBlockContents(TypedDict, total=False):
    type: Required[Literal["contents"]]
    levels: int
    """Of headings, 3 where absent. Word fills it when it opens the file; refresh_toc does at once."""


class DocxInsertBlocksBlockPageBreak(TypedDict, total=False):
    type: Required[Literal["page_break"]]


class DocxInsertBlocksBlockTable(TypedDict, total=False):
    type: Required[Literal["table"]]
    rows: Required[List[List[Union[str, DocxInsertBlocksBlockTableRow]]]]
    """The rows, from the top."""
    header: bool
    """true where absent: the first row is the head."""
    style: str
    """Name of a table style; absent: as other tables of the file."""
    columns: List[DocxInsertBlocksBlockTableColumn]
    """Widths and alignments of the columns, from the left; the rest share what is left."""


class DocxInsertBlocksBlockTableRow(TypedDict, total=False):
    text: str
    """The text; "\\n" begins a line."""
    runs: List[DocxInsertBlocksBlockParagraphRun]
    """The text, in stretches of one formatting."""
    align: Literal["left", "center", "right", "justify"]
    """Horizontal alignment."""
    fill: str
    """Colour behind the cell: Six hexadecimal digits, without #."""


class DocxInsertBlocksBlockTableColumn(TypedDict, total=False):
    width_cm: float
    """Width in centimetres."""
    align: Literal["left", "center", "right", "justify"]
    """Horizontal alignment."""


class DocxDeleteBlock(TypedDict, total=False):
    op: Required[Literal["delete_block"]]
    target: Required[Union[str, QueryTarget]]
    """Address of a paragraph or a table."""
    expect: str
    """The text that the target must still hold; else the operation is rejected as `expect_mismatch`. Not checked
    where absent."""


class DocxMoveBlock(TypedDict, total=False):
    op: Required[Literal["move_block"]]
    target: Required[Union[str, QueryTarget]]
    """Address of a paragraph or a table."""
    count: int
    """Blocks that go together from there on; 1 where absent."""
    to: Required[Union[str, QueryTarget]]
    """Address of the paragraph or table beside which it comes."""
    position: Literal["before", "after"]
    """after where absent."""
    expect: str
    """The text that the target must still hold; else the operation is rejected as `expect_mismatch`. Not checked
    where absent."""


class DocxSetFormat(TypedDict, total=False):
    op: Required[Literal["set_format"]]
    target: Required[Union[str, QueryTarget]]
    """Address of a paragraph, cell, row or table."""
    find: str
    """Only these words of it."""
    all: bool
    """With find: every place."""
    style: str
    """Name of a paragraph style: Heading 2, Quote."""
    bold: Optional[bool]
    """Bold; null takes the setting away, so that that of the style holds."""
    italic: Optional[bool]
    """Italic; null takes the setting away, so that that of the style holds."""
    underline: Optional[bool]
    """Underlined; null takes the setting away."""
    strike: Optional[bool]
    """Struck through; null takes the setting away."""
    script: Optional[Literal["super", "sub"]]
    """Raised or lowered; null: on the line."""
    color: Optional[str]
    """Colour of the text: Six hexadecimal digits, without #."""
    highlight: Optional[Literal["yellow", "green", "cyan", "magenta", "blue", "red", "darkBlue", "darkCyan", "darkGreen", "darkMagenta", "darkRed", "darkYellow", "darkGray", "lightGray", "black", "white"]]
    """Colour behind the text, by its name in Word; null: none."""
    font: Optional[str]
    """Face of the text."""
    size_pt: Optional[float]
    """Size of the text in points."""
    align: Optional[Literal["left", "center", "right", "justify"]]
    """Horizontal alignment."""
    indent_cm: Optional[float]
    """From the left."""
    first_line_cm: Optional[float]
    """Of the first line; less than 0 hangs."""
    space_before_pt: Optional[float]
    """Distance above the paragraph in points, 0 to 400."""
    space_after_pt: Optional[float]
    """Distance below the paragraph in points, 0 to 400."""
    line_spacing: Optional[float]
    """1 is single."""
    keep_with_next: Optional[bool]
    """On the same page as the paragraph that follows."""
    page_break_before: Optional[bool]
    """At the head of a page."""
    fill: Optional[str]
    """Background of cells."""
    expect: str
    """The text that the target must still hold; else the operation is rejected as `expect_mismatch`. Not checked
    where absent."""


class DocxSetCellText(TypedDict, total=False):
    op: Required[Literal["set_cell_text"]]
    target: Required[Union[str, QueryTarget]]
    """Address of a cell, t1.r2.c3."""
    text: Required[str]
    """The text; "\\n" begins a line."""
    expect: str
    """The text that the target must still hold; else the operation is rejected as `expect_mismatch`. Not checked
    where absent."""


class DocxInsertRows(TypedDict, total=False):
    op: Required[Literal["insert_rows"]]
    target: Required[Union[str, QueryTarget]]
    """Address of a row; the new ones look like it."""
    position: Literal["before", "after"]
    """after where absent."""
    rows: Required[List[List[str]]]
    """Texts of the cells, row by row."""
    expect: str
    """The text that the target must still hold; else the operation is rejected as `expect_mismatch`. Not checked
    where absent."""


class DocxDeleteRows(TypedDict, total=False):
    op: Required[Literal["delete_rows"]]
    target: Required[Union[str, QueryTarget]]
    """Address of the first row."""
    count: int
    """1 where absent."""
    expect: str
    """The text that the target must still hold; else the operation is rejected as `expect_mismatch`. Not checked
    where absent."""


class DocxInsertColumns(TypedDict, total=False):
    op: Required[Literal["insert_columns"]]
    target: Required[Union[str, QueryTarget]]
    """Address of a cell; the new ones look like it and its neighbours above and below."""
    position: Literal["before", "after"]
    """after where absent."""
    columns: Required[List[List[str]]]
    """Texts of the cells from the top, column by column."""
    expect: str
    """The text that the target must still hold; else the operation is rejected as `expect_mismatch`. Not checked
    where absent."""


class DocxDeleteColumns(TypedDict, total=False):
    op: Required[Literal["delete_columns"]]
    target: Required[Union[str, QueryTarget]]
    """Address of a cell in the first column that goes."""
    count: int
    """Columns from there on; absent: those of the cell."""
    expect: str
    """The text that the target must still hold; else the operation is rejected as `expect_mismatch`. Not checked
    where absent."""


class DocxMergeCells(TypedDict, total=False):
    op: Required[Literal["merge_cells"]]
    target: Required[Union[str, QueryTarget]]
    """Address of the cell at the upper left: t2.r1.c1."""
    to: Required[Union[str, QueryTarget]]
    """Address of the cell at the lower right: t2.r2.c3."""
    expect: str
    """The text that the target must still hold; else the operation is rejected as `expect_mismatch`. Not checked
    where absent."""


class DocxUnmergeCells(TypedDict, total=False):
    op: Required[Literal["unmerge_cells"]]
    target: Required[Union[str, QueryTarget]]
    """Address of a cell: t2.r1.c3."""
    expect: str
    """The text that the target must still hold; else the operation is rejected as `expect_mismatch`. Not checked
    where absent."""


class DocxSplitCell(TypedDict, total=False):
    op: Required[Literal["split_cell"]]
    target: Required[Union[str, QueryTarget]]
    """Address of a cell: t2.r1.c3."""
    columns: Required[int]
    """Cells beside each other that it becomes; the text stays in the first."""
    expect: str
    """The text that the target must still hold; else the operation is rejected as `expect_mismatch`. Not checked
    where absent."""


class DocxInsertImage(TypedDict, total=False):
    op: Required[Literal["insert_image"]]
    target: Required[Union[str, QueryTarget]]
    """Address of the paragraph or table beside which it comes."""
    position: Literal["before", "after"]
    """after where absent."""
    image: Required[Union[DocxInsertImageImage1, DocxInsertImageImage2, str]]
    """A PNG, JPEG or GIF picture: base64 in `data`, an address in `url`, or the id of an uploaded file."""
    alt: str
    """What it shows, for those who do not see it."""
    caption: str
    """Caption; its number is counted and not part of it."""
    width_cm: float
    """Absent: as large as its pixels allow and the text is wide."""
    align: Literal["left", "center", "right"]
    """Horizontal alignment."""
    expect: str
    """The text that the target must still hold; else the operation is rejected as `expect_mismatch`. Not checked
    where absent."""


class DocxInsertImageImage1(TypedDict, total=False):
    data: Required[str]
    """The bytes in base64."""
    filename: str
    """Its name, which changes nothing."""


class DocxInsertImageImage2(TypedDict, total=False):
    url: Required[str]
    """A public address, from which the service fetches the file."""
    filename: str
    """Its name, which changes nothing."""


class DocxInsertTextBox(TypedDict, total=False):
    op: Required[Literal["insert_text_box"]]
    target: Required[Union[str, QueryTarget]]
    """Address of the paragraph that it is anchored at: it goes where that paragraph goes."""
    text: str
    """Each line is a paragraph."""
    paragraphs: List[DocxInsertTextBoxParagraph]
    """In the place of text: paragraphs with formats."""
    side: Literal["left", "right", "center"]
    """right where absent. Text runs beside a box at the left or right, and above and below one in the center."""
    width_cm: float
    """Absent: a third of the width of the text, in the center two thirds."""
    fill: str
    """Absent: no ground."""
    border: str
    """Of the line around it; absent: a thin black one."""
    alt: str
    """What it is, for those who do not see it; what it says is read in any case."""
    expect: str
    """The text that the target must still hold; else the operation is rejected as `expect_mismatch`. Not checked
    where absent."""


class DocxInsertTextBoxParagraph(TypedDict, total=False):
    text: str
    """The text; "\\n" begins a line."""
    runs: List[DocxInsertBlocksBlockParagraphRun]
    """In the place of text."""
    style: str
    """Name of a style; absent: as the running text around it."""
    align: Literal["left", "center", "right", "justify"]
    """Horizontal alignment."""


class DocxReplaceImage(TypedDict, total=False):
    op: Required[Literal["replace_image"]]
    target: Required[Union[str, QueryTarget]]
    """Address of a picture, img1."""
    image: Required[Union[DocxInsertImageImage1, DocxInsertImageImage2, str]]
    """A PNG, JPEG or GIF picture: base64 in `data`, an address in `url`, or the id of an uploaded file."""
    alt: str
    """Absent: the description stays."""
    expect: str
    """Its description."""


class DocxInsertChart(TypedDict, total=False):
    op: Required[Literal["insert_chart"]]
    target: Required[Union[str, QueryTarget]]
    """Address of the paragraph or table beside which it comes."""
    position: Literal["before", "after"]
    """after where absent."""
    chart: Required[DocxInsertChartChart]
    """`title` becomes the caption."""
    alt: str
    """Absent: a description of its figures."""
    width_cm: float
    """Absent: as wide as the text."""
    expect: str
    """The text that the target must still hold; else the operation is rejected as `expect_mismatch`. Not checked
    where absent."""


class DocxInsertChartChart(TypedDict, total=False):
    """`title` becomes the caption."""

    kind: Required[Literal["bar", "column", "stacked", "line", "area", "pie", "doughnut", "scatter", "combo"]]
    """Which kind it is."""
    title: str
    """Title; of colours and alignments: that of the title."""
    unit: str
    """Unit of the values."""
    category_label: str
    """What the categories are: the title of their axis."""
    categories: Required[List[str]]
    """Names of the categories, in order; each series has a value for each."""
    series: Required[List[DocxInsertChartChartSeries]]
    """The series, in the order of the legend."""


class DocxInsertChartChartSeries(TypedDict, total=False):
    name: Required[str]
    """Its name."""
    values: Required[List[Optional[float]]]
    """A value for each category; null: none."""
    kind: Literal["column", "line"]
    """Which kind it is."""


class DocxSetChartData(TypedDict, total=False):
    op: Required[Literal["set_chart_data"]]
    target: Required[Union[str, QueryTarget]]
    """Address of a chart, chart1."""
    categories: Required[List[Union[str, float]]]
    """Names of the categories, in order; each series has a value for each."""
    series: Required[List[DocxSetChartDataSeries]]
    """A value for each category; null leaves a gap."""
    title: str
    """Title; of colours and alignments: that of the title."""
    expect: str
    """Its title so far."""


class DocxSetChartDataSeries(TypedDict, total=False):
    name: Required[str]
    """Its name."""
    values: Required[List[Optional[float]]]
    """A value for each category; null: none."""


class DocxSetAltText(TypedDict, total=False):
    op: Required[Literal["set_alt_text"]]
    target: Required[Union[str, QueryTarget]]
    """Address of a picture or chart: img1, chart1."""
    text: Required[str]
    """The text; "\\n" begins a line."""
    expect: str
    """The text that the target must still hold; else the operation is rejected as `expect_mismatch`. Not checked
    where absent."""


class DocxSetLink(TypedDict, total=False):
    op: Required[Literal["set_link"]]
    target: Required[Union[str, QueryTarget]]
    """Address of a paragraph, or of a cell: its first paragraph."""
    find: str
    """The words of it that are meant; absent: its only link, or else all of it."""
    url: str
    """Where it leads outside: https://…, mailto:…."""
    to: Union[str, QueryTarget]
    """Where it leads in the file: the name of a bookmark, or the address of a heading or paragraph."""
    tip: str
    """Shown beside the pointer."""
    expect: str
    """The text that the target must still hold; else the operation is rejected as `expect_mismatch`. Not checked
    where absent."""


class DocxRemoveLink(TypedDict, total=False):
    op: Required[Literal["remove_link"]]
    target: Required[Union[str, QueryTarget]]
    """Address of a paragraph, or of a cell: its first paragraph."""
    find: str
    """The words of it that are meant; absent: its only link, or else all of it."""
    expect: str
    """The text that the target must still hold; else the operation is rejected as `expect_mismatch`. Not checked
    where absent."""


class DocxAddBookmark(TypedDict, total=False):
    op: Required[Literal["add_bookmark"]]
    target: Required[Union[str, QueryTarget]]
    """Address of a paragraph, or of a cell: its first paragraph."""
    find: str
    """The words of it that are meant; absent: all of it."""
    name: Required[str]
    """A letter, then letters, digits and _, 40 at most."""
    expect: str
    """The text that the target must still hold; else the operation is rejected as `expect_mismatch`. Not checked
    where absent."""


class DocxDeleteBookmark(TypedDict, total=False):
    op: Required[Literal["delete_bookmark"]]
    name: Required[str]
    """Its name."""


class DocxAddFootnote(TypedDict, total=False):
    op: Required[Literal["add_footnote"]]
    target: Required[Union[str, QueryTarget]]
    """Address of a paragraph, or of a cell: its first paragraph."""
    find: str
    """The note comes right behind these words; absent: at the end."""
    text: Required[str]
    """\\n begins a new paragraph."""
    kind: Literal["footnote", "endnote"]
    """footnote where absent: at the foot of the page."""
    expect: str
    """The text that the target must still hold; else the operation is rejected as `expect_mismatch`. Not checked
    where absent."""


class DocxDeleteFootnote(TypedDict, total=False):
    op: Required[Literal["delete_footnote"]]
    target: Required[Union[str, QueryTarget]]
    """Address of a note: footnote4, endnote2. Its text is changed as that of any paragraph: footnote4.p1."""
    expect: str
    """The text that the target must still hold; else the operation is rejected as `expect_mismatch`. Not checked
    where absent."""


class DocxSetControl(TypedDict, total=False):
    op: Required[Literal["set_control"]]
    target: Required[Union[str, QueryTarget]]
    """Address of a content control, control2; or its title or tag."""
    value: Required[Union[str, bool]]
    """Text; of a drop-down one of its items, of a date 2027-03-01, of a checkbox true or false."""
    expect: str
    """The text that the target must still hold; else the operation is rejected as `expect_mismatch`. Not checked
    where absent."""


class DocxAddControl(TypedDict, total=False):
    op: Required[Literal["add_control"]]
    target: Required[Union[str, QueryTarget]]
    """Address of a paragraph, or of a cell: its first paragraph."""
    find: str
    """Words that it comes around, a checkbox in front of them; absent: at the end, a checkbox at the beginning."""
    kind: Required[Literal["text", "date", "dropdown", "checkbox"]]
    """Which kind it is."""
    title: str
    """Title; of colours and alignments: that of the title."""
    tag: str
    """Name for programs."""
    items: List[str]
    """Of a drop-down."""
    prompt: str
    """What it shows while it is empty."""
    expect: str
    """The text that the target must still hold; else the operation is rejected as `expect_mismatch`. Not checked
    where absent."""


class DocxDeleteControl(TypedDict, total=False):
    op: Required[Literal["delete_control"]]
    target: Required[Union[str, QueryTarget]]
    """Address of a content control, control2; or its title or tag."""
    expect: str
    """The text that the target must still hold; else the operation is rejected as `expect_mismatch`. Not checked
    where absent."""


class DocxSetHeaderFooter(TypedDict, total=False):
    op: Required[Literal["set_header_footer"]]
    place: Required[Literal["header", "footer"]]
    """Whether the text stands at the head or at the foot."""
    pages: Literal["default", "first", "even"]
    """default where absent; first and even are distinguished from then on."""
    section: int
    """From the first, 1; absent: all."""
    text: Required[str]
    """{page} and {pages} are counted; \\t goes to the middle and the right, \\n begins a new paragraph. Empty:
    nothing is shown."""
    align: Literal["left", "center", "right"]
    """Horizontal alignment."""
    expect: str
    """The text that the target must still hold; else the operation is rejected as `expect_mismatch`. Not checked
    where absent."""


class DocxSetPage(TypedDict, total=False):
    op: Required[Literal["set_page"]]
    section: int
    """From the first, 1; absent: all."""
    size: Literal["A3", "A4", "A5", "letter", "legal"]
    """Size of the paper."""
    orientation: Literal["portrait", "landscape"]
    """Orientation of the pages."""
    margins_cm: Union[float, DocxSetPageMarginsCm]
    """One for all sides, or each."""
    columns: int
    """Of text, of the same width."""
    column_gap_cm: float
    """Between the columns; 1.25 where absent."""
    column_line: bool
    """A line between them."""


class DocxSetPageMarginsCm(TypedDict, total=False):
    top: float
    """Upper margin in centimetres."""
    right: float
    """Right margin in centimetres."""
    bottom: float
    """Lower margin in centimetres."""
    left: float
    """Left margin in centimetres."""


class DocxInsertSectionBreak(TypedDict, total=False):
    op: Required[Literal["insert_section_break"]]
    target: Required[Union[str, QueryTarget]]
    """Address of the paragraph or table behind which the new section begins."""
    kind: Literal["next_page", "continuous", "even_page", "odd_page"]
    """next_page where absent."""
    expect: str
    """The text that the target must still hold; else the operation is rejected as `expect_mismatch`. Not checked
    where absent."""


class DocxDeleteSectionBreak(TypedDict, total=False):
    op: Required[Literal["delete_section_break"]]
    target: Required[Union[str, QueryTarget]]
    """Address of the paragraph that ends the section."""
    expect: str
    """The text that the target must still hold; else the operation is rejected as `expect_mismatch`. Not checked
    where absent."""


class DocxSetWatermark(TypedDict, total=False):
    op: Required[Literal["set_watermark"]]
    text: Required[str]
    """The text; "\\n" begins a line."""
    color: str
    """C0C0C0 where absent."""
    layout: Literal["diagonal", "horizontal"]
    """diagonal where absent."""


class DocxRemoveWatermark(TypedDict, total=False):
    op: Required[Literal["remove_watermark"]]


class DocxRefreshToc(TypedDict, total=False):
    op: Required[Literal["refresh_toc"]]


class DocxSetProperty(TypedDict, total=False):
    op: Required[Literal["set_property"]]
    name: Required[Literal["title", "subject", "author", "description", "language", "keywords", "category", "status"]]
    """Its name."""
    value: Required[str]
    """The new value; null takes it away where it may be left out."""
    expect: str
    """The text that the target must still hold; else the operation is rejected as `expect_mismatch`. Not checked
    where absent."""


class DocxAddComment(TypedDict, total=False):
    op: Required[Literal["add_comment"]]
    target: Required[Union[str, QueryTarget]]
    """Address of a paragraph, or of a cell: its first paragraph."""
    find: str
    """The words of it that are meant; absent: all of it."""
    text: Required[str]
    """\\n begins a new paragraph."""
    author: str
    """Who says it; the author of the request where absent."""
    expect: str
    """The text that the target must still hold; else the operation is rejected as `expect_mismatch`. Not checked
    where absent."""


class DocxReplyComment(TypedDict, total=False):
    op: Required[Literal["reply_comment"]]
    target: Required[Union[str, QueryTarget]]
    """Address of a comment, comment2."""
    text: Required[str]
    """The text; "\\n" begins a line."""
    author: str
    """Who says it; the author of the request where absent."""
    expect: str
    """The text that the target must still hold; else the operation is rejected as `expect_mismatch`. Not checked
    where absent."""


class DocxResolveComment(TypedDict, total=False):
    op: Required[Literal["resolve_comment"]]
    target: Required[Union[str, QueryTarget]]
    """Address of a comment, comment2."""
    resolved: bool
    """true where absent; false opens it again."""
    expect: str
    """The text that the target must still hold; else the operation is rejected as `expect_mismatch`. Not checked
    where absent."""


class DocxDeleteComment(TypedDict, total=False):
    op: Required[Literal["delete_comment"]]
    target: Required[Union[str, QueryTarget]]
    """Address of a comment, comment2; its answers go with it."""
    expect: str
    """The text that the target must still hold; else the operation is rejected as `expect_mismatch`. Not checked
    where absent."""


class DocxAcceptRevision(TypedDict, total=False):
    op: Required[Literal["accept_revision"]]
    target: Required[Union[str, QueryTarget]]
    """Address of a tracked change, rev3; or all."""
    author: str
    """With all: only the changes of this author."""
    expect: str
    """The text that the target must still hold; else the operation is rejected as `expect_mismatch`. Not checked
    where absent."""


class DocxRejectRevision(TypedDict, total=False):
    op: Required[Literal["reject_revision"]]
    target: Required[Union[str, QueryTarget]]
    """Address of a tracked change, rev3; or all."""
    author: str
    """With all: only the changes of this author."""
    expect: str
    """The text that the target must still hold; else the operation is rejected as `expect_mismatch`. Not checked
    where absent."""


class DocxRestyle(TypedDict, total=False):
    op: Required[Literal["restyle"]]
    font: str
    """Face of text and headings."""
    font_size: float
    """Of the text, in points; headings keep their proportion to it."""
    line_spacing: float
    """Distance of lines as a multiple of the single one."""
    colors: DocxRestyleColors
    """Colours: Six hexadecimal digits, without #."""
    align: DocxRestyleAlign
    """Horizontal alignment."""
    margins_cm: float
    """Margins in centimetres."""
    orientation: Literal["portrait", "landscape"]
    """Orientation of the pages."""
    keep_direct: bool
    """Formatting that is in the text itself stays; where absent, faces, sizes and colours of running text give way to
    the style."""


class DocxRestyleColors(TypedDict, total=False):
    """Colours: Six hexadecimal digits, without #."""

    title: str
    """Title; of colours and alignments: that of the title."""
    headings: str
    """Of headings."""
    text: str
    """The text; "\\n" begins a line."""
    accent: str
    """Of rules and fills."""


class DocxRestyleAlign(TypedDict, total=False):
    """Horizontal alignment."""

    title: Literal["left", "center", "right", "justify"]
    """Title; of colours and alignments: that of the title."""
    headings: Literal["left", "center", "right", "justify"]
    """Of headings."""
    body: Literal["left", "center", "right", "justify"]
    """Of paragraphs."""


class PptxReplaceText(TypedDict, total=False):
    op: Required[Literal["replace_text"]]
    target: Union[str, QueryTarget]
    """Address of a slide, or of something on it: a shape, cell, paragraph, chart, SmartArt graphic, description
    (s2.img1.alt), the notes (s2.notes), a comment (s2.comment1); absent: all of it but comments."""
    find: Required[str]
    """The text that goes, as it is shown; it may run across changes of formatting, and \\n is the end of a line or
    paragraph."""
    replace: Required[str]
    """The text that comes, in the formatting of what goes; with regex, $1 is its first group."""
    all: bool
    """Every place; without it the text must be in one place only."""
    match_case: bool
    """true where absent."""
    whole_word: bool
    """Only where no letter or digit adjoins."""
    exact: bool
    """Character by character; without it, kinds of spaces, quotes and dashes are alike, and soft hyphens and numbers
    of notes do not count."""
    regex: bool
    """find is a regular expression in the syntax of RE2."""


class PptxSetText(TypedDict, total=False):
    op: Required[Literal["set_text"]]
    target: Required[Union[str, QueryTarget]]
    """Address of a shape (s2.sh3) or of a paragraph of it (s2.sh3.p1)."""
    text: Required[str]
    """\\n is a line break."""
    expect: str
    """The text that the target must still hold; else the operation is rejected as `expect_mismatch`. Not checked
    where absent."""


class PptxSetFormat(TypedDict, total=False):
    op: Required[Literal["set_format"]]
    target: Required[Union[str, QueryTarget]]
    """Address of a shape (s2.sh3), a paragraph (s2.sh3.p1), a cell, row or table (s2.t1.r1.c2, s2.t1.r1, s2.t1), or
    notes."""
    find: str
    """Only these words of it."""
    all: bool
    """Wherever they are in it; without it they must be there once."""
    bold: bool
    """Bold; null takes the setting away, so that that of the style holds."""
    italic: bool
    """Italic; null takes the setting away, so that that of the style holds."""
    underline: bool
    """Underlined; null takes the setting away."""
    strike: bool
    """Struck through; null takes the setting away."""
    script: Literal["super", "sub", "none"]
    """Raised or lowered; null: on the line."""
    color: Union[str, Literal["text", "background", "text2", "background2", "accent1", "accent2", "accent3", "accent4", "accent5", "accent6"]]
    """RRGGBB, or a colour of the theme such as accent2."""
    font: str
    """Name of a font; heading and body are those of the theme."""
    size_pt: float
    """Size of the text in points."""
    align: Literal["left", "center", "right", "justify"]
    """Of whole paragraphs."""
    line_spacing: float
    """1 is single."""
    space_before_pt: float
    """Distance above the paragraph in points, 0 to 400."""
    space_after_pt: float
    """Distance below the paragraph in points, 0 to 400."""
    fill: Union[str, Literal["text", "background", "text2", "background2", "accent1", "accent2", "accent3", "accent4", "accent5", "accent6"], Literal["none"]]
    """Background of cells; that of a shape is set by set_shape."""


class PptxInsertSlide(TypedDict, total=False):
    op: Required[Literal["insert_slide"]]
    position: int
    """Its place among the slides, from 1; absent: the last."""
    layout: str
    """Name of one of the file's layouts; absent: a title with one text."""
    title: str
    """Title; of colours and alignments: that of the title."""
    texts: List[str]
    """For the places of the layout beside the title, in their order; lines are paragraphs, tabs at their beginning
    levels."""
    notes: str
    """Speaker notes."""


class PptxDuplicateSlide(TypedDict, total=False):
    op: Required[Literal["duplicate_slide"]]
    target: Required[Union[str, QueryTarget]]
    """Address of a slide, s2."""
    position: int
    """Place of the copy, from 1; absent: behind the slide."""


class PptxDeleteSlide(TypedDict, total=False):
    op: Required[Literal["delete_slide"]]
    target: Required[Union[str, QueryTarget]]
    """Address of a slide, s2."""
    expect: str
    """Text of its first shape."""


class PptxMoveSlide(TypedDict, total=False):
    op: Required[Literal["move_slide"]]
    target: Required[Union[str, QueryTarget]]
    """Address of a slide, s2."""
    position: Required[int]
    """Its place afterwards, from 1."""


class PptxSetLayout(TypedDict, total=False):
    op: Required[Literal["set_layout"]]
    target: Required[Union[str, QueryTarget]]
    """Address of a slide, s2."""
    layout: Required[str]
    """Name of one of the file's layouts."""


class PptxAddShape(TypedDict, total=False):
    op: Required[Literal["add_shape"]]
    target: Required[Union[str, QueryTarget]]
    """A slide: s2."""
    kind: Required[Literal["text_box", "rectangle", "rounded_rectangle", "ellipse", "triangle", "diamond", "chevron", "right_arrow", "line"]]
    """Which kind it is."""
    left_cm: float
    """With top_cm; absent: an empty placeholder of the slide, or where there is room beside what is there."""
    top_cm: float
    """Distance from the upper edge of the slide in centimetres."""
    width_cm: float
    """Width in centimetres."""
    height_cm: float
    """Of a line: how far it falls, 0 where absent."""
    text: str
    """\\n begins a new paragraph."""
    fill: Union[str, Literal["text", "background", "text2", "background2", "accent1", "accent2", "accent3", "accent4", "accent5", "accent6"], Literal["none"]]
    """RRGGBB or a colour of the theme such as accent2; absent: none for text boxes, else the first accent."""
    line: Union[str, Literal["text", "background", "text2", "background2", "accent1", "accent2", "accent3", "accent4", "accent5", "accent6"], Literal["none"]]
    """Colour of its outline; absent: none, of a line the first accent."""
    color: Union[str, Literal["text", "background", "text2", "background2", "accent1", "accent2", "accent3", "accent4", "accent5", "accent6"]]
    """Of the text."""
    size_pt: float
    """Size of the text in points."""
    bold: bool
    """Bold; null takes the setting away, so that that of the style holds."""
    align: Literal["left", "center", "right"]
    """Horizontal alignment."""
    alt: str
    """What it shows, for those who do not see it."""


class PptxAddConnector(TypedDict, total=False):
    op: Required[Literal["add_connector"]]
    target: Required[Union[str, QueryTarget]]
    """Address of the thing where it begins: s2.sh1."""
    to: Required[Union[str, QueryTarget]]
    """Address of the thing on the same slide where it ends."""
    kind: Literal["straight", "elbow", "curved"]
    """straight where absent."""
    arrow: Literal["none", "end", "start", "both"]
    """end where absent."""
    color: Union[str, Literal["text", "background", "text2", "background2", "accent1", "accent2", "accent3", "accent4", "accent5", "accent6"]]
    """RRGGBB or a colour of the theme; absent: that of its text."""
    width_pt: float
    """1.5 where absent."""
    dashed: bool
    """A line of dashes; false where absent."""
    alt: str
    """What it says, for those who do not see it."""


class PptxInsertImage(TypedDict, total=False):
    op: Required[Literal["insert_image"]]
    target: Required[Union[str, QueryTarget]]
    """A slide: s2."""
    image: Required[Union[DocxInsertImageImage1, DocxInsertImageImage2, str]]
    """A PNG, JPEG or GIF picture: base64 in `data`, an address in `url`, or the id of an uploaded file."""
    alt: str
    """What it shows, for those who do not see it."""
    left_cm: float
    """With top_cm; absent: an empty placeholder of the slide, or where there is room beside what is there."""
    top_cm: float
    """Distance from the upper edge of the slide in centimetres."""
    width_cm: float
    """Of width_cm and height_cm one is enough; with both the picture is stretched."""
    height_cm: float
    """Height in centimetres."""


class PptxInsertMedia(TypedDict, total=False):
    op: Required[Literal["insert_media"]]
    target: Required[Union[str, QueryTarget]]
    """A slide: s2."""
    media: Required[Union[DocxInsertImageImage1, DocxInsertImageImage2, str]]
    """A video (MP4) or sound (M4A, MP3, WAV): base64 in `data`, an address in `url`, or the id of an uploaded file."""
    poster: Union[DocxInsertImageImage1, DocxInsertImageImage2, str]
    """The picture that is shown until it plays; absent: a plain one with a triangle."""
    alt: str
    """What is to be seen or heard, for those who do not see it."""
    left_cm: float
    """With top_cm; absent: an empty placeholder of the slide, or where there is room beside what is there."""
    top_cm: float
    """Distance from the upper edge of the slide in centimetres."""
    width_cm: float
    """Of width_cm and height_cm one is enough; with both the picture is stretched."""
    height_cm: float
    """Height in centimetres."""


class PptxInsertTable(TypedDict, total=False):
    op: Required[Literal["insert_table"]]
    target: Required[Union[str, QueryTarget]]
    """A slide: s2."""
    rows: Required[List[List[str]]]
    """A text for each cell, row by row; rows that are shorter are filled with empty cells."""
    header: bool
    """Whether the first row names the columns; true where absent."""
    alt: str
    """What it shows, for those who do not see it."""
    left_cm: float
    """With top_cm; absent: an empty placeholder of the slide, or where there is room beside what is there."""
    top_cm: float
    """Distance from the upper edge of the slide in centimetres."""
    width_cm: float
    """Width in centimetres."""
    height_cm: float
    """Height in centimetres."""


class PptxInsertChart(TypedDict, total=False):
    op: Required[Literal["insert_chart"]]
    target: Required[Union[str, QueryTarget]]
    """A slide: s2."""
    chart: Required[DocxInsertChartChart]
    """`title` is written above it, unless the title of the slide says the same."""
    alt: str
    """Absent: a description of its figures."""
    left_cm: float
    """With top_cm; absent: an empty placeholder of the slide, or where there is room beside what is there."""
    top_cm: float
    """Distance from the upper edge of the slide in centimetres."""
    width_cm: float
    """Width in centimetres."""
    height_cm: float
    """Height in centimetres."""


class PptxInsertEquation(TypedDict, total=False):
    op: Required[Literal["insert_equation"]]
    target: Required[Union[str, QueryTarget]]
    """A slide: s2."""
    tex: Required[str]
    """The formula in TeX, without dollar signs."""
    size_pt: float
    """24 where absent."""
    left_cm: float
    """With top_cm; absent: an empty placeholder of the slide, or where there is room beside what is there."""
    top_cm: float
    """Distance from the upper edge of the slide in centimetres."""
    width_cm: float
    """Width in centimetres."""
    height_cm: float
    """Height in centimetres."""


class PptxSetShape(TypedDict, total=False):
    op: Required[Literal["set_shape"]]
    target: Required[Union[str, QueryTarget]]
    """Address of a shape, picture, chart, table or drawing: s2.sh3, s2.img1."""
    left_cm: float
    """Distance from the left edge of the slide in centimetres."""
    top_cm: float
    """Distance from the upper edge of the slide in centimetres."""
    width_cm: float
    """Width in centimetres."""
    height_cm: float
    """Height in centimetres."""
    rotation: float
    """Degrees, clockwise."""
    fill: Union[str, Literal["text", "background", "text2", "background2", "accent1", "accent2", "accent3", "accent4", "accent5", "accent6"], Literal["none"]]
    """RRGGBB, a colour of the theme such as accent2, or none. Shapes and drawings only."""
    line: Union[str, Literal["text", "background", "text2", "background2", "accent1", "accent2", "accent3", "accent4", "accent5", "accent6"], Literal["none"]]
    """Colour of its outline. Shapes and drawings only."""


class PptxOrderShape(TypedDict, total=False):
    op: Required[Literal["order_shape"]]
    target: Required[Union[str, QueryTarget]]
    """Address of a shape, picture, chart, table, drawing or group: s2.sh3."""
    position: Required[Literal["front", "back", "forward", "backward"]]
    """forward and backward are one step."""


class PptxGroupShapes(TypedDict, total=False):
    op: Required[Literal["group_shapes"]]
    targets: Required[List[str]]
    """Addresses of things on one slide: s2.sh3, s2.img1."""
    name: str
    """As the list of the selection shows it."""


class PptxUngroupShapes(TypedDict, total=False):
    op: Required[Literal["ungroup_shapes"]]
    target: Required[Union[str, QueryTarget]]
    """Address of a group, s2.g1."""


class PptxDeleteShape(TypedDict, total=False):
    op: Required[Literal["delete_shape"]]
    target: Required[Union[str, QueryTarget]]
    """Address of a shape, picture, chart, table, drawing or group: s2.sh3, s2.img1."""
    expect: str
    """Its text."""


class PptxReplaceImage(TypedDict, total=False):
    op: Required[Literal["replace_image"]]
    target: Required[Union[str, QueryTarget]]
    """Address of a picture, s2.img1."""
    image: Required[Union[DocxInsertImageImage1, DocxInsertImageImage2, str]]
    """A PNG, JPEG or GIF picture: base64 in `data`, an address in `url`, or the id of an uploaded file."""
    alt: str
    """Absent: the description stays."""
    expect: str
    """Its description."""


class PptxSetAltText(TypedDict, total=False):
    op: Required[Literal["set_alt_text"]]
    target: Required[Union[str, QueryTarget]]
    """Address of a picture, chart, table, shape or drawing: s2.img1."""
    text: Required[str]
    """The text; "\\n" begins a line."""
    expect: str
    """The description as it is."""


class PptxSetLink(TypedDict, total=False):
    op: Required[Literal["set_link"]]
    target: Required[Union[str, QueryTarget]]
    """Address of a shape, picture or group, which is linked as a whole (s2.sh3), or of a paragraph, cell or notes,
    whose words are."""
    find: str
    """Only these words of it."""
    all: bool
    """Wherever they are in it; without it they must be there once."""
    url: str
    """https:, http:, mailto: or tel:; '' takes the link away."""
    slide: str
    """In the place of url: a slide of this presentation, s3."""
    tip: str
    """What is shown above it."""


class PptxSetCellText(TypedDict, total=False):
    op: Required[Literal["set_cell_text"]]
    target: Required[Union[str, QueryTarget]]
    """Address of a cell, s2.t1.r1.c2."""
    text: Required[str]
    """\\n is a line break."""
    expect: str
    """The text that the target must still hold; else the operation is rejected as `expect_mismatch`. Not checked
    where absent."""


class PptxInsertRows(TypedDict, total=False):
    op: Required[Literal["insert_rows"]]
    target: Required[Union[str, QueryTarget]]
    """Address of a row of a table, s2.t1.r3."""
    position: Literal["before", "after"]
    """after where absent."""
    rows: Required[List[List[str]]]
    """A text for each cell, row by row."""


class PptxDeleteRows(TypedDict, total=False):
    op: Required[Literal["delete_rows"]]
    target: Required[Union[str, QueryTarget]]
    """Address of a row of a table, s2.t1.r3."""
    count: int
    """1 where absent."""


class PptxInsertColumns(TypedDict, total=False):
    op: Required[Literal["insert_columns"]]
    target: Required[Union[str, QueryTarget]]
    """Address of a cell of the column, s2.t1.r1.c2."""
    position: Literal["before", "after"]
    """after where absent."""
    columns: Required[List[List[str]]]
    """Texts of the cells from the top, column by column."""


class PptxDeleteColumns(TypedDict, total=False):
    op: Required[Literal["delete_columns"]]
    target: Required[Union[str, QueryTarget]]
    """Address of a cell of the column, s2.t1.r1.c2."""
    count: int
    """1 where absent."""


class PptxSetNotes(TypedDict, total=False):
    op: Required[Literal["set_notes"]]
    target: Required[Union[str, QueryTarget]]
    """Address of a slide, s2."""
    text: Required[str]
    """Lines are paragraphs; empty takes the notes away."""
    expect: str
    """The notes as they are."""


class PptxSetTransition(TypedDict, total=False):
    op: Required[Literal["set_transition"]]
    target: Union[str, QueryTarget]
    """A slide: s2; all slides where absent."""
    kind: Required[Literal["none", "cut", "fade", "push", "wipe", "cover", "split", "dissolve"]]
    """none takes the transition away; nothing then advances by itself either."""
    speed: Literal["slow", "medium", "fast"]
    """medium where absent."""
    advance_after_s: float
    """Seconds after which the next slide comes; absent: on a click."""


class PptxSetChartData(TypedDict, total=False):
    op: Required[Literal["set_chart_data"]]
    target: Required[Union[str, QueryTarget]]
    """Address of a chart, s2.chart1."""
    categories: Required[List[Union[str, float]]]
    """Names of the categories, in order; each series has a value for each."""
    series: Required[List[DocxSetChartDataSeries]]
    """A value for each category; null leaves a gap."""
    title: str
    """Title; of colours and alignments: that of the title."""
    expect: str
    """Its title so far."""


class PptxAddComment(TypedDict, total=False):
    op: Required[Literal["add_comment"]]
    target: Required[Union[str, QueryTarget]]
    """Address of a slide, s2, or of something on it."""
    text: Required[str]
    """The text; "\\n" begins a line."""
    author: str
    """Who says it; the author of the request where absent."""


class PptxReplyComment(TypedDict, total=False):
    op: Required[Literal["reply_comment"]]
    target: Required[Union[str, QueryTarget]]
    """Address of a comment, s2.comment1."""
    text: Required[str]
    """The text; "\\n" begins a line."""
    author: str
    """Who says it; the author of the request where absent."""
    expect: str
    """The text that the comment must still hold."""


class PptxResolveComment(TypedDict, total=False):
    op: Required[Literal["resolve_comment"]]
    target: Required[Union[str, QueryTarget]]
    """Address of a comment, s2.comment1."""
    resolved: bool
    """true where absent; false opens it again."""
    expect: str
    """The text that the comment must still hold."""


class PptxDeleteComment(TypedDict, total=False):
    op: Required[Literal["delete_comment"]]
    target: Required[Union[str, QueryTarget]]
    """Address of a comment, s2.comment1."""
    expect: str
    """The text that the comment must still hold."""


class PptxApplyTheme(TypedDict, total=False):
    op: Required[Literal["apply_theme"]]
    colors: PptxApplyThemeColors
    """RRGGBB each; those that are not named stay."""
    heading_font: str
    """Face of headings."""
    body_font: str
    """Face of the text."""


class PptxApplyThemeColors(TypedDict, total=False):
    """RRGGBB each; those that are not named stay."""

    dark1: str
    """First dark colour of the theme, that of text: Six hexadecimal digits, without #."""
    light1: str
    """First light colour of the theme, that of grounds: Six hexadecimal digits, without #."""
    dark2: str
    """Second dark colour of the theme: Six hexadecimal digits, without #."""
    light2: str
    """Second light colour of the theme: Six hexadecimal digits, without #."""
    accent1: str
    """First accent of the theme: Six hexadecimal digits, without #."""
    accent2: str
    """Second accent of the theme: Six hexadecimal digits, without #."""
    accent3: str
    """Third accent of the theme: Six hexadecimal digits, without #."""
    accent4: str
    """Fourth accent of the theme: Six hexadecimal digits, without #."""
    accent5: str
    """Fifth accent of the theme: Six hexadecimal digits, without #."""
    accent6: str
    """Sixth accent of the theme: Six hexadecimal digits, without #."""
    hyperlink: str
    """Colour of links: Six hexadecimal digits, without #."""
    followed_hyperlink: str
    """Colour of links that were followed: Six hexadecimal digits, without #."""


class PptxSetProperty(TypedDict, total=False):
    op: Required[Literal["set_property"]]
    name: Required[Literal["title", "subject", "author", "description", "language", "keywords", "category", "status"]]
    """Its name."""
    value: Required[str]
    """The new value; null takes it away where it may be left out."""
    expect: str
    """The text that the target must still hold; else the operation is rejected as `expect_mismatch`. Not checked
    where absent."""


class XlsxReplaceText(TypedDict, total=False):
    op: Required[Literal["replace_text"]]
    target: Union[str, QueryTarget]
    """A sheet, cells (Sheet1!B2:D9), a text box (Sheet1!shape1), a chart (Sheet1!chart1), a description
    (Sheet1!img1.alt), a comment (Sheet1!B2.comment), Sheet1!header or Sheet1!footer; absent: the whole workbook but
    comments."""
    find: Required[str]
    """The text that goes, as it is shown; it may run across changes of formatting, and \\n is the end of a line or
    paragraph."""
    replace: Required[str]
    """The text that comes, in the formatting of what goes; with regex, $1 is its first group."""
    all: bool
    """Every place; without it the text must be in one place only."""
    match_case: bool
    """true where absent."""
    whole_word: bool
    """Only where no letter or digit adjoins."""
    exact: bool
    """Character by character; without it, kinds of spaces, quotes and dashes are alike, and soft hyphens and numbers
    of notes do not count."""
    regex: bool
    """find is a regular expression in the syntax of RE2."""


class XlsxSetCells(TypedDict, total=False):
    op: Required[Literal["set_cells"]]
    target: Required[Union[str, QueryTarget]]
    """The first cell: Sheet1!B2, or 'Q1 plan'!B2."""
    values: Required[List[List[Optional[Union[str, float, bool, XlsxSetCellsValue5, XlsxSetCellsValue6]]]]]
    """Row by row; null empties a cell, {"date": "2026-05-01"} is a day, which gets a format for days where the cell
    has none, {"formula": "=SUM(B2:B9)"} a formula. A text stays a text, also behind an equals sign."""
    expect: str
    """Text of the first cell."""


class XlsxSetCellsValue5(TypedDict, total=False):
    formula: Required[str]
    """A formula, with its = in front."""


class XlsxSetCellsValue6(TypedDict, total=False):
    date: Required[str]
    """A date or instant, ISO 8601."""


class XlsxSetFormula(TypedDict, total=False):
    op: Required[Literal["set_formula"]]
    target: Required[Union[str, QueryTarget]]
    """A cell, Sheet1!B2; or cells, Sheet1!B2:B13, which it fills as in Excel: what it names without $ moves along."""
    formula: Required[str]
    """As Excel writes it in English, with or without the equals sign; of several cells that of the first."""
    expect: str
    """The formula that it must still hold, or its value."""


class XlsxInsertRows(TypedDict, total=False):
    op: Required[Literal["insert_rows"]]
    target: Required[Union[str, QueryTarget]]
    """The row before which they come: Sheet1!5:5; 5:7 makes three."""
    count: int
    """How many come; absent: as many as the address names."""
    values: List[List[Optional[Union[str, float, bool, XlsxSetCellsValue5, XlsxSetCellsValue6]]]]
    """Row by row, from column A: what they hold; null leaves a cell empty, {"date": "2026-05-01"} is a day. Formulas,
    as {"formula": "=…"}, name the cells where they are afterwards."""
    expect: str
    """Text of the first cell that holds something in what is pushed away."""


class XlsxDeleteRows(TypedDict, total=False):
    op: Required[Literal["delete_rows"]]
    target: Required[Union[str, QueryTarget]]
    """The rows: Sheet1!5:7."""
    expect: str
    """Text of the first cell that holds something there."""


class XlsxInsertColumns(TypedDict, total=False):
    op: Required[Literal["insert_columns"]]
    target: Required[Union[str, QueryTarget]]
    """The column before which they come: Sheet1!C:C; C:D makes two."""
    count: int
    """How many come; absent: as many as the address names."""
    values: List[List[Optional[Union[str, float, bool, XlsxSetCellsValue5, XlsxSetCellsValue6]]]]
    """Column by column, from row 1: what they hold; null leaves a cell empty, {"date": "2026-05-01"} is a day.
    Formulas, as {"formula": "=…"}, name the cells where they are afterwards."""
    expect: str
    """Text of the first cell that holds something in what is pushed away."""


class XlsxDeleteColumns(TypedDict, total=False):
    op: Required[Literal["delete_columns"]]
    target: Required[Union[str, QueryTarget]]
    """The columns: Sheet1!C:D."""
    expect: str
    """Text of the first cell that holds something there."""


class XlsxAddSheet(TypedDict, total=False):
    op: Required[Literal["add_sheet"]]
    name: Required[str]
    """At most 31 characters, none of \\ / ? * [ ] :"""
    position: int
    """Its place among the sheets, from 1; absent: the last."""
    values: List[List[Optional[Union[str, float, bool, XlsxSetCellsValue5, XlsxSetCellsValue6]]]]
    """Row by row, from A1; null leaves a cell empty; a formula is {"formula": "=…"}, a day {"date": "2026-05-01"}."""


class XlsxCopySheet(TypedDict, total=False):
    op: Required[Literal["copy_sheet"]]
    target: Required[Union[str, QueryTarget]]
    """A sheet: Sheet1, or 'Q1 plan'."""
    name: str
    """Of the copy; absent: that of the sheet with a number."""
    position: int
    """Place of the copy among the sheets, from 1; absent: behind the sheet."""


class XlsxRenameSheet(TypedDict, total=False):
    op: Required[Literal["rename_sheet"]]
    target: Required[Union[str, QueryTarget]]
    """A sheet: Sheet1, or 'Q1 plan'."""
    name: Required[str]
    """At most 31 characters, none of \\ / ? * [ ] :"""


class XlsxMoveSheet(TypedDict, total=False):
    op: Required[Literal["move_sheet"]]
    target: Required[Union[str, QueryTarget]]
    """A sheet: Sheet1, or 'Q1 plan'."""
    position: Required[int]
    """Its place among the sheets afterwards, from 1."""


class XlsxDeleteSheet(TypedDict, total=False):
    op: Required[Literal["delete_sheet"]]
    target: Required[Union[str, QueryTarget]]
    """A sheet: Sheet1, or 'Q1 plan'."""


class XlsxSetSheet(TypedDict, total=False):
    op: Required[Literal["set_sheet"]]
    target: Required[Union[str, QueryTarget]]
    """A sheet: Sheet1, or 'Q1 plan'."""
    hidden: bool
    """true hides the sheet, false shows it again."""
    tab_color: Union[str, Literal["none"]]
    """Of its tab: RRGGBB, or none."""
    gridlines: bool
    """Whether the lines between cells are seen on the screen."""
    zoom: int
    """Percent."""
    right_to_left: bool
    """Column A at the right."""


class XlsxSetPage(TypedDict, total=False):
    op: Required[Literal["set_page"]]
    target: Required[Union[str, QueryTarget]]
    """A sheet: Sheet1, or 'Q1 plan'."""
    print_area: str
    """The cells that are printed: A1:F40; none: all."""
    repeat_rows: str
    """Printed on every page: 1:2, or none."""
    repeat_columns: str
    """Printed on every page: A:B, or none."""
    size: Literal["A3", "A4", "A5", "letter", "legal"]
    """Size of the paper."""
    orientation: Literal["portrait", "landscape"]
    """Orientation of the pages."""
    margins_cm: Union[float, DocxSetPageMarginsCm]
    """One for all sides, or each."""
    fit_width: int
    """Pages side by side that all columns are made to fit on; 0: as many as it takes."""
    fit_height: int
    """The same for pages below each other; 0 where only fit_width is given."""
    scale: int
    """Percent, in the place of fitting."""
    center: Literal["none", "horizontal", "vertical", "both"]
    """Which way the cells are in the middle of the page."""
    gridlines: bool
    """Whether the lines between cells are printed."""
    headings: bool
    """Whether letters of columns and numbers of rows are printed."""


class XlsxSetHeaderFooter(TypedDict, total=False):
    op: Required[Literal["set_header_footer"]]
    target: Required[Union[str, QueryTarget]]
    """A sheet: Sheet1, or 'Q1 plan'."""
    place: Required[Literal["header", "footer"]]
    """Whether the text stands at the head or at the foot."""
    pages: Literal["default", "first", "even"]
    """default where absent; first and even are distinguished from then on."""
    left: str
    """{page}, {pages}, {sheet}, {file} and {date} are put in; \\n begins a line. All three empty or absent: nothing
    is shown."""
    center: str
    """In the middle, with the same."""
    right: str
    """Right margin in centimetres."""


class XlsxSetNumberFormat(TypedDict, total=False):
    op: Required[Literal["set_number_format"]]
    target: Required[Union[str, QueryTarget]]
    """Cells, whole columns or rows: Sheet1!B2:B9, Sheet1!C:C."""
    format: Required[str]
    """As Excel writes it in English: #,##0.00, 0 %, yyyy-mm-dd, General, @ for text."""


class XlsxSetFormat(TypedDict, total=False):
    op: Required[Literal["set_format"]]
    target: Required[Union[str, QueryTarget]]
    """Cells, whole columns or rows: Sheet1!B2:D9, Sheet1!B:B, Sheet1!1:1."""
    bold: bool
    """Bold; null takes the setting away, so that that of the style holds."""
    italic: bool
    """Italic; null takes the setting away, so that that of the style holds."""
    underline: bool
    """Underlined; null takes the setting away."""
    strike: bool
    """Struck through; null takes the setting away."""
    color: str
    """Of the text: RRGGBB."""
    fill: Union[str, Literal["none"]]
    """RRGGBB, or none."""
    number_format: str
    """Format code as Excel has it, such as `#,##0.00` or `yyyy-mm-dd`."""
    font: str
    """Face of the text."""
    size: float
    """Points."""
    align: Literal["left", "center", "right", "general"]
    """Horizontal alignment."""
    vertical: Literal["top", "center", "bottom"]
    """Vertical alignment in the cell."""
    wrap: bool
    """Whether text that is too long goes on in another line."""
    indent: int
    """Indentation in steps of about three characters."""
    border: Literal["none", "thin", "medium", "thick", "dotted", "dashed", "double"]
    """Round each of the cells."""
    border_color: str
    """Colour of the borders: Six hexadecimal digits, without #."""
    border_edges: List[Literal["left", "right", "top", "bottom"]]
    """Only these; absent: all four."""
    width: float
    """Of the columns, in characters."""
    height: float
    """Of the rows, in points."""
    hidden: bool
    """Of whole columns or rows."""


class XlsxSetCellStyle(TypedDict, total=False):
    op: Required[Literal["set_cell_style"]]
    target: Required[Union[str, QueryTarget]]
    """Cells, whole columns or rows: Sheet1!B2:D9, Sheet1!B:B, Sheet1!1:1."""
    style: Required[str]
    """A style of the file, or one of Excel by its English name: Input, Total, Good, Heading 1."""


class XlsxDefineName(TypedDict, total=False):
    op: Required[Literal["define_name"]]
    name: Required[str]
    """Letters, digits, _ and .; no cell."""
    refers_to: Required[str]
    """Cells with their sheet (Sheet1!B2:B9), a value or a formula."""
    scope: str
    """A sheet, where the name is for it alone."""
    expect: str
    """What it means so far."""


class XlsxDeleteName(TypedDict, total=False):
    op: Required[Literal["delete_name"]]
    name: Required[str]
    """A name that nothing uses."""
    scope: str
    """A sheet, where the name is for it alone."""
    expect: str
    """What it means so far."""


class XlsxAddConditionalFormat(TypedDict, total=False):
    op: Required[Literal["add_conditional_format"]]
    target: Required[Union[str, QueryTarget]]
    """Cells: Sheet1!B2:B99."""
    kind: Required[Literal["cell", "formula", "text", "top", "bottom", "duplicate", "unique", "above_average", "below_average", "blank", "color_scale", "data_bar"]]
    """Which kind it is."""
    operator: Literal["greater", "less", "equal", "not_equal", "greater_or_equal", "less_or_equal", "between", "not_between"]
    """Of kind cell."""
    value: Union[float, str]
    """Of cell: a number, "a text" in quotes, or a formula; of text: the text; of top and bottom: how many."""
    value2: Union[float, str]
    """Of between: the second limit."""
    formula: str
    """Of kind formula, for the first of the cells."""
    colors: List[str]
    """Of color_scale: two or three, from the lowest value to the highest; of data_bar: one."""
    bold: bool
    """Bold; null takes the setting away, so that that of the style holds."""
    italic: bool
    """Italic; null takes the setting away, so that that of the style holds."""
    underline: bool
    """Underlined; null takes the setting away."""
    strike: bool
    """Struck through; null takes the setting away."""
    color: str
    """Of the text: RRGGBB."""
    fill: Union[str, Literal["none"]]
    """RRGGBB, or none."""
    number_format: str
    """Format code as Excel has it, such as `#,##0.00` or `yyyy-mm-dd`."""


class XlsxAddDataValidation(TypedDict, total=False):
    op: Required[Literal["add_data_validation"]]
    target: Required[Union[str, QueryTarget]]
    """Cells: Sheet1!B2:B99."""
    kind: Required[Literal["list", "whole", "decimal", "date", "time", "text_length", "custom"]]
    """Which kind it is."""
    values: List[str]
    """Of a list: what may be chosen; 255 characters together."""
    source: str
    """Of a list: the cells that hold what may be chosen; of custom: a formula that is true for what may stand."""
    operator: Literal["between", "not_between", "equal", "not_equal", "greater", "less", "greater_or_equal", "less_or_equal"]
    """between where absent."""
    min: Union[float, str]
    """The first limit: a number, a date as its number, or a formula."""
    max: Union[float, str]
    """The second one, for between."""
    message: str
    """Shown where something else is entered."""
    prompt: str
    """Shown beside the cell."""


class XlsxRemoveRules(TypedDict, total=False):
    op: Required[Literal["remove_rules"]]
    target: Required[Union[str, QueryTarget]]
    """Cells, or a whole sheet: Sheet1!B2:B99, Sheet1."""
    kind: Required[Literal["conditional_format", "data_validation"]]
    """Which kind it is."""


class XlsxProtectSheet(TypedDict, total=False):
    op: Required[Literal["protect_sheet"]]
    target: Required[Union[str, QueryTarget]]
    """A sheet."""
    allow: List[Literal["format_cells", "format_columns", "format_rows", "insert_rows", "insert_columns", "delete_rows", "delete_columns", "sort", "filter", "links"]]
    """What may be done all the same; cells that are not locked can always be filled in."""
    remove: bool
    """Take the protection away."""


class XlsxFreeze(TypedDict, total=False):
    op: Required[Literal["freeze"]]
    target: Required[Union[str, QueryTarget]]
    """A sheet."""
    rows: Required[int]
    """How many stay at the top; 0: none."""
    columns: int
    """How many stay at the left."""


class XlsxGroup(TypedDict, total=False):
    op: Required[Literal["group"]]
    target: Required[Union[str, QueryTarget]]
    """Whole rows or columns: Sheet1!5:9, Sheet1!B:D."""
    collapsed: bool
    """true hides them behind the button of the group."""
    summary: Literal["before", "after"]
    """Where the line with the button is; after where absent, or as the sheet says."""
    remove: bool
    """true takes one level of the outline away, and shows what was collapsed."""


class XlsxAddTable(TypedDict, total=False):
    op: Required[Literal["add_table"]]
    target: Required[Union[str, QueryTarget]]
    """The cells, with their row of names: Sheet1!A1:D20."""
    name: str
    """How formulas name it; absent: Table1, or the next that is free."""
    style: str
    """TableStyleMedium2 where absent."""


class XlsxResizeTable(TypedDict, total=False):
    op: Required[Literal["resize_table"]]
    name: Required[str]
    """Of the table, as formulas name it."""
    target: Required[Union[str, QueryTarget]]
    """The cells that it has from now on, with its row of names: Sheet1!A1:D30."""


class XlsxSort(TypedDict, total=False):
    op: Required[Literal["sort"]]
    target: Required[Union[str, QueryTarget]]
    """The cells: Sheet1!A1:D20, or whole columns."""
    by: Required[List[XlsxSortBy]]
    """Columns by their letters, the first one counts most."""
    header: bool
    """The first row stays where it is; true where absent."""


class XlsxSortBy(TypedDict, total=False):
    column: Required[str]
    """The column that is sorted by."""
    descending: bool
    """From the greatest to the least; the other way where absent."""


class XlsxMergeCells(TypedDict, total=False):
    op: Required[Literal["merge_cells"]]
    target: Required[Union[str, QueryTarget]]
    """Cells: Sheet1!B2:D2."""
    others: Literal["drop", "join"]
    """What the other cells hold: it goes, or comes behind the text of the first with blanks between; absent: nothing
    may be lost."""


class XlsxUnmergeCells(TypedDict, total=False):
    op: Required[Literal["unmerge_cells"]]
    target: Required[Union[str, QueryTarget]]
    """Cells: Sheet1!B2:D2."""


class XlsxSetAutoFilter(TypedDict, total=False):
    op: Required[Literal["set_auto_filter"]]
    target: Required[Union[str, QueryTarget]]
    """The header row and the rows below it: Sheet1!A1:F200."""
    remove: bool
    """true takes the filter of the sheet away."""


class XlsxAddComment(TypedDict, total=False):
    op: Required[Literal["add_comment"]]
    target: Required[Union[str, QueryTarget]]
    """A cell: Sheet1!B2."""
    text: Required[str]
    """The text; "\\n" begins a line."""


class XlsxDeleteComment(TypedDict, total=False):
    op: Required[Literal["delete_comment"]]
    target: Required[Union[str, QueryTarget]]
    """The cell, or the address of its comment: Sheet1!B2.comment. Its answers go with it."""
    expect: str
    """The text that the comment must still hold."""


class XlsxSetLink(TypedDict, total=False):
    op: Required[Literal["set_link"]]
    target: Required[Union[str, QueryTarget]]
    """A cell or cells: Sheet1!B2."""
    url: str
    """An address: https://…, http://…, mailto:…, tel:…."""
    to: Union[str, QueryTarget]
    """In the place of url: cells or a name of this workbook, Sheet2!A1."""
    tip: str
    """Shown beside the pointer."""
    format: bool
    """false leaves the cells as they look; else they become blue and underlined."""
    remove: bool
    """true takes the links of the cells away; the text and its look stay."""


class XlsxInsertImage(TypedDict, total=False):
    op: Required[Literal["insert_image"]]
    target: Required[Union[str, QueryTarget]]
    """The cell in its upper left corner: Sheet1!F2."""
    image: Required[Union[DocxInsertImageImage1, DocxInsertImageImage2, str]]
    """A PNG, JPEG or GIF picture: base64 in `data`, an address in `url`, or the id of an uploaded file."""
    alt: str
    """What it shows, for those who do not see it."""
    width_cm: float
    """Absent: as wide as its pixels, 12 cm at most."""


class XlsxAddShape(TypedDict, total=False):
    op: Required[Literal["add_shape"]]
    target: Required[Union[str, QueryTarget]]
    """The cell in its upper left corner: Sheet1!F2."""
    kind: Required[Literal["text_box", "rectangle", "rounded_rectangle", "ellipse", "triangle", "diamond", "chevron", "right_arrow", "left_arrow", "up_arrow", "down_arrow", "line", "line_arrow"]]
    """line_arrow: a line with a head at its end."""
    width_cm: float
    """Absent: as wide as its text needs."""
    height_cm: float
    """Absent: as high as its text needs; of a line: how far it falls, 0 where absent."""
    text: str
    """\\n begins a new paragraph."""
    fill: Union[str, Literal["text", "background", "text2", "background2", "accent1", "accent2", "accent3", "accent4", "accent5", "accent6"], Literal["none"]]
    """RRGGBB or a colour of the theme such as accent2; absent: the background for text boxes, else the first accent."""
    line: Union[str, Literal["text", "background", "text2", "background2", "accent1", "accent2", "accent3", "accent4", "accent5", "accent6"], Literal["none"]]
    """Colour of its outline; absent: a thin grey one for text boxes, of a line the first accent, else none."""
    color: Union[str, Literal["text", "background", "text2", "background2", "accent1", "accent2", "accent3", "accent4", "accent5", "accent6"]]
    """Of the text."""
    size_pt: float
    """Absent: 11."""
    bold: bool
    """Bold; null takes the setting away, so that that of the style holds."""
    align: Literal["left", "center", "right"]
    """Absent: left in text boxes, else center."""
    alt: str
    """What it shows, for those who do not see it."""


class XlsxDeleteShape(TypedDict, total=False):
    op: Required[Literal["delete_shape"]]
    target: Required[Union[str, QueryTarget]]
    """Address of a shape, line, picture, chart or diagram: Sheet1!shape1, Sheet1!line1, Sheet1!img1, Sheet1!chart1."""
    expect: str
    """Its text; of a chart, its title; of a picture, its description."""


class XlsxAddChart(TypedDict, total=False):
    op: Required[Literal["add_chart"]]
    target: Required[Union[str, QueryTarget]]
    """The cell in its upper left corner: Sheet1!F2."""
    kind: Required[Literal["column", "bar", "stacked", "line", "area", "pie", "doughnut", "scatter"]]
    """Which kind it is."""
    data: Required[str]
    """The cells: names of the series in the first row, categories in the first column; columns apart by blocks of the
    same rows, Sheet1!A1:A9,D1:D9; or one column or row of figures."""
    title: str
    """Title; of colours and alignments: that of the title."""
    width: float
    """Points; 420 where absent."""
    height: float
    """Points; 240 where absent."""


class XlsxUpdateChart(TypedDict, total=False):
    op: Required[Literal["update_chart"]]
    target: Required[Union[str, QueryTarget]]
    """A chart: Sheet1!chart1."""
    title: str
    """Title; of colours and alignments: that of the title."""
    data: str
    """Other cells: names of the series in the first row, categories in the first column; columns apart by blocks of
    the same rows."""
    expect: str
    """Its title so far."""


class XlsxAddSparklines(TypedDict, total=False):
    op: Required[Literal["add_sparklines"]]
    target: Required[Union[str, QueryTarget]]
    """The cells that show them, in one column or one row: Sheet1!H2:H20."""
    data: Required[str]
    """Their figures: as many rows as a column of cells has, or as many columns as a row has."""
    kind: Literal["line", "column", "win_loss"]
    """line where absent."""
    color: str
    """RRGGBB; absent: the first colour of the theme."""
    markers: bool
    """Of lines: a dot at each value."""
    negative: bool
    """Shows values below zero in red."""


class XlsxAddPivot(TypedDict, total=False):
    op: Required[Literal["add_pivot"]]
    source: Required[str]
    """The cells with their row of names: Data!A1:F200; or the name of a table."""
    target: Union[str, QueryTarget]
    """The cell where it begins, with its filters; absent: A1 of a new sheet."""
    sheet: str
    """Name of the new sheet; Pivot where absent."""
    rows: Required[List[str]]
    """Columns of the source, the outermost first."""
    columns: List[str]
    """Widths and alignments of the columns, from the left; the rest share what is left."""
    values: Required[List[XlsxAddPivotValue]]
    """A value for each category; null: none."""
    filters: List[XlsxAddPivotFilter]
    """Columns of the source by which the whole table is filtered, above it."""
    name: str
    """PivotTable1, or the next that is free, where absent."""
    style: str
    """PivotStyleLight16 where absent."""
    layout: Literal["compact", "outline", "tabular"]
    """compact where absent."""
    totals: Literal["both", "rows", "columns", "none"]
    """Grand totals: of rows (on the right), of columns (below); both where absent."""
    subtotals: bool
    """Totals of outer fields; true where absent."""


class XlsxAddPivotValue(TypedDict, total=False):
    field: Required[str]
    """Column of the source whose figures are counted together."""
    function: Literal["sum", "count", "count_numbers", "average", "min", "max", "product", "stdev", "stdevp", "var", "varp"]
    """sum where absent."""
    number_format: str
    """As #,##0.00."""
    name: str
    """Sum of …, and so on, where absent."""


class XlsxAddPivotFilter(TypedDict, total=False):
    field: Required[str]
    """Column of the source."""
    value: str
    """The one that is shown; all where absent."""


class XlsxUpdatePivot(TypedDict, total=False):
    op: Required[Literal["update_pivot"]]
    target: Required[Union[str, QueryTarget]]
    """A cell of the pivot table: Sheet2!A3."""
    source: str
    """The cells that it takes its figures from, with their row of names: Data!A1:F200."""
    refresh: bool
    """Whether Excel counts it again when it opens the file; true where absent."""


class XlsxAddSlicer(TypedDict, total=False):
    op: Required[Literal["add_slicer"]]
    target: Required[Union[str, QueryTarget]]
    """The cell in its upper left corner: Sheet1!H2."""
    table: str
    """Name of the table that it filters."""
    pivot: str
    """In place of a table: the name of a pivot table, or a cell of it."""
    column: Required[str]
    """The column whose values are its buttons; of a pivot table, the field, shown in it or not."""
    name: str
    """The name of the column, with a number where that is taken, where absent."""
    caption: str
    """What stands above the buttons; the name of the column where absent."""
    columns: int
    """How many buttons stand beside each other; 1 where absent."""
    style: str
    """SlicerStyleLight1 where absent."""
    width_cm: float
    """5.08 where absent."""
    height_cm: float
    """7.01 where absent."""


class XlsxSetProperty(TypedDict, total=False):
    op: Required[Literal["set_property"]]
    name: Required[Literal["title", "subject", "author", "description", "language", "keywords", "category", "status"]]
    """Its name."""
    value: Required[str]
    """The new value; null takes it away where it may be left out."""
    expect: str
    """The text that the target must still hold; else the operation is rejected as `expect_mismatch`. Not checked
    where absent."""


class PdfRotatePages(TypedDict, total=False):
    op: Required[Literal["rotate_pages"]]
    pages: Required[Union[List[int], str]]
    """Numbers, or ranges such as "1-3,7"."""
    angle: Required[Literal[90, 180, 270]]
    """Clockwise."""


class PdfDeletePages(TypedDict, total=False):
    op: Required[Literal["delete_pages"]]
    pages: Required[Union[List[int], str]]
    """Numbers, or ranges such as "1-3,7"."""


class PdfMovePages(TypedDict, total=False):
    op: Required[Literal["move_pages"]]
    pages: Required[Union[List[int], str]]
    """Numbers, or ranges such as "1-3,7"."""
    before: Required[int]
    """They come before this page; one more than there are: to the end."""


class PdfInsertPages(TypedDict, total=False):
    op: Required[Literal["insert_pages"]]
    file: Union[DocxInsertImageImage1, DocxInsertImageImage2, str]
    """The PDF file whose pages come in: base64 in `data`, an address in `url`, the id of an uploaded file, or of a
    document, whose PDF it is."""
    pages: Union[List[int], str]
    """Of that file; all where absent."""
    blank: int
    """In the place of file: so many empty pages, as large as the one beside them."""
    before: int
    """They come before this page; absent: at the end."""


class PdfExtractPages(TypedDict, total=False):
    op: Required[Literal["extract_pages"]]
    pages: Required[Union[List[int], str]]
    """Those that stay, in this order: [1, 3], or "1-3,7"."""


class PdfFillForm(TypedDict, total=False):
    op: Required[Literal["fill_form"]]
    fields: Required[Dict[str, Union[str, bool, List[str]]]]
    """Full name of the field → text, choice, or whether it is ticked."""
    flatten: bool
    """What was filled in becomes part of the page and can no longer be changed."""


class PdfFlattenForm(TypedDict, total=False):
    op: Required[Literal["flatten_form"]]


class PdfStamp(TypedDict, total=False):
    op: Required[Literal["stamp"]]
    text: Required[str]
    """The text; "\\n" begins a line."""
    pages: Union[List[int], str]
    """All where absent, also those that an earlier operation of the request has inserted."""
    position: Literal["center", "top", "bottom", "top_left", "top_right", "bottom_left", "bottom_right"]
    """center where absent."""
    size_pt: float
    """Size of the text in points."""
    color: str
    """RRGGBB"""
    opacity: float
    """0 is not seen at all, 1 hides what is behind."""
    angle: float
    """Counter-clockwise; 45 in the centre where absent, else 0."""


class PdfAnnotate(TypedDict, total=False):
    op: Required[Literal["annotate"]]
    page: int
    """With `find`, the only page that is looked at."""
    find: str
    """The words that are marked; they are on one line or run over several."""
    all: bool
    """Every place that is found, rather than the only one."""
    box: List[float]
    """Left, top, right, bottom in points from the upper left corner of the page as it is shown in the file that was
    sent."""
    kind: Literal["highlight", "underline", "strike", "note"]
    """highlight where absent."""
    text: str
    """What the note says."""
    color: str
    """RRGGBB"""


class PdfRedact(TypedDict, total=False):
    op: Required[Literal["redact"]]
    find: str
    """The words that go, whole words, on one line or over several."""
    all: bool
    """Every place; without it the words must be in one place only."""
    match_case: bool
    """true where absent."""
    page: int
    """Number of the page in the file that was sent, from 1."""
    box: List[float]
    """Left, top, right, bottom in points from the upper left corner of the page as it is shown in the file that was
    sent."""
    color: str
    """Of the bar that is left; black where absent."""


class PdfAddPageNumbers(TypedDict, total=False):
    op: Required[Literal["add_page_numbers"]]
    text: str
    """{page} is the number, {pages} the last one; {page} where absent."""
    first: int
    """Number of the first of these pages; 1 where absent."""
    digits: int
    """Zeros fill the number up to so many digits: 000123, for Bates numbers."""
    pages: Union[List[int], str]
    """All where absent, in the order that earlier operations of the request have given them, with those that they
    inserted."""
    position: Literal["top", "bottom", "top_left", "top_right", "bottom_left", "bottom_right"]
    """bottom where absent."""
    size_pt: float
    """9 where absent."""
    color: str
    """404040 where absent."""


class PdfSetBookmarks(TypedDict, total=False):
    op: Required[Literal["set_bookmarks"]]
    bookmarks: Required[List[PdfSetBookmarksBookmark]]
    """In the order of the list that the reader shows; they take the place of those that are there, and [] takes all
    away."""


class PdfSetBookmarksBookmark(TypedDict, total=False):
    title: Required[str]
    """Title; of colours and alignments: that of the title."""
    page: Required[int]
    """Number of the page in the file that was sent, from 1."""
    level: int
    """1 where absent."""


class PdfSetProperty(TypedDict, total=False):
    op: Required[Literal["set_property"]]
    name: Required[Literal["title", "author", "subject", "keywords", "language"]]
    """Its name."""
    value: Required[str]
    """'' takes it away. A language is a tag such as en or es-MX."""


class PdfAddAttachment(TypedDict, total=False):
    op: Required[Literal["add_attachment"]]
    name: Required[str]
    """As the list of attachments shows it, with its ending: figures.xlsx."""
    file: Required[Union[DocxInsertImageImage1, DocxInsertImageImage2, str]]
    """Any file: base64 in `data`, an address in `url`, or the id of an uploaded file or of a document."""
    description: str
    """What the file is, as readers show it beside its name."""
    media_type: str
    """application/octet-stream where absent."""


class PdfRemoveAttachment(TypedDict, total=False):
    op: Required[Literal["remove_attachment"]]
    name: Required[str]
    """Its name."""


class PdfReplaceText(TypedDict, total=False):
    op: Required[Literal["replace_text"]]
    find: Required[str]
    """The text that goes, as it is shown; it may run across changes of formatting, and \\n is the end of a line or
    paragraph."""
    replace: Required[str]
    """The text that comes, in the formatting of what goes; with regex, $1 is its first group."""
    all: bool
    """Every place; without it the text must be in one place only."""
    match_case: bool
    """true where absent."""
    whole_word: bool
    """Only where no letter or digit adjoins."""
    exact: bool
    """Character by character; without it, kinds of spaces, quotes and dashes are alike, and soft hyphens and numbers
    of notes do not count."""
    regex: bool
    """find is a regular expression in the syntax of RE2."""
    target: Union[str, QueryTarget]
    """Address of the block that it is looked for in."""


class PdfRewriteBlock(TypedDict, total=False):
    op: Required[Literal["rewrite_block"]]
    target: Required[Union[str, QueryTarget]]
    """Address of what is meant, as `GET /documents/{document_id}/content` gives it."""
    text: Required[str]
    """The text; "\\n" begins a line."""
    expect: str
    """The text that the target must still hold; else the operation is rejected as `expect_mismatch`. Not checked
    where absent."""


class PdfDeleteBlock(TypedDict, total=False):
    op: Required[Literal["delete_block"]]
    target: Required[Union[str, QueryTarget]]
    """Address of what is meant, as `GET /documents/{document_id}/content` gives it."""
    expect: str
    """The text that the target must still hold; else the operation is rejected as `expect_mismatch`. Not checked
    where absent."""


class PdfInsertBlocks(TypedDict, total=False):
    op: Required[Literal["insert_blocks"]]
    target: Required[Union[str, QueryTarget]]
    """Address of what is meant, as `GET /documents/{document_id}/content` gives it."""
    position: Literal["before", "after"]
    """after where absent."""
    blocks: Required[List[Union[PdfInsertBlocksBlockParagraph, PdfInsertBlocksBlockHeading, PdfInsertBlocksBlockList, PdfInsertBlocksBlockQuote, DocxInsertBlocksBlockPageBreak, PdfInsertBlocksBlockTable]]]
    """What is inside, in reading order."""
    expect: str
    """The text that the target must still hold; else the operation is rejected as `expect_mismatch`. Not checked
    where absent."""


class PdfInsertBlocksBlockParagraph(TypedDict, total=False):
    type: Required[Literal["paragraph"]]
    style: str
    """Name of a style; absent: as the running text around it."""
    text: str
    """The text; "\\n" begins a line."""
    runs: List[PdfInsertBlocksBlockParagraphRun]
    """The text, in stretches of one formatting."""


class PdfInsertBlocksBlockParagraphRun(TypedDict, total=False):
    text: Required[str]
    """The text; "\\n" begins a line."""
    bold: bool
    """Bold; null takes the setting away, so that that of the style holds."""
    italic: bool
    """Italic; null takes the setting away, so that that of the style holds."""
    underline: bool
    """Underlined; null takes the setting away."""


class PdfInsertBlocksBlockHeading(TypedDict, total=False):
    type: Required[Literal["heading"]]
    level: Required[int]
    """1 is the highest."""
    text: str
    """The text; "\\n" begins a line."""
    runs: List[PdfInsertBlocksBlockParagraphRun]
    """The text, in stretches of one formatting."""


class PdfInsertBlocksBlockList(TypedDict, total=False):
    type: Required[Literal["list"]]
    ordered: bool
    """Numbered rather than bulleted."""
    items: Required[List[str]]
    """The items, in their order."""


class PdfInsertBlocksBlockQuote(TypedDict, total=False):
    type: Required[Literal["quote"]]
    text: str
    """The text; "\\n" begins a line."""
    runs: List[PdfInsertBlocksBlockParagraphRun]
    """The text, in stretches of one formatting."""


class PdfInsertBlocksBlockTable(TypedDict, total=False):
    type: Required[Literal["table"]]
    rows: Required[List[List[str]]]
    """The rows, from the top."""
    header: bool
    """true where absent: the first row is the head."""


class PageReplaceText(TypedDict, total=False):
    op: Required[Literal["replace_text"]]
    target: str
    """Address of a block; absent: the whole page."""
    find: Required[str]
    """Letter for letter, in the Markdown."""
    replace: Required[str]
    """What is put in its place; empty takes it away."""
    all: bool
    """Every occurrence; where absent there must be exactly one."""
    expect: str
    """The text that the target must still hold; else the operation is rejected as `expect_mismatch`. Not checked
    where absent."""


class PageRewriteBlock(TypedDict, total=False):
    op: Required[Literal["rewrite_block"]]
    target: Required[str]
    """Address of a block, `p3`."""
    markdown: Required[str]
    """One block or several, as Markdown with its directives."""
    expect: str
    """The text that the target must still hold; else the operation is rejected as `expect_mismatch`. Not checked
    where absent."""


class PageInsertBlocks(TypedDict, total=False):
    op: Required[Literal["insert_blocks"]]
    target: Required[str]
    """Address of a block, `p3`."""
    position: Literal["before", "after"]
    """after where absent."""
    markdown: Required[str]
    """One block or several, as Markdown with its directives."""
    expect: str
    """The text that the target must still hold; else the operation is rejected as `expect_mismatch`. Not checked
    where absent."""


class PageDeleteBlock(TypedDict, total=False):
    op: Required[Literal["delete_block"]]
    target: Required[str]
    """Address of a block, `p3`."""
    expect: str
    """The text that the target must still hold; else the operation is rejected as `expect_mismatch`. Not checked
    where absent."""


class PageMoveBlock(TypedDict, total=False):
    op: Required[Literal["move_block"]]
    target: Required[str]
    """Address of a block, `p3`."""
    to: Required[str]
    """Address of a block, `p3`."""
    position: Literal["before", "after"]
    """after where absent."""
    expect: str
    """The text that the target must still hold; else the operation is rejected as `expect_mismatch`. Not checked
    where absent."""


class NewDocument(TypedDict, total=False):
    """What to make; how the answer comes is said by the method."""

    operation: Literal["create", "review", "edit"]
    """`create` (where absent) makes a document from `content` or `prompt`; `edit` changes `file` as `prompt` asks;
    `review` looks `file` through."""
    name: str
    """A name for the document; it also names downloaded files."""
    format: Literal["docx", "pdf", "pptx", "xlsx", "artifact"]
    """The kind of file wanted. Without it the service infers it: from an unmistakable word of the prompt, else by a
    model; from Markdown `xlsx` for sheets, `pptx` for slides, else `docx`."""
    prompt: str
    """What to write (create) or change (edit). Uses a model."""
    content: DocumentRequestContent
    """Your own text in Markdown (create)."""
    style: str
    """The look in free words, or as JSON the style object of `style_applied`, whole or in part, which needs no model.
    "template: source 1", or the field `template` of that object, copies the look of that source, without a model too.
    What cannot be done is listed in `style_unsupported`."""
    quality: Literal["auto", "fast", "standard", "best"]
    """`auto` where absent; create and edit."""
    max_quality: Literal["fast", "standard", "best"]
    """With `quality: auto`: the highest level that the service may choose."""
    metadata: Dict[str, str]
    """Keys and values of yours, kept with the document: at most 50 keys of 1 to 64 characters, values of up to 500."""
    artifact: DocumentRequestArtifact
    """Artifacts only: where the page keeps its data."""
    retention: Literal["none", "1d", "7d", "30d", "90d"]
    """How long content is kept after finishing; the project's setting where absent."""
    sources: List[FileReference]
    """create only: documents (5 at most) to write from, pictures (10 at most) to place. With `content`, pictures are
    referenced as `![caption](img:N)`, and a document is taken only as the file whose look `style` asks for."""
    file: FileReference
    """review and edit: the file to work on."""


class NewEdits(TypedDict, total=False):
    """A file, and what is to be done to it."""

    file: Required[FileReference]
    """The file to work on."""
    operations: Required[List[EditOperation]]
    """All addresses mean the file as it was sent."""
    mode: Literal["direct", "tracked"]
    """`direct` where absent; `tracked` makes tracked changes of a Word file."""
    author: str
    """Of tracked changes and comments; the name of the key, or of the user, where absent."""
    date: str
    """Of tracked changes and comments; now where absent."""
    render: bool
    """`false`: the changed file and the report alone, at once; no PDF, no pictures, no count of pages. `true` where
    absent."""
    name: str
    """A name for the new document; that of the file where absent."""
    metadata: Dict[str, str]
    """Keys and values of yours, kept with the document: at most 50 keys of 1 to 64 characters, values of up to 500."""
    retention: Literal["none", "1d", "7d", "30d", "90d"]
    """How long content is kept after finishing; the project's setting where absent."""


class NewFill(TypedDict, total=False):
    """A template and how to fill it; with what, and how the answer comes, is said by the method."""

    file: Required[FileReference]
    """The template: a Word, PowerPoint or Excel file, or a PDF form."""
    missing: Literal["error", "empty", "keep"]
    """What a value that the data does not have becomes: `error` (where absent) refuses the request, `empty` leaves
    nothing, `keep` the tag."""
    language: str
    """How numbers and dates are written; the language of the template where absent."""
    format: Literal["docx", "pptx", "xlsx", "pdf"]
    """`pdf` gives the PDF alone; otherwise the kind of the template."""
    name: str
    """A name for the document; the name of the template where absent."""
    metadata: Dict[str, str]
    """Keys and values of yours, kept with the document: at most 50 keys of 1 to 64 characters, values of up to 500."""
    retention: Literal["none", "1d", "7d", "30d", "90d"]
    """How long content is kept after finishing; the project's setting where absent."""


ArtifactValue = Dict[str, Any]
"""A JSON object."""

FileRequest = Union[UrlReference, DataReference]

FileIdReference = str
"""A file uploaded with POST /files."""

DocumentIdReference = str
"""A document already made; its Word, PowerPoint or Excel file is used, or its PDF if that is all it has."""

FileReference = Union[FileIdReference, DocumentIdReference, UrlReference, DataReference]

EditOperation = Union[DocxReplaceText, DocxRewriteBlock, DocxInsertBlocks, DocxDeleteBlock, DocxMoveBlock, DocxSetFormat, DocxSetCellText, DocxInsertRows, DocxDeleteRows, DocxInsertColumns, DocxDeleteColumns, DocxMergeCells, DocxUnmergeCells, DocxSplitCell, DocxInsertImage, DocxInsertTextBox, DocxReplaceImage, DocxInsertChart, DocxSetChartData, DocxSetAltText, DocxSetLink, DocxRemoveLink, DocxAddBookmark, DocxDeleteBookmark, DocxAddFootnote, DocxDeleteFootnote, DocxSetControl, DocxAddControl, DocxDeleteControl, DocxSetHeaderFooter, DocxSetPage, DocxInsertSectionBreak, DocxDeleteSectionBreak, DocxSetWatermark, DocxRemoveWatermark, DocxRefreshToc, DocxSetProperty, DocxAddComment, DocxReplyComment, DocxResolveComment, DocxDeleteComment, DocxAcceptRevision, DocxRejectRevision, DocxRestyle, PptxReplaceText, PptxSetText, PptxSetFormat, PptxInsertSlide, PptxDuplicateSlide, PptxDeleteSlide, PptxMoveSlide, PptxSetLayout, PptxAddShape, PptxAddConnector, PptxInsertImage, PptxInsertMedia, PptxInsertTable, PptxInsertChart, PptxInsertEquation, PptxSetShape, PptxOrderShape, PptxGroupShapes, PptxUngroupShapes, PptxDeleteShape, PptxReplaceImage, PptxSetAltText, PptxSetLink, PptxSetCellText, PptxInsertRows, PptxDeleteRows, PptxInsertColumns, PptxDeleteColumns, PptxSetNotes, PptxSetTransition, PptxSetChartData, PptxAddComment, PptxReplyComment, PptxResolveComment, PptxDeleteComment, PptxApplyTheme, PptxSetProperty, XlsxReplaceText, XlsxSetCells, XlsxSetFormula, XlsxInsertRows, XlsxDeleteRows, XlsxInsertColumns, XlsxDeleteColumns, XlsxAddSheet, XlsxCopySheet, XlsxRenameSheet, XlsxMoveSheet, XlsxDeleteSheet, XlsxSetSheet, XlsxSetPage, XlsxSetHeaderFooter, XlsxSetNumberFormat, XlsxSetFormat, XlsxSetCellStyle, XlsxDefineName, XlsxDeleteName, XlsxAddConditionalFormat, XlsxAddDataValidation, XlsxRemoveRules, XlsxProtectSheet, XlsxFreeze, XlsxGroup, XlsxAddTable, XlsxResizeTable, XlsxSort, XlsxMergeCells, XlsxUnmergeCells, XlsxSetAutoFilter, XlsxAddComment, XlsxDeleteComment, XlsxSetLink, XlsxInsertImage, XlsxAddShape, XlsxDeleteShape, XlsxAddChart, XlsxUpdateChart, XlsxAddSparklines, XlsxAddPivot, XlsxUpdatePivot, XlsxAddSlicer, XlsxSetProperty, PdfRotatePages, PdfDeletePages, PdfMovePages, PdfInsertPages, PdfExtractPages, PdfFillForm, PdfFlattenForm, PdfStamp, PdfAnnotate, PdfRedact, PdfAddPageNumbers, PdfSetBookmarks, PdfSetProperty, PdfAddAttachment, PdfRemoveAttachment, PdfReplaceText, PdfRewriteBlock, PdfDeleteBlock, PdfInsertBlocks, PageReplaceText, PageRewriteBlock, PageInsertBlocks, PageDeleteBlock, PageMoveBlock]
"""One operation; which there are depends on the format of the file (docs/editing.md)."""

JsonValue = Any
"""Any JSON value."""
