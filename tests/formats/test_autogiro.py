"""Autogiro reports: each of the five is read field by field, and one wrong sum, count or record refuses the file.

The sums are those of Bankgirot's published examples, for bankgiro 991-2346 and customer 471117.
"""

import io
from datetime import date

import pytest

from fordran.formats.autogiro import read_autogiro
from fordran.formats.autogiro_records import (
    AutogiroReport,
    AutogiroTransfer,
    CancelledDebit,
    DebitOutcome,
    EMandate,
    MandateAdvice,
    RefundedDebit,
    RejectedDebit,
)
from fordran.formats.bank import BadBankFile

DAY = date(2026, 11, 18)


def opening(content: str) -> str:
    return f"01AUTOGIRO{'':12}  20261118{'':12}{content:20}4711170009912346"


def payment(code: str, payer: int, amount: int, status: str, reference: str = "RATE") -> str:
    return f"{code}202611180    {payer:016d}{amount:012d}0009912346{reference:16}{'':10}{status}"


def total(code: str, amount: int, count: int, serial: int = 1) -> str:
    return f"{code}{33000082032327:035d}20261118{serial:05d}{amount:018d}   {count:08d}"


MANDATES = "\n".join(
    [
        opening("AG-MEDAVI"),
        "730009912346" + "0000000000000101" + "5000000000054910" + "199001012385" + " " * 5 + "0432" + "20261118",
        "730009912346" + "0000000000000102" + "0000000000000000" + "005560360793" + " " * 5 + "4633" + "20261117",
        "730009912346" + "0000000009912346" + " " * 16 + " " * 12 + " " * 5 + "4433" + "20261117",
        "09202611189900" + "0000003",
    ]
)
PAYMENTS = "\n".join(
    [
        opening("BET. SPEC & STOPP TK"),
        total("15", 1_500_000, 5),
        *(payment("82", 101 + each, 300_000, status, f"RATE {each}") for each, status in enumerate("00000129")),
        total("16", 50_000, 1, 2),
        payment("32", 201, 50_000, "0"),
        payment("32", 202, 70_000, "1"),
        total("17", 60_000, 2, 3),
        "7720261102" + " " * 5 + "0000000000000101" + "000000020000" + "0009912346" + "RATE 0          " + "2026111801",
        "7720261102" + " " * 5 + "0000000000000102" + "000000040000" + "0009912346" + "RATE 1          " + "2026111803",
        "09202611189900" + "000001000000000008" + "000001000000000002" + "000001000000000002",
    ]
)
_REJECTED = [
    ("82", "20261118", "5006", 3301, 7_500, "02"),
    ("82", "20261118", "8011", 4402, 25_000, "06"),
    ("82", "00000000", "2002", 5503, 55_051, "12"),
    ("32", "20261118", "0   ", 1204, 7_500, "01"),
    ("32", "20261130", "0   ", 2305, 8_000, "12"),
    ("32", "GENAST  ", "0   ", 1406, 25_000, "10"),
    ("32", "20261103", "0   ", 5507, 7_500, "13"),
    ("32", "20261118", "0   ", 7508, 80_200, "01"),
]
REJECTED = "\n".join(
    [
        opening("AVVISADE BET UPPDR"),
        *(
            f"{code}{day}{period}{payer:016d}{amount:012d}{'REF ' + str(payer):16}{comment}"
            for code, day, period, payer, amount, comment in _REJECTED
        ),
        "09202611189900" + "000005000000128200" + "000003000000087551",
    ]
)
CANCELLED = "\n".join(
    [
        opening("MAKULERING/ÄNDRING"),
        "2520261130" + "0000000000000101" + "82" + "000000020005" + "REFERENS" + "00000000" + "RATE 1          " + "12",
        "2920261130" + "0000000000000102" + "82" + "000000010000" + "REFERENS" + "20261207" + "RATE 2          " + "14",
        "0320261130" + "0000000000000103" + "32" + "000000000120" + "00000000" + "00000000" + " " * 16 + "12",
        "09202611189900" + " " * 14 + "00000000012å" + "000001000002" + "0000" + "00000003000N" + "000000000000",
    ]
)
E_MANDATES = "\n".join(
    [
        "5120261118" + "9900" + "0009912346" + "AG-EMEDGIV",
        "520009912346" + "0000000000000111" + "8901003232323232" + "005560360793" + " " * 5 + "0",
        "53BETALA GÄRNA MÅNADSVIS",
        "54ANNA EK" + " " * 29 + "C/O BO EK",
        "55STORGATAN 5",
        "5611122STOCKHOLM",
        "520009912346" + "0000000000000113" + "5000000000054910" + "199001012385" + " " * 5 + "2",
        "5600000NORGE",
        "59202611189900" + "0000007",
    ]
)
ALL = {
    "mandates": MANDATES,
    "payments": PAYMENTS,
    "rejected": REJECTED,
    "cancelled": CANCELLED,
    "e_mandates": E_MANDATES,
}


