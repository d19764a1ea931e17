"""Functions of endpoints: lists and documents, creates and changes, and one file for each special endpoint."""
