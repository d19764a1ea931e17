"""Completion for shells, made from the command line itself."""

from __future__ import annotations

import argparse

_BASH = """_fordran_api() {{
  local words="{first}"
  case "${{COMP_WORDS[1]}}" in
{cases}
  esac
  [ "$COMP_CWORD" -eq 1 ] && words="{first}"
  COMPREPLY=($(compgen -W "$words" -- "${{COMP_WORDS[COMP_CWORD]}}"))
}}
complete -o default -F _fordran_api fordran-api"""


def completion(shell: str, parser: argparse.ArgumentParser) -> str:
    """A script for a shell to read."""
    below = _below(parser)
    if shell == "fish":
        first = f"complete -c fordran-api -n __fish_use_subcommand -xa '{' '.join(below)}'"
        rest = [
            f"complete -c fordran-api -n '__fish_seen_subcommand_from {name}' -a '{words}'"
            for name, words in below.items()
        ]
        return "\n".join([first, *rest])
    cases = "\n".join(f'    {name}) words="{words}" ;;' for name, words in below.items())
    script = _BASH.format(first=" ".join(below), cases=cases)
    return f"autoload -U +X bashcompinit && bashcompinit\n{script}" if shell == "zsh" else script


def _below(parser: argparse.ArgumentParser) -> dict[str, str]:
    """Each command → the words that may follow it."""
    (commands,) = (action for action in parser._actions if isinstance(action, argparse._SubParsersAction))
    return {name: " ".join(_words(command)) for name, command in commands.choices.items()}


def _words(command: argparse.ArgumentParser) -> list[str]:
    found: list[str] = []
    for action in command._actions:
        found += [option for option in action.option_strings if option.startswith("--")]
        found += [str(choice) for choice in action.choices or ()]
    return found
