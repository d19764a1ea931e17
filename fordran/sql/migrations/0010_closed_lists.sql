-- Closed lists are closed, and constraints are sentences.
--
-- A name that PostgreSQL had made up is nobody's to use, so the version before does not notice that it is another. What is
-- added is added without a look at the rows that are there; `migrate` holds them to it afterwards, while others work.

set local search_path = fordran;

-- Names ---------------------------------------------------------------------------------------------------------------------

alter domain id rename constraint id_check to id_has_24_hex_digits;

alter table installation rename constraint installation_only_one_check to installation_is_one_row;
alter table installation rename constraint installation_token_key_check to installation_token_key_has_32_bytes;
alter table installation rename constraint installation_clock_offset_days_check to installation_clock_offset_is_not_negative;

alter table accounts rename constraint accounts_partner_id_fkey to accounts_partner_is_there;
alter table accounts rename constraint accounts_number_validation_check to accounts_number_validation_is_known;

alter table creditors rename constraint creditors_account_id_fkey to creditors_account_is_there;

alter table users rename constraint users_account_id_fkey to users_account_is_there;
alter table users rename constraint users_partner_id_fkey to users_partner_is_there;

alter table access_groups rename constraint access_groups_type_check to access_groups_type_is_known;
alter table access_groups rename constraint access_groups_partner_id_fkey to access_groups_partner_is_there;
alter table access_groups rename constraint access_groups_account_id_fkey to access_groups_account_is_there;
alter table access_groups rename constraint access_groups_account_id_creditor_id_fkey to access_groups_creditor_is_there;

alter table user_groups rename constraint user_groups_user_id_fkey to user_groups_user_is_there;
alter table user_groups rename constraint user_groups_access_group_id_fkey to user_groups_access_group_is_there;

alter table user_keys rename constraint user_keys_user_id_fkey to user_keys_user_is_there;

alter table user_networks rename constraint user_networks_user_id_fkey to user_networks_user_is_there;

alter table locale_entries rename constraint locale_entries_application_id_fkey to locale_entries_application_is_there;

alter table customers rename constraint customers_account_id_fkey to customers_account_is_there;
alter table customers rename constraint customers_id_number_status_check to customers_id_number_status_is_known;
alter table customers rename constraint customers_erasure_check to customers_erasure_is_known;

alter table cases rename constraint cases_account_id_fkey to cases_account_is_there;
alter table cases rename constraint cases_total_remaining_capital_amount_check
    to cases_total_remaining_capital_amount_is_not_negative;
alter table cases rename constraint cases_total_remaining_interest_amount_check
    to cases_total_remaining_interest_amount_is_not_negative;
alter table cases rename constraint cases_total_remaining_costs_amount_check
    to cases_total_remaining_costs_amount_is_not_negative;
alter table cases rename constraint cases_refund_amount_check to cases_refund_amount_is_not_negative;
alter table cases rename constraint cases_erasure_check to cases_erasure_is_known;
alter table cases rename constraint cases_account_id_creditor_id_fkey to cases_creditor_is_there;
alter table cases rename constraint cases_account_id_customer_id_fkey to cases_customer_is_there;

alter table ocr_numbers rename constraint ocr_numbers_account_id_case_id_fkey to ocr_numbers_case_is_there;

alter table bookings rename constraint bookings_position_check to bookings_position_is_positive;
alter table bookings rename constraint bookings_account_id_case_id_fkey to bookings_case_is_there;

alter table invoice_registrations rename constraint invoice_registrations_account_id_case_id_fkey
    to invoice_registrations_case_is_there;

alter table invoices rename constraint invoices_invoice_type_check to invoices_invoice_type_is_known;
alter table invoices rename constraint invoices_account_id_creditor_id_fkey to invoices_creditor_is_there;
alter table invoices rename constraint invoices_account_id_customer_id_fkey to invoices_customer_is_there;
alter table invoices rename constraint invoices_account_id_case_id_fkey to invoices_case_is_there;
alter table invoices rename constraint invoices_account_id_registration_id_fkey to invoices_registration_is_there;

alter table case_registrations rename constraint case_registrations_account_id_creditor_id_fkey
    to case_registrations_creditor_is_there;

alter table creditor_payments rename constraint creditor_payments_payment_status_check
    to creditor_payments_payment_status_is_known;
