"""What endpoints do: lists and documents, creates and changes, and a file for each that does something of its own."""
