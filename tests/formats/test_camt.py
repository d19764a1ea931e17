"""camt.053 and camt.054: what is read of them in both versions, and what is refused whole."""

import io
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from fordran.formats.bank import BadBankFile, BankPayer, BankPayment, BankReference, StatedBalance
from fordran.formats.camt import read_camt
from fordran.formats.camt_making import make_camt053, make_camt054
from fordran.formats.camt_nodes import Version
from fordran.formats.making import DemoTransaction, Deposit
from tests.formats.bank_days import ACCOUNT, ASA, BANKGIRO, CREATED, DAY, bank_days

VERSIONS: tuple[Version, ...] = get_args(Version)
MAKERS = {"camt.053": make_camt053, "camt.054": make_camt054}
KINDS = [(message, version) for message in MAKERS for version in VERSIONS]

WHOLE_DAY = [
    Deposit(
        BANKGIRO,
        DAY,
        1,
        (
            DemoTransaction(125050, "1234574", payer=replace(ASA, account=ACCOUNT), serial="T1", end_to_end_id="E1"),
            DemoTransaction(
                5000, extra_references=(BankReference("1234574", 6000), BankReference("133", -1000)), end_to_end_id="E2"
            ),
            DemoTransaction(700, information=("Faktura 658369",)),
        ),
    ),
    Deposit(BANKGIRO, DAY, 2, (DemoTransaction(125050, "1234574", kind="recall", serial="T9", end_to_end_id="E1"),)),
    Deposit(BANKGIRO, DAY, 3, (DemoTransaction(20000, kind="withdrawal", end_to_end_id="PAYOUT-1"),)),
    Deposit(BANKGIRO, DAY, 4, (DemoTransaction(300, "133"), DemoTransaction(200, "100014")), itemised=False),
]


def made(message: str, version: Version, day: list[Deposit]) -> bytes:
    return MAKERS[message](day, account=ACCOUNT, created=CREATED, version=version)


def read(data: bytes | str) -> list[BankPayment]:
    return list(read_camt(io.BytesIO(data.encode() if isinstance(data, str) else data)))


def notification(entries: str, version: str = "001.08") -> str:
    """A notification with just these entries, written by hand."""
    return (
        f'<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.054.{version}"><BkToCstmrDbtCdtNtfctn>'
        "<GrpHdr><MsgId>1</MsgId><CreDtTm>2026-03-03T18:00:00</CreDtTm></GrpHdr>"
        f"<Ntfctn><Id>1</Id><CreDtTm>2026-03-03T18:00:00</CreDtTm><Acct><Id><IBAN>{ACCOUNT}</IBAN></Id></Acct>"
        f"{entries}</Ntfctn></BkToCstmrDbtCdtNtfctn></Document>"
    )


def entry(
    transactions: str = "", *, after: str = "", amount: str = "100.00", head: str = "", reference: str = "B1"
) -> str:
    details = f"<NtryDtls>{transactions}</NtryDtls>" if transactions else ""
    return (
        f'<Ntry><Amt Ccy="SEK">{amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd>{head}<Sts><Cd>BOOK</Cd></Sts>'
        f"<BookgDt><Dt>2026-03-03</Dt></BookgDt>{f'<AcctSvcrRef>{reference}</AcctSvcrRef>' if reference else ''}"
        f"<BkTxCd/>{details}{after}</Ntry>"
    )


@pytest.mark.parametrize(("message", "version"), KINDS)
def test_a_whole_day_is_read_the_same_from_every_message(message: str, version: Version) -> None:
    first, split, text, recall, withdrawal, sum_only = read(made(message, version, WHOLE_DAY))
    assert first == BankPayment(
        key=f"camt|{ACCOUNT}|in|T1|E1|1",
        kind="payment",
        booking_date=DAY,
        value_date=DAY,
        amount=125050,
        account=ACCOUNT,
        receiver=BANKGIRO,
        references=(BankReference("1234574"),),
        payer=replace(ASA, account=ACCOUNT),
        information=(),
        bank_reference="T1",
        own_reference="E1",
        entry=f"camt|{ACCOUNT}|2026030300001|130750",
        itemised=True,
        position=1,
    )
    assert split.references == (BankReference("1234574", 6000), BankReference("133", -1000))
    assert (text.references, text.information) == ((BankReference("Faktura 658369"),), ("Faktura 658369",))
    assert (recall.kind, recall.amount, recall.own_reference, recall.receiver) == ("recall", -125050, "E1", BANKGIRO)
    assert recall.key != first.key
    assert (withdrawal.kind, withdrawal.amount, withdrawal.receiver) == ("withdrawal", -20000, ACCOUNT)
    assert (sum_only.kind, sum_only.amount, sum_only.itemised, sum_only.references) == ("payment", 500, False, ())


