"""Which commands there are. Each is imported when it is called: ``forvm --help`` stays quick."""

from __future__ import annotations

from cyclopts import App

from forvm import text
from forvm._version import __version__
from forvm.cli.cli_text import command_help, say

COMMANDS = (
    "play",
    "serve",
    "replay",
    "simulate",
    "arena",
    "sweep",
    "report",
    "why",
    "cite",
    "balance",
    "emulate",
    "discover",
)
OWN_TEXTS = (
    "serve",
    "simulate",
    "arena",
    "sweep",
    "report",
    "why",
    "cite",
    "balance",
    "emulate",
    "discover",
)  # commands whose words are in a file of their own
RULES = ("list", "show", "parameters", "diff", "check", "odd")
STORE = ("backup", "restore", "drill", "check", "copy")
GROUPS = {"rules": RULES, "store": STORE}  # commands that have commands of their own


def make_app() -> App:
    """The whole command line."""
    app = App(
        name="forvm",
        help=f"{say('cli.app')}\n\n{say('cli.app_more')}",
        version=__version__,
        help_format="plaintext",
        print_error=False,
        exit_on_error=False,
        suppress_keyboard_interrupt=False,
        result_action="return_value",
    )
    for name in COMMANDS:
        app.command(f"forvm.cli.{name}_command:{name}", name=name, help=_help(name))
    rules = App(name="rules", help=command_help("rules"))
    for name in RULES:
        rules.command(f"forvm.cli.rules_command:{name}_rules", name=name, help=command_help(f"rules.{name}"))
    app.command(rules)
    store = App(name="store", help=_help("store"))
    for name in STORE:
        store.command(f"forvm.cli.store_command:{name}_store", name=name, help=_help("store", name))
    app.command(store)
    return app


def _help(name: str, *within: str) -> str:
    if name not in (*OWN_TEXTS, "store"):
        return command_help(name)
    texts = text.load(name)["cli"]
    for word in within:
        texts = texts[word]
    return f"{texts['help']}\n\n{say('cli.example', command=texts['example'])}"
