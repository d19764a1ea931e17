"""Signing in, users, accounts and creditors."""

from __future__ import annotations

from fordran.actions.accounts.change_account import change_account
from fordran.actions.accounts.change_creditor import change_creditor, remove_creditor
from fordran.actions.accounts.create_account import create_account
from fordran.actions.accounts.create_creditor import create_creditor
from fordran.actions.accounts.create_user import change_user, create_user, remove_user
from fordran.api.endpoint import Endpoint
from fordran.api.roles import ACCOUNT_ADMINS_UP, ADMINS, EVERYBODY, NO_TOKEN, PARTNERS_UP
from fordran.api.serving.creating import AccountCreated, read_after
from fordran.api.serving.sign_in import PATH, ApiCode, SignedJwt, SignIn, TokenAnswer
from fordran.api.table.rows import Rows, changes, creates, reads, removes
from fordran.resources.accounts import ACCOUNTS
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
    *reads(ACCOUNTS, EVERYBODY),
    creates(ACCOUNTS, read_after(ACCOUNTS, create_account), "Create an account.", PARTNERS_UP, AccountCreated),
    changes(ACCOUNTS, change_account, "Change an account.", ACCOUNT_ADMINS_UP),
    *reads(CREDITORS, EVERYBODY),
    creates(CREDITORS, read_after(CREDITORS, create_creditor), "Create a creditor.", ACCOUNT_ADMINS_UP),
    changes(CREDITORS, change_creditor, "Change a creditor.", ACCOUNT_ADMINS_UP),
    removes(CREDITORS, remove_creditor, "Delete a creditor.", ACCOUNT_ADMINS_UP),
)
