"""Which envelopes wait until their company has been checked with Bolagsverket. The rule is in docs/bolagsverket.md."""

NEEDS_CHECK = """
c.is_company and c.id_number_status = 'valid' and c.id_number_compact ~ '^[0-9]{10}$' and c.erasure is null
and (a.id is null or a.answered_on is null or a.number <> c.id_number_compact or a.answered_on < $3::date
     or a.outcome = 'retrying')
"""
"""The condition that a company `c`, with its last answer `a`, has to be checked. $3 is the business day."""

IS_CHECKED = f"""
not exists (
    select 1 from customers c
    left join company_answers a on a.account_id = c.account_id and a.id = c.id
    where c.account_id = e.account_id and c.id = e.customer_id and {NEEDS_CHECK})
"""
"""The condition that an envelope, `e`, waits for no check."""
