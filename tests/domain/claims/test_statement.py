"""What always holds of what is owed, whatever the facts and however they came."""

from collections import Counter
from datetime import date, timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from fordran.domain.books.journal import (
    CLAIMS,
    CLIENT_FUND_LIABILITIES,
    CLIENT_FUNDS,
    PAYERS,
    Posting,
    postings,
    received,
)
from fordran.domain.claims.entries import COMPONENTS, LedgerEntry, difference
from fordran.domain.claims.facts import (
    Capital,
    ClaimTerms,
    Closing,
    Credit,
    Fact,
    Fee,
    LetterLeft,
    PaymentFact,
    StepFact,
    Waiver,
)
from fordran.domain.claims.statement import DebtStatement, booked, statement
from tests.domain.oracle import sheet

DUE = date(2025, 6, 1)
INVOICED = DUE - timedelta(days=30)
TERMS = ClaimTerms(due_date=DUE, interest_from=DUE)

days = st.integers(-40, 250).map(lambda n: DUE + timedelta(days=n))
later_days = st.integers(1, 250).map(lambda n: DUE + timedelta(days=n))
capitals = st.sampled_from([100_00, 1000_00, 1425_37])
# Amounts that meet often, so that cases get exactly paid, credited and nearly so.
amounts = st.one_of(
    st.sampled_from([1, 60_00, 240_00, 500_00, 1000_00, 1425_37, 1060_00, 1500_00]), st.integers(1, 2000_00)
)

at_most_one = {"min_size": 0, "max_size": 1}
facts_of_cases = st.builds(
    lambda capital, *groups: [
        Capital("capital", INVOICED, capital),
        *(fact(f"{name} {n}") for name, group in zip("abcdefghi", groups, strict=True) for n, fact in enumerate(group)),
    ],
    capitals,
    st.lists(later_days.map(lambda day: lambda id: Fee(id, day, "reminder", 60_00)), **at_most_one),
    st.lists(later_days.map(lambda day: lambda id: Fee(id, day, "debt_collection", 180_00)), **at_most_one),
    st.lists(days.map(lambda day: lambda id: Fee(id, day, "invoice_fee", 20_00, by_creditor=True)), **at_most_one),
    st.lists(st.builds(lambda day, amount: lambda id: Credit(id, day, amount), days, amounts), max_size=2),
    st.lists(
        st.builds(
            lambda day, amount, ours: lambda id: PaymentFact(id, day, amount, ours), days, amounts, st.booleans()
        ),
        max_size=4,
    ),
    st.lists(days.map(lambda day: lambda id: StepFact(id, day)), max_size=2),
    st.lists(later_days.map(lambda day: lambda id: Closing(id, day)), **at_most_one),
    st.lists(
        st.builds(
            lambda day, time, amount, knew: lambda id: LetterLeft(id, day, day + timedelta(days=time), amount, knew),
            later_days,
            st.integers(0, 20),
            amounts,
            st.sampled_from([(), ("e 0",), ("e 0", "e 1")]),
        ),
        max_size=2,
        unique_by=lambda made: made("").date,
    ),
    st.lists(
        st.builds(
            lambda day, of, most, begins, until: lambda id: Waiver(id, day, *of, most, begins, until),
            days,
            st.sampled_from([("interest", None), ("costs", None), ("costs", "reminder")]),
            st.none() | amounts,
            st.none() | days,
            st.none() | days,
        ),
        max_size=2,
    ),
)


@given(facts_of_cases, days, st.integers(-10, 30))
@settings(max_examples=400, deadline=None)
def test_what_is_owed_agrees_with_a_sheet_of_days(facts: list[Fact], at: date, interest_starts: int) -> None:
    terms = ClaimTerms(due_date=DUE, interest_from=DUE + timedelta(days=interest_starts))
    found, expected = statement(facts, terms, at), sheet(facts, terms, at)
    assert (found.capital.remaining, found.interest.remaining, found.costs.remaining) == (
        expected.capital,
        expected.interest,
        expected.costs,
    )
    assert (found.costs.added, found.interest.added) == (expected.added_costs, expected.added_interest)
    assert sum(payment.unused for payment in found.payments.values()) == expected.unused
    assert (found.closed is not None) == expected.closed


@given(facts_of_cases, days, st.randoms(use_true_random=False))
def test_the_order_of_arrival_does_not_matter(facts: list[Fact], at: date, random) -> None:
    shuffled = list(facts)
    random.shuffle(shuffled)
    assert statement(shuffled, TERMS, at) == statement(facts, TERMS, at)
    assert booked(shuffled, TERMS) == booked(facts, TERMS)


@given(facts_of_cases, days)
def test_the_lines_sum_to_the_totals(facts: list[Fact], at: date) -> None:
    found = statement(facts, TERMS, at)
    totals = found.totals()
    for component in COMPONENTS:
        lines = [line for line in found.lines if line.component == component]
        balance = getattr(found, component)
        assert sum(line.amount for line in lines) == balance.remaining == totals[f"total_remaining_{component}_amount"]
        added = sum(line.amount for line in lines if line.kind == "added")
        assert added == balance.added == totals[f"total_added_{component}_amount"]
        assert balance.remaining >= 0
    assert totals["total_remaining_transaction_amount"] == sum(line.amount for line in found.lines) == found.remaining
    assert all((line.amount > 0) == (line.kind == "added") for line in found.lines)
    assert [line.date for line in found.lines] == sorted(line.date for line in found.lines)


