"""All Nash equilibria in pure strategies of a table or a tree, or those of a tree that are subgame perfect."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any, TypeAlias

from gametheory.model.extensive_form import ExtensiveForm, ImperfectRecall, with_distinct_names
from gametheory.model.normal_form import NormalForm
from gametheory.model.payoffs import Payoffs
from gametheory.model.reduced_normal_form import Plan, reduced_normal_form, reduced_plans
from gametheory.model.sequence_form import SequenceForm, sequence_form
from gametheory.solvers.many_players.solution import TABLE_CHECK, TREE_CHECK, ManyPlayerSolution
from gametheory.solvers.nash_solution import Equilibrium
from gametheory.solvers.questions.answer import Profile
from gametheory.solvers.sequence_form.equilibrium import checked_tree_equilibrium
from gametheory.solvers.sequence_form.subgames import NestedSubgames
from gametheory.solvers.solution import Check
from gametheory.verify import check_mixed_profile, check_pure_equilibria, check_subgame_perfect_tree

ALL_CHECK = Check("no pure equilibrium is missing, in each subgame", "verify.check_pure_equilibria")
SUBGAMES_CHECK = Check("every equilibrium, in each subgame", "verify.check_subgame_perfect_tree")
MAX_CELLS = 200_000
MAX_LISTED = 1_000
Option: TypeAlias = tuple[Payoffs, Plan]  # the payoffs of a subgame, and the actions in it


def pure_equilibria(game: NormalForm | ExtensiveForm, subgame_perfect: bool = False) -> ManyPlayerSolution:
    """Return all pure equilibria; of a tree those of its reduced normal form, or of each subgame.

    Subgame perfect: the innermost subgames come first; each is replaced by the payoffs of each of its equilibria. Cost:
    the profiles of each subgame, for each combination of payoffs.
    """
    game = with_distinct_names(game)
    which = "subgame-perfect ones" if subgame_perfect else "ones"
    reason = f"all pure {which} are listed, mixed ones are not"
    found: Iterator[Equilibrium]
    checks, forgotten = (TABLE_CHECK, ALL_CHECK), ""
    if isinstance(game, ExtensiveForm):
        try:
            form = sequence_form(game)
            found = _tree_equilibria(game, form, subgame_perfect)
            checks = (SUBGAMES_CHECK if subgame_perfect else TREE_CHECK, ALL_CHECK)
        except ImperfectRecall as error:
            if subgame_perfect:
                raise
            game, forgotten = with_distinct_names(reduced_normal_form(game)), str(error)
    elif subgame_perfect:
        raise ValueError("subgame_perfect: only for rules or a game in extensive form, such as a file .efg")
    if isinstance(game, NormalForm):
        found = _table_equilibria(game)
    return ManyPlayerSolution(
        game,
        tuple(found),
        "all profiles of pure strategies",
        complete=False,
        checked=checks,
        reason=reason,
        imperfect_recall=forgotten,
    )


def _profiles(table: NormalForm) -> list[Profile]:
    """Return the profiles from which no player gains by another strategy."""
    if len(table.outcomes) > MAX_CELLS:
        raise ValueError(f"the game has {len(table.outcomes):,} profiles; at most {MAX_CELLS:,} are allowed")
    cells = table.cells()
    best: dict[tuple[int, Profile], Fraction] = {}
    for profile, payoffs in cells.items():
        for who, payoff in enumerate(payoffs):
            key = who, profile[:who] + profile[who + 1 :]
            best[key] = max(payoff, best.get(key, payoff))
    found = [
        profile
        for profile, payoffs in cells.items()
        if all(payoff == best[who, profile[:who] + profile[who + 1 :]] for who, payoff in enumerate(payoffs))
    ]
    check_pure_equilibria(table, found)
    return found


def _table_equilibria(table: NormalForm) -> Iterator[Equilibrium]:
    for profile in _profiles(table):
        plans = [_pure(action, len(names)) for action, names in zip(profile, table.strategies, strict=True)]
        yield Equilibrium(tuple(plans), check_mixed_profile(table, plans))


def _pure(action: int, count: int) -> tuple[Fraction, ...]:
    return tuple(Fraction(int(action == each)) for each in range(count))


def _tree_equilibria(tree: ExtensiveForm, form: SequenceForm, subgame_perfect: bool) -> Iterator[Equilibrium]:
    """Yield the equilibria, with the action at every information set if they are subgame perfect."""
    subgames = NestedSubgames.of(tree) if subgame_perfect else NestedSubgames(tree, {0: []}, {0: len(tree.nodes)})
    for _, plan in _options(subgames):
        chosen = {
            key: _pure(max(plan.get(key, 0), 0), len(own.actions))
            for key, own in tree.information_sets.items()
            if key[0]
        }
        behavior = [
            {number: mixed for (who, number), mixed in chosen.items() if who == player}
            for player in range(1, len(tree.players) + 1)
        ]
        plans = tuple(own.plan(each) for own, each in zip(form.players, behavior, strict=True))
        found = checked_tree_equilibrium(form, plans)
        if subgame_perfect:
            check_subgame_perfect_tree(tree, chosen)
            found = replace(found, behavior=tuple(behavior))
        yield found


def _options(subgames: NestedSubgames) -> list[Option]:
    """Return the payoffs and the actions of each equilibrium of the tree, after those of each subgame."""
    options: dict[int, list[Option]] = {}
    for root, inner in reversed(subgames.inner.items()):
        options[root], known = [], dict[Any, list[Option]]()
        for number, chosen in enumerate(product(*(options[each] for each in inner))):
            payoffs = tuple(each for each, _ in chosen)
            if payoffs not in known:
                known[payoffs] = _stage_options(subgames.stage(root, payoffs))
            plans: Sequence[Mapping[Any, int]] = [plan for _, plan in chosen]
            for own_payoffs, own in known[payoffs]:
                options[root].append((own_payoffs, {key: a for plan in (*plans, own) for key, a in plan.items()}))
            if max(number, len(options[root])) > MAX_LISTED:
                raise ValueError(f"more than {MAX_LISTED:,} pure equilibria of the subgames of one subgame")
    return options[0]


def _stage_options(stage: ExtensiveForm) -> list[Option]:
    plans = reduced_plans(stage)
    table = reduced_normal_form(stage)
    cells = table.cells()
    return [
        (cells[profile], {key: a for own, each in zip(plans, profile, strict=True) for key, a in own[each].items()})
        for profile in _profiles(table)
    ]
