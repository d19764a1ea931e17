A respite stops the flow until its day, which then counts as a day to pay by

2026-09-01  register invoice 10000.00, due in 30 days               → invoice, capital 10000.00; next reminder 2026-10-06
2026-10-07  respite until 2026-11-15                                → reminder (respite), costs 60.00, interest 13.70, capital 10000.00; sent reminder to pay by 2026-10-16; sent respite; next respite_end 2026-11-15
2026-11-15  later                                                   → reminder, costs 60.00, interest 123.29, capital 10000.00; next debt_collection 2026-11-19
2026-11-19  later                                                   → debt_collection, costs 240.00, interest 134.25, capital 10000.00; sent debt_collection to pay by 2026-11-30; next surveillance 2026-12-05


A respite that is lifted is over that day

2026-09-01  register invoice 10000.00, due in 30 days               → invoice, capital 10000.00; next reminder 2026-10-06
2026-10-07  respite until 2026-12-15                                → reminder (respite), costs 60.00, interest 13.70, capital 10000.00; sent reminder to pay by 2026-10-16; sent respite; next respite_end 2026-12-15
2026-10-30  lift respite                                            → reminder, costs 60.00, interest 13.70, capital 10000.00; next debt_collection 2026-11-02
2026-10-30  refused lift respite                                    → refused
2026-11-05  later                                                   → debt_collection, costs 240.00, interest 87.67, capital 10000.00; sent debt_collection to pay by 2026-11-12; next surveillance 2026-11-17


An objection that is accepted closes the case as credited

2026-09-01  register debt 10000.00, invoiced 2026-07-16, due in 30 days → initializing, capital 10000.00; next debt_collection 2026-09-02
2026-09-05  dispute Jag har inte beställt något.                    → debt_collection (disputed), costs 180.00, interest 49.32, capital 10000.00; sent debt_collection to pay by 2026-09-14; dispute leaves 2026-09-07; next dispute_answer
2026-09-10  answer accepted                                         → credited; sent dispute; sent dispute_answer


An objection on the first day, before anything was sent, is taken back

2026-09-01  register debt 10000.00, invoiced 2026-07-16, due in 30 days → initializing, capital 10000.00; next debt_collection 2026-09-02
2026-09-01  dispute Jag har betalat.                                → initializing (disputed), capital 10000.00; sent dispute; next dispute_answer
2026-09-20  refused respite until 2026-10-01                        → refused
2026-09-20  withdraw dispute                                        → initializing, capital 10000.00; next debt_collection 2026-09-21
2026-09-21  later                                                   → debt_collection, costs 180.00, interest 101.37, capital 10000.00; sent debt_collection to pay by 2026-10-01; next surveillance 2026-10-06


An instalment plan is paid to the end

2026-09-01  register debt 3000.00, invoiced 2026-07-16, due in 30 days → initializing, capital 3000.00; next debt_collection 2026-09-02
2026-09-04  plan of 3 instalments from 2026-09-30                   → debt_collection (amortization), costs 350.00, interest 16.44, capital 3000.00; sent debt_collection to pay by 2026-09-14; sent amortization_plan; next amortization_notice 2026-09-20
2026-09-21  later                                                   → debt_collection (amortization), costs 350.00, interest 29.59, capital 3000.00; sent amortization_notice; next amortization_reminder 2026-10-03
2026-09-30  pay 1138.63                                             → debt_collection (amortization), capital 2249.18; next amortization_notice 2026-10-20
2026-10-30  pay 1138.63                                             → debt_collection (amortization), capital 1129.04; sent amortization_notice; next amortization_notice 2026-11-20
2026-11-30  pay 1138.63                                             → paid; sent amortization_notice


A missed instalment is told of after three days and ends the plan after ten

