One letter is no proof that it arrived, and begins no new term of limitation

2026-09-01  register debt 10000.00, invoiced 2023-09-10, due in 30 days → initializing, capital 10000.00; next debt_collection 2026-09-02
2026-09-10  later                                                   → debt_collection, costs 180.00, interest 3182.47, capital 10000.00; sent debt_collection to pay by 2026-09-14; next close_time_barred 2026-09-11
2026-09-11  later                                                   → time_barred


Two letters begin a new term of limitation

2026-09-01  register debt 10000.00, invoiced 2023-09-25, due in 30 days, first reminder → initializing, capital 10000.00; next reminder 2026-09-02
2026-09-17  later                                                   → debt_collection, costs 240.00, interest 3176.30, capital 10000.00; sent reminder to pay by 2026-09-14; sent debt_collection to pay by 2026-09-28; next surveillance 2026-10-03
2026-10-03  later                                                   → surveillance, costs 240.00, interest 3220.14, capital 10000.00; next surveillance_letter 2027-04-03


A claim that looks time-barred when it comes waits for a person, and goes on by the evidence of an interruption

2026-09-01  register debt 10000.00, invoiced 2022-05-01, due in 30 days → initializing, capital 10000.00; waits: The claim looks time-barred on the day it came, since 2025-05-02. Is there evidence of an interruption?; waits for time_barred_at_registration; next review
2026-10-01  later                                                   → initializing, capital 10000.00; waits for time_barred_at_registration; next review
2026-10-01  interrupted 2024-02-01 by acknowledgement               → debt_collection, costs 180.00, interest 4598.22, capital 10000.00; sent debt_collection to pay by 2026-10-12; next surveillance 2026-10-17


The evidence of an earlier collector keeps a claim alive from the beginning

2026-09-01  register debt 10000.00, invoiced 2022-05-01, due in 30 days, interrupted 2024-02-01 by demand → initializing, capital 10000.00; next debt_collection 2026-09-02
2026-09-02  later                                                   → debt_collection, costs 180.00, interest 4518.77, capital 10000.00; sent debt_collection to pay by 2026-09-14; next surveillance 2026-09-19


A control fee is not applied for after 23 months, and a person was warned after 20

2026-09-01  register debt 900.00, invoiced 2024-10-25, due in 10 days, parked 2024-10-20, with use_enforcement true → initializing, capital 900.00; waits: Legal action for the control fee has to be taken within two years of the parking. Apply in time.; next reminder 2026-09-02
2026-09-17  later                                                   → debt_collection, costs 180.00, interest 169.82, capital 900.00; sent reminder to pay by 2026-09-14; sent debt_collection to pay by 2026-09-28; next surveillance 2026-10-03
2026-10-03  later                                                   → surveillance, costs 180.00, interest 173.76, capital 900.00; next close_time_barred 2026-10-21
2026-10-21  later                                                   → time_barred
