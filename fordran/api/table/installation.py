"""Files, the clock, what the installation is set up with, its logs, and what it says of itself."""

from __future__ import annotations

from fordran.actions.people.sessions import SessionTerm
from fordran.api.cases.simulations import simulate_bounce, simulate_payment, simulate_reply
from fordran.api.description.served import WholeTable, read_docs, read_guide, read_openapi
from fordran.api.endpoint import Endpoint
from fordran.api.http.forms import FORM_TYPE
from fordran.api.roles import EVERYBODY, EVERYBODY_OR_SIGNED_LINK, NO_TOKEN, OPERATOR_ONLY, PARTNERS_UP, STAFF
from fordran.api.serving.approving.law_rows import approve_row, list_law_rows, propose, read_law_row, reject_row
from fordran.api.serving.audit_log import after_flush
from fordran.api.serving.clients.callbacks import SwishCallback, take_swish_callback
from fordran.api.serving.clients.kivra_callbacks import KivraCallbackHeaders, take_kivra_callback
from fordran.api.serving.clients.sms_reports import SmsReportQuery, take_sms_report
from fordran.api.serving.clock import move_clock
from fordran.api.serving.creditors.imports import FileImportForm, FileImportQuery, import_registrations
from fordran.api.serving.me import Me, me
from fordran.api.serving.media import FileForm, FileKept, read_file, upload
from fordran.api.serving.probes import (
    Fine,
    Home,
    Ready,
    home,
    list_connections,
    metrics_of,
    mode_of,
    read_health,
    read_operator,
    ready,
)
from fordran.api.serving.reading import item_of, list_of
from fordran.api.table.rows import Rows, reads
from fordran.outside.media import Media
from fordran.resources.access_groups import ACCESS_GROUPS
from fordran.resources.applications import APPLICATIONS
from fordran.resources.audit_log import AUDIT_LOG
from fordran.resources.clock import ClockInput, ClockMoved
from fordran.resources.connections import OutsideConnectionList
from fordran.resources.file_import_reports import FILE_IMPORT_REPORTS, FileImportTaken
from fordran.resources.law_rows import LawRow, LawRowDecisionInput, LawRowInput, LawRowList
from fordran.resources.locales import LOCALES
from fordran.resources.operator import OperatorParticulars
from fordran.resources.partners import PARTNERS
from fordran.resources.request_logs import REQUEST_LOGS
from fordran.resources.simulations import (
    SimulatedBounce,
    SimulatedBounceInput,
    SimulatedPayment,
    SimulatedPaymentInput,
    SimulatedReply,
    SimulatedReplyInput,
)
from fordran.settings import Settings


def files(media: Media) -> Rows:
    """Sending and reading files."""
    return (
        Endpoint(
            "POST",
            "/media--upload/{reference_id}",
            upload(media),
            "Upload the original invoice of a case, or the logo of a creditor.",
            EVERYBODY,
            takes=FileForm,
            takes_as=FORM_TYPE,
            answers=FileKept,
            status=201,
        ),
        Endpoint(
            "GET",
            "/media--files/{id}",
            read_file(media),
            "Read a file, by token or by signed link.",
            EVERYBODY_OR_SIGNED_LINK,
            answers_as="*/*",
            shows_debtors=True,
        ),
    )


def sandbox(settings: Settings, media: Media) -> Rows:
    """Endpoints of a sandbox alone."""
    return (
        Endpoint(
            "POST",
            "/clock",
            move_clock(settings, media.put),
            "Move the clock of a sandbox forward.",
            STAFF,
            takes=ClockInput,
            takes_key=True,
            answers=ClockMoved,
            status=201,
        ),
        Endpoint(
            "POST",
            "/test--helpers/payments",
            simulate_payment(settings),
            "Let a payment come to the operator's bankgiro, in a sandbox.",
            EVERYBODY,
            takes=SimulatedPaymentInput,
            takes_key=True,
            answers=SimulatedPayment,
            status=201,
            refuses=(409,),
        ),
        Endpoint(
            "POST",
            "/test--helpers/bounces",
            simulate_bounce,
            "Let an e-mail come back, in a sandbox.",
            EVERYBODY,
            takes=SimulatedBounceInput,
            takes_key=True,
            answers=SimulatedBounce,
            status=201,
            refuses=(409,),
            sends=True,
        ),
        Endpoint(
            "POST",
            "/test--helpers/authority-replies",
            simulate_reply,
            "Let the enforcement authority reply, in a sandbox.",
            EVERYBODY,
            takes=SimulatedReplyInput,
            takes_key=True,
            answers=SimulatedReply,
            status=201,
            refuses=(409,),
        ),
    )