def read(text: str, encoding: str = "latin-1") -> list[AutogiroReport]:
    return read_autogiro(io.BytesIO(text.encode(encoding)))


def test_mandates_are_read_field_by_field() -> None:
    (report,) = read(MANDATES)
    assert (report.kind, report.written, report.customer_number, report.bankgiro) == (
        "mandates",
        DAY,
        "471117",
        "9912346",
    )
    assert report.records == (
        MandateAdvice("101", "500054910", "199001012385", "04", "32", DAY, 2),
        MandateAdvice("102", "", "5560360793", "46", "33", date(2026, 11, 17), 3),
        MandateAdvice("9912346", "", "", "44", "33", date(2026, 11, 17), 4),
    )


def test_the_sum_of_a_deposit_is_that_of_the_approved_debits() -> None:
    (report,) = read(PAYMENTS)
    deposit, withdrawal, refund = report.transfers
    assert deposit == AutogiroTransfer("deposit", "33000082032327", DAY, "00001", 1_500_000, 5, 2)
    debits = [record for record in report.records if isinstance(record, DebitOutcome) and record.direction == "in"]
    assert [debit.status for debit in debits] == list("00000129")
    assert debits[5] == DebitOutcome("in", "106", DAY, 300_000, "RATE 5", "1", deposit, 8)
    payouts = [record for record in report.records if isinstance(record, DebitOutcome) and record.direction == "out"]
    assert [(payout.payer, payout.amount, payout.status, payout.transfer) for payout in payouts] == [
        ("201", 50_000, "0", withdrawal),
        ("202", 70_000, "1", withdrawal),
    ]
    refunds = [record for record in report.records if isinstance(record, RefundedDebit)]
    first = RefundedDebit("101", date(2026, 11, 2), 20_000, "RATE 0", DAY, "01", refund, 15)
    assert (len(refunds), refunds[0], refunds[1].reason) == (2, first, "03")


def test_rejected_debits_have_their_comments() -> None:
    (report,) = read(REJECTED)
    rejected = [record for record in report.records if isinstance(record, RejectedDebit)]
    assert rejected[0] == RejectedDebit("in", "3301", DAY, 7_500, "REF 3301", "02", 2)
    assert [each.comment for each in rejected] == [row[-1] for row in _REJECTED]
    assert [each.day for each in rejected if each.payer in ("5503", "1406")] == [None, None]
    assert sum(each.amount for each in rejected if each.direction == "out") == 128_200


def test_cancelled_and_moved_debits_are_read_with_negative_sums() -> None:
    (report,) = read(CANCELLED)
    due = date(2026, 11, 30)
    assert report.records == (
        CancelledDebit("25", "in", "101", due, 20_005, None, "RATE 1", "12", 2),
        CancelledDebit("29", "in", "102", due, 10_000, date(2026, 12, 7), "RATE 2", "14", 3),
        CancelledDebit("03", "out", "103", due, 120, None, "", "12", 4),
    )


