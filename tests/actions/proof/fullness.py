"""What fills the tables that a new world leaves empty: steps, refunds, an order to the bank, somebody who is erased."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import date, datetime, timedelta
from pathlib import Path

from fordran.actions.books.close_period import Books, close_period, next_to_close
from fordran.actions.cases.book import book
from fordran.actions.cases.case_facts import SYSTEM, StoredFact
from fordran.actions.cases.locked_case import lock_case
from fordran.actions.flow.advance_cases import advance_cases
from fordran.actions.kivra.match_customers import match_customers
from fordran.actions.kivra.note_callback import note_callback
from fordran.actions.law.law_rows import GivenLawRow, propose_law_row
from fordran.actions.monitoring.job_runs import JobTally, add_runs, beat
from fordran.actions.payouts.export_payouts import Exporter, export_payouts
from fordran.actions.payouts.issue_invoices import issue_invoices
from fordran.actions.payouts.prepare_payouts import prepare_payouts
from fordran.actions.privacy.erase_person import RetentionTerms, erase_person
from fordran.actions.spar.look_up import CLAIM
from fordran.actions.spar.note_answer import AskedPerson, note_answer
from fordran.domain.books.journal import received
from fordran.domain.books.ledger_accounts import LedgerNumbers
from fordran.domain.claims.facts import Fee, PaymentFact
from fordran.domain.spar.person import SparTrouble
from fordran.formats.camt_making import make_camt053
from fordran.formats.kivra import read_callback
from fordran.operator import Operator
from fordran.outside.media import MediaFolder
from fordran.outside.order_files import OrderFile
from fordran.resources.enforcements import ENFORCEMENTS
from fordran.store.rows.ids import new_id
from fordran.store.rows.rows import tally
from tests.actions.payouts.people import person
from tests.api import bodies
from tests.api.world import World

ERASED = {"name": "Nils Ek", "id_number": "19640823-3234"}
DAYS_AHEAD = timedelta(days=40)
"""When the last of it happens, from when it begins."""


async def fill_the_rest(world: World, folder: Path, now: datetime) -> None:
    """Let days pass, as the worker would, and people decide."""
    await _erase_somebody(world, now + timedelta(days=365 * 11))
    await _take_steps(world, now + timedelta(days=2))
    await _decide(world, now)
    await _apply(world, now)
    await _tell_balance(world, now)
    await _refund(world)
    await _protect_somebody(world)
    await _look_up(world, now)
    await _match_with_kivra(world, now)
    await _open_pages(world, now)
    await _pay_out(world, folder, now + DAYS_AHEAD)
    await _close_books(world, now + DAYS_AHEAD)
    async with world.database.transaction() as tx:
        await propose_law_row(tx, GivenLawRow("reminder", date(2100, 1, 1), 70_00), None, now)
    await _invoice(world, now + DAYS_AHEAD + timedelta(days=1))


async def _invoice(world: World, now: datetime) -> None:
    """A fee is paid, and what we keep of it is invoiced when its month has ended."""
    day = now.date()
    fee, payment = (
        Fee(new_id(), day, "amortization_reminder", 60_00),
        PaymentFact(new_id(), day, 10_000_00, reached_us=True),
    )
    async with world.database.transaction() as tx:
        case = await tx.fetchrow(
            "select account_id, id, creditor_id from cases where closed is null order by id limit 1"
        )
        for fact, moved in ((fee, ()), (payment, received(payment.amount, day))):
            locked = await lock_case(tx, case["id"], case["creditor_id"], case["account_id"], now)
            assert locked is not None
            await book(tx, locked, [StoredFact(fact, locked.business_now, SYSTEM)], now, moved)
        put, later = MediaFolder(world.app.settings.data / "media").put, now + timedelta(days=32)
        assert await issue_invoices(tx, put, Operator(), case["account_id"], later) == 1


async def _close_books(world: World, now: datetime) -> None:
    """The first month of the books is closed on the last day of all, so that the bookings of that day are counted."""
    async with world.database.transaction() as tx:
        month = await next_to_close(tx)
        assert month is not None
        await close_period(tx, Books(Operator(), LedgerNumbers(), "off"), month, None, now)
        counted = await tx.fetchval("select count(*) from closed_period_bookings")
    assert counted, "no booking was counted"


async def _erase_somebody(world: World, now: datetime) -> None:
    """A customer whose only case was taken back, when nothing of it has to be kept any longer."""
    owner = {"account": world.account.id, "creditor": world.creditor.id}
    body = bodies.invoice_registration(world, **owner, customer=bodies.customer(**ERASED))
    registered = await world.create("/invoice--registrations", body)
    # Reading it for the first time prints it, which is the file that goes with the customer.
    await world.operator.get(f"/invoices/{registered['_invoice']}")
    taken_back = {"creditor": owner["creditor"], "case": registered["_case"], "origin": "creditor_system"}
    await world.create("/creditor--cancellations", taken_back)
    async with world.database.transaction() as tx:
        erased = await erase_person(tx, ERASED["id_number"], RetentionTerms(), now)
    assert (erased.anonymised, erased.files) == (1, 1), erased


async def _take_steps(world: World, now: datetime) -> None:
    async with world.database.transaction() as tx:
        assert await advance_cases(tx, now) > 0


async def _decide(world: World, now: datetime) -> None:
    """What people do with a case and with an API client: a plan, a dispute, a note, a new code."""
    case = next(case["_id"] for case in await world.some("cases") if "closed" not in case)
    first = (now + timedelta(days=30)).date().isoformat()
    for name, body in (
        ("notes", {"text": "Rang.", "kind": "call"}),
        ("amortization-plans", {"instalments": 3, "first_date": first}),
        ("parties", {"role": "representative", "name": "Eva Borg", "receives_letters": "no"}),
        ("waivers", {"component": "costs", "reason": "Sjukdom."}),
        ("disputes", {"reason": "Fel vara"}),
    ):
        answer = await world.operator.post(f"/cases/{case}/{name}", json=body)
        assert answer.status_code == 201, answer.text
        if name == "amortization-plans":
            tag = (await world.operator.get(f"/cases/{case}")).json()["_etag"]
            await world.operator.delete(f"/cases/{case}/{name}", headers={"if-match": tag})
    client = await world.add_user(world.account.id, world.account.group, system_user=True)
    for _ in range(2):
        rotated = await world.operator.post(f"/api--clients/{client}/rotate-code", json={"grace_hours": 24})
        assert rotated.status_code == 201, rotated.text


async def _apply(world: World, now: datetime) -> None:
    """An application waits to be signed."""
    async with world.database.transaction() as tx:
        case = await tx.fetchrow("select account_id, id, creditor_id, customer_id from cases order by id limit 1")
        await tx.execute(
            """insert into enforcements (account_id, id, created, updated, creditor_id, customer_id, letter_id, case_ids,
                                         status, channel)
               values ($1, $2, $3, $3, $4, $5, $6, $7, 'to_sign', 'paper')""",
            case["account_id"],
            new_id(),
            now,
            case["creditor_id"],
            case["customer_id"],
            new_id(),
            [case["id"]],
        )
        partner = await tx.fetchval("select partner_id from accounts where id = $1", case["account_id"])
        await tally(tx, ENFORCEMENTS, partner=partner, account=case["account_id"], creditor=case["creditor_id"])


async def _look_up(world: World, now: datetime) -> None:
    """Somebody is asked for in SPAR, who does not answer."""
    async with world.database.transaction() as tx:
        row = await tx.fetchrow(
            "select account_id, id, id_number_compact from customers where erasure is null order by id"
        )
        await tx.execute(CLAIM, row["account_id"], row["id"], now, row["id_number_compact"], now, now)
        asked = AskedPerson(row["account_id"], row["id"], row["id_number_compact"], now)
        await note_answer(tx, asked, SparTrouble("HTTP 500"), now)


async def _match_with_kivra(world: World, now: datetime) -> None:
    """Kivra reaches everybody, and tells that what it was given was read and declined."""

    async def everybody(numbers: Sequence[str]) -> frozenset[str]:
        return frozenset(numbers)

    await match_customers(world.database.transaction, everybody, now)
    async with world.database.transaction() as tx:
        await tx.execute("update deliveries set channel_reference = 'key-' || id where status <> 'queued'")
        await tx.execute(
            """insert into sms_notices (account_id, id, created, updated, creditor_id, customer_id, case_id, kind, subject, day,
                                        status, callback_key, next_attempt, provider_id, claimed_until, sent, delivered, reason)
               select k.account_id, k.id, $1, $1, k.creditor_id, k.customer_id, k.id, 'letter', k.id, $1::timestamptz::date,
                      'delivered', k.id, $1, 's1', $1, $1, $1, 'late' from cases k""",
            now,
        )
        await tx.execute(
            """insert into fortnox_pulls (account_id, id, created, updated, pulled_on, tries, next_try, claimed_until, trouble,
                                          system)
               select account_id, id, $1, $1, $2, 1, $1, $1, 'no_answer', 'visma' from creditors""",
            now,
            now.date(),
        )
        await tx.execute(
            """insert into fortnox_invoices (account_id, id, created, updated, creditor_id, document_number, case_id, digest,
                                             refusal, detail, noted_bookings, invoice_number)
               select account_id, id, $1, $1, creditor_id, id, id, 'x', 'not_readable', 'DueDate', 1, '1001' from cases""",
            now,
        )
        await tx.execute(
            """insert into accounting_tokens (account_id, id, created, updated, refresh_token, claimed_until)
               select account_id, id, $1, $1, 'gAAA', $1 from creditors""",
            now,
        )
        await tx.execute(
            """insert into accounting_states (account_id, id, created, updated, writes_since)
               select account_id, id, $1, $1, $1 from creditors""",
            now,
        )
        await tx.execute(
            """insert into accounting_entries (account_id, id, created, updated, creditor_id, kind, booking_id, case_id, amount,
                                               day, state, number, tries, next_try, claimed_until, trouble, lines)
               select account_id, id, $1, $1, creditor_id, 'payment', id, id, 100, $2, 'booked', '1', 1, $1, $1, 'no_answer', '{}'
               from cases""",
            now,
            now.date(),
        )
        await tx.execute(
            """insert into company_answers (account_id, id, created, updated, customer_id, number, outcome, code, since,
                                            answered_on, tries, first_tried, next_try, claimed_until, trouble)
               select account_id, id, $1, $1, id, id_number_compact, 'retrying', 'KK', $2, $2, 1, $1, $1, $1, 'HTTP 500'
               from customers""",
            now,
            now.date(),
        )
        await tx.execute(
            """insert into enforcement_messages (account_id, id, created, updated, creditor_id, case_id, enforcement_id, kind,
                                                 subject, message_key, made_on, content, status, reason)
               select account_id, id, $1, $1, creditor_id, id, id, 'reduction', id, id, $2, '{"capital": 1}', 'refused', 'E17'
               from cases""",
            now,
            now.date(),
        )
        await tx.execute(
            """insert into enforcement_entries (account_id, id, created, updated, creditor_id, case_id, enforcement_id, entry,
                                                is_applied)
               select account_id, id, $1, $1, creditor_id, id, id, id, true from cases""",
            now,
        )
        await tx.execute(
            """insert into ledger_connections (account_id, id, created, updated, creditor_id, company, minimum_amount,
                                               delivery_enabled, consent, answers)
               select account_id, id, $1, $1, id, id, 0, false, '{"terms_version": "1"}', '{}' from creditors""",
            now,
        )
        await tx.execute(
            """insert into ledger_cases (account_id, id, created, updated, creditor_id, case_id, connection_id, case_ref,
                                         invoice_ref)
               select account_id, id, $1, $1, creditor_id, id, creditor_id, id, id from cases""",
            now,
        )
        await tx.execute(
            """insert into ledger_reports (account_id, id, created, updated, creditor_id, case_id, kind, ref, day, amount,
                                           matched_amount)
               select account_id, id, $1, $1, creditor_id, id, 'payment', id, $2, 100, 100 from cases""",
            now,
            now.date(),
        )
        await tx.execute(
            """insert into ledger_settlements (account_id, id, created, updated, creditor_id, internal_ref)
               select account_id, id, $1, $1, creditor_id, 'V1' from payouts where creditor_id is not null""",
            now,
        )
        for key in await tx.fetch(
            "select channel_reference as key from deliveries where channel_reference is not null"
        ):
            for kind in ("content_viewed", "invoice_declined"):
                told = {"type": kind, "data": {"content_key": key["key"], "event_time": now.isoformat()}}
                callback = read_callback(json.dumps(told).encode())
                assert callback is not None
                await note_callback(tx, callback, now)


async def _protect_somebody(world: World) -> None:
    """A person whose ways to be reached are kept apart."""
    debtor = bodies.customer(id_number="19640823-3234", name="Vera Skyddad")
    made = await world.create("/case--registrations", bodies.case_registration(world, customer=debtor))
    case = (await world.operator.get(f"/cases/{made['_cases'][0]}")).json()
    path = f"/customers/{case['customer']}"
    tag = (await world.operator.get(path)).json()["_etag"]
    answer = await world.operator.patch(path, json={"protected_identity": True}, headers={"If-Match": tag})
    assert answer.status_code == 200, answer.text


async def _open_pages(world: World, now: datetime) -> None:
    """People sign in to pages, a debtor opens one, a creditor has a logo, and a batch has left."""
    later = now + timedelta(days=400)
    async with world.database.transaction() as tx:
        user = await tx.fetchval("select min(id) from users")
        await tx.execute(
            "insert into sign_in_links (token_hash, user_id, created, expires) values ('a', $1, $2, $3)",
            user,
            now,
            later,
        )
        await tx.execute(
            """insert into sessions (id, token_hash, user_id, created, last_seen, expires, way)
               values ($1, 'a', $2, $3, $3, $4, 'link')""",
            new_id(),
            user,
            now,
            later,
        )
        await tx.execute(
            "insert into sign_in_attempts (token_hash, kind, details, expires) values ('a', 'oidc', '{}', $1)", later
        )
        await tx.execute(
            """insert into passkeys (id, user_id, created, credential, public_key, sign_count, name)
               values ($1, $2, $3, 'a', 'a', 1, 'Laptop')""",
            new_id(),
            user,
            now,
        )
        await tx.execute(
            """insert into debtor_sessions (id, token_hash, code_mark, created, last_seen, expires)
               values ($1, 'a', 'a', $2, $2, $3)""",
            new_id(),
            now,
            later,
        )
        await tx.execute("insert into confirming_mails (address_hash, sent, last_sent) values ('a', 1, $1)", now)
        await tx.execute(
            """insert into second_approvals (account_id, id, created, kind, subject_id, amount, what_hash, user_id)
               values ($1, $2, $3, 'refund', $2, 1, 'a', $4)""",
            world.account.id,
            new_id(),
            now,
            user,
        )
        await tx.execute(
            """insert into held_acts (account_id, id, created, creditor_id, case_id, act, amount, body, asked_by)
               select account_id, $2, $3, creditor_id, id, 'close', 1, '{"reason": "written_off"}', array[$4]
               from cases where account_id = $1 order by id limit 1""",
            world.account.id,
            new_id(),
            now,
            user,
        )
        await tx.execute(
            """insert into swish_payments (account_id, id, created, updated, creditor_id, case_id, amount, state,
                                           request_id, callback_identifier)
               select account_id, $2, $3, $3, creditor_id, id, 100, 'declined', 'a', 'b'
               from cases where account_id = $1 order by id limit 1""",
            world.account.id,
            new_id(),
            now,
        )
        await tx.execute(
            """insert into swish_refunds (account_id, id, created, updated, creditor_id, case_id, state, request_id,
                                          callback_identifier, until_day)
               select account_id, id, $2, $2, creditor_id, case_id, 'failed', 'a', 'b', $3
               from refunds where account_id = $1 order by id limit 1""",
            world.account.id,
            now,
            now.date(),
        )
        await tx.execute(
            "insert into autogiro_files (id, created, updated, is_ours, day) values ($1, $2, $2, true, $3)",
            new_id(),
            now,
            now.date(),
        )
        await tx.execute(
            """insert into autogiro_transfers (id, created, updated, file_id, bank_account, day, serial, amount)
               values ($1, $2, $2, $1, '1', $3, '1', 100)""",
            new_id(),
            now,
            now.date(),
        )
        await tx.execute(
            """insert into autogiro_mandates (account_id, id, created, updated, creditor_id, case_id, customer_id,
                                              payer_number, clearing_number, account_number, state)
               select account_id, $2, $3, $3, creditor_id, id, customer_id, '1', '5000', '54910', 'new'
               from cases where account_id = $1 order by id limit 1""",
            world.account.id,
            new_id(),
            now,
        )
        await tx.execute(
            """insert into autogiro_debits (account_id, id, created, updated, creditor_id, case_id, mandate_id, subject, day,
                                            amount, reference, letter_id, state)
               select account_id, $2, $3, $3, creditor_id, id, $2, 'invoice', $4, 100, '1', $2, 'withdrawn'
               from cases where account_id = $1 order by id limit 1""",
            world.account.id,
            new_id(),
            now,
            now.date(),
        )
        await tx.execute("insert into wrong_codes (subject, wrong, since) values ('a', 1, $1)", now)
        await tx.execute("insert into delivery_batches (channel, day, batches) values ('print', $1, 1)", now.date())
        await add_runs(tx, {"verify": JobTally(runs=1)}, now)
        await beat(tx, "worker 1", "0.2.0", now, now)
        await tx.execute("insert into delivery_outcomes (channel, outcome, happened) values ('print', 'sent', 1)")
        await tx.execute(
            "insert into creditor_logos (account_id, id, created, creditor_id, picture) values ($1, $2, $3, $4, '<svg/>')",
            world.account.id,
            new_id(),
            now,
            world.creditor.id,
        )


async def _refund(world: World) -> None:
    """A payment that nobody knows the case of goes back to its payer."""
    waiting = (await world.some("unmatched--payments"))[0]
    answer = await world.operator.post(
        f"/unmatched--payments/{waiting['_id']}/refund",
        json={"bank_account": {"kind": "bankgiro", "number": "991-2346"}},
    )
    assert answer.status_code == 201, answer.text


async def _tell_balance(world: World, now: datetime) -> None:
    """The bank says what its account holds."""
    file = make_camt053([], account=Operator().bank_account, created=now)
    answer = await world.operator.post("/bank--files", content=file)
    assert answer.status_code == 201, answer.text


async def _approve(world: World) -> None:
    """A person of the operator's lets a payout leave."""
    _, client = await person(world.app, "Approves")
    payout = (await world.some("finance--payouts"))[0]
    async with client:
        answer = await client.post(f"/finance--payouts/{payout['_id']}/approve")
    assert answer.status_code == 201, answer.text


async def _pay_out(world: World, folder: Path, now: datetime) -> None:
    """What the world's cases were paid over the bank is paid on, and the refund with it."""
    async with world.database.transaction() as tx:
        for partner in world.partners:
            for account in partner.accounts:
                await prepare_payouts(tx, account.id, now)
    await _approve(world)
    exporter = Exporter(Operator(), MediaFolder(world.app.settings.data / "media").put, OrderFile(folder / "order.xml"))
    done = await export_payouts(world.database, exporter, now)
    assert done is not None
    assert done.payouts > 0
    assert done.refunds > 0
