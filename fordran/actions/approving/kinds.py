"""The kinds of what waits for a second person. A new kind is a source here, and takes part everywhere."""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

from fordran.actions.approving.law_rows import LAW_ROWS
from fordran.actions.approving.payout_accounts import PAYOUT_ACCOUNTS
from fordran.actions.approving.periods import PERIODS
from fordran.actions.approving.refunds import REFUNDS, SUSPENSE_REFUNDS
from fordran.actions.approving.to_approve import ApprovalSource
from fordran.actions.approving.write_offs import WRITE_OFFS
from fordran.domain.payouts.four_eyes import ApprovalKind

APPROVAL_KINDS: Mapping[ApprovalKind, ApprovalSource] = {
    source.kind: source for source in (REFUNDS, SUSPENSE_REFUNDS, PAYOUT_ACCOUNTS, WRITE_OFFS, PERIODS, LAW_ROWS)
}
assert set(APPROVAL_KINDS) == set(get_args(ApprovalKind)), "every kind has a source"
