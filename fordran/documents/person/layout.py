"""The sections and tables of an extract from the register, by the names of their texts."""

from typing import TypeAlias

Column: TypeAlias = tuple[str, str]
"""The name of a column's text, and the path to its value through nested documents; amounts end in `_kr`."""

SECTIONS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("responsible", ("responsible_text",)),
    ("purpose", ("purpose_text",)),
    ("legal_basis", ("legal_basis_text",)),
    ("sources", ("sources_text",)),
    ("recipients", ("recipients_text",)),
    ("retention", ("retention_text", "retention_text_2")),
    ("rights", ("rights_text", "rights_text_2", "rights_text_3")),
)
"""The information that GDPR article 15.1 and 15.2 require: heading and paragraphs."""

TABLES: tuple[tuple[str, tuple[Column, ...]], ...] = (
    (
        "customers",
        (
            ("name", "name"),
            ("number", "id_number"),
            ("address", "address"),
            ("phone", "mobile_number"),
            ("email", "email"),
            ("customer_number", "customer_number"),
            ("vehicle", "car_registration.number"),
            ("deceased", "deceased"),
            ("bankruptcy", "bankruptcy"),
            ("debt_restructuring", "debt_restructuring"),
            ("protected", "protected_identity"),
        ),
    ),
    ("accounts", (("name", "name"), ("number", "organization_no"))),
    ("creditors", (("name", "name"), ("number", "organization_no"), ("address", "agreement_address"))),
    ("partners", (("name", "name"), ("number", "organization_no"))),
    (
        "cases",
        (
            ("invoice", "debt.invoice_number"),
            ("creditor", "creditor_name"),
            ("concerns", "debt.debt_description"),
            ("ocr_number", "ocr_number"),
            ("state", "state"),
            ("status", "status"),
            ("closed", "closed"),
            ("remaining_kr", "total_remaining_transaction_amount"),
        ),
    ),
    (
        "statements",
        (("case", "case"), ("date", "date"), ("what", "description"), ("law", "law"), ("amount_kr", "amount")),
    ),
    ("history", (("case", "case"), ("date", "date"), ("status", "status"))),
    (
        "invoices",
        (
            ("number", "invoice_number"),
            ("creditor", "creditor_name"),
            ("invoice_date", "invoice_date"),
            ("due", "invoice_due_date"),
            ("your_reference", "your_reference"),
            ("total_kr", "total_amount_including_vat"),
        ),
    ),
    (
        "invoice--registrations",
        (
            ("received", "_created"),
            ("invoice", "invoice_number"),
            ("name", "customer.name"),
            ("number", "customer.id_number"),
            ("address", "customer.address"),
            ("phone", "customer.mobile_number"),
            ("email", "customer.email"),
        ),
    ),
    (
        "case--registrations",
        (
            ("received", "_created"),
            ("name", "customer.name"),
            ("number", "customer.id_number"),
            ("address", "customer.address"),
            ("phone", "customer.mobile_number"),
            ("email", "customer.email"),
        ),
    ),
    (
        "bank--transactions",
        (
            ("date", "booking_date"),
            ("payer", "payer"),
            ("references", "references"),
            ("message", "information"),
            ("amount_kr", "amount"),
        ),
    ),
    (
        "creditor--payments",
        (("date", "bank_transaction_date"), ("reference", "creditor_payment_reference"), ("amount_kr", "amount")),
    ),
    ("creditor--creditings", (("date", "_created"), ("amount_kr", "amount"))),
    ("creditor--cancellations", (("date", "_created"), ("case", "case"))),
    ("bank_refunds", (("date", "created"), ("name", "name"), ("account", "bank_account"))),
    (
        "bank_order_lines",
        (("date", "execution_date"), ("name", "name"), ("address", "address"), ("account", "bank_account")),
    ),
    (
        "letters",
        (
            ("date", "dated"),
            ("kind", "kind"),
            ("channel", "channel"),
            ("status", "status"),
            ("pay_by", "pay_by"),
            ("fee_kr", "fee"),
        ),
    ),
    ("envelopes", (("day", "day"), ("channel", "channel"), ("receiver", "receiver"), ("status", "status"))),
    ("work--items", (("date", "_created"), ("kind", "kind"), ("reason", "reason"))),
    ("request--logs", (("date", "_created"), ("what", "resource"), ("answer", "status"))),
    ("files", (("created", "created"), ("name", "filename"), ("kind", "content_type"), ("size", "size"))),
)
"""Where the rows of a table stand in the data, and its columns."""
