"""What leaves the house: invoices on their ways to customers."""
