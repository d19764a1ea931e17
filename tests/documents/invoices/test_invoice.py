"""The invoice as PDF: everything that must stand on it does, and nothing that must not."""

import io
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pypdf import PdfReader

from fordran.documents.invoices.invoice import (
    LINES_OF_A_PAGE,
    InvoiceDocument,
    LatePayment,
    References,
    TotalsDiffer,
    render,
)
from fordran.documents.invoices.invoice_lines import InvoiceLine
from fordran.documents.parties import PostalAddress, Receiver
from fordran.texts.languages import LANGUAGES
from fordran.texts.numbers import decimal_text, kronor_text
from tests.documents.samples import LINES, invoice, many_lines
from tests.pdf import codes_in, drawings_of, page_texts, right_edge, text_of

REFERENCES = References("Åsa Öberg", "ÅÖ-22", "Projekt Solrosen", "Maja Lind", "PO-99812", "RA-2024-77", "R-1189")


def numbers_of(document: InvoiceDocument) -> list[str]:
    """Every number that the law or the payer asks for, as the document's language writes it."""
    sums = document.totals
    amounts = [
        sums.total_amount_excluding_vat,
        sums.total_vat,
        sums.total_amount_including_vat,
        sums.amount_to_pay,
        *(line.total_price_excluding_vat for line in document.lines),
    ]
    prices = [line.unit_price_kronor for line in document.lines if line.unit_price_kronor is not None]
    units = [line.number_of_units for line in document.lines if line.number_of_units is not None]
    return [
        *(kronor_text(amount, document.language) for amount in amounts),
        *(decimal_text(price, document.language, fewest_decimals=2) for price in prices),
        *(decimal_text(number, document.language) for number in units),
        document.invoice_number,
        document.invoice_date.isoformat(),
    ]


def missing_from(text: str, expected: list[str]) -> list[str]:
    return [number for number in expected if number not in text]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_text_holds_every_number_of_the_invoice(language: Any) -> None:
    document = invoice(language=language, references=REFERENCES, invoice_delivery_date=date(2026, 2, 27))
    text = text_of(render(document))
    payment = ["2026-04-02", "2026-02-27", "123456789023", "991-2346", "40117"]
    sender = ["556677-8899", "SE556677889901", "Stockholm", "Godkänd för F-skatt", "Björks Elteknik AB"]
    references = [getattr(REFERENCES, name) for name in References.__slots__]
    assert missing_from(text, [*numbers_of(document), *payment, *sender, *references]) == []


def test_every_rate_in_use_has_its_base_and_its_vat() -> None:
    text = text_of(render(invoice()))
    rows = ["25 % 1 000,00 250,00", "12 % 99,99 12,00", "6 % 49,95 3,00", "0 % 10,00 0,00"]
    assert missing_from(text, rows) == []
    assert "12 %" not in text_of(render(invoice(LINES[:3])))


@pytest.mark.parametrize(
    ("language", "vat_number", "is_zero_rated", "reason"),
    [
        ("sv", "SE556036079301", False, "0 %: undantag från skatteplikt, mervärdesskattelag (2023:200) 10 kap."),
        ("en", "SE556036079301", False, "0 %: exempt from VAT under chapter 10 of the Swedish VAT Act"),
        ("sv", None, False, "0 %: säljaren är inte registrerad för mervärdesskatt."),
        ("sv", "SE556036079301", True, None),
    ],
)
def test_a_line_without_vat_says_why(language: Any, vat_number: str | None, is_zero_rated: bool, reason: str) -> None:
    document = invoice((InvoiceLine("Hyra", 100_00, "0%", is_zero_rated=is_zero_rated),), language=language)
    sender = replace(document.sender, vat_number=vat_number, is_f_tax_approved=False)
    text = " ".join(text_of(render(replace(document, sender=sender))).split())
    assert reason in text if reason else "0 %:" not in text
    taxed = invoice((InvoiceLine("Arbete", 100_00),), language=language)
    assert "0 %:" not in text_of(render(taxed))


