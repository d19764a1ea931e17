"""A delivery channel: a digital mailbox that takes invoices and letters to people who asked for it.

The interface of the mailbox is invented. The real one needs a contract.
"""

from __future__ import annotations

from tools.recipes.recipe import Add, Create, Recipe, Replace

_MESSENGER = '''"""Letterbox: a digital mailbox. A parcel is one request, whose key is the id of the message."""

from __future__ import annotations

import asyncio
import base64
from collections.abc import Callable
from typing import Any

import httpx

from fordran.actions.delivery.claimed import (
    ConfigurationFault,
    DeliveryResult,
    PermanentFailure,
    RetryLater,
    Sent,
)
from fordran.actions.delivery.covering_note import NoteSender, covering_note
from fordran.actions.delivery.parcel import Parcel
from fordran.outside.media import MediaAway, NoSuchFile

SECONDS = 20


class Letterbox:
    """Delivers parcels to mailboxes, in the name of a sender."""

    def __init__(self, url: str, sender_name: str, read: Callable[[str], bytes]) -> None:
        self.sender_name = sender_name
        self.read = read
        self.url = url

    async def deliver(self, parcel: Parcel, is_ours: Callable[[], bool] = lambda: True) -> DeliveryResult:
        """Hand the parcel over and return the outcome. A second request with the same key has no effect."""
        try:
            content = await asyncio.to_thread(self._content, parcel)
        except (NoSuchFile, MediaAway) as missing:
            return RetryLater(f"a document of it is missing: {missing}")
        if not is_ours():
            return RetryLater("the mailbox has been too slow: its turn did not come in time")
        try:
            async with httpx.AsyncClient(base_url=self.url, timeout=SECONDS) as client:
                answer = await client.post("content", json=content, headers={"Idempotency-Key": parcel.message_id})
        except httpx.TimeoutException:
            return RetryLater("the mailbox did not answer in time", is_unknown=True)
        except httpx.HTTPError as trouble:
            return RetryLater(f"no connection to the mailbox: {type(trouble).__name__}")
        return _result(answer.status_code)

    def close(self) -> None:
        """Nothing is kept open between requests."""

    def _content(self, parcel: Parcel) -> dict[str, Any]:
        return {
            "ssn": parcel.address,
            "subject": covering_note(parcel, NoteSender(self.sender_name)).subject,
            "files": [
                {"name": document.filename, "data": base64.b64encode(self.read(document.media)).decode()}
                for document in parcel.documents
            ],
        }


def _result(status: int) -> DeliveryResult:
    if status in (200, 201):
        return Sent()
    if status == 404:
        return PermanentFailure("the customer has no mailbox")
    if status in (401, 403):
        return ConfigurationFault("the mailbox does not accept the installation")
    return RetryLater(f"the mailbox answered {status}")
'''

