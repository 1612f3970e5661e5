-- The hash of nothing.
function keys.empty()
  return { high = 0, low = 0 }
end

-- The key of a feature.
function keys.key(feature)
  return { high = KEYS[2 * feature + 1], low = KEYS[2 * feature + 2] }
end

-- Puts a key into a hash, which is changed and returned, or takes it out again.
function keys.combine(hash, key)
  hash.high = xor(hash.high, key.high)
  hash.low = xor(hash.low, key.low)
  return hash
end

-- Puts a feature into a hash, which is changed and returned, or takes it out again.
function keys.toggle(hash, feature)
  hash.high = xor(hash.high, KEYS[2 * feature + 1])
  hash.low = xor(hash.low, KEYS[2 * feature + 2])
  return hash
end

-- A hash in 16 hex digits.
function keys.hex(hash)
  local high, low = hash.high, hash.low
  return string.format("%04x%04x%04x%04x", math.floor(high / 2^16), high % 2^16,
    math.floor(low / 2^16), low % 2^16)
end
