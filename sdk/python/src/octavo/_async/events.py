"""A document's events, each exactly once and in order, over as many connections as it takes."""

from __future__ import annotations

import asyncio
from typing import AsyncGenerator, AsyncIterator, Optional

import httpx

from .. import models
from .._event_lines import EventReader
from .._requests import BREAKS_MAX, Call, backoff, path_of
from ..errors import OctavoConnectionError, ProblemError
from ..records import is_final
from .transport import AsyncTransport


class AsyncDocumentStream:
    """The events of a document, live and resumed by themselves. Leaving the loop does not stop the document: `cancel` does."""

    def __init__(
        self, transport: AsyncTransport, document_id: str, after: int = 0, first: Optional[httpx.Response] = None
    ) -> None:
        self.document_id = document_id
        self.last_sequence = after
        """Of the last event that was given: `events(id, after=…)` goes on behind it."""
        self._transport = transport
        self._open: Optional[httpx.Response] = first
        self._events = self._follow()

    def __aiter__(self) -> AsyncIterator[models.DocumentEvent]:
        return self._events

    async def __aenter__(self) -> AsyncDocumentStream:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Lets the connection go."""
        await self._events.aclose()
        await self._end()

    async def _end(self) -> None:
        response, self._open = self._open, None
        if response is not None:
            await response.aclose()

    async def _connect(self) -> httpx.Response:
        headers = {"Last-Event-ID": str(self.last_sequence), "Accept": "text/event-stream"}
        path = path_of("documents", self.document_id, "events")
        return await self._transport.open(Call("GET", path, headers=headers))

    async def _follow(self) -> AsyncGenerator[models.DocumentEvent, None]:
        breaks = 0
        cause: Optional[Exception] = None
        while breaks < BREAKS_MAX:
            try:
                if self._open is None:
                    self._open = await self._connect()
                reader = EventReader()
                async for chunk in self._open.aiter_bytes():
                    for event in reader.feed(chunk):
                        if event.sequence is None or event.sequence <= self.last_sequence:
                            continue
                        self.last_sequence = event.sequence
                        breaks = -1
                        yield event
                        if is_final(event):
                            return
            except ProblemError:
                raise
            except (httpx.HTTPError, httpx.StreamError, OctavoConnectionError) as error:
                # A broken connection: the next one takes up where it ended.
                cause = error
            finally:
                await self._end()
            breaks += 1
            await asyncio.sleep(backoff(max(0, breaks - 1)))
        raise OctavoConnectionError(f"the events of {self.document_id} broke off {BREAKS_MAX} times in a row") from cause
