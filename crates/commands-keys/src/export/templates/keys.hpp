@about@
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace @namespace@ {

// The first feature of each kind, and the number of all.
@kinds@
inline constexpr std::size_t features = @len@;@pieces@

// A key or a hash: the hash of a state is the @combination@ of the keys of its features.
@type@

// The key of each feature.
inline constexpr std::array<Hash, features> keys = {@open@
@keys@
@close@};

@functions@

// True if the first and the last feature of each kind have the hash that they should.
constexpr bool self_test() {
    constexpr std::size_t tested[] = {
@features@
    };
    Hash hash{};
    for (std::size_t feature : tested) {
        hash = @put@(hash, feature);
    }
    return hash == @hash@;
}

static_assert(self_test(), "the keys have been changed");@samples@

} // namespace @namespace@
