"""The nouns of the interface, one file each."""

from __future__ import annotations

from fordran.resources.access_groups import ACCESS_GROUPS
from fordran.resources.accounts import ACCOUNTS
from fordran.resources.applications import APPLICATIONS
from fordran.resources.audit_log import AUDIT_LOG
from fordran.resources.bank_files import BANK_FILES
from fordran.resources.bank_transactions import BANK_TRANSACTIONS, UNMATCHED_PAYMENTS
from fordran.resources.case_registrations import CASE_REGISTRATIONS
from fordran.resources.cases import CASES
from fordran.resources.creditor_cancellations import CREDITOR_CANCELLATIONS
from fordran.resources.creditor_creditings import CREDITOR_CREDITINGS
from fordran.resources.creditor_payments import CREDITOR_PAYMENTS
from fordran.resources.creditors import CREDITORS
from fordran.resources.customers import CUSTOMERS
from fordran.resources.events import EVENTS
from fordran.resources.file_import_reports import FILE_IMPORT_REPORTS
from fordran.resources.finance_payout_specifications import FINANCE_PAYOUT_SPECIFICATIONS
from fordran.resources.finance_payouts import FINANCE_PAYOUTS
from fordran.resources.invoice_registrations import INVOICE_REGISTRATIONS
from fordran.resources.invoices import INVOICES
from fordran.resources.letters import LETTERS
from fordran.resources.locales import LOCALES
from fordran.resources.partners import PARTNERS
from fordran.resources.request_logs import REQUEST_LOGS
from fordran.resources.users import USERS
from fordran.resources.webhook_deliveries import WEBHOOK_DELIVERIES
from fordran.resources.webhooks import WEBHOOKS
from fordran.resources.work_items import WORK_ITEMS
from fordran.shape.resource import Resource

RESOURCES: dict[str, Resource] = {
    resource.name: resource
    for resource in (
        USERS,
        ACCOUNTS,
        CREDITORS,
        CASES,
        CUSTOMERS,
        INVOICES,
        INVOICE_REGISTRATIONS,
        CASE_REGISTRATIONS,
        CREDITOR_PAYMENTS,
        CREDITOR_CREDITINGS,
        CREDITOR_CANCELLATIONS,
        FINANCE_PAYOUTS,
        FINANCE_PAYOUT_SPECIFICATIONS,
        BANK_FILES,
        BANK_TRANSACTIONS,
        UNMATCHED_PAYMENTS,
        LETTERS,
        WORK_ITEMS,
        EVENTS,
        WEBHOOKS,
        WEBHOOK_DELIVERIES,
        PARTNERS,
        LOCALES,
        ACCESS_GROUPS,
        APPLICATIONS,
        REQUEST_LOGS,
        FILE_IMPORT_REPORTS,
        AUDIT_LOG,
    )
}