@pytest.mark.parametrize(("message", "version"), KINDS)
def test_what_is_made_is_valid_by_the_schema(
    message: str, version: Version, assert_valid: Callable[[str, bytes], None]
) -> None:
    assert_valid(f"{message}.{version}", made(message, version, WHOLE_DAY))


@given(bank_days, st.sampled_from(VERSIONS))
def test_a_transaction_has_the_same_key_in_statement_and_notification(day: list[Deposit], version: Version) -> None:
    notified, stated = (read(made(message, version, day)) for message in ("camt.054", "camt.053"))
    assert [payment.key for payment in notified] == [payment.key for payment in stated]
    in_one_entry = {(payment.position, payment.key) for payment in notified}
    assert len(in_one_entry) == len(notified) == sum(len(deposit.receipts) for deposit in day)


@given(bank_days, st.sampled_from(KINDS))
def test_what_is_made_is_read_back(day: list[Deposit], kind: tuple[str, Version]) -> None:
    receipts = [receipt for deposit in day for receipt in deposit.receipts]
    for payment, receipt in zip(read(made(*kind, day)), receipts, strict=True):
        assert (payment.amount, payment.payer, payment.receiver) == (receipt.signed, receipt.payer, BANKGIRO)
        if receipt.extra_references:
            assert payment.references == receipt.extra_references
        elif receipt.reference:
            assert payment.references == (BankReference(receipt.reference),)
        else:
            assert payment.references == tuple(map(BankReference, receipt.information))


def test_a_deduction_within_a_batch_is_told_by_its_own_direction() -> None:
    day = [Deposit(BANKGIRO, DAY, 1, (DemoTransaction(900, "133"), DemoTransaction(200, "1234574", kind="deduction")))]
    assert [(each.kind, each.amount) for each in read(made("camt.054", "001.08", day))] == [
        ("payment", 900),
        ("deduction", -200),
    ]


@pytest.mark.parametrize("version", get_args(Version))
@pytest.mark.parametrize("message", MAKERS)
def test_money_of_ours_that_comes_back_is_told_from_a_payment(message: str, version: Version) -> None:
    back = DemoTransaction(200, end_to_end_id="ours", is_returned=True)
    plain = DemoTransaction(200, end_to_end_id="ours")
    for receipt, is_returned in ((back, True), (plain, False)):
        (one,) = read(made(message, version, [Deposit(BANKGIRO, DAY, 1, (receipt,))]))
        assert (one.kind, one.amount, one.own_reference, one.is_returned) == ("payment", 200, "ours", is_returned)
    (reversed_,) = read(
        made(message, version, [Deposit(BANKGIRO, DAY, 1, (plain,))]).replace(b"<Sts>", b"<RvslInd>true</RvslInd><Sts>")
    )
    assert reversed_.is_returned
    (recall,) = read(made(message, version, [Deposit(BANKGIRO, DAY, 1, (replace(plain, kind="recall"),))]))
    assert (recall.kind, recall.is_returned) == ("recall", False)


@pytest.mark.parametrize(
    ("transaction", "after", "receiver", "remark"),
    [
        (
            "<CdtrAcct><Id><Othr><Id>991-2346</Id><SchmeNm><Prtry>BGNR</Prtry></SchmeNm></Othr></Id></CdtrAcct>",
            "",
            "9912346",
            "named so",
        ),
        ("<CdtrAcct><Id><Othr><Id>9912346</Id></Othr></Id></CdtrAcct>", "", "9912346", "a bankgiro by its check digit"),
        (
            "<CdtrAcct><Id><Othr><Id>9912345</Id></Othr></Id></CdtrAcct>",
            "",
            ACCOUNT,
            "not a bankgiro by its check digit",
        ),
        ("", "<AddtlNtryInf>Insättning BG 991-2346</AddtlNtryInf>", "9912346", "in the text of the entry"),
        ("", "<AddtlNtryInf>Insättning 991-2346</AddtlNtryInf>", ACCOUNT, "a text that does not call it one"),
        ("", "", ACCOUNT, "nowhere"),
    ],
)
def test_the_bankgiro_is_found_where_banks_put_it(transaction: str, after: str, receiver: str, remark: str) -> None:
    details = f"<TxDtls><RltdPties>{transaction}</RltdPties></TxDtls>"
    assert [payment.receiver for payment in read(notification(entry(details, after=after)))] == [receiver], remark


