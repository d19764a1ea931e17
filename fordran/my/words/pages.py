"""The pages and their forms."""

from __future__ import annotations

from typing import Final

PAGES: Final = {
    "Adress": "Address",
    "Adressen kan vara felskriven. Gå till din sida och börja där.": (
        "The address may be mistyped. Go to your page and start there."
    ),
    "Alla ärenden": "All cases",
    "Antal delbetalningar": "Number of instalments",
    "Att betala": "To pay",
    "Att betala i dag": "To pay today",
    "Av": "By",
    "Avgift för planen": "Fee for the plan",
    "Avslutad": "Ended",
    "Bankgiro": "Bankgiro",
    "Bankkonto (clearingnummer och kontonummer)": "Bank account (clearing and account number)",
    "Belopp": "Amount",
    "Belopp från början": "Amount at first",
    "Belopp i brevet": "Amount in the letter",
    "Beloppet gäller i dag, {day}. Räntan växer för varje dag tills skulden är betald.": (
        "The amount is for today, {day}. Interest grows by the day until the debt is paid."
    ),
    "Betala": "Pay",
    "Betala skulden i delar, en gång i månaden.": "Pay the debt in parts, once a month.",
    "Brev": "Letter",
    "Brev som vi har skickat": "Letters that we have sent",
    "Brevnummer": "Letter number",
    "Börjar med B, som B1001-12.": "Begins with B, such as B1001-12.",
    "Daterat": "Dated",
    "Dela upp": "Pay in parts",
    "Delbetalningar": "Instalments",
    "Den stängs när den inte har använts på en stund. Ingenting har ändrats. Skriv koden igen.": (
        "It closes when it has not been used for a while. Nothing has changed. Write the code again."
    ),
    "Det förekommer falska krav. Här kan du se om ett brev verkligen kommer från oss, innan du betalar.": (
        "There are false demands about. Here you can see whether a letter really comes from us, before you pay."
    ),
    "Det förekommer falska krav. Numret och koden står på brevet.": (
        "There are false demands about. The number and the code stand on the letter."
    ),
    "Det här har kommit in": "What has arrived",
    "Din sida": "Your page",
    "Din skuld": "Your debt",
    "Dina invändningar": "Your objections",
    "Dina uppgifter": "Your details",
    "Du": "You",
    "Du betalar sammanlagt": "You pay in all",
    "Du har bett om något som en handläggare ska bestämma. Svaret kommer här.": (
        "You have asked for something that a person has to decide. The answer comes here."
    ),
    "Du har {amount} att få tillbaka.": "You have {amount} to get back.",
    "Du är inte skyldig {creditor} någonting i det här ärendet.": "You owe {creditor} nothing in this case.",
    "Du är skyldig {amount} i dag.": "You owe {amount} today.",
    "E-post": "E-mail",
    "En handläggare bestämmer om mer tid.": "A person decides on more time.",
    "En handläggare bestämmer om planer.": "A person decides on plans.",
    "En så lång plan måste en handläggare bestämma om. Vi skickar ditt önskemål, och du ser svaret här.": (
        "A person has to decide on so long a plan. We pass your wish on, and you see the answer here."
    ),
    "Faktura": "Invoice",
    "Fil {number}": "File {number}",
    "Fil: {name}": "File: {name}",
    "Filen kan inte läsas. Skicka en PDF eller en bild (JPEG, PNG, GIF eller BMP).": (
        "The file cannot be read. Send a PDF or a picture (JPEG, PNG, GIF or BMP)."
    ),
    "Filen är för stor. Den får vara högst 10 MB.": "The file is too large. It may be at most 10 MB.",
    "Filer som visar det": "Files that show it",
    "Få mer tid": "Get more time",
    "För": "For",
    "Första dag att betala": "First day to pay",
    "Har du fått ett brev eller en faktura?": "Have you got a letter or an invoice?",
    "Hit skickar vi pengar som du ska ha tillbaka. En handläggare kontrollerar kontot först.": (
        "This is where we send money that you are to get back. A person checks the account first."
    ),
    "Här finns inget att betala.": "There is nothing to pay here.",
    "Här ser du vad du är skyldig och varför, och vad du kan göra.": (
        "Here you see what you owe and why, and what you can do."
    ),
    "Högst {most} tecken. En handläggare läser och svarar här på sidan.": (
        "At most {most} characters. A person reads it and answers here on the page."
    ),
    "I dag, {day}, är du skyldig {creditor}": "Today, {day}, you owe {creditor}",
    "IBAN": "IBAN",
    "Ingenting har ändrats. Sidan har öppnats igen sedan du började skriva. Skicka igen, om det gäller det som visas nu.": (
        "Nothing has changed. The page was opened again since you began to write. Send again, if it is about what is shown now."
    ),
    "Inga betalningar har kommit in än. En betalning syns här dagen efter att den nått oss.": (
        "No payments have arrived yet. A payment is seen here the day after it has reached us."
    ),
    "Inga brev än.": "No letters yet.",
    "Inga krav skickas förrän borgenären har svarat dig.": ("No demands are sent until the creditor has answered you."),
    "Invänd": "Object",
    "Ja. Det här brevet har vi skickat.": "Yes. We have sent this letter.",
    "Jämför gärna med ditt brev: belopp, bankgiro och OCR-nummer ska vara desamma.": (
        "Do compare it with your letter: amount, bankgiro and OCR number are to be the same."
    ),
    "Klart. Du har fått mer tid. Du får också ett brev om det.": (
        "Done. You have been given more time. You get a letter about it, too."
    ),
    "Klart. Vi är överens om planen. Du får den också som brev.": (
        "Done. We agree on the plan. You get it as a letter, too."
    ),
    "Kod": "Code",
    "Kod att skanna i bankens app": "Code to scan in the bank's app",
    "Koden stämmer inte.": "The code is not right.",
    "Koden stämmer inte. Läs den en gång till i brevet eller på fakturan.": (
        "The code is not right. Read it once more in the letter or on the invoice."
    ),
    "Konto för återbetalningar": "Account for refunds",
    "Konto för återbetalningar: {kind} {number}": "Account for refunds: {kind} {number}",
    "Kontrollera": "Check",
    "Kontrollera att du har skrivit rätt. Stämmer det ändå inte: betala inte, och ring oss på {phone}.": (
        "Check that you have written it right. If it still does not fit: do not pay, and call us at {phone}."
    ),
    "Läget": "How it stands",
    "Med egna ord, till exempel att du redan har betalat eller aldrig fick varan. Högst {most} tecken.": (
        "In your own words, such as that you have paid already or never got the goods. At most {most} characters."
    ),
    "Meddelande": "Message",
    "Meddelanden": "Messages",
    "Mer tid till och med {day}": "More time until {day}",
    "Mottagare": "Payee",
    "Namn": "Name",
    "Nummer": "Number",
    "Nästa steg": "Next step",
    "Nästa steg: {step}, {day}.": "Next step: {step}, {day}.",
    "OCR-nummer": "OCR number",
    "Om dina personuppgifter": "About your personal data",
    "PDF eller bild, högst 10 MB var.": "PDF or picture, at most 10 MB each.",
    "Planen kostar alltså": "So the plan costs",
    "Plusgiro": "Plusgiro",
    "Räkna ut": "Compute",
    "Ränta tills allt är betalt": "Interest until all is paid",
    "Senast": "No later than",
    "Sidan har öppnats på nytt": "The page has been opened anew",
    "Sidan har stängts": "The page has been closed",
    "Sidan är stängd. Ingen annan som använder den här webbläsaren ser dina uppgifter.": (
        "The page is closed. Nobody else who uses this browser sees your data."
    ),
    "Skanna med din banks app": "Scan with your bank's app",
    "Skicka": "Send",
    "Skicka brev med e-post i stället för på papper": "Send letters by e-mail instead of on paper",
    "Skickat": "Sent",
    "Skriv den e-postadress som breven ska skickas till.": ("Write the e-mail address that letters are to be sent to."),
    "Skriv en e-postadress, som namn@exempel.se.": "Write an e-mail address, such as name@example.com.",
    "Skriv ett kontonummer som pengar kan sättas in på.": ("Write an account number that money can be paid to."),
    "Skriv ett telefonnummer, som 070-123 45 67.": "Write a telephone number, such as 070-123 45 67.",
    "Skriv något först.": "Write something first.",
    "Skriv till oss": "Write to us",
    "Skriv vad som är fel med kravet.": "Write what is wrong with the claim.",
    "Skuld i dag": "Debt today",
    "Slag av konto": "Kind of account",
    "Spara": "Save",
    "Spara kontot": "Save the account",
    "Stäng": "Close",
    "Svar:": "Answer:",
    "Säg till vilket konto.": "Say to which account.",
    "Så blir planen": "This is the plan",
    "Så har beloppet räknats ut": "How the amount was reached",
    "Så länge du följer planen skickar vi inga krav. Missar du en delbetalning gäller hela skulden igen.": (
        "As long as you keep to the plan we send no demands. If you miss an instalment the whole debt counts again."
    ),
    "Så mycket tid måste en handläggare bestämma om. Vi skickar ditt önskemål, och du ser svaret här.": (
        "A person has to decide on so much time. We pass your wish on, and you see the answer here."
    ),
    "Så når vi dig": "How we reach you",
    "Så är det nu": "How it is now",
    "Telefon": "Telephone",
    "Texten är för lång. Skriv högst {most} tecken, och resten i ett nytt meddelande.": (
        "The text is too long. Write at most {most} characters, and the rest in a new message."
    ),
    "Texten är för lång. Skriv högst {most} tecken, och skicka resten som en fil.": (
        "The text is too long. Write at most {most} characters, and send the rest as a file."
    ),
    "Till": "To",
    "Till din sida": "To your page",
    "Till och med": "Until",
    "Till och med {day} får du mer tid direkt.": "Until {day} you get more time at once.",
    "Tillsammans är du i dag, {day}, skyldig": "Today, {day}, you owe in all",
    "Tio tecken, som ABCDE-FGHJK.": "Ten characters, such as ABCDE-FGHJK.",
    "Tio tecken, som ABCDE-FGHJK. Koden står i brevet eller på fakturan.": (
        "Ten characters, such as ABCDE-FGHJK. The code stands in the letter or on the invoice."
    ),
    "Tycker du att kravet är fel? Berätta varför. Inkassot stoppas genast.": (
        "Do you think that the claim is wrong? Tell us why. Collection stops at once."
    ),
    "Under tiden skickar vi inga krav. Räntan fortsätter att växa.": (
        "Meanwhile we send no demands. Interest goes on growing."
    ),
    "Upp till {most} delbetalningar blir vi överens om direkt.": ("Up to {most} instalments are agreed at once."),
    (
        "Uppgifterna har ändrats medan du skrev. Ingenting har sparats. Nedan står det du skrev; spara igen om det"
        " ska gälla."
    ): (
        "The details have changed while you were writing. Nothing was saved. Below stands what you wrote; save "
        "again if it is to count."
    ),
    "Uppgifterna är sparade.": "The details are saved.",
    "Vad skulden gäller": "What the debt is for",
    "Vad är fel?": "What is wrong?",
    "Vi har fått din invändning, och inkassot är stoppat.": ("We have got your objection, and collection is stopped."),
    "Vi har fått ditt meddelande. Svaret kommer här.": "We have got your message. The answer comes here.",
    "Vi har fått ditt önskemål. En handläggare bestämmer, och du ser svaret här.": (
        "We have got your wish. A person decides, and you see the answer here."
    ),
    (
        "Vi har fått flera felaktiga koder från din uppkoppling. Vänta {minutes} minuter och försök igen, eller "
        "ring oss."
    ): ("We have got several wrong codes from your connection. Wait {minutes} minutes and try again, or call us."),
    "Vi har fått kontot. En handläggare ser till att pengar går dit.": (
        "We have got the account. A person sees to it that money goes there."
    ),
    "Vi har inte skickat något sådant brev.": "We have sent no such letter.",
    "Vilket ärende gäller det?": "Which case is it about?",
    "Visa brevet": "Show the letter",
    "Visa fakturan": "Show the invoice",
    "Visa hur beloppet har räknats ut": "Show how the amount was reached",
    "Visa vad som händer": "Show what happens",
    "Välj en dag som kommer, inom ett år.": "Choose a day to come, within a year.",
    "Väntar på borgenärens svar": "Awaiting the creditor's answer",
    "delbetalning senast {day}; hela skulden är {owed}": ("instalment no later than {day}; the whole debt is {owed}"),
    "faktura {number}": "invoice {number}",
    "{days} dagar med {rate} ränta per år på {base}, {start} – {end}": (
        "{days} days at {rate} interest a year on {base}, {start} – {end}"
    ),
    "Är brevet äkta?": "Is the letter real?",
    "Är namnet eller adressen fel? Skriv till oss.": "Is the name or address wrong? Write to us.",
    "Ärende {number}": "Case {number}",
    ("Ärendet har ändrats medan du läste. Ingenting har gjorts. Läs hur det är nu, och bekräfta igen om du vill."): (
        "The case has changed while you were reading. Nothing was done. Read how it is now, and confirm again if "
        "you like."
    ),
    (
        "Ärendet har ändrats medan du läste. Ingenting har gjorts. Planen nedan är räknad på nytt; läs den och "
        "bekräfta igen om du vill."
    ): (
        "The case has changed while you were reading. Nothing was done. The plan below is computed anew; read it "
        "and confirm again if you like."
    ),
    ("Ärendet har ändrats medan du skrev. Ingenting har gjorts. Din text står kvar; filer behöver du välja igen."): (
        "The case has changed while you were writing. Nothing was done. Your text is still there; files have to be"
        " chosen again."
    ),
    "Öppna": "Open",
    "ärende {number}": "case {number}",
    "Utan kod": "Without a code",
    "Visa vem du är, så ser du alla ärenden som rör dig.": "Show who you are, and see all cases that concern you.",
    "Öppna med {provider}": "Open with {provider}",
    "Vi fick inte veta vem du är. Försök igen, eller skriv koden i brevet.": (
        "We were not told who you are. Try again, or write the code in the letter."
    ),
    "Vi har inga ärenden som rör dig. Om du har fått ett brev från oss: se om det är äkta.": (
        "We have no cases that concern you. If you have got a letter from us, see whether it is real."
    ),
}
