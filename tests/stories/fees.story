A fee that the creditor has claimed is covered before interest and capital

2026-04-10  register debt 36500.00, invoiced 2026-03-01, due in 30 days, reminder 60.00 on 2026-04-07   → initializing, costs 60.00, interest 70.00, capital 36500.00
2026-04-10  pay 200.00                                      → initializing, capital 36460.00


A fee is charged no further than the law lets it

2026-04-10  register debt 36500.00, invoiced 2026-03-01, due in 30 days, reminder 100.00 on 2026-04-07   → initializing, costs 60.00, interest 70.00, capital 36500.00


An invoice fee that is a part of the capital is a cost and carries no interest

2026-04-10  register debt 36550.00, invoiced 2026-03-01, due in 30 days, of which invoice_fee 50.00   → initializing, costs 50.00, capital 36500.00
2026-04-10  owed                                            → costs 50.00, interest 100.00, capital 36500.00
2026-04-10  pay 36650.00                                    → paid


A business owes 450 kr for being late, and the reminder and the demand only beyond it

2026-04-21  register debt 36500.00, invoiced 2026-03-01, due in 30 days, business, late_payment_fee 450.00 on 2026-04-07, reminder 60.00 on 2026-04-07, debt_collection 180.00 on 2026-04-20   → initializing, costs 450.00, interest 200.00, capital 36500.00
2026-04-30  pay 37250.00                                    → paid


A consumer does not owe it

2026-04-21  register debt 36500.00, invoiced 2026-03-01, due in 30 days, late_payment_fee 450.00 on 2026-04-07, reminder 60.00 on 2026-04-07   → initializing, costs 60.00, interest 70.00, capital 36500.00


A fee of the day of the payment still counts

2026-04-10  register debt 36500.00, invoiced 2026-03-01, due in 30 days, reminder 60.00 on 2026-04-07   → initializing, costs 60.00, interest 70.00, capital 36500.00
2026-04-10  pay 36570.00 on 2026-04-07                      → initializing, capital 60.00