def test_the_bankgiro_may_stand_among_the_references_or_be_the_account() -> None:
    among = "<TxDtls><Refs><Prtry><Tp>BGNR</Tp><Ref>50501055</Ref></Prtry></Refs></TxDtls>"
    assert read(notification(entry(among)))[0].receiver == "50501055"
    account = f"<Othr><Id>{BANKGIRO}</Id><SchmeNm><Prtry>BGNR</Prtry></SchmeNm></Othr>"
    itself = notification(entry("<TxDtls/>")).replace(f"<IBAN>{ACCOUNT}</IBAN>", account)
    assert read(itself)[0].receiver == BANKGIRO


@pytest.mark.parametrize(
    ("strd", "references", "remark"),
    [
        (("133", "60.00"), (BankReference("133"),), "amounts that do not make up the payment are the payer's error"),
        (("133", "100"), (BankReference("133", 10000),), "one reference with the whole amount"),
        (("133", "60"), (BankReference("133"),), "one reference with another amount"),
        (("133", "99.999"), (BankReference("133"),), "an amount that is not whole öre"),
    ],
)
def test_the_payers_amounts_count_where_they_add_up(
    strd: tuple[str, str], references: tuple[BankReference, ...], remark: str
) -> None:
    stated = f'<RfrdDocAmt><RmtdAmt Ccy="SEK">{strd[1]}</RmtdAmt></RfrdDocAmt>'
    details = f"<TxDtls><RmtInf><Strd>{stated}<CdtrRefInf><Ref>{strd[0]}</Ref></CdtrRefInf></Strd></RmtInf></TxDtls>"
    assert read(notification(entry(details)))[0].references == references, remark


def test_a_credit_note_by_its_document_type_is_negative() -> None:
    def strd(number: str, kind: str, amount: str) -> str:
        return (
            f"<Strd><RfrdDocInf><Tp><CdOrPrtry><Cd>{kind}</Cd></CdOrPrtry></Tp><Nb>{number}</Nb></RfrdDocInf>"
            f'<RfrdDocAmt><RmtdAmt Ccy="SEK">{amount}</RmtdAmt></RfrdDocAmt></Strd>'
        )

    details = f"<TxDtls><RmtInf>{strd('F1', 'CINV', '150')}{strd('K1', 'CREN', '50')}</RmtInf></TxDtls>"
    assert read(notification(entry(details)))[0].references == (BankReference("F1", 15000), BankReference("K1", -5000))


def test_entries_that_are_not_booked_give_nothing() -> None:
    pending = notification(entry("<TxDtls/>")).replace("BOOK", "PDNG")
    assert read(pending) == []
    assert read(notification(entry("<TxDtls/>").replace("<Sts><Cd>BOOK</Cd></Sts>", "<Sts>INFO</Sts>"), "001.02")) == []


def test_a_foreign_amount_of_the_payer_is_left_to_the_entrys_own() -> None:
    details = '<TxDtls><AmtDtls><TxAmt><Amt Ccy="EUR">9.00</Amt></TxAmt></AmtDtls></TxDtls>'
    assert read(notification(entry(details)))[0].amount == 10000


def test_equal_transactions_without_references_are_told_apart_and_stay_so() -> None:
    twice = notification(entry("<TxDtls/>", reference="") * 2)
    keys = [payment.key for payment in read(twice)]
    assert len(set(keys)) == 2
    assert keys == [payment.key for payment in read(twice)]


def test_a_moment_counts_as_the_day_it_is_written_with() -> None:
    moment = "<BookgDt><DtTm>2026-03-03T23:30:00-05:00</DtTm></BookgDt>"
    data = notification(entry("<TxDtls/>").replace("<BookgDt><Dt>2026-03-03</Dt></BookgDt>", moment))
    assert read(data)[0].booking_date == date(2026, 3, 3)


def test_an_empty_party_is_nobody() -> None:
    assert read(notification(entry("<TxDtls/>")))[0].payer == BankPayer()


