"""Doing something to a case: the form, what it would come to, and then the deed, once, on the case as it was seen."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from starlette.responses import Response

from fordran import clock
from fordran.actions.approving.write_offs import do_or_hold
from fordran.actions.cases.move_case import FlowingCase, lock_flowing, read_flowing
from fordran.actions.cases.state_case import state_case
from fordran.actions.flow.read_plans import read_plans
from fordran.actions.letters.preview_letter import PreviewedLetter, preview_letter
from fordran.actions.refusals import ActRefusal
from fordran.actions.work.case_notes import write_note
from fordran.console.case_act import CaseAct, options_of
from fordran.console.case_act_table import CASE_ACTS
from fordran.console.cases import step_text
from fordran.console.downloads import download
from fordran.console.fields import UnreadableForm, issues_of, read_fields
from fordran.console.form_acts import is_confirmed, own_changes
from fordran.domain.flow.case_flow import NotATransition
from fordran.domain.kinds.letter_kinds import LetterKind
from fordran.resources.cases import CASES
from fordran.resources.letters import LETTERS as LETTERS_OF
from fordran.shape.fields import Refused, Shape, read
from fordran.store.connections.database import Connection
from fordran.store.reading.documents import Values
from fordran.web.acts import do_once, dry_run
from fordran.web.formatting import amount_text
from fordran.web.shown_forms import PREVIEW
from fordran.web.troubles import NoSuchPage
from fordran.web.visit import Visit

Change = tuple[str, str, str]
"""The name of a value, its current value and its new value."""


@dataclass(frozen=True)
class CaseSummary:
    """The position of a case: the parts that an act can change."""

    case: Values
    flowing: FlowingCase
    owed: int
    letters: list[LetterKind]
    """Kinds of its letters, the latest first."""
    plans: list[dict[str, Any]]


class _Changed(Exception):
    """The case is not as the form's sender saw it."""

    def __init__(self, case: Values) -> None:
        super().__init__()
        self.case = case


def act_page(act: CaseAct) -> Callable[[Visit], Awaitable[Response]]:
    """The act's own page, with its form."""

    async def serve(visit: Visit) -> Response:
        async with visit.database.connection() as connection:
            case = await visit.find(connection, CASES)
            chosen = await _chosen(visit, connection, act, case)
        return _form(visit, act, case, {}, values=chosen)

    return serve


async def _chosen(visit: Visit, connection: Connection, act: CaseAct, case: Values) -> dict[str, str]:
    """The initial values of the form: those in the address, and those that depend on them."""
    chosen = act.begins(case) | {
        name: visit.query[name] for name in act.choices if visit.query.get(name) in act.choices[name].values
    }
    if act.fills is None or not any(chosen.values()):
        return chosen
    flowing = await read_flowing(connection, case["_id"], case["account"], clock.now())
    return chosen | act.fills(flowing, read(act.shape, dict(chosen)))


def act_deed(act: CaseAct) -> Callable[[Visit], Awaitable[Response]]:
    """The target of the form: it shows the consequences of the act and carries it out after confirmation."""

    async def serve(visit: Visit) -> Response:
        case = await visit.look_up(CASES)
        try:
            given = act.gives(read_fields(visit.t, visit.form, act.fields, act.shape))
            if is_confirmed(visit):
                return visit.redirect(await do_once(visit, lambda tx: _do(visit, tx, act, given)))
            if visit.form.texts.get(PREVIEW) == "yes":
                return await _preview(visit, act, given)
            before, after, filled = await dry_run(visit, lambda tx: _try(visit, tx, act, given))
        except UnreadableForm as unreadable:
            return _form(visit, act, case, unreadable.issues, 422)
        except Refused as refused:
            return _form(visit, act, case, issues_of(visit.t, refused), 422, own_acts=await _own_acts(visit, case))
        except (ActRefusal, NotATransition) as refusal:
            if not (own_acts := await _own_acts(visit, case)):
                raise
            sentence = visit.t.sentence(refusal.message)
            return visit.render("case_own_act.html", 409, act=act, case=case, own_acts=own_acts, sentence=sentence)
        except _Changed as changed:
            return _out_of_date(visit, act, case, changed.case)
        return visit.render(
            "confirm_case_act.html",
            act=act,
            case=before.case,
            changes=changes_of(visit, before, after),
            plan=after.plans[-1] if len(after.plans) > len(before.plans) else None,
            written=_written(visit, act, filled),
            writes=len(after.letters) > len(before.letters),
            own_acts=await _own_acts(visit, case),
            hidden=visit.form.own | filled | {"_etag": before.case["_etag"]},
        )

    return serve


async def _try(
    visit: Visit, tx: Connection, act: CaseAct, given: Shape
) -> tuple[CaseSummary, CaseSummary, dict[str, str]]:
    """The position of the case before and after the act, and the choices made in it."""
    before = await _standing(visit, tx)
    await _check_seen(visit, tx, before.case)
    filled = act.fills(before.flowing, given) if act.fills else {}
    await _act(visit, tx, act, given, before.case)
    return before, await _standing(visit, tx), filled


async def _preview(visit: Visit, act: CaseAct, given: Shape) -> Response:
    """The letter that the act would send, as it would be made today; without one there is no such page."""

    async def work(tx: Connection) -> tuple[str, PreviewedLetter]:
        before, after, _filled = await _try(visit, tx, act, given)
        new = after.letters[: len(after.letters) - len(before.letters)]
        if not new:
            raise NoSuchPage
        return new[0], await preview_letter(tx, after.case, new[0], visit.settings.operator, clock.now())

    kind, letter = await dry_run(visit, work)
    content = await letter.pdf()
    visit.note_reading(CASES.name, visit.path["id"])
    return download(f"{kind}.pdf", "pdf", content, inline=True)


