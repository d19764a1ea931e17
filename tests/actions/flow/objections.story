An objection in substance that the creditor rejects holds until it is settled, whatever day comes

2026-09-01  register debt 10000.00, invoiced 2026-07-16, due in 30 days, with applications → initializing, capital 10000.00; next debt_collection 2026-09-02
2026-09-05  dispute Varan kom aldrig fram.                          → debt_collection (disputed), costs 180.00, interest 49.32, capital 10000.00; sent debt_collection to pay by 2026-09-14; dispute leaves 2026-09-07; next dispute_answer
2026-10-21  answer rejected                                         → debt_collection (disputed), costs 180.00, interest 49.32, capital 10000.00; sent dispute; sent dispute_answer; waits: The creditor keeps to the claim against an objection; next dispute_answer
2026-10-22  refused withdraw dispute                                → refused
2026-10-22  refused answer accepted                                 → refused
2027-03-01  later                                                   → debt_collection (disputed), costs 180.00, interest 49.32, capital 10000.00; next dispute_answer
2027-03-02  settle to_court                                         → debt_collection (disputed), costs 180.00, interest 49.32, capital 10000.00; next dispute_answer
2027-06-01  later                                                   → debt_collection (disputed), costs 180.00, interest 49.32, capital 10000.00; next dispute_answer
2027-06-02  settle withdrawn_by_debtor                              → debt_collection, costs 180.00, interest 49.32, capital 10000.00; next enforcement 2027-06-07
2027-06-03  refused settle credited                                 → refused


An objection before the demand stops it, and one that the creditor accepts closes the case

2026-09-01  register invoice 10000.00, due in 30 days               → invoice, capital 10000.00; next reminder 2026-10-06
2026-10-08  dispute Jag har ångrat köpet i tid.                     → reminder (disputed), costs 60.00, interest 13.70, capital 10000.00; sent reminder to pay by 2026-10-16; sent dispute; next dispute_answer
2026-12-01  later                                                   → reminder (disputed), costs 60.00, interest 13.70, capital 10000.00; next dispute_answer
2026-12-02  answer accepted                                         → credited; sent dispute_answer


An objection that is accepted in part lowers the capital, and the rest of it still holds

2026-09-01  register debt 10000.00, invoiced 2026-07-16, due in 30 days → initializing, capital 10000.00; next debt_collection 2026-09-02
2026-09-05  dispute Två av tio varor saknades.                      → debt_collection (disputed), costs 180.00, interest 49.32, capital 10000.00; sent debt_collection to pay by 2026-09-14; dispute leaves 2026-09-07; next dispute_answer
2026-09-10  answer partly 2000.00                                   → debt_collection (disputed), costs 180.00, interest 56.99, capital 8000.00; sent dispute; sent dispute_answer; waits: The creditor keeps to the claim against an objection; next dispute_answer
2026-12-01  later                                                   → debt_collection (disputed), costs 180.00, interest 56.99, capital 8000.00; next dispute_answer
2026-12-02  settle credited                                         → credited


An objection to a part lets the rest go on alone, and who pays the letter owes no more than the disputed part

2026-09-01  register invoice 10000.00, due in 30 days               → invoice, capital 10000.00; next reminder 2026-10-06
2026-10-08  object to 3000.00 Tre av tio varor saknades.            → reminder, costs 60.00, interest 13.70, capital 10000.00; sent reminder to pay by 2026-10-16; sent dispute; next debt_collection 2026-10-19
2026-10-21  later                                                   → debt_collection, costs 240.00, interest 49.32, capital 10000.00; sent debt_collection to pay by 2026-10-29; next surveillance 2026-11-03
2026-10-29  pay 7274.52                                             → debt_collection, capital 3023.01; next dispute_answer
2027-01-15  later                                                   → debt_collection, capital 3023.01; next dispute_answer
2027-01-16  answer rejected                                         → debt_collection, capital 3023.01; dispute_answer leaves 2027-01-18; waits: The creditor keeps to the claim against an objection; next dispute_answer
2027-01-17  settle credited                                         → paid


A disputed part that the debtor withdraws is collected with what remains

2026-09-01  register invoice 10000.00, due in 30 days               → invoice, capital 10000.00; next reminder 2026-10-06
2026-09-20  object to 3000.00 Tre av tio varor saknades.            → invoice, capital 10000.00; dispute leaves 2026-09-21; next reminder 2026-10-06
2026-10-07  later                                                   → reminder, costs 60.00, interest 13.70, capital 10000.00; sent dispute; sent reminder to pay by 2026-10-16; next debt_collection 2026-10-19
2026-10-08  withdraw dispute                                        → reminder, costs 60.00, interest 13.70, capital 10000.00; next debt_collection 2026-10-19
2026-10-21  later                                                   → debt_collection, costs 240.00, interest 49.32, capital 10000.00; sent debt_collection to pay by 2026-10-29; next surveillance 2026-11-03


