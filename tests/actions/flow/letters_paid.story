Whoever pays what the reminder asks on its last day owes nothing more

2026-09-01  register invoice 10000.00, due in 30 days               → invoice, capital 10000.00; next reminder 2026-10-06
2026-10-06  later                                                   → reminder, costs 60.00, interest 13.70, capital 10000.00; sent reminder to pay by 2026-10-16; next debt_collection 2026-10-19
2026-10-16  pay 10073.70                                            → paid


One öre less and the rest is owed

2026-09-01  register invoice 10000.00, due in 30 days               → invoice, capital 10000.00; next reminder 2026-10-06
2026-10-06  later                                                   → reminder, costs 60.00, interest 13.70, capital 10000.00; sent reminder to pay by 2026-10-16; next debt_collection 2026-10-19
2026-10-16  pay 10073.69                                            → reminder, capital 27.41; next debt_collection 2026-10-19


One day late and the rest is owed

2026-09-01  register invoice 10000.00, due in 30 days               → invoice, capital 10000.00; next reminder 2026-10-06
2026-10-06  later                                                   → reminder, costs 60.00, interest 13.70, capital 10000.00; sent reminder to pay by 2026-10-16; next debt_collection 2026-10-19
2026-10-17  pay 10073.70                                            → reminder, capital 30.14; next debt_collection 2026-10-19


Told of late, what came after the letter is void with its fees

2026-09-01  register invoice 10000.00, due in 30 days               → invoice, capital 10000.00; next reminder 2026-10-06
2026-10-06  later                                                   → reminder, costs 60.00, interest 13.70, capital 10000.00; sent reminder to pay by 2026-10-16; next debt_collection 2026-10-19
2026-10-19  later                                                   → debt_collection, costs 240.00, interest 49.32, capital 10000.00; sent debt_collection to pay by 2026-10-29; next surveillance 2026-11-03
2026-11-05  pay 10073.70 on 2026-10-16                              → paid


After the demand has left it is the demand that counts

2026-09-01  register invoice 10000.00, due in 30 days               → invoice, capital 10000.00; next reminder 2026-10-06
2026-10-06  later                                                   → reminder, costs 60.00, interest 13.70, capital 10000.00; sent reminder to pay by 2026-10-16; next debt_collection 2026-10-19
2026-10-19  later                                                   → debt_collection, costs 240.00, interest 49.32, capital 10000.00; sent debt_collection to pay by 2026-10-29; next surveillance 2026-11-03
2026-10-20  pay 5000.00                                             → debt_collection, capital 5292.05; next surveillance 2026-11-03
2026-10-29  pay 5289.32                                             → paid


Nobody is written to for less than 25 kr, until that is owed

2026-09-01  register invoice 20.00, due in 30 days                  → invoice, capital 20.00
2029-03-30  later                                                   → invoice, capital 20.00
2029-03-31  later                                                   → reminder, costs 60.00, interest 5.00, capital 20.00; reminder leaves 2029-04-03; next letter 2029-09-02


Where nothing is written off all is claimed, but nobody is written to for less than 1 kr

2026-09-01  register invoice 10000.00, due in 30 days, with write_off_below 0   → invoice, capital 10000.00; next reminder 2026-10-06
2026-09-20  pay 9999.01                                             → invoice, capital 0.99
2026-10-19  later                                                   → invoice, capital 0.99
2026-10-20  later                                                   → reminder, costs 60.00, interest 0.01, capital 0.99; sent reminder to pay by 2026-10-30; next debt_collection 2026-11-02
