"""Refusals by the contract with ledgers: a stable code, and whether trying again helps."""

from __future__ import annotations

from typing import Literal, TypeAlias

LedgerErrorCode: TypeAlias = Literal[
    "BAD_REQUEST",
    "CONNECTOR_SCOPE_MISSING",
    "CONNECTOR_COMPANY_MISSING",
    "CONNECTOR_PATH_NOT_ALLOWED",
    "CONNECTOR_RATE_LIMITED",
    "CONNECTOR_UPSTREAM_ERROR",
    "CONNECTOR_CONTRACT_VERSION_UNSUPPORTED",
    "CONNECTOR_IDEMPOTENCY_MISMATCH",
    "CONNECTOR_IDEMPOTENCY_IN_FLIGHT",
    "CONNECTOR_CONNECTION_NOT_OWNED",
    "CONNECTOR_COLLECTIONS_NOT_ONBOARDED",
    "CONNECTOR_COLLECTIONS_NOT_APPROVED",
    "CONNECTOR_COLLECTIONS_CASE_NOT_OWNED",
    "CONNECTOR_COLLECTIONS_ACTION_UNAVAILABLE",
    "CONNECTOR_COLLECTIONS_DEBTOR_INVALID",
    "CONNECTOR_COLLECTIONS_DUPLICATE_CASE",
    "CONNECTOR_COLLECTIONS_AMOUNT_INVALID",
]


class LedgerRefusal(Exception):
    """A request of a ledger that is refused. `detail` names fields, and has nothing of a person."""

    def __init__(self, code: LedgerErrorCode, detail: str = "", status: int = 409) -> None:
        super().__init__(code)
        self.code = code
        self.detail = detail
        self.status = status
