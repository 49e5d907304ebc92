"""The ``forvm`` command.

Whatever the user can put right is told in one paragraph, with exit code 2 and no traceback.
"""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Sequence
from typing import NoReturn

WRONG = 2
INTERRUPTED = 130  # 128 + SIGINT, as shells have it


def main() -> NoReturn:
    """Run the command line with the words that the program was called with."""
    sys.exit(run(sys.argv[1:]))


def _in_one_line(message: Warning | str, *_: object, **__: object) -> str:
    """A warning to the user, without the place in our code."""
    return f"{message}\n"


def run(words: Sequence[str]) -> int:
    """Run a command; returns its exit code."""
    from cyclopts import CycloptsError

    from forvm.cli.app import make_app
    from forvm.errors import ForvmError

    warnings.formatwarning = _in_one_line
    try:
        made = make_app()
        code = made(list(words))
        sys.stdout.flush()
        return int(code or 0)
    except CycloptsError as error:
        from forvm.cli.error_messages import complain, in_words

        complain(in_words(error, words))
        return WRONG
    except ForvmError as error:
        from forvm.cli.error_messages import complain

        complain(str(error))
        return WRONG
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read our output has seen enough; the interpreter must not complain at its own end either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
