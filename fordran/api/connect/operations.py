"""The operations of the contract with ledgers: one table. Each reads its request, and works in one transaction."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeAlias

from fordran.actions.keep_file import Put
from fordran.actions.ledger.act import act
from fordran.actions.ledger.case_document import case_document
from fordran.actions.ledger.connections import (
    accept_terms,
    change_settings,
    disconnect,
    find_connection,
    onboard,
    own_connection,
    shown_connection,
)
from fordran.actions.ledger.ledger_cases import own_case, shown_case
from fordran.actions.ledger.open_case import open_case
from fordran.actions.ledger.read_changes import read_changes
from fordran.actions.ledger.report_money import report_credit, report_payment, revert_payment
from fordran.actions.ledger.settlements import list_settlements, note_booked, shown_settlement
from fordran.formats import ledger_contract as contract
from fordran.operator import Operator
from fordran.store.connections.database import Connection
from fordran.store.reading.scope import Caller
from fordran.store.rows.schema_rows import LedgerConnectionRow


@dataclass(frozen=True)
class LedgerCall:
    """A call of a ledger: who, for which company, with which handle."""

    tx: Connection
    caller: Caller
    account: str
    company: str
    handle: str | None
    put: Put
    get: Callable[[str], bytes]
    operator: Operator
    now: datetime

    async def connection(self) -> LedgerConnectionRow:
        """The company's connection; refused without its handle."""
        return await own_connection(self.tx, self.account, self.company, self.handle)


LedgerWork: TypeAlias = Callable[[LedgerCall, Any], Awaitable[Any]]

_ADMINS = frozenset({"account_admin"})
_CREDITORS = frozenset({"account_admin", "creditor_admin", "creditor_user"})


@dataclass(frozen=True)
class LedgerOperation:
    """An operation: its request, its work, who may use it, and whether it is a company's."""

    name: str
    takes: type[contract.LedgerMessage]
    work: LedgerWork
    roles: frozenset[str] = _CREDITORS
    is_companys: bool = True

    @property
    def role_names(self) -> frozenset[str]:
        """The roles that may use it."""
        return self.roles


async def _connection(call: LedgerCall, given: contract.LedgerMessage) -> Any:  # noqa: ARG001
    row = await find_connection(call.tx, call.account, call.company)
    shown = await shown_connection(call.tx, row)
    # Only who has the handle sees it again; a ledger that lost the answer repeats its onboarding.
    return shown if shown["connectionHandle"] == call.handle else shown | {"connectionHandle": None}


async def _onboard(call: LedgerCall, given: contract.LedgerOnboarding) -> Any:
    return await shown_connection(call.tx, await onboard(call.tx, call.caller, call.company, given, call.now))


async def _accept_terms(call: LedgerCall, given: contract.LedgerTermsAccept) -> Any:
    return await shown_connection(call.tx, await accept_terms(call.tx, await call.connection(), given, call.now))


async def _start_signature(call: LedgerCall, given: contract.LedgerSignatureStart) -> Any:  # noqa: ARG001
    # Consent is given in the ledger: nothing is signed here.
    await call.connection()
    return {"signUrl": None, "signers": []}


async def _change_settings(call: LedgerCall, given: contract.LedgerSettingsUpdate) -> Any:
    return await shown_connection(call.tx, await change_settings(call.tx, await call.connection(), given, call.now))


async def _disconnect(call: LedgerCall, given: contract.LedgerWrite) -> Any:  # noqa: ARG001
    return await shown_connection(call.tx, await disconnect(call.tx, await call.connection(), call.now))


async def _open_case(call: LedgerCall, given: contract.LedgerOpenCase) -> Any:
    row = await call.connection()
    await open_case(call.tx, call.caller, call.put, row, given, call.now)
    shown = await shown_case(call.tx, call.caller, row, given.idempotency_key, call.now)
    return {"acceptedAt": call.now.isoformat(), "case": shown}


async def _get_case(call: LedgerCall, given: contract.LedgerCaseRef) -> Any:
    return await shown_case(call.tx, call.caller, await call.connection(), given.case_ref, call.now)


async def _act(call: LedgerCall, given: contract.LedgerCaseAction) -> Any:
    row = await call.connection()
    one = await own_case(call.tx, call.caller, row, given.case_ref)
    offered = (await shown_case(call.tx, call.caller, row, given.case_ref, call.now))["actions"]
    await act(call.tx, call.caller, one, offered, given, call.now)
    return await shown_case(call.tx, call.caller, row, given.case_ref, call.now)


async def _pay(call: LedgerCall, given: contract.LedgerDirectPayment) -> Any:
    one = await own_case(call.tx, call.caller, await call.connection(), given.case_ref)
    return await report_payment(call.tx, call.caller, one, given, call.now)


async def _revert(call: LedgerCall, given: contract.LedgerDirectPayment) -> Any:
    one = await own_case(call.tx, call.caller, await call.connection(), given.case_ref)
    return await revert_payment(call.tx, call.caller, one, given, call.now)


async def _credit(call: LedgerCall, given: contract.LedgerCreditNote) -> Any:
    one = await own_case(call.tx, call.caller, await call.connection(), given.case_ref)
    return await report_credit(call.tx, call.caller, one, given, call.now)


