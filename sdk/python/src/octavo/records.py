"""What a status or an event means."""

from __future__ import annotations

from typing import Any

FINAL_STATUSES = frozenset({"ready", "ready_with_warnings", "needs_review", "failed", "canceled"})
FINAL_EVENTS = frozenset({"document.ready", "document.failed", "document.canceled"})


def is_finished(document: Any) -> bool:
    """Whether nothing will change about a document by itself any more."""
    return document.status in FINAL_STATUSES


def is_final(event: Any) -> bool:
    """Whether nothing follows an event."""
    return event.type in FINAL_EVENTS
