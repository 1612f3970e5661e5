"""Prints the hashes that values.rs expects, from the definitions alone.

Nothing of this project is used: SplitMix64 is that of Vigna's program, the families are those of
the papers that docs/sources.md names.
"""

M = (1 << 64) - 1


def splitmix64(seed):
    while True:
        seed = (seed + 0x9E3779B97F4A7C15) & M
        z = seed
        z = ((z ^ z >> 30) * 0xBF58476D1CE4E5B9) & M
        z = ((z ^ z >> 27) * 0x94D049BB133111EB) & M
        yield z ^ z >> 31


def word(draws, bits):
    if bits <= 64:
        return next(draws) >> (64 - bits)
    high = next(draws)
    return high << 64 | next(draws)


def characters(key, bits, width):
    return [key >> at & ((1 << width) - 1) for at in range(0, bits, width)]


def simple(key_bits, bits, seed, width=8):
    draws = splitmix64(seed)
    count = -(-key_bits // width)
    tables = [[word(draws, bits) for _ in range(1 << width)] for _ in range(count)]

    def hash(key):
        value = 0
        for table, character in zip(tables, characters(key, key_bits, width)):
            value ^= table[character]
        return value

    return hash


def byte(word, number):
    return word >> 8 * number & 255


def twisted(key_bits, bits, seed):
    draws = splitmix64(seed)
    tables = [[(word(draws, bits), next(draws)) for _ in range(256)] for _ in range(key_bits // 8)]

    def hash(key):
        *tail, head = characters(key, key_bits, 8)
        value = 0
        for table, character in zip(tables, tail):
            value ^= table[character][0]
            head ^= byte(table[character][1], 0)
        return value ^ tables[-1][head][0]

    return hash


def mixed(key_bits, bits, seed, derived=4):
    draws = splitmix64(seed)
    tables = [[(word(draws, bits), next(draws)) for _ in range(256)] for _ in range(key_bits // 8)]
    more = [[word(draws, bits) for _ in range(256)] for _ in range(derived)]

    def hash(key):
        value, word = 0, 0
        for table, character in zip(tables, characters(key, key_bits, 8)):
            value ^= table[character][0]
            word ^= table[character][1]
        for number, table in enumerate(more):
            value ^= table[byte(word, number)]
        return value

    return hash


def tornado(key_bits, bits, seed, derived=4):
    draws = splitmix64(seed)
    count = key_bits // 8 + derived
    tables = [[(word(draws, bits), next(draws)) for _ in range(256)] for _ in range(count)]

    def hash(key):
        key = characters(key, key_bits, 8)
        for number in range(derived + 1):
            new = key.pop() if number == 0 else 0
            for table, character in zip(tables, key):
                new ^= byte(table[character][1], number)
            key.append(new)
        value = 0
        for table, character in zip(tables, key):
            value ^= table[character][0]
        return value

    return hash


def text(hash, characters):
    value = 0
    for position, character in enumerate(characters):
        value ^= hash(position << 8 | character)
    return value


def rolling(seed, window):
    draws = splitmix64(seed)
    table = [next(draws) for _ in range(256)]

    def hash(characters):
        value = 0
        for character in characters:
            value = value << 1 & M | value >> 63
            value ^= table[character]
        return value

    return hash


if __name__ == "__main__":
    key = 0x0123456789ABCDEF_FEDCBA9876543210
    for family in simple, twisted, mixed, tornado:
        for key_bits in 8, 16, 32, 64, 128:
            for bits in 32, 64, 128:
                value = family(key_bits, bits, 2026)(key & ((1 << key_bits) - 1))
                print(f"{family.__name__} {key_bits} {bits} {value:#x}")
    for width in 6, 4:
        for key_bits in 8, 16, 32, 64, 128:
            value = simple(key_bits, 64, 2026, width)(key & ((1 << key_bits) - 1))
            print(f"simple in {width} bits {key_bits} 64 {value:#x}")
    print(f"text {text(mixed(64, 64, 2026), bytes(range(256)) * 2):#x}")
    for bits in 64, 128:
        of_eight = mixed(64, bits, 2026, derived=8)
        print(f"text by eight {bits} {text(of_eight, bytes(range(256)) * 2):#x}")
    print(f"rolling {rolling(2026, 70)(bytes(range(70))):#x}")
