"""How a case may move: every pair of places, by every act."""

from itertools import product

import pytest

from fordran.domain.flow.case_flow import (
    ACTS,
    TRANSITIONS,
    NotATransition,
    allowed,
    closing_act,
    reopens_to,
    returns_to,
    targets,
    transition,
)
from fordran.domain.kinds.case_states import HOLDS, OPEN_PLACES, OPEN_STATES, OWN_STATUSES, PLACES, CasePosition
from fordran.domain.kinds.close_reasons import CLOSE_REASONS

REPLIES = {
    ("applied", "served"),
    ("applied", "contested"),
    ("applied", "verdict"),
    ("served", "contested"),
    ("served", "verdict"),
    ("contested", "verdict"),
    *((was, "execution") for was in ("applied", "served", "contested", "verdict")),
    ("execution", "verdict"),
    ("verdict", "contested"),
    ("execution", "contested"),
    ("respite", "served"),
    ("respite", "contested"),
    ("respite", "verdict"),
    ("respite", "execution"),
    ("disputed", "served"),
    ("disputed", "contested"),
    ("disputed", "verdict"),
    ("disputed", "execution"),
}

PHASES = {
    ("initializing", "reminder"): {"reminder"},
    ("initializing", "debt_collection"): {"debt_collection"},
    ("initializing", "invoice"): {"register"},
    ("invoice", "reminder"): {"reminder"},
    ("reminder", "debt_collection"): {"debt_collection"},
    ("debt_collection", "surveillance"): {"surveillance"},
    ("initializing", "surveillance"): {"surveillance"},
}


REVERSIBLE = {"paid", "credited", "cancelled"}
"""Reasons for which a case is closed that can be taken back."""
DECIDED = {"written_off", "returned", "bankruptcy", "deceased", "debt_restructuring"}
"""Decisions that a person can take back."""


def expected(source: CasePosition, target: CasePosition) -> set[str]:
    """The acts that lead from one place to another, written apart from the table."""
    if source == target or target == ("initializing", "initializing"):
        return set()
    if source == ("initializing", "initializing"):
        return {"register"} if target == ("initializing", "initialized") else set()
    if target.state == "closed":
        if source.state == "closed":
            is_other = {source.status, target.status} & REVERSIBLE or target.status == "wrong_person"
            return {"correct"} if is_other else set()
        return {"close", "close_time_barred"} if target.status == "time_barred" else {"close"}
    if source.state == "closed":
        return {"reopen"} if source.status in REVERSIBLE | DECIDED else set()
    if source.state == target.state:
        return _within_a_state(source, target)
    if source.status in HOLDS or target.status in HOLDS:
        is_end = (source.state, target.state) == ("enforcement", "surveillance") and source.status == target.status
        return {"enforcement_ended"} if is_end else set()
    if (source.status, target.status) == ("surveillance_active", "enforcement_execution"):
        return {"enforcement_renewed"}
    if (source.status, target.status) == ("surveillance_active", "enforcement_contested"):
        return {"enforcement_contested_late"}
    if target.state == "enforcement":
        comes_from = source.state in ("debt_collection", "surveillance")
        return {"enforcement"} if comes_from and target.status == "enforcement_applied" else set()
    if source.state == "enforcement":
        return {"enforcement_ended"} if target.state == "surveillance" else set()
    return PHASES.get((source.state, target.state), set())


def _within_a_state(source: CasePosition, target: CasePosition) -> set[str]:
    begins = {"respite": {"respite"}, "disputed": {"dispute"}, "amortization": {"amortization_plan"}}
    ends = {
        "respite": {"respite_end"},
        "disputed": {"dispute_answer"},
        "amortization": {"amortization_end", "amortization_default"},
    }
    acts: set[str] = set()
    was, is_ = source.status, target.status
    if is_ in HOLDS:
        if was not in HOLDS or (was, is_) in {
            ("respite", "disputed"),
            ("amortization", "disputed"),
            ("respite", "amortization"),
        }:
            acts |= begins[is_]
    elif was in HOLDS:
        acts |= ends[was]
    if source.state == "enforcement":
        pair = was.removeprefix("enforcement_"), is_.removeprefix("enforcement_")
        acts |= {f"enforcement_{pair[1]}"} if pair in REPLIES else set()
    return acts


