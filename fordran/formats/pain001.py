"""pain.001.001.03 and .09: payment orders to the bank, in the dialect common to Swedish banks.

Svenska Bankföreningen's Common Interpretation of ISO 20022: a bankgiro payee is addressed through Bankgirot (clearing
9900, scheme BGNR), a plusgiro payee through clearing 9960, an account by its bank's clearing number, or any of them by
IBAN. Payments of one day from one account make a batch (PmtInf). Amounts come from öre and are never computed with;
the control sums are the sums of what is written.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import NamedTuple
from xml.sax.saxutils import escape

from fordran.domain.bank.bank_states import PainVersion
from fordran.domain.money import MOST_ORE
from fordran.domain.numbers import bank_account, bankgiro, iban, ocr, organisationsnummer, plusgiro
from fordran.domain.payouts.payout import PayeeKind
from fordran.formats.amounts import decimal_kronor
from fordran.formats.spelling import spelled_with

NAMESPACE = "urn:iso:std:iso:20022:tech:xsd:pain.001.001."
KNOWN_SIGNS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789åäöÅÄÖ/-?:().,'+ ")
LONGEST_ID = 35
LONGEST_MESSAGE_ID = 28
"""Leaves room for a hyphen and a batch's number within the 35 signs of an id."""

LONGEST_NAME = 70
LONGEST_MESSAGE: dict[PayeeKind, int] = {"bankgiro": 25, "plusgiro": 25, "bank_account": 140, "iban": 140}
"""The longest message to the payee: a giro shows 25 characters."""

GIRO_CLEARING = {"bankgiro": "9900", "plusgiro": "9960"}
BIC = re.compile("[A-Z]{6}[A-Z2-9][A-NP-Z0-9]([A-Z0-9]{3})?")
COUNTRY = re.compile("[A-Z]{2}")
NUMBERS = {"bankgiro": bankgiro, "plusgiro": plusgiro, "bank_account": bank_account, "iban": iban}


class BadTransfer(ValueError):
    """A payment that cannot be ordered, with its place in the list (0 for the order itself) and why."""

    def __init__(self, position: int, sentence: str) -> None:
        super().__init__(f"payment {position}: {sentence}" if position else sentence)
        self.position = position
        self.sentence = sentence


@dataclass(frozen=True, slots=True)
class PartyAddress:
    """Where a party lives; `country` is the two letters of ISO 3166."""

    street: str = ""
    postal_code: str = ""
    town: str = ""
    country: str = "SE"


@dataclass(frozen=True, slots=True)
class PaymentAccount:
    """An account that money can be sent from or to."""

    kind: PayeeKind
    number: str
    """As it is printed; an account of the kind `bank_account` begins with its clearing number."""
    bic: str = ""


class Part(NamedTuple):
    """One of several things that are paid at once."""

    reference: str
    amount: int


@dataclass(frozen=True, slots=True)
class Transfer:
    """One payment to be ordered."""

    end_to_end_id: str
    """Comes back in the bank's files, so it is what the payment is known by; 35 signs at most, once in an order."""
    amount: int
    execution_date: date
    name: str
    address: PartyAddress
    account: PaymentAccount
    ocr: str = ""
    message: str = ""
    """Shown to the payee where there is no OCR."""
    parts: tuple[Part, ...] = ()
    """Of a payment that is several in one: each of them, which are named instead of the message."""


@dataclass(frozen=True, slots=True)
class Orderer:
    """The payer, and its account."""

    name: str
    organization_no: str
    address: PartyAddress
    account: PaymentAccount
    bankgiro: str = ""
    """Where given, bankgiro payees are paid from it, as Swedbank asks for."""
    pain_version: PainVersion = "03"
    """The version that the payer's bank takes. Orders of earlier versions of the service name none, and are of this one."""


