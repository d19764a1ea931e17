"""The accounting systems of creditors by their sections of the settings; each is loaded where there is a section."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from fordran.accounting_sections import FortnoxSection, VismaSection
from fordran.actions.accounting.accounting_accounts import AccountingAccounts
from fordran.actions.accounting.accounting_system import PayoutUse, SourceOf, SystemOf
from fordran.actions.accounting.fortnox_entries import FortnoxEntries
from fordran.actions.accounting.kept_tokens import holding_tokens
from fordran.actions.accounting.pull_invoices import InvoicePulls
from fordran.actions.accounting.send_entries import AccountingEntries
from fordran.actions.accounting.visma_entries import VismaEntries
from fordran.domain.service.accounting_systems import AccountingSystemCode
from fordran.outside.media import media_of
from fordran.settings import Settings

Section = TypeVar("Section", FortnoxSection, VismaSection)


def invoices_of(settings: Settings, system: AccountingSystemCode | None = None) -> InvoicePulls | None:
    """How invoices come from accounting systems, or from those of a kind; None where they do not."""
    sources: dict[str, SourceOf] = {}
    if system != "visma":
        sources |= {one.creditor: _fortnox_source(one) for one in settings.fortnox.values()}
    if system != "fortnox":
        sources |= {one.creditor: _visma_source(one) for one in settings.visma.values()}
    return InvoicePulls(media_of(settings).put, sources) if sources else None


def accounting_of(settings: Settings, system: AccountingSystemCode | None = None) -> AccountingEntries | None:
    """How entries go to the accounting systems of creditors, or to those of a kind; None where they have none."""
    fortnox = {} if system == "visma" else settings.fortnox
    visma = {} if system == "fortnox" else settings.visma
    systems: dict[str, SystemOf] = {one.creditor: _fortnox_system(one) for one in _writing(fortnox)}
    systems |= {one.creditor: _visma_system(one) for one in _writing(visma)}
    every = {one.creditor for sections in (fortnox, visma) for one in sections.values()}
    return AccountingEntries(systems, frozenset(every - systems.keys())) if every else None


def accounts_of(section: FortnoxSection | VismaSection) -> AccountingAccounts:
    """The accounts of a creditor's books."""
    by_use: dict[PayoutUse, str] = {
        "paid_capital": section.payment_account,
        "other_capital": section.receivable_account,
        "operator_invoices": section.supplier_account,
        "interest": section.interest_account,
        "creditor_outlay": section.outlay_account,
        "creditor_commission": section.commission_account,
        "vat": section.vat_account,
    }
    return AccountingAccounts(
        int(section.payment_account),
        int(section.crediting_account),
        int(section.bank_account),
        int(section.receivable_account),
        section.voucher_series,
        {use: int(account) for use, account in by_use.items()},
    )


def _writing(sections: Mapping[str, Section]) -> list[Section]:
    return [one for one in sections.values() if one.writes_back]


def _fortnox_source(section: FortnoxSection) -> SourceOf:
    from fordran.outside.fortnox import Fortnox

    fortnox = Fortnox(section)
    return lambda _: fortnox


def _fortnox_system(section: FortnoxSection) -> SystemOf:
    from fordran.outside.fortnox import Fortnox

    system = FortnoxEntries(Fortnox(section, writes=True), accounts_of(section))
    return lambda _: system


def _visma_source(section: VismaSection) -> SourceOf:
    from fordran.outside.visma import Visma

    visma = Visma(section)
    return holding_tokens(visma, visma, section.creditor, section.secret)


def _visma_system(section: VismaSection) -> SystemOf:
    from fordran.outside.visma import Visma

    visma = Visma(section)
    return holding_tokens(VismaEntries(visma, accounts_of(section)), visma, section.creditor, section.secret)
