import functools, sys, keys

def show(hash_):
    print(f"{hash_:x}")

hash_ = functools.reduce(keys.@PUT@, [@FEATURES@], 0)
show(hash_)
hash_ = functools.reduce(keys.@TAKE@, [@FEATURES@], hash_)
@SHOW@
for fen, known in getattr(keys, "POSITIONS", ()):
    print(f"{fen}\t{known:x}")
sys.exit(not keys.self_test() or hash_ != 0)
