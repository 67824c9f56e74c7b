"""Where the commands' processes begin and end: neither Ctrl-C nor a reader that has enough shows a traceback.

While a command loads its modules, and once it is done, there is nothing that an interrupt would have to
undo: the process says that it was interrupted and is gone. An exception would not do: it can come out of
a class's creation as a RuntimeError, or have the interpreter end with another status although it was caught
(a named tuple is made by evaluating text); and while the interpreter ends nobody is left to catch it. In
between, an interrupt is the command's own.

This module loads what every process has loaded already, so that hardly a moment comes before it.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType
    from typing import NoReturn

__all__ = ["EXIT_INTERRUPTED", "Loading", "run_provider", "run_purevirt"]

EXIT_FAILURE = 1
EXIT_INTERRUPTED = 130
EXIT_UNREAD = 141
"""What a shell shows of a program that ended by SIGPIPE, which Python ignores."""


def run_purevirt() -> int:
    """Run `purevirt` as this process, and return its exit status."""
    return _run("purevirt", "purevirt.cli.__main__")


def run_provider() -> int:
    """Run `purevirt-provider` as this process, and return its exit status."""
    return _run("purevirt-provider", "purevirt.provider.__main__")


class Loading:
    """A block in which Ctrl-C ends the process at once, with EXIT_INTERRUPTED and a line by `name`.

    Where something else than the interpreter's own handler takes interrupts, or this is not the main thread,
    the block is like any other.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._is_ours = False

    def __enter__(self) -> None:
        self.begin()

    def begin(self) -> None:
        """Have Ctrl-C end the process from now on."""
        import signal  # noqa: PLC0415 - it takes enough time for an interrupt to come meanwhile

        if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            try:
                signal.signal(signal.SIGINT, self._leave)
            except ValueError:
                return  # another thread than the main one, which gets no interrupts
            self._is_ours = True

    def __exit__(self, *_error: object) -> None:
        import signal  # noqa: PLC0415 - as above

        if self._is_ours:
            signal.signal(signal.SIGINT, signal.default_int_handler)

    def _leave(self, _number: int, _frame: FrameType | None) -> NoReturn:
        leave(self._name)


def leave(name: str) -> NoReturn:
    """End the process as an interrupted one, without waiting for anything."""
    try:
        # not by print(), which may be what was interrupted
        os.write(2, f"\n{name}: interrupted\n".encode())
        sys.stdout.flush()
    finally:
        # also where nobody listens there any more
        os._exit(EXIT_INTERRUPTED)


def _run(name: str, module: str) -> int:
    loading = Loading(name)
    try:
        try:
            with loading:
                from importlib import import_module  # noqa: PLC0415 - as above

                main = import_module(module).main
            return _flushed(name, main)
        except BrokenPipeError:
            if not _is_unread():
                raise
            _print_no_more()
            return EXIT_UNREAD
        finally:
            loading.begin()
    except KeyboardInterrupt:
        leave(name)


def _flushed(name: str, main: Callable[[], int]) -> int:
    """Return the status of `main`, or of printing where only that failed.

    All that was printed is written before the interpreter ends, which could only mumble about it.
    """
    try:
        status = main()
    except SystemExit:
        # --help and the like, which argparse has printed
        if _flush(name, 0) == 0:
            raise
        return EXIT_FAILURE
    return _flush(name, status)


def _flush(name: str, status: int) -> int:
    """Write what is buffered, and return `status`; where that fails, and nothing else has, say why."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        _print_no_more()
        if status == 0:
            sys.stderr.write(f"{name}: what it prints cannot be written ({error.strerror})\n")
        return status or EXIT_FAILURE
    return status


def _is_unread() -> bool:
    """Tell whether nobody reads what is printed, as after `| head`."""
    import select  # noqa: PLC0415 - as above

    poll = select.poll()
    poll.register(1, select.POLLOUT)
    return any(event & select.POLLERR for _, event in poll.poll(0))


def _print_no_more() -> None:
    """Send to nowhere what is still buffered, which is written when the interpreter ends."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.close(nowhere)
