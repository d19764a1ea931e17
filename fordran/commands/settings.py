"""`fordran settings`: the settings of cases at the installation and at agreement templates."""

import json
from typing import Annotated, Any

import typer

from fordran import clock
from fordran.commands.options import Data, DatabaseUrl, Json, load, show

app = typer.Typer(name="settings", help="Settings of cases.", no_args_is_help=True, add_completion=False)

Template = Annotated[
    str | None, typer.Option(metavar="ID", help="At this agreement template; at the installation if left out.")
]
Name = Annotated[str, typer.Argument(help="The setting, as reminder_fee.")]


@app.callback()
def settings() -> None:
    """Settings of cases."""


@app.command("show")
def show_settings(
    ctx: typer.Context,
    template: Template = None,
    as_json: Json = False,
    data: Data = None,
    database_url: DatabaseUrl = None,
) -> None:
    """Print every setting as it holds at that level, and the level that it comes from."""
    from fordran.actions.cases.change_settings import settings_at
    from fordran.commands.installation import in_transaction, opened

    with opened(load(ctx, data, database_url)) as settings:
        found = in_transaction(settings, lambda tx: settings_at(tx, clock.now(), template))
    _show(found, as_json=as_json)


@app.command("set")
def set_setting(
    ctx: typer.Context,
    name: Name,
    value: Annotated[str, typer.Argument(help="The value, as in JSON: 60, true, amounts in kronor.")],
    template: Template = None,
    as_json: Json = False,
    data: Data = None,
    database_url: DatabaseUrl = None,
) -> None:
    """Set a setting."""
    from fordran.actions.cases.change_settings import change_setting
    from fordran.commands.installation import in_transaction, opened

    with opened(load(ctx, data, database_url)) as settings:
        found = in_transaction(settings, lambda tx: change_setting(tx, name, _value(value), clock.now(), template))
    _show(found, as_json=as_json)


@app.command()
def unset(
    ctx: typer.Context,
    name: Name,
    template: Template = None,
    as_json: Json = False,
    data: Data = None,
    database_url: DatabaseUrl = None,
) -> None:
    """Let a setting have the value of the level above."""
    from fordran.actions.cases.change_settings import change_setting
    from fordran.commands.installation import in_transaction, opened

    with opened(load(ctx, data, database_url)) as settings:
        found = in_transaction(settings, lambda tx: change_setting(tx, name, None, clock.now(), template))
    _show(found, as_json=as_json)


@app.command()
def templates(ctx: typer.Context, as_json: Json = False, data: Data = None, database_url: DatabaseUrl = None) -> None:
    """List the agreement templates."""
    from fordran.actions.cases.change_settings import templates as all_templates
    from fordran.commands.installation import in_transaction, opened

    with opened(load(ctx, data, database_url)) as settings:
        found = in_transaction(settings, all_templates)
    if as_json:
        show({"templates": found}, as_json=True)
        return
    for one in found:
        standard = ", the standard one" if one["is_standard"] else ""
        typer.echo(f"{one['_id']}  {one['name']} ({one['accounts']} accounts{standard})")


@app.command("add-template")
def add(
    ctx: typer.Context,
    name: Annotated[str, typer.Argument(help="What to call it.")],
    as_json: Json = False,
    data: Data = None,
    database_url: DatabaseUrl = None,
) -> None:
    """Add an agreement template and print its id, which accounts take as agreement_template."""
    from fordran.actions.cases.change_settings import add_template
    from fordran.commands.installation import in_transaction, opened

    with opened(load(ctx, data, database_url)) as settings:
        id_ = in_transaction(settings, lambda tx: add_template(tx, name, clock.now()))
    show({"_id": id_}, as_json=as_json)


def _value(text: str) -> Any:
    """The parsed value: a number, true, false or an object; other texts are left for the setting to refuse."""
    from fordran.shape.json_in import NotJson, json_of

    try:
        return json_of(text)
    except NotJson:
        return text


def _show(found: dict[str, Any], *, as_json: bool) -> None:
    if as_json:
        show(found, as_json=True)
        return
    width = max(len(name) for name in found)
    for name, one in found.items():
        law = f"; {one['law']}" if "law" in one else ""
        capped = ", as far as the law allows" if one.get("was_capped") else ""
        typer.echo(f"{name:<{width}}  {json.dumps(one['value'])}  ({one['level']}{capped}{law})")
