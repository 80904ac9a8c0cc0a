"""Duelliste: games of reasoning, from Python.

    import duelliste
    game = duelliste.open("tictactoe")
    state = game.deal()
    engine = game.engine("exact")
    while not state.over:
        state.play(engine.think(state))
    print(state.draw(), state.returns)

A move is an action, a number below `game.actions`; where a game gives numbers that mean the same in every position,
`game.fixed_actions` is true. Whatever is given out for a seat is made of what that seat may know. `duelliste.aec` has
the shape of PettingZoo's environments, `duelliste.spiel` that of OpenSpiel's games. docs/python.md has examples.
"""
import atexit
import ctypes
import json
from array import array

from . import _library as _c
from ._library import ALL, NOBODY, Points, Refused

__all__ = ["ALL", "NOBODY", "Batch", "Engine", "Game", "Points", "Refused", "State", "engines", "games", "open", "version"]

_NO_ERROR = None


def version():
    return _c.version().decode()


def _names(name_of):
    names = []
    while (name := name_of(len(names))) is not None:
        names.append(name.decode())
    return names


def games():
    """The names of the games that come with the library; files are games as well."""
    return _names(_c.game_name)


def engines():
    """The names of the engines for all games; games have others of their own."""
    return _names(_c.engine_name)


def _setting(value):
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def open(name, lang="en", **options):
    """A game by its name or its file: open("nim", matches=11, misere=True), open("kuhn.lua")."""
    return Game(name, lang, options)


def _limits(seconds, nodes, seed, threads):
    return _c.Limits(seconds, nodes, seed, threads)


class Game:
    """A game with its options fixed."""

    def __init__(self, name, lang="en", options=None):
        error, self._at = _c.Error(), None
        settings = " ".join("%s=%s" % (key, _setting(value)) for key, value in (options or {}).items())
        self._at = _c.made(_c.game_open(str(name).encode(), settings.encode(), lang.encode(), error), error)
        shape = _c.Shape()
        _c.game_shape(self._at, shape)
        self.name = str(name)
        self.seats, self.actions, self.tensor_size = shape.seats, shape.actions, shape.tensor
        self.fixed_actions, self.secrets = bool(shape.fixed_actions), bool(shape.secrets)
        self.loopy, self.margin = bool(shape.loopy), bool(shape.margin)
        self.max_plies, self.max_score = shape.max_plies, shape.max_score

    def __del__(self):
        if self._at and _c:
            _c.game_close(self._at)

    def __repr__(self):
        return "<duelliste.Game %s>" % self.name

    @property
    def about(self):
        """Title, rules, roles and options, as a dict."""
        return json.loads(_c.taken(_c.game_about(self._at)))

    def deal(self, seed="1"):
        """A game's beginning; equal seeds, equal deals."""
        error = _c.Error()
        return State(self, _c.made(_c.deal(self._at, str(seed).encode(), error), error))

    def read(self, position):
        """A position from its notation."""
        error = _c.Error()
        return State(self, _c.made(_c.read(self._at, position.encode(), error), error))

    def replay(self, record):
        """A game from its record: `duel export`, or State.record."""
        error = _c.Error()
        return State(self, _c.made(_c.replay(self._at, record.encode(), error), error))

    def engine(self, spec="expert", memory=0):
        """A machine: "exact", "alphabeta:depth=4", "level:3", "expert"…; `memory` in bytes."""
        return Engine(self, spec, memory)

    def batch(self, count, seed=1):
        """Many games, stepped together."""
        return Batch(self, count, seed)

    def match(self, players, games, *, seconds=0, nodes=0, seed=1, threads=1):
        """So many games between as many engines as there are seats; a Points for each."""
        if len(players) != self.seats:
            raise ValueError("%d players for %d seats" % (len(players), self.seats))
        error, points = _c.Error(), (_c.Points * self.seats)()
        specs = (ctypes.c_char_p * self.seats)(*(spec.encode() for spec in players))
        _c.done(_c.match(self._at, specs, games, _limits(seconds, nodes, seed, threads), points, error), error)
        return list(points)