2026-09-01  register debt 3000.00, invoiced 2026-07-16, due in 30 days → initializing, capital 3000.00; next debt_collection 2026-09-02
2026-09-04  plan of 1200.00 a month from 2026-09-30                 → debt_collection (amortization), costs 350.00, interest 16.44, capital 3000.00; sent debt_collection to pay by 2026-09-14; sent amortization_plan; next amortization_notice 2026-09-20
2026-09-30  pay 1200.00                                             → debt_collection (amortization), capital 2187.81; sent amortization_notice; next amortization_notice 2026-10-20
2026-10-20  later                                                   → debt_collection (amortization), interest 11.99, capital 2187.81; sent amortization_notice; next amortization_reminder 2026-11-02
2026-11-08  later                                                   → debt_collection (amortization), interest 19.78, capital 2187.81; sent amortization_reminder; next amortization_default 2026-11-09
2026-11-09  later                                                   → debt_collection, interest 23.98, capital 2187.81; sent amortization_default to pay by 2026-11-19; next surveillance 2026-11-24
2026-11-25  later                                                   → surveillance, interest 32.97, capital 2187.81; next surveillance_letter 2027-05-24


A plan is lifted by agreement

2026-09-01  register debt 3000.00, invoiced 2026-07-16, due in 30 days → initializing, capital 3000.00; next debt_collection 2026-09-02
2026-09-04  plan of 6 instalments from 2026-09-30                   → debt_collection (amortization), costs 350.00, interest 16.44, capital 3000.00; sent debt_collection to pay by 2026-09-14; sent amortization_plan; next amortization_notice 2026-09-20
2026-09-10  lift plan                                               → debt_collection, costs 350.00, interest 16.44, capital 3000.00; next surveillance 2026-09-19
2026-09-17  later                                                   → debt_collection, costs 350.00, interest 16.44, capital 3000.00; next surveillance 2026-09-19


A plan takes the place of a respite, and an objection that of a plan

2026-09-01  register debt 3000.00, invoiced 2026-07-16, due in 30 days → initializing, capital 3000.00; next debt_collection 2026-09-02
2026-09-03  respite until 2026-09-30                                → debt_collection (respite), costs 180.00, interest 14.79, capital 3000.00; sent debt_collection to pay by 2026-09-14; sent respite; next respite_end 2026-09-30
2026-09-10  plan of 3 instalments from 2026-09-30                   → debt_collection (amortization), costs 350.00, interest 21.37, capital 3000.00; sent amortization_plan; next amortization_notice 2026-09-20
2026-09-12  refused respite until 2026-10-01                        → refused
2026-09-15  dispute Räntan är fel.                                  → debt_collection (disputed), costs 350.00, interest 21.37, capital 3000.00; sent dispute; next dispute_answer
2026-09-20  answer rejected                                         → debt_collection (disputed), costs 350.00, interest 21.37, capital 3000.00; dispute_answer leaves 2026-09-21; waits: The creditor keeps to the claim against an objection; next dispute_answer


The authority's reply overtakes a respite, but not a plan

2026-09-01  register debt 3000.00, invoiced 2026-07-16, due in 30 days, with applications → initializing, capital 3000.00; next debt_collection 2026-09-02
2026-09-19  later                                                   → enforcement, costs 860.00, interest 28.77, capital 3000.00; sent debt_collection to pay by 2026-09-14; sent enforcement; next enforcement_reply
2026-09-20  respite until 2026-10-30                                → enforcement (respite), costs 860.00, interest 28.77, capital 3000.00; respite leaves 2026-09-21; next respite_end 2026-10-30
2026-09-25  reply served                                            → enforcement (served), costs 860.00, interest 28.77, capital 3000.00; sent respite; next enforcement_reply
2026-09-26  plan of 3 instalments from 2026-10-30                   → enforcement (amortization), costs 1030.00, interest 34.52, capital 3000.00; amortization_plan leaves 2026-09-28; next amortization_notice 2026-10-20
2026-09-27  refused reply verdict                                   → refused
2026-09-28  reply ended                                             → surveillance (amortization), costs 350.00, interest 36.16, capital 3000.00; sent amortization_plan; next amortization_notice 2026-10-20
