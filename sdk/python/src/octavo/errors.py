"""Everything that the client raises by itself is an `OctavoError`."""

from __future__ import annotations

from typing import Any, List, Mapping, NamedTuple, Optional


class OctavoError(Exception):
    """Any error of this package."""


class UsageError(OctavoError):
    """The client was made or called in a way that cannot work; nothing was sent."""


class AnswerError(OctavoError):
    """The service answered what its contract does not know."""


class OctavoConnectionError(OctavoError):
    """The service could not be reached, or a stream broke more often than is sensible."""


class OctavoTimeoutError(OctavoConnectionError):
    """A call took longer than its `timeout`, repeats and waits among it. What it asked for may have been done all the same."""


class WebhookVerificationError(OctavoError):
    """The request is not from the service, or not fresh: answer 400 and do nothing."""


class FieldError(NamedTuple):
    """A field at fault."""

    path: str
    """A JSON pointer into the body, `?name` for a query parameter, empty for the body as a whole."""
    message: str


class ProblemError(OctavoError):
    """The service said no (RFC 9457). `code` is stable: branch on it, not on the message."""

    status: int
    code: str
    request_id: Optional[str]
    errors: List[FieldError]
    retry_after: Optional[float]
    """Seconds after which the same call may pass."""

    def __init__(
        self,
        status: int,
        body: Mapping[str, Any],
        *,
        request_id: Optional[str] = None,
        retry_after: Optional[float] = None,
    ) -> None:
        given = body.get("errors")
        rows = [row for row in given if isinstance(row, dict)] if isinstance(given, list) else []
        self.errors = [FieldError(str(row.get("path", "")), str(row.get("message", ""))) for row in rows]
        main = str(body.get("detail") or body.get("title") or f"the service answered {status}")
        # a fault that stands alone is the detail already
        told = [message if path == "" else f"{path}: {message}" for path, message in self.errors if message not in main]
        super().__init__("; ".join([main, *told]))
        self.status = status
        self.code = str(body.get("code", "internal_error"))
        self.request_id = body.get("request_id") or request_id
        self.retry_after = retry_after


class InvalidRequestError(ProblemError):
    """422: `errors` names each field at fault."""


class AuthenticationError(ProblemError):
    """401: there is no key, or it is not one."""


class InsufficientBalanceError(ProblemError):
    """402: the balance does not reach."""


class PermissionDeniedError(ProblemError):
    """403: the key may not do this."""


class NotFoundError(ProblemError):
    """404: there is no such thing in the project of the key."""


class ConflictError(ProblemError):
    """409: something else was faster, or what is asked for is not there yet."""


class GoneError(ProblemError):
    """410: the content was deleted, or a link has ended."""


class RateLimitError(ProblemError):
    """429: too many documents in a minute; `retry_after` says when the next one is taken."""


class UnavailableError(ProblemError):
    """501 and 503: this installation cannot do it, or not now."""


BY_STATUS = {
    401: AuthenticationError,
    402: InsufficientBalanceError,
    403: PermissionDeniedError,
    404: NotFoundError,
    409: ConflictError,
    410: GoneError,
    422: InvalidRequestError,
    429: RateLimitError,
    501: UnavailableError,
    503: UnavailableError,
}