class State:
    """A position with the game that led to it: the referee's, or with `view` what one seat sees."""

    __slots__ = ("game", "_at", "_count", "_list")

    def __init__(self, game, at):
        self.game, self._at = game, at
        where = ctypes.c_void_p()
        self._count = _c.actions(at, where)
        self._list = _list_of(game, where.value)

    def __del__(self):
        if _c:
            _c.state_free(self._at)

    def __repr__(self):
        return "<duelliste.State %s %s>" % (self.game.name, self.text())

    # ---- playing

    @property
    def turn(self):
        """The seat to move, from 0."""
        return _c.turn(self._at)

    @property
    def over(self):
        return self.scores is not None if self._count == 0 else False

    @property
    def legal(self):
        """The legal actions, as a list; empty once it is over."""
        return self._list[:self._count]

    def play(self, action):
        """Plays an action, or a move in the notation of the game."""
        if action.__class__ is str:
            action = self.action(action)
        try:
            count = _c.play(self._at, action, _NO_ERROR)
        except ctypes.ArgumentError:
            raise TypeError("an action is a whole number or a text, not %r" % (action,)) from None
        if count < 0:
            self._refuse(action)
        self._count = count

    def _refuse(self, action):
        error = _c.Error()
        if _c.play(self._at, action, ctypes.addressof(error)) < 0:
            raise _c.raised(error)

    @property
    def scores(self):
        """By seat; None while it goes on."""
        scores = (ctypes.c_int32 * self.game.seats)()
        return list(scores) if _c.scores(self._at, scores) else None

    @property
    def returns(self):
        """What the end is worth to each seat; zeros while it goes on."""
        worth = (ctypes.c_double * self.game.seats)()
        _c.returns(self._at, worth)
        return list(worth)

    @property
    def history(self):
        """The actions so far."""
        count = _c.history(self._at, None, 0)
        actions = (ctypes.c_uint32 * count)()
        _c.history(self._at, actions, count)
        return list(actions)

    def copy(self):
        return State(self.game, _made(_c.copy(self._at)))

    __copy__ = copy

    # ---- what a seat sees

    def view(self, seat):
        """What the seat sees, as a state that holds nothing else."""
        return State(self.game, _made(_c.view(self._at, seat)))

    def tensor(self, seat):
        """What the seat sees, as an array of floats."""
        numbers = array("f", bytes(4 * self.game.tensor_size))
        _c.tensor(self._at, seat, numbers.buffer_info()[0])
        return numbers

    def mask(self):
        """A byte for each action, 1 where it is legal."""
        marks = bytearray(self.game.actions)
        _c.mask(self._at, (ctypes.c_uint8 * len(marks)).from_buffer(marks))
        return marks

    def known(self, seat):
        """All the seat has seen and done, as a number; 0 where nothing is hidden, or nobody knows."""
        return _c.known(self._at, seat)

    def text(self, seat=ALL):
        """The position in the notation of the game."""
        return _c.taken(_c.print(self._at, seat))

    def draw(self, seat=ALL):
        return _c.taken(_c.draw(self._at, seat))

    def record(self):
        """The whole game as text; None of a view."""
        return _c.taken(_c.record(self._at))

    # ---- moves as texts

    def move(self, action):
        """A legal action in the notation of the game."""
        text = _c.taken(_c.action_text(self._at, action))
        if text is None:
            raise Refused(_c.NO, "%d is not a legal action." % action)
        return text

    def action(self, text):
        """The action that a text means."""
        error, action = _c.Error(), ctypes.c_uint32()
        _c.done(_c.action_read(self._at, text.encode(), action, error), error)
        return action.value

    def advise(self, instead=None, *, seconds=0, nodes=0, seed=1, threads=1):
        """What to play and why, as a dict (docs/json.md): "move", "reasons", "moves", "instead"…"""
        error = _c.Error()
        other = None if instead is None else ctypes.byref(ctypes.c_uint32(instead))
        limits = _limits(seconds, nodes, seed, threads)
        return json.loads(_c.taken(_c.made(_c.advise(self._at, limits, other, error), error)))


