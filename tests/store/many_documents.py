"""Some two hundred documents of each of four resources, drawn with a fixed seed from few values, so that filters find some."""

from __future__ import annotations

import random
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, get_args

from fordran.resources.users import OauthType
from fordran.store.connections.database import Connection
from fordran.store.rows.rows import insert

TEXTS = (
    "",
    "a",
    "A",
    "aa",
    "b",
    "B",
    "z",
    "Z",
    "å",
    "Ö",
    "ö",
    "漢",
    "😀",
    "a b",
    "%",
    "_",
    "'",
    '"',
    "\\",
    "7",
    "true",
    "null",
    "\t",
)
MOMENTS = tuple(datetime(2026, 3, 1, tzinfo=UTC) + timedelta(hours=hours) for hours in (0, 1, 24, 25, 400, 5000))
COUNTRIES = ("SE", "NO", "FI")


class Drawn:
    """Random parts of documents."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.drawn = 0

    def text(self) -> str:
        return self.random.choice(TEXTS)

    def maybe(self, value: Any, chance: float = 0.6) -> Any:
        return value if self.random.random() < chance else None

    def flag(self) -> bool:
        return self.random.random() < 0.5

    def address(self) -> dict[str, str]:
        return {
            "address_line_1": self.text(),
            "zip_code": self.text(),
            "city": self.text(),
            "country": self.random.choice(COUNTRIES),
        }

    def warnings(self) -> list[dict[str, str]] | None:
        fields = ("organization_no", "payout_details.sek.bankgiro", "a")
        drawn = [{"field": self.random.choice(fields), "reason": self.text()} for _ in range(self.random.randrange(4))]
        return self.maybe(drawn)

    def settings(self) -> dict[str, Any] | None:
        percent = self.random.choice((0, 1, 8, 12.5, 12.25, 100))
        rate = {"reference_rate": self.flag()} | ({"rate_percent": percent} if self.flag() else {})
        return self.maybe({"interest_rate": rate} if self.flag() else {})

    def config(self) -> dict[str, Any] | None:
        open_ = {
            "paper": self.text(),
            "copies": self.random.choice((1, 2, 2.5, "2", True)),
            "more": {"x": self.random.choice((0, "0", False)), "y": self.text()},
        }
        drawn = {
            "vat_area": self.text(),
            "commission_excluded_vat": self.flag(),
            "letter_config": {key: value for key, value in open_.items() if self.flag()},
        }
        return self.maybe({key: value for key, value in drawn.items() if self.flag()})

    def translations(self) -> dict[str, Any]:
        drawn = {}
        for language in ("sv", "en", "xx"):
            if self.flag():
                drawn[language] = {"translation": self.text()} | ({"comment": self.text()} if self.flag() else {})
        return drawn

    def row(self) -> dict[str, Any]:
        self.drawn += 1
        created = self.random.choice(MOMENTS)
        return {"id": f"{self.drawn:024x}", "created": created, "updated": max(created, self.random.choice(MOMENTS))}

    def account(self) -> dict[str, Any]:
        return self.row() | {
            "name": self.text(),
            "description": self.maybe(self.text()),
            "organization_no": self.text(),
            "standard_debt_description": self.maybe(self.text()),
            "agreement_template": self.text(),
            "agreement_address": self.address(),
            "access_group_template": self.text(),
            "case_settings": self.settings(),
            "number_validation": self.random.choice(("mark", "refuse")),
            "warnings": self.warnings(),
        }

    def creditor(self, account: str) -> dict[str, Any]:
        return self.row() | {
            "account_id": account,
            "name": self.text(),
            "description": self.maybe(self.text()),
            "organization_no": self.text(),
            "is_active": self.flag(),
            "standard_debt_description": self.maybe(self.text()),
            "always_use_standard_debt_description": self.maybe(self.flag()),
            "agreement_address": self.address(),
            "sender_address": self.address(),
            "invoice_address": self.address(),
            "case_config": self.config(),
            "payout_details": {"sek": {"bankgiro": self.text()}} if self.flag() else {},
            "default_letter_locale": self.maybe(self.text()),
            "added_to_erp_system": self.maybe(self.flag()),
            "warnings": self.warnings(),
        }

    def group(self, creditor: dict[str, Any]) -> dict[str, Any]:
        owner = {"account_id": creditor["account_id"], "creditor_id": creditor["id"]}
        return self.row() | owner | {"type": self.random.choice(("admin", "user")), "name": self.text()}

    def user(self, account: str) -> dict[str, Any]:
        return self.row() | {
            "account_id": self.maybe(account),
            "name": self.text(),
            "oauth_type": self.maybe(self.random.choice(get_args(OauthType))),
            "email_oauth": self.maybe(self.text()),
            "is_enabled": self.flag(),
            "log_creditor_payments": self.flag(),
            "system_user": self.flag(),
        }

    def locale(self, number: int) -> dict[str, Any]:
        return self.row() | {
            "locale_tag": f"{number} {self.text()}",
            "description": self.maybe(self.text()),
            "translations": self.translations(),
            "machine_translations": self.maybe(self.translations()),
            "translation_pending": self.flag(),
        }


@dataclass
class Rows:
    """Rows of each table, alike every time."""

    accounts: list[dict[str, Any]]
    creditors: list[dict[str, Any]]
    groups: list[dict[str, Any]]
    users: list[dict[str, Any]]
    user_groups: list[dict[str, Any]]
    locales: list[dict[str, Any]]


def draw_rows(count: int, seed: int = 1) -> Rows:
    drawn = Drawn(seed)
    accounts = [drawn.account() for _ in range(count)]
    creditors = [drawn.creditor(drawn.random.choice(accounts)["id"]) for _ in range(count)]
    groups = [drawn.group(creditor) for creditor in creditors[:20]]
    users = [drawn.user(drawn.random.choice(accounts)["id"]) for _ in range(count)]
    memberships = [
        {
            "user_id": user["id"],
            "access_group_id": group["id"],
            "granted": drawn.random.choice(MOMENTS),
            "position": position,
        }
        for user in users
        for position, group in enumerate(drawn.random.sample(groups, drawn.random.randrange(4)))
    ]
    return Rows(accounts, creditors, groups, users, memberships, [drawn.locale(number) for number in range(count)])


async def insert_rows(tx: Connection, rows: Rows) -> None:
    """Insert them all, with some applications of each user."""
    for table, of_table in (("accounts", rows.accounts), ("creditors", rows.creditors), ("access_groups", rows.groups)):
        for row in of_table:
            await insert(tx, table, row)
    applications = [row[0] for row in await tx.fetch("select id from applications order by name")]
    for number, row in enumerate(rows.users):
        given = [{"application": id_} for id_ in applications[: number % 3]]
        await insert(tx, "users", row | {"applications": given or None})
    for row in rows.user_groups:
        await insert(tx, "user_groups", row)
    for row in rows.locales:
        await insert(tx, "locale_entries", row | {"application_id": applications[0]})
