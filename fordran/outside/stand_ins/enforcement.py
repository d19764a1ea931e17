"""A stand-in of the receiver of messages to the enforcement authority, with our own JSON. It answers by rule, and is strict.

The rule of an application is the invoice number of its first debt (`RULES`); other messages are accepted. A message has its
receipt at once, and an application its replies after it, all dated the day on which the message was made.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable, Iterator, Mapping
from hashlib import sha256
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from fordran.formats.enforcement import FORMAT, VERSION

Body = dict[str, Any]

REFUSED = "refused"
"""A secret that is not known."""
STATUSES: Mapping[str, int] = {"KFM-429": 429, "KFM-500": 500, "KFM-503": 503, "KFM-401": 401}
"""Invoice number → the status that its application gets, each time."""
FAULTS: Mapping[str, str] = {"KFM-CASE": "case_refused", "KFM-MESSAGE": "message_refused"}
"""Invoice number → the outcome of its receipt."""
DOOR, HALF, SILENT, LATE = "KFM-422", "KFM-HALF", "KFM-408", "KFM-LATE"
"""Invoice numbers: refused at the door, half an answer, an answer after a while, and a receipt with the second time alone."""
_KINDS = ("application", "withdrawal", "reduction", "hand_over", "renewal")
_HEAD = {"format", "version", "message_id", "kind", "agent_code", "application_id", "made_on"}


class EnforcementStandIn:
    """The stand-in: its routes, the messages that it took, and its feed."""

    def __init__(self, away_seconds: float = 30.0) -> None:
        self.away_seconds = away_seconds
        self.messages: dict[str, bytes] = {}
        self.entries: list[Body] = []
        self.puts: list[str] = []
        """The keys of all messages that came, again and again."""

    def routes(self) -> list[Route]:
        """The routes below the base of the API."""
        return [
            Route("/about", self.show_about),
            Route("/messages/{key}", self.take, methods=["PUT"]),
            Route("/entries", self.list_entries),
        ]

    async def show_about(self, request: Request) -> Response:
        """The format that is spoken here."""
        return _unknown(request) or JSONResponse({"format": FORMAT, "versions": [VERSION]})

    async def list_entries(self, request: Request) -> Response:
        """A page of the feed."""
        after, limit = request.query_params.get("after", "0"), request.query_params.get("limit", "100")
        if not after.isdigit() or not limit.isdigit() or not 1 <= int(limit) <= 500:
            return JSONResponse({"errors": [{"code": "bad_cursor"}]}, 400)
        first, last = int(after), int(after) + int(limit)
        page = {"entries": self.entries[first:last], "cursor": str(min(last, len(self.entries)))}
        return _unknown(request) or JSONResponse(page | {"has_more": last < len(self.entries)})

    async def take(self, request: Request) -> Response:
        """Take a message, once."""
        content, key = await request.body(), request.path_params["key"]
        if (unknown := _unknown(request)) is not None:
            return unknown
        self.puts.append(key)
        message = _json(content)
        if faults := list(_faults(message, key)):
            return JSONResponse({"errors": faults}, 422)
        rule = _rule(message)
        if rule in STATUSES:
            return Response(status_code=STATUSES[rule], headers={"Retry-After": "600"} if rule == "KFM-429" else {})
        if rule == DOOR:
            return JSONResponse({"errors": [{"code": "not_agreed", "field": "agent_code"}]}, 422)
        known = self.messages.setdefault(key, content)
        if known != content:
            return JSONResponse({"errors": [{"code": "other_content"}]}, 409)
        if self.puts.count(key) == (2 if rule == LATE else 1):
            self.entries += [one | {"id": _id(key, turn)} for turn, one in enumerate(_answers(message, rule))]
        if rule == SILENT and self.puts.count(key) == 1:
            await asyncio.sleep(self.away_seconds)
        if rule == HALF and self.puts.count(key) == 1:
            return Response('{"message_id": "', 202)
        return JSONResponse({"message_id": key}, 202)


def _answers(message: Body, rule: str) -> Iterator[Body]:
    """The receipt of a message, and the replies to an application."""
    receipt = {"type": "receipt", "message_id": message["message_id"], "date": message["made_on"]}
    if rule in FAULTS:
        yield receipt | {"outcome": FAULTS[rule], "errors": [{"code": "E17", "field": "debtor", "text": "By rule."}]}
        return
    yield receipt | {"outcome": "accepted"}
    common = {"type": "reply", "application_id": message["application_id"], "date": message["made_on"]}
    if message["kind"] == "withdrawal":
        yield common | {"reply": "withdrawn"}
    if message["kind"] == "application":
        number = f"01-{int(_id(message['application_id'], 0)[:6], 16) % 1_000_000:06}-{message['made_on'][2:4]}"
        yield common | {"reply": "received", "case_number": number}
        for reply in RULES.get(rule, _nothing)(message):
            yield common | reply


def _nothing(message: Body) -> list[Body]:  # noqa: ARG001
    return []


def _contested(message: Body) -> list[Body]:  # noqa: ARG001
    return [{"reply": "served"}, {"reply": "contested", "note": "Jag har inte beställt detta."}]


def _order(message: Body) -> list[Body]:
    asked = message["application"]
    debts = asked["debts"]
    capital, interest = sum(one["capital"] for one in debts), sum(one["interest"]["accrued_amount"] for one in debts)
    costs = asked["total_amount"] - capital - interest
    amounts = {name: round(one, 2) for name, one in (("capital", capital), ("interest", interest), ("costs", costs))}
    return [{"reply": "served"}, {"reply": "verdict", "order_date": message["made_on"], "amounts": amounts}]


def _less(message: Body) -> list[Body]:
    served, order = _order(message)
    return [served, order | {"amounts": order["amounts"] | {"capital": order["amounts"]["capital"] - 100}}]


def _executed(message: Body) -> list[Body]:
    return [*_order(message), {"reply": "execution"}, {"reply": "new_fee", "amount": 600}, {"reply": "ended"}]


def _not_served(message: Body) -> list[Body]:  # noqa: ARG001
    return [{"reply": "dismissed", "note": "Svaranden har inte kunnat delges."}]


def _strange(message: Body) -> list[Body]:  # noqa: ARG001
    return [{"reply": "lost"}]


RULES: Mapping[str, Callable[[Body], list[Body]]] = {
    "KFM-CONTESTED": _contested,
    "KFM-ORDER": _order,
    "KFM-LESS": _less,
    "KFM-EXECUTED": _executed,
    "KFM-NOT-SERVED": _not_served,
    "KFM-STRANGE": _strange,
}
"""Invoice number → the replies to its application after `received`."""


def _rule(message: Body) -> str:
    debts = message.get("application", {}).get("debts") or [{}]
    return str(debts[0].get("invoice_number", ""))


def _faults(message: Any, key: str) -> Iterator[Body]:
    """Everything that is wrong with the form of a message."""
    if not isinstance(message, dict) or message.get("kind") not in _KINDS:
        yield {"code": "not_a_message"}
        return
    if set(message) != _HEAD | {message["kind"]} or not isinstance(message[message["kind"]], dict):
        yield {"code": "other_fields"}
    if (message.get("format"), message.get("version")) != (FORMAT, VERSION):
        yield {"code": "other_format", "field": "format"}
    if message.get("message_id") != key or not re.fullmatch("[0-9a-f]{32}", key):
        yield {"code": "other_id", "field": "message_id"}
    if not message.get("agent_code"):
        yield {"code": "no_agent", "field": "agent_code"}


def _id(text: str, turn: int) -> str:
    return sha256(f"{text} {turn}".encode()).hexdigest()[:24]


def _json(content: bytes) -> Any:
    try:
        return json.loads(content)
    except ValueError:
        return None


def _unknown(request: Request) -> Response | None:
    scheme, _, secret = request.headers.get("authorization", "").partition(" ")
    is_known = scheme == "Bearer" and secret not in ("", REFUSED)
    return None if is_known else JSONResponse({"errors": [{"code": "not_known"}]}, 401)
