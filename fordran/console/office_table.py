"""The rows of THE TABLE for letters, creditors, users, programs and the installation itself."""

from __future__ import annotations

from fordran.console import clients, users, webhooks
from fordran.console.audit import audit_page, entry_page
from fordran.console.creditor_logo import give_logo
from fordran.console.creditors import change_one, creditor_page, creditors_page, make_creditor, new_creditor
from fordran.console.letters import letter_page, letters_page, preview, stop, write
from fordran.console.sandbox_time import look_ahead, move, time_page
from fordran.console.who import ACCOUNT_ADMINS_UP, ADMIN, ADMINS, ALL, STAFF
from fordran.web.page import Page

OFFICE_PAGES: tuple[Page, ...] = (
    Page("GET", "/console/letters", letters_page, "Letters that wait, have left or were stopped.", ALL),
    Page("GET", "/console/letters/preview", preview, "A letter as it would be made today.", ALL),
    Page("GET", "/console/letters/write", write, "To a letter in own words, about a case.", STAFF),
    Page("GET", "/console/letters/{id}", letter_page, "A letter, and what the law asks of it.", ALL),
    Page("POST", "/console/letters/{id}/stop", stop, "Stop a letter that has not left.", ALL),
    Page("GET", "/console/creditors", creditors_page, "Creditors.", ALL),
    Page("GET", "/console/creditors/new", new_creditor, "The form for a creditor.", ACCOUNT_ADMINS_UP),
    Page("POST", "/console/creditors", make_creditor, "Make a creditor.", ACCOUNT_ADMINS_UP),
    Page("GET", "/console/creditors/{id}", creditor_page, "A creditor and its settings.", ALL),
    Page("POST", "/console/creditors/{id}", change_one, "Change a creditor.", ACCOUNT_ADMINS_UP),
    Page(
        "POST",
        "/console/creditors/{id}/logo",
        give_logo,
        "Give a creditor a logo.",
        ACCOUNT_ADMINS_UP,
        takes_files=True,
    ),
    Page("GET", "/console/users", users.users_page, "People, and what each may.", ADMINS),
    Page("GET", "/console/users/new", users.new_user, "The form for a user.", ADMINS),
    Page("POST", "/console/users", users.make_user, "Invite somebody.", ADMINS),
    Page("GET", "/console/users/{id}", users.user_page, "A user, and where it is signed in.", ADMINS),
    Page("POST", "/console/users/{id}", users.change_one, "Change a user.", ADMINS),
    Page("POST", "/console/users/{id}/link", users.make_sign_in_link, "A one-time link for a user.", ADMINS),
    Page("POST", "/console/users/{id}/end-sessions", users.end_all, "End a user's sessions.", ADMINS),
    Page("GET", "/console/clients", clients.clients_page, "Programs that use the interface.", ADMINS),
    Page("POST", "/console/clients", clients.make_client, "Make an API client.", ADMIN),
    Page("GET", "/console/clients/{id}", clients.client_page, "An API client, its keys and addresses.", ADMINS),
    Page("POST", "/console/clients/{id}", clients.change_one, "Change an API client.", ADMINS),
    Page("POST", "/console/clients/{id}/rotate", clients.rotate, "Replace an API client's code.", ADMINS),
    Page("POST", "/console/clients/{id}/keys", clients.new_key, "Add a key.", ADMINS),
    Page("POST", "/console/clients/{id}/keys/{key}/remove", clients.take_key, "Remove a key.", ADMINS),
    Page("GET", "/console/webhooks", webhooks.webhooks_page, "Where events are delivered to.", ADMINS),
    Page("POST", "/console/webhooks", webhooks.make_webhook, "Make a webhook.", ADMINS),
    Page("GET", "/console/webhooks/{id}", webhooks.webhook_page, "A webhook and its deliveries.", ADMINS),
    Page("POST", "/console/webhooks/{id}", webhooks.change_one, "Change a webhook.", ADMINS),
    Page("POST", "/console/webhooks/{id}/test", webhooks.send_test, "Send a test.", ADMINS),
    Page("POST", "/console/webhooks/{id}/rotate", webhooks.rotate, "Replace a webhook's secret.", ADMINS),
    Page("POST", "/console/webhooks/{id}/replay", webhooks.replay, "Deliver events once more.", ADMINS),
    Page("POST", "/console/webhooks/{id}/remove", webhooks.remove, "Delete a webhook.", ADMINS),
    Page("GET", "/console/deliveries/{id}", webhooks.delivery_page, "A delivery, its body and answers.", ADMINS),
    Page("GET", "/console/audit", audit_page, "Who did what.", ADMIN),
    Page("GET", "/console/audit/{id}", entry_page, "An entry of the log.", ADMIN),
    Page("GET", "/console/time", time_page, "Where the clock stands.", STAFF),
    Page("POST", "/console/time/move", move, "Move a sandbox's clock.", STAFF),
    Page("POST", "/console/time/simulate", look_ahead, "What would happen.", STAFF),
)
