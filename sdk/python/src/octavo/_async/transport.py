"""Requests to the service: the key, problems as errors, time limits, and repeats where a repeat can do no harm."""

from __future__ import annotations

import asyncio
import time
from typing import Any, Optional, Tuple, Type

import httpx

from .._model import M, read
from .._requests import (
    CONNECT_S,
    SILENCE_MAX_S,
    Call,
    Settings,
    arguments_of,
    is_json,
    may_repeat,
    problem_of,
    wait_before,
)
from ..errors import AnswerError, OctavoConnectionError, OctavoError, OctavoTimeoutError


class AsyncTransport:
    """One connection pool, and the settings of a client."""

    def __init__(self, settings: Settings, http: httpx.AsyncClient) -> None:
        self.settings = settings
        self.http = http

    async def send(self, call: Call) -> httpx.Response:
        """The answer with its whole body."""
        return await self._repeat(call, stream=False)

    async def open(self, call: Call) -> httpx.Response:
        """The answer as soon as it begins; whoever asked closes it."""
        return await self._repeat(call, stream=True)

    async def ask(self, model: Type[M], call: Call) -> M:
        """The answer as a model."""
        return read(model, await self.ask_json(call))

    async def ask_json(self, call: Call) -> Any:
        """The answer as JSON."""
        response = await self.send(call)
        try:
            return response.json()
        except ValueError as error:
            raise AnswerError(f"the answer to {call.method} {call.path} is no JSON") from error

    async def _repeat(self, call: Call, *, stream: bool) -> httpx.Response:
        timeout = self.settings.timeout if call.timeout is None else call.timeout
        deadline = time.monotonic() + timeout
        attempt = 0
        while True:
            try:
                return await self._send_once(call, deadline, timeout, stream)
            except OctavoError as error:
                if attempt >= self.settings.retries_max or not may_repeat(call, error):
                    raise
                wait = wait_before(attempt, error)
                if wait is None or time.monotonic() + wait >= deadline:
                    raise
            attempt += 1
            await asyncio.sleep(wait)

    async def _send_once(self, call: Call, deadline: float, timeout: float, stream: bool) -> httpx.Response:
        left = max(0.001, deadline - time.monotonic())
        limit = httpx.Timeout(left, connect=min(CONNECT_S, left), read=SILENCE_MAX_S if stream else left)
        request = self.http.build_request(**arguments_of(self.settings, call), timeout=limit)
        try:
            response = await self.http.send(request, stream=True)
            if stream and response.is_success:
                return response
            return await self._read(response, deadline, timeout)
        except httpx.TimeoutException as error:
            if time.monotonic() >= deadline:
                raise OctavoTimeoutError(f"no answer within {timeout:g} s") from error
            raise OctavoConnectionError(f"no answer from {self.settings.base_url}") from error
        except httpx.TransportError as error:
            raise OctavoConnectionError(f"no answer from {self.settings.base_url}: {error}") from error

    async def _read(self, response: httpx.Response, deadline: float, timeout: float) -> httpx.Response:
        """The whole answer. Its headers are sent before its end is known, with spaces until the JSON comes."""
        chunks = []
        try:
            async for chunk in response.aiter_bytes():
                chunks.append(chunk)
                if time.monotonic() >= deadline:
                    raise OctavoTimeoutError(f"no answer within {timeout:g} s")
        finally:
            await response.aclose()
        headers = httpx.Headers(
            [(name, value) for name, value in response.headers.multi_items() if name not in ("content-encoding", "content-length")]
        )
        whole = httpx.Response(response.status_code, headers=headers, content=b"".join(chunks), request=response.request)
        if not whole.is_success:
            raise problem_of(whole)
        if is_json(whole) and whole.content.strip() == b"":
            raise OctavoConnectionError("the answer ended before its JSON")
        return whole


async def take_with_wait(transport: AsyncTransport, call: Call) -> Tuple[Any, float]:
    """An answer, and how many seconds to wait before the next call."""
    response = await transport.send(call)
    after: Optional[str] = response.headers.get("retry-after")
    return response.json(), float(after) if after is not None and after.isdigit() else 1.0
