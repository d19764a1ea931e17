"""What debtors open with a code: which letters and cases, and how a code comes to be."""
