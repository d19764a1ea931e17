"""What clients register and record: invoices, debts, payments, creditings, cancellations, and the customers in them."""
