"""Faults of pages for people, of what leaves and comes back, of client funds, of files in a bucket, and of accounts' turns."""

from __future__ import annotations

from tools.planted.fault import Fault

SIGN_IN = "tests/console/test_sign_in.py"
FORMS = "tests/console/test_forms.py"
PAGES = "tests/console/test_matrix.py"
LET_IN = "tests/console/test_who_let_them_in.py"
OPENING = "tests/my/test_opening.py"
KILLED = "tests/actions/delivery/test_killed.py"
HELD_BACK = "tests/actions/delivery/test_held_back.py"
BACK = "tests/actions/delivery/test_coming_back.py"
CLAIMS = "tests/actions/delivery/test_claims.py"
APPROVALS = "tests/actions/payouts/test_approvals.py"
EXPORT = "tests/actions/payouts/test_payouts_export.py"
MEDIA = "tests/outside/test_media.py"
TURNS = "tests/store/test_turns.py"
LOGOS = "tests/formats/test_logos.py"
RENDERERS = "tests/actions/rendering/test_renderers.py"
COST = "tests/actions/delivery/test_claims_cost.py"
MANY = "tests/actions/imports/test_register_many.py"

NEWER_ROOMS = (
    Fault(
        "a client that is gone is written to",
        "fordran/api/server/uvicorn_inside.py",
        "self._under_way.disconnected = True",
        "self._under_way.disconnected = False",
        ("tests/load/test_gone_clients.py",),
    ),
    Fault(
        "what is free between pieces in use is kept",
        "fordran/commands/process_setup.py",
        "libc.malloc_trim(0)",
        "pass",
        ("tests/commands/test_memory.py",),
    ),
    Fault(
        "a link is made for somebody who may more",
        "fordran/console/users.py",
        'await refuse_wider_user(tx, visit.signed_in, user["_id"])\n        return await make_link(',
        "return await make_link(",
        ("tests/console/test_users.py::test_somebody_who_is_seen_and_may_more_gets_no_link_and_is_not_signed_out",),
    ),
    Fault(
        "what comes while a letter is on its way is held against it",
        "fordran/actions/proof/letters/letter_facts.py",
        "range(len(facts), earlier - 1, -1)",
        "[len(facts)]",
        (
            "tests/actions/flow/test_stops.py::test_what_happens_while_a_letter_is_on_its_way_makes_what_it_says_no_less_true",
        ),
    ),
    Fault(
        "a stop waits for a recovery that stands still",
        "fordran/store/embedded/process.py",
        "if clock.monotonic() > until or watch.is_stalled(pid):",
        "if clock.monotonic() > until:",
        (
            "tests/store/embedded/test_stalls.py::test_what_is_told_to_stop_while_it_recovers_and_does_not_is_not_waited_for",
        ),
    ),
    Fault(
        "two first starts write two keys",
        "fordran/safe_names.py",
        "os.link(temporary, path)",
        "os.rename(temporary, path)",
        ("tests/outside/test_safe_names.py::test_of_many_that_write_a_file_once_one_does_and_all_read_the_same",),
    ),
    # Logos and rendering
    Fault(
        "a logo may expand to any size",
        "fordran/formats/logos.py",
        "if size > MOST_EXPANDED:",
        "if False:",
        (f"{LOGOS}::test_references_that_expand_to_too_much_are_refused",),
    ),
    Fault(
        "references of a logo may nest without end",
        "fordran/formats/logos.py",
        "if followed + 1 + deeper > MOST_FOLLOWED:",
        "if False:",
        (f"{LOGOS}::test_references_nest_four_deep_and_no_deeper",),
    ),
    Fault(
        "a document may take any time",
        "fordran/actions/rendering/renderers.py",
        "        timer.start()\n",
        "",
        (f"{RENDERERS}::test_what_exceeds_a_limit_is_refused_and_the_next_is_made",),
    ),
    Fault(
        "a document may take any memory",
        "fordran/actions/rendering/child.py",
        "resource.setrlimit(resource.RLIMIT_AS, (most_bytes, most_bytes))",
        "pass",
        (f"{RENDERERS}::test_what_exceeds_a_limit_is_refused_and_the_next_is_made",),
    ),
    Fault(
        "a document may have any size",
        "fordran/actions/rendering/child.py",
        "if len(answer) > most_output:",
        "if False:",
        (f"{RENDERERS}::test_what_exceeds_a_limit_is_refused_and_the_next_is_made",),
    ),
    Fault(
        "a renderer inherits the settings of the service",
        "fordran/actions/rendering/renderers.py",
        "for name in KEPT_VARIABLES if name in os.environ}",
        "for name in os.environ}",
        (f"{RENDERERS}::test_a_renderer_knows_no_setting_of_the_service",),
    ),
    Fault(
        "a renderer sends objects of any class",
        "fordran/actions/rendering/child.py",
        "if not (isinstance(found, type) and issubclass(found, Exception)):",
        "if False:",
        (f"{RENDERERS}::test_a_renderer_cannot_send_objects_of_any_class",),
    ),
    Fault(
        "an owner has its documents rendered one after the other",
        "fordran/actions/rendering/renderers.py",
        "self._waiting[owner] = jobs  # behind all other owners",
        "self._waiting = {owner: jobs} | self._waiting",
        (f"{RENDERERS}::test_many_documents_of_one_owner_delay_another_by_two",),
    ),
    Fault(
        "all letters that wait are sorted for each that is shown",
        "fordran/actions/delivery/show.py",
        "order by q.next_attempt, q.id limit $2",
        "order by q.queued, q.id limit $2",
        (f"{COST}::test_a_claim_visits_fewer_rows_than_wait",),
    ),
    Fault(
        "all customers of a creditor are read for each portion of invoices",
        "fordran/actions/printing/printed_invoice.py",
        "and c.creditor_id = i.creditor_id limit 1) s",
        "and c.creditor_id = i.creditor_id) s",
        (f"{COST}::test_a_claim_visits_fewer_rows_than_wait",),
    ),
    Fault(
        "the letters of one account are shown before those of any other",
        "fordran/actions/delivery/show.py",
        'turn = (turns or FairTurns()).of(f"show {kind}: {channel}")',
        "turn = FairTurns().of(channel)",
        ("tests/actions/flow/test_fair_work.py::test_letters_of_all_accounts_are_shown_in_turn",),
    ),
    Fault(
        "letters are made between the other jobs of the worker",
        "fordran/worker/press.py",
        "RENDERS = (PRINT_INVOICES.name, MAKE_LETTERS.name)",
        "RENDERS = (PRINT_INVOICES.name,)",
        ("tests/actions/delivery/test_press.py::test_every_duty_runs_and_those_that_render_run_several_times_at_once",),
    ),
    # Pages
    Fault(
        "a form needs no token",
        "fordran/web/application.py",
        "if secrets.compare_digest(sent, visit.form_token.encode()):",
        "if True:",
        (f"{PAGES}::test_an_act_needs_the_token_of_the_session_itself",),
    ),
    Fault(
        "a token is of every session",
        "fordran/web/application.py",
        "return self._tokens.of(visit.session)",
        'return self._tokens.of("anybody")',
        ("tests/console/test_bad_input.py::test_a_form_of_anothers_session_does_nothing_and_says_so",),
    ),
    Fault(
        "a form comes from any site",
        "fordran/web/forms.py",
        'if urlsplit(origin).netloc.lower() != request.headers.get("host", "").lower():',
        "if False:",
        (f"{FORMS}::test_a_form_from_another_origin_is_refused_though_it_has_the_token",),
    ),
    Fault(
        "a form sent twice is done twice",
        "fordran/web/acts.py",
        "    if first is not None:\n",
        "    if False:\n",
        ("tests/my/test_acts.py::test_a_form_sent_twice_is_done_once",),
    ),
    Fault(
        "a page is for every role",
        "fordran/web/pipeline.py",
        "elif target.role_names and not request.caller.roles & target.role_names:",
        "elif False:",
        (f"{PAGES}::test_a_page_is_open_to_whom_it_is_for_and_to_nobody_else",),
    ),
    Fault(
        "a page is open to strangers",
        "fordran/web/pipeline.py",
        "            if not is_let_in:",
        "            if False:",
        (f"{PAGES}::test_nobody_opens_a_page_without_signing_in",),
    ),
    Fault(
        "the session that a browser brought goes on",
        "fordran/console/sign_in.py",
        "    if visit.session is not None:\n        await end_session(tx, visit.session, now)\n",
        "",
        (f"{SIGN_IN}::test_a_session_is_never_one_that_the_browser_brought",),
    ),
    Fault(
        "a session that was ended goes on",
        "fordran/actions/people/sessions.py",
        "where token_hash = $1 and ended is null and expires > $2 and last_seen > $3",
        "where token_hash = $1 and expires > $2 and last_seen > $3",
        (f"{SIGN_IN}::test_signing_out_ends_the_session_for_good",),
    ),
    Fault(
        "a link works twice",
        "fordran/actions/people/sign_in_links.py",
        "where l.token_hash = $1 and l.used is null and l.expires > $2",
        "where l.token_hash = $1 and l.expires > $2",
        (f"{SIGN_IN}::test_a_link_works_once",),
    ),
    Fault(
        "a link works for ever",
        "fordran/actions/people/sign_in_links.py",
        "where l.token_hash = $1 and l.used is null and l.expires > $2",
        "where l.token_hash = $1 and l.used is null and $2::timestamptz is not null",
        (f"{SIGN_IN}::test_a_link_is_over_after_fifteen_minutes",),
    ),
    Fault(
        "a mailed link names the address that the request names",
        "fordran/console/sign_in.py",
        "{operator.public_url}{ROOT}/sign-in/mailed",
        "http://{visit.request.headers.get('host')}{ROOT}/sign-in/mailed",
        ("tests/console/test_mailed_links.py::test_a_link_names_our_own_address_whatever_the_request_says",),
    ),
    Fault(
        "anybody who signs in is sent on anywhere",
        "fordran/console/sign_in.py",
        'return asked if is_ours and "\\\\" not in asked and asked.isprintable() else ROOT',
        "return asked or ROOT",
        (f"{SIGN_IN}::test_nobody_is_sent_on_to_elsewhere",),
    ),
    Fault(
        "an identity provider's answer is taken in any browser",
        "fordran/console/oidc.py",
        'if kept is not None and kept["name"] == name and secrets.compare_digest(begun.encode(), state.encode()):',
        'if kept is not None and kept["name"] == name:',
        (
            "tests/console/test_oidc.py"
            "::test_an_answer_is_taken_once_in_the_browser_that_asked_and_from_the_provider_that_was_asked",
        ),
    ),
    Fault(
        "an identity provider's token is for any question",
        "fordran/outside/identity_provider.py",
        'nonce={"essential": True, "value": nonce},',
        "",
        ("tests/console/test_oidc.py::test_a_token_for_another_question_is_not_believed",),
    ),
    Fault(
        "an address that nobody has verified signs in",
        "fordran/outside/identity_provider.py",
        'if claims.get("email_verified") is True else ""',
        'if True else ""',
        ("tests/console/test_oidc.py::test_whoever_is_not_proved_to_be_a_user_is_not_let_in",),
    ),
    Fault(
        "a second approval is by the first one's own link",
        "fordran/actions/payouts/approve_payout.py",
        'if set(caller.hands) & ({*payout["changed_by"]} | standing_hands(payout, before)):',
        "if False:",
        (f"{LET_IN}::test_who_made_the_link_and_who_came_by_it_do_not_both_approve",),
    ),
    Fault(
        "who made a link is forgotten by the one who came by it",
        "fordran/console/access.py",
        "replace(caller, let_in_by=session.let_in_by)",
        "caller",
        (f"{LET_IN}::test_two_colleagues_whom_one_let_in_do_not_both_approve_nor_by_a_detour",),
    ),
    # The debtor's page
    Fault(
        "a debtor's code is guessed for as long as one likes",
        "fordran/actions/debtors/wrong_codes.py",
        "MOST_WRONG: Final = 8",
        "MOST_WRONG: Final = 8_000",
        (f"{OPENING}::test_after_eight_wrong_codes_nothing_is_looked_at_for_an_hour",),
    ),
    Fault(
        "codes that are guessed at once count as one",
        "fordran/actions/debtors/wrong_codes.py",
        'await tx.execute("select pg_advisory_xact_lock($1)", int.from_bytes(counted[0].subject[:8], "big", signed=True))',
        "",
        (f"{OPENING}::test_many_wrong_codes_at_once_are_eight_at_most",),
    ),
    Fault(
        "a letter that has not left opens its cases",
        "fordran/actions/debtors/open_by_code.py",
        "where c.code_mark = $1 and (c.letter_id is null or l.sent is not null) order by k.id",
        "where c.code_mark = $1 order by k.id",
        ("tests/actions/debtors/test_codes.py::test_a_letter_that_has_not_left_opens_nothing",),
    ),
    Fault(
        "a debtor sees every case of the creditor",
        "fordran/store/reading/scope.py",
        """return f'({account} and "case" = any({cases}))'""",
        """return f'({account} and {cases} is not null)'""",
        ("tests/my/test_debt.py::test_a_code_opens_its_own_cases_alone",),
    ),
    Fault(
        "a debtor's session that a browser brought goes on",
        "fordran/my/opening.py",
        "        await end_debtor_session(tx, visit.session, now)\n",
        "        pass\n",
        (f"{OPENING}::test_a_session_is_never_one_that_the_browser_brought",),
    ),
    # What leaves, once, and comes back
    Fault(
        "what somebody is handing over is handed over by another",
        "fordran/actions/delivery/claim.py",
        "    claimed_until = $1 + $3::interval,\n",
        "    claimed_until = $1 - $3::interval,\n",
        (f"{CLAIMS}::test_what_one_worker_is_handing_over_no_other_takes",),
    ),
    Fault(
        "an outcome is noted of another's later claim",
        "fordran/actions/delivery/note_outcome.py",
        "and q.attempts = g.attempts and q.status = 'queued'",
        "and q.status = 'queued'",
        (f"{CLAIMS}::test_of_anothers_later_claim_nothing_is_said",),
    ),
    Fault(
        "a message that is sent again is another",
        "fordran/actions/delivery/claim.py",
        "message_id = coalesce(q.message_id, '<' || q.id || '.' || jsonb_array_length(q.history) + 1 || '@' || $5::text || '>'),",
        "message_id = '<' || q.id || '.' || q.attempts || '@' || $5::text || '>',",
        (f"{KILLED}::test_a_worker_killed_at_any_point_leaves_one_of_each_however_it_went[email]",),
    ),
    Fault(
        "two batches have one delivery",
        "fordran/actions/delivery/claim.py",
        "    claimed_until = $2 + $3::interval,\n",
        "    claimed_until = $2 - $3::interval,\n",
        (f"{CLAIMS}::test_no_two_batches_have_one_delivery",),
    ),
    Fault(
        "a batch that was begun is begun anew under another name",
        "fordran/actions/delivery/claim.py",
        "if begun is not None:",
        "if False:",
        (f"{KILLED}::test_a_worker_killed_at_any_point_leaves_one_of_each_however_it_went[print]",),
    ),
    Fault(
        "a batch that is there is written over",
        "fordran/outside/batches.py",
        "if (target / MANIFEST).exists():",
        "shutil.rmtree(target, ignore_errors=True)\n        if (target / MANIFEST).exists():",
        ("tests/outside/test_batches.py::test_the_same_batch_twice_is_one_and_is_left_as_it_was",),
    ),
    Fault(
        "an invoice that was cancelled leaves",
        "fordran/actions/delivery/claim.py",
        "                       and not {HELD_BACK} and",
        "                       and",
        (f"{HELD_BACK}::test_an_invoice_that_was_cancelled_before_it_left_does_not_leave",),
    ),
    Fault(
        "what was cancelled waits for ever",
        "fordran/actions/delivery/hold_back.py",
        "coalesce(k.close_reason, '') in ('cancelled', 'credited', 'wrong_person')",
        "coalesce(k.close_reason, '') in ('credited')",
        (f"{HELD_BACK}::test_an_invoice_that_was_cancelled_before_it_left_does_not_leave",),
    ),
    Fault(
        "a bounce is of no message",
        "fordran/actions/delivery/bounce.py",
        "    if bounce.is_for_good:\n",
        "    if not bounce.is_for_good:\n",
        (f"{BACK}::test_an_invoice_that_bounces_is_printed",),
    ),
    Fault(
        "a message that is only late has bounced",
        "fordran/actions/delivery/bounce.py",
        "    if bounce.is_for_good:\n",
        "    if True:\n",
        (f"{CLAIMS}::test_what_is_only_late_has_not_come_back",),
    ),
    # Client funds
    Fault(
        "a payout leaves without its approvals",
        "fordran/actions/payouts/order_payouts.py",
        "return len(standing(payout, given)) >= required",
        "return True",
        (f"{APPROVALS}::test_what_is_not_approved_stays_when_another_payout_of_the_account_leaves",),
    ),
    Fault(
        "an approval stands for another account",
        "fordran/actions/payouts/approvals.py",
        'if not any(row["is_elsewhere"] and row["round"] == this_round for row in given):',
        "if True:",
        (f"{APPROVALS}::test_another_account_asks_for_all_approvals_anew",),
    ),
    Fault(
        "who changed a payout approves it",
        "fordran/actions/payouts/approve_payout.py",
        'if caller.user in payout["changed_by"]:',
        "if False:",
        (f"{APPROVALS}::test_who_changed_it_by_hand_does_not_approve_it",),
    ),
    Fault(
        "a payout is ordered twice",
        "fordran/actions/payouts/order_payouts.py",
        "where account_id = $1 and ready_for_payout and payout_date is null",
        "where account_id = $1 and ready_for_payout",
        (f"{EXPORT}::test_a_later_order_of_the_account_has_none_of_what_an_earlier_one_paid",),
    ),
    Fault(
        "an order overwrites a file",
        "fordran/actions/payouts/export_payouts.py",
        "    if files.sha256(name) is not None:\n",
        "    if False:\n",
        (f"{EXPORT}::test_a_file_that_is_there_is_not_overwritten",),
    ),
    Fault(
        "what came from a payer is a creditor's whole",
        "fordran/domain/books/journal.py",
        "        *_move(PAYERS, OWN_FEES_IN_CLIENT_FUNDS, settled, day),\n",
        "",
        ("tests/test_client_funds.py::test_client_funds_are_whose_they_are_after_every_history",),
    ),
    Fault(
        "a refund that is no longer owed goes back all the same",
        "fordran/actions/cases/keep_refunds.py",
        '    lowered = [row for row in rows if kept.get(row["id"], row["amount"]) != row["amount"]]\n',
        "    lowered: list[RefundRow] = []\n",
        ("tests/test_client_funds.py::test_client_funds_are_whose_they_are_after_every_history",),
    ),
    # Closed months
    Fault(
        "late money is dated in a closed month",
        "fordran/actions/books/ledger.py",
        "greatest(moved.own_day, opened.day) as day",
        "moved.own_day as day",
        (
            "tests/actions/books/test_close_period.py::test_a_closed_month_never_changes_and_late_money_is_dated_after_it",
        ),
    ),
    Fault(
        "the person who proposed to close a month confirms it",
        "fordran/actions/books/close_period.py",
        '    if proposed["proposed_by"] in by.hands:\n',
        "    if False:\n",
        ("tests/actions/books/test_close_period.py::test_another_person_of_the_finance_role_confirms",),
    ),
    Fault(
        "bookings during a closing count as before it",
        "fordran/actions/books/ledger.py",
        "where p.closed_on <= moved.booked_on + 1 and not exists (",
        "where p.closed_on < moved.booked_on and not exists (",
        (
            "tests/actions/books/test_close_period.py::test_a_closed_month_never_changes_and_late_money_is_dated_after_it",
        ),
    ),
    # Files in a bucket
    Fault(
        "a bucket that is away has no such file",
        "fordran/outside/s3.py",
        'raise MediaAway(f"The bucket {self.url} cannot be used: {_beginning(trouble)}") from trouble',
        'raise NoSuchFile(f"There is no file {id_}.") from trouble',
        (f"{MEDIA}::test_a_server_that_does_not_answer_is_told_so",),
    ),
    Fault(
        "a look at a bucket leaves its probe",
        "fordran/outside/s3.py",
        "            self._store.delete(_PROBE)\n",
        "",
        (f"{MEDIA}::test_a_look_at_a_bucket_leaves_nothing_in_it",),
    ),
    Fault(
        "two prefixes of a bucket are one",
        "fordran/outside/s3.py",
        'prefix=parts.path.strip("/") or None,',
        "prefix=None,",
        (f"{MEDIA}::test_two_prefixes_of_a_bucket_know_nothing_of_each_other",),
    ),
    Fault(
        "files of the erased stay in the bucket",
        "fordran/outside/erased_files.py",
        "self.media = media or MediaFolder",
        "self.media = MediaFolder",
        (f"{MEDIA}::test_files_of_people_who_are_erased_are_removed_from_where_they_are_kept",),
    ),
    Fault(
        "who may not see a file of a page sees it",
        "fordran/console/downloads.py",
        "if not sees(visit.signed_in, partner, account, creditor):",
        "if False:",
        ("tests/console/test_creditors.py::test_a_file_is_for_those_who_see_its_creditor",),
    ),
    # Turns
    Fault(
        "each round begins with the first account",
        "fordran/store/turns.py",
        "        for is_new in (False, True):\n",
        "        self.left.clear()\n        for is_new in (False, True):\n",
        (f"{TURNS}::test_one_that_has_much_keeps_another_waiting_for_one_portion",),
    ),
    Fault(
        "an account has two turns in a round",
        "fordran/store/turns.py",
        "                if account not in met:\n",
        "                if True:\n",
        (f"{TURNS}::test_a_portion_begins_with_those_who_were_left_and_meets_nobody_twice",),
    ),
    Fault(
        "whoever has nothing to do ends the round",
        "fordran/store/turns.py",
        "                if did := await do(account):\n                    return did\n",
        "                return await do(account)\n",
        (f"{TURNS}::test_one_whose_things_another_worker_has_is_passed_by",),
    ),
    Fault(
        "all things of a worker share one round",
        "fordran/store/turns.py",
        "return self.rounds.setdefault(name, AccountRound())",
        'return self.rounds.setdefault("", AccountRound())',
        (f"{TURNS}::test_each_thing_of_a_worker_has_a_round_of_its_own",),
    ),
    Fault(
        "only the first account with something due is found",
        "fordran/store/turns.py",
        "{row} and w.account_id > f.account_id order by",
        "{row} and w.account_id < f.account_id order by",
        ("tests/actions/flow/test_fair_work.py",),
    ),
    Fault(
        "an array is registered for a creditor that the caller does not see",
        "fordran/actions/registrations/look_up.py",
        'if context is None or not sees(caller, context["partner_id"], one.account, one.creditor):',
        "if context is None:",
        (f"{MANY}::test_who_does_not_see_the_creditor_registers_nothing",),
    ),
    Fault(
        "an imported invoice is one of a consumer's although its customer is known as a business",
        "fordran/actions/imports/batch.py",
        "if known == prepared.customer:",
        "if prepared.copies:",
        (
            "tests/actions/imports/test_import_file.py::test_a_customer_of_the_file_that_is_known_as_a_business_stays_one",
        ),
    ),
    Fault(
        "a customer that was found while waiting for a lock loses its details from other creditors",
        "fordran/actions/registrations/customer_book.py",
        "await self._find(tx, unknown, registrations)",
        "await self._find(tx, unknown, unknown)",
        (f"{MANY}::test_a_customer_that_gets_its_number_at_the_same_moment_is_found",),
    ),
    Fault(
        "signs hold words together past the page's edge",
        "fordran/documents/printable.py",
        "return _let_go(line, longest_run)",
        "return line",
        ("tests/documents/test_any_text.py::test_spaces_that_hold_signs_and_words_together_let_go_where_that_is_long",),
    ),
    Fault(
        "a day of limitation that has passed is waited for",
        "fordran/domain/flow/next_step.py",
        "return barred if case.remaining > 0 and barred > today else None",
        "return barred",
        ("tests/actions/flow/test_looked_at_again.py::test_an_old_case_that_owes_nothing_is_left_alone",),
    ),
    Fault(
        "a case that does not move is looked at again at once",
        "fordran/actions/flow/take_step.py",
        "await save(tx, batch.unchanged, now, batch.unchanged[0].today + ONE_DAY)",
        "await save(tx, batch.unchanged, now)",
        (
            "tests/actions/flow/test_looked_at_again.py::test_whatever_is_said_to_come_next_a_case_that_does_not_move_waits_until_tomorrow",
        ),
    ),
)
