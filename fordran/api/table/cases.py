"""Cases and what is done to them, their letters, work items, customers and invoices."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from fordran.actions.assigning.assign_case import change_case
from fordran.actions.enforcements.note_reply import note_reply
from fordran.actions.flow.act_on_case import close_case, start_flow
from fordran.actions.flow.dispute_case import answer_dispute, open_dispute, withdraw_dispute
from fordran.actions.flow.hold_case import give_respite, lift_plan, lift_respite, make_plan
from fordran.actions.flow.release_application import confirm_unpaid, note_forbearance, release_application
from fordran.actions.flow.waive import waive
from fordran.actions.flow.watch_limitation import note_interruption
from fordran.actions.letters.write_letter import write_letter
from fordran.actions.parties.correct_customer import correct_customer
from fordran.actions.parties.wrong_person import note_wrong_person
from fordran.actions.work.change_customer import change_customer
from fordran.actions.work.change_work_item import change_work_item
from fordran.api.cases.acts import CaseAct, CaseLift, act_as_caller, act_on_case, lift_from_case, release_several
from fordran.api.cases.disputes import CaseDisputes, confirm_case_dispute, read_case_disputes, settle_case_dispute
from fordran.api.cases.letters import PDF_TYPE, LetterStopped, PreviewInput, StopInput, note_return, preview, stop
from fordran.api.cases.notes import CaseNotes, NotesQuery, read_case_notes, write_case_note
from fordran.api.cases.parties import (
    CaseParties,
    PartyKept,
    delete_party,
    patch_party,
    post_party,
    read_case_parties,
)
from fordran.api.cases.plans import CasePlans, PlanQuery, read_case_plans
from fordran.api.cases.waivers import CaseWaivers, read_case_waivers
from fordran.api.endpoint import Endpoint, EndpointHandler
from fordran.api.roles import EVERYBODY, STAFF, STAFF_AND_ADMINS, Roles
from fordran.api.serving.acting import acts_on
from fordran.api.serving.case_settings import SettingsOfCase, read_settings
from fordran.api.serving.customers import customer_item
from fordran.api.serving.reading import list_of
from fordran.api.serving.statement import Statement, StatementQuery, read_statement
from fordran.api.serving.trace import TracedCase, read_trace
from fordran.api.table.assignments import ASSIGNMENT_ROWS
from fordran.api.table.enforcements import ENFORCEMENT_ROWS
from fordran.api.table.refunds import REFUND_ROWS
from fordran.api.table.rows import Rows, changes, reads
from fordran.api.table.undoing import REOPEN
from fordran.resources.case_acts import (
    CaseActed,
    CloseInput,
    ConfirmInput,
    ConfirmUnpaidInput,
    DisputeAnswerInput,
    DisputeInput,
    ForbearanceInput,
    FreeLetterInput,
    Noted,
    NoteInput,
    PlanInput,
    Released,
    ReleaseInput,
    ReleaseManyInput,
    ReplyInput,
    RespiteInput,
    SettlementInput,
    StartInput,
    WaiverInput,
    WrongPersonInput,
)
from fordran.resources.cases import CASES
from fordran.resources.claim_particulars import InterruptionInput
from fordran.resources.customer_corrections import CorrectionInput, CustomerCorrected
from fordran.resources.customers import CUSTOMERS
from fordran.resources.letters import LETTERS, ReturnedInput
from fordran.resources.party_input import PartyChange, PartyInput
from fordran.resources.work_items import WORK_ITEMS
from fordran.settings import Settings
from fordran.shape.fields import Shape
from fordran.store.connections.database import Connection
from fordran.store.reading.listing import Item
from fordran.store.reading.scope import Caller


def shows(
    name: str, serve: EndpointHandler, about: str, answers: type[Shape], query: type[Shape] | None = None
) -> Endpoint:
    """Parts of a case, for every caller that sees it."""
    return Endpoint("GET", f"/cases/{{id}}/{name}", serve, about, EVERYBODY, CASES, query=query, answers=answers)


def acts(name: str, shape: type[Shape], act: CaseAct, about: str, roles: Roles, *, may_wait: bool = False) -> Endpoint:
    """Something that is done to a case."""
    path, serve = f"/cases/{{id}}/{name}", act_on_case(shape, act)
    return Endpoint("POST", path, serve, about, roles, CASES, takes=shape, answers=CaseActed, may_wait=may_wait)


def lifts(name: str, lift: CaseLift, about: str, roles: Roles) -> Endpoint:
    """The end of what holds a case."""
    return Endpoint("DELETE", f"/cases/{{id}}/{name}", lift_from_case(lift), about, roles, CASES)


CASE_ROWS: Rows = (
    *reads(CASES, EVERYBODY),
    changes(CASES, change_case, "Give a case to a handler.", STAFF),
    Endpoint(
        "GET",
        "/cases/{id}/statement",
        read_statement,
        "Every öre of a case explained, on any date.",
        EVERYBODY,
        CASES,
        query=StatementQuery,
        answers=Statement,
    ),
    Endpoint(
        "GET",
        "/cases/{id}/trace",
        read_trace,
        "Every öre of a case from bank line to payout line.",
        EVERYBODY,
        CASES,
        answers=TracedCase,
    ),
    Endpoint(
        "GET",
        "/cases/{id}/settings",
        read_settings,
        "Every setting of a case, and where it comes from.",
        EVERYBODY,
        CASES,
        answers=SettingsOfCase,
    ),
    shows("disputes", read_case_disputes, "What the debtor objects to, and what was answered.", CaseDisputes),
    Endpoint(
        "GET",
        "/cases/{id}/amortization-plans",
        read_case_plans,
        "The instalments that were agreed on, and what a plan would be.",
        EVERYBODY,
        CASES,
        query=PlanQuery,
        answers=CasePlans,
        refuses=(409, 422),
    ),
    shows("waivers", read_case_waivers, "The interest and costs that were waived.", CaseWaivers),
    shows("notes", read_case_notes, "What people have noted about a case.", CaseNotes, NotesQuery),
    Endpoint(
        "POST",
        "/cases/{id}/notes",
        write_case_note,
        "Note something about a case: a thought, a call, a message.",
        EVERYBODY,
        CASES,
        takes=NoteInput,
        answers=Noted,
    ),
    acts("start", StartInput, start_flow, "Start the flow of a case that waits.", EVERYBODY),
    acts("respite", RespiteInput, give_respite, "Give the debtor time.", EVERYBODY),
    lifts("respite", lift_respite, "End a respite.", EVERYBODY),
    Endpoint(
        "POST",
        "/cases/{id}/disputes",
        act_as_caller(DisputeInput, open_dispute),
        "Note that the debtor objects.",
        EVERYBODY,
        CASES,
        takes=DisputeInput,
        answers=CaseActed,
    ),
    Endpoint(
        "POST",
        "/cases/{id}/disputes/{dispute}/confirm",
        confirm_case_dispute,
        "Confirm, as a second person, that an objection is evidently wrong.",
        STAFF,
        CASES,
        takes=ConfirmInput,
        answers=CaseActed,
    ),
    Endpoint(
        "POST",
        "/cases/{id}/disputes/{dispute}/settle",
        settle_case_dispute,
        "Settle an objection.",
        EVERYBODY,
        CASES,
        takes=SettlementInput,
        answers=CaseActed,
        may_wait=True,
    ),
    lifts("disputes", withdraw_dispute, "Note that the objection is taken back.", EVERYBODY),
    acts("dispute-answers", DisputeAnswerInput, answer_dispute, "Answer an objection.", EVERYBODY),
    acts("amortization-plans", PlanInput, make_plan, "Agree on instalments.", EVERYBODY),
    lifts("amortization-plans", lift_plan, "End an instalment plan.", EVERYBODY),
    Endpoint(
        "POST",
        "/cases/{id}/waivers",
        act_as_caller(WaiverInput, waive),
        "Waive interest or costs.",
        EVERYBODY,
        CASES,
        takes=WaiverInput,
        answers=CaseActed,
        may_wait=True,
    ),
    *REFUND_ROWS,
    shows("parties", read_case_parties, "Who is in a case beside its debtor.", CaseParties),
    Endpoint(
        "POST",
        "/cases/{id}/parties",
        post_party,
        "Add a guardian, a trustee, an estate or another party.",
        STAFF,
        CASES,
        takes=PartyInput,
        answers=PartyKept,
    ),
    Endpoint(
        "PATCH",
        "/cases/{id}/parties/{party}",
        patch_party,
        "Change a party.",
        STAFF,
        CASES,
        takes=PartyChange,
        answers=PartyKept,
    ),
    Endpoint("DELETE", "/cases/{id}/parties/{party}", delete_party, "Delete a party.", STAFF, CASES),
    *ASSIGNMENT_ROWS,
    acts("forbearance", ForbearanceInput, note_forbearance, "Note that a consumer was offered forbearance.", EVERYBODY),
    acts("confirm-unpaid", ConfirmUnpaidInput, confirm_unpaid, "Confirm that a claim is unpaid.", EVERYBODY),
    acts("release-application", ReleaseInput, release_application, "Release the application of a case.", STAFF),
    Endpoint(
        "POST",
        "/application--releases",
        release_several,
        "Release the applications of several cases.",
        STAFF,
        takes=ReleaseManyInput,
        answers=Released,
        status=201,
    ),
    acts("interruptions", InterruptionInput, note_interruption, "Note what interrupted limitation.", STAFF),
    acts("close", CloseInput, close_case, "Close a case by decision.", STAFF, may_wait=True),
    REOPEN,
    Endpoint(
        "POST",
        "/cases/{id}/wrong-person",
        act_as_caller(WrongPersonInput, note_wrong_person),
        "End a claim that was against the wrong person.",
        STAFF,
        CASES,
        takes=WrongPersonInput,
        answers=CaseActed,
        may_wait=True,
    ),
    acts(
        "enforcement-replies",
        ReplyInput,
        note_reply,
        "Note what the enforcement authority says.",
        STAFF,
        may_wait=True,
    ),
    *ENFORCEMENT_ROWS,
)


def letters(settings: Settings) -> Rows:
    """Letters, and what one would be."""
    return (
        Endpoint(
            "POST",
            "/cases/{id}/letters/preview",
            preview(settings.operator),
            "Show a letter about a case as it would be made today.",
            EVERYBODY,
            CASES,
            takes=PreviewInput,
            answers_as=PDF_TYPE,
            previews=True,
        ),
        acts("letters", FreeLetterInput, write_letter, "Write a letter in own words, or of a template.", STAFF),
        *reads(LETTERS, EVERYBODY),
        Endpoint(
            "POST",
            "/letters/{id}/stop",
            stop,
            "Stop a letter that has not left.",
            EVERYBODY,
            LETTERS,
            takes=StopInput,
            answers=LetterStopped,
        ),
        Endpoint(
            "POST",
            "/letters/{id}/returned",
            note_return,
            "Note that a letter came back.",
            STAFF,
            LETTERS,
            takes=ReturnedInput,
            answers=LetterStopped,
        ),
    )


async def _correct(tx: Connection, caller: Caller, customer: Item, given: CorrectionInput, now: datetime) -> None:
    await correct_customer(tx, caller, customer.document["_id"], given, now)


def _corrected(customer: Mapping[str, Any]) -> Mapping[str, Any]:
    return {name: customer[name] for name in ("name", "id_number", "id_number_status", "is_person", "corrections")}


WORK_ROWS: Rows = (
    *reads(WORK_ITEMS, EVERYBODY),
    changes(WORK_ITEMS, change_work_item, "Take, put off or settle a work item.", STAFF_AND_ADMINS),
    Endpoint("GET", "/customers", list_of(CUSTOMERS), "List customers.", EVERYBODY, CUSTOMERS),
    Endpoint("GET", "/customers/{id}", customer_item(), "Read one of customers.", EVERYBODY, CUSTOMERS),
    Endpoint(
        "POST",
        "/customers/{id}/corrections",
        acts_on(CUSTOMERS, CorrectionInput, _correct, _corrected),
        "Correct the name, the number or the kind of a customer.",
        STAFF,
        CUSTOMERS,
        takes=CorrectionInput,
        answers=CustomerCorrected,
    ),
    changes(CUSTOMERS, change_customer, "Change how a customer is reached, or mark it.", STAFF_AND_ADMINS),
)
