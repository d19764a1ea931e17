"""The check before a letter leaves: a table of rules, each with its law, and the checklist that they give.

`check` asks every rule that a letter of its kind must pass and returns all answers, so that the checklist kept with
a letter shows what was checked and not only what failed. A letter leaves if all passed. The page is
docs/rules/lawfulness.md.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeAlias

from fordran.domain.days import days_after
from fordran.domain.flow.dispatch import least_days, may_leave
from fordran.domain.flow.letters import LetterFacts
from fordran.domain.flow.marks import STOPS, Stop
from fordran.domain.flow.next_step import missing_fields
from fordran.domain.house_rules import rule_on
from fordran.domain.kinds.articles import Article
from fordran.domain.kinds.letter_kinds import LETTER_KINDS, LetterKind, LetterPurpose
from fordran.domain.law.deadlines import term_on
from fordran.domain.message import Amount, ListValue, Message

Kinds: TypeAlias = frozenset[LetterKind]


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule for letters of some kinds, with its law.

    `wrong` gives a message that says what is wrong, or none where the rule is kept.
    """

    name: str
    law: str
    kinds: Kinds
    wrong: Callable[[LetterFacts], Message | None]
    is_later: bool = False
    """Whether letters left before there was this rule, so that their checklists lack its line."""
    earlier: Kinds = frozenset()
    """Kinds of letters that it was asked of before, whose checklists have its line."""


@dataclass(frozen=True, slots=True)
class LawCheck:
    """One line of a checklist; `note` says what is wrong, and is none where it passed."""

    rule: str
    law: str
    passed: bool
    note: Message | None


def check(letter: LetterFacts) -> tuple[LawCheck, ...]:
    """The checklist of a letter: every rule of its kind with its answer, in the order of the table."""
    asked = ((rule, rule.wrong(letter)) for rule in rules_of(letter.kind))
    return tuple(LawCheck(rule.name, rule.law, wrong is None, wrong) for rule, wrong in asked)


def rules_of(kind: LetterKind) -> tuple[Rule, ...]:
    """The rules that a letter of a kind must pass."""
    return tuple(rule for rule in RULES if kind in rule.kinds)


def passes(checklist: Iterable[LawCheck]) -> bool:
    """Whether the letter may leave."""
    return all(line.passed for line in checklist)


def reasons(checklist: Iterable[LawCheck]) -> list[Message]:
    """The reasons why the letter may not leave, for the work list; empty if it may."""
    return [Message("law.with_statute", reason=line.note, law=line.law) for line in checklist if line.note is not None]


def comes_right(checklist: Iterable[LawCheck]) -> bool:
    """Whether all that is wrong with a letter ends by itself: it is paid, held, or its debtor marked, for now."""
    return all(line.rule in _ENDING for line in checklist if not line.passed)


def _creditor(letter: LetterFacts) -> Message | None:
    return None if letter.creditor_name.strip() else Message("law.creditor_not_named")


def _operator(letter: LetterFacts) -> Message | None:
    return None if letter.operator_name.strip() else Message("law.collector_not_named")


def _basis(letter: LetterFacts) -> Message | None:
    return None if letter.basis.strip() else Message("law.basis_not_stated")


def _assignment(letter: LetterFacts) -> Message | None:
    return Message("law.assignment_not_told") if letter.case.is_assigned and not letter.says_assigned else None


def _instructions(letter: LetterFacts) -> Message | None:
    return None if letter.payment_instructions.strip() else Message("law.payment_not_explained")


def _amounts(letter: LetterFacts) -> Message | None:
    parts = (letter.capital, letter.interest, letter.costs)
    if min(parts) < 0 or sum(parts) != letter.total:
        return Message("law.amounts_do_not_sum")
    return None


def _interest(letter: LetterFacts) -> Message | None:
    # A payment may have covered part of the interest, so the lines can come to more than what is left of it.
    if sum(line.amount for line in letter.interest_lines) < letter.interest:
        return Message("law.interest_not_explained")
    for line in letter.interest_lines:
        if None in (line.rate_percent, line.from_date, line.to_date, line.base):
            return Message("law.interest_incomplete")
    return None


def _owed(letter: LetterFacts) -> Message | None:
    if letter.total == letter.case.remaining:
        return None
    return Message("law.asks_other_amount", asked=Amount(letter.total), owed=Amount(letter.case.remaining))


def _eight_days(letter: LetterFacts) -> Message | None:
    if letter.pay_by is None:
        return Message("law.no_pay_by")
    days = term_on("shortest_demand_days", letter.sent)
    if letter.pay_by < days_after(letter.sent, days):
        return Message("law.too_few_days", days=days)
    return None


def _day_named(letter: LetterFacts) -> Message | None:
    return None if letter.pay_by is not None and letter.pay_by > letter.sent else Message("law.no_coming_pay_by")


