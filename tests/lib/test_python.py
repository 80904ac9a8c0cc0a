"""The package duelliste: its games, its views, its adapters, and the examples of docs/python.md."""
import json
import locale
import os
import random
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, "..", "..")
sys.path[:0] = [os.path.join(ROOT, "python"), os.path.join(ROOT, "tests", "cli")]
os.environ.setdefault("DUELLISTE_LIBRARY", os.path.join(os.path.dirname(os.environ["DUEL"]), "libduel.so.0"))

locale.setlocale(locale.LC_ALL, "")  # as programs do that speak to people: there may be a decimal comma

import duelliste
from duel import FULL, equal, main
from duelliste import aec, spiel

EXAMPLES = os.environ["DUEL_EXAMPLES"]
FILES = [os.path.join(EXAMPLES, name) for name in ("kuhn.lua", "mines.lua", "nim.lua", "gdl/nim.kif", "gdl/morra.kif")]
FILES.append(os.environ["DUEL_PLUGIN"])
SECRETS = (("ergo", {}), ("wumpus", {}), ("duo", {}), ("chicago", {"view": "tops"}),
           (os.path.join(EXAMPLES, "kuhn.lua"), {}), (os.path.join(EXAMPLES, "mines.lua"), {}))


def everything():
    return duelliste.games() + FILES


def refused(work, *args):
    try:
        work(*args)
    except duelliste.Refused as e:
        return str(e)
    raise AssertionError("not refused")


# ---- games


def test_every_game_is_played_and_played_again():
    for name in everything():
        game = duelliste.open(name)
        state, rng = game.deal(3), random.Random(name)
        while state.legal and len(state.history) < 60:
            equal([a for a, legal in enumerate(state.mask()) if legal], sorted(state.legal), name)
            action = rng.choice(state.legal)
            equal(state.action(state.move(action)), action, name)
            state.play(action)
        again = game.replay(state.record())
        equal((again.text(), again.history, again.scores), (state.text(), state.history, state.scores), name)
        equal(state.over, state.scores is not None, name)
        equal(len(state.tensor(0)), game.tensor_size, name)
        assert game.about["title"] and game.about["rules"], name


def test_what_is_refused():
    assert "There is no game" in refused(duelliste.open, "nimm")
    game = duelliste.open("nim", lang="fr", matches=11)
    state = game.deal()
    before = state.text()
    assert "9" in refused(state.play, 9)
    assert "allumettes" in refused(game.read, "x")
    refused(state.action, "x")
    refused(state.move, 9)
    refused(state.view, 2)
    refused(game.engine, "exacte")
    equal(state.text(), before)
    equal(game.deal().copy().text(), before)


def test_arguments_of_another_type():
    game = duelliste.Game("tictactoe")
    state = game.deal()
    calls = [(state.play, None), (state.play, 1.5), (state.play, b"1"), (state.move, None), (state.move, "a1"),
             (state.view, "first"), (state.tensor, None), (state.known, 0.5), (state.text, "x"), (state.draw, [0]),
             (game.batch, None), (game.batch, 2.5), (lambda memory: game.engine(memory=memory), "much")]
    for call, given in calls:
        try:
            call(given)
        except TypeError:
            continue
        raise AssertionError("%r takes %r" % (call, given))
    equal(state.history, [])


def test_a_batch_is_single_games_together():
    game = duelliste.open("connect4")
    batch, states, ends = game.batch(8, seed=2), [game.deal() for _ in range(8)], 0
    for _ in range(80):
        batch.draw()
        batch.look()
        for i, state in enumerate(states):
            equal(batch.turns[i], state.turn)
            equal(batch.tensors[i * game.tensor_size:(i + 1) * game.tensor_size], state.tensor(state.turn))
            equal(bytes(batch.masks[i * game.actions:(i + 1) * game.actions]), bytes(state.mask()))
            state.play(batch.actions[i])
        batch.step()
        for i, state in enumerate(states):
            equal(list(batch.rewards[2 * i:2 * i + 2]), state.returns)
            equal(batch.ended[i], state.over)
            if state.over:
                states[i], ends = game.deal(), ends + 1
    assert ends > 8
    batch.actions[3] = 99
    assert "Game 3" in refused(batch.step)


# ---- secrets


def twins(name, options, count, seed):
    text = " ".join([name, *("%s=%s" % option for option in options.items())])
    made = subprocess.run([os.environ["DUEL_TWINS"], text, str(count), str(seed)], capture_output=True, text=True, check=True)
    return [json.loads(line) for line in made.stdout.splitlines()]


def seen(state, seat):
    """All that can be had for a seat."""
    view = state.view(seat)
    return (state.text(seat), state.draw(seat), state.tensor(seat), view.text(), view.draw(), view.tensor(seat),
            view.tensor(duelliste.ALL), view.record(), view.known(seat), view.turn, view.legal, view.history)


