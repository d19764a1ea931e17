36 500 kr at 10 % carries 10 kr a day.

Waived interest leaves more of a payment for the capital, also of one that came before

2026-03-01  register invoice 36500.00, due in 30 days       → invoice, capital 36500.00
2026-04-10  pay 10100.00                                    → invoice, capital 26500.00
2026-04-20  waive interest                                  → invoice, capital 26400.00
2026-04-20  owed on 2026-04-10 as known on 2026-04-10       → capital 26500.00
2026-04-20  owed on 2026-04-10                              → capital 26400.00
2026-04-30  owed                                            → interest 72.33, capital 26400.00


Interest is waived up to an amount

2026-03-01  register invoice 36500.00, due in 30 days       → invoice, capital 36500.00
2026-05-20  waive interest 200.00                           → invoice, interest 300.00, capital 36500.00
2026-05-30  owed                                            → interest 400.00, capital 36500.00
2026-05-30  pay 36900.00                                    → paid


Interest of a time is waived, of days to come too

2026-03-01  register invoice 36500.00, due in 30 days       → invoice, capital 36500.00
2026-04-10  waive interest from 2026-04-06 until 2026-04-30 → invoice, interest 50.00, capital 36500.00
2026-04-30  owed                                            → interest 50.00, capital 36500.00
2026-05-10  owed                                            → interest 150.00, capital 36500.00


A fee is waived, and what was paid for it covers the interest

2026-05-10  register debt 36500.00, invoiced 2026-03-01, due in 30 days, reminder 60.00 on 2026-04-10   → initializing, costs 60.00, interest 100.00, capital 36500.00
2026-05-10  pay 100.00                                      → initializing, interest 360.00, capital 36500.00
2026-05-10  waive reminder                                  → initializing, interest 300.00, capital 36500.00


Interest may be waived after everything was paid

2026-03-01  register invoice 36500.00, due in 30 days       → invoice, capital 36500.00
2026-04-10  pay 36600.00                                    → paid
2026-04-20  waive interest                                  → paid
