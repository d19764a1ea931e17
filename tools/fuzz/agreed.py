"""What no schema can say of a request: the drawn ones that the description allows are made such as the door takes.

Each row of `RULES` is one exception, with its reason. A rule changes a drawn request that the description allows, and nothing
in one that it forbids. What a rule does not name is held against the door as it was drawn.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from itertools import count
from typing import Any

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

from fordran.api.endpoint import Endpoint
from fordran.resources.creditors import CreditorData
from fordran.shape.fields import references_in
from fordran.shape.moments import moment_of
from fordran.store.reading.cursor import Cursor
from tools.fuzz.filters import filter_for, projection_for
from tools.fuzz.known import NOBODYS, Known
from tools.fuzz.parsers import TARGETS


@dataclass(frozen=True)
class Drawn:
    """A drawn request that the description allows, who makes it, and what there is."""

    case: Any
    endpoint: Endpoint
    role: str
    known: Known
    chance: random.Random
    numbers: Iterator[int]

    @property
    def documents(self) -> list[dict[str, Any]]:
        """The documents of its body, if there are any."""
        body = self.case.body
        return [one for one in (body if isinstance(body, list) else [body]) if isinstance(one, dict)]


@dataclass(frozen=True)
class Rule:
    """An exception: what holds beside the description, why no schema says it, and how a drawn request is made to."""

    about: str
    reason: str
    mend: Callable[[Drawn], None]


# The request's head ----------------------------------------------------------------------------------------------------------


def _path(drawn: Drawn) -> None:
    for name in drawn.case.path_parameters or ():
        drawn.case.path_parameters[name] = drawn.known.id_for_path(drawn.endpoint, drawn.role, drawn.chance)


def _tag(drawn: Drawn) -> None:
    if "If-Match" in drawn.case.headers:
        tag_now(drawn.case, drawn.endpoint, drawn.role, drawn.known)


def _key(drawn: Drawn) -> None:
    if "Idempotency-Key" in drawn.case.headers:
        number = f"{next(drawn.numbers)}-"
        drawn.case.headers["Idempotency-Key"] = (number + drawn.case.headers["Idempotency-Key"])[:255]


def _query(drawn: Drawn) -> None:
    resource, query = drawn.endpoint.resource, drawn.case.query or {}
    if resource is not None and "where" in query:
        query["where"] = filter_for(resource, drawn.chance)
    if resource is not None and "projection" in query:
        query["projection"] = projection_for(resource, drawn.chance)
    if "known" in query:
        query["known"] = drawn.known.today().isoformat()
    if query.get("cursor"):
        # Of the order by ids, which is the one where no other is asked for.
        query["cursor"] = Cursor((), (), drawn.chance.choice(["0" * 24, "f" * 24])).text()
        query.pop("page", None)
        query.pop("sort", None)


# References -----------------------------------------------------------------------------------------------------------------


def _references(drawn: Drawn) -> None:
    resource = drawn.endpoint.resource
    shape = drawn.endpoint.takes or (
        resource and (resource.change if drawn.endpoint.method == "PATCH" else resource.input)
    )
    for document in drawn.documents if shape else ():
        for path, name, _ in list(references_in(shape, document)):  # type: ignore[arg-type]
            place: Any = document
            for step in path[:-1]:
                place = place[step]
            place[path[-1]] = drawn.known.reference(name, drawn.role, drawn.chance)


def _users(drawn: Drawn) -> None:
    for document in drawn.documents:
        if drawn.endpoint.method == "PATCH":
            document.pop("data_access", None)
        if drawn.role != "operator":
            document.pop("system_user", None)
            if document.get("account") == "":
                document["account"] = drawn.known.account


def _webhooks(drawn: Drawn) -> None:
    for document in drawn.documents:
        if "url" in document:
            document["url"] = f"https://hooks{next(drawn.numbers)}.example.com/fordran"
        if drawn.endpoint.name == "POST /webhooks" and drawn.role != "partner":
            document.setdefault("account", drawn.known.account)
        if "account" in document and drawn.role == "creditor_admin":
            document["creditor"] = drawn.known.reference("creditors", drawn.role, drawn.chance)


def _event(drawn: Drawn) -> None:
    for document in drawn.documents:
        if "event" in document:
            document["event"] = drawn.known.event_of(drawn.case.path_parameters["id"], drawn.role)


def _following(drawn: Drawn) -> None:
    if drawn.case.query and drawn.case.query.get("after") is not None:
        drawn.case.query.pop("sort", None)


def _e_invoiced(drawn: Drawn) -> None:
    for document in drawn.documents:
        for customer in (document, document.get("customer", {})):
            if "e_invoice_address" in customer:
                customer["e_invoice_address"] = "0007:5560160680"


# What several fields make together ------------------------------------------------------------------------------------------


def _moments(drawn: Drawn) -> None:
    """An offset may lead out of the years at their edges."""
    for document in drawn.documents:
        _bring_in(document)


def _bring_in(value: Any) -> None:
    for key, item in list(value.items() if isinstance(value, dict) else enumerate(value)):
        if isinstance(item, dict | list):
            _bring_in(item)
        elif isinstance(item, str) and item[:4] in ("0001", "9999", "1900", "2199") and item[10:11] == "T":
            value[key] = item[:10]


def _invoice(drawn: Drawn) -> None:
    for document in drawn.documents:
        first, last = (moment_of(document[name]) for name in ("invoice_date", "invoice_due_date"))
        if last < first:
            document["invoice_date"], document["invoice_due_date"] = (
                document["invoice_due_date"],
                document["invoice_date"],
            )
        if document.get("invoice_sent_date"):
            # It left on the day of its date, or later.
            document["invoice_sent_date"] = document["invoice_date"]
        document["invoice_number"] = f"{next(drawn.numbers)} {document['invoice_number']}"[:10_000]
        for line in document["matrix"]:
            line["total_price_excluding_vat"] = round(abs(line["total_price_excluding_vat"]) % 100_000_000, 2)
            line.pop("is_discount", None)
            line.pop("number_of_units", None)
        document["customer"].pop("customer_number", None)
        if document["invoice_type"] == "credit_invoice":
            for line in document["matrix"]:
                line["total_price_excluding_vat"] = 0
            document["reference_number"] = drawn.known.invoice_number(drawn.role)


def _debts(drawn: Drawn) -> None:
    for document in drawn.documents:
        document.pop("customers", None)
        document["customer"].pop("customer_number", None)
        for debt in document["debts"]:
            debt["invoice_number"] = f"{next(drawn.numbers)} {debt['invoice_number']}"[:10_000]
            if "old_payment_reference" in debt:
                debt["old_payment_reference"] = f"7700{next(drawn.numbers):09}"
            for letter in debt.get("earlier_letters", ()):
                letter["date"] = debt["invoice_date"]
            if "judgment" in debt:
                debt["judgment"]["date"] = debt["invoice_date"]
            if "plan" in debt:
                debt["plan"] = {"instalments": 3, "next_date": (drawn.known.today() + timedelta(days=30)).isoformat()}
            included = debt.get("fees_included_in_capital_to_claim")
            if included and sum(included.values()) > debt["capital_to_claim"]:
                debt["fees_included_in_capital_to_claim"] = {}


def _changed_creditor(drawn: Drawn) -> None:
    for document in drawn.documents:
        document.pop("is_active", None)
        for name in CreditorData.broken_rules(document | {"is_active": True}):
            document.pop(name, None)
        sek = document.get("payout_details", {}).get("sek", {})
        if sek:
            sek["bankgiro"] = sek.get("bankgiro") or "991-2346"
            sek["clearing_number"] = sek.get("clearing_number") or "8000"
        if document.get("case_config", {}).get("commission_share_percent", 0) > 80:
            document["case_config"]["commission_share_percent"] = 80


def _doubtful_numbers(drawn: Drawn) -> None:
    for document in drawn.documents:
        if document.get("number_validation") == "refuse":
            document["number_validation"] = "mark"


# Days and amounts of a case ------------------------------------------------------------------------------------------------

_LEAST = 0.01


def _day_ahead(name: str, most: int, drawn: Drawn) -> None:
    for document in drawn.documents:
        if name in document:
            document[name] = (drawn.known.today() + timedelta(days=drawn.chance.randint(1, most))).isoformat()


def _plan(drawn: Drawn) -> None:
    _day_ahead("first_date", 30, drawn)
    amount = max(1_000_000, drawn.known.remaining_capital(drawn.case.path_parameters["id"]))
    query = drawn.case.query or {}
    if "instalments" in query:
        query["instalments"] = "3"
        query.pop("amount", None)
    if "amount" in query:
        query["amount"] = str(amount)
    if "first_date" in query:
        query["first_date"] = (drawn.known.today() + timedelta(days=30)).isoformat()
        if "amount" not in query:
            query["instalments"] = "3"
    for document in drawn.documents:
        if "amount" in document:
            document["amount"] = amount
        if "instalments" in document:
            document["instalments"] = 1 + document["instalments"] % 3


def _answered(drawn: Drawn) -> None:
    owed = drawn.known.remaining_capital(drawn.case.path_parameters["id"])
    for document in drawn.documents:
        if "amount" in document and owed > _LEAST:
            document["amount"] = _LEAST
        elif "amount" in document:
            # Of an öre, or of nothing, no part can be credited.
            del document["amount"]
            document["outcome"] = "rejected"


def _clock(drawn: Drawn) -> None:
    _day_ahead("date", 20, drawn)
    for document in drawn.documents:
        if "days" in document:
            document["days"] %= 20


def _handled(drawn: Drawn) -> None:
    for document in drawn.documents:
        if "assigned_to" in document:
            document["assigned_to"] = ""
        if "handlers" in document:
            document["handlers"] = [drawn.known.handler]


def _assigned(drawn: Drawn) -> None:
    case = drawn.known.get(f"/cases/{drawn.case.path_parameters['id']}", "operator").json()
    others = {"account": case.get("account", NOBODYS), "is_active": True, "_id": {"$ne": case.get("creditor", NOBODYS)}}
    creditor = drawn.known.first("creditors", "operator", others)
    if not creditor:
        drawn.case.path_parameters["id"] = NOBODYS
    for document in drawn.documents:
        document.pop("document", None)
        document |= {"creditor": creditor.get("_id", NOBODYS), "date": drawn.known.today().isoformat()}


def _filed(drawn: Drawn) -> None:
    for document in drawn.documents:
        document.pop("date", None)


def _view(drawn: Drawn) -> None:
    for document in drawn.documents:
        document["address"] = "/console/work?mine=yes"


def _mandate(drawn: Drawn) -> None:
    debtor = drawn.known.first("customers", "operator", {"id_number_status": "valid"})
    case = drawn.known.first("cases", "operator", {"customer": debtor.get("_id", NOBODYS), "closed": None})
    for document in drawn.documents:
        document["case"] = case.get("_id", NOBODYS)


def _in_bulk(drawn: Drawn) -> None:
    for document in drawn.documents:
        document |= {"act": "note", "where": {"_id": NOBODYS}, "body": {"kind": "note", "text": "Ringt."}}


# Money and files ------------------------------------------------------------------------------------------------------------


def _payment(drawn: Drawn) -> None:
    for document in drawn.documents if drawn.endpoint.path == "/creditor--payments" else ():
        document["bank_transaction_date"] = drawn.known.today().isoformat()
        document["creditor_payment_reference"] = str(next(drawn.numbers))
        document.pop("order_date", None)


def _split(drawn: Drawn) -> None:
    waiting = drawn.known.waiting_amount(drawn.case.path_parameters["id"])
    for document in drawn.documents:
        document["parts"] = [document["parts"][0] | {"amount": waiting or 1}]


def _refund(drawn: Drawn) -> None:
    for document in drawn.documents:
        document["bank_account"] = {"kind": "bankgiro", "number": "991-2346"}
        document.setdefault("name", "Karin Lind")


def _refund_of_case(drawn: Drawn) -> None:
    for document in drawn.documents:
        name = {"name": document["name"]} if "name" in document else {}
        drawn.case.body = {"amount": 0.01, "bankgiro": "991-2346"} | name


def _given_up(drawn: Drawn) -> None:
    refund = drawn.known.first("refunds", drawn.role, {})
    for document in drawn.documents:
        document["refund"] = refund.get("_id", NOBODYS)
    if not refund:
        drawn.case.path_parameters["id"] = NOBODYS


def _client(drawn: Drawn) -> None:
    for document in drawn.documents:
        if "creditor" in document or drawn.role == "creditor_admin":
            document.pop("account", None)
            document["creditor"] = drawn.known.reference("creditors", drawn.role, drawn.chance)
        if "addresses" in document:
            document["addresses"] = ["203.0.113.0/24"] * len(document["addresses"][:1])
        if "public_key" in document:
            key = ec.generate_private_key(ec.SECP256R1()).public_key()
            form = serialization.PublicFormat.SubjectPublicKeyInfo
            document["public_key"] = key.public_bytes(serialization.Encoding.PEM, form).decode()


def _file(target: str, drawn: Drawn) -> None:
    # As text: schemathesis holds a body of bytes for one that the description forbids.
    texts = [_as_text(seed) for seed in TARGETS[target].seeds]
    if isinstance(drawn.case.body, dict):
        drawn.case.body["file"] = drawn.chance.choice([text for text in texts if TARGETS[target].try_(text.encode())])


def _as_text(content: bytes) -> str:
    try:
        return content.decode()
    except UnicodeDecodeError:
        return content.decode("latin-1")


def _original(drawn: Drawn) -> None:
    if isinstance(drawn.case.body, dict):
        is_logo = drawn.case.body.get("dotted_path") == "logo"
        drawn.case.body["file"] = LOGO if is_logo else "%PDF-1.7\n%%EOF\n"


LOGO = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><path d="M0 0h10v10z"/></svg>'


def tag_now(case: Any, endpoint: Endpoint, role: str, known: Known) -> None:
    """Let a request name the tag that its document has now."""
    path = "/".join(endpoint.path.split("/")[:3]).format(**case.path_parameters)
    case.headers["If-Match"] = known.tag_of(path, role)


EVERY = ""
"""Of every endpoint."""
RULES: tuple[tuple[str, Rule], ...] = (
    (EVERY, Rule("the path names a document that there is", "what is stored is in no schema", _path)),
    (EVERY, Rule("`If-Match` is the document's tag now", "it changes with the document", _tag)),
    (EVERY, Rule("an idempotency key is used for one request", "what was sent before is in no schema", _key)),
    (
        EVERY,
        Rule(
            "`where` names fields with operators that fit their kinds, `projection` leaves out what may be missing",
            "they are JSON within a text; and the schema of an answer knows of no query",
            _query,
        ),
    ),
    (
        EVERY,
        Rule("references are to documents that the caller sees", "what is stored is in no schema", _references),
    ),
    (
        EVERY,
        Rule("an offset does not lead out of the calendar, or of the years", "a pattern cannot subtract", _moments),
    ),
    (
        "/users",
        Rule(
            "groups are of the user's account; `system_user`, and users of no account, are the operator's",
            "it depends on who asks",
            _users,
        ),
    ),
    (
        "/webhooks",
        Rule(
            "the URL's host has a name, the creditor is one's own, and only a partner's has no account",
            "what is a name of a host is a page of rules; who asks and who administers what is in no schema",
            _webhooks,
        ),
    ),
    ("/webhooks/{id}/replay", Rule("the event is one of the webhook's", "what is stored is in no schema", _event)),
    ("/events", Rule("`after` has an order of its own", "no schema of a query joins two parameters", _following)),
    (
        EVERY,
        Rule("an e-invoice address is one", "which schemes there are is a list of its own", _e_invoiced),
    ),
    (
        "/work--items",
        Rule("until some day to come", "no schema knows what day it is", partial(_day_ahead, "snoozed_until", 20)),
    ),
    (
        "/invoice--registrations",
        Rule(
            "due not before its date, of numbers not used, of 0 or more in all, lines that add up, crediting what is left",
            "no schema compares two fields, adds lines up or knows what is stored",
            _invoice,
        ),
    ),
    (
        "/case--registrations",
        Rule(
            "each debt of a number not used, with fees of no more than its capital, of a customer number not used, of one debtor",
            "no schema compares two fields, or knows what is stored",
            _debts,
        ),
    ),
    (
        "POST /creditor--payments",
        Rule(
            "a payment is of a day up to today, and from 400 days before the debt arose, with a reference not used",
            "the business day and the debt are in no schema",
            _payment,
        ),
    ),
    (
        "PATCH /creditors/{id}",
        Rule(
            "what comes of a change and what is stored is a creditor",
            "a change is judged with what is stored, which is in no schema",
            _changed_creditor,
        ),
    ),
    (
        "/accounts",
        Rule(
            "an account that has doubtful numbers refused has none",
            "no schema reckons a check digit",
            _doubtful_numbers,
        ),
    ),
    (
        "/cases/{id}/respite",
        Rule("until some day soon", "no schema knows what day it is", partial(_day_ahead, "until", 20)),
    ),
    (
        "/cases/{id}/amortization-plans",
        Rule(
            "a plan that pays what is owed, asked for in one way",
            "what is owed is in no schema, and none of a query joins its parts",
            _plan,
        ),
    ),
    ("/cases/{id}/dispute-answers", Rule("less than the capital", "what is owed is in no schema", _answered)),
    ("PATCH /cases/{id}", Rule("nobody, or a handler", "who handles cases is in no schema", _handled)),
    ("/assignment--rules", Rule("handlers handle cases", "who handles cases is in no schema", _handled)),
    (
        "/cases/{id}/assignments",
        Rule("to another creditor of the account, today", "what is stored is in no schema", _assigned),
    ),
    ("/cases/{id}/claims-in-insolvency", Rule("as of today", "no schema knows the days of a case", _filed)),
    ("POST /saved--views", Rule("the address is a list's", "which filters a list has is in no schema", _view)),
    ("/autogiro--mandates", Rule("of a debtor with a number", "what is stored is in no schema", _mandate)),
    ("POST /bulk--acts", Rule("the body is of the act", "the act says what it takes", _in_bulk)),
    ("/clock", Rule("some days ahead, and few, since each is lived", "no schema knows what day it is", _clock)),
    (
        "/unmatched--payments/{id}/split",
        Rule("the parts make up what waits", "no schema adds up; what waits is in none", _split),
    ),
    (
        "/unmatched--payments/{id}/refund",
        Rule("an account that money can be paid to", "no schema reckons a check digit", _refund),
    ),
    (
        "/cases/{id}/refunds",
        Rule(
            "to one account that money can be paid to, and no more than is owed back",
            "no schema reckons a check digit; what is owed is in none",
            _refund_of_case,
        ),
    ),
    (
        "/cases/{id}/refund-write-offs",
        Rule("the refund is one that there is", "what is stored is in no schema", _given_up),
    ),
    (
        "/api--clients",
        Rule("addresses are addresses, and a key is a key", "what they are is a page of rules", _client),
    ),
    (
        "/bank--files",
        Rule("a file that a bank has made", "what a file is, is told by its content", partial(_file, "bank files")),
    ),
    ("/media--upload", Rule("a document or a picture", "what a file is, is told by its content", _original)),
)
"""Every exception: which endpoints it is of, what holds there, why no schema says it. Rules are applied in this order."""


def rules_of(endpoint: Endpoint) -> Iterator[Rule]:
    """The exceptions of an endpoint."""
    for where, rule in RULES:
        method, _, path = where.rpartition(" ")
        if endpoint.path.startswith(path) and method in ("", endpoint.method):
            yield rule


class Agreed:
    """Makes drawn requests of one run agree with what no schema can say."""

    def __init__(self, known: Known, chance: random.Random) -> None:
        self.known = known
        self.chance = chance
        self.numbers = count(1)

    def make(self, case: Any, endpoint: Endpoint, role: str) -> None:
        """Let a request that the description allows be one that the door takes."""
        drawn = Drawn(case, endpoint, role, self.known, self.chance, self.numbers)
        for rule in rules_of(endpoint):
            rule.mend(drawn)
