"""UMB, the binary format in which Storm, PRISM and Modest exchange Markov models, exactly in both directions.

A file .umb is a tar archive, packed or not: `index.json`, and an array for each property of states, choices and
branches. A choice is a move of the state's player, or a chance event; its branches are the states that can follow. From
the specification, version 1 (github.com/pmc-tools/umb). Every number of a file is untrusted until it is checked here.
"""

from __future__ import annotations

import gzip
import io
import json
import lzma
import re
import struct
import tarfile
import zlib
from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from gametheory.formats.gambit import is_distribution
from gametheory.model.classes import labels_of, outcomes_without_payoffs, payoffs_of_outcomes
from gametheory.model.extensive_form import TreeGame, distinct_names
from gametheory.model.game import LIMITS, Distribution, Outcome
from gametheory.model.state_arrays import Integers, StateArrays, numbering, starts_of_rows
from gametheory.numbers.format import did_you_mean, shorten
from gametheory.storage.files import read_bytes

UMB = ".umb"
MAX_BYTES = 200_000_000  # of a file, and of what is packed in it
MAX_ENTRIES = 20_000_000  # states, choices, branches or actions
MAX_PLAYERS = 100
MAX_BITS = 12_800  # of a rational: numerator and denominator have up to 1,900 digits each
RATIONAL_BITS = 128  # the least size of a rational; others are multiples
SIZES = {"double": range(64, 65), "rational": range(RATIONAL_BITS, MAX_BITS + 1, RATIONAL_BITS)}
INDEX = "index.json"
BIT = {"type": "bool", "size": 1}
GZIP, XZ = b"\x1f\x8b", b"\xfd7zXZ\x00"
NO_LABEL = "end"  # the outcome of an end where no label is true

Amounts: TypeAlias = dict[int, Fraction]  # what an end pays
Described: TypeAlias = dict[str, dict[str, object]]  # annotations, as the index has them
Flags: TypeAlias = NDArray[np.bool_]


