"""`fordran user`: people who sign in to the pages. The first ones are added here; the rest can be by those."""

from typing import Annotated, Literal

import typer

from fordran import clock
from fordran.commands.run import PrintingRun, command

app = typer.Typer(name="user", help="People who sign in to the pages.", no_args_is_help=True, add_completion=False)

LINK_PATH = "/console/sign-in/link?token="


@app.callback()
def users() -> None:
    """People who sign in to the pages."""


@command(app)
def add(
    run: PrintingRun,
    name: Annotated[str, typer.Option(help="The person's name.")],
    email: Annotated[str, typer.Option(help="The person's e-mail address.")],
    role: Annotated[
        Literal["handler", "finance", "admin", "auditor"], typer.Option(help="What the person is there for.")
    ] = "handler",
) -> None:
    """Add one of the operator's people and print the user's id."""
    from fordran.actions.people.add_person import add_person

    run.show({"_id": run.in_transaction(lambda tx: add_person(tx, name, email, role, clock.now()))})


@command(app)
def link(
    run: PrintingRun,
    user_or_email: Annotated[str, typer.Argument(help="The user's id or e-mail address.")],
) -> None:
    """Print a link by which a person signs in: once, within 15 minutes."""
    from fordran.actions.people.sign_in_links import make_link
    from fordran.commands.installation import in_transaction
    from fordran.commands.listener import people_url

    with run.opened() as settings:
        token = in_transaction(settings, lambda tx: make_link(tx, user_or_email, clock.now()))
        url = f"{people_url(settings)}{LINK_PATH}{token}"
    run.show({"url": url})
