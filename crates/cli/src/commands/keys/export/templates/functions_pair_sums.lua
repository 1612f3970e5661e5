-- The hash of nothing.
function keys.empty()
  return { high = 0, low = 0 }
end

-- The key of a feature.
function keys.key(feature)
  return { high = KEYS[2 * feature + 1], low = KEYS[2 * feature + 2] }
end

-- Puts a key into a hash, which is changed and returned.
function keys.plus(hash, key)
  local low = hash.low + key.low
  local carry = low < 2^32 and 0 or 1
  hash.high = (hash.high + key.high + carry) % 2^32
  hash.low = low % 2^32
  return hash
end

-- Puts a feature into a hash, which is changed and returned.
function keys.insert(hash, feature)
  return keys.plus(hash, keys.key(feature))
end

-- Takes a key out of a hash, which is changed and returned.
function keys.minus(hash, key)
  local low = hash.low - key.low
  local borrow = low < 0 and 1 or 0
  hash.high = (hash.high - key.high - borrow) % 2^32
  hash.low = low % 2^32
  return hash
end

-- Takes a feature out of a hash, which is changed and returned.
function keys.remove(hash, feature)
  return keys.minus(hash, keys.key(feature))
end

-- A hash in 16 hex digits.
function keys.hex(hash)
  local high, low = hash.high, hash.low
  return string.format("%04x%04x%04x%04x", math.floor(high / 2^16), high % 2^16,
    math.floor(low / 2^16), low % 2^16)
end
