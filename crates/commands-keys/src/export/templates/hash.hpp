struct Hash {
    std::uint64_t high = 0;
    std::uint64_t low = 0;
};

constexpr bool operator==(Hash a, Hash b) {
    return a.high == b.high && a.low == b.low;
}

constexpr bool operator!=(Hash a, Hash b) {
    return !(a == b);
}

constexpr Hash operator^(Hash a, Hash b) {
    return {a.high ^ b.high, a.low ^ b.low};
}
