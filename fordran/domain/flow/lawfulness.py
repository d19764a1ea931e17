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
from fordran.domain.flow.letters import Letter
from fordran.domain.flow.marks import STOPS, Stop
from fordran.domain.kinds.articles import Article
from fordran.domain.kinds.letter_kinds import LETTER_KINDS, LetterKind, LetterPurpose
from fordran.domain.law.deadlines import term_on
from fordran.domain.money import kronor_text

Kinds: TypeAlias = frozenset[LetterKind]


@dataclass(frozen=True, slots=True)
class Rule:
    """What a letter of some kinds must be, and the law that asks for it.

    `wrong` gives a sentence that says what is wrong, or nothing where the rule is kept.
    """

    name: str
    law: str
    kinds: Kinds
    wrong: Callable[[Letter], str]


@dataclass(frozen=True, slots=True)
class Check:
    """One line of a checklist; `note` says what is wrong, and is empty where it passed."""

    rule: str
    law: str
    passed: bool
    note: str


def check(letter: Letter) -> tuple[Check, ...]:
    """The checklist of a letter: every rule of its kind with its answer, in the order of the table."""
    asked = ((rule, rule.wrong(letter)) for rule in rules_of(letter.kind))
    return tuple(Check(rule.name, rule.law, not wrong, wrong) for rule, wrong in asked)


def rules_of(kind: LetterKind) -> tuple[Rule, ...]:
    """The rules that a letter of a kind must pass."""
    return tuple(rule for rule in RULES if kind in rule.kinds)


def passes(checklist: Iterable[Check]) -> bool:
    """Whether the letter may leave."""
    return all(line.passed for line in checklist)


def reasons(checklist: Iterable[Check]) -> list[str]:
    """What is wrong, for the work list; empty where the letter may leave."""
    return [f"{line.note} ({line.law})" for line in checklist if not line.passed]


def comes_right(checklist: Iterable[Check]) -> bool:
    """Whether all that is wrong with a letter ends by itself: it is paid, held, or its debtor marked, for now."""
    return all(line.rule in _ENDING for line in checklist if not line.passed)


def _creditor(letter: Letter) -> str:
    return "" if letter.creditor_name.strip() else "the creditor is not named"


def _operator(letter: Letter) -> str:
    return "" if letter.operator_name.strip() else "the collector is not named"


def _basis(letter: Letter) -> str:
    return "" if letter.basis.strip() else "the basis of the claim is not stated"


def _assignment(letter: Letter) -> str:
    return "the new owner of the claim is not told of" if letter.case.is_assigned and not letter.says_assigned else ""


def _instructions(letter: Letter) -> str:
    return "" if letter.payment_instructions.strip() else "it does not say how to pay"


def _amounts(letter: Letter) -> str:
    parts = (letter.capital, letter.interest, letter.costs)
    if min(parts) < 0 or sum(parts) != letter.total:
        return "capital, interest and costs do not make the total"
    return ""


def _interest(letter: Letter) -> str:
    # A payment may have covered part of the interest, so the lines can come to more than what is left of it.
    if sum(line.amount for line in letter.interest_lines) < letter.interest:
        return "not all interest is explained"
    for line in letter.interest_lines:
        if None in (line.rate_percent, line.from_date, line.to_date, line.base):
            return "interest lacks its rate, period or capital"
    return ""


def _owed(letter: Letter) -> str:
    if letter.total == letter.case.remaining:
        return ""
    return (
        f"it asks for {kronor_text(letter.total, 'en')} kr where {kronor_text(letter.case.remaining, 'en')} kr is owed"
    )


def _eight_days(letter: Letter) -> str:
    if letter.pay_by is None:
        return "it names no day to pay by"
    days = term_on("shortest_demand_days", letter.sent)
    if letter.pay_by < days_after(letter.sent, days):
        return f"it gives less than {days} days to pay or object"
    return ""


def _day_named(letter: Letter) -> str:
    return "" if letter.pay_by is not None and letter.pay_by > letter.sent else "it names no coming day to pay by"


def _is_due(letter: Letter) -> str:
    return "" if letter.case.due_date < letter.sent else "the debt is not overdue"


def _within_caps(letter: Letter) -> str:
    sums: dict[Article, int] = defaultdict(int)
    days = letter.charged_on or (letter.sent,) * len(letter.fees)
    for (article, amount), day in zip(letter.fees, days, strict=True):
        cap = letter.case.law.cap_on(article, day)
        # A cap on the claim is for all of the article's fees together, one on the occasion for each.
        sums[article] = amount if cap is not None and cap.each == "occasion" else sums[article] + amount
        if cap is not None and sums[article] > cap.most:
            return f"more than {kronor_text(cap.most, 'en')} kr is charged for {article}"
    return ""


