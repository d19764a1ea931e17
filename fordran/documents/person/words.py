"""The words of an extract from the register: what the law asks to be told, and the headings of what is held."""

from typing import TypeAlias

Text: TypeAlias = tuple[str, ...]

TITLE = "Registerutdrag"
INTRODUCTION = (
    "Detta är alla uppgifter som vi har om dig, enligt artikel 15 i EU:s dataskyddsförordning (GDPR). Först kommer vad lagen "
    "säger att du ska få veta, sedan uppgifterna själva. Samma uppgifter, utan något utelämnat, finns i filen person.json."
)
NOTHING_ELSE = "Övriga uppgifter"
NOTHING_ELSE_TEXT = (
    "Tekniska uppgifter om ärendena: bokningar, steg, händelser och loggar. De står i sin helhet i person.json."
)
SOURCE, COUNT = "Register", "Antal"


def information(responsible: str, months: int) -> tuple[tuple[str, Text], ...]:
    """Heading and text of everything that GDPR article 15.1 and 15.2 ask to be told."""
    return (
        (
            "Vem som ansvarar",
            (
                f"{responsible} är personuppgiftsansvarig för inkassoverksamheten och för uppgifterna i detta utdrag. Det "
                "företag som du är eller har varit skyldig pengar (borgenären) ansvarar för sina egna register.",
            ),
        ),
        (
            "Varför vi har uppgifterna",
            (
                "Uppgifterna används för att fakturera, påminna om och driva in fordringar, för att ta emot och redovisa "
                "betalningar, för att bemöta invändningar och för bokföring.",
            ),
        ),
        (
            "Rättslig grund",
            (
                "Berättigat intresse av att få betalt (artikel 6.1 f) enligt inkassolagen (1974:182), och rättslig "
                "förpliktelse (artikel 6.1 c) enligt bokföringslagen (1999:1078) och mervärdesskattelagen (2023:200). "
                "Personnummer behandlas för säker identifiering, enligt 3 kap. 10 § lagen (2018:218) med kompletterande "
                "bestämmelser till EU:s dataskyddsförordning.",
            ),
        ),
        (
            "Vilka uppgifter, och varifrån",
            (
                "Namn, person- eller organisationsnummer, adress, telefon och e-post; fakturor och skulder; vad som har "
                "hänt i ärendena; betalningar; brev och filer. De kommer från borgenären, från banken när du betalar och "
                "från dig själv.",
            ),
        ),
        (
            "Vilka som får del av dem",
            (
                "Borgenären i ditt ärende, banken, den som trycker och skickar brev för oss och, om fordran drivs vidare, "
                "Kronofogdemyndigheten och domstol.",
            ),
        ),
        (
            "Hur länge de sparas",
            (
                f"Uppgifterna gallras {months} månader efter att ditt sista ärende har avslutats: kontaktuppgifter, brev utan "
                "avgift, anteckningar och loggar tas bort, och ditt namn ersätts med en pseudonym.",
                "Fakturor, betalningar och annan räkenskapsinformation sparas till och med det sjunde året efter utgången av "
                "det kalenderår då räkenskapsåret avslutades (bokföringslagen 7 kap. 2 §). Därefter tas namn och nummer bort "
                "även där.",
            ),
        ),
        (
            "Dina rättigheter",
            (
                "Du kan begära att felaktiga uppgifter rättas (artikel 16), att uppgifter raderas när de inte längre behövs "
                "(artikel 17) och att användningen begränsas medan en invändning prövas (artikel 18). Du kan invända mot "
                "behandling som grundas på berättigat intresse (artikel 21).",
                "Påminnelser och krav skickas maskinellt när en betalning har uteblivit, efter fasta regler. Ingen profilering "
                "görs (artikel 22). Du kan bestrida kravet hos oss.",
                "Du kan klaga hos Integritetsskyddsmyndigheten, IMY.",
            ),
        ),
    )


Column: TypeAlias = tuple[str, str]
"""What a field is called, and the way to it through nested documents."""

