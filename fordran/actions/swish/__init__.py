"""Payments by Swish: asked for by a debtor, followed until Swish has ended them, and matched with the bank's file."""