def test_every_pair_of_places_is_allowed_by_the_acts_it_should_be_and_refused_by_all_others() -> None:
    for source, target in product(PLACES, PLACES):
        found = {act for act in ACTS if allowed(source, target, act)}
        assert found == expected(source, target), f"{source} → {target}"


def test_every_pair_outside_the_table_is_refused_by_name() -> None:
    rows = {(row.source, row.target, row.act) for row in TRANSITIONS}
    for source, target, act in product(PLACES, PLACES, ACTS):
        if (source, target, act) in rows:
            assert transition(source, target, act).why
        else:
            with pytest.raises(NotATransition, match=f"by {act}"):
                transition(source, target, act)


def test_no_row_stands_twice_and_every_row_is_between_known_places() -> None:
    keys = [(row.source, row.target, row.act) for row in TRANSITIONS]
    assert len(keys) == len(set(keys))
    assert {place for row in TRANSITIONS for place in (row.source, row.target)} == set(PLACES)


def test_every_open_place_can_be_left_and_closed() -> None:
    for place in OPEN_PLACES:
        assert {target.status for target in targets(place, "close")} == set(CLOSE_REASONS), place


def test_statuses_are_told_apart_by_their_name_alone() -> None:
    """Histories keep statuses without states, so no name may mean two things; holds mean the same everywhere."""
    names = [status for statuses in OWN_STATUSES.values() for status in statuses] + list(HOLDS)
    assert len(names) == len(set(names))


@pytest.mark.parametrize(
    ("state", "statuses", "status", "remark"),
    [
        ("initializing", ["initializing", "initialized", "disputed"], "initialized", "never to the first moment"),
        ("reminder", ["invoice", "reminder_active", "respite"], "reminder_active", "the state's own"),
        ("reminder", ["reminder_active", "respite", "disputed"], "reminder_active", "through two holds"),
        (
            "enforcement",
            ["enforcement_applied", "enforcement_verdict", "amortization"],
            "enforcement_verdict",
            "latest",
        ),
        ("surveillance", ["enforcement_served", "amortization"], "surveillance_active", "entered under the hold"),
    ],
)
def test_where_a_hold_returns_to(state, statuses: list[str], status: str, remark: str) -> None:
    assert returns_to(state, statuses) == CasePosition(state, status), remark


def test_where_a_hold_returns_to_is_in_the_table() -> None:
    ends = {"respite": "respite_end", "disputed": "dispute_answer", "amortization": "amortization_end"}
    for state in OPEN_STATES:
        for hold in HOLDS:
            assert allowed(CasePosition(state, hold), returns_to(state, [hold]), ends[hold])


@pytest.mark.parametrize(
    ("states", "statuses", "place", "remark"),
    [
        (["initializing", "closed"], ["initialized", "paid"], ("initializing", "initialized"), "before any letter"),
        (["reminder", "closed"], ["reminder_active", "respite", "paid"], ("reminder", "respite"), "into its hold"),
        (["invoice", "closed"], ["invoice", "credited", "paid"], ("invoice", "invoice"), "through a correction"),
    ],
)
def test_where_a_reopened_case_goes_on(states, statuses, place, remark: str) -> None:
    assert reopens_to(states, statuses) == place, remark
    assert allowed(CasePosition("closed", statuses[-1]), reopens_to(states, statuses), "reopen"), remark


def test_the_act_of_a_replay_follows_from_where_the_case_was() -> None:
    assert closing_act(CasePosition("reminder", "respite"), closed=True) == "close"
    assert closing_act(CasePosition("closed", "paid"), closed=True) == "correct"
    assert closing_act(CasePosition("closed", "paid"), closed=False) == "reopen"
