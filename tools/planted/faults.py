"""The faults: a guard each, the text that is the guard, what is put in its place, and the tests that must then fail.

A text must occur exactly once in its file. A test of `make test` sees to that, so that a guard that moves takes its row along.
"""

from __future__ import annotations

from tools.planted.applications import APPLICATIONS
from tools.planted.fault import Fault
from tools.planted.http_guards import HTTP_GUARDS
from tools.planted.newer_rooms import NEWER_ROOMS
from tools.planted.objections import OBJECTIONS
from tools.planted.operations import OPERATIONS
from tools.planted.people import FAULTS_OF_PEOPLE
from tools.planted.upgrades import UPGRADES

MATRIX = "tests/api/test_matrix.py"
DOOR = "tests/api/test_description_and_door.py"
DETAILS = "tests/actions/registrations/test_customer_details.py"
PEOPLE = "tests/domain/numbers/test_people_and_companies.py"


FAULTS = (
    # What is acknowledged is seen
    Fault(
        "a replica that is behind answers",
        "fordran/store/connections/replica.py",
        'return row["bytes_written"] >= written.bytes_written',
        "return True",
        (
            "tests/api/test_replica.py::test_a_standby_that_is_behind_is_passed_by_and_waited_for_if_it_is_a_little_behind",
        ),
    ),
    # Whose it is
    Fault(
        "no role is refused",
        "fordran/web/pipeline.py",
        "elif target.role_names and not request.caller.roles & target.role_names:",
        "elif False:",
        (f"{MATRIX}::test_a_role_that_may_not_is_told_so_whatever_it_asks_for",),
    ),
    Fault(
        "an account's administrator reads every account",
        "fordran/store/reading/scope.py",
        '    account = _is("own_account", caller.account, parameters)',
        '    account = "true"',
        (f"{MATRIX}::test_foreign_ids_look_like_missing_ids",),
    ),
    Fault(
        "a creditor's user reads its sibling's documents",
        "fordran/store/reading/scope.py",
        'return _is("own_creditor", caller.creditors[0], parameters)',
        'return "true"',
        (f"{MATRIX}::test_foreign_ids_look_like_missing_ids",),
    ),
    Fault(
        "a creditor reads the address that its sibling has told",
        "fordran/sql/views.sql",
        "    s.address, case when not c.is_protected then s.address_source",
        "    c.address, case when not c.is_protected then s.address_source",
        (f"{DETAILS}::test_a_sibling_sees_only_what_it_has_told_and_changes_nothing_of_what_others_see",),
    ),
    Fault(
        "a creditor searches for the name that its sibling has told",
        "fordran/sql/views.sql",
        "s.name_folded as own_name,",
        "c.name_folded as own_name,",
        (f"{DETAILS}::test_nothing_that_a_sibling_has_told_can_be_searched_for",),
    ),
    Fault(
        "a creditor's tag is not looked at when it marks a customer",
        "fordran/actions/work/change_customer.py",
        "    if seen is None or seen.etag != etag:",
        "    if seen is None:",
        (f"{DETAILS}::test_a_creditors_administrator_marks_by_the_tag_that_it_has_read",),
    ),
    Fault(
        "a later page forgets whose it is",
        "fordran/store/reading/listing.py",
        """return f'{view} where {scope} and "_id" = any(""",
        """return f'{view} where "_id" = any(""",
        (f"{DETAILS}::test_every_page_shows_only_what_the_creditor_has_told",),
    ),
    Fault(
        "a partner reads other partners' documents",
        "fordran/store/reading/scope.py",
        "own_account in (select id from accounts where partner_id = {mine})",
        "own_account in (select id from accounts where {mine} is not null)",
        (f"{MATRIX}::test_a_filter_on_what_is_not_the_callers_finds_what_one_on_nothing_does",),
    ),
    Fault(
        "a file is read by whoever has a token",
        "fordran/api/serving/media.py",
        "if request.caller is not None and not sees(request.caller, partner, account, creditor):",
        "if False:",
        (f"{MATRIX}::test_foreign_ids_look_like_missing_ids",),
    ),
    Fault(
        "an unknown field is passed over",
        "fordran/shape/fields.py",
        'extra="forbid"',
        'extra="ignore"',
        (f"{MATRIX}::test_no_field_can_be_set_that_is_not_the_clients_to_set",),
    ),
    Fault(
        "anybody makes API clients",
        "fordran/actions/accounts/create_user.py",
        "    if given.system_user and caller.level != OPERATOR:",
        "    if False:",
        ("tests/api/test_users.py::test_system_user_is_the_operators_to_set",),
    ),
    # Whose a number is
    Fault(
        "the century that is written does not count",
        "fordran/domain/numbers/identity.py",
        "        return century + rest",
        '        return "19" + rest',
        (f"{PEOPLE}::test_a_number_is_compacted_to_whose_it_is_on_the_day",),
    ),
    Fault(
        "a plus means nothing",
        "fordran/domain/numbers/identity.py",
        "is_elder='+' in text",
        "is_elder=False",
        (f"{PEOPLE}::test_a_number_is_compacted_to_whose_it_is_on_the_day",),
    ),
    Fault(
        "an export of the elder finds what was written of the younger",
        "fordran/store/rows/personal_rows.py",
        "    if compacted(rest, on) == compact:",
        "    if on is not None:",
        ("tests/store/rows/test_personal_rows.py::test_a_writing_is_one_persons",),
    ),
    # What is not to be done or kept
    Fault(
        "a switch that is said twice is what was said first",
        "fordran/api/http/switches.py",
        "    if value not in SPELLINGS or times > 1:",
        "    if value not in SPELLINGS:",
        ("tests/api/test_switches.py::test_an_unclear_switch_is_refused_on_every_endpoint_and_nothing_is_done",),
    ),
    Fault(
        "an unclear switch is off",
        "fordran/api/http/switches.py",
        "    value = request.query.get(switch)",
        '    value = request.query.get(switch) if request.query.get(switch) in SPELLINGS else "0"',
        ("tests/api/test_switches.py::test_an_unclear_switch_is_refused_on_every_endpoint_and_nothing_is_done",),
    ),
    Fault(
        "a change that was to be a dry run is made",
        "fordran/api/http/switches.py",
        "    if request.method in _CHANGING and is_on(request, DRY_RUN):",
        "    if False:",
        ("tests/api/test_switches.py::test_what_has_no_dry_run_refuses_one",),
    ),
    Fault(
        "a stored answer holds the secret",
        "fordran/api/serving/once.py",
        "    kept = without(done.body, request.secrets)",
        "    kept = done.body",
        ("tests/api/test_secrets.py::test_no_table_holds_a_secret_in_clear_and_a_second_answer_is_without_it",),
    ),
    Fault(
        "requests that are written together swap their ids in the audit log",
        "fordran/actions/registrations/register.py",
        "zip(made, changed, request_ids, strict=True)",
        "zip(made, changed, [*reversed(request_ids)], strict=True)",
        ("tests/api/test_gathering.py::test_the_audit_log_has_the_request_of_each",),
    ),
    # Who it is
    Fault(
        "a client's signature is not checked",
        "fordran/actions/accounts/signed_jwt.py",
        "if not (fitting and signers and is_current and is_brief):",
        "if not (fitting and is_current and is_brief):",
        ("tests/actions/accounts/test_signed_jwt.py::test_a_changed_token_never_proves_anything",),
    ),
    Fault(
        "a client's token never ends",
        "fordran/actions/accounts/signed_jwt.py",
        "if not (fitting and signers and is_current and is_brief):",
        "if not (fitting and signers and is_brief):",
        ("tests/actions/accounts/test_signed_jwt.py::test_these_claims_are_refused",),
    ),
    Fault(
        "an access token never ends",
        "fordran/actions/accounts/access_token.py",
        '    if now >= claims["exp"]:',
        "    if False:",
        ("tests/actions/accounts/test_access_token.py::test_a_token_ends",),
    ),
    Fault(
        "an access token's signature is not checked",
        "fordran/actions/accounts/access_token.py",
        'claims = _JWT.decode(token, key, algorithms=[_HEADER["alg"]])',
        'claims = _JWT.decode(token, options={"verify_signature": False})',
        ("tests/actions/accounts/test_access_token.py::test_another_installation_s_token_is_refused",),
    ),
    Fault(
        "a link's signature is not checked",
        "fordran/api/clients/links.py",
        "return is_ours and clock.unix() < int(expires)",
        "return clock.unix() < int(expires)",
        (f"{MATRIX}::test_a_signed_link_opens_its_own_file_and_no_other",),
    ),
    Fault(
        "failed sign-ins are not counted",
        "fordran/settings.py",
        "sign_in_failures_per_minute: int = _setting(10,",
        "sign_in_failures_per_minute: int = _setting(100_000,",
        ("tests/api/test_sign_in.py::test_ten_failures_a_minute_from_one_address_are_enough",),
    ),
    # Once, and one after the other
    Fault(
        "a case is not locked while it is booked on",
        "fordran/actions/cases/locked_case.py",
        """{of_account} for update of k", 3)""",
        """{of_account}", 3)""",
        ("tests/actions/registrations/test_record_payment.py::test_sixty_four_at_once_are_all_counted_and_none_twice",),
    ),
    Fault(
        "two may act on one idempotency key at once",
        "fordran/store/idempotent_answers.py",
        "    return bool(claimed)",
        "    return True",
        ("tests/api/test_concurrency.py::test_a_key_has_one_effect_however_many_send_it_at_once[users]",),
    ),
    Fault(
        "an idempotency key stands for any request",
        "fordran/api/serving/once.py",
        "if first.request_hash != asked:",
        "if False:",
        ("tests/api/test_concurrency.py::test_a_key_stands_for_one_request[users]",),
    ),
    Fault(
        "the tag is not looked at before a hold is lifted",
        "fordran/api/cases/acts.py",
        "if item is None or item.etag != etag:",
        "if item is None:",
        ("tests/api/test_found.py::test_a_hold_is_lifted_by_the_tag_of_the_case_and_no_other",),
    ),
    Fault(
        "a change is not one statement with its check",
        "fordran/store/rows/rows.py",
        "and ($2::text is null or etag(id, revision::text) = $2) returning true",
        "and ($2::text is null or true) returning true",
        ("tests/api/test_concurrency.py::test_of_many_changes_with_one_tag_one_succeeds[users]",),
    ),
    Fault(
        "an invoice number may come twice",
        "fordran/sql/migrations/0063_index_of_case_numbers.sql",
        "on fordran.cases (account_id, creditor_id, invoice_number, number_freed_by)",
        "on fordran.cases (account_id, id, creditor_id, invoice_number, number_freed_by)",
        ("tests/api/test_found.py::test_of_one_invoice_number_in_many_case_registrations_at_once_one_is_taken",),
    ),
    Fault(
        "a bank transaction counts as often as it comes",
        "fordran/actions/bank/store_file.py",
        "    on conflict (key) do nothing\n",
        "    on conflict (key) do update set key = excluded.key\n",
        ("tests/actions/bank/test_bank_import.py::test_a_file_and_each_transaction_count_once",),
    ),
    # For ever
    Fault(
        "bookings can be changed",
        "fordran/sql/migrations/0001_baseline.sql",
        "create trigger bookings_are_append_only before update or delete on bookings for each row",
        "create trigger bookings_are_append_only before update or delete on bookings for each row when (false)",
        ("tests/api/test_append_only.py",),
    ),
    Fault(
        "the audit log can be changed",
        "fordran/sql/migrations/0001_baseline.sql",
        "create trigger audit_log_is_append_only before update or delete on audit_log for each row",
        "create trigger audit_log_is_append_only before update or delete on audit_log for each row when (false)",
        ("tests/api/test_append_only.py",),
    ),
    # What comes in and goes out
    Fault(
        "a key may stand twice in one object",
        "fordran/shape/json_in.py",
        "    if len(found) != len(pairs):",
        "    if False:",
        ("tests/api/test_bodies.py::test_what_is_not_json_is_refused[users]",),
    ),
    Fault(
        "JSON may be as deep as it likes",
        "fordran/shape/json_in.py",
        "> max_depth and _is_deeper_than(value, max_depth):",
        "> max_depth and False:",
        ("tests/api/test_bodies.py::test_what_is_not_json_is_refused[users]",),
    ),
    Fault(
        "any number of issues is told",
        "fordran/shape/fields.py",
        "> MOST_ISSUES:",
        "> 10**9:",
        ("tests/api/test_found.py::test_many_issues_are_not_told",),
    ),
    Fault(
        "all of very many issues are looked for",
        "fordran/shape/kinds.py",
        "    if left is not None and next(left, None) is None:",
        "    if False:",
        ("tests/api/test_found.py::test_reading_stops_after_as_many_issues_as_are_told",),
    ),
    Fault(
        "U+0000 is taken",
        "fordran/shape/kinds.py",
        '    if "\\x00" in value:',
        "    if False:",
        ("tests/api/test_creates.py::test_texts_that_cannot_be_stored_are_refused[users]",),
    ),
    Fault(
        "a field's name in a filter is taken as it comes",
        "fordran/store/reading/where_sql.py",
        'return self.parameters.add(name, "text")',
        "return f\"'{name}'\"",
        ("tests/api/test_hostile_filters.py::test_free_keys_of_a_client_never_become_sql",),
    ),
    Fault(
        "webhooks go to addresses of our own network",
        "fordran/domain/service/public_addresses.py",
        "        return not any(address in network for network in _NOT_PUBLIC)",
        "        return True",
        ("tests/domain/service/test_public_addresses.py::test_what_leads_into_a_network_of_ones_own_is_not",),
    ),
    # What the database holds
    Fault(
        "whatever is violated is told as a conflict",
        "fordran/actions/violations.py",
        'REFUSALS.get(violated_constraint(violation) or "")',
        'REFUSALS.get(violated_constraint(violation) or "", _gone)',
        ("tests/actions/test_violations.py::test_whatever_else_is_violated_is_a_fault_of_ours",),
    ),
    Fault(
        "a closed list has a value that its column does not take",
        "fordran/store/upkeep/migrate.py",
        'if outdated := ";\\n".join(await outdated_checks(connection, lists)):',
        'if outdated := "":',
        ("tests/store/test_closed_lists.py::test_the_check_of_every_domain_is_its_list",),
    ),
    Fault(
        "a closed list is shown as any text",
        "fordran/resources/letters.py",
        "    channel: Channel\n",
        "    channel: Text\n",
        ("tests/store/test_closed_lists.py::test_what_a_closed_column_holds_is_shown_as_closed",),
    ),
    Fault(
        "rows are not held to constraints that a migration adds",
        "fordran/store/upkeep/migrate.py",
        "    await _check_rows(connection, tell)\n",
        "",
        (
            "tests/store/test_constraints.py"
            "::test_rows_are_held_to_a_constraint_that_a_migration_added_without_a_look_at_them",
        ),
    ),
    # How it stands
    Fault(
        "trailers count as headers",
        "fordran/api/server/uvicorn_inside.py",
        "        if not self._is_head_whole:",
        "        if True:",
        ("tests/load/test_trailers.py::test_a_token_in_a_trailer_is_no_token",),
    ),
    Fault(
        "a connection to a standby is kept",
        "fordran/store/connections/database.py",
        "_NO_WRITES = (asyncpg.ReadOnlySQLTransactionError,)",
        "_NO_WRITES = (asyncpg.DiskFullError,)",
        (
            "tests/store/connections/test_hosts.py::test_a_server_that_takes_no_writes_is_away_and_its_connection_is_not_kept",
        ),
    ),
    Fault(
        "what lies in the current folder is run",
        "fordran/commands/children.py",
        'return (str(beside) if is_installed else sys.executable), "-P"',
        'return (str(beside) if is_installed else sys.executable), "-u"',
        ("tests/commands/test_children.py::test_what_lies_in_the_current_folder_is_not_run",),
    ),
    Fault(
        "a process that served well waits to be started again",
        "fordran/commands/children.py",
        "self.deaths = 0 if was_ready else self.deaths + 1",
        "self.deaths += 1",
        (
            "tests/commands/test_children.py::"
            "test_one_that_had_become_ready_is_started_again_at_once_however_often_it_is_killed",
        ),
    ),
    # What is printed and what is read in
    Fault(
        "a match for each place where a word may break",
        "fordran/documents/templates/base.typ",
        'show regex("(?s).*" + break-mark + ".*"): it => it.text.split(break-mark).join(h(0pt) + box())',
        "show break-mark: box()",
        ("tests/documents/test_any_text.py::test_an_unbroken_word_as_long_as_a_text_may_be_is_printed_whole",),
    ),
    Fault(
        "no-break spaces hold any length together",
        "fordran/documents/printable.py",
        "_RUN.sub(with_breaks, _GLUED_RUN.sub(unglued, line))",
        "_RUN.sub(with_breaks, line)",
        ("tests/documents/test_any_text.py::test_no_break_spaces_keep_together_what_is_short_only",),
    ),
    Fault(
        "an invoice that cannot be printed is not put aside",
        "fordran/actions/printing/print_invoice.py",
        "            unprintable.append((row, trouble))",
        "            raise",
        ("tests/actions/registrations/test_unprintable.py",),
    ),
    Fault(
        "a workbook is unpacked whatever its size",
        "fordran/formats/tables.py",
        "        _check_sizes(stream)\n",
        "",
        ("tests/formats/test_table_bounds.py::test_a_table_beyond_bounds_is_refused_with_a_sentence",),
    ),
    Fault(
        "a row may have any number of cells",
        "fordran/formats/tables.py",
        "if len(cells) > MOST_COLUMNS:",
        "if False:",
        ("tests/formats/test_table_bounds.py::test_a_table_beyond_bounds_is_refused_with_a_sentence",),
    ),
    Fault(
        "a renamed file's folder is not written to disk",
        "fordran/safe_names.py",
        "    keep_names(target.parent)\n",
        "",
        ("tests/outside/test_safe_names.py",),
    ),
    Fault(
        "two hosts or two tokens are one",
        "fordran/api/http/request.py",
        "if names.count(name) > 1:",
        "if False:",
        ("tests/api/test_heads.py::test_a_request_has_one_host_and_at_most_one_token",),
    ),
    Fault(
        "a host that hangs uses up the time for all",
        "fordran/store/connections/hosts.py",
        "_connect(host, connect_seconds / len(hosts)",
        "_connect(host, connect_seconds * 10",
        (
            "tests/store/connections/test_hosts.py"
            "::test_a_host_that_hangs_leaves_time_for_the_next_one_which_is_asked_first_from_then_on",
        ),
    ),
    Fault(
        "a session whose settings do not last is used",
        "fordran/store/connections/database.py",
        'if seen["writer"] != "on":',
        "if False:",
        ("tests/store/connections/test_hosts.py::test_a_session_that_does_not_keep_what_is_set_is_not_used",),
    ),
    Fault(
        "whoever tells of trouble has trouble",
        "fordran/commands/process_setup.py",
        "        except OSError:\n            return len(data)",
        "        except TypeError:\n            return len(data)",
        ("tests/commands/test_children.py::test_standard_error_that_cannot_be_written_ends_nothing",),
    ),
    Fault(
        "a full disk is a fault of ours",
        "fordran/store/connections/disk_full.py",
        "_NO_ROOM = (errno.ENOSPC, errno.EDQUOT)",
        "_NO_ROOM = ()",
        ("tests/api/test_unavailable.py::test_a_full_disk_is_answered_with_503_and_when_to_try_again",),
    ),
    Fault(
        "what was left half written stays",
        "fordran/outside/media.py",
        "if file.stat().st_mtime < older_than]",
        "if False]",
        ("tests/commands/test_children.py::test_what_was_left_half_written_is_swept_and_what_is_being_written_is_not",),
    ),
    # What is described
    Fault(
        "two idempotency keys or tags are one",
        "fordran/api/http/request.py",
        '_GIVEN_ONCE = (b"host", b"x-api-key", b"idempotency-key", b"if-match")',
        '_GIVEN_ONCE = (b"host", b"x-api-key")',
        ("tests/api/test_heads.py::test_a_request_has_one_host_and_at_most_one_token",),
    ),
    Fault(
        "a text that is too long for its index is a fault of ours",
        "fordran/api/http/errors.py",
        "if type(exception) is asyncpg.ProgramLimitExceededError:",
        "if False:",
        ("tests/api/test_found.py::test_a_text_to_find_a_customer_by_may_be_too_long_for_the_index",),
    ),
    Fault(
        "a whole number of 19 digits cannot be stored",
        "fordran/shape/wire.py",
        "    return value if -(2**63) <= value < 2**63 else orjson.Fragment(str(value))",
        "    return value",
        (f"{DOOR}::test_any_number_that_is_described_can_be_stored",),
    ),
    Fault(
        "blanks are a name",
        "fordran/shape/kinds.py",
        "    if not _says_something(text):",
        "    if not text:",
        (f"{DOOR}::test_a_name_says_something_by_the_description_and_at_the_door",),
    ),
    Fault(
        "the years that are taken are not described",
        "fordran/shape/openapi.py",
        'bounded: Schema = {"pattern": f"^{century}"} if years else {}',
        "bounded: Schema = {}",
        (f"{DOOR}::test_days_have_the_years_and_lengths_that_are_described",),
    ),
    Fault(
        "what several fields make together is not described",
        "fordran/shape/openapi.py",
        "schema |= rules_schema(shape.schema_rules)",
        "schema |= {}",
        (f"{DOOR}::test_what_several_fields_make_together_is_described",),
    ),
    Fault(
        "a report's text is a formula",
        "fordran/formats/tables_making.py",
        ".startswith(BEGINS_A_FORMULA)",
        ".startswith(())",
        ("tests/formats/test_tables_making.py",),
    ),
    *NEWER_ROOMS,
    *HTTP_GUARDS,
    *FAULTS_OF_PEOPLE,
    *OBJECTIONS,
    *APPLICATIONS,
    *OPERATIONS,
    *UPGRADES,
)
