"""A bank file is known by what it holds."""

import io

import pytest

from fordran.formats.bank import BadBankFile
from fordran.formats.bgmax_making import make_bgmax
from fordran.formats.camt_making import make_camt053, make_camt054
from fordran.formats.making import DemoTransaction, Deposit
from fordran.formats.recognise import kind_of_bank_file, read_bank_file
from tests.formats.bank_days import ACCOUNT, BANKGIRO, CREATED, DAY

DAYS = [Deposit(BANKGIRO, DAY, 1, (DemoTransaction(100, "133"), DemoTransaction(200, "1234574")))]
BGMAX = make_bgmax(DAYS, created=CREATED)
CAMT_054 = make_camt054(DAYS, account=ACCOUNT, created=CREATED, version="001.02")
CAMT_053 = make_camt053(DAYS, account=ACCOUNT, created=CREATED)
UTF_16 = CAMT_053.decode().replace('encoding="UTF-8"', 'encoding="UTF-16"').encode("utf-16")


@pytest.mark.parametrize(
    ("data", "kind", "remark"),
    [
        (BGMAX, "BgMax", "BgMax"),
        (b"\xef\xbb\xbf" + BGMAX, "BgMax", "BgMax behind a byte order mark"),
        (b"\r\n\r\n" + BGMAX, "BgMax", "BgMax behind blank lines"),
        (CAMT_054, "camt.054.001.02", "a notification"),
        (CAMT_053, "camt.053.001.08", "a statement"),
        (b"\xef\xbb\xbf" + CAMT_053, "camt.053.001.08", "a statement behind a byte order mark"),
        (b"\n  " + CAMT_053, "camt.053.001.08", "a statement behind blanks"),
        (UTF_16, "camt.053.001.08", "a statement in UTF-16"),
    ],
)
def test_each_kind_is_known_and_read(data: bytes, kind: str, remark: str) -> None:
    assert kind_of_bank_file(data) == kind, remark
    payments = read_bank_file(io.BytesIO(data))
    assert [payment.amount for payment in payments] == [100, 200]


@pytest.mark.parametrize(
    ("data", "remark"),
    [
        (b"", "nothing"),
        (b"   \r\n", "blanks"),
        (b"%PDF-1.7", "a document"),
        (b"PK\x03\x04", "an archive"),
        (b"<html></html>", "a page"),
        (b'<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.03"/>', "another message of the bank"),
    ],
)
def test_anything_else_is_refused(data: bytes, remark: str) -> None:
    with pytest.raises(BadBankFile):
        list(read_bank_file(io.BytesIO(data)))


def test_a_stream_is_read_from_where_it_stands() -> None:
    stream = io.BytesIO(b"skip" + BGMAX)
    stream.seek(4)
    assert len(list(read_bank_file(stream))) == 2
