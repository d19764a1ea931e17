"""Other people's tools read the description: linters find nothing, and generators make clients that work.

The tools are not installed with the project. Where they are on the path, or in the folders that FORDRAN_TEST_TOOLS names (as
PATH does), they are run: `npm install @redocly/cli @stoplight/spectral-cli openapi-typescript typescript` and
`pip install openapi-python-client datamodel-code-generator`.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from fordran.api.description.document import description_json
from fordran.api.endpoints import endpoints
from fordran.settings import Settings

SECONDS = 180
OVERRIDES = """post_hooks: []
content_type_overrides:
  "*/*": application/octet-stream
  application/pdf: application/octet-stream
  application/xml: application/octet-stream
  text/plain: application/octet-stream
"""


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("tools") / "openapi.json"
    made.write_bytes(description_json(endpoints(Settings())))
    return made


def run(tool: str, *arguments: str, folder: Path) -> str:
    """What a tool prints; skips where it cannot be had."""
    path = _path()
    found = shutil.which(tool, path=path)
    if found is None:
        pytest.skip(f"{tool} is not installed; see the head of this file")
    environment = os.environ | {"PATH": path, "REDOCLY_TELEMETRY": "off", "REDOCLY_SUPPRESS_UPDATE_NOTICE": "true"}
    done = subprocess.run(
        [found, *arguments],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_redocly_finds_nothing(file: Path) -> None:
    found = run("redocly", "lint", "--extends", "recommended", "--format", "json", file.name, folder=file.parent)
    assert json.loads(found[found.index("{") :])["problems"] == []


def test_spectral_finds_nothing(file: Path) -> None:
    rules = file.parent / "spectral.yaml"
    rules.write_text("extends: ['spectral:oas']\n")
    found = run("spectral", "lint", "-r", rules.name, "-f", "json", "--quiet", file.name, folder=file.parent)
    assert json.loads(found[found.index("[") :]) == []


def test_openapi_typescript_makes_types_that_compile(file: Path) -> None:
    run("openapi-typescript", file.name, "-o", "types.d.ts", folder=file.parent)
    program = file.parent / "program.ts"
    program.write_text(
        'import type { components } from "./types";\n'
        'export const state: components["schemas"]["CaseState"] = "debt_collection";\n'
        'export const total = (page: components["schemas"]["CaseList"]): number => page._meta.total;\n'
    )
    run("tsc", "--noEmit", "--strict", program.name, folder=file.parent)


def test_openapi_python_client_makes_a_client_that_reads_what_we_answer(file: Path) -> None:
    config = file.parent / "config.yaml"
    config.write_text(OVERRIDES)
    options = ("--path", file.name, "--output-path", "made", "--config", config.name, "--overwrite")
    said = run("openapi-python-client", "generate", *options, folder=file.parent)
    assert "WARNING" not in said, said
    (package,) = (folder for folder in (file.parent / "made").iterdir() if (folder / "client.py").is_file())
    names = [one.stem for one in (package / "models").glob("*.py")]
    assert [name for name in names if "response_2" in name or "_type_" in name] == []
    program = (
        "import json, sys; sys.path.insert(0, 'made')\n"
        f"from {package.name}.models.case_list import CaseList\n"
        "document = json.load(open('openapi.json'))\n"
        "example = document['components']['schemas']['CaseList']['examples'][0]\n"
        "assert CaseList.from_dict(dict(example)).to_dict()['_items'][0]['_id'] == example['_items'][0]['_id']\n"
    )
    interpreter = Path(shutil.which("openapi-python-client", path=_path()) or "").parent / "python"
    done = subprocess.run(
        [str(interpreter if interpreter.exists() else sys.executable), "-c", program],
        cwd=file.parent,
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def _path() -> str:
    return os.pathsep.join(filter(None, [os.environ.get("FORDRAN_TEST_TOOLS", ""), os.environ["PATH"]]))


def test_datamodel_code_generator_makes_models_that_can_be_imported(file: Path) -> None:
    options = ("--input", file.name, "--input-file-type", "openapi", "--output", "models.py")
    run("datamodel-codegen", *options, "--output-model-type", "pydantic_v2.BaseModel", folder=file.parent)
    program = (
        "import json, models\n"
        "document = json.load(open('openapi.json'))\n"
        "example = document['components']['schemas']['CaseList']['examples'][0]\n"
        "models.CaseList.model_validate(example)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=file.parent, capture_output=True, text=True, timeout=SECONDS, check=False
    )
    assert done.returncode == 0, done.stderr