def unpayable(transfer: Transfer) -> str | None:
    """Why the payment cannot be ordered, None where it can."""
    if not 0 < transfer.amount <= MOST_ORE:
        return f"The amount {transfer.amount} öre cannot be paid."
    if sentence := _bad_id(transfer.end_to_end_id, LONGEST_ID):
        return sentence
    if not bank_text(transfer.name, LONGEST_NAME):
        return "The payee has no name."
    if not COUNTRY.fullmatch(transfer.address.country):
        return f"The payee's country {transfer.address.country!r} is not two capital letters."
    if transfer.ocr and not ocr.is_valid(transfer.ocr):
        return f"The OCR number {transfer.ocr!r} is wrong."
    if transfer.parts and sum(part.amount for part in transfer.parts) != transfer.amount:
        return "Its parts come to another amount."
    if not names_all(transfer.account.kind, [part.reference for part in transfer.parts]):
        return "It has more parts than it can name."
    return _bad_account(transfer.account)


def names_all(kind: PayeeKind, references: Sequence[str]) -> bool:
    """Whether a payment to such an account can name them all. To a giro each has a place of its own.

    >>> names_all("iban", ["2000001-17"] * 11), names_all("iban", ["2000001-17"] * 12), names_all("bankgiro", ["7"] * 99)
    (True, False, True)
    """
    return kind in GIRO_CLEARING or len(_joined(references)) <= LONGEST_MESSAGE[kind]


def make_pain001(
    transfers: Sequence[Transfer], orderer: Orderer, *, message_id: str, created: datetime
) -> Iterator[bytes]:
    """The order in pieces; raises `BadTransfer` before the first of them where anything in it cannot be paid."""
    _check(transfers, orderer, message_id)
    return _pieces(transfers, orderer, message_id, created)


def bank_text(text: str, longest: int) -> str:
    """The text in the signs that Swedish banks take, cut to so many.

    >>> bank_text("Café Åkes & Søn", 35), bank_text("x" * 40, 3)
    ('Cafe Åkes + Sön', 'xxx')
    """
    return spelled_with(text, KNOWN_SIGNS.__contains__)[:longest].strip()


def _check(transfers: Sequence[Transfer], orderer: Orderer, message_id: str) -> None:
    if not transfers:
        raise BadTransfer(0, "An order has at least one payment.")
    if wrong := _bad_id(message_id, LONGEST_MESSAGE_ID) or _bad_orderer(orderer):
        raise BadTransfer(0, wrong)
    seen: set[str] = set()
    for position, transfer in enumerate(transfers, 1):
        if sentence := unpayable(transfer):
            raise BadTransfer(position, sentence)
        if transfer.end_to_end_id in seen:
            raise BadTransfer(position, f"The id {transfer.end_to_end_id!r} stands twice in the order.")
        seen.add(transfer.end_to_end_id)


def _bad_orderer(orderer: Orderer) -> str | None:
    if not bank_text(orderer.name, LONGEST_NAME):
        return "The orderer has no name."
    if not organisationsnummer.compact(orderer.organization_no).isalnum():
        return "The orderer has no organisation number."
    if not COUNTRY.fullmatch(orderer.address.country):
        return f"The orderer's country {orderer.address.country!r} is not two capital letters."
    if orderer.bankgiro and not bankgiro.is_valid(orderer.bankgiro):
        return f"The orderer's bankgiro {orderer.bankgiro!r} is wrong."
    return _bad_account(orderer.account)


def _bad_id(text: str, longest: int) -> str | None:
    # An id is what a payment is found by again, so it is refused where a name would be spelled otherwise.
    if not 1 <= len(text) <= longest or not KNOWN_SIGNS.issuperset(text) or text != text.strip():
        return f"The id {text!r} should be 1 to {longest} of the signs that banks take."
    if text.startswith("/") or text.endswith("/") or "//" in text:
        return f"The id {text!r} has a slash where banks take none."
    return None


