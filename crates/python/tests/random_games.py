"""Positions of random games, for comparisons with python-chess."""

from __future__ import annotations

import random

import chess


def random_games(board: type[chess.Board], games: int, seed: int) -> list[chess.Board]:
    """The positions of random games of a variant, Chess960 among those of standard chess."""
    numbers = random.Random(seed)
    boards = []
    for game in range(games):
        if board is chess.Board and game % 2:
            current = chess.Board.from_chess960_pos(numbers.randrange(960))
        else:
            current = board()
        boards.append(current.copy(stack=False))
        for _ in range(80):
            moves = list(current.legal_moves)
            if not moves:
                break
            current.push(numbers.choice(moves))
            boards.append(current.copy(stack=False))
    return boards
