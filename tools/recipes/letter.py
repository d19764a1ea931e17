"""A letter with its step: a parking fee under surveillance, which no letter prolongs the time to sue for, has its own."""

from __future__ import annotations

from tools.recipes.letter_tests import TESTS
from tools.recipes.recipe import Create, Recipe, Replace

_LETTER = '''"""The parking letter: a parking fee that is still unpaid long after, and that no letter prolongs the time to sue for."""

from dataclasses import dataclass
from datetime import date
from typing import ClassVar

from fordran.documents.letter_parts.blocks import heading, paragraph
from fordran.documents.letter_parts.claim_blocks import claims_table, costs_sentence, interest_sentences
from fordran.documents.letter_parts.correspondence import Contents, LetterDocument, contact, opening, opening_facts
from fordran.domain.kinds.letter_kinds import LetterKind


@dataclass(frozen=True, slots=True, kw_only=True)
class ParkingLetter(LetterDocument):
    """What remains of parking fees, how to pay it, and until when they can be sued for."""

    kind: ClassVar[LetterKind | None] = "parking_letter"
    pay_by: date

    @property
    def deadline(self) -> date | None:
        """The day to pay or object by."""
        return self.pay_by

    def contents(self) -> Contents:
        """The fees today, how to object, and that the letter changes nothing in the time of lag (1984:318) 9 §."""
        voice, ways = self.voice, contact(self.agent, self.voice)
        return Contents(
            title=voice.text("parking"),
            facts=opening_facts(self, self.pay_by),
            body=[
                *opening(self, voice.text("parking_opening", creditor=self.creditor.name)),
                claims_table(self.claims, voice),
                *map(paragraph, [*costs_sentence(self.claims, voice), *interest_sentences(self.claims, voice)]),
                heading(voice.text("objections")),
                paragraph(voice.text("objections_text", pay_by=self.pay_by, contact=ways)),
                heading(voice.text("limitation")),
                paragraph(voice.text("parking_time")),
            ],
            payments=self.payments_of_all(self.pay_by),
            small_print=[voice.text("crossed_in_the_post"), voice.text("explained"), voice.text("supervision")],
        )
'''
_IN_SWEDISH = """msgid "letter.parking"
msgstr "Påminnelse om kontrollavgift"

msgid "letter.parking_opening"
msgstr ""
"Vi har ännu inte fått full betalning till {creditor} för parkering. Vi skriver för att {du} ska veta hur stor skulden är i "
"dag och hur {du} kan betala den. Brevet kostar {dig} ingenting."

msgid "letter.parking_time"
msgstr ""
"Brevet förlänger inte tiden för att väcka talan om avgiften, som är två år från parkeringen enligt 9 § lagen (1984:318) om "
"kontrollavgift vid olovlig parkering."

msgid "letter_kind.parking_letter"
msgstr "Brev om kontrollavgift"

msgid "letter_kind.parking_letter.about"
msgstr "Påminner om en kontrollavgift under bevakning."

msgid "letter_kind.parking_letter.debtor"
msgstr "Påminnelse om kontrollavgift"

msgid "letter_kind.parking_letter.in_reason"
msgstr "brev om kontrollavgift"

msgid "next_step.parking_letter"
msgstr "Brev om kontrollavgift"

msgid "next_step.parking_letter.about"
msgstr "Ett brev om en kontrollavgift under bevakning skickas."

msgid "next_step.parking_letter.debtor"
msgstr "Ett brev om kontrollavgiften"

"""
_IN_ENGLISH = """msgid "letter.parking"
msgstr "Reminder of a parking fee"

msgid "letter.parking_opening"
msgstr ""
"We have not yet received full payment to {creditor} for a parking. We write so that you know how large the debt is today and "
"how you can pay it. This letter costs you nothing."

msgid "letter.parking_time"
msgstr ""
"This letter does not prolong the time to sue for the fee, which is two years from the parking under section 9 of Act "
"(1984:318) on control fees for unlawful parking."

msgid "letter_kind.parking_letter"
msgstr "Letter about a parking fee"

msgid "letter_kind.parking_letter.about"
msgstr "Reminds of a parking fee under surveillance."

msgid "letter_kind.parking_letter.debtor"
msgstr "Reminder of a parking fee"

msgid "letter_kind.parking_letter.in_reason"
msgstr "parking_letter"

msgid "next_step.parking_letter"
msgstr "Letter about a parking fee"

msgid "next_step.parking_letter.about"
msgstr "A letter about a parking fee under surveillance is sent."

msgid "next_step.parking_letter.debtor"
msgstr "A letter about the parking fee"

"""
_BEFORE = 'msgid "letter.pay_by"\n'


LETTER = Recipe(
    name="a letter with its step",
    example="a letter for a parking fee that is under surveillance",
    edits=(
        Create("fordran/documents/letters/parking.py", _LETTER),
        Replace("fordran/texts/sv.po", _BEFORE, f"{_IN_SWEDISH}{_BEFORE}"),
        Replace("fordran/texts/en.po", _BEFORE, f"{_IN_ENGLISH}{_BEFORE}"),
        Replace(
            "fordran/domain/kinds/letter_kinds.py",
            '    "surveillance_letter",\n',
            '    "surveillance_letter",\n    "parking_letter",\n',
        ),
        Replace(
            "fordran/domain/kinds/letter_kinds.py",
            '        LetterKindRecord(code="amortization_default",',
            '        LetterKindRecord(code="parking_letter", purpose="demand", law=_DEMAND, state="surveillance"),\n'
            '        LetterKindRecord(code="amortization_default",',
        ),
        Replace(
            "fordran/domain/flow/next_step.py",
            """    # No letter prolongs the time to sue for a parking fee, so none is hurried for its sake.
    if early < date and not case.is_letter_in_vain:
""",
            """    # No letter prolongs the time to sue for a parking fee, so none says so or is hurried for its sake.
    if case.is_letter_in_vain:
        return NextStep(
            "parking_letter", date, Message("step_reason.months_since_letter", months=settings.surveillance_months)
        )
    if early < date:
""",
        ),
        *TESTS,
    ),
    tests=(
        "tests/domain/flow",
        "tests/domain/test_rules_pages.py",
        "tests/documents/letters",
        "tests/actions/flow/test_parking.py",
        "tests/actions/flow/test_stories.py",
        "tests/store/test_closed_lists.py",
        "tests/test_closed_lists.py",
        "tests/test_docs.py",
        "tests/test_rooms.py",
    ),
    makes=("docs",),
    shows="""
from fordran.documents.letters.letters import KINDS
from fordran.domain.flow.lawfulness import rules_of
from fordran.domain.kinds.letter_kinds import STEP_LETTERS
assert "parking_letter" in {kind.kind for kind in KINDS} & {*STEP_LETTERS}
assert rules_of("parking_letter") == rules_of("surveillance_letter")
""",
)
