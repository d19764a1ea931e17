"""The resources as attributes of a client. Made from the service's own declarations; not edited by hand."""

from __future__ import annotations

from typing import Any

from fordran_client import models
from fordran_client.async_collection import AsyncCollection
from fordran_client.sync_collection import Collection


class _Nouns:
    def collection(self, resource: str) -> Any:
        """The documents of a resource."""
        raise NotImplementedError


class SyncNouns(_Nouns):
    """Every resource of the interface."""

    @property
    def access_groups(self) -> Collection[models.AccessGroup]:
        """`/access--groups`."""
        return self.collection("access--groups")  # type: ignore[no-any-return]

    @property
    def accounts(self) -> Collection[models.Account]:
        """`/accounts`."""
        return self.collection("accounts")  # type: ignore[no-any-return]

    @property
    def api_clients(self) -> Collection[models.ApiClient]:
        """`/api--clients`."""
        return self.collection("api--clients")  # type: ignore[no-any-return]

    @property
    def applications(self) -> Collection[models.Application]:
        """`/applications`."""
        return self.collection("applications")  # type: ignore[no-any-return]

    @property
    def approvals(self) -> Collection[models.ShownApproval]:
        """`/approvals`."""
        return self.collection("approvals")  # type: ignore[no-any-return]

    @property
    def assignment_rules(self) -> Collection[models.AssignmentRule]:
        """`/assignment--rules`."""
        return self.collection("assignment--rules")  # type: ignore[no-any-return]

    @property
    def audit_log(self) -> Collection[models.AuditEntry]:
        """`/audit--log`."""
        return self.collection("audit--log")  # type: ignore[no-any-return]

    @property
    def autogiro_mandates(self) -> Collection[models.AutogiroMandate]:
        """`/autogiro--mandates`."""
        return self.collection("autogiro--mandates")  # type: ignore[no-any-return]

    @property
    def bank_files(self) -> Collection[models.BankFile]:
        """`/bank--files`."""
        return self.collection("bank--files")  # type: ignore[no-any-return]

    @property
    def bank_orders(self) -> Collection[models.BankOrder]:
        """`/bank--orders`."""
        return self.collection("bank--orders")  # type: ignore[no-any-return]

    @property
    def bank_transactions(self) -> Collection[models.BankTransaction]:
        """`/bank--transactions`."""
        return self.collection("bank--transactions")  # type: ignore[no-any-return]

    @property
    def bulk_acts(self) -> Collection[models.BulkAct]:
        """`/bulk--acts`."""
        return self.collection("bulk--acts")  # type: ignore[no-any-return]

    @property
    def case_registrations(self) -> Collection[models.CaseRegistration]:
        """`/case--registrations`."""
        return self.collection("case--registrations")  # type: ignore[no-any-return]

    @property
    def cases(self) -> Collection[models.Case]:
        """`/cases`."""
        return self.collection("cases")  # type: ignore[no-any-return]

    @property
    def complaints(self) -> Collection[models.Complaint]:
        """`/complaints`."""
        return self.collection("complaints")  # type: ignore[no-any-return]

    @property
    def creditor_cancellations(self) -> Collection[models.Cancellation]:
        """`/creditor--cancellations`."""
        return self.collection("creditor--cancellations")  # type: ignore[no-any-return]

    @property
    def creditor_creditings(self) -> Collection[models.Crediting]:
        """`/creditor--creditings`."""
        return self.collection("creditor--creditings")  # type: ignore[no-any-return]

    @property
    def creditor_payments(self) -> Collection[models.Payment]:
        """`/creditor--payments`."""
        return self.collection("creditor--payments")  # type: ignore[no-any-return]

    @property
    def creditors(self) -> Collection[models.Creditor]:
        """`/creditors`."""
        return self.collection("creditors")  # type: ignore[no-any-return]

    @property
    def customers(self) -> Collection[models.Customer]:
        """`/customers`."""
        return self.collection("customers")  # type: ignore[no-any-return]

    @property
    def enforcements(self) -> Collection[models.Enforcement]:
        """`/enforcements`."""
        return self.collection("enforcements")  # type: ignore[no-any-return]

    @property
    def erasure_batches(self) -> Collection[models.ErasureBatch]:
        """`/erasure--batches`."""
        return self.collection("erasure--batches")  # type: ignore[no-any-return]

    @property
    def events(self) -> Collection[models.Event]:
        """`/events`."""
        return self.collection("events")  # type: ignore[no-any-return]

    @property
    def file_import_reports(self) -> Collection[models.FileImportReport]:
        """`/file--import-reports`."""
        return self.collection("file--import-reports")  # type: ignore[no-any-return]

    @property
    def finance_payout_specifications(self) -> Collection[models.FinancePayoutSpecification]:
        """`/finance--payout-specifications`."""
        return self.collection("finance--payout-specifications")  # type: ignore[no-any-return]

    @property
    def finance_payouts(self) -> Collection[models.FinancePayout]:
        """`/finance--payouts`."""
        return self.collection("finance--payouts")  # type: ignore[no-any-return]

    @property
    def invoice_registrations(self) -> Collection[models.InvoiceRegistration]:
        """`/invoice--registrations`."""
        return self.collection("invoice--registrations")  # type: ignore[no-any-return]

    @property
    def invoices(self) -> Collection[models.Invoice]:
        """`/invoices`."""
        return self.collection("invoices")  # type: ignore[no-any-return]

    @property
    def law_rows(self) -> Collection[models.LawRow]:
        """`/law--rows`."""
        return self.collection("law--rows")  # type: ignore[no-any-return]

    @property
    def letters(self) -> Collection[models.Letter]:
        """`/letters`."""
        return self.collection("letters")  # type: ignore[no-any-return]

    @property
    def locales(self) -> Collection[models.Locale]:
        """`/locales`."""
        return self.collection("locales")  # type: ignore[no-any-return]

    @property
    def operator_invoices(self) -> Collection[models.OperatorInvoice]:
        """`/operator--invoices`."""
        return self.collection("operator--invoices")  # type: ignore[no-any-return]

    @property
    def partners(self) -> Collection[models.Partner]:
        """`/partners`."""
        return self.collection("partners")  # type: ignore[no-any-return]

    @property
    def refunds(self) -> Collection[models.Refund]:
        """`/refunds`."""
        return self.collection("refunds")  # type: ignore[no-any-return]

    @property
    def request_logs(self) -> Collection[models.RequestLog]:
        """`/request--logs`."""
        return self.collection("request--logs")  # type: ignore[no-any-return]

    @property
    def saved_views(self) -> Collection[models.SavedView]:
        """`/saved--views`."""
        return self.collection("saved--views")  # type: ignore[no-any-return]

    @property
    def unmatched_payments(self) -> Collection[models.UnmatchedPayment]:
        """`/unmatched--payments`."""
        return self.collection("unmatched--payments")  # type: ignore[no-any-return]

    @property
    def users(self) -> Collection[models.User]:
        """`/users`."""
        return self.collection("users")  # type: ignore[no-any-return]

    @property
    def webhook_deliveries(self) -> Collection[models.WebhookDelivery]:
        """`/webhook--deliveries`."""
        return self.collection("webhook--deliveries")  # type: ignore[no-any-return]

    @property
    def webhooks(self) -> Collection[models.Webhook]:
        """`/webhooks`."""
        return self.collection("webhooks")  # type: ignore[no-any-return]

    @property
    def work_items(self) -> Collection[models.WorkItem]:
        """`/work--items`."""
        return self.collection("work--items")  # type: ignore[no-any-return]


