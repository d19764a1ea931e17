A crediting lowers the capital from the due date

2026-03-01  register invoice 36500.00, due in 30 days       → invoice, capital 36500.00
2026-05-01  owed                                            → interest 310.00, capital 36500.00
2026-05-01  credit 18250.00                                 → invoice, interest 155.00, capital 18250.00
2026-05-11  owed                                            → interest 205.00, capital 18250.00
2026-05-11  owed on 2026-04-30                              → interest 150.00, capital 18250.00
2026-05-11  owed on 2026-04-30 as known on 2026-04-30       → interest 300.00, capital 36500.00
2026-05-11  owed on 2026-03-30                              → capital 36500.00
2026-05-11  pay 18455.00                                    → paid


A crediting of everything closes a case on which nothing was paid, without interest

2026-03-01  register invoice 36500.00, due in 30 days       → invoice, capital 36500.00
2026-05-01  credit 36500.00                                 → credited
2026-05-02  pay 100.00                                      → credited, unused 100.00, warning
2026-05-03  credit 10.00                                    → credited, unused 10.00, warning


A crediting of more than the capital is used as far as it goes

2026-03-01  register invoice 36500.00, due in 30 days       → invoice, capital 36500.00
2026-05-01  credit 40000.00                                 → credited, unused 3500.00, warning


A credit invoice credits the case of the invoice that it names

2026-03-01  register invoice 36500.00, due in 30 days       → invoice, capital 36500.00
2026-03-20  credit invoice 6500.00                          → invoice, capital 30000.00
2026-04-10  owed                                            → interest 82.19, capital 30000.00
2026-04-10  credit invoice 30000.00                         → credited


A crediting after everything was paid closes nothing anew, and frees what was paid for it

2026-03-01  register invoice 36500.00, due in 30 days       → invoice, capital 36500.00
2026-04-10  pay 36600.00                                    → paid
2026-05-01  credit 3650.00                                  → paid, warning
2026-05-01  owed                                            → nothing