alter table creditor_payments rename constraint creditor_payments_check to creditor_payments_settle_no_more_than_their_amount;
alter table creditor_payments rename constraint creditor_payments_account_id_case_id_fkey to creditor_payments_case_is_there;

alter table creditor_creditings rename constraint creditor_creditings_payment_status_check
    to creditor_creditings_payment_status_is_known;
alter table creditor_creditings rename constraint creditor_creditings_check
    to creditor_creditings_settle_no_more_than_their_amount;
alter table creditor_creditings rename constraint creditor_creditings_account_id_case_id_fkey
    to creditor_creditings_case_is_there;

alter table creditor_cancellations rename constraint creditor_cancellations_cancellation_status_check
    to creditor_cancellations_cancellation_status_is_known;
alter table creditor_cancellations rename constraint creditor_cancellations_account_id_case_id_fkey
    to creditor_cancellations_case_is_there;

alter table media_files rename constraint media_files_account_id_fkey to media_files_account_is_there;
alter table media_files rename constraint media_files_account_id_creditor_id_fkey to media_files_creditor_is_there;

alter table file_imports rename constraint file_imports_kind_check to file_imports_kind_is_known;
alter table file_imports rename constraint file_imports_sha256_check to file_imports_sha256_has_32_bytes;
alter table file_imports rename constraint file_imports_account_id_fkey to file_imports_account_is_there;

alter table file_import_rows rename constraint file_import_rows_file_import_id_fkey to file_import_rows_file_import_is_there;
alter table file_import_rows rename constraint file_import_rows_outcome_check to file_import_rows_outcome_is_known;

alter table steps rename constraint steps_occurrence_check to steps_occurrence_is_positive;
alter table steps rename constraint steps_account_id_case_id_fkey to steps_case_is_there;

alter table envelopes rename constraint envelopes_channel_check to envelopes_channel_is_known;
alter table envelopes rename constraint envelopes_status_check to envelopes_status_is_known;
alter table envelopes rename constraint envelopes_account_id_creditor_id_fkey to envelopes_creditor_is_there;
alter table envelopes rename constraint envelopes_account_id_customer_id_fkey to envelopes_customer_is_there;

alter table letters rename constraint letters_status_check to letters_status_is_known;
alter table letters rename constraint letters_account_id_case_id_fkey to letters_case_is_there;
alter table letters rename constraint letters_account_id_envelope_id_fkey to letters_envelope_is_there;

alter table work_items rename constraint work_items_account_id_case_id_fkey to work_items_case_is_there;

alter table event_stream rename constraint event_stream_only_one_check to event_stream_is_one_row;

alter table webhooks rename constraint webhooks_account_id_fkey to webhooks_account_is_there;
alter table webhooks rename constraint webhooks_secret_salt_check to webhooks_secret_salt_has_32_bytes;
alter table webhooks rename constraint webhooks_previous_secret_salt_check to webhooks_previous_secret_salt_has_32_bytes;

alter table webhook_states rename constraint webhook_states_account_id_webhook_id_fkey to webhook_states_webhook_is_there;

alter table webhook_deliveries rename constraint webhook_deliveries_origin_check to webhook_deliveries_origin_is_known;
alter table webhook_deliveries rename constraint webhook_deliveries_status_check to webhook_deliveries_status_is_known;
alter table webhook_deliveries rename constraint webhook_deliveries_account_id_webhook_id_fkey
    to webhook_deliveries_webhook_is_there;

alter table bank_files rename constraint bank_files_sha256_check to bank_files_sha256_has_32_bytes;
alter table bank_files rename constraint bank_files_status_check to bank_files_status_is_known;

alter table bank_transactions rename constraint bank_transactions_file_id_fkey to bank_transactions_file_is_there;
alter table bank_transactions rename constraint bank_transactions_kind_check to bank_transactions_kind_is_known;
alter table bank_transactions rename constraint bank_transactions_amount_check to bank_transactions_amount_is_not_zero;
alter table bank_transactions rename constraint bank_transactions_status_check to bank_transactions_status_is_known;
alter table bank_transactions rename constraint bank_transactions_recalled_id_fkey to bank_transactions_recalled_is_there;

alter table bank_payments rename constraint bank_payments_transaction_id_fkey to bank_payments_transaction_is_there;
alter table bank_payments rename constraint bank_payments_amount_check to bank_payments_amount_is_not_zero;
alter table bank_payments rename constraint bank_payments_lowered_id_fkey to bank_payments_lowered_is_there;
alter table bank_payments rename constraint bank_payments_recall_id_fkey to bank_payments_recall_is_there;

