An application waits for the power of attorney, the creditor's confirmation and a person's release

2026-09-01  register debt 10000.00, invoiced 2026-07-16, due in 30 days, with use_enforcement true → initializing, capital 10000.00; next debt_collection 2026-09-02
2026-09-19  later                                                   → debt_collection, costs 180.00, interest 49.32, capital 10000.00; sent debt_collection to pay by 2026-09-14; waits for enforcement_mandate, confirm_unpaid, application_release; next application 2026-09-26
2026-09-21  give mandate                                            → debt_collection, costs 180.00, interest 49.32, capital 10000.00; waits: Confirm that the claim is unpaid. Then the application to the enforcement authority can be made.; waits for confirm_unpaid, application_release; next application 2026-09-28
2026-09-22  confirm unpaid                                          → debt_collection, costs 180.00, interest 49.32, capital 10000.00; waits for application_release; next application 2026-09-26
2026-09-23  release                                                 → enforcement, costs 860.00, interest 106.85, capital 10000.00; sent enforcement; next enforcement_reply


A confirmation holds for three banking days, and is then asked for again

2026-09-01  register debt 10000.00, invoiced 2026-07-16, due in 30 days, with use_enforcement true → initializing, capital 10000.00; next debt_collection 2026-09-02
2026-09-21  give mandate                                            → debt_collection, costs 180.00, interest 49.32, capital 10000.00; sent debt_collection to pay by 2026-09-14; waits: Confirm that the claim is unpaid. Then the application to the enforcement authority can be made.; waits for confirm_unpaid, application_release; next application 2026-09-28
2026-09-22  confirm unpaid                                          → debt_collection, costs 180.00, interest 49.32, capital 10000.00; waits for application_release; next application 2026-09-26
2026-09-28  release                                                 → debt_collection, costs 180.00, interest 49.32, capital 10000.00; waits: Confirm that the claim is unpaid. Then the application to the enforcement authority can be made.; waits for confirm_unpaid; next application 2026-10-05
2026-09-29  confirm unpaid                                          → enforcement, costs 860.00, interest 123.29, capital 10000.00; sent enforcement; next enforcement_reply


A power of attorney holds from its first day to its last

2026-09-01  register debt 10000.00, invoiced 2026-07-16, due in 30 days, with use_enforcement true, with application_release "automatic", with unpaid_confirmation_days 0 → initializing, capital 10000.00; next debt_collection 2026-09-02
2026-09-21  give mandate from 2026-10-01 until 2026-12-31           → debt_collection, costs 180.00, interest 49.32, capital 10000.00; sent debt_collection to pay by 2026-09-14; waits for enforcement_mandate; next application 2026-09-28
2026-09-30  later                                                   → debt_collection, costs 180.00, interest 49.32, capital 10000.00; waits for enforcement_mandate; next application 2026-10-01
2026-10-01  later                                                   → enforcement, costs 860.00, interest 128.77, capital 10000.00; sent enforcement; next enforcement_reply


The capital is paid, and interest and costs are announced in a free letter before they are applied for

2026-09-01  register debt 10000.00, invoiced 2026-07-16, due in 30 days, with applications → initializing, capital 10000.00; next debt_collection 2026-09-02
2026-09-12  pay capital 10000.00                                    → debt_collection, costs 180.00, interest 76.71; sent debt_collection to pay by 2026-09-14; next rest_notice 2026-09-19
2026-09-19  later                                                   → debt_collection, costs 180.00, interest 76.71; rest_notice leaves 2026-09-21; next letter 2029-09-13
2026-10-09  later                                                   → enforcement, costs 860.00, interest 76.71; sent rest_notice to pay by 2026-10-01; sent enforcement; next enforcement_reply


Less than a hundred kronor of interest and costs alone are not applied for

2026-09-01  register debt 1000.00, invoiced 2026-07-16, due in 30 days, with applications → initializing, capital 1000.00; next debt_collection 2026-09-02
2026-09-12  pay capital 1000.00                                     → debt_collection, costs 180.00, interest 7.67; sent debt_collection to pay by 2026-09-14; next rest_notice 2026-09-19
2026-09-13  pay 100.00                                              → debt_collection, costs 80.00, interest 7.67; next enforcement 2026-09-19
2026-09-25  later                                                   → debt_collection, costs 80.00, interest 7.67; waits for minimum_amount, rest_notice; next application 2026-09-26


What is owed by a person who was a child then is judged by a person

2026-09-01  register debt 10000.00, invoiced 2026-07-16, due in 30 days, young, with applications → initializing, capital 10000.00; next debt_collection 2026-09-02
2026-09-25  later                                                   → debt_collection, costs 180.00, interest 49.32, capital 10000.00; sent debt_collection to pay by 2026-09-14; waits: föräldrabalken ch. 9 s. 1; waits for application_release; next application 2026-09-26
2026-09-28  release                                                 → enforcement, costs 860.00, interest 120.55, capital 10000.00; sent enforcement; next enforcement_reply


A protected person is not applied for, and is written to by forwarding

2026-09-01  register debt 10000.00, invoiced 2026-07-16, due in 30 days, with applications → initializing, capital 10000.00; next debt_collection 2026-09-02
2026-09-10  mark protected_identity                                 → debt_collection, costs 180.00, interest 49.32, capital 10000.00; sent debt_collection to pay by 2026-09-14; next enforcement 2026-09-19
2026-09-25  later                                                   → debt_collection, costs 180.00, interest 49.32, capital 10000.00; waits: the debtor's identity is protected; waits for application_release; next application 2026-09-26


An application without the debtor's number waits for it

2026-09-01  register debt 10000.00, invoiced 2026-07-16, due in 30 days, with applications, no number → initializing, capital 10000.00; next debt_collection 2026-09-02
2026-09-19  later                                                   → debt_collection, costs 180.00, interest 49.32, capital 10000.00; sent debt_collection to pay by 2026-09-14; waits for debtor_data; next application 2026-09-26


A consumer's credit is not demanded before forbearance was offered

2026-11-24  register debt 10000.00, invoiced 2026-10-01, due in 30 days, consumer credit → initializing, capital 10000.00; next debt_collection 2026-11-25
2026-11-30  later                                                   → initializing, capital 10000.00; waits for forbearance_offered; next review 2029-10-02
2026-12-01  offer forbearance on 2026-11-27                         → debt_collection, costs 180.00, interest 84.93, capital 10000.00; sent debt_collection to pay by 2026-12-11; next surveillance 2026-12-16
2026-12-02  later                                                   → debt_collection, costs 180.00, interest 84.93, capital 10000.00; next surveillance 2026-12-16
