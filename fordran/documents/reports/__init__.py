"""Reports on paper: any report as a table, and a creditor's statement of a period."""
