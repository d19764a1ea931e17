"""Made-up bank days for the tests of bank files, fixed and drawn."""

from datetime import UTC, date, datetime

from hypothesis import strategies as st

from fordran.formats.bank import BankPayer, BankReference
from fordran.formats.making import DemoTransaction, Deposit

ACCOUNT = "SE3550000000054910000003"
BANKGIRO = "9912346"
CREATED = datetime(2026, 3, 3, 18, 30, 5, 123456, tzinfo=UTC)
DAY = date(2026, 3, 3)
ASA = BankPayer(
    name="Åsa Öberg AB",
    street="Storgatan 2",
    postal_code="123 45",
    town="Storåker",
    country="SE",
    organization_no="5500001234",
    account="50501055",
)


def references(draw: st.DrawFn, amount: int) -> tuple[BankReference, ...]:
    """None, some without amounts, or two with amounts that make up the payment."""
    match draw(st.sampled_from(("none", "bare", "stated"))):
        case "bare":
            return (BankReference("1234574"), BankReference("133"))
        case "stated":
            credited = draw(st.integers(1, 10_000))
            return (BankReference("1234574", amount + credited), BankReference("133", -credited))
    return ()


@st.composite
def receipts(draw: st.DrawFn) -> DemoTransaction:
    amount = draw(st.integers(1, 10**9))
    number = draw(st.integers(0, 10**6))
    return DemoTransaction(
        amount=amount,
        reference=draw(st.sampled_from(("1234574", "100014", "faktura 77", ""))),
        extra_references=references(draw, amount),
        payer=draw(st.sampled_from((BankPayer(), ASA))),
        information=draw(st.sampled_from(((), ("tack", "för 10000180")))),
        serial=f"{number:012d}",
        end_to_end_id=f"E{number}",
    )


@st.composite
def deposits(draw: st.DrawFn) -> Deposit:
    drawn = draw(st.lists(receipts(), min_size=1, max_size=4))
    return Deposit(BANKGIRO, DAY, draw(st.integers(1, 99_999)), tuple(drawn))


bank_days = st.lists(deposits(), min_size=1, max_size=3)
