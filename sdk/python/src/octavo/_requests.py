"""What a call is, which ones may be repeated, and when: no I/O here."""

from __future__ import annotations

import json
import os
import random
import time
import uuid
from dataclasses import dataclass, field, replace
from email.utils import parsedate_to_datetime
from typing import Any, Dict, Mapping, Optional, Tuple
from urllib.parse import quote, urlsplit

import httpx

from .errors import BY_STATUS, OctavoConnectionError, OctavoError, OctavoTimeoutError, ProblemError, UsageError

RETRY_FIRST_S = 0.25
RETRY_MAX_S = 5.0
RETRY_AFTER_MAX_S = 60.0
"""Who is told to come back later than this is given the error, and decides."""
CONNECT_S = 10.0
SILENCE_MAX_S = 45.0
"""Three heartbeats of the service missed: the connection is dead though nobody closed it."""
BREAKS_MAX = 8
"""Breaks of a stream in a row, without an event between them, after which we give up: about 20 s."""


@dataclass(frozen=True)
class Settings:
    api_key: str
    base_url: str
    """Ends in `/v1`."""
    timeout: float
    retries_max: int


@dataclass(frozen=True)
class Call:
    method: str
    path: str
    query: Mapping[str, Any] = field(default_factory=dict)
    body: Optional[Mapping[str, Any]] = None
    form: Optional[Mapping[str, str]] = None
    """Fields of a form beside the file."""
    file: Optional[Tuple[str, bytes]] = None
    headers: Mapping[str, str] = field(default_factory=dict)
    timeout: Optional[float] = None
    """Seconds; that of the client where None."""

    def keyed(self, key: Optional[str]) -> Call:
        """With an idempotency key, so that a repeat after a lost answer never makes a second document."""
        return replace(self, headers={**self.headers, "Idempotency-Key": key or str(uuid.uuid4())})


def make_settings(
    api_key: Optional[str], base_url: Optional[str], timeout: float, retries_max: int
) -> Settings:
    """The settings of a client.

    :raises UsageError: where there is no key, or the address of the service is none
    """
    key = (api_key or os.environ.get("OCTAVO_API_KEY") or "").strip()
    if key == "":
        raise UsageError(
            'There is no API key: set OCTAVO_API_KEY, or call Octavo(api_key="ak_…"). The service prints one at its first start.'
        )
    base = base_url or os.environ.get("OCTAVO_BASE_URL") or "http://localhost:8080"
    parts = urlsplit(base)
    if parts.scheme not in ("http", "https") or not parts.netloc:
        raise UsageError(f"base_url must be an http or https address, such as http://localhost:8080; it is {base!r}.")
    base = base.rstrip("/")
    return Settings(key, base if base.endswith("/v1") else f"{base}/v1", timeout, retries_max)


def path_of(*parts: str) -> str:
    """A path with its parameters escaped."""
    return "".join(f"/{quote(part, safe='')}" for part in parts)


def _as_text(value: Any) -> str:
    return ("true" if value else "false") if isinstance(value, bool) else str(value)


def arguments_of(settings: Settings, call: Call) -> Dict[str, Any]:
    """What httpx takes, but the time limit."""
    headers = {"Authorization": f"Bearer {settings.api_key}", **call.headers}
    arguments: Dict[str, Any] = {"method": call.method, "url": settings.base_url + call.path, "headers": headers}
    query = {name: _as_text(value) for name, value in call.query.items() if value is not None}
    if query:
        arguments["params"] = query
    if call.file is not None:
        name, data = call.file
        arguments["files"] = {"file": (name, data, "application/octet-stream")}
        arguments["data"] = dict(call.form or {})
    elif call.body is not None:
        arguments["content"] = json.dumps(call.body, ensure_ascii=False, default=_json_default).encode()
        headers["Content-Type"] = "application/json"
    return arguments


def _json_default(value: Any) -> Any:
    if hasattr(value, "isoformat"):
        return value.isoformat()
    if hasattr(value, "to_dict"):
        return value.to_dict()
    raise UsageError(f"{type(value).__name__} has no form in JSON: {value!r}")


def read_retry_after(text: Optional[str]) -> Optional[float]:
    """Seconds or a date (RFC 9110 §10.2.3)."""
    if text is None or text.strip() == "":
        return None
    if text.strip().isdigit():
        return float(text)
    try:
        return max(0.0, parsedate_to_datetime(text).timestamp() - time.time())
    except (TypeError, ValueError):
        return None


def problem_of(response: httpx.Response) -> ProblemError:
    """A refusal as an error; its body is read already."""
    try:
        value = response.json()
    except ValueError:
        # Something between us and the service answered in its own words.
        value = None
    body = value if isinstance(value, dict) else {"title": response.text[:200] or response.reason_phrase}
    return BY_STATUS.get(response.status_code, ProblemError)(
        response.status_code,
        body,
        request_id=response.headers.get("request-id"),
        retry_after=read_retry_after(response.headers.get("retry-after")),
    )


def is_json(response: httpx.Response) -> bool:
    media_type: str = response.headers.get("content-type", "")
    return media_type.lower().startswith("application/json")


def may_repeat(call: Call, error: OctavoError) -> bool:
    """Whether the same call, made again, may pass and cannot do the work twice."""
    harmless = call.method != "POST" or "Idempotency-Key" in call.headers
    if isinstance(error, OctavoTimeoutError):
        return False
    if isinstance(error, OctavoConnectionError):
        return harmless
    if not isinstance(error, ProblemError):
        return False
    # Refused for now, so nothing was done; conflicts that pass say when to come back.
    if error.status in (408, 429, 503) or error.code == "idempotency_request_in_progress":
        return True
    if error.status == 409:
        return error.retry_after is not None
    return harmless and error.status in (500, 502, 504)


def backoff(attempt: int) -> float:
    """0.25 s, 0.5 s, … up to 5 s, of which a part is left to chance, so that clients that fell together do not come back together."""
    return min(RETRY_MAX_S, RETRY_FIRST_S * 2.0**attempt) * (0.75 + random.random() / 4)


def wait_before(attempt: int, error: OctavoError) -> Optional[float]:
    """Seconds until a repeat; None where that is too long for us."""
    after = error.retry_after if isinstance(error, ProblemError) else None
    if after is None:
        return backoff(attempt)
    return None if after > RETRY_AFTER_MAX_S else after * (1 + random.random() / 10)