def _bad_account(account: PaymentAccount) -> str | None:
    if not NUMBERS[account.kind].is_valid(account.number):
        return f"{account.number!r} is no valid number of the kind {account.kind}."
    if account.bic and not BIC.fullmatch(account.bic):
        return f"{account.bic!r} is no BIC."
    return None


def batches(transfers: Sequence[Transfer], orderer: Orderer, message_id: str) -> dict[str, list[Transfer]]:
    """The batches of an order by their ids, which the bank may book as one sum each."""
    found: dict[tuple[date, bool], list[Transfer]] = {}
    for transfer in transfers:
        found.setdefault((transfer.execution_date, _is_from_bankgiro(transfer, orderer)), []).append(transfer)
    return {f"{message_id}-{number}": found[key] for number, key in enumerate(sorted(found), 1)}


def _is_from_bankgiro(transfer: Transfer, orderer: Orderer) -> bool:
    return bool(orderer.bankgiro) and transfer.account.kind == "bankgiro"


def _pieces(transfers: Sequence[Transfer], orderer: Orderer, message_id: str, created: datetime) -> Iterator[bytes]:
    yield (
        f'<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="{NAMESPACE}{orderer.pain_version}">\n<CstmrCdtTrfInitn>\n'
        f"<GrpHdr><MsgId>{escape(message_id)}</MsgId><CreDtTm>{created.isoformat(timespec='seconds')}</CreDtTm>"
        f"{_totals(transfers)}<InitgPty>{_orderer_id(orderer)}</InitgPty></GrpHdr>\n"
    ).encode()
    for batch_id, batch in batches(transfers, orderer, message_id).items():
        day, from_bankgiro = batch[0].execution_date, _is_from_bankgiro(batch[0], orderer)
        account = PaymentAccount("bankgiro", orderer.bankgiro) if from_bankgiro else orderer.account
        agent = _agent(orderer.account, orderer) or "<FinInstnId><Othr><Id>NOTPROVIDED</Id></Othr></FinInstnId>"
        yield (
            f"<PmtInf><PmtInfId>{escape(batch_id)}</PmtInfId><PmtMtd>TRF</PmtMtd>{_totals(batch)}"
            f"<ReqdExctnDt>{_day(day, orderer)}</ReqdExctnDt>"
            f"<Dbtr>{_orderer_id(orderer, _address(orderer.address))}</Dbtr>"
            f"<DbtrAcct>{_account(account)}<Ccy>SEK</Ccy></DbtrAcct><DbtrAgt>{agent}</DbtrAgt>\n"
        ).encode()
        for transfer in batch:
            yield _transfer(transfer, orderer).encode()
        yield b"</PmtInf>\n"
    yield b"</CstmrCdtTrfInitn>\n</Document>\n"


def _totals(transfers: Sequence[Transfer]) -> str:
    total = decimal_kronor(sum(transfer.amount for transfer in transfers))
    return f"<NbOfTxs>{len(transfers)}</NbOfTxs><CtrlSum>{total}</CtrlSum>"


def _day(day: date, orderer: Orderer) -> str:
    return day.isoformat() if orderer.pain_version == "03" else f"<Dt>{day.isoformat()}</Dt>"


def _transfer(transfer: Transfer, orderer: Orderer) -> str:
    own = escape(transfer.end_to_end_id)
    agent = _agent(transfer.account, orderer)
    return (
        f"<CdtTrfTxInf><PmtId><InstrId>{own}</InstrId><EndToEndId>{own}</EndToEndId></PmtId>"
        f'<Amt><InstdAmt Ccy="SEK">{decimal_kronor(transfer.amount)}</InstdAmt></Amt>'
        f"{f'<CdtrAgt>{agent}</CdtrAgt>' if agent else ''}"
        f"<Cdtr>{_text('Nm', transfer.name, LONGEST_NAME)}{_address(transfer.address)}</Cdtr>"
        f"<CdtrAcct>{_account(transfer.account)}</CdtrAcct>{_remittance(transfer)}</CdtTrfTxInf>\n"
    )


