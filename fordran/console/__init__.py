"""The console: pages for the operator's staff, partners, accounts and creditors, below `/console`.

`pages.py` is THE TABLE: a row for every page and act, which says who may. A page reads through the same views and scope as the
interface, and acts through the same verbs; whatever a page can do, the interface can do too.
"""
