"""What is recorded of signing in, users, API clients, accounts, creditors and customers."""

from __future__ import annotations

import jwt
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

from fordran import clock
from tools.pages.recording.place import Place
from tools.pages.recording.tape import Tape

ADDRESS = {"address_line_1": "Kungsgatan 12", "zip_code": "753 20", "city": "Uppsala", "country": "SE"}


async def sign_in(tape: Tape, place: Place) -> None:
    """Sign in both ways; the second one's token is used from here on."""
    await tape.refused(401, "GET", "/creditors")
    answer = await tape.do("POST /authenticates/api-code", body={"code": place.operator})
    tape.http.headers["X-API-Key"] = answer["token"]
    key = ec.derive_private_key(20260616, ec.SECP256R1())
    public = key.public_key().public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)
    added = await tape.do("POST /api--clients/{id}/keys", place.user, body={"public_key": public.decode()})
    claims = {"api_code": place.operator, "exp": int(clock.unix()) + 600}
    signed = jwt.encode(claims, key, algorithm="ES256")
    await tape.do("GET /authenticates/api-code", headers={"X-API-Key": signed})
    client = await tape.also("GET /api--clients/{id}", place.user)
    await tape.do("DELETE /api--clients/{id}/keys/{key}", place.user, added["key"], tag=client["_etag"])


async def run_accounts(tape: Tape) -> str:
    """Make and change an account and a creditor; the account's id."""
    creditor = {
        "name": "Uppsala Cykel",
        "organization_no": "556036-0793",
        "standard_debt_description": "Cyklar och service",
        "agreement_address": ADDRESS,
        "sender_address": ADDRESS,
        "invoice_address": ADDRESS,
        "payout_details": {"sek": {"bankgiro": "5050-1055"}},
        "reminder_fee_terms": {"agreed": True, "valid_from": "2000-01-01", "attested_by": "Eva Ek"},
        "enforcement_mandate": {"from": "2026-01-01"},
        "billing": {"e_invoice_address": "0007:5560360793"},
        "default_letter_locale": "sv",
        "email": "kund@uppsalacykel.example",
    }
    body = {
        "name": "Uppsala Cykel AB",
        "organization_no": "556036-0793",
        "agreement_address": ADDRESS,
        "case_settings": {"reminder_fee": 60, "interest_rate": {"reference_rate": True}},
        "initial_creditor_data": creditor,
    }
    await tape.also("POST /accounts", body=[body, body | {"name": "Uppsala Cykel Nord AB"}], params={"dry_run": "true"})
    account = await tape.do("POST /accounts", body=body)
    change = {"agreement_address": {"address_line_1": "Kungsgatan 14"}, "case_settings": {"reminder_pay_days": 10}}
    await tape.do("PATCH /accounts/{id}", account["_id"], body=change, tag=account["_etag"])
    config = {
        "vat_area": "sweden",
        "payout_frequency": "weekly",
        "payout_day": "friday",
        "commission_share_percent": 10,
        "reminder_fee_agreed": True,
    }
    second = creditor | {"name": "Uppsala Cykelservice", "account": account["_id"], "case_config": config}
    made = await tape.do("POST /creditors", body=second)
    changed = {
        "payout_details": {"sek": {"bankgiro": "991-2346"}},
        "reminder_fee_terms": {"agreed": False, "valid_from": "2026-01-01", "attested_by": "Eva Ek"},
        "enforcement_mandate": {"from": "2026-01-01", "until": "2027-12-31"},
        "billing": {"email": "faktura@uppsalacykel.example", "distribution": "email"},
        "case_config": {"payout_frequency": "monthly", "interest_rate": {"reference_rate": False, "rate_percent": 9.5}},
    }
    after = await tape.do("PATCH /creditors/{id}", made["_id"], body=changed, tag=made["_etag"])
    await tape.refused(412, "DELETE", f"/creditors/{made['_id']}", headers={"If-Match": made["_etag"]})
    await tape.refused(428, "DELETE", f"/creditors/{made['_id']}")
    await tape.do("DELETE /creditors/{id}", made["_id"], tag=after["_etag"])
    return str(account["_id"])


async def run_users(tape: Tape, account: str) -> None:
    """Make, change and delete a user; run an API client."""
    (staff, *_) = await tape.some("access--groups", '{"access_group_type": "finance"}')
    await tape.also("GET /access--groups/{id}", staff["_id"])
    groups = await tape.some("access--groups", f'{{"account": "{account}", "access_group_type": "admin"}}')
    applications = await tape.some("applications")
    body = {
        "account": account,
        "name": "Anna Berg",
        "oauth_type": "microsoft",
        "email_oauth": "anna.berg@uppsalacykel.example",
        "data_access": [{"access_group": groups[0]["_id"]}],
        "applications": [{"application": applications[0]["_id"]}],
        "log_creditor_payments": True,
    }
    await tape.also("POST /users", body=[body, body | {"name": "Per Berg"}], params={"dry_run": "true"})
    made = await tape.do("POST /users", body=body)
    after = await tape.do("PATCH /users/{id}", made["_id"], body={"is_enabled": False}, tag=made["_etag"])
    await tape.do("DELETE /users/{id}", made["_id"], tag=after["_etag"])
    await tape.http.post("/users", json=body | {"name": "Bokföringen", "system_user": True})
    body = {"name": "Affärssystemet", "account": account, "addresses": ["203.0.113.7"]}
    await tape.also("POST /api--clients", body=[body, body | {"name": "Kassan"}], params={"dry_run": "true"})
    client = await tape.do("POST /api--clients", body=body)
    change = {"addresses": ["203.0.113.7", "198.51.100.0/24"]}
    await tape.do("PATCH /api--clients/{id}", client["_id"], body=change, tag=client["_etag"])
    await tape.do("POST /api--clients/{id}/rotate-code", client["_id"], body={"grace_hours": 24})


async def be_logged(tape: Tape, place: Place) -> None:
    """Have the requests of our own client kept that report payments."""
    user = (await tape.some("users", f'{{"_id": "{place.user}"}}'))[0]
    kept = {"log_creditor_payments": True}
    answer = await tape.http.patch(f"/users/{place.user}", json=kept, headers={"If-Match": user["_etag"]})
    assert answer.is_success, answer.text


async def run_customers(tape: Tape) -> None:
    """Change how a customer is reached."""
    customer = (await tape.some("customers"))[0]
    change = {
        "address": {"address_line_1": "Åsgatan 3", "zip_code": "752 22", "city": "Uppsala"},
        "email": "karin.lind@post.example",
        "email_consent": True,
    }
    changed = await tape.do("PATCH /customers/{id}", customer["_id"], body=change, tag=customer["_etag"])
    change = {"invoice_distribution": "email", "mobile_number": "ring Karin"}
    await tape.also("PATCH /customers/{id}", customer["_id"], body=change, headers={"If-Match": changed["_etag"]})
    right = {"field": "name", "value": f"{customer['name']} Lind", "reason": "Nytt efternamn enligt folkbokföringen."}
    await tape.do("POST /customers/{id}/corrections", customer["_id"], body=right)
    await tape.also("GET /customers/{id}", customer["_id"])
