"""BgMax: what is read, what is put up with, and what is refused whole."""

import io
import re
import tracemalloc
from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fordran.formats.bank import BadBankFile, BankPayer, BankPayment, BankReference
from fordran.formats.bgmax import read_bgmax
from fordran.formats.bgmax_making import make_bgmax
from fordran.formats.making import DemoTransaction, Deposit
from tests.formats.bank_days import ASA, BANKGIRO, CREATED, DAY, bank_days

SAMPLE = """\
01BGMAX               0120040525173035010331P
050009912346          SEK
200003783511                   655969000000000000100000220000000000100
26Kalle Ek AB
27Storgatan 2                        12345
28Storåker
29005500001234
21000378351189853                    0000000000000500003200023000011100
26Kalle Ek AB                        c/o Ek
200003783511657866 658765            000000000000140000320000000000140
220003783511                   657866000000000000000000220000000000140
220003783511                   658765000000000000000000220000000000140
25Betalning med extra refnr 657965
15000000000000000000058410000010098232004052500074000000000000190000SEK00000003
050009912346          SEK
200000000000                         000000000000120000130000000000131
200003783511                   658260000000000000500000220000000000160
220003783511                   658369000000000000600000220000000000160
230003783511                   658468000000000000100000220000000000160
28Oslo                               Norge                              NO
15000000000000000000058410000010098232004052500075000000000000620000SEK00000002K
7000000004000000010000000400000002
"""


def read(text: str | bytes, *, sandbox: bool = False) -> list[BankPayment]:
    data = text.encode("latin-1") if isinstance(text, str) else text
    return list(read_bgmax(io.BytesIO(data), sandbox=sandbox))


def test_every_field_of_a_payment_is_read() -> None:
    first, deduction, several, blank, split = read(SAMPLE)
    assert first == BankPayment(
        key="bgmax|9912346|2004-05-25|00074|000000000010|100000|1|655969",
        kind="payment",
        booking_date=date(2004, 5, 25),
        value_date=date(2004, 5, 25),
        amount=100000,
        account="5841000001009823",
        receiver="9912346",
        references=(BankReference("655969"),),
        payer=BankPayer("Kalle Ek AB", "", "Storgatan 2", "12345", "Storåker", "", "5500001234", "3783511"),
        information=(),
        bank_reference="000000000010",
        own_reference="",
        entry="bgmax|9912346|2004-05-25|00074",
        itemised=True,
        position=3,
    )
    assert (deduction.kind, deduction.amount, deduction.payer.extra_name) == ("deduction", -50000, "c/o Ek")
    assert several.references == (BankReference("657866 658765"), BankReference("657866"), BankReference("658765"))
    assert several.information == ("Betalning med extra refnr 657965",)
    assert list(several.mentioned_references()) == ["657866", "658765", "657965"]
    assert (blank.references, blank.payer, blank.booking_date) == ((), BankPayer(), date(2004, 5, 25))
    assert split.references == (BankReference("658369", 600000), BankReference("658468", -100000))
    assert split.payer.country == "NO"


@pytest.mark.parametrize(
    ("data", "remark"),
    [
        (SAMPLE.replace("\n", "\r\n").encode("latin-1"), "CRLF"),
        ("".join(f"{line:80}\r\n" for line in SAMPLE.splitlines()).encode("latin-1"), "padded to 80 positions"),
        (SAMPLE.rstrip().encode("latin-1"), "no line end after the last line"),
        ((SAMPLE + "\n  \n\r\n").encode("latin-1"), "blank lines after the end"),
        (
            SAMPLE.replace("200003783511                   655969", "200003783511\t\t       655969").encode("latin-1"),
            "tabs",
        ),
        (SAMPLE.encode("utf-8"), "recoded to UTF-8"),
        (SAMPLE.encode("utf-8-sig"), "with a byte order mark"),
    ],
)
def test_small_liberties_change_nothing(data: bytes, remark: str) -> None:
    assert read(data) == read(SAMPLE), remark


