"""What the frame, the components and the pages of trouble say in English. The Swedish stands where it is used."""

from __future__ import annotations

from typing import Final

ENGLISH: Final = {
    "(valfritt)": "(optional)",
    "Adressen kan vara felskriven, eller så hör det den visar inte till dig. Sök efter det du vill se.": (
        "The address may be mistyped, or what it shows is not yours. Search for what you want to see."
    ),
    "Avbryt": "Cancel",
    "Be den som sköter användarna om en annan roll, eller en kollega med rätt roll att göra det.": (
        "Ask whoever looks after users for another role, or a colleague with the right role to do it."
    ),
    "Bekräfta": "Confirm",
    "Det går inte nu": "This cannot be done now",
    "Det du skrev": "What you wrote",
    "Det gick inte att förstå": "That could not be understood",
    "Det har ändrats medan du skrev": "It has changed while you were writing",
    "Det här händer": "This will happen",
    "Det gjordes en gång, med andra ord. Skicka det du skrev igen, om det också ska göras.": (
        "It was done once, with other words. Send what you wrote again, if that is to be done too."
    ),
    "Din roll får inte göra detta": "Your role may not do this",
    "Du är inte inloggad": "You are not signed in",
    "Efteråt": "Afterwards",
    "En länk gäller i femton minuter och kan användas en gång. Be om en ny.": (
        "A link is valid for fifteen minutes and can be used once. Ask for a new one."
    ),
    "Fler": "More",
    "Formuläret gick inte att läsa": "The form could not be read",
    "Filerna följer inte med. Välj dem igen på sidan.": "The files do not come along. Choose them again on the page.",
    "Formuläret har redan skickats": "The form has already been sent",
    "Formuläret hörde till en annan inloggning": "The form belonged to another sign-in",
    "Formuläret kom inte härifrån": "The form did not come from here",
    "Från början": "From the start",
    "För många försök": "Too many attempts",
    "Försök igen, eller be den som sköter användarna att se till att du finns där med rätt e-postadress.": (
        "Try again, or ask whoever looks after users to see to it that you are there with the right e-mail address."
    ),
    "Inloggningen gick inte": "Signing in did not work",
    "Gå till sidan och använd dess knappar.": "Go to the page and use its buttons.",
    "Gå tillbaka och försök igen.": "Go back and try again.",
    "Ingenting har gjorts.": "Nothing was done.",
    "Ingenting har gjorts. Nedan står det du skrev och hur det är nu; bestäm om du vill gå vidare.": (
        "Nothing was done. Below stands what you wrote and how it is now; decide whether to go on."
    ),
    "Ingenting har gjorts. Vänta en stund och försök igen.": "Nothing was done. Wait a while and try again.",
    "Ingenting har ändrats. Logga in igen, så kommer du tillbaka hit.": (
        "Nothing has changed. Sign in again, and you come back here."
    ),
    "Ingenting har ändrats. Någon har loggat in på nytt sedan sidan öppnades. Se efter vem, och skicka igen.": (
        "Nothing has changed. Somebody has signed in anew since the page was opened. See who, and send again."
    ),
    "Ingenting har ändrats. Öppna sidan på nytt och skicka formuläret därifrån.": (
        "Nothing has changed. Open the page anew and send the form from there."
    ),
    "Länken gäller inte": "The link is not valid",
    "Nu": "Now",
    "Nyckeln togs inte emot": "The passkey was not taken",
    "Öppna sidan på nytt och försök igen.": "Open the page anew and try again.",
    "Något behöver rättas": "Something has to be corrected",
    "Något gick fel hos oss": "Something went wrong on our side",
    "Sandlåda: ingenting lämnar den. Dagen är {day}.": "Sandbox: nothing leaves it. The day is {day}.",
    "Sidan finns inte": "There is no such page",
    "Sidan kan inte användas så": "The page cannot be used like that",
    "Sidor": "Pages",
    "Skicka igen": "Send again",
    "Som tabell": "As a table",
    "Texten kan vara för lång eller filen för stor. Korta den och försök igen.": (
        "The text may be too long or the file too large. Make it shorter and try again."
    ),
    "Till innehållet": "To the content",
    "Tjänsten är upptagen": "The service is busy",
    "Uppge numret {number} när du berättar om det, så ser vi vad som hände.": (
        "Quote the number {number} when you tell us, and we can see what happened."
    ),
    "Vad": "What",
    "Vänta {seconds} sekunder och försök igen.": "Wait {seconds} seconds and try again.",
}
