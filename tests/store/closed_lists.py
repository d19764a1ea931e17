"""The closed lists that the code declares, and those that no column holds."""

from __future__ import annotations

import ast
import importlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Literal, get_origin

HOUSE = Path(__file__).parents[2] / "fordran"

IN_NO_COLUMN: Mapping[str, str] = {
    "domain.bank.autogiro.MandateEffect": "of a code's record, which is in code alone",
    "domain.bank.autogiro.DebitEffect": "of a code's record, which is in code alone",
    "domain.bank.swish.DebtorText": "of an error's record, which stands in code alone",
    "domain.bank.bank_states.BankOrderState": "follows from the order's transfers",
    "domain.bank.bank_states.PainVersion": "of an order's orderer, which is one jsonb value",
    "domain.kinds.limitation_kinds.EarlierLetterKind": "of the particulars of a case, which are one jsonb value",
    "domain.kinds.party_roles.InsolvencyKind": "of a claim to file, of which nothing is kept",
    "domain.kinds.work_item_kinds.Settling": "of a work item kind's record, which stands in code alone",
    "resources.operator.ParticularSource": "follows from the settings",
    "domain.service.connections.CertificateState": "follows from the certificate",
    "domain.service.connections.ConnectionSystem": "of a system's record, which is in code alone",
    "domain.flow.ledger_stages.LedgerAction": "a word of the contract with ledgers, which follows from the case",
    "domain.flow.ledger_stages.LedgerDecision": "likewise",
    "domain.flow.ledger_stages.LedgerStage": "likewise",
    "domain.service.connections.ConnectionTrouble": "follows from the kept reason",
    "domain.service.signing_in.BankIdBroker": "of the settings file",
    "resources.customer_corrections.CorrectedField": "of a customer's corrections, which are one jsonb value",
    "resources.work_items.WishDecision": "sent and acted on",
    "domain.kinds.letter_kinds.LetterPurpose": "of a letter kind's record, which stands in code alone",
    "domain.law.payment_order.DebtPart": "of an order of payment, which is one jsonb value",
    "domain.payouts.four_eyes.ApprovalStatus": "follows from the decision of an approval",
    "domain.books.ledger_accounts.LedgerAccount": "the journal stores numbers of accounts",
    "domain.books.vouchers.VoucherKind": "vouchers are gathered for an export",
    "domain.kinds.letter_kinds.StepLetter": "a part of Step",
    "domain.kinds.claim_kinds.ClaimKind": "of a case's particulars, which are one jsonb value",
    "domain.kinds.claim_kinds.DueDateBasis": "of a case's particulars, which are one jsonb value",
    "resources.creditor_payments.Earmark": "there is one value; the column is empty or has it",
    "domain.house_rules.HouseRule": "names of rules, which are in code alone",
    "domain.house_rules.SettingRule": "names of rules, which are in code alone",
    "domain.kinds.tones.Tone": "of records, which stand in code alone",
    "domain.bank.allotment.UnallottedReason": "a part of SuspenseReason",
    "domain.bank.likeness.Likeness": "reckoned out for a page",
    "domain.bank.reconciling.DifferenceCause": "reckoned out for a report",
    "domain.kinds.articles.CreditorArticle": "of a document that is kept as it was sent",
    "domain.kinds.articles.FeeArticle": "a part of Article",
    "domain.kinds.articles.LineType": "of the journal's entries, which are one jsonb value",
    "resources.case_acts.WrittenKind": "a part of NoteKind",
    "domain.service.staff.StaffRole": "follows from the type of an access group",
    "domain.flow.case_settings.SettingKind": "what a setting is, which stands in code alone",
    "domain.kinds.dispute_kinds.DisputeOutcome": "a part of DisputeEnd",
    "domain.kinds.dispute_kinds.Settlement": "a part of DisputeEnd",
    "domain.kinds.case_states.Hold": "a part of Status",
    "domain.kinds.application_needs.WaitsFor": "codes of a case, which are one jsonb value",
    "domain.kinds.application_needs.ApplicationRelease": "of a case's settings, which are one jsonb value",
    "domain.kinds.case_states.Reply": "sent and acted on",
    "domain.kinds.case_states.MovingReply": "a part of Reply",
    "domain.flow.enforcements.ReplyDate": "names of columns",
    "domain.kinds.enforcement_kinds.NoticeKind": "of the notices of an application, which are one jsonb value",
    "domain.kinds.letter_kinds.FreeTemplate": "what a letter begins with, of which the words are kept",
    "domain.books.journal.CreditorCategory": "a part of Category",
    "domain.books.ages.Age": "of a report, which is computed",
    "domain.claims.entries.Component": "of the journal's entries, which are one jsonb value",
    "domain.claims.entries.EntryKind": "of the journal's entries, which are one jsonb value",
    "domain.kinds.close_reasons.DecidedReason": "a part of CloseReason",
    "domain.flow.limitation.ControlFeeRule": "names of rules, which are in code alone",
    "domain.kinds.limitation_kinds.LimitationKind": "of the particulars of a case, which are one jsonb value",
    "domain.kinds.limitation_kinds.InterruptionKind": "of the particulars of a case, which are one jsonb value",
    "domain.claims.facts.WaivedComponent": "a part of Component",
    "domain.claims.facts.Origin": "of the journal's facts, which are one jsonb value",
    "domain.law.fees.Each": "what a cap is for, which stands in code alone",
    "domain.law.deadlines.LawTerm": "what a dated row is for, which stands in code alone",
    "domain.kinds.articles.LawArticle": "of the rows that an installation tries, which are one jsonb value",
    "domain.flow.marks.Mark": "a column each",
    "domain.money.Currency": "there is one, and no column of it",
    "domain.kinds.steps.Awaited": "a part of Upcoming",
    "domain.kinds.letter_kinds.Demand": "a part of Step",
    "domain.numbers.debtor_code.Opens": "what a code is made of, which stands in code alone",
    "domain.numbers.identity.IdNumberKind": "follows from the number",
    "domain.numbers.ocr.Level": "what a payment reference is checked by, which stands in code alone",
    "domain.payouts.payout.PayeeKind": "of bank accounts, which are jsonb values",
    "domain.flow.plans.Wish": "which wish of a plan cannot be met, which stands in code alone",
    "domain.payouts.payout.PayoutDay": "of a creditor's case_config, which is a jsonb value",
    "domain.payouts.operator_invoice.OperatorInvoiceStatus": "follows from the amounts",
    "domain.payouts.payout.SpecificationState": "follows from the payout",
    "domain.kinds.channels.InvoiceChannel": "a part of Distribution",
    "domain.kinds.channels.Single": "a part of InvoiceChannel",
    "domain.vat.VatCategory": "follows from a line and its seller",
    "domain.vat.VatPercent": "of an invoice's lines, which are one jsonb value",
    "resources.api_clients.ScopeLevel": "follows from a client's access groups",
    "resources.customers.DistributionChange": "sent, and kept as a Distribution or none",
    "resources.common.CreditorOrigin": "there is one, and no column of it",
    "domain.service.accounting_systems.AccountingSystemCode": "of pulls, whose first kind has no value",
    "domain.spar.person.Deregistration": "codes of SPAR, which may send others",
    "domain.spar.person.Meaning": "what such a code means",
}
"""Declared lists that no column of their own holds → why that is so."""


def declared() -> Iterator[tuple[str, Any]]:
    """Every list that a module of the domain or of the resources declares, by its name."""
    for room in ("domain", "resources"):
        for file in sorted((HOUSE / room).rglob("*.py")):
            place = ".".join(file.relative_to(HOUSE).with_suffix("").parts)
            for node in ast.parse(file.read_text(encoding="utf-8")).body:
                if isinstance(node, ast.AnnAssign) and ast.unparse(node.annotation) == "TypeAlias":
                    name = ast.unparse(node.target)
                    alias = getattr(importlib.import_module(f"fordran.{place}"), name)
                    if get_origin(alias) is Literal:
                        yield f"{place}.{name}", alias
