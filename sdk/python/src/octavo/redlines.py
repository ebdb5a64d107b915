"""A file that shows what differs between two versions."""

from __future__ import annotations

import json
from typing import List, Mapping, Optional


class Redline(bytes):
    """The bytes of the file."""

    not_tracked: List[str]
    """Sentences on what it could not show, which the file itself says in a comment; empty where it shows all of it."""

    @classmethod
    def read(cls, content: bytes, headers: Mapping[str, str]) -> Redline:
        """The body of an answer, with its header `Not-Tracked`, a JSON list."""
        redline = cls(content)
        redline.not_tracked = _sentences_of(headers.get("not-tracked"))
        return redline


def _sentences_of(header: Optional[str]) -> List[str]:
    if header is None:
        return []
    try:
        sentences = json.loads(header)
    except ValueError:
        # Cut or rewritten on its way: what is left of it still says that something is not shown.
        return [header]
    return [str(one) for one in sentences] if isinstance(sentences, list) else [header]
