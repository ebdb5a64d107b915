"""Client of the Octavo document generation service, sync (`Octavo`) and async (`AsyncOctavo`)."""

from . import models, params
from ._async.client import AsyncOctavo
from ._async.events import AsyncDocumentStream
from ._async.pages import AsyncPage, AsyncPages
from ._model import UnknownEvent
from ._sync.client import Octavo
from ._sync.events import DocumentStream
from ._sync.pages import Pages
from ._uploads import Upload
from .errors import (
    AnswerError,
    AuthenticationError,
    ConflictError,
    FieldError,
    GoneError,
    InsufficientBalanceError,
    InvalidRequestError,
    NotFoundError,
    OctavoConnectionError,
    OctavoError,
    OctavoTimeoutError,
    PermissionDeniedError,
    ProblemError,
    RateLimitError,
    UnavailableError,
    UsageError,
    WebhookVerificationError,
)
from .records import is_final, is_finished
from .redlines import Redline
from .webhooks import WebhookEvent, verify_webhook

__all__ = [
    "AnswerError",
    "AsyncDocumentStream",
    "AsyncOctavo",
    "AsyncPage",
    "AsyncPages",
    "AuthenticationError",
    "ConflictError",
    "DocumentStream",
    "FieldError",
    "GoneError",
    "InsufficientBalanceError",
    "InvalidRequestError",
    "NotFoundError",
    "Octavo",
    "OctavoConnectionError",
    "OctavoError",
    "OctavoTimeoutError",
    "Pages",
    "PermissionDeniedError",
    "ProblemError",
    "RateLimitError",
    "Redline",
    "UnavailableError",
    "UnknownEvent",
    "Upload",
    "UsageError",
    "WebhookEvent",
    "WebhookVerificationError",
    "is_final",
    "is_finished",
    "models",
    "params",
    "verify_webhook",
]