async def _changes(call: LedgerCall, given: contract.LedgerChanges) -> Any:
    return await read_changes(call.tx, call.caller, given)


async def _case_document(call: LedgerCall, given: contract.LedgerCaseDocument) -> Any:
    one = await own_case(call.tx, call.caller, await call.connection(), given.case_ref)
    return await case_document(call.tx, call.get, one, given.document_ref)


async def _settlements(call: LedgerCall, given: contract.LedgerSettlementsSince) -> Any:
    return await list_settlements(call.tx, await call.connection(), given.since)


async def _settlement(call: LedgerCall, given: contract.LedgerSettlementRef) -> Any:
    return await shown_settlement(call.tx, await call.connection(), given.settlement_ref)


async def _booked(call: LedgerCall, given: contract.LedgerSettlementBooked) -> Any:
    return await note_booked(call.tx, await call.connection(), given, call.now)


async def _catalogue(call: LedgerCall, given: contract.LedgerMessage) -> Any:  # noqa: ARG001
    operator, url = call.operator, call.operator.public_url
    is_https = url.startswith("https://")
    provider = {
        "ref": "".join(sign for sign in operator.organization_no if sign.isdigit()),
        "displayName": operator.name[:80],
        "legalName": operator.name,
        "orgNumber": operator.organization_no,
        "country": operator.country,
        "termsUrl": None,
        "termsVersion": None,
        "privacyUrl": None,
        "dpaUrl": None,
        "dpaVersion": None,
        "portalUrl": f"{url}/console" if is_https else None,
        "supportUrl": None,
        "termsSummarySv": None,
        "feeSummarySv": None,
    }
    features = {
        "startSteps": ["reminder", "collection"],
        "withdrawFreeDays": None,
        "currencies": ["SEK"],
        "debtorCountries": ["SE"],
        "privateDebtors": True,
        "minimumAmount": None,
        "settlementIsVatInvoice": False,
        "stepApprovalAction": False,
    }
    entry = {"capability": "collections", "provider": provider, "features": features}
    return {"entries": [entry], "serverTime": call.now.isoformat()}


COLLECTIONS = "/api/connect/collections"
OPERATIONS: Mapping[tuple[str, str], LedgerOperation] = {
    ("GET", "/api/connect/catalogue"): LedgerOperation("list", contract.LedgerMessage, _catalogue, is_companys=False),
    ("POST", f"{COLLECTIONS}/connection"): LedgerOperation("connection", contract.LedgerMessage, _connection),
    ("DELETE", f"{COLLECTIONS}/connection"): LedgerOperation("disconnect", contract.LedgerWrite, _disconnect, _ADMINS),
    ("POST", f"{COLLECTIONS}/onboarding"): LedgerOperation("onboard", contract.LedgerOnboarding, _onboard, _ADMINS),
    ("POST", f"{COLLECTIONS}/onboarding/cancel"): LedgerOperation(
        "cancelOnboarding", contract.LedgerWrite, _disconnect, _ADMINS
    ),
    ("POST", f"{COLLECTIONS}/onboarding/terms"): LedgerOperation(
        "acceptTerms", contract.LedgerTermsAccept, _accept_terms, _ADMINS
    ),
    ("POST", f"{COLLECTIONS}/onboarding/signature"): LedgerOperation(
        "startSignature", contract.LedgerSignatureStart, _start_signature, _ADMINS
    ),
    ("PUT", f"{COLLECTIONS}/settings"): LedgerOperation(
        "updateSettings", contract.LedgerSettingsUpdate, _change_settings, _ADMINS
    ),
    ("POST", f"{COLLECTIONS}/cases"): LedgerOperation("openCase", contract.LedgerOpenCase, _open_case),
    ("POST", f"{COLLECTIONS}/cases/get"): LedgerOperation("getCase", contract.LedgerCaseRef, _get_case),
    ("POST", f"{COLLECTIONS}/cases/action"): LedgerOperation("caseAction", contract.LedgerCaseAction, _act),
    ("POST", f"{COLLECTIONS}/cases/document"): LedgerOperation(
        "caseDocument", contract.LedgerCaseDocument, _case_document
    ),
    ("POST", f"{COLLECTIONS}/settlements/list"): LedgerOperation(
        "settlements", contract.LedgerSettlementsSince, _settlements
    ),
    ("POST", f"{COLLECTIONS}/settlements/get"): LedgerOperation(
        "settlement", contract.LedgerSettlementRef, _settlement
    ),
    ("POST", f"{COLLECTIONS}/settlements/booked"): LedgerOperation(
        "settlementBooked", contract.LedgerSettlementBooked, _booked
    ),
    ("POST", f"{COLLECTIONS}/payments"): LedgerOperation("registerPayment", contract.LedgerDirectPayment, _pay),
    ("POST", f"{COLLECTIONS}/payments/revert"): LedgerOperation("revertPayment", contract.LedgerDirectPayment, _revert),
    ("POST", f"{COLLECTIONS}/credit-notes"): LedgerOperation("registerCreditNote", contract.LedgerCreditNote, _credit),
    ("POST", f"{COLLECTIONS}/changes"): LedgerOperation("changes", contract.LedgerChanges, _changes, is_companys=False),
}
"""Method and path → the operation."""