def _reminder_fee(letter: Letter) -> str:
    charged = any(article == "reminder" and amount for article, amount in letter.fees)
    return "a reminder fee is charged that was not agreed" if charged and not letter.case.reminder_fee_agreed else ""


def _late_payment_fee(letter: Letter) -> str:
    charged = any(article == "late_payment_fee" and amount for article, amount in letter.fees)
    return "a consumer is charged a late-payment fee" if charged and not letter.case.is_business else ""


def _unpaid(letter: Letter) -> str:
    return "nothing is owed" if letter.case.is_closed or letter.case.remaining <= 0 else ""


def _undisputed(letter: Letter) -> str:
    return "the claim is disputed" if letter.case.hold == "disputed" else ""


def _not_held(letter: Letter) -> str:
    if letter.case.hold in ("respite", "amortization"):
        return "the debtor has a respite" if letter.case.hold == "respite" else "the debtor follows an instalment plan"
    return ""


def _plan_runs(letter: Letter) -> str:
    # A dispute is said by the rule of its own.
    return "there is no instalment plan" if letter.case.hold in (None, "respite") else ""


def _in_time(letter: Letter) -> str:
    return "the claim is time-barred" if letter.sent > letter.case.last_day else ""


def _reminded(letter: Letter) -> str:
    if not letter.case.is_parking:
        return ""
    if letter.case.reminder is None:
        return "no reminder of the parking fee was sent"
    return "" if letter.case.reminder.pay_by < letter.sent else "the reminder's time has not run out"


def _demanded(letter: Letter) -> str:
    return "no collection demand was sent" if letter.case.demand is None else ""


def _demand_run_out(letter: Letter) -> str:
    if letter.case.demand is None:
        return ""
    demand = letter.case.demand
    until = max(demand.pay_by, days_after(demand.sent, term_on("shortest_demand_days", demand.sent)))
    return "" if until < letter.sent else "the demand's time has not run out"


def _complete(letter: Letter) -> str:
    missing = letter.case.missing_for_enforcement
    return f"the application lacks {', '.join(missing)}" if missing else ""


def _owed_back(letter: Letter) -> str:
    return "" if letter.refund > 0 else "nothing is owed back"


def _unmarked(stop: Stop) -> Callable[[Letter], str]:
    def wrong(letter: Letter) -> str:
        return stop.reason if stop.mark in letter.case.marks else ""

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
_AFTER_REMINDER = _DEMANDS | _TO_AUTHORITY

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
    Rule("debt_is_overdue", f"{_INKASSOLAG} 4 §", _PRESS, _is_due),
    Rule("amounts_are_owed", f"{_INKASSOLAG} 8 §", _ASK, _owed),
    Rule("fees_are_within_caps", "lag (1981:739) 4 och 5 §§", _ASK, _within_caps),
    Rule("reminder_fee_is_agreed", "lag (1981:739) 2 §", _ASK, _reminder_fee),
    Rule("late_payment_fee_is_a_business", "lag (1981:739) 4 a §", _ASK, _late_payment_fee),
    Rule("not_paid", f"{_INKASSOLAG} 4 och 8 §§", _ASK, _unpaid),
    Rule("not_disputed", f"{_INKASSOLAG} 4 och 8 §§", _ASK, _undisputed),
    Rule("not_held", f"{_INKASSOLAG} 4 §", _PRESS, _not_held),
    Rule("plan_runs", "lag (1981:739) 3 § 2", _PLAN, _plan_runs),
    Rule("not_time_barred", "preskriptionslag (1981:130) 8 §", _ASK, _in_time),
    *(Rule(f"not_{stop.mark}", stop.law, _ALL, _unmarked(stop)) for stop in STOPS.values()),
    Rule("refund_is_owed", f"{_INKASSOLAG} 4 §", _REFUND, _owed_back),
    Rule("parking_is_reminded_first", "lag (1984:318) 8 §", _AFTER_REMINDER, _reminded),
    Rule("demanded_first", f"{_INKASSOLAG} 6 §", _TO_AUTHORITY, _demanded),
    Rule("demand_has_run_out", f"{_INKASSOLAG} 6 §", _TO_AUTHORITY, _demand_run_out),
    Rule("application_is_complete", "lag (1990:746) 10, 11 och 18 §§", _TO_AUTHORITY, _complete),
)

_ENDING = frozenset(
    {"refund_is_owed", "not_paid", "not_disputed", "not_held", "plan_runs", "not_time_barred"}
    | {f"not_{mark}" for mark in STOPS}
)


def failed(rule: str, note: str) -> Check:
    """The line of a rule that is known to be broken before there is a letter to ask it of."""
    (found,) = (one for one in RULES if one.name == rule)
    return Check(rule, found.law, False, note)
