"""Transfers that the bank refuses: payouts of them are open again."""
