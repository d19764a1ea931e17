"""Which envelopes wait until their customer has been looked up in SPAR. The rule is in docs/spar.md."""

NEEDS_LOOKUP = """
c.is_person and c.id_number_status = 'valid' and c.id_number_compact ~ '^[0-9]{12}$' and c.deceased_on is null
and c.erasure is null
and (a.id is null or a.answered_on is null or a.number <> c.id_number_compact or a.outcome = 'retrying'
     or a.answered < s.created
     or a.answered_on <= $3::date - case when a.outcome = 'unconfirmed' then 1 else $4::integer end)
"""
"""The condition that a customer `c`, with the details `s` of a creditor and the last answer `a`, has to be looked up. $3 is the
business day, and $4 how many days an answer holds. What is not confirmed holds for its day alone."""

CUSTOMER_OF_ENVELOPE = """
join customers c on c.account_id = e.account_id and c.id = e.customer_id
join customer_details s on s.account_id = e.account_id and s.customer_id = e.customer_id and s.creditor_id = e.creditor_id
left join spar_answers a on a.account_id = e.account_id and a.id = e.customer_id
"""
"""Joins the customer of an envelope, `e`, and the last answer about it."""

IS_LOOKED_UP = f"""
not exists (
    select 1 from customers c
    join customer_details s on s.account_id = e.account_id and s.customer_id = c.id and s.creditor_id = e.creditor_id
    left join spar_answers a on a.account_id = e.account_id and a.id = c.id
    where c.account_id = e.account_id and c.id = e.customer_id and {NEEDS_LOOKUP})
"""
"""The condition that an envelope, `e`, waits for no answer."""
