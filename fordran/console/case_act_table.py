"""Acts on a case's page: each act with its fields, verb and roles. The verbs are the interface's."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Any, get_args

from fordran.actions.bank.order_refund import order_refund
from fordran.actions.cases.move_case import FlowingCase
from fordran.actions.enforcements.hand_over import hand_over
from fordran.actions.enforcements.note_reply import note_reply
from fordran.actions.enforcements.post_application import post_for_case
from fordran.actions.enforcements.renew import renew
from fordran.actions.flow.act_on_case import start_flow
from fordran.actions.flow.dispute_case import (
    answer_dispute,
    confirm_dispute,
    open_dispute,
    settle_dispute,
    withdraw_dispute,
)
from fordran.actions.flow.hold_case import give_respite, lift_plan, lift_respite, make_plan
from fordran.actions.flow.release_application import confirm_unpaid, note_forbearance, release_application
from fordran.actions.flow.waive import waive
from fordran.actions.flow.watch_limitation import note_interruption
from fordran.actions.letters.write_letter import details_of, words_given, write_letter
from fordran.console.authority_forms import ReplyForm, on_application, reply_of
from fordran.console.case_act import Act, CaseAct, EmptyActInput, anybody
from fordran.console.closing_acts import CLOSING_ACTS
from fordran.console.fields import ChoiceField, FormField, day, is_ticked, number
from fordran.console.refund_form import RefundForm, SwishRefundForm, by_field, refund_order_of, swish_order_of
from fordran.console.who import FINANCE, STAFF
from fordran.domain.claims.facts import WaivedComponent
from fordran.domain.kinds.application_needs import WaitsFor
from fordran.domain.kinds.articles import FeeArticle
from fordran.domain.kinds.case_states import Reply
from fordran.domain.kinds.dispute_kinds import DisputeKind, DisputeOutcome, Settlement
from fordran.domain.kinds.letter_kinds import FreeTemplate
from fordran.domain.kinds.limitation_kinds import InterruptionKind
from fordran.domain.payouts.payout import PayeeKind
from fordran.resources.case_acts import (
    ConfirmUnpaidInput,
    DisputeAnswerInput,
    DisputeInput,
    ForbearanceInput,
    FreeLetterInput,
    NoteInput,
    PlanInput,
    ReleaseInput,
    RespiteInput,
    SettlementInput,
    StartInput,
    WaiverInput,
    WrittenKind,
)
from fordran.resources.claim_particulars import InterruptionInput
from fordran.resources.enforcements import HandOverInput, PostedInput, RenewInput
from fordran.shape.fields import Refused
from fordran.shape.wire import kronor
from fordran.store.connections.database import Connection
from fordran.store.reading.documents import Values
from fordran.store.reading.scope import Caller


def _lift(lift: Callable[[Connection, FlowingCase, datetime], Awaitable[None]]) -> Act:
    async def act(tx: Connection, flowing: FlowingCase, _nothing: Any, now: datetime, _by: Caller) -> None:
        await lift(tx, flowing, now)

    return act


async def _confirm(tx: Connection, flowing: FlowingCase, _nothing: Any, now: datetime, by: Caller) -> None:
    """Of several objections that wait for it, the first."""
    await confirm_dispute(tx, flowing, None, now, by)


async def _settle(tx: Connection, flowing: FlowingCase, given: SettlementInput, now: datetime) -> None:
    """Of several objections, the first."""
    await settle_dispute(tx, flowing, None, given, now)


async def _refund_by_swish(
    tx: Connection, flowing: FlowingCase, given: SwishRefundForm, now: datetime, by: Caller
) -> None:
    await order_refund(tx, by, flowing.case.id, swish_order_of(given), now)


async def _refund(tx: Connection, flowing: FlowingCase, given: RefundForm, now: datetime, by: Caller) -> None:
    try:
        await order_refund(tx, by, flowing.case.id, refund_order_of(given), now)
    except Refused as refused:
        raise by_field(refused) from None


def _was_in(case: Values, state: str) -> bool:
    """Whether a case has been in a state before."""
    return any(one["state"] == state for one in case["state_history"])


def _words(flowing: FlowingCase, given: FreeLetterInput) -> dict[str, str]:
    return details_of(words_given(flowing, given))


def _has_status(status: str) -> Callable[[Values], bool]:
    return lambda case: case["status"] == status


def _is_disputed(case: Values) -> bool:
    """Whether the debtor objects, to all or to a part."""
    return case["state"] != "closed" and (case["status"] == "disputed" or "disputed_amount" in case)


def _waits_for(code: WaitsFor) -> Callable[[Values], bool]:
    return lambda case: code in case["waits_for"]


def _is_free(case: Values) -> bool:
    return case["state"] != "closed" and case["status"] not in ("disputed",)


CASE_ACTS = (
    CaseAct(
        "start",
        "console.case.start",
        StartInput,
        anybody(start_flow),
        when=lambda case: case["state"] != "closed" and not case["start_flow"],
    ),
    CaseAct(
        "respite",
        "console.case.respite",
        RespiteInput,
        anybody(give_respite),
        (FormField("until", "console.until", "date", read=day),),
        when=_is_free,
    ),
    CaseAct(
        "lift-respite", "console.case.end_respite", EmptyActInput, _lift(lift_respite), when=_has_status("respite")
    ),
    CaseAct(
        "dispute",
        "console.case.objection",
        DisputeInput,
        open_dispute,
        (
            FormField("reason", "console.case.objection_text", "textarea"),
            FormField("kind", "console.kind", required=False),
            FormField("amount", "console.case.objection_amount", required=False, read=number),
            FormField("explanation", "console.case.objection_explanation", "textarea", required=False),
        ),
        {"kind": ChoiceField("dispute_kind", get_args(DisputeKind))},
        when=_is_free,
    ),
    CaseAct(
        "dispute-answer",
        "console.case.answer_objection",
        DisputeAnswerInput,
        anybody(answer_dispute),
        (
            FormField("outcome", "console.case.outcome"),
            FormField("amount", "console.case.credited", required=False, read=number),
            FormField("answer", "console.case.answer_to_customer", "textarea", required=False),
        ),
        {"outcome": ChoiceField("dispute_end", get_args(DisputeOutcome), "console.choose")},
        when=_is_disputed,
    ),
    CaseAct(
        "confirm-dispute",
        "console.case.confirm_objection",
        EmptyActInput,
        _confirm,
        roles=STAFF,
        when=_is_disputed,
    ),
    CaseAct(
        "settle-dispute",
        "console.case.settle_objection",
        SettlementInput,
        anybody(_settle),
        (
            FormField("outcome", "console.case.outcome"),
            FormField("evidence", "console.case.evidence", "textarea"),
        ),
        {"outcome": ChoiceField("dispute_end", get_args(Settlement), "console.choose")},
        when=_is_disputed,
    ),
    CaseAct(
        "withdraw-dispute",
        "console.case.objection_withdrawn",
        EmptyActInput,
        _lift(withdraw_dispute),
        when=_is_disputed,
    ),
    CaseAct(
        "plan",
        "console.case.instalment_plan",
        PlanInput,
        anybody(make_plan),
        (
            FormField("instalments", "console.case.number_of_instalments", "number", required=False, read=number),
            FormField("amount", "console.case.or_amount_of_each", required=False, read=number),
            FormField("first_date", "console.case.first_payment", "date", read=day),
        ),
        when=_is_free,
    ),
    CaseAct("end-plan", "console.case.end_plan", EmptyActInput, _lift(lift_plan), when=_has_status("amortization")),
    CaseAct(
        "waive",
        "console.case.waive",
        WaiverInput,
        waive,
        (
            FormField("component", "console.case.waived"),
            FormField("article", "console.case.waived_cost", required=False),
            FormField("amount", "console.case.at_most", required=False, read=number),
            FormField("from", "console.from", "date", required=False, read=day),
            FormField("until", "console.until", "date", required=False, read=day),
            FormField("reason", "console.reason", "textarea"),
        ),
        {
            "component": ChoiceField("component", get_args(WaivedComponent), "console.choose"),
            "article": ChoiceField("article", get_args(FeeArticle), "console.case.all_costs"),
        },
    ),
    CaseAct(
        "note",
        "console.note",
        NoteInput,
        None,
        (
            FormField("kind", "console.kind"),
            FormField("text", "console.case.note_text", "textarea"),
            FormField("shared", "console.case.share_with_creditor", "checkbox", required=False, read=is_ticked),
        ),
        {"kind": ChoiceField("note_kind", get_args(WrittenKind))},
        when=lambda _case: True,
    ),
    CaseAct(
        "letter",
        "console.write_letter",
        FreeLetterInput,
        anybody(write_letter),
        (
            FormField("template", "console.case.template"),
            FormField("subject", "console.headline"),
            FormField("text", "console.case.text_of_letter", "textarea", rows=16),
        ),
        {"template": ChoiceField("letter_template", get_args(FreeTemplate), "console.case.own_text")},
        roles=STAFF,
        when=lambda _case: True,
        fills=_words,
    ),
    CaseAct(
        "application-posted",
        "console.case.application_posted",
        PostedInput,
        anybody(post_for_case),
        (
            FormField("date", "console.case.posted_on", "date", read=day),
            FormField("signed_by", "console.case.signed_by"),
        ),
        roles=STAFF,
        when=lambda case: case["state"] == "enforcement" and case.get("next_step") == "letter",
    ),
    CaseAct(
        "authority-reply",
        "console.case.authority_reply",
        ReplyForm,
        anybody(note_reply),
        (
            FormField("reply", "console.case.reply"),
            FormField("date", "console.case.reply_date", "date", required=False, read=day),
            FormField("case_number", "console.case.authority_number", required=False),
            FormField("order_date", "console.case.order_date", "date", required=False, read=day),
            FormField("capital", "console.case.awarded_capital", required=False, read=number),
            FormField("interest", "console.case.awarded_interest", required=False, read=number),
            FormField("costs", "console.case.awarded_costs", required=False, read=number),
            FormField("amount", "console.case.yearly_fee", required=False, read=number),
            FormField("note", "console.case.authority_words", "textarea", required=False),
        ),
        {"reply": ChoiceField("enforcement_reply", get_args(Reply), "console.choose")},
        roles=STAFF,
        gives=reply_of,
        when=lambda case: case["state"] == "enforcement" and case.get("next_step") != "letter",
    ),
    CaseAct(
        "hand-over",
        "console.case.hand_over",
        HandOverInput,
        anybody(on_application(hand_over)),
        (FormField("date", "console.case.reply_date", "date", required=False, read=day),),
        roles=STAFF,
        when=_has_status("enforcement_contested"),
    ),
    CaseAct(
        "renew",
        "console.case.renew_execution",
        RenewInput,
        anybody(on_application(renew)),
        roles=STAFF,
        when=lambda case: case["state"] == "surveillance" and _was_in(case, "enforcement"),
    ),
    CaseAct(
        "interruption",
        "console.case.interruption",
        InterruptionInput,
        anybody(note_interruption),
        (
            FormField("date", "console.case.reply_date", "date", read=day),
            FormField("kind", "console.kind"),
            FormField("evidence", "console.case.evidence", "textarea"),
        ),
        {"kind": ChoiceField("interruption_kind", get_args(InterruptionKind), "console.choose")},
        roles=STAFF,
    ),
    CaseAct(
        "forbearance",
        "console.case.forbearance",
        ForbearanceInput,
        anybody(note_forbearance),
        (FormField("offered_on", "console.case.offered_on", "date", read=day),),
        when=_waits_for("forbearance_offered"),
    ),
    CaseAct(
        "confirm-unpaid",
        "console.case.confirm_unpaid",
        ConfirmUnpaidInput,
        anybody(confirm_unpaid),
        when=_waits_for("confirm_unpaid"),
    ),
    CaseAct(
        "release-application",
        "console.case.release_application",
        ReleaseInput,
        anybody(release_application),
        roles=STAFF,
        when=_waits_for("application_release"),
    ),
    CaseAct(
        "refund",
        "console.bank.refund",
        RefundForm,
        _refund,
        (
            FormField("amount", "console.amount", read=number),
            FormField("kind", "console.bank.kind_of_account"),
            FormField("number", "console.account_number"),
            FormField("name", "console.bank.account_owner", required=False),
        ),
        {"kind": ChoiceField("payee_kind", get_args(PayeeKind))},
        roles=FINANCE,
        when=lambda case: bool(case["refund_amount"]),
        grave=True,
        begins=lambda case: {"amount": str(kronor(case["refund_amount"])).replace(".", ",")},
    ),
    CaseAct(
        "refund-by-swish",
        "console.case.refund_by_swish",
        SwishRefundForm,
        _refund_by_swish,
        (FormField("amount", "console.amount", read=number),),
        roles=FINANCE,
        when=lambda case: bool(case["refund_amount"]),
        grave=True,
        begins=lambda case: {"amount": str(kronor(case["refund_amount"])).replace(".", ",")},
    ),
    *CLOSING_ACTS,
)
