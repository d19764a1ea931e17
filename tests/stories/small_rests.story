After a payment, less than 25 kr of capital, interest and costs together is written off on its bank date

2026-03-01  register invoice 36500.00, due in 30 days       → invoice, capital 36500.00
2026-04-10  pay 36575.01                                    → paid
2026-04-10  owed                                            → nothing


A rest of 25 kr stands

2026-03-01  register invoice 36500.00, due in 30 days       → invoice, capital 36500.00
2026-04-10  pay 36575.00                                    → invoice, capital 25.00


Told late, the rest is measured on the bank date

2026-03-01  register invoice 36500.00, due in 30 days       → invoice, capital 36500.00
2026-06-01  pay 36575.01 on 2026-04-10                      → paid


After a crediting the rest is measured on the day it is made, and nothing having been paid the case is credited

2026-03-01  register invoice 36500.00, due in 30 days       → invoice, capital 36500.00
2026-04-10  credit 36480.00                                 → credited


A crediting after a payment leaves the case paid

2026-03-01  register invoice 36500.00, due in 30 days       → invoice, capital 36500.00
2026-03-20  pay 36000.00                                    → invoice, capital 500.00
2026-03-25  credit 480.00                                   → paid


The rest of the last day of February in a leap year

2024-01-16  register invoice 36500.00, due in 30 days       → invoice, capital 36500.00
2024-02-29  pay 36650.00                                    → paid
