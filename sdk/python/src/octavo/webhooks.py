"""Checks that a webhook comes from the service (Standard Webhooks): its signature, over the raw body, and its age."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from typing import Mapping, Optional, Sequence, Union

from . import models
from ._event_lines import read_event
from ._model import UnknownEvent
from .errors import WebhookVerificationError

TOLERANCE_S = 300.0

WebhookEvent = Union[
    models.DocumentEvent, models.BalanceLowEvent, models.WebhookTestEvent, models.WebhookEndpointDisabledEvent, UnknownEvent
]
"""Handle each `id` once: repeats come under the same one. Ignore types that you do not know."""


def _decode(text: str) -> Optional[bytes]:
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return None


def _key_of(secret: str) -> bytes:
    key = _decode(secret[len("whsec_") :] if secret.startswith("whsec_") else secret)
    if not key:
        raise WebhookVerificationError("the secret is not one of the service: it looks like whsec_…")
    return key


def verify_webhook(
    body: Union[bytes, str],
    headers: Mapping[str, str],
    secret: Union[str, Sequence[str]],
    *,
    tolerance: float = TOLERANCE_S,
    now: Optional[float] = None,
) -> WebhookEvent:
    """The event of a request that was signed with the secret; signatures are compared in constant time.

    :param body: as it came, byte for byte: a body that was parsed and written again has another signature
    :param secret: `whsec_…`; several while one is rotated
    :param tolerance: seconds that the request may be old, or ahead
    :param now: seconds since 1970, for tests
    :raises WebhookVerificationError: where headers are missing, the signature is another one, or the request is too old
    """
    lower = {name.lower(): value for name, value in headers.items()}
    values = []
    for name in ("webhook-id", "webhook-timestamp", "webhook-signature"):
        if not lower.get(name):
            raise WebhookVerificationError(f"the header {name} is missing")
        values.append(lower[name])
    message_id, timestamp, signatures = values
    told = float(timestamp) if timestamp.isascii() and timestamp.isdigit() and len(timestamp) <= 12 else None
    if told is None or abs((time.time() if now is None else now) - told) > tolerance:
        raise WebhookVerificationError(f"the request is over {tolerance:g} seconds off")
    raw = body.encode() if isinstance(body, str) else body
    signed = f"{message_id}.{timestamp}.".encode() + raw
    given = [_decode(part[len("v1,") :]) for part in signatures.split(" ") if part.startswith("v1,")]
    for one in [secret] if isinstance(secret, str) else secret:
        expected = hmac.new(_key_of(one), signed, hashlib.sha256).digest()
        if any(part is not None and hmac.compare_digest(expected, part) for part in given):
            return read_event(json.loads(raw))
    raise WebhookVerificationError("no signature of this request is of the secret")
