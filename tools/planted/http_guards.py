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
    Fault(
        "a client takes every database connection",
        "fordran/store/connections/shares.py",
        "return SharedPlace(self, shares) if shares else self.everybody",
        "return self.everybody",
        ("tests/load/test_shares.py::test_a_client_with_slow_requests_leaves_connections_to_the_others",),
    ),
    Fault(
        "a client has all requests under way",
        "fordran/web/under_way.py",
        "if any(counts[share.owner] >= share.of(most) for share in self._shares):",
        "if False:",
        ("tests/load/test_shares.py::test_a_client_may_have_its_share_of_the_requests_under_way",),
    ),
    Fault(
        "a client takes all memory of bodies",
        "fordran/api/http/body_memory.py",
        "            for share in shares\n        )",
        "            for share in ()\n        )",
        (
            "tests/load/test_shares.py::test_a_client_with_long_bodies_leaves_memory_to_the_others",
            "tests/load/test_shares.py::test_the_only_body_of_a_share_may_be_longer_than_the_share",
        ),
    ),
    Fault(
        "long answers count for nobody's share",
        "fordran/api/http/sending.py",
        "memory.take(size, request.shares)",
        "memory.take(size)",
        ("tests/load/test_shares.py::test_long_answers_count_for_the_share_of_their_client",),
    ),
    Fault(
        "strangers and debtors have no share together",
        "fordran/web/under_way.py",
        "return (own, Share(STRANGERS, settings.stranger_share_percent))",
        "return (own,)",
        ("tests/load/test_shares.py::test_a_request_counts_for_its_client_and_account_or_for_all_strangers",),
    ),
    Fault(
        "a filter may cost anything",
        "fordran/store/reading/where_compare.py",
        "if self.cost > MAX_COST:",
        "if False:",
        ("tests/api/test_hostile_filters.py::test_a_filter_that_costs_too_much_is_refused",),
    ),
    Fault(
        "a value that takes long to make costs as any other",
        "fordran/store/reading/where_compare.py",
        "return cost if self.level else max(cost, self.made_costs.get(made, 0))",
        "return cost",
        ("tests/store/reading/test_where_costs.py::test_so_many_conditions_of_a_kind_are_accepted",),
    ),
    Fault(
        "an order may cost anything",
        "fordran/store/reading/sorting.py",
        "if sum(cost_of(path, fields) for path, _ in order) > MAX_COST:",
        "if False:",
        ("tests/api/test_hostile_filters.py::test_an_order_that_costs_too_much_is_refused",),
    ),
    Fault(
        "a list takes as long as any statement",
        "fordran/store/reading/listing.py",
        "rows = await connection.fetch(statement.page, *statement.values, timeout=seconds)",
        "rows = await connection.fetch(statement.page, *statement.values)",
        ("tests/load/test_slow_database.py::test_a_list_that_takes_too_long_is_stopped_before_other_statements_are",),
    ),
    Fault(
        "a shared cache keeps answers",
        "fordran/api/http/sending.py",
        "        *UNCACHED,\n",
        "",
        ("tests/api/test_caching.py::test_no_answer_may_be_kept_by_others",),
    ),
    Fault(
        "every machine reads the metrics",
        "fordran/api/serving/probes.py",
        "if not is_from_this_machine(request.scope) and not _has_token(request, token):",
        "if False:",
        ("tests/api/test_monitoring.py::test_metrics_are_for_this_machine_or_for_the_token",),
    ),
    Fault(
        "a proxy on the same machine reads the metrics for anybody",
        "fordran/web/address.py",
        'return peer.is_loopback and not any(name in _FORWARDING for name, _ in scope["headers"])',
        "return peer.is_loopback",
        ("tests/api/test_monitoring.py::test_metrics_are_for_this_machine_or_for_the_token",),
    ),
    Fault(
        "an address that a provider has not verified is believed",
        "fordran/outside/identity_provider.py",
        'claims.get("email_verified") is True',
        'claims.get("email_verified")',
        ("tests/console/test_oidc.py::test_whoever_is_not_proved_to_be_a_user_is_not_let_in",),
    ),
    Fault(
        "a live installation answers for every host",
        "fordran/web/hosts.py",
        "    if hosts is None:\n        return True",
        "    if True:\n        return True",
        ("tests/console/test_hosts.py::test_a_live_installation_answers_for_its_own_names_alone",),
    ),
    Fault(
        "links follow the Host of the request",
        "fordran/web/reached.py",
        "return public_url(visit.settings) or f",
        "return f",
        (
            "tests/console/test_hosts.py::test_a_link_made_in_the_console_is_of_the_public_address",
            "tests/console/test_oidc.py::test_the_provider_sends_people_back_to_the_public_address",
        ),
    ),
    Fault(
        "a link to a file follows the Host of the request",
        "fordran/api/http/request.py",
        "{self.public_url or asked}",
        "{asked}",
        ("tests/console/test_hosts.py::test_a_link_to_a_file_is_of_the_public_address",),
    ),
    Fault(
        "a look at a one-time link signs in",
        "fordran/console/pages.py",
        'Page("GET", "/console/sign-in/link", link_page,',
        'Page("GET", "/console/sign-in/link", sign_in_by_link,',
        ("tests/console/test_sign_in.py::test_a_look_at_a_link_uses_nothing_up_and_signs_nobody_in",),
    ),
    Fault(
        "a command on a read-only database ends in a traceback",
        "fordran/commands/app.py",
        "if isinstance(trouble, asyncpg.ReadOnlySQLTransactionError):",
        "if False:",
        ("tests/commands/test_read_only.py::test_a_command_that_writes_says_that_the_database_takes_no_writes",),
    ),
)
