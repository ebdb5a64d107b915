"""What the client does by itself: keys, repeats, time limits, streams, lists, uploads, webhooks."""

import asyncio
import base64
import hashlib
import hmac
import io
import json
import os
import tempfile
import unittest
from typing import Any, Callable, Dict, List, Optional
from unittest import mock

import httpx

import octavo as package
from octavo import AsyncOctavo, Octavo, models

EMPTY_LIST = {"object": "list", "data": [], "first_id": None, "last_id": None, "has_more": False}
DELETED = {"id": "file_1", "object": "file", "deleted": True}


def problem(status: int, code: str, headers: Optional[Dict[str, str]] = None) -> httpx.Response:
    return httpx.Response(status, json={"code": code, "detail": f"It is {code}."}, headers=headers or {})


def client_of(answer: Callable[[httpx.Request], httpx.Response], **options: Any) -> Octavo:
    http = httpx.Client(transport=httpx.MockTransport(answer))
    return Octavo(api_key="ak_local_x", base_url="http://service.test", http_client=http, **options)


class Answers:
    """Answers one after the other, and keeps what was asked."""

    def __init__(self, *answers: Any) -> None:
        self.left = list(answers)
        self.requests: List[httpx.Request] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        answer = self.left.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer


class Keys(unittest.TestCase):
    def test_without_a_key_it_says_where_to_put_one(self) -> None:
        with mock.patch.dict(os.environ, clear=True):
            with self.assertRaisesRegex(package.UsageError, "OCTAVO_API_KEY.*Octavo\\(api_key"):
                Octavo()

    def test_the_environment_gives_key_and_address(self) -> None:
        answers = Answers(httpx.Response(200, json=DELETED))
        environment = {"OCTAVO_API_KEY": " ak_env ", "OCTAVO_BASE_URL": "http://there.test/v1/"}
        with mock.patch.dict(os.environ, environment, clear=True):
            Octavo(http_client=httpx.Client(transport=httpx.MockTransport(answers))).files.delete("file_1")
        request = answers.requests[0]
        self.assertEqual(str(request.url), "http://there.test/v1/files/file_1")
        self.assertEqual(request.headers["authorization"], "Bearer ak_env")

    def test_an_address_that_is_none_is_told(self) -> None:
        with self.assertRaisesRegex(package.UsageError, "http://localhost:8080; it is 'localhost:8080'"):
            Octavo(api_key="ak", base_url="localhost:8080")


class Redlines(unittest.TestCase):
    def test_a_redline_is_its_bytes_and_tells_what_it_does_not_show(self) -> None:
        named = {"Not-Tracked": '["No tracked change can hold a.", "b\\u2019s."]'}
        octavo = client_of(
            Answers(httpx.Response(200, content=b"PK", headers=named), httpx.Response(200, content=b"PK"))
        )
        redline = octavo.redline("doc_1", "doc_2")
        self.assertEqual(redline, b"PK")
        self.assertEqual(redline.not_tracked, ["No tracked change can hold a.", "b\u2019s."])
        self.assertEqual(octavo.versions.redline("doc_2").not_tracked, [])

    def test_a_header_that_was_cut_on_its_way_is_told_as_it_is(self) -> None:
        cut = httpx.Response(200, content=b"PK", headers={"Not-Tracked": '["No tracked'})
        self.assertEqual(client_of(Answers(cut)).versions.redline("doc_2").not_tracked, ['["No tracked'])


