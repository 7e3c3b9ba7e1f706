"""A game solved in layers on the disk: the same file as in memory, also with little memory or after an interruption."""

import numpy as np
import pytest
from small_games import LayeredNim, Nim, WrittenInArrays

from gametheory import Outcome, PositionLimitExceeded, save_solution, solve
from gametheory.model.game import RulesError
from gametheory.model.layers import Layer, LayeredGame
from gametheory.parallel.cores import limit_cores
from gametheory.solvers.saved.labels import NotSaved
from gametheory.solvers.saved.on_disk import merged, solve_on_disk


class Auction(LayeredGame):
    """Three players add 1 or 2 in turn, five times; payoffs depend on the total and are not zero-sum."""

    players = ("a", "b", "c")
    outcomes = tuple(Outcome(str(total), (total % 3, total % 4, -total)) for total in range(11))

    def start(self):
        return 0

    def expand(self, positions):
        turn, total = positions // 16, positions % 16
        on = turn < 5
        moves = np.tile([1, 2], on.sum())
        after = np.repeat((positions + 16)[on], 2) + moves
        return Layer(np.where(on, -1, total), turn % 3, 2 * on, moves, after)


class Circle(LayeredGame):
    """Play goes from 1 to 2 and back, or ends."""

    players, outcomes = ("one", "two"), (Outcome("one"),)

    def start(self):
        return 1

    def expand(self, positions):
        on = positions > 0
        after = np.stack([3 - positions, 0 * positions], axis=1)[on].ravel()
        return Layer(np.where(on, -1, 0), positions % 2, 2 * on, np.tile([0, 1], on.sum()), after)


GAMES = {"nim": LayeredNim((4, 3), 2), "three players": Auction()}


def in_memory(game, folder):
    path = folder / "in-memory.npz"
    save_solution(solve(game), path)
    return path.read_bytes()


@pytest.mark.parametrize(("memory", "parts"), [(12_000, 1), (10**9, 1), (12_000, 3)])
@pytest.mark.parametrize("name", GAMES)
def test_the_file_is_that_of_the_solver_in_memory(name, memory, parts, tmp_path):
    """In Nim, play reaches the same position with different numbers of moves."""
    game, path = GAMES[name], tmp_path / "on-disk.npz"
    with limit_cores(1):
        saved = solve_on_disk(game, path, memory=memory, parts=parts)
    assert path.read_bytes() == in_memory(game, tmp_path)
    assert saved.verify() == len(solve(game).values)
    assert {file.name for file in tmp_path.iterdir()} == {"on-disk.npz", "in-memory.npz"}


EXPANDED = []


class Counted(LayeredNim):
    """Nim that notes how many positions are expanded; a hash of the code does not include a list."""

    def expand(self, positions):
        EXPANDED.append(len(positions))
        return super().expand(positions)


def stop_after(line):
    """Return a function that interrupts the run after a line that begins so, as Ctrl-C does."""

    def progress(text):
        if text.startswith(line):
            raise KeyboardInterrupt

    return progress


def test_an_interrupted_run_continues_with_the_first_unfinished_layer(tmp_path):
    game, path, lines = Counted((4, 3), 2), tmp_path / "on-disk.npz", []
    solve_on_disk(game, tmp_path / "other.npz", progress=lines.append)
    whole = [line.split(", ") for line in lines if "in all" in line]
    sizes = [int(part[0].split()[2]) for part in whole]
    for layer in (2, 5):
        EXPANDED.clear()
        with pytest.raises(KeyboardInterrupt):
            solve_on_disk(game, path, progress=stop_after(f"layer {layer}: "))
    assert sum(EXPANDED) == sum(sizes[2:5])  # the layers before 2 were not expanded again
    EXPANDED.clear()
    with pytest.raises(KeyboardInterrupt):
        solve_on_disk(game, path, progress=stop_after(f"layer 3 of {len(sizes)} is solved"))
    assert sum(EXPANDED) == sum(sizes[5:]) + sum(sizes[3:])
    assert not path.exists()
    EXPANDED.clear()
    solve_on_disk(game, path)
    assert sum(EXPANDED) == sum(sizes[:3])
    assert path.read_bytes() == (tmp_path / "other.npz").read_bytes() == in_memory(game, tmp_path)


def test_runs_that_a_killed_worker_left_are_not_merged(tmp_path):
    game, path, folder = LayeredNim((4, 3), 2), tmp_path / "on-disk.npz", tmp_path / "on-disk.npz.parts"
    folder.mkdir()
    (folder / "run-0-1-0.scratch").write_bytes(np.array([game.encode((5, 3), 1)]).tobytes())
    solve_on_disk(game, path)
    assert path.read_bytes() == in_memory(game, tmp_path)


def test_layers_of_other_rules_and_damaged_ones_are_not_used(tmp_path):
    path, folder = tmp_path / "on-disk.npz", tmp_path / "on-disk.npz.parts"
    for game in (LayeredNim((4, 2), 2), Auction()):
        with pytest.raises(KeyboardInterrupt):
            solve_on_disk(game, path, progress=stop_after("layer 4 of "))
    with pytest.raises(KeyboardInterrupt):
        solve_on_disk(LayeredNim((4, 3), 2), path, progress=stop_after("layer 3 of 8 is solved"))
    for file in folder.glob("*-layer-00004.npz"):
        file.write_bytes(file.read_bytes()[:-30])
    solve_on_disk(LayeredNim((4, 3), 2), path)
    assert path.read_bytes() == in_memory(LayeredNim((4, 3), 2), tmp_path)


def test_what_cannot_be_solved_on_the_disk(tmp_path):
    path = tmp_path / "on-disk.npz"
    with pytest.raises(NotSaved, match="only a LayeredGame"):
        solve_on_disk(Nim((2, 1)), path)
    with pytest.raises(NotSaved, match="there are chance moves"):
        solve_on_disk(WrittenInArrays([0]), path)
    with pytest.raises(PositionLimitExceeded, match="more than 20 positions"):
        solve_on_disk(Circle(), path, limit=20)
    with pytest.raises(NotSaved, match="have no payoffs"):
        solve_on_disk(type("Draws", (Circle,), {"outcomes": (Outcome("draw"),)})(), path)
    assert not path.exists()


def test_rules_that_change_are_noticed(tmp_path):
    class Changing(LayeredNim):
        calls = 0

        def expand(self, positions):
            Changing.calls += 1
            layer = super().expand(positions)
            return layer._replace(successors=layer.successors + 32 * (Changing.calls > 9))

    with pytest.raises(RulesError, match="expand returns other positions when called again"):
        solve_on_disk(Changing((4, 3), 2), tmp_path / "on-disk.npz")


@pytest.mark.parametrize("size", [1, 3, 50])
def test_merging_is_sorting_without_repetitions(size):
    random = np.random.default_rng(size)
    runs = [np.unique(random.integers(0, 60, length)) for length in (20, 1, 40, 7)]
    parts = list(merged([[run, -run] for run in runs], size))
    assert np.concatenate([part[0] for part in parts]).tolist() == sorted({*np.concatenate(runs).tolist()})
    assert all((part[0] == -part[1]).all() for part in parts)
