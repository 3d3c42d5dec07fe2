"""Games side by side: against python-chess move by move, and the rules by which they end."""

import copy
import pickle

import numpy as np
import pytest

import quadbit
from quadbit import Env, Outcome, Position, Positions

START = Position().fen()
LAYOUTS = {"": ["uint8", "float32"], "extra": ["uint8", "float32"]} | dict.fromkeys(
    ("lc0", "alphazero"), ["uint8", "float32", "uint64"]
)
OBSERVATIONS = [f"{layout}-{dtype}".strip("-") for layout, dtypes in LAYOUTS.items() for dtype in dtypes]


def choose(mask, dice):
    """A random legal action in each game."""
    return (dice.random(mask.shape, dtype=np.float32) * mask).argmax(axis=1)


def play(env, actions, policy="4096"):
    """The last step of a sequence of UCI texts, the same in each game."""
    for action in actions:
        moves = env.positions().parse_uci([action] * env.num_envs)
        answer = env.step(env.positions().move_index(moves, policy))
    return answer


def test_a_game_is_played():
    env = Env(2)
    observations, info = env.reset(1)
    assert observations.shape == (2, 12, 8, 8) and observations.dtype == np.uint8
    assert (observations == Positions.start(2).planes()).all()
    assert info["action_mask"].shape == (2, 4096) and info["action_mask"].sum() == 40
    observations, rewards, terminated, truncated, info = play(env, ["e2e4"])
    assert env.fens() == [Position().push_uci("e2e4").fen()] * 2 == [env.fen(0), env.fen(1)]
    assert rewards.dtype == np.float32 and not rewards.any()
    assert not terminated.any() and not truncated.any()
    assert info["outcome"].tolist() == [0, 0] and info["plies"].tolist() == [1, 1]
    assert (observations == env.positions().planes()).all()


@pytest.mark.parametrize("policy", ["4096", "4672", "1858", "pgx", "open_spiel"])
@pytest.mark.parametrize("claim_draws", [True, False])
def test_random_games_are_those_of_python_chess(policy, claim_draws):
    chess = pytest.importorskip("chess", reason="python-chess is not installed: pip install chess")
    env = Env(12, policy=policy, claim_draws=claim_draws, max_plies=300)
    dice = np.random.default_rng(3)
    _, info = env.reset(7)
    boards = [chess.Board() for _ in range(12)]
    ends = set()
    for _ in range(900):
        positions = env.positions()
        actions = choose(info["action_mask"], dice)
        moves = positions.uci(positions.index_move(actions, policy))
        observations, rewards, terminated, truncated, info = env.step(actions)
        for lane, (board, move) in enumerate(zip(boards, moves)):
            board.push_uci(move)
            outcome = board.outcome()
            if outcome is None and claim_draws:
                # python-chess also accepts claims with a move that is only announced.
                if board.is_repetition(3):
                    outcome = chess.Outcome(chess.Termination.THREEFOLD_REPETITION, None)
                elif board.halfmove_clock >= 100:
                    outcome = chess.Outcome(chess.Termination.FIFTY_MOVES, None)
            assert terminated[lane] == (outcome is not None), board
            assert rewards[lane] == (outcome is not None and outcome.winner is not None)
            assert truncated[lane] == (outcome is None and len(board.move_stack) >= 300)
            if outcome is not None:
                ends.add(Outcome(info["outcome"][lane]))
                name = Outcome(info["outcome"][lane]).name
                assert outcome.termination.name.startswith(name[-5:].replace("MATES", "CHECKMATE")[:5]) or (
                    outcome.termination.name.replace("SEVENTYFIVE", "SEVENTY_FIVE") == name
                )
            if terminated[lane] or truncated[lane]:
                final = info["final_positions"][lane]
                assert final.fen() == board.fen(en_passant="legal")
                assert info["_final_obs"][lane]
                assert (info["final_obs"][lane] == final.batch().planes()[0]).all()
                assert info["plies"][lane] == len(board.move_stack)
                boards[lane] = chess.Board()
        assert env.fens() == [board.fen(en_passant="legal") for board in boards]
        assert (info["action_mask"] == env.positions().legal_mask(policy)).all()
        assert (observations == env.positions().planes()).all()
    assert len(ends) >= 2


