"""The words of reports: titles, columns and what stands for codes, in Swedish and English."""

from __future__ import annotations

from collections.abc import Mapping

from fordran.actions.texts import ARTICLES
from fordran.documents.reports.words import REPORT_WORDS
from fordran.domain.books.ages import AGES, age_text
from fordran.domain.books.cohorts import AFTER_DAYS
from fordran.domain.books.report import Report
from fordran.domain.languages import Language

Words = Mapping[str, tuple[str, str]]
"""In Swedish and in English."""

TITLES: Words = {
    "reconciliation": ("Avstämning av klientmedel", "Client funds"),
    "ageing": ("Åldersfördelade fordringar", "Open claims by days past due"),
    "recovery": ("Indrivet per uppdragsgivare och månad", "Recovery by creditor and month"),
    "cohorts": ("Indrivningsgrad per registreringsmånad", "Recovery by month of registration"),
    "fees": ("Avgiftsintäkter och provision", "Fee income and commission"),
    "vat": ("Moms per månad", "VAT by month"),
    "write-offs": ("Avskrivningar efter orsak", "Write-offs by reason"),
    "statement": ("Redovisning till uppdragsgivare", "A creditor's statement"),
    "owed-to-debtors": ("Skuld till betalare", "Owed to debtors"),
    "money": ("Pengar in och ut", "Money in and out"),
}

COLUMNS: Words = {
    "amount": ("Belopp", "Amount"),
    "bank_balance": ("Saldo enligt banken", "Bank balance"),
    "books": ("Saldo enligt bokföringen", "Books"),
    "capital": ("Kapital", "Capital"),
    "capital_recovered": ("Indrivet kapital", "Capital recovered"),
    "capital_registered": ("Registrerat kapital", "Capital registered"),
    "cases": ("Antal ärenden", "Cases"),
    "client_funds": ("Klientmedelskonto", "Client funds"),
    "commission": ("Provision exkl. moms", "Commission excl. VAT"),
    "commission_vat": ("Moms på provision", "VAT on commission"),
    "costs": ("Avgifter", "Fees"),
    "costs_recovered": ("Indrivna avgifter", "Fees recovered"),
    "creditor": ("Uppdragsgivare", "Creditor"),
    "creditor_number": ("Kundnummer", "Creditor number"),
    "customer": ("Betalare", "Customer"),
    "day": ("Dag", "Day"),
    "difference": ("Differens", "Difference"),
    "documents": ("Antal fakturor", "Invoices"),
    "documents_differ_by": ("Differens mot underlag", "Documents differ by"),
    "fee": ("Avgift", "Fee"),
    "fee_income": ("Avgiftsintäkt", "Fee income"),
    "fee_income_after_commission": ("Kvar efter provision", "Left after commission"),
    "in_transit": ("På väg", "In transit"),
    "interest": ("Ränta", "Interest"),
    "interest_recovered": ("Indriven ränta", "Interest recovered"),
    "invoiced": ("Slag", "Kind"),
    "item": ("Post", "Item"),
    "last_booked_on": ("Senast bokfört", "Last booked on"),
    "line": ("Rad", "Line"),
    "made_up_of": ("Består av", "Made up of"),
    "month": ("Månad", "Month"),
    "paid": ("In", "In"),
    "payouts": ("Ut", "Out"),
    "ocr_number": ("OCR-nummer", "OCR number"),
    "owed": ("Skuld", "Owed"),
    "owed_for": ("Avser", "For"),
    "owed_differs_by": ("Differens mot skulder", "Owed differs by"),
    "owed_to_creditors": ("Skuld till uppdragsgivare", "Owed to creditors"),
    "owed_to_debtors": ("Skuld till betalare", "Owed to debtors"),
    "own_fees": ("Egna avgifter", "Own fees"),
    "part": ("Del", "Part"),
    "recovered": ("Indrivet", "Recovered"),
    "recovered_percent_so_far": ("Indrivet kapital hittills, %", "Capital recovered so far, %"),
    "remaining": ("Summa", "Total"),
    "suspense": ("Oidentifierat", "Suspense"),
    "vat": ("Moms", "VAT"),
    "vat_base": ("Underlag", "Taxable amount"),
    "vat_percent": ("Momssats, %", "VAT rate, %"),
    "write_off_reason": ("Orsak", "Reason"),
    "written_off": ("Avskrivet", "Written off"),
    **{
        f"recovered_percent_after_{days}_days": (f"Efter {days} dagar, %", f"After {days} days, %")
        for days in AFTER_DAYS
    },
    **{age: (age_text(age, "sv"), age_text(age, "en")) for age in AGES},
}

CODES: Mapping[str, Words] = {
    "fee": {article: texts for article, texts in ARTICLES.items() if article not in ("capital", "interest")},
    "invoiced": {
        "invoices": ("Fakturor i uppdragsgivarens namn", "Invoices in the creditor's name"),
        "commission": ("Provision, självfakturering", "Commission, self-billed"),
    },
    "owed_for": {
        "overpayment": ("Överbetalning", "Overpayment"),
        "unidentified": ("Oidentifierade inbetalningar", "Payments without a case"),
    },
    "write_off_reason": {
        "letter_paid": ("Brevets belopp betalt i tid", "Paid in time as the letter asked"),
        "small_rest": ("Litet restbelopp", "Small rest"),
        "paid": ("Betalt", "Paid"),
        "credited": ("Krediterat", "Credited"),
        "cancelled": ("Återkallat av uppdragsgivaren", "Cancelled by the creditor"),
        "written_off": ("Beslut om avskrivning", "Decision to write off"),
        "returned": ("Återlämnat till uppdragsgivaren", "Returned to the creditor"),
        "bankruptcy": ("Konkurs", "Bankruptcy"),
        "deceased": ("Avliden", "Deceased"),
        "debt_restructuring": ("Skuldsanering", "Debt restructuring"),
        "time_barred": ("Preskriberat", "Time-barred"),
    },
}
"""By column. A statement's codes have the words of its paper."""


def title_of(report: Report, language: Language) -> str:
    """What the report is called."""
    return _one(TITLES.get(report.name), language) or report.title


def heading_of(column: str, language: Language) -> str:
    """What stands above a column; one that has no words of its own is called by its name."""
    return _one(COLUMNS.get(column), language) or column.replace("_", " ").capitalize()


def code_text(column: str, code: str, language: Language) -> str:
    """What stands for a code of a column."""
    found = _one(CODES.get(column, {}).get(code), language) or REPORT_WORDS[language].get(code)
    assert found, f"{column} has no words for {code}"
    return found


def _one(texts: tuple[str, str] | None, language: Language) -> str:
    return texts[0 if language == "sv" else 1] if texts else ""
