"""A letter that left, with all that it can be judged by once more."""

from __future__ import annotations

from datetime import date
from typing import TypedDict

import orjson

from fordran.actions.cases.case_facts import TERMS, TermsRow
from fordran.actions.cases.case_settings import LAYERS, LayersRow
from fordran.actions.cases.situation import CUSTOMER, CUSTOMER_OF_CASE
from fordran.domain.kinds.channels import Distribution
from fordran.domain.kinds.letter_kinds import LetterKind
from fordran.domain.numbers.identity import IdNumberStatus

AT_A_TIME = 200


class _LetterRow(TypedDict):
    letter_id: str
    """Whether it left before letters were facts of their cases, so that there is none of it."""
    kind: LetterKind
    dated: date
    pay_by: date | None
    amount: int
    details: orjson.Fragment
    media_id: str | None
    sha256: bytes | None
    checklist: orjson.Fragment | None
    letter_status: str
    fee: int
    envelope_status: str
    kept_sha256: bytes | None
    kept_size: int | None
    before: orjson.Fragment | None
    """Reminders and demands on the same case that left on earlier days."""
    objections: orjson.Fragment | None
    """The amounts of objections that were made before the letter's day and ended after it; null for all of the claim."""


class _CaseRow(TermsRow):
    reminder_fee_terms_until: date | None
    creditor_name: str
    case_id: str
    case_settings: orjson.Fragment
    own_settings: str
    facts: orjson.Fragment
    state_history: orjson.Fragment
    status_history: orjson.Fragment
    flow: orjson.Fragment
    debt_description: str
    ocr_number: str


class _CustomerRow(TypedDict):
    erasure: str | None
    customer_name: str
    id_number_compact: str
    id_number_status: IdNumberStatus
    customer_address: orjson.Fragment
    customer_email: str | None
    email_consent: bool | None
    invoice_distribution: Distribution | None
    kivra_number: str | None
    customer_is_person: bool
    is_parking: bool
    deceased_on: date | None
    bankruptcy_on: date | None
    debt_restructuring_on: date | None
    is_protected: bool
    mail_returned: bool
    address_unknown: bool
    parties: orjson.Fragment | None


class LeftRow(_LetterRow, _CaseRow, _CustomerRow, LayersRow):
    """A letter that left, its case, the customer and the settings of every level."""


_LETTERS = f"""
select l.id as letter_id,
       l.kind, l.dated, l.pay_by, l.amount, l.details, l.media_id, l.sha256, l.checklist,
       l.status as letter_status, e.status as envelope_status, m.sha256 as kept_sha256, m.size as kept_size,
       d.name as creditor_name, k.id as case_id, {TERMS},
       k.case_settings, k.case_settings::text as own_settings, k.facts, k.state_history, k.status_history, k.flow,
       k.debt_description, k.ocr_number, l.fee, d.reminder_fee_terms_until, c.erasure, {CUSTOMER}, {LAYERS},
       (select jsonb_agg(jsonb_build_object('kind', b.kind, 'sent', b.dated, 'pay_by', b.pay_by) order by b.dated, b.id)
        from letters b where b.account_id = l.account_id and b.case_id = l.case_id and b.status in ('sent', 'shown')
        and b.kind in ('reminder', 'debt_collection') and b.dated < l.dated) as before,
       (select jsonb_agg(o.amount order by o.id) from case_disputes o
        where o.account_id = l.account_id and o.case_id = l.case_id and o.kind is distinct from 'none'
        and o.disputed_on < l.dated and (o.ended_on is null or o.ended_on > l.dated)) as objections
from letters l
join envelopes e on e.account_id = l.account_id and e.id = l.envelope_id
join cases k on k.account_id = l.account_id and k.id = l.case_id
{CUSTOMER_OF_CASE}
join creditors d on d.account_id = l.account_id and d.id = l.creditor_id
join accounts a on a.id = k.account_id
left join media_files m on m.account_id = l.account_id and m.id = l.media_id
where l.status in ('sent', 'shown') and l.id > $1"""
LEFT = f"{_LETTERS} order by l.id limit {AT_A_TIME}"
"""The letters after one, in the order of their ids."""
LEFT_IN_PERIOD = f"""
{_LETTERS} and l.dated between $2 and $3 and ($4::text is null or l.creditor_id = $4) order by l.id limit {AT_A_TIME}
"""
"""Of these the letters of a period, and of one creditor if that is given."""