INSTALLATION_ROWS: Rows = (
    *reads(PARTNERS, PARTNERS_UP),
    *reads(LOCALES, EVERYBODY),
    *reads(ACCESS_GROUPS, EVERYBODY),
    *reads(APPLICATIONS, EVERYBODY),
    *reads(REQUEST_LOGS, EVERYBODY),
    *reads(FILE_IMPORT_REPORTS, EVERYBODY),
    Endpoint(
        "POST",
        "/file--import-reports",
        import_registrations,
        "Register the rows of a file.",
        EVERYBODY,
        takes=FileImportForm,
        query=FileImportQuery,
        takes_as=FORM_TYPE,
        takes_key=True,
        answers=FileImportTaken,
        status=201,
    ),
    Endpoint(
        "GET",
        "/audit--log",
        after_flush(list_of(AUDIT_LOG)),
        "List who did and read what.",
        OPERATOR_ONLY,
        AUDIT_LOG,
    ),
    Endpoint(
        "GET",
        "/audit--log/{id}",
        after_flush(item_of(AUDIT_LOG)),
        "Read one of audit--log.",
        OPERATOR_ONLY,
        AUDIT_LOG,
    ),
    Endpoint("GET", "/law--rows", list_law_rows, "List rows of law that were added.", STAFF, answers=LawRowList),
    Endpoint(
        "GET",
        "/law--rows/{id}",
        read_law_row,
        "Read a row of law that was added.",
        STAFF,
        answers=LawRow,
        refuses=(404,),
    ),
    Endpoint(
        "POST",
        "/law--rows",
        propose,
        "Propose a row of law.",
        OPERATOR_ONLY,
        takes=LawRowInput,
        answers=LawRow,
        status=201,
        may_wait=True,
        refuses=(409,),
    ),
    Endpoint(
        "POST",
        "/law--rows/{id}/approve",
        approve_row(),
        "Approve a row of law, as a second person.",
        OPERATOR_ONLY,
        takes=LawRowDecisionInput,
        answers=LawRow,
        status=201,
        refuses=(404, 409),
    ),
    Endpoint(
        "POST",
        "/law--rows/{id}/reject",
        reject_row(),
        "Reject a row of law, as a person.",
        OPERATOR_ONLY,
        takes=LawRowDecisionInput,
        answers=LawRow,
        status=201,
        refuses=(404, 409),
    ),
)


def about_itself(settings: Settings, table: WholeTable) -> Rows:
    """Information about the service."""
    openapi, docs = (
        read_openapi(table),
        read_docs(
            table,
            can_be_tried=settings.sandbox,
            session_term=SessionTerm.of(settings.session_hours, settings.session_idle_minutes),
        ),
    )
    lives, answers = "Whether the process lives.", "Whether requests can be answered now."
    return (
        Endpoint("GET", "/", home(mode_of(settings)), "What this is.", NO_TOKEN, answers=Home),
        Endpoint("GET", "/me", me(settings), "Who asks, what it sees, and how much it may ask.", EVERYBODY, answers=Me),
        Endpoint(
            "GET",
            "/operator",
            read_operator(settings),
            "The operator's particulars, and where each comes from.",
            STAFF,
            answers=OperatorParticulars,
        ),
        Endpoint(
            "GET",
            "/connections",
            list_connections(settings),
            "List the outside systems, and how contacts with them go.",
            STAFF,
            answers=OutsideConnectionList,
        ),
        Endpoint("GET", "/openapi.json", openapi, "This interface as OpenAPI 3.1.", NO_TOKEN),
        Endpoint("GET", "/docs", docs, "This interface as a page.", NO_TOKEN, answers_as="text/html"),
        Endpoint("GET", "/docs/guides/{guide}", read_guide, "A guide as a page.", NO_TOKEN, answers_as="text/html"),
        Endpoint(
            "POST",
            "/callbacks/swish",
            take_swish_callback,
            "Learn from Swish that a payment request has ended.",
            NO_TOKEN,
            headers=SwishCallback,
            answers=Fine,
            refuses=(404,),
        ),
        Endpoint(
            "POST",
            "/callbacks/kivra",
            take_kivra_callback(settings),
            "Learn from Kivra that something was read or declined.",
            NO_TOKEN,
            headers=KivraCallbackHeaders,
            answers=Fine,
            refuses=(404,),
        ),
        Endpoint(
            "POST",
            "/callbacks/sms",
            take_sms_report,
            "Learn from the SMS provider what became of a notice.",
            NO_TOKEN,
            query=SmsReportQuery,
            answers=Fine,
            refuses=(404,),
        ),
        Endpoint("GET", "/health", read_health, lives, NO_TOKEN, answers=Fine, is_probe=True),
        Endpoint(
            "GET",
            "/ready",
            ready(settings),
            answers,
            NO_TOKEN,
            answers=Ready,
            is_probe=True,
        ),
        Endpoint(
            "GET",
            "/metrics",
            metrics_of(settings.data, settings.metrics_token),
            "Metrics for Prometheus.",
            NO_TOKEN,
            answers_as="text/plain",
            is_probe=True,
        ),
    )
