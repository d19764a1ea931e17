"""pain.001: what the bank is ordered to pay, valid and exact."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from fordran.domain.bank.bank_states import PainVersion
from fordran.formats.pain001 import (
    KNOWN_SIGNS,
    BadTransfer,
    Orderer,
    Part,
    PartyAddress,
    PaymentAccount,
    Transfer,
    bank_text,
    make_pain001,
    unpayable,
)

CREATED = datetime(2026, 3, 3, 9, 15, tzinfo=UTC)
NAMES = {"p": "urn:iso:std:iso:20022:tech:xsd:pain.001.001.03"}
IBAN = PaymentAccount("iban", "SE35 5000 0000 0549 1000 0003", "ESSESESS")
ORDERER = Orderer("Fordran AB", "556016-0680", PartyAddress("Storgatan 1", "111 22", "Stockholm"), IBAN)
BANKGIRO = PaymentAccount("bankgiro", "991-2346")
ACCOUNTS = [
    BANKGIRO,
    PaymentAccount("plusgiro", "28 65 43-4"),
    PaymentAccount("bank_account", "8327-9, 123 456 789-1"),
    PaymentAccount("iban", "SE4550000000058398257466"),
]
PAYOUT = Transfer(
    end_to_end_id="P-2026-1",
    amount=123456,
    execution_date=date(2026, 3, 6),
    name="Åkes Bygg & Co",
    address=PartyAddress("Lillgatan 3", "222 33", "Malmö"),
    account=BANKGIRO,
    message="Utbetalning 2026-1",
)


def order(*transfers: Transfer, orderer: Orderer = ORDERER) -> bytes:
    return b"".join(make_pain001(transfers, orderer, message_id="MSG1", created=CREATED))


def texts(data: bytes, path: str) -> list[str]:
    steps = "/".join(f"p:{name}" for name in path.split("/"))
    return [element.text or "" for element in etree.fromstring(data).iterfind(f".//{steps}", NAMES)]


def numbered(transfers: list[Transfer]) -> list[Transfer]:
    return [replace(transfer, end_to_end_id=f"P{number}") for number, transfer in enumerate(transfers)]


@pytest.mark.parametrize(
    ("account", "clearing", "number", "scheme", "remark"),
    [
        (ACCOUNTS[0], ["9900"], ["9912346"], (["BGNR"], []), "through Bankgirot"),
        (ACCOUNTS[1], ["9960"], ["2865434"], ([], ["BBAN"]), "through Plusgirot"),
        (ACCOUNTS[2], ["8327"], ["1234567891"], ([], ["BBAN"]), "by clearing number, its fifth digit left out"),
        (ACCOUNTS[3], [], [], ([], []), "by IBAN"),
    ],
)
def test_each_kind_of_payee_is_addressed_as_banks_want(
    account: PaymentAccount, clearing: list[str], number: list[str], scheme: tuple[list[str], list[str]], remark: str
) -> None:
    data = order(replace(PAYOUT, account=account))
    assert texts(data, "CdtrAgt/FinInstnId/ClrSysMmbId/MmbId") == clearing, remark
    assert texts(data, "CdtrAcct/Id/Othr/Id") == number
    assert texts(data, "CdtrAcct/Id/Othr/SchmeNm/Prtry") == scheme[0]
    assert texts(data, "CdtrAcct/Id/Othr/SchmeNm/Cd") == scheme[1]
    assert texts(data, "CdtrAcct/Id/IBAN") == (["SE4550000000058398257466"] if account.kind == "iban" else [])
    assert texts(data, "ClrSysId/Cd") == ["SESBA"] * len(clearing)


def test_parties_and_their_numbers_and_addresses_are_there() -> None:
    data = order(PAYOUT)
    assert texts(data, "InitgPty/Id/OrgId/Othr/Id") == texts(data, "Dbtr/Id/OrgId/Othr/Id") == ["5560160680"]
    assert texts(data, "Cdtr/Nm") == ["Åkes Bygg + Co"]
    assert texts(data, "Cdtr/PstlAdr/TwnNm") + texts(data, "Cdtr/PstlAdr/Ctry") == ["Malmö", "SE"]
    assert texts(data, "DbtrAcct/Id/IBAN") == ["SE3550000000054910000003"]
    assert texts(data, "SvcLvl/Cd") + texts(data, "CtgyPurp/Cd") == []


def test_an_ocr_number_goes_structured_and_a_message_does_not() -> None:
    structured, free = order(replace(PAYOUT, ocr="1234574")), order(PAYOUT)
    assert texts(structured, "Strd/CdtrRefInf/Ref") == ["1234574"]
    assert texts(structured, "Strd/CdtrRefInf/Tp/CdOrPrtry/Cd") == ["SCOR"]
    assert texts(structured, "Strd/RfrdDocAmt/RmtdAmt") == ["1234.56"]
    assert texts(structured, "RmtInf/Ustrd") == []
    assert texts(free, "RmtInf/Ustrd") == ["Utbetalning 2026-1"]


def test_a_giro_message_is_cut_to_what_the_payee_sees() -> None:
    assert texts(order(replace(PAYOUT, message="x" * 200)), "Ustrd") == ["x" * 25]
    assert texts(order(replace(PAYOUT, message="x" * 200, account=ACCOUNTS[3])), "Ustrd") == ["x" * 140]
    assert texts(order(replace(PAYOUT, message="")), "RmtInf") == []


def test_payments_of_a_day_make_a_batch_and_bankgiros_are_paid_from_ours() -> None:
    later = date(2026, 3, 9)
    transfers = [PAYOUT, replace(PAYOUT, execution_date=later), replace(PAYOUT, account=ACCOUNTS[3], amount=1)]
    data = order(*numbered(transfers))
    assert texts(data, "PmtInf/ReqdExctnDt") == ["2026-03-06", "2026-03-09"]
    assert texts(data, "PmtInf/PmtInfId") == ["MSG1-1", "MSG1-2"]
    assert texts(data, "PmtInf/CtrlSum") == ["1234.57", "1234.56"]
    split = order(*numbered(transfers), orderer=replace(ORDERER, bankgiro="5050-1055"))
    assert texts(split, "PmtInf/DbtrAcct/Id/Othr/Id") == ["50501055", "50501055"]
    assert texts(split, "PmtInf/DbtrAcct/Id/IBAN") == ["SE3550000000054910000003"]


TRANSFERS = st.builds(
    Transfer,
    end_to_end_id=st.just(""),
    amount=st.integers(1, 10**13),
    execution_date=st.dates(date(2026, 1, 1), date(2026, 1, 4)),
    name=st.text(min_size=1).map(lambda text: "A" + text),
    address=st.builds(PartyAddress, street=st.text(), postal_code=st.text(), town=st.text()),
    account=st.sampled_from(ACCOUNTS),
    ocr=st.sampled_from(("", "1234574")),
    message=st.text(),
)


@given(st.lists(TRANSFERS, min_size=1, max_size=6).map(numbered), st.sampled_from(("", "5050-1055")))
def test_the_sums_of_any_order_are_exact(transfers: list[Transfer], bankgiro: str) -> None:
    data = order(*transfers, orderer=replace(ORDERER, bankgiro=bankgiro))
    total = sum(transfer.amount for transfer in transfers)
    assert texts(data, "GrpHdr/CtrlSum") == [f"{total // 100}.{total % 100:02d}"]
    assert texts(data, "GrpHdr/NbOfTxs") == [str(len(transfers))]
    batches = [int(text.replace(".", "")) for text in texts(data, "PmtInf/CtrlSum")]
    assert sum(batches) == sum(int(text.replace(".", "")) for text in texts(data, "InstdAmt")) == total
    assert sorted(texts(data, "EndToEndId")) == sorted(transfer.end_to_end_id for transfer in transfers)
    for text in texts(data, "Nm") + texts(data, "Ustrd") + texts(data, "StrtNm"):
        assert KNOWN_SIGNS.issuperset(text)


@given(
    st.lists(TRANSFERS, min_size=1, max_size=6).map(numbered),
    st.sampled_from(("", "5050-1055")),
    st.sampled_from(get_args(PainVersion)),
)
def test_any_order_is_valid_by_the_schema(
    assert_valid: Callable[[str, bytes], None], transfers: list[Transfer], bankgiro: str, version: PainVersion
) -> None:
    orderer = replace(ORDERER, bankgiro=bankgiro, pain_version=version)
    assert_valid(f"pain.001.001.{version}", order(*transfers, orderer=orderer))


def test_the_versions_of_an_order_differ_in_day_and_bic_alone() -> None:
    older = order(PAYOUT).decode()
    newer = order(PAYOUT, orderer=replace(ORDERER, pain_version="09")).decode()
    changed = (
        older.replace("pain.001.001.03", "pain.001.001.09").replace("<BIC>", "<BICFI>").replace("</BIC>", "</BICFI>")
    )
    day = PAYOUT.execution_date.isoformat()
    assert newer == changed.replace(f"<ReqdExctnDt>{day}<", f"<ReqdExctnDt><Dt>{day}</Dt><")
    assert "BICFI" in newer


@pytest.mark.parametrize(
    "account",
    [PaymentAccount("bank_account", "5000-0054910"), PaymentAccount("bankgiro", "5050-1055"), replace(IBAN, bic="")],
)
def test_an_order_may_be_paid_from_any_kind_of_account(
    account: PaymentAccount, assert_valid: Callable[[str, bytes], None]
) -> None:
    assert_valid("pain.001.001.03", order(PAYOUT, orderer=replace(ORDERER, account=account)))


@pytest.mark.parametrize(
    ("change", "sentence", "remark"),
    [
        ({"amount": 0}, "cannot be paid", "nothing to pay"),
        ({"amount": -100}, "cannot be paid", "less than nothing"),
        ({"end_to_end_id": ""}, "1 to 35", "no id"),
        ({"end_to_end_id": "x" * 36}, "1 to 35", "an id that is too long"),
        ({"end_to_end_id": "a_b"}, "1 to 35", "an id that would have to be spelled otherwise"),
        ({"end_to_end_id": "/a"}, "slash", "an id that begins with a slash"),
        ({"name": " "}, "no name", "nobody"),
        ({"address": PartyAddress(country="Sverige")}, "two capital letters", "a country by name"),
        ({"ocr": "1234575"}, "OCR", "a check digit that does not fit"),
        ({"account": PaymentAccount("bankgiro", "5402-9682")}, "no valid number", "a wrong bankgiro"),
        ({"account": PaymentAccount("plusgiro", "410 54 68-6")}, "no valid number", "a wrong plusgiro"),
        ({"account": PaymentAccount("bank_account", "5000")}, "no valid number", "half an account"),
        ({"account": PaymentAccount("iban", "SE4650000000058398257466")}, "no valid number", "a wrong IBAN"),
        ({"account": replace(IBAN, bic="bank")}, "no BIC", "a wrong BIC"),
    ],
)
def test_what_cannot_be_paid_is_refused_before_anything_is_written(
    change: dict[str, Any], sentence: str, remark: str
) -> None:
    wrong = replace(PAYOUT, **change)
    assert sentence in (unpayable(wrong) or ""), remark
    with pytest.raises(BadTransfer, match=sentence) as refusal:
        make_pain001([replace(PAYOUT, end_to_end_id="first"), wrong], ORDERER, message_id="M", created=CREATED)
    assert refusal.value.position == 2


@pytest.mark.parametrize(
    ("transfers", "orderer", "message_id", "remark"),
    [
        ([], ORDERER, "M", "no payments"),
        ([PAYOUT, PAYOUT], ORDERER, "M", "one id twice"),
        ([PAYOUT], ORDERER, "x" * 29, "a message id without room for the batch's number"),
        ([PAYOUT], replace(ORDERER, name=""), "M", "an orderer without a name"),
        ([PAYOUT], replace(ORDERER, organization_no=""), "M", "an orderer without a number"),
        ([PAYOUT], replace(ORDERER, bankgiro="123-4567"), "M", "an orderer with a wrong bankgiro"),
        ([PAYOUT], replace(ORDERER, account=PaymentAccount("iban", "SE")), "M", "an orderer with a wrong account"),
        ([PAYOUT], replace(ORDERER, address=PartyAddress(country="")), "M", "an orderer from nowhere"),
    ],
)
def test_an_order_that_makes_no_sense_is_refused(
    transfers: list[Transfer], orderer: Orderer, message_id: str, remark: str
) -> None:
    with pytest.raises(BadTransfer):
        make_pain001(transfers, orderer, message_id=message_id, created=CREATED)


@pytest.mark.parametrize(
    ("text", "spelled", "remark"),
    [
        ("Åsa Öberg-Ärlig", "Åsa Öberg-Ärlig", "Swedish letters stay"),
        ("Café Renée", "Cafe Renee", "marks go"),
        ("Søren Æsgård ß", "Sören Äsgård ss", "neighbours' letters"),
        ("A\nB\tC  D", "A B C D", "line breaks become blanks"),
        ('<"M&M">_', "?'M+M'?-", "signs"),
        ("A\u030asa", "Åsa", "a letter and its mark written apart"),
        ("李", "?", "what has no spelling"),
    ],
)
def test_text_is_spelled_with_the_banks_signs(text: str, spelled: str, remark: str) -> None:
    assert bank_text(text, 70) == spelled, remark


PARTS = (Part("2000001-17", 100_00), Part("2000001-18", 23_50))


@pytest.mark.parametrize("account", ACCOUNTS[:2])
def test_several_payments_in_one_to_a_giro_are_named_each_with_its_amount(
    account: PaymentAccount,
    assert_valid: Callable[[str, bytes], None],
) -> None:
    data = order(replace(PAYOUT, account=account, amount=123_50, parts=PARTS))
    assert_valid("pain.001.001.03", data)
    assert texts(data, "RfrdDocInf/Nb") == ["2000001-17", "2000001-18"]
    assert texts(data, "RfrdDocAmt/RmtdAmt") == ["100.00", "23.50"]
    assert (texts(data, "InstdAmt"), texts(data, "Ustrd")) == (["123.50"], [])


@pytest.mark.parametrize("account", ACCOUNTS[2:])
def test_several_payments_in_one_to_an_account_are_named_in_its_message(
    account: PaymentAccount,
    assert_valid: Callable[[str, bytes], None],
) -> None:
    data = order(replace(PAYOUT, account=account, amount=123_50, parts=PARTS))
    assert_valid("pain.001.001.03", data)
    assert texts(data, "Ustrd") == ["2000001-17, 2000001-18"]


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (replace(PAYOUT, parts=PARTS), "another amount"),
        (
            replace(
                PAYOUT, account=ACCOUNTS[3], amount=12, parts=tuple(Part(f"2000001-{n:03d}", 1) for n in range(12))
            ),
            "more parts than it can name",
        ),
    ],
)
def test_parts_that_do_not_make_a_payment_are_refused(wrong: Transfer, sentence: str) -> None:
    assert sentence in (unpayable(wrong) or "")