Objections to parts that come to all of the capital hold the case

2026-09-01  register invoice 1000.00, due in 30 days                → invoice, capital 1000.00; next reminder 2026-10-06
2026-09-20  object to 600.00 Stolen var trasig.                     → invoice, capital 1000.00; dispute leaves 2026-09-21; next reminder 2026-10-06
2026-09-21  object to 400.00 Bordet var fel.                        → invoice (disputed), capital 1000.00; sent dispute; sent dispute; next dispute_answer
2026-11-20  later                                                   → invoice (disputed), capital 1000.00; next dispute_answer


An objection that is evidently wrong holds until a second person has confirmed it

2026-09-01  register debt 10000.00, invoiced 2026-07-16, due in 30 days, with applications → initializing, capital 10000.00; next debt_collection 2026-09-02
2026-09-05  evidently wrong objection Priset är fel.                → debt_collection (disputed), costs 180.00, interest 49.32, capital 10000.00; sent debt_collection to pay by 2026-09-14; dispute leaves 2026-09-07; waits: An objection is noted as evidently wrong; next dispute_answer
2026-10-20  later                                                   → debt_collection (disputed), costs 180.00, interest 49.32, capital 10000.00; sent dispute; next dispute_answer
2026-10-20  confirm by an API client                                → debt_collection (disputed), costs 180.00, interest 49.32, capital 10000.00; next dispute_answer
2026-10-20  refused confirm by anna                                 → refused
2026-10-21  confirm by bo                                           → debt_collection, costs 180.00, interest 49.32, capital 10000.00; sent dispute_answer to pay by 2026-11-02; next enforcement 2026-11-07
2026-10-25  later                                                   → debt_collection, costs 180.00, interest 49.32, capital 10000.00; next enforcement 2026-11-07


An unclear objection is asked about once, and then counts as one in substance

2026-09-01  register debt 10000.00, invoiced 2026-07-16, due in 30 days → initializing, capital 10000.00; next debt_collection 2026-09-02
2026-09-05  unclear objection Nej.                                  → debt_collection (disputed), costs 180.00, interest 49.32, capital 10000.00; sent debt_collection to pay by 2026-09-14; dispute leaves 2026-09-07; next dispute_answer
2026-09-08  withdraw dispute                                        → debt_collection, costs 180.00, interest 49.32, capital 10000.00; sent dispute; next surveillance 2026-09-19
2026-09-09  unclear objection Fortfarande nej.                      → debt_collection (disputed), costs 180.00, interest 49.32, capital 10000.00; sent dispute; next dispute_answer


Somebody who cannot pay is helped by a person, and the claim goes on

2026-09-01  register debt 10000.00, invoiced 2026-07-16, due in 30 days → initializing, capital 10000.00; next debt_collection 2026-09-02
2026-09-05  cannot pay Jag är sjukskriven.                          → debt_collection, costs 180.00, interest 49.32, capital 10000.00; sent debt_collection to pay by 2026-09-14; waits: The debtor cannot pay; next surveillance 2026-09-19
2026-09-20  later                                                   → surveillance, costs 180.00, interest 95.89, capital 10000.00; next surveillance_letter 2027-03-19


The authority's reply does not end an objection

2026-09-01  register debt 3000.00, invoiced 2026-07-16, due in 30 days, with applications → initializing, capital 3000.00; next debt_collection 2026-09-02
2026-09-19  later                                                   → enforcement, costs 860.00, interest 28.77, capital 3000.00; sent debt_collection to pay by 2026-09-14; sent enforcement; next enforcement_reply
2026-09-20  dispute Jag har inte beställt något.                    → enforcement (disputed), costs 860.00, interest 28.77, capital 3000.00; dispute leaves 2026-09-21; next dispute_answer
2026-09-25  reply served                                            → enforcement (disputed), costs 860.00, interest 28.77, capital 3000.00; sent dispute; next dispute_answer
2026-09-30  reply ended                                             → surveillance (disputed), costs 180.00, interest 37.81, capital 3000.00; next dispute_answer
2027-06-30  later                                                   → surveillance (disputed), costs 180.00, interest 37.81, capital 3000.00; next dispute_answer
