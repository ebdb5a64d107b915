"""Calls on uploaded files, files read into Markdown, and the bytes of outputs."""

from __future__ import annotations

import asyncio
import os
from typing import Any, AsyncIterator, Dict, Optional, Union

import httpx

from .. import models, params
from .._model import read
from .._requests import CONNECT_S, Call, path_of
from .._uploads import Upload, read_upload
from ..errors import BY_STATUS, OctavoConnectionError, ProblemError, UsageError
from .pages import AsyncPages
from .transport import AsyncTransport, take_with_wait


class AsyncFiles:
    """`octavo.files`"""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def upload(
        self, file: Optional[Upload] = None, *, filename: Optional[str] = None, url: Optional[str] = None
    ) -> models.FileRecord:
        """Keeps a file for use as a source, or as the file of an edit or review: bytes, a path, an open file, or one at an address."""
        if (file is None) == (url is None):
            raise UsageError("upload takes either a file or url.")
        if file is None:
            body = {"url": url} if filename is None else {"url": url, "filename": filename}
            call = Call("POST", "/files", body=body)
        else:
            call = Call("POST", "/files", file=read_upload(file, filename))
        return await self._transport.ask(models.FileRecord, call)

    async def get(self, file_id: str) -> models.FileRecord:
        """What is known of a file."""
        return await self._transport.ask(models.FileRecord, Call("GET", path_of("files", file_id)))

    def list(
        self,
        *,
        limit: Optional[int] = None,
        after: Optional[str] = None,
        before: Optional[str] = None,
        order: Optional[str] = None,
    ) -> AsyncPages[models.FileRecord]:
        """Files, newest first unless `order` is `asc`."""
        query = {"limit": limit, "after": after, "before": before, "order": order}
        return AsyncPages(self._transport, models.FileRecord, Call("GET", "/files", query=query))

    async def delete(self, file_id: str) -> models.DeletedFile:
        """Deletes a file."""
        return await self._transport.ask(models.DeletedFile, Call("DELETE", path_of("files", file_id)))


class AsyncReading:
    """Calls of the client itself: files read into Markdown, and downloads."""

    _transport: AsyncTransport

    async def extract(
        self,
        file: Optional[Upload] = None,
        *,
        reference: Optional[params.FileReference] = None,
        filename: Optional[str] = None,
        addresses: Optional[bool] = None,
        outline: Optional[bool] = None,
        tables: Optional[bool] = None,
        layout: Optional[bool] = None,
        pictures: Optional[bool] = None,
        describe: Optional[bool] = None,
        pages: Optional[str] = None,
    ) -> models.Extraction:
        """Any file as Markdown: one of yours, or a `reference` to one that the service has or fetches.

        Waits also where the work takes longer than an answer may. `pages`, such as `2-4,7`, reads only these; the other
        options answer more about the file.
        """
        query = {
            "addresses": addresses,
            "outline": outline,
            "tables": tables,
            "layout": layout,
            "pictures": pictures,
            "describe": describe,
            "pages": pages,
        }
        if (file is None) == (reference is None):
            raise UsageError("extract takes either a file or reference.")
        if file is None:
            call = Call("POST", "/extract", query=query, body={"file": reference})
        else:
            call = Call("POST", "/extract", query=query, file=read_upload(file, filename))
        answer, wait = await take_with_wait(self._transport, call)
        while "markdown" not in answer:
            await asyncio.sleep(wait)
            answer, wait = await take_with_wait(self._transport, Call("GET", path_of("extractions", answer["id"])))
        return read(models.Extraction, answer)

    async def extraction(self, extraction_id: str) -> Union[models.Extraction, models.QueuedExtraction]:
        """A queued extraction: the text once it is there. Its result is given once."""
        answer: Dict[str, Any] = await self._transport.ask_json(Call("GET", path_of("extractions", extraction_id)))
        return read(models.Extraction, answer) if "markdown" in answer else read(models.QueuedExtraction, answer)

    async def iterate_download(self, output: models.Output) -> AsyncIterator[bytes]:
        """The bytes of an output in pieces, for what is not to be held in memory."""
        timeout = httpx.Timeout(self._transport.settings.timeout, connect=CONNECT_S)
        try:
            async with self._transport.http.stream("GET", output.url, timeout=timeout) as response:
                if not response.is_success:
                    title = (
                        f"the download answered {response.status_code}: its link lives five minutes, "
                        "and documents.outputs gives a fresh one"
                    )
                    raise BY_STATUS.get(response.status_code, ProblemError)(response.status_code, {"title": title})
                async for chunk in response.aiter_bytes():
                    yield chunk
        except httpx.TransportError as error:
            raise OctavoConnectionError(f"the download broke off: {error}") from error

    async def download(self, output: models.Output) -> bytes:
        """The bytes of an output. Its link lives five minutes: `documents.outputs` gives a fresh one."""
        chunks = []
        async for chunk in self.iterate_download(output):
            chunks.append(chunk)
        return b"".join(chunks)

    async def save(self, output: models.Output, path: Union[str, "os.PathLike[str]"]) -> None:
        """Writes an output to a file, whole or not at all."""
        part = f"{os.fspath(path)}.part"
        try:
            with open(part, "wb") as target:
                async for chunk in self.iterate_download(output):
                    target.write(chunk)
            os.replace(part, path)
        except BaseException:
            if os.path.exists(part):
                os.remove(part)
            raise
