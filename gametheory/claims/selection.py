"""Selection of claims: by folder, file and id, by expressions, and by the failures of the last run."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from collections.abc import Collection as Container
from dataclasses import dataclass

from gametheory.claims.addresses import address, address_of_file, base_id, file_of, local_id
from gametheory.claims.collect import Collection
from gametheory.claims.declare import Claim, ClaimsError, with_dependencies
from gametheory.claims.expression import ExpressionError, Predicate, parse
from gametheory.claims.targets import Asked, Target, refuse_unmatched


class NothingSelected(ClaimsError):
    """No claim matches the selection."""


class WrongExpression(ClaimsError):
    """An expression that selects claims has another form."""


@dataclass(frozen=True)
class Selection:
    """Which claims of a folder are checked, besides those that they depend on.

    Attributes
    ----------
    expressions
        Claims that match one of these expressions; all claims if there is none.
    addresses
        Only claims with these addresses; None for all.

    Examples
    --------
    >>> from gametheory.claims import claim, open_
    >>> claims = [("a source", claim(id, "a statement", "p. 1")(lambda: open_(""))) for id in ("A1", "A2", "A10")]
    >>> [item.id for _, item in claims if Selection(["a1"]).matcher(claims)(item)]
    ['A1']
    >>> [item.id for _, item in claims if Selection(["a and not a2", "no"]).matcher(claims)(item)]
    ['A1', 'A10']
    """

    expressions: Sequence[str] = ()
    addresses: frozenset[str] | set[str] | None = None

    @property
    def is_everything(self) -> bool:
        """Whether all claims are selected.

        >>> Selection().is_everything, Selection(["A"]).is_everything
        (True, False)
        """
        return not self.expressions and self.addresses is None

    def matcher(self, claims: Sequence[tuple[str, Claim]]) -> Callable[[Claim], bool]:
        """Return the function that says whether a claim is selected.

        A word that is the id of a claim stands for this claim, any other word for the claims that contain it.

        Parameters
        ----------
        claims
            All claims, whose ids words can be.

        Raises
        ------
        ClaimsError
            If an expression has another form.
        """
        ids = {name.lower() for _, each in claims for name in _names(each)}
        predicates = [_is(text) if text.lower() in ids else _parsed(text) for text in self.expressions]

        def matches(item: Claim) -> bool:
            own = {name.lower() for name in _names(item)}
            whole = f"{item.id} {item.statement}".lower()
            has = lambda word: word.lower() in (own if word.lower() in ids else whole)  # noqa: E731
            listed = self.addresses is None or not self.addresses.isdisjoint((address(item), address_of_file(item)))
            return listed and (not predicates or any(predicate(has) for predicate in predicates))

        return matches


def _parsed(text: str) -> Predicate:
    try:
        return parse(text or "''")
    except ExpressionError as error:
        raise WrongExpression(f"{text}: {error}") from error


def _is(text: str) -> Predicate:
    return lambda has: has(text)


def _names(item: Claim) -> tuple[str, ...]:
    return item.id, local_id(item), base_id(local_id(item)), address(item)


def asked_for(collection: Collection, asked: Asked) -> Collection:
    """Return the claims that paths name, with their dependencies, and the appendices of their files.

    Raises
    ------
    ClaimsError
        If a path names no claim.

    Examples
    --------
    >>> from gametheory.claims.targets import asked as targets_of
    >>> from gametheory.claims.sources import PACKAGE
    >>> asked_for(Collection([], [], {}), targets_of([PACKAGE])[0])
    Collection(claims=[], appendices=[], broken={}, files=())
    """
    if asked.is_whole:
        return collection
    targets, broken = asked.targets, collection.broken

    def is_asked(item: Claim) -> bool:
        return any(target.includes(item) or _may_include(target, item, broken) for target in targets)

    items = [item for _, item in collection.claims]
    refuse_unmatched([each for each in targets if not any(_may_include(each, item, broken) for item in items)], items)
    needed = with_dependencies(collection.claims, [item.id for item in items if is_asked(item)])
    return Collection(
        [pair for pair in collection.claims if pair[1].id in needed],
        [pair for pair in collection.appendices if any(_includes_all(each, pair[1].declared) for each in targets)],
        {id: reason for id, reason in broken.items() if id in needed},
        collection.files,
    )


def _may_include(target: Target, item: Claim, broken: Container[str]) -> bool:
    """Return whether a claim stands for a broken file of the target, which can declare any claim."""
    return item.id in broken and target.includes_file(file_of(item))


def _includes_all(target: Target, declared: object) -> bool:
    return not target.id and target.includes_file(getattr(declared, "file", ""))


def selected(collection: Collection, selection: Selection, folder: object) -> list[tuple[str, Claim]]:
    """Return the selected claims with their dependencies.

    The claims that stand for files that do not run to their ends are always included, because the files can contain
    the claim.

    Raises
    ------
    NothingSelected
        If no claim is selected.

    Examples
    --------
    >>> selected(Collection([], [], {}), Selection(["A"]), "proofs")
    Traceback (most recent call last):
    gametheory.claims.selection.NothingSelected: A: no claim in proofs has that id or contains that text
    """
    if selection.is_everything:
        return collection.claims
    matches = selection.matcher(collection.claims)
    wanted = [item.id for _, item in collection.claims if matches(item)]
    broken = collection.broken.keys() if selection.expressions else set[str]()
    needed = with_dependencies(collection.claims, wanted) | broken
    if not needed:
        text = " | ".join(selection.expressions) or "the failures of the last run"
        raise NothingSelected(f"{text}: no claim in {folder} has that id or contains that text")
    return [pair for pair in collection.claims if pair[1].id in needed]
