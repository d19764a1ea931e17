"""Whole cases whose answers are worked by hand.

36 500 kr at 10 % carries 10 kr a day, and all of 2026 has 10 %, so most interest here can be counted on fingers.
"""

import pytest

from tests.domain.casebook import hold

CASES = {
    "paid on the due date there is no interest": """
        due 2026-03-31
        2026-03-01  capital 36500.00
        2026-03-31  pay 36500.00     → capital 36500.00
        2026-12-31  owed             → nothing, paid on 2026-03-31
    """,
    "paid before the due date there is no interest": """
        due 2026-03-31
        2026-03-01  capital 36500.00
        2026-03-10  pay 36000.00     → capital 36000.00
        2026-03-31  owed             → capital 500.00
        2026-04-10  owed             → interest 1.37, capital 500.00
    """,
    "paid before there was an invoice the money waits for it": """
        due 2026-03-31
        2026-03-01  capital 36500.00
        2026-02-01  pay 36500.00     → capital 36500.00
        2026-02-10  owed             → refund 36500.00
        2026-03-01  owed             → nothing, paid on 2026-03-01
    """,
    "ten days late cost ten days": """
        due 2026-03-31
        2026-03-01  capital 36500.00
        2026-04-10  pay 36600.00     → interest 100.00, capital 36500.00
        2026-04-10  owed             → nothing, paid on 2026-04-10
    """,
    "costs come before interest and interest before capital": """
        due 2026-03-31
        2026-03-01  capital 36500.00
        2026-04-07  fee reminder 60.00
        2026-04-10  pay 36500.00     → costs 60.00, interest 100.00, capital 36340.00
        2026-04-10  owed             → capital 160.00
        2026-04-20  owed             → interest 0.44, capital 160.00
    """,
    "a payment too small for the costs leaves interest and capital": """
        due 2026-03-31
        2026-03-01  capital 36500.00
        2026-04-07  fee reminder 60.00
        2026-04-10  pay 50.00        → costs 50.00
        2026-04-20  pay 100.00       → costs 10.00, interest 90.00
        2026-04-20  owed             → interest 110.00, capital 36500.00
    """,
    "a fee of the day of the payment counts": """
        due 2026-03-31
        2026-03-01  capital 36500.00
        2026-04-07  fee reminder 60.00
        2026-04-07  pay 36570.00     → costs 60.00, interest 70.00, capital 36440.00
        2026-04-07  owed             → capital 60.00
    """,
    "a payment that covered everything voids the fees of later days": """
        due 2026-03-31
        2026-03-01  capital 36500.00
        2026-04-07  fee reminder 60.00
        2026-04-20  fee debt_collection 180.00
        2026-04-06  pay 36560.00     → interest 60.00, capital 36500.00
        2026-12-31  owed             → nothing, paid on 2026-04-06
    """,
    "one öre short of a small rest the later fees stand": """
        due 2026-03-31
        2026-03-01  capital 36500.00
        2026-04-07  fee reminder 60.00
        2026-04-06  pay 36535.00     → interest 60.00, capital 36475.00
        2026-04-07  owed             → costs 60.00, interest 0.01, capital 25.00
    """,
    "a small rest of capital is written off, and the later fees are void": """
        due 2026-03-31
        2026-03-01  capital 36500.00
        2026-04-07  fee reminder 60.00
        2026-04-06  pay 36535.01     → interest 60.00, capital 36475.01
        2026-04-07  owed             → nothing, paid on 2026-04-06
    """,
    "a small rest after a crediting is measured on the day it is made, and is credited where nothing was paid": """
        due 2026-03-31
        2026-03-01  capital 36500.00
        2026-04-10  credit 36480.00
        2026-04-09  owed as known then → interest 90.00, capital 36500.00
        2026-04-09  owed             → interest 0.05, capital 20.00
        2026-04-10  owed             → nothing, credited on 2026-04-10
    """,
    "what is left after a crediting is with its fees, and 25 kr stand": """
        due 2026-03-31
        2026-03-01  capital 36500.00
        2026-04-07  fee reminder 60.00
        2026-04-10  credit 36480.00
        2026-04-10  owed             → costs 60.00, interest 0.05, capital 20.00
    """,
    "a limit of nothing writes nothing off": """
        due 2026-03-31, write off below 0
        2026-03-01  capital 36500.00
        2026-04-10  pay 36599.99     → interest 100.00, capital 36499.99
        2026-04-10  owed             → capital 0.01
    """,
    "a claim that was small from the beginning is not written off": """
        due 2026-03-31
        2026-03-01  capital 20.00
        2026-04-10  owed             → interest 0.05, capital 20.00
    """,
    "a crediting lowers capital from the due date": """
        due 2026-03-31
        2026-03-01  capital 36500.00
        2026-05-01  credit 18250.00
        2026-04-30  owed as known then → interest 300.00, capital 36500.00
        2026-04-30  owed             → interest 150.00, capital 18250.00
        2026-05-01  owed             → interest 155.00, capital 18250.00
        2026-05-10  owed             → interest 200.00, capital 18250.00
    """,
    "a crediting of everything on a case without payments closes it and voids its fees": """
        due 2026-03-31
        2026-03-01  capital 36500.00
        2026-04-07  fee reminder 60.00
        2026-05-01  credit 36500.00
        2026-05-20  fee debt_collection 180.00
        2026-06-01  pay 100.00       → refund 100.00
        2026-04-30  owed as known then → costs 60.00, interest 300.00, capital 36500.00
        2026-04-30  owed             → nothing
        2026-05-01  owed             → nothing, credited on 2026-05-01
        2026-06-01  owed             → refund 100.00, credited on 2026-05-01
    """,
    "two creditings may take everything together": """
        due 2026-03-31
        2026-03-01  capital 36500.00
        2026-04-07  fee reminder 60.00
        2026-05-01  credit 36000.00
        2026-05-02  credit 600.00
        2026-05-01  owed as known then → costs 60.00, interest 4.25, capital 500.00
        2026-05-01  owed             → nothing
        2026-05-02  owed             → nothing, credited on 2026-05-02
    """,
    "a later crediting of everything leaves the fee that something was paid on before it": """
        due 2026-03-31
        2026-03-01  capital 36500.00
        2026-04-07  fee reminder 60.00
        2026-04-20  pay 30.00        → costs 30.00
        2026-05-01  credit 36500.00
        2026-04-10  owed             → costs 60.00
        2026-04-30  owed             → costs 30.00
        2026-05-01  owed             → costs 30.00
    """,
    "before the due date a later crediting lowers nothing": """
        due 2026-03-31
        2026-03-01  capital 36500.00
        2026-05-01  credit 18250.00
        2026-03-30  owed             → capital 36500.00
        2026-03-31  owed             → capital 18250.00
    """,
    "a waiver of costs before a payment leaves the payment for interest and capital": """
        due 2026-03-31
        2026-03-01  capital 36500.00
        2026-04-07  fee reminder 60.00
        2026-04-10  pay 200.00       → interest 100.00, capital 100.00
        2026-04-12  waive costs
        2026-04-12  owed             → interest 19.95, capital 36400.00
    """,
    "a waiver closes nothing before the day it is made": """
        due 2026-03-31
        2026-03-01  capital 36500.00
        2026-04-10  pay 36500.00     → capital 36500.00
        2026-04-20  waive interest
        2026-04-19  owed             → nothing
        2026-04-20  owed             → nothing, paid on 2026-04-20
    """,
    "a crediting after everything was paid is refunded with the interest on it": """
        due 2026-03-31
        2026-03-01  capital 36500.00
        2026-04-10  pay 36600.00     → interest 90.00, capital 32850.00, refund 3660.00
        2026-05-01  credit 3650.00
        2026-04-30  owed as known then → nothing, paid on 2026-04-10
        2026-04-30  owed             → refund 3660.00, paid on 2026-04-10
        2026-05-01  owed             → refund 3660.00, paid on 2026-04-10
    """,
    "a crediting before the due date and after payment is refunded": """
        due 2026-03-31
        2026-03-01  capital 36500.00
        2026-03-20  pay 36500.00     → capital 35500.00, refund 1000.00
        2026-03-25  credit 1000.00
        2026-03-31  owed             → refund 1000.00, paid on 2026-03-20
    """,
    "a crediting of more than the capital is used as far as it goes": """
        due 2026-03-31
        2026-03-01  capital 36500.00
        2026-03-20  pay 500.00       → refund 500.00
        2026-04-25  credit 99999.00
        2026-04-25  owed             → refund 500.00, credited on 2026-04-25
    """,
    "what was paid in time and the rest credited leaves no reason for a fee": """
        due 2026-03-31
        2026-03-01  capital 36500.00
        2026-03-20  pay 500.00       → capital 500.00
        2026-04-07  fee reminder 60.00
        2026-04-25  credit 36000.00
        2026-04-24  owed as known then → costs 60.00, interest 236.71, capital 36000.00
        2026-04-24  owed             → nothing
        2026-04-25  owed             → nothing, paid on 2026-04-25
    """,
    "capital credited after a payment on the fee leaves a rest under 25 kr to be written off": """
        due 2026-03-31
        2026-03-01  capital 36500.00
        2026-04-07  fee reminder 60.00
        2026-04-10  pay 50.00        → costs 50.00
        2026-05-01  credit 36500.00
        2026-05-01  owed             → nothing, paid on 2026-05-01
    """,
    "a rest of 25 kr is not written off": """
        due 2026-03-31
        2026-03-01  capital 36500.00
        2026-04-07  fee reminder 60.00
        2026-04-10  pay 35.00        → costs 35.00
        2026-05-01  credit 36500.00
        2026-05-01  owed             → costs 25.00
    """,
    "a cancellation books off what remains and later money goes back": """
        due 2026-03-31
        2026-03-01  capital 36500.00
        2026-04-07  fee reminder 60.00
        2026-04-10  cancel
        2026-04-11  fee debt_collection 180.00
        2026-04-12  cancel
        2026-04-20  pay 1000.00      → refund 1000.00
        2026-04-09  owed             → costs 60.00, interest 90.00, capital 36500.00
        2026-04-10  owed             → nothing, cancelled on 2026-04-10
        2026-12-31  owed             → refund 1000.00, cancelled on 2026-04-10
    """,
    "a payment of the day of the cancellation comes before it": """
        due 2026-03-31
        2026-03-01  capital 36500.00
        2026-04-10  cancel
        2026-04-10  pay 1000.00      → interest 100.00, capital 900.00
        2026-04-10  owed             → nothing, cancelled on 2026-04-10
    """,
    "an operator closes for another reason": """
        due 2026-03-31
        2026-03-01  capital 36500.00
        2026-04-10  close bankruptcy
        2026-04-10  owed             → nothing, bankruptcy on 2026-04-10
    """,
    "a creditor's own excess is not ours to refund": """
        due 2026-03-31
        2026-03-01  capital 36500.00
        2026-03-30  pay 40000.00 to creditor     → capital 36500.00, not used 3500.00
        2026-04-02  pay 100.00                   → refund 100.00
        2026-04-02  owed                         → refund 100.00, paid on 2026-03-30
    """,
    "on one day the creditor's money is used first and ours goes back": """
        due 2026-03-31
        2026-03-01  capital 36500.00
        2026-03-30  pay 36500.00                 → refund 36500.00
        2026-03-30  pay 36500.00 to creditor     → capital 36500.00
    """,
    "a recalled payment is as if it had never come": """
        due 2026-03-31
        2026-03-01  capital 36500.00
        2026-03-31  pay 36500.00 recalled 2026-04-05
        2026-04-04  owed             → nothing, paid on 2026-03-31
        2026-04-10  owed             → interest 100.00, capital 36500.00
    """,
    "a business owes 450 kr and the reminder is absorbed": """
        due 2026-03-31, business
        2026-03-01  capital 36500.00
        2026-04-07  fee late_payment_fee 450.00
        2026-04-07  fee reminder 60.00
        2026-04-20  fee debt_collection 180.00
        2026-04-20  owed             → costs 450.00, interest 200.00, capital 36500.00
    """,
    "a fee the creditor had claimed is not charged again": """
        due 2026-03-31
        2026-03-01  capital 36500.00
        2026-04-05  fee reminder 60.00 by creditor
        2026-04-07  fee reminder 60.00
        2026-04-07  owed             → costs 60.00, interest 70.00, capital 36500.00
    """,
    "enforcement costs are covered before older costs": """
        due 2026-03-31
        2026-03-01  capital 36500.00
        2026-04-07  fee reminder 60.00
        2026-04-20  fee enforcement 680.00
        2026-04-20  pay 700.00       → costs 700.00
        2026-04-20  owed             → costs 40.00, interest 200.00, capital 36500.00
    """,
    "the rate changes on 1 January": """
        due 2024-12-01
        2024-11-01  capital 36500.00
        2024-12-31  owed             → interest 360.00, capital 36500.00
        2025-02-01  owed             → interest 712.00, capital 36500.00
    """,
    "an agreed rate": """
        due 2026-03-31, agreed 20 %
        2026-03-01  capital 36500.00
        2026-04-10  owed             → interest 200.00, capital 36500.00
    """,
    "interest that starts later than the due date": """
        due 2026-03-31, interest from 2026-04-05
        2026-03-01  capital 36500.00
        2026-04-05  owed             → capital 36500.00
        2026-04-06  owed             → interest 10.00, capital 36500.00
    """,
    "letters and steps round nothing": """
        due 2026-03-31
        2026-03-01  capital 1000.00
        2026-04-01  step
        2026-04-02  step
        2026-04-03  step
        2026-04-04  step
        2026-04-05  step
        2026-04-10  owed             → interest 2.74, capital 1000.00
    """,
    "each payment rounds its own stretch": """
        due 2026-03-31
        2026-03-01  capital 1000.00
        2026-04-01  pay 0.01         → interest 0.01
        2026-04-02  pay 0.01         → interest 0.01
        2026-04-02  owed             → interest 0.52, capital 1000.00
    """,
    "the case of reminder, demand and enforcement": """
        due 2026-08-31
        2026-08-01  capital 1425.00
        2026-09-07  fee reminder 60.00
        2026-09-21  fee debt_collection 180.00
        2026-10-05  pay 1000.00      → costs 240.00, interest 13.66, capital 746.34
        2026-11-15  fee enforcement 680.00
        2026-10-05  owed             → capital 678.66
        2026-11-14  owed             → interest 7.44, capital 678.66
        2026-11-15  owed             → costs 680.00, interest 7.62, capital 678.66
    """,
}


@pytest.mark.parametrize("name", CASES)
def test_a_case_comes_to_what_is_written(name: str) -> None:
    assert hold(CASES[name]) > 0