@pytest.mark.parametrize(
    ("old", "new", "line", "remark"),
    [
        ("0000140000320", "0000140001320", 14, "one payment is an öre more than its deposit says"),
        ("190000SEK00000003", "190000SEK00000004", 14, "the deposit counts a payment too many"),
        ("190000SEK", "190000EUR", 14, "a deposit in euro"),
        ("050009912346          SEK\n200000", "050009912346          EUR\n200000", 15, "a section in euro"),
        ("7000000004", "7000000005", 22, "the end counts a payment too many"),
        ("70000000040000000100000004", "70000000040000000100000003", 22, "the end counts an extra reference too few"),
        ("00000002\n", "00000001\n", 22, "the end counts a deposit too few"),
        ("0000600000220", "0000600001220", 17, "extra references that do not make up the payment"),
        ("0120040525", "0220040525", 1, "another version"),
        ("BGMAX", "BGMIN", 1, "another file"),
        ("010331P", "010331X", 1, "neither production nor test"),
        ("010331P", "010331T", 1, "a test file outside a sandbox"),
        ("0100982320040525", "0100982320040532", 14, "no such deposit date"),
        ("000000000000100000220", "00000000000010000O220", 3, "a letter in an amount"),
        ("000000000000100000220", "999999999999999999220", 3, "an amount beyond all money"),
        ("050009912346", "05          ", 2, "nobody received"),
        ("26Kalle Ek AB\n27", "\n27", 4, "a blank line inside"),
        ("26Kalle Ek AB\n27", "30Kalle Ek AB\n27", 4, "an unknown record"),
        ("28Storåker", "28" + "x" * 79, 6, "a line that is too long"),
        ("28Storåker", "28" + "x" * 500, 6, "a line that is far too long"),
        ("050009912346          SEK\n200000", "200000", 15, "a section without its opening"),
    ],
)
def test_a_wrong_file_is_refused_with_its_line(old: str, new: str, line: int, remark: str) -> None:
    assert SAMPLE.count(old) >= 1
    with pytest.raises(BadBankFile) as refusal:
        read(SAMPLE.replace(old, new, 1))
    assert refusal.value.line == line, remark


def test_a_file_that_goes_on_after_its_end_is_refused() -> None:
    with pytest.raises(BadBankFile, match="after its end"):
        read(SAMPLE + SAMPLE)


def test_an_empty_file_is_refused_and_a_file_without_sections_is_not() -> None:
    with pytest.raises(BadBankFile, match="before its end record"):
        read("")
    assert read(make_bgmax([], created=CREATED)) == []


def test_a_sandbox_takes_a_test_file() -> None:
    assert read(SAMPLE.replace("010331P", "010331T"), sandbox=True) == read(SAMPLE)


def test_equal_payments_in_one_deposit_are_two_and_stay_the_same_two() -> None:
    data = make_bgmax([Deposit(BANKGIRO, DAY, 1, (DemoTransaction(5000, "1234574"),) * 3)], created=CREATED)
    keys = [payment.key for payment in read(data)]
    assert len(set(keys)) == 3
    assert keys == [payment.key for payment in read(data)]


def test_the_same_numbers_on_another_bankgiro_are_another_payment() -> None:
    day = [Deposit(receiver, DAY, 1, (DemoTransaction(5000, "1234574"),)) for receiver in (BANKGIRO, "50501055")]
    assert len({payment.key for payment in read(make_bgmax(day, created=CREATED))}) == 2


def test_a_payment_of_nothing_is_counted_and_not_given_out() -> None:
    netted = DemoTransaction(0, "", extra_references=(BankReference("1234574", 500), BankReference("133", -500)))
    day = [Deposit(BANKGIRO, DAY, 1, (netted, DemoTransaction(100, "133")))]
    assert [payment.amount for payment in read(make_bgmax(day, created=CREATED))] == [100]