_TESTS = '''"""The letterbox: who is reached by it, what the mailbox gets, and what becomes of what it does not take."""

from __future__ import annotations

import json
import threading
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from fordran.api.app import Api
from fordran.domain.kinds.channels import ContactDetails
from fordran.domain.service.delivery import choose, letter_channel
from fordran.settings import Settings
from tests.actions.delivery.house import House, open_house
from tests.actions.office import PERSON, Office

CUSTOMER = {"id_number": PERSON, "email": "karin@example.com"}


@dataclass
class Mailbox:
    url: str = ""
    answers: int = 201
    got: list[tuple[str, dict[str, Any]]] = field(default_factory=list)


@pytest.fixture
def mailbox() -> Iterator[Mailbox]:
    box = Mailbox()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            box.got.append((self.headers["Idempotency-Key"], json.loads(body)))
            self.send_response(box.answers)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            """Nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    box.url = f"http://127.0.0.1:{server.server_port}/"
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield box
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.fixture
async def house(app: Api, office: Office, settings: Settings, tmp_path: Path, mailbox: Mailbox) -> AsyncIterator[House]:
    async with open_house(app, office, settings, tmp_path, letterbox_url=mailbox.url) as opened:
        yield opened


def test_a_person_is_reached_where_letterbox_is_asked_for() -> None:
    person = ContactDetails(id_number=PERSON, email="a@example.com")
    assert choose(None, "letterbox", None, person).ways == ("letterbox", "email", "print")
    assert choose(None, None, None, person).ways == ("email", "print"), "nobody asked"
    unknown = choose("letterbox", None, None, ContactDetails())
    assert unknown.remark == "not by letterbox: the customer has no personal number"
    assert letter_channel(ContactDetails(id_number=PERSON, asked="letterbox")) == ("letterbox", "8112289874")
    assert letter_channel(person) == ("print", "")


async def test_an_invoice_is_delivered_to_the_mailbox(house: House, mailbox: Mailbox) -> None:
    id_ = await house.invoice(CUSTOMER, preferred_invoice_distribution="letterbox")
    await house.work()
    delivery = await house.delivery(id_)
    assert (delivery["channel"], delivery["status"]) == ("letterbox", "sent")
    ((key, content),) = mailbox.got
    assert key == delivery["message_id"]
    assert content["ssn"] == "8112289874"
    assert [file["name"][-4:] for file in content["files"]] == [".pdf"]
    assert await house.told(id_) == ["invoice.sent letterbox"]


async def test_an_invoice_that_the_mailbox_refuses_goes_the_next_way(house: House, mailbox: Mailbox) -> None:
    mailbox.answers = 404
    id_ = await house.invoice(CUSTOMER, preferred_invoice_distribution="letterbox")
    await house.work()
    delivery = await house.delivery(id_)
    assert (delivery["channel"], delivery["status"]) == ("print", "sent"), "there is no mail server here"
    assert [one["reason"] for one in delivery["history"]] == ["the customer has no mailbox"]


@pytest.mark.parametrize("answer", [401, 500])
async def test_an_invoice_waits_while_the_mailbox_cannot_take_it(house: House, mailbox: Mailbox, answer: int) -> None:
    mailbox.answers = answer
    id_ = await house.invoice(CUSTOMER, preferred_invoice_distribution="letterbox")
    await house.work()
    assert (await house.delivery(id_))["status"] == "queued"
    mailbox.answers = 201
    await house.work(3600)
    assert (await house.delivery(id_))["status"] == "sent"
    assert len({key for key, _ in mailbox.got}) == 1, "the key is the same each time"


async def test_an_installation_without_letterbox_goes_the_next_way(
    app: Api, office: Office, settings: Settings, tmp_path: Path
) -> None:
    async with open_house(app, office, settings, tmp_path) as house:
        id_ = await house.invoice({"id_number": "19811218-9876"}, preferred_invoice_distribution="letterbox")
        await house.work()
        delivery = await house.delivery(id_)
    assert (delivery["channel"], delivery["reason"]) == ("print", "letterbox: Letterbox is not set up")
'''

_RULE = '''def address_for_letterbox(reach: ContactDetails) -> str:
    """The personal number, where the customer asked for Letterbox."""
    if reach.asked == "letterbox" and personnummer.is_valid(reach.id_number):
        return personnummer.compact(reach.id_number)
    return ""


'''

_RECORD = """        ChannelRecord(
            code="letterbox",
            carries_letters=True,
            is_batched=False,
            address_of=address_for_letterbox,
            lacks="the customer has no personal number",
            not_installed="Letterbox is not set up",
        ),
"""

_SWEDISH = {
    "channel.letterbox": "Letterbox",
    "channel.letterbox.debtor": "till din digitala brevlåda hos Letterbox",
    "channel.letterbox.in_reason": "Letterbox",
    "distribution.letterbox": "Letterbox",
    "distribution.letterbox.about": "Till en digital brevlåda hos Letterbox.",
    "distribution.letterbox.in_reason": "Letterbox",
}
_ENGLISH = {
    "channel.letterbox": "Letterbox",
    "channel.letterbox.debtor": "to your digital mailbox at Letterbox",
    "channel.letterbox.in_reason": "letterbox",
    "distribution.letterbox": "Letterbox",
    "distribution.letterbox.about": "To a digital mailbox at Letterbox.",
    "distribution.letterbox.in_reason": "letterbox",
}


