"""Games side by side: against python-chess move by move, and the rules by which they end."""

import numpy as np
import pytest

import quadbit
from quadbit import Env, Outcome, Position, Positions

START = Position().fen()


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


@pytest.mark.parametrize("policy", ["4096", "4672", "1858"])
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


def test_gymnasium():
    gymnasium = pytest.importorskip("gymnasium", reason="Gymnasium is not installed: pip install gymnasium")
    from quadbit.gym import ChessVectorEnv

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
    waiting = ChessVectorEnv(2, auto_reset=False, max_plies=1)
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
