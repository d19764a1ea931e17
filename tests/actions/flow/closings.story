A case is closed as paid on the day of the money

2026-09-01  register invoice 10000.00, due in 30 days               → invoice, capital 10000.00; next reminder 2026-10-06
2026-10-06  later                                                   → reminder, costs 60.00, interest 13.70, capital 10000.00; sent reminder to pay by 2026-10-16; next debt_collection 2026-10-19
2026-10-10  pay 10085.00                                            → paid
2027-01-01  later                                                   → paid


Capital paid before the reminder owes no fee, although the money is known of after it

2026-09-01  register invoice 10000.00, due in 30 days               → invoice, capital 10000.00; next reminder 2026-10-06
2026-10-07  later                                                   → reminder, costs 60.00, interest 13.70, capital 10000.00; sent reminder to pay by 2026-10-16; next debt_collection 2026-10-19
2026-10-08  pay 10000.00 on 2026-10-01                              → paid


Capital paid on the day of the demand owes the fee of the demand

2026-09-01  register debt 10000.00, invoiced 2026-07-16, due in 30 days → initializing, capital 10000.00; next debt_collection 2026-09-02
2026-09-02  later                                                   → debt_collection, costs 180.00, interest 49.32, capital 10000.00; sent debt_collection to pay by 2026-09-14; next surveillance 2026-09-19
2026-09-03  pay 10049.32 on 2026-09-02                              → debt_collection, capital 180.00; next surveillance 2026-09-19
2026-09-03  pay 180.05                                              → paid


A rest of costs under 25 kr is written off when the capital is gone

2026-09-01  register invoice 10000.00, due in 30 days               → invoice, capital 10000.00; next reminder 2026-10-06
2026-10-20  pay 235.00                                              → debt_collection, costs 5.00, interest 52.05, capital 10000.00; sent reminder to pay by 2026-10-16; sent debt_collection to pay by 2026-10-29; next surveillance 2026-11-03
2026-10-21  credit 10000.00                                         → paid


A case is closed as credited, and owes no fee

2026-09-01  register invoice 10000.00, due in 30 days               → invoice, capital 10000.00; next reminder 2026-10-06
2026-10-20  later                                                   → debt_collection, costs 240.00, interest 49.32, capital 10000.00; sent reminder to pay by 2026-10-16; sent debt_collection to pay by 2026-10-29; next surveillance 2026-11-03
2026-10-21  credit 10000.00                                         → credited


A case is closed as cancelled by its creditor

2026-09-01  register invoice 10000.00, due in 30 days               → invoice, capital 10000.00; next reminder 2026-10-06
2026-10-20  cancel                                                  → cancelled; sent reminder to pay by 2026-10-16; sent debt_collection to pay by 2026-10-29
2026-10-21  refused close as returned                               → refused


Operators close by decision, whatever remains

2026-09-01  register debt 10000.00, invoiced 2026-07-16, due in 30 days → initializing, capital 10000.00; next debt_collection 2026-09-02
2026-09-10  close as written_off                                    → written_off; sent debt_collection to pay by 2026-09-14
2026-09-11  refused respite until 2026-09-20                        → refused


A case is returned to its creditor

2026-09-01  register debt 10000.00, invoiced 2026-07-16, due in 30 days → initializing, capital 10000.00; next debt_collection 2026-09-02
2026-09-10  close as returned                                       → returned; sent debt_collection to pay by 2026-09-14


A claim against the wrong person is over at once, and who got the demand is told

2026-09-01  register debt 10000.00, invoiced 2026-07-16, due in 30 days → initializing, capital 10000.00; next debt_collection 2026-09-02
2026-09-10  wrong person                                           → wrong_person; sent debt_collection to pay by 2026-09-14; sent closing; waits: The claim was against the wrong person and is closed. It can be registered once more on the right person, with the same invoice number.


A bankrupt company's case stops, and is closed for that

2026-09-01  register debt 10000.00, invoiced 2026-07-16, due in 30 days, business → initializing, capital 10000.00; next debt_collection 2026-09-02
2026-09-10  mark bankruptcy                                         → debt_collection, costs 450.00, interest 49.32, capital 10000.00; sent debt_collection to pay by 2026-09-14; waits: the debtor is bankrupt; next review 2036-07-17
2026-12-01  later                                                   → debt_collection, costs 450.00, interest 49.32, capital 10000.00; next review 2036-07-17
2026-12-02  close as bankruptcy                                     → bankruptcy


A dead debtor's case stops, and is closed for that

2026-09-01  register debt 10000.00, invoiced 2026-07-16, due in 30 days → initializing, capital 10000.00; next debt_collection 2026-09-02
2026-09-01  mark deceased                                           → initializing, capital 10000.00; waits: the debtor is dead; next review 2029-07-17
2026-12-01  later                                                   → initializing, capital 10000.00; next review 2029-07-17
2026-12-02  close as deceased                                       → deceased


Debt restructuring stops a case, and closes it

2026-09-01  register debt 10000.00, invoiced 2026-07-16, due in 30 days → initializing, capital 10000.00; next debt_collection 2026-09-02
2026-09-10  mark debt_restructuring                                 → debt_collection, costs 180.00, interest 49.32, capital 10000.00; sent debt_collection to pay by 2026-09-14; waits: the debtor has debt restructuring; next review 2029-07-17
2026-09-10  close as debt_restructuring                             → debt_restructuring


A claim on a consumer is time-barred three years after it arose

2026-09-01  register debt 10000.00, invoiced 2023-09-03, due in 30 days, waits to be started → initializing, capital 10000.00; next start
2026-09-04  start                                                   → time_barred
2026-09-04  later                                                   → time_barred


A stopped case is time-barred as any other

2026-09-01  register debt 10000.00, invoiced 2024-01-15, due in 30 days → initializing, capital 10000.00; next debt_collection 2026-09-02
2026-09-01  mark deceased                                           → initializing, capital 10000.00; waits: the debtor is dead; next review 2027-01-16
2027-01-15  later                                                   → initializing, capital 10000.00; next review 2027-01-16
2027-01-16  later                                                   → time_barred


A payment that is known of late opens a credited case again, and the debtor has time before anything follows

2026-09-01  register debt 10000.00, invoiced 2026-07-16, due in 30 days → initializing, capital 10000.00; next debt_collection 2026-09-02
2026-09-02  later                                                   → debt_collection, costs 180.00, interest 49.32, capital 10000.00; sent debt_collection to pay by 2026-09-14; next surveillance 2026-09-19
2026-09-10  credit 10000.00                                         → credited
2026-09-20  pay 100.00 on 2026-09-05                                → debt_collection, costs 80.00; next surveillance 2026-09-26
