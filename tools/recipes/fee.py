"""A fee: an article with its setting, charged by a letter. The example is invented; no law allows such a fee."""

from __future__ import annotations

from tools.recipes.recipe import Add, Recipe, Replace

_SWEDISH = {
    "article.surveillance": "Bevakningsavgift",
    "article.surveillance.in_reason": "bevakningsavgift",
    "line_type.surveillance.about": "Avgiften för ett bevakningsbrev.",
    "setting.surveillance_fee": "Avgift för bevakningsbrev",
}
_ENGLISH = {
    "article.surveillance": "Surveillance fee",
    "article.surveillance.in_reason": "surveillance",
    "line_type.surveillance.about": "The fee for a surveillance letter.",
    "setting.surveillance_fee": "Fee for a surveillance letter",
}
_BEFORE = {
    "article.surveillance": "audit_by.api",
    "line_type.surveillance.about": "mark.bankruptcy",
    "setting.surveillance_fee": "setting.surveillance_months",
}
"""First new entry → the entry that it comes before."""


def _entries(file: str, texts: dict[str, str]) -> tuple[Replace, ...]:
    found = []
    for first, anchor in _BEFORE.items():
        own = [code for code in texts if code == first or code.startswith(f"{first}.")]
        new = "".join(f'msgid "{code}"\nmsgstr "{texts[code]}"\n\n' for code in own)
        found.append(Replace(file, f'msgid "{anchor}"\n', f'{new}msgid "{anchor}"\n'))
    return tuple(found)


NEW_FEE = Recipe(
    name="a fee",
    example="a fee for a surveillance letter, where it was agreed on",
    edits=(
        Replace(
            "fordran/domain/kinds/articles.py",
            '    "amortization_reminder",\n    "enforcement",\n    "attachment",\n    "cost",\n]\n',
            '    "amortization_reminder",\n    "surveillance",\n    "enforcement",\n    "attachment",\n    "cost",\n]\n',
        ),
        Add(
            "fordran/domain/kinds/articles.py",
            '        ArticleRecord(code="attachment", paid_out_as="enforcement", caps=("attachment",), of_authority=True),\n',
            "        ArticleRecord(\n"
            '            code="surveillance",\n'
            '            paid_out_as="cost",\n'
            '            setting=FeeSetting("surveillance_fee", "for a surveillance letter, where agreed", default=0),\n'
            "            each_occasion=True,\n"
            "        ),\n",
        ),
        Replace(
            "fordran/domain/kinds/letter_kinds.py",
            '        LetterKindRecord(code="surveillance_letter", purpose="demand", law=_DEMAND, state="surveillance"),\n',
            "        LetterKindRecord(\n"
            '            code="surveillance_letter",\n'
            '            purpose="demand",\n'
            "            law=_DEMAND,\n"
            '            state="surveillance",\n'
            '            fees=("surveillance",),\n'
            "        ),\n",
        ),
        *_entries("fordran/texts/sv.po", _SWEDISH),
        *_entries("fordran/texts/en.po", _ENGLISH),
        Add(
            "tests/domain/flow/test_case_flow_fees.py",
            '        ("surveillance_letter", case(), DEFAULT, [], "free"),\n',
            '        ("surveillance_letter", case(), with_fee("surveillance", 20_00), [("surveillance", 20)], "agreed"),\n',
        ),
    ),
    tests=(
        "tests/domain/flow",
        "tests/store/test_closed_lists.py",
        "tests/test_closed_lists.py",
        "tests/texts",
        "tests/resources",
        "tests/test_rooms.py",
    ),
    makes=("docs",),
    shows="""
from fordran.domain.flow.case_settings import SETTINGS
assert SETTINGS["surveillance_fee"].article == "surveillance"
""",
)