@mock.patch("time.sleep")
class Repeats(unittest.TestCase):
    def test_what_passes_is_repeated_and_retry_after_is_kept_to(self, sleep: mock.Mock) -> None:
        answers = Answers(
            problem(429, "rate_limited", {"Retry-After": "7"}), problem(503, "service_unavailable"), httpx.Response(200, json=DELETED)
        )
        client_of(answers).files.delete("file_1")
        first, second = (call.args[0] for call in sleep.call_args_list)
        self.assertTrue(7 <= first <= 7.8, first)
        self.assertTrue(0 < second <= 0.5, second)

    def test_a_wait_of_more_than_a_minute_is_for_the_caller(self, sleep: mock.Mock) -> None:
        answers = Answers(problem(429, "rate_limited", {"Retry-After": "3600"}))
        with self.assertRaises(package.RateLimitError) as raised:
            client_of(answers).files.delete("file_1")
        self.assertEqual(raised.exception.retry_after, 3600)
        sleep.assert_not_called()

    def test_a_conflict_is_repeated_only_where_it_passes(self, sleep: mock.Mock) -> None:
        passing = Answers(problem(409, "document_not_ready", {"Retry-After": "1"}), httpx.Response(200, json=DELETED))
        client_of(passing).files.delete("file_1")
        self.assertEqual(len(passing.requests), 2)
        with self.assertRaises(package.ConflictError):
            client_of(Answers(problem(409, "revision_conflict"))).files.delete("file_1")

    def test_a_lost_answer_is_repeated_under_the_same_key_where_nothing_can_be_made_twice(self, sleep: mock.Mock) -> None:
        answers = Answers(httpx.ReadError("gone"), problem(500, "internal_error"), problem(422, "input_invalid"))
        with self.assertRaises(package.InvalidRequestError):
            client_of(answers).documents.create(content={"markdown": "a"})
        keys = {request.headers["idempotency-key"] for request in answers.requests}
        self.assertEqual((len(answers.requests), len(keys)), (3, 1))
        bare = Answers(httpx.ReadError("gone"))
        with self.assertRaises(package.OctavoConnectionError):
            client_of(bare).artifacts.add("doc_1", "votes", {})
        self.assertEqual(len(bare.requests), 1)

    def test_it_gives_up_after_as_many_as_were_allowed(self, sleep: mock.Mock) -> None:
        answers = Answers(*[problem(500, "internal_error")] * 5)
        with self.assertRaises(package.ProblemError):
            client_of(answers, retries_max=4).files.delete("file_1")
        self.assertEqual(len(answers.requests), 5)
        once = Answers(problem(500, "internal_error"))
        with self.assertRaises(package.ProblemError):
            client_of(once).with_options(retries_max=0).files.delete("file_1")

    def test_a_call_over_its_time_says_so(self, sleep: mock.Mock) -> None:
        def late(request: httpx.Request) -> httpx.Response:
            raise httpx.ReadTimeout("late", request=request)

        with self.assertRaisesRegex(package.OctavoTimeoutError, "within 0 s"):
            client_of(late, timeout=0.0).files.delete("file_1")

    def test_an_answer_that_ends_before_its_json_is_repeated(self, sleep: mock.Mock) -> None:
        answers = Answers(
            httpx.Response(200, content=b"    ", headers={"content-type": "application/json"}), httpx.Response(200, json=DELETED)
        )
        self.assertTrue(client_of(answers).files.delete("file_1").deleted)


class Errors(unittest.TestCase):
    def test_fields_at_fault_are_in_the_message(self) -> None:
        body = {
            "code": "input_invalid",
            "detail": "Wrong.",
            "request_id": "req_1",
            "errors": [{"path": "/name", "message": "Too long."}],
        }
        with self.assertRaisesRegex(package.InvalidRequestError, "^Wrong\\.; /name: Too long\\.$") as raised:
            client_of(Answers(httpx.Response(422, json=body))).documents.create(name="x")
        error = raised.exception
        self.assertEqual((error.status, error.code, error.request_id), (422, "input_invalid", "req_1"))
        self.assertEqual(error.errors, [("/name", "Too long.")])

    def test_an_answer_of_a_gateway_is_an_error_too(self) -> None:
        with self.assertRaisesRegex(package.ProblemError, "Bad gateway"):
            client_of(Answers(httpx.Response(502, text="Bad gateway")), retries_max=0).files.delete("file_1")


