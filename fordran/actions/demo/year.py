"""A year of a business: thousands of invoices that come by file each week, and what becomes of each.

Most are paid in time. What becomes of the others is drawn, always the same; the shares are in `_FATES`. Some of the last
weeks' people leave something for those who look at the demo: a payment without a number, a message, an objection.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from fordran.actions.demo.debtors_deeds import (
    BLANK_PDF,
    ask_for_plan,
    object_with_file,
    pay_invoice,
    pay_with_two_digits_changed,
    pay_without_number,
    write,
)
from fordran.actions.demo.deeds import (
    Deed,
    answer,
    cancel,
    close,
    credit,
    dispute,
    partly,
    pay,
    pay_instalment,
    plan,
    reply,
    respite,
)
from fordran.actions.demo.stories import INVOICE, Story

YEAR = 365
WEEK = 7
_FIRST_CUSTOMER = 1000
_SEED = 1974  # the year of the act on debt collection
_PRICES = (149, 245, 299, 480, 649, 795, 990, 1_250, 1_890, 2_400, 3_650, 5_900)

Deeds = tuple[tuple[int, Deed], ...]
Fate = Callable[[Random], Deeds]

_QUESTIONS = (
    "Hej! Jag har flyttat. Kan ni skicka fakturan igen till min nya adress?",
    "Jag betalade förra veckan men ser det inte här. Har pengarna kommit fram?",
    "Kan jag få vänta till den 25:e, när lönen kommer?",
    "Varför är det en avgift på 60 kr? Jag har bara fått en påminnelse.",
)


def _in_time(draw: Random) -> Deeds:
    return ((draw.randint(3, 31), pay_invoice),)


def _never(_draw: Random) -> Deeds:
    return ()


def _plan_kept(draw: Random) -> Deeds:
    first = draw.randint(60, 66)
    paid = tuple((first + 19 + 30 * number, pay_instalment(number + 1)) for number in range(3))
    return ((first, plan(4, 20)), *paid, (first + 112, pay(100)))


def _objects(draw: Random) -> Deeds:
    day = draw.randint(38, 70)
    outcome = draw.choice(
        (answer("rejected", "Kvittens finns."), answer("accepted", "Ni har rätt."), partly(40, "En del saknades."))
    )
    return ((day, dispute("Varorna kom aldrig fram.")), (day + draw.randint(5, 20), outcome))


def _sued(draw: Random) -> Deeds:
    day = draw.randint(96, 110)
    return ((day, reply("served")), (day + 24, reply("verdict")), (day + 60, reply("execution")))


_FATES: tuple[tuple[int, bool, Fate], ...] = (
    # How many of a thousand, whether the creditor has chosen enforcement, and what they do.
    (959, False, _in_time),
    (11, False, lambda draw: ((draw.randint(38, 46), pay(100)),)),
    (4, False, lambda draw: ((draw.randint(58, 72), pay(100)),)),
    (2, False, lambda draw: ((draw.randint(40, 60), pay(40)), (draw.randint(75, 100), pay(100)))),
    (2, False, lambda draw: ((draw.randint(36, 44), respite(21)), (draw.randint(55, 64), pay(100)))),
    (2, False, _plan_kept),
    (1, False, lambda draw: ((draw.randint(60, 66), plan(6, 20)), (88, pay_instalment(1)))),
    (3, False, _objects),
    (2, True, _sued),
    (4, False, lambda draw: ((draw.randint(5, 40), credit(100)),)),
    (3, False, lambda draw: ((draw.randint(5, 40), cancel),)),
    (1, False, lambda draw: ((draw.randint(100, 160), close("written_off")),)),
    (2, True, _never),
    (4, False, _never),
)

_LEFT: tuple[tuple[int, int, Deed], ...] = (
    # On how many days before the last one, how long after the invoice, and what.
    *((days, days + 20, pay_without_number) for days in (1, 2, 2, 3, 5, 8, 9)),
    *((days, days + 12, pay_with_two_digits_changed) for days in (0, 1, 4, 6, 6, 11)),
    *((number + 1, number + 44, write(question)) for number, question in enumerate(_QUESTIONS * 2)),
    *((days, days + 62, ask_for_plan(24)) for days in (1, 3, 6)),
    *(
        (days, days + 47, object_with_file("Jag har aldrig beställt detta.", "mail.pdf", BLANK_PDF))
        for days in (2, 4, 7, 9)
    ),
    *((days, days + 45, dispute("Fakturan är redan betald.")) for days in (3, 8, 12)),
    *((days, days + 60, plan(8, 20)) for days in (5, 10, 15, 20, 25, 30)),
)


def year(cases: int) -> list[tuple[int, Story]]:
    """So many invoices to two thirds as many customers, each with the day of the year on which it comes."""
    draw = Random(_SEED)  # noqa: S311  (nothing is kept secret by it)
    customers = max(1, cases * 2 // 3)
    files = YEAR // WEEK + 1
    left = _LEFT if cases >= 10 * len(_LEFT) else ()
    # Customers of their own, so that nothing else is owed by whom something is to be seen of.
    stories = [_left_over(draw, customers + number, *one) for number, one in enumerate(left)]
    for number in range(cases - len(left)):
        is_sued, fate = _drawn(draw)
        story = _story(draw, draw.randrange(customers), fate(draw), is_sued=is_sued)
        stories.append((number % files * WEEK, story))
    return stories


def _drawn(draw: Random) -> tuple[bool, Fate]:
    at = draw.randrange(sum(share for share, _, _ in _FATES))
    for share, is_sued, fate in _FATES:
        at -= share
        if at < 0:
            return is_sued, fate
    raise AssertionError("the shares add up")


def _story(draw: Random, customer: int, deeds: Deeds, *, is_sued: bool = False) -> Story:
    is_company = customer % 9 == 0
    return Story(
        "of the year",
        INVOICE,
        deeds,
        who="company" if is_company else "person",
        kronor=draw.choice(_PRICES) * (draw.randint(2, 9) if is_company else 1),
        is_sued=is_sued,
        by_file=True,
        customer=_FIRST_CUSTOMER + customer,
    )


def _left_over(draw: Random, customer: int, before: int, after: int, deed: Deed) -> tuple[int, Story]:
    """A story whose deed is done so many days before the last one, on an invoice that came with a week's file."""
    done = YEAR - before
    first = (done - after) // WEEK * WEEK
    return first, _story(draw, customer, ((done - first, deed),))
