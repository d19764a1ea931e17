A cancelled case owes nothing, and money for it is not used

2026-03-01  register invoice 36500.00, due in 30 days       → invoice, capital 36500.00
2026-04-10  owed                                            → interest 100.00, capital 36500.00
2026-04-10  cancel                                          → cancelled
2026-04-20  pay 1000.00                                     → cancelled, unused 1000.00, warning
2026-04-21  cancel                                          → cancelled, warning
2026-12-31  owed                                            → nothing


A payment made before the cancellation counts, although it became known after it

2026-03-01  register invoice 36500.00, due in 30 days       → invoice, capital 36500.00
2026-04-10  cancel                                          → cancelled
2026-04-20  pay 600.00 on 2026-04-05                        → cancelled, warning
2026-04-10  owed                                            → nothing


A rest of less than 25 kr is written off where the capital is gone

2026-04-10  register debt 36500.00, invoiced 2026-03-01, due in 30 days, reminder 60.00 on 2026-04-07   → initializing, costs 60.00, interest 70.00, capital 36500.00
2026-04-12  pay 50.00 on 2026-04-10                         → initializing, costs 10.00, interest 100.00, capital 36500.00
2026-05-01  credit 36500.00                                 → paid


A rest of 25 kr is not

2026-04-10  register debt 36500.00, invoiced 2026-03-01, due in 30 days, reminder 60.00 on 2026-04-07   → initializing, costs 60.00, interest 70.00, capital 36500.00
2026-04-12  pay 35.00 on 2026-04-10                         → initializing, costs 25.00, interest 100.00, capital 36500.00
2026-05-01  credit 36500.00                                 → initializing, costs 25.00
2026-05-02  pay 25.00                                       → paid