class UmbGame:
    """The game of a file .umb: a Markov chain, a decision process, or players who move in turn.

    Positions are the numbers of the states. Play ends in a state that it cannot leave, and the labels that are true
    there name the outcome. A reward that is only paid as play ends is the payoff of the player of that name, if each
    player who moves has one; a Markov chain has the players that its rewards name. Other rewards are ignored, unless
    `reward` names one. Play without end pays 0.

    Parameters
    ----------
    path : Path or str
        The file.
    goal : str
        A label. Play also ends where it is true, which pays 1 to the first player, and -1 to the second of two.
    reward : str
        A reward, which the first player gets, and the second of two pays.
    max_denominator : int
        Read a double as the nearest fraction with a denominator of at most this. By default a double is the fraction
        that it stores, and those of one choice must sum to 1.

    Raises
    ------
    OSError, ValueError
        If the file cannot be read, is not in the format, or has a model of another kind; the message names the place.
    """

    def __init__(self, path: Path | str, goal: str = "", reward: str = "", max_denominator: int = 0) -> None:
        archive = Archive(Path(path), max_denominator)
        self._model = Model(archive)
        self.players = self._model.players
        labels = self._model.labels(archive)
        self._ends = self._model.absorbing()
        if goal:
            self._ends |= _named(labels, goal, "label")
        self._names = _names_of_ends(self._ends, labels, goal, self.players)
        self._payoffs: dict[int, tuple[Fraction, ...]] = {}
        rewards = self._model.rewards(archive)
        if goal or reward:
            self._pay_first(labels.get(goal), rewards, reward)
        else:
            self._pay_by_name(rewards)
        if len(self.players) > 1 and self._names and not (self._payoffs or self._has_wins()):
            known = f"the labels are {', '.join(labels) or 'none'}, and the rewards {', '.join(rewards) or 'none'}"
            raise ValueError(f"{len(self.players)} players without payoffs; name goal=LABEL or reward=NAME: {known}")

    def start(self) -> int:
        """Return the initial state."""
        return self._model.start

    def outcome(self, state: int) -> Outcome | None:
        """Return the outcome of a state in which play ends."""
        if not self._ends[state]:
            return None
        return Outcome(self._names[state], self._payoffs.get(state, ()))

    def moves(self, state: int, player: str) -> Sequence[str]:
        """Return the names of the choices of the state's player; none in a chance event."""
        if self._model.owner_of(state) != player:
            return ()
        return self._model.moves(state)

    def after(self, state: int, *moves: str) -> Distribution[int]:
        """Return the distribution of the next state."""
        number = self._model.moves(state).index(moves[0]) if moves else 0
        return self._model.branches(state, number)

    def _pay_first(self, goal: Flags | None, rewards: Mapping[str, list[Fraction]], reward: str) -> None:
        """Pay the reward, or 1 in the goal, to the first player; the second of two pays it."""
        if len(self.players) > 2:
            raise ValueError(f"{len(self.players)} players; goal and reward are for at most two")
        if reward:
            amounts, problem = self._paid_at_ends(_named(rewards, reward, "reward"))
            if problem:
                raise ValueError(f"reward {reward!r} {problem}, so that it is no payoff; see {LIMITS}")
            self.players = self.players or (reward,)
        else:
            amounts = {end: Fraction(int(goal is not None and goal[end])) for end in self._names}
        shares = (1, -1)[: len(self.players)]
        for end, amount in amounts.items():
            self._payoffs[end] = tuple(share * amount for share in shares)

    def _pay_by_name(self, rewards: Mapping[str, list[Fraction]]) -> None:
        """Pay each reward that is only paid as play ends to the player of its name, if no player is left out."""
        paid = {}
        # Storm, whose names have no blanks, writes "player_1" for player 1
        players = {_identifier(player): player for player in self.players}
        for name, of_branches in rewards.items():
            player = name if name in self.players else players.get(_identifier(name), name)
            amounts, problem = self._paid_at_ends(of_branches)
            if problem and player in self.players and self._has_wins():
                # the label of this name would count as a win, whatever the reward pays
                raise ValueError(f"reward {name!r} {problem}, and labels name winners; name goal=LABEL or reward=NAME")
            if problem:
                continue
            if player in paid:
                raise ValueError(f"two rewards have the name of {player}; name goal=LABEL or reward=NAME")
            paid[player] = amounts
        if not paid or not set(self.players) <= set(paid):
            return
        # with one player or none, also those who never move
        if len(self.players) < 2:
            self.players = tuple(paid)
        for end in self._names:
            self._payoffs[end] = tuple(paid[player][end] for player in self.players)

    def _has_wins(self) -> bool:
        return not set(self.players).isdisjoint(self._names.values())

    def _paid_at_ends(self, rewards: list[Fraction]) -> tuple[Amounts, str]:
        """Return what is paid on the way into each end; and why that is not all, if it is not."""
        paid: Amounts = {}
        ends = self._ends
        branches = zip(self._model.sources.tolist(), self._model.targets.tolist(), rewards, strict=True)
        for source, target, amount in branches:
            if ends[source]:
                # play has ended; only in a state that is never left would a reward be without end
                if amount and source == target:
                    return {}, f"is paid again and again in state {source}"
            elif not ends[target]:
                if amount:
                    return {}, f"is paid in state {source}, from which play goes on"
            elif paid.setdefault(target, amount) != amount:
                return {}, f"in state {target} depends on the state before it"
        # nothing is paid in an end that no state leads to, such as the start
        return {end: paid.get(end, Fraction(0)) for end in self._names}, ""


def _named(values: Mapping[str, Any], name: str, what: str) -> Any:
    if name not in values:
        close = did_you_mean(name, values)
        raise ValueError(f"there is no {what} {name!r}; there are {', '.join(values) or 'none'}{close}")
    return values[name]