@given(facts_of_cases, days)
def test_every_payment_is_either_used_or_not(facts: list[Fact], at: date) -> None:
    found = statement(facts, TERMS, at)
    for fact in facts:
        if isinstance(fact, PaymentFact) and fact.date <= at:
            outcome = found.payments[fact.id]
            assert outcome.settled + outcome.unused == fact.amount
            assert outcome.settled >= 0
            assert outcome.unused >= 0
            assert outcome.refund == (outcome.unused if fact.reached_us else 0)
    assert found.capital.settled + found.interest.settled + found.costs.settled == sum(
        outcome.settled for outcome in found.payments.values()
    )


@given(facts_of_cases, days)
def test_a_closed_case_has_nothing_remaining(facts: list[Fact], at: date) -> None:
    found = statement(facts, TERMS, at)
    if found.closed is not None:
        assert found.remaining == 0
        assert found.closed.date <= at
        assert statement(facts, TERMS, found.closed.date).closed == found.closed


@given(facts_of_cases, later_days, amounts, st.booleans())
def test_a_payment_after_closing_changes_nothing_but_what_is_not_used(
    facts: list[Fact], day: date, amount: int, ours: bool
) -> None:
    before = booked(facts, TERMS)
    if before.closed is None:
        return
    late = PaymentFact("late", before.at + (day - DUE), amount, ours)
    after = booked([*facts, late], TERMS)
    assert after.totals() == before.totals()
    assert after.closed == before.closed
    assert after.refund == before.refund + (amount if ours else 0)


@given(facts_of_cases, st.integers(0, 400))
def test_a_later_day_adds_interest_alone(facts: list[Fact], wait: int) -> None:
    now = booked(facts, TERMS)
    then = statement(facts, TERMS, now.at + timedelta(days=wait))
    assert then.lines[: len(now.lines)] == now.lines
    later = then.lines[len(now.lines) :]
    assert all(line.type == "interest" and line.kind in ("added", "waived") for line in later)


@given(facts_of_cases, days)
def test_a_day_in_the_past_takes_no_later_facts_but_credits_and_waivers(facts: list[Fact], at: date) -> None:
    those = [fact for fact in facts if fact.date <= at or isinstance(fact, Credit | Waiver)]
    first = min((fact.date for fact in facts if isinstance(fact, PaymentFact)), default=date.max)
    if all(fact.date <= first for fact in facts if isinstance(fact, Credit)):
        # A later payment decides only whether a later crediting of everything voids the costs.
        assert statement(facts, TERMS, at) == statement(those, TERMS, at)
    without = [fact for fact in facts if not isinstance(fact, Credit | Waiver)]
    assert statement(without, TERMS, at) == statement([fact for fact in without if fact.date <= at], TERMS, at)


@given(facts_of_cases)
def test_interest_lines_say_how_they_came_about(facts: list[Fact]) -> None:
    for line in booked(facts, TERMS).lines:
        if line.type == "interest" and line.kind == "added":
            assert line.from_date is not None
            assert line.to_date is not None
            assert line.days == (line.to_date - line.from_date).days
            assert line.base is not None
            assert line.rate_percent is not None
            # A line's own rounding differs by less than an öre from that of the stretch that it is part of.
            assert abs(line.amount - line.base * line.rate_percent * line.days / 36500) <= 1
            assert line.law


def book(arrivals: list[Fact], terms: ClaimTerms) -> tuple[list[LedgerEntry], list[Posting], DebtStatement]:
    """Book facts one at a time as they arrive, appending only."""
    entries: list[LedgerEntry] = []
    journal: list[Posting] = []
    after = booked([], terms)
    for n, fact in enumerate(arrivals):
        after = booked(arrivals[: n + 1], terms)
        appended = difference(entries, after.lines)
        entries += appended
        journal += postings(appended)
        if isinstance(fact, PaymentFact) and fact.reached_us:
            journal += received(fact.amount)
    return entries, journal, after


def sums(entries: list[LedgerEntry] | tuple[LedgerEntry, ...]) -> Counter[tuple[object, ...]]:
    found: Counter[tuple[object, ...]] = Counter()
    for entry in entries:
        found[entry.date, entry.type, entry.kind, entry.fact, entry.settles] += entry.amount
    return Counter({key: amount for key, amount in found.items() if amount})


@given(facts_of_cases, st.randoms(use_true_random=False))
@settings(max_examples=60, deadline=None)
def test_whatever_the_order_of_arrival_what_is_booked_comes_to_the_same(facts: list[Fact], random) -> None:
    random.shuffle(facts)
    entries, journal, after = book(facts, TERMS)
    assert sums(entries) == sums(after.lines)
    assert difference(entries, after.lines) == []

    balances: Counter[int] = Counter()
    for posting in journal:
        balances[posting.account] += posting.amount
    assert sum(balances.values()) == 0
    assert balances[CLAIMS] == after.remaining
    assert balances[PAYERS] == -after.refund
    assert balances[CLIENT_FUNDS] == -sum(balances[account] for account in CLIENT_FUND_LIABILITIES)


def test_a_correction_changes_nothing_booked_and_says_only_what_was_wrong() -> None:
    capital = Capital("capital", INVOICED, 36500_00)
    fee = Fee("fee", DUE + timedelta(days=7), "reminder", 60_00)
    payment = PaymentFact("payment", DUE - timedelta(days=1), 36500_00, True)
    entries, _, _ = book([capital, fee, payment], TERMS)
    assert [(entry.type, entry.kind, entry.amount) for entry in entries] == [
        ("capital", "added", 36500_00),
        ("interest", "added", 77_00),
        ("reminder", "added", 60_00),
        ("capital", "settled", -36500_00),
        ("interest", "added", -77_00),
        ("reminder", "added", -60_00),
    ]


def test_nothing_known_is_nothing_owed() -> None:
    found = booked([], TERMS)
    assert (found.lines, found.remaining, found.refund, found.closed) == ((), 0, 0, None)