def test_references_under_a_deduction_may_lack_their_sign() -> None:
    deduction = DemoTransaction(500, "", kind="deduction", extra_references=(BankReference("133", 500),))
    day = [Deposit(BANKGIRO, DAY, 1, (DemoTransaction(900, "1234574"), deduction))]
    assert read(make_bgmax(day, created=CREATED))[1].references == (BankReference("133", -500),)


@given(bank_days)
def test_what_is_made_is_read_back(day: list[Deposit]) -> None:
    payments = read(make_bgmax(day, created=CREATED, account="58410000010098"))
    made = [(deposit, receipt) for deposit in day for receipt in deposit.receipts]
    assert [payment.amount for payment in payments] == [receipt.signed for _, receipt in made]
    assert [payment.payer for payment in payments] == [receipt.payer for _, receipt in made]
    assert [payment.information for payment in payments] == [receipt.information for _, receipt in made]
    assert [payment.bank_reference for payment in payments] == [receipt.serial for _, receipt in made]
    assert all(payment.receiver == BANKGIRO and payment.booking_date == DAY for payment in payments)
    for payment, (_, receipt) in zip(payments, made, strict=True):
        if any(reference.amount for reference in receipt.extra_references):
            assert payment.references == receipt.extra_references
        else:
            own = (BankReference(receipt.reference),) if receipt.reference else ()
            assert payment.references == own + receipt.extra_references


COUNTED = {"15": [*range(50, 68), *range(71, 79)], "20": range(37, 55), "21": range(37, 55), "70": range(2, 34)}


@given(bank_days, st.data())
def test_any_changed_digit_of_an_amount_or_count_refuses_the_file(day: list[Deposit], data: st.DataObject) -> None:
    lines = make_bgmax(day, created=CREATED).split(b"\r\n")
    at = data.draw(st.sampled_from([place for place, line in enumerate(lines) if line[:2].decode() in COUNTED]))
    position = data.draw(st.sampled_from(list(COUNTED[lines[at][:2].decode()])))
    digit = lines[at][position]
    other = data.draw(st.sampled_from([sign for sign in b"0123456789" if sign != digit]))
    lines[at] = lines[at][:position] + bytes([other]) + lines[at][position + 1 :]
    with pytest.raises(BadBankFile):
        read(b"\r\n".join(lines))


@given(bank_days, st.data())
def test_any_lost_line_that_holds_money_refuses_the_file(day: list[Deposit], data: st.DataObject) -> None:
    lines = make_bgmax(day, created=CREATED).split(b"\r\n")
    holding = [
        place for place, line in enumerate(lines) if line[:2] in (b"01", b"05", b"15", b"20", b"22", b"23", b"70")
    ]
    del lines[data.draw(st.sampled_from(holding))]
    with pytest.raises(BadBankFile):
        read(b"\r\n".join(lines))


@given(bank_days, st.data())
def test_a_file_cut_short_anywhere_is_refused(day: list[Deposit], data: st.DataObject) -> None:
    whole = make_bgmax(day, created=CREATED).rstrip()
    with pytest.raises(BadBankFile):
        read(whole[: data.draw(st.integers(0, len(whole) - 1))])


def test_a_large_deposit_is_read_in_little_memory() -> None:
    receipts = tuple(
        DemoTransaction(100 + n, f"{n}", payer=replace(ASA, name=f"Payer {n}"), serial=f"{n}") for n in range(3_000)
    )
    data = make_bgmax([Deposit(BANKGIRO, DAY, 1, receipts)], created=CREATED)
    stream = io.BytesIO(data)
    tracemalloc.start()
    try:
        assert sum(1 for _ in read_bgmax(stream)) == 3_000
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < len(data) / 2


def test_a_made_file_has_eighty_positions_a_line() -> None:
    data = make_bgmax([Deposit(BANKGIRO, DAY, 1, (DemoTransaction(100, "133", payer=ASA),))], created=CREATED)
    assert {len(line) for line in data.removesuffix(b"\r\n").split(b"\r\n")} == {80}
    assert re.match(rb"01BGMAX {15}0120260303183005123456P", data)
