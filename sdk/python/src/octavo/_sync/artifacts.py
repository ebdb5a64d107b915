"""Calls on what visitors of an artifact wrote, and on the links to its page."""

from __future__ import annotations

from typing import Any, Dict, List, Mapping, Optional

from .. import models
from .._requests import Call, path_of
from .pages import Pages
from .transport import Transport


class Artifacts:
    """`octavo.artifacts`"""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def collections(self, document_id: str) -> List[Dict[str, Any]]:
        """Which collections there are (`collection`), and how many records each has (`records`)."""
        answer = self._transport.ask_json(Call("GET", path_of("documents", document_id, "data")))
        data: List[Dict[str, Any]] = answer["data"]
        return data

    def list(
        self,
        document_id: str,
        collection: str,
        *,
        limit: Optional[int] = None,
        after: Optional[str] = None,
        before: Optional[str] = None,
        order: Optional[str] = None,
    ) -> Pages[models.ArtifactRecord]:
        """Records, newest first unless `order` is `asc`."""
        query = {"limit": limit, "after": after, "before": before, "order": order}
        call = Call("GET", path_of("documents", document_id, "data", collection), query=query)
        return Pages(self._transport, models.ArtifactRecord, call)

    def csv(self, document_id: str, collection: str) -> str:
        """The whole collection as CSV, oldest first; texts that a spreadsheet would run as formulas have an apostrophe in front."""
        call = Call("GET", path_of("documents", document_id, "data", collection), query={"format": "csv"})
        return (self._transport.send(call)).text

    def add(self, document_id: str, collection: str, record: Mapping[str, Any]) -> models.ArtifactRecord:
        """As the owner, whatever the mode of the collection is. A call whose answer is lost may have added it all the same."""
        call = Call("POST", path_of("documents", document_id, "data", collection), body={"record": record})
        return self._transport.ask(models.ArtifactRecord, call)

    def update(
        self,
        document_id: str,
        collection: str,
        record_id: str,
        record: Mapping[str, Any],
        *,
        revision: Optional[int] = None,
    ) -> models.ArtifactRecord:
        """With a `revision`, only if the record still has it: else a `ConflictError`."""
        body = {"record": record, **({} if revision is None else {"revision": revision})}
        call = Call("PUT", path_of("documents", document_id, "data", collection, record_id), body=body)
        return self._transport.ask(models.ArtifactRecord, call)

    def remove(self, document_id: str, collection: str, record_id: str) -> models.DeletedRecord:
        """Deletes a record."""
        call = Call("DELETE", path_of("documents", document_id, "data", collection, record_id))
        return self._transport.ask(models.DeletedRecord, call)

    def clear(self, document_id: str, collection: str) -> models.DeletedCollection:
        """Deletes all records of a collection."""
        call = Call("DELETE", path_of("documents", document_id, "data", collection))
        return self._transport.ask(models.DeletedCollection, call)

    def revoke_links(self, document_id: str) -> models.DocumentRecord:
        """Links that were given out are dead at once; the outputs of the answer have a new one."""
        call = Call("POST", path_of("documents", document_id, "revoke-links"))
        return self._transport.ask(models.DocumentRecord, call)
