// Positions of chess and their hashes. In a test of an engine, the hash of each FEN must be equal:
//     for (const auto& position : positions)
//         if (hash_of(position.fen) != position.hash) return 1;
struct Position {
    const char* fen;
    Hash hash;
};

inline constexpr std::array<Position, @count@> positions = {{
@rows@
}};
