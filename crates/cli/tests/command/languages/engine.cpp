// Hashes positions as an engine would: by the accessors of an export and the conventions that its header
// states, which are read from the file. `engine MISTAKE` takes one of them wrongly.
#include "zobrist_keys.hpp"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

namespace z = zobrist;

static std::string mistake;

// The words of a part.
static std::string about(const std::string& name) {
    std::ifstream file("zobrist_keys.hpp");
    std::string line, words;
    bool is_found = false;
    while (std::getline(file, line) && line.rfind("//", 0) == 0) {
        if (line.rfind("//   ", 0) == 0) {
            if (is_found) words += line.substr(4);
        } else {
            is_found = line.rfind("// " + name + ": ", 0) == 0;
            if (is_found) words = line.substr(name.size() + 5);
        }
    }
    return words;
}

static bool has(const std::string& words, const char* part) {
    return words.find(part) != std::string::npos;
}

static z::Hash hash_of(const std::string& fen) {
    std::istringstream fields(fen);
    std::string board, turn, castling, en_passant;
    unsigned clock = 0;
    fields >> board >> turn >> castling >> en_passant >> clock;
    const std::string pieces = about("pieces");
    std::string order;
    for (std::size_t i = pieces.find("the pieces ") + 11; order.size() < 12; i += 2) order += pieces[i];
    const std::size_t squares = pieces.find("the squares ") + 12;
    const int first_file = pieces[squares] - 'a', first_rank = pieces[squares + 1] - '1';
    const bool by_rank = pieces[squares + 1] == pieces[squares + 5];
    const auto number = [&](int file, int rank) {
        const int f = std::abs(file - first_file);
        const int r = mistake == "squares" ? 7 - std::abs(rank - first_rank) : std::abs(rank - first_rank);
        return static_cast<std::size_t>(by_rank ? 8 * r + f : 8 * f + r);
    };

    z::Hash hash{};
#ifdef SUM
    const auto put = [&](z::Hash key) { hash = z::plus(hash, key); };
#else
    const auto put = [&](z::Hash key) { hash ^= key; };
#endif
    char at[8][8] = {};
    int file = 0, rank = 7;
    for (char c : board) {
        if (c == '/') {
            --rank, file = 0;
        } else if (c >= '1' && c <= '8') {
            file += c - '0';
        } else {
            at[rank][file] = c;
            put(z::piece_key(order.find(c), number(file++, rank)));
        }
    }

    const std::string rights = about("castling");
    const bool is_set = has(rights, "16 for the sets");
    std::size_t place = 0, set = 0;
    for (std::size_t i = 0; i < rights.size(); ++i) {
        const bool is_letter = std::string("KQkq").find(rights[i]) != std::string::npos;
        if (!is_letter || i == 0 || (rights[i - 1] != ' ' && rights[i - 1] != '(')) continue;
        if (i + 1 < rights.size() && rights[i + 1] != ' ') continue;
        const std::size_t bit = mistake == "castling" ? 3 - place : place;
        if (castling.find(rights[i]) != std::string::npos) {
            set |= std::size_t{1} << bit;
            if (!is_set) put(z::castling_key(bit));
        }
        ++place;
    }
    if (is_set) put(z::castling_key(set));

    const bool is_white = (turn == "w") != (mistake == "turn");
#ifdef OWN
    put(z::turn_key(is_white ? 0 : 1));
#else
    if (has(about("turn"), is_white ? "White" : "Black")) put(z::turn_key());
#endif

    const std::string words = about("en-passant");
    bool counts = en_passant != "-" && mistake != "en-passant";
    if (counts && has(words, "when a pawn stands beside")) {
        const int beside = turn == "w" ? 4 : 3, f = en_passant[0] - 'a';
        const char pawn = turn == "w" ? 'P' : 'p';
        counts = (f > 0 && at[beside][f - 1] == pawn) || (f < 7 && at[beside][f + 1] == pawn);
    }
    if (counts) {
        const int f = en_passant[0] - 'a', r = en_passant[1] - '1';
        put(z::en_passant_key(has(words, "8 for the file") ? static_cast<std::size_t>(f) : number(f, r)));
    }
#ifdef OWN
    else {
        put(z::no_en_passant_key());
    }
    put(z::start_key());
    for (rank = 0; rank < 8; ++rank)
        for (file = 0; file < 8; ++file)
            if (!at[rank][file]) put(z::empty_key(number(file, rank)));
#endif
#ifdef CLOCK
    unsigned count, from, step;
    if (std::sscanf(about("clock").c_str(), "%u for the halfmove clock from %u on, in steps of %u", &count,
                    &from, &step) != 3)
        std::exit(2);
    if (clock >= from) {
        const unsigned index = (clock - from) / step;
        put(z::clock_key(index < count ? index : count - 1));
    }
#endif
    return hash;
}

int main(int count, char** arguments) {
    if (count > 1) mistake = arguments[1];
    int wrong = 0;
    for (const auto& position : z::positions)
        if (hash_of(position.fen) != position.hash) ++wrong;
    std::printf("%d\n", wrong);
    return z::positions.size() == 12 ? 0 : 1;
}