def test_rounding_is_shown_where_there_is_any() -> None:
    assert "Öresavrundning" in text_of(render(invoice()))
    assert "Öresavrundning" not in text_of(render(invoice(LINES[:3])))


@pytest.mark.parametrize(
    ("terms", "expected", "absent"),
    [
        (LatePayment(), ["6 § räntelagen", "referensräntan plus 8 procentenheter"], ["påminnelse", "försenings"]),
        (LatePayment(reminder_fee=6000), ["påminnelseavgift på 60 kr"], ["försenings"]),
        (LatePayment(late_payment_fee=45000), ["förseningsersättning på 450 kr"], ["påminnelseavgift"]),
        (LatePayment(agreed_rate_percent=Decimal("12.5")), ["dröjsmålsränta med 12,5 % per år"], ["räntelagen"]),
        (LatePayment(agreed_rate_percent=Decimal(0)), [], ["dröjsmålsränta"]),
    ],
)
def test_the_invoice_says_what_late_payment_costs(terms: LatePayment, expected: list[str], absent: list[str]) -> None:
    text = " ".join(text_of(render(invoice(late_payment=terms))).split())
    assert missing_from(text, expected) == []
    assert missing_from(text, absent) == absent


def test_a_short_invoice_that_needs_two_pages_counts_them() -> None:
    long = replace(LINES[0], extra_rows=("en rad under",) * 60)
    document = invoice((long, *LINES[1:]))
    assert len(document.lines) <= LINES_OF_A_PAGE
    pages = page_texts(render(document))
    assert [f"Sida {number} av 2" in page for number, page in enumerate(pages, 1)] == [True, True]
    assert "Faktura 2026-10417" in pages[1]


def test_an_invoice_of_one_page_says_so() -> None:
    (page,) = page_texts(render(invoice()))
    assert "Sida 1 av 1" in page


def test_two_hundred_lines_break_pages_with_the_header_repeated_and_pages_counted() -> None:
    document = invoice(many_lines(200))
    pages = page_texts(render(document))
    assert len(pages) > 4
    assert missing_from("\n".join(pages), numbers_of(document)) == []
    for number, page in enumerate(pages, 1):
        assert f"Sida {number} av {len(pages)}" in page
        assert ("Art.nr Beskrivning Antal À-pris Moms Belopp exkl. moms" in page) == ("Post" in page)
        assert number == 1 or "Faktura 2026-10417" in page
    # A line stands whole on one page, and each stands once.
    assert [sum(page.count(f"A{number:04d} Post {number}:") for page in pages) for number in range(1, 201)] == [1] * 200


def test_a_credit_invoice_names_what_it_credits_and_asks_for_no_payment() -> None:
    document = invoice(LINES[:3], credited_invoice_number="2026-10390")
    text = text_of(render(document))
    assert (
        missing_from(text, ["Kreditfaktura", "2026-10390", "Att kreditera", "1 250,00", "Ingenting att betala"]) == []
    )
    absent = ["Att betala", "Bankgiro", "991-2346", "OCR", "Förfallodatum", "dröjsmålsränta"]
    assert missing_from(text, absent) == absent
    assert codes_in(drawings_of(render(document), 110)[0]) == []


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        ((InvoiceLine("Garantiarbete", 0),), "Fakturan är på noll kronor"),
        ((InvoiceLine("Rabatt", -10_000),), "Fakturan är till er fördel"),
        ((InvoiceLine("Spik", 39, "0%"),), "Fakturan är på noll kronor"),
    ],
)
def test_an_invoice_with_nothing_to_pay_has_no_payment_code(lines: tuple[InvoiceLine, ...], sentence: str) -> None:
    document = invoice(lines)
    text = text_of(render(document))
    assert sentence in text
    assert "Bankgiro" not in text
    assert codes_in(drawings_of(render(document), 110)[0]) == []