def _dispatch(letter: LetterFacts) -> Message | None:
    channel, rules_day = letter.case.channel, letter.case.rules_day
    if channel is None:
        return None
    if not may_leave(letter.sent, channel, rules_day):
        return Message("law.printed_on_no_banking_day")
    days = least_days(channel, rules_day)
    if letter.kind in _TIMED and letter.pay_by is not None and letter.pay_by < days_after(letter.sent, days):
        return Message("law.too_few_days", days=days)
    return None


def _is_due(letter: LetterFacts) -> Message | None:
    return None if letter.case.due_date < letter.sent else Message("law.not_overdue")


def _within_caps(letter: LetterFacts) -> Message | None:
    sums: dict[Article, int] = defaultdict(int)
    days = letter.charged_on or (letter.sent,) * len(letter.fees)
    for (article, amount), day in zip(letter.fees, days, strict=True):
        cap = letter.case.law.cap_on(article, day)
        # A cap on the claim is for all of the article's fees together, one on the occasion for each.
        sums[article] = amount if cap is not None and cap.each == "occasion" else sums[article] + amount
        if cap is not None and sums[article] > cap.most:
            return Message(
                "law.fee_above_cap", most=Amount(cap.most), article=ListValue("article", article, "in_reason")
            )
    return None


def _reminder_fee(letter: LetterFacts) -> Message | None:
    charged = any(article == "reminder" and amount for article, amount in letter.fees)
    return Message("law.reminder_fee_not_agreed") if charged and not letter.case.reminder_fee_agreed else None


def _late_payment_fee(letter: LetterFacts) -> Message | None:
    charged = any(article == "late_payment_fee" and amount for article, amount in letter.fees)
    if not charged:
        return None
    if not letter.case.is_business:
        return Message("law.consumer_late_payment_fee")
    begins = letter.case.late_payment_fee_from
    return None if begins is not None and begins <= letter.sent else Message("law.no_late_payment_fee")


def _unpaid(letter: LetterFacts) -> Message | None:
    return Message("law.nothing_owed") if letter.case.is_closed or letter.case.remaining <= 0 else None


def _undisputed(letter: LetterFacts) -> Message | None:
    return Message("law.disputed") if letter.case.hold == "disputed" else None


def _disputed_part(letter: LetterFacts) -> Message | None:
    if letter.left_out >= letter.case.disputed:
        return None
    return Message("law.asks_disputed_part", amount=Amount(letter.case.disputed - letter.left_out))


def _not_held(letter: LetterFacts) -> Message | None:
    if letter.case.hold in ("respite", "amortization"):
        return Message("law.respite") if letter.case.hold == "respite" else Message("law.plan_followed")
    return None


def _plan_runs(letter: LetterFacts) -> Message | None:
    # A dispute has a rule of its own.
    return Message("law.no_plan") if letter.case.hold in (None, "respite") else None


def _in_time(letter: LetterFacts) -> Message | None:
    return Message("law.time_barred") if letter.sent > letter.case.last_day else None


def _reminded(letter: LetterFacts) -> Message | None:
    if not letter.case.is_parking:
        return None
    if letter.case.reminder is None:
        return Message("law.parking_not_reminded")
    return None if letter.case.reminder.pay_by < letter.sent else Message("law.reminder_time_left")


def _demanded(letter: LetterFacts) -> Message | None:
    return Message("law.not_demanded") if letter.case.demand is None else None


def _demand_run_out(letter: LetterFacts) -> Message | None:
    if letter.case.demand is None:
        return None
    demand = letter.case.demand
    until = max(demand.pay_by, days_after(demand.sent, term_on("shortest_demand_days", demand.sent)))
    return None if until < letter.sent else Message("law.demand_time_left")


def _complete(letter: LetterFacts) -> Message | None:
    missing = letter.case.missing_for_enforcement
    return Message("law.application_lacks", missing=missing_fields(missing)) if missing else None


def _described(letter: LetterFacts) -> Message | None:
    return Message("law.parking_not_described") if letter.case.lacks_control_fee else None


def _forbearance(letter: LetterFacts) -> Message | None:
    is_needed = letter.case.lacks_forbearance and rule_on("forbearance_before_demand", letter.sent)
    return Message("law.forbearance_not_offered") if is_needed else None


def _owed_back(letter: LetterFacts) -> Message | None:
    return None if letter.refund > 0 else Message("law.nothing_owed_back")


def _unmarked(stop: Stop) -> Callable[[LetterFacts], Message | None]:
    def wrong(letter: LetterFacts) -> Message | None:
        return stop.reason if stop.mark in letter.case.marks else None

    return wrong


def _for(*purposes: LetterPurpose) -> Kinds:
    return frozenset(kind.code for kind in LETTER_KINDS.values() if kind.purpose in purposes)


