"""Money that is not owed: how it goes back."""

from __future__ import annotations

from fordran.api.cases.acts import list_refunds, post_refund, post_write_off
from fordran.api.endpoint import Endpoint
from fordran.api.roles import EVERYBODY, FINANCE
from fordran.api.table.rows import Rows, reads
from fordran.resources.refunds import REFUNDS, RefundOrder, RefundOrdered, RefundWriteOff

REFUND_ROWS: Rows = (
    Endpoint("GET", "/cases/{id}/refunds", list_refunds, "List the refunds of a case.", EVERYBODY, REFUNDS),
    Endpoint(
        "POST",
        "/cases/{id}/refunds",
        post_refund,
        "Say where money that a case does not need goes.",
        FINANCE,
        REFUNDS,
        takes=RefundOrder,
        answers=RefundOrdered,
        may_wait=True,
    ),
    Endpoint(
        "POST",
        "/cases/{id}/refund-write-offs",
        post_write_off,
        "Give up what a payer owes us.",
        FINANCE,
        REFUNDS,
        takes=RefundWriteOff,
        may_wait=True,
    ),
    *reads(REFUNDS, EVERYBODY),
)
