"""Faults in the guards between HTTP and the service: what is read, how much of it, by whom, and what may be kept of answers."""

from __future__ import annotations

from tools.planted.fault import Fault

LINEAR = "tests/hostile/test_linear.py::test_a_text_takes_time_in_proportion_to_its_length"
HEADS = "tests/load/test_slow_clients.py::test_a_head_has_to_come_soon_and_be_short"

HTTP_GUARDS = (
    Fault(
        "cookies are read by the library",
        "fordran/web/application.py",
        "request = PageRequest(scope, inflow)",
        "request = Request(scope, inflow)",
        ("tests/console/test_sign_in.py::test_no_page_reads_cookies_by_the_library",),
    ),
    Fault(
        "cookies are read however long they are",
        "fordran/web/cookies.py",
        "if len(sent) > MOST_BYTES:",
        "if False:",
        ("tests/web/test_cookies.py::test_cookies_are_read_up_to_a_length",),
    ),
    Fault(
        "blanks in Accept-Language are tried in every way",
        "fordran/web/languages.py",
        r"""(?:\s*;\s*q=([0-9.]{1,5}))?")
LONGEST = 1000""",
        r"""\s*(?:\s*;\s*q=([0-9.]{1,5}))?\s*")
LONGEST = 100_000""",
        (LINEAR,),
    ),
    Fault(
        "a request may have any number of headers",
        "fordran/api/server/connection.py",
        "if self._headers > MOST_HEADERS or",
        "if",
        (HEADS,),
    ),
    Fault(
        "headers may be as long as the head",
        "fordran/api/server/connection.py",
        " or self._header_bytes > MOST_HEADER_BYTES:",
        ":",
        (HEADS,),
    ),
)
