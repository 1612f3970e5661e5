-- The hash of nothing.
function keys.empty()
  return { high = 0, low = 0 }
end

-- The key of a feature.
function keys.key(feature)
  return { high = KEYS[2 * feature + 1], low = KEYS[2 * feature + 2] }
end

-- A hash in 16 hex digits.
function keys.hex(hash)
  local high, low = hash.high, hash.low
  return string.format("%04x%04x%04x%04x", math.floor(high / 2^16), high % 2^16,
    math.floor(low / 2^16), low % 2^16)
end

