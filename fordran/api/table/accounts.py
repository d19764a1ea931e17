"""Signing in, users, accounts and creditors."""

from __future__ import annotations

from fordran.actions.accounts.change_account import change_account
from fordran.actions.accounts.change_client import change_client, create_client
from fordran.actions.accounts.change_creditor import change_creditor, remove_creditor
from fordran.actions.accounts.change_keys import add_key
from fordran.actions.accounts.create_account import create_account
from fordran.actions.accounts.create_creditor import create_creditor
from fordran.actions.accounts.create_user import change_user, create_user, remove_user
from fordran.actions.accounts.rotate_code import rotate_code
from fordran.api.endpoint import Endpoint
from fordran.api.roles import ACCOUNT_ADMINS_UP, ADMINS, EVERYBODY, NO_TOKEN, PARTNERS_UP
from fordran.api.serving.clients.api_clients import act_on_client, take_key_away
from fordran.api.serving.clients.sign_in import PATH, ApiCode, SignedJwt, SignIn, TokenAnswer
from fordran.api.serving.creating import AccountCreated, read_after
from fordran.api.serving.creditors.balance import CreditorBalanceShown, read_balance
from fordran.api.table.rows import Rows, changes, creates, reads, removes
from fordran.resources.accounts import ACCOUNTS
from fordran.resources.api_clients import API_CLIENTS, ApiClientCreated, CodeRotated, KeyAdded, KeyInput, RotationInput
from fordran.resources.creditors import CREDITORS
from fordran.resources.users import USERS
from fordran.settings import Settings


def signing_in(settings: Settings) -> Rows:
    """The two ways to get a token."""
    sign_in = SignIn(settings)
    by_jwt, by_code = "Get an access token for a JWT that you signed.", "Get an access token for an API code."
    return (
        Endpoint("GET", PATH, sign_in.with_jwt, by_jwt, NO_TOKEN, headers=SignedJwt, answers=TokenAnswer),
        Endpoint("POST", PATH, sign_in.with_code, by_code, NO_TOKEN, takes=ApiCode, answers=TokenAnswer),
    )


ACCOUNT_ROWS: Rows = (
    *reads(USERS, EVERYBODY),
    creates(USERS, read_after(USERS, create_user), "Create a user.", ADMINS),
    changes(USERS, change_user, "Change a user.", ADMINS),
    removes(USERS, remove_user, "Delete a user.", ADMINS),
    *reads(API_CLIENTS, ADMINS),
    creates(API_CLIENTS, create_client, "Create an API client.", ADMINS, ApiClientCreated),
    changes(API_CLIENTS, change_client, "Change an API client, or switch it off.", ADMINS),
    Endpoint(
        "POST",
        "/api--clients/{id}/rotate-code",
        act_on_client(RotationInput, rotate_code),
        "Give an API client a new code.",
        ADMINS,
        API_CLIENTS,
        takes=RotationInput,
        answers=CodeRotated,
    ),
    Endpoint(
        "POST",
        "/api--clients/{id}/keys",
        act_on_client(KeyInput, add_key),
        "Register a public key of an API client.",
        ADMINS,
        API_CLIENTS,
        takes=KeyInput,
        answers=KeyAdded,
    ),
    Endpoint(
        "DELETE",
        "/api--clients/{id}/keys/{key}",
        take_key_away,
        "Remove a key of an API client.",
        ADMINS,
        API_CLIENTS,
    ),
    *reads(ACCOUNTS, EVERYBODY),
    creates(ACCOUNTS, read_after(ACCOUNTS, create_account), "Create an account.", PARTNERS_UP, AccountCreated),
    changes(ACCOUNTS, change_account, "Change an account.", ACCOUNT_ADMINS_UP),
    *reads(CREDITORS, EVERYBODY),
    Endpoint(
        "GET",
        "/creditors/{id}/balance",
        read_balance,
        "What is owed to a creditor and not paid out.",
        EVERYBODY,
        CREDITORS,
        answers=CreditorBalanceShown,
    ),
    creates(CREDITORS, read_after(CREDITORS, create_creditor), "Create a creditor.", ACCOUNT_ADMINS_UP),
    changes(CREDITORS, change_creditor, "Change a creditor.", ACCOUNT_ADMINS_UP, may_wait=True),
    removes(CREDITORS, remove_creditor, "Delete a creditor.", ACCOUNT_ADMINS_UP),
)
