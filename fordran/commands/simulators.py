"""`fordran simulators`: stand-ins of outside systems on this machine, to try an installation or an integration against."""

from __future__ import annotations

from typing import Annotated

import typer

from fordran.commands.options import say
from fordran.commands.run import CommandRun, command

app = typer.Typer(add_completion=False)


@command(app)
def simulators(
    run: CommandRun,  # noqa: ARG001
    port: Annotated[int, typer.Option("--port", min=1, max=65535, metavar="N", help="The port on 127.0.0.1.")] = 8100,
    seconds: Annotated[
        float, typer.Option("--seconds", min=0, max=600, help="How long a person takes to confirm something.")
    ] = 2.0,
) -> None:
    """Serve stand-ins of outside systems on this machine, until Ctrl-C."""
    import uvicorn
    from starlette.applications import Starlette
    from starlette.routing import Mount, Route

    from fordran import clock
    from fordran.outside.stand_ins.bolagsverket import BolagsverketStandIn
    from fordran.outside.stand_ins.enforcement import EnforcementStandIn
    from fordran.outside.stand_ins.fortnox import FortnoxStandIn
    from fordran.outside.stand_ins.kivra import KivraStandIn
    from fordran.outside.stand_ins.sms import SmsStandIn
    from fordran.outside.stand_ins.spar import SparStandIn
    from fordran.outside.stand_ins.swish import SwishStandIn
    from fordran.outside.stand_ins.visma import VismaStandIn

    spar = SparStandIn()
    systems = {
        "spar": spar.routes(),
        "swish": SwishStandIn(clock.now, seconds).routes(),
        "kivra": KivraStandIn(clock.now, seconds).routes(),
        "sms": SmsStandIn(seconds).routes(),
        "bolagsverket": BolagsverketStandIn().routes(),
        "fortnox": FortnoxStandIn(clock.monotonic).routes(),
        "visma": VismaStandIn(clock.monotonic).routes(),
        "enforcement": EnforcementStandIn().routes(),
    }
    mounts = [Mount(f"/{name}", routes=routes) for name, routes in systems.items()]
    application = Starlette(routes=[Route("/spar", spar.ask, methods=["POST"]), *mounts])
    say(f"Stand-ins on http://127.0.0.1:{port}: {', '.join(f'/{name}' for name in systems)}. Ctrl-C stops them.")
    uvicorn.run(application, host="127.0.0.1", port=port, log_level="warning")
