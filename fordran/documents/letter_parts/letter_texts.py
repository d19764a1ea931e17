"""The texts of letters, by the letter whose own they are, and those that the law asks for.

A letter's words are in the catalogues, under `letter.`; this table has which letter uses which. Texts of several letters are
under `shared`. Papers to authorities, which are no letters to debtors, have theirs under `authority`.
"""

from __future__ import annotations

from collections.abc import Mapping

_KEYS: Mapping[str, str] = {
    "reminder": """
        reminder_fee reminder_opening reminder_opening_part_paid reminder_otherwise reminder_otherwise_absorbed
        reminder_otherwise_text reminder_question_text reminder_questions
    """,
    "debt_collection": """
        demand demand_opening hard_to_pay how_interest interest_base interest_covered invoice no_interest period rate
        rate_a_year
    """,
    "surveillance_letter": """
        limitation limitation_text payment_order payment_order_without_number surveillance_help surveillance_help_text
        surveillance_help_to_organisations surveillance_opening
    """,
    "amortization_default": """
        plan_ended plan_ended_help plan_ended_opening
    """,
    "rest_notice": """
        rest_notice rest_notice_opening
    """,
    "enforcement": """
        address agent agent_code agent_fee applicant application application_costs application_leaves_out
        application_opening capital_paid claim_costs claimed claimed_in_all claimed_interest debtor demanded email
        enforcement_not_wanted enforcement_wanted grounds grounds_text id_number interest_agreed interest_none
        interest_statutory organization_no original_creditor own_reference phone signed
    """,
    "amortization_notice": """
        autogiro_account_closed autogiro_announced autogiro_announced_end autogiro_announced_text autogiro_debit
        autogiro_no_funds autogiro_not_drawn autogiro_not_drawn_text autogiro_tried_again instalment instalment_after
        instalment_last instalment_opening
    """,
    "amortization_reminder": """
        missed_instalment missed_is_free missed_opening missed_otherwise
    """,
    "amortization_plan": """
        instalment_amount instalment_number instalment_rest instalments instalments_from instalments_overleaf plan
        plan_ends plan_faster plan_fee plan_interest plan_no_demands plan_opening plan_terms plan_wrong
    """,
    "respite": """
        respite respite_afterwards respite_meanwhile respite_opening
    """,
    "dispute": """
        dispute_add dispute_ground dispute_next dispute_pause dispute_pause_part dispute_received
        dispute_received_opening nothing_to_pay_now_text part_rests_text
    """,
    "dispute_answer": """
        creditors_answer dispute_accepted dispute_accepted_part dispute_answered dispute_held dispute_held_part
        dispute_partly dispute_pay dispute_rejected dispute_still dispute_take_back nothing_to_pay_now_held
        nothing_to_pay_text part_credited part_credited_text part_rests_held
    """,
    "refund_notice": """
        refund refund_how refund_nothing_text refund_notice
    """,
    "closing": """
        closed_bankruptcy closed_cancelled closed_credited closed_debt_restructuring closed_deceased closed_paid
        closed_questions closed_returned closed_time_barred closed_void_costs closed_written_off closed_wrong_person
        closing nothing_to_us_text refund_comes
    """,
    "free": """
        free free_contact_us free_contact_us_text free_documents_wanted free_documents_wanted_text
        free_message_received free_message_received_text free_no_demand free_no_demand_text free_payment_not_found
        free_payment_not_found_text
    """,
    "shared": """
        a_day added and_more application_fee assigned_notice assigned_notice_text assignment basis_of_case by_law
        capital claim claim_basis contact control_fee costs costs_are credited creditor creditor_with_number
        crossed_in_the_post date days debt_today disputed_part disputed_part_line enforcement explained explanation
        explanation_interest explanation_opening explanation_refund for_invoices how_to_pay instalment_hard interest
        interest_details interest_goes_on invoice_of late_payment_fee left letter_paid line_amount line_date line_text
        name nothing_to_pay nothing_to_pay_now objections objections_text order order_number otherwise
        otherwise_debt_collection otherwise_enforcement otherwise_surveillance otherwise_with_authority part_rests
        pay_by pay_each privacy privacy_agent privacy_creditor privacy_data privacy_rights provisional remaining
        reminder settled signature statutory_interest_goes_on sum supervision surveillance total_to_pay waived
        written_off
    """,
    "authority": """
        authority_case_number execution_request execution_request_opening insolvency_amounts insolvency_bankruptcy
        insolvency_debt_restructuring insolvency_debtor insolvency_estate insolvency_opening insolvency_priority
        insolvency_restructuring notice_reduction notice_reduction_opening notice_withdrawal notice_withdrawal_opening
        remains
    """,
}
LETTER_TEXTS: Mapping[str, tuple[str, ...]] = {letter: tuple(keys.split()) for letter, keys in _KEYS.items()}
"""The kind of letter → the keys of its texts."""

_REQUIRED: Mapping[str, str] = {
    "lag (1990:746) 10 §": """
        application_opening claimed claimed_interest grounds grounds_text
    """,
    "inkassolag (1974:182) 5 §": """
        assigned_notice_text capital claim claim_basis costs costs_are creditor creditor_with_number days
        demand_opening disputed_part how_interest interest interest_agreed interest_base interest_details
        interest_goes_on interest_statutory objections objections_text original_creditor pay_by period
        plan_ended_opening rate_a_year rest_notice_opening statutory_interest_goes_on
    """,
    "lag (1981:739) 3 § 2 och 4 §": """
        plan_fee
    """,
    "förordning (EU) 2016/679 artikel 13 och 14": """
        privacy privacy_agent privacy_creditor privacy_data privacy_rights
    """,
    "lag (1981:739) 2 och 4 §§": """
        reminder_fee
    """,
    "lag (2023:716)": """
        supervision
    """,
}
REQUIRED_BY_LAW: Mapping[str, str] = {key: statute for statute, keys in _REQUIRED.items() for key in keys.split()}
"""The key of a text → the statute that asks for its content. docs/rules/letters.md has the reasons."""