GOOD = notification(entry("<TxDtls/>"))


@pytest.mark.parametrize(
    ("old", "new", "sentence", "remark"),
    [
        ('Ccy="SEK">100.00', 'Ccy="EUR">100.00', "only SEK", "an entry in euro"),
        ("</Id></Acct>", "</Id><Ccy>EUR</Ccy></Acct>", "only SEK", "an account in euro"),
        (">100.00<", ">100.005<", "two decimals", "half an öre"),
        (">100.00<", ">-100.00<", "negative", "an amount below nothing"),
        (">100.00<", ">1e2<", "no amount", "an exponent"),
        ("CRDT", "BOTH", "CRDT or DBIT", "neither in nor out"),
        ("<BookgDt><Dt>2026-03-03</Dt></BookgDt>", "", "neither booking date", "no day"),
        ("2026-03-03</Dt>", "2026-02-30</Dt>", "is no date", "no such day"),
        ("<Sts><Cd>BOOK</Cd></Sts>", "", "no status", "no status"),
        ("camt.054", "camt.052", "should be one of", "another message"),
        ("001.08", "001.04", "should be one of", "another version"),
        (f"<Acct><Id><IBAN>{ACCOUNT}</IBAN></Id></Acct>", "", "before the account", "no account"),
        (f"<IBAN>{ACCOUNT}</IBAN>", "", "no number", "an account without a number"),
        ("<TxDtls/>", "<TxDtls/><TxDtls/>", "transactions make", "two transactions without amounts"),
        ("<TxDtls/>", '<TxDtls><Amt Ccy="SEK">99.99</Amt></TxDtls>', "transactions make", "a transaction of less"),
        (
            "<TxDtls/>",
            '<TxDtls><Amt Ccy="SEK">110</Amt></TxDtls><TxDtls><Amt Ccy="SEK">-10</Amt></TxDtls>',
            "is negative",
            "a transaction below nothing",
        ),
        ("<TxDtls/>", "<Btch><NbOfTxs>2</NbOfTxs></Btch><TxDtls/>", "NbOfTxs is 2", "a batch of two with one"),
        ("<TxDtls/>", "<Btch><NbOfTxs>one</NbOfTxs></Btch><TxDtls/>", "no count", "a count in letters"),
        ("<TxDtls/>", '<Btch><TtlAmt Ccy="SEK">99</TtlAmt></Btch><TxDtls/>', "TtlAmt is 99.00", "a batch of less"),
        (
            "</NtryDtls>",
            "</NtryDtls><AcctSvcrRef>B2</AcctSvcrRef>",
            "before its details",
            "a reference that comes late",
        ),
        ("<TxDtls/>", "<TxDtls/><Ntry/>", "cannot stand here", "an entry in an entry"),
        ("<TxDtls/>", '<TxDtls xmlns="urn:other"/>', "is not of", "a transaction of another message"),
        ("<Ntfctn>", "<Stmt>", "cannot stand here", "a statement in a notification"),
        ("</Ntfctn>", "", "broken", "tags that do not fit"),
        ("</Document>", "", "broken", "no end"),
    ],
)
def test_a_wrong_file_is_refused(old: str, new: str, sentence: str, remark: str) -> None:
    assert len(read(GOOD)) == 1
    assert old in GOOD
    with pytest.raises(BadBankFile, match=re.escape(sentence)):
        read(GOOD.replace(old, new))


def test_the_refusal_names_the_line() -> None:
    lines = made("camt.053", "001.08", WHOLE_DAY).decode().splitlines()
    at = next(number for number, line in enumerate(lines) if "<AcctSvcrRef>T1</AcctSvcrRef>" in line)
    lines[at] = lines[at].replace("1250.50", "1250.51")
    with pytest.raises(BadBankFile) as refusal:
        read("\n".join(lines))
    assert lines[refusal.value.line - 1].startswith("<Ntry>")
    assert refusal.value.sentence.startswith("Entry 1: ")


NUMBERS = re.compile(rb"<(?:Amt|TtlAmt)[^>]*>[0-9.]+<|<(?:Sum|NbOfNtries|NbOfTxs)>[0-9.]+<")


