"""Makes go.csv and go-situation.csv again: python make.py

Needs Python 3.10 or later and nothing else. Keys and rules are written down here a second
time, from docs/schemes.md and the rules of Tromp and Taylor, without any code of this
project. Prints the fingerprints that the tests pin.
"""

from pathlib import Path

MASK = 2**64 - 1
KINDS = {"go": [("stone", 2 * 625), ("width", 25), ("height", 25)]}
KINDS["go-situation"] = KINDS["go"] + [("turn", 1), ("passes", 4), ("ko", 625)]
FEATURES = sum(size for _, size in KINDS["go-situation"])
SEED, DEGREE, POLYNOMIAL = 1970, 11, 0x805
LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"


def splitmix64(state):
    while True:
        state = (state + 0x9E3779B97F4A7C15) & MASK
        z = state
        z = ((z ^ z >> 30) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ z >> 27) * 0x94D049BB133111EB) & MASK
        yield z ^ z >> 31


def multiply(a, b):
    product = 0
    for bit in range(DEGREE):
        if b >> bit & 1:
            product ^= a
        a <<= 1
        if a >> DEGREE:
            a ^= POLYNOMIAL
    return product


def independent(rows, candidate):
    for row in rows:
        candidate = min(candidate, candidate ^ row)
    if candidate:
        rows.append(candidate)
        rows.sort(reverse=True)
    return candidate != 0


def keys(bits):
    count = (bits - 1) // DEGREE
    spare = bits - 1 - DEGREE * count
    random = splitmix64(SEED)
    fill = splitmix64(next(random))
    mix, rows = [], []
    while len(mix) < bits:
        candidate = (next(random) << 64 | next(random)) >> (128 - bits)
        if independent(rows, candidate):
            mix.append(candidate)
    result, x = [], 1
    for _ in range(FEATURES):
        column, power = 1, x
        for _ in range(count):
            column = column << DEGREE | power
            power = multiply(power, multiply(x, x))
        if spare:
            column |= next(fill) >> (64 - spare) << (bits - spare)
        key = 0
        for bit in range(bits):
            if column >> bit & 1:
                key ^= mix[bit]
        result.append(key)
        x = multiply(x, 2)
    return result


def fingerprint(scheme, keys, bits):
    data, start = scheme.encode() + b"\0", 0
    for kind, size in KINDS[scheme]:
        data += kind.encode() + b"\0" + size.to_bytes(4, "little")
        for key in keys[start : start + size]:
            data += key.to_bytes(bits // 8, "little")
        start += size
    fnv = 0xCBF29CE484222325
    for byte in data:
        fnv = (fnv ^ byte) * 0x100000001B3 & MASK
    return f"{fnv:016x}"


def play(stones, width, height, color, point):
    """Puts a stone down, then clears the other's colour and the player's own."""
    stones[point] = color
    for cleared in (1 - color, color):
        dead = set()
        for start in [p for p in stones if stones[p] == cleared]:
            chain, open_, free = {start}, [start], False
            while open_:
                column, row = open_.pop()
                for p in [(column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1)]:
                    if 0 <= p[0] < width and 0 <= p[1] < height:
                        if p not in stones:
                            free = True
                        elif stones[p] == cleared and p not in chain:
                            chain.add(p)
                            open_.append(p)
            if not free:
                dead |= chain
        for p in dead:
            del stones[p]


def after(width, height, moves):
    stones = {}
    for number, name in enumerate(moves.split()):
        if name != "pass":
            point = (LETTERS.index(name[0]), int(name[1:]) - 1)
            assert point not in stones, name
            play(stones, width, height, number % 2, point)
    return stones


def name_of(hash, bits):
    return f"{hash:0{bits // 4}x}"


def row(keys, width, height, moves):
    hashes = []
    for bits in (64, 128):
        hash = keys[bits][1250 + width - 1] ^ keys[bits][1275 + height - 1]
        for (column, row), color in after(width, height, moves).items():
            hash ^= keys[bits][625 * color + 25 * row + column]
        hashes.append(name_of(hash, bits))
    return f"{width},{height},{moves},{hashes[0]},{hashes[1]}"


def situation(keys, width, height, moves):
    """The hashes with the turn, the passes since the last play, and the ko point."""
    played = moves.split()
    stones = after(width, height, moves)
    passes = 0
    while passes < len(played) and played[-1 - passes] == "pass":
        passes += 1
    ko, player = "", len(played) % 2
    for row_ in range(height):
        for column in range(width):
            if (column, row_) not in stones and passes == 0 and played:
                tried = dict(stones)
                play(tried, width, height, player, (column, row_))
                if tried == after(width, height, " ".join(played[:-1])):
                    ko = f"{LETTERS[column]}{row_ + 1}"
                    index = 25 * row_ + column
    hashes = []
    for bits in (64, 128):
        hash = int(row(keys, width, height, moves).split(",")[-2 if bits == 64 else -1], 16)
        hash ^= keys[bits][1300] * player
        if passes:
            hash ^= keys[bits][1301 + passes - 1]
        if ko:
            hash ^= keys[bits][1305 + index]
        hashes.append(name_of(hash, bits))
    return f"{width},{height},{moves},{player},{passes},{ko},{hashes[0]},{hashes[1]}"


def random_moves(random, width, height, count):
    names = [f"{LETTERS[c]}{r + 1}" for r in range(height) for c in range(width)]
    moves = ""
    for number in range(count):
        stones = after(width, height, moves)
        free = [n for n in names if (LETTERS.index(n[0]), int(n[1:]) - 1) not in stones]
        moves += " " + free[next(random) % len(free)]
    return moves.strip()


KEYS = {bits: keys(bits) for bits in (64, 128)}
for scheme in KINDS:
    for bits in KEYS:
        print(scheme, bits, fingerprint(scheme, KEYS[bits], bits))

rows = ["width,height,moves,hash_64,hash_128"]
for width, height, moves in [
    (1, 1, ""),
    (9, 9, ""),
    (9, 13, ""),
    (13, 9, ""),
    (19, 19, ""),
    (25, 25, ""),
    (19, 19, "Q16 D4 Q3 D17 pass C6"),
    (25, 25, "Z25 A1 A25 Z1 N13"),
    # A capture, a suicide of one stone, and one of several.
    (2, 1, "A1 B1 A1"),
    (3, 3, "B1 C3 A2 A1"),
    (2, 2, "A1 pass A2 pass B1 pass B2"),
]:
    rows.append(row(KEYS, width, height, moves))
random = splitmix64(2026)
for width, height, count in [(2, 2, 9), (3, 3, 40), (5, 4, 60), (7, 7, 90), (9, 9, 120), (25, 3, 90)]:
    rows.append(row(KEYS, width, height, random_moves(random, width, height, count)))
(Path(__file__).parent / "go.csv").write_text("\n".join(rows) + "\n")

rows = ["width,height,moves,white_to_move,passes,ko,hash_64,hash_128"]
KO = "B1 C1 A2 D2 B3 C3 C2"
for width, height, moves in [
    (9, 9, ""),
    (9, 9, "E5"),
    (9, 9, "pass"),
    (9, 9, "pass pass"),
    (9, 9, "pass pass pass pass"),
    (9, 9, "E5 pass pass"),
    (4, 3, KO),
    (4, 3, KO + " B2"),
    (4, 3, KO + " B2 pass"),
    (4, 1, "B1 C1 D1"),
    (25, 1, "X1 Y1 Z1"),
]:
    rows.append(situation(KEYS, width, height, moves))
(Path(__file__).parent / "go-situation.csv").write_text("\n".join(rows) + "\n")
