"""Faults of people: their addresses, keys and links, the codes of debtors, and what takes two people."""

from __future__ import annotations

from tools.planted.fault import Fault

KEYS = "tests/console/test_keys_of_others.py"
COPIES = "tests/my/test_copies.py"
MASKED = "tests/documents/test_masked_copy.py"
FOUR_EYES = "tests/actions/approvals/test_four_eyes.py"
ADDRESSES = "tests/console/test_own_addresses.py"

FAULTS_OF_PEOPLE = (
    Fault(
        "an address of somebody who sees more is claimed",
        "fordran/actions/accounts/user_emails.py",
        "return width < _WIDTHS[ACCOUNT] or person",
        "return False and person",
        (f"{ADDRESSES}::test_nobody_claims_the_address_of_somebody_who_sees_more",),
    ),
    Fault(
        "an unconfirmed claim counts beside a confirmed one",
        "fordran/actions/people/find_person.py",
        """[person for person in found if person["is_confirmed"]] or found""",
        "list(reversed(found))",
        (f"{ADDRESSES}::test_a_claim_that_was_there_before_keeps_its_owner_in",),
    ),
    Fault(
        "any text is an address",
        "fordran/actions/accounts/user_emails.py",
        "if not is_email(given.email_oauth):",
        "if False:",
        (f"{ADDRESSES}::test_an_address_that_looks_like_anothers_is_no_address",),
    ),
    Fault(
        "a name with a link is kept",
        "fordran/actions/accounts/user_emails.py",
        "has_link(given.name)",
        "False",
        (f"{ADDRESSES}::test_a_name_with_a_link_is_refused",),
    ),
    Fault(
        "a name with a link is mailed",
        "fordran/actions/people/mailed_links.py",
        "plain_name(link.name)",
        "link.name",
        (f"{ADDRESSES}::test_a_name_brings_no_link_into_a_mail",),
    ),
    Fault(
        "confirming mails are not counted",
        "fordran/actions/people/mailed_links.py",
        "return counted is not None",
        "return True",
        (f"{ADDRESSES}::test_an_unconfirmed_address_gets_one_mail_a_day_and_three_in_all",),
    ),
    Fault(
        "an account has any number of strangers mailed",
        "fordran/actions/people/mailed_links.py",
        "if of_account >= MOST_OF_ACCOUNT:",
        "if False:",
        (f"{ADDRESSES}::test_an_account_has_a_bounded_number_of_strangers_mailed",),
    ),
    Fault(
        "a link that was handed over confirms the address",
        "fordran/actions/people/sign_in_links.py",
        "made_by=[maker for maker in made_by if maker != user])",
        "made_by=[], mailed_to=folded_email('handed@elsewhere.example'))",
        (f"{ADDRESSES}::test_a_link_that_somebody_hands_over_confirms_nothing",),
    ),
    Fault(
        "a link of an administrator leads to other users",
        "fordran/actions/people/own_users.py",
        "and s.let_in_by is null",
        "",
        (f"{ADDRESSES}::test_a_link_that_an_administrator_made_leads_to_no_other_user",),
    ),
    Fault(
        "a letter prints a link that is somebody's name",
        "fordran/actions/letters/letter_parties.py",
        'one_line(row["creditor_name"])',
        'row["creditor_name"]',
        ("tests/actions/letters/test_names_in_letters.py",),
    ),
    Fault(
        "a name with a link goes with a letter",
        "fordran/actions/delivery/covering_note.py",
        "plain_name(parcel.creditor_name)",
        "parcel.creditor_name",
        ("tests/outside/test_mail.py::test_nobodys_name_brings_a_link_along",),
    ),
    Fault(
        "ending everything leaves passkeys",
        "fordran/actions/people/end_access.py",
        "delete from passkeys where user_id = $1",
        "delete from passkeys where user_id = $1 and false",
        (f"{KEYS}::test_ending_everything_ends_sessions_passkeys_and_links_and_is_in_the_log",),
    ),
    Fault(
        "ending everything leaves links",
        "fordran/actions/people/end_access.py",
        "user_id = $1 and used is null",
        "user_id = $1 and used is null and false",
        (f"{KEYS}::test_ending_everything_ends_sessions_passkeys_and_links_and_is_in_the_log",),
    ),
    Fault(
        "a passkey of somebody who may more is removed",
        "fordran/console/users.py",
        """await refuse_wider_user(tx, visit.signed_in, user["_id"])
            if not await remove_passkey(""",
        "if not await remove_passkey(",
        (f"{KEYS}::test_keys_of_somebody_who_may_more_stay",),
    ),
    Fault(
        "nobody is told of a removed passkey",
        "fordran/console/users.py",
        """        done = await do_once(visit, work)
        await tell_of_passkey(visit, post, user["_id"], "removed")
""",
        """        done = await do_once(visit, work)
""",
        (f"{KEYS}::test_the_person_is_told_of_a_removed_key_at_a_confirmed_address_only",),
    ),
    Fault(
        "the console shows codes of debtors",
        "fordran/actions/file_copies.py",
        '"console": "masked",',
        '"console": "whole",',
        (f"{COPIES}::test_nobody_reads_a_code_in_the_console",),
    ),
    Fault(
        "the interface shows codes of debtors",
        "fordran/actions/file_copies.py",
        '"interface": "masked",',
        '"interface": "whole",',
        (f"{COPIES}::test_the_interface_gives_no_code_by_token_or_by_link",),
    ),
    Fault(
        "a copy that cannot be masked is given",
        "fordran/actions/file_copies.py",
        "return masked(content) if",
        "return content if b'FontFile2' in content else masked(content) if",
        (f"{COPIES}::test_a_copy_that_cannot_be_masked_is_not_given",),
    ),
    Fault(
        "the symbol stays in a masked copy",
        "fordran/documents/masked_copy.py",
        "wanted += 1",
        "wanted += 1; continue",
        (MASKED,),
    ),
    Fault(
        "fonts tell the letters of a code",
        "fordran/documents/masked_copy.py",
        "_mask_font(objects, font, unused - used.get(font, set()))",
        "pass",
        (f"{MASKED}::test_the_fonts_do_not_tell_the_letters_of_the_code",),
    ),
    Fault(
        "a form is read in the charset that its sender chose",
        "fordran/web/forms.py",
        'return bool(_CHARSET.search(_UTF_8.sub("", type_)))',
        "return False",
        ("tests/api/test_bank_files.py::test_a_form_is_read_as_utf_8_whatever_its_sender_asks",),
    ),
    Fault(
        "a subscriber of IPv6 tries codes from each of its networks",
        "fordran/actions/debtors/wrong_codes.py",
        "return narrow, Counted(",
        "return narrow, narrow or Counted(",
        ("tests/my/test_opening.py::test_a_subscriber_of_ipv6_with_many_networks_does_not_try_from_each",),
    ),
    Fault(
        "a broken line of a message ends in LF alone",
        "fordran/outside/message.py",
        'lines.replace(b"\\n", _END)',
        "lines",
        ("tests/outside/test_mail.py::test_a_line_that_is_broken_on_the_way_ends_in_crlf_too",),
    ),
    Fault(
        "signs that are not seen reach the head of a message",
        "fordran/outside/message.py",
        "if sign.isprintable()",
        "if sign",
        ("tests/outside/test_mail.py::test_a_head_has_no_sign_that_is_not_seen",),
    ),
    Fault(
        "one person refunds alone",
        "fordran/actions/approving/decide.py",
        "if set(by.hands) & set(one.asked_by):",
        "if False:",
        (f"{FOUR_EYES}::test_a_refund_leaves_once_another_person_has_approved_it",),
    ),
    Fault(
        "an API client approves a refund",
        "fordran/actions/approving/decide.py",
        "is not False:",
        "is None and False:",
        (f"{FOUR_EYES}::test_an_api_client_and_somebody_whom_the_first_let_in_do_not_count",),
    ),
    Fault(
        "a refund leaves without an approval",
        "fordran/actions/bank/order_refunds.py",
        'rows = [row for row in rows if row["is_automatic"] or _is_approved(given, row)]',
        "pass",
        (f"{FOUR_EYES}::test_a_refund_leaves_once_another_person_has_approved_it",),
    ),
    Fault(
        "a refund leaves by Swish without an approval",
        "fordran/actions/swish/refunds.py",
        "if (is_approved or not takes_two) and",
        "if",
        (
            "tests/actions/swish/test_refunds.py::test_a_refund_leaves_by_swish_after_two_people_and_is_in_the_books_once",
        ),
    ),
    Fault(
        "a refund that leaves by Swish leaves by the bank as well",
        "fordran/actions/bank/order_refunds.py",
        """status = 'ordered'
             and bank_account ->> 'kind' is distinct from 'swish' order by id""",
        """status = 'ordered'
             order by id""",
        ("tests/actions/swish/test_refunds.py::test_an_order_to_the_bank_beside_it_leaves_it_out",),
    ),
    Fault(
        "money without a case leaves without an approval",
        "fordran/actions/bank/order_refunds.py",
        "rows = [row for row in rows if _is_approved(given, row)]",
        "pass",
        (f"{FOUR_EYES}::test_money_without_a_case_waits_as_well",),
    ),
    Fault(
        "an approval is of any account",
        "fordran/actions/approvals/four_eyes.py",
        'whole = {"name": name or "", "bank_account": dict(bank_account), "since": since}',
        "whole = {}",
        (f"{FOUR_EYES}::test_an_approval_is_of_an_amount_and_an_account",),
    ),
    Fault(
        "a person approves an account that was changed after it was seen",
        "fordran/actions/approving/decide.py",
        "if seen is not None and seen != one.fingerprint:",
        "if False:",
        (f"{FOUR_EYES}::test_an_account_that_was_changed_after_it_was_seen_is_not_approved",),
    ),
    Fault(
        "the page of approvals shows another account than the one that is paid to",
        "fordran/console/approvals.py",
        'account.get("number") or account.get("account_number") or account.get("iban") or ""',
        'account.get("number") or account.get("iban") or account.get("account_number") or ""',
        (f"{FOUR_EYES}::test_the_page_shows_the_account_that_is_paid_to_and_not_another_beside_it",),
    ),
    Fault(
        "an approved account may come back",
        "fordran/actions/approvals/four_eyes.py",
        '"since": since}',
        '"since": None}',
        (f"{FOUR_EYES}::test_an_account_that_comes_back_on_another_day_is_approved_again",),
    ),
    Fault(
        "a creditor is paid to a changed account",
        "fordran/actions/payouts/order_payouts.py",
        "if changed is None:",
        "if True:",
        (f"{FOUR_EYES}::test_a_changed_account_waits_for_a_person_and_a_banking_day",),
    ),
    Fault(
        "a changed account waits for no banking day",
        "fordran/actions/payouts/order_payouts.py",
        "today >= next_banking_day(changed + ONE_DAY)",
        "True",
        (f"{FOUR_EYES}::test_a_changed_account_waits_for_a_person_and_a_banking_day",),
    ),
)