def event(sequence: int, kind: str = "note") -> Dict[str, Any]:
    data: Dict[str, Any] = {"code": "x", "severity": "info", "message": "m"}
    if kind == "document.ready":
        data = {"pages": 1, "status": "ready", "validation_summary": {"errors": 0, "warnings": 0, "info": 0}}
    return {
        "id": f"evt_{sequence}",
        "type": kind,
        "version": 1,
        "document_id": "doc_1",
        "sequence": sequence,
        "timestamp": "2026-11-23T10:00:00.000Z",
        "data": data,
    }


def stream(*events: Dict[str, Any], headers: Optional[Dict[str, str]] = None) -> httpx.Response:
    text = ": hi\n\n" + "".join(f"id: {one['sequence']}\r\ndata: {json.dumps(one)}\r\n\r\n" for one in events)
    return httpx.Response(200, content=text.encode(), headers={"content-type": "text/event-stream", **(headers or {})})


class Streams(unittest.TestCase):
    def test_a_broken_stream_goes_on_where_it_ended(self) -> None:
        answers = Answers(
            stream(event(1), event(2), headers={"document-id": "doc_1"}),
            httpx.ConnectError("down"),
            stream(event(2), event(3, "of.a.new.type"), event(4, "document.ready")),
        )
        with mock.patch("time.sleep"):
            with client_of(answers, retries_max=0).documents.stream(content={"markdown": "a"}) as events:
                seen = list(events)
        self.assertEqual([one.sequence for one in seen], [1, 2, 3, 4])
        self.assertIsInstance(seen[2], package.UnknownEvent)
        self.assertIsInstance(seen[3], models.DocumentReadyEvent)
        self.assertEqual([request.headers.get("last-event-id") for request in answers.requests], [None, "2", "2"])

    def test_a_refusal_ends_it(self) -> None:
        with self.assertRaises(package.GoneError):
            list(client_of(Answers(problem(410, "events_expired"))).documents.events("doc_1"))

    def test_async(self) -> None:
        answers = Answers(stream(event(1), headers={"document-id": "doc_1"}), stream(event(2, "document.ready")))

        async def follow() -> List[Any]:
            http = httpx.AsyncClient(transport=httpx.MockTransport(answers))
            octavo = AsyncOctavo(api_key="ak", base_url="http://service.test", http_client=http)
            with mock.patch("asyncio.sleep", mock.AsyncMock()):
                async with await octavo.documents.stream(content={"markdown": "a"}) as events:
                    return [one.type async for one in events]

        self.assertEqual(asyncio.run(follow()), ["note", "document.ready"])

    def test_chunks_may_end_anywhere(self) -> None:
        from octavo._event_lines import EventReader

        one = event(1)
        one["data"]["message"] = "é 漢 🙂"
        for ending in ("\n", "\r\n", "\r"):
            raw = f"data: {json.dumps(one, ensure_ascii=False)}{ending}{ending}data: x".encode()
            reader = EventReader()
            given = [found for at in range(len(raw)) for found in reader.feed(raw[at : at + 1])]
            self.assertEqual([found.data.message for found in given], ["é 漢 🙂"], repr(ending))


class Lists(unittest.TestCase):
    file = {"object": "file", "filename": "a", "content_type": "b", "bytes": 1, "sha256": "c", "pages": None, "created_at": "2026-11-23T10:00:00Z"}

    def page(self, *ids: str, more: bool) -> httpx.Response:
        data = [{**self.file, "id": one} for one in ids]
        return httpx.Response(200, json={"object": "list", "data": data, "first_id": ids[0], "last_id": ids[-1], "has_more": more})

    def test_iterated_it_is_everything(self) -> None:
        answers = Answers(self.page("f1", "f2", more=True), self.page("f3", more=False))
        page = client_of(answers).files.list(limit=2)
        self.assertEqual((len(page), page.has_more), (2, True))
        self.assertEqual([one.id for one in page], ["f1", "f2", "f3"])
        self.assertEqual(answers.requests[1].url.params["after"], "f2")

    def test_before_walks_towards_the_beginning(self) -> None:
        answers = Answers(self.page("f3", "f4", more=True), self.page("f1", "f2", more=False))
        self.assertEqual(len(list(client_of(answers).files.list(before="f5"))), 4)
        self.assertEqual(answers.requests[1].url.params["before"], "f3")

    def test_async(self) -> None:
        answers = Answers(self.page("f1", more=True), self.page("f2", more=False), self.page("f1", more=True))

        async def both() -> Any:
            http = httpx.AsyncClient(transport=httpx.MockTransport(answers))
            octavo = AsyncOctavo(api_key="ak", base_url="http://service.test", http_client=http)
            return [one.id async for one in octavo.files.list()], len((await octavo.files.list()).data)

        self.assertEqual(asyncio.run(both()), (["f1", "f2"], 1))


