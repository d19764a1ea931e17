"""THE TABLE: every endpoint, in the order of the interface. Its rows are in `table/`; a row says all about its endpoint."""

from __future__ import annotations

from fordran.api.endpoint import Endpoint
from fordran.api.table.accounts import ACCOUNT_ROWS, signing_in
from fordran.api.table.assigning import ASSIGNING_ROWS
from fordran.api.table.autogiro import AUTOGIRO_ROWS
from fordran.api.table.bulk import BULK_ROWS
from fordran.api.table.cases import CASE_ROWS, WORK_ROWS, letters
from fordran.api.table.complaints import COMPLAINT_ROWS
from fordran.api.table.erasing import ERASING_ROWS
from fordran.api.table.events import EVENT_ROWS
from fordran.api.table.insolvency import insolvency
from fordran.api.table.installation import INSTALLATION_ROWS, about_itself, files, sandbox
from fordran.api.table.invoices import invoices
from fordran.api.table.money import bank, payouts
from fordran.api.table.registrations import REGISTRATION_ROWS
from fordran.api.table.saved_views import SAVED_VIEW_ROWS
from fordran.outside.media import media_of
from fordran.settings import Settings


def endpoints(settings: Settings) -> tuple[Endpoint, ...]:
    """Every endpoint of an installation with these settings."""
    media = media_of(settings)
    table: tuple[Endpoint, ...] = (
        *signing_in(settings),
        *ACCOUNT_ROWS,
        *CASE_ROWS,
        *letters(settings),
        *insolvency(settings),
        *WORK_ROWS,
        *ASSIGNING_ROWS,
        *SAVED_VIEW_ROWS,
        *BULK_ROWS,
        *AUTOGIRO_ROWS,
        *COMPLAINT_ROWS,
        *ERASING_ROWS,
        *invoices(settings, media),
        *REGISTRATION_ROWS,
        *payouts(settings, media),
        *bank(settings),
        *EVENT_ROWS,
        *files(media),
        *sandbox(settings, media),
        *INSTALLATION_ROWS,
        *about_itself(settings, lambda: table),
    )
    return table
