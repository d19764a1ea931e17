"""Fill an installation with creditors, by the statement rather than by the request."""

from __future__ import annotations

from datetime import datetime

from fordran.store.connections.database import Connection

ACCOUNTS = 50
PARTNERS = 5

# An id is its number in time order and then noise, as ids are; a number is found again by looking at the first twelve digits.
_ID = "(lpad(to_hex({number}), 12, '0') || left(md5('{kind}' || {number}), 12))"

_PARTNERS = f"""
insert into partners (id, created, updated, name, integration_id, organization_no)
select {_ID.format(kind="partner", number="n")}, $1, $1, 'Partner ' || n, 'partner-' || n, '5566778899'
from generate_series(1, $2::bigint) n
"""

_ACCOUNTS = f"""
insert into accounts (id, created, updated, partner_id, name, organization_no, agreement_template, agreement_address,
                      access_group_template)
select {_ID.format(kind="account", number="n")}, $1, $1, p.id, 'Account ' || n, '5560160680',
       i.agreement_template, $4::jsonb, i.access_group_template
from generate_series(1, $2::bigint) n
join partners p on p.id = {_ID.format(kind="partner", number="(1 + n % $3::bigint)")}
cross join installation i
"""

# Thirty-odd creditors share an organisation number, one in ten is inactive, and names are in no order that ids have.
_CREDITORS = f"""
insert into creditors (account_id, id, created, updated, name, description, organization_no, is_active,
                       standard_debt_description, agreement_address, sender_address, invoice_address, payout_details,
                       default_letter_locale, case_config)
select a.id, {_ID.format(kind="creditor", number="n")}, made.at, made.at,
       'Borgenär ' || left(md5(n::text), 8), 'Fyllnad nummer ' || n, '55' || (60000000 + n % ($2::bigint / 32 + 1)),
       n / $3 % 10 <> 0,
       'Varor och tjänster', $4::jsonb, $4::jsonb, $4::jsonb,
       jsonb_build_object('sek', jsonb_build_object('bankgiro', '991-2346')), 'sv', '{{"vat_area": "SE"}}'
from generate_series(1, $2::bigint) n
join accounts a on a.id = {_ID.format(kind="account", number="(1 + n % $3::bigint)")}
cross join lateral (select $1::timestamptz - make_interval(mins => ($2 - n)::integer) as at) made
"""

GROUPS = """
insert into access_groups (id, created, updated, type, name, partner_id, account_id, creditor_id)
select left(encode(sha256((type || owner.id)::bytea), 'hex'), 24), $1, $1, owner.type, 'Group', owner.partner_id,
       owner.account_id, owner.creditor_id
from (select 'partner' as type, id, id as partner_id, null as account_id, null as creditor_id from partners
      union all select 'account_admin', id, null, id, null from accounts
      union all (select 'api_user', id, null, account_id, id from creditors order by md5(id) limit 100)) owner
"""

_TALLIES = """
insert into tallies (resource, scope, documents)
select 'creditors', scope, count(*)
from creditors c join accounts a on a.id = c.account_id, unnest(array['all', a.partner_id, a.id, c.id]) scope
group by scope
union all
select 'accounts', scope, count(*) from accounts a, unnest(array['all', a.partner_id, a.id]) scope group by scope
"""

_ADDRESS = {"address_line_1": "Storgatan 1", "zip_code": "111 22", "city": "Stockholm", "country": "SE"}


async def fill(tx: Connection, rows: int, now: datetime) -> None:
    """So many creditors over fifty accounts of five partners, with the totals and groups that the service would have made."""
    await tx.execute(_PARTNERS, now, PARTNERS, timeout=600)
    await tx.execute(_ACCOUNTS, now, ACCOUNTS, PARTNERS, _ADDRESS, timeout=600)
    await tx.execute(_CREDITORS, now, rows, ACCOUNTS, _ADDRESS, timeout=600)
    await tx.execute(GROUPS, now, timeout=600)
    await tx.execute(_TALLIES, timeout=600)
