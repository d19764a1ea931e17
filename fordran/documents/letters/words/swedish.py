"""The words of the letters in Swedish."""

SWEDISH = {
    # Every letter.
    "date": "Datum",
    "creditor": "Fordringsägare",
    "creditor_with_number": "{name}, org.nr {number}",
    "pay_by": "Betala senast",
    "and_more": "och {count} till",
    "basis_of_case": "Ärende {case_number}. {basis}",
    "claim": "Vad kravet gäller",
    "claim_costs": "Kostnader: {costs}",
    "claim_basis": "Faktura {invoice_number} från {invoice_date}, förföll {due_date}",
    "capital": "Kapital",
    "interest": "Ränta",
    "costs": "Kostnader",
    "sum": "Summa",
    "costs_are": "I kostnaderna ingår {costs}.",
    "and": "och",
    "interest_goes_on": "Räntan är räknad till och med den {at}. Från och med den {from_day} tillkommer dröjsmålsränta på "
    "kapitalet tills det är betalt: {rate} % per år{a_day}.",
    "statutory_interest_goes_on": "Räntan är räknad till och med den {at}. Från och med den {from_day} tillkommer "
    "dröjsmålsränta enligt 6 § räntelagen på kapitalet tills det är betalt: referensräntan plus 8 procentenheter, nu "
    "{rate} % per år{a_day}.",
    "a_day": ", omkring {amount} om dagen",
    "by_law": "Enligt {law}",
    "for_invoices": "Faktura {invoice_numbers}: {sentence}",
    "contact": "{name}, {ways}",
    "explained": "Varje belopp förklaras sist i brevet, under rubriken Så har vi räknat.",
    "supervision": "Finansinspektionen utövar tillsyn över vår inkassoverksamhet.",
    "crossed_in_the_post": "Har {du} betalat de senaste dagarna kan betalningen ha varit på väg när brevet skrevs.",
    "how_to_pay": "Så betalar {du}",
    "pay_each": "Varje faktura har ett eget OCR-nummer. Betala dem var för sig, så att pengarna hamnar rätt.",
    "total_to_pay": "Att betala sammanlagt",
    "invoice_of": "Faktura {invoice_number}",
    "privacy": "Om {dina} personuppgifter",
    "privacy_agent": "{agent} är personuppgiftsansvarig för inkassoärendet.",
    "privacy_creditor": "{creditor} är personuppgiftsansvarig, och {agent} behandlar uppgifterna åt {creditor}.",
    "privacy_data": "Vi behandlar namn, kontaktuppgifter, person- och kundnummer och uppgifter om skulden, som vi har fått av "
    "{creditor}. Det gör vi för att få betalt, bemöta invändningar och bokföra: för vårt och fordringsägarens berättigade "
    "intresse och för att lagen kräver det (artikel 6.1 f och c i dataskyddsförordningen, EU 2016/679). Uppgifterna lämnas till "
    "{creditor}, till dem som trycker och delar ut brev och till banker, och om skulden inte betalas till Kronofogden och "
    "domstol. De raderas när ärendet är avslutat och ingen lag längre kräver att de sparas.",
    "privacy_rights": "{Du} har rätt att få veta vilka uppgifter som behandlas, att få fel rättade, att invända mot "
    "behandlingen och i vissa fall att få uppgifter raderade eller behandlingen begränsad. Hör då av {dig} till oss: "
    "{contact}. {Du} kan också klaga hos Integritetsskyddsmyndigheten, imy.se. Allt om hur vi behandlar personuppgifter och "
    "hur länge de sparas står på {page}.",
    # The reminder.
    "reminder": "Påminnelse",
    "reminder_opening": "Vi har ännu inte fått {din} betalning till {creditor}. Betala senast den {pay_by}.",
    "reminder_opening_part_paid": "Tack för betalningen på {paid} till {creditor}. En del återstår: {remaining}. Betala "
    "det senast den {pay_by}.",
    "reminder_fee": "I beloppet ingår påminnelseavgift med {amount}. Avgiften är avtalad med {creditor} och följer "
    "2 och 4 §§ lagen (1981:739) om ersättning för inkassokostnader m.m.",
    "late_payment_fee": "I beloppet ingår förseningsersättning med {amount} enligt 4 a § lagen (1981:739) om ersättning "
    "för inkassokostnader m.m. Den gäller när ett företag eller en myndighet betalar för sent.",
    "reminder_questions": "Om något är fel",
    "reminder_question_text": "Anser {du} att kravet är fel, eller kan {du} inte betala i tid? Hör av {dig} till oss "
    "före den {pay_by}: {contact}. Ofta går det att hitta en lösning.",
    "reminder_otherwise": "Om det inte betalas",
    "reminder_otherwise_text": "Är det inte betalt den {pay_by} kan {creditor} lämna ärendet till inkasso. Ett "
    "inkassokrav får kosta högst {amount} för varje skuld.",
    # The collection demand.
    "demand": "Inkassokrav",
    "demand_opening": "{creditor} har gett oss i uppdrag att driva in en skuld som enligt våra uppgifter inte är "
    "betald. Betala eller lämna {dina} invändningar senast den {pay_by}.",
    "demand_opening_many": "{creditor} har gett oss i uppdrag att driva in {count} skulder som enligt våra uppgifter "
    "inte är betalda. Betala eller lämna {dina} invändningar senast den {pay_by}.",
    "assignment": "Kravet har överlåtits från {former_creditor} till {creditor} den {date}. Den som betalar till "
    "{former_creditor} blir därför inte fri från det.",
    "how_interest": "Så är räntan räknad",
    "invoice": "Faktura",
    "interest_base": "Räknad på kapital",
    "period": "Period",
    "days": "Dagar",
    "rate": "Räntesats",
    "rate_a_year": "{rate} % per år",
    "interest_covered": "Avgår, betald eller avskriven ränta",
    "no_interest": "Ingen ränta ingår i kravet.",
    "objections": "Om {du} inte håller med",
    "objections_text": "Är kravet fel, helt eller delvis? Berätta för oss senast den {pay_by}, gärna skriftligt, vad "
    "som är fel och varför. Medan vi utreder saken gör vi uppehåll med kravet. {Du} når oss så här: {contact}.",
    "hard_to_pay": "Kan {du} inte betala allt på en gång? Hör av {dig}, så ser vi om en amorteringsplan är möjlig.",
    "otherwise": "Om skulden inte betalas",
    "otherwise_enforcement": "Har vi den {pay_by} varken fått betalt eller hört av {dig}, kan {creditor} ansöka om "
    "betalningsföreläggande hos Kronofogden, som då prövar kravet. Ansökan kostar {total}: {application_fee} i avgift "
    "till Kronofogden och {work_fee} för arbetet med ansökan. Den kostnaden kan läggas till skulden.",
    "otherwise_debt_collection": "Har vi den {pay_by} varken fått betalt eller hört av {dig}, kan ärendet gå vidare till "
    "inkasso. Ett inkassokrav får kosta högst {amount}.",
    "otherwise_with_authority": "Har vi den {pay_by} varken fått betalt eller hört av {dig}, fortsätter målet hos "
    "Kronofogden.",
    "otherwise_surveillance": "Har vi den {pay_by} varken fått betalt eller hört av {dig}, finns skulden kvar hos oss. "
    "Räntan fortsätter att löpa och vi hör av oss på nytt.",
    # Instalments.
    "plan": "Amorteringsplan",
    "plan_opening": "Vi har kommit överens om att {du} betalar skulden till {creditor} i {count} delbetalningar. Den "
    "första ska vara betald den {first} och den sista den {last}.",
    "instalments": "Delbetalningar",
    "instalments_overleaf": "Delbetalning {first} till {last} står på nästa sida.",
    "instalments_from": "Delbetalning {first} till {last}",
    "instalment_number": "Nr",
    "instalment_amount": "Belopp",
    "instalment_rest": "Kvar av planen",
    "plan_terms": "Det här gäller",
    "plan_no_demands": "Följer {du} planen skickar vi inga nya krav, och ingen ansökan görs hos Kronofogden.",
    "plan_faster": "{Du} får när som helst betala mer eller fortare än planen säger. Det kostar ingenting.",
    "plan_interest": "Delbetalningarna täcker skulden i dag, {debt}, och den ränta som hinner löpa till den sista dagen, "
    "{interest}. Betalar {du} fortare blir räntan lägre, betalar {du} senare blir den högre. Den sista delbetalningen "
    "rättas efter det.",
    "plan_ends": "Är en delbetalning mer än {days} dagar sen upphör planen, och hela den återstående skulden ska "
    "betalas. Hör av {dig} innan om det blir svårt.",
    "plan_fee": "För planen tas en avgift ut en gång, {amount}, enligt 3 § 2 och 4 § lagen (1981:739) om ersättning för "
    "inkassokostnader m.m. Den ingår i skulden ovan.",
    "plan_wrong": "Stämmer planen inte med det vi kom överens om? Hör av {dig} före den {first}: {contact}.",
    "instalment": "Delbetalning {number} av {count}",
    "instalment_opening": "Nu är det dags för delbetalning {number} av {count} i {din} amorteringsplan för skulden till "
    "{creditor}. Betala {amount} senast den {pay_by}.",
    "instalment_after": "När den är betald återstår {rest} av planen.",
    "instalment_last": "Det är den sista delbetalningen i planen.",
    "debt_today": "Skulden i dag",
    "instalment_hard": "Blir det svårt att betala i tid? Hör av {dig} före den {pay_by}: {contact}.",
    "missed_instalment": "Påminnelse om delbetalning",
    "missed_opening": "Vi har inte fått delbetalning {number} av {count}, {amount}, som skulle ha varit betald den "
    "{date}. Betala den senast den {pay_by}, så gäller {din} amorteringsplan som förut.",
    "missed_otherwise": "Är den inte betald då upphör planen, och hela den återstående skulden till {creditor} ska "
    "betalas.",
    "missed_is_free": "Den här påminnelsen kostar {dig} ingenting.",
    "plan_ended": "Planen har upphört",
    "plan_ended_opening": "Vi har inte fått delbetalning {number} av {count}, som skulle ha varit betald den {date}. "
    "{Din} amorteringsplan för skulden till {creditor} har därför upphört, och hela den återstående skulden ska betalas "
    "senast den {pay_by}.",
    "plan_ended_help": "Har något kommit emellan? Hör av {dig} till oss före den {pay_by}: {contact}. Vi kan se om en ny "
    "plan är möjlig.",
    # Surveillance.
    "surveillance": "Påminnelse om skuld",
    "surveillance_opening": "Vi har ännu inte fått full betalning till {creditor}. Vi skriver för att {du} ska veta hur "
    "stor skulden är i dag och hur {du} kan betala den. Brevet kostar {dig} ingenting.",
    "payment_order": "Kronofogden fastställde skulden den {date}, mål {case_number}.",
    "limitation": "Om preskription",
    "limitation_text": "Brevet är ett skriftligt krav enligt 5 § preskriptionslagen (1981:130). En ny preskriptionstid "
    "börjar räknas när det har nått {dig}.",
    "surveillance_help": "Om {du} inte kan betala",
    "surveillance_help_text": "Betala gärna så mycket {du} kan, eller hör av {dig} så gör vi en plan som håller: "
    "{contact}. Kommunens budget- och skuldrådgivning hjälper privatpersoner utan kostnad.",
    "surveillance_help_to_organisations": "Betala gärna så mycket {du} kan, eller hör av {dig} så gör vi en plan som "
    "håller: {contact}.",
    # Respite.
    "respite": "Anstånd",
    "respite_opening": "{Du} har fått anstånd med betalningen till {creditor}. {Du} behöver inte betala förrän den "
    "{until}.",
    "respite_meanwhile": "Till dess skickar vi inga krav och tar inte ut några nya avgifter.",
    "respite_afterwards": "Är skulden inte betald den {until} går ärendet vidare från den dagen. Hör av {dig} till oss "
    "om {du} behöver mer tid eller vill dela upp betalningen: {contact}.",
    # Disputes.
    "dispute_received": "Invändning mottagen",
    "dispute_received_opening": "Vi har den {received} tagit emot {din} invändning mot kravet från {creditor}. "
    "Så här har vi uppfattat den:",
    "dispute_pause": "Vi har gjort uppehåll med ärendet. Så länge utredningen pågår skickar vi inga krav, tar inte ut "
    "några avgifter och ansöker inte hos Kronofogden.",
    "dispute_next": "Vi ber {creditor} om svar på det {du} invänder och skriver sedan till {dig}. Dröjsmålsränta löper "
    "under tiden på det som i slutändan visar sig vara rätt.",
    "dispute_add": "Vill {du} lägga till något eller skicka underlag? {Du} når oss så här: {contact}.",
    "nothing_to_pay_now": "Ingenting att betala nu",
    "nothing_to_pay_now_text": "{Du} behöver inte betala det {du} invänder mot medan vi utreder saken.",
    "dispute_answered": "Svar på invändning",
    "dispute_rejected": "{creditor} har gått igenom {din} invändning från den {received} och står fast vid kravet.",
    "dispute_partly": "{creditor} har gått igenom {din} invändning från den {received} och ger {dig} delvis rätt. "
    "Kravet har satts ned med {lowered_by}.",
    "dispute_accepted": "{creditor} har gått igenom {din} invändning från den {received} och ger {dig} rätt. Kravet är "
    "borttaget.",
    "creditors_answer": "Så här motiveras svaret:",
    "dispute_pay": "Det som återstår, {remaining}, ska vara betalt den {pay_by}.",
    "dispute_still": "Håller {du} fortfarande inte med? Skriv till oss senast den {pay_by}: {contact}. Då kan frågan "
    "behöva avgöras av domstol, och vi ansöker inte om betalningsföreläggande för det som är tvistigt i sak.",
    "nothing_to_pay": "Ingenting att betala",
    "nothing_to_pay_text": "Ärendet är avslutat och {du} behöver inte göra något mer.",
    # Free letters.
    "free": "Meddelande",
    "free_no_demand": "Det här är inget krav",
    "free_no_demand_text": "Meddelandet kostar {dig} ingenting, och det ändrar inte vad {du} ska betala eller när.",
    "free_contact_us": "Hör av {dig} till oss",
    "free_contact_us_text": "Vi vill gärna prata med {dig} om faktura {invoice_number}. Ring, mejla eller skriv till oss, så "
    "hjälps vi åt att hitta en lösning, till exempel mer tid eller en plan för att dela upp betalningen.",
    "free_documents_wanted": "Vi behöver underlag från {dig}",
    "free_documents_wanted_text": "För att gå vidare med det {du} har frågat om faktura {invoice_number} behöver vi se de "
    "handlingar {du} har, till exempel avtal, kvitto eller det {du} och säljaren har skrivit till varandra. Mejla eller "
    "skicka kopior till oss, så återkommer vi.",
    "free_payment_not_found": "Vi hittar inte {din} betalning",
    "free_payment_not_found_text": "{Du} har sagt att faktura {invoice_number} är betald, men vi hittar ingen sådan "
    "betalning. Skicka oss gärna ett kvitto från banken som visar dag, belopp, mottagarens konto och det nummer som "
    "{du} betalade med, så söker vi vidare.",
    "free_message_received": "Vi har fått {ditt} meddelande",
    "free_message_received_text": "Tack för {ditt} meddelande om faktura {invoice_number}. Vi läser igenom det och svarar "
    "så snart vi kan.",
    # Closing.
    "closing": "Avslutat ärende",
    "closed_paid": "Tack! Skulden till {creditor} är betald, och ärendet är avslutat.",
    "closed_credited": "{creditor} har krediterat hela kravet, och ärendet är avslutat.",
    "closed_cancelled": "{creditor} har återkallat kravet, och ärendet är avslutat.",
    "closed_written_off": "Kravet från {creditor} har skrivits av, och ärendet är avslutat.",
    "closed_returned": "Vi har lämnat tillbaka ärendet till {creditor} och kräver inte längre betalning. Frågor om "
    "skulden besvaras av {creditor}.",
    "closed_bankruptcy": "Ärendet hos oss är avslutat med anledning av konkursen. {creditor} kan i stället vända sig "
    "till konkursboet.",
    "closed_deceased": "Ärendet hos oss är avslutat med anledning av dödsfallet.",
    "closed_debt_restructuring": "Ärendet hos oss är avslutat med anledning av beslutet om skuldsanering.",
    "closed_time_barred": "Kravet från {creditor} är preskriberat, och ärendet är avslutat.",
    "nothing_to_us_text": "Betala ingenting mer till oss i det här ärendet.",
    "refund_comes": "{Du} har betalat {amount} för mycket, och de pengarna är {dina}. Vi betalar tillbaka dem, eller skriver för "
    "sig och frågar till vilket konto.",
    "closed_questions": "Har {du} frågor? {Du} når oss så här: {contact}.",
    "refund": "{Du} har betalat {amount} för mycket, och de pengarna är {dina}. Meddela oss vilket bankkonto vi ska "
    "betala tillbaka till. {Du} når oss så här: {contact}.",
    # A refund whose account is not known.
    "refund_notice": "Pengar tillbaka",
    "refund_how": "Skriv till vilket konto pengarna ska betalas: clearingnummer och kontonummer, bankgiro, plusgiro eller "
    "IBAN, och vem som har kontot. Vi frågar aldrig efter koder eller inloggning. Har {du} en annan skuld hos oss kan {du} "
    "i stället be oss att använda pengarna till den.",
    "refund_nothing_text": "Det här brevet är inget krav. Pengarna är {dina} tills de är betalda.",
    # The application for a payment order.
    "application": "Ansökan om betalningsföreläggande",
    "own_reference": "Vår referens",
    "applicant": "Sökande",
    "agent": "Ombud",
    "debtor": "Svarande",
    "name": "Namn",
    "id_number": "Person- eller org.nr",
    "organization_no": "Org.nr",
    "address": "Adress",
    "phone": "Telefon",
    "email": "E-post",
    "agent_code": "Ombudskod",
    "claimed": "Yrkande",
    "application_opening": "Sökanden begär att svaranden åläggs att betala det som anges nedan.",
    "claimed_interest": "Yrkad ränta",
    "interest_statutory": "Ränta enligt 6 § räntelagen på {capital} från och med den {from_day} tills betalning sker",
    "interest_agreed": "Avtalad ränta med {rate} % per år på {capital} från och med den {from_day} tills betalning sker",
    "interest_none": "Ingen ränta yrkas",
    "grounds": "Grund",
    "grounds_text": "Sökanden fordrar betalning enligt faktura {invoice_number} från den {invoice_date}, som förföll "
    "den {due_date}. Fakturan avser: {debt_description}. Ursprungligt kapital: {initial_capital}.",
    "original_creditor": "Ursprunglig fordringsägare är {former_creditor}. Fordringen överläts den {date}.",
    "demanded": "Inkassokrav enligt 5 § inkassolagen (1974:182) sändes den {demand_date} med betalning senast "
    "den {demand_pay_by}.",
    "capital_paid": "Kapitalet är betalt den {date}; ansökan gäller det som återstår.",
    "application_costs": "Kostnader för målet",
    "application_fee": "Ansökningsavgift, 1 § förordningen (1992:1094)",
    "agent_fee": "Ersättning för arbete, 48 § lagen (1990:746)",
    "claimed_in_all": "Yrkat belopp",
    "enforcement": "Verkställighet",
    "enforcement_wanted": "Sökanden begär att utslaget verkställs.",
    "enforcement_not_wanted": "Sökanden begär inte att utslaget verkställs (16 § lagen 1990:746).",
    "signed": "Ort och datum",
    "signature": "Underskrift av ombudet",
    # The explanation.
    "explanation": "Så har vi räknat",
    "explanation_opening": "Tabellen visar allt som har lagts till och dragits av, rad för rad, till och med den {at}. De fyra "
    "sista kolumnerna visar vad som var kvar efter raden: av kapital, ränta och kostnader, och allt tillsammans.",
    "line_date": "Datum",
    "line_text": "Händelse",
    "line_amount": "Belopp",
    "left": "Kvar",
    "interest_details": "{first_day}–{last_day}: {days} dagar, {rate} % på {base}",
    "provisional": "preliminär räntesats",
    "added": "Tillagt",
    "settled": "Betalt",
    "credited": "Krediterat",
    "written_off": "Avskrivet",
    "remaining": "Återstår",
    "explanation_interest": "Ränta är kapitalet gånger räntesatsen gånger antalet dagar, delat med 365. Ränta räknas "
    "aldrig på ränta eller kostnader. En betalning täcker först kostnader, sedan ränta och sist kapital.",
    "explanation_refund": "Utöver det har {amount} betalats för mycket. De pengarna är {dina} och betalas tillbaka.",
    "line_settled": "{article}, betalt",
    "line_credited": "{article}, krediterat",
    "line_written_off": "{article}, avskrivet",
    "letter_paid": "Brevets belopp betalt i tid, resten avskriven",
    "article_capital": "Kapital",
    "article_interest": "Dröjsmålsränta",
    "article_invoice_fee": "Fakturaavgift",
    "article_reminder": "Påminnelseavgift",
    "article_debt_collection": "Inkassokostnad",
    "article_late_payment_fee": "Förseningsersättning",
    "article_amortization_setup": "Uppläggning av amorteringsplan",
    "article_amortization_advice": "Aviseringsavgift",
    "article_amortization_reminder": "Påminnelse om delbetalning",
    "article_enforcement": "Ansökan om betalningsföreläggande",
    "article_application_fee": "Ansökningsavgift till Kronofogden",
    "article_application_work": "Ersättning för arbetet med ansökan",
    "article_attachment": "Grundavgift för utmätning",
    "article_cost": "Kostnad",
}