def _names_of_ends(ends: Flags, labels: Mapping[str, Flags], goal: str, players: Sequence[str]) -> dict[int, str]:
    """Return the name of each end: the goal, or the labels that are true there; other labels, another name."""
    name_of: dict[tuple[str, ...], str] = {}
    names = {}
    for end in np.flatnonzero(ends).tolist():
        true = tuple(label for label, states in labels.items() if states[end])
        if true not in name_of:
            # the labels "a" and "b" are not the label "a, b", and no label is not the label "end"
            joined = _new_name(", ".join(true) or NO_LABEL, [*labels, *players, *name_of.values()])
            name_of[true] = true[0] if len(true) == 1 else joined
        names[end] = goal if goal in true else name_of[true]
    return names


def _new_name(name: str, others: Collection[str]) -> str:
    """Return a name that is none of the others."""
    while name in others:
        name = f"#{name}"
    return name


# What is written


def to_umb(graph: StateArrays) -> bytes:
    """Return the positions of a game as a file .umb, from which `UmbGame` reads the same values.

    A terminal position is a state with a branch to itself, and its outcome is a label. The payoff of a player is a
    reward of that name, paid on the branch into the end, so that the expected total reward is the expected payoff.

    Raises ValueError if several players move at the same time, if information is hidden, or if moves pay.
    """
    groups, group_of = graph.groups
    _refuse_other_games(graph, groups)
    files, system = _transitions(graph)
    moving = [player for player in graph.game.players if any(player in group for group in groups)]
    # of several players also those who never move, since a game for one is another kind of model
    players = list(graph.game.players) if len(moving) > 1 else moving
    system["#players"] = len(players)
    if players:
        system["player-names"] = players
        owners = [players.index(group[0]) if group else 0 for group in groups]
        # the last entry is that of the group -1, which is an end
        files["state-to-player.bin"] = np.array([*owners, 0], "<u4")[group_of].tobytes()
        system["#choice-actions"] = _add_actions(files, graph)
    index = {
        "format-version": 1,
        "format-revision": 0,
        "file-data": {"tool": "gametheory"},
        "transition-system": system,
        "annotations": {"aps": _add_labels(files, graph), "rewards": _add_rewards(files, graph, players)},
    }
    return _archive({INDEX: json.dumps(index, indent=1).encode(), **files})


def _transitions(graph: StateArrays) -> tuple[dict[str, bytes], dict[str, object]]:
    """Return the files of states, choices and branches, and what the index says of them."""
    ends = np.flatnonzero(graph.outcome_of >= 0)
    # each end gets one choice with one branch, to itself
    targets = _with_loops(graph, graph.successor, ends)
    branches = np.insert(np.diff(graph.starts), graph.first_move[ends], 1)
    codes = np.zeros(len(graph.successor), np.intp)
    chances = [Fraction(1)]
    if graph.probability_of is not None:
        codes = 1 + graph.probability_of.astype(np.intp)
        chances += graph.probabilities
    probabilities, kind = _encode(chances, _with_loops(graph, codes, 0))
    files = {
        "state-is-initial.bin": _pack(np.arange(len(graph)) == graph.start),
        "state-to-choices.bin": starts_of_rows(_choices(graph)).astype("<u8").tobytes(),
        "choice-to-branches.bin": starts_of_rows(branches).astype("<u8").tobytes(),
        "branch-to-target.bin": targets.astype("<u8").tobytes(),
        "branch-to-probability.bin": probabilities,
    }
    system: dict[str, object] = {
        "time": "discrete",
        "#players": 0,
        "#states": len(graph),
        "#initial-states": 1,
        "#choices": len(branches),
        "#choice-actions": 0,
        "#branches": len(targets),
        "#branch-actions": 0,
        "#observations": 0,
        "branch-probability-type": kind,
    }
    return files, system


def _choices(graph: StateArrays) -> Integers:
    """Return the number of choices of each position: one of an end."""
    return np.diff(graph.first_move) + (graph.outcome_of >= 0)


def _with_loops(graph: StateArrays, of_branches: Integers, of_ends: Integers | int) -> Integers:
    """Return a property of branches together with those of the ends."""
    return np.insert(of_branches, graph.row[:-1][graph.outcome_of >= 0], of_ends)


