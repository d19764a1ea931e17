"""Look up what registrations refer to: accounts and creditors with their settings, and the customers that are known."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from typing import Any, NamedTuple, cast

from fordran import clock
from fordran.actions.cases.case_settings import LAYERS, LayersRow, frozen, resolved, settings_for, text_of
from fordran.actions.cases.registering import sees, unknown_references
from fordran.actions.registrations.customer_book import CustomerBook, NamesCustomer, wanted
from fordran.actions.registrations.customer_data import CustomerData, refused_number
from fordran.actions.registrations.customer_rows import CANDIDATES, KNOWN, CandidateRow
from fordran.domain.flow.case_settings import FlowSettings
from fordran.domain.house_rules import rules_day
from fordran.domain.kinds.channels import Distribution
from fordran.domain.message import Message
from fordran.domain.numbers.organisationsnummer import is_of_public_body
from fordran.resources.common import CaseSettings
from fordran.shape.fields import Issues, Refused
from fordran.shape.wire import wire
from fordran.store.connections.database import Connection
from fordran.store.connections.one_account import everywhere, is_on_a_cluster
from fordran.store.connections.typed_rows import fetch_rows, own_copy
from fordran.store.reading.scope import Caller
from fordran.store.rows.ids import is_id


class CreditorContext(LayersRow):
    """The columns of `GROUND`."""

    account_id: str
    creditor_id: str
    account_number: int
    partner_id: str | None
    number_validation: str
    agreement_template: str
    standard_debt: str | None
    is_active: bool
    always_standard: bool
    default_invoice_distribution: Distribution | None
    organization_no: str
    is_public_authority: bool | None
    clock_offset_days: int
    send_delay_minutes: int


LIVE_SEND_DELAY_MINUTES = 15
"""How long an invoice of a creditor that says nothing else can be voided before it leaves; in a sandbox it leaves at once."""

GROUND = f"""
a.id as account_id, d.id as creditor_id, a.number as account_number, a.partner_id, a.number_validation, a.agreement_template,
coalesce(d.standard_debt_description, a.standard_debt_description) as standard_debt, d.is_active,
d.always_use_standard_debt_description as always_standard, d.default_invoice_distribution,
d.organization_no, d.is_public_authority,
(select clock_offset_days from installation) as clock_offset_days,
coalesce((d.case_config ->> 'send_delay_minutes')::integer,
         (select case when sandbox then 0 else {LIVE_SEND_DELAY_MINUTES} end from installation)) as send_delay_minutes,
{LAYERS}
"""
"""Selects what a registration needs to know of its account `a` and its creditor `d`."""


Contexts = Mapping[tuple[str, str], CreditorContext]
"""Account and creditor → what a registration needs to know of them."""


class LookedUp(NamedTuple):
    """The references of registrations, and serials for their payment references, of which more may have to be drawn."""

    contexts: Contexts
    serials: list[int]
    book: CustomerBook


class _OneRow(CreditorContext, CandidateRow):
    """The context of one registration, a serial, and a customer that it may name, without an id if there is none."""

    serial: int


_DRAWN = "nextval('payment_serials')"
_LATER = "0::bigint"

# One statement for one registration, which is the usual request. The statements for several find the same.
_ONE = f"""
select {GROUND}, {{serial}} as serial, {KNOWN.format(creditors="array[d.id]")}
from (select $1::text as account_id, $2::text as creditor_id, $3::text as compact, $4::text as number) t
join accounts a on a.id = $1
join creditors d on d.account_id = a.id and d.id = $2
left join {CANDIDATES.format(most=1)} on true
"""
_ONE_WITH_SERIAL, _ONE_WITHOUT = _ONE.format(serial=_DRAWN), _ONE.format(serial=_LATER)


async def look_up(tx: Connection, caller: Caller, registrations: Sequence[NamesCustomer]) -> LookedUp:
    """Accounts, creditors and the customers that are known; refuses what is not the caller's."""
    if len(registrations) == 1:
        found = await _look_one_up(tx, registrations[0])
    else:
        contexts = await contexts_of(tx, {(one.account, one.creditor) for one in registrations})
        found = LookedUp(contexts, [], CustomerBook())
        await found.book.find(tx, registrations)
    for one in registrations:
        context = found.contexts.get((one.account, one.creditor))
        if context is None or not sees(caller, context["partner_id"], one.account, one.creditor):
            raise Refused(await unknown_references(tx, caller, {"account": one.account, "creditor": one.creditor}))
    return found


