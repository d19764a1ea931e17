"""Acts of debtors on their own page, made of the same verbs that staff use."""