async def _do(visit: Visit, tx: Connection, act: CaseAct, given: Shape) -> str:
    """Do it to the case as it was seen; the path to go on to."""
    case = await visit.find(tx, CASES)
    held = await _act(visit, tx, act, given, case, is_checked=True)
    return f"/console/cases/{case['_id']}?done={act.path if held is None else 'held'}"


async def _act(
    visit: Visit, tx: Connection, act: CaseAct, given: Shape, case: Values, *, is_checked: bool = False
) -> str | None:
    """Do it; the approval's id where it waits for a second person. A trial shows what it comes to, and does not wait."""
    now = clock.now()
    if act.act is None:
        await write_note(tx, visit.signed_in, case, given, now)  # type: ignore[arg-type]
        return None
    flowing = await lock_flowing(tx, case["_id"], case["creditor"], case["account"], now)
    assert flowing is not None
    if is_checked:
        # Once it is locked nobody changes it any more.
        await _check_seen(visit, tx, await visit.find(tx, CASES))
    done, by = act.act, visit.signed_in
    if not is_checked:
        await done(tx, flowing, given, now, by)
        return None
    rules = visit.settings.approval_rules
    return await do_or_hold(tx, rules, by, flowing, given, lambda: done(tx, flowing, given, now, by), now)


async def _check_seen(visit: Visit, tx: Connection, case: Values) -> None:
    """Raise `_Changed` if another than the visitor has changed the case, its customer or its creditor meanwhile."""
    seen = visit.form.text("_etag")
    if seen and seen != case["_etag"] and not await own_changes(visit, tx, *_about(case)):
        raise _Changed(case)


def _about(case: Values) -> tuple[str, str, str]:
    return case["_id"], case["customer"], case["creditor"]


_TITLES = {f"POST /console/cases/{{id}}/{act.path}": act.title for act in CASE_ACTS}


async def _own_acts(visit: Visit, case: Values) -> list[tuple[str, datetime]]:
    """The visitor's own acts on the case since the form was shown, if nobody else has changed it: each with its moment."""
    seen = visit.form.text("_etag")
    if not seen or seen == case["_etag"]:
        return []
    async with visit.database.connection() as connection:
        changes = await own_changes(visit, connection, *_about(case))
    named = {(one["act"], one["created"]) for one in changes}
    known = [(visit.t(_TITLES.get(act, "console.case.own_change")), created) for act, created in named]
    return sorted(known, key=lambda one: one[1])


async def _standing(visit: Visit, tx: Connection) -> CaseSummary:
    case = await visit.find(tx, CASES)
    now = clock.now()
    stated = await state_case(tx, visit.signed_in, case["_id"], None, now)
    assert stated is not None
    letters = await visit.read(tx, LETTERS_OF, {"case": case["_id"]})
    flowing = await lock_flowing(tx, case["_id"], case["creditor"], case["account"], now)
    assert flowing is not None
    plans = await read_plans(tx, flowing)
    return CaseSummary(case, flowing, stated.owed, [letter["kind"] for letter in letters], plans)


def changes_of(visit: Visit, before: CaseSummary, after: CaseSummary) -> list[Change]:
    """The changes of the act, and unchanged values that a person would ask about."""
    t = visit.t
    new = after.letters[: len(after.letters) - len(before.letters)]
    return [
        (t("console.status"), t.of("case_status", before.case["status"]), t.of("case_status", after.case["status"])),
        (t("console.case.debt_today"), amount_text(before.owed, t.language), amount_text(after.owed, t.language)),
        (t("console.next_step"), step_text(t, before.case), step_text(t, after.case)),
        (t("console.case.letters_sent"), "", ", ".join(t.of("letter_kind", kind) for kind in new)),
    ]


def _written(visit: Visit, act: CaseAct, filled: Mapping[str, str] | None = None) -> list[tuple[str, str]]:
    """The entered values by field label; for a choice, its text."""
    found = []
    for field in act.fields:
        text = (filled or {}).get(field.name) or visit.form.text(field.name)
        if text:
            choice = act.choices.get(field.name)
            is_chosen = choice is not None and text in choice.values
            found.append((visit.t(field.label), visit.t.of(choice.list_name, text) if choice and is_chosen else text))
    return found


def _form(
    visit: Visit,
    act: CaseAct,
    case: Values,
    issues: dict[str, str],
    status: int = 200,
    values: Mapping[str, str] | None = None,
    own_acts: Sequence[tuple[str, datetime]] = (),
) -> Response:
    """The form, with what was written in it, or else what it begins with."""
    return visit.render(
        "case_act.html",
        status,
        act=act,
        case=case,
        issues=issues,
        options=options_of(visit.t, act),
        values={field.name: visit.form.text(field.name) for field in act.fields} | dict(values or {}),
        chooses=list(act.choices) if act.fills else [],
        own_acts=own_acts,
    )


def _out_of_date(visit: Visit, act: CaseAct, _seen: Values, case: Values) -> Response:
    """The entered values and the case as it is now; sent again, they show the consequences again."""
    return visit.render(
        "case_out_of_date.html",
        409,
        act=act,
        case=case,
        written=_written(visit, act),
        hidden=visit.form.own | {"_etag": case["_etag"]},
        status_words=visit.t.of("case_status", case["status"]),
        owed=case["total_remaining_transaction_amount"],
    )
