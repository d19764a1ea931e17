"""The schemas that messages are held against are there, and refuse what is wrong."""

import re
from collections.abc import Callable

import pytest
from lxml import etree

from fordran.formats.camt_making import make_camt053
from fordran.formats.making import DemoTransaction, Deposit
from tests.formats.bank_days import ACCOUNT, BANKGIRO, CREATED, DAY
from tests.formats.conftest import NAMESPACE, SCHEMAS, schema_of


@pytest.mark.parametrize("message", SCHEMAS)
def test_the_schema_of_a_message_takes_no_empty_one(message: str) -> None:
    empty = etree.fromstring(f'<Document xmlns="{NAMESPACE}{message}"/>')
    assert not schema_of(message).validate(empty)
    other = etree.fromstring('<Document xmlns="urn:nothing"/>')
    assert not schema_of(message).validate(other)


@pytest.mark.parametrize(
    ("old", "new", "remark"),
    [
        (r"<CreDtTm>[^<]*</CreDtTm>", "", "a moment left out"),
        (r"(<MsgId>)[^<]*", r"\g<1>" + 36 * "x", "an id of 36 signs where 35 are the most"),
        (r"<CdtDbtInd>CRDT", "<CdtDbtInd>IN", "a word that is none of the code's"),
        (r"<Ntry>", "<Ntry><Wrong/>", "an element that is none"),
    ],
)
def test_a_message_with_one_fault_is_not_valid(
    assert_valid: Callable[[str, bytes], None], old: str, new: str, remark: str
) -> None:
    right = make_camt053([Deposit(BANKGIRO, DAY, 1, (DemoTransaction(100, "133"),))], account=ACCOUNT, created=CREATED)
    assert_valid("camt.053.001.08", right)
    wrong = re.sub(old, new, right.decode(), count=1)
    assert wrong != right.decode(), remark
    with pytest.raises(etree.DocumentInvalid):
        assert_valid("camt.053.001.08", wrong.encode())
