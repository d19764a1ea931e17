Paid on the due date there is no interest

2026-03-01  register invoice 36500.00, due in 30 days       → invoice, capital 36500.00
2026-03-31  owed                                            → capital 36500.00
2026-03-31  pay 36500.00                                    → paid
2026-12-31  owed                                            → nothing


Paid before the due date there is no interest, and on the rest only from then on

2026-03-01  register invoice 36500.00, due in 30 days       → invoice, capital 36500.00
2026-03-10  pay 36000.00                                    → invoice, capital 500.00
2026-03-31  owed                                            → capital 500.00
2026-04-10  owed                                            → interest 1.37, capital 500.00
2026-04-10  pay 501.37                                      → paid


An invoice of odd öre is rounded to whole kronor, and that is what is owed

2026-03-01  register invoice 99.50, due in 30 days          → invoice, capital 100.00
2026-03-15  pay 74.99                                       → invoice, capital 25.01
2026-03-16  pay 25.01                                       → paid


More than was owed is not used, and said so

2026-03-01  register invoice 36500.00, due in 30 days       → invoice, capital 36500.00
2026-04-10  pay 40000.00                                    → paid, unused 3400.00, warning
2026-04-11  pay 1.00                                        → paid, unused 1.00, warning
