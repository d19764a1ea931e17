"""Closed lists of letters, invoices and what waits for a person."""

from __future__ import annotations

from fordran.domain.kinds.channels import Channel, DeliveryState, Distribution, Way
from fordran.domain.kinds.letter_kinds import FreeTemplate, LetterKind, LetterStatus
from fordran.domain.kinds.work_item_kinds import WorkItemKind
from fordran.domain.languages import Language
from fordran.domain.vat import VatPercent
from fordran.resources.customers import DistributionChange
from fordran.resources.invoices import InvoiceType
from fordran.shape.closed import ClosedList, closed_list

_WAYS = {
    "e_invoice": "As an e-invoice, by Peppol.",
    "email": "By e-mail.",
    "print": "On paper, by post.",
}

LETTER_LISTS: tuple[ClosedList, ...] = (
    closed_list(
        "LetterKind",
        LetterKind,
        "Which kind of letter it is.",
        {
            "reminder": "Reminds of an invoice that is overdue.",
            "debt_collection": "Demands payment, as the law on debt collection asks.",
            "surveillance_letter": "Reminds of a claim under surveillance.",
            "amortization_plan": "Confirms an instalment plan.",
            "amortization_notice": "Asks for the next instalment.",
            "amortization_reminder": "Tells of an instalment that was not paid, before the plan ends.",
            "closing": "Confirms that the case is closed, to who paid after a demand.",
            "amortization_default": "Demands all of it because an instalment was not paid.",
            "respite": "Confirms that the debtor was given time.",
            "dispute": "Confirms that the debtor objects.",
            "dispute_answer": "Tells the creditor's answer to an objection.",
            "enforcement": "Applies to the enforcement authority.",
            "refund_notice": "Tells of money that is to go back to its payer.",
            "free": "Says what a person wrote. It asks for no money.",
        },
    ),
    closed_list(
        "FreeTemplate",
        FreeTemplate,
        "What a free letter begins with.",
        {
            "contact_us": "Asks the debtor to be in touch.",
            "documents_wanted": "Asks for documents about what the debtor has asked.",
            "payment_not_found": "Tells that a payment which the debtor told of is not found, and asks for a receipt.",
            "message_received": "Tells that the debtor's message has come and will be answered.",
        },
    ),
    closed_list(
        "LetterStatus",
        LetterStatus,
        "How far a letter has come.",
        {
            "queued": "It is to be made.",
            "made": "Its document is made, and it has not left.",
            "sent": "It has left.",
            "shown": "A sandbox, which sends nothing, shows it instead.",
            "failed": "It could not be made or sent.",
            "stopped": "The law or somebody stopped it.",
        },
    ),
    closed_list("Channel", Channel, "How a letter goes out.", {"email": "By e-mail.", "print": "On paper, by post."}),
    closed_list("DeliveryChannel", Way, "A channel that invoices are delivered by.", _WAYS),
    closed_list(
        "InvoiceDistribution",
        Distribution,
        "How invoices go out.",
        _WAYS | {"none": "Not by us: the creditor distributes them itself."},
    ),
    closed_list(
        "InvoiceDistributionChange",
        DistributionChange,
        "How invoices are to go out from now on.",
        _WAYS | {"none": "Not by us: the creditor distributes them itself.", "": "As others say."},
    ),
    closed_list(
        "InvoiceDeliveryStatus",
        DeliveryState,
        "How far the delivery of an invoice has come.",
        {
            "queued": "It waits for its channel.",
            "sent": "It has left.",
            "delivered": "The channel said that it arrived.",
            "failed": "No channel could deliver it.",
            "not_ours": "The creditor distributes it itself.",
            "shown": "A sandbox, which sends nothing, shows it instead.",
        },
    ),
    closed_list("Language", Language, "A language of letters and texts.", {"sv": "Swedish.", "en": "English."}),
    closed_list(
        "InvoiceType",
        InvoiceType,
        "Whether an invoice asks for money or takes back another.",
        {"invoice": "Asks for money.", "credit_invoice": "Takes back an earlier invoice, or some of it."},
    ),
    closed_list(
        "VatPercent",
        VatPercent,
        "A rate of VAT in Sweden.",
        {
            "25%": "The general rate.",
            "12%": "The rate for food, hotels and the like.",
            "6%": "The rate for books, travel and the like.",
            "0%": "No VAT.",
        },
    ),
    closed_list(
        "WorkItemKind",
        WorkItemKind,
        "What kind of thing waits for a person.",
        {
            "stopped": "The law stops collection from the customer.",
            "letter_stopped": "A letter did not pass its checks.",
            "letter_failed": "A letter could not be made or delivered.",
            "invoice_failed": "An invoice could not be printed.",
            "step_failed": "A step could not be taken.",
            "duty_failed": "Something else that the service does by itself could not be done.",
            "refund_owed": "Money is to go back, and nobody knows to which account.",
            "refund_returned": "The bank sent a refund back.",
            "refund_claimed": "A payment was recalled after it had gone back: its payer owes it to us.",
            "delivery_failed": "What was to leave has not, or nobody knows whether it has.",
            "debtor_message": "The debtor has written on the debtor's page; a note `to_debtor` answers and settles it.",
            "debtor_request": "The debtor asks there for something that a person has to decide.",
            "debtor_objection": "The debtor has objected there: the creditor has to answer.",
        },
    ),
)
