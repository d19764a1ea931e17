"""The demo installation's API code: made once, kept in the data folder, shown at every start."""

from fordran import clock
from fordran.actions.debtors.debtor_link import debtor_link
from fordran.actions.demo.fill_demo import DAYS, DemoYear, fill_demo, is_empty
from fordran.actions.demo.staff import demo_debtors_case, demo_people
from fordran.actions.demo.year import YEAR
from fordran.actions.people.sign_in_links import make_link
from fordran.commands.installation import in_transaction
from fordran.commands.listener import people_url, reachable_operator
from fordran.commands.options import say
from fordran.commands.progress import passing
from fordran.commands.user import LINK_PATH
from fordran.outside.media import media_of
from fordran.outside.order_files import OrderFolder
from fordran.safe_names import write_for_good
from fordran.settings import Settings
from fordran.store.connections.database import Connection


def demo_api_code(settings: Settings) -> str | None:
    """Fill the installation if it is empty. Returns the demo's API code, or None if there is no demo in it."""
    kept = settings.data / "demo-api-code"
    media = media_of(settings)
    invoices = settings.demo_invoices if settings.sandbox else 0
    year = DemoYear(invoices, OrderFolder(settings.data / "payouts")) if invoices else None

    async def fill(tx: Connection) -> str | None:
        if year and await is_empty(tx):
            say("The demo is a year of business; playing it takes about half a minute.")
        with passing(YEAR if year else DAYS, "Playing the demo's history, day by day") as tell:
            demo = await fill_demo(tx, media.put, settings.operator, clock.now(), tell, year)
        if demo is None:
            return None
        # Kept before the transaction ends: a demo whose code nobody knows could never be signed in to.
        write_for_good(kept, demo.api_code)
        return demo.api_code

    filled = in_transaction(settings, fill)
    if filled is not None:
        if settings.sandbox:
            days = YEAR if year else DAYS
            say(f"The demo is {days} days of business up to today; fordran clock advance moves it on.")
        return filled
    return kept.read_text().strip() if kept.exists() else None


def demo_links(settings: Settings) -> dict[str, str]:
    """A link to sign in by for each of the demo's people who is still there, by what the person is."""

    async def make(tx: Connection) -> dict[str, str]:
        links = {
            who: f"{people_url(settings)}{LINK_PATH}{await make_link(tx, user, clock.now())}"
            for who, user in (await demo_people(tx)).items()
        }
        case = await demo_debtors_case(tx)
        if case is not None:
            links["debtor"] = (await debtor_link(tx, reachable_operator(settings), case, clock.now()))["url"]
        return links

    return in_transaction(settings, make)


def curl_line(base_url: str, api_code: str) -> str:
    """A line that signs in and lists creditors, as pasted into a shell."""
    sign_in = (
        f"curl -s {base_url}/authenticates/api-code -H 'content-type: application/json' "
        f"""-d '{{"code":"{api_code}"}}'"""
    )
    pick = r"""sed 's/.*"token" *: *"\([^"]*\)".*/\1/'"""
    return f"""curl -s -H "x-api-key: $({sign_in} | {pick})" '{base_url}/creditors?pretty'"""