alter table bank_bookings rename constraint bank_bookings_transaction_id_fkey to bank_bookings_transaction_is_there;
alter table bank_bookings rename constraint bank_bookings_position_check to bank_bookings_position_is_positive;

alter table bank_refunds rename constraint bank_refunds_transaction_id_fkey to bank_refunds_transaction_is_there;
alter table bank_refunds rename constraint bank_refunds_amount_check to bank_refunds_amount_is_positive;

alter table payouts rename constraint payouts_finance_category_check to payouts_finance_category_is_known;
alter table payouts rename constraint payouts_finance_interval_check to payouts_finance_interval_is_known;
alter table payouts rename constraint payouts_account_id_creditor_id_fkey to payouts_creditor_is_there;
alter table payouts rename constraint payouts_account_id_case_id_fkey to payouts_case_is_there;

alter table payout_specifications rename constraint payout_specifications_finance_category_check
    to payout_specifications_finance_category_is_known;
alter table payout_specifications rename constraint payout_specifications_account_id_booking_id_fkey
    to payout_specifications_booking_is_there;
alter table payout_specifications rename constraint payout_specifications_account_id_payout_id_fkey
    to payout_specifications_payout_is_there;

alter table payout_bookings rename constraint payout_bookings_position_check to payout_bookings_position_is_positive;
alter table payout_bookings rename constraint payout_bookings_account_id_payout_id_fkey to payout_bookings_payout_is_there;

alter table payout_preparations rename constraint payout_preparations_account_id_fkey to payout_preparations_account_is_there;

alter table bank_orders rename constraint bank_orders_status_check to bank_orders_status_is_known;
alter table bank_orders rename constraint bank_orders_sha256_check to bank_orders_sha256_has_32_bytes;

alter table bank_order_lines rename constraint bank_order_lines_order_id_fkey to bank_order_lines_order_is_there;
alter table bank_order_lines rename constraint bank_order_lines_position_check to bank_order_lines_position_is_positive;
alter table bank_order_lines rename constraint bank_order_lines_kind_check to bank_order_lines_kind_is_known;
alter table bank_order_lines rename constraint bank_order_lines_amount_check to bank_order_lines_amount_is_positive;

alter table audit_rules rename constraint audit_rules_records_check to audit_rules_records_is_known;

alter table erasures rename constraint erasures_account_id_fkey to erasures_account_is_there;
alter table erasures rename constraint erasures_position_check to erasures_position_is_positive;
alter table erasures rename constraint erasures_stage_check to erasures_stage_is_known;

alter table files_to_remove rename constraint files_to_remove_kind_check to files_to_remove_kind_is_known;

-- Lists ---------------------------------------------------------------------------------------------------------------------

alter table users
    add constraint users_oauth_type_is_known check (oauth_type in ('microsoft', 'google', 'oidc')) not valid;
alter table cases
    add constraint cases_state_is_known check (state in (
        'initializing', 'invoice', 'reminder', 'debt_collection', 'enforcement', 'surveillance', 'closed')) not valid;
alter table cases
    add constraint cases_status_is_known check (status in (
        'initializing', 'initialized', 'invoice', 'reminder_active', 'debt_collection_active', 'enforcement_applied',
        'enforcement_served', 'enforcement_contested', 'enforcement_verdict', 'enforcement_execution',
        'surveillance_active', 'respite', 'disputed', 'amortization', 'paid', 'credited', 'cancelled', 'written_off',
        'returned', 'bankruptcy', 'deceased', 'debt_restructuring', 'time_barred')) not valid;
alter table cases
    add constraint cases_next_step_is_known check (next_step in (
        'reminder', 'debt_collection', 'enforcement', 'surveillance', 'surveillance_letter', 'respite_end',
        'amortization_notice', 'amortization_default', 'close_time_barred', 'start', 'dispute_answer', 'letter',
        'enforcement_reply', 'review')) not valid;
alter table cases
    add constraint cases_close_reason_is_known check (close_reason in (
        'paid', 'credited', 'cancelled', 'written_off', 'returned', 'bankruptcy', 'deceased', 'debt_restructuring',
        'time_barred')) not valid;
alter table cases
    add constraint cases_first_action_is_known check (first_action in ('reminder', 'debt_collection')) not valid;