@given(bank_days, st.sampled_from(KINDS), st.data())
def test_any_changed_digit_of_the_banks_numbers_refuses_the_file(
    day: list[Deposit], kind: tuple[str, Version], data: st.DataObject
) -> None:
    whole = made(*kind, day)
    number = data.draw(st.sampled_from(list(NUMBERS.finditer(whole))))
    begin = whole.index(b">", number.start()) + 1
    position = data.draw(st.sampled_from([at for at in range(begin, number.end() - 1) if whole[at] != ord(".")]))
    other = data.draw(st.sampled_from([sign for sign in b"0123456789" if sign != whole[position]]))
    with pytest.raises(BadBankFile):
        read(whole[:position] + bytes([other]) + whole[position + 1 :])


@given(bank_days, st.sampled_from(KINDS), st.data())
def test_any_lost_entry_or_transaction_refuses_the_file(
    day: list[Deposit], kind: tuple[str, Version], data: st.DataObject
) -> None:
    element = data.draw(st.sampled_from(["Ntry", "TxDtls", "Acct"]))
    # An entry that lost its only transaction still has its sum: it is then one that was not itemised.
    assume(element != "TxDtls" or all(len(deposit.receipts) > 1 for deposit in day))
    whole = made(*kind, day)
    lost = data.draw(st.sampled_from(list(re.finditer(rf"<{element}>.*?</{element}>".encode(), whole, re.DOTALL))))
    rest = whole[: lost.start()] + whole[lost.end() :]
    with pytest.raises(BadBankFile):
        read(rest)


@given(bank_days, st.sampled_from(KINDS), st.data())
def test_a_file_cut_short_anywhere_is_refused(
    day: list[Deposit], kind: tuple[str, Version], data: st.DataObject
) -> None:
    whole = made(*kind, day).rstrip()
    with pytest.raises(BadBankFile):
        read(whole[: data.draw(st.integers(0, len(whole) - 1))])


def statement(balances: list[tuple[str, str]]) -> str:
    written = "".join(
        f'<Bal><Tp><CdOrPrtry><Cd>{kind}</Cd></CdOrPrtry></Tp><Amt Ccy="SEK">{amount}</Amt>'
        "<CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-03-03</Dt></Dt></Bal>"
        for kind, amount in balances
    )
    data = notification(written + entry("<TxDtls/>")).replace("camt.054", "camt.053")
    return data.replace("BkToCstmrDbtCdtNtfctn", "BkToCstmrStmt").replace("Ntfctn", "Stmt")


@pytest.mark.parametrize(
    ("balances", "is_taken", "remark"),
    [
        ([("OPBD", "50"), ("CLBD", "150")], True, "opening and closing"),
        ([("PRCD", "50"), ("CLBD", "150.00")], True, "the last closing is this opening"),
        ([("OPBD", "50"), ("CLBD", "150"), ("CLAV", "7")], True, "what is available is another matter"),
        ([("CLBD", "150")], True, "nothing to hold it against"),
        ([("OPBD", "50"), ("ITBD", "150")], True, "the first page of several"),
        ([("ITBD", "50"), ("CLBD", "150")], True, "the last page"),
        ([("ITBD", "50"), ("ITBD", "150")], True, "a page between"),
        ([("ITBD", "50"), ("CLBD", "151")], False, "the last page, wrong"),
        ([("OPBD", "50"), ("CLBD", "149.99")], False, "an öre is missing"),
        ([("OPBD", "150"), ("CLBD", "50")], False, "exchanged"),
    ],
)
def test_balances_are_held_against_the_entries(balances: list[tuple[str, str]], is_taken: bool, remark: str) -> None:
    if is_taken:
        assert len(read(statement(balances))) == 1, remark
        return
    with pytest.raises(BadBankFile, match="closing balance"):
        read(statement(balances))


READ_AND_MEASURE = """
import resource, sys
from fordran.formats.recognise import read_bank_file
def peak_kb(path):
    with open(path, "rb") as stream:
        count = sum(1 for _ in read_bank_file(stream))
    return count, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
small, large = peak_kb(sys.argv[1]), peak_kb(sys.argv[2])
print(large[0], large[1] - small[1])
"""


