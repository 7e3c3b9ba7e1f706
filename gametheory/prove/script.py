"""Certificates as files: SMT-LIB scripts that are read back to statements.

Only the form that `Statement.script` writes is accepted, so that a file cannot contain a command or a word that two
programs read differently. The solvers get the script of the statement that was read, not the text of the file.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from gametheory.prove.statement import Statement
from gametheory.prove.terms import Term, parse, write

COMMENT = re.compile(r";[^\n]*")
PLAIN = re.compile(r"[\t\n\x20-\x7e]*")
REFUSED = re.compile(r'["|]')  # text and quoted names can hide a bracket or a comment
HEAD, TAIL = ("set-logic", "ALL"), ("check-sat",)


def read_script(text: str, name: str) -> Statement:
    """Return the statement whose negation a script asserts.

    Parameters
    ----------
    text
        The script: (set-logic ALL), declare-const for each variable, an assertion for each hypothesis, the assertion
        (not CONCLUSION), and one (check-sat). Comments are allowed.
    name
        The name of the statement.

    Raises
    ------
    ValueError
        If the script has another form, or the statement is malformed.

    Examples
    --------
    >>> square = Statement("square", (("x", "Int"),), ("(> x 1)",), "(> (* x x) x)")
    >>> read_script(square.script(), "square") == square
    True
    >>> read_script(square.script() + "(get-model)", "square")
    Traceback (most recent call last):
    ValueError: the last command is (get-model), not (check-sat)
    """
    text = COMMENT.sub("", text.replace("\r\n", "\n"))
    if not PLAIN.fullmatch(text) or REFUSED.search(text):
        raise ValueError("a command contains a sign that is not plain ASCII, or a quoted name or text")
    commands = parse(f"({text})")
    if isinstance(commands, str) or not all(isinstance(command, tuple) for command in commands):
        raise ValueError("there is text outside the commands")
    return _statement([command for command in commands if isinstance(command, tuple)], name)


def _statement(commands: Sequence[tuple[Term, ...]], name: str) -> Statement:
    if not commands or commands[0] != HEAD:
        raise ValueError("the first command is not (set-logic ALL)")
    if commands[-1] != TAIL:
        raise ValueError(f"the last command is {write(commands[-1])[:80]}, not (check-sat)")
    variables: list[tuple[str, str]] = []
    assertions: list[Term] = []
    for command in commands[1:-1]:
        match command:
            case ("declare-const", str(variable), str(sort)) if not assertions:
                variables.append((variable, sort))
            case ("assert", term):
                assertions.append(term)
            case _:
                raise ValueError(f"the command {write(command)[:80]} is not allowed here")
    match assertions:
        case [*hypotheses, ("not", conclusion)]:
            return Statement(name, tuple(variables), tuple(map(write, hypotheses)), write(conclusion))
    raise ValueError("the last assertion is not the negation of a conclusion")
