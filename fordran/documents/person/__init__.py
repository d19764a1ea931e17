"""The data held about a person, as a document for that person."""
