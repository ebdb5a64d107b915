"""Webhook endpoints and what was delivered to them."""

from __future__ import annotations

from typing import Optional

from typing_extensions import Unpack

from .. import models, params
from .._requests import Call, path_of
from .pages import AsyncPages
from .transport import AsyncTransport

ROOT = "webhook-endpoints"


class AsyncWebhooks:
    """`octavo.webhooks`"""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def create(self, **request: Unpack[params.WebhookRequest]) -> models.WebhookEndpointWithSecret:
        """Registers an address; the answer has its secret, which is shown this once."""
        call = Call("POST", path_of(ROOT), body=dict(request))
        return await self._transport.ask(models.WebhookEndpointWithSecret, call)

    def list(
        self,
        *,
        limit: Optional[int] = None,
        after: Optional[str] = None,
        before: Optional[str] = None,
        order: Optional[str] = None,
    ) -> AsyncPages[models.WebhookEndpoint]:
        """Endpoints, newest first unless `order` is `asc`."""
        query = {"limit": limit, "after": after, "before": before, "order": order}
        return AsyncPages(self._transport, models.WebhookEndpoint, Call("GET", path_of(ROOT), query=query))

    async def get(self, endpoint_id: str) -> models.WebhookEndpoint:
        """An endpoint, without its secret."""
        return await self._transport.ask(models.WebhookEndpoint, Call("GET", path_of(ROOT, endpoint_id)))

    async def update(self, endpoint_id: str, **patch: Unpack[params.WebhookPatch]) -> models.WebhookEndpoint:
        """What is left out stays."""
        call = Call("PATCH", path_of(ROOT, endpoint_id), body=dict(patch))
        return await self._transport.ask(models.WebhookEndpoint, call)

    async def delete(self, endpoint_id: str) -> models.DeletedWebhookEndpoint:
        """Nothing is sent there any more."""
        return await self._transport.ask(models.DeletedWebhookEndpoint, Call("DELETE", path_of(ROOT, endpoint_id)))

    async def rotate_secret(self, endpoint_id: str) -> models.WebhookEndpointWithSecret:
        """The old secret signs too for 24 hours."""
        call = Call("POST", path_of(ROOT, endpoint_id, "rotate-secret"))
        return await self._transport.ask(models.WebhookEndpointWithSecret, call)

    async def test(self, endpoint_id: str) -> models.WebhookDeliveryDetail:
        """Sends a test event, and waits for its attempt."""
        call = Call("POST", path_of(ROOT, endpoint_id, "test"))
        return await self._transport.ask(models.WebhookDeliveryDetail, call)

    def deliveries(
        self,
        endpoint_id: str,
        *,
        status: Optional[str] = None,
        limit: Optional[int] = None,
        after: Optional[str] = None,
        before: Optional[str] = None,
        order: Optional[str] = None,
    ) -> AsyncPages[models.WebhookDelivery]:
        """What was sent, newest first unless `order` is `asc`; only what is `pending`, `delivered` or `failed`."""
        query = {"status": status, "limit": limit, "after": after, "before": before, "order": order}
        call = Call("GET", path_of(ROOT, endpoint_id, "deliveries"), query=query)
        return AsyncPages(self._transport, models.WebhookDelivery, call)

    async def delivery(self, endpoint_id: str, delivery_id: str) -> models.WebhookDeliveryDetail:
        """One delivery with what was sent and answered."""
        call = Call("GET", path_of(ROOT, endpoint_id, "deliveries", delivery_id))
        return await self._transport.ask(models.WebhookDeliveryDetail, call)

    async def retry(self, endpoint_id: str, delivery_id: str) -> models.WebhookDeliveryDetail:
        """One attempt more, at once, under the same id."""
        call = Call("POST", path_of(ROOT, endpoint_id, "deliveries", delivery_id, "retry"))
        return await self._transport.ask(models.WebhookDeliveryDetail, call)