def test_markup_and_odd_characters_are_printed_as_they_are() -> None:
    odd = '#panic("x") $x^2$ *b* _i_ @ref <a> `r` [c] {d} ~ // /* \\ \\u{41} "q"'
    lines = (InvoiceLine(odd, 10_000, extra_rows=(f"rad {odd}",)),)
    document = invoice(
        lines, invoice_headline=f"= {odd}", invoice_body_text=f"- {odd}\n+ {odd}", references=References(odd)
    )
    text = " ".join(text_of(render(document)).split())
    assert text.count(odd) == 6


def test_control_characters_and_signs_that_no_font_has_do_not_stop_an_invoice() -> None:
    lines = (InvoiceLine("Klocka \x07\x1b\x9f, flagga \U0001f1f8\U0001f1ea, 漢字, \ue000, \ud800", 10_000),)
    text = text_of(render(invoice(lines, receiver=Receiver("Åsa 😀 Öberg", PostalAddress()))))
    assert missing_from(text, ["Klocka", "flagga", "Åsa", "Öberg", "100,00"]) == []


@pytest.mark.parametrize("many", [2, 3, 4, 7])
def test_custom_columns_and_extra_rows_are_printed_however_many(many: int) -> None:
    headlines = tuple(f"Rubrik{index}" for index in range(many))
    lines = tuple(
        replace(
            line, custom_column_data=tuple(f"data{row}{index}" for index in range(many)), extra_rows=(f"rad {row}",)
        )
        for row, line in enumerate(LINES)
    )
    document = invoice(lines, custom_column_headlines=headlines)
    text = text_of(render(document))
    data = [datum for line in lines for datum in (*line.custom_column_data, *line.extra_rows)]
    assert missing_from(text, [*headlines, *data, *numbers_of(document)]) == []


def test_custom_data_without_a_headline_is_printed_too() -> None:
    lines = (replace(LINES[0], custom_column_data=("ett", "två")), LINES[1])
    assert missing_from(text_of(render(invoice(lines, custom_column_headlines=("En",)))), ["En", "ett", "två"]) == []


def test_long_names_and_words_stay_within_the_margins() -> None:
    long = "Järnvägsverkstädernas" * 8
    lines = (replace(LINES[0], article_description=long, article_number="9" * 60, custom_column_data=(long, long)),)
    document = invoice(lines, receiver=Receiver(long, PostalAddress(long)), invoice_number="F" * 80)
    document = replace(document, sender=replace(document.sender, name=long), references=References(long))
    pdf = render(document)
    right_margin = (210 - 20) / 25.4 * 72
    assert right_edge(pdf) < right_margin
    text = text_of(pdf).replace("\n", "")
    # Sender, receiver, address, reference, description, two custom columns, and the head of the second page.
    assert text.count(long) == 8
    assert "\u200b" not in text


def test_a_person_is_printed_without_a_number_and_a_company_with_its_own() -> None:
    company = Receiver("Bolaget AB", PostalAddress(), organization_no="5560160680", vat_number="SE556016068001")
    assert missing_from(text_of(render(invoice(receiver=company))), ["556016-0680", "SE556016068001"]) == []
    assert "Ert org.nr" not in text_of(render(invoice()))


def test_the_order_line_is_printed_under_its_line() -> None:
    lines = (replace(LINES[0], order_line_reference="PO-7/20"),)
    assert "Orderrad PO-7/20" in text_of(render(invoice(lines)))


def test_lines_that_do_not_add_up_to_the_total_are_refused() -> None:
    with pytest.raises(TotalsDiffer):
        render(invoice(totals=invoice(LINES[:2]).totals))


def test_the_same_invoice_gives_the_same_bytes_in_this_process_in_a_thread_and_in_another_process() -> None:
    first = render(invoice())
    render(invoice(invoice_number="another"))
    assert render(invoice()) == first
    with ThreadPoolExecutor(4) as threads:
        assert set(threads.map(render, [invoice()] * 8)) == {first}
    program = "import sys, tests.documents.samples as s, fordran.documents.invoices.invoice as i; "
    program += "sys.stdout.buffer.write(i.render(s.invoice()))"
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, check=True).stdout == first