def _made(handle):
    if not handle:
        raise Refused(_c.BAD, "There is no such seat, or no memory.")
    return handle


_LISTS = {}


def _list_of(game, where):
    """The list of legal actions lies in the state: it is read there, without a call."""
    kind = _LISTS.get(game.actions)
    if kind is None:
        kind = _LISTS[game.actions] = ctypes.c_uint32 * game.actions
    return kind.from_address(where)


class Engine:
    """A machine that plays a game; it sees no more than the seat to move does."""

    def __init__(self, game, spec="expert", memory=0):
        error, self._at = _c.Error(), None
        self.game, self.spec = game, spec
        self._at = _c.made(_c.engine_open(game._at, spec.encode(), memory, error), error)

    def __del__(self):
        if self._at and _c:
            _c.engine_close(self._at)

    def think(self, state, *, seconds=0, nodes=0, seed=1, threads=1):
        """The action it plays for the seat to move."""
        error, action = _c.Error(), ctypes.c_uint32()
        _c.done(_c.think(self._at, state._at, _limits(seconds, nodes, seed, threads), action, error), error)
        return action.value

    def answer(self, state, *, seconds=0, nodes=0, seed=1, threads=1):
        """All it says of the position, as a dict (docs/json.md): every move with what it is worth."""
        error = _c.Error()
        limits = _limits(seconds, nodes, seed, threads)
        return json.loads(_c.taken(_c.made(_c.answer(self._at, state._at, limits, error), error)))

    def whole(self, *, seconds=0, nodes=0, seed=1):
        """A game with secrets, solved ("equilibrium"): bounds of its value for seat 0."""
        error, low, high = _c.Error(), ctypes.c_double(), ctypes.c_double()
        _c.done(_c.whole(self._at, _limits(seconds, nodes, seed, 1), low, high, error), error)
        return low.value, high.value

    def forget(self):
        """Before another game."""
        _c.engine_forget(self._at)


class Batch:
    """Many games, stepped together; one that ends is dealt anew at once.

    All is in arrays that stay where they are, and can be looked at as others do, numpy.frombuffer(batch.tensors, "f")
    for one: `actions` to be filled in before a step; `rewards` (games × seats) and `ended` after it; `turns`, `masks`
    (games × actions) and `tensors` (games × tensor_size) after a look.
    """

    def __init__(self, game, count, seed=1):
        error, self._at = _c.Error(), None
        self.game, self.count = game, count
        self._at = _c.made(_c.batch_new(game._at, count, seed, error), error)
        self.actions, self.turns = array("I", bytes(4 * count)), array("i", bytes(4 * count))
        self.rewards = array("f", bytes(4 * count * game.seats))
        self.ended = array("B", bytes(count))
        self.masks = array("B", bytes(count * game.actions))
        self.tensors = array("f", bytes(4 * count * game.tensor_size))

    def __del__(self):
        if self._at and _c:
            _c.batch_free(self._at)

    def draw(self):
        """Fills `actions` with legal ones, drawn evenly."""
        _c.batch_draw(self._at, self.actions.buffer_info()[0])
        return self.actions

    def step(self):
        """Plays `actions`; refuses them all if one is not legal."""
        error = _c.Error()
        _c.done(_c.batch_step(self._at, self.actions.buffer_info()[0], self.rewards.buffer_info()[0],
                              self.ended.buffer_info()[0], error), error)

    def look(self, tensors=True):
        """Fills `turns`, `masks` and, if wanted, `tensors`: what those to move see."""
        numbers = self.tensors.buffer_info()[0] if tensors else None
        _c.batch_look(self._at, self.turns.buffer_info()[0], self.masks.buffer_info()[0], numbers)


@atexit.register
def _end():
    """The processes of games in files end with the program."""
    _c.end()
