"""How a payment is divided among the cases that it names."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fordran.domain.bank.allotment import NamedReference, allot

OWED = ({"a": 300, "b": 200, "c": 0}, {"a": 290, "b": 190, "c": 10})


@pytest.mark.parametrize(
    ("amount", "named", "parts", "rest", "reason", "remark"),
    [
        (500, [], {}, 500, "no_case", "nothing named"),
        (500, [NamedReference(None)], {}, 500, "no_case", "a reference that leads to no case"),
        (500, [NamedReference(None, 500)], {}, 500, "no_case", "the same with its amount"),
        (500, [NamedReference("a")], {"a": 500}, 0, None, "one case gets all, owed or not"),
        (500, [NamedReference("a"), NamedReference("a")], {"a": 500}, 0, None, "named twice"),
        (500, [NamedReference("a"), NamedReference(None)], {}, 500, "amounts_unknown", "a part may be meant for the unknown one"),
        (500, [NamedReference("a"), NamedReference("b")], {"a": 300, "b": 200}, 0, None, "what both owe, to the öre"),
        (480, [NamedReference("a"), NamedReference("b")], {"a": 290, "b": 190}, 0, None, "the same by the other way to reckon"),
        (499, [NamedReference("a"), NamedReference("b")], {}, 499, "amounts_unknown", "an öre too little"),
        (501, [NamedReference("a"), NamedReference("b")], {}, 501, "amounts_unknown", "an öre too much"),
        (300, [NamedReference("a"), NamedReference("c")], {"a": 290, "c": 10}, 0, None, "a case that owes nothing gets nothing"),
        (500, [NamedReference("a", 300), NamedReference("b", 200)], {"a": 300, "b": 200}, 0, None, "stated"),
        (500, [NamedReference("a", 499), NamedReference("b", 1)], {"a": 499, "b": 1}, 0, None, "stated, whatever is owed"),
        (500, [NamedReference("a", 300), NamedReference(None, 200)], {"a": 300}, 200, "reference_unknown", "a stranger's part"),
        (500, [NamedReference("a", 300), NamedReference("a", 200)], {"a": 500}, 0, None, "two parts of one case"),
        (500, [NamedReference("a", 600), NamedReference("a", -100)], {"a": 500}, 0, None, "a credit note lowers its own case"),
        (500, [NamedReference("a", 600), NamedReference("b", -100)], {}, 500, "credit_note", "and no other's"),
        (500, [NamedReference("a", 600), NamedReference(None, -100)], {}, 500, "credit_note", "nor a stranger's"),
        (500, [NamedReference("a", 500), NamedReference("b", 0)], {"a": 500}, 0, None, "nothing for b"),
    ],
)  # fmt: skip
def test_a_payment_is_divided_by_the_payers_words(
    amount: int, named: list[NamedReference], parts: dict[str, int], rest: int, reason: str | None, remark: str
) -> None:
    found = allot(amount, named, OWED)
    assert (dict(found.parts), found.rest, found.reason) == (parts, rest, reason), remark


NAMED = st.lists(
    st.builds(NamedReference, st.sampled_from(("a", "b", "c", None)), st.none() | st.integers(-50_000, 50_000)),
    max_size=5,
)


@given(st.integers(1, 100_000), NAMED)
def test_parts_and_rest_make_up_the_payment_and_none_is_negative(amount: int, named: list[NamedReference]) -> None:
    found = allot(amount, named, OWED)
    assert sum(found.parts.values()) + found.rest == amount
    assert found.rest >= 0
    assert all(part > 0 for part in found.parts.values())
    assert (found.reason is None) == (found.rest == 0)
