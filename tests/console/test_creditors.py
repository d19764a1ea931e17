"""Creditors: made and changed by those who may, with the law's bounds beside the fields, and nothing lost when two change one."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from tests.api.world import World
from tests.console.visiting import Browser

Browse = Callable[[str], Awaitable[Browser]]


async def creditor(world: World) -> dict[str, Any]:
    found: dict[str, Any] = (await world.operator.get(f"/creditors/{world.creditor.id}")).json()
    return found


async def test_a_creditor_is_made_and_is_as_it_was_filled_in(browse: Browse, world: World) -> None:
    admin = await browse("account_admin")
    page = await admin.get("/console/creditors/new")
    done = await admin.send(
        page,
        "/console/creditors",
        name="Åsas <b>Bageri</b>",
        organization_no="556036-0793",
        **{"payout_details.sek.bankgiro": "991-2346", "case_config.reminder_fee": "45,50"},
    )
    assert "Borgenären är skapad." in done.text
    id_ = str(done.answer.url.path).rsplit("/", 1)[1]
    made = (await world.operator.get(f"/creditors/{id_}")).json()
    assert (made["account"], made["name"]) == (world.account.id, "Åsas <b>Bageri</b>")
    assert made["case_config"]["reminder_fee"] == 45.5
    assert "<b>Bageri</b>" not in done.answer.text


async def test_what_is_wrong_is_said_beside_its_field_and_nothing_is_lost(browse: Browse) -> None:
    admin = await browse("account_admin")
    page = await admin.get("/console/creditors/new")
    wrong = await admin.send(
        page,
        "/console/creditors",
        name="",
        organization_no="556036-0793",
        **{"case_config.reminder_pay_days": "tio", "payout_details.sek.bankgiro": "12"},
    )
    assert wrong.status == 422
    assert wrong.tree.xpath("//input[@name='case_config.reminder_pay_days' and @aria-invalid='true']")
    assert wrong.form("/console/creditors")["organization_no"] == "556036-0793"
    assert wrong.form("/console/creditors")["case_config.reminder_pay_days"] == "tio"
    number = await admin.send(wrong, "/console/creditors", **{"case_config.reminder_pay_days": "10"})
    assert number.status == 422
    assert number.tree.xpath("//input[@name='name' and @aria-invalid='true']")
    assert number.tree.xpath("//input[@name='payout_details.sek.bankgiro' and @aria-invalid='true']")


async def test_nonsense_and_what_the_law_forbids_are_refused_beside_their_fields(browse: Browse, world: World) -> None:
    admin = await browse("account_admin")
    here, before = f"/console/creditors/{world.creditor.id}", await creditor(world)
    wrong = {
        "organization_no": ("123", "är inget organisationsnummer"),
        "payout_details.sek.bankgiro": ("123-4567", "är inget bankgironummer"),
        "email": ("nej", "@"),
        "case_config.reminder_fee": ("100", "Högst 60,00\xa0kr enligt"),
        "case_config.debt_collection_pay_days": ("5", "Minst 8 enligt"),
    }
    page = await admin.send(await admin.get(here), here, **{path: text for path, (text, _) in wrong.items()})
    assert page.status == 422
    for path, (text, sentence) in wrong.items():
        (issue,) = page.tree.xpath(f"//p[@id='f-{path}-wrong']")
        assert sentence in issue.text_content(), path
        assert page.form(here)[path] == text
    assert await creditor(world) == before


async def test_a_change_is_saved_and_what_was_not_touched_stays(browse: Browse, world: World) -> None:
    admin = await browse("account_admin")
    before = await creditor(world)
    here = f"/console/creditors/{world.creditor.id}"
    done = await admin.send(
        await admin.get(here), here, website="https://example.com", **{"case_config.interest_rate.rate_percent": "12,5"}
    )
    assert "Ändringarna är sparade." in done.text
    after = await creditor(world)
    assert after["website"] == "https://example.com"
    assert after["case_config"]["interest_rate"] == {"reference_rate": False, "rate_percent": 12.5}
    for name in ("name", "organization_no", "sender_address", "payout_details", "is_active"):
        assert after[name] == before[name]


async def test_two_who_change_one_see_both(browse: Browse, world: World) -> None:
    admin = await browse("account_admin")
    here = f"/console/creditors/{world.creditor.id}"
    first, second = await admin.get(here), await admin.get(here)
    await admin.send(first, here, phone="08-111")
    late = await admin.send(second, here, phone="08-222")
    assert late.status == 409
    assert "Någon annan har ändrat borgenären" in late.text
    assert "Nu: 08-111" in late.text
    assert late.form(here)["phone"] == "08-222"
    assert (await creditor(world))["phone"] == "08-111"
    await admin.send(late, here)
    assert (await creditor(world))["phone"] == "08-222"


async def test_the_laws_bounds_stand_beside_the_settings(browse: Browse, world: World) -> None:
    handler = await browse("handler")
    page = await handler.get(f"/console/creditors/{world.creditor.id}")
    assert "Högst 60,00" in page.text.replace("\N{NO-BREAK SPACE}", " ")
    assert "lag (1981:739)" in page.text
    assert not {"Spara", "Skapa"} & set(page.buttons)


@pytest.mark.parametrize("person", ["creditor_user", "creditor_admin"])
async def test_others_see_their_own_alone(browse: Browse, world: World, person: str) -> None:
    user = await browse(person)
    others = world.partners[1].accounts[0].creditors[0].id
    assert (await user.get(f"/console/creditors/{others}")).status == 404
    assert (await user.get(f"/console/creditors/{world.creditor.id}")).status == 200


LOGO = b'<svg xmlns="http://www.w3.org/2000/svg" width="120" height="40"><rect width="120" height="40" fill="#164a6e"/></svg>'


async def test_a_logo_is_uploaded_and_shown_and_what_is_none_is_refused(browse: Browse, world: World) -> None:
    admin = await browse("account_admin")
    here = f"/console/creditors/{world.creditor.id}"
    act = f"{here}/logo"

    async def uploaded(content: bytes) -> Any:
        values = (await admin.get(here)).form(act)
        values.pop("logo", None)
        return await admin.post(act, values, files={"logo": ("logo.svg", content, "image/svg+xml")})

    wrong = await uploaded(b"no picture")
    assert wrong.status == 422
    assert wrong.tree.xpath("//input[@name='logo' and @aria-invalid='true']")
    nested = "".join(f'<g id="p{n}"><use href="#p{n - 1}"/></g>' for n in range(9))
    complex_ = await uploaded(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1">{nested}</svg>'.encode())
    assert complex_.status == 422
    assert "änvisningarna i SVG-filen är kapslade i för många led" in complex_.text
    done = await uploaded(LOGO)
    assert "Ändringarna är sparade." in done.text
    (source,) = done.tree.xpath("//img[@class='logo']/@src")
    picture = await admin.client.get(source)
    assert (picture.status_code, picture.headers["content-type"]) == (200, "image/svg+xml")
    assert "sandbox" in picture.headers["content-security-policy"]


async def test_a_file_is_for_those_who_see_its_creditor(browse: Browse, world: World) -> None:
    admin, user = await browse("account_admin"), await browse("creditor_user")
    for creditor, status in ((world.creditor.id, 200), (world.account.creditors[1].id, 404)):
        here = f"/console/creditors/{creditor}"
        values = (await admin.get(here)).form(f"{here}/logo")
        values.pop("logo", None)
        files = {"logo": ("logo.svg", LOGO, "image/svg+xml")}
        done = await admin.post(f"{here}/logo", values, files=files)
        (source,) = done.tree.xpath("//img[@class='logo']/@src")
        assert (await admin.client.get(source)).status_code == 200
        assert (await user.client.get(source)).status_code == status


async def test_a_field_that_is_emptied_has_no_value_afterwards(browse: Browse, world: World) -> None:
    here, admin = f"/console/creditors/{world.creditor.id}", await browse("account_admin")
    before = await creditor(world)
    said = {"phone": "08-123 45 67", "website": "https://borgenar.example", "description": "Papper"}
    assert "Ändringarna är sparade." in (await admin.send(await admin.get(here), here, **said)).text
    assert {name: (await creditor(world))[name] for name in said} == said
    emptied = {name: before.get(name, "") for name in said}
    assert "Ändringarna är sparade." in (await admin.send(await admin.get(here), here, **emptied)).text
    changed = await creditor(world)
    assert {name: changed.get(name, "") for name in said} == emptied
    assert changed.get("case_config") == before.get("case_config")
    assert changed["sender_address"] == before["sender_address"]


async def test_how_a_creditor_is_billed_is_changed_by_clicks(browse: Browse, world: World) -> None:
    here, admin = f"/console/creditors/{world.creditor.id}", await browse("account_admin")
    billing = {"e_invoice_address": "0007:5560160680", "email": "faktura@borgenar.example", "distribution": "email"}
    settings = {"fee_vat": "included", "settle_fees": "invoice"}
    said = {f"billing.{name}": text for name, text in billing.items()}
    said |= {f"case_config.{name}": text for name, text in settings.items()}
    page = await admin.send(await admin.get(here), here, **said)
    assert "Ändringarna är sparade." in page.text
    changed = await creditor(world)
    assert changed["billing"] == billing
    assert {name: changed["case_config"][name] for name in settings} == settings
    wrong = await admin.send(page, here, **{"billing.e_invoice_address": "0007:1"})
    assert wrong.status == 422
    assert wrong.tree.xpath("//input[@name='billing.e_invoice_address' and @aria-invalid='true']")
    page = await admin.send(await admin.get(here), here, **dict.fromkeys(said, ""))
    assert "billing" not in await creditor(world)
