An invoice that nobody pays is reminded of, demanded and then watched

2026-09-01  register invoice 10000.00, due in 30 days               → invoice, capital 10000.00; next reminder 2026-10-06
2026-10-05  later                                                   → invoice, capital 10000.00; next reminder 2026-10-06
2026-10-06  later                                                   → reminder, costs 60.00, interest 13.70, capital 10000.00; sent reminder to pay by 2026-10-16; next debt_collection 2026-10-19
2026-10-18  later                                                   → reminder, costs 60.00, interest 13.70, capital 10000.00; next debt_collection 2026-10-19
2026-10-19  later                                                   → debt_collection, costs 240.00, interest 49.32, capital 10000.00; sent debt_collection to pay by 2026-10-29; next surveillance 2026-11-03
2026-11-02  later                                                   → debt_collection, costs 240.00, interest 49.32, capital 10000.00; next surveillance 2026-11-03
2026-11-03  later                                                   → surveillance, costs 240.00, interest 90.41, capital 10000.00; next surveillance_letter 2027-05-03
2027-05-03  later                                                   → surveillance, costs 240.00, interest 586.30, capital 10000.00; sent surveillance_letter to pay by 2027-05-13; next surveillance_letter 2027-11-03
2027-11-03  later                                                   → surveillance, costs 240.00, interest 1090.41, capital 10000.00; sent surveillance_letter to pay by 2027-11-15; next surveillance_letter 2028-05-03


A demand that is not paid goes to the enforcement authority, where the creditor has chosen that

2026-09-01  register debt 10000.00, invoiced 2026-07-16, due in 30 days, first reminder, with applications → initializing, capital 10000.00; next reminder 2026-09-02
2026-09-02  later                                                   → reminder, costs 60.00, interest 49.32, capital 10000.00; sent reminder to pay by 2026-09-14; next debt_collection 2026-09-17
2026-09-17  later                                                   → debt_collection, costs 240.00, interest 90.41, capital 10000.00; sent debt_collection to pay by 2026-09-28; next enforcement 2026-10-03
2026-10-02  later                                                   → debt_collection, costs 240.00, interest 90.41, capital 10000.00; next enforcement 2026-10-03
2026-10-20  reply served                                            → enforcement (served), costs 920.00, interest 134.25, capital 10000.00; sent enforcement; next enforcement_reply
2026-11-15  reply verdict                                           → enforcement (verdict), costs 920.00, interest 134.25, capital 10000.00; next enforcement_reply
2026-12-20  reply execution                                         → enforcement (execution), costs 920.00, interest 134.25, capital 10000.00; next enforcement_reply
2027-06-01  reply ended                                             → surveillance, costs 920.00, interest 134.25, capital 10000.00; next surveillance_letter 2027-12-01
2027-12-01  later                                                   → surveillance, costs 920.00, interest 1295.89, capital 10000.00; sent surveillance_letter to pay by 2027-12-13; next surveillance_letter 2028-06-01


An order awards less than was asked for, and no more is claimed

2026-09-01  register debt 10000.00, invoiced 2026-07-16, due in 30 days, with applications → initializing, capital 10000.00; next debt_collection 2026-09-02
2026-09-19  later                                                   → enforcement, costs 860.00, interest 95.89, capital 10000.00; sent debt_collection to pay by 2026-09-14; sent enforcement; next enforcement_reply
2026-10-20  reply served                                            → enforcement (served), costs 860.00, interest 95.89, capital 10000.00; next enforcement_reply
2026-11-15  order 9300.00 capital, 40.00 interest, 680.00 costs     → enforcement (verdict), costs 680.00, interest 185.23, capital 9300.00; next enforcement_reply
2026-11-16  order 9300.00 capital, 40.00 interest, 680.00 costs     → enforcement (verdict), costs 680.00, interest 185.23, capital 9300.00; next enforcement_reply
2026-11-17  refused order 9000.00 capital, 40.00 interest, 680.00 costs → refused
2026-11-20  owed                                                    → costs 680.00, interest 197.97, capital 9300.00
2026-12-20  reply execution                                         → enforcement (execution), costs 680.00, interest 185.23, capital 9300.00; next enforcement_reply
2027-01-10  pay 10307.92                                            → paid; waits: Send the withdrawal to the enforcement authority by 2027-01-11