TABLES: tuple[tuple[str, str, tuple[Column, ...]], ...] = (
    (
        "customers",
        "Vem du är hos oss",
        (
            *(("Namn", "name"), ("Nummer", "id_number"), ("Adress", "address"), ("Telefon", "mobile_number")),
            *(("E-post", "email"), ("Kundnummer", "customer_number"), ("Fordon", "car_registration.number")),
            *(("Avliden", "deceased"), ("Konkurs", "bankruptcy"), ("Skuldsanering", "debt_restructuring")),
            ("Skyddade uppgifter", "protected_identity"),
        ),
    ),
    ("accounts", "Du som kund hos tjänsten", (("Namn", "name"), ("Nummer", "organization_no"))),
    (
        "creditors",
        "Du som borgenär",
        (("Namn", "name"), ("Nummer", "organization_no"), ("Adress", "agreement_address")),
    ),
    ("partners", "Du som partner", (("Namn", "name"), ("Nummer", "organization_no"))),
    (
        "cases",
        "Ärenden",
        (
            *(("Faktura", "debt.invoice_number"), ("Borgenär", "creditor_name"), ("Avser", "debt.debt_description")),
            *(("OCR-nummer", "ocr_number"), ("Läge", "state"), ("Status", "status"), ("Avslutat", "closed")),
            ("Kvar, kr", "total_remaining_transaction_amount"),
        ),
    ),
    (
        "statements",
        "Vad som har lagts till och betalats",
        (
            *(("Ärende", "case"), ("Datum", "date"), ("Vad", "description"), ("Lagrum", "law")),
            ("Belopp, kr", "amount"),
        ),
    ),
    ("history", "Vad som har hänt i ärendena", (("Ärende", "case"), ("Datum", "date"), ("Status", "status"))),
    (
        "invoices",
        "Fakturor",
        (
            *(("Nummer", "invoice_number"), ("Borgenär", "creditor_name"), ("Fakturadatum", "invoice_date")),
            *(("Förfaller", "invoice_due_date"), ("Er referens", "your_reference")),
            ("Summa, kr", "total_amount_including_vat"),
        ),
    ),
    (
        "invoice--registrations",
        "Fakturor som borgenären har skickat till oss",
        (
            *(("Mottagen", "_created"), ("Faktura", "invoice_number"), ("Namn", "customer.name")),
            *(("Nummer", "customer.id_number"), ("Adress", "customer.address"), ("Telefon", "customer.mobile_number")),
            ("E-post", "customer.email"),
        ),
    ),
    (
        "case--registrations",
        "Skulder som borgenären har lämnat till oss",
        (
            *(("Mottagen", "_created"), ("Namn", "customer.name"), ("Nummer", "customer.id_number")),
            *(("Adress", "customer.address"), ("Telefon", "customer.mobile_number"), ("E-post", "customer.email")),
        ),
    ),
    (
        "bank--transactions",
        "Betalningar till oss",
        (
            *(("Datum", "booking_date"), ("Betalare", "payer"), ("Referenser", "references")),
            *(("Meddelande", "information"), ("Belopp, kr", "amount")),
        ),
    ),
    (
        "creditor--payments",
        "Betalningar till borgenären",
        (("Datum", "bank_transaction_date"), ("Referens", "creditor_payment_reference"), ("Belopp, kr", "amount")),
    ),
    ("creditor--creditings", "Krediteringar", (("Datum", "_created"), ("Belopp, kr", "amount"))),
    ("creditor--cancellations", "Återkallelser", (("Datum", "_created"), ("Ärende", "case"))),
    ("bank_refunds", "Återbetalningar", (("Datum", "created"), ("Namn", "name"), ("Konto", "bank_account"))),
    (
        "bank_order_lines",
        "Utbetalningar till dig",
        (("Datum", "execution_date"), ("Namn", "name"), ("Adress", "address"), ("Konto", "bank_account")),
    ),
    (
        "letters",
        "Brev",
        (
            *(
                ("Datum", "dated"),
                ("Slag", "kind"),
                ("Sätt", "channel"),
                ("Status", "status"),
                ("Betala senast", "pay_by"),
            ),
            ("Avgift, kr", "fee"),
        ),
    ),
    (
        "envelopes",
        "Försändelser",
        (("Dag", "day"), ("Sätt", "channel"), ("Mottagare", "receiver"), ("Status", "status")),
    ),
    ("work--items", "Anteckningar för handläggare", (("Datum", "_created"), ("Slag", "kind"), ("Orsak", "reason"))),
    (
        "request--logs",
        "Sparade anrop",
        (("Datum", "_created"), ("Vad", "resource"), ("Svar", "status")),
    ),
    (
        "files",
        "Filer",
        (("Skapad", "created"), ("Namn", "filename"), ("Slag", "content_type"), ("Storlek, byte", "size")),
    ),
)
"""What is shown in a table of its own: where it stands in the data, its heading, its columns."""

WORDS = {
    True: "ja",
    False: "nej",
    "active": "pågår",
    "amortization": "avbetalning",
    "amortization_notice": "avi",
    "amortization_plan": "avbetalningsplan",
    "bankruptcy": "konkurs",
    "cancelled": "återkallat",
    "closed": "avslutat",
    "credited": "krediterat",
    "debt_collection": "inkasso",
    "debt_collection_active": "inkasso",
    "debt_restructuring": "skuldsanering",
    "deceased": "avliden",
    "dispute": "svar på bestridande",
    "dispute_answer": "besked om bestridande",
    "disputed": "bestridet",
    "email": "e-post",
    "enforcement": "betalningsföreläggande",
    "enforcement_applied": "ansökan om betalningsföreläggande",
    "enforcement_contested": "bestridet hos Kronofogden",
    "enforcement_execution": "verkställighet",
    "enforcement_served": "delgivet",
    "enforcement_verdict": "utslag",
    "failed": "misslyckat",
    "initialized": "registrerat",
    "initializing": "registreras",
    "free": "fritt brev",
    "invoice": "faktura",
    "made": "skapat",
    "paid": "betalt",
    "print": "post",
    "queued": "väntar",
    "reminder": "påminnelse",
    "reminder_active": "påminnelse",
    "respite": "anstånd",
    "returned": "återlämnat",
    "sent": "skickat",
    "shown": "visat, ej skickat",
    "stopped": "stoppat",
    "surveillance": "bevakning",
    "surveillance_active": "bevakning",
    "time_barred": "preskriberat",
    "written_off": "avskrivet",
}
"""What the register's own words mean."""
