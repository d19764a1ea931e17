"""All that happened to a case, in one line of time: phases, money, letters, notes, objections, plans."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from fordran.actions.locale_texts import locale_text
from fordran.actions.work.case_notes import NoteRow
from fordran.domain.kinds.case_states import OWN_STATUSES, STATUSES, Status
from fordran.domain.kinds.letter_kinds import LETTER_KINDS
from fordran.shape.moments import midnight
from fordran.store.reading.documents import Values
from fordran.store.reading.who_changed import StatusChange
from fordran.texts.catalogue import Texts
from fordran.web.formatting import amount_text

Entry = dict[str, Any]
MIDNIGHT = time(0)
ONE_ACT, UNTIL_MADE = timedelta(minutes=1), timedelta(days=1)
"""How far apart the traces of one act are, and after how long at most the letter of a step is made."""
REGISTERED = ("initializing", "initialized")


def timeline_of(t: Texts, case: Values, parts: dict[str, Any]) -> list[Entry]:
    """The newest first."""
    movers = _movers(t, case, parts["status_changes"])
    entries = [
        *_statuses(t, case, parts, movers),
        *_money(t, case),
        *_letters(t, parts["letters"]),
        *_notes(t, parts["notes"]),
        *_disputes(t, parts["disputes"], movers),
        *_plans(t, parts["plans"], movers),
    ]
    # Entries of one moment stay in their order, which `reverse` would not turn.
    return sorted(entries, key=lambda entry: entry["at"])[::-1]


def _entry(at: date, kind: str, title: str, text: str = "", href: str | None = None) -> Entry:
    """Something of a moment, or of a whole day, which is a moment at midnight UTC where it is kept as one.

    Within a second, entries keep the order in which they are listed.
    """
    moment = at.replace(microsecond=0) if isinstance(at, datetime) else midnight(at)
    is_of_day = moment.astimezone(UTC).time() == MIDNIGHT
    return {"at": moment, "kind": kind, "title": title, "text": text, "href": href, "is_of_day": is_of_day}


Movers = dict[tuple[str, datetime], str]
"""A status and its moment → the name of who moved the case to it."""


def _movers(t: Texts, case: Values, changes: list[StatusChange]) -> Movers:
    """Each status of the history with the next change to it in the audit log; what the service did has no name."""
    found, left = {}, list(changes)
    for one in case["status_history"]:
        at = next((place for place, change in enumerate(left) if change["status"] == one["status"]), None)
        if at is None:
            continue
        change, left = left[at], left[at + 1 :]
        if name := t("console.case.by_debtor") if change["by"] == "my" else change["name"]:
            found[one["status"], one["status_date"]] = name
    return found


def _by(title: str, status: str, at: datetime, movers: Movers) -> str:
    """A title with who did it."""
    name = next((name for (code, moved), name in movers.items() if code == status and abs(moved - at) <= ONE_ACT), "")
    return f"{title}, {name}" if name else title


def _statuses(t: Texts, case: Values, parts: dict[str, Any], movers: Movers) -> list[Entry]:
    """The phases, but those that another entry tells. That it came to us is of the day when it did: its first statuses have
    the invoice's day."""
    changes = case["status_history"]
    first = [one["status"] for one in changes if one["status"] in REGISTERED]
    entries = [_entry(case["_created"], "phase", t.of("case_status", first[-1]))] if first else []
    later = [one for one in changes if one["status"] not in REGISTERED]
    return entries + [
        _entry(
            one["status_date"],
            "phase",
            _by(t.of("case_status", one["status"]), one["status"], one["status_date"], movers),
        )
        for one in later
        if not _is_told(one["status"], one["status_date"], parts)
    ]


def _is_told(status: Status, at: datetime, parts: dict[str, Any]) -> bool:
    """Whether a letter, an objection or a plan of the same act is an entry of its own."""
    if status == "disputed":
        return any(abs(one["_created"] - at) <= ONE_ACT for one in parts["disputes"])
    if status == "amortization":
        return any(abs(one["_created"] - at) <= ONE_ACT for one in parts["plans"])
    state = STATUSES[status].state
    if state is None or status != OWN_STATUSES[state][0]:
        return False
    moved_by = [one for one in parts["letters"] if LETTER_KINDS[one["kind"]].state == state]
    return any(at - ONE_ACT <= one["_created"] <= at + UNTIL_MADE and one["status"] != "stopped" for one in moved_by)


def _money(t: Texts, case: Values) -> list[Entry]:
    """Events that lowered the debt; those that raised it are in the statement with their reasons."""
    found = []
    for one in case["transactions"]:
        if one["amount"] < 0:
            title = locale_text(one["description_locale_tag"], t.language)
            amount = amount_text(-one["amount"], t.language)
            found.append(_entry(one["bank_transaction_date"], "money", title, amount))
    return found


def _letters(t: Texts, letters: list[Values]) -> list[Entry]:
    found = []
    for letter in letters:
        kind = "trouble" if letter["status"] in ("failed", "stopped") else "letter"
        href = f"/console/files/{letter['file']}" if letter["file"] else None
        at = letter.get("sent") or letter["_created"]
        subject = f": {letter['subject']}" if letter.get("subject") else ""
        title = f"{t.of('letter_kind', letter['kind'])}{subject}"
        found.append(_entry(at, kind, title, t.of("letter_status", letter["status"]), href))
    return found


def _notes(t: Texts, notes: list[NoteRow]) -> list[Entry]:
    return [
        _entry(
            note["created"],
            "noted",
            f"{t.of('note_kind', note['kind'])}, {note['user_name'] or '–'}, "
            + t("console.case.shared_note" if note["shared"] else "console.case.internal_note"),
            note["text"],
        )
        for note in notes
    ]


def _disputes(t: Texts, disputes: list[dict[str, Any]], movers: Movers) -> list[Entry]:
    found = []
    for dispute in disputes:
        kind = t.of("dispute_kind", dispute["kind"])
        title = f"{t('console.case.objection')}: {kind}"
        if "amount" in dispute:
            title += f", {amount_text(dispute['amount'], t.language)}"
        title = _by(title, "disputed", dispute["_created"], movers)
        found.append(_entry(dispute["_created"], "trouble", title, dispute["reason"]))
        if "rejected" in dispute:
            found.append(
                _entry(dispute["rejected"], "noted", t("console.case.objection_rejected"), dispute.get("answer", ""))
            )
        if "ended" in dispute:
            title = f"{t('console.case.objection')}: {t.of('dispute_end', dispute['outcome'])}"
            found.append(_entry(dispute["ended"], "noted", title, dispute.get("evidence", dispute.get("answer", ""))))
    return found


def _plans(t: Texts, plans: list[dict[str, Any]], movers: Movers) -> list[Entry]:
    return [
        _entry(
            plan["_created"],
            "noted",
            _by(t("console.case.instalment_plan"), "amortization", plan["_created"], movers),
            t(
                "console.case.count_instalments_total",
                count=len(plan["instalments"]),
                total=amount_text(plan["total_amount"], t.language),
            ),
        )
        for plan in plans
    ]
