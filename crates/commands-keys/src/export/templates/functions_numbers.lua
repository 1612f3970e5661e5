-- The hash of nothing.
function keys.empty()
  return 0
end

-- The key of a feature.
function keys.key(feature)
  return KEYS[feature + 1]
end

-- Puts a key into a hash, or takes it out again.
keys.combine = xor

-- Puts a feature into a hash, or takes it out again.
function keys.toggle(hash, feature)
  return xor(hash, KEYS[feature + 1])
end

-- A hash in 8 hex digits.
function keys.hex(hash)
  return string.format("%04x%04x", math.floor(hash / 2^16), hash % 2^16)
end
