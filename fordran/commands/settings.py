"""`fordran settings`: the settings of cases at the installation and at agreement templates."""

import json
from typing import Annotated, Any

import typer

from fordran import clock
from fordran.commands.run import PrintingRun, command

app = typer.Typer(name="settings", help="Settings of cases.", no_args_is_help=True, add_completion=False)

Template = Annotated[
    str | None, typer.Option(metavar="ID", help="At this agreement template; at the installation if left out.")
]
Name = Annotated[str, typer.Argument(help="The setting, as reminder_fee.")]


@app.callback()
def settings() -> None:
    """Settings of cases."""


@command(app, "show")
def show_settings(
    run: PrintingRun,
    template: Template = None,
) -> None:
    """Print every setting as it holds at that level, and the level that it comes from."""
    from fordran.actions.cases.change_settings import settings_at

    found = run.in_transaction(lambda tx: settings_at(tx, clock.now(), template))
    _show(run, found)


@command(app, "set")
def set_setting(
    run: PrintingRun,
    name: Name,
    value: Annotated[str, typer.Argument(help="The value, as in JSON: 60, true, amounts in kronor.")],
    template: Template = None,
) -> None:
    """Set a setting."""
    from fordran.actions.cases.change_settings import change_setting

    found = run.in_transaction(lambda tx: change_setting(tx, name, _value(value), clock.now(), template))
    _show(run, found)


@command(app)
def unset(
    run: PrintingRun,
    name: Name,
    template: Template = None,
) -> None:
    """Let a setting have the value of the level above."""
    from fordran.actions.cases.change_settings import change_setting

    found = run.in_transaction(lambda tx: change_setting(tx, name, None, clock.now(), template))
    _show(run, found)


@command(app)
def templates(run: PrintingRun) -> None:
    """List the agreement templates."""
    from fordran.actions.cases.change_settings import templates as all_templates

    def line(one: dict[str, Any]) -> str:
        standard = ", the standard one" if one["is_standard"] else ""
        return f"{one['_id']}  {one['name']} ({one['accounts']} accounts{standard})"

    run.show_list("templates", run.in_transaction(all_templates), line)


@command(app, "add-template")
def add(
    run: PrintingRun,
    name: Annotated[str, typer.Argument(help="What to call it.")],
) -> None:
    """Add an agreement template and print its id, which accounts take as agreement_template."""
    from fordran.actions.cases.change_settings import add_template

    id_ = run.in_transaction(lambda tx: add_template(tx, name, clock.now()))
    run.show({"_id": id_})


def _value(text: str) -> Any:
    """The parsed value: a number, true, false or an object; other texts are left for the setting to refuse."""
    from fordran.shape.json_in import NotJson, json_of

    try:
        return json_of(text)
    except NotJson:
        return text


def _show(run: PrintingRun, found: dict[str, Any]) -> None:
    if run.as_json:
        run.show(found)
        return
    width = max(len(name) for name in found)
    for name, one in found.items():
        law = f"; {one['law']}" if "law" in one else ""
        capped = ", as far as the law allows" if one.get("was_capped") else ""
        typer.echo(f"{name:<{width}}  {json.dumps(one['value'])}  ({one['level']}{capped}{law})")
