"""Games in the shape of PettingZoo's AEC environments, without PettingZoo.

    env = aec.env("connect4")
    env.reset(seed=42)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        action = None if termination or truncation else env.action_space(agent).sample(observation["action_mask"])
        env.step(action)

An observation is {"observation": what the agent sees as floats, "action_mask": a byte for each action}. Of a game in
which an action is another move in another position (`game.fixed_actions` is false) the mask begins with ones.
"""
import random

from . import Game


class Discrete:
    """The actions: whole numbers below n."""

    def __init__(self, n, rng):
        self.n, self.shape, self._rng = n, (), rng

    def sample(self, mask=None):
        choices = range(self.n) if mask is None else [a for a, legal in enumerate(mask) if legal]
        return self._rng.choice(choices)

    def contains(self, action):
        return isinstance(action, int) and 0 <= action < self.n

    __contains__ = contains

    def __repr__(self):
        return "Discrete(%d)" % self.n

    def __eq__(self, other):
        return isinstance(other, Discrete) and self.n == other.n


class Box:
    """Rows of numbers of one length."""

    def __init__(self, low, high, length):
        self.low, self.high, self.shape = low, high, (length,)

    def contains(self, numbers):
        return len(numbers) == self.shape[0] and all(self.low <= n <= self.high for n in numbers)

    __contains__ = contains


class Dict:
    """Several of them, by name."""

    def __init__(self, spaces):
        self.spaces = spaces

    def __getitem__(self, name):
        return self.spaces[name]

    def contains(self, values):
        return set(values) == set(self.spaces) and all(space.contains(values[name]) for name, space in self.spaces.items())

    __contains__ = contains


def env(game, **options):
    """An environment of a game, by its name, its file or as a Game."""
    return Environment(game if isinstance(game, Game) else Game(game, options=options))


class Environment:
    def __init__(self, game):
        self.game = game
        self.metadata = {"name": game.name, "render_modes": ["ansi"], "is_parallelizable": False}
        self.render_mode = "ansi"
        self.possible_agents = ["player_%d" % seat for seat in range(game.seats)]
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._rng = random.Random(1)
        self._space = Discrete(game.actions, self._rng)
        inf = float("inf")
        self._seen = Dict({"observation": Box(-inf, inf, game.tensor_size), "action_mask": Box(0, 1, game.actions)})
        self.agents = []

    # ---- what there is

    def observation_space(self, agent):
        return self._seen

    def action_space(self, agent):
        return self._space

    @property
    def num_agents(self):
        return len(self.agents)

    @property
    def max_num_agents(self):
        return len(self.possible_agents)

    @property
    def unwrapped(self):
        return self

    # ---- a game

    def reset(self, seed=None, options=None):
        """Deals: by the seed, or anew from the last one given."""
        if seed is not None:
            self._rng.seed(seed)
        self.state = self.game.deal(self._rng.getrandbits(62))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.state.turn]

    def observe(self, agent):
        """What the agent sees; the mask is empty unless it is to move."""
        moves = self.state.turn == self._seat[agent] and agent == self.agent_selection
        mask = self.state.mask() if moves else bytearray(self.game.actions)
        return {"observation": self.state.tensor(self._seat[agent]), "action_mask": mask}

    def last(self, observe=True):
        agent = self.agent_selection
        return (self.observe(agent) if observe else None, self._cumulative_rewards[agent], self.terminations[agent],
                self.truncations[agent], self.infos[agent])

    def step(self, action):
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._leave(agent, action)
            return
        self.state.play(int(action))
        self._cumulative_rewards[agent] = 0.0
        worth = self.state.returns
        over = not self.state.legal
        for other in self.agents:
            self.rewards[other] = worth[self._seat[other]]
            self.terminations[other] = over
            self._cumulative_rewards[other] += self.rewards[other]
        self.agent_selection = self.agents[0] if over else self.possible_agents[self.state.turn]

    def _leave(self, agent, action):
        """Who has heard of the end steps once more, with None, and is gone."""
        if action is not None:
            raise ValueError("when an agent is terminated or truncated, the only valid action is None")
        self.agents.remove(agent)
        for table in (self.rewards, self._cumulative_rewards, self.terminations, self.truncations, self.infos):
            del table[agent]
        for other in self.agents:
            self.rewards[other] = 0.0
        if self.agents:
            self.agent_selection = self.agents[0]

    def agent_iter(self, max_iter=2 ** 63):
        """The agents in the order of their turns, until none is left."""
        while self.agents and max_iter > 0:
            max_iter -= 1
            yield self.agent_selection

    def render(self):
        return self.state.draw(self._seat[self.agent_selection])

    def close(self):
        self.agents = []
