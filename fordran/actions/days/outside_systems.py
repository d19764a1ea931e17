"""The outside systems that the work of a day needs, as the edges make them from the settings."""

from __future__ import annotations

from dataclasses import dataclass, field

from fordran.actions.accounting.pull_invoices import InvoicePulls
from fordran.actions.accounting.send_entries import AccountingEntries
from fordran.actions.companies.check_companies import CompanyChecks
from fordran.actions.filing.receiver import AuthorityReceiver
from fordran.actions.kivra.hand_over import HandedOver
from fordran.actions.kivra.match_customers import MatchNumbers
from fordran.actions.sms.send_notices import SmsNotices
from fordran.actions.spar.look_up import PersonLookups


@dataclass(frozen=True)
class OutsideSystems:
    """How an installation reaches other systems; None where it does not."""

    lookups: PersonLookups | None = None
    """How people are looked up before their letters are made."""
    match: MatchNumbers | None = None
    """How Kivra is asked whom it reaches."""
    hands_over: HandedOver = field(default_factory=HandedOver)
    """Channels that a sandbox hands over to stand-ins."""
    sms: SmsNotices | None = None
    """How notices are sent by SMS."""
    checks: CompanyChecks | None = None
    """How companies are checked before their letters are made."""
    authority: AuthorityReceiver | None = None
    """How applications go to the enforcement authority by file."""
    invoices: InvoicePulls | None = None
    """How overdue invoices come from the accounting systems of creditors."""
    accounting: AccountingEntries | None = None
    """How entries go to the accounting systems of creditors."""
