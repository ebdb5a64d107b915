"""What was used and charged, and what is left. Amounts are in minor units of the currency, such as cents."""

from __future__ import annotations

from typing import Any, Dict, Optional, Sequence

from .. import models
from .._requests import Call, path_of
from .transport import Transport


def _usage(from_day: Optional[str], to_day: Optional[str], group_by: Sequence[str], **more: str) -> Call:
    groups = ",".join(group_by) or None
    return Call("GET", "/usage", query={"from": from_day, "to": to_day, "group_by": groups, **more})


class Money:
    """`octavo.money`"""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def usage(
        self, *, from_day: Optional[str] = None, to_day: Optional[str] = None, group_by: Sequence[str] = ()
    ) -> models.Usage:
        """From the first day to the last (UTC, such as `2026-11-01`), the last 30 where None; by `day`, `key` and `level`."""
        return self._transport.ask(models.Usage, _usage(from_day, to_day, group_by))

    def usage_csv(
        self, *, from_day: Optional[str] = None, to_day: Optional[str] = None, group_by: Sequence[str] = ()
    ) -> str:
        """The same as CSV."""
        return (self._transport.send(_usage(from_day, to_day, group_by, format="csv"))).text

    def balance(self) -> models.Balance:
        """What is left, and what documents cost."""
        return self._transport.ask(models.Balance, Call("GET", "/balance"))

    def set_notice(self, below: Optional[int], *, email: Optional[str] = None) -> models.Balance:
        """When to be told that the balance is low; None: never."""
        notice: Optional[Dict[str, Any]] = None
        if below is not None:
            notice = {"below": below, **({} if email is None else {"email": email})}
        return self._transport.ask(models.Balance, Call("PATCH", "/balance", body={"notice": notice}))

    def statement(self, month: str) -> models.Statement:
        """Of a month such as `2026-11`."""
        return self._transport.ask(models.Statement, Call("GET", path_of("statements", month)))

    def statement_csv(self, month: str) -> str:
        """The same as CSV."""
        return (self._transport.send(Call("GET", path_of("statements", month), query={"format": "csv"}))).text

    def statement_document(self, month: str, format: str = "pdf") -> models.DocumentRecord:
        """The statement as a Word or PDF file: waits for the finished document."""
        call = Call("POST", path_of("statements", month, "document"), body={"format": format})
        return self._transport.ask(models.DocumentRecord, call)

    def top_up(self, amount: int, return_url: str) -> models.TopUp:
        """Where to pay an amount in; the payer is sent to `return_url` afterwards."""
        call = Call("POST", "/top-ups", body={"amount": amount, "return_url": return_url})
        return self._transport.ask(models.TopUp, call)
