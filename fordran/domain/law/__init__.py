"""The law as dated data: reference rates, fee caps and deadlines, each row with its source.

A change of law is a new row here and a golden row in the tests; nothing that was true before a date is edited.
"""