def _refuse_other_games(graph: StateArrays, groups: Sequence[tuple[str, ...]]) -> None:
    """Raise ValueError if UMB has no place for a game, or this package no way to write it."""
    game = graph.game
    for name, what in (("observation", "hidden information"), ("stage_payoffs", "payoffs after every move")):
        sees_all = isinstance(game, TreeGame) and game.tree.has_perfect_information
        if callable(getattr(game, name, None)) and not sees_all:
            raise ValueError(f"a game with {what} is not written as UMB; see {LIMITS}")
    together = next((group for group in groups if len(group) > 1), None)
    if together:
        raise ValueError(f"{' and '.join(together)} move at the same time, and UMB has one player for each state")
    identifiers = {_identifier(player) for player in game.players}
    if len(identifiers) < len(game.players):
        raise ValueError(f"of the players {', '.join(game.players)}, two have one name without blanks and signs")
    over_at_start = graph.outcome_of[graph.start] >= 0
    if over_at_start:
        raise ValueError("play is over at the start, and UMB pays on the way")


def _add_actions(files: dict[str, bytes], graph: StateArrays) -> int:
    """Add the name of the move of each choice, and return how many there are; a chance event has an empty name."""
    label = labels_of(graph.game).move
    actions = numbering()
    actions[""]  # number 0, also of an end
    first_choice = starts_of_rows(_choices(graph))
    numbers = np.zeros(first_choice[-1], "<u4")
    for state, position in enumerate(graph.positions):
        for choice, moves in enumerate(graph.moves_in(state), first_choice[state]):
            if moves:
                numbers[choice] = actions[label(position, moves[0])]
    names = [name.encode() for name in actions]
    files["actions/choices/values.bin"] = numbers.tobytes()
    files["actions/choices/string-mapping.bin"] = (
        starts_of_rows(np.array(list(map(len, names)))).astype("<u8").tobytes()
    )
    files["actions/choices/strings.bin"] = b"".join(names)
    return len(names)


def _add_labels(files: dict[str, bytes], graph: StateArrays) -> Described:
    """Add the names of the outcomes as labels, and return what the index says of them."""
    described: Described = {}
    known = [outcome.name for outcome in graph.outcomes]
    unnamed = _new_name(NO_LABEL, [*known, *graph.game.players])
    names = [name or unnamed for name in known]
    # the last entry is that of the outcome -1, where play goes on
    name_of = np.array([*names, ""], object)[graph.outcome_of]
    for name in dict.fromkeys(names):
        key = f"outcome-{len(described)}"
        files[f"annotations/aps/{key}/states/values.bin"] = _pack(name_of == name)
        described[key] = {**_alias(name, described), "applies-to": ["states"], "type": BIT}
    return described


def _add_rewards(files: dict[str, bytes], graph: StateArrays, written: Sequence[str]) -> Described:
    """Add the payoffs of each player, paid on the branch into an end, and return what the index says of them."""
    described: Described = {}
    without = outcomes_without_payoffs(graph.outcomes)
    all_players = graph.game.players
    # wins and draws are the names of the outcomes, for a reader who knows all players
    are_names = len(written) == len(all_players) or set(all_players).isdisjoint(without)
    if not graph.outcomes or (without and are_names):
        return described
    payoffs = payoffs_of_outcomes(all_players, graph.outcomes)
    # number 0 is paid where play goes on, or has ended
    codes = _with_loops(graph, 1 + graph.outcome_of[graph.successor], 0)
    for player, name in enumerate(all_players):
        amounts = [Fraction(0)] + [paid[player] for paid in payoffs]
        content, kind = _encode(amounts, codes)
        files[f"annotations/rewards/payoff-{player}/branches/values.bin"] = content
        described[f"payoff-{player}"] = {**_alias(name, described), "applies-to": ["branches"], "type": kind}
    return described


def _identifier(name: str) -> str:
    """Return a name as properties of Storm and PRISM can have it."""
    return re.sub(r"\W|^(?=\d)", "_", name, flags=re.ASCII)


def _alias(name: str, others: Described) -> dict[str, object]:
    """Return the alias of a name, which differs from those of the others; the description is the name itself."""
    alias = _identifier(name)
    if any(other["alias"] == alias for other in others.values()):
        alias += f"_{len(others)}"
    return {"alias": alias, "description": name}


