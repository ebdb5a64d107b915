"""Calls on files that exist: typed edits, their addresses, versions and what differs between them."""

from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional

from typing_extensions import Unpack

from .. import models, params
from .._model import read
from .._requests import Call, path_of
from .._uploads import Upload, read_upload
from ..errors import UsageError
from ..redlines import Redline
from .pages import Pages
from .transport import Transport


class Edits:
    """`octavo.edits`"""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def apply(
        self, *, idempotency_key: Optional[str] = None, **request: Unpack[params.NewEdits]
    ) -> models.DocumentRecord:
        """Waits for the edited document, a new one. Where nothing could be done its status is `failed`, and its report says why."""
        call = Call("POST", "/edits", body=dict(request)).keyed(idempotency_key)
        return self._transport.ask(models.DocumentRecord, call)

    def preview(self, **request: Unpack[params.NewEdits]) -> List[models.EditResult]:
        """What would happen; nothing is made."""
        body: Dict[str, Any] = {**request, "preview": True}
        answer = self._transport.ask(models.EditPreview, Call("POST", "/edits", body=body))
        return answer.edits

    def content(self, document_id: str, *, query: Optional[str] = None) -> List[Dict[str, Any]]:
        """The content as blocks with the addresses that operations name; only what `query` finds, where there is one."""
        call = Call("GET", path_of("documents", document_id, "content"), query={"query": query})
        blocks: List[Dict[str, Any]] = (self._transport.ask_json(call))["blocks"]
        return blocks


class Versions:
    """`octavo.versions`"""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create(self, document_id: str, file: str) -> models.DocumentRecord:
        """A new document from an uploaded file that was edited by hand.

        :param file: its id, `file_…`
        """
        call = Call("POST", path_of("documents", document_id, "versions"), body={"file": file})
        return self._transport.ask(models.DocumentRecord, call)

    def list(
        self,
        document_id: str,
        *,
        limit: Optional[int] = None,
        after: Optional[str] = None,
        before: Optional[str] = None,
        order: Optional[str] = None,
    ) -> Pages[models.DocumentRecord]:
        """The whole family, oldest first."""
        query = {"limit": limit, "after": after, "before": before, "order": order}
        call = Call("GET", path_of("documents", document_id, "versions"), query=query)
        return Pages(self._transport, models.DocumentRecord, call)

    def save(
        self,
        document_id: str,
        file: Optional[Upload] = None,
        *,
        revision: int,
        file_id: Optional[str] = None,
        filename: Optional[str] = None,
    ) -> models.DocumentRecord:
        """Puts a file in the place of the document's: `file` itself, or `file_id` of one that was uploaded.

        :param revision: that of the document that was edited
        :raises ConflictError: `revision_conflict`: a user was faster
        """
        path = path_of("documents", document_id, "file")
        if (file is None) == (file_id is None):
            raise UsageError("save takes either the file or file_id.")
        if file is None:
            call = Call("PUT", path, body={"file": file_id, "revision": revision})
        else:
            call = Call("PUT", path, file=read_upload(file, filename), form={"revision": str(revision)})
        return self._transport.ask(models.DocumentRecord, call)

    def diff(self, document_id: str, other: Optional[str] = None) -> models.Diff:
        """What differs from the document `other`, block by block; from the parent where None."""
        call = Call("GET", path_of("documents", document_id, "diff"), query={"from": other})
        return self._transport.ask(models.Diff, call)

    def redline(self, document_id: str, other: Optional[str] = None) -> Redline:
        """Two Word files as one with tracked changes. `not_tracked` of the bytes tells what they do not show."""
        query = {"from": other, "format": "docx"}
        answer = self._transport.send(Call("GET", path_of("documents", document_id, "diff"), query=query))
        return Redline.read(answer.content, answer.headers)


class Comparing:
    """Calls of the client itself: two files, compared."""

    _transport: Transport

    def compare(self, older: params.FileReference, newer: params.FileReference) -> models.Comparison:
        """What differs between any two files of one format; nothing is kept."""
        call = Call("POST", "/compare", body={"from": older, "to": newer})
        return self._transport.ask(models.Comparison, call)

    def redline(
        self,
        older: params.FileReference,
        newer: params.FileReference,
        *,
        format: Literal["docx", "pdf"] = "docx",
        author: Optional[str] = None,
        date: Optional[str] = None,
    ) -> Redline:
        """Two Word files as one with tracked changes by `author`, made at `date` (ISO 8601); two PDF files as the newer one with marks.

        `not_tracked` of the bytes tells what they do not show.
        """
        given = {"author": author, "date": date}
        body = {"from": older, "to": newer, "format": format, **{name: value for name, value in given.items() if value is not None}}
        answer = self._transport.send(Call("POST", "/compare", body=body))
        return Redline.read(answer.content, answer.headers)


class Filling:
    """Calls of the client itself: templates filled with data."""

    _transport: Transport

    def fill(
        self, *, data: Dict[str, Any], idempotency_key: Optional[str] = None, **request: Unpack[params.NewFill]
    ) -> models.DocumentRecord:
        """Waits for the filled document. An `InvalidRequestError` names each tag that could not be filled."""
        call = Call("POST", "/fill", body={**request, "data": data}).keyed(idempotency_key)
        return self._transport.ask(models.DocumentRecord, call)

    def fill_as_one(
        self, *, data: List[Dict[str, Any]], idempotency_key: Optional[str] = None, **request: Unpack[params.NewFill]
    ) -> models.DocumentRecord:
        """One file with the template filled for each record, in the background: follow it by its id."""
        body = {**request, "data": data, "output": "one", "background": True}
        return self._transport.ask(models.DocumentRecord, Call("POST", "/fill", body=body).keyed(idempotency_key))

    def fill_many(
        self, *, data: List[Dict[str, Any]], idempotency_key: Optional[str] = None, **request: Unpack[params.NewFill]
    ) -> List[models.DocumentRecord]:
        """A document for each record, in the background: follow each by its id."""
        call = Call("POST", "/fill", body={**request, "data": data, "output": "documents"}).keyed(idempotency_key)
        answer = self._transport.ask_json(call)
        return [read(models.DocumentRecord, item) for item in answer["documents"]]

    def describe_template(self, *, data: Any = None, **request: Unpack[params.NewFill]) -> models.FillDryRun:
        """What the template wants, and what is wrong with the data where some is given; nothing is made."""
        body = {**request, "dry_run": True, **({} if data is None else {"data": data})}
        return self._transport.ask(models.FillDryRun, Call("POST", "/fill", body=body))
