"""Webhook endpoints and what was delivered to them."""

from __future__ import annotations

from typing import Optional

from typing_extensions import Unpack

from .. import models, params
from .._requests import Call, path_of
from .pages import Pages
from .transport import Transport

ROOT = "webhook-endpoints"


class Webhooks:
    """`octavo.webhooks`"""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create(self, **request: Unpack[params.WebhookRequest]) -> models.WebhookEndpointWithSecret:
        """Registers an address; the answer has its secret, which is shown this once."""
        call = Call("POST", path_of(ROOT), body=dict(request))
        return self._transport.ask(models.WebhookEndpointWithSecret, call)

    def list(
        self,
        *,
        limit: Optional[int] = None,
        after: Optional[str] = None,
        before: Optional[str] = None,
        order: Optional[str] = None,
    ) -> Pages[models.WebhookEndpoint]:
        """Endpoints, newest first unless `order` is `asc`."""
        query = {"limit": limit, "after": after, "before": before, "order": order}
        return Pages(self._transport, models.WebhookEndpoint, Call("GET", path_of(ROOT), query=query))

    def get(self, endpoint_id: str) -> models.WebhookEndpoint:
        """An endpoint, without its secret."""
        return self._transport.ask(models.WebhookEndpoint, Call("GET", path_of(ROOT, endpoint_id)))

    def update(self, endpoint_id: str, **patch: Unpack[params.WebhookPatch]) -> models.WebhookEndpoint:
        """What is left out stays."""
        call = Call("PATCH", path_of(ROOT, endpoint_id), body=dict(patch))
        return self._transport.ask(models.WebhookEndpoint, call)

    def delete(self, endpoint_id: str) -> models.DeletedWebhookEndpoint:
        """Nothing is sent there any more."""
        return self._transport.ask(models.DeletedWebhookEndpoint, Call("DELETE", path_of(ROOT, endpoint_id)))

    def rotate_secret(self, endpoint_id: str) -> models.WebhookEndpointWithSecret:
        """The old secret signs too for 24 hours."""
        call = Call("POST", path_of(ROOT, endpoint_id, "rotate-secret"))
        return self._transport.ask(models.WebhookEndpointWithSecret, call)

    def test(self, endpoint_id: str) -> models.WebhookDeliveryDetail:
        """Sends a test event, and waits for its attempt."""
        call = Call("POST", path_of(ROOT, endpoint_id, "test"))
        return self._transport.ask(models.WebhookDeliveryDetail, call)

    def deliveries(
        self,
        endpoint_id: str,
        *,
        status: Optional[str] = None,
        limit: Optional[int] = None,
        after: Optional[str] = None,
        before: Optional[str] = None,
        order: Optional[str] = None,
    ) -> Pages[models.WebhookDelivery]:
        """What was sent, newest first unless `order` is `asc`; only what is `pending`, `delivered` or `failed`."""
        query = {"status": status, "limit": limit, "after": after, "before": before, "order": order}
        call = Call("GET", path_of(ROOT, endpoint_id, "deliveries"), query=query)
        return Pages(self._transport, models.WebhookDelivery, call)

    def delivery(self, endpoint_id: str, delivery_id: str) -> models.WebhookDeliveryDetail:
        """One delivery with what was sent and answered."""
        call = Call("GET", path_of(ROOT, endpoint_id, "deliveries", delivery_id))
        return self._transport.ask(models.WebhookDeliveryDetail, call)

    def retry(self, endpoint_id: str, delivery_id: str) -> models.WebhookDeliveryDetail:
        """One attempt more, at once, under the same id."""
        call = Call("POST", path_of(ROOT, endpoint_id, "deliveries", delivery_id, "retry"))
        return self._transport.ask(models.WebhookDeliveryDetail, call)
