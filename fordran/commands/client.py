"""`fordran client add`: an API client, which is a user that a program signs in as. The rest is in client_upkeep.py."""

from typing import Annotated

import typer

from fordran import clock
from fordran.commands.client_upkeep import UPKEEP
from fordran.commands.options import Data, DatabaseUrl, Json, load, say, show

app = typer.Typer(name="client", help="API clients.", no_args_is_help=True, add_completion=False)


class ExactlyOneOwnerRequired(Exception):
    """A client belongs to exactly one of the operator, a partner, an account or creditors."""


@app.callback()
def clients() -> None:
    """API clients."""


@app.command()
def add(
    ctx: typer.Context,
    name: Annotated[str, typer.Option(help="What to call the client.")],
    operator: Annotated[bool, typer.Option("--operator", help="It acts for the operator and sees all.")] = False,
    partner: Annotated[str | None, typer.Option(metavar="ID", help="It acts for a partner.")] = None,
    account: Annotated[str | None, typer.Option(metavar="ID", help="It acts for an account.")] = None,
    creditor: Annotated[list[str] | None, typer.Option(metavar="ID", help="For a creditor; may be repeated.")] = None,
    public_key: Annotated[
        list[str] | None, typer.Option(metavar="PEM", help="A public key, or the file it is in; may be repeated.")
    ] = None,
    ip: Annotated[
        list[str] | None, typer.Option(metavar="ADDR", help="An address or network it calls from; may be repeated.")
    ] = None,
    as_json: Json = False,
    data: Data = None,
    database_url: DatabaseUrl = None,
) -> None:
    """Add an API client and print its API code, which is shown this once."""
    from fordran.actions.accounts.add_client import add_client
    from fordran.commands.client_upkeep import pem_of
    from fordran.commands.installation import in_transaction, opened

    if [operator, partner is not None, account is not None, bool(creditor)].count(True) != 1:
        raise ExactlyOneOwnerRequired("Give exactly one of --operator, --partner, --account and --creditor.")
    keys = [pem_of(key) for key in public_key or []]
    with opened(load(ctx, data, database_url)) as settings:
        client = in_transaction(
            settings,
            lambda tx: add_client(
                tx,
                name=name,
                operator=operator,
                partner=partner,
                account=account,
                creditors=creditor or [],
                public_keys=keys,
                networks=ip or [],
                now=clock.now(),
            ),
        )
    show({"user": client.user, "api_code": client.api_code}, as_json=as_json)
    if not keys and not ip:
        say("This client can sign in only once it has a public key (--public-key) or an address (--ip).")


for _name, _command in UPKEEP.items():
    app.command(_name)(_command)
