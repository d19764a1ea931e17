"""camt.054 and camt.053 files from made-up values, for tests and demos, valid by the schemas of both versions."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime
from xml.sax.saxutils import escape, quoteattr

from fordran.domain.days import STOCKHOLM, stockholm_date
from fordran.formats.amounts import decimal_kronor
from fordran.formats.bank import BankPayer, BankReference
from fordran.formats.camt_details import NOT_PROVIDED
from fordran.formats.camt_nodes import CONTAINER, SECTION, Dialect, Version
from fordran.formats.making import DemoTransaction, Deposit

SEK = 'Ccy="SEK"'


def make_camt054(
    deposits: Iterable[Deposit],
    *,
    account: str,
    created: datetime,
    version: Version = "001.08",
    message_id: str = "054",
) -> bytes:
    """A notification of the deposits, each a batch-booked entry."""
    deposits = list(deposits)
    dialect = Dialect("camt.054", version)
    return _document(dialect, account, created, message_id, _summary(deposits), deposits)


def make_camt053(
    deposits: Iterable[Deposit],
    *,
    account: str,
    created: datetime,
    version: Version = "001.08",
    message_id: str = "053",
    opening_ore: int = 0,
) -> bytes:
    """A statement with the deposits between its opening and closing balance."""
    deposits = list(deposits)
    dialect = Dialect("camt.053", version)
    closing_ore = opening_ore + sum(deposit.net for deposit in deposits)
    day = stockholm_date(created)
    balances = [_balance("OPBD", opening_ore, day), _balance("CLBD", closing_ore, day)]
    return _document(dialect, account, created, message_id, "".join([*balances, _summary(deposits)]), deposits)


def _document(
    dialect: Dialect, account: str, created: datetime, message_id: str, totals: str, deposits: Sequence[Deposit]
) -> bytes:
    container, section = CONTAINER[dialect.message], SECTION[dialect.message]
    moment = f"<CreDtTm>{created.astimezone(STOCKHOLM):%Y-%m-%dT%H:%M:%S}</CreDtTm>"
    lines = [
        f'<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns={quoteattr(dialect.namespace)}>\n<{container}>',
        f"<GrpHdr>{_element('MsgId', message_id)}{moment}</GrpHdr>",
        f"<{section}>{_element('Id', message_id)}{moment}",
        f"<Acct>{_account_id(account)}<Ccy>SEK</Ccy></Acct>{totals}",
        *(_entry(dialect, deposit) for deposit in deposits),
        f"</{section}>\n</{container}>\n</Document>\n",
    ]
    return "\n".join(lines).encode()


def _element(name: str, text: str) -> str:
    """The element with its text; nothing at all for an empty text."""
    return f"<{name}>{escape(text)}</{name}>" if text else ""


def _amount(name: str, ore: int) -> str:
    return f"<{name} {SEK}>{decimal_kronor(abs(ore))}</{name}>"


def _direction(ore: int) -> str:
    return f"<CdtDbtInd>{'CRDT' if ore >= 0 else 'DBIT'}</CdtDbtInd>"


def _account_id(account: str, scheme: str = "") -> str:
    if account[:2].isalpha():
        return f"<Id>{_element('IBAN', account)}</Id>"
    name = f"<SchmeNm><Prtry>{scheme}</Prtry></SchmeNm>" if scheme else "<SchmeNm><Cd>BBAN</Cd></SchmeNm>"
    return f"<Id><Othr>{_element('Id', account)}{name}</Othr></Id>"


def _balance(kind: str, ore: int, day: date) -> str:
    return (
        f"<Bal><Tp><CdOrPrtry><Cd>{kind}</Cd></CdOrPrtry></Tp>{_amount('Amt', ore)}{_direction(ore)}"
        f"<Dt><Dt>{day:%Y-%m-%d}</Dt></Dt></Bal>"
    )


def _summary(deposits: Sequence[Deposit]) -> str:
    total = decimal_kronor(sum(abs(deposit.net) for deposit in deposits))
    credited = [deposit.net for deposit in deposits if deposit.net >= 0]
    return (
        f"<TxsSummry><TtlNtries><NbOfNtries>{len(deposits)}</NbOfNtries><Sum>{total}</Sum></TtlNtries>"
        f"<TtlCdtNtries><NbOfNtries>{len(credited)}</NbOfNtries><Sum>{decimal_kronor(sum(credited))}</Sum></TtlCdtNtries>"
        "</TxsSummry>"
    )


def _entry(dialect: Dialect, deposit: Deposit) -> str:
    is_recall = all(receipt.kind == "recall" for receipt in deposit.receipts)
    status = "<Sts><Cd>BOOK</Cd></Sts>" if dialect.version == "001.08" else "<Sts>BOOK</Sts>"
    day = f"<Dt>{deposit.date:%Y-%m-%d}</Dt>"
    family = "ICDT" if deposit.net < 0 and not is_recall else "RCDT"
    transactions = "".join(_transactions(dialect, deposit)) if deposit.itemised else ""
    return (
        f"<Ntry>{_amount('Amt', deposit.net)}{_direction(deposit.net)}{'<RvslInd>true</RvslInd>' if is_recall else ''}"
        f"{status}<BookgDt>{day}</BookgDt><ValDt>{day}</ValDt>"
        f"<AcctSvcrRef>{deposit.date:%Y%m%d}{deposit.serial:05d}</AcctSvcrRef>"
        f"<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>{family}</Cd><SubFmlyCd>OTHR</SubFmlyCd></Fmly></Domn></BkTxCd>"
        f"<NtryDtls><Btch><NbOfTxs>{len(deposit.receipts)}</NbOfTxs></Btch>{transactions}</NtryDtls></Ntry>"
    )


def _transactions(dialect: Dialect, deposit: Deposit) -> Iterator[str]:
    for receipt in deposit.receipts:
        own = _element("EndToEndId", receipt.end_to_end_id or NOT_PROVIDED)
        if dialect.version == "001.08":
            amount = f"{_amount('Amt', receipt.amount)}{_direction(receipt.signed)}"
        else:
            amount = f"<AmtDtls><TxAmt>{_amount('Amt', receipt.amount)}</TxAmt></AmtDtls>"
        yield (
            f"\n<TxDtls><Refs>{_element('AcctSvcrRef', receipt.serial)}{own}</Refs>{amount}"
            f"<RltdPties>{_payer(dialect, receipt.payer)}"
            f"<CdtrAcct>{_account_id(deposit.receiver, 'BGNR')}</CdtrAcct></RltdPties>"
            f"{_remittance(receipt)}{_return(receipt)}</TxDtls>"
        )


def _payer(dialect: Dialect, payer: BankPayer) -> str:
    address = "".join(
        _element(name, text)
        for name, text in (
            ("StrtNm", payer.street),
            ("PstCd", payer.postal_code),
            ("TwnNm", payer.town),
            ("Ctry", payer.country),
        )
    )
    number = _element("Id", payer.organization_no)
    party = (
        f"{_element('Nm', payer.name)}{f'<PstlAdr>{address}</PstlAdr>' if address else ''}"
        f"{f'<Id><OrgId><Othr>{number}</Othr></OrgId></Id>' if number else ''}"
    )
    if party and dialect.version == "001.08":
        party = f"<Pty>{party}</Pty>"
    account = f"<DbtrAcct>{_account_id(payer.account)}</DbtrAcct>" if payer.account else ""
    return f"{f'<Dbtr>{party}</Dbtr>' if party else ''}{account}"


def _remittance(receipt: DemoTransaction) -> str:
    own = (BankReference(receipt.reference),) if receipt.reference and not receipt.extra_references else ()
    lines = "".join(_element("Ustrd", line) for line in receipt.information)
    structured = "".join(_structured(*reference) for reference in (*own, *receipt.extra_references))
    return f"<RmtInf>{lines}{structured}</RmtInf>" if lines or structured else ""


def _structured(reference: str, amount: int | None) -> str:
    stated = ""
    if amount is not None:
        stated = f"<RfrdDocAmt>{_amount('RmtdAmt' if amount >= 0 else 'CdtNoteAmt', amount)}</RfrdDocAmt>"
    kind = "<Tp><CdOrPrtry><Cd>SCOR</Cd></CdOrPrtry></Tp>"
    return f"<Strd>{stated}<CdtrRefInf>{kind}{_element('Ref', reference)}</CdtrRefInf></Strd>"


def _return(receipt: DemoTransaction) -> str:
    return "<RtrInf><Rsn><Cd>NARR</Cd></Rsn></RtrInf>" if receipt.kind == "recall" or receipt.is_returned else ""
