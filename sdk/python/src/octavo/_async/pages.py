"""Lists of the service: one page with its cursors, or all items, page after page."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, AsyncIterator, Generator, Generic, List, Optional, Type

from .._model import M, read
from .._requests import Call
from .transport import AsyncTransport


class AsyncPage(Generic[M]):
    """One page."""

    def __init__(self, model: Type[M], value: Any) -> None:
        self.data: List[M] = [read(model, item) for item in value["data"]]
        self.first_id: Optional[str] = value["first_id"]
        self.last_id: Optional[str] = value["last_id"]
        self.has_more: bool = value["has_more"]

    def __len__(self) -> int:
        return len(self.data)


class AsyncPages(Generic[M]):
    """`await` gives the page that was asked for; `async for` gives its items and those of the pages behind it."""

    def __init__(self, transport: AsyncTransport, model: Type[M], call: Call) -> None:
        self._transport = transport
        self._model = model
        self._call = call

    def __await__(self) -> Generator[Any, None, AsyncPage[M]]:
        return self._load(self._call).__await__()

    async def _load(self, call: Call) -> AsyncPage[M]:
        return AsyncPage(self._model, await self._transport.ask_json(call))

    async def __aiter__(self) -> AsyncIterator[M]:
        query = self._call.query
        # `before` walks towards the beginning: the next page ends where this one begins.
        backwards = query.get("before") is not None and query.get("after") is None
        page = await self._load(self._call)
        while True:
            for item in page.data:
                yield item
            cursor = page.first_id if backwards else page.last_id
            if not page.has_more or cursor is None:
                return
            page = await self._load(replace(self._call, query={**query, "before" if backwards else "after": cursor}))
