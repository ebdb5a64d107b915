"""The client: all calls, on one pool of connections."""

from __future__ import annotations

from dataclasses import replace
from typing import Optional

import httpx

from .._requests import Settings, make_settings
from .artifacts import Artifacts
from .documents import Documents
from .edits import Comparing, Edits, Filling, Versions
from .endpoints import Webhooks
from .files import Files, Reading
from .money import Money
from .transport import Transport


class Octavo(Reading, Filling, Comparing):
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
        http_client: Optional[httpx.Client] = None,
    ) -> None:
        settings = make_settings(api_key, base_url, timeout, retries_max)
        self._owned = http_client is None
        self._use(settings, http_client or httpx.Client())

    def _use(self, settings: Settings, http: httpx.Client) -> None:
        transport = Transport(settings, http)
        self._transport = transport
        self.documents = Documents(transport)
        self.edits = Edits(transport)
        self.versions = Versions(transport)
        self.files = Files(transport)
        self.artifacts = Artifacts(transport)
        self.webhooks = Webhooks(transport)
        self.money = Money(transport)

    def with_options(self, *, timeout: Optional[float] = None, retries_max: Optional[int] = None) -> Octavo:
        """The same client on the same connections with other limits, for one call or several."""
        settings = self._transport.settings
        changed = replace(
            settings,
            timeout=settings.timeout if timeout is None else timeout,
            retries_max=settings.retries_max if retries_max is None else retries_max,
        )
        other = Octavo.__new__(Octavo)
        other._owned = False
        other._use(changed, self._transport.http)
        return other

    def close(self) -> None:
        """Closes the connections, unless they were given."""
        if self._owned:
            self._transport.http.close()

    def __enter__(self) -> Octavo:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
