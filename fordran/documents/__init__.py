"""Letters and invoices: the data each takes, the words they print, and Typst templates that lay them out as PDF."""