def _remittance(transfer: Transfer) -> str:
    if transfer.ocr:
        return (
            f'<RmtInf><Strd><RfrdDocAmt><RmtdAmt Ccy="SEK">{decimal_kronor(transfer.amount)}</RmtdAmt></RfrdDocAmt>'
            "<CdtrRefInf><Tp><CdOrPrtry><Cd>SCOR</Cd></CdOrPrtry></Tp>"
            f"<Ref>{ocr.compact(transfer.ocr)}</Ref></CdtrRefInf></Strd></RmtInf>"
        )
    if transfer.parts and transfer.account.kind in GIRO_CLEARING:
        return f"<RmtInf>{''.join(map(_document, transfer.parts))}</RmtInf>"
    text = _joined([part.reference for part in transfer.parts]) or transfer.message
    message = _text("Ustrd", text, LONGEST_MESSAGE[transfer.account.kind])
    return f"<RmtInf>{message}</RmtInf>" if message else ""


def _joined(references: Sequence[str]) -> str:
    return ", ".join(bank_text(reference, LONGEST_ID) for reference in references)


def _document(part: Part) -> str:
    """A part as Bankgirot and Plusgirot pass it on: a document that is paid, with its amount."""
    return (
        "<Strd><RfrdDocInf><Tp><CdOrPrtry><Cd>CINV</Cd></CdOrPrtry></Tp>"
        f"{_text('Nb', part.reference, LONGEST_ID)}</RfrdDocInf>"
        f'<RfrdDocAmt><RmtdAmt Ccy="SEK">{decimal_kronor(part.amount)}</RmtdAmt></RfrdDocAmt></Strd>'
    )


def _orderer_id(orderer: Orderer, address: str = "") -> str:
    number = organisationsnummer.compact(orderer.organization_no)
    return (
        f"{_text('Nm', orderer.name, LONGEST_NAME)}{address}"
        f"<Id><OrgId><Othr>{_text('Id', number, LONGEST_ID)}</Othr></OrgId></Id>"
    )


def _address(address: PartyAddress) -> str:
    """Structured, never free lines, as the Swedish dialect asks."""
    return (
        f"<PstlAdr>{_text('StrtNm', address.street, 70)}{_text('PstCd', address.postal_code, 16)}"
        f"{_text('TwnNm', address.town, 35)}<Ctry>{address.country}</Ctry></PstlAdr>"
    )


def _account(account: PaymentAccount) -> str:
    match account.kind:
        case "iban":
            return f"<Id><IBAN>{iban.compact(account.number)}</IBAN></Id>"
        case "bankgiro":
            scheme, number = "<Prtry>BGNR</Prtry>", bankgiro.compact(account.number)
        case "plusgiro":
            scheme, number = "<Cd>BBAN</Cd>", plusgiro.compact(account.number)
        case "bank_account":
            scheme, number = "<Cd>BBAN</Cd>", bank_account.split(account.number)[1]
    return f"<Id><Othr><Id>{number}</Id><SchmeNm>{scheme}</SchmeNm></Othr></Id>"


def _agent(account: PaymentAccount, orderer: Orderer) -> str:
    """The bank that holds the account, empty where the account's own number says it."""
    if account.bic:
        name = "BIC" if orderer.pain_version == "03" else "BICFI"
        return f"<FinInstnId><{name}>{account.bic}</{name}></FinInstnId>"
    if account.kind == "iban":
        return ""
    clearing = GIRO_CLEARING.get(account.kind) or bank_account.split(account.number)[0]
    system = "<ClrSysId><Cd>SESBA</Cd></ClrSysId>"
    return f"<FinInstnId><ClrSysMmbId>{system}<MmbId>{clearing}</MmbId></ClrSysMmbId></FinInstnId>"


def _text(name: str, text: str, longest: int) -> str:
    """The element, or nothing where there is no text."""
    spelled = bank_text(text, longest)
    return f"<{name}>{escape(spelled)}</{name}>" if spelled else ""
