"""Faults of people: their addresses, keys and links, the codes of debtors, and what takes two people."""

from __future__ import annotations

from tools.planted.fault import Fault

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
)