async def _look_one_up(tx: Connection, registration: NamesCustomer) -> LookedUp:
    asked, book = wanted(registration), CustomerBook()
    if not is_id(asked["account_id"]) or not is_id(asked["creditor_id"]):
        return LookedUp({}, [], book)
    # Other nodes of a cluster do not know a number that one node draws.
    is_drawn = not is_on_a_cluster(tx)
    statement = everywhere(tx, _ONE_WITH_SERIAL if is_drawn else _ONE_WITHOUT, 1)
    rows = await fetch_rows(tx, _OneRow, statement, *asked.values())
    if not rows:
        return LookedUp({}, [], book)
    book.enter(row for row in rows if cast("str | None", row["id"]) is not None)
    contexts = {(registration.account, registration.creditor): rows[0]}
    return LookedUp(contexts, [rows[0]["serial"]] if is_drawn else [], book)


async def contexts_of(tx: Connection, pairs: Iterable[tuple[str, str]]) -> Contexts:
    """The context of registrations for these accounts and creditors, if they exist."""
    asked = sorted(pair for pair in pairs if is_id(pair[0]) and is_id(pair[1]))
    rows = await fetch_rows(
        tx,
        CreditorContext,
        f"""select {GROUND} from unnest($1::text[], $2::text[]) t (account, creditor)
            join accounts a on a.id = t.account
            join creditors d on d.account_id = a.id and d.id = t.creditor""",
        [account for account, _ in asked],
        [creditor for _, creditor in asked],
    )
    return {(row["account_id"], row["creditor_id"]): own_copy(row) for row in rows}


async def draw_serials(tx: Connection, count: int) -> list[int]:
    """So many serials for payment references."""
    rows = await tx.fetch(f"select {_DRAWN} as serial from generate_series(1, $1)", count) if count else []
    return [row["serial"] for row in rows]


def business_day_of(ground: CreditorContext, now: datetime) -> date:
    """Today, by the installation's clock."""
    return clock.stockholm_date(clock.business(now, ground["clock_offset_days"]))


def refuse_registration(ground: CreditorContext, data: CustomerData) -> None:
    """Refuse it if the creditor takes no registration now, or not this customer's."""
    issues: Issues = {}
    if not ground["is_active"]:
        issues["creditor"] = Message("issue.creditor_inactive")
    if ground["number_validation"] == "refuse":
        issues |= refused_number(data)
    if issues:
        raise Refused(issues)


def is_public(ground: CreditorContext) -> bool:
    """Whether the creditor is a public authority: as it states, else by its number."""
    stated = ground["is_public_authority"]
    return is_of_public_body(ground["organization_no"]) if stated is None else stated


class NewCaseSettings(NamedTuple):
    """The settings of a new case, those that it keeps as its own, and the names of its own ones that the law bounds."""

    all: FlowSettings
    kept: dict[str, Any]
    capped: list[str]


def settings_for_case(ground: CreditorContext, own: CaseSettings | None, day: date) -> NewCaseSettings:
    """The settings of a new case on the day of its registration."""
    settings = {} if own is None else wire(own)
    found = resolved(ground, text_of(settings), day, rules_day(day))
    capped = [name for name in settings if found[name].was_capped]
    return NewCaseSettings(
        settings_for(ground, text_of(settings), day, rules_day(day)), frozen(found, settings), capped
    )