def _entries(file: str, texts: dict[str, str]) -> tuple[Replace, ...]:
    found = []
    for area, anchor in (("channel", "channel.print"), ("distribution", "distribution.none")):
        new = "".join(f'msgid "{code}"\nmsgstr "{text}"\n\n' for code, text in texts.items() if code.startswith(area))
        found.append(Replace(file, f'msgid "{anchor}"\n', f'{new}msgid "{anchor}"\n'))
    return tuple(found)


_CHANNELS = "fordran/domain/kinds/channels.py"

CHANNEL = Recipe(
    name="a delivery channel",
    example="Letterbox, a digital mailbox",
    edits=(
        Replace(
            _CHANNELS,
            'Literal["e_invoice", "kivra", "email", "print"]',
            'Literal["e_invoice", "kivra", "letterbox", "email", "print"]',
        ),
        Replace(
            _CHANNELS,
            'Channel: TypeAlias = Literal["kivra", "email", "print"]',
            'Channel: TypeAlias = Literal["kivra", "letterbox", "email", "print"]',
        ),
        Replace(
            _CHANNELS,
            'Single: TypeAlias = Literal["kivra", "email"]',
            'Single: TypeAlias = Literal["kivra", "letterbox", "email"]',
        ),
        Replace(
            _CHANNELS,
            "import e_invoice_address, organisationsnummer\n",
            "import e_invoice_address, organisationsnummer, personnummer\n",
        ),
        Replace(
            _CHANNELS,
            "@dataclass(frozen=True, slots=True, kw_only=True)\nclass ChannelRecord:",
            f"{_RULE}@dataclass(frozen=True, slots=True, kw_only=True)\nclass ChannelRecord:",
        ),
        Replace(
            _CHANNELS,
            '        ChannelRecord(\n            code="email",\n',
            f'{_RECORD}        ChannelRecord(\n            code="email",\n',
        ),
        Create("fordran/outside/letterbox.py", _MESSENGER),
        Add(
            "fordran/outside/channels.py",
            "from fordran.outside.batches import BatchFolder, e_invoiced, printed\n",
            "from fordran.outside.letterbox import Letterbox\n",
        ),
        Replace(
            "fordran/outside/channels.py",
            "        folders: dict[Batched, BatchFolder] = {\n",
            "        if settings.letterbox_url:\n"
            '            messengers["letterbox"] = Letterbox(settings.letterbox_url, settings.operator.name, media.get)\n'
            "        folders: dict[Batched, BatchFolder] = {\n",
        ),
        Add(
            "fordran/settings.py",
            '    mail_from: str = _setting("", "The address that e-mail comes from; the operator\'s own by default.")\n',
            '    letterbox_url: str | None = _setting(None, "Where Letterbox takes what leaves by it; else the next channel does.")\n',
        ),
        Add(
            "fordran/settings.py",
            '    "smtp_ca_file": \'"/etc/ssl/our-authority.pem"\',\n',
            '    "letterbox_url": \'"https://letterbox.example.com"\',\n',
        ),
        Add(
            "docs/operating.md",
            "| `smtp_ca_file` | none | Certificates that verify the mail server, if it has its own authority. |\n",
            "| `letterbox_url` | none | The address of Letterbox. Without it, the next channel is used. |\n",
        ),
        Add(
            "docs/delivery.md",
            "| `email` | a message to the mail server | at most once by `Message-ID` |\n",
            "| `letterbox` | a request to Letterbox, for a person who asked for it | exactly once by `Message-ID` |\n",
        ),
        *_entries("fordran/texts/sv.po", _SWEDISH),
        *_entries("fordran/texts/en.po", _ENGLISH),
        Create("tests/actions/delivery/test_letterbox.py", _TESTS),
    ),
    tests=(
        "tests/actions/delivery/test_letterbox.py",
        "tests/domain/service/test_delivery.py",
        "tests/store/test_closed_lists.py",
        "tests/test_closed_lists.py",
        "tests/commands/test_settings.py",
        "tests/texts",
        "tests/test_docs.py",
        "tests/test_rooms.py",
    ),
    makes=("rows", "docs"),
    shows="""
from fordran.domain.kinds.channels import CHANNELS
from fordran.outside.channels import Channels
from fordran.settings import Settings
assert "letterbox" in CHANNELS
assert "letterbox" in Channels.of(Settings(letterbox_url="http://127.0.0.1:9/")).messengers
""",
)
