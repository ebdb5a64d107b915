"""The client: all calls, on one pool of connections."""

from __future__ import annotations

from dataclasses import replace
from typing import Optional

import httpx

from .._requests import Settings, make_settings
from .artifacts import AsyncArtifacts
from .documents import AsyncDocuments
from .edits import AsyncComparing, AsyncEdits, AsyncFilling, AsyncVersions
from .endpoints import AsyncWebhooks
from .files import AsyncFiles, AsyncReading
from .money import AsyncMoney
from .transport import AsyncTransport


class AsyncOctavo(AsyncReading, AsyncFilling, AsyncComparing):
    """A client of an Octavo service.

    :param api_key: `ak_…`, which the service printed at its first start; the environment's `OCTAVO_API_KEY` where None
    :param base_url: address of the service, with or without `/v1`; the environment's `OCTAVO_BASE_URL`, or
        `http://localhost:8080`, where None
    :param timeout: seconds of a call with all its repeats, until the whole answer is there
    :param retries_max: repeats of a call that failed for a passing reason
    :param http_client: for proxies, certificates and tests
    :raises UsageError: where there is no key, or the address of the service is none
    """

    def __init__(
        self,
        *,
        api_key: Optional[str] = None,
        base_url: Optional[str] = None,
        timeout: float = 600.0,
        retries_max: int = 2,
        http_client: Optional[httpx.AsyncClient] = None,
    ) -> None:
        settings = make_settings(api_key, base_url, timeout, retries_max)
        self._owned = http_client is None
        self._use(settings, http_client or httpx.AsyncClient())

    def _use(self, settings: Settings, http: httpx.AsyncClient) -> None:
        transport = AsyncTransport(settings, http)
        self._transport = transport
        self.documents = AsyncDocuments(transport)
        self.edits = AsyncEdits(transport)
        self.versions = AsyncVersions(transport)
        self.files = AsyncFiles(transport)
        self.artifacts = AsyncArtifacts(transport)
        self.webhooks = AsyncWebhooks(transport)
        self.money = AsyncMoney(transport)

    def with_options(self, *, timeout: Optional[float] = None, retries_max: Optional[int] = None) -> AsyncOctavo:
        """The same client on the same connections with other limits, for one call or several."""
        settings = self._transport.settings
        changed = replace(
            settings,
            timeout=settings.timeout if timeout is None else timeout,
            retries_max=settings.retries_max if retries_max is None else retries_max,
        )
        other = AsyncOctavo.__new__(AsyncOctavo)
        other._owned = False
        other._use(changed, self._transport.http)
        return other

    async def close(self) -> None:
        """Closes the connections, unless they were given."""
        if self._owned:
            await self._transport.http.aclose()

    async def __aenter__(self) -> AsyncOctavo:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()
