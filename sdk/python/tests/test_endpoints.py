"""Every endpoint that takes a key has a method, sync and async, which asks for what the table of endpoints says."""

import asyncio
import inspect
import json
import os
import re
import unittest
from typing import Any, Callable, Dict, List

import httpx

from octavo import AnswerError, AsyncOctavo, Octavo

# The table: operation id → [method, path]. Written by the test in TypeScript from the contract.
ENDPOINTS: Dict[str, List[str]] = json.loads(os.environ.get("OCTAVO_ENDPOINTS", "{}"))
FILE = {"file": b"x", "filename": "a.txt"}

CALLS: Dict[str, Callable[[Any], Any]] = {
    "createDocument": lambda octavo: octavo.documents.create(content={"markdown": "a"}),
    "listDocuments": lambda octavo: octavo.documents.list(),
    "getDocument": lambda octavo: octavo.documents.get("doc_1"),
    "deleteDocument": lambda octavo: octavo.documents.delete("doc_1"),
    "cancelDocument": lambda octavo: octavo.documents.cancel("doc_1"),
    "listOutputs": lambda octavo: octavo.documents.outputs("doc_1"),
    "followEvents": lambda octavo: octavo.documents.events("doc_1"),
    "getReport": lambda octavo: octavo.documents.report("doc_1"),
    "getDocumentRequest": lambda octavo: octavo.documents.request("doc_1"),
    "listArtifactData": lambda octavo: octavo.artifacts.collections("doc_1"),
    "listArtifactRecords": lambda octavo: octavo.artifacts.list("doc_1", "votes"),
    "addArtifactRecord": lambda octavo: octavo.artifacts.add("doc_1", "votes", {}),
    "deleteArtifactCollection": lambda octavo: octavo.artifacts.clear("doc_1", "votes"),
    "updateArtifactRecord": lambda octavo: octavo.artifacts.update("doc_1", "votes", "rec_1", {}),
    "deleteArtifactRecord": lambda octavo: octavo.artifacts.remove("doc_1", "votes", "rec_1"),
    "revokeLinks": lambda octavo: octavo.artifacts.revoke_links("doc_1"),
    "createFile": lambda octavo: octavo.files.upload(**FILE),
    "listFiles": lambda octavo: octavo.files.list(),
    "getFile": lambda octavo: octavo.files.get("file_1"),
    "deleteFile": lambda octavo: octavo.files.delete("file_1"),
    "createExtraction": lambda octavo: octavo.extract(**FILE),
    "getExtraction": lambda octavo: octavo.extraction("ext_1"),
    "createEdit": lambda octavo: octavo.edits.apply(file="doc_1", operations=[]),
    "getContent": lambda octavo: octavo.edits.content("doc_1"),
    "compareFiles": lambda octavo: octavo.compare("doc_1", "file_1"),
    "createFill": lambda octavo: octavo.fill(file="file_1", data={}),
    "createVersion": lambda octavo: octavo.versions.create("doc_1", "file_1"),
    "listVersions": lambda octavo: octavo.versions.list("doc_1"),
    "saveDocumentFile": lambda octavo: octavo.versions.save("doc_1", revision=1, **FILE),
    "diffDocument": lambda octavo: octavo.versions.diff("doc_1"),
    "createWebhook": lambda octavo: octavo.webhooks.create(url="https://example.com/"),
    "listWebhooks": lambda octavo: octavo.webhooks.list(),
    "getWebhook": lambda octavo: octavo.webhooks.get("whk_1"),
    "updateWebhook": lambda octavo: octavo.webhooks.update("whk_1", enabled=True),
    "deleteWebhook": lambda octavo: octavo.webhooks.delete("whk_1"),
    "rotateWebhookSecret": lambda octavo: octavo.webhooks.rotate_secret("whk_1"),
    "testWebhook": lambda octavo: octavo.webhooks.test("whk_1"),
    "listDeliveries": lambda octavo: octavo.webhooks.deliveries("whk_1"),
    "getDelivery": lambda octavo: octavo.webhooks.delivery("whk_1", "del_1"),
    "retryDelivery": lambda octavo: octavo.webhooks.retry("whk_1", "del_1"),
    "getUsage": lambda octavo: octavo.money.usage(),
    "getBalance": lambda octavo: octavo.money.balance(),
    "updateBalance": lambda octavo: octavo.money.set_notice(None),
    "getStatement": lambda octavo: octavo.money.statement("2026-11"),
    "createStatementDocument": lambda octavo: octavo.money.statement_document("2026-11"),
    "createTopUp": lambda octavo: octavo.money.top_up(100, "https://example.com/"),
}


class Asked(Exception):
    """Ends a call once it is known what it asks for."""


@unittest.skipUnless(ENDPOINTS, "the table of endpoints comes from the test in TypeScript")
class EveryEndpoint(unittest.TestCase):
    def setUp(self) -> None:
        self.asked: List[str] = []

    def answer(self, request: httpx.Request) -> httpx.Response:
        self.asked.append(f"{request.method} {request.url.path}")
        raise Asked()

    def check(self, operation: str) -> None:
        method, path = ENDPOINTS[operation]
        self.assertEqual(len(self.asked), 1)
        self.assertRegex(self.asked[0], f"^{method} /v1{re.sub(r'{[^}]+}', '[^/]+', path)}$")

    def test_the_table_and_the_methods_are_the_same(self) -> None:
        self.assertEqual(sorted(ENDPOINTS), sorted(CALLS))

    def test_sync(self) -> None:
        http = httpx.Client(transport=httpx.MockTransport(self.answer))
        octavo = Octavo(api_key="ak_local_x", base_url="http://service.test", http_client=http)
        for operation, call in CALLS.items():
            with self.subTest(operation):
                self.asked.clear()
                with self.assertRaises(Asked):
                    for _ in call(octavo):
                        pass
                self.check(operation)

    def test_async(self) -> None:
        http = httpx.AsyncClient(transport=httpx.MockTransport(self.answer))
        octavo = AsyncOctavo(api_key="ak_local_x", base_url="http://service.test", http_client=http)

        async def ask(call: Callable[[Any], Any]) -> None:
            made = call(octavo)
            if inspect.isawaitable(made):
                await made
            else:
                async for _ in made:
                    pass

        for operation, call in CALLS.items():
            with self.subTest(operation):
                self.asked.clear()
                with self.assertRaises(Asked):
                    asyncio.run(ask(call))
                self.check(operation)


class Shapes(unittest.TestCase):
    def test_an_answer_of_another_shape_is_told(self) -> None:
        http = httpx.Client(transport=httpx.MockTransport(lambda _: httpx.Response(200, json={"id": 1})))
        with self.assertRaisesRegex(AnswerError, "no DocumentRecord"):
            Octavo(api_key="ak", http_client=http).documents.get("doc_1")


if __name__ == "__main__":
    unittest.main()
