"""`make upgrade`: which version it begins with, and what it calls a difference."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import pytest

from fordran.domain.kinds.case_states import STATUSES
from tools.upgrade.comparing import differences
from tools.upgrade.earlier import MIGRATIONS, NoEarlierVersion, earlier_revision
from tools.upgrade.filling import counted, missing
from tools.upgrade.recording import files_of, without_links


@pytest.mark.parametrize(
    ("before", "after", "said", "remark"),
    [
        ({"owed": 240.38}, {"owed": 240.38, "new": 1}, [], "a new field is an addition"),
        ({"owed": 240.38}, {"owed": 0}, ["/cases/1 owed was 240.38 and is 0."], "an amount"),
        ({"owed": 240.38}, {}, ["/cases/1 owed is missing; it was 240.38."], "a field that is gone"),
        ({"on": True}, {"on": 1}, ["/cases/1 on was True and is 1."], "another type"),
        ({"lines": [1, 2]}, {"lines": [1, 3]}, ["/cases/1 lines 2 was 2 and is 3."], "an item of a list"),
        ({"lines": [1]}, {"lines": [1, 2]}, ["/cases/1 lines was [1] and is [1, 2]."], "one more item"),
        ({"a": {"b": [{"c": 1}]}}, {"a": {"b": [{"c": 2}]}}, ["/cases/1 a b 1 c was 1 and is 2."], "far within"),
    ],
)
def test_a_value_that_changed_is_a_difference(before: Any, after: Any, said: list[str], remark: str) -> None:
    assert list(differences({"/cases/1": before}, {"/cases/1": after})) == said, remark


def test_only_a_statement_that_counts_a_later_crediting_may_have_other_figures() -> None:
    capital = {"fact": "1", "description_locale_tag": "capital_added"}
    credit = {"fact": "2", "description_locale_tag": "capital_credited"}
    path = "/cases/1/statement?at=2026-10-24"
    without, counted_now = {"lines": [capital], "owed": 1000}, {"lines": [capital, credit], "owed": 0}
    assert not list(differences({path: without}, {path: counted_now}))
    assert list(differences({path: counted_now}, {path: without}))
    assert list(differences({path: without}, {path: without | {"owed": 999}})) == [f"{path} owed was 1000 and is 999."]
    assert list(differences({path: counted_now}, {path: counted_now | {"owed": 1}}))
    assert list(differences({"/cases/1": without}, {"/cases/1": counted_now}))


def test_a_document_that_is_gone_is_a_difference_and_a_new_one_is_not() -> None:
    assert list(differences({"/cases/1": {}}, {"/cases/2": {}})) == ["/cases/1 is missing."]


def test_signed_links_are_left_out_and_their_files_are_compared() -> None:
    link = "http://127.0.0.1:8000/media--files/1?expires=2&signature=3"
    letter = {"document": {"id": "1", "filename": "a.pdf", "url": link}, "texts": [{"url": "https://demo.example/"}]}
    assert without_links(letter) == {
        "document": {"id": "1", "filename": "a.pdf"},
        "texts": [{"url": "https://demo.example/"}],
    }
    payout = {"document": {"file": "2", "filename": "b.pdf"}, "changes": {"filename": "c.pdf"}}
    assert [*files_of([letter, payout])] == ["1", "2"]


def test_a_status_without_a_case_and_an_empty_list_are_trouble() -> None:
    recorded = {f"/cases/{status}": {"status": status} for status in STATUSES if status != "disputed"}
    found = list(missing(recorded))
    assert "No case has the status disputed, so that none was compared." in found
    assert "There is nothing in letters, so that nothing of it was compared." in found
    assert not any("the status" in one for one in found if "disputed" not in one)
    assert counted(recorded | {"/cases/paid/notes": {}}, "cases") == len(recorded)


class Repository:
    """A repository whose commits have some migrations."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.git("init", "--quiet")

    def git(self, *words: str) -> str:
        named = ("-c", "user.name=Test", "-c", "user.email=test@demo.example", "-c", "tag.gpgSign=false")
        done = subprocess.run(["git", *named, *words], cwd=self.folder, capture_output=True, text=True, check=True)
        return done.stdout.strip()

    def commit(self, **migrations: str) -> str:
        for name, text in migrations.items():
            file = self.folder / MIGRATIONS / f"{name}.sql"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
        self.git("add", "--all")
        self.git("commit", "--quiet", "--no-gpg-sign", "--message", "one more")
        return self.git("rev-parse", "HEAD")


def test_the_first_commit_that_can_be_upgraded_is_the_earlier_version(tmp_path: Path) -> None:
    repository = Repository(tmp_path)
    repository.commit(baseline="edited since")
    with pytest.raises(NoEarlierVersion):
        earlier_revision(tmp_path)
    first = repository.commit(baseline="as it is now")
    repository.commit(second="a table")
    repository.commit(third="an index")
    assert earlier_revision(tmp_path) == first


def test_the_last_release_is_the_earlier_version(tmp_path: Path) -> None:
    repository = Repository(tmp_path)
    for version, migration in (("v0.9.0", "a"), ("v0.10.0", "b")):
        repository.commit(**{migration: migration})
        repository.git("tag", version)
    repository.commit(c="c")
    assert earlier_revision(tmp_path) == "v0.10.0"
