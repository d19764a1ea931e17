-- What readers see: one view a resource, whose columns are the declared fields and, before them, the hidden own_ columns by
-- which reading is scoped. They are dropped and made anew by every migration.
--
-- Joins that only add names are left joins on a primary key, so that a count, or a page that leaves those fields out, does not
-- pay for them.

drop schema if exists fordran_api cascade;
create schema fordran_api;

create view fordran_api.partners as
select
    p.id as own_partner,
    p.id as _id, p.created as _created, p.updated as _updated, etag(p.id, p.revision::text) as _etag,
    p.name, p.integration_id, p.description, p.organization_no, p.case_settings
from partners p;

create view fordran_api.accounts as
select
    a.partner_id as own_partner, a.id as own_account,
    a.id as _id, a.created as _created, a.updated as _updated, etag(a.id, a.revision::text) as _etag,
    a.name, a.description, a.organization_no, a.standard_debt_description, a.agreement_template, a.agreement_address,
    a.access_group_template, a.case_settings, a.number_validation, a.warnings
from accounts a;

create view fordran_api.creditors as
select
    a.partner_id as own_partner, c.account_id as own_account, c.id as own_creditor,
    c.id as _id, c.created as _created, c.updated as _updated, etag(c.id, c.revision::text) as _etag,
    c.account_id as account, c.name, c.description, c.organization_no, c.creditor_number, c.is_active,
    c.standard_debt_description, c.always_use_standard_debt_description, c.agreement_address, c.sender_address,
    c.invoice_address, c.case_config, c.payout_details, c.default_letter_locale, c.default_invoice_distribution, c.vat_no,
    c.approved_for_f_tax, c.email, c.phone, c.website,
    case when m.id is not null then jsonb_build_object(
        'id', m.id, 'filename', m.filename, 'content_type', m.content_type, 'size', m.size) end as logo,
    shown_office(c.registered_office, c.sender_address) as registered_office, c.is_public_authority, c.reminder_fee_terms,
    case when p.id is not null or c.enforcement_mandate is not null then
        coalesce(c.enforcement_mandate, '{}') || case when p.id is null then '{}' else jsonb_build_object('file', jsonb_build_object(
            'id', p.id, 'filename', p.filename, 'content_type', p.content_type, 'size', p.size)) end end as enforcement_mandate,
    c.billing, c.added_to_erp_system, c.warnings
from creditors c
left join accounts a on a.id = c.account_id
left join media_files m on m.account_id = c.account_id and m.id = c.logo_id
left join media_files p on p.account_id = c.account_id and p.id = c.mandate_id;

create view fordran_api.users as
select
    coalesce(u.partner_id, a.partner_id) as own_partner, u.account_id as own_account,
    array(select g.creditor_id::text from user_groups m join access_groups g on g.id = m.access_group_id
          where m.user_id = u.id and g.creditor_id is not null) as own_creditors,
    u.id as _id, u.created as _created, u.updated as _updated, etag(u.id, u.revision::text) as _etag,
    coalesce(u.account_id, '') as account, u.name, u.oauth_type, u.email_oauth,
    (select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
                'access_group', g.id,
                'granted_date', to_char(m.granted at time zone 'UTC', 'Dy, DD Mon YYYY HH24:MI:SS "GMT"'),
                'access_group_name', g.name,
                'access_group_account_name', ga.name,
                'access_group_creditor_name', gc.name,
                'access_group_type', g.type)) order by m.position), '[]')
        from user_groups m join access_groups g on g.id = m.access_group_id
        left join accounts ga on ga.id = g.account_id
        left join creditors gc on gc.account_id = g.account_id and gc.id = g.creditor_id
        where m.user_id = u.id) as data_access,
    u.is_enabled,
    (select jsonb_agg(jsonb_build_object('application', p.id, 'application_name', p.name) order by given.position)
        from jsonb_array_elements(u.applications) with ordinality given (item, position)
        join applications p on p.id = given.item ->> 'application') as applications,
    u.log_invoice_registrations, u.log_case_registrations, u.log_creditor_payments, u.log_creditor_cancellations,
    u.log_creditor_creditings, u."system_user", coalesce(u.may_see_protected, false) as may_see_protected
from users u
left join accounts a on a.id = u.account_id;

-- How far a client sees is reckoned as store/callers.py does.
create view fordran_api.api_clients as
select
    coalesce(u.partner_id, a.partner_id) as own_partner, u.account_id as own_account,
    array(select g.creditor_id::text from user_groups m join access_groups g on g.id = m.access_group_id
          where m.user_id = u.id and g.creditor_id is not null) as own_creditors,
    u.id as _id, u.created as _created, u.updated as _updated, etag(u.id, u.revision::text) as _etag,
    coalesce(u.account_id, '') as account, u.name, u.is_enabled as enabled,
    jsonb_strip_nulls(jsonb_build_object(
        'level', case when s.partners @> '{operator}' then 'operator' when cardinality(s.partners) > 0 then 'partner'
                      when s.is_account_admin then 'account' else 'creditor' end,
        'partner', case when not s.partners @> '{operator}' then s.partners[1] end,
        'account', case when cardinality(s.partners) = 0 then coalesce(u.account_id, s.account_id) end,
        'creditors', case when cardinality(s.partners) = 0 and not s.is_account_admin then s.creditors else '{}' end)) as scope,
    (select coalesce(jsonb_agg(case when masklen(n.network) = case family(n.network) when 4 then 32 else 128 end
                               then host(n.network) else n.network::text end order by n.network), '[]')
        from user_networks n where n.user_id = u.id) as addresses,
    (select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
                'id', k.id,
                'fingerprint', encode(sha256(decode(regexp_replace(k.public_key, '-----[A-Z ]+-----|\s', '', 'g'), 'base64')), 'hex'),
                'created', to_char(k.created at time zone 'UTC', 'Dy, DD Mon YYYY HH24:MI:SS "GMT"'),
                'last_used', to_char(used.last_used at time zone 'UTC', 'Dy, DD Mon YYYY HH24:MI:SS "GMT"')))
                order by k.created, k.id), '[]')
        from user_keys k left join client_uses used on used.user_id = k.user_id and used.key_id = k.id
        where k.user_id = u.id) as keys,
    u.api_code_hash is not null as has_code, p.until as previous_code_until, used.last_used
