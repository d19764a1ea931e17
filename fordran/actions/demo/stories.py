"""Invented cases and what becomes of them: one row a story.

`PORTFOLIO` has a case in every state, under every hold and closed for every reason, on the last day of the demo. `MIXED` is
what a year of many cases is made of: some pay, some object, some pay by instalments, some do nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from fordran.actions.demo.deeds import (
    Deed,
    answer,
    cancel,
    close,
    credit,
    dispute,
    mark,
    partly,
    pay,
    pay_instalment,
    plan,
    reply,
    respite,
    wrong_person,
)

Who = Literal["person", "company", "child", "car"]
Registers = Literal["invoice", "reminder", "debt_collection"]


@dataclass(frozen=True)
class Story:
    """A case: how it is registered, by whom it is owed, and what is done, by days after its registration."""

    what: str
    registers: Registers
    deeds: tuple[tuple[int, Deed], ...] = ()
    who: Who = "person"
    kronor: int = 1_000
    is_sued: bool = False
    is_asked: bool = False
    """Whether its application waits until the creditor has confirmed and a person has released it."""
    """Whether the creditor has chosen enforcement."""
    waits: bool = False
    """Whether it is registered without being started."""
    debts: int = 1
    overdue_days: int = 15
    by_file: bool = False
    """Whether it comes with others in a file of the creditor's; of invoices."""
    customer: int | None = None
    """Which of the invented customers it is, where one has several."""


INVOICE: Registers = "invoice"
REMIND: Registers = "reminder"
DEMAND: Registers = "debt_collection"

_WRONG = "Varorna kom aldrig fram."

PORTFOLIO: tuple[tuple[int, Story], ...] = (
    # How many days before the last one it is registered.
    (0, Story("registered today", REMIND, kronor=2_450)),
    (0, Story("registered today, three debts of one customer", DEMAND, debts=3, kronor=790)),
    (6, Story("waits to be started", DEMAND, waits=True, kronor=12_000)),
    (12, Story("invoiced", INVOICE, kronor=640)),
    (9, Story("invoiced, to a business", INVOICE, who="company", kronor=18_750)),
    (14, Story("invoiced and paid in part", INVOICE, ((8, pay(40)),), kronor=3_200)),
    (40, Story("invoiced and paid", INVOICE, ((21, pay(100)),), kronor=899)),
    (30, Story("invoiced and credited", INVOICE, ((10, credit(100)),), kronor=1_150)),
    (33, Story("invoiced and taken back", INVOICE, ((12, cancel),), kronor=480)),
    (5, Story("reminded", REMIND, kronor=1_290)),
    (43, Story("invoiced and reminded", INVOICE, kronor=2_100)),
    (8, Story("reminded and paid in part", REMIND, ((5, pay(50, "creditor")),), kronor=1_600)),
    (9, Story("reminded and given time", REMIND, ((4, respite(30)),), kronor=5_400)),
    (10, Story("reminded and disputed", REMIND, ((5, dispute(_WRONG)),), kronor=2_999)),
    (41, Story("a parking fee, reminded of", INVOICE, who="car", kronor=700)),
    (6, Story("demanded", DEMAND, kronor=4_300)),
    (7, Story("demanded of a business", DEMAND, who="company", kronor=22_480)),
    (8, Story("demanded, by instalments", DEMAND, ((3, plan(6, 20)),), kronor=9_600)),
    (11, Story("demanded and disputed", DEMAND, ((4, dispute("Fakturan är redan betald.")),), kronor=1_875)),
    (12, Story("demanded and given time", DEMAND, ((5, respite(45)),), kronor=3_050)),
    (
        22,
        Story(
            "demanded, disputed, answered",
            DEMAND,
            ((4, dispute(_WRONG)), (11, partly(25, "En av fyra kartonger saknades."))),
            kronor=4_000,
        ),
    ),
    (30, Story("demanded and paid", DEMAND, ((9, pay(100)),), kronor=2_750)),
    (32, Story("disputed and accepted", DEMAND, ((4, dispute(_WRONG)), (12, answer("accepted", "Ni har rätt."))))),
    (
        70,
        Story(
            "paid by instalments",
            DEMAND,
            ((3, plan(2, 10)), (12, pay_instalment(1)), (40, pay(100))),
            kronor=3_600,
        ),
    ),
    (65, Story("a plan that was not kept", DEMAND, ((3, plan(8, 15)),), kronor=8_000)),
    (38, Story("under surveillance", DEMAND, kronor=6_250)),
    (45, Story("under surveillance, paid in part", DEMAND, ((35, pay(30)),), kronor=7_700)),
    (48, Story("under surveillance, by instalments", DEMAND, ((40, plan(10, 25)),), kronor=15_000)),
    (28, Story("applied for", DEMAND, is_sued=True, kronor=11_300)),
    (26, Story("waits before an application", DEMAND, is_sued=True, is_asked=True, kronor=8_640)),
    (34, Story("served", DEMAND, ((30, reply("served")),), is_sued=True, kronor=5_980)),
    (40, Story("contested", DEMAND, ((28, reply("served")), (36, reply("contested"))), is_sued=True, kronor=9_150)),
    (52, Story("decided", DEMAND, ((28, reply("served")), (46, reply("verdict"))), is_sued=True, kronor=3_775)),
    (
        64,
        Story(
            "executed",
            DEMAND,
            ((28, reply("served")), (44, reply("verdict")), (50, reply("execution"))),
            is_sued=True,
            kronor=13_400,
        ),
    ),
    (
        72,
        Story(
            "without result",
            DEMAND,
            ((28, reply("served")), (44, reply("verdict")), (50, reply("execution")), (66, reply("ended"))),
            is_sued=True,
            kronor=4_860,
        ),
    ),
    (25, Story("written off", DEMAND, ((18, close("written_off")),), kronor=350)),
    (26, Story("returned", REMIND, ((19, close("returned")),), kronor=1_480)),
    (
        27,
        Story(
            "a bankruptcy",
            DEMAND,
            ((8, mark(bankruptcy=True)), (20, close("bankruptcy"))),
            who="company",
            kronor=31_000,
        ),
    ),
    (
        23,
        Story(
            "the wrong person", DEMAND, ((12, wrong_person("Fakturan gällde en granne med samma namn.")),), kronor=870
        ),
    ),
    (28, Story("a death", DEMAND, ((9, mark(deceased=True)), (21, close("deceased"))), kronor=2_290)),
    (
        29,
        Story(
            "debt restructuring",
            DEMAND,
            ((10, mark(debt_restructuring=True)), (22, close("debt_restructuring"))),
            kronor=8_450,
        ),
    ),
    (20, Story("time-barred", REMIND, ((0, respite(14)),), kronor=1_999, overdue_days=1_056)),
    (7, Story("a debtor under eighteen", REMIND, who="child", kronor=249)),
    (9, Story("a protected identity", DEMAND, ((0, mark(protected_identity=True)),), kronor=1_340)),
)

