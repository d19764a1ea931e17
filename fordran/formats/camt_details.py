"""The fields of a camt transaction: the paid bankgiro, the payer, and the references."""

import re
from datetime import date
from typing import Literal

from fordran.domain.money import NotMoney
from fordran.domain.numbers import bankgiro
from fordran.formats.amounts import ore_in
from fordran.formats.bank import CURRENCY, BankPayer, BankReference
from fordran.formats.camt_nodes import XmlNode

NOT_PROVIDED = "NOTPROVIDED"

# Where a bank leaves the bankgiro out of the creditor's account, the text of entry or transaction may name it.
_BANKGIRO_IN_TEXT = re.compile(r"\b(?:BGNR|BG|bankgiro(?:nummer|nr)?)\b[\s:.#/=-]*(\d{3,4}-?\d{4})\b", re.IGNORECASE)
_BANKGIRO_SCHEMES = frozenset({"BGNR", "BANKGIRO", "BG"})


def date_at(node: XmlNode, name: str) -> date | None:
    """The day of a date or of a moment as the bank writes it, None where the element is missing."""
    text = node.text_at(f"{name}/Dt") or node.text_at(f"{name}/DtTm")
    if not text:
        return None
    try:
        # A time or an offset may follow the day; a booking date has no use for it.
        return date.fromisoformat(text[:10])
    except ValueError:
        raise node.bad(f"{name} {text[:40]!r} is no date.") from None


def order_day(transaction: XmlNode, booked: date) -> date | None:
    """The day on which the payer's bank accepted the order, where it is named and not after the booking."""
    text = transaction.text_at("RltdDts/AccptncDtTm")
    if not text:
        return None
    try:
        day = date.fromisoformat(text[:10])
    except ValueError:
        raise transaction.bad(f"AccptncDtTm {text[:40]!r} is no date.") from None
    return day if day <= booked else None


def account_number(account: XmlNode | None) -> str:
    """IBAN or other number of the account, blanks left out; empty where there is none."""
    if account is None:
        return ""
    return (account.text_at("Id/IBAN") or account.text_at("Id/Othr/Id")).replace(" ", "")


def bankgiro_of_account(account: XmlNode | None) -> str:
    """The digits of the account where it is a bankgiro number, else empty."""
    other = account.one("Id/Othr") if account else None
    if other is None:
        return ""
    number = other.text_at("Id")
    scheme = other.text_at("SchmeNm/Prtry") or other.text_at("SchmeNm/Cd")
    is_bankgiro = scheme.upper() in _BANKGIRO_SCHEMES or (not scheme and bankgiro.is_valid(number))
    return bankgiro.compact(number) if is_bankgiro else ""


def bankgiro_of_transaction(transaction: XmlNode) -> str:
    """The bankgiro that was paid to, from the creditor's account, the references or the text; else empty."""
    if of_account := bankgiro_of_account(transaction.one("RltdPties/CdtrAcct")):
        return of_account
    for proprietary in transaction.all("Refs/Prtry"):
        number = proprietary.text_at("Ref")
        if proprietary.text_at("Tp").upper() in _BANKGIRO_SCHEMES and bankgiro.has_shape(number):
            return bankgiro.compact(number)
    return bankgiro_in_text(transaction.text_at("AddtlTxInf"))


def bankgiro_in_text(text: str) -> str:
    """The first bankgiro number that the text calls one and whose check digit fits.

    >>> bankgiro_in_text("Insättning BG 991-2346"), bankgiro_in_text("BGNR:50501055"), bankgiro_in_text("ref 9912346")
    ('9912346', '50501055', '')
    """
    found = (bankgiro.compact(match) for match in _BANKGIRO_IN_TEXT.findall(text))
    return next((number for number in found if bankgiro.is_valid(number)), "")


def payer_of(transaction: XmlNode, role: Literal["Dbtr", "Cdtr"]) -> BankPayer:
    """The other party of the transaction, who has that role in it."""
    parties = transaction.one("RltdPties")
    if parties is None:
        return BankPayer()
    # From version 8 on there is a step between, since the party may also be a bank.
    party = parties.one(f"{role}/Pty") or parties.one(role)
    account = account_number(parties.one(f"{role}Acct"))
    if party is None:
        return BankPayer(account=account)
    ultimate = parties.one(f"Ultmt{role}/Pty") or parties.one(f"Ultmt{role}")
    return BankPayer(
        name=party.text_at("Nm") or (ultimate.text_at("Nm") if ultimate else ""),
        organization_no=party.text_at("Id/OrgId/Othr/Id") or party.text_at("Id/PrvtId/Othr/Id"),
        account=account,
        **_address(party.one("PstlAdr")),
    )


def _address(address: XmlNode | None) -> dict[str, str]:
    if address is None:
        return {}
    street = f"{address.text_at('StrtNm')} {address.text_at('BldgNb')}".strip()
    return {
        "street": street or ", ".join(address.texts_at("AdrLine")),
        "postal_code": address.text_at("PstCd"),
        "town": address.text_at("TwnNm"),
        "country": address.text_at("Ctry"),
    }


def references_of(transaction: XmlNode, amount: int) -> tuple[BankReference, ...]:
    """The references of the money: structured ones, else the lines of free text.

    The amounts in them are the payer's words, which no bank has checked: they count where they make up the amount
    that was paid, and otherwise the references stand without them.
    """
    structured = [_reference(each) for each in transaction.all("RmtInf/Strd")]
    named = [each for each in structured if each.reference]
    if not named:
        return tuple(BankReference(line) for line in transaction.texts_at("RmtInf/Ustrd"))
    stated = [each.amount for each in named if each.amount is not None]
    if len(stated) == len(named) and sum(stated) == abs(amount):
        sign = 1 if amount > 0 else -1
        return tuple(BankReference(each.reference, sign * (each.amount or 0)) for each in named)
    return tuple(BankReference(each.reference) for each in named)


def _reference(structured: XmlNode) -> BankReference:
    reference = structured.text_at("CdtrRefInf/Ref") or structured.text_at("RfrdDocInf/Nb")
    remitted = _stated(structured, "RmtdAmt")
    credited = _stated(structured, "CdtNoteAmt")
    if remitted is None:
        return BankReference(reference, None if credited is None else -credited)
    is_credit_note = structured.text_at("RfrdDocInf/Tp/CdOrPrtry/Cd") == "CREN"
    return BankReference(reference, -remitted if is_credit_note else remitted)


def _stated(structured: XmlNode, name: str) -> int | None:
    found = structured.one(f"RfrdDocAmt/{name}")
    if found is None or found.currency != CURRENCY:
        return None
    try:
        return ore_in(found.text)
    except NotMoney:
        return None


def information_of(transaction: XmlNode) -> tuple[str, ...]:
    """Free text of the payer and of the bank, and the reason of a return."""
    reason = transaction.text_at("RtrInf/Rsn/Cd") or transaction.text_at("RtrInf/Rsn/Prtry")
    return (
        *transaction.texts_at("RmtInf/Ustrd"),
        *transaction.texts_at("RmtInf/Strd/AddtlRmtInf"),
        *((reason,) if reason else ()),
        *transaction.texts_at("RtrInf/AddtlInf"),
        *transaction.texts_at("AddtlTxInf"),
    )


def own_reference(transaction: XmlNode) -> str:
    """The ids of the transaction given by payer or clearing; the payer's EndToEndId first."""
    for name in ("EndToEndId", "TxId", "InstrId", "UETR", "ClrSysRef"):
        reference = transaction.text_at(f"Refs/{name}")
        if reference and reference != NOT_PROVIDED:
            return reference
    return ""
