"""Every text that the service itself shows, by tag, in Swedish and English. They become the locale entries."""

from __future__ import annotations

from dataclasses import dataclass

from fordran.domain.claims.entries import Kind
from fordran.domain.kinds.articles import Article

APPLICATIONS = {
    "api": "What API clients read: cases, transactions and answers.",
    "letters": "What debtors read: invoices, reminders and demands.",
}


@dataclass(frozen=True)
class LocaleText:
    tag: str
    sv: str
    en: str
    about: str
    application: str = "api"


ARTICLES: dict[Article, tuple[str, str]] = {
    "capital": ("Kapital", "Capital"),
    "interest": ("Dröjsmålsränta", "Late-payment interest"),
    "invoice_fee": ("Fakturaavgift", "Invoice fee"),
    "reminder": ("Påminnelseavgift", "Reminder fee"),
    "debt_collection": ("Inkassokostnad", "Collection fee"),
    "late_payment_fee": ("Förseningsersättning", "Late-payment compensation"),
    "amortization_setup": ("Uppläggning av amorteringsplan", "Instalment plan fee"),
    "amortization_advice": ("Aviseringsavgift", "Instalment notice fee"),
    "amortization_reminder": ("Påminnelse om delbetalning", "Instalment reminder fee"),
    "enforcement": ("Ansökan om betalningsföreläggande", "Payment order application"),
    "attachment": ("Grundavgift för utmätning", "Attachment fee"),
    "cost": ("Kostnad", "Cost"),
}
KINDS: dict[Kind, tuple[str, str]] = {
    "added": ("", ""),
    "settled": (", betalt", ", paid"),
    "credited": (", krediterat", ", credited"),
    "written_off": (", avskrivet", ", written off"),
}


def _transaction_texts() -> tuple[LocaleText, ...]:
    return tuple(
        LocaleText(f"{article}_{kind}", sv + sv_end, en + en_end, "A line of what is owed")
        for article, (sv, en) in ARTICLES.items()
        for kind, (sv_end, en_end) in KINDS.items()
    )


TEXTS = (
    *_transaction_texts(),
    LocaleText(
        "letter_paid_written_off",
        "Brevets belopp betalt i tid, resten avskriven",
        "Paid in time as the letter asked, the rest written off",
        "A line of what is owed",
    ),
    LocaleText(
        "payment_more_than_owed",
        "Betalningen är större än skulden; överskottet har inte använts.",
        "The payment is more than was owed; the rest was not used.",
        "Why a payment is answered with a warning",
    ),
    LocaleText(
        "payment_on_closed_case",
        "Ärendet var redan avslutat.",
        "The case was closed already.",
        "Why a payment or crediting is answered with a warning",
    ),
    LocaleText(
        "crediting_more_than_capital",
        "Krediteringen är större än kapitalet; resten har inte använts.",
        "The crediting is more than the capital; the rest was not used.",
        "Why a crediting is answered with a warning",
    ),
    LocaleText(
        "cancellation_of_closed_case",
        "Ärendet var redan avslutat.",
        "The case was closed already.",
        "Why a cancellation is answered with a warning",
    ),
    LocaleText("access_group.operator", "Operatörens personal", "Operator's staff", "An access group type"),
    LocaleText("access_group.handler", "Operatörens handläggare", "Operator's handlers", "An access group type"),
    LocaleText("access_group.finance", "Operatörens ekonomer", "Operator's finance", "An access group type"),
    LocaleText("access_group.auditor", "Operatörens granskare", "Operator's auditors", "An access group type"),
    LocaleText("access_group.partner", "Partners användare", "Partner users", "An access group type"),
    LocaleText("access_group.account_admin", "Kontoadministratörer", "Account administrators", "An access group type"),
    LocaleText("access_group.admin", "Administratörer", "Administrators", "An access group type"),
    LocaleText("access_group.user", "Användare", "Users", "An access group type"),
    LocaleText("access_group.api_user", "API-klienter", "API clients", "An access group type"),
)

TEXT_OF = {text.tag: text for text in TEXTS}