Execution costs a fee when the authority says so, ends without result, and is asked for again

2026-09-01  register debt 10000.00, invoiced 2026-07-16, due in 30 days, with applications → initializing, capital 10000.00; next debt_collection 2026-09-02
2026-09-19  later                                                   → enforcement, costs 860.00, interest 95.89, capital 10000.00; sent debt_collection to pay by 2026-09-14; sent enforcement; next enforcement_reply
2026-10-20  reply verdict                                           → enforcement (verdict), costs 860.00, interest 95.89, capital 10000.00; next enforcement_reply
2026-10-21  refused renew                                           → refused
2026-11-01  reply execution                                         → enforcement (execution), costs 860.00, interest 95.89, capital 10000.00; next enforcement_reply
2026-11-02  reply new_fee                                           → enforcement (execution), costs 1460.00, interest 216.44, capital 10000.00; next enforcement_reply
2026-12-01  reply ended                                             → surveillance, costs 1460.00, interest 216.44, capital 10000.00; next surveillance_letter 2027-06-01
2027-02-01  renew                                                   → enforcement (execution), costs 1460.00, interest 216.44, capital 10000.00; waits: Sign the request for execution and send it to the enforcement authority; next enforcement_reply
2027-02-02  refused renew                                           → refused
2027-02-10  reply execution                                         → enforcement (execution), costs 1460.00, interest 216.44, capital 10000.00; next enforcement_reply
2027-03-01  reply ended                                             → surveillance, costs 1460.00, interest 216.44, capital 10000.00; next surveillance_letter 2027-09-01


A contested application ends in a judgment, and the case is paid

2026-09-01  register debt 10000.00, invoiced 2026-07-16, due in 30 days, with applications → initializing, capital 10000.00; next debt_collection 2026-09-02
2026-09-02  later                                                   → debt_collection, costs 180.00, interest 49.32, capital 10000.00; sent debt_collection to pay by 2026-09-14; next enforcement 2026-09-19
2026-09-19  later                                                   → enforcement, costs 860.00, interest 95.89, capital 10000.00; sent enforcement; next enforcement_reply
2026-10-01  reply contested                                         → enforcement (contested), costs 860.00, interest 95.89, capital 10000.00; next enforcement_reply
2026-10-14  hand over                                               → enforcement (contested), costs 860.00, interest 95.89, capital 10000.00; next enforcement_reply
2027-01-10  reply verdict                                           → enforcement (verdict), costs 860.00, interest 95.89, capital 10000.00; next enforcement_reply
2027-01-20  pay 11300.00                                            → paid; waits: Send the withdrawal to the enforcement authority by 2027-01-21


A reminder costs nothing where its fee was not agreed

2026-09-01  register debt 36500.00, invoiced 2026-07-02, due in 30 days, first reminder, with reminder_fee_agreed false → initializing, capital 36500.00; next reminder 2026-09-02
2026-09-02  later                                                   → reminder, interest 320.00, capital 36500.00; sent reminder to pay by 2026-09-14; next debt_collection 2026-09-17


A case that waits is moved by nobody until it is started

2026-09-01  register debt 10000.00, invoiced 2026-07-16, due in 30 days, waits to be started → initializing, capital 10000.00; next start
2026-11-01  later                                                   → initializing, capital 10000.00; next start
2026-11-02  start                                                   → debt_collection, costs 180.00, interest 216.44, capital 10000.00; sent debt_collection to pay by 2026-11-12; next surveillance 2026-11-17
2026-11-03  later                                                   → debt_collection, costs 180.00, interest 216.44, capital 10000.00; next surveillance 2026-11-17
2026-11-04  refused start                                           → refused