class Uploads(unittest.TestCase):
    def sent(self, *given: Any, **options: Any) -> bytes:
        file = {**Lists.file, "id": "file_1"}
        answers = Answers(httpx.Response(200, json=file))
        client_of(answers).files.upload(*given, **options)
        return answers.requests[0].read()

    def test_bytes_paths_and_open_files(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "notes.md")
            with open(path, "wb") as file:
                file.write(b"# Notes")
            with open(path, "rb") as opened:
                bodies = [self.sent(b"# Notes", filename="notes.md"), self.sent(path), self.sent(opened), self.sent(io.BytesIO(b"# Notes"), filename="notes.md")]
        for body in bodies:
            self.assertIn(b'filename="notes.md"', body)
            self.assertIn(b"# Notes", body)
        self.assertEqual(json.loads(self.sent(url="https://example.com/a.pdf")), {"url": "https://example.com/a.pdf"})

    def test_what_is_no_file_is_told(self) -> None:
        octavo = client_of(Answers())
        for given, words in ((b"x", "need a name"), ("https://example.com/a", "url="), (io.StringIO("x"), '"rb"'), (5, "not int")):
            with self.assertRaisesRegex(package.UsageError, words):
                octavo.files.upload(given)  # type: ignore[arg-type]
        with self.assertRaisesRegex(package.UsageError, "either a file or url"):
            octavo.files.upload()


class Webhooks(unittest.TestCase):
    secret = "whsec_" + base64.b64encode(b"k" * 24).decode()
    body = json.dumps({**event(1, "document.ready")}).encode()

    def headers(self, at: int = 1_000_000, secret: bytes = b"k" * 24) -> Dict[str, str]:
        signed = f"evt_1.{at}.".encode() + self.body
        signature = base64.b64encode(hmac.new(secret, signed, hashlib.sha256).digest()).decode()
        return {"Webhook-Id": "evt_1", "Webhook-Timestamp": str(at), "Webhook-Signature": f"v1,AAAA v1a,x v1,{signature}"}

    def test_a_signed_request_is_its_event(self) -> None:
        found = package.verify_webhook(self.body, self.headers(), self.secret, now=1_000_200)
        self.assertIsInstance(found, models.DocumentReadyEvent)
        rotated = ["whsec_" + base64.b64encode(b"o" * 24).decode(), self.secret]
        package.verify_webhook(self.body.decode(), self.headers(), rotated, now=1_000_000)

    def test_others_are_refused(self) -> None:
        wrong = "whsec_" + base64.b64encode(b"w" * 24).decode()
        missing = {"webhook-id": "evt_1"}
        for body, headers, secret, now, words in (
            (self.body + b" ", self.headers(), self.secret, 1_000_000, "no signature"),
            (self.body, self.headers(), wrong, 1_000_000, "no signature"),
            (self.body, self.headers(), self.secret, 1_000_301, "300 seconds off"),
            (self.body, self.headers(at=10**13), self.secret, 1_000_000, "seconds off"),
            (self.body, missing, self.secret, 1_000_000, "webhook-timestamp is missing"),
            (self.body, self.headers(), "whsec_", 1_000_000, "looks like whsec_"),
        ):
            with self.assertRaisesRegex(package.WebhookVerificationError, words):
                package.verify_webhook(body, headers, secret, now=now)


if __name__ == "__main__":
    unittest.main()
