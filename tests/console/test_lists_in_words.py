"""Every value of the closed lists that pages show has its words; and every page is small, with one heading and labels."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import get_args

import pytest

from fordran.console import audit, clients, creditor_blanks, law_words, money_words, users, webhooks
from fordran.console.report_table import REPORTS
from fordran.console.reports import ABOUT
from fordran.domain.articles import PayoutArticle
from fordran.domain.bank.bank_states import BankFileStatus, SuspenseReason, TransactionKind, TransactionStatus
from fordran.domain.bank.likeness import WEIGHTS, Likeness
from fordran.domain.books.journal import Category
from fordran.domain.days import Interval
from fordran.domain.flow.case_settings import SETTINGS
from fordran.domain.flow.lawfulness import RULES
from fordran.domain.payouts.gathering import NotReady
from fordran.domain.payouts.payout import PayeeKind, PayoutDay
from fordran.domain.service.audit import AuditBy, AuditKind
from fordran.domain.service.signing_in import SignInWay
from fordran.resources import RESOURCES
from fordran.resources.access_groups import AccessGroupType
from fordran.resources.api_clients import ScopeLevel
from fordran.resources.users import OauthType
from fordran.resources.webhook_deliveries import DeliveryOrigin, DeliveryStatus
from tests.console.visiting import Browser

Browse = Callable[[str], Awaitable[Browser]]

WORDED: list[tuple[Mapping[str, str], Iterable[str]]] = [
    (money_words.SUSPENSE_REASONS, get_args(SuspenseReason)),
    (money_words.TRANSACTION_KINDS, get_args(TransactionKind)),
    (money_words.TRANSACTION_STATUSES, get_args(TransactionStatus)),
    (money_words.LIKENESSES, get_args(Likeness)),
    (money_words.PAYEES, get_args(PayeeKind)),
    (money_words.CATEGORIES, get_args(Category)),
    (money_words.NOT_READY, get_args(NotReady)),
    (money_words.FILE_STATUSES, get_args(BankFileStatus)),
    (money_words.ARTICLE_NAMES, get_args(PayoutArticle)),
    (users.GROUP_TYPES, get_args(AccessGroupType)),
    (users.OAUTH, get_args(OauthType)),
    (users.WAYS, get_args(SignInWay)),
    (clients.LEVELS, get_args(ScopeLevel)),
    (webhooks.DELIVERY_STATUSES, get_args(DeliveryStatus)),
    (webhooks.ORIGINS, get_args(DeliveryOrigin)),
    (audit.KINDS, get_args(AuditKind)),
    (audit.BY, get_args(AuditBy)),
    (creditor_blanks.INTERVALS, get_args(Interval)),
    (creditor_blanks.DAYS, get_args(PayoutDay)),
    (law_words.RULES, [rule.name for rule in RULES]),
    (ABOUT, REPORTS),
]


@pytest.mark.parametrize(("words", "values"), WORDED)
def test_every_value_has_its_words_and_no_other_has(words: Mapping[str, str], values: Iterable[str]) -> None:
    assert sorted(words) == sorted(values)


def test_every_setting_of_a_case_is_in_the_creditors_form() -> None:
    paths = {blank.path.split(".")[1] for blank in creditor_blanks.FLOW}
    assert paths == set(SETTINGS)
    assert WEIGHTS.keys() == set(get_args(Likeness))


@pytest.mark.parametrize(
    "path",
    [
        *("/console/bank", "/console/payouts", "/console/reports", "/console/letters", "/console/creditors"),
        *("/console/creditors/new", "/console/users", "/console/users/new", "/console/clients", "/console/webhooks"),
        *("/console/audit", "/console/time"),
        *(f"/console/reports/{name}" for name in REPORTS),
    ],
)
async def test_a_page_is_small_has_one_heading_and_a_label_for_every_field(browse: Browse, path: str) -> None:
    admin = await browse("admin")
    page = await admin.get(path)
    assert page.status == 200
    assert page.h1
    assert len(page.answer.content) < 60_000
    for field in page.tree.xpath("//main//input[not(@type='hidden')] | //main//select | //main//textarea"):
        assert page.tree.xpath(f"//label[@for='{field.get('id')}']"), field.get("name")
    ids = page.tree.xpath("//@id")
    assert len(ids) == len(set(ids)), "an id stands once"


def test_every_resource_has_a_name_in_the_log() -> None:
    assert RESOURCES.keys() - audit.RESOURCES.keys() == set()
