"""The debtor's page, below `/my`: is the letter real, what is owed and why, and what can be done about it.

A code from a letter or an invoice opens the cases that it is about, and nothing else. `pages.py` is THE TABLE. A page reads with
the scope of a caller who sees those cases alone (`store/reading/scope.py`), and acts through the verbs that people use.
"""