def test_e_mandates_have_the_payer_and_the_note() -> None:
    (report,) = read(E_MANDATES)
    assert (report.customer_number, report.bankgiro) == ("", "9912346")
    lines = ("ANNA EK", "C/O BO EK", "STORGATAN 5")
    assert report.records == (
        EMandate("111", "89013232323232", "5560360793", 0, "BETALA GÄRNA MÅNADSVIS", lines, "11122", "STOCKHOLM", 2),
        EMandate("113", "500054910", "199001012385", 2, "", (), "", "NORGE", 7),
    )


@pytest.mark.parametrize("encoding", ["latin-1", "utf-8", "utf-8-sig"])
@pytest.mark.parametrize("name", ALL)
def test_line_ends_padding_and_coding_do_not_matter(name: str, encoding: str) -> None:
    padded = "\r\n".join(line.ljust(80) for line in ALL[name].split("\n")) + "\r\n\x1a"
    assert read(padded, encoding) == read(ALL[name])


def test_a_file_may_have_several_reports() -> None:
    assert [report.kind for report in read("\n".join(ALL.values()))] == list(ALL)


@pytest.mark.parametrize(
    ("name", "old", "new", "remark"),
    [
        ("mandates", "99000000003", "99000000002", "one advice too many"),
        ("mandates", "73000", "74000", "a record that is none"),
        ("mandates", "0432" + "20261118", "0432" + "20261318", "a month that is none"),
        ("mandates", "0000000000000101", "000000000000010A", "a payer number with a letter"),
        ("mandates", "AG-MEDAVI", "AG-MEDAVX", "another content"),
        ("mandates", "01AUTOGIRO", "01AUTOGIR0", "another opening"),
        ("mandates", "09202611189900", "09202611189901", "another end"),
        ("payments", f"{1_500_000:018d}", f"{1_500_001:018d}", "the sum of the deposit"),
        ("payments", "   00000005", "   00000008", "the count of the deposit, with the refused"),
        ("payments", "000001000000000008", "000001000000000007", "the number of debits"),
        ("payments", "000001000000000008", "000002000000000008", "the number of deposits"),
        ("payments", "\n16", "\n15", "a payout below a deposit"),
        ("payments", f"{60_000:018d}", f"{60_001:018d}", "the sum of the refunds"),
        ("rejected", "000000128200", "000000128201", "the sum of the payouts"),
        ("rejected", "000003000000087551", "000004000000087551", "the number of debits"),
        ("rejected", "000000087551", "000000087550", "the sum of the debits"),
        ("cancelled", "00000003000N", "00000003000M", "the sum of the debits"),
        ("cancelled", "00000003000N", "00000003000*", "a sum with another sign"),
        ("cancelled", "000001000002", "000002000002", "the number of payouts"),
        ("cancelled", "010182", "010183", "a payment that is neither debit nor payout"),
        ("e_mandates", "99000000007", "99000000002", "mandates counted instead of records"),
        ("e_mandates", "AG-EMEDGIV", "AG-EMEDGIX", "another content"),
        ("e_mandates", "\n53BETALA", "\n50BETALA", "a record that is none"),
    ],
)
def test_a_file_with_one_thing_wrong_is_refused(name: str, old: str, new: str, remark: str) -> None:
    assert old in ALL[name]
    with pytest.raises(BadBankFile):
        read(ALL[name].replace(old, new, 1))


@pytest.mark.parametrize("name", ALL)
def test_half_a_file_is_refused(name: str) -> None:
    lines = ALL[name].split("\n")
    for length in range(1, len(lines)):
        with pytest.raises(BadBankFile):
            read("\n".join(lines[:length]))


@pytest.mark.parametrize("text", ["", "\n", "hello", "01" + "x" * 90, "09202611189900"])
def test_another_file_is_refused(text: str) -> None:
    with pytest.raises(BadBankFile):
        read(text)
