"""`atlantis completion`: print a script that completes commands, options and files in a shell."""

from __future__ import annotations

import shlex
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator

from .described import Described, Option, describe_commands, general_options
from .output import emit_lines
from .program import program_name
from .table import HELP

DESCRIPTION = "Print a completion script for a shell: commands, options, values and files."
EXAMPLES = """\
  atlantis completion bash >> ~/.bashrc
  atlantis completion zsh > ~/.zfunc/_atlantis
  atlantis completion fish > ~/.config/fish/completions/atlantis.fish
"""


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("shell", choices=["bash", "zsh", "fish"], help="shell")


def run(options: Namespace) -> int:
    write = {"bash": _bash, "zsh": _zsh, "fish": _fish}[options.shell]
    extension = options.extension
    emit_lines(write(list(describe_commands(extension)), general_options(extension)))
    return 0


def _words(options: tuple[Option, ...]) -> str:
    return " ".join(name for option in options for name in option.names)


def _argument_words(command: Described) -> tuple[str, ...]:
    return tuple(choice for argument in command.arguments for choice in argument.choices)


def _bash(commands: list[Described], general: tuple[Option, ...]) -> Iterator[str]:
    program = program_name()
    yield f"# bash completion of {program}"
    yield "_atlantis() {"
    yield "    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} words="
    yield "    case ${COMP_WORDS[1]} in"
    for command in commands:
        yield f"    {command.name})"
        with_words = [option for option in command.all_options if option.choices]
        if with_words:
            yield "        case $prev in"
            for option in with_words:
                names = "|".join(option.names)
                yield f"        {names}) words={shlex.quote(' '.join(option.choices))};;"
            yield "        esac"
        more = " ".join(_argument_words(command))
        given = f"{_words(command.all_options)} {more}".strip()
        yield f"        [[ $words ]] || words={shlex.quote(given)};;"
    names = " ".join(command.name for command in commands)
    first = shlex.quote(f"{_words(general)} {names} {HELP}")
    yield f"    *) words={first};;"
    yield "    esac"
    yield f"    [[ $COMP_CWORD == 1 ]] && words={first}"
    yield '    COMPREPLY=($(compgen -W "$words" -- "$cur"))'
    yield '    [[ $cur == -* ]] || COMPREPLY+=($(compgen -f -- "$cur"))'
    yield "}"
    yield f"complete -o filenames -F _atlantis {program}"


def _zsh(commands: list[Described], general: tuple[Option, ...]) -> Iterator[str]:
    program = program_name()
    yield f"#compdef {program}"
    yield "_atlantis() {"
    yield "  local -a commands"
    yield "  commands=("
    for command in commands:
        yield f"    {shlex.quote(f'{command.name}:{command.summary}')}"
    yield "  )"
    yield "  if (( CURRENT == 2 )); then"
    yield "    _describe command commands"
    yield "    _files"
    yield f"    compadd -- {_words(general)}"
    yield "    return"
    yield "  fi"
    yield "  case $words[2] in"
    for command in commands:
        yield f"  {command.name})"
        yield "    _arguments \\"
        for option in command.all_options:
            for name in option.names:
                yield f"      {shlex.quote(_zsh_option(name, option))} \\"
        for word in _argument_words(command):
            yield f"      {shlex.quote(f'*:word:({word})')} \\"
        yield "      '*:file:_files' ;;"
    yield "  *) _files ;;"
    yield "  esac"
    yield "}"
    yield '_atlantis "$@"'


def _zsh_option(name: str, option: Option) -> str:
    text = option.help.replace("[", "(").replace("]", ")").replace(":", ";")
    if not option.metavar:
        return f"*{name}[{text}]"
    action = f"({' '.join(option.choices)})" if option.choices else ""
    action = "_files" if option.takes_file else action
    return f"*{name}[{text}]:{option.metavar.replace(':', ' ')}:{action}"


def _fish(commands: list[Described], general: tuple[Option, ...]) -> Iterator[str]:
    program = program_name()
    yield f"# fish completion of {program}"
    for command in commands:
        yield (
            f"complete -c {program} -n __fish_use_subcommand -a {command.name} "
            f"-d {shlex.quote(command.summary)}"
        )
    for option in general:
        yield f"complete -c {program} -n __fish_use_subcommand{_fish_option(option)}"
    for command in commands:
        seen = shlex.quote(f"__fish_seen_subcommand_from {command.name}")
        for option in command.all_options:
            yield f"complete -c {program} -n {seen}{_fish_option(option)}"
        words = _argument_words(command)
        if words:
            yield f"complete -c {program} -n {seen} -f -a {shlex.quote(' '.join(words))}"


def _fish_option(option: Option) -> str:
    parts = ""
    for name in option.names:
        parts += f" -l {name[2:]}" if name.startswith("--") else f" -s {name[1:]}"
    if option.metavar:
        parts += " -r"
    if option.choices:
        parts += f" -f -a {shlex.quote(' '.join(option.choices))}"
    return f"{parts} -d {shlex.quote(option.help)}"
