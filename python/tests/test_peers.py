"""The environment against those of other packages: the same random games, move by move, until they end."""

import numpy as np
import pytest

from quadbit import Env, Outcome

GAMES = 8


def test_open_spiel():
    spiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed: pip install open_spiel")
    game = spiel.load_game("chess")
    dice = np.random.default_rng(1)
    env = Env(GAMES, policy="4672")
    env.reset(1)
    states = [game.new_initial_state() for _ in range(GAMES)]
    ends = set()
    for _ in range(700):
        batch = env.positions()
        moves, offsets = batch.legal_moves()
        sans = batch[np.repeat(np.arange(GAMES), np.diff(offsets))].san(moves)
        chosen = np.zeros(GAMES, np.uint16)
        for lane, (state, begin, end) in enumerate(zip(states, offsets, offsets[1:])):
            # It writes neither checks nor mates in the same way in all versions.
            ours = {san.rstrip("+#"): place for place, san in enumerate(sans[begin:end], begin)}
            theirs = {state.action_to_string(action).rstrip("+#"): action for action in state.legal_actions()}
            assert ours.keys() == theirs.keys(), str(state)
            san = dice.choice(sorted(ours))
            chosen[lane] = moves[ours[san]]
            state.apply_action(theirs[san])
        blacks = batch.black_to_move()
        _, rewards, terminated, _, info = env.step(batch.move_index(chosen, "4672"))
        for lane, state in enumerate(states):
            assert terminated[lane] == state.is_terminal(), str(state)
            if state.is_terminal():
                ends.add(Outcome(info["outcome"][lane]))
                assert state.returns()[0 if blacks[lane] else 1] == rewards[lane]
                states[lane] = game.new_initial_state()
        fens = env.fens()
        assert [fen.split()[:2] for fen in fens] == [str(state).split()[:2] for state in states]
    assert len(ends) >= 2


def test_pgx():
    pgx = pytest.importorskip("pgx", reason="pgx is not installed: pip install pgx")
    jax = pytest.importorskip("jax", reason="jax is not installed: pip install jax")
    try:
        from pgx._src.games.chess import FROM_PLANE
    except ImportError:
        pytest.skip("this version of pgx keeps its table of moves elsewhere")
    theirs = pgx.make("chess")
    init, step = jax.jit(jax.vmap(theirs.init)), jax.jit(jax.vmap(theirs.step))
    states = init(jax.random.split(jax.random.PRNGKey(1), GAMES))
    env = Env(GAMES, policy="4672", auto_reset=False, max_plies=512)
    env.reset(1)
    dice = np.random.default_rng(2)
    over = np.zeros(GAMES, bool)

    def uci(action, position):
        """The text of pgx's action: its squares go up the files, as the mover sees them."""
        start, plane = divmod(int(action), 73)
        flip = 0 if position.turn == "white" else 7
        squares = [(square // 8, square % 8 ^ flip) for square in (start, FROM_PLANE[start, plane])]
        text = "".join("abcdefgh"[file] + str(rank + 1) for file, rank in squares)
        is_promotion = position.piece_at(text[:2]).lower() == "p" and text[3] in "18"
        return text + ("" if not is_promotion else "rbn"[plane // 3] if plane < 9 else "q")

    for _ in range(520):
        if over.all():
            break
        batch = env.positions()
        masks = np.asarray(states.legal_action_mask)
        moves = np.zeros(GAMES, np.uint16)
        actions = np.zeros(GAMES, np.int32)
        for lane in np.flatnonzero(~over):
            texts = {uci(action, batch[lane]): action for action in np.flatnonzero(masks[lane])}
            assert sorted(texts) == sorted(batch[lane].legal_moves)
            text = dice.choice(sorted(texts))
            moves[lane] = batch[lane].parse_uci(text)
            actions[lane] = texts[text]
        # Games that are over wait; here they begin again, so that a step is possible, and are not looked at any more.
        if over.any():
            env.reset(mask=over)
            batch = env.positions()
            moves[over] = batch[over].legal_moves()[0][0]
        movers = np.asarray(states.current_player)
        states = step(states, actions)
        _, rewards, terminated, truncated, info = env.step(batch.move_index(moves, "4672"))
        for lane in np.flatnonzero(~over):
            assert bool(states.terminated[lane]) == (terminated[lane] or truncated[lane]), batch[lane]
            assert float(states.rewards[lane, movers[lane]]) == rewards[lane]
        over |= terminated | truncated
    assert over.all()
