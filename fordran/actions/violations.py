"""The meaning of constraint violations: one table from constraint name to refusal.

A verb looks before it writes; what somebody else writes meanwhile, the database alone sees. A constraint that is not in the
table is one that no request can violate: a violation is our fault, and is reported so.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import MappingProxyType
from typing import TypeAlias

import asyncpg

from fordran.actions.refusals import ConcurrentDuplicate, Conflict
from fordran.domain.message import Message
from fordran.shape.fields import Issues, Refused, add_issue

SentValue: TypeAlias = tuple[tuple[int | str, ...], str]
"""The place of a value in the sent document, and the value."""

SentValues: TypeAlias = Mapping[str, Sequence[SentValue]]
"""Field → its place. A verb gives those of its fields that must be unique."""

ViolationAnswer: TypeAlias = Callable[[SentValues], Exception]


def not_unique(sent: Sequence[SentValue]) -> Refused:
    """Values that another document has already."""
    issues: Issues = {}
    for path, value in sent:
        add_issue(issues, path, Message("issue.value_not_unique", value=value[:100]))
    return Refused(issues)


def _taken(field: str) -> ViolationAnswer:
    return lambda sent: not_unique(sent[field]) if field in sent else Refused({field: Message("issue.not_unique")})


def _other_partner(sent: SentValues) -> Exception:
    for _, value in sent.get("integration_id", ()):
        return Conflict("error.partner_integration_id_value_taken", id=value)
    return Conflict("error.partner_integration_id_taken")


def _meanwhile(_: SentValues) -> Exception:
    return ConcurrentDuplicate()


def _conflict(code: str) -> ViolationAnswer:
    return lambda _: Conflict(code)


# References are looked up before they are used, so it was there a moment ago.
_gone = _conflict("error.reference_deleted")

REFUSALS: Mapping[str, ViolationAnswer] = MappingProxyType[str, ViolationAnswer](
    {
        "partners_integration_id_is_unique": _other_partner,
        "cases_invoice_number_is_taken_once": _taken("invoice_number"),
        "invoices_invoice_number_is_taken_once": _taken("invoice_number"),
        "cases_by_old_payment_reference": _taken("old_payment_reference"),
        # Somebody else made the same customer. Done again, the registration finds it.
        "customers_id_number_unique": _meanwhile,
        "customer_details_are_one_a_creditor": _meanwhile,
        # Done again, it finds nobody, and makes a customer of its own.
        "cases_customer_is_not_erased": _meanwhile,
        # Things that can be deleted, and the tables that refer to them.
        "accounting_states_id_is_there": _gone,
        "accounting_tokens_id_is_there": _gone,
        "case_registrations_creditor_is_there": _gone,
        "cases_creditor_is_there": _gone,
        "creditor_logos_creditor_is_there": _gone,
        "customer_details_creditor_is_there": _gone,
        "envelopes_creditor_is_there": _gone,
        "fortnox_pulls_id_is_there": _gone,
        "invoices_creditor_is_there": _gone,
        "ledger_connections_creditor_is_there": _gone,
        "media_files_creditor_is_there": _gone,
        "passkeys_user_is_there": _gone,
        "payouts_creditor_is_there": _gone,
        "sessions_user_is_there": _gone,
        "sign_in_links_user_is_there": _gone,
        "user_groups_access_group_is_there": _gone,
        "user_groups_user_is_there": _gone,
        "user_keys_user_is_there": _gone,
        "user_networks_user_is_there": _gone,
        "client_uses_key_is_there": _gone,
        "client_uses_user_is_there": _gone,
        "previous_codes_user_is_there": _gone,
        "webhook_deliveries_webhook_is_there": _gone,
        "webhook_states_webhook_is_there": _gone,
    }
)


# A node of a cluster says it in its message alone, with the number of its shard.
_NAMED = re.compile(r'constraint "(\w+?)(?:_\d{6,})?"')


def violated_constraint(violation: asyncpg.IntegrityConstraintViolationError) -> str | None:
    """The name of the constraint that was violated, as the schema has it."""
    if violation.constraint_name:
        return _NAMED.sub(r"\1", f'constraint "{violation.constraint_name}"')
    found = _NAMED.search(str(violation))
    return found[1] if found else None


def refusal_of(
    violation: asyncpg.IntegrityConstraintViolationError, sent: SentValues = MappingProxyType({})
) -> Exception | None:
    """The refusal for a violation; None if it is our fault."""
    refusal = REFUSALS.get(violated_constraint(violation) or "")
    return None if refusal is None else refusal(sent)


@contextmanager
def refusing(sent: SentValues = MappingProxyType({})) -> Iterator[None]:
    """Turn violations within the block into the refusals of the table."""
    try:
        yield
    except asyncpg.IntegrityConstraintViolationError as violation:
        refusal = refusal_of(violation, sent)
        if refusal is None:
            raise
        raise refusal from violation
