"""The verbs: one file, one function, one transaction each. The edge opens the transaction; nothing here commits."""
