"""Settings: their defaults, where a value comes from, and the law's bounds."""

from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fordran.domain.claims.interest import CaseInterestRate
from fordran.domain.flow.case_settings import (
    DEFAULTS,
    LEVELS,
    SETTINGS,
    FlowSettings,
    WrongSettings,
    issues,
    resolve,
    settings_of,
    shown,
)

DAY = date(2026, 9, 7)


def test_with_nothing_set_the_defaults_hold() -> None:
    found = resolve([], DAY)
    assert settings_of(found) == FlowSettings()
    assert {one.level for one in found.values()} == {"default"}
    assert not any(one.was_capped for one in found.values())


def test_no_default_is_outside_the_law() -> None:
    assert settings_of(resolve([("case", DEFAULTS)], DAY)) == FlowSettings()


def test_the_nearest_level_wins_and_is_named() -> None:
    layers = [(level, {"reminder_pay_days": 10 + at}) for at, level in enumerate(LEVELS[1:])]
    for count in range(1, len(layers) + 1):
        found = resolve(layers[:count], DAY)["reminder_pay_days"]
        assert (found.value, found.level) == (10 + count - 1, layers[count - 1][0])


def test_what_a_nearer_level_leaves_out_or_sets_to_null_comes_from_farther_off() -> None:
    found = resolve(
        [("account", {"use_enforcement": True}), ("creditor", {}), ("case", {"use_enforcement": None})], DAY
    )
    assert (found["use_enforcement"].value, found["use_enforcement"].level) == (True, "account")


@pytest.mark.parametrize(
    ("name", "given", "held", "remark"),
    [
        ("reminder_fee", 75_00, 60_00, "lag (1981:739) 2 och 4 §§"),
        ("reminder_fee", 60_01, 60_00, "an öre too much"),
        ("debt_collection_fee", 200_00, 180_00, "lag (1981:739) 4 §"),
        ("amortization_setup_fee", 250_00, 170_00, "lag (1981:739) 4 §"),
        ("amortization_advice_fee", 61_00, 60_00, "by the plan's agreement"),
        ("late_payment_fee", 500_00, 450_00, "lag (1981:739) 4 a §"),
        ("enforcement_fee", 1000_00, 680_00, "300 and 380 kr"),
        ("debt_collection_pay_days", 7, 8, "eight days at least"),
        ("debt_collection_pay_days", 0, 8, "eight days at least"),
        ("debt_collection_grace_days", 0, 1, "not before the time has run out"),
        ("reminder_grace_days", 0, 1, "not before the time has run out"),
        ("reminder_days_after_due", 0, 1, "not before it is overdue"),
    ],
)
def test_the_law_holds_whatever_is_set_at_whatever_level(name: str, given: int, held: int, remark: str) -> None:
    for level in LEVELS[1:]:
        found = resolve([(level, {name: given})], DAY)[name]
        assert (found.value, found.level, found.was_capped) == (held, level, True), remark
        assert found.law
    within = resolve([("case", {name: held})], DAY)[name]
    assert not within.was_capped


def test_lower_fees_and_longer_times_are_free() -> None:
    found = resolve([("creditor", {"reminder_fee": 0, "debt_collection_pay_days": 30})], DAY)
    assert (found["reminder_fee"].value, found["debt_collection_pay_days"].value) == (0, 30)
    assert not found["reminder_fee"].was_capped


@pytest.mark.parametrize(
    ("given", "wrong"),
    [
        ({"reminder_fees": 1}, {"reminder_fees": "unknown field"}),
        ({"reminder_fee": -1}, {"reminder_fee": "must be a whole number of öre from 0"}),
        ({"reminder_fee": True}, {"reminder_fee": "must be a whole number of öre from 0"}),
        ({"reminder_fee": 60.0}, {"reminder_fee": "must be a whole number of öre from 0"}),
        ({"use_enforcement": 1}, {"use_enforcement": "must be true or false"}),
        ({"reminder_pay_days": 366}, {"reminder_pay_days": "must be a whole number of days from 0 to 365"}),
        ({"reminder_pay_days": "10"}, {"reminder_pay_days": "must be a whole number of days from 0 to 365"}),
        ({"surveillance_months": 0}, {"surveillance_months": "must be a whole number of months from 1 to 120"}),
        ({"interest_rate": {}}, {"interest_rate": "must say reference_rate, true or false"}),
        ({"interest_rate": 8}, {"interest_rate": "must say reference_rate, true or false"}),
        (
            {"interest_rate": {"reference_rate": False, "rate_percent": -1}},
            {"interest_rate": "rate_percent must be a number from 0 to 100"},
        ),
        (
            {"reminder_fee": "60", "use_enforcement": "yes"},
            {
                "reminder_fee": "must be a whole number of öre from 0",
                "use_enforcement": "must be true or false",
            },
        ),
        ({"reminder_fee": 100_00, "interest_rate": {"reference_rate": True}}, {}),
    ],
)
def test_every_wrong_field_is_said_at_once(given: dict, wrong: dict[str, str]) -> None:
    assert issues(given) == wrong
    if wrong:
        with pytest.raises(WrongSettings) as refused:
            resolve([("case", given)], DAY)
        assert refused.value.issues == wrong


@pytest.mark.parametrize(
    ("given", "percent"),
    [
        ({"reference_rate": True}, None),
        ({"reference_rate": True, "rate_percent": 24}, None),
        ({"reference_rate": False, "rate_percent": 24}, Decimal(24)),
        ({"reference_rate": False, "rate_percent": 11.25}, Decimal("11.25")),
        ({"reference_rate": False}, Decimal(0)),
    ],
)
def test_the_interest_rate(given: dict, percent: Decimal | None) -> None:
    assert resolve([("case", {"interest_rate": given})], DAY)["interest_rate"].value == CaseInterestRate(percent)


amounts = {name: st.integers(0, 10**9) for name, row in SETTINGS.items() if row.kind == "amount"}
times = {name: st.integers(0, 365) for name, row in SETTINGS.items() if row.kind == "days"}


@given(st.fixed_dictionaries({}, optional=amounts | times))
def test_no_setting_gets_past_the_law(given: dict[str, int]) -> None:
    for name, one in resolve([("case", given)], DAY).items():
        bounds = SETTINGS[name]
        if bounds.minimum is not None:
            assert one.value >= bounds.minimum  # type: ignore[operator]
        if bounds.maximum is not None:
            assert one.value <= bounds.maximum  # type: ignore[operator]
        assert one.was_capped == (name in given and given[name] != one.value)


def test_every_setting_says_what_it_is_and_bounded_ones_by_which_law() -> None:
    for name, row in SETTINGS.items():
        assert row.about, name
        assert row.law or (row.minimum is None and row.maximum is None), name
        assert shown(name, resolve([], DAY)[name].value)