from users u
left join accounts a on a.id = u.account_id
left join previous_codes p on p.user_id = u.id
left join client_uses used on used.user_id = u.id and used.key_id is null
cross join lateral (
    select coalesce(array_agg(coalesce(g.partner_id, 'operator')::text order by m.position)
                        filter (where g.type in ('operator', 'handler', 'finance', 'auditor', 'partner')), '{}') as partners,
           coalesce(bool_or(g.type = 'account_admin'), false) as is_account_admin,
           min(g.account_id::text) as account_id,
           coalesce(array_agg(g.creditor_id::text order by m.position) filter (where g.creditor_id is not null), '{}') as creditors
    from user_groups m join access_groups g on g.id = m.access_group_id
    where m.user_id = u.id) s
where u."system_user";

create view fordran_api.access_groups as
select
    coalesce(g.partner_id, a.partner_id) as own_partner, g.account_id as own_account, g.creditor_id as own_creditor,
    g.id as _id, g.created as _created, g.updated as _updated, etag(g.id, g.revision::text) as _etag,
    g.name, g.type as access_group_type,
    case when g.type = 'operator' then 'admin' when g.type in ('handler', 'finance', 'auditor') then g.type end as staff_role,
    g.partner_id as partner, g.account_id as account, a.name as account_name,
    g.creditor_id as creditor, c.name as creditor_name
from access_groups g
left join accounts a on a.id = g.account_id
left join creditors c on c.account_id = g.account_id and c.id = g.creditor_id;

create view fordran_api.applications as
select
    p.id as _id, p.created as _created, p.updated as _updated, etag(p.id, p.revision::text) as _etag,
    p.name, p.description
from applications p;

create view fordran_api.locales as
select
    l.id as _id, l.created as _created, l.updated as _updated, etag(l.id, l.revision::text) as _etag,
    l.application_id as application, l.locale_tag, l.description, l.translations, l.machine_translations,
    l.translation_pending
from locale_entries l;

-- As all creditors together have told, for those who see all of an account.
create view fordran_api.customers as
select
    c.account_id as own_account, c.id_number_compact as own_id_number, c.name_folded as own_name, c.email_folded as own_email,
    c.id as _id, c.created as _created, c.updated as _updated, etag(c.id, c.revision::text) as _etag,
    c.name, c.id_number, c.id_number_status, c.is_person, c.is_company, c.is_foreign, c.customer_number, c.car_registration,
    c.address, case when not c.is_protected then c.address_source end as address_source,
    case when not c.is_protected then c.address_confirmed::timestamp at time zone 'UTC' end as address_confirmed,
    c.mobile_number, c.email, c.is_active, c.deceased_on is not null as deceased,
    c.bankruptcy_on is not null as bankruptcy, c.debt_restructuring_on is not null as debt_restructuring,
    c.is_protected as protected_identity, coalesce(c.email_consent, false) as email_consent,
    coalesce(c.sms_consent, false) as sms_consent,
    c.e_invoice_address, c.invoice_distribution, c.warnings, c.corrections
from customers c;

-- As one creditor has told, for those who see that creditor's: see scope.py.
create view fordran_api.customers_of_creditors as
select
    s.account_id as own_account, s.creditor_id as own_creditor, c.id_number_compact as own_id_number, s.name_folded as own_name,
    s.email_folded as own_email,
    s.customer_id as _id, s.created as _created, s.updated as _updated, etag(s.customer_id, s.id, s.revision::text) as _etag,
    s.name, s.id_number, s.id_number_status, s.is_person, s.is_company, s.is_foreign, s.customer_number, s.car_registration,
    s.address, case when not c.is_protected then s.address_source end as address_source,
    case when not c.is_protected then s.address_confirmed::timestamp at time zone 'UTC' end as address_confirmed,
    s.mobile_number, s.email, c.is_active, c.deceased_on is not null as deceased,
    c.bankruptcy_on is not null as bankruptcy, c.debt_restructuring_on is not null as debt_restructuring,
    c.is_protected as protected_identity, coalesce(s.email_consent, false) as email_consent,
    coalesce(s.sms_consent, false) as sms_consent,
    s.e_invoice_address, s.invoice_distribution, s.warnings, s.corrections
from customer_details s
left join customers c on c.account_id = s.account_id and c.id = s.customer_id;

create view fordran_api.invoices as
select
    i.account_id as own_account, i.creditor_id as own_creditor,
    i.id as _id, i.created as _created, greatest(i.updated, k.updated, d.updated, s.updated, q.updated) as _updated,
    etag(i.id, i.revision::text, k.revision::text, d.revision::text, s.revision::text, coalesce(q.revision, 0)::text) as _etag,
    i.account_id as account, i.creditor_id as creditor, d.name as creditor_name, i.customer_id as customer,
    s.name as customer_name, s.id_number as customer_id_number, s.customer_number,
    'initialized'::text collate "C" as customer_status, i.invoice_type, i.invoice_number, i.reference_number, i.payout_reference,
    i.invoice_date, i.invoice_due_date, i.invoice_delivery_date, i.invoice_headline, i.invoice_body_text,
    'SEK'::text collate "C" as currency, i.your_contact, i.your_reference, i.our_reference, i.your_additional_reference,
    i.order_reference, i.contract_reference, i.debt_description, i.custom_column_headlines, i.matrix, i.ocr_number,
    i.case_id as "case", k.status as case_status, k.state as case_state, i.agreement_version,
    i.registration_id as invoice_registration, i.print_id as print,
    case when m.id is not null then jsonb_build_object(
        'id', m.id, 'filename', m.filename, 'content_type', m.content_type, 'size', m.size) end as print_document,
    case when q.id is not null then jsonb_strip_nulls(jsonb_build_object(
        'channel', q.channel, 'status', q.status,
        'queued', to_char(q.queued at time zone 'UTC', 'Dy, DD Mon YYYY HH24:MI:SS "GMT"'),
        'sent', to_char(q.sent at time zone 'UTC', 'Dy, DD Mon YYYY HH24:MI:SS "GMT"'),
        'delivered', to_char(q.delivered at time zone 'UTC', 'Dy, DD Mon YYYY HH24:MI:SS "GMT"'),
        'read', to_char(q.read at time zone 'UTC', 'Dy, DD Mon YYYY HH24:MI:SS "GMT"'),
        'declined', to_char(q.declined at time zone 'UTC', 'Dy, DD Mon YYYY HH24:MI:SS "GMT"'),
        'next_attempt', case when q.status = 'queued'
            then to_char(q.next_attempt at time zone 'UTC', 'Dy, DD Mon YYYY HH24:MI:SS "GMT"') end,
        'reason', q.reason, 'attempts', q.attempts, 'message_id', q.message_id, 'history', q.history)) end as delivery,
    i.total_amount_excluding_vat + i.total_vat_25_percent + i.total_vat_12_percent + i.total_vat_6_percent
        as total_amount_including_vat,
    i.total_amount_excluding_vat, i.total_vat_25_percent, i.total_vat_12_percent, i.total_vat_6_percent,
    i.total_vat_25_percent + i.total_vat_12_percent + i.total_vat_6_percent as total_vat, i.amount_rounding,
    i.letter_template, false as increment_invoice_number, i.customer_id as debtor, s.name as debtor_name,
    i.preferred_invoice_distribution, i.labels,
    k.total_added_capital_amount + k.total_added_interest_amount + k.total_added_costs_amount
        as case_total_added_transaction_amount,
    k.total_added_capital_amount as case_total_added_capital_amount,
    k.total_added_interest_amount as case_total_added_interest_amount,
    k.total_added_costs_amount as case_total_added_costs_amount,
    k.total_remaining_capital_amount + k.total_remaining_interest_amount + k.total_remaining_costs_amount
        as case_total_remaining_transaction_amount,
    k.total_remaining_capital_amount as case_total_remaining_capital_amount,
    k.total_remaining_interest_amount as case_total_remaining_interest_amount,
    k.total_remaining_costs_amount as case_total_remaining_costs_amount
