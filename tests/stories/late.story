36 500 kr at 10 % carries 10 kr a day. The rates of law: 2022 8 and 8.5, 2023 10.5 and 11.5, 2024 12, 2025 11 and 10, 2026 10.

Part payments cover interest before capital, and each begins a new stretch

2026-03-01  register invoice 36500.00, due in 30 days       → invoice, capital 36500.00
2026-04-10  pay 10100.00                                    → invoice, capital 26500.00
2026-04-20  owed                                            → interest 72.60, capital 26500.00
2026-04-20  pay 72.60                                       → invoice, capital 26500.00
2026-04-25  pay 10.00                                       → invoice, interest 26.30, capital 26500.00
2026-04-30  pay 26562.60                                    → paid


A stretch over the turn of the year has two rates and is rounded once

2024-11-01  register invoice 10000.00, due in 30 days       → invoice, capital 10000.00
2024-12-31  owed                                            → interest 98.63, capital 10000.00
2025-02-01  owed                                            → interest 195.07, capital 10000.00
2025-02-01  pay 10195.07                                    → paid


A leap day counts like any other, in a year of 365

2024-01-16  register invoice 1000.00, due in 30 days        → invoice, capital 1000.00
2024-03-15  pay 1009.53                                     → paid


Years late the interest has followed every rate

2021-12-01  register invoice 36500.00, due in 30 days       → invoice, capital 36500.00
2022-06-30  owed                                            → interest 1448.00, capital 36500.00
2022-12-31  owed                                            → interest 3012.00, capital 36500.00
2023-06-30  owed                                            → interest 4912.50, capital 36500.00
2023-12-31  owed                                            → interest 7028.50, capital 36500.00
2024-12-31  owed                                            → interest 11420.50, capital 36500.00
2025-06-30  owed                                            → interest 13411.50, capital 36500.00
2026-06-30  owed                                            → interest 17061.50, capital 36500.00
2026-06-30  pay 53561.50                                    → paid


An agreed rate takes the place of the law's

2026-03-01  register invoice 36500.00, due in 30 days, at 24 %   → invoice, capital 36500.00
2026-04-10  owed                                            → interest 240.00, capital 36500.00
2026-07-01  owed                                            → interest 2208.00, capital 36500.00


Without a rate there is no interest

2026-03-01  register invoice 36500.00, due in 30 days, no interest   → invoice, capital 36500.00
2027-03-01  owed                                            → capital 36500.00
2027-03-01  pay 36500.00                                    → paid


Interest may begin later than the due date

2026-04-20  register debt 36500.00, invoiced 2026-03-01, due in 30 days, interest after 60 days   → initializing, capital 36500.00
2026-04-30  owed                                            → capital 36500.00
2026-05-10  owed                                            → interest 100.00, capital 36500.00