def test_a_seat_never_holds_what_is_hidden_from_it():
    for name, options in SECRETS:
        game = duelliste.open(name, **options)
        pairs = twins(name, options, 20 if FULL else 2, 5)
        assert pairs, name
        for pair in pairs:
            one, other = game.read(pair["a"]), game.read(pair["b"])
            assert one.text() != other.text(), name
            for move in [None, *pair["moves"]]:
                if move:
                    one.play(move["move"])
                    other.play(move["move"])
                equal(seen(one, pair["seat"]), seen(other, pair["seat"]), name)


# ---- other people's shapes


def play_aec(env, rng):
    """A game by the rules of the interface, each looked at while it is played."""
    heard = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter(400):
        assert agent == env.agent_selection and agent in env.agents
        equal(env.num_agents, len(env.agents))
        for table in (env.rewards, env.terminations, env.truncations, env.infos, env._cumulative_rewards):
            equal(sorted(table), sorted(env.agents))
        observation, reward, termination, truncation, info = env.last()
        heard[agent] += reward
        mask = observation["action_mask"]
        assert env.observation_space(agent).contains(observation)
        equal(any(mask), not termination)
        assert not truncation and info == {}
        if termination:
            before = env.agents[:]
            env.step(None)
            equal(env.agents, [other for other in before if other != agent])
            continue
        action = rng.choice([a for a, legal in enumerate(mask) if legal])
        assert env.action_space(agent).contains(action)
        env.step(action)
        assert env.rewards.keys() == env.terminations.keys()
    return heard


def test_agents_in_turn():
    for name in everything():
        env = aec.env(name)
        equal(env.max_num_agents, env.game.seats)
        for seed in (1, 2):
            env.reset(seed=seed)
            equal(env.agents, env.possible_agents)
            first = env.observe(env.agents[0])
            heard = play_aec(env, random.Random(seed))
            if env.agents == []:
                equal([heard[agent] for agent in env.possible_agents], env.state.returns, name)
            env.reset(seed=seed)
            equal(env.observe(env.agents[0]), first, name)
    env = aec.env("nim", matches=1)
    env.reset()
    env.step(1)
    try:
        env.step(1)
        raise AssertionError("an agent that is gone has moved")
    except ValueError:
        env.step(None)


def test_games_and_states_of_open_spiel():
    for name in everything():
        game = spiel.load_game(name)
        state, rng = game.new_initial_state(seed=4), random.Random(name)
        while not state.is_terminal() and state.move_number() < 40:
            player = state.current_player()
            legal = state.legal_actions()
            equal(legal, sorted(legal))
            equal([a for a, yes in enumerate(state.legal_actions_mask()) if yes], legal)
            equal(state.legal_actions((player + 1) % 4), [])
            action = rng.choice(legal)
            equal(state.string_to_action(state.action_to_string(player, action)), action)
            child = state.child(action)
            state.apply_action(action)
            equal(str(child), str(state))
            assert max(legal) < game.num_distinct_actions()
        equal(str(game.deserialize_state(state.serialize())), str(state))
        equal(len(state.observation_tensor(0)), game.observation_tensor_shape()[0])
        if state.is_terminal():
            equal(state.current_player(), spiel.TERMINAL)
            assert all(game.min_utility() <= r <= game.max_utility() for r in state.returns()), name


# ---- the page about it


def test_the_examples_of_the_documentation():
    with open(os.path.join(ROOT, "docs", "python.md"), encoding="utf-8") as page:
        examples = re.findall(r"^```python\n(.*?)^```", page.read(), re.M | re.S)
    assert len(examples) >= 7
    for example in examples:
        exec(compile(example, "docs/python.md", "exec"), {"EXAMPLES": EXAMPLES, "print": lambda *words: None})


def test_the_example_in_c():
    played = subprocess.run([os.environ["DUEL_EXAMPLE"], "tictactoe", "exact"], input="b2\nx\na1\na2\na3\nb1\nb3\nc1\nc2\nc3\n",
                            capture_output=True, text=True)
    assert "for you: +0" in played.stdout or "for you: -1" in played.stdout, played
    assert "A move is a square" in played.stdout
    equal(subprocess.run([os.environ["DUEL_EXAMPLE"], "nimm"], capture_output=True, text=True).returncode, 2)


# ---- memory


def resident():
    with open("/proc/self/statm", encoding="ascii") as numbers:
        return int(numbers.read().split()[1]) * os.sysconf("SC_PAGESIZE")


def walk(game, steps, rng):
    state = game.deal()
    for _ in range(steps):
        if not state.legal:
            state = game.deal(rng.randrange(1000))
        state.play(rng.choice(state.legal))
        if rng.random() < 0.01:
            state.view(state.turn).tensor(0), state.copy(), state.text(0), state.mask()


def test_nothing_leaks():
    rng = random.Random(1)
    for name, steps in (("tictactoe", 10 ** 7 if FULL else 20000), ("duo", 10 ** 6 if FULL else 5000)):
        game = duelliste.open(name)
        walk(game, steps // 4, rng)
        before = resident()
        walk(game, steps, rng)
        assert resident() - before < 2 << 20, "%s: %d bytes more" % (name, resident() - before)


if __name__ == "__main__":
    main(sys.modules[__name__])
