// Positions of chess and their hashes. In a test of an engine, the hash of each FEN must be equal:
//     for (const auto& position : positions)
//         assert(hash_of(position.fen) == position.hash);
struct Position {
    const char* fen;
    Hash hash;
};

inline constexpr std::array<Position, @count@> positions = {{
@rows@
}};