from invoices i
left join cases k on k.account_id = i.account_id and k.id = i.case_id
left join creditors d on d.account_id = i.account_id and d.id = i.creditor_id
left join customer_details s on s.account_id = i.account_id and s.customer_id = i.customer_id and s.creditor_id = i.creditor_id
left join media_files m on m.account_id = i.account_id and m.id = i.print_id
left join deliveries q on q.account_id = i.account_id and q.id = i.id;

create view fordran_api.cases as
select
    k.account_id as own_account, k.creditor_id as own_creditor,
    k.id as _id, k.created as _created, greatest(k.updated, d.updated, s.updated) as _updated,
    etag(k.id, k.revision::text, d.revision::text, s.revision::text) as _etag,
    k.account_id as account, k.creditor_id as creditor, d.name as creditor_name, k.customer_id as customer,
    s.name as customer_name, s.id_number as customer_id_number, s.customer_number,
    'initialized'::text collate "C" as customer_status, k.reference_number, 'SEK'::text collate "C" as currency, k.ocr_number,
    case_number(k.ocr_number)::text collate "C" as case_number, k.state, k.state_history, k.status, k.status_history, k.latest_state_date, k.next_step,
    case when k.next_step is not null then k.next_step_date::timestamp at time zone 'UTC' end as next_step_date, coalesce(k.waits_for, '[]') as waits_for, k.closed, k.close_reason, k.start_flow,
    k.agreement_version, k.registration_id as case_registration, k.case_settings, k.labels, k.assigned_to,
    jsonb_strip_nulls(jsonb_build_object(
        'invoice_number', k.invoice_number,
        'debt_reference', k.debt_reference,
        'payout_reference', k.payout_reference,
        'invoice_date', to_char(k.invoice_date at time zone 'UTC', 'Dy, DD Mon YYYY HH24:MI:SS "GMT"'),
        'invoice_due_days_after_invoice_date', k.invoice_due_days,
        'interest_days_after_invoice_date', k.interest_days,
        'initial_capital', trim_scale(k.initial_capital / 100.0),
        'capital_to_claim', trim_scale(k.capital_to_claim / 100.0),
        'debt_description', k.debt_description,
        'claim_kind', coalesce(k.particulars ->> 'claim_kind', 'goods_or_services'),
        'due_date_basis', coalesce(k.particulars ->> 'due_date_basis', 'agreed_date'),
        'left', to_char((k.particulars ->> 'left')::date, 'Dy, DD Mon YYYY "00:00:00 GMT"'),
        'control_fee', k.particulars -> 'control_fee', 'limitation_kind', k.particulars -> 'limitation_kind',
        'arose_on', to_char((k.particulars ->> 'arose_on')::date, 'Dy, DD Mon YYYY "00:00:00 GMT"'),
        'moved_out', to_char((k.particulars ->> 'moved_out')::date, 'Dy, DD Mon YYYY "00:00:00 GMT"'),
        'interruptions', k.particulars -> 'interruptions',
        'old_payment_reference', k.particulars -> 'old_payment_reference',
        'previous_case_number', k.particulars -> 'previous_case_number',
        'judgment', j.judgment)) as debt,
    k.invoice_number as "debt.invoice_number", k.debt_reference as "debt.debt_reference",
    k.payout_reference as "debt.payout_reference", k.invoice_date as "debt.invoice_date",
    k.invoice_due_days as "debt.invoice_due_days_after_invoice_date", k.interest_days as "debt.interest_days_after_invoice_date",
    k.initial_capital as "debt.initial_capital", k.capital_to_claim as "debt.capital_to_claim",
    k.debt_description as "debt.debt_description",
    coalesce(k.particulars ->> 'claim_kind', 'goods_or_services') collate "C" as "debt.claim_kind",
    coalesce(k.particulars ->> 'due_date_basis', 'agreed_date') collate "C" as "debt.due_date_basis",
    (k.particulars ->> 'left')::date::timestamp at time zone 'UTC' as "debt.left", k.particulars -> 'control_fee' as "debt.control_fee",
    (k.particulars ->> 'limitation_kind') collate "C" as "debt.limitation_kind",
    (k.particulars ->> 'arose_on')::date::timestamp at time zone 'UTC' as "debt.arose_on",
    (k.particulars ->> 'moved_out')::date::timestamp at time zone 'UTC' as "debt.moved_out",
    k.particulars -> 'interruptions' as "debt.interruptions",
    (k.particulars ->> 'old_payment_reference') collate "C" as "debt.old_payment_reference",
    (k.particulars ->> 'previous_case_number') collate "C" as "debt.previous_case_number",
    j.judgment as "debt.judgment",
    k.transactions,
    k.total_added_capital_amount, k.total_added_costs_amount, k.total_added_interest_amount,
    k.total_added_capital_amount + k.total_added_interest_amount + k.total_added_costs_amount
        as total_added_transaction_amount,
    k.total_remaining_capital_amount, k.total_remaining_costs_amount, k.total_remaining_interest_amount,
    k.total_remaining_capital_amount + k.total_remaining_interest_amount + k.total_remaining_costs_amount
        as total_remaining_transaction_amount,
    k.total_added_capital_amount as local_added_capital_amount,
    k.total_added_costs_amount as local_added_costs_amount,
    k.total_added_interest_amount as local_added_interest_amount,
    k.total_added_capital_amount + k.total_added_interest_amount + k.total_added_costs_amount
        as local_added_transaction_amount,
    k.total_remaining_capital_amount as local_remaining_capital_amount,
    k.total_remaining_costs_amount as local_remaining_costs_amount,
    k.total_remaining_interest_amount as local_remaining_interest_amount,
    k.total_remaining_capital_amount + k.total_remaining_interest_amount + k.total_remaining_costs_amount
        as local_remaining_transaction_amount,
    (k.flow ->> 'disputed_amount')::bigint as disputed_amount,
    coalesce((k.flow #>> '{on_its_way,amount}')::bigint, 0) as amount_on_its_way, k.refund_amount,
    case when m.id is not null then jsonb_build_object(
        'id', m.id, 'filename', m.filename, 'content_type', m.content_type, 'size', m.size) end as original_invoice
from cases k
left join creditors d on d.account_id = k.account_id and d.id = k.creditor_id
left join customer_details s on s.account_id = k.account_id and s.customer_id = k.customer_id and s.creditor_id = k.creditor_id
left join media_files m on m.account_id = k.account_id and m.id = k.original_invoice_id
cross join lateral (select case when k.particulars ? 'judgment' then jsonb_strip_nulls(jsonb_build_object(
    'number', k.particulars #> '{judgment,number}',
    'date', to_char((k.particulars #>> '{judgment,date}')::date, 'Dy, DD Mon YYYY "00:00:00 GMT"'),
    'capital', trim_scale((k.particulars #>> '{judgment,capital}')::bigint / 100.0),
    'interest', trim_scale((k.particulars #>> '{judgment,interest}')::bigint / 100.0),
    'costs', trim_scale((k.particulars #>> '{judgment,costs}')::bigint / 100.0))) end as judgment) j;

create view fordran_api.invoice_registrations as
select
    r.account_id as own_account, r.creditor_id as own_creditor,
    r.id as _id, r.created as _created, r.updated as _updated, etag(r.id, r.revision::text) as _etag,
    r.account_id as account, r.creditor_id as creditor,
    -- The owner of a car is the one of the invoice date, unless said otherwise.
    case when r.document -> 'customer' ? 'car_registration' and not r.document #> '{customer,car_registration}' ? 'ownership_date'
         then jsonb_set(t.customer, '{car_registration,ownership_date}', r.document -> 'invoice_date')
         else t.customer end as customer,
    (r.document ->> 'invoice_type')::text collate "C" as invoice_type, (r.document ->> 'invoice_number')::text collate "C" as invoice_number,
    (r.document ->> 'reference_number')::text collate "C" as reference_number, (r.document ->> 'payout_reference')::text collate "C" as payout_reference,
    moment(r.document ->> 'invoice_date') as invoice_date, moment(r.document ->> 'invoice_due_date') as invoice_due_date,
    moment(r.document ->> 'invoice_delivery_date') as invoice_delivery_date,
    (r.document ->> 'invoice_headline')::text collate "C" as invoice_headline, (r.document ->> 'invoice_body_text')::text collate "C" as invoice_body_text,
    'SEK'::text collate "C" as currency, (r.document ->> 'your_contact')::text collate "C" as your_contact,
    (r.document ->> 'your_reference')::text collate "C" as your_reference, (r.document ->> 'our_reference')::text collate "C" as our_reference,
    (r.document ->> 'your_additional_reference')::text collate "C" as your_additional_reference,
    (r.document ->> 'order_reference')::text collate "C" as order_reference, (r.document ->> 'contract_reference')::text collate "C" as contract_reference,
    (r.document ->> 'debt_description')::text collate "C" as debt_description, (r.document ->> 'letter_template')::text collate "C" as letter_template,
    r.document -> 'custom_column_headlines' as custom_column_headlines, r.document -> 'matrix' as matrix,
    (r.document ->> 'preferred_invoice_distribution')::text collate "C" as preferred_invoice_distribution,
    r.document -> 'case_settings' as case_settings, r.document -> 'labels' as labels,
    r.document -> 'file_import_report' as file_import_report, (r.document -> 'start_flow')::boolean as start_flow,
    (r.document -> 'hold')::boolean as hold,
    (r.document ->> 'claim_kind')::text collate "C" as claim_kind, (r.document ->> 'due_date_basis')::text collate "C" as due_date_basis,
    moment(r.document ->> 'invoice_sent_date') as invoice_sent_date, (r.document -> 'interest_notice')::boolean as interest_notice,
    (r.document -> 'business_debt')::boolean as business_debt, (r.document -> 'consumer_credit')::boolean as consumer_credit,
    moment(r.document ->> 'forbearance_offered') as forbearance_offered, moment(r.document ->> 'reminded_on') as reminded_on,
    r.document -> 'control_fee' as control_fee, (r.document ->> 'limitation_kind')::text collate "C" as limitation_kind,
    moment(r.document ->> 'arose_on') as arose_on, moment(r.document ->> 'moved_out') as moved_out,
    r.document -> 'interruptions' as interruptions,
    r.invoice_id as _invoice, r.case_id as _case, r.ocr_number_id as _ocr_number, r.ocr_number as ocr_number_ocr
from invoice_registrations r
cross join lateral (select case when r.is_protected then without_contacts(r.document -> 'customer') else r.document -> 'customer' end as customer) t;

create view fordran_api.case_registrations as
select
    r.account_id as own_account, r.creditor_id as own_creditor,
    r.id as _id, r.created as _created, r.updated as _updated, etag(r.id, r.revision::text) as _etag,
    r.account_id as account, r.creditor_id as creditor, (r.document ->> 'first_action')::text collate "C" as first_action,
    'SEK'::text collate "C" as currency,
    case when r.is_protected then without_contacts(r.document -> 'customer') else r.document -> 'customer' end as customer,
    r.document -> 'debts' as debts,
    r.document -> 'case_settings' as case_settings, r.document -> 'labels' as labels,
    r.document -> 'file_import_report' as file_import_report, (r.document -> 'start_flow')::boolean as start_flow,
    r.cases as _cases, r.ocr_numbers as _ocr_numbers, r.ocr_numbers_ocr as _ocr_numbers_ocr
from case_registrations r;

create view fordran_api.creditor_payments as
select
    p.account_id as own_account, p.creditor_id as own_creditor,
    p.id as _id, p.created as _created, p.updated as _updated, etag(p.id, p.revision::text) as _etag,
    p.account_id as account, p.creditor_id as creditor, p.case_id as "case", 'SEK'::text collate "C" as currency, p.amount,
    p.bank_transaction_date, p.order_date, p.earmark as "for", p.creditor_payment_reference, 'creditor_system'::text collate "C" as origin,
    p.payment_status as _payment_status, p.settled_amount, p.status_reason_locale, p.reversed_date, p.reversal_reason
from creditor_payments p;

create view fordran_api.creditor_creditings as
select
    p.account_id as own_account, p.creditor_id as own_creditor,
    p.id as _id, p.created as _created, p.updated as _updated, etag(p.id, p.revision::text) as _etag,
    p.account_id as account, p.creditor_id as creditor, p.case_id as "case", 'SEK'::text collate "C" as currency, p.amount,
    'creditor_system'::text collate "C" as origin, p.invoice_id as invoice, p.payment_status as _payment_status, p.settled_amount,
    p.status_reason_locale, p.reversed_date, p.reversal_reason
from creditor_creditings p;

create view fordran_api.creditor_cancellations as
select
    p.account_id as own_account, p.creditor_id as own_creditor,
    p.id as _id, p.created as _created, p.updated as _updated, etag(p.id, p.revision::text) as _etag,
    p.account_id as account, p.creditor_id as creditor, p.case_id as "case", 'creditor_system'::text collate "C" as origin,
    p.cancellation_status as _cancellation_status, p.status_reason_locale, p.reversed_date, p.reversal_reason
from creditor_cancellations p;

create view fordran_api.file_import_reports as
select
    f.account_id as own_account, f.creditor_id as own_creditor,
    f.id as _id, f.created as _created, f.updated as _updated, etag(f.id, f.revision::text) as _etag,
    f.account_id as account, f.creditor_id as creditor, f.kind, f.filename, encode(f.sha256, 'hex')::text collate "C" as sha256,
    f.rows_read, f.registered, f.refused, f.duplicates, f.finished,
    (select coalesce(jsonb_agg(jsonb_build_object('row', r.row_number, 'issues', r.issues) order by r.row_number), '[]')
        from file_import_rows r where r.file_import_id = f.id and r.outcome = 'refused') as refusals
from file_imports f;

create view fordran_api.request_logs as
select
    l.account_id as own_account, l.user_id as own_user,
    l.id as _id, l.created as _created, l.updated as _updated, etag(l.id, l.revision::text) as _etag,
    l.user_id as "user", l.resource, l.status,
    -- A request is kept as it was sent, and may tell how a protected person is reached.
    case when l.is_protected then '{"_unreadable": "The request is about a protected person."}' else l.request end as request, l.answer
from request_logs l;

create view fordran_api.letters as
select
    l.account_id as own_account, l.creditor_id as own_creditor,
    l.id as _id, l.created as _created, l.updated as _updated, etag(l.id, l.revision::text) as _etag,
    l.account_id as account, l.creditor_id as creditor, l.customer_id as customer, l.case_id as "case",
    l.envelope_id as envelope, l.letter_number, l.kind, (l.details ->> 'subject')::text collate "C" as subject, l.language,
    e.channel, l.status,
    l.dated::timestamp at time zone 'UTC' as dated, l.pay_by::timestamp at time zone 'UTC' as pay_by, l.fee, l.amount,
    encode(l.sha256, 'hex')::text collate "C" as sha256, l.checklist,
    case when m.id is not null then jsonb_build_object(
        'id', m.id, 'filename', m.filename, 'content_type', m.content_type, 'size', m.size) end as document,
    l.sent, e.read, e.declined, l.returned_on::timestamp at time zone 'UTC' as returned, l.returned_reason
from letters l
left join envelopes e on e.account_id = l.account_id and e.id = l.envelope_id
left join media_files m on m.account_id = l.account_id and m.id = l.media_id;

create view fordran_api.enforcements as
select
    e.account_id as own_account, e.creditor_id as own_creditor,
    e.id as _id, e.created as _created, e.updated as _updated, etag(e.id, e.revision::text) as _etag,
    e.account_id as account, e.creditor_id as creditor, e.customer_id as customer, e.case_ids as cases, e.status, e.channel,
    e.case_number, e.asked_capital_amount, e.asked_interest_amount, e.asked_costs_amount, e.awarded_capital_amount,
    e.awarded_interest_amount, e.awarded_costs_amount, e.signed_by,
    e.sent_date::timestamp at time zone 'UTC' as sent_date,
    e.received_date::timestamp at time zone 'UTC' as received_date,
    e.served_date::timestamp at time zone 'UTC' as served_date,
    e.contested_date::timestamp at time zone 'UTC' as contested_date,
    e.hand_over_by::timestamp at time zone 'UTC' as hand_over_by,
    e.handed_over_date::timestamp at time zone 'UTC' as handed_over_date,
    e.order_date::timestamp at time zone 'UTC' as order_date,
    e.execution_date::timestamp at time zone 'UTC' as execution_date,
    e.ended_date::timestamp at time zone 'UTC' as ended_date,
    case when m.id is not null then jsonb_build_object(
        'id', m.id, 'filename', m.filename, 'content_type', m.content_type, 'size', m.size) end as document,
    coalesce(e.notices, '[]') as notices,
    -- A debtor who had paid everything by the end has paid the authority's fee too.
    case when o.is_owed then e.outlay_amount end as outlay_amount,
    case when o.is_owed then e.outlay_date::timestamp at time zone 'UTC' end as outlay_date,
    coalesce(e.replies, '[]') as replies, coalesce(e.documents, '[]') as documents,
    coalesce(e.renewals, '[]') as renewals
from enforcements e
left join media_files m on m.account_id = e.account_id and m.id = e.media_id
left join lateral (
    select bool_or(k.closed is null or (k.closed at time zone 'UTC')::date > e.outlay_date) as is_owed
    from jsonb_array_elements_text(e.case_ids) claim (id)
    join cases k on k.account_id = e.account_id and k.id = claim.id
    where e.outlay_amount is not null) o on true;

create view fordran_api.work_items as
select
    w.account_id as own_account, w.creditor_id as own_creditor,
    w.id as _id, w.created as _created, w.updated as _updated, etag(w.id, w.revision::text) as _etag,
    w.account_id as account, w.creditor_id as creditor, w.case_id as "case", w.letter_id as letter, w.kind, w.reason,
    w.assigned_to, w.snoozed_until, w.resolved, w.note,
    w.offered_instalments, w.offered_first_date::timestamp at time zone 'UTC' as offered_first_date,
    w.offered_respite_until::timestamp at time zone 'UTC' as offered_respite_until,
    w.offered_until::timestamp at time zone 'UTC' as offered_until, w.offer_outcome collate "C" as offer_outcome
from work_items w;

create view fordran_api.autogiro_mandates as
select
    m.id as _id, m.created as _created, m.updated as _updated, etag(m.id, m.revision::text) as _etag,
    m.account_id as account, m.creditor_id as creditor, m.case_id as "case", m.customer_id as customer, m.payer_number,
    m.clearing_number, m.account_number, m.state collate "C" as state, m.reason,
    m.sent::timestamp at time zone 'UTC' as sent_date, m.answered::timestamp at time zone 'UTC' as answered_date,
    m.end_sent::timestamp at time zone 'UTC' as end_sent_date
from autogiro_mandates m;

create view fordran_api.assignment_rules as
select
    r.id as _id, r.created as _created, r.updated as _updated, etag(r.id, r.revision::text) as _etag,
    r.name, r.account_id as account, r.creditor_id as creditor, r.claim_kind collate "C" as claim_kind, r.is_person, r.handlers
from assignment_rules r;

create view fordran_api.saved_views as
select
    v.id as _id, v.created as _created, v.updated as _updated, etag(v.id, v.revision::text) as _etag,
    v.name, v.address, v.shared, v.user_id as "user"
from saved_views v;

create view fordran_api.bulk_acts as
select
    b.id as _id, b.created as _created, b.updated as _updated, etag(b.id, b.revision::text) as _etag,
    b.act, b.filter as "where", b.body, b.is_dry_run as dry_run, b.status, b.asked_by, b.cases, b.done, b.waiting, b.refused,
    b.cases - b.done - b.waiting - b.refused as "left",
    (select coalesce(jsonb_agg(jsonb_build_object('case', r.case_id, 'code', r.reason ->> 'code', 'reason', r.sentence)
                               order by r.id), '[]')
     from bulk_act_cases r where r.bulk_act_id = b.id and r.outcome = 'refused') as refusals,
    b.ended
from bulk_acts b;

create view fordran_api.erasure_batches as
select
    b.id as _id, b.created as _created, b.updated as _updated, etag(b.id, b.revision::text) as _etag,
    b.status, b.listed_on::timestamp at time zone 'UTC' as listed_on, b.customers, b.payers, b.erased, b.kept,
    b.customers - b.erased - b.kept as "left",
    b.put_off_until::timestamp at time zone 'UTC' as put_off_until, b.note, b.decided_by, b.decided, b.ended,
    (select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
                'account', c.account_id, 'customer', c.customer_id, 'stage', c.stage, 'outcome', c.outcome)) order by c.id), '[]')
     from erasure_batch_customers c where c.erasure_batch_id = b.id) as listed
from erasure_batches b;

create view fordran_api.complaints as
select
    c.id as _id, c.created as _created, c.updated as _updated, etag(c.id, c.revision::text) as _etag,
    c.account_id as account, c.creditor_id as creditor, c.case_id as "case", c.customer_id as customer, c.sender as "from", c.about,
    c.received::timestamp at time zone 'UTC' as received, (c.received + 14)::timestamp at time zone 'UTC' as answer_by,
    c.complaint as text, c.handler, c.answered::timestamp at time zone 'UTC' as answered, c.answer, c.outcome, c.cause
from complaints c;

create view fordran_api.refunds as
select
    r.account_id as own_account, r.creditor_id as own_creditor,
    r.id as _id, r.created as _created, r.updated as _updated, etag(r.id, r.revision::text) as _etag,
    r.account_id as account, r.creditor_id as creditor, r.case_id as "case", r.payment_id as payment, 'SEK'::text collate "C" as currency,
    r.amount, r.claimed_amount, r.written_off_amount, r.status, r.is_automatic, r.name,
    case when r.bank_account ->> 'kind' is distinct from 'swish' then r.bank_account end as bank_account,
    r.bank_account ->> 'kind' is not distinct from 'swish' as by_swish, r.use_for_id as use_for,
    r.settles_id as settles, r.order_id as bank_payout_request, r.returned_id as returned_transaction, r.reason
from refunds r;

create view fordran_api.bank_files as
select
    f.id as _id, f.created as _created, f.updated as _updated, etag(f.id, f.revision::text) as _etag,
    f.filename, f.kind, f.size, encode(f.sha256, 'hex')::text collate "C" as sha256, f.status,
    f.first_date::timestamp at time zone 'UTC' as first_date, f.last_date::timestamp at time zone 'UTC' as last_date,
    'SEK'::text collate "C" as currency, f.amount_in, f.amount_out, f.transactions, f.matched, f.suspense, f.recalled, f.withdrawals,
    f.duplicates
from bank_files f;

create view fordran_api.bank_orders as
select
    o.id as _id, o.created as _created, o.updated as _updated, etag(o.id, o.revision::text) as _etag,
    o.ordered_on::timestamp at time zone 'UTC' as ordered_on, regexp_replace(o.filename, '^.*/', '') as filename,
    (case when t.rejected = t.number then 'rejected' when t.rejected + t.executed = t.number then 'executed'
          when t.rejected > 0 then 'partly' when t.accepted + t.executed = t.number then 'accepted' else 'sent' end)::text collate "C"
        as status,
    'SEK'::text collate "C" as currency, o.amount, t.transfers
from bank_orders o
cross join lateral (
    select count(*) as number, count(*) filter (where x.status = 'rejected') as rejected,
           count(*) filter (where x.status = 'executed') as executed, count(*) filter (where x.status = 'accepted') as accepted,
           jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
               'end_to_end_id', x.id, 'kind', x.kind, 'pays', x.pays, 'amount', trim_scale(x.amount / 100.0),
               'execution_date', to_char(x.execution_date, 'YYYY-MM-DD'), 'status', x.status, 'reason', x.reason)) order by x.position)
               as transfers
    from (select coalesce(l.transfer_id, l.subject_id) as id, min(l.position) as position, min(l.kind::text) as kind,
                 jsonb_agg(l.subject_id order by l.position) as pays, sum(l.amount) as amount,
                 min(l.execution_date) as execution_date, coalesce(min(l.status::text), 'sent') as status,
                 min(l.status_reason::text) as reason
          from bank_order_lines l where l.order_id = o.id group by 1) x) t
where o.status = 'written';

create view fordran_api.bank_transactions as
select
    t.id as _id, t.created as _created, t.updated as _updated, etag(t.id, t.revision::text) as _etag,
    t.file_id as bank_file, t.position, t.key, t.kind, t.status, t.reason,
    t.booking_date::timestamp at time zone 'UTC' as booking_date, t.value_date::timestamp at time zone 'UTC' as value_date,
    'SEK'::text collate "C" as currency, t.amount, t.suspense_amount, t.bank_account, t.receiver, t."references",
    case when exists (select 1 from bank_payments b join cases k on k.account_id = b.account_id and k.id = b.case_id
                      join protected_details p on p.account_id = k.account_id and p.id = k.customer_id where b.transaction_id = t.id)
         then t.payer - '{street,postal_code,town,country}'::text[] else t.payer end as payer, t.information,
    t.bank_reference, t.own_reference, t.is_itemised, t.recalled_id as recalled_payment,
    (select coalesce(jsonb_agg(jsonb_build_object(
                'account', b.account_id, 'creditor', b.creditor_id, 'case', b.case_id,
                'amount', trim_scale(b.amount / 100.0), 'is_settled', not b.is_due) order by b.id), '[]')
        from bank_payments b where b.transaction_id = t.id) as cases
from bank_transactions t;

create view fordran_api.unmatched_payments as
select
    t.id as _id, t.created as _created, t.updated as _updated, etag(t.id, t.revision::text) as _etag,
    t.file_id as bank_file, t.kind, t.reason,
    t.booking_date::timestamp at time zone 'UTC' as booking_date, t.value_date::timestamp at time zone 'UTC' as value_date,
    'SEK'::text collate "C" as currency, t.amount, t.suspense_amount, t.bank_account, t.receiver, t."references", t.payer, t.information,
    t.bank_reference, t.own_reference, t.is_itemised
from bank_transactions t
where t.status = 'suspense';

create view fordran_api.finance_payouts as
select
    p.account_id as own_account, p.creditor_id as own_creditor,
    p.id as _id, p.created as _created, p.updated as _updated, etag(p.id, p.revision::text) as _etag,
    p.account_id as account, coalesce(p.creditor_id, '') as creditor, 'SEK'::text collate "C" as currency, p.payout_reference, p.ready_for_payout,
    p.not_ready_reason, a.approvals,
    (case when p.payout_date is null then greatest(p.approvals_required - coalesce(jsonb_array_length(a.approvals), 0), 0) else 0 end)
        as approvals_missing,
    p.bank_payout_request, p.payout_date, p.banking_account, 1990 as ledger_account, p.amount, p.vat_amount,
    p.amount + p.vat_amount as total_amount, p.summary,
    case when p.bank_payout_request is not null then coalesce(p.transfer_id, p.id) end as creditor_payment_reference,
    p.finance_category, p.finance_interval,
    p.finance_period_start_date::timestamp at time zone 'UTC' as finance_period_start_date,
    p.finance_period_end_date::timestamp at time zone 'UTC' as finance_period_end_date,
    p.finance_period_day, p.finance_period_week, p.finance_period_month, p.finance_period_quarter, p.finance_period_half_year,
    p.finance_period_year,
    case when m.id is not null then jsonb_build_object(
        'file', m.id, 'content_type', m.content_type, 'name', m.filename, 'length', m.size) end as document
from payouts p
left join media_files m on m.account_id = p.account_id and m.id = p.document_id
-- What was approved of another amount, or before somebody changed it, holds no more.
left join lateral (
    select jsonb_agg(jsonb_build_object(
               'user', v.user_id, 'approved', to_char(v.at at time zone 'UTC', 'Dy, DD Mon YYYY HH24:MI:SS "GMT"')) order by v.position)
               as approvals
    from payout_approvals v
    where v.account_id = p.account_id and v.payout_id = p.id and v.amount = p.amount + p.vat_amount
      and v.round = cardinality(p.changed_by)) a on true;

-- What a specification shows of its payout stands in the payout alone, so that a change there is a change of all its
-- specifications in the same moment.
create view fordran_api.finance_payout_specifications as
select
    s.account_id as own_account, s.creditor_id as own_creditor,
    s.id as _id, s.created as _created, greatest(s.updated, p.updated, d.updated) as _updated,
    etag(s.id, s.revision::text, coalesce(p.revision, 0)::text, coalesce(d.revision, 0)::text) as _etag,
    coalesce(s.creditor_id, '') as creditor, s.account_id as account,
    coalesce(p.bank_account, shown_bank_account(coalesce(d.payout_details, '{}'))) as bank_account,
    (case when s.creditor_id is null then 'monthly'
          when s.finance_category = 'creditor_commission' then coalesce(d.case_config ->> 'commission_payout_frequency', 'monthly')
          else coalesce(d.case_config ->> 'payout_frequency', 'weekly') end)::text collate "C" as payout_frequency,
    coalesce(d.case_config ->> 'payout_day', 'friday')::text collate "C" as payout_day,
    coalesce((d.case_config ->> 'minimum_payout_amount')::numeric * 100, 0)::bigint as minimum_payout_amount,
    'SEK'::text collate "C" as currency, coalesce(d.is_active, true) as is_active, 'OK'::text collate "C" as _status,
    s.article, s.amount, s.vat_amount, s.amount + s.vat_amount as total_amount,
    s.booking_date::timestamp at time zone 'UTC' as booking_date, s.case_id as "case", s.invoice_number, s.reference_number,
    s.finance_category, s.payout_id as payout, p.payout_date, p.payout_reference,
    (case when p.id is not null then p.finance_interval
          when s.creditor_id is null then 'monthly'
          when s.finance_category = 'creditor_commission' then coalesce(d.case_config ->> 'commission_payout_frequency', 'monthly')
          else coalesce(d.case_config ->> 'payout_frequency', 'weekly') end)::text collate "C" as payout_interval,
    coalesce(s.operator_invoice_id, s.paid_invoice_id) as operator_invoice,
    (case when s.payout_id is null then 'loose' when p.payout_date is null then 'prepared' else 'paid_out' end)::text collate "C" as state
from payout_specifications s
left join payouts p on p.account_id = s.account_id and p.id = s.payout_id
left join creditors d on d.account_id = s.account_id and d.id = s.creditor_id;

create view fordran_api.operator_invoices as
select
    i.account_id as own_account, i.creditor_id as own_creditor,
    i.id as _id, i.created as _created, greatest(i.updated, q.updated) as _updated,
    etag(i.id, i.revision::text, coalesce(q.revision, 0)::text) as _etag,
    i.account_id as account, i.creditor_id as creditor, i.number,
    i.period_start_date::timestamp at time zone 'UTC' as period_start_date,
    i.period_end_date::timestamp at time zone 'UTC' as period_end_date,
    i.invoice_date::timestamp at time zone 'UTC' as invoice_date, i.due_date::timestamp at time zone 'UTC' as due_date,
    i.lines, i.net_amount, i.vat_percent, i.vat_amount, i.net_amount + i.vat_amount as total_amount, i.kept_amount,
    coalesce(i.outlay_amount, 0) as outlay_amount, i.outlays,
    i.net_amount + i.vat_amount - i.kept_amount + coalesce(i.outlay_amount, 0) as amount_to_pay,
    i.settled_amount, i.fee_vat, i.settle_fees, i.taxation,
    i.taxation = 'reverse_charge' as reverse_charge,
    (case when i.settled_amount = i.net_amount + i.vat_amount - i.kept_amount + coalesce(i.outlay_amount, 0) then 'settled' else 'open' end)::text
        collate "C" as status,
    case when m.id is not null then jsonb_build_object(
        'id', m.id, 'filename', m.filename, 'content_type', m.content_type, 'size', m.size) end as document,
    case when u.id is not null then jsonb_build_object(
        'id', u.id, 'filename', u.filename, 'content_type', u.content_type, 'size', u.size) end as ubl,
    case when q.id is not null then jsonb_strip_nulls(jsonb_build_object(
        'channel', q.channel, 'status', q.status,
        'queued', to_char(q.queued at time zone 'UTC', 'Dy, DD Mon YYYY HH24:MI:SS "GMT"'),
        'sent', to_char(q.sent at time zone 'UTC', 'Dy, DD Mon YYYY HH24:MI:SS "GMT"'),
        'delivered', to_char(q.delivered at time zone 'UTC', 'Dy, DD Mon YYYY HH24:MI:SS "GMT"'),
        'read', to_char(q.read at time zone 'UTC', 'Dy, DD Mon YYYY HH24:MI:SS "GMT"'),
        'declined', to_char(q.declined at time zone 'UTC', 'Dy, DD Mon YYYY HH24:MI:SS "GMT"'),
        'next_attempt', case when q.status = 'queued'
            then to_char(q.next_attempt at time zone 'UTC', 'Dy, DD Mon YYYY HH24:MI:SS "GMT"') end,
        'reason', q.reason, 'attempts', q.attempts, 'message_id', q.message_id, 'history', q.history)) end as delivery
from operator_invoices i
left join media_files m on m.account_id = i.account_id and m.id = i.document_id
left join media_files u on u.account_id = i.account_id and u.id = i.ubl_id
left join deliveries q on q.account_id = i.account_id and q.id = i.id;

create view fordran_api.events as
select
    e.account_id as own_account, e.creditor_id as own_creditor,
    e.id as _id, e.created as _created, e.created as _updated, etag(e.id) as _etag,
    e.position, e.type, e.account_id as account, e.creditor_id as creditor, e.case_id as "case", e.data
from events e
where e.position is not null;

create view fordran_api.webhooks as
select
    w.account_id as own_account, w.creditor_id as own_creditor, w.partner_id as own_partner,
    w.id as _id, w.created as _created, w.updated as _updated, etag(w.id, w.revision::text) as _etag,
    nullif(w.account_id, repeat('0', 24)) as account, w.creditor_id as creditor, w.partner_id as partner, w.url,
    w.event_types, w.description, w.enabled, w.disabled_reason, w.previous_secret_until, s.position, s.last_success, s.failing_since, s.last_error
from webhooks w
left join webhook_states s on s.account_id = w.account_id and s.webhook_id = w.id;

create view fordran_api.webhook_deliveries as
select
    d.account_id as own_account, d.creditor_id as own_creditor, d.partner_id as own_partner,
    d.id as _id, d.created as _created, d.updated as _updated, etag(d.id, d.revision::text) as _etag,
    coalesce(d.event_account_id, nullif(d.account_id, repeat('0', 24))) as account, d.creditor_id as creditor,
    d.webhook_id as webhook, d.event_id as event, d.position, d.type,
    d.case_id as "case", d.origin, d.status, d.attempts,
    case when d.status = 'waiting' then d.due end as next_attempt, d.delivered, d.body, d.tries
from webhook_deliveries d;

create view fordran_api.audit_log as
select
    l.id as _id, l.created as _created, coalesce(l.erased, l.created) as _updated, etag(l.id, coalesce(l.erased::text, '')) as _etag,
    l."by", l.user_id as "user", u.name as user_name, l.address, l.request_id, l.act, l.kind, l.resource, l.document_id as document,
    l.documents, nullif(l.account_id, repeat('0', 24)) as account, l.creditor_id as creditor,
    shown_changes(l.resource, l.account_id, l.document_id, l.changes) as own_changes,
    case when l.kind in ('changed', 'deleted') then side_of(shown_changes(l.resource, l.account_id, l.document_id, l.changes), 0) end as before,
    case when l.kind in ('created', 'changed') then
        coalesce(side_of(shown_changes(l.resource, l.account_id, l.document_id, l.changes), 1), document_made(l.resource, l.account_id, l.document_id)) end as after
from audit_log l
left join users u on u.id = l.user_id;
