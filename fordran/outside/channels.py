"""The channels that letters leave by: e-mail where there is a mail server and an address, else print."""

from __future__ import annotations

from fordran.actions.letters.send_letters import Deliver, NotDelivered, Parcel
from fordran.outside.mail import Mail
from fordran.outside.media import MediaFolder
from fordran.outside.print_folder import PrintFolder
from fordran.settings import Settings


def channels(settings: Settings) -> Deliver:
    """How an installation with these settings delivers."""
    media = MediaFolder(settings.data / "media")
    folder = PrintFolder(settings.data / "print", media.get)
    operator = settings.operator
    mail = None
    if settings.smtp_url:
        mail = Mail(settings.smtp_url, settings.mail_from or operator.email, operator.name, media.get)

    async def deliver(parcel: Parcel) -> None:
        # A letter in an invented name would be wrong, so nothing leaves before the operator has said who it is.
        if settings.operator_is_placeholder:
            raise NotDelivered("the operator's particulars in fordran.toml are still invented")
        if parcel.channel == "email" and mail is not None:
            await mail.deliver(parcel)
        else:
            await folder.deliver(parcel)

    return deliver
