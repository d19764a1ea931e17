A payment that becomes known late is replayed at its bank date

2026-03-01  register invoice 36500.00, due in 30 days       → invoice, capital 36500.00
2026-05-01  pay 310.00                                      → invoice, capital 36500.00
2026-05-10  pay 10100.00 on 2026-04-10                      → invoice, capital 26342.47
2026-05-11  owed                                            → interest 72.17, capital 26342.47


A payment that covered everything voids a later fee, although it became known after it

2026-04-10  register debt 36500.00, invoiced 2026-03-01, due in 30 days, reminder 60.00 on 2026-04-07   → initializing, costs 60.00, interest 70.00, capital 36500.00
2026-04-12  pay 36560.00 on 2026-04-06                      → paid
2026-12-31  owed                                            → nothing


One öre short of a small rest, the later fee stands

2026-04-10  register debt 36500.00, invoiced 2026-03-01, due in 30 days, reminder 60.00 on 2026-04-07   → initializing, costs 60.00, interest 70.00, capital 36500.00
2026-04-12  pay 36535.00 on 2026-04-06                      → initializing, costs 60.00, interest 0.01, capital 25.00


A payment before the invoice was made waits for it

2026-03-01  register invoice 36500.00, due in 30 days       → invoice, capital 36500.00
2026-03-02  pay 36500.00 on 2026-02-15                      → paid


An earlier payment takes the place of a later one, which is then more than was owed

2026-03-01  register invoice 36500.00, due in 30 days       → invoice, capital 36500.00
2026-04-10  pay 36600.00                                    → paid
2026-04-20  pay 36500.00 on 2026-03-31                      → paid, warning
