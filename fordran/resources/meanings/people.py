"""Closed lists of users, clients, accounts and customers."""

from __future__ import annotations

import pycountry

from fordran.domain.numbers.identity import IdNumberStatus
from fordran.domain.service.staff import StaffRole
from fordran.resources.access_groups import AccessGroupType
from fordran.resources.accounts import NumberValidation
from fordran.resources.api_clients import ScopeLevel
from fordran.resources.users import OauthType
from fordran.shape.closed import ClosedList, closed_list
from fordran.shape.kinds import COUNTRIES

PEOPLE_LISTS: tuple[ClosedList, ...] = (
    closed_list(
        "AccessGroupType",
        AccessGroupType,
        "How far an access group sees.",
        {
            "operator": "Everything, as the operator's administrators.",
            "handler": "Everything, as the operator's case handlers.",
            "finance": "Everything, as the operator's people who see to money.",
            "auditor": "Everything, to read it.",
            "partner": "A partner and its accounts, with all that is theirs.",
            "account_admin": "One account, with all its creditors.",
            "admin": "One creditor, whose users it manages.",
            "user": "One creditor.",
            "api_user": "One creditor, for a program.",
        },
    ),
    closed_list(
        "StaffRole",
        StaffRole,
        "What one of the operator's people is there for.",
        {
            "handler": "To see to cases.",
            "finance": "To see to money.",
            "admin": "To see to everything.",
            "auditor": "To read everything, and change nothing.",
        },
    ),
    closed_list(
        "ScopeLevel",
        ScopeLevel,
        "How far an API client sees.",
        {
            "operator": "Everything.",
            "partner": "A partner and its accounts.",
            "account": "One account.",
            "creditor": "The creditors that are named.",
        },
    ),
    closed_list(
        "OauthType",
        OauthType,
        "Whose account a person signs in with.",
        {
            "microsoft": "An account at Microsoft.",
            "google": "An account at Google.",
            "oidc": "An account at another provider of OpenID Connect.",
        },
    ),
    closed_list(
        "NumberValidation",
        NumberValidation,
        "What happens to numbers whose check digit does not fit.",
        {"mark": "They are stored, with a warning.", "refuse": "They are refused with 422."},
    ),
    closed_list(
        "IdNumberStatus",
        IdNumberStatus,
        "What is known of a customer's number.",
        {
            "valid": "Its check digit fits.",
            "invalid": "It cannot be right.",
            "missing": "There is none.",
            "foreign": "The customer is abroad, and no check is known.",
        },
    ),
    ClosedList(
        "CountryCode",
        tuple(sorted(COUNTRIES)),
        "A country by ISO 3166-1 alpha-2.",
        {country.alpha_2: f"{country.name}." for country in pycountry.countries},
    ),
)
