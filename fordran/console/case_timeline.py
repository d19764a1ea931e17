"""All that happened to a case, in one line of time: phases, money, letters, notes, objections, plans."""

from __future__ import annotations

from datetime import UTC, datetime, time
from typing import Any

from fordran.actions.texts import TEXT_OF
from fordran.console.terms import LETTER_STATUSES, LETTERS, NOTES, OUTCOMES, STATUSES
from fordran.shape.wire import parsed
from fordran.store.reading.documents import Document
from fordran.web.formatting import amount_text, day_in, moment_in, ore_in
from fordran.web.languages import Words

Entry = dict[str, Any]
MIDNIGHT = time(0)
REGISTERED = ("initializing", "initialized")


def timeline_of(t: Words, case: Document, parts: dict[str, Any]) -> list[Entry]:
    """The newest first."""
    entries = [
        *_statuses(t, case),
        *_money(t, case),
        *_letters(t, parts["letters"]),
        *_notes(t, parts["notes"]),
        *_disputes(t, parts["disputes"]),
        *_plans(t, parts["plans"]),
    ]
    # What came at one moment stays in its order, which `reverse` would not turn.
    return sorted(entries, key=lambda entry: entry["at"])[::-1]


def _entry(at: Any, kind: str, title: str, text: str = "", href: str | None = None) -> Entry:
    """Something of a moment, or of a whole day, which is a moment at midnight UTC where it is kept as one."""
    moment = moment_in(at)
    if moment is None:
        day = day_in(at)
        assert day is not None, at
        moment = datetime.combine(day, MIDNIGHT, UTC)
    is_of_day = moment.astimezone(UTC).time() == MIDNIGHT
    return {"at": moment, "kind": kind, "title": title, "text": text, "href": href, "is_of_day": is_of_day}


def _statuses(t: Words, case: Document) -> list[Entry]:
    """The phases. That it came to us is of the day when it did: its first statuses have the invoice's day."""
    changes = parsed(case["status_history"])
    first = [one["status"] for one in changes if one["status"] in REGISTERED]
    entries = [_entry(case["_created"], "phase", t(STATUSES[first[-1]]))] if first else []
    later = [one for one in changes if one["status"] not in REGISTERED]
    return entries + [_entry(one["status_date"], "phase", t(STATUSES[one["status"]])) for one in later]


def _money(t: Words, case: Document) -> list[Entry]:
    """What lowered the debt; what raised it stands with its reason in the statement."""
    found = []
    for one in parsed(case["transactions"]):
        ore = ore_in(one["amount"])
        if ore < 0:
            text = TEXT_OF[one["description_locale_tag"]]
            title = text.sv if t.language == "sv" else text.en
            found.append(_entry(one["bank_transaction_date"], "money", title, amount_text(-ore, t.language)))
    return found


def _letters(t: Words, letters: list[Document]) -> list[Entry]:
    found = []
    for letter in letters:
        kind = "trouble" if letter["status"] in ("failed", "stopped") else "letter"
        href = f"/console/files/{letter['file']}" if letter["file"] else None
        at = letter.get("sent") or letter["_created"]
        subject = f": {letter['subject']}" if letter.get("subject") else ""
        title = f"{t(LETTERS[letter['kind']])}{subject}"
        found.append(_entry(at, kind, title, t(LETTER_STATUSES[letter["status"]]), href))
    return found


def _notes(t: Words, notes: list[dict[str, Any]]) -> list[Entry]:
    return [
        _entry(note["_created"], "noted", f"{t(NOTES[note['kind']])}, {note.get('user_name', '–')}", note["text"])
        for note in notes
    ]


def _disputes(t: Words, disputes: list[dict[str, Any]]) -> list[Entry]:
    found = []
    for dispute in disputes:
        found.append(_entry(dispute["_created"], "trouble", t("Invändning"), dispute["reason"]))
        if "ended" in dispute:
            title = f"{t('Invändning')}: {t(OUTCOMES[dispute['outcome']])}"
            found.append(_entry(dispute["ended"], "noted", title, dispute.get("answer", "")))
    return found


def _plans(t: Words, plans: list[dict[str, Any]]) -> list[Entry]:
    return [
        _entry(
            plan["_created"],
            "noted",
            t("Avbetalningsplan"),
            t("{count} delbetalningar, {total}", count=len(plan["instalments"]), total=_total(t, plan)),
        )
        for plan in plans
    ]


def _total(t: Words, plan: dict[str, Any]) -> str:
    return amount_text(ore_in(plan["total_amount"]), t.language)
