"""Lists of the console that are saved with their filters."""

from __future__ import annotations

from fordran.actions.work.saved_views import remove_view, save_view
from fordran.api.roles import STAFF
from fordran.api.table.rows import Rows, creates, reads, removes
from fordran.resources.saved_views import SAVED_VIEWS

SAVED_VIEW_ROWS: Rows = (
    *reads(SAVED_VIEWS, STAFF),
    creates(SAVED_VIEWS, save_view, "Save a list of the console with its filters.", STAFF),
    removes(SAVED_VIEWS, remove_view, "Delete a saved view.", STAFF),
)
