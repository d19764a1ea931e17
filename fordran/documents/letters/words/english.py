"""The words of the letters in English. Statutes are named with their Swedish numbers."""

ENGLISH = {
    # Every letter.
    "date": "Date",
    "creditor": "Creditor",
    "creditor_with_number": "{name} ({number})",
    "pay_by": "Pay by",
    "and_more": "and {count} more",
    "basis_of_case": "Case {case_number}. {basis}",
    "claim": "What the claim is for",
    "claim_costs": "Costs: {costs}",
    "claim_basis": "Invoice {invoice_number} of {invoice_date}, due {due_date}",
    "capital": "Capital",
    "interest": "Interest",
    "costs": "Costs",
    "sum": "Total",
    "costs_are": "The costs are {costs}.",
    "and": "and",
    "interest_goes_on": "Interest is counted up to and including {at}. From {from_day} the capital carries interest until "
    "it is paid: {rate} % a year{a_day}.",
    "statutory_interest_goes_on": "Interest is counted up to and including {at}. From {from_day} the capital carries "
    "interest under section 6 of the Swedish Interest Act until it is paid: the reference rate plus 8 percentage "
    "points, now {rate} % a year{a_day}.",
    "a_day": ", about {amount} a day",
    "by_law": "Under {law}",
    "for_invoices": "Invoice {invoice_numbers}: {sentence}",
    "contact": "{name}, {ways}",
    "explained": "Every amount is explained at the end of the letter, under How the amounts were reached.",
    "supervision": "Our debt collection is supervised by Finansinspektionen, the Swedish financial supervisory authority.",
    "crossed_in_the_post": "If you paid in the last few days, your payment may have been on its way when this was "
    "written.",
    "how_to_pay": "How to pay",
    "pay_each": "Each invoice has a payment reference (OCR) of its own. Please pay them one by one, so that the money "
    "reaches the right invoice.",
    "total_to_pay": "To pay in all",
    "invoice_of": "Invoice {invoice_number}",
    "privacy": "About your personal data",
    "privacy_agent": "{agent} is the controller of personal data in the collection case.",
    "privacy_creditor": "{creditor} is the controller of personal data, and {agent} processes it on its behalf.",
    "privacy_data": "We process your name, contact details, personal and customer numbers and details of the debt, which we "
    "have from {creditor}. We do so to be paid, to answer objections and to keep accounts: for our and the creditor's legitimate "
    "interest and as the law demands (Article 6(1)(f) and (c) of the General Data Protection Regulation, EU 2016/679). The "
    "data goes to {creditor}, to those who print and deliver letters and to banks, and if the debt is not paid to Kronofogden "
    "and to courts. It is erased when the case is closed and no law asks us to keep it.",
    "privacy_rights": "You have the right to know what data is processed, to have errors corrected, to object to the "
    "processing, and in some cases to have data erased or its processing restricted. Please contact us: {contact}. You can "
    "also complain to Integritetsskyddsmyndigheten, the Swedish data protection authority, imy.se. All about how we process "
    "personal data, and how long it is kept, stands at {page}.",
    # The reminder.
    "reminder": "Reminder",
    "reminder_opening": "We have not yet received your payment to {creditor}. Please pay by {pay_by}.",
    "reminder_opening_part_paid": "Thank you for the payment of {paid} to {creditor}. A part is left: {remaining}. Please pay "
    "it by {pay_by}.",
    "reminder_fee": "The amount includes a reminder fee of {amount}. The fee was agreed with {creditor} and follows "
    "sections 2 and 4 of Act (1981:739) on compensation for debt-collection costs.",
    "late_payment_fee": "The amount includes late-payment compensation of {amount} under section 4 a of Act (1981:739) "
    "on compensation for debt-collection costs. It applies when a business or a public body pays late.",
    "reminder_questions": "If something is wrong",
    "reminder_question_text": "Do you think that the claim is wrong, or can you not pay in time? Please contact us "
    "before {pay_by}: {contact}. There is often a way.",
    "reminder_otherwise": "If it is not paid",
    "reminder_otherwise_text": "If it is not paid by {pay_by}, {creditor} may hand the matter over to debt collection. A "
    "collection demand may cost {amount} at most for each debt.",
    # The collection demand.
    "demand": "Collection demand",
    "demand_opening": "{creditor} has asked us to collect a debt that, as far as we know, is unpaid. Please pay or object "
    "by {pay_by}.",
    "demand_opening_many": "{creditor} has asked us to collect {count} debts that, as far as we know, are unpaid. Please "
    "pay or object by {pay_by}.",
    "assignment": "The claim was assigned from {former_creditor} to {creditor} on {date}. Paying {former_creditor} "
    "therefore no longer settles it.",
    "how_interest": "How the interest was reached",
    "invoice": "Invoice",
    "interest_base": "Counted on capital",
    "period": "Period",
    "days": "Days",
    "rate": "Rate",
    "rate_a_year": "{rate} % a year",
    "interest_covered": "Less interest paid or written off",
    "no_interest": "The claim includes no interest.",
    "objections": "If you do not agree",
    "objections_text": "Is the claim wrong, in whole or in part? Tell us by {pay_by}, preferably in writing, what is wrong "
    "and why. We pause the claim while we look into it. You reach us here: {contact}.",
    "hard_to_pay": "Can you not pay everything at once? Contact us, and we will see if an instalment plan is possible.",
    "otherwise": "If the debt is not paid",
    "otherwise_enforcement": "If by {pay_by} we have neither been paid nor heard from you, {creditor} may apply for a "
    "payment order at Kronofogden, the Swedish Enforcement Authority, which then examines the claim. The application "
    "costs {total}: {application_fee} in fees to the authority and {work_fee} for the work with it. That cost may be "
    "added to the debt.",
    "otherwise_debt_collection": "If by {pay_by} we have neither been paid nor heard from you, the matter may go on to debt "
    "collection. A collection demand may cost {amount} at most.",
    "otherwise_with_authority": "If by {pay_by} we have neither been paid nor heard from you, the case at Kronofogden, the "
    "Swedish Enforcement Authority, goes on.",
    "otherwise_surveillance": "If by {pay_by} we have neither been paid nor heard from you, the debt stays with us. "
    "Interest goes on, and we will write again.",
    # Instalments.
    "plan": "Instalment plan",
    "plan_opening": "We have agreed that you pay the debt to {creditor} in {count} instalments. The first is to be paid by "
    "{first} and the last by {last}.",
    "instalments": "Instalments",
    "instalments_overleaf": "Instalments {first} to {last} are on the next page.",
    "instalments_from": "Instalments {first} to {last}",
    "instalment_number": "No.",
    "instalment_amount": "Amount",
    "instalment_rest": "Left of the plan",
    "plan_terms": "What applies",
    "plan_no_demands": "As long as you keep to the plan we send no further demands, and nothing is applied for at "
    "Kronofogden.",
    "plan_faster": "You may pay more or faster than the plan at any time. It costs nothing.",
    "plan_interest": "The instalments cover the debt today, {debt}, and the interest until the last day, {interest}. If you "
    "pay faster there is less interest, if you pay later there is more. The last instalment is adjusted accordingly.",
    "plan_ends": "If an instalment is more than {days} days late, the plan ends and all that is left of the debt is to be "
    "paid. Contact us before that if it becomes difficult.",
    "plan_fee": "The plan carries a fee once, {amount}, under sections 3 (2) and 4 of Act (1981:739) on compensation for "
    "debt-collection costs. It is part of the debt above.",
    "plan_wrong": "Is the plan not what we agreed? Please contact us before {first}: {contact}.",
    "instalment": "Instalment {number} of {count}",
    "instalment_opening": "It is time for instalment {number} of {count} in your plan for the debt to {creditor}. Please "
    "pay {amount} by {pay_by}.",
    "instalment_after": "When it is paid, {rest} of the plan is left.",
    "instalment_last": "It is the last instalment of the plan.",
    "debt_today": "The debt today",
    "instalment_hard": "Is it difficult to pay in time? Please contact us before {pay_by}: {contact}.",
    "missed_instalment": "Reminder of an instalment",
    "missed_opening": "We have not received instalment {number} of {count}, {amount}, which was to be paid by {date}. Pay it "
    "by {pay_by}, and your instalment plan stands as before.",
    "missed_otherwise": "If it is not paid by then, the plan ends and all that is left of the debt to {creditor} is to be "
    "paid.",
    "missed_is_free": "This reminder costs you nothing.",
    "plan_ended": "The plan has ended",
    "plan_ended_opening": "We have not received instalment {number} of {count}, which was to be paid by {date}. Your "
    "instalment plan for the debt to {creditor} has therefore ended, and all that is left of the debt is to be paid by "
    "{pay_by}.",
    "plan_ended_help": "Has something happened? Contact us before {pay_by}: {contact}. We can see if a new plan is "
    "possible.",
    # Surveillance.
    "surveillance": "Reminder of a debt",
    "surveillance_opening": "We have not yet received full payment to {creditor}. We write so that you know how large the "
    "debt is today and how you can pay it. This letter costs you nothing.",
    "payment_order": "Kronofogden, the Swedish Enforcement Authority, established the debt on {date}, case {case_number}.",
    "limitation": "About limitation",
    "limitation_text": "This letter is a written demand under section 5 of the Swedish Limitation Act (1981:130). A new "
    "limitation period begins when it has reached you.",
    "surveillance_help": "If you cannot pay",
    "surveillance_help_text": "Please pay as much as you can, or contact us and we will make a plan that holds: {contact}. "
    "Your municipality's budget and debt counselling helps private persons free of charge.",
    "surveillance_help_to_organisations": "Please pay as much as you can, or contact us and we will make a plan that "
    "holds: {contact}.",
    # Respite.
    "respite": "Respite",
    "respite_opening": "You have been given more time to pay {creditor}. You need not pay before {until}.",
    "respite_meanwhile": "Until then we send no demands and charge no new fees.",
    "respite_afterwards": "If the debt is not paid by {until}, the matter goes on from that day. Contact us if you need more "
    "time or would like to pay in parts: {contact}.",
    # Disputes.
    "dispute_received": "Objection received",
    "dispute_received_opening": "On {received} we received your objection to the claim from {creditor}. This is how we "
    "understand it:",
    "dispute_pause": "We have paused the matter. While we look into it we send no demands, charge no fees and apply for "
    "nothing at Kronofogden.",
    "dispute_next": "We ask {creditor} to answer your objection and then write to you. Meanwhile late-payment interest "
    "runs on what in the end proves to be right.",
    "dispute_add": "Would you like to add something or send documents? You reach us here: {contact}.",
    "nothing_to_pay_now": "Nothing to pay now",
    "nothing_to_pay_now_text": "You need not pay what you object to while we look into it.",
    "dispute_answered": "Answer to your objection",
    "dispute_rejected": "{creditor} has considered your objection of {received} and maintains the claim.",
    "dispute_partly": "{creditor} has considered your objection of {received} and agrees with you in part. The claim has "
    "been lowered by {lowered_by}.",
    "dispute_accepted": "{creditor} has considered your objection of {received} and agrees with you. The claim has been "
    "removed.",
    "creditors_answer": "These are the reasons given:",
    "dispute_pay": "What is left, {remaining}, is to be paid by {pay_by}.",
    "dispute_still": "Do you still not agree? Write to us by {pay_by}: {contact}. The question may then have to be decided "
    "by a court, and we do not apply for a payment order for what is disputed in substance.",
    "nothing_to_pay": "Nothing to pay",
    "nothing_to_pay_text": "The matter is closed, and you need not do anything more.",
    # Free letters.
    "free": "Message",
    "free_no_demand": "This is not a demand",
    "free_no_demand_text": "The message costs you nothing, and it does not change what you have to pay or when.",
    "free_contact_us": "Please contact us",
    "free_contact_us_text": "We would like to talk with you about invoice {invoice_number}. Call, e-mail or write to us, and "
    "we will find a solution together, such as more time or a plan of instalments.",
    "free_documents_wanted": "We need documents from you",
    "free_documents_wanted_text": "To go on with what you asked about invoice {invoice_number} we need to see the documents "
    "that you have, such as a contract, a receipt or what you and the seller have written to each other. E-mail or send "
    "us copies, and we will get back to you.",
    "free_payment_not_found": "We cannot find your payment",
    "free_payment_not_found_text": "You have told us that invoice {invoice_number} is paid, but we find no such payment. "
    "Please send us a receipt from your bank that shows the day, the amount, the account it went to and the number that "
    "you paid with, and we will go on looking.",
    "free_message_received": "We have received your message",
    "free_message_received_text": "Thank you for your message about invoice {invoice_number}. We will read it through and "
    "answer as soon as we can.",
    # Closing.
    "closing": "Matter closed",
    "closed_paid": "Thank you! The debt to {creditor} is paid, and the matter is closed.",
    "closed_credited": "{creditor} has credited the whole claim, and the matter is closed.",
    "closed_cancelled": "{creditor} has withdrawn the claim, and the matter is closed.",
    "closed_written_off": "The claim from {creditor} has been written off, and the matter is closed.",
    "closed_returned": "We have returned the matter to {creditor} and no longer ask for payment. Questions about the debt "
    "are answered by {creditor}.",
    "closed_bankruptcy": "The matter is closed with us because of the bankruptcy. {creditor} may turn to the bankruptcy "
    "estate instead.",
    "closed_deceased": "The matter is closed with us because of the death.",
    "closed_debt_restructuring": "The matter is closed with us because of the decision on debt restructuring.",
    "closed_time_barred": "The claim from {creditor} is time-barred, and the matter is closed.",
    "nothing_to_us_text": "Please pay nothing more to us in this matter.",
    "refund_comes": "You have paid {amount} too much, and that money is yours. We pay it back, or write separately to ask which "
    "account to pay it to.",
    "closed_questions": "Do you have questions? You can reach us here: {contact}.",
    "refund": "You have paid {amount} too much, and that money is yours. Tell us which bank account to pay it back "
    "to. You can reach us here: {contact}.",
    # A refund whose account is not known.
    "refund_notice": "Money to pay back",
    "refund_how": "Write which account the money is to be paid to: clearing number and account number, bankgiro, plusgiro or "
    "IBAN, and whose account it is. We never ask for codes or for you to sign in. If you have another debt with us you may "
    "ask us to use the money for that instead.",
    "refund_nothing_text": "This letter is no claim. The money is yours until it is paid.",
    # The application for a payment order.
    "application": "Application for a payment order",
    "own_reference": "Our reference",
    "applicant": "Applicant",
    "agent": "Agent",
    "debtor": "Respondent",
    "name": "Name",
    "id_number": "Personal or company reg. no.",
    "organization_no": "Company reg. no.",
    "address": "Address",
    "phone": "Telephone",
    "email": "E-mail",
    "agent_code": "Agent code",
    "claimed": "What is claimed",
    "application_opening": "The applicant asks that the respondent be ordered to pay what is stated below.",
    "claimed_interest": "Interest claimed",
    "interest_statutory": "Interest under section 6 of the Interest Act on {capital} from {from_day} until payment",
    "interest_agreed": "Agreed interest at {rate} % a year on {capital} from {from_day} until payment",
    "interest_none": "No interest is claimed",
    "grounds": "Grounds",
    "grounds_text": "The applicant claims payment under invoice {invoice_number} of {invoice_date}, which was due on "
    "{due_date}. The invoice is for: {debt_description}. Original capital: {initial_capital}.",
    "original_creditor": "The original creditor is {former_creditor}. The claim was assigned on {date}.",
    "demanded": "A collection demand under section 5 of the Debt Collection Act (1974:182) was sent on {demand_date}, to be "
    "paid by {demand_pay_by}.",
    "capital_paid": "The capital was paid on {date}; the application is for what is left.",
    "application_costs": "Costs of the case",
    "application_fee": "Application fee, section 1 of Ordinance (1992:1094)",
    "agent_fee": "Compensation for work, section 48 of Act (1990:746)",
    "claimed_in_all": "Amount claimed",
    "enforcement": "Enforcement",
    "enforcement_wanted": "The applicant asks that the order be enforced.",
    "enforcement_not_wanted": "The applicant does not ask that the order be enforced (section 16 of Act 1990:746).",
    "signed": "Place and date",
    "signature": "Signature of the agent",
    # The explanation.
    "explanation": "How the amounts were reached",
    "explanation_opening": "The table shows all that was added and taken off, line by line, up to and including {at}. The "
    "last four columns show what was left after the line: of capital, interest and costs, and all together.",
    "line_date": "Date",
    "line_text": "What happened",
    "line_amount": "Amount",
    "left": "Left",
    "interest_details": "{first_day}–{last_day}: {days} days, {rate} % on {base}",
    "provisional": "provisional rate",
    "added": "Added",
    "settled": "Paid",
    "credited": "Credited",
    "written_off": "Written off",
    "remaining": "Remaining",
    "explanation_interest": "Interest is the capital times the rate times the number of days, divided by 365. There is never "
    "interest on interest or costs. A payment covers costs first, then interest, and capital last.",
    "explanation_refund": "Beyond that {amount} was paid too much. That money is yours and is paid back.",
    "line_settled": "{article}, paid",
    "line_credited": "{article}, credited",
    "line_written_off": "{article}, written off",
    "letter_paid": "Paid in time as the letter asked, the rest written off",
    "article_capital": "Capital",
    "article_interest": "Late-payment interest",
    "article_invoice_fee": "Invoice fee",
    "article_reminder": "Reminder fee",
    "article_debt_collection": "Collection fee",
    "article_late_payment_fee": "Late-payment compensation",
    "article_amortization_setup": "Instalment plan fee",
    "article_amortization_advice": "Instalment notice fee",
    "article_amortization_reminder": "Instalment reminder fee",
    "article_enforcement": "Payment order application",
    "article_application_fee": "Application fee of Kronofogden",
    "article_application_work": "Work on the application",
    "article_attachment": "Attachment fee",
    "article_cost": "Cost",
}
