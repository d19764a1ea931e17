"""Invoices to write as e-invoices: one that is right, and strategies that draw any that we can make."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from decimal import Decimal

from hypothesis import strategies as st

from fordran.domain.vat import VatLine as Summed
from fordran.domain.vat import totals
from fordran.formats.e_invoices.invoice import EInvoice, EInvoiceLine, Party

SELLER = Party(
    name="Norrlands El & Kraft AB",
    organization_no="556036-0793",
    vat_no="SE556036079301",
    streets=("Storgatan 1",),
    zip_code="111 22",
    city="Stockholm",
    contact="Maja Lind",
    email="maja@kraft.example",
    approved_for_f_tax=True,
)
BUYER = Party(
    name="Köparen AB",
    organization_no="556016-0680",
    address="0007:5560160680",
    streets=("c/o Lind", "Björkgatan 3", "2 tr"),
    zip_code="753 28",
    city="Uppsala",
)
PAYEE = Party(name="Inkassobolaget AB", organization_no="5592011230")


def invoice(lines: tuple[EInvoiceLine, ...] | None = None, **more: object) -> EInvoice:
    """An invoice with these lines, and the sums that they come to."""
    lines = (EInvoiceLine("Månadsavgift", 100_000, "25%"),) if lines is None else lines
    sums = totals(Summed(line.amount, line.vat_percent) for line in lines)
    made = EInvoice(
        number="1042",
        invoice_date=date(2026, 3, 3),
        due_date=date(2026, 4, 2),
        seller=SELLER,
        buyer=BUYER,
        payee=PAYEE,
        bankgiro="991-2346",
        ocr_number="104221",
        lines=lines,
        totals=sums,
    )
    return replace(made, **more)  # type: ignore[arg-type]


# Whatever a client may send: controls, bidirectional marks, letters of every script, and what XML itself uses.
texts = st.text(max_size=60)
names = st.text(min_size=1, max_size=60).filter(lambda text: any(letter.isalnum() for letter in text))
maybe = st.one_of(st.just(""), names)


@st.composite
def some_lines(draw: st.DrawFn) -> tuple[EInvoiceLine, ...]:
    """Lines that come to nothing less than nothing: some are discounts, some have units, some units that do not fit."""
    lines = []
    for _ in range(draw(st.integers(1, 6))):
        amount = draw(st.integers(0, 10**9))
        units = draw(st.none() | st.decimals(-1000, 1000, places=3))
        price = draw(st.none() | st.decimals(-10000, 10000, places=4))
        if draw(st.booleans()) and units:
            price = (Decimal(amount) / 100 / abs(units)).quantize(Decimal("0.0001"))
        rate = draw(st.sampled_from(("25%", "12%", "6%", "0%")))
        lines.append(
            EInvoiceLine(draw(texts), amount, rate, rate == "0%" and draw(st.booleans()), units, price, draw(maybe), draw(maybe),
                 draw(maybe), tuple(draw(st.lists(texts, max_size=2))))
        )  # fmt: skip
        if draw(st.booleans()):
            lines.append(EInvoiceLine("Rabatt", -draw(st.integers(0, amount)), rate, lines[-1].is_zero_rated))
    return tuple(lines)


@st.composite
def invoices(draw: st.DrawFn) -> EInvoice:
    """Any invoice that we can make and BIS 3 can say."""
    lines = draw(some_lines())
    is_taxed = any(line.vat_percent != "0%" or line.is_zero_rated for line in lines)
    seller = replace(
        SELLER,
        name=draw(names),
        vat_no="SE556036079301" if is_taxed or draw(st.booleans()) else "",
        approved_for_f_tax=draw(st.booleans()),
        contact=draw(maybe),
    )
    company = replace(BUYER, name=draw(names), streets=tuple(draw(st.lists(texts, max_size=3))), city=draw(maybe))
    person = replace(
        company, organization_no="", address="0088:7300010000001", country=draw(st.sampled_from(["SE", "NO"]))
    )
    return invoice(
        lines,
        number=draw(names),
        seller=seller,
        buyer=draw(st.sampled_from([company, person])),
        credits=draw(st.sampled_from(["", "1041"])),
        delivery_date=draw(st.sampled_from([None, date(2026, 2, 28)])),
        buyer_reference=draw(maybe),
        order_reference=draw(maybe),
        contract_reference=draw(maybe),
        customer_number=draw(maybe),
        note=draw(texts),
        ocr_number=draw(st.sampled_from(["104221", "9999999999999999999999999"])),
    )
