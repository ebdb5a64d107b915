"""Lists of the service: one page with its cursors, and all items, page after page."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Generic, Iterator, List, Optional, Type

from .._model import M, read
from .._requests import Call
from .transport import Transport


class Pages(Generic[M]):
    """The page that was asked for; iterated, its items and those of the pages behind it."""

    def __init__(self, transport: Transport, model: Type[M], call: Call) -> None:
        self._transport = transport
        self._model = model
        self._call = call
        value: Any = transport.ask_json(call)
        self.data: List[M] = [read(model, item) for item in value["data"]]
        self.first_id: Optional[str] = value["first_id"]
        self.last_id: Optional[str] = value["last_id"]
        self.has_more: bool = value["has_more"]

    def __len__(self) -> int:
        """Items of this page."""
        return len(self.data)

    def __iter__(self) -> Iterator[M]:
        query = self._call.query
        # `before` walks towards the beginning: the next page ends where this one begins.
        backwards = query.get("before") is not None and query.get("after") is None
        page = self
        while True:
            yield from page.data
            cursor = page.first_id if backwards else page.last_id
            if not page.has_more or cursor is None:
                return
            page = Pages(
                self._transport,
                self._model,
                replace(self._call, query={**query, "before" if backwards else "after": cursor}),
            )