def test_a_large_file_is_read_in_little_memory(tmp_path: Path) -> None:
    receipt = DemoTransaction(100, "1234574", payer=ASA)
    for name, count in (("small.xml", 10), ("large.xml", 10_000)):
        batch = tuple(replace(receipt, end_to_end_id=f"E{number}") for number in range(count // 2))
        single = [Deposit(BANKGIRO, DAY, number, (receipt,)) for number in range(2, 2 + count // 2)]
        (tmp_path / name).write_bytes(made("camt.054", "001.08", [Deposit(BANKGIRO, DAY, 1, batch), *single]))
    size_kb = (tmp_path / "large.xml").stat().st_size // 1024
    command = [sys.executable, "-c", READ_AND_MEASURE, str(tmp_path / "small.xml"), str(tmp_path / "large.xml")]
    measured = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    assert int(measured[0]) == 10_000
    # A parsed tree takes several times the size of its file; the walk keeps a short key for each transaction.
    assert int(measured[1]) < size_kb / 2


# Balances ---------------------------------------------------------------------------------------------------------------------

ONE_PAYMENT = Deposit(BANKGIRO, DAY, 1, (DemoTransaction(100_00, "1234574", serial="T1", end_to_end_id="E1"),))


def test_a_statement_tells_what_the_account_held_and_on_which_day() -> None:
    data = make_camt053([ONE_PAYMENT], account=ACCOUNT, created=CREATED, opening_ore=50_00)
    balances: list[StatedBalance] = []
    assert len(list(read_camt(io.BytesIO(data), balances))) == 1
    assert balances == [StatedBalance(ACCOUNT, CREATED.date(), closing=150_00, opening=50_00)]


def test_a_statement_made_after_midnight_in_sweden_is_of_the_new_day() -> None:
    late = datetime(2026, 11, 16, 23, 30, tzinfo=UTC)
    balances: list[StatedBalance] = []
    assert list(read_camt(io.BytesIO(make_camt053([ONE_PAYMENT], account=ACCOUNT, created=late)), balances))
    assert [balance.day for balance in balances] == [date(2026, 11, 17)]


def test_a_statement_without_a_closing_balance_and_a_notification_tell_none() -> None:
    statement = make_camt053([ONE_PAYMENT], account=ACCOUNT, created=CREATED).replace(b"CLBD", b"CLAV")
    notification = make_camt054([ONE_PAYMENT], account=ACCOUNT, created=CREATED)
    for data in (statement, notification):
        balances: list[StatedBalance] = []
        assert len(list(read_camt(io.BytesIO(data), balances))) == 1
        assert balances == []


def test_a_sum_that_left_is_named_by_its_batch_and_known_by_the_same_key_as_before() -> None:
    sums = Deposit(BANKGIRO, DAY, 7, (DemoTransaction(100_00, kind="withdrawal"),), itemised=False)
    plain = make_camt053([sums], account=ACCOUNT, created=CREATED)
    batched = plain.replace(b"<Btch>", b"<Btch><PmtInfId>ORDER-1</PmtInfId>")
    (before,), (after,) = (list(read_camt(io.BytesIO(data))) for data in (plain, batched))
    assert (before.own_reference, after.own_reference) == ("", "ORDER-1")
    assert before.key == after.key


@pytest.mark.parametrize(
    ("dates", "ordered"),
    [
        ("<RltdDts><AccptncDtTm>2026-02-27T20:15:00+01:00</AccptncDtTm></RltdDts>", date(2026, 2, 27)),
        ("<RltdDts><AccptncDtTm>2026-03-03T01:00:00</AccptncDtTm></RltdDts>", date(2026, 3, 3)),
        ("<RltdDts><AccptncDtTm>2026-03-04T01:00:00</AccptncDtTm></RltdDts>", None),
        ("<RltdDts><IntrBkSttlmDt>2026-03-02</IntrBkSttlmDt></RltdDts>", None),
        ("", None),
    ],
)
def test_the_day_on_which_the_payers_bank_had_the_order_is_read(dates: str, ordered: date | None) -> None:
    transaction = f'<TxDtls><Refs><EndToEndId>E1</EndToEndId></Refs><Amt Ccy="SEK">100.00</Amt>{dates}</TxDtls>'
    (payment,) = read(notification(entry(transaction)))
    assert payment.order_date == ordered


def test_an_order_day_that_is_no_day_is_refused() -> None:
    dates = "<RltdDts><AccptncDtTm>yesterday</AccptncDtTm></RltdDts>"
    with pytest.raises(BadBankFile, match="AccptncDtTm"):
        read(notification(entry(f'<TxDtls><Amt Ccy="SEK">100.00</Amt>{dates}</TxDtls>')))
