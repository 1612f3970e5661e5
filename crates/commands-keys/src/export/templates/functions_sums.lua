-- The hash of nothing.
function keys.empty()
  return 0
end

-- The key of a feature.
function keys.key(feature)
  return KEYS[feature + 1]
end

-- Puts a key into a hash.
function keys.plus(hash, key)
  return (hash + key) % 2^@bits@
end

-- Puts a feature into a hash.
function keys.insert(hash, feature)
  return (hash + KEYS[feature + 1]) % 2^@bits@
end

-- Takes a key out of a hash.
function keys.minus(hash, key)
  return (hash - key) % 2^@bits@
end

-- Takes a feature out of a hash.
function keys.remove(hash, feature)
  return (hash - KEYS[feature + 1]) % 2^@bits@
end

-- A hash in @digits@ hex digits.
function keys.hex(hash)
  local digits = string.format("%06x%06x", math.floor(hash / 2^24), hash % 2^24)
  return string.sub(digits, -@digits@)
end
