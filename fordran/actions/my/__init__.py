"""What debtors do on their own page, made of the verbs that people use."""
