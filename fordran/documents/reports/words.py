"""Every word that a creditor's statement and a printed report have beside those of any letter, once a language."""

from collections.abc import Mapping
from types import MappingProxyType

from fordran.documents.words import Language

_SWEDISH = {
    "monthly": "Månadsredovisning",
    "statement": "Redovisning",
    "month": "Månad",
    "period": "Period",
    "creditor_number": "Kundnummer",
    "date": "Datum",
    "claims": "Fordringar under indrivning",
    "payouts": "Redovisningsmedel och provision",
    "capital": "Kapital",
    "interest": "Ränta",
    "costs": "Avgifter",
    "creditor_outlay": "Utlägg",
    "creditor_commission": "Provision inkl. moms",
    "sum": "Summa",
    "opening": "Vid periodens början",
    "added": "Tillkommit",
    "paid_to_us": "Betalt till oss",
    "paid_to_creditor": "Betalt direkt till er",
    "credited": "Krediterat",
    "written_off": "Avskrivet",
    "closing": "Vid periodens slut",
    "earned": "Inbetalt för er räkning",
    "paid_out": "Utbetalt till er",
    "cases": "Ärenden: {opening} öppna vid periodens början, {registered} nya, {reopened} öppnade på nytt, {ended} avslutade, "
    "{closing} öppna vid periodens slut.",
    "paid_out_one_by_one": "Utbetalningar",
    "payout_date": "Datum",
    "payout_reference": "Referens",
    "category": "Avser",
    "amount": "Belopp",
    "nothing_paid_out": "Inga utbetalningar under perioden.",
    "as_booked": "Fordringar visas som de är bokförda. Dröjsmålsränta bokförs när något händer i ett ärende, så att mer kan "
    "vara upplupet. Avgifter är det gäldenären är skyldig utöver kapital och ränta.",
    "report_date": "Framtagen {date} av {operator}",
    "at": "Per den {date}",
    "up_to": "Till och med {date}",
    "days_after": "dagar efter registreringen",
    "nothing": "Inget att redovisa.",
}

_ENGLISH = {
    "monthly": "Monthly statement",
    "statement": "Statement",
    "month": "Month",
    "period": "Period",
    "creditor_number": "Customer number",
    "date": "Date",
    "claims": "Claims under collection",
    "payouts": "Client funds and commission",
    "capital": "Capital",
    "interest": "Interest",
    "costs": "Fees",
    "creditor_outlay": "Outlays",
    "creditor_commission": "Commission incl. VAT",
    "sum": "Total",
    "opening": "At the start",
    "added": "Added",
    "paid_to_us": "Paid to us",
    "paid_to_creditor": "Paid straight to you",
    "credited": "Credited",
    "written_off": "Written off",
    "closing": "At the end",
    "earned": "Received on your behalf",
    "paid_out": "Paid out to you",
    "cases": "Cases: {opening} open at the start, {registered} new, {reopened} opened again, {ended} ended, "
    "{closing} open at the end.",
    "paid_out_one_by_one": "Payouts",
    "payout_date": "Date",
    "payout_reference": "Reference",
    "category": "For",
    "amount": "Amount",
    "nothing_paid_out": "Nothing was paid out in the period.",
    "as_booked": "Claims are shown as they are booked. Late-payment interest is booked when something happens to a case, so "
    "that more may have accrued. Fees are what the debtor owes beside capital and interest.",
    "report_date": "Made {date} by {operator}",
    "at": "At the end of {date}",
    "up_to": "Up to and with {date}",
    "days_after": "days after registration",
    "nothing": "Nothing to report.",
}

REPORT_WORDS: Mapping[Language, Mapping[str, str]] = MappingProxyType(
    {"sv": MappingProxyType(_SWEDISH), "en": MappingProxyType(_ENGLISH)}
)