_ALL: Kinds = frozenset(LETTER_KINDS)
_DEMANDS = _for("demand")
_PLAN = _for("instalments")
_TO_AUTHORITY = _for("application")
_REMINDER = _for("reminder")
_REFUND = _for("refund")
_PRESS = _REMINDER | _DEMANDS | _TO_AUTHORITY
"""Letters that ask for the whole debt."""
_ASK = _PRESS | _PLAN
"""Letters that ask for money; the others answer the debtor."""
_LETTERS_THAT_ASK = _ASK - _TO_AUTHORITY
_TIMED = _DEMANDS | _REMINDER
"""Letters whose last day is counted from the day on which they leave."""
_AFTER_REMINDER = _DEMANDS | _TO_AUTHORITY
_FIRST_DEMAND: Kinds = frozenset({*_TO_AUTHORITY, "debt_collection"})

_INKASSOLAG = "inkassolag (1974:182)"
_CONTENTS = f"{_INKASSOLAG} 5 §"

RULES: tuple[Rule, ...] = (
    Rule("creditor_is_named", _CONTENTS, _ALL, _creditor),
    Rule("collector_is_named", f"{_INKASSOLAG} 4 §", _ALL, _operator),
    Rule("basis_is_stated", _CONTENTS, _ASK, _basis),
    Rule("assignment_is_told", _CONTENTS, _ASK, _assignment),
    Rule("payment_is_explained", _CONTENTS, _LETTERS_THAT_ASK, _instructions),
    Rule("amounts_are_apart", _CONTENTS, _ASK, _amounts),
    Rule("interest_is_explained", _CONTENTS, _PRESS, _interest),
    Rule("time_is_eight_days", _CONTENTS, _DEMANDS, _eight_days),
    Rule("pay_by_is_named", f"{_INKASSOLAG} 4 §", _PLAN | _REMINDER, _day_named),
    Rule("dispatch_gives_time", _CONTENTS, _ALL - _TO_AUTHORITY, _dispatch, is_later=True),
    Rule("debt_is_overdue", f"{_INKASSOLAG} 4 §", _PRESS, _is_due),
    Rule("amounts_are_owed", f"{_INKASSOLAG} 8 §", _ASK, _owed),
    Rule("fees_are_within_caps", "lag (1981:739) 4 och 5 §§", _ASK, _within_caps),
    Rule("reminder_fee_is_agreed", "lag (1981:739) 2 §", _ASK, _reminder_fee),
    Rule("late_payment_fee_is_a_business", "lag (1981:739) 4 a §", _ASK, _late_payment_fee),
    Rule("not_paid", f"{_INKASSOLAG} 4 och 8 §§", _ASK, _unpaid),
    Rule("not_disputed", f"{_INKASSOLAG} 4 och 8 §§", _ASK, _undisputed),
    Rule("disputed_part_is_left_out", f"{_INKASSOLAG} 4 och 8 §§", _ASK, _disputed_part, is_later=True),
    Rule("not_held", f"{_INKASSOLAG} 4 §", _PRESS, _not_held),
    Rule("plan_runs", "lag (1981:739) 3 § 2", _PLAN, _plan_runs),
    Rule("not_time_barred", "preskriptionslag (1981:130) 8 §", _ASK, _in_time),
    *(
        Rule(
            f"not_{stop.mark}",
            stop.law,
            _ALL if stop.stops_letters else _TO_AUTHORITY,
            _unmarked(stop),
            is_later=stop.is_later,
            earlier=frozenset() if stop.stops_letters else _ALL - _TO_AUTHORITY,
        )
        for stop in STOPS.values()
    ),
    Rule("refund_is_owed", f"{_INKASSOLAG} 4 §", _REFUND, _owed_back),
    Rule("parking_is_reminded_first", "lag (1984:318) 8 §", _AFTER_REMINDER, _reminded),
    Rule("parking_is_described", f"{_CONTENTS}, lag (1984:318) 7 §", _ASK, _described, is_later=True),
    Rule("forbearance_is_offered", "prop. 2025/26:223", _FIRST_DEMAND, _forbearance, is_later=True),
    Rule("demanded_first", f"{_INKASSOLAG} 6 §", _TO_AUTHORITY, _demanded),
    Rule("demand_has_run_out", f"{_INKASSOLAG} 6 §", _TO_AUTHORITY, _demand_run_out),
    Rule("application_is_complete", "lag (1990:746) 10, 11 och 18 §§", _TO_AUTHORITY, _complete),
)

_ENDING = frozenset(
    {"refund_is_owed", "not_paid", "not_disputed", "not_held", "plan_runs", "not_time_barred"}
    | {f"not_{mark}" for mark in STOPS}
)


def failed(rule: str, note: Message) -> LawCheck:
    """The line of a rule that is known to be broken before there is a letter to ask it of."""
    (found,) = (one for one in RULES if one.name == rule)
    return LawCheck(rule, found.law, False, note)