def _encode(numbers: Sequence[Fraction], codes: Integers) -> tuple[bytes, dict[str, object]]:
    """Return numbers as rationals of equal size, one for each code, and their type."""
    longest = max(max(abs(number.numerator).bit_length() + 1, number.denominator.bit_length()) for number in numbers)
    bits = -(-2 * longest // RATIONAL_BITS) * RATIONAL_BITS
    if bits > MAX_BITS:
        raise ValueError(f"a number has {longest:,} bits, and a rational of UMB at most {MAX_BITS // 2:,} here")
    half = bits // 16
    rows = bytearray()
    for number in numbers:
        rows += number.numerator.to_bytes(half, "little", signed=True)
        rows += number.denominator.to_bytes(half, "little")
    table = np.frombuffer(rows, np.uint8).reshape(len(numbers), 2 * half)
    return table[codes].tobytes(), {"type": "rational", "size": bits}


def _pack(flags: Flags) -> bytes:
    """Return flags as bits, in words of 64."""
    padded = np.zeros(-(-len(flags) // 64) * 64, np.bool_)
    padded[: len(flags)] = flags
    return np.packbits(padded, bitorder="little").tobytes()


def _archive(files: Mapping[str, bytes]) -> bytes:
    """Return a packed archive; the same files give the same bytes."""
    content = io.BytesIO()
    with tarfile.open(fileobj=content, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name, data in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
    return gzip.compress(content.getvalue(), compresslevel=6, mtime=0)


# What is read


class Model:
    """The states, choices and branches of a file, each checked: Markov chains, decision processes, games in turn."""

    def __init__(self, archive: Archive) -> None:
        archive.require_model()
        states, choices = archive.count("#states"), archive.count("#choices")
        self.players = archive.players()
        self.start = archive.initial_state(states)
        self._first_choice = archive.rows("state-to-choices.bin", states, choices)
        self._first_branch = archive.rows("choice-to-branches.bin", choices, archive.count("#branches"))
        empty = np.flatnonzero(np.diff(self._first_branch) == 0)
        if empty.size:
            raise ValueError(f"choice-to-branches.bin: choice {empty[0]} has no branch")
        undecided = np.flatnonzero(np.diff(self._first_choice) > 1)
        if undecided.size and not self.players:
            raise ValueError(f"state-to-choices.bin: state {undecided[0]} has several choices, and there is no player")
        self.targets = archive.integers("branch-to-target.bin", archive.count("#branches"), 64, states)
        self._owner = archive.integers("state-to-player.bin", states, 32, max(1, len(self.players)))
        self._action, self._actions = archive.actions(choices)
        state_of_choice = np.repeat(np.arange(states), np.diff(self._first_choice))
        self._choice_of_branch = np.repeat(np.arange(choices), np.diff(self._first_branch))
        self.sources = state_of_choice[self._choice_of_branch]
        self._probabilities = archive.probabilities(self._first_branch)

    def labels(self, archive: Archive) -> dict[str, Flags]:
        """Return for each label the states where it is true."""
        labels = {}
        for name, (folder, description) in archive.annotations("aps").items():
            if description.get("type", BIT) != BIT:  # of eight states, bytes would be as long as bits
                raise ValueError(f"{INDEX}: label {name!r} has the type {shorten(description['type'])}; allowed: {BIT}")
            labels[name] = archive.flags(f"{folder}/states/values.bin", len(self._owner))
        return labels

    def rewards(self, archive: Archive) -> dict[str, list[Fraction]]:
        """Return for each reward what each branch pays: its own reward, that of its choice, and that of its state."""
        branches = np.arange(len(self.targets))
        entities = {"states": self.sources, "choices": self._choice_of_branch, "branches": branches}
        rewards = {}
        for name, (folder, description) in archive.annotations("rewards").items():
            total = np.full(len(branches), Fraction(0), object)
            for entity, entity_of_branch in entities.items():
                path = f"{folder}/{entity}/values.bin"
                if entity in str(description.get("applies-to")) or path in archive.files:
                    amounts = archive.numbers(path, archive.count(f"#{entity}"), description.get("type"))
                    total += np.array(amounts, object)[entity_of_branch]
            rewards[name] = total.tolist()
        return rewards

    def absorbing(self) -> Flags:
        """Return the states that play cannot leave; a branch of probability 0 leads nowhere."""
        possible = np.array(list(map(bool, self._probabilities)), np.bool_)
        left = np.zeros(len(self._owner), np.bool_)
        left[self.sources[possible & (self.sources != self.targets)]] = True
        return ~left

    def owner_of(self, state: int) -> str:
        """Return the player who moves in a state; empty in a chance event, which is one choice without an action."""
        choices = range(self._first_choice[state], self._first_choice[state + 1])
        is_chance = len(choices) == 1 and not self._actions[self._action[choices[0]]]
        return "" if is_chance or not self.players else self.players[self._owner[state]]

    def moves(self, state: int) -> Sequence[str]:
        """Return the names of the choices of a state: those of their actions, if they differ."""
        actions = self._action[self._first_choice[state] : self._first_choice[state + 1]].tolist()
        return distinct_names([self._actions[action] for action in actions])

    def branches(self, state: int, number: int) -> Distribution[int]:
        """Return the distribution of the next state after a choice of a state, counted from 0."""
        choice = self._first_choice[state] + number
        probabilities: dict[int, Fraction] = {}
        for branch in range(self._first_branch[choice], self._first_branch[choice + 1]):
            target = int(self.targets[branch])
            # several branches can lead to one state
            probabilities[target] = probabilities.get(target, Fraction(0)) + self._probabilities[branch]
        return Distribution(probabilities)


class Archive:
    """The files of an archive, and what its index says of them; each error names the file."""

    def __init__(self, path: Path, max_denominator: int = 0) -> None:
        if type(max_denominator) is not int or max_denominator < 0:
            raise ValueError(f"max_denominator is {shorten(max_denominator)}; allowed: whole numbers of at least 0")
        self._max_denominator = max_denominator
        self.files = _unpack(read_bytes(path, MAX_BYTES))
        try:
            self._index = json.loads(self.files[INDEX])
            self._system = {**self._index["transition-system"]}
        except (KeyError, TypeError, ValueError, RecursionError) as error:
            raise ValueError(f"{INDEX} is missing, or describes no transition system") from error

    def require_model(self) -> None:
        """Refuse models of other kinds."""
        if self._index.get("format-version") != 1:
            raise ValueError(f"{INDEX}: format-version {shorten(self._index.get('format-version'))}; allowed: 1")
        time = self._system.get("time")
        if time != "discrete":
            raise ValueError(f"{INDEX}: time is {shorten(time)}; only discrete time is read; see {LIMITS}")
        if self.count("#observations"):
            raise ValueError(f"{INDEX}: a model with observations, such as a POMDP, is not read; see {LIMITS}")

    def count(self, name: str, most: int = MAX_ENTRIES) -> int:
        """Return a number of the index."""
        number = self._system.get(name)
        if type(number) is not int or not 0 <= number <= most:
            raise ValueError(f"{INDEX}: {name} is {shorten(number)}; allowed: 0 to {most:,}")
        return number

    def players(self) -> tuple[str, ...]:
        """Return the names of the players."""
        count = self.count("#players", MAX_PLAYERS)
        names = self._system.get("player-names", [f"player {number}" for number in range(count)])
        # a chance event has the player ""
        different = {*map(str, names)} - {""} if isinstance(names, list) else ()
        if len(different) != count or len(names) != count:
            raise ValueError(f"{INDEX}: player-names is {shorten(names)}, not {count} different names")
        return tuple(map(str, names))

    def initial_state(self, states: int) -> int:
        """Return the only initial state."""
        initial = np.flatnonzero(self.flags("state-is-initial.bin", states))
        if len(initial) != 1:
            raise ValueError(f"state-is-initial.bin has {len(initial):,} initial states; a game has one start")
        return int(initial[0])

    def annotations(self, group: str) -> dict[str, tuple[str, Mapping[str, object]]]:
        """Return the folder and the description of each annotation of a group, by its name."""
        annotations = self._index.get("annotations") or {}
        described = annotations.get(group, {}) if isinstance(annotations, dict) else None
        if not isinstance(described, dict) or not all(isinstance(each, dict) for each in described.values()):
            raise ValueError(f"{INDEX}: annotations are no objects of objects")
        named = {}
        for key, description in described.items():
            alias, name = str(description.get("alias", key)), str(description.get("description", ""))
            # of a file written here, the description is the name, and the alias its form in properties
            is_name = name and re.fullmatch(_identifier(name) + r"(_\d+)?", alias)
            named[name if is_name else alias] = (f"annotations/{group}/{key}", description)
        if len(named) < len(described):
            raise ValueError(f"{INDEX}: two annotations among the {group} have one name")
        return named

    def content(self, name: str, size: int) -> bytes:
        """Return the content of a file of a known size."""
        content = self.files.get(name)
        if content is None:
            raise ValueError(f"{name} is missing")
        if len(content) != size:
            raise ValueError(f"{name} has {len(content):,} bytes; by {INDEX} it has {size:,}")
        return content

    def integers(self, name: str, count: int, bits: int, limit: int) -> Integers:
        """Return whole numbers less than a limit; 0 without a file."""
        if name not in self.files:
            return np.zeros(count, np.intp)
        numbers = np.frombuffer(self.content(name, count * bits // 8), f"<u{bits // 8}")
        wrong = np.flatnonzero(numbers >= limit)
        if wrong.size:
            raise ValueError(f"{name}: entry {wrong[0]} is {numbers[wrong[0]]}; allowed: 0 to {limit - 1:,}")
        return numbers.astype(np.intp)

    def rows(self, name: str, count: int, total: int) -> Integers:
        """Return where the rows of a mapping begin, and where the last one ends; without a file each has one entry."""
        if name not in self.files:
            if count != total:
                raise ValueError(f"{name} is missing, and {total:,} entries are not one for each of {count:,}")
            return np.arange(count + 1)
        starts = self.integers(name, count + 1, 64, total + 1)
        if starts[0] or starts[-1] != total or (np.diff(starts) < 0).any():
            raise ValueError(f"{name} does not rise from 0 to {total:,}")
        return starts

    def flags(self, name: str, count: int) -> Flags:
        """Return a bit for each entry."""
        words = np.frombuffer(self.content(name, -(-count // 64) * 8), np.uint8)
        return np.unpackbits(words, count=count, bitorder="little").astype(np.bool_)

    def actions(self, choices: int) -> tuple[Integers, Sequence[str]]:
        """Return the number of the action of each choice, and the names of all actions."""
        folder = "actions/choices"
        count = self.count("#choice-actions")
        numbers = self.integers(f"{folder}/values.bin", choices, 32, max(1, count))
        text = self.files.get(f"{folder}/strings.bin")
        if text is None:
            return numbers, [""] * max(1, count)
        starts = self.rows(f"{folder}/string-mapping.bin", count, len(text)).tolist()
        return numbers, [text[start:end].decode() for start, end in pairwise(starts)]

    def probabilities(self, first_branch: Integers) -> list[Fraction]:
        """Return the probability of each branch; those of a choice are a distribution."""
        name = "branch-to-probability.bin"
        branches = int(first_branch[-1])
        kind = self._system.get("branch-probability-type")
        certain = kind is None and (np.diff(first_branch) == 1).all()
        if certain:  # a game without chance
            return [Fraction(1)] * branches
        probabilities = self.numbers(name, branches, kind)
        is_double = self._system["branch-probability-type"].get("type") == "double"
        known = set()
        starts = first_branch.tolist()
        for choice, (start, end) in enumerate(pairwise(starts)):
            of_choice = tuple(probabilities[start:end])
            if of_choice in known:
                continue
            if not is_distribution(list(of_choice)):
                raise ValueError(f"{name}: {_problem(choice, of_choice, is_double and not self._max_denominator)}")
            known.add(of_choice)
        return probabilities

    def numbers(self, name: str, count: int, kind: Any) -> list[Fraction]:
        """Return exact numbers of a type that the index names; equal ones are one object."""
        described = kind if isinstance(kind, dict) else {}
        what = str(described.get("type"))
        sizes = SIZES.get(what, range(0))
        bits: Any = described.get("size", sizes[0] if sizes else None)
        if bits not in sizes:
            allowed = f"double, or rational of at most {MAX_BITS:,} bits"
            raise ValueError(f"{name} has the type {what} of {shorten(bits)} bits; allowed: {allowed}; see {LIMITS}")
        width = bits // 8
        content = self.content(name, count * width)
        decode = self._double if what == "double" else _rational
        exact: dict[bytes, Fraction] = {}
        numbers = []
        for place in range(0, len(content), width):
            text = content[place : place + width]
            if text not in exact:
                try:
                    exact[text] = decode(text)
                except (ArithmeticError, ValueError) as error:  # a denominator of 0, infinity
                    raise ValueError(f"{name}: entry {place // width} is no number: {error}") from error
            numbers.append(exact[text])
        return numbers

    def _double(self, text: bytes) -> Fraction:
        number = Fraction(*struct.unpack("<d", text))
        if not self._max_denominator:
            return number
        nearest = number.limit_denominator(self._max_denominator)
        if number and not nearest:  # a branch would be lost
            raise ValueError(f"{float(number)} is nearest to 0")
        return nearest


def _rational(text: bytes) -> Fraction:
    half = len(text) // 2
    return Fraction(int.from_bytes(text[:half], "little", signed=True), int.from_bytes(text[half:], "little"))


def _problem(choice: int, probabilities: Sequence[Fraction], is_rounded: bool) -> str:
    """Return why the probabilities of a choice are no distribution."""
    least, total = min(probabilities), sum(map(float, probabilities))
    if least < 0:
        return f"a branch of choice {choice} has the probability {float(least)}"
    # the sum can differ from 1 by less than a double shows
    problem = f"the probabilities of choice {choice} sum to {total}, and not exactly to 1"
    if is_rounded:
        problem += "; max_denominator=1000000 reads the nearest fractions in place of the doubles"
    return problem


def _unpack(content: bytes) -> dict[str, bytes]:
    """Return the files of a tar archive, at most as many bytes as `MAX_BYTES`, whatever it is packed with."""
    try:
        if content.startswith(GZIP):
            unpacking: Any = zlib.decompressobj(wbits=31)
        elif content.startswith(XZ):
            unpacking = lzma.LZMADecompressor(memlimit=MAX_BYTES)
        else:
            unpacking = None
        if unpacking is not None:
            content = unpacking.decompress(content, MAX_BYTES + 1)
            if len(content) > MAX_BYTES:
                raise ValueError(f"it unpacks to more than {MAX_BYTES:,} bytes")
            if not unpacking.eof or unpacking.unused_data:
                raise ValueError("it ends too soon, or something follows its end")
        with tarfile.open(fileobj=io.BytesIO(content), mode="r:") as archive:
            files = _members(archive)
            # where a header is damaged, tarfile stops in silence, and a file without a default can be missing
            if content[archive.offset : archive.offset + tarfile.BLOCKSIZE] != bytes(tarfile.BLOCKSIZE):
                raise ValueError(f"the archive does not end after {list(files)[-1] if files else 'its start'}")
            return files
    except (tarfile.TarError, zlib.error, lzma.LZMAError, EOFError, OverflowError) as error:
        raise ValueError(f"it is no tar archive, packed by gzip or xz or not: {error}") from error


def _members(archive: tarfile.TarFile) -> dict[str, bytes]:
    """Return the content of each file of an archive."""
    files: dict[str, bytes] = {}
    for member in archive:
        # a sparse file claims any size
        if not member.isreg() or member.sparse is not None:
            continue
        name = member.name.removeprefix("./")
        file = archive.extractfile(member)
        if name in files or file is None:
            raise ValueError(f"{name} is in the archive twice")
        files[name] = file.read()
    return files
