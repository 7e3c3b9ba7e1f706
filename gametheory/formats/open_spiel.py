"""The rules of a game of OpenSpiel, by its public Python API."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

from gametheory.model.extensive_form import distinct_names
from gametheory.model.game import Distribution, Outcome, RulesError
from gametheory.model.normal_form import exact_number

MAX_DENOMINATOR = 10**6  # of a probability, which OpenSpiel has as a float


class OpenSpielGame:
    """A game of OpenSpiel: a position is the history of a state.

    In sequential games with perfect information, it is the text of a state, with the number of moves and the player to
    move: OpenSpiel, too, compares states by their texts. Where two states have the same text, a random play from both
    must have the same actions and returns; `merge=False` makes histories of them. Moves are the names of actions.
    Payoffs are exact, and a probability is the fraction with a denominator of at most a million that is nearest to its
    float.
    """

    def __init__(self, game: Any, merge: bool = True) -> None:
        kind = game.get_type()
        self.players = tuple(f"player {number}" for number in range(game.num_players()))
        if kind.dynamics.name == "MEAN_FIELD" or kind.chance_mode.name == "SAMPLED_STOCHASTIC":
            raise RulesError(f"{kind.short_name}: a mean-field game, or one with sampled chance, has no finite rules")
        has_perfect_information = kind.information.name == "PERFECT_INFORMATION"
        self._by_text = merge and has_perfect_information and kind.dynamics.name == "SEQUENTIAL"
        if kind.information.name == "IMPERFECT_INFORMATION":
            self.observation = self._observation
        self._title = kind.short_name
        self._states: dict[str, Any] = {}
        self._start = self._position(game.new_initial_state())

    def __str__(self) -> str:
        return str(self._title)

    def start(self) -> str:
        """Return the initial state."""
        return self._start

    def outcome(self, position: str) -> Outcome | None:
        """Return the returns of a terminal state."""
        state = self._states[position]
        if not state.is_terminal():
            return None
        payoffs = tuple(map(exact_number, state.returns()))
        return Outcome(", ".join(map(str, payoffs)), payoffs)

    def moves(self, position: str, player: str) -> list[str]:
        """Return the names of the player's actions."""
        return list(self._actions(self._states[position], self.players.index(player)))

    def after(self, position: str, *moves: str) -> str | Distribution[str]:
        """Return the next state, or the distribution of a chance node."""
        state = self._states[position]
        if state.is_chance_node():
            chances: dict[str, Fraction] = {}
            for action, probability in state.chance_outcomes():
                successor = self._position(state.child(action))
                share = exact_number(probability).limit_denominator(MAX_DENOMINATOR)
                chances[successor] = chances.get(successor, Fraction(0)) + share
            return Distribution(chances)
        following = state.clone()
        remaining = iter(moves)
        actions = []
        for number in range(len(self.players)):
            names = self._actions(state, number)
            # the moves are those of the active players only
            actions.append(names[next(remaining)] if names else 0)
        if state.is_simultaneous_node():
            following.apply_actions(actions)
        else:
            following.apply_action(actions[state.current_player()])
        return self._position(following)

    def _observation(self, position: str, player: str) -> str:
        """Return the information state of the player."""
        return str(self._states[position].information_state_string(self.players.index(player)))

    @staticmethod
    def _actions(state: Any, player: int) -> dict[str, int]:
        if not state.is_simultaneous_node() and player != state.current_player():
            return {}
        actions = state.legal_actions(player)
        names = distinct_names([state.action_to_string(player, action) for action in actions])
        return dict(zip(names, actions, strict=True))

    def _position(self, state: Any) -> str:
        """Return the text of a state, and remember the first state that has it."""
        history = str(state.history_str())
        text = history
        if self._by_text:
            text = f"{state}\n{state.move_number()} moves, turn {state.current_player()}"
        first = self._states.setdefault(text, state)
        if first.history() == state.history():
            return text
        # two states with one text: a text can lack what the rest of play depends on, as the right to castle
        if not _is_same_play(first.clone(), state.clone(), Random(history)):
            what = f"play from states with the text {str(state)!r:.200} depends on their past"
            raise RulesError(f"{self._title}: {what}; {type(self).__name__}(game, merge=False) distinguishes them")
        return text


def _is_same_play(first: Any, second: Any, random: Random) -> bool:
    """Whether the same random play is possible from both states, and ends with the same returns."""
    while first.legal_actions() == second.legal_actions() and first.current_player() == second.current_player():
        if first.is_terminal():
            return bool(first.returns() == second.returns())
        action = random.choice(first.legal_actions())
        first.apply_action(action)
        second.apply_action(action)
    return False