MIXED: tuple[Story, ...] = (
    Story("never pays", DEMAND, kronor=1_830),
    Story("never pays, sued", DEMAND, ((40, reply("served")), (70, reply("verdict"))), is_sued=True, kronor=4_410),
    Story("pays the invoice", INVOICE, ((18, pay(100)),), kronor=745),
    Story("pays after the reminder", INVOICE, ((42, pay(100)),), kronor=1_260),
    Story("pays after the demand", REMIND, ((20, pay(100, "creditor")),), kronor=2_390),
    Story("pays in parts", REMIND, ((9, pay(30)), (31, pay(50, "creditor")), (75, pay(100))), kronor=5_125),
    Story("pays more than is owed", DEMAND, ((10, pay(130)),), kronor=990),
    Story("objects, is right", DEMAND, ((5, dispute(_WRONG)), (14, answer("accepted", "Ni har rätt.")))),
    Story(
        "objects, is wrong", REMIND, ((4, dispute(_WRONG)), (19, answer("rejected", "Kvittens finns."))), kronor=3_300
    ),
    Story("objects, is half right", DEMAND, ((4, dispute(_WRONG)), (9, partly(50, "Hälften saknades."))), kronor=2_080),
    Story("asks for time, pays", DEMAND, ((6, respite(30)), (33, pay(100))), kronor=1_499),
    Story("asks for time, does not pay", REMIND, ((4, respite(20)),), kronor=2_777),
    Story(
        "keeps a plan",
        DEMAND,
        ((5, plan(4, 20)), (24, pay_instalment(1)), (52, pay_instalment(2)), (80, pay_instalment(3)), (108, pay(100))),
        kronor=6_400,
    ),
    Story("breaks a plan", DEMAND, ((5, plan(6, 20)), (24, pay_instalment(1))), kronor=7_200),
    Story("is credited in part", INVOICE, ((35, credit(20)), (60, pay(100))), kronor=3_950),
    Story("is taken back", DEMAND, ((25, cancel),), kronor=560),
    Story("a business that pays late", INVOICE, ((47, pay(100)),), who="company", kronor=16_240),
    Story("a business that does not pay", REMIND, who="company", kronor=28_900),
    Story(
        "goes bankrupt", REMIND, ((24, mark(bankruptcy=True)), (90, close("bankruptcy"))), who="company", kronor=9_870
    ),
    Story("a parking fee", INVOICE, ((58, pay(100)),), who="car", kronor=700),
    Story("three debts", REMIND, debts=3, kronor=815),
)