def back_and_forth(env, dice):
    """An action for each game: often the mover's last move backwards, so that positions recur."""
    actions, offsets = env.legal_actions()
    chosen = []
    for lane in range(env.num_envs):
        own = actions[offsets[lane] : offsets[lane + 1]]
        knights = [action for action in own if action // 64 in (6, 21) and action % 64 in (6, 21)]
        chosen.append(knights[0] if knights and dice.random() < 0.8 else dice.choice(own))
    return chosen


def expected_planes(boards, layout, dtype):
    """The observation of a game, from all of its boards."""
    import twins

    if layout in ("", "extra"):
        planes = twins.extra_planes(boards[-1])[: 19 if layout else 12]
        if layout and dtype == "float32":
            planes[17] /= 100
    else:
        planes = twins.history_planes(boards, layout)
    if dtype == "uint8":
        planes = np.minimum(planes, 255)
    return twins.bits(planes) if dtype == "uint64" else planes.astype(dtype)


@pytest.mark.parametrize("auto_reset", ["same_step", "next_step", "disabled"])
def test_observations_are_those_of_the_definitions(auto_reset):
    """Every layout and type, for games with openings that repeat positions, end and begin again."""
    chess = pytest.importorskip("chess", reason="python-chess is not installed: pip install chess")
    starts = Positions.from_fens([START, "r3k2r/2p2p2/8/3P1P2/8/2p2p2/3P1P2/R3K2R b KQkq - 90 300"])
    envs = [
        Env(
            3, observations=name, starts=starts, max_plies=30, claim_draws=False, auto_reset=auto_reset, copy=place % 2 == 0,
            threads=place % 3,
        )
        for place, name in enumerate(OBSERVATIONS)
    ]
    names = [(*name.rpartition("-")[::2],) for name in OBSERVATIONS]
    dice = np.random.default_rng(5)
    observations = [env.reset(8)[0] for env in envs]
    games = [[chess.Board(fen)] for fen in envs[0].fens()]
    repeated, over = np.zeros(2, int), np.zeros(3, bool)
    for step in range(100):
        # A pickle goes on with the same memory.
        if step == 40:
            envs = [pickle.loads(pickle.dumps(env)) for env in envs]
        for (layout, dtype), found in zip(names, observations):
            assert found.dtype == dtype
            for lane, boards in enumerate(games):
                assert (found[lane] == expected_planes(boards, layout, dtype)).all(), (step, layout, dtype, lane)
        repeated += [np.any(observations[OBSERVATIONS.index("alphazero-uint8")][:, at]) for at in (12, 13)]
        if auto_reset == "disabled" and over.any():
            observations = [env.reset(mask=over)[0] for env in envs]
            games = [[chess.Board(fen)] if end else boards for fen, end, boards in zip(envs[0].fens(), over, games)]
            over[:] = False
            continue
        begins = over.copy() if auto_reset == "next_step" else np.zeros(3, bool)
        actions = [0] * 3 if begins.all() else back_and_forth(envs[0], dice) if not begins.any() else None
        if actions is None:
            actions = [0] * 3
            numbers, offsets = envs[0].legal_actions()
            for lane in np.flatnonzero(~begins):
                actions[lane] = numbers[offsets[lane]]
        for board, begun, text in zip(games, begins, texts(envs[0], actions, begins)):
            if not begun:
                board.append(board[-1].copy(stack=False))
                board[-1].push_uci(text)
        answers = [env.step(actions) for env in envs]
        observations = [answer[0] for answer in answers]
        over = answers[0][2] | answers[0][3]
        for (layout, dtype), (*_, info) in zip(names, answers):
            assert ("final_obs" in info) == (auto_reset == "same_step" and over.any())
            for lane in np.flatnonzero(over) if "final_obs" in info else ():
                assert (info["final_obs"][lane] == expected_planes(games[lane], layout, dtype)).all()
        begun = over if auto_reset == "same_step" else begins
        games = [[chess.Board(fen)] if new else boards for fen, new, boards in zip(envs[0].fens(), begun, games)]
    assert (repeated > 5).all(), repeated


def texts(env, actions, begins):
    """The moves of actions; those of games that begin are not asked for."""
    positions, found = env.positions(), [""] * env.num_envs
    for lane in np.flatnonzero(~begins):
        one = positions[lane : lane + 1]
        found[lane] = one.uci(one.index_move([actions[lane]]))[0]
    return found


def test_the_other_forms_of_lc0():
    """The same planes as of the positions of the games, which other tests compare with the definition."""
    from quadbit import lc0

    names = [(layout, dtype) for layout in lc0.FORMATS for dtype in ("uint8", "float32", "uint64")]
    envs = [Env(3, observations="-".join(name), max_plies=60, masks="none", policy="lc0") for name in names]
    observations = [env.reset(4)[0] for env in envs]
    games = [[] for _ in range(3)]
    for step in range(70):
        for game, position in zip(games, envs[0].positions()):
            game[:] = [] if position == Position() else game
            game.append(position)
        for (layout, dtype), found in zip(names, observations):
            for lane, game in enumerate(games):
                expected = Positions(game).history(layout=layout, dtype=dtype)[-1]
                assert found.dtype == dtype and (found[lane] == expected).all(), (layout, dtype)
        observations = [env.step(env.sample(step))[0] for env in envs]


def test_names_of_observations():
    for name in ("uint64", "extra", "extra-uint64", "lc0", "lc0-", "maia-uint8", "lc0-int8", "none-uint8", ""):
        with pytest.raises(ValueError, match="observations: expected 'none' or a type"):
            Env(1, observations=name)
    with pytest.raises(TypeError):
        Env(1, observations=3)


def test_action_masks():
    for masks in ("bool", "bits", "none"):
        for policy in ("1858", "pgx", "open_spiel"):
            env = Env(3, masks=masks, policy=policy, max_plies=1, auto_reset=False, opening_plies=4)
            env.reset(2)
            assert (env.action_masks() == env.positions().legal_mask(policy)).all()
            env.step(env.sample(1))
            assert env.action_masks().shape == (3, env.num_actions) and not env.action_masks().any()


def test_mates_and_rewards():
    env = Env(3)
    env.reset(1)
    _, rewards, terminated, truncated, info = play(env, ["f2f3", "e7e5", "g2g4", "d8h4"])
    assert rewards.tolist() == [1, 1, 1] and terminated.all() and not truncated.any()
    assert info["outcome"].tolist() == [Outcome.BLACK_MATES] * 3
    assert env.fens() == [START] * 3


def shuffle(times):
    return ["g1f3", "g8f6", "f3g1", "f6g8"] * times


def test_repetitions():
    env = Env(1)
    env.reset(1)
    *_, info = play(env, shuffle(2)[:-1])
    assert info["outcome"][0] == Outcome.ONGOING
    *_, terminated, _, info = play(env, ["f6g8"])
    assert info["outcome"][0] == Outcome.THREEFOLD_REPETITION and terminated[0]
    patient = Env(1, claim_draws=False)
    patient.reset(1)
    *_, info = play(patient, shuffle(4)[:-1])
    assert info["outcome"][0] == Outcome.ONGOING
    *_, info = play(patient, ["f6g8"])
    assert info["outcome"][0] == Outcome.FIVEFOLD_REPETITION


def test_a_lost_right_is_no_repetition():
    """The first three occurrences of the board differ in the rights to castle."""
    env = Env(1, starts=Position("4k2r/8/8/8/8/8/8/4K2R w Kk - 0 1").batch())
    env.reset(1)
    there_and_back = ["h1g1", "h8g8", "g1h1", "g8h8"]
    *_, info = play(env, there_and_back * 2)
    assert info["outcome"][0] == Outcome.ONGOING
    *_, info = play(env, ["h1g1"])
    assert info["outcome"][0] == Outcome.ONGOING
    *_, info = play(env, ["h8g8"])
    assert info["outcome"][0] == Outcome.THREEFOLD_REPETITION


@pytest.mark.parametrize(("claim_draws", "clock", "outcome"), [(True, 99, "FIFTY_MOVES"), (False, 149, "SEVENTY_FIVE_MOVES")])
def test_clocks(claim_draws, clock, outcome):
    starts = Positions.from_fens([f"4k3/8/8/8/8/8/8/R3K3 w Q - {clock - 1} 90"])
    env = Env(1, starts=starts, claim_draws=claim_draws)
    env.reset(1)
    *_, info = play(env, ["a1a2"])
    assert info["outcome"][0] == Outcome.ONGOING
    *_, info = play(env, ["e8e7"])
    assert info["outcome"][0] == Outcome[outcome]


def test_games_end_after_max_plies():
    env = Env(2, max_plies=2)
    env.reset(1)
    *_, terminated, truncated, info = play(env, ["e2e4", "e7e5"])
    assert truncated.all() and not terminated.any() and info["outcome"].tolist() == [0, 0]
    assert env.fens() == [START] * 2


def test_illegal_actions():
    env = Env(2)
    env.reset(1)
    good = env.positions().move_index(env.positions().parse_uci(["e2e4"] * 2))
    with pytest.raises(quadbit.IllegalMoveError, match="move 1: action 0 is not legal") as error:
        env.step([good[0], 0])
    assert error.value.index == 1
    assert env.fens() == [START] * 2
    env = Env(2, on_illegal="lose")
    env.reset(1)
    _, rewards, terminated, _, info = env.step([good[0], 0])
    assert rewards.tolist() == [0, -1] and terminated.tolist() == [False, True]
    assert info["outcome"].tolist() == [0, Outcome.ILLEGAL_MOVE]


def test_without_auto_reset_games_wait():
    env = Env(2, auto_reset=False, max_plies=1)
    env.reset(1)
    _, _, _, truncated, info = play(env, ["e2e4"])
    assert truncated.all() and not info["action_mask"].any() and "final_obs" not in info
    with pytest.raises(quadbit.IllegalMoveError, match="move 0: the game is over"):
        env.step([0, 0])
    _, info = env.reset(mask=[False, True])
    assert env.fens()[1] == START != env.fens()[0]
    assert info["action_mask"].sum(axis=1).tolist() == [0, 20]


def transcript(threads, seed, n=100, **keywords):
    env = Env(n, starts=Positions.chess960(range(960)), opening_plies=4, max_plies=20, threads=threads, **keywords)
    dice = np.random.default_rng(1)
    observations, info = env.reset(seed)
    seen = [env.fens()]
    for _ in range(50):
        observations, *_, info = env.step(choose(info["action_mask"], dice))
        seen.append(env.fens())
    return seen


def test_the_seed_decides_everything():
    one = transcript(1, 5)
    assert one == transcript(3, 5) == transcript(1, 5, copy=False)
    assert one != transcript(1, 6)
    env = Env(4, opening_plies=6)
    env.reset(3)
    first = env.fens()
    env.reset()
    assert env.fens() != first
    env.reset(3)
    assert env.fens() == first
    assert len(set(first)) == 4
    assert all(Position(fen).fullmove_number == 4 for fen in first)


def test_arrays_may_be_used_again():
    env = Env(2, copy=False, observations="float32")
    first, info = env.reset(1)
    mask = info["action_mask"]
    second, *_, info = play(env, ["e2e4"])
    assert second is first and info["action_mask"] is mask and first.dtype == np.float32
    fresh = Env(2)
    first, _ = fresh.reset(1)
    second, *_ = play(fresh, ["e2e4"])
    assert second is not first
    assert Env(1, observations="none").reset(1)[0] is None


def test_bad_arguments():
    for n in (0, -1, 2**70):
        with pytest.raises(ValueError, match="n: expected 1"):
            Env(n)
    with pytest.raises(TypeError):
        Env(1.5)
    with pytest.raises(ValueError, match="item 0 is the end of a game"):
        Env(1, starts=Position("7k/8/8/8/8/8/8/K7 w - - 0 1").batch())
    with pytest.raises(ValueError, match="at least one"):
        Env(1, starts=Positions([]))
    with pytest.raises(TypeError, match="starts: expected Positions"):
        Env(1, starts=[START])
    with pytest.raises(RuntimeError, match="reset"):
        Env(1).step([0])
    env = Env(2)
    env.reset(1)
    for actions, error in [
        ([0], ValueError),
        ([0, 4096], ValueError),
        ([-1, 0], ValueError),
        ([0.5, 1], TypeError),
        (None, TypeError),
        ([[0, 0]], ValueError),
        (np.array([np.nan, 0]), TypeError),
    ]:
        with pytest.raises(error):
            env.step(actions)
    for lane in (2, -1, None, 10**30):
        with pytest.raises(IndexError):
            env.fen(lane)
    with pytest.raises(ValueError):
        env.reset(mask=[True])
    with pytest.raises(TypeError):
        env.reset(mask=[1, 2])
    with pytest.raises(ValueError):
        env.reset(-1)


@pytest.mark.parametrize("policy", ["4096", "4672", "1858", "pgx", "open_spiel"])
@pytest.mark.parametrize("threads", [1, 2])
def test_legal_actions_and_samples(policy, threads):
    env = Env(200, policy=policy, opening_plies=60, starts=Positions.chess960(range(960)), threads=threads)
    _, info = env.reset(5)
    actions, offsets = env.legal_actions()
    assert actions.dtype == np.uint16 and offsets.dtype == np.int64
    lanes = np.repeat(np.arange(200), np.diff(offsets))
    mask = np.zeros((200, env.num_actions), bool)
    mask[lanes, actions] = True
    assert (mask == info["action_mask"]).all() and mask.sum() == len(actions)
    chosen = env.sample(7)
    assert chosen.dtype == np.uint16 and mask[np.arange(200), chosen].all()
    assert (env.sample(7) == chosen).all() and (env.sample(8) != chosen).any()
    one, two = (env.sample(np.random.default_rng(3)) for _ in range(2))
    assert (one == two).all()
    dice = np.random.default_rng(3)
    assert (env.sample(dice) == one).all() and (env.sample(dice) != one).any()


def test_samples_are_equally_likely():
    """Four promotions are one action of from-to pairs, and as likely as any other."""
    env = Env(9000, starts=Position("7k/P7/8/8/8/8/8/K7 w - - 0 1").batch())
    _, info = env.reset(1)
    actions, counts = np.unique(env.sample(3), return_counts=True)
    assert actions.tolist() == np.flatnonzero(info["action_mask"][0]).tolist()
    assert len(actions) == 4 and (abs(counts - 2250) < 250).all()
    for rng in ("3", None, 1.5, [1]):
        with pytest.raises(TypeError, match="rng: expected"):
            env.sample(rng)


def test_masks():
    envs = [Env(3, masks=masks, policy="1858", max_plies=2, auto_reset=False) for masks in ("bool", "bits", "none")]
    for step in range(3):
        infos = [env.reset(1)[1] if step == 0 else env.step(env.sample(step))[-1] for env in envs]
        mask, bits = infos[0]["action_mask"], infos[1]["action_mask"]
        assert "action_mask" not in infos[2] and bits.dtype == np.uint64 and bits.shape == (3, 30)
        assert (np.unpackbits(bits.view(np.uint8), axis=1, bitorder="little")[:, :1858] == mask).all()
        assert mask.any() == (step < 2)
    with pytest.raises(ValueError, match="masks: expected 'bool' or 'bits' or 'none'"):
        Env(1, masks="float")


@pytest.mark.parametrize("masks", ["bool", "bits"])
def test_games_begin_in_the_next_step(masks):
    env = Env(3, max_plies=2, auto_reset="next_step", opening_plies=6, masks=masks)
    env.reset(4)
    starts = env.fens()
    *_, truncated, _ = env.step(env.sample(1))
    observations, _, _, truncated, info = env.step(env.sample(2))
    last = env.fens()
    assert truncated.all() and "final_obs" not in info and info["plies"].tolist() == [2, 2, 2]
    assert (observations == env.positions().planes()).all()
    bits = info["action_mask"].view(np.uint8) if masks == "bits" else info["action_mask"]
    assert np.unpackbits(bits).sum() == 3 * 4096 if masks == "bits" else bits.all()
    assert env.legal_actions()[1].tolist() == [0, 0, 0, 0] and env.sample(3).tolist() == [0, 0, 0]
    observations, rewards, terminated, truncated, info = env.step([17, 0, 4095])
    assert not rewards.any() and not terminated.any() and not truncated.any()
    assert info["outcome"].tolist() == info["plies"].tolist() == [0, 0, 0]
    assert (observations == env.positions().planes()).all()
    assert len(set(env.fens() + starts + last)) == 9
    for value, error in (("later", ValueError), (3, TypeError), (None, TypeError)):
        with pytest.raises(error, match="auto_reset: expected"):
            Env(1, auto_reset=value)


def copies(env):
    yield pickle.loads(pickle.dumps(env))
    yield copy.copy(env)
    yield copy.deepcopy(env)


@pytest.mark.parametrize("auto_reset", ["same_step", "next_step"])
def test_copies_go_on_as_the_original(auto_reset):
    env = Env(
        20,
        policy="1858",
        starts=Positions.chess960(range(100)),
        opening_plies=3,
        max_plies=30,
        auto_reset=auto_reset,
        masks="bits",
        observations="float32",
        on_illegal="lose",
        threads=2,
    )
    for other in copies(env):
        with pytest.raises(RuntimeError, match="call reset first"):
            other.step([0] * 20)
    env.reset(6)
    for step in range(45):
        env.step(env.sample(step))
    others = list(copies(env))
    transcript = []
    for step in range(45, 120):
        observations, rewards, terminated, truncated, info = env.step(env.sample(step))
        transcript.append((env.fens(), rewards.tolist(), truncated.tolist(), info["outcome"].tolist()))
    for other in others:
        for step, (fens, rewards, truncated, outcomes) in zip(range(45, 120), transcript):
            observations, found, _, cut, info = other.step(other.sample(step))
            assert observations.dtype == np.float32 and info["action_mask"].dtype == np.uint64
            assert (other.fens(), found.tolist(), cut.tolist(), info["outcome"].tolist()) == (fens, rewards, truncated, outcomes)


def test_copies_remember_repetitions():
    env = Env(1)
    env.reset(1)
    play(env, shuffle(2)[:-1])
    other = copy.deepcopy(env)
    *_, info = play(other, ["f6g8"])
    assert info["outcome"][0] == Outcome.THREEFOLD_REPETITION
    assert env.fens() != other.fens()


def test_rendering():
    env = Env(2)
    env.reset(1)
    assert env.render() == str(Position()) == env.render(1, "text")
    assert env.render(1, "svg") == Position().svg()
    with pytest.raises(IndexError, match="lane: expected 0 to 1"):
        env.render(2)
    with pytest.raises(ValueError, match="kind: expected"):
        env.render(0, "html")


@pytest.mark.filterwarnings("error")
def test_gymnasiums_checker():
    gymnasium = pytest.importorskip("gymnasium", reason="Gymnasium is not installed: pip install gymnasium")
    from gymnasium.utils.env_checker import check_env

    import quadbit.gym

    for policy in ("4096", "4672", "1858", "pgx", "open_spiel"):
        check_env(gymnasium.make("quadbit/Chess-v0", policy=policy).unwrapped)
    for observations in OBSERVATIONS:
        check_env(gymnasium.make("quadbit/Chess-v0", observations=observations).unwrapped)
    many = gymnasium.make_vec("quadbit/Chess-v0", num_envs=3, vectorization_mode="vector_entry_point")
    assert isinstance(many, quadbit.gym.ChessVectorEnv) and many.num_envs == 3


@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
def test_auto_reset_is_gymnasiums(mode):
    """The same transcript as Gymnasium's own vector environment of single ones."""
    gymnasium = pytest.importorskip("gymnasium", reason="Gymnasium is not installed: pip install gymnasium")
    from quadbit.gym import ChessEnv, ChessVectorEnv

    mode = gymnasium.vector.AutoresetMode(mode)
    own = ChessVectorEnv(2, autoreset_mode=mode, max_plies=3, on_illegal="lose")
    theirs = gymnasium.vector.SyncVectorEnv([lambda: ChessEnv(max_plies=3)] * 2, autoreset_mode=mode)
    assert own.metadata["autoreset_mode"] == theirs.metadata["autoreset_mode"]
    observations, _ = own.reset(seed=1)
    expected, _ = theirs.reset(seed=1)
    assert (observations == expected).all()
    for step in range(14):
        # An illegal action ends the first game now and then.
        actions = own.sample(step)
        actions[0] = 0 if step % 5 == 4 else actions[0]
        *answer, info = own.step(actions)
        *expected, expected_info = theirs.step(actions)
        for found, wanted in zip(answer, expected):
            assert (found == wanted).all(), step
        assert ("final_obs" in info) == ("final_obs" in expected_info)
        if "final_obs" in info:
            assert (info["_final_obs"] == expected_info["_final_obs"]).all()
            for lane in np.flatnonzero(info["_final_obs"]):
                assert (info["final_obs"][lane] == expected_info["final_obs"][lane]).all()


@pytest.mark.filterwarnings("ignore")
def test_pettingzoo():
    pytest.importorskip("pettingzoo", reason="PettingZoo is not installed: pip install pettingzoo")
    from pettingzoo.test import api_test, seed_test

    from quadbit.pettingzoo import ChessAEC

    for policy in ("4672", "1858"):
        api_test(ChessAEC(policy=policy, max_plies=100), num_cycles=300)
    seed_test(lambda: ChessAEC(opening_plies=4), num_cycles=50)
    for observations in OBSERVATIONS:
        api_test(ChessAEC(observations=observations), num_cycles=100)
        sides(ChessAEC(policy="4096", observations=observations, opening_plies=30), *observations.rpartition("-")[::2])
    with pytest.raises(ValueError, match="cannot have those of the layout 'lc0-canonical'"):
        ChessAEC(observations="lc0-canonical-uint8")
    game = ChessAEC(policy="4096", render_mode="ansi")
    game.reset(seed=1)
    assert game.render() == str(Position())
    for text in ("f2f3", "e7e5", "g2g4", "d8h4"):
        positions = game.env.positions()
        mover, other = game.agent_selection, {"white": "black", "black": "white"}[game.agent_selection]
        assert (game.observe(mover)["observation"] == positions.planes()[0]).all()
        passed = positions.fens()[0].split()
        passed[1], passed[3] = {"w": "b", "b": "w"}[passed[1]], "-"
        seen = Positions.from_fens([" ".join(passed)]).planes()[0]
        assert (game.observe(other)["observation"] == seen).all() and not game.observe(other)["action_mask"].any()
        game.step(int(positions.move_index(positions.parse_uci([text]))[0]))
    assert game.rewards == {"white": -1, "black": 1} and all(game.terminations.values())


def sides(game, layout, dtype):
    """Both sides' observations of a game. The other side sees what it would if it were to move, except who is."""
    chess = pytest.importorskip("chess", reason="python-chess is not installed: pip install chess")
    game.reset(seed=1)
    boards = [chess.Board(game.env.fen(0))]
    for step in range(12):
        turned = [board.copy(stack=False) for board in boards]
        for board in turned:
            board.turn = not board.turn
        mover, other = game.agent_selection, {"white": "black", "black": "white"}[game.agent_selection]
        assert (game.observe(mover)["observation"] == expected_planes(boards, layout, dtype)).all()
        found, expected = game.observe(other)["observation"], expected_planes(turned, layout, dtype)
        for plane in {"extra": [18], "lc0": [108], "alphazero": [112]}.get(layout, ()):
            assert (found[plane] != expected[plane]).all()
            expected[plane] = found[plane]
        if layout == "extra":
            # Only the mover can capture en passant.
            assert (found[16] == expected_planes(boards, layout, dtype)[16][::-1]).all()
            expected[16] = found[16]
        assert (found == expected).all(), (step, layout, dtype)
        action = game.env.sample(step)
        boards.append(boards[-1].copy(stack=False))
        boards[-1].push_uci(texts(game.env, action, np.array([False]))[0])
        game.step(int(action[0]))


def test_gymnasium():
    gymnasium = pytest.importorskip("gymnasium", reason="Gymnasium is not installed: pip install gymnasium")
    from quadbit.gym import ChessVectorEnv

    for observations in OBSERVATIONS:
        env = ChessVectorEnv(2, observations=observations)
        assert env.observation_space.contains(env.reset(seed=1)[0])
        assert (env.action_masks().sum(axis=1) == 20).all()
    env = ChessVectorEnv(6, policy="1858", max_plies=10)
    assert isinstance(env, gymnasium.vector.VectorEnv)
    assert env.single_action_space.n == 1858 and env.metadata["autoreset_mode"].name == "SAME_STEP"
    observations, info = env.reset(seed=1)
    assert env.observation_space.contains(observations)
    dice = np.random.default_rng(1)
    wrapped = gymnasium.wrappers.vector.RecordEpisodeStatistics(env)
    wrapped.reset(seed=1)
    for step in range(1, 31):
        actions = choose(info["action_mask"], dice)
        assert env.action_space.contains(actions)
        observations, rewards, terminated, truncated, info = wrapped.step(actions)
        assert env.observation_space.contains(observations)
        assert truncated.all() == (step % 10 == 0)
    waiting = ChessVectorEnv(2, autoreset_mode="Disabled", max_plies=1)
    _, info = waiting.reset(seed=1)
    waiting.step(choose(info["action_mask"], dice))
    _, info = waiting.reset(options={"reset_mask": np.array([True, False])})
    assert info["action_mask"].sum(axis=1).tolist() == [20, 0]
    with pytest.raises(ValueError):
        ChessVectorEnv(2, observations="none")


def test_every_lane_has_games_of_its_own():
    """The next games differ between lanes, also between those that different threads play."""
    env = Env(300, opening_plies=8, max_plies=1)
    _, info = env.reset(1)
    for _ in range(3):
        assert len(set(env.fens())) > 290
        *_, info = env.step(info["action_mask"].argmax(axis=1))
