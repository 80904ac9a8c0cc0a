"""Games in the shape of OpenSpiel's Game and State, without OpenSpiel.

    game = spiel.load_game("connect4")
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(random.choice(state.legal_actions()))
    print(state.returns())

Chance is drawn before the first move, by the seed of new_initial_state: there are no chance nodes.
"""
import random
import types

from . import Game as House

TERMINAL = -4  # the player to move once it is over


def load_game(name, params=None):
    """A game by its name or its file, with options as a dict."""
    return Game(House(name, options=params))


class Game:
    def __init__(self, house):
        self._house = house
        self._rng = random.Random()

    def new_initial_state(self, seed=None):
        return State(self, self._house.deal(self._rng.getrandbits(62) if seed is None else seed))

    def num_players(self):
        return self._house.seats

    def num_distinct_actions(self):
        return self._house.actions

    def max_game_length(self):
        return self._house.max_plies

    def max_utility(self):
        return float(self._house.max_score) if self._house.margin or self._house.seats == 1 else 1.0

    def min_utility(self):
        return -self.max_utility()

    def utility_sum(self):
        return 0.0 if self._house.seats == 2 else None

    def observation_tensor_shape(self):
        return [self._house.tensor_size]

    observation_tensor_size = property(lambda self: self._house.tensor_size)

    def get_type(self):
        hidden = "IMPERFECT_INFORMATION" if self._house.secrets else "PERFECT_INFORMATION"
        return types.SimpleNamespace(short_name=self._house.name, information=hidden, dynamics="SEQUENTIAL",
                                     chance_mode="DETERMINISTIC", max_num_players=self._house.seats)

    def deserialize_state(self, text):
        return State(self, self._house.replay(text))


class State:
    __slots__ = ("_game", "_state")

    def __init__(self, game, state):
        self._game, self._state = game, state

    def get_game(self):
        return self._game

    # ---- playing

    def current_player(self):
        return self._state.turn if self._state.legal else TERMINAL

    def is_terminal(self):
        return not self._state.legal

    def is_chance_node(self):
        return False

    def is_simultaneous_node(self):
        return False

    def legal_actions(self, player=None):
        """In ascending order; none for who is not to move."""
        if player is not None and player != self._state.turn:
            return []
        return sorted(self._state.legal)

    def legal_actions_mask(self, player=None):
        if player is not None and player != self._state.turn:
            return [0] * self._game.num_distinct_actions()
        return list(self._state.mask())

    def apply_action(self, action):
        self._state.play(action)

    def child(self, action):
        after = self.clone()
        after.apply_action(action)
        return after

    def clone(self):
        return State(self._game, self._state.copy())

    def returns(self):
        return self._state.returns

    def rewards(self):
        return self.returns()

    def player_return(self, player):
        return self.returns()[player]

    def history(self):
        return self._state.history

    def move_number(self):
        return len(self.history())

    # ---- texts and numbers

    def action_to_string(self, player, action=None):
        return self._state.move(player if action is None else action)

    def string_to_action(self, text):
        return self._state.action(text)

    def observation_string(self, player=None):
        return self._state.text(self._state.turn if player is None else player)

    def observation_tensor(self, player=None):
        return list(self._state.tensor(self._state.turn if player is None else player))

    def information_state_string(self, player=None):
        """All the player has seen and done: what it sees now, and a number for what came before."""
        player = self._state.turn if player is None else player
        return "%s #%x" % (self._state.text(player), self._state.known(player))

    def serialize(self):
        return self._state.record()

    def __str__(self):
        return self._state.text()