class AsyncNouns(_Nouns):
    """Every resource of the interface."""

    @property
    def access_groups(self) -> AsyncCollection[models.AccessGroup]:
        """`/access--groups`."""
        return self.collection("access--groups")  # type: ignore[no-any-return]

    @property
    def accounts(self) -> AsyncCollection[models.Account]:
        """`/accounts`."""
        return self.collection("accounts")  # type: ignore[no-any-return]

    @property
    def api_clients(self) -> AsyncCollection[models.ApiClient]:
        """`/api--clients`."""
        return self.collection("api--clients")  # type: ignore[no-any-return]

    @property
    def applications(self) -> AsyncCollection[models.Application]:
        """`/applications`."""
        return self.collection("applications")  # type: ignore[no-any-return]

    @property
    def approvals(self) -> AsyncCollection[models.ShownApproval]:
        """`/approvals`."""
        return self.collection("approvals")  # type: ignore[no-any-return]

    @property
    def assignment_rules(self) -> AsyncCollection[models.AssignmentRule]:
        """`/assignment--rules`."""
        return self.collection("assignment--rules")  # type: ignore[no-any-return]

    @property
    def audit_log(self) -> AsyncCollection[models.AuditEntry]:
        """`/audit--log`."""
        return self.collection("audit--log")  # type: ignore[no-any-return]

    @property
    def autogiro_mandates(self) -> AsyncCollection[models.AutogiroMandate]:
        """`/autogiro--mandates`."""
        return self.collection("autogiro--mandates")  # type: ignore[no-any-return]

    @property
    def bank_files(self) -> AsyncCollection[models.BankFile]:
        """`/bank--files`."""
        return self.collection("bank--files")  # type: ignore[no-any-return]

    @property
    def bank_orders(self) -> AsyncCollection[models.BankOrder]:
        """`/bank--orders`."""
        return self.collection("bank--orders")  # type: ignore[no-any-return]

    @property
    def bank_transactions(self) -> AsyncCollection[models.BankTransaction]:
        """`/bank--transactions`."""
        return self.collection("bank--transactions")  # type: ignore[no-any-return]

    @property
    def bulk_acts(self) -> AsyncCollection[models.BulkAct]:
        """`/bulk--acts`."""
        return self.collection("bulk--acts")  # type: ignore[no-any-return]

    @property
    def case_registrations(self) -> AsyncCollection[models.CaseRegistration]:
        """`/case--registrations`."""
        return self.collection("case--registrations")  # type: ignore[no-any-return]

    @property
    def cases(self) -> AsyncCollection[models.Case]:
        """`/cases`."""
        return self.collection("cases")  # type: ignore[no-any-return]

    @property
    def complaints(self) -> AsyncCollection[models.Complaint]:
        """`/complaints`."""
        return self.collection("complaints")  # type: ignore[no-any-return]

    @property
    def creditor_cancellations(self) -> AsyncCollection[models.Cancellation]:
        """`/creditor--cancellations`."""
        return self.collection("creditor--cancellations")  # type: ignore[no-any-return]

    @property
    def creditor_creditings(self) -> AsyncCollection[models.Crediting]:
        """`/creditor--creditings`."""
        return self.collection("creditor--creditings")  # type: ignore[no-any-return]

    @property
    def creditor_payments(self) -> AsyncCollection[models.Payment]:
        """`/creditor--payments`."""
        return self.collection("creditor--payments")  # type: ignore[no-any-return]

    @property
    def creditors(self) -> AsyncCollection[models.Creditor]:
        """`/creditors`."""
        return self.collection("creditors")  # type: ignore[no-any-return]

    @property
    def customers(self) -> AsyncCollection[models.Customer]:
        """`/customers`."""
        return self.collection("customers")  # type: ignore[no-any-return]

    @property
    def enforcements(self) -> AsyncCollection[models.Enforcement]:
        """`/enforcements`."""
        return self.collection("enforcements")  # type: ignore[no-any-return]

    @property
    def erasure_batches(self) -> AsyncCollection[models.ErasureBatch]:
        """`/erasure--batches`."""
        return self.collection("erasure--batches")  # type: ignore[no-any-return]

    @property
    def events(self) -> AsyncCollection[models.Event]:
        """`/events`."""
        return self.collection("events")  # type: ignore[no-any-return]

    @property
    def file_import_reports(self) -> AsyncCollection[models.FileImportReport]:
        """`/file--import-reports`."""
        return self.collection("file--import-reports")  # type: ignore[no-any-return]

    @property
    def finance_payout_specifications(self) -> AsyncCollection[models.FinancePayoutSpecification]:
        """`/finance--payout-specifications`."""
        return self.collection("finance--payout-specifications")  # type: ignore[no-any-return]

    @property
    def finance_payouts(self) -> AsyncCollection[models.FinancePayout]:
        """`/finance--payouts`."""
        return self.collection("finance--payouts")  # type: ignore[no-any-return]

    @property
    def invoice_registrations(self) -> AsyncCollection[models.InvoiceRegistration]:
        """`/invoice--registrations`."""
        return self.collection("invoice--registrations")  # type: ignore[no-any-return]

    @property
    def invoices(self) -> AsyncCollection[models.Invoice]:
        """`/invoices`."""
        return self.collection("invoices")  # type: ignore[no-any-return]

    @property
    def law_rows(self) -> AsyncCollection[models.LawRow]:
        """`/law--rows`."""
        return self.collection("law--rows")  # type: ignore[no-any-return]

    @property
    def letters(self) -> AsyncCollection[models.Letter]:
        """`/letters`."""
        return self.collection("letters")  # type: ignore[no-any-return]

    @property
    def locales(self) -> AsyncCollection[models.Locale]:
        """`/locales`."""
        return self.collection("locales")  # type: ignore[no-any-return]

    @property
    def operator_invoices(self) -> AsyncCollection[models.OperatorInvoice]:
        """`/operator--invoices`."""
        return self.collection("operator--invoices")  # type: ignore[no-any-return]

    @property
    def partners(self) -> AsyncCollection[models.Partner]:
        """`/partners`."""
        return self.collection("partners")  # type: ignore[no-any-return]

    @property
    def refunds(self) -> AsyncCollection[models.Refund]:
        """`/refunds`."""
        return self.collection("refunds")  # type: ignore[no-any-return]

    @property
    def request_logs(self) -> AsyncCollection[models.RequestLog]:
        """`/request--logs`."""
        return self.collection("request--logs")  # type: ignore[no-any-return]

    @property
    def saved_views(self) -> AsyncCollection[models.SavedView]:
        """`/saved--views`."""
        return self.collection("saved--views")  # type: ignore[no-any-return]

    @property
    def unmatched_payments(self) -> AsyncCollection[models.UnmatchedPayment]:
        """`/unmatched--payments`."""
        return self.collection("unmatched--payments")  # type: ignore[no-any-return]

    @property
    def users(self) -> AsyncCollection[models.User]:
        """`/users`."""
        return self.collection("users")  # type: ignore[no-any-return]

    @property
    def webhook_deliveries(self) -> AsyncCollection[models.WebhookDelivery]:
        """`/webhook--deliveries`."""
        return self.collection("webhook--deliveries")  # type: ignore[no-any-return]

    @property
    def webhooks(self) -> AsyncCollection[models.Webhook]:
        """`/webhooks`."""
        return self.collection("webhooks")  # type: ignore[no-any-return]

    @property
    def work_items(self) -> AsyncCollection[models.WorkItem]:
        """`/work--items`."""
        return self.collection("work--items")  # type: ignore[no-any-return]
