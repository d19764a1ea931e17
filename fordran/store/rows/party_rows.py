"""The parties of a case, as one value of a query: who they are, which letters they get, and how they are reached."""

PARTIES_OF_CASE = """(select jsonb_agg(jsonb_build_object('id', p.id, 'role', p.role, 'name', coalesce(j.name, p.name),
        'address', coalesce(e.address, j.address, p.address), 'letters', p.receives_letters, 'first', p.from_day,
        'last', p.until_day, 'inventory', p.inventory_date, 'is_bound', p.ground is not null, 'customer', p.customer_id,
        'number', case when j.id_number_status = 'valid' then j.id_number_compact end,
        'is_stopped', coalesce(j.deceased_on, j.bankruptcy_on, j.debt_restructuring_on) is not null
            or coalesce(address_hash(e.address) in (e.returned_address, e.unknown_address), false)) order by p.id)
     from case_parties p
     left join customers j on j.account_id = p.account_id and j.id = p.customer_id
     left join customer_details e on e.account_id = j.account_id and e.customer_id = j.id and e.creditor_id = p.creditor_id
     where p.account_id = k.account_id and p.case_id = k.id)"""
"""Selects the parties of a case, `k`. A further debtor's name and address are the customer's, by the creditor's details."""
