"""A served sandbox delivers what happens to a receiver on the same machine, by the worker's own process."""

from __future__ import annotations

import http.server
import json
import queue
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from standardwebhooks import Webhook

from tests.commands.running import fordran, serving
from tests.prepared import copy_data


@pytest.fixture
def received() -> Iterator[tuple[str, queue.Queue[tuple[dict[str, str], bytes]]]]:
    """The URL of a receiver, and what it gets."""
    got: queue.Queue[tuple[dict[str, str], bytes]] = queue.Queue()

    class Receiver(http.server.BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            got.put(({name.lower(): value for name, value in self.headers.items()}, body))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            return

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/hook", got
    server.shutdown()
    thread.join()
    server.server_close()


def test_what_happens_in_a_served_sandbox_arrives_within_seconds(
    prepared: Path, tmp_path: Path, received: tuple[str, queue.Queue[tuple[dict[str, str], bytes]]]
) -> None:
    url, got = received
    copy_data(prepared, tmp_path / "data")
    with serving("--sandbox", "--data", tmp_path / "data") as running:
        place = ["--json", "--data", tmp_path / "data"]
        added = fordran("client", "add", "--name", "C", "--operator", "--ip", "127.0.0.1", *place)
        with httpx.Client(base_url=running.base_url, timeout=20) as client:
            signed_in = client.post("/authenticates/api-code", json={"code": json.loads(added.stdout)["api_code"]})
            client.headers["X-API-Key"] = signed_in.json()["token"]
            made = client.post(
                "/accounts",
                json={
                    "name": "Å",
                    "organization_no": "556016-0680",
                    "agreement_address": {"address_line_1": "Storgatan 1", "zip_code": "111 22", "city": "Stockholm"},
                    "initial_creditor_data": {"name": "B", "organization_no": "556016-0680"},
                },
            ).json()
            webhook = client.post("/webhooks", json={"account": made["_id"], "url": url}).json()
            etag = client.get(f"/creditors/{made['_creditor']}").json()["_etag"]
            changed = client.patch(
                f"/creditors/{made['_creditor']}", json={"description": "x"}, headers={"if-match": etag}
            )
            assert changed.status_code == 200, changed.text
            headers, body = got.get(timeout=10)
            told = Webhook(webhook["secret"]).verify(body, headers)
            assert (told["type"], told["data"]["creditor"]) == ("creditor.changed", made["_creditor"])
            assert client.get(f"/events/{headers['webhook-id']}").json()["type"] == "creditor.changed"
        code, errors = running.interrupt()
    assert code == 0
    assert webhook["secret"] not in errors
