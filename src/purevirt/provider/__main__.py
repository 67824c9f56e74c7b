"""`purevirt-provider`: the provider as a process."""

from __future__ import annotations

import sys

from purevirt.entry import EXIT_INTERRUPTED, Loading, run_provider

if __name__ == "__main__":  # before the rest is loaded, which is done there
    sys.exit(run_provider())

import asyncio
import os
from importlib import import_module
from typing import TYPE_CHECKING, Final

from purevirt.provider.errors import ConfigError, Interrupted, ProviderError, StoreError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from purevirt.provider.libvirt.backend import LibvirtBackend
    from purevirt.provider.serving.metrics import Metrics
    from purevirt.provider.settings.config import Config

# Commands that are not the server, by their first word; each module has a `main` of its own.
TOOLS: Final = {
    "check": "purevirt.provider.hostcheck.check_tool",
    "prepare": "purevirt.provider.hostcheck.prepare_tool",
    "machines": "purevirt.provider.tools.machine_tool",
    "state": "purevirt.provider.tools.state_tool",
}
NAME: Final = "purevirt-provider"
EXIT_CONFIG = 2
EXIT_FAILURE = 1


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the provider until it is told to stop, or one of TOOLS; return the exit status.

    0 after an orderly stop, 2 where a flag, a variable or a file is wrong (the state's, too) or a package is
    missing, 1 where it cannot start otherwise, 130 where Ctrl-C came before it served, or ended a tool.
    """
    given = list(sys.argv[1:] if arguments is None else arguments)
    try:
        if given and given[0] in TOOLS:
            with Loading(NAME):
                tool = import_module(TOOLS[given[0]]).main
            status: int = tool(given[1:])
            return status
        if given and not given[0].startswith("-"):
            raise _no_command(given[0])
        # Here, since the client alone is installed without what they need.
        with Loading(NAME):
            from purevirt.provider.logs import configure_logs, warn_of_variables  # noqa: PLC0415 - see above
            from purevirt.provider.serving.tls import only_tls13  # noqa: PLC0415 - see above
            from purevirt.provider.settings.config import config_of  # noqa: PLC0415 - see above
            from purevirt.provider.settings.config_report import check_config, check_state, report  # noqa: PLC0415 - see above
            from purevirt.provider.settings.credential_check import check_hosts  # noqa: PLC0415 - see above
            from purevirt.provider.settings.flags import collect, strange_variables  # noqa: PLC0415 - see above

        values = collect(given, os.environ)
        config = config_of(values, os.environ, uid=os.geteuid())
        printing, checking = values.boolean("print-config"), values.boolean("check-config")
        with values.named_by_origin():
            if printing:
                print(report(values, config), end="")  # noqa: T201 - what was asked for
            if checking:
                check_config(config, os.environ, uid=os.geteuid())
                for name in strange_variables(os.environ):
                    print(f"# {name} is the variable of no flag")  # noqa: T201 - what was asked for
                print("# the configuration is valid")  # noqa: T201 - what was asked for
            if printing or checking:
                return 0
            if not config.use_simulator:
                check_hosts(config.zones, environ=os.environ, uid=os.geteuid())
            if config.state is not None:
                check_state(config.state)
            configure_logs(level=config.log_level)
            warn_of_variables(strange_variables(os.environ))
            only_tls13()
            asyncio.run(_run(config))
    except ModuleNotFoundError as error:
        if error.name is None or error.name.startswith("purevirt"):
            raise
        text = f"purevirt-provider: {error.name} is not installed; type pip install 'purevirt[provider]'"
        print(text, file=sys.stderr)  # noqa: T201 - logs are among what is missing
        return EXIT_CONFIG
    except ConfigError as error:
        print(f"purevirt-provider: {_line(error)}", file=sys.stderr)  # noqa: T201 - logs may not be set up yet
        return EXIT_CONFIG
    except StoreError as error:
        print(f"purevirt-provider: --state: {_line(error)}", file=sys.stderr)  # noqa: T201 - one line, for a person
        return EXIT_CONFIG
    except ProviderError as error:
        print(f"purevirt-provider: {_line(error)}", file=sys.stderr)  # noqa: T201 - one line, for a person
        return EXIT_INTERRUPTED if isinstance(error, Interrupted) else EXIT_FAILURE
    except KeyboardInterrupt:
        print("\npurevirt-provider: interrupted", file=sys.stderr)  # noqa: T201 - below the ^C, for a person
        return EXIT_INTERRUPTED
    return 0


def _no_command(word: str) -> ConfigError:
    return ConfigError(f"{word!r} is no command: give {', '.join(sorted(TOOLS))}, or flags alone to serve")


def _line(error: ProviderError) -> str:
    """Return an error on one line, whatever the values in it."""
    return " ".join(str(error).splitlines())


async def _run(config: Config) -> None:
    """Serve with the hosts that are configured, or with simulated ones."""
    # Here, so that a wrong flag is reported without loading either of them.
    from purevirt.provider.libvirt.backend import LibvirtBackend  # noqa: PLC0415 - see above
    from purevirt.provider.serving.metrics import Metrics  # noqa: PLC0415 - see above
    from purevirt.provider.settings.backend_config import backend_config  # noqa: PLC0415 - see above

    metrics = Metrics()
    if not config.use_simulator:
        await _serve(config, LibvirtBackend(backend_config(config), observer=metrics), metrics)
        return
    from purevirt.provider.simulated.site import SimulatedSite  # noqa: PLC0415 - real hosts need none of it

    async with SimulatedSite(config) as site:
        await _serve(site.config, site.backend(metrics), metrics)


async def _serve(config: Config, backend: LibvirtBackend, metrics: Metrics) -> None:
    from purevirt.provider.server import ServerSettings, serve  # noqa: PLC0415 - as above

    settings = ServerSettings(
        addr=config.addr,
        catalog=config.catalog,
        zones=tuple(config.zones),
        limits_s=config.limits_s,
        state=config.state,
        reconcile_interval_s=config.reconcile_interval_s,
        metrics_addr=config.metrics_addr,
        admin_socket=config.admin_socket,
        reflection=config.reflection,
        tls=config.tls,
        shard_identity=config.shard_identity,
    )
    await serve(settings, backend, backend, metrics=metrics)
