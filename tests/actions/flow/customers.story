A business owes 450 kr with the first letter, and the others only beyond it

2026-09-01  register invoice 10000.00, due in 30 days, business     → invoice, capital 10000.00; next reminder 2026-10-06
2026-10-06  later                                                   → reminder, costs 450.00, interest 13.70, capital 10000.00; sent reminder to pay by 2026-10-16; next debt_collection 2026-10-19
2026-10-19  later                                                   → debt_collection, costs 450.00, interest 49.32, capital 10000.00; sent debt_collection to pay by 2026-10-29; next surveillance 2026-11-03
2026-10-21  plan of 3 instalments from 2026-11-30                   → debt_collection (amortization), costs 450.00, interest 54.79, capital 10000.00; sent amortization_plan; next amortization_notice 2026-11-20


A parking fee is reminded of before it is demanded, and lost after two years

2026-09-01  register invoice 900.00, due in 10 days, parking        → invoice, capital 900.00; next reminder 2026-09-16
2026-09-16  later                                                   → reminder, costs 60.00, capital 900.00; sent reminder to pay by 2026-09-28; next debt_collection 2026-10-01
2026-09-29  later                                                   → reminder, costs 60.00, capital 900.00; next debt_collection 2026-10-01
2026-10-14  later                                                   → debt_collection, costs 240.00, interest 0.25, capital 900.00; sent debt_collection to pay by 2026-10-12; next surveillance 2026-10-17
2028-09-01  later                                                   → surveillance, costs 240.00, interest 139.81, capital 900.00; sent surveillance_letter to pay by 2027-04-29; sent surveillance_letter to pay by 2027-10-29; sent surveillance_letter to pay by 2028-05-02; waits: Legal action for the control fee has to be taken within two years of the parking. Apply in time.; next close_time_barred 2028-09-02
2028-09-02  later                                                   → time_barred


Another claim on somebody who parked is no parking fee, and is collected at once

2026-08-01  register invoice 500.00, due in 10 days, parking        → invoice, capital 500.00; next reminder 2026-08-16
2026-09-01  register debt 900.00, invoiced 2026-07-16, due in 10 days → initializing, capital 900.00; next debt_collection 2026-09-02
2026-09-02  later                                                   → debt_collection, costs 180.00, interest 4.68, capital 900.00; sent debt_collection to pay by 2026-09-14; next surveillance 2026-09-19
2026-09-17  later                                                   → debt_collection, costs 180.00, interest 4.68, capital 900.00; next surveillance 2026-09-19


A parking fee that the creditor has reminded of is demanded at once

2026-08-01  register invoice 500.00, due in 10 days, parking        → invoice, capital 500.00; next reminder 2026-08-16
2026-09-01  register debt 900.00, invoiced 2026-07-16, due in 10 days, reminder 60.00 on 2026-08-10 → initializing, costs 60.00, capital 900.00; next debt_collection 2026-09-02
2026-09-02  later                                                   → debt_collection, costs 240.00, interest 4.68, capital 900.00; sent debt_collection to pay by 2026-09-14; next surveillance 2026-09-19


Fees that the creditor has claimed are not charged again

2026-09-01  register debt 1000.00, invoiced 2026-07-16, due in 30 days, first reminder, reminder 60.00 on 2026-08-20, debt_collection 100.00 on 2026-08-30 → initializing, costs 160.00, interest 4.11, capital 1000.00; next reminder 2026-09-02
2026-09-02  later                                                   → reminder, costs 160.00, interest 4.93, capital 1000.00; sent reminder to pay by 2026-09-14; next debt_collection 2026-09-17
2026-09-17  later                                                   → debt_collection, costs 160.00, interest 9.04, capital 1000.00; sent debt_collection to pay by 2026-09-28; next surveillance 2026-10-03


A child is written to by nobody

2026-09-01  register debt 1000.00, invoiced 2026-07-16, due in 30 days, child → initializing, capital 1000.00; next debt_collection 2026-09-02
2026-09-02  later                                                   → initializing, capital 1000.00; waits: the debtor is under eighteen; next review 2029-07-17
2026-12-01  later                                                   → initializing, capital 1000.00; next review 2029-07-17


Two marks are two things to see to, and when both are gone the case goes on

2026-09-01  register debt 1000.00, invoiced 2026-07-16, due in 30 days → initializing, capital 1000.00; next debt_collection 2026-09-02
2026-09-05  mark deceased and debt_restructuring                    → debt_collection, costs 180.00, interest 4.93, capital 1000.00; sent debt_collection to pay by 2026-09-14; waits: the debtor is dead; waits: the debtor has debt restructuring; next review 2029-07-17
2026-11-01  later                                                   → debt_collection, costs 180.00, interest 4.93, capital 1000.00; next review 2029-07-17
2026-11-02  unmark                                                  → surveillance, costs 180.00, interest 21.64, capital 1000.00; next surveillance_letter 2027-05-02
2026-11-03  later                                                   → surveillance, costs 180.00, interest 21.64, capital 1000.00; next surveillance_letter 2027-05-02


What is set at the case is bounded by the law

2026-09-01  register debt 1000.00, invoiced 2026-07-16, due in 30 days, with debt_collection_fee 500, with debt_collection_pay_days 3 → initializing, capital 1000.00; next debt_collection 2026-09-02
2026-09-02  later                                                   → debt_collection, costs 180.00, interest 4.93, capital 1000.00; sent debt_collection to pay by 2026-09-14; next surveillance 2026-09-19
