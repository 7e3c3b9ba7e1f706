"""Solutions as theorems of ACL2, from the tables that also state those of Rocq; `prove.acl2` writes the files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from gametheory.claims.provers import books_of
from gametheory.model.extensive_form import CHANCE
from gametheory.model.normal_form import NormalForm
from gametheory.numbers.rationals import check_number
from gametheory.prove.acl2 import (
    CHECK,
    KINDS,
    LISP,
    SEATS,
    Expression,
    Form,
    LispTheorem,
    flattened,
    form,
    lisp_text,
    theorem_name,
)
from gametheory.render.theorems import (
    Decision,
    Follows,
    NotStated,
    NumberedTree,
    Statements,
    Table,
    Theorem,
    comment,
    plain,
    profile_claim,
    profile_comment,
    value_claim,
)
from gametheory.solvers.equilibrium import Equilibrium


def _numbers(values: Iterable[Fraction | int]) -> Form:
    return form(*map(Fraction, values))


def _value(table: Table, name: str, title: str) -> Theorem:
    positions, plans, values = Form(), (Form(), Form()), Form()
    for rank, (node, payoffs) in enumerate(zip(table.nodes, table.values, strict=True), 1):
        values.append(Fraction(payoffs[0]))
        if not isinstance(node, Decision):
            positions.append(Fraction(node[0]))
            continue
        matrix, weights = node.matrix(table.players)
        positions.append(form(*map(_row, matrix)))
        for plan, own in zip(plans, weights, strict=True):
            # a plan that does not list a position means its first move
            if own[0] != 1:
                plan.append(_numbers([rank, *own]))
    first, second = plans
    data = {"game": positions, "first-plan": first, "second-plan": second, "values": values}
    comments = {"game": [*map(table.comment, range(1, len(positions) + 1))]}
    stated = [Fraction(table.start), values[table.start - 1]]
    theorem = LispTheorem("game-value", theorem_name(name), data, stated)
    return _file(name, theorem, value_claim(table, title), comments)


def _row(row: Sequence[Follows]) -> Form:
    entries = Form()
    for follows in row:
        entries.append(form(*(form(*follow) for follow in follows)))
    return entries


def _profile(table: NormalForm, equilibrium: Equilibrium, name: str, title: str) -> Theorem:
    cells, names = Form(), []
    for profile, payoffs in sorted(table.cells().items()):
        cells.append(form(_numbers(profile), _numbers(payoffs)))
        names.append(profile_comment(table, profile))
    sizes = _numbers(map(len, table.strategies))
    data = {"sizes": sizes, "game": cells, "strategies": form(*map(_numbers, equilibrium.plans))}
    stated = [_numbers(equilibrium.payoffs)]
    theorem = LispTheorem("nash-equilibrium", theorem_name(name), data, stated)
    return _file(name, theorem, profile_claim(table, equilibrium, title), {"game": names, "strategies": table.players})


def _tree(numbered: NumberedTree, name: str, title: str) -> Theorem:
    plans = Form(), Form()
    names: tuple[list[str], list[str]] = [], []
    for player, (plan, names_of_sets) in enumerate(zip(plans, names, strict=True), 1):
        for number, weights, set_name in numbered.plan(player):
            plan.append(_numbers([number, *weights]))
            names_of_sets.append(set_name)
    root = _root(numbered)
    if not isinstance(root, Form):
        raise NotStated("no player chooses in this tree, and chance does not either")
    data = {"game": root, "first-plan": plans[0], "second-plan": plans[1]}
    theorem = LispTheorem("tree-value", theorem_name(name), data, [Fraction(numbered.value)])
    return _file(name, theorem, numbered.claim(title), {"first-plan": names[0], "second-plan": names[1]})


def _root(numbered: NumberedTree) -> Expression:
    """Return the tree as ACL2 has it: payoffs, and lists that begin with chance or the player who chooses."""
    tree = numbered.tree
    complete: list[Expression] = []  # the nodes that come later, but for those below one of them; the first one is last
    # backwards, so that the branches of a node are complete before it
    for node, payoffs in reversed([*zip(tree.nodes, numbered.payoffs, strict=True)]):
        if node.player is None:
            complete.append(Fraction(payoffs[0]))
            continue
        if node.player == CHANCE:
            known: Expression = _numbers(tree.information_sets[node.set_key].probabilities)
        else:
            known = Fraction(numbered.sets[node.set_key])
        branches = [complete.pop() for _ in tree.actions(node)]
        complete.append(form(SEATS[node.player], known, *branches))
    return complete[0]


def _file(name: str, theorem: LispTheorem, claim: Sequence[str], comments: Mapping[str, Sequence[str]]) -> Theorem:
    """Return the file of a theorem: the words at its beginning, and the forms with comments."""
    books = books_of(theorem.kind)
    library = {}
    for book, text in books.items():
        library[f"{book}{LISP}"] = text
    names = " ".join([*books, name])
    words = [
        "You must believe the definitions of games.lisp, the game below, and ACL2. Not the certificate, not the",
        f"checker, which is proved right in {KINDS[theorem.kind].book}.lisp, and not the program that wrote this file.",
        "The check numbers show a slip of one digit; no theorem needs them.",
        "To certify it, with the books of the program in the same folder:",
        f"  for book in {names}; do echo '(certify-book \"'$book'\" 0 nil)' | acl2; done",
    ]
    # last, because they are those of all other data
    theorem.data[CHECK] = form(*(check_number(flattened(row)) for row in theorem.rows()))
    plain_comments = {name: [*map(comment, texts)] for name, texts in comments.items()}
    head = "\n; ".join(["", *map(plain, claim), *words]).lstrip()
    return Theorem(f"{head}\n{lisp_text(theorem, plain_comments)}", library)


ACL2 = Statements(_value, None, _profile, _tree)
