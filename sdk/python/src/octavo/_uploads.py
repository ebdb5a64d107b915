"""Files as users have them (bytes, a path, an open file) as what the service takes."""

from __future__ import annotations

import os
from typing import IO, Any, Optional, Tuple, Union

from .errors import UsageError

Upload = Union[bytes, bytearray, str, "os.PathLike[str]", IO[bytes]]
"""A file to send: its bytes, its path, or an open file. A file has 20 MB at most and is read to its end before it is sent."""


def read_upload(upload: Upload, filename: Optional[str]) -> Tuple[str, bytes]:
    """The name and the bytes.

    :raises UsageError: where there is no name, or what was given is no file
    """
    if isinstance(upload, (bytes, bytearray)):
        if not filename:
            raise UsageError('Bytes need a name, whose extension tells text files apart: filename="notes.md".')
        return filename, bytes(upload)
    if isinstance(upload, (str, os.PathLike)):
        path = os.fspath(upload)
        if path.startswith(("http://", "https://")):
            raise UsageError("This is an address, not a path: the service fetches it where you call with url=….")
        with open(path, "rb") as file:
            return filename or os.path.basename(path), file.read()
    read = getattr(upload, "read", None)
    if not callable(read):
        raise UsageError(f"A file is bytes, a path or an open file, not {type(upload).__name__}.")
    data: Any = read()
    if not isinstance(data, bytes):
        raise UsageError('The file is open as text: open it with open(path, "rb").')
    name = filename or os.path.basename(str(getattr(upload, "name", "")))
    if not name:
        raise UsageError('This file has no name: give filename="….docx".')
    return name, data