def test_the_pdf_says_what_it_is_and_meets_the_standards_for_archives_and_screen_readers() -> None:
    reader = PdfReader(io.BytesIO(render(invoice(language="en"))))
    assert reader.metadata is not None
    assert (reader.metadata.title, reader.metadata.author) == ("Invoice 2026-10417", "Björks Elteknik AB")
    assert str(reader.metadata.get("/CreationDate")).startswith("D:20260303")
    assert reader.root_object["/Lang"] == "en"
    assert reader.root_object["/MarkInfo"]["/Marked"]
    width, height = reader.pages[0].mediabox[2:]
    assert (round(float(width)), round(float(height))) == (595, 842)
    metadata = reader.root_object["/Metadata"].get_object().get_data().decode()
    assert missing_from(metadata, ["<pdfaid:part>2<", "<pdfaid:conformance>A<", "<pdfuaid:part>1<"]) == []


texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), max_size=50)
lines_of_any_kind = st.builds(
    InvoiceLine,
    article_description=texts,
    total_price_excluding_vat=st.integers(-10_000_000_000, 10_000_000_000_000),
    unit_vat_percent=st.sampled_from(["25%", "12%", "6%", "0%"]),
    article_number=st.none() | texts,
    number_of_units=st.none() | st.decimals(-1_000_000, 1_000_000, places=6),
    unit_price_kronor=st.none() | st.decimals(-1_000_000, 1_000_000, places=6),
    order_line_reference=st.none() | texts,
    custom_column_data=st.lists(texts, max_size=5).map(tuple),
    extra_rows=st.lists(texts, max_size=3).map(tuple),
)


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    lines=st.lists(lines_of_any_kind, min_size=1, max_size=6).map(tuple),
    headlines=st.lists(texts, max_size=5).map(tuple),
    name=texts,
    headline=texts,
    body_text=texts,
    language=st.sampled_from(LANGUAGES),
)
def test_an_invoice_of_any_content_is_printed_with_its_numbers(
    lines: tuple[InvoiceLine, ...], headlines: tuple[str, ...], name: str, headline: str, body_text: str, language: Any
) -> None:
    document = invoice(
        lines,
        receiver=Receiver(name, PostalAddress(name, city=name)),
        custom_column_headlines=headlines,
        invoice_headline=headline,
        invoice_body_text=body_text,
        language=language,
    )
    text = text_of(render(document)).replace("\n", "").replace(" ", "")
    assert missing_from(text, [number.replace(" ", "") for number in numbers_of(document)]) == []


@pytest.mark.parametrize("count", [4, 15, 16, 17, 27, 28, 30, 56, 58, 60, 62, 63])
def test_sums_stand_with_a_line_and_every_line_once_under_a_head(count: int) -> None:
    pages = page_texts(render(invoice(many_lines(count))))
    (of_sums,) = (page for page in pages if "Summa exkl. moms" in page)
    if count % 7:  # one of several lines of text is not moved
        assert f"A{count:04d}" in of_sums
    assert [sum(page.count(f"A{n:04d}") for page in pages) for n in range(1, count + 1)] == [1] * count
    assert all("Art.nr Beskrivning" in page for page in pages if "A0" in page)


def test_a_last_line_that_is_longer_than_a_page_is_printed_whole() -> None:
    rows = tuple(f"Rad {number} av tillägget" for number in range(1, 121))
    lines = (*many_lines(20), replace(many_lines(1)[0], article_number="SIST", extra_rows=rows))
    document = invoice(lines)
    pages = page_texts(render(document))
    assert [row for row in rows if row not in " ".join(" ".join(pages).split())] == []
    # A page has room for some sixty.
    assert max(page.count("av tillägget") for page in pages) < 80
