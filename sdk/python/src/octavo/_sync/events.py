"""A document's events, each exactly once and in order, over as many connections as it takes."""

from __future__ import annotations

import time
from typing import Generator, Iterator, Optional

import httpx

from .. import models
from .._event_lines import EventReader
from .._requests import BREAKS_MAX, Call, backoff, path_of
from ..errors import OctavoConnectionError, ProblemError
from ..records import is_final
from .transport import Transport


class DocumentStream:
    """The events of a document, live and resumed by themselves. Leaving the loop does not stop the document: `cancel` does."""

    def __init__(
        self, transport: Transport, document_id: str, after: int = 0, first: Optional[httpx.Response] = None
    ) -> None:
        self.document_id = document_id
        self.last_sequence = after
        """Of the last event that was given: `events(id, after=…)` goes on behind it."""
        self._transport = transport
        self._open: Optional[httpx.Response] = first
        self._events = self._follow()

    def __iter__(self) -> Iterator[models.DocumentEvent]:
        return self._events

    def __enter__(self) -> DocumentStream:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Lets the connection go."""
        self._events.close()
        self._end()

    def _end(self) -> None:
        response, self._open = self._open, None
        if response is not None:
            response.close()

    def _connect(self) -> httpx.Response:
        headers = {"Last-Event-ID": str(self.last_sequence), "Accept": "text/event-stream"}
        path = path_of("documents", self.document_id, "events")
        return self._transport.open(Call("GET", path, headers=headers))

    def _follow(self) -> Generator[models.DocumentEvent, None, None]:
        breaks = 0
        cause: Optional[Exception] = None
        while breaks < BREAKS_MAX:
            try:
                if self._open is None:
                    self._open = self._connect()
                reader = EventReader()
                for chunk in self._open.iter_bytes():
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
                self._end()
            breaks += 1
            time.sleep(backoff(max(0, breaks - 1)))
        raise OctavoConnectionError(f"the events of {self.document_id} broke off {BREAKS_MAX} times in a row") from cause
