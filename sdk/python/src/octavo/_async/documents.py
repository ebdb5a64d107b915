"""Calls on documents: making, following, reading and deleting them."""

from __future__ import annotations

import asyncio
import time
from typing import Any, Dict, List, Mapping, Optional

from typing_extensions import Unpack

from .. import models, params
from .._model import read
from .._requests import Call, path_of
from ..errors import OctavoConnectionError, OctavoTimeoutError
from ..records import is_final, is_finished
from .events import AsyncDocumentStream
from .pages import AsyncPages
from .transport import AsyncTransport

Json = Dict[str, Any]
FIRST_POLL_S = 0.2
POLL_MAX_S = 2.0


class AsyncDocuments:
    """`octavo.documents`"""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    def _post(self, request: Mapping[str, Any], mode: Json, key: Optional[str]) -> Call:
        return Call("POST", "/documents", body={**request, **mode}).keyed(key)

    async def create(
        self, *, idempotency_key: Optional[str] = None, **request: Unpack[params.NewDocument]
    ) -> models.DocumentRecord:
        """Waits for the finished document. One that fails in the making is an answer too: see `status` and `error`."""
        return await self._transport.ask(models.DocumentRecord, self._post(request, {}, idempotency_key))

    async def start(
        self, *, idempotency_key: Optional[str] = None, **request: Unpack[params.NewDocument]
    ) -> models.DocumentRecord:
        """Returns at once with the queued document."""
        return await self._transport.ask(models.DocumentRecord, self._post(request, {"background": True}, idempotency_key))

    async def dry_run(self, **request: Unpack[params.NewDocument]) -> models.DryRun:
        """What would be made and what is wrong with the request; nothing is made."""
        call = Call("POST", "/documents", query={"dry_run": True}, body=dict(request))
        return await self._transport.ask(models.DryRun, call)

    async def stream(
        self, *, idempotency_key: Optional[str] = None, **request: Unpack[params.NewDocument]
    ) -> AsyncDocumentStream:
        """The events as they happen, over broken connections too. Leaving the loop does not stop the document: `cancel` does."""
        first = await self._transport.open(self._post(request, {"stream": True}, idempotency_key))
        document_id = first.headers.get("document-id")
        if document_id is None:
            await first.aclose()
            raise OctavoConnectionError("the answer names no document")
        return AsyncDocumentStream(self._transport, document_id, first=first)

    def events(self, document_id: str, *, after: int = 0) -> AsyncDocumentStream:
        """All events so far, then live ones, each once; only those behind the sequence `after`."""
        return AsyncDocumentStream(self._transport, document_id, after)

    async def wait(self, document_id: str, *, timeout: Optional[float] = None) -> models.DocumentRecord:
        """The finished document.

        :param timeout: seconds of the whole wait; without one it ends with the document
        :raises OctavoTimeoutError: where it takes longer; the document goes on
        """
        if timeout is None:
            document = await self.get(document_id)
            if is_finished(document):
                return document
            async with self.events(document_id) as events:
                async for event in events:
                    if is_final(event):
                        break
            return await self.get(document_id)
        deadline = time.monotonic() + timeout
        pause = FIRST_POLL_S
        while True:
            document = await self.get(document_id)
            if is_finished(document):
                return document
            left = deadline - time.monotonic()
            if left <= 0:
                raise OctavoTimeoutError(f"{document_id} was not finished within {timeout:g} s")
            await asyncio.sleep(min(pause, left))
            pause = min(POLL_MAX_S, pause * 1.5)

    async def get(self, document_id: str) -> models.DocumentRecord:
        """The document as it is now."""
        return await self._transport.ask(models.DocumentRecord, Call("GET", path_of("documents", document_id)))

    def list(
        self,
        *,
        limit: Optional[int] = None,
        after: Optional[str] = None,
        before: Optional[str] = None,
        order: Optional[str] = None,
        status: Optional[str] = None,
        format: Optional[str] = None,
        operation: Optional[str] = None,
        name: Optional[str] = None,
        parent_id: Optional[str] = None,
        metadata: Optional[Mapping[str, str]] = None,
    ) -> AsyncPages[models.DocumentRecord]:
        """Documents, newest first unless `order` is `asc`; of one page `limit`, 1 to 100 (20)."""
        query: Json = {
            "limit": limit,
            "after": after,
            "before": before,
            "order": order,
            "status": status,
            "format": format,
            "operation": operation,
            "name": name,
            "parent_id": parent_id,
            **{f"metadata[{key}]": value for key, value in (metadata or {}).items()},
        }
        return AsyncPages(self._transport, models.DocumentRecord, Call("GET", "/documents", query=query))

    async def cancel(self, document_id: str) -> models.DocumentRecord:
        """Stops the work; nothing is charged. A finished document is returned as it is."""
        return await self._transport.ask(models.DocumentRecord, Call("POST", path_of("documents", document_id, "cancel")))

    async def delete(self, document_id: str) -> models.DocumentRecord:
        """Deletes the content; a running document is canceled first."""
        return await self._transport.ask(models.DocumentRecord, Call("DELETE", path_of("documents", document_id)))

    async def outputs(self, document_id: str, *, expires_in: Optional[int] = None) -> List[models.Output]:
        """Fresh download links.

        :param expires_in: seconds that the page link of an artifact lives, 60 to 604,800; an hour where None
        """
        call = Call("GET", path_of("documents", document_id, "outputs"), query={"expires_in": expires_in})
        return [read(models.Output, item) for item in (await self._transport.ask_json(call))["data"]]

    async def report(self, document_id: str) -> models.Report:
        """What was decided, found, repaired and charged."""
        return await self._transport.ask(models.Report, Call("GET", path_of("documents", document_id, "report")))

    async def request(self, document_id: str) -> models.StoredRequest:
        """What was asked for, as a body to send again."""
        return await self._transport.ask(models.StoredRequest, Call("GET", path_of("documents", document_id, "request")))