alter table creditor_payments
    add constraint creditor_payments_status_reason_locale_is_known check (status_reason_locale in (
        'payment_more_than_owed', 'payment_on_closed_case', 'crediting_more_than_capital',
        'cancellation_of_closed_case')) not valid;
alter table creditor_creditings
    add constraint creditor_creditings_status_reason_locale_is_known check (status_reason_locale in (
        'payment_more_than_owed', 'payment_on_closed_case', 'crediting_more_than_capital',
        'cancellation_of_closed_case')) not valid;
alter table creditor_cancellations
    add constraint creditor_cancellations_status_reason_locale_is_known check (status_reason_locale in (
        'payment_more_than_owed', 'payment_on_closed_case', 'crediting_more_than_capital',
        'cancellation_of_closed_case')) not valid;
alter table steps
    add constraint steps_step_is_known check (step in (
        'reminder', 'debt_collection', 'enforcement', 'surveillance', 'surveillance_letter', 'respite_end',
        'amortization_notice', 'amortization_default', 'close_time_barred')) not valid;
alter table steps
    add constraint steps_outcome_is_known check (outcome in ('done')) not valid;
alter table letters
    add constraint letters_kind_is_known check (kind in (
        'reminder', 'debt_collection', 'surveillance_letter', 'amortization_plan', 'amortization_notice',
        'amortization_default', 'respite', 'dispute', 'dispute_answer', 'enforcement')) not valid;
alter table letters
    add constraint letters_language_is_known check (language in ('sv', 'en')) not valid;
alter table work_items
    add constraint work_items_kind_is_known check (kind in ('stopped', 'letter_stopped', 'letter_failed')) not valid;
alter table events
    add constraint events_type_is_known check (type in (
        'account.created', 'account.changed', 'creditor.created', 'creditor.changed', 'creditor.deleted',
        'customer.changed', 'invoice.registered', 'case.registered', 'case.started', 'case.state_changed',
        'case.held', 'case.released', 'case.credited', 'case.closed', 'case.reopened', 'payment.settled',
        'payment.recalled', 'letter.sent', 'payout.exported', 'payout.paid', 'file_import.finished', 'webhook.test',
        'webhook.disabled')) not valid;
alter table webhook_deliveries
    add constraint webhook_deliveries_type_is_known check (type in (
        'account.created', 'account.changed', 'creditor.created', 'creditor.changed', 'creditor.deleted',
        'customer.changed', 'invoice.registered', 'case.registered', 'case.started', 'case.state_changed',
        'case.held', 'case.released', 'case.credited', 'case.closed', 'case.reopened', 'payment.settled',
        'payment.recalled', 'letter.sent', 'payout.exported', 'payout.paid', 'file_import.finished', 'webhook.test',
        'webhook.disabled')) not valid;
alter table bank_transactions
    add constraint bank_transactions_reason_is_known check (reason in (
        'no_case', 'reference_unknown', 'amounts_unknown', 'credit_note', 'other_receiver', 'not_itemised',
        'no_payment')) not valid;
alter table bank_bookings
    add constraint bank_bookings_act_is_known check (act in (
        'received', 'itemised', 'matched', 'recalled', 'to_refund', 'refunded')) not valid;
alter table payouts
    add constraint payouts_not_ready_reason_is_known check (not_ready_reason in (
        'period_running', 'below_minimum', 'no_payout_account', 'payout_account_invalid', 'payee_unpayable')) not valid;
alter table payout_specifications
    add constraint payout_specifications_settled_type_is_known check (settled_type in (
        'capital', 'interest', 'invoice_fee', 'reminder', 'debt_collection', 'late_payment_fee', 'amortization_setup',
        'amortization_advice', 'amortization_reminder', 'enforcement', 'attachment', 'cost')) not valid;
alter table payout_specifications
    add constraint payout_specifications_article_is_known check (article in (
        'capital', 'interest', 'reminder', 'cost', 'debt_collection', 'enforcement', 'amortization_setup',
        'amortization_advice', 'amortization_reminder', 'commission', 'commission_intercompany', 'finance_refund')) not valid;
alter table payout_bookings
    add constraint payout_bookings_act_is_known check (act in ('exported', 'by_hand')) not valid;
alter table audit_log
    add constraint audit_log_by_is_known check ("by" in ('api', 'console', 'worker', 'command', 'database')) not valid;
alter table audit_log
    add constraint audit_log_kind_is_known check (kind in (
        'created', 'changed', 'deleted', 'read', 'sent', 'signed_in')) not valid;
