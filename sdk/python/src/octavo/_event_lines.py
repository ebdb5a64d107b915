"""Server-sent events (WHATWG HTML §9.2) out of the chunks of a response: a chunk may end anywhere, also within a character."""

from __future__ import annotations

import codecs
import json
import re
from typing import Any, List, Optional, Union

from . import models
from ._model import Model, UnknownEvent, read

_LINE_END = re.compile(r"\r\n|\n|\r(?!$)")


def read_event(value: Any) -> Union[models.DocumentEvent, UnknownEvent]:
    """The model of an event; an `UnknownEvent` where its type is a new one."""
    model: type[Model] = models.EVENTS.get(value.get("type"), UnknownEvent)
    return read(model, value)  # type: ignore[return-value]


class EventReader:
    """Takes chunks and gives the events that they complete. Lines may end with LF, CR LF or CR."""

    def __init__(self) -> None:
        self._decode = codecs.getincrementaldecoder("utf-8")(errors="replace").decode
        self._rest = ""
        self._data: List[str] = []

    def feed(self, chunk: bytes) -> List[models.DocumentEvent]:
        self._rest += self._decode(chunk)
        # A CR at the very end waits: its LF may come with the next chunk.
        *lines, self._rest = _LINE_END.split(self._rest)
        return [event for event in map(self._take, lines) if event is not None]

    def _take(self, line: str) -> Optional[models.DocumentEvent]:
        if line == "":
            text, self._data = "\n".join(self._data), []
            value = json.loads(text) if text else None
            return read_event(value) if isinstance(value, dict) and "sequence" in value and "type" in value else None
        if line.startswith("data:"):
            self._data.append(line[6:] if line.startswith("data: ") else line[5:])
        return None
